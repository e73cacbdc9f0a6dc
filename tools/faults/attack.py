"""An attacker in a process of its own: `python -m tools.faults.attack NAME ADDRESS TARGETS`.

It reads `on`, `off` and `end` from its standard input and answers each with one line of JSON: what it has sent and what
it was told. Its rates are bounded: what is measured is what the server does for it, not what this process needs of the
machine. It claims to come from addresses elsewhere by the header that a proxy on this machine would send.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tools.load.line import Line
from tools.load.players import LOST

ADDRESSES = ("198.51.100.7", "198.51.100.8", "198.51.100.9")
HINTED = 8
"""Tables of each address at which hints are asked for."""
PATIENCE = 20.0


class Targets(msgspec.Struct):
    """What the attacker knows of."""

    honest: list[str]
    """Tables of others."""
    own: list[tuple[str, str]] = []
    """Long games in which it plays all seats, and the tokens of the guests it plays them as."""
    finished: str = ""


class Attacker:
    """One attacker; `counts` is what came of its requests."""

    def __init__(self, address: str, targets: Targets) -> None:
        self.address = address
        self.targets = targets
        self.counts: Counter[str] = Counter()
        self.rng = random.Random(1)
        self._numbers = itertools.count(1)

    # -- requests -------------------------------------------------------------------------------------------------

    async def request(self, method: str, path: str, body: object = None, token: str = "", source: int = 0) -> Any:
        """Send a request of its own connection; the decoded answer, None if it failed or was refused."""
        host, _, port = urlsplit(self.address).netloc.partition(":")
        content = b"" if body is None else msgspec.json.encode(body)
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {host}",
            f"X-Forwarded-For: {ADDRESSES[source % len(ADDRESSES)]}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
            "Connection: close",
            *([f"Authorization: Bearer {token}"] if token else []),
        ]
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(host, int(port))
                try:
                    writer.write("\r\n".join([*head, "", ""]).encode() + content)
                    answer = await reader.read()
                finally:
                    writer.close()
        except LOST:
            self.counts["failed"] += 1
            return None
        status = answer[9:12].decode(errors="replace")
        self.counts[status] += 1
        if not status.startswith("2"):
            return None
        with contextlib.suppress(msgspec.MsgspecError):  # a long answer comes in chunks: nobody needs it
            return msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])
        return None

    async def guest(self, source: int = 0) -> str:
        """Take a name; its token, empty if refused."""
        answer = await self.request("POST", "/api/guests", {"name": "Mallory"}, source=source)
        return "" if answer is None else str(answer["token"])

    async def line(self, table: str, token: str | None, source: int, heard: Callable[[dict[str, Any]], None]) -> Line:
        def take(raw: bytes, now: float) -> None:
            heard(msgspec.json.decode(raw))

        path = f"/api/tables/{table}/socket"
        headers = f"X-Forwarded-For: {ADDRESSES[source % len(ADDRESSES)]}\r\n"
        line = await Line.open(self.address, path, take, self.closed, headers)
        line.send(msgspec.json.encode({"type": "hello", "token": token, "since": {}}))
        self.counts["sockets"] += 1
        return line

    def closed(self, code: int | None) -> None:
        self.counts[f"closed {code}"] += 1

    def count(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "refused":
            kind = message["code"]
        self.counts[kind] += 1

    async def beat(self, rate: float) -> AsyncIterator[int]:
        """Numbers from 0 at an even rate; what came too late is left out."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        for number in itertools.count():
            yield number
            due = max(due + 1 / rate, loop.time() - 1.0)
            await asyncio.sleep(max(0.0, due - loop.time()))

    async def send_over(
        self, tables: list[tuple[str, str]], rate: float, message: Callable[[int, dict[str, Any]], object]
    ) -> None:
        """Send messages over a socket for each table and token, each at that rate, and connect again if closed.

        `message` is given the number of the message and the last frame.
        """

        async def over(source: int, table: str, token: str) -> None:
            frame: dict[str, Any] = {}

            def hear(heard: dict[str, Any]) -> None:
                self.count(heard)
                if heard["type"] == "frame" and heard.get("options"):
                    frame.update(heard)

            while True:
                with contextlib.suppress(*LOST):
                    line = await self.line(table, token, source, hear)
                    try:
                        async for number in self.beat(rate):
                            line.send(msgspec.json.encode(message(number, frame)))
                            self.counts["sent"] += 1
                    finally:
                        line.close()
                await asyncio.sleep(0.2)

        await asyncio.gather(*(over(source, *each) for source, each in enumerate(tables)))

    async def hammer(self, rate: float, once: Callable[[int], Awaitable[Any]]) -> None:
        """Send requests at that rate, at most fifty at a time."""
        under_way: set[asyncio.Task[Any]] = set()
        try:
            async for number in self.beat(rate):
                if len(under_way) < 50:
                    task = asyncio.ensure_future(once(number))
                    under_way.add(task)
                    task.add_done_callback(under_way.discard)
                    self.counts["sent"] += 1
        finally:
            for task in under_way:
                task.cancel()

    def id(self) -> str:
        return f"attack-{next(self._numbers)}"

    # -- attacks --------------------------------------------------------------------------------------------------

    async def nul(self) -> None:
        """Moves with a zero character in their id."""

        def message(number: int, frame: dict[str, Any]) -> object:
            seat = frame.get("viewer") or 0
            options = frame.get("options") or [{"text": "pass"}]
            own = {"type": "move", "seat": seat, "number": frame.get("number", 1), "text": options[0]["text"]}
            return {**own, "id": f"{self.id()}\x00"}

        await self.send_over(self.targets.own, 10, message)

    async def look(self) -> None:
        """Looks at every moment of a long game."""

        def message(number: int, frame: dict[str, Any]) -> object:
            last = max(2, int(frame.get("number", 100)))
            viewer = frame.get("viewer")
            return {"type": "look", "id": self.id(), "viewer": viewer, "number": self.rng.randrange(1, last)}

        await self.send_over(self.targets.own, 25, message)

    async def preview(self) -> None:
        def message(number: int, frame: dict[str, Any]) -> object:
            options = frame.get("options") or [{"text": "pass"}]
            text = self.rng.choice(options)["text"]
            return {"type": "preview", "id": self.id(), "seat": frame.get("viewer") or 0, "text": text}

        await self.send_over(self.targets.own, 25, message)

    async def replay(self) -> None:
        path = f"/api/tables/{self.targets.finished}/replay"
        await self.hammer(20, lambda number: self.request("GET", path, source=number))

    async def hint(self) -> None:
        """Hints at many tables: one that was given before costs nothing."""
        tables: list[tuple[str, str, int]] = []
        tokens = [await self.guest(source) for source in range(len(ADDRESSES))]
        for source in list(range(len(ADDRESSES))) * HINTED:
            token = tokens[source]
            body = {
                "title": "burrows",
                "seats": [{"kind": "me"}, {"kind": "bot", "bot": "easy"}],
                "pace": "instant",
                "practice": True,
                "private": True,
            }
            answer = await self.request("POST", "/api/tables", body, token, source)
            if answer is not None:
                tables.append((answer["table"], token, source))

        async def once(number: int) -> None:
            if tables:
                table, token, source = tables[number % len(tables)]
                bot = ("expert", "hard")[number // len(tables) % 2]
                await self.request("GET", f"/api/tables/{table}/hint?seat=0&bot={bot}", None, token, source)

        await self.hammer(20, once)

    async def tables(self) -> None:
        """Sixty open tables at once, then more and more."""
        tokens = [await self.guest(source) for source in range(len(ADDRESSES))]

        async def once(number: int) -> None:
            body = {"title": "burrows", "seats": [{"kind": "me"}, {"kind": "open"}], "pace": "instant"}
            await self.request("POST", "/api/tables", body, tokens[number % len(tokens)], number)

        await asyncio.gather(*(once(number) for number in range(60)))
        self.counts["sent"] += 60
        await self.hammer(20, once)

    async def bots(self) -> None:
        """Forty tables of expert bots at once, then more."""
        tokens = [await self.guest(source) for source in range(len(ADDRESSES))]

        async def once(number: int) -> None:
            alone = {"kind": "bot", "bot": "expert"}
            mine = {"kind": "me"} if number % 2 else alone
            body = {"title": "burrows", "seats": [alone, alone, alone, mine], "pace": "instant"}
            await self.request("POST", "/api/tables", body, tokens[number % len(tokens)], number)

        await asyncio.gather(*(once(number) for number in range(40)))
        self.counts["sent"] += 40
        await self.hammer(5, once)

    async def watchers(self) -> None:
        """Two hundred watchers without a name at one table; whoever is sent away comes back."""
        await self.crowd(200, 50, lambda source: self.line(self.targets.honest[0], None, source, self.count))

    async def sockets(self) -> None:
        """Six hundred sockets at all tables, half of which never say hello."""

        async def one(source: int) -> Line:
            table = self.rng.choice(self.targets.honest)
            if source % 2:
                return await self.line(table, None, source, self.count)
            path = f"/api/tables/{table}/socket"
            headers = f"X-Forwarded-For: {ADDRESSES[source % len(ADDRESSES)]}\r\n"
            self.counts["sockets"] += 1
            return await Line.open(self.address, path, lambda raw, now: None, self.closed, headers)

        await self.crowd(600, 50, one)

    async def crowd(self, most: int, rate: float, one: Callable[[int], Awaitable[Line]]) -> None:
        """Open sockets at that rate until there are so many; those that are closed are opened again."""
        lines: list[Line] = []
        try:
            async for number in self.beat(rate):
                lines = [line for line in lines if not line.closing]
                self.counts["open"] = len(lines)
                if len(lines) < most:
                    with contextlib.suppress(*LOST):
                        lines.append(await one(number))
                        self.counts["sent"] += 1
        finally:
            for line in lines:
                line.close()

    async def chat(self) -> None:
        """Seventy-five lines a second from three strangers at one table."""
        strangers = [(self.targets.honest[0], await self.guest(source)) for source in range(3)]
        text = "Buy cheap gophers! " * 5

        def message(number: int, frame: dict[str, Any]) -> object:
            return {"type": "say", "text": f"{text}{number}"}

        await self.send_over(strangers, 25, message)

    async def half(self) -> None:
        """Three hundred requests that never come to their end, a byte now and then, and as many silent connections."""
        host, _, port = urlsplit(self.address).netloc.partition(":")
        loop = asyncio.get_running_loop()
        held: dict[asyncio.StreamWriter, float] = {}

        async def hold(number: int) -> None:
            try:
                reader, writer = await asyncio.open_connection(host, int(port))
            except OSError:
                self.counts["failed"] += 1
                return
            began = held[writer] = loop.time()
            try:
                if number % 2:
                    writer.write(b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                while True:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(2.0):
                            if not await reader.read(1000):
                                break
                    if number % 2:
                        writer.write(b"a")
                    self.counts["longest"] = max(self.counts["longest"], int(loop.time() - began))
                self.counts["closed"] += 1
            except OSError:
                self.counts["closed"] += 1
            finally:
                del held[writer]
                writer.close()

        tasks: set[asyncio.Task[None]] = set()
        try:
            async for number in self.beat(100):
                self.counts["open"] = len(held)
                if len(tasks) < 600:
                    task = asyncio.create_task(hold(number))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
                    self.counts["sent"] += 1
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def main(name: str, address: str, targets: str) -> None:
    attacker = Attacker(address, msgspec.json.decode(targets, type=Targets))
    attack: asyncio.Task[None] | None = None
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while (order := (await reader.readline()).strip()) and order != b"end":
        if order == b"on":
            attack = asyncio.create_task(getattr(attacker, name)())
        elif order == b"off" and attack is not None:
            problem = attack.exception() if attack.done() else None
            if problem is not None:
                attacker.counts[f"error {problem!r}"] += 1
            attack.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await attack
        print(msgspec.json.encode(attacker.counts).decode(), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
