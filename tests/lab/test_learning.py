"""Learning weights: uphill, repeatable, resumable; files of weights; bots that judge by them."""

from __future__ import annotations

import json
import math
from importlib import import_module
from pathlib import Path

import pytest

from bungalow.bots.bot import RandomBot
from bungalow.bots.greedy import GreedyBot
from bungalow.bots.search import SearchBot
from bungalow.bots.table import choose, make, stream
from bungalow.core.contract import Heuristic
from bungalow.core.errors import BadData, BadOptions
from bungalow.core.registry import find, titles
from bungalow.core.weights import read_weights, write_weights
from bungalow.lab.learning import Ascent, Lesson, as_file, compare, learn
from tests.cli.conftest import Command

SHORT = Lesson("buru", (2, 3), steps=3, seed=4, shifts=2, deals=1)
WITH_WEIGHTS = [title for title in titles() if getattr(find(title), "heuristic", Heuristic()).weights]

SWITCHES: dict[str, dict[str, object]] = {"buru": {"ambelau": True, "tokoh": True, "blessings": True, "liaisons": True}}
"""Some weights count only where modules play."""
RARE = {"busara": {"extra_turn", "cancelled", "filling_1", "filling_2"}}
"""Hardly ever to be seen in a game: tests/games/busara/test_bots.py sets such moments up."""


def test_the_way_leads_uphill() -> None:
    """A hill whose top lies at factors e^0.3 and e^-0.2; whether the third weight counts, nobody can tell."""
    ascent = Ascent(3, 150, 16, seed=1)

    def height(at: list[float]) -> float:
        return -((at[0] - 0.3) ** 2) - (at[1] + 0.2) ** 2

    for _ in range(150):
        ascent.move([height(ascent.at + shift) - height(ascent.at - shift) for shift in ascent.shifts()])
    settled = ascent.settled()
    assert settled[0] == pytest.approx(0.3, abs=0.05)
    assert settled[1] == pytest.approx(-0.2, abs=0.05)


def test_better_weights_do_better() -> None:
    """The title's own weights against a bot that thinks nothing of tribute and bids."""
    own = find("buru").heuristic.weights
    blind = {name: 0.0 if name.startswith(("bids", "tribute", "elder")) else value for name, value in own.items()}
    lesson = Lesson("buru", (2,), steps=1, seed=1, deals=4)
    assert compare(lesson, "0/0", 2, own, blind) > 0.3
    assert compare(lesson, "0/0", 2, blind, own) < -0.3
    assert compare(lesson, "0/0", 2, own, dict(own)) == pytest.approx(0.0, abs=0.2)


def test_the_same_lesson_teaches_the_same(tmp_path: Path) -> None:
    alone = learn(SHORT, tmp_path / "a.jsonl", processes=1)
    both = learn(SHORT, None, processes=2)
    assert alone == both
    own = find("buru").heuristic.weights
    assert list(alone) == list(own)
    assert any(abs(math.log(alone[name] / own[name])) > 0.001 for name in own)
    lines = (tmp_path / "a.jsonl").read_text().splitlines(keepends=True)
    assert len(lines) == 1 + SHORT.steps
    # Interrupted after the first step, in the middle of writing the second.
    (tmp_path / "b.jsonl").write_text("".join(lines[:2]) + lines[2][:7])
    assert learn(SHORT, tmp_path / "b.jsonl", processes=1) == alone
    assert (tmp_path / "b.jsonl").read_text() == "".join(lines)


def test_another_lesson_is_not_mixed_in(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"learning": 1, "title": "burrows"}\n')
    with pytest.raises(BadData, match="another lesson"):
        learn(SHORT, tmp_path / "a.jsonl")
    for text in ("no journal\n", json.dumps(SHORT.head(find("buru"))) + "\n[0.5]\n"):
        (tmp_path / "a.jsonl").write_text(text)
        with pytest.raises(BadData, match="not the file of a lesson"):
            learn(SHORT, tmp_path / "a.jsonl")
        assert (tmp_path / "a.jsonl").read_text() == text


def test_lessons_that_cannot_be_taught() -> None:
    with pytest.raises(BadOptions, match="2 to 5 seats"):
        Lesson("buru", (2, 1), steps=1, seed=1).check()
    with pytest.raises(BadOptions, match="two or more seats that bots play"):
        Lesson("buru", (3, 2), steps=1, seed=1, options={"lawan": 1}).check()
    with pytest.raises(BadOptions, match="steps"):
        Lesson("buru", (2,), steps=0, seed=1).check()


@pytest.mark.parametrize("title", WITH_WEIGHTS)
def test_weights_stand_where_their_names_say(title: str) -> None:
    places = import_module(f"bungalow.games.{title}.weights")
    assert {name: getattr(places, name.upper()) for name in places.NAMES} == {
        name: place for place, name in enumerate(find(title).heuristic.weights)
    }


@pytest.mark.whole_game
@pytest.mark.parametrize("title", WITH_WEIGHTS)
def test_every_weight_counts_somewhere(title: str) -> None:
    """Somewhere in some games of greedy bots a position is worth more or less when the weight alone is another one."""
    game = find(title)
    weights = game.heuristic.weights
    changed = {name: game.heuristic.with_weights(weights | {name: 1.5 * value}) for name, value in weights.items()}
    for number in range(60):
        options = SWITCHES.get(title, {}) if number % 3 == 2 else {}
        state = game.new(2 + number % 3, options, number)
        random = stream(number, title)
        bot = GreedyBot() if number % 2 == 0 else RandomBot()
        while not state.over() and changed:
            for seat in range(state.seats):
                worth = game.heuristic.worth(state, seat)
                for name in [name for name, other in changed.items() if other.worth(state, seat) != worth]:
                    del changed[name]
            seat = int(state.actor())
            state.apply(seat, choose(bot, state, seat, random))
    assert set(changed) <= RARE.get(title, set())


def test_files_of_weights(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text(write_weights({"one": 1.5, "two": -2.0}, "from somewhere"))
    assert file.read_text().startswith("# from somewhere\n[weights]\n")
    assert list(read_weights(file, ["two", "one"]).items()) == [("two", -2.0), ("one", 1.5)]
    for text, words in (
        ("[weights]\none = 1", "lacks two"),
        ("[weights]\none = 1\ntwo = 2\nthree = 3", "no weight 'three'"),
        ("[weights]\none = 1\ntwo = 'x'", "a number, not 'x'"),
        ("[weights]\none = 1\ntwo = nan", "a number, not nan"),
        ("[weights]\none = 1\ntwo = true", "a number, not True"),
        ("one = 1", "no table"),
        ("weights = 1", "no table"),
        ("[weights", "no file of weights"),
    ):
        file.write_text(text)
        with pytest.raises(BadData, match=words):
            read_weights(file, ["one", "two"])
    with pytest.raises(BadData, match="cannot read"):
        read_weights(tmp_path / "none.toml", ["one"])


def test_bots_judge_by_a_file(tmp_path: Path) -> None:
    game = find("buru")
    file = tmp_path / "w.toml"
    weights = game.heuristic.weights | {"low": 7.0}
    file.write_text(as_file(SHORT, weights))
    greedy = make(f"greedy@{file}", game)
    assert isinstance(greedy, GreedyBot)
    assert greedy.given is not None
    assert greedy.given.weights["low"] == 7.0
    for code in ("hard", "search-20", "search-0.1s"):
        bot = make(f"{code}@{file}", game)
        assert isinstance(bot, SearchBot)
        assert bot.given is not None
        assert bot.given.weights["low"] == 7.0
    with pytest.raises(BadData, match="cannot read"):
        make("greedy@nowhere.toml", game)
    with pytest.raises(BadOptions, match="judges nothing"):
        make(f"random@{file}", game)


def test_the_command_writes_weights_beside_its_journal(bungalow: Command, tmp_path: Path) -> None:
    answer = bungalow(
        "learn", "buru", "--steps", "1", "--seats", "2", "--seed", "3", "--json", "--out", str(tmp_path / "j.jsonl")
    )
    assert answer.code == 0, answer.err
    learned = json.loads(answer.out)["weights"]
    assert read_weights(tmp_path / "j.toml", find("buru").heuristic.weights) == learned


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("burano", "--out", "j.jsonl"), "bad-options: Burano has no weights to learn"),
        (("buru", "--out", "j.toml"), "bad-usage: --out is the journal"),
        (("buru", "--seats", "two", "--out", "j.jsonl"), "bad-usage: --seats are numbers"),
        (("buru", "--seats", "9", "--out", "j.jsonl"), "bad-options"),
    ],
)
def test_the_command_tells_in_one_line_what_cannot_be(bungalow: Command, words: tuple[str, ...], code: str) -> None:
    answer = bungalow("learn", *words)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert code in answer.err


def test_weights_that_are_there_are_not_overwritten(bungalow: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("precious = 1\n")
    answer = bungalow("learn", "burrows", "--steps", "1", "--seed", "1", "--out", str(tmp_path / "mine.jsonl"))
    assert answer.code == 3
    assert "would be overwritten" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]
