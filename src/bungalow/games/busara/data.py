"""What lies in the box of Busara, read from `components.toml` or from an owner's edition of it.

What the rules rest on must hold in every edition: four resources and six Virtues in their order, one Virtue for each
pair of resources, 4 x 4 boards, five resources on a Setup Card, layouts that obey BS-1.9, at most one Kingdom for each
reaction (BS-R23), effects made of known ops. Totals that the rulebook prints must hold as long as `[counts]` claims
`source = "rulebook"`. Goals, costs, timings, effects, events and their copies are free within that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources
from itertools import combinations
from pathlib import Path

from bungalow.core.components import Document, Row
from bungalow.games.busara.contents import (
    RESOURCES,
    SEATS,
    TIMINGS,
    VIRTUES,
    Board,
    Box,
    Card,
    Kingdom,
    Resource,
    SetupCard,
    Virtue,
)
from bungalow.games.busara.program import Program, compile_effects

_PRINTED = {
    "kingdom_boards": 6,
    "kingdom_cards": 15,
    "setup_cards": 18,
    "resource_cards": 36,
    "reference_cards": 6,
    "virtue_tokens_each": 12,
    "virtue_tokens_total": 72,
    "resource_tokens_each": 20,
    "resource_tokens_total": 80,
}
_PARAMS = {
    "setup_tokens_per_player": (1, 5),
    "min_contact_spaces": (1, 4),
    "deal_beginner": (1, 1),
    "deal_experienced": (2, 2),
}
_TABLES = (
    "schema",
    "game",
    "title",
    "year",
    "publisher",
    "min_players",
    "max_players",
    "params",
    "counts",
    "resource",
    "virtue",
    "board",
    "kingdom_board",
    "quick_layout",
    "setup_card",
    "resource_card",
    "event_card",
    "kingdom",
    "op",
)
MOST_KINGDOMS = 40
MOST_SETUP_CARDS = 40
OWN_PARTS = ("goal", "power", "cost", "timing", "hidden_only", "text", "effects")
"""Parts of a Kingdom Card that a row may mark as designed, whatever its source."""


def read_box(edition: Path | None = None) -> Box:
    """The box as packaged, or as an edition file has it. Whatever is wrong raises `BadData`."""
    if edition is not None:
        return box_of(Document.read(edition))
    packaged = resources.files("bungalow.games.busara").joinpath("components.toml").read_bytes()
    return box_of(Document.parse(packaged, "busara/components.toml"))


def box_of(document: Document) -> Box:
    """Check a document and build the box from it."""
    document.expect(_TABLES)
    _check_head(document)
    counts = _counts(document)
    row = document.row("params", keys=(*_PARAMS, "source"))
    params = {key: row.whole(key, low, high) for key, (low, high) in _PARAMS.items()}
    program = Program()
    ops = _ops(document)
    tokens = _resources(document, counts)
    virtues = _virtues(document, counts)
    _check_board(document)
    boards = _boards(document, counts)
    return Box(
        document=document,
        params=params,
        resources=tokens,
        virtues=virtues,
        boards=boards,
        layouts=_layouts(document, params["min_contact_spaces"]),
        setup_cards=_setup_cards(document, counts, params["setup_tokens_per_player"], tokens),
        cards=_cards(document, counts, program, ops),
        kingdoms=_kingdoms(document, counts, program, ops, virtues),
        program=program,
    )


# -- the tables -----------------------------------------------------------------------------------------------------


def _check_head(document: Document) -> None:
    wanted: dict[str, object] = {"schema": 1, "game": "busara", "min_players": SEATS[0], "max_players": SEATS[-1]}
    for key, value in wanted.items():
        if document.data.get(key) != value:
            raise document.wrong(f"{key} must be {value!r}, not {document.data.get(key)!r}")


def _counts(document: Document) -> dict[str, int]:
    """The totals. Those of the rulebook are fixed; other sources may state other ones."""
    row = document.row("counts", keys=(*_PRINTED, "source"))
    counts = {key: row.whole(key, 1, 999) for key in _PRINTED}
    row.whole("kingdom_boards", SEATS[-1], SEATS[-1])
    if row.source == "rulebook":
        for key, printed in _PRINTED.items():
            if counts[key] != printed:
                raise row.wrong(f"{key} is {counts[key]}, but the rulebook prints {printed}")
    for kind, types in (("virtue", len(VIRTUES)), ("resource", len(RESOURCES))):
        each, total = counts[f"{kind}_tokens_each"], counts[f"{kind}_tokens_total"]
        if each * types != total:
            raise row.wrong(f"{kind}_tokens_total is {total}, but {types} types of {each} make {each * types}")
    return counts


def _check_count(document: Document, path: str, found: int, counts: dict[str, int], key: str) -> None:
    if found != counts[key]:
        raise document.wrong(f"{path}: {found} found, but counts.{key} is {counts[key]}")


def _unique(rows: Sequence[Row], key: str = "id", shape: str = r"[A-Za-z0-9_-]{1,24}") -> list[str]:
    """What the rows are called: short words, as they stand in the notation of moves."""
    names: list[str] = []
    for row in rows:
        name = row.text(key)
        if not re.fullmatch(shape, name):
            raise row.wrong(f"{key} must be like {shape}, not {name[:40]!r}")
        if name in names:
            raise row.wrong(f"{key} {name} is used twice")
        names.append(name)
    return names


def _in_order(document: Document, path: str, names: Sequence[str], wanted: Sequence[str]) -> None:
    if tuple(names) != tuple(wanted):
        raise document.wrong(f"{path}: must be {', '.join(wanted)} in this order, not {', '.join(names)}")


def _hex(row: Row) -> str:
    if not re.fullmatch("#[0-9a-fA-F]{6}", row.text("hex")):
        raise row.wrong(f"hex must be a colour such as #C54B4A, not {row.text('hex')[:40]!r}")
    return row.text("hex")


def _resources(document: Document, counts: dict[str, int]) -> tuple[Resource, ...]:
    rows = document.rows("resource", keys=("id", "name", "colour", "hex", "letter", "glyph", "tokens", "source"))
    _in_order(document, "resource", _unique(rows), RESOURCES)
    _unique(rows, "letter", "[A-Z]")
    _unique(rows, "glyph", "[a-z]+")
    each = counts["resource_tokens_each"]
    return tuple(
        Resource(
            row.text("id"),
            row.text("name"),
            row.text("letter"),
            row.text("colour"),
            _hex(row),
            row.text("glyph"),
            row.whole("tokens", each, each),
        )
        for row in rows
    )


def _virtues(document: Document, counts: dict[str, int]) -> tuple[Virtue, ...]:
    """Each of the six pairs of resources forges one Virtue (SPEC part 2)."""
    rows = document.rows("virtue", keys=("id", "name", "from", "tokens", "letter", "glyph", "source"))
    _in_order(document, "virtue", _unique(rows), VIRTUES)
    _unique(rows, "letter", "[A-Z]")
    _unique(rows, "glyph", "[a-z]+")
    each = counts["virtue_tokens_each"]
    virtues: list[Virtue] = []
    pairs: set[tuple[int, int]] = set()
    for row in rows:
        made_of = sorted(RESOURCES.index(name) for name in row.texts("from", RESOURCES))
        if len(made_of) != 2 or made_of[0] == made_of[1]:
            raise row.wrong(f"from must be two different resources, not {row.texts('from')}", clause="BS-5.2")
        pair = (made_of[0], made_of[1])
        if pair in pairs:
            raise row.wrong(f"from {' and '.join(row.texts('from'))} forges another Virtue already", clause="BS-5.3")
        pairs.add(pair)
        tokens = row.whole("tokens", each, each)
        virtues.append(Virtue(row.text("id"), row.text("name"), row.text("letter"), row.text("glyph"), pair, tokens))
    return tuple(virtues)


def _check_board(document: Document) -> None:
    keys = (
        "rows", "cols", "spaces", "blocked", "grid", "index", "global", "rotation_matters", "first_at", "source",
    )  # fmt: skip
    row = document.row("board", keys=keys)
    row.whole("rows", 4, 4)
    row.whole("cols", 4, 4)
    row.whole("spaces", 16, 16)
    row.one_of("grid", ("square",))
    if row.wholes("blocked", 0, 15) or row.wholes("first_at", -9, 9) != [0, 0] or row.flag("rotation_matters"):
        raise row.wrong("a board is 4 x 4 without holes and the first lies at [0, 0]", clause="BS-R3")


def _boards(document: Document, counts: dict[str, int]) -> tuple[Board, ...]:
    rows = document.rows("kingdom_board", keys=("id", "name", "hex", "pattern", "source"))
    _check_count(document, "kingdom_board", len(rows), counts, "kingdom_boards")
    _in_order(document, "kingdom_board", _unique(rows), [f"b{number}" for number in range(len(rows))])
    _unique(rows, "pattern", "[a-z]+")
    return tuple(Board(row.text("id"), row.text("name"), _hex(row), row.text("pattern")) for row in rows)


def _layouts(document: Document, min_contact: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """A ready-made layout for every number of seats, as legal as a free one (BS-1.9, BS-R5)."""
    layouts: dict[int, tuple[tuple[int, int], ...]] = {}
    for row in document.rows("quick_layout", keys=("players", "at", "source")):
        players = row.whole("players", SEATS[0], SEATS[-1])
        if players in layouts:
            raise row.wrong(f"players {players} has a layout already")
        corners = [tuple(corner) for corner in row.whole_lists("at", -20, 20)]
        if len(corners) != players or any(len(corner) != 2 for corner in corners) or corners[0] != (0, 0):
            raise row.wrong(f"at must be {players} pairs x, y of which the first is 0, 0", clause="BS-1.8")
        placed: list[tuple[int, int]] = []
        for x, y in corners:
            facing = [_contact(x - a, y - b) for a, b in placed]
            if -1 in facing or (facing and max(facing) < min_contact):
                raise row.wrong(f"the board at {x}, {y} overlaps or touches no board enough", clause="BS-1.9")
            placed.append((x, y))
        layouts[players] = tuple(placed)
    for players in SEATS:
        if players not in layouts:
            raise document.wrong(f"quick_layout: none for {players} players")
    return layouts


def _contact(dx: int, dy: int) -> int:
    """Facing pairs of spaces; -1 for an overlap (SPEC part 2)."""
    dx, dy = abs(dx), abs(dy)
    if dx < 4 and dy < 4:
        return -1
    if dx == 4 and dy < 4:
        return 4 - dy
    return 4 - dx if dy == 4 and dx < 4 else 0


def _amounts(row: Row, key: str, names: Sequence[str], most: int) -> tuple[int, ...]:
    """A table of counts, `{fire = 3, water = 1}`, as a row of numbers."""
    table = row.values.get(key)
    if not isinstance(table, dict):
        raise row.wrong(f"{key} must be a table of counts")
    inner = Row(row.document, f"{row.name} {key}", table, names)
    return tuple(inner.whole(name, 1, most) if inner.has(name) else 0 for name in names)


def _setup_cards(
    document: Document, counts: dict[str, int], size: int, tokens: Sequence[Resource]
) -> tuple[SetupCard, ...]:
    rows = document.rows("setup_card", keys=("id", "gives", "source"))
    _check_count(document, "setup_card", len(rows), counts, "setup_cards")
    _unique(rows)
    if not 2 * SEATS[-1] <= len(rows) <= MOST_SETUP_CARDS:
        raise document.wrong(f"setup_card: {2 * SEATS[-1]} to {MOST_SETUP_CARDS} are needed, not {len(rows)}")
    cards: list[SetupCard] = []
    for row in rows:
        gives = _amounts(row, "gives", RESOURCES, size)
        if sum(gives) != size:
            raise row.wrong(f"gives {sum(gives)} resources, but every player starts with {size}", clause="BS-1.10")
        cards.append(SetupCard(row.text("id"), gives, row.source))
    for number, resource in enumerate(tokens):
        most = sum(sorted((card.gives[number] for card in cards), reverse=True)[: SEATS[-1]])
        if most > resource.tokens:
            raise document.wrong(f"setup_card: six cards could take {most} {resource.id}; {resource.tokens} exist")
    return tuple(cards)


def _cards(
    document: Document, counts: dict[str, int], program: Program, ops: dict[str, tuple[str, ...]]
) -> tuple[Card, ...]:
    plain = document.rows("resource_card", keys=("id", "resource", "copies", "source"))
    keys = ("id", "name", "disaster", "copies", "copies_source", "text", "effects", "source")
    events = document.rows("event_card", keys=keys)
    _unique([*plain, *events])
    _in_order(document, "resource_card", [row.one_of("resource", RESOURCES) for row in plain], RESOURCES)
    cards = [
        Card(
            id=row.text("id"),
            name=row.text("resource").capitalize(),
            resource=RESOURCES.index(row.text("resource")),
            disaster=False,
            copies=row.whole("copies", 0, 99),
            text="",
            code=-1,
            source=row.source,
        )
        for row in plain
    ]
    for row in events:
        row.one_of("copies_source", ("rulebook", "public", "designed"))
        cards.append(
            Card(
                id=row.text("id"),
                name=row.text("name"),
                resource=-1,
                disaster=row.flag("disaster"),
                copies=row.whole("copies", 0, 99),
                text=row.text("text"),
                code=compile_effects(program, row, ops, power=False),
                source=row.source,
            )
        )
    _check_count(
        document, "resource_card and event_card copies", sum(c.copies for c in cards), counts, "resource_cards"
    )
    return tuple(cards)


def _kingdoms(
    document: Document,
    counts: dict[str, int],
    program: Program,
    ops: dict[str, tuple[str, ...]],
    virtues: Sequence[Virtue],
) -> tuple[Kingdom, ...]:
    keys = (
        "id", "name", "country", "country_basis", "goal", "power", "power_id", "cost", "timing", "hidden_only",
        "text", "effects", "source", "designed",
    )  # fmt: skip
    rows = document.rows("kingdom", keys=keys)
    _check_count(document, "kingdom", len(rows), counts, "kingdom_cards")
    _unique(rows)
    _unique(rows, "power_id")
    if not 2 * SEATS[-1] <= len(rows) <= MOST_KINGDOMS:
        raise document.wrong(f"kingdom: {2 * SEATS[-1]} to {MOST_KINGDOMS} are needed, not {len(rows)}")
    kingdoms: list[Kingdom] = []
    for row in rows:
        goal = _amounts(row, "goal", VIRTUES, virtues[0].tokens)
        if not any(goal):
            raise row.wrong("goal asks for nothing", clause="BS-8.1")
        timing = TIMINGS.index(row.one_of("timing", TIMINGS))
        country = row.values.get("country")
        if not isinstance(country, str):
            raise row.wrong("country must be a text")
        row.one_of("country_basis", ("public", "inferred", "unknown"))
        kingdoms.append(
            Kingdom(
                id=row.text("id"),
                name=row.text("name"),
                country=country,
                goal=goal,
                power=row.text("power"),
                power_id=row.text("power_id"),
                cost=row.whole("cost", 0, 9),
                timing=timing,
                hidden_only=row.flag("hidden_only"),
                text=row.text("text"),
                code=compile_effects(program, row, ops, power=True),
                source=row.source,
                designed=tuple(row.texts("designed", OWN_PARTS)) if row.has("designed") else (),
            )
        )
        if timing and row.flag("hidden_only"):
            raise row.wrong("only a Power that is an action can be hidden_only", clause="BS-7.12")
    for one, other in combinations(range(len(kingdoms)), 2):
        if kingdoms[one].timing and kingdoms[one].timing == kingdoms[other].timing:
            both = f"{kingdoms[one].id} and {kingdoms[other].id}"
            raise rows[other].wrong(f"{both} both react at {TIMINGS[kingdoms[one].timing]}", clause="BS-R23")
    return tuple(kingdoms)


def _ops(document: Document) -> dict[str, tuple[str, ...]]:
    """The effect vocabulary: names of ops and of their arguments."""
    rows = document.rows("op", keys=("name", "args", "asks", "source"))
    _unique(rows, "name", "[a-z_]+")
    return {row.text("name"): tuple(row.texts("args")) for row in rows}
