"""Burrows passes the public suite. `bungalow conformance burrows --games 500` is the long form."""

from __future__ import annotations

import pytest

import bungalow
from bungalow.core.conformance import Share, conform
from bungalow.games.burrows import GAME


@pytest.mark.whole_game
@pytest.mark.parametrize("seats", GAME.seats)
def test_burrows_conforms(seats: int, run_seed: int) -> None:
    # Uncompiled a game takes seconds: there one thorough game has to do.
    games, share = (4, Share(thorough_games=1, sampled_choices=8)) if bungalow.compiled else (1, Share(0, 4, 4))
    conform(GAME, games=games, seats=(seats,), seed=run_seed, share=share).require()
