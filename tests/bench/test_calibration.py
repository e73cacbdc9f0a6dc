"""The calibration title is a sound title, and its C++ twin plays the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bench.calibration import CELLS, COLOUR, DO, HARVEST, Terraces
from bench.calibration_title import GAME
from bench.titles import MOVES_SEED, Play, entrant
from bench.twin import NoTwin, TwinPlay, library
from bungalow.bots.playout import checksum_of, playout
from bungalow.core.contract import SPECTATOR, State
from bungalow.core.random import seeded

ROOT = Path(__file__).parent.parent.parent
GAMES = 60
CHECKSUM = """
from bench.calibration_title import GAME
from bench.titles import Play, entrant
play = Play(entrant(GAME.name), 25)
play.prepare(); play.run(); play.check()
print(play.units, play.checksum)
"""


@pytest.fixture
def twin() -> None:
    try:
        library()
    except NoTwin as reason:
        pytest.skip(str(reason))


def played(seed: int, decisions: int, seats: int = 4) -> Terraces:
    """A table after that many random moves."""
    state = GAME.new(seats, seed=seed)
    moves = seeded(seed)
    for _ in range(decisions):
        seat = int(state.actor())
        legal = state.legal(seat)
        state.play(seat, legal[int(moves.below(len(legal)))])
    assert isinstance(state, Terraces)
    return state


@pytest.mark.whole_game
@pytest.mark.usefixtures("twin")
def test_the_twin_plays_the_same_games() -> None:
    ours, theirs = Play(entrant(GAME.name), GAMES), TwinPlay(GAMES, MOVES_SEED)
    for runner in (ours, theirs):
        runner.prepare()
        runner.run()
        runner.check()
    assert (ours.units, ours.checksum) == (theirs.units, theirs.checksum)


@pytest.mark.whole_game
@pytest.mark.usefixtures("twin")
@pytest.mark.parametrize("seed", range(20))
def test_the_twin_agrees_on_each_seed(seed: int) -> None:
    state = GAME.new(4, seed=seed)
    decisions = playout(state, seeded(seed + 1), vec[i64]([0] * GAME.max_options))
    library().prepare(seed, 1)
    assert library().play(seed + 1) == decisions
    assert library().checksum() == checksum_of([state])


@pytest.mark.whole_game
def test_sources_and_compiled_play_the_same_games() -> None:
    results = set()
    for pure in ("0", "1"):
        settings = {**os.environ, "BUNGALOW_PURE": pure}
        done = subprocess.run(
            [sys.executable, "-c", CHECKSUM], cwd=ROOT, env=settings, capture_output=True, text=True, check=True
        )
        results.add(done.stdout)
    assert len(results) == 1


@pytest.mark.whole_game
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_end_with_all_cards_in_the_box(seats: int) -> None:
    for seed in range(5):
        state = GAME.new(seats, seed=seed)
        moves, count = seeded(seed), 0
        while not state.over():
            assert GAME.pieces(state) == {"cards": 100, "favourites": 5}
            seat = int(state.actor())
            legal = state.legal(seat)
            assert legal == sorted(set(legal))
            assert 1 < len(legal) <= GAME.max_options
            assert legal[-1] < GAME.sizes[int(state.asked(seat))]
            state.play(seat, legal[int(moves.below(len(legal)))])
            count += 1
        assert count <= GAME.max_moves
        assert sorted(score.rank for score in state.standing().scores)[0] == 1


def test_a_clone_is_independent() -> None:
    state = played(3, 60)
    before = state.checksum()
    playout(state.clone(), seeded(1), vec[i64]([0] * GAME.max_options))
    assert state.checksum() == before


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2, 3])
def test_a_guess_looks_alike_and_depends_on_what_the_viewer_knows(viewer: int) -> None:
    state = played(5, 70)
    guess = state.guess(viewer, seeded(1))
    assert guess.view(viewer) == state.view(viewer)
    assert guess.checksum() != state.checksum()
    assert guess.guess(viewer, seeded(2)).checksum() == state.guess(viewer, seeded(2)).checksum()
    assert options_of(guess, viewer) == options_of(state, viewer)
    playout(guess, seeded(3), vec[i64]([0] * GAME.max_options))
    assert guess.over()


def options_of(state: State, viewer: int) -> list[int]:
    return state.legal(viewer) if viewer >= 0 else []


def test_notation_and_paths_tell_options_apart() -> None:
    for decisions in range(60, 90):
        state = played(7, decisions)
        seat = int(state.actor())
        legal = state.legal(seat)
        assert [state.parse(seat, state.notation(seat, option)) for option in legal] == legal
        assert len({state.targets(seat, option) for option in legal}) == len(legal)
        assert len({state.words(seat, option) for option in legal}) == len(legal)


def test_an_area_is_harvested_once_at_its_first_own_tile() -> None:
    state = played(0, 0)
    seat = int(state.actor())
    for cell in (16, 17, 18, 23):
        state.tile[cell] = 0
        state.owner[cell] = seat
    assert state.asked(seat) == DO
    harvests = [option - int(HARVEST) for option in state.legal(seat) if option >= HARVEST]
    assert harvests == [16]
    area = int(state.colour_area(16))
    assert [cell for cell in range(int(CELLS)) if area >> cell & 1] == [16, 17, 18, 23]
    assert COLOUR[state.tile[16]] == 0


def test_a_chain_rises_from_tile_to_tile() -> None:
    state = played(0, 0)
    for cell, card in ((24, 0), (25, 5), (32, 10), (23, 3)):
        state.tile[cell] = card
    assert state.chain(24) == 3
    assert state.chain(32) == 1
