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
from tests.games.busara.builders import full, table

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
    trading = table(boards={1: "A00 A01 E33", 2: "F00 F02 F20 W11"}).play("TRADE", " want   wff ")
    assert trading.asked == "2 trade_offer"
    assert trading.play("Ask eA").options == ["accept 2", "accept none"]
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
    wanting = table(boards={1: "A00", 2: "F00 F02"}).play("trade", "want FF")
    assert "wants 2 Fire" in GAME.question(wanting.state, 1)


def test_every_kind_has_a_stable_name_and_windows_can_be_passed() -> None:
    names = [kind.name for kind in GAME.kinds]
    assert len(set(names)) == 29
    for kind in GAME.kinds:
        if kind.name.startswith("react_"):
            assert kind.passes == 0


def test_the_title_tells_its_rules_and_how_to_play() -> None:
    rules = GAME.rules()
    assert sum(1 for name in rules if "-R" not in name) == 92
    assert len(GAME.guide()) > 2000


def test_bots_trade_sanely() -> None:
    worth = GAME.heuristic.worth
    # Nothing is given away: a gift is worth less than no offer, and so is helping somebody close to winning.
    asked = table(kingdoms={1: "konga", 2: "logone"}, boards={1: "A00 E33 W11", 2: "F00 F02 A33"}).play(
        "trade", "want F"
    )
    after = {}
    for option in asked.options:
        world = asked.state.clone()
        world.apply(1, world.parse(1, option))
        after[option] = worth(world, 1)
    assert after["ask -"] < after["no offer"]
    assert max(after.values()) >= after["no offer"]
    close = table(
        kingdoms={1: "konga", 2: "logone"},
        up=[1],
        virtues={1: "3 art 4 security"},
        boards={1: "A00 E33 W11", 2: "F00 F02"},
    ).play("trade", "want F")
    refused = close.state.clone()
    refused.apply(1, refused.parse(1, "no offer"))
    for option in close.options[:-1]:
        world = close.state.clone()
        world.apply(1, world.parse(1, option))
        assert worth(world, 1) < worth(refused, 1)


def test_bots_accept_only_gains() -> None:
    for asked, accepted in (("ask A", True), ("ask AAA", False)):
        made = table(kingdoms={1: "ilagik", 2: "logone"}, boards={1: "A00 A02 A20 E33 E31 W22", 2: "F00 F02 A33"}).play(
            "trade", "want F", asked
        )
        state = made.state
        option = int(GreedyBot().choose(state.guess(0, seeded(1)), 0, seeded(2)))
        if not accepted:
            assert state.notation(0, option) == "accept none"
        world = state.clone()
        assert isinstance(world, Busara)
        world.apply(0, world.parse(0, "accept 2"))
        assert (trade_made(WEIGHTS, world, 0) == 0.0) == accepted
