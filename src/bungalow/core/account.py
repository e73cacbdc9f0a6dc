"""What a finished game came to: where scores came from, and what is worth counting over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Fact(NamedTuple):
    """Something that a seat or a table had in a game and that is worth counting: a kingdom, a card, an opening."""

    kind: str
    name: str
    times: int = 1


class SeatAccount(NamedTuple):
    """What a finished game was for one seat."""

    sources: tuple[tuple[str, int], ...]
    """Where its score came from; they add up to it, and every seat of every game of the title names the same ones."""
    facts: tuple[Fact, ...] = ()


class Account(NamedTuple):
    """What a finished game came to, for people who compare many."""

    seats: tuple[SeatAccount, ...]
    ending: str = ""
    """How it ended, where it can end in several ways."""
    facts: tuple[Fact, ...] = ()
    """Of the whole table."""


def counted(kind: str, names: Iterable[str]) -> list[Fact]:
    """One fact for each name, with how often it comes."""
    return [Fact(kind, name, count) for name, count in sorted(Counter(names).items())]


def turn_order(seats: int, first: int) -> list[Fact]:
    """For each seat: its place in the turn order of a table where `first` begins."""
    places = ("1st", "2nd", "3rd", *(f"{place}th" for place in range(4, seats + 1)))
    return [Fact("turn order", places[(seat - first) % seats]) for seat in range(seats)]
