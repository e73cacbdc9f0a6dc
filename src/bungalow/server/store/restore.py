"""Put a backup in the place of a store's data: all of it or nothing, and only while no server runs on it."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bungalow.server.settings import Settings
from bungalow.server.store import migrate
from bungalow.server.store.backup import (
    BESIDE,
    PAGES,
    ROWS,
    AlreadyThere,
    Bar,
    Contents,
    ServerRunning,
    StoreUnavailable,
    check_known,
    database_file,
    examine,
    flush,
    mark,
    opened,
    postgres_url,
    remove,
    told,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

LOCK_SECONDS = 60
"""How long a restore waits for others that use the tables of a PostgreSQL database, such as a backup."""


class Restored(Struct, frozen=True):
    """What a restore did."""

    contents: Contents
    kept: Path | None
    """The SQLite file that was replaced, under its new name."""


def restore(settings: Settings, file: Path, bar: Bar, *, force: bool = False) -> Restored:
    """Replace what the store holds by a backup; `force` is needed when it holds anything."""
    contents = examine(file, bar)
    if settings.database:
        restore_postgres(postgres_url(settings.database), file, contents, bar, force=force)
        return Restored(contents, None)
    return Restored(contents, restore_sqlite(database_file(settings), file, bar, force=force))


# -- SQLite -----------------------------------------------------------------------------------------------------------


def restore_sqlite(place: Path, file: Path, bar: Bar, *, force: bool) -> Path | None:
    """Make the new database beside the old one, then swap their names; where the old one is comes back."""
    with told(f"Cannot write to {place.parent}"):
        place.parent.mkdir(parents=True, exist_ok=True)
        with no_server(place):
            if not force and holds_rows(place):
                raise AlreadyThere(
                    f"There are tables in {place.parent}. Choose another folder with --data, or replace them with "
                    "--force; the replaced file is kept."
                )
            new = place.with_name(place.name + ".restoring")
            remove(new)  # of a restore that was killed
            try:
                os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
                copy_backup(file, new, bar)
                migrate.upgrade(f"sqlite:///{new}")
                give_to_owner(new)
                flush(new)
                kept = keep(place)
                os.replace(new, place)
                flush(place.parent)
            finally:
                remove(new)
    return kept


@contextmanager
def no_server(place: Path) -> Iterator[None]:
    """Hold the lock that a server holds while it runs."""
    name = place.with_suffix(".lock")
    lock = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        give_to_owner(name)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServerRunning(f"A Bungalow server is using {place.parent}. Stop it, then restore.") from None
        yield
    finally:
        os.close(lock)


def holds_rows(place: Path) -> bool:
    """Return whether a database holds anything, or might: it cannot be read."""
    if not place.exists():
        return False
    try:
        with closing(opened(place, "mode=rw")) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            tables = [name for (name,) in found if name != "alembic_version"]
            return any(connection.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in tables)
    except sqlite3.Error:
        return True


def copy_backup(file: Path, new: Path, bar: Bar) -> None:
    """Copy a backup to where it can be written to, as an ordinary database."""
    with closing(opened(file, "mode=ro&immutable=1")) as source, closing(sqlite3.connect(new)) as copy:
        pages = source.execute("PRAGMA page_count").fetchone()[0]
        with bar("restoring", pages) as done:
            source.backup(copy, pages=PAGES, progress=lambda _, left, total: done(total - left), sleep=0)
    mark(new, 0)


def keep(place: Path) -> Path | None:
    """Give the present database a second, dated name, which comes back. No log of it stays that SQLite could take for
    the new one's."""
    if not place.exists():
        for ending in BESIDE:  # a log without its database
            place.with_name(place.name + ending).unlink(missing_ok=True)
        return None
    with suppress(sqlite3.Error), closing(opened(place, "mode=rw")) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # carries the log over into the file
    for other in place.parent.glob(f"{place.stem}-replaced-*{place.suffix}"):
        if other.samefile(place):  # of a restore that was killed
            other.unlink()
    stamp = time.strftime("%Y%m%d-%H%M%S")
    number = 1
    kept = place.with_name(f"{place.stem}-replaced-{stamp}{place.suffix}")
    while os.path.lexists(kept):
        number += 1
        kept = place.with_name(f"{place.stem}-replaced-{stamp}-{number}{place.suffix}")
    place.chmod(0o600)
    second_name(place, kept)
    logs = [(place.with_name(place.name + ending), kept.with_name(kept.name + ending)) for ending in BESIDE]
    logs = [(log, other) for log, other in logs if log.exists()]  # only of a file that SQLite cannot open
    for log, other in logs:
        second_name(log, other)
    flush(place.parent)
    for log, _ in logs:
        log.unlink()
    return kept


def second_name(file: Path, name: Path) -> None:
    try:
        os.link(file, name)
    except OSError:  # this file system knows no second names
        shutil.copy2(file, name)
        flush(name)


def give_to_owner(file: Path) -> None:
    """Let root restore for the server's user: a new file belongs to the owner of its folder."""
    if os.geteuid() == 0:
        folder = file.parent.stat()
        os.chown(file, folder.st_uid, folder.st_gid)


# -- PostgreSQL -------------------------------------------------------------------------------------------------------


def restore_postgres(url: str, file: Path, contents: Contents, bar: Bar, *, force: bool) -> None:
    """Replace all rows in one transaction. A server that starts meanwhile waits for its end."""
    from alembic import command
    from sqlalchemy import create_engine, text

    from bungalow.server.store.schema import metadata

    with told("Cannot restore into the database", StoreUnavailable), newest(file, contents, bar) as current:
        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
        try:
            with engine.begin() as connection:
                connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": migrate.ADVISORY_LOCK})
                alone = text("SELECT pg_try_advisory_xact_lock(:key)")
                if not connection.execute(alone, {"key": migrate.SERVERS_LOCK}).scalar_one():
                    raise ServerRunning("A Bungalow server is using the database. Stop all of them, then restore.")
                schema = migrate.version(connection)
                if schema is not None:
                    check_known(schema, "The database")
                if schema != migrate.NEWEST:
                    command.upgrade(migrate.config(connection), "head")
                tables = metadata.sorted_tables
                names = ", ".join(f'"{table.name}"' for table in tables)
                connection.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
                if not force and any(
                    connection.execute(text(f'SELECT 1 FROM "{table.name}" LIMIT 1')).first() for table in tables
                ):
                    raise AlreadyThere(
                        "There are tables in the database. Choose another one with --database, or replace them with "
                        "--force; back them up first."
                    )
                connection.execute(text(f"TRUNCATE {names}"))
                fill(connection, tables, current, bar)
        finally:
            engine.dispose()


@contextmanager
def newest(file: Path, contents: Contents, bar: Bar) -> Iterator[Path]:
    """A backup in today's schema: the file itself, or for so long a migrated copy."""
    if contents.schema == migrate.NEWEST:
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="bungalow-restore-") as folder:
        copy = Path(folder, "backup.sqlite")
        copy_backup(file, copy, bar)
        migrate.upgrade(f"sqlite:///{copy}")
        yield copy


def fill(connection: Connection, tables: list[Table], file: Path, bar: Bar) -> None:
    """Copy all rows of a backup, those first that others refer to."""
    with closing(opened(file, "mode=ro&immutable=1")) as source:
        totals = [source.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0] for table in tables]
        with bar("restoring", sum(totals)) as done:
            copied = 0
            for table in tables:
                for rows in batches(source, table):
                    write(connection, table, rows)
                    copied += len(rows)
                    done(copied)


def batches(source: sqlite3.Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the rows of a table as PostgreSQL has them: SQLite keeps truth as 0 and 1."""
    from sqlalchemy import Boolean

    columns = list(table.columns)
    truths = [isinstance(column.type, Boolean) for column in columns]
    listed = ", ".join(f'"{column.name}"' for column in columns)
    cursor = source.execute(f'SELECT {listed} FROM "{table.name}"')
    while rows := cursor.fetchmany(ROWS):
        yield [
            tuple(
                bool(value) if truth and value is not None else value for truth, value in zip(truths, row, strict=True)
            )
            for row in rows
        ]


def write(connection: Connection, table: Table, rows: list[tuple[Any, ...]]) -> None:
    from psycopg import sql

    columns = sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table.name), columns)
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)
