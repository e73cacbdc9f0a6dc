"""The actions of the colours: fishing (its own file), lace making and earning (BN-4.12 to BN-4.20, BN-5.5).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State
from bungalow.games.burano.box import (
    COLOURS,
    FISHING,
    ISLANDS,
    LACE_MAKING,
    MOST_ON_RING,
    beside,
    write_bits,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.fishing import begin_fishing
from bungalow.games.burano.rules.kinds import (
    FROM_SQUARE,
    PRIVILEGED,
    STOP_EARNING,
    STOP_LACE,
)
from bungalow.games.burano.state import Burano


def perform_action(table: Burano, seat: i64, action: i64) -> None:
    """The action whose space holds the marker of the cube's colour; it must be performed (BN-3.15, BN-3.16)."""
    if action == FISHING:
        begin_fishing(table, seat)
    elif action == LACE_MAKING:
        begin_lace(table, seat)
    else:
        earn(table, seat)


# -- lace making -------------------------------------------------------------------------------------------------


def begin_lace(table: Burano, seat: i64) -> None:
    """The three arrow colours are fixed now; each allows one worker (BN-4.12, R15)."""
    left: i64 = 0
    for arrow in range(3):
        left += BIT[2 * table.arrow_colour(seat, arrow)]
    table.arrows_left = left
    if table.log is not None and open_squares(table, seat) | privileged_squares(table, seat) == 0:
        key = "last_worker_stays" if table.ring[seat] == 1 else "lace_impossible"
        table.tell(key, (int(seat),), "BN-4.13" if table.ring[seat] == 1 else "BN-3.16")
    table.push(PLACE_LACE)


def matched_squares(table: Burano) -> i64:
    """Squares of the workshops for which an arrow is left."""
    squares: i64 = 0
    for colour in range(COLOURS):
        if (table.arrows_left >> 2 * colour) & 3 != 0:
            squares |= table.layout.workshop[colour]
    return squares


def held_by_others(table: Burano, seat: i64) -> i64:
    """Squares with a worker of somebody else."""
    squares: i64 = 0
    for other in range(table.seats):
        if other != seat:
            squares |= table.lace[other]
    return squares


def fast_workers(table: Burano, seat: i64) -> i64:
    """Squares of other players' workers that cannot withdraw because their ring is full (R6)."""
    squares: i64 = 0
    for other in range(table.seats):
        if other != seat and table.ring[other] == MOST_ON_RING:
            squares |= table.lace[other]
    return squares


def open_squares(table: Burano, seat: i64) -> i64:
    """Squares that cost nothing: matched, next to an own worker if there is one, free or taken by card
    (BN-4.14 to BN-4.16, BN-7.6)."""
    if table.ring[seat] < 2:  # BN-4.13
        return 0
    own = table.lace[seat]
    squares = matched_squares(table) & ~own
    if own != 0:
        squares &= beside(own)
    if table.has_effect(seat, table.box.lace_displace):
        return squares & ~fast_workers(table, seat)
    return squares & ~held_by_others(table, seat)


def privileged_squares(table: Burano, seat: i64) -> i64:
    """Squares for a point of privilege: matched, neither next to an own worker nor free (BN-5.5, R16)."""
    if table.ring[seat] < 2 or table.privilege[seat] == 0:
        return 0
    squares = matched_squares(table) & ~table.lace[seat] & ~fast_workers(table, seat)
    return squares & ~open_squares(table, seat)


class PlaceLace(Choice):
    """D15: the next worker of lace making, or stop (BN-4.13)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n = write_bits(open_squares(table, seat), 0, out, 0)
        n = write_bits(privileged_squares(table, seat), PRIVILEGED, out, n)
        out[n] = STOP_LACE
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        table = cast(Burano, state)
        if open_squares(table, seat) | privileged_squares(table, seat) == 0:
            return STOP_LACE
        return NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == STOP_LACE:
            table.arrows_left = 0
            return
        square = option % PRIVILEGED
        place_worker(table, seat, square, option >= PRIVILEGED)
        table.push(self)


def place_worker(table: Burano, seat: i64, square: i64, privileged: bool) -> None:
    """The worker of sector 1 takes the square; somebody who stood there withdraws (BN-4.16 to BN-4.18, R35)."""
    if privileged:
        table.privilege[seat] -= 1
        if table.log is not None:
            table.tell("privilege_lace", (int(seat), int(square)), "BN-5.5")
    table.arrows_left -= BIT[2 * table.layout.colour[square]]
    table.dispatch(seat, 1)
    for other in range(table.seats):
        if table.lace[other] & BIT[square] != 0:
            table.lace[other] &= ~BIT[square]
            table.take_home(other)
            if table.log is not None:
                clause = "BN-5.5" if privileged else "BN-7.6"
                table.tell("displaced", (int(seat), int(other), int(square), int(table.ring[other])), clause)
    table.lace[seat] |= BIT[square]
    if table.log is not None:
        table.tell("lace", (int(seat), int(square), int(table.layout.colour[square])), "BN-4.13")
    if table.layout.coins & BIT[square] != 0:
        table.coins[seat] += 1
        if table.log is not None:
            table.tell("lace_coin", (int(seat), int(square)), "BN-4.17")


# -- earning -----------------------------------------------------------------------------------------------------


def earn(table: Burano, seat: i64) -> None:
    """A coin for each visible coin; then workers may be withdrawn (BN-4.19, BN-4.20)."""
    coins = table.visible_coins(seat)
    table.coins[seat] += coins
    if table.log is not None:
        table.tell("earned", (int(seat), int(coins)), "BN-4.19")
    table.push(WITHDRAW)


class Withdraw(Choice):
    """D16: a worker from an island or a workshop back to the ring for a coin, or stop (BN-4.20, R6)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        if table.ring[seat] < MOST_ON_RING:
            for island in range(ISLANDS):
                if table.workers[seat * ISLANDS + island] > 0:
                    out[n] = island
                    n += 1
            n = write_bits(table.lace[seat], FROM_SQUARE, out, n)
        out[n] = STOP_EARNING
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        # With fewer than nine on the ring at least one stands outside it.
        return STOP_EARNING if cast(Burano, state).ring[seat] == MOST_ON_RING else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == STOP_EARNING:
            return
        if option < FROM_SQUARE:
            table.workers[seat * ISLANDS + option] -= 1
        else:
            table.lace[seat] &= ~BIT[option - FROM_SQUARE]
        table.ring[seat] += 1
        table.coins[seat] += 1
        if table.log is not None:
            place = table.box.node_names[option] if option < FROM_SQUARE else ""
            table.tell("withdrew", (int(seat), int(option), place, int(table.ring[seat])), "BN-4.20")
        table.push(self)


PLACE_LACE: Final = PlaceLace(49, kinds.LACE_PLACE)
WITHDRAW: Final = Withdraw(50, kinds.EARN_WITHDRAW)
