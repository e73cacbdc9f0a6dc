"""The time by which tables go. Tests bring a clock of their own."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """Real time."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970, for what outlives a process; may go back."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
