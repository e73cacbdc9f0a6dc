"""What `./run bench` prints, and the arithmetic of its gate."""

from __future__ import annotations

import json
import shutil

import pytest

from bench import gate
from bench.__main__ import main
from bench.race import Runner, race

TITLE_KEYS = {
    "decisions_per_s",
    "clones_per_s",
    "guesses_per_s",
    "views_per_s",
    "mean_options",
    "decisions_per_game",
    "vs_cpp_twin",
    "vs_catanatron",
    "clones_vs_catanatron",
    "search_1000_s",
    "search_iteration_per_rollout",
    "search_vs_openspiel",
}


@pytest.mark.alone
def test_the_last_line_is_json_of_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "--quick", "--rounds", "1", "--title", "calibration"]) == 0
    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert figures["titles"] == {}
    calibration = figures["calibration"]
    assert set(calibration) >= TITLE_KEYS
    assert calibration["decisions_per_s"] > 0
    assert 10 < calibration["mean_options"] < 30
    assert calibration["search_1000_s"] > 0
    assert 0.1 < calibration["search_iteration_per_rollout"] < 10
    if shutil.which("g++"):
        assert calibration["vs_cpp_twin"] > 0
    else:
        assert calibration["vs_cpp_twin"] is None


def test_an_unknown_title_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--title", "borrows"]) == 1
    assert "there is no title 'borrows'" in capsys.readouterr().err


def test_each_runner_runs_in_each_round_and_keeps_its_best() -> None:
    order: list[str] = []

    class Noted(Runner):
        units = 10

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def run(self) -> None:
            order.append(self.name)

    thing, reference = Noted("thing"), Noted("reference")
    race([thing, reference], rounds=2)
    assert order == ["thing", "reference"] * 2
    assert thing.best_seconds < 1


def test_two_per_cent_more_instructions_pass_and_more_do_not() -> None:
    stored = {"burrows": {"play": 1000.0, "clone": 500.0}}
    assert gate.regressions(stored, {"burrows": {"play": 1020.0, "clone": 400.0}}) == []
    findings = gate.regressions(stored, {"burrows": {"play": 1021.0, "clone": 500.0}})
    assert len(findings) == 1
    assert "burrows play takes +2.1% instructions" in findings[0]


def test_what_was_never_stored_passes() -> None:
    assert gate.regressions({}, {"burrows": {"play": 1000.0}}) == []


def test_an_iteration_may_cost_so_many_rollouts_and_no_more() -> None:
    counts = {"burrows": {"rollout": 100.0, "iteration": 130.0}, "buru": {"rollout": 100.0, "iteration": 131.0}}
    assert gate.dear_iterations(counts) == ["slower: buru: an iteration costs 1.31 rollouts (limit 1.3)"]


def test_callgrinds_total_is_read_from_its_closing_words() -> None:
    assert gate.read_instructions("==7== Events    : Ir\n==7== Collected : 45540169\n") == 45540169
    with pytest.raises(RuntimeError, match="counted nothing"):
        gate.read_instructions("==7== Collected : 0\n")


def test_without_valgrind_the_gate_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert gate.gate(["calibration"], compiled=True, update=False) == 0
    assert "valgrind not installed" in capsys.readouterr().out


@pytest.mark.parametrize(("environment", "code"), [("this", 1), ("another", 0)])
def test_only_counts_of_the_same_environment_are_compared(
    environment: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored: gate.Stored = {"environment": {"python": environment}, "counts": {"calibration": {"play": 100.0}}}
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(gate, "count", lambda title, work: 110.0)
    monkeypatch.setattr(gate, "environment", lambda: {"python": "this"})
    monkeypatch.setattr(gate, "read", lambda: stored)
    assert gate.gate(["calibration"], compiled=True, update=False) == code
    printed = capsys.readouterr().out
    assert ("slower: calibration play" in printed) == (code == 1)
    assert ("not compared" in printed) == (code == 0)
