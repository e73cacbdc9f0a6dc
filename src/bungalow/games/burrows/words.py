"""Burrows in words: notation, options, log lines, and the reasons why something is not possible."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import cast

from bungalow.core.contract import NONE, State
from bungalow.core.errors import UnreadableMove
from bungalow.core.types import Event, Path, Reason
from bungalow.games.burrows.data import Box, Tile
from bungalow.games.burrows.rules import ACTION, BUILD, FINISH, LURE, PIECE, PLACE, POOL_TILE, ChooseLure
from bungalow.games.burrows.state import Burrows
from bungalow.games.burrows.warren import (
    CLOSED_COLOUR,
    CLOSED_FIELDS,
    CLOSED_LENGTH,
    CLOSED_OTHER_COLOUR,
    place_of,
    place_r,
    place_x,
    place_y,
    plain_place,
    within_reach,
)

VEGETABLES = ("radish", "carrot", "turnip")
GOPHERS = ("red", "orange", "purple")
PIECES = ("pool", "reserve", "finish")
TURNS = ("upright", "a quarter turn right", "a half turn", "a quarter turn left")

_ACTION = re.compile(r"(reserve|build) +(\S+)", re.IGNORECASE)
_PLACE = re.compile(r"at +(-?\d{1,3}) *, *(-?\d{1,3}) +r([0-3])", re.IGNORECASE)
_PIECE = re.compile(r"(?:lay +)?(pool|reserve)|(finish)", re.IGNORECASE)
_LURE = re.compile(r"lure +([1-5])", re.IGNORECASE)


# -- options ------------------------------------------------------------------------------------------------------


def notation(state: State, seat: int, option: int) -> str:
    table = cast(Burrows, state)
    kind = state.asked(seat)
    if kind == ACTION:
        return f"{'build' if option >= BUILD else 'reserve'} {table.box.tile_names[option % BUILD]}"
    if kind == PIECE:
        return "finish" if option == FINISH else f"lay {PIECES[option]}"
    if kind == PLACE:
        return _place_texts(option)[0]
    return f"lure {option + 1}"


def parse(state: State, seat: int, text: str) -> int:
    table = cast(Burrows, state)
    kind = state.asked(seat)
    if kind == ACTION:
        if found := _ACTION.fullmatch(text):
            tile = find_tile(table.box.tile_names, found[2])
            if tile >= 0:
                return tile + (int(BUILD) if found[1].lower() == "build" else 0)
            raise UnreadableMove(f"'{text}': there is no tile {found[2]}")
        raise UnreadableMove(f"'{text}' should read 'reserve T17' or 'build T17'")
    if kind == PIECE:
        if found := _PIECE.fullmatch(text):
            return PIECES.index((found[1] or found[2]).lower())
        raise UnreadableMove(f"'{text}' should read 'lay pool', 'lay reserve' or 'finish'")
    if kind == PLACE:
        if found := _PLACE.fullmatch(text):
            x, y, r = int(found[1]), int(found[2]), int(found[3])
            if within_reach(x, y):
                return int(plain_place(table.tiles, table.laying, place_of(x, y, r)))
        raise UnreadableMove(f"'{text}' should read 'at 3,-2 r1': x, y and quarter turns 0 to 3")
    if found := _LURE.fullmatch(text):
        return int(found[1]) - 1
    raise UnreadableMove(f"'{text}' should read 'lure 2': the number of a player")


def find_tile(names: list[str], wanted: str) -> int:
    """The number of a tile by its id, as it is written or in other letters; -1 for none."""
    if wanted in names:
        return names.index(wanted)
    return next((number for number, name in enumerate(names) if name.lower() == wanted.lower()), -1)


def targets(state: State, seat: int, option: int) -> Path:
    table = cast(Burrows, state)
    kind = state.asked(seat)
    if kind == ACTION:
        return (f"tile:{table.box.tile_names[option % BUILD]}", "do:build" if option >= BUILD else "do:reserve")
    if kind == PIECE:
        return (f"piece:{PIECES[option]}",)
    if kind == PLACE:
        return _place_texts(option)[1]
    return (f"seat:{option + 1}",)


def words(state: State, seat: int, option: int) -> str:
    table = cast(Burrows, state)
    kind = state.asked(seat)
    if kind == ACTION:
        tile = cast(Box, table.box.cold).tiles[option % BUILD]
        return f"{'Build' if option >= BUILD else 'Reserve'} {describe(tile)}"
    if kind == PIECE:
        if option == FINISH:
            return "Keep the reserved tile and finish"
        number = int(table.chosen) if option == POOL_TILE else int(table.reserve[table.turn])
        which = "the pool tile" if option == POOL_TILE else "your reserved tile"
        return f"Lay {which}, {describe(cast(Box, table.box.cold).tiles[number])}"
    if kind == PLACE:
        where = _place_texts(option)[2]
        effect = place_effect(table, option)
        return f"{where}; {effect}" if effect else where
    colour = lure_colour(table)
    length = table.house_length[option * 3 + colour]
    return f"Lure the {GOPHERS[colour]} gopher of player {option + 1} (length {length})"


@lru_cache(maxsize=50_000)
def _place_texts(place: int) -> tuple[str, Path, str]:
    """Notation, targets and words of a placement: kept, since every move lists about a hundred of them."""
    x, y, r = place_x(place), place_y(place), int(place_r(place))
    return f"at {x},{y} r{r}", (f"cell:{x},{y}", f"turn:{r}"), f"x {x}, y {y}, {TURNS[r]}"


def describe(tile: Tile) -> str:
    """A tile in a few words: `T15 (radish, carrot; bus)`."""
    ends = ", ".join(VEGETABLES[colour] for _, colour in tile.ends) or "tunnels only"
    return f"{tile.id} ({ends}; bus)" if tile.bus else f"{tile.id} ({ends})"


def place_effect(table: Burrows, place: int) -> str:
    """What a placement closes, in words; empty when it closes nothing."""
    warren = table.warrens[table.turn]
    before = len(warren.closed)
    trial = warren.copy()
    trial.lay_place(table.tiles, table.laying, place)
    closed = trial.closed
    if len(closed) == before and len(trial.loops) == len(warren.loops):
        return ""
    effects: list[str] = []
    for at in range(before, len(closed), int(CLOSED_FIELDS)):
        one, other = closed[at + CLOSED_COLOUR], closed[at + CLOSED_OTHER_COLOUR]
        length = closed[at + CLOSED_LENGTH]
        if one == other:
            effects.append(f"completes {VEGETABLES[one]} {length}")
        else:
            effects.append(f"joins {VEGETABLES[one]} to {VEGETABLES[other]}")
    if len(trial.loops) > len(warren.loops):
        effects.append("closes a ring")
    return ", ".join(effects)


def lure_colour(table: Burrows) -> int:
    """The colour of the gopher that is being lured."""
    choice = table.choice()
    assert isinstance(choice, ChooseLure)
    return int(choice.colour)


def question(state: State, seat: int) -> str:
    table = cast(Burrows, state)
    kind = state.asked(seat)
    if kind == ACTION:
        return "Reserve a tile or build one?"
    tiles = cast(Box, table.box.cold).tiles
    if kind == PIECE:
        return "Which tile first?" if table.chosen != NONE else "Lay your reserved tile too?"
    if kind == PLACE:
        return f"Where to lay {describe(tiles[int(table.laying)])}?"
    return f"Whose {GOPHERS[lure_colour(table)]} gopher moves in?"


# -- why not ------------------------------------------------------------------------------------------------------


def why_not(state: State, seat: int, target: str, path: Path) -> Reason | None:
    table = cast(Burrows, state)
    kind = state.asked(seat)
    what, _, which = target.partition(":")
    if kind == ACTION and what in ("tile", "do"):
        return _why_not_action(table, what, which, path)
    if kind == PIECE and what == "piece":
        return _why_not_piece(table, which)
    if kind == PLACE and what in ("cell", "turn"):
        return _why_not_place(table, what, which, path)
    if kind == LURE and what == "seat":
        return _why_not_lure(table, which)
    return Reason(*_ASKED_NOW[kind])


_ASKED_NOW = {
    ACTION: ("BW-1.3", "now a tile of the pool is reserved or built"),
    PIECE: ("BW-3.6", "now you choose which tile to lay"),
    PLACE: ("BW-3.1", "now you choose where the tile is laid"),
    LURE: ("BW-6.3", "now you choose whose gopher moves"),
}


def _why_not_action(table: Burrows, what: str, which: str, path: Path) -> Reason | None:
    names = table.box.tile_names
    pool = [names[table.pool[i]] for i in range(int(table.pool_count))]
    if what == "tile":
        return None if which in pool else Reason("BW-3.1", f"{which} does not lie in the pool")
    if which not in ("build", "reserve"):
        return Reason("BW-1.3", "a tile of the pool is reserved or built")
    tiles = [step.partition(":")[2] for step in path if step.startswith("tile:")] or pool
    for tile in tiles:
        if tile not in pool:
            return Reason("BW-3.1", f"{tile} does not lie in the pool")
    if which == "build":
        return None
    if table.reserve[table.turn] != NONE:
        return Reason("BW-2.3", "you already hold a reserved tile")
    if all(table.tiles.bus[names.index(tile)] for tile in tiles):
        return Reason("BW-2.2", "a tile with a bus cannot be reserved")
    return None


def _why_not_piece(table: Burrows, which: str) -> Reason | None:
    if which == "finish" and table.chosen != NONE:
        return Reason("BW-3.7", "the pool tile must be laid")
    if which == "pool" and table.chosen == NONE:
        return Reason("BW-3.1", "the pool tile has been laid")
    if which not in PIECES:
        return Reason("BW-3.6", f"there is no tile '{which}' to lay")
    return None


def _why_not_place(table: Burrows, what: str, which: str, path: Path) -> Reason | None:
    warren = table.warrens[table.turn]
    half_turn = table.tiles.half_turn[table.laying] == 1
    cell = next((step for step in path if step.startswith("cell:")), "")
    coordinates = (cell if what == "turn" else f"cell:{which}").partition(":")[2].split(",")
    try:
        x, y = (int(part) for part in coordinates)
        turns = [int(which)] if what == "turn" else [0, 1] if half_turn else [0, 1, 2, 3]
    except ValueError:
        return Reason("BW-3.4", "tiles lie on whole cells, turned 0 to 3 times")
    if not all(0 <= r <= 3 for r in turns):
        return Reason("BW-3.4", "tiles lie on whole cells, turned 0 to 3 times")
    if not within_reach(x, y):
        return Reason("BW-3.3", "that is far away from your warren")
    if any(warren.legal(place_of(x, y, r)) for r in turns if not (half_turn and r > 1)):
        return None
    if warren.count == 0:
        return Reason("BW-3.2", "the first tile of a warren is laid at 0,0")
    if warren.covered(x, y):
        return Reason("BW-3.3", "a tile lies there already")
    if half_turn and what == "turn" and turns[0] > 1:
        return Reason("BW-3.3", "this tile looks the same after a half turn: choose r0 or r1")
    if what == "turn" and any(warren.covered(*_second_cell(x, y, r)) for r in turns):
        return Reason("BW-3.3", "the other half would lie on a tile")
    if any(warren.covered(x + dx, y + dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))):
        return Reason("BW-3.3", "there is no room for both halves")
    return Reason("BW-3.3", "a tile must share an edge with your warren")


def _second_cell(x: int, y: int, r: int) -> tuple[int, int]:
    """Where half B lies (SPEC 2.4)."""
    dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[r]
    return x + dx, y + dy


def _why_not_lure(table: Burrows, which: str) -> Reason | None:
    if not which.isdecimal() or not 1 <= int(which) <= table.seats:
        return Reason("BW-6.3", f"there is no player {which}")
    other, colour = int(which) - 1, lure_colour(table)
    if other == table.turn:
        return Reason("BW-6.3", "the gopher of an opponent moves")
    length = table.house_length[other * 3 + colour]
    if length == 0:
        return Reason("BW-6.3", f"player {which} houses no {GOPHERS[colour]} gopher")
    if length > table.shortest_rival(table.turn, colour):
        return Reason("BW-6.3", f"player {which}'s burrow is not the shortest")
    return None


# -- the log ------------------------------------------------------------------------------------------------------


def say(event: Event, names: tuple[str, ...]) -> str:
    return _LINES[event.key](names, *event.args)


def marks(event: Event) -> tuple[str, ...]:
    """The things on the board that an event is about."""
    return _MARKS[event.key](*event.args) if event.key in _MARKS else ()


def _plural(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _moved_in(names: tuple[str, ...], seat: int, colour: int, giver: int, length: int, left: int) -> str:
    if seat == giver:
        return f"{names[seat]}'s {GOPHERS[colour]} gopher moves from length {left} to length {length}"
    return f"{names[seat]} lures {names[giver]}'s {GOPHERS[colour]} gopher (length {length} beats {left})"


def _laid(names: tuple[str, ...], seat: int, tile: str, place: int) -> str:
    return f"{names[seat]} lays {tile} at {place_x(place)},{place_y(place)}, {TURNS[place_r(place)]}"


def _joined(names: tuple[str, ...], seat: int, spot: int, length: int, colour: int) -> str:
    kind = f"{VEGETABLES[colour]} tunnel" if colour >= 0 else "tunnel"
    return f"An open {kind} grows to length {length}"


def _bus(names: tuple[str, ...], bus: int, arrive: int) -> str:
    if bus == arrive:
        return "The bus reaches Gopher Gulch"
    return f"The bus moves on: {_plural(arrive - bus, 'move')} to Gopher Gulch"


_LINES: dict[str, Callable[..., str]] = {
    "turned_up": lambda names, seat, tile: f"{names[seat]}'s turn: {tile} is turned up",
    "pool_empty": lambda names, seat: f"{names[seat]} finds the pool empty: the game is over",
    "reserved": lambda names, seat, tile: f"{names[seat]} reserves {tile}",
    "builds": lambda names, seat, tile: f"{names[seat]} builds with {tile}",
    "laid": _laid,
    "joined": _joined,
    "ring": lambda names, seat, length: f"A tunnel closes into a ring of length {length}: no effect",
    "completed": lambda names, seat, colour, length, spot: (
        f"{names[seat]} completes a {VEGETABLES[colour]} burrow of length {length}"
    ),
    "mismatch": lambda names, seat, one, other, length, spot: (
        f"{VEGETABLES[one].capitalize()} meets {VEGETABLES[other]}: no burrow"
    ),
    "keeps": lambda names, seat, colour, length, own: (
        f"{names[seat]}'s {GOPHERS[colour]} gopher stays: length {length} does not beat its {own}"
    ),
    "too_short": lambda names, seat, colour, length, shortest: (
        f"No {GOPHERS[colour]} gopher comes: length {length} does not beat {shortest}"
    ),
    "moved_in": _moved_in,
    "bus": _bus,
    "arrival": lambda names, stage, count: f"Tourists arrive: stage {stage + 1} of {count} is scored",
    "blank_page": lambda names: "A blank page: nobody complains",
    "page": lambda names, seat, colour, complaints: (
        f"{names[seat]} has no {GOPHERS[colour]} gopher and gets {_plural(complaints, 'complaint')}"
    ),
    "final": lambda names, seat, score, rank: f"{names[seat]} ends with {_plural(score, 'complaint')}, rank {rank}",
}

_MARKS: dict[str, Callable[..., tuple[str, ...]]] = {
    "turned_up": lambda seat, tile: (f"tile:{tile}",),
    "reserved": lambda seat, tile: (f"tile:{tile}",),
    "builds": lambda seat, tile: (f"tile:{tile}",),
    "laid": lambda seat, tile, place: (f"cell:{place_x(place)},{place_y(place)}",),
    "joined": lambda seat, spot, length, colour: (_mouth(spot),),
    "completed": lambda seat, colour, length, spot: (_mouth(spot),),
    "mismatch": lambda seat, one, other, length, spot: (_mouth(spot),),
    "moved_in": lambda seat, colour, giver, length, left: (f"gopher:{giver + 1}:{GOPHERS[colour]}",),
    "bus": lambda bus, arrive: ("bus",),
    "arrival": lambda stage, count: (f"stage:{stage + 1}",),
    "page": lambda seat, colour, complaints: (f"seat:{seat + 1}",),
}


def _mouth(spot: int) -> str:
    return f"mouth:{place_x(spot)},{place_y(spot)},{place_r(spot)}"
