"""The options of `bungalow serve`; quick to import, so that the command line can do so at every start."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

HOST = "127.0.0.1"
PORT = 8765
REQUESTS_PER_MINUTE = 600
HOST_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?")


def port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not '{text}'")
    return int(text)


def host_name(text: str) -> str:
    if not HOST_NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(f"a host is a name such as games.example, not '{text}'")
    return text.lower()


def add_store_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a store, for every command that uses one."""
    parser.add_argument("--data", type=Path, help="folder of the database (default: the user's data folder)")
    parser.add_argument(
        "--database",
        default=os.environ.get("BUNGALOW_DATABASE", ""),
        metavar="URL",
        help="postgresql://... instead of SQLite (default: the environment's BUNGALOW_DATABASE)",
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=HOST, help=f"address to listen on (default {HOST}; 0.0.0.0: the network)")
    parser.add_argument("--port", type=port, default=PORT, help=f"port to listen on (default {PORT}; 0: a free one)")
    parser.add_argument(
        "--allow-host",
        type=host_name,
        action="append",
        metavar="NAME",
        help="a name of this server, such as that of a proxy before it; may be repeated (also: BUNGALOW_HOSTS=A,B)",
    )
    add_store_arguments(parser)
    parser.add_argument(
        "--check-tables",
        action="store_true",
        help="list the tables that this version's rules would close, change nothing, and exit (1: there are some)",
    )
    parser.add_argument("--json", action="store_true", help="with --check-tables: print one JSON value")
    parser.add_argument("--web", type=Path, help="folder of the built client")
    parser.add_argument("--requests-per-minute", type=int, default=REQUESTS_PER_MINUTE, help=argparse.SUPPRESS)
    # For tests: the same tables again. Whoever knows it could foresee every deal.
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
