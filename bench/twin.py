"""The C++ twin of the calibration title: built with the machine's g++, called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from functools import cache
from pathlib import Path

from bench.race import Runner, UnequalWork

SOURCE = Path(__file__).with_name("twin.cpp")
BUILD = SOURCE.parent.parent / "build"
FLAGS = ("-O3", "-std=c++17", "-shared", "-fPIC")


class NoTwin(Exception):
    """The twin cannot be built here; the words say why."""


@cache
def library() -> ctypes.CDLL:
    """The twin, built when its source is new."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise NoTwin("no g++ on this machine")
    mark = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode()).hexdigest()[:12]
    built = BUILD / f"twin-{mark}.so"
    if not built.exists():
        BUILD.mkdir(exist_ok=True)
        partial = built.with_suffix(".partial")
        done = subprocess.run([compiler, *FLAGS, "-o", partial, SOURCE], capture_output=True, text=True)
        if done.returncode:
            raise NoTwin(f"g++ does not build the twin: {done.stderr.strip().splitlines()[0]}")
        partial.replace(built)
    twin = ctypes.CDLL(str(built))
    twin.prepare.argtypes = [ctypes.c_uint32, ctypes.c_uint32]
    twin.play.argtypes, twin.play.restype = [ctypes.c_uint32], ctypes.c_int64
    twin.checksum.restype = ctypes.c_uint32
    twin.copy.argtypes, twin.copy.restype = [ctypes.c_int64], ctypes.c_int64
    return twin


class TwinPlay(Runner):
    """The games of `titles.Play` for the calibration title at four seats, move by move."""

    def __init__(self, games: int, moves_seed: int) -> None:
        super().__init__()
        self.twin, self.games, self.moves_seed = library(), games, moves_seed
        self.checksum: int | None = None

    def prepare(self) -> None:
        self.twin.prepare(0, self.games)

    def run(self) -> None:
        self.units = int(self.twin.play(self.moves_seed))

    def check(self) -> None:
        found = int(self.twin.checksum())
        if self.checksum not in (None, found):
            raise UnequalWork(f"the twin gave checksum {self.checksum}, then {found}")
        self.checksum = found


class TwinCopies(Runner):
    def __init__(self, copies: int) -> None:
        super().__init__()
        self.twin, self.units = library(), copies

    def prepare(self) -> None:
        self.twin.prepare(0, 1)

    def run(self) -> None:
        self.twin.copy(self.units)
