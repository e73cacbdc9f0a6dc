"""A player's turn (BN-3): up to four moves, each a pick, a build or a roof, and privilege between them (BN-5).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.burano.box import COLOURS, MOST_MOVES, PREPARATION_SPACES, SLOTS, count_bits, write_bits
from bungalow.games.burano.rules.actions import perform_action
from bungalow.games.burano.rules.kinds import (
    BUILD,
    BUILD_CELL,
    BUILD_COLOUR,
    COIN,
    CUBE,
    CUBE_COLOUR,
    CUBE_SLOT,
    END,
    PICK,
    PICK_SLOT,
    ROOF,
    TURN_MENU,
)
from bungalow.games.burano.rules.roofs import CHOOSE_TILE, can_roof
from bungalow.games.burano.state import ANY, TOPS, Burano


class StartTurn(Step):
    """The player on turn has made no move yet (BN-3.1)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        table.moves = 0
        if table.log is not None:
            table.tell("turn", (int(table.turn), int(table.season), int(table.round)), "BN-1.3")
        table.push(CHOOSE_MOVE)


class ChooseMove(Choice):
    """D3: a move that can be made and paid, a use of privilege, or the end of the turn (BN-3.1, BN-3.5)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        if can_pay(table, seat):
            if can_pick(table, seat):
                out[n] = PICK
                n += 1
            if can_build(table, seat):
                out[n] = BUILD
                n += 1
            if can_roof(table, seat):
                out[n] = ROOF
                n += 1
        if table.privilege[seat] > 0:
            out[n] = COIN
            n += 1
            if can_buy_cube(table, seat):
                out[n] = CUBE
                n += 1
        out[n] = END
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        table = cast(Burano, state)
        if table.privilege[seat] > 0:
            return NONE
        if can_pay(table, seat) and (can_pick(table, seat) or can_build(table, seat) or can_roof(table, seat)):
            return NONE
        return END

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == END:
            end_turn(table)
            return
        table.push(self)
        if option == COIN:
            table.privilege[seat] -= 1
            table.coins[seat] += 1
            if table.log is not None:
                table.tell("privilege_coin", (int(seat),), "BN-5.2")
        elif option == CUBE:
            table.push(CHOOSE_CUBE_COLOUR)
        else:
            pay_move(table, seat)
            if option == PICK:
                table.push(PICK_UP)
            elif option == BUILD:
                table.push(CHOOSE_CUBE)
            else:
                table.push(CHOOSE_TILE)


def can_pay(table: Burano, seat: i64) -> bool:
    """A fifth move does not exist, and coins never go below 0 (BN-1.6, BN-3.1)."""
    return table.moves < MOST_MOVES and table.coins[seat] + table.box.move_coins[table.moves] >= 0


def can_pick(table: Burano, seat: i64) -> bool:
    """A free cube and an empty preparation space (BN-3.6)."""
    return table.filled[seat] != 0 and table.prepared_count(seat) < PREPARATION_SPACES


def can_build(table: Burano, seat: i64) -> bool:
    """A cube in the preparation area and a place for it (BN-3.9)."""
    return table.pits | table.caps != 0 and table.prepared_count(seat) > 0


def can_buy_cube(table: Burano, seat: i64) -> bool:
    """An empty slot of the pyramid and a cube in the supply; privilege is looked at apart (BN-5.3, R23)."""
    if count_bits(table.filled[seat]) == SLOTS:
        return False
    cubes: i64 = 0
    for colour in range(COLOURS):
        cubes += table.supply[colour]
    return cubes > 0


def pay_move(table: Burano, seat: i64) -> None:
    """The coins of the move, before it is made (BN-3.2)."""
    coins = table.box.move_coins[table.moves]
    table.coins[seat] += coins
    table.moves += 1
    if table.log is not None:
        table.tell("paid", (int(seat), int(table.moves), int(coins)), "BN-3.2")


def end_turn(table: Burano) -> None:
    """A turn without a move gives a coin; then the next player, or the next round (BN-1.3, BN-3.3, BN-3.4)."""
    if table.moves == 0:
        table.coins[table.turn] += 1
        if table.log is not None:
            table.tell("no_move", (int(table.turn),), "BN-3.3")
    table.moves = 0
    table.turn = (table.turn + 1) % table.seats
    if table.turn == table.start:
        table.round += 1


# -- A) pick up a house ------------------------------------------------------------------------------------------


class PickUp(Choice):
    """D4: a free cube goes to the preparation area (BN-3.7, BN-3.8)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_bits(cast(Burano, state).free_slots(seat), 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        colour = table.pyramid[seat * SLOTS + option]
        table.set_slot(seat, option, NONE)
        table.prepared[seat * COLOURS + colour] += 1
        if table.log is not None:
            table.tell("picked", (int(seat), int(colour), int(option)), "BN-3.7")


# -- B) build a house --------------------------------------------------------------------------------------------


class ChooseCube(Choice):
    """D5, step 1: a cube of the preparation area (BN-3.10)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        for colour in range(COLOURS):
            if table.prepared[seat * COLOURS + colour] > 0:
                out[n] = colour
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        table.colour = option
        table.push(CHOOSE_CELL)


class ChooseCell(Choice):
    """D6, step 2: an empty pit next to a built one, or any rooftop block (BN-3.11, BN-3.12, R1, R2)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        return write_bits(table.pits | table.caps, 0, out, 0)

    def lone(self, state: State, seat: i64) -> i64:
        table = cast(Burano, state)
        cells = table.pits | table.caps
        return NONE if cells & (cells - 1) != 0 else super().lone(state, seat)

    def take(self, state: State, seat: i64, option: i64) -> None:
        """Build there, then perform the action of the colour, step 3 (BN-3.13, BN-3.15)."""
        table = cast(Burano, state)
        colour = table.colour
        table.colour = NONE
        table.prepared[seat * COLOURS + colour] -= 1
        stack = table.city[option]
        layers = stack & 7
        matched = layers > 0 and (stack >> layers * 3) & 7 == colour
        build_cube(table, option, colour)
        if table.log is not None:
            floor = int(layers) // 2 + 1
            table.tell("built", (int(seat), int(colour), int(option), floor), "BN-3.11" if layers == 0 else "BN-3.12")
        if matched:
            gained = table.gain_privilege(seat, 1)
            if table.log is not None:
                table.tell("matched_roof", (int(seat), int(colour), int(gained)), "BN-3.13")
        perform_action(table, seat, table.markers[colour])


def build_cube(table: Burano, cell: i64, colour: i64) -> None:
    """Put a cube on a pit or on its rooftop block, one floor above the roofed cube (BN-3.14)."""
    stack = table.city[cell]
    layers = stack & 7
    table.city[cell] = stack + 1 + (colour << (layers + 1) * 3)
    table.caps &= ~BIT[cell]
    if layers == 0:
        table.built |= BIT[cell]
        table.pits = (table.pits | table.box.near[cell]) & ~table.built
    if layers < 4:  # floors 1 and 2 can be roofed
        floor = layers // 2
        table.tops[floor * TOPS + colour] |= BIT[cell]
        table.tops[floor * TOPS + ANY] |= BIT[cell]


# -- privilege for cubes -----------------------------------------------------------------------------------------


class ChooseCubeColour(Choice):
    """D20: the colour of the cube bought with privilege (BN-5.3)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        for colour in range(COLOURS):
            if table.supply[colour] > 0:
                out[n] = colour
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        table.colour = option
        table.push(CHOOSE_CUBE_SLOT)


class ChooseCubeSlot(Choice):
    """D21: an empty base slot, or a higher one on four cubes (BN-5.3)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_bits(cast(Burano, state).open_slots(seat), 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        colour = table.colour
        table.colour = NONE
        table.privilege[seat] -= 1
        table.supply[colour] -= 1
        table.set_slot(seat, option, colour)
        if table.log is not None:
            table.tell("privilege_cube", (int(seat), int(colour), int(option)), "BN-5.3")


START_TURN: Final = StartTurn(20)
CHOOSE_MOVE: Final = ChooseMove(21, TURN_MENU)
PICK_UP: Final = PickUp(22, PICK_SLOT)
CHOOSE_CUBE: Final = ChooseCube(23, BUILD_COLOUR)
CHOOSE_CELL: Final = ChooseCell(24, BUILD_CELL)
CHOOSE_CUBE_COLOUR: Final = ChooseCubeColour(25, CUBE_COLOUR)
CHOOSE_CUBE_SLOT: Final = ChooseCubeSlot(26, CUBE_SLOT)
