"""Decks at their last card and prices below nothing: the ends of rules that ordinary games seldom meet."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.random import seeded
from bungalow.games.buru.rules.deeds import draw_islander, recruit
from bungalow.games.buru.rules.effects import OP_ELDER, OP_FIELDS, possible
from bungalow.games.buru.rules.lawan import take_elders
from bungalow.games.buru.state import ELDERS, FISH
from tests.clauses import clause
from tests.games.buru.builders import (
    BOX,
    DECREE,
    decrees,
    elders,
    elders_of,
    goods,
    own,
    play,
    resolve,
    row,
    table,
    tableau,
    tableau_of,
    told,
)


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
    every_card = sum(1 << elder for elder, card in enumerate(BOX.elders) if card.module == "base")
    rivals = set()
    for seed in range(20):
        world = state.clone()
        world.redeal_elders(0, False, seeded(seed))
        assert world.get(0, ELDERS) == state.get(0, ELDERS)
        deck = sum(1 << int(world.elder_deck[i]) for i in range(int(world.elder_count)))
        assert world.get(0, ELDERS) | world.get(1, ELDERS) | deck == every_card, "each card once"
        rivals.add(int(world.get(1, ELDERS)))
        world = state.clone()
        world.redeal_elders(0, True, seeded(seed))
        assert [world.get(seat, ELDERS) for seat in (0, 1)] == [state.get(seat, ELDERS) for seat in (0, 1)]
    assert len(rivals) > 1


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_branch_that_draws_elders_needs_one_in_the_deck(count: int) -> None:
    state = table()
    elders(state, {}, ("elder_clay", "elder_palm")[:count])
    box = state.box
    only_elders = [
        program
        for program in range(len(box.program_end))
        if box.program_start[program] == box.program_asks[program] == box.program_end[program] - 1
        and box.ops[box.program_asks[program] * OP_FIELDS] == OP_ELDER
    ]
    assert only_elders
    assert all(possible(state, 0, program) == (count > 0) for program in only_elders)


@clause("BU-8.6")
def test_the_scroll_of_an_untasked_card_does_nothing_though_a_younger_one_is_tasked() -> None:
    gained = []
    for names in (("learned_priest", "offering_singer"), ("offering_singer",)):
        state = table(2)
        tableau(state, 0, *names, tasked=("offering_singer",))
        own(state, 0, ebony=4, clay=1, palm=1)
        resolve(state, "lake", {0: (5,), 1: (1,)})
        play(state, "space 1", "tribute manuk")
        gained.append(goods(state, 0))
    assert gained[0] == gained[1]


@clause("BU-10.6")
def test_an_altar_decree_that_is_not_in_play_gives_nothing() -> None:
    gained = []
    for names, gone in ((("forest_a", "altar_manuk"), ""), (("forest_a", "altar_manuk"), "altar_manuk"), ((), "")):
        state = table(2)
        decrees(state, *names)
        state.decrees &= ~(1 << DECREE[gone]) if gone else -1
        own(state, 0, ebony=4, clay=1, palm=1)
        resolve(state, "lake", {0: (5,), 1: (1,)})
        play(state, "space 1", "tribute manuk")
        gained.append(goods(state, 0))
    assert gained[0] != gained[1] == gained[2]


@clause("BU-12.3")
def test_an_elder_of_whom_nothing_is_fulfilled_is_of_no_level() -> None:
    state = table(2)
    for good in range(5):
        state.own[good] = 0
    assert [state.elder_level(0, elder) for elder in range(len(BOX.elders))] == [0] * len(BOX.elders)
