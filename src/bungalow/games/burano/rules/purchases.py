"""Cubes for privilege in clean-up (BN-5.6, R27): who can buy, and when it makes a difference to buy now.

Hot code. A player may buy at every moment of the clean-up. Asked at all of them, everybody would press the same answer
over and over, so a player is asked before the own refill only where a colour could run out before the next chance:
whatever others can take of it until then, and what the player can, is more than the supply has.
"""

from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.games.burano.box import COLOURS, RING, SLOTS, WINTER, count_bits
from bungalow.games.burano.state import Burano


def colours_left(table: Burano) -> i64:
    """Colours in the supply, as bits."""
    found: i64 = 0
    for colour in range(COLOURS):
        if table.supply[colour] > 0:
            found |= BIT[colour]
    return found


def can_buy(table: Burano, seat: i64) -> bool:
    """A point of privilege, a cube in the supply, and the player has not said to be done for this clean-up."""
    return table.privilege[seat] > 0 and table.declined & BIT[seat] == 0 and colours_left(table) != 0


def buy_cube(table: Burano, seat: i64, colour: i64) -> None:
    """A point of privilege for a cube into the reserve (BN-5.6)."""
    table.privilege[seat] -= 1
    table.supply[colour] -= 1
    table.reserve[seat * COLOURS + colour] += 1
    if table.log is not None:
        table.tell("bought_cube", (int(seat), int(colour)), "BN-5.6")


def cubes_at_hand(table: Burano, seat: i64, colour: i64) -> i64:
    """Cubes of the pyramid and bought ones; those in preparation cannot be used (BN-6.3, R11)."""
    count = table.reserve[seat * COLOURS + colour]
    for slot in range(SLOTS):
        if table.pyramid[seat * SLOTS + slot] == colour:
            count += 1
    return count


def runs_out_in_lace(table: Burano, seat: i64) -> bool:
    """In event 2: others could buy a colour before the player's next chance.

    In winter there is no other chance, and a cube serves only to pay for lace: what counts is whether those who pay
    later can be left without one.
    """
    if not can_buy(table, seat):
        return False
    theirs = privilege_of_others(table, seat, BIT[table.seats] - 1)
    if theirs == 0:
        return False
    for colour in range(COLOURS):
        if table.season == WINTER:
            theirs = taken_until_lacked(table, seat, colour)
        if theirs > 0 and 0 < table.supply[colour] < table.privilege[seat] + theirs:
            return True
    return False


def runs_out_before_refill(table: Burano, seat: i64) -> bool:
    """Before event 4: those who refill earlier take cubes for covered houses, and anybody may buy."""
    if not can_buy(table, seat):
        return False
    bought = privilege_of_others(table, seat, BIT[table.seats] - 1)
    instead: i64 = 0  # cubes that they may take for missing ones
    for colour in range(COLOURS):
        needed = needed_before(table, seat, colour)
        missing = needed + bought - table.supply[colour]
        if missing > 0:
            instead += missing if missing < needed else needed
    for colour in range(COLOURS):
        theirs = bought + instead + needed_before(table, seat, colour)
        mine = table.privilege[seat] + covered_houses(table, seat, colour)
        if theirs > 0 and 0 < table.supply[colour] < mine + theirs:
            return True
    return False


def runs_out_at_end(table: Burano, seat: i64) -> bool:
    """After the roofs: others who wait could buy a colour before the player's last chance."""
    if not can_buy(table, seat):
        return False
    theirs = privilege_of_others(table, seat, table.later)
    if theirs == 0:
        return False
    wanted = table.privilege[seat] + theirs
    colour: i64 = 0
    while colour < COLOURS and not 0 < table.supply[colour] < wanted:
        colour += 1
    return colour < COLOURS


def privilege_of_others(table: Burano, seat: i64, among: i64) -> i64:
    """The privilege of the other seats among those of a bit set."""
    count: i64 = 0
    for other in range(table.seats):
        if other != seat and among & BIT[other] != 0:
            count += table.privilege[other]
    return count


def taken_until_lacked(table: Burano, seat: i64, colour: i64) -> i64:
    """What a player who pays for lace after this one lacks of the colour and can buy, with what all those between the
    two can buy first; of several such players the last one's, which is the most. 0 if there is none."""
    taken: i64 = 0
    first: i64 = 0
    other = (seat + 1) % table.seats
    while other != table.start:
        privilege = table.privilege[other]
        lacking = count_bits(table.lace[other] & table.layout.workshop[colour]) - cubes_at_hand(table, other, colour)
        if lacking > 0 and privilege > 0:
            taken = first + (lacking if lacking < privilege else privilege)
        first += privilege
        other = (other + 1) % table.seats
    return taken


def needed_before(table: Burano, seat: i64, colour: i64) -> i64:
    """Cubes of the colour for covered houses of the players who refill before this one."""
    count: i64 = 0
    other = table.start
    while other != seat:
        count += covered_houses(table, other, colour)
        other = (other + 1) % table.seats
    return count


def covered_houses(table: Burano, seat: i64, colour: i64) -> i64:
    """Houses of the colour under workers: sectors 1 to `n` (BN-6.6)."""
    count: i64 = 0
    for sector in range(1, table.ring[seat] + 1):
        if table.ring_colour[seat * RING + (table.arrow[seat] + 2 + sector) % RING] == colour:
            count += 1
    return count
