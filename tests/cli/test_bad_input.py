"""Whatever is wrong is told in one line with its code; nothing changes, and no traceback is shown."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from bungalow.core.record import Record
from tests.cli.conftest import Command, Outcome


def assert_one_line(outcome: Outcome, code: int, error: str) -> None:
    assert outcome.code == code
    assert outcome.err.startswith(f"bungalow: {error}: ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["play", "burrows", "--seats", "9"], "bad-options"),
        (["simulate", "burrows", "--seats", "1", "--games", "1"], "bad-options"),
        (["simulate", "burows", "--games", "1"], "bad-options"),
        (["simulate", "burrows", "--games", "1", "--bots", "greedie"], "bad-options"),
        (["simulate", "burrows", "--games", "1", "--seats", "3", "--bots", "greedy,random"], "bad-options"),
        (["simulate", "burrows", "--games", "1", "--option", "weather=rain"], "bad-options"),
        (["simulate", "burrows", "--games", "0"], "bad-usage"),
        (["simulate", "burrows", "--seed", "-1"], "bad-usage"),
        (["simulate", "burrows", "--option", "weather"], "bad-usage"),
        (["play"], "bad-usage"),
        (["play", "burrows", "--bots", "greedy,greedy,greedy"], "bad-options"),
        (["play", "burrows", "--names", "Ada,Bo,Cy"], "bad-options"),
        (["play", "burrows", "--names", "A|B,Cy"], "bad-options"),
        (["play", "burrows", "--save", "no-such-folder/game.record"], "bad-options"),
        (["play", "burrows", "--delay", "-1"], "bad-usage"),
        (["edition"], "bad-usage"),
        (["dance"], "bad-usage"),
        (["rules", "burrows", "XX-1"], "bad-options"),
        (["replay", "a.record", "b.record"], "bad-options"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(bungalow: Command, words: list[str], error: str) -> None:
    assert_one_line(bungalow(*words), 2, error)


def test_a_near_miss_is_answered_with_a_suggestion(bungalow: Command) -> None:
    assert "did you mean 'burrows'?" in bungalow("play", "burows").err
    assert "did you mean 'greedy'?" in bungalow("play", "burrows", "--bots", "greedie").err


def test_errors_are_json_where_a_program_reads(bungalow: Command) -> None:
    outcome = bungalow("simulate", "burrows", "--seats", "7", "--json")
    assert outcome.code == 2
    assert outcome.err == ""
    error = json.loads(outcome.out)["error"]
    assert error["code"] == "bad-options"
    assert "2 to 5" in error["words"]
    assert error["clause"] == ""


def test_a_record_with_a_wrong_checksum_fails_the_check(bungalow: Command, record: Path) -> None:
    record.write_text(record.read_text()[:-9] + "0badc0de\n")
    before = record.read_text()
    assert_one_line(bungalow("replay", "--check", record), 1, "bad-data")
    assert_one_line(bungalow("play", "--resume", record, typed="1\n"), 3, "bad-data")
    assert record.read_text() == before


def test_a_record_of_other_rules_or_components_replays_if_nothing_differs(bungalow: Command, record: Path) -> None:
    edition = Record.load(record).edition
    record.write_text(record.read_text().replace(edition, "0123456789abcdef").replace("rules: 1", "rules: 0"))
    assert bungalow("replay", record).code == 0
    assert bungalow("replay", "--check", record).code == 0


def test_a_record_of_other_rules_is_shown_up_to_the_move_at_which_they_differ(
    bungalow: Command, record: Path, tmp_path: Path
) -> None:
    """One line names the move, the exit code is 1, and a saved game that cannot go on is left as it is."""
    lines = record.read_text().replace("rules: 1", "rules: 0").splitlines()
    first = lines.index("moves:") + 1
    lines[first + 3] = "1 build T99"
    record.write_text("\n".join(lines) + "\n")
    before = record.read_text()
    shown = bungalow("replay", record)
    assert shown.code == 1
    assert "after move 3" in shown.out
    assert len(shown.err.splitlines()) == 1
    assert "made with rules version 0, this is version 1; differs at move 4: " in shown.err
    assert bungalow("replay", "--json", record).code == 1
    assert json.loads(bungalow("replay", "--json", record).out)["differs"]["move"] == 4
    assert json.loads(bungalow("replay", "--check", "--json", record).out)[0]["move"] == 4
    assert bungalow("picture", record, "-o", tmp_path / "x.svg").code == 1
    assert_one_line(bungalow("play", "--resume", record), 1, "rules-differ")
    assert "shows it up to there" in bungalow("play", "--resume", record).err
    assert record.read_text() == before


def test_a_truncated_record_is_refused(bungalow: Command, record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:-3]))
    before = record.read_text()
    for words in (["replay", record], ["replay", "--check", record], ["play", "--resume", record]):
        outcome = bungalow(*words)
        assert_one_line(outcome, 3, "bad-data")
        assert "cut off" in outcome.err
    assert record.read_text() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats: 2", "seats: 9"),
        ("seed: 7", "seed: seven"),
    ],
)
def test_a_record_with_a_broken_header_is_refused(bungalow: Command, record: Path, old: str, new: str) -> None:
    record.write_text(record.read_text().replace(old, new))
    outcome = bungalow("replay", record)
    assert_one_line(outcome, 3, "bad-data")
    assert str(record) in outcome.err


def test_a_record_of_a_title_that_is_not_installed_is_refused(bungalow: Command, record: Path) -> None:
    record.write_text(record.read_text().replace("title: burrows", "title: buffalo"))
    assert_one_line(bungalow("replay", record), 2, "bad-options")


def test_a_record_in_which_the_wrong_seat_moves_is_refused(bungalow: Command, record: Path) -> None:
    lines = record.read_text().splitlines()
    first = lines.index("moves:") + 1
    lines[first] = "2" + lines[first][1:]
    record.write_text("\n".join(lines) + "\n")
    outcome = bungalow("replay", "--check", record)
    assert_one_line(outcome, 1, "bad-data")
    assert "move 1" in outcome.err
    assert "not-your-turn" in outcome.err


def test_files_that_are_not_there_are_told(bungalow: Command, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    for words in (
        ["replay", missing],
        ["play", "--resume", missing],
        ["edition", "check", missing],
        ["play", "burrows", "--edition", missing],
        ["simulate", "burrows", "--edition", missing],
    ):
        assert_one_line(bungalow(*words), 3, "bad-data")


def test_a_broken_edition_is_refused_by_every_command(bungalow: Command, tmp_path: Path) -> None:
    data = resources.files("bungalow.games.burrows").joinpath("components.toml").read_text(encoding="utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text(data.replace('{ id = "T80", ', '{ id = "T79", '))
    for words in (
        ["edition", "check", broken],
        ["edition", "show", "burrows", "--edition", broken],
        ["play", "burrows", "--edition", broken],
        ["simulate", "burrows", "--games", "1", "--edition", broken],
    ):
        outcome = bungalow(*words)
        assert_one_line(outcome, 3, "bad-data")
        assert "T79" in outcome.err


def test_bad_lines_are_refused_and_the_next_line_is_read(bungalow: Command, tmp_path: Path) -> None:
    saved = tmp_path / "game.record"
    typed = "fly to the moon\n99\nbuild T99\nreserve T62\n2 build T21\n# a comment\n\nbuild T21\n"
    outcome = bungalow("play", "burrows", "--seats", "3", "--seed", "7", "--save", saved, typed=typed)
    assert outcome.code == 4
    codes = [line.split(": ")[1] for line in outcome.err.splitlines()]
    assert codes == ["unreadable-move", "unreadable-move", "unreadable-move", "illegal-move", "not-your-turn"]
    assert "(BW-2.2)" in outcome.err
    assert Record.load(saved).moves == [(0, "build T21")]


def test_a_move_for_the_seat_of_a_bot_is_refused(bungalow: Command) -> None:
    outcome = bungalow("play", "burrows", "--bots", "random", "--seed", "7", typed="2 build T21\n")
    assert_one_line(outcome, 4, "not-your-turn")


def test_saving_never_replaces_a_file_that_is_no_record(bungalow: Command, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    outcome = bungalow("play", "burrows", "--seed", "7", typed=f"1\nsave {letter}\nsave {tmp_path}\n")
    assert outcome.code == 4
    assert outcome.err.count("bungalow: bad-options: ") == 2
    assert letter.read_text() == "Dear Ada"
