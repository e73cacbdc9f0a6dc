"""Read all tables of a database without changing anything in it, not even its schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bungalow.core.errors import BadData
from bungalow.server.settings import Settings
from bungalow.server.store import statements
from bungalow.server.store.base import Entry, SeatRow, TableRow

MISSING: dict[str, object] = {"reaction": 0, "practice": False, "orders": "{}", "seen": 0.0, "muted": "{}"}
"""What columns that an older schema has not would hold; the others nothing."""


def stored_tables(settings: Settings) -> Iterator[tuple[TableRow, list[SeatRow], list[Entry], bool]]:
    """Every table with its seats and entries, the oldest first, and whether it has a film."""
    from sqlalchemy import create_engine, inspect, text
    from sqlalchemy.exc import SQLAlchemyError

    path = settings.data / "bungalow.sqlite"
    if not settings.database and not path.exists():
        return
    url = settings.database.replace("postgres://", "postgresql://", 1)
    url = url.replace("postgresql://", "postgresql+psycopg://", 1) or f"sqlite:///{path}"
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("tables"):
                return
            filmed: set[str] = set()
            if inspect(connection).has_table("films"):
                filmed = {row[0] for row in connection.execute(text("SELECT table_id FROM films"))}

            def rows(statement: str, table: str = "") -> list[Mapping[str, Any]]:
                return [dict(row) for row in connection.execute(text(statement), {"table": table}).mappings()]

            tables = [row["table_id"] for row in rows("SELECT table_id FROM tables ORDER BY created")]
            for table in tables:
                (row,) = rows("SELECT * FROM tables WHERE table_id = :table", table)
                seats = rows("SELECT * FROM seats WHERE table_id = :table ORDER BY seat", table)
                entries = rows("SELECT * FROM entries WHERE table_id = :table ORDER BY seq", table)
                yield (
                    statements.read_table(_values(row, statements.TABLE_COLUMNS)),
                    [statements.read_seat(_values(seat, statements.SEAT_COLUMNS)) for seat in seats],
                    [statements.read_entry(_values(entry, statements.ENTRY_COLUMNS)) for entry in entries],
                    table in filmed,
                )
    except SQLAlchemyError as error:
        raise BadData(f"the database cannot be read: {str(error).splitlines()[0]}") from None
    finally:
        engine.dispose()


def _values(row: Mapping[str, Any], columns: tuple[str, ...]) -> statements.Row:
    return [row.get(name, MISSING.get(name)) for name in columns]
