"""Racing: several things timed in turns, and the best CPU time of each.

On a noisy machine only this is trustworthy: the thing and its reference in one run, one after the other in every
round, the best round of each, in CPU time of the thread.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence


class Runner:
    """Something that does the same work in every round."""

    units = 0
    """How many decisions, copies, ... one run is."""

    def __init__(self) -> None:
        self.best_seconds = float("inf")

    def prepare(self) -> None:
        """What a run needs, not timed."""

    def run(self) -> None:
        raise NotImplementedError

    def check(self) -> None:
        """Raise `UnequalWork` when the last run was not the work of the first."""

    def time_once(self) -> float:
        self.prepare()
        gc.collect()
        gc.disable()
        began = time.thread_time()
        self.run()
        seconds = time.thread_time() - began
        gc.enable()
        self.check()
        self.best_seconds = min(self.best_seconds, seconds)
        return seconds

    @property
    def per_second(self) -> float:
        return self.units / self.best_seconds if self.best_seconds else float("inf")

    @property
    def microseconds(self) -> float:
        return self.best_seconds / self.units * 1e6


class UnequalWork(Exception):
    """Two runs that should do the same did not, so their times say nothing."""


def race(runners: Sequence[Runner], rounds: int, progress: Callable[[int], None] = lambda round_number: None) -> None:
    """Let every runner run once in each round."""
    for round_number in range(rounds):
        progress(round_number)
        for runner in runners:
            runner.time_once()
