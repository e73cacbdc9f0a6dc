"""Trade: BS-7.1 to BS-7.9."""

from __future__ import annotations

from tests.clauses import clause
from tests.games.busara.builders import full, table


@clause("BS-7.1", "BS-7.8")
def test_trade_once_a_turn_and_another_action_if_it_fails() -> None:
    trading = table(3, boards={1: "F00 A33", 2: "F00 W11", 3: "E00"}).play("trade", "want F", "no offer")
    assert trading.asked == "1 choose_action"
    assert "trade" not in trading.options
    assert trading.clause_against("action:trade") == "BS-7.8"
    refused = table(boards={1: "F00 A33", 2: "F00 W11"}).play("trade", "want F", "ask A", "accept none")
    assert refused.asked == "1 choose_action"
    assert "trade" not in refused.options
    made = table(boards={1: "F00 A33", 2: "F00 W11"}).play("trade", "want F", "ask A", "accept 2")
    made.play("place b0:11", "place b1:33")
    assert made.asked == "2 choose_action"
    assert "trade" in made.options


@clause("BS-7.2")
def test_a_want_is_one_to_three_resources_that_somebody_has() -> None:
    trading = table(3, boards={1: "F00 A33", 2: "F00 F02 F20 F22", 3: "W00"}).play("trade")
    assert trading.options == ["want W", "want F", "want FF", "want FFF"]
    assert trading.clause_against("count:earth:2", "count:fire:0", "count:water:0", "count:wind:0") == "BS-7.2"
    nobody = table(3, boards={1: "F00 A33", 2: "", 3: ""}, embargoed=[2, 3])
    assert "trade" not in nobody.options
    assert nobody.clause_against("action:trade") == "BS-7.2"
    everything = table(boards={1: "F00", 2: "F00 F01 F02 A10 A11 A12 W20 W21 W22 E30 E31 E32"}).play("trade")
    assert len(everything.options) == 34


@clause("BS-7.3", "BS-R14")
def test_offers_go_round_clockwise_and_ask_for_up_to_three_of_the_active_player() -> None:
    trading = table(4, turn=2, boards={1: "F00 A33", 2: "E00 E02 E20 E22", 3: "A00", 4: "F00 A33"})
    trading.play("trade", "want F")
    assert trading.asked == "4 trade_offer"  # player 3 has no Fire
    assert trading.options == ["ask -", "ask E", "ask EE", "ask EEE", "no offer"]
    trading.play("ask EEE")
    assert trading.asked == "1 trade_offer"
    trading.play("ask -")
    assert trading.asked == "2 trade_accept"
    shown = trading.view(0)["trade"]
    assert shown is not None
    offers = {offer["seat"]: offer["asks"]["earth"] for offer in shown["offers"]}
    assert offers == {0: 0, 3: 3}  # public


@clause("BS-7.4", "BS-R15")
def test_both_must_have_room_for_what_they_receive() -> None:
    # Player 1 has one open space: for two tokens at least one must be given.
    tight = table(boards={1: full("E", "00"), 2: "F00 F02 A33"}).play("trade", "want FF")
    assert "ask -" not in tight.options
    assert "ask E" in tight.options
    path = [f"count:{name}:0" for name in ("fire", "water", "wind", "earth")]
    assert tight.clause_against(path[3], *path[:3]) == "BS-7.4"
    # Player 2's board is full: giving one makes room for one.
    stuffed = table(3, boards={1: "E00 E02 E20", 2: full("F"), 3: "A00"}).play("trade", "want F")
    assert stuffed.options == ["ask -", "ask E", "no offer"]


@clause("BS-7.5")
def test_the_active_player_accepts_one_offer_or_none() -> None:
    trading = table(4, boards={1: "E00 E02", 2: "F00", 3: "F00", 4: "F00"}).play("trade", "ask E", "no offer", "ask -")
    assert trading.options == ["accept 2", "accept 4", "accept none"]
    assert trading.clause_against("offer:3") == "BS-7.5"


@clause("BS-7.6")
def test_both_choose_which_tokens_of_the_agreed_types_they_hand_over() -> None:
    trading = table(boards={1: "E00 E02 A33", 2: "F00 F02 F20 W33"}).play("trade", "want FF", "ask E", "accept 2")
    assert trading.asked == "1 trade_pick"
    assert trading.options == ["give b0:00", "give b0:02"]
    assert trading.clause_against("cell:b0:33") == "BS-7.6"
    trading.play("give b0:02")
    assert trading.asked == "2 trade_pick"
    assert trading.play("give b1:20").options == ["give b1:00", "give b1:02"]
    forced = table(boards={1: "E00 A33", 2: "F00 W33"}).play("trade", "want F", "ask E", "accept 2")
    assert forced.asked == "1 place_token"


@clause("BS-7.7")
def test_both_place_what_they_receive_the_active_player_first() -> None:
    trading = table(boards={1: "E00 A33", 2: "F00 W33"}).play("trade", "want F", "ask E", "accept 2")
    assert trading.asked == "1 place_token"
    assert "place b0:00" in trading.options  # just vacated
    trading.play("place b0:00")
    assert trading.asked == "2 place_token"
    trading.play("place b1:00")
    assert (trading.board(1), trading.board(2)) == ("F00 A33", "E00 W33")


@clause("BS-7.9", "BS-R13")
def test_embargoed_players_may_offer_react_and_win() -> None:
    trading = table(3, boards={1: "A00 E33", 2: full("F"), 3: "W00"}, embargoed=[2]).play("trade", "want F")
    assert trading.asked == "2 trade_offer"
    reacting = table(
        3, boards={1: "F00 F22", 2: "", 3: "W00"}, embargoed=[2], kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}
    )
    assert reacting.play("move", "move b0:00 right").asked == "2 react_action"
    stuck = table(
        3, boards={1: "F00 F22", 2: "", 3: "W00"}, embargoed=[2], kingdoms={2: "telalila"}, virtues={2: "2 art"}
    )
    stuck.play("move", "move b0:00 right")
    assert stuck.asked == "3 choose_action"  # Time only if they could act
    winning = table(
        3, boards={1: "F03 W33", 2: full("E"), 3: "W00"}, embargoed=[2], kingdoms={2: "konga"},
        virtues={2: "3 art 3 security 2 nature"},
    )  # fmt: skip
    winning.play("forge", "forge b0:03")
    assert winning.winners == [2]
