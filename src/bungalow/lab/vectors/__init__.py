"""A view as a row of numbers, for programs that learn.

Each title has a file here whose `write` puts what a seat sees into a `Row`, part by part under a name. It reads the
view alone, so the numbers tell nothing that the seat may not know. A title's parts have the same names and sizes at
every moment of every game with that many seats, so the row can be cut up again: that is its `Layout`.

Seats are told from the viewer's place: `seat+0` is the viewer, `seat+1` sits to its left. Options name seats and
boards by their own numbers, so the first part says which seat the viewer has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, Protocol, TypeVar, cast

from bungalow.core.contract import Game, State
from bungalow.core.errors import BadOptions

Player = TypeVar("Player")
NAMED_SIZE = 6
"""Layouts name the single numbers of a part when there are no more."""


class Part(NamedTuple):
    """Numbers next to each other that belong together."""

    name: str
    start: int
    size: int
    words: str
    """What each of them is, or what they are one for each of."""


class Row:
    """Numbers being written, as one seat sees the table."""

    def __init__(self, me: int, seats: int, parts: list[Part] | None = None) -> None:
        self.me = me
        self.seats = seats
        self.values: list[float] = []
        self.parts = parts
        """What is written is listed here, when somebody wants to know."""
        self.place = ""

    def put(self, name: str, values: Sequence[float], words: str, names: Sequence[str] = (), scale: float = 1) -> None:
        """Add a part; `words` may speak of `{names}` and of a `{number}`."""
        if self.parts is not None:
            number = "a number" if scale == 1 else f"a number in {scale:g}ths"
            told = words.format(names=listed(names), number=number)
            self.parts.append(Part(self.place + name, len(self.values), len(values), told))
        self.values += values

    def number(self, name: str, value: float, scale: float = 1) -> None:
        self.put(name, (value / scale,), "{number}", scale=scale)

    def flag(self, name: str, value: object) -> None:
        self.put(name, (1.0 if value else 0.0,), "1 for yes")

    def perhaps(self, name: str, value: float | None, scale: float = 1) -> None:
        """A number that the seat may not know, or that is not there."""
        row = (0.0, 0.0) if value is None else (value / scale, 1.0)
        self.put(name, row, "{number}, and whether there is one", scale=scale)

    def one_of(self, name: str, value: str | None, names: tuple[str, ...]) -> None:
        """1 at the place of the name; nothing for None."""
        row = [0.0] * len(names)
        if value is not None:
            row[numbered(names)[value]] = 1.0
        self.put(name, row, "1 for which of {names}", names)

    def some_of(self, name: str, values: Iterable[str], names: tuple[str, ...], scale: float = 1) -> None:
        """How many there are of each name."""
        row = [0.0] * len(names)
        places = numbered(names)
        for value in values:
            row[places[value]] += 1 / scale
        self.put(name, row, "how many, {number} for each of {names}", names, scale)

    def amounts(self, name: str, values: Mapping[str, float] | None, names: tuple[str, ...], scale: float = 1) -> None:
        """A number for each name; nothing for None."""
        row = [0.0] * len(names)
        if values:
            places = numbered(names)
            for key, value in values.items():
                row[places[key]] = value / scale
        self.put(name, row, "{number} for each of {names}", names, scale)

    def seat(self, name: str, seat: int | None) -> None:
        """1 at the place of a seat, the viewer first; nothing for None."""
        self.at_seats(name, () if seat is None else (seat,))

    def at_seats(self, name: str, seats: Iterable[int]) -> None:
        row = [0.0] * self.seats
        for seat in seats:
            if seat >= 0:
                row[(seat - self.me) % self.seats] = 1.0
        self.put(name, row, "1 for which seats, the viewer first")

    def by_seat(self, name: str, values: Sequence[float], scale: float = 1) -> None:
        """A number for each seat, the viewer first."""
        row = [values[(self.me + i) % self.seats] / scale for i in range(self.seats)]
        self.put(name, row, "{number} for each seat, the viewer first", scale=scale)

    def each(self, players: Sequence[Player]) -> Iterator[Player]:
        """The players, the viewer first; what is put meanwhile bears the name of their place."""
        for i in range(self.seats):
            self.place = f"seat+{i}: "
            yield players[(self.me + i) % self.seats]
        self.place = ""


def listed(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= NAMED_SIZE else f"{len(names)}: {names[0]}, {names[1]} … {names[-1]}"


@cache
def numbered(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


class Writer(Protocol):
    """The file of a title."""

    def vocabulary(self, box: object) -> object:
        """The names that an edition of the title knows, in order; made once."""

    def write(self, row: Row, seen: object, names: object) -> None:
        """Put a view into a row."""


@cache
def writer(title: str) -> Writer:
    module = f"{__name__}.{title}"
    if find_spec(module) is None:
        raise BadOptions(f"{title} cannot be told in numbers yet: bungalow/lab/vectors has no file for it")
    return cast(Writer, import_module(module))


class Layout:
    """How the numbers of a title are laid out, for a number of seats."""

    def __init__(self, game: Game, seats: int, options: dict[str, object] | None = None, edition: str = "") -> None:
        self.writer = writer(game.name)
        self.names = self.writer.vocabulary(game.components(edition))
        self.kinds = tuple(kind.name for kind in game.kinds)
        self.seat_names = tuple(f"seat {seat + 1}" for seat in range(seats))
        self.parts: list[Part] = []
        first = game.new(seats, options, 0, edition, watched=True)
        self.size = len(self._row(first, 0, self.parts).values)

    def _row(self, state: State, seat: int, parts: list[Part] | None = None) -> Row:
        row = Row(seat, len(self.seat_names), parts)
        row.one_of("seat", self.seat_names[seat], self.seat_names)
        asked = int(state.asked(seat))
        row.one_of("question", None if asked < 0 else self.kinds[asked], self.kinds)
        self.writer.write(row, state.view(seat), self.names)
        return row

    def encode(self, state: State, seat: int) -> list[float]:
        """What a seat sees, in numbers. The state is a watched one."""
        values = self._row(state, seat).values
        assert len(values) == self.size
        return values


def table(layout: Layout) -> str:
    """The layout in Markdown. What every seat has is told once."""
    lines = ["| from | size | part | what |", "|---:|---:|---|---|"]
    for part in layout.parts:
        if not part.name.startswith("seat+") or part.name.startswith("seat+0: "):
            name = part.name.replace("seat+0: ", "seat+i: ")
            lines.append(f"| {part.start} | {part.size} | {name} | {part.words} |")
    return "\n".join(lines)
