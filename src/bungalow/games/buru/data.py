"""What lies in the box of Buru, read from `components.toml` or from an owner's edition of it.

What the rulebook prints or the engine rests on must hold in every edition: the counts of the box, four regions with
five spaces each, three spirits with two-sided altars and ten Tribute cards, four types of nine Islanders, Powers 1-5,
two levels on every Elder, Plot cards that rank all types and all spirits. Costs, effects, goals, ratings and values are
free within the effect vocabulary (rules, part 5); an unknown op is refused.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from bungalow.core.components import Document
from bungalow.games.buru.components import (
    BASE_REGIONS,
    BASE_SPIRITS,
    BASE_TYPES,
    NOTHING,
    REGION_ORDER,
    RESOURCES,
    SIDES,
    SPACES,
    Bag,
    Box,
    Colour,
    Decree,
    Elder,
    ForestCard,
    Islander,
    Lawan,
    Plot,
    Region,
    Setup,
    Space,
    Spirit,
)
from bungalow.games.buru.expansion import with_expansion
from bungalow.games.buru.reading import (
    ANY,
    BASE_BOX,
    DECREE,
    PLOT,
    bag_of,
    decree_of,
    effects_of,
    elder_of,
    numbered_of,
    plots_of,
    rows_of,
    table_of,
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


def read_box(edition: Path | None = None) -> Box:
    """The boxes as packaged, or one of them as an edition file has it. Whatever is wrong raises `BadData`."""
    if edition is None:
        return box_of(packaged("components.toml"))
    document = Document.read(edition)
    if is_expansion(document):
        return box_of(packaged("components.toml"), document)
    return box_of(document)


def packaged(name: str) -> Document:
    return Document.parse(resources.files("bungalow.games.buru").joinpath(name).read_bytes(), f"buru/{name}")


def is_expansion(document: Document) -> bool:
    meta = document.data.get("meta")
    return isinstance(meta, dict) and meta.get("id") == "ambelau"


def box_of(document: Document, expansion: Document | None = None) -> Box:
    """Check the documents and build the box from them; our own expansion unless another one is given."""
    return with_expansion(base_of(document), expansion or packaged("ambelau.toml"))


def base_of(document: Document) -> Box:
    """Check a document of the base game and build its box."""
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
        BASE_SPIRITS.index(row.text("id"))
        for row in document.rows("spirit", keys=_SPIRIT)
        if row.flag("payable_at_lake")
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
        regions=_regions(document),
        spaces=_spaces(document),
        spirits=spirits,
        payable=payable,
        altars=_altars(document),
        tributes=_tributes(document),
        forest=_forest(document),
        islanders=_islanders(document),
        elders=_elders(document),
        decrees=_decrees(document),
        plots=_plots(document),
        setup=_setup(document, rounds, rounds_long),
        lawan=_lawan(document),
        rings=_rings(document),
    )


# -- tables -------------------------------------------------------------------------------------------------------

_SPIRIT = ("id", "name", "meaning", "colour", "totem_region", "payable_at_lake", *ANY)


def _check_pieces(document: Document) -> None:
    resources_row = document.row("resources", keys=("order", "weight", "supply_tokens", "supply_is_limited", "source"))
    if tuple(resources_row.texts("order")) != RESOURCES:
        raise resources_row.wrong(f"order must be {', '.join(RESOURCES)}", clause="BU-1.5")
    for key in ("weight", "supply_tokens"):
        table = table_of(resources_row, key, RESOURCES)
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
    rows = rows_of(document, "colour", BASE_BOX, ("id", "pattern"), _COUNTS["player_mats"])
    return tuple(Colour(row.text("id"), row.text("pattern")) for row in rows)


def _rings(document: Document) -> dict[str, tuple[float, float]]:
    row = document.row("board", keys=("rings", "decree_stack_radius", "action_index_runs", "source"))
    row.number("decree_stack_radius", 0, 1)
    row.one_of("action_index_runs", ("clockwise",))
    rings: dict[str, tuple[float, float]] = {}
    table = table_of(row, "rings", ("triumph", "wilderness", "actions", "esteem"))
    for name in ("triumph", "wilderness", "actions", "esteem"):
        pair = table.values.get(name)
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(x, (int, float)) for x in pair):
            raise table.wrong(f"{name} must be two numbers")
        rings[name] = (float(pair[0]), float(pair[1]))
    return rings


def _regions(document: Document) -> tuple[Region, ...]:
    keys = ("id", "name", "order", "start_angle", "end_angle", "totem_start", "triumph")
    rows = rows_of(document, "region", BASE_BOX, keys, len(BASE_REGIONS))
    regions: list[Region] = []
    for row, name, order in zip(rows, BASE_REGIONS, REGION_ORDER[: len(BASE_REGIONS)], strict=True):
        row.one_of("id", (name,))
        row.whole("order", order, order)
        totem = BASE_SPIRITS.index(row.one_of("totem_start", BASE_SPIRITS)) if row.has("totem_start") else None
        effects = effects_of(row, "triumph", BASE_BOX, "triumph")
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
    if totems != list(range(len(BASE_SPIRITS))):
        raise document.wrong("region: each totem must start in exactly one region", clause="BU-5.5")
    return tuple(regions)


def _spaces(document: Document) -> tuple[Space, ...]:
    rows = rows_of(
        document, "action_space", BASE_BOX, ("id", "region", "index", "rating", "effects"), len(BASE_REGIONS) * SPACES
    )
    spaces: list[Space] = []
    for number, row in enumerate(rows):
        region, index = divmod(number, SPACES)
        row.one_of("region", (BASE_REGIONS[region],))
        row.whole("index", index + 1, index + 1)
        rating = row.whole("rating", 0, 3) if row.has("rating") else 0
        spaces.append(
            Space(row.text("id"), region, index, rating, effects_of(row, "effects", BASE_BOX, "space"), row.source)
        )
    return tuple(spaces)


def _spirits(document: Document) -> tuple[Spirit, ...]:
    rows = rows_of(document, "spirit", BASE_BOX, _SPIRIT, len(BASE_SPIRITS))
    spirits: list[Spirit] = []
    for row, name in zip(rows, BASE_SPIRITS, strict=True):
        row.one_of("id", (name,))
        row.flag("payable_at_lake")
        region = BASE_REGIONS.index(row.one_of("totem_region", BASE_REGIONS))
        spirits.append(Spirit(name, row.text("name"), row.text("meaning"), row.text("colour"), region))
    return tuple(spirits)


def _altars(document: Document) -> tuple[tuple[Bag, Bag], ...]:
    rows = rows_of(document, "altar", BASE_BOX, ("spirit", "side", "cost"), len(BASE_SPIRITS) * 2)
    costs: dict[tuple[str, str], Bag] = {}
    for row in rows:
        place = (row.one_of("spirit", BASE_SPIRITS), row.one_of("side", SIDES))
        if place in costs:
            raise row.wrong(f"side {place[1]} of {place[0]}'s altar stands twice")
        costs[place] = bag_of(row, "cost", RESOURCES)
    return tuple((costs[spirit, "a"], costs[spirit, "b"]) for spirit in BASE_SPIRITS)


def _tributes(document: Document) -> tuple[tuple[int, ...], ...]:
    rows = rows_of(document, "tribute_deck", BASE_BOX, ("spirit", "values"), len(BASE_SPIRITS))
    decks: list[tuple[int, ...]] = []
    for row, name in zip(rows, BASE_SPIRITS, strict=True):
        row.one_of("spirit", (name,))
        values = row.wholes("values", 0, 99)
        if len(values) != _COUNTS["tributes_per_spirit"]:
            raise row.wrong(f"values: {len(values)} found, but the box holds {_COUNTS['tributes_per_spirit']}")
        decks.append(tuple(values))
    return tuple(decks)


def _forest(document: Document) -> tuple[ForestCard, ...]:
    cards: list[ForestCard] = []
    for row in rows_of(document, "forest_card", BASE_BOX, ("id", "rating", "gain", "choose"), _COUNTS["forest_cards"]):
        choices: list[tuple[int, ...]] = []
        for number, names in enumerate(row.text_lists("choose") if row.has("choose") else [], 1):
            if len(set(names)) != len(names) or len(names) < 2 or any(name not in RESOURCES for name in names):
                raise row.wrong(
                    f"choose #{number} must be two or more different resources, not {names}", clause="BU-6.3"
                )
            choices.append(tuple(RESOURCES.index(name) for name in names))
        gain = bag_of(row, "gain", RESOURCES, empty=bool(choices)) if row.has("gain") or not choices else NOTHING
        cards.append(ForestCard(row.text("id"), row.whole("rating", 0, 3), gain, tuple(choices), row.source))
    return tuple(cards)


def _islanders(document: Document) -> tuple[Islander, ...]:
    cards: list[Islander] = []
    keys = ("id", "name", "type", "cost", "effects", "text")
    for row in rows_of(document, "islander", BASE_BOX, keys, _COUNTS["islanders"]):
        kind = BASE_TYPES.index(row.one_of("type", BASE_TYPES))
        effects = effects_of(row, "effects", BASE_BOX, "card")
        cost = row.whole("cost", 0, 20)
        cards.append(Islander(row.text("id"), row.text("name"), kind, cost, effects, row.text("text"), row.source))
    for number, name in enumerate(BASE_TYPES):
        count = sum(card.type == number for card in cards)
        if count != _COUNTS["islanders_per_type"]:
            raise document.wrong(f"islander: {count} of type {name}, but the box holds {_COUNTS['islanders_per_type']}")
    return tuple(cards)


def _elders(document: Document) -> tuple[Elder, ...]:
    rows = rows_of(document, "elder", BASE_BOX, ("id", "name", "levels"), _COUNTS["elders"])
    return tuple(elder_of(row, (*RESOURCES, *BASE_TYPES, *BASE_SPIRITS)) for row in rows)


def _decrees(document: Document) -> tuple[Decree, ...]:
    rows = rows_of(document, "decree", BASE_BOX, DECREE, _COUNTS["decrees"])
    return tuple(decree_of(row, BASE_BOX) for row in rows)


def _plots(document: Document) -> tuple[Plot, ...]:
    rows = rows_of(document, "plot", BASE_BOX, PLOT, _COUNTS["plots"])
    return plots_of(document, rows, BASE_BOX)


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
    forest = numbered_of(row, "forest_row", range(1, 6))
    lawan = numbered_of(row, "lawan_choices", range(1, 5))
    default = numbered_of(row, "default_lawan", range(1, 5))
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
    bonus = numbered_of(row, "set_bonus", range(0, 6))
    return Lawan(
        most_in_region=row.whole("max_per_region", 2, 4),
        shore_discount=row.whole("shore_double_discount", 0, 9),
        village_esteem=row.whole("village_double_esteem", 0, 9),
        task_esteem=row.whole("esteem_per_task", 0, 9),
        elders=row.whole("elders_drawn", 0, 9),
        set_bonus=tuple(bonus.whole(str(count), 0, 99) for count in range(6)),
    )
