"""The golden games of Burano; tests/games/golden.py tells what they are for."""

from __future__ import annotations

import sys
from functools import partial

import bungalow
from bungalow.core.random import Random, seeded
from bungalow.games.burano.places import SEATS
from tests.games.golden import Golden

IDLE = ("coin", "end", "skip", "stop", "done", "none", "later")
NAMES = ("Ada", "Bo", "Cy", "Di")


def play(seats: int) -> bungalow.Match:
    """A game of players who are busy rather than wise; with three of them on an experienced layout."""
    options: dict[str, object] = {"experienced": seats == 3}
    match = bungalow.new("burano", seats=seats, seed=seats, options=options, names=NAMES[:seats])
    random = seeded(1000 + seats)
    while not match.over:
        seat = match.actors[int(random.below(len(match.actors)))]
        match.play(seat, pick(match.moves(seat), random))
    return match


def pick(moves: list[bungalow.Move], random: Random) -> bungalow.Move:
    """Something rather than nothing, roofs and ports that pay first."""
    for wanted in ("roof", "sail PW", "sail PE"):
        for move in moves:
            if move.text == wanted and not move.words.endswith("sell nothing"):
                return move
    if random.below(8) > 0:
        moves = [move for move in moves if move.text not in IDLE] or moves
    return moves[int(random.below(len(moves)))]


GOLDEN = Golden("burano", {f"{seats}-seats": partial(play, seats) for seats in SEATS})


if __name__ == "__main__":
    sys.exit(GOLDEN.command(sys.argv[1:]))
