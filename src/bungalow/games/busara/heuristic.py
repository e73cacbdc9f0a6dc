"""What a position of Busara is worth to a seat (bot notes of docs/rules/busara.md, part 11).

Hot code. Progress towards the own goal weighs most; then resources by how much they are needed, pairs ready to forge,
room to move, and what is known of the others. Trades: an offer is worth what both would gain by it, so that a bot asks
for what it needs and can hope to get, gives nothing away, and never helps somebody who is close to winning.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Heuristic, State
from bungalow.games.busara.kinds import TRADE_ASK
from bungalow.games.busara.realm import CHAIN_STEP, RESOURCES, SPACES, VIRTUES
from bungalow.games.busara.rules.trade import asked_by, given_by, least_asked, most_asked, owned
from bungalow.games.busara.state import ONE_OF, TRADE_FAILED, Busara, count_in, size_of
from bungalow.games.busara.weights import (
    CANCELLED,
    CONTROL,
    EMPTYING_1,
    EXTRA_TURN,
    FILLING_1,
    GOAL_REACHED,
    GRANTED_ACTION,
    HOPELESS,
    LAST_RIVAL_STUCK,
    MILD,
    NEEDED_TOKEN,
    OTHER_PAIR,
    PAIR,
    PROGRESS,
    REFUSED,
    RIVAL_PROGRESS,
    RIVAL_STUCK,
    RIVAL_TOKEN,
    RIVAL_VIRTUE,
    TOKEN,
    UNWANTED,
    VIRTUE,
    WANTED,
)

WON: Final = 1000.0
MOST_TOKENS: Final[i64] = 10
STUCK: Final = -60.0
NOT_THAT_CLOSE: Final[i64] = 7
"""Nobody trades with a player known to have this much progress."""


class BusaraHeuristic(Heuristic):
    """Progress, resources, pairs, safety; rivals as far as they are known."""

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Busara, state)
        w = self.by_place
        if table.winners != 0:
            return WON if table.winners & BIT[seat] != 0 else -WON
        if len(table.near) == 0:
            return 0.0
        total = own_worth(w, table, seat) + rivals_worth(w, table, seat)
        if table.active == seat:
            total += w[GRANTED_ACTION] * float(table.actions_left)
        elif table.controller == seat:
            total += w[CONTROL]
        if table.extra == seat:
            total += w[EXTRA_TURN]
        if table.cancelled and table.user != seat:
            total += w[CANCELLED]
        if table.want != 0:
            total += trade_hopes(w, table, seat) if table.trading == TRADE_FAILED else trade_made(w, table, seat)
        return total


def own_worth(w: vec[float], table: Busara, seat: i64) -> float:
    realm = table.realm
    kingdom = table.kingdom_of(seat)
    total = w[PROGRESS] * float(table.progress(seat)) + w[VIRTUE] * float(realm.riches[seat])
    if table.fulfils(seat, kingdom):
        total += w[GOAL_REACHED]
    board = realm.board[seat]
    tokens = realm.filled[board] - tokens_in_chain(table, board)
    in_hand: i64 = 0
    if table.subject == seat:
        for resource in range(RESOURCES):
            in_hand += count_in(table.hand, resource)
    total += safety(w, tokens + in_hand, table.seats)
    tokens += in_hand
    total += w[TOKEN] * float(tokens if tokens < MOST_TOKENS else MOST_TOKENS)
    for resource in range(RESOURCES):
        held = realm.have[board * RESOURCES + resource]
        if table.subject == seat:
            held += count_in(table.hand, resource)
        total += w[NEEDED_TOKEN] * demand(table, seat, kingdom, resource) * float(held if held < 3 else 3)
    return total + ready_pairs(w, table, seat, kingdom, board)


def tokens_in_chain(table: Busara, board: i64) -> i64:
    """Tokens of a board that will be gone when the chain ends."""
    if table.chain_end == NONE:
        return 0
    token = table.realm.token
    count: i64 = 0
    for cell in range(board * SPACES, board * SPACES + SPACES):
        if token[cell] >= CHAIN_STEP:
            count += 1
    return count


def safety(w: vec[float], tokens: i64, seats: i64) -> float:
    """Boards that are empty or full are out of the game; those nearly so are in danger."""
    if tokens <= 0 or tokens >= SPACES:
        danger = STUCK
    elif tokens <= 4:
        danger = w[EMPTYING_1 + tokens - 1]
    else:
        danger = w[FILLING_1 + SPACES - tokens - 1] if tokens >= 14 else 0.0
    return danger if seats == 2 else w[MILD] * danger


def missing(table: Busara, seat: i64, kingdom: i64, virtue: i64) -> i64:
    """How many of a Virtue the seat still needs for a kingdom's goal."""
    lack = table.box.goal[kingdom * VIRTUES + virtue] - table.realm.virtues[seat * VIRTUES + virtue]
    return lack if lack > 0 else 0


def demand(table: Busara, seat: i64, kingdom: i64, resource: i64) -> float:
    """The share of the missing Virtues that need this resource, 0 to 1."""
    needed: i64 = 0
    useful: i64 = 0
    recipe = table.box.recipe
    for one in range(RESOURCES):
        for other in range(one + 1, RESOURCES):
            lack = missing(table, seat, kingdom, recipe[one * RESOURCES + other])
            needed += lack
            if one == resource or other == resource:
                useful += lack
    return float(useful) / float(needed) if needed > 0 else 0.0


def ready_pairs(w: vec[float], table: Busara, seat: i64, kingdom: i64, board: i64) -> float:
    """Adjacent resources that could be forged next, as far as their Virtues are missing."""
    realm = table.realm
    token = realm.token
    near = table.near
    recipe = table.box.recipe
    found: i64 = 0
    pairs: i64 = 0
    for cell in range(board * SPACES, board * SPACES + SPACES):
        resource = token[cell]
        if resource < 0 or resource >= CHAIN_STEP:
            continue
        for i in range(4 * cell, 4 * cell + 4):
            other_cell = near[i]
            if other_cell == NONE or (other_cell >> 4 == board and other_cell < cell):
                continue
            other = token[other_cell]
            if other < 0 or other >= CHAIN_STEP or other == resource:
                continue
            pairs += 1
            found += PACK[recipe[resource * RESOURCES + other]]
    total = w[OTHER_PAIR] * float(pairs)
    for virtue in range(VIRTUES):
        ready = found // PACK[virtue] % 64
        lack = missing(table, seat, kingdom, virtue)
        total += w[PAIR] * float(ready if ready < lack else lack)
    return total


def rivals_worth(w: vec[float], table: Busara, seat: i64) -> float:
    """Progress of rivals whose card the seat may see, Virtues of others, and who is stuck."""
    realm = table.realm
    total = 0.0
    for other in range(table.seats):
        if other == seat:
            continue
        if table.knows(seat, other):
            total += w[RIVAL_PROGRESS] * float(table.progress(other))
        total += w[RIVAL_VIRTUE] * float(realm.riches[other])
        board = realm.board[other]
        tokens = realm.filled[board] - tokens_in_chain(table, board)
        total += w[RIVAL_TOKEN] * float(tokens if tokens < 6 else 6)
        if tokens <= 0 or tokens >= SPACES:
            total += w[LAST_RIVAL_STUCK] if table.seats == 2 else w[RIVAL_STUCK]
    return total


# -- trade ----------------------------------------------------------------------------------------------------------


def trade_hopes(w: vec[float], table: Busara, seat: i64) -> float:
    """What a trade under way promises the seat."""
    if seat == table.active:
        return want_worth(w, table, seat)
    if table.partner == seat and table.gives != 0:
        return draft_worth(w, table, seat)
    if table.offers() & BIT[seat] == 0:
        return 0.0
    return offer_worth(w, table, seat, given_by(table, seat), asked_by(table, seat))


def draft_worth(w: vec[float], table: Busara, seat: i64) -> float:
    """The best that can still become of the offer under way.

    It stays as it is, or more of one type is asked for; while too little is asked for, no offer instead of as it is.
    """
    first = table.naming if table.current.kind == TRADE_ASK else 0
    asked = size_of(table.asks)
    least = least_asked(table) - asked
    best = offer_worth(w, table, seat, table.gives, table.asks) if least <= 0 else 0.0
    most = min(most_asked(table) - asked, MOST_MORE)
    for resource in range(first, RESOURCES):
        for count in range(max(1, least), min(most, owned(table, table.active, resource)) + 1):
            worth = offer_worth(w, table, seat, table.gives, table.asks + ONE_OF[resource] * count)
            if worth > best:
                best = worth
    return best


def offer_worth(w: vec[float], table: Busara, seat: i64, gives: i64, asks: i64) -> float:
    """What an offer promises the seat that makes it: its gain, as far as the other player can be expected to agree."""
    known = table.knows(seat, table.active)
    if known and table.progress(table.active) >= NOT_THAT_CLOSE:
        return w[REFUSED]
    mine = bundle_worth(w, table, seat, asks) - bundle_worth(w, table, seat, gives)
    if mine <= 0.0:
        return mine - 1.0
    if known:
        theirs = bundle_worth(w, table, table.active, gives) - bundle_worth(w, table, table.active, asks)
    else:
        theirs = float(size_of(gives) - size_of(asks)) + 0.1
    return mine - 0.5 * theirs if theirs > 0.0 else w[HOPELESS] * mine


def trade_made(w: vec[float], table: Busara, seat: i64) -> float:
    """An offer is accepted only for a gain, and never from a player who is close to winning."""
    if seat != table.active:
        return 0.0
    if table.knows(seat, table.partner) and table.progress(table.partner) >= NOT_THAT_CLOSE:
        return w[REFUSED]
    gives, asks = given_by(table, table.partner), asked_by(table, table.partner)
    gain = bundle_worth(w, table, seat, gives) - bundle_worth(w, table, seat, asks)
    return 0.0 if gain > 0.0 else w[REFUSED]


def bundle_worth(w: vec[float], table: Busara, seat: i64, hand: i64) -> float:
    """What some resources are worth to a seat."""
    kingdom = table.kingdom_of(seat)
    total = 0.0
    for resource in range(RESOURCES):
        count = count_in(hand, resource)
        if count > 0:
            total += float(count) * (w[TOKEN] + w[NEEDED_TOKEN] * demand(table, seat, kingdom, resource))
    return total


def want_worth(w: vec[float], table: Busara, seat: i64) -> float:
    """Announcing is free, but tiresome: worth it for resources that are much needed and lacking, one of each."""
    kingdom = table.kingdom_of(seat)
    lacking = 0.0
    for resource in range(RESOURCES):
        wanted = count_in(table.want, resource)
        if wanted == 0:
            continue
        needed = demand(table, seat, kingdom, resource)
        if wanted > 1 or needed < 0.5 or owned(table, seat, resource) > 0:
            return w[UNWANTED]
        lacking += needed
    return w[WANTED] + lacking


MOST_MORE: Final[i64] = 3
"""An offer under way is looked at with up to this many more of one type."""
PACK: Final = vec[i64]([64**i for i in range(6)])
"""Six counts below 64 in one number."""
