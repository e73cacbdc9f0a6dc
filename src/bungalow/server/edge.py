"""What is refused before it reaches a handler: names and pages that are not this server's, and unreadable requests.

A page of another site can make a browser send requests to a server at home. The browser then names that site as the
Origin, and, if the site's name leads to this machine (DNS rebinding), as the Host. Programs send no Origin.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

import msgspec
from litestar.types import HTTPScope, Send, WebSocketScope

from bungalow.core.errors import BungalowError
from bungalow.server.guests import CONTROL
from bungalow.server.messages import Problem
from bungalow.server.problems import BadRequest, ForeignHost, ForeignOrigin, status_of

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?", re.IGNORECASE)
ORIGIN = re.compile(r"(https?)://(.+)", re.IGNORECASE)
IN_POLICY = re.compile(r"[a-z0-9.-]+(:\d+)?")
BAD_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")
JSON = re.compile(r"application/json(\s*;\s*charset=\"?utf-?8\"?)?\s*", re.IGNORECASE)
PORTS = {"http": 80, "https": 443}
HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})


class Address(msgspec.Struct, frozen=True):
    """A Host header, or the host of an Origin."""

    name: str
    port: int | None

    @property
    def text(self) -> str:
        return self.name if self.port is None else f"{self.name}:{self.port}"

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        try:
            return ipaddress.ip_address(self.name.strip("[]"))
        except ValueError:
            return None


def read_address(text: str) -> Address | None:
    """Return the host and port that the text names, or None if it names none."""
    found = HOST.fullmatch(text)
    if found is None:
        return None
    return Address(found[1].lower().removesuffix("."), None if found[2] is None else int(found[2]))


class Edge:
    """Checks the head of each request."""

    def __init__(self, names: Iterable[str], *, local: bool) -> None:
        self.names = frozenset(name.lower() for name in names)
        self.local = local

    def check(self, scope: HTTPScope | WebSocketScope) -> Address:
        """Return the host that the request names. Raises `BungalowError` if the request is refused."""
        host = self.host(scope)
        if scope.get("method") not in HARMLESS:  # a socket has no method
            self.check_origin(scope, host)
        return host

    def host(self, scope: HTTPScope | WebSocketScope) -> Address:
        named = headers(scope, b"host")
        host = read_address(named[0]) if len(named) == 1 else None
        if host is None:
            raise BadRequest("the request does not name one host; send one Host header")
        if not self.is_ours(host):
            raise ForeignHost(
                f"this server does not answer to the name {host.name[:80]}; if it is right, start the server with "
                f"--allow-host {host.name[:80]}"
            )
        return host

    def is_ours(self, host: Address) -> bool:
        """Tell whether the server goes by that name. Nobody else can give a meaning to localhost or to an address, so
        these need no permission; on a network any name will do if none was given."""
        if host.name in self.names or host.name == "localhost":
            return True
        if self.local:
            return host.ip is not None and host.ip.is_loopback
        return not self.names or host.ip is not None

    def check_origin(self, scope: HTTPScope | WebSocketScope, host: Address) -> None:
        """Raises `ForeignOrigin` if a page of another site sent the request."""
        for origin in headers(scope, b"origin"):
            found = ORIGIN.fullmatch(origin)
            page = None if found is None else read_address(found[2])
            if found is None or page is None:
                raise ForeignOrigin("only pages of this server may do this; open the server's own address")
            usual = PORTS[found[1].lower()]
            same = page.name == host.name and (page.port or usual) == (host.port or usual)
            if not same and page.name not in self.names:
                raise ForeignOrigin(
                    f"a page of {page.text[:80]} may not do this; open the server's own address, or start the server "
                    f"with --allow-host {page.name[:80]} if that is its name"
                )


def headers(scope: HTTPScope | WebSocketScope, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for key, value in scope["headers"] if key.lower() == name]


def check_readable(scope: HTTPScope) -> None:
    """Raises `BadRequest` if the address is badly encoded or the body is not JSON by its own account."""
    for part in (scope.get("raw_path") or b"", scope["query_string"]):
        try:
            text = unquote_to_bytes(part).decode()
        except UnicodeDecodeError:
            raise BadRequest("the address is not UTF-8; encode it as UTF-8") from None
        if BAD_PERCENT.search(part) or CONTROL.search(text):
            raise BadRequest("the address has a bad % or a control character; leave it out")
    if headers(scope, b"content-encoding"):
        raise BadRequest("the body is compressed; send it as it is")
    sized = any(length != "0" for length in headers(scope, b"content-length"))
    has_body = sized or bool(headers(scope, b"transfer-encoding"))
    if has_body and scope["method"] not in HARMLESS:
        kinds = headers(scope, b"content-type")
        if len(kinds) != 1 or not JSON.fullmatch(kinds[0]):
            raise BadRequest("the body is not JSON; send it with Content-Type: application/json")


def policy(host: Address | None) -> str:
    """Return the Content-Security-Policy of pages at that host.

    Older Firefox and Safari do not count sockets of the page's own host as 'self'. A policy cannot name IPv6 addresses.
    """
    sockets = f" ws://{host.text} wss://{host.text}" if host is not None and IN_POLICY.fullmatch(host.text) else ""
    return (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; "
        f"font-src 'self' data:; connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )


async def answer(send: Send, error: BungalowError, more: dict[str, str]) -> None:
    """Refuse a request with a Problem."""
    body = msgspec.json.encode(Problem(error.code, error.words, error.clause))
    heads = {"content-type": "application/json", "content-length": str(len(body)), **more}
    encoded = [(key.lower().encode(), value.encode()) for key, value in heads.items()]
    await send({"type": "http.response.start", "status": status_of(error), "headers": encoded})
    await send({"type": "http.response.body", "body": body, "more_body": False})
