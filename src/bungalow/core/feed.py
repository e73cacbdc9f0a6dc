"""What one viewer is sent, and how it is numbered.

Each viewer has a counter of its own that grows only when something visible to them changed. Nothing is sent
while a silent choice waits for somebody else: not even the number may tell that somebody is being asked.
"""

from __future__ import annotations

from typing import TypedDict

from bungalow.core.match import Match


class OptionFrame(TypedDict):
    """One option as a person may point at it, read it and type it."""

    text: str
    words: str
    targets: list[str]


class LineFrame(TypedDict):
    words: str
    clause: str


class Frame(TypedDict):
    """One message to one viewer."""

    number: int
    view: object
    waiting: list[int]
    waiting_words: str
    question: str
    options: list[OptionFrame]
    first_line: int
    """Where in the viewer's log `lines` begin: after an undo the viewer drops what it has from there on."""
    lines: list[LineFrame]
    can_undo: bool
    over: bool


class Feed:
    """The numbered messages of one viewer of a match (`None` is a spectator)."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.match = match
        self.viewer = viewer
        self.number = 0
        self._shown: Frame | None = None
        self._lines: list[LineFrame] = []

    def update(self) -> Frame | None:
        """The message due after a move, or None when nothing visible changed."""
        match, viewer = self.match, self.viewer
        if match.state.hides_moment(-1 if viewer is None else viewer):
            return None
        lines = [LineFrame(words=line.words, clause=line.clause) for line in match.lines(viewer)]
        kept = _common_start(self._lines, lines)
        asked = viewer is not None and viewer in match.actors
        waiting = match.waiting(viewer)
        frame = Frame(
            number=self.number,
            view=match.view(viewer),
            waiting=list(waiting.seats),
            waiting_words=waiting.words,
            question=match.question(viewer) if asked and viewer is not None else "",
            options=self._options() if asked else [],
            first_line=kept,
            lines=lines[kept:],
            can_undo=viewer is not None and match.undoable(viewer) is not None,
            over=match.over,
        )
        if frame == self._shown:
            return None
        self.number += 1
        frame["number"] = self.number
        self._shown = frame.copy()
        self._shown["first_line"] = len(lines)
        self._shown["lines"] = []
        self._lines = lines
        return frame

    def _options(self) -> list[OptionFrame]:
        assert self.viewer is not None
        return [
            OptionFrame(text=move.text, words=move.words, targets=list(move.targets))
            for move in self.match.moves(self.viewer)
        ]


def _common_start(old: list[LineFrame], new: list[LineFrame]) -> int:
    """How many lines both begin with."""
    for index, (a, b) in enumerate(zip(old, new, strict=False)):
        if a != b:
            return index
    return min(len(old), len(new))
