"""Journals: long work keeps what it has finished in a file, so that the same command goes on where it was interrupted.

The first line says what the work is, each further one is something finished. Another work's file is never touched.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from bungalow.core.errors import BadData

Row = TypeVar("Row")


class Journal(Generic[Row]):
    """The rows of a work. Without a path they are only remembered."""

    def __init__(self, path: Path | None, work: str, head: dict[str, object], read: Callable[[Any], Row]) -> None:
        """`work` is what people call it; `read` makes a row of what JSON says, or raises."""
        self.path = path
        self.rows: list[Row] = []
        if path is None:
            return
        try:
            if path.exists():
                self.rows = kept_rows(path, work, head, read)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadData(f"cannot write {path}: {error.strerror}") from None

    def add(self, row: Row, written: object) -> None:
        self.rows.append(row)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(written) + "\n")


def kept_rows(path: Path, work: str, head: dict[str, object], read: Callable[[Any], Row]) -> list[Row]:
    """What a file holds of the same work. A last line that was cut off is dropped, and done again."""
    try:
        *lines, cut_off = path.read_text(encoding="utf-8").split("\n")
        first, *rest = [json.loads(line) for line in lines]
        same = first == json.loads(json.dumps(head))
        rows = [read(row) for row in rest] if same else []
    except (ValueError, TypeError, LookupError):
        raise BadData(f"{path} is not the file of a {work}") from None
    if not same:
        raise BadData(f"{path} is the file of another {work}: name another file, or delete it")
    if cut_off:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return rows
