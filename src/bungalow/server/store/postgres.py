"""The large store: PostgreSQL for any number of server processes, which hear of each other through LISTEN/NOTIFY.

A notification carries only the name of the process that sends it, the table and the seq. It is sent by the statement
that writes, so it arrives when that is durable.
Every append that waits while a commit is on its way shares the next one: commits that notify queue up anyway.

A database that hangs is a database that fails: what it does not answer in a few seconds is given up, together with the
connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import psycopg
from msgspec.structs import replace
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bungalow.core.errors import BungalowError
from bungalow.server.seldom import log_seldom
from bungalow.server.store import migrate, statements
from bungalow.server.store.base import (
    Appended,
    Changed,
    ChatRow,
    Closed,
    Differs,
    Entry,
    GuestRow,
    Muted,
    NotStorable,
    RunningRow,
    SeatRow,
    SeatTaken,
    StoreFailed,
    TableRow,
)
from bungalow.server.store.claims import Claims

CHANNEL = "bungalow"
CONNECTIONS = 8
PATIENCE = 5.0
"""Seconds for which a statement may wait for a connection, and then for its answer."""
CHECK_SECONDS = 10.0
"""How often the connection that listens is asked whether it is still there."""
RETRY_SECONDS = 1.0
CONNECTING: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": f"bungalow {os.getpid()}",
}
"""What the address of the database may set otherwise."""
MAX_GROUP = 500
TYPES = ("text", "int", "text", "int", "text", "text", "text", "int8", "float8", "int8")
"""Of the columns of an entry."""
APPEND = (
    f"WITH written AS ({statements.APPEND.partition(' VALUES')[0]} "
    f"SELECT * FROM unnest({', '.join(f'?::{kind}[]' for kind in TYPES)}) RETURNING table_id, seq) "
    f"SELECT pg_notify('{CHANNEL}', ?::text || ':' || table_id || ':' || max(seq)) FROM written GROUP BY table_id"
)
Connection = AsyncConnection[tuple[Any, ...]]
Waiting = tuple[str, list[Entry], "asyncio.Future[Appended]"]
T = TypeVar("T")


def telling(statement: str, returning: str = "1") -> str:
    """The same statement, which also tells the other processes that something else than an entry changed."""
    inner = statement if "RETURNING" in statement else f"{statement} RETURNING {returning}"
    return f"WITH written AS ({inner}) SELECT *, pg_notify('{CHANNEL}', ? || ':' || ? || ':0') FROM written"


class Slot:
    """A place for a connection, which is made when it is first needed and after it has failed."""

    connection: Connection | None = None


class PostgresStore:
    """A store for many processes."""

    def __init__(self, url: str, patience: float = PATIENCE, check_seconds: float = CHECK_SECONDS) -> None:
        self.url = "postgresql://" + url.split("://", 1)[1]
        self.patience = patience
        self.check_seconds = check_seconds
        self.process = secrets.token_hex(8)
        """What this process calls itself in its notices: what it tells is known here already."""
        self._free: asyncio.Queue[Slot] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None
        self._hearing: set[asyncio.Task[None]] = set()
        self._given_up: set[asyncio.Task[Any]] = set()
        """Statements without an answer, until psycopg has tried to cancel them and closed their connections."""
        self._waiting: list[Waiting] = []
        """Appends that go with the next commit."""
        self._appending: asyncio.Task[None] | None = None
        self._claims = Claims(self._connect, lambda work: self._answer(asyncio.create_task(failing_alike(work))))

    async def start(self, changed: Changed | None = None) -> None:
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # a failure is logged here, once for many
        try:
            await asyncio.to_thread(migrate.upgrade, self.url.replace("postgresql://", "postgresql+psycopg://", 1))
        except BungalowError:
            raise
        except Exception as error:
            raise StoreFailed(f"PostgreSQL: {in_one_line(error)}") from error
        for _ in range(CONNECTIONS):
            self._free.put_nowait(Slot())
        if changed is not None:
            listener = await self._listener()
            self._listening = asyncio.create_task(self._listen(listener, changed))

    async def stop(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self._claims.stop()
        if self._appending is not None:
            await self._appending
        for _ in range(CONNECTIONS):
            slot = await self._free.get()
            if slot.connection is not None:
                await slot.connection.close()
        for task in self._given_up:
            task.cancel()
        await asyncio.gather(*self._given_up, return_exceptions=True)

    async def healthy(self) -> bool:
        try:
            await self._rows(statements.HEALTH, (time.time(),))
        except StoreFailed:
            return False
        return True

    # -- connections ----------------------------------------------------------------------------------------------

    async def _connect(self) -> Connection:
        address = make_conninfo(**{**CONNECTING, **conninfo_to_dict(self.url)})
        connection: Connection = await AsyncConnection.connect(address, autocommit=True)
        await connection.execute(f"SET statement_timeout = {int(self.patience * 1000)}".encode())
        return connection

    async def _do(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        """Return what `work` does with a connection; raise `StoreFailed` if the database fails or does not answer."""
        try:
            async with asyncio.timeout(self.patience):
                slot = await self._free.get()
        except TimeoutError:
            raise StoreFailed("PostgreSQL: too many requests wait for a connection") from None
        task = asyncio.create_task(self._work(slot, work))
        try:
            return await self._answer(task)
        finally:
            self._free.put_nowait(slot if task.done() else Slot())

    async def _work(self, slot: Slot, work: Callable[[Connection], Awaitable[T]]) -> T:
        try:
            if slot.connection is None or slot.connection.closed:
                slot.connection = await self._connect()
            return await work(slot.connection)
        except (psycopg.IntegrityError, psycopg.DataError):
            raise  # the request, not the database
        except BaseException as error:
            if slot.connection is not None:
                await slot.connection.close()
            if isinstance(error, (psycopg.Error, OSError)):
                raise StoreFailed(f"PostgreSQL: {in_one_line(error)}") from error
            raise

    async def _answer(self, task: asyncio.Task[T]) -> T:
        """Return the task's result, or give it up: psycopg may need long to let go of a connection that hangs."""
        try:
            await asyncio.wait({task}, timeout=self.patience)
        finally:
            if not task.done():
                # It may still be carried out, when nobody here counts on it: hear of it as if another had done it.
                self.process = secrets.token_hex(8)
                self._given_up.add(task)
                task.add_done_callback(self._let_go)
                task.cancel()
        if not task.done():
            raise StoreFailed(f"PostgreSQL: no answer in {self.patience:g} seconds")
        return task.result()

    def _let_go(self, task: asyncio.Task[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # known already

    async def _rows(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return await self._do(lambda connection: fetch(connection, statement, values))

    async def _tell(self, statement: str, values: Sequence[object], table: str) -> list[tuple[Any, ...]]:
        """Carry out a statement that also tells the other processes."""
        return await self._rows(telling(statement), (*values, self.process, table))

    # -- hearing of the others ------------------------------------------------------------------------------------

    async def _listener(self) -> Connection:
        async def connect() -> Connection:
            connection = await self._connect()
            try:
                # For as long as it is connected: nobody replaces all data under a server (see restore.py).
                await connection.execute("SELECT pg_advisory_lock_shared(%s)", (migrate.SERVERS_LOCK,))
                await connection.execute(f"LISTEN {CHANNEL}".encode())
            except BaseException:
                await connection.close()
                raise
            return connection

        return await self._answer(asyncio.create_task(failing_alike(connect())))

    async def _listen(self, listener: Connection | None, changed: Changed) -> None:
        """Hear of the others for ever; after every interruption, catch up with whatever was missed."""
        while True:
            try:
                if listener is None:
                    listener = await self._listener()
                    self._hear(changed("", 0))
                await self._hear_notices(listener, changed)
                await self._answer(asyncio.create_task(failing_alike(check(listener))))
            except StoreFailed as error:
                log_seldom("listen", f"moves of other processes are not heard of: {error}")
                listener = None
                await asyncio.sleep(RETRY_SECONDS)
            except asyncio.CancelledError:
                if listener is not None:
                    await listener.close()
                raise

    async def _hear_notices(self, listener: Connection, changed: Changed) -> None:
        """Pass on what others tell until it is time to see whether the connection is still there."""
        try:
            async for notice in listener.notifies(timeout=self.check_seconds):
                process, _, rest = notice.payload.partition(":")
                table, _, seq = rest.partition(":")
                if not seq.isdecimal():
                    self._hear(changed("", 0))  # of a version that tells it otherwise
                elif process != self.process:
                    self._hear(changed(table, int(seq)))
        except (psycopg.Error, OSError) as error:
            await listener.close()
            raise StoreFailed(f"PostgreSQL: {in_one_line(error)}") from error

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
        async def work(connection: Connection) -> None:
            async with connection.transaction():
                await fetch(connection, statements.ADD_TABLE, statements.table_values(table))
                for seat in seats:
                    await fetch(connection, statements.ADD_SEAT, statements.seat_values(table.table, seat))

        await self._do(work)

    async def load_table(self, table: str) -> tuple[TableRow, list[SeatRow]] | None:
        found = await self.load_tables([table])
        return found[0] if found else None

    async def load_tables(self, tables: list[str]) -> list[tuple[TableRow, list[SeatRow]]]:
        async def work(connection: Connection) -> list[tuple[TableRow, list[SeatRow]]]:
            places = statements.places(len(tables))
            rows = await fetch(connection, statements.FIND_TABLES + places, tables)
            return statements.read_tables(rows, await fetch(connection, statements.FIND_SEATS + places, tables))

        return await self._do(work) if tables else []

    async def open_tables(self, since: float, own: int, here: int, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.OPEN_TABLES, (since, own, here, limit))]

    async def tables_of(self, guest: str, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.TABLES_OF, (guest, limit))]

    async def tables_awake(self, since: float, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.TABLES_AWAKE, (since, since, since, limit))]

    @asynccontextmanager
    async def claim(self, name: str) -> AsyncIterator[bool]:
        async with self._claims.hold(name):
            yield True

    async def change_seat(self, table: str, before: SeatRow, after: SeatRow) -> None:
        values = statements.change_seat_values(table, before, after)
        if not await self._tell(statements.CHANGE_SEAT, values, table):
            raise SeatTaken(f"seat {before.seat} of {table}")

    async def set_orders(self, table: str, seat: SeatRow) -> None:
        await self._tell(statements.SET_ORDERS, statements.orders_values(table, seat), table)

    async def begin(self, table: str, names: tuple[str, ...]) -> None:
        await self._tell(statements.BEGIN_PLAY, (statements.names_text(names), table), table)

    async def finish(self, table: str) -> None:
        await self._tell(statements.FINISH_PLAY, (table,), table)

    # -- tables that outlive their rules --------------------------------------------------------------------------

    async def running(self) -> list[RunningRow]:
        return [RunningRow(*row) for row in await self._rows(statements.RUNNING, ())]

    async def running_of(self, row: RunningRow) -> list[str]:
        return [found[0] for found in await self._rows(statements.RUNNING_OF, statements.running_values(row))]

    async def adopt(self, before: TableRow, rules: str, edition: str) -> bool:
        values = statements.adopt_values(before, rules, edition)
        return bool(await self._tell(statements.ADOPT, values, before.table))

    async def close(self, before: TableRow, differs: Differs) -> bool:
        return bool(await self._tell(statements.CLOSE, statements.close_values(before, differs), before.table))

    # -- tables and their openers ---------------------------------------------------------------------------------

    async def opened_by(self, guest: str, since: float) -> tuple[int, int]:
        return (await self._rows(statements.OPENED_BY, (since, guest)))[0][:2]

    async def opened_from(self, origin: str, since: float) -> tuple[int, int]:
        return (await self._rows(statements.OPENED_FROM, (since, origin)))[0][:2]

    async def visit(self, table: str, at: float) -> None:
        await self._rows(statements.VISIT, (at, table, at))

    async def shut(self, before: TableRow, closed: Closed) -> bool:
        return bool(await self._tell(statements.SHUT, statements.shut_values(before, closed), before.table))

    async def mute(self, table: str, muted: Muted) -> None:
        await self._tell(statements.MUTE, statements.muted_values(table, muted), table)

    async def abandoned(self, public: float, private: float, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.ABANDONED, (private, public, limit))]

    # -- films ----------------------------------------------------------------------------------------------------

    async def add_film(self, table: str, film: bytes) -> None:
        await self._rows(statements.ADD_FILM, (table, film))

    async def film(self, table: str) -> bytes | None:
        rows = await self._rows(statements.FILM, (table,))
        return bytes(rows[0][0]) if rows else None

    async def unfilmed(self, after: str, limit: int) -> list[str]:
        return [row[0] for row in await self._rows(statements.UNFILMED, (after, limit))]

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
            await self._rows(APPEND, [*(list(column) for column in zip(*rows, strict=True)), self.process])
        except StoreFailed:
            raise
        except Exception as error:
            if len(group) > 1:  # one of them is in conflict or bad; nothing was written: each for itself
                for alone in group:
                    await self._append_group([alone])
                return
            table, (first, *_), done = group[0]
            if not isinstance(error, psycopg.errors.UniqueViolation):
                if not done.done():
                    done.set_exception(NotStorable(f"PostgreSQL: {in_one_line(error)}"))
                return
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

    async def add_chat(self, table: str, line: ChatRow, keep: int) -> ChatRow:
        added = await self._add_chat(table, line)
        if dropped := statements.last_dropped(added.number, keep):
            await self._rows(statements.DROP_CHAT, (table, dropped))
        return added

    async def _add_chat(self, table: str, line: ChatRow) -> ChatRow:
        while True:
            with contextlib.suppress(psycopg.errors.UniqueViolation):  # another process spoke at the same time
                rows = await self._tell(statements.ADD_CHAT, statements.add_chat_values(table, line), table)
                return replace(line, number=rows[0][0])

    async def chat(self, table: str, limit: int) -> list[ChatRow]:
        rows = await self._rows(statements.CHAT, (table, limit))
        return [statements.read_chat(row) for row in reversed(rows)]

    async def chat_line(self, table: str, number: int) -> ChatRow | None:
        rows = await self._rows(statements.CHAT_LINE, (table, number))
        return statements.read_chat(rows[0]) if rows else None


async def fetch(connection: Connection, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(statement.replace("?", "%s"), values)
    return [] if cursor.description is None else await cursor.fetchall()


async def check(connection: Connection) -> None:
    """Have the database answer; close a connection on which it does not."""
    try:
        await connection.execute("SELECT 1")
    except BaseException:
        await connection.close()
        raise


async def failing_alike(work: Coroutine[Any, Any, T]) -> T:
    """Return what the work does; raise `StoreFailed` for every failure of the database."""
    try:
        return await work
    except (psycopg.Error, OSError) as error:
        raise StoreFailed(f"PostgreSQL: {in_one_line(error)}") from error


def in_one_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
