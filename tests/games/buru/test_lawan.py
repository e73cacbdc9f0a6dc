"""BU-13 Lawan: Morning by Plot cards, Afternoon by priorities, Dusk and scoring."""

from __future__ import annotations

from bungalow.core.contract import DEPARTS, NONE
from bungalow.games.buru.facts import members
from bungalow.games.buru.rules.lawan import collect_plots, run_for_lawan
from bungalow.games.buru.state import ELDERS, ESTEEM, EXPLORERS, FISH, LAKE, VILLAGE, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.buru.builders import (
    BOX,
    FOREST,
    PLOT,
    dawn,
    decrees,
    elders,
    forest,
    goods,
    morning,
    own,
    play,
    resolve,
    stack_of_plots,
    table,
    tableau,
    told,
    totem,
    tribute_cards,
    tributes,
)


def tokens(state: Buru, seat: int) -> list[int]:
    """Explorers of a seat in each region."""
    return [int(state.bid_count(seat, region)) for region in range(4)]


# --- Frame and Morning ---


@clause("BU-13.1", "BU-R33")
def test_a_lawan_is_never_asked() -> None:
    state = table(4, 2, seed=3)
    while not state.over():
        assert state.actors() < 1 << 2
        seat = int(state.actor())
        state.apply(seat, state.legal(seat)[-1])
    assert all(state.score(seat) > 0 for seat in (2, 3))


@clause("BU-13.2")
def test_two_lawan_sit_side_by_side_a_before_b() -> None:
    kinds = [seat["kind"] for seat in view(table(4, 2), -1)["seats"]]
    assert kinds == ["human", "human", "lawan A", "lawan B"]


@clause("BU-13.4")
def test_lawan_count_for_the_forest_row() -> None:
    assert len(members(int(table(4, 2).forest_row))) == 4
    assert len(members(int(table(3, 2).forest_row))) == 3


@clause("BU-13.5")
def test_lawan_explorers_are_shuffled_each_dawn_and_unseen() -> None:
    state = table(2, 1)
    orders = set()
    for _ in range(4):
        orders.add(tuple(int(state.bids[EXPLORERS + turn]) & 7 for turn in range(5)))
        assert sorted(next(iter(orders))) == [1, 2, 3, 4, 5]
        dawn(state)
    assert len(orders) > 1
    play(state, "place 1 forest", "place 2 forest")
    for viewer in (-1, 0, 1):
        seen = view(state, viewer)
        assert all(t["power"] is None for r in seen["regions"] for t in r["tokens"] if t["seat"] == 1)


@clause("BU-13.6")
def test_e12_one_plot_card_places_for_both_lawan() -> None:
    state = table(3, 2)
    stack_of_plots(state, "plot_01")
    morning(state)
    play(state, "place 3 lake")
    assert (tokens(state, 1), tokens(state, 2)) == ([1, 0, 0, 0], [0, 1, 0, 0])
    assert members(int(state.plot_discard)) == [PLOT["plot_01"]]
    assert state.actor() == 0


def test_x20_a_single_lawan_ignores_the_b_mark() -> None:
    state = table(2, 1)
    stack_of_plots(state, "plot_03")
    morning(state)
    play(state, "place 3 lake")
    assert tokens(state, 1) == [0, 0, 1, 0]


@clause("BU-13.7", "BU-R25")
def test_a_third_explorer_in_a_region_draws_another_card() -> None:
    state = table(3, 2)
    stack_of_plots(state, "plot_01", "plot_05", "plot_09", "plot_02")  # A: forest, forest, forest, then shore
    morning(state)
    play(state, "place 1 lake", "place 2 lake", "place 3 lake")
    assert tokens(state, 1) == [2, 1, 0, 0]
    assert sum(tokens(state, 2)) == 3
    assert tokens(state, 2) == [0, 1, 1, 1]  # B went by plot_09, not by the card drawn for A
    assert len(told(state, "plot_again")) == 1


@clause("BU-13.8")
def test_plot_cards_are_discarded_and_an_empty_deck_is_renewed() -> None:
    state = table(3, 2)
    stack_of_plots(state, "plot_01", "plot_02")
    state.plot_deck[0], state.plot_count = PLOT["plot_01"], 1
    state.plot_discard = sum(1 << card for card in range(12) if card != PLOT["plot_01"])
    morning(state)
    play(state, "place 1 lake")
    assert (state.plot_count, int(state.plot_discard).bit_count()) == (0, 12)
    play(state, "place 2 lake")
    assert told(state, "reshuffle")
    assert state.plot_count + int(state.plot_discard).bit_count() == 12
    assert int(state.plot_discard).bit_count() <= 3


@clause("BU-R24")
def test_lawan_b_as_emissary_is_reached_first_and_a_is_skipped_later() -> None:
    state = table(3, 2)
    collect_plots(state)
    stack_of_plots(state, "plot_01", "plot_02", "plot_03", "plot_04")
    state.emissary = 2
    dawn(state)
    assert len(told(state, "plot")) == 1  # drawn before any human turn
    assert [event.args[0] for event in told(state, "place")] == [1, 2]  # A first
    play(state, "place 1 lake")
    assert len(told(state, "plot")) == 2
    assert sum(tokens(state, 1)) == sum(tokens(state, 2)) == 2


# --- Afternoon, general ---


@clause("BU-13.11")
def test_a_lawan_gains_triumph_and_decrees() -> None:
    state = table(2, 1)
    decrees(state, "shore_a", "shore_b")
    resolve(state, "shore", {1: (5,), 0: (1,)}, plots=("plot_01",))
    assert state.totems[0] == 1
    assert state.get(1, ESTEEM) == 2


@clause("BU-13.12")
def test_a_lawan_takes_the_highest_rated_free_space_the_leftmost_if_tied() -> None:
    state = table(4, 2)
    resolve(state, "lake", {0: (5,), 2: (4,), 3: (3,)}, plots=("plot_01", "plot_02"))
    play(state, "space 1", "done")
    assert [event.args[1] for event in told(state, "lawan_space")] == [
        ("lake_2", "Sacred Lake 2"),
        ("lake_3", "Sacred Lake 3"),
    ]


@clause("BU-13.13")
def test_a_lawan_uses_all_parts() -> None:
    state = table(2, 1)
    elders(state, {})
    own(state, 1, clay=4, palm=4)
    resolve(state, "lake", {1: (5,), 0: (1,)}, plots=("plot_02",))
    assert int(state.get(1, ELDERS)).bit_count() == 1
    assert tribute_cards(state, 1) == {"gunung": 2}


@clause("BU-13.14", "BU-R17")
def test_a_task_on_a_decree_is_esteem_for_a_lawan() -> None:
    state = table(2, 1)
    decrees(state, "village_b")
    resolve(state, "village", {1: (3,), 0: (1,)}, plots=("plot_01",))
    assert goods(state, 1) == {"esteem": 1 + 3, "fish": 2}  # Decree, then three tasks of village 1


@clause("BU-R17")
def test_other_decrees_for_a_lawan() -> None:
    state = table(2, 1)
    elders(state, {})
    decrees(state, "lake_b", "lake_c")
    resolve(state, "lake", {1: (3,), 0: (1,)}, plots=("plot_01",))
    assert int(state.get(1, ELDERS)).bit_count() == 2  # one by the Decree, one by lake 1
    assert goods(state, 1) == {"esteem": 1, "ebony": 1}
    box = state.box
    own(state, 1, fish=2, palm=0)
    weaver = next(i for i, card in enumerate(BOX.islanders) if card.id == "weaver")
    run_for_lawan(state, 1, int(box.islander_program[weaver]), "islander", weaver, "BU-R17")
    assert (state.get(1, FISH), state.get(1, 1)) == (0, 2)  # the first option, since it can be paid
    run_for_lawan(state, 1, int(box.islander_program[weaver]), "islander", weaver, "BU-R17")
    assert (state.get(1, FISH), state.get(1, 1)) == (0, 2)


@clause("BU-13.15")
def test_one_explorer_has_no_bonus_and_two_have_one() -> None:
    for powers, esteem in (((5,), 3), ((4, 1), 4)):
        state = table(2, 1)
        resolve(state, "village", {1: powers, 0: (1,)}, plots=("plot_01",))
        assert state.get(1, ESTEEM) == esteem


# --- Forest ---


@clause("BU-13.16")
def test_a_lawan_takes_the_best_forest_card() -> None:
    state = table(2, 1)
    forest(state, "forest_01", "forest_03", "forest_09")  # rated 3 with 3 and 4 tokens
    resolve(state, "forest", {1: (5,), 0: (1,)}, plots=("plot_01",))
    assert goods(state, 1) == {"clay": 2, "palm": 1, "ebony": 1}
    picked = set()
    for seed in range(12):
        state = table(2, 1, seed=seed)
        forest(state, "forest_03", "forest_04", "forest_09")
        resolve(state, "forest", {1: (5,), 0: (1,)}, plots=("plot_01",))
        picked |= set(members(int(state.forest_discard)))
    assert picked == {FOREST["forest_03"], FOREST["forest_04"]}
    state = table(2, 1)
    forest(state, "forest_10", "forest_14", "forest_15")
    resolve(state, "forest", {1: (5,), 0: (1,)}, plots=("plot_01",))
    assert goods(state, 1) == {"ebony": 1, "palm": 1}  # the first of palm and clay


@clause("BU-13.17")
def test_two_explorers_in_the_forest_add_the_resources_of_the_plot_card() -> None:
    state = table(2, 1)
    forest(state, "forest_16", "forest_15", "forest_14")
    forest(state, "forest_16")
    resolve(state, "forest", {1: (2, 3), 0: (1,)}, plots=("plot_02",))
    assert goods(state, 1) == {"ebony": 1, "clay": 1, "palm": 1}
    assert not told(state, "lawan_space")  # Forest spaces have no rating


@clause("BU-13.17")
def test_the_forest_bonus_comes_with_a_card_only() -> None:
    state = table(2, 1)
    forest(state)
    resolve(state, "forest", {1: (2, 3)}, plots=("plot_02",))
    assert goods(state, 1) == {}
    assert told(state, "lawan_no_card")
    assert [event.clause for event in told(state, DEPARTS)] == ["BU-13.17"]


# --- Village ---


@clause("BU-13.21")
def test_esteem_for_each_task_and_the_fish_of_the_space() -> None:
    state = table(2, 1)
    state.spaces[VILLAGE * 5] = 0
    tableau(state, 1, "headman")
    resolve(state, "village", {1: (5,), 0: (1,)}, plots=("plot_01",))
    assert goods(state, 1) == {"esteem": 2, "fish": 1}  # village 2
    assert state.tasked == 0


@clause("BU-13.22")
def test_two_explorers_at_the_village_are_one_esteem_more() -> None:
    state = table(2, 1)
    state.spaces[VILLAGE * 5] = 0
    resolve(state, "village", {1: (3, 2), 0: (1,)}, plots=("plot_01",))
    assert goods(state, 1) == {"esteem": 3, "fish": 1}


# --- Lake ---


@clause("BU-13.23")
def test_a_lawan_draws_one_elder_and_keeps_it_unseen() -> None:
    state = table(2, 1)
    elders(state, {}, ("elder_clay", "elder_palm"))
    resolve(state, "lake", {1: (5,), 0: (1,)}, plots=("plot_01",))
    assert members(int(state.get(1, ELDERS))) == [0]
    assert state.elder_count == 1
    for viewer in (-1, 0, 1):
        assert view(state, viewer)["seats"][1]["elders"] is None


@clause("BU-13.24")
def test_a_lawan_pays_to_the_first_spirit_it_can() -> None:
    state = table(2, 1)
    decrees(state, "altar_gunung")
    totem(state, "gunung", 0)
    own(state, 1, clay=2, palm=2, ebony=2)
    resolve(state, "lake", {1: (5,), 0: (1,)}, plots=("plot_02",))  # gunung, manuk, banyu
    assert tribute_cards(state, 1) == {"gunung": 1, "manuk": 1}
    assert goods(state, 1) == {"esteem": 1, "fish": 1}
    assert goods(state, 0) == {"esteem": 1}
    empty = table(2, 1)
    own(empty, 1, ebony=4)
    empty.tribute_left[2] = 0
    resolve(empty, "lake", {1: (5,), 0: (1,)}, plots=("plot_02",))
    assert tribute_cards(empty, 1) == {}


@clause("BU-13.25")
def test_an_emissary_icon_makes_a_lawan_emissary() -> None:
    state = table(2, 1)
    for index in range(3):
        state.spaces[LAKE * 5 + index] = 0
    resolve(state, "lake", {1: (5,), 0: (1,)}, plots=("plot_02",))
    assert told(state, "lawan_space")[0].args[1] == ("lake_4", "Sacred Lake 4")
    assert state.emissary == 1


@clause("BU-13.26", "BU-R26")
def test_two_explorers_at_the_lake_bring_the_emissary_or_esteem() -> None:
    state = table(2, 1)
    resolve(state, "lake", {1: (3, 2), 0: (1,)}, plots=("plot_01",))
    assert state.emissary == 1
    assert [event.key for event in state.log or []].index("emissary") < [e.key for e in state.log or []].index(
        "lawan_elder"
    )
    other = table(2, 1)
    own(other, 1, clay=4, palm=4)
    resolve(other, "lake", {1: (3, 2), 0: (1,)}, plots=("plot_02",))
    assert other.get(1, ESTEEM) == 1 + 2
    assert other.emissary == 0


@clause("BU-13.26")
def test_a_lawan_that_is_emissary_does_not_become_it() -> None:
    state = table(2, 1)
    resolve(state, "lake", {1: (3, 2), 0: (1,)}, plots=("plot_01",), emissary=1)
    assert state.emissary == 1
    assert not told(state, "emissary")
    (event,) = told(state, "stays_emissary")
    assert state.game.say(event, ("Becky", "Lawan A")) == "Two Explorers: Lawan A is the Emissary already"


@clause("BU-R27")
def test_the_bonus_is_given_once() -> None:
    state = table(2, 1)
    resolve(state, "village", {1: (3, 2), 0: (1,)}, plots=("plot_01",))
    assert [event.args[2] for event in told(state, "gain")].count("double") == 1


@clause("BU-R26")
def test_e14_lawan_b_at_the_lake() -> None:
    state = table(3, 2)
    elders(state, {})
    totem(state, "banyu", 1)
    own(state, 2, clay=1, palm=1, ebony=1)
    resolve(state, "lake", {2: (4, 3), 1: (5,)}, plots=("plot_01", "plot_02"))
    assert [event.args[0] for event in told(state, "space")] == [2, 1]
    assert told(state, "lawan_no_tribute")[0].args == (2, 1)
    assert int(state.get(2, ELDERS)).bit_count() == 1
    assert tribute_cards(state, 2) == {"banyu": 1}
    assert goods(state, 2) == {"esteem": 2}
    assert goods(state, 1) == {"esteem": 1}


# --- Dusk and end ---


@clause("BU-13.27")
def test_all_plot_cards_are_shuffled_at_dusk() -> None:
    state = table(3, 2)
    resolve(state, "lake", {}, plots=("plot_01", "plot_02"))
    assert state.round == 2
    drawn = 12 - int(state.plot_count)
    assert drawn == int(state.plot_discard).bit_count() == len(told(state, "plot"))
    assert (state.plot_a, state.plot_b) == (NONE, NONE)


@clause("BU-13.28")
def test_a_lawan_scores_sets_of_types() -> None:
    state = table(2, 1)
    artisans = [card.id for card in BOX.islanders if card.type == 0]
    nobles = [card.id for card in BOX.islanders if card.type == 2]
    for count, esteem in ((0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 5), (7, 5)):
        other = table(2, 1)
        tableau(other, 1, *artisans[:count])
        assert other.set_esteem(1) == esteem
        tableau(other, 0, *nobles[:count])
        assert other.set_esteem(0) == 0
    tableau(state, 1, *artisans[:3], *nobles[:2])
    own(state, 1, esteem=4)
    tributes(state, 1, banyu=(5,))
    elders(state, {1: ("elder_artisan",)})
    assert state.score(1) == 4 + 5 + 6 + 2 + 1


@clause("BU-13.29", "BU-12.5")
def test_a_lawan_can_win_and_wins_ties_as_emissary() -> None:
    state = table(3, 1)
    own(state, 2, esteem=9)
    own(state, 0, esteem=9)
    state.emissary = 2
    assert [state.rank(seat) for seat in range(3)] == [2, 3, 1]
    state.emissary = 1
    assert [state.rank(seat) for seat in range(3)] == [2, 3, 1]
    state.emissary = 0
    assert [state.rank(seat) for seat in range(3)] == [1, 3, 2]
