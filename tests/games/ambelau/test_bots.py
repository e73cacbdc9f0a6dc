"""The heuristic knows the modules: the greedy bot beats random play with everything in play."""

from __future__ import annotations

import pytest

from bungalow.bots.bot import Bot
from bungalow.bots.table import choose, make, stream
from bungalow.core.contract import State
from bungalow.games.buru import GAME
from bungalow.games.buru.components import MODULES

pytestmark = pytest.mark.whole_game


def play(seats: int, lawan: int, codes: tuple[str, ...], seed: int) -> State:
    state = GAME.new(seats, {"lawan": lawan, **dict.fromkeys(MODULES, True)}, seed)
    bots: list[Bot] = [make(code, GAME) for code in codes]
    streams = [stream(seed, "bot", seat) for seat in range(len(codes))]
    while not state.over():
        seat = int(state.actor())
        state.apply(seat, choose(bots[seat], state, seat, streams[seat]))
    return state


def share_won(seats: int, lawan: int, codes: tuple[str, ...], games: int) -> float:
    """The share of games that the greedy bot wins; it changes seats."""
    won = 0
    for seed in range(games):
        order = codes if seed % 2 == 0 else codes[::-1]
        won += play(seats, lawan, order, seed).rank(order.index("greedy")) == 1
    return won / games


def test_greedy_beats_random_with_every_module() -> None:
    assert share_won(2, 0, ("greedy", "random"), 4) == 1


@pytest.mark.slow
def test_greedy_beats_random_with_every_module_in_200_games() -> None:
    assert share_won(2, 0, ("greedy", "random"), 200) >= 0.9


@pytest.mark.slow
def test_greedy_beats_four_random_rivals() -> None:
    assert share_won(5, 0, ("greedy", *["random"] * 4), 60) >= 0.9


@pytest.mark.slow
def test_greedy_beats_two_lawan_in_more_than_half_of_100_games() -> None:
    assert share_won(3, 2, ("greedy",), 100) > 0.5
