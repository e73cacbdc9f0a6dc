"""Disks and files: full, read-only, corrupt, of a newer version, used by another server; backups."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from bungalow.server.settings import Settings
from bungalow.server.store.choose import make_store
from tools.faults.honest import Site
from tools.faults.scenario import BOTH, SQLITE, Case, Scenario, launched
from tools.processes import tied_to_us
from tools.progress import ROOT

RATE = 60.0
PAGE_SIZE = 4096
DISK_MB = 24
LEFT_KB = 64
FAILED = 3
"""The exit code of a start that failed."""


def bungalow(*words: object, database: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line to its end."""
    environment = {key: value for key, value in os.environ.items() if key != "BUNGALOW_DATABASE"}
    if database:
        environment["BUNGALOW_DATABASE"] = database
    return subprocess.run(
        [sys.executable, "-m", "bungalow", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        env=environment,
    )


def try_start(data: Path) -> tuple[int | None, str]:
    """Start a server: its exit code and what it said if it ended, else None, and it is stopped again."""
    command = [sys.executable, "-m", "bungalow", "serve", "--port", "0", "--data", str(data)]
    environment = {key: value for key, value in os.environ.items() if key != "BUNGALOW_DATABASE"}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment,
        preexec_fn=tied_to_us(),
    ) as process:
        assert process.stdout is not None
        started = process.stdout.readline() != ""
        if started:
            process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
    return None if started else process.returncode, said


async def starts_not(case: Case, data: Path, *codes: str) -> None:
    """Expect of a start that it ends with one line, one of these codes and exit code 3."""
    code, said = await launched(lambda: try_start(data))
    if code is None:
        case.expect(False, "the server started")
        return
    one_line(case, code, said)
    case.expect(any(said.startswith(f"bungalow: {code}: ") for code in codes), f"the start said: {said[:300]}")


def one_line(case: Case, code: int, said: str) -> None:
    plain = code == FAILED and said.count("\n") == 1
    case.expect(plain, f"the start ended with {code} and {said.count(chr(10))} lines: {said[-300:]}")
    case.say(said.strip()[:150])


def health(address: str) -> dict[str, object]:
    """What /api/health answers; its `status` is the HTTP status where that is not 200."""
    try:
        with urllib.request.urlopen(f"{address}/api/health", timeout=15) as answer:
            found: dict[str, object] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        return {"status": error.code}


def mounted(case: Case, folder: Path, megabytes: int) -> None:
    """Mount a small disk for as long as the scenario runs."""
    folder.mkdir(parents=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", folder], check=True)
    case.stack.callback(lambda: subprocess.run(["umount", "--lazy", folder], check=True))


def fill(folder: Path) -> Path:
    """Leave next to nothing of a disk; the file that does so is returned."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1 << 16))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
    os.truncate(ballast, max(0, ballast.stat().st_size - LEFT_KB * 1024))
    return ballast


async def full_disk(case: Case) -> None:
    """The disk fills up under load, the server is killed and started meanwhile, then there is room again."""
    disk = case.folder / "disk"
    mounted(case, disk, DISK_MB)
    site = Site(case, tables=4, spare=case.sizes.pick(6, 40))
    site.data = disk / "data"
    site.log = case.folder / "server.log"
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    for _ in range(case.sizes.pick(1, 2)):
        await site.play(case.sizes.pick(0.5, 2.0))
        ballast = fill(disk)
        await until(case, lambda: health(server.address)["status"] == 503, "health says ok though the disk is full")
        stuck_at = sum(len(table.order) for table in site.tables)
        await asyncio.sleep(case.sizes.pick(0.5, 2.0))
        case.say(
            f"full; {sum(len(table.order) for table in site.tables) - stuck_at} moves were kept after health said so"
        )
        server.kill()
        code, said = await launched(lambda: try_start(site.data))
        if code is not None:  # else the little that is left was enough
            one_line(case, code, said)
        ballast.unlink()
        freed = time.perf_counter()
        await launched(server.start)
        site.note_recovery(await site.recovered(freed))
    # And once without a restart.
    ballast = fill(disk)
    await until(case, lambda: health(server.address)["status"] == 503, "health says ok though the disk is full")
    ballast.unlink()
    site.note_recovery(await site.recovered(time.perf_counter()))
    lines = server.errors().count("\n")
    case.expect(lines < 40, f"{lines} lines in the log of a server whose disk is full")
    await site.finish()


async def until(case: Case, holds: Callable[[], bool], words: str, limit: float = 15.0) -> None:
    """Wait until something holds that is asked of a blocking call; else the scenario fails with these words."""
    deadline = time.perf_counter() + limit
    while not await asyncio.to_thread(holds):
        if time.perf_counter() > deadline:
            case.expect(False, words)
            return
        await asyncio.sleep(0.1)


async def read_only(case: Case) -> None:
    """A start from a disk that can only be read is one line; mounted for writing again, everything is there."""
    disk = case.folder / "disk"
    mounted(case, disk, DISK_MB)
    site = Site(case, tables=3, spare=5)
    site.data = disk / "data"
    site.log = case.folder / "server.log"
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    await site.play(0.5)
    server.kill()
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    try:
        await starts_not(case, site.data, "data-unavailable")
        await starts_not(case, disk / "new", "data-unavailable")
    finally:
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
    began = time.perf_counter()
    await launched(server.start)
    site.note_recovery(await site.recovered(began))
    await site.finish()


async def refused_starts(case: Case) -> None:
    """A second server on the same data, and data of a newer version: one line each, and nothing is changed."""
    site = Site(case, tables=3, spare=5)
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    await site.play(0.3)
    await starts_not(case, site.data, "bad-data", "data-in-use", "server-running")
    await launched(server.stop)
    version = change_version(site.data, "9999")
    await starts_not(case, site.data, "newer-data")
    change_version(site.data, version)
    began = time.perf_counter()
    await launched(server.start)
    site.note_recovery(await site.recovered(began))
    await site.finish()


def change_version(data: Path, version: str) -> str:
    """Write another version of the schema into a database; the one that was there is returned."""
    connection = sqlite3.connect(data / "bungalow.sqlite")
    with connection:
        (before,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
    connection.close()
    return str(before)


async def corrupt_page(case: Case) -> None:
    """A page of the database becomes garbage: the start is one line; the backup holds what was acknowledged before."""
    site = Site(case, tables=4, spare=case.sizes.pick(6, 40))
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    await site.play(case.sizes.pick(0.5, 3.0))
    backup = case.folder / "backup.sqlite"
    before = {table: set(requests) for table, requests in site.tally.acknowledged.items()}
    done = await launched(lambda: bungalow("backup", backup, "--data", site.data))
    case.expect(done.returncode == 0, f"the backup ended with {done.returncode}: {done.stderr}")
    await site.play(0.3)
    await launched(server.stop)
    file = site.data / "bungalow.sqlite"
    whole = file.read_bytes()
    for page in pages_in_use(file, case.sizes.pick(1, 8)):
        spoilt = bytearray(whole)
        spoilt[page * PAGE_SIZE : (page + 1) * PAGE_SIZE] = b"\xa5" * PAGE_SIZE
        file.write_bytes(spoilt)
        case.say(f"page {page} of {len(whole) // PAGE_SIZE}")
        await starts_not(case, site.data, "data-unavailable", "corrupt-data")
    done = await launched(lambda: bungalow("restore", backup, "--force", "--data", site.data))
    case.expect(done.returncode == 0, f"the restore ended with {done.returncode}: {done.stderr}")
    # What came after the backup is gone, as its owner knows: the players go on from there.
    site.tally.acknowledged = before
    kept = await requests_in(site)
    for table in site.tables:
        table.order = [(own, request) for own, request in table.order if request in kept]
        table.pending = None
        table.numbers = [0] * table.seats
        table.options = [[] for _ in range(table.seats)]
    began = time.perf_counter()
    await launched(server.start)
    site.note_recovery(await site.recovered(began))
    await site.finish()


def pages_in_use(file: Path, count: int) -> list[int]:
    """The first pages of tables and indexes; not the first of the file, which is its head."""
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 1 ORDER BY name LIKE 'entr%' DESC")
    pages = [int(page) - 1 for (page,) in found]
    connection.close()
    return pages[:count]


async def requests_in(site: Site) -> set[str | None]:
    store = make_store(Settings(data=site.data, database=site.case.database))
    await store.start()
    try:
        return {entry.request for made in site.made for entry in await store.entries(made.table)}
    finally:
        await store.stop()


async def restore_backup(case: Case) -> None:
    """Backups under load; each, restored elsewhere, holds every move that was acknowledged before it began."""
    site = Site(case, tables=case.sizes.pick(4, 12), spare=case.sizes.pick(10, 60))
    await site.write()
    await site.open()
    await site.seat()
    site.drive(RATE)
    for number in range(case.sizes.pick(1, 3)):
        await site.play(case.sizes.pick(0.5, 2.0))
        backup = case.folder / f"backup-{number}.sqlite"
        before = {table: set(requests) for table, requests in site.tally.acknowledged.items()}
        done = await launched(
            lambda file=backup: bungalow("backup", file, "--data", site.data, database=case.database)  # type: ignore[misc]
        )
        case.expect(done.returncode == 0, f"the backup ended with {done.returncode}: {done.stderr}")
        elsewhere = case.folder / f"elsewhere-{number}"
        target = "" if not case.database or number % 2 else case.postgres_database()
        done = await launched(
            lambda file=backup, data=elsewhere, to=target: bungalow("restore", file, "--data", data, database=to)  # type: ignore[misc]
        )
        case.expect(done.returncode == 0, f"the restore ended with {done.returncode}: {done.stderr}")
        other = make_store(Settings(data=elsewhere, database=target))
        await other.start()
        kept = {entry.request for made in site.made for entry in await other.entries(made.table)}
        await other.stop()
        gone = sum(request not in kept for requests in before.values() for request in requests)
        case.result.lost += gone
        case.say(f"backup {number + 1}: {sum(map(len, before.values()))} moves acknowledged before it, {gone} missing")
    await site.finish()


SCENARIOS = [
    Scenario("full-disk", "the disk fills up under load, also over a restart", full_disk, needs=("mount",)),
    Scenario("read-only", "the server starts on a disk that can only be read", read_only, needs=("mount",)),
    Scenario("corrupt-page", "pages of the database are garbage; a backup is restored", corrupt_page, SQLITE),
    Scenario("refused-starts", "a second server on the same data; data of a newer version", refused_starts),
    Scenario("restore-backup", "backups under load are restored elsewhere and compared", restore_backup, BOTH),
]
