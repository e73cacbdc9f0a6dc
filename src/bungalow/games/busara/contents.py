"""What a box of Busara holds, as typed values, and the same made ready for hot code."""

from __future__ import annotations

from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.components import Document
from bungalow.games.busara.program import Program
from bungalow.games.busara.realm import Prepared

RESOURCES = ("fire", "water", "wind", "earth")
"""The fixed type order."""
VIRTUES = ("security", "energy", "nature", "art", "wisdom", "economy")
SEATS = (2, 3, 4, 5, 6)
TIMINGS = ("own_action", "turn_start", "power_used", "threat", "action_end", "turn_end")


@dataclass(frozen=True)
class Resource:
    id: str
    name: str
    letter: str
    colour: str
    hex: str
    glyph: str
    tokens: int


@dataclass(frozen=True)
class Virtue:
    id: str
    name: str
    letter: str
    glyph: str
    made_of: tuple[int, int]
    tokens: int


@dataclass(frozen=True)
class Board:
    """How a Kingdom Board looks."""

    id: str
    name: str
    hex: str
    pattern: str


@dataclass(frozen=True)
class SetupCard:
    id: str
    gives: tuple[int, ...]
    source: str


@dataclass(frozen=True)
class Card:
    """A kind of Resource Card: a resource, or an event with effects."""

    id: str
    name: str
    resource: int
    """-1 for an event."""
    disaster: bool
    copies: int
    text: str
    code: int
    source: str


@dataclass(frozen=True)
class Kingdom:
    id: str
    name: str
    country: str
    goal: tuple[int, ...]
    power: str
    power_id: str
    cost: int
    timing: int
    hidden_only: bool
    text: str
    code: int
    source: str
    designed: tuple[str, ...]
    """Parts that are ours in spite of the source."""


@dataclass(frozen=True)
class Box:
    """Everything in the box."""

    document: Document
    params: dict[str, int]
    resources: tuple[Resource, ...]
    virtues: tuple[Virtue, ...]
    boards: tuple[Board, ...]
    layouts: dict[int, tuple[tuple[int, int], ...]]
    setup_cards: tuple[SetupCard, ...]
    cards: tuple[Card, ...]
    kingdoms: tuple[Kingdom, ...]
    program: Program

    def recipe(self, one: int, other: int) -> int:
        """The Virtue that two resources forge; -1 for two of the same type."""
        return next((i for i, v in enumerate(self.virtues) if v.made_of in ((one, other), (other, one))), -1)

    def kingdom_number(self, name: str) -> int:
        return next((i for i, kingdom in enumerate(self.kingdoms) if kingdom.id == name), -1)

    def setup_card_number(self, name: str) -> int:
        return next((i for i, card in enumerate(self.setup_cards) if card.id == name), -1)

    def card_number(self, name: str) -> int:
        return next((i for i, card in enumerate(self.cards) if card.id == name), -1)

    def branch_labels(self, pc: int) -> tuple[str, ...]:
        """The labels of the branches that may be chosen at a row of the program."""
        return self.program.labels[pc]


def counts_words(counts: tuple[int, ...], names: tuple[str, ...]) -> str:
    """`2 Fire and 1 Water`; `nothing`."""
    parts = [f"{count} {name.capitalize()}" for count, name in zip(counts, names, strict=True) if count]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"


def prepare(box: Box, seats: int) -> Prepared:
    """The box as hot code wants it for a number of seats."""
    ready = Prepared(box)
    ready.kingdom_names = [kingdom.name for kingdom in box.kingdoms]
    ready.power_names = [kingdom.power for kingdom in box.kingdoms]
    ready.card_names = [card.name for card in box.cards]
    ready.setup_names = [counts_words(card.gives, RESOURCES) for card in box.setup_cards]
    ready.labels = box.program.row_labels()
    ready.stock = vec[i64]([resource.tokens for resource in box.resources])
    ready.supply = vec[i64]([virtue.tokens for virtue in box.virtues])
    ready.recipe = vec[i64]([box.recipe(one, other) for one in range(4) for other in range(4)])
    ready.deck = vec[i64]([kind for kind, card in enumerate(box.cards) for _ in range(card.copies)])
    ready.card_resource = vec[i64]([card.resource for card in box.cards])
    ready.card_disaster = vec[i64]([int(card.disaster) for card in box.cards])
    ready.card_code = vec[i64]([card.code for card in box.cards])
    ready.kingdoms = len(box.kingdoms)
    ready.goal = vec[i64]([needed for kingdom in box.kingdoms for needed in kingdom.goal])
    ready.goal_size = min(sum(kingdom.goal) for kingdom in box.kingdoms)
    ready.cost = vec[i64]([kingdom.cost for kingdom in box.kingdoms])
    ready.timing = vec[i64]([kingdom.timing for kingdom in box.kingdoms])
    ready.hidden_only = vec[i64]([int(kingdom.hidden_only) for kingdom in box.kingdoms])
    ready.power_code = vec[i64]([kingdom.code for kingdom in box.kingdoms])
    timings = [kingdom.timing for kingdom in box.kingdoms]
    reactors = [timings.index(timing) if timing in timings else -1 for timing in range(len(TIMINGS))]
    ready.reactor = vec[i64](reactors)
    ready.code = vec[i64](box.program.code)
    ready.setup_cards = len(box.setup_cards)
    ready.setup_gives = vec[i64]([count for card in box.setup_cards for count in card.gives])
    ready.quick_at = vec[i64]([part for corner in box.layouts[seats] for part in corner])
    ready.min_contact = box.params["min_contact_spaces"]
    return ready
