"""Kilns: everybody builds at once behind a screen, may take back, and confirms.

TB-1  Each round every seat is dealt three tiles from a bag and builds a tower of its own, unseen by the others.
TB-2  Each tile must be larger than the one below it. Stop whenever you like, then confirm.
TB-3  When all have confirmed, the towers are shown: a point for each tile, two more for the one largest top tile.
TB-4  Tiles that were not built go back into the bag unseen. Three rounds (two when `short`); the most points win.
"""

from bungalow.core.contract import BIT, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Option, Path, Reason, Secret
from tests.titles.plain import PlainChoice, PlainGame, PlainState, held, shown, shuffled

TILES, HAND = 28, 3
BUILD, CONFIRM, STOP = 0, 1, TILES
BAG, GONE = -1, 99  # where a tile is: in the bag, shown and done with, or with a seat


class Kilns(PlainState):
    where: list[int]  # for each tile
    height: list[int]  # for each tile in a tower: its place from 1; else 0
    stopped: list[int]
    ready: list[int]
    points: list[int]
    bonus: list[int]
    rounds: int

    def tower(self, seat: int) -> list[int]:
        return [tile for tile in held(self.where, seat) if self.height[tile]]  # towers grow, so bottom to top

    def building(self, seat: int) -> list[int]:
        """The tiles that the seat may build now."""
        top = max(self.tower(seat), default=-1)
        return [] if self.stopped[seat] else [tile for tile in held(self.where, seat) if tile > top]

    def redeal(self, viewer: int, random: Random) -> None:
        others = [seat for seat in range(int(self.seats)) if seat != viewer]
        counts = [len(held(self.where, seat)) for seat in others]
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


class Deal(Step):  # TB-1
    def run(self, state: State) -> None:
        s = Kilns.of(state)
        if s.rounds > 0:
            s.rounds -= 1
            s.stopped, s.ready = [0] * int(s.seats), [0] * int(s.seats)
            for i, tile in enumerate(shuffled(s, held(s.where, BAG))[: HAND * int(s.seats)]):
                s.where[tile] = i // HAND
            s.push(SHOW)
            s.push(BUILD_TOWER)


class BuildTower(PlainChoice):  # TB-2
    def actors(self, state: State) -> int:
        return sum(int(BIT[seat]) for seat, ready in enumerate(Kilns.of(state).ready) if not ready)

    def asked(self, state: State, seat: int) -> int:
        return BUILD if Kilns.of(state).building(seat) else CONFIRM

    def offers(self, state: State, seat: int) -> list[int]:
        s = Kilns.of(state)
        return [*s.building(seat), STOP] if self.asked(s, seat) == BUILD else [0]

    def take(self, state: State, seat: int, option: int) -> None:
        s = Kilns.of(state)
        if self.asked(s, seat) == CONFIRM:
            s.ready[seat] = s.stopped[seat] = 1
            s.reveal()  # the others see that the seat is ready
            s.tell("ready", (seat,), "TB-2")
        elif option == STOP:
            s.stopped[seat] = 1
        else:
            s.height[option] = len(s.tower(seat)) + 1
            s.tell("build", (str(option),), "TB-2", BIT[seat])


class Show(Step):  # TB-3, TB-4
    def run(self, state: State) -> None:
        s = Kilns.of(state)
        towers = [s.tower(seat) for seat in range(int(s.seats))]
        best = max(max(tower, default=-1) for tower in towers)
        for seat, tower in enumerate(towers):
            s.points[seat] += len(tower)
            s.bonus[seat] += 2 * (best in tower)
            s.tell("show", (seat, ", ".join(map(str, tower)) or "nothing"), "TB-3")
            for tile in held(s.where, seat):
                s.where[tile] = GONE if tile in tower else BAG
                s.height[tile] = 0
        s.push(DEAL)


DEAL, SHOW, BUILD_TOWER = Deal(1), Show(2), BuildTower(3, BUILD, together=True)


class KilnsGame(PlainGame):
    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "kilns", "Kilns", "1", (2, 3)
        self.lines = {"ready": "{0} is ready", "build": "you build {0}", "show": "{0} shows {1}"}
        confirm = Kind("confirm", 1, "Is your tower done?", "TB-2", confirm=True)
        self.kinds = (Kind("build", TILES + 1, "Which tile comes next?", "TB-2"), confirm)
        self.options = (Option("short", "Short game", False, (False, True), "Two rounds instead of three."),)
        self.max_options, self.max_moves = HAND + 1, 3 * 3 * 5

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Kilns.begun(self, seats, random, DEAL)
        state.where, state.height, state.rounds = [BAG] * TILES, [0] * TILES, 2 if options["short"] else 3
        state.stopped, state.ready, state.points, state.bonus = ([0] * seats for _ in range(4))
        return state

    def view(self, state: State, viewer: int) -> object:
        s = Kilns.of(state)
        mine: dict[str, object] = {}
        if viewer >= 0:
            mine = {"tiles": held(s.where, viewer), "tower": s.tower(viewer), "stopped": s.stopped[viewer]}
        return {**shown(s, "ready", "points", "bonus", "rounds"), "mine": mine, "gone": held(s.where, GONE)}

    def notation(self, state: State, seat: int, option: int) -> str:
        return "confirm" if state.asked(seat) == CONFIRM else "stop" if option == STOP else f"build {option}"

    def reason(self, path: Path) -> Reason:
        return Reason("TB-2", "build a tile of yours that is larger than the top of your tower")

    def secrets(self, state: State) -> list[Secret]:
        s = Kilns.of(state)
        found = []
        for seat in range(0 if s.over() else int(s.seats)):
            found.append(Secret(f"tiles of {seat}", tuple(held(s.where, seat)), int(BIT[seat])))
            found.append(Secret(f"tower of {seat}", tuple(s.tower(seat)), int(BIT[seat])))
        return found

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        return (("tiles", Kilns.of(state).points[seat]), ("largest top", Kilns.of(state).bonus[seat]))

    def pieces(self, state: State) -> dict[str, int]:
        return {"tiles": len(Kilns.of(state).where)}
