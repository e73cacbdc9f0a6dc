"""Playing through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from bungalow.core.match import replay
from bungalow.core.record import Record
from bungalow.terminal.choices import Numbered
from bungalow.terminal.session import COMMANDS, Session
from tests.cli.conftest import Command

TABLE = ("play", "burrows", "--seats", "2", "--bots", "random", "--seed", "7")


@pytest.mark.whole_game
def test_a_whole_game_can_be_piped(bungalow: Command, tmp_path: Path) -> None:
    saved = tmp_path / "game.record"
    outcome = bungalow(*TABLE, "--save", saved, typed="1\n" * 400)
    assert outcome.code == 0
    assert "Final standing" in outcome.out
    match = replay(Record.load(saved))
    assert match.over
    assert match.names == ("Player 1", "random bot")


def test_at_the_end_of_the_input_the_game_is_saved_and_can_go_on(bungalow: Command, tmp_path: Path) -> None:
    first = bungalow(*TABLE, typed="1\n" * 8)
    path = next((tmp_path / "saves").iterdir())
    assert first.code == 0
    assert f"Go on with: bungalow play --resume {path}" in first.out
    assert bungalow("play", "--resume", path, typed="1\n" * 12).code == 0
    whole = tmp_path / "whole.record"
    bungalow(*TABLE, "--save", whole, typed="1\n" * 20)
    assert path.read_text() == whole.read_text()


def test_notation_and_numbers_mean_the_same(bungalow: Command, tmp_path: Path) -> None:
    bungalow(*TABLE, "--save", tmp_path / "a", typed="1\n" * 6)
    moves = [text for seat, text in Record.load(tmp_path / "a").moves if seat == 0]
    bungalow(*TABLE, "--save", tmp_path / "b", typed="\n".join(moves))
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()


def test_the_moves_of_a_record_can_be_piped_with_their_seats(bungalow: Command, record: Path, tmp_path: Path) -> None:
    text = record.read_text()
    moves = text[text.index("moves:\n") + 7 : text.index("end:")]
    again = tmp_path / "again.record"
    outcome = bungalow("play", "burrows", "--seats", "2", "--seed", "7", "--save", again, typed=moves)
    assert outcome.code == 0
    assert again.read_text() == text


def test_without_a_seed_every_table_is_another(bungalow: Command, tmp_path: Path) -> None:
    for name in ("a", "b"):
        bungalow("play", "burrows", "--save", tmp_path / name, typed="1\n")
    seeds = {Record.load(tmp_path / name).seed for name in ("a", "b")}
    assert len(seeds) == 2
    assert min(seeds) > 1 << 64


def test_bots_alone_play_to_the_end(bungalow: Command) -> None:
    outcome = bungalow("play", "burrows", "--seats", "2", "--bots", "random,random", "--seed", "1")
    assert outcome.code == 0
    assert "Final standing" in outcome.out


def test_a_bot_may_have_the_first_seat(bungalow: Command, tmp_path: Path) -> None:
    bungalow("play", "burrows", "--bots", "random,person", "--save", tmp_path / "a", "--names", "Ada", typed="1\n")
    assert Record.load(tmp_path / "a").names == ("random bot", "Ada")


def test_a_saved_game_settles_its_own_table(bungalow: Command, record: Path) -> None:
    outcome = bungalow("play", "--resume", record, "--seats", "3")
    assert outcome.code == 2
    assert "--seats" in outcome.err


def test_whatever_stops_a_game_it_is_saved(bungalow: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, error, code in (("a", KeyboardInterrupt(), 130), ("b", RuntimeError("the roof leaks"), 70)):

        def broken(self: Session, rest: str, seat: int, moves: list[Numbered], error: BaseException = error) -> None:
            raise error

        monkeypatch.setitem(COMMANDS, "guide", broken)
        outcome = bungalow(*TABLE, "--save", tmp_path / name, typed="1\n1\nguide\n")
        assert outcome.code == code
        assert f"Saved to {tmp_path / name}" in outcome.out
        assert len([seat for seat, _ in Record.load(tmp_path / name).moves if seat == 0]) == 2
        replay(Record.load(tmp_path / name))
