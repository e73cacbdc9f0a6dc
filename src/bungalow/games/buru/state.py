"""What lies on the table in Buru: mats, bids, tableaux, rows, decks, altars, totems.

Hot code. Cards, regions, spirits, types and goods are numbers of the box (`data.py`). Sets of cards are bit sets. Decks
are shared by clones: drawing lowers a count, and whoever shuffles or writes one puts a new array in its place.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.core.contract import BIT, NONE, SPECTATOR, State
from bungalow.core.random import Random, mix, mix_all
from bungalow.games.buru.tables import Prepared

CLAY: Final[i64] = 0
PALM: Final[i64] = 1
EBONY: Final[i64] = 2
FISH: Final[i64] = 3
ESTEEM: Final[i64] = 4
GOODS: Final[i64] = 5
"""Goods of a seat, and the entries of a bag, in this order."""
TABLEAU: Final[i64] = 5
ELDERS: Final[i64] = 6
TRIBUTES: Final[i64] = 7
MAT: Final[i64] = 8
"""Bit sets of a seat: its Islanders, Elders, Tribute cards, and (humans only) the Explorers on its mat."""
OWN: Final[i64] = 9
"""Length of a seat's share of `own`."""

EXPLORERS: Final[i64] = 5
"""Of a seat; their Powers are 1 to 5."""
SPACES: Final[i64] = 5
"""Action spaces of a region."""
SPIRITS: Final[i64] = 3
ROW: Final[i64] = 3
"""Slots of the recruitment row."""
NEEDS: Final[i64] = 10
"""What an Elder may ask for: three resources, four types, three spirits."""
TYPES: Final[i64] = 4

FOREST: Final[i64] = 0
SHORE: Final[i64] = 1
VILLAGE: Final[i64] = 2
LAKE: Final[i64] = 3
REGIONS: Final[i64] = 4

DAWN: Final[i64] = 0
MORNING: Final[i64] = 1
NOON: Final[i64] = 2
AFTERNOON: Final[i64] = 3
DUSK: Final[i64] = 4
"""The phases of a round (BU-1.8)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Moments:
    """The named moments of a round, at which a module may do something else or something more.

    The base game is `rules.moments.BaseMoments`; a module subclasses that and hands it out by `BuruGame.moments`.
    """

    def dawn(self, table: "Buru") -> None:
        """Decrees and Forest cards are revealed."""
        raise NotImplementedError

    def bidding(self, table: "Buru") -> None:
        """The next seat places an Explorer, or Morning is over."""
        raise NotImplementedError

    def reveal(self, table: "Buru", region: i64) -> None:
        """The Explorers of a region are turned up and the order of action is fixed."""
        raise NotImplementedError

    def triumph(self, table: "Buru", region: i64, seat: i64) -> None:
        """The first in that order gains the reward and the Decrees."""
        raise NotImplementedError

    def spaces(self, table: "Buru", region: i64, seat: i64) -> i64:
        """Bit set of the action spaces that the seat may choose."""
        raise NotImplementedError

    def tribute_paid(self, table: "Buru", seat: i64, spirit: i64) -> None:
        """A Tribute card has been drawn: Decrees, scrolls, totem."""
        raise NotImplementedError

    def dusk(self, table: "Buru") -> None:
        """The board is cleared for the next round."""
        raise NotImplementedError

    def score(self, table: "Buru", seat: i64) -> i64:
        """The seat's Esteem with all its cards."""
        raise NotImplementedError

    def lawan_acts(self, table: "Buru", seat: i64, region: i64) -> None:
        """A Lawan chooses its space and uses it."""
        raise NotImplementedError


class Buru(State):
    """One table of Buru."""

    # Shared by clones and never written: who changes one puts a new array in its place.
    box: Prepared
    moments: Moments
    altar_side: vec[i64]
    altar_cost: vec[i64]
    """For each spirit: clay, palm and ebony on the side that lies face up."""
    decree_deck: vec[i64]
    """In the order of revealing; the last of them are left in the box."""
    islander_deck: vec[i64]
    """The top is at `islander_count` - 1, and above it lies what was drawn since the last shuffle; likewise others."""
    forest_deck: vec[i64]
    elder_deck: vec[i64]
    elder_by: vec[i64]
    """For each place in the Elder deck: the seat that put that card there, or `NONE` (BU-R34)."""
    tribute_deck: vec[i64]
    plot_deck: vec[i64]
    recruited: vec[i64]
    """Islanders in tableaux, oldest first; `NONE` beyond."""

    def __init__(self) -> None:
        super().__init__()
        self.humans: i64 = 0
        """Seats from this one on are Lawan: A, then B."""
        self.round: i64 = 0
        self.rounds: i64 = 0
        self.phase: i64 = DAWN
        self.emissary: i64 = 0
        self.turns: i64 = 0
        """Turns of the Morning that are over."""
        self.region: i64 = NONE
        """The region being resolved; those before it are revealed."""
        self.position: i64 = 0
        """How many seats have begun to act there."""
        self.acting: i64 = NONE
        """The seat whose effects are resolved."""
        self.space: i64 = NONE
        """The action space it stands on, 5 * region + index."""
        self.units: i64 = 0
        """What is left of that space's icons (`rules.effects`)."""
        self.late_fish: i64 = 0
        """Fish of that space that wait for the end of the action (BU-R10)."""
        self.tasked: i64 = 0
        self.decree_next: i64 = 0
        self.decree_end: i64 = 0
        self.decrees: i64 = 0
        """The Decrees in play."""
        self.islander_count: i64 = 0
        self.islander_discard: i64 = 0
        self.forest_count: i64 = 0
        self.forest_row: i64 = 0
        self.forest_discard: i64 = 0
        self.elder_count: i64 = 0
        self.plot_count: i64 = 0
        self.plot_discard: i64 = 0
        self.plot_held: i64 = NONE
        """The Plot card of a cycle while the Lawan place by it (BU-13.8)."""
        self.plot_a: i64 = NONE
        self.plot_b: i64 = NONE
        self.own: vec[i64] = vec[i64]()
        """For each seat its goods and bit sets."""
        self.bids: vec[i64] = vec[i64]()
        """For each seat and turn of the Morning: Power + 8 * (region + 1). The last Explorer has no region."""
        self.spaces: vec[i64] = vec[i64]()
        """The seat on each action space, or `NONE`."""
        self.orders: vec[i64] = vec[i64]()
        """For each region: the seats in the order of action, as digits seat + 1 of three bits."""
        self.row: vec[i64] = vec[i64]()
        self.totems: vec[i64] = vec[i64]()
        """The holder of each spirit's totem, or `NONE`."""
        self.tribute_left: vec[i64] = vec[i64]()

    def clone(self) -> "Buru":
        other = Buru()
        other.copy_core(self)
        other.box = self.box
        other.moments = self.moments
        other.altar_side = self.altar_side
        other.altar_cost = self.altar_cost
        other.decree_deck = self.decree_deck
        other.islander_deck = self.islander_deck
        other.forest_deck = self.forest_deck
        other.elder_deck = self.elder_deck
        other.elder_by = self.elder_by
        other.tribute_deck = self.tribute_deck
        other.plot_deck = self.plot_deck
        other.recruited = self.recruited
        other.humans = self.humans
        other.round = self.round
        other.rounds = self.rounds
        other.phase = self.phase
        other.emissary = self.emissary
        other.turns = self.turns
        other.region = self.region
        other.position = self.position
        other.acting = self.acting
        other.space = self.space
        other.units = self.units
        other.late_fish = self.late_fish
        other.tasked = self.tasked
        other.decree_next = self.decree_next
        other.decree_end = self.decree_end
        other.decrees = self.decrees
        other.islander_count = self.islander_count
        other.islander_discard = self.islander_discard
        other.forest_count = self.forest_count
        other.forest_row = self.forest_row
        other.forest_discard = self.forest_discard
        other.elder_count = self.elder_count
        other.plot_count = self.plot_count
        other.plot_discard = self.plot_discard
        other.plot_held = self.plot_held
        other.plot_a = self.plot_a
        other.plot_b = self.plot_b
        other.own = self.own[:]
        other.bids = self.bids[:]
        other.spaces = self.spaces[:]
        other.orders = self.orders[:]
        other.row = self.row[:]
        other.totems = self.totems[:]
        other.tribute_left = self.tribute_left[:]
        return other

    def digest(self, h: i64) -> i64:
        h = mix_all(mix_all(mix_all(h, self.own), self.bids), self.spaces)
        h = mix_all(mix_all(mix_all(h, self.orders), self.row), self.totems)
        h = mix_all(mix_all(mix_all(h, self.tribute_left), self.altar_side), self.recruited)
        h = mix_all(mix_all(h, self.decree_deck), self.islander_deck)
        h = mix_all(mix_all(h, self.forest_deck), self.plot_deck)
        h = mix(mix(mix(h, self.islander_count), self.forest_count), self.plot_count)
        h = mix_top(mix_top(h, self.elder_deck, self.elder_count), self.elder_by, self.elder_count)
        for spirit in range(SPIRITS):
            first = self.box.tribute_start[spirit]
            for i in range(first, first + self.tribute_left[spirit]):
                h = mix(h, self.tribute_deck[i])
        h = mix(mix(mix(mix(h, self.humans), self.round), self.rounds), self.phase)
        h = mix(mix(mix(mix(h, self.emissary), self.turns), self.region), self.position)
        h = mix(mix(mix(mix(h, self.acting), self.space), self.units), self.late_fish)
        h = mix(mix(mix(h, self.units >> 32), self.tasked), self.tasked >> 32)
        h = mix(mix(mix(h, self.decree_next), self.decree_end), self.decrees)
        h = mix(mix(mix(h, self.islander_discard), self.islander_discard >> 32), self.forest_row)
        h = mix(mix(mix(h, self.forest_discard), self.plot_discard), self.plot_held)
        for seat in range(self.seats):  # bit sets of Islanders do not fit into 32 bits
            h = mix(h, self.own[seat * OWN + TABLEAU] >> 32)
        return mix(mix(h, self.plot_a), self.plot_b)

    # -- what a seat has --------------------------------------------------------------------------------------

    def get(self, seat: i64, what: i64) -> i64:
        """Goods or a bit set of a seat."""
        return self.own[seat * OWN + what]

    def is_lawan(self, seat: i64) -> bool:
        return seat >= self.humans

    def plot(self, seat: i64) -> i64:
        """The Plot card that governs a Lawan's Afternoon (BU-13.10)."""
        return self.plot_a if seat == self.humans else self.plot_b

    def affords(self, seat: i64, bag: i64) -> bool:
        """The seat owns all of a bag."""
        own = self.own
        bags = self.box.bags
        at = seat * OWN
        return all(own[at + i] >= bags[bag + i] for i in range(GOODS))

    def add_fish(self, seat: i64, fish: i64) -> None:
        """Fish beyond the cap are lost (BU-1.4)."""
        total = self.own[seat * OWN + FISH] + fish
        cap = self.box.fish_cap
        self.own[seat * OWN + FISH] = total if total < cap else cap

    def bid_count(self, seat: i64, region: i64) -> i64:
        """How many Explorers the seat has in the region."""
        bids = self.bids
        count: i64 = 0
        for i in range(seat * EXPLORERS, (seat + 1) * EXPLORERS):
            if bids[i] >> 3 == region + 1:
                count += 1
        return count

    def bid_power(self, seat: i64, region: i64) -> i64:
        """The sum of the seat's Explorers in the region (BU-5.2)."""
        bids = self.bids
        power: i64 = 0
        for i in range(seat * EXPLORERS, (seat + 1) * EXPLORERS):
            if bids[i] >> 3 == region + 1:
                power += bids[i] & 7
        return power

    def shown(self, seat: i64, turn: i64) -> bool:
        """Everybody sees the Power of the seat's Explorer of that turn (BU-3.4, BU-4.1, BU-5.2)."""
        if self.phase < NOON:
            return False
        return self.bids[seat * EXPLORERS + turn] >> 3 <= self.region + 1

    # -- standing ---------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """Track, Tribute cards, Elders, and a Lawan's sets (BU-12.2, BU-13.28)."""
        return self.moments.score(self, seat)

    def tribute_esteem(self, seat: i64) -> i64:
        """The values of the seat's Tribute cards."""
        cards = self.own[seat * OWN + TRIBUTES]
        total: i64 = 0
        card: i64 = 0
        while cards != 0:
            if cards & 1 == 1:
                total += self.box.tribute_value[card]
            cards >>= 1
            card += 1
        return total

    def owned(self, seat: i64, need: i64) -> i64:
        """How much the seat has of what an Elder may ask for (BU-R31)."""
        if need < 3:
            return self.own[seat * OWN + need]
        if need < 3 + TYPES:
            return count_bits(self.own[seat * OWN + TABLEAU] & self.box.type_set[need - 3])
        return self.tribute_count(seat, need - 3 - TYPES)

    def tribute_count(self, seat: i64, spirit: i64) -> i64:
        """The seat's Tribute cards of a spirit."""
        starts = self.box.tribute_start
        cards = self.own[seat * OWN + TRIBUTES]
        return count_bits((cards & (BIT[starts[spirit + 1]] - 1)) >> starts[spirit])

    def elder_level(self, seat: i64, elder: i64) -> i64:
        """The highest level completely fulfilled: 0, 1 or 2 (BU-12.3)."""
        needs = self.box.elder_need
        level: i64 = 2
        while level > 0:
            at = (elder * 2 + level - 1) * NEEDS
            met = True
            for need in range(NEEDS):
                if needs[at + need] > 0 and self.owned(seat, need) < needs[at + need]:
                    met = False
                    break
            if met:
                return level
            level -= 1
        return 0

    def elder_esteem(self, seat: i64) -> i64:
        """What the seat's Elders are worth now."""
        cards = self.own[seat * OWN + ELDERS]
        total: i64 = 0
        elder: i64 = 0
        while cards != 0:
            if cards & 1 == 1:
                level = self.elder_level(seat, elder)
                if level > 0:
                    total += self.box.elder_esteem[elder * 2 + level - 1]
            cards >>= 1
            elder += 1
        return total

    def set_esteem(self, seat: i64) -> i64:
        """A Lawan's Islanders by type (BU-13.28)."""
        if seat < self.humans:
            return 0
        bonus = self.box.set_bonus
        total: i64 = 0
        for kind in range(TYPES):
            count = self.owned(seat, 3 + kind)
            most = len(bonus) - 1
            total += bonus[count if count < most else most]
        return total

    def rank(self, seat: i64) -> i64:
        """Most Esteem is best; ties go clockwise from the Emissary (BU-12.5)."""
        mine = self.score(seat)
        place = self.tie_rank(seat)
        rank: i64 = 1
        for other in range(self.seats):
            if other != seat:
                theirs = self.score(other)
                if theirs > mine or (theirs == mine and self.tie_rank(other) < place):
                    rank += 1
        return rank

    def tie_rank(self, seat: i64) -> i64:
        """Places clockwise from the Emissary (BU-1.2)."""
        return (seat - self.emissary + self.seats) % self.seats

    # -- secrecy ----------------------------------------------------------------------------------------------

    def redeal(self, viewer: i64, random: Random) -> None:
        """Deck orders from all; rivals' Powers, Tribute values and Elders; not what the viewer put away itself."""
        if viewer >= self.humans:
            viewer = SPECTATOR  # nobody looks at what a Lawan holds
        self.islander_deck = dealt_anew(self.islander_deck, self.islander_count, random)
        self.forest_deck = dealt_anew(self.forest_deck, self.forest_count, random)
        self.plot_deck = dealt_anew(self.plot_deck, self.plot_count, random)
        self.redeal_decrees(random)
        over = not self.stack
        for seat in range(self.seats):
            if seat != viewer:
                self.redeal_powers(seat, random)
        self.redeal_tributes(viewer, over, random)
        self.redeal_elders(viewer, over, random)

    def redeal_decrees(self, random: Random) -> None:
        """The stack, and the Decrees left in the box."""
        deck = self.decree_deck[:]
        count = len(deck) - self.decree_next
        unseen: i64 = 0
        for i in range(self.decree_next, len(deck)):
            unseen |= BIT[deck[i]]
        pool = cards_of(unseen, count)
        random.shuffle(pool, count)
        for i in range(count):
            deck[self.decree_next + i] = pool[i]
        self.decree_deck = deck

    def redeal_powers(self, seat: i64, random: Random) -> None:
        """The Powers of a rival's Explorers that lie face down (BU-3.4), on the mat or in a region."""
        bids = self.bids
        pool = vec[i64]([0] * EXPLORERS)
        hidden: i64 = BIT[EXPLORERS] - 1
        for turn in range(EXPLORERS):
            if bids[seat * EXPLORERS + turn] & 7 != 0 and self.shown(seat, turn):
                hidden &= ~BIT[(bids[seat * EXPLORERS + turn] & 7) - 1]
        count: i64 = 0
        for power in range(EXPLORERS):
            if hidden & BIT[power] != 0:
                pool[count] = power + 1
                count += 1
        random.shuffle(pool, count)
        mat = hidden
        dealt: i64 = 0
        for turn in range(EXPLORERS):
            bid = bids[seat * EXPLORERS + turn]
            if bid & 7 != 0 and not self.shown(seat, turn):
                bids[seat * EXPLORERS + turn] = (bid & ~7) | pool[dealt]
                mat &= ~BIT[pool[dealt] - 1]
                dealt += 1
        if seat < self.humans and self.phase < NOON:
            self.own[seat * OWN + MAT] = mat

    def redeal_tributes(self, viewer: i64, over: bool, random: Random) -> None:
        """Values of rivals' Tribute cards, shown at the end, and the Tribute decks (BU-1.7, BU-12.4)."""
        starts = self.box.tribute_start
        deck = self.tribute_deck[:]
        for spirit in range(SPIRITS):
            first = starts[spirit]
            unseen = BIT[starts[spirit + 1]] - BIT[first]
            known: i64 = 0
            for seat in range(self.seats):
                if over or seat == viewer:
                    known |= self.own[seat * OWN + TRIBUTES]
            pool = cards_of(unseen & ~known, starts[spirit + 1] - first)
            count = count_bits(unseen & ~known)
            random.shuffle(pool, count)
            for i in range(self.tribute_left[spirit]):
                count -= 1
                deck[first + i] = pool[count]
            for seat in range(self.seats):
                if not over and seat != viewer:
                    cards = self.own[seat * OWN + TRIBUTES]
                    held = count_bits(cards & unseen)
                    cards &= ~unseen
                    while held > 0:
                        count -= 1
                        held -= 1
                        cards |= BIT[pool[count]]
                    self.own[seat * OWN + TRIBUTES] = cards
        self.tribute_deck = deck

    def redeal_elders(self, viewer: i64, over: bool, random: Random) -> None:
        """Rivals' Elders, shown at the end, and the Elder deck but for what the viewer put there (BU-R34)."""
        deck = self.elder_deck[:]
        size = len(deck)
        unseen: i64 = BIT[size] - 1
        for seat in range(self.seats):
            if over or seat == viewer:
                unseen &= ~self.own[seat * OWN + ELDERS]
        for i in range(self.elder_count):
            if viewer >= 0 and self.elder_by[i] == viewer:
                unseen &= ~BIT[deck[i]]
        pool = cards_of(unseen, size)
        count = count_bits(unseen)
        random.shuffle(pool, count)
        for i in range(self.elder_count):
            if viewer < 0 or self.elder_by[i] != viewer:
                count -= 1
                deck[i] = pool[count]
        for seat in range(self.seats):
            if not over and seat != viewer:
                held = count_bits(self.own[seat * OWN + ELDERS])
                cards: i64 = 0
                while held > 0:
                    count -= 1
                    held -= 1
                    cards |= BIT[pool[count]]
                self.own[seat * OWN + ELDERS] = cards
        self.elder_deck = deck


def count_bits(cards: i64) -> i64:
    """How many cards a bit set holds."""
    count: i64 = 0
    while cards != 0:
        cards &= cards - 1
        count += 1
    return count


def cards_of(cards: i64, size: i64) -> vec[i64]:
    """The cards of a bit set, ascending, in an array of at least that size."""
    out = vec[i64]([NONE] * size)
    count: i64 = 0
    card: i64 = 0
    while cards != 0:
        if cards & 1 == 1:
            out[count] = card
            count += 1
        cards >>= 1
        card += 1
    return out


def dealt_anew(deck: vec[i64], count: i64, random: Random) -> vec[i64]:
    """The first `count` cards of a deck in another order, which depends on the set of them alone."""
    cards: i64 = 0
    for i in range(count):
        cards |= BIT[deck[i]]
    pool = cards_of(cards, len(deck))
    random.shuffle(pool, count)
    for i in range(count, len(deck)):
        pool[i] = deck[i]
    return pool


def mix_top(h: i64, deck: vec[i64], count: i64) -> i64:
    """Fold the cards that are still in a deck into a checksum."""
    h = mix(h, count)
    for i in range(count):
        h = mix(h, deck[i])
    return h
