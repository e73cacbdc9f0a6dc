"""What guests and addresses cost: a budget for each, and a lane in which heavy work goes on a little at a time.

A unit is about ten milliseconds of work. Costs are estimated before the work is done, so that what is refused costs
nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

from msgspec import Struct

from bungalow.server.clock import Clock
from bungalow.server.problems import TooFast
from bungalow.server.settings import Limits

SLICE = 0.005
"""Seconds of heavy work after which other tasks may run."""
REMEMBERED = 20_000
"""So many budgets are remembered; those used least recently are full again by then."""

PREVIEW = WHY = 0.2
REASONS = 3.0
NEW_TABLE = 5.0
REPLAY = 10.0
LOOK_AGAIN = 0.2
"""For a moment that is remembered."""

T = TypeVar("T")


def look_cost(entries: int) -> float:
    """Return what it costs to play that many entries again."""
    return 1.0 + entries / 50


class Payer(Struct, frozen=True):
    """Whoever asks for something: a guest, if known, and the address of the browser."""

    guest: str | None = None
    address: str = ""

    @property
    def local(self) -> bool:
        return is_local(self.address)

    @property
    def place(self) -> str:
        return place_of(self.address)

    @property
    def group(self) -> str:
        """With whom the payer shares the time of bots: everybody at the same address. At this machine, and where the
        address is not known, each guest is a group."""
        return f"guest {self.guest}" if self.local else f"address {self.place}"


def is_local(address: str) -> bool:
    """Whether a request comes from this machine. What does not come through a network has no address."""
    try:
        return not address or ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def place_of(address: str) -> str:
    """Return what counts as one address: a household has a whole network of IPv6 addresses."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, 64), strict=False))


def trace(address: str) -> str:
    """Return a mark by which addresses can be told apart and from which none can be read: many have the same."""
    return hashlib.sha256(f"bungalow {place_of(address)}".encode()).hexdigest()[:6]


class Bucket:
    """Tokens that come back at a rate, up to a number."""

    def __init__(self, clock: Clock, rate: float, burst: float) -> None:
        self._clock = clock
        self.rate = rate
        self.burst = burst
        self._level = burst
        self._at = clock.now()

    def has(self, tokens: float) -> bool:
        now = self._clock.now()
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        # What costs more than the whole bucket can be had when it is full.
        return self._level >= min(tokens, self.burst)

    def take(self, tokens: float = 1.0) -> bool:
        """Take tokens, if there are enough."""
        if not self.has(tokens):
            return False
        self._level -= tokens
        return True

    def owe(self, tokens: float) -> None:
        """Take tokens although there may not be enough; the debt is at most a whole bucket."""
        self.has(0.0)
        self._level = max(-self.burst, self._level - tokens)


class Buckets:
    """A bucket for each key; the least recently used are forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str, rate: float, burst: float) -> Bucket:
        bucket = self._kept.get(key)
        if bucket is None:
            bucket = self._kept[key] = Bucket(self._clock, rate, burst)
            if len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return bucket


class Budget:
    """What each guest and each address may still ask for."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._limits = limits
        self._buckets = Buckets(clock)
        self._addresses: OrderedDict[str, str] = OrderedDict()
        """Whence each guest asked last."""

    def count_request(self, address: str) -> None:
        """Count a request. Raises `TooFast` if the address has sent too many."""
        burst = self._limits.requests_per_minute
        if not self._buckets.of(f"requests {place_of(address)}", burst / 60, burst).take():
            raise TooFast("too many requests come from your address; try again in a minute")

    def spend(self, payer: Payer, cost: float) -> None:
        """Count the cost for the guest and for the address. Raises `TooFast` if one of them has spent its budget."""
        self._note_address(payer)
        buckets = self._both("", payer, self._limits.work_rate, self._limits.work_burst)
        if not all(bucket.has(cost) for bucket in buckets):
            raise TooFast("you are asking for too much at once; try again in a few seconds")
        for bucket in buckets:
            bucket.take(cost)

    def think(self, payer: Payer, seconds: float) -> None:
        """Count what bots thought for a payer. It is never refused: see `in_debt`."""
        for bucket in self._thinking(payer):
            bucket.owe(seconds * 100)

    def in_debt(self, payer: Payer) -> bool:
        """Return whether bots have thought so much for a payer lately that others go first."""
        return not all(bucket.has(0.0) for bucket in self._thinking(payer))

    def payer(self, guest: str) -> Payer:
        """Return the guest with the address of the last request that was counted."""
        return Payer(guest, self._addresses.get(guest, ""))

    def _note_address(self, payer: Payer) -> None:
        if payer.guest is not None:
            self._addresses[payer.guest] = payer.address
            self._addresses.move_to_end(payer.guest)
            if len(self._addresses) > REMEMBERED:
                self._addresses.popitem(last=False)

    def _thinking(self, payer: Payer) -> list[Bucket]:
        return self._both("thinking of ", payer, self._limits.think_rate, self._limits.think_burst)

    def _both(self, purpose: str, payer: Payer, rate: float, burst: float) -> list[Bucket]:
        """Return the buckets of the address and of the guest."""
        share = self._limits.local_share if payer.local else self._limits.address_share
        keys = [(f"{purpose}address {payer.place}", share)]
        if payer.guest is not None:
            keys.append((f"{purpose}guest {payer.guest}", 1.0))
        return [self._buckets.of(key, rate * times, burst * times) for key, times in keys]


class Lane:
    """Heavy work of all tables: one slice at a time, and other tasks in between."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def slices(self, steps: Iterator[T]) -> AsyncIterator[list[T]]:
        """Do the steps; return their results in lists, each of which took about `SLICE` seconds."""
        done = False
        while not done:
            found: list[T] = []
            async with self._lock:
                began = time.monotonic()
                done = True
                for step in steps:
                    found.append(step)
                    if time.monotonic() - began > SLICE:
                        done = False
                        break
                await asyncio.sleep(0)  # while the lane is held: the next slice comes after everybody else's turn
            if found:
                yield found

    async def last(self, steps: Iterator[T]) -> T:
        """Do the steps and return the result of the last."""
        async for found in self.slices(steps):
            result = found[-1]
        return result
