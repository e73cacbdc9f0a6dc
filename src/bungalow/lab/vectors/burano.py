"""Burano in numbers."""

from __future__ import annotations

from typing import NamedTuple, cast

from bungalow.games.burano import notation, words
from bungalow.games.burano.data import ROOF_KINDS, SEASONS, SLOTS, Box
from bungalow.games.burano.places import COLOURS, NODES
from bungalow.games.burano.shapes import BuranoView, OwnView, PlayerView, PyramidView
from bungalow.lab.vectors import Row

TENTHS = 10


CELLS, DOCKS, SQUARES = tuple(notation.CELLS), tuple(notation.DOCKS), tuple(notation.SQUARES)
PARTS = tuple(words.PARTS)
ACTIONS = tuple(dict.fromkeys(words.ACTIONS))


class Names(NamedTuple):
    tiles: tuple[str, ...]
    fish: tuple[str, ...]
    cards: tuple[str, ...]
    ships: tuple[str, ...]


def vocabulary(box: object) -> Names:
    parts = cast(Box, box)
    return Names(
        tuple(tile.name for tile in parts.tiles),
        tuple(kind.id for kind in parts.fish),
        tuple(card.id for card in parts.buildings),
        tuple(ship.id for ship in parts.ships),
    )


def write(row: Row, seen: object, names: object) -> None:
    view, known = cast(BuranoView, seen), cast(Names, names)
    row.one_of("season", view["season"], SEASONS)
    row.number("rounds left", view["turns_left"], TENTHS)
    row.seat("starting player", view["start"])
    row.seat("on turn", view["turn"])
    row.flag("pyramids are being built", view["building"])
    move = view["move"]
    row.number("moves made", move["moves"])
    row.perhaps("coins of the next move", move["next_coins"])
    row.one_of("colour under way", move["colour"], COLOURS)
    row.one_of("roof under way", move["tile"], known.tiles)
    row.one_of("dock under way", move["dock"], DOCKS)
    row.flag("docks were swapped", move["swapped"])
    row.number("fish due", move["fish_due"])
    row.amounts("arrows left", move["arrows_left"], COLOURS)
    for colour in COLOURS:
        row.one_of(f"action of {colour}", view["actions"][colour], ACTIONS)
    write_city(row, view)
    write_lagoon(row, view, known)
    row.amounts("supply", view["supply"], COLOURS, TENTHS)
    row.amounts("roof stacks", view["roof_stacks"], ROOF_KINDS, TENTHS)
    row.some_of("roofs removed", view["removed_roofs"], known.tiles)
    row.some_of("fish row", view["fish_row"], known.fish)
    row.number("fish deck", view["fish_deck"], 50)
    row.some_of("building row", [card["card"] for card in view["building_row"]], known.cards)
    row.number("building deck", view["building_deck"], TENTHS)
    own = view["own"]
    assert own is not None, "a seat looks, not a spectator"
    write_own(row, own, known)
    for player in row.each(view["players"]):
        write_player(row, player, known)


def write_city(row: Row, view: BuranoView) -> None:
    row.amounts("floors", {cell["cell"]: cell["floor"] for cell in view["city"]}, CELLS)
    row.some_of("open pits", view["open_pits"], CELLS)
    row.some_of("roofed", [cell["cell"] for cell in view["city"] if cell["roofed"]], CELLS)
    tops = {cell["cell"]: cell["layers"][-1] for cell in view["city"] if cell["layers"]}
    for colour in COLOURS:
        row.some_of(f"{colour} on top", [cell for cell, top in tops.items() if top == colour], CELLS)


def write_lagoon(row: Row, view: BuranoView, known: Names) -> None:
    """Islands and workshops."""
    docks = {dock: colour for island in view["islands"] for dock, colour in island["docks"].items()}
    for colour in COLOURS:
        row.some_of(f"{colour} docks", [dock for dock, house in docks.items() if house == colour], DOCKS)
    for island in view["islands"]:
        row.by_seat(f"workers on {island['island']}", island["workers"])
        row.seat(f"leader on {island['island']}", island["leader"])
    row.some_of("ships in the west", view["ports"][0]["ships"], known.ships)
    for colour in COLOURS:
        row.some_of(f"{colour} squares", [s["square"] for s in view["lace"] if s["colour"] == colour], SQUARES)
        row.seat(f"leader of {colour}", view["workshop_leaders"][colour])
    row.some_of("squares with a coin", [s["square"] for s in view["lace"] if s["coin"]], SQUARES)
    row.some_of("squares paid", [s["square"] for s in view["lace"] if s["paid"]], SQUARES)


def write_own(row: Row, own: OwnView, known: Names) -> None:
    row.place = "own "
    row.amounts("hand", own["hand"], known.fish)
    row.one_of("ship under way", own["ship"], known.ships)
    row.number("best sale", max((sale["vp"] for sale in own["sales"]), default=0), TENTHS)
    row.number("pyramid size", own["size"], len(SLOTS))
    row.amounts("reserve", own["reserve"], COLOURS, TENTHS)
    write_pyramid(row, own["pyramid"])
    row.place = ""


def write_pyramid(row: Row, pyramid: PyramidView | None) -> None:
    slots = pyramid["slots"] if pyramid else {}
    for colour in COLOURS:
        row.some_of(f"{colour} in the pyramid", [slot for slot, cube in slots.items() if cube == colour], SLOTS)
    row.some_of("free slots", pyramid["free"] if pyramid else [], SLOTS)
    row.some_of("next slots", pyramid["next_slots"] if pyramid else [], SLOTS)


def write_player(row: Row, player: PlayerView, known: Names) -> None:
    row.number("score", player["score"], TENTHS)
    row.amounts("points", player["points"], PARTS, TENTHS)
    row.number("coins", player["coins"], TENTHS)
    row.number("privilege", player["privilege"], TENTHS)
    ring = player["ring"]
    row.number("workers on the ring", ring["workers"], TENTHS)
    row.some_of("arrows", ring["arrows"], COLOURS)
    for workers, arrows in enumerate(ring["next_arrows"], 1):
        row.some_of(f"arrows after {workers} more", arrows, COLOURS)
    row.number("coins on the ring", ring["coins"], TENTHS)
    row.number("fountains on the ring", ring["fountains"], TENTHS)
    row.amounts("reserve", player["reserve"], COLOURS, TENTHS)
    row.flag("pyramid ready", player["pyramid_ready"])
    write_pyramid(row, player["pyramid"])
    row.amounts("prepared", player["prepared"], COLOURS)
    row.some_of("roof tiles", [tile["tile"] for tile in player["tiles"]], known.tiles)
    worth = {tile["tile"]: tile["vp_now"] + tile["card_vp_now"] for tile in player["tiles"]}
    row.amounts("roofs would score", worth, known.tiles, TENTHS)
    row.number("fish in hand", player["fish"], TENTHS)
    row.amounts("fish seen", player["fish_seen"], known.fish)
    row.amounts("fish sold", player["sold"], known.fish)
    row.some_of("building cards", [card["card"] for card in player["cards"]], known.cards)
    row.one_of("boat", player["boat"], NODES)
    row.some_of("in reach", [reach["node"] for reach in player["reach"]], NODES)
    row.amounts("dock matches in reach", {reach["node"]: reach["matches"] for reach in player["reach"]}, NODES)
    row.number("workers on islands", player["workers_on_islands"], TENTHS)
    row.some_of("lace makers", player["lace"], SQUARES)
    lace = player["lace_now"]
    row.perhaps("lace would score", lace["vp"] if lace else None, TENTHS)
