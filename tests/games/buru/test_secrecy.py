"""What guesses keep and what they deal anew, move by move; undo of what shows nothing."""

from __future__ import annotations

import pytest

from bungalow.core.conformance import moment_of, rules, secrecy
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.buru import GAME
from bungalow.games.buru.state import ELDERS, EXPLORERS, MAT, Buru
from tests.games.buru.builders import bids, elders, elders_of, morning, noon, options, play, resolve, table, tributes


def guesses(state: Buru, viewer: int, count: int = 30) -> list[Buru]:
    worlds = [state.guess(viewer, seeded(seed)) for seed in range(count)]
    assert all(isinstance(world, Buru) for world in worlds)
    return [world for world in worlds if isinstance(world, Buru)]


def powers(state: Buru, seat: int) -> tuple[int, ...]:
    return tuple(int(state.bids[seat * EXPLORERS + turn]) & 7 for turn in range(int(EXPLORERS)))


def test_face_down_powers_are_dealt_anew_for_others_only() -> None:
    state = morning(table(2))
    play(state, "place 5 lake", "place 1 forest", "place 4 lake")
    for world in guesses(state, 0):
        assert powers(world, 0) == powers(state, 0)
        assert world.get(0, MAT) == state.get(0, MAT)
    theirs = guesses(state, 1)
    assert len({powers(world, 0) for world in theirs}) > 5
    for world in theirs:
        placed = {power for power in powers(world, 0) if power}
        assert placed | {i + 1 for i in range(5) if int(world.get(0, MAT)) >> i & 1} == {1, 2, 3, 4, 5}
        assert [int(bid) >> 3 for bid in world.bids] == [int(bid) >> 3 for bid in state.bids]


def test_revealed_powers_stay_in_every_guess() -> None:
    state = table(2)
    bids(state, 0, forest=(1, 3), lake=(2, 5), last=(4,))
    bids(state, 1, forest=(2,), shore=(1,), village=(4,), lake=(3,), last=(5,))
    noon(state)
    seen = set()
    for world in guesses(state, 1):
        assert powers(world, 0)[:2] == (1, 3)
        assert powers(world, 0)[4] == 4
        seen.add(powers(world, 0)[2:4])
    assert seen == {(2, 5), (5, 2)}


def test_a_seat_keeps_its_elders_and_what_it_put_back() -> None:
    state = table(2)
    elders(state, {1: ("elder_noble", "elder_priest")}, ("elder_clay", "elder_palm", "elder_ebony", "elder_banyu"))
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 3", "elder", "back elder_clay")
    for world in guesses(state, 0):
        assert elders_of(world, 0) == {"elder_palm"}
        assert world.elder_deck[0] == state.elder_deck[0]
        assert "elder_clay" not in elders_of(world, 1)
    assert len({int(world.get(1, ELDERS)) for world in guesses(state, 0)}) > 5
    assert len({int(world.elder_deck[0]) for world in guesses(state, 1)}) > 3


def test_nobody_knows_what_a_lawan_holds() -> None:
    state = table(2, 1)
    elders(state, {1: ("elder_noble", "elder_priest")})
    tributes(state, 1, banyu=(6, 6))
    for viewer in (-1, 0, 1):
        worlds = guesses(state, viewer)
        assert len({int(world.get(1, ELDERS)) for world in worlds}) > 5
        assert len({int(world.tribute_esteem(1)) for world in worlds}) > 2
        assert len({powers(world, 1) for world in worlds}) > 5


def test_at_the_end_all_held_cards_are_known() -> None:
    state = table(2)
    elders(state, {1: ("elder_noble",)})
    tributes(state, 1, banyu=(6, 4))
    state.round, state.decree_next = state.rounds, state.decree_end
    resolve(state, "lake", {})
    assert state.over()
    for world in guesses(state, 0, 8):
        assert elders_of(world, 1) == {"elder_noble"}
        assert world.tribute_esteem(1) == 10


def test_a_bid_can_be_taken_back_until_the_next_player_bids() -> None:
    match = Match(GAME, 2, seed=3)
    first = match.actors[0]
    match.play(first, "place 5 lake")
    assert match.undoable(first) == 0
    rules.undo(moment_of(match), match.actors[0], match.state.legal(match.actors[0])[0])
    match.undo(first)
    match.play(first, "place 4 lake")
    match.play(1 - first, "place 1 forest")
    assert match.undoable(first) is None


@pytest.mark.parametrize("check", [secrecy.alike, secrecy.blind, secrecy.possible])
def test_the_moment_of_putting_an_elder_back_is_safe(check: object) -> None:
    assert callable(check)
    match = Match(GAME, 3, seed=5)
    assert isinstance(match.state, Buru)
    elders(match.state, {1: ("elder_noble",)})
    resolve(match.state, "lake", {0: (5,), 1: (3,), 2: (1,)})
    play(match.state, "space 1", "elder")
    assert options(match.state)[0].startswith("back")
    check(moment_of(match))
