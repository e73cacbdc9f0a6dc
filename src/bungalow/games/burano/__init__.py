"""Burano: families of a lagoon island build coloured houses, fish, make lace and lay roofs."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from bungalow.core.account import Account
from bungalow.core.changes import Change
from bungalow.core.clauses import clauses
from bungalow.core.contract import BIT, NONE, Game, State
from bungalow.core.random import Random
from bungalow.core.types import Event, Kind, Option, Reason, Secret
from bungalow.core.types import Path as Targets
from bungalow.games.burano import notation, reasons, view, words
from bungalow.games.burano.account import account
from bungalow.games.burano.box import Prepared
from bungalow.games.burano.data import Box, read_box
from bungalow.games.burano.heuristic import BuranoHeuristic
from bungalow.games.burano.picture import picture
from bungalow.games.burano.places import COLOURS
from bungalow.games.burano.prepare import prepare
from bungalow.games.burano.rules.season import set_up
from bungalow.games.burano.shapes import BuranoView
from bungalow.games.burano.state import REMOVED, SOURCES, Burano

KINDS = (
    Kind("roof_kind", 4, "chooses a kind of roof tile", "BN-9.11"),
    Kind("place_cube", 84, "builds a pyramid", "BN-2.1"),
    Kind("confirm_pyramid", 1, "builds a pyramid", "BN-2.1", confirm=True),
    Kind("turn_menu", 6, "chooses a move", "BN-3.1"),
    Kind("pick_slot", 14, "picks up a cube", "BN-3.7"),
    Kind("build_colour", 6, "chooses a cube to build", "BN-3.10"),
    Kind("build_cell", 49, "builds a house", "BN-3.11"),
    Kind("sail", 10, "chooses where to sail", "BN-4.1", single=True),
    Kind("swap_first", 18, "swaps dock houses", "BN-5.4"),
    Kind("swap_second", 18, "swaps dock houses", "BN-5.4"),
    Kind("take_fish", 9, "takes a fish card", "BN-4.3"),
    Kind("dispatch_count", 3, "sends workers", "BN-4.5"),
    Kind("ship", 4, "trades fish", "BN-4.9"),
    Kind("ship_row", 6, "trades fish", "BN-4.10"),
    Kind("ship_kind", 8, "trades fish", "BN-4.10"),
    Kind("lace_place", 57, "sends lace makers", "BN-4.13"),
    Kind("earn_withdraw", 35, "withdraws workers", "BN-4.20"),
    Kind("roof_tile", 48, "chooses a roof tile", "BN-3.17"),
    Kind("roof_place", 196, "lays a roof", "BN-3.17"),
    Kind("roof_bonus", 18, "chooses a bonus", "BN-3.20"),
    Kind("cube_colour", 6, "buys a cube", "BN-5.3"),
    Kind("cube_slot", 14, "buys a cube", "BN-5.3"),
    Kind("lace_pay", 63, "pays lace makers", "BN-6.3"),
    Kind("substitute", 7, "takes other cubes instead", "BN-6.7"),
    Kind("cleanup_buy", 8, "may buy cubes", "BN-5.6"),
    Kind("drop_roof", 49, "may drop roof tiles", "BN-6.8"),
)


class BuranoGame(Game):
    """The title."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "burano"
        self.title = "Burano"
        self.sentence = (
            "Stack your colours well: every painted house sends your family to fish, to make lace or to earn."
        )
        self.minutes = 120
        self.rules_version = "2"
        self.seats = (2, 3, 4)
        self.options = (
            Option(
                "experienced", "Experienced", False, (False, True), "One of the verified workshop layouts at random."
            ),
        )
        self.kinds = KINDS
        self.max_options = 200
        self.max_moves = 5000
        self.silent = True
        self.heuristic = BuranoHeuristic()

    def components(self, edition: str = "") -> Box:
        return _box(edition)

    def provenance(self, edition: str = "") -> dict[str, int]:
        return dict(_box(edition).document.provenance)

    def guide(self) -> str:
        return resources.files(__name__).joinpath("guide.md").read_text(encoding="utf-8")

    def rules(self) -> dict[str, str]:
        return clauses(resources.files(__name__).joinpath("rules.md").read_text(encoding="utf-8"))

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        table = set_up(self, _prepared(edition, seats), seats, bool(options["experienced"]), random)
        table.edition = _box(edition).document.hash
        return table

    def view(self, state: State, viewer: int) -> BuranoView:
        return view.view(state, viewer)

    def own(self, state: State, seat: int, public: object) -> list[Change]:
        return view.own(state, seat)

    def picture(self, view: object, viewer: int, names: tuple[str, ...]) -> str:
        return picture(view, viewer, names)

    def question(self, state: State, seat: int) -> str:
        return words.question(state, seat)

    def targets(self, state: State, seat: int, option: int) -> Targets:
        return notation.path(words.box_of(state), int(state.asked(seat)), option)

    def words(self, state: State, seat: int, option: int) -> str:
        return words.words(state, seat, option)

    def notation(self, state: State, seat: int, option: int) -> str:
        return notation.notation(words.box_of(state), int(state.asked(seat)), option)

    def parse(self, state: State, seat: int, text: str) -> int:
        return notation.parse(words.box_of(state), int(state.asked(seat)), text)

    def why_not(self, state: State, seat: int, target: str, path: Targets) -> Reason | None:
        return reasons.why_not(state, seat, target, path)

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return words.say(event, names)

    def marks(self, event: Event) -> tuple[str, ...]:
        return words.marks(event)

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        assert isinstance(state, Burano)
        return tuple((name, int(state.points[seat * SOURCES + source])) for source, name in enumerate(words.PARTS))

    def account(self, state: State) -> Account:
        return account(state)

    def secrets(self, state: State) -> list[Secret]:
        """Face-down stacks and decks from everybody; hands and unfinished pyramids from the others (SPEC 1)."""
        assert isinstance(state, Burano)
        found: list[Secret] = []
        for kind in range(4):
            left = [int(state.roof_stack[i]) for i in range(kind * 12 + int(state.roof_drawn[kind]), kind * 12 + 12)]
            if len(left) > 1:
                found.append(Secret(f"roof stack {kind}", left, 0))
        cards = [int(state.building_deck[i]) for i in range(int(state.building_drawn), len(state.building_deck))]
        if len(cards) > 1:
            found.append(Secret("building deck", cards, 0))
        fish = [int(state.fish_deck[i]) for i in range(int(state.fish_drawn), len(state.fish_deck))]
        if len(set(fish)) > 1:
            found.append(Secret("fish deck", fish, 0))
        for seat in range(int(state.seats)):
            own = range(seat * 8, seat * 8 + 8)
            hand = [int(state.hand[i]) for i in own]
            if any(state.hand[i] > state.known[i] for i in own):
                found.append(Secret(f"hand of {seat}", hand, int(BIT[seat])))
            if state.hidden_pyramids:
                pyramid = [int(state.pyramid[i]) for i in range(seat * 14, seat * 14 + 14)]
                found.append(Secret(f"pyramid of {seat}", pyramid, int(BIT[seat])))
        return found

    def pieces(self, state: State) -> dict[str, int]:
        """Cubes, dock houses, workers, roof tiles, fish, cards and ships never get lost (2.4, 2.7 of the rules)."""
        assert isinstance(state, Burano)
        seats = range(int(state.seats))
        found = {f"{name} cubes": _cubes(state, colour) for colour, name in enumerate(COLOURS)}
        for colour, name in enumerate(COLOURS):
            found[f"{name} dock houses"] = sum(here == colour for here in state.docks)
        for kind, fish in enumerate(words.box_of(state).fish):
            deck = sum(state.fish_deck[i] == kind for i in range(int(state.fish_drawn), len(state.fish_deck)))
            held = sum(int(state.hand[seat * 8 + kind] + state.sold[seat * 8 + kind]) for seat in seats)
            found[fish.id] = deck + held + sum(here == kind for here in state.fish_row)
        for seat in seats:
            outside = sum(int(state.workers[seat * 6 + island]) for island in range(6))
            found[f"workers of {seat}"] = int(state.ring[seat]) + outside + int(state.lace[seat]).bit_count()
        stacked = sum(12 - int(drawn) for drawn in state.roof_drawn)
        laid = sum(place >= 0 or place == REMOVED for place in state.roof_at)
        found["roof tiles"] = stacked + laid + sum(tile != NONE for tile in state.tiles)
        held_cards = sum(int(cards).bit_count() for cards in state.cards)
        deck_cards = len(state.building_deck) - int(state.building_drawn)
        found["building cards"] = deck_cards + held_cards + sum(card != NONE for card in state.building_row)
        return found


def _cubes(table: Burano, colour: int) -> int:
    """Cubes of a colour anywhere."""
    count = int(table.supply[colour])
    for seat in range(int(table.seats)):
        count += int(table.reserve[seat * 6 + colour] + table.prepared[seat * 6 + colour])
        count += sum(table.pyramid[seat * 14 + slot] == colour for slot in range(14))
    for stack in table.city:
        layers = int(stack) & 7
        count += sum((int(stack) >> 3 * (layer + 1)) & 7 == colour for layer in range(0, layers, 2))
    return count


@cache
def _box(edition: str) -> Box:
    return read_box(Path(edition) if edition else None)


@cache
def _prepared(edition: str, seats: int) -> Prepared:
    """The box as hot code wants it for a number of seats."""
    return prepare(_box(edition), seats)


GAME = BuranoGame()
