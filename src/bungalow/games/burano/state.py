"""What lies on the table in Burano: city, lagoon, lace workshops, player boards and supplies.

Hot code. Colours are numbered in the order blue, pink, yellow, green, orange, white; cards, tiles, fish and ships are
numbers of the box (`data.py`). Places are bits of one number each: a city cell is `row * 7 + column`, a lace square
likewise, a node is an island 0-5 or a port 6-7, a pyramid slot is 0-8 base, 9-12 second level, 13 top.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, State
from bungalow.core.random import Random, mix, mix_all
from bungalow.games.burano.box import (
    COLOURS,
    FISH_KINDS,
    ISLANDS,
    RING,
    SHIPS,
    SLOTS,
    SUPPORTS,
    Layout,
    Prepared,
    count_bits,
    groups_lacking,
    layer_slots,
    nth_bit,
    redealt,
)

ROOFS: Final[i64] = 0
FISH: Final[i64] = 1
MAJORITIES: Final[i64] = 2
LACE: Final[i64] = 3
BUILDINGS: Final[i64] = 4
COINS: Final[i64] = 5
UNSOLD: Final[i64] = 6
SOURCES: Final[i64] = 7
"""Where victory points come from: places in `points`."""

ANY: Final[i64] = 6
TOPS: Final[i64] = 7
"""`tops` has for each floor the cells of each colour and, at `ANY`, those of all colours."""

REMOVED: Final[i64] = -2
"""In `roof_at`: a tile that was dropped in clean-up and is out of the game (R17)."""

COINS_WHEN_DISPLACED: Final[i64] = 2

SILENT_TRADE: Final[i64] = 31
"""What a silent choice of the player on turn is about, for guesses (`silent_about`)."""


class Burano(State):
    """One table of Burano."""

    # Shared by all clones. Those of the first group never change after the set-up.
    box: Prepared
    layout: Layout
    ring_colour: vec[i64]
    """At `12 * seat + house`, clockwise: the colour of the house."""
    ring_fountain: vec[i64]
    """Likewise: 1 for a fountain, 0 for a coin."""
    # Those of the second group are never written in place: whoever changes one puts a changed copy in its place.
    roof_stack: vec[i64]
    """The tiles in the order of their face-down stacks, twelve of each kind; `roof_drawn` of each have been drawn."""
    roof_drawn: vec[i64]
    fish_deck: vec[i64]
    building_deck: vec[i64]
    docks: vec[i64]
    """At `3 * island + dock`: the colour of the dock house."""
    markers: vec[i64]
    """For each colour the action that it means this season."""
    fish_row: vec[i64]
    """The face-up fish, ascending, `NONE` in empty places; likewise the building cards."""
    building_row: vec[i64]
    roof_at: vec[i64]
    """For each roof tile: `NONE`, `REMOVED`, or 4 * placement + floor where it lies in the city."""
    hand: vec[i64]
    """At `8 * seat + kind`: fish cards in the hand."""
    known: vec[i64]
    """Likewise: how many of them everybody has seen being taken from the row (R29)."""
    sold: vec[i64]
    cards: vec[i64]
    """For each seat the bit set of its building cards."""
    tiles: vec[i64]
    """At `3 * seat`: the roof tiles on the player board, ascending, `NONE` in empty spaces."""
    points: vec[i64]
    """At `7 * seat + source`: victory points."""
    boat: vec[i64]

    def __init__(self) -> None:
        super().__init__()
        self.season: i64 = 0
        self.round: i64 = 0
        self.start: i64 = 0
        """The seat with the starting player marker."""
        self.first: i64 = 0
        """The seat that had it first: player A."""
        self.turn: i64 = 0
        """The seat on turn, or deciding in clean-up."""
        self.moves: i64 = 0
        """Moves made this turn."""
        self.building: i64 = 0
        """Seats that have not confirmed their pyramid; 0 outside the construction."""
        self.hidden_pyramids: i64 = 0
        """1 from the beginning of a construction until all pyramids are shown."""
        self.ships_west: i64 = 0
        """Bit set of the ships in the west port; the others lie in the east port."""
        self.fish_drawn: i64 = 0
        self.building_drawn: i64 = 0
        self.built: i64 = 0
        """City cells with at least one cube."""
        self.pits: i64 = 0
        """City cells: empty pits that touch a built one."""
        self.caps: i64 = 0
        """City cells with a rooftop block on top."""
        self.coins: vec[i64] = vec[i64]()
        self.privilege: vec[i64] = vec[i64]()
        self.arrow: vec[i64] = vec[i64]()
        """For each seat the house under the first arrow: `p` of the rules."""
        self.ring: vec[i64] = vec[i64]()
        """For each seat the workers on its ring: `n` of the rules."""
        self.supply: vec[i64] = vec[i64]()
        self.reserve: vec[i64] = vec[i64]()
        self.prepared: vec[i64] = vec[i64]()
        """At `6 * seat + colour`: cubes in the preparation area; likewise in the reserve."""
        self.pyramid: vec[i64] = vec[i64]()
        """At `14 * seat + slot`: a colour, or `NONE`."""
        self.filled: vec[i64] = vec[i64]()
        """For each seat the bit set of its filled slots."""
        self.workers: vec[i64] = vec[i64]()
        """At `6 * seat + island`."""
        self.lace: vec[i64] = vec[i64]()
        """For each seat the bit set of the lace squares where its workers stand."""
        self.city: vec[i64] = vec[i64]()
        """For each cell its stack: the number of layers, and above it three bits for each layer's colour."""
        self.tops: vec[i64] = vec[i64]()
        """At `7 * (floor - 1) + colour`: cells whose top is an open cube of that colour on floor 1 or 2."""
        # What the choices under way are about.
        self.colour: i64 = NONE
        """The cube that is being built or bought."""
        self.tile: i64 = NONE
        """The roof tile that is being laid."""
        self.dock: i64 = NONE
        """The first dock house of a swap."""
        self.swapped: i64 = 0
        self.fish_due: i64 = 0
        self.matches: i64 = 0
        self.ship: i64 = NONE
        self.ship_row: i64 = NONE
        self.sold_kinds: i64 = 0
        """The kinds chosen for the row so far, as bits."""
        self.arrows_left: i64 = 0
        """Lace making: two bits for each colour, how many arrows still allow a worker."""
        self.paid: i64 = 0
        """Lace scoring: squares of the player that are paid."""
        self.waived: i64 = 0
        self.missing: i64 = 0
        """Cubes that the supply could not give in event 4."""
        self.drawn_kinds: i64 = 0
        """Kinds of roofs drawn in this refill, as bits."""
        self.unable: i64 = 0
        """At bit 4 * seat + ship: everybody knows that the seat's hand fills no row of the ship (R8)."""
        self.declined: i64 = 0
        """Seats that want no cube for privilege in this clean-up, said before their refill (BN-5.6)."""
        self.later: i64 = 0
        """Seats that want to be asked again about cubes for privilege after their refill (BN-5.6)."""
        self.silent_about: i64 = 0
        """`SILENT_TRADE` while the player on turn is asked something that depends on its hand."""

    def clone(self) -> "Burano":
        other = Burano()
        other.copy_core(self)
        other.box = self.box
        other.layout = self.layout
        other.ring_colour = self.ring_colour
        other.ring_fountain = self.ring_fountain
        other.roof_stack = self.roof_stack
        other.roof_drawn = self.roof_drawn
        other.fish_deck = self.fish_deck
        other.building_deck = self.building_deck
        other.docks = self.docks
        other.markers = self.markers
        other.fish_row = self.fish_row
        other.building_row = self.building_row
        other.roof_at = self.roof_at
        other.hand = self.hand
        other.known = self.known
        other.sold = self.sold
        other.cards = self.cards
        other.tiles = self.tiles
        other.points = self.points
        other.boat = self.boat
        other.season = self.season
        other.round = self.round
        other.start = self.start
        other.first = self.first
        other.turn = self.turn
        other.moves = self.moves
        other.building = self.building
        other.hidden_pyramids = self.hidden_pyramids
        other.ships_west = self.ships_west
        other.fish_drawn = self.fish_drawn
        other.building_drawn = self.building_drawn
        other.built = self.built
        other.pits = self.pits
        other.caps = self.caps
        other.coins = self.coins[:]
        other.privilege = self.privilege[:]
        other.arrow = self.arrow[:]
        other.ring = self.ring[:]
        other.supply = self.supply[:]
        other.reserve = self.reserve[:]
        other.prepared = self.prepared[:]
        other.pyramid = self.pyramid[:]
        other.filled = self.filled[:]
        other.workers = self.workers[:]
        other.lace = self.lace[:]
        other.city = self.city[:]
        other.tops = self.tops[:]
        other.colour = self.colour
        other.tile = self.tile
        other.dock = self.dock
        other.swapped = self.swapped
        other.fish_due = self.fish_due
        other.matches = self.matches
        other.ship = self.ship
        other.ship_row = self.ship_row
        other.sold_kinds = self.sold_kinds
        other.arrows_left = self.arrows_left
        other.paid = self.paid
        other.waived = self.waived
        other.missing = self.missing
        other.drawn_kinds = self.drawn_kinds
        other.unable = self.unable
        other.declined = self.declined
        other.later = self.later
        other.silent_about = self.silent_about
        return other

    def redeal(self, viewer: i64, random: Random) -> None:
        """Deal anew the face-down stacks and decks, the others' fish and the pyramids that are being built."""
        self.redeal_roofs(random)
        self.building_deck = redealt(self.building_deck, self.building_drawn, len(self.building_deck), random)
        self.redeal_fish(viewer, random)
        if self.hidden_pyramids == 1:
            for seat in range(self.seats):
                if seat != viewer:
                    self.rebuild_pyramid(seat, random)

    def redeal_roofs(self, random: Random) -> None:
        stack = self.roof_stack
        for kind in range(len(self.roof_drawn)):
            first = kind * self.box.tiles_per_kind
            stack = redealt(stack, first + self.roof_drawn[kind], first + self.box.tiles_per_kind, random)
        self.roof_stack = stack

    def redeal_fish(self, viewer: i64, random: Random) -> None:
        """Everybody knows the row, what was sold and what was taken from the row; the rest is dealt (R29)."""
        deck = self.fish_deck[:]
        drawn = self.fish_drawn
        pool = vec[i64]([0] * FISH_KINDS)
        for i in range(drawn, len(deck)):
            pool[deck[i]] += 1
        owed = vec[i64]([0] * self.seats)
        hand = self.hand[:]
        known = self.known
        for seat in range(self.seats):
            if seat != viewer:
                for kind in range(FISH_KINDS):
                    at = seat * FISH_KINDS + kind
                    unseen = hand[at] - known[at]
                    if unseen != 0:
                        pool[kind] += unseen
                        owed[seat] += unseen
                        hand[at] -= unseen
        if self.silent_about != 0 and self.turn != viewer:
            self.deal_hand_that_trades(hand, pool, owed, random)
        if self.unable != 0:
            for seat in range(self.seats):
                if self.has_hand_that_cannot_trade(seat) and seat != viewer:
                    self.deal_hand_that_cannot_trade(seat, hand, pool, owed, random)
        rest: i64 = 0
        for kind in range(FISH_KINDS):
            rest += pool[kind]
        unseen_cards = vec[i64]([0] * rest)
        n: i64 = 0
        for kind in range(FISH_KINDS):
            for _i in range(pool[kind]):
                unseen_cards[n] = kind
                n += 1
        random.shuffle(unseen_cards, n)
        for seat in range(self.seats):
            for _i in range(owed[seat]):
                n -= 1
                hand[seat * FISH_KINDS + unseen_cards[n]] += 1
        for i in range(n):
            deck[drawn + i] = unseen_cards[i]
        self.fish_deck = deck
        self.hand = hand

    def deal_hand_that_trades(self, hand: vec[i64], pool: vec[i64], owed: vec[i64], random: Random) -> None:
        """A silent choice waits for the player on turn, so its hand can fill a row of a ship that it may reach.

        Which row, and of which kinds, is drawn from all that the unseen cards allow.
        """
        seat = self.turn
        base = seat * FISH_KINDS
        self.ship = NONE
        self.ship_row = NONE
        self.sold_kinds = 0
        ways: i64 = 0
        chosen: i64 = NONE
        chosen_kinds: i64 = 0
        for ship in range(self.box.ships):
            if self.ship_at_boat(ship):
                for row in range(self.box.row_count[ship]):
                    at = ship * self.box.most_rows + row
                    kinds = self.kinds_to_fill(at, hand, pool, owed[seat], random)
                    if kinds != 0:
                        ways += 1
                        if random.below(ways) == 0:
                            chosen = at
                            chosen_kinds = kinds
        if chosen == NONE:
            return
        each = self.box.row_each[chosen]
        for kind in range(FISH_KINDS):
            if chosen_kinds & BIT[kind] != 0:
                while hand[base + kind] < each:
                    hand[base + kind] += 1
                    pool[kind] -= 1
                    owed[seat] -= 1

    def has_hand_that_cannot_trade(self, seat: i64) -> bool:
        """Everybody knows of some ship that the seat's hand fills no row of it, and nothing newer of that hand."""
        return (self.unable >> seat * 4) & 15 != 0 and (self.silent_about == 0 or seat != self.turn)

    def deal_hand_that_cannot_trade(
        self, seat: i64, hand: vec[i64], pool: vec[i64], owed: vec[i64], random: Random
    ) -> None:
        """Give the seat its unseen cards one by one, each such that the hand fills no row of the ships it is `unable`
        to trade with."""
        base = seat * FISH_KINDS
        while owed[seat] > 0:
            barred = self.barred_amounts(seat, hand)
            ways: i64 = 0
            chosen: i64 = NONE
            for kind in range(FISH_KINDS):
                if pool[kind] > 0 and barred & BIT[hand[base + kind] + 1] == 0:
                    ways += pool[kind]
                    if random.below(ways) < pool[kind]:
                        chosen = kind
            if chosen == NONE:
                return  # the rest is dealt like any other
            hand[base + chosen] += 1
            pool[chosen] -= 1
            owed[seat] -= 1

    def barred_amounts(self, seat: i64, hand: vec[i64]) -> i64:
        """How many of a kind the hand cannot come to have, or a row of a ship that the seat is `unable` to trade with
        would be full, as bits; all of them if one is full already."""
        box = self.box
        unable = self.unable >> seat * 4
        found: i64 = 0
        for ship in range(SHIPS):
            if (unable >> ship) & 1 == 1:
                for row in range(box.row_count[ship]):
                    lacking = groups_lacking(box, ship, row, hand, seat)
                    if lacking <= 0:
                        return ~0
                    if lacking == 1:
                        found |= BIT[box.row_each[ship * box.most_rows + row]]
        return found

    def kinds_to_fill(self, row: i64, hand: vec[i64], pool: vec[i64], free: i64, random: Random) -> i64:
        """Kinds that fill the row with what is seen of the hand and `free` cards from the pool; 0 if none do."""
        base = self.turn * FISH_KINDS
        each = self.box.row_each[row]
        left = self.box.row_groups[row]
        kinds: i64 = 0
        offset = random.below(FISH_KINDS)
        cost: i64 = 0
        while cost <= each and left > 0:  # the cheapest kinds first
            for i in range(FISH_KINDS):
                kind = (i + offset) % FISH_KINDS
                lacking = each - hand[base + kind]
                if lacking < 0:
                    lacking = 0
                if lacking == cost and left > 0 and pool[kind] >= cost and free >= cost:
                    kinds |= BIT[kind]
                    free -= cost
                    left -= 1
            cost += 1
        return kinds if left == 0 else 0

    def ship_at_boat(self, ship: i64) -> bool:
        """The ship lies in the port where the boat of the player on turn lies."""
        port: i64 = ISLANDS if self.ships_west & BIT[ship] != 0 else ISLANDS + 1
        return self.boat[self.turn] == port

    def reach(self, seat: i64) -> i64:
        """Nodes where the boat may go: one route, or up to two with the shipyard (BN-4.1, BN-7.5)."""
        if self.cards[seat] & self.box.sail_two != 0:
            return self.box.two_routes[self.boat[seat]]
        return self.box.routes[self.boat[seat]]

    def digest(self, h: i64) -> i64:
        h = mix_all(mix_all(h, self.ring_colour), self.ring_fountain)
        h = mix(h, self.layout.number)
        h = mix_all(mix_all(h, self.roof_stack), self.roof_drawn)
        h = mix_all(mix(h, self.fish_drawn), self.fish_deck)
        h = mix_all(mix(h, self.building_drawn), self.building_deck)
        h = mix_all(mix_all(h, self.docks), self.markers)
        h = mix_all(mix_all(h, self.fish_row), self.building_row)
        h = mix_all(mix_all(mix_all(h, self.hand), self.known), self.sold)
        h = mix_all(mix_all(mix_all(h, self.cards), self.tiles), self.roof_at)
        h = mix_all(mix_all(mix_all(h, self.points), self.boat), self.coins)
        h = mix_all(mix_all(mix_all(h, self.privilege), self.arrow), self.ring)
        h = mix_all(mix_all(mix_all(h, self.supply), self.reserve), self.prepared)
        h = mix_all(mix_all(mix_all(h, self.pyramid), self.filled), self.workers)
        h = mix_all(mix_all(h, self.lace), self.city)
        for tops in self.tops:
            h = mix(mix(h, tops), tops >> 32)
        h = mix(mix(mix(mix(h, self.pits), self.pits >> 32), self.caps), self.caps >> 32)
        h = mix(mix(mix(mix(h, self.season), self.round), self.start), self.first)
        h = mix(mix(mix(mix(h, self.turn), self.moves), self.building), self.hidden_pyramids)
        h = mix(mix(mix(mix(h, self.ships_west), self.colour), self.tile), self.dock)
        h = mix(mix(mix(mix(h, self.swapped), self.fish_due), self.matches), self.ship)
        h = mix(mix(mix(mix(h, self.ship_row), self.sold_kinds), self.arrows_left), self.paid)
        h = mix(mix(mix(mix(h, self.waived), self.missing), self.drawn_kinds), self.silent_about)
        # Rules before version 2 know nothing of these: a table that they could reach keeps its checksum.
        if self.declined | self.later | self.unable != 0:
            h = mix(mix(mix(h, self.declined), self.later), self.unable)
        return h

    # -- standing ---------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """The victory points so far; the final scoring adds its own at the end."""
        total: i64 = 0
        for source in range(SOURCES):
            total += self.points[seat * SOURCES + source]
        return total

    def rank(self, seat: i64) -> i64:
        """Most points; then most cubes in preparation; then most coins; else shared (BN-8.4)."""
        mine = self.score(seat)
        rank: i64 = 1
        for other in range(self.seats):
            theirs = self.score(other)
            if theirs > mine or (theirs == mine and self.wins_tie(other, seat)):
                rank += 1
        return rank

    def wins_tie(self, seat: i64, other: i64) -> bool:
        mine = self.prepared_count(seat)
        theirs = self.prepared_count(other)
        return mine > theirs or (mine == theirs and self.coins[seat] > self.coins[other])

    # -- looking ----------------------------------------------------------------------------------------------

    def prepared_count(self, seat: i64) -> i64:
        count: i64 = 0
        for colour in range(COLOURS):
            count += self.prepared[seat * COLOURS + colour]
        return count

    def reserve_count(self, seat: i64) -> i64:
        count: i64 = 0
        for colour in range(COLOURS):
            count += self.reserve[seat * COLOURS + colour]
        return count

    def arrow_colour(self, seat: i64, arrow: i64) -> i64:
        """The colour under the first, second or third arrow, 0 to 2."""
        return self.ring_colour[seat * RING + (self.arrow[seat] + arrow) % RING]

    def visible_fountains(self, seat: i64) -> i64:
        """On houses that no worker covers: the arrows and the sectors above `n` (2.4 of the rules)."""
        count: i64 = 0
        house = self.arrow[seat] + 3 + self.ring[seat]
        while house < self.arrow[seat] + 3 + RING:
            count += self.ring_fountain[seat * RING + house % RING]
            house += 1
        return count

    def visible_coins(self, seat: i64) -> i64:
        return RING - self.ring[seat] - self.visible_fountains(seat)

    def free_slots(self, seat: i64) -> i64:
        """Filled slots on which nothing rests (BN-3.8)."""
        filled = self.filled[seat]
        free = filled
        for slot in range(9, SLOTS):
            if filled & BIT[slot] != 0:
                free &= ~SUPPORTS[slot]
        return free

    def open_slots(self, seat: i64) -> i64:
        """Empty slots that have their four supports, or need none (BN-5.3)."""
        filled = self.filled[seat]
        found: i64 = 0
        for slot in range(SLOTS):
            if filled & BIT[slot] == 0 and filled & SUPPORTS[slot] == SUPPORTS[slot]:
                found |= BIT[slot]
        return found

    def has_effect(self, seat: i64, cards: i64) -> bool:
        """The seat owns one of these building cards."""
        return self.cards[seat] & cards != 0

    # -- moving pieces ----------------------------------------------------------------------------------------

    def gain_points(self, seat: i64, source: i64, points: i64) -> None:
        changed = self.points[:]
        changed[seat * SOURCES + source] += points
        self.points = changed

    def privilege_gained(self, seat: i64, count: i64) -> i64:
        """How many of these points the track has room for; those beyond its end are lost (BN-5.1, R9)."""
        room = self.box.most_privilege - self.privilege[seat]
        return count if count < room else room

    def gain_privilege(self, seat: i64, count: i64) -> i64:
        """Gain points of privilege as far as there is room; returns how many."""
        gained = self.privilege_gained(seat, count)
        self.privilege[seat] += gained
        return gained

    def dispatch(self, seat: i64, count: i64) -> None:
        """Workers leave sectors 1 to `count` and the wheel turns as far (2.4 of the rules)."""
        self.arrow[seat] = (self.arrow[seat] + count) % RING
        self.ring[seat] -= count

    def take_home(self, seat: i64) -> None:
        """A displaced worker goes to the lowest empty sector, and its owner gains coins (BN-4.7, BN-5.5)."""
        self.ring[seat] += 1
        self.coins[seat] += COINS_WHEN_DISPLACED

    def set_slot(self, seat: i64, slot: i64, colour: i64) -> None:
        self.pyramid[seat * SLOTS + slot] = colour
        if colour == NONE:
            self.filled[seat] &= ~BIT[slot]
        else:
            self.filled[seat] |= BIT[slot]

    def empty_pyramid(self, seat: i64) -> None:
        """Every cube of the pyramid goes back into the reserve."""
        for slot in range(SLOTS):
            colour = self.pyramid[seat * SLOTS + slot]
            if colour != NONE:
                self.reserve[seat * COLOURS + colour] += 1
                self.pyramid[seat * SLOTS + slot] = NONE
        self.filled[seat] = 0

    def rebuild_pyramid(self, seat: i64, random: Random) -> None:
        """A pyramid that the seat could have built so far: how far it has come is hidden too."""
        self.empty_pyramid(seat)
        size = self.pyramid_size(seat)
        placed = size if self.building & BIT[seat] == 0 else random.below(size + 1)
        done: i64 = 0
        while done < placed:
            slots = self.slots_to_fill(seat)
            slot = nth_bit(slots, random.below(count_bits(slots)))
            pick = random.below(self.reserve_count(seat))
            colour: i64 = 0
            while pick >= self.reserve[seat * COLOURS + colour]:
                pick -= self.reserve[seat * COLOURS + colour]
                colour += 1
            self.reserve[seat * COLOURS + colour] -= 1
            self.set_slot(seat, slot, colour)
            done += 1

    def pyramid_size(self, seat: i64) -> i64:
        """How many cubes the pyramid under construction will have (BN-2.2, BN-2.3)."""
        size = self.reserve_count(seat) + count_bits(self.filled[seat])
        return size if size < SLOTS else SLOTS

    def slots_to_fill(self, seat: i64) -> i64:
        """Where the next cube of the construction may go (D2); 0 when the pyramid is done.

        In a layer that will be full only the lowest empty slot; in one that will not, any slot after the last one
        that leaves room for the cubes still to come.
        """
        filled = self.filled[seat]
        size = self.pyramid_size(seat)
        done = count_bits(filled)
        if done == size:
            return 0
        if done < 9:
            return layer_slots(filled, 0, 9, size - done, size >= 9)
        if done < 13:
            return layer_slots(filled, 9, 13, size - done, size >= 13)
        return BIT[13]
