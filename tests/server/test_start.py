"""Starting the server: ports, addresses and data folders, each problem in one line."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from bungalow.server import addresses
from bungalow.server.store.base import StoreFailed
from bungalow.server.store.sqlite import SqliteStore
from tests.loops import run_in_loop
from tests.server.in_process import serving
from tests.titles.kilns import KilnsGame
from tools.processes import tied_to_us
from tools.server_process import ServerProcess


def serve(data: Path, *words: str, command: str = "./run") -> subprocess.CompletedProcess[str]:
    """`bungalow serve` that is expected to fail."""
    environment = {key: value for key, value in os.environ.items() if key != "BUNGALOW_DATABASE"}
    return subprocess.run(
        [sys.executable, "-m", "bungalow", "serve", "--data", str(data), *words],
        env=environment | {"BUNGALOW_COMMAND": command},
        capture_output=True,
        text=True,
        timeout=60,
    )


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_taken_port_suggests_a_free_one(tmp_path: Path) -> None:
    with taken_port() as port:
        done = serve(tmp_path, "--port", str(port))
        free = int(done.stderr.split()[-1])
        assert done.stderr == f"bungalow: port-in-use: Port {port} is in use. Try: ./run --port {free}\n"
        assert (done.returncode, done.stdout) == (2, "")
        assert free > port
        addresses.listen("127.0.0.1", free).close()


@pytest.mark.parametrize("port", ["99999", "65536", "-1", "http", ""])
def test_an_impossible_port_is_refused(tmp_path: Path, port: str) -> None:
    done = serve(tmp_path, f"--port={port}")
    assert done.returncode == 2
    assert done.stderr.startswith("bungalow: bad-usage: argument --port: a port is a number from 0 to 65535, not")
    assert done.stderr.count("\n") == 1


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    done = serve(tmp_path, "--host", "192.0.2.7", "--port", "0")
    assert done.returncode == 2
    assert done.stderr.startswith("bungalow: bad-options: Cannot listen on 192.0.2.7 port 0: ")
    assert done.stderr.count("\n") == 1


def test_open_to_the_network_it_prints_the_addresses_to_type() -> None:
    with addresses.listen("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        here, elsewhere = addresses.shown(listener)
        assert here == f"http://localhost:{port}"
        assert elsewhere == [f"http://{address}:{port}" for address in addresses.own_addresses()]
        for address in addresses.own_addresses():
            socket.create_connection((address, port), timeout=5).close()
    with addresses.listen("127.0.0.1", 0) as listener:
        assert addresses.shown(listener) == (f"http://localhost:{listener.getsockname()[1]}", [])


def test_addresses_that_others_cannot_use_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "interfaces_4", lambda: ["127.0.0.1", "192.168.1.5", "169.254.3.4", "192.168.1.5"])
    monkeypatch.setattr(addresses, "interfaces_6", lambda: ["::1", "fe80::1", "2001:db8::5"])
    assert addresses.own_addresses() == ["192.168.1.5"]
    assert addresses.own_addresses(ipv6=True) == ["192.168.1.5", "2001:db8::5"]
    assert addresses.url("2001:db8::5", 80) == "http://[2001:db8::5]:80"


def test_every_address_is_printed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bungalow", "serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=tied_to_us(),
    )
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(1 + len(addresses.own_addresses()))]
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    assert lines[0].startswith("Bungalow is open at http://localhost:")
    assert [line.split("//")[1].split(":")[0] for line in lines[1:]] == addresses.own_addresses()


def as_a_file(data: Path) -> None:
    data.write_text("not a folder")


def with_a_folder_as_database(data: Path) -> None:
    (data / "bungalow.sqlite").mkdir(parents=True)


def with_something_else_as_database(data: Path) -> None:
    data.mkdir()
    (data / "bungalow.sqlite").write_bytes(b"not a database at all" * 100)


@pytest.mark.parametrize("spoil", [as_a_file, with_a_folder_as_database, with_something_else_as_database])
def test_a_data_folder_that_cannot_be_used_is_one_line(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    data = tmp_path / "data"
    spoil(data)
    done = serve(data, "--port", "0")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("bungalow: data-unavailable: Cannot ")
    assert str(data) in done.stderr
    assert done.stderr.endswith("Try another folder: ./run --data FOLDER\n")
    assert done.stderr.count("\n") == 1


def test_an_unwritable_data_folder_is_one_line() -> None:
    """Not even root can make a folder there."""
    done = serve(Path("/proc/bungalow-data"), "--port", "0")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("bungalow: data-unavailable: Cannot write to the data folder /proc/bungalow-data: ")
    assert done.stderr.count("\n") == 1


def test_a_locked_database_is_one_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "bungalow.sqlite", isolation_level=None) as other:
        other.execute("CREATE TABLE busy (x)")
        other.execute("BEGIN EXCLUSIVE")
        done = serve(tmp_path, "--port", "0")
        other.execute("ROLLBACK")
    assert (done.returncode, done.stdout) == (3, "")
    assert "bungalow: data-unavailable: " in done.stderr
    assert "database is locked" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_data_folder_of_another_server_is_one_line(tmp_path: Path) -> None:
    with ServerProcess(tmp_path):
        done = serve(tmp_path, "--port", "0")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"bungalow: bad-data: Another Bungalow server is using {tmp_path}. Stop it")
    assert done.stderr.count("\n") == 1


def test_an_unreachable_database_is_one_line(tmp_path: Path) -> None:
    with taken_port() as port:
        pass
    done = serve(tmp_path, "--port", "0", "--database", f"postgresql://nobody@127.0.0.1:{port}/none")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("bungalow: data-unavailable: PostgreSQL: ")
    assert done.stderr.count("\n") == 1


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def of_a_newer_version(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()


def with_a_garbled_page(path: Path) -> None:
    """Of a table that is not read at the start."""
    with sqlite3.connect(path) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [(truncated, "data-unavailable"), (of_a_newer_version, "newer-data"), (with_a_garbled_page, "corrupt-data")],
)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, spoil: Callable[[Path], None], code: str) -> None:
    with ServerProcess(tmp_path):
        pass
    spoil(tmp_path / "bungalow.sqlite")
    done = serve(tmp_path, "--port", "0")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"bungalow: {code}: ")
    assert done.stderr.count("\n") == 1


def test_a_newer_postgres_is_one_line(tmp_path: Path, new_database: Callable[[], str]) -> None:
    import psycopg

    url = new_database()
    with ServerProcess(tmp_path, url):
        pass
    with psycopg.connect(url) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    done = serve(tmp_path, "--port", "0", "--database", url)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("bungalow: newer-data: ")
    assert done.stderr.count("\n") == 1


def test_the_database_is_private(tmp_path: Path) -> None:
    def modes(folder: Path) -> set[int]:
        return {path.stat().st_mode & 0o777 for path in folder.glob("bungalow.*")}

    data = tmp_path / "data"

    async def start_and_look() -> None:
        store = SqliteStore(data / "bungalow.sqlite")
        await store.start()
        assert modes(data) == {0o600}
        await store.stop()

    run_in_loop(start_and_look())
    assert data.stat().st_mode & 0o777 == 0o700
    data.chmod(0o755)
    for path in data.glob("bungalow.*"):
        path.chmod(0o644)
    run_in_loop(start_and_look())
    assert data.stat().st_mode & 0o777 == 0o755


def test_health_is_only_told_of_a_store_that_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path, KilnsGame()) as (address, hub):
        assert httpx.get(f"{address}/api/health").json()["status"] == "ok"
        for failure in (False, sqlite3.DatabaseError("malformed"), StoreFailed("gone")):

            async def healthy(failure: bool | Exception = failure) -> bool:
                if isinstance(failure, Exception):
                    raise failure
                return failure

            monkeypatch.setattr(hub.store, "healthy", healthy)
            answer = httpx.get(f"{address}/api/health")
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
