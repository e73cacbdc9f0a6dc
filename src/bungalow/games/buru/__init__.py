"""Buru: explorers bid blindly for four regions, recruit and task islanders, and pay tribute to the spirits.

The seven modules of its expansion Ambelau are options of the title; their rules stand in `modules/`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.account import Account
from bungalow.core.changes import Change
from bungalow.core.clauses import clauses
from bungalow.core.components import SOURCES
from bungalow.core.contract import NONE, Game, State
from bungalow.core.errors import BadOptions
from bungalow.core.random import Random
from bungalow.core.types import Event, Forced, Kind, Option, Reason, Rivals, Secret, Waiting
from bungalow.core.types import Path as Targets
from bungalow.core.weights import read_weights
from bungalow.games.buru import log, notation, reasons, view, words
from bungalow.games.buru.account import account
from bungalow.games.buru.components import BASE_SPIRITS, MODULES, SIDES, SPIRITS, Box
from bungalow.games.buru.data import read_box
from bungalow.games.buru.facts import members, misplaced_canoes, recruited
from bungalow.games.buru.heuristic import BuruHeuristic
from bungalow.games.buru.modules.ambelau import Ambelau
from bungalow.games.buru.modules.blessings import BLESSED, Blessings
from bungalow.games.buru.modules.fifth_player import FifthPlayer
from bungalow.games.buru.modules.lawan_ambelau import LawanAmbelau
from bungalow.games.buru.modules.liaisons import Liaisons
from bungalow.games.buru.modules.tokoh import Tokoh
from bungalow.games.buru.modules.ukum import MOST_ISLANDERS, Ukum
from bungalow.games.buru.picture import picture
from bungalow.games.buru.prepare import prepare
from bungalow.games.buru.rules.effects import ACT_SIZE, PLACES, SPACE_SIZE
from bungalow.games.buru.rules.setup import RANDOM_SIDE, set_up
from bungalow.games.buru.secrets import secrets
from bungalow.games.buru.state import (
    ELDERS,
    ESTEEM,
    MAT,
    TABLEAU,
    TRIBUTES,
    Buru,
    Module,
    Moments,
)
from bungalow.games.buru.tables import Prepared
from bungalow.games.buru.weights import NAMES

LAWAN = ("Lawan A", "Lawan B")
EXPANSION = "Ambelau, the expansion"
_MODULES: dict[str, Module] = {
    "fifth_player": FifthPlayer(),
    "ambelau": Ambelau(),
    "ukum": Ukum(),
    "lawan_ambelau": LawanAmbelau(),
    "tokoh": Tokoh(),
    "blessings": Blessings(),
    "liaisons": Liaisons(),
}
"""In the order of the module matrix: so they are called where several care for one moment."""
_SENTENCES = {
    "fifth_player": ("Fifth player", "Red pieces for one more seat, no new rules."),
    "ambelau": ("Ambelau", "A second island with canoes, Guides, and Ibu, whose tributes grow as a set."),
    "ukum": ("Ukum", "A fourth altar that takes Islanders, and Outlaws who are worth exiling."),
    "lawan_ambelau": (
        "Lawan of Ambelau",
        "20 other Plot cards for Lawan, who then know Ambelau and Ukum and may sit at a table of five.",
    ),
    "tokoh": ("Tokoh", "A leader for everybody, with a gift at the start and an action of one's own."),
    "blessings": ("Blessings", "Who acts last in a region gets +1 Power there for later."),
    "liaisons": (
        "Liaisons",
        "A token without Power that may bring a second action, for as many fish as its space has gems.",
    ),
}
"""What a module is called and what it changes."""
RECOMMENDED = ("ambelau", "ukum", "tokoh", "blessings", "liaisons")
"""The modules that the publisher likes best together."""
SEATS_OF_THE_BASE = 4
_SEATS = (2, 3, 4, 5)
_FORCED = {
    "fifth_player": (
        Forced(True, "on, since five seats are taken", seats=_SEATS[-1:]),
        Forced(False, "only for a fifth seat", seats=_SEATS[:-1]),
    ),
    "lawan_ambelau": (
        Forced(False, "only for Lawan", given={"lawan": (0,)}),
        Forced(True, "on, since a Lawan plays with Ambelau", given={"lawan": (1, 2), "ambelau": (True,)}),
        Forced(True, "on, since a Lawan plays with Ukum", given={"lawan": (1, 2), "ukum": (True,)}),
        Forced(True, "on, since a Lawan takes one of five seats", seats=_SEATS[-1:], given={"lawan": (1, 2)}),
    ),
    "altar_ibu": (Forced("random", "only with Ambelau", given={"ambelau": (False,)}),),
    "altar_ukum": (Forced("random", "only with Ukum", given={"ukum": (False,)}),),
}
"""AM-1.2, AM-15.1, AM-15.2: what seats and Lawan decide; an altar that is not in play has no side to choose."""


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
        self.rules_version = "2"
        self.seats = _SEATS
        self.options = (
            Option("lawan", "Lawan", 0, (0, 1, 2), "How many of the seats are Lawan, rivals played by Plot cards."),
            Option("longer", "Longer game", False, (False, True), "Six rounds instead of five."),
            *(_altar(spirit) for spirit in BASE_SPIRITS),
            *(_module(name) for name in MODULES),
            *(_altar(spirit, EXPANSION) for spirit in SPIRITS[len(BASE_SPIRITS) :]),
        )
        self.kinds = (
            Kind("place", int(PLACES * (BLESSED + 1)), "places a token", "BU-3.1"),
            Kind("space", int(SPACE_SIZE), "chooses an action space", "BU-5.8"),
            Kind("pick", 3, "picks a resource", "BU-6.3"),
            Kind("act", int(ACT_SIZE), "resolves an action", "BU-5.9"),
            Kind("discard", 16, "puts an Elder back", "BU-9.2"),
            Kind("tokoh", 10, "chooses a Tokoh", "AM-11.1"),
            Kind("take", 2, "takes the Triumph reward or the Blessing", "AM-12.2"),
            Kind("exile", MOST_ISLANDERS, "exiles an Islander", "AM-9.2"),
        )
        self.max_options = int(ACT_SIZE)
        self.max_moves = 2000
        self.heuristic = BuruHeuristic(read_weights(resources.files(__name__).joinpath("weights.toml"), NAMES))
        self.rivals = Rivals("lawan", LAWAN, _lawan_choices(), {**_box("").setup.default_lawan, _SEATS[-1]: 0})

    def moments(self, options: dict[str, object]) -> Moments:
        """For each named moment the modules that care, as the options have them."""
        return _moments(modules_of(options))

    def components(self, edition: str = "") -> Box:
        return _box(edition)

    def provenance(self, edition: str = "") -> dict[str, int]:
        box = _box(edition)
        documents = [box.document, *([box.expansion] if box.expansion else [])]
        return {source: sum(document.provenance[source] for document in documents) for source in SOURCES}

    def guide(self) -> str:
        return resources.files(__name__).joinpath("guide.md").read_text(encoding="utf-8")

    def rules(self) -> dict[str, str]:
        """Those of the base game and those of its expansion."""
        files = resources.files(__name__)
        texts = [files.joinpath(name).read_text(encoding="utf-8") for name in ("rules.md", "ambelau.md")]
        return {clause: words for text in texts for clause, words in clauses(text).items()}

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        lawan = options["lawan"]
        assert isinstance(lawan, int)
        humans = seats - lawan
        if seats > SEATS_OF_THE_BASE and not options["fifth_player"]:
            raise BadOptions("5 seats need the Fifth Player; without it Buru has 2 to 4 seats", clause="AM-1.2")
        if humans < 1 or seats < 2:
            raise BadOptions(f"{seats} seats cannot hold {lawan} Lawan: Buru needs a human", clause="BU-R2")
        modules = modules_of(options)
        if lawan and seats > SEATS_OF_THE_BASE and "lawan_ambelau" not in modules:
            raise BadOptions(
                "5 seats with Lawan need the Lawan of Ambelau (lawan_ambelau=on); without it people and Lawan take "
                "4 seats at most",
                clause="AM-15.1",
            )
        box = _box(edition)
        sides = [options[f"altar_{spirit}"] for spirit in SPIRITS]
        faces = [int(RANDOM_SIDE) if side == "random" else SIDES.index(str(side)) for side in sides]
        table = set_up(
            self,
            _prepared(edition, modules),
            self.moments(options),
            seats,
            lawan,
            bool(options["longer"]),
            vec[i64](faces),
            random,
        )
        table.edition = box.edition(modules)
        return table

    def view(self, state: State, viewer: int) -> view.BuruView:
        return view.view(state, viewer)

    def own(self, state: State, seat: int, public: object) -> list[Change]:
        return view.own(state, seat, cast(view.BuruView, public))

    def picture(self, view: object, viewer: int, names: tuple[str, ...]) -> str:
        return picture(view, viewer, names)

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
        return notation.notation(state, seat, option)

    def parse(self, state: State, seat: int, text: str) -> int:
        return notation.parse(state, seat, text)

    def why_not(self, state: State, seat: int, target: str, path: Targets) -> Reason | None:
        return reasons.why_not(state, seat, target, path)

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return log.say(event, names)

    def marks(self, event: Event) -> tuple[str, ...]:
        return log.marks(event)

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        assert isinstance(state, Buru)
        parts: tuple[tuple[str, int], ...] = (
            ("track", int(state.get(seat, ESTEEM))),
            ("tributes", int(state.tribute_esteem(seat))),
            ("elders", int(state.elder_esteem(seat))),
        )
        if state.moments.score:
            parts = (*parts, ("ibu set", int(state.more_esteem(seat))))
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
        tokens = int(state.box.tokens)
        out = [int(bid) & 7 for bid in state.bids if bid & 7]
        explorers = sum(1 <= token <= 5 for token in out)
        liaisons = sum(token == 7 for token in out)
        mats = [int(state.get(seat, MAT)) for seat in range(int(state.humans))]
        explorers += sum((mat & 31).bit_count() for mat in mats)
        liaisons += sum(mat >> 6 & 1 for mat in mats)
        lawan = int(state.seats - state.humans)
        at_home = lawan if state.over() or state.round == 0 else 0  # a Lawan's tokens are dealt out at Dawn
        islanders = {int(state.islander_deck[i]) for i in range(int(state.islander_count))}
        islanders |= {int(card) for card in state.row if card != NONE} | set(members(int(state.islander_discard)))
        for seat in seats:
            islanders |= set(members(int(state.get(seat, TABLEAU))))
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
            "plots": (int(state.plot_count) + int(state.plot_discard).bit_count() + plots)
            or int(state.box.plot_set).bit_count(),
            "explorers": explorers + 5 * at_home,
            "liaisons": liaisons + at_home * (int(state.box.ordinary) >> 6 & 1),
            "decrees": len({int(decree) for decree in state.decree_deck}),
            "emissaries": sum(int(state.emissary) == seat for seat in seats) or int(state.round == 0),
            "negative goods": sum(
                1
                for seat in seats
                for good in range(5)
                if state.get(seat, good) < 0 or state.get(seat, 3) > state.box.fish_cap
            ),
            "recruited": len(recruited(state)) - held[TABLEAU],
            "decrees in play at most": int(int(state.decrees & state.box.decree_set) == int(state.decrees)),
            "bids out of reach": sum(int(bid) >> 3 > len(state.box.next_region) for bid in state.bids)
            + int(len(state.bids) != tokens * int(state.seats)),
            "canoes in two places": misplaced_canoes(state),
        }


def _altar(spirit: str, group: str = "") -> Option:
    words = f"Which side of {spirit.capitalize()}'s altar lies up."
    label, sides = f"Altar of {spirit.capitalize()}", ("random", *SIDES)
    forced = _FORCED.get(f"altar_{spirit}", ())
    return Option(f"altar_{spirit}", label, "random", sides, words, later=bool(group), group=group, forced=forced)


def _module(name: str) -> Option:
    label, words = _SENTENCES[name]
    return Option(
        name,
        label,
        False,
        (False, True),
        words,
        later=True,
        group=EXPANSION,
        recommended=None if name in _FORCED else name in RECOMMENDED,
        forced=_FORCED.get(name, ()),
    )


def _lawan_choices() -> dict[int, tuple[int, ...]]:
    """By the number of people how many Lawan may sit with them: five seats in all, the fifth with their own Plot
    cards (AM-15.1, AM-R33)."""
    return {
        people: tuple(lawan for lawan in range(len(LAWAN) + 1) if people + lawan in _SEATS)
        for people in range(1, _SEATS[-1] + 1)
    }


def modules_of(options: dict[str, object]) -> tuple[str, ...]:
    """The modules in play, in the order of their matrix. Without Lawan their Plot cards stay in the box; with Ambelau
    or Ukum they come by themselves (AM-15.2)."""
    chosen = {name for name in MODULES if options[name]}
    if options["lawan"] == 0:
        chosen.discard("lawan_ambelau")
    elif chosen & {"ambelau", "ukum"}:
        chosen.add("lawan_ambelau")
    return tuple(name for name in MODULES if name in chosen)


@cache
def _moments(modules: tuple[str, ...]) -> Moments:
    return Moments([_MODULES[name] for name in modules])


@cache
def _box(edition: str) -> Box:
    return read_box(Path(edition) if edition else None)


@cache
def _prepared(edition: str, modules: tuple[str, ...]) -> Prepared:
    return prepare(_box(edition), modules)


GAME = BuruGame()
