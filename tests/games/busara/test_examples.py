"""The worked examples of the SPEC, part 8, under their names. Ada is player 1, Bo player 2, Cy player 3."""

from __future__ import annotations

from bungalow.games.busara import GAME
from bungalow.games.busara.state import Busara
from tests.games.busara.builders import Table, full, table


def test_x1_forge_first_step() -> None:
    ada = table(boards={1: "F10 W11", 2: "E33"}).play("forge")
    assert ada.asked == "1 forge_start"
    seat = ada.state.actor()
    ada.play("forge b0:10")
    assert ada.virtues(1) == {"wisdom": 1}
    assert seat == 0


def test_x2_forge_chain() -> None:
    ada = table(boards={1: "F10 W11 E12 F13 F23", 2: "E33"})
    ada.play("forge", "forge b0:10", "step b0:12")
    assert ada.options == ["step b0:13", "stop"]
    ada.play("step b0:13")  # Fire on Fire is not offered, so the chain ends by itself
    assert ada.virtues(1) == {"wisdom": 1, "energy": 1, "security": 1}
    assert ada.board(1) == "F23"


def test_x3_trade_announcement() -> None:
    ada = table(boards={1: "A00 A01 A02 E33", 2: "F00 F02 F20 W33"})
    ada.want("FF")
    assert ada.asked == "2 trade_offer"
    ada.offer("FF", "AAA").play("accept 2", "give b1:00", "give b1:02")
    ada.play("place b0:00", "place b0:01", "place b1:10", "place b1:11", "place b1:12")
    assert ada.board(1) == "F00 F01 E33"
    assert ada.board(2) == "A10 A11 A12 F20 W33"
    crowded = full("F")  # 16 tokens, two of which are given: no room for three
    for_two = "offer fire 2"
    assert "ask water 3" not in table(boards={1: "A00 A01 A02 E33", 2: crowded}).want("FF").play(for_two).options
    room = table(boards={1: "A00 A01 A02 E33", 2: full("F", "33")}).want("FF").play(for_two)
    assert "ask water 3" in room.options


def test_x4_failed_trade() -> None:
    ada = table(3).want("F").play("no offer", "no offer")
    assert ada.asked == "1 choose_action"
    assert "trade" not in ada.options
    assert "draw" in ada.options


def test_x5_power_overrides() -> None:
    ada = table(kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: "F00 F22", 2: "E33"}).play("power")
    ada.play("move", "move b0:00 right", "move", "move b0:01 right")
    assert ada.board(1) == "F02 F22"
    assert ada.active == 2


def test_x6_reveal() -> None:
    ada = table(3, kingdoms={1: "konga"}, virtues={1: "2 art"})
    assert ada.view(2)["players"][0]["kingdom"] is None
    ada.play("power")
    for player in (0, 2, 3):
        seen = ada.view(player)
        assert seen["players"][0]["kingdom"] == "konga"
        assert seen["kingdoms"]["konga"]["goal"] == {"security": 4, "nature": 2, "art": 3}


def test_x7_embargo_full() -> None:
    bo = table(3, turn=2, boards={2: full()})
    assert bo.embargoed == [2]
    assert bo.asked == "3 choose_action"


def test_x8_embargo_empty() -> None:
    bo = table(3, turn=2, boards={2: ""})
    assert bo.embargoed == [2]
    assert bo.asked == "3 choose_action"


def test_x9_return() -> None:
    # Three players: board 3 lies below, its top row meets Bo's bottom row.
    cy = table(3, turn=3, boards={1: "F00 A33", 2: "", 3: "F03 A33"}, embargoed=[2])
    cy.play("move", "move b2:03 up")
    assert cy.board(2) == "F31"
    assert cy.embargoed == []
    cy.play("move", "move b0:00 right")
    assert cy.asked == "2 choose_action"


def test_x10_setup() -> None:
    state = GAME.new(2, {"layout": "quick", "starter": 1}, 3)
    while state.actor() != 0 or GAME.kinds[state.asked(0)].name != "place_token":
        state.apply(state.actor(), state.legal(state.actor())[0])
    ada = Table(_busara(state)).play("place b0:00")
    assert "place b0:01" not in ada.options
    assert "place b0:10" not in ada.options
    assert "place b0:11" in ada.options


def _busara(state: object) -> Busara:
    assert isinstance(state, Busara)
    return state


def test_x11_last_one_standing() -> None:
    bo = table(3, turn=2, boards={1: "", 2: ""}, embargoed=[1])
    assert bo.state.over()
    assert bo.winners == [3]


def test_x12_board_contact() -> None:
    state = GAME.new(2, {"starter": 1}, 3)
    bo = Table(_busara(state))
    assert bo.asked == "2 place_board"
    assert len(bo.options) == 20
    assert "at 4,2" in bo.options
    assert "at 2,4" in bo.options
    for corner in ("4,3", "3,4", "3,3"):
        assert f"at {corner}" not in bo.options
        assert bo.clause_against(f"corner:{corner}") == "BS-1.9"


def test_x13_setup_trap() -> None:
    ada = Table(_busara(GAME.new(2, {"layout": "quick", "starter": 1}, 3)))
    ada.play("place b0:02", "place b0:10", "place b0:23")
    assert "place b0:31" not in ada.options
    assert ada.clause_against("cell:b0:31") == "BS-1.13"


def test_x14_shared_forging() -> None:
    ada = table(boards={1: "W13 F33", 2: "E10 A11 F33"}).play("forge", "step b1:11")
    assert ada.virtues(1) == {"energy": 1, "nature": 1}
    assert ada.virtues(2) == {"energy": 1, "nature": 1}


def test_x16_empty_supply() -> None:
    ada = table(boards={1: "W13 F33", 2: "E10 A11 F33"}, supply={"energy": 1}).play("forge", "step b1:11")
    assert ada.virtues(1) == {"energy": 1, "nature": 1}
    assert ada.virtues(2) == {"nature": 1}


def test_x18_corner_trio() -> None:
    ada = table(boards={1: "F00 F01 F11 E33"}).play("remove")
    assert "target b0:33" in ada.options
    assert "remove" not in table(boards={1: "F00 F11 F22 E33"}).options


def test_x19_dome_on_remove() -> None:
    ada = table(boards={1: "F00 F01 F11 E33", 2: "W22 A00"}, kingdoms={2: "empire_volta"}, virtues={2: "1 art"})
    ada.play("remove", "target b1:22", "use")
    assert ada.board(1) == "E33"
    assert ada.board(2) == "A00 W22"
    assert ada.wealth(2) == 0
    assert ada.is_up(2)
    assert ada.asked == "2 choose_action"


def test_x20_necklace_on_magic() -> None:
    ada = table(kingdoms={1: "konga", 2: "bis_bese_avouman"}, virtues={1: "2 art", 2: "3 art"})
    ada.play("power")
    assert ada.asked == "2 react_power"
    ada.play("use")
    assert ada.asked == "2 choose_action"
    assert ada.is_up(1)
    assert ada.is_up(2)
    assert (ada.wealth(1), ada.wealth(2)) == (0, 0)


def test_x21_retraction_against_a_win() -> None:
    ada = table(
        kingdoms={1: "konga", 2: "mask_of_light"},
        virtues={1: "3 art 3 security 2 nature", 2: "2 economy"},
        boards={1: "F00 E01 A33", 2: "A00 A33"},
    )
    ada.play("forge", "forge b0:00")
    assert ada.asked == "2 react_action"
    ada.play("use")
    assert ada.board(1) == "F00 E01 A33"
    assert ada.virtues(1) == {"art": 3, "security": 3, "nature": 2}
    assert ada.wealth(2) == 0
    assert ada.winners == []
    assert ada.asked == "2 choose_action"


def test_x23_abundance_with_little_room() -> None:
    ada = table(4, kingdoms={1: "egolica"}, boards={1: full("E", "00 33")}).play("power")
    ada.play("take fire", "place b0:00", "take water")
    assert ada.count(1) == 16
    assert ada.is_up(1)
    assert ada.active == 2


def test_x24_identity_surfing_gives_the_game_away() -> None:
    ada = table(
        kingdoms={1: "aradas", 2: "konga"},
        virtues={1: "3 energy", 2: "2 art 3 wisdom 4 nature"},
    )
    ada.play("power")
    assert ada.state.over()
    assert ada.winners == [2]


def test_x27_manipulated_draw() -> None:
    ada = table(
        turn=2,
        kingdoms={1: "royaume_kongo"},
        virtues={1: "3 art 1 energy 1 nature", 2: "1 art 1 energy"},
        deck="hard_winter",
    )
    assert ada.asked == "1 react_start"
    ada.play("use", "pay art")
    assert ada.asked == "1 choose_action"
    ada.play("draw")
    assert ada.asked == "2 discard_virtue"


def test_x28_trade_frees_a_full_board() -> None:
    ada = table(3, boards={1: "A00 E33", 2: full("F")}, embargoed=[2]).want("FF").offer("FF", "A")
    ada.play("no offer", "accept 2")
    ada.play("give b1:00", "give b1:01", "place b0:00", "place b0:01", "place b1:00")
    assert ada.count(2) == 15
    assert ada.embargoed == []


def test_x29_deck_end() -> None:
    ada = table(drawn=36).play("draw")
    assert ada.state.drawn == 1
    assert ada.view(1)["deck"] == 35


def test_x30_cap() -> None:
    ada = table(turn=2, round=60, boards={1: "F00 F02", 2: "F00 F02 F20"}).play("move", "move b1:00 down")
    assert ada.state.over()
    assert ada.view(1)["ending"] == "cap"
    assert ada.winners == [2]


def test_x31_necklace_in_the_own_turn() -> None:
    ada = table(
        kingdoms={1: "bis_bese_avouman", 2: "mask_of_light"},
        virtues={1: "3 art", 2: "2 economy"},
        boards={1: "F00 E01 A33", 2: "A00 A33"},
    )
    ada.play("forge", "forge b0:00", "use")
    assert ada.asked == "1 react_power"
    ada.play("use", "pay security")
    assert ada.board(1) == "A33"
    assert ada.virtues(1) == {"art": 1}
    assert ada.wealth(2) == 0
    assert ada.is_up(1)
    assert ada.is_up(2)
    assert ada.asked == "2 choose_action"


def test_x32_retracted_power() -> None:
    boards = {1: "F00 A33", 2: "F00 A33", 3: "F00 A33"}
    cy = table(
        3, turn=3, boards=boards, kingdoms={3: "kavango_keendobe", 2: "mask_of_light"}, virtues={3: "3 art", 2: "2 art"}
    )
    cy.play("power", "number 1", "branch add", "take fire", "place b2:01", "take fire", "place b0:01")
    cy.play("take fire", "place b1:01")
    assert cy.asked == "2 react_action"
    cy.play("use")
    assert [cy.board(player) for player in (1, 2, 3)] == list(boards.values())
    assert cy.virtues(3) == {"art": 3}
    assert cy.is_up(3)
    assert cy.wealth(2) == 0
    assert cy.asked == "1 choose_action"


def test_x33_supply_by_steps() -> None:
    ada = table(boards={1: "W13 F33", 2: "E10 W11 F33"}, supply={"energy": 2}).play("forge", "step b1:11")
    assert ada.virtues(1) == {"energy": 1}
    assert ada.virtues(2) == {"energy": 1}
    assert ada.board(2) == "F33"


def test_x34_payment_order() -> None:
    ada = table(kingdoms={1: "konga"}, virtues={1: "1 security 1 economy 1 art"}).play("power")
    assert ada.options == ["pay security", "pay art"]
    exact = table(kingdoms={1: "konga"}, virtues={1: "1 security 1 economy"})
    exact.play("power")  # only Security can be paid first, then only Economy: nothing is asked
    assert exact.asked == "1 choose_action"
    assert exact.wealth(1) == 0


def test_x35_controlled_power() -> None:
    bo = table(
        turn=2,
        kingdoms={1: "royaume_kongo", 2: "logone"},
        up=[2],
        virtues={1: "3 art", 2: "4 energy"},
        boards={1: "F00 A33", 2: "F00 A33"},
    )
    bo.play("use")
    assert bo.asked == "1 choose_action"
    bo.play("power")
    assert bo.asked == "1 choose_resource_type"
    bo.play("take fire", "place b1:11", "place b1:12")
    assert bo.wealth(2) == 0
    assert bo.board(2) == "F00 F11 A12 A33"
    concealed = table(
        turn=2,
        kingdoms={1: "royaume_kongo", 2: "logone"},
        up=[2],
        hidden=[2],
        virtues={1: "3 art", 2: "4 energy"},
    )
    concealed.play("use")
    assert "power" not in concealed.options
    assert concealed.clause_against("action:power") == "BS-7.36"
