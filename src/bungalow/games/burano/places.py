"""Where things lie in Burano: lagoon, city and lace workshops, read from the components and checked.

Also the names of colours and places that everything else uses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bungalow.core.components import Document, Row

COLOURS = ("blue", "pink", "yellow", "green", "orange", "white")
ISLANDS = ("A", "B", "C", "D", "E", "F")
PORTS = ("PW", "PE")
NODES = ISLANDS + PORTS
LETTERS = ("A", "B", "C", "D")
SEATS = (2, 3, 4)
COLUMNS = ("a", "b", "c", "d", "e", "f", "g")


@dataclass(frozen=True)
class Colour:
    """A house colour with the glyph that goes with it everywhere."""

    id: str
    letter: str
    glyph: str


@dataclass(frozen=True)
class Node:
    """An island or a port, with its place on the drawing."""

    id: str
    name: str
    x: float
    y: float
    source: str


@dataclass(frozen=True)
class City:
    """The main island: pits as `row * 7 + column`."""

    rows: tuple[str, ...]
    pits: tuple[int, ...]
    start: int
    fountain: int
    source: str


@dataclass(frozen=True)
class Assembly:
    """A layout of the lace workshops: for each of the 28 squares a colour or -1."""

    id: str
    players: tuple[int, ...]
    first_play: bool
    squares: tuple[int, ...]
    coins: tuple[int, ...]
    source: str


def cell_name(cell: int) -> str:
    """`d4`: column and row of a city cell."""
    return f"{COLUMNS[cell % 7]}{cell // 7 + 1}"


def square_name(square: int) -> str:
    """`w16`: row and column of a lace square."""
    return f"w{square // 7}{square % 7}"


def exactly(document: Document, path: str, found: int, wanted: int, clause: str) -> None:
    if found != wanted:
        raise document.wrong(f"{path}: {found} found, but there must be {wanted}", clause=clause)


def row_ids(rows: Sequence[Row]) -> list[str]:
    """The ids of rows: short words, as they stand in the notation of moves."""
    ids: list[str] = []
    for row in rows:
        name = row.text("id")
        if not re.fullmatch(r"[a-z0-9_]{1,20}", name):
            raise row.wrong(f"id must be 1 to 20 small letters, digits or _, not {name[:40]!r}")
        if name in ids:
            raise row.wrong(f"id {name} is used twice")
        ids.append(name)
    return ids


def read_nodes(document: Document) -> tuple[tuple[Node, ...], tuple[int, ...]]:
    islands = document.rows("islands", keys=("id", "name", "start_letter", "docks", "x", "y", "source"))
    ports = document.rows("ports", keys=("id", "name", "capacity", "x", "y", "source"))
    for path, rows, names in (("islands", islands, ISLANDS), ("ports", ports, PORTS)):
        found = tuple(row.one_of("id", names) for row in rows)
        if found != names:
            raise document.wrong(f"{path}: must be {', '.join(names)} in this order", clause="BN-4.1")
    starts: dict[str, int] = {}
    for number, row in enumerate(islands):
        row.whole("docks", 3, 3)
        letter = "" if row.values.get("start_letter") == "" else row.one_of("start_letter", LETTERS)
        if letter in starts:
            raise row.wrong(f"start_letter {letter} is used twice", clause="BN-9.9")
        if letter:
            starts[letter] = number
    for letter in LETTERS:
        if letter not in starts:
            raise document.wrong(f"islands: none has the start_letter {letter}", clause="BN-9.9")
    for row in ports:
        row.whole("capacity", 4, 4)
    nodes = [
        Node(row.text("id"), row.text("name"), row.number("x", 0, 8), row.number("y", 0, 6), row.source)
        for row in (*islands, *ports)
    ]
    return tuple(nodes), tuple(starts[letter] for letter in LETTERS)


def read_routes(document: Document) -> tuple[tuple[int, int], ...]:
    """From everywhere an island can be reached, and every node from every other."""
    row = document.row("sailing_routes", keys=("edges", "source"))
    routes: list[tuple[int, int]] = []
    for edge in row.text_lists("edges"):
        if len(edge) != 2 or edge[0] == edge[1] or not set(edge) <= set(NODES):
            raise row.wrong(f"a route joins two different nodes of {', '.join(NODES)}, not {edge}", clause="BN-4.1")
        route = (NODES.index(edge[0]), NODES.index(edge[1]))
        if route in routes or route[::-1] in routes:
            raise row.wrong(f"the route {edge[0]}-{edge[1]} is listed twice", clause="BN-4.1")
        routes.append(route)
    near: dict[int, set[int]] = {node: set() for node in range(len(NODES))}
    for one, other in routes:
        near[one].add(other)
        near[other].add(one)
    for node, others in near.items():
        if not any(other < len(ISLANDS) for other in others):
            raise row.wrong(f"no island can be reached from {NODES[node]}", clause="BN-4.1")
    reached = {0}
    for _ in NODES:
        reached |= {other for node in reached for other in near[node]}
    if len(reached) != len(NODES):
        raise row.wrong("some nodes cannot be reached from others", clause="BN-4.1")
    return tuple(routes)


def read_city(document: Document) -> City:
    keys = ("columns", "rows", "pits", "start_pit", "fountain", "max_floor", "max_roofed_floor", "source")
    row = document.row("main_island", keys=keys)
    row.whole("max_floor", 3, 3)
    row.whole("max_roofed_floor", 2, 2)
    lines = row.texts("rows")
    if tuple(row.texts("columns")) != COLUMNS or len(lines) != 7 or any(len(line) != 7 for line in lines):
        raise row.wrong("the city has columns a to g and seven rows of seven cells", clause="BN-3.11")
    cells = "".join(lines)
    if set(cells) - set(".#FS") or cells.count("F") != 1 or cells.count("S") != 1:
        raise row.wrong("rows are made of '.', '#', one 'F' and one 'S'", clause="BN-9.4")
    pits = tuple(cell for cell, what in enumerate(cells) if what in ".S")
    if len(pits) != row.whole("pits", 4, 48):
        raise row.wrong(f"pits is {row.whole('pits', 4, 48)}, but the rows show {len(pits)}", clause="BN-3.11")
    start, fountain = cells.index("S"), cells.index("F")
    for key, cell in (("start_pit", start), ("fountain", fountain)):
        if row.text(key) != cell_name(cell):
            raise row.wrong(f"{key} is {row.text(key)}, but the rows show it at {cell_name(cell)}", clause="BN-9.4")
    reached = {start}
    for _ in pits:
        reached |= {p for p in pits if any(abs(p % 7 - q % 7) < 2 and abs(p // 7 - q // 7) < 2 for q in reached)}
    if len(reached) != len(pits):
        raise row.wrong("some pits can never be built: they touch no other", clause="BN-3.11")
    return City(tuple(lines), pits, start, fountain, row.source)


def check_workshops(document: Document) -> None:
    rows = document.rows("workshops", keys=("id", "colour", "squares", "cells", "coin", "source"))
    exactly(document, "workshops", len(rows), 12, "BN-9.1")
    row_ids(rows)
    seen: set[tuple[str, int]] = set()
    for row in rows:
        squares = row.whole("squares", 3, 4)
        cells = row.whole_lists("cells", 0, 3)
        key = (row.one_of("colour", COLOURS), squares)
        if key in seen:
            raise row.wrong(f"there are two {key[0]} workshops of {squares} squares", clause="BN-9.1")
        seen.add(key)
        if len(cells) != squares or len({tuple(cell) for cell in cells}) != squares:
            raise row.wrong(f"cells must be {squares} different squares", clause="BN-9.1")
        row.whole("coin", 0, squares - 1)


def read_layouts(document: Document, colours: tuple[Colour, ...]) -> tuple[Assembly, ...]:
    rows = document.rows("workshop_layouts", keys=("id", "players", "squares", "first_play", "rows", "coins", "source"))
    row_ids(rows)
    layouts = [_layout(row, colours) for row in rows]
    for seats in SEATS:
        first = sum(layout.first_play for layout in layouts if seats in layout.players)
        if first != 1:
            raise document.wrong(
                f"workshop_layouts: {first} first-play layouts for {seats} players, not 1", clause="BN-9.1"
            )
    return tuple(layouts)


def _layout(row: Row, colours: tuple[Colour, ...]) -> Assembly:
    """Six connected workshops of equal size, one of each colour, each with one coin (2.3 of the rules)."""
    players = row.wholes("players", SEATS[0], SEATS[-1])
    size = row.whole("squares", 3, 4)
    if any((seats == 4) != (size == 4) for seats in players):
        raise row.wrong(f"workshops of {size} squares are not for {players} players", clause="BN-9.12")
    lines = row.texts("rows")
    letters = "".join(colour.letter for colour in colours)
    if len(lines) != 4 or any(len(line) != 7 or set(line) - set(letters + ".") for line in lines):
        raise row.wrong(f"rows must be four lines of seven letters of {letters} or '.'", clause="BN-9.1")
    squares = tuple(letters.find(letter) for line in lines for letter in line)
    coins: list[int] = []
    for place in row.whole_lists("coins", 0, 6):
        if len(place) != 2 or place[0] > 3:
            raise row.wrong(f"a coin square is [row, column], not {place}", clause="BN-4.17")
        coins.append(place[0] * 7 + place[1])
    for number, colour in enumerate(COLOURS):
        own = [square for square, here in enumerate(squares) if here == number]
        if len(own) != size:
            raise row.wrong(f"the {colour} workshop has {len(own)} squares, not {size}", clause="BN-9.1")
        if not _connected(own):
            raise row.wrong(f"the {colour} workshop is not in one piece", clause="BN-9.1")
        if sum(square in own for square in coins) != 1:
            raise row.wrong(f"the {colour} workshop must show one coin", clause="BN-4.17")
    if len(coins) != len(COLOURS):
        raise row.wrong(f"{len(coins)} coin squares, not 6", clause="BN-4.17")
    return Assembly(row.text("id"), tuple(players), row.flag("first_play"), squares, tuple(coins), row.source)


def _connected(squares: Sequence[int]) -> bool:
    reached = {squares[0]}
    for _ in squares:
        reached |= {s for s in squares if any(abs(s // 7 - r // 7) + abs(s % 7 - r % 7) == 1 for r in reached)}
    return len(reached) == len(squares)
