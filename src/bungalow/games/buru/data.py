"""What lies in the box of Buru, read from `components.toml` or from an owner's edition of it.

What the rulebook prints or the engine rests on must hold in every edition: the counts of the box, four regions with
five spaces each, three spirits with two-sided altars and ten Tribute cards, four types of nine Islanders, Powers 1-5,
two levels on every Elder, Plot cards that rank all types and all spirits. Costs, effects, goals, ratings and values are
free within the effect vocabulary (rules, part 5); an unknown op is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from importlib import resources
from pathlib import Path

from bungalow.core.components import Document, Row, listed, quoted
from bungalow.games.buru.components import (
    BRANCHES,
    GOODS,
    LEVELS,
    MODULES,
    MOST,
    NOTHING,
    ON_SPACE,
    OPS,
    REGION_ORDER,
    REGIONS,
    RESOURCES,
    SCROLL,
    SIDES,
    SPACES,
    SPIRITS,
    TYPES,
    Bag,
    Box,
    Colour,
    Decree,
    Effect,
    Effects,
    Elder,
    ForestCard,
    Islander,
    Lawan,
    Level,
    Plot,
    Region,
    Setup,
    Space,
    Spirit,
)

_COUNTS = {
    "game_board": 1,
    "player_mats": 4,
    "player_aids": 2,
    "islanders": 36,
    "islanders_per_type": 9,
    "decrees": 12,
    "altars": 3,
    "totems": 3,
    "emissary_markers": 1,
    "forest_cards": 16,
    "elders": 13,
    "tributes": 30,
    "tributes_per_spirit": 10,
    "explorers": 20,
    "explorers_per_player": 5,
    "esteem_markers": 4,
    "plots": 12,
    "palm_tokens": 25,
    "clay_tokens": 25,
    "ebony_tokens": 20,
    "fish_markers": 8,
}
_TABLES = (
    "meta",
    "counts",
    "resources",
    "fish",
    "explorers",
    "esteem_track",
    "colour",
    "setup",
    "region",
    "board",
    "action_space",
    "spirit",
    "altar",
    "tribute_deck",
    "forest_card",
    "islander",
    "elder",
    "decree",
    "plot",
    "lawan",
)
_ANY = ("source", "module", "fields_rulebook", "fields_designed")
_FIELDS = tuple(dict.fromkeys(["op", *(field for fields in OPS.values() for field in fields)]))


def read_box(edition: Path | None = None) -> Box:
    """The box as packaged, or as an edition file has it. Whatever is wrong raises `BadData`."""
    if edition is not None:
        return box_of(Document.read(edition))
    packaged = resources.files("bungalow.games.buru").joinpath("components.toml").read_bytes()
    return box_of(Document.parse(packaged, "buru/components.toml"))


def box_of(document: Document) -> Box:
    """Check a document and build the box from it."""
    document.expect(_TABLES)
    counts = document.row("counts", keys=(*_COUNTS, "source"))
    for key, printed in _COUNTS.items():
        counts.whole(key, printed, printed)
    meta = document.row(
        "meta",
        keys=(
            "id",
            "name",
            "prefix",
            "version",
            "min_humans",
            "max_seats",
            "max_lawan",
            "rounds",
            "rounds_long",
            "source",
        ),
    )
    meta.one_of("id", ("buru",))
    meta.text("name")
    meta.one_of("prefix", ("BU",))
    meta.whole("version", 1, 999)
    meta.whole("min_humans", 1, 1)
    meta.whole("max_seats", 4, 4)
    meta.whole("max_lawan", 2, 2)
    spirits = _spirits(document)
    payable = tuple(
        SPIRITS.index(row.text("id")) for row in document.rows("spirit", keys=_SPIRIT) if row.flag("payable_at_lake")
    )
    _check_pieces(document)
    rounds, rounds_long = meta.whole("rounds", 1, 20), meta.whole("rounds_long", 1, 20)
    return Box(
        document=document,
        rounds=rounds,
        rounds_long=rounds_long,
        fish_cap=_fish_cap(document),
        track=document.row("esteem_track", keys=("start", "length", "source")).whole("length", 10, 1000),
        colours=_colours(document),
        regions=_regions(document, payable),
        spaces=_spaces(document, payable),
        spirits=spirits,
        payable=payable,
        altars=_altars(document),
        tributes=_tributes(document),
        forest=_forest(document),
        islanders=_islanders(document, payable),
        elders=_elders(document),
        decrees=_decrees(document, payable),
        plots=_plots(document),
        setup=_setup(document, rounds, rounds_long),
        lawan=_lawan(document),
        rings=_rings(document),
    )


# -- small readers ------------------------------------------------------------------------------------------------


def _rows(document: Document, path: str, keys: Sequence[str], count: int | None = None) -> list[Row]:
    """The rows of a table of components: of the base game, each with its own id, as many as the box holds."""
    rows = document.rows(path, keys=(*keys, *_ANY))
    if count is not None and len(rows) != count:
        raise document.wrong(f"{path}: {len(rows)} found, but the box holds {count}")
    seen: set[str] = set()
    for row in rows:
        row.one_of("module", MODULES)
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


def _table(row: Row, key: str, keys: Collection[str]) -> Row:
    """A table inside a row."""
    if not row.has(key):
        raise row.wrong(f"{key} is missing")
    value = row.values[key]
    if not isinstance(value, dict):
        raise row.wrong(f"{key} must be a table, not {quoted(value)}")
    return Row(row.document, f"{row.name} {key}", value, keys)


def _bag(row: Row, key: str, allowed: Collection[str] = GOODS, *, empty: bool = False) -> Bag:
    return _amounts(_table(row, key, allowed), allowed, empty=empty)


def _amounts(row: Row, allowed: Collection[str] = GOODS, *, empty: bool = False) -> Bag:
    clay, palm, ebony, fish, esteem = (
        row.whole(good, 1, 20) if good in allowed and row.has(good) else 0 for good in GOODS
    )
    if not empty and not (clay or palm or ebony or fish or esteem):
        raise row.wrong(f"names nothing; write some of {listed(tuple(allowed))}")
    return clay, palm, ebony, fish, esteem


def _by_number(row: Row, key: str, numbers: Sequence[int]) -> Row:
    return _table(row, key, [str(number) for number in numbers])


def _ranking(row: Row, key: str, names: tuple[str, ...], clause: str) -> tuple[int, ...]:
    """Every name once, in an order of preference."""
    found = row.texts(key, names)
    if sorted(found) != sorted(names):
        raise row.wrong(f"{key} must name {', '.join(names)} once each, not {', '.join(found)}", clause=clause)
    return tuple(names.index(name) for name in found)


# -- effects ------------------------------------------------------------------------------------------------------


def _effects(row: Row, key: str, payable: tuple[int, ...], where: str) -> Effects:
    """An effect list; `where` is card, space, altar, triumph or branch."""
    effects = tuple(_effect(step, payable, where) for step in row.rows(key, keys=_FIELDS))
    if not effects:
        raise row.wrong(f"{key} is empty")
    if where == "space":
        ops = [effect.op for effect in effects]
        twice = next((op for op in ops if ops.count(op) > 1), None)
        if twice:
            raise row.wrong(f"{key}: op {twice} stands twice on one space; raise its count")
    return effects


def _effect(row: Row, payable: tuple[int, ...], where: str) -> Effect:
    op = row.one_of("op", tuple(OPS))
    for field in row.values:
        if field != "op" and field not in OPS[op]:
            raise row.wrong(f"op {op} has no field {field}")
    if where == "space" and op not in ON_SPACE:
        raise row.wrong(f"op {op} cannot stand on an action space; possible are {', '.join(ON_SPACE)}")
    if op == SCROLL and where != "card":
        raise row.wrong(f"op {op} needs an Islander that is tasked")
    if op == "choose" and where == "branch":
        raise row.wrong("a choice inside a choice")
    if op == "gain":
        return Effect(op, _amounts(row))
    if op == "trade":
        return Effect(op, _bag(row, "gain"), _bag(row, "pay", GOODS[:4]))
    if op == "choose":
        return Effect(op, options=_branches(row, payable))
    count = row.whole("count", 1, MOST) if row.has("count") else 1
    if op in ("if_totem", "totem"):
        spirit = SPIRITS.index(row.one_of("spirit", SPIRITS))
        return Effect(op, NOTHING if op == "totem" else _bag(row, "gain"), spirits=(spirit,))
    if op == "per_totem":
        return Effect(op, _bag(row, "gain"))
    if op == SCROLL:
        row.one_of("on", ("tribute",))
        return Effect(op, _bag(row, "gain"), spirits=_names(row, "spirits", SPIRITS, tuple(range(len(SPIRITS)))))
    if op == "tribute":
        return Effect(op, count=count, spirits=_names(row, "spirits", SPIRITS, payable))
    if op == "task":
        return Effect(op, count=count, types=_names(row, "types", TYPES, tuple(range(len(TYPES)))))
    return Effect(op, count=count)


def _names(row: Row, key: str, names: tuple[str, ...], every: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of the names listed; `any`, or no list, means every one."""
    if not row.has(key) or row.texts(key) == ["any"]:
        return every
    found = row.texts(key, names)
    if not found:
        raise row.wrong(f"{key} is empty")
    return tuple(sorted({names.index(name) for name in found}))


def _branches(row: Row, payable: tuple[int, ...]) -> tuple[Effects, ...]:
    lists = row.values.get("options")
    if not isinstance(lists, list) or len(lists) != BRANCHES:
        raise row.wrong(f"options must be a list of {BRANCHES} effect lists", clause="BU-8.5")
    branches = [
        Row(row.document, f"{row.name} option {i}", {"steps": steps}, ("steps",)) for i, steps in enumerate(lists, 1)
    ]
    return tuple(_effects(branch, "steps", payable, "branch") for branch in branches)


# -- tables -------------------------------------------------------------------------------------------------------

_SPIRIT = ("id", "name", "meaning", "colour", "totem_region", "payable_at_lake", *_ANY)


def _check_pieces(document: Document) -> None:
    resources_row = document.row("resources", keys=("order", "weight", "supply_tokens", "supply_is_limited", "source"))
    if tuple(resources_row.texts("order")) != RESOURCES:
        raise resources_row.wrong(f"order must be {', '.join(RESOURCES)}", clause="BU-1.5")
    for key in ("weight", "supply_tokens"):
        table = _table(resources_row, key, RESOURCES)
        for name in RESOURCES:
            table.whole(name, 1, 99)
    if resources_row.flag("supply_is_limited"):
        raise resources_row.wrong("supply_is_limited must be false", clause="BU-R13")
    explorers = document.row("explorers", keys=("powers", "kept_back", "source"))
    if explorers.wholes("powers", 1, 5) != [1, 2, 3, 4, 5]:
        raise explorers.wrong("powers must be 1, 2, 3, 4, 5")
    explorers.whole("kept_back", 1, 1)
    document.row("esteem_track", keys=("start", "length", "source")).whole("start", 0, 0)


def _fish_cap(document: Document) -> int:
    row = document.row("fish", keys=("cap", "marker_spaces", "bonus_space", "source"))
    row.wholes("marker_spaces", 0, 99)
    row.whole("bonus_space", 1, 99)
    return row.whole("cap", 5, 99)


def _colours(document: Document) -> tuple[Colour, ...]:
    rows = _rows(document, "colour", ("id", "pattern"), _COUNTS["player_mats"])
    return tuple(Colour(row.text("id"), row.text("pattern")) for row in rows)


def _rings(document: Document) -> dict[str, tuple[float, float]]:
    row = document.row("board", keys=("rings", "decree_stack_radius", "action_index_runs", "source"))
    row.number("decree_stack_radius", 0, 1)
    row.one_of("action_index_runs", ("clockwise",))
    rings: dict[str, tuple[float, float]] = {}
    table = _table(row, "rings", ("triumph", "wilderness", "actions", "esteem"))
    for name in ("triumph", "wilderness", "actions", "esteem"):
        pair = table.values.get(name)
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(x, (int, float)) for x in pair):
            raise table.wrong(f"{name} must be two numbers")
        rings[name] = (float(pair[0]), float(pair[1]))
    return rings


def _regions(document: Document, payable: tuple[int, ...]) -> tuple[Region, ...]:
    keys = ("id", "name", "order", "start_angle", "end_angle", "totem_start", "triumph")
    rows = _rows(document, "region", keys, len(REGIONS))
    regions: list[Region] = []
    for row, name, order in zip(rows, REGIONS, REGION_ORDER, strict=True):
        row.one_of("id", (name,))
        row.whole("order", order, order)
        totem = SPIRITS.index(row.one_of("totem_start", SPIRITS)) if row.has("totem_start") else None
        effects = _effects(row, "triumph", payable, "triumph")
        regions.append(
            Region(
                name,
                row.text("name"),
                row.number("start_angle", 0, 360),
                row.number("end_angle", 0, 360),
                totem,
                effects,
            )
        )
    totems = sorted(region.totem for region in regions if region.totem is not None)
    if totems != list(range(len(SPIRITS))):
        raise document.wrong("region: each totem must start in exactly one region", clause="BU-5.5")
    return tuple(regions)


def _spaces(document: Document, payable: tuple[int, ...]) -> tuple[Space, ...]:
    rows = _rows(document, "action_space", ("id", "region", "index", "rating", "effects"), len(REGIONS) * SPACES)
    spaces: list[Space] = []
    for number, row in enumerate(rows):
        region, index = divmod(number, SPACES)
        row.one_of("region", (REGIONS[region],))
        row.whole("index", index + 1, index + 1)
        rating = row.whole("rating", 0, 3) if row.has("rating") else 0
        spaces.append(
            Space(row.text("id"), region, index, rating, _effects(row, "effects", payable, "space"), row.source)
        )
    return tuple(spaces)


def _spirits(document: Document) -> tuple[Spirit, ...]:
    rows = _rows(document, "spirit", _SPIRIT, len(SPIRITS))
    spirits: list[Spirit] = []
    for row, name in zip(rows, SPIRITS, strict=True):
        row.one_of("id", (name,))
        row.flag("payable_at_lake")
        region = REGIONS.index(row.one_of("totem_region", REGIONS))
        spirits.append(Spirit(name, row.text("name"), row.text("meaning"), row.text("colour"), region))
    return tuple(spirits)


def _altars(document: Document) -> tuple[tuple[Bag, Bag], ...]:
    rows = _rows(document, "altar", ("spirit", "side", "cost"), len(SPIRITS) * 2)
    costs: dict[tuple[str, str], Bag] = {}
    for row in rows:
        place = (row.one_of("spirit", SPIRITS), row.one_of("side", SIDES))
        if place in costs:
            raise row.wrong(f"side {place[1]} of {place[0]}'s altar stands twice")
        costs[place] = _bag(row, "cost", RESOURCES)
    return tuple((costs[spirit, "a"], costs[spirit, "b"]) for spirit in SPIRITS)


def _tributes(document: Document) -> tuple[tuple[int, ...], ...]:
    rows = _rows(document, "tribute_deck", ("spirit", "values"), len(SPIRITS))
    decks: list[tuple[int, ...]] = []
    for row, name in zip(rows, SPIRITS, strict=True):
        row.one_of("spirit", (name,))
        values = row.wholes("values", 0, 99)
        if len(values) != _COUNTS["tributes_per_spirit"]:
            raise row.wrong(f"values: {len(values)} found, but the box holds {_COUNTS['tributes_per_spirit']}")
        decks.append(tuple(values))
    return tuple(decks)


def _forest(document: Document) -> tuple[ForestCard, ...]:
    cards: list[ForestCard] = []
    for row in _rows(document, "forest_card", ("id", "rating", "gain", "choose"), _COUNTS["forest_cards"]):
        choices: list[tuple[int, ...]] = []
        for number, names in enumerate(row.text_lists("choose") if row.has("choose") else [], 1):
            if len(set(names)) != len(names) or len(names) < 2 or any(name not in RESOURCES for name in names):
                raise row.wrong(
                    f"choose #{number} must be two or more different resources, not {names}", clause="BU-6.3"
                )
            choices.append(tuple(RESOURCES.index(name) for name in names))
        gain = _bag(row, "gain", RESOURCES, empty=bool(choices)) if row.has("gain") or not choices else NOTHING
        cards.append(ForestCard(row.text("id"), row.whole("rating", 0, 3), gain, tuple(choices), row.source))
    return tuple(cards)


def _islanders(document: Document, payable: tuple[int, ...]) -> tuple[Islander, ...]:
    cards: list[Islander] = []
    keys = ("id", "name", "type", "cost", "effects", "text")
    for row in _rows(document, "islander", keys, _COUNTS["islanders"]):
        kind = TYPES.index(row.one_of("type", TYPES))
        effects = _effects(row, "effects", payable, "card")
        cost = row.whole("cost", 0, 20)
        cards.append(Islander(row.text("id"), row.text("name"), kind, cost, effects, row.text("text"), row.source))
    for number, name in enumerate(TYPES):
        count = sum(card.type == number for card in cards)
        if count != _COUNTS["islanders_per_type"]:
            raise document.wrong(f"islander: {count} of type {name}, but the box holds {_COUNTS['islanders_per_type']}")
    return tuple(cards)


def _elders(document: Document) -> tuple[Elder, ...]:
    elders: list[Elder] = []
    needs = (*RESOURCES, *TYPES, *SPIRITS)
    for row in _rows(document, "elder", ("id", "name", "levels"), _COUNTS["elders"]):
        levels: list[Level] = []
        for level in row.rows("levels", keys=("need", "esteem")):
            table = _table(level, "need", needs)
            need = tuple(table.whole(name, 1, 36) if table.has(name) else 0 for name in needs)
            if not any(need):
                raise table.wrong("asks for nothing")
            levels.append(Level(need, level.whole("esteem", 0, 99)))
        if len(levels) != LEVELS or levels[0].esteem > levels[1].esteem:
            raise row.wrong("levels must be two, the higher one worth no less", clause="BU-12.3")
        elders.append(Elder(row.text("id"), row.text("name"), tuple(levels), row.source))
    return tuple(elders)


def _decrees(document: Document, payable: tuple[int, ...]) -> tuple[Decree, ...]:
    decrees: list[Decree] = []
    keys = ("id", "name", "kind", "target", "effects", "text")
    for row in _rows(document, "decree", keys, _COUNTS["decrees"]):
        altar = row.one_of("kind", ("region", "altar")) == "altar"
        target = row.one_of("target", SPIRITS if altar else REGIONS)
        decrees.append(
            Decree(
                row.text("id"),
                row.text("name"),
                None if altar else REGIONS.index(target),
                SPIRITS.index(target) if altar else None,
                _effects(row, "effects", payable, "altar" if altar else "decree"),
                row.text("text"),
                row.source,
            )
        )
    return tuple(decrees)


def _plots(document: Document) -> tuple[Plot, ...]:
    plots: list[Plot] = []
    keys = ("id", "morning", "recruit", "tribute", "forest_bonus", "lake_bonus")
    for row in _rows(document, "plot", keys, _COUNTS["plots"]):
        morning = _table(row, "morning", SIDES)
        regions = tuple(REGIONS.index(morning.one_of(letter, REGIONS)) for letter in SIDES)
        plots.append(
            Plot(
                row.text("id"),
                (regions[0], regions[1]),
                _ranking(row, "recruit", TYPES, "BU-13.18"),
                _ranking(row, "tribute", SPIRITS, "BU-13.24"),
                _bag(row, "forest_bonus", RESOURCES),
                row.one_of("lake_bonus", ("emissary", "esteem")) == "emissary",
                row.source,
            )
        )
    for letter in range(2):
        for region, name in enumerate(REGIONS):
            count = sum(plot.morning[letter] == region for plot in plots)
            if count > len(plots) // 2:
                raise document.wrong(
                    f"plot: {count} cards send Lawan {'AB'[letter]} to the {name}; at most {len(plots) // 2} may",
                    clause="BU-R25",
                )
    return tuple(plots)


def _setup(document: Document, rounds: int, rounds_long: int) -> Setup:
    keys = (
        "decrees_in_stack",
        "decrees_in_stack_long",
        "islander_row",
        "start_fish_emissary",
        "start_fish_others",
        "decrees_per_round",
        "forest_row",
        "default_lawan",
        "lawan_choices",
        "source",
    )
    row = document.row("setup", keys=keys)
    row.whole("islander_row", 3, 3)
    each = row.whole("decrees_per_round", 1, 6)
    stacks = [row.whole(key, 1, _COUNTS["decrees"]) for key in ("decrees_in_stack", "decrees_in_stack_long")]
    for key, stack, length in zip(
        ("decrees_in_stack", "decrees_in_stack_long"), stacks, (rounds, rounds_long), strict=True
    ):
        if stack != each * length:
            raise row.wrong(f"{key} is {stack}, but {length} rounds reveal {each * length}", clause="BU-2.7")
    forest = _by_number(row, "forest_row", range(1, 6))
    lawan = _by_number(row, "lawan_choices", range(1, 5))
    default = _by_number(row, "default_lawan", range(1, 5))
    choices: dict[int, tuple[int, ...]] = {}
    for humans in range(1, 5):
        found = tuple(lawan.wholes(str(humans), 0, 2))
        if not found or any(humans + number > 4 or humans + number < 2 for number in found):
            raise lawan.wrong(f"{humans} humans with {list(found)} Lawan do not make 2 to 4 seats", clause="BU-R2")
        choices[humans] = found
    return Setup(
        decrees=stacks[0],
        decrees_long=stacks[1],
        decrees_per_round=each,
        fish_emissary=row.whole("start_fish_emissary", 0, 20),
        fish_others=row.whole("start_fish_others", 0, 20),
        forest_row=(0, *(forest.whole(str(seats), seats, 5) for seats in range(1, 6))),
        lawan_choices=choices,
        default_lawan={humans: default.whole(str(humans), 0, 2) for humans in range(1, 5)},
    )


def _lawan(document: Document) -> Lawan:
    keys = (
        "max_per_region",
        "shore_double_discount",
        "village_double_esteem",
        "esteem_per_task",
        "elders_drawn",
        "set_bonus",
    )
    row = document.row("lawan", keys=(*keys, "source"))
    bonus = _by_number(row, "set_bonus", range(0, 6))
    return Lawan(
        most_in_region=row.whole("max_per_region", 2, 4),
        shore_discount=row.whole("shore_double_discount", 0, 9),
        village_esteem=row.whole("village_double_esteem", 0, 9),
        task_esteem=row.whole("esteem_per_task", 0, 9),
        elders=row.whole("elders_drawn", 0, 9),
        set_bonus=tuple(bonus.whole(str(count), 0, 99) for count in range(6)),
    )
