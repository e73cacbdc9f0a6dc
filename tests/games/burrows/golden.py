"""The golden games of Burrows; tests/games/golden.py tells what they are for."""

from __future__ import annotations

import sys
from functools import partial

import bungalow
from bungalow.core.random import Random, seeded
from bungalow.games.burrows.data import SEATS
from tests.games.golden import Golden

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


def play(seats: int) -> bungalow.Match:
    """A game of players who lay tiles where they close something, and else at random."""
    match = bungalow.new("burrows", seats=seats, seed=seats, names=NAMES[:seats])
    random = seeded(1000 + seats)
    while not match.over:
        (seat,) = match.actors
        match.play(seat, pick(match.moves(seat), random))
    return match


def pick(moves: list[bungalow.Move], random: Random) -> bungalow.Move:
    """Prefer the longest burrow that can be completed, then a mismatch avoided."""
    if moves[0].text.startswith("at "):
        completing = [move for move in moves if "completes" in move.words]
        if completing:
            return max(completing, key=lambda move: int(move.words.split()[-1]) if move.words[-1].isdecimal() else 0)
        moves = [move for move in moves if "joins" not in move.words and "ring" not in move.words] or moves
    return moves[int(random.below(len(moves)))]


GOLDEN = Golden("burrows", {f"{seats}-seats": partial(play, seats) for seats in SEATS})


if __name__ == "__main__":
    sys.exit(GOLDEN.command(sys.argv[1:]))
