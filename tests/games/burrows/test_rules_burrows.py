"""Completing burrows and their length: BW-4 and BW-5."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.burrows.builders import almost, table


@clause("BW-4.1")
def test_a_strand_is_open_until_both_ends_are_met() -> None:
    played = table(2, turn=2, warrens={2: "T15@(0,0,0)"}, pool="T67 T18 T04", stock="T06 T07 T10")
    played.build("T67@(0,-1,0)")
    assert played.strands(2) == []
    assert played.lines[2:4] == ["An open radish tunnel grows to length 2", "An open carrot tunnel grows to length 2"]
    assert played.clauses("joined") == ["BW-4.1", "BW-4.1"]
    kinds = [(strand["kind"], strand["colours"], strand["length"]) for strand in played.view["players"][1]["strands"]]
    assert ("open", ["red"], 2) in kinds
    assert ("open", ["orange"], 2) in kinds
    played.play("reserve T04").build("T18@(0,-2,2)")
    assert played.strands(2) == ["R-R 3"]


@clause("BW-4.2")
@pytest.mark.parametrize("colour", "ROP")
def test_two_equal_vegetables_complete_a_burrow_of_their_colour(colour: str) -> None:
    warren, last = almost(colour, 4)
    others = {"R": ("O1 P1", "R1 O1 P1"), "O": ("R1 P1", "R1 O1 P1"), "P": ("R1 O1", "R1 O1 P1")}[colour]
    played = table(2 + 1, gophers={1: others[0], 2: others[1], 3: f"{colour}1"}, warrens={1: warren}, pool=last[:3])
    played.build(last)
    assert played.strands(1) == [f"{colour}-{colour} 4"]
    assert f"{colour}4" in (played.play("lure 2") if played.asked == "lure" else played).gophers(1)
    assert played.clauses("completed") == ["BW-4.2"]


@clause("BW-4.3")
def test_two_different_vegetables_have_no_effect() -> None:
    """Player 2 lacks red: a radish that meets a carrot lures nobody."""
    played = table(2, turn=2, warrens={2: "T15@(0,0,0)"}, pool="T18 T03 T04").build("T18@(1,-1,2)")
    assert played.strands(2) == ["R-O 2", "R-O 2"]
    assert (played.gophers(1), played.gophers(2)) == ("R1", "O1 P1")
    assert "Radish meets carrot: no burrow" in played.lines
    assert played.clauses("mismatch") == ["BW-4.3", "BW-4.3"]
    assert played.turn == 1


@clause("BW-4.3")
@pytest.mark.parametrize("first", [True, False])
def test_a_mismatch_with_the_wanted_colour_at_either_end_moves_nobody(first: bool) -> None:
    """Orange and purple: who lacks either colour gets none."""
    played = table(
        3,
        gophers={1: "R1 O1" if first else "R1 P1", 2: "R1 O2 P2", 3: "P1" if first else "O1"},
        warrens={1: "T16@(0,0,0)"},
        pool="T70 T03 T04",
    )
    played.build("T70@(1,-1,2)")
    assert played.strands(1) == ["O-P 2", "O-P 2"]
    assert played.gophers(1) == ("R1 O1" if first else "R1 P1")
    assert played.turn == 2


@clause("BW-4.4", "BW-R7")
def test_a_ring_has_no_effect() -> None:
    played = table(2, warrens={1: "T24@(0,0,0)"}, pool="T59 T03 T04").build("T59@(1,1,2)")
    assert played.strands(1) == []
    rings = [strand for strand in played.view["players"][0]["strands"] if strand["kind"] == "ring"]
    assert [(ring["length"], ring["colours"]) for ring in rings] == [(2, [])]
    assert played.clauses("ring") == ["BW-4.4"]
    assert "A tunnel closes into a ring of length 2: no effect" in played.lines
    assert (played.gophers(1), played.gophers(2), played.turn) == ("R1", "O1 P1", 2)


@clause("BW-4.4")
def test_a_ring_is_forgotten_with_its_turn() -> None:
    played = table(2, warrens={1: "T24@(0,0,0)"}, pool="T59 T03 T04", stock="T06 T07").build("T59@(1,1,2)")
    played.play("reserve T03").build("T04@(0,2,0)")
    assert played.clauses("ring") == ["BW-4.4"], "told once"
    assert len(played.state.warrens[0].loops) == len(played.state.warrens[0].closed) == 0


@clause("BW-4.5")
def test_each_of_several_burrows_is_checked() -> None:
    """Radish and carrot in one turn, both lured from the one opponent."""
    played = table(
        2,
        gophers={1: "P1", 2: "R2 O1"},
        warrens={1: "T65@(0,0,0) T69@(2,-1,1) T28@(1,1,0)"},
        pool="T72 T03 T04",
    )
    played.build("T72@(3,1,3)")
    assert played.strands(1) == ["O-O 2", "R-R 3"]
    assert (played.gophers(1), played.gophers(2)) == ("R3 O2 P1", "")


@clause("BW-4.5")
def test_of_several_burrows_only_the_long_enough_one_moves_a_gopher() -> None:
    played = table(
        2,
        gophers={1: "P1", 2: "R3 O1"},
        warrens={1: "T65@(0,0,0) T69@(2,-1,1) T28@(1,1,0)"},
        pool="T72 T03 T04",
    )
    played.build("T72@(3,1,3)")
    assert (played.gophers(1), played.gophers(2)) == ("O2 P1", "R3")


@clause("BW-4.6", "BW-R8")
def test_a_burrow_of_an_earlier_turn_never_gets_a_gopher() -> None:
    """Purple 3 is too short at first; later the opponent's gopher would be shorter, but nobody looks again."""
    warren, last = almost("P", 3)
    played = table(
        2, gophers={1: "R1 O1", 2: "P3"}, warrens={1: warren}, pool=f"{last[:3]} T03 T04", stock="T06 T07 T10"
    )
    played.build(last)
    assert played.strands(1) == ["P-P 3"]
    assert played.gophers(2) == "P3"
    played.state.house_length[1 * 3 + 2] = 2
    played.play("reserve T03").build("T04@(0,1,0)")
    assert (played.gophers(1), played.gophers(2)) == ("R1 O1", "P2")
    assert played.clauses("completed") == ["BW-4.2"]


@clause("BW-R8")
def test_an_empty_starting_burrow_stays_empty() -> None:
    """Player 1's orange burrow with two players: only a burrow of his warren brings a gopher."""
    played = table(2, pool="T03 T04 T06", stock="T07 T10 T13")
    played.play("build T03", "reserve T04", "build T06", "at 0,1 r0")
    assert played.gophers(1) == "R1"
    assert played.view["players"][0]["gophers"]["orange"] is None


@clause("BW-R18")
def test_the_tile_of_a_burrow_may_hold_other_tunnels() -> None:
    """T15 and T67 hold a completed radish burrow; the carrot tunnel beside it grows on and is completed later."""
    warren, last = almost("R", 3)
    played = table(2, turn=2, warrens={2: warren}, pool=f"{last[:3]} T03 T64", stock="T06 T07 T10").build(last)
    assert played.gophers(2) == "R3 O1 P1"
    played.play("reserve T03").build("T64@(1,-2,3)")
    assert played.strands(2) == ["O-O 3", "R-R 3"]
    assert played.gophers(2) == "R3 O3 P1"
    assert played.home(2, "red") == (0, -2, "S")


@clause("BW-5.1")
@pytest.mark.parametrize("length", [2, 3, 4, 5, 6, 7])
def test_length_is_one_more_than_the_borders_crossed(length: int) -> None:
    warren, last = almost("R", length)
    played = table(2, turn=2, warrens={2: warren}, pool=f"{last[:3]} T03 T04").build(last)
    assert played.strands(2) == [f"R-R {length}"]
    assert played.gophers(2) == f"R{length} O1 P1"
    assert f"Player 2 completes a radish burrow of length {length}" in played.lines
    assert len(played.laid(2)) == length


@clause("BW-5.2")
def test_two_segments_on_one_tile_count_twice() -> None:
    """E6: the radish burrow runs through T15 twice and over four tiles, its length is 5."""
    played = table(
        2,
        turn=2,
        warrens={2: "T15@(0,0,0) T38@(1,-1,2) T69@(1,1,0) T51@(-1,-1,1)"},
        pool="T18 T03 T04",
    )
    played.build("T18@(2,-1,1)")
    burrow = next(strand for strand in played.view["players"][1]["strands"] if strand["kind"] == "burrow")
    assert (burrow["colours"], burrow["length"]) == (["red", "red"], 5)
    assert sorted(segment[0] for segment in burrow["segments"]) == [0, 0, 1, 2, 4]
    assert played.gophers(2) == "R5 O1 P1"


@clause("BW-5.3")
def test_crossing_a_tile_lengthwise_is_one_segment() -> None:
    """Carrot, the straight tunnel of T72 through both its halves, carrot: length 3."""
    played = table(2, warrens={1: "T64@(0,0,0) T72@(2,0,0)"}, pool="T67 T03 T04").build("T67@(4,0,0)")
    assert played.strands(1) == ["O-O 3"]
    assert played.gophers(1) == "R1 O3"


@clause("BW-5.4")
def test_a_starting_burrow_has_length_1_so_2_beats_it() -> None:
    warren, last = almost("R", 2)
    played = table(2, turn=2, warrens={2: warren}, pool=f"{last[:3]} T03 T04")
    assert played.view["players"][0]["gophers"]["red"] == {"length": 1, "on_ranch": True, "x": 0, "y": 0, "side": 0}
    assert played.view["to_beat"]["red"] == 1
    played.build(last)
    assert played.gophers(2) == "R2 O1 P1"
    assert "Player 2 lures Player 1's red gopher (length 2 beats 1)" in played.lines
