"""A table of Buru as a drawing: the island with its tokens and action spaces, the altars, the rows, and every seat."""

from __future__ import annotations

from math import cos, radians, sin
from typing import cast

from bungalow.core.picture import FAINT, INK, LINE, MARGIN, SURFACE, Sheet, clipped, counted, folded, wide, won_by
from bungalow.games.buru.seat_view import SeatView
from bungalow.games.buru.view import BuruView, RegionView

REGIONS = {"forest": "#3f592f", "shore": "#e3c583", "village": "#bb6a3c", "lake": "#216896", "ambelau": "#663463"}
SPIRITS = {"gunung": "#376e34", "banyu": "#2a78b8", "manuk": "#e2852a", "ibu": "#ba5079", "ukum": "#574a5b"}
SEATS = {"white": "#f7f1e6", "yellow": "#f2b632", "purple": "#6b3fa0", "black": "#2b2a31", "red": "#d23d2a"}
GOODS = {"clay": "#b4532f", "palm": "#7fa636", "ebony": "#3a2c26", "fish": "#7fb2bd"}
DISC = 460
WIDE = 430
LINE_HEIGHT = 18


def picture(seen: object, viewer: int, names: tuple[str, ...]) -> str:
    view = cast(BuruView, seen)
    seats = view["seats"]
    sheet = Sheet(DISC + WIDE + 3 * MARGIN, 0, f"Buru with {len(seats)} seats")
    sheet.heading(MARGIN, 34, f"Buru: {_now(view, names)}")
    about = f"round {view['round']} of {view['rounds']}, {view['phase']}"
    emissary = names[view["emissary"]] if view["emissary"] >= 0 else "nobody"
    sheet.text(MARGIN, 56, f"{about}; the Emissary is {emissary}", 13, FAINT)
    _island(sheet, view, MARGIN + DISC / 2, 70 + DISC / 2, DISC / 2)
    left = _altars(sheet, view, MARGIN, 78 + DISC) + 20
    faces = [view["islanders"][card] for card in view["row"] if card is not None]
    row = ", ".join(f"{face['name']} ({face['cost']})" for face in faces) or "nobody"
    left = sheet.wrapped(MARGIN, left, f"Islanders: {row}", DISC, 3, fill=INK) + 2
    forest = "; ".join(counted(list(card["gain"].items())) for card in view["forest_row"]) or "no card"
    left = sheet.wrapped(MARGIN, left, f"Forest: {forest}", DISC, 3, fill=INK)
    right = 70.0
    for seat in seats:
        right = _seat(sheet, view, seat, names[seat["seat"]], DISC + 2 * MARGIN, right) + 10
    sheet.height = max(left, right) + 4
    return sheet.write()


def _now(view: BuruView, names: tuple[str, ...]) -> str:
    if view["over"]:
        return won_by([names[score["seat"]] for score in view["scores"] if score["rank"] == 1])
    if view["placing"] is not None:
        return f"{names[view['placing']]} places"
    return f"{names[view['acting']]} acts" if view["acting"] is not None else "the island wakes"


def _at(angle: float, r: float) -> tuple[float, float]:
    """A point of a disc: 0 degrees is north, and they run clockwise."""
    return r * sin(radians(angle)), -r * cos(radians(angle))


def _island(sheet: Sheet, view: BuruView, x: float, y: float, r: float) -> None:
    with sheet.moved(x, y):
        sheet.disc(0, 0, r, "#7fb2bd")
        outer = r * (0.94 if all(region["centre"] is None for region in view["regions"]) else 0.86)
        for region in view["regions"]:
            if region["centre"] is None:
                _region(sheet, view, region, outer)
            else:
                _islet(sheet, view, region, r)


def _region(sheet: Sheet, view: BuruView, region: RegionView, r: float) -> None:
    """A sector: its name, its spaces along the coast, its tokens within."""
    start, end = region["start_angle"], region["end_angle"]
    (ax, ay), (bx, by) = _at(start + 1, r), _at(end - 1, r)
    edge = f"M0 0L{ax:.1f} {ay:.1f}A{r:.1f} {r:.1f} 0 0 1 {bx:.1f} {by:.1f}Z"
    sheet.path(edge, fill=REGIONS[region["region"]], stroke="#fffaf0", stroke_width=2)
    ink = INK if region["region"] == "shore" else "#fffaf0"
    middle = (start + end) / 2
    # Along the coast, where it does not meet the spaces; never upside down.
    with sheet.moved(*_at(middle, r * 0.7), turn=middle - 180 if 90 < middle < 270 else (middle + 180) % 360 - 180):
        sheet.middle(0, 0, region["name"], 14, ink, font_weight="bold")
    for number, space in enumerate(region["spaces"]):
        at_x, at_y = _at(start + (end - start) * (number + 0.5) / len(region["spaces"]), r * 0.88)
        holder = space["seat"]
        fill = SURFACE if holder is None else _colour(view, holder)
        sheet.disc(at_x, at_y, r * 0.065, fill, stroke=INK, opacity=0.85 if holder is None else None)
        if holder is None:
            sheet.middle(at_x, at_y, space["rating"] or "·", 12)
    _tokens(sheet, view, region, start, end, r)


def _tokens(sheet: Sheet, view: BuruView, region: RegionView, start: float, end: float, r: float) -> None:
    a_row = 5
    for number, token in enumerate(region["tokens"]):
        row, place = divmod(number, a_row)
        here = min(a_row, len(region["tokens"]) - row * a_row)
        x, y = _at(start + (end - start) * (place + 0.5) / here, r * (0.5 - 0.15 * row))
        _token(sheet, view, token["seat"], token["power"], x, y, r * 0.062)


def _islet(sheet: Sheet, view: BuruView, region: RegionView, r: float) -> None:
    """A region on a board of its own, with its tokens in rows; off the coast, so that it covers nothing."""
    x, y = _at(135, r * 1.1)
    sheet.disc(x, y, r * 0.22, REGIONS[region["region"]], stroke="#fffaf0", stroke_width=2)
    sheet.middle(x, y - r * 0.09, region["name"], 11, "#fffaf0", font_weight="bold")
    for number, token in enumerate(region["tokens"]):
        _token(sheet, view, token["seat"], token["power"], x + (number % 4 - 1.5) * 20, y + 6 + number // 4 * 20, 9)


def _token(sheet: Sheet, view: BuruView, seat: int, power: int | None, x: float, y: float, r: float) -> None:
    """A token lies face down for those who may not know it."""
    fill = _colour(view, seat)
    sheet.disc(x, y, r, fill, stroke=INK, stroke_width=1.2)
    sheet.middle(x, y, "?" if power is None else power, r * 1.2, _on(fill), font_weight="bold")


def _colour(view: BuruView, seat: int) -> str:
    return SEATS.get(view["seats"][seat]["colour"], "#888")


def _on(fill: str) -> str:
    """Ink that can be read on a seat's colour."""
    return INK if fill in (SEATS["white"], SEATS["yellow"]) else "#fffaf0"


def _altars(sheet: Sheet, view: BuruView, x: float, y: float) -> float:
    """All altars in a row, as high as the longest price needs; where the row ends."""
    step = DISC / max(3, len(view["altars"]))
    width = step - 8
    prices = [folded(_price(altar["cost"]), width - 12, 10, 3) for altar in view["altars"]]
    high = 44 + 12 * max(len(price) for price in prices)
    for altar, price in zip(view["altars"], prices, strict=True):
        sheet.box(x, y, width, high, SPIRITS[altar["spirit"]])
        name = f"{altar['name']}: {altar['cards_left']}"
        size = 13 if wide(name, 13) <= width - 12 else 12
        sheet.text(x + 8, y + 18, clipped(name, width - 10, size), size, "#fffaf0")
        for number, line in enumerate(price):
            sheet.text(x + 8, y + 36 + 12 * number, line, 10, "#fffaf0")
        sheet.text(x + 8, y + high - 7, "totem:", 10, "#fffaf0")
        if altar["totem"] is not None:
            sheet.disc(x + 50, y + high - 10, 6, _colour(view, altar["totem"]), stroke="#fffaf0")
        x += step
    return y + high


def _price(cost: dict[str, int]) -> str:
    """`2 palm, 1 ebony`, to be broken only behind a comma."""
    return counted([(f"\u00a0{good}", count) for good, count in cost.items()]).replace(" \u00a0", "\u00a0")


def _seat(sheet: Sheet, view: BuruView, seat: SeatView, name: str, x: float, y: float) -> float:
    """What is known of a seat; where its card ends."""
    people = [view["islanders"][held["islander"]]["name"] + ("*" if held["tasked"] else "") for held in seat["tableau"]]
    tributes = counted(list(seat["tributes"].items()))
    totems = ", ".join(seat["totems"]) or "none"
    elders = f"{seat['elder_count']} Elder{'' if seat['elder_count'] == 1 else 's'}"
    if seat["elders"]:
        elders = "Elders: " + ", ".join(elder["name"] for elder in seat["elders"])
    tokens = "1 token" if seat["on_mat"] == 1 else f"{seat['on_mat']} tokens"
    told = (
        f"Islanders: {', '.join(people) or 'nobody'}",
        f"tributes: {tributes}; totems: {totems}",
        f"{elders}; {tokens} on the mat",
    )
    lines = [line for words in told for line in folded(words, WIDE - 36, 12, 4)]
    high = 64 + LINE_HEIGHT * len(lines)
    sheet.box(x, y, WIDE, high, SURFACE, stroke=LINE)
    sheet.box(x, y, 8, high, _colour(view, seat["seat"]), rx=4, stroke=LINE)
    score = next((entry["total"] for entry in view["scores"] if entry["seat"] == seat["seat"]), None)
    standing = f"{seat['esteem']} Esteem" if score is None else f"{score} in all"
    sheet.heading(x + 20, y + 24, clipped(f"{name}: {standing}", WIDE - 40, 15), 15)
    at = x + 20
    for good, count in seat["goods"].items():
        at = sheet.marked(at, y + 46, GOODS[good], f"{count} {good}", 12)
    for number, line in enumerate(lines):
        sheet.text(x + 20, y + 68 + LINE_HEIGHT * number, line, 12, FAINT)
    return y + high
