"""Drawing tunnel tiles with characters.

A tile covers two unit cells. A cell is 5 x 3 characters inside, with one column or row of border to the next cell,
so cells lie 6 columns and 4 rows apart. A tunnel leaves its tile in the middle of a cell's side; inside the tile it
finds its way around the others. A round hole in the border is a mouth that leads nowhere yet.
"""

from __future__ import annotations

import heapq
from functools import cache
from itertools import product
from typing import NamedTuple

from rich.text import Text

Point = tuple[int, int]
"""(column, row)"""
HalfEdge = tuple[int, int, int]
"""(x, y, side): a side of a cell, seen from inside."""

PITCH_X, PITCH_Y = 6, 4
STEPS: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""
ENTRY: tuple[Point, ...] = ((2, 0), (4, 1), (2, 2), (0, 1))
"""Where a tunnel enters a cell through each side."""
MOUTHS: tuple[tuple[int, int], ...] = ((0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 3))
"""Half (0 = A, 1 = B) and side of the six mouths of a tile that is not turned."""
TO_B: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
BEND_COST = 2
LINES = {
    frozenset((0, 2)): "┃",
    frozenset((1, 3)): "━",
    frozenset((0, 1)): "┗",
    frozenset((0, 3)): "┛",
    frozenset((2, 1)): "┏",
    frozenset((2, 3)): "┓",
}
OPEN_MOUTH = "○"
BUS = "B"


class Tile(NamedTuple):
    """A tile as it is drawn: where it lies and what is printed on it."""

    id: str
    x: int
    y: int
    turn: int
    links: tuple[tuple[int, int], ...]
    ends: tuple[tuple[int, str], ...]
    """(mouth, letter of its colour)"""
    bus: bool

    def mouth(self, number: int) -> HalfEdge:
        half, side = MOUTHS[number]
        dx, dy = TO_B[self.turn] if half else (0, 0)
        return self.x + dx, self.y + dy, (side + self.turn) % 4

    @property
    def cells(self) -> tuple[Point, Point]:
        dx, dy = TO_B[self.turn]
        return (self.x, self.y), (self.x + dx, self.y + dy)


def opposite(edge: HalfEdge) -> HalfEdge:
    x, y, side = edge
    return x + STEPS[side][0], y + STEPS[side][1], (side + 2) % 4


def entry(edge: HalfEdge) -> Point:
    """The character just inside a mouth."""
    x, y, side = edge
    return x * PITCH_X + 1 + ENTRY[side][0], y * PITCH_Y + 1 + ENTRY[side][1]


def gate(edge: HalfEdge) -> Point:
    """The character in the border at a mouth."""
    column, row = entry(edge)
    return column + STEPS[edge[2]][0], row + STEPS[edge[2]][1]


def room(tile: Tile) -> frozenset[Point]:
    """All characters inside a tile."""
    columns = [x * PITCH_X + 1 for x, _ in tile.cells]
    rows = [y * PITCH_Y + 1 for _, y in tile.cells]
    return frozenset(
        (column, row) for column in range(min(columns), max(columns) + 5) for row in range(min(rows), max(rows) + 3)
    )


def routes(tile: Tile) -> list[tuple[Point, ...]]:
    """The way of every link of a tile, none touching another, with few bends."""
    left, top = tile.x * PITCH_X, tile.y * PITCH_Y
    return [tuple((left + column, top + row) for column, row in way) for way in printed_routes(tile.links, tile.turn)]


@cache
def printed_routes(links: tuple[tuple[int, int], ...], turn: int) -> tuple[tuple[Point, ...], ...]:
    """The ways of the links of a tile at cell (0, 0)."""
    tile = Tile("", 0, 0, turn, links, (), False)
    doors = frozenset(entry(tile.mouth(mouth)) for mouth in range(6))
    choices = [detours(tile.mouth(a), tile.mouth(b), room(tile), doors) for a, b in links]
    apart = [ways for ways in product(*choices) if len(doors.union(*(way for _, way in ways))) == _length(ways)]
    best = min(apart, key=lambda ways: sum(cost for cost, _ in ways))
    return tuple(way for _, way in best)


def _length(ways: tuple[tuple[int, tuple[Point, ...]], ...]) -> int:
    """How many characters ways cover that do not touch, with the doors that no link uses."""
    return 6 + sum(len(way) - 2 for _, way in ways)


def detours(
    start: HalfEdge, goal: HalfEdge, free: frozenset[Point], doors: frozenset[Point]
) -> list[tuple[int, tuple[Point, ...]]]:
    """The cheapest way between two mouths, and those that keep off one or another point of it."""
    open_to_it = free - (doors - {entry(start), entry(goal)})
    first = route(start, goal, open_to_it)
    others = [route(start, goal, open_to_it - {point}) for point in first[1][1:-1]]
    return [first, *(other for other in dict.fromkeys(others) if other[1])]


def route(start: HalfEdge, goal: HalfEdge, free: frozenset[Point]) -> tuple[int, tuple[Point, ...]]:
    """The cheapest way from mouth to mouth over free characters, and its cost."""
    heading = (start[2] + 2) % 4
    queue: list[tuple[int, tuple[Point, ...], int]] = [(0, (entry(start),), heading)]
    seen: set[tuple[Point, int]] = set()
    while queue:
        cost, way, heading = heapq.heappop(queue)
        here = way[-1]
        if (here, heading) in seen:
            continue
        seen.add((here, heading))
        if here == entry(goal) and len(way) > 1 and heading == goal[2]:
            return cost, way
        for side, (dx, dy) in enumerate(STEPS):
            there = here[0] + dx, here[1] + dy
            bend = BEND_COST if side != heading else 0
            if here == entry(goal) and side == goal[2]:
                heapq.heappush(queue, (cost + bend, (*way[:-1], here), side))
            elif there in free and there not in way:
                heapq.heappush(queue, (cost + 1 + bend, (*way, there), side))
    return 0, ()


class Canvas:
    """Characters with styles, addressed as warren columns and rows, cut out as lines of text."""

    def __init__(self) -> None:
        self.marks: dict[Point, tuple[str, str]] = {}

    def put(self, at: Point, char: str, style: str = "") -> None:
        self.marks[at] = (char, style)

    def write(self, at: Point, text: str, style: str = "") -> None:
        for i, char in enumerate(text):
            self.put((at[0] + i, at[1]), char, style)

    def lines(self, left: int, top: int, right: int, bottom: int) -> list[Text]:
        """The characters from (left, top) up to, not including, (right, bottom)."""
        made: list[Text] = []
        for row in range(top, bottom):
            line = Text()
            for column in range(left, right):
                char, style = self.marks.get((column, row), (" ", ""))
                line.append(char, style)
            line.rstrip()
            made.append(line)
        return made


def draw_borders(canvas: Canvas, tiles: list[Tile], style: str = "dim") -> None:
    """Thin lines around every tile; corners join up."""
    arms: dict[Point, set[int]] = {}
    for tile in tiles:
        inside = room(tile)
        left, right = min(c for c, _ in inside) - 1, max(c for c, _ in inside) + 1
        top, bottom = min(r for _, r in inside) - 1, max(r for _, r in inside) + 1
        for column in range(left, right + 1):
            for row in (top, bottom):
                sides = arms.setdefault((column, row), set())
                sides.update(([3] if column > left else []) + ([1] if column < right else []))
        for row in range(top, bottom + 1):
            for column in (left, right):
                sides = arms.setdefault((column, row), set())
                sides.update(([0] if row > top else []) + ([2] if row < bottom else []))
    for at, sides in arms.items():
        canvas.put(at, THIN[frozenset(sides)], style)


THIN = {
    frozenset((1, 3)): "╌",
    frozenset((0, 2)): "┆",
    frozenset((1, 2)): "┌",
    frozenset((2, 3)): "┐",
    frozenset((0, 1)): "└",
    frozenset((0, 3)): "┘",
    frozenset((0, 1, 2)): "├",
    frozenset((0, 2, 3)): "┤",
    frozenset((1, 2, 3)): "┬",
    frozenset((0, 1, 3)): "┴",
    frozenset((0, 1, 2, 3)): "┼",
}


def draw_tiles(
    canvas: Canvas,
    tiles: list[Tile],
    colours: dict[str, str],
    tints: dict[HalfEdge, str] | None = None,
    housed: frozenset[HalfEdge] = frozenset(),
) -> None:
    """Draw tiles. `colours` are the styles of letters, `tints` those of the tunnels behind mouths, `housed` the
    mouths of vegetables with a gopher at home."""
    tints = tints or {}
    draw_borders(canvas, tiles)
    edges = {tile.mouth(mouth) for tile in tiles for mouth in range(6)}
    for tile in tiles:
        for (a, b), way in zip(tile.links, routes(tile), strict=True):
            draw_way(canvas, way, tile.mouth(a), tile.mouth(b), tints.get(tile.mouth(a), ""))
        for mouth, letter in tile.ends:
            at_home = " reverse" if tile.mouth(mouth) in housed else ""
            canvas.put(entry(tile.mouth(mouth)), letter, f"bold {colours[letter]}{at_home}")
        for mouth in range(6):
            edge = tile.mouth(mouth)
            sign = ("┃", "━")[edge[2] % 2] if opposite(edge) in edges else OPEN_MOUTH
            canvas.put(gate(edge), sign, tints.get(edge, ""))
        if tile.bus:
            put_near_middle(canvas, room(tile), BUS, "bold reverse")


def draw_way(canvas: Canvas, way: tuple[Point, ...], start: HalfEdge, goal: HalfEdge, style: str) -> None:
    points = (gate(start), *way, gate(goal))
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        sides = frozenset(STEPS.index((other[0] - here[0], other[1] - here[1])) for other in (before, after))
        canvas.put(here, LINES[sides], style)


def put_near_middle(canvas: Canvas, area: frozenset[Point], char: str, style: str) -> None:
    """Put a sign on the free spot nearest to the middle of an area."""
    middle_x = sum(column for column, _ in area) / len(area)
    middle_y = sum(row for _, row in area) / len(area)
    free = [at for at in area if at not in canvas.marks]
    if free:
        spot = min(free, key=lambda at: (abs(at[0] - middle_x) + 2 * abs(at[1] - middle_y), at))
        canvas.put(spot, char, style)
