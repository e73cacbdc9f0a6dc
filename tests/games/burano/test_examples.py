"""The worked examples of the SPEC, under their names."""

from __future__ import annotations

import pytest

from bungalow.games.burano.places import COLOURS
from bungalow.games.burano.rules.fishing import matching
from tests.clauses import clause
from tests.games.burano.builders import FULL, LETTERS, Table, table

EIGHTEEN = "BBBPPPYYYGGGOOOWWW"
BUILT = "d4:W b2:B c2:G"
"""A city where a blue-green roof fits."""


def build_pyramid(ready: Table, player: int) -> None:
    """Place cubes as offered first, and confirm."""
    while ready.options_of(player) and ready.state.asked(player - 1) >= 0 and ready.options_of(player) != ["confirm"]:
        ready.play_as(player, ready.options_of(player)[0])
    ready.play_as(player, "confirm")


@clause("BN-2.2", "BN-2.4")
def test_x1_eighteen_cubes() -> None:
    ready = table(2, at="pyramid", reserve={1: EIGHTEEN, 2: EIGHTEEN})
    supply = sum(ready.supply.values())
    build_pyramid(ready, 1)
    assert len(ready.pyramid(1).replace(".", "")) == 14
    assert ready.coins(1) == 0
    build_pyramid(ready, 2)
    assert [ready.coins(1), ready.coins(2)] == [4, 4]
    assert ready.reserve(1) == ""
    assert sum(ready.supply.values()) == supply + 8


@clause("BN-3.2", "BN-3.4")
def test_x2_coins_of_three_moves() -> None:
    ready = table(coins={1: 9}, pyramid={1: FULL})
    ready.play("pick")
    assert ready.coins(1) == 10
    ready.play("pick")
    assert ready.coins(1) == 7
    ready.play("take m00", "build", "use pink", "on c4", "sail PW")
    assert ready.coins(1) == 4
    assert ready.state.moves == 3
    ready.play("end")
    assert ready.coins(1) == 4
    assert ready.state.moves == 0


@clause("BN-3.8")
def test_x3_free_cubes() -> None:
    ready = table(coins={1: 9}, pyramid={1: FULL[:13]})
    ready.play("pick")
    assert ready.options == ["take m00", "take m01", "take m10", "take m11"]
    assert ready.clause_against("slot:b00") == "BN-3.8"
    ready.play("take m00", "pick")
    assert ready.options == ["take b00", "take m01", "take m10", "take m11"]


@clause("BN-3.6")
def test_x4_full_preparation_area() -> None:
    ready = table(coins={1: 9}, pyramid={1: FULL}, prepared={1: "BPY"})
    assert "pick" not in ready.options
    assert ready.clause_against("do:pick") == "BN-3.6"


@clause("BN-3.15")
def test_x5_the_colour_decides_the_action() -> None:
    ready = table(markers="PB YG OW", prepared={1: "Y"}).play("build", "on c4")
    assert ready.asked == "lace_place"


@clause("BN-3.9")
def test_x6_nothing_to_build() -> None:
    ready = table(coins={1: 9}, pyramid={1: FULL})
    assert "build" not in ready.options
    assert ready.clause_against("do:build") == "BN-3.9"


@clause("BN-3.11", "BN-R1")
def test_x7_pits_around_the_first_house() -> None:
    ready = table(prepared={1: "B"}).play("build")
    assert set(ready.options) == {f"on {cell}" for cell in ["c3", "e3", "c4", "e4", "c5", "d5", "e5"]}
    for cell in ("d3", "b4", "d6"):
        assert ready.clause_against(f"cell:{cell}") == "BN-3.11"


@clause("BN-3.12", "BN-3.13")
@pytest.mark.parametrize(("colour", "gained"), [("B", 1), ("G", 0)])
def test_x8_matching_a_rooftop_block(colour: str, gained: int) -> None:
    ready = table(city="d4:W b2:PB", prepared={1: colour}, markers="YO BG PW", west="").play("build", "on b2")
    assert ready.stack("b2") == "PB" + colour
    assert ready.privilege(1) == gained


def test_x9_green_means_fishing() -> None:
    ready = table(markers="GP YB OW", prepared={1: "G"}, docks="BPY GOW BPY GOW WOP GOW").play("build", "on c4")
    assert ready.asked == "sail"


@clause("BN-3.17")
@pytest.mark.parametrize(
    "city",
    [
        pytest.param("b2:B c2:P", id="x10_colour"),
        pytest.param("b2:B c3:G", id="x11_diagonal"),
        pytest.param("b2:B c2:YWG", id="x12_floors_differ"),
        pytest.param("b2:YWYWB c2:YWYWG", id="x13_third_floor"),
        pytest.param("b2:B c2:GG", id="x14_overlap"),
    ],
)
def test_x10_x11_x12_x13_x14_roofs_that_do_not_fit(city: str) -> None:
    assert "roof" in table(city=BUILT, tiles={1: "islands-BG"}).options
    ready = table(city="d4:W " + city, tiles={1: "islands-BG"}, coins={1: 9}, pyramid={1: FULL})
    assert "roof" not in ready.options
    assert ready.clause_against("do:roof") == "BN-3.17"


@clause("BN-3.22")
def test_x15_islands_roof() -> None:
    ready = table(city=BUILT, tiles={1: "islands-BG"}, islands={1: "A B", 2: "B"})
    ready.play("roof", "privilege")
    assert ready.vp(1, "roofs") == 2


@clause("BN-3.23")
def test_x16_lace_roof() -> None:
    ready = table(city=BUILT, tiles={1: "lace-BG"}, lace={1: "w01 w12", 2: "w13"}).play("roof", "privilege")
    assert ready.vp(1, "roofs") == 2


@clause("BN-3.24")
def test_x17_fountains_roof() -> None:
    ready = table(city=BUILT, tiles={1: "fountains-BG"}, islands={1: "A A A A A A A"})
    assert ready.state.visible_fountains(0) == 3
    ready.play("roof", "privilege")
    assert ready.vp(1, "roofs") == 5


@clause("BN-4.3")
def test_x18_two_fish() -> None:
    ready = table(
        rings={1: "YBPPYBGBOYGW"},
        docks="BPY GOW BPY GOW PYW GOW",
        prepared={1: "P"},
        row="lobster tuna squid",
        deck="lobster",
    )
    ready.play("build", "on c4", "sail E", "fish deck")
    assert ready.fish_row == ["tuna", "squid", "lobster"]
    assert ready.hand(1) == "lobster"
    ready.play("fish lobster")
    assert ready.hand(1) == "lobster lobster"
    assert len(ready.fish_row) == 3


@clause("BN-4.5")
def test_x19_two_fishermen() -> None:
    ready = fishing_three().play("send 2")
    assert ready.workers("E")[0] == 2
    assert ready.ring(1) == (2, 7)
    houses = ready.view(1)["players"][0]["ring"]["houses"]
    assert sorted(house["sector"] for house in houses if house["covered"]) == [1, 2, 3, 4, 5, 6, 7]


def fishing_three(**changes: object) -> Table:
    """The boat of player 1 at A, three matches at E; three fish are taken, the dispatch is next."""
    known: dict[str, object] = {"docks": "BPY GOW BPY GOW WOP GOW", "prepared": {1: "P"}, **changes}
    ready = table(**known)  # type: ignore[arg-type]
    return ready.play("build", "on c4", "sail E", "fish deck", "fish deck", "fish deck")


@clause("BN-4.7")
def test_x20_fishermen_return() -> None:
    ready = fishing_three(islands={2: "E E A A A A A A", 3: "E B B B"})
    ready.play("send 2")
    assert [ready.ring(2)[1], ready.ring(3)[1]] == [3, 7]
    assert [ready.coins(2), ready.coins(3)] == [2, 2]
    assert ready.workers("E")[:3] == [2, 1, 0]


@clause("BN-4.10", "BN-4.11")
def test_x21_trade() -> None:
    ready = table(hand={1: "tuna tuna tuna squid squid squid"}, row="crab crab crab", prepared={1: "P"})
    ready.play("build", "on c4", "sail PW")
    assert ready.asked == "ship"
    ready.play("ship triplets", "row 2")
    assert ready.vp(1, "sold fish") == 24
    assert ready.sold(1) == "tuna tuna tuna squid squid squid"
    assert ready.hand(1) == ""
    assert ready.ships_west == {"pairs"}


@clause("BN-4.12")
def test_x22_workshops_of_the_arrows() -> None:
    ready = table(rings={1: "YBPPYBGBOYGW"}, prepared={1: "Y"}).play("build", "on c4")
    layout = ready.state.layout
    reached = {LETTERS[layout.colour[option]] for option in ready.state.legal(0) if option < 28}
    assert reached == set("YBP")
    assert len(ready.options) == 3 * 4 + 1


@clause("BN-4.15", "BN-4.18")
@pytest.mark.parametrize("privilege", [0, 1])
def test_x23_lace_makers_side_by_side(privilege: int) -> None:
    ready = table(
        rings={1: "POPPYBGBOYGW"}, prepared={1: "Y"}, islands={1: "A A A A A"}, privilege={1: privilege}
    ).play("build", "on c4", "lace w16")
    assert "lace w26" in ready.options
    ready.play("lace w26")
    if privilege:
        assert ready.options == ["privilege w12", "privilege w13", "privilege w14", "privilege w23", "stop"]
        ready.play("stop")
    assert ready.asked != "lace_place"
    assert ready.ring(1) == (2, 3)


@clause("BN-4.19", "BN-4.20")
def test_x24_earning() -> None:
    ready = table(islands={1: "A"}, lace={1: "w01 w02 w03 w04 w05 w06"}, prepared={1: "O"})
    assert ready.ring(1)[1] == 3
    ready.play("build", "on c4")
    assert ready.coins(1) == 1 + 6
    ready.play("withdraw A")
    assert ready.coins(1) == 1 + 6 + 1
    assert ready.ring(1) == (0, 4)


@clause("BN-6.2")
def test_x25_majorities() -> None:
    ready = table(at="cleanup", islands={1: "A B C", 2: "D E", 3: "F"}, lace={4: "w01"})
    assert [ready.vp(player, "islands") for player in (1, 2, 3, 4)] == [12, 8, 4, 0]


@clause("BN-6.3", "BN-6.4")
def test_x26_a_union_of_four() -> None:
    ready = table(at="cleanup", lace={1: "w12 w13 w11 w21"}, pyramid={1: "OOGB"})
    ready.play("pay w12", "pay w13", "pay w11", "pay w21")
    assert ready.vp(1, "lace") == 12


@clause("BN-6.4")
def test_x27_an_unpaid_worker_divides() -> None:
    ready = table(at="cleanup", lace={1: "w11 w21 w22 w23"}, pyramid={1: "GWO"})
    ready.play("pay w11", "pay w22", "pay w23")
    assert ready.vp(1, "lace") == 7


@clause("BN-6.6")
def test_x28_cubes_for_covered_houses() -> None:
    ready = table(2, at="cleanup", rings={1: "WOWPPYBGOYGW"}, islands={1: "A A A A A"})
    assert ready.reserve(1) == "BPPYG"


@clause("BN-6.8")
def test_x29_new_roof_tiles() -> None:
    ready = table(2, at="cleanup", tiles={1: "islands-BG lace-BP"})
    ready.play("drop islands-BG", "done", "draw four_vp")
    assert "draw four_vp" not in ready.options
    ready.play("draw fountains")
    assert [name.partition("-")[0] for name in ready.tiles(1)] == ["lace", "fountains", "four_vp"]


@clause("BN-8.1", "BN-8.2", "BN-8.3")
def test_x30_final_scoring() -> None:
    ready = table(
        at="cleanup",
        season="winter",
        coins={1: 7},
        hand={1: "crab crab crab clam clam"},
        cards={1: "bell_tower sold_fish_a"},
        sold={1: "tuna tuna tuna tuna"},
    )
    assert [ready.vp(1, part) for part in ("coins", "unsold fish", "building cards")] == [1, 5, 17]


@clause("BN-5.4")
def test_x31_a_swap_makes_three_matches() -> None:
    ready = table(
        boats={1: "E"},
        rings={1: "WPYPYBGBOOGW"},
        docks="WGG BPY GOW GOW OOO GGG",
        privilege={1: 1},
        prepared={1: "P"},
    ).play("build", "on c4", "swap", "swap A1", "with B1")
    assert ready.privilege(1) == 0
    assert matching(ready.state, 0, 1) == 3
    assert ready.boat(1) == "B"  # the only island that matches now
    assert ready.state.fish_due == 3


@clause("BN-5.5")
def test_x32_privilege_takes_a_square() -> None:
    ready = table(privilege={1: 1}, prepared={1: "Y"}, lace={1: "w30", 2: "w13"}, islands={2: "A A A A A"})
    ready.play("build", "on c4")
    assert "lace w13" not in ready.options
    ready.play("privilege w13")
    assert ready.ring(2)[1] == 5
    assert ready.coins(2) == 2
    assert "w13" in ready.lace(1)
    assert ready.lace(2) == ""
    assert ready.privilege(1) == 0


@clause("BN-5.6")
def test_x33_bought_cubes_pay_lace() -> None:
    ready = table(at="cleanup", season="winter", lace={1: "w12 w21"}, privilege={1: 2})
    assert ready.options == [f"buy {colour}" for colour in COLOURS] + ["done"]
    ready.play("buy orange", "buy blue", "pay w12", "pay w21")
    assert ready.privilege(1) == 0
    assert ready.vp(1, "lace") == 4


@clause("BN-4.6", "BN-R7")
def test_y1_the_last_worker_stays() -> None:
    ready = table(islands={1: "A A A A A A A A A", 2: "E"}, docks="BPY GOW BPY GOW WOB GOW", prepared={1: "P"}).play(
        "build", "on c4", "sail E", "fish deck", "fish deck"
    )
    assert len(ready.hand(1).split()) == 2
    assert ready.workers("E")[:2] == [0, 1]
    assert ready.ring(1) == (0, 1)
    assert ready.coins(2) == 0


@clause("BN-4.6")
def test_y2_two_on_the_ring() -> None:
    ready = fishing_three(islands={1: "A A A A A A A A"})
    assert ready.asked != "dispatch_count"
    assert ready.workers("E")[0] == 1
    assert ready.ring(1) == (1, 1)


@clause("BN-4.5")
def test_y3_the_wheel_passes_the_first_house() -> None:
    ready = fishing_three(
        islands={1: "A A A A A A"}, arrow={1: 11}, docks="BPY GOW BPY GOW WWO GOW", rings={1: "WOPPYBGBOYGW"}
    )
    ready.play("send 2")
    assert ready.ring(1) == (1, 2)
    houses = ready.view()["players"][0]["ring"]["houses"]
    assert [house for house in range(12) if houses[house]["sector"] == 0] == [1, 2, 3]
    assert [house for house in range(12) if houses[house]["covered"]] == [4, 5]


@clause("BN-4.2", "BN-R5")
@pytest.mark.parametrize(("docks", "matches"), [("PWY", 1), ("PPO", 3), ("OOO", 1)])
def test_y5_matches_are_counted_once(docks: str, matches: int) -> None:
    ready = table(rings={1: "POPPYBGBOYGW"}, docks=f"{docks} GOW BPY GOW BPY GOW", prepared={1: "P"})
    assert matching(ready.state, 0, 0) == matches


@clause("BN-5.3")
def test_y7_privilege_for_a_cube() -> None:
    ready = table(privilege={1: 1}, pyramid={1: FULL})
    assert "cube" not in ready.options
    assert ready.clause_against("do:cube") == "BN-5.3"
    ready.play("pick")
    assert "cube" in ready.options
    ready.play("cube", "cube white")
    assert ready.pyramid(1) == FULL[:13] + "W"
    assert ready.privilege(1) == 0


@clause("BN-7.2", "BN-3.18")
def test_y8_wild_both_ways() -> None:
    ready = table(city="d4:W b2:O c2:P", tiles={1: "islands-BG"}, cards={1: "roof_wild_a"}).play("roof")
    assert ready.options == ["on b2-c2", "on c2-b2"]


@clause("BN-7.2")
def test_y9_the_other_half_must_match() -> None:
    ready = table(city="d4:W b2:P c2:Y", tiles={1: "islands-BY"}, cards={1: "roof_wild_a"}).play("roof")
    assert [ready.stack("b2"), ready.stack("c2")] == ["PB", "YY"]


@clause("BN-7.1", "BN-3.25")
def test_y10_two_bonus_cards() -> None:
    ready = table(city="d4:B b2:P c2:W", tiles={1: "four_vp-PW"}, cards={1: "roof_bonus_a roof_bonus_c"})
    ready.play("roof", "privilege")
    assert [ready.vp(1, "roofs"), ready.vp(1, "building cards")] == [4, 10]


@clause("BN-7.7", "BN-R25")
@pytest.mark.parametrize(("card", "points"), [("harbour_office", [0, 4, 0]), ("", [1, 1, 1])])
def test_y12_ties_for_an_island(card: str, points: list[int]) -> None:
    ready = table(at="cleanup", islands={1: "A", 2: "A", 3: "A", 4: "B"}, cards={2: card})
    assert [ready.vp(player, "islands") for player in (1, 2, 3)] == points


def test_y13_nine_paid_workers() -> None:
    squares = "w10 w11 w12 w13 w14 w20 w21 w22 w23"
    ready = table(at="cleanup", lace={1: squares}, pyramid={1: "GGOOOOBBW"})
    ready.play(*(f"pay {square}" for square in squares.split()))
    assert ready.vp(1, "lace") == 18 + 21


@clause("BN-5.2", "BN-1.6")
def test_y15_privilege_pays_a_move() -> None:
    ready = table(moves=1, privilege={1: 3}, pyramid={1: FULL})
    assert "pick" not in ready.options
    assert ready.clause_against("do:pick") == "BN-1.6"
    ready.play("coin", "coin")
    assert "pick" not in ready.options
    ready.play("coin")
    assert "pick" in ready.options
    assert (ready.coins(1), ready.privilege(1)) == (3, 0)


@clause("BN-6.7")
def test_y16_a_colour_is_exhausted() -> None:
    ready = table(2, at="cleanup", rings={1: "OOPWYBGBOYGP"}, supply={"W": 0})
    assert ready.asked == "substitute"
    assert ready.options == [f"instead {name}" for name in ["blue", "pink", "yellow", "green", "orange"]] + ["none"]
    assert len(ready.reserve(1)) == 8


@clause("BN-5.1", "BN-R9")
def test_y17_privilege_beyond_the_end_is_lost() -> None:
    ready = table(city=BUILT, tiles={1: "islands-BG"}, privilege={1: 9}).play("roof", "privilege")
    assert ready.privilege(1) == 10
