"""A server that writes to its log where its event loop stands still for longer than it may: `./run faults --where`."""

from __future__ import annotations

import faulthandler
import sys

from bungalow.server import stalls
from bungalow.server.serve import main

LIMIT = 0.04


noted = stalls.Stalls.note


def note(self: stalls.Stalls, stall: stalls.Stall) -> None:
    """Set again the timer that else writes down the stacks of all threads."""
    faulthandler.dump_traceback_later(LIMIT)
    if stall.late > LIMIT:
        worked = f"and worked for {1000 * stall.worked:.0f} ms of it"
        print(f"the event loop stood still for {1000 * stall.late:.0f} ms {worked}", file=sys.stderr)
    noted(self, stall)


if __name__ == "__main__":
    stalls.IDLE_INTERVAL = stalls.INTERVAL
    stalls.Stalls.note = note  # type: ignore[method-assign]
    sys.exit(main())
