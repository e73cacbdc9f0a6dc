"""Virtues lost and exchanged, in the open or where they are hidden (BS-2.11, BS-7.23, BS-7.37, SPEC part 9).

Hot code. Where a player's Virtues are hidden the same choice is asked silently (BS-7.17).
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, EVERYONE, NONE, Choice, State
from bungalow.games.busara.kinds import CHOOSE_VIRTUE, DISCARD_VIRTUE, EXCHANGE_STEP, NO_VIRTUE
from bungalow.games.busara.realm import VIRTUES
from bungalow.games.busara.state import Busara


class DiscardVirtue(Choice):
    """Which own Virtue to lose. Asked silently where Virtues are hidden (BS-7.17, BS-7.37)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        virtues = table.realm.virtues
        n: i64 = 0
        for virtue in range(VIRTUES):
            if virtues[table.subject * VIRTUES + virtue] > 0:
                out[n] = virtue
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.own().give_up(table.subject, option)
        tell_of_virtues(table, "lost_virtue", table.subject, option)


def tell_of_virtues(table: Busara, key: str, seat: i64, virtue: i64) -> None:
    """Log a Virtue that leaves a player; where they are hidden only to that player (BS-7.37)."""
    if table.log is not None:
        if table.realm.hides(seat):
            table.tell(key, (int(seat), int(virtue)), "BS-7.37", BIT[seat])
        else:
            table.tell(key, (int(seat), int(virtue)), "BS-2.11")


def can_exchange(table: Busara, seat: i64) -> bool:
    """Some type is in supply while a Virtue of another type is held."""
    return any(can_name(table, seat, virtue) for virtue in range(VIRTUES))


def can_name(table: Busara, seat: i64, virtue: i64) -> bool:
    realm = table.realm
    return realm.supply[virtue] > 0 and realm.riches[seat] > realm.virtues[seat * VIRTUES + virtue]


class NameVirtue(Choice):
    """Which type to exchange others for; may be declined if nothing need be exchanged (BS-7.23, BS-R38)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for virtue in range(VIRTUES):
            if can_name(table, table.subject, virtue):
                out[n] = virtue
                n += 1
        if table.box.code[table.pc + 3] == 0:
            out[n] = NO_VIRTUE
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == NO_VIRTUE:
            if table.log is not None:
                audience = BIT[table.subject] if table.realm.hides(table.subject) else EVERYONE
                table.tell("keeps_virtues", (int(table.subject),), "BS-R38", audience)
            return
        table.named = option
        table.exchanged = 0
        table.push(EXCHANGE_UNSEEN if table.realm.hides(table.subject) else EXCHANGE)


class Exchange(Choice):
    """Which Virtue to give for one of the named type, or stop once enough are exchanged (BS-7.23)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        virtues = table.realm.virtues
        n: i64 = 0
        for virtue in range(VIRTUES):
            if virtue != table.named and virtues[table.subject * VIRTUES + virtue] > 0:
                out[n] = virtue
                n += 1
        if table.exchanged >= table.box.code[table.pc + 3]:
            out[n] = NO_VIRTUE
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option != NO_VIRTUE:
            if table.realm.hidden != 0:
                table.reveal()  # it may show how much is left of a supply that is not public
            table.own().swap(table.subject, option, table.named)
            table.exchanged += 1
            if table.log is not None:
                args = (int(table.subject), int(option), int(table.named))
                if table.realm.hides(table.subject):
                    table.tell("exchanged", args, "BS-7.37", BIT[table.subject])
                else:
                    table.tell("exchanged", args, "BS-7.23")
            if table.exchanged < table.box.code[table.pc + 4] and can_name(table, table.subject, table.named):
                table.push(EXCHANGE_UNSEEN if table.realm.hides(table.subject) else EXCHANGE)
                return
        table.named = NONE
        table.exchanged = 0


DISCARD_VIRTUE_STEP: Final = DiscardVirtue(6, DISCARD_VIRTUE)
DISCARD_VIRTUE_UNSEEN: Final = DiscardVirtue(7, DISCARD_VIRTUE, silent=True)
NAME_VIRTUE: Final = NameVirtue(8, CHOOSE_VIRTUE)
NAME_VIRTUE_UNSEEN: Final = NameVirtue(9, CHOOSE_VIRTUE, silent=True)
EXCHANGE: Final = Exchange(10, EXCHANGE_STEP)
EXCHANGE_UNSEEN: Final = Exchange(11, EXCHANGE_STEP, silent=True)
