"""BU-13.18 to BU-13.20: how a Lawan recruits at the Shore."""

from __future__ import annotations

from typing import cast

from bungalow.games.buru.state import FISH, SHORE, Buru
from tests.clauses import clause
from tests.games.buru.builders import departed, own, resolve, row, row_of, table, tableau_of, told


def at_shore(
    space: int, fish: int, in_row: tuple[str, str, str], then: tuple[str, ...], plot: str, *, explorers: int = 1
) -> Buru:
    """Lawan A has acted at the Shore on a space (counted from 1), with so many fish and its Plot card."""
    state = table(2, 1)
    own(state, 1, fish=fish)
    for index in range(space - 1):
        state.spaces[SHORE * 5 + index] = 0
    row(state, *in_row, then=then)
    resolve(state, "shore", {1: (5,) if explorers == 1 else (2, 3), 0: (1,)}, plots=(plot,))
    chosen = cast(tuple[str, str], told(state, "lawan_space")[0].args[1])
    assert chosen[0] == f"shore_{space}"
    return state


GATHERER_FIRST = "plot_01"
"""gatherer, artisan, noble, priest"""
NOBLE_FIRST = "plot_02"
"""noble, priest, artisan, gatherer"""
PRIEST_FIRST = "plot_03"
"""priest, noble, gatherer, artisan"""
ARTISAN_FIRST = "plot_04"
"""artisan, gatherer, priest, noble"""


@clause("BU-13.18", "BU-R29")
def test_e13_no_first_type_in_the_row_so_it_cycles_and_takes_the_cheaper_artisan() -> None:
    for fish in (2, 3, 4):
        then = ("palm_trader", "sculptor", "matriarch", "overseer")
        state = at_shore(1, fish, ("headman", "woodcarver", "shaman"), then, GATHERER_FIRST)
        assert state.totems[0] == 1
        assert tableau_of(state, 1) == {"sculptor"}
        assert state.get(1, FISH) == fish - 2
        assert row_of(state) == ["palm_trader", "overseer", "matriarch"]
        assert len(told(state, "lawan_cycle")) == 1
        assert departed(state) == []


@clause("BU-13.18", "BU-R21")
def test_the_cheapest_card_of_the_type_by_chance_if_tied() -> None:
    found = set()
    for seed in range(12):
        state = table(2, 1, seed=seed)
        own(state, 1, fish=3)
        row(state, "farmer", "clay_digger", "woodcutter", then=("matriarch",))
        resolve(state, "shore", {1: (5,), 0: (1,)}, plots=(GATHERER_FIRST,))
        found |= tableau_of(state, 1)
    assert found == {"farmer", "clay_digger"}


@clause("BU-13.18", "BU-R22", "BU-R23")
def test_x19_after_a_cycle_for_a_lower_type_it_starts_again_at_its_first() -> None:
    then = ("headman", "weaver", "fisher", "shaman")
    state = at_shore(3, 3, ("matriarch", "farmer", "clay_digger"), then, NOBLE_FIRST)
    assert tableau_of(state, 1) == {"headman"}
    assert state.get(1, FISH) == 0
    assert [event.args[1] for event in told(state, "lawan_cycle")] == ["priest"]
    assert departed(state) == ["BU-13.18"]


@clause("BU-13.19", "BU-R22")
def test_after_a_cycle_it_never_stops_while_it_can_pay_for_somebody() -> None:
    """Neither the type that it cycled for nor one after it comes; one before it does."""
    then = ("headman", "overseer", "matriarch", "shaman")
    state = at_shore(3, 3, ("totem_keeper", "farmer", "clay_digger"), then, PRIEST_FIRST)
    assert [event.args[1] for event in told(state, "lawan_cycle")] == ["priest"]
    assert tableau_of(state, 1) == {"headman"}
    assert departed(state) == []  # nobles come after priests
    state = at_shore(3, 3, ("matriarch", "farmer", "clay_digger"), then, NOBLE_FIRST)
    assert tableau_of(state, 1) == {"headman"}  # rules of version 1 stopped: no priest, artisan or gatherer is there
    assert departed(state) == ["BU-13.18"]


@clause("BU-13.19", "BU-R22")
def test_a_lawan_that_can_pay_for_nobody_does_not_cycle() -> None:
    state = at_shore(1, 2, ("matriarch", "headman", "shaman"), ("farmer", "potter", "sculptor"), GATHERER_FIRST)
    assert row_of(state) == ["matriarch", "headman", "shaman"]
    assert tableau_of(state, 1) == set()
    assert told(state, "lawan_no_recruit")[0].args == (1, 2)
    assert not told(state, "lawan_cycle")
    assert departed(state) == ["BU-13.19"]


@clause("BU-13.19")
def test_without_a_cycle_it_stops_as_before() -> None:
    state = at_shore(2, 2, ("matriarch", "headman", "shaman"), ("farmer",), GATHERER_FIRST)
    assert tableau_of(state, 1) == set()
    assert departed(state) == []


@clause("BU-13.19", "BU-R22")
def test_after_a_recruit_it_cycles_only_if_it_can_pay_for_somebody() -> None:
    """4 fish: the Farmer, then 2 fish are too few for anybody; its cycle stays unused."""
    state = at_shore(1, 4, ("farmer", "headman", "shaman"), ("matriarch", "weaver"), GATHERER_FIRST)
    assert tableau_of(state, 1) == {"farmer"}
    assert not told(state, "lawan_cycle")
    assert departed(state) == ["BU-13.19"]
    more = at_shore(1, 5, ("farmer", "headman", "shaman"), ("matriarch", "fisher", "weaver", "potter"), GATHERER_FIRST)
    assert tableau_of(more, 1) == {"farmer", "fisher"}  # 3 fish pay for the Headman, so it cycles for a gatherer
    assert departed(more) == []


@clause("BU-13.19")
def test_it_stops_when_no_recruit_is_left_although_it_could_pay_and_cycle() -> None:
    state = at_shore(3, 9, ("headman", "farmer", "weaver"), ("shaman",), NOBLE_FIRST)
    assert tableau_of(state, 1) == {"headman"}
    assert state.get(1, FISH) == 6
    assert not told(state, "lawan_cycle")
    assert departed(state) == []


@clause("BU-13.19")
def test_x18_each_recruit_begins_again_at_the_first_type() -> None:
    state = at_shore(1, 8, ("farmer", "woodcutter", "headman"), ("matriarch", "weaver"), GATHERER_FIRST)
    assert tableau_of(state, 1) == {"farmer", "woodcutter"}
    assert state.get(1, FISH) == 2
    assert not told(state, "lawan_cycle")
    assert row_of(state)[2] == "headman"


@clause("BU-13.18", "BU-13.19")
def test_the_cycle_and_the_order_after_it_by_every_first_type() -> None:
    """One after the other: the first type is missing, the row is cycled, and the first type is recruited."""
    for plot, in_row, found in (
        (PRIEST_FIRST, ("farmer", "headman", "weaver"), "temple_servant"),
        (ARTISAN_FIRST, ("farmer", "headman", "temple_servant"), "sculptor"),
    ):
        state = at_shore(3, 3, in_row, (found, "fisher", "storyteller", "matriarch"), plot)
        assert tableau_of(state, 1) == {found}
        assert departed(state) == []


@clause("BU-13.20")
def test_x10_two_explorers_at_the_shore_pay_one_fish_less() -> None:
    state = at_shore(4, 1, ("sculptor", "headman", "shaman"), ("matriarch",), ARTISAN_FIRST, explorers=2)
    assert tableau_of(state, 1) == {"sculptor"}
    assert told(state, "recruit")[0].args[2] == 1
    assert state.get(1, FISH) == 0


@clause("BU-13.20", "BU-R22")
def test_the_discount_counts_for_whether_it_can_pay_for_anybody() -> None:
    then = ("farmer", "fisher", "shaman")
    state = at_shore(1, 2, ("headman", "weaver", "matriarch"), then, GATHERER_FIRST, explorers=2)
    assert len(told(state, "lawan_cycle")) == 1
    assert tableau_of(state, 1) == {"farmer", "fisher"}
