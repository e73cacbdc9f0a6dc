"""Learning the weights of a title's heuristic by letting greedy bots play each other.

Evolution strategy (Salimans and others, 2017): every step shifts all weights a little at random, plays the shifted
weights against the weights shifted the other way on the same deals with seats swapped, and moves the weights towards
the side that did better. Weights are shifted by factors, so each keeps its sign. What comes out is the mean over the
second half of the steps.

Every step is a line in the journal: whoever starts the same learning again goes on from there. The same seed, the same
weights, with any number of processes.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bungalow.bots.greedy import GreedyBot
from bungalow.bots.table import choose, derived, stream
from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions
from bungalow.core.registry import find, installed_version
from bungalow.core.types import show_value
from bungalow.core.weights import write_weights
from bungalow.lab.extra import library
from bungalow.lab.journal import Journal
from bungalow.lab.workers import cores, workers

VERSION = 1
SHIFT = 0.12
"""How far a weight is shifted, as a factor: about an eighth up or down."""
RATE = 0.01
"""How far a weight moves in the first step at most, as a factor; in the last, a tenth of it."""
FORGET = 0.9
FORGET_SQUARES = 0.99
LOPSIDED = 0.25
"""A lead of that share of the mean score counts like three quarters of a win."""


@dataclass(frozen=True)
class Lesson:
    """What is learned, from which games. Plain data: it travels to worker processes."""

    title: str
    seats: tuple[int, ...]
    """Numbers of seats, taken in turn."""
    steps: int
    seed: int
    shifts: int = 16
    """Shifts tried in each step."""
    deals: int = 2
    """Deals for each shift, each played twice with seats swapped."""
    options: dict[str, object] = field(default_factory=dict)
    edition: str = ""

    def check(self) -> Game:
        """The title. Raises now what would go wrong in the first game."""
        game = find(self.title)
        if not hasattr(game, "heuristic") or not game.heuristic.weights:
            raise BadOptions(f"{game.title} has no weights to learn")
        if self.steps < 1:
            raise BadOptions(f"the number of steps is 1 or more, not {self.steps}")
        for seats in self.seats:
            game.new(seats, dict(self.options), self.seed, self.edition)
            if self.played(game, seats) < 2:
                raise BadOptions("learning needs two or more seats that bots play")
        return game

    def played(self, game: Game, seats: int) -> int:
        """How many of the seats bots play, from the first on; the title plays the others itself."""
        return game.played_seats(seats, dict(self.options))

    def head(self, game: Game) -> dict[str, object]:
        """The first line of the journal: steps of another lesson are not mixed with these."""
        state = game.new(self.seats[0], dict(self.options), self.seed, self.edition)
        return {
            "learning": VERSION,
            "bungalow": installed_version(),
            "title": self.title,
            "rules": game.rules_version,
            "seats": list(self.seats),
            "seed": self.seed,
            "shifts": self.shifts,
            "deals": self.deals,
            "options": {name: show_value(value) for name, value in state.settings.items()},
            "edition": state.edition,
            "steps": self.steps,
            "start": game.heuristic.weights,
        }


class Ascent:
    """The way of the weights uphill, as logarithms of factors (Adam, with steps that shrink)."""

    def __init__(self, size: int, steps: int, tries: int, seed: int) -> None:
        self.np = library("numpy", "learning needs", "results")
        self.size, self.steps, self.tries, self.seed = size, steps, tries, seed
        self.at = self.mean = self.square = self.np.zeros(size)
        self.trail: list[Any] = []
        """Where it stood after each step."""

    def shifts(self) -> Any:
        """What is tried next, a row each: this much further, and this much back."""
        numbers = self.np.random.default_rng([self.seed, len(self.trail)])
        return SHIFT * numbers.normal(size=(self.tries, self.size))

    def move(self, results: Sequence[float]) -> None:
        """Go on, knowing how much better each shift did than its opposite."""
        slope = self.np.array(results) @ self.shifts() / self.tries
        self.mean = FORGET * self.mean + (1 - FORGET) * slope
        self.square = FORGET_SQUARES * self.square + (1 - FORGET_SQUARES) * slope**2
        step = len(self.trail) + 1
        mean = self.mean / (1 - FORGET**step)
        square = self.square / (1 - FORGET_SQUARES**step)
        self.at = self.at + RATE * (1 - 0.9 * step / self.steps) * mean / (self.np.sqrt(square) + 1e-9)
        self.trail.append(self.at)

    def settled(self) -> Any:
        """The mean of the second half of the way."""
        return self.np.mean(self.trail[len(self.trail) // 2 :], axis=0)


def learn(
    lesson: Lesson,
    path: Path | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda steps: None,
) -> dict[str, float]:
    """The learned weights."""
    game = lesson.check()
    start = game.heuristic.weights
    ascent = Ascent(len(start), lesson.steps, lesson.shifts, lesson.seed)
    kept = Journal(path, "lesson", lesson.head(game), lambda row: read_results(row, lesson.shifts))
    with kept as journal, workers(processes or cores()) as pool:
        for step in range(lesson.steps):
            if step == len(journal.rows):
                tasks = [
                    pool.submit(
                        compare,
                        lesson,
                        f"{step}/{number}",
                        lesson.seats[number % len(lesson.seats)],
                        times(start, ascent.at + shift),
                        times(start, ascent.at - shift),
                    )
                    for number, shift in enumerate(ascent.shifts())
                ]
                results = [task.result() for task in tasks]
                journal.add(results, results)
            ascent.move(journal.rows[step])
            progress(step + 1)
    return {name: float(f"{value:.4g}") for name, value in times(start, ascent.settled()).items()}


def read_results(row: list[float], count: int) -> list[float]:
    """The results of a step from its line."""
    results = [float(result) for result in row]
    if len(results) != count:
        raise ValueError
    return results


def times(weights: dict[str, float], logarithms: Iterable[float]) -> dict[str, float]:
    """Weights multiplied by factors."""
    return {
        name: value * math.exp(by) for (name, value), by in zip(weights.items(), map(float, logarithms), strict=True)
    }


def compare(lesson: Lesson, place: str, seats: int, weights: dict[str, float], against: dict[str, float]) -> float:
    """How much better some weights do than others, from -1 to 1."""
    game = find(lesson.title)
    bots = [GreedyBot(heuristic=game.heuristic.with_weights(each)) for each in (weights, against)]
    results = []
    for deal in range(lesson.deals):
        for first in (0, 1):
            sides = [(seat + first) % 2 for seat in range(lesson.played(game, seats))]
            results.append(play(lesson, game, seats, bots, sides, f"{place}/{deal}"))
    return round(statistics.fmean(results), 6)


def play(lesson: Lesson, game: Game, seats: int, bots: Sequence[GreedyBot], sides: Sequence[int], place: str) -> float:
    """One game: half of the result is who did best of those that learn, half how far apart the sides were."""
    state = game.new(seats, dict(lesson.options), derived(lesson.seed, "deal", place), lesson.edition)
    random = stream(lesson.seed, "bots", place)
    moves = 0
    while not state.over() and moves < game.max_moves:
        seat = int(state.actor())
        state.apply(seat, choose(bots[sides[seat]], state, seat, random))
        moves += 1
    if not state.over():
        return 0.0
    learning = range(len(sides))
    scores = [float(state.score(seat)) for seat in learning]
    ranks = [int(state.rank(seat)) for seat in learning]
    first = [side for side, rank in zip(sides, ranks, strict=True) if rank == min(ranks)]
    won = (first.count(0) - first.count(1)) / len(first)
    lead = mean_of(scores, sides, 0) - mean_of(scores, sides, 1)
    usual = statistics.fmean(map(abs, scores)) * LOPSIDED
    margin = math.tanh((-lead if game.lowest_wins else lead) / usual) if usual else 0.0
    return (won + margin) / 2


def mean_of(scores: Sequence[float], sides: Sequence[int], side: int) -> float:
    return statistics.fmean(score for score, theirs in zip(scores, sides, strict=True) if theirs == side)


def as_file(lesson: Lesson, weights: dict[str, float]) -> str:
    """The text of a file of weights that tells where they come from."""
    games = lesson.steps * lesson.shifts * lesson.deals * 2
    seats = ", ".join(map(str, lesson.seats))
    return write_weights(weights, f"Learned from {games:,} games of greedy bots, seats {seats}, seed {lesson.seed}.")
