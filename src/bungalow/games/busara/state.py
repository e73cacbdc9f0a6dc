"""What lies on the table in Busara, whose turn it is, and what a choice under way has gathered so far.

Hot code. Boards, tokens and Virtues are in `realm.py`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, SPECTATOR, State
from bungalow.core.random import mix, mix_all
from bungalow.games.busara.realm import ACTION_END, POWER_USED, THREAT, TURN_END, VIRTUES, Prepared, Realm

CHOOSING_KINGDOMS: Final[i64] = 0
CHOOSING_SETUP_CARDS: Final[i64] = 1
PLACING_BOARDS: Final[i64] = 2
PLACING_TOKENS: Final[i64] = 3
PLAYING: Final[i64] = 4
"""The phases."""

BY_GOAL: Final[i64] = 1
BY_EMBARGO: Final[i64] = 2
BY_CAP: Final[i64] = 3
"""How the game ended."""

LAST_ROUND: Final[i64] = 60
"""The usual cap (BS-R30)."""
ENDLESS: Final[i64] = 1000
"""The cap of a table without one: no game of people lasts so long, and every game ends."""

WINNING: Final[i64] = 10
"""Added to a winner's progress, so that scores follow the ranking of SPEC part 6."""

NO_TRADE_YET: Final[i64] = 0
TRADE_FAILED: Final[i64] = 1
TRADE_MADE: Final[i64] = 2


class Busara(State):
    """One table of Busara; `guess.py` makes it whole."""

    # Shared by clones and never written in place: a writer replaces the whole.
    box: Prepared
    at: vec[i64]
    """x and y of each board's top left corner; until it is placed, as of the first board."""
    near: vec[i64]
    """At `4 * cell + direction` (up, right, down, left): the adjacent cell, or `NONE`."""
    around: vec[i64]
    """At `4 * cell`: the adjacent cells, ascending, then `NONE`."""
    deck: vec[i64]
    """Kinds of resource cards; those before `drawn` lie face up, whole, on the discard pile."""
    kingdom: vec[i64]
    """Of each Kingdom Card in play: which kingdom it shows. Card i was dealt to seat i."""
    known: vec[i64]
    """Of each Kingdom Card in play: the seats that have seen it. Knowledge sticks to the card."""
    ruled_out: vec[i64]
    """Of each Kingdom Card in play: kingdoms it cannot show, or its holder would have won in the open."""
    dealt: vec[i64]
    """Experienced: the two kingdoms dealt to each seat, ascending."""
    setup_card: vec[i64]
    """Of each seat, until it leaves the game (BS-1.14)."""
    setup_dealt: vec[i64]
    offered: vec[i64]
    """In a trade, at `2 * seat` what the seat would give and then what it asks in return, as hands; else empty."""
    realm: Realm
    snapshot: Realm
    """The realm before the current action (BS-R24)."""

    def __init__(self) -> None:
        super().__init__()
        self.owned: bool = False
        """No clone and no snapshot shares the realm: it may be written."""
        self.phase: i64 = 0
        self.placed: i64 = 0
        """Bit set of the boards that lie on the table."""
        self.drawn: i64 = 0
        self.turned: i64 = NONE
        """The kind of the card being resolved; it is not yet on the discard pile."""
        self.face_up: i64 = 0
        """Bit set of the Kingdom Cards that are revealed."""
        self.starter: i64 = 0
        self.active: i64 = 0
        self.last_normal: i64 = 0
        """Who had the last turn that was not an extra turn."""
        self.round: i64 = 1
        self.last_round: i64 = LAST_ROUND
        self.embargoed: i64 = 0
        self.controller: i64 = NONE
        self.actions_left: i64 = 0
        self.forbidden: i64 = 0
        """Bit set of actions that are not allowed this turn."""
        self.trading: i64 = NO_TRADE_YET
        self.extra: i64 = NONE
        """Who takes an extra turn after this one."""
        self.theft: i64 = NONE
        """The last theft of a Virtue, which everybody saw (BS-R40), as `theft_of` packs it."""
        self.winners: i64 = 0
        self.ending: i64 = 0
        # A choice under way.
        self.subject: i64 = 0
        """Whose board or Virtues the choice is about."""
        self.decides: i64 = 0
        """Who makes it."""
        self.hand: i64 = 0
        """Tokens to be placed by `subject`, five bits a type."""
        self.other_hand: i64 = 0
        """In a trade: tokens that the partner will place."""
        self.to_pick: i64 = 0
        """In a trade: tokens that `subject` has still to hand over."""
        self.chain_end: i64 = NONE
        self.chain_length: i64 = 0
        self.attacked: i64 = NONE
        """The seat that is under threat."""
        self.attacked_cell: i64 = NONE
        self.want: i64 = 0
        """In a trade: what the active player wants, as a hand."""
        self.gives: i64 = 0
        """What the offer under way gives, as a hand; then what it asks in return."""
        self.asks: i64 = 0
        self.naming: i64 = 0
        """The first type that may still be named: types come in their order, each once."""
        self.partner: i64 = NONE
        self.user: i64 = NONE
        self.power: i64 = NONE
        """The kingdom whose Power is being used."""
        self.answer: i64 = NONE
        """The kingdom whose Power answers that one: King's Necklace."""
        self.cancelled: bool = False
        self.payer: i64 = NONE
        self.to_pay: i64 = 0
        self.pay_from: i64 = 0
        """The lowest Virtue that may still be paid: types come in non-decreasing order."""
        self.pay_for_reaction: bool = False
        self.pay_from_before: bool = False
        """Only Virtues that the payer held before the action count (BS-7.35)."""
        # The effect machine.
        self.pc: i64 = NONE
        self.effect_of_event: bool = False
        self.effect_user: i64 = NONE
        self.seats_to_go: i64 = 0
        self.times: i64 = 0
        self.bound_seat: i64 = NONE
        self.bound_number: i64 = 0
        self.named: i64 = NONE
        self.exchanged: i64 = 0
        self.copying: i64 = 0
        """Types still to be copied, five bits each."""

    def copy_table(self, other: "Busara") -> None:
        """Make this a copy of `other`; the realm is shared until one of them writes."""
        self.copy_core(other)
        other.owned = False
        self.realm = other.realm
        self.snapshot = other.snapshot
        self.box = other.box
        self.at = other.at
        self.near = other.near
        self.around = other.around
        self.deck = other.deck
        self.kingdom = other.kingdom
        self.known = other.known
        self.ruled_out = other.ruled_out
        self.dealt = other.dealt
        self.setup_card = other.setup_card
        self.setup_dealt = other.setup_dealt
        self.phase = other.phase
        self.placed = other.placed
        self.drawn = other.drawn
        self.turned = other.turned
        self.face_up = other.face_up
        self.starter = other.starter
        self.active = other.active
        self.last_normal = other.last_normal
        self.round = other.round
        self.last_round = other.last_round
        self.embargoed = other.embargoed
        self.controller = other.controller
        self.actions_left = other.actions_left
        self.forbidden = other.forbidden
        self.trading = other.trading
        self.extra = other.extra
        self.theft = other.theft
        self.winners = other.winners
        self.ending = other.ending
        self.subject = other.subject
        self.decides = other.decides
        self.hand = other.hand
        self.other_hand = other.other_hand
        self.to_pick = other.to_pick
        self.chain_end = other.chain_end
        self.chain_length = other.chain_length
        self.attacked = other.attacked
        self.attacked_cell = other.attacked_cell
        self.offered = other.offered
        if other.want != 0:  # without a want nobody makes an offer
            self.want = other.want
            self.gives = other.gives
            self.asks = other.asks
            self.naming = other.naming
        self.partner = other.partner
        self.user = other.user
        self.power = other.power
        self.answer = other.answer
        self.cancelled = other.cancelled
        self.payer = other.payer
        self.to_pay = other.to_pay
        self.pay_from = other.pay_from
        self.pay_for_reaction = other.pay_for_reaction
        self.pay_from_before = other.pay_from_before
        self.pc = other.pc
        self.effect_of_event = other.effect_of_event
        self.effect_user = other.effect_user
        self.seats_to_go = other.seats_to_go
        self.times = other.times
        self.bound_seat = other.bound_seat
        self.bound_number = other.bound_number
        self.named = other.named
        self.exchanged = other.exchanged
        self.copying = other.copying

    def digest(self, h: i64) -> i64:
        h = self.snapshot.digest(self.realm.digest(h))
        h = mix_all(mix_all(mix_all(h, self.at), self.deck), self.kingdom)
        h = mix_all(mix_all(mix_all(h, self.known), self.ruled_out), self.dealt)
        h = mix_all(mix_all(h, self.setup_card), self.setup_dealt)
        h = mix(mix(mix(mix(h, self.phase), self.placed), self.drawn), self.turned)
        h = mix(mix(mix(mix(h, self.face_up), self.starter), self.active), self.last_normal)
        h = mix(mix(mix(mix(h, self.round), self.embargoed), self.controller), self.actions_left)
        h = mix(mix(mix(mix(h, self.forbidden), self.trading), self.extra), self.winners)
        h = mix(mix(mix(mix(h, self.ending), self.subject), self.decides), self.hand)
        h = mix(mix(mix(mix(mix(h, self.to_pick), self.other_hand), self.chain_end), self.chain_length), self.attacked)
        h = mix(mix(mix(mix(h, self.attacked_cell), self.want), self.offers()), 0)
        h = mix(mix(mix(mix(h, self.partner), self.user), self.power), self.answer)
        h = mix(mix(mix(h, 1 if self.cancelled else 0), self.payer), self.to_pay)  # no-mutate: tells both apart
        h = mix(mix(h, self.pay_from), 1 if self.pay_for_reaction else 0)  # no-mutate: tells both apart
        before = 1 if self.pay_from_before else 0  # no-mutate: tells both apart
        h = mix(mix(h, before), 1 if self.effect_of_event else 0)  # no-mutate: tells both apart
        h = mix(mix(mix(mix(h, self.pc), self.effect_user), self.seats_to_go), self.times)
        h = mix(mix(mix(h, self.bound_seat), self.bound_number), self.named)
        h = mix(mix(mix(h, self.exchanged), self.copying), self.theft)
        # Newer fields count only where they are set: what older versions knew keeps its checksum.
        if self.want != 0:
            h = mix_all(mix(mix(mix(h, self.gives), self.asks), self.naming), self.offered)
        return h if self.last_round == LAST_ROUND else mix(h, self.last_round)

    def own(self) -> Realm:
        """The realm, to be written."""
        if not self.owned:
            self.realm = self.realm.copy()
            self.owned = True
        return self.realm

    def take_snapshot(self) -> None:
        """Remember the realm as it is before an action, whoever may hold Retraction (BS-R24)."""
        self.snapshot = self.realm
        self.owned = False

    def offers(self) -> i64:
        """Bit set of the seats that have made an offer: each of them gives something (BS-7.3)."""
        offered = self.offered
        found: i64 = 0
        for seat in range(len(offered) // 2):
            if offered[2 * seat] != 0:
                found |= BIT[seat]
        return found

    # -- who is who -------------------------------------------------------------------------------------------

    def decider(self) -> i64:
        """Who makes the active player's choices (BS-7.36)."""
        return self.active if self.controller == NONE else self.controller

    def clockwise(self, seat: i64, places: i64) -> i64:
        return (seat + places) % self.seats

    def kingdom_of(self, seat: i64) -> i64:
        return self.kingdom[self.realm.card[seat]]

    def is_revealed(self, seat: i64) -> bool:
        return self.face_up & BIT[self.realm.card[seat]] != 0

    def knows(self, viewer: i64, seat: i64) -> bool:
        """The viewer knows the Kingdom Card of that seat."""
        return self.has_seen(viewer, self.realm.card[seat])

    def has_seen(self, viewer: i64, card: i64) -> bool:
        return self.face_up & BIT[card] != 0 or (viewer != SPECTATOR and self.known[card] & BIT[viewer] != 0)

    def tell_card(self, card: i64, seat: i64) -> None:
        """From now on the seat knows that Kingdom Card."""
        self.known = self.known[:]
        self.known[card] |= BIT[seat]

    # -- reactions --------------------------------------------------------------------------------------------

    def may_react(self, seat: i64, timing: i64) -> bool:
        """The seat could use that reaction now, if it holds the card (SPEC part 5)."""
        kingdom = self.box.reactor[timing]
        realm = self.realm
        if realm.riches[seat] < self.box.cost[kingdom]:
            return False
        if timing == THREAT:
            return seat == self.attacked
        if timing == POWER_USED:
            return seat != self.user
        if seat == self.active:
            return False
        if timing == ACTION_END:
            return self.payable_from_before(seat) >= self.box.cost[kingdom]
        return timing != TURN_END or not realm.stuck(seat)

    def reactor(self, timing: i64) -> i64:
        """The seat that is asked in that window, or `NONE` (BS-7.18)."""
        kingdom = self.box.reactor[timing]
        card = self.realm.card
        for seat in range(self.seats):
            if self.kingdom[card[seat]] == kingdom:
                return seat if self.may_react(seat, timing) else NONE
        return NONE

    def knows_reactor(self, timing: i64) -> bool:
        """Everybody can tell whether somebody is asked in that window, and who: BS-7.17 has nothing to hide."""
        kingdom = self.box.reactor[timing]
        if kingdom == NONE:
            return True
        for seat in range(self.seats):
            if self.is_revealed(seat) and self.kingdom_of(seat) == kingdom:
                return not self.hides_means(seat, timing)
        for seat in range(self.seats):
            excluded = self.is_revealed(seat) or self.ruled_out[self.realm.card[seat]] & BIT[kingdom] != 0
            if not excluded and (self.may_react(seat, timing) or self.hides_means(seat, timing)):
                return False
        return True

    def hides_means(self, seat: i64, timing: i64) -> bool:
        """Whether the seat could pay hangs on the types of its hidden Virtues (BS-7.35, BS-7.37)."""
        if timing != ACTION_END or not self.realm.hides(seat):
            return False
        return seat != self.active and self.realm.riches[seat] >= self.box.cost[self.box.reactor[timing]]

    def payable_from_before(self, seat: i64) -> i64:
        """Virtues that the seat held before the action and still holds, counted per type (BS-7.35)."""
        now = self.realm.virtues
        before = self.snapshot.virtues
        count: i64 = 0
        for at in range(seat * VIRTUES, seat * VIRTUES + VIRTUES):
            count += min(now[at], before[at])
        return count

    # -- standing ---------------------------------------------------------------------------------------------

    def progress(self, seat: i64) -> i64:
        """Virtues that count towards the seat's goal, 0 to 9 (SPEC part 6)."""
        kingdom = self.kingdom_of(seat)
        if kingdom == NONE:
            return 0
        goal = self.box.goal
        virtues = self.realm.virtues
        sum_of: i64 = 0
        for virtue in range(VIRTUES):
            sum_of += min(goal[kingdom * VIRTUES + virtue], virtues[seat * VIRTUES + virtue])
        return sum_of

    def fulfils(self, seat: i64, kingdom: i64) -> bool:
        """The seat's Virtues reach every number of that kingdom's goal (BS-8.1)."""
        goal = self.box.goal
        virtues = self.realm.virtues
        return all(virtues[seat * VIRTUES + virtue] >= goal[kingdom * VIRTUES + virtue] for virtue in range(VIRTUES))

    def score(self, seat: i64) -> i64:
        """Progress; a winner stands above everybody else."""
        return self.progress(seat) + (WINNING if self.winners & BIT[seat] != 0 else 0)

    def rank(self, seat: i64) -> i64:
        """Winners, then progress, resources on the own board, Virtues in all; else equal (SPEC part 6)."""
        rank: i64 = 1
        for other in range(self.seats):
            if self.stands_before(other, seat):
                rank += 1
        return rank

    def stands_before(self, one: i64, other: i64) -> bool:
        realm = self.realm
        ahead = self.score(one) - self.score(other)
        if ahead == 0:
            ahead = realm.holds(one) - realm.holds(other)
        if ahead == 0:
            ahead = realm.riches[one] - realm.riches[other]
        return ahead > 0


def theft_of(thief: i64, victim: i64, virtue: i64, found: bool) -> i64:
    """A theft in one number."""
    return ((thief * 8 + victim) * 8 + virtue) * 2 + (1 if found else 0)


def first_in(hand: i64) -> i64:
    """The first type in a hand, in the fixed order Fire, Water, Wind, Earth."""
    resource: i64 = 0
    while hand >> (5 * resource) & 31 == 0:
        resource += 1
    return resource


def count_in(hand: i64, resource: i64) -> i64:
    return hand >> (5 * resource) & 31


def size_of(hand: i64) -> i64:
    return (hand & 31) + (hand >> 5 & 31) + (hand >> 10 & 31) + (hand >> 15 & 31)


ONE_OF: Final = vec[i64]([1, 32, 1024, 32768])
"""One token of a type, as a hand counts it."""
