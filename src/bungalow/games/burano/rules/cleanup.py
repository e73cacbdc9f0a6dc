"""Clean-up (BN-6): island majorities, lace, new action colours, cubes, roofs, the next starting player.

Hot code. Players decide in turn order from the current starting player (BN-6.1); `turn` is the one who decides.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.burano.box import (
    COLOURS,
    ISLANDS,
    RING,
    ROOF_KINDS,
    SLOTS,
    TILE_SPACES,
    WINTER,
    beside,
    count_bits,
    write_bits,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.rules.kinds import (
    BUY,
    DONE_BUYING,
    DONE_DROPPING,
    DONE_PAYING,
    LATER,
    NO_SUBSTITUTE,
    WAIVE,
)
from bungalow.games.burano.rules.purchases import (
    buy_cube,
    can_buy,
    colours_left,
    cubes_at_hand,
    runs_out_at_end,
    runs_out_before_refill,
    runs_out_in_lace,
)
from bungalow.games.burano.rules.roofs import island_leader, ordered, remove_from_board
from bungalow.games.burano.state import LACE, MAJORITIES, REMOVED, Burano

VP_PER_PAID_WORKER: Final[i64] = 2


class CleanUp(Step):
    """The events in order; in winter only the first two (BN-1.4)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        table.turn = table.start
        if table.season < WINTER:
            table.push(PASS_MARKER)
            table.push(DROP_ROOFS)
            table.push(REFILL_CUBES)
            table.push(SHUFFLE_MARKERS)
        table.push(SCORE_LACE)
        table.push(SCORE_ISLANDS)


def next_player(table: Burano) -> bool:
    """Go on to the next player in turn order; False when all have had their turn (BN-6.1)."""
    table.turn = (table.turn + 1) % table.seats
    return table.turn != table.start


# -- event 1 -----------------------------------------------------------------------------------------------------


class ScoreIslands(Step):
    """Event 1: VP for the most workers on each island; tied players divide them (BN-6.2)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        for island in range(ISLANDS):
            score_island(table, island)


def score_island(table: Burano, island: i64) -> None:
    leader = island_leader(table, island)
    if leader != NONE:
        table.gain_points(leader, MAJORITIES, table.box.majority_vp)
        if table.log is not None:
            table.tell(
                "leads_island",
                (int(leader), int(island), table.box.node_names[island], int(table.box.majority_vp)),
                "BN-6.2",
            )
        return
    most: i64 = 0
    tied: i64 = 0
    for seat in range(table.seats):
        here = table.workers[seat * ISLANDS + island]
        if here > most:
            most = here
            tied = 1
        elif here == most:
            tied += 1
    if most == 0:  # R26
        return
    share = table.box.majority_vp // tied
    if share == 0:
        return
    for seat in range(table.seats):
        if table.workers[seat * ISLANDS + island] == most:
            table.gain_points(seat, MAJORITIES, share)
            if table.log is not None:
                table.tell(
                    "shares_island", (int(seat), int(island), table.box.node_names[island], int(share)), "BN-6.2"
                )


# -- event 2 -----------------------------------------------------------------------------------------------------


class ScoreLace(Step):
    """Event 2 for the player on turn: nothing is paid yet (BN-6.3)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        table.paid = 0
        table.waived = 0
        table.push(PAY_LACE)


class PayLace(Choice):
    """D22: pay for a worker with a cube of its square's colour, buy any cube, use the thread store, or be done."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n = write_bits(payable_squares(table, seat), 0, out, 0)
        if table.privilege[seat] > 0:
            n = write_bits(colours_left(table), BUY, out, n)
        if can_waive(table, seat):
            n = write_bits(table.lace[seat] & ~table.paid, WAIVE, out, n)
        out[n] = DONE_PAYING
        return n + 1

    def lone(self, state: State, seat: i64) -> i64:
        return NONE if lace_can_score(cast(Burano, state), seat) else DONE_PAYING

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == DONE_PAYING:
            finish_lace(table, seat)
            return
        if option < BUY:
            pay_worker(table, seat, option)
        elif option < WAIVE:
            buy_cube(table, seat, option - BUY)
        else:
            waive_worker(table, seat, option - WAIVE)
        table.push(self)


def payable_squares(table: Burano, seat: i64) -> i64:
    """Squares of unpaid workers for which a cube is at hand (BN-6.3)."""
    unpaid = table.lace[seat] & ~table.paid
    found: i64 = 0
    for colour in range(COLOURS):
        squares = unpaid & table.layout.workshop[colour]
        if squares != 0 and cubes_at_hand(table, seat, colour) > 0:
            found |= squares
    return found


def can_waive(table: Burano, seat: i64) -> bool:
    """The thread store has not been used in this clean-up (BN-7.8)."""
    return table.waived == 0 and table.has_effect(seat, table.box.lace_cube_waiver)


def lace_can_score(table: Burano, seat: i64) -> bool:
    """A worker that is not paid yet can be: with a cube at hand, with one to be bought, or by the thread store."""
    unpaid = table.lace[seat] & ~table.paid
    if unpaid == 0:
        return False
    if can_waive(table, seat):
        return True
    for colour in range(COLOURS):
        if unpaid & table.layout.workshop[colour] != 0:
            if table.privilege[seat] > 0 and table.supply[colour] > 0:
                return True
            if cubes_at_hand(table, seat, colour) > 0:
                return True
    return False


def pay_worker(table: Burano, seat: i64, square: i64) -> None:
    """A cube of the square's colour goes to the supply; 2 VP (BN-6.3)."""
    colour = table.layout.colour[square]
    if table.reserve[seat * COLOURS + colour] > 0:
        table.reserve[seat * COLOURS + colour] -= 1
    else:
        slot = SLOTS - 1
        while table.pyramid[seat * SLOTS + slot] != colour:
            slot -= 1
        table.set_slot(seat, slot, NONE)
    table.supply[colour] += 1
    table.paid |= BIT[square]
    table.gain_points(seat, LACE, VP_PER_PAID_WORKER)
    if table.log is not None:
        table.tell("paid_lace", (int(seat), int(square), int(colour)), "BN-6.3")


def waive_worker(table: Burano, seat: i64, square: i64) -> None:
    """The thread store counts one worker as paid (BN-7.8)."""
    table.paid |= BIT[square]
    table.waived = 1
    table.gain_points(seat, LACE, VP_PER_PAID_WORKER)
    if table.log is not None:
        table.tell("waived_lace", (int(seat), int(square)), "BN-7.8")


def union_points(table: Burano, paid: i64) -> i64:
    """Each group of orthogonally connected paid workers adds VP by its size (BN-6.4)."""
    points: i64 = 0
    while paid != 0:
        union = paid & -paid
        grown = (union | beside(union)) & paid
        while grown != union:
            union = grown
            grown = (union | beside(union)) & paid
        points += table.box.union_vp[count_bits(union)]
        paid &= ~union
    return points


def finish_lace(table: Burano, seat: i64) -> None:
    """Score the unions; then the next player pays (BN-6.1, BN-6.4).

    Whoever was not just asked, and so could not buy, may do so now if cubes could run out (BN-5.6).
    """
    asked = lace_can_score(table, seat)
    points = union_points(table, table.paid)
    if points > 0:
        table.gain_points(seat, LACE, points)
        if table.log is not None:
            table.tell("union", (int(seat), int(points)), "BN-6.4")
    table.paid = 0
    table.waived = 0
    if not asked and runs_out_in_lace(table, seat):
        table.departs(2, "BN-5.6")
        table.push(BUY_AFTER_LACE)
    elif next_player(table):
        table.push(SCORE_LACE)


# -- events 3 and 4 ----------------------------------------------------------------------------------------------


class ShuffleMarkers(Step):
    """Event 3: the colour markers are shuffled over the three actions (BN-6.5)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        deal_markers(table)
        if table.log is not None:
            table.tell("markers", tuple([int(action) for action in table.markers]), "BN-6.5")
        ask_before_refill(table)


def deal_markers(table: Burano) -> None:
    """Two colours to each action (BN-9.6, BN-6.5)."""
    colours = vec[i64]([0, 1, 2, 3, 4, 5])
    table.shuffle(colours, COLOURS)
    markers = vec[i64]([0] * COLOURS)
    for i in range(COLOURS):
        markers[colours[i]] = i // 2
    table.markers = markers


class RefillCubes(Step):
    """Event 4 for the player on turn: the pyramid goes to the reserve, then a cube for each covered house
    (BN-6.6)."""

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        seat = table.turn
        table.empty_pyramid(seat)
        table.missing = 0
        taken: i64 = 0
        for sector in range(1, table.ring[seat] + 1):
            colour = table.ring_colour[seat * RING + (table.arrow[seat] + 2 + sector) % RING]
            if table.supply[colour] > 0:
                table.supply[colour] -= 1
                table.reserve[seat * COLOURS + colour] += 1
                taken += 1
            else:
                table.missing += 1
        if table.log is not None:
            table.tell("cubes_taken", (int(seat), int(taken), int(table.missing)), "BN-6.6")
        table.push(BUY_AFTER_REFILL)
        if table.missing > 0:
            table.push(CHOOSE_SUBSTITUTE)


class ChooseSubstitute(Choice):
    """D23: another colour for a cube that the supply does not have, or none (BN-6.7, R23)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n = write_bits(colours_left(table), 0, out, 0)
        out[n] = NO_SUBSTITUTE
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        table.missing -= 1
        if option != NO_SUBSTITUTE:
            table.supply[option] -= 1
            table.reserve[seat * COLOURS + option] += 1
            if table.log is not None:
                table.tell("substitute", (int(seat), int(option)), "BN-6.7")
        if table.missing > 0:
            table.push(self)


# -- cubes for privilege -----------------------------------------------------------------------------------------


class BuyCubes(Choice):
    """D24: cubes for a point of privilege each, done for this clean-up, or asked again later (BN-5.6, R27)."""

    def __init__(self, code: i64, last: bool = False) -> None:
        super().__init__(code, kinds.CLEANUP_BUY)
        self.last: bool = last

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        if not can_buy(table, seat):
            out[0] = DONE_BUYING
            return 1
        n = write_bits(colours_left(table), 0, out, 0)
        out[n] = DONE_BUYING
        n += 1
        if not self.last and table.season < WINTER:
            out[n] = LATER
            n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        return NONE if can_buy(cast(Burano, state), seat) else DONE_BUYING

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option < DONE_BUYING:
            buy_cube(table, seat, option)
            table.push(self)
        else:
            self.decided(table, seat, option == LATER)

    def decided(self, table: Burano, seat: i64, later: bool) -> None:
        """Remember whether the player wants to be asked again; then what comes after these purchases."""


class BuyAfterLace(BuyCubes):
    """In event 2, where a colour could run out and the player had no lace to pay."""

    def decided(self, table: Burano, seat: i64, later: bool) -> None:
        if not later:
            table.declined |= BIT[seat]
        if next_player(table):
            table.push(SCORE_LACE)


class BuyBeforeRefill(BuyCubes):
    """Between events 3 and 4, where a colour could run out: the new action colours are known, nobody has refilled."""

    def decided(self, table: Burano, seat: i64, later: bool) -> None:
        if not later:
            table.declined |= BIT[seat]
        if next_player(table):
            ask_before_refill(table)


def ask_before_refill(table: Burano) -> None:
    """The first player, from the one on turn, for whom a colour could run out before the own refill."""
    while not runs_out_before_refill(table, table.turn):
        if not next_player(table):
            return
    table.departs(2, "BN-5.6")
    table.push(BUY_BEFORE_REFILL)


class BuyAfterRefill(BuyCubes):
    """Right after the own refill."""

    def decided(self, table: Burano, seat: i64, later: bool) -> None:
        if later:
            table.later |= BIT[seat]
        if next_player(table):
            table.push(REFILL_CUBES)


class BuyAfterRoofs(BuyCubes):
    """After the own new roof tiles, where others who wait could buy a colour first."""

    def decided(self, table: Burano, seat: i64, later: bool) -> None:
        if not later:
            table.later &= ~BIT[seat]
        if next_player(table):
            table.push(DROP_ROOFS)


# -- events 5 and 6 ----------------------------------------------------------------------------------------------


class DropRoofs(Choice):
    """D25: roof tiles that the player no longer wants leave the game (BN-6.8, R17)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        for space in range(TILE_SPACES):
            tile = table.tiles[seat * TILE_SPACES + space]
            if tile != NONE:
                out[n] = tile
                n += 1
        out[n] = DONE_DROPPING
        return n + 1

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if option == DONE_DROPPING:
            table.drawn_kinds = 0
            table.push(REFILL_ROOFS)
            return
        remove_from_board(table, seat, option)
        laid = table.roof_at[:]
        laid[option] = REMOVED
        table.roof_at = laid
        if table.log is not None:
            table.tell("dropped", (int(seat), table.box.tile_names[option]), "BN-6.8")
        table.push(self)


def kinds_to_draw(table: Burano) -> i64:
    """Kinds whose stack is not empty and that were not drawn in this refill, as bits (BN-6.8, BN-9.11, R18)."""
    found: i64 = 0
    for kind in range(ROOF_KINDS):
        if table.roof_drawn[kind] < table.box.tiles_per_kind and table.drawn_kinds & BIT[kind] == 0:
            found |= BIT[kind]
    return found


class RefillRoofs(Step):
    """Fill the empty roof spaces of the player on turn; then the next player (BN-6.8, BN-9.11, R18)."""

    def __init__(self, code: i64, cleanup: bool) -> None:
        super().__init__(code)
        self.cleanup: bool = cleanup

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        if table.tiles[table.turn * TILE_SPACES + TILE_SPACES - 1] == NONE and kinds_to_draw(table) != 0:
            table.push(self)
            table.push(DRAW_ROOF)
            return
        table.drawn_kinds = 0
        if self.cleanup:
            if table.later & BIT[table.turn] != 0 and runs_out_at_end(table, table.turn):
                table.push(BUY_AFTER_ROOFS)
            elif next_player(table):
                table.push(DROP_ROOFS)
        elif next_player(table):
            table.push(self)


class DrawRoof(Choice):
    """D1: the kind of the next roof tile; the top one of that stack is taken and seen (BN-9.11, R19)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Burano, state).turn]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        return write_bits(kinds_to_draw(cast(Burano, state)), 0, out, 0)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        drawn = table.roof_drawn[:]
        tile = table.roof_stack[option * table.box.tiles_per_kind + drawn[option]]
        drawn[option] += 1
        table.roof_drawn = drawn
        table.drawn_kinds |= BIT[option]
        tiles = table.tiles[:]
        own = vec[i64]([0] * TILE_SPACES)
        for space in range(TILE_SPACES):
            own[space] = tiles[seat * TILE_SPACES + space]
        own[TILE_SPACES - 1] = tile  # the last space was empty
        own = ordered(own, TILE_SPACES)
        for space in range(TILE_SPACES):
            tiles[seat * TILE_SPACES + space] = own[space]
        table.tiles = tiles
        table.reveal()
        if table.log is not None:
            table.tell(
                "drew_roof", (int(seat), table.box.tile_names[tile]), "BN-9.11" if table.season < 0 else "BN-6.8"
            )


class PassMarker(Step):
    """Event 6: the season is over, and the starting player marker goes on clockwise (BN-6.9).

    Before it, those who wanted to wait may buy their last cubes (BN-5.6).
    """

    def run(self, state: State) -> None:
        table = cast(Burano, state)
        if table.later != 0:
            while table.later & BIT[table.turn] == 0:
                table.turn = (table.turn + 1) % table.seats
            table.later &= ~BIT[table.turn]
            table.push(self)
            table.push(BUY_LAST)
            return
        table.declined = 0
        table.start = (table.start + 1) % table.seats
        table.turn = table.start
        if table.log is not None:
            table.tell("marker", (int(table.start),), "BN-6.9")


CLEAN_UP: Final = CleanUp(60)
SCORE_ISLANDS: Final = ScoreIslands(61)
SCORE_LACE: Final = ScoreLace(62)
PAY_LACE: Final = PayLace(63, kinds.LACE_PAY)
SHUFFLE_MARKERS: Final = ShuffleMarkers(64)
REFILL_CUBES: Final = RefillCubes(65)
CHOOSE_SUBSTITUTE: Final = ChooseSubstitute(66, kinds.SUBSTITUTE)
DROP_ROOFS: Final = DropRoofs(68, kinds.DROP_ROOF)
REFILL_ROOFS: Final = RefillRoofs(69, True)
DEAL_ROOFS: Final = RefillRoofs(70, False)
DRAW_ROOF: Final = DrawRoof(71, kinds.ROOF_KIND)
PASS_MARKER: Final = PassMarker(72)
BUY_AFTER_LACE: Final = BuyAfterLace(73)
BUY_BEFORE_REFILL: Final = BuyBeforeRefill(74)
BUY_AFTER_REFILL: Final = BuyAfterRefill(67)
BUY_AFTER_ROOFS: Final = BuyAfterRoofs(75)
BUY_LAST: Final = BuyCubes(76, last=True)
