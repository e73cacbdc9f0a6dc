"""Golden playthroughs: readable files of games played from a seed, reviewed as diffs. Each title has some.

    ./run python -m tests.games.burrows.golden           show what differs from the files
    ./run python -m tests.games.burrows.golden --write   write them anew

A file is a record (the part up to `end:` plays again), with the log lines that everybody reads after the move that
caused them, and the final standing. The same records lie bare in tests/records for later versions of the rules.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from bungalow.core.match import Match, replay
from bungalow.core.record import Record

HERE = Path(__file__).parent
RECORDS = HERE.parent / "records"
LOG = "    . "
"""Begins the lines that are no part of the record."""


class Golden:
    """The golden games of a title: by the name of its file, how each is played."""

    def __init__(self, title: str, games: Mapping[str, Callable[[], Match]]) -> None:
        self.title = title
        self.games = games

    def path(self, name: str) -> Path:
        return HERE / self.title / "golden" / f"{name}.txt"

    def record_path(self, name: str, version: str) -> Path:
        return RECORDS / f"{self.title}-v{version}-{name}.txt"

    def stored(self, name: str) -> str:
        path = self.path(name)
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def all_stored(self) -> str:
        return "".join(self.stored(name) for name in self.games)

    def difference(self, name: str) -> str:
        """A diff from the stored file to the game as it is played now; empty when they are equal."""
        now = text(self.games[name]()).splitlines(True)
        return "".join(difflib.unified_diff(self.stored(name).splitlines(True), now, f"golden/{name}.txt", "now"))

    def check_played(self, name: str) -> None:
        """The game is played as it was."""
        found = self.difference(name)
        assert not found, f"\n{found}\nIf this is meant: ./run python -m tests.games.{self.title}.golden --write"

    def check_replays(self, name: str) -> None:
        """The file holds a record that replays, and that lies among the records."""
        stored = self.stored(name)
        match = replay(Record.read(bare(stored), self.path(name).name))
        assert match.over
        assert text(match) == stored
        record = Record.load(self.record_path(name, match.game.rules_version))
        assert replace(record, today="").write() == bare(stored)

    def command(self, arguments: list[str]) -> int:
        """Show the differences or write the files."""
        if arguments not in ([], ["--write"]):
            print(__doc__.replace("burrows", self.title))
            return 2
        if not arguments:
            found = "".join(self.difference(name) for name in self.games)
            print(found or "no difference")
            return 1 if found else 0
        for name, play in self.games.items():
            match = play()
            self.path(name).parent.mkdir(exist_ok=True)
            self.path(name).write_text(text(match), encoding="utf-8")
            replace(match.record(), today="replays").save(self.record_path(name, match.game.rules_version))
            print(f"{name}: {len(match.history)} moves")
        return 0


def text(match: Match) -> str:
    """The record with its log lines and the standing."""
    record = match.record().write().splitlines()
    start = record.index("moves:") + 1
    lines = match.lines()
    told = record[:start]
    for number in range(len(match.history)):
        told.append(record[start + number])
        told += [f"{LOG}{line.words}  ({line.clause})" for line in lines if line.after_move == number + 1]
    told.append(record[-1])
    for score in match.standing().scores:
        parts = ", ".join(f"{name} {value}" for name, value in score.parts)
        told.append(f"{LOG}{match.names[score.seat]}: {score.total} ({parts}), rank {score.rank}")
    return "\n".join(told) + "\n"


def bare(golden: str) -> str:
    """The record within a golden file."""
    return "\n".join(line for line in golden.splitlines() if not line.startswith(LOG)) + "\n"
