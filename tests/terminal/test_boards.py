"""Drawings: what is on the table is on the screen, and it fits."""

from __future__ import annotations

from typing import cast

import pytest

from bungalow.core.match import Match, new
from bungalow.games.burrows.data import COLOURS, read_box
from bungalow.games.burrows.view import BurrowsView
from bungalow.terminal import boards
from bungalow.terminal.boards import generic
from bungalow.terminal.boards.burrows import LETTERS, STYLES
from bungalow.terminal.boards.tunnels import Canvas, Tile, draw_tiles, printed_routes, room
from tests.terminal.conftest import paper, printed

EXAMPLE_E6 = """\
┌╌╌○╌╌╌╌╌○╌╌┬╌╌○╌╌╌╌╌○╌╌┐
┆  T     ┃  ┆  ┃     ┃  ┆
○━━┓  B  ┗━━━━━┛  B  ┃ R○
┆  ┃     T  ┆  C     ┃  ┆
┼╌╌┃╌╌╌╌╌┃╌╌┼╌╌┃╌╌┬╌╌○╌╌┘
┆┏━┛  B  T  ┆  ┃  ┆
━┛ ┏━━━━━━━━━┓ ┃ R○
┆  ┃     R  ┆┃ ┃  ┆"""


def tile(name: str, x: int = 0, y: int = 0, turn: int = 0) -> Tile:
    face = next(face for face in read_box().tiles if face.id == name)
    ends = tuple((mouth, LETTERS[COLOURS[colour]]) for mouth, colour in face.ends)
    return Tile(name, x, y, turn, face.links, ends, face.bus)


@pytest.mark.parametrize("turn", range(4))
def test_tunnels_of_every_tile_keep_apart_and_inside(turn: int) -> None:
    for face in read_box().tiles:
        shown = tile(face.id, turn=turn)
        ways = printed_routes(shown.links, turn)
        points = [point for way in ways for point in way]
        assert len(ways) == len(face.links)
        assert len(points) == len(set(points))
        assert set(points) <= room(shown)


def test_the_example_of_the_rulebook_looks_like_this() -> None:
    laid = [
        tile("T15"),
        tile("T38", 1, -1, 2),
        tile("T69", 1, 1),
        tile("T51", -1, -1, 1),
        tile("T18", 2, -1, 1),
        tile("T29", 0, -2),
        tile("T60", 3, -2, 2),
    ]
    canvas = Canvas()
    draw_tiles(canvas, laid, STYLES)
    assert "\n".join(line.plain for line in canvas.lines(0, -8, 25, 0)) == EXAMPLE_E6


def playing(seats: int, moves: int, pick: int) -> Match:
    match = new("burrows", seats=seats, seed=3)
    while len(match.history) < moves and not match.over:
        seat = match.actors[0]
        options = match.state.legal(seat)
        match.play(seat, options[pick % len(options)])
    return match


@pytest.mark.parametrize(("seats", "moves", "pick"), [(2, 0, 0), (2, 45, -1), (3, 80, 7), (5, 110, 0), (2, 400, -1)])
def test_a_table_of_burrows_fits_and_is_complete(seats: int, moves: int, pick: int) -> None:
    match = playing(seats, moves, pick)
    for seat in range(seats):
        screen = paper()
        screen.print(boards.draw("burrows", match.view(seat), seat, match.names, 100))
        text = printed(screen)
        assert max(map(len, text.splitlines())) <= 100
        assert f"Warren of {match.names[seat]}" in text
        assert all(name in text for name in match.names)


def test_a_warren_that_is_too_wide_is_cropped_with_a_note() -> None:
    match = new("burrows", seats=2, seed=3)
    while len(cast(BurrowsView, match.view())["players"][0]["laid"]) < 12:
        seat = match.actors[0]
        moves = match.moves(seat)
        east = [move for move in moves if move.text.endswith("r0") and move.text.startswith("at ")]
        builds = [move for move in moves if move.text.startswith("build")]
        furthest = max(east, key=lambda move: int(move.text.split()[1].split(",")[0]), default=None)
        match.play(seat, furthest or (builds or moves)[0])
    for centre, shown in ((None, True), ((0, 0), False)):
        screen = paper()
        screen.print(boards.draw("burrows", match.view(0), 0, match.names, 100, centre))
        text = printed(screen)
        assert "look x,y shows another" in text
        assert max(map(len, text.splitlines())) <= 100
        assert ("   22  " in text) == shown


def test_a_tall_warren_is_cropped_too() -> None:
    match = playing(2, 400, 0)
    rows = max(len({laid["y"] for laid in player["laid"]}) for player in cast(BurrowsView, match.view())["players"])
    assert rows > 14
    for seat in range(2):
        screen = paper()
        screen.print(boards.draw("burrows", match.view(seat), seat, match.names, 100))
        assert len(printed(screen).splitlines()) < 80


def test_drawings_need_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    match = playing(3, 60, 5)
    plain, coloured = paper(no_color=True), paper(force_terminal=True)
    for screen in (plain, coloured):
        screen.print(boards.draw("burrows", match.view(0), 0, match.names, 100))
    assert "\x1b" not in printed(plain)
    assert "\x1b[" in printed(coloured)
    assert "R" in printed(plain)


def test_a_title_without_a_drawing_is_written_out() -> None:
    screen = paper()
    view = {"hand": [1, 2], "deck_left": 7, "over": False, "rivals": [{"name": "Bo " * 20, "cards": 3}] * 2}
    screen.print(generic.draw(view))
    text = printed(screen)
    assert "hand: 1, 2" in text
    assert "deck left: 7" in text
    assert "over: no" in text
    assert "  1:" in text
