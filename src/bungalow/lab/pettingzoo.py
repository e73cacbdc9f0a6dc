"""Every title as a PettingZoo environment.

    from bungalow.lab.pettingzoo import env

    table = env("burrows", seats=2)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        done = termination or truncation
        table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

An agent is a seat that somebody plays (Lawan of Buru are not): `seat_1`, `seat_2`, ... Where several seats owe a choice
at once they are asked one after the other and do not see what the others chose. The reward comes at the end, from 1 for
whoever stands before everybody to -1 for whoever stands behind everybody. See docs/lab/environments.md.
"""

from __future__ import annotations

from typing import Any

from bungalow.core.contract import State
from bungalow.core.errors import BadOptions
from bungalow.core.registry import find
from bungalow.lab.actions import Actions, returns
from bungalow.lab.extra import library
from bungalow.lab.vectors import Layout
from bungalow.lab.vectors.burrows import FEATURES, placements

np = library("numpy", "environments need", "lab")
spaces = library("gymnasium.spaces", "environments need", "lab")
seeding = library("gymnasium.utils.seeding", "environments need", "lab")
AECEnv: Any = library("pettingzoo", "environments need", "lab").AECEnv
wrappers = library("pettingzoo.utils.wrappers", "environments need", "lab")

FORMS = ("vector", "dictionary")
RENDER_MODES = ("svg",)


def env(
    title: str,
    seats: int = 2,
    *,
    options: dict[str, object] | None = None,
    edition: str = "",
    observation: str = "vector",
    render_mode: str | None = None,
) -> Any:
    """A table of a title whose order of calls is checked.

    `observation` is "vector" or "dictionary", `render_mode` nothing or "svg".
    """
    return wrappers.OrderEnforcingWrapper(Table(title, seats, options or {}, edition, observation, render_mode))


class Table(AECEnv):  # type: ignore[misc]
    """A table at which agents take turns."""

    def __init__(
        self,
        title: str,
        seats: int,
        options: dict[str, object],
        edition: str,
        observation: str,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        if observation not in FORMS:
            raise BadOptions(f"an observation is a {' or a '.join(FORMS)}, not '{observation}'")
        if render_mode not in (None, *RENDER_MODES):
            raise BadOptions(f"a table is drawn as {' or '.join(RENDER_MODES)}, not '{render_mode}'")
        self.game = find(title)
        self.seats = seats
        self.options = options
        self.edition = edition
        self.form = observation
        self.layout = Layout(self.game, seats, options, edition)
        self.actions = Actions(self.game)
        played = self.game.played_seats(seats, options)
        name = f"bungalow_{title}_v{self.game.rules_version}"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(played)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}
        self.random, self.seed_used = seeding.np_random(None)
        self.state_of_table: State
        self.moves = 0

    # -- spaces -----------------------------------------------------------------------------------------------

    def _space(self) -> Any:
        def numbers(*shape: int) -> Any:
            return spaces.Box(-np.inf, np.inf, shape, np.float32)

        parts = {part.name: numbers(part.size) for part in self.layout.parts}
        found = {
            "observation": spaces.Dict(parts) if self.form == "dictionary" else numbers(self.layout.size),
            "action_mask": spaces.Box(0, 1, (self.actions.size,), np.int8),
        }
        if self.actions.ranked >= 0:
            found["placements"] = numbers(self.game.max_options, len(FEATURES))
        return spaces.Dict(found)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # -- playing ----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new table. The same seed gives the same game; without one each table differs from the last."""
        if seed is not None:
            self.random, self.seed_used = seeding.np_random(seed)
        deal = int(self.random.integers(0, 2**32))
        self.state_of_table = self.game.new(self.seats, self.options, deal, self.edition, watched=True)
        self.moves = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask_next()

    def step(self, action: Any) -> None:
        """The agent asked takes an action; one that it may not take raises, and nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        state = self.state_of_table
        state.play(seat, self.actions.option(state, seat, int(action)))
        self.moves += 1
        self._cumulative_rewards[agent] = 0.0
        if state.over():
            ended = zip(self.agents, returns(state, len(self.possible_agents)), strict=True)
            self.rewards = dict(ended)
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves >= self.game.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask_next()

    def _ask_next(self) -> None:
        state = self.state_of_table
        if state.over():
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[int(state.actor())]

    # -- what is seen -----------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        state = self.state_of_table
        mask = np.zeros(self.actions.size, np.int8)
        mask[self.actions.legal(state, seat)] = 1
        seen = {"observation": self._numbers(state, seat), "action_mask": mask}
        if self.actions.ranked >= 0:
            rows = np.zeros((self.game.max_options, len(FEATURES)), np.float32)
            found = placements(state, seat)
            if found:
                rows[: len(found)] = found
            seen["placements"] = rows
        return seen

    def _numbers(self, state: State, seat: int) -> Any:
        numbers = np.asarray(self.layout.encode(state, seat), np.float32)
        if self.form == "vector":
            return numbers
        return {part.name: numbers[part.start : part.start + part.size] for part in self.layout.parts}

    def view(self, agent: str) -> object:
        """The table as the agent's seat sees it, as people and the web client get it."""
        return self.state_of_table.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """The table as a spectator sees it, as SVG; nothing without a render mode."""
        return self.state_of_table.picture() if self.render_mode else None

    def close(self) -> None:
        """Nothing is held open."""
