"""The effect machine: one language for Islanders, action spaces, Decrees and Triumph rewards (rules, part 5).

Hot code. A program is a row of ops. Those without a decision run first (`programs.py`); the others are pushed as steps
(`choices.py`), which exist once for an edition. What the units of an action space or of a card do stands in `deeds.py`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.games.buru.guess import count_bits
from bungalow.games.buru.state import (
    CLAY,
    EBONY,
    ESTEEM,
    FISH,
    GOODS,
    OWN,
    PALM,
    ROW,
    TABLEAU,
    Buru,
)

PLACE: Final[i64] = 0
SPACE: Final[i64] = 1
PICK: Final[i64] = 2
ACT: Final[i64] = 3
DISCARD: Final[i64] = 4
CHOOSE_TOKOH: Final[i64] = 5
TAKE: Final[i64] = 6
EXILE: Final[i64] = 7
"""The kinds of questions; the last three are asked by modules only."""

PLACES: Final[i64] = 35
"""Ways to place a token plainly, 7 * region + token - 1; a module's ways are a multiple of this further on."""

CANOE_SPACE: Final[i64] = 5
OWN_SPACE: Final[i64] = 17
NO_SPACE: Final[i64] = 18
SPACE_SIZE: Final[i64] = 19
"""Options of `space`: a space of the region, then the canoe track, the own Tokoh card, and (for a Liaison) none."""

TAKE_FOREST: Final[i64] = 0
RECRUIT: Final[i64] = 16
CYCLE: Final[i64] = 19
TASK: Final[i64] = 20
BRANCH: Final[i64] = 65
TRADE: Final[i64] = 69
TRIBUTE: Final[i64] = 70
ELDER: Final[i64] = 75
EMISSARY: Final[i64] = 76
UNTASK: Final[i64] = 77
OWN_CARD: Final[i64] = 122
DONE: Final[i64] = 123
GAIN_FISH: Final[i64] = 124
ACT_SIZE: Final[i64] = 125
"""Options of `act`: a Forest card, slot, Islander, branch, spirit or Islander is added to those that have a range;
`OWN_CARD` is the own Tokoh card instead of a Forest card, `GAIN_FISH` gains the fish that wait (BU-R10)."""

OP_GAIN: Final[i64] = 0
OP_IF_TOTEM: Final[i64] = 1
OP_PER_TOTEM: Final[i64] = 2
OP_TOTEM: Final[i64] = 3
OP_PER_ISLANDER: Final[i64] = 4
OP_GUIDE: Final[i64] = 5
OP_OUTLAW: Final[i64] = 6
"""A tribute to Ukum for which the card itself is discarded."""
OP_SCROLL: Final[i64] = 7
OP_TRADE: Final[i64] = 8
OP_CHOOSE: Final[i64] = 9
OP_TRIBUTE: Final[i64] = 10
OP_TASK: Final[i64] = 11
OP_RECRUIT: Final[i64] = 12
OP_CYCLE: Final[i64] = 13
OP_ELDER: Final[i64] = 14
OP_EMISSARY: Final[i64] = 15
OP_FOREST: Final[i64] = 16
OP_DEAL: Final[i64] = 17
"""A trade inside a chosen branch: choosing the branch has accepted it."""
OP_UNTASK: Final[i64] = 18
OP_FIELDS: Final[i64] = 5
"""Fields of an op: its number, two arguments, a count, 1 if it cannot be declined. Bags: where they begin in `bags`.

gain: bag · if_totem: spirit, bag · per_totem, per_islander: bag, most · totem: spirit · scroll: spirits, bag
trade: pay, gain · choose: first program, branches · tribute: spirits · task: Islanders that qualify"""

UNIT_FOREST: Final[i64] = 1
UNIT_RECRUIT: Final[i64] = 16
UNIT_CYCLE: Final[i64] = 256
UNIT_TASK: Final[i64] = 4096
UNIT_TRIBUTE: Final[i64] = 65536
UNIT_ELDER: Final[i64] = 1048576
UNIT_EMISSARY: Final[i64] = 16777216
UNIT_TRADE: Final[i64] = 268435456
UNIT_BRANCH: Final[i64] = 4294967296
UNIT_UNTASK: Final[i64] = 68719476736
UNITS: Final[i64] = 15
"""Of each unit there are at most so many: `units` holds four bits for each. Only modules have those from trade on."""


# -- gaining and paying -------------------------------------------------------------------------------------------


def gain(table: Buru, seat: i64, bag: i64, times: i64, source: str, which: i64, clause: str) -> None:
    """Add a bag to a seat's goods; the source is told to the log (BU-1.4, BU-1.6)."""
    bags = table.box.bags
    own = table.own
    at = seat * OWN
    own[at + CLAY] += bags[bag + CLAY] * times
    own[at + PALM] += bags[bag + PALM] * times
    own[at + EBONY] += bags[bag + EBONY] * times
    own[at + ESTEEM] += bags[bag + ESTEEM] * times
    before = own[at + FISH]
    if bags[bag + FISH] != 0:
        table.add_fish(seat, bags[bag + FISH] * times)
    if table.log is not None:
        amounts = (
            int(bags[bag + CLAY] * times),
            int(bags[bag + PALM] * times),
            int(bags[bag + EBONY] * times),
            int(own[at + FISH] - before),
            int(bags[bag + ESTEEM] * times),
        )
        table.tell("gain", (int(seat), amounts, source, label(table, source, which)), clause)


def gain_but_fish(
    table: Buru, seat: i64, bag: i64, times: i64, source: str, which: i64, clause: str, asked: bool
) -> i64:
    """Add a bag but for its fish, and return how many those are; `asked`: the seat says when it gains them (BU-R10)."""
    bags = table.box.bags
    own = table.own
    for i in range(GOODS):
        if i != FISH:
            own[seat * OWN + i] += bags[bag + i] * times
    fish = bags[bag + FISH] * times
    if table.log is not None:
        amounts = tuple([int(bags[bag + i] * times) if i != FISH else 0 for i in range(GOODS)])
        if any(amounts):
            table.tell("gain", (int(seat), amounts, source, label(table, source, which)), clause)
        if fish > 0:
            room = own[seat * OWN + FISH] < table.box.fish_cap
            table.tell("late_fish", (int(seat), int(fish), source, asked, room), "BU-R10")
    return fish


def label(table: Buru, source: str, which: i64) -> tuple[str, str]:
    """(id, words) of what gave something, for the log."""
    box = table.box
    if source == "islander" or source == "scroll" or source == "exile":
        return box.islanders[which]
    if source == "forest":
        return box.forest[which]
    if source == "decree":
        return box.decree_names[which]
    if source == "space":
        return box.spaces[which]
    if source == "tokoh":
        return box.tokoh[which]
    if source == "triumph" or source == "double":
        return box.regions[which]
    if source == "totem":
        return box.spirits[which]
    return ("", str(int(which)))


def gain_esteem(table: Buru, seat: i64, esteem: i64, source: str, which: i64, clause: str) -> None:
    """Move the seat's marker on the Esteem track (BU-1.6)."""
    table.own[seat * OWN + ESTEEM] += esteem
    if table.log is not None:
        table.tell("gain", (int(seat), (0, 0, 0, 0, int(esteem)), source, label(table, source, which)), clause)


def pay(table: Buru, seat: i64, bag: i64) -> None:
    """Spend a bag; it goes back to the supply (BU-1.5)."""
    bags = table.box.bags
    own = table.own
    for i in range(GOODS):
        own[seat * OWN + i] -= bags[bag + i]


def make_trade(table: Buru, seat: i64, cost: i64, bag: i64) -> None:
    """A transaction: all of one bag for all of the other (BU-8.4)."""
    pay(table, seat, cost)
    if table.log is not None:
        bags = table.box.bags
        table.tell("pay", (int(seat), tuple([int(bags[cost + i]) for i in range(GOODS)])), "BU-8.4")
    gain(table, seat, bag, 1, "trade", NONE, "BU-8.4")


def take_totem(table: Buru, seat: i64, spirit: i64) -> None:
    """From the board or from whoever holds it (BU-5.6)."""
    if table.log is not None:
        table.tell("totem", (int(seat), table.box.spirits[spirit], int(table.totems[spirit])), "BU-5.6")
    table.totems[spirit] = seat


def become_emissary(table: Buru, seat: i64) -> None:
    """The new Emissary replaces the old one at once (BU-1.3, BU-9.3)."""
    table.emissary = seat
    if table.log is not None:
        table.tell("emissary", (int(seat),), "BU-9.3")


# -- programs -----------------------------------------------------------------------------------------------------


def run_op(table: Buru, seat: i64, index: i64, source: str, which: i64, clause: str) -> None:
    """One op without a decision."""
    ops = table.box.ops
    op = ops[index * OP_FIELDS]
    first = ops[index * OP_FIELDS + 1]
    second = ops[index * OP_FIELDS + 2]
    if op == OP_GAIN:
        gain(table, seat, first, 1, source, which, clause)
    elif op == OP_IF_TOTEM:
        if table.totems[first] == seat:
            gain(table, seat, second, 1, source, which, "BU-8.8")
    elif op == OP_PER_TOTEM:
        held = totems_held(table, seat, second)
        if held > 0:
            gain(table, seat, first, held, source, which, "BU-8.8")
    elif op == OP_TOTEM:
        take_totem(table, seat, first)
    elif op == OP_PER_ISLANDER:
        crowd = islanders_held(table, seat, second)
        if crowd > 0:
            gain(table, seat, first, crowd, source, which, clause)
    else:
        for module in table.moments.effect:
            module.effect(table, seat, op, which)


def totems_held(table: Buru, seat: i64, most: i64) -> i64:
    """How many totems the seat holds, `most` of them at most."""
    held: i64 = 0
    for spirit in range(table.box.spirit_count):
        if table.totems[spirit] == seat and held < most:
            held += 1
    return held


def islanders_held(table: Buru, seat: i64, most: i64) -> i64:
    """How many Islanders the seat has, `most` of them at most."""
    count = count_bits(table.own[seat * OWN + TABLEAU])
    return count if count < most else most


def able_to_task(table: Buru, seat: i64, cards: i64) -> i64:
    """Those of the Islanders that the seat can task now (BU-8.1, BU-8.2, AM-10.5)."""
    return table.own[seat * OWN + TABLEAU] & ~(table.tasked | table.barred) & cards


def possible(table: Buru, seat: i64, program: i64) -> bool:
    """Some step of a branch would do something (rules, part 5)."""
    box = table.box
    ops = box.ops
    if box.program_asks[program] > box.program_start[program]:
        return True
    for i in range(box.program_asks[program], box.program_end[program]):
        op = ops[i * OP_FIELDS]
        at = i * OP_FIELDS
        if op in (OP_DEAL, OP_TRADE):
            if table.affords(seat, ops[at + 1]):
                return True
        elif op == OP_TRIBUTE:
            if payable(table, seat, ops[at + 1]) != 0:
                return True
        elif op == OP_TASK:
            if able_to_task(table, seat, ops[at + 1]) != 0:
                return True
        elif op == OP_UNTASK:
            if table.own[seat * OWN + TABLEAU] & table.tasked != 0:
                return True
        elif op == OP_RECRUIT:
            if can_recruit(table, seat, 0):
                return True
        elif op == OP_ELDER:
            if table.elder_count > 0:
                return True
        elif op == OP_EMISSARY:
            if table.emissary != seat:
                return True
        elif op == OP_FOREST:
            if table.forest_row != 0:
                return True
        elif op == OP_CYCLE:
            return True
    return False


# -- what can be chosen -------------------------------------------------------------------------------------------


def write_recruits(table: Buru, seat: i64, out: vec[i64], n: i64) -> i64:
    """The slots whose Islander the seat can pay (BU-7.1)."""
    row = table.row
    costs = table.box.islander_cost
    fish = table.own[seat * OWN + FISH]
    for slot in range(ROW):
        if row[slot] != NONE and costs[row[slot]] <= fish:
            out[n] = RECRUIT + slot
            n += 1
    return n


def can_recruit(table: Buru, seat: i64, discount: i64) -> bool:
    """The seat can pay some Islander of the row, with that discount of a Lawan (BU-13.19, BU-13.20)."""
    most = table.own[seat * OWN + FISH] + discount
    return any(table.row[slot] != NONE and table.box.islander_cost[table.row[slot]] <= most for slot in range(ROW))


def write_set(cards: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """One option for each card of a bit set."""
    option = first
    while cards != 0:
        if cards & 1 == 1:
            out[n] = option
            n += 1
        cards >>= 1
        option += 1
    return n


def payable(table: Buru, seat: i64, spirits: i64) -> i64:
    """Those of the spirits that have Tribute cards left and whose altar the seat can pay (BU-10.2, BU-10.3)."""
    own = table.own
    cost = table.altar_cost
    at = seat * OWN
    found: i64 = 0
    for spirit in range(table.box.spirit_count):
        if spirits & BIT[spirit] != 0 and table.tribute_left[spirit] > 0:
            c = spirit * 3
            if own[at + CLAY] >= cost[c] and own[at + PALM] >= cost[c + 1] and own[at + EBONY] >= cost[c + 2]:
                found |= BIT[spirit]
    for module in table.moments.payable:
        found = module.payable(table, seat, found)
    return found
