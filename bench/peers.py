"""Other engines, when the extra `bench` is installed: catanatron and titles of OpenSpiel.

All are given the best conditions: games are set up beforehand, and the loop is the engine's own.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.race import Runner, UnequalWork

HOW_TO_INSTALL = "./run setup --bench"
OPENSPIEL_TITLES = ("hive", "amazons")
# Both engines play these many games in a run.
CATANATRON_GAMES = 4
OPENSPIEL_GAMES = {"hive": 8, "amazons": 200}


class NoPeer(Exception):
    """The engine is not installed; the words say what to type."""


class CatanatronPlay(Runner):
    """Four random players. A run is the loop of its `Game.play`, without the two copies that makes for accumulators.

    `units` counts every tick. Most ticks have one playable action (roll, end the turn), which ours would play unasked:
    `decisions` counts those with two or more. Ratios are taken to the ticks, which is to catanatron's advantage.
    """

    def __init__(self, games: int = CATANATRON_GAMES) -> None:
        super().__init__()
        self.number_of_games = games
        self.decisions = self.count_decisions()
        self.first_result: list[Any] | None = None

    def prepare(self) -> None:
        self.games = catanatron_games(self.number_of_games)

    def run(self) -> None:
        limit = _catanatron("game").TURNS_LIMIT
        ticks = 0
        for game in self.games:
            while game.winning_color() is None and game.state.num_turns < limit:
                game.play_tick()
                ticks += 1
        self.units = ticks

    def check(self) -> None:
        result = [(len(game.state.actions), sorted(game.state.player_state.items())) for game in self.games]
        if self.first_result not in (None, result):
            raise UnequalWork("catanatron: the same seeds gave other games")
        self.first_result = result

    def count_decisions(self) -> int:
        decisions = 0
        for game in catanatron_games(self.number_of_games):
            while not catanatron_over(game):
                decisions += len(game.state.playable_actions) > 1
                game.play_tick()
        return decisions

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.best_seconds


class CatanatronCopies(Runner):
    """`game.copy()` in the middle of random games."""

    def __init__(self, repeat: int = 250) -> None:
        super().__init__()
        self.repeat = repeat
        self.games = []
        for game, played in zip(catanatron_games(4), catanatron_games(4), strict=True):
            while not catanatron_over(played):
                played.play_tick()
            middle = len(played.state.actions) // 2
            while len(game.state.actions) < middle and not catanatron_over(game):
                game.play_tick()
            self.games.append(game)
        self.units = repeat * len(self.games)

    def run(self) -> None:
        for game in self.games:
            for _ in range(self.repeat):
                game.copy()


class OpenSpielPlay(Runner):
    """Random games within OpenSpiel's C++: its `evaluate_bots` with its uniformly random bots."""

    def __init__(self, title: str) -> None:
        super().__init__()
        try:
            self.pyspiel: Any = import_module("pyspiel")
        except ImportError:
            raise NoPeer(f"OpenSpiel not installed: {HOW_TO_INSTALL}") from None
        self.title = title
        self.game = self.pyspiel.load_game(title)
        self.number_of_games = OPENSPIEL_GAMES[title]
        self.histories: list[list[int]] | None = None
        self.prepare()
        self.run()
        self.units = sum(self.decisions(state.history()) for state in self.states)

    def prepare(self) -> None:
        self.states = [self.game.new_initial_state() for _ in range(self.number_of_games)]
        self.bots = [self.pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(self.game.num_players())]

    def run(self) -> None:
        for number, state in enumerate(self.states):
            self.pyspiel.evaluate_bots(state, self.bots, number)

    def check(self) -> None:
        histories = [state.history() for state in self.states]
        if self.histories not in (None, histories):
            raise UnequalWork(f"OpenSpiel's {self.title}: the same seeds gave other games")
        self.histories = histories

    def decisions(self, history: list[int]) -> int:
        state, decisions = self.game.new_initial_state(), 0
        for action in history:
            decisions += len(state.legal_actions()) > 1
            state.apply_action(action)
        return decisions


def catanatron_games(count: int) -> list[Any]:
    """New games of four random players. Their random numbers are Python's own, shared by all of them."""
    game, player = _catanatron("game"), _catanatron("models.player")
    seats = [player.RandomPlayer(color) for color in player.Color]
    return [game.Game(seats, seed=seed + 1) for seed in range(count)]


def catanatron_over(game: Any) -> bool:
    return game.winning_color() is not None or game.state.num_turns >= _catanatron("game").TURNS_LIMIT


def _catanatron(module: str) -> Any:
    try:
        return import_module(f"catanatron.{module}")
    except ImportError:
        raise NoPeer(f"catanatron not installed: {HOW_TO_INSTALL}") from None
