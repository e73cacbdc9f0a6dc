"""A live table: its game, its seats, the browsers connected to it, and everything they may ask of it.

Requests of one table are served one after the other. A move is tried on the match in memory, written to the store, and
only then acknowledged and shown.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import msgspec

from bungalow.bots.table import manner
from bungalow.core.errors import BungalowError, GameOver
from bungalow.server.bots import offered, question
from bungalow.server.connection import Connection
from bungalow.server.eyes import SPECTATOR
from bungalow.server.guests import plain_line
from bungalow.server.messages import (
    Ack,
    AskPreview,
    AskWhy,
    Chat,
    GiveOrder,
    Look,
    Past,
    PlayMove,
    PreviewIs,
    Resign,
    Say,
    SeatInfo,
    TableInfo,
    Undo,
    WhyIs,
)
from bungalow.server.messages import Table as TableMessage
from bungalow.server.problems import CROWDED, TOO_SLOW, NotNow, NotYourSeat, SeatNotOpen, Unavailable, UnknownGuest
from bungalow.server.reactions import Window, open_window, ordered, orders_of, reactions, standing_answer
from bungalow.server.store.base import Appended, Entry, GuestRow, SeatRow, SeatTaken, StoreFailed, TableRow
from bungalow.server.table import BOT, ORDER, Play, Stale, player_names

if TYPE_CHECKING:
    from bungalow.server.hub import Hub

log = logging.getLogger("bungalow")
PRESENCE_DELAY = 0.05


class Room:
    """One table in memory."""

    def __init__(self, hub: Hub, row: TableRow, seats: list[SeatRow]) -> None:
        self.hub = hub
        self.row = row
        self.seats = seats
        self.play: Play | None = None
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.thinking: dict[int, tuple[tuple[int, int, int], asyncio.Task[None]]] = {}
        """For each bot that thinks: about which choice, and its task."""
        self.window = Window(hub.clock, row.reaction, self._close_window)
        self.closed = False
        self._telling: asyncio.TimerHandle | None = None
        self._chat_shown = 0

    @property
    def table(self) -> str:
        return self.row.table

    # -- loading --------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Play what the store holds."""
        if self.row.status == "open":
            await self._begin_if_full()
            return
        play = Play(self.hub.game(self.row.title), self.row, len(self.seats))
        await self._replay(play, await self.hub.store.entries(self.table))
        self.play = play
        await self._finish_if_over()
        self.window.follow(play)
        self.poke_bots()

    async def _replay(self, play: Play, entries: list[Entry]) -> None:
        began = time.monotonic()
        for entry in entries:
            play.replay(entry)
            if time.monotonic() - began > 0.005:  # leave the others their turn
                await asyncio.sleep(0)
                began = time.monotonic()

    async def catch_up(self, seq: int) -> None:
        """Another process has written: entry `seq`, or with 0 something else."""
        async with self.lock:
            if seq == 0:
                await self._reload_seats()
                await self._catch_up_chat()
            if self.play is not None and (seq == 0 or seq > self.play.seq):
                await self._replay(self.play, await self.hub.store.entries(self.table, self.play.seq))
                await self._finish_if_over()
                self.go_on()

    async def _reload_seats(self) -> None:
        loaded = await self.hub.store.load_table(self.table)
        assert loaded is not None
        self.row, self.seats = loaded
        if self.play is None and self.row.status != "open":
            await self.load()
        self._seats_changed()

    async def _start_again(self) -> None:
        """The cache has lost its truth: another process wrote first, or the store failed."""
        self.play = None
        loaded = await self.hub.store.load_table(self.table)
        assert loaded is not None
        self.row, self.seats = loaded
        await self.load()
        self.show()

    # -- browsers that come and go --------------------------------------------------------------------------------

    async def enter(self, connection: Connection, since: dict[str, int]) -> None:
        async with self.lock:
            if self.closed:
                connection.close(TOO_SLOW, "try again")
                return
            if len(self.connections) >= self.hub.settings.limits.sockets_per_table:
                connection.close(CROWDED, "this table has too many watchers")
                return
            self.used = time.monotonic()
            self.connections.add(connection)
            connection.viewers = self.viewers(connection.guest)
            connection.shown = {
                viewer: since.get("watch" if viewer == SPECTATOR else str(viewer), 0) for viewer in connection.viewers
            }
            connection.tell(TableMessage(self.info(connection.guest)))
            self._tell_orders(connection)
            if self.play is not None:
                self._show_to(connection, self.play, {})
            chat = await self.hub.store.chat(self.table, self.hub.settings.limits.chat_lines_sent)
            for line in chat:
                connection.send(Chat(line.name, line.seat, line.text, line.at, line.number))
            self._chat_shown = max(self._chat_shown, chat[-1].number if chat else 0)
            self._tell_soon()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used = time.monotonic()
        self._tell_soon()

    def viewers(self, guest: GuestRow | None) -> list[int]:
        """Through whose eyes a guest looks: all seats that are theirs, or a spectator's."""
        return self.seats_of(guest) or [SPECTATOR]

    def seats_of(self, guest: GuestRow | None) -> list[int]:
        return [] if guest is None else [seat.seat for seat in self.seats if seat.guest == guest.guest]

    # -- telling --------------------------------------------------------------------------------------------------

    def info(self, guest: GuestRow | None) -> TableInfo:
        present = {connection.guest.guest for connection in self.connections if connection.guest is not None}
        seats = [
            SeatInfo(
                seat=seat.seat,
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                level="" if seat.bot is None else manner(seat.bot).title,
                yours=guest is not None and seat.guest == guest.guest,
                here=seat.kind in ("bot", "title") or seat.guest in present,
            )
            for seat in self.seats
        ]
        return TableInfo(
            table=self.table,
            title=self.row.title,
            status=self.row.status,
            seats=seats,
            options=self.row.options,
            pace=self.row.pace,
            reaction=self.row.reaction,
            private=self.row.private,
            practice=self.row.practice,
            watchers=sum(connection.viewers == [SPECTATOR] for connection in self.connections),
            created=self.row.created,
        )

    def _tell_soon(self) -> None:
        """Tell everybody about the table, once for many changes that come together."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell)

    def _tell(self) -> None:
        self._telling = None
        for connection in self.connections:
            connection.tell(TableMessage(self.info(connection.guest)))

    def _tell_orders(self, connection: Connection) -> None:
        """The standing orders of the browser's own seats."""
        game = self.hub.game(self.row.title)
        if reactions(game):
            for seat in self.seats_of(connection.guest):
                connection.send(orders_of(game, self.seats[seat]))

    def _seats_changed(self) -> None:
        for connection in self.connections:
            connection.viewers = self.viewers(connection.guest)
            self._tell_orders(connection)
        self._tell()
        self.show()

    def show(self) -> None:
        """Send every browser the frames it has not seen; equal ones are made once."""
        if self.play is not None:
            made: dict[tuple[int, int, bool], str] = {}
            for connection in list(self.connections):
                self._show_to(connection, self.play, made)

    def _show_to(self, connection: Connection, play: Play, made: dict[tuple[int, int, bool], str]) -> None:
        for viewer in connection.viewers:
            eyes = play.eyes_of(viewer)
            since = connection.shown.get(viewer, 0)
            if since == eyes.number:
                continue
            whole = viewer not in connection.told
            key = (viewer, since, whole)
            if key not in made:
                made[key] = play.frames.frame(eyes, since, self.window.left, whole=whole)
            connection.shown[viewer] = eyes.number
            connection.told.add(viewer)
            connection.send_text(made[key])

    def go_on(self) -> None:
        """Something has changed: see to the clock, show it, let bots think."""
        self.window.follow(self.play)
        self.show()
        self.poke_bots()

    # -- moves ----------------------------------------------------------------------------------------------------

    async def move(self, connection: Connection, asked: PlayMove) -> None:
        async with self.lock:
            guest = self._holder(connection, asked.seat)
            play = self._in_play()
            if (guest.guest, asked.id) not in play.requests:
                entry = play.try_move(asked.seat, asked.number, asked.text, guest.guest, asked.id)
                await self._write([entry])
            connection.send(Ack(asked.id))
            self.go_on()

    async def undo(self, connection: Connection, asked: Undo) -> None:
        async with self.lock:
            guest = self._holder(connection, asked.seat)
            play = self._in_play()
            if (guest.guest, asked.id) not in play.requests:
                limit = self.hub.settings.limits.undos_per_table
                entries = [play.try_undo(asked.seat, guest.guest, asked.id, limit)]
                while asked.all and play.match.undoable(asked.seat) is not None and play.undos < limit:
                    entries.append(play.try_undo(asked.seat, guest.guest, None, limit))
                await self._write(entries)
            connection.send(Ack(asked.id))
            self.go_on()

    async def _write(self, tried: list[Entry]) -> None:
        """Make durable what was tried and what standing orders answer to it, or start again and refuse."""
        obeyed, spent = self._obey()
        try:
            appended = await self.hub.store.append(self.table, tried + obeyed)
            for seat in spent:
                await self.hub.store.set_orders(self.table, self.seats[seat])
        except StoreFailed as error:
            log.error("table %s: %s", self.table, error)
            self.hub.drop(self)
            raise Unavailable("the move could not be kept; connect again and look whether it counts") from None
        except BaseException:
            self.hub.drop(self)
            raise
        self.hub.moved = True
        if appended is Appended.WRITTEN:
            await self._finish_if_over()
            for connection in self.connections if spent else ():
                self._tell_orders(connection)
            return
        await self._start_again()
        if appended is Appended.TAKEN:
            raise Stale("the table has moved on since you chose that")

    def _obey(self) -> tuple[list[Entry], set[int]]:
        """Answer what standing orders answer, and strike out those that were for once; the seats that had such."""
        play = self._in_play()
        entries: list[Entry] = []
        spent: set[int] = set()
        while (found := standing_answer(play.match, self.seats, timed=self.row.reaction > 0)) is not None:
            number, kind, text = found
            entries.append(play.try_move(number, None, text, ORDER, None))
            if self.seats[number].orders.get(kind.name) == "use":
                self.seats[number] = ordered(play.match.game, self.seats[number], kind.name, "ask")
                spent.add(number)
        return entries, spent

    async def _close_window(self, number: int) -> None:
        """The time of a window is over: who has not answered has passed."""
        async with self.lock:
            play = self.play
            if play is None or self.closed or open_window(play) != number:
                return
            try:
                passed = [play.try_pass(seat) for seat in play.match.actors]
                await self._write([*passed, play.try_close()])
            except (Stale, Unavailable):
                pass  # another process was first
            if not self.closed:
                self.go_on()

    async def _finish_if_over(self) -> None:
        if self.play is not None and self.play.match.over and self.row.status == "playing":
            await self.hub.store.finish(self.table)
            self.row = msgspec.structs.replace(self.row, status="over")
            self._tell_soon()

    def _holder(self, connection: Connection, seat: int) -> GuestRow:
        if connection.guest is None or seat not in connection.viewers:
            raise NotYourSeat(f"seat {seat + 1} is not yours")
        return connection.guest

    def _in_play(self) -> Play:
        if self.play is None:
            raise NotNow("the table waits for people to join")
        return self.play

    # -- questions ------------------------------------------------------------------------------------------------

    async def preview(self, connection: Connection, asked: AskPreview) -> None:
        async with self.lock:
            self._holder(connection, asked.seat)
            found = self._in_play().match.preview(asked.seat, asked.text)
            connection.send(PreviewIs(asked.id, list(found.lines), list(found.marks), found.final))

    async def why(self, connection: Connection, asked: AskWhy) -> None:
        async with self.lock:
            self._holder(connection, asked.seat)
            match = self._in_play().match
            if match.over:
                raise GameOver("the game has ended")
            found = match.why_not(asked.seat, asked.target, tuple(asked.path))
            connection.send(WhyIs(asked.id, "", "") if found is None else WhyIs(asked.id, found.clause, found.words))

    async def look(self, connection: Connection, asked: Look) -> None:
        async with self.lock:
            viewer = SPECTATOR if asked.viewer is None else asked.viewer
            if viewer not in connection.viewers and self.row.status != "over":
                raise NotYourSeat("that is not yours to look at while the game is played")
            play = self._in_play()
            if viewer >= len(self.seats):
                raise NotYourSeat(f"there is no seat {viewer + 1}")
            match = play.match_at(play.entry_count_at(viewer, asked.number))
            connection.send(Past(asked.id, asked.viewer, asked.number, match.view(viewer)))

    async def order(self, connection: Connection, asked: GiveOrder) -> None:
        """Keep a standing order; nobody else learns of it."""
        async with self.lock:
            self._holder(connection, asked.seat)
            if self.row.status == "over":
                raise GameOver("the game has ended")
            game = self.hub.game(self.row.title)
            seat = ordered(game, self.seats[asked.seat], asked.kind, asked.rule)
            await self.hub.store.set_orders(self.table, seat)
            self.seats[asked.seat] = seat
            connection.send(Ack(asked.id))
            for other in self.connections:
                if asked.seat in other.viewers:
                    other.send(orders_of(game, seat))
            if self.play is not None and standing_answer(self.play.match, self.seats, timed=True) is not None:
                await self._write([])
                self.go_on()

    async def say(self, connection: Connection, asked: Say) -> None:
        if connection.guest is None:
            raise UnknownGuest("take a name first")
        text = plain_line(asked.text, "a line of chat")
        own = self.seats_of(connection.guest)
        seat = own[0] if own else None
        name = self.seats[seat].name if seat is not None else connection.guest.name
        async with self.lock:
            line = await self.hub.store.add_chat(self.table, name, seat, text, time.time())
            await self._catch_up_chat(line.number)

    async def _catch_up_chat(self, upto: int | None = None) -> None:
        lines = await self.hub.store.chat(self.table, self.hub.settings.limits.chat_lines_sent)
        for line in lines:
            if line.number > self._chat_shown:
                self._chat_shown = line.number
                for connection in self.connections:
                    connection.send(Chat(line.name, line.seat, line.text, line.at, line.number))

    # -- seats ----------------------------------------------------------------------------------------------------

    async def join(self, guest: GuestRow, wanted: int | None) -> None:
        async with self.lock:
            if wanted is None and self.seats_of(guest):
                return
            free = [seat for seat in self.seats if seat.kind == "open" and wanted in (None, seat.seat)]
            if not free:
                raise SeatNotOpen("every seat is taken" if wanted is None else f"seat {wanted + 1} is taken")
            seat = free[0]
            taken = SeatRow(seat.seat, "person", guest.name, guest.guest)
            await self._change_seat(seat, taken)
            await self._begin_if_full()
            self._seats_changed()

    async def resign(self, connection: Connection, asked: Resign) -> None:
        async with self.lock:
            self._holder(connection, asked.seat)
            play = self._in_play()
            if play.match.over:
                raise GameOver("the game has ended")
            await self._give_to_bot(asked.seat)
            connection.send(Ack(asked.id))

    async def leave_for_good(self, guest: GuestRow) -> None:
        """Seats of an open table become open again; in play a bot takes them over."""
        async with self.lock:
            for number in self.seats_of(guest):
                seat = self.seats[number]
                if self.row.status == "open":
                    await self._change_seat(seat, SeatRow(number, "open", f"Seat {number + 1}"))
                elif self.row.status == "playing":
                    await self._give_to_bot(number)
            self._seats_changed()

    async def _give_to_bot(self, number: int) -> None:
        seat = self.seats[number]
        await self._change_seat(seat, seat.given_to_bot(offered(self.hub.game(self.row.title))[0]))
        self._seats_changed()
        self.poke_bots()

    async def _change_seat(self, before: SeatRow, after: SeatRow) -> None:
        try:
            await self.hub.store.change_seat(self.table, before, after)
        except SeatTaken:
            await self._reload_seats()
            raise SeatNotOpen(f"seat {before.seat + 1} is taken") from None
        self.seats[before.seat] = after

    async def _begin_if_full(self) -> None:
        if self.row.status != "open" or any(seat.kind == "open" for seat in self.seats):
            return
        await self.hub.store.begin(self.table, player_names(self.seats))
        loaded = await self.hub.store.load_table(self.table)
        assert loaded is not None
        self.row, self.seats = loaded
        await self.load()

    # -- bots -----------------------------------------------------------------------------------------------------

    def poke_bots(self) -> None:
        """Let every bot that is asked think, and stop those that think about what is no longer asked."""
        play = self.play
        asked: dict[int, tuple[int, int, int]] = {}
        if play is not None:
            for number in play.match.actors:
                if self.seats[number].kind == "bot":
                    asked[number] = play.choice_key(number)
        for number, (key, task) in list(self.thinking.items()):
            if asked.get(number) != key:
                del self.thinking[number]
                if task is not asyncio.current_task():
                    task.cancel()
        for number, key in asked.items():
            if number not in self.thinking:
                task = asyncio.get_running_loop().create_task(self._bot_turn(number, key))
                self.thinking[number] = (key, task)

    async def _bot_turn(self, number: int, key: tuple[int, int, int]) -> None:
        assert self.play is not None
        clock = self.hub.clock
        due = clock.now() + self.hub.settings.paces[self.row.pace]
        record = question(self.play.match, self.play.match.led_to(number))
        try:
            text = await self.hub.bots.choose(self.table, record, number, self.seats[number].bot or "")
        except Unavailable:
            await asyncio.sleep(1.0)
            text = ""
        await clock.sleep(max(0.0, due - clock.now()))
        async with self.lock:
            if self.thinking.get(number, (None,))[0] == key:
                del self.thinking[number]
            play = self.play
            if play is not None and text and play.choice_key(number) == key and self.seats[number].kind == "bot":
                try:
                    await self._write([play.try_move(number, None, text, BOT, None)])
                except (Stale, Unavailable):
                    pass  # another process was first
                except BungalowError as error:
                    log.error("the bot at seat %d of table %s: %s", number, self.table, error)
                    await asyncio.sleep(1.0)
            if not self.closed:
                self.go_on()

    def close(self, code: int = TOO_SLOW, reason: str = "try again") -> None:
        self.closed = True
        for connection in list(self.connections):
            connection.close(code, reason)
        self.window.stop()
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()
