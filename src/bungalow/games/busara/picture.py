"""A table of Busara as a drawing: the boards as they lie, and what is known of every player."""

from __future__ import annotations

from typing import cast

from bungalow.core.picture import FAINT, LINE, MARGIN, SURFACE, Sheet, clipped, counted, won_by
from bungalow.games.busara.view import BoardView, BusaraView, PlayerView

TOKENS = {"fire": ("#c54b4a", "F"), "water": ("#33488a", "W"), "wind": ("#f5bb35", "~"), "earth": ("#363634", "E")}
CELL = 34
LAND = 460
CARD = 108
WIDE = 490


def picture(seen: object, viewer: int, names: tuple[str, ...]) -> str:
    view = cast(BusaraView, seen)
    players = view["players"]
    height = max(LAND + 100, 84 + len(players) * (CARD + 10))
    sheet = Sheet(LAND + WIDE, height, f"Busara with {len(players)} seats")
    sheet.heading(MARGIN, 34, f"Busara: {_now(view, names)}")
    stock = counted(list(view["stock"].items()))
    last = f" of {view['round_cap']}" if view["round_cap"] else ""
    sheet.text(MARGIN, 56, f"round {view['round']}{last}, {view['deck']} cards in the deck", 13, FAINT)
    sheet.text(MARGIN, height - 16, f"stock: {stock}", 12, FAINT)
    _land(sheet, view, MARGIN, 70, LAND)
    for player in players:
        _player(sheet, view, player, names[player["seat"]], LAND + 2 * MARGIN, 70 + player["seat"] * (CARD + 10))
    return sheet.write()


def _now(view: BusaraView, names: tuple[str, ...]) -> str:
    if view["over"]:
        return won_by([names[seat] for seat in view["winners"]])
    if view["phase"] != "play":
        return "the realm is laid out"
    return f"the turn of {names[view['active']]}"


def _land(sheet: Sheet, view: BusaraView, x: float, y: float, size: float) -> None:
    sheet.box(x, y, size, size, "#e6cfa4", stroke=LINE)
    placed = [board for board in view["boards"] if board["placed"]]
    if not placed:
        sheet.middle(x + size / 2, y + size / 2, "no board lies yet", 14, FAINT)
        return
    left, top = min(board["x"] for board in placed), min(board["y"] for board in placed)
    width = max(board["x"] for board in placed) - left + 4
    height = max(board["y"] for board in placed) - top + 4
    cell = min(CELL, (size - 16) / width, (size - 16) / height)
    x += (size - width * cell) / 2
    y += (size - height * cell) / 2
    for board in placed:
        with sheet.moved(x + (board["x"] - left) * cell, y + (board["y"] - top) * cell, scale=cell):
            _board(sheet, board)


def _board(sheet: Sheet, board: BoardView) -> None:
    """Four by four spaces, in units of a space."""
    sheet.box(0.03, 0.03, 3.94, 3.94, board["hex"], rx=0.2, stroke="#2a211b", stroke_width=0.05)
    for place, token in enumerate(board["spaces"]):
        x, y = place % 4 + 0.5, place // 4 + 0.5
        sheet.box(x - 0.42, y - 0.42, 0.84, 0.84, SURFACE, rx=0.12, opacity=0.28)
        if token is not None:
            fill, letter = TOKENS[token]
            sheet.disc(x, y, 0.33, fill, stroke="#fffaf0", stroke_width=0.06)
            sheet.middle(x, y, letter, 0.4, "#2a1d00" if token == "wind" else "#fff", font_weight="bold")


def _player(sheet: Sheet, view: BusaraView, player: PlayerView, name: str, x: float, y: float) -> None:
    width = WIDE - 3 * MARGIN
    colour = next(board["hex"] for board in view["boards"] if board["board"] == player["board"])
    sheet.box(x, y, width, CARD, SURFACE, stroke=LINE)
    sheet.box(x, y, 8, CARD, colour, rx=4)
    out = " (embargoed)" if player["embargoed"] else ""
    sheet.heading(x + 20, y + 24, clipped(f"{name}{out}", width - 40, 15), 15)
    kingdom = view["kingdoms"][player["kingdom"]] if player["kingdom"] else None
    secret = "" if player["revealed"] or not kingdom else " (hidden)"
    known = f"{kingdom['name']}{secret}: {kingdom['power']}" if kingdom else "a hidden kingdom"
    sheet.text(x + 20, y + 44, clipped(known, width - 40, 13))
    virtues = "hidden" if player["virtues"] is None else counted(list(player["virtues"].items()))
    sheet.text(x + 20, y + 62, clipped(f"Virtues: {virtues}", width - 40, 12), 12, FAINT)
    goal = ", ".join(f"{part['held']}/{part['needed']} {part['virtue']}" for part in player["goal"] or [])
    sheet.text(x + 20, y + 80, clipped(f"goal: {goal or 'hidden'}", width - 40, 12), 12, FAINT)
    sheet.text(x + 20, y + 98, f"{player['resources']} resources, {player['open_spaces']} open spaces", 12, FAINT)
