"""The large store: PostgreSQL for any number of server processes, which hear of each other through LISTEN/NOTIFY.

A notification carries only (table, seq). It is sent by the statement that writes, so it arrives when that is durable.
Every append that waits while a commit is on its way shares the next one: commits that notify queue up anyway.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg import AsyncConnection

from bungalow.server.store import migrate, statements
from bungalow.server.store.base import (
    Appended,
    Changed,
    ChatRow,
    Entry,
    GuestRow,
    SeatRow,
    SeatTaken,
    StoreFailed,
    TableRow,
)

CHANNEL = "bungalow"
CONNECTIONS = 8
MAX_GROUP = 500
TYPES = ("text", "int", "text", "int", "text", "text", "text", "int8", "float8")
"""Of the columns of an entry."""
APPEND = (
    f"WITH written AS ({statements.APPEND.partition(' VALUES')[0]} "
    f"SELECT * FROM unnest({', '.join(f'?::{kind}[]' for kind in TYPES)}) RETURNING table_id, seq) "
    f"SELECT pg_notify('{CHANNEL}', table_id || ':' || max(seq)) FROM written GROUP BY table_id"
)
Connection = AsyncConnection[tuple[Any, ...]]
Waiting = tuple[str, list[Entry], "asyncio.Future[Appended]"]
log = logging.getLogger("bungalow")


def telling(statement: str, returning: str = "1") -> str:
    """The same statement, which also tells the other processes that something else than an entry changed."""
    inner = statement if "RETURNING" in statement else f"{statement} RETURNING {returning}"
    return f"WITH written AS ({inner}) SELECT *, pg_notify('{CHANNEL}', ? || ':0') FROM written"


class PostgresStore:
    """A store for many processes."""

    def __init__(self, url: str) -> None:
        self.url = "postgresql://" + url.split("://", 1)[1]
        self._free: asyncio.Queue[Connection | None] = asyncio.Queue()
        self._own: set[int] = set()
        """Process ids of our own connections: what they tell is known here already."""
        self._listening: asyncio.Task[None] | None = None
        self._hearing: set[asyncio.Task[None]] = set()
        self._waiting: list[Waiting] = []
        """Appends that go with the next commit."""
        self._appending: asyncio.Task[None] | None = None

    async def start(self, changed: Changed | None = None) -> None:
        try:
            await asyncio.to_thread(migrate.upgrade, self.url.replace("postgresql://", "postgresql+psycopg://", 1))
        except Exception as error:
            raise StoreFailed(f"PostgreSQL: {str(error).splitlines()[0]}") from error
        for _ in range(CONNECTIONS):
            self._free.put_nowait(None)  # connected when first needed
        if changed is not None:
            listener = await self._listener()
            self._listening = asyncio.create_task(self._listen(listener, changed))

    async def stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        if self._appending is not None:
            await self._appending
        for _ in range(CONNECTIONS):
            connection = await self._free.get()
            if connection is not None:
                await connection.close()

    async def healthy(self) -> bool:
        return await self._rows("SELECT 1", ()) == [(1,)]

    # -- connections ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        connection = await self._free.get()
        try:
            if connection is None or connection.closed:
                connection = await AsyncConnection.connect(self.url, autocommit=True)
                self._own.add(connection.info.backend_pid)
            yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if connection is not None:
                await connection.close()
            raise StoreFailed(f"PostgreSQL: {error}") from error
        except asyncio.CancelledError:
            if connection is not None:
                await connection.close()  # its statement may still be running
            raise
        finally:
            if connection is not None and connection.closed:
                connection = None
            self._free.put_nowait(connection)

    async def _rows(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        async with self._connection() as connection:
            return await fetch(connection, statement, values)

    # -- hearing of the others ------------------------------------------------------------------------------------

    async def _listener(self) -> Connection:
        connection: Connection = await AsyncConnection.connect(self.url, autocommit=True)
        await connection.execute(f"LISTEN {CHANNEL}")
        return connection

    async def _listen(self, listener: Connection | None, changed: Changed) -> None:
        while True:
            try:
                if listener is None:
                    listener = await self._listener()
                    self._hear(changed("", 0))  # whatever was missed
                async for notice in listener.notifies():
                    table, _, seq = notice.payload.partition(":")
                    if notice.pid not in self._own:
                        self._hear(changed(table, int(seq)))
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                log.warning("PostgreSQL does not tell: %s", error)
                listener = None
                await asyncio.sleep(1.0)
            except asyncio.CancelledError:
                if listener is not None:
                    await listener.close()
                raise

    def _hear(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    # -- guests ---------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: GuestRow) -> None:
        await self._rows(statements.ADD_GUEST, statements.guest_values(guest))

    async def find_guest(self, token_hash: str) -> GuestRow | None:
        rows = await self._rows(statements.FIND_GUEST, (token_hash,))
        return statements.read_guest(rows[0]) if rows else None

    # -- tables and seats -----------------------------------------------------------------------------------------

    async def add_table(self, table: TableRow, seats: list[SeatRow]) -> None:
        async with self._connection() as connection, connection.transaction():
            await fetch(connection, statements.ADD_TABLE, statements.table_values(table))
            for seat in seats:
                await fetch(connection, statements.ADD_SEAT, statements.seat_values(table.table, seat))

    async def load_table(self, table: str) -> tuple[TableRow, list[SeatRow]] | None:
        async with self._connection() as connection:
            rows = await fetch(connection, statements.FIND_TABLE, (table,))
            seats = await fetch(connection, statements.FIND_SEATS, (table,))
        return (statements.read_table(rows[0]), [statements.read_seat(seat) for seat in seats]) if rows else None

    async def open_tables(self, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.OPEN_TABLES, (limit,))]

    async def tables_of(self, guest: str, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.TABLES_OF, (guest, limit))]

    async def tables_with_bots(self) -> list[str]:
        return [row[0] for row in await self._rows(statements.TABLES_WITH_BOTS, ())]

    async def change_seat(self, table: str, before: SeatRow, after: SeatRow) -> None:
        values = [*statements.change_seat_values(table, before, after), table]
        if not await self._rows(telling(statements.CHANGE_SEAT), values):
            raise SeatTaken(f"seat {before.seat} of {table}")

    async def set_orders(self, table: str, seat: SeatRow) -> None:
        await self._rows(telling(statements.SET_ORDERS), [*statements.orders_values(table, seat), table])

    async def begin(self, table: str, names: tuple[str, ...]) -> None:
        await self._rows(telling(statements.BEGIN_PLAY), (statements.names_text(names), table, table))

    async def finish(self, table: str) -> None:
        await self._rows(telling(statements.FINISH_PLAY), (table, table))

    # -- entries --------------------------------------------------------------------------------------------------

    async def append(self, table: str, entries: list[Entry]) -> Appended:
        done: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        self._waiting.append((table, entries, done))
        if self._appending is None or self._appending.done():
            self._appending = asyncio.create_task(self._append_all())
        return await done

    async def _append_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
            try:
                await self._append_group(group)
            except Exception as error:
                for _, _, done in group:
                    if not done.done():
                        done.set_exception(error)

    async def _append_group(self, group: list[Waiting]) -> None:
        rows = [statements.entry_values(table, entry) for table, entries, _ in group for entry in entries]
        try:
            await self._rows(APPEND, [list(column) for column in zip(*rows, strict=True)])
        except psycopg.errors.UniqueViolation:
            if len(group) > 1:  # one of them is in conflict; nothing was written: each for itself
                for alone in group:
                    await self._append_group([alone])
                return
            table, (first, *_), done = group[0]
            repeated = await self._rows(statements.FIND_REQUEST, (table, first.author, first.request))
            result = Appended.REPEATED if repeated else Appended.TAKEN
        else:
            result = Appended.WRITTEN
        for _, _, done in group:
            if not done.done():
                done.set_result(result)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        return [statements.read_entry(row) for row in await self._rows(statements.ENTRIES, (table, after))]

    # -- chat -----------------------------------------------------------------------------------------------------

    async def add_chat(self, table: str, name: str, seat: int | None, text: str, at: float) -> ChatRow:
        while True:
            with contextlib.suppress(psycopg.errors.UniqueViolation):  # another process spoke at the same time
                rows = await self._rows(telling(statements.ADD_CHAT), (table, name, seat, text, at, table, table))
                return ChatRow(rows[0][0], name, seat, text, at)

    async def chat(self, table: str, limit: int) -> list[ChatRow]:
        rows = await self._rows(statements.CHAT, (table, limit))
        return [statements.read_chat(row) for row in reversed(rows)]


async def fetch(connection: Connection, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(statement.replace("?", "%s"), values)
    return [] if cursor.description is None else await cursor.fetchall()
