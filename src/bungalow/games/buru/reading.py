"""Reading rows of Buru's data: ids, bags, rankings and effect lists, checked against what a box may know."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bungalow.core.components import Document, Row, listed, quoted
from bungalow.games.buru.components import (
    BASE,
    BASE_OPS,
    BASE_REGIONS,
    BASE_SPIRITS,
    BASE_TYPES,
    BRANCHES,
    GOODS,
    LEVELS,
    MODULES,
    MOST,
    MOST_BRANCHES,
    NEEDS,
    NO_LIMIT,
    NOTHING,
    ON_CANOE,
    ON_SPACE,
    ON_TOKOH,
    OPS,
    REGIONS,
    RESOURCES,
    SCROLL,
    SIDES,
    SPIRITS,
    TYPES,
    Bag,
    Decree,
    Effect,
    Effects,
    Elder,
    Level,
    Plot,
)

ANY = ("source", "module", "fields_rulebook", "fields_designed")
"""Keys that every row may have."""


@dataclass(frozen=True)
class Known:
    """What the rows of a document may name."""

    modules: tuple[str, ...]
    regions: tuple[str, ...]
    spirits: tuple[str, ...]
    types: tuple[str, ...]
    ops: dict[str, tuple[str, ...]]
    branches: tuple[int, int]

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(["op", *(field for fields in self.ops.values() for field in fields)]))


BASE_BOX = Known((BASE,), BASE_REGIONS, BASE_SPIRITS, BASE_TYPES, BASE_OPS, (BRANCHES, BRANCHES))
BOTH_BOXES = Known(MODULES, REGIONS, SPIRITS, TYPES, OPS, (BRANCHES, MOST_BRANCHES))
IBU, UKUM = SPIRITS.index("ibu"), SPIRITS.index("ukum")
WHERE = {"space": ("an action space", ON_SPACE), "canoe": ("a canoe space", ON_CANOE), "tokoh": ("a Tokoh", ON_TOKOH)}


def rows_of(document: Document, path: str, known: Known, keys: Sequence[str], count: int | None = None) -> list[Row]:
    """The rows of a table of components: of a known module, each with its own id, as many as the box holds."""
    rows = document.rows(path, keys=(*keys, *ANY))
    if count is not None and len(rows) != count:
        raise document.wrong(f"{path}: {len(rows)} found, but the box holds {count}")
    seen: set[str] = set()
    for row in rows:
        row.one_of("module", known.modules)
        _ = row.source
        for key in ("fields_rulebook", "fields_designed"):
            if row.has(key):
                row.texts(key, keys)
        if "id" in keys:
            name = row.text("id")
            if not re.fullmatch(r"[a-z0-9_]{1,30}", name):
                raise row.wrong(f"id must be 1 to 30 small letters, digits or _, not {name[:40]!r}")
            if name in seen:
                raise row.wrong(f"id {name} is used twice")
            seen.add(name)
    return rows


def table_of(row: Row, key: str, keys: Collection[str]) -> Row:
    """A table inside a row."""
    if not row.has(key):
        raise row.wrong(f"{key} is missing")
    value = row.values[key]
    if not isinstance(value, dict):
        raise row.wrong(f"{key} must be a table, not {quoted(value)}")
    return Row(row.document, f"{row.name} {key}", value, keys)


def bag_of(row: Row, key: str, allowed: Collection[str] = GOODS, *, empty: bool = False) -> Bag:
    return amounts_of(table_of(row, key, allowed), allowed, empty=empty)


def amounts_of(row: Row, allowed: Collection[str] = GOODS, *, empty: bool = False) -> Bag:
    clay, palm, ebony, fish, esteem = (
        row.whole(good, 1, 20) if good in allowed and row.has(good) else 0 for good in GOODS
    )
    if not empty and not (clay or palm or ebony or fish or esteem):
        raise row.wrong(f"names nothing; write some of {listed(tuple(allowed))}")
    return clay, palm, ebony, fish, esteem


def numbered_of(row: Row, key: str, numbers: Sequence[int]) -> Row:
    return table_of(row, key, [str(number) for number in numbers])


def ranking_of(row: Row, key: str, names: tuple[str, ...], clause: str) -> tuple[int, ...]:
    """Every name once, in an order of preference."""
    found = row.texts(key, names)
    if sorted(found) != sorted(names):
        raise row.wrong(f"{key} must name {', '.join(names)} once each, not {', '.join(found)}", clause=clause)
    return tuple(names.index(name) for name in found)


# -- effects ------------------------------------------------------------------------------------------------------


def effects_of(row: Row, key: str, known: Known, where: str) -> Effects:
    """An effect list; `where` is card, outlaw, start, space, canoe, tokoh, altar, decree, triumph or branch."""
    effects = tuple(effect_of(step, known, where) for step in row.rows(key, keys=known.fields))
    if not effects:
        raise row.wrong(f"{key} is empty")
    if where in WHERE:
        ops = [effect.op for effect in (dict.fromkeys(effects) if where == "tokoh" else effects)]
        twice = next((op for op in ops if ops.count(op) > 1), None)
        if twice == "choose":
            raise row.wrong(f"{key}: several choices on one Tokoh must be alike")
        if twice:
            raise row.wrong(f"{key}: op {twice} stands twice on one space; raise its count")
    return effects


def effect_of(row: Row, known: Known, where: str) -> Effect:
    op = row.one_of("op", tuple(known.ops))
    for field in row.values:
        if field != "op" and field not in known.ops[op]:
            raise row.wrong(f"op {op} has no field {field}")
    if where in WHERE and op not in WHERE[where][1]:
        place, possible = WHERE[where]
        raise row.wrong(f"op {op} cannot stand on {place}; possible are {', '.join(possible)}")
    if op == SCROLL and where != "card":
        raise row.wrong(f"op {op} needs an Islander that is tasked")
    if op == "choose" and where == "branch":
        raise row.wrong("a choice inside a choice")
    if op == "gain":
        return Effect(op, amounts_of(row))
    if op == "trade":
        return Effect(op, bag_of(row, "gain"), bag_of(row, "pay", GOODS[:4]))
    if op == "choose":
        return Effect(op, options=branches_of(row, known))
    count = row.whole("count", 1, MOST) if row.has("count") else 1
    if op in ("if_totem", "totem"):
        spirit = known.spirits.index(row.one_of("spirit", known.spirits))
        return Effect(op, NOTHING if op == "totem" else bag_of(row, "gain"), spirits=(spirit,))
    if op in ("per_totem", "per_islander"):
        return Effect(op, bag_of(row, "gain"), most=row.whole("max", 1, MOST) if row.has("max") else NO_LIMIT)
    if op == SCROLL:
        row.one_of("on", ("tribute",))
        return Effect(op, bag_of(row, "gain"), spirits=names_of(row, "spirits", known.spirits))
    if op == "tribute":
        return tribute_of(row, known, where, count)
    if op == "task":
        return Effect(op, count=count, types=names_of(row, "types", known.types))
    return Effect(op, count=count)


def tribute_of(row: Row, known: Known, where: str, count: int) -> Effect:
    spirits = names_of(row, "spirits", known.spirits)
    by_itself = row.has("pay_with")
    if by_itself:
        row.one_of("pay_with", ("self",))
    if by_itself != (where == "outlaw"):
        raise row.wrong("pay_with = 'self' belongs to an Outlaw, and to every Outlaw", clause="AM-10.3")
    if IBU in spirits and where != "canoe":
        raise row.wrong("tribute to ibu is paid on the canoe track only", clause="AM-7.1")
    if by_itself and (spirits != (UKUM,) or count != 1):
        raise row.wrong("an Outlaw pays one tribute to ukum", clause="AM-10.3")
    return Effect("tribute", count=count, spirits=spirits, by_itself=by_itself)


def names_of(row: Row, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of the names listed; nothing for `any`, or without a list: every one."""
    if not row.has(key) or row.texts(key) == ["any"]:
        return ()
    found = row.texts(key, names)
    if not found:
        raise row.wrong(f"{key} is empty")
    return tuple(sorted({names.index(name) for name in found}))


def branches_of(row: Row, known: Known) -> tuple[Effects, ...]:
    lists = row.values.get("options")
    least, most = known.branches
    if not isinstance(lists, list) or not least <= len(lists) <= most:
        number = str(least) if least == most else f"{least} to {most}"
        raise row.wrong(f"options must be a list of {number} effect lists", clause="BU-8.5")
    branches = [
        Row(row.document, f"{row.name} option {i}", {"steps": steps}, ("steps",)) for i, steps in enumerate(lists, 1)
    ]
    return tuple(effects_of(branch, "steps", known, "branch") for branch in branches)


# -- cards that both boxes hold -----------------------------------------------------------------------------------

DECREE = ("id", "name", "kind", "target", "effects", "text")
PLOT = ("id", "morning", "recruit", "tribute", "forest_bonus", "lake_bonus")


def elder_of(row: Row, needs: Collection[str]) -> Elder:
    levels: list[Level] = []
    for level in row.rows("levels", keys=("need", "esteem")):
        table = table_of(level, "need", needs)
        need = tuple(table.whole(name, 1, 36) if table.has(name) else 0 for name in NEEDS)
        if not any(need):
            raise table.wrong("asks for nothing")
        levels.append(Level(need, level.whole("esteem", 0, 99)))
    if len(levels) != LEVELS or levels[0].esteem > levels[1].esteem:
        raise row.wrong("levels must be two, the higher one worth no less", clause="BU-12.3")
    return Elder(row.text("id"), row.text("name"), tuple(levels), row.source, row.text("module"))


def decree_of(row: Row, known: Known) -> Decree:
    altar = row.one_of("kind", ("region", "altar")) == "altar"
    target = row.one_of("target", known.spirits if altar else known.regions)
    return Decree(
        row.text("id"),
        row.text("name"),
        None if altar else known.regions.index(target),
        known.spirits.index(target) if altar else None,
        effects_of(row, "effects", known, "altar" if altar else "decree"),
        row.text("text"),
        row.source,
        row.text("module"),
    )


def plots_of(document: Document, rows: Sequence[Row], known: Known) -> tuple[Plot, ...]:
    """Plot cards; none of the two letters may be sent to one region too often."""
    plots = [plot_of(row, known) for row in rows]
    for letter in range(2):
        for region, name in enumerate(known.regions):
            count = sum(plot.morning[letter] == region for plot in plots)
            if count > len(plots) // 2:
                raise document.wrong(
                    f"plot: {count} cards send Lawan {'AB'[letter]} to the {name}; at most {len(plots) // 2} may",
                    clause="BU-R25",
                )
    return tuple(plots)


def plot_of(row: Row, known: Known) -> Plot:
    morning = table_of(row, "morning", SIDES)
    a, b = (known.regions.index(morning.one_of(letter, known.regions)) for letter in SIDES)
    return Plot(
        row.text("id"),
        (a, b),
        ranking_of(row, "recruit", known.types, "BU-13.18"),
        ranking_of(row, "tribute", known.spirits, "BU-13.24"),
        bag_of(row, "forest_bonus", RESOURCES),
        row.one_of("lake_bonus", ("emissary", "esteem")) == "emissary",
        row.source,
        row.text("module"),
        row.has("ambelau_bonus") and row.one_of("ambelau_bonus", ("guide", "ibu")) == "guide",
    )
