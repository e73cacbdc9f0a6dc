"""A server inside the test's process, for titles that are not installed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from bungalow.core.contract import Game
from bungalow.server.addresses import listen
from bungalow.server.app import make_app
from bungalow.server.clock import Clock
from bungalow.server.hub import Hub
from bungalow.server.protocol import server_config
from bungalow.server.settings import Limits, Settings
from bungalow.server.store.choose import make_store


class FastClock(Clock):
    """Real time, so many times faster."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def now(self) -> float:
        return super().now() * self.factor

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds / self.factor)


@contextmanager
def serving(
    data: Path, *games: Game, web: Path | None = None, clock: Clock | None = None, limits: Limits | None = None
) -> Iterator[tuple[str, Hub]]:
    """Its address and its hub. Look at the hub, but leave its tables to the server's thread."""
    settings = Settings(data=data, web=web, limits=limits or Limits(requests_per_minute=100_000))
    app = make_app(settings, make_store(settings), {game.name: game for game in games}, clock)
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(server_config(app, settings.limits))
    thread = threading.Thread(target=lambda: server.run(sockets=[listener]), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", app.hub
    finally:
        server.should_exit = True
        thread.join(timeout=10)
