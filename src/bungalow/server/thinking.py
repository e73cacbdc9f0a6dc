"""The bots at one table: which of them are to think, for whom, and when they sleep."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from bungalow.server.bot_worker import Request
from bungalow.server.bots import question
from bungalow.server.budget import Payer
from bungalow.server.messages import NewTable
from bungalow.server.problems import NeedsPerson, Unavailable
from bungalow.server.table import BOT, CLOCK, ORDER, Play

if TYPE_CHECKING:
    from bungalow.server.room import Room

Key = tuple[int, int, int]


def check_company(asked: NewTable, payer: Payer) -> None:
    """Raise `NeedsPerson` for a table of bots alone, unless somebody at this machine wants to watch them."""
    if not payer.local and all(seat.kind in ("bot", "title") for seat in asked.seats):
        raise NeedsPerson("a table needs at least one person; take a seat or leave one open")


class Thinking:
    """Lets the bots of a table think when they are asked and somebody may wait for them."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.tasks: dict[int, tuple[Key, asyncio.Task[None]]] = {}
        """For each bot that thinks: about which choice, and its task."""
        self.seen = 0.0
        """When somebody who sits here was last connected."""

    @property
    def asleep(self) -> bool:
        """Whether nobody is here, and nobody sits here or those who do have been away for long."""
        room = self.room
        if room.connections:
            return False
        if not any(seat.kind == "person" for seat in room.seats):
            return True
        return time.time() - self._last_sign() > room.hub.settings.limits.away_seconds

    def _last_sign(self) -> float:
        """When one of the people did something."""
        entries = [] if self.room.play is None else self.room.play.entries
        moved = next((entry.at for entry in reversed(entries) if entry.author not in (BOT, CLOCK, ORDER)), 0.0)
        return max(self.seen, moved, self.room.row.created)

    def payer(self) -> Payer:
        """Return for whom the bots think: the first person who sits here; at a table of bots, a watcher's address."""
        guests = [seat.guest for seat in self.room.seats if seat.guest is not None]
        if guests:
            here = (each.payer for each in self.room.connections if each.payer.guest == guests[0])
            return next(here, None) or self.room.hub.budget.payer(guests[0])
        return Payer(None, min((each.payer.address for each in self.room.connections), default=""))

    def poke(self) -> None:
        """Let every bot that is asked think, and stop those that think about what is no longer asked."""
        room, play = self.room, self.room.play
        asked: dict[int, Key] = {}
        if play is not None and not room.closed and not self.asleep:
            for number in play.match.actors:
                if room.seats[number].kind == "bot":
                    asked[number] = play.choice_key(number)
        for number, (key, task) in list(self.tasks.items()):
            if asked.get(number) != key:
                del self.tasks[number]
                if task is not asyncio.current_task():
                    task.cancel()
        for number, key in asked.items():
            if number not in self.tasks:
                task = asyncio.get_running_loop().create_task(self._turn(number, key))
                self.tasks[number] = (key, task)

    def forget(self, number: int, key: Key) -> None:
        """A bot has thought about that choice."""
        if self.tasks.get(number, (None,))[0] == key:
            del self.tasks[number]

    def left(self, *, seated: bool) -> None:
        """A browser has gone, perhaps that of somebody who sits here."""
        if seated:
            self.seen = time.time()
        if self.asleep:
            self.stop()

    def stop(self) -> None:
        for _, task in self.tasks.values():
            task.cancel()
        self.tasks.clear()

    async def _turn(self, number: int, key: Key) -> None:
        hub = self.room.hub
        due = hub.clock.now() + hub.settings.paces[self.room.row.pace]
        async with hub.store.claim(f"{self.room.table} {number}") as shared:
            if shared and self.room.play is not None:
                # Whoever held the claim before has written what was thought.
                await hub.heard(self.room.table, self.room.play.seq + 1)
            if self.room.play is None or not self._thinks(number, key):
                return
            text = await self._choose(self.room.play, number)
            await hub.clock.sleep(max(0.0, due - hub.clock.now()))
            with suppress(Unavailable):
                await self.room.bot_move(number, key, text)

    def _thinks(self, number: int, key: Key) -> bool:
        """Whether the task that asks is still the one for that choice."""
        return self.tasks.get(number) == (key, asyncio.current_task())

    async def _choose(self, play: Play, number: int) -> str:
        """Return the bot's move, or nothing if no worker could answer."""
        room = self.room
        record = question(play.match, play.match.led_to(number))
        request = Request(room.table, record, number, room.seats[number].bot or "")
        try:
            return await room.hub.bots.choose(request, room.row.title, self.payer())
        except Unavailable:
            await asyncio.sleep(1.0)
            return ""
