"""The shape of what a seat is shown of a table of Burano; `view.py` fills it."""

from __future__ import annotations

from typing import TypedDict


class CellView(TypedDict):
    """A pit: its stack from the bottom, cubes and rooftop blocks in turn."""

    cell: str
    layers: list[str]
    floor: int
    """Floor of the top cube; 0 for an empty pit."""
    roofed: bool


class LaidRoofView(TypedDict):
    """A roof tile in the city; its first colour lies on the first cell."""

    tile: str
    cells: list[str]
    colours: list[str]
    floor: int


class TileView(TypedDict):
    """A roof tile on a player board: what it would score now, and where it fits."""

    tile: str
    kind: str
    colours: list[str]
    vp_now: int
    card_vp_now: int
    places: list[list[str]]
    """Pairs of cells where it may lie now; its first colour on the first cell."""


class SquareView(TypedDict):
    square: str
    colour: str
    coin: bool
    worker: int | None
    """The seat whose lace maker stands there."""
    paid: bool


class IslandView(TypedDict):
    island: str
    name: str
    docks: dict[str, str]
    """Dock squares with the colours of their houses."""
    workers: list[int]
    leader: int | None
    boats: list[int]


class ShipRowView(TypedDict):
    groups: int
    each: int
    vp: int


class ShipView(TypedDict):
    ship: str
    name: str
    port: str
    rows: list[ShipRowView]


class PortView(TypedDict):
    port: str
    name: str
    ships: list[str]
    boats: list[int]


class CardView(TypedDict):
    """A building card; `colours` and `fish` are what it names."""

    card: str
    name: str
    words: str
    effect: str
    colours: list[str]
    fish: list[str]


class HouseView(TypedDict):
    """A house of the schedule ring; `sector` 1 to 9, or 0 under an arrow."""

    colour: str
    symbol: str
    sector: int
    covered: bool


class RingView(TypedDict):
    houses: list[HouseView]
    """Twelve, clockwise."""
    first_arrow: int
    workers: int
    arrows: list[str]
    next_arrows: list[list[str]]
    """The arrow colours after one, two or three workers have left."""
    coins: int
    fountains: int


class PyramidView(TypedDict):
    """Filled slots with their colours, and those that are free to be picked up."""

    slots: dict[str, str]
    free: list[str]
    next_slots: list[str]
    """While it is being built: where the next cube may go."""


class ReachView(TypedDict):
    """What a node in reach of the boat offers to its owner."""

    node: str
    matches: int
    docks: list[str]
    """The dock houses that match."""
    pushes: list[int]
    ships: list[str]


class SaleView(TypedDict):
    """A row of a ship that the viewer's own hand fills."""

    ship: str
    row: int
    vp: int


class OwnView(TypedDict):
    """What only the viewer knows."""

    hand: dict[str, int]
    sales: list[SaleView]
    ship: str | None
    """The ship that is being traded with."""
    pyramid: PyramidView
    size: int
    """How many cubes the pyramid will have; the rest of the reserve becomes coins."""
    reserve: dict[str, int]


class LaceNowView(TypedDict):
    """The lace scoring, if it came now and all were paid that can be."""

    vp: int
    unpaid: list[str]
    cubes: dict[str, int]
    """Cubes at hand, for each colour on which a lace maker stands."""
    one_more: dict[str, int]
    """For each colour that is lacking: the VP with one cube more."""


class PlayerView(TypedDict):
    seat: int
    letter: str
    score: int
    points: dict[str, int]
    coins: int
    privilege: int
    ring: RingView
    reserve: dict[str, int]
    """While pyramids are being built: with the cubes that lie in the pyramid already."""
    pyramid: PyramidView | None
    """None while pyramids are being built."""
    pyramid_ready: bool
    prepared: dict[str, int]
    tiles: list[TileView]
    fish: int
    fish_seen: dict[str, int]
    """Cards of the hand that everybody saw being taken from the row."""
    sold: dict[str, int]
    cards: list[CardView]
    boat: str
    reach: list[ReachView]
    workers_on_islands: int
    lace: list[str]
    lace_now: LaceNowView | None
    """None while pyramids are being built."""


class MoveView(TypedDict):
    """The turn under way."""

    moves: int
    next_coins: int | None
    """Coins that the next move brings or costs; None after the fourth."""
    colour: str | None
    tile: str | None
    dock: str | None
    swapped: bool
    fish_due: int
    arrows_left: dict[str, int]


class BuranoView(TypedDict):
    over: bool
    season: str
    round: int
    rounds: int
    turns_left: int
    """Turns of each player left in this season, the one under way included."""
    start: int
    turn: int
    building: bool
    """Pyramids are being built."""
    move: MoveView
    actions: dict[str, str]
    """What each colour means this season."""
    city: list[CellView]
    water: list[str]
    fountain: str
    roofs: list[LaidRoofView]
    open_pits: list[str]
    islands: list[IslandView]
    ports: list[PortView]
    ships: list[ShipView]
    routes: list[list[str]]
    layout: str
    lace: list[SquareView]
    workshop_leaders: dict[str, int | None]
    supply: dict[str, int]
    roof_stacks: dict[str, int]
    removed_roofs: list[str]
    majority_vp: int
    """What the majority on an island brings at the end of a season."""
    fish_row: list[str]
    fish_deck: int
    building_row: list[CardView]
    building_deck: int
    glyphs: dict[str, str]
    players: list[PlayerView]
    own: OwnView | None
