"""The bus and the schedule: BW-7 and BW-8."""

from __future__ import annotations

import pytest

from bungalow.games.burrows.data import SEATS
from bungalow.games.burrows.state import GONE, NOT_GIVEN
from tests.clauses import clause
from tests.games.burrows.builders import Table, table


def arrival(seats: int, scored: int = 0, stage: str = "", gophers: dict[int, str] | None = None) -> Table:
    """The player on turn lays a bus tile as the first of the warren, and the bus arrives."""
    bus = 2 if seats == 5 else 1
    before = table(seats, pool="T01 T03 T04", bus=bus, scored=scored, stage=stage, gophers=gophers)
    return before.play("build T01")


# --- The bus ----------------------------------------------------------------------------------------------------------


@clause("BW-7.1")
def test_a_bus_tile_moves_the_bus_one_space() -> None:
    assert table(3, pool="T01 T03 T04").play("build T01").view["bus"] == 1
    assert table(3, pool="T01 T03 T04").play("build T03").view["bus"] == 0
    assert table(5, pool="T01 T03 T04", bus=1).play("build T01").view["bus"] == 2
    assert table(5, pool="T01 T03 T04", bus=1).play("build T03").view["bus"] == 1


@clause("BW-7.1")
@pytest.mark.parametrize("first", ["pool", "reserve"])
def test_the_bus_moves_whichever_of_two_tiles_shows_it(first: str) -> None:
    played = table(3, warrens={1: "T16@(0,0,0)"}, reserve={1: "T03"}, pool="T15 T04 T06")
    played.play("build T15", f"lay {first}", "at 0,1 r0")
    if first == "pool":
        played.play("lay reserve")
    assert played.view["bus"] == 0
    assert played.play("at 0,2 r0").view["bus"] == 1


@clause("BW-7.1")
def test_a_bus_counts_for_its_own_turn_only() -> None:
    played = table(3, pool="T01 T03 T04", stock="T06 T07").play("build T01")
    assert played.play("build T03").view["bus"] == 1
    assert played.play("build T04").view["bus"] == 1


@clause("BW-7.1")
def test_the_bus_in_words() -> None:
    played = table(5, pool="T01 T02 T05", stock="T08 T09").play("build T01", "build T02", "build T05")
    told = [line for line in played.lines if line.startswith("The bus")]
    assert told == [
        "The bus moves on: 2 moves to Gopher Gulch",
        "The bus moves on: 1 move to Gopher Gulch",
        "The bus reaches Gopher Gulch",
    ]


@clause("BW-7.2")
def test_a_turn_moves_the_bus_at_most_one_space() -> None:
    """No reserved tile shows a bus, so two tiles never show two."""
    for pool in ("T15 T19 T20", "T15 T16 T17", "T16 T17 T20"):
        played = table(3, pool=pool)
        reservable = [move.split()[1] for move in played.options if move.startswith("reserve")]
        assert all(tile in ("T16", "T17") for tile in reservable)


@clause("BW-7.2", "BW-R10")
def test_even_two_buses_would_move_it_one_space() -> None:
    played = table(5, warrens={1: "T16@(0,0,0)"}, reserve={1: "T19"}, pool="T15 T04 T06")
    played.play("build T15", "lay pool", "at 0,1 r0", "lay reserve", "at 0,2 r0")
    assert played.view["bus"] == 1


@clause("BW-7.3", "BW-R4")
@pytest.mark.parametrize("seats", SEATS)
def test_the_bus_arrives_at_the_end_of_its_track_and_goes_back(seats: int) -> None:
    moves = 3 if seats == 5 else 2
    played = table(seats, pool="T01 T02 T05", stock="T08 T09 T11 T12")
    stages = played.stages_left
    for step, tile in enumerate(("T01", "T02", "T05")[:moves], 1):
        assert played.view["bus"] == step - 1
        played.play(f"build {tile}")
    assert (played.view["bus"], played.stages_left) == (0, stages - 1)
    assert played.turn == moves % seats + 1, "play passes on"
    assert played.clauses("arrival") == ["BW-7.3"]


@clause("BW-7.3")
def test_without_an_arrival_nothing_is_scored() -> None:
    played = table(3, pool="T01 T03 T04", scored=3).play("build T01")
    assert (played.stages_left, played.state.stage) == (13, 3)
    played = table(3, pool="T01 T03 T04", scored=3, bus=1).play("build T03")
    assert (played.state.stage, played.view["bus"]) == (3, 1)


# --- Scoring ----------------------------------------------------------------------------------------------------------


@clause("BW-8.1")
def test_each_page_of_a_stage_is_resolved_on_its_own() -> None:
    """Purple 3, red 1 and orange 2 go to three different players."""
    played = arrival(5, scored=4, stage="W15 W01 W09")
    lacking = played.view["lacking"]
    assert lacking == {"red": 1, "orange": 2, "purple": 0}
    before = table(5, scored=4, stage="W15 W01 W09").complaints
    assert [now - then for now, then in zip(played.complaints, before, strict=True)] == [3, 1, 2, 0, 0]
    assert played.clauses("page") == ["BW-8.2"] * 3


@clause("BW-8.1")
def test_the_order_of_pages_does_not_matter() -> None:
    stages = ("W15 W01 W09", "W09 W15 W01", "W01 W09 W15")
    gained = []
    for stage in stages:
        before = table(5, scored=4, stage=stage).complaints
        after = arrival(5, scored=4, stage=stage).complaints
        gained.append([now - then for now, then in zip(after, before, strict=True)])
    assert gained == [[3, 1, 2, 0, 0]] * 3


@clause("BW-8.2")
@pytest.mark.parametrize(("page", "player"), [("W01", 2), ("W06", 3), ("W11", 1)])
def test_a_page_goes_to_the_one_player_without_its_colour(page: str, player: int) -> None:
    """With the starting gophers Player 2 lacks red, Player 3 orange and Player 1 purple; ranches count as housed."""
    played = arrival(3, scored=3, stage=page)
    assert played.complaints == [int(number == player) for number in (1, 2, 3)]
    assert played.view["players"][player - 1]["pages"] == [page]


@clause("BW-8.2")
def test_a_gopher_in_the_warren_counts_as_housed() -> None:
    played = arrival(3, scored=3, stage="W01", gophers={1: "O1 P2", 2: "R4 O1", 3: "R1 P1"})
    assert played.complaints == [1, 0, 0]
    assert "Player 1 has no red gopher and gets 1 complaint" in played.lines


@clause("BW-8.3")
def test_pages_count_one_to_three_complaints_and_pile_up() -> None:
    for page, complaints in (("W01", 1), ("W04", 2), ("W05", 3)):
        assert arrival(3, scored=3, stage=page).complaints == [0, complaints, 0]
    played = arrival(3, scored=4, stage="W05 W04")
    before = table(3, scored=4, stage="W05 W04").complaints
    assert played.complaints[1] - before[1] == 5, "one player may get several"
    assert "Player 2 has no red gopher and gets 3 complaints" in played.lines


@clause("BW-8.4")
def test_a_blank_page_goes_to_nobody_and_leaves_the_game() -> None:
    played = arrival(3)
    assert played.complaints == [0, 0, 0]
    assert all(player["pages"] == [] for player in played.view["players"])
    blank = int(played.state.schedule[0])
    assert played.state.page_owner[blank] == GONE
    assert sum(owner == NOT_GIVEN for owner in played.state.page_owner) == 23
    assert played.clauses("blank_page") == ["BW-8.4"]


@clause("BW-8.5")
def test_scoring_moves_no_gopher() -> None:
    before = table(3, scored=4)
    played = arrival(3, scored=4)
    assert sum(played.complaints) > sum(before.complaints)
    assert [played.gophers(player) for player in (1, 2, 3)] == [before.gophers(player) for player in (1, 2, 3)]


@clause("BW-8.6")
def test_the_next_column_is_the_leftmost_stage_now() -> None:
    played = table(3, scored=3, stage="W05", bus=1, pool="T01 T02 T05", stock="T08 T09 T11")
    coming = [page["page"] for page in played.view["stages"][4]["pages"]]
    assert len(coming) == 2
    played.play("build T01")
    assert (played.view["next_stage"], played.complaints) == (4, [0, 3, 0])
    assert [stage["scored"] for stage in played.view["stages"]] == [True] * 4 + [False] * 12
    played.play("build T02", "build T05")
    assert played.view["next_stage"] == 5
    given = [page for player in played.view["players"] for page in player["pages"]]
    assert sorted(given) == sorted([*coming, "W05"])


@clause("BW-R26")
def test_blank_stages_need_full_bus_trips() -> None:
    played = table(3, pool="T01 T02 T05", stock="T08 T09 T11 T12 T15 T19")
    told = []
    for _ in range(6):
        played.play(f"build {played.pool[0]}")
        if played.asked == "place":
            played.play(played.options[0])
        told.append((played.view["bus"], played.view["next_stage"]))
    assert told == [(1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3)]
    assert played.complaints == [0, 0, 0]


@clause("BW-R2")
@pytest.mark.parametrize(("seats", "blanks"), [(2, 2), (3, 3), (4, 3), (5, 3)])
def test_the_schedule_begins_with_blank_stages(seats: int, blanks: int) -> None:
    stages = table(seats).view["stages"]
    empty = [all(page["colour"] is None for page in stage["pages"]) for stage in stages]
    assert empty == [True] * blanks + [False] * (len(stages) - blanks)


@clause("BW-R14")
def test_everybody_sees_the_complaints() -> None:
    played = arrival(3, scored=3, stage="W05")
    for viewer in (-1, 0, 1, 2):
        view = played.state.view(viewer)
        assert isinstance(view, dict)
        assert [player["complaints"] for player in view["players"]] == [0, 3, 0]
