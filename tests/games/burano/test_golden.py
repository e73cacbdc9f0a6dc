"""The golden playthroughs are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

from tests.games.burano.golden import GOLDEN

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    GOLDEN.check_played(name)


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_file_holds_a_record_that_replays(name: str) -> None:
    GOLDEN.check_replays(name)


def test_the_golden_games_show_what_matters() -> None:
    """Every kind of move, action, event and use of privilege."""
    stored = GOLDEN.all_stored()
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
