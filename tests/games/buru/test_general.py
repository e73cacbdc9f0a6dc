"""BU-1 General, BU-2 Dawn, BU-3 Morning, BU-4 Noon, and setup."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import BadOptions, IllegalMove
from bungalow.games.buru import GAME
from bungalow.games.buru.components import REGIONS
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import AFTERNOON, DAWN, DUSK, ESTEEM, FISH, MAT, MORNING, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.buru.builders import (
    BOX,
    FOREST,
    bids,
    dawn,
    decrees,
    forest,
    goods,
    morning,
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
    tributes,
)


def new(seats: int, lawan: int = 0, seed: int = 1, **more: object) -> Buru:
    state = GAME.new(seats, {"lawan": lawan, **more}, seed)
    assert isinstance(state, Buru)
    return state


# --- Setup ---


@clause("BU-R4", "BU-13.3")
@pytest.mark.parametrize("seed", range(12))
def test_everybody_but_the_first_emissary_begins_with_three_fish(seed: int) -> None:
    state = new(4, 2, seed)
    assert state.emissary in (0, 1)  # never a Lawan
    assert [state.get(seat, FISH) for seat in range(4)] == [0 if seat == state.emissary else 3 for seat in range(4)]


def test_first_emissary_and_altar_sides_differ_from_game_to_game() -> None:
    games = [new(4, seed=seed) for seed in range(40)]
    assert {int(state.emissary) for state in games} == {0, 1, 2, 3}
    assert all({int(state.altar_side[spirit]) for state in games} == {0, 1} for spirit in range(3))
    chosen = new(2, altar_banyu="b", altar_gunung="a", altar_manuk="b")
    assert list(chosen.altar_side) == [1, 0, 1]


@clause("BU-R2")
def test_who_may_play() -> None:
    for seats, lawan in ((2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2)):
        assert new(seats, lawan).humans == seats - lawan
    with pytest.raises(BadOptions):
        new(2, 2)  # nobody would play
    with pytest.raises(BadOptions):
        new(1, 0)


@clause("BU-R3")
def test_five_seats_need_the_expansion() -> None:
    with pytest.raises(BadOptions, match="2 to 4 seats"):
        new(5, fifth_player=False)


# --- BU-1 General ---


@clause("BU-1.1", "BU-12.2")
def test_most_esteem_wins_with_all_cards_counted() -> None:
    state = table()
    own(state, 0, esteem=12)
    own(state, 1, esteem=4)
    tributes(state, 1, manuk=(6, 5))
    assert [state.score(seat) for seat in range(2)] == [12, 15]
    assert [state.rank(seat) for seat in range(2)] == [2, 1]


@clause("BU-1.2")
@pytest.mark.parametrize(("emissary", "order"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1]), (3, [3, 0, 1, 2])])
def test_ties_go_clockwise_from_the_emissary(emissary: int, order: list[int]) -> None:
    state = table(4)
    resolve(state, "shore", dict.fromkeys(range(4), (3,)), emissary=emissary)
    assert [event.args[0] for event in told(state, "power")] == order


@clause("BU-1.3", "BU-9.3")
def test_a_new_emissary_replaces_the_old_one_at_once() -> None:
    state = table()
    resolve(state, "lake", {1: (5,), 0: (1,)}, emissary=0)
    play(state, "space 4", "emissary")
    assert state.emissary == 1
    assert state.actor() == 0


@clause("BU-1.4")
def test_fish_stay_between_0_and_20() -> None:
    state = table()
    own(state, 0, fish=18)
    state.add_fish(0, 5)
    assert goods(state, 0) == {"fish": 20}
    own(state, 0, fish=1)
    row(state, "farmer", "fisher", "clay_digger")
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1")
    assert "recruit 1" not in options(state)  # two fish would leave -1


@clause("BU-1.5")
def test_spent_resources_leave_the_player() -> None:
    state = table()
    own(state, 0, clay=3, palm=2, ebony=1)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 5", "tribute gunung")
    assert goods(state, 0) == {"clay": 1, "ebony": 1, "esteem": 1}  # Triumph


@clause("BU-1.6")
def test_only_esteem_gained_in_play_moves_the_marker() -> None:
    state = table()
    own(state, 0, clay=2, palm=2)
    tableau(state, 0, "headman")
    resolve(state, "village", {0: (5,), 1: (1,)})
    play(state, "space 1", "task headman")
    assert state.get(0, ESTEEM) == 2
    resolve(state, "lake", {1: (5,), 0: (1,)})
    play(state, "space 5", "space 2", "tribute gunung")
    assert state.get(0, ESTEEM) == 2
    assert state.score(0) > 2


@clause("BU-1.7")
def test_a_seat_sees_its_own_hidden_things_and_nobody_elses() -> None:
    state = table(3)
    tributes(state, 0, banyu=(4,))
    morning(state)
    play(state, "place 5 lake")
    mine, theirs, nobodys = view(state, 0), view(state, 1), view(state, -1)
    assert mine["seats"][0]["tribute_values"] == {"banyu": [4], "gunung": [], "manuk": []}
    assert mine["seats"][0]["mat"] == [1, 2, 3, 4]
    assert mine["regions"][3]["tokens"][0]["power"] == 5
    for other in (theirs, nobodys):
        assert other["seats"][0]["tribute_values"] is None
        assert other["seats"][0]["elders"] is None
        assert other["seats"][0]["mat"] is None
        assert other["regions"][3]["tokens"][0]["power"] is None


@clause("BU-1.8")
def test_a_round_has_five_phases_in_order() -> None:
    state = table(2)
    seen = []
    dawn(state)
    while state.round == 2 and not state.over():
        seen.append(int(state.phase))
        seat = int(state.actor())
        state.apply(seat, state.legal(seat)[0])
    keys = [event.key for event in state.log or []]
    first = {key: keys.index(key) for key in ("decree", "place", "fishing", "region", "dusk")}
    assert sorted(first, key=first.__getitem__) == ["decree", "place", "fishing", "region", "dusk"]
    assert sorted(set(seen)) == [MORNING, AFTERNOON]
    assert (DAWN, DUSK) == (0, 4)


@clause("BU-1.9", "BU-R5")
def test_an_empty_islander_deck_is_renewed_when_a_card_must_be_drawn() -> None:
    state = table()
    own(state, 0, fish=9)
    row(state, "farmer", "fisher", "clay_digger")
    for i in range(int(state.islander_count)):
        state.islander_discard |= 1 << int(state.islander_deck[i])
    state.islander_count = 0
    discards = int(state.islander_discard).bit_count()
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1")
    assert state.islander_count == 0  # not before a card must be drawn
    play(state, "recruit 1")
    assert state.islander_count == discards - 1
    assert state.islander_discard == 0
    state.islander_count, state.islander_discard = 0, 0
    play(state, "recruit 2")
    assert row_of(state)[1] is None  # nothing left anywhere: the slot stays empty


# --- BU-2 Dawn ---


@clause("BU-2.1", "BU-2.2")
def test_two_decrees_are_revealed_and_laid_where_they_belong() -> None:
    state = table()
    next_two = [int(state.decree_deck[state.decree_next + i]) for i in range(2)]
    dawn(state)
    assert set(members(int(state.decrees))) == set(next_two)
    seen = view(state, -1)
    lying = {d["decree"]: region["region"] for region in seen["regions"] for d in region["decrees"]}
    lying |= {d["decree"]: altar["spirit"] for altar in seen["altars"] for d in altar["decrees"]}
    for card in next_two:
        decree = BOX.decrees[card]
        where = (
            REGIONS[decree.region] if decree.region is not None else ("banyu", "gunung", "manuk")[decree.spirit or 0]
        )
        assert lying[decree.id] == where


@clause("BU-2.3")
def test_two_decrees_in_one_region_both_count() -> None:
    state = table()
    decrees(state, "forest_a", "forest_b")
    resolve(state, "forest", {0: (5,), 1: (1,)})
    assert goods(state, 0) == {"esteem": 2, "clay": 1, "palm": 1}


@clause("BU-2.4")
@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (3, 3), (4, 4)])
def test_the_forest_row_is_new_each_dawn(seats: int, cards: int) -> None:
    state = table(seats)
    before = members(int(state.forest_row))
    assert len(before) == cards
    dawn(state)
    assert len(members(int(state.forest_row))) == cards
    assert set(before) <= set(members(int(state.forest_discard)))


@clause("BU-2.5")
def test_x9_the_forest_deck_runs_out_at_dawn() -> None:
    state = table(4)
    forest(state, "forest_01", "forest_02", "forest_03")
    deck = [FOREST["forest_04"], FOREST["forest_05"]]
    for i, card in enumerate(deck):
        state.forest_deck[i] = card
    state.forest_count = 2
    state.forest_discard = sum(1 << card for card in range(5, 16))
    dawn(state)
    up = set(members(int(state.forest_row)))
    assert set(deck) <= up
    assert len(up) == 4
    assert (state.forest_count, state.forest_discard) == (12, 0)


def test_x17_a_deck_that_is_just_empty_stays_so_until_the_next_dawn() -> None:
    state = table(4)
    forest(state, "forest_01", "forest_02", "forest_03", "forest_04")
    state.forest_count, state.forest_discard = 0, sum(1 << card for card in range(4, 16))
    resolve(state, "forest", {0: (5,), 1: (1,)})
    play(state, "take forest_01")
    assert state.forest_count == 0
    dawn(state)
    assert (state.forest_count, len(members(int(state.forest_row)))) == (12, 4)
    assert state.forest_discard == 0


@clause("BU-2.6", "BU-11.4")
def test_the_recruitment_row_stays_over_night() -> None:
    state = table()
    totem(state, "banyu", 1)
    own(state, 0, fish=7, clay=2)
    before = row_of(state)
    state.emissary = 1
    resolve(state, "lake", {}, emissary=1)  # nobody there: Dusk and a new round
    assert state.round == 2
    assert row_of(state) == before
    assert (state.totems[0], state.emissary, goods(state, 0)) == (1, 1, {"fish": 7, "clay": 2})


@clause("BU-2.7", "BU-12.1", "BU-11.5")
@pytest.mark.parametrize(("longer", "rounds"), [(False, 5), (True, 6)])
def test_the_round_of_the_last_decree_is_the_last(longer: bool, rounds: int) -> None:
    state = table(longer=longer)
    for number in range(1, rounds + 1):
        assert state.round == number
        assert (state.decree_next < state.decree_end) == (number < rounds)
        resolve(state, "lake", {})
    assert state.over()


# --- BU-3 Morning ---


@clause("BU-3.1", "BU-3.2")
def test_explorers_are_placed_one_at_a_time_from_the_emissary_on() -> None:
    state = morning(table(3), emissary=1)
    order = []
    for _ in range(6):
        order.append(int(state.actor()))
        power = members(int(state.get(order[-1], MAT)))[0] + 1
        play(state, f"place {power} forest")  # any number in one region
    assert order == [1, 2, 0, 1, 2, 0]
    assert state.bid_count(1, 0) == 2


@clause("BU-3.3")
def test_placing_goes_on_until_one_explorer_is_left_and_cannot_be_refused() -> None:
    state = morning(table(2))
    for turn in range(8):
        assert state.phase == MORNING
        seat = int(state.actor())
        mat = len(members(int(state.get(seat, MAT))))
        assert len(options(state)) == 4 * mat
        assert mat == 5 - turn // 2
        play(state, options(state)[0])
    assert state.phase == AFTERNOON


@clause("BU-3.4", "BU-3.5")
def test_owner_and_region_are_public_and_the_power_is_not() -> None:
    state = morning(table(2))
    play(state, "place 4 village")
    token = view(state, 1)["regions"][2]["tokens"][0]
    assert (token["seat"], token["turn"], token["power"], token["token"]) == (0, 0, None, None)
    assert [event.key for event in state.heard(1) if event.args[0] == 0] == ["place"]
    play(state, "place 1 forest")
    assert all("4" not in text for text in options(state))  # it stays where it is
    with pytest.raises(IllegalMove, match=r"BU-3\.1"):
        play(state, "place 4 lake")


# --- BU-4 Noon ---


@clause("BU-4.1")
def test_the_last_explorers_catch_fish_for_all_to_see() -> None:
    state = table(2)
    own(state, 0, fish=2)
    bids(state, 0, forest=(1, 2), shore=(4, 5), last=(3,))
    bids(state, 1, forest=(2, 3), shore=(4, 1), last=(5,))
    noon(state)
    assert [state.get(seat, FISH) for seat in range(2)] == [5, 5]
    assert [seat["fished"] for seat in view(state, -1)["seats"]] == [3, 5]


def test_x1_fish_beyond_twenty_are_lost_at_noon() -> None:
    state = table(2)
    own(state, 0, fish=19)
    bids(state, 0, forest=(1, 2), shore=(3, 5), last=(4,))
    bids(state, 1, forest=(2, 3), shore=(4, 1), last=(5,))
    noon(state)
    assert state.get(0, FISH) == 20


@clause("BU-4.2", "BU-13.10", "BU-13.9")
def test_lawan_fish_and_get_their_plot_cards_at_noon() -> None:
    state = table(3, 2)
    bids(state, 0, forest=(1, 2), shore=(3, 5), last=(4,))
    bids(state, 1, forest=(1,), shore=(2,), village=(3,), lake=(4,), last=(5,))
    bids(state, 2, forest=(1,), shore=(2,), village=(4,), lake=(5,), last=(3,))
    top = [int(state.plot_deck[state.plot_count - 1 - i]) for i in range(2)]
    noon(state)
    assert [event.args[:2] for event in told(state, "fishing")] == [(0, 4), (1, 5), (2, 3)]
    assert [state.plot_a, state.plot_b] == top
    assert NONE not in (state.plot_a, state.plot_b)
