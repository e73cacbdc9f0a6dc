"""Set-up (BN-9), the frame of seasons and rounds (BN-1) and the final scoring (BN-8).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Game, State, Step
from bungalow.core.random import Random
from bungalow.games.burano.box import (
    BUILDING_ROW,
    CARDS,
    CELLS,
    COLOURS,
    DOCKS,
    FINAL_FLAT,
    FINAL_LACE_SPACES,
    FINAL_PER_BUILDING,
    FINAL_SOLD_FISH,
    FISH_KINDS,
    FISH_ROW,
    ISLANDS,
    LACE_CUBE_WAIVER,
    MOST_ON_RING,
    RING,
    ROOF_KINDS,
    SHIPS,
    SLOTS,
    TILE_SPACES,
    TILES,
    WINTER,
    Prepared,
    count_bits,
)
from bungalow.games.burano.rules.cleanup import CLEAN_UP, DEAL_ROOFS, deal_markers
from bungalow.games.burano.rules.pyramid import CONSTRUCT
from bungalow.games.burano.rules.roofs import ordered
from bungalow.games.burano.rules.turn import START_TURN, build_cube
from bungalow.games.burano.state import BUILDINGS, COINS, SOURCES, TOPS, UNSOLD, Burano

CUBES_OF_EACH_COLOUR: Final[i64] = 3
START_COINS: Final[i64] = 3
COINS_PER_VP: Final[i64] = 5
NOT_BEGUN: Final[i64] = -1
"""The season before spring, while the first roof tiles are drawn."""


# -- set-up ------------------------------------------------------------------------------------------------------


def set_up(game: Game, box: Prepared, seats: i64, experienced: bool, random: Random) -> Burano:
    """Everything that is laid out before the players take their roof tiles (BN-9.1 to BN-9.10)."""
    table = Burano()
    table.begin(game, seats, random)
    table.box = box
    table.layout = box.layouts[table.below(len(box.layouts)) if experienced else 0]  # BN-9.1, R32
    table.season = NOT_BEGUN
    set_up_lagoon(table)
    set_up_supplies(table)
    set_up_players(table, seats)
    place_first_cube(table)
    table.push(BEGIN_SEASON)
    table.push(DEAL_ROOFS)
    return table


def set_up_lagoon(table: Burano) -> None:
    """Dock houses on the islands, two ships in each port (BN-9.2, BN-9.3)."""
    docks = table.box.dock_colours[:]
    table.shuffle(docks, DOCKS)
    table.docks = docks
    ships = numbers(SHIPS)
    table.shuffle(ships, SHIPS)
    table.ships_west = BIT[ships[0]] | BIT[ships[1]]


def set_up_supplies(table: Burano) -> None:
    """Roof stacks, action colours, building cards and fish (BN-9.5 to BN-9.7)."""
    table.roof_stack = numbers(TILES)
    per_kind = table.box.tiles_per_kind
    kind_stack = vec[i64]([0] * per_kind)
    for kind in range(ROOF_KINDS):
        for i in range(per_kind):
            kind_stack[i] = kind * per_kind + i
        table.shuffle(kind_stack, per_kind)
        for i in range(per_kind):
            table.roof_stack[kind * per_kind + i] = kind_stack[i]
    table.roof_drawn = vec[i64]([0] * ROOF_KINDS)
    table.roof_at = vec[i64]([NONE] * TILES)
    deal_markers(table)
    table.building_deck = numbers(CARDS)
    table.shuffle(table.building_deck, CARDS)
    row = vec[i64]([0] * BUILDING_ROW)
    for i in range(BUILDING_ROW):
        row[i] = table.building_deck[i]
    table.building_drawn = BUILDING_ROW
    table.building_row = ordered(row, BUILDING_ROW)
    deck: list[int] = []
    for kind in range(FISH_KINDS):
        for _i in range(table.box.fish_copies[kind]):
            deck.append(int(kind))
    table.fish_deck = vec[i64](deck)
    table.shuffle(table.fish_deck, len(deck))
    fish = vec[i64]([0] * FISH_ROW)
    for i in range(FISH_ROW):
        fish[i] = table.fish_deck[i]
    table.fish_drawn = FISH_ROW
    table.fish_row = ordered(fish, FISH_ROW)


def set_up_players(table: Burano, seats: i64) -> None:
    """Starting player, rings, workers, cubes, coins and boats (BN-9.8 to BN-9.10, R31)."""
    table.start = table.below(seats)
    table.first = table.start
    table.turn = table.start
    table.coins = vec[i64]([START_COINS] * seats)
    table.privilege = vec[i64]([table.box.start_privilege] * seats)
    table.arrow = vec[i64]([0] * seats)
    table.ring = vec[i64]([MOST_ON_RING] * seats)
    table.supply = vec[i64]([table.box.cubes_per_colour - CUBES_OF_EACH_COLOUR * seats] * COLOURS)
    table.reserve = vec[i64]([CUBES_OF_EACH_COLOUR] * (seats * COLOURS))
    table.prepared = vec[i64]([0] * (seats * COLOURS))
    table.pyramid = vec[i64]([NONE] * (seats * SLOTS))
    table.filled = vec[i64]([0] * seats)
    table.workers = vec[i64]([0] * (seats * ISLANDS))
    table.lace = vec[i64]([0] * seats)
    table.city = vec[i64]([0] * CELLS)
    table.tops = vec[i64]([0] * (2 * TOPS))
    table.hand = vec[i64]([0] * (seats * FISH_KINDS))
    table.known = vec[i64]([0] * (seats * FISH_KINDS))
    table.sold = vec[i64]([0] * (seats * FISH_KINDS))
    table.cards = vec[i64]([0] * seats)
    table.tiles = vec[i64]([NONE] * (seats * TILE_SPACES))
    table.points = vec[i64]([0] * (seats * SOURCES))
    table.boat = vec[i64]([0] * seats)
    table.ring_colour = vec[i64]([0] * (seats * RING))
    table.ring_fountain = vec[i64]([0] * (seats * RING))
    for seat in range(seats):
        set_up_ring(table, seat)


def set_up_ring(table: Burano, seat: i64) -> None:
    """Four pieces in random circular order; the arrows point at the piece of the player's letter (BN-9.9)."""
    letter = (seat - table.first + table.seats) % table.seats
    order = numbers(4)
    table.shuffle(order, 4)
    for place in range(4):
        piece = order[place]
        for house in range(3):
            at = seat * RING + place * 3 + house
            table.ring_colour[at] = table.box.piece_colour[piece * 3 + house]
            table.ring_fountain[at] = table.box.piece_fountain[piece * 3 + house]
        if piece == letter:
            table.arrow[seat] = place * 3
    island = table.box.start_island[letter]
    table.workers[seat * ISLANDS + island] = 1
    table.boat[seat] = island


def place_first_cube(table: Burano) -> None:
    """A cube of a random colour below the fountain (BN-9.4)."""
    colour = table.below(COLOURS)
    table.supply[colour] -= 1
    build_cube(table, table.box.start_cell, colour)


def numbers(count: i64) -> vec[i64]:
    """0, 1, 2 and so on."""
    found = vec[i64]([0] * count)
    for i in range(count):
        found[i] = i
    return found


# -- seasons and rounds ------------------------------------------------------------------------------------------


class BeginSeason(Step):
    """A season: pyramids, turns, clean-up (BN-1.1, BN-1.2)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        table.season += 1
        table.round = 0
        table.turn = table.start
        if table.log is not None:
            table.tell("season", (int(table.season), int(table.start)), "BN-1.2")
        table.push(END_SEASON)
        table.push(CLEAN_UP)
        table.push(ROUNDS)
        table.push(CONSTRUCT)


class Rounds(Step):
    """One turn after the other until the season's rounds are over (BN-1.1, BN-1.3)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        if table.round < table.box.turns[table.season]:
            table.push(self)
            table.push(START_TURN)


class EndSeason(Step):
    """The next season, or the final scoring after winter (BN-1.4)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        if table.season < WINTER:
            table.push(BEGIN_SEASON)
            return
        for seat in range(table.seats):
            score_finally(table, seat)
        if table.log is not None:
            for seat in range(table.seats):
                table.tell("final", (int(seat), int(table.score(seat)), int(table.rank(seat))), "BN-8.4")


# -- final scoring -----------------------------------------------------------------------------------------------


def score_finally(table: Burano, seat: i64) -> None:
    """Privilege becomes coins; coins, unsold fish and building cards score (BN-8.1 to BN-8.3, R24)."""
    table.coins[seat] += table.privilege[seat]
    table.privilege[seat] = 0
    coins = table.coins[seat] // COINS_PER_VP
    table.gain_points(seat, COINS, coins)
    unsold: i64 = 0
    for kind in range(FISH_KINDS):
        unsold += table.hand[seat * FISH_KINDS + kind]
    table.gain_points(seat, UNSOLD, unsold)
    if table.log is not None:
        table.tell("final_coins", (int(seat), int(table.coins[seat]), int(coins)), "BN-8.1")
        table.tell("final_fish", (int(seat), int(unsold)), "BN-8.2")
    for card in range(CARDS):
        if table.cards[seat] & BIT[card] != 0:
            vp = final_card_vp(table, seat, card)
            table.gain_points(seat, BUILDINGS, vp)
            if vp > 0 and table.log is not None:
                table.tell("final_card", (int(seat), table.box.card_names[card], int(vp)), "BN-8.3")


def final_card_vp(table: Burano, seat: i64, card: i64) -> i64:
    """What a building card pays at the end (BN-7.3, BN-7.4, BN-7.8 to BN-7.10)."""
    effect = table.box.effect[card]
    count: i64 = 0
    if effect == FINAL_SOLD_FISH:
        for kind in range(FISH_KINDS):
            if table.box.card_fish[card] & BIT[kind] != 0:
                count += table.sold[seat * FISH_KINDS + kind]
        return count * table.box.card_vp[card]
    if effect == FINAL_LACE_SPACES:
        for colour in range(COLOURS):
            if table.box.card_colours[card] & BIT[colour] != 0:
                count += count_bits(table.lace[seat] & table.layout.workshop[colour])
        return count * table.box.card_vp[card]
    if effect == FINAL_PER_BUILDING:
        return count_bits(table.cards[seat]) * table.box.card_vp[card]
    if effect in (LACE_CUBE_WAIVER, FINAL_FLAT):
        return table.box.card_final_vp[card]
    return 0


BEGIN_SEASON: Final = BeginSeason(10)
ROUNDS: Final = Rounds(11)
END_SEASON: Final = EndSeason(12)
