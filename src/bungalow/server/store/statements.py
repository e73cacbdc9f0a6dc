"""The SQL that both stores share, and how rows become values. `?` stands for an argument; PostgreSQL writes `%s`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from bungalow.server.store.base import (
    ChatRow,
    Closed,
    Differs,
    Entry,
    EntryKind,
    GuestRow,
    Muted,
    Pace,
    Reaction,
    Rule,
    RunningRow,
    SeatKind,
    SeatRow,
    Status,
    TableRow,
)

ADD_GUEST = "INSERT INTO guests (guest, name, token_hash, created) VALUES (?, ?, ?, ?)"
FIND_GUEST = "SELECT guest, name, token_hash, created FROM guests WHERE token_hash = ?"

TABLE_COLUMNS = (
    *("table_id", "title", "rules", "edition", "options", "seed", "pace", "reaction", "private", "status"),
    *("names", "created", "practice", "differs", "opener", "origin", "seen", "muted", "closed"),
)
ENTRY_COLUMNS = ("seq", "kind", "seat", "text", "author", "request", "seen", "at", "result")
SEAT_COLUMNS = ("seat", "kind", "name", "guest", "bot", "orders")

ADD_TABLE = f"INSERT INTO tables ({', '.join(TABLE_COLUMNS)}) VALUES ({', '.join('?' * len(TABLE_COLUMNS))})"
ADD_SEAT = "INSERT INTO seats (table_id, seat, kind, name, guest, bot, orders) VALUES (?, ?, ?, ?, ?, ?, ?)"
FIND_TABLES = f"SELECT {', '.join(TABLE_COLUMNS)} FROM tables WHERE table_id IN "
FIND_SEATS = f"SELECT table_id, {', '.join(SEAT_COLUMNS)} FROM seats WHERE table_id IN "
"""Both need `places` behind them."""
OPEN_TABLES = (
    "SELECT table_id FROM (SELECT table_id, created, row_number() OVER "
    "(PARTITION BY coalesce(opener, table_id) ORDER BY created DESC) AS own, row_number() OVER "
    "(PARTITION BY coalesce(origin, table_id) ORDER BY created DESC) AS here FROM tables "
    "WHERE status = 'open' AND NOT private AND seen > ? AND EXISTS "
    "(SELECT 1 FROM seats WHERE seats.table_id = tables.table_id AND kind = 'person')) AS waiting "
    "WHERE own <= ? AND here <= ? ORDER BY created DESC LIMIT ?"
)
TABLES_OF = (
    "SELECT table_id FROM tables WHERE table_id IN (SELECT table_id FROM seats WHERE guest = ?) "
    "ORDER BY status IN ('over', 'closed'), created DESC LIMIT ?"
)
TABLES_AWAKE = (
    # One entry is read of a table that nobody uses, whatever its length.
    "SELECT table_id FROM (SELECT table_id, created, (SELECT at FROM entries WHERE entries.table_id = tables.table_id "
    "ORDER BY seq DESC LIMIT 1) AS last FROM tables WHERE status = 'playing' "
    "AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.table_id AND kind = 'bot') "
    "AND EXISTS (SELECT 1 FROM seats WHERE seats.table_id = tables.table_id AND kind = 'person')) AS running "
    "WHERE created > ? OR (last > ? AND EXISTS (SELECT 1 FROM entries WHERE entries.table_id = running.table_id "
    "AND at > ? AND author NOT IN ('bot', 'clock', 'order'))) ORDER BY coalesce(last, created) DESC LIMIT ?"
)
CHANGE_SEAT = (
    "UPDATE seats SET kind = ?, name = ?, guest = ?, bot = ?, orders = ? "
    "WHERE table_id = ? AND seat = ? AND kind = ? AND coalesce(guest, '') = ?"
)
SET_ORDERS = "UPDATE seats SET orders = ? WHERE table_id = ? AND seat = ? AND guest = ?"
BEGIN_PLAY = "UPDATE tables SET status = 'playing', names = ? WHERE table_id = ? AND status = 'open'"
FINISH_PLAY = "UPDATE tables SET status = 'over', origin = NULL WHERE table_id = ? AND status = 'playing'"

RUNNING = (
    "SELECT title, rules, edition, min(table_id) FROM tables WHERE status IN ('open', 'playing') "
    "GROUP BY title, rules, edition ORDER BY title, rules, edition"
)
RUNNING_OF = (
    "SELECT table_id FROM tables WHERE status IN ('open', 'playing') AND title = ? AND rules = ? AND edition = ? "
    "ORDER BY created"
)
UNCHANGED = "WHERE table_id = ? AND status = ? AND rules = ? AND edition = ? AND differs IS NULL"
ADOPT = f"UPDATE tables SET rules = ?, edition = ? {UNCHANGED}"
CLOSE = f"UPDATE tables SET status = ?, differs = ? {UNCHANGED}"
COUNTS = "SELECT count(CASE status WHEN 'open' THEN 1 END), count(CASE WHEN status = 'playing' AND seen > ? THEN 1 END)"
OPENED_BY = f"{COUNTS} FROM tables WHERE opener = ?"
OPENED_FROM = f"{COUNTS} FROM tables WHERE origin = ?"
VISIT = "UPDATE tables SET seen = ? WHERE table_id = ? AND seen < ?"
SHUT = (
    "UPDATE tables SET status = 'closed', closed = ?, origin = NULL "
    "WHERE table_id = ? AND status = ? AND closed IS NULL AND seen <= ?"
)
MUTE = "UPDATE tables SET muted = ? WHERE table_id = ?"
ABANDONED = (
    "SELECT table_id FROM tables WHERE status = 'open' AND seen < CASE WHEN private THEN ? ELSE ? END "
    "ORDER BY seen LIMIT ?"
)
ADD_FILM = "INSERT INTO films (table_id, film) VALUES (?, ?) ON CONFLICT DO NOTHING"
FILM = "SELECT film FROM films WHERE table_id = ?"
UNFILMED = (
    "SELECT table_id FROM tables WHERE status IN ('over', 'closed') AND NOT (closed IS NOT NULL AND names = '[]') "
    "AND table_id > ? "
    "AND NOT EXISTS (SELECT 1 FROM films WHERE films.table_id = tables.table_id) ORDER BY table_id LIMIT ?"
)

APPEND = (
    f"INSERT INTO entries (table_id, {', '.join(ENTRY_COLUMNS)}) VALUES ({', '.join('?' * (1 + len(ENTRY_COLUMNS)))})"
)
FIND_REQUEST = "SELECT 1 FROM entries WHERE table_id = ? AND author = ? AND request = ?"
ENTRIES = f"SELECT {', '.join(ENTRY_COLUMNS)} FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"

ADD_CHAT = (
    "INSERT INTO chat (table_id, number, name, seat, text, at, guest) "
    "SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ? FROM chat WHERE table_id = ? RETURNING number"
)
CHAT = "SELECT number, name, seat, text, at, guest FROM chat WHERE table_id = ? ORDER BY number DESC LIMIT ?"
CHAT_LINE = "SELECT number, name, seat, text, at, guest FROM chat WHERE table_id = ? AND number = ?"
DROP_CHAT = "DELETE FROM chat WHERE table_id = ? AND number <= ?"
DROPPED_AT_ONCE = 50
"""Old lines of chat are not dropped one by one."""

HEALTH = "INSERT INTO health (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"

Row = Sequence[Any]


def places(count: int) -> str:
    """Return places for that many arguments: (?, ?, ?)."""
    return f"({', '.join('?' * count)})"


def read_tables(rows: Sequence[Row], seats: Sequence[Row]) -> list[tuple[TableRow, list[SeatRow]]]:
    """Return tables with their seats, of which each row begins with its table."""
    sitting: dict[str, list[SeatRow]] = {}
    for table, *seat in seats:
        sitting.setdefault(table, []).append(read_seat(seat))
    found = [read_table(row) for row in rows]
    return [(row, sorted(sitting.get(row.table, []), key=lambda seat: seat.seat)) for row in found]


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
        None if table.differs is None else _text(table.differs),
        table.opener,
        table.origin,
        table.seen,
        _text(table.muted),
        None if table.closed is None else _text(table.closed),
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
        differs=None if row[13] is None else msgspec.json.decode(row[13], type=Differs),
        opener=row[14],
        origin=row[15],
        seen=row[16],
        muted=msgspec.json.decode(row[17], type=Muted),
        closed=None if row[18] is None else msgspec.json.decode(row[18], type=Closed),
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
        entry.result,
    )


def read_entry(row: Row) -> Entry:
    return Entry(row[0], cast(EntryKind, row[1]), *row[2:])


def read_chat(row: Row) -> ChatRow:
    return ChatRow(*row)


def add_chat_values(table: str, line: ChatRow) -> Row:
    return (table, line.name, line.seat, line.text, line.at, line.guest, table)


def last_dropped(number: int, keep: int) -> int:
    """Return up to which line chat is dropped after the line of that number was added; 0: none."""
    return max(0, number - keep) if number % DROPPED_AT_ONCE == 0 else 0


def shut_values(before: TableRow, closed: Closed) -> Row:
    return (_text(closed), before.table, before.status, before.seen)


def muted_values(table: str, muted: Muted) -> Row:
    return (_text(muted), table)


def running_values(row: RunningRow) -> Row:
    return (row.title, row.rules, row.edition)


def adopt_values(before: TableRow, rules: str, edition: str) -> Row:
    return (rules, edition, *_unchanged(before))


def close_values(before: TableRow, differs: Differs) -> Row:
    status: Status = "over" if before.status == "over" else "closed"
    return (status, _text(differs), *_unchanged(before))


def _unchanged(before: TableRow) -> Row:
    return (before.table, before.status, before.rules, before.edition)


def names_text(names: tuple[str, ...]) -> str:
    return _text(names)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
