"""Which of several processes on one PostgreSQL lets a bot think: the one that holds an advisory lock.

All locks of a process are held by one connection, so PostgreSQL releases them when the process ends, however it ends. A
process that stands still or has lost its network no longer sends its heartbeat, and PostgreSQL closes its session.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg import AsyncConnection

from bungalow.server.seldom import log_seldom
from bungalow.server.store.base import StoreFailed

BEAT_SECONDS = 0.5
"""How often it is tried again to get what another process holds, and that this process shows that it is there."""
SILENCE = "5s"
"""After this long without a heartbeat PostgreSQL closes the session."""
UNLOCK = "SELECT pg_advisory_unlock(k) FROM unnest(%s::int8[]) AS k"
TRY_LOCK = "SELECT n, pg_try_advisory_lock(k) FROM unnest(%s::int8[]) WITH ORDINALITY AS t (k, n)"
Connection = AsyncConnection[tuple[Any, ...]]


class Claim:
    """What somebody here wants to hold, or holds."""

    def __init__(self, name: str) -> None:
        self.key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
        self.granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Claims:
    """All claims of one process."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Connection]],
        answer: Callable[[Coroutine[Any, Any, None]], Awaitable[None]],
    ) -> None:
        """`answer` waits for work with the database and raises `StoreFailed` if it fails or takes too long."""
        self._connect = connect
        self._answer = answer
        self._connection: Connection | None = None
        self._waiting: list[Claim] = []
        self._held: set[Claim] = set()
        self._released: list[int] = []
        self._wake = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Wait until no other process holds that name, and hold it."""
        claim = Claim(name)
        self._waiting.append(claim)
        self._wake.set()
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        try:
            await claim.granted
            yield
        finally:
            if claim in self._waiting:
                self._waiting.remove(claim)
            elif claim in self._held:
                self._held.discard(claim)
                self._released.append(claim.key)
                self._wake.set()

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running
        if self._connection is not None:
            await self._connection.close()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._answer(self._round())
            except Exception as error:  # whatever it was, bots wait for the next round
                known = isinstance(error, StoreFailed)
                log_seldom("claims", f"bots wait for the database: {error}", error=None if known else error)
                await self._lost()
                await asyncio.sleep(BEAT_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._wake.wait()

    async def _lost(self) -> None:
        """The connection failed, and with it everything that was held."""
        self._held.clear()
        self._released.clear()
        if self._connection is not None:
            broken, self._connection = self._connection, None
            with contextlib.suppress(Exception):
                async with asyncio.timeout(1.0):
                    await broken.close()

    async def _round(self) -> None:
        """Release what is no longer needed and try to get what is waited for. This is also the heartbeat."""
        if self._connection is None:
            self._connection = await self._connect()
            with contextlib.suppress(psycopg.errors.UndefinedObject):  # before PostgreSQL 14
                await self._connection.execute(f"SET idle_session_timeout = '{SILENCE}'".encode())
        released, self._released = self._released, []
        await self._connection.execute(UNLOCK, (released,))
        trying = list(self._waiting)
        if not trying:
            return
        cursor = await self._connection.execute(TRY_LOCK, ([claim.key for claim in trying],))
        for number, got in await cursor.fetchall():
            claim = trying[number - 1]
            if not got:
                continue
            if claim.granted.done():  # cancelled: nobody waits for it any more
                self._released.append(claim.key)
                self._wake.set()
            else:
                self._waiting.remove(claim)
                self._held.add(claim)
                claim.granted.set_result(None)
