"""Many games: the same seed gives the same games, however they are shared out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bungalow.lab.simulation import Plan, Report, simulate
from tests.cli.conftest import Command, environment

RANDOM = Plan("burrows", seats=3, games=24, seed=5)
MIXED = Plan("burrows", seats=2, games=3, seed=5, bots=("greedy", "random"))


def facts(report: Report) -> dict[str, object]:
    """Everything but what it cost."""
    return {name: value for name, value in vars(report).items() if name != "cpu_seconds"}


@pytest.mark.parametrize("plan", [RANDOM, MIXED], ids=["random", "bots"])
def test_the_number_of_processes_changes_nothing(plan: Plan) -> None:
    alone = simulate(plan, 1)
    assert facts(simulate(plan, 2, task_seconds=0.001)) == facts(alone)
    assert alone.unfinished == 0
    assert sum(alone.wins) == plan.games


def test_seeds_differ_and_games_of_a_seed_begin_alike() -> None:
    assert simulate(Plan("burrows", 2, 4, seed=1), 1).checksum != simulate(Plan("burrows", 2, 4, seed=2), 1).checksum
    assert simulate(Plan("burrows", 2, 4, seed=1, bots=("random", "random")), 1).checksum == (
        simulate(Plan("burrows", 2, 4, seed=1), 1).checksum
    )


@pytest.mark.parametrize("bots", ["random", "greedy,random"])
def test_sources_and_the_compiled_engine_agree(bungalow: Command, bots: str) -> None:
    words = ["simulate", "burrows", "--games", "2", "--seed", "3", "--bots", bots, "--json"]
    here = json.loads(bungalow(*words).out)
    pure = subprocess.run(
        [sys.executable, "-m", "bungalow", *words],
        capture_output=True,
        check=True,
        env=environment(BUNGALOW_PURE="1"),
        timeout=300,
    )
    there = json.loads(pure.stdout)
    assert list(here) == [
        "title",
        "seats",
        "seed",
        "bots",
        "games",
        "played",
        "decisions",
        "cpu_seconds",
        "checksum",
        "unfinished",
        "wins",
        "mean_score",
    ]
    assert {**here, "cpu_seconds": 0} == {**there, "cpu_seconds": 0}


def test_records_of_simulated_games_replay(bungalow: Command, tmp_path: Path) -> None:
    words = ["simulate", "burrows", "--seats", "3", "--games", "3", "--seed", "5", "--json"]
    plain = json.loads(bungalow(*words).out)
    recorded = json.loads(bungalow(*words, "--record", tmp_path / "games").out)
    assert recorded["checksum"] == plain["checksum"]
    assert recorded["decisions"] == plain["decisions"]
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 3
    assert bungalow("replay", "--check", *files).code == 0


def test_records_of_other_games_are_not_overwritten(bungalow: Command, tmp_path: Path) -> None:
    words = ["simulate", "burrows", "--games", "2", "--processes", "1", "--record", tmp_path]
    assert bungalow(*words, "--seed", "5").code == 0
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(before) == 2
    done = bungalow(*words, "--seed", "6")
    first = tmp_path / "burrows-000001.record"
    words_of = f"{first} is there already and holds something else: name another folder"
    assert (done.code, done.err) == (3, f"bungalow: bad-data: {words_of}\n")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert bungalow(*words, "--seed", "5").code == 0, "the same games may be recorded again"


@pytest.mark.parametrize("games", ["0", "1000000001", "9" * 5000])
def test_a_number_of_games_has_bounds(bungalow: Command, games: str, tmp_path: Path) -> None:
    done = bungalow("simulate", "burrows", "--games", games, "--out", tmp_path / "run")
    assert done.code == 2
    assert "a whole number from 1 to 1,000,000,000 is needed" in done.err
    assert not (tmp_path / "run").exists()


def test_one_bot_code_stands_for_all_seats(bungalow: Command) -> None:
    out = bungalow("simulate", "burrows", "--seats", "4", "--games", "2", "--bots", "random").out
    assert out.count("random") == 4
    assert "checksum" in out
