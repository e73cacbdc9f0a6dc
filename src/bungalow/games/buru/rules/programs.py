"""Running an effect list: what needs no decision is done, the decisions are left on the stack (rules, part 5).

Hot code. Fish wait where their order may matter: a step below the decisions gains them at the end, if they have not
been gained before (BU-R10).
"""

from typing import Final, cast

from mypy_extensions import i64

from bungalow.core.contract import NONE, State, Step
from bungalow.games.buru.rules.effects import (
    OP_FIELDS,
    OP_GAIN,
    OP_IF_TOTEM,
    OP_PER_ISLANDER,
    OP_PER_TOTEM,
    OP_SCROLL,
    gain_but_fish,
    islanders_held,
    run_op,
    totems_held,
)
from bungalow.games.buru.rules.order import matters_in_program
from bungalow.games.buru.state import FISH, OWN, Buru

WAITING_CODE: Final[i64] = 300
MOST_WAITING: Final[i64] = 99
"""Of one effect list; as many as an edition's limit of fish can be."""
STEP_CODE: Final[i64] = 1000
"""Of the first decision of an effect list (`choices.EffectStep`)."""


def run_program(table: Buru, seat: i64, program: i64, source: str, which: i64, clause: str) -> None:
    """Do what needs no decision, then leave the decisions on the stack, the first on top."""
    box = table.box
    ops = box.ops
    asks = box.program_asks[program]
    if box.program_waits[program] == 0 or not let_fish_wait(table, seat, program, source, which, clause):
        for i in range(box.program_start[program], asks):
            run_op(table, seat, i, source, which, clause)
    i = box.program_end[program] - 1
    while i >= asks:
        if ops[i * OP_FIELDS] != OP_SCROLL:
            table.push(box.steps[box.op_steps[i] + ops[i * OP_FIELDS + 3] - 1])
        i -= 1


def let_fish_wait(table: Buru, seat: i64, program: i64, source: str, which: i64, clause: str) -> bool:
    """Gain all but the fish of an effect list, whose order may matter. False, and nothing is done, if it cannot."""
    box = table.box
    fish: i64 = 0
    for i in range(box.program_start[program], box.program_asks[program]):
        fish += box.bags[gained(table, i) + FISH] * times_of(table, seat, i)
    if fish == 0 or not matters_in_program(table, seat, program, fish):
        return False
    for i in range(box.program_start[program], box.program_asks[program]):
        if is_gain(table, i):
            if times_of(table, seat, i) > 0:
                gain_but_fish(table, seat, gained(table, i), times_of(table, seat, i), source, which, clause, True)
        else:
            run_op(table, seat, i, source, which, clause)
    fell_behind(table, seat, fish)
    table.push(WAITING[fish if fish < MOST_WAITING else MOST_WAITING])
    table.lists_waiting += 1
    return True


def is_gain(table: Buru, index: i64) -> bool:
    return table.box.ops[index * OP_FIELDS] in (OP_GAIN, OP_IF_TOTEM, OP_PER_TOTEM, OP_PER_ISLANDER)


def gained(table: Buru, index: i64) -> i64:
    """The bag of an op that gains one; any bag for other ops, which gain it 0 times."""
    ops = table.box.ops
    if not is_gain(table, index):
        return 0
    return ops[index * OP_FIELDS + (2 if ops[index * OP_FIELDS] == OP_IF_TOTEM else 1)]


def times_of(table: Buru, seat: i64, index: i64) -> i64:
    """How often the seat gains the bag of an op now; 0 for an op that gains none."""
    ops = table.box.ops
    op = ops[index * OP_FIELDS]
    if op == OP_GAIN:
        return 1
    if op == OP_IF_TOTEM:
        return 1 if table.totems[ops[index * OP_FIELDS + 1]] == seat else 0
    if op == OP_PER_TOTEM:
        return totems_held(table, seat, ops[index * OP_FIELDS + 2])
    return islanders_held(table, seat, ops[index * OP_FIELDS + 2]) if op == OP_PER_ISLANDER else 0


# -- fish that wait -----------------------------------------------------------------------------------------------


class WaitingFish(Step):
    """Fish of an effect list that have waited to its end (BU-R10)."""

    def __init__(self, code: i64, fish: i64) -> None:
        super().__init__(code)
        self.fish: i64 = fish

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.lists_waiting -= 1
        gain_waiting(table, table.acting, self.fish, NONE)
        if table.space == NONE and waiting_below(table, table.stack_height - 1) == NONE:
            settle(table)


def gain_waiting(table: Buru, seat: i64, fish: i64, space: i64) -> None:
    """Fish that waited arrive, those of a space or of an effect list; by earlier rules the seat has had them."""
    before = table.own[seat * OWN + FISH]
    ahead = table.ahead
    table.ahead = 0
    table.add_fish(seat, fish)
    got = table.own[seat * OWN + FISH] - before
    table.ahead = ahead + got
    if table.log is not None:
        name = table.box.spaces[space] if space != NONE else ("", "")
        table.tell("waited", (int(seat), int(got), int(fish), name), "BU-R10")


def fell_behind(table: Buru, seat: i64, fish: i64) -> None:
    """Fish wait that by rules of version 1 would have been gained at once."""
    cap = table.box.fish_cap
    before = table.own[seat * OWN + FISH] - table.ahead
    table.ahead -= fish if before + fish < cap else cap - before


def settle(table: Buru) -> None:
    """Nothing waits any more: tell if rules of version 1 would have led to another number of fish."""
    if table.log is not None:
        now = table.own[table.acting * OWN + FISH]
        then = now - table.ahead + table.ahead_late
        if now != (then if then < table.box.fish_cap else table.box.fish_cap):
            table.departs(2, "BU-R10")
    table.ahead = 0
    table.ahead_late = 0


def waiting_below(table: Buru, top: i64) -> i64:
    """Where fish wait below the decisions of an effect list, the uppermost of which is at `top`, or `NONE`."""
    while top >= 0 and table.stack[top].code >= STEP_CODE:
        top -= 1
    if top >= 0 and WAITING_CODE <= table.stack[top].code <= WAITING_CODE + MOST_WAITING:
        return top
    return NONE


def all_waiting(table: Buru) -> i64:
    """Fish of the space and of effect lists that are still to be gained."""
    fish = table.late_fish
    if table.lists_waiting == 0:
        return fish
    for i in range(table.stack_height):
        code = table.stack[i].code
        if WAITING_CODE <= code <= WAITING_CODE + MOST_WAITING:
            fish += code - WAITING_CODE
    return fish


def take_waiting(table: Buru, seat: i64, at: i64) -> None:
    """The fish that wait at a place of the stack are gained now."""
    step = table.stack.pop(at)
    table.stack_height -= 1
    table.lists_waiting -= 1
    gain_waiting(table, seat, step.code - WAITING_CODE, NONE)
    table.ahead = 0  # nobody could do so by earlier rules, so there is nothing to compare


WAITING: Final = [WaitingFish(WAITING_CODE + fish, fish) for fish in range(MOST_WAITING + 1)]
