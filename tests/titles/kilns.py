"""Kilns: everybody builds at once behind a screen, may take back, and confirms.

TB-1  Each round every seat is dealt three tiles from a bag and builds a tower of its own, unseen by the others.
TB-2  Each tile must be larger than the one below it. Stop whenever you like, then confirm.
TB-3  When all have confirmed, the towers are shown: a point for each tile, two more for the one largest top tile.
TB-4  Tiles that were not built go back into the bag unseen. Three rounds (two when `short`); the most points win.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, Choice, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Option, Path, Reason, Secret
from tests.titles.plain import PlainGame, PlainState, offer, shown, shuffled

TILES, HAND = 28, 3
STOP = TILES
BUILD, CONFIRM = 0, 1
BAG, GONE = -1, 99  # where a tile is: in the bag, shown and done with, or with a seat


class Kilns(PlainState):
    where: list[int]  # for each tile
    height: list[int]  # for each tile in a tower: its place from 1; else 0
    stopped: list[int]
    ready: list[int]
    points: list[int]
    bonus: list[int]
    rounds: int

    def tiles(self, seat: int) -> list[int]:
        return [tile for tile in range(TILES) if self.where[tile] == seat]

    def tower(self, seat: int) -> list[int]:
        return [tile for tile in self.tiles(seat) if self.height[tile]]  # towers grow, so this is bottom to top

    def building(self, seat: int) -> list[int]:
        """The tiles that the seat may build now."""
        top = max(self.tower(seat), default=-1)
        return [] if self.stopped[seat] else [tile for tile in self.tiles(seat) if tile > top]

    def redeal(self, viewer: int, random: Random) -> None:
        others = [seat for seat in range(int(self.seats)) if seat != viewer]
        counts = [len(self.tiles(seat)) for seat in others]
        pool = [tile for tile in range(TILES) if self.where[tile] in (BAG, *others)]
        dealt = shuffled(random, pool)
        for tile in pool:
            self.where[tile], self.height[tile] = BAG, 0
        for seat, count in zip(others, counts, strict=True):
            self.stopped[seat] = self.ready[seat]
            for tile in sorted(dealt.pop() for _ in range(count)):
                self.where[tile] = seat
                if random.below(2):  # how far it has come is hidden too
                    self.height[tile] = len(self.tower(seat)) + 1

    def score(self, seat: int) -> int:
        return self.points[seat] + self.bonus[seat]


def table(state: State) -> Kilns:
    assert isinstance(state, Kilns)
    return state


class Deal(Step):
    """TB-1"""

    def run(self, state: State) -> None:
        s = table(state)
        if s.rounds == 0:
            return
        s.rounds -= 1
        bag = vec[i64]([tile for tile in range(TILES) if s.where[tile] == BAG])
        s.shuffle(bag, len(bag))
        s.stopped, s.ready = [0] * int(s.seats), [0] * int(s.seats)
        for i, tile in enumerate(list(bag)[: HAND * int(s.seats)]):
            s.where[tile] = i // HAND
        s.push(SHOW)
        s.push(BUILD_TOWER)


class BuildTower(Choice):
    """TB-2"""

    def actors(self, state: State) -> int:
        return sum(int(BIT[seat]) for seat, ready in enumerate(table(state).ready) if not ready)

    def asked(self, state: State, seat: int) -> int:
        return BUILD if table(state).building(seat) else CONFIRM

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        s = table(state)
        return offer(out, [*s.building(seat), STOP] if self.asked(s, seat) == BUILD else [0])

    def take(self, state: State, seat: int, option: int) -> None:
        s = table(state)
        if self.asked(s, seat) == CONFIRM:
            s.ready[seat] = s.stopped[seat] = 1
            s.reveal()  # the others see that the seat is ready
            s.tell("ready", (seat,), "TB-2")
        elif option == STOP:
            s.stopped[seat] = 1
        else:
            s.height[option] = len(s.tower(seat)) + 1
            s.tell("build", (str(option),), "TB-2", BIT[seat])


class Show(Step):
    """TB-3, TB-4"""

    def run(self, state: State) -> None:
        s = table(state)
        towers = [s.tower(seat) for seat in range(int(s.seats))]
        best = max(max(tower, default=-1) for tower in towers)
        for seat, tower in enumerate(towers):
            s.points[seat] += len(tower)
            s.bonus[seat] += 2 * (best in tower)
            s.tell("show", (seat, ", ".join(map(str, tower)) or "nothing"), "TB-3")
            for tile in s.tiles(seat):
                s.where[tile] = GONE if tile in tower else BAG
                s.height[tile] = 0
        s.push(DEAL)


DEAL, SHOW, BUILD_TOWER = Deal(1), Show(2), BuildTower(3, BUILD, together=True)


class KilnsGame(PlainGame):
    LINES: ClassVar = {"ready": "{0} is ready", "build": "you build {0}", "show": "{0} shows {1}"}

    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "kilns", "Kilns", "1", (2, 3)
        confirm = Kind("confirm", 1, "Is your tower done?", "TB-2", confirm=True)
        self.kinds = (Kind("build", TILES + 1, "Which tile comes next?", "TB-2"), confirm)
        self.options = (Option("short", False, (False, True), "two rounds instead of three"),)
        self.max_options, self.max_moves = HAND + 1, 3 * 3 * 5

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Kilns()
        state.begin(self, seats, random)
        state.where, state.height = [BAG] * TILES, [0] * TILES
        state.stopped, state.ready = [0] * seats, [0] * seats
        state.points, state.bonus, state.rounds = [0] * seats, [0] * seats, 2 if options["short"] else 3
        state.push(DEAL)
        return state

    def view(self, state: State, viewer: int) -> object:
        s = table(state)
        gone = [tile for tile in range(TILES) if s.where[tile] == GONE]
        mine = {"tiles": s.tiles(viewer), "tower": s.tower(viewer), "stopped": s.stopped[viewer]} if viewer >= 0 else {}
        return {**shown(s, "ready", "points", "bonus", "rounds"), "mine": mine, "gone": gone}

    def notation(self, state: State, seat: int, option: int) -> str:
        return "confirm" if state.asked(seat) == CONFIRM else "stop" if option == STOP else f"build {option}"

    def reason(self, state: State, seat: int, path: Path) -> Reason:
        return Reason("TB-2", "build a tile of yours that is larger than the top of your tower")

    def secrets(self, state: State) -> list[Secret]:
        s = table(state)
        found = []
        for seat in range(int(s.seats) if not s.over() else 0):
            found.append(Secret(f"tiles of {seat}", tuple(s.tiles(seat)), int(BIT[seat])))
            found.append(Secret(f"tower of {seat}", tuple(s.tower(seat)), int(BIT[seat])))
        return found

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        return (("tiles", table(state).points[seat]), ("largest top", table(state).bonus[seat]))

    def pieces(self, state: State) -> dict[str, int]:
        return {"tiles": len(table(state).where)}
