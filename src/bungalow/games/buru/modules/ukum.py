"""Ukum: the spirit whose tribute is one of your Islanders, and the Outlaws (AM-9, AM-10).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.buru.rules.effects import EXILE, OP_OUTLAW, write_set
from bungalow.games.buru.rules.lawan import lawan_receives, run_for_lawan
from bungalow.games.buru.rules.programs import run_program
from bungalow.games.buru.rules.tribute import receive_tribute
from bungalow.games.buru.state import OUTLAW, OWN, TABLEAU, UKUM, Buru, Module


class Ukum(Module):
    """Exile and Outlaws."""

    def effect(self, table: Buru, seat: i64, op: i64, which: i64) -> None:
        """A tasked Outlaw is discarded at once as the cost of a tribute (AM-10.3)."""
        if op == OP_OUTLAW:
            exile(table, seat, which)

    def payable(self, table: Buru, seat: i64, spirits: i64) -> i64:
        """No Islander, no tribute; a Lawan gives none but Outlaws (AM-9.2, AM-15.15)."""
        if spirits & BIT[UKUM] == 0:
            return spirits
        islanders = table.own[seat * OWN + TABLEAU]
        if seat >= table.humans:
            islanders &= table.box.type_set[OUTLAW]
        return spirits if islanders != 0 else spirits & ~BIT[UKUM]

    def pays(self, table: Buru, seat: i64, spirit: i64) -> bool:
        """Which Islander is exiled (AM-D11)."""
        if spirit != UKUM:
            return False
        if seat < table.humans:
            table.push(CHOOSE_EXILE)
        else:
            exile(table, seat, dearest_outlaw(table, seat))
        return True

    def tribute_paid(self, table: Buru, seat: i64, spirit: i64) -> None:
        """Without a card left no Outlaw can be tasked any more (AM-10.5, AM-R11)."""
        if spirit == UKUM and table.tribute_left[UKUM] == 0 and not table.box.outlaw_without_card:
            table.barred = table.box.type_set[OUTLAW]


def exile(table: Buru, seat: i64, card: i64) -> None:
    """Discard the Islander, draw the card with all that goes with it, last the Outlaw's bonus (AM-9.3, AM-9.4)."""
    table.own[seat * OWN + TABLEAU] &= ~BIT[card]
    table.tasked &= ~BIT[card]
    table.islander_discard |= BIT[card]
    forget(table, card)
    if table.log is not None:
        table.tell("exile", (int(seat), table.box.islanders[card]), "AM-9.3")
    bonus = table.box.islander_bonus[card]
    if seat >= table.humans:
        lawan_receives(table, seat, UKUM)
        if bonus != NONE:
            run_for_lawan(table, seat, bonus, "exile", card, "AM-15.15")
        return
    if bonus != NONE:
        table.push(BONUSES[card])
    if table.tribute_left[UKUM] > 0:  # else by a ruling turned round: the bonus alone (AM-R11)
        receive_tribute(table, seat, UKUM)


def forget(table: Buru, card: i64) -> None:
    """Close the gap that a card leaves in the order of recruiting."""
    order = table.recruited[:]
    at: i64 = 0
    while order[at] != card:
        at += 1
    while order[at] != NONE:
        order[at] = order[at + 1]
        at += 1
    table.recruited = order


def dearest_outlaw(table: Buru, seat: i64) -> i64:
    """The most expensive, then the oldest (AM-15.15)."""
    outlaws = table.own[seat * OWN + TABLEAU] & table.box.type_set[OUTLAW]
    costs = table.box.islander_cost
    best = NONE
    for card in table.recruited:
        if card != NONE and outlaws & BIT[card] != 0 and (best == NONE or costs[card] > costs[best]):
            best = card
    return best


class ChooseExile(Choice):
    """Any Islander of the own tableau, tasked or not (AM-9.2, AM-D11)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_set(cast(Buru, state).own[seat * OWN + TABLEAU], 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        exile(cast(Buru, state), seat, option)


class OutlawBonus(Step):
    """What the discarded Outlaw gives its owner, after the tribute (AM-10.4, AM-D12)."""

    def __init__(self, code: i64, card: i64) -> None:
        super().__init__(code)
        self.card: i64 = card

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        bonus = table.box.islander_bonus[self.card]
        run_program(table, table.acting, bonus, "exile", self.card, "AM-10.4")


MOST_ISLANDERS: Final = 45
CHOOSE_EXILE: Final = ChooseExile(60, EXILE)
BONUSES: Final = [OutlawBonus(200 + card, card) for card in range(MOST_ISLANDERS)]
