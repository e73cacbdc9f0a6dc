"""The worked examples of the SPEC, played at a table, under their names and with their numbers."""

from __future__ import annotations

from typing import cast

import pytest

from bungalow.core.errors import IllegalMove
from bungalow.games.burrows import GAME
from bungalow.games.burrows.state import Burrows
from tests.clauses import clause
from tests.games.burrows.builders import Table, almost, table

# --- Examples of the rulebook -----------------------------------------------------------------------------------------


@clause("BW-R1")
def test_e1_setup_at_the_table() -> None:
    three = Table(cast(Burrows, GAME.new(3)))
    assert [three.gophers(player) for player in (1, 2, 3)] == ["R1 O1", "O1 P1", "R1 P1"]
    two = Table(cast(Burrows, GAME.new(2)))
    assert [two.gophers(player) for player in (1, 2)] == ["R1", "O1 P1"]
    five = GAME.pieces(GAME.new(5))
    assert [five[f"{colour} gophers"] for colour in ("red", "orange", "purple")] == [4, 4, 4]


@clause("BW-2.1", "BW-2.2", "BW-1.4")
def test_e2_reserve() -> None:
    """Pool: one tile with a bus, two without. She can reserve the two, build all three."""
    played = table(3, turn=3, pool="T15 T16 T17", stock="T18")
    assert played.options == ["reserve T16", "reserve T17", "build T15", "build T16", "build T17"]
    played.play("reserve T16")
    assert (played.reserve(3), played.turn) == ("T16", 1)
    assert played.pool == ["T15", "T17", "T18"], "the bus stays, and the next turn has filled the pool"


@clause("BW-3.3")
def test_e3_placements_at_the_table() -> None:
    played = table(3, warrens={1: "T01@(0,0,0)"}, pool="T15 T05 T03")
    assert len(played.play("build T15").options) == 32
    played = table(3, warrens={1: "T01@(0,0,0)"}, pool="T15 T05 T03")
    assert len(played.play("build T05").options) == 16


@clause("BW-3.8", "BW-4.3")
@pytest.mark.parametrize("first", ["pool", "reserve"])
def test_e4_reserve_used_match_and_mismatch(first: str) -> None:
    """Player 2 lays T69 and the reserved T41: carrot to turnip of length 2, a radish burrow of length 4."""
    played = table(3, turn=2, warrens={2: "T32@(0,0,0)"}, reserve={2: "T41"}, pool="T69 T03 T04")
    played.play("build T69", f"lay {first}")
    if first == "pool":
        played.play("at 1,-1 r2", "lay reserve", "at -1,0 r3")
    else:
        played.play("at -1,0 r3", "at 1,-1 r2")
    assert played.strands(2) == ["O-P 2", "R-R 4"]
    assert (played.asked, played.view["bus"]) == ("lure", 0), "gophers first, then the bus"
    played.play("lure 1")
    assert (played.gophers(1), played.gophers(2), played.gophers(3)) == ("O1", "R4 O1 P1", "R1 P1")
    assert played.view["bus"] == 1


@clause("BW-4.5")
def test_e5_several_burrows() -> None:
    """See E15 and E17: two colours at once, and one colour twice."""
    played = table(
        3, gophers={1: "R1", 2: "O1 P1", 3: "R1 O1 P1"}, warrens={1: "T65@(0,0,0) T64@(0,1,0)"}, pool="T19 T03 T04"
    )
    played.build("T19@(2,1,3)").play("lure 2", "lure 3")
    assert [played.gophers(player) for player in (1, 2, 3)] == ["R1 O2 P2", "P1", "R1 O1"]


@clause("BW-5.1", "BW-5.2")
def test_e6_lengths_at_the_table() -> None:
    tiles = ["T15@(0,0,0)", "T38@(1,-1,2)", "T69@(1,1,0)", "T51@(-1,-1,1)", "T18@(2,-1,1)", "T29@(0,-2,0)"]
    closed = {2: ["R-O 2"], 3: ["R-O 2"], 4: ["R-O 2"], 5: ["R-O 2", "R-R 5"], 6: ["P-P 2", "R-O 2", "R-R 5"]}
    for laid, strands in closed.items():
        assert table(3, warrens={1: " ".join(tiles[:laid])}).strands(1) == strands
    played = table(3, warrens={1: " ".join(tiles)}, pool="T60 T03 T04").build("T60@(3,-2,2)")
    assert played.strands(1) == ["O-O 3", "P-P 2", "R-O 2", "R-R 5"]
    assert played.state.warrens[0].open_mouths == 18


def purple_example() -> Table:
    """Player 2 is about to complete a turnip burrow of length 2, Player 3 one of length 3."""
    warren, last = almost("P", 3)
    return table(
        3,
        turn=2,
        gophers={1: "R1 O1 P4", 2: "O1 P1", 3: "R1"},
        warrens={2: "T74@(0,0,0)", 3: warren},
        pool=f"T71 {last[:3]} T03",
        stock="T04 T06",
    )


@clause("BW-6.1")
def test_e7_own_gopher() -> None:
    """Player 2 houses purple on the ranch; it moves to his new turnip burrow of length 2."""
    played = purple_example()
    assert played.home(2, "purple") is None
    played.build("T71@(0,-1,2)")
    assert played.gophers(2) == "O1 P2"
    assert played.home(2, "purple") == (0, -1, "S")


@clause("BW-6.2")
def test_e8_luring() -> None:
    """Player 3 completes turnip 3: Player 2's gopher (2) comes, Player 1 (4) keeps his."""
    played = purple_example().build("T71@(0,-1,2)").build("T17@(0,-2,2)")
    assert [played.gophers(player) for player in (1, 2, 3)] == ["R1 O1 P4", "O1", "R1 P3"]
    assert played.view["lacking"]["purple"] == 1


@clause("BW-7.3")
@pytest.mark.parametrize(("seats", "space"), [(2, 1), (3, 1), (4, 1), (5, 2)])
def test_e9_arrival(seats: int, space: int) -> None:
    played = table(seats, bus=space, scored=3, pool="T01 T03 T04")
    pages = [page["page"] for page in played.view["stages"][3]["pages"]]
    played.play("build T01")
    assert (played.view["bus"], played.view["next_stage"]) == (0, 4)
    assert set(pages) <= {page for player in played.view["players"] for page in player["pages"]}


@clause("BW-8.2", "BW-8.6")
def test_e10_stage() -> None:
    """The 9th stage: Player 3 lacks orange (+1), Player 1 lacks red (+2); Player 3's red one sits on the ranch."""
    before = table(
        3,
        turn=2,
        scored=8,
        stage="W06 W04",
        bus=1,
        gophers={1: "O2 P3", 2: "R4 O1 P1", 3: "R1"},
        pool="T01 T03 T04",
    )
    assert before.home(3, "red") is None
    had = before.complaints
    before.play("build T01")
    assert [now - then for now, then in zip(before.complaints, had, strict=True)] == [2, 0, 1]
    assert (before.stages_left, before.turn) == (7, 3)
    assert before.view["players"][2]["pages"].count("W06") == 1
    assert before.view["players"][0]["pages"].count("W04") == 1


@clause("BW-9.2", "BW-9.3")
def test_e11_final() -> None:
    """9, 12 and 12 complaints, Player 3 holds a reserve: 9, 12, 11, and Player 1 wins."""
    played = table(
        3,
        scored=15,
        complaints=[9, 10, 8],
        bus=1,
        reserve={3: "T41"},
        gophers={1: "R1 O1 P1", 2: "O1 P1", 3: "R1"},
        pool="T01 T03 T04",
    ).play("build T01")
    assert played.complaints == [9, 12, 12]
    assert played.scores == [9, 12, 11]
    assert played.ranks == [1, 3, 2]


# --- Further cases ----------------------------------------------------------------------------------------------------


@clause("BW-4.3")
def test_e12_mismatch_by_a_through_tile_at_the_table() -> None:
    played = table(2, warrens={1: "T20@(0,0,0)"}, pool="T06 T03 T04").build("T06@(0,-1,0)")
    assert played.strands(1) == ["R-P 3"]
    assert (played.gophers(1), played.gophers(2), played.turn) == ("R1", "O1 P1", 2)


@clause("BW-4.4")
def test_e13_ring_at_the_table() -> None:
    played = table(2, warrens={1: "T24@(0,0,0)"}, pool="T59 T03 T04").build("T59@(1,1,2)")
    assert [strand["length"] for strand in played.view["players"][0]["strands"] if strand["kind"] == "ring"] == [2]
    assert played.strands(1) == []
    assert played.state.warrens[0].open_mouths == 8


@clause("BW-4.5")
def test_e15_two_colours_at_once_at_the_table() -> None:
    """T65 and T64 hold a ring; T19 completes a carrot and a turnip burrow of length 2 each."""
    played = table(2, warrens={1: "T65@(0,0,0) T64@(0,1,0)"}, pool="T19 T03 T04").build("T19@(2,1,3)")
    assert played.strands(1) == ["O-O 2", "P-P 2"]
    assert (played.gophers(1), played.gophers(2)) == ("R1 O2 P2", "")
    assert played.view["bus"] == 1


@clause("BW-R9")
def test_e17_one_colour_equal_lengths_at_the_table() -> None:
    played = table(2, warrens={1: "T57@(0,0,0) T40@(-1,-1,1)"}, pool="T70 T03 T04").build("T70@(1,-1,2)")
    assert played.strands(1) == ["O-O 2", "O-O 2"]
    assert (played.gophers(1), played.gophers(2)) == ("R1 O2", "P1")
    assert played.home(1, "orange") == (-1, -1, "E"), "T40-T70, not T57-T70"
    assert len(played.clauses("moved_in")) == 1


@clause("BW-6.3", "BW-6.4")
def test_e18_tie_for_shortest() -> None:
    """Opponents' red at 2, 2 and 5: a new 3 asks which of the two 2s, a new 2 moves nobody."""
    gophers = {1: "R2 O1", 2: "O1 P1", 3: "R2 P1", 4: "R5 O1 P1"}
    warren, last = almost("R", 3)
    played = table(4, turn=2, gophers=gophers, warrens={2: warren}, pool=f"{last[:3]} T03 T04").build(last)
    assert (played.asked, played.options) == ("lure", ["lure 1", "lure 3"])
    warren, last = almost("R", 2)
    played = table(4, turn=2, gophers=gophers, warrens={2: warren}, pool=f"{last[:3]} T03 T04").build(last)
    assert (played.asked, played.turn) == ("action", 3)
    assert [played.gophers(player) for player in (1, 2, 3, 4)] == list(gophers.values())


@clause("BW-6.1", "BW-6.5")
def test_e19_own_gopher_in_a_longer_burrow() -> None:
    warren, last = almost("R", 4)
    gophers = {1: "R6 O1", 3: "R2 P1"}
    played = table(3, gophers=gophers, warrens={1: warren}, pool=f"{last[:3]} T03 T04").build(last)
    assert (played.gophers(1), played.gophers(3)) == ("R6 O1", "R2 P1")


@clause("BW-6.2", "BW-R23")
def test_e21_two_players_orange() -> None:
    """Player 1 completes orange 2 on his second turn: Player 2's orange gopher comes from the ranch."""
    played = table(2, pool="T19 T16 T03", stock="T04 T06")
    played.play("build T19", "reserve T03")
    assert (played.turn, played.gophers(1), played.gophers(2)) == (1, "R1", "O1 P1")
    played.build("T16@(0,-1,2)")
    assert (played.gophers(1), played.gophers(2)) == ("R1 O2", "P1")


@clause("BW-2.3", "BW-R20")
def test_e22_no_double() -> None:
    assert table(3, reserve={1: "T41"}, pool="T03 T04 T06").options == ["build T03", "build T04", "build T06"]
    assert table(3, pool="T01 T02 T05").options == ["build T01", "build T02", "build T05"]


@clause("BW-8.4", "BW-R26")
def test_e23_blank_stage() -> None:
    played = table(4, pool="T01 T02 T03")
    left = played.stages_left
    played.play("build T01", "build T02")
    assert (played.complaints, played.view["bus"], played.stages_left) == ([0, 0, 0, 0], 0, left - 1)
    assert all(player["pages"] == [] for player in played.view["players"])


@clause("BW-8.3")
def test_e24_same_victim() -> None:
    """Red 2, orange 2, purple 2, and Player 2 lacks all three: 6 complaints."""
    played = table(
        3,
        scored=15,
        complaints=[9, 9, 9],
        bus=1,
        gophers={1: "R1 O1 P2", 2: "", 3: "R1 O2 P1"},
        pool="T01 T03 T04",
    ).play("build T01")
    assert played.complaints == [9, 15, 9]


@clause("BW-9.3")
def test_e26_tie_break() -> None:
    """Players 1 and 2 both have 7, Player 1 laid the last tile: Player 2 wins."""
    played = table(
        4,
        scored=15,
        complaints=[7, 7, 5, 8],
        bus=1,
        gophers={1: "R1 O1 P1", 2: "R1 O1 P1", 3: "P1", 4: "R1 O1"},
        pool="T01 T03 T04",
    ).play("build T01")
    assert played.complaints == [7, 7, 9, 10]
    assert played.ranks == [2, 1, 3, 4]
    assert played.state.standing().winners == (1,)


@clause("BW-3.3", "BW-R5")
def test_e27_corner_only_at_the_table() -> None:
    played = table(2, warrens={1: "T01@(0,0,0)"}, pool="T15 T03 T04").play("build T15")
    for move in ("at 2,1 r0", "at -2,-1 r0"):
        with pytest.raises(IllegalMove, match=r"must share an edge .*BW-3\.3"):
            played.play(move)
    assert played.play("at 1,1 r0").laid(1)[-1] == "T15@(1,1,0)"


@clause("BW-3.3")
def test_e28_half_turn_tile_at_the_table() -> None:
    played = table(2, warrens={1: "T01@(0,0,0)"}, pool="T05 T03 T04").play("build T05")
    assert "at 1,-1 r2" not in played.options
    assert played.option("at 1,-1 r2") == played.option("at 0,-1 r0")
    assert played.play("at 1,-1 r2").laid(1)[-1] == "T05@(0,-1,0)"


@clause("BW-9.2", "BW-R21")
def test_e29_last_turn_reserve() -> None:
    """Who lays the final bus tile and keeps the reserve still gets -1."""
    played = table(3, scored=15, complaints=[9, 9, 9], bus=1, reserve={1: "T41"}, pool="T01 T03 T04")
    played.play("build T01", "lay pool", "finish")
    assert played.state.over()
    assert played.complaints == [11, 11, 11]
    assert played.scores == [10, 11, 11]


@clause("BW-3.2", "BW-3.6", "BW-3.8")
def test_e30_double_start_at_the_table() -> None:
    """An empty warren, T28 in reserve, T19 from the pool."""
    played = table(2, reserve={1: "T28"}, pool="T19 T03 T04").play("build T19")
    assert played.options == ["lay pool", "lay reserve"]
    played.play("lay pool")
    assert (played.laid(1), played.options) == (["T19@(0,0,0)"], ["lay reserve", "finish"])
    played.play("lay reserve")
    assert len(played.options) == 16
    assert "at 5,5 r0" not in played.options
    played = table(2, reserve={1: "T28"}, pool="T19 T03 T04").play("build T19", "lay reserve")
    assert played.laid(1) == ["T28@(0,0,0)"]
    assert len(played.options) == 32


@clause("BW-3.3")
def test_e31_hole_at_the_table() -> None:
    around = "T03@(0,0,0) T07@(2,0,0) T21@(3,1,1) T54@(1,2,0) T27@(0,1,1)"
    played = table(2, warrens={1: around}, pool="T28 T16 T04")
    assert played.state.warrens[0].open_mouths == 20
    assert len(table(2, warrens={1: around}, pool="T28 T16 T04").play("build T28").options) == 33
    played.play("build T16")
    assert len(played.options) == 66
    assert {"at 1,1 r0", "at 2,1 r2"} <= set(played.options)
    played.play("at 1,1 r0")
    assert "R-P 5" in played.strands(1)
    assert played.state.warrens[0].open_mouths == 14


# --- The guide --------------------------------------------------------------------------------------------------------


def test_the_first_turn_of_the_guide() -> None:
    """guide.md: Ada builds T17; two turns later T71 above it completes turnip 2, and she takes Bo's gopher."""
    assert "at 0,-1 r2" in GAME.guide()
    played = table(3, pool="T15 T16 T17", stock="T03 T04 T71")
    assert [played.gophers(player) for player in (1, 2, 3)] == ["R1 O1", "O1 P1", "R1 P1"]
    played.play("build T17")
    assert (played.laid(1), played.pool) == (["T17@(0,0,0)"], ["T03", "T15", "T16"])
    played.play("reserve T03", "reserve T04").play("build T71", "at 0,-1 r2")
    assert played.options == ["lure 2", "lure 3"]
    played.play("lure 2")
    assert [played.gophers(player) for player in (1, 2, 3)] == ["R1 O1 P2", "O1", "R1 P1"]
