"""What a position of Burrows is worth to a seat, in complaints (bot notes of docs/rules/burrows.md).

Hot code. Complaints got and expected are weighed against those of the others; tunnels count as promises.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE, Heuristic, State
from bungalow.games.burrows.state import Burrows
from bungalow.games.burrows.weights import (
    JOINED_MOUTH,
    LATER_STAGE,
    RESERVE_AT_END,
    RESERVE_IN_HAND,
    RIPE_PROMISE,
    SAFE_SEGMENT,
    SEGMENT_OF_PROMISE,
)

STAGES_AHEAD: Final[i64] = 6
SAFE_LENGTH: Final[i64] = 8
LAST_STAGES: Final[i64] = 2


class BurrowsHeuristic(Heuristic):
    """Complaints, lacking gophers, safety of those housed, promising tunnels, the reserved tile."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Burrows, state)
        w = self.by_place
        rivals = float(table.seats - 1)
        total = 0.0
        for other in range(table.seats):
            if other == seat:
                total -= float(table.complaints[other])
            else:
                total += float(table.complaints[other]) / rivals
        stages_left = len(table.stage_ends) - table.stage
        if table.reserve[seat] != NONE:
            total += w[RESERVE_AT_END] if stages_left <= LAST_STAGES else w[RESERVE_IN_HAND]
        for colour in range(3):
            value = colour_value(w, table, colour, table.stage)
            if table.lacking(colour) == seat:
                total -= value
            else:
                total += value / rivals
                length = table.house_length[seat * 3 + colour]
                total += w[SAFE_SEGMENT] * float(length if length < SAFE_LENGTH else SAFE_LENGTH)
            total += promise(w, table, seat, colour, value)
        warren = table.warrens[seat]
        return total + w[JOINED_MOUTH] * float(warren.count * 6 - warren.open_mouths)


def colour_value(w: vec[float], table: Burrows, colour: i64, stage: i64) -> float:
    """Complaints that the stages from this one on hold for who lacks the colour."""
    value = 0.0
    weight = 1.0
    last = stage + STAGES_AHEAD
    if last > len(table.stage_ends):
        last = len(table.stage_ends)
    while stage < last:
        for i in range(table.stage_start(stage), table.stage_ends[stage]):
            page = table.schedule[i]
            if table.page_colour[page] == colour:
                value += weight * float(table.page_complaints[page])
        weight *= w[LATER_STAGE]
        stage += 1
    return value


def promise(w: vec[float], table: Burrows, seat: i64, colour: i64, value: float) -> float:
    """The best open strand of the colour: how near it is to winning, or securing, a gopher."""
    warren = table.warrens[seat]
    mate: vec[i64] = warren.mate
    longest: i64 = 0
    for half_edge in range(warren.count * 6):
        terminal = mate[half_edge]
        if terminal < 0 and (-1 - terminal) & 3 == colour:
            length = warren.length[half_edge]
            if length > longest:
                longest = length
    if longest == 0:
        return 0.0
    own = table.house_length[seat * 3 + colour]
    to_beat = own if own > 0 else table.shortest_rival(seat, colour)
    promised = w[SEGMENT_OF_PROMISE] * float(longest)
    if own == 0 and longest + 1 > to_beat:
        promised += w[RIPE_PROMISE] * value
    return promised
