"""The fixed work whose instructions the gate counts: `python -m bench.workload TITLE play|clone|guess`.

Prints how many decisions, clones or guesses it did. Only what happens within the compiled loop is counted.
"""

from __future__ import annotations

import gc
import sys

from bench.titles import Clones, Guesses, OnPositions, Play, entrant, middle_positions, shape_of

GAMES = 20
REPEAT = 200
LOOPS = {"play": "play_many", "clone": "clone_many", "guess": "guess_many"}


def main(title: str, work: str) -> None:
    gc.disable()  # a collection comes at a moment that hangs on everything before
    who = entrant(title)
    if work == "play":
        play = Play(who, GAMES)
        play.prepare()
        play.run()
        print(play.units)
        return
    decisions_per_game, _ = shape_of(who)
    kind: type[OnPositions] = Clones if work == "clone" else Guesses
    runner = kind(middle_positions(who, int(decisions_per_game) // 2), REPEAT)
    runner.prepare()
    runner.run()
    print(runner.units)


if __name__ == "__main__":
    main(*sys.argv[1:])
