"""CI's share of the conformance suite; the long form is `./run conformance burano --games N`."""

from __future__ import annotations

import pytest

from bungalow.core.conformance import Share, conform
from bungalow.games.burano import GAME


@pytest.mark.whole_game
@pytest.mark.parametrize(("seats", "experienced"), [(2, False), (3, True), (4, False)])
def test_burano_conforms(seats: int, experienced: bool) -> None:
    share = Share(thorough_games=0, sampled_choices=8, rules_every=12)
    conform(GAME, seats=(seats,), games=1, seed=40 + seats, options={"experienced": experienced}, share=share).require()
