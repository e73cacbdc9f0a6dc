"""What a seat may see of a table of Burrows: everything but the order of the face-down tiles."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypedDict, cast

from bungalow.core.contract import NONE, State
from bungalow.games.burrows.data import COLOURS, Box, Page, Tile
from bungalow.games.burrows.state import ON_RANCH, Burrows
from bungalow.games.burrows.strands import CLOSED, Strand, laid_tiles, strands
from bungalow.games.burrows.warren import Warren, place_r, place_x, place_y


class LaidView(TypedDict):
    """A tile in a warren: half A lies on (x, y), turned r quarter turns clockwise."""

    tile: str
    x: int
    y: int
    r: int


class StrandView(TypedDict):
    """A tunnel: `open`, a completed `burrow`, a `mismatch` or a `ring`."""

    kind: str
    colours: list[str]
    length: int
    segments: list[tuple[int, int, int]]
    """(index in `laid`, mouth in, mouth out), -1 for a vegetable."""


class GopherView(TypedDict):
    """Where a gopher lives: a starting burrow, or the burrow with an end at that side of a cell."""

    length: int
    on_ranch: bool
    x: int
    y: int
    side: int


class PlayerView(TypedDict):
    seat: int
    board: int
    starting_burrows: list[str]
    laid: list[LaidView]
    strands: list[StrandView]
    reserve: str | None
    gophers: dict[str, GopherView | None]
    complaints: int
    pages: list[str]
    score: int


class PageView(TypedDict):
    page: str
    colour: str | None
    complaints: int


class StageView(TypedDict):
    pages: list[PageView]
    scored: bool


class TileView(TypedDict):
    """The face of a tile: links from mouth to mouth, ends as (mouth, colour)."""

    tile: str
    links: list[list[int]]
    ends: list[tuple[int, str]]
    bus: bool
    half_turn: bool


class BurrowsView(TypedDict):
    turn: int
    over: bool
    pool: list[str]
    newest: str | None
    chosen: str | None
    """The pool tile that must still be laid this turn."""
    laying: str | None
    """The tile whose placement is being chosen."""
    stock: int
    unseen_buses: int
    players: list[PlayerView]
    stages: list[StageView]
    next_stage: int
    bus: int
    moves_to_arrive: int
    to_beat: dict[str, int]
    """Length of the shortest housed burrow of each colour."""
    lacking: dict[str, int]
    """Which seat has no gopher of the colour."""
    tiles: dict[str, TileView]
    """The faces of all tiles in this view."""


STRAND_KINDS = ("open", "burrow", "ring")
_COLOURS_OF_ENDS = {
    (one, other): [COLOURS[end] for end in (one, other) if end >= 0] for one in range(-1, 3) for other in range(-1, 3)
}


def view(state: State, viewer: int) -> BurrowsView:
    """Seats and spectators see the same (BW-R13, BW-R14)."""
    table = cast(Burrows, state)
    box = cast(Box, table.box.cold)
    names = table.box.tile_names
    pool = [int(table.pool[i]) for i in range(int(table.pool_count))]
    pictures = _pictures(box)
    pages: list[list[str]] = [[] for _ in range(int(table.seats))]
    for number, owner in enumerate(table.page_owner):
        if owner >= 0:
            pages[owner].append(pictures.pages[number]["page"])
    players = [_player(table, box, seat, pages[seat]) for seat in range(int(table.seats))]
    newest, chosen, laying = int(table.newest), int(table.chosen), int(table.laying)
    hands = [*pool, chosen, laying, *(int(tile) for tile in table.reserve)]
    faces = {names[tile]: pictures.faces[tile] for tile in hands if tile != NONE}
    for warren in table.warrens:
        faces.update(_shown(warren, table).faces)
    return BurrowsView(
        turn=int(table.turn),
        over=table.over(),
        pool=[names[tile] for tile in pool],
        newest=names[newest] if newest in pool else None,
        chosen=names[chosen] if chosen != NONE else None,
        laying=names[laying] if laying != NONE else None,
        stock=len(table.stock) - int(table.drawn),
        unseen_buses=int(table.unseen_buses()),
        players=players,
        stages=_stages(box.document.hash, tuple(table.schedule), tuple(table.stage_ends), int(table.stage)),
        next_stage=int(table.stage),
        bus=int(table.bus),
        moves_to_arrive=int(table.moves_to_arrive),
        to_beat={colour: int(table.shortest_rival(NONE, i)) for i, colour in enumerate(COLOURS)},
        lacking={colour: int(table.lacking(i)) for i, colour in enumerate(COLOURS)},
        tiles=faces,
    )


class ShownWarren(NamedTuple):
    """What a warren looks like: made once for every tile laid."""

    laid: list[LaidView]
    strands: list[StrandView]
    faces: dict[str, TileView]


def _shown(warren: Warren, table: Burrows) -> ShownWarren:
    if warren.shown is None:
        names, pictures = table.box.tile_names, _pictures(cast(Box, table.box.cold))
        laid = laid_tiles(warren)
        warren.shown = ShownWarren(
            [LaidView(tile=names[tile], x=x, y=y, r=r) for tile, x, y, r in laid],
            [_strand(strand) for strand in strands(warren, table.tiles)],
            {names[tile]: pictures.faces[tile] for tile, _, _, _ in laid},
        )
    return cast(ShownWarren, warren.shown)


def _player(table: Burrows, box: Box, seat: int, pages: list[str]) -> PlayerView:
    shown = _shown(table.warrens[seat], table)
    board = box.boards[seat]
    reserve = int(table.reserve[seat])
    return PlayerView(
        seat=seat,
        board=board.number,
        starting_burrows=[COLOURS[colour] for colour in board.burrows],
        laid=shown.laid,
        strands=shown.strands,
        reserve=table.box.tile_names[reserve] if reserve != NONE else None,
        gophers=_gophers(table, seat),
        complaints=int(table.complaints[seat]),
        pages=pages,
        score=int(table.score(seat)),
    )


def _strand(strand: Strand) -> StrandView:
    one, other = strand.one, strand.other
    return {
        "kind": "mismatch" if strand.kind == CLOSED and one != other else STRAND_KINDS[strand.kind],
        "colours": _COLOURS_OF_ENDS[one, other],
        "length": strand.length,
        "segments": strand.segments,
    }


def _gophers(table: Burrows, seat: int) -> dict[str, GopherView | None]:
    first = seat * 3
    return {
        colour: _gopher(int(table.house_length[first + i]), int(table.house_place[first + i]))
        for i, colour in enumerate(COLOURS)
    }


@lru_cache(maxsize=4096)
def _gopher(length: int, spot: int) -> GopherView | None:
    if length == 0:
        return None
    if spot == ON_RANCH:
        return GopherView(length=length, on_ranch=True, x=0, y=0, side=0)
    return GopherView(
        length=length, on_ranch=False, x=int(place_x(spot)), y=int(place_y(spot)), side=int(place_r(spot))
    )


@lru_cache(maxsize=4096)
def _stages(edition: str, schedule: tuple[int, ...], ends: tuple[int, ...], scored: int) -> list[StageView]:
    pages = [_PICTURES[edition].pages[page] for page in schedule]
    starts = (0, *ends)
    return [StageView(pages=pages[starts[stage] : end], scored=stage < scored) for stage, end in enumerate(ends)]


class Pictures(NamedTuple):
    """What never changes: the faces of the tiles and the pages of an edition, by their numbers."""

    faces: list[TileView]
    pages: list[PageView]


_PICTURES: dict[str, Pictures] = {}
"""By edition."""


def _pictures(box: Box) -> Pictures:
    edition = box.document.hash
    if edition not in _PICTURES:
        _PICTURES[edition] = Pictures([_face(tile) for tile in box.tiles], [_page(page) for page in box.pages])
    return _PICTURES[edition]


def _page(page: Page) -> PageView:
    colour = COLOURS[page.colour] if page.colour >= 0 else None
    return PageView(page=page.id, colour=colour, complaints=page.complaints)


def _face(tile: Tile) -> TileView:
    return TileView(
        tile=tile.id,
        links=[list(link) for link in tile.links],
        ends=[(mouth, COLOURS[colour]) for mouth, colour in tile.ends],
        bus=tile.bus,
        half_turn=tile.half_turn,
    )
