"""A closed terminal window, or a pipe whose reader has gone, keeps the game."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bungalow.core.record import Record
from tests.cli.conftest import environment

PLAY = (sys.executable, "-m", "bungalow", "play", "burrows", "--seats", "2", "--bots", "random", "--seed", "7")


class Window:
    """A terminal window with a game in it."""

    def __init__(self, *words: str, saves: Path, controlling: bool = True) -> None:
        self.master, slave = pty.openpty()
        self.text = b""

        def take_terminal() -> None:
            os.setsid()
            if controlling:
                import fcntl
                import termios

                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        variables = environment(BUNGALOW_SAVES=str(saves), TERM="xterm", COLUMNS="100", LINES="40")
        self.process = subprocess.Popen(
            [*PLAY, "--delay", "0", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=variables,
            preexec_fn=take_terminal,
        )
        os.close(slave)

    def read_until(self, words: str) -> None:
        deadline = time.monotonic() + 60
        while words.encode() not in self.text and time.monotonic() < deadline:
            if select.select([self.master], [], [], 0.5)[0]:
                self.text += os.read(self.master, 65536)
        assert words.encode() in self.text, self.text.decode(errors="replace")
        self.text = b""

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def close(self) -> int:
        os.close(self.master)
        return self.process.wait(30)


def play_two_moves(window: Window) -> None:
    for _ in range(2):
        window.read_until("Player 1> ")
        window.type("1")
    window.read_until("Player 1> ")


def moves_of_a_person(path: Path) -> int:
    return sum(seat == 0 for seat, _ in Record.load(path).moves)


@pytest.mark.parametrize("controlling", [True, False], ids=["with-hangup", "without-hangup"])
def test_a_closed_window_keeps_the_game(tmp_path: Path, controlling: bool) -> None:
    """With a controlling terminal the kernel sends SIGHUP; without one, reading and writing fail (EIO)."""
    window = Window(saves=tmp_path / "saves", controlling=controlling)
    play_two_moves(window)
    assert window.close() in (130, 141)
    kept = list((tmp_path / "saves").iterdir())
    assert [path.suffix for path in kept] == [".record"]
    assert moves_of_a_person(kept[0]) == 2


def test_a_closed_window_keeps_the_game_where_it_was_to_be_saved(tmp_path: Path) -> None:
    window = Window("--save", str(tmp_path / "mine.record"), saves=tmp_path / "saves")
    play_two_moves(window)
    window.close()
    assert moves_of_a_person(tmp_path / "mine.record") == 2
    assert not (tmp_path / "saves").exists()


def test_a_window_closed_while_bots_play_keeps_the_game(tmp_path: Path) -> None:
    """It is printing that fails here: nobody is asked anything."""
    window = Window("--bots", "random,random", "--delay", "0.05", saves=tmp_path / "saves", controlling=False)
    window.read_until("random bot")
    window.close()
    kept = list((tmp_path / "saves").iterdir())
    assert len(kept) == 1
    assert Record.load(kept[0]).moves


def hang_up_twice(window: Window) -> None:
    window.process.send_signal(signal.SIGHUP)
    window.process.send_signal(signal.SIGTERM)


def press_ctrl_c(window: Window) -> None:
    os.write(window.master, b"\x03")


@pytest.mark.parametrize("interrupt", [hang_up_twice, press_ctrl_c])
def test_an_open_window_says_where_the_game_is(tmp_path: Path, interrupt: Callable[[Window], None]) -> None:
    window = Window(saves=tmp_path / "saves")
    play_two_moves(window)
    for _ in range(20):
        interrupt(window)
        if select.select([window.master], [], [], 0.5)[0]:
            break  # else again: a signal between the prompt and the waiting for keys is heard with the next one
    window.read_until("Interrupted. Saved to ")
    assert window.process.wait(30) == 130
    window.close()
    assert moves_of_a_person(next((tmp_path / "saves").iterdir())) == 2


def test_a_closed_pipe_keeps_the_game(tmp_path: Path) -> None:
    variables = environment(BUNGALOW_SAVES=str(tmp_path / "saves"))
    with subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=variables
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"1\n")
        process.stdin.flush()
        while b"Player 1> 1" not in process.stdout.readline():
            pass
        process.stdout.close()
        process.stdin.write(b"1\n" * 5)
        process.stdin.flush()
        process.stdin.close()
        assert process.wait(30) == 141
        assert process.stderr.read() == b""
    assert moves_of_a_person(next((tmp_path / "saves").iterdir())) >= 1
