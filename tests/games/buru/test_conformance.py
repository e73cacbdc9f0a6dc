"""The contract, for every mix of humans and Lawan (a small share; `bungalow conformance buru` is the long form)."""

from __future__ import annotations

import pytest

from bungalow.core.conformance import Share, conform
from bungalow.games.buru import GAME

MIXES = [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2)]


@pytest.mark.whole_game
@pytest.mark.parametrize(("seats", "lawan"), MIXES)
def test_buru_conforms(seats: int, lawan: int) -> None:
    share = Share(thorough_games=0, sampled_choices=6, rules_every=8)
    conform(GAME, games=2, seats=(seats,), options={"lawan": lawan}, seed=seats * 10 + lawan, share=share).require()
