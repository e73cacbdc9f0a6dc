"""Bots in processes of their own, so that thinking never delays a table.

Each worker is `python -m bungalow.server.bot_worker`: one request a line on its standard input, one answer a line on
its standard output. It ends by itself when the server is gone. A worker that is free takes the next turn of a fair
queue; if several are free, the one that remembers the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from bungalow.bots.explain import Explanation, NoReasons
from bungalow.bots.levels import LEVELS
from bungalow.bots.table import NEED_HEURISTIC, codes
from bungalow.core.contract import Game
from bungalow.core.match import Match, Played
from bungalow.server.bot_worker import REMEMBERED, Answer, Request
from bungalow.server.budget import Budget, Payer
from bungalow.server.clock import Clock
from bungalow.server.fair import FairQueue, Turn
from bungalow.server.problems import TooMany, Unavailable

SECONDS_TO_THINK = 30.0
PLAYS, EXPLAINS = 5, 19
"""Niceness of the processes: the server comes first, then bots that are to move, and last those that explain moves."""
EXPLANATIONS = 8
"""So many may be asked for at once."""
LINE_LIMIT = 4_000_000
TRIES = 3
"""How often a turn is begun whose worker ends before it answers."""
EXPECTED = {"random": 0.01, "greedy": 0.02, "easy": 0.02, "medium": 0.1, "hard": 0.4, "expert": 1.0}
"""Seconds of a turn, until turns of that bot were measured."""
UNKNOWN = 0.5
IN_DEBT = 4.0
"""A turn of a guest who has spent the budget for thinking counts so many times its cost."""

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


class WorkerEnded(Exception):
    """The process ended before it answered."""


class Worker:
    """One process; it serves one request at a time."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def ask(self, request: Request) -> Answer:
        """Return the answer. Raises `WorkerEnded` if the process ends meanwhile and `Unavailable` if it fails."""
        async with self._lock:
            try:
                async with asyncio.timeout(SECONDS_TO_THINK):
                    return await self._ask(request)
            except asyncio.CancelledError:
                self.kill()
                raise
            except (BrokenPipeError, ConnectionResetError, asyncio.IncompleteReadError) as error:
                self.kill()
                raise WorkerEnded(repr(error)) from None
            except (OSError, TimeoutError, asyncio.LimitOverrunError, msgspec.MsgspecError) as error:
                log.warning("a bot worker failed: %r", error)
                self.kill()
                raise Unavailable("the bot did not answer") from None

    async def _ask(self, request: Request) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bungalow.server.bot_worker", str(self._niceness)),
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


class Thought(msgspec.Struct, eq=False):
    """A bot's turn: what is asked, and who waits for the answer."""

    request: Request
    title: str
    payer: Payer
    answer: asyncio.Future[Answer]


class BotWorkers:
    """All workers of a server; started when the first bot has to think."""

    def __init__(self, count: int, budget: Budget, clock: Clock) -> None:
        self._free = [Worker(PLAYS) for _ in range(count)]
        self._workers = list(self._free)
        # If there are several workers, one is always left for somebody else.
        self._queue: FairQueue[Thought] = FairQueue(most=max(1, count - 1))
        self._budget = budget
        self._clock = clock
        self._seconds: dict[tuple[str, str], float] = {}
        """What turns of a bot at a title take on average."""
        self._knows: OrderedDict[str, Worker] = OrderedDict()
        """Which worker thought about a table last."""
        self._explainer = Worker(EXPLAINS)
        """A process of its own: no bot at a table waits while others explain themselves."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: set[asyncio.Task[Answer]] = set()
        self._explaining = 0
        self._stopping = False

    async def choose(self, request: Request, title: str, payer: Payer) -> str:
        """Return the notation of the move that a bot chooses. A turn whose caller is cancelled leaves the queue."""
        thought = Thought(request, title, payer, asyncio.get_running_loop().create_future())
        path = (payer.group, payer.guest or "", request.table)
        turn = self._queue.add(thought, path, self._cost(thought, self.expected(title, request.bot)))
        self._serve_next()
        try:
            return checked(request, await thought.answer).text
        finally:
            self._queue.remove(turn)

    def expected(self, title: str, bot: str) -> float:
        """Return the seconds that a turn will take."""
        return self._seconds.get((title, bot), EXPECTED.get(bot, UNKNOWN))

    def _cost(self, thought: Thought, seconds: float) -> float:
        return seconds * (IN_DEBT if self._budget.in_debt(thought.payer) else 1.0)

    def _serve_next(self) -> None:
        while self._free and not self._stopping and (turn := self._queue.next()) is not None:
            table = turn.item.request.table
            worker = self._knows.get(table)
            if worker not in self._free:
                worker = self._free[0]
            self._free.remove(worker)
            self._knows[table] = worker
            self._knows.move_to_end(table)
            if len(self._knows) > REMEMBERED * len(self._workers):
                self._knows.popitem(last=False)
            task = asyncio.create_task(self._serve(worker, turn))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, worker: Worker, turn: Turn[Thought]) -> None:
        """Have a turn thought about. If its caller has gone, the worker finishes all the same: its answers stay in step
        with the requests."""
        thought = turn.item
        began = self._clock.now()
        try:
            answer = await self._persistently(worker, thought)
        except Exception as error:
            if not thought.answer.done():
                thought.answer.set_exception(error)
        else:
            if not thought.answer.done():
                thought.answer.set_result(answer)
            self._note(thought, self._clock.now() - began)
        finally:
            seconds = self._clock.now() - began
            self._budget.think(thought.payer, seconds)
            self._queue.done(turn, self._cost(thought, seconds))
            self._free.append(worker)
            self._serve_next()

    async def _persistently(self, worker: Worker, thought: Thought) -> Answer:
        """Have it thought about again if the worker ends, as when somebody kills it."""
        for _ in range(TRIES):
            try:
                return await worker.ask(thought.request)
            except WorkerEnded as error:
                log.warning("a bot worker ended and is started again: %s", error)
                if thought.answer.done():
                    break
        raise Unavailable("the bot did not answer")

    def _note(self, thought: Thought, seconds: float) -> None:
        kind = (thought.title, thought.request.bot)
        known = self._seconds.get(kind)
        self._seconds[kind] = seconds if known is None else 0.8 * known + 0.2 * seconds

    async def explain(self, request: Request) -> Explanation:
        """What a bot weighs at the question at which a record ends."""
        if self._explaining >= EXPLANATIONS:
            raise TooMany("the bots are busy explaining other moves; try again in a moment")
        self._explaining += 1
        try:
            task = asyncio.create_task(self._explain(request))
            self._asked.add(task)
            task.add_done_callback(self._done)
            # Whoever asked may leave; the worker finishes its thought, so that its answers stay in step.
            found = checked(request, await asyncio.shield(task)).reasons
        finally:
            self._explaining -= 1
        assert found is not None
        return found

    async def _explain(self, request: Request) -> Answer:
        try:
            return await self._explainer.ask(request)
        except WorkerEnded:
            raise Unavailable("the bot did not answer") from None

    def _done(self, task: asyncio.Task[Answer]) -> None:
        self._asked.discard(task)
        if not task.cancelled():
            task.exception()  # has been told

    async def stop(self) -> None:
        self._stopping = True
        for task in (*self._asked, *self._tasks):
            task.cancel()
        for worker in (*self._workers, self._explainer):
            worker.kill()
        await asyncio.gather(*self._asked, *self._tasks, return_exceptions=True)


def checked(request: Request, answer: Answer) -> Answer:
    """Return the answer. Raises `NoReasons` or `Unavailable` if it is an error."""
    if answer.code == NoReasons.code:
        raise NoReasons(answer.error)
    if answer.error:
        log.error("bot %s at table %s: %s", request.bot, request.table, answer.error)
        raise Unavailable("the bot failed")
    return answer
