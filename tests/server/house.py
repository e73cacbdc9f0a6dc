"""A hub without sockets, whose time a test moves by hand: what is told, to whom, and when, to the moment."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bungalow.core.contract import Game
from bungalow.server.clock import Clock
from bungalow.server.connection import Connection
from bungalow.server.hub import Hub
from bungalow.server.messages import FromBrowser, GiveOrder, NewSeat, NewTable, PlayMove, Reaction, Rule
from bungalow.server.room import Room
from bungalow.server.settings import Limits, Settings
from bungalow.server.socket import _serve
from bungalow.server.store.base import GuestRow
from bungalow.server.store.choose import make_store
from tests.server.client import Known

_ids = itertools.count(1)


class HandClock(Clock):
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = 0.0
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return 1_000_000_000.0 + self.time

    async def sleep(self, seconds: float) -> None:
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleeping, (self.time + seconds, next(_ids), future))
        await future

    def next_due(self, end: float) -> bool:
        """Wake the next sleeper, if it is due by then."""
        if not self._sleeping or self._sleeping[0][0] > end:
            return False
        due, _, future = heapq.heappop(self._sleeping)
        self.time = max(self.time, due)
        if not future.done():
            future.set_result(None)
        return True


class Browser:
    """A connection whose messages are kept with the time at which they came."""

    def __init__(self, house: House, guest: GuestRow | None, room: Room, address: str = "") -> None:
        self.house = house
        self.guest = guest
        self.room = room
        self.connection = Connection(guest, 10_000, address)
        self.heard: list[tuple[float, dict[str, Any]]] = []
        self._known = Known()

    def listen(self) -> None:
        while not self.connection.queue.empty():
            item = self.connection.queue.get_nowait()
            if isinstance(item, str):
                message: dict[str, Any] = json.loads(item)
                if message["type"] == "frame":
                    self._known.complete(message)
                self.heard.append((round(self.house.clock.time, 6), message))

    @property
    def frames(self) -> list[tuple[float, dict[str, Any]]]:
        return [(at, message) for at, message in self.heard if message["type"] == "frame"]

    @property
    def frame(self) -> dict[str, Any]:
        return self.frames[-1][1]

    @property
    def texts(self) -> list[str]:
        return [option["text"] for option in self.frame["options"]]

    async def ask(self, message: FromBrowser) -> dict[str, Any]:
        """Send a request; the answer with its id."""
        before = len(self.heard)
        await _serve(self.room, self.connection, message)
        await self.house.settle()
        return next(m for _, m in self.heard[before:] if m.get("id") == getattr(message, "id", ""))

    async def play(self, seat: int, text: str) -> dict[str, Any]:
        return await self.ask(PlayMove(f"move-{next(_ids)}", seat, self.frame["number"], text))

    async def order(self, seat: int, kind: str | None, rule: Rule) -> dict[str, Any]:
        return await self.ask(GiveOrder(f"order-{next(_ids)}", seat, kind, rule))


class House:
    """A hub, its clock, and the browsers that look at its tables."""

    def __init__(self, hub: Hub, clock: HandClock) -> None:
        self.hub = hub
        self.clock = clock
        self.browsers: list[Browser] = []

    async def table(self, title: str, people: int, reaction: Reaction | None, bots: int = 0) -> list[Browser]:
        """A table of people, each with a browser, and bots after them; the last browser is a spectator's."""
        guests = [await self.guest(f"Guest {number + 1}") for number in range(people)]
        seats = [NewSeat("me"), *[NewSeat("open")] * (people - 1), *[NewSeat("bot")] * bots]
        room = await self.hub.create(NewTable(title, seats, pace="instant", reaction=reaction), guests[0])
        for guest in guests[1:]:
            await room.join(guest, None)
        return [await self.enter(room.table, guest) for guest in [*guests, None]]

    async def guest(self, name: str) -> GuestRow:
        return await self.hub.guests.find((await self.hub.guests.create(name)).token)

    async def enter(self, table: str, guest: GuestRow | None, address: str = "") -> Browser:
        browser = Browser(self, guest, await self.hub.room(table), address)
        self.browsers.append(browser)
        await browser.room.enter(browser.connection, {})
        await self.settle()
        return browser

    async def settle(self) -> None:
        """Until nothing is under way but what waits for the clock."""
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0)
            busy = any(room.lock.locked() for room in self.hub.rooms.values())
            if busy:
                await asyncio.sleep(0.001)
            quiet = 0 if busy else quiet + 1
        for browser in self.browsers:
            browser.listen()

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        end = self.clock.time + seconds
        while self.clock.next_due(end):
            await self.settle()
        self.clock.time = end
        await self.settle()

    async def refusals(self, browser: Browser, requests: Sequence[FromBrowser]) -> list[tuple[str, str]]:
        """What a browser is told that tries these."""
        answers = [await browser.ask(request) for request in requests]
        return [(answer["type"], answer.get("words", "")) for answer in answers]


@asynccontextmanager
async def house(data: Path, *games: Game, database: str = "", limits: Limits | None = None) -> AsyncIterator[House]:
    settings = Settings(data=data, database=database, bot_workers=1, limits=limits or Limits())
    clock = HandClock()
    hub = Hub(settings, make_store(settings), {game.name: game for game in games}, clock)
    await hub.start()
    try:
        yield House(hub, clock)
    finally:
        await hub.stop()
