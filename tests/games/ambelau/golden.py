"""Golden playthroughs of the modules: each alone, the publisher's favourite five, and everything.

    ./run python -m tests.games.ambelau.golden           show what differs from the files
    ./run python -m tests.games.ambelau.golden --write   write them anew

Files are as those of the base game (tests/games/buru/golden.py).
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.buru import GAME, RECOMMENDED
from bungalow.games.buru.components import MODULES
from tests.games.buru.golden import LAWAN, NAMES, RECORDS, bare, pick, text

FOLDER = Path(__file__).parent / "golden"
PLAYED: dict[str, tuple[int, int, tuple[str, ...]]] = {
    "fifth-player": (5, 0, ("fifth_player",)),
    "ambelau": (3, 0, ("ambelau",)),
    "ukum": (3, 0, ("ukum",)),
    "lawan-ambelau": (3, 2, ("ukum", "lawan_ambelau")),
    "tokoh": (3, 0, ("tokoh",)),
    "blessings": (3, 0, ("blessings",)),
    "liaisons": (3, 0, ("liaisons",)),
    "favourites": (4, 0, RECOMMENDED),
    "solo": (3, 2, ("ambelau", "ukum")),
    "everything": (5, 2, MODULES),
}
"""Name: seats, Lawan among them, modules."""
PEOPLE = (*NAMES, "Kat")


def play(name: str) -> Match:
    """A game of people who use what they can, and else choose at random."""
    seats, lawan, modules = PLAYED[name]
    number = list(PLAYED).index(name)
    options: dict[str, object] = {"lawan": lawan, "longer": name == "everything", **dict.fromkeys(modules, True)}
    names = (*PEOPLE[: seats - lawan], *LAWAN[:lawan])
    match = Match(GAME, seats, options=options, seed=100 + number, names=names)
    random = seeded(2000 + number)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, pick(match.moves(seat), random))
    return match


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def record_path(name: str) -> Path:
    return RECORDS / f"buru-v{GAME.rules_version}-{name}.txt"


def difference(name: str) -> str:
    """A diff from the stored file to the game as it is played now; empty when they are equal."""
    now = text(play(name))
    stored = path(name).read_text(encoding="utf-8") if path(name).exists() else ""
    return "".join(difflib.unified_diff(stored.splitlines(True), now.splitlines(True), path(name).name, "now"))


def main() -> int:
    write = "--write" in sys.argv[1:]
    differs = False
    for name in PLAYED:
        if write:
            golden = text(play(name))
            path(name).write_text(golden, encoding="utf-8")
            record_path(name).write_text(bare(golden), encoding="utf-8")
            continue
        found = difference(name)
        differs |= bool(found)
        print(found, end="")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
