"""The embedded store: SQLite with a write-ahead log, one writer thread with group commit, one reader thread.

Every request that waits while a commit is on its way to the disk shares the next one: durable and fast at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from bungalow.core.errors import BadData
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

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
MAX_BATCH = 500
CHECKPOINT_SECONDS = 1.0
CHECKPOINT_BYTES = 4_000_000
CHECKED_BYTES = 500_000_000
"""A larger file is not checked at the start."""
MAX_LOG_BYTES = 256_000_000
HEALTH_SECONDS = 5.0
APPEND_ROW = statements.APPEND.partition("VALUES ")[2]


class Append:
    """The most frequent work: rows for the entries. Those of many requests go into one statement, since a thread that
    calls SQLite for each of them would wait for its turn to run Python after each."""

    def __init__(self, rows: list[statements.Row]) -> None:
        self.rows = rows

    def __call__(self, connection: sqlite3.Connection) -> None:
        write_rows(connection, self.rows)


def write_rows(connection: sqlite3.Connection, rows: list[statements.Row]) -> None:
    statement = statements.APPEND + f", {APPEND_ROW}" * (len(rows) - 1)
    connection.execute(statement, [value for row in rows for value in row])


class CorruptData(BadData):
    """The database file is damaged."""

    code = "corrupt-data"


Job = tuple[Work, "asyncio.Future[Any]"]
Result = tuple["asyncio.Future[Any]", Any, Exception | None]


class Worker(threading.Thread):
    """A thread with a connection of its own that does what is put into its queue, many at a time."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop, *, writes: bool) -> None:
        super().__init__(name=f"sqlite-{'writer' if writes else 'reader'}", daemon=True)
        self.path = path
        self.loop = loop
        self.writes = writes
        self.queue: SimpleQueue[Job | None] = SimpleQueue()

    def do(self, work: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Have it done; for a writer the future is ready when it is on disk."""
        future: asyncio.Future[T] = self.loop.create_future()
        self.queue.put((work, future))
        return future

    def run(self) -> None:
        connection = connect(self.path)
        going_on = True
        while going_on:
            batch: list[Job] = []
            job = self.queue.get()
            while job is not None:
                batch.append(job)
                if self.queue.empty() or len(batch) == MAX_BATCH:
                    break
                job = self.queue.get()
            going_on = job is not None
            if batch:
                results = self.carry_out(connection, batch)
                self.loop.call_soon_threadsafe(hand_back, results)
        connection.close()

    def carry_out(self, connection: sqlite3.Connection, batch: list[Job]) -> list[Result]:
        if not self.writes:
            return [(future, *read(connection, work)) for work, future in batch]
        try:
            if all(isinstance(work, Append) for work, _ in batch):
                # A statement on its own is a transaction: all of it is on disk when it comes back. If one of them is in
                # conflict or bad, nothing was written: each for itself.
                with contextlib.suppress(Exception):
                    write_rows(connection, [row for work, _ in batch for row in cast(Append, work).rows])
                    return [(future, None, None) for _, future in batch]
            connection.execute("BEGIN IMMEDIATE")
            results = [(future, *self.attempt_apart(connection, work)) for work, future in batch]
            connection.execute("COMMIT")
            return results
        except Exception as error:  # the thread must go on whatever it was
            with contextlib.suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            failed = StoreFailed(f"SQLite: {error}")
            return [(future, None, failed) for _, future in batch]

    def attempt_apart(self, connection: sqlite3.Connection, work: Work) -> tuple[Any, Exception | None]:
        """One request; its failure leaves no trace and does not touch the others of the batch."""
        connection.execute("SAVEPOINT request")
        result, failure = attempt(connection, work)
        if failure is not None and is_of_the_disk(failure):
            raise failure
        if failure is not None:
            connection.execute("ROLLBACK TO request")
        connection.execute("RELEASE request")
        return result, failure


def is_of_the_disk(error: Exception) -> bool:
    """Return whether nothing can be written, whatever the request; a bad statement has SQLite's general code."""
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_ERROR


def read(connection: sqlite3.Connection, work: Work) -> tuple[Any, Exception | None]:
    result, failure = attempt(connection, work)
    return result, StoreFailed(f"SQLite: {failure}") if isinstance(failure, sqlite3.Error) else failure


def attempt(connection: sqlite3.Connection, work: Work) -> tuple[Any, Exception | None]:
    try:
        return work(connection), None
    except Exception as error:
        return None, error


def hand_back(results: list[Result]) -> None:
    for future, result, error in results:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=64)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA wal_autocheckpoint=0")  # see Checkpointer
    connection.execute("PRAGMA busy_timeout=5000")
    connection.execute("PRAGMA foreign_keys=ON")
    return connection


def check_whole(path: Path) -> None:
    """Raises `CorruptData` if the file is damaged: found later, it would be a table here and there that cannot be used.

    A very large file is not checked, so that the start does not take long.
    """
    if path.stat().st_size > CHECKED_BYTES:
        return
    with contextlib.closing(connect(path)) as connection:
        try:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # locked, or the disk
                raise
            found = str(error)
    if found != "ok":
        problem = " ".join(found.replace("*** in database main ***", "").split())
        raise CorruptData(
            f"The database in {path.parent} is damaged ({problem[:100]}). Restore a backup: bungalow restore FILE "
            f"--force --data {path.parent}; the damaged file is kept. Or choose another folder with --data."
        )


def keep_private(path: Path) -> None:
    """Let nobody else read the database: tokens' hashes and chat are in it. SQLite makes its other files alike."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for ending in ("", "-wal", "-shm", "-journal"):
        # Somebody else's file that we may only use stays as it is.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            path.with_name(path.name + ending).chmod(0o600)
    with contextlib.suppress(PermissionError):
        path.with_suffix(".lock").chmod(0o600)


class Checkpointer(threading.Thread):
    """Carries the write-ahead log over into the database file, so that no move has to wait for that."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="sqlite-checkpointer", daemon=True)
        self.path = path
        self.log = path.with_name(path.name + "-wal")
        self.ended = threading.Event()

    def run(self) -> None:
        connection = connect(self.path)
        while not self.ended.wait(CHECKPOINT_SECONDS):
            with contextlib.suppress(OSError, sqlite3.Error):
                size = self.log.stat().st_size
                if size > CHECKPOINT_BYTES:
                    # A log that nobody lets shrink is cut by force: writers wait that once.
                    mode = "PASSIVE" if size < MAX_LOG_BYTES else "TRUNCATE"
                    connection.execute(f"PRAGMA wal_checkpoint({mode})")
        connection.close()


class SqliteStore:
    """A store in one file; one process at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    async def start(self, changed: Changed | None = None) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._hold_lock()
        keep_private(self.path)
        connect(self.path).close()
        await asyncio.to_thread(check_whole, self.path)
        await asyncio.to_thread(migrate.upgrade, f"sqlite:///{self.path}")
        loop = asyncio.get_running_loop()
        self.writer = Worker(self.path, loop, writes=True)
        self.reader = Worker(self.path, loop, writes=False)
        self.checkpointer = Checkpointer(self.path)
        for thread in (self.writer, self.reader, self.checkpointer):
            thread.start()

    def _hold_lock(self) -> None:
        """Two servers on one file would not hear of each other's moves."""
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise BadData(
                f"Another Bungalow server is using {self.path.parent}. Stop it, or choose another folder with --data."
            ) from None
        self._lock = lock

    async def stop(self) -> None:
        for worker in (self.writer, self.reader):
            worker.queue.put(None)
        self.checkpointer.ended.set()
        for thread in (self.writer, self.reader, self.checkpointer):
            await asyncio.to_thread(thread.join)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def healthy(self) -> bool:
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self.writer.do(lambda c: c.execute(statements.HEALTH, (time.time(),)))
        except (StoreFailed, TimeoutError):
            return False
        return True

    # -- guests ---------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: GuestRow) -> None:
        await self.writer.do(lambda c: c.execute(statements.ADD_GUEST, statements.guest_values(guest)))

    async def find_guest(self, token_hash: str) -> GuestRow | None:
        row = await self.reader.do(lambda c: c.execute(statements.FIND_GUEST, (token_hash,)).fetchone())
        return None if row is None else statements.read_guest(row)

    # -- tables and seats -----------------------------------------------------------------------------------------

    async def add_table(self, table: TableRow, seats: list[SeatRow]) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(statements.ADD_TABLE, statements.table_values(table))
            connection.executemany(statements.ADD_SEAT, [statements.seat_values(table.table, seat) for seat in seats])

        await self.writer.do(work)

    async def load_table(self, table: str) -> tuple[TableRow, list[SeatRow]] | None:
        found = await self.load_tables([table])
        return found[0] if found else None

    async def load_tables(self, tables: list[str]) -> list[tuple[TableRow, list[SeatRow]]]:
        def work(connection: sqlite3.Connection) -> list[tuple[TableRow, list[SeatRow]]]:
            places = statements.places(len(tables))
            rows = connection.execute(statements.FIND_TABLES + places, tables).fetchall()
            return statements.read_tables(rows, connection.execute(statements.FIND_SEATS + places, tables).fetchall())

        return await self.reader.do(work) if tables else []

    async def open_tables(self, since: float, own: int, here: int, limit: int) -> list[str]:
        return await self._names(statements.OPEN_TABLES, (since, own, here, limit))

    async def tables_of(self, guest: str, limit: int) -> list[str]:
        return await self._names(statements.TABLES_OF, (guest, limit))

    async def tables_awake(self, since: float, limit: int) -> list[str]:
        return await self._names(statements.TABLES_AWAKE, (since, since, since, limit))

    @asynccontextmanager
    async def claim(self, name: str) -> AsyncIterator[bool]:
        yield False  # there is no other process

    async def _names(self, statement: str, values: statements.Row) -> list[str]:
        rows = await self.reader.do(lambda c: c.execute(statement, values).fetchall())
        return [row[0] for row in rows]

    async def change_seat(self, table: str, before: SeatRow, after: SeatRow) -> None:
        def work(connection: sqlite3.Connection) -> None:
            values = statements.change_seat_values(table, before, after)
            if connection.execute(statements.CHANGE_SEAT, values).rowcount == 0:
                raise SeatTaken(f"seat {before.seat} of {table}")

        await self.writer.do(work)

    async def set_orders(self, table: str, seat: SeatRow) -> None:
        await self.writer.do(lambda c: c.execute(statements.SET_ORDERS, statements.orders_values(table, seat)))

    async def begin(self, table: str, names: tuple[str, ...]) -> None:
        await self.writer.do(lambda c: c.execute(statements.BEGIN_PLAY, (statements.names_text(names), table)))

    async def finish(self, table: str) -> None:
        await self.writer.do(lambda c: c.execute(statements.FINISH_PLAY, (table,)))

    # -- tables that outlive their rules --------------------------------------------------------------------------

    async def running(self) -> list[RunningRow]:
        rows = await self.reader.do(lambda c: c.execute(statements.RUNNING).fetchall())
        return [RunningRow(*row) for row in rows]

    async def running_of(self, row: RunningRow) -> list[str]:
        return await self._names(statements.RUNNING_OF, statements.running_values(row))

    async def adopt(self, before: TableRow, rules: str, edition: str) -> bool:
        values = statements.adopt_values(before, rules, edition)
        return await self.writer.do(lambda c: c.execute(statements.ADOPT, values).rowcount > 0)

    async def close(self, before: TableRow, differs: Differs) -> bool:
        values = statements.close_values(before, differs)
        return await self.writer.do(lambda c: c.execute(statements.CLOSE, values).rowcount > 0)

    # -- tables and their openers ---------------------------------------------------------------------------------

    async def opened_by(self, guest: str, since: float) -> tuple[int, int]:
        return await self._counts(statements.OPENED_BY, (since, guest))

    async def opened_from(self, origin: str, since: float) -> tuple[int, int]:
        return await self._counts(statements.OPENED_FROM, (since, origin))

    async def _counts(self, statement: str, values: statements.Row) -> tuple[int, int]:
        row = await self.reader.do(lambda c: c.execute(statement, values).fetchone())
        return row[0], row[1]

    async def visit(self, table: str, at: float) -> None:
        await self.writer.do(lambda c: c.execute(statements.VISIT, (at, table, at)))

    async def shut(self, before: TableRow, closed: Closed) -> bool:
        values = statements.shut_values(before, closed)
        return await self.writer.do(lambda c: c.execute(statements.SHUT, values).rowcount > 0)

    async def mute(self, table: str, muted: Muted) -> None:
        await self.writer.do(lambda c: c.execute(statements.MUTE, statements.muted_values(table, muted)))

    async def abandoned(self, public: float, private: float, limit: int) -> list[str]:
        return await self._names(statements.ABANDONED, (private, public, limit))

    # -- films ----------------------------------------------------------------------------------------------------

    async def add_film(self, table: str, film: bytes) -> None:
        await self.writer.do(lambda c: c.execute(statements.ADD_FILM, (table, film)))

    async def film(self, table: str) -> bytes | None:
        row = await self.reader.do(lambda c: c.execute(statements.FILM, (table,)).fetchone())
        return None if row is None else bytes(row[0])

    async def unfilmed(self, after: str, limit: int) -> list[str]:
        return await self._names(statements.UNFILMED, (after, limit))

    # -- entries --------------------------------------------------------------------------------------------------

    async def append(self, table: str, entries: list[Entry]) -> Appended:
        values = [statements.entry_values(table, entry) for entry in entries]
        try:
            await self.writer.do(Append(values))
        except sqlite3.IntegrityError as error:
            if "UNIQUE" not in str(error):
                raise NotStorable(f"SQLite: {error}") from None
            first = entries[0]
            repeated = await self.reader.do(
                lambda c: c.execute(statements.FIND_REQUEST, (table, first.author, first.request)).fetchone()
            )
            return Appended.TAKEN if repeated is None else Appended.REPEATED
        except StoreFailed:
            raise
        except Exception as error:
            raise NotStorable(f"SQLite: {error}") from None
        return Appended.WRITTEN

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        rows = await self.reader.do(lambda c: c.execute(statements.ENTRIES, (table, after)).fetchall())
        return [statements.read_entry(row) for row in rows]

    # -- chat -----------------------------------------------------------------------------------------------------

    async def add_chat(self, table: str, line: ChatRow, keep: int) -> ChatRow:
        def work(connection: sqlite3.Connection) -> int:
            row = connection.execute(statements.ADD_CHAT, statements.add_chat_values(table, line)).fetchone()
            if dropped := statements.last_dropped(row[0], keep):
                connection.execute(statements.DROP_CHAT, (table, dropped))
            return int(row[0])

        return replace(line, number=await self.writer.do(work))

    async def chat(self, table: str, limit: int) -> list[ChatRow]:
        rows = await self.reader.do(lambda c: c.execute(statements.CHAT, (table, limit)).fetchall())
        return [statements.read_chat(row) for row in reversed(rows)]

    async def chat_line(self, table: str, number: int) -> ChatRow | None:
        row = await self.reader.do(lambda c: c.execute(statements.CHAT_LINE, (table, number)).fetchone())
        return None if row is None else statements.read_chat(row)
