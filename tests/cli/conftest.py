"""The command line in tests: run in this process, its output and exit code together."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bungalow.cli import main
from bungalow.core.match import new


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def _saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are saved without a name must not land in somebody's home."""
    monkeypatch.setenv("BUNGALOW_SAVES", str(tmp_path / "saves"))


@pytest.fixture
def bungalow(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """`bungalow("play", "burrows", typed="1\\n")`"""

    def run(*words: str | Path, typed: str = "") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Outcome(code, out, err)

    return run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of the first moves of a game."""
    match = new("burrows", seats=2, seed=7)
    for _ in range(9):
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[-1])
    path = tmp_path / "game.record"
    match.record().save(path)
    return path


def environment(**changes: str) -> dict[str, str]:
    """The environment for a process of its own."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **changes}
