"""The server's clock jumps by a day, forwards and backwards, while people and bots play."""

from __future__ import annotations

import asyncio
import http.client
import signal
import time

from tests.server.client import Guest
from tools.faults.honest import Site
from tools.faults.scenario import Case, Scenario, launched

RATE = 30.0
REQUESTS = 100
"""Sent before and after each jump: in all more than an address may send in a minute, but fewer between two nights."""
JUMPS = [
    ("a day ahead", signal.SIGUSR1),
    ("a day back", signal.SIGUSR2),
    ("on after a day of sleep", signal.SIGHUP),
    ("another day back", signal.SIGUSR2),
    ("on after another day of sleep", signal.SIGHUP),
]


async def clock_jumps(case: Case) -> None:
    """Tables of people, a table of people and bots, a reaction window, budgets and rate limits over each jump."""
    site = Site(case, tables=case.sizes.pick(3, 6), people=1, bots=2, spare=case.sizes.pick(20, 60))
    site.module = "tools.faults.jumping"
    await site.write()
    server = await site.open("--requests-per-minute", "600")
    await site.seat()
    site.drive(RATE)
    ada = await asyncio.to_thread(Guest, server.address, "Ada")
    waiting = await asyncio.to_thread(ada.new_table, "me", "open")
    window = await asyncio.to_thread(window_table, ada)
    for words, number in JUMPS[: case.sizes.pick(3, len(JUMPS))]:
        await site.play(case.sizes.pick(0.3, 2.0))
        case.expect(await asked(server.address, REQUESTS), f"requests were refused before the clock went {words}")
        server.process.send_signal(number)
        jumped = time.perf_counter()
        case.expect(await asked(server.address, REQUESTS), f"requests were refused after the clock went {words}")
        site.note_recovery(await site.recovered(jumped, moves=2))
        listed = await asyncio.to_thread(lambda: ada.http.get("/api/tables").json())
        mine = {info["table"] for info in listed["yours"]}
        case.expect({waiting, window} <= mine, f"a table was gone after the clock went {words}")
        case.expect(
            await asyncio.to_thread(window_goes_on, ada, window),
            f"a reaction window did not end: the clock went {words}",
        )
        case.say(
            f"the clock went {words}: every table and its bots have moved {time.perf_counter() - jumped:.2f} s later"
        )
    await site.finish()


async def asked(address: str, count: int) -> bool:
    """Send requests from one address; whether all were answered."""

    def ask() -> bool:
        connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=10)
        try:
            for _ in range(count):
                connection.request("GET", "/api/tables", headers={"X-Forwarded-For": "203.0.113.200"})
                answer = connection.getresponse()
                answer.read()
                if answer.status != 200:
                    return False
        finally:
            connection.close()
        return True

    return await launched(ask)


def window_table(guest: Guest) -> str:
    """A table of Busara, whose reactions hold the table for three seconds, against two bots."""
    return guest.new_table("me", "easy", "easy", title="busara", reaction=3)


def window_goes_on(guest: Guest, table: str, moves: int = 2, limit: float = 30.0) -> bool:
    """Play at a table with reaction windows until it has gone on; whether it did."""
    deadline = time.monotonic() + limit
    with guest.sit(table) as sitting:
        sitting.settle()
        while moves and time.monotonic() < deadline:
            frame = sitting.frames.get(0)
            if frame is not None and frame["options"]:
                if sitting.play(0)["type"] == "ack":
                    moves -= 1
                continue
            try:
                sitting.hear(1.0)
            except TimeoutError:
                continue
    return moves == 0


SCENARIOS = [
    Scenario("clock-jumps", "the server's clock jumps by a day ahead and back, and the machine sleeps", clock_jumps),
]
