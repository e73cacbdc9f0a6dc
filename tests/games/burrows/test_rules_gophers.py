"""Moving gophers: BW-6."""

from __future__ import annotations

import pytest

from bungalow.core.errors import IllegalMove
from tests.clauses import clause
from tests.games.burrows.builders import Table, almost, table

SHORT_THEN_LONG = ("T77@(0,0,0) T06@(1,-1,0) T26@(-1,0,2) T65@(0,1,0)", "T34@(2,1,3)")
LONG_THEN_SHORT = ("T71@(0,0,0) T69@(-1,-1,0) T66@(1,1,1) T51@(0,-3,1)", "T54@(1,-2,1)")


def red(seats: int, new: int, gophers: dict[int, str], *, turn: int, bus: bool = False) -> Table:
    """The player on turn completes a red burrow of that length."""
    warren, last = almost("R", new, bus=bus)
    return table(seats, turn=turn, gophers=gophers, warrens={turn: warren}, pool=f"{last[:3]} T03 T04").build(last)


@clause("BW-6.1")
def test_the_own_gopher_moves_to_a_longer_burrow() -> None:
    played = red(3, 4, {1: "R3 O1", 3: "R2 P1"}, turn=1)
    assert (played.gophers(1), played.gophers(3)) == ("R4 O1", "R2 P1")
    assert played.home(1, "red") == (0, -3, "S")
    assert "Player 1's red gopher moves from length 3 to length 4" in played.lines
    assert played.clauses("moved_in") == ["BW-6.1"]
    assert played.turn == 2


@clause("BW-6.1")
def test_the_own_gopher_stays_in_a_longer_burrow() -> None:
    played = red(3, 3, {1: "R4 O1", 3: "R2 P1"}, turn=1)
    assert (played.gophers(1), played.gophers(3)) == ("R4 O1", "R2 P1")
    assert "Player 1's red gopher stays: length 3 does not beat its 4" in played.lines
    assert played.clauses("keeps") == ["BW-6.1"]


@clause("BW-6.2")
def test_the_shortest_opponents_gopher_is_lured() -> None:
    played = red(5, 4, {1: "R5 O1", 2: "O1 P1", 3: "R3 P1", 4: "R2 O1 P1", 5: "R6 O1 P1"}, turn=2)
    assert [played.gophers(player) for player in range(1, 6)] == ["R5 O1", "R4 O1 P1", "R3 P1", "O1 P1", "R6 O1 P1"]
    assert (played.home(2, "red"), played.home(4, "red")) == ((0, -3, "S"), None)
    assert played.clauses("moved_in") == ["BW-6.2"]
    assert "Player 2 lures Player 4's red gopher (length 4 beats 2)" in played.lines


@clause("BW-6.2", "BW-R28")
def test_a_burrow_need_not_beat_the_longest() -> None:
    played = red(3, 3, {1: "R2 O1", 3: "R9 P1"}, turn=2)
    assert [played.gophers(player) for player in (1, 2, 3)] == ["O1", "R3 O1 P1", "R9 P1"]


@clause("BW-6.2")
def test_a_burrow_that_beats_nobody_lures_nobody() -> None:
    played = red(3, 3, {1: "R4 O1", 3: "R5 P1"}, turn=2)
    assert [played.gophers(player) for player in (1, 2, 3)] == ["R4 O1", "O1 P1", "R5 P1"]
    assert "No red gopher comes: length 3 does not beat 4" in played.lines
    assert played.clauses("too_short") == ["BW-6.2"]
    assert played.turn == 3


@clause("BW-6.3")
def test_the_builder_chooses_among_equally_short_opponents() -> None:
    for choice, left in ((1, ["O1", "R3 O1 P1", "R2 P1", "R9 O1 P1"]), (3, ["R2 O1", "R3 O1 P1", "P1", "R9 O1 P1"])):
        played = red(4, 3, {1: "R2 O1", 3: "R2 P1", 4: "R9 O1 P1"}, turn=2)
        assert (played.asked, played.turn, played.state.actors()) == ("lure", 2, 0b10)
        assert played.options == ["lure 1", "lure 3"]
        assert played.gophers(2) == "O1 P1", "nothing has moved yet"
        played.play(f"lure {choice}")
        assert [played.gophers(player) for player in (1, 2, 3, 4)] == left
        assert played.turn == 3


@clause("BW-6.3")
def test_who_is_not_among_the_shortest_cannot_be_chosen() -> None:
    played = red(4, 3, {1: "R2 O1", 3: "R2 P1", 4: "R9 O1 P1"}, turn=2)
    reasons = {
        "lure 2": "the gopher of an opponent moves",
        "lure 4": "player 4's burrow is not the shortest",
        "lure 5": "there is no player 5",
    }
    for move, words in reasons.items():
        with pytest.raises(IllegalMove, match=words) as caught:
            played.play(move)
        assert caught.value.clause == "BW-6.3"


@clause("BW-6.3")
def test_a_choice_of_opponent_comes_before_the_bus_moves() -> None:
    played = red(4, 3, {1: "R2 O1", 3: "R2 P1", 4: "R9 O1 P1"}, turn=2, bus=True)
    assert (played.asked, played.view["bus"]) == ("lure", 0)
    assert played.play("lure 3").view["bus"] == 1


@clause("BW-6.4", "BW-R15")
@pytest.mark.parametrize(
    ("turn", "gophers"),
    [(1, {1: "R3 O1", 3: "R2 P1"}), (2, {1: "R3 O1", 3: "R3 P1"}), (2, {1: "R3 O1", 3: "R4 P1"})],
)
def test_an_equal_length_moves_nobody(turn: int, gophers: dict[int, str]) -> None:
    played = red(3, 3, gophers, turn=turn)
    assert (played.gophers(1), played.gophers(3)) == (gophers[1], gophers[3])
    assert played.gophers(2) == "O1 P1"
    assert played.asked == "action"


@clause("BW-6.5", "BW-R16")
def test_a_move_cannot_be_declined() -> None:
    """Whoever completes a longer burrow is asked nothing, or only whose gopher comes."""
    played = red(3, 2, {}, turn=2)
    assert (played.asked, played.options) == ("lure", ["lure 1", "lure 3"])
    assert red(3, 2, {}, turn=1).gophers(1) == "R2 O1"


@clause("BW-6.5")
def test_who_houses_a_colour_takes_no_second_gopher() -> None:
    played = red(3, 5, {1: "R6 O1", 3: "R1 P1"}, turn=1)
    assert (played.gophers(1), played.gophers(3)) == ("R6 O1", "R1 P1")
    played = red(3, 5, {1: "R2 O1", 3: "R1 P1"}, turn=1)
    assert (played.gophers(1), played.gophers(3)) == ("R5 O1", "R1 P1")


@clause("BW-6.6")
def test_exactly_one_player_lacks_each_colour_before_and_after_a_lure() -> None:
    played = red(4, 3, {1: "R2 O1", 3: "R5 P1", 4: "R9 O1 P1"}, turn=2)
    assert played.view["lacking"] == {"red": 0, "orange": 2, "purple": 0}
    for colour in range(3):
        housed = [bool(played.state.house_length[seat * 3 + colour]) for seat in range(4)]
        assert housed.count(False) == 1
        assert housed[played.state.lacking(colour)] is False


@clause("BW-R23")
def test_with_two_players_the_one_opponent_houses_what_is_lacking() -> None:
    played = red(2, 2, {}, turn=2)
    assert (played.gophers(1), played.gophers(2)) == ("", "R2 O1 P1")
    assert played.view["lacking"] == {"red": 0, "orange": 0, "purple": 0}


@clause("BW-R9")
def test_of_two_new_burrows_the_longer_is_lived_in_whichever_closed_first() -> None:
    for (warren, last), colour, lengths, home in (
        (SHORT_THEN_LONG, "P", ["P-P 2", "P-P 6"], (1, 0, "E")),
        (LONG_THEN_SHORT, "R", ["R-R 2", "R-R 3"], (0, -1, "E")),
    ):
        longest = lengths[1][-1]
        gophers = {"P": {1: "R1 O1", 2: "P1"}, "R": {1: "O1 P1", 2: "R1"}}[colour]
        played = table(2, gophers=gophers, warrens={1: warren}, pool=f"{last[:3]} T03 T04").build(last)
        assert [strand for strand in played.strands(1) if strand in lengths] == lengths
        assert f"{colour}{longest}" in played.gophers(1)
        assert played.home(1, {"P": "purple", "R": "red"}[colour]) == home
        assert played.gophers(2) == ""
        assert len(played.clauses("moved_in")) == 1


@clause("BW-R9")
@pytest.mark.parametrize(
    ("warren", "last", "colour", "home"),
    [
        ("T22@(0,0,0) T37@(2,1,2) T74@(-2,0,0)", "T76@(2,-1,1)", "orange", (1, 0, "E")),
        ("T41@(0,0,0) T62@(1,-1,0) T53@(0,1,1) T75@(-1,1,3)", "T77@(-1,-1,0)", "purple", (0, -1, "E")),
    ],
)
def test_of_equal_new_burrows_the_one_with_the_smallest_end_is_lived_in(
    warren: str, last: str, colour: str, home: tuple[int, int, str]
) -> None:
    gophers = {"orange": {1: "R1 P1", 2: "O1"}, "purple": {1: "R1 O1", 2: "P1"}}[colour]
    played = table(2, gophers=gophers, warrens={1: warren}, pool=f"{last[:3]} T03 T04").build(last)
    assert played.home(1, colour) == home
    assert played.gophers(2) == ""


@clause("BW-R9", "BW-6.3")
def test_several_choices_come_in_the_order_red_orange_purple() -> None:
    played = table(
        4,
        gophers={1: "P1", 2: "R1 O1", 3: "R1 O1 P1", 4: "R1 O1 P1"},
        warrens={1: "T65@(0,0,0) T69@(2,-1,1) T28@(1,1,0)"},
        pool="T72 T03 T04",
    ).build("T72@(3,1,3)")
    assert (played.options, question(played)) == (["lure 2", "lure 3", "lure 4"], "Whose red gopher moves in?")
    played.play("lure 3")
    assert (played.options, question(played)) == (["lure 2", "lure 3", "lure 4"], "Whose orange gopher moves in?")
    played.play("lure 4")
    assert [played.gophers(player) for player in (1, 2, 3, 4)] == ["R3 O2 P1", "R1 O1", "O1 P1", "R1 P1"]
    assert (played.asked, played.turn) == ("action", 2)


@clause("BW-R9", "BW-6.3")
def test_orange_is_asked_before_purple() -> None:
    played = table(
        4,
        gophers={1: "R1", 2: "O1 P1", 3: "R1 O1 P1", 4: "R1 O1 P1"},
        warrens={1: "T65@(0,0,0) T64@(0,1,0)"},
        pool="T19 T03 T04",
    ).build("T19@(2,1,3)")
    questions = []
    while played.asked == "lure":
        questions.append(question(played))
        played.play(played.options[-1])
    assert questions == ["Whose orange gopher moves in?", "Whose purple gopher moves in?"]
    assert played.gophers(1) == "R1 O2 P2"
    assert played.gophers(4) == "R1"


def question(played: Table) -> str:
    return played.state.game.question(played.state, played.state.actor())
