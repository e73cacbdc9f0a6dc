"""Building: BW-3."""

from __future__ import annotations

import pytest

from bungalow.core.errors import IllegalMove, UnreadableMove
from tests.clauses import clause
from tests.games.burrows.builders import almost, table


@clause("BW-3.1")
def test_building_adds_any_pool_tile_to_the_own_warren() -> None:
    for tile in ("T03", "T15", "T18"):
        played = table(3, turn=2, warrens={2: "T16@(0,0,0)", 3: "T17@(0,0,0)"}, pool="T03 T15 T18")
        played.build(f"{tile}@(2,0,1)")
        assert played.laid(2) == ["T16@(0,0,0)", f"{tile}@(2,0,1)"]
        assert (played.laid(1), played.laid(3)) == ([], ["T17@(0,0,0)"])
        assert played.clauses("builds") == ["BW-3.1"]


@clause("BW-3.2", "BW-R6")
def test_the_first_tile_is_laid_unasked() -> None:
    played = table(3, pool="T03 T15 T18", warrens={2: "T17@(0,0,0)"}).play("build T18")
    assert played.laid(1) == ["T18@(0,0,0)"]
    assert played.turn == 2
    assert played.lines[1] == "Player 1 lays T18 at 0,0, upright"


@clause("BW-3.3")
def test_a_later_tile_shares_an_edge_and_covers_empty_cells() -> None:
    played = table(3, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18").play("build T15")
    assert len(played.options) == 32
    wrong = {
        "at 0,0 r0": "a tile lies there already",
        "at 2,0 r2": "the other half would lie on a tile",
        "at 1,-1 r1": "the other half would lie on a tile",
        "at 2,1 r0": "a tile must share an edge with your warren",
        "at -1,1 r1": "a tile must share an edge with your warren",
        "at 9,9 r0": "a tile must share an edge with your warren",
    }
    for move, words in wrong.items():
        assert move not in played.options
        with pytest.raises(IllegalMove, match=words) as caught:
            played.play(move)
        assert caught.value.clause == "BW-3.3"
    for move in ("at 2,0 r0", "at 2,0 r1", "at 3,0 r2", "at 2,1 r3", "at -1,1 r0"):
        assert move in played.options
    assert played.laid(1) == ["T16@(0,0,0)"]


@clause("BW-3.4")
def test_tiles_lie_on_whole_cells() -> None:
    played = table(3, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18").play("build T15")
    with pytest.raises(UnreadableMove):
        played.play("at 0.5,1 r0")
    assert played.clause_against("cell:0.5,1") == "BW-3.4"


@clause("BW-3.5")
def test_a_warren_touches_no_other_one() -> None:
    """Player 2's tiles neither take room from Player 1 nor join his tunnels."""
    alone = table(2, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18").play("build T15")
    beside = table(2, warrens={1: "T16@(0,0,0)", 2: "T17@(0,0,0) T19@(0,1,0)"}, pool="T03 T15 T18").play("build T15")
    assert alone.options == beside.options
    beside.play("at 0,1 r0")
    assert beside.laid(2) == ["T17@(0,0,0)", "T19@(0,1,0)"]
    assert beside.state.warrens[0].open_mouths == 12 - 4


@clause("BW-3.5")
def test_tiles_never_leave_a_warren() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18", stock="T04 T06 T07 T10")
    for move in ("T15@(0,1,0)", "T03@(0,0,0)", "T18@(0,2,0)"):
        before = played.laid(played.turn)
        builder = played.turn
        played.build(move)
        assert played.laid(builder) == [*before, move]


@clause("BW-3.6")
def test_the_reserved_tile_may_be_laid_after_the_pool_tile() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18").play("build T03")
    assert (played.asked, played.options) == ("piece", ["lay pool", "lay reserve"])
    played.play("lay pool")
    assert played.view["laying"] == "T03"
    played.play("at 0,1 r0")
    assert (played.asked, played.options) == ("piece", ["lay reserve", "finish"])
    played.play("lay reserve")
    assert played.view["laying"] == "T41"
    played.play("at 0,2 r0")
    assert played.laid(1) == ["T16@(0,0,0)", "T03@(0,1,0)", "T41@(0,2,0)"]
    assert (played.turn, played.reserve(1)) == (2, "")


@clause("BW-3.6")
def test_the_reserved_tile_may_be_laid_before_the_pool_tile() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18").play("build T03")
    played.play("lay reserve")
    assert played.view["laying"] == "T41"
    played.play("at 0,1 r0")
    assert (played.asked, played.view["laying"], played.turn) == ("place", "T03", 1)
    played.play("at 0,2 r0")
    assert played.laid(1) == ["T16@(0,0,0)", "T41@(0,1,0)", "T03@(0,2,0)"]
    assert (played.turn, played.reserve(1)) == (2, "")


@clause("BW-3.6")
def test_without_a_reserved_tile_nothing_is_asked_but_the_place() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={2: "T41"}, pool="T03 T15 T18").play("build T03")
    assert played.asked == "place"
    assert played.play("at 0,1 r0").turn == 2


@clause("BW-3.7")
def test_the_reserved_tile_is_never_laid_alone() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18").play("build T03")
    with pytest.raises(IllegalMove, match="the pool tile must be laid") as caught:
        played.play("finish")
    assert caught.value.clause == "BW-3.7"
    played.play("lay reserve", "at 0,1 r0")
    assert (played.asked, played.turn) == ("place", 1), "the pool tile follows unasked"
    played.play("at 0,2 r0")
    assert len(played.laid(1)) == 3


@clause("BW-3.7")
def test_the_pool_tile_is_laid_once() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18")
    played.play("build T03", "lay pool", "at 0,1 r0")
    with pytest.raises(IllegalMove, match="the pool tile has been laid") as caught:
        played.play("lay pool")
    assert caught.value.clause == "BW-3.1"


@clause("BW-3.8")
def test_both_tiles_are_laid_before_any_gopher_moves() -> None:
    """The first tile completes a radish burrow; the gopher moves only after the second one."""
    warren, last = almost("R", 2)
    played = table(2, turn=2, warrens={2: warren}, reserve={2: "T03"}, pool=f"{last[:3]} T04 T06")
    played.play(f"build {last[:3]}", "lay pool", "at 0,-1 r2")
    assert played.asked == "piece"
    assert (played.gophers(1), played.gophers(2)) == ("R1", "O1 P1")
    played.play("lay reserve")
    assert played.gophers(2) == "O1 P1"
    played.play("at 0,1 r0")
    assert (played.gophers(1), played.gophers(2)) == ("", "R2 O1 P1")


@clause("BW-3.8")
def test_both_tiles_are_laid_before_the_bus_moves() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T03"}, pool="T15 T04 T06")
    played.play("build T15", "lay pool", "at 0,1 r0")
    assert (played.asked, played.view["bus"]) == ("piece", 0)
    played.play("lay reserve")
    assert played.view["bus"] == 0
    assert played.play("at 0,2 r0").view["bus"] == 1


@clause("BW-3.8")
def test_the_second_tile_may_lie_at_the_first() -> None:
    """And together they complete what neither does alone: orange 3 through T67."""
    played = table(2, warrens={1: "T19@(0,0,0)"}, reserve={1: "T16"}, pool="T67 T04 T06")
    played.play("build T67", "lay pool", "at 0,-1 r0", "lay reserve", "at 0,-2 r2")
    assert played.strands(1) == ["O-O 3"]
    assert played.gophers(1) == "R1 O3"


@clause("BW-R17")
def test_spoiling_the_own_tunnels_is_legal() -> None:
    played = table(2, turn=2, warrens={2: "T15@(0,0,0)"}, pool="T18 T04 T06").play("build T18")
    assert "at 1,-1 r2" in played.options
    played.play("at 1,-1 r2")
    assert played.strands(2) == ["R-O 2", "R-O 2"]
    assert (played.gophers(1), played.gophers(2)) == ("R1", "O1 P1")
