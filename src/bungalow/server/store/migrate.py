"""Bring a database to the newest schema. Alembic is loaded only when there is something to do."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bungalow.core.errors import BadData

if TYPE_CHECKING:
    import sqlite3

    from alembic.config import Config
    from sqlalchemy import Connection, Engine

NEWEST = "0006"
FOLDER = Path(__file__).parent / "migrations"
ADVISORY_LOCK = 0x62756E67616C6F77
"""Of several processes that start at once on PostgreSQL, one migrates and the others wait."""
CONNECT_SECONDS = 5
SERVERS_LOCK = ADVISORY_LOCK + 1
"""Shared by all servers that run on PostgreSQL; whoever replaces their data needs it alone."""


class NewerData(BadData):
    """A newer version of Bungalow has changed the database's schema."""

    code = "newer-data"


def upgrade(url: str) -> None:
    """Migrate the whole way or not at all. `url` as SQLAlchemy writes it: `sqlite:///...` or `postgresql+psycopg://...`."""
    from alembic import command
    from sqlalchemy import create_engine, text

    patience = {"connect_timeout": CONNECT_SECONDS} if url.startswith("postgresql") else {}
    engine = create_engine(url, connect_args=patience)
    if engine.dialect.name == "sqlite":
        begin_before_ddl(engine)
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            found = version(connection)
            if found != NEWEST:
                refuse_unknown(found)
                command.upgrade(config(connection), "head")
    finally:
        engine.dispose()


def refuse_unknown(found: str | None) -> None:
    """Raises `NewerData` if no migration of this version leads to that schema."""
    known = {path.name.partition("_")[0] for path in (FOLDER / "versions").glob("*.py")}
    if found is not None and found not in known:
        raise NewerData(
            f"The database has schema {found[:32]!r}, and this version of Bungalow knows them up to {NEWEST}. It was "
            "not changed. Use the newer version that made it, or other data."
        )


def begin_before_ddl(engine: Engine) -> None:
    """Make changes of the schema part of the transaction: Python's sqlite3 sends no BEGIN before them by itself."""
    from sqlalchemy import event

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, without a file."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def version(connection: Connection) -> str | None:
    from sqlalchemy import inspect, text

    found = None
    if inspect(connection).has_table("alembic_version"):
        with suppress(IndexError):
            found = str(connection.execute(text("SELECT version_num FROM alembic_version")).all()[0][0])
    return found
