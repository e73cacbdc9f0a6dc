"""How long the event loop stood still: whatever holds it up delays every table of the process."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable

INTERVAL = 0.01
IDLE_INTERVAL = 0.2
REMEMBERED = 60
"""Seconds."""


class Stalls:
    """Notes how late a timer of the event loop is called, and remembers the worst of each second for a minute."""

    def __init__(self, busy: Callable[[], bool], now: Callable[[], float] = time.monotonic) -> None:
        self._busy = busy
        self._now = now
        self._worst: deque[tuple[int, float]] = deque()
        """Second and lateness, in order; only seconds in which the timer was called."""

    async def watch(self) -> None:
        """Measure until cancelled: often while `busy` returns True, else seldom, so that an idle machine can sleep."""
        while True:
            pause = INTERVAL if self._busy() else IDLE_INTERVAL
            due = self._now() + pause
            await asyncio.sleep(pause)
            self.note(self._now() - due)

    def note(self, late: float) -> None:
        second = math.floor(self._now())
        if self._worst and self._worst[-1][0] == second:
            self._worst[-1] = (second, max(late, self._worst[-1][1]))
            return
        self._worst.append((second, late))
        while self._worst[0][0] <= second - REMEMBERED:
            self._worst.popleft()

    def longest(self) -> float:
        """Return the longest stall of the last minute in seconds."""
        oldest = math.floor(self._now()) - REMEMBERED
        return max((late for second, late in self._worst if second > oldest), default=0.0)
