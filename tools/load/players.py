"""People who click as fast as they are told: a socket for each seat of a table, and one move under way at a time."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from tools.load.line import Line
from tools.load.tables import TOKENS

PATIENCE = 10.0


class Option(msgspec.Struct):
    text: str


class Heard(msgspec.Struct):
    """As much of a message as matters here."""

    type: str
    id: str = ""
    number: int = 0
    options: list[Option] = []
    standing: msgspec.Raw = msgspec.Raw(b"null")
    code: str = ""


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.moves = 0
        self.broadcasts: list[float] = []
        """Seconds from handing a move to its socket until its frame is there, for each socket of the table."""
        self.acks: list[float] = []
        """Seconds from handing a move to its socket until it is acknowledged."""
        self.bytes = 0
        """In all frames."""
        self.frames = 0
        self.acknowledged: dict[str, set[str]] = {}
        """For each table the ids of moves that the server said are kept."""
        self.refused: dict[str, int] = {}
        self.late = 0
        """Moves that did not reach everybody in time."""


decoder = msgspec.json.Decoder(Heard)


class TableOfPlayers:
    """One table and its sockets."""

    def __init__(self, address: Callable[[], str], table: str, seats: int, tally: Tally, rng: random.Random) -> None:
        self.address = address
        self.table = table
        self.seats = seats
        self.tally = tally
        self.rng = rng
        self.numbers = [0] * seats
        self.options: list[list[Option]] = [[] for _ in range(seats)]
        self.over = False
        self.lines: list[Line] = []
        self.changed = asyncio.Event()
        self.sent_at = 0.0
        self.waiting_for: set[int] = set()
        """Sockets that have not been shown the move under way."""
        self.pending: tuple[str, int, bytes] | None = None
        """The move under way: its id, its seat, its message; sent again after a reconnect until acknowledged."""
        self.ids = itertools.count(1)
        self.answered: set[str] = set()

    async def sit_down(self) -> None:
        path = f"/api/tables/{self.table}/socket"
        self.lines = []
        for seat in range(self.seats):
            line = await Line.open(self.address(), path, partial(self.hear, seat))
            self.lines.append(line)
            line.send(self.hello(seat))
        if self.pending is not None:
            self.lines[self.pending[1]].send(self.pending[2])

    def hello(self, seat: int) -> bytes:
        hello = {"type": "hello", "token": self.token(seat), "since": {str(seat): self.numbers[seat]}}
        return msgspec.json.encode(hello)

    def token(self, seat: int) -> str:
        return TOKENS[seat]

    def send(self, seat: int, raw: bytes) -> None:
        self.lines[seat].send(raw)

    def stand_up(self) -> None:
        for line in self.lines:
            line.close()

    def hear(self, seat: int, raw: bytes, now: float) -> None:
        heard = decoder.decode(raw)
        if heard.type == "frame":
            self.tally.bytes += len(raw)
            self.tally.frames += 1
            self.numbers[seat] = heard.number
            self.options[seat] = heard.options
            if bytes(heard.standing) != b"null":
                self.over = True
            if seat in self.waiting_for:
                self.waiting_for.discard(seat)
                self.tally.broadcasts.append(now - self.sent_at)
            self.changed.set()
        elif heard.type in ("ack", "refused"):
            if heard.type == "ack":
                if self.pending is not None and self.pending[0] == heard.id:
                    self.tally.acks.append(now - self.sent_at)
                self.tally.acknowledged.setdefault(self.table, set()).add(heard.id)
            else:
                self.tally.refused[heard.code] = self.tally.refused.get(heard.code, 0) + 1
                self.waiting_for.clear()
            self.answered.add(heard.id)
            if self.pending is not None and self.pending[0] == heard.id:
                self.pending = None
            self.changed.set()

    async def until(self, ready: Callable[[], bool], patience: float = PATIENCE) -> bool:
        deadline = time.perf_counter() + patience
        while not ready():
            self.changed.clear()
            if ready():
                break
            try:
                async with asyncio.timeout(max(0.01, deadline - time.perf_counter())):
                    await self.changed.wait()
            except TimeoutError:
                return False
        return True

    async def move(self) -> bool:
        """One move by whoever is asked, until everybody has seen it."""
        if self.pending is None:
            if not await self.until(lambda: self.over or any(self.options)):
                self.tally.late += 1
                return False
            if self.over:
                return False
            seat = next(seat for seat in range(self.seats) if self.options[seat])
            chosen = self.rng.choice(self.options[seat]).text
            request = f"{self.table}-{next(self.ids)}-{self.rng.getrandbits(32):08x}"[:40]
            message = {"type": "move", "id": request, "seat": seat, "number": self.numbers[seat], "text": chosen}
            raw = msgspec.json.encode(message)
            self.options = [[] for _ in range(self.seats)]
            self.waiting_for = set(range(self.seats))
            self.pending = (request, seat, raw)
            self.sent_at = time.perf_counter()
            self.send(seat, raw)
        done = await self.until(lambda: self.pending is None and not self.waiting_for)
        self.tally.moves += done
        self.tally.late += not done
        return done

    async def keep_playing(
        self, start: float, end: float, interval: float, again: Callable[[], Awaitable[str]]
    ) -> None:
        """Moves at an even pace, or one after the other without an interval, until the time is over."""
        due = start + self.rng.random() * interval
        while True:
            now = time.perf_counter()
            if due > now:
                await asyncio.sleep(min(due, end) - now)
            if time.perf_counter() >= end:
                return
            due = max(due + interval, time.perf_counter() - interval)
            await self.move()
            if self.over:
                self.stand_up()
                self.table, self.over, self.pending = await again(), False, None
                self.numbers, self.options = [0] * self.seats, [[] for _ in range(self.seats)]
                await self.sit_down()


LOST = (OSError, TimeoutError)
