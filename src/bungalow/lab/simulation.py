"""Many games of bots, on all cores.

Game i of seed S has a seed of its own, made from (S, i) alone, and each bot in it draws from a stream made from
(S, i, seat). So the result does not depend on how the games were shared out, nor on which were played before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bungalow.bots.playout import playout
from bungalow.bots.table import bot_names, choose, derived, make, plays_by, stream
from bungalow.core.account import Account
from bungalow.core.contract import Game, State
from bungalow.core.errors import BadData, BadOptions, BungalowError
from bungalow.core.random import mix
from bungalow.core.record import Record
from bungalow.core.registry import find
from bungalow.core.types import show_value
from bungalow.lab.workers import cores, workers

TASK_SECONDS = 1.0
"""A task of a worker process is at least about this long, so that handing it over costs next to nothing."""
ALONE_SECONDS = 0.1
"""Likewise where this process plays all games itself, so that the progress bar moves."""
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
    accounts: bool = False
    """Also keep what each game came to: its `Game.account`, its options and moves."""

    @property
    def all_random(self) -> bool:
        return all(code == "random" for code in self.bots)

    def sitting(self) -> tuple[str, ...]:
        """Who sits where: the code of a bot, or the name of a rival that the title plays itself."""
        game = find(self.title)
        played = game.played_seats(self.seats, dict(self.options))
        bots = self.bots or ("random",) * self.seats
        return (*bots[:played], *game.seat_names(self.seats, dict(self.options))[played:])

    def bots_play_by(self) -> dict[str, dict[str, object]]:
        """Settings and weights of the bots that have some."""
        game = find(self.title)
        found = {code: plays_by(code, game) for code in self.bots}
        return {code: settings for code, settings in found.items() if settings}

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


class Detail(NamedTuple):
    """More about one game, when the plan asks for accounts."""

    account: Account
    moves: int
    options: int
    """Of all decisions together."""
    most_options: int


class Outcome(NamedTuple):
    """One game that was played."""

    checksum: int
    decisions: int
    over: bool
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    detail: Detail | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


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
    seed: int
    bots: tuple[str, ...]
    """Who sat where: the code of a bot, or the name of a rival that the title plays itself."""
    games: int
    played: int
    """Of these, by this run; the others were there before."""
    decisions: int
    cpu_seconds: float
    """Of this run."""
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
    ray: str = "",
) -> Report:
    """Play all games of a plan. `progress` is told the number of games done so far."""
    batches: list[Batch] = []
    play([range(plan.games)], plan, batches.append, processes, task_seconds=task_seconds, progress=progress, ray=ray)
    batches.sort()
    outcomes = [outcome for batch in batches for outcome in batch.outcomes]
    return report(plan, outcomes, sum(batch.cpu_seconds for batch in batches), len(outcomes))


def play(
    games: Sequence[range],
    plan: Plan,
    keep: Callable[[Batch], None],
    processes: int | None = None,
    *,
    task_seconds: float = TASK_SECONDS,
    progress: Callable[[int], None] = lambda games: None,
    ray: str = "",
) -> None:
    """Play these games of a plan; `keep` is given batch after batch, in any order.

    `ray` is the address of a cluster that plays them instead of this machine.
    """
    plan.check()
    if processes is not None and processes < 1:
        raise BadOptions(f"the number of processes is 1 or more, not {processes}")
    if ray:
        from bungalow.lab import cluster

        cluster.check(plan, ray)
    if plan.record:
        make_folder(plan.record)
    count = processes or cores()
    before = plan.games - sum(map(len, games))
    progress(before)
    if count == 1 and not ray:
        for some in games:
            while some:
                batch = play_batch(plan, some.start, len(some), ALONE_SECONDS)
                keep(batch)
                some = some[len(batch.outcomes) :]
                before += len(batch.outcomes)
                progress(before)
        return
    left = [some for some in games if some]
    if not left:
        return
    probe = play_batch(plan, left[0].start, len(left[0]), min(PROBE_SECONDS, task_seconds))
    keep(probe)
    done = len(probe.outcomes)
    progress(before + done)
    left[0] = left[0][done:]
    size = max(1, round(task_seconds / max(probe.cpu_seconds / done, 1e-6)))
    tasks = [some[at : at + size] for some in left for at in range(0, len(some), size)]
    if tasks and ray:
        cluster.play_on_cluster(plan, tasks, ray, processes, keep, lambda more: progress(before + done + more))
    elif tasks:
        play_on_workers(plan, tasks, count, keep, lambda more: progress(before + done + more))


def play_on_workers(
    plan: Plan, games: Sequence[range], count: int, keep: Callable[[Batch], None], progress: Callable[[int], None]
) -> None:
    done = 0
    with workers(count) as pool:
        tasks: list[Future[Batch]] = [pool.submit(play_batch, plan, some.start, len(some)) for some in games]
        for task in as_completed(tasks):
            batch = task.result()
            keep(batch)
            done += len(batch.outcomes)
            progress(done)


def play_batch(plan: Plan, first: int, games: int, seconds: float | None = None) -> Batch:
    """Play games one after the other, at least one, stopping early when `seconds` are over."""
    game = find(plan.title)
    start = time.thread_time()
    outcomes: list[Outcome] = []
    for number in range(first, first + games):
        try:
            outcomes.append(play_game(plan, game, number))
        except BungalowError:
            raise
        except Exception as error:
            seed = derived(plan.seed, number)
            raise RuntimeError(f"game {number + 1}, of seed {seed}: {type(error).__name__}: {error}") from error
        if seconds is not None and time.thread_time() - start > seconds:
            break
    return Batch(first, outcomes, time.thread_time() - start)


def play_game(plan: Plan, game: Game, number: int) -> Outcome:
    seed = derived(plan.seed, number)
    state = game.new(plan.seats, dict(plan.options), seed, plan.edition, logged=plan.accounts)
    detail: Detail | None = None
    if plan.all_random and not plan.record and not plan.accounts:
        decisions = int(playout(state, stream(plan.seed, number, "playout"), game.scratch()))
    else:
        course = play_bots(plan, state, number)
        decisions = course.decisions
        if plan.record:
            record_game(plan, state, seed, course.moves, Path(plan.record) / f"{plan.title}-{number + 1:06}.record")
        if plan.accounts:
            account = game.account(state) if state.over() else Account(())
            detail = Detail(account, len(course.moves), course.options, course.most_options)
    seats = range(plan.seats)
    return Outcome(
        state.checksum(),
        decisions,
        state.over(),
        tuple(int(state.score(seat)) for seat in seats),
        tuple(int(state.rank(seat)) for seat in seats),
        detail,
    )


@dataclass
class Course:
    """How a game went. A decision is a choice with two or more options."""

    moves: list[tuple[int, str]] = field(default_factory=list)
    """Seat and notation; without the latter when nothing is to be recorded."""
    decisions: int = 0
    options: int = 0
    most_options: int = 0


def play_bots(plan: Plan, state: State, number: int) -> Course:
    """Let bots play to the end."""
    course = Course()
    limit = state.game.max_moves
    bots = [make(code, state.game) for code in plan.bots]
    streams = [stream(plan.seed, number, seat) for seat in range(plan.seats)]
    shared = stream(plan.seed, number, "playout")
    buffer = state.game.scratch()
    while not state.over() and len(course.moves) < limit:
        seat = int(state.actor())
        n = int(state.options(seat, buffer))
        if n > 1:
            course.decisions += 1
            course.options += n
            course.most_options = max(course.most_options, n)
        if plan.all_random:  # as `playout` does it
            option = int(buffer[shared.below(n)])
        else:
            option = choose(bots[seat], state, seat, streams[seat])
        course.moves.append((seat, state.notation(seat, option) if plan.record else ""))
        state.apply(seat, option)
    return course


def record_game(plan: Plan, state: State, seed: int, moves: list[tuple[int, str]], path: Path) -> None:
    """Write the record of a game; whatever else has its name is left alone."""
    record = Record(
        title=plan.title,
        rules=state.game.rules_version,
        edition=state.edition,
        seats=plan.seats,
        options={name: show_value(value) for name, value in state.settings.items()},
        names=names_of(plan),
        seed=seed,
        moves=moves,
        checksum=state.checksum(),
    )
    if path.exists() and path.read_bytes() != record.write().encode():
        raise BadData(f"{path} is there already and holds something else: name another folder")
    record.save(path)


def names_of(plan: Plan) -> tuple[str, ...]:
    """What those at the table are called."""
    played = find(plan.title).played_seats(plan.seats, dict(plan.options))
    sitting = plan.sitting()
    return (*bot_names(dict(enumerate(sitting[:played]))).values(), *sitting[played:])


def make_folder(path: str) -> None:
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"cannot make the folder {path}: {error.strerror or error}") from None


def report(plan: Plan, outcomes: Sequence[Outcome], cpu_seconds: float, played: int) -> Report:
    """Put all outcomes, in the order of their games, together."""
    finished = [outcome for outcome in outcomes if outcome.over]
    checksum = 17
    for outcome in outcomes:
        checksum = int(mix(checksum, outcome.checksum))
    seats = range(plan.seats)
    totals = [sum(outcome.scores[seat] for outcome in finished) for seat in seats]
    return Report(
        title=plan.title,
        seats=plan.seats,
        seed=plan.seed,
        bots=plan.sitting(),
        games=len(outcomes),
        played=played,
        decisions=sum(outcome.decisions for outcome in outcomes),
        cpu_seconds=round(cpu_seconds, 6),
        checksum=f"{checksum:08x}",
        unfinished=len(outcomes) - len(finished),
        wins=[sum(seat in outcome.winners for outcome in finished) for seat in seats],
        mean_score=[round(total / len(finished), 4) if finished else 0.0 for total in totals],
    )
