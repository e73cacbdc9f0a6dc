"""What people plan with is in the view (part 10 of the SPEC)."""

from __future__ import annotations

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
    view = table(moves=1, round_=3, coins={1: 9}, pyramid={1: FULL}).view()
    assert view["move"]["next_coins"] == -3
    assert view["actions"]["blue"] == "fishing"
    assert (view["round"], view["turns_left"]) == (3, 2)
    assert view["glyphs"]["pink"] == "heart"


def test_roofs_and_tiles() -> None:
    ready = table(city=BUILT, tiles={1: "four_vp-BG lace-BP"})
    tiles = {tile["tile"]: tile for tile in ready.view()["players"][0]["tiles"]}
    assert tiles["four_vp-BG"]["places"] == [["b2", "c2"]]
    assert tiles["four_vp-BG"]["vp_now"] == 4
    assert tiles["lace-BP"]["places"] == []


def test_a_view_of_a_new_table_is_whole() -> None:
    view = new(4).view()
    assert len(view["city"]) == 40
    assert view["fountain"] == "d3"
    assert len(view["islands"]) == 6
    assert sum(len(port["ships"]) for port in view["ports"]) == 4
    assert len(view["lace"]) == 24
    assert len(view["routes"]) == 11
