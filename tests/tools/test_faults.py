"""Every scenario of `./run faults`, small: faults and attackers beside honest tables."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.loops import run_in_loop
from tools.faults import page
from tools.faults import scenario as running
from tools.faults.catalogue import SCENARIOS
from tools.faults.honest import Site, SteadyTable
from tools.faults.scenario import Case, Result, Scenario, Sizes, StoreName, judge
from tools.progress import ROOT

QUICK = Sizes(quick=True, windows=2, seconds=1.0)
CASES = [(scenario, store) for scenario in SCENARIOS for store in scenario.stores]


def run_case(scenario: Scenario, store: StoreName, sizes: Sizes, say: Callable[[str], None], limit: float) -> Result:
    """Run a scenario in a thread of its own: after a browser test, Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(running.run_case, scenario, store, sizes, say, limit=limit).result()


@pytest.mark.parametrize(("scenario", "store"), CASES, ids=[f"{each.name}-{store}" for each, store in CASES])
def test_scenario(scenario: Scenario, store: StoreName) -> None:
    result = run_case(scenario, store, QUICK, print, limit=120.0)
    if result.state == "not run":
        pytest.skip(result.problems[0])
    assert result.state == "passed", result.problems


def test_a_missing_need_is_not_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(case: Case) -> None:
        raise AssertionError

    monkeypatch.setattr("tools.faults.scenario.HAS", {"mount": lambda: False})
    result = run_case(Scenario("x", "", never, needs=("mount",)), "sqlite", QUICK, print, limit=1.0)
    assert (result.state, result.problems) == ("not run", ["needs root and the permission to mount a tmpfs"])


def test_whatever_goes_wrong_is_a_failure() -> None:
    async def fails(case: Case) -> None:
        raise ValueError("no")

    async def expects(case: Case) -> None:
        case.expect(1 > 2, "one is not more than two")

    async def hangs(case: Case) -> None:
        import asyncio

        await asyncio.sleep(60)

    def problems(run: Callable[[Case], object]) -> list[str]:
        result = run_case(Scenario("x", "", run), "sqlite", QUICK, lambda _: None, limit=0.1)  # type: ignore[arg-type]
        assert result.state == "failed"
        return result.problems

    assert problems(fails) == ["ValueError: no"]
    assert problems(expects) == ["one is not more than two"]
    assert problems(hangs) == ["did not end within 0 s"]


@pytest.mark.parametrize("count", ["lost", "doubled", "disordered", "stuck", "refused"])
def test_one_of_these_is_too_many(count: str) -> None:
    result = Result("x", "sqlite", acknowledged=5)
    setattr(result, count, 1)
    judge(result)
    assert result.state == "failed"


def test_what_is_lost_doubled_or_out_of_order_is_found(tmp_path: Path) -> None:
    """The suite would notice a store that does not keep what was acknowledged."""

    async def main() -> Case:
        case = Case(Result("x", "sqlite"), QUICK, tmp_path, lambda _: None)
        site = Site(case, tables=1, spare=0)
        await site.write()
        (made,) = site.made
        table = SteadyTable(lambda _: "", made, site.tally, random.Random(1), iter(()))
        site.tables.append(table)
        site.tally.acknowledged[made.table] = {"begun-3", "begun-5", "never-written"}
        table.order = [(made.table, request) for request in ("begun-5", "begun-3", "never-written")]
        await site.compare()
        return case

    result = run_in_loop(main()).result
    assert (result.acknowledged, result.lost, result.doubled, result.disordered) == (3, 1, 0, 1)


def test_the_page_names_every_scenario_and_is_renewed_between_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.PAGE.read_text()
    for scenario in SCENARIOS:
        assert scenario.name in text.partition("## The scenarios")[2], scenario.name
    copy = tmp_path / "page.md"
    copy.write_text(text)
    monkeypatch.setattr(page, "PAGE", copy)
    results = [Result("kill-server", "sqlite", acknowledged=7, recovery=1.5, notes=["a|b"])]
    order = [("kill-server", "sqlite"), ("watchers", "sqlite")]
    page.write([Result("watchers", "sqlite", acknowledged=9)], order)
    page.write(results, order)
    renewed = copy.read_text()
    rows = renewed.partition(page.BEGIN)[2].partition(page.END)[0].splitlines()[-3:-1]
    assert rows[0].startswith("| kill-server | SQLite | passed | 7 | 0 | 0 | 0 | 0 | 1.5 s |  |  |  | a/b |")
    assert rows[1].startswith("| watchers | SQLite | passed | 9 |")
    assert renewed.partition(page.BEGIN)[0] == text.partition(page.BEGIN)[0]
    assert renewed.partition(page.END)[2] == text.partition(page.END)[2]
    page.write(results, order)
    assert copy.read_text() == renewed


def test_the_command_line() -> None:
    def faults(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tools.faults", *words]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)

    listed = faults("--list")
    assert listed.returncode == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == [scenario.name for scenario in SCENARIOS]
    wrong = faults("no-such-thing")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("There is no scenario no-such-thing. Names: ")
    partial = faults("refused-starts", "--write", "--seconds", "5")
    assert partial.returncode == 2
    assert "Traceback" not in partial.stderr
    nothing = faults("refused-starts", "--store", "postgres", "--json")
    assert (nothing.returncode, json.loads(nothing.stdout)) == (0, [])
