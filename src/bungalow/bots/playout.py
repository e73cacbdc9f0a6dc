"""Random play and other loops over the verbs of a state, compiled so that the verbs are what costs."""

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import State
from bungalow.core.random import Random, mix


def playout(state: State, random: Random, out: vec[i64]) -> i64:
    """Play uniformly random legal moves to the end; the number of decisions comes back.

    `out` holds at least `game.max_options` numbers. A decision is a choice with two or more options.
    """
    decisions: i64 = 0
    while True:
        seat = state.actor()
        if seat < 0:
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
