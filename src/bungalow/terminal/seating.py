"""Who sits where: people at this terminal, bots, and the names of both."""

from __future__ import annotations

from collections.abc import Sequence

from bungalow.bots.table import bot_names, make
from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions

PERSON = "person"
"""In a list of bots: a seat that a person takes."""


def seat_bots(wanted: Sequence[str], game: Game, seats: int, options: dict[str, object]) -> dict[int, str]:
    """The short code of the bot at each seat that has one.

    Fewer codes than seats: the bots take the last seats. As many: the list goes by seat and may name `person`. Seats
    that the title plays itself do not count.
    """
    seats = game.played_seats(seats, options)
    if len(wanted) > seats:
        raise BadOptions(f"{len(wanted)} bots do not fit on {seats} seats")
    first = seats - len(wanted)
    for code in wanted:
        if code != PERSON:
            make(code, game)
    return {first + i: code for i, code in enumerate(wanted) if code != PERSON}


def seat_names(
    game: Game, seats: int, bots: dict[int, str], given: Sequence[str], options: dict[str, object]
) -> tuple[str, ...]:
    """A name for every seat: `given` names all seats, or the people in their order."""
    people = [seat for seat in range(game.played_seats(seats, options)) if seat not in bots]
    if given and len(given) not in (seats, len(people)):
        raise BadOptions(f"{len(people)} people at {seats} seats cannot have {len(given)} names")
    if given and len(given) == seats:
        return tuple(given)
    names = list(game.seat_names(seats, options))
    for seat, name in bot_names(bots).items():
        names[seat] = name
    for seat, name in zip(people, given, strict=False):
        names[seat] = name
    return tuple(names)
