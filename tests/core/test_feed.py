"""The frames of one viewer: numbered by its own counter, silent while somebody else is asked silently."""

from typing import Any

import msgspec

from bungalow.core.changes import changed
from bungalow.core.feed import TableFeed
from bungalow.core.match import Match
from tests.titles.ambush import FIRST_TRAP, Ambush, AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame

SPECTATOR = -1


class Follower:
    """A viewer who reads every frame."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.feed = TableFeed(match)
        self.entries = 0

    @property
    def number(self) -> int:
        return self.feed.viewers[self.viewer].number

    def read(self, **how: Any) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.feed.frame(self.viewer, **how))
        return found

    def play(self, seat: int, text: str) -> dict[str, Any] | None:
        """Play a move and return the frame that follows, None if there is none."""
        self.match.play(seat, text)
        return self._next(seat, 1)

    def undo(self, seat: int) -> dict[str, Any] | None:
        self.match.undo(seat)
        return self._next(seat, -1)

    def _next(self, seat: int, moves: int) -> dict[str, Any] | None:
        self.entries += 1
        seen = self.feed.advance(self.entries, seat, moves=moves, after_undo=moves < 0)
        return self.read() if seen >> (self.viewer + 1) & 1 else None


def ambush(*traps: int) -> Match:
    """Three seats, of which exactly these hold traps."""
    match = Match(AmbushGame(), 3, seed=1)
    assert isinstance(match.state, Ambush)
    match.state.cards = [FIRST_TRAP + seat if seat in traps else seat for seat in range(3)]
    return match


def words(frame: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """The log of a frame: the lines of each step behind its number."""
    return [(step["number"], [line["words"] for line in step["lines"]]) for step in frame["log"]]


def test_the_first_frame_has_number_one_and_everything() -> None:
    frame = Follower(ambush(), 0).read()
    assert frame["number"] == 1
    assert frame["base"] == 0
    assert [option["text"] for option in frame["options"]] == ["dig", "raid"]
    assert frame["question"] == "What does this turn bring?"
    assert frame["waiting"] == [0]
    assert frame["log"] == []
    assert frame["standing"] is None


def test_a_spectator_and_a_seat_that_waits_are_offered_nothing() -> None:
    match = ambush()
    for viewer in (SPECTATOR, 1):
        frame = Follower(match, viewer).read()
        assert frame["options"] == []
        assert frame["question"] == ""


def test_a_silent_prompt_sends_nothing_to_the_others_and_leaves_no_gap() -> None:
    asked, not_asked = Follower(ambush(1), 2), Follower(ambush(), 2)
    assert asked.play(0, "raid") is None
    prompt = msgspec.json.decode(asked.feed.frame(1))
    assert [option["text"] for option in prompt["options"]] == ["pass", "spring"]
    frames = [asked.play(1, "pass"), not_asked.play(0, "raid")]
    assert frames[0] == frames[1]
    assert frames[0] is not None
    assert frames[0]["number"] == 2
    assert words(frames[0]) == [(2, ["Player 1 raids"])]


def test_whoever_comes_during_a_silent_prompt_sees_the_moment_before_it() -> None:
    match = ambush(1)
    before = Follower(match, 2)
    shown = before.read(whole=True)
    before.play(0, "raid")
    assert before.read(since=0, whole=True) == shown


def test_lines_are_sent_once() -> None:
    follower = Follower(ambush(), 0)
    sent = []
    for seat in (0, 1, 2):
        frame = follower.play(seat, "dig")
        assert frame is not None
        sent.append((frame["first_line"], words(frame)))
    assert sent == [
        (0, [(2, ["Player 1 digs up a coin"])]),
        (1, [(3, ["Player 2 digs up a coin"])]),
        (2, [(4, ["Player 3 digs up a coin"])]),
    ]


def test_what_was_missed_comes_step_by_step() -> None:
    follower = Follower(ambush(), 0)
    for seat in (0, 1, 2):
        follower.play(seat, "dig")
    frame = follower.read(since=2)
    assert (frame["base"], frame["first_line"]) == (0, 1)
    assert words(frame) == [(3, ["Player 2 digs up a coin"]), (4, ["Player 3 digs up a coin"])]
    assert [step["by"] for step in frame["log"]] == [1, 2]


def test_an_undo_takes_its_lines_back() -> None:
    follower = Follower(ambush(), 1)
    follower.play(0, "dig")
    frame = follower.undo(0)
    assert frame is not None
    assert (frame["number"], frame["first_line"], frame["log"]) == (3, 0, [])


def test_building_and_taking_back_behind_a_screen_sends_nothing_to_the_others() -> None:
    match = Match(KilnsGame(), 2, seed=3)
    follower = Follower(match, 1)
    for _ in range(2):
        assert follower.play(0, match.moves(0)[0].text) is None
    frame = follower.play(1, match.moves(1)[0].text)
    assert frame is not None
    assert frame["can_undo"]
    assert follower.undo(0) is None
    assert follower.number == 2


def test_a_question_in_other_words_is_a_change() -> None:
    """Burano asks "Which cube instead (3 missing)?", then the same with 2: nothing but the words has changed."""
    match = Match(KilnsGame(), 2, seed=3)
    match.game.question = lambda state, seat: f"What now at {state.checksum()}?"  # type: ignore[method-assign]
    follower = Follower(match, 1)
    frame = follower.play(0, match.moves(0)[0].text)
    assert frame is not None
    assert frame["question"] == f"What now at {match.state.checksum()}?"


def test_what_only_the_viewer_sees_is_laid_over_what_everybody_sees() -> None:
    match = Match(EmbersGame(), 3, seed=2)
    follower = Follower(match, 1)
    frame = follower.read()
    assert frame["view"] == match.state.view(SPECTATOR)
    assert frame["own"]
    assert changed(frame["view"], frame["own"]) == match.state.view(1)
    assert Follower(match, SPECTATOR).read()["own"] == []


def test_own_parts_that_did_not_change_are_not_sent_again() -> None:
    match = Match(EmbersGame(), 3, seed=2)
    follower = Follower(match, 2)
    public, own = follower.read()["view"], follower.read()["own"]
    repeated = 0
    while not match.over:
        seat = match.actors[0]
        frame = follower.play(seat, match.moves(seat)[-1].text)
        if frame is None:
            continue
        public = changed(public, frame["changes"])
        repeated += frame["own"] is None
        own = own if frame["own"] is None else frame["own"]
        assert changed(public, own) == match.state.view(2)
    assert repeated


def test_stored_numbers_are_kept() -> None:
    """After a restart viewers have the numbers they had, even if a title now shows more or less."""
    first = Follower(ambush(), 0)
    seen: list[int] = []
    for seat in (0, 1, 2):
        first.match.play(seat, "dig")
        seen.append(first.feed.advance(len(seen) + 1, seat))
    again = Follower(ambush(), 0)
    for entry, seat in enumerate((0, 1, 2)):
        again.match.play(seat, "dig")
        kept = seen[entry] & ~0b10 if entry == 1 else seen[entry]
        assert again.feed.advance(entry + 1, seat, seen=kept) == kept
    assert (first.number, again.number) == (4, 3)
    assert again.read(whole=True)["view"] == first.read(whole=True)["view"]
