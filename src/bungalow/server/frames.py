"""Frames: what a viewer sees now, as the bytes that go to the browser. Only views, options and lines get in here."""

from __future__ import annotations

import msgspec

from bungalow.core.contract import Game, State
from bungalow.core.match import Match
from bungalow.core.types import Standing
from bungalow.server.eyes import SPECTATOR, Eyes
from bungalow.server.messages import Frame, OptionChoice, ScoreInfo, StandingInfo

encoder = msgspec.json.Encoder()


class FrameMaker:
    """Makes the frames of one moment. Views that are equal are encoded once; equality is found, never assumed."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._views: list[tuple[object, msgspec.Raw]] = []

    def frame(self, eyes: Eyes, since: int | None = None, seconds: float = 0.0) -> bytes:
        """What the viewer sees now; `since` is the last number its browser has, or None for all but the newest.

        `seconds` is the time that is left to whoever is asked in an open window.
        """
        game, viewer = self.match.game, eyes.viewer
        moment = self.match.state.public_moment(viewer)
        asked = viewer >= 0 and moment.asked(viewer) >= 0
        waiting = moment.waiting(viewer)
        first_line = eyes.first_line_since(eyes.number - 1 if since is None else since)
        return encoder.encode(
            Frame(
                viewer=shown_viewer(viewer),
                number=eyes.number,
                view=self._encoded(moment.view(viewer)),
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

    def _encoded(self, view: object) -> msgspec.Raw:
        for other, encoded in self._views:
            if other == view:
                return encoded
        encoded = msgspec.Raw(encoder.encode(view))
        self._views.append((view, encoded))
        return encoded


def option_choices(game: Game, state: State, seat: int) -> list[OptionChoice]:
    return [
        OptionChoice(
            game.notation(state, seat, option), game.words(state, seat, option), list(game.targets(state, seat, option))
        )
        for option in state.legal(seat)
    ]


def standing_info(standing: Standing) -> StandingInfo:
    return StandingInfo([ScoreInfo(s.seat, s.total, list(s.parts), s.rank) for s in standing.scores])


def shown_viewer(viewer: int) -> int | None:
    return None if viewer == SPECTATOR else viewer
