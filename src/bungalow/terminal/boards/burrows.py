"""Burrows in a terminal: the seats and the lengths to beat, the tour schedule, the pool, one warren."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bungalow.games.burrows.view import BurrowsView, PageView, PlayerView, TileView
from bungalow.terminal.boards.tunnels import (
    PITCH_X,
    PITCH_Y,
    STEPS,
    Canvas,
    HalfEdge,
    Point,
    Tile,
    draw_tiles,
    put_near_middle,
    room,
)

LETTERS = {"red": "R", "orange": "C", "purple": "T"}
VEGETABLES = {"red": "radish", "orange": "carrot", "purple": "turnip"}
STYLES = {"R": "bright_red", "C": "yellow", "T": "bright_magenta"}
LEGEND = "○ open mouth   B bus   letters in reverse: a gopher lives in that burrow"
LONGEST_NAME = 20
ROWS_SHOWN = 14
"""A warren that is taller is shown in part, so that the question stays near the board."""
LABEL_COLUMNS = 5
SIDE_COLUMNS = 24
"""Room beside the warren for the pool or for the tile in hand."""


def draw(view: BurrowsView, seat: int, names: Sequence[str], width: int, centre: Point | None = None) -> RenderableType:
    """The table with the warren of one seat. `centre` is the cell to keep in sight when the warren is too wide."""
    player = view["players"][seat]
    names = [name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names]
    side = _in_hand(view) if view["laying"] else [line for tile in _pool(view, player) for line in tile]
    cells = (width - LABEL_COLUMNS - SIDE_COLUMNS - 1) // PITCH_X
    beside = _columns(player) <= cells
    if not beside:
        cells = (width - LABEL_COLUMNS - 1) // PITCH_X
    warren = _warren(player, view["tiles"], names[seat], cells, centre)
    if beside and player["laid"]:
        picture = Group(*_side_by_side(warren, side))
    elif view["laying"]:
        picture = Group(*warren, *side)
    else:
        row: list[Text] = []
        for tile in _pool(view, player):
            row = _side_by_side(row, tile)
        picture = Group(*row, *warren)
    return Group(_seats(view, seat, names), "", _schedule(view, names), "", picture, Text(LEGEND, "dim"))


def _seats(view: BurrowsView, seat: int, names: Sequence[str]) -> Table:
    """One line a seat: where its gophers live, and what it takes to lure one."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("")
    table.add_column("seat")
    for colour, letter in LETTERS.items():
        table.add_column(Text(f"{letter} {VEGETABLES[colour]}", STYLES[letter]))
    table.add_column("reserve")
    table.add_column("complaints", justify="right")
    table.add_column("tiles", justify="right")
    for player in view["players"]:
        number = player["seat"]
        table.add_row(
            "▶" if number == view["turn"] and not view["over"] else " ",
            Text(f"{number + 1} {names[number]}", "bold" if number == seat else ""),
            *(_gopher(player, colour) for colour in LETTERS),
            player["reserve"] or Text("–", "dim"),
            str(player["complaints"]),
            str(len(player["laid"])),
        )
    beat = [Text(f"longer than {view['to_beat'][colour]}", "dim") for colour in LETTERS]
    table.add_row(" ", Text("to lure one", "dim"), *beat, "", "", "")
    return table


def _gopher(player: PlayerView, colour: str) -> Text:
    house = player["gophers"][colour]
    if house is None:
        return Text("none", "bold reverse")
    place = "ranch" if house["on_ranch"] else "warren"
    return Text(f"{house['length']} {place}", STYLES[LETTERS[colour]])


def _schedule(view: BurrowsView, names: Sequence[str]) -> RenderableType:
    """The stages still to come, the next one framed, and the bus on its way to it."""
    coming = view["stages"][view["next_stage"] :]
    lines: list[Text] = []
    for row in range(max((len(stage["pages"]) for stage in coming), default=0)):
        line = Text().append("Schedule  " if row == 0 else "          ", "dim")
        for number, stage in enumerate(coming):
            page = _page(stage["pages"][row]) if row < len(stage["pages"]) else Text("  ")
            line.append("▐" if number == 0 else " ").append_text(page).append("▌" if number == 0 else " ")
        line.rstrip()
        lines.append(line)
    if coming:
        lines.append(Text("          ").append_text(_due(coming[0]["pages"], view["lacking"], names)))
    return Group(*lines, _bus(view))


def _page(page: PageView) -> Text:
    if page["colour"] is None:
        return Text("··", "dim")
    letter = LETTERS[page["colour"]]
    return Text(f"{letter}{page['complaints']}", f"bold {STYLES[letter]}")


def _due(pages: Sequence[PageView], lacking: dict[str, int], names: Sequence[str]) -> Text:
    """Who would get the pages of the next stage if it were scored now."""
    due: dict[int, int] = {}
    for page in pages:
        if page["colour"] is not None:
            seat = lacking[page["colour"]]
            due[seat] = due.get(seat, 0) + page["complaints"]
    if not due:
        return Text("the next stage is blank: nobody gets a complaint", "dim")
    parts = [f"{names[seat]} +{count}" for seat, count in sorted(due.items())]
    return Text(f"complaints if it were scored now: {', '.join(parts)}", "dim")


def _bus(view: BurrowsView) -> Text:
    line = Text().append("Bus       ", "dim").append("city ")
    for space in range(view["moves_to_arrive"] + 1):
        line.append("──" if space else "")
        line.append("B" if space == view["bus"] else "o", "bold reverse" if space == view["bus"] else "")
    left = view["moves_to_arrive"] - view["bus"]
    line.append(" Gopher Gulch")
    line.append(f"  {left} bus tile{'s' if left != 1 else ''} to go", "dim")
    line.append(f" · face down: {view['stock']} tiles, {view['unseen_buses']} with a bus", "dim")
    return line


def _pool(view: BurrowsView, player: PlayerView) -> list[list[Text]]:
    """The tiles to choose from, and the one in reserve."""
    tiles: list[list[Text]] = []
    if view["chosen"]:
        head = Text().append("To build ", "dim").append(view["chosen"], "bold")
        tiles.append([head, *_face(view["tiles"][view["chosen"]], 0)])
    for name in view["pool"]:
        note = " no reserving" if view["tiles"][name]["bus"] else ""
        head = Text().append("Pool ", "dim").append(name, "bold").append(note, "dim")
        tiles.append([head, *_face(view["tiles"][name], 0)])
    if player["reserve"]:
        head = Text().append("Reserve ", "dim").append(player["reserve"], "bold")
        tiles.append([head, *_face(view["tiles"][player["reserve"]], 0)])
    return tiles


def _in_hand(view: BurrowsView) -> list[Text]:
    """The tile to lay, in all its turns; `a` marks the half whose cell is named."""
    assert view["laying"]
    face = view["tiles"][view["laying"]]
    lines = [Text().append("To lay: ", "dim").append(face["tile"], "bold")]
    for turn in (0, 2):
        if turn == 2 and face["half_turn"]:
            lines.append(Text("looks the same turned half", "dim"))
            break
        left, right = _face(face, turn, mark=True), _face(face, turn + 1, mark=True)
        lines.append(Text(f"r{turn}             r{turn + 1}", "bold"))
        for row, part in enumerate(right):
            line = left[row].copy() if row < len(left) else Text()
            line.pad_right(15 - len(line))
            lines.append(line.append_text(part))
    lines.append(Text("a: the half at x,y", "dim"))
    return lines


def _face(face: TileView, turn: int, mark: bool = False) -> list[Text]:
    """One tile by itself."""
    tile = _tile(face, 0, 0, turn)
    canvas = Canvas()
    draw_tiles(canvas, [tile], STYLES)
    if mark:
        half = frozenset((column, row) for column in range(1, 6) for row in range(1, 4))
        put_near_middle(canvas, half, "a", "dim italic")
    inside = room(tile)
    left, top = min(column for column, _ in inside) - 1, min(row for _, row in inside) - 1
    right, bottom = max(column for column, _ in inside) + 2, max(row for _, row in inside) + 2
    return canvas.lines(left, top, right, bottom)


def _tile(face: TileView, x: int, y: int, turn: int) -> Tile:
    links = tuple((link[0], link[1]) for link in face["links"])
    ends = tuple((mouth, LETTERS[colour]) for mouth, colour in face["ends"])
    return Tile(face["tile"], x, y, turn, links, ends, face["bus"])


def _cells(player: PlayerView) -> set[Point]:
    """The cells to show: the warren and one more on every side."""
    covered = {
        cell for laid in player["laid"] for cell in Tile("", laid["x"], laid["y"], laid["r"], (), (), False).cells
    }
    around = {(x + dx, y + dy) for x, y in covered for dx, dy in STEPS}
    return covered | around


def _columns(player: PlayerView) -> int:
    return _extent([x for x, _ in _cells(player)]) if player["laid"] else 0


def _warren(
    player: PlayerView, faces: dict[str, TileView], name: str, columns: int, centre: Point | None
) -> list[Text]:
    """A warren with the coordinates of its cells on the edges."""
    title = Text().append(f"Warren of {name}", "bold")
    if not player["laid"]:
        return [title, Text("no tile yet: the first one lies at 0,0", "dim")]
    tiles = [_tile(faces[laid["tile"]], laid["x"], laid["y"], laid["r"]) for laid in player["laid"]]
    tints, housed = _tints(player, tiles)
    cells = _cells(player)
    canvas = Canvas()
    for x, y in cells:
        canvas.put((x * PITCH_X + 3, y * PITCH_Y + 2), "·", "dim")
    for tile in tiles:
        for at in room(tile):
            canvas.marks.pop(at, None)
    draw_tiles(canvas, tiles, STYLES, tints, housed)
    last = centre or (tiles[-1].x, tiles[-1].y)
    left, right = _part([x for x, _ in cells], columns, last[0])
    top, bottom = _part([y for _, y in cells], ROWS_SHOWN, last[1])
    if (right - left + 1) * (bottom - top + 1) < _extent([x for x, _ in cells]) * _extent([y for _, y in cells]):
        title.append("  (a part of it: look x,y shows another)", "dim")
    labels = Text(" " * LABEL_COLUMNS, "dim")
    for x in range(left, right + 1):
        labels.append(f"{x:^{PITCH_X}}")
    lines = [title, labels]
    for number, line in enumerate(
        canvas.lines(left * PITCH_X, top * PITCH_Y, right * PITCH_X + PITCH_X + 1, bottom * PITCH_Y + PITCH_Y + 1)
    ):
        label = f"{top + number // PITCH_Y:>3}  " if number % PITCH_Y == 2 else " " * LABEL_COLUMNS
        lines.append(Text().append(label, "dim").append_text(line))
    return lines


def _extent(numbers: list[int]) -> int:
    """How many whole numbers lie from the least to the greatest."""
    return max(numbers) - min(numbers) + 1


def _part(numbers: list[int], room: int, wanted: int) -> tuple[int, int]:
    """First and last of the numbers to show: all of them, or as many as there is room for around a wanted one."""
    first, last = min(numbers), max(numbers)
    if last - first + 1 > room:
        first = max(first, min(last - room + 1, wanted - room // 2))
        last = first + room - 1
    return first, last


def _tints(player: PlayerView, tiles: list[Tile]) -> tuple[dict[HalfEdge, str], frozenset[HalfEdge]]:
    """The style of the tunnel behind every mouth, and the vegetables where a gopher is at home."""
    homes = {
        (house["x"], house["y"], house["side"])
        for house in player["gophers"].values()
        if house is not None and not house["on_ranch"]
    }
    tints: dict[HalfEdge, str] = {}
    housed: set[HalfEdge] = set()
    for strand in player["strands"]:
        edges = [tiles[index].mouth(m) for index, *mouths in strand["segments"] for m in mouths if m >= 0]
        tints.update(dict.fromkeys(edges, _strand_style(strand["kind"], strand["colours"])))
        if homes.intersection(edges):
            housed.update(edges)
    return tints, frozenset(housed)


def _strand_style(kind: str, colours: list[str]) -> str:
    """Tinted by its vegetable; dim when it can never be a burrow any more."""
    if kind in ("mismatch", "ring"):
        return "dim"
    if not colours:
        return ""
    style = STYLES[LETTERS[colours[0]]]
    return f"bold {style}" if kind == "burrow" else style


def _side_by_side(left: list[Text], right: list[Text]) -> list[Text]:
    """Two pictures beside each other."""
    width = max((len(line.plain) for line in left), default=-2) + 2
    lines: list[Text] = []
    for row in range(max(len(left), len(right))):
        line = left[row].copy() if row < len(left) else Text()
        if row < len(right):
            line.pad_right(max(0, width - len(line.plain)))
            line.append_text(right[row])
        lines.append(line)
    return lines
