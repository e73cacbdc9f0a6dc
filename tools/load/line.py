"""A WebSocket as bare as can be: whoever measures must cost next to nothing and look at the clock at once."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

Heard = Callable[[bytes, float], None]
Lost = Callable[[int | None], None]
"""Given the code with which the server closed, None if it said nothing."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80
NO_MASK = bytes(4)
"""Clients have to mask what they send; zeros leave it as it is."""


class Line(asyncio.Protocol):
    """One socket; `heard` is given each message with the time at which its last byte was there, `lost` is called when
    the connection has ended."""

    def __init__(self, heard: Heard, host: str, path: str, lost: Lost | None = None, headers: str = "") -> None:
        self._heard = heard
        self._lost = lost
        self.code: int | None = None
        """With which the server closed, if it said so."""
        key = base64.b64encode(os.urandom(16)).decode()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
        )
        self._received = bytearray()
        self._greeted = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, address: str, path: str, heard: Heard, lost: Lost | None = None, headers: str = "") -> Line:
        """Connect to a server at `http://host:port`, with more `headers`, each ending with a line feed.

        Raises `OSError` if it is not there or refuses, `TimeoutError` if it does not answer.
        """
        host, _, port = urlsplit(address).netloc.partition(":")
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: cls(heard, host, path, lost, headers), host, int(port))
        try:
            async with asyncio.timeout(30):
                await line.opened
        except BaseException:
            line.close()
            raise
        return line

    def send(self, payload: bytes) -> None:
        if self.closing:
            raise ConnectionResetError("the server has gone")
        self._write(TEXT, payload)

    def close(self) -> None:
        self._transport.close()

    @property
    def closing(self) -> bool:
        return self._transport.is_closing()

    def stop_reading(self) -> None:
        """Read nothing from now on."""
        self._transport.pause_reading()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop has its own, of no such class
        self._transport.write(self._request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("the server has gone"))
        elif self._lost is not None:
            self._lost(self.code)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._received += data
        if not self._greeted and not self._hear_greeting():
            return
        at = 0
        while (message := self._message(at)) is not None:
            kind, start, at = message
            if kind == TEXT:
                self._heard(bytes(self._received[start:at]), now)
            elif kind == PING:
                self._write(PONG, bytes(self._received[start:at]))
            elif kind == CLOSE:
                self.code = int.from_bytes(self._received[start : start + 2], "big") if at >= start + 2 else None
                self._transport.close()
        del self._received[:at]

    def _hear_greeting(self) -> bool:
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self._received.startswith(b"HTTP/1.1 101 "):
            self._transport.close()
            return False
        del self._received[: end + 4]
        self._greeted = True
        if not self.opened.done():  # nobody waits any more
            self.opened.set_result(None)
        return True

    def _message(self, at: int) -> tuple[int, int, int] | None:
        """Kind, start and end of the message that begins there, when it is whole. Servers mask nothing."""
        held = self._received
        if len(held) < at + 2:
            return None
        length, start = held[at + 1], at + 2
        if length >= 126:
            start += 2 if length == 126 else 8
            length = int.from_bytes(held[at + 2 : start], "big")
        if len(held) < start + length:
            return None
        return held[at] & 15, start, start + length

    def _write(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._transport.write(bytes([FINAL | kind]) + size + NO_MASK + payload)
