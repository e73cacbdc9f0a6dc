"""Ray: the same rows as without, even when a node dies on the way."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bungalow.core.errors import BadOptions
from bungalow.lab.results import simulate_into
from bungalow.lab.simulation import Plan, simulate
from tests.cli.conftest import Command
from tests.lab.test_results import same

pytestmark = pytest.mark.slow

PLAN = Plan("busara", seats=2, games=100, seed=5, bots=("greedy", "random"))
STORE = 80 * 2**20
"""Bytes: results are small."""


class TwoNodes:
    """A cluster of two nodes on this machine, a processor each."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster  # type: ignore[import-not-found, unused-ignore]

        one: dict[str, Any] = {"num_cpus": 1, "object_store_memory": STORE, "node_ip_address": "127.0.0.1"}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args={**one, "include_dashboard": False})
        self.second = self.cluster.add_node(**one)

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def kill_one(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)


os.environ |= {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # the name tells little: addresses stay on the loopback
    "RAY_worker_niceness": "0",  # workers are as important as whoever waits for them
}


@pytest.fixture(scope="module")
def nodes() -> Iterator[TwoNodes]:
    nodes = TwoNodes()
    yield nodes
    nodes.cluster.shutdown()


def test_the_cluster_plays_the_same_games(nodes: TwoNodes) -> None:
    on_cluster = simulate(PLAN, ray=nodes.address, task_seconds=0.2)
    alone = simulate(PLAN, 1)
    assert on_cluster.checksum == alone.checksum
    assert (on_cluster.wins, on_cluster.mean_score) == (alone.wins, alone.mean_score)


def test_an_edition_goes_along(nodes: TwoNodes, tmp_path: Path) -> None:
    import bungalow.games.burrows

    own = Path(bungalow.games.burrows.__file__).with_name("components.toml").read_text(encoding="utf-8")
    edition = tmp_path / "mine.toml"
    edition.write_text(own, encoding="utf-8")
    plan = Plan("burrows", seats=2, games=120, seed=5, edition=str(edition))
    assert simulate(plan, ray=nodes.address, task_seconds=1e-3).checksum == simulate(plan, 1).checksum


def test_records_stay_at_home(nodes: TwoNodes, tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="--record does not go with --ray"):
        simulate(Plan("busara", 2, 100, 5, record=str(tmp_path)), ray=nodes.address, task_seconds=1e-3)


def test_a_cluster_that_is_not_there_is_told_in_one_line(bungalow: Command) -> None:
    done = bungalow("simulate", "burano", "--games", "5000", "--ray", "127.0.0.1:1")
    assert done.code == 2
    assert "bad-options: no Ray cluster at '127.0.0.1:1'" in done.err
    assert done.err.count("\n") == 1


def test_a_node_that_dies_changes_no_row(nodes: TwoNodes, tmp_path: Path) -> None:
    """The last test here: the cluster has one node less afterwards."""
    killed_at: list[int] = []

    def tell(done: int) -> None:
        if done > PLAN.games // 4 and not killed_at:
            nodes.kill_one()
            killed_at.append(done)

    simulate_into(tmp_path / "cluster", PLAN, ray=nodes.address, task_seconds=0.1, progress=tell)
    assert killed_at
    assert killed_at[0] < PLAN.games
    simulate_into(tmp_path / "alone", PLAN, 1)
    same(tmp_path / "cluster", tmp_path / "alone")
