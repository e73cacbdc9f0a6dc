"""Liaisons: a token without Power that may buy a second action, if no other Liaison is there (AM-13).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State
from bungalow.games.buru.rules.choices import CHOOSE_PARTS, finish_action, start_action
from bungalow.games.buru.rules.effects import (
    ACT,
    DONE,
    NO_SPACE,
    OWN_CARD,
    OWN_SPACE,
    SPACE,
    TAKE_FOREST,
    UNIT_FOREST,
    UNITS,
)
from bungalow.games.buru.rules.lawan import best_forest_cards, best_space, take_best_forest_card, use_space
from bungalow.games.buru.rules.round import lowest_free
from bungalow.games.buru.state import AMBELAU, FISH, LIAISON, OWN, SHORE, SPACES, Buru, Module


class Liaisons(Module):
    """Liaisons."""

    def revealed(self, table: Buru, region: i64) -> None:
        """Two or more go back to their mats at once; what stays is found by `lone_liaison` (AM-5.4)."""
        if table.log is not None and count_liaisons(table, region) > 1:
            table.tell("clash", (table.box.regions[region],), "AM-5.4")

    def void(self, table: Buru, seat: i64, region: i64) -> i64:
        """A Liaison at Ambelau, or one that clashed when the region was revealed (AM-5.4, AM-13.9, AM-15.20)."""
        if not has_liaison(table, seat, region):
            return 0
        clashed = table.region == region and count_liaisons(table, region) > 1
        return 1 if region == AMBELAU or clashed else 0

    def acted(self, table: Buru, region: i64) -> None:
        """The owner of the only Liaison may act once more (AM-13.3)."""
        seat = lone_liaison(table, region)
        if seat == NONE or not may_act(table, seat, region):
            return
        table.acting = seat
        if seat >= table.humans:
            lawan_liaison(table, seat, region)
        elif gives_cards(table, region):
            table.push(LIAISON_CARD)
            if table.log is not None and was_not_asked(table, seat):
                table.departs(2, "AM-13.4")
        else:
            table.push(LIAISON_SPACE)


def has_liaison(table: Buru, seat: i64, region: i64) -> bool:
    """The seat placed its Liaison in the region."""
    for i in range(seat * table.box.tokens, (seat + 1) * table.box.tokens):
        if table.bids[i] == LIAISON + ((region + 1) << 3):
            return True
    return False


def count_liaisons(table: Buru, region: i64) -> i64:
    """Liaisons that were placed in a region."""
    count: i64 = 0
    for bid in table.bids:
        if bid == LIAISON + ((region + 1) << 3):
            count += 1
    return count


def lone_liaison(table: Buru, region: i64) -> i64:
    """The seat whose Liaison is the only one in the region, or `NONE`."""
    found = NONE
    for i in range(len(table.bids)):
        if table.bids[i] == LIAISON + ((region + 1) << 3):
            if found != NONE:
                return NONE
            found = i // table.box.tokens
    return found


def may_act(table: Buru, seat: i64, region: i64) -> bool:
    """Not at Ambelau, and not with a Blessing and nothing else (AM-13.9, AM-13.10)."""
    if region == AMBELAU and not table.box.liaison_tokoh_at_ambelau:
        return False
    alone = table.bid_count(seat, region) == 1 and table.blessed(region) == seat
    return not alone or table.box.liaison_with_blessing_acts


def gives_cards(table: Buru, region: i64) -> bool:
    """A region where a card is chosen instead of a space: its spaces have no gems (AM-13.4, AM-R18)."""
    return table.box.alike[region] == 1 and table.box.space_units[region * SPACES] == UNIT_FOREST


def price_of_card(table: Buru, card: i64) -> i64:
    """Nothing, unless the edition makes the card's gems the price (AM-R18)."""
    return table.box.forest_rating[card] if table.box.liaison_pays_card else 0


def pay_fish(table: Buru, seat: i64, fish: i64) -> None:
    table.own[seat * OWN + FISH] -= fish
    if table.log is not None:
        table.tell("liaison", (int(seat), int(fish)), "AM-13.4")


def pay_for_card(table: Buru, seat: i64, rating: i64) -> None:
    """Pay for a Forest card of that rating; rules before version 2 asked for its gems (AM-13.4, AM-R18)."""
    pay_fish(table, seat, rating if table.box.liaison_pays_card else 0)
    if table.log is not None and rating > 0 and not table.box.liaison_pays_card:
        table.departs(2, "AM-13.4")


def was_not_asked(table: Buru, seat: i64) -> bool:
    """Rules before version 2 passed over the Liaison action in the forest, since the seat could pay for no card."""
    if table.box.liaison_pays_card or best_forest_cards(table, table.own[seat * OWN + FISH]) != 0:
        return False
    out = vec[i64]([0] * SPACES)
    for module in table.moments.spaces:
        if module.spaces(table, seat, True, out, 0) > 0:
            return False
    return table.forest_row != 0 and lowest_free(table, table.region) != NONE


class LiaisonSpace(Choice):
    """A free space at its price in fish, the own Tokoh for nothing, or no action (AM-13.4 to AM-13.6, AM-D13)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        fish = table.own[seat * OWN + FISH]
        n: i64 = 0
        if table.region != AMBELAU:
            for index in range(SPACES):
                space = table.region * SPACES + index
                if table.spaces[space] == NONE and table.box.space_rating[space] <= fish:
                    out[n] = index
                    n += 1
        for module in table.moments.spaces:
            n = module.spaces(table, seat, True, out, n)
        out[n] = NO_SPACE
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == NO_SPACE:
            return
        table.push(CHOOSE_PARTS)
        if option == OWN_SPACE:
            enter_own(table, seat)
        else:
            space = table.region * SPACES + option
            pay_fish(table, seat, table.box.space_rating[space])
            start_action(table, seat, space)


class LiaisonCard(Choice):
    """In the forest: a remaining card at its price, the own Tokoh for nothing, or no action (AM-13.4, AM-D13)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Buru, state)
        fish = table.own[seat * OWN + FISH]
        n: i64 = 0
        if lowest_free(table, table.region) != NONE:
            for card in range(len(table.box.forest_rating)):
                if table.forest_row & BIT[card] != 0 and price_of_card(table, card) <= fish:
                    out[n] = TAKE_FOREST + card
                    n += 1
        spaces = n
        for module in table.moments.spaces:
            n = module.spaces(table, seat, True, out, n)
        if n > spaces:
            out[spaces] = OWN_CARD
        out[n] = DONE
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == DONE:
            return
        table.push(CHOOSE_PARTS)
        if option == OWN_CARD:
            enter_own(table, seat)
        else:
            pay_for_card(table, seat, table.box.forest_rating[option - TAKE_FOREST])
            start_action(table, seat, lowest_free(table, table.region))
            table.carry_out(CHOOSE_PARTS, seat, option)


def enter_own(table: Buru, seat: i64) -> None:
    """Put the Liaison on the own Tokoh card (AM-13.5)."""
    for module in table.moments.enter:
        if module.enter(table, seat, OWN_SPACE):
            return


def lawan_liaison(table: Buru, seat: i64, region: i64) -> None:
    """A Lawan takes the best space it can pay, or the best Forest card, without a further bonus (AM-15.19, 15.20)."""
    if region == AMBELAU:
        return
    fish = table.own[seat * OWN + FISH]
    if gives_cards(table, region):
        most = fish if table.box.liaison_pays_card else UNITS
        space = lowest_free(table, region)
        if space != NONE and best_forest_cards(table, most) != 0:
            start_action(table, seat, space)
            pay_for_card(table, seat, take_best_forest_card(table, seat, most))
            finish_action(table)
        return
    space = best_space(table, region, fish)
    if space != NONE:
        pay_fish(table, seat, table.box.space_rating[space])
        start_action(table, seat, space)
        double = region == SHORE and table.bid_count(seat, region) >= 2
        use_space(table, seat, False, table.box.lawan_discount if double else 0)


LIAISON_SPACE: Final = LiaisonSpace(80, SPACE)
LIAISON_CARD: Final = LiaisonCard(81, ACT)
