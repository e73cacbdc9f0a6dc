"""Processes that do not outlive the one that started them, however it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1
# Loaded here: between fork and exec only what is already in memory may be used.
PRCTL = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def tied_to_us(how: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """Return a `preexec_fn` that has the kernel end the new process when we die, even by SIGKILL.

    Only Linux can do this; elsewhere a killed test run may leave its servers behind. The process also ends with the
    thread that started it, so start it from one that stays.
    """
    us = os.getpid()

    def tie() -> None:
        if PRCTL is not None:
            PRCTL(PR_SET_PDEATHSIG, int(how), 0, 0, 0)
            if os.getppid() != us:  # we died in between
                os._exit(1)

    return tie
