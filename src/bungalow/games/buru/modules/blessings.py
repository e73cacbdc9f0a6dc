"""Blessings: who acts last in a region takes its token, +1 Power for a later round (AM-12).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State
from bungalow.games.buru.rules.effects import PLACES, TAKE
from bungalow.games.buru.rules.round import GainDecree, gain_reward
from bungalow.games.buru.state import MAT, OWN, TOKENS, Buru, Module

BLESSED: Final[i64] = 1
"""The way of placing a token with a Blessing."""


class Blessings(Module):
    """Blessings."""

    def places(self, table: Buru, seat: i64, out: vec[i64], n: i64) -> i64:
        """With the Blessing of the region, if held (AM-3.6)."""
        mat = table.own[seat * OWN + MAT]
        for region in table.box.region_list:
            if table.blessing(region) == seat:
                for token in range(TOKENS):
                    if mat & BIT[token] != 0:
                        out[n] = BLESSED * PLACES + region * TOKENS + token
                        n += 1
        return n

    def placed(self, table: Buru, seat: i64, region: i64, way: i64) -> None:
        """Lay the Blessing down; a Lawan does with its first token there (AM-3.6, AM-15.8)."""
        if way == BLESSED or (seat >= table.humans and table.blessing(region) == seat):
            table.move_blessing(region, NONE, seat)
            if table.log is not None:
                table.tell("bless", (int(seat), table.box.regions[region]), "AM-3.6")

    def power(self, table: Buru, seat: i64, region: i64, power: i64) -> i64:
        """+1 for a Power bidder who used it (AM-5.3, AM-12.8)."""
        return power + 1 if power > 0 and table.blessed(region) == seat else power

    def triumph(self, table: Buru, region: i64, seat: i64) -> bool:
        """A sole bidder has the reward or the Blessing, unless it holds that already (AM-12.2, AM-15.18)."""
        if table.orders[region] > 7 or seat >= table.humans or table.blessing(region) == seat:
            return False
        table.push(REWARD_OR_BLESSING)
        return True

    def acted(self, table: Buru, region: i64) -> None:
        """The last of two or more takes the Blessing (AM-12.1)."""
        order = table.orders[region]
        if order <= 7:
            return
        while order > 7:
            order >>= 3
        take_blessing(table, region, order - 1)

    def dusk(self, table: Buru) -> None:
        """Nothing is laid down any more; a Blessing that nobody took stays in the wilderness (AM-12.5)."""
        for region in table.box.region_list:
            if table.blessed(region) != NONE:
                table.move_blessing(region, table.blessing(region), NONE)


def take_blessing(table: Buru, region: i64, seat: i64) -> None:
    """From the wilderness or from its holder (AM-12.1)."""
    if table.log is not None:
        table.tell("blessing", (int(seat), table.box.regions[region], int(table.blessing(region))), "AM-12.1")
    table.move_blessing(region, seat, table.blessed(region))


class RewardOrBlessing(Choice):
    """The Triumph reward or the Blessing; what is not chosen stays where it is (AM-12.2, AM-D4)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Buru, state).acting]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        out[0] = 0
        out[1] = 1
        return 2

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Buru, state)
        if option == 0:
            gain_reward(table, table.region, seat)
            return
        take_blessing(table, table.region, seat)
        if table.box.blessing_forfeits_decrees:
            while isinstance(table.top(), GainDecree):
                table.pop()


REWARD_OR_BLESSING: Final = RewardOrBlessing(70, TAKE)
