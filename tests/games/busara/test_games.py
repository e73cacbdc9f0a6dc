"""Whole games of Busara: golden playthroughs, compiled = sources, the conformance suite, bots."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bungalow.bots.greedy import GreedyBot
from bungalow.core.conformance import Share, conform, fingerprint
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.busara import GAME

GOLDEN = Path(__file__).parent / "golden"
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Fay"]
RENEW = "BUNGALOW_RENEW_GOLDEN"
"""Set it to write the playthroughs anew; review them as diffs."""


def playthrough(seats: int, options: dict[str, object], seed: int, moves: list[str] | None) -> str:
    """A game as a readable text: every move, and what everybody could read of it. Without `moves` bots play."""
    match = Match(GAME, seats, options=options, seed=seed, names=NAMES[:seats])
    choosing = seeded(seed + 1)
    bot = GreedyBot()
    text = [f"# Busara, {seats} seats, {options}, seed {seed}"]
    told = 0
    while True:
        lines = match.lines()
        text += [f"      {line.words} ({line.clause})" for line in lines[told:]]
        told = max(told, len(lines))
        if match.over:
            break
        seat = match.actors[0]
        if moves is not None:
            move = moves.pop(0)
        elif choosing.below(3) == 0:  # now and then random, so that everything comes up
            legal = match.state.legal(seat)
            move = match.state.notation(seat, legal[choosing.below(len(legal))])
        else:
            move = match.state.notation(seat, bot.choose(match.state.guess(seat, choosing), seat, choosing))
        text.append(f"{match.names[seat]}: {match.play(seat, move)}")
    scores = match.standing().scores
    text += [f"= {match.names[s.seat]}: rank {s.rank}, {dict(s.parts)}" for s in scores]
    text.append(f"= checksum {match.state.checksum():08x}")
    return "\n".join(text) + "\n"


@pytest.mark.whole_game
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_golden_playthrough(seats: int) -> None:
    options: dict[str, object] = {"deal": "experienced" if seats % 2 else "beginner"}
    if seats > 4:
        options["layout"] = "quick"
    file = GOLDEN / f"{seats}-seats.txt"
    if os.environ.get(RENEW):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(playthrough(seats, options, 100 + seats, None), "utf-8")
    golden = file.read_text("utf-8")
    moves = [line.split(": ", 1)[1] for line in golden.splitlines() if line.split(":")[0] in NAMES]
    assert playthrough(seats, options, 100 + seats, moves) == golden


@pytest.mark.whole_game
def test_compiled_equals_sources() -> None:
    """Equal checksums after every move of many games."""
    program = (
        "from bungalow.core.conformance import fingerprint\n"
        "from bungalow.games.busara import GAME\n"
        "print([fingerprint(GAME, seats, 2, 7) for seats in GAME.seats])"
    )
    pure = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "BUNGALOW_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert pure.stdout.strip() == str([fingerprint(GAME, seats, 2, 7) for seats in GAME.seats])


@pytest.mark.whole_game
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_conformance(seats: int, run_seed: int) -> None:
    share = Share(thorough_games=0, sampled_choices=6, rules_every=25)
    conform(GAME, games=2, seats=(seats,), seed=run_seed % 10_000, share=share).require()


@pytest.mark.whole_game
def test_greedy_beats_random() -> None:
    won = 0
    for number in range(40):
        state = GAME.new(2, None, 900 + number)
        choosing = seeded(number)
        bot = GreedyBot()
        while not state.over():
            seat = int(state.actor())
            if seat == number % 2:
                option = int(bot.choose(state.guess(seat, choosing), seat, choosing))
            else:
                legal = state.legal(seat)
                option = legal[int(choosing.below(len(legal)))]
            state.apply(seat, option)
        won += state.rank(number % 2) == 1
    assert won >= 36
