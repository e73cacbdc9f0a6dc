"""Cube pyramid construction (BN-2): everybody builds at once, unseen by the others, until all have confirmed.

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.burano.box import COLOURS
from bungalow.games.burano.rules.kinds import CONFIRM_PYRAMID, PLACE_CUBE
from bungalow.games.burano.state import Burano


class Construct(Step):
    """All players build at the same time (BN-2.1)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        table.building = BIT[table.seats] - 1
        table.hidden_pyramids = 1
        table.push(SHOW_PYRAMIDS)
        table.push(BUILD_PYRAMID)


class BuildPyramid(Choice):
    """D2: the next cube of the own pyramid, layer by layer; then the confirmation (BN-2.2, BN-2.3, BN-2.5)."""

    def actors(self, state: State) -> i64:
        return cast(Burano, state).building

    def asked(self, state: State, seat: i64) -> i64:
        return PLACE_CUBE if cast(Burano, state).slots_to_fill(seat) != 0 else CONFIRM_PYRAMID

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        slots = table.slots_to_fill(seat)
        if slots == 0:
            out[0] = 0
            return 1
        reserve = table.reserve
        n: i64 = 0
        slot: i64 = 0
        while slots != 0:
            if slots & 1 == 1:
                for colour in range(COLOURS):
                    if reserve[seat * COLOURS + colour] > 0:
                        out[n] = slot * COLOURS + colour
                        n += 1
            slots >>= 1
            slot += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """A cube is placed by the engine when there is one place and one colour; `confirm` never is."""
        table = cast(Burano, state)
        slots = table.slots_to_fill(seat)
        if slots == 0 or slots & (slots - 1) != 0:
            return NONE
        found = NONE
        for colour in range(COLOURS):
            if table.reserve[seat * COLOURS + colour] > 0:
                if found != NONE:
                    return NONE
                found = colour
        slot: i64 = 0
        while slots > 1:
            slots >>= 1
            slot += 1
        return slot * COLOURS + found

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if table.slots_to_fill(seat) == 0:
            table.building &= ~BIT[seat]
            table.reveal()
            if table.log is not None:
                table.tell("pyramid_ready", (int(seat),), "BN-2.1")
            return
        colour = option % COLOURS
        table.reserve[seat * COLOURS + colour] -= 1
        table.set_slot(seat, option // COLOURS, colour)


class ShowPyramids(Step):
    """The pyramids are revealed; cubes left over go to the supply for a coin each (BN-2.1, BN-2.4)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        table.hidden_pyramids = 0
        table.reveal()
        for seat in range(table.seats):
            left = table.reserve_count(seat)
            for colour in range(COLOURS):
                at = seat * COLOURS + colour
                table.supply[colour] += table.reserve[at]
                table.reserve[at] = 0
            table.coins[seat] += left
            if left > 0 and table.log is not None:
                table.tell("left_over", (int(seat), int(left)), "BN-2.4")
        if table.log is not None:
            table.tell("pyramids_shown", (), "BN-2.1")


CONSTRUCT: Final = Construct(1)
BUILD_PYRAMID: Final = BuildPyramid(2, PLACE_CUBE, together=True)
SHOW_PYRAMIDS: Final = ShowPyramids(3)
