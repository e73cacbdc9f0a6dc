"""Compiled and uncompiled play the same: equal checksums over many seeded random games, equal trees of searches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections.abc import Sequence

Table = tuple[int, dict[str, object]]
"""Seats and options of a game."""
Moment = tuple[int, int, int]
"""Seats, random moves, and the choices that a bot makes after them."""

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

SEARCH = """
import json, sys
import bungalow
from bungalow.bots.table import choose, make
from bungalow.core.random import seeded
from bungalow.core.registry import find

game = find(sys.argv[1])
for code in json.loads(sys.argv[2]):
    for seats, moves, choices in json.loads(sys.argv[3]):
        state, random, bot = game.new(seats, seed=moves), seeded(moves + 7), make(code, game)
        while choices:
            seat = state.actor()
            legal = state.legal(seat)
            if moves > 0 or len(legal) == 1:
                state.apply(seat, legal[random.below(len(legal))])
                moves -= 1
                continue
            option = choose(bot, state, seat, random)
            print(code, seat, option, bot.done, bot.weighed)
            state.apply(seat, option)
            choices -= 1
print("compiled" if bungalow.compiled else "sources")
"""


def check_same(title: str, tables: Sequence[Table], games: int) -> None:
    """Play so many games at each table, compiled when there is a compiled engine, and from the sources."""
    half = len(tables) // 2
    sources = [start(PLAY, title, part, games, pure=True) for part in (tables[:half], tables[half:])]
    native = told_by_compiled(start(PLAY, title, tables, games, pure=False))
    plain = [line for process in sources for line in told(process)]
    assert plain.count("sources") == 2
    assert [line for line in plain if line != "sources"] == native
    assert len(native) == len(tables)


def check_same_search(title: str, codes: Sequence[str], moments: Sequence[Moment]) -> None:
    """Let each bot choose at each of these moments. Options, visits and means are compared, to the last bit."""
    sources = start(SEARCH, title, codes, moments, pure=True)
    native = told_by_compiled(start(SEARCH, title, codes, moments, pure=False))
    *plain, engine = told(sources)
    assert engine == "sources"
    assert plain == native
    assert len(native) == len(codes) * sum(choices for _, _, choices in moments)


def start(script: str, title: str, *words: object, pure: bool) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "BUNGALOW_PURE"}
    if pure:
        environment["BUNGALOW_PURE"] = "1"
    command = [sys.executable, "-c", script, title, *map(json.dumps, words)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told_by_compiled(process: subprocess.Popen[str]) -> list[str]:
    *lines, engine = told(process)
    if engine != "compiled":
        warnings.warn("no compiled engine on this machine: only determinism was checked", stacklevel=3)
    return lines


def told(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines()
