"""Steps: a tiny title whose games are as long as one likes, for records that are longer than any real one.

TS-1  In turn everybody goes one, two or three steps. After so many turns the game ends; who went farthest wins.
"""

from bungalow.core.contract import State
from bungalow.core.random import Random
from bungalow.core.types import Kind, Path, Reason
from tests.titles.plain import PlainGame, TurnChoice, TurnState, shown

MOVES = 1500


class Steps(TurnState):
    gone: list[int]

    def start_turn(self) -> None:
        self.push(WALK)

    def score(self, seat: int) -> int:
        return self.gone[seat]


class Walk(TurnChoice):
    def offers(self, state: State, seat: int) -> list[int]:
        return [0, 1, 2]

    def take(self, state: State, seat: int, option: int) -> None:
        s = Steps.of(state)
        s.gone[seat] += option + 1
        s.tell("walk", (seat, str(option + 1)), "TS-1")
        s.reveal()


WALK = Walk(2, 0)


class StepsGame(PlainGame):
    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "steps", "Steps", "1", (2, 3)
        self.lines = {"walk": "{0} goes on by {1}"}
        self.kinds = (Kind("walk", 3, "How far do you go?", "TS-1"),)
        self.max_options, self.max_moves = 3, MOVES

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Steps.begun_with(MOVES, self, seats, random)
        state.gone = [0] * seats
        return state

    def view(self, state: State, viewer: int) -> object:
        return shown(Steps.of(state), "gone", "turns", "active")

    def notation(self, state: State, seat: int, option: int) -> str:
        return f"go {option + 1}"

    def reason(self, path: Path) -> Reason:
        return Reason("TS-1", "one goes one, two or three steps")
