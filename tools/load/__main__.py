"""Load and crash checks of the server, bounded in count and time.

    ./run load                                      500 tables x 4 sockets at 500 moves/s for 20 s on SQLite
    ./run load --rate 0                             as fast as it goes: the saturation figure
    ./run load --store postgres --seconds 10        the same on PostgreSQL
    ./run load --kill 10                            kill -9 under load, restart, look for every acknowledged move

Server and client run on this machine over the loopback; tables start in the middle of their games. A move's time runs
from handing it to the socket of its player until the last byte of its frame has come in at a socket of the table, taken
for every socket before the frame is read. CPU is that of the server's process alone: what bots and PostgreSQL use is
not in it.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import uvloop

from tools.load.crash import crash
from tools.load.measure import load
from tools.postgres import Postgres


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run load", description=__doc__, formatter_class=_Raw)
    parser.add_argument("--tables", type=int, default=500, help="how many tables (default 500)")
    parser.add_argument("--sockets", type=int, default=4, choices=(2, 3, 4, 5), help="seats and sockets at each")
    parser.add_argument("--rate", type=float, default=500.0, help="moves a second in total; 0: as fast as it goes")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure (at most 300)")
    parser.add_argument("--moves-before", type=int, default=50, help="moves made at each table before")
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="kill -9 the server N times instead")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    arguments.tables = max(1, min(arguments.tables, 2000))
    arguments.seconds = max(1.0, min(arguments.seconds, 300.0))
    allow_files(arguments.tables * arguments.sockets * 2 + 500)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bungalow-load-")))
        database = ""
        if arguments.store == "postgres":
            database = stack.enter_context(Postgres(durable=True)).new_database("load")
        if arguments.kill:
            found = uvloop.run(
                crash(
                    data,
                    database,
                    kills=arguments.kill,
                    tables=min(arguments.tables, 100),
                    seats=arguments.sockets,
                )
            )
            print(json.dumps(found) if arguments.json else "\n".join(f"{k:>14}: {v}" for k, v in found.items()))
            return 0 if found["lost"] == found["doubled"] == 0 else 1
        report = uvloop.run(
            load(
                data,
                database,
                tables=arguments.tables,
                seats=arguments.sockets,
                rate=arguments.rate,
                seconds=arguments.seconds,
                moves_before=arguments.moves_before,
            )
        )
    print(json.dumps(report.as_dict()) if arguments.json else report.words())
    return 0


class _Raw(argparse.RawDescriptionHelpFormatter):
    pass


def allow_files(wanted: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


if __name__ == "__main__":
    sys.exit(main())
