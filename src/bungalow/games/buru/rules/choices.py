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
    OP_CHOOSE,
    OP_DEAL,
    OP_ELDER,
    OP_EMISSARY,
    OP_FIELDS,
    OP_FOREST,
    OP_RECRUIT,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    RECRUIT,
    TAKE_FOREST,
    TASK,
    TRADE,
    TRIBUTE,
    UNIT_CYCLE,
    UNIT_ELDER,
    UNIT_EMISSARY,
    UNIT_FOREST,
    UNIT_RECRUIT,
    UNIT_TASK,
    UNIT_TRIBUTE,
    UNITS,
    gain,
    make_trade,
    payable,
    possible,
    run_program,
    write_recruits,
    write_set,
)
from bungalow.games.buru.state import (
    FISH,
    GOODS,
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


CHOOSE_PARTS: Final = Act(1, ACT)
