"""The committed results of ladders: they are those of the levels as they are, and say what the levels promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bungalow
from bungalow.bots.levels import LEVELS
from bungalow.core.registry import titles
from bungalow.lab.arena import LADDER_GAMES, Contest, Results, Step, counted_games, play, read_game, step
from bungalow.lab.journal import Journal

LADDERS = Path(__file__).parents[2] / "docs" / "bots" / "ladder"
SECONDS = {"easy": 0.1, "medium": 0.3, "hard": 0.8, "expert": 2.0}
"""What the median choice of a level may take on one core."""
OLDER = {"burano": "1", "buru": "1", "busara": "1"}
"""Titles whose rules were corrected since their ladders were played, and under which version that was. A ladder that is
played again leaves this list: `assert_these_bots` sees to it."""
AGAIN = [(title, number) for title in titles() for number in (0, 1) if title not in OLDER]
"""Games that are played again."""


def contest_of(head: dict[str, Any], bots: tuple[str, ...]) -> Contest:
    return Contest(head["title"], bots, head["seats"], LADDER_GAMES, head["seed"])


def steps_of(file: Path, bots: tuple[str, ...]) -> list[Step]:
    """What the games of a file say, worked out again."""
    head, *rows = map(json.loads, file.read_text().splitlines())
    contest = contest_of(head, bots)
    results = Results(Journal(None, "contest", {}, read_game))
    results.games = {(game.pair, game.number): game for game in map(read_game, rows)}
    pairs = [(lower, lower + 1) for lower in range(len(bots) - 1)]
    return [step(contest, pair, list(counted_games(contest, results, pair, True)), True) for pair in pairs]


def assert_these_bots(file: Path, bots: tuple[str, ...]) -> None:
    """The games of a file are those of these bots as they are now, in the title that the file is named after."""
    head = json.loads(file.read_text().partition("\n")[0])
    now = json.loads(json.dumps(contest_of(head, bots).head()))
    title = file.stem.partition("-")[0]
    same: dict[str, object] = {"bungalow": ""}
    if title in OLDER:
        assert (head["rules"], now["rules"] != OLDER[title]) == (OLDER[title], True), "play it again, or correct OLDER"
        same |= {"rules": "", "edition": "", "options": {}}
    assert head | same == now | same
    assert head["title"] == title


@pytest.mark.parametrize("title", titles())
def test_each_level_beats_the_one_below(title: str) -> None:
    file = LADDERS / f"{title}.jsonl"
    assert_these_bots(file, LEVELS)
    steps = steps_of(file, LEVELS)
    assert [found.verdict for found in steps] == ["better"] * 3
    assert [found.higher for found in steps if found.wins < 0.65 * found.games] == []


@pytest.mark.whole_game
@pytest.mark.skipif(not bungalow.compiled, reason="from the sources a game of these bots takes minutes")
@pytest.mark.parametrize(("title", "number"), AGAIN)
def test_levels_play_as_they_did(title: str, number: int) -> None:
    """Whoever changes how bots play, without changing a setting, plays the ladders again."""
    head, *rows = map(json.loads, (LADDERS / f"{title}.jsonl").read_text().splitlines())
    (then,) = (game for game in map(read_game, rows) if (game.pair, game.number) == ((0, 1), number))
    now = play(contest_of(head, LEVELS), (0, 1), number)
    assert (now.seats, now.scores, now.ranks) == (then.seats, then.scores, then.ranks)


@pytest.mark.parametrize("title", titles())
def test_a_level_thinks_no_longer_than_people_like_to_wait(title: str) -> None:
    steps = steps_of(LADDERS / f"{title}.jsonl", LEVELS)
    medians = {found.higher: found.medians[1] for found in steps} | {"easy": steps[0].medians[0]}
    assert {level: seconds for level, seconds in medians.items() if seconds > SECONDS[level]} == {}


@pytest.mark.parametrize("title", titles())
def test_half_a_second_beats_greedy(title: str) -> None:
    bots = ("greedy", "search-0.5s")
    file = LADDERS / f"{title}-greedy.jsonl"
    assert_these_bots(file, bots)
    (found,) = steps_of(file, bots)
    assert found.verdict == "better"
    assert found.wins >= 0.75 * found.games


def test_with_four_seats_the_higher_level_wins_more_than_its_share() -> None:
    bots = ("medium", "hard")
    file = LADDERS / "burano-4.jsonl"
    assert_these_bots(file, bots)
    assert json.loads(file.read_text().partition("\n")[0])["seats"] == 4
    (found,) = steps_of(file, bots)
    assert found.verdict == "better"
    assert found.wins >= 1.6 / 4 * found.games


def test_learned_weights_are_stronger_at_equal_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(LADDERS.parents[2])
    bots = ("search-0.1s@docs/bots/weights/buru-by-hand.toml", "search-0.1s")
    file = LADDERS / "buru-learned.jsonl"
    assert_these_bots(file, bots)
    (found,) = steps_of(file, bots)
    assert found.verdict == "better"
    assert found.medians == pytest.approx((0.1, 0.1), rel=0.05)
