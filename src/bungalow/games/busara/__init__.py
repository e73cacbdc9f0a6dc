"""Busara: African kingdoms gather resources, forge Virtues across each other's boards, trade, and wield Powers."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import cast

from bungalow.core.account import Account
from bungalow.core.changes import Change
from bungalow.core.clauses import clauses
from bungalow.core.contract import BIT, NONE, Game, State
from bungalow.core.random import Random
from bungalow.core.types import Event, Kind, Option, Reason, Secret
from bungalow.core.types import Path as Targets
from bungalow.core.weights import read_weights
from bungalow.games.busara import kinds, lines, view, why, words
from bungalow.games.busara.account import account
from bungalow.games.busara.contents import RESOURCES, SEATS, VIRTUES, Box, prepare
from bungalow.games.busara.data import read_box
from bungalow.games.busara.heuristic import BusaraHeuristic
from bungalow.games.busara.picture import picture
from bungalow.games.busara.realm import CELLS, Prepared
from bungalow.games.busara.rules.actions import TRIO_COUNT
from bungalow.games.busara.rules.setup import RANDOM_STARTER, new_table
from bungalow.games.busara.state import (
    CHOOSING_SETUP_CARDS,
    ENDLESS,
    LAST_ROUND,
    PLACING_BOARDS,
    PLACING_TOKENS,
    WINNING,
    Busara,
    count_in,
)
from bungalow.games.busara.weights import NAMES

_CELL = int(CELLS)
_VIRTUE = len(VIRTUES)


class BusaraGame(Game):
    """The title."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "busara"
        self.title = "Busara"
        self.sentence = "Forge the Virtues that your kingdom needs from chains across all borders, trade, wield Powers."
        self.minutes = 45
        self.rules_version = "2"
        self.seats = SEATS
        self.options = (
            Option(
                "deal",
                "The deal",
                "beginner",
                ("beginner", "experienced"),
                "Beginners get one card of each kind, the experienced choose one of two.",
            ),
            Option(
                "layout",
                "The layout",
                "free",
                ("free", "quick"),
                "Place the boards yourselves, or take a ready-made layout.",
            ),
            Option(
                "starter",
                "Who begins",
                "random",
                ("random", 1, 2, 3, 4, 5, 6),
                "By chance or by seat; numbers go on counting round the table.",
            ),
            Option(
                "cap",
                "The last round",
                int(LAST_ROUND),
                (int(LAST_ROUND), "none"),
                "After round 60 whoever is closest to their goal wins, "
                "or you play until somebody wins (at most 1,000 rounds).",
                later=True,
            ),
        )
        self.kinds = (
            Kind("choose_kingdom", 40, "Which Kingdom Card do you keep?", "BS-1.4"),
            Kind("choose_setup_card", 40, "Which Setup Card do you keep?", "BS-1.5"),
            Kind("place_board", int(kinds.REACH_WIDTH**2), "Where does your board lie?", "BS-1.9"),
            Kind("place_token", _CELL, "Where does the token go?", "BS-2.12"),
            Kind("react_start", 2, "Take this turn over?", "BS-2.3", passes=0, reaction=True),
            Kind("choose_action", 6, "Which action?", "BS-2.4"),
            Kind("move_token", int(kinds.STAY) + 1, "Which resource moves where?", "BS-4.1"),
            Kind("forge_start", _CELL, "Where does the chain begin?", "BS-5.1"),
            Kind("forge_step", _CELL + 1, "How does the chain go on?", "BS-5.2"),
            Kind("remove_three", int(TRIO_COUNT), "Which three resources are discarded?", "BS-6.1"),
            Kind("remove_target", _CELL, "Which resource is removed?", "BS-6.2"),
            Kind("react_threat", 2, "Avert the threat?", "BS-7.27", passes=0, reaction=True),
            Kind("trade_want", int(kinds.DONE) + 1, "What do you want?", "BS-7.2"),
            Kind("trade_offer", int(kinds.NO_OFFER) + 1, "What do you give?", "BS-7.3"),
            Kind("trade_accept", 7, "Which offer do you accept?", "BS-7.5"),
            Kind("trade_pick", _CELL, "Which token is handed over?", "BS-7.6"),
            Kind("pay_virtue", _VIRTUE, "Which Virtue pays?", "BS-7.11"),
            Kind("react_power", 2, "Cancel this Power?", "BS-7.15", passes=0, reaction=True),
            Kind("choose_player", 6, "Which player?", "BS-7.16"),
            Kind("choose_number", 10, "How many?", "BS-7.30"),
            Kind("choose_branch", 4, "Which of these?", "BS-7.30"),
            Kind("choose_resource_type", 4, "Which resource is gained?", "BS-7.20"),
            Kind("choose_token", _CELL, "Which resource is taken?", "BS-7.26"),
            Kind("choose_virtue", _VIRTUE + 1, "Which Virtue?", "BS-7.31"),
            Kind("exchange_step", _VIRTUE + 1, "Which Virtue is exchanged?", "BS-7.23"),
            Kind("discard_token", _CELL, "Which resource is discarded?", "BS-3.6"),
            Kind("discard_virtue", _VIRTUE, "Which Virtue is discarded?", "BS-3.6"),
            Kind("react_action", 2, "Undo this action?", "BS-2.5", passes=0, reaction=True),
            Kind("react_turn_end", 2, "Take an extra turn now?", "BS-2.8", passes=0, reaction=True),
            Kind("trade_ask", int(kinds.GIFT) + 1, "What do you ask in return?", "BS-7.3"),
        )
        self.max_options = _CELL
        self.max_moves = 350_000  # without a cap: 1,000 rounds; random games of six took 12,257 at most
        self.silent = True
        # How many Virtues a player has who hid them can be counted; often their types follow.
        self.fixed_secrets = tuple(f"Virtues of {seat + 1}" for seat in range(max(SEATS)))
        self.heuristic = BusaraHeuristic(read_weights(resources.files(__name__).joinpath("weights.toml"), NAMES))

    def components(self, edition: str = "") -> Box:
        return _box(edition)

    def provenance(self, edition: str = "") -> dict[str, int]:
        return dict(_box(edition).document.provenance)

    def guide(self) -> str:
        return resources.files(__name__).joinpath("guide.md").read_text(encoding="utf-8")

    def rules(self) -> dict[str, str]:
        return clauses(resources.files(__name__).joinpath("rules.md").read_text(encoding="utf-8"))

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        chosen = options["starter"]
        starter = (chosen - 1) % seats if isinstance(chosen, int) else int(RANDOM_STARTER)
        box = _prepared(edition, seats)
        table = new_table(
            self, box, seats, random, options["deal"] == "experienced", options["layout"] == "quick", starter
        )
        if options["cap"] == "none":
            table.last_round = ENDLESS
        table.edition = _box(edition).document.hash
        return table

    def view(self, state: State, viewer: int) -> view.BusaraView:
        return view.view(state, viewer)

    def own(self, state: State, seat: int, public: object) -> list[Change]:
        return view.own(state, seat, cast(view.BusaraView, public))

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
        return why.why_not(state, seat, target, path)

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return lines.say(event, names)

    def marks(self, event: Event) -> tuple[str, ...]:
        return lines.marks(event)

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        assert isinstance(state, Busara)
        won = bool(state.winners & BIT[seat])
        return (("progress", int(state.progress(seat))), ("winner", int(WINNING) if won else 0))

    def account(self, state: State) -> Account:
        return account(state)

    def secrets(self, state: State) -> list[Secret]:
        """Kingdom and Setup Cards, what was laid aside, hidden Virtues, the order of the deck (SPEC part 1)."""
        assert isinstance(state, Busara)
        facts: list[Secret] = []
        unseen = [int(state.deck[i]) for i in range(int(state.drawn), len(state.deck))]
        if len(set(unseen)) > 1:
            facts.append(Secret("deck", unseen, 0))
        if state.over():
            return facts
        for seat in range(int(state.seats)):
            me = int(BIT[seat])
            if not state.face_up & BIT[seat] and state.kingdom[seat] != NONE:
                facts.append(Secret(f"Kingdom Card {seat + 1}", int(state.kingdom[seat]), int(state.known[seat])))
            if len(state.dealt):
                pair = (int(state.dealt[2 * seat]), int(state.dealt[2 * seat + 1]))
                facts.append(Secret(f"kingdoms dealt to {seat + 1}", pair, me))
            if CHOOSING_SETUP_CARDS <= state.phase <= PLACING_BOARDS:
                if state.setup_card[seat] != NONE:
                    facts.append(Secret(f"Setup Card of {seat + 1}", int(state.setup_card[seat]), me))
                if len(state.setup_dealt):
                    pair = (int(state.setup_dealt[2 * seat]), int(state.setup_dealt[2 * seat + 1]))
                    facts.append(Secret(f"Setup Cards dealt to {seat + 1}", pair, me))
            if state.realm.hides(seat):
                held = [int(state.realm.virtues[6 * seat + virtue]) for virtue in range(_VIRTUE)]
                facts.append(Secret(f"Virtues of {seat + 1}", held, me))
        return facts

    def pieces(self, state: State) -> dict[str, int]:
        """Tokens, Virtues and cards never get lost."""
        assert isinstance(state, Busara)
        realm, seats = state.realm, range(int(state.seats))
        found: dict[str, int] = {}
        for i, name in enumerate(RESOURCES):
            on_boards = sum(1 for token in realm.token if token != NONE and token & 3 == i)
            in_hands = int(count_in(state.hand, i)) + int(count_in(state.other_hand, i))
            found[name] = int(realm.stock[i]) + on_boards + in_hands + _still_to_place(state, i)
            counted = sum(int(realm.have[4 * board + i]) for board in seats)
            found[f"{name} miscounted"] = counted - on_boards
        for i, name in enumerate(VIRTUES):
            found[name] = int(realm.supply[i]) + sum(int(realm.virtues[6 * seat + i]) for seat in seats)
        found["Virtues miscounted"] = sum(int(n) for n in realm.riches) - sum(int(n) for n in realm.virtues)
        for kind, card in enumerate(_box_of(state).cards):
            found[f"card {card.id}"] = sum(1 for held in state.deck if held == kind)
        kept = [int(kingdom) for kingdom in state.kingdom if kingdom != NONE]
        found["Kingdom Cards twice"] = len(kept) - len(set(kept))
        found["boards owned"] = len({int(owner) for owner in realm.owner})
        return found


def _still_to_place(state: Busara, resource: int) -> int:
    """During setup: tokens of players who have not begun to place theirs."""
    if state.phase != PLACING_TOKENS:
        return 0
    waiting = [state.clockwise(state.starter, state.seats - 1 - i) for i in range(int(state.seats_to_go))]
    return sum(int(state.box.setup_gives[4 * state.setup_card[seat] + resource]) for seat in waiting)


def _box_of(state: Busara) -> Box:
    box = state.box.cold
    assert isinstance(box, Box)
    return box


@cache
def _box(edition: str) -> Box:
    return read_box(Path(edition) if edition else None)


@cache
def _prepared(edition: str, seats: int) -> Prepared:
    return prepare(_box(edition), seats)


GAME = BusaraGame()
