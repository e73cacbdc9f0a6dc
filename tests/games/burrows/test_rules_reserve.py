"""Reserving a tile: BW-2."""

from __future__ import annotations

import pytest

from bungalow.core.errors import IllegalMove
from tests.clauses import clause
from tests.games.burrows.builders import almost, table


@clause("BW-2.1")
def test_reserving_puts_any_plain_pool_tile_on_the_reserve_space() -> None:
    for tile in ("T03", "T04", "T06"):
        played = table(3, turn=2, pool="T03 T04 T06").play(f"reserve {tile}")
        assert [played.reserve(player) for player in (1, 2, 3)] == ["", tile, ""]
        assert tile not in played.pool
        assert played.lines[0] == f"Player 2 reserves {tile}"
        assert played.clauses("reserved") == ["BW-2.1"]


@clause("BW-2.2")
def test_a_tile_with_a_bus_cannot_be_reserved() -> None:
    played = table(3, pool="T15 T16 T19")
    assert [move for move in played.options if move.startswith("reserve")] == ["reserve T16"]
    before = played.state.checksum()
    with pytest.raises(IllegalMove) as caught:
        played.play("reserve T15")
    assert str(caught.value) == "illegal-move: 'reserve T15': a tile with a bus cannot be reserved (BW-2.2)"
    assert played.state.checksum() == before
    assert played.clause_against("do:reserve", "tile:T15") == "BW-2.2"
    assert played.clause_against("do:reserve", "tile:T16") == ""
    assert played.clause_against("do:build", "tile:T15") == ""


@clause("BW-2.3")
def test_who_holds_a_tile_can_neither_reserve_nor_swap() -> None:
    played = table(3, turn=2, pool="T03 T04 T06", reserve={2: "T41"})
    assert played.options == ["build T03", "build T04", "build T06"]
    with pytest.raises(IllegalMove, match="you already hold a reserved tile") as caught:
        played.play("reserve T03")
    assert caught.value.clause == "BW-2.3"
    assert played.reserve(2) == "T41"


@clause("BW-2.3")
def test_the_reserved_tile_of_another_player_is_no_hindrance() -> None:
    played = table(3, turn=3, pool="T03 T04 T06", reserve={1: "T07", 2: "T41"})
    assert "reserve T03" in played.options


@clause("BW-2.4")
def test_reserving_is_the_whole_turn() -> None:
    """The bus stays, nothing is laid, no gopher is looked at."""
    warren, _ = almost("R", 3)
    played = table(3, turn=2, bus=1, warrens={2: warren}, pool="T18 T19 T04", stock="T06")
    played.play("reserve T18")
    assert [event.key for event in played.state.log or []] == ["reserved", "turned_up"]
    assert (played.turn, played.view["bus"]) == (3, 1)
    assert played.laid(2) == warren.split()
    assert played.gophers(2) == "O1 P1"


@clause("BW-2.5", "BW-R21")
def test_a_reserved_tile_stays_while_its_owner_builds_without_it() -> None:
    played = table(2, pool="T03 T04 T06", reserve={1: "T41"}, stock="T07 T10 T13")
    played.play("build T03", "lay pool", "finish")
    assert (played.turn, played.reserve(1), played.laid(1)) == (2, "T41", ["T03@(0,0,0)"])
    assert "T41" not in played.pool
    played.play("reserve T04")
    assert (played.turn, played.options[0]) == (1, "build T06")
    played.play("build T06")
    assert played.options == ["lay pool", "lay reserve"]


@clause("BW-2.5")
def test_after_laying_it_the_space_is_empty_and_may_be_used_again() -> None:
    played = table(2, pool="T03 T04 T06", reserve={1: "T41"}, stock="T07 T10 T13")
    played.play("build T03", "lay reserve", "at 0,1 r0")
    assert (played.turn, played.reserve(1)) == (2, "")
    assert played.laid(1) == ["T41@(0,0,0)", "T03@(0,1,0)"]
    played.play("reserve T04", "reserve T06")
    assert played.reserve(1) == "T06"


@clause("BW-R19")
def test_a_tile_is_not_used_on_the_turn_it_was_reserved() -> None:
    played = table(2, pool="T03 T04 T06").play("reserve T03")
    assert (played.turn, played.asked, played.laid(1)) == (2, "action", [])


@clause("BW-R20")
def test_three_bus_tiles_leave_only_building() -> None:
    played = table(2, pool="T01 T02 T05")
    assert played.options == ["build T01", "build T02", "build T05"]
    assert played.clause_against("do:reserve") == "BW-2.2"


@clause("BW-R13")
def test_everybody_sees_a_reserved_tile() -> None:
    played = table(3, pool="T03 T04 T06").play("reserve T03")
    for viewer in (-1, 0, 1, 2):
        view = played.state.view(viewer)
        assert isinstance(view, dict)
        assert [player["reserve"] for player in view["players"]] == ["T03", None, None]
        assert "T03" in view["tiles"]
