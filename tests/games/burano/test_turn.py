"""A player's turn: picks, builds and roofs (BN-3), privilege between moves (BN-5)."""

from __future__ import annotations

import pytest

from bungalow.core.contract import DEPARTS
from bungalow.core.errors import IllegalMove
from tests.clauses import clause
from tests.games.burano.builders import FULL, table
from tests.games.burano.test_examples import BUILT

NO_MATCH = "BYG BYG BYG BYG BYG BYG"


@clause("BN-3.1")
def test_four_moves_in_any_order_and_no_fifth() -> None:
    ready = table(coins={1: 50}, pyramid={1: FULL}, prepared={1: "W"}, city=BUILT, tiles={1: "islands-BG"})
    assert ready.options == ["pick", "build", "roof", "end"]
    ready.play("build", "on c3")
    ready.play("roof", "privilege", "pick", "pick", "take m00")
    assert ready.asked_player == 1
    assert ready.options == ["coin", "cube", "end"]
    assert ready.clause_against("do:pick") == "BN-3.1"


@clause("BN-3.2")
def test_the_coins_of_four_moves() -> None:
    ready = table(coins={1: 20}, pyramid={1: "BPYGOWBPY"}, privilege={1: 1})
    found = []
    for slot in ("b00", "b01", "b02"):
        ready.play("pick", f"take {slot}")
        found.append(ready.coins(1))
    ready.play("build", "use pink", "on c4", "sail PW")
    assert [*found, ready.coins(1)] == [21, 18, 15, 11]


@clause("BN-3.3", "BN-R33")
def test_a_turn_without_a_move_gives_a_coin_once() -> None:
    assert table(pyramid={1: FULL}).play("end").coins(1) == 1
    ready = table(pyramid={1: FULL}).play("pick")  # the +1 of the first move; then the turn ends by itself
    assert ready.asked_player == 2
    assert ready.coins(1) == 1


@clause("BN-3.4")
def test_the_turn_may_end_after_any_move() -> None:
    ready = table(coins={1: 50}, pyramid={1: FULL}).play("pick")
    assert "end" in ready.options
    ready.play("pick", "take m00")
    assert "end" in ready.options
    ready.play("end")
    assert ready.asked_player == 2
    assert ready.state.moves == 0


@clause("BN-3.5")
def test_only_moves_that_can_be_carried_out_are_offered() -> None:
    ready = table(coins={1: 50}, privilege={1: 1}, pyramid={1: ""}, tiles={1: "islands-BG"})
    assert ready.options == ["coin", "cube", "end"]
    assert [ready.clause_against(f"do:{move}") for move in ("pick", "build", "roof")] == [
        "BN-3.6",
        "BN-3.9",
        "BN-3.17",
    ]


@clause("BN-3.7")
def test_the_picked_cube_goes_to_the_preparation_area() -> None:
    ready = table(pyramid={1: "BPYGOWBPY"}).play("pick", "take b11")
    assert ready.prepared(1) == "O"
    assert ready.pyramid(1) == "BPYG.WBPY....."


@clause("BN-3.8")
def test_with_only_base_cubes_all_are_free() -> None:
    ready = table(pyramid={1: "BPYGOWBPY"}).play("pick")
    assert len(ready.options) == 9
    ready = table(pyramid={1: "BPYGOWBPY...B"}).play("pick")
    assert ready.options == [f"take {slot}" for slot in ["b00", "b01", "b02", "b10", "b20", "m11"]]


@clause("BN-3.10")
def test_any_cube_of_the_preparation_area() -> None:
    ready = table(prepared={1: "WWB"}).play("build")
    assert ready.options == ["use blue", "use white"]
    assert ready.clause_against("prepared:pink") == "BN-3.10"
    ready.play("use white", "on c4")
    assert ready.prepared(1) == "BW"
    assert ready.stack("c4") == "W"


@clause("BN-3.11")
def test_pits_touch_by_side_or_corner_but_not_from_afar() -> None:
    ready = table(prepared={1: "W"}, city="d4:W c3:B").play("build")
    reached = {"b2", "c2", "b3", "b4", "e3", "c4", "e4", "c5", "d5", "e5"}
    assert set(ready.options) == {f"on {cell}" for cell in reached}


@clause("BN-3.12", "BN-R2")
def test_a_rooftop_block_anywhere_of_any_colour() -> None:
    ready = table(prepared={1: "W"}, city="d4:W a2:BP g6:BPYO").play("build")
    assert {"on a2", "on g6"} <= set(ready.options)
    assert "on d4" not in ready.options
    assert ready.clause_against("cell:d4") == "BN-3.12"


@clause("BN-3.13")
def test_privilege_only_for_the_colour_of_the_roof() -> None:
    assert table(prepared={1: "W"}, city="d4:W a2:BW").play("build", "on a2").privilege(1) == 1
    assert table(prepared={1: "W"}, city="d4:W a2:WB").play("build", "on a2").privilege(1) == 0
    assert table(prepared={1: "W"}, city="d4:W").play("build", "on c4").privilege(1) == 0


@clause("BN-3.14")
def test_three_floors() -> None:
    ready = table(prepared={1: "W", 2: "O"}, city="d4:W a2:BPYO").play("build", "on a2")
    assert ready.stack("a2") == "BPYOW"
    view = {cell["cell"]: cell for cell in ready.view()["city"]}
    assert view["a2"]["floor"] == 3
    ready.play("end", "build")
    assert "on a2" not in ready.options
    assert ready.clause_against("cell:a2") == "BN-3.14"


@clause("BN-3.15")
@pytest.mark.parametrize(
    ("markers", "asked"), [("PW BG OY", "sail"), ("BG PW OY", "lace_place"), ("BG OY PW", "earn_withdraw")]
)
def test_the_marker_of_the_colour_tells_the_action(markers: str, asked: str) -> None:
    docks = "BPY GOW BPY GOW WOP GOW"
    ready = table(markers=markers, prepared={1: "W"}, docks=docks, islands={1: "A A"}).play("build", "on c4")
    assert ready.asked == asked


@clause("BN-3.16", "BN-R4")
def test_an_action_that_cannot_be_performed_is_passed_over_and_logged() -> None:
    ready = table(coins={1: 9}, prepared={1: "P"}, docks=NO_MATCH, west="").play("build", "on c4")
    assert ready.stack("c4") == "P"
    assert ready.boat(1) == "A"
    assert ready.asked == "turn_menu"
    assert ready.lines[-1] == "Player 1 cannot fish: no dock house in reach matches the arrows"
    ready = table(coins={1: 9}, prepared={1: "Y"}, islands={1: "A A A A A A A A A"}).play("build", "on c4")
    assert ready.lines[-1] == "Player 1 cannot make lace: the last worker stays on the ring"
    squares = {2: "w05 w06 w16 w26 w25 w24 w03 w04", 3: "w12 w13 w14 w23 w22 w32 w33 w34"}
    ready = table(coins={1: 9}, prepared={1: "Y"}, lace=squares).play("build", "on c4")
    assert ready.asked == "turn_menu"
    assert ready.lines[-1] == "Player 1 cannot make lace: no square is open to the arrows' colours"


@clause("BN-3.16", "BN-R4")
def test_fishing_must_be_performed() -> None:
    ready = table(prepared={1: "P"}, docks="WWW WWW WWW WWW WWW WWW").play("build", "on c4")
    assert ready.options == ["sail D", "sail E", "sail PW"]
    with pytest.raises(IllegalMove) as refused:
        ready.play("skip")
    assert refused.value.clause == "BN-3.16"


@clause("BN-3.16", "BN-R4")
def test_the_only_way_to_sail_is_asked_so_that_old_records_replay() -> None:
    ready = table(prepared={1: "P"}, docks="BYG BYG BYG BYG WYG BYG", west="").play("build", "on c4")
    assert ready.options == ["sail E"]
    with pytest.raises(IllegalMove) as refused:
        ready.play("skip")
    assert refused.value.clause == "BN-3.16"
    ready.play("sail E")
    assert ready.boat(1) == "E"
    assert ready.asked == "take_fish"
    assert ready.clauses(DEPARTS) == []


@clause("BN-5.4")
def test_the_only_way_to_sail_after_a_swap_is_not_asked() -> None:
    ready = table(prepared={1: "P"}, docks="WYG BYG BYG BYG BYG BYG", west="", privilege={1: 1})
    ready.play("build", "on c4", "swap", "swap A1")
    ready.play(next(option for option in ready.options if option.startswith("with E")))
    assert ready.boat(1) == "E"
    assert ready.asked == "take_fish"


@clause("BN-3.16", "BN-R4")
def test_what_the_rulebook_gives_with_may_can_be_declined() -> None:
    ready = table(prepared={1: "P"}, docks=NO_MATCH.replace("BYG", "WWW", 1), privilege={1: 1}).play("build", "on c4")
    assert ready.options == ["swap", "skip"]
    ready.play("skip")
    assert (ready.boat(1), ready.privilege(1), ready.ring(1)) == ("A", 1, (0, 9))
    assert ready.lines[-1] == "Player 1 swaps no dock houses and does not fish"
    assert table(prepared={1: "Y"}).play("build", "on c4", "stop").ring(1) == (0, 9)
    ready = table(prepared={1: "O"}, islands={1: "A A"}).play("build", "on c4", "stop")
    assert ready.ring(1) == (0, 8)


@clause("BN-4.2")
def test_the_log_notes_where_earlier_rules_did_something_else() -> None:
    def departures(**given: object) -> list[str]:
        return table(prepared={1: "P"}, **given).play("build", "on c4").clauses(DEPARTS)  # type: ignore[arg-type]

    assert departures(docks=NO_MATCH, west="pairs", hand={1: "tuna tuna"}) == ["BN-4.2"]  # a port could be entered
    assert departures(docks=NO_MATCH, west="pairs", hand={1: "tuna crab"}) == []
    assert departures(docks="WWW WWW WWW WWW WWW WWW") == []


@clause("BN-3.17")
@pytest.mark.parametrize(
    ("city", "fits"),
    [
        ("b2:B c2:G", True),
        ("b2:B b3:G", True),
        ("b2:G c2:B", True),
        ("b2:PYB c2:PYG", True),
        ("b2:G c2:G", False),
        ("c2:B e2:G", False),  # the canal lies between
        ("g3:B a4:G", False),  # no neighbours round the edge
    ],
)
def test_where_a_roof_fits(city: str, fits: bool) -> None:
    ready = table(city="d4:W " + city, tiles={1: "islands-BG"})
    assert ("roof" in ready.options) == fits


@clause("BN-3.18")
def test_each_half_has_one_place_without_wild_cards() -> None:
    ready = table(city="d4:W b2:G c2:B", tiles={1: "islands-BG"}).play("roof")
    assert [ready.stack("b2"), ready.stack("c2")] == ["GG", "BB"]


@clause("BN-3.19")
def test_both_halves_are_rooftop_blocks_for_everybody() -> None:
    ready = table(city=BUILT, tiles={1: "islands-BG"}, prepared={2: "G"}).play("roof", "privilege", "end")
    assert ready.asked_player == 2
    ready.play("build")
    assert {"on b2", "on c2"} <= set(ready.options)
    ready.play("on c2")
    assert ready.stack("c2") == "GGG"
    assert ready.privilege(2) == 1
    assert ready.view()["roofs"] == [
        {"tile": "islands-BG", "cells": ["b2", "c2"], "colours": ["blue", "green"], "floor": 1}
    ]


@clause("BN-3.20")
def test_the_bonus_of_a_roof() -> None:
    given = {"city": BUILT, "tiles": {1: "four_vp-BG"}, "building_deck": "bell_tower shipyard"}
    row = "roof_wild_a roof_wild_b roof_wild_c town_hall"
    ready = table(buildings=row, **given).play("roof")  # type: ignore[arg-type]
    assert ready.options == [
        "privilege",
        "card roof_wild_a",
        "card roof_wild_b",
        "card roof_wild_c",
        "card town_hall",
        "card deck",
    ]
    ready.play("card town_hall")
    assert ready.cards(1) == ["town_hall"]
    assert ready.building_row == ["roof_wild_a", "roof_wild_b", "roof_wild_c", "bell_tower"]
    ready = table(buildings=row, **given).play("roof", "card deck")  # type: ignore[arg-type]
    assert ready.cards(1) == ["bell_tower"]
    assert len(ready.building_row) == 4
    ready = table(buildings=row, **given).play("roof", "privilege")  # type: ignore[arg-type]
    assert ready.privilege(1) == 2


@clause("BN-3.21")
def test_the_tile_is_scored_after_the_bonus() -> None:
    ready = table(city=BUILT, tiles={1: "four_vp-BG"}).play("roof")
    assert ready.vp(1) == 0
    ready.play("card roof_bonus_a")
    assert ready.vp(1, "roofs") == 4
    assert ready.vp(1, "building cards") == 5


@clause("BN-3.22", "BN-R26")
@pytest.mark.parametrize(
    ("own", "points"), [("C", 0), ("A", 2), ("A B", 5), ("A B D", 9), ("A B D E", 9), ("A B C D E F", 9)]
)
def test_majorities_on_islands(own: str, points: int) -> None:
    ready = table(2, city=BUILT, tiles={1: "islands-BG"}, islands={1: own, 2: "C"}).play("roof", "privilege")
    assert ready.vp(1, "roofs") == points


@clause("BN-3.23")
@pytest.mark.parametrize(
    ("own", "points"),
    [("w03", 0), ("w10", 2), ("w10 w11", 2), ("w10 w20", 5), ("w10 w20 w22", 9), ("w10 w20 w22 w16 w03", 9)],
)
def test_majorities_in_workshops(own: str, points: int) -> None:
    ready = table(city=BUILT, tiles={1: "lace-BG"}, lace={1: own, 2: "w04"}).play("roof", "privilege")
    assert ready.vp(1, "roofs") == points


@clause("BN-3.24")
@pytest.mark.parametrize(("workers", "fountains", "points"), [(9, 1, 2), (6, 2, 3), (3, 3, 5), (1, 4, 9)])
def test_visible_fountains(workers: int, fountains: int, points: int) -> None:
    # The arrows stand on houses 11, 0 and 1, so that with one worker all fountains are seen.
    ready = table(
        city=BUILT, tiles={1: "fountains-BG"}, islands={1: "A " * (10 - workers)}, arrow={1: 0 if workers > 1 else 9}
    )
    assert ready.state.visible_fountains(0) == fountains
    ready.play("roof", "privilege")
    assert ready.vp(1, "roofs") == points


@clause("BN-3.25")
def test_four_points_always_and_nothing_without_a_majority() -> None:
    assert table(city=BUILT, tiles={1: "four_vp-BG"}).play("roof", "privilege").vp(1) == 4
    assert table(city=BUILT, tiles={1: "lace-BG"}).play("roof", "privilege").vp(1) == 0


@clause("BN-3.26")
def test_the_roof_space_stays_empty_until_clean_up() -> None:
    ready = table(2, city=BUILT, tiles={1: "four_vp-BG lace-BP"}, season="spring").play("roof", "privilege", "end")
    assert ready.tiles(1) == ["lace-BP"]
    while ready.asked == "turn_menu":
        ready.play("end")
    while not ready.asked.startswith(("drop", "place")):
        ready.play("done")
    ready.play("done")
    assert ready.asked == "roof_kind"


# -- privilege between moves -----------------------------------------------------------------------------------------


@clause("BN-5.1")
def test_each_use_costs_a_point_as_long_as_there_are_any() -> None:
    ready = table(privilege={1: 2}, pyramid={1: "B"}).play("coin", "coin")
    assert "coin" not in ready.options
    assert ready.clause_against("do:coin") == "BN-5.1"
    assert ready.clause_against("do:cube") == "BN-5.1"
    assert (ready.coins(1), ready.privilege(1)) == (2, 0)


@clause("BN-5.2")
def test_a_coin_for_privilege_is_no_move() -> None:
    ready = table(privilege={1: 1}, pyramid={1: "B"}).play("coin")
    assert ready.state.moves == 0
    ready.play("end")
    assert ready.coins(1) == 2


@clause("BN-5.3")
def test_where_a_bought_cube_may_go() -> None:
    ready = table(privilege={1: 1}, pyramid={1: "BB.BB...."}, supply={"W": 0}).play("cube")
    assert "cube white" not in ready.options
    assert ready.clause_against("supply:white") == "BN-5.3"
    ready.play("cube pink")
    assert ready.options == [f"at {slot}" for slot in ["b02", "b12", "b20", "b21", "b22", "m00"]]
    assert ready.clause_against("slot:m01") == "BN-5.3"
    supply = ready.supply["P"]
    ready.play("at m00")
    assert ready.pyramid(1) == "BB.BB....P...."
    assert ready.supply["P"] == supply - 1
