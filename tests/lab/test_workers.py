"""Workers end with whoever started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

PARENT = """
import sys, time
from concurrent.futures import wait
from bungalow.lab.workers import workers
if __name__ == "__main__":
    with workers(2) as pool:
        from os import getpid
        print(*{pool.submit(getpid).result() for _ in range(20)}, flush=True)
        wait([pool.submit(time.sleep, 60) for _ in range(2)])
"""


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_workers_of_a_killed_parent_end() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        children = [int(word) for word in parent.stdout.readline().split()]
        assert children
        assert all(runs(child) for child in children)
        parent.send_signal(signal.SIGKILL)
    end = time.monotonic() + 10
    while any(runs(child) for child in children) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(runs(child) for child in children)
