"""Bring a database to the newest schema. Alembic is loaded only when there is something to do."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

NEWEST = "0003"
FOLDER = Path(__file__).parent / "migrations"
ADVISORY_LOCK = 0x62756E67616C6F77
"""Of several processes that start at once on PostgreSQL, one migrates and the others wait."""


def upgrade(url: str) -> None:
    """`url` as SQLAlchemy writes it: `sqlite:///...` or `postgresql+psycopg://...`."""
    from alembic import command
    from sqlalchemy import create_engine, text

    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            if version(connection) != NEWEST:
                command.upgrade(config(connection), "head")
    finally:
        engine.dispose()


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
