"""Changes between views: short where little changes, and a function of the two views alone."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from bungalow.core.changes import changed, changes
from tests.server.client import changed as applied

VIEW = {"turn": 1, "pool": [3, 1, 2], "players": [{"laid": ["T1"], "score": 0}, {"laid": [], "score": 4}], "last": None}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["turn"], 2, [(["turn"], 2)]),
        (["last"], "T1", [(["last"], "T1")]),
        (["new"], 1, [(["new"], 1)]),
        (["players", 1, "score"], 5, [(["players", 1, "score"], 5)]),
        (["pool", 3], 9, [(["pool", 3], 9)]),
        (["pool"], [1, 2, 3], [(["pool"], [1, 2, 3])]),
        (["pool"], [3, 1], [(["pool"], [3, 1])]),
        (["players", 1], {"laid": []}, [(["players", 1], {"laid": []})]),
    ],
)
def test_what_is_told(path: list[str | int], value: object, told: object) -> None:
    after = applied(VIEW, [(path, value)])
    assert changes(VIEW, after) == told
    assert changed(VIEW, changes(VIEW, after)) == after


def test_nothing_is_told_of_equal_views() -> None:
    assert changes(VIEW, copy.deepcopy(VIEW)) == []


def test_any_view_leads_to_any_other(run_seed: int) -> None:
    rng = random.Random(run_seed)
    for _ in range(500):
        one = something(rng, 4)
        other = something(rng, 4) if rng.random() < 0.3 else disturbed(rng, one)
        found = changes(one, other)
        assert applied(one, found) == other
        before = copy.deepcopy(one)
        assert changed(one, found) == other
        assert one == before
        assert found == changes(copy.deepcopy(one), copy.deepcopy(other))  # whatever objects they are made of


def something(rng: random.Random, depth: int) -> Any:
    kind = rng.randrange(4 if depth else 2)
    if kind == 2:
        return [something(rng, depth - 1) for _ in range(rng.randrange(5))]
    if kind == 3:
        return {name: something(rng, depth - 1) for name in rng.sample("abcdef", rng.randrange(5))}
    return rng.choice([None, "x", "y", 1, 2, 3])


def disturbed(rng: random.Random, value: Any) -> Any:
    if isinstance(value, list):
        kept = [disturbed(rng, item) if rng.random() < 0.3 else item for item in value]
        return kept[: rng.randrange(len(kept) + 1)] if rng.random() < 0.1 else kept + [1] * (rng.random() < 0.2)
    if isinstance(value, dict):
        return {key: disturbed(rng, item) if rng.random() < 0.3 else item for key, item in value.items()}
    return rng.choice([value, None, 7])
