"""What a seat and a spectator see of a table, and what they do not."""

from __future__ import annotations

import json
from typing import cast

import pytest

from bungalow.core.random import seeded
from bungalow.games.burrows import GAME
from bungalow.games.burrows.state import Burrows
from bungalow.games.burrows.view import BurrowsView
from tests.clauses import clause
from tests.games.burrows.builders import Table, almost, table

FIELDS = {
    "bus",
    "chosen",
    "lacking",
    "laying",
    "moves_to_arrive",
    "newest",
    "next_stage",
    "over",
    "players",
    "pool",
    "stages",
    "stock",
    "tiles",
    "to_beat",
    "turn",
    "unseen_buses",
}


def test_a_view_has_exactly_these_fields() -> None:
    view = table(3).view
    assert set(view) == FIELDS
    assert set(view["players"][0]) == {
        "board",
        "complaints",
        "gophers",
        "laid",
        "pages",
        "reserve",
        "score",
        "seat",
        "starting_burrows",
        "strands",
    }


@clause("BW-R12", "BW-R13")
def test_all_viewers_see_the_same_and_not_the_order_of_the_stock() -> None:
    state = cast(Burrows, GAME.new(3, seed=9))
    views = [json.dumps(state.view(viewer)) for viewer in (-1, 0, 1, 2)]
    assert len(set(views)) == 1
    shown = json.loads(views[0])
    assert shown["stock"] == 77
    assert sorted(shown["tiles"]) == sorted(shown["pool"])
    for seed in range(5):
        other = state.guess(0, seeded(seed))
        assert json.dumps(other.view(0)) == views[0]
        assert other.checksum() != state.checksum()


def test_a_guess_deals_only_the_unseen_tiles() -> None:
    state = table(3, pool="T03 T15 T18", warrens={2: "T16@(0,0,0)"}, reserve={3: "T41"}).state
    other = cast(Burrows, state.guess(1, seeded(3)))
    assert [int(tile) for tile in other.stock[:5]] == [int(tile) for tile in state.stock[:5]]
    assert [int(tile) for tile in other.stock] != [int(tile) for tile in state.stock]
    assert sorted(other.stock) == list(range(80))
    assert other.random.word() != state.random.copy().word()


def test_a_clone_shares_nothing_that_is_written() -> None:
    """The original keeps its checksum while its clone is played on, and the other way round."""
    original = table(3, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18", bus=1, scored=3)
    clone = original.state.clone()
    before = original.state.checksum()
    assert clone.checksum() == before
    played = Table(clone).play("build T15", "lay reserve", "at 0,1 r0", "at 0,2 r0").play("reserve T03")
    assert original.state.checksum() == before
    after = played.state.checksum()
    original.play("build T18", "lay pool", "at 0,1 r0", "finish")
    assert played.state.checksum() == after
    assert original.laid(1) == ["T16@(0,0,0)", "T18@(0,1,0)"]


def test_the_middle_of_a_turn() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, reserve={1: "T41"}, pool="T03 T15 T18").play("build T15")
    view = played.view
    assert (view["turn"], view["over"], view["pool"]) == (0, False, ["T03", "T18"])
    assert (view["chosen"], view["laying"], view["newest"]) == ("T15", None, "T18")
    assert view["players"][0]["reserve"] == "T41"
    assert view["players"][0]["laid"] == [{"tile": "T16", "x": 0, "y": 0, "r": 0}]
    assert sorted(view["tiles"]) == ["T03", "T15", "T16", "T18", "T41"]
    played.play("lay reserve")
    assert (played.view["laying"], played.view["chosen"]) == ("T41", "T15")


def test_the_newest_tile_is_named_while_it_lies_in_the_pool() -> None:
    played = table(2, warrens={1: "T16@(0,0,0)"}, pool="T03 T15", stock="T18").play("build T18")
    assert played.view["newest"] is None


def test_faces_are_told_by_links_and_ends() -> None:
    assert table(2, pool="T15 T05 T04").view["tiles"]["T15"] == {
        "tile": "T15",
        "links": [[2, 3], [4, 5]],
        "ends": [(0, "red"), (1, "orange")],
        "bus": True,
        "half_turn": False,
    }


def test_buses_still_unseen_are_counted() -> None:
    assert table(2, pool="T03 T04 T06").view["unseen_buses"] == 40
    played = table(2, pool="T01 T02 T04", warrens={1: "T15@(0,0,0)"}, reserve={2: "T03"})
    assert played.view["unseen_buses"] == 37


def test_gophers_strands_and_lengths_to_beat() -> None:
    warren, last = almost("R", 3)
    played = table(3, turn=2, gophers={1: "R2 O1", 3: "R4 P1"}, warrens={2: warren}, pool=f"{last[:3]} T03 T04")
    assert played.view["to_beat"] == {"red": 2, "orange": 1, "purple": 1}
    assert played.view["lacking"] == {"red": 1, "orange": 2, "purple": 0}
    view = played.build(last).view
    assert view["players"][1]["gophers"]["red"] == {"length": 3, "on_ranch": False, "x": 0, "y": -2, "side": 2}
    assert view["players"][0]["gophers"]["red"] is None
    assert view["to_beat"]["red"] == 3
    burrow = next(strand for strand in view["players"][1]["strands"] if strand["kind"] == "burrow")
    assert burrow == {
        "kind": "burrow",
        "colours": ["red", "red"],
        "length": 3,
        "segments": [(0, -1, 0), (1, 4, 0), (2, 0, -1)],
    }


def test_a_mismatch_names_both_colours() -> None:
    played = table(2, warrens={1: "T20@(0,0,0) T06@(0,-1,0)"})
    found = [strand for strand in played.view["players"][0]["strands"] if strand["kind"] == "mismatch"]
    assert [(strand["colours"], strand["length"]) for strand in found] == [(["purple", "red"], 3)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_schedule_shows_pages_and_what_is_scored(seats: int) -> None:
    view: BurrowsView = table(seats, scored=4).view
    assert view["next_stage"] == 4
    assert [stage["scored"] for stage in view["stages"]][3:6] == [True, False, False]
    assert view["stages"][0]["pages"] == [{"page": "B02" if seats == 2 else "B01", "colour": None, "complaints": 0}]
    assert [page["complaints"] for page in view["stages"][-1]["pages"]] == [2, 2, 2]
    given = sum(len(player["pages"]) for player in view["players"])
    blanks = 2 if seats == 2 else 3
    assert given == sum(len(stage["pages"]) for stage in view["stages"][:4]) - blanks


def test_the_view_after_the_end() -> None:
    played = table(3, scored=15, complaints=[9, 9, 9], bus=1, pool="T01 T03 T04").play("build T01")
    view = cast(BurrowsView, played.state.view(-1))
    assert (view["over"], view["next_stage"], view["bus"]) == (True, 16, 0)
    assert played.state.waiting(-1).seats == ()


def test_who_is_awaited() -> None:
    waiting = table(3, turn=2).state.waiting(0)
    assert (waiting.seats, waiting.words) == ((1,), "reserves or builds a tile")
