"""The schema of both stores, as the migrations make it (a test compares the two)."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

guests = Table(
    "guests",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("reaction", Integer, nullable=False, server_default="0"),
    Column("private", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("names", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("differs", Text),
    Column("opener", Text),
    Column("origin", Text),
    Column("seen", Float, nullable=False, server_default="0"),
    Column("muted", Text, nullable=False, server_default="{}"),
    Column("closed", Text),
    Index("ix_tables_status_created", "status", "created"),
    Index("ix_tables_opener", "opener"),
    Index("ix_tables_origin", "origin"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("guest", Text),
    Column("bot", Text),
    Column("orders", Text, nullable=False, server_default="{}"),
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_seats_guest", "guest"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("request", Text),
    Column("seen", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("result", BigInteger),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "author", "request", name="uq_entries_request"),
    sqlite_with_rowid=False,
)

films = Table(
    "films",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), primary_key=True),
    Column("film", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", Text, ForeignKey("tables.table_id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("guest", Text),
    PrimaryKeyConstraint("table_id", "number"),
)

health = Table(
    "health",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)
