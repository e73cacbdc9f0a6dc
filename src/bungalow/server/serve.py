"""`bungalow serve`: run the server until Ctrl-C or SIGTERM."""

from __future__ import annotations

import argparse
import contextlib
import gc
import ipaddress
import logging
import os
import resource
import signal
import socket
import sqlite3
import sys
from collections.abc import Sequence

import msgspec
import uvicorn

from bungalow.core.errors import BadData, BadOptions, BungalowError
from bungalow.server import addresses
from bungalow.server.arguments import add_arguments, host_name
from bungalow.server.settings import Limits, Settings, default_data, default_web
from bungalow.server.store.base import StoreFailed

FAILED = 3
FILES = 20_000
"""As many open files as all sockets and connections need."""
CHECK_DATABASE = "Is it running, and is --database or BUNGALOW_DATABASE its address?"


class DataUnavailable(BadData):
    """The data folder or the database cannot be used."""

    code = "data-unavailable"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bungalow serve", description="Serve tables to browsers.")
    add_arguments(parser)
    try:
        return run(parser.parse_args(argv))
    except BungalowError as error:
        print(f"bungalow: {error}", file=sys.stderr)
        return FAILED


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM. Raises `BungalowError` if the port or the data folder cannot be used."""
    settings = Settings(
        data=arguments.data or default_data(),
        database=arguments.database,
        web=arguments.web or default_web(),
        limits=Limits(requests_per_minute=arguments.requests_per_minute),
        seed=arguments.seed,
    )
    if arguments.check_tables:
        return check_tables(settings, as_json=arguments.json)
    listener = addresses.listen(arguments.host, arguments.port)
    settings = msgspec.structs.replace(
        settings,
        limits=as_the_system_allows(settings.limits),
        hosts=(*(arguments.allow_host or ()), *named_hosts()),
        local=ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback,
    )
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    here, elsewhere = addresses.shown(listener)
    where = "PostgreSQL" if settings.database else str(settings.data)
    words = [f"Bungalow is open at {here}  (data: {where}; Ctrl-C stops)"]
    words += [f"  on other devices in your network: {address}" for address in elsewhere]

    from bungalow.server.app import make_app
    from bungalow.server.protocol import server_config
    from bungalow.server.store.choose import make_store

    app = make_app(settings, make_store(settings))
    config = server_config(app, settings.limits)
    server = Announcing(config, "\n".join(words))
    # A start that failed is reported in one line below, not with uvicorn's traceback.
    logging.getLogger("uvicorn.error").addFilter(lambda record: app.failure is None)
    logging.getLogger("uvicorn.error").addFilter(without_traceback)
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn raises it again at the end; that is no failure
    with contextlib.suppress(KeyboardInterrupt, SystemExit):  # uvicorn exits if it cannot start
        server.run(sockets=[listener])
    if app.failure is not None:
        raise why_not_started(app.failure, settings) or app.failure
    return 0 if server.started else 1


def as_the_system_allows(limits: Limits) -> Limits:
    """Return limits for as many open files as this process may have, after asking for more. The rest needs some too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    files = FILES if soft == resource.RLIM_INFINITY else soft
    return msgspec.structs.replace(
        limits, sockets=min(limits.sockets, files * 6 // 10), connections=min(limits.connections, files // 5)
    )


def named_hosts() -> list[str]:
    """Return the names in BUNGALOW_HOSTS. Raises `BadOptions` if one is no name."""
    try:
        return [host_name(name) for name in os.environ.get("BUNGALOW_HOSTS", "").replace(",", " ").split()]
    except argparse.ArgumentTypeError as error:
        raise BadOptions(f"BUNGALOW_HOSTS: {error}.") from None


def check_tables(settings: Settings, *, as_json: bool) -> int:
    """Print which tables this version would close when it starts; 1 when there are some. Nothing is changed."""
    from bungalow.core.registry import find
    from bungalow.server import upgrade
    from bungalow.server.store.look import stored_tables

    found = upgrade.check(stored_tables(settings), find)
    print(msgspec.json.encode(found).decode() if as_json else upgrade.report(found))
    return 1 if found.closing else 0


class Announcing(uvicorn.Server):
    """Prints where the server can be reached, once it can be."""

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


def why_not_started(error: Exception, settings: Settings) -> BungalowError | None:
    """Return what keeps the server from starting in one line, or None if it is an internal error."""
    if isinstance(error, BungalowError):
        return error
    if isinstance(error, StoreFailed):
        return DataUnavailable(f"{one_line(error)} {CHECK_DATABASE}" if settings.database else one_line(error))
    cause = getattr(error, "orig", None) or error  # SQLAlchemy wraps the error of the database
    if isinstance(cause, OSError):
        problem = f"Cannot write to the data folder {settings.data}: {cause.strerror or cause}."
    elif isinstance(cause, sqlite3.Error):
        problem = f"Cannot open the database in the data folder {settings.data}: {one_line(cause)}."
    elif type(cause).__module__.partition(".")[0] == "psycopg":
        return DataUnavailable(f"PostgreSQL: {one_line(cause)} {CHECK_DATABASE}")
    else:
        return None
    return DataUnavailable(f"{problem} Try another folder: {addresses.command()} --data FOLDER")


def without_traceback(record: logging.LogRecord) -> bool:
    """Shorten what uvicorn logs of bytes that are no text: they are a client's error, and the socket is closed."""
    if record.msg == "Invalid UTF-8 sequence received from client.":
        record.exc_info = None
    return True


def one_line(error: object) -> str:
    return " ".join(str(error).split())


if __name__ == "__main__":
    sys.exit(main())
