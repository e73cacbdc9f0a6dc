"""kill -9 of the server, of a bot worker and of PostgreSQL; PostgreSQL paused, stopped and restarted."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable

from tools.faults.honest import Site
from tools.faults.scenario import BOTH, POSTGRES, Case, Scenario, launched
from tools.postgres import Postgres, children

RATE = 60.0


async def kill_server(case: Case) -> None:
    rng = random.Random(1)
    site = Site(case, tables=case.sizes.pick(4, 20), spare=case.sizes.pick(10, 100))
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    for number in range(kills := case.sizes.pick(1, 10)):
        await site.play(rng.uniform(0.4, 1.2))
        killed = time.perf_counter()
        server.kill()
        await launched(server.start)
        site.note_recovery(await site.recovered(killed))
        case.say(f"kill {number + 1} of {kills}: all tables have moved {time.perf_counter() - killed:.2f} s later")
    await site.finish()


async def kill_bot_worker(case: Case) -> None:
    site = Site(case, tables=case.sizes.pick(3, 8), people=1, bots=2, spare=case.sizes.pick(5, 60))
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    killed = 0
    for _ in range(case.sizes.pick(1, 5)):
        await site.play(case.sizes.pick(0.5, 1.5))
        workers = children(server.process.pid)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        killed += len(workers)
        # A table's second move from now comes after moves of its bots.
        site.note_recovery(await site.recovered(time.perf_counter(), moves=2))
    case.note(f"{killed} bot workers killed")
    case.expect(killed > 0, "no bot worker was found")
    await site.finish()


async def kill_postgres(case: Case) -> None:
    await restart_postgres(case, Postgres.kill)


async def stop_postgres(case: Case) -> None:
    await restart_postgres(case, Postgres.halt, away=case.sizes.pick(0.5, 3.0))


async def restart_postgres(case: Case, end: Callable[[Postgres], None], away: float = 0.0) -> None:
    """End PostgreSQL under two servers, start it again, and let their tables go on."""
    postgres = case.postgres
    assert postgres is not None
    site = Site(case, tables=case.sizes.pick(4, 12), spare=case.sizes.pick(10, 100))
    await site.write()
    for name in ("one", "two"):
        await site.open(data=case.folder / name)
    await site.seat()
    site.drive(RATE)
    for number in range(times := case.sizes.pick(1, 3)):
        await site.play(case.sizes.pick(0.5, 2.0))
        await launched(lambda: end(postgres))
        await asyncio.sleep(away)
        await launched(postgres.start)
        back = time.perf_counter()
        site.note_recovery(await site.recovered(back))
        case.say(f"restart {number + 1} of {times}: {time.perf_counter() - back:.2f} s after PostgreSQL was back")
    await site.finish()


async def pause_postgres(case: Case) -> None:
    postgres = case.postgres
    assert postgres is not None
    site = Site(case, tables=case.sizes.pick(4, 12), spare=case.sizes.pick(10, 60))
    await site.write()
    await site.open()
    await site.seat()
    site.drive(RATE)
    for pause in case.sizes.pick([0.5], [1.0, 8.0]):
        await site.play(case.sizes.pick(0.5, 2.0))
        pids = postgres.pause()
        try:
            await asyncio.sleep(pause)
        finally:
            postgres.resume(pids)
        resumed = time.perf_counter()
        site.note_recovery(await site.recovered(resumed))
        case.say(f"paused for {pause:g} s: all tables have moved {time.perf_counter() - resumed:.2f} s later")
    await site.finish()


SCENARIOS = [
    Scenario("kill-server", "kill -9 of the server under load, again and again", kill_server, BOTH),
    Scenario("kill-bot-worker", "kill -9 of the processes in which bots think", kill_bot_worker, needs=("proc",)),
    Scenario("kill-postgres", "kill -9 of PostgreSQL under two servers", kill_postgres, POSTGRES),
    Scenario("stop-postgres", "PostgreSQL is stopped and started again under two servers", stop_postgres, POSTGRES),
    Scenario("pause-postgres", "all processes of PostgreSQL stand still", pause_postgres, POSTGRES, needs=("proc",)),
    Scenario(
        "renumber-postgres",
        "PostgreSQL restarts in a pid namespace of its own, so that the numbers of its processes repeat",
        stop_postgres,
        POSTGRES,
        needs=("proc", "unshare"),
        apart=True,
    ),
]
