"""Bots are rated by what they won, the same for the same seed, and an interrupted arena goes on."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bungalow.bots.levels import LEVELS, settings_of
from bungalow.bots.search import SearchBot
from bungalow.bots.table import make
from bungalow.core.errors import BadData, BadOptions
from bungalow.core.random import seeded
from bungalow.core.registry import find
from bungalow.core.weights import write_weights
from bungalow.lab.arena import Contest, Game, Outcome, Step, arena, arrangement, play, read_game
from bungalow.lab.arena_plot import draw, nice_gap
from bungalow.lab.journal import Journal
from bungalow.lab.ratings import Rating, SequentialTest, duels, rate
from tests.cli.conftest import Command

CONTEST = Contest("busara", ("random", "greedy"), seats=2, games=4, seed=3)


def told(outcome: Outcome) -> object:
    """Everything but the time it took."""
    return outcome.ratings, [(step.lower, step.higher, step.games, step.wins) for step in outcome.steps]


@pytest.mark.whole_game
def test_the_same_seed_gives_the_same_ratings_however_the_games_are_shared_out(tmp_path: Path) -> None:
    whole = arena(CONTEST, tmp_path / "whole.jsonl", processes=1)
    assert told(arena(CONTEST, processes=2)) == told(whole)
    assert whole.steps[0].wins > 2


@pytest.mark.whole_game
def test_bots_that_search_play_the_same_in_every_process() -> None:
    contest = Contest("busara", ("greedy", "search-3"), seats=3, games=3, seed=4)
    assert told(arena(contest, processes=2)) == told(arena(contest, processes=1))


@pytest.mark.whole_game
def test_an_interrupted_arena_goes_on_with_the_games_that_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = arena(CONTEST, path, processes=1)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3]) + lines[3][:10])
    again = arena(CONTEST, path, processes=1)
    assert told(again) == told(whole)
    kept = path.read_text().splitlines()
    assert len(kept) == len(lines)
    assert [json.loads(line)[:5] for line in sorted(kept[1:])] == [json.loads(line)[:5] for line in sorted(lines[1:])]


def test_the_file_of_another_contest_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    head = json.dumps(CONTEST.head())
    for text in (
        json.dumps({"arena": 1, "title": "burrows"}) + "\n",
        json.dumps({"arena": 1, "title": "burrows"}) + "\ncut o",
        "no arena\n",
        "somebody's text\nwithout an end",
        head + "\n[1, 2]\n",
        head + "\n7\ncut o",
        "{}\n",
        '["arena"]\n',
    ):
        path.write_text(text)
        with pytest.raises(BadData):
            arena(CONTEST, path, processes=1)
        assert path.read_text() == text


GOOD = [[0, 1], 0, [1, 0], [2, 1], [3, 19], [0.1, 0.2]]
"""A line of `CONTEST`."""


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, [0]),
        (0, [0, 2]),
        (1, "0"),
        (1, 1),
        (2, [1, 1]),
        (2, [1]),
        (3, [2]),
        (3, [2, 1, 3]),
        (3, ["a", "b"]),
        (3, [0, 1]),
        (4, [3]),
        (4, [3.5, 19]),
        (4, None),
        (5, [0.1]),
        (5, [0.1, "long"]),
    ],
)
def test_a_damaged_game_is_told_and_not_counted(place: int, value: object, bungalow: Command, tmp_path: Path) -> None:
    row = [value if number == place else cell for number, cell in enumerate(GOOD)]
    assert CONTEST.read(GOOD).share == 0
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(CONTEST.head())}\n{json.dumps(row)}\n")
    words = ("arena", "busara", "--bots", "random,greedy", "--games", "4", "--seed", "3", "--out", path)
    done = bungalow(*words)
    assert (done.code, done.err) == (3, f"bungalow: bad-data: {path} is not the file of a contest\n")


def test_what_differs_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(CONTEST.head() | {"seed": 4}) + "\n")
    with pytest.raises(BadData, match=r"another contest \(seed 4, not 3\)"):
        arena(CONTEST, path, processes=1)
    path.write_text('{"learning": 1, "seed": 3}\n')
    with pytest.raises(BadData, match="not the file of a contest"):
        arena(CONTEST, path, processes=1)


def test_a_file_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadData, match="cannot write"):
        arena(CONTEST, tmp_path / "file" / "games.jsonl", processes=1)
    with pytest.raises(BadData, match="cannot write"):
        arena(CONTEST, tmp_path, processes=1)


@pytest.mark.whole_game
def test_a_file_that_was_hardly_begun_is_begun_anew(tmp_path: Path) -> None:
    head = json.dumps(CONTEST.head())
    for number, text in enumerate(("", head[:20], head)):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(text)
        arena(CONTEST, path, processes=1)
        lines = path.read_text().splitlines()
        assert lines[0] == head
        assert len(lines) == 1 + CONTEST.games


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with (
        Journal(path, "contest", CONTEST.head(), read_game),
        pytest.raises(BadData, match="another run is writing"),
    ):
        arena(CONTEST, path, processes=1)


def test_games_of_other_budgets_or_weights_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    weights = tmp_path / "weights.toml"
    buru = find("buru").heuristic.weights
    weights.write_text(write_weights(buru))
    contest = Contest("buru", ("easy", f"greedy@{weights}"), seats=2, games=4, seed=3)
    path.write_text(json.dumps(contest.head()) + "\n")
    weights.write_text(write_weights({name: 1.5 * value for name, value in buru.items()}))
    with pytest.raises(BadData, match="another contest"):
        arena(contest, path, processes=1)
    path.write_text(json.dumps(contest.head()) + "\n")
    settings = settings_of("buru")
    monkeypatch.setattr("bungalow.bots.levels.settings_of", lambda title: settings | {"iterations": {"easy": 7}})
    with pytest.raises(BadData, match="another contest"):
        arena(contest, path, processes=1)


def test_levels_are_rated_as_people_meet_them() -> None:
    """A table lets a bot think anew at every choice: one that went on in an earlier tree would be another bot."""
    for level in LEVELS:
        bot = make(level, find("burrows"))
        assert isinstance(bot, SearchBot)
        assert not bot.keep


@pytest.mark.whole_game
def test_seats_that_the_title_plays_are_no_bots() -> None:
    contest = Contest("buru", ("random", "greedy"), seats=3, games=4, seed=1, options={"lawan": 1})
    games = [play(contest, (0, 1), number) for number in range(4)]
    assert [game.seats for game in games] == [(1, 0), (0, 1), (1, 0), (0, 1)]
    assert all(len(game.ranks) == 3 for game in games)
    assert all(min(game.medians) > 0 for game in games)
    with pytest.raises(BadOptions, match="two or more seats that bots play"):
        Contest("buru", ("random", "greedy"), seats=2, games=4, seed=1, options={"lawan": 1}).check()


@pytest.mark.parametrize(("ladder", "bots"), [([], ("greedy", *LEVELS)), (["--ladder"], LEVELS)])
def test_without_names_a_ladder_is_that_of_the_levels(
    ladder: list[str], bots: tuple[str, ...], bungalow: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = []

    def only_told(contest: Contest, *_: object, **__: object) -> Outcome:
        met.append(contest.bots)
        raise BadData("not played")

    monkeypatch.setattr("bungalow.lab.arena.arena", only_told)
    bungalow("arena", "busara", *ladder)
    assert met == [bots]


@pytest.mark.whole_game
def test_a_ladder_stops_when_it_is_decided() -> None:
    outcome = arena(Contest("busara", ("random", "greedy"), 2, 60, seed=1), processes=1, ladder=True)
    step = outcome.steps[0]
    assert step.verdict == "better"
    assert step.games < 40


def test_everybody_sits_everywhere() -> None:
    assert [arrangement((0, 1), 2, number) for number in range(2)] == [(1, 0), (0, 1)]
    tables = [arrangement((3, 5), 4, number) for number in range(4)]
    assert all(table.count(5) == 1 for table in tables)
    assert {table.index(5) for table in tables} == {0, 1, 2, 3}


def test_who_shares_the_first_place_shares_the_game() -> None:
    assert Game((0, 1), 0, (0, 1), (1, 2), (9, 3), (0, 0)).share == 0
    assert Game((0, 1), 0, (0, 1), (1, 1), (9, 9), (0, 0)).share == 0.5
    assert Game((0, 1), 0, (0, 1, 0), (1, 1, 1), (9, 9, 9), (0, 0)).share == pytest.approx(1 / 3)


def test_behind_a_seat_of_the_title_the_better_bot_wins() -> None:
    assert Game((0, 1), 0, (0, 1), (3, 2, 1), (3, 6, 9), (0, 0)).share == 1


def test_elo_of_three_to_one_is_what_the_formula_says() -> None:
    """Bradley-Terry: three of four games are 191 points; the half game against the average pulls a little."""
    games = [duels((0, 1), (1, 2))] * 300 + [duels((0, 1), (2, 1))] * 100
    better, worse = rate(2, games)
    assert better.elo - worse.elo == pytest.approx(190.8, abs=1.5)
    assert better.low < better.elo < better.high
    # Each bot is half of the difference away from the mean, and so is its doubt: 1.96 / 2 / sqrt(400 * 3/4 * 1/4).
    assert better.high - better.elo == pytest.approx(173.7 * 0.98 / 75**0.5, rel=0.02)


def test_few_games_leave_much_doubt_however_one_sided() -> None:
    better, worse = rate(2, [duels((0, 1), (1, 2))] * 10)
    assert better.elo - worse.elo > 200
    assert better.high - better.low > 200
    untested = rate(3, [duels((0, 1), (1, 2))] * 10)[2]
    assert untested.high - untested.low > better.high - better.low


def test_intervals_hold_the_truth_in_95_of_100_contests() -> None:
    random = seeded(5)
    held = 0
    for _ in range(400):
        games = [duels((0, 1), (1, 2) if random.below(100) < 70 else (2, 1)) for _ in range(40)]
        rating = rate(2, games)[0]
        held += rating.low < 400 * math.log10(7 / 3) / 2 < rating.high
    assert 0.92 * 400 < held < 0.99 * 400


def test_games_of_more_seats_are_duels_of_different_bots() -> None:
    told = duels((0, 1, 1), (2, 1, 3))
    assert [(duel.better, duel.other, duel.share) for duel in told] == [(1, 0, 1.0), (0, 1, 1.0)]
    assert sum(duel.weight for duel in told) == pytest.approx(1)


def test_the_sequential_test_decides_and_does_not_hurry() -> None:
    test = SequentialTest()
    for _ in range(11):
        test.add(1)
    assert test.verdict == "open"
    test.add(1)
    assert test.verdict == "better"
    test = SequentialTest()
    for _ in range(9):
        test.add(0)
    assert test.verdict == "not better"


@pytest.mark.whole_game
def test_the_plot_is_a_picture_with_every_bot() -> None:
    picture = draw(arena(Contest("busara", ("random", "greedy"), 2, 2, seed=1), processes=1))
    assert picture.startswith("<svg")
    assert all(f">{bot}</text>" in picture for bot in ("random", "greedy"))
    assert [nice_gap(span) for span in (100, 700, 3000)] == [25, 100, 500]


def test_the_plot_tells_what_it_shows_and_cuts_no_name_off() -> None:
    long, longer = "greedy@weights-of-buru.toml", f"greedy@{'a-folder/' * 9}weights.toml"
    contest = Contest("buru", (long, longer), seats=2, games=40, seed=17)
    steps = [Step(long, longer, 1234, 600.0, 0.4, 0.6, "", (0.0, 0.0))]
    ratings = [Rating(-30.0, -60.0, 0.0), Rating(30.0, 0.0, 60.0)]
    picture = ElementTree.fromstring(re.sub(' xmlns="[^"]*"', "", draw(Outcome(contest, steps, ratings, 1.0))))
    ground = picture.find("rect")
    assert ground is not None
    assert (ground.get("width"), ground.get("height")) == tuple(picture.get("viewBox", "").split()[2:])
    assert picture.findtext("style", "").count(f".{ground.get('class')} {{ fill:") == 2  # light and dark
    said = ["".join(text.itertext()) for text in picture.iter("text")]
    assert "1,234 games, seed 17" in said
    assert any("Elo" in words and "95 %" in words for words in said)
    names = [text for text in picture.iter("text") if text.get("text-anchor") == "end"]
    assert names[0].text == long
    assert names[1].findtext("title") == longer
    shown = names[1][0].tail or ""
    assert shown.startswith("greedy@")
    assert shown.endswith("/weights.toml")
    for name, words in zip(names, (long, shown), strict=True):
        assert float(name.get("x", "")) > 8 * len(words)


@pytest.mark.parametrize("name", ["elo.png", "elo", "elo.svg.gz"])
def test_a_plot_is_svg_and_nothing_else(
    name: str, bungalow: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bungalow.lab.arena.play_pair", lambda *_: pytest.fail("it played"))
    answer = bungalow("arena", "busara", "--bots", "random,greedy", "--plot", name)
    assert answer.code == 2
    assert answer.err == f"bungalow: bad-usage: a plot is an .svg file, not '{name}'\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "contest",
    [
        Contest("busara", ("greedy",), 2, 4, 1),
        Contest("busara", ("greedy", "greedy"), 2, 4, 1),
        Contest("busara", ("greedy", "nobody"), 2, 4, 1),
        Contest("busara", ("greedy", "random"), 9, 4, 1),
        Contest("busara", ("greedy", "random"), 2, 0, 1),
    ],
)
def test_impossible_contests_are_refused(contest: Contest) -> None:
    with pytest.raises(BadOptions):
        contest.check()


def test_the_command_tells_a_bad_file_in_one_line(bungalow: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("no arena\n")
    answer = bungalow("arena", "busara", "--bots", "random,greedy", "--out", str(path))
    assert answer.code == 3
    assert answer.err.count("\n") == 1
    assert "bad-data" in answer.err


@pytest.mark.parametrize("words", [("--plot", "nowhere/elo.svg"), ("--plot", "."), ("--out", ".")])
def test_what_cannot_be_written_is_told_before_anything_is_played(
    words: tuple[str, str], bungalow: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bungalow.lab.arena.play_pair", lambda *_: pytest.fail("it played"))
    answer = bungalow("arena", "busara", "--bots", "random,greedy", *words)
    assert answer.code == 3
    assert answer.err.startswith("bungalow: bad-data: cannot write ")
    assert answer.err.count("\n") == 1


@pytest.mark.whole_game
def test_without_a_seed_the_file_tells_it(bungalow: Command, tmp_path: Path) -> None:
    words = ("arena", "busara", "--bots", "random,greedy", "--games", "2", "--json", "--out", str(tmp_path / "x.jsonl"))
    first = json.loads(bungalow(*words).out)
    again = json.loads(bungalow(*words).out)
    assert again["contest"]["seed"] == first["contest"]["seed"]
    assert again["ratings"] == first["ratings"]
