"""AM-11 Tokoh."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import IllegalMove
from bungalow.core.random import seeded
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import DEALT, ELDERS, ESTEEM, TOKOH, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import (
    TOKOH_CARD,
    canoe,
    canoe_of,
    dealt,
    ruling,
    tokoh_of,
    with_modules,
)
from tests.games.buru.builders import (
    BOX,
    bids,
    elders_of,
    forest,
    goods,
    noon,
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
    tribute_cards,
)


def choosing(seats: int = 2, lawan: int = 0) -> Buru:
    return table(seats, lawan, tokoh=True)


@clause("AM-11.1")
def test_every_human_keeps_one_of_two_unseen_then_all_are_shown() -> None:
    state = choosing(3, 1)
    assert state.actors() == 0b11
    assert [int(state.get_more(seat, DEALT)).bit_count() for seat in range(3)] == [2, 2, 0]
    dealt(state, 0, "mpu", "nakhoda")
    dealt(state, 1, "rakawi", "duta")
    state.play(1, state.parse(1, "keep duta"))
    assert state.actors() == 0b01
    seen = view(state, 0)["seats"]
    assert (seen[1]["tokoh"], seen[1]["tokoh_chosen"], seen[1]["tokoh_dealt"]) == (None, True, None)
    mine = seen[0]["tokoh_dealt"]
    assert mine is not None
    assert {card["tokoh"] for card in mine} == {"mpu", "nakhoda"}
    state.play(0, state.parse(0, "keep mpu"))
    seen = view(state, 2)["seats"]
    assert [seat["tokoh"]["tokoh"] if seat["tokoh"] else None for seat in seen] == ["mpu", "duta", None]


@clause("AM-11.1")
def test_what_rivals_were_dealt_and_picked_is_guessed_anew() -> None:
    state = choosing(3)
    state.play(1, state.legal(1)[0])
    worlds = [state.guess(0, seeded(i)) for i in range(40)]
    assert all(isinstance(world, Buru) for world in worlds)
    tables = [world for world in worlds if isinstance(world, Buru)]
    assert len({int(world.get_more(1, DEALT)) for world in tables}) > 10
    assert len({int(world.get_more(1, TOKOH)) for world in tables}) > 5
    assert {int(world.get_more(0, DEALT)) for world in tables} == {int(state.get_more(0, DEALT))}
    for world in tables:
        cards = [int(world.get_more(seat, DEALT)) for seat in range(3)]
        assert (cards[0] | cards[1] | cards[2]).bit_count() == 6
        assert cards[1] >> (int(world.get_more(1, TOKOH)) - 1) & 1


@clause("AM-R27")
def test_leaders_are_chosen_before_the_emissary_and_gifts_add_to_the_fish() -> None:
    state = choosing(2)
    assert (state.emissary, state.round) == (NONE, 0)
    assert view(state, 0)["emissary"] == -1
    dealt(state, 0, "syahbandar", "mpu")
    dealt(state, 1, "saudagar", "rakawi")
    play(state, "keep syahbandar", "keep saudagar")
    assert state.round == 1
    fish = [6, 1]
    fish[1 - int(state.emissary)] += 3
    assert goods(state, 0) == {"fish": fish[0]}
    assert goods(state, 1) == {"fish": fish[1], "clay": 1, "palm": 1}


@clause("AM-R27")
def test_a_start_elder_is_collected_at_once_and_cannot_be_declined() -> None:
    state = choosing(2)
    dealt(state, 0, "pujangga", "mpu")
    dealt(state, 1, "saudagar", "rakawi")
    play(state, "keep pujangga", "keep rakawi")
    assert (state.actor(), len(options(state))) == (0, 2)
    assert all(text.startswith("back elder_") for text in options(state))
    play(state, options(state)[0])
    assert int(state.get(0, ELDERS)).bit_count() == 1
    assert state.get(1, ESTEEM) == 1


@clause("AM-11.2")
def test_the_tokoh_instead_of_a_space() -> None:
    state = with_modules(2, 0, "tokoh", leaders=("nakhoda", "mpu"))
    own(state, 0, fish=1)
    row(state, "weaver", "farmer", "matriarch", then=("headman",))
    resolve(state, "village", {0: (5,), 1: (1,)})
    assert options(state) == ["space 1", "space 2", "space 3", "space 4", "space 5", "tokoh"]
    play(state, "tokoh")
    assert goods(state, 0) == {"clay": 1, "fish": 3}
    assert options(state) == ["recruit 1", "recruit 2", "done"]
    play(state, "recruit 2")
    assert tableau_of(state, 0) == {"farmer"}
    assert state.actor() == 1


@clause("AM-11.2", "AM-R36", "AM-R14")
def test_any_all_or_none_of_the_action() -> None:
    state = with_modules(2, 0, "tokoh", leaders=("duta", "mpu"))
    resolve(state, "shore", {0: (5,), 1: (1,)}, emissary=1)
    play(state, "tokoh")
    assert options(state) == ["emissary", "done"]
    play(state, "done")
    assert state.emissary == 1
    assert state.actor() == 1
    idle = with_modules(2, 0, "tokoh", leaders=("dharmadhyaksa", "mpu"))
    resolve(idle, "shore", {0: (5,), 1: (1,)})
    play(idle, "tokoh")  # no tribute can be paid: the action does nothing but bring a fish
    assert goods(idle, 0) == {"fish": 1}


@clause("AM-11.3")
def test_once_a_round_and_only_for_its_owner() -> None:
    state = with_modules(2, 0, "tokoh", leaders=("mpu", "duta"))
    bids(state, 0, forest=(5,), shore=(4,), last=(1,))
    bids(state, 1, forest=(1,), shore=(2,), last=(3,))
    noon(state)
    play(state, "tokoh")
    assert state.actor() == 1
    reason = state.why_not(1, "tokoh:mpu")
    assert reason is not None
    assert reason.clause == "AM-11.3"
    play(state, "done")
    assert "tokoh" not in options(state)
    with pytest.raises(IllegalMove, match=r"AM-11\.3"):
        play(state, "tokoh")
    used = view(state, 1)["seats"][0]["tokoh"]
    assert used is not None
    assert used["used"]
    resolve(state, "lake", {})
    resolve(state, "shore", {0: (5,), 1: (1,)})
    assert "tokoh" in options(state)


@clause("AM-11.4")
def test_triumph_stays_and_no_space_or_card_is_taken() -> None:
    state = with_modules(2, 0, "tokoh", leaders=("mpu", "duta"))
    forest(state, "forest_01", "forest_02")
    resolve(state, "forest", {0: (5,), 1: (1,)})
    assert options(state) == ["take forest_01", "take forest_02", "tokoh", "done"]
    play(state, "tokoh")
    assert state.totems[1] == 0
    assert members(int(state.forest_row)) == [0, 1]
    assert [int(seat) for seat in list(state.spaces)[:5]] == [NONE] * 5


def test_a_forest_card_may_still_be_taken_with_a_tokoh_at_hand() -> None:
    state = with_modules(2, 0, "tokoh")
    forest(state, "forest_01", "forest_10")
    resolve(state, "forest", {0: (5,), 1: (1,)})
    play(state, "take forest_10", "pick palm")
    assert goods(state, 0) == {"ebony": 1, "palm": 1}
    assert state.spaces[0] == 0
    play(state, "done")  # a space is taken even without a card
    assert [event.args for event in told(state, "space")] == [
        (0, ("forest_1", "Forest 1")),
        (1, ("forest_2", "Forest 2")),
    ]


@clause("AM-11.5", "AM-R8")
def test_at_ambelau_the_canoe_stays() -> None:
    state = with_modules(2, 0, "ambelau", "tokoh", leaders=("mpu", "duta"))
    canoe(state, 0, 3)
    resolve(state, "ambelau", {0: (2,), 1: (1,)})
    assert options(state) == ["canoe 4", "canoe 5", "tokoh"]
    play(state, "tokoh")
    assert (canoe_of(state, 0), goods(state, 0)) == (3, {"clay": 1, "palm": 1})
    strict = ruling(with_modules(2, 0, "ambelau", "tokoh"), tokoh_allowed_at_ambelau=False)
    resolve(strict, "ambelau", {0: (2,), 1: (1,)})
    assert options(strict) == ["canoe 1", "canoe 2"]


# --- the cards ---


def use(card: str, *moves: str, **amounts: int) -> Buru:
    others = [name for name in TOKOH_CARD if name != card]
    state = with_modules(2, 0, "tokoh", leaders=(card, others[0]))
    own(state, 0, **amounts)
    tableau(state, 0, "headman", "farmer", "fisher", "weaver", tasked=("farmer",))
    totem(state, "banyu", 0)
    totem(state, "manuk", 0)
    totem(state, "gunung", 0)
    resolve(state, "shore", {0: (5,), 1: (1,)}, emissary=1)
    state.tasked |= 1 << 9
    assert tokoh_of(state, 0) == card
    return play(state, "tokoh", *moves)


def test_trades_of_the_saudagar() -> None:
    state = use("saudagar", fish=1)
    assert options(state) == ["branch 1", "done"]
    play(state, "branch 1")
    assert goods(state, 0) == {"ebony": 1, "fish": 1}
    assert options(state) == ["branch 4", "done"]
    play(state, "branch 4")
    assert goods(state, 0) == {"clay": 1, "palm": 1, "fish": 2}
    assert state.actor() == 1


def test_esteem_by_totems_is_limited() -> None:
    assert goods(use("rakawi"), 0) == {"esteem": 1 + 2, "fish": 1}


def test_fish_by_islanders_and_a_trade() -> None:
    state = use("syahbandar")
    assert goods(state, 0) == {"fish": 2 + 3}
    assert options(state) == ["trade", "done"]
    assert state.words(0, state.legal(0)[0]) == "Pay 4 fish for 3 Esteem"
    play(state, "trade")
    assert goods(state, 0) == {"fish": 1, "esteem": 3}


def test_fish_by_islanders_wait_at_a_full_mat() -> None:
    state = use("syahbandar", fish=19)
    assert (goods(state, 0), state.late_fish) == ({"fish": 19}, 5)
    play(state, "trade")
    assert goods(state, 0) == {"fish": 20, "esteem": 3}


def test_x27_untask() -> None:
    state = use("tabib", fish=20)
    assert goods(state, 0) == {"palm": 1, "fish": 20}
    assert options(state) == ["task weaver", "task fisher", "task headman", "untask farmer", "done"]
    play(state, "untask farmer", "task farmer")
    assert goods(state, 0) == {"palm": 2, "fish": 20}
    other = use("tabib", fish=20)
    other.tasked = 0
    play(other, "task farmer", "untask farmer", "task farmer")
    assert goods(other, 0) == {"palm": 3, "fish": 20}


def test_a_card_that_can_only_be_untasked_is_refused_with_a_clause() -> None:
    """The same card is the thing to press for both, so what is wrong cannot be told by the card alone."""
    state = use("tabib", fish=20)
    with pytest.raises(IllegalMove, match="'task farmer' is not possible now") as refused:
        play(state, "task farmer")
    assert refused.value.clause == "BU-5.9"


def test_a_choice_between_goods() -> None:
    state = use("juru_wana")
    assert options(state) == ["branch 1", "branch 2", "done"]
    play(state, "branch 2")
    assert goods(state, 0) == {"ebony": 1, "palm": 1}


def test_an_elder_by_the_pujangga() -> None:
    state = use("pujangga", "elder")
    held = elders_of(state, 0)
    play(state, f"back {sorted(held)[0]}")
    assert len(elders_of(state, 0)) == len(held) - 1
    assert goods(state, 0) == {"fish": 1}


def test_every_card_has_texts_and_a_place() -> None:
    assert len(BOX.tokoh) == 10
    assert all(card.text and card.start_text and card.role for card in BOX.tokoh)
    assert not told(with_modules(2, 0, "tokoh"), "emissary")
    assert tribute_cards(with_modules(2, 0, "tokoh"), 0) == {}
