"""What the commands print."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from bungalow.cli import main
from bungalow.core.conformance import Report, Share
from bungalow.core.match import replay
from bungalow.core.record import Record
from tests.cli.conftest import Command, environment
from tests.titles.faults import SharesLists
from tests.titles.quay import QuayGame


def test_games_lists_titles_for_people_and_programs(bungalow: Command) -> None:
    assert "Burrows" in bungalow("games").out
    games = {game["name"]: game for game in json.loads(bungalow("games", "--json").out)}
    assert games["burrows"]["seats"] == [2, 3, 4, 5]
    assert set(games["burrows"]["provenance"]) == {"rulebook", "public", "designed"}


def test_an_edition_file_is_known_by_what_it_says(bungalow: Command, tmp_path: Path) -> None:
    data = resources.files("bungalow.games.burrows").joinpath("components.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(data.replace("shown = 4", "shown = 5"))
    assert "a good edition of Burrows" in bungalow("edition", "check", mine).out
    ours = json.loads(bungalow("edition", "show", "burrows", "--json").out)
    theirs = json.loads(bungalow("edition", "show", "burrows", "--edition", mine, "--json").out)
    assert ours["tables"]["burrow.tiles"] == {"rulebook": 0, "public": 0, "designed": 80}
    assert ours["edition"] != theirs["edition"]
    assert sum(ours["provenance"].values()) == sum(sum(table.values()) for table in ours["tables"].values())


def test_an_edition_of_no_title_is_refused(bungalow: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('[meta]\ngame = "Chess"\n')
    outcome = bungalow("edition", "check", other)
    assert outcome.code == 3
    assert "'Chess'" in outcome.err


def test_replay_shows_the_table_after_any_move(bungalow: Command, record: Path) -> None:
    outcome = bungalow("replay", record, "--at", "3")
    assert "after move 3" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 100
    told = json.loads(bungalow("replay", record, "--at", "3", "--json").out)
    assert told["moves"] == 3
    assert told["checksum"] == f"{replay(Record.load(record), upto=3).state.checksum():08x}"
    for at in ("99", "-1"):
        refused = bungalow("replay", record, "--at", at)
        assert refused.code == 2
        assert re.search(rf"^bungalow: bad-usage: --at is 0 to \d+ here: {record} has \d+ moves$", refused.err)


def test_replay_checks_many_records_and_names_the_bad_one(bungalow: Command, record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.record"
    bad.write_text(record.read_text().replace("seed: 7", "seed: 8"))
    outcome = bungalow("replay", "--check", record, bad)
    assert outcome.code == 1
    assert f"{record}: good" in outcome.out
    assert str(bad) in outcome.err
    told = json.loads(bungalow("replay", "--check", "--json", record, bad).out)
    assert [result["ok"] for result in told] == [True, False]


def test_conformance_is_shown_and_a_fault_fails_the_check(bungalow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for game, code in ((QuayGame(), 0), (SharesLists(), 1)):
        monkeypatch.setattr("bungalow.commands.conformance.find", lambda name, game=game: game)
        seats = str(min(game.seats))
        outcome = bungalow("conformance", "quay", "--games", "2", "--seats", seats)
        assert outcome.code == code
        assert ("record:" in outcome.out) == bool(code)
        told = json.loads(bungalow("conformance", "quay", "--games", "2", "--seats", seats, "--json").out)
        assert told["ok"] == (code == 0)
        assert told["games"] == 2
    assert bungalow("conformance", "quay", "--seats", "99").code == 2


def test_how_thorough_conformance_is_can_be_said(bungalow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[Share] = []

    def conform(game: object, *, share: Share, **others: object) -> Report:
        shares.append(share)
        return Report("burrows")

    monkeypatch.setattr("bungalow.core.conformance.conform", conform)
    bungalow("conformance", "burrows")
    bungalow("conformance", "burrows", "--thorough", "0", "--sampled", "2", "--rules-every", "12")
    assert shares == [Share(), Share(thorough_games=0, sampled_choices=2, rules_every=12)]
    usual = (shares[0].thorough_games, shares[0].sampled_choices, shares[0].rules_every)
    assert usual == (5, 20, 1), "the defaults that --help names"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["play"],
        ["games"],
        ["simulate"],
        ["report"],
        ["replay"],
        ["edition"],
        ["edition", "check"],
        ["rules"],
        ["guide"],
        ["backup"],
        ["restore"],
    ],
)
def test_every_help_is_worth_reading(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*words, "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert "usage: bungalow" in out
    assert "example" in out or words == ["edition", "check"]


def test_the_bare_command_prints_help_when_nobody_looks(bungalow: Command) -> None:
    outcome = bungalow()
    assert outcome.code == 0
    assert "exit codes:" in outcome.out


def test_an_error_of_ours_is_one_line_too(bungalow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> tuple[str, ...]:
        raise RuntimeError("the roof\nleaks")

    monkeypatch.setattr("bungalow.commands.games.titles", broken)
    outcome = bungalow("games")
    assert outcome.code == 70
    assert outcome.err.startswith("bungalow: internal-error: RuntimeError: the roof leaks")
    assert outcome.err.count("\n") == 1


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bungalow", "edition", "show", "burrows"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert err == b""
