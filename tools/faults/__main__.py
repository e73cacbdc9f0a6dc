"""Faults and attackers beside honest tables, bounded in count and time.

    ./run faults                            everything, about 45 minutes on a quiet machine
    ./run faults --quick                    a small share of everything, without judging times
    ./run faults kill-server flood-look     only these
    ./run faults --list                     what there is
    ./run faults --write                    everything, and renew the table in docs/reliability.md row by row

All of it runs on this machine over the loopback. What needs root or a tool that is missing is reported as not run.
Exit code: 0 if nothing failed, 1 if something did, 2 if a name is wrong.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys

from tools.faults import page
from tools.faults.catalogue import find
from tools.faults.scenario import Result, Sizes, run_case
from tools.load.__main__ import allow_files
from tools.progress import Stop, say

FILES = 8000
WINDOWS, SECONDS = 10, 20.0
"""The full size of an attack."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./run faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", nargs="*", help="names of scenarios (default: all)")
    parser.add_argument("--quick", action="store_true", help="small sizes; times are not judged")
    parser.add_argument("--store", choices=("sqlite", "postgres"), help="only on this store (default: both)")
    parser.add_argument("--windows", type=int, default=WINDOWS, metavar="N", help="windows of each attack (default 10)")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="of each window (default 20)")
    parser.add_argument("--where", action="store_true", help="show where the server's event loop stood still")
    parser.add_argument("--list", action="store_true", help="list the scenarios and what they need")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--write", action="store_true", help="renew the rows of what ran in docs/reliability.md")
    arguments = parser.parse_args()
    try:
        chosen = find(arguments.scenario)
    except Stop as stop:
        say(str(stop))
        return 2
    if arguments.list:
        for scenario in chosen:
            needs = f"  (needs {', '.join(scenario.needs)})" if scenario.needs else ""
            print(f"{scenario.name:22} {scenario.what}{needs}")
        return 0
    full = not arguments.quick and arguments.windows >= WINDOWS and arguments.seconds >= SECONDS
    if arguments.write and not full:
        say(f"docs/reliability.md shows full sizes only: {WINDOWS} windows of {SECONDS:g} s, not --quick.")
        return 2
    windows = 2 if arguments.quick else max(2, min(arguments.windows, 20))
    seconds = 1.0 if arguments.quick else max(1.0, min(arguments.seconds, 60.0))
    sizes = Sizes(arguments.quick, windows - windows % 2, seconds, arguments.where)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is cleaned up then too
    allow_files(FILES)
    results: list[Result] = []
    for scenario in chosen:
        for store in scenario.stores:
            if arguments.store in (None, store):
                say(f"{scenario.name} ({store}): {scenario.what}")
                limit = (60.0 if sizes.quick else 300.0) + (2 * windows * seconds if scenario.attack else 0.0)
                results.append(run_case(scenario, store, sizes, say, limit))
                say(f"  {page.in_words(results[-1])}")
                if arguments.write:  # at once: an interrupted run keeps what it has measured
                    page.write(results[-1:], [(each.name, kept) for each in find([]) for kept in each.stores])
    print(json.dumps([result.as_dict() for result in results]) if arguments.json else page.table(results))
    return int(any(result.state == "failed" for result in results))


if __name__ == "__main__":
    sys.exit(main())
