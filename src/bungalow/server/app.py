"""The application: REST, sockets, the OpenAPI document and the client, around one hub."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from bungalow.core.contract import Game
from bungalow.core.errors import BungalowError
from bungalow.server import api, openapi
from bungalow.server.api import HttpRequest
from bungalow.server.clock import Clock
from bungalow.server.edge import Edge, answer, check_readable, policy
from bungalow.server.hub import Hub
from bungalow.server.messages import Problem
from bungalow.server.problems import FORBIDDEN, status_of
from bungalow.server.seldom import log_seldom
from bungalow.server.settings import Settings
from bungalow.server.socket import serve_socket
from bungalow.server.static import SECURITY, client_files
from bungalow.server.store.base import Store, StoreFailed

log = logging.getLogger("bungalow")
ASSETS = "/assets/"
"""Files of the client; a page loads many at once, and they cost next to nothing."""
CODES = {400: "bad-request", 404: "not-found", 405: "wrong-method", 413: "too-big", 429: "too-fast"}


class Server:
    """REST and pages go through Litestar, sockets straight to their tables."""

    def __init__(self, litestar: Litestar, hub: Hub) -> None:
        self.litestar = litestar
        self.hub = hub
        self.edge = Edge(hub.settings.hosts, local=hub.settings.local)
        self.failure: Exception | None = None
        """What kept it from starting."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            try:
                self.edge.check(scope)
            except BungalowError:
                await receive()
                await send({"type": "websocket.close", "code": FORBIDDEN, "reason": ""})  # answers with 403
                return
            await serve_socket(scope, receive, send, self.hub)
        elif scope["type"] == ScopeType.HTTP:
            await self.answer(scope, receive, send)
        else:
            await self.litestar(scope, receive, send)

    async def answer(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer a request; each answer carries a policy that names the host it came for."""
        try:
            host = self.edge.check(scope)
            check_readable(scope)
            if not scope["path"].startswith(ASSETS):
                client = scope["client"]
                self.hub.budget.count_request(client[0] if client else "")
        except BungalowError as error:
            await answer(send, error, {**SECURITY, "Content-Security-Policy": policy(None)})
            return
        allowed = (b"content-security-policy", policy(host).encode())

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], allowed]
            await send(message)

        await self.litestar(scope, receive, send_with_policy)


def make_app(
    settings: Settings, store: Store, games: dict[str, Game] | None = None, clock: Clock | None = None
) -> Server:
    """The whole server, ready to be given to an ASGI server."""
    hub = Hub(settings, store, games, clock)
    cache: dict[str, bytes] = {}

    @get("/schema/openapi.json", include_in_schema=False, sync_to_thread=False)
    def openapi_document() -> Response[bytes]:
        if "document" not in cache:
            found = openapi.document(app, [hub.game(name) for name in hub.titles()])
            cache["document"] = msgspec.json.encode(found)
        return Response(cache["document"], media_type="application/json")

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        try:
            await hub.start()
        except Exception as error:
            server.failure = error
            raise
        try:
            yield
        finally:
            await hub.stop()

    app = Litestar(
        [*api.HANDLERS, openapi_document, *client_files(settings.web)],
        dependencies={"hub": Provide(lambda: hub, sync_to_thread=False)},
        lifespan=[lifespan],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=4, minimum_size=1000),
        openapi_config=openapi.CONFIG,
        request_max_body_size=settings.limits.body_bytes,
        exception_handlers={
            BungalowError: refuse,
            HTTPException: refuse_http,
            RecursionError: refuse_depth,
            UnicodeDecodeError: refuse_encoding,
            StoreFailed: refuse_for_now,
            Exception: fail,
        },
        response_headers=SECURITY,
        logging_config=None,
    )
    server = Server(app, hub)
    return server


def refuse(_: HttpRequest, error: Exception) -> Response[Problem]:
    assert isinstance(error, BungalowError)
    return problem(status_of(error), Problem(error.code, error.words, error.clause))


def refuse_depth(_: HttpRequest, __: Exception) -> Response[Problem]:
    return problem(400, Problem("bad-request", "the request is nested too deeply"))


def refuse_encoding(_: HttpRequest, __: Exception) -> Response[Problem]:
    return problem(400, Problem("bad-request", "the request is not UTF-8; encode it as UTF-8"))


def refuse_for_now(_: HttpRequest, error: Exception) -> Response[Problem]:
    log_seldom("store", f"the store failed: {error}")
    return problem(503, Problem("unavailable", "the store does not answer; try again"))


def refuse_http(_: HttpRequest, error: Exception) -> Response[Problem]:
    assert isinstance(error, HTTPException)
    extra: Any = error.extra
    words = error.detail or "this cannot be done"
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        words = "; ".join(f"{part.get('key', '')}: {part.get('message', '')}".strip(": ") for part in extra)
    answer = problem(error.status_code, Problem(CODES.get(error.status_code, "refused"), words[:400]))
    answer.headers.update(error.headers or {})
    return answer


def fail(request: HttpRequest, error: Exception) -> Response[Problem]:
    log.error("an error of ours at %s %s", request.method, request.url.path, exc_info=error)
    return problem(500, Problem("internal-error", "this is an error of Bungalow; nothing was changed"))


def problem(status: int, content: Problem) -> Response[Problem]:
    return Response(content, status_code=status, headers=SECURITY)
