"""Results as text: on the screen and as the table in docs/reliability.md."""

from __future__ import annotations

import os
import platform
import re
import time
from collections.abc import Sequence

from tools.faults.scenario import Result, Sizes
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


def shown(value: float | None, unit: str = "") -> str:
    return "" if value is None else f"{value:g}{unit}"


def cells(result: Result) -> list[str]:
    ran = result.state != "not run"
    counts = (result.acknowledged, result.lost, result.doubled + result.disordered, result.stuck, result.refused)
    return [
        result.scenario,
        {"sqlite": "SQLite", "postgres": "PostgreSQL"}[result.store],
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
        parts.append(f"p95 {result.p95_ms:g} ms, without {shown(result.quiet_p95_ms)} ms")
    if result.stall_ms is not None:
        parts.append(f"longest stall {result.stall_ms:g} ms")
    return ", ".join([*parts, *result.problems])


def write(results: Sequence[Result], sizes: Sizes) -> None:
    """Renew the table in the page."""
    lines = [
        BEGIN,
        "",
        f"Measured on {time.strftime('%d %B %Y')}: {os.cpu_count()} cores, Linux {platform.release().split('-')[0]}, "
        f"Python {platform.python_version()}; attacks in {sizes.windows} windows of {sizes.seconds:g} s.",
        "",
        "| " + " | ".join(HEAD) + " |",
        "|" + "---|" * len(HEAD),
        *("| " + " | ".join(cell.replace("|", "/") for cell in cells(result)) + " |" for result in results),
        "",
        END,
    ]
    text = PAGE.read_text()
    renewed = re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: "\n".join(lines), text, flags=re.DOTALL)
    PAGE.write_text(renewed)
