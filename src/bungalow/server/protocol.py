"""HTTP as uvicorn reads it, except that what it cannot read is refused as everything else is: with a Problem."""

from __future__ import annotations

import sys

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bungalow.server.messages import Problem

BAD_REQUEST = ("400 Bad Request", Problem("bad-request", "this is not HTTP; send a request as HTTP/1.1 writes it"))
WRONG_METHOD = ("405 Method Not Allowed", Problem("wrong-method", "there is no such method; use GET or POST"))


class PlainProtocol(HttpToolsProtocol):
    """Refuses in JSON."""

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser could not read, and hang up. Called while its error is handled."""
        unknown = isinstance(sys.exc_info()[1], httptools.HttpParserInvalidMethodError)
        status, problem = WRONG_METHOD if unknown else BAD_REQUEST
        body = msgspec.json.encode(problem)
        head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        allow = "allow: GET, POST, OPTIONS\r\n" if unknown else ""
        self.transport.write(f"{head}{allow}connection: close\r\n\r\n".encode() + body)
        self.transport.close()
