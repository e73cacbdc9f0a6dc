"""Titles are found through entry points; a wrong name is answered with the nearest one."""

from collections.abc import Iterator

import pytest

from bungalow.core.errors import BadOptions
from bungalow.core.registry import find, titles
from tests.titles.quay import QuayGame


class Point:
    """An entry point as the registry uses it."""

    def __init__(self, name: str, value: object) -> None:
        self.name = name
        self.value = value

    def load(self) -> object:
        return self.value


def forget() -> None:
    find.cache_clear()
    titles.cache_clear()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[QuayGame]:
    game = QuayGame()
    points = [Point("quay", game), Point("broken", "not a game")]
    module = "bungalow.core.registry"
    monkeypatch.setattr(f"{module}.entry_points", lambda group: points if group == "bungalow.games" else [])
    forget()
    yield game
    forget()


def test_titles_are_listed_and_found(installed: QuayGame) -> None:
    assert titles() == ("broken", "quay")
    assert find("quay") is installed


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("quai", "bad-options: there is no title 'quai' (did you mean 'quay'?)"),
        ("chess", "bad-options: there is no title 'chess' (titles: broken, quay)"),
        ("broken", "bad-options: the installed title 'broken' is not a bungalow Game"),
    ],
)
def test_a_wrong_title_is_one_helpful_line(installed: QuayGame, name: str, words: str) -> None:
    with pytest.raises(BadOptions) as caught:
        find(name)
    assert str(caught.value) == words
