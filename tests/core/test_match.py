"""Match: history, log, taking back, the past."""

import pytest

from bungalow.core.errors import BadOptions, IllegalMove, NotYourTurn, UnreadableMove
from bungalow.core.match import Match, replay
from bungalow.core.types import Option
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame


def kilns() -> Match:
    return Match(KilnsGame(), 2, seed=3, names=("Ada", "Bo"))


def build(match: Match, seat: int) -> str:
    """Build the seat's smallest tile."""
    return str(match.play(seat, match.moves(seat)[0]))


def finish(match: Match, seat: int) -> None:
    match.play(seat, "stop")
    match.play(seat, "confirm")


def test_a_move_prints_as_its_notation_and_explains_itself() -> None:
    match = Match(QuayGame(), 2, seed=1)
    move = match.moves(0)[-1]
    assert str(move) == "crate"
    assert move.words == "Crate"
    assert move.targets == ("do:crate",)
    assert match.actors == [0]
    assert match.question(0) == "What do you take?"


def test_a_seat_that_is_not_asked_is_asked_nothing() -> None:
    match = Match(QuayGame(), 2, seed=1)
    assert match.question(1) == ""
    assert match.moves(1) == []


def test_a_seat_that_is_not_there_is_named() -> None:
    match = Match(QuayGame(), 2, seed=1)
    for ask in (match.view, match.picture, match.waiting, match.lines, match.moves, match.question, match.undo):
        for seat in (2, -2):
            with pytest.raises(BadOptions, match=rf"^bad-options: there is no seat {seat} at this table: .* 0 to 1$"):
                ask(seat)
    with pytest.raises(BadOptions, match="no seat 9"):
        match.why_not(9, "do:crate")


def test_a_match_says_what_it_is() -> None:
    match = kilns()
    build(match, 0)
    assert repr(match) == f"<Match of {match.game.title}: seats 2, moves 1>"


def test_moves_are_played_as_move_as_notation_and_as_number() -> None:
    played = []
    for form in (lambda m: m, lambda m: f" {m.text} ", lambda m: m.option):
        match = Match(QuayGame(), 2, seed=1)
        match.play(0, form(match.moves(0)[0]))
        played.append(match.state.checksum())
    assert len(set(played)) == 1


def test_an_error_leaves_the_match_as_it_was() -> None:
    match = Match(QuayGame(), 3, seed=1)
    before = match.state.checksum()
    for seat, move, error in (
        (0, "fly", UnreadableMove),
        (1, "crate", NotYourTurn),
        (0, 77, IllegalMove),
    ):
        with pytest.raises(error):
            match.play(seat, move)
    assert match.state.checksum() == before
    assert match.history == []
    assert match.lines() == []


def test_names_are_checked() -> None:
    with pytest.raises(BadOptions, match="2 seats need 2 names, not 1"):
        Match(QuayGame(), 2, names=["Ada"])
    for name in ("a|b", "a\nb", " "):
        with pytest.raises(BadOptions, match="cannot be a player's name"):
            Match(QuayGame(), 2, names=["Ada", name])


# -- the log ----------------------------------------------------------------------------------------------------


def test_private_lines_are_read_by_their_seat_alone() -> None:
    match = Match(EmbersGame(), 2, seed=1, names=("Ada", "Bo"))
    match.play(0, "rest")
    assert [line.words[:8] for line in match.lines(0)] == ["you draw"]
    assert match.lines(1) == match.lines() == []


def test_lines_know_after_which_move_they_happened() -> None:
    match = Match(AmbushGame(), 2, seed=1)
    match.play(0, "dig")
    match.play(1, "dig")
    assert [(line.words, line.after_move) for line in match.lines()] == [
        ("Player 1 digs up a coin", 1),
        ("Player 2 digs up a coin", 2),
    ]
    assert [line.words for line in match.lines(since=1)] == ["Player 2 digs up a coin"]


# -- taking back ------------------------------------------------------------------------------------------------


def test_a_move_that_revealed_nothing_can_be_taken_back_until_another_seat_acts() -> None:
    match = Match(AmbushGame(), 2, seed=1)
    before = match.state.checksum()
    match.play(0, "dig")
    assert match.undoable(0) == 0
    assert match.undoable(1) is None
    assert match.undo(0).text == "dig"
    assert match.state.checksum() == before
    assert match.lines() == []
    match.play(0, "dig")
    match.play(1, "dig")
    assert match.undoable(0) is None
    with pytest.raises(IllegalMove, match="Player 1 has no move that can still be taken back"):
        match.undo(0)


@pytest.mark.parametrize(("game", "move"), [(EmbersGame(), "rest"), (QuayGame(), "crate")])
def test_a_move_that_revealed_something_cannot_be_taken_back(game: EmbersGame | QuayGame, move: str) -> None:
    match = Match(game, 2, seed=1)
    match.play(0, move)
    assert match.history[-1].final
    assert match.undoable(0) is None


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_silent_window_ends_undo_whether_or_not_anybody_was_asked(seed: int) -> None:
    match = Match(AmbushGame(), 3, seed=seed)
    match.play(0, "raid")
    assert match.undoable(0) is None
    for seat in [seat for seat in match.actors if match.state.asked(seat) == 1]:
        match.play(seat, "pass")
        assert match.undoable(seat) is None


def test_within_a_together_choice_each_seat_takes_back_its_own() -> None:
    match = kilns()
    build(match, 0)
    only_bo = kilns()
    build(only_bo, 1)
    build(match, 1)
    assert match.undoable(0) == 0
    assert match.undoable(1) == 1
    match.undo(0)
    assert match.state.checksum() == only_bo.state.checksum()
    assert [played.seat for played in match.history] == [1]


def test_a_confirm_cannot_be_taken_back() -> None:
    match = kilns()
    finish(match, 0)
    assert match.undoable(0) is None


def test_when_the_last_has_confirmed_nobody_takes_back_what_came_before() -> None:
    match = kilns()
    build(match, 0)
    match.play(0, "stop")
    finish(match, 1)
    assert match.undoable(0) == 1
    match.play(0, "confirm")
    assert match.undoable(0) is None
    assert match.undoable(1) is None


def test_a_move_before_a_together_choice_is_not_taken_back_after_others_acted_in_it() -> None:
    match = kilns()
    finish(match, 0)
    finish(match, 1)
    build(match, 0)
    assert match.undoable(1) is None


# -- the past ---------------------------------------------------------------------------------------------------


def test_a_match_as_it_stood_after_any_number_of_moves() -> None:
    match = Match(EmbersGame(), 2, seed=4, names=("Ada", "Bo"))
    checksums = [match.state.checksum()]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
        checksums.append(match.state.checksum())
    for number, checksum in enumerate(checksums):
        earlier = match.at(number)
        assert earlier.state.checksum() == checksum
        assert len(earlier.history) == number
        assert earlier.names == ("Ada", "Bo")
    with pytest.raises(BadOptions, match=f"has {len(checksums) - 1} moves, so there is no move {len(checksums)}"):
        match.at(len(checksums))
    assert match.standing().over


def test_a_held_match_keeps_its_record_and_its_undo() -> None:
    """Closed windows are no moves: a record plays the same without them, and no undo opens them again."""
    for seed in range(8):
        match = Match(AmbushGame(), 3, seed=seed, held=True)
        match.play(0, "raid")
        while match.window_open:
            for seat in match.actors:
                match.pass_window(seat)
            match.close_window()
        assert match.undoable(0) is None
        match.play(1, "dig")
        checksum, words = match.state.checksum(), [line.words for line in match.lines()]
        assert replay(match.record(), game=AmbushGame()).state.checksum() == checksum
        assert [line.after_move for line in match.lines()][-1] == len(match.history)
        match.undo(1)
        assert not match.window_open
        assert match.actors == [1]
        match.play(1, "dig")
        assert match.state.checksum() == checksum
        assert [line.words for line in match.lines()] == words


def test_a_record_names_a_later_option_only_where_it_differs() -> None:
    game = QuayGame()
    game.options = (*game.options, Option("tide", "Tide", False, (False, True), "High water.", later=True))
    assert Match(game, 2, seed=1).record().options == {"rival": "on"}
    changed = Match(game, 2, options={"tide": True}, seed=1).record()
    assert changed.options == {"rival": "on", "tide": "on"}
    assert replay(changed, game=game).options["tide"] is True
