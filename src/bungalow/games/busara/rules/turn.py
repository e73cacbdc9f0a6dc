"""Turns, the choice of an action, goal check, Embargo and the end (BS-2, BS-8).

Hot code. The stack of a turn: the reaction at its start, the action with its window, the goal check, its end.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.busara.kinds import CHOOSE_ACTION, DRAW, FORGE, MOVE, POWER, REMOVE, TRADE
from bungalow.games.busara.realm import VIRTUES
from bungalow.games.busara.rules.actions import FORGE as START_FORGING
from bungalow.games.busara.rules.actions import THREE, can_forge, can_remove, draw, move
from bungalow.games.busara.rules.powers import (
    REACT_TO_ACTION,
    REACT_TO_START,
    REACT_TO_TURN_END,
    can_use_power,
    reveal_card,
    use_power,
)
from bungalow.games.busara.rules.tokens import can_move
from bungalow.games.busara.rules.trade import can_trade, trade
from bungalow.games.busara.state import (
    BY_CAP,
    BY_EMBARGO,
    BY_GOAL,
    NO_TRADE_YET,
    TRADE_FAILED,
    Busara,
)


class StartTurn(Step):
    """A board without open space or without resource puts its player under Embargo and the turn is skipped (BS-2.2)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        seat = table.active
        table.controller = NONE
        table.forbidden = 0
        table.trading = NO_TRADE_YET
        if table.realm.stuck(seat):
            embargo(table, seat)
            return
        table.embargoed &= ~BIT[seat]
        table.actions_left = 1
        table.take_snapshot()
        if table.log is not None:
            table.tell("turn", (int(seat), int(table.round)), "BS-2.1")
        table.push(END_TURN)
        table.push(TAKE_ACTION)
        table.push(REACT_TO_START)


def embargo(table: Busara, seat: i64) -> None:
    """Mark the player; the last one in play wins at once (BS-8.5), else the turn is skipped without reactions."""
    table.embargoed |= BIT[seat]
    if table.log is not None:
        table.tell("embargo", (int(seat), table.realm.holds(seat) == 0), "BS-2.2")
    left: i64 = 0
    last: i64 = NONE
    for other in range(table.seats):
        if table.embargoed & BIT[other] == 0:
            left += 1
            last = other
    if left == 1:
        table.ending = BY_EMBARGO
        table.winners = BIT[last]
        end_game(table)
    else:
        table.push(NEXT_TURN)


class TakeAction(Step):
    """One action, with a snapshot before it and the window for Retraction after it (BS-2.4, BS-2.5, BS-2.7)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.actions_left -= 1
        table.take_snapshot()
        table.push(AFTER_ACTION)
        table.push(REACT_TO_ACTION)
        table.push(ACTION)


class ChooseAction(Choice):
    """One of the six actions (BS-2.4). There is no pass.

    Some action is always legal, also as a granted one (BS-R25): with an open space Draw is; on a full board either two
    types are adjacent (Forge) or all sixteen are alike (Remove).
    """

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decider()]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        active = table.active
        n: i64 = 0
        if table.realm.room(active) > 0:  # BS-3.1
            out[n] = DRAW
            n += 1
        if can_move(table, active):
            out[n] = MOVE
            n += 1
        if can_forge(table, active):
            out[n] = FORGE
            n += 1
        if can_remove(table, active):
            out[n] = REMOVE
            n += 1
        if table.trading != TRADE_FAILED and table.forbidden & BIT[TRADE] == 0 and can_trade(table, active):
            out[n] = TRADE
            n += 1
        if can_use_power(table):
            out[n] = POWER
            n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """With a resource and an open space both Draw and Move are legal."""
        table = cast(Busara, state)
        return super().lone(state, seat) if table.realm.stuck(table.active) else NONE

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.subject = table.active
        table.decides = table.decider()
        if option == DRAW:
            draw(table)
        elif option == MOVE:
            move(table)
        elif option == FORGE:
            table.push(START_FORGING)
        elif option == REMOVE:
            table.push(THREE)
        elif option == TRADE:
            table.push(AFTER_TRADE)
            trade(table)
        else:
            use_power(table, table.active)


class AfterTrade(Step):
    """After a failed Trade the player chooses another action (BS-7.8)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.trading == TRADE_FAILED:
            table.push(ACTION)


class AfterAction(Step):
    """Goal check, then Embargo marks are cleared, then a granted action (BS-2.6, BS-2.7)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if check_goals(table):
            return
        for seat in range(table.seats):
            if table.embargoed & BIT[seat] != 0 and not table.realm.stuck(seat):
                table.embargoed &= ~BIT[seat]
                if table.log is not None:
                    table.tell("returns", (int(seat),), "BS-8.6")
        if table.actions_left > 0:
            table.push(TAKE_ACTION)


def check_goals(table: Busara) -> bool:
    """Whoever has all Virtues of their Kingdom Card wins; every player is checked (BS-8.1 to BS-8.3)."""
    realm = table.realm
    box = table.box
    winner: i64 = NONE
    for i in range(table.seats):
        seat = table.clockwise(table.active, i)  # BS-R29: ties go to the active player, then clockwise
        if realm.riches[seat] < box.goal_size:
            continue
        if not table.fulfils(seat, table.kingdom_of(seat)):
            note_goals(table, seat)
            continue
        reveal_card(table, seat)
        if table.log is not None:
            table.tell("goal", (int(seat), table.box.kingdom_names[table.kingdom_of(seat)]), "BS-8.1")
        if winner == NONE or realm.holds(seat) > realm.holds(winner):
            winner = seat
    if winner == NONE:
        return False
    table.ending = BY_GOAL
    table.winners = BIT[winner]
    end_game(table)
    return True


def note_goals(table: Busara, seat: i64) -> None:
    """Everybody has seen that the player does not hold a kingdom whose goal these Virtues fulfil."""
    card = table.realm.card[seat]
    if table.realm.hides(seat) or table.face_up & BIT[card] != 0:
        return
    excluded = table.ruled_out[card]
    for kingdom in range(table.box.kingdoms):
        if table.fulfils(seat, kingdom):
            excluded |= BIT[kingdom]
    if excluded != table.ruled_out[card]:
        table.ruled_out = table.ruled_out[:]
        table.ruled_out[card] = excluded


class EndTurn(Step):
    """The window for Time (BS-2.8), then the next turn."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        table.take_snapshot()
        table.push(NEXT_TURN)
        table.push(REACT_TO_TURN_END)


class NextTurn(Step):
    """A queued extra turn, else the next seat after the last normal turn (BS-2.9); rounds are counted (BS-R30)."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.extra != NONE:
            table.active = table.extra
            table.extra = NONE
        else:
            table.active = table.clockwise(table.last_normal, 1)
            table.last_normal = table.active
            if table.active == table.starter:
                if table.round == table.last_round:
                    end_by_cap(table)
                    return
                table.round += 1
        table.push(START_TURN)


def end_by_cap(table: Busara) -> None:
    """After the last round the first of the ranking wins; several share it (BS-8.7, BS-R30, SPEC part 6)."""
    table.ending = BY_CAP
    best: i64 = 0
    for seat in range(table.seats):
        if table.rank(seat) == 1:
            best |= BIT[seat]
    table.winners = best
    end_game(table)


def end_game(table: Busara) -> None:
    """The game is over at once, and everything is shown (SPEC part 6)."""
    table.end()
    table.reveal()
    if table.log is not None:
        clause = "BS-8.7" if table.ending == BY_CAP else "BS-8.5" if table.ending == BY_EMBARGO else "BS-8.1"
        table.tell("over", (int(table.ending), int(table.round)), clause)
        for seat in range(table.seats):
            holds = [int(table.realm.virtues[seat * VIRTUES + virtue]) for virtue in range(VIRTUES)]
            kingdom = table.box.kingdom_names[table.kingdom_of(seat)]
            args = (int(seat), kingdom, int(table.progress(seat)), int(table.rank(seat)), tuple(holds))
            table.tell("final", args, "BS-8.1")


START_TURN: Final = StartTurn(50)
TAKE_ACTION: Final = TakeAction(51)
ACTION: Final = ChooseAction(52, CHOOSE_ACTION)
AFTER_TRADE: Final = AfterTrade(53)
AFTER_ACTION: Final = AfterAction(54)
END_TURN: Final = EndTurn(55)
NEXT_TURN: Final = NextTurn(56)
