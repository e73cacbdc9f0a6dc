"""BU-8 Village, BU-9 Sacred Lake, BU-10 Paying tribute."""

from __future__ import annotations

import pytest

from bungalow.core.errors import IllegalMove
from bungalow.games.buru.state import ESTEEM, FISH, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.buru.builders import (
    ISLANDER,
    decrees,
    elders,
    elders_of,
    goods,
    options,
    own,
    play,
    resolve,
    table,
    tableau,
    told,
    totem,
    tribute_cards,
    tributes,
)


def village(*names: str, space: int = 1, tasked: tuple[str, ...] = (), **amounts: int) -> Buru:
    """Seat 1 acts on a village space with these Islanders and goods; seat 2 waits behind."""
    state = table(2)
    state.totems[2] = 1  # nobody profits by the Triumph itself but for the totem, which is taken
    tableau(state, 0, *names, tasked=tasked)
    own(state, 0, **amounts)
    resolve(state, "village", {0: (5,), 1: (1,)})
    return play(state, f"space {space}")


def lake(*, space: int = 2, first: int = 0, **amounts: int) -> Buru:
    state = table(2)
    own(state, first, **amounts)
    resolve(state, "lake", {first: (5,), 1 - first: (1,)})
    own(state, first, esteem=0)
    return play(state, f"space {space}")


@clause("BU-8.1", "BU-8.2")
def test_a_task_turns_the_card_and_gives_its_benefit_once() -> None:
    state = village("palm_tapper", "farmer")
    play(state, "task palm_tapper")
    assert goods(state, 0) == {"palm": 2}
    assert state.tasked == 1 << ISLANDER["palm_tapper"]
    assert options(state) == ["task farmer", "done"]
    with pytest.raises(IllegalMove, match=r"BU-8\.2"):
        play(state, "task palm_tapper")


@clause("BU-8.3")
def test_e2_a_task_for_nobles_offers_nobles_only() -> None:
    state = table(2)
    decrees(state, "village_b")
    tableau(state, 0, "headman", "weaver", "farmer", "learned_priest")
    resolve(state, "village", {0: (5,), 1: (1,)})
    assert options(state) == ["task headman", "done"]
    with pytest.raises(IllegalMove, match=r"BU-8\.3"):
        play(state, "task farmer")


@clause("BU-8.4")
def test_a_trade_is_whole_or_nothing_and_once() -> None:
    state = village("ebony_trader", "headman", ebony=2)
    play(state, "task ebony_trader")
    assert options(state) == ["trade", "done"]
    play(state, "trade")
    assert goods(state, 0) == {"ebony": 1, "clay": 2, "palm": 2}
    assert options(state) == ["task headman", "done"]
    poor = village("feast_giver", "headman", fish=2)
    play(poor, "task feast_giver")
    assert goods(poor, 0) == {"fish": 2}
    assert options(poor) == ["task headman", "done"]


@clause("BU-8.5")
def test_e7_the_weaver_gives_one_side_or_the_other() -> None:
    for branch, after in ((1, {"palm": 3}), (2, {"fish": 4})):
        state = village("weaver", "headman", fish=2, palm=1)
        play(state, "task weaver")
        assert options(state) == ["branch 1", "branch 2", "done"]
        play(state, f"branch {branch}")
        assert goods(state, 0) == after
        assert options(state) == ["task headman", "done"]  # not both


@clause("BU-R11")
def test_e6_a_weaver_that_cannot_pay_is_tasked_for_nothing() -> None:
    state = village("weaver", "headman", fish=1)
    play(state, "task weaver")
    assert state.tasked == 1 << ISLANDER["weaver"]
    assert goods(state, 0) == {"fish": 1}
    assert options(state) == ["task headman", "done"]


@clause("BU-R12")
def test_a_payable_trade_or_choice_may_be_refused() -> None:
    state = village("weaver", "sculptor", "headman", fish=2, palm=1, clay=1)
    play(state, "task weaver", "done", "task sculptor", "done")
    assert goods(state, 0) == {"fish": 2, "palm": 1, "clay": 1}
    assert options(state) == ["task headman", "done"]


def test_e1_the_farmer_gives_a_palm() -> None:
    state = village("farmer", "headman", space=3)
    play(state, "task farmer")
    assert goods(state, 0) == {"palm": 1}
    assert state.tasked == 1 << ISLANDER["farmer"]


@clause("BU-8.6", "BU-11.3")
def test_e8_a_scroll_works_while_the_card_is_tasked() -> None:
    state = table(2)
    tableau(state, 0, "learned_priest", tasked=("learned_priest",))
    own(state, 0, ebony=4, clay=1, palm=1)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 1", "tribute manuk")
    assert state.get(0, 2) == 3  # paid 2, got 1
    play(state, "tribute manuk")
    assert state.get(0, 2) == 2
    play(state, "done")
    own(state, 0, ebony=3, clay=1, palm=1)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 5", "tribute banyu")
    assert state.get(0, 2) == 2  # no ebony for Banyu
    resolve(state, "lake", {})  # Dusk
    assert state.tasked == 0
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 5", "tribute manuk")
    assert state.get(0, 2) == 0


@clause("BU-8.7")
def test_a_fish_icon_gives_a_fish() -> None:
    state = village("farmer", "headman", space=4)
    assert goods(state, 0) == {"fish": 1}


@clause("BU-R10")
@pytest.mark.parametrize(("before", "during", "after"), [(20, 20, 18), (19, 20, 17)])
def test_the_fish_of_a_space_waits_when_it_would_be_lost(before: int, during: int, after: int) -> None:
    state = village("feast_giver", "headman", space=2, fish=before)
    assert state.get(0, FISH) == during
    play(state, "task feast_giver", "trade", "done")
    assert state.get(0, FISH) == after  # 20 - 3 + 1, or 19 + 1 - 3


@clause("BU-8.8")
def test_a_totem_counts_when_the_card_is_tasked() -> None:
    state = village("river_lord", "totem_keeper", "headman")
    play(state, "task river_lord")
    assert state.get(0, ESTEEM) == 1
    totem(state, "gunung", 0)
    play(state, "task totem_keeper")  # Manuk was won in the village
    assert state.get(0, ESTEEM) == 1 + 1 + 2
    other = table(2)
    totem(other, "banyu", 0)
    tableau(other, 0, "river_lord", "headman")
    resolve(other, "village", {0: (5,), 1: (1,)})
    play(other, "space 1", "task river_lord")
    assert other.get(0, ESTEEM) == 3


def test_x7_the_overseer_tasks_another() -> None:
    state = village("overseer", "farmer", "headman", space=5)
    play(state, "task overseer")
    assert state.get(0, ESTEEM) == 1
    assert options(state) == ["task farmer", "done"]
    play(state, "task farmer")
    assert goods(state, 0) == {"esteem": 1, "palm": 1}
    assert state.actor() == 1


def test_x13_the_boatbuilder_without_palm_still_gives_clay_for_the_totem() -> None:
    state = table(2)
    totem(state, "banyu", 0)
    tableau(state, 0, "boatbuilder", "headman")
    resolve(state, "village", {0: (5,), 1: (1,)})
    play(state, "space 1", "task boatbuilder")
    assert goods(state, 0) == {"clay": 1}
    assert options(state) == ["task headman", "done"]


def test_a_choice_between_plain_gains() -> None:
    state = village("forager", "headman")
    play(state, "task forager")
    assert goods(state, 0) == {"fish": 1}
    play(state, "branch 2")
    assert goods(state, 0) == {"fish": 1, "palm": 1}


# --- BU-9 Sacred Lake ---


@clause("BU-9.1", "BU-10.1")
def test_a_tribute_icon_is_for_any_spirit() -> None:
    state = lake(clay=5, palm=5, ebony=5)
    assert options(state) == ["tribute banyu", "tribute gunung", "tribute manuk", "done"]
    play(state, "tribute manuk", "tribute banyu")
    assert tribute_cards(state, 0) == {"banyu": 1, "manuk": 1}
    assert state.actor() == 1  # two icons, no third


@clause("BU-9.2")
def test_the_elder_icon_draws_two_and_puts_any_one_back() -> None:
    state = table(2)
    elders(state, {0: ("elder_noble",)}, ("elder_clay", "elder_palm", "elder_ebony"))
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 3", "elder")
    assert options(state) == ["back elder_clay", "back elder_palm", "back elder_noble"]
    play(state, "back elder_noble")
    assert elders_of(state, 0) == {"elder_clay", "elder_palm"}
    assert [int(state.elder_deck[i]) for i in range(int(state.elder_count))] == [5, 2]  # bottom first
    assert view(state, 1)["decks"]["elders"] == 2


@clause("BU-9.4")
def test_no_limit_on_elders_and_tributes() -> None:
    state = table(2)
    names = (
        "elder_clay",
        "elder_palm",
        "elder_ebony",
        "elder_artisan",
        "elder_gatherer",
        "elder_noble",
        "elder_priest",
    )
    elders(state, {0: names})
    tributes(state, 0, banyu=(4, 4, 4, 5, 5, 5, 5, 6, 6), gunung=(4, 4, 4, 5, 5, 5, 5, 6, 6))
    own(state, 0, clay=2, palm=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 1", "tribute gunung", "elder", "back elder_clay")
    assert len(elders_of(state, 0)) == 8
    assert tribute_cards(state, 0) == {"banyu": 9, "gunung": 10}


@clause("BU-R6")
def test_x6_an_elder_deck_of_one_card_is_an_exchange() -> None:
    state = table(2)
    elders(state, {0: ("elder_noble", "elder_priest")}, ("elder_clay",))
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 3", "elder")
    assert options(state) == ["back elder_clay", "back elder_noble", "back elder_priest"]
    play(state, "back elder_clay")
    assert (len(elders_of(state, 0)), state.elder_count) == (2, 1)
    elders(state, {0: ("elder_noble",)}, ())
    resolve(state, "lake", {1: (5,), 0: (1,)})
    play(state, "space 1")
    assert state.actor() == 0  # an empty deck: the icon does nothing, nothing else to do


@clause("BU-R34")
def test_a_seat_keeps_knowing_what_it_put_under_the_deck() -> None:
    state = table(2)
    elders(state, {}, ("elder_clay", "elder_palm", "elder_ebony", "elder_noble"))
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 3", "elder", "back elder_clay")
    assert view(state, 0)["under_elders"] == [{"place": 1, "elder": "elder_clay"}]
    assert view(state, 1)["under_elders"] == []
    assert view(state, -1)["under_elders"] == []
    play(state, "space 1", "elder")
    assert view(state, 0)["under_elders"] == [{"place": 1, "elder": "elder_clay"}]
    play(state, *[text for text in options(state) if text.startswith("back")][:1])
    assert view(state, 0)["under_elders"] == [{"place": 2, "elder": "elder_clay"}]
    assert len(view(state, 1)["under_elders"]) == 1


def test_e15_the_emissary_begins_the_next_morning() -> None:
    state = lake(space=4, first=1)
    play(state, "emissary")
    play(state, "space 5")
    assert state.round == 2
    assert state.actor() == 1


# --- BU-10 Paying tribute ---


@clause("BU-10.2")
def test_e9_the_altar_names_the_cost() -> None:
    state = lake(clay=2, palm=2)
    first = int(state.box.tribute_start[1])
    top = int(state.tribute_deck[first + int(state.tribute_left[1]) - 1])
    play(state, "tribute gunung")
    assert goods(state, 0) == {}
    assert state.get(0, 7) == 1 << top
    short = lake(clay=2, palm=1, ebony=1)
    assert options(short) == ["tribute banyu", "done"]
    with pytest.raises(IllegalMove, match=r"needs 2 palm.*BU-10\.2"):
        play(short, "tribute gunung")


@clause("BU-10.2")
def test_the_other_side_of_an_altar_has_its_own_cost() -> None:
    state = table(2, sides="bbb")
    own(state, 0, palm=2, ebony=1)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 5")
    assert options(state) == ["tribute banyu", "done"]


@clause("BU-10.3")
def test_x5_no_tribute_to_a_spirit_without_cards() -> None:
    state = lake(ebony=9, space=1)
    state.tribute_left[2] = 0
    assert options(state) == ["elder", "done"]
    with pytest.raises(IllegalMove, match=r"BU-10\.3"):
        play(state, "tribute manuk")
    poor = village("priest_of_manuk", "headman", ebony=9)
    poor.tribute_left[2] = 0
    play(poor, "task priest_of_manuk")
    assert options(poor) == ["task headman", "done"]


@clause("BU-10.4", "BU-R18")
def test_bonuses_come_after_the_payment_in_order() -> None:
    state = table(2)
    totem(state, "manuk", 1)
    decrees(state, "altar_manuk")
    tableau(state, 0, "learned_priest", "offering_singer", tasked=("learned_priest", "offering_singer"))
    own(state, 0, ebony=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 2")
    state.log = []
    play(state, "tribute manuk")
    sources = [(event.args[0], event.args[2]) for event in told(state, "gain")]
    assert sources[:4] == [(0, "decree"), (0, "scroll"), (0, "scroll"), (1, "totem")]
    assert [event.key for event in state.log][:2] == ["tribute", "tribute_value"]


def test_x15_a_scroll_never_pays_for_its_own_tribute() -> None:
    state = table(2)
    tableau(state, 0, "learned_priest", tasked=("learned_priest",))
    own(state, 0, ebony=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 2", "tribute manuk")
    assert state.get(0, 2) == 1
    assert state.actor() == 1


@clause("BU-10.5")
def test_e11_the_holder_of_the_totem_gains_esteem_whoever_pays() -> None:
    state = table(2)
    totem(state, "gunung", 1)
    own(state, 0, clay=4, palm=4)
    own(state, 1, clay=2, palm=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 2", "tribute gunung", "tribute gunung")
    assert (state.get(0, ESTEEM), state.get(1, ESTEEM)) == (1, 2)  # 1 for the Triumph
    play(state, "space 1", "tribute gunung")
    assert state.get(1, ESTEEM) == 3
    nobody = lake(clay=2, palm=2)
    play(nobody, "tribute gunung")
    assert (nobody.get(0, ESTEEM), nobody.get(1, ESTEEM)) == (0, 0)


@clause("BU-10.6")
def test_e10_an_altar_decree_pays_every_seat_every_time() -> None:
    state = table(2)
    decrees(state, "altar_banyu")
    own(state, 0, clay=2, palm=2, ebony=2)
    own(state, 1, clay=1, palm=1, ebony=1)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 2", "tribute banyu", "tribute banyu", "space 1", "tribute banyu")
    assert (state.get(0, FISH), state.get(1, FISH)) == (2, 1)


@clause("BU-R19")
def test_different_scrolls_add_up_each_once_per_tribute() -> None:
    state = table(2)
    tableau(state, 0, "temple_servant", "tide_priest", tasked=("temple_servant", "tide_priest"))
    own(state, 0, clay=1, palm=1, ebony=1)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 5", "tribute banyu")
    assert goods(state, 0) == {"fish": 2, "palm": 2, "esteem": 1}


@clause("BU-R20", "BU-10.1")
def test_a_tribute_by_an_islander_has_all_bonuses_and_only_its_spirit() -> None:
    state = table(2)
    totem(state, "gunung", 1)
    decrees(state, "altar_gunung")
    tableau(state, 0, "priest_of_gunung", "temple_servant", tasked=("temple_servant",))
    own(state, 0, clay=3, palm=3, ebony=2)
    resolve(state, "village", {0: (5,), 1: (1,)})
    play(state, "space 5", "task priest_of_gunung")
    assert options(state) == ["tribute gunung", "done"]
    play(state, "tribute gunung")
    assert goods(state, 0) == {"clay": 1, "palm": 1, "ebony": 2, "fish": 3}
    assert goods(state, 1) == {"esteem": 1}


@clause("BU-R13")
def test_resources_are_not_limited() -> None:
    state = village("riverbed_digger", "headman", clay=25)
    own(state, 1, clay=20)
    play(state, "task riverbed_digger")
    assert state.get(0, 0) == 27


@clause("BU-R14")
def test_goods_tableaux_and_spirits_of_tributes_are_public() -> None:
    state = table(2)
    own(state, 0, fish=3, ebony=2)
    tableau(state, 0, "farmer", tasked=("farmer",))
    tributes(state, 0, manuk=(6,))
    seat = view(state, 1)["seats"][0]
    assert (seat["goods"]["fish"], seat["goods"]["ebony"]) == (3, 2)
    assert seat["tableau"] == [{"islander": "farmer", "tasked": True, "live": False}]
    assert seat["tributes"] == {"banyu": 0, "gunung": 0, "manuk": 1}
    assert seat["tribute_values"] is None


def test_x16_elders_and_tributes_in_either_order() -> None:
    for order in (("tribute gunung", "elder", "back elder_palm"), ("elder", "back elder_palm", "tribute gunung")):
        state = table(2)
        elders(state, {0: ("elder_clay",)}, ("elder_palm", "elder_ebony"))
        own(state, 0, clay=5, palm=2)
        resolve(state, "lake", {0: (5,), 1: (1,)})
        play(state, "space 1", *order)
        assert goods(state, 0) == {"clay": 3, "esteem": 1}
        assert state.elder_level(0, 0) == 1
