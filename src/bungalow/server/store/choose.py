"""Which store a server uses."""

from __future__ import annotations

from bungalow.core.errors import BadOptions
from bungalow.server.settings import Settings
from bungalow.server.store.base import Store


def make_store(settings: Settings) -> Store:
    if not settings.database:
        from bungalow.server.store.sqlite import SqliteStore

        return SqliteStore(settings.data / "bungalow.sqlite")
    if not settings.database.startswith(("postgresql://", "postgres://")):
        raise BadOptions("the database is written postgresql://user@host/name")
    from bungalow.server.store.postgres import PostgresStore

    return PostgresStore(settings.database)
