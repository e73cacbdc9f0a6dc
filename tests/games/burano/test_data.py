"""The box of Burano: what is printed of it, and a broken edition for every rule of the loader."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bungalow.games.burano import GAME
from bungalow.games.burano.data import Box, box_of, read_box
from bungalow.games.burano.places import COLOURS, NODES
from bungalow.games.burano.prepare import prepare
from tests.games.editions import complaint, packaged

PACKAGED = packaged("burano")
BOX: Box = read_box()


def test_counts_of_the_box() -> None:
    assert len(BOX.tiles) == 48
    assert len(BOX.buildings) == 16
    assert sum(kind.copies for kind in BOX.fish) == 48
    assert len(BOX.city.pits) == 40
    assert len(BOX.routes) == 11
    assert len(BOX.layouts) == 12
    assert Counter(tile.kind for tile in BOX.tiles) == dict.fromkeys(range(4), 12)
    halves = Counter(colour for tile in BOX.tiles for colour in (tile.one, tile.other))
    assert halves == dict.fromkeys(range(6), 16)
    assert len({tile.name for tile in BOX.tiles}) == 48


def test_sixty_one_pairs_of_neighbouring_pits() -> None:
    ready = prepare(BOX, 4)
    assert int(ready.right).bit_count() + int(ready.down).bit_count() == 61


def test_reach_of_boats() -> None:
    ready = prepare(BOX, 4)
    counts = [int(bits).bit_count() for bits in ready.routes]
    assert counts == [3, 3, 3, 3, 3, 3, 2, 2]
    assert all(not bits >> node & 1 for node, bits in enumerate(ready.two_routes))
    assert max(int(bits).bit_count() for bits in ready.two_routes) <= len(NODES) - 1


def test_visible_symbols_follow_the_table_of_the_rules() -> None:
    """2.4 of the rules: coins and fountains by the number of workers on the ring."""
    fountains = [int(shown) for piece in BOX.pieces for shown in piece.fountains]
    assert sum(fountains) == 4
    for workers, low, high in ((9, 1, 1), (6, 2, 2), (3, 3, 3), (1, 3, 4)):
        found = {sum(fountains[(p + 3 + k) % 12] for k in range(workers, 12)) for p in range(12)}
        assert found == set(range(low, high + 1))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('game = "Burano"', 'game = "Murano"'), "meta: game must be Burano, not 'Murano'"),
        (("cubes_total = 120", "cubes_total = 121"), "counts: cubes_total must be 120, not 121 (BN-9.7)"),
        (('letter = "P"\nglyph', 'letter = "B"\nglyph'), "colours pink: letter B is used twice"),
        (("unlimited = true", "unlimited = false"), "bank: unlimited must be true (BN-1.5)"),
        (("turns = 4", "turns = 9"), "seasons spring: turns must be a whole number from 1 to 4, not 9"),
        (("coin_delta = [1, -3, -3, -4]", "coin_delta = [1, -3]"), "moves_track: coin_delta must be four amounts"),
        (('t = ["m00", "m01", "m10", "m11"]', 't = ["m00"]'), "pyramid.supports: t must rest on m00, m01, m10, m11"),
        (
            ('colours = ["white", "orange", "pink"]', 'colours = ["white", "orange", "blue"]'),
            "ring_pieces: show blue 3 times, not 2 (BN-9.9)",
        ),
        (("fountains = 4", "fountains = 3"), "ring_symbols: the ring pieces show 4 fountains and 8 coins (BN-3.24)"),
        (('start_letter = "B"', 'start_letter = "A"'), "islands B: start_letter A is used twice (BN-9.9)"),
        (('["PW", "A"], ["PW", "D"], ', ""), "sailing_routes: no island can be reached from PW (BN-4.1)"),
        (('["A", "E"], ["E", "B"]', '["A", "E"], ["E", "A"]'), "sailing_routes: the route E-A is listed twice"),
        (('["A", "E"]', '["A", "A"]'), "sailing_routes: a route joins two different nodes"),
        (('"...F..."', '"......."'), "main_island: rows are made of '.', '#', one 'F' and one 'S' (BN-9.4)"),
        (("pits = 40", "pits = 41"), "main_island: pits is 41, but the rows show 40 (BN-3.11)"),
        (('start_pit = "d4"', 'start_pit = "d5"'), "main_island: start_pit is d5, but the rows show it at d4"),
        (('".GGYYYY"', '".GGYYYG"'), "workshop_layouts four_1: the yellow workshop has 3 squares, not 4 (BN-9.1)"),
        (
            ('"BBWOPPP", "BBWWW.."', '"BBWOPP.", "BBWWW.P"'),
            "workshop_layouts four_1: the pink workshop is not in one piece (BN-9.1)",
        ),
        (("coins = [[0, 2], [0, 6]", "coins = [[0, 1], [0, 2]"), "workshop_layouts four_1: the yellow workshop must"),
        (("first_play = true", "first_play = false"), "workshop_layouts: 0 first-play layouts for 4 players, not 1"),
        (('["blue", "pink"]', '["blue", "blue"]'), "roof_kinds islands: a tile has two different colours"),
        (("vp = [0, 2, 5, 9]", "vp = [0, 5, 2, 9]"), "roof_kinds islands: vp must be 4 ascending amounts"),
        (('id = "squid"', 'id = "tuna"'), "fish tuna: id tuna is used twice"),
        (("copies = 6", "copies = 7"), "fish tuna: copies must be 6, not 7"),
        (("{ groups = 2, each = 3, vp = 24 }", "{ groups = 9, each = 3, vp = 24 }"), "ships triplets rows #2: groups"),
        (("{ groups = 2, each = 3, vp = 24 }", "{ groups = 1, each = 3, vp = 24 }"), "ships triplets: two rows want"),
        (('effect = "sail_two"', 'effect = "sail_far"'), "buildings shipyard: effect must be"),
        (('effect = "sail_two"', 'effect = "sail_two"\nvp = 3'), "buildings shipyard: vp has no meaning for sail_two"),
        (("waive = 1\n", ""), "buildings thread_store: waive is missing"),
        (("union_vp = [0, 1, 2", "union_vp = [0, 1"), "lace_scoring: union_vp must be nine amounts, not 8 (BN-6.4)"),
        (("p4 = 4", "p4 = 5"), "island_majority_vp: p4 must be 4, not 5 (BN-6.2)"),
        (("[bank]", "[banks]"), "banks: is unknown"),
        (('colour = "orange"\nsquares = 4', 'colour = "pink"\nsquares = 4'), "workshops orange4: there are two pink"),
    ],
)
def test_a_broken_edition_is_told_by_row(change: tuple[str, str], words: str) -> None:
    assert complaint(box_of, "burano", change).startswith(words)


def test_an_edition_of_ones_own(tmp_path: Path) -> None:
    """Routes, ships and roof colours are free; the hash tells editions apart."""
    text = PACKAGED.replace("vp = 24", "vp = 25").replace('  ["E", "F"],\n', "")
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    state = GAME.new(3, None, 1, str(mine))
    assert state.edition != GAME.new(3, None, 1).edition
    while not state.over():
        seat = state.actor()
        legal = state.legal(seat)
        state.play(seat, legal[len(legal) // 2])
    assert state.standing().over


def test_colours_come_in_the_order_of_the_rules() -> None:
    assert tuple(colour.id for colour in BOX.colours) == COLOURS
    assert len({colour.glyph for colour in BOX.colours}) == 6
