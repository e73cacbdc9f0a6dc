"""Games on a Ray cluster: the same games as on one machine, so the same rows.

Every node needs this version of bungalow with the extra `lab`. A node may die on the way: what it was playing is played
again elsewhere, and since a game depends on its number alone, nobody can tell afterwards.
"""

from __future__ import annotations

import logging
import os
import socket
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bungalow.core.errors import BadData, BadOptions, BungalowError
from bungalow.core.registry import find
from bungalow.lab.extra import library
from bungalow.lab.simulation import Batch, Plan, play_batch

KNOCK_SECONDS = 5
TRIES_FOREVER = -1
WAITING = 2
"""So many tasks for each worker are handed out at once, so that none waits for the next."""


def check(plan: Plan, address: str) -> None:
    """Raise when the plan cannot be played on that cluster, before any game is played."""
    if plan.record:
        raise BadOptions("records are written where a game is played: --record does not go with --ray")
    if any("@" in code for code in plan.bots):
        raise BadOptions("a bot's file of weights is on this machine alone: CODE@FILE does not go with --ray")
    place = None if address in ("auto", "local") else place_of(address)
    ray_itself()
    if address == "auto":
        with connected(address):
            return
    if place is not None:
        knock(address, *place)


def ray_itself() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    return library("ray", "--ray needs", "lab")


def nobody_at(address: str, error: Exception) -> BadOptions:
    words = " ".join(str(error).split()).partition(". ")[0]
    return BadOptions(f"no Ray cluster at '{address}': {words}")


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Ray, connected to a cluster: `host:port`, `auto` for the one on this machine, `local` for one of our own."""
    ray = ray_itself()
    own: dict[str, object] = {"include_dashboard": False} if address == "local" else {}
    try:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False, **own)
    except (OSError, ValueError, RuntimeError) as error:
        raise nobody_at(address, error) from None
    try:
        yield ray
    finally:
        ray.shutdown()


def place_of(address: str) -> tuple[str, int]:
    """Host and port."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal():
        raise BadOptions(f"a Ray cluster is at host:port, auto or local, not '{address}'")
    return host.rpartition("/")[2], int(port)


def knock(address: str, host: str, port: int) -> None:
    """Raise at once when nobody is there: Ray itself would try for minutes."""
    try:
        socket.create_connection((host, port), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise nobody_at(address, error) from None


def play_on_cluster(
    plan: Plan,
    games: Sequence[range],
    address: str,
    workers: int | None,
    keep: Callable[[Batch], None],
    progress: Callable[[int], None],
) -> None:
    """Play these games on a cluster, as many tasks at once as it has processors, or as `workers` says."""
    edition = Path(plan.edition).read_bytes() if plan.edition else b""
    own = versions(plan)
    done = 0
    with connected(address) as ray:
        task = ray.remote(num_cpus=1, max_retries=TRIES_FOREVER)(play_there)
        at_once = workers or WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
        left = list(reversed(games))
        running: list[Any] = []
        while left or running:
            while left and len(running) < at_once:
                some = left.pop()
                running.append(task.remote(plan, own, edition, some.start, len(some)))
            finished, running = ray.wait(running, num_returns=1)
            for batch in fetch(ray, finished):
                keep(batch)
                done += len(batch.outcomes)
                progress(done)


def fetch(ray: Any, finished: list[Any]) -> list[Batch]:
    """What tasks brought; an error of ours comes as it was raised there."""
    try:
        found: list[Batch] = ray.get(finished)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, BungalowError | RuntimeError):
            raise error.cause from None
        raise
    return found


def versions(plan: Plan) -> dict[str, object]:
    """What must be the same on every node, so that games do not depend on where they are played."""
    return {"rules version": find(plan.title).rules_version, "bots' settings": plan.bots_play_by()}


def play_there(plan: Plan, wanted: dict[str, object], edition: bytes, first: int, games: int) -> Batch:
    """A task on some node; the edition comes along, since its file may be here alone."""
    here = versions(plan)
    for name, value in wanted.items():
        if here[name] != value:
            words = f"a node of the cluster has another {name} of {plan.title}: {here[name]}, not {value}"
            raise BadData(f"{words}; install this version there")
    if not edition:
        return play_batch(plan, first, games)
    with tempfile.NamedTemporaryFile(suffix=Path(plan.edition).suffix) as file:
        file.write(edition)
        file.flush()
        return play_batch(replace(plan, edition=file.name), first, games)
