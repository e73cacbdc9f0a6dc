"""The golden playthroughs of the modules are played as they were; a difference is shown and is a decision."""

from __future__ import annotations

import pytest

from bungalow.core.match import replay
from bungalow.core.record import Record
from bungalow.games.buru import GAME
from tests.games.ambelau import golden
from tests.games.buru.golden import bare, text

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("name", golden.PLAYED)
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    found = golden.difference(name)
    assert not found, f"\n{found}\nIf this is meant: ./run python -m tests.games.ambelau.golden --write"


@pytest.mark.parametrize("name", golden.PLAYED)
def test_a_golden_file_holds_a_record_that_replays(name: str) -> None:
    stored = golden.path(name).read_text(encoding="utf-8")
    match = replay(Record.read(bare(stored), golden.path(name).name), game=GAME)
    assert match.over
    assert text(match) == stored
    assert golden.record_path(name).read_text(encoding="utf-8") == bare(stored)


def test_the_golden_games_show_what_matters() -> None:
    stored = "".join(golden.path(name).read_text(encoding="utf-8") for name in golden.PLAYED)
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
