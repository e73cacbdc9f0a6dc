"""The golden games of Busara; tests/games/golden.py tells what they are for."""

from __future__ import annotations

import sys
from functools import partial

from bungalow.bots.greedy import GreedyBot
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.busara import GAME
from tests.games.golden import Golden

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay")


def play(seats: int) -> Match:
    """A game of greedy players who now and then do anything, so that everything comes up."""
    options: dict[str, object] = {"deal": "experienced" if seats % 2 else "beginner"}
    if seats > 4:
        options["layout"] = "quick"
    seed = 100 + seats
    match = Match(GAME, seats, options=options, seed=seed, names=NAMES[:seats])
    choosing = seeded(seed + 1)
    bot = GreedyBot()
    while not match.over:
        seat = match.actors[0]
        if choosing.below(3) == 0:
            legal = match.state.legal(seat)
            option = legal[choosing.below(len(legal))]
        else:
            option = bot.choose(match.state.guess(seat, choosing), seat, choosing)
        match.play(seat, match.state.notation(seat, option))
    return match


GOLDEN = Golden("busara", {f"{seats}-seats": partial(play, seats) for seats in GAME.seats})


if __name__ == "__main__":
    sys.exit(GOLDEN.command(sys.argv[1:]))
