"""What lies in a box: `components.toml` documents, read and checked.

Every title keeps its data in such a document, and an owner of the printed game can put another one in its place (an
edition). So whatever is wrong with one is told in a line that names the document, the row and the offending value:

>>> Document.parse(b'[counts]\\ntiles = "many"', "my.toml").row("counts", keys=("tiles",)).whole("tiles", 1, 80)
Traceback (most recent call last):
bungalow.core.errors.BadData: bad-data: my.toml: counts: tiles must be a whole number from 1 to 80, not 'many'

Each row says where it comes from: `source` is `rulebook`, `public` or `designed`.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path

from bungalow.core.errors import BadData

SOURCES = ("rulebook", "public", "designed")
"""Printed in the rulebook or forced by it; reported by owners and reviewers; made for this implementation."""

LARGEST_FILE = 1_000_000

_KINDS: dict[type, str] = {dict: "a table", list: "a list"}


def quoted(value: object) -> str:
    """A value as it may stand in a one-line message."""
    if type(value) in _KINDS:
        return _KINDS[type(value)]
    if isinstance(value, bool):
        return "true" if value else "false"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(values: Collection[object]) -> str:
    """Names for a message: `red, orange or purple`."""
    words = [str(value) for value in values]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


class Row:
    """One table of a document with typed access; `str(row)` names it, e.g. `burrow.tiles T17`, `schedule_layout #2`."""

    def __init__(self, document: str, name: str, values: dict[str, object], keys: Collection[str]) -> None:
        self.document = document
        self.name = name
        self.values = values
        for key in values:
            if key not in keys:
                raise self.wrong(f"unknown key {quoted(key)}; known are {', '.join(keys)}")

    def __str__(self) -> str:
        return self.name

    def wrong(self, words: str, *, clause: str = "") -> BadData:
        """The error to raise when this row breaks a rule."""
        return BadData(f"{self.document}: {self.name}: {words}", clause=clause)

    def has(self, key: str) -> bool:
        return key in self.values

    def text(self, key: str) -> str:
        return self._text(key, self._value(key))

    def whole(self, key: str, low: int, high: int) -> int:
        return self._whole(key, self._value(key), low, high)

    def number(self, key: str, low: float, high: float) -> float:
        value = self._value(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            wanted = f"a number from {low:g} to {high:g}" if low < high else f"{low:g}"
            raise self.wrong(f"{key} must be {wanted}, not {quoted(value)}")
        return float(value)

    def flag(self, key: str) -> bool:
        value = self._value(key)
        if not isinstance(value, bool):
            raise self.wrong(f"{key} must be true or false, not {quoted(value)}")
        return value

    def one_of(self, key: str, allowed: Collection[str]) -> str:
        return self._one_of(key, self._value(key), allowed)

    def texts(self, key: str, allowed: Collection[str] | None = None) -> list[str]:
        """A list of texts, each one of `allowed` if that is given."""
        items = self._list(key, self._value(key))
        if allowed is None:
            return [self._text(f"{key} #{i}", item) for i, item in enumerate(items, 1)]
        return [self._one_of(f"{key} #{i}", item, allowed) for i, item in enumerate(items, 1)]

    def wholes(self, key: str, low: int, high: int) -> list[int]:
        items = self._list(key, self._value(key))
        return [self._whole(f"{key} #{i}", item, low, high) for i, item in enumerate(items, 1)]

    def text_lists(self, key: str) -> list[list[str]]:
        """A list of lists of texts."""
        lists = enumerate(self._list(key, self._value(key)), 1)
        return [[self._text(f"{key} #{i}", item) for item in self._list(f"{key} #{i}", items)] for i, items in lists]

    def whole_lists(self, key: str, low: int, high: int) -> list[list[int]]:
        """A list of lists of whole numbers."""
        lists = enumerate(self._list(key, self._value(key)), 1)
        return [
            [self._whole(f"{key} #{i}", item, low, high) for item in self._list(f"{key} #{i}", items)]
            for i, items in lists
        ]

    def rows(self, key: str, *, keys: Collection[str]) -> list[Row]:
        """The tables in a list inside this row."""
        return _rows(self.document, f"{self.name} {key}", self._value(key), keys)

    @property
    def source(self) -> str:
        return self.one_of("source", SOURCES)

    def _value(self, key: str) -> object:
        if key not in self.values:
            raise self.wrong(f"{key} is missing")
        return self.values[key]

    def _text(self, key: str, value: object) -> str:
        if not isinstance(value, str) or not value:
            raise self.wrong(f"{key} must be a text, not {quoted(value)}")
        return value

    def _whole(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            wanted = f"a whole number from {low} to {high}" if low < high else str(low)
            raise self.wrong(f"{key} must be {wanted}, not {quoted(value)}")
        return value

    def _one_of(self, key: str, value: object, allowed: Collection[str]) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(f"{key} must be {listed(allowed)}, not {quoted(value)}")
        return value

    def _list(self, key: str, value: object) -> list[object]:
        if not isinstance(value, list):
            raise self.wrong(f"{key} must be a list, not {quoted(value)}")
        return value


class Document:
    """A parsed `components.toml` with its hash and its provenance."""

    def __init__(self, name: str, data: dict[str, object]) -> None:
        self.name = name
        self.data = data
        self.hash = content_hash(data)
        self.provenance = dict.fromkeys(SOURCES, 0)
        """How many rows come from where."""
        self._count_sources(data, "")

    @classmethod
    def read(cls, path: Path) -> Document:
        """Read a file; every failure is a `BadData` of one line."""
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            raise BadData(f"{path}: there is no such file") from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BadData(f"{path}: cannot be read: {reason}") from None
        return cls.parse(raw, str(path))

    @classmethod
    def parse(cls, raw: bytes, name: str) -> Document:
        if len(raw) > LARGEST_FILE:
            raise BadData(f"{name}: is too large: {len(raw)} bytes, at most {LARGEST_FILE}")
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadData(f"{name}: is not UTF-8 text: byte {raw[error.start]:#04x} at {error.start}") from None
        try:
            return cls(name, tomllib.loads(text))
        except ValueError as error:
            raise BadData(f"{name}: is not TOML: {' '.join(str(error).split())}") from None
        except RecursionError:
            raise BadData(f"{name}: is nested too deeply") from None

    def wrong(self, words: str, *, clause: str = "") -> BadData:
        """The error to raise when the document as a whole breaks a rule."""
        return BadData(f"{self.name}: {words}", clause=clause)

    def expect(self, paths: Sequence[str]) -> None:
        """Refuse tables that no path names: a misspelt one would otherwise be overlooked."""
        self._expect(self.data, "", paths)

    def row(self, path: str, *, keys: Collection[str]) -> Row:
        """The one table at a dotted path."""
        table = self._at(path)
        if not isinstance(table, dict):
            raise self.wrong(f"{path}: must be a table, not {quoted(table)}")
        return Row(self.name, path, table, keys)

    def rows(self, path: str, *, keys: Collection[str]) -> list[Row]:
        """The list of tables at a dotted path."""
        return _rows(self.name, path, self._at(path), keys)

    def _at(self, path: str) -> object:
        here: object = self.data
        for word in path.split("."):
            if not isinstance(here, dict) or word not in here:
                raise self.wrong(f"{path}: is missing")
            here = here[word]
        return here

    def _expect(self, table: dict[str, object], prefix: str, paths: Sequence[str]) -> None:
        for key, value in table.items():
            path = prefix + key
            if path in paths:
                continue
            if isinstance(value, dict) and any(known.startswith(path + ".") for known in paths):
                self._expect(value, path + ".", paths)
            elif not (prefix and key == "source"):
                raise self.wrong(f"{path}: is unknown; known are {', '.join(paths)}")

    def _count_sources(self, value: object, name: str) -> None:
        if isinstance(value, list):
            for i, item in enumerate(value, 1):
                self._count_sources(item, _row_name(name, i, item))
        elif isinstance(value, dict):
            if name and "source" in value:
                source = value["source"]
                if source not in SOURCES:
                    raise self.wrong(f"{name}: source must be {listed(SOURCES)}, not {quoted(source)}")
                self.provenance[source] += 1
            for key, item in value.items():
                if key != "source":
                    self._count_sources(item, f"{name}.{key}" if name else key)


def content_hash(data: object) -> str:
    """16 hex digits of what a document says; comments, order of keys and formatting do not matter."""
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:16]


def _row_name(path: str, number: int, value: object) -> str:
    """Rows are named by their `id`, those without one by their number in the list."""
    name = value.get("id") if isinstance(value, dict) else None
    readable = isinstance(name, (str, int)) and not isinstance(name, bool) and name != ""
    return f"{path} {str(name)[:30].splitlines()[0]}" if readable else f"{path} #{number}"


def _rows(document: str, path: str, value: object, keys: Collection[str]) -> list[Row]:
    if not isinstance(value, list):
        raise BadData(f"{document}: {path}: must be a list of tables, not {quoted(value)}")
    rows: list[Row] = []
    for number, item in enumerate(value, 1):
        name = _row_name(path, number, item)
        if not isinstance(item, dict):
            raise BadData(f"{document}: {name}: must be a table, not {quoted(item)}")
        rows.append(Row(document, name, item, keys))
    return rows
