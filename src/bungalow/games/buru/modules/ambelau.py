"""Ambelau: a fifth region with a loop of canoes, the spirit Ibu, and Guides (AM-6 to AM-8).

Hot code.
"""

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.games.buru.guess import count_bits
from bungalow.games.buru.modules.canoes import destinations, gain_guide, paddle
from bungalow.games.buru.modules.lawan_ambelau import place_guides
from bungalow.games.buru.rules.effects import CANOE_SPACE, OP_GUIDE, OWN_SPACE, write_set
from bungalow.games.buru.rules.lawan import first_in_cycle
from bungalow.games.buru.rules.round import PLACE_EXPLORER, seat_in_turn
from bungalow.games.buru.state import (
    AMBELAU,
    GUIDE,
    GUIDE_NEXT,
    GUIDE_NOW,
    GUIDES,
    IBU,
    MAT,
    OWN,
    Buru,
    Module,
)


class Ambelau(Module):
    """Canoes, Ibu, Guides."""

    def dawn(self, table: Buru) -> None:
        """A Lawan's Guide lies apart from its other tokens, known to all (AM-15.6)."""
        for seat in range(table.humans, table.seats):
            if table.get_more(seat, GUIDES) & GUIDE_NOW != 0:
                table.bids[seat * table.box.tokens + table.box.cycles] = GUIDE

    def bidding(self, table: Buru) -> bool:
        """One more turn for those who have their Guide (AM-3.2, AM-3.3, AM-15.6)."""
        while table.turns < table.seats * (table.box.cycles + 1):
            seat = seat_in_turn(table)
            if seat < table.humans:
                if count_bits(table.own[seat * OWN + MAT]) > 1:
                    table.push(PLACE_EXPLORER)
                    return True
            elif first_in_cycle(table, seat):
                place_guides(table)
            table.turns += 1
        return False

    def spaces(self, table: Buru, seat: i64, liaison: bool, out: vec[i64], n: i64) -> i64:
        """Where the canoe may stop; a Liaison does not move it (AM-6.1, AM-13.9)."""
        if table.region != AMBELAU or liaison:
            return n
        return write_set(destinations(table, seat), CANOE_SPACE, out, n)

    def enter(self, table: Buru, seat: i64, option: i64) -> bool:
        if option < CANOE_SPACE or option >= OWN_SPACE:
            return False
        paddle(table, seat, option - CANOE_SPACE + 1)
        return True

    def effect(self, table: Buru, seat: i64, op: i64, which: i64) -> None:
        if op == OP_GUIDE:
            gain_guide(table, seat)

    def dusk(self, table: Buru) -> None:
        """The Guide leaves the board; who gained it has it in the next round (AM-8.4)."""
        for seat in range(table.seats):
            guide = table.get_more(seat, GUIDES)
            if guide != 0:
                table.set_more(seat, GUIDES, GUIDE_NOW if guide & GUIDE_NEXT != 0 else 0)
                if guide & GUIDE_NEXT != 0 and seat < table.humans:
                    table.own[seat * OWN + MAT] |= BIT[GUIDE - 1]

    def score(self, table: Buru, seat: i64) -> i64:
        """Each Ibu card counts more for every other one (AM-7.4)."""
        cards = table.tribute_count(seat, IBU)
        return cards * (cards - 1) * table.box.ibu_bonus
