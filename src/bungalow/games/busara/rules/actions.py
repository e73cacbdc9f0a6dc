"""Draw, Move, Forge and Remove (BS-3 to BS-6).

Hot code. Each action begins with a function; what comes after it already lies on the stack.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.busara.kinds import FORGE_START, FORGE_STEP, REMOVE_TARGET, REMOVE_THREE, STOP_CHAIN
from bungalow.games.busara.realm import (
    CHAIN_STEP,
    COUNT_HALF_DOWN,
    OP_END,
    OP_EXCHANGE_VIRTUES,
    OP_GAIN_RESOURCES,
    OP_LOSE_RESOURCES,
    OP_LOSE_VIRTUES,
    OP_MOVE_RESOURCE,
    RESOURCES,
    ROW,
    SPACES,
    TYPES_COPY_BOARD,
    WHO_ALL,
)
from bungalow.games.busara.rules.effects import begin_effect
from bungalow.games.busara.rules.powers import REACT_TO_THREAT, stock_for
from bungalow.games.busara.rules.tokens import MOVE_TOKEN_STEP, PLACE, can_move, tokens_on
from bungalow.games.busara.rules.virtues import can_exchange
from bungalow.games.busara.state import ONE_OF, Busara

# -- Draw -----------------------------------------------------------------------------------------------------------


def draw(table: Busara) -> None:
    """Turn over the top card (BS-3.2, BS-3.3); a resource is placed, an event carried out (BS-3.4, BS-3.6)."""
    if table.drawn == len(table.deck):
        deck = table.deck[:]
        table.shuffle(deck, len(deck))
        table.deck = deck
        table.drawn = 0
        if table.log is not None:
            table.tell("reshuffled", (), "BS-3.2")
    kind = table.deck[table.drawn]
    table.drawn += 1
    table.turned = kind
    table.reveal()
    table.push(DISCARD_CARD)
    seat = table.active
    resource = table.box.card_resource[kind]
    if table.log is not None:
        table.tell("drew", (int(seat), table.box.card_names[kind], resource == NONE), "BS-3.3")
    if resource == NONE:
        table.push(CARRY_OUT_EVENT)
        table.attacked = seat
        if table.box.card_disaster[kind] == 1:
            table.push(REACT_TO_THREAT)
    elif table.realm.stock[resource] > 0:
        table.own().stock[resource] -= 1
        table.hand = ONE_OF[resource]
        table.push(PLACE)
    elif table.log is not None:
        table.tell("no_stock", (int(seat), int(resource)), "BS-3.5")


class CarryOutEvent(Step):
    """The event's effects, unless Celestial Dome has cancelled it (BS-3.6, BS-3.7)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.attacked != NONE:
            table.attacked = NONE
            code = table.box.card_code[table.turned]
            if table.log is not None and touches_nobody(table, code):
                table.tell("no_effect", (table.box.card_names[table.turned],), "BS-3.6")
            begin_effect(table, code, table.active, True)


def touches_nobody(table: Busara, pc: i64) -> bool:
    """The event that begins at `pc` will change nothing, as far as everybody can tell (BS-3.6)."""
    code = table.box.code
    while code[pc] != OP_END:
        for seat in range(table.seats):
            if (code[pc + 1] == WHO_ALL or seat == table.active) and touches(table, pc, seat):
                return False
        pc += ROW
    return True


def touches(table: Busara, pc: i64, seat: i64) -> bool:
    """That row of an event may concern the seat; of hidden Virtues nobody can tell (BS-7.37)."""
    code = table.box.code
    realm = table.realm
    op = code[pc]
    if op == OP_LOSE_RESOURCES:
        return realm.holds(seat) >= max(code[pc + 3], 2 if code[pc + 2] == COUNT_HALF_DOWN else 1)
    if op == OP_LOSE_VIRTUES:
        return realm.hides(seat) or realm.riches[seat] > 0
    if op == OP_EXCHANGE_VIRTUES:
        return realm.hides(seat) or can_exchange(table, seat)
    if op == OP_GAIN_RESOURCES:
        return realm.room(seat) > 0 and stock_for(table, seat, code[pc + 3] == TYPES_COPY_BOARD)
    return can_move(table, seat) if op == OP_MOVE_RESOURCE else True


class DiscardCard(Step):
    """The card goes face up on the discard pile (BS-3.8)."""

    def run(self, state: State) -> None:
        cast(Busara, state).turned = NONE


# -- Move -----------------------------------------------------------------------------------------------------------


def move(table: Busara) -> None:
    table.push(MOVE_TOKEN_STEP)


# -- Forge ----------------------------------------------------------------------------------------------------------


def can_forge(table: Busara, seat: i64) -> bool:
    """Some own resource has a neighbour of another type (BS-5.1, BS-5.2)."""
    token = table.realm.token
    near = table.near
    start = table.realm.board[seat] * SPACES
    for cell in range(start, start + SPACES):
        resource = token[cell]
        if resource != NONE:
            for i in range(4 * cell, 4 * cell + 4):
                if near[i] != NONE and token[near[i]] != NONE and token[near[i]] != resource:
                    return True
    return False


def has_step(table: Busara, cell: i64) -> bool:
    """The chain can go on from that cell: a neighbour of another type that is not yet in it (BS-5.2)."""
    token = table.realm.token
    near = table.near
    resource = token[cell] & 3
    for i in range(4 * cell, 4 * cell + 4):
        if near[i] != NONE:
            other = token[near[i]]
            if other != NONE and other < CHAIN_STEP and other != resource:
                return True
    return False


class ForgeStart(Choice):
    """The first resource of the chain, on the own board (BS-5.1)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        token = table.realm.token
        start = table.realm.board[table.subject] * SPACES
        n: i64 = 0
        for cell in range(start, start + SPACES):
            if token[cell] != NONE and has_step(table, cell):
                out[n] = cell
                n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """Counts to two only."""
        table = cast(Busara, state)
        token = table.realm.token
        start = table.realm.board[table.subject] * SPACES
        found: i64 = NONE
        for cell in range(start, start + SPACES):
            if token[cell] != NONE and has_step(table, cell):
                if found != NONE:
                    return NONE
                found = cell
        return found

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.own().token[option] += CHAIN_STEP
        table.chain_end = option
        table.chain_length = 1
        table.push(CHAIN)


class ForgeStep(Choice):
    """On to a neighbour of another type, or stop; the first step must be made (BS-5.2 to BS-5.5)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        token = table.realm.token
        around = table.around
        resource = token[table.chain_end] & 3
        n: i64 = 0
        for i in range(4 * table.chain_end, 4 * table.chain_end + 4):
            cell = around[i]
            if cell != NONE:
                other = token[cell]
                if other != NONE and other < CHAIN_STEP and other != resource:
                    out[n] = cell
                    n += 1
        if table.chain_length > 1:
            out[n] = STOP_CHAIN
            n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if option == STOP_CHAIN:
            end_chain(table)
        else:
            forge_step(table, option)


def forge_step(table: Busara, cell: i64) -> None:
    """The Virtue of the last two resources goes to the active player, and to the owner of another board stepped onto
    (BS-5.3, BS-5.6, BS-5.8)."""
    realm = table.own()
    seat = table.active
    resource = realm.token[cell]
    virtue = table.box.recipe[(realm.token[table.chain_end] & 3) * RESOURCES + resource]
    owner = realm.owner[cell >> 4]
    if realm.hidden != 0:
        table.reveal()  # it may show how much is left of a supply that is not public
    got = realm.receive(seat, virtue)
    shared = owner != seat and realm.receive(owner, virtue)
    table.chain_length += 1
    realm.token[cell] += CHAIN_STEP * table.chain_length
    if table.log is not None:
        args = (int(seat), int(virtue), got, int(owner), shared, int(table.chain_end), int(cell))
        table.tell("forged", args, "BS-5.3" if owner == seat else "BS-5.6")
    table.chain_end = cell
    if has_step(table, cell):
        table.push(CHAIN)
    else:
        end_chain(table)


def end_chain(table: Busara) -> None:
    """All resources of the chain go back to the stock (BS-5.7)."""
    realm = table.own()
    near = table.near
    cell = table.chain_end
    place = table.chain_length
    if table.log is not None:
        table.tell("chain_ends", (int(table.active), int(place)), "BS-5.7")
    while True:
        realm.discard(cell)
        place -= 1
        if place == 0:
            break
        for i in range(4 * cell, 4 * cell + 4):
            if near[i] != NONE and realm.token[near[i]] >> 2 == place:
                cell = near[i]
                break
    table.chain_end = NONE
    table.chain_length = 0


# -- Remove ---------------------------------------------------------------------------------------------------------


def connected_trios() -> list[int]:
    """All sets of three orthogonally connected spaces of a board, ascending, three numbers each (BS-6.1)."""
    found: list[tuple[int, int, int]] = []
    spaces = int(SPACES)
    for a in range(spaces):
        for b in range(a + 1, spaces):
            for c in range(b + 1, spaces):
                links = 0
                for one, other in ((a, b), (a, c), (b, c)):
                    apart = abs(one // 4 - other // 4) + abs(one % 4 - other % 4)
                    links += 1 if apart == 1 else 0
                if links == 2:
                    found.append((a, b, c))
    return [space for trio in found for space in trio]


TRIOS: Final = vec[i64](connected_trios())
TRIO_COUNT: Final[i64] = 52


def can_remove(table: Busara, seat: i64) -> bool:
    """There is a trio on the own board and some other resource anywhere (BS-6.1, BS-6.3)."""
    realm = table.realm
    board = realm.board[seat]
    alike = False
    for resource in range(RESOURCES):
        if realm.have[board * RESOURCES + resource] >= 3:
            alike = True
    if not alike:
        return False
    tokens: i64 = 0
    for other in range(table.seats):
        tokens += realm.filled[other]
    if tokens < 4:
        return False
    return any(is_trio(table, board, trio) for trio in range(TRIO_COUNT))


def is_trio(table: Busara, board: i64, trio: i64) -> bool:
    """The three spaces hold resources of the same type."""
    token = table.realm.token
    start = board * SPACES
    resource = token[start + TRIOS[3 * trio]]
    if resource == NONE or token[start + TRIOS[3 * trio + 1]] != resource:
        return False
    return token[start + TRIOS[3 * trio + 2]] == resource


class RemoveThree(Choice):
    """Three connected resources of one type on the own board, to be discarded (BS-6.1)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        board = table.realm.board[table.subject]
        n: i64 = 0
        for trio in range(TRIO_COUNT):
            if is_trio(table, board, trio):
                out[n] = trio
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        realm = table.own()
        start = realm.board[table.subject] * SPACES
        if table.log is not None:
            resource = int(realm.token[start + TRIOS[3 * option]])
            cells = [int(start + TRIOS[3 * option + i]) for i in range(3)]
            table.tell("removes", (int(table.subject), resource, cells[0], cells[1], cells[2]), "BS-6.1")
        for i in range(3):
            realm.discard(start + TRIOS[3 * option + i])
        table.push(TARGET)


class RemoveTarget(Choice):
    """One resource on any board, own or other; its owner discards it (BS-6.2, BS-R19)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for board in range(table.seats):
            n = tokens_on(table, board, out, n)
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        owner = table.realm.owner[option >> 4]
        table.attacked_cell = option
        table.attacked = owner
        if table.log is not None:
            args = (int(table.subject), int(owner), int(table.realm.token[option]), int(option))
            table.tell("attacks", args, "BS-6.2")
        table.push(CARRY_OUT_REMOVAL)
        if owner != table.subject:  # BS-6.4
            table.push(REACT_TO_THREAT)


class CarryOutRemoval(Step):
    """The chosen resource is discarded, unless Celestial Dome protects it (BS-6.2, BS-6.4)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.attacked != NONE:
            realm = table.own()
            if table.log is not None:
                args = (int(table.attacked), int(realm.token[table.attacked_cell]), int(table.attacked_cell))
                table.tell("discarded", args, "BS-6.2")
            realm.discard(table.attacked_cell)
        table.attacked = NONE
        table.attacked_cell = NONE


DISCARD_CARD: Final = DiscardCard(30)
CARRY_OUT_EVENT: Final = CarryOutEvent(31)
FORGE: Final = ForgeStart(32, FORGE_START)
CHAIN: Final = ForgeStep(33, FORGE_STEP)
THREE: Final = RemoveThree(34, REMOVE_THREE)
TARGET: Final = RemoveTarget(35, REMOVE_TARGET)
CARRY_OUT_REMOVAL: Final = CarryOutRemoval(36)
