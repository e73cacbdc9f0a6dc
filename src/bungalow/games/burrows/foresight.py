"""What the options of a turn of Burrows will be worth when the turn is over, found without laying a tile.

Hot code. Bots ask this for thousands of placements: of each only the strands that the tile would join are followed,
and of the warren around only the longest strands that it leaves alone are known. The weights are the heuristic's.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, State
from bungalow.games.burrows.heuristic import LAST_STAGES, SAFE_LENGTH, BurrowsHeuristic, colour_value
from bungalow.games.burrows.rules import ACTION, BUILD, FINISH, PIECE, PLACE, POOL_TILE, longest_new_burrow
from bungalow.games.burrows.state import COLOUR_COUNT, POOL_ON_TURN, Burrows
from bungalow.games.burrows.warren import CLOSED_LENGTH, MAX_TILES, Warren, half_turned
from bungalow.games.burrows.weights import (
    JOINED_MOUTH,
    RESERVE_AT_END,
    RESERVE_IN_HAND,
    RIPE_PROMISE,
    SAFE_SEGMENT,
    SEGMENT_OF_PROMISE,
)

OPEN: Final[i64] = 3
"""A strand that goes on beyond the mouth without coming to an end; smaller numbers are the colours of ends."""
BACK: Final[i64] = 4
"""Added to a mouth of the tile itself: the strand beyond a mouth comes back to that one."""
RING: Final[i64] = -1
RANKS: Final[i64] = 8
"""A tile meets at most six strands, so the seven longest of a colour, and a blank, tell what it leaves alone."""
WORST: Final = -1e300
_MOUTHS: Final[i64] = 6
_NEVER: Final[i64] = 1000
_BLANK: Final = vec[i64]([0] * 256)
_NOTHING: Final = vec[float]([0.0] * 3)


class BurrowsForesight(BurrowsHeuristic):
    """The heuristic of Burrows, with an eye for what a turn will come to."""

    def foresee(self, state: State, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> bool:
        table = cast(Burrows, state)
        w = self.by_place
        kind = table.asked(seat)
        if kind == PLACE:
            foresee_places(w, table, seat, options, n, worths)
        elif kind == ACTION:
            foresee_actions(w, table, seat, options, n, worths)
        elif kind == PIECE:
            foresee_pieces(w, table, seat, options, n, worths)
        else:
            return False
        return True


def foresee_places(w: vec[float], table: Burrows, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> None:
    tile = table.laying
    warren = table.warrens[seat]
    survey = Survey(w, table, warren)
    outlook = Outlook(w, table, seat, table.bus_laid | table.tiles.bus[tile], tile != table.reserve[seat])
    survey.take(tile, outlook)
    turns = table.tiles.half_turn[tile] == 0
    for i in range(n):
        place = options[i]
        if place & 2 == 0:
            survey.look_at(place)
            worths[i] = survey.worth_of_laying(outlook, 0)
            if turns:
                worths[warren.position(half_turned(place))] = survey.worth_of_laying(outlook, 6)


def foresee_actions(w: vec[float], table: Burrows, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> None:
    """A tile to build is worth its best place; one to reserve, what any reserved tile is."""
    survey = Survey(w, table, table.warrens[seat])
    quiet = Outlook(w, table, seat, 0, True)
    busy = Outlook(w, table, seat, 1, True) if table.bus + 1 == table.moves_to_arrive else quiet
    reserving = survey.worth_of_finishing(quiet) + quiet.reserve_worth
    for i in range(n):
        if options[i] >= BUILD:
            tile = options[i] - BUILD
            survey.take(tile, busy if table.tiles.bus[tile] == 1 else quiet)
    survey.find_places()
    built: i64 = 0
    for i in range(n):
        if options[i] >= BUILD:
            worths[i] = survey.best[built]
            built += 1
        else:
            worths[i] = reserving


def foresee_pieces(w: vec[float], table: Burrows, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> None:
    """With a second tile: each of the two where it is best for itself, in the better order."""
    warren = table.warrens[seat]
    reserved = table.reserve[seat]
    chosen = table.chosen
    for i in range(n):
        option = options[i]
        if option == FINISH:
            worths[i] = Survey(w, table, warren).worth_of_finishing(Outlook(w, table, seat, table.bus_laid, True))
        elif chosen == NONE:
            worths[i] = best_place(w, table, seat, warren, reserved, table.bus_laid, False).best[0]
        elif option == POOL_TILE:
            bus = table.tiles.bus[chosen]
            survey = best_place(w, table, seat, warren, chosen, bus, True)
            both = best_place(w, table, seat, survey.warren_after(0), reserved, bus, False).best[0]
            worths[i] = both if both > survey.best[0] else survey.best[0]
        else:
            survey = best_place(w, table, seat, warren, reserved, 0, False)
            bus = table.tiles.bus[chosen]
            worths[i] = best_place(w, table, seat, survey.warren_after(0), chosen, bus, False).best[0]


def best_place(
    w: vec[float], table: Burrows, seat: i64, warren: Warren, tile: i64, bus: i64, keeps_reserve: bool
) -> "Survey":
    """A survey that has found the best place for one tile."""
    survey = Survey(w, table, warren)
    survey.take(tile, Outlook(w, table, seat, bus, keeps_reserve))
    survey.find_places()
    return survey


class Outlook:
    """What colours, complaints and the reserved tile will be worth to a seat at the end of its turn."""

    def __init__(self, w: vec[float], table: Burrows, seat: i64, bus: i64, keeps_reserve: bool) -> None:
        """`bus` is 1 when the turn moves the bus."""
        stage = table.stage
        arrives = bus == 1 and table.bus + 1 == table.moves_to_arrive
        if arrives:
            stage += 1
        self.safe_segment: float = w[SAFE_SEGMENT]
        self.segment_of_promise: float = w[SEGMENT_OF_PROMISE]
        self.rivals: float = float(table.seats - 1)
        self.own: vec[i64] = _BLANK[0:3]
        """The length of the seat's burrow of each colour, 0 without a gopher."""
        self.to_beat: vec[i64] = _BLANK[0:3]
        """A burrow must be longer than this to change something."""
        self.lack: vec[float] = _NOTHING[0:3]
        """What lacking a colour costs, complaints of an arrival at the end of the turn included."""
        self.ripe: vec[float] = _NOTHING[0:3]
        """What a strand is worth that needs only its second end."""
        self.ripe_from: vec[i64] = _BLANK[0:3]
        self.unchanged: vec[float] = _NOTHING[0:3]
        """A colour's share of the worth without new burrows and open strands."""
        total = 0.0
        for other in range(table.seats):
            if other == seat:
                total -= float(table.complaints[other])
            else:
                total += float(table.complaints[other]) / self.rivals
        last = len(table.stage_ends) - stage <= LAST_STAGES
        self.reserve_worth: float = w[RESERVE_AT_END] if last else w[RESERVE_IN_HAND]
        if keeps_reserve and table.reserve[seat] != NONE:
            total += self.reserve_worth
        self.base: float = total
        """What no tile changes."""
        for colour in range(COLOUR_COUNT):
            value = colour_value(w, table, colour, stage)
            own = table.house_length[seat * 3 + colour]
            to_beat = own if own > 0 else table.shortest_rival(seat, colour)
            self.own[colour] = own
            self.to_beat[colour] = to_beat
            self.lack[colour] = value + stage_value(table, colour) if arrives else value
            self.ripe[colour] = w[RIPE_PROMISE] * value
            self.ripe_from[colour] = to_beat if own == 0 else _NEVER
            self.unchanged[colour] = -self.lack[colour] if own == 0 else self.housed(colour, own)

    def housed(self, colour: i64, length: i64) -> float:
        """A colour's share of the worth with a gopher in a burrow of that length."""
        safe = length if length < SAFE_LENGTH else SAFE_LENGTH
        return self.lack[colour] / self.rivals + self.safe_segment * float(safe)

    def colour_worth(self, colour: i64, completed: i64, longest: i64) -> float:
        """A colour's share, with the longest burrow completed this turn (0: none) and the longest open strand."""
        promise = self.segment_of_promise * float(longest)
        if completed > self.to_beat[colour]:
            return promise + self.housed(colour, completed)
        if longest > 0 and longest >= self.ripe_from[colour]:
            promise += self.ripe[colour]
        return promise + self.unchanged[colour]


class Survey:
    """One warren as it is offered to the tiles of a turn: `take` tiles, `look_at` a place, ask for the worth."""

    def __init__(self, w: vec[float], table: Burrows, warren: Warren) -> None:
        self.joined_mouth: float = w[JOINED_MOUTH]
        self.table: Burrows = table
        self.warren: Warren = warren
        self.tiles: vec[i64] = _BLANK[0:POOL_ON_TURN]
        self.outlooks: list[Outlook] = []
        """For each tile taken."""
        self.faces: vec[i64] = _BLANK[0 : POOL_ON_TURN * 12]
        """What each tile shows at its mouths, then the same after a half turn: a mouth, or -1 - colour."""
        self.best: vec[float] = _NOTHING[0:POOL_ON_TURN]
        self.best_places: vec[i64] = _BLANK[0:POOL_ON_TURN]
        self.rank: vec[i64] = _BLANK[0 : MAX_TILES * 6]
        """For an open mouth: the bit of its strand among the longest of its colour, or 0."""
        self.ranked: vec[i64] = _BLANK[0 : COLOUR_COUNT * RANKS]
        """Lengths of the longest open strands of each colour, then 0."""
        self.completed: vec[i64] = _BLANK[0:3]
        """The longest burrow of each colour that earlier tiles of the turn have completed."""
        self.met: vec[i64] = _BLANK[0:6]
        self.ends: vec[i64] = _BLANK[0:6]
        """Where the strand beyond each mouth of the place ends."""
        self.lengths: vec[i64] = _BLANK[0:6]
        self.rest: vec[i64] = _BLANK[0:3]
        """The longest strand of each colour that the place leaves alone."""
        self.compactness: float = 0.0
        """What joined mouths are worth with a tile on the place."""
        for colour in range(COLOUR_COUNT):
            new = longest_new_burrow(warren, colour)
            if new != NONE:
                self.completed[colour] = warren.closed[new + CLOSED_LENGTH]
        self.rank_strands()

    def rank_strands(self) -> None:
        """Find the longest open strands of each colour."""
        mate = self.warren.mate
        length = self.warren.length
        ranked = self.ranked
        rank = self.rank
        holders = _BLANK[0 : COLOUR_COUNT * RANKS]
        for half_edge in range(self.warren.count * 6):
            terminal = mate[half_edge]
            if terminal >= 0:
                continue
            first = ((-1 - terminal) & 3) * RANKS
            at = first + RANKS - 1
            segments = length[half_edge]
            while at > first and ranked[at - 1] < segments:
                ranked[at] = ranked[at - 1]
                holders[at] = holders[at - 1]
                at -= 1
            ranked[at] = segments
            holders[at] = half_edge
        for colour in range(COLOUR_COUNT):
            at = colour * RANKS
            ranked[at + RANKS - 1] = 0
            while ranked[at] > 0:
                rank[holders[at]] = BIT[at]
                at += 1

    def take(self, tile: i64, outlook: Outlook) -> None:
        """One more tile to find a place for."""
        index: i64 = len(self.outlooks)
        self.tiles[index] = tile
        self.outlooks.append(outlook)
        shown = self.table.tiles.mate
        faces = self.faces
        first = index * 12
        for mouth in range(_MOUTHS):
            face = shown[tile * 6 + mouth]
            faces[first + mouth] = face
            faces[first + 6 + (mouth + 3) % 6] = (face + 3) % 6 if face >= 0 else face

    def find_places(self) -> None:
        """The best place of each tile taken, and what the turn comes to with it, into `best_places` and `best`."""
        warren = self.warren
        places = warren.places
        half_turn = self.table.tiles.half_turn
        best = self.best
        count: i64 = len(self.outlooks)
        for index in range(count):
            best[index] = WORST
        for i in range(warren.place_count):
            place = places[i]
            if place & 2 != 0:
                continue
            self.look_at(place)
            for index in range(count):
                outlook = self.outlooks[index]
                self.compare(index, place, self.worth_of_laying(outlook, index * 12))
                if half_turn[self.tiles[index]] == 0 and warren.count > 0:
                    self.compare(index, half_turned(place), self.worth_of_laying(outlook, index * 12 + 6))

    def compare(self, index: i64, place: i64, worth: float) -> None:
        """Keep the better place for a tile, of equal ones the one that is listed first."""
        best = self.best[index]
        if worth > best or (worth == best and place < self.best_places[index]):
            self.best[index] = worth
            self.best_places[index] = place

    def warren_after(self, index: i64) -> Warren:
        """The warren with that tile on its best place."""
        warren = self.warren.copy()
        warren.lay_place(self.table.tiles, self.tiles[index], self.best_places[index])
        return warren

    def look_at(self, place: i64) -> None:
        """Find out what a tile on this place would meet."""
        met = self.met
        ends = self.ends
        lengths = self.lengths
        rank = self.rank
        mate = self.warren.mate
        length = self.warren.length
        joins = self.warren.meets(place, met)
        touched: i64 = 0
        for mouth in range(_MOUTHS):
            there = met[mouth]
            if there < 0:
                ends[mouth] = OPEN
                lengths[mouth] = 0
                continue
            touched |= rank[there]
            lengths[mouth] = length[there]
            terminal = mate[there]
            if terminal < 0:
                ends[mouth] = (-1 - terminal) & 3
                continue
            ends[mouth] = OPEN
            if joins > 1:
                for other in range(_MOUTHS):
                    if met[other] == terminal:
                        ends[mouth] = BACK + other
        self.compactness = self.joined_mouth * float(self.warren.count * 6 - self.warren.open_mouths + 2 * joins)
        for colour in range(COLOUR_COUNT):
            at = colour * RANKS
            while (touched >> at) & 1 == 1:
                at += 1
            self.rest[colour] = self.ranked[at]

    def worth_of_laying(self, outlook: Outlook, shown: i64) -> float:
        """What the turn comes to with a tile on the place looked at; `shown` is where its faces stand."""
        bit = BIT
        faces = self.faces
        ends = self.ends
        lengths = self.lengths
        rest = self.rest
        completed = self.completed
        open_0 = rest[0]
        open_1 = rest[1]
        open_2 = rest[2]
        new_0 = completed[0]
        new_1 = completed[1]
        new_2 = completed[2]
        seen: i64 = 0
        for start in range(_MOUTHS):
            if (seen >> start) & 1 == 1:
                continue
            length: i64 = 1
            one = OPEN
            face = faces[shown + start]
            if face < 0:
                one = -1 - face
            else:
                # The way from the far side of the link.
                here = face
                while True:
                    seen |= bit[here]
                    length += lengths[here]
                    one = ends[here]
                    if one < BACK:
                        break
                    here = one - BACK
                    seen |= bit[here]
                    if here == start:
                        one = RING
                        break
                    length += 1
                    here = faces[shown + here]
                    if here < 0:
                        one = -1 - here
                        break
            if one == RING:
                continue
            here = start
            while True:
                seen |= bit[here]
                length += lengths[here]
                other = ends[here]
                if other < BACK:
                    break
                here = other - BACK
                seen |= bit[here]
                length += 1
                here = faces[shown + here]
                if here < 0:
                    other = -1 - here
                    break
            if one == OPEN:
                one = other
                other = OPEN
            if one == OPEN:
                continue
            if other == OPEN:
                if one == 0:
                    if length > open_0:
                        open_0 = length
                elif one == 1:
                    if length > open_1:
                        open_1 = length
                elif length > open_2:
                    open_2 = length
            elif one == other:
                if one == 0:
                    if length > new_0:
                        new_0 = length
                elif one == 1:
                    if length > new_1:
                        new_1 = length
                elif length > new_2:
                    new_2 = length
        return (
            outlook.base
            + self.compactness
            + outlook.colour_worth(0, new_0, open_0)
            + outlook.colour_worth(1, new_1, open_1)
            + outlook.colour_worth(2, new_2, open_2)
        )

    def worth_of_finishing(self, outlook: Outlook) -> float:
        """What the turn comes to when no more tile is laid."""
        total = outlook.base + self.joined_mouth * float(self.warren.count * 6 - self.warren.open_mouths)
        for colour in range(COLOUR_COUNT):
            total += outlook.colour_worth(colour, self.completed[colour], self.ranked[colour * RANKS])
        return total


def stage_value(table: Burrows, colour: i64) -> float:
    """Complaints that the next arrival of the bus brings to who lacks the colour."""
    value: i64 = 0
    for i in range(table.stage_start(table.stage), table.stage_ends[table.stage]):
        page = table.schedule[i]
        if table.page_colour[page] == colour:
            value += table.page_complaints[page]
    return float(value)
