"""What a position of Busara is worth to a seat (bot notes of docs/rules/busara.md, part 11).

Hot code.
"""

from typing import Final, cast

from mypy_extensions import i64

from bungalow.core.contract import BIT, Heuristic, State
from bungalow.games.busara.state import Busara

WON: Final = 1000.0


class BusaraHeuristic(Heuristic):
    """Progress."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Busara, state)
        if table.winners != 0:
            return WON if table.winners & BIT[seat] != 0 else -WON
        return float(table.progress(seat))
