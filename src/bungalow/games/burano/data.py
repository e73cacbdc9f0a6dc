"""What lies in the box of Burano, read from `components.toml` or from an owner's edition of it.

What the rules rest on must hold in every edition: six colours, eight nodes, a city of at most 7 by 7 cells, 28 lace
squares, the amounts that the rulebook prints, and cards whose effects the rules know. What nobody has transcribed is
free within that: routes, the shape of the city, workshop layouts, ring colours, roof colours, ship rows, fish names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import combinations
from pathlib import Path

from bungalow.core.components import Document, Row
from bungalow.games.burano.places import (
    COLOURS,
    LETTERS,
    SEATS,
    Assembly,
    City,
    Colour,
    Node,
    check_workshops,
    exactly,
    read_city,
    read_layouts,
    read_nodes,
    read_routes,
    row_ids,
)

ROOF_KINDS = ("islands", "lace", "fountains", "four_vp")
SEASONS = ("spring", "summer", "autumn", "winter")
EFFECTS = (
    "roof_bonus",
    "roof_wild",
    "final_sold_fish",
    "final_lace_spaces",
    "sail_two",
    "lace_displace",
    "island_tie_win",
    "lace_cube_waiver",
    "final_per_building",
    "final_flat",
)
"""In the order of their numbers in `box.py`."""
SLOTS = ("b00", "b01", "b02", "b10", "b11", "b12", "b20", "b21", "b22", "m00", "m01", "m10", "m11", "t")

_COUNTS = {
    "cubes_total": 120,
    "cubes_per_colour": 20,
    "dock_houses_total": 18,
    "dock_houses_per_colour": 3,
    "action_colour_markers": 6,
    "season_markers": 4,
    "roof_tiles_total": 48,
    "roof_tiles_per_kind": 12,
    "lace_workshops_total": 12,
    "merchant_ships": 4,
    "fish_cards_total": 48,
    "fish_kinds": 8,
    "fish_cards_per_kind": 6,
    "building_cards_total": 16,
    "ring_pieces_per_player": 4,
    "ring_houses_per_piece": 3,
    "worker_tokens_per_player": 13,
    "fishing_boats_per_player": 1,
    "time_wheels_per_player": 1,
    "round_markers": 1,
    "starting_player_markers": 1,
    "coins_value_5": 5,
    "coins_value_3": 8,
    "coins_value_1": 20,
}
_SETUP = {
    "cubes_per_colour_per_player": 3,
    "coins_per_player": 3,
    "roof_tiles_per_player": 3,
    "fish_supply": 3,
    "building_supply": 4,
    "ships_per_port": 2,
    "workers_on_ring_start": 9,
    "workers_in_circulation": 10,
    "min_workers_on_ring": 1,
    "max_workers_on_ring": 9,
}
_FIXED: tuple[tuple[str, dict[str, int], str], ...] = (
    ("counts", _COUNTS, "BN-9.7"),
    ("setup", _SETUP, "BN-9.10"),
    ("preparation_area", {"spaces": 3}, "BN-3.6"),
    ("time_wheel", {"arrows": 3, "sectors": 9}, "BN-9.9"),
    ("workshop_area", {"rows": 4, "columns": 7, "blanks_4p": 4, "blanks_2_3p": 10}, "BN-9.1"),
    ("workshop_sets", {"players_4": 4, "players_3": 3, "players_2": 3, "workshops_per_set": 6}, "BN-9.12"),
    ("island_majority_vp", {"p4": 4, "p3": 3, "p2": 2}, "BN-6.2"),
    ("withdrawal_coins", {"displaced_by_other_player": 2, "earning_bonus": 1}, "BN-4.7"),
    (
        "final_scoring",
        {"coins_per_vp": 5, "vp_per_unsold_fish": 1, "privilege_to_coin": 1, "vp_when_no_fish_card_left": 2},
        "BN-8.1",
    ),
)
"""Tables whose numbers are part of the rules."""
_TABLES = (
    "meta",
    "colours",
    "player_colours",
    "bank",
    "seasons",
    "moves_track",
    "privilege_track",
    "pyramid",
    "ring_pieces",
    "ring_symbols",
    "islands",
    "ports",
    "sailing_routes",
    "main_island",
    "workshops",
    "workshop_layouts",
    "roof_kinds",
    "fish",
    "ships",
    "buildings",
    "lace_scoring",
    *(name for name, _, _ in _FIXED),
)


@dataclass(frozen=True)
class Piece:
    """Three houses of the schedule ring, clockwise."""

    letter: str
    colours: tuple[int, ...]
    fountains: tuple[bool, ...]
    source: str


@dataclass(frozen=True)
class Tile:
    """A roof tile: its kind and the colours of its halves."""

    name: str
    kind: int
    one: int
    other: int


@dataclass(frozen=True)
class RoofKind:
    id: str
    scoring: str
    vp: tuple[int, ...]
    source: str


@dataclass(frozen=True)
class Fish:
    id: str
    copies: int
    source: str


@dataclass(frozen=True)
class ShipRow:
    """`groups` different kinds, `each` cards of every one of them, for `vp`."""

    groups: int
    each: int
    vp: int


@dataclass(frozen=True)
class Ship:
    id: str
    name: str
    rows: tuple[ShipRow, ...]
    source: str


@dataclass(frozen=True)
class Building:
    """A building card; `colours` and `fish` are what it names."""

    id: str
    name: str
    effect: int
    colours: tuple[int, ...]
    fish: tuple[int, ...]
    vp: int
    final_vp: int
    source: str


@dataclass(frozen=True)
class Box:
    """Everything in the box."""

    document: Document
    colours: tuple[Colour, ...]
    turns: tuple[int, ...]
    move_coins: tuple[int, ...]
    most_privilege: int
    start_privilege: int
    pieces: tuple[Piece, ...]
    nodes: tuple[Node, ...]
    start_islands: tuple[int, ...]
    routes: tuple[tuple[int, int], ...]
    city: City
    layouts: tuple[Assembly, ...]
    roof_kinds: tuple[RoofKind, ...]
    tiles: tuple[Tile, ...]
    fish: tuple[Fish, ...]
    ships: tuple[Ship, ...]
    buildings: tuple[Building, ...]
    union_vp: tuple[int, ...]
    majority_vp: dict[int, int]


def read_box(edition: Path | None = None) -> Box:
    """The box as packaged, or as an edition file has it. Whatever is wrong raises `BadData`."""
    if edition is not None:
        return box_of(Document.read(edition))
    packaged = resources.files("bungalow.games.burano").joinpath("components.toml").read_bytes()
    return box_of(Document.parse(packaged, "burano/components.toml"))


def box_of(document: Document) -> Box:
    """Check a document and build the box from it."""
    document.expect(_TABLES)
    _check_frame(document)
    for path, amounts, clause in _FIXED:
        _check_amounts(document, path, amounts, clause)
    colours = _colours(document)
    nodes, start_islands = read_nodes(document)
    privilege = document.row("privilege_track", keys=("min", "start", "max", "source"))
    privilege.whole("min", 0, 0)
    most = privilege.whole("max", 2, 30)
    roof_kinds, tiles = _roofs(document, colours)
    fish = _fish(document)
    check_workshops(document)
    return Box(
        document=document,
        colours=colours,
        turns=_turns(document),
        move_coins=_move_coins(document),
        most_privilege=most,
        start_privilege=privilege.whole("start", 0, most),
        pieces=_pieces(document),
        nodes=nodes,
        start_islands=start_islands,
        routes=read_routes(document),
        city=read_city(document),
        layouts=read_layouts(document, colours),
        roof_kinds=roof_kinds,
        tiles=tiles,
        fish=fish,
        ships=_ships(document),
        buildings=_buildings(document, fish),
        union_vp=_union_vp(document),
        majority_vp={4: 4, 3: 3, 2: 2},
    )


def _check_frame(document: Document) -> None:
    meta = document.row("meta", keys=("game", "clause_prefix", "players_min", "players_max", "source"))
    meta.one_of("game", ("Burano",))
    meta.one_of("clause_prefix", ("BN-",))
    meta.whole("players_min", SEATS[0], SEATS[0])
    meta.whole("players_max", SEATS[-1], SEATS[-1])
    players = document.row("player_colours", keys=("ids", "source"))
    if len(set(players.texts("ids"))) != SEATS[-1]:
        raise players.wrong(f"ids must be {SEATS[-1]} different colours, not {players.texts('ids')}")
    if not document.row("bank", keys=("unlimited", "source")).flag("unlimited"):
        raise document.wrong("bank: unlimited must be true", clause="BN-1.5")
    pyramid = document.row("pyramid", keys=("base", "middle", "top", "size", "supports", "source"))
    slots = (*pyramid.texts("base"), *pyramid.texts("middle"), *pyramid.texts("top"))
    if slots != SLOTS:
        raise pyramid.wrong(f"slots must be {', '.join(SLOTS)}, not {', '.join(slots)}", clause="BN-2.2")
    pyramid.whole("size", len(SLOTS), len(SLOTS))
    supports = document.row("pyramid.supports", keys=SLOTS[9:])
    for slot in SLOTS[9:]:
        row, column = int(slot[1:2] or 0), int(slot[2:3] or 0)
        under = [f"b{row + i}{column + j}" for i in (0, 1) for j in (0, 1)] if slot != "t" else list(SLOTS[9:13])
        if supports.texts(slot) != under:
            raise supports.wrong(f"{slot} must rest on {', '.join(under)}", clause="BN-5.3")


def _check_amounts(document: Document, path: str, amounts: dict[str, int], clause: str) -> None:
    extra = ("start_letters",) if path == "setup" else ()
    row = document.row(path, keys=(*amounts, *extra, "source"))
    for key, amount in amounts.items():
        found = row.whole(key, 0, 999)
        if found != amount:
            raise row.wrong(f"{key} must be {amount}, not {found}", clause=clause)
    if extra and tuple(row.texts("start_letters")) != LETTERS:
        raise row.wrong(f"start_letters must be {', '.join(LETTERS)}", clause="BN-9.8")


def _colours(document: Document) -> tuple[Colour, ...]:
    rows = document.rows("colours", keys=("id", "letter", "glyph", "source"))
    names = tuple(row.one_of("id", COLOURS) for row in rows)
    if names != COLOURS:
        raise document.wrong(f"colours: must be {', '.join(COLOURS)} in this order, not {', '.join(names)}")
    for row in rows:
        if not re.fullmatch("[A-Z]", row.text("letter")):
            raise row.wrong(f"letter must be one capital letter, not {row.text('letter')[:40]!r}")
    for one, other in combinations(rows, 2):
        for key in ("letter", "glyph"):
            if one.text(key) == other.text(key):
                raise other.wrong(f"{key} {other.text(key)} is used twice")
    return tuple(Colour(row.text("id"), row.text("letter"), row.text("glyph")) for row in rows)


def _colour_numbers(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(COLOURS.index(name) for name in names)


def _turns(document: Document) -> tuple[int, ...]:
    rows = document.rows("seasons", keys=("id", "turns", "source"))
    names = tuple(row.one_of("id", SEASONS) for row in rows)
    if names != SEASONS:
        raise document.wrong(f"seasons: must be {', '.join(SEASONS)} in this order", clause="BN-1.1")
    return tuple(row.whole("turns", 1, 4) for row in rows)


def _move_coins(document: Document) -> tuple[int, ...]:
    row = document.row("moves_track", keys=("spaces", "coin_delta", "pass_coin_delta", "max_moves", "source"))
    row.whole("max_moves", 4, 4)
    row.whole("pass_coin_delta", 1, 1)
    if row.wholes("spaces", 1, 5) != [1, 2, 3, 4, 5]:
        raise row.wrong("spaces must be 1 to 5", clause="BN-3.4")
    coins = row.wholes("coin_delta", -9, 9)
    if len(coins) != 4 or coins[0] < 0:
        raise row.wrong(f"coin_delta must be four amounts, the first at least 0, not {coins}", clause="BN-3.2")
    return tuple(coins)


def _pieces(document: Document) -> tuple[Piece, ...]:
    """Four pieces of three houses: two houses of each colour on a ring (2.4 of the rules)."""
    rows = document.rows("ring_pieces", keys=("letter", "colours", "symbols", "source"))
    letters = tuple(row.one_of("letter", LETTERS) for row in rows)
    if letters != LETTERS:
        raise document.wrong(f"ring_pieces: must be {', '.join(LETTERS)} in this order", clause="BN-9.9")
    pieces: list[Piece] = []
    for row in rows:
        colours = row.texts("colours", COLOURS)
        symbols = row.texts("symbols", ("coin", "fountain"))
        if len(colours) != 3 or len(symbols) != 3:
            raise row.wrong("a piece has three houses with a colour and a symbol each", clause="BN-9.9")
        fountains = tuple(symbol == "fountain" for symbol in symbols)
        pieces.append(Piece(row.text("letter"), _colour_numbers(colours), fountains, row.source))
    counts = Counter(colour for piece in pieces for colour in piece.colours)
    for number, name in enumerate(COLOURS):
        if counts[number] != 2:
            raise document.wrong(f"ring_pieces: show {name} {counts[number]} times, not 2", clause="BN-9.9")
    symbols_row = document.row("ring_symbols", keys=("coins", "fountains", "source"))
    total = sum(sum(piece.fountains) for piece in pieces)
    if symbols_row.whole("fountains", 0, 4) != total or symbols_row.whole("coins", 8, 12) != 12 - total:
        raise symbols_row.wrong(f"the ring pieces show {total} fountains and {12 - total} coins", clause="BN-3.24")
    return tuple(pieces)


def _roofs(document: Document, colours: tuple[Colour, ...]) -> tuple[tuple[RoofKind, ...], tuple[Tile, ...]]:
    rows = document.rows("roof_kinds", keys=("id", "scoring", "vp", "tiles", "source"))
    names = tuple(row.one_of("id", ROOF_KINDS) for row in rows)
    if names != ROOF_KINDS:
        raise document.wrong(f"roof_kinds: must be {', '.join(ROOF_KINDS)} in this order", clause="BN-9.5")
    kinds: list[RoofKind] = []
    tiles: list[Tile] = []
    for number, row in enumerate(rows):
        vp = row.wholes("vp", 0, 99)
        wanted = (4, 4, 5, 1)[number]
        if len(vp) != wanted or sorted(vp) != vp:
            raise row.wrong(f"vp must be {wanted} ascending amounts, not {vp}", clause="BN-3.21")
        kinds.append(RoofKind(names[number], row.text("scoring"), tuple(vp), row.source))
        pairs = row.text_lists("tiles")
        if len(pairs) != 12:
            raise row.wrong(f"{len(pairs)} tiles, not 12", clause="BN-9.5")
        taken: Counter[str] = Counter()
        for pair in pairs:
            if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(COLOURS):
                raise row.wrong(f"a tile has two different colours, not {pair}", clause="BN-3.17")
            one, other = _colour_numbers(pair)
            name = f"{names[number]}-{colours[one].letter}{colours[other].letter}"
            taken[name] += 1
            tiles.append(Tile(name if taken[name] == 1 else f"{name}{taken[name]}", number, one, other))
    return tuple(kinds), tuple(tiles)


def _fish(document: Document) -> tuple[Fish, ...]:
    rows = document.rows("fish", keys=("id", "copies", "source"))
    exactly(document, "fish", len(rows), 8, "BN-9.7")
    if "deck" in row_ids(rows):
        raise document.wrong("fish: a kind cannot be called deck")
    return tuple(Fish(row.text("id"), row.whole("copies", 6, 6), row.source) for row in rows)


def _ships(document: Document) -> tuple[Ship, ...]:
    rows = document.rows("ships", keys=("id", "name", "rows", "source"))
    exactly(document, "ships", len(rows), 4, "BN-9.3")
    row_ids(rows)
    ships: list[Ship] = []
    for row in rows:
        ship_rows = [
            ShipRow(line.whole("groups", 1, 8), line.whole("each", 1, 6), line.whole("vp", 1, 99))
            for line in row.rows("rows", keys=("groups", "each", "vp"))
        ]
        if not 1 <= len(ship_rows) <= 6:
            raise row.wrong(f"a ship has 1 to 6 rows, not {len(ship_rows)}", clause="BN-4.10")
        if len({(line.groups, line.each) for line in ship_rows}) != len(ship_rows):
            raise row.wrong("two rows want the same cards", clause="BN-4.10")
        ships.append(Ship(row.text("id"), row.text("name"), tuple(ship_rows), row.source))
    return tuple(ships)


def _buildings(document: Document, fish: tuple[Fish, ...]) -> tuple[Building, ...]:
    keys = ("id", "name", "effect", "colours", "fish", "vp", "final_vp", "waive", "source")
    rows = document.rows("buildings", keys=keys)
    exactly(document, "buildings", len(rows), 16, "BN-9.7")
    row_ids(rows)
    return tuple(_building(row, [kind.id for kind in fish]) for row in rows)


_NEEDS = {
    "roof_bonus": ("colours", "vp"),
    "roof_wild": ("colours",),
    "final_sold_fish": ("fish", "vp"),
    "final_lace_spaces": ("colours", "vp"),
    "lace_cube_waiver": ("waive", "final_vp"),
    "final_per_building": ("vp",),
    "final_flat": ("final_vp",),
}


def _building(row: Row, fish: list[str]) -> Building:
    """A card says what its effect needs, and nothing else."""
    effect = row.one_of("effect", EFFECTS)
    needs = _NEEDS.get(effect, ())
    for key in ("colours", "fish", "vp", "final_vp", "waive"):
        if row.has(key) != (key in needs):
            raise row.wrong(f"{key} {'is missing' if key in needs else f'has no meaning for {effect}'}")
    colours = row.texts("colours", COLOURS) if "colours" in needs else []
    kinds = row.texts("fish", fish) if "fish" in needs else []
    for key, names in (("colours", colours), ("fish", kinds)):
        if len(set(names)) != len(names) or (key in needs and not names):
            raise row.wrong(f"{key} must be different, not {names}")
    if "waive" in needs:
        row.whole("waive", 1, 1)
    return Building(
        row.text("id"),
        row.text("name"),
        EFFECTS.index(effect),
        _colour_numbers(colours),
        tuple(fish.index(kind) for kind in kinds),
        row.whole("vp", 1, 99) if "vp" in needs else 0,
        row.whole("final_vp", 1, 99) if "final_vp" in needs else 0,
        row.source,
    )


def _union_vp(document: Document) -> tuple[int, ...]:
    row = document.row("lace_scoring", keys=("vp_per_paid_worker", "union_sizes", "union_vp", "source"))
    row.whole("vp_per_paid_worker", 2, 2)
    if row.wholes("union_sizes", 1, 9) != [1, 2, 3, 4, 5, 6, 7, 8, 9]:
        raise row.wrong("union_sizes must be 1 to 9", clause="BN-6.4")
    vp = row.wholes("union_vp", 0, 99)
    if len(vp) != 9:
        raise row.wrong(f"union_vp must be nine amounts, not {len(vp)}", clause="BN-6.4")
    return (0, *vp)
