"""Bots explain themselves on the command line: `why` and `hint` while one practises, `replay --explain` afterwards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bungalow.bots.table import think
from bungalow.core.match import new
from tests.cli.conftest import Command

PRACTICE = ("play", "burrows", "--seats", "2", "--bots", "search-40", "--seed", "7", "--practice")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The first moves of two bots and a person."""
    bots = {1: "search-40", 2: "greedy"}
    match = new("burrows", 3, seed=7, names=("Ada", "search-40 bot", "greedy bot"))
    while len(match.history) < 14:
        seat = match.actors[0]
        match.play(seat, think(bots[seat], match, seat).option if seat in bots else match.moves(seat)[0])
    path = tmp_path / "game.record"
    match.record().save(path)
    return path


def move_of(path: Path, seat: int) -> int:
    moves = path.read_text().split("moves:\n")[1].splitlines()
    return next(number for number, line in enumerate(moves, 1) if line.startswith(f"{seat} build"))


def test_why_tells_what_the_bot_weighed(bungalow: Command) -> None:
    outcome = bungalow(*PRACTICE, typed="1\nwhy\n")
    told = outcome.out.split("> why\n")[1]
    assert "(Researcher) looked ahead 40 times" in told
    assert re.search(r"\(Researcher\) would play '\w+ T\d\d.*': it tried (that most|nothing more) often\.\n", told)
    assert re.search(r"played  (build|reserve) T\d\d .* \d+ +\d+ % █+ +\d+ +\d+", told)
    assert outcome.code == 0


def test_a_hint_is_what_a_bot_would_do_here(bungalow: Command) -> None:
    outcome = bungalow(*PRACTICE, typed="hint easy\nhint genius\n")
    told = outcome.out.split("> hint easy\n")[1]
    assert "Player 1: Reserve a tile or build one?" in told
    assert re.search(r"A Beginner looked ahead \d+ times", told)
    assert "played" not in told
    assert "there is no bot 'genius'" in outcome.err


def test_nobody_has_moved_yet(bungalow: Command) -> None:
    assert "no-reasons: no bot has moved yet" in bungalow(*PRACTICE, typed="why\n").err


def test_reasons_are_for_practice(bungalow: Command) -> None:
    outcome = bungalow(*PRACTICE[:-1], typed="1\nwhy\nhint\n")
    assert outcome.err.count("--practice") == 2
    assert outcome.code == 4
    for bots in ("greedy,greedy", "person,person"):
        refused = bungalow("play", "burrows", "--seats", "2", "--bots", bots, "--practice")
        assert (refused.code, refused.err) == (2, "bungalow: bad-usage: --practice is for one person against bots\n")


def test_a_record_explains_its_bots(bungalow: Command, record: Path) -> None:
    at = str(move_of(record, 2))
    outcome = bungalow("replay", record, "--at", at, "--explain")
    assert "search-40 bot (Researcher) looked ahead 40 times" in outcome.out
    assert re.search(r"played  build T\d\d", outcome.out)
    assert "thinking again" not in outcome.out
    told = json.loads(bungalow("replay", record, "--at", at, "--explain", "--json").out)["explanation"]
    assert (told["bot"], told["seat"], told["tries"]) == ("search-40", 2, 40)
    assert [option["text"] for option in told["options"] if option["played"]] == [told["chosen"]]
    assert "explanation" not in json.loads(bungalow("replay", record, "--at", at, "--json").out)
    greedy = bungalow("replay", record, "--at", str(move_of(record, 3)), "--explain").out
    assert "greedy bot (Greedy) takes what it likes best" in greedy
    assert re.search(r"greedy bot \(Greedy\) would play 'build T\d\d.*': it likes that best\.\n", greedy)


def test_any_bot_can_be_asked_about_anybody(bungalow: Command, record: Path) -> None:
    refused = bungalow("replay", record, "--at", "1", "--explain")
    assert refused.code == 2
    assert "move 1 was made by Ada, not by a bot" in refused.err
    assert bungalow("replay", record, "--at", "0", "--explain").code == 2
    asked = bungalow("replay", record, "--at", "1", "--explain", "--bot", "random").out
    assert "A Random does not think: it takes any of" in asked
    assert bungalow("replay", record, "--at", "1", "--explain", "--bot", "genius").code == 2
    alone = bungalow("replay", record, "--at", "1", "--bot", "random")
    assert (alone.code, alone.err) == (2, "bungalow: bad-usage: --bot names whom --explain asks: give both\n")
