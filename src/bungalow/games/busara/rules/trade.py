"""Trade (BS-7.1 to BS-7.9): announce, offers clockwise, accept one or none, hand over, place.

Hot code. A multiset of resources is written as four digits to base 4, Fire first: `trade_want` and `trade_offer`.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.busara.kinds import (
    NO_OFFER,
    NO_TRADE,
    TRADE_ACCEPT,
    TRADE_OFFER,
    TRADE_PICK,
    TRADE_WANT,
)
from bungalow.games.busara.realm import RESOURCES, SPACES
from bungalow.games.busara.rules.tokens import PLACE
from bungalow.games.busara.state import ONE_OF, TRADE_FAILED, TRADE_MADE, Busara, count_in, first_in

MULTISETS: Final = vec[i64](
    [
        64 * fire + 16 * water + 4 * wind + earth
        for fire in range(4)
        for water in range(4)
        for wind in range(4)
        for earth in range(4)
        if fire + water + wind + earth <= 3
    ]
)
"""Every multiset of at most three resources, ascending; the first is empty."""
SIZES: Final = vec[i64]([int(m) % 4 + int(m) // 4 % 4 + int(m) // 16 % 4 + int(m) // 64 for m in MULTISETS])
NIBBLES: Final = vec[i64](
    [int(m) // 64 * 4096 + int(m) // 16 % 4 * 256 + int(m) // 4 % 4 * 16 + int(m) % 4 for m in MULTISETS]
)
"""Four bits a type, to compare all types at once."""
GUARDS: Final[i64] = 0x8888
MOST_OF_A_TYPE: Final[i64] = 3
OFFER_BITS: Final[i64] = 9
OFFER_MASK: Final[i64] = 511


def digit(multiset: i64, resource: i64) -> i64:
    """How many of a type are in a multiset."""
    return multiset >> (6 - 2 * resource) & 3


def size(multiset: i64) -> i64:
    return (multiset & 3) + (multiset >> 2 & 3) + (multiset >> 4 & 3) + (multiset >> 6 & 3)


def as_hand(multiset: i64) -> i64:
    """A multiset as tokens to be placed or picked."""
    hand: i64 = 0
    for resource in range(RESOURCES):
        hand += ONE_OF[resource] * digit(multiset, resource)
    return hand


def has(table: Busara, seat: i64, multiset: i64) -> bool:
    """All those resources lie on the seat's board."""
    have = table.realm.have
    board = table.realm.board[seat] * RESOURCES
    return all(have[board + resource] >= digit(multiset, resource) for resource in range(RESOURCES))


def nibbles_of(table: Busara, seat: i64) -> i64:
    """What lies on the seat's board, four bits a type, at most three of each, with a guard bit."""
    have = table.realm.have
    board = table.realm.board[seat] * RESOURCES
    nibbles: i64 = 0
    for resource in range(RESOURCES):
        nibbles = nibbles * 16 + min(have[board + resource], MOST_OF_A_TYPE)
    return nibbles | GUARDS


def offer_of(table: Busara, seat: i64) -> i64:
    """What the seat asks for in return; `NONE` without an offer."""
    return (table.offers >> (OFFER_BITS * seat) & OFFER_MASK) - 1


def can_trade(table: Busara, seat: i64) -> bool:
    """Somebody else has a resource: then some want can be met (BS-7.2; a gift or a one for one always has room)."""
    return any(other != seat and table.realm.holds(other) > 0 for other in range(table.seats))


def trade(table: Busara) -> None:
    """Once a turn (BS-7.1)."""
    table.trading = TRADE_FAILED
    table.offers = 0
    table.push(WANT)


class TradeWant(Choice):
    """What the active player wants: one to three resources that some other player has (BS-7.2)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        most = table.box.trade_most
        holders: i64 = 0
        for other in range(table.seats):
            if other != table.active:
                HOLDINGS[holders] = nibbles_of(table, other)
                holders += 1
        n: i64 = 0
        for i in range(1, len(MULTISETS)):
            if SIZES[i] <= most:
                for k in range(holders):
                    if (HOLDINGS[k] - NIBBLES[i]) & GUARDS == GUARDS:
                        out[n] = MULTISETS[i]
                        n += 1
                        break
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """Whoever holds two resources can be asked for one or for both."""
        table = cast(Busara, state)
        if table.box.trade_most != 1:
            for other in range(table.seats):
                if other != table.active and table.realm.holds(other) > 1:
                    return NONE
        return super().lone(state, seat)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.want = option
        if table.log is not None:
            table.tell("wants", (int(table.active), int(option)), "BS-7.2")
        table.partner = table.active
        table.push(NEXT_OFFER)


class NextOffer(Step):
    """Clockwise, whoever has the wanted resources is asked; then the active player decides (BS-7.3, BS-7.5)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        seat = table.clockwise(table.partner, 1)
        while seat != table.active and not has(table, seat, table.want):
            seat = table.clockwise(seat, 1)
        table.partner = seat
        if seat == table.active:
            table.partner = NONE
            table.decides = table.active
            if table.offers == 0 and table.log is not None:
                table.tell("no_offers", (int(table.active),), "BS-7.8")
            table.push(ACCEPT)
        else:
            table.decides = seat
            table.push(OFFER)


class TradeOffer(Choice):
    """What the player asks in return for exactly the want, or no offer (BS-7.3, BS-7.4)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        wanted = size(table.want)
        least = wanted - table.realm.room(table.active)
        most = min(wanted + table.realm.room(table.partner), table.box.trade_most)
        holds = nibbles_of(table, table.active)
        n: i64 = 0
        for i in range(len(MULTISETS)):
            count = SIZES[i]
            if least <= count <= most and (holds - NIBBLES[i]) & GUARDS == GUARDS:
                out[n] = MULTISETS[i]
                n += 1
        out[n] = NO_OFFER
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        """Some offer is always legal: a gift, or as many as make room for the want (BS-7.2)."""
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option != NO_OFFER:
            table.offers |= (option + 1) << (OFFER_BITS * table.partner)
        if table.log is not None:
            if option == NO_OFFER:
                table.tell("offers_nothing", (int(table.partner),), "BS-7.3")
            else:
                table.tell("offers", (int(table.partner), int(table.want), int(option)), "BS-7.3")
        table.push(NEXT_OFFER)


class TradeAccept(Choice):
    """One of the offers, or none (BS-7.5)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for other in range(table.seats):
            if offer_of(table, other) != NONE:
                out[n] = other
                n += 1
        out[n] = NO_TRADE
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        return NO_TRADE if cast(Busara, state).offers == 0 else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == NO_TRADE:
            if table.offers != 0 and table.log is not None:
                table.tell("accepts_none", (int(table.active),), "BS-7.8")
            table.offers = 0
            table.want = 0
            return
        table.trading = TRADE_MADE
        table.partner = option
        if table.log is not None:
            args = (int(table.active), int(option), int(table.want), int(offer_of(table, option)))
            table.tell("accepts", args, "BS-7.5")
        table.push(END_TRADE)
        table.push(PARTNER_PLACES)
        table.push(ACTIVE_PLACES)
        table.push(PARTNER_PICKS)
        table.push(ACTIVE_PICKS)


class BeginPicking(Step):
    """A player hands over the agreed types (BS-7.6)."""

    def __init__(self, code: i64, active: bool) -> None:
        super().__init__(code)
        self.active: bool = active

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        agreed = offer_of(table, table.partner) if self.active else table.want
        table.subject = table.active if self.active else table.partner
        table.decides = table.subject
        table.to_pick = as_hand(agreed)
        pick_next(table)


def pick_next(table: Busara) -> None:
    """Take tokens whose choice is forced; ask for the others (SPEC part 5, `trade_pick`)."""
    realm = table.own()
    board = realm.board[table.subject]
    while table.to_pick != 0:
        resource = first_in(table.to_pick)
        if realm.have[board * RESOURCES + resource] > count_in(table.to_pick, resource):
            table.push(PICK)
            return
        for cell in range(board * SPACES, board * SPACES + SPACES):
            if realm.token[cell] == resource:
                realm.lift(cell)
                table.to_pick -= ONE_OF[resource]
                table.hand += ONE_OF[resource]


class TradePick(Choice):
    """Which token of the next agreed type to hand over (BS-7.6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        token = table.realm.token
        resource = first_in(table.to_pick)
        start = table.realm.board[table.subject] * SPACES
        n: i64 = 0
        for cell in range(start, start + SPACES):
            if token[cell] == resource:
                out[n] = cell
                n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """What is forced is not asked."""
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        resource = table.own().lift(option)
        table.to_pick -= ONE_OF[resource]
        table.hand += ONE_OF[resource]
        pick_next(table)


class BeginPlacing(Step):
    """A player places what was received, the active player first (BS-7.7)."""

    def __init__(self, code: i64, active: bool) -> None:
        super().__init__(code)
        self.active: bool = active

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if self.active:
            table.hand = as_hand(table.want)
            table.other_hand = as_hand(offer_of(table, table.partner))
            table.subject = table.active
        else:
            table.hand = table.other_hand
            table.other_hand = 0
            table.subject = table.partner
        table.decides = table.subject
        if table.hand != 0:
            table.push(PLACE)


class EndTrade(Step):
    """The trade was the action."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.offers = 0
        table.want = 0
        table.partner = NONE


HOLDINGS: Final = vec[i64]([0] * 8)
"""Scratch of `TradeWant.options`."""

WANT: Final = TradeWant(40, TRADE_WANT)
NEXT_OFFER: Final = NextOffer(41)
OFFER: Final = TradeOffer(42, TRADE_OFFER)
ACCEPT: Final = TradeAccept(43, TRADE_ACCEPT)
PICK: Final = TradePick(44, TRADE_PICK)
ACTIVE_PICKS: Final = BeginPicking(45, True)
PARTNER_PICKS: Final = BeginPicking(46, False)
ACTIVE_PLACES: Final = BeginPlacing(47, True)
PARTNER_PLACES: Final = BeginPlacing(48, False)
END_TRADE: Final = EndTrade(49)
