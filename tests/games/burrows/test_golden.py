"""The golden playthroughs are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

import bungalow
from bungalow.games.burrows import GAME
from bungalow.games.burrows.data import SEATS
from tests.games.burrows import golden

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("seats", SEATS)
def test_a_golden_game_is_played_as_it_was(seats: int) -> None:
    found = golden.difference(seats)
    assert not found, f"\n{found}\nIf this is meant: ./run python -m tests.games.burrows.golden --write"


@pytest.mark.parametrize("seats", SEATS)
def test_a_golden_file_holds_a_record_that_replays(seats: int) -> None:
    stored = golden.path(seats).read_text(encoding="utf-8")
    match = bungalow.replay(bungalow.Record.read(golden.bare(stored), golden.path(seats).name))
    assert match.over
    assert golden.text(match) == stored
    record = golden.record_path(seats, GAME.rules_version)
    assert record.read_text(encoding="utf-8") == golden.bare(stored)


def test_the_golden_games_show_what_matters() -> None:
    """Reserves, two-tile turns, lures with and without a choice, mismatches, rings, every kind of page."""
    stored = "".join(golden.path(seats).read_text(encoding="utf-8") for seats in SEATS)
    for words in (
        "reserve T",
        "lay reserve",
        "finish",
        "lure ",
        " lures ",
        "moves from length",
        "no burrow",
        "gopher stays",
        "No red gopher comes",
        "A blank page",
        "3 complaints",
        "The bus reaches",
    ):
        assert words in stored, words
