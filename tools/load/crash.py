"""kill -9 of the server under load: every acknowledged move is there afterwards, and none twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from pathlib import Path

from bungalow.core.registry import find
from bungalow.server.settings import Settings
from bungalow.server.store.base import Store
from bungalow.server.store.choose import make_store
from bungalow.server.table import Play
from tools.load.players import LOST, TableOfPlayers, Tally
from tools.load.tables import add_guests, add_tables
from tools.server_process import ServerProcess


async def crash(
    data: Path, database: str, *, kills: int, tables: int, seats: int, seed: int = 1
) -> dict[str, int | float]:
    """Kill and restart so many times; what was found comes back."""
    rng = random.Random(seed)
    store = make_store(Settings(data=data, database=database))
    await store.start()
    await add_guests(store, seats)
    ids = await add_tables(store, tables, seats, moves=4)
    await store.stop()
    server = ServerProcess(data, database)
    tally = Tally()
    playing = [
        TableOfPlayers(lambda: server.address, table, seats, tally, random.Random(rng.random())) for table in ids
    ]
    began = time.perf_counter()
    try:
        for _ in range(kills):
            await asyncio.gather(*(table.sit_down() for table in playing))
            drivers = [asyncio.create_task(drive(table)) for table in playing]
            await asyncio.sleep(rng.uniform(0.4, 1.2))
            server.kill()
            for driver in drivers:
                driver.cancel()
            await asyncio.gather(*drivers, return_exceptions=True)
            for table in playing:
                table.stand_up()
            server.start()
        # What was under way at the last kill is sent again and settled.
        await asyncio.gather(*(settle(table) for table in playing))
    finally:
        if server.process.poll() is None:
            server.stop()
    took = time.perf_counter() - began
    await store.start()
    lost, doubled, entries = await compare(store, ids, seats, tally)
    await store.stop()
    return {
        "kills": kills,
        "acknowledged": sum(map(len, tally.acknowledged.values())),
        "entries": entries,
        "lost": lost,
        "doubled": doubled,
        "refused": sum(tally.refused.values()),
        "seconds": round(took, 1),
    }


async def drive(table: TableOfPlayers) -> None:
    with contextlib.suppress(*LOST):
        while not table.over:
            await table.move()


async def settle(table: TableOfPlayers) -> None:
    with contextlib.suppress(*LOST):
        await table.sit_down()
        await table.until(lambda: table.pending is None, 5.0)
        table.stand_up()


async def compare(store: Store, tables: list[str], seats: int, tally: Tally) -> tuple[int, int, int]:
    """(acknowledged moves that are missing, moves that are there twice, entries); every table must replay."""
    lost = doubled = count = 0
    for table in tables:
        loaded = await store.load_table(table)
        assert loaded is not None
        entries = await store.entries(table)
        kept = Counter(entry.request for entry in entries if entry.request is not None)  # bots and clocks have none
        lost += sum(request not in kept for request in tally.acknowledged.get(table, ()))
        doubled += sum(times - 1 for times in kept.values())
        play = Play(find(loaded[0].title), loaded[0], seats)
        for entry in entries:
            play.replay(entry)
        count += len(entries)
    return lost, doubled, count
