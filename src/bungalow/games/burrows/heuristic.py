"""What a position of Burrows is worth to a seat, in complaints (bot notes of docs/rules/burrows.md).

Hot code. Complaints got and expected are weighed against those of the others; tunnels count as promises.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE, Heuristic, State
from bungalow.games.burrows.state import Burrows
from bungalow.games.burrows.warren import JOINED

STAGES_AHEAD: Final[i64] = 6
LATER_STAGE: Final = 0.8
"""Each stage further away counts so much less."""
SEGMENT_OF_PROMISE: Final = 0.1
RIPE_PROMISE: Final = 0.45
"""A strand that needs only its second end to win a gopher, as a share of the colour's value."""
SAFE_SEGMENT: Final = 0.12
SAFE_LENGTH: Final[i64] = 8
JOINED_MOUTH: Final = 0.05
RESERVE_IN_HAND: Final = 0.4
RESERVE_AT_END: Final = 1.0
LAST_STAGES: Final[i64] = 2


class BurrowsHeuristic(Heuristic):
    """Complaints, lacking gophers, safety of those housed, promising tunnels, the reserved tile."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Burrows, state)
        rivals = float(table.seats - 1)
        total = 0.0
        for other in range(table.seats):
            if other == seat:
                total -= float(table.complaints[other])
            else:
                total += float(table.complaints[other]) / rivals
        stages_left = len(table.stage_ends) - table.stage
        if table.reserve[seat] != NONE:
            total += RESERVE_AT_END if stages_left <= LAST_STAGES else RESERVE_IN_HAND
        for colour in range(3):
            value = colour_value(table, colour, table.stage)
            if table.lacking(colour) == seat:
                total -= value
            else:
                total += value / rivals
                length = table.house_length[seat * 3 + colour]
                total += SAFE_SEGMENT * float(length if length < SAFE_LENGTH else SAFE_LENGTH)
            total += promise(table, seat, colour, value)
        warren = table.warrens[seat]
        return total + JOINED_MOUTH * float(warren.count * 6 - warren.open_mouths)


def colour_value(table: Burrows, colour: i64, stage: i64) -> float:
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
        weight *= LATER_STAGE
        stage += 1
    return value


def promise(table: Burrows, seat: i64, colour: i64, value: float) -> float:
    """The best open strand of the colour: how near it is to winning, or securing, a gopher."""
    warren = table.warrens[seat]
    mate: vec[i64] = warren.mate
    longest: i64 = 0
    for half_edge in range(warren.count * 6):
        terminal = mate[half_edge]
        if terminal < 0 and terminal != JOINED and (-1 - terminal) & 3 == colour:
            length = warren.length[half_edge]
            if length > longest:
                longest = length
    if longest == 0:
        return 0.0
    own = table.house_length[seat * 3 + colour]
    to_beat = own if own > 0 else table.shortest_rival(seat, colour)
    promised = SEGMENT_OF_PROMISE * float(longest)
    if own == 0 and longest + 1 > to_beat:
        promised += RIPE_PROMISE * value
    return promised
