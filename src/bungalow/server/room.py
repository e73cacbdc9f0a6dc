"""A live table: its game, its seats, the browsers connected to it, and everything they may ask of it.

Requests of one table are served one after the other. A move is tried on the match in memory, written to the store, and
only then acknowledged and shown.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from bungalow.core.contract import SPECTATOR
from bungalow.core.errors import BungalowError, GameOver, RulesDiffer
from bungalow.server.bots import offered
from bungalow.server.budget import LOOK_AGAIN, PREVIEW, WHY, look_cost
from bungalow.server.connection import Connection
from bungalow.server.guests import plain_line
from bungalow.server.keeping import (
    check_closing,
    check_speaking,
    is_kept_by,
    muted_as_asked,
    why_halted,
)
from bungalow.server.messages import (
    Ack,
    AskPreview,
    AskWhy,
    Chat,
    GiveOrder,
    Look,
    MuteTable,
    Past,
    PlayMove,
    PreviewIs,
    Resign,
    Say,
    TableInfo,
    Undo,
    WhyIs,
)
from bungalow.server.messages import Table as TableMessage
from bungalow.server.problems import CROWDED, TOO_SLOW, NotNow, NotYourSeat, SeatNotOpen, Unavailable, UnknownGuest
from bungalow.server.reactions import Window, open_window, ordered, orders_of, reactions, standing_answer
from bungalow.server.store.base import (
    Appended,
    ChatRow,
    Closed,
    Entry,
    GuestRow,
    SeatRow,
    SeatTaken,
    StoreFailed,
    TableRow,
)
from bungalow.server.table import BOT, ORDER, Play, Stale, player_names, taken_back
from bungalow.server.table_info import table_info
from bungalow.server.thinking import Thinking
from bungalow.server.upgrade import differs_of, in_one_line

if TYPE_CHECKING:
    from bungalow.server.hub import Hub

log = logging.getLogger("bungalow")
PRESENCE_DELAY = 0.05
MAX_TRIES = 10
"""How often a request is tried before it is refused because other processes always wrote first."""
PAST_KEPT = 8
"""How many past moments of a table are cached."""


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
        self.thinking = Thinking(self)
        self.window = Window(hub.clock, row.reaction, self._close_window)
        self.closed = False
        self._telling: asyncio.TimerHandle | None = None
        self._chat_shown = 0

    @property
    def table(self) -> str:
        return self.row.table

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Serve one request at a time. Raise `Unavailable` if the store fails: the table is then reloaded."""
        async with self.lock:
            if self.closed:
                raise Unavailable("the table is being reloaded; connect again")
            try:
                yield
            except StoreFailed as error:
                self.hub.give_up(self, error)
                raise Unavailable("the database does not answer; connect again to see what was saved") from None

    # -- loading --------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Play what the store holds, as far as today's rules can. A finished table that cannot be played at all (its
        title is not installed, say) is there without a game: its replay comes from its film."""
        if self.row.halted:
            return
        try:
            play = await self._played(await self.hub.store.entries(self.table))
        except RulesDiffer as differs:
            await self._give_up(differs)
            return
        except StoreFailed:
            raise
        except Exception as error:
            if self.row.status != "over":
                raise
            log.warning("table %s can only be watched: %s", self.table, in_one_line(error))
            return
        if play.trail.foreign:
            await self._adopt(play)
        if self.row.status == "open":
            await self._begin_if_full()
            return
        self.play = play
        await self._finish_if_over()
        self.window.follow(play)
        self.poke_bots()

    async def _played(self, entries: list[Entry]) -> Play:
        """Play all entries; if other rules forbid some of what was taken back, only what stands."""
        game, seats = self.hub.game(self.row.title), len(self.seats)
        skips = taken_back(entries)
        try:
            play = Play(game, self.row, seats)
            await self._replay(play, entries)
        except BungalowError:
            if not skips:
                raise
            play = Play(game, self.row, seats, skips=skips)
            await self._replay(play, entries)
        return play

    async def _adopt(self, play: Play) -> None:
        """The table was begun with other rules, and today's come to the same: they are its own from now on."""
        rules, edition = play.match.game.rules_version, play.match.state.edition
        await self.hub.store.adopt(self.row, rules, edition)
        self.row = msgspec.structs.replace(self.row, rules=rules, edition=edition)

    async def _give_up(self, differs: RulesDiffer) -> None:
        """Today's rules cannot play the table: from now on it can only be watched."""
        whole = self.row.status == "over" and await self.hub.store.film(self.table) is not None
        closed = await self.hub.store.close(self.row, differs_of(differs, whole=whole))
        loaded = await self.hub.store.load_table(self.table)
        assert loaded is not None
        self.row, self.seats = loaded
        if not closed and self.row.differs is None:
            raise Unavailable("another server has changed the table; try again")

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
            if self.closed:
                return
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
        if self.row.halted:  # another process has closed it
            self._halt()
        elif self.play is None and self.row.status != "open":
            await self.load()
        self._seats_changed()

    def _halt(self) -> None:
        """Nobody can move here any more."""
        self.play = None
        self.window.stop()
        self.poke_bots()

    async def _start_again(self) -> None:
        """Reload the table: another process wrote first, so what was tried here never happened."""
        self.play = None
        loaded = await self.hub.store.load_table(self.table)
        assert loaded is not None
        self.row, self.seats = loaded
        for connection in self.connections:
            connection.viewers = self.viewers(connection.guest)
        await self.load()
        self.show()

    # -- browsers that come and go --------------------------------------------------------------------------------

    async def enter(self, connection: Connection, since: dict[str, int]) -> None:
        async with self._turn():
            seated = bool(self.seats_of(connection.guest))
            if self._crowded(connection) or not self.hub.places.admit(connection, seated=seated):
                connection.close(CROWDED, "there is no place left here; close other tabs or try again later")
                return
            if is_kept_by(self.row, self.seats, connection.payer.guest):
                await self.hub.visits.note(self)
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
            self.poke_bots()

    def _crowded(self, newcomer: Connection) -> bool:
        """Whether there is no place for a browser. Watchers take none from those who sit at the table."""
        limits = self.hub.settings.limits
        if newcomer.guest is not None and self.seats_of(newcomer.guest):
            own = sum(each.payer.guest == newcomer.guest.guest for each in self.connections)
            return own >= limits.sockets_per_player
        return sum(each.viewers == [SPECTATOR] for each in self.connections) >= limits.sockets_per_table

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used = time.monotonic()
        self.thinking.left(seated=bool(self.seats_of(connection.guest)))
        self._tell_soon()

    def viewers(self, guest: GuestRow | None) -> list[int]:
        """Through whose eyes a guest looks: all seats that are theirs, or a spectator's."""
        return self.seats_of(guest) or [SPECTATOR]

    def seats_of(self, guest: GuestRow | None) -> list[int]:
        return [] if guest is None else [seat.seat for seat in self.seats if seat.guest == guest.guest]

    # -- telling --------------------------------------------------------------------------------------------------

    def info(self, guest: GuestRow | None) -> TableInfo:
        return table_info(self.row, self.seats, guest, self.connections)

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
        if self.play is None and self.row.status in ("over", "closed"):
            return
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
            number = play.shown_to(viewer).number
            since = connection.shown.get(viewer, 0)
            if since == number:
                continue
            whole = viewer not in connection.told
            key = (viewer, since, whole)
            if key not in made:
                made[key] = play.feed.frame(viewer, since, self.window.left, whole=whole).decode()
            connection.shown[viewer] = number
            connection.told.add(viewer)
            connection.send_text(made[key])

    def go_on(self) -> None:
        """Something has changed: see to the clock, show it, let bots think."""
        self.window.follow(self.play)
        self.show()
        self.poke_bots()

    # -- moves ----------------------------------------------------------------------------------------------------

    async def move(self, connection: Connection, asked: PlayMove) -> None:
        def attempt(play: Play) -> list[Entry] | None:
            guest = self._holder(connection, asked.seat)
            if (guest.guest, asked.id) in play.requests:
                return None
            return [play.try_move(asked.seat, asked.number, asked.text, guest.guest, asked.id)]

        async with self._turn():
            await self._carry_out(attempt)
            connection.send(Ack(asked.id))
            self.go_on()

    async def undo(self, connection: Connection, asked: Undo) -> None:
        limit = self.hub.settings.limits.undos_per_table
        meant = ""
        """The entry that was to be taken back at the first try."""

        def attempt(play: Play) -> list[Entry] | None:
            nonlocal meant
            guest = self._holder(connection, asked.seat)
            if (guest.guest, asked.id) in play.requests:
                return None
            entries = [play.try_undo(asked.seat, guest.guest, asked.id, limit)]
            meant = meant or entries[0].text
            if entries[0].text != meant:
                raise Stale("the table has moved on since you chose that")
            while asked.all and play.match.undoable(asked.seat) is not None and play.undos < limit:
                entries.append(play.try_undo(asked.seat, guest.guest, None, limit))
            return entries

        async with self._turn():
            await self._carry_out(attempt)
            connection.send(Ack(asked.id))
            self.go_on()

    async def _carry_out(self, attempt: Callable[[Play], list[Entry] | None]) -> None:
        """Write the entries that `attempt` tries on the game, None if there is nothing to do.

        If another process was first, the game is reloaded and the attempt made again: it raises `Stale` itself if
        the question no longer stands.
        """
        for _ in range(MAX_TRIES):
            play = self.in_play()
            before = play.seq
            try:
                entries = attempt(play)
            except BaseException:
                if play.seq != before:  # half of it was tried
                    await self._start_again()
                raise
            if entries is None or await self._write(entries):
                return
        raise Unavailable("too much happens at this table at once; try again")

    async def _write(self, tried: list[Entry]) -> bool:
        """Make durable what was tried and what standing orders answer to it.

        Return False, with the game reloaded, if another process wrote first, be it the same request.
        """
        try:
            obeyed, spent = self._obey()
            appended = await self.hub.store.append(self.table, tried + obeyed)
            self.hub.moved = True
            if appended is not Appended.WRITTEN:
                await self._start_again()
                return False
            for seat in spent:
                await self.hub.store.set_orders(self.table, self.seats[seat])
            await self._finish_if_over()
        except StoreFailed:
            raise
        except BaseException:
            self.hub.drop(self)
            raise
        for connection in self.connections if spent else ():
            self._tell_orders(connection)
        return True

    def _obey(self) -> tuple[list[Entry], set[int]]:
        """Answer what standing orders answer, and strike out those that were for once; the seats that had such."""
        play = self.in_play()
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

        def attempt(play: Play) -> list[Entry] | None:
            if open_window(play) != number:
                return None
            passed = [play.try_pass(seat) for seat in play.match.actors]
            return [*passed, play.try_close()]

        with suppress(Unavailable):  # once reloaded, its time starts again
            async with self._turn():
                if open_window(self.play) != number:
                    return
                try:
                    await self._carry_out(attempt)
                except (NotNow, Unavailable):
                    self.window.stop()  # others keep acting there: it starts again
                self.go_on()

    async def _finish_if_over(self) -> None:
        if self.play is not None and self.play.match.over and self.row.status == "playing":
            await self.hub.store.finish(self.table)
            self.row = msgspec.structs.replace(self.row, status="over")
            self.hub.films.make_soon(self.table)
            self._tell_soon()

    def _holder(self, connection: Connection, seat: int) -> GuestRow:
        if connection.guest is None or seat not in connection.viewers:
            raise NotYourSeat(f"seat {seat + 1} is not yours")
        return connection.guest

    def in_play(self) -> Play:
        if self.play is None:
            halted = why_halted(self.row)
            if not halted and self.row.status == "over":
                raise NotNow("this game has ended and can only be watched")
            raise NotNow(halted or "the table waits for people to join")
        return self.play

    # -- questions ------------------------------------------------------------------------------------------------

    async def preview(self, connection: Connection, asked: AskPreview) -> None:
        async with self._turn():
            self._holder(connection, asked.seat)
            self.hub.budget.spend(connection.payer, PREVIEW)
            found = self.in_play().match.preview(asked.seat, asked.text)
            connection.send(PreviewIs(asked.id, list(found.lines), list(found.marks), found.final))

    async def why(self, connection: Connection, asked: AskWhy) -> None:
        async with self._turn():
            self._holder(connection, asked.seat)
            match = self.in_play().match
            if match.over:
                raise GameOver("the game has ended")
            self.hub.budget.spend(connection.payer, WHY)
            found = match.why_not(asked.seat, asked.target, tuple(asked.path))
            connection.send(WhyIs(asked.id, "", "") if found is None else WhyIs(asked.id, found.clause, found.words))

    async def look(self, connection: Connection, asked: Look) -> None:
        """Show a moment of the past. The table is not held meanwhile: its past does not change."""
        viewer = SPECTATOR if asked.viewer is None else asked.viewer
        async with self._turn():
            if viewer not in connection.viewers and self.row.status != "over":
                raise NotYourSeat("that is not yours to look at while the game is played")
            play = self.in_play()
            if viewer >= len(self.seats):
                raise NotYourSeat(f"there is no seat {viewer + 1}")
            count = play.entry_count_at(viewer, asked.number)
        match = play.past.get(count)
        self.hub.budget.spend(connection.payer, LOOK_AGAIN if match is not None else look_cost(count))
        if match is None:
            match = await self.hub.lane.last(play.match_at(count))
            play.past[count] = match
            if len(play.past) > PAST_KEPT:
                del play.past[next(iter(play.past))]
        connection.send(Past(asked.id, asked.viewer, asked.number, match.view(viewer)))

    async def order(self, connection: Connection, asked: GiveOrder) -> None:
        """Keep a standing order; nobody else learns of it."""
        async with self._turn():
            self._holder(connection, asked.seat)
            if self.row.status in ("over", "closed"):
                raise GameOver("the game has ended")
            game = self.hub.game(self.row.title)
            seat = ordered(game, self.seats[asked.seat], asked.kind, asked.rule)
            await self.hub.store.set_orders(self.table, seat)
            self.seats[asked.seat] = seat
            connection.send(Ack(asked.id))
            for other in self.connections:
                if asked.seat in other.viewers:
                    other.send(orders_of(game, seat))
            if self.play is not None:
                await self._carry_out(
                    lambda play: None if standing_answer(play.match, self.seats, timed=True) is None else []
                )
                self.go_on()

    async def say(self, connection: Connection, asked: Say) -> None:
        if connection.guest is None:
            raise UnknownGuest("take a name first")
        text = plain_line(asked.text, "a line of chat")
        own = self.seats_of(connection.guest)
        seat = own[0] if own else None
        name = self.seats[seat].name if seat is not None else connection.guest.name
        check_speaking(self.row, self.seats, connection.guest)
        self.hub.chatter.count(connection.guest.guest, self.table, seated=bool(own))
        said = ChatRow(0, name, seat, text, time.time(), connection.guest.guest)
        async with self._turn():
            line = await self.hub.store.add_chat(self.table, said, self.hub.settings.limits.chat_lines_kept)
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
        async with self._turn():
            if wanted is None and self.seats_of(guest):
                return
            if halted := why_halted(self.row):
                raise NotNow(halted)
            free = [seat for seat in self.seats if seat.kind == "open" and wanted in (None, seat.seat)]
            if not free:
                raise SeatNotOpen("every seat is taken" if wanted is None else f"seat {wanted + 1} is taken")
            seat = free[0]
            taken = SeatRow(seat.seat, "person", guest.name, guest.guest)
            await self._change_seat(seat, taken)
            await self._begin_if_full()
            self._seats_changed()

    async def close_by(self, guest: GuestRow) -> None:
        """The opener closes the table. Raises `NotYourTable`, or `NotNow` if others are playing there."""
        async with self._turn():
            for _ in range(MAX_TRIES):
                check_closing(self.row, self.seats, guest)
                own = self.seats_of(guest)
                closed = Closed("opener", self.seats[own[0]].name if own else guest.name)
                if await self.hub.store.shut(self.row, closed):
                    break
                await self._reload_seats()  # another process changed it
            else:
                raise Unavailable("too much happens at this table at once; try again")
            self.row = msgspec.structs.replace(self.row, status="closed", closed=closed)
            self._halt()
            if self.row.begun:
                self.hub.films.make_soon(self.table)
            self._tell()

    async def mute(self, guest: GuestRow, asked: MuteTable) -> None:
        """The opener says who may write in the chat."""
        async with self._turn():
            muted = await muted_as_asked(self, guest, asked)
            await self.hub.store.mute(self.table, muted)
            self.row = msgspec.structs.replace(self.row, muted=muted)
            self._tell()

    async def resign(self, connection: Connection, asked: Resign) -> None:
        async with self._turn():
            self._holder(connection, asked.seat)
            play = self.in_play()
            if play.match.over:
                raise GameOver("the game has ended")
            await self._give_to_bot(asked.seat)
            connection.send(Ack(asked.id))

    async def leave_for_good(self, guest: GuestRow) -> None:
        """Seats of an open table become open again; in play a bot takes them over."""
        async with self._turn():
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
        self.thinking.poke()

    async def bot_move(self, number: int, key: tuple[int, int, int], text: str) -> None:
        """Play what a bot chose (nothing if it failed), unless the choice of that key is no longer asked."""

        def attempt(play: Play) -> list[Entry] | None:
            if play.choice_key(number) != key or self.seats[number].kind != "bot":
                return None  # another process was first
            return [play.try_move(number, None, text, BOT, None)]

        async with self._turn():
            self.thinking.forget(number, key)
            try:
                if self.play is not None and text:
                    await self._carry_out(attempt)
            except (NotNow, Unavailable):
                pass
            except BungalowError as error:
                log.error("the bot at seat %d of table %s: %s", number, self.table, error)
                await asyncio.sleep(1.0)
            self.go_on()

    def close(self, code: int = TOO_SLOW, reason: str = "try again") -> None:
        self.closed = True
        for connection in list(self.connections):
            connection.close(code, reason)
        self.window.stop()
        self.thinking.stop()
