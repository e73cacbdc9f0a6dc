"""The golden playthroughs are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

from tests.games.buru.golden import GOLDEN

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    GOLDEN.check_played(name)


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_file_holds_a_record_that_replays(name: str) -> None:
    GOLDEN.check_replays(name)


def test_the_golden_games_show_what_matters() -> None:
    stored = GOLDEN.all_stored()
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
        "Nobody has Power there",
        "discards are shuffled",
        "another Plot card",
        "a Lawan gains Esteem instead",
        "in the row: Lawan",
        "takes an Elder unseen",
        "scroll of the",
        "sets ",
    ):
        assert words in stored, words
