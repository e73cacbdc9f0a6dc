"""The heuristic: the greedy bot beats random play, and two Lawan more often than by chance."""

from __future__ import annotations

import pytest

from bungalow.bots.bot import Bot
from bungalow.bots.table import choose, make, stream
from bungalow.core.contract import State
from bungalow.games.buru import GAME

pytestmark = pytest.mark.whole_game


def play(seats: int, lawan: int, codes: tuple[str, ...], seed: int) -> State:
    state = GAME.new(seats, {"lawan": lawan}, seed)
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


def test_greedy_beats_random() -> None:
    assert share_won(2, 0, ("greedy", "random"), 4) == 1


@pytest.mark.slow
def test_greedy_beats_random_in_200_games() -> None:
    assert share_won(2, 0, ("greedy", "random"), 200) >= 0.9


@pytest.mark.slow
def test_greedy_beats_two_lawan_clearly_more_often_than_in_a_third_of_200_games() -> None:
    assert share_won(3, 2, ("greedy",), 200) > 0.4
