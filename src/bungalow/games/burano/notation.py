"""Every option of Burano as a short text and as a path of things on the table. Both depend on the box alone."""

from __future__ import annotations

from typing import NamedTuple

from bungalow.core.errors import UnreadableMove
from bungalow.core.types import Path
from bungalow.games.burano.data import ROOF_KINDS, SLOTS, Box
from bungalow.games.burano.places import COLOURS, ISLANDS, NODES, cell_name, square_name

SQUARES = [square_name(square) for square in range(28)]
CELLS = [cell_name(cell) for cell in range(49)]
DOCKS = [f"{island}{dock}" for island in ISLANDS for dock in (1, 2, 3)]
MENU = ("pick", "build", "roof", "coin", "cube", "end")


class Texts(NamedTuple):
    """One kind of question: for each option its notation and its path; `None` where there is no such thing."""

    texts: list[str | None]
    paths: list[Path]
    numbers: dict[str, int]
    like: str
    """Readable examples for somebody whose text could not be read."""


def placement_cells(placement: int) -> tuple[int, int] | None:
    """The cells under the first and the second half of a tile; `None` beyond the edge of the city."""
    cell, down, turned = placement // 4, placement & 2, placement & 1
    if (not down and cell % 7 == 6) or (down and cell > 41):
        return None
    neighbour = cell + (7 if down else 1)
    return (neighbour, cell) if turned else (cell, neighbour)


def _of(options: list[tuple[str, Path] | None], like: str) -> Texts:
    texts = [option[0] if option else None for option in options]
    paths = [option[1] if option else () for option in options]
    return Texts(texts, paths, {text: number for number, text in enumerate(texts) if text is not None}, like)


def _things(verb: str, what: str, names: list[str] | tuple[str, ...]) -> list[tuple[str, Path] | None]:
    return [(f"{verb} {name}", (f"{what}:{name}",)) for name in names]


def _do(*words: str) -> list[tuple[str, Path] | None]:
    return [(word, (f"do:{word}",)) for word in words]


def _placement(placement: int) -> tuple[str, Path] | None:
    cells = placement_cells(placement)
    if cells is None:
        return None
    one, other = CELLS[cells[0]], CELLS[cells[1]]
    return f"on {one}-{other}", (f"cell:{one}", f"cell:{other}")


def texts_of(box: Box) -> list[Texts]:
    """By kind of question, in the order of `rules/kinds.py`."""
    fish = [kind.id for kind in box.fish]
    tiles = [tile.name for tile in box.tiles]
    cards = [card.id for card in box.buildings]
    places: list[tuple[str, Path] | None] = [
        (f"put {colour} {slot}", (f"colour:{colour}", f"slot:{slot}")) for slot in SLOTS for colour in COLOURS
    ]
    free: list[tuple[str, Path] | None] = [(f"lace {square}", (f"square:{square}", "do:place")) for square in SQUARES]
    privileged: list[tuple[str, Path] | None] = [
        (f"privilege {square}", (f"square:{square}", "do:privilege")) for square in SQUARES
    ]
    pay: list[tuple[str, Path] | None] = [(f"pay {square}", (f"square:{square}", "do:pay")) for square in SQUARES]
    waive: list[tuple[str, Path] | None] = [(f"waive {square}", (f"square:{square}", "do:waive")) for square in SQUARES]
    counts: list[tuple[str, Path] | None] = [None, *_things("send", "send", ["1", "2"])]
    return [
        _of(_things("draw", "stack", ROOF_KINDS), "draw islands"),
        _of(places, "put pink b00"),
        _of(_do("confirm"), "confirm"),
        _of(_do(*MENU), "pick, build, roof, coin, cube or end"),
        _of(_things("take", "slot", SLOTS), "take m00"),
        _of(_things("use", "prepared", COLOURS), "use pink"),
        _of(_things("on", "cell", CELLS), "on b2"),
        _of([*_things("sail", "node", NODES), *_do("swap", "skip")], "sail A, swap or skip"),
        _of(_things("swap", "dock", DOCKS), "swap A1"),
        _of(_things("with", "dock", DOCKS), "with B2"),
        _of(_things("fish", "fish", [*fish, "deck"]), f"fish {fish[0]} or fish deck"),
        _of(counts, "send 1 or send 2"),
        _of(_things("ship", "ship", [ship.id for ship in box.ships]), f"ship {box.ships[0].id}"),
        _of(_things("row", "row", ["1", "2", "3", "4", "5", "6"]), "row 1"),
        _of(_things("sell", "hand", fish), f"sell {fish[0]}"),
        _of([*free, *privileged, *_do("stop")], "lace w16, privilege w16 or stop"),
        _of(
            [*_things("withdraw", "node", ISLANDS), *_things("withdraw", "square", SQUARES), *_do("stop")],
            "withdraw A, withdraw w16 or stop",
        ),
        _of(_things("tile", "tile", tiles), f"tile {tiles[0]}"),
        _of([_placement(placement) for placement in range(196)], "on b2-c2"),
        _of(
            [*_do("privilege"), *_things("card", "card", [*cards, "deck"])], f"privilege, card {cards[0]} or card deck"
        ),
        _of(_things("cube", "supply", COLOURS), "cube pink"),
        _of(_things("at", "slot", SLOTS), "at t"),
        _of([*pay, *_things("buy", "supply", COLOURS), *waive, *_do("done")], "pay w16, buy pink, waive w16 or done"),
        _of([*_things("instead", "supply", COLOURS), *_do("none")], "instead pink or none"),
        _of([*_things("buy", "supply", COLOURS), *_do("done", "later")], "buy pink, done or later"),
        _of([*_things("drop", "tile", tiles), *_do("done")], f"drop {tiles[0]} or done"),
    ]


_KEPT: dict[str, list[Texts]] = {}


def texts(box: Box, kind: int) -> Texts:
    """The texts of a kind of question, made once for every edition."""
    if box.document.hash not in _KEPT:
        _KEPT[box.document.hash] = texts_of(box)
    return _KEPT[box.document.hash][kind]


def notation(box: Box, kind: int, option: int) -> str:
    text = texts(box, kind).texts[option]
    if text is None:
        raise ValueError(f"there is no option {option} of kind {kind}")
    return text


def path(box: Box, kind: int, option: int) -> Path:
    return texts(box, kind).paths[option]


def parse(box: Box, kind: int, text: str) -> int:
    known = texts(box, kind)
    found = known.numbers.get(" ".join(text.split()))
    if found is None:
        found = known.numbers.get(_folded(known, text), -1)
    if found < 0:
        raise UnreadableMove(f"'{text}' should read {known.like}")
    return found


def _folded(known: Texts, text: str) -> str:
    """The notation that differs from the text in capital letters only."""
    wanted = " ".join(text.split()).lower()
    return next((name for name in known.numbers if name.lower() == wanted), "")
