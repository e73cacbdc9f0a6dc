"""BU-5 Afternoon frame, BU-6 Forest, BU-7 Shore."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import IllegalMove
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import ESTEEM, FISH, LAKE, SHORE, TABLEAU, VILLAGE
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.buru.builders import (
    ISLANDER,
    bids,
    decrees,
    elders,
    elders_of,
    forest,
    goods,
    noon,
    options,
    own,
    play,
    resolve,
    row,
    row_of,
    table,
    tableau,
    told,
    totem,
)


@clause("BU-5.1", "BU-5.11")
def test_regions_are_resolved_in_order_each_completely() -> None:
    state = table(2)
    bids(state, 0, forest=(1,), shore=(2,), village=(3,), lake=(4,), last=(5,))
    bids(state, 1, forest=(2,), shore=(1,), village=(4,), lake=(3,), last=(5,))
    noon(state)
    regions = []
    while state.round == 1:
        regions.append((int(state.region), int(state.acting)))
        seat = int(state.actor())
        state.apply(seat, state.legal(seat)[-1])
    assert list(dict.fromkeys(regions)) == [(0, 1), (0, 0), (1, 0), (1, 1), (2, 1), (2, 0), (3, 0), (3, 1)]
    assert [event.args for event in told(state, "region")] == [(name,) for name in state.box.regions[:4]]
    assert told(state, "dusk")


@clause("BU-5.2")
def test_only_the_region_being_resolved_is_revealed_and_power_is_a_sum() -> None:
    state = table(2)
    bids(state, 0, forest=(1, 3), lake=(2, 5), last=(4,))
    bids(state, 1, forest=(2,), shore=(1,), village=(4,), lake=(3,), last=(5,))
    noon(state)
    seen = view(state, -1)
    assert [entry["power"] for entry in seen["regions"][0]["order"]] == [4, 2]
    assert {token["power"] for token in seen["regions"][0]["tokens"]} == {1, 3, 2}
    assert all(token["power"] is None for region in seen["regions"][1:] for token in region["tokens"])
    assert seen["seats"][0]["powers_possible"] == [2, 5]


@clause("BU-5.3")
def test_seats_act_in_descending_power() -> None:
    state = table(4)
    resolve(state, "shore", {0: (2,), 1: (1, 4), 3: (3,)})
    acted = []
    while state.region == SHORE:
        acted.append(int(state.actor()))
        play(state, options(state)[0])
        while state.region == SHORE and "done" in options(state) and int(state.actor()) == acted[-1]:
            play(state, "done")
    assert acted == [1, 3, 0]


@clause("BU-5.4", "BU-R28")
def test_x3_a_region_without_explorers_has_no_triumph() -> None:
    state = table(2)
    totem(state, "manuk", 1)
    decrees(state, "village_a")
    resolve(state, "village", {})
    assert state.totems[2] == 1
    assert not told(state, "triumph")
    assert state.round == 2
    assert not state.decrees & 1 << 4
    assert goods(state, 0) == goods(state, 1) == {}


@clause("BU-5.5")
@pytest.mark.parametrize(("region", "spirit"), [("forest", 1), ("shore", 0), ("village", 2)])
def test_the_triumphant_player_takes_the_totem(region: str, spirit: int) -> None:
    state = table(2)
    resolve(state, region, {1: (5,), 0: (2,)})
    assert [int(holder) for holder in state.totems] == [1 if i == spirit else NONE for i in range(3)]


@clause("BU-5.5")
def test_triumph_at_the_lake_is_one_esteem() -> None:
    state = table(2)
    resolve(state, "lake", {1: (5,), 0: (2,)})
    assert (state.get(1, ESTEEM), state.get(0, ESTEEM)) == (1, 0)


@clause("BU-5.6")
def test_a_totem_is_taken_from_its_holder() -> None:
    state = table(2)
    totem(state, "banyu", 0)
    resolve(state, "shore", {1: (5,), 0: (2,)})
    assert state.totems[0] == 1


def test_x4_the_holder_keeps_the_totem() -> None:
    state = table(2)
    totem(state, "banyu", 0)
    resolve(state, "shore", {0: (5,), 1: (2,)})
    assert (state.totems[0], goods(state, 0)) == (0, {})


@clause("BU-5.7")
def test_decrees_go_to_the_triumphant_player_and_leave_the_game() -> None:
    state = table(2)
    decrees(state, "shore_b", "lake_a")
    resolve(state, "shore", {1: (5,), 0: (2,)})
    assert goods(state, 1) == {"fish": 4}
    assert [d["decree"] for region in view(state, -1)["regions"] for d in region["decrees"]] == ["lake_a"]


@clause("BU-5.8")
def test_each_seat_takes_one_free_space_with_all_its_explorers() -> None:
    state = table(2)
    resolve(state, "shore", {0: (5, 1), 1: (2,)})
    assert options(state) == [f"space {i}" for i in range(1, 6)]
    play(state, "space 2")
    assert state.spaces[5 + 1] == 0
    assert state.actor() == 1  # no fish: only done was left, and no second action for two Explorers
    assert options(state) == ["space 1", "space 3", "space 4", "space 5"]
    with pytest.raises(IllegalMove, match=r"BU-5\.8"):
        play(state, "space 2")


@clause("BU-5.9", "BU-R8")
def test_parts_of_a_space_may_be_mixed_or_left() -> None:
    state = table(2)
    own(state, 0, clay=4, palm=4)
    resolve(state, "lake", {0: (5,), 1: (2,)})
    play(state, "space 1")
    assert options(state) == ["tribute gunung", "elder", "done"]
    elders(state, {}, ("elder_clay", "elder_palm", "elder_ebony"))
    play(state, "tribute gunung", "elder", "back elder_clay")
    assert options(state) == ["tribute gunung", "done"]
    play(state, "done")
    assert state.actor() == 1
    assert goods(state, 0) == {"clay": 2, "palm": 2, "esteem": 1}


@clause("BU-5.10")
def test_gems_do_not_bind_people() -> None:
    state = table(2)
    resolve(state, "village", {0: (5,), 1: (2,)})
    play(state, "space 5")  # the lowest rated although all are free
    assert state.spaces[VILLAGE * 5 + 4] == 0


# --- BU-6 Forest ---


@clause("BU-6.1", "BU-6.2", "BU-R9")
def test_a_forest_card_is_taken_discarded_and_not_replaced() -> None:
    state = table(2)
    forest(state, "forest_01", "forest_06", "forest_16")
    resolve(state, "forest", {1: (5,), 0: (2,)})
    assert options(state) == ["take forest_01", "take forest_06", "take forest_16", "done"]
    play(state, "take forest_06")
    assert goods(state, 1) == {"clay": 2, "palm": 2}
    assert members(int(state.forest_discard)) == [5]
    assert options(state) == ["take forest_01", "take forest_16", "done"]
    assert [int(state.spaces[i]) for i in range(5)] == [1, 0, NONE, NONE, NONE]  # the lowest free index


@clause("BU-6.3")
def test_a_choice_of_resources_gives_one_of_them() -> None:
    state = table(2)
    forest(state, "forest_10", "forest_01", "forest_02")
    resolve(state, "forest", {1: (5,), 0: (2,)})
    play(state, "take forest_10")
    assert options(state) == ["pick clay", "pick palm"]
    play(state, "pick palm")
    assert goods(state, 1) == {"ebony": 1, "palm": 1}


# --- BU-7 Shore ---


@clause("BU-7.1", "BU-7.2")
def test_recruiting_costs_fish_and_the_slot_is_refilled_at_once() -> None:
    state = table(2)
    own(state, 0, fish=5)
    row(state, "farmer", "matriarch", "weaver", then=("headman",))
    resolve(state, "shore", {0: (5,), 1: (2,)})
    play(state, "space 2")
    assert options(state) == ["recruit 1", "recruit 3", "done"]
    play(state, "recruit 1")
    assert state.get(0, FISH) == 3
    assert members(int(state.get(0, TABLEAU))) == [ISLANDER["farmer"]]
    assert not state.tasked
    assert row_of(state) == ["headman", "matriarch", "weaver"]


@clause("BU-7.3")
def test_a_cycle_replaces_the_whole_row() -> None:
    state = table(2)
    row(state, "farmer", "matriarch", "weaver", then=("headman", "fisher", "potter"))
    before = state.islander_discard
    resolve(state, "shore", {0: (5,), 1: (2,)})
    play(state, "space 3", "cycle")
    assert row_of(state) == ["headman", "fisher", "potter"]
    new = int(state.islander_discard & ~before)
    assert set(members(new)) == {ISLANDER[name] for name in ("farmer", "matriarch", "weaver")}


@clause("BU-7.4")
def test_no_limit_and_no_benefit_by_recruiting() -> None:
    state = table(2)
    tableau(state, 0, *[name for name in ISLANDER if name not in ("fisher", "headman", "matriarch", "potter")][:30])
    own(state, 0, fish=2)
    row(state, "fisher", "headman", "matriarch", then=("potter",))
    resolve(state, "shore", {0: (5,), 1: (2,)})
    play(state, "space 4", "recruit 1")
    assert len(members(int(state.get(0, TABLEAU)))) == 31
    assert goods(state, 0) == {}


@clause("BU-R7")
def test_x2_the_order_of_a_region_is_fixed_when_it_is_revealed() -> None:
    state = table(4)
    resolve(state, "lake", {1: (5, 1), 2: (4, 2), 3: (5,)}, emissary=0)
    assert [entry["seat"] for entry in view(state, -1)["regions"][LAKE]["order"]] == [1, 2, 3]
    play(state, "space 4", "emissary")
    assert state.emissary == 1
    assert state.actor() == 2


@clause("BU-R15")
def test_the_totem_is_in_hand_before_a_decree_profits_from_it() -> None:
    state = table(2)
    decrees(state, "village_b")
    tableau(state, 0, "sky_lord")
    resolve(state, "village", {0: (5,), 1: (2,)})
    assert options(state) == ["task sky_lord", "done"]
    play(state, "task sky_lord")
    assert goods(state, 0) == {"fish": 2, "esteem": 3}  # the Manuk totem was taken first


@clause("BU-R16")
def test_a_decree_may_be_declined_but_its_gains_come_and_it_leaves() -> None:
    state = table(2)
    decrees(state, "village_b", "lake_b")
    tableau(state, 0, "headman", "farmer")
    resolve(state, "village", {0: (5,), 1: (2,)})
    assert options(state) == ["task headman", "done"]  # nobles only (BU-D2)
    play(state, "done")
    assert goods(state, 0) == {"fish": 2}
    assert [d["decree"] for region in view(state, -1)["regions"] for d in region["decrees"]] == ["lake_b"]
    elders(state, {}, ("elder_clay", "elder_palm", "elder_ebony"))
    resolve(state, "lake", {0: (5,), 1: (2,)})
    assert options(state) == ["elder", "done"]
    play(state, "elder", "back elder_clay")
    assert elders_of(state, 0) == {"elder_palm"}
    assert options(state)[0] == "space 1"


@clause("BU-R30")
def test_nothing_passes_between_players() -> None:
    """No question of the game has an option that names another seat."""
    state = table(2)
    kinds = {kind.name for kind in state.game.kinds}
    assert kinds == {"place", "space", "pick", "act", "discard", "tokoh", "take", "exile"}
    assert sum(kind.size for kind in state.game.kinds) == 290  # the flat lists of both rules, part 6, and two repeated
