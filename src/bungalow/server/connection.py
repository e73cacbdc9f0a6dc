"""One browser at one table, as the table sees it."""

from __future__ import annotations

import asyncio

import msgspec

from bungalow.core.contract import SPECTATOR
from bungalow.server.budget import Payer
from bungalow.server.messages import Table, ToBrowser
from bungalow.server.problems import TOO_SLOW
from bungalow.server.store.base import GuestRow

encoder = msgspec.json.Encoder()


class Close(msgspec.Struct, frozen=True):
    code: int
    reason: str


class Connection:
    """Messages to one browser, in order. Never makes anybody wait: who does not keep up is closed."""

    def __init__(self, guest: GuestRow | None, queue_messages: int, address: str = "") -> None:
        self.guest = guest
        self.payer = Payer(None if guest is None else guest.guest, address)
        self.viewers: list[int] = [SPECTATOR]
        self.shown: dict[int, int] = {}
        """The last number that each viewer's browser has."""
        self.told: set[int] = set()
        """The viewers to whom a frame was sent from here: what another process showed may have looked different."""
        self.closing = False
        self.queue: asyncio.Queue[str | Close] = asyncio.Queue(queue_messages + 1)
        self._room_for = queue_messages
        self._told = ""

    def tell(self, table: Table) -> None:
        """Say how the table is, unless this was said last: what did not change here must not show."""
        text = encoder.encode(table).decode()
        if text != self._told:
            self._told = text
            self.send_text(text)

    def send(self, message: ToBrowser) -> None:
        self.send_text(encoder.encode(message).decode())

    def send_text(self, text: str) -> None:
        if self.closing:
            return
        if self.queue.qsize() >= self._room_for:
            self.close(TOO_SLOW, "too slow")
        else:
            self.queue.put_nowait(text)

    def close(self, code: int, reason: str) -> None:
        """What is queued is dropped: the browser asks for what it misses when it is back."""
        if self.closing:
            return
        self.closing = True
        while self.queue.qsize() and code == TOO_SLOW:
            self.queue.get_nowait()
        self.queue.put_nowait(Close(code, reason))
