"""The strands of a warren (BW-4.1) as lists, for the log and for drawing. Hot only because every move shows them."""

from typing import Final

from mypy_extensions import i64

from bungalow.games.burrows.warren import JOINED, Tiles, Warren, place_r, place_x, place_y

OPEN: Final = 0
CLOSED: Final = 1
RING: Final = 2


class Strand:
    """A maximal tunnel: open, closed by two ends, or a ring."""

    def __init__(self, kind: int, length: int, one: int, other: int, segments: list[tuple[int, int, int]]) -> None:
        self.kind = kind
        self.length = length
        self.one = one
        self.other = other
        """Colours of its ends, -1 where there is none; a strand with one end has its colour in `one`."""
        self.segments = segments
        """(laid index, mouth in, mouth out) from one end to the other; -1 for a vegetable."""


def laid_tiles(warren: Warren) -> list[tuple[int, int, int, int]]:
    """(tile, x, y, r) of each tile, in the order in which they were laid."""
    found: list[tuple[int, int, int, int]] = []
    for index in range(warren.count):
        place = warren.place(index)
        found.append((int(warren.tile(index)), int(place_x(place)), int(place_y(place)), int(place_r(place))))
    return found


def open_strands(warren: Warren) -> list[tuple[int, int, int, int]]:
    """Each open strand once: (spot of an open mouth, its other terminal, length, colour of its end or -1)."""
    mate = warren.mate
    found: list[tuple[int, int, int, int]] = []
    for half_edge in range(warren.count * 6):
        terminal = mate[half_edge]
        if terminal == JOINED or 0 <= terminal < half_edge:
            continue
        colour: i64 = (-1 - terminal) & 3 if terminal < 0 else -1
        found.append((int(warren.spot(half_edge)), int(terminal), int(warren.length[half_edge]), int(colour)))
    return found


def strands(warren: Warren, tiles: Tiles) -> list[Strand]:
    """All strands of the warren, each walked through once."""
    seen = [False] * int(warren.count * 6)
    found: list[Strand] = []
    # From ends and open mouths first; what is left then are rings.
    for half_edge in range(warren.count * 6):
        if not seen[half_edge] and (is_stub(warren, tiles, half_edge) or warren.mate[half_edge] != JOINED):
            found.append(follow(warren, tiles, half_edge, seen))
    for half_edge in range(warren.count * 6):
        if not seen[half_edge]:
            found.append(follow(warren, tiles, half_edge, seen))
    return found


def is_stub(warren: Warren, tiles: Tiles, half_edge: i64) -> bool:
    return face(warren, tiles, half_edge) < 0


def face(warren: Warren, tiles: Tiles, half_edge: i64) -> i64:
    """What the tile shows at a mouth: the mouth it is linked to, or -1 - colour."""
    return tiles.mate[warren.tile(half_edge // 6) * 6 + half_edge % 6]


def follow(warren: Warren, tiles: Tiles, start: i64, seen: list[bool]) -> Strand:
    """Walk from a stub, an open mouth or anywhere on a ring to the other end."""
    segments: list[tuple[int, int, int]] = []
    one: i64 = -1
    other: i64 = -1
    kind = OPEN
    here = start
    shown = face(warren, tiles, here)
    if shown < 0:  # the strand begins at a vegetable and leaves its tile by this mouth
        one = -1 - shown
        segments.append((int(here // 6), -1, int(here % 6)))
        seen[here] = True
        here = warren.opposite(here) if warren.mate[here] == JOINED else -1
    while here >= 0 and not seen[here]:
        seen[here] = True
        shown = face(warren, tiles, here)
        if shown < 0:
            if one >= 0:
                other = -1 - shown
                kind = CLOSED
            else:
                one = -1 - shown
            segments.append((int(here // 6), int(here % 6), -1))
            break
        outward = here - here % 6 + shown
        seen[outward] = True
        segments.append((int(here // 6), int(here % 6), int(shown)))
        if warren.mate[outward] != JOINED:
            break
        here = warren.opposite(outward)
        if here == start:
            kind = RING
    return Strand(kind, len(segments), int(one), int(other), segments)
