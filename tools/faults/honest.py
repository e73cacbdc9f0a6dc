"""Honest players: their tables, browsers that connect again by themselves, and the check that nothing was lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

import msgspec

from bungalow.server.guests import hash_of, short_id
from bungalow.server.settings import Settings
from bungalow.server.store.base import Entry, GuestRow, SeatRow, Store, TableRow
from bungalow.server.store.choose import make_store
from tools.faults.scenario import Case, launched
from tools.load.crash import compare
from tools.load.line import Line, Lost
from tools.load.players import LOST, TableOfPlayers, Tally
from tools.load.tables import DIFFERENT_GAMES, begun_game
from tools.server_process import ServerProcess

RETRY = 0.2
"""Seconds after which a browser connects again."""
HARMLESS_CODES = (None, 1000, 1001, 1006, 1012, 1013)
"""The server restarts, or its store failed: connect again. Any other code blames the player."""
PEOPLE = 3
MOVES_BEFORE = 20
SEATED_MOVES = 100
"""A game lasts about that many more."""
TOGETHER = 200


@dataclass(frozen=True)
class Made:
    """A table in the store."""

    table: str
    people: int
    seats: int

    def token(self, seat: int) -> str:
        return f"token-{self.table}-{seat}"


async def make_tables(
    store: Store, count: int, people: int = PEOPLE, bots: int = 0, moves: int = MOVES_BEFORE, bot: str = "easy"
) -> list[Made]:
    """Write tables in the middle of their games into the store; each has guests of its own, then bots."""
    seats = people + bots
    games = [begun_game(seats, moves, 1 + number) for number in range(min(count, DIFFERENT_GAMES))]
    made = [Made(short_id(), people, seats) for _ in range(count)]
    for first in range(0, count, TOGETHER):
        chunk = list(enumerate(made))[first : first + TOGETHER]
        await asyncio.gather(*(write_table(store, each, *games[number % len(games)], bot) for number, each in chunk))
    return made


async def write_table(
    store: Store, made: Made, row: TableRow, entries: list[Entry], bot: str, *, alone: bool = False
) -> None:
    """Write a table with its guests; the seats that are not theirs are bots', or with `alone` the first guest's."""
    guests = [f"guest-{made.table}-{seat}" for seat in range(made.people)]
    await asyncio.gather(
        *(
            store.add_guest(GuestRow(guest, f"Guest {seat + 1}", hash_of(made.token(seat)), time.time()))
            for seat, guest in enumerate(guests)
        )
    )
    seated = [SeatRow(seat, "person", row.names[seat], guest) for seat, guest in enumerate(guests)]
    for seat in range(made.people, made.seats):
        name = row.names[seat]
        seated.append(SeatRow(seat, "person", name, guests[0]) if alone else SeatRow(seat, "bot", name, bot=bot))
    await store.add_table(msgspec.structs.replace(row, table=made.table), seated)
    if entries:
        await store.append(made.table, entries)


class SteadyTable(TableOfPlayers):
    """A table whose browsers connect again by themselves and send again what was not acknowledged, as the page does."""

    def __init__(
        self,
        address: Callable[[int], str],
        made: Made,
        tally: Tally,
        rng: random.Random,
        again: Iterator[Made],
        headers: str = "",
    ) -> None:
        super().__init__(lambda: address(0), made.table, made.people, tally, rng)
        self.address_of = address
        self.made = made
        self.again = again
        self.headers = headers
        self.order: list[tuple[str, str]] = []
        """Table and id of each acknowledged move, in the order of the acknowledgements."""
        self.codes: Counter[int | None] = Counter()
        """With which codes sockets were closed."""
        self.present: list[Line | None] = [None] * made.people
        self._keepers: list[asyncio.Task[None]] = []
        self._driver: asyncio.Task[None] | None = None

    def token(self, seat: int) -> str:
        return self.made.token(seat)

    async def begin(self) -> None:
        """Connect all seats; return when each has been shown the table."""
        self._keepers = [asyncio.create_task(self._keep(seat)) for seat in range(self.seats)]
        await self.until(lambda: all(self.numbers))

    def drive(self, interval: float) -> None:
        """Let them move, once every `interval` seconds."""
        self._driver = asyncio.create_task(self._drive(interval))

    async def rest(self) -> None:
        """Stop moving; what is under way stays under way."""
        if self._driver is not None:
            await gone(self._driver)
            self._driver = None

    async def end(self) -> None:
        await self.rest()
        for keeper in self._keepers:
            await gone(keeper)
        for line in self.present:
            if line is not None:
                line.close()

    async def _keep(self, seat: int) -> None:
        while True:
            lost = asyncio.Event()
            table = self.table
            with contextlib.suppress(*LOST):
                self.present[seat] = line = await self.connect(seat, partial(self._lost, seat, lost))
                line.send(self.hello(seat))
                if self.pending is not None and self.pending[1] == seat:
                    line.send(self.pending[2])
                await lost.wait()
            self.present[seat] = None
            if self.table == table:
                await asyncio.sleep(RETRY)

    async def connect(self, seat: int, lost: Lost) -> Line:
        path = f"/api/tables/{self.table}/socket"
        return await Line.open(self.address_of(seat), path, partial(self.hear, seat), lost, self.headers)

    def _lost(self, seat: int, lost: asyncio.Event, code: int | None) -> None:
        self.codes[code] += 1
        lost.set()

    def hear(self, seat: int, raw: bytes, now: float) -> None:
        before = self.pending
        super().hear(seat, raw, now)
        if before is not None and self.pending is None and before[0] in self.tally.acknowledged.get(self.table, ()):
            self.order.append((self.table, before[0]))

    async def _drive(self, interval: float) -> None:
        due = time.perf_counter() + self.rng.random() * interval
        while True:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due = max(due + interval, time.perf_counter() - interval)
            await self.move()
            if self.over:
                self.change_table()

    def send(self, seat: int, raw: bytes) -> None:
        line = self.present[seat]
        if line is not None:  # else it is sent when the browser is back
            with contextlib.suppress(OSError):
                line.send(raw)

    def change_table(self) -> None:
        """Go on at a fresh table: this game is over."""
        self.made = next(self.again)
        self.table, self.over, self.pending = self.made.table, False, None
        self.numbers, self.options = [0] * self.seats, [[] for _ in range(self.seats)]
        self.waiting_for = set()
        for line in self.present:
            if line is not None:
                line.close()


async def gone(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


class Site:
    """A server, or several on one database, with honest tables that are checked at the end."""

    def __init__(self, case: Case, tables: int = 6, *, people: int = PEOPLE, bots: int = 0, spare: int = 30) -> None:
        self.case = case
        self.data = case.folder / "data"
        self.count = tables
        self.people = people
        self.bots = bots
        self.spare = spare
        self.tally = Tally()
        self.servers: list[ServerProcess] = []
        self.made: list[Made] = []
        self.tables: list[SteadyTable] = []
        self.module = "tools.faults.where" if case.sizes.where else "bungalow.server.serve"
        self.log: Path | None = None

    async def write(self, also: Callable[[Store], Awaitable[None]] | None = None) -> None:
        """Write the tables into the store, before the server starts."""
        store = make_store(Settings(data=self.data, database=self.case.database))
        await store.start()
        try:
            self.made += await make_tables(store, self.count + self.spare, self.people, self.bots)
            if also is not None:
                await also(store)
        finally:
            await store.stop()

    async def open(self, *arguments: str, data: Path | None = None) -> ServerProcess:
        """Start a server beside those that run."""
        server = await launched(
            lambda: ServerProcess(data or self.data, self.case.database, *arguments, module=self.module, log=self.log)
        )
        self.servers.append(server)
        self.case.stack.callback(end_server, server)
        return server

    def address_of(self, seat: int) -> str:
        """Where the browser of a seat connects: seats are spread over the servers that run."""
        running = [server for server in self.servers if server.process.poll() is None] or self.servers
        return running[seat % len(running)].address

    async def seat(self, kind: type[SteadyTable] = SteadyTable, *, headers: bool = False, seed: int = 1) -> None:
        """Let the players sit down; with `headers`, each table comes from an address of its own elsewhere."""
        rng = random.Random(seed)
        fresh = iter(self.made[self.count :])
        for number, made in enumerate(self.made[: self.count]):
            forwarded = f"X-Forwarded-For: 203.0.113.{number + 1}\r\n" if headers else ""
            own = random.Random(rng.random())
            self.tables.append(kind(self.address_of, made, self.tally, own, fresh, forwarded))
        await asyncio.gather(*(table.begin() for table in self.tables))

    def drive(self, rate: float) -> None:
        """Let all tables move, `rate` moves a second in total."""
        for table in self.tables:
            table.drive(len(self.tables) / rate)

    async def play(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def recovered(self, since: float, moves: int = 1, limit: float = 30.0) -> float:
        """Wait until every table has had so many more moves acknowledged; return how long after `since` that was.

        Raises `AssertionError` if some have not after the limit.
        """
        wanted = {table: len(table.order) + moves for table in self.tables}
        while behind := [table for table in self.tables if len(table.order) < wanted[table]]:
            if time.perf_counter() - since > limit:
                raise AssertionError(f"{len(behind)} of {len(self.tables)} tables have not moved for {limit:.0f} s")
            await asyncio.sleep(0.01)
        return time.perf_counter() - since

    def note_recovery(self, seconds: float) -> None:
        """Keep the longest."""
        result = self.case.result
        result.recovery = round(max(seconds, result.recovery or 0.0), 2)

    async def finish(self) -> None:
        """See that every table goes on for everybody, stop, and compare the store with what was acknowledged."""
        result = self.case.result
        for table in self.tables:
            await table.rest()
        await asyncio.gather(*(self._still_alive(table) for table in self.tables))
        for table in self.tables:
            await table.end()
        for server in self.servers:
            if server.process.poll() is None:
                await launched(server.stop)
        await self.compare()
        blamed = Counter(code for table in self.tables for code in table.codes.elements() if code not in HARMLESS_CODES)
        result.refused += sum(self.tally.refused.values()) + blamed.total()
        if self.tally.refused or blamed:
            self.case.note(f"refused {dict(self.tally.refused)}, closed with {dict(blamed)}")
        for server in self.servers:
            if self.case.sizes.where:
                self.case.say(server.errors())
            self.case.expect("Traceback" not in server.errors(), f"a traceback is in the log: {server.log}")

    async def _still_alive(self, table: SteadyTable) -> None:
        """Two moves, each of which everybody sees."""
        for _ in range(3):
            if table.over:
                table.change_table()
                await table.until(lambda: all(table.numbers))
            if not await table.move():
                if table.over:
                    continue
                self.case.result.stuck += 1
                return

    async def compare(self) -> None:
        store = make_store(Settings(data=self.data, database=self.case.database))
        await store.start()
        try:
            await self.compare_with(store)
        finally:
            await store.stop()

    async def compare_with(self, store: Store) -> None:
        result = self.case.result
        tables = [made.table for made in self.made]
        seats = self.people + self.bots
        lost, doubled, _ = await compare(store, tables, seats, self.tally)
        result.acknowledged += sum(map(len, self.tally.acknowledged.values()))
        result.lost += lost
        result.doubled += doubled
        for table in self.tables:
            result.disordered += await disordered(store, table.order)
        self.case.expect(result.acknowledged > 0, "nothing was acknowledged at all")


async def disordered(store: Store, order: Sequence[tuple[str, str]]) -> int:
    """How many moves are kept before one that was acknowledged earlier."""
    found = 0
    for table in {table for table, _ in order}:
        places = {entry.request: entry.seq for entry in await store.entries(table)}
        kept = [places[request] for own, request in order if own == table and request in places]
        found += sum(later < earlier for earlier, later in pairwise(kept))
    return found


def end_server(server: ServerProcess) -> None:
    """End a server that a scenario left running."""
    if server.process.poll() is None:
        server.kill()
