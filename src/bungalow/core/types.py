"""Plain values that cross the contract. All immutable, all cold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Path = tuple[str, ...]
"""An option as things on the table, in the order in which a person points at them: `("tile:T17", "do:build")`."""


@dataclass(frozen=True)
class Forced:
    """A value that an option has at some tables, and why. It holds where all of its conditions do."""

    value: object
    why: str
    seats: tuple[int, ...] = ()
    """The table has so many seats; empty: any number."""
    given: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    """Other options have one of these values. The title's own rules see to what follows from them."""

    def holds(self, seats: int, options: Mapping[str, object]) -> bool:
        right = all(options.get(name) in values for name, values in self.given.items())
        return right and (not self.seats or seats in self.seats)


@dataclass(frozen=True)
class Option:
    """A switch of a title that is set before the game: a variant, a module, a number of rivals."""

    name: str
    label: str
    """What people call it."""
    default: object
    allowed: tuple[object, ...]
    words: str
    """What it changes, in one sentence."""
    later: bool = False
    """It came to the title later: a record names it only where it differs, so older records stay as they are."""
    group: str = ""
    """The heading under which it stands with others: the name of an expansion."""
    recommended: object = None
    """Its value in the set that is recommended for the group; None where it does not matter to the set."""
    forced: tuple[Forced, ...] = ()
    """Where other choices decide it; the first that holds counts."""

    def usual(self, seats: int) -> object:
        """Its value where nobody names one: what so many seats (0: not known) ask for, else the default."""
        return next((each.value for each in self.forced if seats in each.seats and not each.given), self.default)

    def decided(self, seats: int, options: Mapping[str, object]) -> Forced | None:
        """What other choices make of it; None where it is free."""
        return next((each for each in self.forced if each.holds(seats, options)), None)

    def read(self, text: str) -> object:
        """The allowed value that prints as `text`; None when there is none."""
        wanted = text.strip().lower()
        return next((value for value in self.allowed if show_value(value) == wanted), None)


def show_value(value: object) -> str:
    """How the value of an option is written on a command line and in a record."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).lower()


@dataclass(frozen=True)
class Rivals:
    """Seats that a title plays by its own rules: the last ones, as many as one of its options says."""

    option: str
    names: tuple[str, ...]
    """What they are called, in the order of their seats."""
    allowed: Mapping[int, tuple[int, ...]]
    """How many there may be, by the number of other seats."""
    usual: Mapping[int, int]
    """How many to propose."""


@dataclass(frozen=True)
class Kind:
    """A kind of question that a title puts to a seat. Its place in `Game.kinds` is its number."""

    name: str
    size: int
    """Every option integer of this kind is below this."""
    words: str
    """The question to the person asked, in words."""
    clause: str
    confirm: bool = False
    """Asked even when it has one option only; its answer cannot be taken back."""
    passes: int = -1
    """Of a silent question: the option that does nothing the others could see (-1: none of them does)."""
    reaction: bool = False
    """Asked silently out of turn, as a rule passed: tables give it a time, and standing orders may answer it."""
    single: bool = False
    """May be asked with one option only where its `Choice.lone` says so; unlike a confirm, it can be taken back."""


class Event(NamedTuple):
    """Something that happened: a message key with arguments, its rule, and who may read it."""

    key: str
    args: tuple[object, ...]
    clause: str
    audience: int
    """Bit set of seats; `EVERYONE` includes spectators."""
    reveals: int
    """How many reveals had been marked when it happened (what comes after one cannot be foretold)."""


def may_read(event: Event, viewer: int) -> bool:
    """Return whether a viewer, a seat or the spectator (-1), may read an event. The only place that decides it."""
    return event.audience == -1 or (viewer >= 0 and event.audience >> viewer & 1 == 1)


class Reason(NamedTuple):
    """Why something cannot be chosen now."""

    clause: str
    words: str


class Waiting(NamedTuple):
    """Who is awaited, as far as a viewer may know."""

    seats: tuple[int, ...]
    words: str


class Preview(NamedTuple):
    """What an option would do, as far as it can be known before."""

    lines: tuple[str, ...]
    marks: tuple[str, ...]
    final: bool
    """It cannot be taken back, because it reveals something."""


class Secret(NamedTuple):
    """One hidden fact of the table, for the proof that a guess deals it anew."""

    name: str
    value: object
    known_to: int
    """Bit set of the seats that know it."""


class Score(NamedTuple):
    """One seat's result, now or at the end."""

    seat: int
    total: int
    parts: tuple[tuple[str, int], ...]
    rank: int


class Standing(NamedTuple):
    """Over or not, and every seat's score in seat order."""

    over: bool
    scores: tuple[Score, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(score.seat for score in self.scores if score.rank == 1)
