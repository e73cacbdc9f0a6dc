"""Compiled and uncompiled play the same: equal checksums over many seeded random games."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import pytest

GAMES = 40
PLAY = """
import sys
import bungalow
from bungalow.core.random import mix, seeded
from bungalow.games.buru import GAME

def play(seats, lawan, seed):
    state, random = GAME.new(seats, {"lawan": lawan, "longer": seed % 2 == 0}, seed), seeded(seed + 7)
    h, moves = 17, 0
    while (seat := state.actor()) >= 0:
        legal = state.legal(seat)
        state.apply(seat, legal[random.below(len(legal))])
        moves += 1
        if moves % 30 == 0:
            h = mix(mix(h, state.clone().checksum()), state.guess(moves % seats, seeded(moves)).checksum())
            h = mix(h, round(1000 * GAME.heuristic.worth(state, 0)))
    return mix(mix(h, moves), state.checksum())

for seats, lawan in ((2, 0), (3, 0), (4, 0), (3, 2), (4, 1)):
    h = 17
    for seed in range(int(sys.argv[1])):
        h = mix(h, play(seats, lawan, seed))
    print(seats, lawan, h)
print("compiled" if bungalow.compiled else "sources")
"""


def checksums(*, pure: bool) -> list[str]:
    """Play in a process of its own, compiled when there is a compiled engine and `pure` is not asked for."""
    environment = {name: value for name, value in os.environ.items() if name != "BUNGALOW_PURE"}
    if pure:
        environment["BUNGALOW_PURE"] = "1"
    command = [sys.executable, "-c", PLAY, str(GAMES)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    *native, engine = checksums(pure=False)
    *plain, sources = checksums(pure=True)
    if engine != "compiled":
        warnings.warn("no compiled engine on this machine: only determinism was checked", stacklevel=1)
    assert sources == "sources"
    assert plain == native
