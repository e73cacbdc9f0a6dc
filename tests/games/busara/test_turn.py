"""Turns, goals, Embargo and the end: BS-2 and BS-8."""

from __future__ import annotations

from typing import cast

import pytest

from bungalow.games.busara import GAME
from bungalow.games.busara.state import ENDLESS, Busara
from bungalow.games.busara.view import BusaraView
from tests.clauses import clause
from tests.games.busara.builders import full, table

MOVE_1 = ("move", "move b0:00 right")


@clause("BS-2.1")
def test_turns_go_clockwise() -> None:
    going = table(3, turn=2, boards=dict.fromkeys((1, 2, 3), "F00 F22"))
    going.play("move", "move b1:00 right")
    assert going.active == 3
    going.play("move", "move b2:00 right")
    assert going.active == 1


@clause("BS-2.2", "BS-8.4")
def test_an_embargoed_player_skips_without_reactions_until_both_conditions_hold() -> None:
    # Player 1 could manipulate player 2's turn, and could take an extra turn after it, but the turn is skipped.
    skipped = table(3, turn=2, boards={2: ""}, kingdoms={1: "royaume_kongo", 3: "telalila"}, virtues={1: "3 art"})
    assert skipped.embargoed == [2]
    assert skipped.asked == "1 react_start"
    assert skipped.active == 3
    again = table(3, turn=2, boards={2: ""}, embargoed=[2])
    assert again.active == 3
    free = table(3, turn=2, boards={2: "F00"}, embargoed=[2])
    assert free.asked == "2 choose_action"
    assert free.embargoed == []


@clause("BS-2.3")
def test_the_window_at_the_start_of_a_turn() -> None:
    started = table(kingdoms={2: "royaume_kongo"}, virtues={2: "3 art"})
    assert started.asked == "2 react_start"
    assert started.play("pass").asked == "1 choose_action"
    own = table(kingdoms={1: "royaume_kongo"}, virtues={1: "3 art"})
    assert own.asked == "1 choose_action"


@clause("BS-2.4", "BS-R9")
def test_exactly_one_action_and_no_pass() -> None:
    going = table(boards={1: "F00 F22", 2: "F00"}, virtues={1: "9 art"}, kingdoms={1: "konga"})
    assert going.options == ["draw", "move", "trade", "power"]
    assert going.clause_against("action:pass") == "BS-2.4"
    assert going.play(*MOVE_1).active == 2


@clause("BS-2.5")
def test_the_window_after_an_action_but_not_after_a_failed_trade() -> None:
    acted = table(boards={1: "F00 F22", 2: "F00"}, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"})
    acted.play("trade", "no offer")
    assert acted.asked == "1 choose_action"
    assert acted.play(*MOVE_1).asked == "2 react_action"
    cancelled = table(
        3,
        kingdoms={1: "konga", 2: "mask_of_light", 3: "bis_bese_avouman"},
        virtues={1: "2 art", 2: "2 art", 3: "3 art"},
    )
    assert cancelled.play("power", "use").asked == "2 react_action"  # a cancelled Power is an action too


@clause("BS-2.6", "BS-8.6")
def test_marks_are_cleared_after_an_action_and_set_only_at_a_turn_start() -> None:
    freed = table(boards={1: "F03 F22", 2: "", 3: "F00"}, embargoed=[2], seats=3).play("move", "move b0:03 right")
    assert freed.embargoed == []
    emptied = table(3, boards={1: "F03", 2: "F33"}).play("move", "move b0:03 right")
    assert emptied.count(1) == 0
    assert emptied.embargoed == []


@clause("BS-2.7")
def test_granted_actions_have_their_own_snapshots() -> None:
    twice = table(
        kingdoms={1: "konga", 2: "mask_of_light"}, virtues={1: "2 art", 2: "2 art"}, boards={1: "F00 F22", 2: "F00"}
    )
    twice.play("power", "pass", *MOVE_1, "pass", "move", "move b0:01 right", "use")
    assert twice.board(1) == "F01 F22"  # only the second move is undone
    assert twice.active == 2


@clause("BS-2.8", "BS-2.9")
def test_an_extra_turn_comes_next_and_then_the_normal_order() -> None:
    timed = table(3, kingdoms={3: "telalila"}, virtues={3: "2 art"}, boards=dict.fromkeys((1, 2, 3), "F00 F22"))
    timed.play(*MOVE_1)
    assert timed.asked == "3 react_turn_end"
    timed.play("use")
    assert timed.asked == "3 choose_action"
    timed.play("move", "move b2:00 right")
    assert timed.asked == "2 choose_action"


@clause("BS-2.10")
def test_a_power_overrides_the_rules() -> None:
    twice = table(kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: "F00 F22", 2: "F00"}).play("power")
    assert twice.view(1)["actions_left"] == 1
    twice.play(*MOVE_1)
    assert twice.asked == "1 choose_action"


@clause("BS-2.11")
def test_discards_go_back_to_stock_and_supply() -> None:
    paid = table(kingdoms={1: "konga"}, virtues={1: "2 art"}).play("power")
    assert paid.view(1)["supply"]["art"] == 12
    lost = table(deck="shortage", boards={1: "F00", 2: "F00"}).play("draw")
    assert lost.state.realm.stock[0] == 20


@clause("BS-2.12")
def test_a_space_holds_one_token() -> None:
    placing = table(deck="r-fire", boards={1: "F00 A11", 2: "F00"}).play("draw")
    assert "place b0:00" not in placing.options
    assert placing.clause_against("cell:b0:00") == "BS-2.12"


# -- goals ----------------------------------------------------------------------------------------------------------

KONGA = "3 art 4 security 2 nature"


@clause("BS-8.1")
def test_whoever_has_all_virtues_reveals_and_wins() -> None:
    won = table(
        kingdoms={1: "konga"}, virtues={1: "3 art 3 security 4 nature 1 wisdom"}, boards={1: "F00 E01 A33", 2: "F00"}
    )
    won.play("forge", "forge b0:00")
    assert won.state.over()
    assert won.winners == [1]
    assert won.is_up(1)
    assert won.view(2)["ending"] == "goal"
    short = table(kingdoms={1: "konga"}, virtues={1: "3 art 2 security 9 nature"}, boards={1: "F00 E01 A33", 2: "F00"})
    assert not short.play("forge", "forge b0:00").state.over()


@clause("BS-8.2", "BS-R28")
def test_every_player_is_checked_after_the_window() -> None:
    shared = table(kingdoms={2: "konga"}, virtues={2: "3 art 3 security 2 nature"}, boards={1: "F03 A33", 2: "E00 A33"})
    shared.play("forge")
    assert shared.winners == [2]


@clause("BS-8.3", "BS-R29")
@pytest.mark.parametrize(("ada", "bo", "winner"), [("F03 W33 W31 W20", "E00 W33", 1), ("F03 W33", "E00 W33 W31", 2)])
def test_a_tie_goes_to_more_resources(ada: str, bo: str, winner: int) -> None:
    kingdoms, virtues = (
        {1: "konga", 2: "mask_of_light"},
        {1: "3 art 3 security 2 nature", 2: "3 art 3 security 2 economy"},
    )
    both = table(kingdoms=kingdoms, virtues=virtues, boards={1: ada, 2: bo}).play("forge")
    both.play("pass") if both.asked else both
    assert both.winners == [winner]
    equal = table(kingdoms=kingdoms, virtues=virtues, boards={1: "F03 W33", 2: "E00 W33"}).play("forge")
    equal.play("pass") if equal.asked else equal
    assert equal.winners == [1]  # the active player


@clause("BS-R29")
@pytest.mark.parametrize(("more", "winner"), [("", 3), ("A33", 1)])
def test_a_tie_among_others_goes_to_more_resources_then_to_the_first_clockwise(more: str, winner: int) -> None:
    # Player 2's chain goes from board 2 over board 1 to board 3, whose owners both complete their goals.
    both = table(
        3,
        turn=2,
        kingdoms={1: "konga", 3: "mask_of_light"},
        virtues={1: "3 art 3 security 2 nature", 3: "3 art 2 economy 3 security"},
        boards={1: f"F33 A00 {more.replace('33', '11')}", 2: "E30 A00", 3: "E01 A33"},
    )
    both.play("forge", "step b2:01", "pass")
    assert both.winners == [winner]


@clause("BS-8.3", "BS-R28")
def test_a_goal_reached_with_the_first_of_two_actions_ends_the_game_at_once() -> None:
    """Whoever has all Virtues wins at that time: the other action of the turn is not played (BS-R28)."""
    magic = ("power", "pay economy")
    own = table(
        kingdoms={1: "konga"}, virtues={1: "2 economy 3 art 3 security 2 nature"}, boards={1: "F00 E01 W33", 2: "A33"}
    )
    own.play(*magic, "forge", "forge b0:00")
    assert own.winners == [1]
    assert own.state.actions_left == 1
    # The first action completes the goal of player 2; with the second player 1 would complete theirs.
    kingdoms = {1: "konga", 2: "kavango_keendobe"}
    virtues = {1: "2 economy 3 art 4 security 1 nature", 2: "3 wisdom 4 economy 1 security"}
    boards = {1: "F03 A20 E21 W33 W31", 2: "E00 A33"}
    shared = table(kingdoms=kingdoms, virtues=virtues, boards=boards).play(*magic, "forge", "forge b0:03")
    assert shared.winners == [2]
    assert shared.state.actions_left == 1
    # With one chain both reach it in the same moment: then more resources decide.
    boards = {1: "F03 W33 W31", 2: "E00 A01 W33"}
    both = table(kingdoms=kingdoms, virtues=virtues, boards=boards).play(*magic, "forge", "step b1:01")
    assert both.winners == [1]


@clause("BS-8.5", "BS-R31")
def test_the_last_one_not_embargoed_wins_at_once() -> None:
    two = table(turn=2, boards={2: full()})
    assert two.winners == [1]
    assert two.view(1)["ending"] == "embargo"
    three = table(3, turn=2, boards={2: ""})
    assert not three.state.over()
    last = table(3, turn=2, boards={2: "", 3: "F00"}, embargoed=[3])
    assert last.winners == [1]


@clause("BS-8.5")
def test_the_last_one_in_play_stands_before_whoever_came_further() -> None:
    won = table(3, turn=2, boards={2: full(), 3: ""}, embargoed=[3], virtues={1: "1 economy", 2: "3 art", 3: "4 art"})
    scores = won.state.standing().scores
    assert won.winners == [1]
    assert scores[0].rank == 1
    assert scores[0].total > scores[2].total


@clause("BS-8.7", "BS-R30")
def test_the_game_ends_after_round_60() -> None:
    early = table(turn=2, round=59, boards={1: "F00 F22", 2: "F00 F22"}).play("move", "move b1:00 right")
    assert early.view(1)["round"] == 60
    ended = table(turn=2, round=60, boards={1: "F00 F22", 2: "F00 F22"}).play("move", "move b1:00 right")
    assert ended.view(1)["ending"] == "cap"
    assert ended.winners == [1, 2]  # a shared win
    queued = table(
        turn=2, round=60, boards={1: "F00 F22", 2: "F00 F22"}, kingdoms={1: "telalila"}, virtues={1: "2 art"}
    )
    queued.play("move", "move b1:00 right", "use")
    assert queued.asked == "1 choose_action"  # an extra turn queued in the last turn is played
    assert queued.play(*MOVE_1).state.over()


@clause("BS-8.7", "BS-R30")
def test_a_table_may_be_played_without_a_cap() -> None:
    assert GAME.new(2).settings["cap"] == 60
    words = next(option.words for option in GAME.options if option.name == "cap")
    assert "(at most 1,000 rounds)" in words
    assert "(at most 1,000 rounds)" in GAME.guide()
    endless = GAME.new(2, {"cap": "none"}, 5)
    assert isinstance(endless, Busara)
    assert endless.last_round == ENDLESS
    assert cast(BusaraView, endless.view(0))["round_cap"] is None
    assert endless.checksum() != GAME.new(2, {}, 5).checksum()
    going = table(turn=2, round=60, boards={1: "F00 F22", 2: "F00 F22"})
    going.state.last_round = ENDLESS
    assert going.play("move", "move b1:00 right").view(1)["round"] == 61
    # Every game ends all the same.
    late = table(turn=2, round=1000, boards={1: "F00 F22", 2: "F00 F22"})
    late.state.last_round = ENDLESS
    assert late.play("move", "move b1:00 right").view(1)["ending"] == "cap"


def test_ranking_at_the_cap_as_in_the_worked_table() -> None:
    ranked = table(
        4,
        turn=4,
        round=60,
        kingdoms={1: "konga", 2: "logone", 3: "milu", 4: "ubunifu"},
        virtues={
            1: "3 art 2 security 2 nature 4 wisdom",
            2: "5 wisdom 3 nature 1 economy",
            3: "2 energy 4 economy",
            4: "2 art",
        },
        boards={
            1: "F00 F02 F20 F22 F33",
            2: "F00 F02 F20 F22 F31 F33",
            3: "E00 E02 E11 E13 E20 E22 E31 E33 W01",
            4: "A00 A02 A20",
        },
    )
    ranked.play("move", "move b3:00 right")
    standing = ranked.state.standing()
    assert [dict(score.parts)["progress"] for score in standing.scores] == [7, 7, 6, 2]
    assert [score.rank for score in standing.scores] == [2, 1, 3, 4]


@clause("BS-R25")
def test_granted_actions_are_two_and_none_is_a_power() -> None:
    granted = table(3, kingdoms={1: "konga"}, virtues={1: "4 art"}, boards={1: "F00 E01", 2: "F00", 3: "F00"})
    granted.play("power")
    assert "power" not in granted.options
    assert granted.clause_against("action:power") == "BS-7.21"
    granted.play("trade", "no offer", "no offer")
    assert "trade" not in granted.options
    granted.play("forge", "forge b0:00")
    # The board is empty, but Embargo is not checked between the two; the failed Trade counts for the whole turn.
    assert granted.asked == "1 choose_action" or granted.asked.endswith("place_token")
    assert granted.embargoed == []
    assert granted.view(1)["trade_used"]
    # An accepted Trade does not.
    trading = table(kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: "A00 A33", 2: "F00 W11"})
    trading.play("power").want("F").offer("F", "A").play("accept 2")
    trading.play("give b0:00", "place b0:00", "place b1:00")
    assert trading.asked == "1 choose_action"
    assert not trading.view(1)["trade_used"]
    assert "trade" in trading.options
    trading.want("W").play("no offer")
    assert trading.asked == "1 choose_action"
    assert trading.clause_against("action:trade") == "BS-7.8"
    # With a full board some action is always legal: here all sixteen are alike.
    stuffed = table(
        kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: full("E", "00"), 2: "E00 E10 E20 E30"}, deck="r-earth"
    )
    stuffed.play("power", "draw")
    assert stuffed.options == ["remove", "trade"]
