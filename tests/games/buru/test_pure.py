"""Compiled and uncompiled play the same."""

from __future__ import annotations

import pytest

from tests.games.pure import check_same


@pytest.mark.whole_game
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same() -> None:
    mixes = [(2, 0), (3, 0), (4, 0), (3, 2), (4, 1)]
    check_same("buru", [(seats, {"lawan": lawan, "longer": seats == 3}) for seats, lawan in mixes], games=40)
