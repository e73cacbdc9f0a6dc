"""Random play and other loops over the verbs of a state, compiled so that the verbs are what costs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import Heuristic, State
from bungalow.core.random import Random, mix

TURN_LIMIT: Final[i64] = 12
"""So many decisions a turn goes on at most when it is played to its end."""


def playout(state: State, random: Random, out: vec[i64]) -> i64:
    """Play uniformly random legal moves to the end; the number of decisions comes back.

    `out` holds at least `game.max_options` numbers. A decision is a choice with two or more options.
    A game that takes more decisions than `game.max_moves` promises is left unfinished.
    """
    decisions: i64 = 0
    limit: i64 = state.game.max_moves
    while True:
        seat = state.actor()
        if seat < 0 or decisions >= limit:
            return decisions
        n = state.options(seat, out)
        state.apply(seat, out[random.below(n)])
        if n > 1:
            decisions += 1


def play_many(states: list[State], random: Random, out: vec[i64]) -> i64:
    """Play every state to its end; the number of decisions in all of them comes back."""
    decisions: i64 = 0
    for state in states:
        decisions += playout(state, random, out)
    return decisions


def rollout_many(state: State, random: Random, out: vec[i64], count: i64) -> i64:
    """Play that many copies of a position to their ends; the number of decisions in all of them comes back."""
    decisions: i64 = 0
    for _i in range(count):
        decisions += playout(state.clone(), random, out)
    return decisions


def play_some(state: State, random: Random, out: vec[i64], decisions: i64) -> i64:
    """Play that many decisions, fewer when the game ends before; the sum of their options comes back."""
    options: i64 = 0
    while decisions > 0:
        seat = state.actor()
        if seat < 0:
            break
        n = state.options(seat, out)
        state.apply(seat, out[random.below(n)])
        if n > 1:
            decisions -= 1
            options += n
    return options


def play_well(
    state: State,
    heuristic: Heuristic,
    random: Random,
    out: vec[i64],
    worths: vec[float],
    decisions: i64,
    look: i64,
    mover: i64,
) -> State:
    """Play that many decisions by the heuristic, and go on while `mover`, or who moved last, is still at it.

    Each decision is the best of all options where the title foresees them, else the best of `look` random ones, or of
    all where there are no more. The position that was arrived at comes back; the one that was given is used up.
    """
    limit: i64 = decisions + TURN_LIMIT
    while limit > 0:
        seat = state.actor()
        if seat < 0 or (decisions <= 0 and seat != mover):
            break
        n = state.options(seat, out)
        if n == 1:
            state.apply(seat, out[0])
            continue
        if look > 1 and heuristic.foresee(state, seat, out, n, worths):
            state.apply(seat, out[highest(worths, n)])
        else:
            state = best_after(state, heuristic, seat, random, out, n, look)
        mover = seat
        decisions -= 1
        limit -= 1
    return state


def highest(worths: vec[float], n: i64) -> i64:
    """Where the highest of the first n numbers stands, the first of equal ones."""
    best: i64 = 0
    for i in range(n):
        if worths[i] > worths[best]:
            best = i
    return best


def best_after(
    state: State, heuristic: Heuristic, seat: i64, random: Random, out: vec[i64], n: i64, look: i64
) -> State:
    """The position after one of some random options, or of all when they are few: the one the heuristic likes best."""
    if look <= 1:
        state.apply(seat, out[random.below(n)])
        return state
    best = state
    best_worth = -1e300
    for i in range(n if n < look else look):
        option = out[i] if n <= look else out[random.below(n)]
        after = state.clone()
        after.apply(seat, option)
        worth = heuristic.worth(after, seat)
        if worth > best_worth:
            best_worth = worth
            best = after
    return best


def clone_many(state: State, count: i64) -> i64:
    """Make that many clones, one after the other."""
    seats: i64 = 0
    for _i in range(count):
        seats += state.clone().seats
    return seats


def guess_many(state: State, viewer: i64, random: Random, count: i64) -> i64:
    """Make that many guesses of a viewer, one after the other."""
    seats: i64 = 0
    for _i in range(count):
        seats += state.guess(viewer, random).seats
    return seats


def checksum_of(states: list[State]) -> int:
    """One number for many tables."""
    h: i64 = 17
    for state in states:
        h = mix(h, state.checksum())
    return int(h)
