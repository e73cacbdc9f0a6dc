"""Log lines that would come by the thousand while a disk or a database is down: one of each kind in ten seconds."""

from __future__ import annotations

import logging
import time

log = logging.getLogger("bungalow")
SECONDS = 10.0
_told: dict[str, float] = {}
"""For each kind of failure, when its last line was written."""
_kept_back: dict[str, int] = {}
"""For each kind of failure, how many lines were left out since then."""


def log_seldom(kind: str, message: str, *, error: BaseException | None = None) -> None:
    """Log an error unless one of the same kind was logged in the last ten seconds; with `error`, also its traceback."""
    now = time.monotonic()
    if kind in _told and now - _told[kind] < SECONDS:
        _kept_back[kind] = _kept_back.get(kind, 0) + 1
        return
    _told[kind] = now
    more = _kept_back.pop(kind, 0)
    log.error("%s%s", message, f" ({more} more like this before)" if more else "", exc_info=error)


def forget() -> None:
    """Log the next failure of every kind again."""
    _told.clear()
    _kept_back.clear()
