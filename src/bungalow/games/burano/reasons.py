"""Why something cannot be chosen now: the clause of Burano that forbids it, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bungalow.core.contract import State
from bungalow.core.types import Path, Reason
from bungalow.games.burano.box import beside
from bungalow.games.burano.data import ROOF_KINDS, SLOTS
from bungalow.games.burano.notation import CELLS, DOCKS, SQUARES
from bungalow.games.burano.places import COLOURS, ISLANDS, NODES
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.actions import open_squares
from bungalow.games.burano.rules.roofs import wild_colours
from bungalow.games.burano.rules.trade import can_trade, ships_at
from bungalow.games.burano.state import Burano
from bungalow.games.burano.words import box_of


def why_not(state: State, seat: int, target: str, path: Path) -> Reason | None:
    if state.selectable(seat, target, path):
        return None
    table = cast(Burano, state)
    kind = int(state.asked(seat))
    what, _, which = target.partition(":")
    known, find = _REASONS[kind]
    if _comes_later(state, seat, target, path):
        return Reason(_NOW[kind][0], _FIRST.get(what, "choose something else first"))
    if what not in known.split():
        return Reason(*_NOW[kind])
    try:
        return find(table, seat, what, which, path) or Reason(*_NOW[kind])
    except ValueError:  # no such colour, slot, cell ...
        return Reason(_NOW[kind][0], f"there is no {what} '{which}'")


def _comes_later(state: State, seat: int, target: str, path: Path) -> bool:
    """The thing can be chosen, once something else has been."""
    legal = [state.targets(seat, option) for option in state.legal(seat)]
    return any(target in option[len(path) + 1 :] for option in legal if option[: len(path)] == path)


_FIRST = {
    "slot": "a cube can go there: choose its colour first",
    "cell": "one half can lie there: choose the house for the other half first",
    "do": "choose a square first",
}
"""By what a thing is: what to choose before it."""

_NOW = (
    ("BN-9.11", "now a kind of roof tile is drawn"),
    ("BN-2.3", "now the pyramid is built, layer by layer"),
    ("BN-2.1", "now the pyramid is confirmed, or a cube taken back"),
    ("BN-3.1", "now you choose a move, or end the turn"),
    ("BN-3.7", "now a free cube is picked up"),
    ("BN-3.10", "now you choose a cube of the preparation area"),
    ("BN-3.11", "now you choose where the cube is built"),
    ("BN-4.1", "now you choose where to sail"),
    ("BN-5.4", "now you choose the first dock house of the swap"),
    ("BN-5.4", "now you choose the second dock house of the swap"),
    ("BN-4.3", "now you take a fish card"),
    ("BN-4.5", "now you choose how many workers go: 1 or 2"),
    ("BN-4.9", "now you choose a ship in this port"),
    ("BN-4.10", "now you choose a row that your fish fill"),
    ("BN-4.10", "now you choose the fish for the row, in order of their kinds"),
    ("BN-4.13", "now you place lace makers, or stop"),
    ("BN-4.20", "now you withdraw workers, or stop"),
    ("BN-3.17", "now you choose one of your roof tiles"),
    ("BN-3.17", "now you choose where the roof lies"),
    ("BN-3.20", "now you choose two privilege or a building card"),
    ("BN-5.3", "now you choose the colour of the cube"),
    ("BN-5.3", "now you choose where the cube goes"),
    ("BN-6.3", "now you pay for lace makers, or are done"),
    ("BN-6.7", "now you choose a cube instead of a missing one"),
    ("BN-5.6", "now you may buy cubes"),
    ("BN-6.8", "now you may drop roof tiles"),
)
"""By kind of question: what is asked now, and its clause."""


def _roof_kind(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    kind = ROOF_KINDS.index(which)
    if table.roof_drawn[kind] == table.box.tiles_per_kind:
        return Reason("BN-R18", "that stack is empty")
    clause = "BN-9.11" if table.season < 0 else "BN-6.8"
    return Reason(clause, "the new tiles must be of different kinds")


def _place_cube(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if what == "colour":
        COLOURS.index(which)
        return Reason("BN-2.2", f"no {which} cube is left in your reserve")
    slot = SLOTS.index(which)
    if table.filled[seat] >> slot & 1:
        return Reason("BN-2.2", "a cube lies there already")
    return Reason("BN-2.3", "the pyramid is built from the base up, slot after slot")


def _menu(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if which in ("coin", "cube") and table.privilege[seat] == 0:
        return Reason("BN-5.1", "you have no privilege")
    if which == "cube":
        if int(table.filled[seat]).bit_count() == len(SLOTS):
            return Reason("BN-5.3", "your pyramid has 14 cubes")
        return Reason("BN-R23", "the cube supply is empty")
    if which not in ("pick", "build", "roof"):
        return None
    if table.moves == 4:
        return Reason("BN-3.1", "you have made four moves")
    price = -int(table.box.move_coins[table.moves])
    if table.coins[seat] < price:
        return Reason("BN-1.6", f"this move costs {price} coins, and you have {table.coins[seat]}")
    if which == "pick":
        empty = table.filled[seat] == 0
        return Reason("BN-3.6", "your pyramid is empty" if empty else "your preparation area is full")
    if which == "build":
        empty = table.prepared_count(seat) == 0
        return Reason("BN-3.9", "no cube lies in your preparation area" if empty else "there is no place to build")
    return Reason("BN-3.17", "none of your roof tiles fits anywhere")


def _pick_slot(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if table.filled[seat] >> SLOTS.index(which) & 1:
        return Reason("BN-3.8", "another cube rests on it")
    return Reason("BN-3.7", "no cube lies there")


def _build_colour(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    COLOURS.index(which)
    return Reason("BN-3.10", f"no {which} cube lies in your preparation area")


def _build_cell(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    cell = CELLS.index(which)
    layers = int(table.city[cell]) & 7
    if not table.box.city >> cell & 1:
        return Reason("BN-3.11", "that is no pit")
    if layers == 0:
        return Reason("BN-3.11", "no built pit touches it")
    if layers == 5:
        return Reason("BN-3.14", "floor 3 is the highest")
    return Reason("BN-3.12", "a cube goes into a pit or onto a rooftop block, not onto a cube")


def _sail(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if which == "swap":
        return Reason("BN-5.1", "you have no privilege")
    if which == "skip":
        if table.swapped:
            return Reason("BN-5.4", "after a swap the boat must go to an island")
        return Reason("BN-3.16", "the action of a house must be performed, and an island in reach matches")
    node = NODES.index(which)
    if not table.reach(seat) >> node & 1:
        clause = "BN-7.5" if table.has_effect(seat, table.box.sail_two) else "BN-4.1"
        return Reason(clause, "your boat cannot get there in one action")
    if node < len(ISLANDS):
        return Reason("BN-4.2", "no dock house there matches your arrows")
    if table.swapped:
        return Reason("BN-5.4", "after a swap the boat must go to an island")
    if ships_at(table, node) == 0:
        return Reason("BN-4.9", "no ship lies there")
    return Reason("BN-4.2", "you may not fish: no dock house on an island in reach matches your arrows")


def _swap(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    dock = DOCKS.index(which)
    if table.dock >= 0 and dock // 3 == table.dock // 3:
        return Reason("BN-5.4", "the dock houses must be on two different islands")
    if table.dock >= 0 and table.docks[dock] == table.docks[table.dock]:
        return Reason("BN-5.4", "both have the same colour")
    return Reason("BN-R10", "no island in reach would match afterwards")


def _take_fish(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    return Reason("BN-4.3", "the deck is empty" if which == "deck" else f"no {which} lies face up")


def _ship(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    ship = [ship.id for ship in box_of(table).ships].index(which)
    if not ships_at(table, table.boat[seat]) >> ship & 1:
        return Reason("BN-4.9", "that ship lies in the other port")
    return None if can_trade(table, seat, ship) else Reason("BN-4.9", "your fish fill none of its rows")


def _ship_row(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    return Reason("BN-4.10", "your fish do not fill that row")


def _ship_kind(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    kind = [fish.id for fish in box_of(table).fish].index(which)
    if table.sold_kinds >> kind:
        return Reason("BN-R36", "the kinds of a row are different, and chosen in their order")
    row = box_of(table).ships[table.ship].rows[table.ship_row]
    if table.hand[seat * 8 + kind] < row.each:
        return Reason("BN-4.10", f"you have fewer than {row.each} of them")
    return Reason("BN-4.10", "not enough kinds would be left for the rest of the row")


def _lace_place(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if what == "do" and not path:
        return None
    square = SQUARES.index((path[0] if what == "do" else f":{which}").partition(":")[2])
    if which == "privilege":
        if table.privilege[seat] == 0:
            return Reason("BN-5.1", "you have no privilege")
        if open_squares(table, seat) >> square & 1:
            return Reason("BN-5.5", "privilege is not needed there")
    return _why_not_square(table, seat, square)


def _why_not_square(table: Burano, seat: int, square: int) -> Reason | None:
    colour = int(table.layout.colour[square])
    if table.ring[seat] < 2:
        return Reason("BN-4.13", "the last worker stays on the ring")
    if colour < 0:
        return Reason("BN-4.12", "no workshop lies there")
    if not table.arrows_left >> 2 * colour & 3:
        return Reason("BN-4.12", f"none of your arrows is left for {COLOURS[colour]}")
    if table.lace[seat] >> square & 1:
        return Reason("BN-R34", "your own worker stands there")
    holder = next((other for other in range(int(table.seats)) if table.lace[other] >> square & 1), -1)
    if holder >= 0 and table.ring[holder] == 9:
        return Reason("BN-R6", f"player {holder + 1}'s ring is full: that worker cannot be sent home")
    if table.lace[seat] and not beside(table.lace[seat]) >> square & 1:
        return Reason("BN-4.15", "it is not next to one of your workers: that takes privilege")
    if holder < 0:
        return None
    clause = "BN-4.16" if table.lace[seat] else "BN-R16"
    return Reason(clause, "somebody else's worker stands there: that takes privilege")


def _withdraw(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if table.ring[seat] == 9:
        return Reason("BN-R6", "your ring is full")
    return Reason("BN-4.20", "you have no worker there")


def _roof_tile(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    tile = table.box.tile_names.index(which)
    own = [int(table.tiles[seat * 3 + space]) for space in range(3)]
    return Reason("BN-3.17", "that tile fits nowhere now" if tile in own else "that tile does not lie on your board")


def _roof_place(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    cells = [CELLS.index(step.partition(":")[2]) for step in (*path, f"cell:{which}")]
    for cell in cells:
        layers = int(table.city[cell]) & 7
        if layers == 0:
            return Reason("BN-3.17", "no house stands there")
        if layers % 2 == 0:
            return Reason("BN-3.17", "that house has a roof already")
        if layers == 5:
            return Reason("BN-3.17", "a house of three floors cannot be roofed")
    if len(cells) == 2:
        one, other = cells
        if abs(one % 7 - other % 7) + abs(one // 7 - other // 7) != 1:
            return Reason("BN-3.17", "the two houses are not side by side")
        if table.city[one] & 7 != table.city[other] & 7:
            return Reason("BN-3.17", "the two houses are not equally high")
    tile = table.tile
    wild = int(wild_colours(table, seat))
    halves = [int(table.box.tile_one[tile]), int(table.box.tile_other[tile])]
    for cell, half in zip(cells, halves, strict=False):
        cube = int(table.city[cell]) >> 3 * (int(table.city[cell]) & 7) & 7
        if cube != half and not wild >> half & 1:
            return Reason("BN-3.17", f"the {COLOURS[half]} half must lie on {COLOURS[half]}, not on {COLOURS[cube]}")
    return Reason("BN-3.17", "no fitting house stands next to it")


def _roof_bonus(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if what == "do":
        return None
    return (
        Reason("BN-R20", "the deck is empty")
        if which == "deck"
        else Reason("BN-3.20", "that card does not lie face up")
    )


def _supply(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    COLOURS.index(which)
    return Reason("BN-5.3", f"no {which} cube is left in the supply")


def _cube_slot(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if table.filled[seat] >> SLOTS.index(which) & 1:
        return Reason("BN-5.3", "a cube lies there already")
    return Reason("BN-5.3", "it needs four cubes to rest on")


def _lace_pay(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if what == "supply":
        return _lace_buy(table, seat, COLOURS.index(which))
    if what == "do" and not path:
        return None
    square = SQUARES.index((path[0] if what == "do" else f":{which}").partition(":")[2])
    if not table.lace[seat] >> square & 1:
        return Reason("BN-6.3", "none of your workers stands there")
    if table.paid >> square & 1:
        return Reason("BN-6.3", "that worker is paid already")
    if which == "waive":
        if not table.has_effect(seat, table.box.lace_cube_waiver):
            return Reason("BN-7.8", "you do not own the thread store")
        return Reason("BN-7.8", "the thread store has been used in this clean-up")
    return Reason("BN-6.3", f"you have no {COLOURS[table.layout.colour[square]]} cube in your pyramid")


def _lace_buy(table: Burano, seat: int, colour: int) -> Reason | None:
    if table.privilege[seat] == 0:
        return Reason("BN-5.1", "you have no privilege")
    return Reason("BN-5.6", f"no {COLOURS[colour]} cube is left in the supply")


def _substitute(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    COLOURS.index(which)
    return Reason("BN-6.7", f"no {which} cube is left in the supply")


def _cleanup_buy(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    if what == "do":
        return Reason("BN-5.6", "this is the last moment of this clean-up to buy cubes") if which == "later" else None
    COLOURS.index(which)
    return Reason("BN-5.6", f"no {which} cube is left in the supply")


def _drop_roof(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    return Reason("BN-6.8", "that tile does not lie on your board")


Find = Callable[[Burano, int, str, str, Path], Reason | None]


def _none(table: Burano, seat: int, what: str, which: str, path: Path) -> Reason | None:
    return None


_REASONS: tuple[tuple[str, Find], ...] = (
    ("stack", _roof_kind),
    ("colour slot", _place_cube),
    ("", _none),
    ("do", _menu),
    ("slot", _pick_slot),
    ("prepared", _build_colour),
    ("cell", _build_cell),
    ("node do", _sail),
    ("dock", _swap),
    ("dock", _swap),
    ("fish", _take_fish),
    ("", _none),
    ("ship", _ship),
    ("row", _ship_row),
    ("hand", _ship_kind),
    ("square do", _lace_place),
    ("node square", _withdraw),
    ("tile", _roof_tile),
    ("cell", _roof_place),
    ("card do", _roof_bonus),
    ("supply", _supply),
    ("slot", _cube_slot),
    ("square supply do", _lace_pay),
    ("supply", _substitute),
    ("supply do", _cleanup_buy),
    ("tile", _drop_roof),
)
"""By kind of question: the things that have reasons of their own, and who finds them."""
assert len(_REASONS) == len(_NOW) == kinds.DROP_ROOF + 1
