"""Records: write, read, replay, verify; what is wrong with one is said in one line."""

import os
from pathlib import Path

import pytest

from bungalow.core import match as match_module
from bungalow.core.errors import BadData, BadOptions, BungalowError
from bungalow.core.match import Match, replay
from bungalow.core.record import Record
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame

GAME = KilnsGame()


@pytest.fixture
def played() -> Match:
    match = Match(GAME, 2, options={"short": True}, seed=3, names=("Ada", "Bo"))
    while not match.over:
        seat = match.actors[-1]
        match.play(seat, match.moves(seat)[0])
    return match


def test_a_record_reads_as_it_was_written(played: Match) -> None:
    record = played.record()
    text = record.write()
    assert Record.read(text) == record
    assert Record.read(text).write() == text
    assert text.startswith("bungalow record 1\ntitle: kilns\nrules: 1\n")
    assert "options: short=on\nnames: Ada | Bo\nseed: 3\nmoves:\n2 build " in text


def test_a_record_without_moves_is_one_too() -> None:
    text = Match(EmbersGame(), 2, seed=1).record().write()
    assert text.splitlines()[-1].startswith("end: 0 moves, checksum ")
    assert Record.read(text).moves == []


def test_one_move_is_written_in_the_singular() -> None:
    match = Match(EmbersGame(), 2, seed=1)
    match.play(0, "rest")
    text = match.record().write()
    assert "end: 1 move, checksum" in text
    assert Record.read(text).moves == [(0, "rest")]


def test_a_record_plays_again_to_the_same_table(played: Match) -> None:
    again = replay(played.record(), game=GAME)
    assert again.state.checksum() == played.state.checksum()
    assert again.names == ("Ada", "Bo")
    assert again.record() == played.record()
    assert [line.words for line in again.lines(0)] == [line.words for line in played.lines(0)]


def test_a_record_plays_up_to_any_move(played: Match) -> None:
    record = played.record()
    for number in range(len(record.moves) + 1):
        assert replay(record, game=GAME, upto=number).state.checksum() == played.at(number).state.checksum()
    with pytest.raises(BadData, match="so there is no move 99"):
        replay(record, game=GAME, upto=99)


def test_a_seed_of_128_bits_survives() -> None:
    seed = (1 << 128) - 1
    record = Record.read(Match(GAME, 2, seed=seed).record().write())
    assert record.seed == seed
    replay(record, game=GAME)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("bungalow record 1", "bungalow record 2", "line 1 should be 'bungalow record 1'"),
        ("rules: 1\n", "", "line 3 should begin with 'rules:', not 'edition:"),
        ("seats: 2", "seats: two", "'seats' should be a number, not 'two'"),
        ("options: short=on", "options: short", "an option is written name=value, not 'short'"),
        ("moves:\n", "", "line 9 should be 'moves:'"),
        ("\n2 build", "\nbuild", "line 10 is not a move: 'build"),
        ("end: ", "end? ", "is not a move: 'end?"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(played: Match, old: str, new: str, words: str) -> None:
    text = changed(played.record().write(), old, new)
    with pytest.raises(BadData) as caught:
        Record.read(text, "game.txt")
    assert "game.txt: " in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_truncated_record_is_refused_wherever_it_is_cut(played: Match) -> None:
    text = played.record().write()
    lines = text.splitlines(keepends=True)
    for count in range(len(lines)):
        with pytest.raises(BadData) as caught:
            Record.read("".join(lines[:count]))
        assert "\n" not in str(caught.value)
    with pytest.raises(BadData, match="cut off after line"):
        Record.read("".join(lines[:-1]))


def test_a_missing_move_and_a_second_end_are_noticed(played: Match) -> None:
    lines = played.record().write().splitlines(keepends=True)
    with pytest.raises(BadData, match="the last line promises"):
        Record.read("".join(lines[:-2] + lines[-1:]))
    with pytest.raises(BadData, match="stands after the end"):
        Record.read("".join([*lines, "1 stop\n"]))


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("checksum", 1, "but promises 00000001"),
        ("moves", [(0, "stop"), (0, "stop")], "move 2 (1 stop): unreadable-move"),
        ("moves", [(1, "build 99")], "move 1 (2 build 99): unreadable-move"),
    ],
)
def test_a_record_that_breaks_its_promise_is_bad_data(played: Match, field: str, value: object, words: str) -> None:
    record = played.record()
    setattr(record, field, value)
    with pytest.raises(BadData) as caught:
        replay(record, game=GAME, name="game.txt")
    assert str(caught.value).startswith("bad-data: game.txt: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("field", "value"), [("seats", 9), ("options", {"long": "on"}), ("names", ("Ada",))])
def test_an_impossible_header_is_one_line(played: Match, field: str, value: object) -> None:
    record = played.record()
    setattr(record, field, value)
    with pytest.raises(BungalowError) as caught:
        replay(record, game=GAME)
    assert "\n" not in str(caught.value)


def test_an_unknown_title_is_one_line(played: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played.record()
    record.title = "no-such-title"
    with pytest.raises(BadOptions, match="there is no title 'no-such-title'"):
        replay(record)
    monkeypatch.setattr(match_module, "find", lambda name: GAME)
    replay(record)


# -- files ------------------------------------------------------------------------------------------------------


def test_a_record_is_saved_and_loaded(played: Match, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    played.record().save(path)
    assert Record.load(path) == played.record()
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_save_that_fails_leaves_the_old_file(played: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    path.write_text("old")

    def disk_full(self: Path, text: str, encoding: str) -> int:
        self.write_bytes(text[:20].encode())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", disk_full)
    with pytest.raises(BadData, match=r"cannot write .*: No space left on device"):
        played.record().save(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.txt"]


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"cannot read .*: No such file"):
        Record.load(tmp_path / "none.txt")
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="not a text file"):
        Record.load(tmp_path / "picture")
