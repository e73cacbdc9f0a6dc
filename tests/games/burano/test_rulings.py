"""Rulings (part 8 of the SPEC) that no clause test proves."""

from __future__ import annotations

from bungalow.games.burano import GAME
from bungalow.games.burano.data import read_box
from tests.clauses import clause
from tests.games.burano.builders import FULL, table
from tests.games.burano.test_actions import earning, lacing, sailing
from tests.games.burano.test_examples import BUILT, EIGHTEEN


@clause("BN-R16")
def test_the_first_worker_needs_privilege_for_an_occupied_square() -> None:
    given = {"rings": {1: "GOBPYBGBOYGW"}, "lace": {2: "w12"}, "islands": {2: "A"}}
    ready = lacing(**given)
    assert "lace w12" not in ready.options
    assert ready.clause_against("square:w12") == "BN-R16"
    ready = lacing(privilege={1: 1}, **given)
    assert "privilege w12" in ready.options


@clause("BN-R17")
def test_dropped_roof_tiles_leave_the_game() -> None:
    ready = table(2, at="cleanup", tiles={1: "islands-BG"}).play("drop islands-BG")
    assert ready.view()["removed_roofs"] == ["islands-BG"]
    assert ready.view()["roof_stacks"]["islands"] == 11


@clause("BN-R18")
def test_exhausted_kinds_leave_spaces_empty() -> None:
    ready = table(2, at="cleanup", tiles={1: "islands-BG"})
    drawn = ready.state.roof_drawn[:]
    drawn[0] = drawn[1] = drawn[2] = 12
    ready.state.roof_drawn = drawn
    ready.pieces = GAME.pieces(ready.state)
    ready.play("done")  # only four_vp is left: one tile for two spaces, drawn without a choice
    assert [tile.partition("-")[0] for tile in ready.tiles(1)] == ["islands", "four_vp"]
    assert ready.asked_player == 2 or ready.asked == "place_cube"


@clause("BN-R20")
def test_without_cards_only_privilege_is_left() -> None:
    ready = table(city=BUILT, tiles={1: "four_vp-BG"}, buildings="none", building_deck_size=0).play("roof")
    assert ready.privilege(1) == 2
    assert ready.vp(1) == 4


@clause("BN-R22")
def test_sold_fish_never_return() -> None:
    ready = sailing(west="pairs", hand={1: "tuna tuna"}, row="", deck="crab", deck_size=1)
    deck = ready.view()["fish_deck"]
    ready.play("sail PW")
    assert ready.sold(1) == "tuna tuna"
    assert ready.view()["fish_deck"] == deck
    assert ready.fish_row == []


@clause("BN-R23")
def test_an_empty_supply_gives_nothing() -> None:
    empty = dict.fromkeys("BPYGOW", 0)
    ready = table(privilege={1: 1}, pyramid={1: "B"}, supply=empty)
    assert "cube" not in ready.options
    assert ready.clause_against("do:cube") == "BN-R23"
    ready = table(2, at="cleanup", privilege={1: 1}, supply=empty)
    assert ready.asked == "roof_kind"  # neither substitutes nor purchases were asked
    assert ready.reserve(1) == ""


@clause("BN-R28")
def test_no_coins_for_privilege_in_clean_up() -> None:
    ready = table(2, at="cleanup", privilege={1: 3}, lace={1: "w01"}, pyramid={1: FULL})
    while ready.asked != "place_cube":
        assert "coin" not in ready.options
        ready.play("done" if "done" in ready.options else ready.options[0])


@clause("BN-R29")
def test_what_everybody_knows_of_fish() -> None:
    ready = sailing(docks="WWW WWW WWW WWW WOB WWW", row="crab crab clam", deck="tuna crab crab").play("sail E")
    ready.play("fish crab", "fish deck")
    mine, theirs = ready.view(1), ready.view(2)
    assert mine["own"] is not None
    assert mine["own"]["hand"]["tuna"] == 1
    assert theirs["players"][0]["fish"] == 2
    assert theirs["players"][0]["fish_seen"]["crab"] == 1
    assert theirs["players"][0]["fish_seen"]["tuna"] == 0
    heard = [GAME.say(event, GAME.seat_names(4, {})) for event in ready.state.heard(1)]
    assert "Player 1 takes the face-up crab" in heard
    assert "Player 1 draws a fish card" in heard
    assert not any("tuna" in line for line in heard)
    assert any("tuna" in GAME.say(event, GAME.seat_names(4, {})) for event in ready.state.heard(0))


@clause("BN-R29")
def test_sold_fish_and_shown_pyramids_are_public() -> None:
    ready = sailing(west="pairs", hand={1: "tuna tuna"}).play("sail PW")
    assert ready.view()["players"][0]["sold"]["tuna"] == 2
    assert ready.view()["players"][1]["pyramid"] is not None


@clause("BN-R30")
def test_a_pyramid_can_be_finished_in_a_fixed_order_when_time_runs_out() -> None:
    """The first option each time always leads to a whole pyramid: that is what a timer plays."""
    ready = table(2, at="pyramid", reserve={1: EIGHTEEN, 2: "BPYGOWBPYG"})
    for player in (1, 2):
        while ready.options_of(player) != ["confirm"]:
            ready.play_as(player, ready.options_of(player)[0])
    assert ready.pyramid(1) == "BBBPPPYYYGGGOO"
    assert ready.pyramid(2).startswith("BBPPYYGGO")


@clause("BN-R34")
def test_never_two_workers_of_one_player_on_a_square() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w11 w12"}, privilege={1: 2}, cards={1: "seamstress_circle"})
    assert not {"lace w11", "lace w12", "privilege w11", "privilege w12"} & set(ready.options)
    assert ready.clause_against("square:w11") == "BN-R34"


@clause("BN-R35")
def test_a_taken_coin_square_pays_the_newcomer() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w30", 2: "w02"}, islands={2: "A"}, privilege={1: 1})
    ready.play("privilege w02")
    assert ready.coins(1) == 1 + 1
    assert ready.coins(2) == 2


@clause("BN-R37")
def test_the_data_says_what_is_designed() -> None:
    box = read_box()
    assert {card.id for card in box.buildings if card.source == "designed"} == {"sold_fish_a", "sold_fish_b"}
    assert {piece.source for piece in box.pieces} == {"designed"}
    triplets = next(ship for ship in box.ships if ship.id == "triplets")
    assert [row.vp for row in triplets.rows if (row.groups, row.each) == (2, 3)] == [24]
    assert GAME.provenance()["designed"] > 0


@clause("BN-R38")
def test_no_port_may_be_entered_when_no_island_matches() -> None:
    given = {"docks": "WWW WWW WWW BYG BYG BYG", "west": "pairs", "hand": {1: "tuna tuna"}}
    ready = sailing(**given)
    assert ready.asked == "turn_menu"
    assert ready.boat(1) == "A"
    ready = sailing(privilege={1: 1}, **given)
    assert ready.options == ["swap", "skip"]  # the exception
    assert ready.clause_against("node:PW") == "BN-4.2"
    ready = sailing(cards={1: "shipyard"}, **given)
    assert ready.options == ["sail B", "sail PW"]  # an island two routes away matches


@clause("BN-R39")
def test_coins_and_cubes_for_privilege_only_between_moves() -> None:
    for ready in (sailing(privilege={1: 1}), lacing(privilege={1: 1}), earning(privilege={1: 1}, islands={1: "A A"})):
        assert not {"coin", "cube"} & set(ready.options)
        assert ready.clause_against("do:coin").startswith("BN-4")
