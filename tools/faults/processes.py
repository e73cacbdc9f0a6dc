"""Two servers on one PostgreSQL, and a start with many stored tables."""

from __future__ import annotations

import asyncio
import time

from bungalow.server.settings import Settings
from bungalow.server.store.choose import make_store
from tools.faults.honest import Site, end_server, make_tables
from tools.faults.scenario import BOTH, POSTGRES, Case, Scenario, launched, percentile
from tools.load.measure import cpu_seconds, memory_mb
from tools.server_process import ServerProcess

RATE = 200.0
SEEN_MS = 100.0
GO_ON_SECONDS = 2.0
TABLES_STORED = 10_000
START_SECONDS = 2.0
START_MB = 250.0
SETTLED_SECONDS = 10.0


async def two_servers(case: Case) -> None:
    """Players of each table on both servers; then one server is killed and all go on with the other."""
    seconds = case.sizes.pick(2.0, 20.0)
    site = Site(case, tables=case.sizes.pick(8, 40), people=4, spare=case.sizes.pick(20, 150))
    await site.write()
    for name in ("one", "two"):
        await site.open(data=case.folder / name)
    await site.seat()
    site.drive(case.sizes.pick(40.0, RATE))
    await site.play(case.sizes.pick(0.5, 2.0))
    site.tally.broadcasts, site.tally.moves = [], 0
    began, used = time.perf_counter(), [cpu_seconds(server.process.pid) for server in site.servers]
    await site.play(seconds)
    took = time.perf_counter() - began
    rate = site.tally.moves / took
    busy = [
        (cpu_seconds(server.process.pid) - before) / took for server, before in zip(site.servers, used, strict=True)
    ]
    seen = percentile(site.tally.broadcasts, 0.95) * 1000
    case.result.p95_ms = round(seen, 1)
    case.note(f"{rate:.0f} moves a second, seen by all within {seen:.0f} ms (p95)")
    case.say(f"the servers used {' and '.join(f'{100 * share:.0f} %' for share in busy)} of a core")
    if not case.sizes.quick:
        case.expect(rate >= 0.95 * RATE, f"only {rate:.0f} moves a second")
        case.expect(seen <= SEEN_MS, f"a move is seen by all within {seen:.0f} ms (p95), more than {SEEN_MS:.0f}")
    killed = time.perf_counter()
    site.servers[0].kill()
    site.note_recovery(await site.recovered(killed))
    if not case.sizes.quick:
        late = case.result.recovery or 0.0
        case.expect(late <= GO_ON_SECONDS, f"the players went on after {late:g} s, more than {GO_ON_SECONDS:g}")
    await site.finish()


async def many_tables(case: Case) -> None:
    """Half of the tables are people's, at the other half bots are to move."""
    count = case.sizes.pick(200, TABLES_STORED)
    data = case.folder / "data"
    store = make_store(Settings(data=data, database=case.database))
    await store.start()
    began = time.perf_counter()
    await make_tables(store, count // 2, people=3)
    await make_tables(store, count // 2, people=1, bots=2, moves=22)
    await store.stop()
    case.say(f"{count} tables written in {time.perf_counter() - began:.0f} s")
    began = time.perf_counter()
    server = await launched(lambda: ServerProcess(data, case.database))
    took = time.perf_counter() - began
    case.stack.callback(end_server, server)
    most = 0.0
    settled = time.perf_counter() + case.sizes.pick(1.0, SETTLED_SECONDS)
    while time.perf_counter() < settled:
        await asyncio.sleep(0.1)
        most = max(most, memory_mb(server.process.pid))
    case.result.recovery = round(took, 2)
    case.note(f"{count} stored tables: open after {took:.2f} s, {most:.0f} MB at most in the first seconds")
    if not case.sizes.quick:
        case.expect(took <= START_SECONDS, f"the start took {took:.1f} s, more than {START_SECONDS:g}")
        case.expect(most <= START_MB, f"the server needs {most:.0f} MB, more than {START_MB:.0f}")


SCENARIOS = [
    Scenario("two-servers", "players of a table on two servers; one is killed and they go on", two_servers, POSTGRES),
    Scenario("many-tables", "a start with 10,000 stored tables, half of them with bots to move", many_tables, BOTH),
]
