"""Draw, Move, Forge and Remove: BS-3 to BS-6."""

from __future__ import annotations

from tests.clauses import clause
from tests.games.busara.builders import full, table

# -- Draw -----------------------------------------------------------------------------------------------------------


@clause("BS-3.1", "BS-R10")
def test_draw_needs_an_open_space() -> None:
    # Konga's granted actions are the only way to act with a full board.
    granted = table(kingdoms={1: "konga"}, boards={1: full("E", "33"), 2: "F00"}, virtues={1: "2 art"}, deck="r-fire")
    granted.play("power", "draw")
    assert granted.count(1) == 16
    assert granted.asked == "1 choose_action"
    assert "draw" not in granted.options
    assert granted.clause_against("action:draw") == "BS-3.1"
    assert granted.embargoed == []


@clause("BS-3.2", "BS-R32")
def test_an_empty_deck_is_renewed_only_by_a_draw() -> None:
    last = table(deck="r-fire", drawn=35)
    last.play("draw", "place b0:11")
    assert last.state.drawn == 36
    assert "reshuffled" not in last.happened()
    last.play("draw")
    assert "reshuffled" in last.happened()
    assert last.state.drawn == 1


@clause("BS-3.3")
def test_the_card_is_turned_for_everyone() -> None:
    drawn = table(3, deck="r-wind").play("draw")
    assert all(drawn.view(player)["turned"] == "r-wind" for player in (0, 1, 2, 3))
    assert any("draws Wind" in line for line in drawn.log(0))


@clause("BS-3.4")
def test_the_token_goes_to_any_open_space_of_the_own_board() -> None:
    drawn = table(boards={1: "F00", 2: "F00"}, deck="r-fire").play("draw")
    assert drawn.asked == "1 place_token"
    assert len(drawn.options) == 15
    assert "place b0:01" in drawn.options  # next to Fire
    assert drawn.clause_against("cell:b1:01") == "BS-3.4"
    drawn.play("place b0:01")
    assert drawn.board(1) == "F00 F01"
    assert drawn.state.realm.stock[0] == 17


@clause("BS-3.5", "BS-R11")
def test_nothing_comes_from_an_empty_stock() -> None:
    drawn = table(deck="r-fire", stock={0: 0}).play("draw")
    assert drawn.count(1) == 2
    assert drawn.active == 2
    offered = table(deck="caravan", stock={1: 0, 2: 0}).play("draw")
    assert offered.options == ["take fire", "take earth"]


@clause("BS-3.6")
def test_an_event_is_carried_out_and_gives_no_resource() -> None:
    drawn = table(deck="shortage", boards={1: "F00 A33", 2: "F00 A33"}).play("draw")
    assert drawn.asked == "1 discard_token"
    drawn.play("discard b0:00")
    assert drawn.asked == "2 discard_token"
    drawn.play("discard b1:33")
    assert (drawn.board(1), drawn.board(2)) == ("A33", "F00")


@clause("BS-3.7")
def test_the_drawer_with_the_dome_may_cancel_a_disaster() -> None:
    drawn = table(3, kingdoms={1: "empire_volta"}, virtues={1: "1 art"}, deck="shortage").play("draw")
    assert drawn.asked == "1 react_threat"
    drawn.play("use")
    assert [drawn.count(player) for player in (1, 2, 3)] == [2, 2, 2]
    assert drawn.wealth(1) == 0
    passed = table(3, kingdoms={1: "empire_volta"}, virtues={1: "1 art"}, deck="shortage").play("draw", "pass")
    assert passed.asked == "1 discard_token"
    boon = table(kingdoms={1: "empire_volta"}, virtues={1: "1 art"}, deck="caravan").play("draw")
    assert boon.asked == "1 choose_resource_type"


@clause("BS-3.8")
def test_the_card_goes_to_the_discard_pile() -> None:
    drawn = table(deck="r-fire r-water")
    assert drawn.view(1)["discard"] == []
    drawn.play("draw")
    assert drawn.view(1)["discard"] == []
    drawn.play("place b0:11")
    assert drawn.view(1)["discard"] == ["r-fire"]
    assert drawn.view(1)["turned"] is None


# -- Move -----------------------------------------------------------------------------------------------------------


@clause("BS-4.1", "BS-R12")
def test_move_one_own_resource_one_step() -> None:
    moving = table(boards={1: "F11", 2: "A22"}).play("move")
    assert moving.options == [f"move b0:11 {way}" for way in ("up", "right", "down", "left")]
    assert moving.clause_against("cell:b1:22") == "BS-4.1"
    moving.play("move b0:11 down")
    assert moving.board(1) == "F21"
    assert moving.active == 2


@clause("BS-4.2")
def test_a_resource_moved_to_another_board_changes_hands() -> None:
    moving = table(boards={1: "F03 F33", 2: "A22"}).play("move", "move b0:03 right")
    assert moving.board(1) == "F33"
    assert moving.board(2) == "F00 A22"
    assert moving.active == 2
    assert "move b1:00 right" in moving.play("move").options


@clause("BS-4.3")
def test_no_move_off_the_boards_nor_diagonally_nor_onto_a_token() -> None:
    moving = table(boards={1: "F00 A01 F33", 2: "A22"}).play("move")
    assert "move b0:00 up" not in moving.options
    assert "move b0:00 left" not in moving.options
    assert "move b0:00 right" not in moving.options
    assert "move b0:00 down" in moving.options
    assert moving.clause_against("cell:b0:01", "cell:b0:00") == "BS-4.3"
    assert moving.clause_against("cell:b0:11", "cell:b0:00") == "BS-4.3"
    assert moving.clause_against("off:up", "cell:b0:00") == "BS-4.3"


# -- Forge ----------------------------------------------------------------------------------------------------------


@clause("BS-5.1")
def test_a_chain_starts_on_the_own_board() -> None:
    forging = table(boards={1: "F03", 2: "W00 E01"}).play("forge")
    # The only start is played for the player: the chain goes on to player 2's board.
    assert forging.asked == "1 forge_step"
    assert forging.view(1)["chain"] == {"cells": ["b0:03", "b1:00"], "virtues": ["wisdom"]}
    moved = table(boards={1: "F00 A33", 2: "W20"}, turn=2).play("move", "move b1:20 left")
    assert moved.board(1) == "F00 W23 A33"
    assert "forge" in moved.options  # Wind at 23 was not placed by player 1
    begun = moved.play("forge")
    assert begun.options == ["forge b0:23", "forge b0:33"]
    assert begun.clause_against("cell:b0:00") == "BS-5.2"
    assert begun.clause_against("cell:b1:00") == "BS-5.1"


@clause("BS-5.2")
def test_a_step_goes_to_an_adjacent_resource_of_another_type_not_in_the_chain() -> None:
    forging = table(boards={1: "F11 W12 F01 A10 E21 E33", 2: "F00"}).play("forge", "forge b0:11")
    assert forging.options == ["step b0:10", "step b0:12", "step b0:21"]
    assert forging.clause_against("cell:b0:01") == "BS-5.2"
    assert forging.clause_against("cell:b0:33") == "BS-5.2"
    ring = table(boards={1: "F00 W01 A10 E11 E33", 2: "F00"}).play("forge", "forge b0:00", "step b0:01")
    assert ring.options == ["step b0:11", "stop"]
    assert ring.clause_against("cell:b0:00") == "BS-5.2"


@clause("BS-5.3", "BS-R2")
def test_each_pair_of_resources_forges_its_virtue() -> None:
    recipes = {"FA": "art", "FW": "wisdom", "FE": "security", "AW": "economy", "AE": "nature", "WE": "energy"}
    for pair, virtue in recipes.items():
        one, other = pair[0], pair[1]
        for first, second in ((one, other), (other, one)):
            forging = table(boards={1: f"{first}00 {second}01 F33", 2: "F00"}).play("forge", "forge b0:00")
            assert forging.virtues(1) == {virtue: 1}


@clause("BS-5.4")
def test_at_least_one_step_then_stop_or_go_on() -> None:
    forging = table(boards={1: "F00 W01 W10 E11 F33", 2: "F00"}).play("forge", "forge b0:00")
    assert "stop" not in forging.options
    assert forging.clause_against("do:stop") == "BS-5.4"
    forging.play("step b0:01")
    assert forging.options == ["step b0:11", "stop"]
    forging.play("step b0:11")  # turns the corner
    assert forging.options == ["step b0:10", "stop"]
    forging.play("stop")
    assert forging.board(1) == "W10 F33"


@clause("BS-5.5", "BS-5.6", "BS-R16")
def test_the_chain_may_cross_boards_and_pays_the_owner_of_the_space_stepped_to() -> None:
    forging = table(boards={1: "W03 F13 E33", 2: "E00 A10 F33"}).play("forge", "forge b0:03", "step b1:00")
    assert (forging.virtues(1), forging.virtues(2)) == ({"energy": 1}, {"energy": 1})
    forging.play("step b1:10")
    assert (forging.virtues(1), forging.virtues(2)) == ({"energy": 1, "nature": 1}, {"energy": 1, "nature": 1})
    # Back home: no board met before is paid, only the one stepped to.
    forging.play("step b0:13")
    assert forging.asked == "2 choose_action"
    assert forging.virtues(1) == {"energy": 1, "nature": 1, "art": 1}
    assert forging.virtues(2) == {"energy": 1, "nature": 1}


@clause("BS-5.7")
def test_all_resources_of_the_chain_are_discarded() -> None:
    forging = table(boards={1: "W03 F33", 2: "E00 A33"})
    stock = [int(count) for count in forging.state.realm.stock]
    forging.play("forge")
    assert (forging.board(1), forging.board(2)) == ("F33", "A33")
    assert [int(count) for count in forging.state.realm.stock] == [stock[0], stock[1], stock[2] + 1, stock[3] + 1]


@clause("BS-5.8", "BS-R17")
def test_an_empty_supply_gives_nothing_and_the_step_stays_legal() -> None:
    forging = table(boards={1: "W00 E01 F33", 2: "F00"}, supply={"energy": 0}).play("forge", "forge b0:00")
    assert forging.virtues(1) == {}
    assert forging.board(1) == "F33"
    one_left = table(boards={1: "W03 F33", 2: "E00 A33"}, supply={"energy": 1}).play("forge")
    assert (one_left.virtues(1), one_left.virtues(2)) == ({"energy": 1}, {})


# -- Remove ---------------------------------------------------------------------------------------------------------


@clause("BS-6.1")
def test_three_connected_of_one_type() -> None:
    corner = table(boards={1: "F00 F01 F11 A33", 2: "F00"}).play("remove")
    assert corner.asked == "1 remove_target"
    line = table(boards={1: "F00 F01 F02 F03 A33", 2: "F00"}).play("remove")
    assert line.options == ["three 00 01 02", "three 01 02 03"]
    assert line.clause_against("cell:b0:33") == "BS-6.1"
    diagonal = table(boards={1: "F00 F11 F22 A33", 2: "F00"})
    assert "remove" not in diagonal.options
    assert diagonal.clause_against("action:remove") == "BS-6.1"
    mixed = table(boards={1: "F00 F01 A02 F12", 2: "F00"})
    assert "remove" not in mixed.options


@clause("BS-6.2", "BS-R19")
def test_the_active_player_chooses_any_resource_to_be_discarded() -> None:
    removing = table(boards={1: "F00 F01 F11 A33", 2: "F00 W22"}).play("remove")
    assert removing.board(1) == "A33"
    assert removing.options == ["target b0:33", "target b1:00", "target b1:22"]
    assert removing.clause_against("cell:b1:11") == "BS-6.2"
    removing.play("target b1:22")
    assert removing.board(2) == "F00"
    own = table(boards={1: "F00 F01 F11 A33", 2: "F00 W22"}).play("remove", "target b0:33")
    assert own.board(1) == ""


@clause("BS-6.3", "BS-R18")
def test_some_other_resource_must_exist() -> None:
    alone = table(3, boards={1: "F00 F01 F11", 2: "", 3: ""})
    assert "remove" not in alone.options
    assert alone.clause_against("action:remove") == "BS-6.3"
    with_target = table(3, boards={1: "F00 F01 F11", 2: "", 3: "E00"})
    assert "remove" in with_target.options


@clause("BS-6.4")
def test_the_attacked_player_may_use_the_dome() -> None:
    attacked = table(boards={1: "F00 F01 F11 A33", 2: "F00 W22"}, kingdoms={2: "empire_volta"}, virtues={2: "1 art"})
    attacked.play("remove", "target b1:22")
    assert attacked.asked == "2 react_threat"
    attacked.play("use")
    assert attacked.board(2) == "F00 W22"
    assert attacked.board(1) == "A33"
    assert attacked.active == 2
    own = table(boards={1: "F00 F01 F11 A33 W22"}, kingdoms={1: "empire_volta"}, virtues={1: "1 art"})
    own.play("remove", "target b0:22")
    assert own.board(1) == "A33"
