"""`bungalow serve`: tables for browsers."""

from __future__ import annotations

import argparse

from bungalow.commands.common import Commands
from bungalow.server.arguments import add_arguments

EXAMPLES = """\
examples:
  bungalow serve                                       on this machine: http://localhost:8765
  bungalow serve --host 0.0.0.0 --port 80              for everybody in the network
  bungalow serve --data folder                         keep tables in that folder
  BUNGALOW_DATABASE=postgresql://user@host/name bungalow serve"""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve tables to browsers",
        description="Serve tables to browsers until Ctrl-C.",
        epilog=EXAMPLES,
    )
    add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from bungalow.server import serve

    return serve.run(args)
