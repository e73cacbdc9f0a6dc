"""The effect machine: one language for Islanders, action spaces, Decrees and Triumph rewards (rules, part 5).

Hot code. A program is a row of ops. Those without a decision run first; the others are pushed as `EffectStep`s, which
exist once for an edition. An action space is a pool of units instead (`Act`). What a unit does is `perform`, for both.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.buru.state import (
    CLAY,
    EBONY,
    ELDERS,
    ESTEEM,
    FISH,
    GOODS,
    OWN,
    PALM,
    ROW,
    SPIRITS,
    TABLEAU,
    TRIBUTES,
    Buru,
    Prepared,
    cards_of,
    count_bits,
)

PLACE: Final[i64] = 0
SPACE: Final[i64] = 1
PICK: Final[i64] = 2
ACT: Final[i64] = 3
DISCARD: Final[i64] = 4
"""The kinds of questions."""

TAKE_FOREST: Final[i64] = 0
RECRUIT: Final[i64] = 16
CYCLE: Final[i64] = 19
TASK: Final[i64] = 20
BRANCH: Final[i64] = 56
TRADE: Final[i64] = 58
TRIBUTE: Final[i64] = 59
ELDER: Final[i64] = 62
EMISSARY: Final[i64] = 63
DONE: Final[i64] = 64
ACT_SIZE: Final[i64] = 65
"""Options of `act`: a Forest card, a slot of the row, an Islander, a branch or a spirit is added to the first five."""

OP_GAIN: Final[i64] = 0
OP_IF_TOTEM: Final[i64] = 1
OP_PER_TOTEM: Final[i64] = 2
OP_TOTEM: Final[i64] = 3
OP_SCROLL: Final[i64] = 4
OP_TRADE: Final[i64] = 5
OP_CHOOSE: Final[i64] = 6
OP_TRIBUTE: Final[i64] = 7
OP_TASK: Final[i64] = 8
OP_RECRUIT: Final[i64] = 9
OP_CYCLE: Final[i64] = 10
OP_ELDER: Final[i64] = 11
OP_EMISSARY: Final[i64] = 12
OP_FOREST: Final[i64] = 13
OP_DEAL: Final[i64] = 14
"""A trade inside a chosen branch: choosing the branch has accepted it."""
OP_FIELDS: Final[i64] = 4
"""Fields of an op: its number, two arguments, a count. Bags are given by where they begin in `bags`.

gain: bag · if_totem: spirit, bag · per_totem: bag · totem: spirit · scroll: spirits, bag · trade: pay, gain
choose: two programs · tribute: spirits · task: Islanders that qualify"""

UNIT_FOREST: Final[i64] = 1
UNIT_RECRUIT: Final[i64] = 16
UNIT_CYCLE: Final[i64] = 256
UNIT_TASK: Final[i64] = 4096
UNIT_TRIBUTE: Final[i64] = 65536
UNIT_ELDER: Final[i64] = 1048576
UNIT_EMISSARY: Final[i64] = 16777216
UNITS: Final[i64] = 15
"""Of each unit there are at most so many: `units` holds four bits for each."""


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


def label(table: Buru, source: str, which: i64) -> tuple[str, str]:
    """(id, words) of what gave something, for the log."""
    box = table.box
    if source == "islander" or source == "scroll":
        return box.islanders[which]
    if source == "forest":
        return box.forest[which]
    if source == "decree":
        return box.decree_names[which]
    if source == "space":
        return box.spaces[which]
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


def run_program(table: Buru, seat: i64, program: i64, source: str, which: i64, clause: str) -> None:
    """Do what needs no decision, then leave the decisions on the stack, the first on top."""
    box = table.box
    ops = box.ops
    asks = box.program_asks[program]
    for i in range(box.program_start[program], asks):
        run_op(table, seat, i, source, which, clause)
    i = box.program_end[program] - 1
    while i >= asks:
        if ops[i * OP_FIELDS] != OP_SCROLL:
            table.push(box.steps[box.op_steps[i] + ops[i * OP_FIELDS + 3] - 1])
        i -= 1


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
        held: i64 = 0
        for spirit in range(SPIRITS):
            if table.totems[spirit] == seat:
                held += 1
        if held > 0:
            gain(table, seat, first, held, source, which, "BU-8.8")
    elif op == OP_TOTEM:
        take_totem(table, seat, first)


def possible(table: Buru, seat: i64, program: i64) -> bool:
    """Some step of a branch would do something (rules, part 5)."""
    box = table.box
    ops = box.ops
    if box.program_asks[program] > box.program_start[program]:
        return True
    scratch = table.game.scratch()
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
            if table.own[seat * OWN + TABLEAU] & ~table.tasked & ops[at + 1] != 0:
                return True
        elif op == OP_RECRUIT:
            if write_recruits(table, seat, scratch, 0) > 0:
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
    for spirit in range(SPIRITS):
        if spirits & BIT[spirit] != 0 and table.tribute_left[spirit] > 0:
            c = spirit * 3
            if own[at + CLAY] >= cost[c] and own[at + PALM] >= cost[c + 1] and own[at + EBONY] >= cost[c + 2]:
                found |= BIT[spirit]
    return found


class Act(Choice):
    """The icons of an action space, any of them, in any order, or none (BU-5.9; BU-D4, BU-D7, BU-D8, BU-D11)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        units = table.units
        n: i64 = 0
        if units != 0:
            if units & (UNITS * UNIT_FOREST) != 0:
                n = write_set(table.forest_row, TAKE_FOREST, out, n)
            if units & (UNITS * UNIT_RECRUIT) != 0:
                n = write_recruits(table, seat, out, n)
            if units & (UNITS * UNIT_CYCLE) != 0:
                out[n] = CYCLE
                n += 1
            if units & (UNITS * UNIT_TASK) != 0:
                able = table.own[seat * OWN + TABLEAU] & ~table.tasked & table.box.space_tasks[table.space]
                n = write_set(able, TASK, out, n)
            if units & (UNITS * UNIT_TRIBUTE) != 0:
                n = write_set(payable(table, seat, table.box.space_spirits[table.space]), TRIBUTE, out, n)
            if units & (UNITS * UNIT_ELDER) != 0 and table.elder_count > 0:
                out[n] = ELDER
                n += 1
            if units & (UNITS * UNIT_EMISSARY) != 0 and table.emissary != seat:
                out[n] = EMISSARY
                n += 1
        out[n] = DONE
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == DONE:
            finish_action(table)
            return
        table.units -= unit_of(option)
        table.push(self)
        perform(table, seat, option)


def unit_of(option: i64) -> i64:
    """The unit that an option of an action space uses up."""
    if option < RECRUIT:
        return UNIT_FOREST
    if option < CYCLE:
        return UNIT_RECRUIT
    if option == CYCLE:
        return UNIT_CYCLE
    if option < BRANCH:
        return UNIT_TASK
    if option < ELDER:
        return UNIT_TRIBUTE
    return UNIT_ELDER if option == ELDER else UNIT_EMISSARY


def start_action(table: Buru, seat: i64, space: i64) -> None:
    """Stack the Explorers on a space; its plain gains come at once (BU-5.8, BU-8.7, BU-R10)."""
    box = table.box
    table.spaces[space] = seat
    table.space = space
    table.units = box.space_units[space]
    table.late_fish = 0
    if table.log is not None:
        table.tell("space", (int(seat), table.box.spaces[space]), "BU-5.8")
    bag = box.space_gain[space]
    if bag == NONE:
        return
    fish = box.bags[bag + FISH]
    if fish > 0 and table.own[seat * OWN + FISH] + fish > box.fish_cap:
        table.late_fish = fish
        own = table.own
        for i in range(GOODS):
            if i != FISH:
                own[seat * OWN + i] += box.bags[bag + i]
        if table.log is not None:
            table.tell("late_fish", (int(seat), int(fish)), "BU-R10")
    else:
        gain(table, seat, bag, 1, "space", space, "BU-8.7")


def finish_action(table: Buru) -> None:
    """The action is over; fish that waited arrive (BU-R10)."""
    if table.late_fish > 0:
        before = table.own[table.acting * OWN + FISH]
        table.add_fish(table.acting, table.late_fish)
        table.late_fish = 0
        if table.log is not None:
            got = int(table.own[table.acting * OWN + FISH] - before)
            table.tell("gain", (int(table.acting), (0, 0, 0, got, 0), "space", table.box.spaces[table.space]), "BU-R10")
    table.units = 0
    table.space = NONE


class EffectStep(Choice):
    """A step of a card's effect that leaves a decision (BU-D2, BU-D3, BU-D8 to BU-D12)."""

    def __init__(self, code: i64, op: i64, first: i64, second: i64, left: i64) -> None:
        super().__init__(code, ACT)
        self.op: i64 = op
        self.first: i64 = first
        self.second: i64 = second
        self.left: i64 = left
        """How many times it may still be done."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        op = self.op
        n: i64 = 0
        if op == OP_TASK:
            n = write_set(table.own[seat * OWN + TABLEAU] & ~table.tasked & self.first, TASK, out, n)
        elif op == OP_TRIBUTE:
            n = write_set(payable(table, seat, self.first), TRIBUTE, out, n)
        elif op == OP_CHOOSE:
            one = possible(table, seat, self.first)
            two = possible(table, seat, self.second)
            if one:
                out[n] = BRANCH
                n += 1
            if two:
                out[n] = BRANCH + 1
                n += 1
        elif op in (OP_TRADE, OP_DEAL):
            if table.affords(seat, self.first):
                out[n] = TRADE
                n += 1
                if op == OP_DEAL:
                    return n
        elif op == OP_ELDER:
            if table.elder_count > 0:
                out[n] = ELDER
                n += 1
        elif op == OP_RECRUIT:
            n = write_recruits(table, seat, out, n)
        elif op == OP_FOREST:
            n = write_set(table.forest_row, TAKE_FOREST, out, n)
        elif op == OP_EMISSARY:
            if table.emissary != seat:
                out[n] = EMISSARY
                n += 1
        else:  # OP_CYCLE
            out[n] = CYCLE
            n += 1
        out[n] = DONE
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == DONE:
            return
        if self.left > 1:
            table.push(table.box.steps[self.code - STEP_CODE - 1])
        if option == TRADE:
            make_trade(table, seat, self.first, self.second)
        elif option == BRANCH:
            run_program(table, seat, self.first, "branch", 0, "BU-8.5")
        elif option == BRANCH + 1:
            run_program(table, seat, self.second, "branch", 1, "BU-8.5")
        else:
            perform(table, seat, option)


STEP_CODE: Final[i64] = 1000
PICK_CODE: Final[i64] = 900


def build_steps(box: Prepared) -> None:
    """Make the decisions of an edition's effects and Forest cards: one step for each op and number of times left."""
    ops = box.ops
    count = len(ops) // OP_FIELDS
    places = vec[i64]([NONE] * count)
    steps: list[Step] = []
    for i in range(count):
        at = i * OP_FIELDS
        if ops[at] < OP_TRADE:
            continue
        places[i] = len(steps)
        for left in range(1, ops[at + 3] + 1):
            steps.append(EffectStep(STEP_CODE + len(steps), ops[at], ops[at + 1], ops[at + 2], left))
    box.op_steps = places
    box.steps = steps


# -- what a unit does ---------------------------------------------------------------------------------------------


def perform(table: Buru, seat: i64, option: i64) -> None:
    """Use one unit: recruit, cycle, task, tribute, Elder, Emissary or Forest card."""
    if option < RECRUIT:
        take_forest_card(table, seat, option)
    elif option < CYCLE:
        recruit(table, seat, option - RECRUIT, 0)
    elif option == CYCLE:
        cycle(table, seat)
    elif option < BRANCH:
        task(table, seat, option - TASK)
    elif option < ELDER:
        pay_tribute(table, seat, option - TRIBUTE)
    elif option == ELDER:
        collect_elder(table, seat)
    else:
        become_emissary(table, seat)


def take_forest_card(table: Buru, seat: i64, card: i64) -> None:
    """Gain a Forest card's resources and discard it (BU-6.1); it is not replaced (BU-6.2)."""
    box = table.box
    table.forest_row &= ~BIT[card]
    table.forest_discard |= BIT[card]
    if table.log is not None:
        table.tell("forest", (int(seat), box.forest[card]), "BU-6.1")
    gain(table, seat, box.forest_bag[card], 1, "forest", card, "BU-6.1")
    i = box.forest_picks[card + 1] - 1
    while i >= box.forest_picks[card]:
        table.push(box.picks[i])
        i -= 1


class Pick(Choice):
    """A choice of resources on a Forest card: one of them (BU-6.3, BU-D5)."""

    def __init__(self, code: i64, card: i64, resources: i64, first: i64) -> None:
        super().__init__(code, PICK)
        self.card: i64 = card
        self.resources: i64 = resources
        self.first: i64 = first
        """The resource nearest to the top of the card, for a Lawan (BU-13.16)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_set(self.resources, 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        pick_resource(cast(Buru, state), seat, option, self.card)


def pick_resource(table: Buru, seat: i64, resource: i64, card: i64) -> None:
    """One token of the chosen resource."""
    table.own[seat * OWN + resource] += 1
    if table.log is not None:
        amounts = (int(resource == CLAY), int(resource == PALM), int(resource == EBONY), 0, 0)
        table.tell("gain", (int(seat), amounts, "forest", table.box.forest[card]), "BU-6.3")


def draw_islander(table: Buru) -> i64:
    """The top card of the Islander deck, renewed from the discards if need be; `NONE` without any (BU-1.9, BU-R5)."""
    if table.islander_count == 0:
        if table.islander_discard == 0:
            return NONE
        deck = cards_of(table.islander_discard, len(table.islander_deck))
        table.islander_count = count_bits(table.islander_discard)
        table.islander_discard = 0
        table.shuffle(deck, table.islander_count)
        table.islander_deck = deck
        if table.log is not None:
            table.tell("reshuffle", ("Islander", int(table.islander_count)), "BU-1.9")
    table.reveal()
    table.islander_count -= 1
    return table.islander_deck[table.islander_count]


def recruit(table: Buru, seat: i64, slot: i64, discount: i64) -> None:
    """Pay, take the card untasked, and refill the slot at once (BU-7.1, BU-7.2)."""
    card = table.row[slot]
    cost = table.box.islander_cost[card] - discount
    if cost < 0:
        cost = 0
    table.own[seat * OWN + FISH] -= cost
    table.own[seat * OWN + TABLEAU] |= BIT[card]
    order = table.recruited[:]
    at: i64 = 0
    while order[at] != NONE:
        at += 1
    order[at] = card
    table.recruited = order
    if table.log is not None:
        table.tell("recruit", (int(seat), table.box.islanders[card], int(cost)), "BU-7.1")
    table.row[slot] = NONE
    table.row[slot] = draw_islander(table)
    if table.log is not None:
        tell_refill(table, slot, "BU-7.2")


def tell_refill(table: Buru, slot: i64, clause: str) -> None:
    """Log what was drawn into a slot of the row."""
    card = table.row[slot]
    if card != NONE:
        table.tell("refill", (int(slot), table.box.islanders[card]), clause)
    else:
        table.tell("no_refill", (int(slot),), "BU-R5")


def cycle(table: Buru, seat: i64) -> None:
    """Discard the whole row, then draw anew (BU-7.3)."""
    row = table.row
    if table.log is not None:
        table.tell("cycle", (int(seat),), "BU-7.3")
    for slot in range(ROW):
        if row[slot] != NONE:
            table.islander_discard |= BIT[row[slot]]
            row[slot] = NONE
    for slot in range(ROW):
        row[slot] = draw_islander(table)
        if table.log is not None:
            tell_refill(table, slot, "BU-7.3")


def task(table: Buru, seat: i64, card: i64) -> None:
    """Turn an Islander sideways and gain its benefit (BU-8.1); it is tasked before its steps run."""
    table.tasked |= BIT[card]
    if table.log is not None:
        table.tell("task", (int(seat), table.box.islanders[card]), "BU-8.1")
    run_program(table, seat, table.box.islander_program[card], "islander", card, "BU-8.1")


def pay_tribute(table: Buru, seat: i64, spirit: i64) -> None:
    """Pay the altar's cost in full and draw the top Tribute card (BU-10.2, BU-10.4)."""
    cost = table.altar_cost
    own = table.own
    for i in range(3):
        own[seat * OWN + i] -= cost[spirit * 3 + i]
    left = table.tribute_left[spirit] - 1
    table.tribute_left[spirit] = left
    card = table.tribute_deck[table.box.tribute_start[spirit] + left]
    own[seat * OWN + TRIBUTES] |= BIT[card]
    if table.log is not None:
        table.tell("tribute", (int(seat), table.box.spirits[spirit]), "BU-10.4")
    if seat < table.humans:
        table.reveal()
        if table.log is not None:
            value = int(table.box.tribute_value[card])
            table.tell("tribute_value", (int(seat), table.box.spirits[spirit], value), "BU-10.4", BIT[seat])
    table.moments.tribute_paid(table, seat, spirit)


def draw_elder(table: Buru, seat: i64) -> i64:
    """Move the top Elder to the seat."""
    table.elder_count -= 1
    elder = table.elder_deck[table.elder_count]
    table.own[seat * OWN + ELDERS] |= BIT[elder]
    return elder


def collect_elder(table: Buru, seat: i64) -> None:
    """Draw two Elders, or what is there, then put one back (BU-9.2, BU-R6)."""
    drawn: i64 = 0
    table.reveal()
    if table.log is not None:
        table.tell("elders", (int(seat), int(table.elder_count if table.elder_count < 2 else 2)), "BU-9.2")
    while drawn < 2 and table.elder_count > 0:
        elder = draw_elder(table, seat)
        drawn += 1
        if table.log is not None:
            table.tell("elder_drawn", (int(seat), table.box.elders[elder]), "BU-9.2", BIT[seat])
    table.push(PUT_ELDER_BACK)


class PutElderBack(Choice):
    """Any one of your Elders goes face down under the deck (BU-9.2, BU-D13)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_set(cast(Buru, state).own[seat * OWN + ELDERS], 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        table.own[seat * OWN + ELDERS] &= ~BIT[option]
        size = len(table.elder_deck)
        deck = vec[i64]([NONE] * size)
        by = vec[i64]([NONE] * size)
        for i in range(table.elder_count):
            deck[i + 1] = table.elder_deck[i]
            by[i + 1] = table.elder_by[i]
        deck[0] = option
        by[0] = seat
        table.elder_deck = deck
        table.elder_by = by
        table.elder_count += 1
        if table.log is not None:
            table.tell("elder_back", (int(seat),), "BU-9.2")
            table.tell("elder_put", (int(seat), table.box.elders[option]), "BU-9.2", BIT[seat])


CHOOSE_PARTS: Final = Act(1, ACT)
PUT_ELDER_BACK: Final = PutElderBack(2, DISCARD)
