"""Results as text: on the screen and as the table in docs/reliability.md."""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Sequence

from tools.faults.scenario import Result
from tools.progress import ROOT

PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- written by ./run faults --write -->", "<!-- end -->"
HEAD = (
    "scenario",
    "store",
    "result",
    "moves",
    "lost",
    "doubled",
    "stuck",
    "refused",
    "recovery",
    "p95 ms",
    "without",
    "stall ms",
    "",
)


STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def shown(value: float | None, unit: str = "") -> str:
    return "" if value is None else f"{value:g}{unit}"


def cells(result: Result) -> list[str]:
    ran = result.state != "not run"
    counts = (result.acknowledged, result.lost, result.doubled + result.disordered, result.stuck, result.refused)
    return [
        result.scenario,
        STORES[result.store],
        result.state,
        *(str(count) if ran else "" for count in counts),
        shown(result.recovery, " s"),
        shown(result.p95_ms),
        shown(result.quiet_p95_ms),
        shown(result.stall_ms),
        "; ".join([*result.problems, *result.notes]),
    ]


def table(results: Sequence[Result]) -> str:
    """All results in columns."""
    rows = [list(HEAD), *(cells(result) for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    )


def in_words(result: Result) -> str:
    """One line."""
    parts = [result.state, f"{result.seconds:g} s"]
    if result.state != "not run":
        parts += [f"{result.acknowledged} moves acknowledged"]
    if result.recovery is not None:
        parts.append(f"recovery {result.recovery:g} s")
    if result.p95_ms is not None:
        parts.append(f"p95 {result.p95_ms:g} ms")
    if result.quiet_p95_ms is not None:
        parts.append(f"without the attacker {result.quiet_p95_ms:g} ms")
    if result.stall_ms is not None:
        parts.append(f"longest stall {result.stall_ms:g} ms")
    return ", ".join([*parts, *result.problems])


def write(results: Sequence[Result], order: Sequence[tuple[str, str]]) -> None:
    """Renew the rows of these results in the page. `order` lists scenarios and stores; rows of others are dropped."""
    text = PAGE.read_text()
    machine = f"{os.cpu_count()} cores, Linux {platform.release().split('-')[0]}, Python {platform.python_version()}"
    fresh = {row_key(row): row for row in (row_of(result) for result in results)}
    rows = {row_key(row): row for row in text.partition(BEGIN)[2].partition(END)[0].splitlines()} | fresh
    lines = [
        BEGIN,
        "",
        f"{machine}. Each row shows the day of its run.",
        "",
        "| " + " | ".join((*HEAD, "measured")) + " |",
        "|" + "---|" * (len(HEAD) + 1),
        *(rows[key] for key in ((name, STORES[store]) for name, store in order) if key in rows),
        "",
        END,
    ]
    renewed = re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: "\n".join(lines), text, flags=re.DOTALL)
    PAGE.write_text(renewed)


def row_of(result: Result) -> str:
    parts = [*cells(result), time.strftime("%Y-%m-%d")]
    return "| " + " | ".join(cell.replace("|", "/") for cell in parts) + " |"


def row_key(row: str) -> tuple[str, str]:
    """Return the scenario and the store of a row; of another line, something that is neither."""
    parts = [part.strip() for part in row.split("|")]
    return (parts[1], parts[2]) if len(parts) > 2 else ("", row)
