"""Results on disk: the same rows however they came about, and one line when something is wrong."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from bungalow.bots.levels import settings_of
from bungalow.core.errors import BadData, BadOptions
from bungalow.core.match import replay
from bungalow.core.record import Record
from bungalow.lab import cluster, results
from bungalow.lab.figures import figures
from bungalow.lab.results import Results, load, simulate_into
from bungalow.lab.simulation import Batch, Plan, play, play_batch, simulate
from tests.cli.conftest import Command, environment

PLAN = Plan("busara", seats=2, games=9, seed=5)
MIXED = Plan("buru", seats=2, games=4, seed=5, bots=("greedy", "random"))


def same(one: Path, other: Path) -> None:
    for name in results.TABLES:
        assert_frame_equal(pl.read_parquet(one / f"{name}.parquet"), pl.read_parquet(other / f"{name}.parquet"))
        assert (one / f"{name}.parquet").read_bytes() == (other / f"{name}.parquet").read_bytes()


def interrupted(folder: Path, plan: Plan, ranges: list[range]) -> None:
    """A run that was stopped when these games were on disk."""
    unfinished = Results(folder, replace(plan, accounts=True))
    with suppress(KeyboardInterrupt), unfinished.open():
        for some in ranges:
            unfinished.keep(play_batch(unfinished.plan, some.start, len(some)))
            unfinished.write_part()
        raise KeyboardInterrupt


@pytest.mark.parametrize("plan", [PLAN, MIXED], ids=["random", "bots"])
def test_a_run_that_was_interrupted_comes_to_the_same_rows(plan: Plan, tmp_path: Path) -> None:
    whole = simulate_into(tmp_path / "whole", plan, 1)
    interrupted(tmp_path / "broken", plan, [range(2, 3), range(0, 1)])
    assert not (tmp_path / "broken" / "games.parquet").exists()
    played: list[int] = []
    continued = simulate_into(tmp_path / "broken", plan, 1, progress=played.append)
    assert played[0] == 2, "the games that were there already are counted"
    same(tmp_path / "whole", tmp_path / "broken")
    assert continued.checksum == whole.checksum == simulate(plan, 1).checksum
    assert (continued.wins, continued.mean_score) == (whole.wins, whole.mean_score)
    assert not (tmp_path / "broken" / "parts").exists()


def test_only_missing_games_are_played(tmp_path: Path) -> None:
    interrupted(tmp_path, PLAN, [range(0, 2), range(5, 6)])
    assert Results(tmp_path, PLAN).missing() == [range(2, 5), range(6, 9)]
    simulate_into(tmp_path, PLAN, 1)
    assert Results(tmp_path, PLAN).missing() == []


def test_the_number_of_processes_changes_no_row(tmp_path: Path) -> None:
    simulate_into(tmp_path / "one", PLAN, 1)
    simulate_into(tmp_path / "two", PLAN, 2)
    same(tmp_path / "one", tmp_path / "two")
    kept: list[Batch] = []
    play([range(3), range(4, 9)], PLAN, kept.append, 2, task_seconds=1e-9)
    assert sorted(batch.first for batch in kept) == [0, 1, 2, 4, 5, 6, 7, 8]


def test_sources_and_the_compiled_engine_write_the_same(tmp_path: Path) -> None:
    for pure in ("", "1"):
        words = ["simulate", "busara", "--games", "2", "--seed", "3", "--out", str(tmp_path / f"pure{pure}")]
        command = [sys.executable, "-m", "bungalow", *words, "--bots", "greedy,random"]
        subprocess.run(command, capture_output=True, check=True, env=environment(BUNGALOW_PURE=pure), timeout=300)
    same(tmp_path / "pure", tmp_path / "pure1")


def test_a_killed_run_goes_on_with_the_same_command(tmp_path: Path) -> None:
    words = ["simulate", "burrows", "--games", "150", "--seed", "3", "--processes", "1", "--out", str(tmp_path / "a")]
    process = subprocess.Popen([sys.executable, "-m", "bungalow", *words], env=environment(), stderr=subprocess.PIPE)
    lock = tmp_path / "a" / "parts" / "lock"
    while not (tmp_path / "a" / "plan.json").exists():
        assert process.poll() is None
        time.sleep(0.01)
    assert lock.exists()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    simulate_into(tmp_path / "a", Plan("burrows", 2, 150, 3), 1)
    simulate_into(tmp_path / "b", Plan("burrows", 2, 150, 3), 1)
    same(tmp_path / "a", tmp_path / "b")


def test_rows_say_what_was_played(tmp_path: Path) -> None:
    report = simulate_into(tmp_path, MIXED, 1)
    run = load(tmp_path)
    assert run.games["game"].to_list() == [1, 2, 3, 4]
    assert run.games["decisions"].sum() == report.decisions
    assert (run.games["options"] >= 2 * run.games["decisions"]).all()
    assert run.seats["bot"].to_list() == ["greedy", "random"] * 4
    wins = run.seats.filter(pl.col("rank") == 1).group_by("seat").len().sort("seat")
    assert dict(wins.iter_rows()) == {seat: n for seat, n in enumerate(report.wins, 1) if n}
    points = [name for name in run.seats.columns if name.startswith(results.SOURCE)]
    assert (run.seats.select(pl.sum_horizontal(points)).to_series() == run.seats["score"]).all()
    assert run.facts.filter(pl.col("seat").is_null())["kind"].unique().to_list() == ["altar"]
    assert run.facts.filter(pl.col("kind") == "player").height == 8


def test_a_folder_of_other_games_is_refused(bungalow: Command, tmp_path: Path) -> None:
    simulate_into(tmp_path / "run", PLAN, 1)
    before = (tmp_path / "run" / "games.parquet").read_bytes()
    done = bungalow("simulate", "busara", "--games", "9", "--seed", "6", "--out", tmp_path / "run")
    assert done.code == 3
    assert "bad-data" in done.err
    assert "seed 5, not 6" in done.err
    assert done.err.count("\n") == 1
    assert (tmp_path / "run" / "games.parquet").read_bytes() == before


def test_games_of_other_weights_or_budgets_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("buru", seats=2, games=2, seed=5, bots=("greedy", "easy"))
    interrupted(tmp_path, plan, [range(1)])
    settings = settings_of("buru")
    with monkeypatch.context() as changed:
        changed.setattr("bungalow.bots.levels.settings_of", lambda title: settings | {"iterations": {"easy": 1}})
        with pytest.raises(BadData, match="other settings or weights"):
            simulate_into(tmp_path, plan, 1)
    report = simulate_into(tmp_path, plan, 1)
    assert (report.games, report.played) == (2, 1)
    again = simulate_into(tmp_path, plan, 1)
    assert (again.games, again.played, again.cpu_seconds) == (2, 0, 0)


def test_the_speed_is_that_of_games_that_were_played_now(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "busara", "--games", "3", "--seed", "1", "--processes", "1", "--out", str(tmp_path / "run"))
    assert "a second)" in bungalow(*words).out
    again = bungalow(*words).out
    assert "all of them played before" in again
    assert "a second)" not in again


def test_a_folder_that_lost_a_table_is_told(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "busara", "--games", "3", "--seed", "1", "--processes", "1", "--out", str(tmp_path / "run"))
    assert bungalow(*words).code == 0
    (tmp_path / "run" / "facts.parquet").unlink()
    answer = bungalow(*words)
    assert answer.code == 3
    assert "lacks facts.parquet" in answer.err


def test_a_rival_of_the_title_bears_its_own_name(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "buru", "--seats", "2", "--option", "lawan=1", "--games", "1", "--seed", "7")
    told = json.loads(bungalow(*words, "--bots", "greedy", "--json", "--record", str(tmp_path)).out)
    assert (told["seed"], told["bots"]) == (7, ["greedy", "Lawan A"])
    (record,) = tmp_path.iterdir()
    assert replay(Record.load(record)).names == ("greedy bot", "Lawan A")


def test_results_and_report_tell_a_rival_of_the_title_from_bots(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "buru", "--seats", "3", "--option", "lawan=1", "--games", "2", "--seed", "1")
    sitting = ["greedy", "random", "Lawan A"]
    told = json.loads(bungalow(*words, "--bots", "greedy,random,greedy", "--out", tmp_path / "run", "--json").out)
    run = load(tmp_path / "run")
    assert told["bots"] == sitting
    assert run.seats["bot"].to_list() == sitting * 2
    assert run.plan["bots"] == ["greedy", "random", "greedy"], "what the command said, to go on by"
    (found,) = json.loads(bungalow("report", tmp_path / "run", "--json").out)
    assert found["bots"] == sitting
    assert {name: held["had"] for name, held in found["facts"]["bot"].items()} == dict.fromkeys(sitting, 2)
    bungalow("report", tmp_path / "run", "--markdown", tmp_path / "page.md")
    page = (tmp_path / "page.md").read_text()
    assert "played by bots (greedy, random):" in page
    assert all(f"| {label} |" in page for label in ("seat 1 (greedy)", "seat 3 (Lawan A)"))
    assert "--bots greedy,random,greedy --option lawan=1" in page


def test_a_rival_of_the_title_is_no_other_bot(tmp_path: Path) -> None:
    plan = Plan("buru", 3, games=1, seed=1, bots=("greedy", "greedy", "random"), options={"lawan": 1})
    simulate_into(tmp_path, plan, 1)
    run = load(tmp_path)
    assert run.sitting() == ("greedy", "greedy", "Lawan A")
    assert run.bots() == ("greedy",)
    assert "bot" not in figures(run, "").facts


def test_asked_to_end_it_keeps_what_is_finished(tmp_path: Path) -> None:
    words = ["simulate", "burrows", "--games", "100000", "--bots", "greedy", "--seed", "1", "--processes", "1"]
    words += ["--out", str(tmp_path / "run"), "--record", str(tmp_path / "records")]
    command = [sys.executable, "-m", "bungalow", *words]
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "records" / "burrows-000030.record").exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == "bungalow: interrupted: stopped before the end\n"
    assert any(path.is_dir() for path in (tmp_path / "run" / "parts").iterdir())


@pytest.mark.parametrize("address", ["junk", "junk:abc", "nowhere:"])
def test_what_is_no_address_is_told_before_anything_is_played(address: str) -> None:
    with pytest.raises(BadOptions, match="host:port, auto or local"):
        cluster.check(Plan("buru", 2, 3, 1), address)


def test_weights_in_a_file_stay_on_this_machine(tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="does not go with --ray"):
        cluster.check(Plan("buru", 2, 3, 1, bots=(f"greedy@{tmp_path / 'w.toml'}", "greedy")), "local")


def test_without_a_seed_the_folder_tells_it(bungalow: Command, tmp_path: Path) -> None:
    first = json.loads(bungalow("simulate", "burrows", "--games", "2", "--out", tmp_path / "run", "--json").out)
    again = json.loads(bungalow("simulate", "burrows", "--games", "2", "--out", tmp_path / "run", "--json").out)
    assert again["checksum"] == first["checksum"]


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    one, other = Results(tmp_path, PLAN), Results(tmp_path, PLAN)
    with suppress(KeyboardInterrupt), one.open():
        with pytest.raises(BadData, match="another run"), other.open():
            pass
        raise KeyboardInterrupt


def test_a_folder_that_holds_other_things_is_refused(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "busara", "--games", "1", "--seed", "5", "--processes", "1", "--out")
    for thing in ("letter.txt", "parts/000000001/games.parquet", "run/plan.json"):
        folder = tmp_path / thing.replace("/", "-")
        (folder / thing).parent.mkdir(parents=True)
        (folder / thing).write_text("mine")
        done = bungalow(*words, folder)
        assert (done.code, done.err) == (3, f"bungalow: bad-data: {folder} holds other things: name another folder\n")
        assert [path for path in folder.rglob("*") if path.is_file()] == [folder / thing]


def test_empty_folders_and_those_of_a_run_are_filled(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "busara", "--games", "1", "--seed", "5", "--processes", "1", "--out")
    (tmp_path / "empty").mkdir()
    (tmp_path / "begun" / "parts").mkdir(parents=True)
    (tmp_path / "begun" / "parts" / "lock").touch()
    (tmp_path / "begun" / "plan.json.new").touch()
    for name in ("empty", "begun", "deep/new"):
        assert bungalow(*words, tmp_path / name).code == 0
        assert load(tmp_path / name).games.height == 1
    assert bungalow("report", tmp_path / "empty").code == 0
    assert bungalow(*words, tmp_path / "empty").code == 0
    assert bungalow(*words, tmp_path / "both", "--record", tmp_path / "both" / "records").code == 0
    assert len(list((tmp_path / "both" / "records").iterdir())) == 1


# -- more of the same games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", [PLAN, MIXED], ids=["random", "bots"])
def test_more_of_the_same_games_go_on_from_those_that_are_there(plan: Plan, tmp_path: Path) -> None:
    whole = simulate_into(tmp_path / "whole", plan, 1)
    simulate_into(tmp_path / "more", replace(plan, games=1), 1)
    interrupted(tmp_path / "more", replace(plan, games=3), [range(2, 3)])
    with pytest.raises(BadData, match="not all games"):
        load(tmp_path / "more")
    played: list[int] = []
    more = simulate_into(tmp_path / "more", plan, 1, progress=played.append)
    assert (played[0], more.played, more.checksum) == (2, plan.games - 2, whole.checksum)
    same(tmp_path / "whole", tmp_path / "more")
    assert (tmp_path / "more" / "plan.json").read_text() == (tmp_path / "whole" / "plan.json").read_text()
    assert not (tmp_path / "more" / "parts").exists()


def test_fewer_games_than_there_are_are_refused(bungalow: Command, tmp_path: Path) -> None:
    words = ("simulate", "busara", "--seed", "5", "--processes", "1", "--out", tmp_path / "run", "--games")
    assert bungalow(*words, "2").code == 0
    before = (tmp_path / "run" / "games.parquet").read_bytes()
    done = bungalow(*words, "1")
    assert done.code == 3
    assert "is for 2 games, not 1: ask for as many or more" in done.err
    assert done.err.count("\n") == 1
    assert (tmp_path / "run" / "games.parquet").read_bytes() == before
    assert ", 1 game of them now" in bungalow(*words, "3").out


@pytest.mark.parametrize("games", [2, 3])
@pytest.mark.parametrize("stop", range(1, 9))
def test_wherever_it_is_stopped_before_it_goes_on_no_game_is_lost(
    stop: int, games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped at each thing that is done to the folder; then asked for as many games as before, or for more."""
    plan = replace(PLAN, games=2)
    simulate_into(tmp_path / "run", plan, 1)
    left = iter(range(1, stop))

    def stopping(what: Callable[..., object]) -> Callable[..., object]:
        def step(*args: Any, **named: Any) -> object:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return what(*args, **named)

        return step

    with monkeypatch.context() as changed:
        for place, name in ((shutil, "copyfile"), (Path, "rename"), (Path, "unlink")):
            changed.setattr(place, name, stopping(getattr(place, name)))
        changed.setattr(results, "save_text", stopping(results.save_text))
        with pytest.raises(KeyboardInterrupt):
            simulate_into(tmp_path / "run", replace(plan, games=3), 1)
    again = simulate_into(tmp_path / "run", replace(plan, games=games), 1)
    assert again.played == games - 2
    simulate_into(tmp_path / "whole", replace(plan, games=games), 1)
    same(tmp_path / "whole", tmp_path / "run")


@pytest.mark.parametrize("damage", ["plan", "part", "folder"])
def test_damage_is_told_in_one_line(damage: str, bungalow: Command, tmp_path: Path) -> None:
    run = tmp_path / "run"
    interrupted(run, PLAN, [range(0, 2)])
    if damage == "plan":
        (run / "plan.json").write_text("{")
    elif damage == "part":
        next(run.glob("parts/0*/games.parquet")).write_bytes(b"PAR1")
    else:
        run = tmp_path / "file"
        run.write_text("")
    done = bungalow("simulate", "busara", "--games", "9", "--seed", "5", "--out", run)
    assert done.code == 3
    assert done.err.startswith("bungalow: bad-data: cannot ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("seats", "x", 'seats cannot be "x"'),
        ("seats", True, "seats cannot be true"),
        ("seats", 9, "9 seats have 9 bots, not 2"),
        ("games", 0, "games cannot be 0"),
        ("seed", "abc", 'seed cannot be "abc"'),
        ("seed", 5, "seed cannot be 5"),
        ("bots", ["random", 1], 'bots cannot be ["random", 1]'),
        ("bots play by", [], "bots play by cannot be []"),
        ("title", "chess", "chess"),
        ("options", [], "options cannot be []"),
        ("options", {"luck": "much"}, "luck"),
        ("rules", None, "rules cannot be null"),
    ],
)
def test_a_damaged_plan_is_told_in_one_line(
    name: str, value: object, said: str, bungalow: Command, tmp_path: Path
) -> None:
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(results.description(PLAN) | {name: value}))
    (tmp_path / "games.parquet").write_bytes(b"")
    for words in (["report", tmp_path], ["simulate", "busara", "--games", "9", "--out", tmp_path]):
        done = bungalow(*words)
        assert done.code == 3
        assert done.err.startswith(f"bungalow: bad-data: cannot read {path}: ")
        assert said in done.err
        assert done.err.count("\n") == 1


def test_damaged_tables_are_told_in_one_line(bungalow: Command, tmp_path: Path) -> None:
    run, other = tmp_path / "run", tmp_path / "other"
    plan = replace(PLAN, games=2)
    simulate_into(run, plan, 1)
    simulate_into(other, replace(plan, games=1), 1)
    seats = pl.read_parquet(run / "seats.parquet")
    spoilt = {
        "it has no column seat of Int64": pl.read_parquet(run / "games.parquet"),
        "it has no column score of Int64": seats.with_columns(pl.col("score").cast(pl.String)),
        "does not hold the games": pl.read_parquet(other / "seats.parquet"),
        "in their order": seats.reverse(),
    }
    for said, table in spoilt.items():
        table.write_parquet(run / "seats.parquet")
        for words in (["report", run], ["simulate", "busara", "--games", "2", "--out", run]):
            done = bungalow(*words)
            assert (done.code, said in done.err, done.err.count("\n")) == (3, True, 1)
            assert "bad-data" in done.err


def test_a_missing_library_is_told_with_what_to_type(
    bungalow: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate_into(tmp_path / "old", PLAN, 1)
    monkeypatch.setitem(sys.modules, "polars", None)
    for words in (["simulate", "burrows", "--games", "1", "--out", tmp_path / "new"], ["report", tmp_path / "old"]):
        done = bungalow(*words)
        assert done.code == 2
        assert "missing-extra" in done.err
        assert done.err.endswith("polars: ./run bungalow installs it; without ./run: pip install bungalow[results]\n")
        assert done.err.count("\n") == 1
    assert not (tmp_path / "new").exists()
