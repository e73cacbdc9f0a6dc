"""The heuristic: the greedy bot beats random play, and weighs what games hardly ever show."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from bungalow.bots.greedy import GreedyBot
from bungalow.core.random import seeded
from bungalow.games.busara import GAME
from bungalow.games.busara.heuristic import draft_worth, offer_worth
from bungalow.games.busara.state import ONE_OF
from bungalow.games.busara.weights import NAMES, NEEDED_TOKEN
from tests.games.busara.builders import full, table


@pytest.mark.whole_game
def test_greedy_beats_random() -> None:
    won = 0
    for number in range(40):
        state = GAME.new(2, None, 900 + number)
        choosing = seeded(number)
        bot = GreedyBot()
        while not state.over():
            seat = int(state.actor())
            if seat == number % 2:
                option = int(bot.choose(state.guess(seat, choosing), seat, choosing))
            else:
                legal = state.legal(seat)
                option = legal[int(choosing.below(len(legal)))]
            state.apply(seat, option)
        won += state.rank(number % 2) == 1
    assert won >= 36


def test_an_extra_turn_a_cancelled_power_and_a_board_nearly_full_count() -> None:
    """Moments too short or too rare for a test that plays some games."""
    weights = GAME.heuristic.weights
    start = table(2).state
    extra = table(2).state
    extra.extra = 0
    assert GAME.heuristic.worth(extra, 0) == pytest.approx(GAME.heuristic.worth(start, 0) + weights["extra_turn"])
    cancelled = table(2).state
    cancelled.cancelled = True
    cancelled.user = 1
    assert GAME.heuristic.worth(cancelled, 0) == pytest.approx(GAME.heuristic.worth(start, 0) + weights["cancelled"])
    for free, name in (("00", "filling_1"), ("00 01", "filling_2")):
        crowded = table(2, boards={1: full("F", free)}).state
        other = GAME.heuristic.with_weights(weights | {name: 2 * weights[name]})
        assert other.worth(crowded, 0) == pytest.approx(GAME.heuristic.worth(crowded, 0) + weights[name])


def test_an_offer_that_leaves_no_room_is_not_counted_as_it_stands() -> None:
    """Three Fire for a full board: one Water and two more have to be asked for, of one type each."""
    trading = table(
        kingdoms={1: "konga", 2: "aradas"},
        virtues={1: "2 art", 2: "2 art 3 wisdom"},
        boards={1: "W01 E02 " + full("A", "00 01 02"), 2: "F00 F01 F02"},
        deck="r-water",
    )
    state = trading.play("power", "draw").want("FFF").play("offer fire 3").state
    assert trading.asked == "2 trade_ask"
    only_needs = vec[float]([1.0 if place == NEEDED_TOKEN else 0.0 for place in range(len(NAMES))])
    state.asks, state.naming = ONE_OF[1], 2
    assert offer_worth(only_needs, state, 1, state.gives, state.asks) > 0.0
    assert draft_worth(only_needs, state, 1) == 0.0
    state.gives -= 2 * ONE_OF[0]  # one Fire for one Water has room
    assert draft_worth(only_needs, state, 1) == offer_worth(only_needs, state, 1, state.gives, state.asks) > 0.0
