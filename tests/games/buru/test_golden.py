"""The golden playthroughs are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

from bungalow.core.match import replay
from bungalow.core.record import Record
from bungalow.games.buru import GAME
from tests.games.buru import golden

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize(("seats", "lawan"), golden.MIXES)
def test_a_golden_game_is_played_as_it_was(seats: int, lawan: int) -> None:
    found = golden.difference(seats, lawan)
    assert not found, f"\n{found}\nIf this is meant: ./run python -m tests.games.buru.golden --write"


@pytest.mark.parametrize(("seats", "lawan"), golden.MIXES)
def test_a_golden_file_holds_a_record_that_replays(seats: int, lawan: int) -> None:
    stored = golden.path(seats, lawan).read_text(encoding="utf-8")
    match = replay(Record.read(golden.bare(stored), golden.path(seats, lawan).name), game=GAME)
    assert match.over
    assert golden.text(match) == stored
    record = golden.record_path(seats, lawan, GAME.rules_version)
    assert record.read_text(encoding="utf-8") == golden.bare(stored)


def test_the_golden_games_show_what_matters() -> None:
    stored = "".join(golden.path(*mix).read_text(encoding="utf-8") for mix in golden.MIXES)
    for words in (
        "place 5 lake",
        "pick ",
        "cycle",
        "task ",
        "branch ",
        "trade",
        "tribute manuk",
        "elder",
        "emissary",
        "back elder_",
        "totem from",
        "Nobody is there",
        "discards are shuffled",
        "another Plot card",
        "a Lawan gains Esteem instead",
        "in the row: Lawan",
        "takes an Elder unseen",
        "scroll of the",
        "sets ",
    ):
        assert words in stored, words
