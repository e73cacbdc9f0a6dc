"""How long the event loop stood still is measured and reported."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx

from bungalow.server.stalls import Stall, Stalls
from tests.loops import run_in_loop
from tests.server.in_process import serving
from tests.titles.kilns import KilnsGame


def test_the_longest_stall_of_the_last_minute() -> None:
    now = 1000.0
    stalls = Stalls(lambda: True, lambda: now)
    assert stalls.longest() == (0.0, 0.0)
    for late, worked in ((0.001, 0.001), (0.3, 0.1), (0.2, 0.2)):
        stalls.note(Stall(late, worked))
        now += 0.4
    assert stalls.longest() == (0.3, 0.2)
    now += 30
    stalls.note(Stall(0.1, 0.0))
    assert stalls.longest() == (0.3, 0.2)
    now += 31
    assert stalls.longest() == (0.1, 0.0)
    stalls.note(Stall(0.0, 0.0))
    now += 60
    assert stalls.longest() == (0.0, 0.0)


def test_whatever_blocks_the_loop_is_measured() -> None:
    async def main() -> None:
        stalls = Stalls(lambda: True)
        watching = asyncio.create_task(stalls.watch())
        await asyncio.sleep(0)
        time.sleep(0.1)
        await asyncio.sleep(0.02)
        late, worked = stalls.longest()
        assert late >= 0.08
        assert worked < late
        ended = time.thread_time() + 0.2
        while time.thread_time() < ended:
            pass
        await asyncio.sleep(0.02)
        watching.cancel()
        assert stalls.longest().worked >= 0.15

    run_in_loop(main())


def test_health_reports_it(tmp_path: Path) -> None:
    with serving(tmp_path, KilnsGame()) as (address, hub):
        assert httpx.get(f"{address}/api/health").json()["stall_ms"] < 60_000
        hub.stalls.note(Stall(61.0, 60.5))
        answer = httpx.get(f"{address}/api/health").json()
        assert (answer["stall_ms"], answer["stall_work_ms"]) == (61_000, 60_500)
