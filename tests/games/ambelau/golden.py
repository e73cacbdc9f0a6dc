"""The golden games of the modules: each alone, the publisher's favourite five, solo, and everything.

tests/games/golden.py tells what they are for. Their records lie among those of Buru, whose options the modules are.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.buru import GAME, RECOMMENDED
from bungalow.games.buru.components import MODULES
from tests.games.buru.golden import LAWAN, NAMES, pick
from tests.games.golden import RECORDS, Golden

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


class OfModules(Golden):
    def record_path(self, name: str, version: str) -> Path:
        return RECORDS / f"{GAME.name}-v{version}-{name}.txt"


GOLDEN = OfModules("ambelau", {name: partial(play, name) for name in PLAYED})


if __name__ == "__main__":
    sys.exit(GOLDEN.command(sys.argv[1:]))
