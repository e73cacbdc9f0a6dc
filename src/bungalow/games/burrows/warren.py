"""A player's warren: where tiles may be laid (BW-3), and the tunnels that run through them (BW-4, BW-5).

Hot code. Cells, mouths and placements are integers:

- a **cell** (x, y) is `(y + 128) * 256 + (x + 128)`;
- a **place** (x, y, r) is `cell * 4 + r`: half A lies on the cell, turned r quarter turns clockwise. Ascending in
  (y, x, r), and the same integer means the same placement in every warren;
- a **half-edge** is a mouth of a laid tile, numbered `6 * laid index + mouth`;
- a **spot** is a half-edge told by its position: `cell * 4 + side`, ascending in (y, x, s) as BW-R9 wants it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bungalow.core.random import mix

MAX_TILES: Final[i64] = 40
"""Most tiles in one warren: each turn takes one of 80 tiles, and there are two players or more (BW-R25)."""
MAX_PLACES: Final[i64] = 24 * 40 + 12
"""Bound of the placements of one tile: 24n + 12 with n tiles laid, all four rotations counted."""
PLACE_SIZE: Final[i64] = 256 * 256 * 4
"""Every place is below this number."""
FIRST_PLACE: Final[i64] = (128 * 256 + 128) * 4
"""The one placement of an empty warren, (0, 0, 0) (BW-3.2, BW-R6)."""

JOINED: Final[i64] = 1000
"""Stands in `mate` for a mouth that meets another one: only open mouths have a mate."""

CLOSED_COLOUR: Final[i64] = 0
CLOSED_OTHER_COLOUR: Final[i64] = 1
CLOSED_LENGTH: Final[i64] = 2
CLOSED_SPOT: Final[i64] = 3
CLOSED_OTHER_SPOT: Final[i64] = 4
CLOSED_FIELDS: Final[i64] = 5
"""`Warren.closed` holds this many numbers for each closed strand, in the order of the five names above."""

SLOTS: Final[i64] = 512
_LAST_SLOT: Final[i64] = 511
_ROW_SHIFT: Final[i64] = 323
"""Makes the slot of a cell x + 67 y modulo 512: no two cells of a 19 x 22 box, a long row or a long column collide."""
_HOLDING: Final[i64] = 1024
_COVERED: Final[i64] = 1023
"""A slot holds `cell * 1024 + content`, 0 when unused. Content 0: frontier; else 1 + 8 * laid index + 4 * half + r."""
_FACE_BITS: Final[i64] = 262144
"""`Warren.laid` holds `tile * 2^18 + place`."""

_MOUTHS: Final[i64] = 6
_NONE: Final[i64] = 0x10000000000

_STEP_X: Final = (0, 1, 0, -1)
_STEP_Y: Final = (-1, 0, 1, 0)
_HALF_OF_MOUTH: Final = (0, 1, 1, 1, 0, 0)
_SIDE_OF_MOUTH: Final = (0, 0, 1, 2, 2, 3)


def _second_cell(r: int) -> tuple[int, int]:
    """Half B as seen from half A: east, south, west, north for r = 0, 1, 2, 3."""
    side = (r + 1) % 4
    return _STEP_X[side], _STEP_Y[side]


def _mouth_cell(r: int, mouth: int) -> tuple[int, int]:
    """The cell, seen from half A, of a mouth of a tile turned r times."""
    return _second_cell(r) if _HALF_OF_MOUTH[mouth] else (0, 0)


def _mouth_side(r: int, mouth: int) -> int:
    return (_SIDE_OF_MOUTH[mouth] + r) % 4


def _faced_cells(r: int) -> list[tuple[int, int]]:
    """The six cells around a tile, in the order of the mouths that face them."""
    cells: list[tuple[int, int]] = []
    for mouth in range(6):
        x, y = _mouth_cell(r, mouth)
        side = _mouth_side(r, mouth)
        cells.append((x + _STEP_X[side], y + _STEP_Y[side]))
    return cells


def _around(r: int) -> list[tuple[int, int]]:
    """The sixteen cells within two steps of a tile: the six it faces, then the ten beyond."""
    tile = [(0, 0), _second_cell(r)]
    near = _faced_cells(r)
    far: list[tuple[int, int]] = []
    for x, y in near:
        for side in range(4):
            cell = (x + _STEP_X[side], y + _STEP_Y[side])
            if cell not in tile and cell not in near and cell not in far:
                far.append(cell)
    return near + far


def _fresh_places(r: int) -> list[tuple[int, int]]:
    """The 32 placements that a tile can open up, ascending: (place seen from the tile's, bits of its two cells)."""
    around = _around(r)
    fresh: list[tuple[int, int]] = []
    for i, (x, y) in enumerate(around):
        for turn in range(4):
            dx, dy = _second_cell(turn)
            other = (x + dx, y + dy)
            if other in around and (i < 6 or around.index(other) < 6):
                bits = [0] * 16
                bits[i] = 1
                bits[around.index(other)] = 1
                fresh.append(((y * 256 + x) * 4 + turn, sum(bit * 2**k for k, bit in enumerate(bits))))
    return sorted(fresh)


def _gone_places(r: int) -> list[int]:
    """The 14 placements that touch a tile's two cells, ascending, seen from the tile's place; then a guard."""
    gone: list[int] = []
    tile = [(0, 0), _second_cell(r)]
    for x, y in tile + _faced_cells(r):
        for turn in range(4):
            dx, dy = _second_cell(turn)
            if (x, y) in tile or (x + dx, y + dy) in tile:
                gone.append((y * 256 + x) * 4 + turn)
    return [*sorted(gone), 2**40]


def _cell_steps(cells: list[tuple[int, int]]) -> list[int]:
    return [y * 256 + x for x, y in cells]


def _facing(half: int, r: int, side: int) -> int:
    """Which mouth of a laid half opens to a side; 0 for the inner edge, where none does."""
    for mouth in range(6):
        if _HALF_OF_MOUTH[mouth] == half and _mouth_side(r, mouth) == side:
            return mouth
    return 0


_TURNS: Final = (0, 1, 2, 3)
_SECOND: Final = vec[i64]([y * 256 + x for x, y in [_second_cell(r) for r in _TURNS]])
_AROUND: Final = vec[i64]([step for r in _TURNS for step in _cell_steps(_around(r))])
_BACK: Final = vec[i64]([(_mouth_side(r, mouth) + 2) % 4 for r in _TURNS for mouth in range(6)])
_MOUTH_SPOT: Final = vec[i64](
    [
        (_mouth_cell(r, mouth)[1] * 256 + _mouth_cell(r, mouth)[0]) * 4 + _mouth_side(r, mouth)
        for r in _TURNS
        for mouth in range(6)
    ]
)
_FACING: Final = vec[i64]([_facing(half, r, side) for half in (0, 1) for r in _TURNS for side in range(4)])
_FRESH: Final = vec[i64]([place for r in _TURNS for place, _ in _fresh_places(r)])
_FRESH_BITS: Final = vec[i64]([bits for r in _TURNS for _, bits in _fresh_places(r)])
_GONE: Final = vec[i64]([place for r in _TURNS for place in _gone_places(r)])
_BIT: Final = vec[i64]([2**k for k in range(16)])
_BLANK: Final = vec[i64]([0] * 1024)


def place_of(x: i64, y: i64, r: i64) -> i64:
    """The integer of a placement."""
    return ((y + 128) * 256 + (x + 128)) * 4 + r


def place_x(place: i64) -> i64:
    return ((place >> 2) & 255) - 128


def place_y(place: i64) -> i64:
    return (place >> 10) - 128


def place_r(place: i64) -> i64:
    return place & 3


def within_reach(x: i64, y: i64) -> bool:
    """Whether a cell can have an integer of its own; no warren grows further than 80 cells."""
    return -100 <= x <= 100 and -100 <= y <= 100


def _slot(cells: vec[i64], cell: i64) -> i64:
    """Where a cell is kept, or the unused slot where it would be."""
    slot = (cell + (cell >> 8) * _ROW_SHIFT) & _LAST_SLOT
    held = cells[slot]
    while held != 0 and held >> 10 != cell:
        slot = (slot + 1) & _LAST_SLOT
        held = cells[slot]
    return slot


class Tiles:
    """The faces of an edition's tiles, shared by all warrens. Built by `data.py`."""

    __slots__ = ("bus", "count", "half_turn", "mate")

    def __init__(self) -> None:
        self.count: i64 = 0
        self.mate: vec[i64] = vec[i64]()
        """For `6 * tile + mouth`: the mouth at the other end of its link, or -1 - colour for a stub."""
        self.bus: vec[i64] = vec[i64]()
        self.half_turn: vec[i64] = vec[i64]()
        """1 where a half turn leaves the face unchanged."""

    def setup(self, mates: list[int], buses: list[bool], half_turns: list[bool]) -> None:
        self.count = len(buses)
        self.mate = vec[i64](mates)
        self.bus = vec[i64]([int(bus) for bus in buses])
        self.half_turn = vec[i64]([int(half_turn) for half_turn in half_turns])


class Warren:
    """One player's tiles, the placements open to the next tile, and the strands (BW-4.1) that can still grow.

    `places[:place_count]` are all legal placements, ascending, in all four rotations. The array is replaced, never
    written to, when a tile is laid; so copies share it.
    `mate` and `length` tell for each open mouth where its strand comes out and how many segments it has (BW-5.1): a
    half-edge, or -1 - (4 * half-edge + colour) when it ends at a vegetable. A mouth that meets another has `JOINED`.
    `closed` and `loops` collect what was closed since `clear_closed`: five numbers (`CLOSED_FIELDS`) for each strand
    with two ends, the length of each ring.
    """

    __slots__ = (
        "cells",
        "closed",
        "count",
        "laid",
        "length",
        "loops",
        "mate",
        "open_mouths",
        "place_count",
        "places",
        "shown",
    )

    def __init__(self) -> None:
        self.count: i64 = 0
        self.open_mouths: i64 = 0
        self.place_count: i64 = 0
        self.laid: vec[i64] = vec[i64]()
        self.cells: vec[i64] = vec[i64]()
        self.mate: vec[i64] = vec[i64]()
        self.length: vec[i64] = vec[i64]()
        self.places: vec[i64] = vec[i64]()
        self.closed: vec[i64] = vec[i64]()
        self.loops: vec[i64] = vec[i64]()
        self.shown: object = None
        """What `view.py` made of this warren; kept until a tile is laid, since most moves leave most warrens alone."""

    def setup(self) -> None:
        """An empty warren: the first tile has one placement (BW-3.2)."""
        self.count = 0
        self.open_mouths = 0
        self.laid = _BLANK[0:MAX_TILES]
        self.cells = _BLANK[0:SLOTS]
        self.mate = _BLANK[0 : MAX_TILES * 6]
        self.length = _BLANK[0 : MAX_TILES * 6]
        self.places = vec[i64]([FIRST_PLACE])
        self.place_count = 1
        self.clear_closed()

    def copy(self) -> "Warren":
        other = Warren()
        other.count = self.count
        other.open_mouths = self.open_mouths
        other.place_count = self.place_count
        other.laid = self.laid[0:MAX_TILES]
        other.cells = self.cells[0:SLOTS]
        other.mate = self.mate[0 : MAX_TILES * 6]
        other.length = self.length[0 : MAX_TILES * 6]
        other.places = self.places
        other.shown = self.shown
        other.closed = self.closed[:]
        other.loops = self.loops[:]
        return other

    def clear_closed(self) -> None:
        """Forget what the tiles laid so far have closed: the turn is over (BW-4.6)."""
        self.closed = vec[i64]()
        self.loops = vec[i64]()

    def options(self, half_turn: i64, out: vec[i64]) -> i64:
        """Write the legal placements of a tile, ascending; of a half-turn tile only r = 0 and 1 (SPEC 5.1)."""
        places = self.places
        count = self.place_count
        n: i64 = 0
        i: i64 = 0
        if half_turn == 0:
            while i < count:
                out[i] = places[i]
                i += 1
            return count
        while i < count:
            place = places[i]
            if place & 2 == 0:
                out[n] = place
                n += 1
            i += 1
        return n

    def lay(self, tiles: Tiles, tile: i64, x: i64, y: i64, r: i64) -> None:
        self.lay_place(tiles, tile, place_of(x, y, r))

    def lay_place(self, tiles: Tiles, tile: i64, place: i64) -> None:
        """Lay a tile on a legal placement, join its mouths (SPEC 5.2) and renew the list of placements."""
        cells = self.cells
        mate = self.mate
        length = self.length
        faces = tiles.mate
        around = _AROUND
        bit = _BIT
        index = self.count
        r = place & 3
        cell = place >> 2
        first = index * 6
        mouth: i64 = 0
        while mouth < 6:
            face = faces[tile * 6 + mouth]
            half_edge = first + mouth
            mate[half_edge] = first + face if face >= 0 else -1 - (half_edge * 4 + (-1 - face))
            length[half_edge] = 1
            mouth += 1
        self.laid[index] = tile * _FACE_BITS + place
        self.count = index + 1
        self.shown = None
        self.open_mouths += 6

        content = 1 + index * 8 + r
        cells[_slot(cells, cell)] = cell * _HOLDING + content
        second = cell + _SECOND[r]
        cells[_slot(cells, second)] = second * _HOLDING + content + 4

        untouched: i64 = 0
        row = r * 16
        near: i64 = 0
        while near < 6:
            other = cell + around[row + near]
            slot = _slot(cells, other)
            held = cells[slot]
            if held == 0:
                cells[slot] = other * _HOLDING
                untouched |= bit[near]
            elif held & _COVERED != 0:
                held = (held & _COVERED) - 1
                self._join(first + near, (held >> 3) * 6 + _FACING[(held & 7) * 4 + _BACK[r * 6 + near]])
            near += 1
        if untouched:
            far: i64 = 6
            while far < 16:
                if cells[_slot(cells, cell + around[row + far])] == 0:
                    untouched |= bit[far]
                far += 1
        self._renew_places(place, untouched)

    def _join(self, here: i64, there: i64) -> None:
        """Two mouths meet: their strands become one, or close (BW-4.2 to 4.4). Lengths add up (BW-5.1)."""
        mate = self.mate
        length = self.length
        self.open_mouths -= 2
        one = mate[here]
        other = mate[there]
        mate[here] = JOINED
        mate[there] = JOINED
        if one == there:
            self.loops = append(self.loops, length[here])
            return
        total = length[here] + length[there]
        if one >= 0:
            mate[one] = other
            length[one] = total
        if other >= 0:
            mate[other] = one
            length[other] = total
        elif one < 0:
            one = -1 - one
            other = -1 - other
            closed = append(self.closed, one & 3)
            closed = append(closed, other & 3)
            closed = append(closed, total)
            closed = append(closed, self.spot(one >> 2))
            self.closed = append(closed, self.spot(other >> 2))

    def _renew_places(self, place: i64, untouched: i64) -> None:
        """Drop the placements on the two cells just covered and merge in those that the new frontier opens.

        A placement is new when neither of its cells was frontier or covered before: `untouched` has the bits of such
        cells. The new ones wait, ascending, behind the room for the old ones and are always read before that room is
        written to.
        """
        old = self.places
        count = self.place_count
        fresh_places = _FRESH
        fresh_bits = _FRESH_BITS
        gone_places = _GONE
        places = _BLANK[0 : count + 33]
        r = place & 3
        base = place - r
        fresh_at = count
        i = r * 32
        stop = i + 32
        if untouched:
            while i < stop:
                bits = fresh_bits[i]
                if untouched & bits == bits:
                    places[fresh_at] = base + fresh_places[i]
                    fresh_at += 1
                i += 1
        places[fresh_at] = _NONE
        fresh_at = count
        fresh = places[fresh_at]
        gone_at = r * 15
        gone = base + gone_places[gone_at]
        change = fresh if fresh < gone else gone
        n: i64 = 0
        i = 0
        while i < count:
            here = old[i]
            if here < change:
                places[n] = here
                n += 1
                i += 1
                continue
            if change == fresh:
                places[n] = fresh
                n += 1
                fresh_at += 1
                fresh = places[fresh_at]
            else:
                if here == gone:
                    i += 1
                gone_at += 1
                gone = base + gone_places[gone_at]
            change = fresh if fresh < gone else gone
        while fresh < _NONE:
            places[n] = fresh
            n += 1
            fresh_at += 1
            fresh = places[fresh_at]
        self.places = places
        self.place_count = n

    def meets(self, place: i64, met: vec[i64]) -> i64:
        """Write for each mouth of a tile on that place the open mouth it would meet, -1 for none; their number."""
        cells = self.cells
        around = _AROUND
        facing = _FACING
        back = _BACK
        r = place & 3
        cell = place >> 2
        count: i64 = 0
        for mouth in range(_MOUTHS):
            held = cells[_slot(cells, cell + around[r * 16 + mouth])] & _COVERED
            if held == 0:
                met[mouth] = -1
                continue
            held -= 1
            met[mouth] = (held >> 3) * 6 + facing[(held & 7) * 4 + back[r * 6 + mouth]]
            count += 1
        return count

    def legal(self, place: i64) -> bool:
        """Whether a tile may be laid so (BW-3.2, BW-3.3); of a half-turn tile ask `plain_place` first."""
        at = self.position(place)
        return at < self.place_count and self.places[at] == place

    def position(self, place: i64) -> i64:
        """Where in `places` a placement stands, or would stand."""
        places = self.places
        low: i64 = 0
        high = self.place_count
        while low < high:
            middle = (low + high) >> 1
            if places[middle] < place:
                low = middle + 1
            else:
                high = middle
        return low

    def covered(self, x: i64, y: i64) -> bool:
        return self.laid_at(x, y) >= 0

    def laid_at(self, x: i64, y: i64) -> i64:
        """Which of the laid tiles covers a cell, counted from 0 in the order of laying; -1 for none."""
        return self._half_at(x, y) >> 3

    def _half_at(self, x: i64, y: i64) -> i64:
        """The half on a cell as `8 * laid index + 4 * half + r`; -1 for none."""
        if not within_reach(x, y):
            return -1
        cells = self.cells
        return (cells[_slot(cells, place_of(x, y, 0) >> 2)] & _COVERED) - 1

    def tile(self, index: i64) -> i64:
        """The tile laid as number `index`."""
        return self.laid[index] >> 18

    def place(self, index: i64) -> i64:
        """Where the tile laid as number `index` lies."""
        return self.laid[index] & (_FACE_BITS - 1)

    def spot(self, half_edge: i64) -> i64:
        """The half-edge (x, y, s) as one integer, ascending in (y, x, s) (BW-R9)."""
        place = self.laid[half_edge // 6] & (_FACE_BITS - 1)
        r = place & 3
        return place - r + _MOUTH_SPOT[r * 6 + half_edge % 6]

    def half_edge_at(self, x: i64, y: i64, side: i64) -> i64:
        """The mouth that opens to a side of a cell; -1 where there is none."""
        half = self._half_at(x, y)
        if half < 0:
            return -1
        half_edge = (half >> 3) * 6 + _FACING[(half & 7) * 4 + side]
        return half_edge if self.spot(half_edge) == place_of(x, y, side) else -1

    def opposite(self, half_edge: i64) -> i64:
        """The mouth of another tile that this one meets; -1 for an open mouth."""
        spot = self.spot(half_edge)
        side = spot & 3
        x = place_x(spot)
        y = place_y(spot)
        if side == 0:
            return self.half_edge_at(x, y - 1, 2)
        if side == 1:
            return self.half_edge_at(x + 1, y, 3)
        if side == 2:
            return self.half_edge_at(x, y + 1, 0)
        return self.half_edge_at(x - 1, y, 1)

    def digest(self, h: i64) -> i64:
        """Mix everything that this warren holds into a running hash."""
        count = self.count
        h = mix(mix(mix(h, count), self.open_mouths), self.place_count)
        for i in range(count):
            h = mix(mix(h, self.laid[i]), self.laid[i] >> 31)
        for i in range(count * 6):
            h = mix(mix(h, self.mate[i]), self.length[i])
        for held in self.cells:
            if held:
                h = mix(h, held)
        for i in range(self.place_count):
            h = mix(h, self.places[i])
        h = mix(mix(h, len(self.closed)), len(self.loops))
        for value in self.closed:
            h = mix(h, value)
        for value in self.loops:
            h = mix(h, value)
        return h


def plain_place(tiles: Tiles, tile: i64, place: i64) -> i64:
    """The listed form of a placement: a half-turn tile turned 2 or 3 times looks as if turned 0 or 1 (E28)."""
    r = place & 3
    if r < 2 or tiles.half_turn[tile] == 0:
        return place
    return place - r + _SECOND[r] * 4 + r - 2


def half_turned(place: i64) -> i64:
    """The placement on the same two cells a half turn further, of one with r = 0 or 1."""
    r = place & 3
    return place - r + _SECOND[r] * 4 + r + 2
