"""Interrupted tests leave no server behind, whatever ended them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tools.progress import ROOT

WAITING = """
import time
from pathlib import Path
from tests.server.conftest import server
from tests.web.conftest import Server
from tools.postgres import Postgres

def test_waits(server, tmp_path):
    own = Server(tmp_path)
    own.start()
    with Postgres() as postgres:
        Path("partial").write_text(f"{server.process.pid} {own.process.pid} {postgres.pid} {postgres.folder}")
        Path("partial").rename("started")
        time.sleep(100)
"""


def is_running(pid: int) -> bool:
    """A process that has ended but was not waited for has no command line."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in map(int, found) for each in (child, *children(child))]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("how", "workers"), [(signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGTERM, 1), (signal.SIGKILL, 1)]
)
def test_a_stopped_test_run_stops_its_servers(tmp_path: Path, how: signal.Signals, workers: int) -> None:
    """Ctrl-C, a polite kill, and a kill that nothing can react to; alone, and in a worker of pytest-xdist."""
    (tmp_path / "test_waiting.py").write_text(WAITING)
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_configure\n")
    # Plugins that are not used here take longer to load than a server takes to start.
    options = [
        "-q",
        "--rootdir",
        str(tmp_path),
        "-p",
        "no:cacheprovider",
        "-p",
        "xdist",
        "--numprocesses",
        str(workers),
    ]
    variables = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, str(tmp_path / "test_waiting.py")],
        cwd=tmp_path,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (started := list(tmp_path.rglob("started"))) and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    if not started:
        process.kill()
        pytest.fail(f"the servers did not start:\n{process.communicate()[0]}")
    *named, folder = started[0].read_text().split()
    pids = children(process.pid)
    assert set(map(int, named)) <= set(pids)
    process.send_signal(how)
    process.communicate(timeout=60)
    deadline = time.monotonic() + 20
    while (left := [pid for pid in pids if is_running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    cleaned_up = not Path(folder).exists()
    shutil.rmtree(folder, ignore_errors=True)
    assert not left
    if not workers:
        assert process.returncode == 2, "pytest noticed the interruption"
        assert cleaned_up
