"""The contract for several numbers of seats (a small share; `bungalow conformance busara` is the long form)."""

from __future__ import annotations

import pytest

from bungalow.core.conformance import Share, conform
from bungalow.games.busara import GAME


@pytest.mark.whole_game
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_busara_conforms(seats: int, run_seed: int) -> None:
    share = Share(thorough_games=0, sampled_choices=6, rules_every=25)
    conform(GAME, games=2, seats=(seats,), seed=run_seed % 10_000, share=share).require()
