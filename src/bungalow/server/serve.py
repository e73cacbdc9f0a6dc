"""`bungalow serve`: run the server until it is told to stop."""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Sequence

import uvicorn

from bungalow.core.errors import BadOptions
from bungalow.server.arguments import add_arguments
from bungalow.server.settings import Limits, Settings, default_data, default_web


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bungalow serve", description="Serve tables to browsers.")
    add_arguments(parser)
    return run(parser.parse_args(argv))


def run(arguments: argparse.Namespace) -> int:
    """Serve with parsed arguments; comes back when stopped by Ctrl-C or SIGTERM."""
    settings = Settings(
        data=arguments.data or default_data(),
        database=arguments.database,
        web=arguments.web or default_web(),
        limits=Limits(requests_per_minute=arguments.requests_per_minute),
        seed=arguments.seed,
    )
    listener = listen(arguments.host, arguments.port)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    where = "PostgreSQL" if settings.database else str(settings.data)

    from bungalow.server.app import make_app
    from bungalow.server.store.choose import make_store

    app = make_app(settings, make_store(settings))
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        loop="uvloop",
        http="httptools",
        lifespan="on",
        log_level="warning",
        access_log=False,
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    server = Announcing(config, f"Bungalow is open at http://{shown}:{port}  (data: {where}; Ctrl-C stops)")
    signal.signal(signal.SIGTERM, lambda *_: None)  # what uvicorn sends itself again at the end is no failure
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return 0 if server.started else 1


class Announcing(uvicorn.Server):
    """Says where it can be reached as soon as it can be."""

    def __init__(self, config: uvicorn.Config, words: str) -> None:
        super().__init__(config)
        self.words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What the game makes is freed without it, and looking through all tables again and again would stop them for
        # long each time: the hub looks for garbage when it fits.
        gc.disable()
        gc.collect()
        gc.freeze()
        sys.setswitchinterval(0.001)  # the thread that writes to the disk waits less for its turn
        if self.started:
            print(self.words, flush=True)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; a taken port is told in one line."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
        listener.setblocking(False)
    except (OSError, OverflowError) as error:
        raise BadOptions(f"cannot listen on {host} port {port}: {getattr(error, 'strerror', None) or error}") from None
    return listener


if __name__ == "__main__":
    sys.exit(main())
