"""The bare command's menu."""

from __future__ import annotations

import pytest

from bungalow.core.match import new
from bungalow.terminal import menu, saves
from bungalow.terminal.menu import Wish, pick
from tests.terminal.conftest import paper, printed, reader


@pytest.fixture(autouse=True)
def one_title_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else is installed."""
    monkeypatch.setattr(menu, "titles", lambda: ("burrows",))


def test_enter_alone_leads_to_a_table() -> None:
    assert pick(paper(), reader(["", "", ""])) == Wish("burrows", 3, ("medium", "medium"))


def test_titles_are_picked_by_number_or_name_and_mistakes_are_told() -> None:
    screen = paper()
    lines = ["chess", "burrows", "9", "4", "greedie", "random"]
    assert pick(screen, reader(lines)) == Wish("burrows", 4, ("random",))
    text = printed(screen)
    assert "There is no 'chess' here" in text
    assert "2 to 5 seats, not 9" in text
    assert "did you mean 'greedy'?" in text


def test_people_only_and_leaving() -> None:
    assert pick(paper(), reader(["1", "2", "none"])) == Wish("burrows", 2, ())
    assert pick(paper(), reader(["q"])) is None


def test_saved_games_are_offered() -> None:
    match = new("burrows", seats=2, seed=7, names=("Ada", "greedy bot"))
    path = saves.fresh(match)
    saves.save(match, path)
    (saves.folder() / "broken.record").write_text("no record")
    screen = paper()
    assert pick(screen, reader(["2"])) == Wish(resume=path)
    assert "Ada, greedy bot" in printed(screen)
