"""The box of Burano as hot code wants it: numbers of things, and tables that the title makes once from the components.

Hot code. `data.py` reads and checks the components and fills a `Prepared` for each number of seats.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.core.random import Random

COLOURS: Final[i64] = 6
RING: Final[i64] = 12
MOST_ON_RING: Final[i64] = 9
SLOTS: Final[i64] = 14
TOP_SLOT: Final[i64] = 13
CITY_WIDTH: Final[i64] = 7
CELLS: Final[i64] = 49
LACE_WIDTH: Final[i64] = 7
SQUARES: Final[i64] = 28
ISLANDS: Final[i64] = 6
NODES: Final[i64] = 8
WEST: Final[i64] = 6
EAST: Final[i64] = 7
DOCKS: Final[i64] = 18
FISH_KINDS: Final[i64] = 8
FISH_ROW: Final[i64] = 3
BUILDING_ROW: Final[i64] = 4
SHIPS: Final[i64] = 4
MOST_ROWS: Final[i64] = 6
ROOF_KINDS: Final[i64] = 4
TILES_PER_KIND: Final[i64] = 12
TILES: Final[i64] = 48
TILE_SPACES: Final[i64] = 3
PREPARATION_SPACES: Final[i64] = 3
CARDS: Final[i64] = 16
SEASONS: Final[i64] = 4
WINTER: Final[i64] = 3
MOST_MOVES: Final[i64] = 4

FISHING: Final[i64] = 0
LACE_MAKING: Final[i64] = 1
EARNING: Final[i64] = 2
"""The actions of the action board."""

ISLANDS_ROOF: Final[i64] = 0
LACE_ROOF: Final[i64] = 1
FOUNTAINS_ROOF: Final[i64] = 2
FOUR_VP_ROOF: Final[i64] = 3
"""The kinds of roof tiles; tile numbers run through the kinds, twelve of each."""

ROOF_BONUS: Final[i64] = 0
ROOF_WILD: Final[i64] = 1
FINAL_SOLD_FISH: Final[i64] = 2
FINAL_LACE_SPACES: Final[i64] = 3
SAIL_TWO: Final[i64] = 4
LACE_DISPLACE: Final[i64] = 5
ISLAND_TIE_WIN: Final[i64] = 6
LACE_CUBE_WAIVER: Final[i64] = 7
FINAL_PER_BUILDING: Final[i64] = 8
FINAL_FLAT: Final[i64] = 9
EFFECTS: Final[i64] = 10
"""What a building card does (BN-7)."""

SUPPORTS: Final = vec[i64]([0] * 9 + [0b000011011, 0b000110110, 0b011011000, 0b110110000] + [0b1111000000000])
"""For each pyramid slot the slots beneath it, as bits."""

LAST_COLUMN: Final[i64] = 0b1000000_1000000_1000000_1000000
FIRST_COLUMN: Final[i64] = 0b0000001_0000001_0000001_0000001
ALL_SQUARES: Final[i64] = 0xFFFFFFF


class Layout:
    """An assembly of the lace workshops. Squares are bits of one number, `row * 7 + column`."""

    def __init__(self, number: i64, name: str) -> None:
        self.number: i64 = number
        self.name: str = name
        self.area: i64 = 0
        """All squares that belong to a workshop."""
        self.coins: i64 = 0
        self.workshop: vec[i64] = vec[i64]()
        """For each colour the squares of its workshop."""
        self.colour: vec[i64] = vec[i64]()
        """For each square its colour, or `NONE`."""


class Prepared:
    """The box made ready for a number of seats. Built once by the title; never written afterwards."""

    def __init__(self, cold: object) -> None:
        self.cold: object = cold
        """The box with all its texts, for words and views."""
        # Names for the log.
        self.tile_names: list[str] = []
        self.card_ids: list[str] = []
        self.card_names: list[str] = []
        self.fish_names: list[str] = []
        self.ship_ids: list[str] = []
        self.ship_names: list[str] = []
        self.node_names: list[str] = []
        # City: cells are bits of one number.
        self.city: i64 = 0
        self.start_cell: i64 = 0
        self.near: vec[i64] = vec[i64]()
        """For each cell the pits that touch it by side or corner."""
        self.right: i64 = 0
        """Pits whose right neighbour is a pit; likewise `down`."""
        self.down: i64 = 0
        # Lagoon.
        self.routes: vec[i64] = vec[i64]()
        """For each node the nodes one route away; `two_routes`: one or two, without itself."""
        self.two_routes: vec[i64] = vec[i64]()
        self.dock_colours: vec[i64] = vec[i64]()
        """The dock houses to be shuffled."""
        self.layouts: list[Layout] = []
        """For this number of seats, the first-play layout first."""
        # Ring pieces: three houses each.
        self.piece_colour: vec[i64] = vec[i64]()
        self.piece_fountain: vec[i64] = vec[i64]()
        self.start_island: vec[i64] = vec[i64]()
        """For each letter its island."""
        # Roofs.
        self.tiles_per_kind: i64 = TILES_PER_KIND
        self.tile_one: vec[i64] = vec[i64]()
        self.tile_other: vec[i64] = vec[i64]()
        """The colours of the two halves."""
        self.roof_vp: vec[i64] = vec[i64]()
        """At `5 * kind + count`: VP for so many majorities or fountains."""
        # Fish and ships.
        self.fish_copies: vec[i64] = vec[i64]()
        self.ships: i64 = SHIPS
        self.most_rows: i64 = MOST_ROWS
        self.row_count: vec[i64] = vec[i64]()
        self.row_groups: vec[i64] = vec[i64]()
        """At `6 * ship + row`: how many kinds, how many cards of each, for how many VP."""
        self.row_each: vec[i64] = vec[i64]()
        self.row_vp: vec[i64] = vec[i64]()
        # Building cards.
        self.effect: vec[i64] = vec[i64]()
        self.card_colours: vec[i64] = vec[i64]()
        """For each card the colours it names, as bits; likewise the kinds of fish."""
        self.card_fish: vec[i64] = vec[i64]()
        self.card_vp: vec[i64] = vec[i64]()
        self.card_final_vp: vec[i64] = vec[i64]()
        self.sail_two: i64 = 0
        """Cards with that effect, as bits."""
        self.lace_displace: i64 = 0
        self.island_tie_win: i64 = 0
        self.lace_cube_waiver: i64 = 0
        self.roof_wild: i64 = 0
        self.roof_bonus: i64 = 0
        # Amounts.
        self.turns: vec[i64] = vec[i64]()
        """Rounds of each season."""
        self.move_coins: vec[i64] = vec[i64]()
        self.cubes_per_colour: i64 = 20
        self.majority_vp: i64 = 0
        self.union_vp: vec[i64] = vec[i64]()
        """By size of the union."""
        self.most_privilege: i64 = 10
        self.start_privilege: i64 = 1


def beside(squares: i64) -> i64:
    """The lace squares orthogonally next to any of these."""
    sideways = ((squares & ~LAST_COLUMN) << 1) | ((squares & ~FIRST_COLUMN) >> 1)
    return (sideways | (squares << LACE_WIDTH) | (squares >> LACE_WIDTH)) & ALL_SQUARES


# -- bit sets and decks ---------------------------------------------------------------------------------------


def layer_slots(filled: i64, first: i64, end: i64, to_come: i64, will_be_full: bool) -> i64:
    """The slots of a layer, from `first` up to `end`, that the next cube may take."""
    slot = end
    while slot > first and filled & BIT[slot - 1] == 0:
        slot -= 1
    if will_be_full:
        return BIT[slot]
    return BIT[end - to_come + 1] - BIT[slot]


def redealt(deck: vec[i64], first: i64, end: i64, random: Random) -> vec[i64]:
    """A copy of the deck whose cards from `first` to before `end` are sorted, then shuffled."""
    dealt = deck[:]
    for i in range(first + 1, end):
        card = dealt[i]
        j = i
        while j > first and dealt[j - 1] > card:
            dealt[j] = dealt[j - 1]
            j -= 1
        dealt[j] = card
    random.shuffle_part(dealt, first, end)
    return dealt


def count_bits(bits: i64) -> i64:
    count: i64 = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def nth_bit(bits: i64, n: i64) -> i64:
    """The place of the n-th set bit, counted from 0."""
    place: i64 = 0
    while True:
        if bits & 1 == 1:
            if n == 0:
                return place
            n -= 1
        bits >>= 1
        place += 1


def groups_lacking(box: "Prepared", ship: i64, row: i64, hand: vec[i64], seat: i64) -> i64:
    """How many more kinds with enough cards the seat's part of `hand` needs for the ship's row; 0 or less if none."""
    at = ship * MOST_ROWS + row
    each = box.row_each[at]
    groups = box.row_groups[at]
    for kind in range(seat * FISH_KINDS, seat * FISH_KINDS + FISH_KINDS):
        if hand[kind] >= each:
            groups -= 1
    return groups


def fills_row(box: "Prepared", ship: i64, row: i64, hand: vec[i64], seat: i64) -> bool:
    """The seat's part of `hand` has enough kinds with enough cards for the ship's row (BN-4.10, R36)."""
    return groups_lacking(box, ship, row, hand, seat) <= 0


def fills_some_row(box: "Prepared", ship: i64, hand: vec[i64], seat: i64) -> bool:
    row: i64 = 0
    while row < box.row_count[ship] and not fills_row(box, ship, row, hand, seat):
        row += 1
    return row < box.row_count[ship]


def write_bits(bits: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """Write `first` + the place of each set bit into `out` from `n` on, ascending; the new `n` comes back."""
    option = first
    while bits != 0:
        if bits & 1 == 1:
            out[n] = option
            n += 1
        bits >>= 1
        option += 1
    return n
