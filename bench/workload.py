"""The fixed work whose instructions the gate counts: `python -m bench.workload TITLE play|clone|guess`.

Prints how many decisions, clones or guesses it did. Only what happens within the compiled loop is counted.
"""

from __future__ import annotations

import gc
import sys

from bench.calibration_title import GAME as CALIBRATION
from bench.titles import Clones, Guesses, OnPositions, Play, middle_positions, shape_of
from bungalow.core.contract import Game
from bungalow.core.registry import find

GAMES = 20
REPEAT = 200
LOOPS = {"play": "play_many", "clone": "clone_many", "guess": "guess_many"}


def main(title: str, work: str) -> None:
    gc.disable()  # a collection comes at a moment that hangs on everything before
    game = game_of(title)
    seats = seats_of(game)
    if work == "play":
        play = Play(game, seats, GAMES)
        play.prepare()
        play.run()
        print(play.units)
        return
    decisions_per_game, _ = shape_of(game, seats)
    kind: type[OnPositions] = Clones if work == "clone" else Guesses
    runner = kind(middle_positions(game, seats, int(decisions_per_game) // 2), REPEAT)
    runner.prepare()
    runner.run()
    print(runner.units)


def game_of(title: str) -> Game:
    return CALIBRATION if title == CALIBRATION.name else find(title)


def seats_of(game: Game, wanted: int = 4) -> int:
    """The wanted number of seats, or the nearest that the title allows."""
    return min(game.seats, key=lambda seats: abs(seats - wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
