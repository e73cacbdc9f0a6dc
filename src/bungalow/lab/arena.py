"""Bots against bots: every pairing in every arrangement of seats, rated; or a ladder, each level against the one below.

In each game one seat is the later bot's of the list and all others the earlier one's; the next game is the same deal
with that seat moved on, so that luck of the seat evens out. Games are numbered within a pairing, and each has its
seed from (seed, pairing, number) alone. Every finished game is a line in the arena's file: whoever starts the same
arena again goes on from there.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bungalow.bots.table import choose, derived, make, plays_by, stream
from bungalow.core.errors import BadOptions
from bungalow.core.registry import find, installed_version
from bungalow.core.types import show_value
from bungalow.lab.figures import wilson
from bungalow.lab.journal import Journal
from bungalow.lab.ratings import Duel, Rating, SequentialTest, duels, rate
from bungalow.lab.workers import cores, workers

LADDER_GAMES = 200
VERSION = 4


@dataclass(frozen=True)
class Contest:
    """Which bots meet, and at what kind of table. Plain data: it travels to worker processes."""

    title: str
    bots: tuple[str, ...]
    seats: int
    games: int
    """Games of each pairing; of a ladder, at most."""
    seed: int
    options: dict[str, object] = field(default_factory=dict)
    edition: str = ""

    def check(self) -> None:
        """Raise now what would go wrong in the first game."""
        if len(self.bots) < 2 or len(set(self.bots)) != len(self.bots):
            raise BadOptions("an arena needs two or more different bots")
        if self.games < 1:
            raise BadOptions(f"the number of games is 1 or more, not {self.games}")
        game = find(self.title)
        for code in self.bots:
            make(code, game)
        game.new(self.seats, dict(self.options), self.seed, self.edition)
        if self.played < 2:
            raise BadOptions("an arena needs two or more seats that bots play")

    @property
    def played(self) -> int:
        """How many seats bots play, from the first on; the title plays the others itself."""
        return find(self.title).played_seats(self.seats, dict(self.options))

    def read(self, row: list[Any]) -> Game:
        """A game of this contest from its line."""
        game = read_game(row)
        lower, higher = game.pair
        if not 0 <= lower < higher < len(self.bots) or len(game.ranks) != self.seats:
            raise ValueError("a game of other bots or seats")
        if game.seats != arrangement(game.pair, self.played, game.number):
            raise ValueError("others sat there in that game")
        return game

    def head(self) -> dict[str, object]:
        """The first line of an arena's file: results of another contest are not mixed with these."""
        game = find(self.title)
        state = game.new(self.seats, dict(self.options), self.seed, self.edition)
        return {
            "arena": VERSION,
            "bungalow": installed_version(),
            "title": self.title,
            "rules": game.rules_version,
            "edition": state.edition,
            "bots": [[code, plays_by(code, game)] for code in self.bots],
            "seats": self.seats,
            "seed": self.seed,
            "options": {name: show_value(value) for name, value in state.settings.items()},
        }


@dataclass(frozen=True)
class Game:
    """A finished game. `pair`: places in the contest's list of bots; `seats`: which of the two sat where.

    Seats that the title plays itself come last, and have ranks and scores too.
    """

    pair: tuple[int, int]
    number: int
    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    medians: tuple[float, float]
    """Seconds that a choice of the first and of the second bot took in the middle."""

    @property
    def share(self) -> float:
        """What the second of the pair won of the game: 1, 0, or a part where both are first.

        First among bots: if the title itself wins with a seat of its own, the bots behind it still differ.
        """
        ranks = self.ranks[: len(self.seats)]
        first = [bot for bot, rank in zip(self.seats, ranks, strict=True) if rank == min(ranks)]
        return sum(bot == self.pair[1] for bot in first) / len(first)


def arrangement(pair: tuple[int, int], played: int, number: int) -> tuple[int, ...]:
    """Who sits where in a game of a pairing."""
    return tuple(pair[seat == number % played] for seat in range(played))


def new_test(played: int) -> SequentialTest:
    """Two seats: wins 65 % against 50 %. More: 1.6 times the fair share of wins against the fair share."""
    return SequentialTest() if played == 2 else SequentialTest(even=1 / played, better=1.6 / played)


def play(contest: Contest, pair: tuple[int, int], number: int) -> Game:
    title = find(contest.title)
    names = [contest.bots[place] for place in pair]
    deal = (*names, number // contest.played)
    state = title.new(contest.seats, dict(contest.options), derived(contest.seed, *deal), contest.edition)
    seats = arrangement(pair, contest.played, number)
    bots = [make(contest.bots[bot], title) for bot in seats]
    streams = [stream(contest.seed, *deal, number, seat) for seat in range(contest.played)]
    times: dict[int, list[float]] = {bot: [] for bot in pair}
    moves = 0
    while not state.over() and moves < title.max_moves:
        seat = int(state.actor())
        began = time.thread_time()
        option = choose(bots[seat], state, seat, streams[seat])
        if len(state.legal(seat)) > 1:
            times[seats[seat]].append(time.thread_time() - began)
        state.apply(seat, option)
        moves += 1
    if not state.over():
        raise RuntimeError(f"game {number + 1} of {' and '.join(names)} did not end")
    everybody = range(contest.seats)
    return Game(
        pair,
        number,
        seats,
        tuple(int(state.rank(seat)) for seat in everybody),
        tuple(int(state.score(seat)) for seat in everybody),
        (statistics.median(times[pair[0]] or [0.0]), statistics.median(times[pair[1]] or [0.0])),
    )


def read_game(row: list[Any]) -> Game:
    """A game from its line."""
    pair, number, seats, ranks, scores, medians = row
    if any(type(value) is not int for value in (*pair, number, *seats, *ranks, *scores)):
        raise ValueError("places, ranks and scores are whole numbers")
    if (len(pair), len(medians)) != (2, 2) or any(type(value) not in (int, float) for value in medians):
        raise ValueError("a pair is two, and has two medians")
    if not len(seats) <= len(ranks) == len(scores) or not set(seats) <= set(pair) or min(ranks) < 1:
        raise ValueError("every seat has a bot of the pair, a rank and a score")
    return Game(tuple(pair), number, tuple(seats), tuple(ranks), tuple(scores), tuple(medians))


class Results:
    """The games of an arena that are finished, in any order."""

    def __init__(self, journal: Journal[Game]) -> None:
        self.journal = journal
        self.games = {(game.pair, game.number): game for game in journal.rows}

    def add(self, game: Game) -> None:
        self.games[game.pair, game.number] = game
        medians = [round(median, 4) for median in game.medians]
        self.journal.add(game, (game.pair, game.number, game.seats, game.ranks, game.scores, medians))

    def of(self, pair: tuple[int, int]) -> Iterator[Game]:
        """The games of a pairing in their order, as far as there is no gap."""
        for number in itertools.count():
            game = self.games.get((pair, number))
            if game is None:
                return
            yield game


@dataclass(frozen=True)
class Step:
    """A pairing as it came out: the second bot against the first."""

    lower: str
    higher: str
    games: int
    wins: float
    low: float
    high: float
    verdict: str
    medians: tuple[float, float]


@dataclass(frozen=True)
class Outcome:
    contest: Contest
    steps: list[Step]
    ratings: list[Rating]
    seconds: float


def arena(
    contest: Contest,
    path: Path | None = None,
    processes: int | None = None,
    *,
    ladder: bool = False,
    progress: Callable[[int], None] = lambda games: None,
) -> Outcome:
    """Play a contest to its end, going on from what the file holds. A ladder stops a pairing that is decided."""
    contest.check()
    began = time.monotonic()
    places = range(len(contest.bots))
    pairs = [(a, a + 1) for a in places[:-1]] if ladder else list(itertools.combinations(places, 2))
    count = processes or cores()
    with Journal(path, "contest", contest.head(), contest.read) as journal, workers(count) as pool:
        results = Results(journal)
        for pair in pairs:
            play_pair(contest, pair, results, pool, count, ladder, progress)
    counted = {pair: list(counted_games(contest, results, pair, ladder)) for pair in pairs}
    told: list[list[Duel]] = [
        duels(game.seats, game.ranks[: len(game.seats)]) for games in counted.values() for game in games
    ]
    return Outcome(
        contest,
        [step(contest, pair, games, ladder) for pair, games in counted.items()],
        rate(len(contest.bots), told),
        time.monotonic() - began,
    )


def play_pair(
    contest: Contest,
    pair: tuple[int, int],
    results: Results,
    pool: ProcessPoolExecutor,
    count: int,
    ladder: bool,
    progress: Callable[[int], None],
) -> None:
    """Play the games of a pairing that are missing, a few ahead of what the test has seen."""
    running: dict[Future[Game], int] = {}
    numbers = iter([n for n in range(contest.games) if (pair, n) not in results.games])
    while not (ladder and decided(contest, results, pair)):
        for number in itertools.islice(numbers, 2 * count - len(running)):
            running[pool.submit(play, contest, pair, number)] = number
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for task in sorted(done, key=lambda task: running[task]):
            del running[task]
            results.add(task.result())
        progress(len(results.games))
    for task in running:  # begun, and not needed any more
        task.cancel()


def decided(contest: Contest, results: Results, pair: tuple[int, int]) -> bool:
    test = new_test(contest.played)
    for game in results.of(pair):
        test.add(game.share)
        if test.verdict != "open":
            return True
    return False


def counted_games(contest: Contest, results: Results, pair: tuple[int, int], ladder: bool) -> Iterator[Game]:
    """The games that count: in their order, up to the one that decided the test, whatever was played besides."""
    test = new_test(contest.played)
    for game in itertools.islice(results.of(pair), contest.games):
        yield game
        test.add(game.share)
        if ladder and test.verdict != "open":
            return


def step(contest: Contest, pair: tuple[int, int], games: Sequence[Game], ladder: bool) -> Step:
    test = new_test(contest.played)
    for game in games:
        test.add(game.share)
    low, high = wilson(test.wins, test.games)
    medians = tuple(statistics.median([game.medians[side] for game in games] or [0.0]) for side in (0, 1))
    return Step(
        contest.bots[pair[0]],
        contest.bots[pair[1]],
        test.games,
        test.wins,
        low,
        high,
        test.verdict if ladder else "",
        (medians[0], medians[1]),
    )
