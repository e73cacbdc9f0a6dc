"""The fixed work whose instructions the gate counts.

`python -m bench.workload TITLE play|clone|guess|rollout|iteration`

Prints how many decisions, clones, .. it did. Only what happens within the compiled loop is counted.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

from bench.race import Runner
from bench.search import SearchRace
from bench.titles import Clones, Guesses, Play, entrant, middle_positions, shape_of

GAMES = 20
REPEAT = 200
ITERATIONS = 500
LOOPS = {
    "play": "playout___play_many",
    "clone": "playout___clone_many",
    "guess": "playout___guess_many",
    "rollout": "playout___rollout_many",
    "iteration": "search___SearchBot___search",
}
"""The compiled function of each work, within `bungalow.bots`."""


def main(title: str, work: str) -> None:
    gc.disable()  # a collection comes at a moment that hangs on everything before
    units = 0
    for runner in runners(title, work):
        runner.prepare()
        runner.run()
        units += runner.units
    print(units)


def runners(title: str, work: str) -> Sequence[Runner]:
    if work in ("rollout", "iteration"):
        race = SearchRace(title, ITERATIONS)
        return race.rollouts if work == "rollout" else race.searches
    who = entrant(title)
    if work == "play":
        return [Play(who, GAMES)]
    decisions_per_game, _ = shape_of(who)
    positions = middle_positions(who, int(decisions_per_game) // 2)
    return [Clones(positions, REPEAT) if work == "clone" else Guesses(positions, REPEAT)]


if __name__ == "__main__":
    main(*sys.argv[1:])
