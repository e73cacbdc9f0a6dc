"""The choices of an action: the icons of a space as a pool of units, and the steps of a card that ask something.

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.buru.rules.deeds import (
    perform,
)
from bungalow.games.buru.rules.effects import (
    ACT,
    BRANCH,
    CYCLE,
    DONE,
    ELDER,
    EMISSARY,
    GAIN_FISH,
    OP_CHOOSE,
    OP_DEAL,
    OP_ELDER,
    OP_EMISSARY,
    OP_FIELDS,
    OP_FOREST,
    OP_PER_ISLANDER,
    OP_PER_TOTEM,
    OP_RECRUIT,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    OP_UNTASK,
    RECRUIT,
    TAKE_FOREST,
    TASK,
    TRADE,
    TRIBUTE,
    UNIT_BRANCH,
    UNIT_CYCLE,
    UNIT_ELDER,
    UNIT_EMISSARY,
    UNIT_FOREST,
    UNIT_RECRUIT,
    UNIT_TASK,
    UNIT_TRADE,
    UNIT_TRIBUTE,
    UNIT_UNTASK,
    UNITS,
    UNTASK,
    able_to_task,
    gain,
    gain_but_fish,
    islanders_held,
    make_trade,
    payable,
    possible,
    run_op,
    totems_held,
    write_recruits,
    write_set,
)
from bungalow.games.buru.rules.order import Prospect, matters_on_space
from bungalow.games.buru.rules.programs import (
    STEP_CODE,
    WAITING_CODE,
    fell_behind,
    gain_waiting,
    run_program,
    settle,
    take_waiting,
    waiting_below,
)
from bungalow.games.buru.state import (
    FISH,
    OWN,
    TABLEAU,
    Buru,
)
from bungalow.games.buru.tables import Prepared


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
                n = write_set(able_to_task(table, seat, table.box.space_tasks[table.space]), TASK, out, n)
            if units >= UNIT_TRADE:
                n = write_deals(table, seat, out, n)
            if units & (UNITS * UNIT_TRIBUTE) != 0:
                n = write_set(payable(table, seat, table.box.space_spirits[table.space]), TRIBUTE, out, n)
            if units & (UNITS * UNIT_ELDER) != 0 and table.elder_count > 0:
                out[n] = ELDER
                n += 1
            if units & (UNITS * UNIT_EMISSARY) != 0 and table.emissary != seat:
                out[n] = EMISSARY
                n += 1
            if units >= UNIT_UNTASK:
                n = write_set(table.own[seat * OWN + TABLEAU] & table.tasked, UNTASK, out, n)
        out[n] = DONE
        if table.late_fish > 0 and n > 0 and has_room(table, seat) and matters_on_space(table, seat, table.late_fish):
            n += 1
            out[n] = GAIN_FISH
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == DONE:
            finish_action(table)
            return
        table.push(self)
        if option == GAIN_FISH:
            gain_waiting(table, seat, table.late_fish, table.space)
            table.late_fish = 0
            table.ahead = 0  # nobody could do so by earlier rules, so there is nothing to compare
            table.ahead_late = 0
            return
        table.units -= unit_of(option)
        if BRANCH <= option < TRIBUTE:
            strike_deal(table, seat, option)
        else:
            perform(table, seat, option)


def has_room(table: Buru, seat: i64) -> bool:
    """The seat's fish are below the limit (BU-1.4)."""
    return table.own[seat * OWN + FISH] < table.box.fish_cap


def write_deals(table: Buru, seat: i64, out: vec[i64], n: i64) -> i64:
    """The branches and the trade of a Tokoh card's space that are possible."""
    box = table.box
    space = table.space
    if table.units & (UNITS * UNIT_BRANCH) != 0:
        for branch in range(box.space_branches[space * 2 + 1]):
            if possible(table, seat, box.space_branches[space * 2] + branch):
                out[n] = BRANCH + branch
                n += 1
    if table.units & (UNITS * UNIT_TRADE) != 0 and table.affords(seat, box.space_trade[space * 2]):
        out[n] = TRADE
        n += 1
    return n


def strike_deal(table: Buru, seat: i64, option: i64) -> None:
    """Take a branch, or make the trade, of a space."""
    box = table.box
    space = table.space
    if option == TRADE:
        make_trade(table, seat, box.space_trade[space * 2], box.space_trade[space * 2 + 1])
    else:
        branch = option - BRANCH
        run_program(table, seat, box.space_branches[space * 2] + branch, "branch", branch, "BU-8.5")


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
    if option < TRADE:
        return UNIT_BRANCH
    if option == TRADE:
        return UNIT_TRADE
    if option < ELDER:
        return UNIT_TRIBUTE
    if option == ELDER:
        return UNIT_ELDER
    return UNIT_EMISSARY if option == EMISSARY else UNIT_UNTASK


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
    if bag != NONE:
        gain_on_space(table, seat, bag, 1)


def gain_on_space(table: Buru, seat: i64, bag: i64, times: i64) -> None:
    """Goods of a space; fish wait if they do not fit, or if it may matter when a human gains them (BU-R10)."""
    box = table.box
    fish = box.bags[bag + FISH] * times
    room = box.fish_cap - table.own[seat * OWN + FISH]
    asked = fish > 0 and seat < table.humans and matters_on_space(table, seat, fish + table.late_fish)
    if asked or fish > room:
        table.late_fish += gain_but_fish(table, seat, bag, times, "space", table.space, "BU-8.7", asked)
        if fish > room + table.ahead:
            table.ahead_late += fish
        else:
            fell_behind(table, seat, fish)
    else:
        gain(table, seat, bag, times, "space", table.space, "BU-8.7")


def begin_action(table: Buru, seat: i64, space: i64) -> None:
    """A space of a module: canoe track or Tokoh card. Whatever needs no decision is gained at once."""
    start_action(table, seat, space)
    box = table.box
    program = box.space_extra[space]
    if program == NONE:
        return
    ops = box.ops
    for i in range(box.program_start[program], box.program_end[program]):
        at = i * OP_FIELDS
        times: i64 = 0
        if ops[at] == OP_PER_TOTEM:
            times = totems_held(table, seat, ops[at + 2])
        elif ops[at] == OP_PER_ISLANDER:
            times = islanders_held(table, seat, ops[at + 2])
        else:
            run_op(table, seat, i, "space", space, "AM-6.8")
        if times > 0:
            gain_on_space(table, seat, ops[at + 1], times)


def finish_action(table: Buru) -> None:
    """The action is over; fish that still wait are gained (BU-R10)."""
    if table.late_fish > 0:
        gain_waiting(table, table.acting, table.late_fish, table.space)
        table.late_fish = 0
    if table.ahead | table.ahead_late != 0:
        settle(table)
    table.units = 0
    table.space = NONE


class EffectStep(Choice):
    """A step of a card's effect that leaves a decision (BU-D2, BU-D3, BU-D8 to BU-D12)."""

    def __init__(self, code: i64, op: i64, first: i64, second: i64, left: i64, must: bool) -> None:
        super().__init__(code, ACT)
        self.op: i64 = op
        self.first: i64 = first
        self.second: i64 = second
        self.left: i64 = left
        """How many times it may still be done."""
        self.must: bool = must
        """It cannot be declined: a start benefit (AM-D2)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        op = self.op
        n: i64 = 0
        if op == OP_TASK:
            n = write_set(able_to_task(table, seat, self.first), TASK, out, n)
        elif op == OP_TRIBUTE:
            n = write_set(payable(table, seat, self.first), TRIBUTE, out, n)
        elif op == OP_CHOOSE:
            for branch in range(self.second):
                if possible(table, seat, self.first + branch):
                    out[n] = BRANCH + branch
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
        elif op == OP_UNTASK:
            n = write_set(table.own[seat * OWN + TABLEAU] & table.tasked, UNTASK, out, n)
        else:  # OP_CYCLE
            out[n] = CYCLE
            n += 1
        if self.must and n > 0:
            return n
        out[n] = DONE
        if table.lists_waiting > 0 and n > 0 and self.may_gain_fish(table, seat):
            n += 1
            out[n] = GAIN_FISH
        return n + 1

    def may_gain_fish(self, table: Buru, seat: i64) -> bool:
        """Fish of the same effect list wait, and it may still matter when they are gained (BU-R10)."""
        top = table.stack_height - 1
        at = waiting_below(table, top)
        if at == NONE or not has_room(table, seat):
            return False
        left = Prospect()
        while top > at:
            step = table.stack[top]
            if isinstance(step, EffectStep):
                left.add(table, seat, step.op, step.first, step.second, step.left)
            top -= 1
        return left.matters(table, seat, table.stack[at].code - WAITING_CODE)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == DONE:
            return
        if option == GAIN_FISH:
            take_waiting(table, seat, waiting_below(table, table.stack_height - 1))
            table.push(self)
            return
        if self.left > 1:
            table.push(table.box.steps[self.code - STEP_CODE - 1])
        if option == TRADE:
            make_trade(table, seat, self.first, self.second)
        elif BRANCH <= option < TRADE:
            run_program(table, seat, self.first + option - BRANCH, "branch", option - BRANCH, "BU-8.5")
        else:
            perform(table, seat, option)


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
            steps.append(make_step(ops, at, STEP_CODE + len(steps), left))
    box.op_steps = places
    box.steps = steps


def make_step(ops: vec[i64], at: i64, code: i64, left: i64) -> EffectStep:
    return EffectStep(code, ops[at], ops[at + 1], ops[at + 2], left, ops[at + 4] == 1)


CHOOSE_PARTS: Final = Act(1, ACT)
