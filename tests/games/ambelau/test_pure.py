"""Compiled and uncompiled play the same with modules."""

from __future__ import annotations

import pytest

from bungalow.games.buru import RECOMMENDED
from bungalow.games.buru.components import MODULES
from tests.games.pure import Table, check_same

MIXES = [(2, 0), (3, 2), (4, 1), (5, 0), (5, 2)]


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    alone: list[Table] = [(3, {"lawan": 1, module: True}) for module in MODULES]
    favourites: list[Table] = [(4, dict.fromkeys(RECOMMENDED, True))]
    everything: list[Table] = [(seats, {"lawan": lawan, **dict.fromkeys(MODULES, True)}) for seats, lawan in MIXES]
    check_same("buru", [*alone, *favourites, *everything], games=12)
