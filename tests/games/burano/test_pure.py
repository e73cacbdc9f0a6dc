"""Compiled and uncompiled play the same: equal checksums over many seeded random games."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import pytest

from bungalow.games.burano.places import SEATS

GAMES = 60
PLAY = """
import sys
import bungalow
from librt.vecs import vec
from mypy_extensions import i64
from bungalow.core.random import mix, seeded
from bungalow.games.burano import GAME

out = vec[i64]([0] * GAME.max_options)
def play(seats, seed):
    "The checksums of one random game at four moments, folded into one number."
    state, random = GAME.new(seats, seed=seed), seeded(seed + 7)
    h, moves = 17, 0
    while (seat := state.actor()) >= 0:
        state.apply(seat, out[random.below(state.options(seat, out))])
        moves += 1
        if moves % 40 == 0:
            h = mix(h, state.clone().checksum())
    return mix(mix(h, moves), state.checksum())

for seats in map(int, sys.argv[2].split(",")):
    h = 17
    for seed in range(int(sys.argv[1])):
        h = mix(h, play(seats, seed))
    print(seats, h)
print("compiled" if bungalow.compiled else "sources")
"""


def checksums(games: int, seats: tuple[int, ...], *, pure: bool) -> subprocess.Popen[str]:
    """Play in a process of its own, compiled when there is a compiled engine and `pure` is not asked for."""
    environment = {name: value for name, value in os.environ.items() if name != "BUNGALOW_PURE"}
    if pure:
        environment["BUNGALOW_PURE"] = "1"
    command = [sys.executable, "-c", PLAY, str(games), ",".join(map(str, seats))]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines()


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    sources = [checksums(GAMES, (2, 3), pure=True), checksums(GAMES, (4,), pure=True)]
    *native, engine = told(checksums(GAMES, SEATS, pure=False))
    if engine != "compiled":
        warnings.warn("no compiled engine on this machine: only determinism was checked", stacklevel=1)
    plain = [line for process in sources for line in told(process)]
    assert plain.count("sources") == 2
    assert sorted(line for line in plain if line != "sources") == sorted(native)
    assert len(native) == len(SEATS)
