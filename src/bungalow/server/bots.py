"""Bots in processes of their own, so that thinking never delays a table.

Each worker is `python -m bungalow.server.bot_worker`: one request a line on its standard input, one answer a line on
its standard output. It ends by itself when the server is gone. A table keeps to one worker, which remembers it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import zlib
from collections.abc import Sequence

import msgspec

from bungalow.bots.explain import Explanation, NoReasons
from bungalow.bots.levels import LEVELS
from bungalow.bots.table import NEED_HEURISTIC, codes
from bungalow.core.contract import Game
from bungalow.core.match import Match, Played
from bungalow.server.bot_worker import Answer, Request
from bungalow.server.problems import TooMany, Unavailable

SECONDS_TO_THINK = 30.0
EXPLANATIONS = 8
"""So many may be asked for at once."""
LINE_LIMIT = 4_000_000

log = logging.getLogger("bungalow")


def offered(game: Game) -> list[str]:
    """The bots that can play a title: the levels first, from easy to expert."""
    able = [code for code in codes() if code not in NEED_HEURISTIC or hasattr(game, "heuristic")]
    return sorted(able, key=lambda code: code not in LEVELS)


def question(match: Match, led: Sequence[Played]) -> str:
    """The record of a match up to the question to which these moves of it led."""
    record = match.record()
    record.moves = [(played.seat, played.text) for played in led]
    return record.write()


class Worker:
    """One process; it serves one request at a time."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def ask(self, request: Request) -> Answer:
        async with self._lock:
            try:
                async with asyncio.timeout(SECONDS_TO_THINK):
                    return await self._ask(request)
            except asyncio.CancelledError:
                self.kill()
                raise
            except (OSError, TimeoutError, asyncio.IncompleteReadError, msgspec.MsgspecError) as error:
                log.warning("a bot worker failed: %r", error)
                self.kill()
                raise Unavailable("the bot did not answer") from None

    async def _ask(self, request: Request) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bungalow.server.bot_worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
                start_new_session=True,  # Ctrl-C is for the server
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        return msgspec.json.decode(await process.stdout.readuntil(b"\n"), type=Answer)

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._process = None


class BotWorkers:
    """All workers of a server; started when the first bot has to think."""

    def __init__(self, count: int) -> None:
        self._workers = [Worker() for _ in range(count)]
        self._explainer = Worker()
        """A process of its own: no bot at a table waits while others explain themselves."""
        self._asked: set[asyncio.Task[Answer]] = set()
        self._explaining = 0

    async def choose(self, table: str, record: str, seat: int, bot: str) -> str:
        """The notation of the move that the bot chooses for the seat."""
        worker = self._workers[zlib.crc32(table.encode()) % len(self._workers)]
        return (await self._ask(worker, Request(table, record, seat, bot))).text

    async def explain(self, request: Request) -> Explanation:
        """What a bot weighs at the question at which a record ends."""
        if self._explaining >= EXPLANATIONS:
            raise TooMany("the bots are explaining much at the moment; ask again soon")
        self._explaining += 1
        try:
            found = (await self._ask(self._explainer, request)).reasons
        finally:
            self._explaining -= 1
        assert found is not None
        return found

    async def _ask(self, worker: Worker, request: Request) -> Answer:
        task = asyncio.create_task(worker.ask(request))
        self._asked.add(task)
        task.add_done_callback(self._done)
        # A table that has moved on stops waiting; the worker finishes its thought, so that its answers stay in step.
        answer = await asyncio.shield(task)
        if answer.code == NoReasons.code:
            raise NoReasons(answer.error)
        if answer.error:
            log.error("bot %s at table %s: %s", request.bot, request.table, answer.error)
            raise Unavailable("the bot failed")
        return answer

    def _done(self, task: asyncio.Task[Answer]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # has been told

    async def stop(self) -> None:
        for task in self._asked:
            task.cancel()
        for worker in (*self._workers, self._explainer):
            worker.kill()
