"""Drive tables at a rate and report moves a second, latencies, CPU and memory."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import resource
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bungalow.server.settings import Settings
from bungalow.server.store.choose import make_store
from tools.load.players import TableOfPlayers, Tally
from tools.load.tables import add_guests, add_tables
from tools.server_process import ServerProcess

SPARE_TABLES = 0.5
"""Tables that finish are replaced by fresh ones from this share."""


@dataclass
class Report:
    store: str
    tables: int
    sockets: int
    seconds: float
    moves_per_second: float
    broadcast_p50_ms: float
    broadcast_p99_ms: float
    broadcast_max_ms: float
    late: int
    refused: dict[str, int]
    frame_bytes: int
    """On average"""
    server_cpu_percent: float
    server_ms_per_move: float
    """CPU time"""
    server_memory_mb: float
    client_cpu_percent: float
    client_late_p99_ms: float
    """How late the client's own clock rang: what it adds to the figures above."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)

    def words(self) -> str:
        refused = f", refused {self.refused}" if self.refused else ""
        late = f", late {self.late}" if self.late else ""
        return (
            f"{self.store}: {self.tables} tables, {self.sockets} sockets, {self.seconds:.0f} s\n"
            f"  {self.moves_per_second:.0f} moves/s{late}{refused}\n"
            f"  move to broadcast: p50 {self.broadcast_p50_ms:.1f} ms, p99 {self.broadcast_p99_ms:.1f} ms, "
            f"longest {self.broadcast_max_ms:.0f} ms; frames of {self.frame_bytes} bytes\n"
            f"  server {self.server_cpu_percent:.0f} % of a core ({self.server_ms_per_move:.2f} ms a move), "
            f"{self.server_memory_mb:.0f} MB; "
            f"client {self.client_cpu_percent:.0f} % of a core, itself late by {self.client_late_p99_ms:.1f} ms (p99)"
        )


async def load(
    data: Path, database: str, *, tables: int, seats: int, rate: float, seconds: float, moves_before: int
) -> Report:
    store = make_store(Settings(data=data, database=database))
    await store.start()
    await add_guests(store, seats)
    spare = max(4, int(tables * SPARE_TABLES)) if rate == 0 else max(4, int(rate * seconds / 100))
    ids = await add_tables(store, tables + spare, seats, moves_before)
    await store.stop()
    fresh = iter(ids[tables:])

    async def again() -> str:
        found = next(fresh, None)
        if found is None:
            await asyncio.sleep(3600)  # no table is left: this one rests
        return str(found)

    tally = Tally()
    with ServerProcess(data, database) as server:
        rng = random.Random(1)
        playing = [
            TableOfPlayers(lambda: server.address, table, seats, tally, random.Random(rng.random()))
            for table in ids[:tables]
        ]
        await in_groups([table.sit_down for table in playing], 50)
        await asyncio.sleep(1.0)
        # The client shall not stand still for garbage while it measures.
        gc.collect()
        gc.disable()
        pid = server.process.pid
        cpu, own_cpu = cpu_seconds(pid), sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        tally.moves, tally.broadcasts, tally.bytes, tally.frames = 0, [], 0, 0
        start = time.perf_counter()
        end = start + seconds
        interval = tables / rate if rate else 0.0
        late: list[float] = []
        watch = asyncio.create_task(note_lateness(late))
        drivers = [asyncio.create_task(table.keep_playing(start, end, interval, again)) for table in playing]
        await asyncio.wait(drivers, timeout=seconds + 15)
        took = time.perf_counter() - start
        cpu, own_cpu = cpu_seconds(pid) - cpu, sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) - own_cpu
        memory = memory_mb(pid)
        gc.enable()
        for task in (*drivers, watch):
            task.cancel()
        for table in playing:
            table.stand_up()
    times = sorted(tally.broadcasts) or [0.0]
    late = sorted(late) or [0.0]
    return Report(
        store="PostgreSQL" if database else "SQLite",
        tables=tables,
        sockets=tables * seats,
        seconds=round(took, 1),
        moves_per_second=round(tally.moves / took, 1),
        broadcast_p50_ms=round(times[len(times) // 2] * 1000, 2),
        broadcast_p99_ms=round(times[int(len(times) * 0.99)] * 1000, 2),
        broadcast_max_ms=round(times[-1] * 1000, 1),
        late=tally.late,
        refused=tally.refused,
        frame_bytes=round(tally.bytes / max(1, tally.frames)),
        server_cpu_percent=round(100 * cpu / took, 1),
        server_ms_per_move=round(1000 * cpu / max(1, tally.moves), 2),
        server_memory_mb=round(memory, 1),
        client_cpu_percent=round(100 * own_cpu / took, 1),
        client_late_p99_ms=round(late[int(len(late) * 0.99)] * 1000, 2),
    )


async def note_lateness(late: list[float], pause: float = 0.01) -> None:
    while True:
        due = time.perf_counter() + pause
        await asyncio.sleep(pause)
        late.append(time.perf_counter() - due)


async def in_groups(jobs: list, size: int) -> None:  # type: ignore[type-arg]
    for first in range(0, len(jobs), size):
        await asyncio.gather(*(job() for job in jobs[first : first + size]))


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0
