"""The contract over combinations of modules: a share. `./run conformance buru --every-switch` is the long form."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from bungalow.core.conformance import Share, conform, moment_of, secrecy, switch_spread
from bungalow.core.contract import NONE
from bungalow.core.match import replay
from bungalow.core.random import seeded
from bungalow.core.record import Record
from bungalow.games.buru import GAME
from bungalow.games.buru.components import MODULES

pytestmark = pytest.mark.whole_game

SUBSETS = [dict(zip(MODULES, switches, strict=True)) for switches in itertools.product((False, True), repeat=7)]
MIXES = [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (5, 0), (5, 1), (5, 2)]


def test_all_subsets_and_mixes_play_to_the_end() -> None:
    """Each of the 128 subsets with one of the eleven mixes of humans and Lawan; over the subsets every mix comes up."""
    played = set()
    for number, modules in enumerate(SUBSETS):
        seats, lawan = MIXES[number * 7 % len(MIXES)]
        known = any(modules[name] for name in ("lawan_ambelau", "ambelau", "ukum"))
        if seats == 5 and (not modules["fifth_player"] or (lawan and not known)):
            seats, lawan = MIXES[number * 5 % 8]
        played.add((seats, lawan))
        state = GAME.new(seats, {**modules, "lawan": lawan, "longer": number % 3 == 0}, number)
        pieces, random = GAME.pieces(state), seeded(number)
        moves = 0
        while (seat := int(state.actor())) != NONE:
            legal = state.legal(seat)
            assert len(legal) > 1
            state.apply(seat, legal[int(random.below(len(legal)))])
            moves += 1
        assert moves < GAME.max_moves
        assert GAME.pieces(state) == pieces
    assert played == set(MIXES)


def test_the_spread_holds_every_subset_once() -> None:
    spread = switch_spread(GAME, 5, {"longer": False})
    assert len(spread) == 64  # those with the Fifth Player
    assert len({tuple(bool(options[name]) for name in MODULES) for options in spread}) == 64
    assert {options["lawan"] for options in spread} == {0, 1, 2}
    plain = [options for options in spread if not any(options[name] for name in ("lawan_ambelau", "ambelau", "ukum"))]
    assert [options["lawan"] for options in plain] == [0] * 8  # five seats without the Plot cards that they need
    for seats in (2, 3, 4):
        subsets = {tuple(bool(o[name]) for name in MODULES) for o in switch_spread(GAME, seats, {"longer": False})}
        assert len(subsets) == 128


@pytest.mark.parametrize(("seats", "lawan"), [(2, 1), (3, 2), (4, 0), (5, 1)])
def test_everything_conforms(seats: int, lawan: int) -> None:
    share = Share(thorough_games=0, sampled_choices=4, rules_every=16)
    options: dict[str, object] = {**dict.fromkeys(MODULES, True), "lawan": lawan}
    conform(GAME, games=1, seats=(seats,), options=options, seed=seats * 10 + lawan, share=share).require()


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_some_of_every_switch_conforms(seats: int) -> None:
    share = Share(thorough_games=0, sampled_choices=2, rules_every=30)
    conform(GAME, games=16, seats=(seats,), every_switch=True, seed=seats, share=share).require()


def test_cards_that_come_and_are_shuffled_again_in_one_move_betray_nothing() -> None:
    """A Lawan cycles a row away that came with the same move: then the worlds look alike, though the log told more."""
    match = replay(Record.read(Path(__file__).with_name("shuffled_again.txt").read_text(encoding="utf-8")))
    for seed in range(4):
        secrecy.stream(moment_of(match, seed))
