"""The Lawan with the expansion: their Guides, their canoes, and Plot cards that name Ambelau (AM-15).

In play with Lawan where it was asked for, and whenever they meet Ambelau or Ukum (AM-15.2).

Hot code.
"""

from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.games.buru.modules.canoes import destinations, gain_guide, paddle
from bungalow.games.buru.rules.lawan import (
    doubled,
    draw_for_morning,
    draw_plot,
    lake_bonus,
    lawan_pays,
    place_lawan,
    use_space,
)
from bungalow.games.buru.state import (
    AMBELAU,
    CANOE,
    CANOE_SPACES,
    CANOES,
    GUIDE_NEXT,
    GUIDE_NOW,
    GUIDES,
    IBU,
    LAKE,
    SPACES,
    Buru,
    Module,
)


class LawanAmbelau(Module):
    """Lawan that know Ambelau and Ukum. What they exile stands with Ukum, what they bless with Blessings."""

    def dawn(self, table: Buru) -> None:
        """Rules before version 2 left the base game's Plot cards to Lawan without Ambelau and Ukum (AM-15.2)."""
        if table.round == 1 and table.log is not None and table.box.spirit_count <= IBU:
            table.departs(2, "AM-15.2")

    def plot(self, table: Buru, card: i64, seat: i64) -> i64:
        """A card that sends a Lawan to a region that is not in play is redrawn (AM-15.5, AM-R21)."""
        tries = 2 * len(table.plot_deck)
        while tries > 0 and sends_astray(table, card, seat):
            table.plot_discard |= BIT[card]
            if table.log is not None:
                table.tell("plot_redrawn", (table.box.plots[card],), "AM-15.5")
            card = draw_plot(table)
            tries -= 1
        return card

    def tribute_paid(self, table: Buru, seat: i64, spirit: i64) -> None:
        """Two tokens at the lake bring Esteem for tributes elsewhere too, even before (AM-15.12)."""
        if seat >= table.humans and (table.space == NONE or table.space // SPACES != LAKE):
            lake_bonus(table, seat, "AM-15.12")

    def lawan_acts(self, table: Buru, seat: i64, region: i64) -> bool:
        """At Ambelau it paddles to the best space in reach (AM-15.10, AM-15.11)."""
        if region != AMBELAU:
            return False
        double = doubled(table, seat, region)
        paddle(table, seat, best_destination(table, seat))
        if table.log is not None:
            table.tell("lawan_canoe", (int(seat), double), "AM-15.10")
        if double and table.box.plot_guide[table.plot(seat)] == 1:
            gain_guide(table, seat)
        elif double and table.tribute_left[IBU] > 0:
            lawan_pays(table, seat, IBU)
        use_space(table, seat, False, 0)
        if table.log is not None and not double and misses_bonus_at_ambelau(table, seat):
            table.departs(2, "AM-15.20")
        return True


def misses_bonus_at_ambelau(table: Buru, seat: i64) -> bool:
    """After its action at Ambelau: rules before version 2 would have counted a Liaison, for a bonus not gained so."""
    if table.bid_count(seat, AMBELAU) < 2:
        return False
    if table.box.plot_guide[table.plot(seat)] == 1:
        return table.get_more(seat, GUIDES) & GUIDE_NEXT == 0
    return table.tribute_left[IBU] > 0


def sends_astray(table: Buru, card: i64, seat: i64) -> bool:
    """The card names a region that is not in play for the Lawan, or for any of them (`NONE`)."""
    regions = table.box.plot_region
    for letter in range(table.seats - table.humans):
        meant = seat in (NONE, table.humans + letter)
        if meant and table.box.region_set & BIT[regions[card * 2 + letter]] == 0:
            return True
    return False


def place_guides(table: Buru) -> None:
    """One more Plot card for each Lawan with its Guide, A first (AM-15.6)."""
    for seat in range(table.humans, table.seats):
        if table.get_more(seat, GUIDES) & GUIDE_NOW != 0:
            card = draw_for_morning(table, seat)
            table.plot_held = card
            if table.log is not None:
                table.tell("plot_guide", (int(seat), table.box.plots[card]), "AM-15.6")
            place_lawan(table, seat, table.box.cycles, card)
            table.plot_discard |= BIT[card]
            table.plot_held = NONE


def best_destination(table: Buru, seat: i64) -> i64:
    """The highest rating in reach, the nearest if tied; counted from 1 (AM-15.10, AM-R25)."""
    here = table.get_more(seat, CANOE)
    able = destinations(table, seat)
    ratings = table.box.space_rating
    best = NONE
    for step in range(1, CANOE_SPACES + 1):
        space = (here + step - 1) % CANOE_SPACES
        if able & BIT[space] != 0 and (best == NONE or ratings[CANOES + space] > ratings[CANOES + best]):
            best = space
    return best + 1
