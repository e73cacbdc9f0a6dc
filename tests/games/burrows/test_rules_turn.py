"""Setup and the frame of a turn: BW-1."""

from __future__ import annotations

from typing import cast

import pytest

from bungalow.core.errors import IllegalMove, UnreadableMove
from bungalow.games.burrows import GAME
from bungalow.games.burrows.data import SEATS, WHITE
from bungalow.games.burrows.state import Burrows
from tests.clauses import clause
from tests.games.burrows.builders import Table, almost, table

# --- Setup ------------------------------------------------------------------------------------------------------------


@clause("BW-R1", "BW-R27")
@pytest.mark.parametrize(
    ("seats", "housed"),
    [
        (2, ["R1", "O1 P1"]),
        (3, ["R1 O1", "O1 P1", "R1 P1"]),
        (4, ["R1 O1", "O1 P1", "R1 P1", "R1 O1 P1"]),
        (5, ["R1 O1", "O1 P1", "R1 P1", "R1 O1 P1", "R1 O1 P1"]),
    ],
)
def test_gophers_start_on_the_boards(seats: int, housed: list[str]) -> None:
    fresh = Table(cast(Burrows, GAME.new(seats)))
    assert [fresh.gophers(player) for player in range(1, seats + 1)] == housed
    assert fresh.view["players"][0]["starting_burrows"] == ["red", "orange"], "also where orange starts empty"
    assert all(fresh.home(player, "red") is None for player in range(1, seats + 1))


@clause("BW-R11", "BW-R12")
@pytest.mark.parametrize("seats", SEATS)
def test_the_table_before_the_first_choice(seats: int) -> None:
    """Player 1 begins; which stack a tile comes from is nobody's choice."""
    state = cast(Burrows, GAME.new(seats, seed=5))
    fresh = Table(state)
    assert (fresh.turn, fresh.asked, state.actors()) == (1, "action", 1)
    assert len(fresh.pool) == 3
    assert fresh.view["stock"] == 77
    assert (fresh.view["bus"], fresh.view["moves_to_arrive"]) == (0, 3 if seats == 5 else 2)
    assert fresh.complaints == [0] * seats
    for player in range(1, seats + 1):
        assert (fresh.reserve(player), fresh.laid(player)) == ("", [])
    assert sorted(state.stock) == list(range(80))


@pytest.mark.parametrize("seats", SEATS)
def test_white_pages_are_dealt_at_random_and_blue_ones_lie_fixed(seats: int) -> None:
    box = GAME.components()
    layout = [page for stage in box.layout(seats).stages for page in stage]
    dealt: set[tuple[int, ...]] = set()
    for seed in range(8):
        state = cast(Burrows, GAME.new(seats, seed=seed))
        schedule = [int(page) for page in state.schedule]
        assert all(page == fixed for page, fixed in zip(schedule, layout, strict=True) if fixed != WHITE)
        white = [page for page, fixed in zip(schedule, layout, strict=True) if fixed == WHITE]
        assert sorted(white) == list(box.white_pages)
        dealt.add(tuple(white))
    assert len(dealt) == 8


@clause("BW-R12")
def test_the_stock_is_shuffled() -> None:
    orders = {tuple(int(tile) for tile in cast(Burrows, GAME.new(3, seed=seed)).stock) for seed in range(8)}
    assert len(orders) == 8
    assert all(sorted(order) == list(range(80)) for order in orders)
    assert len({order[0] for order in orders}) > 3


# --- Turns ------------------------------------------------------------------------------------------------------------


@clause("BW-1.1")
@pytest.mark.parametrize("seats", SEATS)
def test_turns_go_clockwise_from_player_1(seats: int) -> None:
    played = table(seats, pool="T03 T04 T06", stock="T07 T10 T13 T14 T16 T17")
    turns = []
    for _ in range(seats + 1):
        turns.append(played.turn)
        played.play(f"reserve {played.pool[0]}" if len(turns) <= seats else f"build {played.pool[0]}")
    assert turns == [*range(1, seats + 1), 1]


@clause("BW-1.1", "BW-1.5")
def test_after_building_the_next_player_is_on_turn() -> None:
    played = table(3, turn=3, pool="T03 T04 T06", stock="T07 T10").build("T03@(0,0,0)")
    assert (played.turn, played.asked) == (1, "action")


@clause("BW-1.2")
def test_a_turn_begins_by_turning_up_one_tile() -> None:
    played = table(3, pool="T16 T41", stock="T25 T03")
    assert played.pool == ["T16", "T25", "T41"]
    assert played.view["newest"] == "T25"
    assert played.next_tile == "T03"
    played.play("reserve T16")
    assert played.pool == ["T03", "T25", "T41"]
    assert played.view["newest"] == "T03"
    assert played.lines == ["Player 1 reserves T16", "Player 2's turn: T03 is turned up"]
    assert played.view["stock"] == 80 - 4


@clause("BW-1.2")
def test_the_pool_lists_its_tiles_by_number_whichever_came_last() -> None:
    for stock in ("T03", "T25", "T80"):
        played = table(3, pool="T41 T16", stock=stock)
        assert played.pool == sorted(["T16", "T41", stock])


@clause("BW-1.3")
def test_there_is_no_pass() -> None:
    played = table(3, pool="T03 T15 T18")
    assert played.options == ["reserve T03", "reserve T18", "build T03", "build T15", "build T18"]
    with pytest.raises(UnreadableMove):
        played.play("pass")
    with pytest.raises(UnreadableMove):
        played.play("finish")
    assert played.state.actors() == 1


@clause("BW-1.3")
def test_exactly_one_of_reserving_and_building() -> None:
    assert table(3, pool="T03 T15 T18", stock="T01").play("reserve T03").turn == 2
    played = table(3, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18").play("build T03")
    assert (played.turn, played.asked) == (1, "place")
    played.play("at 0,1 r0")
    assert (played.turn, played.reserve(1)) == (2, "")


@clause("BW-1.4")
def test_the_pool_keeps_its_other_tiles() -> None:
    played = table(3, pool="T03 T15 T18", stock="T80").play("build T15")
    assert played.pool == ["T03", "T18", "T80"]
    played = table(3, pool="T03 T15 T18", stock="T01").play("reserve T18")
    assert played.pool == ["T01", "T03", "T15"]


@clause("BW-1.4", "BW-3.1")
def test_a_chosen_tile_has_left_the_pool_before_it_is_laid() -> None:
    played = table(3, warrens={1: "T16@(0,0,0)"}, pool="T03 T15 T18").play("build T15")
    assert (played.pool, played.view["chosen"], played.view["laying"]) == (["T03", "T18"], "T15", "T15")
    played.play("at 0,1 r0")
    assert (played.view["chosen"], played.view["laying"]) == (None, None)


@clause("BW-1.5")
def test_a_build_turn_lays_then_checks_then_moves_the_bus_then_scores() -> None:
    warren, last = almost("R", 2, bus=True)
    played = table(2, turn=2, scored=2, bus=1, warrens={2: warren}, pool=f"{last[:3]} T03 T04", stock="T06")
    played.build(last)
    keys = [event.key for event in played.state.log or []]
    assert keys[:7] == ["builds", "laid", "completed", "moved_in", "bus", "arrival", "page"]
    assert keys[-1] == "turned_up"
    assert played.turn == 1


@clause("BW-1.5")
def test_a_gopher_lured_this_turn_counts_when_the_bus_arrives() -> None:
    """Player 2 lacks red until the turn that brings the bus: Player 1 gets the page."""
    warren, last = almost("R", 2, bus=True)
    played = table(2, turn=2, scored=2, stage="W05 W01", bus=1, warrens={2: warren}, pool=f"{last[:3]} T03 T04")
    assert played.gophers(2) == "O1 P1"
    played.build(last)
    assert played.gophers(2) == "R2 O1 P1"
    assert played.complaints == [4, 0]


@clause("BW-R24")
@pytest.mark.parametrize(("seats", "bus_moves", "turns"), [(2, 18, 58), (3, 32, 72), (4, 32, 72), (5, 30, 70)])
def test_the_tiles_last_until_the_final_bus_move(seats: int, bus_moves: int, turns: int) -> None:
    box = GAME.components()
    assert len(box.layout(seats).stages) * box.moves_to_arrive[seats] == bus_moves
    plain = sum(not tile.bus for tile in box.tiles)
    assert plain + bus_moves == turns
    assert plain + bus_moves - 1 + 2 < len(box.tiles), "a tile is left to turn up for the last turn"


@clause("BW-1.3")
def test_a_tile_that_is_not_in_the_pool_cannot_be_taken() -> None:
    played = table(3, pool="T03 T15 T18")
    for move in ("reserve T04", "build T04"):
        with pytest.raises(IllegalMove, match="T04 does not lie in the pool") as caught:
            played.play(move)
        assert caught.value.clause == "BW-3.1"
    assert played.pool == ["T03", "T15", "T18"]
