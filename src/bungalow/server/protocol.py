"""HTTP and sockets as uvicorn reads them, with bounds of our own.

What cannot be read is refused as everything else is: with a Problem. A request that does not come to its end, an answer
that nobody reads and a socket that answers no pings are cut off. Of one address and in all there are only so many
connections; the one that has been idle longest gives way.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import httptools
import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bungalow.server.budget import is_local, place_of
from bungalow.server.messages import Problem
from bungalow.server.settings import Limits

BAD_REQUEST = ("400 Bad Request", Problem("bad-request", "this is not HTTP; send a request as HTTP/1.1 writes it"))
WRONG_METHOD = ("405 Method Not Allowed", Problem("wrong-method", "there is no such method; use GET or POST"))
TOO_SLOW = ("408 Request Timeout", Problem("too-slow", "the request did not come to its end in time; send it again"))
TOO_MANY = ("429 Too Many Requests", Problem("too-many", "your address has too many connections; close some"))
CLOSING_SECONDS = 2.0
"""A socket that is closed because it does not answer is cut off after that long."""


class Doors:
    """All connections of one server that are not sockets of tables, those first that have done nothing for longest."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._all: dict[PlainProtocol, None] = {}
        self._at: dict[str, dict[PlainProtocol, None]] = {}

    def enter(self, newcomer: PlainProtocol) -> bool:
        """Count a connection, and return whether there is a place for it."""
        limits = self.limits
        share = limits.local_share if newcomer.local else 1.0
        here = self._at.get(newcomer.place, {})
        full_here = len(here) >= share * limits.connections_per_address
        if full_here or len(self._all) >= limits.connections:
            longest = next((each for each in (here if full_here else self._all) if each.idle), None)
            if longest is None:
                return False
            self.leave(longest)
            longest.transport.close()
        self._all[newcomer] = None
        self._at.setdefault(newcomer.place, {})[newcomer] = None
        return True

    def served(self, connection: PlainProtocol) -> None:
        """It was just of use: others give way first."""
        if connection in self._all:
            self.leave(connection)
            self._all[connection] = None
            self._at.setdefault(connection.place, {})[connection] = None

    def leave(self, connection: PlainProtocol) -> None:
        if connection in self._all:
            del self._all[connection]
            del self._at[connection.place][connection]
            if not self._at[connection.place]:
                del self._at[connection.place]


class PlainProtocol(HttpToolsProtocol):
    """Refuses in JSON, and waits only so long."""

    doors: Doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self.place = place_of(address)
        self.local = is_local(address)
        self._received = 0
        """Bytes of the request that is on its way."""
        self._midway = False
        """A request has begun and is not complete."""
        self._waiting: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        if self.doors.enter(self):
            self._wait(self.doors.limits.silent_seconds)
        else:
            self._refuse(TOO_MANY)

    @property
    def idle(self) -> bool:
        """Whether nothing is being done for this connection."""
        return self.cycle is None or self.cycle.response_complete

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._all_read()
        self.doors.leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._midway = False
        self._stop_waiting()
        self.doors.leave(self)
        super().handle_websocket_upgrade()

    # -- what comes -----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        limits = self.doors.limits
        if self._received == 0:
            self._stop_waiting()
            self._wait(limits.request_seconds)
        self._received += len(data)
        super().data_received(data)
        if self._midway and self._waiting is None and not self.transport.is_closing():
            self._received = 1  # the next request came along with the end of this one
            self._wait(limits.request_seconds)

    def on_message_begin(self) -> None:
        self._midway = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        self._midway = False
        self._received = 0
        self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.doors.served(self)
        super().on_response_complete()

    def _wait(self, seconds: float) -> None:
        self._waiting = self.loop.call_later(seconds, self._waited, seconds)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _waited(self, seconds: float) -> None:
        """Close the connection, unless so much has come meanwhile that a slow line explains it."""
        limits = self.doors.limits
        self._waiting = None
        allowed = min(limits.request_seconds + self._received / limits.request_rate, limits.request_seconds_at_most)
        if self._received and allowed > seconds:
            self._waiting = self.loop.call_later(allowed - seconds, self._waited, allowed)
        elif self.transport.is_closing():
            return
        elif self._received and (self.cycle is None or not self.cycle.response_started or self.cycle.response_complete):
            self._refuse(TOO_SLOW)
        else:
            self.transport.close()

    # -- what goes ------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self.doors.limits.reading_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._all_read()
        super().resume_writing()

    def _all_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser could not read, and hang up. Called while its error is handled."""
        unknown = isinstance(sys.exc_info()[1], httptools.HttpParserInvalidMethodError)
        self._refuse(WRONG_METHOD if unknown else BAD_REQUEST, "allow: GET, POST, OPTIONS\r\n" if unknown else "")

    def _refuse(self, answer: tuple[str, Problem], more: str = "") -> None:
        status, problem = answer
        body = msgspec.json.encode(problem)
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}{more}connection: close\r\n\r\n".encode() + body)
        self.transport.close()


class PlainSocket(WebSocketsSansIOProtocol):
    """A socket that is closed is gone soon, also if nobody reads what was sent to it."""

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)


def server_config(app: Any, limits: Limits) -> uvicorn.Config:
    """Return how uvicorn serves."""

    class Protocol(PlainProtocol):
        doors = Doors(limits)

    return uvicorn.Config(
        app,
        ws=PlainSocket,
        loop="uvloop",
        http=Protocol,
        lifespan="on",
        log_level="warning",
        access_log=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.ping_seconds,
        timeout_keep_alive=limits.idle_connection_seconds,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
