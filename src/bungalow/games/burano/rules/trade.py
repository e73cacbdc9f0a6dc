"""Trading fish in a port (BN-4.9 to BN-4.11).

Hot code.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.burano.box import (
    FISH_KINDS,
    MOST_ROWS,
    SHIPS,
    WEST,
    fills_row,
    fills_some_row,
)
from bungalow.games.burano.rules import kinds
from bungalow.games.burano.state import FISH, Burano


def ships_at(table: Burano, port: i64) -> i64:
    """The ships in a port, as bits."""
    return table.ships_west if port == WEST else (BIT[SHIPS] - 1) & ~table.ships_west


def ports_with_ships(table: Burano, seat: i64) -> i64:
    """Ports in reach where a ship lies, as bits."""
    reach = table.reach(seat)
    found: i64 = 0
    for port in range(WEST, WEST + 2):
        if (reach >> port) & 1 == 1 and ships_at(table, port) != 0:
            found |= BIT[port]
    return found


def can_fill(table: Burano, seat: i64, ship: i64, row: i64) -> bool:
    """The hand has enough kinds with enough cards for the row (BN-4.10, R36)."""
    return fills_row(table.box, ship, row, table.hand, seat)


def can_trade(table: Burano, seat: i64, ship: i64) -> bool:
    return fills_some_row(table.box, ship, table.hand, seat)


def ports_to_trade(table: Burano, seat: i64) -> i64:
    """Ports in reach with a ship of which the hand fills a row, as bits."""
    ports = ports_with_ships(table, seat)
    found: i64 = 0
    for port in range(WEST, WEST + 2):
        if (ports >> port) & 1 == 1 and can_trade_at(table, seat, port):
            found |= BIT[port]
    return found


def can_trade_at(table: Burano, seat: i64, port: i64) -> bool:
    """The hand fills a row of a ship in the port."""
    ships = ships_at(table, port)
    ship: i64 = 0
    while ship < SHIPS and not ((ships >> ship) & 1 == 1 and can_trade(table, seat, ship)):
        ship += 1
    return ship < SHIPS


def note_unable(table: Burano, seat: i64, port: i64) -> None:
    """Who sails to a port must trade if the hand allows it; now everybody knows where it does not (BN-4.10, R8)."""
    if not can_trade_at(table, seat, port):
        table.unable |= ships_at(table, port) << seat * 4
        if table.log is not None:
            table.tell("no_trade", (int(seat), int(port), table.box.node_names[port]), "BN-4.10")


class Trade(Choice):
    """D12 to D14: a ship, a row of it, and the kinds for the row, all by what the hand holds (BN-4.9, BN-4.10, R8).

    Silent: whether there is anything to choose would tell of the hand. Asks nobody whose hand fills no row here.
    """

    def actors(self, state: State) -> i64:
        table = cast(Burano, state)
        if table.ship == NONE and not can_trade_at(table, table.turn, table.boat[table.turn]):
            return 0
        return BIT[table.turn]

    def asked(self, state: State, seat: i64) -> i64:
        table = cast(Burano, state)
        if table.ship == NONE:
            return kinds.SHIP
        return kinds.SHIP_ROW if table.ship_row == NONE else kinds.SHIP_KIND

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Burano, state)
        n: i64 = 0
        if table.ship == NONE:
            ships = ships_at(table, table.boat[seat])
            for ship in range(SHIPS):
                if (ships >> ship) & 1 == 1 and can_trade(table, seat, ship):
                    out[n] = ship
                    n += 1
            return n
        if table.ship_row == NONE:
            for row in range(table.box.row_count[table.ship]):
                if can_fill(table, seat, table.ship, row):
                    out[n] = row
                    n += 1
            return n
        return kinds_for_row(table, seat, out)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Burano, state)
        if table.ship == NONE:
            table.ship = option
        elif table.ship_row == NONE:
            table.ship_row = option
        else:
            table.sold_kinds |= BIT[option]
            if count_kinds(table.sold_kinds) == table.box.row_groups[table.ship * MOST_ROWS + table.ship_row]:
                sell(table, seat)
                return
        table.push(self)


def kinds_for_row(table: Burano, seat: i64, out: vec[i64]) -> i64:
    """D14: kinds with enough cards, after the last one chosen, leaving enough for the rest."""
    at = table.ship * MOST_ROWS + table.ship_row
    each = table.box.row_each[at]
    due = table.box.row_groups[at] - count_kinds(table.sold_kinds)
    n: i64 = 0
    for kind in range(FISH_KINDS):
        if table.sold_kinds >> kind == 0 and table.hand[seat * FISH_KINDS + kind] >= each:
            out[n] = kind
            n += 1
    return n - due + 1


def count_kinds(bits: i64) -> i64:
    count: i64 = 0
    while bits != 0:
        count += bits & 1
        bits >>= 1
    return count


def sell(table: Burano, seat: i64) -> None:
    """The row's cards are sold for its VP, and the ship sails to the other port (BN-4.10, BN-4.11, R22)."""
    at = table.ship * MOST_ROWS + table.ship_row
    each = table.box.row_each[at]
    table.reveal()
    hand = table.hand[:]
    known = table.known[:]
    sold = table.sold[:]
    for kind in range(FISH_KINDS):
        if (table.sold_kinds >> kind) & 1 == 1:
            place = seat * FISH_KINDS + kind
            hand[place] -= each
            sold[place] += each
            known[place] = known[place] - each if known[place] > each else 0
            if table.log is not None:
                table.tell("sold", (int(seat), int(each), table.box.fish_names[kind]), "BN-4.10")
    table.hand = hand
    table.known = known
    table.sold = sold
    table.gain_points(seat, FISH, table.box.row_vp[at])
    table.ships_west ^= BIT[table.ship]
    if table.log is not None:
        table.tell("traded", (int(seat), table.box.ship_names[table.ship], int(table.box.row_vp[at])), "BN-4.10")
        table.tell(
            "ship_sails",
            (table.box.ship_ids[table.ship], table.box.ship_names[table.ship], int(table.ships_west >> table.ship) & 1),
            "BN-4.11",
        )
    table.ship = NONE
    table.ship_row = NONE
    table.sold_kinds = 0


class EndSilence(Step):
    """What the player on turn was asked no longer depends on its hand."""

    def run(self, state: State) -> None:
        cast(Burano, state).silent_about = 0


END_SILENCE: Final = EndSilence(42)
TRADE: Final = Trade(48, kinds.SHIP, silent=True)
