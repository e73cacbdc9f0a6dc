"""Messages of one viewer: numbered by its own counter, silent while somebody else is asked silently."""

from bungalow.core.feed import Feed
from bungalow.core.match import Match
from tests.titles.ambush import FIRST_TRAP, Ambush, AmbushGame
from tests.titles.kilns import KilnsGame


def ambush(*traps: int) -> Match:
    """Three seats, of which exactly these hold traps."""
    match = Match(AmbushGame(), 3, seed=1)
    assert isinstance(match.state, Ambush)
    match.state.cards = [FIRST_TRAP + seat if seat in traps else seat for seat in range(3)]
    return match


def test_the_first_message_has_number_one_and_everything() -> None:
    frame = Feed(ambush(), 0).update()
    assert frame is not None
    assert frame["number"] == 1
    assert [option["text"] for option in frame["options"]] == ["dig", "raid"]
    assert frame["question"] == "What does this turn bring?"
    assert frame["waiting"] == [0]
    assert frame["lines"] == []
    assert not frame["over"]


def test_nothing_is_sent_when_nothing_changed() -> None:
    feed = Feed(ambush(), None)
    assert feed.update() is not None
    assert feed.update() is None
    assert feed.number == 1


def test_a_spectator_and_a_seat_that_waits_are_offered_nothing() -> None:
    match = ambush()
    for viewer in (None, 1):
        frame = Feed(match, viewer).update()
        assert frame is not None
        assert frame["options"] == []
        assert frame["question"] == ""


def test_a_silent_prompt_sends_nothing_to_the_others_and_leaves_no_gap() -> None:
    asked, not_asked = ambush(1), ambush()
    feeds = [Feed(asked, 2), Feed(not_asked, 2)]
    for feed in feeds:
        feed.update()
    asked.play(0, "raid")
    assert feeds[0].update() is None
    mine = Feed(asked, 1).update()
    assert mine is not None
    assert [option["text"] for option in mine["options"]] == ["pass", "spring"]
    asked.play(1, "pass")
    not_asked.play(0, "raid")
    frames = [feed.update() for feed in feeds]
    assert frames[0] == frames[1]
    assert frames[0] is not None
    assert frames[0]["number"] == 2
    assert [line["words"] for line in frames[0]["lines"]] == ["Player 1 raids"]


def test_lines_are_sent_once() -> None:
    match = ambush()
    feed = Feed(match, 0)
    feed.update()
    sent = []
    for seat in (0, 1, 2):
        match.play(seat, "dig")
        frame = feed.update()
        assert frame is not None
        sent.append((frame["number"], frame["first_line"], [line["words"] for line in frame["lines"]]))
    assert sent == [
        (2, 0, ["Player 1 digs up a coin"]),
        (3, 1, ["Player 2 digs up a coin"]),
        (4, 2, ["Player 3 digs up a coin"]),
    ]


def test_an_undo_takes_its_lines_back() -> None:
    match = ambush()
    feed = Feed(match, 1)
    feed.update()
    match.play(0, "dig")
    feed.update()
    match.undo(0)
    frame = feed.update()
    assert frame is not None
    assert (frame["number"], frame["first_line"], frame["lines"]) == (3, 0, [])
    assert feed.update() is None


def test_building_and_taking_back_behind_a_screen_sends_nothing_to_the_others() -> None:
    match = Match(KilnsGame(), 2, seed=3)
    feed = Feed(match, 1)
    feed.update()
    for _ in range(2):
        match.play(0, match.moves(0)[0])
        assert feed.update() is None
    match.play(1, match.moves(1)[0])
    frame = feed.update()
    assert frame is not None
    assert frame["can_undo"]
    match.undo(0)
    assert feed.update() is None
    assert feed.number == 2
