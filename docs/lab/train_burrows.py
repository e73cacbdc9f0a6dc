"""A small agent that learns Burrows with two seats by playing against itself, in numpy alone.

    ./run python docs/lab/train_burrows.py                  trains for a few minutes, then meets random play
    ./run python docs/lab/train_burrows.py --games 100      a shorter lesson

The agent gives every legal action a score, a weighted sum of what is known about it, and takes actions with the
probabilities of a softmax over the scores. What is known of a placement is its row in the observation; any other action
is known by its number alone. After a batch of games each weight is moved so that what winners did becomes more probable
and what losers did less (REINFORCE, with the Adam rule for the size of the step).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bungalow.core.registry import find
from bungalow.lab.actions import Actions
from bungalow.lab.pettingzoo import env
from bungalow.lab.vectors.burrows import FEATURES

Numbers = npt.NDArray[np.float64]

ACTIONS = Actions(find("burrows"))
PLACES = ACTIONS.bases[ACTIONS.ranked]
"""The id of the first placement."""
OTHERS = ACTIONS.size - ACTIONS.sizes[ACTIONS.ranked]
WEIGHTS = len(FEATURES) + OTHERS


def known(observation: dict[str, Any]) -> tuple[npt.NDArray[np.int64], Numbers]:
    """The legal actions, and a row of what is known about each."""
    actions = np.flatnonzero(observation["action_mask"])
    rows = np.zeros((len(actions), WEIGHTS))
    if PLACES <= actions[0] < PLACES + ACTIONS.sizes[ACTIONS.ranked]:
        rows[:, : len(FEATURES)] = observation["placements"][: len(actions)]
    else:
        after = actions >= PLACES
        numbers = actions - np.where(after, ACTIONS.sizes[ACTIONS.ranked], 0)
        rows[np.arange(len(actions)), len(FEATURES) + numbers] = 1
    return actions, rows


def probabilities(weights: Numbers, rows: Numbers) -> Numbers:
    scores = rows @ weights
    powers = np.exp(scores - scores.max())
    chances: Numbers = powers / powers.sum()
    return chances


@dataclass
class Agent:
    """Weights, and what the Adam rule remembers of earlier steps."""

    weights: Numbers = field(default_factory=lambda: np.zeros(WEIGHTS))
    mean: Numbers = field(default_factory=lambda: np.zeros(WEIGHTS))
    square: Numbers = field(default_factory=lambda: np.zeros(WEIGHTS))
    steps: int = 0

    def step(self, gradient: Numbers, rate: float) -> None:
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.99 * self.square + 0.01 * gradient**2
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.99**self.steps)
        self.weights = self.weights + rate * mean / (np.sqrt(square) + 1e-8)


def play(table: Any, seed: int, agents: list[Agent | None], chance: np.random.Generator) -> tuple[Numbers, Numbers]:
    """One game; None plays at random. What each seat gained, and its gradient: what would make its actions likelier."""
    table.reset(seed=seed)
    gradients = np.zeros((2, WEIGHTS))
    gained = np.zeros(2)
    for name in table.agent_iter():
        observation, reward, over, cut, _ = table.last()
        seat = table.possible_agents.index(name)
        if over or cut:
            gained[seat] = reward
            table.step(None)
            continue
        actions, rows = known(observation)
        agent = agents[seat]
        if agent is None:
            table.step(chance.choice(actions))
            continue
        chances = probabilities(agent.weights, rows)
        taken = chance.choice(len(actions), p=chances)
        gradients[seat] += rows[taken] - chances @ rows
        table.step(actions[taken])
    return gained, gradients


def train(games: int, *, batch: int = 10, rate: float = 0.1, seed: int = 1, told: bool = False) -> Agent:
    """Let an agent learn from games against itself."""
    table, agent, chance = env("burrows", seats=2), Agent(), np.random.default_rng(seed)
    began = time.monotonic()
    for first in range(0, games, batch):
        total = np.zeros(WEIGHTS)
        for number in range(first, min(first + batch, games)):
            gained, gradients = play(table, seed * 1_000_000 + number, [agent, agent], chance)
            total += gained @ gradients
        agent.step(total / batch, rate)
        if told and (first // batch) % 10 == 9:
            print(f"{first + batch:5} games, {time.monotonic() - began:4.0f} s", flush=True)
    return agent


def against_random(agent: Agent, games: int, *, seed: int = 2) -> float:
    """The share of games that the agent wins, in either seat as often."""
    table, chance = env("burrows", seats=2), np.random.default_rng(seed)
    won = 0.0
    for number in range(games):
        seat = number % 2
        agents: list[Agent | None] = [None, None]
        agents[seat] = agent
        gained, _ = play(table, seed * 1_000_000 + number // 2, agents, chance)
        won += (gained[seat] + 1) / 2
    return won / games


def count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, not '{text}'")
    return int(text)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a small agent on Burrows with two seats.")
    parser.add_argument("--games", type=count, default=600, help="games to learn from (default: 600)")
    parser.add_argument("--test", type=count, default=200, help="games against random play (default: 200)")
    asked = parser.parse_args()
    agent = train(asked.games, told=True)
    won = against_random(agent, asked.test)
    error = 1.96 * (won * (1 - won) / asked.test) ** 0.5
    print(f"against random play, {asked.test} games: {won:.1%} won, ± {error:.1%}")
    for place in np.argsort(-np.abs(agent.weights[: len(FEATURES)])):
        print(f"  {agent.weights[place]:+.2f} {FEATURES[place]}")


if __name__ == "__main__":
    main()
