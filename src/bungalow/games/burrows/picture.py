"""A table of Burrows as a drawing: the schedule, the pool, and every player's warren."""

from __future__ import annotations

from typing import cast

from bungalow.core.picture import FAINT, LINE, MARGIN, SEATS, SUNKEN, SURFACE, Sheet, clipped, won_by
from bungalow.games.burrows.view import BurrowsView, PlayerView, TileView

COLOURS = {"red": "#c8362f", "orange": "#e8891c", "purple": "#6a4fa3"}
LETTERS = {"red": "R", "orange": "C", "purple": "T"}
"""Radish, carrot, turnip."""
SOIL, TUNNEL = "#8a5a33", "#f3dfb4"
MOUTHS = ((0.5, 0.0), (1.5, 0.0), (2.0, 0.5), (1.5, 1.0), (0.5, 1.0), (0.0, 0.5))
"""Where the tunnels of a tile that is not turned end, in cells from its corner."""
INWARDS = ((0, 1), (0, 1), (-1, 0), (0, -1), (0, -1), (1, 0))
PANEL = 400
WARREN = 300
CELL = 44
TOP = 164
"""Where the panels of the players begin."""


def picture(seen: object, viewer: int, names: tuple[str, ...]) -> str:
    view = cast(BurrowsView, seen)
    seats = len(view["players"])
    rows = (seats + 1) // 2
    height = TOP + rows * (WARREN + 76)
    sheet = Sheet(2 * PANEL + 3 * MARGIN, height, f"Burrows with {seats} seats")
    stage = min(view["next_stage"] + 1, len(view["stages"]))
    sheet.heading(MARGIN, 34, f"Burrows: {_now(view, names)}")
    bus = f"bus {view['bus']} of {view['moves_to_arrive']}"
    sheet.text(MARGIN, 56, f"stage {stage} of {len(view['stages'])}, {bus}, {view['stock']} tiles face down", 13, FAINT)
    _schedule(sheet, view)
    _pool(sheet, view)
    for seat, player in enumerate(view["players"]):
        x = MARGIN + seat % 2 * (PANEL + MARGIN)
        _player(sheet, view, player, names[seat], x, TOP + seat // 2 * (WARREN + 76))
    return sheet.write()


def _now(view: BurrowsView, names: tuple[str, ...]) -> str:
    if not view["over"]:
        return f"{names[view['turn']]} to play"
    seats = len(view["players"])
    # The fewest complaints; of equals the one whose next turn would come sooner (BW-9.3).
    best = min(view["players"], key=lambda player: (player["score"], (player["seat"] - view["turn"] - 1) % seats))
    return won_by([names[best["seat"]]])


def _schedule(sheet: Sheet, view: BurrowsView) -> None:
    """The stages that are still to come, a square a page."""
    x = float(MARGIN)
    for stage in view["stages"]:
        for page in stage["pages"]:
            fill = COLOURS[page["colour"]] if page["colour"] else SURFACE
            sheet.box(x, 72, 20, 24, fill, rx=3, stroke=LINE, opacity=0.3 if stage["scored"] else None)
            sheet.middle(x + 10, 84, page["complaints"], 12, "#fff" if page["colour"] else FAINT)
            x += 22
        x += 8


def _pool(sheet: Sheet, view: BurrowsView) -> None:
    for place, tile in enumerate(view["pool"]):
        x = MARGIN + 130 * place
        with sheet.moved(x, 106, scale=CELL):
            _tile(sheet, view["tiles"][tile])
        sheet.text(x + 2 * CELL + 6, 132, tile, 12, FAINT)


def _player(sheet: Sheet, view: BurrowsView, player: PlayerView, name: str, x: float, y: float) -> None:
    sheet.box(x, y, PANEL, WARREN + 62, SURFACE, stroke=LINE)
    seat = player["seat"]
    sheet.box(x, y, 6, WARREN + 62, SEATS[seat], rx=3)
    sheet.heading(x + 18, y + 24, f"{clipped(name, 200, 15)}: {player['score']}", 15)
    at = x + 18
    for colour, gopher in player["gophers"].items():
        if gopher is not None:
            at = sheet.marked(at, y + 48, COLOURS[colour], f"housed at {gopher['length']}", 12)
    if player["reserve"] is not None:
        with sheet.moved(x + PANEL - 74, y + 10, scale=30):
            _tile(sheet, view["tiles"][player["reserve"]])
    sheet.box(x + 14, y + 58, PANEL - 28, WARREN - 8, SUNKEN)
    _warren(sheet, view, player, x + 20, y + 64)


def _warren(sheet: Sheet, view: BurrowsView, player: PlayerView, x: float, y: float) -> None:
    """The tiles, as large as the space allows."""
    if not player["laid"]:
        return
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    cells = [(tile["x"], tile["y"]) for tile in player["laid"]]
    cells += [(tile["x"] + steps[tile["r"]][0], tile["y"] + steps[tile["r"]][1]) for tile in player["laid"]]
    left, top = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
    width, height = max(cell[0] for cell in cells) - left + 1, max(cell[1] for cell in cells) - top + 1
    room_x, room_y = PANEL - 40, WARREN - 20
    size = min(CELL, room_x / width, room_y / height)
    x += (room_x - width * size) / 2
    y += (room_y - height * size) / 2
    for tile in player["laid"]:
        # Turned about the middle of half A.
        at_x, at_y = x + (tile["x"] - left + 0.5) * size, y + (tile["y"] - top + 0.5) * size
        with sheet.moved(at_x, at_y, turn=90 * tile["r"], scale=size), sheet.moved(-0.5, -0.5):
            _tile(sheet, view["tiles"][tile["tile"]], -90 * tile["r"])


def _tile(sheet: Sheet, tile: TileView, upright: int = 0) -> None:
    """A tile two cells wide, in units of a cell; `upright` turns its letters back."""
    sheet.box(0.03, 0.03, 1.94, 0.94, SOIL, rx=0.12)
    for one, other in tile["links"]:
        (ax, ay), (bx, by) = MOUTHS[one], MOUTHS[other]
        (adx, ady), (bdx, bdy) = INWARDS[one], INWARDS[other]
        bend = 0.45 if abs(ax - bx) + abs(ay - by) > 1.2 else 0.32
        turns = f"{ax + adx * bend:.2f} {ay + ady * bend:.2f} {bx + bdx * bend:.2f} {by + bdy * bend:.2f}"
        curve = f"M{ax} {ay}C{turns} {bx} {by}"
        sheet.path(curve, stroke=SOIL, stroke_width=0.26)
        sheet.path(curve, stroke=TUNNEL, stroke_width=0.17)
    for mouth, colour in tile["ends"]:
        x, y = MOUTHS[mouth]
        dx, dy = INWARDS[mouth]
        inner_x, inner_y = x + dx * 0.2, y + dy * 0.2
        sheet.path(f"M{x} {y}L{inner_x:.2f} {inner_y:.2f}", stroke=TUNNEL, stroke_width=0.17)
        sheet.disc(inner_x, inner_y, 0.15, COLOURS[colour], stroke=TUNNEL, stroke_width=0.04)
        with sheet.moved(inner_x, inner_y, turn=upright):
            sheet.middle(0, 0, LETTERS[colour], 0.2, "#fff", font_weight="bold")
    if tile["bus"]:
        with sheet.moved(1, 0.5, turn=upright):
            sheet.box(-0.16, -0.1, 0.32, 0.2, "#f7c548", rx=0.05, stroke="#2a211b", stroke_width=0.02)
            sheet.middle(0, 0, "bus", 0.13)
