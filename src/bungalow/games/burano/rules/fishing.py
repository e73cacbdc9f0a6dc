"""The action fishing: where to sail, swaps of dock houses, fish cards, fishermen (BN-4.1 to BN-4.8, BN-5.4).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.burano.box import (
    DOCKS,
    FISH_KINDS,
    FISH_ROW,
    ISLANDS,
    MOST_ON_RING,
    write_bits,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.kinds import (
    FISH_DECK,
    SKIP,
    SWAP,
)
from bungalow.games.burano.rules.roofs import ordered
from bungalow.games.burano.rules.trade import END_SILENCE, TRADE, note_unable, ports_to_trade, ports_with_ships
from bungalow.games.burano.state import FISH, SILENT_TRADE, Burano

VP_WITHOUT_CARD: Final[i64] = 2
ALL_SHIPS: Final[i64] = 15


def begin_fishing(table: Burano, seat: i64) -> None:
    """Ask where to sail; without a match in reach pass the action over.

    Fishing must be performed (BN-3.16). Without a match on any island in reach it may not be, unless a swap for
    privilege makes one (BN-4.2, BN-5.4, R38).
    """
    table.swapped = 0
    if islands_to_fish(table, seat) != 0 or (table.privilege[seat] > 0 and can_swap(table, seat)):
        table.push(CHOOSE_COURSE)
    elif table.log is not None:
        table.tell("fishing_impossible", (int(seat),), "BN-4.2")
        if ports_to_trade(table, seat) != 0:
            table.departs(2, "BN-4.2")


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


class ChooseCourse(Choice):
    """D7: an island with a match, a port with a ship, or a swap of dock houses; only who must swap may decline
    (BN-3.16, R4, R38)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        nodes = islands_to_fish(table, seat)
        matched = nodes != 0
        if matched and table.swapped == 0:  # BN-5.4: once swapped, the boat must go to an island
            nodes |= ports_with_ships(table, seat)
        n = write_bits(nodes, 0, out, 0)
        if table.privilege[seat] > 0 and (matched or can_swap(table, seat)):
            out[n] = SWAP
            n += 1
        if not matched:
            out[n] = SKIP
            n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """Always asked before a swap: a record may answer where under earlier rules fishing could be declined."""
        return NONE if cast(Burano, state).swapped == 0 else super().lone(state, seat)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == SWAP:
            table.push(CHOOSE_FIRST_DOCK)
        elif option == SKIP:
            if table.log is not None:
                table.tell("no_swap", (int(seat),), "BN-5.4")
        else:
            sail(table, seat, option)


def sail(table: Burano, seat: i64, node: i64) -> None:
    """Move the boat to an island to fish, or to a port to trade (BN-4.1)."""
    boats = table.boat[:]
    boats[seat] = node
    table.boat = boats
    table.swapped = 0
    if table.log is not None:
        table.tell("sailed", (int(seat), int(node), table.box.node_names[node]), "BN-4.1")
    if node >= ISLANDS:
        note_unable(table, seat, node)
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
        table.unable &= ~(ALL_SHIPS * BIT[seat * 4])  # what was known was known of a smaller hand
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
    first: i64 = 0
    while row[first] != NONE:
        first += 1
    for place in range(first, FISH_ROW):
        if table.fish_drawn < len(table.fish_deck):
            row[place] = table.fish_deck[table.fish_drawn]
            table.fish_drawn += 1
    if table.log is not None:
        for kind in range(FISH_KINDS):  # in the order of the row: that of the deck is nobody's business
            for place in range(first, FISH_ROW):
                if row[place] == kind:
                    table.tell("fish_turned_up", (table.box.fish_names[kind],), "BN-4.3")
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
                table.take_home(other)
                if table.log is not None:
                    table.tell(
                        "returns",
                        (int(other), int(island), table.box.node_names[island], int(table.ring[other])),
                        "BN-4.7",
                    )
            elif table.log is not None:
                table.tell("ring_full", (int(other), int(island), table.box.node_names[island]), "BN-4.8")


CHOOSE_COURSE: Final = ChooseCourse(40, kinds.SAIL)
CHOOSE_FIRST_DOCK: Final = ChooseFirstDock(43, kinds.SWAP_FIRST)
CHOOSE_SECOND_DOCK: Final = ChooseSecondDock(44, kinds.SWAP_SECOND)
COLLECT_FISH: Final = CollectFish(45)
TAKE_FISH: Final = TakeFish(46, kinds.TAKE_FISH)
CHOOSE_DISPATCH: Final = ChooseDispatch(47, kinds.DISPATCH_COUNT)
