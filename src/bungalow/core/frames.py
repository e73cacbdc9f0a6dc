"""Frames: the messages by which a viewer follows a table. Only views, options and log lines get in here."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from bungalow.core.contract import SPECTATOR, Game, State
from bungalow.core.types import Standing


class OptionChoice(Struct, gc=False):
    """A legal option: its notation (sent back to play it), its words, and the things a person points at"""

    text: str
    words: str
    targets: tuple[str, ...]


class LineInfo(Struct, gc=False):
    """A log line and the things it is about"""

    words: str
    clause: str
    marks: tuple[str, ...] = ()


class LogStep(Struct, gc=False):
    """The lines that were first shown together, in the frame of that number"""

    number: int
    by: int | None
    """The seat that was awaited before, if it was only one: what it did is reported here."""
    lines: list[LineInfo]


class ScoreInfo(Struct):
    seat: int
    total: int
    parts: list[tuple[str, int]]
    rank: int


class StandingInfo(Struct):
    scores: list[ScoreInfo]


class Frame(Struct, tag_field="type", tag="frame"):
    """What a viewer sees now: the title's own typed view (`BurrowsView`, ..) in two parts, `view` for everybody and
    `own` for the viewer, which is laid over it.

    A frame that follows on one that was sent before on the same socket carries only what has changed.
    """

    viewer: int | None
    number: int
    base: int
    """0: `view` is whole. Otherwise `view` is null, and `changes` lead here from the view of this number."""
    view: Any
    changes: list[tuple[list[str | int], Any]]
    """Paths into `view`, each with what is there now; a new element of a list comes at its end."""
    own: list[tuple[list[str | int], Any]] | None
    """Paths into `view` with what this viewer sees there instead; null: the same as in the frame before."""
    waiting: list[int]
    """Seats that are awaited, as far as this viewer may know: for turn badges and "thinking" marks."""
    waiting_words: str
    question: str
    """Empty when it is not this viewer's turn to choose."""
    options: list[OptionChoice]
    first_line: int
    """Where in this viewer's log `log` begins: the browser drops the lines it has from there on (undo, reconnect)."""
    log: list[LogStep]
    can_undo: bool
    standing: StandingInfo | None
    """Only when the game is over."""
    seconds: float = 0.0
    """How long the question can still be answered before it counts as passed; 0: without limit."""


def option_choices(game: Game, state: State, seat: int) -> list[OptionChoice]:
    """Return the legal options of a seat as they are shown."""
    return [
        OptionChoice(
            game.notation(state, seat, option), game.words(state, seat, option), game.targets(state, seat, option)
        )
        for option in state.legal(seat)
    ]


def standing_info(standing: Standing) -> StandingInfo:
    return StandingInfo([ScoreInfo(s.seat, s.total, list(s.parts), s.rank) for s in standing.scores])


def shown_viewer(viewer: int) -> int | None:
    """Return the viewer as messages write it."""
    return None if viewer == SPECTATOR else viewer
