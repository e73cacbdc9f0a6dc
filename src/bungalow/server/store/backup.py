"""Backups: one SQLite file with everything a store holds, made while servers run, from either store and for either.

The file is a single snapshot in the schema of its store, with Alembic's version. `application_id` marks it as complete:
it is set last. A plain copy of a running database lacks what is still in the write-ahead log, and this mark.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from bungalow.core.errors import BadData, BadOptions
from bungalow.server.settings import Settings
from bungalow.server.store import migrate

if TYPE_CHECKING:
    from sqlalchemy import Table

APPLICATION_ID = 0x42756E67
HEADER = b"SQLite format 3\0"
PAGES = 2_000
"""Copied between two signs of progress."""
ROWS = 500
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may put beside a file."""

Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how far long work is: opened with words and a total, then told how much is done."""


class NoSuchBackup(BadData):
    """There is no file of that name."""

    code = "no-such-file"


class NotABackup(BadData):
    """The file was not made by `bungalow backup`, or not to its end."""

    code = "not-a-backup"


class CorruptBackup(BadData):
    """The file was a backup once and is damaged."""

    code = "corrupt-backup"


class NewerSchema(BadData):
    """A newer version of Bungalow wrote it."""

    code = "newer-schema"


class NoData(BadData):
    """There is nothing to back up."""

    code = "no-data"


class ServerRunning(BadData):
    """Data cannot be replaced under a server."""

    code = "server-running"


class CannotWrite(BadData):
    """A file or folder cannot be written."""

    code = "cannot-write"


class DiskFull(BadData):
    """There is no room left."""

    code = "disk-full"


class StoreUnavailable(BadData):
    """The database cannot be used."""

    code = "data-unavailable"


class AlreadyThere(BadOptions):
    """Something would be replaced, and nobody said that it may be."""

    code = "already-there"


class Contents(Struct, frozen=True):
    """What a backup holds."""

    schema: str
    tables: int
    moves: int
    guests: int
    bytes: int


def back_up(settings: Settings, file: Path, bar: Bar, *, force: bool = False) -> Contents:
    """Write a backup of the store and return what it holds. `file` appears whole or not at all."""
    with told(f"Cannot write {file}"):
        check_target(settings, file, force=force)
        handle, name = tempfile.mkstemp(prefix=".bungalow-", suffix=".part", dir=file.parent)  # mode 0600
        os.close(handle)
    part = Path(name)
    try:
        with told(f"Cannot write {file}"):
            if settings.database:
                copy_postgres(settings.database, part, bar)
            else:
                copy_sqlite(database_file(settings), part, bar)
            mark(part, APPLICATION_ID)
            try:
                contents = examine(part, bar)
            except CorruptBackup as error:
                raise StoreUnavailable(
                    "The database is damaged, so no backup was made. Restore an earlier backup."
                ) from error
            flush(part)
            publish(part, file, force=force)
        return contents
    finally:
        remove(part)


def check_target(settings: Settings, file: Path, *, force: bool) -> None:
    """Raise before the work when its result could not be put there."""
    if file.is_dir():
        raise CannotWrite(f"Cannot write {file}: it is a folder. Name a file in it.")
    if not file.parent.is_dir():
        raise CannotWrite(f"Cannot write {file}: there is no folder {file.parent}. Make it, or name another one.")
    live = database_file(settings)
    own = {live.name, live.with_suffix(".lock").name, *(live.name + ending for ending in BESIDE)}
    if file.parent.resolve() == live.parent.resolve() and file.name in own:
        raise AlreadyThere(f"{file} belongs to the database itself. Choose another name.")
    if not force and os.path.lexists(file):
        raise exists(file)


def exists(file: Path) -> AlreadyThere:
    return AlreadyThere(f"{file} exists. Choose another name, or replace it with --force.")


def database_file(settings: Settings) -> Path:
    return settings.data / "bungalow.sqlite"


# -- from a store to a file -------------------------------------------------------------------------------------------


def copy_sqlite(source: Path, part: Path, bar: Bar) -> None:
    """Copy a database that may be in use, with all that is in its write-ahead log."""
    if not source.exists():
        raise NoData(f"There are no tables in {source.parent}. Name the server's folder with --data.")
    with told(f"Cannot read {source}", StoreUnavailable), closing(opened(source, "mode=rw")) as live:
        # One transaction, so that what is written meanwhile neither comes along nor makes it start again.
        live.execute("BEGIN")
        pages = live.execute("PRAGMA page_count").fetchone()[0]
        if schema_of(live) is None:
            raise NoData(f"{source} holds no tables of Bungalow. Name the server's folder with --data.")
        with told(f"Cannot write to {part.parent}"), closing(sqlite3.connect(part)) as copy:
            with bar("copying", pages) as done:
                live.backup(copy, pages=PAGES, progress=lambda _, left, total: done(total - left), sleep=0)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, also readable where nothing can be written


def copy_postgres(url: str, part: Path, bar: Bar) -> None:
    """Copy one snapshot of a database that may be in use. Its servers do not wait for it."""
    import psycopg
    from psycopg import IsolationLevel, sql

    with told("Cannot read the database", StoreUnavailable), psycopg.connect(postgres_url(url)) as live:
        live.isolation_level = IsolationLevel.REPEATABLE_READ
        live.read_only = True
        schema = postgres_schema(live)
        if schema is None:
            raise NoData("The database holds no tables of Bungalow. Check its address.")
        live.rollback()
        check_known(schema, "The database")
        make_schema(part, schema)
        tables = reflected(part)
        # A snapshot begins with the first query, so that a change of the schema is either before it or waits.
        names = sql.SQL(", ").join(sql.Identifier(table.name) for table in tables)
        live.execute(sql.SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(names))
        if postgres_schema(live) != schema:
            raise StoreUnavailable("The schema of the database was changed at this moment. Try again.")
        count = sql.SQL("SELECT count(*) FROM {}")
        totals = [live.execute(count.format(sql.Identifier(table.name))).fetchone() for table in tables]
        with (
            told(f"Cannot write to {part.parent}"),
            closing(sqlite3.connect(part)) as copy,
            bar("copying", sum(total[0] for total in totals if total)) as done,
        ):
            copied = 0
            for table in tables:
                columns = [column.name for column in table.columns]
                order = sql.SQL(", ").join(sql.Identifier(column.name) for column in table.primary_key)
                select = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(
                    sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table.name), order
                )
                with live.cursor(name="backup") as cursor:
                    cursor.execute(select)
                    while rows := cursor.fetchmany(ROWS):
                        copy.executemany(insert_statement(table.name, columns), rows)
                        copied += len(rows)
                        done(copied)
            copy.commit()


def insert_statement(table: str, columns: list[str]) -> str:
    listed = ", ".join(f'"{column}"' for column in columns)
    return f'INSERT INTO "{table}" ({listed}) VALUES ({", ".join("?" * len(columns))})'


def postgres_url(url: str) -> str:
    if not url.startswith(("postgresql://", "postgres://")):
        raise BadOptions("the database is written postgresql://user@host/name")
    return "postgresql://" + url.split("://", 1)[1]


def postgres_schema(connection: object) -> str | None:
    """Return the version of the schema in a PostgreSQL database, None if it holds none of ours."""
    import psycopg

    assert isinstance(connection, psycopg.Connection)
    if connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,):
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def make_schema(file: Path, revision: str) -> None:
    """Make the tables of a version of the schema in an empty SQLite file."""
    from alembic import command
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{file}")
    migrate.begin_before_ddl(engine)
    try:
        with engine.begin() as connection:
            command.upgrade(migrate.config(connection), revision)
    finally:
        engine.dispose()


def reflected(file: Path) -> list[Table]:
    """Return the tables of a SQLite file, those that others refer to first."""
    from sqlalchemy import MetaData, create_engine

    engine = create_engine(f"sqlite:///{file}")
    try:
        found = MetaData()
        found.reflect(engine)
    finally:
        engine.dispose()
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


# -- what a file is ---------------------------------------------------------------------------------------------------


def examine(file: Path, bar: Bar) -> Contents:
    """Return what a backup holds; raise if it is none, damaged, or of a newer version."""
    try:
        with file.open("rb") as opening:
            header = opening.read(len(HEADER))
            size = os.fstat(opening.fileno()).st_size
    except FileNotFoundError:
        raise NoSuchBackup(f"There is no file {file}. Check its name.") from None
    except OSError as error:
        raise NoSuchBackup(f"Cannot read {file}: {error.strerror}. Name a file that `bungalow backup` wrote.") from None
    if header != HEADER:
        raise NotABackup(f"{file} is no backup. Name a file that `bungalow backup` wrote.")
    try:
        with closing(opened(file, "mode=ro&immutable=1")) as connection, bar("checking", 1) as done:
            if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
                raise NotABackup(f"{file} is a database, but no backup. Name a file that `bungalow backup` wrote.")
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            done(1)
            schema = schema_of(connection)
            if schema is None:
                raise sqlite3.DatabaseError("it names no schema")
            check_known(schema, str(file))
            tables, moves, guests = (
                connection.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
                for what in ("tables", "entries WHERE kind = 'move'", "guests")
            )
    except sqlite3.Error as error:
        words = " ".join(str(error).split())
        raise CorruptBackup(f"{file} is damaged ({words}). Use another backup; nothing was changed.") from None
    return Contents(schema, tables, moves, guests, size)


def check_known(schema: str, what: str) -> None:
    """Raise when no migration leads from that version of the schema to ours."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(migrate.config()).walk_revisions()}
    if schema not in known:
        raise NewerSchema(
            f"{what} has schema {schema}; this version of Bungalow knows them up to {migrate.NEWEST}. "
            "Install the version that wrote it, or a newer one."
        )


def schema_of(connection: sqlite3.Connection) -> str | None:
    """Return the version of the schema in a SQLite file, None if it holds none of ours."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


# -- files ------------------------------------------------------------------------------------------------------------


def opened(file: Path, how: str) -> sqlite3.Connection:
    """Open a SQLite file that is there."""
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
    connection.execute("PRAGMA busy_timeout=5000")
    return connection


def mark(file: Path, application: int) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA application_id={application}")


def flush(path: Path) -> None:
    """Have a file, or the names in a folder, on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def publish(part: Path, file: Path, *, force: bool) -> None:
    """Give a finished file its name; nothing that is there is replaced unless that is wanted."""
    linked = False
    if not force:
        try:
            os.link(part, file)
            linked = True
        except FileExistsError:
            raise exists(file) from None
        except OSError:  # this file system knows no second names
            if os.path.lexists(file):
                raise exists(file) from None
    if not linked:
        os.replace(part, file)
    flush(file.parent)


def remove(file: Path) -> None:
    """Remove a file of ours, if it is there, with all that SQLite put beside it."""
    for each in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
        with contextlib.suppress(OSError):
            each.unlink()


@contextmanager
def told(failed: str, otherwise: type[BadData] = CannotWrite) -> Iterator[None]:
    """Turn an error of the disk or the database into one line: what could not be done, why, and what to do."""
    import psycopg
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield
    except (OSError, sqlite3.Error, psycopg.Error, SQLAlchemyError) as error:
        cause = getattr(error, "orig", None) or error  # SQLAlchemy wraps the error of the database
        if is_full(cause):
            raise DiskFull(f"{failed}: the disk is full. Make room, then try again; nothing was changed.") from error
        words = cause.strerror if isinstance(cause, OSError) and cause.strerror else str(cause)
        why = next(iter(words.strip().splitlines()), type(cause).__name__).rstrip(".")
        hint = "Check its address and whether it runs." if isinstance(cause, psycopg.Error) else "Check who may use it."
        raise otherwise(f"{failed}: {why}. {hint}") from error


def is_full(error: BaseException) -> bool:
    import psycopg

    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return isinstance(error, psycopg.errors.DiskFull)
