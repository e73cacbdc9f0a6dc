"""PettingZoo: its own tests for every title and number of seats, and what our docs promise beyond them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from bungalow.core.errors import BadOptions, IllegalMove
from bungalow.lab.pettingzoo import env
from bungalow.lab.vectors.burrows import FEATURES
from tests.lab.tables import LAWAN, MODULES, SORTS, Sort

CYCLES = 40
DOCS = Path(__file__).parents[2] / "docs" / "lab" / "environments.md"

pytestmark = pytest.mark.filterwarnings(
    # With a mask an observation is a dictionary; the tests of PettingZoo speak of it and go on.
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def table_of(sort: Sort, **more: Any) -> Any:
    return env(sort.title, sort.seats, options=sort.options, **more)


@pytest.mark.parametrize("sort", [*SORTS, *LAWAN, Sort("buru", 4, MODULES)], ids=str)
def test_the_library_accepts_every_title_and_number_of_seats(sort: Sort) -> None:
    api_test(table_of(sort), num_cycles=CYCLES)
    seed_test(lambda: table_of(sort), num_cycles=CYCLES // 2)


@pytest.mark.parametrize("title", ["burano", "burrows", "buru", "busara"])
def test_the_dictionary_says_what_the_vector_says(title: str) -> None:
    api_test(env(title, observation="dictionary"), num_cycles=CYCLES // 4)
    one, other = env(title), env(title, observation="dictionary")
    one.reset(seed=3)
    other.reset(seed=3)
    numbers, named = one.last()[0]["observation"], other.last()[0]["observation"]
    parts = one.unwrapped.layout.parts
    assert list(named) == [part.name for part in parts]
    assert np.array_equal(np.concatenate([named[part.name] for part in parts]), numbers)


def play(table: Any, seed: int) -> dict[str, float]:
    """A game at random; the last reward of every agent."""
    table.reset(seed=seed)
    chance = np.random.default_rng(seed)
    rewards = {}
    for agent in table.agent_iter():
        observation, reward, over, cut, _ = table.last()
        rewards[agent] = reward
        mask = observation["action_mask"]
        table.step(None if over or cut else chance.choice(np.flatnonzero(mask)))
    return rewards


def test_the_winner_is_rewarded_at_the_end() -> None:
    table = env("burrows", 3)
    rewards = play(table, 5)
    ranks = [int(table.unwrapped.state_of_table.rank(seat)) for seat in range(3)]
    assert [rewards[f"seat_{seat + 1}"] for seat in range(3)] == [{1: 1.0, 2: 0.0, 3: -1.0}[rank] for rank in ranks]


def test_rivals_are_no_agents() -> None:
    table = env("buru", 3, options={"lawan": 2})
    assert table.possible_agents == ["seat_1"]
    assert list(play(table, 1)) == ["seat_1"]
    assert env("buru", 3, options={"lawan": 1}).possible_agents == ["seat_1", "seat_2"]


def test_every_legal_placement_has_a_row() -> None:
    table = env("burrows", 2)
    table.reset(seed=2)
    base, size = table.unwrapped.actions.bases[2], table.unwrapped.actions.sizes[2]
    seen = 0
    for _ in table.agent_iter(200):
        observation, _, over, _, _ = table.last()
        if over:
            break
        legal = np.flatnonzero(observation["action_mask"])
        rows = observation["placements"]
        assert rows.shape == (size, len(FEATURES))
        asked = base <= legal[0] < base + size
        assert np.array_equal(np.flatnonzero(rows.any(axis=1)), np.arange(len(legal)) if asked else [])
        seen += asked
        table.step(legal[-1])
    assert seen > 10


def test_an_illegal_action_changes_nothing() -> None:
    table = env("busara", 2)
    table.reset(seed=1)
    before = table.unwrapped.state_of_table.checksum()
    for action in (0, table.action_space("seat_1").n - 1):
        with pytest.raises(IllegalMove):
            table.step(action)
    assert table.unwrapped.state_of_table.checksum() == before
    assert table.agent_selection == "seat_1"


def test_tables_differ_unless_a_seed_is_given() -> None:
    table = env("burrows", 2)

    def deal(seed: int | None) -> int:
        table.reset(seed=seed)
        found: int = table.unwrapped.state_of_table.checksum()
        return found

    first = [deal(7), deal(None), deal(None)]
    assert len(set(first)) == 3
    assert [deal(7), deal(None), deal(None)] == first


def test_a_table_can_be_drawn() -> None:
    table = env("busara", 3, render_mode="svg")
    table.reset(seed=1)
    assert table.render() == table.unwrapped.state_of_table.picture()
    table.close()
    table = env("busara", 3)
    table.reset(seed=1)
    assert table.render() is None


def test_the_example_of_the_docs_runs() -> None:
    sample = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(sample, names)
    assert names["table"].agents == []


def test_a_wrong_wish_is_told() -> None:
    with pytest.raises(BadOptions, match="a vector or a dictionary"):
        env("burrows", observation="picture")
    with pytest.raises(BadOptions, match="drawn as svg, not 'human'"):
        env("burrows", render_mode="human")
    with pytest.raises(BadOptions, match="2 to 5 seats"):
        env("burrows", 9)
