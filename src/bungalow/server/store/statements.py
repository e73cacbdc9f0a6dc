"""The SQL that both stores share, and how rows become values. `?` stands for an argument; PostgreSQL writes `%s`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from bungalow.server.store.base import (
    ChatRow,
    Entry,
    EntryKind,
    GuestRow,
    Pace,
    Reaction,
    Rule,
    SeatKind,
    SeatRow,
    Status,
    TableRow,
)

ADD_GUEST = "INSERT INTO guests (guest, name, token_hash, created) VALUES (?, ?, ?, ?)"
FIND_GUEST = "SELECT guest, name, token_hash, created FROM guests WHERE token_hash = ?"

ADD_TABLE = (
    "INSERT INTO tables "
    "(table_id, title, rules, edition, options, seed, pace, reaction, private, status, names, created, "
    "practice) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_SEAT = "INSERT INTO seats (table_id, seat, kind, name, guest, bot, orders) VALUES (?, ?, ?, ?, ?, ?, ?)"
FIND_TABLE = (
    "SELECT table_id, title, rules, edition, options, seed, pace, reaction, private, status, names, created, "
    "practice FROM tables WHERE table_id = ?"
)
FIND_SEATS = "SELECT seat, kind, name, guest, bot, orders FROM seats WHERE table_id = ? ORDER BY seat"
OPEN_TABLES = "SELECT table_id FROM tables WHERE status = 'open' AND NOT private ORDER BY created DESC LIMIT ?"
TABLES_OF = (
    "SELECT table_id FROM tables WHERE table_id IN (SELECT table_id FROM seats WHERE guest = ?) "
    "ORDER BY created DESC LIMIT ?"
)
TABLES_WITH_BOTS = (
    "SELECT table_id FROM tables WHERE status = 'playing' "
    "AND table_id IN (SELECT table_id FROM seats WHERE kind = 'bot') ORDER BY created"
)
CHANGE_SEAT = (
    "UPDATE seats SET kind = ?, name = ?, guest = ?, bot = ?, orders = ? "
    "WHERE table_id = ? AND seat = ? AND kind = ? AND coalesce(guest, '') = ?"
)
SET_ORDERS = "UPDATE seats SET orders = ? WHERE table_id = ? AND seat = ? AND guest = ?"
BEGIN_PLAY = "UPDATE tables SET status = 'playing', names = ? WHERE table_id = ? AND status = 'open'"
FINISH_PLAY = "UPDATE tables SET status = 'over' WHERE table_id = ? AND status = 'playing'"

APPEND = (
    "INSERT INTO entries (table_id, seq, kind, seat, text, author, request, seen, at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
FIND_REQUEST = "SELECT 1 FROM entries WHERE table_id = ? AND author = ? AND request = ?"
ENTRIES = (
    "SELECT seq, kind, seat, text, author, request, seen, at FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"
)

ADD_CHAT = (
    "INSERT INTO chat (table_id, number, name, seat, text, at) "
    "SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM chat WHERE table_id = ? RETURNING number"
)
CHAT = "SELECT number, name, seat, text, at FROM chat WHERE table_id = ? ORDER BY number DESC LIMIT ?"

Row = Sequence[Any]


def guest_values(guest: GuestRow) -> Row:
    return (guest.guest, guest.name, guest.token_hash, guest.created)


def read_guest(row: Row) -> GuestRow:
    return GuestRow(*row)


def table_values(table: TableRow) -> Row:
    return (
        table.table,
        table.title,
        table.rules,
        table.edition,
        _text(table.options),
        str(table.seed),
        table.pace,
        table.reaction,
        table.private,
        table.status,
        _text(table.names),
        table.created,
        table.practice,
    )


def read_table(row: Row) -> TableRow:
    return TableRow(
        table=row[0],
        title=row[1],
        rules=row[2],
        edition=row[3],
        options=msgspec.json.decode(row[4], type=dict[str, str]),
        seed=int(row[5]),
        pace=cast(Pace, row[6]),
        reaction=cast(Reaction, row[7]),
        private=bool(row[8]),
        status=cast(Status, row[9]),
        names=msgspec.json.decode(row[10], type=tuple[str, ...]),
        created=row[11],
        practice=bool(row[12]),
    )


def seat_values(table: str, seat: SeatRow) -> Row:
    return (table, seat.seat, seat.kind, seat.name, seat.guest, seat.bot, _text(seat.orders))


def read_seat(row: Row) -> SeatRow:
    orders = msgspec.json.decode(row[5], type=dict[str, Rule])
    return SeatRow(row[0], cast(SeatKind, row[1]), row[2], row[3], row[4], orders)


def change_seat_values(table: str, before: SeatRow, after: SeatRow) -> Row:
    changed = (after.kind, after.name, after.guest, after.bot, _text(after.orders))
    return (*changed, table, before.seat, before.kind, before.guest or "")


def orders_values(table: str, seat: SeatRow) -> Row:
    return (_text(seat.orders), table, seat.seat, seat.guest)


def entry_values(table: str, entry: Entry) -> Row:
    return (
        table,
        entry.seq,
        entry.kind,
        entry.seat,
        entry.text,
        entry.author,
        entry.request,
        entry.seen,
        entry.at,
    )


def read_entry(row: Row) -> Entry:
    return Entry(row[0], cast(EntryKind, row[1]), *row[2:])


def read_chat(row: Row) -> ChatRow:
    return ChatRow(*row)


def names_text(names: tuple[str, ...]) -> str:
    return _text(names)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
