"""Golden playthroughs: one readable file for each number of seats, played from a seed and reviewed as a diff.

    ./run python -m tests.games.burano.golden           show what differs from the files
    ./run python -m tests.games.burano.golden --write   write them anew

A file is a record (the part up to `end:` plays again), with the log lines after the move that caused them, and the
final standing. The same records lie bare in tests/records for later versions of the rules.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import bungalow
from bungalow.core.random import Random, seeded
from bungalow.games.burano.places import SEATS

FOLDER = Path(__file__).parent / "golden"
RECORDS = Path(__file__).parents[2] / "records"
NAMES = ("Ada", "Bo", "Cy", "Di")
LOG = "    . "
"""Begins the lines that are no part of the record."""


def play(seats: int) -> bungalow.Match:
    """A game of players who are busy rather than wise; with three of them on an experienced layout."""
    options: dict[str, object] = {"experienced": seats == 3}
    match = bungalow.new("burano", seats=seats, seed=seats, options=options, names=NAMES[:seats])
    random = seeded(1000 + seats)
    while not match.over:
        seat = match.actors[int(random.below(len(match.actors)))]
        match.play(seat, pick(match.moves(seat), random))
    return match


def pick(moves: list[bungalow.Move], random: Random) -> bungalow.Move:
    """Something rather than nothing, roofs and ports first."""
    for wanted in ("roof", "sail PW", "sail PE"):
        for move in moves:
            if move.text == wanted:
                return move
    if random.below(8) > 0:
        moves = [move for move in moves if move.text not in ("coin", "end", "skip", "stop", "done", "none")] or moves
    return moves[int(random.below(len(moves)))]


def text(match: bungalow.Match) -> str:
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


def path(seats: int) -> Path:
    return FOLDER / f"{seats}-seats.txt"


def record_path(seats: int, version: str) -> Path:
    return RECORDS / f"burano-v{version}-{seats}-seats.txt"


def difference(seats: int) -> str:
    """A diff from the stored file to the game as it is played now; empty when they are equal."""
    now = text(play(seats))
    stored = path(seats).read_text(encoding="utf-8") if path(seats).exists() else ""
    return "".join(
        difflib.unified_diff(stored.splitlines(True), now.splitlines(True), f"golden/{path(seats).name}", "now")
    )


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        print(__doc__)
        return 2
    if not arguments:
        found = "".join(difference(seats) for seats in SEATS)
        print(found or "no difference")
        return 1 if found else 0
    for folder in (FOLDER, RECORDS):
        folder.mkdir(exist_ok=True)
    for seats in SEATS:
        match = play(seats)
        path(seats).write_text(text(match), encoding="utf-8")
        match.record().save(record_path(seats, match.game.rules_version))
        print(f"{path(seats).name}: {len(match.history)} moves")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
