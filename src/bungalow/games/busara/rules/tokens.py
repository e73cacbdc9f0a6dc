"""Tokens on the boards: gained, placed, moved and lost, whatever asks for it (BS-2.11, BS-2.12, BS-4, SPEC part 9).

Hot code. `subject` is the seat whose board it is about, `decides` the seat that is asked.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State
from bungalow.games.busara.kinds import CHOOSE_RESOURCE_TYPE, DISCARD_TOKEN, MOVE_TOKEN, PLACE_TOKEN, STAY
from bungalow.games.busara.realm import RESOURCES, SPACES, TYPES_COPY_BOARD
from bungalow.games.busara.state import ONE_OF, Busara, count_in, first_in


class ChooseType(Choice):
    """Which resource to gain: any in stock, or one left to copy (SPEC part 9)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for resource in range(RESOURCES):
            if gainable(table, resource):
                out[n] = resource
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.own().stock[option] -= 1
        if table.box.code[table.pc + 3] == TYPES_COPY_BOARD:
            table.copying -= ONE_OF[option]
        table.hand = ONE_OF[option]
        table.push(PLACE)


def gainable(table: Busara, resource: i64) -> bool:
    """The stock has one (BS-R11), and when a board is copied one is left to copy (BS-7.32)."""
    if table.realm.stock[resource] == 0:
        return False
    return table.box.code[table.pc + 3] != TYPES_COPY_BOARD or count_in(table.copying, resource) > 0


def can_gain(table: Busara) -> bool:
    return any(gainable(table, resource) for resource in range(RESOURCES))


class PlaceToken(Choice):
    """Put the next token in hand into an open space of the own board (BS-2.12, BS-3.4, BS-7.7)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        token = table.realm.token
        start = table.realm.board[table.subject] * SPACES
        n: i64 = 0
        for cell in range(start, start + SPACES):
            if token[cell] == NONE:
                out[n] = cell
                n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        table = cast(Busara, state)
        return super().lone(state, seat) if table.realm.room(table.subject) == 1 else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        resource = first_in(table.hand)
        table.hand -= ONE_OF[resource]
        table.own().lay(option, resource)
        if table.log is not None:
            table.tell("placed", (int(table.subject), int(resource), int(option)), "BS-2.12")
        if table.hand != 0:
            table.push(PLACE)


class DiscardToken(Choice):
    """Which own resource to lose (SPEC part 9)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        return tokens_on(table, table.realm.board[table.subject], out, 0)

    def lone(self, state: State, seat: i64) -> i64:
        """Who must discard all is not asked."""
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if table.log is not None:
            table.tell("discarded", (int(table.subject), int(table.realm.token[option]), int(option)), "BS-2.11")
        table.own().discard(option)


def tokens_on(table: Busara, board: i64, out: vec[i64], n: i64) -> i64:
    """Add the occupied cells of a board to the options."""
    token = table.realm.token
    for cell in range(board * SPACES, board * SPACES + SPACES):
        if token[cell] != NONE:
            out[n] = cell
            n += 1
    return n


def discard_all(table: Busara, seat: i64) -> None:
    """The seat loses all its resources: nothing to choose."""
    realm = table.own()
    start = realm.board[seat] * SPACES
    for cell in range(start, start + SPACES):
        if realm.token[cell] != NONE:
            if table.log is not None:
                table.tell("discarded", (int(seat), int(realm.token[cell]), int(cell)), "BS-2.11")
            realm.discard(cell)


def can_move(table: Busara, seat: i64) -> bool:
    """Some own resource has an empty space next to it (BS-4.1)."""
    realm = table.realm
    token = realm.token
    near = table.near
    start = realm.board[seat] * SPACES
    for cell in range(start, start + SPACES):
        if token[cell] != NONE:
            for i in range(4 * cell, 4 * cell + 4):
                if near[i] != NONE and token[near[i]] == NONE:
                    return True
    return False


class MoveToken(Choice):
    """One own resource one step to an adjacent empty space, on whichever board (BS-4.1 to BS-4.3)."""

    def __init__(self, code: i64, optional: bool) -> None:
        super().__init__(code, MOVE_TOKEN)
        self.optional: bool = optional

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        token = table.realm.token
        near = table.near
        start = table.realm.board[table.subject] * SPACES
        n: i64 = 0
        for cell in range(start, start + SPACES):
            if token[cell] != NONE:
                for i in range(4 * cell, 4 * cell + 4):
                    if near[i] != NONE and token[near[i]] == NONE:
                        out[n] = i
                        n += 1
        if self.optional:
            out[n] = STAY
            n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """Counts to two only."""
        table = cast(Busara, state)
        token = table.realm.token
        near = table.near
        start = table.realm.board[table.subject] * SPACES
        found: i64 = STAY if self.optional else NONE
        for cell in range(start, start + SPACES):
            if token[cell] != NONE:
                for i in range(4 * cell, 4 * cell + 4):
                    if near[i] != NONE and token[near[i]] == NONE:
                        if found != NONE:
                            return NONE
                        found = i
        return found

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == STAY:
            if table.log is not None:
                table.tell("stays", (int(table.subject),), "BS-R38")
            return
        cell = option >> 2
        to = table.near[option]
        realm = table.own()
        resource = realm.lift(cell)
        realm.lay(to, resource)
        if table.log is not None:
            owner = realm.owner[to >> 4]
            args = (int(table.subject), int(resource), int(cell), int(to), int(owner))
            table.tell("moved", args, "BS-4.1" if owner == table.subject else "BS-4.2")


def can_steal(table: Busara, user: i64) -> bool:
    """The user has an open space, and somebody else a resource (BS-R21)."""
    realm = table.realm
    if realm.room(user) == 0:
        return False
    return any(seat != user and realm.holds(seat) > 0 for seat in range(table.seats))


CHOOSE_TYPE: Final = ChooseType(3, CHOOSE_RESOURCE_TYPE)
PLACE: Final = PlaceToken(4, PLACE_TOKEN)
DISCARD_TOKEN_STEP: Final = DiscardToken(5, DISCARD_TOKEN)
MOVE_TOKEN_STEP: Final = MoveToken(17, False)
MAY_MOVE_TOKEN: Final = MoveToken(18, True)
