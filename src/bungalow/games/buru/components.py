"""What lies in the box of Buru: names, and the things of each kind as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bungalow.core.components import Document

REGIONS = ("forest", "shore", "village", "lake")
"""In the order in which they are resolved (BU-5.1)."""
SPIRITS = ("banyu", "gunung", "manuk")
TYPES = ("artisan", "gatherer", "noble", "priest")
RESOURCES = ("clay", "palm", "ebony")
GOODS = ("clay", "palm", "ebony", "fish", "esteem")
SIDES = ("a", "b")
PHASES = ("dawn", "morning", "noon", "afternoon", "dusk")
SPACES = 5
LEVELS = 2
MODULES = ("base",)
REGION_ORDER = (1, 2, 3, 5)
"""Place 4 is kept free for the expansion's region."""

AT_ONCE = ("gain", "if_totem", "per_totem", "totem")
"""Ops without a decision; on a card they come first."""
ASKS = ("trade", "choose", "tribute", "task", "recruit", "cycle", "elder", "emissary", "forest_card")
SCROLL = "while_tasked"
OPS: dict[str, tuple[str, ...]] = {
    "gain": GOODS,
    "trade": ("pay", "gain"),
    "choose": ("options",),
    "if_totem": ("spirit", "gain"),
    "per_totem": ("gain",),
    SCROLL: ("on", "spirits", "gain"),
    "tribute": ("count", "spirits"),
    "task": ("count", "types"),
    "recruit": ("count",),
    "cycle": ("count",),
    "elder": ("count",),
    "emissary": (),
    "totem": ("spirit",),
    "forest_card": ("count",),
}
"""Every op with its fields."""
ON_SPACE = ("gain", "recruit", "cycle", "task", "tribute", "elder", "emissary", "forest_card")
"""Ops that may stand on an action space, each once."""
BRANCHES = 2
MOST = 9

Bag = tuple[int, int, int, int, int]
"""Amounts of clay, palm, ebony, fish and Esteem."""
NOTHING: Bag = (0, 0, 0, 0, 0)


def goods_text(bag: Bag) -> str:
    """`2 palm and 1 fish`"""
    words = [f"{amount} {name}" for amount, name in zip(bag, (*GOODS[:4], "Esteem"), strict=True) if amount]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "nothing"


@dataclass(frozen=True)
class Effect:
    """One step of an effect list (rules, part 5)."""

    op: str
    gain: Bag = NOTHING
    pay: Bag = NOTHING
    count: int = 1
    spirits: tuple[int, ...] = ()
    types: tuple[int, ...] = ()
    options: tuple[tuple[Effect, ...], ...] = ()


Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Colour:
    id: str
    pattern: str


@dataclass(frozen=True)
class Region:
    id: str
    name: str
    start_angle: float
    end_angle: float
    totem: int | None
    triumph: Effects


@dataclass(frozen=True)
class Space:
    id: str
    region: int
    index: int
    rating: int
    effects: Effects
    source: str


@dataclass(frozen=True)
class Spirit:
    id: str
    name: str
    meaning: str
    colour: str
    region: int


@dataclass(frozen=True)
class ForestCard:
    id: str
    rating: int
    gain: Bag
    choose: tuple[tuple[int, ...], ...]
    source: str


@dataclass(frozen=True)
class Islander:
    id: str
    name: str
    type: int
    cost: int
    effects: Effects
    text: str
    source: str


@dataclass(frozen=True)
class Level:
    need: tuple[int, ...]
    """Three resources, four types, three spirits."""
    esteem: int


@dataclass(frozen=True)
class Elder:
    id: str
    name: str
    levels: tuple[Level, ...]
    source: str


@dataclass(frozen=True)
class Decree:
    id: str
    name: str
    region: int | None
    spirit: int | None
    effects: Effects
    text: str
    source: str


@dataclass(frozen=True)
class Plot:
    id: str
    morning: tuple[int, int]
    recruit: tuple[int, ...]
    tribute: tuple[int, ...]
    forest_bonus: Bag
    lake_emissary: bool
    """The lake bonus: Emissary, else Esteem for each tribute."""
    source: str


@dataclass(frozen=True)
class Setup:
    decrees: int
    decrees_long: int
    decrees_per_round: int
    fish_emissary: int
    fish_others: int
    forest_row: tuple[int, ...]
    """By number of seats."""
    lawan_choices: Mapping[int, tuple[int, ...]]
    """By number of humans."""
    default_lawan: Mapping[int, int]


@dataclass(frozen=True)
class Lawan:
    most_in_region: int
    shore_discount: int
    village_esteem: int
    task_esteem: int
    elders: int
    set_bonus: tuple[int, ...]


@dataclass(frozen=True)
class Box:
    """Everything in the box."""

    document: Document
    rounds: int
    rounds_long: int
    fish_cap: int
    track: int
    colours: tuple[Colour, ...]
    regions: tuple[Region, ...]
    spaces: tuple[Space, ...]
    spirits: tuple[Spirit, ...]
    payable: tuple[int, ...]
    """Spirits to whom tribute can be paid at the lake."""
    altars: tuple[tuple[Bag, Bag], ...]
    """The cost on side a and on side b, for each spirit."""
    tributes: tuple[tuple[int, ...], ...]
    """The values of each spirit's Tribute cards."""
    forest: tuple[ForestCard, ...]
    islanders: tuple[Islander, ...]
    elders: tuple[Elder, ...]
    decrees: tuple[Decree, ...]
    plots: tuple[Plot, ...]
    setup: Setup
    lawan: Lawan
    rings: Mapping[str, tuple[float, float]]

    def space(self, region: int, index: int) -> Space:
        return self.spaces[region * SPACES + index]
