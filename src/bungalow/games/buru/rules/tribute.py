"""Paying tribute: cost, Tribute card, altar Decrees, scrolls, totem (BU-10).

Hot code.
"""

from typing import Final, cast

from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, State, Step
from bungalow.games.buru.rules.effects import OP_FIELDS, OP_SCROLL, gain, gain_esteem
from bungalow.games.buru.rules.programs import run_program
from bungalow.games.buru.state import OWN, SPIRITS, TABLEAU, TRIBUTES, Buru


def pay_tribute(table: Buru, seat: i64, spirit: i64) -> None:
    """A human pays the altar's cost in full; a module may ask for more of it (BU-10.2)."""
    pay_altar(table, seat, spirit)
    for module in table.moments.pays:
        if module.pays(table, seat, spirit):
            return
    receive_tribute(table, seat, spirit)


def pay_altar(table: Buru, seat: i64, spirit: i64) -> None:
    """Clay, palm and ebony go back to the supply."""
    cost = table.altar_cost
    own = table.own
    for i in range(3):
        own[seat * OWN + i] -= cost[spirit * 3 + i]


def draw_tribute(table: Buru, seat: i64, spirit: i64) -> None:
    """The cost is paid: draw the top Tribute card (BU-10.4)."""
    left = table.tribute_left[spirit] - 1
    table.tribute_left[spirit] = left
    card = table.tribute_deck[table.box.tribute_start[spirit] + left]
    table.own[seat * OWN + TRIBUTES] |= BIT[card]
    if table.log is not None:
        table.tell("tribute", (int(seat), table.box.spirits[spirit]), "BU-10.4")
    if seat < table.humans:
        table.reveal()
        if table.log is not None:
            value = int(table.box.tribute_value[card])
            table.tell("tribute_value", (int(seat), table.box.spirits[spirit], value), "BU-10.4", BIT[seat])
    for module in table.moments.tribute_paid:
        module.tribute_paid(table, seat, spirit)


def receive_tribute(table: Buru, seat: i64, spirit: i64) -> None:
    """A human's Tribute card, then altar Decrees, scrolls, and the holder of the totem (BU-10.4, BU-R18)."""
    draw_tribute(table, seat, spirit)
    height = table.stack_height
    if table.decrees != 0:
        gain_altar_decrees(table, seat, spirit)
    if table.stack_height == height:
        finish_tribute(table, seat, spirit)
    else:
        table.push_at(height, FINISH_TRIBUTE[spirit])  # a Decree of an own edition asks something first


def gain_altar_decrees(table: Buru, seat: i64, spirit: i64) -> None:
    """Every seat gains them, every time, for the whole round (BU-10.6)."""
    box = table.box
    i = table.decree_next - box.decrees_per_round
    while i < table.decree_next:
        decree = table.decree_deck[i]
        if table.decrees & BIT[decree] != 0 and box.decree_spirit[decree] == spirit:
            run_program(table, seat, box.decree_program[decree], "decree", decree, "BU-10.6")
        i += 1


class FinishTribute(Step):
    """Scrolls and totem after an altar Decree that asked something."""

    def __init__(self, code: i64, spirit: i64) -> None:
        super().__init__(code)
        self.spirit: i64 = spirit

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        finish_tribute(table, table.acting, self.spirit)


def finish_tribute(table: Buru, seat: i64, spirit: i64) -> None:
    """The payer's scrolls, oldest card first, then 1 Esteem to the holder of the totem (BU-10.4, BU-10.5)."""
    scrolls = table.own[seat * OWN + TABLEAU] & table.tasked & table.box.scroll_set[spirit]
    i: i64 = 0
    while scrolls != 0:
        card = table.recruited[i]
        if scrolls & BIT[card] != 0:
            scrolls &= ~BIT[card]
            unroll(table, seat, card, spirit)
        i += 1
    holder = table.totems[spirit]
    if holder != NONE:
        gain_esteem(table, holder, 1, "totem", spirit, "BU-10.5")


def unroll(table: Buru, seat: i64, card: i64, spirit: i64) -> None:
    """The scrolls of one tasked Islander that name the spirit (BU-8.6, BU-R19)."""
    box = table.box
    program = box.islander_program[card]
    for i in range(box.program_asks[program], box.program_end[program]):
        at = i * OP_FIELDS
        if box.ops[at] == OP_SCROLL and box.ops[at + 1] & BIT[spirit] != 0:
            gain(table, seat, box.ops[at + 2], 1, "scroll", card, "BU-8.6")


FINISH_TRIBUTE: Final = tuple([FinishTribute(40 + spirit, spirit) for spirit in range(int(SPIRITS))])
