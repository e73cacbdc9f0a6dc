"""Busara in words: options with their effect, warnings, questions, reasons, and notation as people type it."""

from __future__ import annotations

import pytest

from bungalow.bots.greedy import GreedyBot
from bungalow.core.errors import IllegalMove, NotYourTurn, UnreadableMove
from bungalow.core.random import seeded
from bungalow.core.registry import find
from bungalow.games.busara import GAME
from bungalow.games.busara.heuristic import BusaraHeuristic, trade_made
from bungalow.games.busara.kinds import STOP_CHAIN
from bungalow.games.busara.state import Busara
from tests.games.busara.builders import Table, full, table

HEURISTIC = find("busara").heuristic
assert isinstance(HEURISTIC, BusaraHeuristic)
WEIGHTS = HEURISTIC.by_place


def test_a_step_says_what_it_earns_and_for_whom() -> None:
    forging = table(boards={1: "W13 F03 A33", 2: "E10 A00 F33"}).play("forge", "forge b0:03")
    assert forging.words == ["On to Wind at b0:13: Wisdom", "On to Water at b1:00: Art, also for player 2"]
    assert forging.state.targets(0, 16) == ("cell:b1:00",)
    assert forging.state.targets(0, int(STOP_CHAIN)) == ("do:stop",)


def test_a_warning_before_embargoing_oneself() -> None:
    moving = table(boards={1: "F03", 2: "A33"}).play("move")
    leaving = {text for text in moving.words if text.endswith("leaves your board empty: you would be Embargoed")}
    assert len(leaving) == 1  # only the step across the border
    forging = table(boards={1: "F00 W01 F02", 2: "A33"}).play("forge", "forge b0:00")
    assert forging.options == ["step b0:02", "stop"]
    assert "leaves your board empty" in forging.words[0]
    assert "Embargoed" not in forging.words[1]
    filling = table(boards={1: full("E", "00 01"), 2: "F00"}, kingdoms={1: "logone"}, virtues={1: "4 art"}).play(
        "power"
    )
    assert filling.asked == "1 place_token"
    assert "Embargoed" not in filling.words[0]


def test_the_last_open_space_is_warned_of() -> None:
    placing = table(boards={1: full("E", "00 01"), 2: "F00"}, deck="caravan").play("draw", "take fire")
    assert not any("Embargoed" in text for text in placing.words)
    removing = table(boards={1: "F00 F01 F02 F11", 2: "A00"}).play("remove", "three 00 01 02")
    assert removing.words[0].endswith("leaves your board empty: you would be Embargoed")


def test_people_may_type_loosely() -> None:
    trading = table(boards={1: "A00 A01 E33", 2: "F00 F02 F20 W11"}).play("TRADE", " want   Fire 2 ", "wind 1")
    assert trading.asked == "2 trade_offer"
    assert trading.play("FIRE 1", "Done", "water 1", "earth 1").options == ["accept 2", "accept none"]
    with pytest.raises(UnreadableMove, match="should read like 'accept 2'"):
        trading.play("accept all")


def test_errors_name_the_clause() -> None:
    made = table(boards={1: "F00 A33", 2: "F00"})
    with pytest.raises(IllegalMove, match=r"BS-5\.2"):
        made.play("forge")
    with pytest.raises(NotYourTurn):
        made.state.play(1, 0)
    made.play("move")
    with pytest.raises(IllegalMove, match=r"BS-4\.3"):
        made.play("move b0:00 up")


def test_questions_fit_the_moment() -> None:
    drawing = table(deck="r-wind").play("draw")
    assert GAME.question(drawing.state, 0) == "Where to place Wind?"
    held = table(turn=2, kingdoms={1: "royaume_kongo"}, virtues={1: "3 art"}).play("use")
    assert GAME.question(held.state, 0) == "Which action for player 2?"
    wanting = table(boards={1: "A00", 2: "F00 F02 E11"}).play("trade", "want fire 2")
    assert GAME.question(wanting.state, 0) == "You want 2 Fire. What else?"
    wanting.play("done")
    assert GAME.question(wanting.state, 1) == "Player 1 wants 2 Fire. What do you give?"
    wanting.play("offer fire 2")
    assert GAME.question(wanting.state, 1) == "You give 2 Fire. What do you ask in return?"
    assert wanting.words == ["Ask for 1 Water", "Make no offer", "Give 2 Fire for nothing: a gift"]


def test_every_kind_has_a_stable_name_and_windows_can_be_passed() -> None:
    names = [kind.name for kind in GAME.kinds]
    assert len(set(names)) == 30
    for kind in GAME.kinds:
        if kind.name.startswith("react_"):
            assert kind.passes == 0


def test_the_title_tells_its_rules_and_how_to_play() -> None:
    rules = GAME.rules()
    assert sum(1 for name in rules if "-R" not in name) == 92
    assert len(GAME.guide()) > 2000


def worth_after(made: Table, *moves: str) -> float:
    """What player 2 makes of the table after some moves."""
    state = made.state.clone()
    for move in moves:
        state.apply(1, state.parse(1, move))
    return GAME.heuristic.worth(state, 1)


def test_bots_trade_sanely() -> None:
    """Nothing is given away: a gift is worth less than no offer, and so is helping somebody close to winning."""
    asked = table(kingdoms={1: "konga", 2: "logone"}, boards={1: "A00 E33 W11", 2: "F00 F02 A33"}).want("F")
    none = worth_after(asked, "no offer")
    assert worth_after(asked, "offer fire 1", "ask nothing") < none
    # An offer under way is worth what it can become, so that a bot begins only what it will go through with.
    assert worth_after(asked, "offer fire 1") > none
    finished = [worth_after(asked, "offer fire 1", f"ask {which} 1", *more) for which, more in (
        ("water", ["done"]), ("wind", ["done"]), ("earth", []),
    )]  # fmt: skip
    assert worth_after(asked, "offer fire 1") == pytest.approx(max(finished))
    close = table(
        kingdoms={1: "konga", 2: "logone"},
        up=[1],
        virtues={1: "3 art 4 security"},
        boards={1: "A00 E33 W11", 2: "F00 F02"},
    ).want("F")
    for option in close.options[:-1]:
        assert worth_after(close, option) < worth_after(close, "no offer")


def test_bots_want_one_of_each_type_that_they_lack_and_need() -> None:
    wanting = table(kingdoms={1: "ilagik"}, boards={1: "A00 A02", 2: "F00 W11 E33 E31"}).play("trade")
    worth = {}
    for option in wanting.options:
        state = wanting.state.clone()
        state.apply(0, state.parse(0, option))
        worth[option] = GAME.heuristic.worth(state, 0)
    # Energy 4, Security 3, Nature 2: each of them takes Earth; Water, for Nature alone, is there.
    assert worth["want earth 1"] > worth["want earth 2"]
    assert worth["want earth 1"] > worth["want fire 1"]


def test_bots_accept_only_gains() -> None:
    for asks, accepted in (("A", True), ("AAA", False)):
        made = table(kingdoms={1: "ilagik", 2: "logone"}, boards={1: "A00 A02 A20 E33 E31 W22", 2: "F00 F02 A33"})
        state = made.want("F").offer("F", asks).state
        option = int(GreedyBot().choose(state.guess(0, seeded(1)), 0, seeded(2)))
        if not accepted:
            assert state.notation(0, option) == "accept none"
        world = state.clone()
        assert isinstance(world, Busara)
        world.apply(0, world.parse(0, "accept 2"))
        assert (trade_made(WEIGHTS, world, 0) == 0.0) == accepted


def test_a_controller_reads_whose_board_would_be_embargoed() -> None:
    """A controller never reads "your board" of somebody else's."""
    held = table(turn=2, kingdoms={1: "royaume_kongo"}, virtues={1: "3 art"}, boards={1: "A33", 2: "F00"})
    held.play("use", "move")
    assert held.asked == "1 move_token"
    warned = [text for text in held.words if "Embargoed" in text]
    assert [text.split("; ")[1] for text in warned] == ["leaves player 2's board empty: they would be Embargoed"]
    assert held.why_not("cell:b0:33").words == "move a resource of player 2's board"
