"""Workers end with whoever started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.cli.conftest import environment

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


@pytest.mark.parametrize("pause", [0.0, 0.002, 0.02, 0.1])
def test_asked_several_times_to_end_it_says_so_once(tmp_path: Path, pause: float) -> None:
    """As `timeout` asks, and as an impatient person does."""
    kept = tmp_path / "games.jsonl"
    words = ["arena", "burrows", "--bots", "random,greedy", "--games", "100000", "--processes", "2", "--out", str(kept)]
    command = [sys.executable, "-m", "bungalow", *words]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (kept.exists() and kept.read_bytes().count(b"\n") > 1):
        time.sleep(0.02)
    for _ in range(3):
        process.send_signal(signal.SIGTERM)
        time.sleep(pause)
    _, errors = process.communicate(timeout=30)
    assert errors == "bungalow: interrupted: stopped before the end\n"
    assert process.returncode == 130


STUBBORN = """
import signal, sys, time
from bungalow.lab.workers import workers
def stop(number, frame):
    raise KeyboardInterrupt
def sleep():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(2)
if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    try:
        with workers(1) as pool:
            doing = pool.submit(sleep)
            while not doing.running():
                time.sleep(0.01)
            time.sleep(0.3)
            print("busy", flush=True)
            doing.result()
    except KeyboardInterrupt:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print("interrupted", flush=True)
"""


def test_interrupted_again_while_the_workers_end(tmp_path: Path) -> None:
    """A worker that takes two seconds to end, as on a busy machine, and a second signal in that time."""
    script = tmp_path / "stubborn.py"
    script.write_text(STUBBORN)
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "busy\n"
        for _ in range(2):
            parent.send_signal(signal.SIGTERM)
            time.sleep(0.3)
        watchdog = threading.Timer(30, parent.kill)
        watchdog.start()
        out, errors = parent.communicate()
        watchdog.cancel()
    assert (out, errors, parent.returncode) == ("interrupted\n", "", 0)
