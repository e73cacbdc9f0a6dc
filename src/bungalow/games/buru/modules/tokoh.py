"""Tokoh: a leader for each human, with a start benefit and an action space of one's own (AM-11).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.buru.guess import shuffled_set
from bungalow.games.buru.rules.choices import CHOOSE_PARTS, begin_action, start_action
from bungalow.games.buru.rules.effects import (
    ACT,
    CHOOSE_TOKOH,
    DONE,
    OWN_CARD,
    OWN_SPACE,
    TAKE_FOREST,
    UNIT_FOREST,
    write_set,
)
from bungalow.games.buru.rules.programs import run_program
from bungalow.games.buru.rules.round import CHOOSE_SPACE, lowest_free
from bungalow.games.buru.state import (
    AMBELAU,
    DEALT,
    SPACES,
    TOKOH,
    TOKOHS,
    Buru,
    Module,
)


class Tokoh(Module):
    """Leaders."""

    def setup(self, table: Buru) -> None:
        """Two cards for each human; everybody keeps one, then start benefits by seat (AM-D1, AM-R27)."""
        table.reveal()
        cards = shuffled_set(table.box.tokoh_cards, table.random)
        for seat in range(table.humans):
            table.set_more(seat, DEALT, BIT[cards[2 * seat]] | BIT[cards[2 * seat + 1]])
        table.push(SHOW_TOKOH)
        table.push(PICK_TOKOH)

    def acts(self, table: Buru, seat: i64, region: i64) -> bool:
        """Spaces that are all alike are not asked for; the Tokoh is (AM-D5)."""
        if not is_free(table, seat):
            return False
        if table.box.space_units[region * SPACES] == UNIT_FOREST:
            table.push(CARD_OR_TOKOH)
        else:
            table.push(CHOOSE_SPACE)
        return True

    def spaces(self, table: Buru, seat: i64, liaison: bool, out: vec[i64], n: i64) -> i64:
        """The own card, once a round, instead of a space of the region (AM-11.2, AM-11.5, AM-13.5)."""
        if not may_enter(table, seat, liaison):
            return n
        out[n] = OWN_SPACE
        return n + 1

    def enter(self, table: Buru, seat: i64, option: i64) -> bool:
        if option != OWN_SPACE:
            return False
        begin_action(table, seat, own_space(table, seat))
        return True

    def dusk(self, table: Buru) -> None:
        """The cards are free again (AM-11.3, AM-14.1)."""
        for seat in range(table.humans):
            table.spaces[own_space(table, seat)] = NONE


def own_space(table: Buru, seat: i64) -> i64:
    """The space of the seat's Tokoh card."""
    return TOKOHS + table.get_more(seat, TOKOH) - 1


def is_free(table: Buru, seat: i64) -> bool:
    """The seat has a Tokoh that it has not used this round; a Lawan never has (AM-11.1)."""
    return seat < table.humans and table.spaces[own_space(table, seat)] == NONE


def may_enter(table: Buru, seat: i64, liaison: bool) -> bool:
    """At Ambelau the rulings decide (AM-R8, AM-R10)."""
    if not is_free(table, seat):
        return False
    if table.region != AMBELAU:
        return True
    return table.box.liaison_tokoh_at_ambelau if liaison else table.box.tokoh_at_ambelau


class PickTokoh(Choice):
    """Every human keeps one of the two cards dealt, unseen by the others (AM-D1)."""

    def actors(self, state: State) -> i64:
        table = cast(Buru, state)
        waiting: i64 = 0
        for seat in range(table.humans):
            if table.get_more(seat, TOKOH) == 0:
                waiting |= BIT[seat]
        return waiting

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_set(cast(Buru, state).get_more(seat, DEALT), 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        table.set_more(seat, TOKOH, option + 1)
        if table.log is not None:
            table.tell("tokoh_kept", (int(seat), table.box.tokoh[option]), "AM-11.1", BIT[seat])


class ShowTokoh(Step):
    """The chosen cards are revealed; the others go back to the box unseen."""

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        table.reveal()
        seat = table.humans - 1
        while seat >= 0:
            table.set_more(seat, DEALT, 0)
            table.push(STARTS[seat])
            seat -= 1
        if table.log is not None:
            for seat in range(table.humans):
                table.tell("tokoh", (int(seat), table.box.tokoh[table.get_more(seat, TOKOH) - 1]), "AM-11.1")


class StartBenefit(Step):
    """A seat collects what stands under "start" on its card (AM-D2)."""

    def __init__(self, code: i64, seat: i64) -> None:
        super().__init__(code)
        self.seat: i64 = seat

    def run(self, state: State) -> None:
        table = cast(Buru, state)
        card = table.get_more(self.seat, TOKOH) - 1
        table.acting = self.seat
        run_program(table, self.seat, table.box.tokoh_start[card], "tokoh", card, "AM-11.1")


class CardOrTokoh(Choice):
    """In the forest: a Forest card, the own Tokoh, or nothing (AM-D5)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        n = write_set(cast(Buru, state).forest_row, TAKE_FOREST, out, 0)
        out[n] = OWN_CARD
        out[n + 1] = DONE
        return n + 2

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        table.push(CHOOSE_PARTS)
        if option == OWN_CARD:
            begin_action(table, seat, own_space(table, seat))
        else:
            start_action(table, seat, lowest_free(table, table.region))
            table.carry_out(CHOOSE_PARTS, seat, option)


PICK_TOKOH: Final = PickTokoh(50, CHOOSE_TOKOH, together=True)
SHOW_TOKOH: Final = ShowTokoh(51)
CARD_OR_TOKOH: Final = CardOrTokoh(52, ACT)
STARTS: Final = [StartBenefit(53 + seat, seat) for seat in range(5)]
