"""The socket of an open table: reads what the browser says, within its bounds, and writes what the table tells it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re

import msgspec
from litestar.types import Receive, Scope, Send

from bungalow.core.errors import BadOptions, BungalowError
from bungalow.server.budget import Bucket
from bungalow.server.clock import Clock
from bungalow.server.connection import Close, Connection
from bungalow.server.guests import refuse_control
from bungalow.server.hub import Hub
from bungalow.server.messages import (
    AskPreview,
    AskWhy,
    FromBrowser,
    GiveOrder,
    Hello,
    Look,
    PlayMove,
    Refused,
    Resign,
    Say,
    Undo,
)
from bungalow.server.problems import (
    BAD_MESSAGE,
    CROWDED,
    GOING_AWAY,
    NO_HELLO,
    NO_SUCH_TABLE,
    TOO_BIG,
    TOO_FAST,
    TOO_SLOW,
    UNKNOWN_GUEST,
    NoSuchThing,
    Unavailable,
    UnknownGuest,
)
from bungalow.server.room import Room
from bungalow.server.seldom import log_seldom
from bungalow.server.settings import Limits
from bungalow.server.store.base import StoreFailed

log = logging.getLogger("bungalow")
PATH = re.compile(r"/api/tables/([^/]+)/socket")
MAYBE_CONTROL = re.compile(r"[\\\x7f-\x9f]")
"""JSON writes the other control characters with a backslash."""
BLANKS = str.maketrans("\t\n\r", "   ")
decoder: msgspec.json.Decoder[FromBrowser] = msgspec.json.Decoder(FromBrowser)


class Hangup(Exception):
    """Close the socket with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Gone(Exception):
    """The browser has closed the socket."""


class TableSocket:
    """A bare ASGI socket: every move goes to many of them, so there is nothing in between."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    async def accept(self) -> None:
        await self._receive()  # websocket.connect
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def read(self) -> str:
        event = await self._receive()
        if event["type"] != "websocket.receive":
            raise Gone
        text = event.get("text")
        if text is None:
            raise Hangup(BAD_MESSAGE, "messages are text")
        return text

    async def write(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int, reason: str) -> None:
        with contextlib.suppress(Exception):
            await self._send({"type": "websocket.close", "code": code, "reason": reason[:100]})


async def serve_socket(scope: Scope, receive: Receive, send: Send, hub: Hub) -> None:
    """The whole life of one socket. What is not the path of a table is no table."""
    socket = TableSocket(receive, send)
    found = PATH.fullmatch(scope["path"])
    await socket.accept()
    client = scope["client"]
    await _attend(socket, found[1] if found else "", hub, client[0] if client else "")


async def _attend(socket: TableSocket, table: str, hub: Hub, address: str) -> None:
    writer: asyncio.Task[None] | None = None
    connection: Connection | None = None
    room: Room | None = None
    bucket = Bucket(Clock(), hub.settings.limits.messages_per_second, hub.settings.limits.message_burst)
    try:
        if hub.stopping:
            raise Hangup(GOING_AWAY, "the server restarts")
        room, connection, hello = await _welcome(socket, table, hub, address)
        writer = asyncio.create_task(_write(socket, connection))
        try:
            await room.enter(connection, hello.since)
        except Unavailable as error:
            raise Hangup(TOO_SLOW, error.words) from None
        if connection.closing:
            raise Hangup(CROWDED, "closed")
        while True:
            if not bucket.take():
                raise Hangup(TOO_FAST, "too many messages")
            message = await _read(socket, hub.settings.limits)
            if connection.closing:
                raise Hangup(CROWDED, "closed")  # with the code that it was closed with
            if isinstance(message, Hello):
                raise Hangup(BAD_MESSAGE, "hello is said once")
            await _serve(room, connection, message)
            await asyncio.sleep(0)  # many messages may be queued: the others have their turn
    except Gone:
        pass
    except Hangup as hangup:
        if connection is not None and writer is not None:
            connection.close(hangup.code, hangup.reason)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2.0):
                    await asyncio.shield(writer)
        else:
            await socket.close(hangup.code, hangup.reason)
    finally:
        if room is not None and connection is not None:
            room.leave(connection)
            hub.places.leave(connection)
        if writer is not None:
            writer.cancel()


async def _welcome(socket: TableSocket, table: str, hub: Hub, address: str) -> tuple[Room, Connection, Hello]:
    """Wait for the first message, on one of the places for those who have not said it."""
    greeting = hub.places.greet(address)
    if greeting is None:
        raise Hangup(CROWDED, "too many sockets of your address have not said hello")
    try:
        return await _greet(socket, table, hub, address)
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if not greeting.gave_way or task is None or task.uncancel() > 0:
            raise
        raise Hangup(CROWDED, "too many sockets have not said hello") from None
    finally:
        hub.places.greeted(greeting)


async def _greet(socket: TableSocket, table: str, hub: Hub, address: str) -> tuple[Room, Connection, Hello]:
    """Wait for the first message; nothing is done for whoever does not send it."""
    try:
        async with asyncio.timeout(hub.settings.limits.hello_seconds):
            hello = await _read(socket, hub.settings.limits)
    except TimeoutError:
        raise Hangup(NO_HELLO, "no hello") from None
    if not isinstance(hello, Hello):
        raise Hangup(BAD_MESSAGE, "hello comes first")
    try:
        guest = None if hello.token is None else await hub.guests.find(hello.token)
        room = await hub.room(table)
    except UnknownGuest as error:
        raise Hangup(UNKNOWN_GUEST, error.words) from None
    except NoSuchThing as error:
        raise Hangup(NO_SUCH_TABLE, error.words) from None
    except StoreFailed as error:
        log_seldom("store", f"the store failed: {error}")
        raise Hangup(TOO_SLOW, "the store does not answer; try again") from None
    except Unavailable as error:
        raise Hangup(TOO_SLOW, error.words) from None
    except BungalowError as error:
        raise Hangup(NO_SUCH_TABLE, error.words[:100]) from None
    return room, Connection(guest, hub.settings.limits.queue_messages, address), hello


async def _read(socket: TableSocket, limits: Limits) -> FromBrowser:
    text = await socket.read()
    if len(text) > limits.message_bytes:
        raise Hangup(TOO_BIG, "message too big")
    try:
        message = decoder.decode(text)
        if MAYBE_CONTROL.search(text):
            # White space in a line of chat becomes a blank: people paste it.
            refuse_control(message.text.translate(BLANKS) if isinstance(message, Say) else message)
        return message
    except BadOptions as error:
        raise Hangup(BAD_MESSAGE, error.words) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Hangup(BAD_MESSAGE, str(error)[:100]) from None


async def _serve(room: Room, connection: Connection, message: FromBrowser) -> None:
    """Do what is asked, or refuse it with a code and words."""
    try:
        match message:
            case PlayMove():
                await room.move(connection, message)
            case Undo():
                await room.undo(connection, message)
            case AskPreview():
                await room.preview(connection, message)
            case AskWhy():
                await room.why(connection, message)
            case Look():
                await room.look(connection, message)
            case Say():
                await room.say(connection, message)
            case Resign():
                await room.resign(connection, message)
            case GiveOrder():
                await room.order(connection, message)
    except BungalowError as error:
        request = "" if isinstance(message, (Say, Hello)) else message.id
        connection.send(Refused(request, error.code, error.words, error.clause))


async def _write(socket: TableSocket, connection: Connection) -> None:
    """Send what the table has for this browser until it is closed."""
    try:
        while True:
            item = await connection.queue.get()
            if isinstance(item, Close):
                await socket.close(item.code, item.reason)
                return
            await socket.write(item)
    except Exception as error:  # the browser is gone; reading tells it too
        connection.closing = True
        log.debug("a socket ended: %r", error)
