"""The heuristic: the greedy bot beats random play."""

from __future__ import annotations

import pytest

from bungalow.bots.greedy import GreedyBot
from bungalow.core.random import seeded
from bungalow.games.busara import GAME


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
