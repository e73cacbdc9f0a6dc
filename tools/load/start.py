"""Measure how a server starts with many stored tables, on both stores.

    ./run python -m tools.load.start [TABLES]

A quarter of the tables each is open, in play with bots alone, in play with a person and bots, and finished. One in a
hundred of those with a person was used a moment ago. Prints the seconds until the server answers, how much of a core's
time it used until then, and its memory then and 10 s later.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import msgspec
import uvloop

from bungalow.server.guests import short_id
from bungalow.server.settings import Settings
from bungalow.server.store.base import SeatRow, Status, Store
from bungalow.server.store.choose import make_store
from tools.load.tables import begun_game
from tools.postgres import Postgres
from tools.server_process import ServerProcess

OLD = 30 * 24 * 3600.0
MOVES = 50


async def fill(store: Store, count: int) -> None:
    games = [begun_game(3, MOVES, seed) for seed in range(20)]
    bots = [SeatRow(seat, "bot", f"Bot {seat}", bot="easy") for seat in range(3)]
    person = SeatRow(0, "person", "Ada", "load-guest-0")
    for number in range(count):
        row, entries = games[number % len(games)]
        kind = number % 4
        at = time.time() - (5.0 if number % 400 == 2 else OLD)
        status: Status = "open" if kind == 0 else "over" if kind == 3 else "playing"
        free = [person, SeatRow(1, "open", "Seat 2"), bots[2]]
        seats = bots if kind == 1 else free if kind == 0 else [person, *bots[1:]]
        own = msgspec.structs.replace(row, table=short_id(), status=status, created=at - 60)
        await store.add_table(own, seats)
        if kind:
            await store.append(own.table, [msgspec.structs.replace(entry, at=at) for entry in entries])
        if kind == 3:
            await store.add_film(own.table, b"")


async def prepare(data: Path, database: str, count: int) -> None:
    store = make_store(Settings(data=data, database=database))
    await store.start()
    await fill(store, count)
    await store.stop()


def memory(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(name: str, data: Path, database: str, count: int) -> None:
    uvloop.run(prepare(data, database, count))
    began = time.monotonic()
    with ServerProcess(data, database) as server:
        assert httpx.get(f"{server.address}/api/tables").status_code == 200
        seconds = time.monotonic() - began
        first, used = memory(server.process.pid), cpu(server.process.pid)
        time.sleep(10)
        later = memory(server.process.pid)
    print(f"{name}, {count} tables: {seconds:.2f} s ({used:.2f} s CPU), {first:.0f} MB, 10 s later {later:.0f} MB")


def main(count: int) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bungalow-start-")))
        measure("SQLite", folder / "sqlite", "", count)
        database = stack.enter_context(Postgres()).new_database("start")
        measure("PostgreSQL", folder / "postgres", database, count)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
