"""How long the event loop stood still: whatever holds it up delays every table of the process."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

INTERVAL = 0.01
IDLE_INTERVAL = 0.2
REMEMBERED = 60
"""Seconds."""


class Stall(NamedTuple):
    """How late the timer was called, in seconds, and for how much of that the loop itself worked.

    The rest it waited: for a core of a busy machine, for another thread, for the disk.
    """

    late: float
    worked: float


class Stalls:
    """Notes how late a timer of the event loop is called, and remembers the worst of each second for a minute."""

    def __init__(self, busy: Callable[[], bool], now: Callable[[], float] = time.monotonic) -> None:
        self._busy = busy
        self._now = now
        self._worst: deque[tuple[int, Stall]] = deque()
        """Each second in which the timer was called."""

    async def watch(self, after: float = 0.0) -> None:
        """Measure until cancelled: often while `busy` returns True, else seldom, so that an idle machine can sleep.

        The first seconds are left out: a server that starts serves nobody yet.
        """
        await asyncio.sleep(after)
        while True:
            pause = INTERVAL if self._busy() else IDLE_INTERVAL
            due, used = self._now() + pause, time.thread_time()
            await asyncio.sleep(pause)
            late = self._now() - due
            self.note(Stall(late, min(late, time.thread_time() - used)))

    def note(self, stall: Stall) -> None:
        second = math.floor(self._now())
        if self._worst and self._worst[-1][0] == second:
            before = self._worst[-1][1]
            self._worst[-1] = (second, Stall(max(stall.late, before.late), max(stall.worked, before.worked)))
            return
        self._worst.append((second, stall))
        while self._worst[0][0] <= second - REMEMBERED:
            self._worst.popleft()

    def longest(self) -> Stall:
        """Return the longest stall of the last minute and, maybe of another stall, the longest work in one."""
        oldest = math.floor(self._now()) - REMEMBERED
        recent = [stall for second, stall in self._worst if second > oldest]
        return Stall(
            max((each.late for each in recent), default=0.0), max((each.worked for each in recent), default=0.0)
        )
