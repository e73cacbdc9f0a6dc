"""A terminal in tests: lines to type, and what was printed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from rich.console import Console

from bungalow.core.match import Match, new
from bungalow.terminal.session import Session, Terminal


@pytest.fixture(autouse=True)
def _saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUNGALOW_SAVES", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)  # where a person may name a file, what is typed for something else may be taken for one


def reader(lines: Iterable[str]) -> Callable[[str], str]:
    waiting = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return read


def paper(width: int = 100, *, no_color: bool = False, force_terminal: bool = False) -> Console:
    """A console that writes into memory; `console.file.getvalue()` is what it holds."""
    return Console(
        file=io.StringIO(),
        width=width,
        highlight=False,
        no_color=no_color,
        force_terminal=force_terminal,
        color_system="truecolor" if force_terminal else "auto",  # whatever TERM says, also where it is not set
    )


def printed(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


class Table:
    """A session whose lines are typed in advance."""

    def __init__(
        self, *lines: str, match: Match | None = None, bots: dict[int, str] | None = None, interactive: bool = True
    ) -> None:
        self.screen = paper()
        self.errors = paper()
        self.asked: list[str] = []
        """The prompts, in their order."""
        answer = reader(lines)

        def read(prompt: str) -> str:
            self.asked.append(prompt.strip())
            return answer(prompt)

        terminal = Terminal(self.screen, self.errors, read, interactive)
        self.session = Session(match or new("burrows", seats=2, seed=7), bots or {}, terminal)
        self.session.run()

    @property
    def out(self) -> str:
        return printed(self.screen)

    @property
    def err(self) -> str:
        return printed(self.errors)

    @property
    def moves(self) -> list[tuple[int, str]]:
        return [(played.seat, played.text) for played in self.session.match.history]
