"""A server that writes to its log where its event loop stands still for longer than it may: `./run faults --where`."""

from __future__ import annotations

import faulthandler
import sys
import time

from bungalow.server import stalls
from bungalow.server.serve import main

LIMIT = 0.04


class Telling(stalls.Stalls):
    """Arms a timer that writes down the stacks of all threads unless it is set again in time."""

    def note(self, late: float) -> None:
        faulthandler.dump_traceback_later(LIMIT, repeat=False)
        if late > LIMIT:
            print(f"the event loop stood still for {1000 * late:.0f} ms, at {time.strftime('%X')}", file=sys.stderr)
        super().note(late)


if __name__ == "__main__":
    stalls.Stalls.note = Telling.note  # type: ignore[method-assign]
    sys.exit(main())
