"""Frames: what a viewer sees now, as the text that goes to the browser. Only views, options and lines get in here."""

from __future__ import annotations

from typing import cast

import msgspec

from bungalow.core.contract import Game, State
from bungalow.core.match import Match
from bungalow.core.types import Standing
from bungalow.server.changes import Change, changes
from bungalow.server.eyes import SPECTATOR, Eyes
from bungalow.server.messages import Frame, OptionChoice, ScoreInfo, StandingInfo

encoder = msgspec.json.Encoder()
NOTHING = msgspec.Raw(b"null")
NO_CHANGES = msgspec.Raw(b"[]")


class Shown(msgspec.Struct):
    """The newest view of one viewer, and how it differs from the one before."""

    number: int
    view: object
    base: int = 0
    """The number of the view before, 0 when there was none."""
    changes: msgspec.Raw = NO_CHANGES


class FrameMaker:
    """Makes the frames of one table.

    Who has seen the view before is told what has changed since, everybody else the whole view. Where a title shows
    everybody the same, view and changes are made once for all.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown: dict[int, Shown] = {}
        self._for_all: tuple[int, object] = (-1, None)
        """Where everybody sees the same: after how many entries, and what."""
        self._compared: tuple[object, object, msgspec.Raw] = (None, None, NO_CHANGES)
        """The two views that were compared last, and their changes."""
        self._encoded: tuple[object, msgspec.Raw] = (None, NOTHING)
        """The view that was last sent whole."""

    def frame(self, eyes: Eyes, since: int | None = None, seconds: float = 0.0, *, whole: bool = False) -> str:
        """What the viewer sees now; `since` is the last number its browser has, or None for all but the newest.

        `seconds` is the time that is left to whoever is asked in an open window.
        """
        game, viewer = self.match.game, eyes.viewer
        if since is None:
            since = eyes.number - 1
        moment = self.match.state.public_moment(viewer)
        asked = viewer >= 0 and moment.asked(viewer) >= 0
        waiting = moment.waiting(viewer)
        first_line = eyes.first_line_since(since)
        shown = self._show(eyes, moment)
        follows = 0 < since == shown.base and not whole
        encoded = encoder.encode(
            Frame(
                viewer=shown_viewer(viewer),
                number=eyes.number,
                base=since if follows else 0,
                view=NOTHING if follows else self._whole(shown.view),
                changes=cast(list[Change], shown.changes if follows else NO_CHANGES),  # encoded already
                waiting=list(waiting.seats),
                waiting_words=waiting.words,
                question=game.question(moment, viewer) if asked else "",
                options=option_choices(game, moment, viewer) if asked else [],
                first_line=first_line,
                lines=eyes.lines[first_line:],
                can_undo=eyes.can_undo,
                standing=standing_info(moment.standing()) if moment.over() else None,
                seconds=round(seconds, 3) if asked and moment.window_open else 0.0,
            )
        )
        return encoded.decode()

    def _show(self, eyes: Eyes, moment: State) -> Shown:
        before = self._shown.get(eyes.viewer)
        if before is not None and before.number == eyes.number:
            return before
        view = self._view(eyes, moment)
        shown = Shown(eyes.number, view)
        if before is not None:
            shown.base, shown.changes = before.number, self._changes(before.view, view)
        self._shown[eyes.viewer] = shown
        return shown

    def _view(self, eyes: Eyes, moment: State) -> object:
        if not self.match.game.alike_to_all:
            return moment.view(eyes.viewer)
        entries = eyes.entry_counts[-1]
        if self._for_all[0] != entries:
            self._for_all = (entries, moment.view(eyes.viewer))
        return self._for_all[1]

    def _changes(self, old: object, new: object) -> msgspec.Raw:
        if self._compared[0] is not old or self._compared[1] is not new:
            self._compared = (old, new, msgspec.Raw(encoder.encode(changes(old, new))))
        return self._compared[2]

    def _whole(self, view: object) -> msgspec.Raw:
        if self._encoded[0] is not view:
            self._encoded = (view, msgspec.Raw(encoder.encode(view)))
        return self._encoded[1]


def option_choices(game: Game, state: State, seat: int) -> list[OptionChoice]:
    return [
        OptionChoice(
            game.notation(state, seat, option), game.words(state, seat, option), game.targets(state, seat, option)
        )
        for option in state.legal(seat)
    ]


def standing_info(standing: Standing) -> StandingInfo:
    return StandingInfo([ScoreInfo(s.seat, s.total, list(s.parts), s.rank) for s in standing.scores])


def shown_viewer(viewer: int) -> int | None:
    return None if viewer == SPECTATOR else viewer
