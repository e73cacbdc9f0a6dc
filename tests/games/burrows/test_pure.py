"""Compiled and uncompiled play the same."""

from __future__ import annotations

import pytest

from bungalow.games.burrows.data import SEATS
from tests.games.pure import check_same


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    check_same("burrows", [(seats, {}) for seats in SEATS], games=500)
