"""Using a Power (BS-7.10 to BS-7.18): reveal, pay, let King's Necklace answer, perform; and the reaction windows.

Hot code. A window is silent (BS-7.17) and waits only for the one player who holds the card and can pay.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.busara.kinds import (
    HIDDEN_POWER,
    PASS,
    PAY_VIRTUE,
    POWER,
    REACT_ACTION,
    REACT_POWER,
    REACT_START,
    REACT_THREAT,
    REACT_TURN_END,
    USE,
)
from bungalow.games.busara.realm import (
    ACTION_END,
    OP_CHOOSE_PLAYER,
    OP_END,
    OP_EXCHANGE_VIRTUES,
    OP_GAIN_RESOURCES,
    OP_REARRANGE,
    OP_STEAL_RESOURCE,
    OWN_ACTION,
    POWER_USED,
    RESOURCES,
    ROW,
    THREAT,
    TURN_END,
    TURN_START,
    TYPES_COPY_BOARD,
    VIRTUES,
)
from bungalow.games.busara.rules.effects import begin_effect, passes_filter
from bungalow.games.busara.rules.tokens import can_steal
from bungalow.games.busara.rules.virtues import can_exchange
from bungalow.games.busara.state import Busara


def can_use_power(table: Busara) -> bool:
    """The active player may choose their Power as the action (BS-7.11 to BS-7.14)."""
    seat = table.active
    box = table.box
    kingdom = table.kingdom_of(seat)
    if box.timing[kingdom] != OWN_ACTION or table.forbidden & BIT[POWER] != 0:
        return False
    if table.forbidden & BIT[HIDDEN_POWER] != 0 and (not table.is_revealed(seat) or table.realm.hides(seat)):
        return False
    if box.hidden_only[kingdom] == 1 and table.is_revealed(seat):
        return False
    return table.realm.riches[seat] >= box.cost[kingdom] and can_do_something(table, seat, kingdom)


def can_do_something(table: Busara, user: i64, kingdom: i64) -> bool:
    """The Power's effect would not be wasted (BS-7.14, BS-R21)."""
    code = table.box.code
    pc = table.box.power_code[kingdom]
    realm = table.realm
    while code[pc] != OP_END:
        op = code[pc]
        if op == OP_GAIN_RESOURCES:
            if realm.room(user) == 0 or not stock_for(table, user, code[pc + 3] == TYPES_COPY_BOARD):
                return False
        elif op == OP_STEAL_RESOURCE:
            if not can_steal(table, user):
                return False
        elif op == OP_EXCHANGE_VIRTUES:
            if realm.riches[user] <= table.box.cost[kingdom] or not can_exchange(table, user):
                return False
        elif op == OP_REARRANGE:
            if realm.holds(user) == 0:
                return False
        elif op == OP_CHOOSE_PLAYER:
            if not somebody_passes(table, user, code[pc + 3]):
                return False
        else:
            return True
        pc += ROW
    return True


def stock_for(table: Busara, user: i64, copies: bool) -> bool:
    """The stock holds a token of any type, or of one that lies on the user's board."""
    realm = table.realm
    board = realm.board[user] * RESOURCES
    for resource in range(RESOURCES):
        if realm.stock[resource] > 0 and (not copies or realm.have[board + resource] > 0):
            return True
    return False


def somebody_passes(table: Busara, user: i64, wanted: i64) -> bool:
    return any(passes_filter(table, user, seat, wanted) for seat in range(table.seats))


def use_power(table: Busara, seat: i64) -> None:
    """Reveal the Kingdom Card, pay, and perform the effect unless it is cancelled (BS-7.10)."""
    kingdom = table.kingdom_of(seat)
    table.user = seat
    table.power = kingdom
    table.cancelled = False
    reveal_card(table, seat)
    if table.log is not None:
        table.tell("uses", (int(seat), table.box.power_names[kingdom], int(table.box.cost[kingdom])), "BS-7.10")
    table.push(PERFORM_POWER)
    table.push(REACT_TO_POWER)
    pay(table, seat, kingdom)


def reveal_card(table: Busara, seat: i64) -> None:
    """The Kingdom Card is face up for good (BS-7.10)."""
    card = table.realm.card[seat]
    if table.face_up & BIT[card] == 0:
        table.face_up |= BIT[card]
        if table.log is not None:
            table.tell("reveals", (int(seat), table.box.kingdom_names[table.kingdom[card]]), "BS-7.10")
    table.reveal()


def pay(table: Busara, seat: i64, kingdom: i64) -> None:
    """Ask for the cost of a Power, Virtue by Virtue (BS-7.11)."""
    timing = table.box.timing[kingdom]
    table.payer = seat
    table.to_pay = table.box.cost[kingdom]
    table.pay_from = 0
    table.pay_for_reaction = timing != OWN_ACTION
    table.pay_from_before = timing == ACTION_END
    table.subject = seat
    table.decides = seat if table.pay_for_reaction else table.decider()
    if table.to_pay > 0:
        table.push(PAY_UNSEEN if table.realm.hides(seat) else PAY)


class PayVirtue(Choice):
    """The next Virtue of a payment: types in non-decreasing order, so that each mix comes up once (BS-7.11)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        left: i64 = 0
        for virtue in range(table.pay_from, VIRTUES):
            left += payable(table, virtue)
        n: i64 = 0
        for virtue in range(table.pay_from, VIRTUES):
            held = payable(table, virtue)
            if held > 0 and left >= table.to_pay:
                out[n] = virtue
                n += 1
            left -= held
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.own().give_up(table.payer, option)
        if table.pay_for_reaction:
            # What is paid for a reaction stays paid, even if the action is undone (BS-7.35).
            before = table.snapshot.copy()
            before.give_up(table.payer, option)
            table.snapshot = before
        table.to_pay -= 1
        table.pay_from = option
        if table.log is not None:
            if table.realm.hides(table.payer):
                table.tell("paid", (int(table.payer), int(option)), "BS-7.37", BIT[table.payer])
            else:
                table.tell("paid", (int(table.payer), int(option)), "BS-7.11")
        if table.to_pay > 0:
            table.push(self)


def payable(table: Busara, virtue: i64) -> i64:
    """How many of a type the payer may use; for Retraction only those held before the action too (BS-7.35)."""
    at = table.payer * VIRTUES + virtue
    held = table.realm.virtues[at]
    return min(held, table.snapshot.virtues[at]) if table.pay_from_before else held


class PerformPower(Step):
    """The effect, unless King's Necklace has cancelled it (BS-7.15, BS-7.16)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.cancelled:
            table.cancelled = False
        else:
            begin_effect(table, table.box.power_code[table.power], table.user, False)


class PerformAnswer(Step):
    """The effect of the Power that answers another one (BS-7.25)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        kingdom = table.answer
        table.answer = NONE
        begin_effect(table, table.box.power_code[kingdom], table.payer, False)


class React(Choice):
    """A window for the holder of one Power, who may use it or pass (BS-7.13, BS-7.17, BS-7.18)."""

    def __init__(self, code: i64, kind: i64, timing: i64) -> None:
        super().__init__(code, kind, silent=True)
        self.timing: i64 = timing

    def actors(self, state: State) -> i64:
        seat = cast(Busara, state).reactor(self.timing)
        return 0 if seat == NONE else BIT[seat]

    def certain(self, state: State) -> bool:
        return cast(Busara, state).knows_reactor(self.timing)

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        out[0] = PASS
        out[1] = USE
        return 2

    def lone(self, state: State, seat: i64) -> i64:
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == PASS:
            return
        if self.timing != POWER_USED:
            use_power(table, seat)
            return
        kingdom = table.kingdom_of(seat)
        table.answer = kingdom
        reveal_card(table, seat)
        if table.log is not None:
            table.tell("uses", (int(seat), table.box.power_names[kingdom], int(table.box.cost[kingdom])), "BS-7.15")
        table.push(PERFORM_ANSWER)
        pay(table, seat, kingdom)


PAY: Final = PayVirtue(20, PAY_VIRTUE)
PAY_UNSEEN: Final = PayVirtue(21, PAY_VIRTUE, silent=True)
PERFORM_POWER: Final = PerformPower(22)
PERFORM_ANSWER: Final = PerformAnswer(23)
REACT_TO_START: Final = React(24, REACT_START, TURN_START)
REACT_TO_POWER: Final = React(25, REACT_POWER, POWER_USED)
REACT_TO_THREAT: Final = React(26, REACT_THREAT, THREAT)
REACT_TO_ACTION: Final = React(27, REACT_ACTION, ACTION_END)
REACT_TO_TURN_END: Final = React(28, REACT_TURN_END, TURN_END)
