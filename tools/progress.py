"""Progress and errors of `run` and the tools behind it. Standard library only: it runs before .venv exists."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class Stop(Exception):
    """An error that needs user action; the text says what to type."""


def say(words: str, end: str = "\n") -> None:
    print(words, end=end, file=sys.stderr, flush=True)


@contextlib.contextmanager
def step(name: str) -> Iterator[None]:
    """Print one line on stderr: what is being done, then how long it took."""
    began = time.monotonic()
    say(f"{name} ... ", end="")
    try:
        yield
    except BaseException:
        say("failed")
        raise
    say(f"{time.monotonic() - began:.1f} s")


def quietly(command: Sequence[str], fix: str, *, cwd: Path = ROOT, **variables: str) -> None:
    """Run a command whose output matters only if it fails. Raises `Stop` with its output and `fix`: what to do."""
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise Stop(f"{command[0]}: {error.strerror}\n{fix}") from None
    if done.returncode:
        raise Stop(f"$ {shlex.join(command)[:200]}\n{done.stdout.strip()}\n\n{fix}".rstrip())
