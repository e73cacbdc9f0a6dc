"""What a seat may see of a table of Burano.

Hidden are the order of the face-down stacks and decks, the fish in other hands, and pyramids while they are built.
"""

from __future__ import annotations

from typing import TypedDict, cast

from bungalow.core.contract import NONE, State
from bungalow.games.burano import words
from bungalow.games.burano.data import ROOF_KINDS, SEASONS, SLOTS, Box
from bungalow.games.burano.notation import CELLS, DOCKS, SQUARES, placement_cells
from bungalow.games.burano.places import COLOURS, ISLANDS, NODES
from bungalow.games.burano.rules.cleanup import union_points
from bungalow.games.burano.rules.fishing import matching
from bungalow.games.burano.rules.roofs import (
    island_leader,
    placements,
    roof_card_vp,
    roof_vp,
    wild_colours,
    workshop_leader,
)
from bungalow.games.burano.rules.trade import can_fill, ports_with_ships, ships_at
from bungalow.games.burano.state import SOURCES, Burano


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
    card: str
    name: str
    words: str
    source: str


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
    pyramid: PyramidView
    reserve: dict[str, int]


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
    union_points: int
    """What all its lace makers would add as unions if they were paid."""


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
    fish_row: list[str]
    fish_deck: int
    building_row: list[CardView]
    building_deck: int
    glyphs: dict[str, str]
    players: list[PlayerView]
    own: OwnView | None


def view(state: State, viewer: int) -> BuranoView:
    """The table as a seat, or a spectator (-1), sees it."""
    table = cast(Burano, state)
    box = words.box_of(table)
    season = max(int(table.season), 0)
    rounds = box.turns[season]
    return BuranoView(
        over=table.over(),
        season=SEASONS[season],
        round=min(int(table.round) + 1, rounds),
        rounds=rounds,
        turns_left=max(rounds - int(table.round), 0),
        start=int(table.start),
        turn=int(table.turn),
        building=bool(table.hidden_pyramids),
        move=_move(table),
        actions={name: words.ACTIONS[table.markers[colour]] for colour, name in enumerate(COLOURS)},
        city=[_cell(int(table.city[pit]), pit) for pit in box.city.pits],
        water=[CELLS[cell] for cell in range(49) if cell not in box.city.pits and cell != box.city.fountain],
        fountain=CELLS[box.city.fountain],
        roofs=_roofs(table, box),
        open_pits=[CELLS[cell] for cell in _places(int(table.pits))],
        islands=[_island(table, box, island) for island in range(len(ISLANDS))],
        ports=[_port(table, box, port) for port in (6, 7)],
        ships=_ships(table, box),
        routes=[[NODES[one], NODES[other]] for one, other in box.routes],
        layout=table.layout.name,
        lace=[_square(table, square) for square in _places(int(table.layout.area))],
        workshop_leaders={name: _seat(workshop_leader(table, colour)) for colour, name in enumerate(COLOURS)},
        supply=_colours(table, [int(count) for count in table.supply]),
        roof_stacks={kind: 12 - int(table.roof_drawn[number]) for number, kind in enumerate(ROOF_KINDS)},
        removed_roofs=[tile.name for number, tile in enumerate(box.tiles) if table.roof_at[number] == -2],
        fish_row=[box.fish[kind].id for kind in table.fish_row if kind != NONE],
        fish_deck=len(table.fish_deck) - int(table.fish_drawn),
        building_row=[_card(box, int(card)) for card in table.building_row if card != NONE],
        building_deck=len(table.building_deck) - int(table.building_drawn),
        glyphs={colour.id: colour.glyph for colour in box.colours},
        players=[_player(table, box, seat) for seat in range(int(table.seats))],
        own=_own(table, box, viewer) if viewer >= 0 else None,
    )


def _places(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]


def _seat(number: int) -> int | None:
    return None if number == NONE else int(number)


def _colours(table: Burano, counts: list[int]) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def _move(table: Burano) -> MoveView:
    moves = int(table.moves)
    return MoveView(
        moves=moves,
        next_coins=int(table.box.move_coins[moves]) if moves < 4 else None,
        colour=COLOURS[table.colour] if table.colour != NONE else None,
        tile=table.box.tile_names[table.tile] if table.tile != NONE else None,
        dock=DOCKS[table.dock] if table.dock != NONE else None,
        swapped=bool(table.swapped),
        fish_due=int(table.fish_due),
        arrows_left={
            name: int(table.arrows_left) >> 2 * colour & 3
            for colour, name in enumerate(COLOURS)
            if int(table.arrows_left) >> 2 * colour & 3
        },
    )


def _cell(stack: int, cell: int) -> CellView:
    layers = stack & 7
    return CellView(
        cell=CELLS[cell],
        layers=[COLOURS[stack >> 3 * (layer + 1) & 7] for layer in range(layers)],
        floor=(layers + 1) // 2,
        roofed=layers in (2, 4),
    )


def _roofs(table: Burano, box: Box) -> list[LaidRoofView]:
    found: list[LaidRoofView] = []
    for number, tile in enumerate(box.tiles):
        laid = int(table.roof_at[number])
        cells = placement_cells(laid // 4) if laid >= 0 else None
        if cells is not None:
            found.append(
                LaidRoofView(
                    tile=tile.name,
                    cells=[CELLS[cell] for cell in cells],
                    colours=[COLOURS[tile.one], COLOURS[tile.other]],
                    floor=laid % 4,
                )
            )
    return found


def _island(table: Burano, box: Box, island: int) -> IslandView:
    seats = range(int(table.seats))
    return IslandView(
        island=ISLANDS[island],
        name=box.nodes[island].name,
        docks={DOCKS[dock]: COLOURS[table.docks[dock]] for dock in range(island * 3, island * 3 + 3)},
        workers=[int(table.workers[seat * 6 + island]) for seat in seats],
        leader=_seat(island_leader(table, island)),
        boats=[seat for seat in seats if table.boat[seat] == island],
    )


def _port(table: Burano, box: Box, port: int) -> PortView:
    ships = int(ships_at(table, port))
    return PortView(
        port=NODES[port],
        name=box.nodes[port].name,
        ships=[ship.id for number, ship in enumerate(box.ships) if ships >> number & 1],
        boats=[seat for seat in range(int(table.seats)) if table.boat[seat] == port],
    )


def _ships(table: Burano, box: Box) -> list[ShipView]:
    return [
        ShipView(
            ship=ship.id,
            name=ship.name,
            port="PW" if int(table.ships_west) >> number & 1 else "PE",
            rows=[ShipRowView(groups=row.groups, each=row.each, vp=row.vp) for row in ship.rows],
        )
        for number, ship in enumerate(box.ships)
    ]


def _square(table: Burano, square: int) -> SquareView:
    holder = next((seat for seat in range(int(table.seats)) if int(table.lace[seat]) >> square & 1), None)
    return SquareView(
        square=SQUARES[square],
        colour=COLOURS[table.layout.colour[square]],
        coin=bool(int(table.layout.coins) >> square & 1),
        worker=holder,
        paid=bool(int(table.paid) >> square & 1),
    )


def _card(box: Box, number: int) -> CardView:
    card = box.buildings[number]
    return CardView(card=card.id, name=card.name, words=words.card_words(box, card), source=card.source)


def _ring(table: Burano, seat: int) -> RingView:
    first, workers = int(table.arrow[seat]), int(table.ring[seat])
    houses: list[HouseView] = []
    for house in range(12):
        sector = max((house - first) % 12 - 2, 0)
        houses.append(
            HouseView(
                colour=COLOURS[table.ring_colour[seat * 12 + house]],
                symbol="fountain" if table.ring_fountain[seat * 12 + house] else "coin",
                sector=sector,
                covered=0 < sector <= workers,
            )
        )
    return RingView(
        houses=houses,
        first_arrow=first,
        workers=workers,
        arrows=words.arrows_after(table, seat, 0),
        next_arrows=[words.arrows_after(table, seat, sent) for sent in (1, 2, 3)],
        coins=int(table.visible_coins(seat)),
        fountains=int(table.visible_fountains(seat)),
    )


def _pyramid(table: Burano, seat: int) -> PyramidView:
    filled = int(table.filled[seat])
    to_fill = int(table.slots_to_fill(seat)) if table.hidden_pyramids else 0
    return PyramidView(
        slots={SLOTS[slot]: COLOURS[table.pyramid[seat * 14 + slot]] for slot in _places(filled)},
        free=[SLOTS[slot] for slot in _places(int(table.free_slots(seat)))],
        next_slots=[SLOTS[slot] for slot in _places(to_fill)],
    )


def _public_reserve(table: Burano, seat: int) -> list[int]:
    """While pyramids are hidden, which cubes are in them already is hidden too."""
    counts = [int(table.reserve[seat * 6 + colour]) for colour in range(6)]
    if table.hidden_pyramids:
        for slot in _places(int(table.filled[seat])):
            counts[table.pyramid[seat * 14 + slot]] += 1
    return counts


def _tile(table: Burano, box: Box, seat: int, number: int) -> TileView:
    tile = box.tiles[number]
    return TileView(
        tile=tile.name,
        kind=ROOF_KINDS[tile.kind],
        colours=[COLOURS[tile.one], COLOURS[tile.other]],
        vp_now=int(roof_vp(table, seat, number)),
        card_vp_now=int(roof_card_vp(table, seat, number)),
        places=_places_of(table, seat, number),
    )


def _places_of(table: Burano, seat: int, tile: int) -> list[list[str]]:
    wild = wild_colours(table, seat)
    found: list[list[str]] = []
    for ways in range(4):
        for cell in _places(int(placements(table, tile, wild, ways // 2, ways % 2))):
            cells = placement_cells(cell * 4 + ways) or ()
            found.append([CELLS[place] for place in cells])
    return found


def _reach(table: Burano, box: Box, seat: int) -> list[ReachView]:
    found: list[ReachView] = []
    ports = int(ports_with_ships(table, seat))
    for node in _places(int(table.reach(seat))):
        ships = int(ships_at(table, node)) if ports >> node & 1 else 0
        matches = int(matching(table, seat, node)) if node < 6 else 0
        others = [other for other in range(int(table.seats)) if other != seat]
        pushes = [other for other in others if matches and table.workers[other * 6 + node] and table.ring[other] < 9]
        found.append(
            ReachView(
                node=NODES[node],
                matches=matches,
                pushes=pushes if table.ring[seat] > 1 else [],
                ships=[ship.id for number, ship in enumerate(box.ships) if ships >> number & 1],
            )
        )
    return found


def _player(table: Burano, box: Box, seat: int) -> PlayerView:
    points = [int(table.points[seat * SOURCES + source]) for source in range(int(SOURCES))]
    fish = [kind.id for kind in box.fish]
    return PlayerView(
        seat=seat,
        letter="ABCD"[(seat - int(table.first)) % int(table.seats)],
        score=sum(points),
        points=dict(zip(words.PARTS, points, strict=True)),
        coins=int(table.coins[seat]),
        privilege=int(table.privilege[seat]),
        ring=_ring(table, seat),
        reserve=_colours(table, _public_reserve(table, seat)),
        pyramid=None if table.hidden_pyramids else _pyramid(table, seat),
        pyramid_ready=bool(table.hidden_pyramids) and not int(table.building) >> seat & 1,
        prepared=_colours(table, [int(table.prepared[seat * 6 + colour]) for colour in range(6)]),
        tiles=[
            _tile(table, box, seat, int(table.tiles[i])) for i in range(seat * 3, seat * 3 + 3) if table.tiles[i] >= 0
        ],
        fish=sum(int(table.hand[seat * 8 + kind]) for kind in range(8)),
        fish_seen={fish[kind]: int(table.known[seat * 8 + kind]) for kind in range(8)},
        sold={fish[kind]: int(table.sold[seat * 8 + kind]) for kind in range(8)},
        cards=[_card(box, card) for card in _places(int(table.cards[seat]))],
        boat=NODES[table.boat[seat]],
        reach=_reach(table, box, seat),
        workers_on_islands=sum(int(table.workers[seat * 6 + island]) for island in range(6)),
        lace=[SQUARES[square] for square in _places(int(table.lace[seat]))],
        union_points=int(union_points(table, table.lace[seat])),
    )


def _own(table: Burano, box: Box, seat: int) -> OwnView:
    return OwnView(
        hand={kind.id: int(table.hand[seat * 8 + number]) for number, kind in enumerate(box.fish)},
        sales=[
            SaleView(ship=ship.id, row=i + 1, vp=row.vp)
            for number, ship in enumerate(box.ships)
            for i, row in enumerate(ship.rows)
            if can_fill(table, seat, number, i)
        ],
        pyramid=_pyramid(table, seat),
        reserve=_colours(table, [int(table.reserve[seat * 6 + colour]) for colour in range(6)]),
    )
