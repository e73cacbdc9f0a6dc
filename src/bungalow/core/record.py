"""A record: the save, the bug report, the fixture and the test in one readable text file.

    bungalow record 1
    title: burrows
    rules: 1
    edition: 3f9d2c1a77e0b5d4
    seats: 3
    options: longer=on
    names: Ada | Bo | Cy
    seed: 7
    moves:
    1 build T17
    1 at 0,0 r0
    2 reserve T40
    end: 3 moves, checksum 9c1f00aa

Seats count from 1, as in the rulebooks. The last line proves that nothing is missing. A stored record may say before
its moves what becomes of it under the rules of today: `today: replays`, `today: differs at move 37, clause BU-13.18`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from bungalow.core.errors import BadData

FIRST_LINE = "bungalow record 1"
HEADER = ("title", "rules", "edition", "seats", "options", "names", "seed")
TODAY = "today:"
END = re.compile(r"end: (\d+) moves?, checksum ([0-9a-f]{8})")
MOVE = re.compile(r"([1-9]) (\S.*)")


@dataclass
class Record:
    """What is needed to play a game again: its header and one move a line."""

    title: str
    rules: str
    edition: str
    seats: int
    options: dict[str, str]
    names: tuple[str, ...]
    seed: int
    moves: list[tuple[int, str]] = field(default_factory=list)
    """(seat from 0, notation)"""
    checksum: int = 0
    today: str = ""
    """What a stored record says that becomes of it under the rules of today."""

    def write(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        lines = [
            FIRST_LINE,
            f"title: {self.title}",
            f"rules: {self.rules}",
            f"edition: {self.edition}",
            f"seats: {self.seats}",
            f"options: {options}".rstrip(),
            f"names: {' | '.join(self.names)}",
            f"seed: {self.seed}",
            *([f"{TODAY} {self.today}"] if self.today else []),
            "moves:",
            *(f"{seat + 1} {text}" for seat, text in self.moves),
            f"end: {len(self.moves)} move{'' if len(self.moves) == 1 else 's'}, checksum {self.checksum:08x}",
        ]
        return "\n".join(lines) + "\n"

    @staticmethod
    def read(text: str, name: str = "record") -> Record:
        """Read a record; `BadData` names the line that is wrong. `name` is what the message calls it."""
        lines = text.splitlines()
        if not lines or lines[0].strip() != FIRST_LINE:
            raise BadData(f"{name}: line 1 should be '{FIRST_LINE}'")
        header: dict[str, str] = {}
        for number, key in enumerate(HEADER, start=2):
            line = lines[number - 1] if number <= len(lines) else ""
            found, colon, value = line.partition(":")
            if found != key or not colon:
                raise BadData(f"{name}: line {number} should begin with '{key}:', not {line!r}")
            header[key] = value.strip()
        start = len(HEADER) + 1
        today = ""
        if len(lines) > start and lines[start].startswith(TODAY):
            today = lines[start].removeprefix(TODAY).strip()
            start += 1
        if len(lines) <= start or lines[start].strip() != "moves:":
            raise BadData(f"{name}: line {start + 1} should be 'moves:'")
        record = Record(
            title=header["title"],
            rules=header["rules"],
            edition=header["edition"],
            seats=_number(header["seats"], "seats", name),
            options=_options(header["options"], name),
            names=tuple(part.strip() for part in header["names"].split("|")) if header["names"] else (),
            seed=_number(header["seed"], "seed", name),
            today=today,
        )
        return _read_moves(record, lines, start + 1, name)

    @staticmethod
    def load(path: Path) -> Record:
        """Read a record from a file."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadData(f"cannot read {path}: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise BadData(f"{path}: not a text file") from None
        return Record.read(text, str(path))

    def save(self, path: Path) -> None:
        """Write to a file, whole or not at all."""
        part = path.with_name(path.name + ".part")
        try:
            part.write_text(self.write(), encoding="utf-8")
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise BadData(f"cannot write {path}: {error.strerror or error}") from None


def _read_moves(record: Record, lines: list[str], start: int, name: str) -> Record:
    for number, line in enumerate(lines[start:], start=start + 1):
        end = END.fullmatch(line.strip())
        if end:
            if int(end[1]) != len(record.moves):
                raise BadData(f"{name}: the last line promises {end[1]} moves, but there are {len(record.moves)}")
            if any(rest.strip() for rest in lines[number:]):
                raise BadData(f"{name}: line {number + 1} stands after the end of the record")
            record.checksum = int(end[2], 16)
            return record
        move = MOVE.fullmatch(line.strip())
        if not move:
            raise BadData(f"{name}: line {number} is not a move: {line!r}")
        record.moves.append((int(move[1]) - 1, move[2]))
    raise BadData(f"{name}: cut off after line {len(lines)}: the line 'end: ...' is missing")


def _number(text: str, key: str, name: str) -> int:
    if not text.isdecimal():
        raise BadData(f"{name}: '{key}' should be a number, not {text!r}")
    return int(text)


def _options(text: str, name: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in text.split():
        key, equals, value = part.partition("=")
        if not equals:
            raise BadData(f"{name}: an option is written name=value, not {part!r}")
        options[key] = value
    return options
