"""Setup (BS-1): deal, choose cards, place boards, place the first tokens.

Hot code only by its neighbourhood: it runs once a game.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, Game, State, Step
from bungalow.core.random import Random
from bungalow.games.busara.guess import BusaraTable, deal_pair
from bungalow.games.busara.kinds import (
    CHOOSE_KINGDOM,
    CHOOSE_SETUP_CARD,
    PLACE_BOARD,
    PLACE_TOKEN,
    REACH,
    REACH_WIDTH,
)
from bungalow.games.busara.realm import RESOURCES, SPACES, WIDTH, Prepared, Realm
from bungalow.games.busara.rules.turn import START_TURN
from bungalow.games.busara.state import (
    CHOOSING_KINGDOMS,
    CHOOSING_SETUP_CARDS,
    ONE_OF,
    PLACING_BOARDS,
    PLACING_TOKENS,
    PLAYING,
    Busara,
    first_in,
    size_of,
)

RANDOM_STARTER: Final[i64] = -1


def new_table(
    game: Game, box: Prepared, seats: i64, random: Random, experienced: bool, quick: bool, starter: i64
) -> Busara:
    """A table before its first step; `starter` is a seat or `RANDOM_STARTER` (BS-R1)."""
    table = BusaraTable()
    table.begin(game, seats, random)
    table.box = box
    table.at = vec[i64]([0] * (2 * seats))
    table.near = vec[i64]()
    table.around = vec[i64]()
    table.realm = Realm()
    table.realm.set_up(box, seats)
    table.take_snapshot()
    deck = box.deck[:]  # BS-1.1
    table.shuffle(deck, len(deck))
    table.deck = deck
    table.ruled_out = vec[i64]([0] * seats)
    table.known = vec[i64]([BIT[seat] for seat in range(seats)])
    table.starter = table.below(seats) if starter == RANDOM_STARTER else starter
    table.active = table.starter
    table.last_normal = table.starter
    deal_kingdoms(table, experienced)
    table.setup_card = vec[i64]([NONE] * seats)
    table.setup_dealt = vec[i64]()
    table.offered = vec[i64]()
    table.push(FIRST_TURN)
    table.push(REVEAL_SETUP_CARDS)
    table.push(QUICK_LAYOUT if quick else NEXT_BOARD)
    table.push(DEAL_PAIRS if experienced else DEAL_SETUP_CARDS)
    if experienced:
        table.push(KINGDOM)
    return table


def deal_kingdoms(table: Busara, experienced: bool) -> None:
    """One to each player, or two of which one is kept; the rest leaves the game unseen (BS-1.4)."""
    seats = table.seats
    pile = vec[i64](list(range(table.box.kingdoms)))
    table.shuffle(pile, len(pile))
    table.phase = CHOOSING_KINGDOMS
    if experienced:
        table.kingdom = vec[i64]([NONE] * seats)
        table.dealt = vec[i64]([0] * (2 * seats))
        for seat in range(seats):
            deal_pair(table.dealt, seat, pile[2 * seat], pile[2 * seat + 1])
    else:
        table.kingdom = vec[i64]([pile[seat] for seat in range(seats)])
        table.dealt = vec[i64]()


class ChooseKingdom(Choice):
    """Every player secretly keeps one of two Kingdom Cards, all at once (BS-1.4, BS-R8)."""

    def actors(self, state: State) -> i64:
        return without(cast(Busara, state).kingdom)

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        out[0] = table.dealt[2 * seat]
        out[1] = table.dealt[2 * seat + 1]
        return 2

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        kept = table.kingdom[:]
        kept[seat] = option
        table.kingdom = kept
        table.reveal()  # the others see that the choice is made
        if table.log is not None:
            table.tell("chose_kingdom", (int(seat),), "BS-1.4")
            table.tell("now_holds", (int(seat), table.box.kingdom_names[option]), "BS-1.4", BIT[seat])


def without(cards: vec[i64]) -> i64:
    """Bit set of the seats that have not chosen."""
    seats: i64 = 0
    for seat in range(len(cards)):
        if cards[seat] == NONE:
            seats |= BIT[seat]
    return seats


class DealSetupCards(Step):
    """One to each player, or two of which one is kept (BS-1.5)."""

    def __init__(self, code: i64, pairs: bool) -> None:
        super().__init__(code)
        self.pairs: bool = pairs

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        seats = table.seats
        pile = vec[i64](list(range(table.box.setup_cards)))
        table.shuffle(pile, len(pile))
        table.phase = CHOOSING_SETUP_CARDS
        if self.pairs:
            table.setup_dealt = vec[i64]([0] * (2 * seats))
            for seat in range(seats):
                deal_pair(table.setup_dealt, seat, pile[2 * seat], pile[2 * seat + 1])
            table.push(SETUP_CARD)
        else:
            table.setup_card = vec[i64]([pile[seat] for seat in range(seats)])


class ChooseSetupCard(Choice):
    """Every player secretly keeps one of two Setup Cards, all at once (BS-1.5, BS-R8)."""

    def actors(self, state: State) -> i64:
        return without(cast(Busara, state).setup_card)

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        out[0] = table.setup_dealt[2 * seat]
        out[1] = table.setup_dealt[2 * seat + 1]
        return 2

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        kept = table.setup_card[:]
        kept[seat] = option
        table.setup_card = kept
        table.reveal()
        if table.log is not None:
            table.tell("chose_setup_card", (int(seat),), "BS-1.5")
            table.tell("kept_setup_card", (int(seat), table.box.setup_names[option]), "BS-1.5", BIT[seat])


# -- boards ---------------------------------------------------------------------------------------------------------


def contact(dx: i64, dy: i64) -> i64:
    """Facing pairs of spaces of two boards at that offset; `NONE` when they overlap (SPEC part 2)."""
    across = WIDTH - max(dx, -dx)
    along = WIDTH - max(dy, -dy)
    if across > 0 and along > 0:
        return NONE
    if across == 0:
        return max(along, 0)
    return max(across, 0) if along == 0 else 0


def may_lie(table: Busara, x: i64, y: i64) -> bool:
    """No overlap, and enough contact with at least one single board (BS-1.9, BS-R4)."""
    at = table.at
    touches = False
    for board in range(table.seats):
        facing = contact(x - at[2 * board], y - at[2 * board + 1])
        if facing == NONE:
            return False
        if facing >= table.box.min_contact:
            touches = True
    return touches


def lay_board(table: Busara, board: i64, x: i64, y: i64) -> None:
    at = table.at[:]
    at[2 * board] = x
    at[2 * board + 1] = y
    table.at = at
    table.placed |= BIT[board]
    if table.log is not None:
        table.tell("board", (int(board), int(x), int(y)), "BS-1.9")


class NextBoard(Step):
    """The starting player's board lies first (BS-1.8); then each other player places theirs, clockwise (BS-1.9)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.phase = PLACING_BOARDS
        if table.placed == 0:
            lay_board(table, table.starter, 0, 0)
        for i in range(table.seats):
            seat = table.clockwise(table.starter, i)
            if table.placed & BIT[seat] == 0:
                table.subject = seat
                table.decides = seat
                table.push(BOARD)
                return


class PlaceBoard(Choice):
    """Where the own board lies (BS-1.9)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        low_x: i64 = 0
        low_y: i64 = 0
        high_x: i64 = 0
        high_y: i64 = 0
        for board in range(table.seats):
            x = table.at[2 * board]
            y = table.at[2 * board + 1]
            low_x = min(low_x, x)
            low_y = min(low_y, y)
            high_x = max(high_x, x)
            high_y = max(high_y, y)
        n: i64 = 0
        for x in range(low_x - WIDTH, high_x + WIDTH + 1):
            for y in range(low_y - WIDTH, high_y + WIDTH + 1):
                if may_lie(table, x, y):
                    out[n] = REACH_WIDTH * (x + REACH) + y + REACH
                    n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        lay_board(table, seat, option // REACH_WIDTH - REACH, option % REACH_WIDTH - REACH)
        table.push(NEXT_BOARD)


class QuickLayout(Step):
    """The ready-made layout, in placing order (BS-R5)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.phase = PLACING_BOARDS
        for i in range(table.seats):
            board = table.clockwise(table.starter, i)
            lay_board(table, board, table.box.quick_at[2 * i], table.box.quick_at[2 * i + 1])


def find_neighbours(table: Busara) -> None:
    """Which cells are adjacent, across boards as within (SPEC part 2)."""
    seats = table.seats
    near = vec[i64]([NONE] * (4 * SPACES * seats))
    around = vec[i64]([NONE] * (4 * SPACES * seats))
    for cell in range(SPACES * seats):
        for direction in range(4):
            near[4 * cell + direction] = neighbour(table, cell, direction)
        n: i64 = 0
        last: i64 = NONE
        while True:
            following: i64 = NONE
            for i in range(4 * cell, 4 * cell + 4):
                if near[i] > last and (following == NONE or near[i] < following):
                    following = near[i]
            if following == NONE:
                break
            around[4 * cell + n] = following
            last = following
            n += 1
    table.near = near
    table.around = around


def neighbour(table: Busara, cell: i64, direction: i64) -> i64:
    """The cell above, to the right, below or to the left; `NONE` off the boards."""
    at = table.at
    board = cell >> 4
    x = at[2 * board] + cell % WIDTH + STEP_X[direction]
    y = at[2 * board + 1] + (cell & 15) // WIDTH + STEP_Y[direction]
    for other in range(table.seats):
        column = x - at[2 * other]
        row = y - at[2 * other + 1]
        if 0 <= column < WIDTH and 0 <= row < WIDTH:
            return SPACES * other + WIDTH * row + column
    return NONE


# -- the first tokens -----------------------------------------------------------------------------------------------


class RevealSetupCards(Step):
    """All Setup Cards are revealed at once, and everybody takes their tokens (BS-1.10)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        find_neighbours(table)
        table.phase = PLACING_TOKENS
        table.setup_dealt = vec[i64]()
        table.reveal()
        realm = table.own()
        for i in range(table.seats):
            seat = table.clockwise(table.starter, i)
            card = table.setup_card[seat]
            for resource in range(RESOURCES):
                realm.stock[resource] -= table.box.setup_gives[RESOURCES * card + resource]
            if table.log is not None:
                table.tell("setup_card", (int(seat), table.box.setup_names[card]), "BS-1.10")
        table.seats_to_go = table.seats
        table.push(NEXT_PLAYER_PLACES)


class NextPlayerPlaces(Step):
    """Clockwise from the starting player, each places all their tokens (BS-1.11)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.seats_to_go == 0:
            return
        seat = table.clockwise(table.starter, table.seats - table.seats_to_go)
        table.seats_to_go -= 1
        table.subject = seat
        table.decides = seat
        gives = table.setup_card[seat] * RESOURCES
        for resource in range(RESOURCES):
            table.hand += ONE_OF[resource] * table.box.setup_gives[gives + resource]
        table.push(NEXT_PLAYER_PLACES)
        table.push(FIRST_TOKEN)


def adjacent_spaces() -> list[int]:
    """For each space of a board, the bit set of itself and its neighbours on the same board."""
    masks: list[int] = []
    spaces = int(SPACES)
    for space in range(spaces):
        mask = 0
        for other in range(spaces):
            if abs(space // 4 - other // 4) + abs(space % 4 - other % 4) <= 1:
                mask += 2**other
        masks.append(mask)
    return masks


def open_for_setup(table: Busara, seat: i64) -> i64:
    """Bit set of the spaces of the own board that are neither filled nor next to a token on it (BS-1.12)."""
    start = table.realm.board[seat] * SPACES
    free: i64 = 65535
    for space in range(SPACES):
        if table.realm.token[start + space] != NONE:
            free &= ~BESIDE[space]
    return free


def have_room(free: i64, tokens: i64) -> bool:
    """So many tokens can be placed on the free spaces without two of them being adjacent (BS-1.13)."""
    if tokens == 0:
        return True
    for space in range(SPACES):
        if free & BIT[space] != 0:
            if have_room(free & ~BESIDE[space], tokens - 1):
                return True
            free &= ~BIT[space]
    return False


class PlaceFirstToken(Choice):
    """Where the next of the first tokens goes: not adjacent to another on this board, and leaving room for the rest
    (BS-1.11 to BS-1.13)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        free = open_for_setup(table, table.subject)
        rest = size_of(table.hand) - 1
        start = table.realm.board[table.subject] * SPACES
        n: i64 = 0
        for space in range(SPACES):
            if free & BIT[space] != 0 and have_room(free & ~BESIDE[space], rest):
                out[n] = start + space
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        resource = first_in(table.hand)
        table.hand -= ONE_OF[resource]
        table.own().lay(option, resource)
        if table.log is not None:
            table.tell("placed", (int(table.subject), int(resource), int(option)), "BS-1.11")
        if table.hand != 0:
            table.push(FIRST_TOKEN)


class FirstTurn(Step):
    """Setup Cards leave the game and the starting player begins (BS-1.14)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.setup_card = vec[i64]([NONE] * table.seats)
        table.phase = PLAYING
        table.push(START_TURN)


STEP_X: Final = vec[i64]([0, 1, 0, -1])
STEP_Y: Final = vec[i64]([-1, 0, 1, 0])
BESIDE: Final = vec[i64](adjacent_spaces())

KINGDOM: Final = ChooseKingdom(60, CHOOSE_KINGDOM, together=True)
DEAL_SETUP_CARDS: Final = DealSetupCards(61, False)
DEAL_PAIRS: Final = DealSetupCards(62, True)
SETUP_CARD: Final = ChooseSetupCard(63, CHOOSE_SETUP_CARD, together=True)
NEXT_BOARD: Final = NextBoard(64)
BOARD: Final = PlaceBoard(65, PLACE_BOARD)
QUICK_LAYOUT: Final = QuickLayout(66)
REVEAL_SETUP_CARDS: Final = RevealSetupCards(67)
NEXT_PLAYER_PLACES: Final = NextPlayerPlaces(68)
FIRST_TOKEN: Final = PlaceFirstToken(69, PLACE_TOKEN)
FIRST_TURN: Final = FirstTurn(70)
