"""What the options of a turn of Burrows will be worth when the turn is over, found without laying a tile.

Hot code. Bots ask this for thousands of placements: of each only the strands that the tile would join are followed,
and of the warren around only the longest strands that it leaves alone are known. The weights are the heuristic's.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE, State
from bungalow.games.burrows.heuristic import (
    JOINED_MOUTH,
    LAST_STAGES,
    RESERVE_AT_END,
    RESERVE_IN_HAND,
    RIPE_PROMISE,
    SAFE_LENGTH,
    SAFE_SEGMENT,
    SEGMENT_OF_PROMISE,
    BurrowsHeuristic,
    colour_value,
)
from bungalow.games.burrows.rules import ACTION, BUILD, FINISH, PIECE, PLACE, POOL_TILE, longest_new_burrow
from bungalow.games.burrows.state import COLOUR_COUNT, Burrows
from bungalow.games.burrows.warren import CLOSED_LENGTH, MAX_TILES, Warren

OPEN: Final[i64] = 3
"""A strand that goes on beyond the mouth without coming to an end; smaller numbers are the colours of ends."""
BACK: Final[i64] = 4
"""Added to a mouth of the tile itself: the strand beyond a mouth comes back to that one."""
RING: Final[i64] = -1
RANKS: Final[i64] = 8
"""A tile meets at most six strands, so the seven longest of a colour, and a blank, tell what it leaves alone."""
WORST: Final = -1e300
_BLANK: Final = vec[i64]([0] * 256)
_BLANK_WORTHS: Final = vec[float]([0.0] * 6)


class BurrowsForesight(BurrowsHeuristic):
    """The heuristic of Burrows, with an eye for what a turn will come to."""

    def foresee(self, state: State, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> bool:
        table = cast(Burrows, state)
        kind = table.asked(seat)
        if kind == PLACE:
            self.foresee_places(table, seat, options, n, worths)
        elif kind == ACTION:
            self.foresee_actions(table, seat, options, n, worths)
        elif kind == PIECE:
            self.foresee_pieces(table, seat, options, n, worths)
        else:
            return False
        return True

    def foresee_places(self, table: Burrows, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> None:
        tile = table.laying
        survey = Survey(table, seat, table.warrens[seat])
        survey.take(tile, 0)
        survey.expect(tile, tile != table.reserve[seat])
        for i in range(n):
            survey.look_at(options[i])
            worths[i] = survey.worth_of_laying(0)

    def foresee_actions(self, table: Burrows, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> None:
        """A tile to build is worth its best place; one to reserve, what any reserved tile is."""
        survey = Survey(table, seat, table.warrens[seat])
        for i in range(n):
            option = options[i]
            if option >= BUILD:
                worths[i] = survey.best_worth(option - BUILD, True)
            else:
                survey.expect(NONE, True)
                worths[i] = survey.worth_of_rest() + survey.reserve_worth

    def foresee_pieces(self, table: Burrows, seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> None:
        """With a second tile: each tile of the two where it is best for itself, in either order."""
        reserved = table.reserve[seat]
        warren = table.warrens[seat]
        survey = Survey(table, seat, warren)
        for i in range(n):
            option = options[i]
            if option == FINISH:
                survey.expect(NONE, True)
                worths[i] = survey.worth_of_rest()
            elif table.chosen == NONE:
                worths[i] = survey.best_worth(reserved, False)
            elif option == POOL_TILE:
                finished = survey.best_worth(table.chosen, True)
                both = worth_of_second(table, seat, survey, table.chosen, reserved)
                worths[i] = both if both > finished else finished
            else:
                survey.best_worth(reserved, False)
                worths[i] = worth_of_second(table, seat, survey, reserved, table.chosen)


def worth_of_second(table: Burrows, seat: i64, survey: "Survey", first: i64, second: i64) -> float:
    """What the second tile makes of the warren after the first lies where the survey found its best place."""
    warren = table.warrens[seat].copy()
    warren.lay_place(table.tiles, first, survey.best_place)
    after = Survey(table, seat, warren)
    after.bus_laid |= table.tiles.bus[first]
    return after.best_worth(second, False)


class Survey:
    """One warren as it is offered to the tiles of a turn: `take` a tile, `look_at` a place, ask for the worth."""

    def __init__(self, table: Burrows, seat: i64, warren: Warren) -> None:
        self.table: Burrows = table
        self.seat: i64 = seat
        self.warren: Warren = warren
        self.bus_laid: i64 = table.bus_laid
        self.rank: vec[i64] = _BLANK[0 : MAX_TILES * 6]
        """For an open mouth: the bit of its strand among the longest of its colour, or 0."""
        self.ranked: vec[i64] = _BLANK[0 : COLOUR_COUNT * RANKS]
        """Lengths of the longest open strands of each colour, then 0."""
        self.faces: vec[i64] = _BLANK[0:12]
        """What the tile shows at each mouth, then the same after a half turn: a mouth, or -1 - colour."""
        self.met: vec[i64] = _BLANK[0:6]
        self.ends: vec[i64] = _BLANK[0:6]
        """Where the strand beyond each mouth of the place ends."""
        self.lengths: vec[i64] = _BLANK[0:6]
        self.joins: i64 = 0
        self.rest: vec[i64] = _BLANK[0:3]
        """The longest strand of each colour that the place leaves alone."""
        self.completed: vec[i64] = _BLANK[0:3]
        """The longest burrow of each colour that earlier tiles of the turn have completed."""
        self.lack: vec[float] = _BLANK_WORTHS[0:3]
        """What lacking each colour costs from the end of the turn on."""
        self.later: vec[float] = _BLANK_WORTHS[0:3]
        """Likewise, after the arrival of the bus if there is one."""
        self.own: vec[i64] = _BLANK[0:3]
        self.to_beat: vec[i64] = _BLANK[0:3]
        self.rivals: float = float(table.seats - 1)
        self.base: float = 0.0
        self.reserve_worth: float = 0.0
        self.best_place: i64 = NONE
        for colour in range(COLOUR_COUNT):
            self.own[colour] = table.house_length[seat * 3 + colour]
            self.to_beat[colour] = table.shortest_rival(seat, colour)
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
                rank[holders[at]] = 1 << at
                at += 1

    def expect(self, tile: i64, keeps_reserve: bool) -> None:
        """Weigh colours and all that no placement changes for a turn that ends with this tile, or with none."""
        table = self.table
        seat = self.seat
        stage = table.stage
        stages_left = len(table.stage_ends) - stage
        bus = self.bus_laid
        if tile != NONE:
            bus |= table.tiles.bus[tile]
        arrives = bus == 1 and table.bus + 1 == table.moves_to_arrive and stages_left > 0
        for colour in range(COLOUR_COUNT):
            value = colour_value(table, colour, stage + 1 if arrives else stage)
            self.later[colour] = value
            self.lack[colour] = value + stage_value(table, colour) if arrives else value
        if arrives:
            stages_left -= 1
        total = 0.0
        for other in range(table.seats):
            if other == seat:
                total -= float(table.complaints[other])
            else:
                total += float(table.complaints[other]) / self.rivals
        self.reserve_worth = RESERVE_AT_END if stages_left <= LAST_STAGES else RESERVE_IN_HAND
        if keeps_reserve and table.reserve[seat] != NONE:
            total += self.reserve_worth
        self.base = total + JOINED_MOUTH * float(self.warren.count * 6 - self.warren.open_mouths)

    def best_worth(self, tile: i64, keeps_reserve: bool) -> float:
        """The worth of the best placement of a tile, which is left in `best_place`."""
        self.take(tile, 0)
        self.take(tile, 3)
        self.expect(tile, keeps_reserve)
        warren = self.warren
        places = warren.places
        turns = self.table.tiles.half_turn[tile] == 0 and warren.count > 0
        best = WORST
        for i in range(warren.place_count):
            place = places[i]
            if place & 2 != 0:
                continue
            self.look_at(place)
            worth = self.worth_of_laying(0)
            if worth > best:
                best = worth
                self.best_place = place
            if turns:
                worth = self.worth_of_laying(6)
                if worth > best:
                    best = worth
                    self.best_place = warren.half_turned(place)
        return best

    def take(self, tile: i64, turn: i64) -> None:
        """Make the faces of a tile known, as it is (`turn` 0) or after a half turn (`turn` 3)."""
        shown = self.table.tiles.mate
        faces = self.faces
        for mouth in range(6):
            face = shown[tile * 6 + (mouth + turn) % 6]
            faces[turn * 2 + mouth] = (face + turn) % 6 if face >= 0 else face

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
        for mouth in range(6):
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
                for other in range(6):
                    if met[other] == terminal:
                        ends[mouth] = BACK + other
        self.joins = joins
        for colour in range(COLOUR_COUNT):
            at = colour * RANKS
            while (touched >> at) & 1 == 1:
                at += 1
            self.rest[colour] = self.ranked[at]

    def worth_of_laying(self, turned: i64) -> float:
        """What the turn comes to with the tile on the place looked at, as it is (0) or after a half turn (6)."""
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
        for start in range(6):
            if (seen >> start) & 1 == 1:
                continue
            length: i64 = 1
            one = OPEN
            face = faces[turned + start]
            if face < 0:
                one = -1 - face
            else:
                # The way from the far side of the link.
                here = face
                while True:
                    seen |= 1 << here
                    length += lengths[here]
                    one = ends[here]
                    if one < BACK:
                        break
                    here = one - BACK
                    seen |= 1 << here
                    if here == start:
                        one = RING
                        break
                    length += 1
                    here = faces[turned + here]
                    if here < 0:
                        one = -1 - here
                        break
            if one == RING:
                continue
            here = start
            while True:
                seen |= 1 << here
                length += lengths[here]
                other = ends[here]
                if other < BACK:
                    break
                here = other - BACK
                seen |= 1 << here
                length += 1
                here = faces[turned + here]
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
            self.base
            + 2.0 * JOINED_MOUTH * float(self.joins)
            + self.colour_worth(0, new_0, open_0)
            + self.colour_worth(1, new_1, open_1)
            + self.colour_worth(2, new_2, open_2)
        )

    def worth_of_rest(self) -> float:
        """What the turn comes to when no more tile is laid."""
        total = self.base
        for colour in range(COLOUR_COUNT):
            total += self.colour_worth(colour, self.completed[colour], self.ranked[colour * RANKS])
        return total

    def colour_worth(self, colour: i64, completed: i64, longest: i64) -> float:
        """A colour's share of the worth, with a burrow completed this turn (0: none) and the longest open strand."""
        own = self.own[colour]
        if completed > (own if own > 0 else self.to_beat[colour]):
            own = completed
        worth = SEGMENT_OF_PROMISE * float(longest)
        if own > 0:
            return worth + self.lack[colour] / self.rivals + SAFE_SEGMENT * float(min(own, SAFE_LENGTH))
        worth -= self.lack[colour]
        if longest > 0 and longest + 1 > self.to_beat[colour]:
            worth += RIPE_PROMISE * self.later[colour]
        return worth


def stage_value(table: Burrows, colour: i64) -> float:
    """Complaints that the next arrival of the bus brings to who lacks the colour."""
    value: i64 = 0
    for i in range(table.stage_start(table.stage), table.stage_ends[table.stage]):
        page = table.schedule[i]
        if table.page_colour[page] == colour:
            value += table.page_complaints[page]
    return float(value)
