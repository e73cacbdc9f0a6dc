"""Who sits where: people at this terminal, bots, and the names of both."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bungalow.bots.table import codes, make
from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions

PERSON = "person"
"""In a list of bots: a seat that a person takes."""
BOT_NAME = re.compile(r"(\w+) bot(?: \d+)?")


def seat_bots(wanted: Sequence[str], seats: int) -> dict[int, str]:
    """The short code of the bot at each seat that has one.

    Fewer codes than seats: the bots take the last seats. As many: the list goes by seat and may name `person`.
    """
    if len(wanted) > seats:
        raise BadOptions(f"{len(wanted)} bots do not fit on {seats} seats")
    first = seats - len(wanted)
    for code in wanted:
        if code != PERSON:
            make(code)
    return {first + i: code for i, code in enumerate(wanted) if code != PERSON}


def seat_names(game: Game, seats: int, bots: dict[int, str], given: Sequence[str]) -> tuple[str, ...]:
    """A name for every seat: `given` names all seats, or the people in their order."""
    people = [seat for seat in range(seats) if seat not in bots]
    if given and len(given) not in (seats, len(people)):
        raise BadOptions(f"{len(people)} people at {seats} seats cannot have {len(given)} names")
    if given and len(given) == seats:
        return tuple(given)
    names = list(game.seat_names(seats))
    for seat, code in bots.items():
        alike = [other for other, theirs in bots.items() if theirs == code]
        names[seat] = f"{code} bot" + (f" {alike.index(seat) + 1}" if len(alike) > 1 else "")
    for seat, name in zip(people, given, strict=False):
        names[seat] = name
    return tuple(names)


def bots_by_name(names: Sequence[str]) -> dict[int, str]:
    """The bots that a saved game was played with, as `seat_names` wrote them."""
    found = [(seat, BOT_NAME.fullmatch(name)) for seat, name in enumerate(names)]
    return {seat: match[1] for seat, match in found if match and match[1] in codes()}
