"""A moment of a game that is being played for the checks, and what the run remembers of earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from bungalow.core.contract import SPECTATOR, Game, State
from bungalow.core.feed import TableFeed
from bungalow.core.match import Match
from bungalow.core.random import Random, seeded
from bungalow.core.types import Path

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder(order="deterministic")
REMEMBERED = 200
"""So many options of each kind are remembered, to be asked for again when they are not legal."""


@dataclass
class Tries:
    """How often something was tried, and how often it came out."""

    made: int = 0
    hit: int = 0


@dataclass
class Memory:
    """What a run has seen of a title at one number of seats."""

    options: dict[int, dict[int, Path]] = field(default_factory=dict)
    """By kind of question: options that were legal once, with their targets."""
    facts: dict[tuple[int, str], Tries] = field(default_factory=dict)
    """By viewer and name: guesses of a hidden fact, and how many of them differed from the truth."""
    views: list[tuple[object, bytes]] = field(default_factory=list)
    """Views taken at the moment before, and what they looked like."""
    checksums: list[int] = field(default_factory=list)
    """Of the game under way: after each number of moves."""
    past: list[tuple[State, int]] = field(default_factory=list)
    """Clones of the game under way, with the checksum they had."""
    box: dict[str, int] | None = None
    """The pieces at the start of the game under way."""
    asked_apart: Tries = field(default_factory=Tries)
    """Pairs of worlds of which one asked silently and one did not, and how often they looked alike afterwards."""
    asked_alike: Tries = field(default_factory=Tries)

    def new_game(self) -> None:
        self.views, self.checksums, self.past, self.box = [], [], [], None

    def remember(self, kind: int, option: int, path: Path) -> None:
        known = self.options.setdefault(kind, {})
        if len(known) < REMEMBERED:
            known[option] = path


class Table(Match):
    """A match that begins in the middle: around a state, without the moves that led there."""

    def __init__(self, state: State) -> None:
        self.game = state.game
        self.seats = int(state.seats)
        self.seed = 0
        self.edition_file = ""
        self.options = dict(state.settings)
        self.held = False
        self.names = state.game.seat_names(self.seats, self.options)
        self.history = []
        self.state = state
        self._start = state.clone()
        self._log_start = len(state.log or ())

    def _fresh(self) -> State:
        state = self._start.clone()
        state.watch()
        state.listen()
        return state


@dataclass
class Moment:
    """A match that waits for a choice (or is over). Checks look at it and leave it as it was."""

    match: Match
    random: Random
    """For the checks' own choices; never the table's."""
    memory: Memory = field(default_factory=Memory)
    feed: type[TableFeed] = TableFeed

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def viewers(self) -> list[int]:
        """Every seat, and the spectator."""
        return [int(SPECTATOR), *range(self.match.seats)]

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.random.below(len(items)))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Up to so many of the items, in their order."""
        left, found = count, []
        for index, item in enumerate(items):
            if left and int(self.random.below(len(items) - index)) < left:
                found.append(item)
                left -= 1
        return found

    def stream(self) -> Random:
        """Fresh random numbers for a guess."""
        return self.random.spawn()


def moment_of(match: Match, seed: int = 1) -> Moment:
    """A moment for calling single checks on a match that one has brought to the place of interest."""
    return Moment(match, seeded(seed))


def seats_in(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def encode(value: object) -> bytes:
    """The bytes by which two messages are compared; plain data only (`TypeError` otherwise)."""
    return _ENCODER.encode(value)


def who(viewer: int) -> str:
    """A viewer in the words of a fault."""
    return "the spectator" if viewer < 0 else f"seat {viewer + 1}"
