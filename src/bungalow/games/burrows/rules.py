"""The rules of Burrows, in the order of a turn (clauses BW-1 to BW-9 of docs/rules/burrows.md).

Hot code. Each step and choice is a room of the rulebook: turn, reserve, build, complete, move gophers, bus, schedule.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, Game, State, Step
from bungalow.core.random import Random
from bungalow.games.burrows.state import (
    GONE,
    NOT_GIVEN,
    ON_RANCH,
    POOL_BEFORE_TURN,
    POOL_ON_TURN,
    Burrows,
    Prepared,
)
from bungalow.games.burrows.strands import open_strands
from bungalow.games.burrows.warren import (
    CLOSED_COLOUR,
    CLOSED_FIELDS,
    CLOSED_LENGTH,
    CLOSED_OTHER_COLOUR,
    CLOSED_OTHER_SPOT,
    CLOSED_SPOT,
    FIRST_PLACE,
    Warren,
)

ACTION: Final[i64] = 0
PIECE: Final[i64] = 1
PLACE: Final[i64] = 2
LURE: Final[i64] = 3
"""The kinds of questions."""

BUILD: Final[i64] = 80
"""Options of `action`: a tile number reserves that tile, `BUILD` + a tile number builds it."""

POOL_TILE: Final[i64] = 0
RESERVED_TILE: Final[i64] = 1
FINISH: Final[i64] = 2
"""Options of `piece`."""


def set_up(game: Game, box: Prepared, seats: i64, random: Random) -> Burrows:
    """Setup 1 to 5: boards and gophers, tiles, schedule, bus. Seat 0 is Player 1 and begins (BW-R11)."""
    table = Burrows()
    table.begin(game, seats, random)
    table.box = box
    table.tiles = box.tiles
    table.page_colour = box.page_colour
    table.page_complaints = box.page_complaints
    table.house_length = box.house_length[:]
    table.house_place = vec[i64]([ON_RANCH] * (seats * 3))
    table.reserve = vec[i64]([NONE] * seats)
    table.complaints = vec[i64]([0] * seats)
    table.page_owner = vec[i64]([NOT_GIVEN] * len(box.page_colour))
    for seat in range(seats):
        warren = Warren()
        warren.setup()
        table.warrens.append(warren)
        table.owned |= BIT[seat]
    shuffle_tiles(table)
    deal_schedule(table)
    table.moves_to_arrive = box.moves_to_arrive
    table.push(START_TURN)
    return table


def shuffle_tiles(table: Burrows) -> None:
    """Shuffle the tiles and turn up two of them: the draw pool (Setup 3)."""
    count = table.tiles.count
    stock = vec[i64]([0] * count)
    for tile in range(count):
        stock[tile] = tile
    table.shuffle(stock, count)
    table.stock = stock
    table.pool = vec[i64]([NONE] * (POOL_ON_TURN + 1))
    while table.pool_count < POOL_BEFORE_TURN and table.drawn < count:
        table.turn_up_tile()


def deal_schedule(table: Burrows) -> None:
    """Deal the shuffled white pages into the layout; the blue pages have fixed places (Setup 4)."""
    white = table.box.white_pages[:]
    table.shuffle(white, len(white))
    schedule = table.box.schedule[:]
    dealt: i64 = 0
    for i in range(len(schedule)):
        if schedule[i] == NONE:
            schedule[i] = white[dealt]
            dealt += 1
    table.schedule = schedule
    table.stage_ends = table.box.stage_ends


class StartTurn(Step):
    """A turn begins by filling the pool to three tiles (BW-1.2); then the player reserves or builds (BW-1.3)."""

    def run(self, state: State) -> None:
        table = cast(Burrows, state)
        while table.pool_count < POOL_ON_TURN and table.drawn < len(table.stock):
            table.turn_up_tile()
            if table.log is not None:
                table.tell("turned_up", (int(table.turn), table.box.tile_names[table.newest]), "BW-1.2")
        if table.pool_count == 0:
            # BW-R25: whoever finds the pool empty counts as next in turn.
            if table.log is not None:
                table.tell("pool_empty", (int(table.turn),), "BW-R25")
            table.turn = (table.turn + table.seats - 1) % table.seats
            end_game(table)
            return
        table.push(CHOOSE_ACTION)


class ChooseAction(Choice):
    """Reserve one pool tile, or build one (BW-1.3). There is no pass."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burrows, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Reserving needs an empty space and a tile without a bus (BW-2.2, BW-2.3); building takes any (BW-3.1)."""
        table = cast(Burrows, state)
        pool = table.pool
        count = table.pool_count
        n: i64 = 0
        if table.reserve[table.turn] == NONE:
            bus = table.tiles.bus
            for i in range(count):
                if bus[pool[i]] == 0:
                    out[n] = pool[i]
                    n += 1
        for i in range(count):
            out[n] = BUILD + pool[i]
            n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        if cast(Burrows, state).pool_count > 1:
            return NONE
        return super().lone(state, seat)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burrows, state)
        if option < BUILD:
            reserve_tile(table, option)
        else:
            choose_tile_to_build(table, option - BUILD)


def reserve_tile(table: Burrows, tile: i64) -> None:
    """The tile goes to the reserve space, and that is the whole turn (BW-2.1, BW-2.4)."""
    table.take_from_pool(tile)
    table.reserve[table.turn] = tile
    if table.log is not None:
        table.tell("reserved", (int(table.turn), table.box.tile_names[tile]), "BW-2.1")
    pass_turn(table)


def choose_tile_to_build(table: Burrows, tile: i64) -> None:
    """The tile will be laid this turn; who holds a reserved tile may lay that one first (BW-3.1, BW-3.6)."""
    table.take_from_pool(tile)
    table.chosen = tile
    if table.log is not None:
        table.tell("builds", (int(table.turn), table.box.tile_names[tile]), "BW-3.1")
    if table.reserve[table.turn] != NONE:
        table.push(CHOOSE_FIRST)
    else:
        table.laying = tile
        table.push(CHOOSE_PLACE)


class ChooseFirst(Choice):
    """Which to lay first, the pool tile or the reserved one (BW-3.6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burrows, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        out[0] = POOL_TILE
        out[1] = RESERVED_TILE
        return 2

    def lone(self, state: State, seat: i64) -> i64:
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burrows, state)
        table.laying = table.chosen if option == POOL_TILE else table.reserve[table.turn]
        table.push(CHOOSE_PLACE)


class ChooseSecond(Choice):
    """After the pool tile: lay the reserved tile too, or finish (BW-3.6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burrows, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        out[0] = RESERVED_TILE
        out[1] = FINISH
        return 2

    def lone(self, state: State, seat: i64) -> i64:
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burrows, state)
        if option == RESERVED_TILE:
            table.laying = table.reserve[table.turn]
            table.push(CHOOSE_PLACE)
        else:
            check_burrows(table)


class ChoosePlace(Choice):
    """Where to lay the tile: any empty pair of cells that touches the warren along an edge (BW-3.2 to BW-3.4)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burrows, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burrows, state)
        return table.warrens[table.turn].options(table.tiles.half_turn[table.laying], out)

    def lone(self, state: State, seat: i64) -> i64:
        """Only the first tile of a warren has a single placement (BW-3.2)."""
        table = cast(Burrows, state)
        return FIRST_PLACE if table.warrens[table.turn].count == 0 else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burrows, state)
        tile = table.laying
        lay_tile(table, tile, option)
        if tile == table.chosen:
            table.chosen = NONE
            if table.reserve[table.turn] != NONE:
                table.push(CHOOSE_SECOND)
            else:
                check_burrows(table)
        else:
            table.reserve[table.turn] = NONE
            if table.chosen != NONE:  # BW-3.7: the reserved tile is never laid alone
                table.laying = table.chosen
                table.push(CHOOSE_PLACE)
            else:
                check_burrows(table)


def lay_tile(table: Burrows, tile: i64, place: i64) -> None:
    """Add a tile to the warren of the player on turn; it never moves again (BW-3.5)."""
    warren = table.own_warren(table.turn)
    table.laying = NONE
    if table.tiles.bus[tile] == 1:
        table.bus_laid = 1
    if table.log is None:
        warren.lay_place(table.tiles, tile, place)
        return
    grown_before = open_strands(warren)
    closed_before = len(warren.closed)
    rings_before = len(warren.loops)
    warren.lay_place(table.tiles, tile, place)
    seat = int(table.turn)
    table.tell("laid", (seat, table.box.tile_names[tile], int(place)), "BW-3.1")
    for strand in open_strands(warren):
        if strand not in grown_before and strand[2] > 1:
            table.tell("joined", (seat, strand[0], strand[2], strand[3]), "BW-4.1")
    for i in range(closed_before // CLOSED_FIELDS, len(warren.closed) // CLOSED_FIELDS):
        tell_closed(table, warren, i)
    for i in range(rings_before, len(warren.loops)):
        table.tell("ring", (seat, int(warren.loops[i])), "BW-4.4")


def tell_closed(table: Burrows, warren: Warren, index: i64) -> None:
    """Log a strand that got two ends: a completed burrow or a mismatch (BW-4.2, BW-4.3)."""
    closed = warren.closed
    at = index * CLOSED_FIELDS
    one = int(closed[at + CLOSED_COLOUR])
    other = int(closed[at + CLOSED_OTHER_COLOUR])
    length = int(closed[at + CLOSED_LENGTH])
    spot = int(closed[at + CLOSED_SPOT])
    if one == other:
        table.tell("completed", (int(table.turn), one, length, spot), "BW-4.2")
    else:
        table.tell("mismatch", (int(table.turn), one, other, length, spot), "BW-4.3")


def check_burrows(table: Burrows) -> None:
    """All tiles of the turn are laid: check the new burrows by colour, then the bus (BW-1.5, BW-3.8, BW-R9)."""
    table.push(MOVE_BUS)
    table.push(CHECK_PURPLE)
    table.push(CHECK_ORANGE)
    table.push(CHECK_RED)


class CheckColour(Step):
    """See whether a gopher of one colour moves into a burrow completed this turn (BW-6).

    Of several new burrows only the longest matters, at equal length the one that BW-R9 checks first: every order of
    checking ends with the gopher there.
    """

    def __init__(self, code: i64, colour: i64) -> None:
        super().__init__(code)
        self.colour: i64 = colour

    def run(self, state: State) -> None:
        table = cast(Burrows, state)
        best = longest_new_burrow(table.warrens[table.turn], self.colour)
        if best == NONE:
            return
        length = table.warrens[table.turn].closed[best + CLOSED_LENGTH]
        own = table.house_length[table.turn * 3 + self.colour]
        if own > 0:
            if length > own:  # BW-6.1, BW-6.4
                house_gopher(table, self.colour, table.turn)
            elif table.log is not None:
                table.tell("keeps", (int(table.turn), int(self.colour), int(length), int(own)), "BW-6.1")
            return
        shortest = table.shortest_rival(table.turn, self.colour)
        if length <= shortest:  # BW-6.2, BW-6.4
            if table.log is not None:
                table.tell("too_short", (int(table.turn), int(self.colour), int(length), int(shortest)), "BW-6.2")
            return
        table.push(CHOOSE_LURE[self.colour])


def longest_new_burrow(warren: Warren, colour: i64) -> i64:
    """Where in `warren.closed` the burrow of that colour stands which BW-R9 checks first; `NONE` without one."""
    closed = warren.closed
    best = NONE
    best_length: i64 = 0
    best_spot: i64 = 0
    at: i64 = 0
    while at < len(closed):
        if closed[at + CLOSED_COLOUR] == colour and closed[at + CLOSED_OTHER_COLOUR] == colour:
            length = closed[at + CLOSED_LENGTH]
            spot = first_end(warren, at)
            if length > best_length or (length == best_length and spot < best_spot):
                best = at
                best_length = length
                best_spot = spot
        at += CLOSED_FIELDS
    return best


def first_end(warren: Warren, at: i64) -> i64:
    """The smaller of the two ends of a closed strand, in the order of BW-R9."""
    one = warren.closed[at + CLOSED_SPOT]
    other = warren.closed[at + CLOSED_OTHER_SPOT]
    return one if one < other else other


class ChooseLure(Choice):
    """Whose gopher moves, when several opponents house it in equally short burrows (BW-6.3)."""

    def __init__(self, code: i64, colour: i64) -> None:
        super().__init__(code, LURE)
        self.colour: i64 = colour

    def actors(self, state: State) -> i64:
        return BIT[cast(Burrows, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burrows, state)
        shortest = table.shortest_rival(table.turn, self.colour)
        n: i64 = 0
        for other in range(table.seats):
            if other != table.turn and table.house_length[other * 3 + self.colour] == shortest:
                out[n] = other
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        house_gopher(cast(Burrows, state), self.colour, option)


def house_gopher(table: Burrows, colour: i64, giver: i64) -> None:
    """A gopher of the giver moves into the new burrow of the player on turn (BW-6.1, BW-6.2)."""
    builder = table.turn
    warren = table.warrens[builder]
    best = longest_new_burrow(warren, colour)
    length = warren.closed[best + CLOSED_LENGTH]
    left = table.house_length[giver * 3 + colour]
    table.house_length[giver * 3 + colour] = 0
    table.house_place[giver * 3 + colour] = ON_RANCH
    table.house_length[builder * 3 + colour] = length
    table.house_place[builder * 3 + colour] = first_end(warren, best)
    if table.log is not None:
        clause = "BW-6.1" if giver == builder else "BW-6.2"
        table.tell("moved_in", (int(builder), int(colour), int(giver), int(length), int(left)), clause)


class MoveBus(Step):
    """After all gopher moves a bus symbol moves the bus one space (BW-7.1); an arrival scores (BW-7.3)."""

    def run(self, state: State) -> None:
        table = cast(Burrows, state)
        table.own_warren(table.turn).clear_closed()  # BW-4.6: later turns do not check them again
        if table.bus_laid == 0:
            pass_turn(table)
            return
        table.bus_laid = 0
        table.bus += 1
        if table.log is not None:
            table.tell("bus", (int(table.bus), int(table.moves_to_arrive)), "BW-7.1")
        if table.bus < table.moves_to_arrive:
            pass_turn(table)
            return
        score_stage(table)
        table.bus = 0
        if table.stage == len(table.stage_ends):
            end_game(table)
        else:
            pass_turn(table)


def score_stage(table: Burrows) -> None:
    """Each page of the leftmost stage goes to the one player who lacks its colour (BW-8.1 to BW-8.6)."""
    stage = table.stage
    if table.log is not None:
        table.tell("arrival", (int(stage), len(table.stage_ends)), "BW-7.3")
    for i in range(table.stage_start(stage), table.stage_ends[stage]):
        page = table.schedule[i]
        colour = table.page_colour[page]
        if colour < 0:
            table.page_owner[page] = GONE
            if table.log is not None:
                table.tell("blank_page", (), "BW-8.4")
            continue
        seat = table.lacking(colour)
        table.page_owner[page] = seat
        table.complaints[seat] += table.page_complaints[page]
        if table.log is not None:
            table.tell("page", (int(seat), int(colour), int(table.page_complaints[page])), "BW-8.2")
    table.stage = stage + 1


def pass_turn(table: Burrows) -> None:
    """The next player clockwise is on turn (BW-1.1, BW-1.5)."""
    table.turn = (table.turn + 1) % table.seats
    table.push(START_TURN)


def end_game(table: Burrows) -> None:
    """The game is over at once; no round is finished (BW-9.1)."""
    table.end()
    if table.log is not None:
        for seat in range(table.seats):
            table.tell("final", (int(seat), int(table.score(seat)), int(table.rank(seat))), "BW-9.2")


START_TURN: Final = StartTurn(1)
CHOOSE_ACTION: Final = ChooseAction(2, ACTION)
CHOOSE_FIRST: Final = ChooseFirst(3, PIECE)
CHOOSE_SECOND: Final = ChooseSecond(4, PIECE)
CHOOSE_PLACE: Final = ChoosePlace(5, PLACE)
CHECK_RED: Final = CheckColour(6, 0)
CHECK_ORANGE: Final = CheckColour(7, 1)
CHECK_PURPLE: Final = CheckColour(8, 2)
CHOOSE_LURE: Final = (ChooseLure(9, 0), ChooseLure(10, 1), ChooseLure(11, 2))
MOVE_BUS: Final = MoveBus(12)
