"""The example that learns: its parts work, on a tiny budget."""

from __future__ import annotations

import numpy as np
import pytest

from bungalow.lab.pettingzoo import env
from bungalow.lab.vectors.burrows import FEATURES
from docs.lab.train_burrows import WEIGHTS, Agent, against_random, known, play, probabilities, train


def test_what_is_known_of_actions() -> None:
    table = env("burrows", 2)
    table.reset(seed=1)
    for _ in table.agent_iter(60):
        observation, *_ = table.last()
        actions, rows = known(observation)
        assert rows.shape == (len(actions), WEIGHTS)
        assert rows.any(axis=1).all()
        if not rows[:, : len(FEATURES)].any():
            assert len({tuple(row) for row in rows}) == len(actions), "each has a weight of its own"
        table.step(actions[0])


def test_the_gradient_points_to_likelier_actions() -> None:
    """Against the difference that a small step along each weight makes."""
    chance = np.random.default_rng(1)
    weights, rows, taken = chance.normal(size=WEIGHTS), chance.normal(size=(7, WEIGHTS)), 3
    gradient = rows[taken] - probabilities(weights, rows) @ rows
    for weight in (0, 5, WEIGHTS - 1):
        step = np.zeros(WEIGHTS)
        step[weight] = 1e-6
        before, after = (np.log(probabilities(w, rows)[taken]) for w in (weights - step, weights + step))
        assert (after - before) / 2e-6 == pytest.approx(gradient[weight], abs=1e-4)


def test_a_game_has_a_winner_and_a_loser() -> None:
    gained, gradients = play(env("burrows", 2), 1, [Agent(), None], np.random.default_rng(1))
    assert sorted(gained) == [-1, 1]
    assert gradients[0].any()
    assert not gradients[1].any(), "random play learns nothing"


def test_a_few_games_teach_something() -> None:
    agent = train(15, batch=5, rate=0.5)
    assert agent.steps == 3
    assert against_random(agent, 10) > 0.5


def test_the_same_seed_teaches_the_same() -> None:
    one, other = (train(2, batch=1) for _ in range(2))
    assert np.array_equal(one.weights, other.weights)
    assert one.weights.any()
