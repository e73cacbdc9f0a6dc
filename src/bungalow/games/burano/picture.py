"""A table of Burano as a drawing: the city, the lagoon with its islands and boats, and every player."""

from __future__ import annotations

from math import cos, pi, sin
from typing import cast

from bungalow.core.picture import (
    FAINT,
    INK,
    LINE,
    MARGIN,
    SEATS,
    SUNKEN,
    SURFACE,
    Sheet,
    clipped,
    counted,
    folded,
    won_by,
)
from bungalow.games.burano.data import ROOF_KINDS
from bungalow.games.burano.shapes import BuranoView, PlayerView, PyramidView
from bungalow.games.burano.words import ROOF_WORDS

HOUSES = {
    "blue": "#1f4fa3",
    "pink": "#f59bb8",
    "yellow": "#f7d04a",
    "green": "#3d7f3c",
    "orange": "#ee7f2d",
    "white": "#fbf7ee",
}
ROOFS = dict(zip(ROOF_KINDS, ROOF_WORDS, strict=True))
WATER, STONE, PIT = "#a9d5d2", "#e9dcc5", "#cbbb9d"
CITY = 364
CELL = CITY / 7
LAGOON = 380
CARD = 134
"""A player's card is at least so high; with many buildings it grows."""
FACTS = 88
LINE_HEIGHT = 18
GAP = 12


def picture(seen: object, viewer: int, names: tuple[str, ...]) -> str:
    view = cast(BuranoView, seen)
    rows = (len(view["players"]) + 1) // 2
    width = CITY + LAGOON + 3 * MARGIN
    card = (width - 3 * MARGIN) / 2
    facts = [_facts(view, player, viewer, card) for player in view["players"]]
    high = max(CARD, *(FACTS + LINE_HEIGHT * len(lines) for lines in facts))
    sheet = Sheet(width, 70 + CITY + 2 * MARGIN + rows * (high + GAP), f"Burano with {len(view['players'])} seats")
    sheet.heading(MARGIN, 34, f"Burano: {_now(view, names)}")
    sheet.text(MARGIN, 56, f"{view['season']}, turn {view['round']} of {view['rounds']}", 13, FAINT)
    _city(sheet, view, MARGIN, 70)
    _lagoon(sheet, view, CITY + 2 * MARGIN, 70)
    for player in view["players"]:
        place = player["seat"]
        own = view["own"] if place == viewer else None
        pyramid = own["pyramid"] if own else player["pyramid"]
        x, y = MARGIN + place % 2 * (card + MARGIN), 70 + CITY + MARGIN + place // 2 * (high + GAP)
        sheet.box(x, y, card, high, SURFACE, stroke=LINE)
        sheet.box(x, y, 8, high, SEATS[place], rx=4)
        _player(sheet, player, names[place], x, y, card)
        for number, line in enumerate(facts[place]):
            sheet.text(x + 20, y + FACTS + LINE_HEIGHT * number, line, 12, FAINT)
        _pyramid(sheet, pyramid, x + card - 122, y + 18)
    return sheet.write()


def _now(view: BuranoView, names: tuple[str, ...]) -> str:
    if view["over"]:
        # The most points, then the most cubes in preparation, then the most coins (BN-8.4).
        merits = [(each["score"], sum(each["prepared"].values()), each["coins"]) for each in view["players"]]
        return won_by([names[seat] for seat, merit in enumerate(merits) if merit == max(merits)])
    return "everybody builds a pyramid" if view["building"] else f"{names[view['turn']]} to play"


def _facts(view: BuranoView, player: PlayerView, viewer: int, width: float) -> list[str]:
    """What a player has in words, in lines beside the pyramid and below it."""
    roofs = [f"{ROOFS[tile['kind']]} ({' and '.join(tile['colours'])})" for tile in player["tiles"]]
    told = [
        f"roof tiles: {', '.join(roofs) or 'none'}",
        f"buildings: {', '.join(card['name'] for card in player['cards']) or 'none'}",
    ]
    if view["own"] and player["seat"] == viewer:
        told.append(f"own fish: {counted(list(view['own']['hand'].items()))}")
    lines: list[str] = []
    for words in told:
        beside = len(lines) < 3
        lines += folded(words, width - (165 if beside else 36), 12, 8)
    return lines


def _city(sheet: Sheet, view: BuranoView, x: float, y: float) -> None:
    sheet.box(x, y, CITY, CITY, WATER, stroke=LINE)
    places = {cell["cell"]: cell for cell in view["city"]}
    for row in range(7):
        for column in range(7):
            name = f"{'abcdefg'[column]}{row + 1}"
            left, top = x + column * CELL + 2, y + row * CELL + 2
            if name == view["fountain"]:
                sheet.disc(left + CELL / 2 - 2, top + CELL / 2 - 2, CELL * 0.4, STONE, stroke=LINE)
                sheet.disc(left + CELL / 2 - 2, top + CELL / 2 - 2, CELL * 0.2, "#4f9fa3")
            elif name in places:
                layers = places[name]["layers"]
                sheet.box(left, top, CELL - 4, CELL - 4, HOUSES[layers[-1]] if layers else PIT, rx=4, stroke=LINE)
                if layers:
                    dark = layers[-1] in ("blue", "green")
                    sheet.middle(
                        left + CELL / 2 - 2, top + CELL / 2 - 2, places[name]["floor"], 15, "#fff" if dark else INK
                    )
    for roof in view["roofs"]:
        middles = [
            (x + ("abcdefg".index(cell[0]) + 0.5) * CELL, y + (int(cell[1]) - 0.5) * CELL) for cell in roof["cells"]
        ]
        (ax, ay), (bx, by) = middles
        sheet.path(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}", stroke=INK, stroke_width=11, stroke_linecap="round")
        for (at_x, at_y), colour in zip(middles, roof["colours"], strict=True):
            sheet.disc(at_x, at_y, 9, HOUSES[colour], stroke=INK, stroke_width=2)


def _lagoon(sheet: Sheet, view: BuranoView, x: float, y: float) -> None:
    """Islands on a circle, in the order of the routes around it; the ports lie west and east."""
    sheet.box(x, y, LAGOON, CITY, WATER, stroke=LINE)
    middle_x, middle_y = x + LAGOON / 2, y + CITY / 2
    order = "AEBCFD"
    spots = {
        island: (
            middle_x + LAGOON * 0.29 * sin(2 * pi * (order.index(island) - 1) / 6),
            middle_y - CITY * 0.36 * cos(2 * pi * (order.index(island) - 1) / 6),
        )
        for island in order
    }
    spots |= {"PW": (x + 34, middle_y), "PE": (x + LAGOON - 34, middle_y)}
    for one, other in view["routes"]:
        (ax, ay), (bx, by) = spots[one], spots[other]
        sheet.path(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}", stroke="#4f9fa3", stroke_width=3, stroke_dasharray="6 5")
    for island in view["islands"]:
        at_x, at_y = spots[island["island"]]
        sheet.disc(at_x, at_y, 44, STONE, stroke=LINE)
        sheet.middle(at_x, at_y - 24, clipped(island["name"], 92, 10), 10)
        for number, colour in enumerate(island["docks"].values()):
            sheet.box(at_x - 31 + 21 * number, at_y - 14, 18, 18, HOUSES[colour], rx=3, stroke=LINE)
        workers = [(seat, count) for seat, count in enumerate(island["workers"]) if count]
        for number, (seat, count) in enumerate(workers):
            spot = at_x - 10 * (len(workers) - 1) + 20 * number
            sheet.disc(spot, at_y + 16, 8, SEATS[seat], stroke=INK)
            sheet.middle(spot, at_y + 16, count, 10, INK if seat == 2 else "#fff")
        _boats(sheet, island["boats"], at_x, at_y + 34)
    for port in view["ports"]:
        at_x, at_y = spots[port["port"]]
        sheet.box(at_x - 28, at_y - 22, 56, 44, SUNKEN, stroke=LINE)
        sheet.middle(at_x, at_y - 10, clipped(port["name"], 54, 9), 9)
        for line, ship in enumerate(port["ships"]):
            sheet.middle(at_x, at_y + 2 + 11 * line, ship, 9, FAINT)
        _boats(sheet, port["boats"], at_x, at_y + 32)


def _boats(sheet: Sheet, seats: list[int], x: float, y: float) -> None:
    for number, seat in enumerate(seats):
        at = x - 11 * (len(seats) - 1) + 22 * number
        sheet.path(f"M{at - 10:.1f} {y:.1f}h20l-5 8h-10z", fill=SEATS[seat], stroke=INK)


def _player(sheet: Sheet, player: PlayerView, name: str, x: float, y: float, width: float) -> None:
    sheet.heading(x + 20, y + 24, clipped(f"{name}: {player['score']}", width - 150, 15), 15)
    coins = "1 coin" if player["coins"] == 1 else f"{player['coins']} coins"
    facts = f"{coins}, privilege {player['privilege']}, {player['fish']} fish"
    sheet.text(x + 20, y + 46, clipped(facts, width - 150, 12), 12)
    next_x = x + 20
    for colour, count in player["reserve"].items():
        if count:
            next_x = sheet.marked(next_x, y + 66, HOUSES[colour], count, 12)
    if next_x == x + 20:
        sheet.text(next_x, y + 66, "no cubes in reserve", 12, FAINT)


def _pyramid(sheet: Sheet, pyramid: PyramidView | None, x: float, y: float) -> None:
    """Seen from above: nine cubes, four on them, one on top."""
    if pyramid is None:
        sheet.middle(x + 51, y + 45, "hidden pyramid", 11, FAINT)
        return
    size = 34
    for slot, colour in sorted(pyramid["slots"].items(), key=lambda item: "bmt".index(item[0][0])):
        inset = {"b": 0.0, "m": 0.5, "t": 1.0}[slot[0]]
        row, column = (int(slot[1]), int(slot[2])) if len(slot) == 3 else (0, 0)
        shrink = {"b": 0, "m": 4, "t": 8}[slot[0]]
        sheet.box(
            x + (column + inset) * size + shrink,
            y + (row + inset) * size + shrink,
            size - 2 * shrink,
            size - 2 * shrink,
            HOUSES[colour],
            rx=4,
            stroke=INK,
        )
