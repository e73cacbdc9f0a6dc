"""Notation, words, questions, reasons and the log."""

from __future__ import annotations

import re

import pytest

from bungalow.core.contract import DEPARTS, EVERYONE
from bungalow.core.errors import IllegalMove, UnreadableMove
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.core.types import Event
from bungalow.games.burano import GAME, notation
from bungalow.games.burano.data import read_box
from tests.games.burano.builders import FULL, Table, table
from tests.games.burano.test_actions import lacing, sailing
from tests.games.burano.test_examples import BUILT

BOX = read_box()


def test_every_notation_reads_back() -> None:
    for kind, question in enumerate(GAME.kinds):
        known = notation.texts(BOX, kind)
        assert len(known.texts) == question.size
        for option, text in enumerate(known.texts):
            if text is not None:
                assert notation.parse(BOX, kind, text) == option
                assert notation.parse(BOX, kind, text.upper()) == option
                assert notation.path(BOX, kind, option)


def test_unreadable_moves_say_what_would_be_readable() -> None:
    ready = table(pyramid={1: FULL})
    with pytest.raises(UnreadableMove, match="should read pick, build, roof, coin, cube or end"):
        ready.play("fly")


def test_a_refusal_names_the_clause() -> None:
    ready = table(pyramid={1: FULL})
    with pytest.raises(IllegalMove) as refused:
        ready.play("build")
    assert str(refused.value) == "illegal-move: 'build': no cube lies in your preparation area (BN-3.9)"


def test_options_tell_their_effect() -> None:
    ready = table(coins={1: 7}, moves=1, pyramid={1: FULL})
    assert ready.state.words(0, 0) == "Pick up a house (pay 3, leaves 4 coins)"
    ready = sailing(docks="WWW WWW WWW WWO WOP WWW", islands={2: "E E", 3: "D D"}, west="pairs", hand={1: "tuna tuna"})
    words = {ready.state.notation(0, option): ready.state.words(0, option) for option in ready.state.legal(0)}
    assert words["sail E"] == "Sail to San Francesco (E): 3 fish cards, pushes out 1 rival worker"
    assert words["sail PW"] == "Sail to West port and trade fish (up to 4 VP)"
    ready = table(city="d4:W a2:BP", prepared={1: "P"}).play("build")
    assert "Roof of a2 (pink), floor 2, +1 privilege" in [ready.state.words(0, o) for o in ready.state.legal(0)]
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w22", 2: "w12"}, islands={2: "A"}, privilege={1: 1})
    words = {ready.state.notation(0, option): ready.state.words(0, option) for option in ready.state.legal(0)}
    assert words["privilege w12"] == "w12 (orange) for 1 privilege, sends player 2's worker home"
    ready = table(at="cleanup", lace={1: "w12 w13"}, pyramid={1: "OO"}).play("pay w12")
    assert ready.state.words(0, ready.state.legal(0)[0]) == "Pay orange (of 1) for the worker on w13, +3 VP"


def words_of(ready: Table) -> dict[str, str]:
    return {ready.state.notation(0, option): ready.state.words(0, option) for option in ready.state.legal(0)}


def test_a_worker_whose_ring_is_full_is_not_announced_as_pushed_out() -> None:
    ready = sailing(docks="WWW WWW WWW WWO WOP WWW", islands={2: "E", 3: "E E"})
    assert words_of(ready)["sail E"].endswith("3 fish cards, pushes out 1 rival worker")
    ready = sailing(docks="WWW WWW WWW WWO WOP WWW", islands={2: "E", 3: "A"})
    assert words_of(ready)["sail E"].endswith("3 fish cards")  # player 2's ring is full


def test_a_port_where_nothing_can_be_sold_says_so() -> None:
    assert words_of(sailing(west="pairs", hand={1: "tuna crab"}))["sail PW"] == "Sail to West port and sell nothing"


def test_privilege_spent_on_lace_is_logged() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w22"}, privilege={1: 1}).play("privilege w13")
    assert "Player 1 spends 1 privilege to place a lace maker on w13" in ready.lines
    assert ready.clauses("privilege_lace") == ["BN-5.5"]


def test_no_more_privilege_is_promised_than_the_track_holds() -> None:
    ready = table(city="d4:W a2:BP", prepared={1: "P"}, privilege={1: 10}, docks="BYG " * 6).play("build")
    assert words_of(ready)["on a2"] == "Roof of a2 (pink), floor 2, no privilege: you have the most possible"
    assert "Player 1 matches the pink roof: no privilege, the track is full" in ready.play("on a2").lines
    for have, words, line in (
        (8, "2 privilege (you have 8 of 10)", "Player 1 gains 2 privilege"),
        (9, "1 privilege (you have 9 of 10)", "Player 1 gains 1 privilege: the track is full"),
        (10, "No card and no privilege: you have 10 of 10", "Player 1 gains no privilege: the track is full"),
    ):
        ready = table(city=BUILT, tiles={1: "four_vp-BG"}, privilege={1: have}).play("roof")
        assert words_of(ready)["privilege"] == words
        assert line in ready.play("privilege").lines
        assert ready.privilege(1) == min(have + 2, 10)


def test_a_legal_place_of_the_pyramid_is_not_called_illegal() -> None:
    ready = table(2, at="pyramid", reserve=dict.fromkeys((1, 2), "BPYGOWBPYGOWBP"))
    reason = ready.why_not("slot:b00")
    assert reason is not None
    assert reason.words == "a cube can go there: choose its colour first"
    assert ready.why_not("slot:b00", "colour:blue") is None
    reason = ready.why_not("slot:t")
    assert reason is not None
    assert reason.words == "the pyramid is built from the base up, slot after slot"


def test_a_house_for_the_second_half_of_a_roof_is_not_called_illegal() -> None:
    ready = table(city="d4:W b2:B c2:G b3:G", tiles={1: "four_vp-BG"}).play("roof")
    reason = ready.why_not("cell:c2")
    assert reason is not None
    assert reason.words == "one half can lie there: choose the house for the other half first"


def test_the_log_tells_of_returning_fishermen() -> None:
    ready = sailing(islands={2: "E E"}).play("sail E", "fish deck")
    assert "Player 2's fisherman returns from San Francesco to sector 9, +2 coins" in ready.lines


def test_a_preview_tells_what_can_be_known() -> None:
    ready = table(city=BUILT, tiles={1: "four_vp-BG"}).play("roof")
    told = ready.state.preview(0, 0)
    assert told.lines == ("Player 1 gains 2 privilege", "Player 1 scores 4 VP for the 4 VP roof")
    assert not told.final
    assert ready.state.preview(0, 17).lines == ()  # the top of the deck is unknown
    ready = sailing()
    assert "node:E" in ready.state.preview(0, 4).marks


def test_a_move_can_be_taken_back_choice_by_choice() -> None:
    match = Match(GAME, 2, seed=4)
    while match.state.asked(match.actors[0]) != 1:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    before = match.state.checksum()
    for seat in (0, 1, 0):
        match.play(seat, match.moves(seat)[0])
    match.undo(0)
    match.undo(0)
    match.undo(1)
    assert match.state.checksum() == before
    for seat in (0, 1):
        while match.state.asked(seat) in (1, 2):
            match.play(seat, match.moves(seat)[0])
    (seat,) = match.actors
    assert match.undoable(seat) is None  # what was confirmed stays
    before = match.state.checksum()
    match.play(seat, "pick")
    match.undo(seat)
    assert match.state.checksum() == before


@pytest.mark.parametrize("fish", [kind.id for kind in BOX.fish])
def test_a_revealed_fish_has_its_article(fish: str) -> None:
    event = Event("fish_turned_up", (fish,), "BN-4.3", EVERYONE, 0)
    assert GAME.say(event, ("Ada", "Bo")) == f"{'An' if fish == 'octopus' else 'A'} {fish} is revealed"


def test_every_clause_in_log_and_reasons_exists() -> None:
    rules = GAME.rules()
    state = GAME.new(3, None, 8)
    state.listen()
    random = seeded(5)
    asked: set[str] = set()
    while not state.over():
        seat = state.actor()
        asked.add(GAME.question(state, seat))
        for kind in ("do:pick", "cell:d3", "square:w00", "node:A", "slot:t", "supply:blue", "tile:lace-BP", "dock:A1"):
            reason = state.why_not(seat, kind)
            assert reason is None or reason.clause in rules
        legal = state.legal(seat)
        state.apply(seat, legal[int(random.below(len(legal)))])
    assert all(question.endswith("?") for question in asked)
    for event in state.log or []:
        assert event.clause in rules, event
        if event.key == DEPARTS:
            continue  # nobody reads it
        line = GAME.say(event, ("Ada", "Bo", "Cy"))
        assert line
        assert not re.search(r"\b-?1 coins\b|None", line)
    assert all(question.clause in rules for question in GAME.kinds)


def test_the_guide_teaches_the_game() -> None:
    guide = GAME.guide()
    for word in ("pyramid", "Fishing", "Lace making", "Earning", "Privilege", "arrows", "roof"):
        assert word in guide
    assert "little luck" not in guide
