"""A view as a row of numbers, for programs that learn.

Each title has a file here whose `write` puts what a seat sees into a `Row`, part by part under a name. It reads the
view alone, so the numbers tell nothing that the seat may not know. A title's parts have the same names and sizes at
every moment of every game with that many seats, so the row can be cut up again: that is its `Layout`.

Seats are told from the viewer's place: `seat+0` is the viewer, `seat+1` sits to its left. Options name seats and
boards by their own numbers, so the first part says which seat the viewer has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, TypeVar

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

    def __init__(self, me: int, seats: int) -> None:
        self.me = me
        self.seats = seats
        self.values: list[float] = []
        self.parts: list[Part] = []
        self.place = ""

    def put(self, name: str, values: Sequence[float], words: str) -> None:
        self.parts.append(Part(self.place + name, len(self.values), len(values), words))
        self.values += values

    def number(self, name: str, value: float, scale: float = 1) -> None:
        self.put(name, [value / scale], f"in {scale:g}ths" if scale != 1 else "a number")

    def flag(self, name: str, value: object) -> None:
        self.put(name, [float(bool(value))], "1 for yes")

    def perhaps(self, name: str, value: float | None, scale: float = 1) -> None:
        """A number that the seat may not know, or that is not there."""
        shown = f"{value_words(scale)}, and whether there is one"
        self.put(name, [0.0, 0.0] if value is None else [value / scale, 1.0], shown)

    def one_of(self, name: str, value: str | None, names: Sequence[str]) -> None:
        """1 at the place of the name; nothing for None."""
        row = [0.0] * len(names)
        if value is not None:
            row[numbered(tuple(names))[value]] = 1.0
        self.put(name, row, f"1 for which of {listed(names)}")

    def some_of(self, name: str, values: Iterable[str], names: Sequence[str], scale: float = 1) -> None:
        """How many there are of each name."""
        row = [0.0] * len(names)
        places = numbered(tuple(names))
        for value in values:
            row[places[value]] += 1 / scale
        self.put(name, row, f"how many of each of {listed(names)}")

    def amounts(self, name: str, values: Mapping[str, float] | None, names: Sequence[str], scale: float = 1) -> None:
        """A number for each name; nothing for None."""
        row = [0.0] * len(names)
        places = numbered(tuple(names))
        for key, value in (values or {}).items():
            row[places[key]] = value / scale
        self.put(name, row, f"{value_words(scale)} for each of {listed(names)}")

    def seat(self, name: str, seat: int | None) -> None:
        """1 at the place of a seat, the viewer first; nothing for None."""
        self.at_seats(name, [] if seat is None else [seat])

    def at_seats(self, name: str, seats: Iterable[int]) -> None:
        row = [0.0] * self.seats
        for seat in seats:
            if seat >= 0:
                row[(seat - self.me) % self.seats] = 1.0
        self.put(name, row, "1 for which seats, the viewer first")

    def by_seat(self, name: str, values: Sequence[float], scale: float = 1) -> None:
        """A number for each seat, the viewer first."""
        row = [values[(self.me + i) % self.seats] / scale for i in range(self.seats)]
        self.put(name, row, f"{value_words(scale)} for each seat, the viewer first")

    def each(self, players: Sequence[Player]) -> Iterator[Player]:
        """The players, the viewer first; what is put meanwhile bears the name of their place."""
        for i in range(self.seats):
            self.place = f"seat+{i}: "
            yield players[(self.me + i) % self.seats]
        self.place = ""


def value_words(scale: float) -> str:
    return "a number" if scale == 1 else f"a number in {scale:g}ths"


def listed(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= NAMED_SIZE else f"{len(names)}: {names[0]}, {names[1]} … {names[-1]}"


@cache
def numbered(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


Writer = Callable[[Row, object, object], None]
"""`write(row, view, box)` of a title."""


@cache
def writer(title: str) -> Writer:
    module = f"{__name__}.{title}"
    if find_spec(module) is None:
        raise BadOptions(f"{title} cannot be told in numbers yet: bungalow/lab/vectors has no file for it")
    write: Writer = import_module(module).write
    return write


class Layout:
    """How the numbers of a title are laid out, for a number of seats."""

    def __init__(self, game: Game, seats: int, options: dict[str, object] | None = None, edition: str = "") -> None:
        self.game = game
        self.box = game.components(edition)
        self.write = writer(game.name)
        first = game.new(seats, options, 0, edition, watched=True)
        row = self._row(first, 0)
        self.parts = tuple(row.parts)
        self.size = len(row.values)

    def _row(self, state: State, seat: int) -> Row:
        row = Row(seat, int(state.seats))
        row.one_of("seat", f"seat {seat + 1}", [f"seat {n + 1}" for n in range(row.seats)])
        kinds = [kind.name for kind in self.game.kinds]
        asked = int(state.asked(seat))
        row.one_of("question", None if asked < 0 else kinds[asked], kinds)
        self.write(row, state.view(seat), self.box)
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
