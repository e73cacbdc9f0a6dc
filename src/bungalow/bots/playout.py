"""Random play to the end: the loop that simulations and rollouts spend their time in."""

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import State
from bungalow.core.random import Random


def playout(state: State, random: Random, out: vec[i64]) -> i64:
    """Play random options until the game is over; the number of decisions comes back.

    `out` is a buffer for `game.max_options` options. A game longer than `game.max_moves` is left unfinished.
    """
    decisions: i64 = 0
    limit: i64 = state.game.max_moves
    while state.awaited != 0 and decisions < limit:
        seat = state.actor()
        n = state.options(seat, out)
        state.apply(seat, out[random.below(n)])
        decisions += 1
    return decisions
