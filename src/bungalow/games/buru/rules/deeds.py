"""What a unit does: recruit, cycle, task, pay tribute, collect an Elder, take a Forest card (BU-6 to BU-10).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State
from bungalow.games.buru.guess import cards_of, count_bits
from bungalow.games.buru.rules.effects import (
    BRANCH,
    CYCLE,
    DISCARD,
    ELDER,
    EMISSARY,
    PICK,
    RECRUIT,
    TASK,
    TRIBUTE,
    UNTASK,
    become_emissary,
    gain,
    write_set,
)
from bungalow.games.buru.rules.programs import run_program
from bungalow.games.buru.rules.tribute import pay_tribute
from bungalow.games.buru.state import (
    CLAY,
    EBONY,
    ELDERS,
    FISH,
    OWN,
    PALM,
    ROW,
    TABLEAU,
    Buru,
)

# -- what a unit does ---------------------------------------------------------------------------------------------


def perform(table: Buru, seat: i64, option: i64) -> None:
    """Use one unit: Forest card, recruit, cycle, task, tribute, Elder, Emissary or untask."""
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
    elif option == EMISSARY:
        become_emissary(table, seat)
    else:
        untask(table, seat, option - UNTASK)


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


PICK_CODE: Final[i64] = 900
"""Of the first choice on a Forest card."""


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


def untask(table: Buru, seat: i64, card: i64) -> None:
    """Turn a tasked Islander upright; it may be tasked again (rules of Ambelau, part 4.2)."""
    table.tasked &= ~BIT[card]
    if table.log is not None:
        table.tell("untask", (int(seat), table.box.islanders[card]), "AM-11.2")


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


PUT_ELDER_BACK: Final = PutElderBack(2, DISCARD)
