"""What a seat may see of a table of Burano.

Hidden are the order of the face-down stacks and decks, the fish in other hands, and pyramids while they are built.

A view is made for every viewer after every move, and a move changes little: whatever depends on a few numbers alone is
kept with those numbers as its key. What is kept is shared between views and never written to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from bungalow.core.changes import Change, changed
from bungalow.core.contract import NONE, State
from bungalow.games.burano import words
from bungalow.games.burano.data import EFFECTS, ROOF_KINDS, SEASONS, SLOTS, Box
from bungalow.games.burano.forecast import lace_now
from bungalow.games.burano.notation import CELLS, DOCKS, SQUARES, placement_cells
from bungalow.games.burano.places import COLOURS, ISLANDS, NODES
from bungalow.games.burano.rules.roofs import (
    island_leader,
    placements,
    roof_card_vp,
    roof_vp,
    wild_colours,
    workshop_leader,
)
from bungalow.games.burano.rules.trade import can_fill, ports_with_ships
from bungalow.games.burano.shapes import (
    BuranoView,
    CardView,
    CellView,
    HouseView,
    IslandView,
    LaidRoofView,
    MoveView,
    OwnView,
    PlayerView,
    PortView,
    PyramidView,
    ReachView,
    RingView,
    SaleView,
    ShipRowView,
    ShipView,
    SquareView,
    TileView,
)
from bungalow.games.burano.state import REMOVED, SOURCES, Burano

KEPT = 4096
"""How many parts of a kind are kept."""


class Face:
    """What an edition shows of itself, whatever happens on the table."""

    def __init__(self, box: Box) -> None:
        pits = set(box.city.pits)
        self.water = [CELLS[cell] for cell in range(49) if cell not in pits and cell != box.city.fountain]
        self.fountain = CELLS[box.city.fountain]
        self.routes = [[NODES[one], NODES[other]] for one, other in box.routes]
        self.glyphs = {colour.id: colour.glyph for colour in box.colours}
        self.fish = [kind.id for kind in box.fish]
        self.cards = [
            CardView(
                card=card.id,
                name=card.name,
                words=words.card_words(box, card),
                effect=EFFECTS[card.effect],
                colours=[COLOURS[colour] for colour in card.colours],
                fish=[box.fish[kind].id for kind in card.fish],
            )
            for card in box.buildings
        ]
        self.fleets = [
            [self._ship(box, ship, west >> ship & 1) for ship in range(len(box.ships))] for west in range(16)
        ]
        """By the bit set of the ships in the west port."""

    @staticmethod
    def _ship(box: Box, number: int, west: int) -> ShipView:
        ship = box.ships[number]
        return ShipView(
            ship=ship.id,
            name=ship.name,
            port="PW" if west else "PE",
            rows=[ShipRowView(groups=row.groups, each=row.each, vp=row.vp) for row in ship.rows],
        )


_FACES: dict[str, Face] = {}


def _face(box: Box) -> Face:
    found = _FACES.get(box.document.hash)
    if found is None:
        found = _FACES[box.document.hash] = Face(box)
    return found


_MOMENTS: dict[tuple[object, ...], BuranoView] = {}
"""What everybody sees of the latest moments: the same for all viewers, so it is made once."""
MOMENTS = 64


def view(state: State, viewer: int) -> BuranoView:
    """The table as a seat, or a spectator (-1), sees it."""
    table = cast(Burano, state)
    box = words.box_of(table)
    key = _moment(table, box)
    public = _MOMENTS.get(key)
    if public is None:
        if len(_MOMENTS) >= MOMENTS:
            _MOMENTS.clear()
        public = _MOMENTS[key] = _public(table, box)
    if viewer < 0:
        return public
    return cast(BuranoView, changed(public, own(state, viewer)))


def own(state: State, seat: int) -> list[Change]:
    """What the seat sees beyond a spectator."""
    table = cast(Burano, state)
    box = words.box_of(table)
    return [(["own"], _own(table, box, _face(box), seat))]


def _moment(table: Burano, box: Box) -> tuple[object, ...]:
    """All numbers of which `_public` makes anything."""
    return (
        box.document.hash,
        table.layout.number,
        *(table.seats, table.over(), table.season, table.round, table.start, table.first, table.turn, table.moves),
        *(table.building, table.hidden_pyramids, table.ships_west, table.pits, table.colour, table.tile, table.dock),
        *(table.swapped, table.fish_due, table.arrows_left, table.paid, table.waived),
        *(table.fish_drawn, table.building_drawn),
        *table.ring_colour,
        *table.ring_fountain,
        *table.arrow,
        *table.ring,
        *table.city,
        *table.roof_at,
        *table.roof_drawn,
        *table.docks,
        *table.workers,
        *table.boat,
        *table.lace,
        *table.markers,
        *table.supply,
        *table.reserve,
        *table.pyramid,
        *table.prepared,
        *table.tiles,
        *table.cards,
        *table.points,
        *table.coins,
        *table.privilege,
        *table.fish_row,
        *table.building_row,
        *table.hand,
        *table.known,
        *table.sold,
    )


def _public(table: Burano, box: Box) -> BuranoView:
    """What everybody sees."""
    face = _face(box)
    seats = int(table.seats)
    season = max(int(table.season), 0)
    rounds = box.turns[season]
    city, roof_at = list(table.city), list(table.roof_at)
    boats, ships = list(table.boat), face.fleets[int(table.ships_west)]
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
        actions=_actions(tuple(table.markers)),
        city=[_cell(city[pit], pit) for pit in box.city.pits],
        water=face.water,
        fountain=face.fountain,
        roofs=[
            _roof(tile.name, tile.one, tile.other, laid)
            for tile, laid in zip(box.tiles, roof_at, strict=True)
            if laid >= 0
        ],
        open_pits=_names(CELLS, int(table.pits)),
        islands=_islands(table, box, boats),
        ports=[_port(table, box, port, boats, ships) for port in (6, 7)],
        ships=ships,
        routes=face.routes,
        layout=table.layout.name,
        lace=_lace(tuple(table.layout.colour), int(table.layout.coins), tuple(table.lace), int(table.paid)),
        workshop_leaders={name: _seat(workshop_leader(table, colour)) for colour, name in enumerate(COLOURS)},
        supply=_counts(tuple(table.supply)),
        roof_stacks={kind: 12 - drawn for kind, drawn in zip(ROOF_KINDS, table.roof_drawn, strict=True)},
        removed_roofs=[tile.name for tile, laid in zip(box.tiles, roof_at, strict=True) if laid == REMOVED],
        majority_vp=box.majority_vp[seats],
        fish_row=[face.fish[kind] for kind in table.fish_row if kind != NONE],
        fish_deck=len(table.fish_deck) - int(table.fish_drawn),
        building_row=[face.cards[card] for card in table.building_row if card != NONE],
        building_deck=len(table.building_deck) - int(table.building_drawn),
        glyphs=face.glyphs,
        players=[_player(table, box, face, seat) for seat in range(seats)],
        own=None,
    )


# -- parts that many moments share --------------------------------------------------------------------------------


@lru_cache(KEPT)
def _bits(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)


def _names(names: Sequence[str], bits: int) -> list[str]:
    return [names[place] for place in _bits(bits)]


def _seat(number: int) -> int | None:
    return None if number == NONE else int(number)


@lru_cache(KEPT)
def _counts(counts: tuple[int, ...]) -> dict[str, int]:
    """For each colour how many."""
    return dict(zip(COLOURS, counts, strict=True))


@lru_cache(KEPT)
def _actions(markers: tuple[int, ...]) -> dict[str, str]:
    return {name: words.ACTIONS[marker] for name, marker in zip(COLOURS, markers, strict=True)}


@lru_cache(KEPT)
def _cell(stack: int, cell: int) -> CellView:
    layers = stack & 7
    return CellView(
        cell=CELLS[cell],
        layers=[COLOURS[stack >> 3 * (layer + 1) & 7] for layer in range(layers)],
        floor=(layers + 1) // 2,
        roofed=layers in (2, 4),
    )


@lru_cache(KEPT)
def _roof(tile: str, one: int, other: int, laid: int) -> LaidRoofView:
    cells = placement_cells(laid // 4) or ()
    return LaidRoofView(
        tile=tile, cells=[CELLS[cell] for cell in cells], colours=[COLOURS[one], COLOURS[other]], floor=laid % 4
    )


@lru_cache(KEPT)
def _lace(colours: tuple[int, ...], coins: int, lace: tuple[int, ...], paid: int) -> list[SquareView]:
    """The squares of the workshops, with the lace makers on them."""
    return [
        SquareView(
            square=SQUARES[square],
            colour=COLOURS[colour],
            coin=bool(coins >> square & 1),
            worker=next((seat for seat, held in enumerate(lace) if held >> square & 1), None),
            paid=bool(paid >> square & 1),
        )
        for square, colour in enumerate(colours)
        if colour != NONE
    ]


@lru_cache(KEPT)
def _ring(colours: tuple[int, ...], fountains: tuple[int, ...], first: int, workers: int) -> RingView:
    houses: list[HouseView] = []
    for house in range(12):
        sector = max((house - first) % 12 - 2, 0)
        houses.append(
            HouseView(
                colour=COLOURS[colours[house]],
                symbol="fountain" if fountains[house] else "coin",
                sector=sector,
                covered=0 < sector <= workers,
            )
        )
    after = [[COLOURS[colours[(first + sent + arrow) % 12]] for arrow in range(3)] for sent in range(4)]
    seen = [house for house in houses if not house["covered"]]
    shown = sum(house["symbol"] == "fountain" for house in seen)
    return RingView(
        houses=houses,
        first_arrow=first,
        workers=workers,
        arrows=after[0],
        next_arrows=after[1:],
        coins=len(seen) - shown,
        fountains=shown,
    )


@lru_cache(KEPT)
def _pyramid(cubes: tuple[int, ...], free: int, to_fill: int) -> PyramidView:
    return PyramidView(
        slots={SLOTS[slot]: COLOURS[colour] for slot, colour in enumerate(cubes) if colour != NONE},
        free=_names(SLOTS, free),
        next_slots=_names(SLOTS, to_fill),
    )


@lru_cache(KEPT)
def _pairs(right: int, right_turned: int, down: int, down_turned: int) -> list[list[str]]:
    """Pairs of cells, from the bit sets of the placements in each direction."""
    found: list[list[str]] = []
    for ways, bits in enumerate((right, right_turned, down, down_turned)):
        for cell in _bits(bits):
            found.append([CELLS[place] for place in placement_cells(cell * 4 + ways) or ()])
    return found


@lru_cache(KEPT)
def _matched(arrows: tuple[str, ...], docks: tuple[int, ...], island: int) -> list[str]:
    """The dock houses of an island that match the arrows, one for each arrow (BN-4.2)."""
    left = list(arrows)
    found: list[str] = []
    for dock, colour in enumerate(docks):
        if COLOURS[colour] in left:
            left.remove(COLOURS[colour])
            found.append(DOCKS[island * 3 + dock])
    return found


# -- the moment -----------------------------------------------------------------------------------------------------


def _move(table: Burano) -> MoveView:
    moves, arrows = int(table.moves), int(table.arrows_left)
    return MoveView(
        moves=moves,
        next_coins=int(table.box.move_coins[moves]) if moves < 4 else None,
        colour=COLOURS[table.colour] if table.colour != NONE else None,
        tile=table.box.tile_names[table.tile] if table.tile != NONE else None,
        dock=DOCKS[table.dock] if table.dock != NONE else None,
        swapped=bool(table.swapped),
        fish_due=int(table.fish_due),
        arrows_left={name: arrows >> 2 * colour & 3 for colour, name in enumerate(COLOURS) if arrows >> 2 * colour & 3},
    )


def _islands(table: Burano, box: Box, boats: list[int]) -> list[IslandView]:
    docks, workers = list(table.docks), list(table.workers)
    return [
        IslandView(
            island=name,
            name=box.nodes[island].name,
            docks={DOCKS[dock]: COLOURS[docks[dock]] for dock in range(island * 3, island * 3 + 3)},
            workers=workers[island::6],
            leader=_seat(island_leader(table, island)),
            boats=[seat for seat, node in enumerate(boats) if node == island],
        )
        for island, name in enumerate(ISLANDS)
    ]


def _port(table: Burano, box: Box, port: int, boats: list[int], ships: list[ShipView]) -> PortView:
    return PortView(
        port=NODES[port],
        name=box.nodes[port].name,
        ships=[ship["ship"] for ship in ships if ship["port"] == NODES[port]],
        boats=[seat for seat, node in enumerate(boats) if node == port],
    )


def _reserve(table: Burano, seat: int, *, public: bool) -> dict[str, int]:
    """While pyramids are hidden, which cubes are in them already is hidden too."""
    counts = list(table.reserve[seat * 6 : seat * 6 + 6])
    if public and table.hidden_pyramids:
        for colour in table.pyramid[seat * 14 : seat * 14 + 14]:
            if colour != NONE:
                counts[colour] += 1
    return _counts(tuple(counts))


def _pyramid_of(table: Burano, seat: int) -> PyramidView:
    to_fill = int(table.slots_to_fill(seat)) if table.hidden_pyramids else 0
    return _pyramid(tuple(table.pyramid[seat * 14 : seat * 14 + 14]), int(table.free_slots(seat)), to_fill)


def _tile(table: Burano, box: Box, seat: int, number: int, wild: int) -> TileView:
    tile = box.tiles[number]
    return TileView(
        tile=tile.name,
        kind=ROOF_KINDS[tile.kind],
        colours=[COLOURS[tile.one], COLOURS[tile.other]],
        vp_now=int(roof_vp(table, seat, number)),
        card_vp_now=int(roof_card_vp(table, seat, number)),
        places=_pairs(
            int(placements(table, number, wild, 0, 0)),
            int(placements(table, number, wild, 0, 1)),
            int(placements(table, number, wild, 1, 0)),
            int(placements(table, number, wild, 1, 1)),
        ),
    )


def _reach(table: Burano, box: Box, seat: int, arrows: tuple[str, ...]) -> list[ReachView]:
    found: list[ReachView] = []
    ports = int(ports_with_ships(table, seat))
    west = int(table.ships_west)
    for node in _bits(int(table.reach(seat))):
        ships = 0 if not ports >> node & 1 else west if node == 6 else ~west
        docks = _matched(arrows, tuple(table.docks[node * 3 : node * 3 + 3]), node) if node < 6 else []
        pushes: list[int] = []
        if docks and table.ring[seat] > 1:
            here = enumerate(table.workers[node::6])
            pushes = [other for other, count in here if count and other != seat and table.ring[other] < 9]
        found.append(
            ReachView(
                node=NODES[node],
                matches=len(docks),
                docks=docks,
                pushes=pushes,
                ships=[ship.id for number, ship in enumerate(box.ships) if ships >> number & 1],
            )
        )
    return found


def _player(table: Burano, box: Box, face: Face, seat: int) -> PlayerView:
    points = list(table.points[seat * int(SOURCES) : (seat + 1) * int(SOURCES)])
    house, kind = seat * 12, seat * 8
    ring = _ring(
        tuple(table.ring_colour[house : house + 12]),
        tuple(table.ring_fountain[house : house + 12]),
        int(table.arrow[seat]),
        int(table.ring[seat]),
    )
    lace = int(table.lace[seat])
    wild = int(wild_colours(table, seat))
    return PlayerView(
        seat=seat,
        letter="ABCD"[(seat - int(table.first)) % int(table.seats)],
        score=sum(points),
        points=dict(zip(words.PARTS, points, strict=True)),
        coins=int(table.coins[seat]),
        privilege=int(table.privilege[seat]),
        ring=ring,
        reserve=_reserve(table, seat, public=True),
        pyramid=None if table.hidden_pyramids else _pyramid_of(table, seat),
        pyramid_ready=bool(table.hidden_pyramids) and not int(table.building) >> seat & 1,
        prepared=_counts(tuple(table.prepared[seat * 6 : seat * 6 + 6])),
        tiles=[_tile(table, box, seat, tile, wild) for tile in table.tiles[seat * 3 : seat * 3 + 3] if tile >= 0],
        fish=sum(table.hand[kind : kind + 8]),
        fish_seen=dict(zip(face.fish, table.known[kind : kind + 8], strict=True)),
        sold=dict(zip(face.fish, table.sold[kind : kind + 8], strict=True)),
        cards=[face.cards[card] for card in _bits(int(table.cards[seat]))],
        boat=NODES[table.boat[seat]],
        reach=_reach(table, box, seat, tuple(ring["arrows"])),
        workers_on_islands=sum(table.workers[seat * 6 : seat * 6 + 6]),
        lace=_names(SQUARES, lace),
        lace_now=None if table.hidden_pyramids else lace_now(table, seat),
    )


def _own(table: Burano, box: Box, face: Face, seat: int) -> OwnView:
    trading = table.turn == seat and table.ship != NONE
    return OwnView(
        hand=dict(zip(face.fish, table.hand[seat * 8 : seat * 8 + 8], strict=True)),
        sales=[
            SaleView(ship=ship.id, row=i + 1, vp=row.vp)
            for number, ship in enumerate(box.ships)
            for i, row in enumerate(ship.rows)
            if can_fill(table, seat, number, i)
        ],
        ship=box.ships[table.ship].id if trading else None,
        pyramid=_pyramid_of(table, seat),
        size=int(table.pyramid_size(seat)),
        reserve=_reserve(table, seat, public=False),
    )
