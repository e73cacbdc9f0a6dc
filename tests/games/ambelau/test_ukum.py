"""AM-9 Ukum, AM-10 Outlaws."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import IllegalMove
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import ESTEEM, FISH, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import canoe, ruling, with_modules
from tests.games.buru.builders import (
    BOX,
    ISLANDER,
    decrees,
    elders,
    goods,
    options,
    own,
    play,
    resolve,
    row,
    tableau,
    tableau_of,
    told,
    totem,
    tribute_cards,
)


def village(state: Buru, *names: str, space: str = "space 5", tasked: tuple[str, ...] = ()) -> Buru:
    """Seat 1 acts at the village with these Islanders."""
    tableau(state, 0, *names, tasked=tasked)
    resolve(state, "village", {0: (5,), 1: (1,)})
    return play(state, space)


def lake(state: Buru, *names: str, space: str = "space 2", tasked: tuple[str, ...] = ()) -> Buru:
    tableau(state, 0, *names, tasked=tasked)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    return play(state, space)


def ukum(seats: int = 2, lawan: int = 0, **more: object) -> Buru:
    return with_modules(seats, lawan, "ukum", **more)  # type: ignore[arg-type]


@clause("AM-9.1")
def test_ukum_can_be_chosen_at_the_lake_and_by_cards() -> None:
    state = lake(ukum(), "farmer", "headman")
    assert options(state) == ["tribute ukum", "done"]
    by_card = village(ukum(), "shaman", "farmer")
    play(by_card, "task shaman")
    assert options(by_card) == ["tribute ukum", "done"]


def test_the_words_of_an_exile_tell_gain_and_loss() -> None:
    state = lake(ukum(), "farmer", "thief", "headman")
    elders(state, {0: ("elder_gatherer",)})
    play(state, "tribute ukum")
    told = [state.game.words(state, 0, option) for option in state.legal(0)]
    assert told == [
        "Exile the Farmer, gatherer; Elder Gatherer then has 0 of 2",
        "Exile the Headman, noble",
        "Exile the Thief, outlaw (for 1 clay | 1 palm)",
    ]


@clause("AM-9.2")
def test_any_islander_tasked_or_not_is_the_only_cost() -> None:
    state = lake(ukum(), "farmer", "headman", "thief", tasked=("headman",))
    own(state, 0, clay=3)
    play(state, "tribute ukum")
    assert options(state) == ["exile farmer", "exile headman", "exile thief"]
    play(state, "exile headman")
    assert tableau_of(state, 0) == {"farmer", "thief"}
    assert goods(state, 0)["clay"] == 3
    nobody = ukum()
    own(nobody, 0, clay=9, palm=9, ebony=9)
    resolve(nobody, "lake", {0: (5,), 1: (1,)})
    play(nobody, "space 2")
    assert "tribute ukum" not in options(nobody)
    with pytest.raises(IllegalMove, match=r"AM-9\.2"):
        play(nobody, "tribute ukum")
    empty = ukum()
    empty.tribute_left[4] = 0
    own(empty, 0, clay=2, palm=2)
    lake(empty, "farmer")
    assert options(empty) == ["tribute gunung", "done"]


@clause("AM-9.3", "AM-R20")
def test_the_sequence_of_a_tribute_to_ukum() -> None:
    state = ukum()
    decrees(state, "altar_ukum")
    lake(state, "temple_servant", "pirate", "farmer", space="space 5", tasked=("temple_servant",))
    state.totems[4] = 1
    state.log = []
    play(state, "tribute ukum", "exile pirate")
    keys = [(event.key, event.args[2] if event.key == "gain" else "") for event in state.log if event.audience == -1]
    assert keys[:6] == [
        ("exile", ""),
        ("tribute", ""),
        ("gain", "decree"),
        ("gain", "scroll"),
        ("gain", "totem"),
        ("gain", "exile"),
    ]
    assert goods(state, 0) == {"fish": 1 + 2 + 3}
    assert ISLANDER["pirate"] in members(int(state.islander_discard))


@clause("AM-9.4", "AM-R12")
def test_x14_an_exiled_priest_gives_nothing_for_that_tribute() -> None:
    state = lake(ukum(), "temple_servant", "offering_singer", tasked=("temple_servant", "offering_singer"))
    state.totems[4] = NONE
    play(state, "tribute ukum", "exile temple_servant")
    assert goods(state, 0) == {"esteem": 1}  # the singer's scroll


def test_x24_a_priest_may_be_exiled_by_its_own_task() -> None:
    state = village(ukum(), "shaman", "farmer", space="space 1")
    play(state, "task shaman", "tribute ukum", "exile shaman")
    assert tableau_of(state, 0) == {"farmer"}
    assert goods(state, 0) == {"fish": 1}
    assert tribute_cards(state, 0) == {"ukum": 1}
    assert options(state) == ["task farmer", "done"]
    assert not state.tasked


# --- AM-10 ---


@clause("AM-10.1")
def test_outlaws_are_recruited_like_others() -> None:
    state = ukum()
    own(state, 0, fish=3)
    row(state, "pirate", "farmer", "tomb_robber", then=("thief",))
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1")
    assert options(state) == ["recruit 1", "recruit 2", "cycle", "done"]
    play(state, "recruit 1")
    assert tableau_of(state, 0) == {"pirate"}
    assert state.get(0, FISH) == 0


@clause("AM-10.2")
def test_an_outlaw_in_the_tableau_gives_nothing() -> None:
    state = ukum()
    tableau(state, 0, "pirate", "smuggler")
    assert (goods(state, 0), state.score(0)) == ({}, 0)
    assert view(state, 1)["seats"][0]["types"]["outlaw"] == 2


@clause("AM-10.3", "AM-10.4")
def test_e1_the_smuggler() -> None:
    state = ukum()
    totem(state, "ukum", 1)
    village(state, "smuggler", "farmer", space="space 3")
    play(state, "task smuggler")
    assert ISLANDER["smuggler"] in members(int(state.islander_discard))
    assert tribute_cards(state, 0) == {"ukum": 1}
    assert (goods(state, 0), state.get(1, ESTEEM)) == ({"clay": 2}, 1)
    assert not state.tasked & 1 << ISLANDER["smuggler"]
    assert options(state) == ["task farmer", "done"]


def test_e10_an_outlaw_tasked_before_the_lake() -> None:
    state = ukum()
    totem(state, "ukum", 0)
    village(state, "smuggler", space="space 5")
    play(state, "task smuggler")
    assert state.get(0, ESTEEM) == 1
    resolve(state, "lake", {1: (5,), 0: (1,)})
    assert (state.totems[4], state.get(0, ESTEEM)) == (1, 1)


@clause("AM-10.4")
def test_an_exiled_outlaw_gives_its_bonus_too() -> None:
    state = lake(ukum(), "tomb_robber", "farmer", space="space 5")
    play(state, "tribute ukum", "exile tomb_robber")
    assert goods(state, 0) == {"esteem": 1, "clay": 1, "palm": 1, "ebony": 1}


@clause("AM-10.4")
def test_a_bonus_with_a_choice_may_be_declined() -> None:
    state = village(ukum(), "thief", space="space 3")
    play(state, "task thief")
    assert options(state) == ["branch 1", "branch 2", "done"]
    play(state, "branch 2")
    assert goods(state, 0) == {"palm": 1}


@clause("AM-10.5", "AM-R11")
def test_x5_no_ukum_card_no_task_for_an_outlaw() -> None:
    state = ukum()
    state.tribute_left[4] = 1
    village(state, "smuggler", "pirate", "farmer", space="space 1")
    play(state, "task smuggler")
    assert options(state) == ["task farmer", "done"]
    with pytest.raises(IllegalMove, match=r"AM-10\.5"):
        play(state, "task pirate")
    turned = ruling(ukum(), outlaw_taskable_with_empty_deck=True)
    turned.tribute_left[4] = 0
    totem(turned, "ukum", 1)
    village(turned, "pirate", "farmer", space="space 1")
    play(turned, "task pirate")
    assert (goods(turned, 0), tribute_cards(turned, 0), turned.get(1, ESTEEM)) == ({"fish": 3}, {}, 0)


def test_x6_a_chain_of_outlaws() -> None:
    for cards, taskable in ((10, True), (1, False)):
        state = ukum()
        state.tribute_left[4] = cards
        lake(state, "rogue", "pirate", space="space 5")
        state.totems[4] = 1
        play(state, "tribute ukum", "exile rogue")
        if taskable:
            assert options(state) == ["task pirate", "done"]
            play(state, "task pirate")
            assert (goods(state, 0), tribute_cards(state, 0)) == ({"fish": 3}, {"ukum": 2})
            assert state.get(1, ESTEEM) == 2
        else:
            assert (tableau_of(state, 0), state.get(1, ESTEEM)) == ({"pirate"}, 1)


@clause("AM-10.6")
def test_cycling_discards_outlaws_without_bonus() -> None:
    state = ukum()
    row(state, "pirate", "smuggler", "thief", then=("farmer", "headman", "weaver"))
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 3", "cycle")
    assert goods(state, 0) == {}
    assert not told(state, "exile")


@clause("AM-10.7")
def test_a_task_for_another_type_leaves_outlaws_alone() -> None:
    state = ukum()
    decrees(state, "village_b")
    tableau(state, 0, "pirate", "headman")
    resolve(state, "village", {0: (5,), 1: (1,)})
    assert options(state) == ["task headman", "done"]


@clause("AM-10.8")
def test_an_outlaws_bonus_is_worth_its_cost() -> None:
    rates = {"clay": 1, "palm": 1, "ebony": 2, "fish": 1, "task": 2, "guide": 3}
    for card in BOX.islanders[36:]:
        step = card.bonus[0]
        if step.op == "gain":
            worth = sum(a * r for a, r in zip(step.gain, (1, 1, 2, 1, 1.5), strict=True))
        else:
            worth = 1 if step.op == "choose" else rates[step.op]
        assert worth == card.cost, card.id


@clause("AM-10.9")
def test_the_tyrant_needs_ambelau() -> None:
    tyrant = 1 << ISLANDER["tyrant"]
    assert not ukum().box.islander_set & tyrant
    assert with_modules(2, 0, "ukum", "ambelau").box.islander_set & tyrant


@clause("AM-R35")
def test_supply_is_unlimited() -> None:
    state = village(ukum(), "smuggler")
    own(state, 0, clay=99)
    play(state, "task smuggler")
    assert state.get(0, 0) == 101


def test_an_exiled_islander_comes_back_as_the_youngest() -> None:
    state = lake(ukum(), "farmer", "headman", "weaver")
    play(state, "tribute ukum", "exile farmer")
    assert [BOX.islanders[int(card)].id for card in state.recruited if card != NONE] == ["headman", "weaver"]


@clause("BU-R10")
@pytest.mark.parametrize(
    ("names", "decree", "space", "moves"),
    [
        (("rogue", "feast_giver"), "altar_ukum", 4, "task rogue, task feast_giver, trade"),
        (("temple_servant", "rogue", "feast_giver"), "", 2, "task temple_servant, task rogue, task feast_giver, trade"),
    ],
)
def test_fish_of_a_space_wait_for_a_payment_that_an_exile_opens(
    names: tuple[str, ...], decree: str, space: int, moves: str
) -> None:
    """19 fish: those of the tribute fill the mat, then 3 are paid, then the one of the space fits."""
    state = ukum()
    own(state, 0, fish=19)
    if decree:
        decrees(state, decree)
    village(state, *names, space=f"space {space}")
    assert (state.get(0, FISH), state.late_fish) == (19, 1)
    assert options(state)[-1] == "fish"
    play(state, *moves.split(", "))
    if state.actor() == 0:
        play(state, "done")
    assert goods(state, 0) == {"fish": 18, "esteem": 3}


@clause("BU-R10")
def test_on_the_canoe_track_too_fish_wait_for_a_payment_that_an_exile_opens() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    own(state, 0, fish=19)
    decrees(state, "altar_ukum")
    tableau(state, 0, "rogue", "feast_giver")
    canoe(state, 0, 1)
    resolve(state, "ambelau", {0: (1,), 1: ()})  # Power 1 reaches space 2 alone
    assert (state.get(0, FISH), state.late_fish) == (19, 1)
    play(state, "task rogue", "task feast_giver", "trade")
    assert goods(state, 0) == {"fish": 18, "esteem": 3}


@clause("BU-R10")
def test_only_fish_of_a_space_are_said_to_come_from_it() -> None:
    """The Shaman's fish waits and finds no room; those of the Village space come afterwards."""
    state = ukum()
    own(state, 0, fish=20)
    village(state, "shaman", "rogue", "feast_giver", space="space 2")
    play(state, "task shaman", "tribute ukum", "exile rogue", "done", "done")
    names = ("Becky", "Sonia")
    assert [state.game.say(event, names) for event in told(state, "waited")] == [
        "Becky has no room for 1 fish",
        "Becky has no room for 1 fish (Village 2)",
    ]
