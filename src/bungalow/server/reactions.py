"""Reactions at a table: how long a window stays open, and what standing orders answer in it.

Who is asked in a window is a secret, and so is how fast they pass. A table with a reaction time is held at every window
of which not everybody knows whether it asks somebody, for the same time whatever happens behind the screens. Without
one nobody is asked there: standing orders decide at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from bungalow.core.contract import SPECTATOR, Game
from bungalow.core.errors import BadOptions
from bungalow.core.match import Match
from bungalow.core.types import Kind
from bungalow.server.clock import Clock
from bungalow.server.messages import OrderInfo, Orders
from bungalow.server.store.base import Reaction, Rule, SeatRow
from bungalow.server.table import Play

ASK: Rule = "ask"
PASS: Rule = "pass"
SECONDS: Reaction = 3
"""The reaction time of a table that does not say otherwise: long enough to press a button, short enough to play on."""


def reactions(game: Game) -> list[Kind]:
    return [kind for kind in game.kinds if kind.reaction]


def orders_of(game: Game, seat: SeatRow) -> Orders:
    """The standing orders of a seat as its owner is told them: one for each kind of reaction."""
    told = [OrderInfo(kind.name, kind.words, seat.orders.get(kind.name, ASK)) for kind in reactions(game)]
    return Orders(seat.seat, told)


def ordered(game: Game, seat: SeatRow, name: str | None, rule: Rule) -> SeatRow:
    """The seat with a standing order for the reaction of that name, or for all."""
    named = [kind.name for kind in reactions(game) if name in (None, kind.name)]
    if not named:
        raise BadOptions(f"{game.title} has no reaction '{name or ''}'")
    orders = seat.orders | dict.fromkeys(named, rule)
    return replace(seat, orders={kind: kept for kind, kept in orders.items() if kept != ASK})


def standing_answer(match: Match, seats: list[SeatRow], *, timed: bool) -> tuple[int, Kind, str] | None:
    """The seat that is asked and need not be, what it is asked, and the notation that answers it."""
    for number in match.actors:
        kind = match.game.kinds[int(match.state.asked(number))]
        rule = seats[number].orders.get(kind.name, ASK) if kind.reaction else ASK
        if kind.reaction and rule == ASK and not timed and match.state.hides_moment(SPECTATOR):
            rule = PASS
        if rule != ASK:
            answers = [option for option in match.state.legal(number) if (option == kind.passes) == (rule == PASS)]
            return number, kind, match.move(number, answers[0]).text
    return None


class Window:
    """The time of the window at which a table is held. No answer makes it shorter or longer.

    It is not kept: after a restart it begins anew, for a table at which somebody is asked and for one at which nobody
    is, and nobody loses time by our absence.
    """

    def __init__(self, clock: Clock, seconds: float, over: Callable[[int], Awaitable[None]]) -> None:
        self._clock = clock
        self._seconds = seconds
        self._over = over
        self._number = 0
        """Which of the match's windows is open; 0 when none is."""
        self._ends = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        return self._number != 0

    @property
    def left(self) -> float:
        """Seconds until it closes; 0 when none is open."""
        return max(0.0, self._ends - self._clock.now()) if self.running else 0.0

    def follow(self, play: Play | None) -> None:
        """Begin the time of a window that was not open before, and end that of one which is open no more."""
        number = open_window(play)
        if number == self._number:
            return
        self.stop()
        if number:
            self._number = number
            self._ends = self._clock.now() + self._seconds
            self._task = asyncio.get_running_loop().create_task(self._wait(number))

    async def _wait(self, number: int) -> None:
        await self._clock.sleep(self._seconds)
        await self._over(number)

    def stop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None
        self._number = 0


def open_window(play: Play | None) -> int:
    """The number of the window at which the match is held, or 0."""
    return int(play.match.state.windows) if play is not None and play.match.window_open else 0
