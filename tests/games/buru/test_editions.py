"""Effects that only an owner's edition has: every op on a card, counts, and altar Decrees that ask something."""

from __future__ import annotations

from bungalow.games.buru.data import box_of
from bungalow.games.buru.prepare import prepare
from bungalow.games.buru.state import Buru
from tests.games.buru.builders import (
    decrees,
    elders,
    elders_of,
    forest,
    goods,
    options,
    own,
    play,
    resolve,
    row,
    table,
    tableau,
    tableau_of,
    told,
    totem,
)
from tests.games.editions import edited

FARMER = 'effects = [{ op = "gain", palm = 1 }]'
ALTAR = 'target = "gunung"\neffects = [{ op = "gain", fish = 1 }]'


def edition(old: str, new: str) -> Buru:
    """A table of an edition with one text replaced."""
    state = table(2)
    state.box = prepare(box_of(edited("buru", (old, new))))
    return state


def farmer(effects: str, **amounts: int) -> Buru:
    """Seat 1 has tasked a Farmer with other effects; a Headman is left."""
    state = edition(FARMER, f"effects = [{effects}]")
    tableau(state, 0, "farmer", "headman")
    own(state, 0, **amounts)
    elders(state, {}, ("elder_clay", "elder_palm", "elder_ebony", "elder_noble"))
    row(state, "weaver", "potter", "matriarch", then=("fisher", "storyteller", "shaman", "sculptor"))
    forest(state, "forest_01", "forest_10")
    resolve(state, "village", {0: (5,), 1: (1,)}, emissary=1)
    return play(state, "space 1", "task farmer")


REST = ["task headman", "done"]


def test_recruits_on_a_card() -> None:
    state = farmer('{ op = "recruit", count = 2 }', fish=6)
    assert options(state) == ["recruit 1", "recruit 2", "recruit 3", "done"]
    play(state, "recruit 1")
    assert options(state) == ["recruit 1", "recruit 2", "done"]
    play(state, "recruit 2")
    assert tableau_of(state, 0) == {"farmer", "headman", "weaver", "potter"}
    assert "recruit 1" not in options(state)


def test_a_cycle_on_a_card() -> None:
    state = farmer('{ op = "cycle" }')
    assert options(state) == ["cycle", "done"]
    play(state, "cycle")
    assert options(state) == REST


def test_elders_on_a_card() -> None:
    state = farmer('{ op = "elder", count = 2 }')
    play(state, "elder")
    assert told(state, "elders")[-1].args == (0, 2)
    play(state, "back elder_clay")
    assert options(state) == ["elder", "done"]
    play(state, "elder", "back elder_palm")
    assert elders_of(state, 0) == {"elder_ebony", "elder_noble"}
    assert options(state) == REST


def test_the_emissary_on_a_card() -> None:
    state = farmer('{ op = "emissary" }')
    assert options(state) == ["emissary", "done"]
    play(state, "emissary")
    assert state.emissary == 0
    assert options(state) == REST


def test_forest_cards_on_a_card() -> None:
    state = farmer('{ op = "forest_card", count = 2 }')
    assert options(state) == ["take forest_01", "take forest_10", "done"]
    play(state, "take forest_10", "pick clay", "take forest_01")
    assert goods(state, 0) == {"clay": 2, "ebony": 3}
    assert options(state) == REST


def test_a_totem_on_a_card() -> None:
    state = farmer('{ op = "totem", spirit = "banyu" }')
    assert state.totems[0] == 0
    assert options(state) == REST


def test_steps_without_a_decision_come_first_and_a_declined_step_does_not_stop_the_rest() -> None:
    both = '{ op = "trade", pay = { clay = 1 }, gain = { ebony = 1 } }, { op = "cycle" }, { op = "gain", palm = 2 }'
    state = farmer(both, clay=1)
    assert goods(state, 0) == {"clay": 1, "palm": 2}
    assert options(state) == ["trade", "done"]
    play(state, "done")
    assert options(state) == ["cycle", "done"]


def test_a_branch_with_a_trade_that_cannot_be_paid_does_what_is_left() -> None:
    sides = (
        '[{ op = "trade", pay = { ebony = 1 }, gain = { clay = 3 } }, { op = "gain", fish = 2 }], [{ op = "elder" }]'
    )
    state = farmer(f'{{ op = "choose", options = [{sides}] }}')
    assert options(state) == ["branch 1", "branch 2", "done"]
    play(state, "branch 1")
    assert goods(state, 0) == {"fish": 2}
    assert options(state) == REST


def test_an_altar_decree_that_asks_comes_before_scrolls_and_totem() -> None:
    state = edition(ALTAR, 'target = "gunung"\neffects = [{ op = "task", count = 1 }]')
    decrees(state, "altar_gunung")
    totem(state, "gunung", 1)
    tableau(state, 0, "headman", "stone_priest", tasked=("stone_priest",))
    own(state, 0, clay=2, palm=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 1", "tribute gunung")
    assert options(state) == ["task headman", "done"]
    assert goods(state, 1) == {}
    play(state, "task headman")
    assert goods(state, 0) == {"clay": 2, "esteem": 3}
    assert goods(state, 1) == {"esteem": 1}
