"""A server whose clock jumps: `bungalow serve` with a wall clock that goes a day ahead at SIGUSR1 and a day back at
SIGUSR2, and a monotonic clock that goes a day ahead at SIGHUP, as if the machine had slept.

The clocks are replaced before anything of the server is imported, also for libraries that keep them by name.
"""

from __future__ import annotations

import signal
import sys
import time

DAY = 86_400.0
wall, monotonic = time.time, time.monotonic
ahead = {"wall": 0.0, "monotonic": 0.0}


def jump(which: str, seconds: float) -> None:
    ahead[which] += seconds


time.time = lambda: wall() + ahead["wall"]
time.monotonic = lambda: monotonic() + ahead["monotonic"]

if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, lambda *_: jump("wall", DAY))
    signal.signal(signal.SIGUSR2, lambda *_: jump("wall", -DAY))
    signal.signal(signal.SIGHUP, lambda *_: jump("monotonic", DAY))
    from bungalow.server.serve import main

    sys.exit(main())
