"""What people are told of a table: who sits there, how it is set, and whether it can be played."""

from __future__ import annotations

from collections.abc import Iterable

from bungalow.bots.table import manner
from bungalow.core.contract import SPECTATOR
from bungalow.server.connection import Connection
from bungalow.server.keeping import closed_info, silence
from bungalow.server.messages import MutedInfo, SeatInfo, TableInfo
from bungalow.server.store.base import GuestRow, SeatRow, TableRow
from bungalow.server.upgrade import differs_info


def table_info(
    row: TableRow, seats: list[SeatRow], guest: GuestRow | None, connections: Iterable[Connection] = ()
) -> TableInfo:
    """Return a table as a guest may know it. `connections` are the browsers that are there, if it is in memory."""
    here = list(connections)
    present = {each.guest.guest for each in here if each.guest is not None}
    opened = guest is not None and guest.guest == row.opener
    return TableInfo(
        table=row.table,
        title=row.title,
        status=row.status,
        seats=[
            SeatInfo(
                seat=seat.seat,
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                level="" if seat.bot is None else manner(seat.bot).title,
                yours=guest is not None and seat.guest == guest.guest,
                here=seat.kind in ("bot", "title") or seat.guest in present,
            )
            for seat in seats
        ],
        options=row.options,
        pace=row.pace,
        reaction=row.reaction,
        private=row.private,
        practice=row.practice,
        watchers=sum(each.viewers == [SPECTATOR] for each in here),
        created=row.created,
        differs=differs_info(row),
        closed=closed_info(row),
        opened=opened,
        watchers_muted=row.muted.watchers,
        silence=silence(row, seats, guest),
        muted=[MutedInfo(each.guest, each.name) for each in row.muted.guests] if opened else [],
    )
