"""Burrows in numbers. A warren is summed up; each place where the tile may lie has a row of its own (`placements`)."""

from __future__ import annotations

from typing import Final, cast

from bungalow.core.contract import State
from bungalow.games.burrows.data import COLOURS, Box
from bungalow.games.burrows.rules import PLACE
from bungalow.games.burrows.state import Burrows
from bungalow.games.burrows.view import BurrowsView, PlayerView
from bungalow.games.burrows.warren import (
    CLOSED_COLOUR,
    CLOSED_FIELDS,
    CLOSED_LENGTH,
    CLOSED_OTHER_COLOUR,
    place_r,
    place_x,
    place_y,
)
from bungalow.lab.vectors import Row

CELLS: Final = 10
"""A length or a distance counts in tenths."""
FEATURES: Final = (
    "x",
    "y",
    *(f"turned {r}" for r in range(4)),
    *(f"completes {colour}: length" for colour in COLOURS),
    *(f"lures {colour}" for colour in COLOURS),
    *(f"lures {colour}: complaints ahead" for colour in COLOURS),
    *(f"moves {colour} into a longer burrow" for colour in COLOURS),
    "open mouths gained",
    "burrows completed",
    "mismatches",
    "rings",
)
"""What a placement's row tells: where the tile lies, and what laying it there closes."""


CLOSED: Final = ("burrow", "mismatch", "ring")


def vocabulary(box: object) -> tuple[str, ...]:
    """The tiles."""
    return tuple(tile.id for tile in cast(Box, box).tiles)


def write(row: Row, seen: object, names: object) -> None:
    view, tiles = cast(BurrowsView, seen), cast(tuple[str, ...], names)
    row.seat("on turn", view["turn"])
    row.one_of("tile to lay", view["laying"], tiles)
    row.one_of("tile to build", view["chosen"], tiles)
    row.some_of("pool", view["pool"], tiles)
    row.number("face-down tiles", view["stock"], 80)
    row.number("buses among them", view["unseen_buses"], 80)
    row.number("bus", view["bus"] - view["moves_to_arrive"], CELLS)
    row.number("stages left", len(view["stages"]) - view["next_stage"], CELLS)
    ahead = [stage for stage in view["stages"] if not stage["scored"]]
    row.amounts("complaints of the next stage", complaints(view, ahead=1), COLOURS, CELLS)
    row.amounts("complaints of all stages ahead", complaints(view, ahead=len(ahead)), COLOURS, CELLS)
    row.amounts("length to beat", view["to_beat"], COLOURS, CELLS)
    for player in row.each(view["players"]):
        write_player(row, player, tiles)


def complaints(view: BurrowsView, ahead: int) -> dict[str, float]:
    """What the next stages will bring to those without a gopher of the colour."""
    found = dict.fromkeys(COLOURS, 0.0)
    for stage in [stage for stage in view["stages"] if not stage["scored"]][:ahead]:
        for page in stage["pages"]:
            if page["colour"] is not None:
                found[page["colour"]] += page["complaints"]
    return found


def write_player(row: Row, player: PlayerView, tiles: tuple[str, ...]) -> None:
    row.number("score", player["score"], CELLS)
    row.number("tiles laid", len(player["laid"]), 40)
    row.one_of("reserved tile", player["reserve"], tiles)
    housed = {colour: gopher["length"] for colour, gopher in player["gophers"].items() if gopher is not None}
    row.amounts("gopher", dict.fromkeys(housed, 1), COLOURS)
    row.amounts("length of its burrow", housed, COLOURS, CELLS)
    open_ends = [strand for strand in player["strands"] if strand["kind"] == "open"]
    with_end = {colour: [s["length"] for s in open_ends if colour in s["colours"]] for colour in COLOURS}
    row.amounts("open tunnels from a vegetable", {c: len(lengths) for c, lengths in with_end.items()}, COLOURS, CELLS)
    row.amounts("the longest of them", {c: max(lengths, default=0) for c, lengths in with_end.items()}, COLOURS, CELLS)
    row.number("open tunnels without", sum(not strand["colours"] for strand in open_ends), CELLS)
    closed = [strand["kind"] for strand in player["strands"] if strand["kind"] != "open"]
    row.some_of("closed tunnels", closed, CLOSED, CELLS)


def placements(state: State, seat: int) -> list[list[float]]:
    """A row of `FEATURES` for every place where the tile may lie, in the order of the options; else none.

    Everything it is made of lies face up.
    """
    if state.asked(seat) != PLACE:
        return []
    table = cast(Burrows, state)
    seen = cast(BurrowsView, state.view(seat))
    ahead = [value / CELLS for value in complaints(seen, len(seen["stages"])).values()]
    to_beat = [int(table.shortest_rival(seat, colour)) for colour in range(3)]
    housed = [int(table.house_length[seat * 3 + colour]) for colour in range(3)]
    return [_placement(table, place, to_beat, housed, ahead) for place in state.legal(seat)]


def _placement(table: Burrows, place: int, to_beat: list[int], housed: list[int], ahead: list[float]) -> list[float]:
    warren = table.warrens[table.turn]
    trial = warren.copy()
    trial.lay_place(table.tiles, table.laying, place)
    longest = [0, 0, 0]
    completed = mismatches = 0
    for at in range(len(warren.closed), len(trial.closed), int(CLOSED_FIELDS)):
        one, other = trial.closed[at + CLOSED_COLOUR], trial.closed[at + CLOSED_OTHER_COLOUR]
        if one == other:
            completed += 1
            longest[one] = max(longest[one], int(trial.closed[at + CLOSED_LENGTH]))
        else:
            mismatches += 1
    lures = [float(0 < to_beat[c] < longest[c] and housed[c] == 0) for c in range(3)]
    turned = [float(place_r(place) == r) for r in range(4)]
    return [
        place_x(place) / CELLS,
        place_y(place) / CELLS,
        *turned,
        *(length / CELLS for length in longest),
        *lures,
        *(worth * lured for worth, lured in zip(ahead, lures, strict=True)),
        *(float(0 < housed[c] < longest[c]) for c in range(3)),
        int(trial.open_mouths - warren.open_mouths) / CELLS,
        completed,
        mismatches,
        int(len(trial.loops) - len(warren.loops)),
    ]
