"""What lies on the table in Burrows: pool and stock, warrens, gophers, schedule and bus.

Hot code. Tiles, pages and colours are numbers of the box (`data.py`); colours come in the order red, orange, purple.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, State
from bungalow.core.random import Random, mix, mix_all
from bungalow.games.burrows.warren import Tiles, Warren

COLOUR_COUNT: Final[i64] = 3
POOL_ON_TURN: Final[i64] = 3
POOL_BEFORE_TURN: Final[i64] = 2
ON_RANCH: Final[i64] = -1
"""The place of a gopher that lives in a starting burrow, and of one that is not there."""
NOT_GIVEN: Final[i64] = -1
"""The owner of a page that is still on the schedule, or in the box."""
GONE: Final[i64] = -2
"""The owner of a blank page that has been scored (BW-8.4)."""


class Prepared:
    """The box made ready for a number of seats: what `set_up` copies and shuffles. Built once by the title."""

    def __init__(self, cold: object, tiles: Tiles, tile_names: list[str]) -> None:
        self.cold: object = cold
        """The box with all its texts, for words and views."""
        self.tiles: Tiles = tiles
        self.tile_names: list[str] = tile_names
        self.page_colour: vec[i64] = vec[i64]()
        self.page_complaints: vec[i64] = vec[i64]()
        self.white_pages: vec[i64] = vec[i64]()
        self.schedule: vec[i64] = vec[i64]()
        """Pages in order, `NONE` where a white page is dealt."""
        self.stage_ends: vec[i64] = vec[i64]()
        self.house_length: vec[i64] = vec[i64]()
        self.moves_to_arrive: i64 = 0


class Burrows(State):
    """One table of Burrows."""

    # The box's arrays are shared by all states of an edition, `stock` and the schedule by all clones: never written.
    box: "Prepared"
    tiles: Tiles
    page_colour: vec[i64]
    page_complaints: vec[i64]
    stock: vec[i64]
    """The shuffled tiles; those before `drawn` have been turned up."""
    schedule: vec[i64]
    """All pages of the schedule, stage by stage."""
    stage_ends: vec[i64]
    """For each stage: where it ends in `schedule`."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: i64 = 0
        self.pool: vec[i64] = vec[i64]()
        """The face-up tiles, ascending; `NONE` beyond `pool_count`."""
        self.pool_count: i64 = 0
        self.newest: i64 = NONE
        """The tile turned up last."""
        self.reserve: vec[i64] = vec[i64]()
        """Each seat's reserved tile, or `NONE`."""
        self.warrens: list[Warren] = []
        self.owned: i64 = 0
        """Seats whose warren no clone shares: those may be written, others are copied first."""
        self.house_length: vec[i64] = vec[i64]()
        """At `3 * seat + colour`: length of the burrow where the seat houses that gopher; 0 without one."""
        self.house_place: vec[i64] = vec[i64]()
        """Likewise: the spot of one end of that burrow, or `ON_RANCH`."""
        self.page_owner: vec[i64] = vec[i64]()
        self.complaints: vec[i64] = vec[i64]()
        self.stage: i64 = 0
        """The leftmost stage that is not scored yet."""
        self.bus: i64 = 0
        self.moves_to_arrive: i64 = 0
        self.turn: i64 = 0
        """The seat on turn; after the end, the seat that had the last turn."""
        self.chosen: i64 = NONE
        """The pool tile that must be laid this turn and has not been."""
        self.laying: i64 = NONE
        """The tile whose placement is being chosen."""
        self.bus_laid: i64 = 0
        """1 when a tile laid this turn shows a bus."""

    def clone(self) -> "Burrows":
        other = Burrows()
        other.copy_core(self)
        other.box = self.box
        other.tiles = self.tiles
        other.page_colour = self.page_colour
        other.page_complaints = self.page_complaints
        other.stock = self.stock
        other.schedule = self.schedule
        other.stage_ends = self.stage_ends
        other.drawn = self.drawn
        other.pool = self.pool[:]
        other.pool_count = self.pool_count
        other.newest = self.newest
        other.reserve = self.reserve[:]
        self.owned = 0
        other.warrens = self.warrens[:]
        other.house_length = self.house_length[:]
        other.house_place = self.house_place[:]
        other.page_owner = self.page_owner[:]
        other.complaints = self.complaints[:]
        other.stage = self.stage
        other.bus = self.bus
        other.moves_to_arrive = self.moves_to_arrive
        other.turn = self.turn
        other.chosen = self.chosen
        other.laying = self.laying
        other.bus_laid = self.bus_laid
        return other

    def redeal(self, viewer: i64, random: Random) -> None:
        """Only the order of the face-down tiles is hidden, and from everybody alike (BW-R13, BW-R14)."""
        stock = self.stock[:]
        count = len(stock)
        unseen = vec[i64]([0] * count)
        for i in range(self.drawn, count):
            unseen[stock[i]] = 1
        n = self.drawn
        tile: i64 = 0
        while n < count:
            stock[n] = tile
            n += unseen[tile]
            tile += 1
        random.shuffle_part(stock, self.drawn, count)
        self.stock = stock

    def digest(self, h: i64) -> i64:
        h = mix_all(mix(h, self.drawn), self.stock)
        h = mix_all(mix(mix(h, self.pool_count), self.newest), self.pool)
        h = mix_all(h, self.reserve)
        for warren in self.warrens:
            h = warren.digest(h)
        h = mix_all(mix_all(h, self.house_length), self.house_place)
        h = mix_all(mix_all(h, self.page_owner), self.complaints)
        h = mix_all(mix_all(mix(h, self.stage), self.schedule), self.stage_ends)
        h = mix(mix(mix(h, self.bus), self.moves_to_arrive), self.turn)
        return mix(mix(mix(h, self.chosen), self.laying), self.bus_laid)

    # -- standing ---------------------------------------------------------------------------------------------

    def score(self, seat: i64) -> i64:
        """Complaints, less one for a reserved tile (BW-9.2)."""
        bonus: i64 = 1 if self.reserve[seat] != NONE else 0
        return self.complaints[seat] - bonus

    def rank(self, seat: i64) -> i64:
        """The lowest score is best; ties go to whose next turn would come sooner (BW-9.3)."""
        mine = self.score(seat)
        rank: i64 = 1
        for other in range(self.seats):
            if other != seat:
                theirs = self.score(other)
                sooner = self.turns_until(other) < self.turns_until(seat)  # no-mutate: two seats are never equally near
                if theirs < mine or (theirs == mine and sooner):
                    rank += 1
        return rank

    def turns_until(self, seat: i64) -> i64:
        """How many turns from now the seat would be on turn again: N for the seat on turn itself."""
        return (seat - self.turn + self.seats - 1) % self.seats + 1

    # -- moving pieces ----------------------------------------------------------------------------------------

    def turn_up_tile(self) -> None:
        """Put the top tile of the stock into the pool, at its place by number (BW-1.2)."""
        tile = self.stock[self.drawn]
        self.drawn += 1
        self.newest = tile
        pool = self.pool
        i = self.pool_count
        while i > 0 and pool[i - 1] > tile:  # no-mutate: tiles differ, and behind the pool lies NONE
            pool[i] = pool[i - 1]
            i -= 1
        pool[i] = tile
        self.pool_count += 1
        self.reveal()

    def take_from_pool(self, tile: i64) -> None:
        """Remove a tile from the pool (BW-2.1, BW-3.1)."""
        pool = self.pool
        kept: i64 = 0
        for i in range(self.pool_count):
            if pool[i] != tile:
                pool[kept] = pool[i]
                kept += 1
        pool[kept] = NONE
        self.pool_count = kept

    def own_warren(self, seat: i64) -> Warren:
        """The seat's warren, to be written."""
        warrens = self.warrens
        if self.owned & BIT[seat] == 0:
            warrens[seat] = warrens[seat].copy()
            self.owned |= BIT[seat]
        return warrens[seat]

    def unseen_buses(self) -> i64:
        """How many of the face-down tiles show a bus: everybody can count them."""
        bus = self.tiles.bus
        count: i64 = 0
        for i in range(self.drawn, len(self.stock)):
            count += bus[self.stock[i]]
        return count

    def stage_start(self, stage: i64) -> i64:
        return 0 if stage == 0 else self.stage_ends[stage - 1]

    def lacking(self, colour: i64) -> i64:
        """The one seat without a gopher of that colour (BW-6.6)."""
        for seat in range(self.seats):
            if self.house_length[seat * 3 + colour] == 0:
                return seat
        return NONE

    def shortest_rival(self, seat: i64, colour: i64) -> i64:
        """Length of the shortest burrow where an opponent of `seat` houses that gopher; 0 if none does (BW-6.2)."""
        shortest: i64 = 0
        for other in range(self.seats):
            length = self.house_length[other * 3 + colour]
            if other != seat and length > 0 and (shortest == 0 or length < shortest):
                shortest = length
        return shortest
