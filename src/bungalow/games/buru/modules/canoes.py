"""Canoes and Guides: what Ambelau and its Lawan share (AM-6, AM-8).

Hot code.
"""

from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.games.buru.rules.choices import begin_action
from bungalow.games.buru.state import AMBELAU, CANOE, CANOE_SPACES, CANOES, GUIDE_NEXT, GUIDES, Buru


def gain_guide(table: Buru, seat: i64) -> None:
    """The Guide comes in the next round; a second time changes nothing (AM-8.1, AM-8.3)."""
    table.set_more(seat, GUIDES, table.get_more(seat, GUIDES) | GUIDE_NEXT)
    if table.log is not None:
        table.tell("guide", (int(seat),), "AM-8.1")


def destinations(table: Buru, seat: i64) -> i64:
    """Bit set of the canoe spaces, 0 for space 1, on which the seat's canoe may stop (AM-6.2 to AM-6.7)."""
    here = table.get_more(seat, CANOE)
    power = table.power(seat, AMBELAU)
    if power > CANOE_SPACES:
        power = CANOE_SPACES
    found: i64 = 0
    for step in range(1, power + 1):
        space = (here + step - 1) % CANOE_SPACES
        if is_free(table, seat, space):
            found |= BIT[space]
    at_last = (here + power - 1) % CANOE_SPACES
    if found == 0 or (table.box.canoe_jumps and not is_free(table, seat, at_last)):
        while not is_free(table, seat, at_last):
            at_last = (at_last + 1) % CANOE_SPACES
        found |= BIT[at_last]
    return found


def is_free(table: Buru, seat: i64, space: i64) -> bool:
    """No other canoe is there."""
    holder = table.spaces[CANOES + space]
    return holder in (NONE, seat)


def paddle(table: Buru, seat: i64, space: i64) -> None:
    """Move the canoe to a space, counted from 1, and gain what it gives at once (AM-6.1, AM-6.8)."""
    here = table.get_more(seat, CANOE)
    if here > 0:
        table.spaces[CANOES + here - 1] = NONE
    table.set_more(seat, CANOE, space)
    if table.log is not None:
        table.tell("canoe", (int(seat), int(here), int(space)), "AM-6.1")
    begin_action(table, seat, CANOES + space - 1)
