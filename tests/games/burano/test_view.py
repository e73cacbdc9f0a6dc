"""What people plan with is in the view (part 10 of the SPEC)."""

from __future__ import annotations

import random

from bungalow.core.match import Match
from bungalow.core.registry import find
from bungalow.games.burano import view
from tests.games.burano.builders import FULL, new, table
from tests.games.burano.test_examples import BUILT


def test_ring_preview() -> None:
    ring = table(islands={1: "A A A A A A A"}).view()["players"][0]["ring"]
    assert ring["arrows"] == ["white", "orange", "pink"]
    assert ring["next_arrows"][0] == ["orange", "pink", "pink"]
    assert ring["next_arrows"][2] == ["pink", "yellow", "blue"]
    assert (ring["coins"], ring["fountains"]) == (6, 3)


def test_reach_with_matches_and_workers_pushed_out() -> None:
    ready = table(docks="BPY GOW BPY GOW WOP GOW", islands={2: "E E", 3: "E"})
    reach = {place["node"]: place for place in ready.view()["players"][0]["reach"]}
    assert {node: place["matches"] for node, place in reach.items()} == {"D": 2, "E": 3, "PW": 0}
    assert reach["E"]["pushes"] == [1]  # player 3's ring is full
    assert reach["PW"]["ships"] == ["triplets", "pairs"]


def test_sales_of_the_own_hand_only() -> None:
    ready = table(hand={1: "tuna tuna tuna"})
    own = ready.view(1)["own"]
    assert own is not None
    assert {(sale["ship"], sale["vp"]) for sale in own["sales"]} == {
        ("triplets", 9),
        ("pairs", 4),
        ("single", 4),
        ("single", 8),
    }
    assert ready.view()["own"] is None
    theirs = ready.view(2)["own"]
    assert theirs is not None
    assert theirs["sales"] == []


def test_costs_actions_and_turns_left() -> None:
    seen = table(moves=1, round_=3, coins={1: 9}, pyramid={1: FULL}).view()
    assert seen["move"]["next_coins"] == -3
    assert seen["actions"]["blue"] == "fishing"
    assert (seen["round"], seen["turns_left"]) == (3, 2)
    assert seen["glyphs"]["pink"] == "heart"


def test_roofs_and_tiles() -> None:
    ready = table(city=BUILT, tiles={1: "four_vp-BG lace-BP"})
    tiles = {tile["tile"]: tile for tile in ready.view()["players"][0]["tiles"]}
    assert tiles["four_vp-BG"]["places"] == [["b2", "c2"]]
    assert tiles["four_vp-BG"]["vp_now"] == 4
    assert tiles["lace-BP"]["places"] == []


def test_a_view_of_a_new_table_is_whole() -> None:
    seen = new(4).view()
    assert len(seen["city"]) == 40
    assert seen["fountain"] == "d3"
    assert len(seen["islands"]) == 6
    assert sum(len(port["ships"]) for port in seen["ports"]) == 4
    assert len(seen["lace"]) == 24
    assert len(seen["routes"]) == 11


def test_what_is_kept_between_views_never_grows_old() -> None:
    chance = random.Random(3)
    for seats in (2, 4):
        match = Match(find("burano"), seats, seed=seats)
        while not match.over and len(match.history) < 260:
            seat = match.actors[0]
            match.play(seat, chance.choice(match.state.legal(seat)))
            kept = [match.view(viewer) for viewer in (None, 0, 1)]
            view._MOMENTS.clear()
            assert kept == [match.view(viewer) for viewer in (None, 0, 1)]


def test_lace_if_it_were_scored_now() -> None:
    # X27: workers on green w11, blue w21, white w22, orange w23; cubes for all but blue.
    ready = table(lace={1: "w11 w21 w22 w23"}, pyramid={1: "GWO"})
    now = ready.view()["players"][0]["lace_now"]
    assert now is not None
    assert (now["vp"], now["unpaid"]) == (3 * 2 + 1, ["w21"])
    assert now["cubes"] == {"green": 1, "blue": 0, "white": 1, "orange": 1}
    assert now["one_more"] == {"blue": 4 * 2 + 4}


def test_the_best_of_two_lace_makers_is_paid() -> None:
    # Two on white, one cube: the one beside the other workers makes a union.
    ready = table(lace={1: "w22 w23 w34"}, pyramid={1: "WO"})
    now = ready.view()["players"][0]["lace_now"]
    assert now is not None
    assert (now["vp"], now["unpaid"]) == (2 * 2 + 1, ["w34"])
