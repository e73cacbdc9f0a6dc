"""What a search costs beside the rollouts it makes, and how fast it is beside the search of OpenSpiel.

Both searches are plain: a random rollout to the end of the game for every iteration, moves tried by their bounds alone.
Every position is raced by itself: the shorter a run, the likelier that nothing else of the machine is in its best time.
For the same reason all of them run several times in every round.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from bench.peers import HOW_TO_INSTALL, NoPeer
from bench.race import Runner, UnequalWork
from bench.titles import MOVES_SEED, OnPositions, buffer, entrant, middle_positions, shape_of
from bench.titles import POSITIONS as IN_THE_MIDDLE
from bungalow.bots.playout import rollout_many
from bungalow.bots.search import ROLLOUT, SearchBot
from bungalow.core.contract import State
from bungalow.core.random import seeded

ITERATIONS = 1000
QUICK_ITERATIONS = 50
POSITIONS = 4
"""As many searches a round, each from the middle of another game."""
TURNS = 5
"""In every round. A run takes some hundredths of a second, and a busy neighbour slows one for longer than that."""
SEATS = 2
"""As in the titles of OpenSpiel."""
SPIEL_TITLES = ("backgammon", "chess", "gin_rummy")
SPIEL_SEED = 7
UCT = 1.4
MEMORY_MB = 1000


class Search(OnPositions):
    """A new search; a unit is an iteration."""

    visited: list[list[tuple[int, int, float]]] | None = None

    def prepare(self) -> None:
        self.random = seeded(MOVES_SEED)
        self.bots: list[SearchBot] = []

    def on(self, state: State, viewer: int) -> None:
        seat = int(state.actor())
        bot = SearchBot(iterations=self.repeat, leaf=ROLLOUT, trust=0.0, exploration=UCT, keep=False)
        bot.get_ready(state)
        bot.search(state, seat, self.random)
        self.bots.append(bot)

    def check(self) -> None:
        asked = zip(self.positions, self.bots, strict=True)
        visited = [bot.weigh(state, int(state.actor())) for state, bot in asked]
        if self.visited not in (None, visited):
            raise UnequalWork(f"{self.positions[0].game.name}: the same seeds searched otherwise")
        self.visited = visited


class Rollouts(OnPositions):
    """Random games from copies of the same positions, with nothing around them."""

    def prepare(self) -> None:
        self.random = seeded(MOVES_SEED)

    def on(self, state: State, viewer: int) -> None:
        rollout_many(state, self.random, buffer(state.game), self.repeat)


class OpenSpielSearch(Runner):
    """`MCTSBot` within OpenSpiel's C++, from the middle of a random game."""

    def __init__(self, title: str, seed: int, iterations: int) -> None:
        super().__init__()
        try:
            self.pyspiel: Any = import_module("pyspiel")
        except ImportError:
            raise NoPeer(f"OpenSpiel not installed: {HOW_TO_INSTALL}") from None
        self.game = self.pyspiel.load_game(title)
        self.iterations = iterations
        self.state = self.middle(seed)
        self.units = iterations

    def middle(self, seed: int) -> Any:
        """Half of the actions of a random game; then chance has its way until a player is asked."""
        played = self.game.new_initial_state()
        seats = range(self.game.num_players())
        bots = [self.pyspiel.make_uniform_random_bot(seat, seed) for seat in seats]
        self.pyspiel.evaluate_bots(played, bots, seed)
        state = self.game.new_initial_state()
        history = played.history()
        for number, action in enumerate(history):
            if number >= len(history) // 2 and not state.is_chance_node():
                break
            state.apply_action(action)
        return state

    def prepare(self) -> None:
        rollouts = self.pyspiel.RandomRolloutEvaluator(1, SPIEL_SEED)
        self.bot = self.pyspiel.MCTSBot(self.game, rollouts, UCT, self.iterations, MEMORY_MB, False, SPIEL_SEED, False)

    def run(self) -> None:
        self.bot.mcts_search(self.state)


class SearchRace:
    """The search of one title of ours and its bare rollouts."""

    def __init__(self, name: str, iterations: int) -> None:
        who = entrant(name, SEATS)
        decisions, _ = shape_of(who)
        some = middle_positions(who, int(decisions) // 2)[:: IN_THE_MIDDLE // POSITIONS]
        self.searches = [Search([position], iterations) for position in some]
        self.rollouts = [Rollouts([position], iterations) for position in some]

    @property
    def runners(self) -> list[Runner]:
        return [runner for pair in zip(self.searches, self.rollouts, strict=True) for runner in pair]

    @property
    def iteration_per_rollout(self) -> float:
        """What an iteration costs, in rollouts."""
        return round(per_second(self.rollouts) / per_second(self.searches), 2)

    @property
    def seconds_of_a_search(self) -> float:
        """Of 1,000 iterations from the middle of a game."""
        return round(1000 / per_second(self.searches), 3)


def per_second(runners: Sequence[Runner]) -> float:
    """The speed of several together, each at its best."""
    return sum(runner.units for runner in runners) / sum(runner.best_seconds for runner in runners)
