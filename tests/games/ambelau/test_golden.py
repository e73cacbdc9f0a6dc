"""The golden playthroughs of the modules are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

from tests.games.ambelau.golden import GOLDEN

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
        "place guide ",
        "place liaison ",
        " blessed",
        "canoe ",
        "tribute ibu",
        "tribute ukum",
        "exile ",
        "(exile of the",
        "keep ",
        "is led by the",
        "has the Guide next round",
        "take blessing",
        "take triumph",
        "takes the Blessing",
        "adds the Blessing",
        "Liaisons meet",
        "Liaison acts for",
        "paddles from the start",
        "Plot card for the Guide",
        "so another one is drawn",
        "untask",
        "Kat",
        "ibu set",
    ):
        assert words in stored, words
