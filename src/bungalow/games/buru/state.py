"""What lies on the table in Buru: mats, bids, tableaux, rows, decks, altars, totems.

Hot code. Cards, regions, spirits, types and goods are numbers of the box (`data.py`). Sets of cards are bit sets. Decks
are shared by clones: drawing lowers a count, and whoever shuffles or writes one puts a new array in its place.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.core.contract import BIT, NONE, SPECTATOR, State
from bungalow.core.random import Random, mix, mix_all
from bungalow.games.buru.guess import count_bits, dealt_anew, fill, hand, mix_top
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
GUIDE: Final[i64] = 6
LIAISON: Final[i64] = 7
TOKENS: Final[i64] = 7
"""What a seat may bid: Explorers 1 to 5, and with modules a Guide and a Liaison. Bit `token` - 1 in `MAT`."""
POWERS: Final = vec[i64]([0, 1, 2, 3, 4, 5, 1, 0])
"""Of each token (AM-8.5, AM-13.1)."""
SPACES: Final[i64] = 5
"""Action spaces of a region."""
ROW: Final[i64] = 3
"""Slots of the recruitment row."""
SET_TYPES: Final[i64] = 4
"""Types of which a Lawan collects sets (BU-13.28, AM-15.21)."""
OUTLAW: Final[i64] = 4
TYPES: Final[i64] = 5
IBU: Final[i64] = 3
UKUM: Final[i64] = 4
SPIRITS: Final[i64] = 5
"""Of all boxes; a table has the first `box.spirit_count` of them at most."""
NEEDS: Final[i64] = 13
"""What an Elder may ask for: three resources, four types, three spirits; then Outlaws, Ibu, Ukum."""

FOREST: Final[i64] = 0
SHORE: Final[i64] = 1
VILLAGE: Final[i64] = 2
LAKE: Final[i64] = 3
AMBELAU: Final[i64] = 4
REGIONS: Final[i64] = 5
"""Of all boxes. Ambelau is resolved before the lake: `PLACE_IN_ROUND` says when (BU-5.1, AM-5.1)."""
PLACE_IN_ROUND: Final = vec[i64]([0, 1, 2, 4, 3])

CANOES: Final[i64] = 20
CANOE_SPACES: Final[i64] = 12
TOKOHS: Final[i64] = 32
"""Spaces beyond those of the regions: the canoe track from space 1 on, then the spaces of the Tokoh cards."""

CANOE: Final[i64] = 0
GUIDES: Final[i64] = 1
TOKOH: Final[i64] = 2
DEALT: Final[i64] = 3
MORE: Final[i64] = 4
"""A seat's share of `more`: its canoe's space (0: start), Guide (`GUIDE_NOW`, `GUIDE_NEXT`), Tokoh + 1, cards dealt.

After the seats come for each region the holder of its Blessing, then who has laid it down this round (`NONE`: nobody).
"""
GUIDE_NOW: Final[i64] = 1
GUIDE_NEXT: Final[i64] = 2

DAWN: Final[i64] = 0
MORNING: Final[i64] = 1
NOON: Final[i64] = 2
AFTERNOON: Final[i64] = 3
DUSK: Final[i64] = 4
"""The phases of a round (BU-1.8)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Module:
    """A module of the game: what it does at the named moments of a table.

    A module overrides the moments it cares about, and only there it is called (`Moments`): a table without modules
    pays for none of them.
    """

    def setup(self, table: "Buru") -> None:
        """The table is laid out; the first Emissary is drawn next."""
        raise NotImplementedError

    def dawn(self, table: "Buru") -> None:
        """Decrees and Forest cards are revealed, the Lawan's Explorers are shuffled."""
        raise NotImplementedError

    def places(self, table: "Buru", seat: i64, out: vec[i64], n: i64) -> i64:
        """More ways to place a token; their number with those before."""
        raise NotImplementedError

    def placed(self, table: "Buru", seat: i64, region: i64, way: i64) -> None:
        """A token was placed, plainly (0) or in a way that a module offers."""
        raise NotImplementedError

    def bidding(self, table: "Buru") -> bool:
        """Everybody has one ordinary token left. True when somebody is asked to place another one."""
        raise NotImplementedError

    def power(self, table: "Buru", seat: i64, region: i64, power: i64) -> i64:
        """The Power of a seat whose tokens in the region add up to `power`."""
        raise NotImplementedError

    def revealed(self, table: "Buru", region: i64) -> None:
        """The tokens of a region are turned up and the order of action is fixed."""
        raise NotImplementedError

    def triumph(self, table: "Buru", region: i64, seat: i64) -> bool:
        """Before the Triumph reward. True when the module sees to it."""
        raise NotImplementedError

    def acts(self, table: "Buru", seat: i64, region: i64) -> bool:
        """A seat is to act in a region with spaces that are all alike. True when the module asks it."""
        raise NotImplementedError

    def spaces(self, table: "Buru", seat: i64, liaison: bool, out: vec[i64], n: i64) -> i64:
        """More spaces that the seat may choose, by its turn or by its Liaison; their number with those before."""
        raise NotImplementedError

    def enter(self, table: "Buru", seat: i64, option: i64) -> bool:
        """The seat chose such a space. True when it is this module's and its action has begun."""
        raise NotImplementedError

    def effect(self, table: "Buru", seat: i64, op: i64, which: i64) -> None:
        """An op of an effect list that only a module knows."""
        raise NotImplementedError

    def payable(self, table: "Buru", seat: i64, spirits: i64) -> i64:
        """Which of the spirits the seat can pay besides what their altars cost."""
        raise NotImplementedError

    def pays(self, table: "Buru", seat: i64, spirit: i64) -> bool:
        """The seat pays tribute. True when the module sees to the cost and what follows."""
        raise NotImplementedError

    def tribute_paid(self, table: "Buru", seat: i64, spirit: i64) -> None:
        """A Tribute card has been drawn; Decrees, scrolls and totem follow."""
        raise NotImplementedError

    def acted(self, table: "Buru", region: i64) -> None:
        """Everybody with Power there has acted; the next region lies on the stack."""
        raise NotImplementedError

    def dusk(self, table: "Buru") -> None:
        """The board has been cleared for the next round."""
        raise NotImplementedError

    def score(self, table: "Buru", seat: i64) -> i64:
        """Esteem to add to the seat's."""
        raise NotImplementedError

    def plot(self, table: "Buru", card: i64, seat: i64) -> i64:
        """The Plot card to place by instead of the one drawn; for one Lawan, or for all of them (`NONE`)."""
        raise NotImplementedError

    def lawan_acts(self, table: "Buru", seat: i64, region: i64) -> bool:
        """A Lawan is to act. True when the module has seen to it."""
        raise NotImplementedError

    def void(self, table: "Buru", seat: i64, region: i64) -> i64:
        """How many tokens of the seat in a region have no effect there."""
        raise NotImplementedError


MOMENTS: Final = (
    "setup",
    "dawn",
    "places",
    "placed",
    "bidding",
    "power",
    "revealed",
    "triumph",
    "acts",
    "spaces",
    "enter",
    "effect",
    "payable",
    "pays",
    "tribute_paid",
    "acted",
    "dusk",
    "score",
    "plot",
    "lawan_acts",
    "void",
)


class Moments:
    """For each moment the modules that care, in the order of the module matrix (rules of Ambelau, part 5)."""

    def __init__(self, modules: list[Module]) -> None:
        self.setup: list[Module] = caring(modules, "setup")
        self.dawn: list[Module] = caring(modules, "dawn")
        self.places: list[Module] = caring(modules, "places")
        self.placed: list[Module] = caring(modules, "placed")
        self.bidding: list[Module] = caring(modules, "bidding")
        self.power: list[Module] = caring(modules, "power")
        self.revealed: list[Module] = caring(modules, "revealed")
        self.triumph: list[Module] = caring(modules, "triumph")
        self.acts: list[Module] = caring(modules, "acts")
        self.spaces: list[Module] = caring(modules, "spaces")
        self.enter: list[Module] = caring(modules, "enter")
        self.effect: list[Module] = caring(modules, "effect")
        self.payable: list[Module] = caring(modules, "payable")
        self.pays: list[Module] = caring(modules, "pays")
        self.tribute_paid: list[Module] = caring(modules, "tribute_paid")
        self.acted: list[Module] = caring(modules, "acted")
        self.dusk: list[Module] = caring(modules, "dusk")
        self.score: list[Module] = caring(modules, "score")
        self.plot: list[Module] = caring(modules, "plot")
        self.lawan_acts: list[Module] = caring(modules, "lawan_acts")
        self.void: list[Module] = caring(modules, "void")


def caring(modules: list[Module], moment: str) -> list[Module]:
    """The modules that override a moment."""
    return [module for module in modules if moment in type(module).__dict__]


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
    more: vec[i64]
    """What only modules have, see `MORE`; empty without modules."""

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
        """Fish of that space that wait: they may be gained at any time, and are at the end of the action (BU-R10)."""
        self.ahead: i64 = 0
        """Fish of the acting seat by which it is ahead of rules of version 1, under which those fish had not waited."""
        self.ahead_late: i64 = 0
        """Fish that wait under those rules. Neither is part of the position: they only tell where the rules depart."""
        self.lists_waiting: i64 = 0
        """How many effect lists on the stack have fish that wait (`rules.programs`)."""
        self.tasked: i64 = 0
        self.barred: i64 = 0
        """Islanders that cannot be tasked: Outlaws when Ukum has no Tribute card left (AM-10.5)."""
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
        """For each seat and turn of the Morning (`box.tokens`): token + 8 * (region + 1); the last has no region."""
        self.spaces: vec[i64] = vec[i64]()
        """The seat on each action space (with modules also on canoe spaces and Tokoh cards), or `NONE`."""
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
        other.more = self.more
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
        other.ahead = self.ahead
        other.ahead_late = self.ahead_late
        other.lists_waiting = self.lists_waiting
        other.tasked = self.tasked
        other.barred = self.barred
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
        for spirit in range(self.box.spirit_count):
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
        h = mix(mix(h, self.plot_a), self.plot_b)
        if len(self.more) == 0:
            return h
        for seat in range(self.seats):
            h = mix(h, self.own[seat * OWN + TRIBUTES] >> 32)
        return mix(mix_all(h, self.more), self.barred >> 32)

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
        own = self.own
        at = seat * OWN + FISH
        total = own[at] + fish
        cap = self.box.fish_cap
        if self.ahead != 0 and seat == self.acting:
            self.keep_ahead(total)
        own[at] = total if total < cap else cap

    def keep_ahead(self, total: i64) -> None:
        """The acting seat is about to have that many fish, as far as the cap allows: compare with earlier rules."""
        cap = self.box.fish_cap
        before = total - self.ahead
        self.ahead = (total if total < cap else cap) - (before if before < cap else cap)

    def bid_count(self, seat: i64, region: i64) -> i64:
        """How many tokens the seat has placed in the region."""
        bids = self.bids
        first = seat * self.box.tokens
        count: i64 = 0
        for i in range(first, first + self.box.tokens):
            if bids[i] >> 3 == region + 1:
                count += 1
        return count

    def bid_power(self, seat: i64, region: i64) -> i64:
        """The sum of the seat's tokens in the region (BU-5.2)."""
        bids = self.bids
        first = seat * self.box.tokens
        power: i64 = 0
        for i in range(first, first + self.box.tokens):
            if bids[i] >> 3 == region + 1:
                power += POWERS[bids[i] & 7]
        return power

    def power(self, seat: i64, region: i64) -> i64:
        """The seat's Power in the region: its tokens, and what modules add (AM-5.3)."""
        power = self.bid_power(seat, region)
        for module in self.moments.power:
            power = module.power(self, seat, region, power)
        return power

    def shown(self, seat: i64, turn: i64) -> bool:
        """Everybody sees the face of the seat's token of that turn (BU-3.4, BU-4.1, BU-5.2); a Lawan's Guide always."""
        bid = self.bids[seat * self.box.tokens + turn]
        if self.phase < NOON:
            return seat >= self.humans and bid & 7 == GUIDE
        if bid < 8:
            return True
        return self.region != NONE and PLACE_IN_ROUND[(bid >> 3) - 1] <= PLACE_IN_ROUND[self.region]

    # -- what modules add -------------------------------------------------------------------------------------

    def get_more(self, seat: i64, what: i64) -> i64:
        """A seat's entry in `more`."""
        return self.more[seat * MORE + what]

    def set_more(self, seat: i64, what: i64, value: i64) -> None:
        more = self.more[:]
        more[seat * MORE + what] = value
        self.more = more

    def blessing(self, region: i64) -> i64:
        """Who holds the region's Blessing unused; `NONE` while it lies in the wilderness."""
        return self.more[self.seats * MORE + region]

    def blessed(self, region: i64) -> i64:
        """Who has laid the region's Blessing down this round."""
        return self.more[self.seats * MORE + REGIONS + region]

    def move_blessing(self, region: i64, holder: i64, user: i64) -> None:
        more = self.more[:]
        more[self.seats * MORE + region] = holder
        more[self.seats * MORE + REGIONS + region] = user
        self.more = more

    # -- standing ---------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """Track, Tribute cards, Elders, and a Lawan's sets (BU-12.2, BU-13.28)."""
        total = self.own[seat * OWN + ESTEEM] + self.tribute_esteem(seat)
        total += self.elder_esteem(seat) + self.set_esteem(seat)
        return total + self.more_esteem(seat)

    def more_esteem(self, seat: i64) -> i64:
        """What modules add to the score (AM-7.4)."""
        total: i64 = 0
        for module in self.moments.score:
            total += module.score(self, seat)
        return total

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
        if need < 3 + SET_TYPES:
            return count_bits(self.own[seat * OWN + TABLEAU] & self.box.type_set[need - 3])
        if need < NEEDS - 3:
            return self.tribute_count(seat, need - 3 - SET_TYPES)
        if need == NEEDS - 3:
            return count_bits(self.own[seat * OWN + TABLEAU] & self.box.type_set[OUTLAW])
        return self.tribute_count(seat, need - (NEEDS - 2) + IBU)

    def tribute_count(self, seat: i64, spirit: i64) -> i64:
        """The seat's Tribute cards of a spirit."""
        starts = self.box.tribute_start
        cards = self.own[seat * OWN + TRIBUTES]
        return count_bits((cards & (BIT[starts[spirit + 1]] - 1)) >> starts[spirit])

    def elder_level(self, seat: i64, elder: i64) -> i64:
        """The highest level completely fulfilled: 0, 1 or 2 (BU-12.3)."""
        box = self.box
        level: i64 = 2
        while level > 0:
            ask = box.elder_asks[elder * 2 + level - 1]
            end = box.elder_asks[elder * 2 + level]
            while ask < end and self.owned(seat, box.elder_need[ask]) >= box.elder_count[ask]:
                ask += 1
            if ask == end:
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
        for kind in range(SET_TYPES):
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
        """Deck orders from all; rivals' tokens, Tribute values, Elders and Tokoh cards; not what it put away itself."""
        if viewer >= self.humans:
            viewer = SPECTATOR  # nobody looks at what a Lawan holds
        self.islander_deck = dealt_anew(self.islander_deck, 0, self.islander_count, random)
        self.forest_deck = dealt_anew(self.forest_deck, 0, self.forest_count, random)
        self.plot_deck = dealt_anew(self.plot_deck, 0, self.plot_count, random)
        self.decree_deck = dealt_anew(self.decree_deck, self.decree_next, len(self.decree_deck), random)
        over = self.over()
        for seat in range(self.seats):
            if seat != viewer:
                self.redeal_tokens(seat, random)
        self.redeal_tributes(viewer, over, random)
        self.redeal_elders(viewer, over, random)
        if self.round == 0:
            self.redeal_tokoh(viewer, random)

    def redeal_tokens(self, seat: i64, random: Random) -> None:
        """Which of a rival's tokens lies where, on the mat or in a region, face down (BU-3.4, AM-3.5)."""
        pool = self.scratch
        bids = self.bids
        first = seat * self.box.tokens
        hidden = self.own[seat * OWN + MAT]
        face_down: i64 = 0
        for turn in range(self.box.tokens):
            token = bids[first + turn] & 7
            if token != 0 and not self.shown(seat, turn):
                hidden |= BIT[token - 1]
                face_down |= BIT[turn]
        left = fill(pool, hidden, random)
        for turn in range(self.box.tokens):
            if face_down & BIT[turn] != 0:
                left -= 1
                token = pool[left]
                bids[first + turn] = (bids[first + turn] & ~7) | (token + 1)
                hidden &= ~BIT[token]
        self.own[seat * OWN + MAT] = hidden

    def redeal_tributes(self, viewer: i64, over: bool, random: Random) -> None:
        """Values of rivals' Tribute cards, shown at the end, and the Tribute decks (BU-1.7, BU-12.4)."""
        pool = self.scratch
        starts = self.box.tribute_start
        own = self.own
        deck = self.tribute_deck[:]
        for spirit in range(self.box.spirit_count):
            first = starts[spirit]
            end = first + self.tribute_left[spirit]
            whole = BIT[starts[spirit + 1]] - BIT[first]
            unseen: i64 = 0
            for i in range(first, end):
                unseen |= BIT[deck[i]]
            for seat in range(self.seats):
                if not over and seat != viewer:
                    unseen |= own[seat * OWN + TRIBUTES] & whole
            left = fill(pool, unseen, random)
            for i in range(first, end):
                left -= 1
                deck[i] = pool[left]
            for seat in range(self.seats):
                if not over and seat != viewer:
                    cards = own[seat * OWN + TRIBUTES]
                    count = count_bits(cards & whole)
                    own[seat * OWN + TRIBUTES] = (cards & ~whole) | hand(pool, left, count)
                    left -= count
        self.tribute_deck = deck

    def redeal_elders(self, viewer: i64, over: bool, random: Random) -> None:
        """Rivals' Elders, shown at the end, and the Elder deck but for what the viewer put there (BU-R34)."""
        pool = self.scratch
        own = self.own
        elder_by = self.elder_by
        deck = self.elder_deck[:]
        unseen: i64 = 0
        for seat in range(self.seats):
            if not over and seat != viewer:
                unseen |= own[seat * OWN + ELDERS]
        for i in range(self.elder_count):
            if viewer < 0 or elder_by[i] != viewer:
                unseen |= BIT[deck[i]]
        left = fill(pool, unseen, random)
        for i in range(self.elder_count):
            if viewer < 0 or elder_by[i] != viewer:
                left -= 1
                deck[i] = pool[left]
        for seat in range(self.seats):
            if not over and seat != viewer:
                count = count_bits(own[seat * OWN + ELDERS])
                own[seat * OWN + ELDERS] = hand(pool, left, count)
                left -= count
        self.elder_deck = deck

    def redeal_tokoh(self, viewer: i64, random: Random) -> None:
        """While Tokoh cards are chosen: what rivals were dealt, and which of it they have picked (AM-D1)."""
        if len(self.more) == 0 or self.get_more(0, DEALT) == 0:
            return
        more = self.more[:]
        unseen: i64 = self.box.tokoh_cards
        if viewer >= 0:
            unseen &= ~self.get_more(viewer, DEALT)
        pool = self.scratch
        left = fill(pool, unseen, random)
        for seat in range(self.humans):
            if seat != viewer:
                left -= 2
                pick = pool[left + 1]
                more[seat * MORE + DEALT] = BIT[pick] | BIT[pool[left]]
                if more[seat * MORE + TOKOH] > 0:
                    more[seat * MORE + TOKOH] = pick + 1
        self.more = more
