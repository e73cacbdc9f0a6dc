"""What the viewers of a table are sent, and how it is numbered.

Each viewer has a counter of its own that grows only when something visible to it changed. Nothing is sent while a
silent choice waits for somebody else: not even the number may show that somebody is being asked.

The server sends exactly these bytes, films are made of them, and the conformance suite proves secrecy on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from bungalow.core.changes import Change, changed, changes
from bungalow.core.contract import NONE, SPECTATOR, State
from bungalow.core.frames import Frame, LineInfo, LogStep, OptionChoice, option_choices, shown_viewer, standing_info
from bungalow.core.match import Match
from bungalow.core.types import Event, Waiting, may_read

encoder = msgspec.json.Encoder()
NOTHING = msgspec.Raw(b"null")
NO_CHANGES = msgspec.Raw(b"[]")


class Moment:
    """The table at one moment. Each part of what viewers see is made when it is first needed, and shared."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._public: object = None
        self._waiting: Waiting | None = None
        self._encoded: msgspec.Raw | None = None
        self._own: dict[int, list[Change]] = {}
        self._asked: dict[int, tuple[int, list[int]]] = {}
        self._question: dict[int, tuple[str, list[OptionChoice]]] = {}

    @property
    def public(self) -> object:
        """What everybody sees."""
        if self._public is None:
            self._public = self.state.game.view(self.state, SPECTATOR)
        return self._public

    def own(self, viewer: int) -> list[Change]:
        """What the viewer sees beyond that."""
        if viewer < 0:
            return []
        if viewer not in self._own:
            self._own[viewer] = self.state.game.own(self.state, viewer, self.public)
        return self._own[viewer]

    def view(self, viewer: int) -> object:
        """The whole view of a viewer."""
        return changed(self.public, self.own(viewer))

    @property
    def waiting(self) -> Waiting:
        """Who is awaited, as everybody at this moment may know."""
        if self._waiting is None:
            self._waiting = self.state.game.waiting(self.state)
        return self._waiting

    def asked(self, viewer: int) -> tuple[int, list[int]]:
        """The kind of question put to a seat, `NONE` if there is none, and its legal options."""
        if viewer < 0:
            return int(NONE), []
        if viewer not in self._asked:
            self._asked[viewer] = int(self.state.asked(viewer)), self.state.legal(viewer)
        return self._asked[viewer]

    def question(self, viewer: int) -> tuple[str, list[OptionChoice]]:
        """The question put to a seat and its options, as they are shown; both empty if it is not asked."""
        if self.asked(viewer)[0] == NONE:
            return "", []
        if viewer not in self._question:
            game, state = self.state.game, self.state
            self._question[viewer] = game.question(state, viewer), option_choices(game, state, viewer)
        return self._question[viewer]

    def encoded(self) -> msgspec.Raw:
        """What everybody sees, as JSON."""
        if self._encoded is None:
            self._encoded = msgspec.Raw(encoder.encode(self.public))
        return self._encoded


class Line:
    """An event of the log, put into words and JSON when somebody first reads it."""

    __slots__ = ("_encoded", "_match", "_told", "event")

    def __init__(self, event: Event, match: Match) -> None:
        self.event = event
        self._match = match
        self._told: LineInfo | None = None
        self._encoded: msgspec.Raw | None = None

    @property
    def told(self) -> LineInfo:
        if self._told is None:
            game, event = self._match.game, self.event
            self._told = LineInfo(game.say(event, self._match.names), event.clause, game.marks(event))
        return self._told

    def encoded(self) -> msgspec.Raw:
        if self._encoded is None:
            self._encoded = msgspec.Raw(encoder.encode(self.told))
        return self._encoded


class RenderedLog:
    """The lines of a match's log, shared by all who may read them."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lines: list[Line] = []

    def catch_up(self, *, after_undo: bool) -> None:
        log = self.match.state.log or []
        if after_undo:
            del self.lines[_common(self.lines, log) :]
        self.lines += [Line(event, self.match) for event in log[len(self.lines) :]]


class ShownLine(msgspec.Struct, frozen=True, gc=False):
    """A line in a viewer's log."""

    line: Line
    number: int
    """Of the frame in which it was first shown."""
    by: int | None
    """The seat that was awaited before, if it was only one."""

    @property
    def words(self) -> str:
        return self.line.told.words


class ViewerFeed:
    """What one viewer has been shown, by its own numbers."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.number = 0
        self.moment: Moment | None = None
        """What it sees now."""
        self.lines: list[ShownLine] = []
        self.first_lines: list[int] = []
        """For each number, where the lines that came with it begin."""
        self.entry_counts: list[int] = []
        """For each number, how many entries had been made."""
        self.can_undo = False
        self.asked_since = 0
        """The first number at which the present question was asked: an answer to an older one is stale."""
        self._base: Moment | None = None
        """What it saw at the number before."""
        self._read = 0
        self._misread = False
        self._choice: tuple[int, int] = (-1, -1)

    def log_differs(self, log: RenderedLog, *, after_undo: bool) -> bool:
        if after_undo or self._misread:
            return [line.words for line in self.lines] != [line.told.words for line in self._readable(log, 0)]
        return any(may_read(line.event, self.viewer) for line in log.lines[self._read :])

    def _readable(self, log: RenderedLog, start: int) -> list[Line]:
        return [line for line in log.lines[start:] if may_read(line.event, self.viewer)]

    def show(
        self, moment: Moment, log: RenderedLog, entries: int, *, can_undo: bool, after_undo: bool, reread: bool
    ) -> None:
        """Give the next number to what can be seen now.

        `reread`: lines were shown before that are not known here, so browsers must read the log from its start.
        """
        self.number += 1
        kept = len(self.lines)
        if after_undo or self._misread:
            fresh = self._readable(log, 0)
            kept = 0
            while kept < min(len(self.lines), len(fresh)) and self.lines[kept].words == fresh[kept].told.words:
                kept += 1
            del self.lines[kept:], fresh[:kept]
        else:
            fresh = self._readable(log, self._read)
        awaited = self.moment.waiting.seats if self.moment is not None and fresh else ()
        by = awaited[0] if len(awaited) == 1 else None
        self.lines += [ShownLine(line, self.number, by) for line in fresh]
        self._read = len(log.lines)
        self._misread = False
        self.first_lines.append(0 if reread else kept)
        self.entry_counts.append(entries)
        self.can_undo = can_undo
        self._base, self.moment = self.moment, moment

    def note_unseen_undo(self) -> None:
        """The log may have become shorter without this viewer's notice: read it from its start next time."""
        self._misread = True

    def note_choice(self, choice: tuple[int, int], *, after_undo: bool) -> None:
        """Keep track of since when the present question is asked."""
        if choice != self._choice or after_undo:
            self._choice = choice
            self.asked_since = self.number

    def first_line_since(self, number: int) -> int:
        """Return where the log of a browser that has seen up to `number` begins to be out of date."""
        if not 0 < number <= self.number:
            return 0
        return min(self.first_lines[number:], default=len(self.lines))

    def log_since(self, first_line: int) -> list[LogStep]:
        """Return the lines from there on, grouped by the number at which they were first shown."""
        steps: list[LogStep] = []
        for line in self.lines[first_line:]:
            if not steps or steps[-1].number != line.number:
                steps.append(LogStep(line.number, line.by, []))
            steps[-1].lines.append(cast(LineInfo, line.line.encoded()))  # encoded already
        return steps

    @property
    def base(self) -> Moment | None:
        return self._base


class TableFeed:
    """The feeds of a match, for every seat and the spectator or for some of them."""

    def __init__(self, match: Match, viewers: Sequence[int] | None = None) -> None:
        self.match = match
        self.log = RenderedLog(match)
        self.log.catch_up(after_undo=False)
        self.viewers = {
            viewer: ViewerFeed(viewer)
            for viewer in (range(int(SPECTATOR), match.seats) if viewers is None else viewers)
        }
        self._moves_of = [0] * (match.seats + 1)
        """How many moves of each seat stand; the last place is the spectators'."""
        self._compared: tuple[Moment | None, Moment | None, list[Change]] = (None, None, [])
        """The two moments compared last, and the changes in what everybody sees."""
        self._encoded: tuple[list[Change] | None, msgspec.Raw] = (None, NO_CHANGES)
        self._note(0, int(SPECTATOR), 0, None, after_undo=False, reread=False)

    def advance(
        self,
        entries: int,
        seat: int,
        *,
        moves: int = 1,
        after_undo: bool = False,
        seen: int | None = None,
        reread: bool = False,
    ) -> int:
        """Number what viewers see after an entry of the table; return for whom something visible changed.

        `entries` counts the table's entries so far. `seat` made the entry (`SPECTATOR`: nobody), by which `moves` more
        of its moves stand. The result is a bit set with the spectator first; a stored one can be given as `seen`, so
        that numbers stay the same after a restart and with later versions of a title's views.
        """
        self.log.catch_up(after_undo=after_undo)
        return self._note(entries, seat, moves, seen, after_undo=after_undo, reread=reread)

    def _note(self, entries: int, seat: int, moves: int, seen: int | None, *, after_undo: bool, reread: bool) -> int:
        match, found = self.match, 0
        self._moves_of[seat] += moves
        moment = Moment(match.state.clone())
        for viewer, feed in self.viewers.items():
            hidden = match.state.hides_moment(viewer)
            can_undo = viewer >= 0 and match.undoable(viewer) is not None
            if seen is None:
                shows = not hidden and self._differs(feed, moment, can_undo=can_undo, after_undo=after_undo)
            else:
                shows = bool(seen >> (viewer + 1) & 1)
            if shows:
                found |= 1 << (viewer + 1)
                feed.show(moment, self.log, entries, can_undo=can_undo, after_undo=after_undo, reread=reread)
            elif after_undo:
                feed.note_unseen_undo()
            if not shows and not hidden and feed.moment is not None:
                feed.moment = moment  # it looks the same
            own_undo = after_undo and viewer == seat
            feed.note_choice((int(match.state.closed), self._moves_of[viewer]), after_undo=own_undo)
        return found

    def moves_of(self, seat: int) -> int:
        """Return how many moves of the seat stand."""
        return self._moves_of[seat]

    def _differs(self, feed: ViewerFeed, new: Moment, *, can_undo: bool, after_undo: bool) -> bool:
        """Return whether a frame now would differ from the last one. Cheap signs first, views last."""
        old, viewer = feed.moment, feed.viewer
        if old is None or feed.log_differs(self.log, after_undo=after_undo):
            return True
        if new.state.over() != old.state.over() or new.waiting != old.waiting or feed.can_undo != can_undo:
            return True
        if new.asked(viewer) != old.asked(viewer) or new.question(viewer) != old.question(viewer):
            return True
        return bool(self._changes(old, new)) or new.own(viewer) != old.own(viewer)

    def _changes(self, old: Moment, new: Moment) -> list[Change]:
        """Return the changes in what everybody sees; most viewers need those between the same two moments."""
        if self._compared[0] is not old or self._compared[1] is not new:
            self._compared = (old, new, [] if old is new else changes(old.public, new.public))
        return self._compared[2]

    def _encode_changes(self, old: Moment, new: Moment) -> msgspec.Raw:
        found = self._changes(old, new)
        if self._encoded[0] is not found:
            self._encoded = (found, msgspec.Raw(encoder.encode(found)))
        return self._encoded[1]

    def frame(self, viewer: int, since: int | None = None, seconds: float = 0.0, *, whole: bool = False) -> bytes:
        """Return what the viewer sees now, as JSON.

        `since` is the last number its browser has; None means the one before the newest. With `whole` the view does
        not build on what was sent before. `seconds` is the time left to whoever is asked in an open window.
        """
        feed, match = self.viewers[viewer], self.match
        moment = feed.moment
        assert moment is not None, "nothing has been shown yet"
        if since is None:
            since = feed.number - 1
        base = feed.base if 0 < since == feed.number - 1 and not whole else None
        own = moment.own(viewer)
        question, options = moment.question(viewer)
        first_line = feed.first_line_since(since)
        state = moment.state
        return encoder.encode(
            Frame(
                viewer=shown_viewer(viewer),
                number=feed.number,
                base=since if base is not None else 0,
                view=NOTHING if base is not None else moment.encoded(),
                changes=cast(list[Change], NO_CHANGES if base is None else self._encode_changes(base, moment)),
                own=None if base is not None and base.own(viewer) == own else own,
                waiting=list(moment.waiting.seats),
                waiting_words=moment.waiting.words,
                question=question,
                options=options,
                first_line=first_line,
                log=feed.log_since(first_line),
                can_undo=feed.can_undo,
                standing=standing_info(state.standing()) if state.over() else None,
                seconds=round(seconds, 3) if options and match.window_open else 0.0,
            )
        )


def _common(lines: list[Line], log: list[Event]) -> int:
    """Return how many events both begin with."""
    for index, (line, event) in enumerate(zip(lines, log, strict=False)):
        if line.event != event:
            return index
    return min(len(lines), len(log))
