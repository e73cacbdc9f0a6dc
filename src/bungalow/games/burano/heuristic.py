"""What a position of Burano is worth to a seat, in victory points (bot notes of docs/rules/burano.md).

Hot code. Most choices score nothing by themselves, so everything that leads to points counts as a promise: cubes in
preparation by the action of their colour, fish by the best ship, workers where they lead, roofs that fit, and, in the
middle of a move, what the choice under way is going to bring.
"""

from typing import Final, cast

from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, Heuristic, State
from bungalow.games.burano.box import (
    CARDS,
    COLOURS,
    FINAL_FLAT,
    FINAL_LACE_SPACES,
    FINAL_PER_BUILDING,
    FINAL_SOLD_FISH,
    FISH_KINDS,
    FISHING,
    ISLANDS,
    LACE_CUBE_WAIVER,
    LACE_MAKING,
    MOST_ROWS,
    ROOF_BONUS,
    ROOF_WILD,
    SEASONS,
    SHIPS,
    SLOTS,
    TILE_SPACES,
    WINTER,
    count_bits,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.cleanup import union_points
from bungalow.games.burano.rules.fishing import islands_to_fish, matching
from bungalow.games.burano.rules.purchases import cubes_at_hand
from bungalow.games.burano.rules.roofs import can_lay, island_leader, roof_card_vp, roof_vp, wild_colours
from bungalow.games.burano.rules.trade import can_fill
from bungalow.games.burano.state import Burano

RIVALS: Final = 0.3
COIN_AT_END: Final = 0.2
COIN_TO_SPEND: Final = 0.2
"""More than at the end, while there are moves to pay."""
COINS_OF_USE: Final[i64] = 12
PRIVILEGE_OF_USE: Final = 0.45
FISH_CARD: Final = 0.5
"""More than the point of an unsold card, while there is time to sell it."""
SALE: Final = 0.7
SMALLEST_CATCH: Final = 1.6
LACE_WORKER: Final = 1.3
"""In every season to come."""
EARN_COIN: Final = 0.25
ROOF_THAT_FITS: Final = 0.6
ROOF_TO_COME: Final = 0.2
BONUS_OF_ROOF: Final = 3.5
RING_WORKER: Final = 0.3
NEXT_MAJORITIES: Final = 0.5
UNDECIDED: Final = 0.01
"""Of two answers that buy no cube in clean-up: rather be asked at the own refill than before it, and not after it."""


class BuranoHeuristic(Heuristic):
    """Points, and the promise of everything else."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Burano, state)
        rivals: i64 = 0
        for other in range(table.seats):
            if other != seat:
                rivals += table.score(other)
        total = float(table.score(seat)) - RIVALS * float(rivals) / float(table.seats - 1)
        if table.over():
            return total
        time = time_left(table, seat)
        total += money(table, seat, time) + fish(table, seat, time) + islands(table, seat) + lace(table, seat)
        total += houses(table, seat, time) + roofs(table, seat, time) + cards(table, seat, time)
        if table.season < WINTER:
            total += RING_WORKER * float(table.ring[seat])
            if (table.declined | table.later) & BIT[seat] != 0:
                total -= UNDECIDED
        return total + under_way(table, seat, time)


def time_left(table: Burano, seat: i64) -> float:
    """Turns that the seat will still have, from 0 to 14."""
    if table.season < 0:
        return 14.0
    left = table.box.turns[table.season] - table.round
    if left < 0:
        left = 0
    # Seats that have had their turn of this round.
    place = (seat - table.start + table.seats) % table.seats
    now = (table.turn - table.start + table.seats) % table.seats
    if left > 0 and place < now:
        left -= 1
    for season in range(table.season + 1, SEASONS):
        left += table.box.turns[season]
    return float(left)


def money(table: Burano, seat: i64, time: float) -> float:
    """Coins and privilege: a fifth of a point at the end, more while they buy moves."""
    share = time / 3.0 if time < 3.0 else 1.0
    coins = table.coins[seat]
    useful = coins if coins < COINS_OF_USE else COINS_OF_USE
    worth = COIN_AT_END * float(coins) + COIN_TO_SPEND * share * float(useful)
    return worth + (COIN_AT_END + PRIVILEGE_OF_USE * share) * float(table.privilege[seat])


def fish(table: Burano, seat: i64, time: float) -> float:
    """A point for each card, and part of what the best ship would add."""
    count: i64 = 0
    for kind in range(FISH_KINDS):
        count += table.hand[seat * FISH_KINDS + kind]
    if time <= 0.0:
        return float(count)
    share = time / 4.0 if time < 4.0 else 1.0
    return float(count) * (1.0 + FISH_CARD * share) + SALE * float(best_sale(table, seat))


def best_sale(table: Burano, seat: i64) -> i64:
    """What the best row that the hand fills pays beyond a point for each of its cards."""
    best: i64 = 0
    for ship in range(SHIPS):
        for row in range(table.box.row_count[ship]):
            at = ship * MOST_ROWS + row
            gain = table.box.row_vp[at] - table.box.row_groups[at] * table.box.row_each[at]
            if gain > best and can_fill(table, seat, ship, row):
                best = gain
    return best


def islands(table: Burano, seat: i64) -> float:
    """Majorities that would score at the end of this season, and may in later ones."""
    leads: i64 = 0
    for island in range(ISLANDS):
        if island_leader(table, island) == seat:
            leads += 1
    later = float(SEASONS - 1 - (table.season if table.season >= 0 else 0))
    return float(leads * table.box.majority_vp) * (1.0 + NEXT_MAJORITIES * later)


def lace(table: Burano, seat: i64) -> float:
    """Lace makers that can be paid this season, their unions, and the seasons to come."""
    own = table.lace[seat]
    if own == 0:
        return 0.0
    payable: i64 = 0
    for colour in range(COLOURS):
        squares = count_bits(own & table.layout.workshop[colour])
        if squares > 0:
            cubes = cubes_at_hand(table, seat, colour)
            payable += squares if squares < cubes else cubes
    workers = float(count_bits(own))
    unions = float(union_points(table, own)) * float(payable) / workers
    later = float(SEASONS - 1 - (table.season if table.season >= 0 else 0))
    return 1.8 * float(payable) + 0.8 * unions + LACE_WORKER * workers * later


def action_value(table: Burano, seat: i64, colour: i64) -> float:
    """What building a cube of the colour brings this season, besides the house."""
    action = table.markers[colour]
    if action == FISHING:
        return 2.6
    if action == LACE_MAKING:
        return 2.4 if table.ring[seat] > 2 else 0.5
    return EARN_COIN * float(table.visible_coins(seat))


def houses(table: Burano, seat: i64, time: float) -> float:
    """Cubes in preparation promise their action; those in the pyramid a little of it, the more the higher they lie."""
    if time <= 0.0:
        return 0.0
    worth = 0.0
    for colour in range(COLOURS):
        count = table.prepared[seat * COLOURS + colour]
        if count > 0:
            worth += 0.7 * float(count) * action_value(table, seat, colour)
    for slot in range(SLOTS):
        colour = table.pyramid[seat * SLOTS + slot]
        if colour != NONE:
            weight = 0.02 if slot < 9 else 0.08 if slot < 13 else 0.15
            worth += weight * action_value(table, seat, colour)
    return worth


def roofs(table: Burano, seat: i64, time: float) -> float:
    """Roof tiles: most of what they pay if they fit somewhere now, a little if not."""
    if time <= 0.0:
        return 0.0
    wild = wild_colours(table, seat)
    worth = 0.0
    for space in range(TILE_SPACES):
        tile = table.tiles[seat * TILE_SPACES + space]
        if tile != NONE:
            vp = float(roof_vp(table, seat, tile) + roof_card_vp(table, seat, tile)) + BONUS_OF_ROOF
            worth += vp * (ROOF_THAT_FITS if can_lay(table, tile, wild) else ROOF_TO_COME)
    return worth


def cards(table: Burano, seat: i64, time: float) -> float:
    """What the building cards will pay."""
    owned = table.cards[seat]
    if owned == 0:
        return 0.0
    worth = 0.0
    share = time / 14.0
    for card in range(CARDS):
        if owned & BIT[card] != 0:
            worth += card_worth(table, seat, card, share)
    return worth


def card_worth(table: Burano, seat: i64, card: i64, share: float) -> float:
    effect = table.box.effect[card]
    vp = float(table.box.card_vp[card])
    if effect == ROOF_BONUS:
        return 14.0 * share
    if effect == ROOF_WILD:
        return 8.0 * share
    if effect == FINAL_SOLD_FISH:
        sold: i64 = 0
        for kind in range(FISH_KINDS):
            if table.box.card_fish[card] & BIT[kind] != 0:
                sold += table.sold[seat * FISH_KINDS + kind]
        return vp * float(sold) + 6.0 * share
    if effect == FINAL_LACE_SPACES:
        count: i64 = 0
        for colour in range(COLOURS):
            if table.box.card_colours[card] & BIT[colour] != 0:
                count += count_bits(table.lace[seat] & table.layout.workshop[colour])
        return vp * float(count) + 5.0 * share
    if effect == FINAL_PER_BUILDING:
        return vp * float(count_bits(table.cards[seat])) + 4.0 * share
    if effect == LACE_CUBE_WAIVER:
        return float(table.box.card_final_vp[card]) + 6.0 * share
    if effect == FINAL_FLAT:
        return float(table.box.card_final_vp[card])
    return 6.0 * share


def under_way(table: Burano, seat: i64, time: float) -> float:
    """In the middle of a move: what the choice that waits is going to bring its player."""
    step = table.top()
    if table.turn != seat or not isinstance(step, Choice):
        return 0.0
    kind = step.kind
    if kind == kinds.SAIL:
        return catch(table, seat)
    if kind == kinds.SWAP_FIRST or kind == kinds.SWAP_SECOND:
        return 3.0 * SMALLEST_CATCH
    if kind == kinds.TAKE_FISH:
        return SMALLEST_CATCH * float(table.fish_due) + 1.0
    if kind == kinds.DISPATCH_COUNT:
        return 1.5
    if kind == kinds.LACE_PLACE:
        return 2.2 if table.ring[seat] > 1 and table.arrows_left != 0 else 0.0
    if kind == kinds.SHIP:
        return (1.0 - SALE) * float(best_sale(table, seat)) + 0.5
    if kind == kinds.ROOF_BONUS:
        return float(roof_vp(table, seat, table.tile) + roof_card_vp(table, seat, table.tile)) + BONUS_OF_ROOF
    if kind == kinds.CUBE_COLOUR or kind == kinds.CUBE_SLOT:
        return -0.5
    return 0.0


def catch(table: Burano, seat: i64) -> float:
    """The best island that the boat can fish."""
    found = islands_to_fish(table, seat)
    best: i64 = 0
    for island in range(ISLANDS):
        if (found >> island) & 1 == 1:
            matches = matching(table, seat, island)
            if matches > best:
                best = matches
    if best == 0:
        return 1.0 if table.privilege[seat] > 0 else 0.0
    return SMALLEST_CATCH * float(best) + 1.0
