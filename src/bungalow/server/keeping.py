"""What the opener of a table may do: close it, and decide who writes in its chat. And tables that nobody keeps."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bungalow.server.messages import ClosedInfo, MuteTable
from bungalow.server.problems import Muted as IsMuted
from bungalow.server.problems import NoSuchThing, NotNow, NotYourTable, TooMany, Unavailable
from bungalow.server.seldom import log_seldom
from bungalow.server.store.base import Closed, GuestRow, Muted, MutedGuest, SeatRow, StoreFailed, TableRow
from bungalow.server.upgrade import differs_info

if TYPE_CHECKING:
    from bungalow.server.hub import Hub
    from bungalow.server.room import Room

CLOSED_AT_ONCE = 100


def closed_info(row: TableRow) -> ClosedInfo | None:
    """Return what people are told of a table that was closed although the rules could play it on."""
    if row.closed is None:
        return None
    if row.closed.reason == "opener":
        words, short = f"{row.closed.by} has closed this table.", f"closed by {row.closed.by}"
    else:
        words, short = "Nobody was at this table for a long time, so it was closed.", "closed, because nobody came"
    watch = row.begun and row.differs is None
    return ClosedInfo(f"{words} You can watch it up to its last move." if watch else words, short, watch)


def why_halted(row: TableRow) -> str:
    """Return why nobody can move at a table any more; empty when they can."""
    found = closed_info(row) or differs_info(row)
    return "" if found is None else found.words


def is_kept_by(row: TableRow, seats: list[SeatRow], guest: str | None) -> bool:
    """Return whether the guest opened the table or sits there."""
    return guest is not None and (guest == row.opener or any(seat.guest == guest for seat in seats))


def check_opener(row: TableRow, guest: GuestRow) -> None:
    if row.opener != guest.guest:
        raise NotYourTable("only the person who opened this table can do that")


def check_closing(row: TableRow, seats: list[SeatRow], guest: GuestRow) -> None:
    """Raises `NotYourTable` or `NotNow` if the guest cannot close the table now."""
    check_opener(row, guest)
    if row.status not in ("open", "playing"):
        raise NotNow("this table has ended already")
    if row.status == "playing" and any(seat.guest not in (None, guest.guest) for seat in seats):
        raise NotNow("others are playing here; leave the game instead, and a bot takes your seat")


# -- chat -------------------------------------------------------------------------------------------------------------


def silence(row: TableRow, seats: list[SeatRow], guest: GuestRow | None) -> str:
    """Return why a guest cannot write in the chat of a table; empty when they can."""
    if guest is None or guest.guest == row.opener:
        return ""
    if any(muted.guest == guest.guest for muted in row.muted.guests):
        return "The person who opened this table has muted you here."
    if row.muted.watchers and all(seat.guest != guest.guest for seat in seats):
        return "Only those who sit at this table can write here."
    return ""


def check_speaking(row: TableRow, seats: list[SeatRow], guest: GuestRow) -> None:
    if words := silence(row, seats, guest):
        raise IsMuted(words)


async def muted_as_asked(room: Room, guest: GuestRow, asked: MuteTable) -> Muted:
    """Return who is muted after the opener's request. Raises `BungalowError` if it cannot be done."""
    check_opener(room.row, guest)
    muted = room.row.muted
    if asked.watchers is not None:
        muted = replace(muted, watchers=asked.watchers)
    if asked.unmute is not None:
        muted = replace(muted, guests=tuple(each for each in muted.guests if each.guest != asked.unmute))
    for found in await _named(room, asked):
        if found.guest == guest.guest:
            raise NotNow("you cannot mute yourself")
        if len(muted.guests) >= room.hub.settings.limits.muted_per_table:
            raise TooMany("too many people are muted here; turn the chat of watchers off instead")
        if all(each.guest != found.guest for each in muted.guests):
            muted = replace(muted, guests=(*muted.guests, found))
    return muted


async def _named(room: Room, asked: MuteTable) -> list[MutedGuest]:
    """Return the people whom a request names by a line of chat or by a seat."""
    found: list[MutedGuest] = []
    if asked.line is not None:
        line = await room.hub.store.chat_line(room.table, asked.line)
        if line is None or line.guest is None:
            raise NoSuchThing("nobody is known to have written that line")
        found.append(MutedGuest(line.guest, line.name))
    if asked.seat is not None:
        seat = room.seats[asked.seat] if asked.seat < len(room.seats) else None
        if seat is None or seat.guest is None:
            raise NoSuchThing("nobody sits there")
        found.append(MutedGuest(seat.guest, seat.name))
    return found


# -- tables that nobody keeps -----------------------------------------------------------------------------------------


class Visits:
    """Notes when the people of a table are there, and closes open tables that nobody visits any more."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._limits = hub.settings.limits

    async def run(self) -> None:
        while True:
            await self._hub.clock.sleep(self._limits.sweep_seconds)
            try:
                await self.sweep()
            except (StoreFailed, Unavailable) as error:
                log_seldom("sweep", f"abandoned tables could not be looked for: {error}")

    async def note(self, room: Room) -> None:
        """Somebody of the table's people is there. Written only when the last visit was some time ago."""
        now = self._hub.clock.wall()
        if room.row.status in ("open", "playing") and now - room.row.seen >= self._limits.sweep_seconds:
            await self._hub.store.visit(room.table, now)
            room.row = replace(room.row, seen=max(room.row.seen, now))

    async def sweep(self) -> None:
        """Note who is there, then close what is abandoned."""
        for room in list(self._hub.rooms.values()):
            if any(is_kept_by(room.row, room.seats, each.payer.guest) for each in room.connections):
                async with room.lock:
                    await self.note(room)
        now = self._hub.clock.wall()
        public, private = now - self._limits.expire_seconds, now - self._limits.expire_private_seconds
        while tables := await self._hub.store.abandoned(public, private, CLOSED_AT_ONCE):
            closed = [await self._close(table, private=private, public=public) for table in tables]
            if not any(closed):
                return  # others were faster; look again next time
            await asyncio.sleep(0)

    async def _close(self, table: str, *, private: float, public: float) -> bool:
        loaded = await self._hub.store.load_table(table)
        if loaded is None or loaded[0].seen >= (private if loaded[0].private else public):
            return False
        closed = await self._hub.store.shut(loaded[0], Closed("abandoned"))
        if table in self._hub.rooms:
            await self._hub.heard(table, 0)
        return closed
