"""Tables of every title and number of seats, for tests that go through all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from bungalow.core.contract import Game, State
from bungalow.core.registry import find

OURS = ("burano", "burrows", "buru", "busara")


class Sort(NamedTuple):
    """A title with a number of seats and options."""

    title: str
    seats: int
    options: dict[str, object]

    def __str__(self) -> str:
        return "-".join([self.title, str(self.seats), *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def game(self) -> Game:
        return find(self.title)


def needed(title: str, seats: int) -> dict[str, object]:
    """Options without which that many cannot play."""
    return {"fifth_player": True} if title == "buru" and seats == 5 else {}


SORTS = [Sort(title, seats, needed(title, seats)) for title in OURS for seats in find(title).seats]
LAWAN = [Sort("buru", 3, {"lawan": 1}), Sort("buru", 3, {"lawan": 2})]
MODULES: dict[str, object] = dict.fromkeys(("ambelau", "ukum", "tokoh", "blessings", "liaisons"), True)


def walk(sort: Sort, seed: int, most: int = 10_000) -> Iterator[State]:
    """The moments of a game at random, the end included."""
    chance = random.Random(seed)
    state = sort.game.new(sort.seats, sort.options, seed, watched=True)
    for _ in range(most):
        yield state
        if state.over():
            return
        seat = int(state.actor())
        state.apply(seat, chance.choice(state.legal(seat)))
