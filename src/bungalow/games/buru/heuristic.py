"""What a position of Buru is worth to a seat, in Esteem (bot notes of docs/rules/buru.md).

Hot code.
"""

from typing import cast

from mypy_extensions import i64

from bungalow.core.contract import Heuristic, State
from bungalow.games.buru.state import Buru


class BuruHeuristic(Heuristic):
    """Esteem."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Buru, state)
        return float(table.score(seat))
