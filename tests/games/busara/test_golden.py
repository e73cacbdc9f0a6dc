"""The golden playthroughs go as they went; a difference is shown and is a decision.

Their players are bots, and bots may learn: the games are not played anew but replayed.
"""

from __future__ import annotations

import pytest

from tests.games.busara.golden import GOLDEN

pytestmark = pytest.mark.whole_game


@pytest.mark.parametrize("name", GOLDEN.games)
def test_a_golden_file_holds_a_record_that_replays(name: str) -> None:
    GOLDEN.check_replays(name)
