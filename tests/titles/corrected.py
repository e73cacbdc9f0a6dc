"""Quay and Kilns with rules of version 2, corrected: for games that outlive their rules."""

from bungalow.core.contract import State, Step
from bungalow.core.errors import BadOptions
from bungalow.core.random import Random
from bungalow.core.types import Path, Reason
from tests.titles.kilns import Kilns, KilnsGame
from tests.titles.plain import held
from tests.titles.quay import CRATE, Quay, QuayGame, TakeTurn

SAME = "same"
DEPARTS = "departs"
"""The rival takes the worst good where it took the best one, by itself: every later move may still be legal."""
FORBIDS = "forbids"
"""Nobody takes a crate in the second half of the game."""
REFUSES = "refuses"
"""A table of two has a rival no longer."""
SILENTLY = "silently"
"""Goods are worth one point more; nothing tells it but the result."""


class CorrectedQuay(Quay):
    def start_turn(self) -> None:
        self.push(RIVAL_TURN if self.active == self.rival else TAKE_TURN)

    def take_good(self, seat: int, good: int) -> None:
        super().take_good(seat, good)
        if correction(self) == SILENTLY:
            self.goods[seat] += 1


class RivalTurn(Step):
    def run(self, state: State) -> None:
        s = Quay.of(state)
        order = s.orders.pop()
        s.turned.append(order)
        s.reveal()
        s.tell("order", (s.active, ("the best good", "the first good", "a crate")[order % 3]), "TD-3")
        best, worst = max(s.row, key=lambda good: good % 5), min(s.row, key=lambda good: good % 5)
        if order % 3 == 2:
            s.take_crate(s.active)
        elif order % 3 == 0 and correction(s) == DEPARTS and best != worst:
            s.departs(2, "TD-3")
            s.take_good(s.active, worst)
        else:
            s.take_good(s.active, s.row[0] if order % 3 == 1 else best)


class FewerCrates(TakeTurn):
    def offers(self, state: State, seat: int) -> list[int]:
        offered = super().offers(state, seat)
        late = correction(state) == FORBIDS and Quay.of(state).turns < 3 * int(state.seats)
        return [option for option in offered if not (late and option == CRATE)]


RIVAL_TURN, TAKE_TURN = RivalTurn(2), FewerCrates(3, 0)


class CorrectedQuayGame(QuayGame):
    def __init__(self, correction: str) -> None:
        super().__init__()
        self.rules_version = "2"
        self.correction = correction

    def settle(self, options: dict[str, object], seats: int = 0) -> dict[str, object]:
        settled = super().settle(options, seats)
        if self.correction == REFUSES and seats == 2 and settled["rival"]:
            raise BadOptions("a table of two has no rival", clause="TD-3")
        return settled

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        laid = Quay.of(super().set_up(seats, options, random, edition))
        state = CorrectedQuay()
        state.copy_core(laid)
        for name in state.FIELDS:
            setattr(state, name, getattr(laid, name))
        return state

    def reason(self, path: Path) -> Reason:
        late = path == ("do:crate",) and self.correction == FORBIDS
        return Reason("TD-4", "it is too late for a crate") if late else super().reason(path)


def correction(state: State) -> str:
    game = state.game
    assert isinstance(game, CorrectedQuayGame)
    return game.correction


class CorrectedKilns(Kilns):
    def building(self, seat: int) -> list[int]:
        tiles = super().building(seat)
        return tiles if self.tower(seat) else [tile for tile in tiles if tile == min(held(self.where, seat))]


class CorrectedKilnsGame(KilnsGame):
    """A tower begins with the smallest tile."""

    def __init__(self) -> None:
        super().__init__()
        self.rules_version = "2"

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        laid = Kilns.of(super().set_up(seats, options, random, edition))
        state = CorrectedKilns()
        state.copy_core(laid)
        for name in state.FIELDS:
            setattr(state, name, getattr(laid, name))
        return state
