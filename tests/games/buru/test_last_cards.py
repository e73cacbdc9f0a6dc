"""Decks at their last card and prices below nothing: the ends of rules that ordinary games seldom meet."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.random import seeded
from bungalow.games.buru.rules.deeds import draw_islander, recruit
from bungalow.games.buru.rules.lawan import take_elders
from bungalow.games.buru.state import ELDERS, FISH
from tests.clauses import clause
from tests.games.buru.builders import BOX, elders, elders_of, goods, own, row, table, tableau_of, told


@clause("BU-1.9", "BU-R5")
@pytest.mark.parametrize("card", [0, 1])
def test_a_single_discarded_islander_becomes_the_deck(card: int) -> None:
    state = table()
    state.islander_count, state.islander_discard = 0, 1 << card
    assert draw_islander(state) == card
    assert (state.islander_count, state.islander_discard) == (0, 0)
    assert draw_islander(state) == NONE


@clause("BU-13.23")
def test_a_lawan_draws_the_last_elder_and_then_none() -> None:
    state = table(2, 1)
    state.log = []
    elders(state, {}, ("elder_clay",))
    take_elders(state, 1)
    assert (elders_of(state, 1), state.elder_count) == ({"elder_clay"}, 0)
    take_elders(state, 1)
    assert (elders_of(state, 1), state.elder_count) == ({"elder_clay"}, 0)
    assert len(told(state, "lawan_elder")) == 1


@clause("BU-7.1")
@pytest.mark.parametrize("more", [0, 1, 2])
def test_a_discount_beyond_the_price_gives_nothing_back(more: int) -> None:
    state = table()
    row(state, "farmer", "fisher", "clay_digger")
    own(state, 0, fish=3)
    card = int(state.row[0])
    recruit(state, 0, 0, BOX.islanders[card].cost + more)
    assert goods(state, 0).get("fish") == state.get(0, FISH) == 3
    assert "farmer" in tableau_of(state, 0)


def test_a_guess_knows_own_elders_and_no_others_before_the_end() -> None:
    state = table(2)
    elders(state, {0: ("elder_clay",), 1: ("elder_palm",)})
    rivals = set()
    for seed in range(20):
        world = state.clone()
        world.redeal_elders(0, False, seeded(seed))
        assert world.get(0, ELDERS) == state.get(0, ELDERS)
        rivals.add(int(world.get(1, ELDERS)))
        world = state.clone()
        world.redeal_elders(0, True, seeded(seed))
        assert [world.get(seat, ELDERS) for seat in (0, 1)] == [state.get(seat, ELDERS) for seat in (0, 1)]
    assert len(rivals) > 1
