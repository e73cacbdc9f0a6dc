"""Golden playthroughs: one readable file for each mix of humans and Lawan, played from a seed and reviewed as a diff.

    ./run python -m tests.games.buru.golden           show what differs from the files
    ./run python -m tests.games.buru.golden --write   write them anew

A file is a record (the part up to `end:` plays again), with the log lines that everybody reads after the move that
caused them, and the final standing. The same records lie bare in tests/records for later versions of the rules.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from bungalow.core.match import Match, Move
from bungalow.core.random import Random, seeded
from bungalow.games.buru import GAME

FOLDER = Path(__file__).parent / "golden"
RECORDS = Path(__file__).parents[2] / "records"
NAMES = ("Becky", "Sonia", "Ketut", "Wayan")
LAWAN = ("Lawan A", "Lawan B")
LOG = "    . "
"""Begins the lines that are no part of the record."""
MIXES = ((2, 0), (3, 0), (4, 0), (3, 2), (3, 1), (2, 1))


def play(seats: int, lawan: int) -> Match:
    """A game of people who use what they can, and else choose at random."""
    names = (*NAMES[: seats - lawan], *LAWAN[:lawan])
    options: dict[str, object] = {"lawan": lawan, "longer": seats == 4}
    match = Match(GAME, seats, options=options, seed=seats * 10 + lawan, names=names)
    random = seeded(1000 + seats * 10 + lawan)
    while not match.over:
        (seat,) = match.actors
        match.play(seat, pick(match.moves(seat), random))
    return match


def pick(moves: list[Move], random: Random) -> Move:
    """Tribute first, then anything but `done` most of the time."""
    paying = [move for move in moves if move.text.startswith("tribute")]
    using = [move for move in moves if move.text != "done"]
    if paying:
        moves = paying
    elif using and int(random.below(8)):
        moves = using
    return moves[int(random.below(len(moves)))]


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


def path(seats: int, lawan: int) -> Path:
    return FOLDER / f"{seats}-seats-{lawan}-lawan.txt"


def record_path(seats: int, lawan: int, version: str) -> Path:
    return RECORDS / f"buru-v{version}-{seats}-seats-{lawan}-lawan.txt"


def difference(seats: int, lawan: int) -> str:
    """A diff from the stored file to the game as it is played now; empty when they are equal."""
    now = text(play(seats, lawan))
    file = path(seats, lawan)
    stored = file.read_text(encoding="utf-8") if file.exists() else ""
    return "".join(difflib.unified_diff(stored.splitlines(True), now.splitlines(True), file.name, "now"))


def main() -> int:
    differs = False
    for seats, lawan in MIXES:
        found = difference(seats, lawan)
        differs |= bool(found)
        if "--write" in sys.argv[1:]:
            golden = text(play(seats, lawan))
            path(seats, lawan).write_text(golden, encoding="utf-8")
            record_path(seats, lawan, GAME.rules_version).write_text(bare(golden), encoding="utf-8")
        else:
            print(found, end="")
    return int(differs and "--write" not in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
