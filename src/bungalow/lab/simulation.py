"""Many games of bots, on all cores.

Game i of seed S has a seed of its own, made from (S, i) alone, and each bot in it draws from a stream made from
(S, i, seat). So the result does not depend on how the games were shared out.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bungalow.bots.playout import playout
from bungalow.bots.table import bot_names, choose, derived, make, stream
from bungalow.core.contract import Game, State
from bungalow.core.errors import BadData, BadOptions, BungalowError
from bungalow.core.random import mix
from bungalow.core.record import Record
from bungalow.core.registry import find
from bungalow.core.types import show_value

TASK_SECONDS = 1.0
"""A task of a worker process is at least about this long, so that handing it over costs next to nothing."""
PROBE_SECONDS = 0.3
"""Games played before the first task, to learn how long one takes."""


@dataclass(frozen=True)
class Plan:
    """Which games to play. Plain data: it travels to worker processes."""

    title: str
    seats: int
    games: int
    seed: int
    bots: tuple[str, ...] = ()
    """A short code for every seat; none means random play."""
    options: dict[str, object] = field(default_factory=dict)
    edition: str = ""
    record: str = ""
    """A folder for a record of every game, or empty."""

    @property
    def all_random(self) -> bool:
        return all(code == "random" for code in self.bots)

    def check(self) -> None:
        """Raise now what would go wrong in the first game."""
        if self.games < 1:
            raise BadOptions(f"the number of games is 1 or more, not {self.games}")
        if self.bots and len(self.bots) != self.seats:
            raise BadOptions(f"{self.seats} seats need {self.seats} bots, not {len(self.bots)}")
        game = find(self.title)
        for code in self.bots:
            make(code, game)
        game.new(self.seats, dict(self.options), self.seed, self.edition)


class Outcome(NamedTuple):
    """One game that was played."""

    checksum: int
    decisions: int
    over: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Batch(NamedTuple):
    """Games first, first + 1, ... and what they cost."""

    first: int
    outcomes: list[Outcome]
    cpu_seconds: float


@dataclass(frozen=True)
class Report:
    """What all the games came to. Wins and mean scores are by seat and of finished games."""

    title: str
    seats: int
    games: int
    decisions: int
    cpu_seconds: float
    checksum: str
    unfinished: int
    wins: list[int]
    mean_score: list[float]


def simulate(
    plan: Plan,
    processes: int | None = None,
    *,
    task_seconds: float = TASK_SECONDS,
    progress: Callable[[int], None] = lambda games: None,
) -> Report:
    """Play all games of a plan. `progress` is told the number of games done so far."""
    plan.check()
    if processes is not None and processes < 1:
        raise BadOptions(f"the number of processes is 1 or more, not {processes}")
    workers = processes or cores()
    probe = play_batch(plan, 0, plan.games, min(PROBE_SECONDS, task_seconds) if workers > 1 else None, progress)
    batches = [probe]
    done = len(probe.outcomes)
    if done < plan.games:
        seconds_a_game = max(probe.cpu_seconds / done, 1e-6)
        size = max(1, round(task_seconds / seconds_a_game))
        batches += play_on_workers(plan, done, size, workers, progress)
    return report(plan, sorted(batches))


def cores() -> int:
    """How many processes this machine lets us run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_on_workers(plan: Plan, first: int, size: int, workers: int, progress: Callable[[int], None]) -> list[Batch]:
    done = first
    batches: list[Batch] = []
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of a progress bar
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(workers, mp_context=context, initializer=leave_interrupts_to_parent) as pool:
        tasks: list[Future[Batch]] = [
            pool.submit(play_batch, plan, start, min(size, plan.games - start))
            for start in range(first, plan.games, size)
        ]
        try:
            for task in as_completed(tasks):
                batches.append(task.result())
                done += len(batches[-1].outcomes)
                progress(done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()  # or Ctrl-C would wait for games that nobody wants any more
            raise
    return batches


def leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal; only the parent is to answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_batch(
    plan: Plan,
    first: int,
    games: int,
    seconds: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Play games one after the other, at least one, stopping early when `seconds` are over."""
    game = find(plan.title)
    start = time.thread_time()
    outcomes: list[Outcome] = []
    told = 0.0
    for number in range(first, first + games):
        try:
            outcomes.append(play_game(plan, game, number))
        except BungalowError:
            raise
        except Exception as error:
            seed = derived(plan.seed, number)
            raise RuntimeError(f"game {number + 1}, of seed {seed}: {type(error).__name__}: {error}") from error
        spent = time.thread_time() - start
        if progress is not None and spent > told + 0.1:
            told = spent
            progress(len(outcomes))
        if seconds is not None and spent > seconds:
            break
    if progress is not None:
        progress(len(outcomes))
    return Batch(first, outcomes, time.thread_time() - start)


def play_game(plan: Plan, game: Game, number: int) -> Outcome:
    seed = derived(plan.seed, number)
    state = game.new(plan.seats, dict(plan.options), seed, plan.edition)
    if plan.all_random and not plan.record:
        decisions = int(playout(state, stream(plan.seed, number, "playout"), game.scratch()))
    else:
        moves, decisions = play_bots(plan, state, number)
        if plan.record:
            record_game(plan, state, seed, moves, Path(plan.record) / f"{plan.title}-{number + 1:06}.record")
    seats = range(plan.seats)
    return Outcome(
        state.checksum(),
        decisions,
        state.over(),
        tuple(int(state.score(seat)) for seat in seats),
        tuple(seat for seat in seats if state.rank(seat) == 1),
    )


def play_bots(plan: Plan, state: State, number: int) -> tuple[list[tuple[int, str]], int]:
    """Let bots play to the end. The moves, with their notation if they are to be recorded, and the number of
    decisions come back; a decision is a choice with two or more options."""
    moves: list[tuple[int, str]] = []
    decisions = 0
    limit = state.game.max_moves
    bots = [make(code, state.game) for code in plan.bots]
    streams = [stream(plan.seed, number, seat) for seat in range(plan.seats)]
    shared = stream(plan.seed, number, "playout")
    buffer = state.game.scratch()
    while not state.over() and len(moves) < limit:
        seat = int(state.actor())
        n = state.options(seat, buffer)
        decisions += n > 1
        if plan.all_random:  # as `playout` does it
            option = int(buffer[shared.below(n)])
        else:
            option = choose(bots[seat], state, seat, streams[seat])
        moves.append((seat, state.notation(seat, option) if plan.record else ""))
        state.apply(seat, option)
    return moves, decisions


def record_game(plan: Plan, state: State, seed: int, moves: list[tuple[int, str]], path: Path) -> None:
    Record(
        title=plan.title,
        rules=state.game.rules_version,
        edition=state.edition,
        seats=plan.seats,
        options={name: show_value(value) for name, value in state.settings.items()},
        names=tuple(bot_names(dict(enumerate(plan.bots or ["random"] * plan.seats))).values()),
        seed=seed,
        moves=moves,
        checksum=state.checksum(),
    ).save(path)


def make_folder(path: str) -> None:
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"cannot make the folder {path}: {error.strerror or error}") from None


def report(plan: Plan, batches: list[Batch]) -> Report:
    """Put batches, in the order of their games, together."""
    outcomes = [outcome for batch in batches for outcome in batch.outcomes]
    finished = [outcome for outcome in outcomes if outcome.over]
    checksum = 17
    for outcome in outcomes:
        checksum = int(mix(checksum, outcome.checksum))
    seats = range(plan.seats)
    totals = [sum(outcome.scores[seat] for outcome in finished) for seat in seats]
    return Report(
        title=plan.title,
        seats=plan.seats,
        games=len(outcomes),
        decisions=sum(outcome.decisions for outcome in outcomes),
        cpu_seconds=round(sum(batch.cpu_seconds for batch in batches), 6),
        checksum=f"{checksum:08x}",
        unfinished=len(outcomes) - len(finished),
        wins=[sum(seat in outcome.winners for outcome in finished) for seat in seats],
        mean_score=[round(total / len(finished), 4) if finished else 0.0 for total in totals],
    )
