"""What a position of Burano is worth to a seat, in victory points (bot notes of docs/rules/burano.md).

Hot code.
"""

from typing import cast

from mypy_extensions import i64

from bungalow.core.contract import Heuristic, State
from bungalow.games.burano.state import Burano


class BuranoHeuristic(Heuristic):
    """Points."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Burano, state)
        return float(table.score(seat))
