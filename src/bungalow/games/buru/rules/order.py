"""Where the order of benefits may matter: fish that meet the limit before some of them are paid (BU-R10).

Hot code. Of all goods only fish have a limit, so it never matters when anything else is gained. Nor does it matter when
fish are gained unless the same benefits may lead to paying fish, and unless all the fish that may come before that
payment, those that wait included, are more than the seat has room for.
"""

from typing import Final

from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.games.buru.rules.effects import (
    OP_CHOOSE,
    OP_DEAL,
    OP_FIELDS,
    OP_GAIN,
    OP_IF_TOTEM,
    OP_OUTLAW,
    OP_PER_ISLANDER,
    OP_PER_TOTEM,
    OP_RECRUIT,
    OP_SCROLL,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    UNIT_BRANCH,
    UNIT_RECRUIT,
    UNIT_TASK,
    UNIT_TRADE,
    UNIT_TRIBUTE,
    UNIT_UNTASK,
    UNITS,
    able_to_task,
    can_recruit,
    islanders_held,
    payable,
    totems_held,
)
from bungalow.games.buru.state import FISH, OWN, TABLEAU, UKUM, Buru

SPENDING: Final[i64] = UNITS * UNIT_RECRUIT + UNITS * UNIT_TRADE + UNITS * UNIT_BRANCH
"""Units of a space that may lead to paying fish otherwise than by tasking."""
WITH_FISH: Final[i64] = UNITS * UNIT_TASK + UNITS * UNIT_TRIBUTE
"""Units of a space that may bring fish before fish are paid otherwise."""


class Prospect:
    """What benefits that are still open may do to a seat's fish."""

    def __init__(self) -> None:
        self.tasks: i64 = 0
        self.cards: i64 = 0
        """How many Islanders may be tasked, and which."""
        self.upright: i64 = 0
        """Tasked Islanders that may be untasked first."""
        self.tributes: i64 = 0
        self.spirits: i64 = 0
        self.pays: bool = False
        """Fish may be paid otherwise than by tasking."""
        self.gains: i64 = 0
        """Fish that may be gained otherwise than by tasking and tribute, if fish are not paid otherwise."""

    def add(self, table: Buru, seat: i64, op: i64, first: i64, second: i64, count: i64) -> None:
        """One step that leaves a decision, so many times."""
        bags = table.box.bags
        if op == OP_TASK:
            self.tasks += count
            self.cards |= first
        elif op == OP_TRIBUTE:
            self.tributes += count
            self.spirits |= first
        elif op == OP_RECRUIT:
            self.pays = self.pays or can_recruit(table, seat, 0)
        elif op in (OP_TRADE, OP_DEAL):
            if bags[first + FISH] > 0:
                self.pays = True
            elif table.affords(seat, first):
                self.gains += bags[second + FISH]
        elif op == OP_CHOOSE:
            most: i64 = 0
            for branch in range(first, first + second):
                self.pays = self.pays or trades_fish(table, branch)
                fish = most_fish(table, seat, branch)
                if fish > most:
                    most = fish
            self.gains += most

    def matters(self, table: Buru, seat: i64, fish: i64) -> bool:
        """It makes a difference when so many fish are gained."""
        box = table.box
        if not self.pays and table.own[seat * OWN + TABLEAU] & box.fish_payers == 0:
            return False
        room = box.fish_cap - table.own[seat * OWN + FISH] - fish
        tasks = self.tasks
        reach: i64 = 0
        if tasks > 0:
            reach = reachable(table, seat, self.cards | self.upright, self.upright)
        if self.tributes > 0:
            able = payable(table, seat, self.spirits)
            if able != 0:
                room -= self.tributes * tribute_fish(table, seat)
            if able & BIT[UKUM] != 0 and opens_by_exile(table, seat):
                tasks += 1
                reach |= reachable(table, seat, ~0, 0)
        if self.pays:
            return best_tasks(table, seat, reach, tasks, tasks > 0) > room
        payers = reach & box.fish_payers
        if payers == 0:
            return False
        opened = opened_by(table, reach)
        card: i64 = 0
        while payers != 0:
            if payers & 1 == 1:
                chained = tasks > 1 or opened & BIT[card] != 0
                if best_tasks(table, seat, reach & ~BIT[card], tasks - 1, chained) + self.gains > room:
                    return True
            payers >>= 1
            card += 1
        return False


def matters_on_space(table: Buru, seat: i64, fish: i64) -> bool:
    """Whether it makes a difference when so many fish are gained on the space that the seat stands on."""
    units = table.units
    own = table.own
    box = table.box
    if units & SPENDING == 0:
        if own[seat * OWN + TABLEAU] & box.fish_payers == 0:
            return False
    elif units & WITH_FISH == 0 and own[seat * OWN + FISH] + fish <= box.fish_cap:
        return False
    space = table.space
    found = Prospect()
    found.add(table, seat, OP_TASK, box.space_tasks[space], 0, units // UNIT_TASK & UNITS)
    found.add(table, seat, OP_TRIBUTE, box.space_spirits[space], 0, units // UNIT_TRIBUTE & UNITS)
    if units & (UNITS * UNIT_RECRUIT) != 0:
        found.add(table, seat, OP_RECRUIT, 0, 0, 1)
    if units & (UNITS * UNIT_BRANCH) != 0:
        found.add(table, seat, OP_CHOOSE, box.space_branches[space * 2], box.space_branches[space * 2 + 1], 1)
    if units & (UNITS * UNIT_TRADE) != 0:
        found.add(table, seat, OP_TRADE, box.space_trade[space * 2], box.space_trade[space * 2 + 1], 1)
    if units >= UNIT_UNTASK:
        found.upright = own[seat * OWN + TABLEAU] & table.tasked
    return found.matters(table, seat, fish)


def matters_in_program(table: Buru, seat: i64, program: i64, fish: i64) -> bool:
    """Whether it makes a difference when so many fish of an effect list are gained."""
    box = table.box
    ops = box.ops
    found = Prospect()
    for i in range(box.program_asks[program], box.program_end[program]):
        at = i * OP_FIELDS
        if ops[at] != OP_SCROLL:
            found.add(table, seat, ops[at], ops[at + 1], ops[at + 2], ops[at + 3])
    return found.matters(table, seat, fish)


# -- what an Islander may bring or cost ---------------------------------------------------------------------------


def trades_fish(table: Buru, program: i64) -> bool:
    """Some trade of an effect list costs fish."""
    box = table.box
    for i in range(box.program_asks[program], box.program_end[program]):
        at = i * OP_FIELDS
        if box.ops[at] in (OP_TRADE, OP_DEAL) and box.bags[box.ops[at + 1] + FISH] > 0:
            return True
    return False


def most_fish(table: Buru, seat: i64, program: i64) -> i64:
    """The most fish that an effect list can bring now, tasks that it opens left out."""
    box = table.box
    ops = box.ops
    bags = box.bags
    total: i64 = 0
    for i in range(box.program_start[program], box.program_end[program]):
        op = ops[i * OP_FIELDS]
        first = ops[i * OP_FIELDS + 1]
        second = ops[i * OP_FIELDS + 2]
        if op == OP_GAIN:
            total += bags[first + FISH]
        elif op == OP_IF_TOTEM:
            if table.totems[first] == seat:
                total += bags[second + FISH]
        elif op == OP_PER_TOTEM:
            total += bags[first + FISH] * totems_held(table, seat, second)
        elif op == OP_PER_ISLANDER:
            total += bags[first + FISH] * islanders_held(table, seat, second)
        elif op in (OP_TRADE, OP_DEAL):
            if table.affords(seat, first):
                total += bags[second + FISH]
        elif op == OP_CHOOSE:
            most: i64 = 0
            for branch in range(first, first + second):
                fish = most_fish(table, seat, branch)
                if fish > most:
                    most = fish
            total += most
        elif op == OP_OUTLAW or (op == OP_TRIBUTE and payable(table, seat, first) != 0):
            total += tribute_fish(table, seat)
    return total


def card_fish(table: Buru, seat: i64, card: i64) -> i64:
    """The most fish that tasking an Islander can bring now, with what an Outlaw gives when it is exiled."""
    box = table.box
    fish = most_fish(table, seat, box.islander_program[card])
    bonus = box.islander_bonus[card]
    return fish if bonus < 0 else fish + most_fish(table, seat, bonus)


def tribute_fish(table: Buru, seat: i64) -> i64:
    """The most fish that one tribute can bring, by altar Decrees and scrolls, also of Islanders yet to be tasked."""
    box = table.box
    best: i64 = 0
    for spirit in range(box.spirit_count):
        fish: i64 = 0
        for decree in range(len(box.decree_spirit)):
            if table.decrees & BIT[decree] != 0 and box.decree_spirit[decree] == spirit:
                fish += most_fish(table, seat, box.decree_program[decree])
        scrolls = table.own[seat * OWN + TABLEAU] & box.scroll_set[spirit]
        card: i64 = 0
        while scrolls != 0:
            if scrolls & 1 == 1:
                program = box.islander_program[card]
                for i in range(box.program_asks[program], box.program_end[program]):
                    at = i * OP_FIELDS
                    if box.ops[at] == OP_SCROLL and box.ops[at + 1] & BIT[spirit] != 0:
                        fish += box.bags[box.ops[at + 2] + FISH]
            scrolls >>= 1
            card += 1
        if fish > best:
            best = fish
    return best


def reachable(table: Buru, seat: i64, cards: i64, upright: i64) -> i64:
    """Those of the Islanders that can be tasked, and those that tasking them lets the seat task."""
    box = table.box
    found = able_to_task(table, seat, cards) | (upright & ~table.barred)
    before: i64 = 0
    while found & box.openers != before:
        before = found & box.openers
        found |= able_to_task(table, seat, opened_by(table, before))
    return found


def opens_by_exile(table: Buru, seat: i64) -> bool:
    """The seat has an Islander whose exile lets it task another one."""
    box = table.box
    openers = table.own[seat * OWN + TABLEAU] & box.openers
    card: i64 = 0
    while openers != 0:
        if openers & 1 == 1 and box.islander_bonus[card] >= 0:
            return True
        openers >>= 1
        card += 1
    return False


def opened_by(table: Buru, cards: i64) -> i64:
    """The Islanders that tasking these lets a seat task."""
    box = table.box
    openers = cards & box.openers
    found: i64 = 0
    card: i64 = 0
    while openers != 0:
        if openers & 1 == 1:
            found |= box.task_openers[card]
        openers >>= 1
        card += 1
    return found


def best_tasks(table: Buru, seat: i64, cards: i64, tasks: i64, openers: bool) -> i64:
    """The most fish that so many tasks can bring, with those of the Islanders that open another task if `openers`.

    Such an Islander is not counted as a task: it gives the one back that it takes.
    """
    box = table.box
    total: i64 = 0
    card: i64 = 0
    if openers:
        rest = cards & box.openers
        while rest != 0:
            if rest & 1 == 1:
                total += card_fish(table, seat, card)
            rest >>= 1
            card += 1
    cards &= ~box.openers
    while tasks > 0 and cards != 0:
        best: i64 = 0
        best_card: i64 = 0
        card = 0
        rest = cards
        while rest != 0:
            if rest & 1 == 1:
                fish = card_fish(table, seat, card)
                if fish > best:
                    best = fish
                    best_card = card
            rest >>= 1
            card += 1
        if best == 0:
            break
        total += best
        cards &= ~BIT[best_card]
        tasks -= 1
    return total
