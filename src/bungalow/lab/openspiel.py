"""Every title as a game of OpenSpiel.

    from bungalow.lab.openspiel import load

    game = load("burrows", seats=2)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))

Chance is sampled: it lies in the state, and there are no chance nodes. Each state that the game makes has a new deal,
the same ones in the same order for the same seed. A state is saved as its record, `resample_from_infostate` is our
`guess`, and seats that choose at the same time are asked one after the other. See docs/lab/environments.md.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from bungalow.bots.table import derived
from bungalow.core.contract import SPECTATOR, Game
from bungalow.core.errors import BadOptions
from bungalow.core.registry import find, titles
from bungalow.core.types import show_value
from bungalow.lab.actions import Actions, returns
from bungalow.lab.extra import library
from bungalow.lab.history import History
from bungalow.lab.vectors import Layout
from bungalow.lab.vectors.burrows import FEATURES, placements

np = library("numpy", "games of OpenSpiel need", "lab")
pyspiel = library("pyspiel", "games of OpenSpiel need", "lab")
GameBase: Any = pyspiel.Game
StateBase: Any = pyspiel.State

ANY_SEED = -1
SEEDS = 2**31
"""OpenSpiel keeps a seed in 32 bits."""
DEFAULTS = {"players": 2, "options": "", "edition": "", "rng_seed": ANY_SEED}


def load(
    title: str,
    seats: int = 2,
    *,
    options: dict[str, object] | None = None,
    edition: str = "",
    seed: int = ANY_SEED,
) -> Any:
    """A title as a game. `pyspiel.load_game("bungalow_burrows", {"players": 2})` finds it too."""
    if seed != ANY_SEED and not 0 <= seed < SEEDS:
        raise BadOptions(f"a seed of OpenSpiel is a number from 0 to 2^31 - 1, or {ANY_SEED} for any, not {seed}")
    chosen = find(title).settle(options or {}, seats)
    changed = {name: show_value(chosen[name]) for name in options or {}}
    words = "+".join(f"{name}:{value}" for name, value in changed.items())
    register(title)
    parameters = {"players": seats, "options": words, "edition": edition, "rng_seed": seed}
    return pyspiel.load_game(f"bungalow_{title}", {name: value for name, value in parameters.items() if value != ""})


def register(title: str) -> None:
    """Tell OpenSpiel of a title, once."""
    name = f"bungalow_{title}"
    if name in pyspiel.registered_names():
        return

    # A class, not a function: OpenSpiel lets go of it when Python has ended, and a class does not mind.
    pyspiel.register_game(game_type(find(title), zero_sum=True), type(title.title(), (Title,), {"name": title}))


def game_type(game: Game, *, zero_sum: bool, sampled: bool = True) -> Any:
    """What OpenSpiel is told of a title.

    The C++ side of a game is not told that chance is `sampled`: to save such a game it asks for the state of a random
    generator, which it has no way of asking a game in Python. With our states nothing is lost: they hold their own.
    """
    kind = pyspiel.GameType
    chance = kind.ChanceMode.SAMPLED_STOCHASTIC if sampled else kind.ChanceMode.DETERMINISTIC
    return kind(
        short_name=f"bungalow_{game.name}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=1 if game.rivals else min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
        default_loadable=True,
        provides_factored_observation_string=False,
    )


class Title(GameBase):  # type: ignore[misc]
    """A title for a number of seats. Players are the seats that somebody plays."""

    name: str

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        parameters = {**DEFAULTS, **(given or {})}
        self.game = find(self.name)
        self.seats = int(parameters["players"])
        self.edition = str(parameters["edition"])
        pairs = [pair.partition(":") for pair in str(parameters["options"]).split("+") if pair]
        self.options = self.game.settle({name: value for name, _, value in pairs}, self.seats)
        self.actions = Actions(self.game)
        self.layout = Layout(self.game, self.seats, self.options, self.edition)
        self.players = self.game.played_seats(self.seats, self.options)
        chosen = int(parameters["rng_seed"])
        self.seed = secrets.randbits(30) if chosen == ANY_SEED else chosen
        self.deals = 0
        settled = {name: value for name, value in parameters.items() if value != ""} | {"rng_seed": self.seed}
        zero_sum = self.players == self.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.game.max_moves,
        )
        super().__init__(game_type(self.game, zero_sum=zero_sum, sampled=False), info, settled)

    def get_type(self) -> Any:
        return game_type(self.game, zero_sum=self.players == self.seats)

    def new_initial_state(self) -> Any:
        return Position(self)

    def deal(self) -> History:
        """The next table."""
        seed = derived(self.seed, self.deals)
        self.deals += 1
        return History(self.game, self.seats, self.options, seed, self.edition)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        if parameters:
            raise ValueError(f"observers of {self.game.title} have no parameters, not {parameters}")
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class Position(StateBase):  # type: ignore[misc]
    """A table at one moment.

    OpenSpiel copies and saves what lies in `__dict__`, and makes a new initial state to put it in: the deal is drawn
    only when it is looked at, so that copies use up none.
    """

    def __init__(self, title: Title) -> None:
        super().__init__(title)

    @property
    def history_of_table(self) -> History:
        found = self.__dict__.get("table")
        if found is None:
            found = self.table = self.get_game().deal()
        assert isinstance(found, History)
        return found

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.history_of_table.state.actor())

    def is_terminal(self) -> bool:
        table = self.history_of_table
        return table.state.over() or table.moves >= table.game.max_moves

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self.get_game().actions.legal(self.history_of_table.state, player)
        return found

    def _apply_action(self, action: int) -> None:
        table = self.history_of_table
        seat = int(table.state.actor())
        table.play(seat, self.get_game().actions.option(table.state, seat, action))

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.history_of_table.state
        return state.notation(player, self.get_game().actions.option(state, player, action))

    def returns(self) -> list[float]:
        players = self.get_game().players
        if not self.is_terminal():
            return [0.0] * players
        return returns(self.history_of_table.state, players)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Any:
        """A state that the player could be in: our `guess`.

        A new position, not a clone: a clone's `history()` would tell what rivals chose in secret.
        """
        other = Position(self.get_game())
        other.table = deepcopy(self.history_of_table)
        other.table.guess(player, int(sampler() * 2**53))
        return other

    def __str__(self) -> str:
        return self.history_of_table.write()


class Observer:
    """What a player sees now as numbers; with perfect recall, all that it has seen and done as text."""

    def __init__(self, title: Title, kind: Any) -> None:
        self.title = title
        self.recalls = bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if self.recalls or not self.private:
            return
        size = title.layout.size
        rows = title.game.max_options if title.actions.ranked >= 0 else 0
        self.tensor = np.zeros(size + rows * len(FEATURES), np.float32)
        self.dict["observation"] = self.tensor[:size]
        if rows:
            self.dict["placements"] = self.tensor[size:].reshape(rows, len(FEATURES))

    def set_from(self, position: Any, player: int) -> None:
        state = position.history_of_table.state
        self.dict["observation"][:] = self.title.layout.encode(state, player)
        if "placements" in self.dict:
            self.dict["placements"].fill(0)
            found = placements(state, player)
            if found:
                self.dict["placements"][: len(found)] = found

    def string_from(self, position: Any, player: int) -> str:
        table: History = position.history_of_table
        state = table.state
        viewer = player if self.private else int(SPECTATOR)
        asked = int(state.asked(player)) if self.private else -1
        lines = [f"seat {viewer + 1}" if viewer >= 0 else "spectator"]
        if self.recalls:
            lines += [f"did {text}" for text in table.own[player]] if self.private else []
            lines += [f"heard {event.key} {event.args}" for event in state.heard(viewer)]
        lines.append(f"asked {table.game.kinds[asked].name}" if asked >= 0 else "not asked")
        lines.append(json.dumps(state.view(viewer), ensure_ascii=False))
        return "\n".join(lines)


def register_all() -> None:
    """Tell OpenSpiel of every title, so that `pyspiel.load_game` finds them and saved states."""
    for title in titles():
        register(title)


register_all()
