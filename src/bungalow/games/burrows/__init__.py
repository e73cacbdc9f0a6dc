"""Burrows: gopher ranchers dig tunnels between vegetables and lure each other's gophers away."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.account import Account
from bungalow.core.clauses import clauses
from bungalow.core.contract import NONE, Game, State
from bungalow.core.random import Random
from bungalow.core.types import Event, Kind, Reason, Secret
from bungalow.core.types import Path as Targets
from bungalow.core.weights import read_weights
from bungalow.games.burrows import view, words
from bungalow.games.burrows.account import account
from bungalow.games.burrows.data import Box, read_box
from bungalow.games.burrows.foresight import BurrowsForesight
from bungalow.games.burrows.picture import picture
from bungalow.games.burrows.rules import BUILD, set_up
from bungalow.games.burrows.state import GONE, NOT_GIVEN, Burrows, Prepared
from bungalow.games.burrows.warren import MAX_PLACES, PLACE_SIZE
from bungalow.games.burrows.weights import NAMES


class BurrowsGame(Game):
    """The title."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "burrows"
        self.title = "Burrows"
        self.sentence = "Dig tunnels from root to root, lure your neighbours' gophers, and be ready when the bus comes."
        self.minutes = 45
        self.age = 10
        self.rules_version = "1"
        self.seats = (2, 3, 4, 5)
        self.kinds = (
            Kind("action", 2 * int(BUILD), "reserves or builds a tile", "BW-1.3"),
            Kind("piece", 3, "chooses which tile to lay", "BW-3.6"),
            Kind("place", int(PLACE_SIZE), "lays a tile", "BW-3.3"),
            Kind("lure", 5, "chooses whose gopher moves", "BW-6.3"),
        )
        self.max_options = int(MAX_PLACES)
        # At most 80 turns (BW-R25); the longest lays the pool tile, keeps the reserved one and lures three gophers.
        self.max_moves = 80 * 7
        self.lowest_wins = True
        self.alike_to_all = True  # BW-R13, BW-R14
        self.heuristic = BurrowsForesight(read_weights(resources.files(__name__).joinpath("weights.toml"), NAMES))

    def components(self, edition: str = "") -> Box:
        return _box(edition)

    def provenance(self, edition: str = "") -> dict[str, int]:
        return dict(_box(edition).document.provenance)

    def guide(self) -> str:
        return resources.files(__name__).joinpath("guide.md").read_text(encoding="utf-8")

    def rules(self) -> dict[str, str]:
        return clauses(resources.files(__name__).joinpath("rules.md").read_text(encoding="utf-8"))

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        table = set_up(self, _prepared(edition, seats), seats, random)
        table.edition = _box(edition).document.hash
        return table

    def view(self, state: State, viewer: int) -> view.BurrowsView:
        return view.view(state, viewer)

    def picture(self, view: object, viewer: int, names: tuple[str, ...]) -> str:
        return picture(view, viewer, names)

    def question(self, state: State, seat: int) -> str:
        return words.question(state, seat)

    def targets(self, state: State, seat: int, option: int) -> Targets:
        return words.targets(state, seat, option)

    def words(self, state: State, seat: int, option: int) -> str:
        return words.words(state, seat, option)

    def notation(self, state: State, seat: int, option: int) -> str:
        return words.notation(state, seat, option)

    def parse(self, state: State, seat: int, text: str) -> int:
        return words.parse(state, seat, text)

    def why_not(self, state: State, seat: int, target: str, path: Targets) -> Reason | None:
        return words.why_not(state, seat, target, path)

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return words.say(event, names)

    def marks(self, event: Event) -> tuple[str, ...]:
        return words.marks(event)

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        assert isinstance(state, Burrows)
        return (
            ("complaints", int(state.complaints[seat])),
            ("reserved tile", -1 if state.reserve[seat] != NONE else 0),
        )

    def account(self, state: State) -> Account:
        return account(state)

    def secrets(self, state: State) -> list[Secret]:
        """The order of the face-down tiles is the only secret, from everybody (SPEC 1)."""
        assert isinstance(state, Burrows)
        unseen = [int(state.stock[i]) for i in range(int(state.drawn), len(state.stock))]
        return [Secret("stock", unseen, 0)] if len(unseen) > 1 else []

    def pieces(self, state: State) -> dict[str, int]:
        """Tiles, gophers of each colour (BW-6.6) and pages never get lost."""
        assert isinstance(state, Burrows)
        held = sum(1 for tile in state.reserve if tile != NONE)
        laid = sum(int(warren.count) for warren in state.warrens)
        chosen = 1 if state.chosen != NONE else 0
        stock = len(state.stock) - int(state.drawn)
        scored = sum(1 for owner in state.page_owner if owner != NOT_GIVEN)
        start = int(state.stage_start(state.stage))
        gophers = {
            f"{words.GOPHERS[colour]} gophers": sum(
                1 for seat in range(int(state.seats)) if state.house_length[seat * 3 + colour] > 0
            )
            for colour in range(3)
        }
        given = sum(
            int(state.page_complaints[page])
            for page, owner in enumerate(state.page_owner)
            if owner not in (NOT_GIVEN, GONE)
        )
        return {
            "tiles": stock + int(state.pool_count) + held + chosen + laid,
            "pages beyond the scored stages": scored - start,
            "complaints beyond the given pages": sum(int(c) for c in state.complaints) - given,
            **gophers,
        }


@cache
def _box(edition: str) -> Box:
    return read_box(Path(edition) if edition else None)


@cache
def _prepared(edition: str, seats: int) -> Prepared:
    """The box as hot code wants it for a number of seats."""
    box = _box(edition)
    layout = box.layout(seats)
    ready = Prepared(box, box.faces, [tile.id for tile in box.tiles])
    ready.page_colour = box.page_colour
    ready.page_complaints = box.page_complaints
    ready.white_pages = vec[i64](list(box.white_pages))
    ready.schedule = vec[i64]([page for stage in layout.stages for page in stage])
    ends = [sum(len(stage) for stage in layout.stages[: i + 1]) for i in range(len(layout.stages))]
    ready.stage_ends = vec[i64](ends)
    housed = [colour in box.boards[seat].gophers(seats) for seat in range(seats) for colour in range(3)]
    ready.house_length = vec[i64]([int(here) for here in housed])
    ready.moves_to_arrive = box.moves_to_arrive[seats]
    return ready


GAME = BurrowsGame()
