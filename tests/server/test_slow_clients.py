"""Connections that send, read or answer nothing do not stay."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from bungalow.server.protocol import Doors
from bungalow.server.settings import Limits
from tests.server.client import PATIENCE, Guest
from tests.server.in_process import serving
from tests.titles.quay import QuayGame

HASTY = Limits(
    requests_per_minute=100_000,
    request_seconds=0.3,
    silent_seconds=0.3,
    idle_connection_seconds=1,
    connections_per_address=4,
    local_share=1.0,
)
HEAD = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("slow"), QuayGame(), limits=HASTY) as (address, _):
        yield address


@contextmanager
def line(address: str) -> Iterator[socket.socket]:
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as opened:
        yield opened


def rest(opened: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    found = b""
    while True:
        try:
            data = opened.recv(65_536)
        except ConnectionResetError:
            return found
        if not data:
            return found
        found += data


@pytest.mark.parametrize(
    "sent",
    [
        b"G",
        b"GET /api/health HTTP/1.1\r\nHost: local",
        HEAD + b"Content-Length: 15\r\n\r\n",
        HEAD + b'Content-Length: 15\r\n\r\n{"name":',
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["a letter", "half a head", "no body", "half a body", "half a chunk"],
)
def test_a_request_that_does_not_come_to_its_end_is_refused(address: str, sent: bytes) -> None:
    with line(address) as opened:
        opened.sendall(sent)
        answer = rest(opened)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "too-slow"


def test_half_a_request_behind_a_whole_one_is_refused_too(address: str) -> None:
    with line(address) as opened:
        opened.sendall(b"GET /api/titles HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/health HTTP/1.1\r\n")
        answer = rest(opened)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in answer


@pytest.mark.parametrize("sent", [b"", b"\r\n"], ids=["nothing", "an empty line"])
def test_a_silent_connection_is_closed(address: str, sent: bytes) -> None:
    with line(address) as opened:
        opened.sendall(sent)
        rest(opened)
    with line(address) as opened:  # also after an answer
        opened.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert opened.recv(12) == b"HTTP/1.1 200"
        opened.sendall(sent)
        rest(opened)


def test_a_slow_line_that_gets_on_is_left_alone(tmp_path: Path) -> None:
    """It takes longer than the time for a request, but what has come explains it."""
    body = b'{"name": "Ada"}'
    patient = msgspec.structs.replace(HASTY, request_rate=5.0)
    with serving(tmp_path, QuayGame(), limits=patient) as (address, _), line(address) as opened:
        opened.sendall(HEAD + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body))
        for number in range(len(body)):
            time.sleep(0.05)  # this is a slow line
            opened.sendall(body[number : number + 1])
        assert rest(opened).startswith(b"HTTP/1.1 201 ")


def test_one_address_has_so_many_connections_and_the_idle_ones_give_way(tmp_path: Path) -> None:
    limits = Limits(requests_per_minute=100_000, connections_per_address=4, local_share=1.0)
    with serving(tmp_path, QuayGame(), limits=limits) as (address, _), line(address) as oldest:
        others = [httpx.Client(base_url=address) for _ in range(3)]
        for other in others:
            assert other.get("/api/health").status_code == 200
        with line(address) as newest:
            assert rest(oldest) == b""
            newest.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert rest(newest).startswith(b"HTTP/1.1 200 ")
        for other in others:
            assert other.get("/api/health").status_code == 200
            other.close()


class Fake:
    """A connection as `Doors` sees it."""

    def __init__(self, place: str, *, idle: bool) -> None:
        self.place = place
        self.local = False
        self.idle = idle
        self.closed = False
        self.transport = self

    def close(self) -> None:
        self.closed = True


def test_who_gives_way_when_there_are_too_many_connections() -> None:
    doors = Doors(Limits(connections=4, connections_per_address=2))

    def come(place: str, *, idle: bool) -> tuple[Fake, bool]:
        fake = Fake(place, idle=idle)
        return fake, doors.enter(fake)  # type: ignore[arg-type]

    busy, _ = come("a", idle=False)
    first, _ = come("a", idle=True)
    assert come("a", idle=True)[1]
    assert first.closed
    second, _ = come("b", idle=True)
    third, _ = come("b", idle=True)
    doors.served(second)  # type: ignore[arg-type]
    another, let_in = come("c", idle=False)
    assert let_in
    assert not (busy.closed)
    assert not (second.closed)
    assert not (third.closed)
    assert come("d", idle=False)[1]
    assert third.closed
    assert come("e", idle=False)[1]
    assert second.closed
    assert not come("f", idle=False)[1]  # all are busy
    doors.leave(another)
    assert come("f", idle=False)[1]


def test_an_answer_that_nobody_reads_is_cut_off(tmp_path: Path) -> None:
    limits = Limits(requests_per_minute=100_000, reading_seconds=0.3, request_seconds=60.0)
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_bytes(random.Random(1).randbytes(30_000_000))
    with serving(tmp_path, QuayGame(), web=web, limits=limits) as (address, _), line(address) as opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        opened.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        deadline = time.monotonic() + PATIENCE
        cut_off = False
        while not cut_off:
            assert time.monotonic() < deadline
            try:
                opened.send(b"\r\n")  # as a server is told that it is cut off
                time.sleep(0.05)
            except OSError:
                cut_off = True


def test_a_socket_that_answers_no_pings_is_closed_and_a_silent_one_that_does_is_not(tmp_path: Path) -> None:
    limits = Limits(requests_per_minute=100_000, ping_seconds=0.3)
    with serving(tmp_path, QuayGame(), limits=limits) as (address, hub):
        ada = Guest(address, "Ada")
        table = ada.new_table("me", "open", title="quay")
        room = hub.rooms[table]
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        with connect(url, ping_interval=None) as answering, line(address) as dead:
            answering.send('{"type": "hello"}')
            answering.recv(timeout=PATIENCE)
            dead.sendall(
                f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            # A masked frame with {"type": "hello"}
            text = b'{"type": "hello"}'
            dead.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
            began = time.monotonic()
            assert b"keepalive ping timeout" in rest(dead)
            assert time.monotonic() - began < PATIENCE
            deadline = time.monotonic() + PATIENCE
            while len(room.connections) != 1:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            for _ in range(3):  # as long as it took the other to be closed, and longer
                with contextlib.suppress(TimeoutError):
                    answering.recv(timeout=0.3)
            answering.send('{"type": "say", "text": "still here"}')
            while "refused" not in str(answering.recv(timeout=PATIENCE)):
                pass
