"""Bots play well enough, the same for the same seed, and never see the true table."""

from __future__ import annotations

import re

import pytest

import bungalow
from bungalow.bots.bot import Bot, RandomBot
from bungalow.bots.greedy import GreedyBot
from bungalow.bots.search import JUDGE
from bungalow.bots.table import bot_names, bots_by_name, choose, codes, derived, make, plays_by, stream
from bungalow.core.contract import Heuristic, State
from bungalow.core.errors import BadOptions
from bungalow.core.match import new
from bungalow.core.random import Random, seeded
from bungalow.core.registry import find
from bungalow.lab.simulation import Plan, simulate
from tests.titles.embers import EmbersGame

GAMES = 200 if bungalow.compiled else 6


class Spy(Bot):
    """Plays at random and keeps every world that it was shown."""

    def __init__(self) -> None:
        self.worlds: list[State] = []

    def choose(self, world: State, seat: int, random: Random) -> int:
        self.worlds.append(world)
        options = world.legal(seat)
        return options[int(random.below(len(options)))]


def secrets(state: State) -> list[object]:
    return [secret.value for secret in state.game.secrets(state)]


def test_a_bot_is_shown_another_deal_than_the_true_one() -> None:
    state = new("burrows", seats=3, seed=7).state
    spy = Spy()
    random = seeded(1)
    for _ in range(40):
        seat = int(state.actor())
        option = choose(spy, state, seat, random)
        world = spy.worlds[-1]
        assert world is not state
        assert world.view(seat) == state.view(seat)
        assert secrets(world) != secrets(state)
        assert world.random.digest(1) != state.random.digest(1)
        state.apply(seat, option)


def test_what_a_bot_does_to_its_world_does_not_touch_the_table() -> None:
    class Vandal(RandomBot):
        def choose(self, world: State, seat: int, random: Random) -> int:
            option = super().choose(world, seat, random)
            world.apply(seat, option)
            return option

    state = new("burrows", seats=2, seed=7).state
    before = state.checksum()
    for bot in (Vandal(), GreedyBot()):
        choose(bot, state, 0, seeded(1))
        assert state.checksum() == before


@pytest.mark.whole_game
def test_greedy_wins_nine_of_ten_games_against_random() -> None:
    half = GAMES // 2
    first = simulate(Plan("burrows", 2, half, seed=1, bots=("greedy", "random"))).wins[0]
    second = simulate(Plan("burrows", 2, half, seed=2, bots=("random", "greedy"))).wins[1]
    assert first + second >= 0.9 * GAMES


@pytest.mark.parametrize("code", codes())
def test_the_same_seed_plays_the_same_move(code: str) -> None:
    state = new("burrows", seats=2, seed=7).state
    for step in range(6):
        seat = int(state.actor())
        options = {choose(make(code, state.game), state, seat, stream(3, step, seat)) for _ in range(2)}
        assert len(options) == 1
        state.apply(seat, options.pop())


class Flat(Heuristic):
    """Likes everything alike, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def worth(self, state: State, seat: int) -> float:
        self.asked += 1
        return 0.0


def test_greedy_breaks_ties_by_chance_and_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    flat = Flat()
    monkeypatch.setattr(find("burrows"), "heuristic", flat)
    state = new("burrows", seats=2, seed=7).state
    for _ in range(8):
        seat = int(state.actor())
        state.apply(seat, state.legal(seat)[-1])
    seat = int(state.actor())
    random = seeded(1)
    chosen = {int(GreedyBot(depth=1).choose(state, seat, random)) for _ in range(60)}
    assert chosen == set(state.legal(seat))
    flat.asked = 0
    GreedyBot(depth=4, budget=50).choose(state, seat, random)
    assert flat.asked <= 50


def test_greedy_looks_on_through_its_own_turn() -> None:
    """One choice ahead, building is as good as any tile; further ahead the tile that completes a burrow shows."""
    state = new("burrows", seats=2, seed=11).state
    random = seeded(5)
    differing = 0
    for _ in range(60):
        seat = int(state.actor())
        if state.over():
            break
        near = int(GreedyBot(depth=1).choose(state.clone(), seat, seeded(1)))
        far = int(GreedyBot(depth=3).choose(state.clone(), seat, seeded(1)))
        differing += near != far
        state.apply(seat, far if far in state.legal(seat) else int(RandomBot().choose(state, seat, random)))
    assert differing > 0


def test_unknown_bots_are_answered_with_a_suggestion() -> None:
    with pytest.raises(BadOptions, match="did you mean 'greedy'"):
        make("greddy", find("burrows"))
    with pytest.raises(BadOptions, match="bots: random, greedy, easy"):
        make("deep thought", find("burrows"))


def test_a_bot_plays_with_the_settings_that_its_code_names() -> None:
    game = find("burrows")
    usual = plays_by("search-60", game)
    code = "search-60+breadth=16+trust=0.5+keep=no+leaf=judge+ahead=0"
    changed = {"breadth": 16, "trust": 0.5, "keep": False, "leaf": int(JUDGE), "ahead": 0}
    assert plays_by(code, game) == usual | changed
    assert {name: usual[name] for name in changed}.items().isdisjoint(changed.items())
    assert plays_by("hard+margin=1", game) == plays_by("hard", game) | {"margin": 1.0}
    assert plays_by("hard+look=2", game) == plays_by("hard", game) | {"look": 2}
    assert plays_by("greedy+depth=1", game) == plays_by("greedy", game) | {"depth": 1}
    assert bots_by_name(tuple(bot_names({0: code, 1: code}).values())) == {0: code, 1: code}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("search-60+bredth=4", "the bot 'search-60' has no setting 'bredth' (settings: leaf, ahead, look, "),
        ("search-60+iterations=4", "has no setting 'iterations'"),
        ("search-60+", "has no setting ''"),
        ("random+depth=1", "the bot 'random' has no setting 'depth' (it has none)"),
        ("hard+breadth", "breadth cannot be '': a whole number from 1 to 1000000"),
        ("hard+breadth=0", "breadth cannot be '0': a whole number from 1"),
        ("hard+breadth=2.5", "breadth cannot be '2.5': a whole number"),
        ("hard+trust=-1", "trust cannot be '-1': a number from 0 to 1000"),
        ("hard+trust=nan", "trust cannot be 'nan': a number from 0 to 1000"),
        ("hard+trust=1001", "trust cannot be '1001': a number from 0 to 1000"),
        ("hard+margin=5", "margin cannot be '5': a number from 0 to 1"),
        ("hard+margin=1.001", "margin cannot be '1.001': a number from 0 to 1"),
        ("hard+keep=1", "keep cannot be '1': yes or no"),
        ("hard+leaf=2", "leaf cannot be '2': judge, rollout, play"),
    ],
)
def test_settings_that_do_not_exist_are_named(code: str, words: str) -> None:
    with pytest.raises(BadOptions, match=f"^bad-options: .*{re.escape(words)}"):
        make(code, find("burrows"))


def test_bots_are_found_again_by_their_names() -> None:
    bots = {1: "greedy", 2: "random", 3: "greedy"}
    names = bot_names(bots)
    assert names == {1: "greedy bot 1", 2: "random bot", 3: "greedy bot 2"}
    assert bots_by_name(["Ada", *names.values(), "robo bot", "bot"]) == bots


def test_derived_seeds_belong_to_their_place() -> None:
    places = [derived(1, 1), derived(1, 2), derived(2, 1), derived(1, 1, 0), derived(11, 1)]
    assert len(set(places)) == len(places)
    assert all(0 <= seed < 1 << 128 for seed in places)


def test_greedy_does_not_sit_down_where_it_has_no_heuristic() -> None:
    with pytest.raises(BadOptions, match="has no heuristic"):
        make("greedy", EmbersGame())


def test_settings_that_need_a_heuristic_are_refused_where_there_is_none() -> None:
    for setting in ("trust=1", "leaf=play"):
        with pytest.raises(BadOptions, match="has no heuristic"):
            make(f"search-60+{setting}", EmbersGame())
    assert make("search-60+exploration=1", EmbersGame())
