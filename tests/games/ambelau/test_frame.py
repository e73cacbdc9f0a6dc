"""AM-1 Modules, AM-2 Dawn, AM-3 Morning, AM-4 Noon, AM-5 the Afternoon's frame, AM-14 Dusk."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import BadOptions
from bungalow.core.random import seeded
from bungalow.games.buru import GAME, RECOMMENDED
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import AMBELAU, ESTEEM, FISH, FOREST, LAKE, SHORE, VILLAGE, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import (
    GUIDE,
    LIAISON,
    again,
    blessing,
    canoe,
    canoe_of,
    everything,
    guide,
    holder,
    mat_of,
    with_modules,
)
from tests.games.buru.builders import (
    BOX,
    bids,
    dawn,
    decrees,
    elders,
    goods,
    noon,
    options,
    own,
    play,
    resolve,
    table,
    tableau,
    told,
    totem,
)


def new(seats: int, **options: object) -> Buru:
    state = GAME.new(seats, options, 1)
    assert isinstance(state, Buru)
    return state


# --- AM-1 Modules ---


@clause("AM-1.1")
def test_a_game_without_modules_is_base_buru() -> None:
    base = new(3)
    assert [len(members(int(s))) for s in (base.box.islander_set, base.box.elder_set, base.box.decree_set)] == [
        36,
        13,
        12,
    ]
    assert list(base.box.region_list) == [0, 1, 2, 3]
    assert view(base, 0)["modules"] == []


@clause("AM-1.1", "AM-R3")
@pytest.mark.parametrize(
    ("modules", "sizes"),
    [
        ((), (36, 13, 12, 3, 4, 12)),
        (("ambelau",), (36, 14, 15, 4, 5, 20)),
        (("ukum",), (44, 15, 13, 4, 4, 20)),
        (("ambelau", "ukum"), (45, 16, 16, 5, 5, 20)),
    ],
)
def test_deck_sizes_by_module(modules: tuple[str, ...], sizes: tuple[int, ...]) -> None:
    box = new(3, lawan=2, **dict.fromkeys(modules, True)).box
    sets = (box.islander_set, box.elder_set, box.decree_set, box.spirit_set, box.region_set, box.plot_set)
    assert tuple(len(members(int(s))) for s in sets) == sizes


@clause("AM-1.2")
def test_five_seats_need_the_fifth_player() -> None:
    with pytest.raises(BadOptions, match=r"AM-1\.2"):
        new(5, fifth_player=False)
    state = new(5)
    assert state.settings["fifth_player"] is True
    assert view(state, 0)["seats"][4]["colour"] == "red"
    assert len(members(int(state.forest_row))) == 5


@clause("AM-1.2", "AM-15.1", "AM-15.2")
def test_seats_and_lawan_decide_two_modules() -> None:
    options = {option.name: option for option in GAME.options}

    def decided(name: str, seats: int, **others: object) -> object:
        found = options[name].decided(seats, {"lawan": 0, "ambelau": False, "ukum": False, **others})
        return found and found.value

    assert [decided("fifth_player", seats) for seats in GAME.seats] == [False, False, False, True]
    assert decided("lawan_ambelau", 3, lawan=2, ukum=True) is True
    assert decided("lawan_ambelau", 3, lawan=1, ambelau=True) is True
    assert decided("lawan_ambelau", 3, ambelau=True, ukum=True) is False
    assert [decided("lawan_ambelau", seats, lawan=1) for seats in GAME.seats] == [None, None, None, True]
    assert decided("lawan_ambelau", 5) is False
    assert decided("ambelau", 5) is None
    assert [option.name for option in GAME.options if option.recommended] == list(RECOMMENDED)
    assert GAME.rivals is not None
    assert GAME.rivals.allowed == {1: (1, 2), 2: (0, 1, 2), 3: (0, 1, 2), 4: (0, 1), 5: (0,)}
    for people, counts in GAME.rivals.allowed.items():
        for lawan in counts:
            settings: dict[str, object] = {"lawan": lawan, "ambelau": False, "ukum": False}
            for option in GAME.options:
                found = option.decided(people + lawan, settings)
                settings |= {option.name: found.value} if found else {}
            assert GAME.new(people + lawan, settings).seats == people + lawan


@clause("AM-1.3")
def test_the_longer_game_has_twelve_decrees_and_six_rounds() -> None:
    state = new(2, longer=True, ambelau=True, ukum=True)
    assert (state.rounds, state.decree_end, len(state.decree_deck)) == (6, 12, 16)
    assert (new(2, ambelau=True).rounds, new(2, ambelau=True).decree_end) == (5, 10)


@clause("AM-1.4")
def test_pieces_of_other_modules_are_never_in_play() -> None:
    state = new(2, ambelau=True)
    seen = view(state, 0)
    assert [altar["spirit"] for altar in seen["altars"]] == ["banyu", "gunung", "manuk", "ibu"]
    assert all(region["blessing"] is None for region in seen["regions"])
    assert not any(BOX.islanders[card].module == "ukum" for card in members(int(state.box.islander_set)))


def test_e12_no_tyrant_without_ambelau() -> None:
    deck = [BOX.islanders[card].id for card in members(int(new(2, ukum=True).box.islander_set))]
    assert (len(deck), "tyrant" in deck) == (44, False)
    assert "tyrant" in [
        BOX.islanders[card].id for card in members(int(new(2, ukum=True, ambelau=True).box.islander_set))
    ]


@clause("AM-R2", "AM-R4")
def test_setup_does_what_both_rulebooks_say() -> None:
    state = new(3, ambelau=True, ukum=True)
    assert all(card != NONE for card in state.row)
    assert int(state.forest_row).bit_count() == 3
    assert sorted(int(state.get(seat, FISH)) for seat in range(3)) == [0, 3, 3]
    assert all(int(canoe_of(state, seat)) == 0 for seat in range(3))
    assert state.decree_end == 10


@clause("AM-R28")
def test_both_sides_of_the_new_altars_cost_the_same() -> None:
    for side in ("a", "b"):
        state = new(2, ambelau=True, ukum=True, altar_ibu=side, altar_ukum=side)
        assert list(state.altar_cost)[9:] == [0] * 6
        assert list(state.altar_side)[3:] == [int(side == "b")] * 2


# --- AM-2 Dawn ---


@clause("AM-2.1")
def test_new_decrees_lie_where_they_belong() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    decrees(state, "ambelau_a", "altar_ibu")
    seen = view(state, 0)
    assert [d["decree"] for region in seen["regions"] if region["region"] == "ambelau" for d in region["decrees"]] == [
        "ambelau_a"
    ]
    assert [d["decree"] for altar in seen["altars"] if altar["spirit"] == "ibu" for d in altar["decrees"]] == [
        "altar_ibu"
    ]
    decrees(state, "altar_ukum")
    assert [d["decree"] for a in view(state, 0)["altars"] if a["spirit"] == "ukum" for d in a["decrees"]] == [
        "altar_ukum"
    ]


@clause("AM-2.2")
def test_region_decrees_pay_once_and_altar_decrees_every_time() -> None:
    state = with_modules(2, 0, "ambelau")
    decrees(state, "ambelau_b", "altar_ibu")
    resolve(state, "ambelau", {0: (3,), 1: (2, 4)})
    assert goods(state, 1) == {"palm": 1, "fish": 2}
    play(state, "canoe 3", "tribute ibu")
    assert goods(state, 1) == {"palm": 2, "fish": 3, "esteem": 1}
    canoe(state, 0, 4)
    play(state, "canoe 6", "tribute ibu")
    assert goods(state, 0) == {"fish": 1}


# --- AM-3 Morning ---


@clause("AM-3.1")
def test_ambelau_is_a_fifth_region_to_place_in() -> None:
    state = with_modules(2, 0, "ambelau")
    again(state)
    assert "place 5 ambelau" in options(state)
    play(state, "place 5 ambelau")
    assert state.bid_count(0, 4) == 1
    assert "place 5 ambelau" not in options(again(table(2)))


@clause("AM-3.2", "AM-3.3", "AM-R6")
def test_e9_the_guide_makes_the_last_placement() -> None:
    state = with_modules(3, 0, "ambelau")
    guide(state, 1)
    again(state)
    turns = []
    while state.round == 1 and "place 1 forest" in [
        f"place 1 {t.split()[2]}" for t in options(state) if t.startswith("place")
    ]:
        turns.append(int(state.actor()))
        play(state, options(state)[0])
    assert turns == [0, 1, 2] * 4 + [1]


@clause("AM-3.3")
def test_several_guides_place_clockwise_from_the_emissary() -> None:
    state = with_modules(3, 0, "ambelau")
    guide(state, 0, 2)
    again(state, emissary=1)
    assert view(state, 0)["placements"] == [1, 2, 0] * 4 + [2, 0]
    assert [seat["to_place"] for seat in view(state, 0)["seats"]] == [5, 4, 5]


@clause("AM-3.4")
def test_any_token_may_be_kept_back() -> None:
    for kept, name in (("2", "2"), ("guide", "guide"), ("liaison", "liaison")):
        state = with_modules(2, 0, "ambelau", "liaisons")
        guide(state, 0)
        again(state)
        while state.phase == 1:
            seat = int(state.actor())
            texts = [t for t in options(state) if t.split()[1] != kept or seat != 0]
            play(state, texts[0])
        assert view(state, 1)["seats"][0]["fished"] == {"2": 2, "guide": 1, "liaison": 0}[name]


@clause("AM-3.5")
def test_guide_and_liaison_look_like_explorers_to_rivals() -> None:
    state = with_modules(2, 0, "ambelau", "liaisons")
    guide(state, 0)
    again(state)
    play(state, "place guide lake", "place 1 forest", "place liaison lake")
    mine = [t["token"] for t in view(state, 0)["regions"][3]["tokens"]]
    theirs = view(state, 1)["regions"][3]["tokens"]
    assert mine == ["guide", "liaison"]
    assert [(t["token"], t["power"]) for t in theirs] == [(None, None)] * 2
    worlds = {tuple(int(b) & 7 for b in state.guess(1, seeded(i)).bids) for i in range(40)}  # type: ignore[attr-defined]
    assert len(worlds) > 10


@clause("AM-3.6", "AM-12.5")
def test_a_blessing_is_added_to_a_token_once_and_seen_by_all() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "village", 0)
    again(state)
    assert [t for t in options(state) if t.endswith("blessed")] == [f"place {i} village blessed" for i in range(1, 6)]
    play(state, "place 2 village blessed", "place 1 forest")
    assert not [t for t in options(state) if t.endswith("blessed")]
    seen = view(state, 1)["regions"][2]["blessing"]
    assert seen is not None
    assert (seen["holder"], seen["used_by"]) == (None, 0)
    assert told(state, "bless")[0].args == (0, ("village", "Village"))


# --- AM-4 Noon ---


@clause("AM-4.1")
@pytest.mark.parametrize(("token", "fish"), [(4, 4), (GUIDE, 1), (LIAISON, 0)])
def test_fish_by_the_power_of_the_last_token(token: int, fish: int) -> None:
    state = with_modules(2, 0, "ambelau", "liaisons", "blessings")
    blessing(state, "forest", NONE, 0)
    bids(state, 0, forest=(1,), last=(token,))
    bids(state, 1, forest=(2,), last=(5,))
    own(state, 1, fish=18)
    noon(state)
    assert (state.get(0, FISH), state.get(1, FISH)) == (fish, 20)


def test_x20_the_liaison_kept_back_leaves_all_explorers_out() -> None:
    state = with_modules(2, 0, "liaisons")
    again(state)
    for region in ("forest", "shore", "village", "lake", "lake"):
        token = 1 + ["forest", "shore", "village", "lake"].index(region)
        mine = token if f"place {token} {region}" in options(state) else 5
        play(state, f"place {mine} {region}", "place liaison lake" if token == 1 else options(state)[0])
    assert state.get(0, FISH) == 0
    assert sum(int(state.bid_power(0, region)) for region in range(4)) == 15


# --- AM-5 Afternoon ---


@clause("AM-5.1", "AM-5.2")
def test_ambelau_is_resolved_between_village_and_lake() -> None:
    state = with_modules(2, 0, "ambelau", "blessings", "liaisons")
    own(state, 1, fish=9)
    both = {"forest": (1,), "shore": (2,), "village": (3,), "ambelau": (4,), "lake": (5, LIAISON)}
    bids(state, 0, **both, last=(LIAISON,))
    bids(state, 1, forest=(2, LIAISON), shore=(1,), village=(4,), ambelau=(3,), last=(5,))
    noon(state)
    while state.round == 1:
        play(state, options(state)[-1])
    order = (FOREST, SHORE, VILLAGE, AMBELAU, LAKE)
    assert [event.args[0] for event in told(state, "region")] == [state.box.regions[region] for region in order]
    keys = [event.key for event in state.log or []]
    assert keys.index("power") < keys.index("triumph") < keys.index("space") < keys.index("blessing")


@clause("AM-5.3", "AM-12.8")
def test_power_is_the_sum_and_one_for_the_blessing() -> None:
    state = with_modules(3, 0, "ambelau", "blessings", "liaisons")
    blessing(state, "village", user=0)
    resolve(state, "village", {0: (2, GUIDE), 1: (4,), 2: (LIAISON,)})
    assert [(p["seat"], p["power"], p["blessed"]) for p in view(state, 2)["regions"][2]["order"]] == [
        (0, 4, True),
        (1, 4, False),
    ]


def test_e5_two_explorers_and_a_blessing() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "village", 0)
    again(state)
    play(state, "place 2 village blessed", "place 5 forest", "place 1 village", "place 4 forest")
    resolve(state, "village", {0: (2, 1), 1: (3,)})
    assert state.power(0, 2) == 4


def test_e11_two_fives() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "lake", user=0)
    bids(state, 0, forest=(5,), lake=(4,), last=(1,))
    assert (state.power(0, 0), state.power(0, 3)) == (5, 5)


@clause("AM-5.4", "AM-13.2", "AM-R37")
def test_e6_two_liaisons_go_back_and_do_nothing() -> None:
    state = with_modules(3, 0, "liaisons")
    own(state, 0, fish=9)
    own(state, 1, fish=9)
    resolve(state, "shore", {0: (4, LIAISON), 1: (3, LIAISON), 2: (5,)})
    assert told(state, "clash")
    fish = [int(state.get(seat, FISH)) for seat in range(3)]
    assert all(token["sent_back"] for token in view(state, 2)["regions"][1]["tokens"] if token["token"] == "liaison")
    while state.region == 1:
        play(state, options(state)[-1])
    assert not told(state, "liaison")
    assert [int(state.get(seat, FISH)) for seat in range(3)] == fish


@clause("AM-5.5", "AM-R7")
def test_x15_a_new_emissary_does_not_change_a_revealed_order() -> None:
    state = with_modules(3, 0, "tokoh", leaders=("mpu", "duta", "rakawi"))
    resolve(state, "forest", {0: (1,), 1: (5,), 2: (1,)}, emissary=2)
    play(state, "tokoh", "emissary")
    assert state.emissary == 1
    assert state.actor() == 2  # before seat 0, as revealed
    resolve(state, "shore", {0: (3,), 2: (3,)}, emissary=int(state.emissary))
    assert state.actor() == 2  # first clockwise from the new Emissary


@clause("AM-5.6")
def test_without_power_nobody_is_triumphant_and_decrees_are_lost() -> None:
    state = with_modules(2, 0, "liaisons")
    decrees(state, "shore_a")
    own(state, 0, fish=3)
    resolve(state, "shore", {0: (LIAISON,)})
    assert not told(state, "triumph")
    assert state.totems[0] == NONE
    play(state, "done")
    assert not state.decrees & 1 << 2
    assert state.get(0, ESTEEM) == 0


@clause("AM-5.7", "AM-9.5", "AM-R5")
def test_triumph_rewards_of_ambelau_and_of_the_lake() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    resolve(state, "ambelau", {1: (5,), 0: (1,)})
    assert state.totems[3] == 1
    resolve(state, "lake", {1: (5,), 0: (1,)})
    assert (state.totems[4], state.get(1, ESTEEM)) == (1, 0)
    assert view(state, 0)["regions"][3]["triumph"] == "the Ukum totem"


@clause("AM-5.8")
def test_the_new_totems_change_hands() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    totem(state, "ukum", 0)
    resolve(state, "lake", {1: (5,), 0: (1,)})
    assert state.totems[4] == 1
    resolve(state, "lake", {1: (5,), 0: (1,)})
    assert state.totems[4] == 1


@clause("AM-5.9", "AM-R29")
def test_a_scroll_for_any_spirit_works_for_ibu_and_ukum() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    tableau(state, 0, "offering_singer", "farmer", "shaman", tasked=("offering_singer",))
    resolve(state, "ambelau", {0: (3,), 1: (1,)})
    play(state, "canoe 3", "tribute ibu")
    assert state.get(0, ESTEEM) == 2  # totem and scroll
    state = with_modules(2, 0, "ambelau", "ukum")
    tableau(state, 0, "offering_singer", "farmer", "shaman", tasked=("offering_singer",))
    resolve(state, "village", {0: (3,), 1: (1,)})
    play(state, "space 5", "task shaman")
    assert options(state) == ["tribute ukum", "done"]  # any spirit: Ukum, never Ibu
    play(state, "tribute ukum", "exile farmer")
    assert state.get(0, ESTEEM) == 1


@clause("AM-5.10")
def test_the_holder_of_a_new_totem_gains_from_every_payer() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    totem(state, "ukum", 1)
    tableau(state, 0, "farmer", "headman")
    tableau(state, 1, "weaver")
    resolve(state, "lake", {0: (1,)})
    state.totems[4] = 1
    play(state, "space 2", "tribute ukum", "exile farmer", "tribute ukum")
    assert state.get(1, ESTEEM) == 2


# --- AM-14 Dusk ---


@clause("AM-14.1", "AM-6.10", "AM-8.4")
def test_dusk_clears_tokens_and_keeps_canoes_and_blessings() -> None:
    state = everything(3)
    canoe(state, 0, 4)
    blessing(state, "shore", 2)
    blessing(state, "forest", NONE, 1)
    state.spaces[32 + 8] = 0  # the Mpu is used
    guide(state, 0)
    state.set_more(1, 1, 2)
    resolve(state, "lake", {})
    assert state.round == 2
    assert canoe_of(state, 0) == 4
    assert (holder(state, "shore"), holder(state, "forest"), int(state.blessed(0))) == (2, NONE, NONE)
    assert state.spaces[32 + 8] == NONE
    assert mat_of(state, 0) == {"1", "2", "3", "4", "5", "liaison"}
    assert mat_of(state, 1) == {"1", "2", "3", "4", "5", "guide", "liaison"}


@clause("AM-14.2")
def test_the_game_ends_with_the_last_decree() -> None:
    state = everything(2)
    elders(state, {})
    state.decree_next = state.decree_end
    resolve(state, "lake", {})
    assert state.over()
    other = everything(2)
    dawn(other)
    assert not other.over()
