"""Buru in numbers, with or without Ambelau's modules: what is not in play is 0."""

from __future__ import annotations

from typing import NamedTuple, cast

from bungalow.games.buru.components import GOODS, PHASES, REGIONS, RESOURCES, SPIRITS, TOKENS, TYPES, Box
from bungalow.games.buru.facts import UNIT_NAMES
from bungalow.games.buru.seat_view import SeatView
from bungalow.games.buru.view import AltarView, BuruView, RegionView
from bungalow.lab.vectors import Row

TENTHS = 10
POWERS = ("1", "2", "3", "4", "5")
KINDS = ("human", "lawan A", "lawan B")


UNITS = tuple(name for name, _ in UNIT_NAMES)


class Names(NamedTuple):
    islanders: tuple[str, ...]
    forest: tuple[str, ...]
    decrees: tuple[str, ...]
    spaces: tuple[str, ...]
    elders: tuple[str, ...]
    plots: tuple[str, ...]
    tokoh: tuple[str, ...]


def vocabulary(box: object) -> Names:
    parts = cast(Box, box)
    return Names(
        tuple(card.id for card in parts.islanders),
        tuple(card.id for card in parts.forest),
        tuple(card.id for card in parts.decrees),
        tuple(space.id for space in (*parts.spaces, *parts.canoe)),
        tuple(card.id for card in parts.elders),
        tuple(card.id for card in parts.plots),
        tuple(card.id for card in parts.tokoh),
    )


def write(row: Row, seen: object, names: object) -> None:
    view, known = cast(BuruView, seen), cast(Names, names)
    row.number("round", view["round"], view["rounds"])
    row.one_of("phase", view["phase"], PHASES)
    row.seat("Emissary", view["emissary"])
    row.seat("places next", view["placing"])
    row.by_seat("tokens still to place", [view["placements"].count(seat) for seat in range(row.seats)])
    row.one_of("region", view["region"], REGIONS)
    row.seat("acting", view["acting"])
    row.one_of("space", view["space"] if view["space"] in known.spaces else None, known.spaces)
    row.amounts("icons left", view["units"], UNITS)
    row.number("late fish", view["late_fish"])
    regions = {region["region"]: region for region in view["regions"]}
    for name in REGIONS:
        row.place = f"{name}: "
        write_region(row, regions.get(name), known.decrees)
    row.place = ""
    taken = {space["space"]: space["seat"] for region in view["regions"] for space in region["spaces"]}
    taken |= {space["space"]: space["seat"] for space in view["canoe_track"]}
    for place in range(row.seats):
        row.place = f"seat+{place}: "
        seat = (row.me + place) % row.seats
        row.some_of("holds spaces", [name for name, holder in taken.items() if holder == seat], known.spaces)
    row.place = ""
    row.some_of("Forest row", [card["card"] for card in view["forest_row"]], known.forest)
    row.some_of("Forest discard", view["forest_discard"], known.forest)
    row.some_of("Islander row", [card for card in view["row"] if card is not None], known.islanders)
    row.some_of("Islander discard", view["islander_discard"], known.islanders)
    altars = {altar["spirit"]: altar for altar in view["altars"]}
    for name in SPIRITS:
        row.place = f"altar of {name}: "
        write_altar(row, altars.get(name), known.decrees)
    row.place = ""
    for deck, count in view["decks"].items():
        row.number(f"deck of {deck}", cast(int, count), TENTHS)
    row.some_of("Decrees revealed", view["drawn"]["decrees"], known.decrees)
    row.some_of("Elders put back", [under["elder"] for under in view["under_elders"]], known.elders)
    row.some_of("Plots drawn", view["drawn"]["plots"], known.plots)
    for player in row.each(view["seats"]):
        write_player(row, player, known)


def write_region(row: Row, region: RegionView | None, decrees: tuple[str, ...]) -> None:
    tokens = region["tokens"] if region else []
    hidden = [sum(t["seat"] == seat and t["power"] is None for t in tokens) for seat in range(row.seats)]
    row.by_seat("hidden tokens", hidden)
    known = [sum(t["power"] or 0 for t in tokens if t["seat"] == seat) for seat in range(row.seats)]
    row.by_seat("known Power", known, TENTHS)
    row.some_of("own tokens", [t["token"] for t in tokens if t["seat"] == row.me and t["token"]], TOKENS)
    row.flag("revealed", region and region["revealed"])
    power = {entry["seat"]: entry["power"] for entry in region["order"]} if region else {}
    row.by_seat("Power in the order", [power.get(seat, 0) for seat in range(row.seats)], TENTHS)
    row.at_seats("have acted", [entry["seat"] for entry in region["order"][: region["acted"]]] if region else [])
    row.some_of("Decrees", [decree["decree"] for decree in region["decrees"]] if region else [], decrees)
    blessing = region["blessing"] if region else None
    row.seat("holder of the Blessing", blessing["holder"] if blessing else None)
    row.seat("user of the Blessing", blessing["used_by"] if blessing else None)
    liaison = region["liaison"] if region else None
    row.seat("Liaison", liaison["seat"] if liaison else None)


def write_altar(row: Row, altar: AltarView | None, decrees: tuple[str, ...]) -> None:
    row.flag("in play", altar)
    row.amounts("cost", altar["cost"] if altar else None, RESOURCES)
    row.number("Islanders it costs", altar["islander"] if altar else 0)
    row.number("cards left", altar["cards_left"] if altar else 0, TENTHS)
    row.seat("holder of the totem", altar["totem"] if altar else None)
    row.number("the viewer can pay", altar["you_can_pay"] if altar else 0)
    row.some_of("Decrees", [decree["decree"] for decree in altar["decrees"]] if altar else [], decrees)


def write_player(row: Row, player: SeatView, known: Names) -> None:
    row.one_of("kind", player["kind"], KINDS)
    row.number("place in ties", player["tie_rank"])
    row.number("Esteem", player["esteem"], TENTHS)
    row.amounts("goods", player["goods"], GOODS[:4], TENTHS)
    row.some_of("Islanders", [held["islander"] for held in player["tableau"]], known.islanders)
    tasked = [held["islander"] for held in player["tableau"] if held["tasked"]]
    row.some_of("tasked Islanders", tasked, known.islanders)
    row.amounts("types", player["types"], TYPES)
    row.some_of("totems", player["totems"], SPIRITS)
    row.amounts("tributes", player["tributes"], SPIRITS)
    values = player["tribute_values"]
    row.flag("values known", values is not None)
    row.amounts("value of tributes", {k: sum(v) for k, v in values.items()} if values else None, SPIRITS, TENTHS)
    row.number("number of Elders", player["elder_count"])
    elders = player["elders"] or []
    row.some_of("Elders", [elder["elder"] for elder in elders], known.elders)
    row.number("Elders would score", sum(elder["esteem"] for elder in elders), TENTHS)
    row.number("tokens on the mat", player["on_mat"])
    row.some_of("own mat", player["mat_tokens"] or [], TOKENS)
    row.perhaps("fished with", player["fished"], TENTHS)
    row.some_of("Powers seen", map(str, player["powers_seen"]), POWERS)
    row.one_of("Plot", player["plot"], known.plots)
    row.perhaps("canoe", player["canoe"], 12)
    row.flag("Guide now", player["guide_now"])
    row.flag("Guide next", player["guide_next"])
    row.some_of("Blessings", player["blessings"], REGIONS)
    tokoh = player["tokoh"]
    row.one_of("Tokoh", tokoh["tokoh"] if tokoh else None, known.tokoh)
    row.flag("Tokoh used", tokoh and tokoh["used"])
    row.some_of("Tokoh dealt", [card["tokoh"] for card in player["tokoh_dealt"] or []], known.tokoh)
    row.flag("Tokoh chosen", player["tokoh_chosen"])
