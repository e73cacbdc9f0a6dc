"""What the expansion adds to the box: Ambelau's rows, read from `ambelau.toml` or from an owner's edition of it.

What its rulebook prints or the engine rests on must hold in every edition: the counts of the box, the two spirits and
how they are paid, twelve canoe spaces, nine Outlaws who are discarded when tasked, ten Tokoh cards, twenty Plot cards.
Costs, bonuses, goals, ratings and values are free within the effect vocabulary (rules of Ambelau, part 4.2).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields, replace

from bungalow.core.components import Document, Row, content_hash
from bungalow.games.buru.components import (
    BASE_SPIRITS,
    CANOE_SPACES,
    MODULES,
    NEEDS,
    REGION_ORDER,
    REGIONS,
    RESOURCES,
    SIDES,
    SPIRITS,
    TYPES,
    Bag,
    Box,
    Colour,
    Effects,
    Flags,
    Islander,
    Plot,
    Region,
    Space,
    Spirit,
    Tokoh,
)
from bungalow.games.buru.reading import (
    ANY,
    BOTH_BOXES,
    DECREE,
    IBU,
    PLOT,
    UKUM,
    decree_of,
    effects_of,
    elder_of,
    plots_of,
    rows_of,
    table_of,
)

_COUNTS = {
    "ambelau_board": 1,
    "canoes": 5,
    "totems": 2,
    "altars": 2,
    "tributes": 20,
    "tributes_per_spirit": 10,
    "decrees_ambelau": 3,
    "decrees_ukum": 1,
    "guides": 5,
    "elders_ambelau": 1,
    "elders_ukum": 2,
    "outlaws": 9,
    "plots": 20,
    "tokoh": 10,
    "tokoh_dealt_per_human": 2,
    "blessings": 5,
    "liaisons": 5,
    "player_mats": 1,
    "explorers": 5,
    "esteem_markers": 1,
    "fish_markers": 2,
    "cover_tokens": 2,
    "player_aids": 2,
    "canoe_spaces": 12,
}
_TABLES = (
    "meta",
    "counts",
    "deck_sizes",
    "value_in_fish",
    "value_in_esteem",
    "ruling_flags",
    "colour",
    "canoe",
    "guide",
    "liaison",
    "region",
    "canoe_track",
    "canoe_space",
    "spirit",
    "altar",
    "tribute_deck",
    "override",
    "islander",
    "elder",
    "decree",
    "blessing",
    "tokoh",
    "plot",
    "lawan_ambelau",
)
_META = (
    "id",
    "name",
    "expands",
    "prefix",
    "version",
    "modules",
    "recommended_modules",
    "max_seats",
    "max_lawan",
    "lawan_choices_5",
    "source",
)
_PIECES = {"canoe": ("ambelau", None), "guide": ("ambelau", 1), "liaison": ("liaisons", 0)}
"""Pieces in every colour: their module and Power."""
_LAWAN = {
    "plot_deck_replaces_base": True,
    "redraw_if_region_not_in_play": True,
    "guide_uses_extra_plot": True,
    "canoe_choice": ["highest_rating", "nearest"],
    "ukum_pays_only_with": "outlaw",
    "ukum_outlaw_choice": ["highest_cost", "oldest"],
    "liaison_choice": ["highest_affordable_rating", "leftmost"],
    "sole_bidder_takes": "triumph",
    "set_bonus_types": ["artisan", "gatherer", "noble", "priest"],
}
"""How the engine plays the Lawan; the document must say the same."""


def with_expansion(box: Box, document: Document) -> Box:
    """Check a document of the expansion and add its rows to the box of the base game."""
    document.expect(_TABLES)
    counts = document.row("counts", keys=(*_COUNTS, "source"))
    for key, printed in _COUNTS.items():
        counts.whole(key, printed, printed)
    _check_meta(document)
    _check_pieces(document, box)
    _check_lawan(document)
    spirits = _spirits(document)
    islanders = (*box.islanders, *_outlaws(document))
    plots = (*box.plots, *_plots(document))
    elders = [elder_of(row, NEEDS) for row in _of_modules(document, "elder", ("id", "name", "levels"), "elders")]
    decrees = [decree_of(row, BOTH_BOXES) for row in _of_modules(document, "decree", DECREE, "decrees")]
    found = replace(
        box,
        expansion=document,
        hash_of_both=content_hash([box.document.data, document.data]),
        colours=(*box.colours, *_colours(document)),
        regions=(*box.regions, _region(document)),
        spirits=(*box.spirits, *spirits),
        payable=(*box.payable, UKUM),
        altars=(*box.altars, *_altars(document)),
        tributes=(*box.tributes, *_tributes(document)),
        islanders=islanders,
        elders=(*box.elders, *elders),
        decrees=(*box.decrees, *decrees),
        plots=plots,
        canoe=_canoe(document),
        tokoh=_tokoh(document),
        flags=_flags(document),
        triumph_with=_overrides(document),
    )
    _check_ids(found, document)
    return found


def _check_ids(box: Box, document: Document) -> None:
    for name, rows in (
        ("islander", box.islanders),
        ("elder", box.elders),
        ("decree", box.decrees),
        ("plot", box.plots),
    ):
        ids = [row.id for row in rows]
        twice = next((one for one in ids if ids.count(one) > 1), None)
        if twice:
            raise document.wrong(f"{name} {twice}: the base game has one of that id")


def _check_meta(document: Document) -> None:
    meta = document.row("meta", keys=_META)
    meta.one_of("id", ("ambelau",))
    meta.one_of("expands", ("buru",))
    meta.one_of("prefix", ("AM",))
    meta.text("name")
    meta.whole("version", 1, 999)
    meta.whole("max_seats", 5, 5)
    meta.whole("max_lawan", 2, 2)
    for key in ("modules", "recommended_modules"):
        meta.texts(key, MODULES)
    if tuple(meta.texts("modules")) != MODULES:
        raise meta.wrong(f"modules must be {', '.join(MODULES)}", clause="AM-1.1")
    table = table_of(meta, "lawan_choices_5", ("1", "2", "3", "4", "5"))
    for humans in range(1, 6):
        if table.wholes(str(humans), 0, 2) != [lawan for lawan in range(3) if 2 <= humans + lawan <= 5]:
            raise table.wrong(f"{humans} does not list every number of Lawan up to 5 seats", clause="AM-15.1")


def _check_pieces(document: Document, box: Box) -> None:
    colours = [*(colour.id for colour in box.colours), "red"]
    for path, (module, power) in _PIECES.items():
        keys = ("id", "colour", "requires", *(() if power is None else ("power",)))
        rows = rows_of(document, path, BOTH_BOXES, keys, len(colours))
        for row, colour in zip(rows, colours, strict=True):
            row.one_of("colour", (colour,))
            row.one_of("module", (module,))
            _requires(row, ("fifth_player",) if colour == "red" else ())
            if power is not None:
                row.whole("power", power, power)
    rows = rows_of(document, "blessing", BOTH_BOXES, ("id", "region", "power", "requires"), _COUNTS["blessings"])
    for row in rows:
        region = row.one_of("region", REGIONS)
        row.whole("power", 1, 1)
        _requires(row, ("ambelau",) if region == "ambelau" else ())
    if {row.text("region") for row in rows} != set(REGIONS):
        raise document.wrong("blessing: each region has one", clause="AM-12.1")
    track = document.row(
        "canoe_track",
        keys=("start_cell", "spaces", "direction", "ring_radius", "cell_angle_step", "module", "source"),
    )
    track.whole("start_cell", 0, 0)
    track.whole("spaces", CANOE_SPACES, CANOE_SPACES)
    track.one_of("direction", ("clockwise",))
    for path in ("deck_sizes", "value_in_fish", "value_in_esteem"):
        table = document.data.get(path)
        if not isinstance(table, dict):
            raise document.wrong(f"{path}: must be a table")


def _requires(row: Row, expected: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(row.texts("requires", MODULES)) if row.has("requires") else ()
    if found != expected:
        raise row.wrong(f"requires must be {list(expected)}, not {list(found)}", clause="AM-1.4")
    return found


def _check_lawan(document: Document) -> None:
    row = document.row("lawan_ambelau", keys=(*_LAWAN, "source"))
    for key, value in _LAWAN.items():
        if row.values.get(key) != value:
            raise row.wrong(f"{key} must be {value}", clause="AM-15.3")


def _of_modules(document: Document, path: str, keys: Sequence[str], counted: str) -> list[Row]:
    """Rows of Ambelau and Ukum, as many of each as the box holds."""
    rows = rows_of(document, path, BOTH_BOXES, keys)
    for module in ("ambelau", "ukum"):
        count = sum(row.text("module") == module for row in rows)
        if count != _COUNTS[f"{counted}_{module}"]:
            printed = _COUNTS[f"{counted}_{module}"]
            raise document.wrong(f"{path}: {count} of module {module}, but the box holds {printed}")
    for row in rows:
        row.one_of("module", ("ambelau", "ukum"))
    return sorted(rows, key=lambda row: MODULES.index(row.text("module")))


def _colours(document: Document) -> tuple[Colour, ...]:
    rows = rows_of(document, "colour", BOTH_BOXES, ("id", "pattern"), _COUNTS["player_mats"])
    for row in rows:
        row.one_of("id", ("red",))
        row.one_of("module", ("fifth_player",))
    return tuple(Colour(row.text("id"), row.text("pattern"), row.text("module")) for row in rows)


def _region(document: Document) -> Region:
    keys = (
        "id",
        "name",
        "order",
        "totem_start",
        "triumph",
        "action_mode",
        "board",
        "touches_buru_at_angle",
        "centre",
        "radius",
    )
    (row,) = rows_of(document, "region", BOTH_BOXES, keys, 1)
    row.one_of("id", ("ambelau",))
    row.one_of("module", ("ambelau",))
    row.whole("order", REGION_ORDER[-1], REGION_ORDER[-1])
    row.one_of("action_mode", ("canoe",))
    row.one_of("totem_start", ("ibu",))
    centre = row.values.get("centre")
    if not isinstance(centre, list) or len(centre) != 2 or not all(isinstance(x, (int, float)) for x in centre):
        raise row.wrong("centre must be two numbers")
    return Region(
        "ambelau",
        row.text("name"),
        0.0,
        360.0,
        IBU,
        effects_of(row, "triumph", BOTH_BOXES, "triumph"),
        "ambelau",
        (float(centre[0]), float(centre[1])),
        row.number("radius", 0.1, 2),
    )


def _canoe(document: Document) -> tuple[Space, ...]:
    keys = ("id", "index", "rating", "effects", "text")
    spaces: list[Space] = []
    for number, row in enumerate(rows_of(document, "canoe_space", BOTH_BOXES, keys, CANOE_SPACES)):
        row.one_of("module", ("ambelau",))
        row.whole("index", number + 1, number + 1)
        effects = effects_of(row, "effects", BOTH_BOXES, "canoe")
        rating = row.whole("rating", 0, 3)
        region = REGIONS.index("ambelau")
        spaces.append(Space(row.text("id"), region, number, rating, effects, row.source, row.text("text")))
    return tuple(spaces)


_SPIRIT = (
    "id",
    "name",
    "meaning",
    "colour",
    "totem_region",
    "payable_at_lake",
    "payable_at",
    "set_bonus_per_other_card",
)
_HOME = {"ibu": ("ambelau", "ambelau", False), "ukum": ("ukum", "lake", True)}
"""Of the two spirits: module, region of the totem, payable at the lake."""


def _spirits(document: Document) -> tuple[Spirit, ...]:
    rows = rows_of(document, "spirit", BOTH_BOXES, _SPIRIT, len(_HOME))
    spirits: list[Spirit] = []
    for row, (name, (module, region, at_lake)) in zip(rows, _HOME.items(), strict=True):
        row.one_of("id", (name,))
        row.one_of("module", (module,))
        row.one_of("totem_region", (region,))
        if row.flag("payable_at_lake") != at_lake:
            raise row.wrong(f"payable_at_lake must be {str(at_lake).lower()}", clause="AM-7.1")
        if row.has("payable_at"):
            row.one_of("payable_at", ("canoe",))
        bonus = row.whole("set_bonus_per_other_card", 0, 9)
        home = REGIONS.index(region)
        spirits.append(Spirit(name, row.text("name"), row.text("meaning"), row.text("colour"), home, module, bonus))
    return tuple(spirits)


def _altars(document: Document) -> tuple[tuple[Bag, Bag], ...]:
    """Goods on the sides of both altars; Ukum's asks for one Islander besides, Ibu's for none (AM-7.2, AM-9.2)."""
    rows = rows_of(document, "altar", BOTH_BOXES, ("spirit", "side", "cost", "place"), 4)
    costs: dict[tuple[str, str], Bag] = {}
    for row in rows:
        spirit, side = row.one_of("spirit", tuple(_HOME)), row.one_of("side", SIDES)
        if (spirit, side) in costs:
            raise row.wrong(f"side {side} of {spirit}'s altar stands twice")
        row.one_of("module", (_HOME[spirit][0],))
        row.one_of("place", (_HOME[spirit][1],))
        table = table_of(row, "cost", (*RESOURCES, "islander"))
        if spirit == "ukum":
            table.whole("islander", 1, 1)
        elif table.values:
            raise table.wrong("tribute to ibu costs nothing", clause="AM-7.2")
        clay, palm, ebony = (table.whole(good, 1, 20) if table.has(good) else 0 for good in RESOURCES)
        costs[spirit, side] = (clay, palm, ebony, 0, 0)
    return tuple((costs[spirit, "a"], costs[spirit, "b"]) for spirit in _HOME)


def _tributes(document: Document) -> tuple[tuple[int, ...], ...]:
    rows = rows_of(document, "tribute_deck", BOTH_BOXES, ("spirit", "values"), len(_HOME))
    decks: list[tuple[int, ...]] = []
    for row, name in zip(rows, SPIRITS[len(BASE_SPIRITS) :], strict=True):
        row.one_of("spirit", (name,))
        row.one_of("module", (_HOME[name][0],))
        values = row.wholes("values", 0, 99)
        if len(values) != _COUNTS["tributes_per_spirit"]:
            raise row.wrong(f"values: {len(values)} found, but the box holds {_COUNTS['tributes_per_spirit']}")
        decks.append(tuple(values))
    return tuple(decks)


def _outlaws(document: Document) -> tuple[Islander, ...]:
    keys = ("id", "name", "type", "cost", "effects", "discard_bonus", "text", "requires")
    cards: list[Islander] = []
    for row in rows_of(document, "islander", BOTH_BOXES, keys, _COUNTS["outlaws"]):
        row.one_of("type", ("outlaw",))
        row.one_of("module", ("ukum",))
        effects = effects_of(row, "effects", BOTH_BOXES, "outlaw")
        if len(effects) != 1:
            raise row.wrong("an Outlaw's effects are the one tribute to ukum", clause="AM-10.3")
        bonus = effects_of(row, "discard_bonus", BOTH_BOXES, "bonus")
        requires = tuple(row.texts("requires", MODULES)) if row.has("requires") else ()
        if ("ambelau" in requires) != _has_guide(bonus):
            raise row.wrong("who brings the Guide requires ambelau, and nobody else does", clause="AM-10.9")
        cards.append(
            Islander(
                row.text("id"),
                row.text("name"),
                TYPES.index("outlaw"),
                row.whole("cost", 0, 20),
                effects,
                row.text("text"),
                row.source,
                "ukum",
                requires,
                bonus,
            )
        )
    return tuple(cards)


def _has_guide(effects: Collection[object]) -> bool:
    return any(getattr(effect, "op", "") == "guide" for effect in effects)


def _overrides(document: Document) -> dict[tuple[str, int], Effects]:
    found: dict[tuple[str, int], Effects] = {}
    for row in document.rows("override", keys=("table", "id", "set", *ANY)):
        row.one_of("table", ("region",))
        region = row.one_of("id", REGIONS)
        module = row.one_of("module", MODULES)
        _ = row.source
        table = table_of(row, "set", ("totem_start", "triumph"))
        table.one_of("totem_start", SPIRITS)
        found[module, REGIONS.index(region)] = effects_of(table, "triumph", BOTH_BOXES, "triumph")
    return found


def _plots(document: Document) -> tuple[Plot, ...]:
    rows = rows_of(document, "plot", BOTH_BOXES, (*PLOT, "ambelau_bonus"), _COUNTS["plots"])
    for row in rows:
        row.one_of("module", ("lawan_ambelau",))
        row.one_of("ambelau_bonus", ("guide", "ibu"))
    return plots_of(document, rows, BOTH_BOXES)


def _tokoh(document: Document) -> tuple[Tokoh, ...]:
    keys = ("id", "name", "role", "start", "effects", "start_text", "text")
    cards: list[Tokoh] = []
    for row in rows_of(document, "tokoh", BOTH_BOXES, keys, _COUNTS["tokoh"]):
        row.one_of("module", ("tokoh",))
        cards.append(
            Tokoh(
                row.text("id"),
                row.text("name"),
                row.text("role"),
                effects_of(row, "start", BOTH_BOXES, "start"),
                effects_of(row, "effects", BOTH_BOXES, "tokoh"),
                row.text("start_text"),
                row.text("text"),
                row.source,
            )
        )
    return tuple(cards)


def _flags(document: Document) -> Flags:
    names = [field.name for field in fields(Flags)]
    row = document.row("ruling_flags", keys=(*names, "source"))
    return Flags(**{name: row.flag(name) for name in names})
