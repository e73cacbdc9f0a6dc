"""Lines between browsers and server that lose, double and delay messages; clients that read nothing or are dead."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import msgspec

from tools.faults.disk import health
from tools.faults.honest import Site, SteadyTable
from tools.faults.scenario import Case, Scenario, launched
from tools.load.line import Line, Lost
from tools.processes import tied_to_us
from tools.progress import ROOT

RATE = 40.0
SHARE = 0.04
"""Of the messages in each direction that are lost, doubled, delayed (each)."""
CUT = 0.01
"""Of the messages after which the connection breaks."""
DELAY = 0.3
RESEND = 0.5
"""Seconds after which a browser sends again or, if it has missed a frame, connects again."""

PINGS_SECONDS = 40.0
"""After which the server gives up a socket that does not answer its pings (20 s between them, 20 s of patience)."""


class Seen(msgspec.Struct):
    type: str
    base: int = 0
    number: int = 0


class RoughTable(SteadyTable):
    """Between its browsers and the server messages get lost, come twice, or come later than others sent after them.

    A delayed message may also leave on an old connection while the browser has a new one. The browsers do what the
    protocol asks of them: they send again what was not acknowledged, and connect again if a frame does not follow on
    the one they hold.
    """

    troubles = 0

    async def connect(self, seat: int, lost: Lost) -> Line:
        path = f"/api/tables/{self.table}/socket"
        line = await Line.open(
            self.address_of(seat), path, partial(self.rough_hear, seat, self.table), lost, self.headers
        )
        return line

    def send(self, seat: int, raw: bytes) -> None:
        line = self.present[seat]
        if line is not None:
            self.trouble(partial(send_if_open, line, raw), line)

    def rough_hear(self, seat: int, table: str, raw: bytes, now: float) -> None:
        self.trouble(partial(self.take, seat, table, raw), self.present[seat])

    def take(self, seat: int, table: str, raw: bytes) -> None:
        if table != self.table:  # it came late: this game is over
            return
        seen = msgspec.json.decode(raw, type=Seen)
        if seen.type == "frame":
            if seen.number <= self.numbers[seat]:  # it came twice or late
                return
            if seen.base and seen.base != self.numbers[seat]:  # the one before was lost
                self.cut(seat)
                return
        super().hear(seat, raw, time.perf_counter())

    def trouble(self, go: Callable[[], None], line: Line | None) -> None:
        """Deliver a message, with luck."""
        chance = self.rng.random()
        if chance > 3 * SHARE + CUT:
            go()
            return
        RoughTable.troubles += 1
        if chance < SHARE:
            return
        loop = asyncio.get_running_loop()
        if chance < 2 * SHARE:
            go()
            loop.call_later(self.rng.random() * DELAY, go)
        elif chance < 3 * SHARE:
            loop.call_later(self.rng.random() * DELAY, go)
        elif line is not None:
            line.close()

    def cut(self, seat: int) -> None:
        self.numbers[seat] = 0
        line = self.present[seat]
        if line is not None:
            line.close()

    async def move(self) -> bool:
        """Send again until it is acknowledged; connect again if somebody is not shown the move."""
        ended = time.perf_counter() + 30.0
        asking = asyncio.create_task(super().move())
        try:
            while not asking.done() and time.perf_counter() < ended:
                await asyncio.wait({asking}, timeout=RESEND)
                if asking.done():
                    break
                if self.pending is not None:
                    self.send(self.pending[1], self.pending[2])
                else:
                    for seat in self.waiting_for or range(self.seats):
                        self.cut(seat)
        finally:
            asking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asking
        return asking.done() and not asking.cancelled() and asking.result()


def send_if_open(line: Line, raw: bytes) -> None:
    with contextlib.suppress(OSError):
        line.send(raw)


async def rough_lines(case: Case) -> None:
    RoughTable.troubles = 0
    site = Site(case, tables=case.sizes.pick(2, 12), spare=case.sizes.pick(5, 40))
    await site.write()
    await site.open()
    await site.seat(RoughTable)
    site.drive(RATE)
    await site.play(case.sizes.pick(1.5, 20.0))
    case.note(f"{RoughTable.troubles} messages lost, doubled, delayed or cut off")
    await site.finish()


async def slow_clients(case: Case) -> None:
    """Watchers that never read, at every table."""
    site = Site(case, tables=4, spare=case.sizes.pick(10, 60))
    await site.write()
    server = await site.open()
    await site.seat()
    watchers = [
        await lazy_watcher(server.address, table.table) for table in site.tables for _ in range(case.sizes.pick(5, 25))
    ]
    site.drive(RATE)
    await site.play(case.sizes.pick(1.0, 15.0))
    case.note(f"{len(watchers)} watchers that read nothing")
    await site.finish()
    for line in watchers:
        line.close()


async def lazy_watcher(address: str, table: str) -> Line:
    """Open a socket that says hello and then never reads."""
    line = await Line.open(address, f"/api/tables/{table}/socket", lambda raw, now: None)
    line.send(b'{"type":"hello","token":null,"since":{}}')
    line.stop_reading()
    return line


HOLDER = """
import asyncio, sys
from tools.load.line import Line
async def main():
    lines = []
    for table in sys.argv[3:]:
        for _ in range(int(sys.argv[2])):
            line = await Line.open(sys.argv[1], f"/api/tables/{table}/socket", lambda raw, now: None)
            line.send(b'{"type":"hello","token":null,"since":{}}')
            lines.append(line)
    print("ready", flush=True)
    await asyncio.sleep(3600)
asyncio.run(main())
"""


async def dead_clients(case: Case) -> None:
    """A machine with many watchers stands still: it neither reads nor closes. The server gives its sockets up."""
    site = Site(case, tables=4, spare=case.sizes.pick(10, 120))
    await site.write()
    server = await site.open()
    await site.seat()
    site.drive(RATE)
    each = case.sizes.pick(5, 25)
    command = [sys.executable, "-c", HOLDER, server.address, str(each), *(table.table for table in site.tables)]
    holder = await launched(
        lambda: subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, preexec_fn=tied_to_us())
    )
    case.stack.callback(holder.wait)
    case.stack.callback(holder.kill)
    assert holder.stdout is not None
    await asyncio.to_thread(holder.stdout.readline)
    os.kill(holder.pid, signal.SIGSTOP)
    stopped = time.perf_counter()
    honest = sum(table.seats for table in site.tables)
    await site.play(2.0)
    if not case.sizes.quick:
        while time.perf_counter() - stopped < PINGS_SECONDS + 20:
            await asyncio.sleep(1.0)
            left = int(str((await asyncio.to_thread(health, server.address))["sockets"])) - honest
            if left <= 0:
                break
        case.expect(left <= 0, f"{left} sockets of a dead machine are still open after {PINGS_SECONDS + 20:.0f} s")
        case.note(f"{each * len(site.tables)} dead sockets were given up after {time.perf_counter() - stopped:.0f} s")
    await site.finish()


SCENARIOS = [
    Scenario("rough-lines", "messages are lost, doubled and reordered in both directions; lines break", rough_lines),
    Scenario("slow-clients", "watchers that read nothing sit at every table", slow_clients),
    Scenario("dead-clients", "a machine full of watchers stands still without closing", dead_clients),
]
