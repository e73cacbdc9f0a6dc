"""The box made ready for hot code: bit sets and tables for a number of seats."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.games.burano import box as numbers
from bungalow.games.burano.box import MOST_ROWS, Layout, Prepared
from bungalow.games.burano.data import Box
from bungalow.games.burano.places import COLOURS, NODES, Assembly


def prepare(box: Box, seats: int) -> Prepared:
    """Everything that `set_up` and the rules look up."""
    ready = Prepared(box)
    ready.tile_names = [tile.name for tile in box.tiles]
    ready.card_ids = [card.id for card in box.buildings]
    ready.card_names = [card.name for card in box.buildings]
    ready.fish_names = [kind.id for kind in box.fish]
    ready.ship_ids = [ship.id for ship in box.ships]
    ready.ship_names = [ship.name for ship in box.ships]
    ready.node_names = [node.name for node in box.nodes]
    _city(ready, box)
    near = [_bits(_nodes_beside(box, node)) for node in range(len(NODES))]
    ready.routes = vec[i64](near)
    ready.two_routes = vec[i64]([_within_two(box, node) for node in range(len(NODES))])
    ready.dock_colours = vec[i64]([dock // 3 for dock in range(3 * len(COLOURS))])
    fitting = [(number, layout) for number, layout in enumerate(box.layouts) if seats in layout.players]
    fitting.sort(key=lambda numbered: not numbered[1].first_play)
    ready.layouts = [_layout(number, layout) for number, layout in fitting]
    ready.piece_colour = vec[i64]([colour for piece in box.pieces for colour in piece.colours])
    ready.piece_fountain = vec[i64]([int(fountain) for piece in box.pieces for fountain in piece.fountains])
    ready.start_island = vec[i64](list(box.start_islands))
    ready.tile_one = vec[i64]([tile.one for tile in box.tiles])
    ready.tile_other = vec[i64]([tile.other for tile in box.tiles])
    ready.roof_vp = vec[i64]([vp for kind in box.roof_kinds for vp in (*kind.vp, *[kind.vp[-1]] * (5 - len(kind.vp)))])
    ready.fish_copies = vec[i64]([kind.copies for kind in box.fish])
    _ships(ready, box)
    _cards(ready, box)
    ready.turns = vec[i64](list(box.turns))
    ready.move_coins = vec[i64](list(box.move_coins))
    ready.majority_vp = box.majority_vp[seats]
    ready.union_vp = vec[i64](list(box.union_vp))
    ready.most_privilege = box.most_privilege
    ready.start_privilege = box.start_privilege
    return ready


def _bits(places: list[int] | tuple[int, ...]) -> int:
    return sum(1 << place for place in set(places))


def _city(ready: Prepared, box: Box) -> None:
    pits = box.city.pits
    ready.city = _bits(pits)
    ready.start_cell = box.city.start
    near: list[int] = []
    for cell in range(49):
        touching = [p for p in pits if p != cell and abs(p % 7 - cell % 7) < 2 and abs(p // 7 - cell // 7) < 2]
        near.append(_bits(touching) if cell in pits else 0)
    ready.near = vec[i64](near)
    ready.right = _bits([p for p in pits if p % 7 < 6 and p + 1 in pits])
    ready.down = _bits([p for p in pits if p + 7 in pits])


def _nodes_beside(box: Box, node: int) -> list[int]:
    return [other for pair in box.routes if node in pair for other in pair if other != node]


def _within_two(box: Box, node: int) -> int:
    """Nodes one or two routes away, through whatever lies between, but not the node itself (BN-7.5, R12)."""
    one = _nodes_beside(box, node)
    two = [other for middle in one for other in _nodes_beside(box, middle)]
    return _bits([other for other in one + two if other != node])


def _layout(number: int, assembly: Assembly) -> Layout:
    layout = Layout(number, assembly.id)
    workshops = [
        _bits([square for square, here in enumerate(assembly.squares) if here == colour])
        for colour in range(len(COLOURS))
    ]
    layout.workshop = vec[i64](workshops)
    layout.colour = vec[i64](list(assembly.squares))
    layout.area = sum(workshops)
    layout.coins = _bits(assembly.coins)
    return layout


def _ships(ready: Prepared, box: Box) -> None:
    size = int(MOST_ROWS)
    groups, each, vp = [[0] * (size * len(box.ships)) for _ in range(3)]
    for number, ship in enumerate(box.ships):
        for i, row in enumerate(ship.rows):
            at = number * size + i
            groups[at], each[at], vp[at] = row.groups, row.each, row.vp
    ready.row_count = vec[i64]([len(ship.rows) for ship in box.ships])
    ready.row_groups, ready.row_each, ready.row_vp = vec[i64](groups), vec[i64](each), vec[i64](vp)


def _cards(ready: Prepared, box: Box) -> None:
    cards = box.buildings
    ready.effect = vec[i64]([card.effect for card in cards])
    ready.card_colours = vec[i64]([_bits(card.colours) for card in cards])
    ready.card_fish = vec[i64]([_bits(card.fish) for card in cards])
    ready.card_vp = vec[i64]([card.vp for card in cards])
    ready.card_final_vp = vec[i64]([card.final_vp for card in cards])

    def having(effect: int) -> int:
        return _bits([number for number, card in enumerate(cards) if card.effect == effect])

    ready.sail_two = having(int(numbers.SAIL_TWO))
    ready.lace_displace = having(int(numbers.LACE_DISPLACE))
    ready.island_tie_win = having(int(numbers.ISLAND_TIE_WIN))
    ready.lace_cube_waiver = having(int(numbers.LACE_CUBE_WAIVER))
    ready.roof_wild = having(int(numbers.ROOF_WILD))
    ready.roof_bonus = having(int(numbers.ROOF_BONUS))
