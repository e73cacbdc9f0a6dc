"""Roofing houses: placing a tile, the bonus, the score (BN-3.17 to BN-3.26), and who leads where.

Hot code. Placements are found from bit sets of open cubes by floor and colour, which builds and roofs keep up to date.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State
from bungalow.games.burano.box import (
    BUILDING_ROW,
    CARDS,
    CITY_WIDTH,
    COLOURS,
    FOUNTAINS_ROOF,
    ISLANDS,
    ISLANDS_ROOF,
    LACE_ROOF,
    ROOF_WILD,
    TILE_SPACES,
    count_bits,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.kinds import BUILDING, BUILDING_DECK, DOWN, RIGHT, TWO_PRIVILEGE
from bungalow.games.burano.state import ANY, BUILDINGS, ROOFS, TOPS, Burano


def named_colours(table: Burano, seat: i64, effect: i64) -> i64:
    """The colours named on the seat's cards with that effect, as bits (BN-7.1, BN-7.2)."""
    owned = table.cards[seat]
    colours: i64 = 0
    card: i64 = 0
    while owned != 0:
        if owned & 1 == 1 and table.box.effect[card] == effect:
            colours |= table.box.card_colours[card]
        owned >>= 1
        card += 1
    return colours


def wild_colours(table: Burano, seat: i64) -> i64:
    return named_colours(table, seat, ROOF_WILD) if table.has_effect(seat, table.box.roof_wild) else 0


def placements(table: Burano, tile: i64, wild: i64, direction: i64, turned: i64) -> i64:
    """Cells on which, with the neighbour in that direction, the tile may lie (BN-3.17, BN-3.18)."""
    one = table.box.tile_one[tile]
    other = table.box.tile_other[tile]
    if turned == 1:
        kept = one
        one = other
        other = kept
    here = ANY if wild & BIT[one] != 0 else one
    there = ANY if wild & BIT[other] != 0 else other
    tops = table.tops
    if direction == RIGHT:
        first = tops[here] & (tops[there] >> 1)
        second = tops[TOPS + here] & (tops[TOPS + there] >> 1)
        return (first | second) & table.box.right
    first = tops[here] & (tops[there] >> CITY_WIDTH)
    second = tops[TOPS + here] & (tops[TOPS + there] >> CITY_WIDTH)
    return (first | second) & table.box.down


def can_lay(table: Burano, tile: i64, wild: i64) -> bool:
    """The tile has a legal placement."""
    if placements(table, tile, wild, RIGHT, 0) | placements(table, tile, wild, RIGHT, 1) != 0:
        return True
    return placements(table, tile, wild, DOWN, 0) | placements(table, tile, wild, DOWN, 1) != 0


def can_roof(table: Burano, seat: i64) -> bool:
    """Some tile on the own board has a legal placement (BN-3.17)."""
    wild = wild_colours(table, seat)
    for space in range(TILE_SPACES):
        tile = table.tiles[seat * TILE_SPACES + space]
        if tile != NONE and can_lay(table, tile, wild):
            return True
    return False


class ChooseTile(Choice):
    """D17: a tile of the own board that can be laid."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        wild = wild_colours(table, seat)
        n: i64 = 0
        for space in range(TILE_SPACES):
            tile = table.tiles[seat * TILE_SPACES + space]
            if tile != NONE and can_lay(table, tile, wild):
                out[n] = tile
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        table.tile = option
        table.push(CHOOSE_PLACE)


class ChoosePlace(Choice):
    """D18, step 1: two neighbouring open cubes on one floor, each under a half of its colour (BN-3.17, BN-3.18)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        wild = wild_colours(table, seat)
        right = placements(table, table.tile, wild, RIGHT, 0)
        right_turned = placements(table, table.tile, wild, RIGHT, 1)
        down = placements(table, table.tile, wild, DOWN, 0)
        down_turned = placements(table, table.tile, wild, DOWN, 1)
        cells = right | right_turned | down | down_turned
        n: i64 = 0
        cell: i64 = 0
        while cells >> cell != 0:
            if (cells >> cell) & 1 == 1:
                if (right >> cell) & 1 == 1:
                    out[n] = cell * 4
                    n += 1
                if (right_turned >> cell) & 1 == 1:
                    out[n] = cell * 4 + 1
                    n += 1
                if (down >> cell) & 1 == 1:
                    out[n] = cell * 4 + 2
                    n += 1
                if (down_turned >> cell) & 1 == 1:
                    out[n] = cell * 4 + 3
                    n += 1
            cell += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        lay_tile(table, table.tile, option)
        remove_from_board(table, seat, table.tile)  # BN-3.26: the space stays empty until clean-up
        if table.log is not None:
            table.tell("roofed", (int(seat), table.box.tile_names[table.tile], int(option)), "BN-3.17")
        table.push(CHOOSE_BONUS)


def lay_tile(table: Burano, tile: i64, placement: i64) -> None:
    """Both halves become rooftop blocks of their colours (BN-3.19)."""
    cell = placement // 4
    neighbour = cell + (1 if placement & 2 == 0 else CITY_WIDTH)
    one = table.box.tile_one[tile]
    other = table.box.tile_other[tile]
    floor = (table.city[cell] & 7) // 2
    if placement & 1 == 0:
        roof_cell(table, cell, one)
        roof_cell(table, neighbour, other)
    else:
        roof_cell(table, cell, other)
        roof_cell(table, neighbour, one)
    laid = table.roof_at[:]
    laid[tile] = placement * 4 + floor + 1
    table.roof_at = laid


def roof_cell(table: Burano, cell: i64, colour: i64) -> None:
    """A rooftop block covers the cube on top."""
    stack = table.city[cell]
    layers = stack & 7
    cube = (stack >> layers * 3) & 7
    at = layers // 2 * TOPS
    table.tops[at + cube] &= ~BIT[cell]
    table.tops[at + ANY] &= ~BIT[cell]
    table.city[cell] = stack + 1 + (colour << (layers + 1) * 3)
    table.caps |= BIT[cell]


def remove_from_board(table: Burano, seat: i64, tile: i64) -> None:
    """Take a tile off its roof space; the others stay in order."""
    tiles = table.tiles[:]
    kept = seat * TILE_SPACES
    for space in range(TILE_SPACES):
        here = tiles[seat * TILE_SPACES + space]
        if here != tile and here != NONE:
            tiles[kept] = here
            kept += 1
    while kept < (seat + 1) * TILE_SPACES:
        tiles[kept] = NONE
        kept += 1
    table.tiles = tiles


class ChooseBonus(Choice):
    """D19, step 2: two privilege, a face-up building card, or the top of the deck (BN-3.20, R20)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        out[0] = TWO_PRIVILEGE
        n: i64 = 1
        for place in range(BUILDING_ROW):
            card = table.building_row[place]
            if card != NONE:
                out[n] = BUILDING + card
                n += 1
        if table.building_drawn < len(table.building_deck):
            out[n] = BUILDING_DECK
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == TWO_PRIVILEGE:
            gained = table.gain_privilege(seat, 2)
            if table.log is not None:
                table.tell("bonus_privilege", (int(seat), int(gained)), "BN-3.20")
        elif option == BUILDING_DECK:
            card = table.building_deck[table.building_drawn]
            table.building_drawn += 1
            table.reveal()
            give_card(table, seat, card)
            if table.log is not None:
                table.tell("drew_card", (int(seat), table.box.card_ids[card], table.box.card_names[card]), "BN-3.20")
        else:
            card = option - BUILDING
            give_card(table, seat, card)
            if table.log is not None:
                table.tell("took_card", (int(seat), table.box.card_ids[card], table.box.card_names[card]), "BN-3.20")
        score_roof(table, seat, table.tile)
        table.tile = NONE
        if option >= BUILDING and option < BUILDING_DECK:
            refill_buildings(table, option - BUILDING)


def give_card(table: Burano, seat: i64, card: i64) -> None:
    """The card lies in front of the player and counts from now on (R13)."""
    cards = table.cards[:]
    cards[seat] |= BIT[card]
    table.cards = cards


def refill_buildings(table: Burano, taken: i64) -> None:
    """The row is refilled to four at once, as long as the deck lasts (BN-3.20).

    The row stays in the order of card numbers. Nobody acts between the bonus and the score, so it may be refilled last.
    """
    row = table.building_row[:]
    for place in range(BUILDING_ROW):
        if row[place] == taken:
            row[place] = NONE
    if table.building_drawn < len(table.building_deck):
        card = table.building_deck[table.building_drawn]
        table.building_drawn += 1
        table.reveal()
        if table.log is not None:
            table.tell("card_turned_up", (table.box.card_ids[card], table.box.card_names[card]), "BN-3.20")
        for place in range(BUILDING_ROW):
            if row[place] == NONE:
                row[place] = card
                break
    table.building_row = ordered(row, BUILDING_ROW)


def ordered(row: vec[i64], size: i64) -> vec[i64]:
    """Sort a face-up row in place: numbers ascending, empty places last."""
    for i in range(1, size):
        card = row[i]
        j = i
        while j > 0 and card != NONE and (row[j - 1] == NONE or row[j - 1] > card):
            row[j] = row[j - 1]
            j -= 1
        row[j] = card
    return row


def score_roof(table: Burano, seat: i64, tile: i64) -> None:
    """Step 3: the VP of the tile's kind, then those of building cards (BN-3.21, BN-7.1)."""
    vp = roof_vp(table, seat, tile)
    table.gain_points(seat, ROOFS, vp)
    if table.log is not None:
        table.tell("roof_vp", (int(seat), int(tile // table.box.tiles_per_kind), int(vp)), "BN-3.21")
    bonus = roof_card_vp(table, seat, tile)
    if bonus > 0:
        table.gain_points(seat, BUILDINGS, bonus)
        if table.log is not None:
            table.tell("roof_card_vp", (int(seat), int(bonus)), "BN-7.1")


def roof_vp(table: Burano, seat: i64, tile: i64) -> i64:
    """What the tile's kind pays now: majorities, fountains, or four VP (BN-3.22 to BN-3.25)."""
    kind = tile // table.box.tiles_per_kind
    count: i64 = 0
    if kind == ISLANDS_ROOF:
        for island in range(ISLANDS):
            if island_leader(table, island) == seat:
                count += 1
    elif kind == LACE_ROOF:
        for colour in range(COLOURS):
            if workshop_leader(table, colour) == seat:
                count += 1
    elif kind == FOUNTAINS_ROOF:
        count = table.visible_fountains(seat)
    if kind <= LACE_ROOF and count > 3:
        count = 3
    return table.box.roof_vp[kind * 5 + count]


def roof_card_vp(table: Burano, seat: i64, tile: i64) -> i64:
    """5 VP for each colour of the tile that a roof_bonus card names (BN-7.1)."""
    owned = table.cards[seat] & table.box.roof_bonus
    if owned == 0:
        return 0
    vp: i64 = 0
    for card in range(CARDS):
        if owned & BIT[card] != 0:
            if table.box.card_colours[card] & BIT[table.box.tile_one[tile]] != 0:
                vp += table.box.card_vp[card]
            if table.box.card_colours[card] & BIT[table.box.tile_other[tile]] != 0:
                vp += table.box.card_vp[card]
    return vp


def island_leader(table: Burano, island: i64) -> i64:
    """The seat with the sole majority, or that wins the tie by a card; `NONE` (BN-3.22, BN-7.7, R25, R26)."""
    most: i64 = 0
    leader = NONE
    for seat in range(table.seats):
        here = table.workers[seat * ISLANDS + island]
        if here > most:
            most = here
            leader = seat
        elif here == most and here > 0 and not (leader != NONE and table.has_effect(leader, table.box.island_tie_win)):
            leader = seat if table.has_effect(seat, table.box.island_tie_win) else NONE
    return leader


def workshop_leader(table: Burano, colour: i64) -> i64:
    """The seat with the sole majority in a workshop, or `NONE` (BN-3.23)."""
    squares = table.layout.workshop[colour]
    most: i64 = 0
    leader = NONE
    for seat in range(table.seats):
        here = count_bits(table.lace[seat] & squares)
        if here > most:
            most = here
            leader = seat
        elif here == most:
            leader = NONE
    return leader


CHOOSE_TILE: Final = ChooseTile(30, kinds.ROOF_TILE)
CHOOSE_PLACE: Final = ChoosePlace(31, kinds.ROOF_PLACE)
CHOOSE_BONUS: Final = ChooseBonus(32, kinds.ROOF_BONUS)
