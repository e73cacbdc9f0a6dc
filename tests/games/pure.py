"""Compiled and uncompiled play the same: equal checksums over many seeded random games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Sequence

Table = tuple[int, dict[str, object]]
"""Seats and options of a game."""

PLAY = """
import json, sys
from importlib import import_module
from librt.vecs import vec
from mypy_extensions import i64
import bungalow
from bungalow.core.random import mix, seeded

game = import_module("bungalow.games." + sys.argv[1]).GAME

out, worths = vec[i64]([0] * game.max_options), vec[float]([0.0] * game.max_options)

def foreseen(state, seat, h):
    n = state.options(seat, out)
    if n > 1 and game.heuristic.foresee(state, seat, out, n, worths):
        for i in range(n):
            h = mix(h, round(1000 * worths[i]))
    return h

def play(seats, options, seed):
    "The checksums of one random game and of guesses at many moments, folded into one number."
    state, random = game.new(seats, options, seed), seeded(seed + 7)
    h, moves = 17, 0
    while (seat := state.actor()) >= 0:
        legal = state.legal(seat)
        state.apply(seat, legal[random.below(len(legal))])
        moves += 1
        if moves % 40 == 0:
            h = mix(mix(h, state.clone().checksum()), state.guess(moves % seats, seeded(moves)).checksum())
            h = mix(h, round(1000 * game.heuristic.worth(state, 0)))
            if not state.over():
                h = foreseen(state, state.actor(), h)
    return mix(mix(h, moves), state.checksum())

for seats, options in json.loads(sys.argv[2]):
    h = 17
    for seed in range(int(sys.argv[3])):
        h = mix(h, play(seats, options, seed))
    print(seats, options, h)
print("compiled" if bungalow.compiled else "sources")
"""


def check_same(title: str, tables: Sequence[Table], games: int) -> None:
    """Play so many games at each table, compiled when there is a compiled engine, and from the sources."""
    half = len(tables) // 2
    sources = [start(title, part, games, pure=True) for part in (tables[:half], tables[half:])]
    *native, engine = told(start(title, tables, games, pure=False))
    if engine != "compiled":
        warnings.warn("no compiled engine on this machine: only determinism was checked", stacklevel=2)
    plain = [line for process in sources for line in told(process)]
    assert plain.count("sources") == 2
    assert [line for line in plain if line != "sources"] == native
    assert len(native) == len(tables)


def start(title: str, tables: Sequence[Table], games: int, *, pure: bool) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "BUNGALOW_PURE"}
    if pure:
        environment["BUNGALOW_PURE"] = "1"
    command = [sys.executable, "-c", PLAY, title, json.dumps(tables), str(games)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines()
