"""The gate against getting slower: instructions of a fixed workload, counted by callgrind, against stored counts.

Instruction counts repeat exactly, or nearly so, under any load, but only for one compiler and one Python.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

from bench.workload import LOOPS

STORE = Path(__file__).with_name("gate.json")
ROOT = Path(__file__).parent.parent
LIMIT = 0.02
ITERATION_LIMIT = 1.3
"""What an iteration of the search may cost, in rollouts."""
LOOP_SYMBOL = "CPyDef_bungalow___bots___"

Counts = dict[str, dict[str, float]]
"""Instructions a decision, a clone, a guess, a rollout and an iteration with such a rollout, for each title."""


class Stored(TypedDict):
    environment: dict[str, str]
    counts: Counts


def gate(titles: list[str], *, compiled: bool, update: bool) -> int:
    """Count and compare, or store. The exit code is 1 only when something has become slower."""
    if shutil.which("valgrind") is None:
        print("valgrind not installed, instructions not counted (install the package valgrind)")
        return 0
    if not compiled:
        print("the engine runs uncompiled, instructions not counted (./run build)")
        return 0
    counts = {title: {work: count(title, work) for work in LOOPS} for title in titles}
    here = environment()
    stored = read()
    if update:
        kept = stored["counts"] if stored["environment"] == here else {}
        write({"environment": here, "counts": {**kept, **counts}})
        print("\n".join(describe(counts, {})))
        print(f"stored in {STORE.relative_to(ROOT)}")
        return 0
    print("\n".join(describe(counts, stored["counts"])))
    slower = dear_iterations(counts)
    if stored["environment"] == here:
        slower += regressions(stored["counts"], counts)
    else:
        print(f"not compared: stored for {words(stored['environment'])}, this is {words(here)}")
    for finding in slower:
        print(finding)
    return 1 if slower else 0


def iteration_per_rollout(works: dict[str, float]) -> float:
    return works["iteration"] / works["rollout"]


def dear_iterations(found: Counts) -> list[str]:
    """The titles whose search costs too much beside its rollouts, in words."""
    return [
        f"slower: {title}: an iteration costs {dear:.2f} rollouts (limit {ITERATION_LIMIT})"
        for title, works in found.items()
        if (dear := iteration_per_rollout(works)) > ITERATION_LIMIT
    ]


def regressions(stored: Counts, found: Counts, limit: float = LIMIT) -> list[str]:
    """What takes more instructions than the limit allows, in words. What was never stored passes."""
    return [
        f"slower: {title} {work} takes {now / before - 1:+.1%} instructions (limit {limit:+.0%}); "
        "if it is worth it, store it with --gate --update"
        for title, works in found.items()
        for work, now in works.items()
        if (before := stored.get(title, {}).get(work)) and now > before * (1 + limit)
    ]


def describe(found: Counts, stored: Counts) -> list[str]:
    heads = ("decision", "clone", "guess", "rollout", "iteration")
    lines = [f"{'instructions per':<22}{''.join(f'{head:>18}' for head in heads)}{'in rollouts':>14}"]
    for title, works in found.items():
        cells = []
        for work, now in works.items():
            before = stored.get(title, {}).get(work)
            change = f" ({now / before - 1:+.2%})" if before else ""
            cells.append(f"{now:,.0f}{change}".rjust(18))
        lines.append(f"{title:<22}{''.join(cells)}{iteration_per_rollout(works):>14.2f}")
    return lines


def count(title: str, work: str) -> float:
    """Instructions a unit of the workload, within its compiled loop."""
    print(f"counting {title} {work}", file=sys.stderr, flush=True)
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        f"--toggle-collect={LOOP_SYMBOL}{LOOPS[work]}",
        sys.executable,
        "-m",
        "bench.workload",
        title,
        work,
    ]
    settings = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{title} {work}: {done.stderr.strip().splitlines()[-1]}")
    return round(read_instructions(done.stderr) / int(done.stdout), 1)


def read_instructions(report: str) -> int:
    """The total in callgrind's closing words."""
    total = re.search(r"Collected : (\d+)", report)
    if total is None or total[1] == "0":
        raise RuntimeError("callgrind counted nothing: are the loops of bots/playout.py compiled?")
    return int(total[1])


def environment() -> dict[str, str]:
    """What instruction counts depend on."""
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True).stdout.splitlines()
    return {
        "compiler": compiler[0] if compiler else "",
        "python": platform.python_version(),
        "mypy": version("mypy"),
        "librt": version("librt"),
        "machine": platform.machine(),
    }


def words(environment: dict[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in environment.items()) or "nothing"


def read() -> Stored:
    if not STORE.exists():
        return {"environment": {}, "counts": {}}
    stored: Stored = json.loads(STORE.read_text(encoding="utf-8"))
    return stored


def write(stored: Stored) -> None:
    STORE.write_text(json.dumps(stored, indent=2, sort_keys=True) + "\n", encoding="utf-8")
