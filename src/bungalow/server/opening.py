"""How many tables one guest and one address may have at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from bungalow.server.budget import Payer, trace
from bungalow.server.clock import Clock
from bungalow.server.messages import NewTable
from bungalow.server.problems import TooMany
from bungalow.server.settings import Limits
from bungalow.server.store.base import Store

OPEN = "you have {count} open tables; close one of your open tables first"
RUNNING = "you have {count} games under way; finish or close one of them first"
OPEN_HERE = "there are {count} open tables from your address; close one of them first, or join one"
RUNNING_HERE = "there are {count} games under way from your address; finish or close one of them first"


class Openings:
    """Lets guests open tables, one after the other."""

    def __init__(self, store: Store, clock: Clock, limits: Limits) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def permit(self, payer: Payer, asked: NewTable) -> AsyncIterator[None]:
        """Hold the guest's and the address's turn while a table is opened. Raises `TooMany` if there are enough."""
        mine, here = self._lock(f"guest {payer.guest}"), self._lock(f"place {payer.place}")
        async with mine, here:
            await self._check(payer, waits=any(seat.kind == "open" for seat in asked.seats))
            yield

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    async def _check(self, payer: Payer, *, waits: bool) -> None:
        limits = self._limits
        since = self._clock.wall() - limits.recent_seconds
        own = await self._store.opened_by(payer.guest or "", since)
        here = await self._store.opened_from(trace(payer.address), since)
        limit = limits.open_per_guest if waits else limits.running_per_guest
        share = limits.local_share if payer.local else 1.0
        kind = 0 if waits else 1
        if own[kind] >= limit * share:
            raise TooMany((OPEN, RUNNING)[kind].format(count=own[kind]))
        if here[kind] >= limit * limits.address_share * share:
            raise TooMany((OPEN_HERE, RUNNING_HERE)[kind].format(count=here[kind]))
