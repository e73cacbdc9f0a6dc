"""`./run long`: the long forms of tests whose share in `./run test` is small.

Every part prints what it is doing; the exit code is 1 if any part failed. A failure names the seed that repeats it.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from bungalow.core.registry import titles

SHARE = ("--thorough", "0", "--sampled", "4", "--rules-every", "12")
"""Secrecy is slow to check: in each game at about four choices, the rules at every twelfth."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run long", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--choices", type=int, default=200, metavar="N", help="pressing: choices per title and size")
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="conformance: games per title and number of seats"
    )
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), metavar="S", help="default: random")
    args = parser.parse_args(arguments)
    unknown = [part for part in args.parts if part not in PARTS]
    if unknown:
        parser.error(f"unknown part: {', '.join(unknown)}; choose from {', '.join(PARTS)}")
    print(f"seed {args.seed}; repeat with --seed {args.seed}", flush=True)
    failed = [name for name in args.parts or PARTS if not run_part(name, args)]
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
    return int(bool(failed))


def run_part(name: str, args: argparse.Namespace) -> bool:
    began = time.monotonic()
    print(f"{name} ...", flush=True)
    passed = PARTS[name](args)
    print(f"{name} ... {'passed' if passed else 'failed'} after {time.monotonic() - began:.0f} s", flush=True)
    return passed


def pressing(args: argparse.Namespace) -> bool:
    """Random pressing in the browser, one line for each title and size."""
    env = os.environ | {"BUNGALOW_TEST_SEED": str(args.seed), "BUNGALOW_PRESSING_CHOICES": str(args.choices)}
    command = [sys.executable, "-m", "pytest", "tests/web/test_pressing.py", "-v", "--tb=short"]
    return subprocess.run(command, env=env).returncode == 0


def conformance(args: argparse.Namespace) -> bool:
    """The conformance suite of every title, with every combination of a title's switches."""
    results = []
    for title in titles():
        command = [sys.executable, "-m", "bungalow", "conformance", title, "--every-switch"]
        command += ["--games", str(args.games), "--seed", str(args.seed), *SHARE]
        print(f"conformance of {title}", flush=True)
        results.append(subprocess.run(command).returncode == 0)
    return all(results)


PARTS: dict[str, Callable[[argparse.Namespace], bool]] = {"pressing": pressing, "conformance": conformance}
"""The name of each part and what runs it, in the order of running."""


if __name__ == "__main__":
    sys.exit(main())
