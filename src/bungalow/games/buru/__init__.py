"""Buru: explorers bid blindly for four regions, recruit and task islanders, and pay tribute to the spirits."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.account import Account
from bungalow.core.clauses import clauses
from bungalow.core.contract import BIT, NONE, Game, State
from bungalow.core.errors import BadOptions
from bungalow.core.random import Random
from bungalow.core.types import Event, Kind, Option, Reason, Rivals, Secret, Waiting
from bungalow.core.types import Path as Targets
from bungalow.games.buru import log, view, words
from bungalow.games.buru.account import account
from bungalow.games.buru.components import SIDES, SPIRITS, Box
from bungalow.games.buru.data import read_box
from bungalow.games.buru.heuristic import BuruHeuristic
from bungalow.games.buru.prepare import prepare
from bungalow.games.buru.rules.effects import (
    ACT_SIZE,
)
from bungalow.games.buru.rules.round import BaseMoments
from bungalow.games.buru.rules.setup import RANDOM_SIDE, set_up
from bungalow.games.buru.secrets import secrets
from bungalow.games.buru.state import (
    ELDERS,
    ESTEEM,
    EXPLORERS,
    MAT,
    REGIONS,
    SPACES,
    TABLEAU,
    TRIBUTES,
    Buru,
    Moments,
)
from bungalow.games.buru.tables import Prepared

LAWAN = ("Lawan A", "Lawan B")


class BuruGame(Game):
    """The title. `moments` is the door for modules."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "buru"
        self.title = "Buru"
        self.sentence = (
            "Send explorers blind to forest, shore, village and lake, and win the esteem of the island's spirits."
        )
        self.minutes = 75
        self.age = 12
        self.rules_version = "1"
        self.seats = (2, 3, 4)
        self.options = (
            Option("lawan", 0, (0, 1, 2), "how many of the seats are Lawan, rivals played by Plot cards"),
            Option("longer", False, (False, True), "six rounds instead of five"),
            *(
                Option(f"altar_{spirit}", "random", ("random", *SIDES), f"side of {spirit.capitalize()}'s altar")
                for spirit in SPIRITS
            ),
        )
        self.kinds = (
            Kind("place", int(REGIONS * EXPLORERS), "places an Explorer", "BU-3.1"),
            Kind("space", int(SPACES), "chooses an action space", "BU-5.8"),
            Kind("pick", 3, "picks a resource", "BU-6.3"),
            Kind("act", int(ACT_SIZE), "resolves an action", "BU-5.9"),
            Kind("discard", 13, "puts an Elder back", "BU-9.2"),
        )
        self.max_options = int(ACT_SIZE)
        self.max_moves = 1200
        self.heuristic = BuruHeuristic()
        setup = _box("").setup
        self.rivals = Rivals("lawan", LAWAN, setup.lawan_choices, setup.default_lawan)

    def moments(self, options: dict[str, object]) -> Moments:
        """What happens at the named moments of a round; a module hands out its own."""
        return _BASE

    def components(self, edition: str = "") -> Box:
        return _box(edition)

    def provenance(self, edition: str = "") -> dict[str, int]:
        return dict(_box(edition).document.provenance)

    def guide(self) -> str:
        return resources.files(__name__).joinpath("guide.md").read_text(encoding="utf-8")

    def rules(self) -> dict[str, str]:
        return clauses(resources.files(__name__).joinpath("rules.md").read_text(encoding="utf-8"))

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        lawan = options["lawan"]
        assert isinstance(lawan, int)
        humans = seats - lawan
        box = _box(edition)
        if lawan not in box.setup.lawan_choices.get(humans, ()):
            raise BadOptions(f"{seats} seats cannot hold {lawan} Lawan: Buru needs 1 to 4 humans", clause="BU-R2")
        sides = [options[f"altar_{spirit}"] for spirit in SPIRITS]
        faces = [int(RANDOM_SIDE) if side == "random" else SIDES.index(str(side)) for side in sides]
        table = set_up(
            self,
            _prepared(edition),
            self.moments(options),
            seats,
            lawan,
            bool(options["longer"]),
            vec[i64](faces),
            random,
        )
        table.edition = box.document.hash
        return table

    def view(self, state: State, viewer: int) -> view.BuruView:
        return view.view(state, viewer)

    def waiting(self, state: State) -> Waiting:
        plain = super().waiting(state)
        return Waiting(plain.seats, words.waiting(state)) if plain.seats else plain

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
        return log.say(event, names)

    def marks(self, event: Event) -> tuple[str, ...]:
        return log.marks(event)

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        assert isinstance(state, Buru)
        parts = (
            ("track", int(state.get(seat, ESTEEM))),
            ("tributes", int(state.tribute_esteem(seat))),
            ("elders", int(state.elder_esteem(seat))),
        )
        return (*parts, ("sets", int(state.set_esteem(seat)))) if state.is_lawan(seat) else parts

    def account(self, state: State) -> Account:
        return account(state)

    def secrets(self, state: State) -> list[Secret]:
        return secrets(state)

    def pieces(self, state: State) -> dict[str, int]:
        """Cards, Explorers and totems never get lost."""
        assert isinstance(state, Buru)
        seats = range(int(state.seats))
        held = {
            what: sum(int(state.get(seat, what)).bit_count() for seat in seats) for what in (TABLEAU, ELDERS, TRIBUTES)
        }
        plots = sum(card != NONE for card in (state.plot_a, state.plot_b, state.plot_held))
        placed = sum(state.bids[seat * EXPLORERS + turn] & 7 != 0 for seat in seats for turn in range(int(EXPLORERS)))
        on_mats = sum(int(state.get(seat, MAT)).bit_count() for seat in range(int(state.humans)))
        lawan = int(state.seats - state.humans)
        islanders = {int(state.islander_deck[i]) for i in range(int(state.islander_count))}
        islanders |= {int(card) for card in state.row if card != NONE} | set(view.members(int(state.islander_discard)))
        for seat in seats:
            islanders |= set(view.members(int(state.get(seat, TABLEAU))))
        return {
            "islanders": int(state.islander_count)
            + sum(card != NONE for card in state.row)
            + int(state.islander_discard).bit_count()
            + held[TABLEAU],
            "different islanders": len(islanders),
            "forest cards": int(state.forest_count)
            + int(state.forest_row).bit_count()
            + int(state.forest_discard).bit_count(),
            "elders": int(state.elder_count) + held[ELDERS],
            "tributes": sum(int(left) for left in state.tribute_left) + held[TRIBUTES],
            "plots": int(state.plot_count) + int(state.plot_discard).bit_count() + plots,
            "explorers": placed + on_mats + (int(EXPLORERS) * lawan if state.over() else 0),
            "decrees": len({int(decree) for decree in state.decree_deck}),
            "emissaries": sum(int(state.emissary) == seat for seat in seats),
            "negative goods": sum(
                1
                for seat in seats
                for good in range(5)
                if state.get(seat, good) < 0 or state.get(seat, 3) > state.box.fish_cap
            ),
            "recruited": len(view.recruited(state)) - held[TABLEAU],
            "decrees in play at most": int(int(state.decrees & (BIT[12] - 1)) == int(state.decrees)),
        }


@cache
def _box(edition: str) -> Box:
    return read_box(Path(edition) if edition else None)


@cache
def _prepared(edition: str) -> Prepared:
    return prepare(_box(edition))


_BASE = BaseMoments()
GAME = BuruGame()
