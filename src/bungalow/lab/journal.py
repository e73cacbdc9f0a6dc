"""Journals: long work keeps what it has finished in a file, so that the same command goes on where it was interrupted.

The first line says what the work is, each further one is something finished. Another work's file is never touched.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, Self, TextIO, TypeVar

from bungalow.core.errors import BadData

Row = TypeVar("Row")


class Journal(Generic[Row]):
    """The rows of a work, while it goes on: `with Journal(..) as journal`. Without a path they are only remembered."""

    def __init__(self, path: Path | None, work: str, head: dict[str, object], read: Callable[[Any], Row]) -> None:
        """`work` is what people call it; `read` makes a row of what JSON says, or raises."""
        self.path, self.work, self.read = path, work, read
        self.head = json.dumps(head)
        self.rows: list[Row] = []
        self.file: TextIO | None = None

    def __enter__(self) -> Self:
        if self.path is not None:
            with told(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.file = self.path.open("a+", encoding="utf-8")
            try:
                self.hold(self.file)
                self.go_on(self.file)
            except BaseException:
                self.file.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()

    def add(self, row: Row, written: object) -> None:
        self.rows.append(row)
        if self.file is not None:
            self.write(self.file, json.dumps(written))

    def write(self, file: TextIO, line: str) -> None:
        with told(self.path):
            file.write(line + "\n")
            file.flush()

    def hold(self, file: TextIO) -> None:
        """For this run alone, until it ends."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadData(f"another run is writing to {self.path}") from None

    def go_on(self, file: TextIO) -> None:
        """Read what is there of the same work. A last line that was cut off is dropped, and done again."""
        try:
            file.seek(0)
            text = file.read()
            whole, _, cut_off = text.rpartition("\n")
            if self.head.startswith(text):
                cut_off = text  # nothing was begun, or hardly
            else:
                first, *rest = map(json.loads, whole.split("\n"))
                self.compare(first)
                self.rows = [self.read(row) for row in rest]
        except (ValueError, TypeError, LookupError):
            raise BadData(f"{self.path} is not the file of a {self.work}") from None
        if cut_off:
            file.truncate(len(text.removesuffix(cut_off).encode()))
        if cut_off == text:
            self.write(file, self.head)

    def compare(self, head: Any) -> None:
        """Raise when that is the head of another work, and tell in what it differs."""
        own: dict[str, object] = json.loads(self.head)
        if not isinstance(head, dict) or next(iter(head), "") != next(iter(own)):
            raise ValueError
        for name in own:
            if head.get(name) != own[name]:
                what = f"{name} {head.get(name)}, not {own[name]}" if isinstance(own[name], str | int) else name
                words = f"{self.path} is the file of another {self.work} ({what})"
                raise BadData(f"{words}: name another file, or delete it")


@contextmanager
def told(path: Path | None) -> Iterator[None]:
    """What the disk refuses, in one line."""
    try:
        yield
    except OSError as error:
        raise BadData(f"cannot write {path}: {error.strerror or error}") from None
