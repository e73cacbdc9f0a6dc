"""Compiled and uncompiled play the same."""

from __future__ import annotations

import pytest

from bungalow.games.burano.places import SEATS
from tests.games.pure import check_same


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    check_same("burano", [(seats, {"experienced": seats == 3}) for seats in SEATS], games=60)
