"""Requests of people who mean harm: each is refused with its code, or what it says is passed on as plain text."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from bungalow.server.edge import Address, Edge, policy, read_address
from tests.server.client import Guest, Sitting
from tests.server.in_process import serving
from tests.titles.kilns import KilnsGame
from tools.server_process import ServerProcess

JSON = {"content-type": "application/json"}
SCRIPTS = ["<script>boom()</script>", "<img src=x onerror=boom()>", "javascript:boom()", "'\"><svg/onload=boom()>"]
TWO_SEATS = [{"kind": "me"}, {"kind": "open"}]


class Scene(NamedTuple):
    """Ada and Bo play; Eve does not."""

    ada: Guest
    bo: Guest
    eve: Guest
    table: str


@pytest.fixture(scope="module")
def scene(server: ServerProcess) -> Scene:
    ada, bo, eve = (Guest(server.address, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.new_table("me", "open")
    assert bo.join(table).status_code == 200
    return Scene(ada, bo, eve, table)


@pytest.fixture(scope="module", autouse=True)
def no_error_of_ours(server: ServerProcess) -> Iterator[None]:
    yield
    assert "Traceback" not in server.errors(), server.errors()


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["words"]


def raw(server: ServerProcess, request: bytes) -> tuple[int, dict[str, Any]]:
    """Send bytes as they are; the status and the Problem that come back."""
    port = int(server.address.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(request)
        heard = b""
        while b"\r\n\r\n" not in heard or not heard.endswith(b"}"):
            more = line.recv(65_536)
            if not more:
                break
            heard += more
    head, _, body = heard.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


# -- seats and tables of others ---------------------------------------------------------------------------------------

OTHERS: list[dict[str, Any]] = [
    {"type": "move", "number": 1, "text": "lure 1"},
    {"type": "undo"},
    {"type": "undo", "all": True},
    {"type": "preview", "text": "lure 1"},
    {"type": "why", "target": "x", "path": []},
    {"type": "resign"},
    {"type": "order", "kind": None, "rule": "pass"},
]


@pytest.mark.parametrize("message", OTHERS, ids=lambda message: "-".join(map(str, message.values())))
@pytest.mark.parametrize("seat", [0, 1, 7])
@pytest.mark.parametrize("who", ["eve", "bo", "nobody"])
def test_a_seat_of_somebody_else(scene: Scene, who: str, seat: int, message: dict[str, Any]) -> None:
    token = {"eve": scene.eve.token, "bo": scene.bo.token, "nobody": None}[who]
    if who == "bo" and seat == 1:
        seat = 0
    with Sitting(scene.ada.address, scene.table, token) as sitting:
        answer = sitting.ask({**message, "seat": seat})
    assert (answer["type"], answer["code"]) == ("refused", "not-your-seat")


@pytest.mark.parametrize("viewer", [0, 1, 7])
def test_looking_through_eyes_of_somebody_else(scene: Scene, viewer: int) -> None:
    with scene.eve.sit(scene.table) as sitting:
        answer = sitting.ask({"type": "look", "viewer": viewer, "number": 1})
    assert (answer["type"], answer["code"]) == ("refused", "not-your-seat")


@pytest.mark.parametrize("seat", [None, 0, 1, 7])
def test_joining_where_somebody_sits(scene: Scene, seat: int | None) -> None:
    refused(scene.eve.join(scene.table, seat), 409, "seat-taken")


def test_leaving_for_somebody_else(scene: Scene) -> None:
    before = scene.ada.http.get(f"/api/tables/{scene.table}").json()["seats"]
    for more in ({}, {"json": {"guest": scene.ada.guest, "seat": 0}}, {"params": {"guest": scene.ada.guest}}):
        assert scene.eve.http.post(f"/api/tables/{scene.table}/leave", **more).status_code in (200, 400)
    assert scene.ada.http.get(f"/api/tables/{scene.table}").json()["seats"] == before


@pytest.mark.parametrize("path", ["replay", "replay?seat=0", "reasons?move=1", "hint?seat=0"])
def test_secrets_of_a_table_in_play(scene: Scene, path: str) -> None:
    answer = scene.eve.http.get(f"/api/tables/{scene.table}/{path}")
    assert answer.status_code in (403, 409), answer.text
    assert answer.json()["code"] in ("not-your-seat", "not-now")


# -- tokens -----------------------------------------------------------------------------------------------------------


def forged(token: str, guest: str) -> dict[str, str]:
    return {
        "truncated": token[:-1],
        "longer": token + "A",
        "swapped": token.swapcase(),
        "changed": ("B" if token[0] == "A" else "A") + token[1:],
        "id": guest + "x" * 8,
        "wildcard": "%" * 32,
        "injected": "' OR 1=1 --" + "x" * 16,
        "none": "null" * 6,
    }


FORGERIES = sorted(forged("A" * 32, "guest"))


@pytest.mark.parametrize("how", FORGERIES)
def test_a_forged_token_in_a_request(scene: Scene, how: str) -> None:
    token = forged(scene.ada.token, scene.ada.guest)[how]
    answer = httpx.post(
        f"{scene.ada.address}/api/tables/{scene.table}/leave", headers={"authorization": f"Bearer {token}"}
    )
    refused(answer, 401, "unknown-guest")


@pytest.mark.parametrize("how", FORGERIES)
def test_a_forged_token_in_a_hello(scene: Scene, how: str) -> None:
    token = forged(scene.ada.token, scene.ada.guest)[how]
    with Sitting(scene.ada.address, scene.table, None, hello=False) as sitting:
        sitting.send({"type": "hello", "token": token})
        assert sitting.until_closed() == 4401


def test_a_token_in_the_address_or_a_cookie_counts_for_nothing(scene: Scene) -> None:
    path = f"{scene.ada.address}/api/tables/{scene.table}/leave"
    refused(httpx.post(path, params={"token": scene.ada.token}), 401, "unknown-guest")
    refused(httpx.post(path, headers={"cookie": f"token={scene.ada.token}"}), 401, "unknown-guest")


def test_a_token_of_another_server_counts_for_nothing(scene: Scene, tmp_path: Path) -> None:
    with serving(tmp_path, KilnsGame()) as (address, _):
        answer = httpx.post(
            f"{address}/api/tables", headers=scene.ada.http.headers, json={"title": "kilns", "seats": TWO_SEATS}
        )
    refused(answer, 401, "unknown-guest")


def test_a_replayed_move_counts_once(scene: Scene) -> None:
    table = scene.ada.new_table("me", "here")
    with scene.ada.sit(table) as sitting:
        sitting.settle()
        seat = next(seat for seat in (0, 1) if sitting.frames[seat]["options"])
        frame = sitting.frames[seat]
        move = {"type": "move", "seat": seat, "number": frame["number"], "text": frame["options"][0]["text"]}
        assert sitting.ask({**move, "id": "replayed"})["type"] == "ack"
        sitting.settle()
        number = sitting.frames[seat]["number"]
        assert sitting.ask({**move, "id": "replayed"})["type"] == "ack"
        sitting.settle()
        assert sitting.frames[seat]["number"] == number
    with scene.eve.sit(table) as thief:
        assert thief.ask({**move, "id": "replayed"})["code"] == "not-your-seat"


# -- pages of other sites ---------------------------------------------------------------------------------------------

ORIGINS = [
    "http://evil.example",
    "https://evil.example",
    "null",
    "file://",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1@evil.example",
    "http://evil.example/127.0.0.1",
    "chrome-extension://abcdef",
    "",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_page_cannot_post(scene: Scene, origin: str) -> None:
    answer = httpx.post(f"{scene.ada.address}/api/guests", json={"name": "Eve"}, headers={"origin": origin})
    refused(answer, 403, "foreign-origin")


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_page_cannot_open_a_socket(scene: Scene, origin: str) -> None:
    url = f"{scene.ada.address.replace('http', 'ws', 1)}/api/tables/{scene.table}/socket"
    with pytest.raises(InvalidStatus) as caught, connect(url, additional_headers={"Origin": origin}):
        pass
    assert caught.value.response.status_code == 403


HOSTS = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1", "0.0.0.0", "[2001:db8::1]"]


@pytest.mark.parametrize("host", HOSTS)
def test_a_foreign_name_is_refused(scene: Scene, host: str) -> None:
    port = scene.ada.address.rsplit(":", 1)[1]
    for named in (host, f"{host}:{port}"):
        for path in ("/", "/api/titles", "/api/health"):
            refused(httpx.get(f"{scene.ada.address}{path}", headers={"host": named}), 403, "foreign-host")
    with socket.create_connection(("127.0.0.1", int(port)), timeout=10) as line:
        line.sendall(
            f"GET /api/tables/{scene.table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("host", ["", "a b", "a/b", "a:b", "a:999999", "user@localhost", "localhost;x", "<script>"])
def test_a_host_that_is_no_name_is_refused(scene: Scene, host: str) -> None:
    refused(httpx.get(f"{scene.ada.address}/api/titles", headers={"host": host}), 400, "bad-request")


def test_none_or_two_hosts_are_refused(server: ServerProcess) -> None:
    for heads in (b"", b"Host: localhost\r\nHost: evil.example\r\n"):
        status, problem = raw(server, b"GET /api/titles HTTP/1.1\r\n" + heads + b"\r\n")
        assert (status, problem["code"]) == (400, "bad-request")


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
def test_own_pages_are_served(scene: Scene, name: str) -> None:
    """Also through a development server, which names itself as host and origin."""
    for port in (scene.ada.address.rsplit(":", 1)[1], "5173"):
        heads = {"host": f"{name}:{port}", "origin": f"http://{name}:{port}"}
        answer = httpx.post(f"{scene.ada.address}/api/guests", json={"name": "Ada"}, headers=heads)
        assert answer.status_code == 201, answer.text
    url = f"{scene.ada.address.replace('http', 'ws', 1)}/api/tables/{scene.table}/socket"
    with connect(url, additional_headers={"Origin": scene.ada.address}):
        pass


def test_a_policy_names_this_server_only(scene: Scene) -> None:
    for path in ("/", "/api/titles", "/api/nowhere"):
        answer = httpx.get(f"{scene.ada.address}{path}")
        host = scene.ada.address.removeprefix("http://")
        assert answer.headers.get_list("content-security-policy") == [policy(read_address(host))]
        assert f"connect-src 'self' ws://{host} wss://{host};" in answer.headers["content-security-policy"]
    assert "connect-src 'self';" in policy(Address("[::1]", 80))


@pytest.mark.parametrize(
    ("local", "names", "host", "ours"),
    [
        (True, [], "games.example", False),
        (True, ["Games.Example"], "games.example", True),
        (True, ["games.example"], "sub.games.example", False),
        (True, [], "127.0.0.2", True),
        (True, [], "192.168.1.5", False),
        (False, [], "games.example", True),
        (False, ["games.example"], "evil.example", False),
        (False, ["games.example"], "192.168.1.5", True),
        (False, ["games.example"], "localhost:8765", True),
    ],
)
def test_names_of_a_server(local: bool, names: list[str], host: str, ours: bool) -> None:
    address = read_address(host)
    assert address is not None
    assert Edge(names, local=local).is_ours(address) is ours


def test_a_proxy_is_allowed_by_name(tmp_path: Path) -> None:
    heads = {"origin": "https://games.example"}
    with ServerProcess(tmp_path, "", "--allow-host", "games.example", "--allow-host", "other.example") as own:
        for host in ("games.example", own.address.removeprefix("http://")):  # proxies pass it on or replace it
            answer = httpx.post(f"{own.address}/api/guests", json={"name": "Ada"}, headers={**heads, "host": host})
            assert answer.status_code == 201, answer.text
        foreign = {"origin": "https://evil.example", "host": "games.example"}
        refused(httpx.post(f"{own.address}/api/guests", json={"name": "Eve"}, headers=foreign), 403, "foreign-origin")
        refused(httpx.get(f"{own.address}/", headers={"host": "evil.example"}), 403, "foreign-host")


# -- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        (b"/../../pyproject.toml", 404, "not-found"),
        (b"/assets/../../pyproject.toml", 404, "not-found"),
        (b"/..%2f..%2fpyproject.toml", 404, "not-found"),
        (b"/%2e%2e%2f%2e%2e%2fpyproject.toml", 404, "not-found"),
        (b"/..%5c..%5cpyproject.toml", 404, "not-found"),
        (b"//etc/passwd.txt", 404, "not-found"),
        (b"/%2fetc%2fhostname.txt", 404, "not-found"),
        (b"/api/titles/..%2f..%2fburrows/guide", 404, "not-found"),
        (b"/api/titles/burrows%2f..%2fburu/guide", 404, "not-found"),
        (b"/api/tables/..", 404, "not-found"),
        (b"/api/%2e%2e/tables/x", 404, "not-found"),
        (b"/" + b"x" * 5000, 404, "not-found"),
        (b"/" + b"x/" * 5000, 404, "not-found"),
        (b"/api/tables/" + b"x" * 20_000, 404, "not-found"),
        (b"/" + b"x" * 200_000, 400, "bad-request"),
        (b"/%00", 400, "bad-request"),
        (b"/index.html%00.js", 400, "bad-request"),
        (b"/api/tables/%00", 400, "bad-request"),
        (b"/api/tables/%0d%0aset-cookie:x", 400, "bad-request"),
        (b"/api/tables/%1b", 400, "bad-request"),
        (b"/api/tables/%zz", 400, "bad-request"),
        (b"/api/tables/%", 400, "bad-request"),
        (b"/api/tables/%ff", 400, "bad-request"),
        (b"/api/tables/%c0%ae%c0%ae", 400, "bad-request"),
        (b"/api/tables/%ed%a0%80", 400, "bad-request"),
        (b"/api/tables/k7m2pq9x4zwd/replay?seat=%ff", 400, "bad-request"),
        (b"/api/tables/k7m2pq9x4zwd/replay?seat=%00", 400, "bad-request"),
        (b"/api/tables/k7m2pq9x4zwd/replay?seat=-1", 400, "bad-request"),
        (b"/api/tables/k7m2pq9x4zwd/replay?seat=" + b"9" * 400, 400, "bad-request"),
        (b"/api/tables/k7m2pq9x4zwd/reasons?move=1e99", 400, "bad-request"),
        (b"/api/tables/\x00", 400, "bad-request"),
        (b"/api/tables/\xff", 400, "bad-request"),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, bytes) else None,
)
def test_tricks_with_paths(server: ServerProcess, path: bytes, status: int, code: str) -> None:
    try:
        found, problem = raw(server, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    except ConnectionError:
        assert len(path) > 65_536  # refused while it was still being sent
        return
    assert (found, problem["code"]) == (status, code)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "BREW", "get"])
def test_unknown_methods(server: ServerProcess, method: str) -> None:
    for path in ("/api/titles", "/api/guests", "/"):
        request = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        status, problem = raw(server, request.encode())
        assert (status, problem["code"]) == (405, "wrong-method")


# -- bodies -----------------------------------------------------------------------------------------------------------


def a_table(**more: Any) -> bytes:
    return json.dumps({"title": "burrows", "seats": TWO_SEATS, **more}).encode()


BODIES: list[tuple[str, bytes, int, str]] = [
    ("guests", b'{"name": "\xff\xfe"}', 400, "bad-request"),
    ("guests", b'{"name": "\xed\xa0\x80"}', 400, "bad-request"),
    ("guests", b'{"name": "\xc0\xaf"}', 400, "bad-request"),
    ("guests", b'{"n\xffme": "Ada"}', 400, "bad-request"),
    ("guests", '{"name": "Ada"}'.encode("utf-16"), 400, "bad-request"),
    ("guests", b'{"name": "A\x00da"}', 400, "bad-request"),
    ("guests", b"[" * 9_000 + b"]" * 9_000, 400, "bad-request"),
    ("guests", b'{"name":' * 2_000 + b"1" + b"}" * 2_000, 400, "bad-request"),
    ("guests", b'{"name": "Ada"}' + b" " * 30_000, 413, "too-big"),
    ("guests", b'{"name": {"toString": "Ada"}}', 400, "bad-request"),
    ("guests", b'{"name": ["Ada"]}', 400, "bad-request"),
    ("guests", b'{"name": null}', 400, "bad-request"),
    ("guests", b'{"name": true}', 400, "bad-request"),
    ("guests", b'{"name": "Ada", "__proto__": {}}', 400, "bad-request"),
    ("tables", a_table(title={"name": "burrows"}), 400, "bad-request"),
    ("tables", a_table(title="../burrows"), 400, "bad-options"),
    ("tables", a_table(title="os"), 400, "bad-options"),
    ("tables", a_table(title="burr\0ows"), 400, "bad-options"),
    ("tables", a_table(seats="me"), 400, "bad-request"),
    ("tables", a_table(seats=[{"kind": "me"}] * 5_00), 400, "bad-request"),
    ("tables", a_table(options={"x\x1b": "1"}), 400, "bad-options"),
    ("tables", a_table(options={"x": "1\x7f"}), 400, "bad-options"),
    ("tables", a_table(options={"<script>": "<script>"}), 400, "bad-options"),
    ("tables", a_table(options={"edition": "<img src=x onerror=boom()>"}), 400, "bad-options"),
    ("tables", a_table(options={"edition": "../../secret.toml"}), 400, "bad-options"),
    ("tables", a_table(options={"lawan": 1e300}), 400, "bad-request"),
    ("tables", a_table(options=[]), 400, "bad-request"),
    ("tables", a_table(reaction=10**30), 400, "bad-request"),
    ("tables", a_table(private="yes"), 400, "bad-request"),
    ("tables", a_table(seats=[{"kind": "me", "name": "A\x85da"}, {"kind": "open"}]), 400, "bad-options"),
    ("tables", a_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": "ha\0rd"}]), 400, "bad-options"),
    ("tables", a_table(seats=[{"kind": "me"}, {"kind": "bot", "bot": "<script>"}]), 400, "bad-options"),
    ("tables/k7m2pq9x4zwd/join", b'{"seat": 99999999999999999999999999}', 400, "bad-request"),
    ("tables/k7m2pq9x4zwd/join", b'{"seat": 1e400}', 400, "bad-request"),
    ("tables/k7m2pq9x4zwd/join", b'{"seat": NaN}', 400, "bad-request"),
    ("tables/k7m2pq9x4zwd/join", b'{"seat": 0.5}', 400, "bad-request"),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), BODIES)
def test_hostile_bodies(scene: Scene, path: str, body: bytes, status: int, code: str) -> None:
    refused(scene.eve.http.post(f"/api/{path}", content=body, headers=JSON), status, code)


CONTROLS = [
    "\0",
    "\x07",
    "\x08",
    "\n",
    "\r",
    "\t",
    "\x0b",
    "\x1b[2J",
    "\x1c",
    "\x7f",
    "\x85",
    "\x9b",
    "\u202e",
]


@pytest.mark.parametrize("control", CONTROLS, ids=ascii)
def test_control_characters_in_names(scene: Scene, control: str) -> None:
    answer = scene.eve.http.post("/api/guests", json={"name": f"A{control}a"})
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] in ("bad-request", "bad-options")


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/json",
        "application/json; charset=utf-16",
        "application/xml",
    ],
)
def test_wrong_content_types(scene: Scene, kind: str) -> None:
    """The first ones a page of another site could send without asking."""
    answer = scene.eve.http.post("/api/guests", content=b'{"name": "Ada"}', headers={"content-type": kind})
    refused(answer, 400, "bad-request")


def test_compressed_and_chunked_bodies(server: ServerProcess, scene: Scene) -> None:
    packed = {**JSON, "content-encoding": "gzip"}
    refused(scene.eve.http.post("/api/guests", content=b'{"name": "Ada"}', headers=packed), 400, "bad-request")
    head = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n8000\r\n" + b" " * 0x8000 + b"\r\n0\r\n\r\n"
    status, problem = raw(server, chunked)
    assert (status, problem["code"]) == (413, "too-big")
    status, problem = raw(server, head + b"Content-Length: -5\r\n\r\n")
    assert (status, problem["code"]) == (400, "bad-request")


# -- messages ---------------------------------------------------------------------------------------------------------

MESSAGES: list[tuple[str, int]] = [
    ('{"type": "move", "id": "abcd", "seat": 0, "number": 1, "text": "a\\u0000"}', 4400),
    ('{"type": "move", "id": "abcd", "seat": 0, "number": 1, "text": "a\\u001b[2J"}', 4400),
    ('{"type": "move", "id": "abcd", "seat": 0, "number": 1, "text": "a\x7f"}', 4400),
    ('{"type": "move", "id": "ab\\ncd", "seat": 0, "number": 1, "text": "a"}', 4400),
    ('{"type": "undo", "id": "ab\\u0000cd", "seat": 0}', 4400),
    ('{"type": "preview", "id": "abcd", "seat": 0, "text": "\\t"}', 4400),
    ('{"type": "why", "id": "abcd", "seat": 0, "target": "x", "path": ["\\u0007"]}', 4400),
    ('{"type": "order", "id": "abcd", "seat": 0, "kind": "\\u0000", "rule": "pass"}', 4400),
    ('{"type": "say", "text": "a\\u0000b"}', 4400),
    ('{"type": "say", "text": "a\\u001bb"}', 4400),
    ('{"type": "say", "text": "a\x9bb"}', 4400),
    ('{"type": "say", "text": "\\ud800"}', 4400),
    ('{"type": "say", "text": 5}', 4400),
    ('{"type": "move", "id": "abcd", "seat": 1e400, "number": 1, "text": "a"}', 4400),
    ('{"type": "look", "id": "abcd", "viewer": -1, "number": 1}', 4400),
    ('{"type": ["move"]}', 4400),
    ('{"type": "say", "text": "x", "name": "Ada"}', 4400),
    ('{"type": "say", "text": ' + "[" * 1500, 4400),
    ('{"type": "say", "text": "' + "x" * 5_000 + '"}', 1009),
]


@pytest.mark.parametrize(("message", "code"), MESSAGES)
def test_hostile_messages(scene: Scene, message: str, code: int) -> None:
    with scene.ada.sit(scene.table) as sitting:
        sitting.socket.send(message)
        assert sitting.until_closed() == code


def test_bytes_that_are_no_text(scene: Scene) -> None:
    for payload, code in ((b"\xff\xfe", 1007), (b"\xed\xa0\x80", 1007)):
        with scene.ada.sit(scene.table) as sitting:
            sitting.socket.send(payload, text=True)
            assert sitting.until_closed() == code


def test_control_characters_in_a_hello(scene: Scene) -> None:
    for hello in ({"token": "a\0" * 10}, {"since": {"\0": 1}}):
        with Sitting(scene.ada.address, scene.table, None, hello=False) as sitting:
            sitting.send({"type": "hello", **hello})
            assert sitting.until_closed() == 4400


def test_pasted_white_space_becomes_blanks(scene: Scene) -> None:
    with scene.ada.sit(scene.ada.new_table("me", "here")) as sitting:
        sitting.send({"type": "say", "text": "one\ttwo\r\nthree"})
        assert sitting.until("chat")["text"] == "one two three"


def test_a_huge_number_is_refused(scene: Scene) -> None:
    with scene.ada.sit(scene.table) as sitting:
        assert sitting.ask({"type": "look", "viewer": 0, "number": 10**60})["type"] == "refused"


def test_a_direction_mark_in_chat_is_refused(scene: Scene) -> None:
    with scene.ada.sit(scene.table) as sitting:
        sitting.send({"type": "say", "text": "a\u202eb"})
        assert sitting.until("refused")["code"] == "bad-options"


# -- what may be said is passed on as text ----------------------------------------------------------------------------


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_is_passed_on_as_text(scene: Scene, script: str) -> None:
    guest = Guest(scene.ada.address, script[:24])
    answer = guest.http.post("/api/tables", json={"title": "burrows", "seats": [{"kind": "me"}, {"kind": "here"}]})
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["seats"][0]["name"] == script[:24]
    table = answer.json()["table"]
    with guest.sit(table) as sitting:
        sitting.send({"type": "say", "text": script})
        line = sitting.until("chat")
        assert (line["name"], line["text"]) == (script[:24], script)
    with scene.eve.sit(table) as later:
        assert later.until("chat")["text"] == script


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_in_a_refusal_is_no_page(scene: Scene, script: str) -> None:
    answer = scene.eve.http.post("/api/tables", json={"title": script, "seats": TWO_SEATS})
    refused(answer, 400, "bad-options")
    assert answer.headers["content-type"].startswith("application/json")
    assert "script-src" not in answer.headers["content-security-policy"]  # 'self', as by default


# -- floods -----------------------------------------------------------------------------------------------------------

FLOODS = ['{"type": "say", "text": "spam"}', '{"type": "undo", "id": "abcd", "seat": 0}']


@pytest.mark.parametrize("message", FLOODS)
def test_a_flood_of_messages_is_closed(scene: Scene, message: str) -> None:
    with scene.eve.sit(scene.table) as flood:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2_000):
                flood.socket.send(message)
        assert flood.until_closed() in (4429, 1013)  # too fast, or too slow to hear the answers
    with scene.ada.sit(scene.table) as undisturbed:
        undisturbed.settle()
        assert 0 in undisturbed.frames


@pytest.mark.parametrize("path", ["/api/tables", "/"])
def test_a_flood_of_requests_is_refused(tmp_path: Path, path: str) -> None:
    with (
        ServerProcess(tmp_path, "", "--requests-per-minute", "10") as own,
        httpx.Client(base_url=own.address) as client,
    ):
        answers = [client.get(path) for _ in range(25)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert len(late) >= 5  # a minute may end in between
    assert {answer.json()["code"] for answer in late} == {"too-fast"}
