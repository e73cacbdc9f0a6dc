"""The table as a state of its own, and what makes its guesses: dealing anew what a viewer cannot know (SPEC part 1).

Hot code. What is dealt depends on the viewer's knowledge and the random numbers alone.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, SPECTATOR
from bungalow.core.random import Random
from bungalow.games.busara.kinds import REACT_ACTION, REACT_POWER, REACT_START, REACT_THREAT, REACT_TURN_END
from bungalow.games.busara.realm import ACTION_END, POWER_USED, THREAT, TURN_END, TURN_START, VIRTUES, Realm
from bungalow.games.busara.state import CHOOSING_SETUP_CARDS, PLACING_BOARDS, Busara

TRIES: Final[i64] = 60
"""A deal that fits all that is known is looked for so often."""


class BusaraTable(Busara):
    """A table of Busara that can be cloned and guessed."""

    def clone(self) -> "BusaraTable":
        other = BusaraTable()
        other.copy_table(self)
        return other

    def redeal(self, viewer: i64, random: Random) -> None:
        """Deck order, Kingdom and Setup Cards, hidden Virtues, and who is asked silently (SPEC part 1)."""
        self.redeal_deck(random)
        if CHOOSING_SETUP_CARDS <= self.phase <= PLACING_BOARDS:
            self.redeal_setup_cards(viewer, random)
        if self.over():
            return  # all is shown
        for _try in range(TRIES):
            self.redeal_virtues(viewer, random)
            self.redeal_kingdoms(viewer, random)
            if self.is_plausible(viewer):
                return

    def is_plausible(self, viewer: i64) -> bool:
        """Nobody with hidden Virtues has won unnoticed, and a silent question leaves a choice."""
        for seat in range(self.seats):
            if seat != viewer and self.realm.hides(seat) and self.fulfils(seat, self.kingdom_of(seat)):
                return False
        if not self.hides_moment(viewer):
            return True
        choice = self.choice()
        if asked_timing(choice.kind) == NONE:
            return choice.options(self, self.decides, self.scratch) > 1
        return choice.actors(self) != 0

    def redeal_deck(self, random: Random) -> None:
        """Everybody knows which cards are left, nobody knows their order."""
        deck = self.deck[:]
        drawn = self.drawn
        kinds = vec[i64]([0] * len(self.box.card_resource))
        for i in range(drawn, len(deck)):
            kinds[deck[i]] += 1
        at = drawn
        for kind in range(len(kinds)):
            for _card in range(kinds[kind]):
                deck[at] = kind
                at += 1
        random.shuffle_part(deck, drawn, len(deck))
        self.deck = deck

    def redeal_setup_cards(self, viewer: i64, random: Random) -> None:
        """Those of the others, until all are revealed (BS-1.10)."""
        count = self.box.setup_cards
        taken: i64 = 0
        if viewer != SPECTATOR:
            if self.setup_card[viewer] != NONE:
                taken |= BIT[self.setup_card[viewer]]
            if len(self.setup_dealt) > 0:
                taken |= BIT[self.setup_dealt[2 * viewer]] | BIT[self.setup_dealt[2 * viewer + 1]]
        pool = unknown_of(count, taken)
        random.shuffle(pool, len(pool))
        cards = self.setup_card[:]
        dealt = self.setup_dealt[:]
        at: i64 = 0
        for seat in range(self.seats):
            if seat == viewer:
                continue
            if len(dealt) == 0:
                cards[seat] = pool[at]
                at += 1
                continue
            deal_pair(dealt, seat, pool[at], pool[at + 1])
            if cards[seat] != NONE:
                cards[seat] = pool[at]
            at += 2
        self.setup_card = cards
        self.setup_dealt = dealt

    def redeal_kingdoms(self, viewer: i64, random: Random) -> None:
        """Kingdom Cards that the viewer has not seen, those laid aside by others, and who holds an asked one."""
        cards = self.kingdom[:]
        taken: i64 = 0
        unknown: i64 = 0
        for card in range(self.seats):
            if cards[card] == NONE:
                continue
            if self.has_seen(viewer, card):
                taken |= BIT[cards[card]]
            else:
                unknown |= BIT[card]
        if viewer != SPECTATOR and len(self.dealt) > 0:
            taken |= BIT[self.dealt[2 * viewer]] | BIT[self.dealt[2 * viewer + 1]]
        if self.hides_moment(viewer):
            asked = asked_timing(self.choice().kind)
            if asked != NONE and taken & BIT[self.box.reactor[asked]] == 0:
                card = self.card_to_ask(asked, unknown, random)
                if card != NONE:
                    cards[card] = self.box.reactor[asked]
                    taken |= BIT[self.box.reactor[asked]]
                    unknown &= ~BIT[card]
        pool = unknown_of(self.box.kingdoms, taken)
        random.shuffle(pool, len(pool))
        self.assign(cards, pool, 0, unknown)
        for card in range(self.seats):
            if cards[card] != NONE:
                taken |= BIT[cards[card]]
        self.kingdom = cards
        if len(self.dealt) > 0:
            self.redeal_aside(viewer, unknown_of(self.box.kingdoms, taken), random)

    def redeal_aside(self, viewer: i64, pool: vec[i64], random: Random) -> None:
        """Experienced: what the others were dealt besides the kingdoms that they kept."""
        random.shuffle(pool, len(pool))
        dealt = self.dealt[:]
        at: i64 = 0
        for seat in range(self.seats):
            if seat == viewer:
                continue
            kept = self.kingdom[seat]
            if kept == NONE:
                kept = pool[at]
                at += 1
            deal_pair(dealt, seat, kept, pool[at])
            at += 1
        self.dealt = dealt

    def card_to_ask(self, timing: i64, unknown: i64, random: Random) -> i64:
        """A Kingdom Card whose holder could be the one that is asked silently now."""
        start = random.below(self.seats)
        kingdom = self.box.reactor[timing]
        for i in range(self.seats):
            seat = self.clockwise(start, i)
            card = self.realm.card[seat]
            possible = unknown & BIT[card] != 0 and self.ruled_out[card] & BIT[kingdom] == 0
            if possible and self.may_react(seat, timing):
                return card
        return NONE

    def assign(self, cards: vec[i64], pool: vec[i64], card: i64, unknown: i64) -> bool:
        """Give every unknown card one of the pool that is not ruled out for it; False when that cannot be."""
        while card < self.seats and unknown & BIT[card] == 0:
            card += 1
        if card == self.seats:
            return True
        for i in range(len(pool)):
            kingdom = pool[i]
            if kingdom != NONE and self.ruled_out[card] & BIT[kingdom] == 0:
                pool[i] = NONE
                cards[card] = kingdom
                if self.assign(cards, pool, card + 1, unknown):
                    return True
                pool[i] = kingdom
        return False

    def redeal_virtues(self, viewer: i64, random: Random) -> None:
        """Hidden Virtues of others, within what was public of them and with the same Virtues in supply."""
        concealed = self.realm.hidden
        if viewer != SPECTATOR:
            concealed &= ~BIT[viewer]
        if concealed == 0:
            return
        before = self.snapshot
        shared = before is self.realm
        realm = self.own()
        followed = follows(before, realm, concealed)
        change = vec[i64]([0] * len(realm.virtues))
        for at in range(len(change)):
            change[at] = realm.virtues[at] - before.virtues[at]
        redeal_realm(realm, concealed, self.seats, random)
        if shared:
            self.take_snapshot()
        else:
            renewed = before.copy()
            if followed:
                for at in range(len(change)):
                    renewed.supply[at % VIRTUES] += renewed.virtues[at]
                    renewed.virtues[at] = realm.virtues[at] - change[at]
                    renewed.supply[at % VIRTUES] -= renewed.virtues[at]
            else:
                redeal_realm(renewed, before.hidden & concealed, self.seats, random)
            self.snapshot = renewed
        if concealed & BIT[self.decides] != 0:
            self.pay_from = 0
            if self.named != NONE:
                self.named = random.below(VIRTUES)
                while realm.supply[self.named] == 0:
                    self.named = random.below(VIRTUES)


def asked_timing(kind: i64) -> i64:
    """The timing of a reaction window, or `NONE` for any other question."""
    if kind == REACT_START:
        return TURN_START
    if kind == REACT_THREAT:
        return THREAT
    if kind == REACT_POWER:
        return POWER_USED
    if kind == REACT_ACTION:
        return ACTION_END
    return TURN_END if kind == REACT_TURN_END else NONE


def follows(before: Realm, now: Realm, concealed: i64) -> bool:
    """All that has changed in those seats' Virtues since `before` was public."""
    return before.hidden & concealed == concealed and before.unseen == now.unseen


def redeal_realm(realm: Realm, concealed: i64, seats: i64, random: Random) -> None:
    """Deal the Virtues of the concealed seats anew; which types are in supply at all stays as it is (BS-R27)."""
    some = vec[i64]([0] * VIRTUES)
    pool = vec[i64]([0] * VIRTUES)
    for virtue in range(VIRTUES):
        some[virtue] = 1 if realm.supply[virtue] > 0 else 0
        pool[virtue] = realm.supply[virtue]
        for seat in range(seats):
            if concealed & BIT[seat] != 0:
                pool[virtue] += realm.virtues[seat * VIRTUES + virtue]
    for _try in range(TRIES):
        dealt = realm.virtues[:]
        left = pool[:]
        if deal_virtues(realm, concealed, seats, some, left, dealt, random):
            realm.virtues = dealt
            realm.supply = left
            return


def deal_virtues(
    realm: Realm, concealed: i64, seats: i64, some: vec[i64], left: vec[i64], dealt: vec[i64], random: Random
) -> bool:
    """One try: each seat gets its total within its bounds; what is `left` is the supply."""
    for seat in range(seats):
        if concealed & BIT[seat] == 0:
            continue
        low = vec[i64]([0] * VIRTUES)
        high = vec[i64]([0] * VIRTUES)
        missing = realm.riches[seat]
        room: i64 = 0
        for virtue in range(VIRTUES):
            later_least: i64 = 0
            later_most: i64 = 0
            for other in range(seat + 1, seats):
                if concealed & BIT[other] != 0:
                    later_least += realm.least[other * VIRTUES + virtue]
                    later_most += realm.most[other * VIRTUES + virtue]
            at = seat * VIRTUES + virtue
            low[virtue] = realm.least[at]
            high[virtue] = realm.most[at]
            if high[virtue] > left[virtue] - later_least - some[virtue]:
                high[virtue] = left[virtue] - later_least - some[virtue]
            if some[virtue] == 0 and low[virtue] < left[virtue] - later_most:
                low[virtue] = left[virtue] - later_most
            if low[virtue] > high[virtue]:
                return False
            missing -= low[virtue]
            room += high[virtue] - low[virtue]
        if missing < 0 or room < missing:
            return False
        while missing > 0:
            virtue = random.below(VIRTUES)
            if low[virtue] < high[virtue]:
                low[virtue] += 1
                missing -= 1
        for virtue in range(VIRTUES):
            dealt[seat * VIRTUES + virtue] = low[virtue]
            left[virtue] -= low[virtue]
    return True


def unknown_of(count: i64, taken: i64) -> vec[i64]:
    """The numbers below `count` that are not in the bit set, ascending."""
    size: i64 = 0
    for number in range(count):
        if taken & BIT[number] == 0:
            size += 1
    pool = vec[i64]([0] * size)
    at: i64 = 0
    for number in range(count):
        if taken & BIT[number] == 0:
            pool[at] = number
            at += 1
    return pool


def deal_pair(dealt: vec[i64], seat: i64, one: i64, other: i64) -> None:
    """Two cards to a seat, the lower first."""
    dealt[2 * seat] = min(one, other)
    dealt[2 * seat + 1] = max(one, other)
