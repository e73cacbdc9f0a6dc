"""`bungalow serve`: tables for browsers."""

from __future__ import annotations

import argparse

from bungalow.commands.common import Commands
from bungalow.server.arguments import add_arguments

EXAMPLES = """\
examples:
  bungalow serve                                       on this machine: http://localhost:8765
  bungalow serve --host 0.0.0.0 --port 80              for everybody in your network
  bungalow serve --data folder                         keep tables in that folder
  bungalow serve --check-tables                        before an upgrade: which tables will it close?
  BUNGALOW_DATABASE=postgresql://user@host/name bungalow serve

A table that was begun with an earlier rules version of its title continues if every move is still legal and has the
same result. Otherwise the server lists it on standard error when it starts, then closes it; people can still watch it
up to the move at which the rules differ. A table begun with newer rules is left as it is and cannot be opened.
--check-tables prints these lists, and the finished tables that have no film yet (with --json for a program), without
starting or changing anything, and exits with 1 if a table would be closed. With PostgreSQL, stop all servers of the old
version before you start the first new one."""


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
