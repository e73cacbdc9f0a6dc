"""AM-13 Liaisons."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import IllegalMove
from bungalow.games.buru import GAME
from bungalow.games.buru.state import ESTEEM, FISH, LAKE, SHORE, VILLAGE, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import GUIDE, LIAISON, again, blessing, holder, mat_of, ruling, with_modules
from tests.games.buru.builders import (
    BOX,
    bids,
    decrees,
    departed,
    forest,
    goods,
    noon,
    options,
    own,
    play,
    resolve,
    row,
    tableau,
    told,
    tribute_cards,
)


def liaisons(seats: int = 2, *more: str, lawan: int = 0) -> Buru:
    return with_modules(seats, lawan, "liaisons", *more)


@clause("AM-13.1")
def test_a_sixth_token_without_power() -> None:
    state = liaisons()
    assert mat_of(state, 0) == {"1", "2", "3", "4", "5", "liaison"}
    again(state)
    play(state, "place liaison lake")
    assert (state.bid_count(0, LAKE), state.bid_power(0, LAKE)) == (1, 0)
    assert view(state, 0)["placements"] == [1, *[0, 1] * 4]


@clause("AM-13.3", "AM-13.4", "AM-R32")
def test_e7_a_second_action_for_its_rating_in_fish() -> None:
    state = liaisons(2)
    own(state, 0, clay=4, palm=4, fish=1)
    resolve(state, "lake", {0: (4, LIAISON), 1: (2,)}, emissary=1)
    play(state, "space 5", "tribute gunung")
    assert state.actor() == 1
    play(state, "space 3", "done")
    assert (state.actor(), options(state)) == (0, ["space 4", "done"])
    assert view(state, 1)["liaison_prices"] == {"lake_1": 3, "lake_2": 2, "lake_4": 1}
    play(state, "space 4", "emissary", "tribute gunung")
    assert state.get(0, FISH) == 0 or state.round == 2
    assert tribute_cards(state, 0) == {"gunung": 2}
    assert state.emissary == 0


@clause("AM-13.3")
def test_a_liaison_acts_without_power_bid() -> None:
    state = liaisons(3)
    own(state, 2, fish=4)
    tableau(state, 2, "headman")
    resolve(state, "village", {0: (4,), 2: (LIAISON,)})
    play(state, "space 1")
    assert (state.actor(), options(state)) == (2, ["space 2", "space 3", "space 4", "space 5", "done"])
    play(state, "space 2", "task headman")
    assert state.get(2, ESTEEM) == 2
    assert state.get(2, FISH) == 4 - 2 + 1


@clause("AM-13.4", "AM-R18")
def test_in_the_forest_whose_spaces_have_no_gems_it_costs_nothing() -> None:
    state = liaisons()
    forest(state, "forest_01", "forest_09", "forest_14")
    own(state, 0, fish=2)
    resolve(state, "forest", {0: (LIAISON,), 1: (3,)})
    play(state, "done")
    assert options(state) == ["take forest_01", "take forest_09", "take forest_14", "done"]
    assert view(state, 1)["liaison_prices"] == {"forest_01": 0, "forest_09": 0, "forest_14": 0}
    assert [GAME.words(state, 0, option) for option in state.legal(0)][:2] == [
        "Take 1 clay and 2 ebony (Forest card, 3 gems, costs no fish)",
        "Take 2 ebony (Forest card, 2 gems, costs no fish)",
    ]
    assert not departed(state)
    play(state, "take forest_01")
    assert goods(state, 0) == {"clay": 1, "ebony": 2, "fish": 2}
    assert [event.args[0] for event in told(state, "space")] == [1, 0]
    (event,) = told(state, "liaison")
    assert event.args == (0, 0)
    assert GAME.say(event, ("Becky", "Sonia")) == "Becky's Liaison acts at no cost"
    assert departed(state) == ["AM-13.4"]
    assert "In the Forest, where the spaces have no gems, it costs nothing." in " ".join(GAME.guide().split())


@clause("AM-R18")
def test_only_a_card_with_gems_was_paid_for_under_the_earlier_rules() -> None:
    worthless = next(card.id for card in BOX.forest if card.rating == 0)
    state = liaisons()
    forest(state, worthless, "forest_01")
    resolve(state, "forest", {0: (LIAISON,), 1: (3,)})
    play(state, "done")
    play(state, f"take {worthless}")
    assert not departed(state)
    unasked = liaisons()
    forest(unasked, "forest_01")
    resolve(unasked, "forest", {0: (LIAISON,)})  # without fish nobody was asked
    assert (options(unasked), departed(unasked)) == (["take forest_01", "done"], ["AM-13.4"])
    led = liaisons(2, "tokoh")
    forest(led, "forest_01")
    resolve(led, "forest", {0: (LIAISON,)})  # asked all the same, for the Tokoh
    assert (options(led), departed(led)) == (["take forest_01", "tokoh", "done"], [])


@clause("AM-R18")
def test_an_edition_may_make_the_card_the_price() -> None:
    state = ruling(liaisons(), liaison_forest_pays_card_rating=True)
    forest(state, "forest_01", "forest_09", "forest_14")
    own(state, 0, fish=2)
    resolve(state, "forest", {0: (LIAISON,), 1: (3,)})
    play(state, "done")
    assert options(state) == ["take forest_09", "take forest_14", "done"]
    assert view(state, 1)["liaison_prices"] == {"forest_01": 3, "forest_09": 2, "forest_14": 0}
    with pytest.raises(IllegalMove, match=r"AM-13\.4"):
        play(state, "take forest_01")
    play(state, "take forest_09")
    assert goods(state, 0) == {"ebony": 2}
    assert not departed(state)


def test_x11_no_card_is_left_in_the_forest() -> None:
    state = liaisons(3)
    forest(state, "forest_01", "forest_02", "forest_03")
    own(state, 0, fish=9)
    resolve(state, "forest", {0: (1, LIAISON), 1: (2,), 2: (3,)})
    play(state, "take forest_01", "take forest_02", "take forest_03")
    assert not told(state, "liaison")
    assert state.round == 2


@clause("AM-13.5")
def test_the_own_tokoh_for_nothing() -> None:
    state = liaisons(2, "tokoh")
    resolve(state, "shore", {0: (LIAISON,), 1: (3,)})
    play(state, "space 4")
    assert options(state) == ["space 5", "tokoh", "done"]
    play(state, "tokoh")
    assert goods(state, 0) == {"clay": 1, "palm": 1}  # the Mpu
    in_forest = liaisons(2, "tokoh")
    forest(in_forest, "forest_01")
    resolve(in_forest, "forest", {0: (LIAISON,)})
    assert options(in_forest) == ["take forest_01", "tokoh", "done"]
    play(in_forest, "tokoh")
    assert goods(in_forest, 0) == {"clay": 1, "palm": 1}


def test_x23_a_tokoh_that_has_acted_is_not_for_the_liaison() -> None:
    state = liaisons(2, "tokoh")
    bids(state, 0, forest=(5,), lake=(LIAISON,), last=(1,))
    bids(state, 1, forest=(4,), lake=(3,), last=(2,))
    noon(state)
    play(state, "tokoh", "done", "space 2")
    assert (state.actor(), options(state)) == (0, ["space 4", "space 5", "done"])


@clause("AM-13.6")
def test_it_may_be_declined_and_is_skipped_without_fish() -> None:
    state = liaisons()
    own(state, 0, fish=5)
    resolve(state, "village", {0: (LIAISON,), 1: (1,)})
    play(state, "space 5", "done")
    assert (state.get(0, FISH), told(state, "liaison")) == (5, [])
    poor = liaisons()
    poor.spaces[VILLAGE * 5 + 4] = 1  # the space without gems
    resolve(poor, "village", {0: (LIAISON,), 1: (1,)})
    play(poor, "space 3")
    assert poor.round == 2  # nobody was asked


@clause("AM-13.7")
def test_a_liaison_action_triggers_nothing_of_the_order() -> None:
    state = liaisons(3, "blessings")
    decrees(state, "shore_a")
    own(state, 0, fish=9)
    resolve(state, "shore", {0: (LIAISON,), 1: (1,), 2: (2,)})
    play(state, "space 5", "space 4")
    assert holder(state, "shore") == 1
    play(state, "space 3", "done")
    assert (holder(state, "shore"), state.get(0, ESTEEM), int(state.totems[0])) == (1, 0, 2)


@clause("AM-13.8", "AM-R34")
def test_the_own_action_and_the_liaison_need_different_spaces() -> None:
    state = liaisons()
    own(state, 0, fish=9)
    resolve(state, "village", {0: (5, LIAISON), 1: (1,)})
    play(state, "space 1", "space 2")
    assert options(state) == ["space 3", "space 4", "space 5", "done"]
    play(state, "space 3")
    assert [int(state.spaces[VILLAGE * 5 + i]) for i in range(3)] == [0, 1, 0] or state.round == 2


@clause("BU-5.4")
def test_a_region_with_a_liaison_alone_is_not_called_empty() -> None:
    state = liaisons()
    resolve(state, "village", {0: (LIAISON,)})
    (event,) = told(state, "nobody")
    assert state.game.say(event, ("Becky", "Sonia")) == "Nobody has Power there: no Triumph (Village)"


@clause("AM-13.9", "AM-R10")
def test_at_ambelau_a_liaison_does_nothing_but_by_a_ruling() -> None:
    state = liaisons(2, "ambelau", "tokoh")
    own(state, 0, fish=9)
    resolve(state, "ambelau", {0: (LIAISON,)})
    assert state.round == 2
    turned = ruling(liaisons(2, "ambelau", "tokoh"), liaison_tokoh_at_ambelau=True)
    own(turned, 0, fish=9)
    resolve(turned, "ambelau", {0: (LIAISON,)})
    assert options(turned) == ["tokoh", "done"]
    clash = liaisons(2, "ambelau")
    resolve(clash, "ambelau", {0: (LIAISON,), 1: (LIAISON,)})
    assert told(clash, "clash")


@clause("AM-13.10", "AM-R13")
def test_a_liaison_with_nothing_but_a_blessing_has_no_action() -> None:
    state = liaisons(2, "blessings", "tokoh")
    own(state, 0, fish=9)
    blessing(state, "shore", user=0)
    resolve(state, "shore", {0: (LIAISON,)})
    assert state.round == 2
    turned = ruling(liaisons(2, "blessings"), liaison_with_blessing_alone_acts=True)
    own(turned, 0, fish=9)
    blessing(turned, "shore", user=0)
    resolve(turned, "shore", {0: (LIAISON,)})
    assert "space 1" in options(turned)
    with_explorer = liaisons(2, "blessings")
    own(with_explorer, 0, fish=9)
    blessing(with_explorer, "shore", user=0)
    resolve(with_explorer, "shore", {0: (LIAISON, 1), 1: (1,)})
    play(with_explorer, "space 1", "done", "space 2")
    assert with_explorer.actor() == 0


@clause("AM-13.11")
def test_a_liaison_is_never_triumphant() -> None:
    state = liaisons()
    resolve(state, "shore", {0: (LIAISON,)})
    assert state.totems[0] == NONE
    assert not told(state, "triumph")


def test_x1_five_at_the_village_with_a_liaison() -> None:
    state = with_modules(5, 0, "fifth_player", "liaisons")
    own(state, 1, fish=9)
    five = {seat: (5 - seat,) for seat in range(5)} | {1: (4, LIAISON)}
    resolve(state, "village", five)
    play(state, "space 1", "space 2", "space 3", "space 4")
    assert state.round == 2  # the fifth space was the last one
    led = with_modules(5, 0, "fifth_player", "liaisons", "tokoh")
    own(led, 1, fish=9)
    resolve(led, "village", five)
    play(led, "space 1", "space 2", "space 3", "space 4", "space 5")
    assert (led.actor(), options(led)) == (1, ["tokoh", "done"])
    other = with_modules(5, 0, "fifth_player", "liaisons", "tokoh")
    own(other, 1, fish=9)
    resolve(other, "village", five)
    play(other, "tokoh", "space 2", "space 3", "space 4", "space 5")
    assert options(other) == ["space 1", "tokoh", "done"]


def test_x25_a_lone_liaison_without_power() -> None:
    state = liaisons(2, "blessings", "tokoh")
    decrees(state, "shore_a")
    own(state, 0, fish=1)
    row(state, "farmer", "weaver", "headman")
    resolve(state, "shore", {0: (LIAISON,)})
    assert not told(state, "triumph")
    assert options(state) == ["space 3", "space 4", "space 5", "tokoh", "done"]
    assert holder(state, "shore") == NONE
    play(state, "done")
    assert state.get(0, ESTEEM) == 0


def test_two_liaisons_of_seven_tokens() -> None:
    state = liaisons(2, "ambelau")
    assert (state.box.tokens, state.box.cycles) == (7, 5)
    resolve(state, "shore", {0: (GUIDE, LIAISON), 1: (1,)}, emissary=0)
    assert int(state.power(0, SHORE)) == 1
