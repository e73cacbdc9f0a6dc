"""What lies in the box of Buru: names, and the things of each kind as typed values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bungalow.core.components import Document

REGIONS = ("forest", "shore", "village", "lake", "ambelau")
"""The base game has the first four. Ambelau is resolved before the lake (AM-5.1)."""
SPIRITS = ("banyu", "gunung", "manuk", "ibu", "ukum")
"""The base game has the first three."""
TYPES = ("artisan", "gatherer", "noble", "priest", "outlaw")
"""The base game has the first four."""
BASE_REGIONS, BASE_SPIRITS, BASE_TYPES = REGIONS[:4], SPIRITS[:3], TYPES[:4]
RESOURCES = ("clay", "palm", "ebony")
GOODS = ("clay", "palm", "ebony", "fish", "esteem")
NEEDS = (*RESOURCES, *BASE_TYPES, *BASE_SPIRITS, "outlaw", "ibu", "ukum")
"""What an Elder may ask for."""
SIDES = ("a", "b")
PHASES = ("dawn", "morning", "noon", "afternoon", "dusk")
SPACES = 5
CANOE_SPACES = 12
LEVELS = 2
BASE = "base"
MODULES = ("fifth_player", "ambelau", "ukum", "lawan_ambelau", "tokoh", "blessings", "liaisons")
"""In the order of the module matrix (rules of Ambelau, part 5)."""
REGION_ORDER = (1, 2, 3, 5, 4)
"""Of the regions: when each is resolved."""
TOKENS = ("1", "2", "3", "4", "5", "guide", "liaison")
"""What a seat bids: Explorers by their Power, and the tokens of modules."""

AT_ONCE = ("gain", "if_totem", "per_totem", "totem", "per_islander", "guide")
"""Ops without a decision; on a card they come first."""
SCROLL = "while_tasked"
BASE_OPS: dict[str, tuple[str, ...]] = {
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
"""Every op of the base game with its fields."""
OPS: dict[str, tuple[str, ...]] = {
    **BASE_OPS,
    "per_totem": ("gain", "max"),
    "tribute": ("count", "spirits", "pay_with"),
    "guide": (),
    "untask": ("count",),
    "per_islander": ("gain", "max"),
}
"""With those of the modules (rules of Ambelau, part 4.2)."""
ON_SPACE = ("gain", "recruit", "cycle", "task", "tribute", "elder", "emissary", "forest_card")
"""Ops that may stand on an action space, each once."""
ON_CANOE = (*ON_SPACE, "guide", "per_totem", "per_islander", "untask")
ON_TOKOH = (*ON_CANOE, "trade", "choose")
BRANCHES = 2
MOST_BRANCHES = 4
MOST = 9
NO_LIMIT = 99

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
    """None listed: every spirit that may be meant."""
    types: tuple[int, ...] = ()
    """None listed: every type."""
    options: tuple[tuple[Effect, ...], ...] = ()
    most: int = NO_LIMIT
    """Of `per_totem` and `per_islander`: at most so many times."""
    by_itself: bool = False
    """Of `tribute`: the card itself is discarded as its cost (AM-10.3)."""


Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Colour:
    id: str
    pattern: str
    module: str = BASE


@dataclass(frozen=True)
class Region:
    id: str
    name: str
    start_angle: float
    end_angle: float
    totem: int | None
    triumph: Effects
    module: str = BASE
    centre: tuple[float, float] | None = None
    """Of a region on a board of its own, in radii of Buru, with its radius."""
    radius: float = 1.0


@dataclass(frozen=True)
class Space:
    """An action space of a region, or a space of the canoe track."""

    id: str
    region: int
    index: int
    rating: int
    effects: Effects
    source: str
    text: str = ""


@dataclass(frozen=True)
class Tokoh:
    """A leader: a benefit at the start and an action space of one's own (AM-11)."""

    id: str
    name: str
    role: str
    start: Effects
    effects: Effects
    start_text: str
    text: str
    source: str


@dataclass(frozen=True)
class Spirit:
    id: str
    name: str
    meaning: str
    colour: str
    region: int
    module: str = BASE
    set_bonus: int = 0
    """Of each Tribute card for every other one of the same seat (AM-7.4)."""


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
    module: str = BASE
    requires: tuple[str, ...] = ()
    bonus: Effects = ()
    """Gained when the card is discarded for Ukum (AM-10.4)."""


@dataclass(frozen=True)
class Level:
    need: tuple[int, ...]
    """In the order of `NEEDS`."""
    esteem: int


@dataclass(frozen=True)
class Elder:
    id: str
    name: str
    levels: tuple[Level, ...]
    source: str
    module: str = BASE


@dataclass(frozen=True)
class Decree:
    id: str
    name: str
    region: int | None
    spirit: int | None
    effects: Effects
    text: str
    source: str
    module: str = BASE


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
    module: str = BASE
    ambelau_guide: bool = False
    """The Ambelau bonus: the Guide, else a tribute to Ibu."""


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
class Flags:
    """Rulings that an edition may turn round (rules of Ambelau, part 8)."""

    canoe_jumps_when_target_occupied: bool = True
    sole_bidder_blessing_forfeits_decrees: bool = False
    tokoh_allowed_at_ambelau: bool = True
    liaison_tokoh_at_ambelau: bool = False
    outlaw_taskable_with_empty_deck: bool = False
    liaison_with_blessing_alone_acts: bool = False
    liaison_forest_pays_card_rating: bool = False


@dataclass(frozen=True)
class Box:
    """Everything in the boxes, of the base game and of its expansion."""

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
    """Spirits to whom tribute can be paid at the lake, and by cards that leave the choice."""
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
    expansion: Document | None = None
    hash_of_both: str = ""
    canoe: tuple[Space, ...] = ()
    tokoh: tuple[Tokoh, ...] = ()
    flags: Flags = Flags()
    triumph_with: Mapping[tuple[str, int], Effects] = field(default_factory=dict)
    """By module and region: the Triumph reward that takes the place of the printed one."""

    def edition(self, modules: Collection[str]) -> str:
        """The hash of the data in use: of the base game alone, or with its expansion."""
        return self.hash_of_both if modules else self.document.hash

    def space(self, region: int, index: int) -> Space:
        return self.spaces[region * SPACES + index]
