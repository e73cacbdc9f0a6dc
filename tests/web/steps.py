"""Steps: a tiny title whose games are as long as one likes, for records that are longer than any real one.

TS-1  In turn everybody goes one, two or three steps. After so many turns the game ends; who went farthest wins.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, Choice, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Path, Reason
from tests.titles.plain import PlainGame, PlainState, offer, shown

MOVES = 1500


class Steps(PlainState):
    gone: list[int]
    turns: int
    active: int

    def score(self, seat: int) -> int:
        return self.gone[seat]


def table(state: State) -> Steps:
    assert isinstance(state, Steps)
    return state


class NextTurn(Step):
    def run(self, state: State) -> None:
        s = table(state)
        if s.turns > 0:
            s.turns, s.active = s.turns - 1, (s.active + 1) % int(s.seats)
            s.push(self)
            s.push(WALK)


class Walk(Choice):
    def actors(self, state: State) -> int:
        return int(BIT[table(state).active])

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        return offer(out, [0, 1, 2])

    def take(self, state: State, seat: int, option: int) -> None:
        s = table(state)
        s.gone[seat] += option + 1
        s.tell("walk", (seat, str(option + 1)), "TS-1")
        s.reveal()


NEXT_TURN, WALK = NextTurn(1), Walk(2, 0)


class StepsGame(PlainGame):
    LINES: ClassVar = {"walk": "{0} goes on by {1}"}

    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "steps", "Steps", "1", (2, 3)
        self.kinds = (Kind("walk", 3, "How far do you go?", "TS-1"),)
        self.max_options, self.max_moves = 3, MOVES

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Steps()
        state.begin(self, seats, random)
        state.gone, state.turns, state.active = [0] * seats, MOVES, -1
        state.push(NEXT_TURN)
        return state

    def view(self, state: State, viewer: int) -> object:
        return shown(table(state), "gone", "turns", "active")

    def notation(self, state: State, seat: int, option: int) -> str:
        return f"go {option + 1}"

    def reason(self, state: State, seat: int, path: Path) -> Reason:
        return Reason("TS-1", "one goes one, two or three steps")
