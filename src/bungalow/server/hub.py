"""All tables that are in memory, and the way to every other."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import secrets
import time

from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions
from bungalow.core.match import Match
from bungalow.core.registry import find, titles
from bungalow.core.types import show_value
from bungalow.server.bots import BotWorkers, offered
from bungalow.server.budget import Budget, Lane, Payer, trace
from bungalow.server.chatter import Chatter
from bungalow.server.clock import Clock
from bungalow.server.films import Films
from bungalow.server.guests import ALPHABET, Guests, player_name, short_id
from bungalow.server.keeping import Visits
from bungalow.server.messages import NewSeat, NewTable
from bungalow.server.opening import Openings
from bungalow.server.places import Places
from bungalow.server.problems import GOING_AWAY, NoSuchThing
from bungalow.server.reactions import SECONDS, reactions
from bungalow.server.reasons import Reasons
from bungalow.server.room import Room
from bungalow.server.seldom import log_seldom
from bungalow.server.settings import Settings
from bungalow.server.stalls import Stalls
from bungalow.server.store.base import GuestRow, SeatRow, Store, StoreFailed, TableRow
from bungalow.server.upgrade import in_one_line, keep_up

log = logging.getLogger("bungalow")
TIDY_SECONDS = 10.0
STARTING_SECONDS = 1.0
CATCHING_UP = 4
"""So many tables at a time: requests need connections too."""
GARBAGE_WHEN_QUIET = 50_000
GARBAGE_ALWAYS = 2_000_000
"""So many more containers than at the last look: what a closed socket leaves behind may be among them."""


class Hub:
    """The live part of one server process."""

    def __init__(
        self, settings: Settings, store: Store, games: dict[str, Game] | None = None, clock: Clock | None = None
    ) -> None:
        self.settings = settings
        self.clock = clock or Clock()
        self.store = store
        self.budget = Budget(self.clock, settings.limits)
        self.chatter = Chatter(self.clock, settings.limits)
        self.places = Places(settings.limits)
        self.openings = Openings(store, self.clock, settings.limits)
        self.visits = Visits(self)
        self.lane = Lane()
        self.games = games
        self.guests = Guests(store)
        self.bots = BotWorkers(settings.bot_workers, self.budget, self.clock)
        self.reasons = Reasons(self.bots)
        self.films = Films(store, self.game, self.lane)
        self.rooms: dict[str, Room] = {}
        self.stalls = Stalls(lambda: bool(self.rooms))
        self.stopping = False
        self.moved = False
        """Somebody made a move since the last look for garbage."""
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._chores: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self.store.start(self.heard)
        await keep_up(self.store, self.game)
        chores = (self._resume_bots(), self._forget_idle(), self._tidy(), self.films.make_the_rest(), self.visits.run())
        self._chores = [asyncio.create_task(chore) for chore in chores]
        self._chores.append(asyncio.create_task(self.stalls.watch(STARTING_SECONDS)))

    async def stop(self) -> None:
        self.stopping = True
        for chore in self._chores:
            chore.cancel()
        for room in list(self.rooms.values()):
            room.close(GOING_AWAY, "the server restarts")
            async with room.lock:  # a move that is being written
                pass
        await self.films.stop()
        await self.bots.stop()
        await self.store.stop()

    # -- titles ---------------------------------------------------------------------------------------------------

    def titles(self) -> tuple[str, ...]:
        return titles() if self.games is None else tuple(sorted(self.games))

    def game(self, name: str) -> Game:
        if self.games is None:
            return find(name)
        if name not in self.games:
            raise BadOptions(f"there is no title '{name}'")
        return self.games[name]

    # -- rooms ----------------------------------------------------------------------------------------------------

    async def room(self, table: str) -> Room:
        """The table of that id, loaded when it is not in memory."""
        room = self.rooms.get(table)
        if room is not None:
            room.used = time.monotonic()
            return room
        if not (8 <= len(table) <= 20 and set(table) <= set(ALPHABET)):
            raise NoSuchThing("there is no such table")
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        try:
            loaded = await self.store.load_table(table)
            if loaded is None:
                raise NoSuchThing("there is no such table")
            room = Room(self, *loaded)
            async with room.lock:
                self.rooms[table] = room  # before its entries are read: what is written meanwhile is heard
                try:
                    await room.load()
                except BaseException:
                    self.drop(room)
                    raise
            return room
        finally:
            del self._loading[table]

    def drop(self, room: Room) -> None:
        """Forget a table whose cache cannot be trusted; browsers connect again and load it anew."""
        if self.rooms.get(room.table) is room:
            del self.rooms[room.table]
        room.close()

    def give_up(self, room: Room, error: StoreFailed) -> None:
        """Forget a table because the store failed."""
        log_seldom("store", f"the store failed: {error}")
        self.drop(room)

    async def heard(self, table: str, seq: int) -> None:
        """Catch up with what another process wrote to a table; with an empty name, to any table."""
        rooms = list(self.rooms.values()) if table == "" else [self.rooms[table]] if table in self.rooms else []
        gate = asyncio.Semaphore(CATCHING_UP)
        await asyncio.gather(*(self._catch_up(room, seq, gate) for room in rooms))

    async def _catch_up(self, room: Room, seq: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            try:
                await room.catch_up(seq)
            except StoreFailed as error:
                self.give_up(room, error)
            except Exception as error:
                log_seldom("catch up", f"table {room.table} cannot be caught up with", error=error)
                self.drop(room)

    async def create(self, asked: NewTable, guest: GuestRow, address: str = "") -> Room:
        """Set up a new table. Raises `TooMany` if the guest or the address has enough."""
        async with self.openings.permit(Payer(guest.guest, address), asked):
            return await self._create(asked, guest, address)

    async def _create(self, asked: NewTable, guest: GuestRow, address: str) -> Room:
        game = self.game(asked.title)
        options: dict[str, object] = dict(asked.options)
        played = game.played_seats(len(asked.seats), options)
        names = game.seat_names(len(asked.seats), options)
        seats: list[SeatRow] = []
        for number, seat in enumerate(asked.seats):
            if (seat.kind == "title") != (number >= played):
                raise BadOptions(
                    f"with these options {game.title} itself plays {len(names) - played} seats, the last ones"
                )
            seats.append(
                SeatRow(number, "title", names[number])
                if number >= played
                else self._new_seat(game, number, seat, guest)
            )
        if asked.practice and [seat.kind for seat in seats if seat.kind in ("person", "open")] != ["person"]:
            raise BadOptions("at a practice table one person plays against bots")
        seed = self.new_seed(asked)
        match = Match(game, len(seats), options=options, seed=seed)
        row = TableRow(
            table=short_id(),
            title=game.name,
            rules=game.rules_version,
            edition=match.state.edition,
            options={name: show_value(value) for name, value in match.options.items()},
            seed=seed,
            pace=asked.pace,
            reaction=(SECONDS if asked.reaction is None else asked.reaction) if reactions(game) else 0,
            private=asked.private,
            status="open",
            names=(),
            created=self.clock.wall(),
            practice=asked.practice,
            opener=guest.guest,
            origin=trace(address),
            seen=self.clock.wall(),
        )
        await self.store.add_table(row, seats)
        return await self.room(row.table)

    def new_seed(self, asked: NewTable) -> int:
        """One that nobody can foresee. Where the server has a seed, what is asked for alike becomes alike."""
        if self.settings.seed is None:
            return secrets.randbits(128)
        return random.Random(f"{self.settings.seed} {asked}").getrandbits(128)

    def _new_seat(self, game: Game, number: int, seat: NewSeat, guest: GuestRow) -> SeatRow:
        name = player_name(seat.name) if seat.name else ""
        if seat.kind == "open":
            return SeatRow(number, "open", name or f"Seat {number + 1}")
        if seat.kind == "bot":
            bot = seat.bot or offered(game)[0]
            if bot not in offered(game):
                raise BadOptions(f"there is no bot '{bot}' for {game.title} (bots: {', '.join(offered(game))})")
            return SeatRow(number, "bot", name or f"{bot.capitalize()} bot", bot=bot)
        return SeatRow(number, "person", name or guest.name, guest.guest)

    # -- chores ---------------------------------------------------------------------------------------------------

    async def _resume_bots(self) -> None:
        """Tables at which people were a moment ago go on by themselves after a restart. At the others bots sleep until
        somebody connects, so these are not even loaded."""
        limits = self.settings.limits
        for table in await self.store.tables_awake(time.time() - limits.away_seconds, limits.tables_resumed):
            try:
                await self.room(table)
            except Exception as error:
                log.warning("table %s cannot go on: %s", table, in_one_line(error))

    async def _forget_idle(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.settings.limits.idle_seconds / 4))
            self.forget_idle()

    async def _tidy(self) -> None:
        """Look for garbage when nobody plays, or when there may be much: everything stands still for a moment."""
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            if gc.get_count()[0] > (GARBAGE_ALWAYS if self.moved else GARBAGE_WHEN_QUIET):
                gc.collect()
            self.moved = False

    def forget_idle(self) -> None:
        """Tables that nobody looks at need not be in memory."""
        oldest = time.monotonic() - self.settings.limits.idle_seconds
        for table, room in list(self.rooms.items()):
            busy = room.connections or room.thinking.tasks or room.window.running or room.lock.locked()
            if room.used < oldest and not busy:
                del self.rooms[table]
