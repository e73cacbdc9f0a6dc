"""A browser as the tests need it: REST and one socket, without waiting longer than it must."""

from __future__ import annotations

import copy
import itertools
import json
import time
from types import TracebackType
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 10.0
_ids = itertools.count(1)


class Guest:
    """A person with a token."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        answer = self.http.post("/api/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        self.token: str = answer.json()["token"]
        self.guest: str = answer.json()["guest"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def move_to(self, address: str) -> None:
        """The server was restarted elsewhere."""
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, headers=self.http.headers)

    def new_table(self, *seats: str | dict[str, str], title: str = "burrows", **more: Any) -> str:
        """Set up a table; a seat is `me`, `here`, `open`, or the name of a bot."""
        asked = [
            seat
            if isinstance(seat, dict)
            else {"kind": seat}
            if seat in ("me", "here", "open")
            else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        answer = self.http.post("/api/tables", json={"title": title, "seats": asked, "pace": "instant", **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def join(self, table: str, seat: int | None = None) -> httpx.Response:
        return self.http.post(f"/api/tables/{table}/join", json={} if seat is None else {"seat": seat})

    def sit(self, table: str, since: dict[str, int] | None = None) -> Sitting:
        return Sitting(self.address, table, self.token, since)


class Sitting:
    """A socket at a table, and what it has been told."""

    def __init__(
        self, address: str, table: str, token: str | None, since: dict[str, int] | None = None, *, hello: bool = True
    ) -> None:
        url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self._held = connect(url, max_size=None, compression=None)
        self.socket: ClientConnection = self._held.__enter__()
        self.table: dict[str, Any] = {}
        self._known = Known()
        self.frames: dict[int | None, dict[str, Any]] = {}
        self.logs: dict[int | None, list[dict[str, Any]]] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        if hello:
            self.send({"type": "hello", "token": token, "since": since or {}})
            self.until("table")

    def __enter__(self) -> Sitting:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message; `TimeoutError` when there is none."""
        raw = self.socket.recv(timeout=patience)
        assert isinstance(raw, str)
        message: dict[str, Any] = json.loads(raw)
        self.raw.append(raw)
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message["info"]
        elif message["type"] == "frame":
            viewer = message["viewer"]
            self._known.complete(message)
            self.frames[viewer] = message
            log = self.logs.setdefault(viewer, [])
            assert message["first_line"] <= len(log)
            del log[message["first_line"] :]
            log.extend(message["lines"])
        return message

    def until(self, kind: str, patience: float = PATIENCE, **wanted: Any) -> dict[str, Any]:
        """The next message of a kind (with these values)."""
        deadline = time.monotonic() + patience
        while True:
            message = self.hear(max(0.01, deadline - time.monotonic()))
            if message["type"] == kind and all(message.get(key) == value for key, value in wanted.items()):
                return message

    def settle(self, silence: float = 0.15) -> None:
        """Hear everything until nothing comes any more."""
        try:
            while True:
                self.hear(silence)
        except TimeoutError:
            return

    def until_closed(self, patience: float = PATIENCE) -> int:
        """Hear everything until the server closes; its code comes back."""
        deadline = time.monotonic() + patience
        try:
            while True:
                self.hear(max(0.01, deadline - time.monotonic()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 1006

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a request with a fresh id and wait for its answer."""
        request = {"id": f"test-{next(_ids)}", **message}
        self.send(request)
        return self.until_answer(str(request["id"]))

    def until_answer(self, request: str) -> dict[str, Any]:
        while True:
            answer = self.hear()
            if answer.get("id") == request:
                return answer

    def play(self, seat: int, text: str | None = None) -> dict[str, Any]:
        """Play a move in answer to the newest frame of a seat, its first option when none is named."""
        frame = self.frames[seat]
        chosen = frame["options"][0]["text"] if text is None else text
        return self.ask({"type": "move", "seat": seat, "number": frame["number"], "text": chosen})


class Known:
    """What a browser knows of the views, so that it can follow frames that carry only changes."""

    def __init__(self) -> None:
        self._parts: dict[int | None, tuple[int, Any, Any]] = {}
        """For each viewer: the number of the last frame, what everybody sees, and what is laid over it."""

    def complete(self, frame: dict[str, Any]) -> None:
        """Give a frame its whole view, and its log as a flat list of lines."""
        number, public, own = self._parts.get(frame["viewer"], (0, None, None))
        if frame["base"]:
            assert frame["base"] == number
            public = changed(public, frame["changes"])
            own = own if frame["own"] is None else frame["own"]
        else:
            public, own = frame["view"], frame["own"]
        self._parts[frame["viewer"]] = (frame["number"], public, own)
        frame["view"] = changed(public, own)
        frame["lines"] = [
            {**line, "number": step["number"], "by": step["by"]} for step in frame["log"] for line in step["lines"]
        ]


def changed(view: Any, changes: list[tuple[list[str | int], Any]]) -> Any:
    """The view after the changes."""
    view = copy.deepcopy(view)
    for path, value in changes:
        if not path:
            view = value
            continue
        place = view
        for step in path[:-1]:
            place = place[step]
        if isinstance(place, list) and path[-1] == len(place):
            place.append(value)
        else:
            place[path[-1]] = value
    return view
