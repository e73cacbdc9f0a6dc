"""Compiled and uncompiled play the same."""

from __future__ import annotations

import pytest

from bungalow.games.busara import GAME
from tests.games.pure import check_same


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    deals = ["beginner", "experienced"]
    check_same("busara", [(seats, {"deal": deal}) for seats in GAME.seats for deal in deals], games=10)
