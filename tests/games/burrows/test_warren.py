"""Where tiles may be laid and how tunnels run: the SPEC's worked examples by name, and a plain reference."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bungalow.games.burrows.data import COLOURS, Box, read_box
from bungalow.games.burrows.strands import CLOSED, RING, Strand, strands
from bungalow.games.burrows.warren import (
    CLOSED_COLOUR,
    CLOSED_FIELDS,
    CLOSED_LENGTH,
    CLOSED_OTHER_COLOUR,
    CLOSED_OTHER_SPOT,
    CLOSED_SPOT,
    FIRST_PLACE,
    JOINED,
    MAX_PLACES,
    MAX_TILES,
    PLACE_SIZE,
    Warren,
    place_of,
    place_r,
    place_x,
    place_y,
    plain_place,
    within_reach,
)
from tests.clauses import clause

BOX: Box = read_box()
SIDES = "NESW"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
SECOND = ((1, 0), (0, 1), (-1, 0), (0, -1))

Placement = tuple[int, int, int]
HalfEdge = tuple[int, int, int]


def number(tile: str) -> int:
    found = BOX.tile_number(tile)
    assert found >= 0
    return found


def lay(warren: Warren, text: str) -> None:
    """Lay tiles written as in the SPEC, `T15@(0,0,0) T38@(1,-1,2)`, after checking that each is legal."""
    for word in text.split():
        tile, _, at = word.partition("@")
        x, y, r = (int(part) for part in at.strip("()").split(","))
        place = plain_place(BOX.faces, number(tile), place_of(x, y, r))
        assert warren.legal(place), word
        warren.lay(BOX.faces, number(tile), x, y, r)


def warren_of(text: str = "") -> Warren:
    warren = Warren()
    warren.setup()
    lay(warren, text)
    return warren


def closed(warren: Warren) -> list[str]:
    """What was closed, as `R-R 5`, in the order of closing."""
    found: list[str] = []
    for at in range(0, len(warren.closed), CLOSED_FIELDS):
        one = COLOURS[warren.closed[at + CLOSED_COLOUR]][0].upper()
        other = COLOURS[warren.closed[at + CLOSED_OTHER_COLOUR]][0].upper()
        found.append(f"{min(one, other)}-{max(one, other)} {warren.closed[at + CLOSED_LENGTH]}")
    return found


def closed_spots(warren: Warren) -> list[set[tuple[int, int, str]]]:
    """The half-edges of the two ends of each closed strand."""
    return [
        {spot(warren.closed[at + CLOSED_SPOT]), spot(warren.closed[at + CLOSED_OTHER_SPOT])}
        for at in range(0, len(warren.closed), CLOSED_FIELDS)
    ]


def spot(value: int) -> tuple[int, int, str]:
    return place_x(value), place_y(value), SIDES[place_r(value)]


def strand_at(warren: Warren, x: int, y: int, side: int) -> Strand:
    """The strand through the mouth on a side of a cell."""
    index, mouth = divmod(warren.half_edge_at(x, y, side), 6)
    (found,) = [
        strand
        for strand in strands(warren, BOX.faces)
        if any(at == index and mouth in mouths for at, *mouths in strand.segments)
    ]
    return found


def placements(warren: Warren, tile: str) -> list[Placement]:
    out = vec[i64]([0] * MAX_PLACES)
    count = warren.options(BOX.faces.half_turn[number(tile)], out)
    return [(place_x(out[i]), place_y(out[i]), place_r(out[i])) for i in range(count)]


def allows(warren: Warren, tile: str, x: int, y: int, r: int) -> bool:
    return warren.legal(plain_place(BOX.faces, number(tile), place_of(x, y, r)))


# --- Placements ------------------------------------------------------------------------------------------------------


@clause("BW-3.2", "BW-R6")
@pytest.mark.parametrize("tile", ["T15", "T05"])
def test_the_first_tile_has_one_placement(tile: str) -> None:
    warren = warren_of()
    assert placements(warren, tile) == [(0, 0, 0)]
    assert not allows(warren, tile, 0, 0, 1)
    assert not allows(warren, tile, 3, 0, 0)


@clause("BW-3.3")
def test_e3_placements() -> None:
    warren = warren_of("T01@(0,0,0)")
    assert len(placements(warren, "T15")) == 32
    assert len(placements(warren, "T05")) == 16
    assert {r for _, _, r in placements(warren, "T05")} == {0, 1}
    assert Counter(r for _, _, r in placements(warren, "T15")) == {0: 8, 1: 8, 2: 8, 3: 8}


@clause("BW-3.3")
def test_e27_corner_only() -> None:
    warren = warren_of("T01@(0,0,0)")
    assert not allows(warren, "T15", 2, 1, 0)
    assert not allows(warren, "T15", -2, -1, 0)
    assert allows(warren, "T15", 1, 1, 0)


@clause("BW-3.3")
def test_a_tile_covers_empty_cells_only() -> None:
    warren = warren_of("T01@(0,0,0)")
    for x, y, r in [(0, 0, 0), (1, 0, 0), (-1, 0, 0), (1, 0, 2), (0, -1, 1), (1, 1, 3)]:
        assert not allows(warren, "T15", x, y, r)
    assert allows(warren, "T15", 2, 0, 0)
    assert not allows(warren, "T15", 3, 0, 0)


@clause("BW-R5")
def test_a_tile_may_be_shifted_by_half_its_long_side() -> None:
    warren = warren_of("T01@(0,0,0)")
    assert all(allows(warren, "T15", x, 1, 0) for x in (-1, 0, 1))


def test_e28_half_turn_tile() -> None:
    stored = plain_place(BOX.faces, number("T05"), place_of(1, -1, 2))
    assert stored == place_of(0, -1, 0)
    assert plain_place(BOX.faces, number("T05"), place_of(0, 3, 3)) == place_of(0, 2, 1)
    assert plain_place(BOX.faces, number("T05"), place_of(0, 3, 1)) == place_of(0, 3, 1)
    assert plain_place(BOX.faces, number("T15"), place_of(1, -1, 2)) == place_of(1, -1, 2)
    assert stored in warren_of("T01@(0,0,0)").places


@clause("BW-3.8")
def test_e30_double_start() -> None:
    assert len(placements(warren_of("T19@(0,0,0)"), "T28")) == 16
    assert len(placements(warren_of("T28@(0,0,0)"), "T19")) == 32
    assert not allows(warren_of("T28@(0,0,0)"), "T19", 5, 5, 0)


def test_e31_hole() -> None:
    warren = warren_of("T03@(0,0,0) T07@(2,0,0) T21@(3,1,1) T54@(1,2,0) T27@(0,1,1)")
    assert warren.open_mouths == 20
    assert len(placements(warren, "T28")) == 33
    assert len(placements(warren, "T16")) == 66
    assert {(1, 1, 0), (2, 1, 2)} <= set(placements(warren, "T16"))
    assert not warren.covered(1, 1)
    assert not warren.covered(2, 1)
    warren.clear_closed()
    lay(warren, "T16@(1,1,0)")
    assert closed(warren) == ["P-R 5"]
    assert warren.open_mouths == 14


def test_a_hole_of_one_cell_is_never_built_in() -> None:
    warren = warren_of("T01@(0,0,0) T01@(2,0,1) T01@(1,2,0) T01@(0,1,1)")
    assert not warren.covered(1, 1)
    assert all((1, 1) not in cells_of(at) for at in placements(warren, "T15"))


def test_a_straight_row_has_464_placements() -> None:
    warren = warren_of(" ".join(f"T01@({2 * i},0,0)" for i in range(28)))
    assert len(placements(warren, "T15")) == 464
    assert len(placements(warren, "T05")) == 232


@pytest.mark.parametrize(
    ("second", "dx", "dy", "r"), [((2, 0), 2, 0, 0), ((-2, 0), -2, 0, 0), ((0, 1), 0, 2, 1), ((0, -2), 0, -2, 1)]
)
def test_forty_tiles_in_a_row_are_the_longest_warren(second: tuple[int, int], dx: int, dy: int, r: int) -> None:
    warren = warren_of("T01@(0,0,0)")
    plain = PlainWarren()
    plain.lay("T01", (0, 0, 0))
    for step in range(MAX_TILES - 1):
        at = (second[0] + step * dx, second[1] + step * dy)
        lay(warren, f"T01@({at[0]},{at[1]},{r})")
        plain.lay("T01", (*at, r))
    assert placements(warren, "T15") == plain.placements(half_turn=False)
    assert warren.place_count <= 24 * warren.count + 12 <= MAX_PLACES
    assert warren.covered(*at)
    assert not warren.covered(300, 0)
    assert not warren.covered(0, -300)
    assert warren.digest(1) == warren.copy().digest(1)


def test_places_are_ascending_in_y_x_r_and_mean_the_same_everywhere() -> None:
    warren = warren_of("T01@(0,0,0)")
    found = placements(warren, "T15")
    assert found == sorted(found, key=lambda at: (at[1], at[0], at[2]))
    assert all(0 <= place_of(*at) < PLACE_SIZE for at in found)
    for at in [(-82, -82, 0), (82, 82, 3), (-82, 82, 1), (0, 0, 2)]:
        place = place_of(*at)
        assert (place_x(place), place_y(place), place_r(place)) == at
    assert place_of(0, 0, 0) == FIRST_PLACE


def test_cells_further_away_than_a_hundred_are_out_of_reach() -> None:
    assert all(within_reach(x, y) for x in (-100, 0, 100) for y in (-100, 0, 100))
    assert not any(within_reach(far, 0) or within_reach(0, far) for far in (-101, 101))


# --- Strands ---------------------------------------------------------------------------------------------------------


@clause("BW-4.2", "BW-4.3")
@pytest.mark.parametrize("order", ["T69@(1,-1,2) T41@(-1,0,3)", "T41@(-1,0,3) T69@(1,-1,2)"])
def test_e4_match_and_mismatch(order: str) -> None:
    warren = warren_of("T32@(0,0,0)")
    assert closed(warren) == []
    lay(warren, order)
    assert sorted(closed(warren)) == ["O-P 2", "R-R 4"]


@clause("BW-5.1", "BW-5.2", "BW-4.2")
def test_e6_lengths() -> None:
    warren = warren_of("T15@(0,0,0)")
    by: dict[str, list[str]] = {}
    for word in ["T38@(1,-1,2)", "T69@(1,1,0)", "T51@(-1,-1,1)", "T18@(2,-1,1)", "T29@(0,-2,0)", "T60@(3,-2,2)"]:
        warren.clear_closed()
        lay(warren, word)
        by[word[:3]] = closed(warren)
    assert by == {"T38": ["O-R 2"], "T69": [], "T51": [], "T18": ["R-R 5"], "T29": ["P-P 2"], "T60": ["O-O 3"]}
    assert warren.open_mouths == 18


def test_e6_the_radish_burrow_runs_through_t15_twice() -> None:
    warren = warren_of("T15@(0,0,0) T38@(1,-1,2) T69@(1,1,0) T51@(-1,-1,1)")
    warren.clear_closed()
    lay(warren, "T18@(2,-1,1)")
    (ends,) = closed_spots(warren)
    for x, y, side in ends:
        burrow = strand_at(warren, x, y, SIDES.index(side))
        tiles = [BOX.tiles[warren.tile(index)].id for index, _, _ in burrow.segments]
        assert tiles in (["T15", "T38", "T18", "T15", "T69"], ["T69", "T15", "T18", "T38", "T15"])
        assert (burrow.kind, burrow.segments[0][1], burrow.segments[-1][2]) == (CLOSED, -1, -1)


@clause("BW-4.3")
def test_e12_mismatch_by_a_through_tile() -> None:
    warren = warren_of("T20@(0,0,0) T06@(0,-1,0)")
    assert closed(warren) == ["P-R 3"]


@clause("BW-4.4", "BW-R7")
def test_e13_ring() -> None:
    warren = warren_of("T24@(0,0,0) T59@(1,1,2)")
    assert closed(warren) == []
    assert list(warren.loops) == [2]
    assert warren.open_mouths == 8
    ring = strand_at(warren, 0, 0, 2)
    assert (ring.kind, ring.length) == (RING, 2)
    assert -1 not in (mouth for _, *mouths in ring.segments for mouth in mouths)


@clause("BW-4.5")
def test_e15_two_colours_at_once() -> None:
    warren = warren_of("T65@(0,0,0) T64@(0,1,0)")
    assert list(warren.loops) == [2]
    assert closed(warren) == []
    lay(warren, "T19@(2,1,3)")
    assert sorted(closed(warren)) == ["O-O 2", "P-P 2"]


def test_e17_one_colour_equal_lengths() -> None:
    warren = warren_of("T57@(0,0,0) T40@(-1,-1,1) T70@(1,-1,2)")
    assert closed(warren) == ["O-O 2", "O-O 2"]
    assert {(-1, -1, "E"), (0, -1, "W")} in closed_spots(warren)
    assert {(1, 0, "N"), (1, -1, "S")} in closed_spots(warren)
    first = min(
        range(0, len(warren.closed), CLOSED_FIELDS),
        key=lambda at: min(warren.closed[at + CLOSED_SPOT], warren.closed[at + CLOSED_OTHER_SPOT]),
    )
    assert closed_spots(warren)[first // CLOSED_FIELDS] == {(-1, -1, "E"), (0, -1, "W")}


@clause("BW-4.1")
def test_a_strand_is_open_or_closed_or_a_loop() -> None:
    warren = warren_of("T24@(0,0,0)")
    south, east = warren.half_edge_at(0, 0, 2), warren.half_edge_at(1, 0, 2)
    assert (warren.mate[south], warren.mate[east]) == (east, south), "a link has two open mouths"
    stub = warren.half_edge_at(0, 0, 0)
    assert warren.mate[stub] == -1 - (4 * stub + COLOURS.index("orange")), "a stub has one"
    lay(warren, "T59@(1,1,2)")
    assert list(warren.loops) == [2]
    assert warren.mate[south] == JOINED
    assert warren.mate[east] == JOINED
    assert warren.opposite(south) == warren.half_edge_at(0, 1, 0)
    lay(warren, "T20@(0,-1,2)")
    assert closed(warren) == ["O-P 2"]
    assert warren.mate[stub] == JOINED
    assert warren.open_mouths == 3 * 6 - 2 * 3


@clause("BW-5.1")
def test_a_strand_from_the_very_first_mouth_grows_by_two_joins_at_once() -> None:
    warren = warren_of("T11@(0,0,0) T01@(0,1,0) T01@(-1,0,1)")
    end = warren.half_edge_at(0, 1, 2)
    assert (warren.mate[0], warren.length[0]) == (end, 3)
    assert (warren.mate[end], warren.length[end]) == (0, 3)


@clause("BW-5.3")
def test_crossing_from_half_to_half_counts_nothing() -> None:
    """T20 has a tunnel straight through both halves: one segment."""
    warren = warren_of("T20@(0,0,0)")
    west = warren.half_edge_at(0, 0, 3)
    assert warren.mate[west] == warren.half_edge_at(1, 0, 1)
    assert warren.length[west] == 1


@clause("BW-5.4")
def test_two_ends_face_to_face_make_the_shortest_burrow() -> None:
    warren = warren_of("T15@(0,0,0) T15@(1,-1,2)")
    assert closed(warren) == ["O-R 2", "O-R 2"]
    warren = warren_of("T15@(0,0,0) T15@(0,-1,2)")
    assert closed(warren) == ["R-R 2"]


@clause("BW-3.4")
def test_every_tile_fits_every_other_tile_in_all_placements() -> None:
    for face in {tile.family: tile.id for tile in BOX.tiles}.values():
        found = placements(warren_of("T15@(0,0,0)"), face)
        assert len(found) == (16 if BOX.tiles[number(face)].half_turn else 32)


def test_closed_strands_add_up_until_cleared() -> None:
    warren = warren_of("T32@(0,0,0) T69@(1,-1,2) T41@(-1,0,3)")
    assert len(closed(warren)) == 2
    warren.clear_closed()
    assert closed(warren) == []
    assert list(warren.loops) == []


def test_strands_from_open_mouths_and_lone_stubs() -> None:
    warren = warren_of("T15@(0,0,0)")
    assert strand_at(warren, 0, 0, 0).segments == [(0, -1, 0)]
    assert strand_at(warren, 1, 0, 1).segments in ([(0, 2, 3)], [(0, 3, 2)])


@pytest.mark.parametrize("at", ["(2,0,0)", "(2,0,1)", "(-1,0,2)", "(0,-1,3)"])
def test_a_tile_has_six_mouths_and_none_where_its_halves_meet(at: str) -> None:
    warren = warren_of(f"T01@(0,0,0) T15@{at}")
    x, y, r = (int(part) for part in at.strip("()").split(","))
    halves = cells_of((x, y, r))
    assert sorted(warren.half_edge_at(*cell, side) for cell in halves for side in range(4)) == [-1, -1, *range(6, 12)]
    assert warren.half_edge_at(*halves[0], (r + 1) % 4) == -1
    assert warren.half_edge_at(*halves[1], (r + 3) % 4) == -1
    assert warren.half_edge_at(5, 5, 1) == -1


@clause("BW-3.5")
def test_laid_tiles_keep_their_place() -> None:
    warren = warren_of("T15@(0,0,0) T38@(1,-1,2)")
    before = [(warren.tile(i), warren.place(i)) for i in range(2)]
    lay(warren, "T69@(1,1,0) T51@(-1,-1,1) T18@(2,-1,1)")
    assert [(warren.tile(i), warren.place(i)) for i in range(2)] == before
    assert not any((x, y) in [(0, 0), (1, 0), (1, -1), (0, -1)] for x, y, _ in placements(warren, "T15"))


def test_what_lies_where() -> None:
    warren = warren_of("T15@(0,0,0) T38@(1,-1,2)")
    assert [warren.laid_at(x, y) for x, y in [(0, 0), (1, 0), (1, -1), (0, -1), (2, 0)]] == [0, 0, 1, 1, -1]
    assert [BOX.tiles[warren.tile(i)].id for i in range(warren.count)] == ["T15", "T38"]
    assert warren.place(1) == place_of(1, -1, 2)


# --- Copies and digests ----------------------------------------------------------------------------------------------


def test_a_copy_is_independent() -> None:
    warren = warren_of("T15@(0,0,0) T38@(1,-1,2)")
    before = warren.digest(1)
    copy = warren.copy()
    assert copy.digest(1) == before
    lay(copy, "T69@(1,1,0) T51@(-1,-1,1) T18@(2,-1,1)")
    copy.clear_closed()
    assert warren.digest(1) == before
    assert copy.digest(1) != before
    other = warren.copy()
    lay(other, "T24@(2,0,0)")
    assert warren.digest(1) == before


def test_a_copy_has_what_was_closed() -> None:
    for text in ("T20@(0,0,0) T06@(0,-1,0)", "T24@(0,0,0) T59@(1,1,2)"):
        warren = warren_of(text)
        copy = warren.copy()
        before = (list(warren.closed), list(warren.loops))
        assert any(before)
        assert (list(copy.closed), list(copy.loops)) == before
        lay(copy, "T24@(2,0,0)")
        copy.clear_closed()
        assert (list(warren.closed), list(warren.loops)) == before


def test_the_digest_sees_every_field() -> None:
    digests = {
        warren_of("T24@(0,0,0)").digest(1),
        warren_of("T24@(0,0,0)").digest(2),
        warren_of("T25@(0,0,0)").digest(1),
    }
    closes_and_rings = "T65@(0,0,0) T64@(0,1,0) T19@(2,1,3)"
    used = {"laid": 3, "cells": 512, "mate": 18, "length": 18, "places": 48, "closed": 10, "loops": 1}
    for change, count in used.items():
        warren = warren_of(closes_and_rings)
        digests.add(warren.digest(1))
        values = list(getattr(warren, change))
        places = [i for i in range(count) if change != "cells" or values[i]]
        for i in (places[0], places[-1]):
            setattr(warren, change, vec[i64]([*values[:i], values[i] + 3, *values[i + 1 :]]))
            digests.add(warren.digest(1))
    assert len(digests) == 3 + 1 + 2 * 7 - 1, "all differ, and there is but one ring"


# --- The plain reference: SPEC 5.1 and 5.2, word for word -------------------------------------------------------------


def cells_of(at: Placement) -> list[tuple[int, int]]:
    x, y, r = at
    return [(x, y), (x + SECOND[r][0], y + SECOND[r][1])]


class PlainWarren:
    """A warren of dicts and sets that enumerates and traces from the text of the SPEC."""

    def __init__(self) -> None:
        self.occupied: dict[tuple[int, int], int] = {}
        self.mate: dict[HalfEdge, tuple[tuple[str, HalfEdge] | HalfEdge, int]] = {}
        self.closed: list[tuple[list[tuple[str, HalfEdge]], int]] = []
        self.loops: list[int] = []
        self.tiles: list[tuple[str, Placement]] = []

    def placements(self, *, half_turn: bool) -> list[Placement]:
        if not self.occupied:
            return [(0, 0, 0)]
        frontier = {
            (x + dx, y + dy) for x, y in self.occupied for dx, dy in STEPS if (x + dx, y + dy) not in self.occupied
        }
        positions = {
            tuple(sorted([(x, y), (x + dx, y + dy)]))
            for x, y in frontier
            for dx, dy in STEPS
            if (x + dx, y + dy) not in self.occupied
        }
        found: list[Placement] = []
        for p, q in positions:
            turned = 0 if p[1] == q[1] else 1
            found.append((*p, turned))
            if not half_turn:
                found.append((*q, turned + 2))
        return sorted(found, key=lambda at: (at[1], at[0], at[2]))

    def half_edges(self, at: Placement) -> list[HalfEdge]:
        halves = cells_of(at)
        where = [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 3)]
        return [(*halves[half], (side + at[2]) % 4) for half, side in where]

    def lay(self, name: str, at: Placement) -> None:
        face = BOX.tiles[number(name)]
        edges = self.half_edges(at)
        for cell in cells_of(at):
            assert cell not in self.occupied
            self.occupied[cell] = len(self.tiles)
        self.tiles.append((name, at))
        for a, b in face.links:
            self.mate[edges[a]] = (edges[b], 1)
            self.mate[edges[b]] = (edges[a], 1)
        for m, colour in face.ends:
            self.mate[edges[m]] = ((COLOURS[colour], edges[m]), 1)
        for h in edges:
            dx, dy = STEPS[h[2]]
            o = (h[0] + dx, h[1] + dy, (h[2] + 2) % 4)
            if o not in self.mate or h not in self.mate:
                continue
            p, n1 = self.mate.pop(h)
            if p == o:
                self.mate.pop(o)
                self.loops.append(n1)
                continue
            q, n2 = self.mate.pop(o)
            if len(p) == 3:
                self.mate[p] = (q, n1 + n2)
            if len(q) == 3:
                self.mate[q] = (p, n1 + n2)
            if len(p) == 2 and len(q) == 2:
                self.closed.append((sorted([p, q]), n1 + n2))


def open_strands(warren: Warren) -> dict[HalfEdge, tuple[tuple[str, HalfEdge] | HalfEdge, int]]:
    """The mates of a warren in the words of the reference."""

    def told(half_edge: int) -> HalfEdge:
        value = warren.spot(half_edge)
        return place_x(value), place_y(value), place_r(value)

    found: dict[HalfEdge, tuple[tuple[str, HalfEdge] | HalfEdge, int]] = {}
    for half_edge in range(warren.count * 6):
        mate = warren.mate[half_edge]
        if mate == JOINED:
            assert warren.opposite(half_edge) >= 0
            continue
        assert warren.opposite(half_edge) == -1
        end = -1 - mate
        terminal = told(mate) if mate >= 0 else (COLOURS[end & 3], told(end >> 2))
        found[told(half_edge)] = (terminal, warren.length[half_edge])
    assert not any(warren.mate[warren.count * 6 :]), "nothing is written where no tile lies"
    return found


def closed_strands(warren: Warren) -> list[tuple[list[tuple[str, HalfEdge]], int]]:
    found = []
    for at in range(0, len(warren.closed), CLOSED_FIELDS):
        ends = []
        for colour, where in ((CLOSED_COLOUR, CLOSED_SPOT), (CLOSED_OTHER_COLOUR, CLOSED_OTHER_SPOT)):
            value = warren.closed[at + where]
            ends.append((COLOURS[warren.closed[at + colour]], (place_x(value), place_y(value), place_r(value))))
        found.append((sorted(ends), int(warren.closed[at + CLOSED_LENGTH])))
    return found


def test_small_warrens_agree_with_the_plain_reference() -> None:
    """Many of a few tiles: there the mouths of the first tile are joined in every way."""
    rng = random.Random(1)
    for _ in range(400):
        warren = warren_of()
        plain = PlainWarren()
        for _ in range(5):
            tile = rng.choice(BOX.tiles)
            at = min(placements(warren, tile.id), key=lambda at: abs(at[0]) + abs(at[1]) + 3 * rng.random())
            warren.lay(BOX.faces, number(tile.id), *at)
            plain.lay(tile.id, at)
        assert open_strands(warren) == plain.mate, plain.tiles
        assert closed_strands(warren) == plain.closed, plain.tiles
        assert list(warren.loops) == plain.loops, plain.tiles
        assert all(warren.covered(*cell) for cell in plain.occupied), plain.tiles


@pytest.mark.parametrize("seed", range(60))
def test_random_growth_agrees_with_the_plain_reference(seed: int) -> None:
    """Seeds below 20 grow at random, below 40 compactly, the rest in long thin shapes."""
    rng = random.Random(seed)
    warren = warren_of()
    plain = PlainWarren()
    for turn in range(MAX_TILES):
        tile = rng.choice(BOX.tiles)
        found = placements(warren, tile.id)
        assert found == plain.placements(half_turn=tile.half_turn), f"seed {seed} turn {turn}: {plain.tiles}"
        assert len(found) <= 24 * turn + 12
        if seed < 20:
            at = rng.choice(found)
        else:
            heading = rng.random()
            far = {True: -1, False: 1}[seed < 40]
            at = min(found, key=lambda at: far * (abs(at[0]) + abs(at[1])) + 3 * heading * rng.random())
        warren.lay(BOX.faces, number(tile.id), *at)
        plain.lay(tile.id, at)
        told = f"seed {seed}: {plain.tiles}"
        assert open_strands(warren) == plain.mate, told
        assert warren.open_mouths == len(plain.mate), told
        assert closed_strands(warren) == plain.closed, told
        assert list(warren.loops) == plain.loops, told
    lengths = {
        index * 6 + mouth: strand.length
        for strand in strands(warren, BOX.faces)
        for index, *mouths in strand.segments
        for mouth in mouths
        if mouth >= 0
    }
    for ends, length in plain.closed:
        for _, (x, y, side) in ends:
            assert lengths[warren.half_edge_at(x, y, side)] == length
    for (x, y, side), (_, length) in plain.mate.items():
        assert lengths[warren.half_edge_at(x, y, side)] == length
    listed = set(plain.placements(half_turn=False))
    for x in range(-6, 7):
        for y in range(-6, 7):
            assert warren.laid_at(x, y) == plain.occupied.get((x, y), -1)
            for r in range(4):
                assert warren.legal(place_of(x, y, r)) == ((x, y, r) in listed)
