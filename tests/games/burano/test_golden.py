"""The golden playthroughs are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

import bungalow
from bungalow.games.burano import GAME
from bungalow.games.burano.places import SEATS
from tests.games.burano import golden

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("seats", SEATS)
def test_a_golden_game_is_played_as_it_was(seats: int) -> None:
    found = golden.difference(seats)
    assert not found, f"\n{found}\nIf this is meant: ./run python -m tests.games.burano.golden --write"


@pytest.mark.parametrize("seats", SEATS)
def test_a_golden_file_holds_a_record_that_replays(seats: int) -> None:
    stored = golden.path(seats).read_text(encoding="utf-8")
    match = bungalow.replay(bungalow.Record.read(golden.bare(stored), golden.path(seats).name))
    assert match.over
    assert golden.text(match) == stored
    record = golden.record_path(seats, GAME.rules_version)
    assert record.read_text(encoding="utf-8") == golden.bare(stored)


def test_the_golden_games_show_what_matters() -> None:
    """Every kind of move, action, event and use of privilege."""
    stored = "".join(golden.path(seats).read_text(encoding="utf-8") for seats in SEATS)
    for words in (
        "lays the roof",
        "takes the building card",
        "draws the building card",
        "matches the",
        "swap the dock houses",
        "fisherman returns from",
        "draws a fish card",
        "takes the face-up",
        "sells ",
        " sails to the ",
        "lace maker returns from",
        "VP for unions",
        "worker returns from",
        "spends 1 privilege for 1 coin",
        " cube on ",
        "removes the roof tile",
        "New action colours",
        "unsold fish card",
    ):
        assert words in stored, words
