"""What one viewer of a table has been shown, and how it was numbered.

Each viewer has a counter of its own that grows only when something visible to them changed. For every entry of a
table the store keeps who saw a change by it, so the numbers are the same after a restart, on another process and with
a later version of a title's views; what is worked out here for a new entry is read from the entry ever after.
"""

from __future__ import annotations

from msgspec import Struct

from bungalow.core.contract import NOBODY, State
from bungalow.core.match import Match
from bungalow.core.types import Event
from bungalow.server.messages import LineInfo

SPECTATOR = -1
"""A viewer inside the server is a seat or this; messages write null."""


class Line(Struct, frozen=True, gc=False):
    """A log line in words, shared by all who may read it."""

    event: Event
    words: str
    clause: str
    marks: tuple[str, ...]


class Diary:
    """The log of a match in words, each event put into words once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lines: list[Line] = []

    def catch_up(self, *, after_undo: bool = False) -> None:
        log = self.match.state.log or []
        if after_undo:
            del self.lines[_common(self.lines, log) :]
        game, names = self.match.game, self.match.names
        for event in log[len(self.lines) :]:
            if event.audience == NOBODY:
                self.lines.append(Line(event, "", event.clause, ()))
            else:
                self.lines.append(Line(event, game.say(event, names), event.clause, game.marks(event)))


class Eyes:
    """One viewer's numbers and log."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.number = 0
        self.lines: list[LineInfo] = []
        self.first_lines: list[int] = []
        """For each number, where the lines that came with it began."""
        self.entry_counts: list[int] = []
        """For each number, how many entries had been made."""
        self.can_undo = False
        self.asked_since = 0
        """The number from which on the present question has been asked: an answer to an older one is stale."""
        self._read = 0
        self._misread = False
        self._choice: tuple[int, int] = (-1, -1)
        self._moment: State | None = None
        """The table as it was last shown."""

    def sees_change(self, match: Match, diary: Diary, *, after_undo: bool) -> bool:
        """Would a frame now differ from the last one? Cheap signs first, the whole view last."""
        state, viewer = match.state, self.viewer
        if state.hides_moment(viewer):
            return False
        shown = self._moment
        if shown is None or self._log_differs(diary, after_undo=after_undo):
            return True
        if state.over() != shown.over() or state.waiting(viewer) != shown.waiting(viewer):
            return True
        if viewer >= 0:
            if self.can_undo != (match.undoable(viewer) is not None) or state.asked(viewer) != shown.asked(viewer):
                return True
            if state.legal(viewer) != shown.legal(viewer):
                return True
        return state.view(viewer) != shown.view(viewer)

    def _log_differs(self, diary: Diary, *, after_undo: bool) -> bool:
        if after_undo or self._misread:
            return [line.words for line in self.lines] != [line.words for line in self._readable(diary, 0)]
        return any(may_read(line.event, self.viewer) for line in diary.lines[self._read :])

    def _readable(self, diary: Diary, start: int) -> list[Line]:
        return [line for line in diary.lines[start:] if may_read(line.event, self.viewer)]

    def note_change(
        self, match: Match, diary: Diary, moment: State, entries: int, *, after_undo: bool, retold: bool = False
    ) -> None:
        """Give the next number to what can be seen now.

        `retold`: lines were shown meanwhile that are not known here, so browsers must read the log from its start.
        """
        self.number += 1
        kept = len(self.lines)
        if after_undo or self._misread:
            fresh = self._readable(diary, 0)
            kept = 0
            while kept < min(len(self.lines), len(fresh)) and self.lines[kept].words == fresh[kept].words:
                kept += 1
            del self.lines[kept:], fresh[:kept]
        else:
            fresh = self._readable(diary, self._read)
        awaited = self._moment.waiting(self.viewer).seats if self._moment is not None else ()
        by = awaited[0] if len(awaited) == 1 else None
        self.lines += [LineInfo(line.words, line.clause, self.number, line.marks, by) for line in fresh]
        self._read = len(diary.lines)
        self._misread = False
        self.first_lines.append(0 if retold else kept)
        self.entry_counts.append(entries)
        self.can_undo = self.viewer >= 0 and match.undoable(self.viewer) is not None
        self._moment = moment

    def note_unseen_undo(self) -> None:
        """The log may have become shorter without this viewer's notice: read it from its start next time."""
        self._misread = True

    def note_choice(self, match: Match, own_moves: int, *, after_undo: bool) -> None:
        """Keep track of since when the present question is asked."""
        choice = (int(match.state.closed), own_moves)
        if choice != self._choice or after_undo:
            self._choice = choice
            self.asked_since = self.number

    def first_line_since(self, number: int) -> int:
        """Where the log of somebody who has seen up to `number` begins to be out of date."""
        if not 0 < number <= self.number:
            return 0
        return min(self.first_lines[number:], default=len(self.lines))


def may_read(event: Event, viewer: int) -> bool:
    return event.audience == -1 or (viewer >= 0 and event.audience >> viewer & 1 == 1)


def _common(lines: list[Line], log: list[Event]) -> int:
    """How many events both begin with."""
    for index, (line, event) in enumerate(zip(lines, log, strict=False)):
        if line.event != event:
            return index
    return min(len(lines), len(log))
