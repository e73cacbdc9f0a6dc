"""The three actions of the colours: fishing, lace making, earning (BN-4), with their privileges (BN-5.4, BN-5.5).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.burano.box import (
    COLOURS,
    DOCKS,
    FISH_KINDS,
    FISH_ROW,
    FISHING,
    ISLANDS,
    LACE_MAKING,
    MOST_ON_RING,
    MOST_ROWS,
    SHIPS,
    SQUARES,
    WEST,
    beside,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.kinds import (
    FISH_DECK,
    FROM_SQUARE,
    PRIVILEGED,
    SKIP,
    STOP_EARNING,
    STOP_LACE,
    SWAP,
)
from bungalow.games.burano.rules.roofs import ordered
from bungalow.games.burano.state import FISH, SILENT_SAIL, SILENT_TRADE, Burano, write_bits

VP_WITHOUT_CARD: Final[i64] = 2
COINS_WHEN_DISPLACED: Final[i64] = 2


def perform_action(table: Burano, seat: i64, action: i64) -> None:
    """The action whose space holds the marker of the cube's colour (BN-3.15, BN-3.16)."""
    if action == FISHING:
        begin_fishing(table, seat)
    elif action == LACE_MAKING:
        begin_lace(table, seat)
    else:
        earn(table, seat)


# -- fishing -----------------------------------------------------------------------------------------------------


def begin_fishing(table: Burano, seat: i64) -> None:
    """Ask where to sail. Where only a port could be reached, being asked would tell of the hand: then silently."""
    table.swapped = 0
    if table.privilege[seat] > 0 or islands_to_fish(table, seat) != 0:
        table.push(CHOOSE_COURSE)
    elif ports_with_ships(table, seat) != 0:
        table.silent_about = SILENT_SAIL
        table.push(END_SILENCE)
        table.push(CHOOSE_COURSE_UNSEEN)


def matching(table: Burano, seat: i64, island: i64) -> i64:
    """Matches: size of the multiset intersection of arrow and dock colours (BN-4.2, R5)."""
    docks = table.docks
    at = island * 3
    one = docks[at]
    two = docks[at + 1]
    three = docks[at + 2]
    count: i64 = 0
    for arrow in range(3):
        colour = table.arrow_colour(seat, arrow)
        if colour == one:
            one = NONE
            count += 1
        elif colour == two:
            two = NONE
            count += 1
        elif colour == three:
            three = NONE
            count += 1
    return count


def arrow_colours(table: Burano, seat: i64) -> i64:
    """The colours under the three arrows, as bits."""
    bits = BIT[table.arrow_colour(seat, 0)] | BIT[table.arrow_colour(seat, 1)]
    return bits | BIT[table.arrow_colour(seat, 2)]


def islands_to_fish(table: Burano, seat: i64) -> i64:
    """Islands in reach with a match, as bits (BN-4.1, BN-4.2)."""
    reach = table.reach(seat)
    wanted = arrow_colours(table, seat)
    docks = table.docks
    found: i64 = 0
    for island in range(ISLANDS):
        if (reach >> island) & 1 == 1:
            at = island * 3
            if wanted & (BIT[docks[at]] | BIT[docks[at + 1]] | BIT[docks[at + 2]]) != 0:
                found |= BIT[island]
    return found


def ships_at(table: Burano, port: i64) -> i64:
    """The ships in a port, as bits."""
    return table.ships_west if port == WEST else (BIT[SHIPS] - 1) & ~table.ships_west


def ports_with_ships(table: Burano, seat: i64) -> i64:
    """Ports in reach where a ship lies, as bits."""
    reach = table.reach(seat)
    found: i64 = 0
    for port in range(WEST, WEST + 2):
        if (reach >> port) & 1 == 1 and ships_at(table, port) != 0:
            found |= BIT[port]
    return found


def can_fill(table: Burano, seat: i64, ship: i64, row: i64) -> bool:
    """The hand has enough kinds with enough cards for the row (BN-4.10, R36)."""
    at = ship * MOST_ROWS + row
    each = table.box.row_each[at]
    groups = table.box.row_groups[at]
    for kind in range(FISH_KINDS):
        if table.hand[seat * FISH_KINDS + kind] >= each:
            groups -= 1
    return groups <= 0


def can_trade(table: Burano, seat: i64, ship: i64) -> bool:
    for row in range(table.box.row_count[ship]):
        if can_fill(table, seat, ship, row):
            return True
    return False


def ports_to_trade(table: Burano, seat: i64) -> i64:
    """Ports in reach with a ship of which the hand fills a row, as bits (BN-4.9, R8)."""
    ports = ports_with_ships(table, seat)
    found: i64 = 0
    for port in range(WEST, WEST + 2):
        if (ports >> port) & 1 == 1:
            ships = ships_at(table, port)
            for ship in range(SHIPS):
                if (ships >> ship) & 1 == 1 and can_trade(table, seat, ship):
                    found |= BIT[port]
                    break
    return found


class ChooseCourse(Choice):
    """D7: an island with a match, a port where the hand can trade, a swap of dock houses, or no fishing (R4, R38)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        nodes = islands_to_fish(table, seat)
        if table.swapped == 0:
            nodes |= ports_to_trade(table, seat)
        n = write_bits(nodes, 0, out, 0)
        if table.privilege[seat] > 0 and can_swap(table, seat):
            out[n] = SWAP
            n += 1
        if table.swapped == 0:  # BN-5.4: once swapped, the boat must go to an island
            out[n] = SKIP
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == SWAP:
            table.push(CHOOSE_FIRST_DOCK)
        elif option == SKIP:
            if table.log is not None:
                table.tell("no_fishing", (int(seat),), "BN-3.16")
        else:
            sail(table, seat, option)


class ChooseCourseUnseen(ChooseCourse):
    """D7 when there is no island to fish and no privilege: being asked tells that the hand can be sold."""

    def actors(self, state: State) -> i64:
        table = cast(Burano, state)
        return BIT[table.turn] if ports_to_trade(table, table.turn) != 0 else 0

    def take(self, state: State, seat: i64, option: i64) -> None:
        if option != SKIP:
            sail(cast(Burano, state), seat, option)


class EndSilence(Step):
    """What the player on turn was asked no longer depends on its hand."""

    def run(self, state: State) -> None:
        cast(Burano, state).silent_about = 0


def sail(table: Burano, seat: i64, node: i64) -> None:
    """Move the boat to an island to fish, or to a port to trade (BN-4.1)."""
    boats = table.boat[:]
    boats[seat] = node
    table.boat = boats
    if table.log is not None:
        table.tell("sailed", (int(seat), int(node), table.box.node_names[node]), "BN-4.1")
    if node >= ISLANDS:
        table.silent_about = SILENT_TRADE
        table.push(END_SILENCE)
        table.push(TRADE)
        return
    table.matches = matching(table, seat, node)
    table.fish_due = table.matches
    if table.log is not None:
        table.tell("matched", (int(seat), int(node), int(table.matches)), "BN-4.2")
    table.push(COLLECT_FISH)


def can_swap(table: Burano, seat: i64) -> bool:
    """Some swap leaves an island in reach with a match (BN-5.4, R10)."""
    return islands_to_fish(table, seat) != 0 or dock_partners(table, seat, NONE) != 0


def dock_partners(table: Burano, seat: i64, first: i64) -> i64:
    """Dock squares that may be swapped with `first`, as bits; with `NONE`: those that have a partner at all.

    A partner lies on another island, has another colour, and afterwards an island in reach has a match.
    """
    docks = table.docks
    wanted = arrow_colours(table, seat)
    reach = table.reach(seat)
    wanted_at = vec[i64]([0] * ISLANDS)
    good: i64 = 0
    for island in range(ISLANDS):
        for dock in range(island * 3, island * 3 + 3):
            if wanted & BIT[docks[dock]] != 0:
                wanted_at[island] += 1
        if wanted_at[island] > 0 and (reach >> island) & 1 == 1:
            good += 1
    found: i64 = 0
    begin: i64 = 0 if first == NONE else first
    end: i64 = DOCKS if first == NONE else first + 1
    for one in range(begin, end):
        for other in range(DOCKS):
            if docks[one] != docks[other] and one // 3 != other // 3:
                here = one // 3
                there = other // 3
                moved: i64 = 0
                if wanted & BIT[docks[other]] != 0:
                    moved += 1
                if wanted & BIT[docks[one]] != 0:
                    moved -= 1
                left = good
                if (reach >> here) & 1 == 1:
                    if wanted_at[here] > 0:
                        left -= 1
                    if wanted_at[here] + moved > 0:
                        left += 1
                if (reach >> there) & 1 == 1:
                    if wanted_at[there] > 0:
                        left -= 1
                    if wanted_at[there] - moved > 0:
                        left += 1
                if left > 0:
                    if first == NONE:
                        found |= BIT[one]
                        break
                    found |= BIT[other]
    return found


class ChooseFirstDock(Choice):
    """D8: the first of two dock houses to swap (BN-5.4)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_bits(dock_partners(cast(Burano, state), seat, NONE), 0, out, 0)

    def lone(self, state: State, seat: i64) -> i64:
        return NONE  # of two partners each is the other's: there are at least two

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        table.dock = option
        table.push(CHOOSE_SECOND_DOCK)


class ChooseSecondDock(Choice):
    """D9: its partner on another island; then the boat must go to an island (BN-5.4, R10)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        return write_bits(dock_partners(table, seat, table.dock), 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        first = table.dock
        docks = table.docks[:]
        kept = docks[first]
        docks[first] = docks[option]
        docks[option] = kept
        table.docks = docks
        table.dock = NONE
        table.swapped = 1
        table.privilege[seat] -= 1
        if table.log is not None:
            table.tell("swapped", (int(seat), int(first), int(option)), "BN-5.4")
        table.push(CHOOSE_COURSE)


class CollectFish(Step):
    """Island step 2: a card for each match, or 2 VP where none is left; then the row is refilled (BN-4.3, BN-4.4)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        if table.fish_due > 0:
            table.push(self)
            if table.fish_drawn == len(table.fish_deck) and table.fish_row[0] == NONE:
                table.fish_due -= 1
                table.gain_points(table.turn, FISH, VP_WITHOUT_CARD)
                if table.log is not None:
                    table.tell("no_fish_left", (int(table.turn), int(VP_WITHOUT_CARD)), "BN-4.4")
            else:
                table.push(TAKE_FISH)
            return
        refill_fish(table)
        send_fishermen(table, table.turn)


class TakeFish(Choice):
    """D10: a face-up fish, or the top of the deck (BN-4.3, R21)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        last = NONE
        for place in range(FISH_ROW):
            kind = table.fish_row[place]
            if kind != NONE and kind != last:
                out[n] = kind
                n += 1
                last = kind
        if table.fish_drawn < len(table.fish_deck):
            out[n] = FISH_DECK
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        table.fish_due -= 1
        hand = table.hand[:]
        if option == FISH_DECK:
            kind = table.fish_deck[table.fish_drawn]
            table.fish_drawn += 1
            hand[seat * FISH_KINDS + kind] += 1
            table.hand = hand
            table.reveal()
            if table.log is not None:
                table.tell("drew_fish", (int(seat),), "BN-4.3")
                table.tell("drew_which_fish", (table.box.fish_names[kind],), "BN-4.3", BIT[seat])
            return
        hand[seat * FISH_KINDS + option] += 1
        table.hand = hand
        known = table.known[:]
        known[seat * FISH_KINDS + option] += 1
        table.known = known
        row = table.fish_row[:]
        for place in range(FISH_ROW):
            if row[place] == option:
                row[place] = NONE
                break
        table.fish_row = ordered(row, FISH_ROW)
        if table.log is not None:
            table.tell("took_fish", (int(seat), table.box.fish_names[option]), "BN-4.3")


def refill_fish(table: Burano) -> None:
    """Fill the row to three after the last card has been taken (BN-4.3)."""
    if table.fish_row[FISH_ROW - 1] != NONE or table.fish_drawn == len(table.fish_deck):
        return
    row = table.fish_row[:]
    table.reveal()
    for place in range(FISH_ROW):
        if row[place] == NONE and table.fish_drawn < len(table.fish_deck):
            row[place] = table.fish_deck[table.fish_drawn]
            table.fish_drawn += 1
            if table.log is not None:
                table.tell("fish_turned_up", (table.box.fish_names[row[place]],), "BN-4.3")
    table.fish_row = ordered(row, FISH_ROW)


def send_fishermen(table: Burano, seat: i64) -> None:
    """Island step 3: how many workers go; one always stays on the ring (BN-4.5, BN-4.6, R14)."""
    if table.ring[seat] == 1:
        if table.log is not None:
            table.tell("nobody_sent", (int(seat),), "BN-4.6")
        table.matches = 0
    elif table.matches == 3 and table.ring[seat] > 2:
        table.push(CHOOSE_DISPATCH)
    else:
        dispatch_fishermen(table, seat, 1)


class ChooseDispatch(Choice):
    """D11: one or two workers after three matches (BN-4.5)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        out[0] = 1
        out[1] = 2
        return 2

    def lone(self, state: State, seat: i64) -> i64:
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        dispatch_fishermen(cast(Burano, state), seat, option)


def dispatch_fishermen(table: Burano, seat: i64, count: i64) -> None:
    """Workers go to the island; everybody else there withdraws one (BN-4.5, BN-4.7, BN-4.8, R7)."""
    island = table.boat[seat]
    table.matches = 0
    table.dispatch(seat, count)
    table.workers[seat * ISLANDS + island] += count
    if table.log is not None:
        table.tell("fishermen", (int(seat), int(count), int(island), table.box.node_names[island]), "BN-4.5")
    for other in range(table.seats):
        if other != seat and table.workers[other * ISLANDS + island] > 0:
            if table.ring[other] < MOST_ON_RING:
                table.workers[other * ISLANDS + island] -= 1
                withdraw(table, other)
                if table.log is not None:
                    table.tell("returns", (int(other), int(island), table.box.node_names[island], int(table.ring[other])), "BN-4.7")
            elif table.log is not None:
                table.tell("ring_full", (int(other), int(island), table.box.node_names[island]), "BN-4.8")


def withdraw(table: Burano, seat: i64) -> None:
    """A displaced worker goes to the lowest empty sector, and its owner gains coins (BN-4.7, BN-5.5)."""
    table.ring[seat] += 1
    table.coins[seat] += COINS_WHEN_DISPLACED


# -- port --------------------------------------------------------------------------------------------------------


class Trade(Choice):
    """D12 to D14: a ship, a row of it, and the kinds for the row, all by what the hand holds (BN-4.9, BN-4.10).

    Silent: whether there is anything to choose would tell of the hand.
    """

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def asked(self, state: State, seat: i64) -> i64:
        table = cast(Burano, state)
        if table.ship == NONE:
            return kinds.SHIP
        return kinds.SHIP_ROW if table.ship_row == NONE else kinds.SHIP_KIND

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        if table.ship == NONE:
            ships = ships_at(table, table.boat[seat])
            for ship in range(SHIPS):
                if (ships >> ship) & 1 == 1 and can_trade(table, seat, ship):
                    out[n] = ship
                    n += 1
            return n
        if table.ship_row == NONE:
            for row in range(table.box.row_count[table.ship]):
                if can_fill(table, seat, table.ship, row):
                    out[n] = row
                    n += 1
            return n
        return kinds_for_row(table, seat, out)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if table.ship == NONE:
            table.ship = option
        elif table.ship_row == NONE:
            table.ship_row = option
        else:
            table.sold_kinds |= BIT[option]
            if count_kinds(table.sold_kinds) == table.box.row_groups[table.ship * MOST_ROWS + table.ship_row]:
                sell(table, seat)
                return
        table.push(self)


def kinds_for_row(table: Burano, seat: i64, out: vec[i64]) -> i64:
    """D14: kinds with enough cards, after the last one chosen, leaving enough for the rest."""
    at = table.ship * MOST_ROWS + table.ship_row
    each = table.box.row_each[at]
    due = table.box.row_groups[at] - count_kinds(table.sold_kinds)
    n: i64 = 0
    for kind in range(FISH_KINDS):
        if table.sold_kinds >> kind == 0 and table.hand[seat * FISH_KINDS + kind] >= each:
            out[n] = kind
            n += 1
    return n - due + 1


def count_kinds(bits: i64) -> i64:
    count: i64 = 0
    while bits != 0:
        count += bits & 1
        bits >>= 1
    return count


def sell(table: Burano, seat: i64) -> None:
    """The row's cards are sold for its VP, and the ship sails to the other port (BN-4.10, BN-4.11, R22)."""
    at = table.ship * MOST_ROWS + table.ship_row
    each = table.box.row_each[at]
    table.reveal()
    hand = table.hand[:]
    known = table.known[:]
    sold = table.sold[:]
    for kind in range(FISH_KINDS):
        if (table.sold_kinds >> kind) & 1 == 1:
            place = seat * FISH_KINDS + kind
            hand[place] -= each
            sold[place] += each
            known[place] = known[place] - each if known[place] > each else 0
            if table.log is not None:
                table.tell("sold", (int(seat), int(each), table.box.fish_names[kind]), "BN-4.10")
    table.hand = hand
    table.known = known
    table.sold = sold
    table.gain_points(seat, FISH, table.box.row_vp[at])
    table.ships_west ^= BIT[table.ship]
    if table.log is not None:
        table.tell("traded", (int(seat), table.box.ship_names[table.ship], int(table.box.row_vp[at])), "BN-4.10")
        table.tell("ship_sails", (table.box.ship_ids[table.ship], table.box.ship_names[table.ship], int(table.ships_west >> table.ship) & 1), "BN-4.11")
    table.ship = NONE
    table.ship_row = NONE
    table.sold_kinds = 0


# -- lace making -------------------------------------------------------------------------------------------------


def begin_lace(table: Burano, seat: i64) -> None:
    """The three arrow colours are fixed now; each allows one worker (BN-4.12, R15)."""
    left: i64 = 0
    for arrow in range(3):
        left += BIT[2 * table.arrow_colour(seat, arrow)]
    table.arrows_left = left
    table.push(PLACE_LACE)


def matched_squares(table: Burano) -> i64:
    """Squares of the workshops for which an arrow is left."""
    squares: i64 = 0
    for colour in range(COLOURS):
        if (table.arrows_left >> 2 * colour) & 3 != 0:
            squares |= table.layout.workshop[colour]
    return squares


def held_by_others(table: Burano, seat: i64) -> i64:
    """Squares with a worker of somebody else."""
    squares: i64 = 0
    for other in range(table.seats):
        if other != seat:
            squares |= table.lace[other]
    return squares


def fast_workers(table: Burano, seat: i64) -> i64:
    """Squares of other players' workers that cannot withdraw because their ring is full (R6)."""
    squares: i64 = 0
    for other in range(table.seats):
        if other != seat and table.ring[other] == MOST_ON_RING:
            squares |= table.lace[other]
    return squares


def open_squares(table: Burano, seat: i64) -> i64:
    """Squares that cost nothing: matched, next to an own worker if there is one, free or taken by card
    (BN-4.14 to BN-4.16, BN-7.6)."""
    if table.ring[seat] < 2:  # BN-4.13
        return 0
    own = table.lace[seat]
    squares = matched_squares(table) & ~own
    if own != 0:
        squares &= beside(own)
    if table.has_effect(seat, table.box.lace_displace):
        return squares & ~fast_workers(table, seat)
    return squares & ~held_by_others(table, seat)


def privileged_squares(table: Burano, seat: i64) -> i64:
    """Squares for a point of privilege: matched, neither next to an own worker nor free (BN-5.5, R16)."""
    if table.ring[seat] < 2 or table.privilege[seat] == 0:
        return 0
    squares = matched_squares(table) & ~table.lace[seat] & ~fast_workers(table, seat)
    return squares & ~open_squares(table, seat)


class PlaceLace(Choice):
    """D15: the next worker of lace making, or stop (BN-4.13)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n = write_bits(open_squares(table, seat), 0, out, 0)
        n = write_bits(privileged_squares(table, seat), PRIVILEGED, out, n)
        out[n] = STOP_LACE
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        table = cast(Burano, state)
        if open_squares(table, seat) | privileged_squares(table, seat) == 0:
            return STOP_LACE
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == STOP_LACE:
            table.arrows_left = 0
            return
        square = option % PRIVILEGED
        if option >= PRIVILEGED:
            table.privilege[seat] -= 1
        place_worker(table, seat, square, option >= PRIVILEGED)
        table.push(self)


def place_worker(table: Burano, seat: i64, square: i64, privileged: bool) -> None:
    """The worker of sector 1 takes the square; somebody who stood there withdraws (BN-4.16 to BN-4.18, R35)."""
    table.arrows_left -= BIT[2 * table.layout.colour[square]]
    table.dispatch(seat, 1)
    for other in range(table.seats):
        if table.lace[other] & BIT[square] != 0:
            table.lace[other] &= ~BIT[square]
            withdraw(table, other)
            if table.log is not None:
                clause = "BN-5.5" if privileged else "BN-7.6"
                table.tell("displaced", (int(seat), int(other), int(square), int(table.ring[other])), clause)
    table.lace[seat] |= BIT[square]
    if table.log is not None:
        table.tell("lace", (int(seat), int(square), int(table.layout.colour[square])), "BN-4.13")
    if table.layout.coins & BIT[square] != 0:
        table.coins[seat] += 1
        if table.log is not None:
            table.tell("lace_coin", (int(seat), int(square)), "BN-4.17")


# -- earning -----------------------------------------------------------------------------------------------------


def earn(table: Burano, seat: i64) -> None:
    """A coin for each visible coin; then workers may be withdrawn (BN-4.19, BN-4.20)."""
    coins = table.visible_coins(seat)
    table.coins[seat] += coins
    if table.log is not None:
        table.tell("earned", (int(seat), int(coins)), "BN-4.19")
    table.push(WITHDRAW)


class Withdraw(Choice):
    """D16: a worker from an island or a workshop back to the ring for a coin, or stop (BN-4.20, R6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        if table.ring[seat] < MOST_ON_RING:
            for island in range(ISLANDS):
                if table.workers[seat * ISLANDS + island] > 0:
                    out[n] = island
                    n += 1
            n = write_bits(table.lace[seat], FROM_SQUARE, out, n)
        out[n] = STOP_EARNING
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        # With fewer than nine on the ring at least one stands outside it.
        return STOP_EARNING if cast(Burano, state).ring[seat] == MOST_ON_RING else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == STOP_EARNING:
            return
        if option < FROM_SQUARE:
            table.workers[seat * ISLANDS + option] -= 1
        else:
            table.lace[seat] &= ~BIT[option - FROM_SQUARE]
        table.ring[seat] += 1
        table.coins[seat] += 1
        if table.log is not None:
            place = table.box.node_names[option] if option < FROM_SQUARE else ""
            table.tell("withdrew", (int(seat), int(option), place, int(table.ring[seat])), "BN-4.20")
        table.push(self)


CHOOSE_COURSE: Final = ChooseCourse(40, kinds.SAIL)
CHOOSE_COURSE_UNSEEN: Final = ChooseCourseUnseen(41, kinds.SAIL, silent=True)
END_SILENCE: Final = EndSilence(42)
CHOOSE_FIRST_DOCK: Final = ChooseFirstDock(43, kinds.SWAP_FIRST)
CHOOSE_SECOND_DOCK: Final = ChooseSecondDock(44, kinds.SWAP_SECOND)
COLLECT_FISH: Final = CollectFish(45)
TAKE_FISH: Final = TakeFish(46, kinds.TAKE_FISH)
CHOOSE_DISPATCH: Final = ChooseDispatch(47, kinds.DISPATCH_COUNT)
TRADE: Final = Trade(48, kinds.SHIP, silent=True)
PLACE_LACE: Final = PlaceLace(49, kinds.LACE_PLACE)
WITHDRAW: Final = Withdraw(50, kinds.EARN_WITHDRAW)
