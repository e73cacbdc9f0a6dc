"""The search looks ahead, plays the same for the same seed, and knows no more than its seat."""

from __future__ import annotations

import time
from math import log, sqrt

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import bungalow
from bungalow.bots.bot import Bot, RandomBot
from bungalow.bots.levels import LEVELS, search
from bungalow.bots.playout import best_after, play_well
from bungalow.bots.search import JUDGE, PLAY, ROLLOUT, SearchBot
from bungalow.bots.table import choose, make, stream
from bungalow.bots.tree import LOGS, NO_NODE, ROOT, Tree, move_key, option_of, seat_of
from bungalow.core import registry
from bungalow.core.contract import Game, Heuristic, State
from bungalow.core.errors import BadOptions, BungalowError
from bungalow.core.random import seeded
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame

TINY = [AmbushGame(), EmbersGame(), KilnsGame(), QuayGame()]
ITERATIONS = 60 if bungalow.compiled else 8


def some_moves_later(game: Game, seats: int, seed: int, moves: int) -> State:
    state = game.new(seats, seed=seed)
    random = seeded(seed)
    while moves > 0 or len(state.legal(state.actor())) == 1:
        seat = int(state.actor())
        state.apply(seat, RandomBot().choose(state, seat, random))
        moves -= 1
        if state.over():
            return some_moves_later(game, seats, seed + 1000, 0)
    return state


@pytest.mark.parametrize("title", registry.titles())
@pytest.mark.parametrize("code", ["greedy", f"search-{ITERATIONS}"])
def test_a_bot_chooses_the_same_in_worlds_that_its_seat_cannot_tell_apart(title: str, code: str) -> None:
    game = registry.find(title)
    for seed, moves in enumerate((0, 7, 20, 45)):
        state = some_moves_later(game, game.seats[-1], seed, moves)
        seat = int(state.actor())
        other = state.guess(seat, seeded(seed + 50))
        assert secrets(state) != secrets(other) or not secrets(state)
        bots = make(code, game), make(code, game)
        chosen = [choose(bot, world, seat, stream(seed)) for bot, world in zip(bots, (state, other), strict=True)]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("title", registry.titles())
def test_a_kept_tree_holds_nothing_that_the_seat_cannot_see(title: str) -> None:
    """Two bots follow a game choice by choice, one at the table, one in worlds that its seat cannot tell from it."""
    game = registry.find(title)
    state = game.new(game.seats[-1], seed=6)
    seats = range(game.seats[-1])
    here, elsewhere = ([SearchBot(iterations=ITERATIONS // 2) for _ in seats] for _ in range(2))
    kept = 0
    for number in range(40):
        seat = int(state.actor())
        other = state.guess(seat, seeded(number))
        kept += here[seat].kept_for >= 0
        option = choose(here[seat], state, seat, stream(number))
        assert choose(elsewhere[seat], other, seat, stream(number)) == option
        assert here[seat].weighed == elsewhere[seat].weighed
        state.apply(seat, option)
    assert kept > 0


def secrets(state: State) -> list[object]:
    return [secret.value for secret in state.game.secrets(state)]


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_search_beats_random_without_a_heuristic(game: Game) -> None:
    """Through silent windows, simultaneous choices, nested effects and rivals that nobody plays."""
    games = 60
    won = sum(winner_share(game, search(game, iterations=80), number) for number in range(games))
    assert won >= 0.6 * games


def winner_share(game: Game, bot: Bot, number: int) -> float:
    options: dict[str, object] = {"rival": False} if game.name == "quay" and number % 4 < 2 else {}
    state = game.new(2, options, seed=number // 2)
    bots: list[Bot] = [RandomBot(), RandomBot()]
    mine = 0 if state.settings.get("rival") else number % 2  # a rival has the last seat
    bots[mine] = bot
    random = seeded(number)
    while not state.over():
        seat = int(state.actor())
        state.apply(seat, choose(bots[seat], state, seat, random))
    winners = [seat for seat in (0, 1) if state.rank(seat) == 1]
    return winners.count(mine) / len(winners)


@pytest.mark.parametrize("title", ["burrows", "busara"])
def test_the_same_seed_and_budget_play_the_same_whatever_was_played_before(title: str) -> None:
    game = registry.find(title)
    state = some_moves_later(game, 3, 5, 10)
    seat = int(state.actor())
    fresh = SearchBot(iterations=ITERATIONS)
    first = choose(fresh, state, seat, stream(1))
    weighed = fresh.weighed
    used = SearchBot(iterations=ITERATIONS)
    elsewhere = some_moves_later(game, 3, 9, 4)
    choose(used, elsewhere, int(elsewhere.actor()), stream(2))
    assert choose(used, state, seat, stream(1)) == first
    assert used.weighed == weighed


def test_what_was_weighed_tells_every_try() -> None:
    game = registry.find("burrows")
    state = some_moves_later(game, 2, 3, 6)
    seat = int(state.actor())
    bot = SearchBot(iterations=ITERATIONS, keep=False)
    chosen = choose(bot, state, seat, stream(1))
    assert chosen == bot.weighed[0][0]
    assert sum(visits for _, visits, _ in bot.weighed) == ITERATIONS == bot.done
    assert [visits for _, visits, _ in bot.weighed] == sorted((v for _, v, _ in bot.weighed), reverse=True)
    assert all(0 <= mean <= 1 for _, _, mean in bot.weighed)
    assert {option for option, _, _ in bot.weighed} <= set(state.legal(seat))


def test_a_turn_of_several_choices_goes_on_in_the_same_tree() -> None:
    game = registry.find("burrows")
    state = game.new(2, seed=3)
    bot = SearchBot(iterations=ITERATIONS)
    went_on = 0
    random = stream(1)
    for _ in range(30):
        seat = int(state.actor())
        kept = bot.kept_for
        option = choose(bot, state, seat, random)
        if kept >= 0 and len(bot.weighed) > 1:
            went_on += sum(visits for _, visits, _ in bot.weighed) > ITERATIONS
        state.apply(seat, option)
        bot = bot if bot.kept_for >= 0 else SearchBot(iterations=ITERATIONS)
    assert went_on > 0


def test_a_leaf_is_judged_when_the_turn_is_over() -> None:
    """Taking a tile leads to laying it: playing on by the heuristic stops when somebody else is asked."""
    game = registry.find("burrows")
    ended = 0
    for seed in range(12):
        state = some_moves_later(game, 2, seed, 8 + seed)
        seat = int(state.actor())
        state.apply(seat, state.legal(seat)[0])
        after = play_well(
            state, game.heuristic, seeded(seed), room_for_options(game), room_for_worths(game), 0, 8, seat
        )
        assert after.actor() != seat
        ended += not after.over()
    assert ended > 0


def test_moves_are_tried_in_the_order_of_what_is_foreseen() -> None:
    """Which tile to take is judged by its best place, and nothing is played to find that out."""
    game = registry.find("burrows")
    state = some_moves_later(game, 2, 3, 20)
    seat = int(state.actor())
    out, worths = room_for_options(game), room_for_worths(game)
    n = state.options(seat, out)
    assert game.heuristic.foresee(state, seat, out, n, worths)
    bot = SearchBot(iterations=1, breadth=2, widening=0.0, keep=False)
    choose(bot, state, seat, stream(1))
    promises, node = [], bot.tree.first[ROOT]
    while node != NO_NODE:
        promises.append(float(bot.tree.promise[node]))
        node = bot.tree.next[node]
    assert sorted(promises) == sorted(float(worths[i]) for i in range(n))[-2:]


def test_a_title_need_not_foresee_anything() -> None:
    game = registry.find("buru")
    state = some_moves_later(game, 2, 3, 9)
    seat = int(state.actor())
    out = room_for_options(game)
    assert not game.heuristic.foresee(state, seat, out, state.options(seat, out), room_for_worths(game))


def test_playing_on_by_the_heuristic_takes_the_best_of_all_that_it_looks_at() -> None:
    game = registry.find("buru")
    state = some_moves_later(game, 2, 3, 9)
    seat = int(state.actor())
    best = max(worth_after(state, seat, option) for option in state.legal(seat))
    out = room_for_options(game)
    n = state.options(seat, out)
    assert game.heuristic.worth(best_after(state, game.heuristic, seat, seeded(1), out, n, n), seat) == best
    random = seeded(2)
    assert len({best_after(state.clone(), game.heuristic, seat, random, out, n, 1).checksum() for _ in range(80)}) == n


def room_for_options(game: Game) -> vec[i64]:
    return vec[i64]([0] * game.max_options)


def room_for_worths(game: Game) -> vec[float]:
    return vec[float]([0.0] * game.max_options)


def worth_after(state: State, seat: int, option: int) -> float:
    world = state.clone()
    world.apply(seat, option)
    return float(state.game.heuristic.worth(world, seat))


def test_time_is_a_budget_too() -> None:
    game = registry.find("burrows")
    state = game.new(2, seed=3)
    bot = make("search-0.05s", game)
    assert isinstance(bot, SearchBot)
    began = time.monotonic()
    assert choose(bot, state, int(state.actor()), stream(1)) in state.legal(state.actor())
    assert bot.done >= 1
    # A busy machine may stop it at any time, so what can be promised is that it does not go on for long.
    assert 0.05 <= time.monotonic() - began < 3


def test_rollouts_judge_by_the_end_of_the_game() -> None:
    game = registry.find("busara")
    state = some_moves_later(game, 2, 4, 12)
    bot = SearchBot(iterations=ITERATIONS, leaf=ROLLOUT, trust=0.0)
    seat = int(state.actor())
    assert choose(bot, state, seat, stream(1)) in state.legal(seat)
    wins = [visits * mean for _, visits, mean in bot.weighed]
    assert all(won == pytest.approx(round(won)) for won in wins), "a game of two is won or not: nothing between"
    assert 0 < sum(wins) < ITERATIONS


class Noting(Heuristic):
    """Judges as the title does, and notes the decisions that are being made by it."""

    def __init__(self, title: Heuristic) -> None:
        super().__init__()
        self.title = title
        self.unfinished = 0

    def worth(self, state: State, seat: i64) -> float:
        self.unfinished += not state.over()
        return self.title.worth(state, seat)


def test_a_rollout_may_begin_with_decisions_by_the_heuristic() -> None:
    """Then at random to the end: without margins a game of two is won or not, and what goes on is never judged."""
    game = registry.find("burano")
    state = some_moves_later(game, 2, 4, 40)
    seat = int(state.actor())
    judged = {}
    for ahead in (0, 1, 20):
        noting = Noting(game.heuristic)
        bot = SearchBot(20, leaf=ROLLOUT, ahead=ahead, look=3, trust=0.0, margin=0.0, keep=False, heuristic=noting)
        bot.get_ready(state)
        bot.search(state, seat, stream(1))
        wins = [visits * mean for _, visits, mean in bot.weigh(state, seat)]
        assert all(2 * won == pytest.approx(round(2 * won)) for won in wins)
        judged[ahead] = noting.unfinished
    assert judged[0] == 0
    assert 20 * 3 <= judged[1] < judged[20]


@pytest.mark.parametrize("leaf", [JUDGE, PLAY])
def test_without_trust_leaves_are_still_judged_by_the_heuristic(leaf: int) -> None:
    state = some_moves_later(registry.find("busara"), 2, 4, 12)
    seat = int(state.actor())
    options = len(state.legal(seat))
    assert options > 2
    bot = SearchBot(iterations=options, leaf=leaf, trust=0.0)
    choose(bot, state, seat, stream(1))
    assert [visits for _, visits, _ in bot.weighed] == [1] * options, "all moves are tried"
    assert all(0 < result < 1 for _, _, result in bot.weighed), "by ranks it would be 0 or 1"


@pytest.mark.parametrize("title", registry.titles())
def test_levels_are_budgets_that_grow(title: str) -> None:
    game = registry.find(title)
    budgets = []
    for code in LEVELS:
        bot = make(code, game)
        assert isinstance(bot, SearchBot)
        budgets.append(int(bot.iterations))
    assert budgets == sorted(set(budgets))


@pytest.mark.parametrize("code", ["search", "search-", "search-0.5", "search-1s2", "expertt", "search--3"])
def test_unreadable_bots_are_refused(code: str) -> None:
    with pytest.raises(BadOptions, match="there is no bot"):
        make(code, registry.find("burrows"))


# -- the tree ---------------------------------------------------------------------------------------------------


def test_moves_have_numbers_of_their_own() -> None:
    moves = [(kind, option, seat) for kind in (0, 1, 40) for option in (0, 1, 7, 8, 2**30) for seat in (0, 5, 7)]
    keys = [move_key(*move) for move in moves]
    assert len(set(keys)) == len(moves)
    assert [(option_of(key), seat_of(key)) for key in keys] == [(option, seat) for _, option, seat in moves]


def test_a_part_of_a_tree_keeps_what_was_booked_and_its_order() -> None:
    tree = Tree()
    left = tree.add(ROOT, 10, 0.5)
    right = tree.add(ROOT, 20, 0.7)
    for key in (2, 3, 1):
        child = tree.add(right, key, float(key))
        tree.visits[child], tree.total[child], tree.chances[child] = float(key), key / 2, key + 4
    tree.visits[right] = 6.0
    part = tree.below(right)
    assert part.visits[ROOT] == 6
    node, keys = part.first[ROOT], []
    while node != NO_NODE:
        keys.append(int(part.key[node]))
        assert part.visits[node] == keys[-1]
        assert part.total[node] == keys[-1] / 2
        assert part.chances[node] == keys[-1] + 4
        assert part.promise[node] == keys[-1]
        node = part.next[node]
    assert keys == [1, 2, 3]
    assert tree.child(ROOT, 10) == left
    assert tree.child(ROOT, 11) == NO_NODE


@pytest.mark.parametrize("chances", [2, 4095, 4096, 100_000])
def test_bounds_weigh_results_against_chances_however_many_they_are(chances: int) -> None:
    bot = SearchBot(exploration=1.0, trust=0.0, leaf=ROLLOUT)
    good, rare = (bot.tree.add(ROOT, key, 0.0) for key in (1, 2))
    bot.tree.chances[good] = bot.tree.chances[rare] = chances
    bot.tree.visits[good], bot.tree.total[good] = 100.0, 100.0
    bot.tree.visits[rare] = 1.0
    bot.tried = vec[i64]([good, rare])
    # The bounds are equal where the result of the rare one is this.
    equal = 1.0 + sqrt(log(chances) / 100.0) - sqrt(log(chances))
    for total, best in ((equal - 1e-9, good), (equal + 1e-9, rare)):
        bot.tree.total[rare] = total
        assert bot.best_bound(2) == best


def test_the_table_holds_logarithms() -> None:
    assert list(LOGS)[1:] == [log(count) for count in range(1, len(LOGS))]


@pytest.mark.parametrize(
    ("code", "words"),
    [("search-0", "no time"), ("search-0.0s", "no time"), ("greedy@", "no file")],
)
def test_bots_without_a_budget_or_a_file_are_refused(code: str, words: str) -> None:
    with pytest.raises(BungalowError, match=words):
        make(code, registry.find("buru"))
