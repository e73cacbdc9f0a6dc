"""What a scenario is, what it needs, and what comes of it."""

from __future__ import annotations

import asyncio
import atexit
import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

from tools import postgres
from tools.postgres import Postgres

StoreName = Literal["sqlite", "postgres"]
State = Literal["passed", "failed", "not run"]
SQLITE: tuple[StoreName, ...] = ("sqlite",)
POSTGRES: tuple[StoreName, ...] = ("postgres",)
BOTH: tuple[StoreName, ...] = ("sqlite", "postgres")
T = TypeVar("T")

STARTED: list[Postgres] = []
NUMBERS = itertools.count(1)
LAUNCHER = ThreadPoolExecutor(1)
"""Starts processes, so that players go on meanwhile. They end with the thread that started them: it is always this."""


@dataclass
class Result:
    """One row of the report."""

    scenario: str
    store: StoreName
    state: State = "passed"
    acknowledged: int = 0
    """Moves that the server said are kept."""
    lost: int = 0
    """Of these, not in the store at the end."""
    doubled: int = 0
    """Moves that are in the store twice."""
    disordered: int = 0
    """Moves that are in the store in another order than they were acknowledged in."""
    stuck: int = 0
    """Tables at which nobody can move, or not everybody sees the moves."""
    refused: int = 0
    """Requests of honest players that were refused, and sockets closed as if they had done wrong."""
    recovery: float | None = None
    """Seconds from the fault (or its end, where nothing can go on before) until every table has moved again."""
    p95_ms: float | None = None
    """Of the acknowledgements of honest moves, under attack."""
    quiet_p95_ms: float | None = None
    """The same in the windows without the attacker."""
    stall_ms: float | None = None
    """How long the server's event loop stood still at most."""
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Why it failed, or what is missing."""

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Sizes:
    """How large a scenario is to be."""

    quick: bool = False
    windows: int = 10
    seconds: float = 20.0
    """Of each window."""
    where: bool = False
    """Show where event loops stood still."""

    def pick(self, quick: T, full: T) -> T:
        return quick if self.quick else full


class Case:
    """One run of a scenario: its folder, its database, and what was found so far."""

    def __init__(self, result: Result, sizes: Sizes, folder: Path, say: Callable[[str], None]) -> None:
        self.result = result
        self.sizes = sizes
        self.folder = folder
        self.stack = ExitStack()
        """What has to be undone at the end."""
        self.postgres: Postgres | None = None
        self.database = ""
        """The address of an empty PostgreSQL database, or nothing for SQLite."""
        self._say = say

    def postgres_database(self) -> str:
        """Make an empty database; return its address."""
        assert self.postgres is not None
        return self.postgres.new_database(f"faults_{next(NUMBERS)}")

    def say(self, words: str) -> None:
        self._say(f"    {words}")

    def note(self, words: str) -> None:
        self.result.notes.append(words)
        self.say(words)

    def expect(self, holds: bool, words: str) -> None:
        """Let the scenario fail with these words unless something holds."""
        if not holds:
            self.result.problems.append(words)
            self.say(f"failed: {words}")


Run = Callable[[Case], Awaitable[None]]


@dataclass(frozen=True)
class Scenario:
    name: str
    what: str
    """One line."""
    run: Run
    stores: tuple[StoreName, ...] = SQLITE
    needs: tuple[str, ...] = ()
    apart: bool = False
    """PostgreSQL runs in a pid namespace of its own."""
    attack: bool = False
    """Measured in windows with and without an attacker."""


def missing(scenario: Scenario, store: StoreName) -> list[str]:
    """Return what this machine lacks to run it."""
    needs = [*scenario.needs, *(["postgres"] if store == "postgres" else [])]
    return [WORDS[need] for need in needs if not HAS[need]()]


def can_mount() -> bool:
    if os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    with tempfile.TemporaryDirectory(prefix="bungalow-faults-") as folder:
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True).returncode:
            return False
        subprocess.run(["umount", folder], check=True)
    return True


def can_unshare() -> bool:
    tools = all(shutil.which(name) for name in ("unshare", "setpriv"))
    command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "true"]
    return os.geteuid() == 0 and tools and subprocess.run(command, capture_output=True).returncode == 0


HAS: dict[str, Callable[[], bool]] = {
    "postgres": postgres.available,
    "mount": can_mount,
    "unshare": can_unshare,
    "proc": lambda: Path(f"/proc/self/task/{os.getpid()}/children").exists(),
}
WORDS = {
    "postgres": "the PostgreSQL of the test requirements",
    "mount": "root and the permission to mount a tmpfs",
    "unshare": "root, unshare and setpriv with pid namespaces",
    "proc": "a Linux /proc that lists the children of a process",
}


async def launched(start: Callable[[], T]) -> T:
    """Start a process, or wait for one, without keeping the players from playing."""
    return await asyncio.get_running_loop().run_in_executor(LAUNCHER, start)


def run_case(scenario: Scenario, store: StoreName, sizes: Sizes, say: Callable[[str], None], limit: float) -> Result:
    """Run a scenario to its end, at most for `limit` seconds. Whatever it started is gone afterwards."""
    import uvloop

    result = Result(scenario.name, store)
    if lacking := missing(scenario, store):
        result.state = "not run"
        result.problems = [f"needs {' and '.join(lacking)}"]
        return result
    began = time.monotonic()

    async def bounded(case: Case) -> None:
        async with asyncio.timeout(limit):
            await scenario.run(case)

    with tempfile.TemporaryDirectory(prefix="bungalow-faults-", ignore_cleanup_errors=True) as folder:
        case = Case(result, sizes, Path(folder), say)
        with case.stack:
            try:
                if store == "postgres":
                    case.postgres = LAUNCHER.submit(lambda: running_postgres(apart=scenario.apart)).result()
                    case.database = case.postgres_database()
                uvloop.run(bounded(case))
            except KeyboardInterrupt:
                raise
            except TimeoutError:
                result.problems.append(f"did not end within {limit:.0f} s")
            except Exception as error:
                result.problems.append(f"{type(error).__name__}: {error}")
                say_traceback(say, error)
    judge(result)
    result.seconds = round(time.monotonic() - began, 1)
    return result


def running_postgres(*, apart: bool) -> Postgres:
    """Return a PostgreSQL that runs; the same one for all scenarios of this process, whatever they did to it.

    It is durable, or a kill -9 would find moves that the database had not written yet.
    """
    if not STARTED:
        STARTED.append(Postgres(durable=True, apart=apart))
        atexit.register(STARTED[0].stop)
    postgres = STARTED[0]
    if not postgres.running or postgres.apart != apart:
        if postgres.running:
            postgres.halt()
        postgres.apart = apart
        postgres.start()
    return postgres


def judge(result: Result) -> None:
    """What every scenario promises."""
    for count, words in (
        (result.lost, "acknowledged moves are lost"),
        (result.doubled, "moves are there twice"),
        (result.disordered, "moves are out of order"),
        (result.stuck, "tables are stuck"),
        (result.refused, "honest requests were refused"),
    ):
        if count:
            result.problems.append(f"{count} {words}")
    result.state = "failed" if result.problems else "passed"


def say_traceback(say: Callable[[str], None], error: Exception) -> None:
    import traceback

    say("".join(traceback.format_exception(error)[-4:]).rstrip())


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
