"""The box of Burrows: what the rulebook promises about it, and a broken edition for every rule of the loader."""

from __future__ import annotations

from pathlib import Path

import pytest

from bungalow.core.components import Document
from bungalow.games.burrows.data import BLANK, COLOURS, SEATS, WHITE, Box, box_of, read_box
from tests.clauses import clause
from tests.games.editions import complaint, packaged

PACKAGED = packaged("burrows")
BOX: Box = read_box()
T03 = '{ id = "T03", family = "L1", links = [[0, 1], [2, 3], [4, 5]], ends = [], bus = false, half_turn = false,'


# --- The packaged box -------------------------------------------------------------------------------------------------


def test_tile_mix() -> None:
    """SPEC 2.3: families, ends of each colour, buses."""
    assert len(BOX.tiles) == BOX.faces.count == 80
    assert [sum(tile.family[0] == letter for tile in BOX.tiles) for letter in "LPQ"] == [14, 54, 12]
    assert [sum(c == colour for tile in BOX.tiles for _, c in tile.ends) for colour in range(3)] == [52, 52, 52]
    assert sum(tile.bus for tile in BOX.tiles) == 40
    assert all(len(tile.links) * 2 + len(tile.ends) == 6 for tile in BOX.tiles)


def test_faces_say_what_the_tiles_say() -> None:
    for number, tile in enumerate(BOX.tiles):
        mates = [BOX.faces.mate[number * 6 + mouth] for mouth in range(6)]
        assert all(mates[a] == b and mates[b] == a for a, b in tile.links)
        assert all(mates[mouth] == -1 - colour for mouth, colour in tile.ends)
        assert (BOX.faces.bus[number], BOX.faces.half_turn[number]) == (tile.bus, tile.half_turn)
        assert BOX.tile_number(tile.id) == number
    assert BOX.tile_number("T99") == -1


@clause("BW-6.6", "BW-R1", "BW-R27")
@pytest.mark.parametrize("seats", SEATS)
def test_boards_house_one_gopher_of_each_colour_too_few(seats: int) -> None:
    housed = [colour for board in BOX.boards[:seats] for colour in board.gophers(seats)]
    assert [housed.count(colour) for colour in range(3)] == [seats - 1] * 3
    assert all(housed.count(colour) <= BOX.gophers[colour] for colour in range(3))


@clause("BW-R1")
def test_e1_setup() -> None:
    def named(seats: int) -> list[set[str]]:
        return [{COLOURS[colour] for colour in board.gophers(seats)} for board in BOX.boards[:seats]]

    assert named(3) == [{"red", "orange"}, {"orange", "purple"}, {"red", "purple"}]
    assert named(2) == [{"red"}, {"orange", "purple"}]
    assert BOX.gophers == (4, 4, 4)


@clause("BW-R2", "BW-R3")
@pytest.mark.parametrize(
    ("seats", "shape", "total"),
    [
        (2, "b b ww www ww www ww www ccc", 30),
        (3, "b b b w ww w ww w ww w ww w ww c cc ccc", 33),
        (4, "b b b w ww w ww w ww w ww w ww c cc ccc", 33),
        (5, "b b b ww www ww www ww www ccc", 30),
    ],
)
def test_schedules(seats: int, shape: str, total: int) -> None:
    layout = BOX.layout(seats)

    def letter(page: int) -> str:
        return "w" if page == WHITE else "b" if BOX.pages[page].colour == BLANK else "c"

    assert " ".join("".join(letter(page) for page in stage) for stage in layout.stages) == shape
    fixed = [page for stage in layout.stages for page in stage if page != WHITE]
    assert layout.total_complaints == total
    assert sum(BOX.page_complaints[page] for page in (*fixed, *BOX.white_pages)) == total
    assert len(BOX.white_pages) == 15
    assert sorted((*fixed, *layout.unused, *BOX.white_pages)) == list(range(24))


def test_white_pages_are_equal_for_the_colours() -> None:
    for colour in range(3):
        values = [BOX.page_complaints[page] for page in BOX.white_pages if BOX.page_colour[page] == colour]
        assert sorted(values) == [1, 1, 1, 2, 3]


@clause("BW-R4")
def test_bus_tracks() -> None:
    assert [BOX.moves_to_arrive[seats] for seats in SEATS] == [2, 2, 2, 3]


def test_provenance() -> None:
    assert BOX.document.provenance == {"rulebook": 12, "public": 6, "designed": 112}
    assert {tile.source for tile in BOX.tiles} == {"designed"}


def test_an_edition_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(PACKAGED.replace("# Burrows - component data", "# mine"), encoding="utf-8")
    mine = read_box(path)
    assert mine.document.hash == BOX.document.hash
    assert mine.tiles == BOX.tiles
    assert mine.layouts == BOX.layouts


def test_an_owner_may_state_other_tiles_and_pages() -> None:
    """BW-R25: counts that do not claim the rulebook may be other ones."""
    start, stop = PACKAGED.index('  { id = "T07"'), PACKAGED.rindex("]")
    few = PACKAGED[:start] + PACKAGED[stop:]
    few = few.replace("burrow_tiles = 80", "burrow_tiles = 6").replace(
        'schedule_pages = 24\nsource = "rulebook"', 'schedule_pages = 24\nsource = "public"'
    )
    box = box_of(Document.parse(few.encode(), "few.toml"))
    assert box.faces.count == len(box.tiles) == 6
    assert box.document.hash != BOX.document.hash


# --- Broken editions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("burrow_tiles = 80", "burrow_tiles = 79"), "counts: burrow_tiles is 79, but the rulebook prints 80"),
        (
            ("burrow_tiles = 80", "burrow_tiles = 81"),
            "counts: burrow_tiles must be a whole number from 3 to 80, not 81",
        ),
        (("schedule_pages = 24", "schedule_pages = 23"), "counts: schedule_pages is 23, but the rulebook prints 24"),
        (("\ngophers = 12", "\ngophers = 15"), "counts: gophers is 15, but the rulebook prints 12"),
        (("ranch_boards = 5", "ranch_boards = 6"), "counts: ranch_boards must be 5, not 6"),
        (("  " + T03, "  # " + T03), "burrow.tiles: 79 found, but counts.burrow_tiles is 80"),
        (('  { id = "W01"', '  # { id = "W01"'), "schedule.pages: 23 found, but counts.schedule_pages is 24"),
        (("\nred = 4", "\nred = 5"), "gophers: 13 found, but counts.gophers is 12"),
        (("\nred = 4", "\nred = 3"), "gophers: red must be a whole number from 4 to 20, not 3"),
        (("\nred = 4", "\nreds = 4"), "gophers: unknown key 'reds'; known are red, orange, purple, source"),
        (("[stacks]", "[stack]"), "stack: is unknown; known are meta"),
        (('"Burrows"', '"Buru"'), "meta: game must be Burrows, not 'Buru'"),
        (("players = [2, 3, 4, 5]", "players = [2, 3, 4]"), "meta: players must be [2, 3, 4, 5], not [2, 3, 4]"),
        (("year = 2010", 'year = "old"'), "meta: year must be a whole number from 1900 to 2100, not 'old'"),
        (("pool_on_turn = 3", "pool_on_turn = 4"), "draw: pool_on_turn must be 3, not 4"),
        (("shown = 4", "shown = 0"), "stacks: shown must be a whole number from 1 to 20, not 0"),
        (("width = 2", "width = 3"), "tile_geometry: width must be 2, not 3"),
        (('half = "A"', 'half = "B"'), "mouth 0: half must be A, not 'B'"),
        (("x = 1.5", "x = 1.25"), "mouth 1: x must be 1.5, not 1.25"),
        (("corner = 0.25", "corner = 2.5"), "drawing: corner must be a number from 0 to 1, not 2.5"),
        (('symbol = "C"', 'symbol = "R"'), "colour orange: symbol R is used twice"),
        (('symbol = "C"', 'symbol = "carrot"'), "colour orange: symbol must be one capital letter, not 'carrot'"),
        (("#e8891c", "orange"), "colour orange: hex must be a colour such as #c8362f, not 'orange'"),
        (('id = "purple"', 'id = "pink"'), "colour pink: id must be red, orange or purple, not 'pink'"),
        (
            ('id = "purple"', 'id = "red"'),
            "colour: must be red, orange, purple in this order, not red, orange, red (BW-R9)",
        ),
    ],
)
def test_wrong_counts_and_settings(change: tuple[str, str], words: str) -> None:
    assert complaint(box_of, "burrows", change).startswith(words)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 2], [1, 3], [4, 5]]", "the tunnels 0-2 and 1-3 cross"),
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 3], [5, 2], [1, 4]]", "the tunnels 0-3 and 1-4 cross"),
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 1], [2, 3], [3, 5]]", "mouth 3 has 2 links or ends, not exactly one"),
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 1], [2, 3]]", "mouth 4 has no link and no end, not exactly one"),
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 1], [2, 3], [4, 4]]", "mouth 4 has 2 links or ends, not exactly one"),
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 1], [2, 3], [4, 5, 5]]", "a link joins two mouths, not [4, 5, 5]"),
        ("[[0, 1], [2, 3], [4, 5]]", "[[0, 1], [2, 3], [4, 6]]", "links #3 must be a whole number from 0 to 5, not 6"),
        ("ends = []", 'ends = [{ m = 2, c = "red" }]', "mouth 2 has 2 links or ends, not exactly one"),
        ("half_turn = false", "half_turn = true", "half_turn is true, but a half turn changes this face"),
        ("bus = false", 'bus = "no"', "bus must be true or false, not 'no'"),
        ("bus = false", "buss = false", "unknown key 'buss'; known are id, family"),
        ("bus = false, ", "", "bus is missing"),
    ],
)
def test_a_broken_tile_is_named(old: str, new: str, words: str) -> None:
    assert complaint(box_of, "burrows", (T03, T03.replace(old, new))).startswith(f"burrow.tiles T03: {words}")


def test_more_broken_tiles() -> None:
    assert complaint(box_of, "burrows", ('{ m = 1, c = "purple" }', '{ m = 1, c = "pink" }')) == (
        "burrow.tiles T16 ends #2: c must be red, orange or purple, not 'pink'"
    )
    assert complaint(box_of, "burrows", ('{ id = "T03"', '{ id = "T02"')) == "burrow.tiles T02: id T02 is used twice"
    assert complaint(box_of, "burrows", ('{ id = "T03"', '{ id = "T 3"')) == (
        "burrow.tiles T 3: id must be 1 to 12 letters, digits, - or _, not 'T 3'"
    )
    t05 = "links = [[0, 1], [2, 5], [3, 4]], ends = [], bus = true, half_turn = true"
    assert complaint(box_of, "burrows", (t05, t05.replace("half_turn = true", "half_turn = false"))) == (
        "burrow.tiles T05: half_turn is false, but a half turn does not change this face"
    )
    t27 = '{ m = 0, c = "red" }, { m = 3, c = "red" }'
    assert complaint(box_of, "burrows", (t27, t27.replace('3, c = "red"', '3, c = "orange"'))) == (
        "burrow.tiles T27: half_turn is true, but a half turn changes this face"
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            ('["red", "orange"]', '["red", "purple"]'),
            "ranch_board #1: empty_with_two_players #1 must be red or purple, not 'orange'",
        ),
        (
            ('starting_burrows = ["orange", "purple"]', 'starting_burrows = ["red", "purple"]'),
            "ranch_board #1 to #2: house 2 red gophers with 2 players, not 1 (BW-R1)",
        ),
        (
            ('empty_with_two_players = ["orange"]', "empty_with_two_players = []"),
            "ranch_board #1 to #2: house 2 orange gophers with 2 players, not 1 (BW-R1)",
        ),
        (
            ('["red", "orange", "purple"]', '["red", "orange"]'),
            "ranch_board #1 to #4: house 2 purple gophers with 4 players, not 3 (BW-R1)",
        ),
        (
            ('["orange", "purple"]', '["orange", "orange"]'),
            "ranch_board #2: starting_burrows must be 2 or 3 different colours, not ['orange', 'orange'] (BW-R1)",
        ),
        (
            ('["orange", "purple"]', '["orange", "pink"]'),
            "ranch_board #2: starting_burrows #2 must be red, orange or purple, not 'pink'",
        ),
        (("number = 2", "number = 3"), "ranch_board #2: number must be 2, not 3"),
        (("starting_length = 1", "starting_length = 2"), "ranch_board #1: starting_length must be 1, not 2"),
        (("reserve_spaces = 1", "reserve_spaces = 2"), "ranch_board #1: reserve_spaces must be 1, not 2"),
        (
            ("moves_to_arrive = 2", "moves_to_arrive = 3"),
            "bus_track #1: moves_to_arrive is 3, but 3 spaces make 2 moves (BW-R4)",
        ),
        (
            ("players = [5]\nspaces", "players = [4, 5]\nspaces"),
            "bus_track #2: 4 players have a row already, bus_track #1",
        ),
        (("players = [2, 3, 4]\nspaces", "players = [2, 4]\nspaces"), "bus_track: no row for 3 players"),
        (
            ("players = [5]\nspaces", "players = [6]\nspaces"),
            "bus_track #2: players #1 must be a whole number from 2 to 5, not 6",
        ),
    ],
)
def test_broken_boards_and_tracks(change: tuple[str, str], words: str) -> None:
    assert complaint(box_of, "burrows", change) == words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("players = [3, 4]", "players = [3]"), "schedule_layout: no row for 4 players"),
        (
            ("players = [3, 4]", "players = [2, 3, 4]"),
            "schedule_layout #2: 2 players have a row already, schedule_layout #1",
        ),
        (('stages = [["B02"]', 'stages = [["B99"]'), "schedule_layout #1: unknown page 'B99'"),
        (
            ('stages = [["B02"]', 'stages = [["W01"]'),
            "schedule_layout #1: page W01 is white, so it is dealt at random; write W",
        ),
        (('stages = [["B02"]', 'stages = [["B03"]'), "schedule_layout #1: page B03 is used twice"),
        (('unused = ["B01", ', 'unused = ["B02", '), "schedule_layout #1: page B02 is used twice"),
        (('unused = ["B01", ', "unused = ["), "schedule_layout #1: page B01 stands in no stage and not in unused"),
        (
            ('["B03"], ["W", "W"]', '["B03"], ["W"]'),
            "schedule_layout #1: 14 places for white pages, but the box holds 15",
        ),
        (
            ('["B03"], ["W", "W"]', '["B03"], ["W", "W", "W", "W"]'),
            "schedule_layout #1: stage 3 has 4 pages, not 1 to 3 (BW-8.1)",
        ),
        (
            ('["B03"], ["W", "W"]', '["B03"], [], ["W", "W"]'),
            "schedule_layout #1: stage 3 has 0 pages, not 1 to 3 (BW-8.1)",
        ),
        (
            ("total_complaints = 33", "total_complaints = 34"),
            "schedule_layout #2: total_complaints is 34, but the pages add up to 33",
        ),
        (
            (
                '"W05", back = "white", colour = "red", complaints = 3',
                '"W05", back = "white", colour = "red", complaints = 2',
            ),
            "schedule_layout #1: total_complaints is 30, but the pages add up to 29",
        ),
        (
            (
                '"W05", back = "white", colour = "red", complaints = 3',
                '"W05", back = "white", colour = "red", complaints = 4',
            ),
            "schedule.pages W05: complaints must be a whole number from 1 to 3, not 4",
        ),
        (
            ('colour = "blank", complaints = 0', 'colour = "blank", complaints = 1'),
            "schedule.pages B01: complaints must be 0, not 1",
        ),
        (
            ('back = "blue", colour = "blank"', 'back = "white", colour = "blank"'),
            "schedule.pages B01: a blank page must be blue, not white (BW-8.4)",
        ),
        (('back = "white"', 'back = "green"'), "schedule.pages W01: back must be white or blue, not 'green'"),
        (
            ('"W01", back = "white", colour = "red"', '"W01", back = "white", colour = "teal"'),
            "schedule.pages W01: colour must be red, orange, purple or blank, not 'teal'",
        ),
        (('id = "W02"', 'id = "W01"'), "schedule.pages W01: id W01 is used twice"),
        (('id = "W02"', 'id = "W"'), "schedule.pages W: id W stands for any white page in a stage"),
    ],
)
def test_a_bad_schedule(change: tuple[str, str], words: str) -> None:
    assert complaint(box_of, "burrows", change) == words
