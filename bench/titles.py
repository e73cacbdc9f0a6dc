"""What is measured of a title of ours: play, clones, guesses, views, and options with paths and words."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from bench.calibration_title import GAME as CALIBRATION
from bench.race import Runner, UnequalWork
from bungalow.bots.playout import checksum_of, clone_many, guess_many, play_many, play_some, playout
from bungalow.core.contract import Game, State
from bungalow.core.random import seeded
from bungalow.core.registry import find, titles
from bungalow.games.buru.components import MODULES

MOVES_SEED = 99
POSITIONS = 16
"""Positions of as many games, around the middle, that clones, guesses, views and words are measured on."""


EXPANSION = "ambelau"
"""Not a title: Buru with all modules of its expansion, at a full table."""


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a title as it is played here."""

    name: str
    game: Game
    seats: int
    options: dict[str, object] = field(default_factory=dict)

    def new(self, seed: int) -> State:
        return self.game.new(self.seats, seed=seed, options=self.options)


def entrant(name: str, seats: int = 4) -> Entrant:
    """By its name, with the wanted number of seats or the nearest that the title allows."""
    if name == EXPANSION:
        game = find("buru")
        return Entrant(name, game, max(game.seats), dict.fromkeys(MODULES, True))
    game = CALIBRATION if name == CALIBRATION.name else find(name)
    return Entrant(name, game, min(game.seats, key=lambda number: abs(number - seats)))


def entrants() -> list[str]:
    """All of them but the calibration title."""
    return sorted([*titles(), EXPANSION])


class Play(Runner):
    """Random games, set up beforehand, from the first decision to the end."""

    def __init__(self, entrant: Entrant, games: int) -> None:
        super().__init__()
        self.entrant, self.games = entrant, games
        self.out = buffer(entrant.game)
        self.states: list[State] = []
        self.checksum: int | None = None

    def prepare(self) -> None:
        self.states = [self.entrant.new(seed) for seed in range(self.games)]
        self.moves = seeded(MOVES_SEED)

    def run(self) -> None:
        self.units = int(play_many(self.states, self.moves, self.out))

    def check(self) -> None:
        found = checksum_of(self.states)
        if self.checksum not in (None, found):
            raise UnequalWork(f"{self.entrant.name}: the same seeds gave checksum {self.checksum}, then {found}")
        self.checksum = found


class OnPositions(Runner):
    """Something done `repeat` times on each of the positions."""

    def __init__(self, positions: list[State], repeat: int) -> None:
        super().__init__()
        self.positions, self.repeat = positions, repeat
        self.units = len(positions) * repeat

    def run(self) -> None:
        for number, state in enumerate(self.positions):
            self.on(state, number % int(state.seats))

    def on(self, state: State, viewer: int) -> None:
        raise NotImplementedError


class Clones(OnPositions):
    def on(self, state: State, viewer: int) -> None:
        clone_many(state, self.repeat)


class Guesses(OnPositions):
    def prepare(self) -> None:
        self.random = seeded(MOVES_SEED)

    def on(self, state: State, viewer: int) -> None:
        guess_many(state, viewer, self.random, self.repeat)


class Views(OnPositions):
    """What the server does for each viewer after each move: the view, encoded. A move comes first, so that whatever a
    title keeps between views is made anew where the move changed it."""

    def on(self, state: State, viewer: int) -> None:
        seat = int(state.actor())
        options = state.legal(seat)
        for number in range(self.repeat):
            world = state.clone()
            world.apply(seat, options[number % len(options)])
            msgspec.json.encode(world.view(viewer))


class OptionWords(OnPositions):
    """What the server does for who is asked: all options with paths and words, as JSON."""

    def on(self, state: State, viewer: int) -> None:
        seat = int(state.actor())
        for _ in range(self.repeat):
            options = [
                {"option": option, "path": state.targets(seat, option), "words": state.words(seat, option)}
                for option in state.legal(seat)
            ]
            msgspec.json.encode(options)


class TitleRace:
    """All runners of one title."""

    def __init__(self, entrant: Entrant, seconds: float) -> None:
        """Each runner gets as much work as takes about `seconds`."""
        self.entrant = entrant
        self.decisions_per_game, self.mean_options = shape_of(entrant)
        positions = middle_positions(entrant, int(self.decisions_per_game) // 2)
        self.play = Play(entrant, fitting(Play(entrant, 1), seconds))
        self.clones = Clones(positions, fitting(Clones(positions, 1), seconds))
        self.guesses = Guesses(positions, fitting(Guesses(positions, 1), seconds))
        self.views = Views(positions, fitting(Views(positions, 1), seconds))
        self.option_words = OptionWords(positions, fitting(OptionWords(positions, 1), seconds))

    @property
    def runners(self) -> list[Runner]:
        return [self.play, self.clones, self.guesses, self.views, self.option_words]


def buffer(game: Game) -> vec[i64]:
    return vec[i64]([0] * game.max_options)


def fitting(trial: Runner, seconds: float) -> int:
    """How often the trial's work fits into a time, at least once."""
    shortest = min(trial.time_once() for _ in range(3))
    return max(1, min(100_000, int(seconds / max(shortest, 1e-7))))


def shape_of(entrant: Entrant, games: int = 20) -> tuple[float, float]:
    """Decisions a game and options a decision, in random play."""
    decisions = options = 0
    for seed in range(games):
        out = buffer(entrant.game)
        decisions += int(playout(entrant.new(seed), seeded(seed), out))
        options += int(play_some(entrant.new(seed), seeded(seed), out, entrant.game.max_moves))
    return decisions / games, options / max(decisions, 1)


def middle_positions(entrant: Entrant, middle: int) -> list[State]:
    """Positions around the middle of different games; consecutive ones ask different kinds of questions."""
    positions: list[State] = []
    for seed in range(POSITIONS):
        state = entrant.new(seed)
        state.watch()
        play_some(state, seeded(seed), buffer(entrant.game), max(0, middle - POSITIONS // 2) + seed)
        positions.append(state if not state.over() else entrant.new(seed))
    return positions


def worst_microseconds(runner: OnPositions, times: int = 60) -> float:
    """The dearest of the positions, at its best time."""
    repeat, runner.repeat = runner.repeat, 1
    worst = 0.0
    for number, state in enumerate(runner.positions):
        best = float("inf")
        for _ in range(times):
            began = time.thread_time()
            runner.on(state, number % int(state.seats))
            best = min(best, time.thread_time() - began)
        worst = max(worst, best)
    runner.repeat = repeat
    return worst * 1e6
