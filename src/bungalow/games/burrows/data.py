"""What lies in the box of Burrows, read from `components.toml` or from an owner's edition of it.

Two kinds of facts are checked. What the rules rest on must hold in every edition: three colours, gophers and ranch
boards that leave each colour one short (BW-R1), two-cell tiles whose six mouths are used once and whose tunnels do not
cross, a schedule and a bus track for every number of players. Totals that the rulebook prints (5 boards, 12 gophers,
80 tiles, 24 pages) must hold as long as `[counts]` claims `source = "rulebook"`; an edition that says `public` or
`designed` there states its own number of tiles (up to 80, so that no warren passes 40: BW-R25) and of pages. Faces,
buses, colours and values of the pages and the layouts are free within that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.components import Document, Row
from bungalow.games.burrows.warren import Tiles

COLOURS = ("red", "orange", "purple")
"""In the order in which completed burrows are checked (BW-R9); colours are numbered so everywhere."""
SEATS = (2, 3, 4, 5)
BLANK = -1
"""The colour of a page that goes to nobody (BW-8.4)."""
WHITE = -1
"""In a stage: the next of the shuffled white pages."""

_PRINTED = {"ranch_boards": 5, "gophers": 12, "burrow_tiles": 80, "schedule_pages": 24}
_MOUTHS = (
    ("A", "N", 0.5, 0),
    ("B", "N", 1.5, 0),
    ("B", "E", 2, 0.5),
    ("B", "S", 1.5, 1),
    ("A", "S", 0.5, 1),
    ("A", "W", 0, 0.5),
)
_CURVES = (
    "corner",
    "uturn",
    "across",
    "diagonal",
    "long_bend",
    "straight",
    "stub_depth",
    "tunnel_width",
    "chamber_radius",
)
_TABLES = (
    "meta",
    "counts",
    "colour",
    "gophers",
    "ranch_board",
    "bus_track",
    "draw",
    "stacks",
    "schedule.pages",
    "schedule_layout",
    "tile_geometry",
    "mouth",
    "drawing",
    "burrow.tiles",
)


@dataclass(frozen=True)
class Colour:
    """A colour of gophers and the vegetable they eat."""

    id: str
    vegetable: str
    symbol: str
    hex: str


@dataclass(frozen=True)
class Tile:
    """The face of a burrow tile: links from mouth to mouth, ends as (mouth, colour)."""

    id: str
    family: str
    links: tuple[tuple[int, int], ...]
    ends: tuple[tuple[int, int], ...]
    bus: bool
    half_turn: bool
    source: str


@dataclass(frozen=True)
class Board:
    """A ranch board: the colours of its starting burrows, and those without a gopher when two play."""

    number: int
    burrows: tuple[int, ...]
    empty_with_two: tuple[int, ...]

    def gophers(self, seats: int) -> tuple[int, ...]:
        """The colours housed there when the game begins."""
        return tuple(colour for colour in self.burrows if seats > 2 or colour not in self.empty_with_two)


@dataclass(frozen=True)
class Page:
    """A page of the schedule: a colour, or `BLANK`, and its complaints."""

    id: str
    white: bool
    colour: int
    complaints: int
    source: str


@dataclass(frozen=True)
class Layout:
    """The schedule for a number of seats: stages from left to right, of page numbers or `WHITE`."""

    stages: tuple[tuple[int, ...], ...]
    unused: tuple[int, ...]
    total_complaints: int


@dataclass(frozen=True)
class Box:
    """Everything in the box. `faces`, `page_colour` and `page_complaints` are what hot code reads."""

    document: Document
    colours: tuple[Colour, ...]
    gophers: tuple[int, ...]
    boards: tuple[Board, ...]
    moves_to_arrive: tuple[int, ...]
    """By number of seats: moves of the bus from the city to Gopher Gulch."""
    stacks: int
    pages: tuple[Page, ...]
    layouts: tuple[Layout | None, ...]
    tiles: tuple[Tile, ...]
    drawing: dict[str, float]
    faces: Tiles
    page_colour: vec[i64]
    page_complaints: vec[i64]

    def layout(self, seats: int) -> Layout:
        layout = self.layouts[seats]
        assert layout is not None, "the loader has seen a layout for every number of seats"
        return layout

    @property
    def white_pages(self) -> tuple[int, ...]:
        """The pages to shuffle (Setup 4)."""
        return tuple(number for number, page in enumerate(self.pages) if page.white)

    def tile_number(self, name: str) -> int:
        """The number of a tile by its id; -1 for none."""
        return next((number for number, tile in enumerate(self.tiles) if tile.id == name), -1)


def read_box(edition: Path | None = None) -> Box:
    """The box as packaged, or as an edition file has it. Whatever is wrong raises `BadData`."""
    if edition is not None:
        return box_of(Document.read(edition))
    packaged = resources.files("bungalow.games.burrows").joinpath("components.toml").read_bytes()
    return box_of(Document.parse(packaged, "burrows/components.toml"))


def box_of(document: Document) -> Box:
    """Check a document and build the box from it."""
    document.expect(_TABLES)
    _check_meta(document)
    counts = _counts(document)
    colours = _colours(document)
    gophers = _gophers(document, counts)
    boards = _boards(document, counts)
    _check_geometry(document)
    pages = _pages(document, counts)
    tiles = _tiles(document, counts)
    return Box(
        document=document,
        colours=colours,
        gophers=gophers,
        boards=boards,
        moves_to_arrive=_moves_to_arrive(document),
        stacks=document.row("stacks", keys=("shown", "source")).whole("shown", 1, 20),
        pages=pages,
        layouts=_layouts(document, pages),
        tiles=tiles,
        drawing=_drawing(document),
        faces=_faces(tiles),
        page_colour=vec[i64]([page.colour for page in pages]),
        page_complaints=vec[i64]([page.complaints for page in pages]),
    )


def _check_meta(document: Document) -> None:
    keys = ("game", "designer", "publisher", "year", "players", "minutes", "age", "source")
    meta = document.row("meta", keys=keys)
    meta.one_of("game", ("Burrows",))
    meta.text("designer")
    meta.text("publisher")
    meta.whole("year", 1900, 2100)
    meta.whole("minutes", 1, 999)
    meta.whole("age", 0, 99)
    players = meta.wholes("players", SEATS[0], SEATS[-1])
    if tuple(players) != SEATS:
        raise meta.wrong(f"players must be {list(SEATS)}, not {players}")


def _counts(document: Document) -> dict[str, int]:
    """The totals. Those of the rulebook are fixed; other sources may state other tiles and pages."""
    row = document.row("counts", keys=(*_PRINTED, "source"))
    counts = {
        "ranch_boards": row.whole("ranch_boards", 5, 5),
        "gophers": row.whole("gophers", 12, 100),
        "burrow_tiles": row.whole("burrow_tiles", 3, 80),
        "schedule_pages": row.whole("schedule_pages", 1, 99),
    }
    if row.source == "rulebook":
        for key, printed in _PRINTED.items():
            if counts[key] != printed:
                raise row.wrong(f"{key} is {counts[key]}, but the rulebook prints {printed}")
    return counts


def _check_count(document: Document, path: str, found: int, counts: dict[str, int], key: str) -> None:
    if found != counts[key]:
        raise document.wrong(f"{path}: {found} found, but counts.{key} is {counts[key]}")


def _unique_ids(rows: Sequence[Row]) -> list[str]:
    """The ids of rows: short words, as they stand in the notation of moves."""
    ids: list[str] = []
    for row in rows:
        name = row.text("id")
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,12}", name):
            raise row.wrong(f"id must be 1 to 12 letters, digits, - or _, not {name[:40]!r}")
        if name in ids:
            raise row.wrong(f"id {name} is used twice")
        ids.append(name)
    return ids


def _colours(document: Document) -> tuple[Colour, ...]:
    rows = document.rows("colour", keys=("id", "vegetable", "symbol", "hex", "source"))
    names = tuple(row.one_of("id", COLOURS) for row in rows)
    if names != COLOURS:
        raise document.wrong(
            f"colour: must be {', '.join(COLOURS)} in this order, not {', '.join(names)}", clause="BW-R9"
        )
    for row in rows:
        if not re.fullmatch("#[0-9a-fA-F]{6}", row.text("hex")):
            raise row.wrong(f"hex must be a colour such as #c8362f, not {row.text('hex')[:40]!r}")
        if not re.fullmatch("[A-Z]", row.text("symbol")):
            raise row.wrong(f"symbol must be one capital letter, not {row.text('symbol')[:40]!r}")
    colours = [Colour(row.text("id"), row.text("vegetable"), row.text("symbol"), row.text("hex")) for row in rows]
    for i, j in combinations(range(len(colours)), 2):
        if colours[i].symbol == colours[j].symbol:
            raise rows[j].wrong(f"symbol {colours[j].symbol} is used twice")
    return tuple(colours)


def _gophers(document: Document, counts: dict[str, int]) -> tuple[int, ...]:
    """Five players need four of each colour (BW-6.6)."""
    row = document.row("gophers", keys=(*COLOURS, "source"))
    gophers = tuple(row.whole(colour, SEATS[-1] - 1, 20) for colour in COLOURS)
    _check_count(document, "gophers", sum(gophers), counts, "gophers")
    return gophers


def _boards(document: Document, counts: dict[str, int]) -> tuple[Board, ...]:
    """With N players the first N boards house N-1 gophers of each colour (BW-R1)."""
    keys = ("number", "starting_burrows", "starting_length", "reserve_spaces", "empty_with_two_players", "source")
    rows = document.rows("ranch_board", keys=keys)
    _check_count(document, "ranch_board", len(rows), counts, "ranch_boards")
    boards: list[Board] = []
    for number, row in enumerate(rows, 1):
        if row.whole("number", 1, len(rows)) != number:
            raise row.wrong(f"number must be {number}, not {row.whole('number', 1, len(rows))}")
        row.whole("starting_length", 1, 1)
        row.whole("reserve_spaces", 1, 1)
        burrows = row.texts("starting_burrows", COLOURS)
        if len(set(burrows)) != len(burrows) or not 2 <= len(burrows) <= 3:
            raise row.wrong(f"starting_burrows must be 2 or 3 different colours, not {burrows}", clause="BW-R1")
        empty = row.texts("empty_with_two_players", burrows)
        boards.append(Board(number, _colour_numbers(burrows), _colour_numbers(empty)))
    for seats in SEATS:
        for colour, name in enumerate(COLOURS):
            housed = sum(colour in board.gophers(seats) for board in boards[:seats])
            if housed != seats - 1:
                raise document.wrong(
                    f"ranch_board #1 to #{seats}: house {housed} {name} gophers with {seats} players, not {seats - 1}",
                    clause="BW-R1",
                )
    return tuple(boards)


def _colour_numbers(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(COLOURS.index(name) for name in names)


def _by_seats(rows: Sequence[Row], document: Document, path: str) -> dict[int, Row]:
    """One row for each number of players."""
    found: dict[int, Row] = {}
    for row in rows:
        for seats in row.wholes("players", SEATS[0], SEATS[-1]):
            if seats in found:
                raise row.wrong(f"{seats} players have a row already, {found[seats]}")
            found[seats] = row
    for seats in SEATS:
        if seats not in found:
            raise document.wrong(f"{path}: no row for {seats} players")
    return found


def _moves_to_arrive(document: Document) -> tuple[int, ...]:
    rows = document.rows("bus_track", keys=("players", "spaces", "moves_to_arrive", "source"))
    for row in rows:
        spaces = row.texts("spaces")
        moves = row.whole("moves_to_arrive", 1, 20)
        if moves != len(spaces) - 1:
            raise row.wrong(
                f"moves_to_arrive is {moves}, but {len(spaces)} spaces make {len(spaces) - 1} moves", clause="BW-R4"
            )
    by_seats = _by_seats(rows, document, "bus_track")
    return (0, 0, *(by_seats[seats].whole("moves_to_arrive", 1, 20) for seats in SEATS))


def _check_geometry(document: Document) -> None:
    """The shape of a tile and the size of the pool are part of the rules (BW-R5, BW-1.2)."""
    shape = document.row("tile_geometry", keys=("width", "height", "source"))
    shape.whole("width", 2, 2)
    shape.whole("height", 1, 1)
    draw = document.row("draw", keys=("pool_before_turn", "pool_on_turn", "source"))
    draw.whole("pool_before_turn", 2, 2)
    draw.whole("pool_on_turn", 3, 3)
    mouths = document.rows("mouth", keys=("id", "half", "side", "x", "y", "source"))
    if len(mouths) != len(_MOUTHS):
        raise document.wrong(f"mouth: {len(mouths)} found, but a tile has 6", clause="BW-R5")
    for number, (row, (half, side, x, y)) in enumerate(zip(mouths, _MOUTHS, strict=True)):
        row.whole("id", number, number)
        row.one_of("half", (half,))
        row.one_of("side", (side,))
        row.number("x", x, x)
        row.number("y", y, y)


def _drawing(document: Document) -> dict[str, float]:
    row = document.row("drawing", keys=(*_CURVES, "source"))
    return {key: row.number(key, 0, 1) for key in _CURVES}


def _pages(document: Document, counts: dict[str, int]) -> tuple[Page, ...]:
    rows = document.rows("schedule.pages", keys=("id", "back", "colour", "complaints", "source"))
    _check_count(document, "schedule.pages", len(rows), counts, "schedule_pages")
    pages: list[Page] = []
    for row, name in zip(rows, _unique_ids(rows), strict=True):
        if name == "W":
            raise row.wrong("id W stands for any white page in a stage")
        white = row.one_of("back", ("white", "blue")) == "white"
        colour = row.one_of("colour", (*COLOURS, "blank"))
        if colour == "blank":
            if white:
                raise row.wrong("a blank page must be blue, not white", clause="BW-8.4")
            complaints = row.whole("complaints", 0, 0)
        else:
            complaints = row.whole("complaints", 1, 3)
        pages.append(Page(name, white, BLANK if colour == "blank" else COLOURS.index(colour), complaints, row.source))
    return tuple(pages)


def _layouts(document: Document, pages: tuple[Page, ...]) -> tuple[Layout | None, ...]:
    rows = document.rows("schedule_layout", keys=("players", "stages", "unused", "total_complaints", "source"))
    built = {row.name: _layout(row, pages) for row in rows}
    by_seats = _by_seats(rows, document, "schedule_layout")
    return (None, None, *(built[by_seats[seats].name] for seats in SEATS))


def _layout(row: Row, pages: tuple[Page, ...]) -> Layout:
    """Every page of the box stands in one stage or is unused; all white pages are dealt (Setup 4)."""
    numbers = {page.id: number for number, page in enumerate(pages)}
    used: set[str] = set()

    def page_number(name: str) -> int:
        if name not in numbers:
            raise row.wrong(f"unknown page {name[:40]!r}")
        if pages[numbers[name]].white:
            raise row.wrong(f"page {name} is white, so it is dealt at random; write W")
        if name in used:
            raise row.wrong(f"page {name} is used twice")
        used.add(name)
        return numbers[name]

    stages: list[tuple[int, ...]] = []
    for number, names in enumerate(row.text_lists("stages"), 1):
        if not 1 <= len(names) <= 3:
            raise row.wrong(f"stage {number} has {len(names)} pages, not 1 to 3", clause="BW-8.1")
        stages.append(tuple(WHITE if name == "W" else page_number(name) for name in names))
    unused = tuple(page_number(name) for name in row.texts("unused"))
    white = [page for page in pages if page.white]
    dealt = sum(stage.count(WHITE) for stage in stages)
    if dealt != len(white):
        raise row.wrong(f"{dealt} places for white pages, but the box holds {len(white)}")
    for page in pages:
        if not page.white and page.id not in used:
            raise row.wrong(f"page {page.id} stands in no stage and not in unused")
    fixed = [pages[number] for stage in stages for number in stage if number != WHITE]
    total = sum(page.complaints for page in white + fixed)
    if row.whole("total_complaints", 0, 999) != total:
        raise row.wrong(f"total_complaints is {row.whole('total_complaints', 0, 999)}, but the pages add up to {total}")
    return Layout(tuple(stages), unused, total)


def _tiles(document: Document, counts: dict[str, int]) -> tuple[Tile, ...]:
    rows = document.rows("burrow.tiles", keys=("id", "family", "links", "ends", "bus", "half_turn", "source"))
    _check_count(document, "burrow.tiles", len(rows), counts, "burrow_tiles")
    return tuple(_tile(row, name) for row, name in zip(rows, _unique_ids(rows), strict=True))


def _tile(row: Row, name: str) -> Tile:
    """A face: each of the six mouths once, no tunnels that cross, and an honest half_turn."""
    links: list[tuple[int, int]] = []
    for link in row.whole_lists("links", 0, 5):
        if len(link) != 2:
            raise row.wrong(f"a link joins two mouths, not {link}")
        links.append((min(link), max(link)))
    ends = [
        (end.whole("m", 0, 5), COLOURS.index(end.one_of("c", COLOURS))) for end in row.rows("ends", keys=("m", "c"))
    ]
    mouths = [mouth for link in links for mouth in link] + [mouth for mouth, _ in ends]
    for mouth in range(6):
        if mouths.count(mouth) != 1:
            times = "no link and no end" if mouth not in mouths else f"{mouths.count(mouth)} links or ends"
            raise row.wrong(f"mouth {mouth} has {times}, not exactly one")
    for (a, b), (c, d) in combinations(sorted(links), 2):
        if a < c < b < d:
            raise row.wrong(f"the tunnels {a}-{b} and {c}-{d} cross")
    half_turn = _looks_the_same_after_a_half_turn(links, ends)
    if row.flag("half_turn") != half_turn:
        told = "true, but a half turn changes" if not half_turn else "false, but a half turn does not change"
        raise row.wrong(f"half_turn is {told} this face")
    return Tile(name, row.text("family"), tuple(links), tuple(ends), row.flag("bus"), half_turn, row.source)


def _looks_the_same_after_a_half_turn(links: list[tuple[int, int]], ends: list[tuple[int, int]]) -> bool:
    """A half turn brings each mouth to the place of the one opposite."""
    turned_links = {frozenset(((a + 3) % 6, (b + 3) % 6)) for a, b in links}
    turned_ends = {((mouth + 3) % 6, colour) for mouth, colour in ends}
    return turned_links == {frozenset(link) for link in links} and turned_ends == set(ends)


def _faces(tiles: tuple[Tile, ...]) -> Tiles:
    mates: list[int] = []
    for tile in tiles:
        mate = [0] * 6
        for a, b in tile.links:
            mate[a], mate[b] = b, a
        for mouth, colour in tile.ends:
            mate[mouth] = -1 - colour
        mates += mate
    faces = Tiles()
    faces.setup(mates, [tile.bus for tile in tiles], [tile.half_turn for tile in tiles])
    return faces
