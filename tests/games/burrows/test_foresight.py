"""What is foreseen of a turn is what the turn comes to when it is played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import bungalow
from bungalow.bots.greedy import GreedyBot
from bungalow.bots.playout import highest, play_well
from bungalow.core.contract import NONE
from bungalow.core.random import seeded
from bungalow.games.burrows import GAME
from bungalow.games.burrows.data import SEATS
from bungalow.games.burrows.rules import ACTION, BUILD, LURE, PIECE, PLACE
from bungalow.games.burrows.state import Burrows

GAMES = 12 if bungalow.compiled else 1
OUT = vec[i64]([0] * GAME.max_options)
WORTHS = vec[float]([0.0] * GAME.max_options)


def moments(seats: int, kind: i64) -> Iterator[tuple[Burrows, int]]:
    """Choices of a kind in random games, with the seat that is asked."""
    for seed in range(GAMES):
        state = GAME.new(seats, seed=seed)
        assert isinstance(state, Burrows)
        random = seeded(seed)
        while not state.over():
            seat = int(state.actor())
            if state.asked(seat) == kind:
                yield state, seat
            legal = state.legal(seat)
            state.apply(seat, legal[random.below(len(legal))])


def foreseen(state: Burrows, seat: int) -> dict[int, float]:
    n = state.options(seat, OUT)
    options = [int(OUT[i]) for i in range(n)]
    assert GAME.heuristic.foresee(state, seat, OUT, n, WORTHS)
    return {option: float(WORTHS[i]) for i, option in enumerate(options)}


def after(state: Burrows, seat: int, option: int) -> Burrows:
    """The table after the option; of rivals who might give a gopher the first does."""
    world = state.clone()
    world.apply(seat, option)
    while world.asked(seat) == LURE:
        world.apply(seat, world.legal(seat)[0])
    return world


@pytest.mark.parametrize("seats", SEATS)
def test_every_place_is_worth_what_the_turn_comes_to(seats: int) -> None:
    arrivals = completed = 0
    for state, seat in moments(seats, PLACE):
        if state.reserve[seat] != NONE:
            continue
        worths = foreseen(state, seat)
        for option in list(worths)[::7]:
            world = after(state, seat, option)
            assert worths[option] == pytest.approx(GAME.heuristic.worth(world, seat))
            arrivals += world.stage != state.stage
            completed += world.house_length != state.house_length
    assert arrivals > 0
    assert completed > 0


@pytest.mark.parametrize("seats", SEATS)
def test_a_tile_is_worth_its_best_place(seats: int) -> None:
    for state, seat in moments(seats, ACTION):
        for option, worth in foreseen(state, seat).items():
            world = after(state, seat, option)
            if option < BUILD:
                assert worth == pytest.approx(GAME.heuristic.worth(world, seat))
            elif world.asked(seat) == PLACE:
                assert worth == pytest.approx(max(foreseen(world, seat).values()))


@pytest.mark.parametrize("seats", SEATS)
def test_two_tiles_are_worth_each_its_best_place(seats: int) -> None:
    """The first tile where it is best for itself, then the second."""
    both = 0
    for state, seat in moments(seats, PIECE):
        for option, worth in foreseen(state, seat).items():
            world = after(state, seat, option)
            while world.awaited != 0 and world.turn == state.turn and world.asked(seat) in (PIECE, PLACE):
                worths = foreseen(world, seat)
                world = after(world, seat, max(worths, key=lambda o: worths[o]))
            assert worth == pytest.approx(GAME.heuristic.worth(world, seat))
            both += world.reserve[seat] == NONE
    assert both > 0


def test_whose_gopher_to_lure_is_not_foreseen() -> None:
    """It comes up seldom; bots try its few options."""
    for state, seat in moments(5, LURE):
        assert not GAME.heuristic.foresee(state, seat, OUT, state.options(seat, OUT), WORTHS)


def test_what_a_seat_cannot_know_changes_nothing() -> None:
    for kind in (ACTION, PIECE, PLACE):
        for state, seat in moments(3, kind):
            other = state.guess(seat, seeded(5))
            assert isinstance(other, Burrows)
            before = state.checksum()
            assert foreseen(state, seat) == foreseen(other, seat)
            assert state.checksum() == before


def test_playing_on_takes_what_is_foreseen_as_best() -> None:
    for kind in (ACTION, PIECE, PLACE):
        for state, seat in moments(2, kind):
            worths = foreseen(state, seat)
            expected = state.clone()
            expected.apply(seat, list(worths)[highest(WORTHS, len(worths))])
            played = play_well(state.clone(), state.game.heuristic, seeded(1), OUT, WORTHS, 1, 2, NONE)
            while expected.awaited != 0 and expected.actor() == seat:
                again = foreseen(expected, seat)
                expected.apply(seat, max(again, key=lambda o: again[o]))
            assert played.checksum() == expected.checksum()


@pytest.mark.parametrize("seats", SEATS)
def test_a_whole_game_is_played_by_legal_moves(seats: int) -> None:
    for seed in range(GAMES):
        state = GAME.new(seats, seed=seed)
        while not state.over():
            seat = int(state.actor())
            n = state.options(seat, OUT)
            if GAME.heuristic.foresee(state, seat, OUT, n, WORTHS):
                state.play(seat, OUT[highest(WORTHS, n)])
            else:
                state.play(seat, GreedyBot().choose(state, seat, seeded(1)))
