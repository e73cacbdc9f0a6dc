"""AM-15 Lawan with the expansion."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import BadOptions
from bungalow.games.buru import GAME, modules_of
from bungalow.games.buru.facts import members
from bungalow.games.buru.modules.lawan_ambelau import sends_astray
from bungalow.games.buru.rules.lawan import place_lawan
from bungalow.games.buru.state import AMBELAU, ESTEEM, FISH, FOREST, GUIDES, LAKE, SHORE, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import (
    GUIDE,
    LIAISON,
    again,
    blessing,
    canoe,
    canoe_of,
    guide,
    holder,
    tokoh_of,
    with_modules,
)
from tests.games.buru.builders import (
    BOX,
    PLOT,
    bids,
    decrees,
    departed,
    elders,
    forest,
    goods,
    noon,
    options,
    own,
    play,
    resolve,
    row,
    stack_of_plots,
    tableau,
    tableau_of,
    told,
    totem,
    tribute_cards,
    tributes,
)


def tokens(state: Buru, seat: int) -> list[int]:
    return [int(state.bid_count(seat, region)) for region in range(5)]


def rivals(seats: int = 3, lawan: int = 2, *modules: str) -> Buru:
    return with_modules(seats, lawan, *(modules or ("ambelau",)))


# --- Frame ---


@clause("AM-15.1", "AM-R33")
def test_up_to_five_seats_with_two_lawan() -> None:
    for seats, lawan in ((5, 0), (5, 1), (5, 2), (4, 2), (3, 2), (2, 1)):
        state = with_modules(seats, lawan, "ambelau")
        assert state.humans == seats - lawan
        assert state.emissary < state.humans
    with pytest.raises(BadOptions):
        GAME.new(2, {"lawan": 2, "ambelau": True})


@clause("AM-15.1", "AM-R33")
def test_a_fifth_seat_beside_lawan_needs_their_new_plot_cards() -> None:
    line = (
        r"^bad-options: 5 seats with Lawan need the Lawan of Ambelau \(lawan_ambelau=on\); without it people and Lawan "
        r"take 4 seats at most \(AM-15\.1\)$"
    )
    for lawan in (1, 2):
        for more in ({}, {"lawan_ambelau": False}, {"tokoh": True, "blessings": True, "liaisons": True}):
            with pytest.raises(BadOptions, match=line):
                GAME.new(5, {"lawan": lawan, **more})
        with pytest.raises(BadOptions, match=r"AM-1\.2"):
            GAME.new(5, {"lawan": lawan, "lawan_ambelau": True, "fifth_player": False})
        assert GAME.new(5, {"lawan": lawan, "lawan_ambelau": True}).seats == 5
        assert GAME.new(4, {"lawan": lawan}).seats == 4
    assert GAME.new(5, {"lawan": 0}).seats == 5


@clause("AM-15.2")
@pytest.mark.parametrize(
    ("options", "cards", "implied"),
    [
        ({"lawan": 2}, 12, False),
        ({"lawan": 2, "tokoh": True, "liaisons": True}, 12, False),
        ({"lawan": 2, "lawan_ambelau": True}, 20, True),
        ({"lawan": 1, "lawan_ambelau": True, "tokoh": True}, 20, True),
        ({"lawan": 0, "lawan_ambelau": True}, 12, False),
        ({"lawan": 2, "ambelau": True}, 20, True),
        ({"lawan": 1, "ukum": True}, 20, True),
        ({"lawan": 0, "ukum": True, "lawan_ambelau": True}, 20, False),
    ],
)
def test_which_plot_cards_are_used(options: dict[str, object], cards: int, implied: bool) -> None:
    state = GAME.new(3, options)
    assert isinstance(state, Buru)
    assert int(state.box.plot_set).bit_count() == cards
    assert ("lawan_ambelau" in modules_of(GAME.settle(options))) == implied


@clause("AM-15.2", "AM-15.5", "AM-R42")
def test_the_new_plot_cards_without_ambelau_and_without_ukum() -> None:
    state = rivals(2, 1, "lawan_ambelau")
    assert (int(state.box.spirit_count), int(state.box.region_set).bit_count()) == (3, 4)
    astray = next(plot.id for plot in BOX.plots if plot.module == "lawan_ambelau" and plot.morning[0] == AMBELAU)
    stack_of_plots(state, astray, "plot_a01")
    again(state)
    play(state, "place 1 lake")
    assert told(state, "plot_redrawn")[0].args == (state.box.plots[PLOT[astray]],)
    assert tokens(state, 1)[FOREST] == 1
    ukum_first = next(plot for plot in BOX.plots if plot.module == "lawan_ambelau" and plot.tribute[0] == 4)
    paid = rivals(2, 1, "lawan_ambelau")
    own(paid, 1, clay=5, palm=5, ebony=5)
    resolve(paid, "lake", {1: (5,)}, plots=(ukum_first.id,))
    assert {"banyu", "gunung", "manuk"} >= set(tribute_cards(paid, 1)) != set()
    outlaw_first = next(plot for plot in BOX.plots if plot.module == "lawan_ambelau" and plot.recruit[0] == 4)
    cheap = rivals(2, 1, "lawan_ambelau")
    own(cheap, 1, fish=9)
    row(cheap, "farmer", "shaman", "headman", then=("weaver", "potter", "fisher"))
    resolve(cheap, "shore", {1: (5,), 0: (1,)}, plots=(outlaw_first.id,))
    assert "outlaw" not in [event.args[1] for event in (*told(cheap, "lawan_cycle"), *told(cheap, "lawan_skips"))]


@clause("AM-15.2")
@pytest.mark.parametrize(("modules", "clauses"), [(("lawan_ambelau",), ["AM-15.2"]), (("ukum",), []), ((), [])])
def test_the_earlier_rules_had_no_use_for_them_without_ambelau_and_ukum(
    modules: tuple[str, ...], clauses: list[str]
) -> None:
    state = GAME.new(3, {"lawan": 2, **dict.fromkeys(modules, True)}, 7, logged=True)
    assert isinstance(state, Buru)
    assert departed(state) == clauses


@clause("AM-15.3")
def test_plot_cards_name_five_regions_types_and_spirits() -> None:
    cards = [plot for plot in BOX.plots if plot.module == "lawan_ambelau"]
    assert {plot.morning for plot in cards} == {(a, b) for a in range(5) for b in range(5) if a != b}
    assert all(sorted(plot.recruit) == sorted(plot.tribute) == [0, 1, 2, 3, 4] for plot in cards)
    shown = view(resolve(rivals(), "forest", {}, plots=("plot_a01", "plot_a02")), 0)
    assert {plot["ambelau_bonus"] for plot in shown["plots"]} <= {"guide", "ibu"}


# --- Morning ---


@clause("AM-15.4")
def test_at_most_two_tokens_in_a_region_guide_and_liaison_included() -> None:
    state = rivals(3, 2, "ambelau", "liaisons")
    stack_of_plots(state, "plot_a01", "plot_a06", "plot_a11", "plot_a02")  # A: forest three times, then shore
    again(state)
    play(state, "place 1 lake", "place 2 lake", "place 3 lake")
    assert tokens(state, 1) == [2, 1, 0, 0, 0]
    assert tokens(state, 2) == [0, 1, 1, 0, 1]
    assert len(told(state, "plot_again")) == 1


@clause("AM-15.5", "AM-R21")
def test_without_ambelau_a_card_that_names_it_is_redrawn_for_all() -> None:
    state = rivals(3, 2, "ukum")
    stack_of_plots(state, "plot_a03", "plot_a01")  # A village, B ambelau; then A forest, B shore
    again(state)
    play(state, "place 1 lake")
    assert (tokens(state, 1), tokens(state, 2)) == ([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])
    assert [event.args[0] for event in told(state, "plot_redrawn")] == [("plot_a03", "A Village, B Ambelau")]
    usable = [card for card in members(int(state.box.plot_set)) if not sends_astray(state, card, int(NONE))]
    assert len(usable) == 12


def test_x16_one_lawan_ignores_the_other_letter() -> None:
    state = rivals(2, 1, "ukum")
    stack_of_plots(state, "plot_a07")  # A shore, B ambelau
    again(state)
    play(state, "place 1 lake")
    assert tokens(state, 1) == [0, 1, 0, 0, 0]
    assert not told(state, "plot_redrawn")


@clause("AM-R21", "AM-R31")
def test_a_lawan_that_no_card_can_place_goes_to_the_first_open_region() -> None:
    state = rivals(2, 1, "ukum")
    bids(state, 1, forest=(1, 2))
    state.box.plot_region = type(state.box.plot_region)([0, 4] * 32)  # every card sends A to the full forest
    place_lawan(state, 1, 2, PLOT["plot_a01"])
    assert tokens(state, 1) == [2, 1, 0, 0, 0]
    GAME.new(2, {"lawan": 1, "ukum": True})
    state.box.plot_region = type(state.box.plot_region)([r for plot in BOX.plots for r in plot.morning])


@clause("AM-15.6")
def test_the_guide_goes_by_a_card_of_its_own_and_is_known() -> None:
    state = rivals(3, 2)
    guide(state, 1, 2)
    stack_of_plots(state, "plot_a01", "plot_a02", "plot_a03", "plot_a05", "plot_a04", "plot_a09")
    again(state)
    play(state, "place 1 lake", "place 2 lake", "place 3 lake")
    assert sum(tokens(state, 1)) == 3
    play(state, "place 4 lake")
    placed = [event.args[0] for event in told(state, "plot_guide")]
    assert placed == [1, 2]
    assert (tokens(state, 1)[AMBELAU], tokens(state, 2)[FOREST]) == (1, 2)  # A by a04, B by a09
    assert view(state, 0)["seats"][1]["fished"] is not None
    assert state.bids[1 * 6 + 4] == GUIDE + 8 * 5


@clause("AM-15.6")
def test_everybody_knows_a_lawans_guide_before_it_is_revealed() -> None:
    state = rivals(2, 1)
    guide(state, 1)
    state.bids[1 * 6 + 4] = GUIDE + 8 * 4
    assert state.shown(1, 4)
    assert [t["token"] for t in view(state, 0)["regions"][3]["tokens"]] == ["guide"]


@clause("AM-15.7", "AM-R24")
def test_a_lawans_liaison_is_shuffled_with_its_explorers() -> None:
    state = rivals(2, 1, "liaisons")
    seen = set()
    for seed in range(30):
        state = with_modules(2, 1, "liaisons", seed=seed)
        mine = [int(bid) & 7 for bid in list(state.bids)[6:12]]
        assert sorted(mine) == [1, 2, 3, 4, 5, LIAISON]
        seen.add(mine.index(LIAISON))
    assert len(seen) > 3
    again(state)
    for _ in range(5):
        play(state, options(state)[0])
    assert sum(tokens(state, 1)) == 5


@clause("AM-15.8")
def test_a_lawan_lays_its_blessing_with_the_first_token() -> None:
    state = rivals(2, 1, "blessings", "ambelau")
    blessing(state, "forest", 1)
    stack_of_plots(state, "plot_a02", "plot_a01", "plot_a06")  # shore, forest, forest
    again(state)
    play(state, "place 1 lake")
    assert holder(state, "forest") == 1
    play(state, "place 2 lake")
    assert (holder(state, "forest"), int(state.blessed(0))) == (NONE, 1)


# --- Noon ---


@clause("AM-15.9")
def test_the_last_token_fishes_and_afternoon_cards_are_never_redrawn() -> None:
    state = rivals(2, 1, "ukum", "liaisons")
    stack_of_plots(state, "plot_a04")  # A ambelau, which is not in play
    bids(state, 0, forest=(1,), last=(5,))
    bids(state, 1, forest=(3,), last=(LIAISON,))
    noon(state)
    assert state.plot_a == PLOT["plot_a04"]
    assert state.get(1, FISH) == 0


# --- Afternoon ---


@clause("AM-15.10")
def test_a_lawan_paddles_to_the_best_space_the_nearest_if_tied() -> None:
    state = rivals(2, 1)
    resolve(state, "ambelau", {1: (5,), 0: (1,)}, plots=("plot_a01",))
    assert canoe_of(state, 1) == 4  # the only one rated 3 within five
    assert goods(state, 1) == {"clay": 1}
    assert state.get_more(1, GUIDES) & 2 or state.round == 2
    canoe(state, 1, 7)
    resolve(state, "ambelau", {1: (5,), 0: (1,)}, plots=("plot_a01",))
    assert canoe_of(state, 1) == 8  # 8, 11 and 12 are rated 3
    other = rivals(2, 1)
    canoe(other, 1, 4)
    resolve(other, "ambelau", {1: (2,), 0: (1,)}, plots=("plot_a01",))
    assert canoe_of(other, 1) == 6
    assert (tribute_cards(other, 1), goods(other, 1)) == ({"ibu": 1}, {"esteem": 2})  # totem, and a task


@clause("AM-15.11", "AM-R23")
def test_two_tokens_at_ambelau_bring_the_guide_or_ibu() -> None:
    state = rivals(2, 1)
    totem(state, "ibu", 0)
    decrees(state, "altar_ibu")
    canoe(state, 1, 4)
    resolve(state, "ambelau", {0: (5,), 1: (1, 3)}, plots=("plot_a01",))  # bonus ibu
    play(state, "canoe 1")
    assert tribute_cards(state, 1) == {"ibu": 1}
    assert (state.get(0, ESTEEM), goods(state, 1)) == (1, {"fish": 1, "palm": 1, "clay": 1, "ebony": 1})
    empty = rivals(2, 1)
    empty.tribute_left[3] = 0
    canoe(empty, 1, 4)
    resolve(empty, "ambelau", {1: (1, 3)}, plots=("plot_a01",))
    assert tribute_cards(empty, 1) == {}
    by_guide = rivals(2, 1)
    canoe(by_guide, 1, 4)
    resolve(by_guide, "ambelau", {1: (1, 3), 0: (1,)}, plots=("plot_a02",))
    assert told(by_guide, "guide")
    assert tribute_cards(by_guide, 1) == {}


@clause("AM-15.12")
def test_x12_the_lake_bonus_holds_before_the_lake() -> None:
    state = rivals(3, 1)
    totem(state, "ibu", 0)
    canoe(state, 2, 8)
    resolve(state, "ambelau", {0: (5,), 2: (1,)}, plots=("plot_a03",))  # lake bonus: esteem
    state.bids[2 * 6 + 2], state.bids[2 * 6 + 3] = 2 + 8 * 4, 3 + 8 * 4
    play(state, "canoe 1")
    assert canoe_of(state, 2) == 9
    assert tribute_cards(state, 2) == {"ibu": 1}
    gained = [event.args for event in told(state, "gain")]
    assert (2, (0, 0, 0, 0, 1), "double", ("lake", "Sacred Lake")) in gained
    assert state.get(0, ESTEEM) == 1
    assert goods(state, 2)["ebony"] == 1


@clause("AM-15.13")
def test_outlaws_in_the_recruiting_order() -> None:
    state = rivals(2, 1, "ukum")
    own(state, 1, fish=3)
    row(state, "farmer", "pirate", "thief", then=("headman",))
    for index in range(3):
        state.spaces[SHORE * 5 + index] = 0
    resolve(state, "shore", {1: (5,), 0: (1,)}, plots=("plot_a02",))  # outlaw first
    assert tableau_of(state, 1) == {"thief"}  # the cheapest
    without = rivals(2, 1, "ambelau")
    own(without, 1, fish=3)
    row(without, "shaman", "farmer", "tide_priest", then=("headman",))
    for index in range(2):
        without.spaces[SHORE * 5 + index] = 0
    resolve(without, "shore", {1: (5,), 0: (1,)}, plots=("plot_a02",))  # outlaw, then priest
    assert tableau_of(without, 1) == {"tide_priest"}
    assert not told(without, "lawan_cycle")


@clause("AM-15.14", "AM-R26")
def test_the_tribute_order_skips_ibu_and_what_is_not_in_play() -> None:
    state = rivals(2, 1, "ambelau", "ukum")
    tableau(state, 1, "thief")
    own(state, 1, clay=4, palm=4)
    resolve(state, "lake", {1: (5,), 0: (1,)}, plots=("plot_a11",))  # ukum, ibu, manuk, gunung, banyu
    assert tribute_cards(state, 1) == {"ukum": 1, "gunung": 1}
    without = rivals(2, 1, "ambelau")
    own(without, 1, clay=4, palm=4)
    resolve(without, "lake", {1: (5,), 0: (1,)}, plots=("plot_a11",))
    assert tribute_cards(without, 1) == {"gunung": 2}
    empty = rivals(2, 1, "ukum")
    empty.tribute_left[4] = 0
    tableau(empty, 1, "thief")
    resolve(empty, "lake", {1: (5,), 0: (1,)}, plots=("plot_a11",))
    assert (tribute_cards(empty, 1), tableau_of(empty, 1)) == ({}, {"thief"})


@clause("AM-15.15")
def test_a_lawan_exiles_the_dearest_then_the_oldest_outlaw() -> None:
    state = rivals(2, 1, "ukum")
    totem(state, "ukum", 0)
    tableau(state, 1, "matriarch", "thief", "poacher", "smuggler")
    for index in range(4):
        state.spaces[3 * 5 + index] = 0
    resolve(state, "lake", {1: (5,), 0: (6,)}, plots=("plot_a11",))
    assert tableau_of(state, 1) == {"matriarch", "thief", "smuggler"}
    assert goods(state, 1) == {"palm": 2, "esteem": 1}  # Triumphant there, it holds the totem
    nobody = rivals(2, 1, "ukum")
    tableau(nobody, 1, "matriarch")
    resolve(nobody, "lake", {1: (5,), 0: (1,)}, plots=("plot_a11",))
    assert tribute_cards(nobody, 1) == {}
    choosy = rivals(2, 1, "ukum")
    tableau(choosy, 1, "thief", "rogue")
    resolve(choosy, "lake", {1: (5,), 0: (1,)}, plots=("plot_a11",))
    assert goods(choosy, 1) == {"esteem": 1 + 2, "clay": 1}  # the Rogue's task, the totem twice, the first option


@clause("AM-15.16")
def test_a_lawan_never_tasks_an_outlaw() -> None:
    state = rivals(2, 1, "ukum")
    tableau(state, 1, "pirate")
    resolve(state, "village", {1: (5,), 0: (1,)}, plots=("plot_a11",))
    assert tableau_of(state, 1) == {"pirate"}
    assert state.get(1, ESTEEM) == 3


@clause("AM-15.17")
def test_a_lawan_has_no_tokoh() -> None:
    state = rivals(3, 1, "tokoh", "ambelau")
    assert view(state, 0)["seats"][2]["tokoh"] is None
    assert tokoh_of(state, 0) == "mpu"
    resolve(state, "shore", {2: (5,), 0: (1,)}, plots=("plot_a01",))
    assert state.spaces[SHORE * 5] == 2


@clause("AM-15.18")
def test_a_lawan_takes_blessings_but_prefers_the_reward() -> None:
    state = rivals(2, 1, "blessings")
    resolve(state, "village", {1: (1,), 0: (3,)}, plots=("plot_01",))
    play(state, "space 2")
    assert holder(state, "village") == 1
    alone = rivals(2, 1, "blessings")
    resolve(alone, "shore", {1: (3,)}, plots=("plot_01",))
    assert (alone.totems[0], holder(alone, "shore")) == (1, NONE)


@clause("AM-15.19", "AM-R39")
def test_a_lawans_liaison_buys_the_best_it_can_pay() -> None:
    state = rivals(2, 1, "liaisons")
    own(state, 1, fish=1)
    resolve(state, "village", {1: (LIAISON,), 0: (3,)}, plots=("plot_01",))
    play(state, "space 1")
    assert told(state, "space")[-1].args == (1, ("village_3", "Village 3"))  # rated 1, left of village 4
    assert goods(state, 1) == {"esteem": 2}
    poor = rivals(2, 1, "liaisons")
    resolve(poor, "village", {1: (LIAISON,), 0: (3,)}, plots=("plot_01",))
    play(poor, "space 1")
    assert goods(poor, 1) == {"esteem": 1}  # village 5 has no gems
    wood = rivals(2, 1, "liaisons")
    forest(wood, "forest_01", "forest_09", "forest_14")
    own(wood, 1, fish=2)
    resolve(wood, "forest", {1: (LIAISON,)}, plots=("plot_01",))
    assert goods(wood, 1) == {"clay": 1, "ebony": 2, "fish": 2}  # 3 gems on the card, none under the space
    assert departed(wood) == ["AM-13.4"]
    clash = rivals(2, 1, "liaisons")
    resolve(clash, "shore", {1: (LIAISON,), 0: (3, LIAISON)}, plots=("plot_01",))
    assert told(clash, "clash")


@clause("AM-15.20")
def test_the_bonus_of_two_tokens_is_given_once_though_a_liaison_is_one_of_them() -> None:
    state = rivals(2, 1, "liaisons")
    own(state, 1, fish=3)
    resolve(state, "village", {1: (4, LIAISON), 0: (1,)}, plots=("plot_01",))
    play(state, "space 2")
    doubles = [event for event in told(state, "gain") if event.args[2] == "double"]
    assert len(doubles) == 1
    assert [event.args[0] for event in told(state, "space")] == [1, 0, 1]
    assert not departed(state)
    cheap = rivals(2, 1, "liaisons")
    own(cheap, 1, fish=3)
    row(cheap, "sculptor", "farmer", "weaver", then=("headman", "potter", "woodcarver"))
    for index in (0, 1, 2):
        cheap.spaces[SHORE * 5 + index] = 0
    resolve(cheap, "shore", {1: (4, LIAISON), 0: (1,)}, plots=("plot_04",))
    assert [event.args[2] for event in told(cheap, "recruit")][:1] == [1]


def doubles(state: Buru) -> int:
    return sum(event.args[2] == "double" for event in told(state, "gain"))


@clause("AM-15.20", "AM-5.4", "AM-R43")
def test_a_liaison_that_was_sent_back_is_no_second_token() -> None:
    clash = {1: (4, LIAISON), 0: (1, LIAISON)}
    village = resolve(rivals(2, 1, "liaisons"), "village", clash, plots=("plot_01",))
    assert (doubles(village), departed(village)) == (0, ["AM-15.20"])
    wood = rivals(2, 1, "liaisons")
    forest(wood, "forest_01", "forest_09", "forest_14")
    resolve(wood, "forest", clash, plots=("plot_01",))
    assert (goods(wood, 1), departed(wood)) == ({"clay": 1, "ebony": 2}, ["AM-15.20"])
    # Two Explorers of a Lawan count as before, though others' Liaisons meet there.
    both = resolve(rivals(3, 1, "liaisons"), "village", {2: (4, 3), 0: (1, LIAISON), 1: (LIAISON,)}, plots=("plot_01",))
    assert told(both, "clash")
    assert (doubles(both), departed(both)) == (1, [])


@clause("AM-15.20")
@pytest.mark.parametrize(
    ("fish", "paid", "clauses"),
    [(0, [], []), (1, [], ["AM-15.20"]), (2, [2], ["AM-15.20"])],
)
def test_at_the_shore_a_liaison_that_was_sent_back_brings_no_discount(
    fish: int, paid: list[int], clauses: list[str]
) -> None:
    state = rivals(2, 1, "liaisons")
    own(state, 1, fish=fish)
    row(state, "sculptor", "farmer", "weaver", then=("headman", "potter", "woodcarver"))
    for index in (0, 1, 2):
        state.spaces[SHORE * 5 + index] = 0
    resolve(state, "shore", {1: (4, LIAISON), 0: (1, LIAISON)}, plots=("plot_04",))
    assert [event.args[2] for event in told(state, "recruit")] == paid
    assert departed(state) == clauses


@clause("AM-15.20")
@pytest.mark.parametrize(
    ("fish", "then", "clauses"),
    [
        (2, ("palm_tapper", "riverbed_digger", "matriarch"), []),  # nobody for 3 fish: the discount changes nothing
        (2, ("headman", "riverbed_digger", "matriarch"), ["AM-15.20"]),  # 3 fish for the Headman
        (3, ("headman", "riverbed_digger", "matriarch"), ["AM-15.20"]),  # it pays 3, not 2
    ],
)
def test_a_discount_that_is_missed_changes_something_only_where_somebody_could_be_paid_with_it(
    fish: int, then: tuple[str, str, str], clauses: list[str]
) -> None:
    """The row is cycled either way: there is no Noble, the first of its types."""
    state = rivals(2, 1, "liaisons")
    own(state, 1, fish=fish)
    row(state, "farmer", "weaver", "shaman", then=(*then, "potter", "woodcarver"))
    resolve(state, "shore", {1: (4, LIAISON), 0: (1, LIAISON)}, plots=("plot_02",))
    assert len(told(state, "lawan_cycle")) == 1
    assert len(told(state, "recruit")) == (fish == 3)
    assert departed(state) == clauses


@clause("AM-15.20", "AM-13.9")
@pytest.mark.parametrize("others", [(), (LIAISON,)])
@pytest.mark.parametrize("bonus", ["guide", "ibu"])
def test_at_ambelau_a_liaison_is_never_a_second_token(bonus: str, others: tuple[int, ...]) -> None:
    card = next(p.id for p in BOX.plots if p.module == "lawan_ambelau" and p.ambelau_guide == (bonus == "guide"))
    state = rivals(2, 1, "ambelau", "liaisons")
    canoe(state, 1, 4)
    resolve(state, "ambelau", {1: (1, LIAISON), 0: others}, plots=(card,))  # to space 5, without Guide and Ibu
    assert (state.get_more(1, GUIDES), tribute_cards(state, 1), departed(state)) == (0, {}, ["AM-15.20"])
    with_two = rivals(2, 1, "ambelau", "liaisons")
    canoe(with_two, 1, 7)
    resolve(with_two, "ambelau", {1: (1, GUIDE), 0: others}, plots=(card,))  # to space 8
    assert (with_two.get_more(1, GUIDES) > 0) == (bonus == "guide")
    assert tribute_cards(with_two, 1) == ({"ibu": 1} if bonus == "ibu" else {})
    assert not departed(with_two)


@clause("AM-15.12", "AM-15.20")
def test_at_the_lake_it_counts_until_the_tokens_there_are_revealed() -> None:
    card = next(p.id for p in BOX.plots if p.module == "lawan_ambelau" and not p.lake_emissary)
    state = rivals(2, 1, "ambelau", "liaisons")
    own(state, 1, clay=5, palm=5, ebony=5)
    canoe(state, 1, 2)
    bids(state, 1, ambelau=(1,), lake=(4, LIAISON), last=(2,))
    bids(state, 0, lake=(1, LIAISON), forest=(2, 3, 4), last=(5,))
    state.log = []
    noon(state)
    state.plot_a = PLOT[card]
    while state.region != LAKE:
        play(state, options(state)[-1])
    assert tribute_cards(state, 1)["ibu"] == 1
    assert doubles(state) == 1  # still face down at the lake when it paid tribute to Ibu
    assert len(tribute_cards(state, 1)) > 1
    assert departed(state) == ["AM-15.20"] * (sum(tribute_cards(state, 1).values()) - 1)


@clause("AM-15.20")
def test_at_the_lake_the_emissary_stays_where_it_is() -> None:
    card = next(p.id for p in BOX.plots if p.module == "base" and p.lake_emissary)
    state = rivals(2, 1, "liaisons")
    resolve(state, "lake", {1: (4, LIAISON), 0: (1, LIAISON)}, plots=(card,))
    assert (told(state, "emissary"), departed(state)) == ([], ["AM-15.20"])
    already = rivals(2, 1, "liaisons")
    resolve(already, "lake", {1: (4, LIAISON), 0: (1, LIAISON)}, plots=(card,), emissary=1)
    assert not departed(already)


def test_x8_a_sole_bidder_with_company() -> None:
    state = rivals(2, 1, "blessings", "liaisons")
    decrees(state, "shore_a")
    own(state, 1, fish=2)
    row(state, "farmer", "weaver", "headman", then=("potter", "sculptor"))
    resolve(state, "shore", {0: (2,), 1: (LIAISON,)}, plots=("plot_01",))
    assert options(state) == ["take triumph", "take blessing"]
    play(state, "take blessing")
    assert state.get(0, ESTEEM) == 2
    play(state, "space 1")
    while state.region == SHORE and state.round == 1:
        play(state, "done")
    assert told(state, "liaison")[0].args == (1, 2)
    assert holder(state, "shore") == 0


@clause("AM-R22")
def test_lawan_b_as_emissary_triggers_the_card_and_a_places_first() -> None:
    state = rivals(3, 2)
    guide(state, 1, 2)
    again(state, emissary=2)
    assert [event.args[0] for event in told(state, "place")] == [1, 2]
    assert state.actor() == 0


# --- End ---


@clause("AM-15.21", "AM-R15")
def test_outlaws_score_no_set_and_ibu_scores_for_a_lawan() -> None:
    state = rivals(2, 1, "ambelau", "ukum")
    elders(state, {})
    tributes(state, 1, ibu=(1, 2), manuk=(4,))
    tableau(state, 1, "thief", "smuggler", "poacher", "bandit", "headman", "matriarch")
    own(state, 1, esteem=16)
    assert state.score(1) == 16 + 4 + 3 + 2 + 1
