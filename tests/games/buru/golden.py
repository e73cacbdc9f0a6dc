"""The golden games of Buru; tests/games/golden.py tells what they are for."""

from __future__ import annotations

import sys
from functools import partial

from bungalow.core.match import Match, Move
from bungalow.core.random import Random, seeded
from bungalow.games.buru import GAME
from tests.games.golden import Golden

NAMES = ("Becky", "Sonia", "Ketut", "Wayan")
LAWAN = ("Lawan A", "Lawan B")
MIXES = ((2, 0), (3, 0), (4, 0), (3, 2), (3, 1), (2, 1))


def play(seats: int, lawan: int) -> Match:
    """A game of people who use what they can, and else choose at random."""
    names = (*NAMES[: seats - lawan], *LAWAN[:lawan])
    options: dict[str, object] = {"lawan": lawan, "longer": seats == 4}
    match = Match(GAME, seats, options=options, seed=seats * 10 + lawan, names=names)
    random = seeded(1000 + seats * 10 + lawan)
    while not match.over:
        (seat,) = match.actors
        match.play(seat, pick(match.moves(seat), random))
    return match


def pick(moves: list[Move], random: Random) -> Move:
    """Tribute first, then anything but `done` most of the time."""
    paying = [move for move in moves if move.text.startswith("tribute")]
    using = [move for move in moves if move.text != "done"]
    if paying:
        moves = paying
    elif using and int(random.below(8)):
        moves = using
    return moves[int(random.below(len(moves)))]


GOLDEN = Golden("buru", {f"{seats}-seats-{lawan}-lawan": partial(play, seats, lawan) for seats, lawan in MIXES})


if __name__ == "__main__":
    sys.exit(GOLDEN.command(sys.argv[1:]))
