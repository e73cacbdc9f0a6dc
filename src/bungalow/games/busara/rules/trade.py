"""Trade (BS-7.1 to BS-7.9): announce, offers clockwise, accept one or none, hand over, place.

Hot code. What is wanted, given and asked is named type by type, each type once and in its order, so that every choice
is small. Only what can be completed is offered (BS-7.4). Resources are written as hands, five bits a type.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.busara.kinds import (
    AMOUNTS,
    DONE,
    GIFT,
    NO_OFFER,
    NO_TRADE,
    TRADE_ACCEPT,
    TRADE_ASK,
    TRADE_OFFER,
    TRADE_PICK,
    TRADE_WANT,
)
from bungalow.games.busara.realm import RESOURCES, SPACES
from bungalow.games.busara.rules.tokens import PLACE
from bungalow.games.busara.state import ONE_OF, TRADE_FAILED, TRADE_MADE, Busara, count_in, first_in, size_of


def named(option: i64) -> i64:
    """The resources that an option names, as a hand."""
    return ONE_OF[option // AMOUNTS] * (option % AMOUNTS + 1)


def owned(table: Busara, seat: i64, resource: i64) -> i64:
    """How many of a type lie on the seat's board."""
    return table.realm.have[table.realm.board[seat] * RESOURCES + resource]


def given_by(table: Busara, seat: i64) -> i64:
    """What the seat's offer gives."""
    return table.offered[2 * seat]


def asked_by(table: Busara, seat: i64) -> i64:
    """What the seat's offer asks in return."""
    return table.offered[2 * seat + 1]


def obtainable(table: Busara, resource: i64) -> i64:
    """The most of a type that one other player has (BS-7.2)."""
    most: i64 = 0
    for other in range(table.seats):
        if other != table.active:
            most = max(most, owned(table, other, resource))
    return most


def everything_obtainable(table: Busara) -> i64:
    """The most that can be named in all (BS-7.2)."""
    found: i64 = 0
    for resource in range(RESOURCES):
        found += obtainable(table, resource)
    return found


def givable(table: Busara, seat: i64, resource: i64) -> i64:
    """How many of a wanted type the seat could give (BS-7.3)."""
    return min(count_in(table.want, resource), owned(table, seat, resource))


def least_asked(table: Busara) -> i64:
    """The fewest resources that must be asked for: else the active player has no room for what is given (BS-7.4)."""
    return size_of(table.gives) - table.realm.room(table.active)


def most_asked(table: Busara) -> i64:
    """The most that can be asked for: else the offering player has no room (BS-7.4)."""
    return size_of(table.gives) + table.realm.room(table.partner)


def can_trade(table: Busara, seat: i64) -> bool:
    """Somebody else has a resource: then some want can be met (BS-7.2; a gift or a one for one always has room)."""
    found: i64 = 0
    for other in range(table.seats):
        if other != seat:
            found += table.realm.holds(other)
    return found > 0


def trade(table: Busara) -> None:
    """Until an offer is accepted the trade counts as failed (BS-7.1, BS-7.8)."""
    table.trading = TRADE_FAILED
    if table.log is not None and everything_obtainable(table) == 1:
        # Version 1 announced a want that left no choice by itself, too, but wrote and answered it otherwise.
        table.departs(2, "BS-7.2")
    table.push(WANT)


class TradeWant(Choice):
    """What the active player wants, type by type; of each as many as one other player has, or fewer (BS-7.2)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for resource in range(table.naming, RESOURCES):
            for i in range(obtainable(table, resource)):
                out[n] = AMOUNTS * resource + i
                n += 1
        if table.want != 0:
            out[n] = DONE
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option != DONE:
            table.want += named(option)
            table.naming = option // AMOUNTS + 1
            table.push(WANT)
            return
        table.naming = 0
        table.offered = vec[i64]([0] * (2 * table.seats))
        table.partner = table.active
        if table.log is not None:
            table.tell("wants", (int(table.active), int(table.want)), "BS-7.2")
        table.push(NEXT_OFFER)


class NextOffer(Step):
    """Clockwise, whoever has any part of the want is asked; then the active player decides (BS-7.3, BS-7.5)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        seat = table.clockwise(table.partner, 1)
        while seat != table.active and not self.could_offer(table, seat):
            seat = table.clockwise(seat, 1)
        table.partner = seat
        table.decides = seat
        if seat != table.active:
            table.push(OFFER)
            return
        table.partner = NONE
        if table.log is not None and table.offers() == 0:
            table.tell("no_offers", (int(table.active),), "BS-7.8")
        table.push(ACCEPT)

    def could_offer(self, table: Busara, seat: i64) -> bool:
        found: i64 = 0
        for resource in range(RESOURCES):
            found += givable(table, seat, resource)
        return found > 0


class TradeOffer(Choice):
    """What the player would give, any part of the want, type by type; or no offer (BS-7.3)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for resource in range(table.naming, RESOURCES):
            for i in range(givable(table, table.partner, resource)):
                out[n] = AMOUNTS * resource + i
                n += 1
        out[n] = NO_OFFER if table.gives == 0 else DONE
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == NO_OFFER:
            make_no_offer(table)
        elif option == DONE:
            table.naming = 0
            table.push(ASK)
        else:
            table.gives += named(option)
            table.naming = option // AMOUNTS + 1
            table.push(OFFER)


def make_no_offer(table: Busara) -> None:
    """One press, before anything is given or instead of asking for something (BS-7.3)."""
    table.gives = 0
    table.naming = 0
    if table.log is not None:
        table.tell("offers_nothing", (int(table.partner),), "BS-7.3")
    table.push(NEXT_OFFER)


class TradeAsk(Choice):
    """What the player asks in return of all that the active player has, type by type; or nothing (BS-7.3, BS-7.4).

    A gift is an answer of its own and never the only one: no offer can still be made instead.
    """

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        least = least_asked(table) - size_of(table.asks)
        most = most_asked(table) - size_of(table.asks)
        later: i64 = 0
        for resource in range(table.naming, RESOURCES):
            later += owned(table, table.active, resource)
        n: i64 = 0
        for resource in range(table.naming, RESOURCES):
            has = owned(table, table.active, resource)
            later -= has
            # Too few now can be made good by later types only.
            for count in range(max(1, least - later), min(has, most) + 1):
                out[n] = AMOUNTS * resource + count - 1
                n += 1
        if table.asks == 0:
            out[n] = NO_OFFER
            n += 1
        if least <= 0:
            out[n] = DONE if table.asks != 0 else GIFT
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == NO_OFFER:
            make_no_offer(table)
        elif option in (DONE, GIFT):
            make_offer(table)
        else:
            table.asks += named(option)
            table.naming = option // AMOUNTS + 1
            table.push(ASK)


def make_offer(table: Busara) -> None:
    """The offer lies open (BS-7.3)."""
    seat = table.partner
    offered = table.offered[:]
    offered[2 * seat] = table.gives
    offered[2 * seat + 1] = table.asks
    table.offered = offered
    if table.log is not None:
        table.tell("offers", (int(seat), int(table.gives), int(table.asks)), "BS-7.3")
    table.gives = 0
    table.asks = 0
    table.naming = 0
    table.push(NEXT_OFFER)


class TradeAccept(Choice):
    """One of the offers, or none (BS-7.5)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for other in range(table.seats):
            if given_by(table, other) != 0:
                out[n] = other
                n += 1
        out[n] = NO_TRADE
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        return NO_TRADE if cast(Busara, state).offers() == 0 else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == NO_TRADE:
            if table.log is not None and table.offers() != 0:
                table.tell("accepts_none", (int(table.active),), "BS-7.8")
            close(table)
            return
        table.trading = TRADE_MADE
        table.partner = option
        if table.log is not None:
            args = (int(table.active), int(option), int(given_by(table, option)), int(asked_by(table, option)))
            table.tell("accepts", args, "BS-7.5")
        table.push(END_TRADE)
        table.push(PARTNER_PLACES)
        table.push(ACTIVE_PLACES)
        table.push(PARTNER_PICKS)
        table.push(ACTIVE_PICKS)


def close(table: Busara) -> None:
    """Nothing is left of want and offers."""
    table.offered = vec[i64]()
    table.want = 0
    table.partner = NONE


class BeginPicking(Step):
    """A player hands over the agreed types (BS-7.6)."""

    def __init__(self, code: i64, active: bool) -> None:
        super().__init__(code)
        self.active: bool = active

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.subject = table.active if self.active else table.partner
        table.decides = table.subject
        table.to_pick = asked_by(table, table.partner) if self.active else given_by(table, table.partner)
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
            table.hand = given_by(table, table.partner)
            table.other_hand = asked_by(table, table.partner)
            table.subject = table.active
        else:
            table.hand = table.other_hand
            table.other_hand = 0
            table.subject = table.partner
        table.decides = table.subject
        if table.hand != 0:
            table.push(PLACE)


class EndTrade(Step):
    """The trade was the action; another one may follow in a turn with more actions (BS-7.1)."""

    def run(self, state: State) -> None:
        close(cast(Busara, state))


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
ASK: Final = TradeAsk(60, TRADE_ASK)
