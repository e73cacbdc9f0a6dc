"""The golden playthroughs are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

from tests.games.burrows.golden import GOLDEN

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    GOLDEN.check_played(name)


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_file_holds_a_record_that_replays(name: str) -> None:
    GOLDEN.check_replays(name)


def test_the_golden_games_show_what_matters() -> None:
    """Reserves, two-tile turns, lures with and without a choice, mismatches, rings, every kind of page."""
    stored = GOLDEN.all_stored()
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
