"""`bungalow edition`: the data of a title, and files that take its place."""

from __future__ import annotations

import argparse
from importlib import resources
from pathlib import Path

from bungalow.commands.common import OK, Commands, add_json, console, print_json
from bungalow.core.components import SOURCES, Document, listed, quoted
from bungalow.core.contract import Game
from bungalow.core.errors import BadData
from bungalow.core.registry import find, titles

EXAMPLES = """\
examples:
  bungalow edition show burrows
  bungalow edition check my-burrows.toml
  bungalow play burrows --edition my-burrows.toml"""


def add(commands: Commands) -> None:
    edition = commands.add_parser(
        "edition",
        help="show the data of a title, check a file that replaces it",
        description=(
            "Every title reads its components from a file. Owners of a printed game can put their own in its place;\n"
            "each row says whether it comes from the rulebook, from the public, or was designed for this house."
        ),
        epilog=EXAMPLES,
    )
    edition.set_defaults(run=lambda args: edition.error("'show' or 'check' is needed"))
    verbs = edition.add_subparsers(metavar="VERB")
    check = verbs.add_parser(
        "check", help="check an edition file", description="Check an edition file; exit 3 if broken."
    )
    check.add_argument("file", metavar="FILE", type=Path)
    add_json(check)
    check.set_defaults(run=run_check)
    show = verbs.add_parser("show", help="show the data of a title", description="Show what the data of a title holds.")
    show.add_argument("title", metavar="TITLE")
    show.add_argument("--edition", default="", metavar="FILE", help="show this file instead of our own data")
    add_json(show)
    show.set_defaults(run=run_show)


def run_check(args: argparse.Namespace) -> int:
    document = Document.read(args.file)
    game = title_of(document)
    game.components(str(args.file))
    if args.json:
        print_json(describe(game, document))
    else:
        rows = sum(document.provenance.values())
        print(f"{args.file}: a good edition of {game.title}: hash {document.hash}, {rows} rows")
    return OK


def title_of(document: Document) -> Game:
    """The title that a document says it is for."""
    meta = document.data.get("meta")
    named = meta.get("game") if isinstance(meta, dict) else None
    for game in map(find, titles()):
        if isinstance(named, str) and named.casefold() in (game.name, game.title.casefold()):
            return game
    raise BadData(f"{document.name}: meta: game must be {listed(titles())}, not {quoted(named)}")


def run_show(args: argparse.Namespace) -> int:
    game = find(args.title)
    game.components(args.edition)
    document = Document.read(Path(args.edition)) if args.edition else packaged(game)
    if args.json:
        print_json(describe(game, document))
        return OK
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("table")
    for heading in ("rows", *SOURCES):
        table.add_column(heading, justify="right")
    for name, counts in sections(document).items():
        table.add_row(name, str(sum(counts.values())), *(str(counts[source] or "–") for source in SOURCES))
    total = document.provenance
    table.add_row("all", str(sum(total.values())), *(str(total[source]) for source in SOURCES), style="bold")
    screen = console()
    screen.print(f"{game.title}: {document.name}, hash {document.hash}", markup=False)
    screen.print(table)
    return OK


def packaged(game: Game) -> Document:
    """The components that come with a title."""
    name = "components.toml"
    package = type(game).__module__
    try:
        raw = resources.files(package).joinpath(name).read_bytes()
    except (TypeError, OSError):
        raise BadData(f"{game.title} keeps no {name} in {package}") from None
    return Document.parse(raw, f"{game.name}/{name}")


def describe(game: Game, document: Document) -> dict[str, object]:
    return {
        "title": game.name,
        "edition": document.hash,
        "provenance": document.provenance,
        "tables": sections(document),
    }


def sections(document: Document) -> dict[str, dict[str, int]]:
    """Rows of each table of a document by their source."""
    counts: dict[str, dict[str, int]] = {}
    _count(document.data, "", counts)
    return counts


def _count(value: object, path: str, counts: dict[str, dict[str, int]]) -> None:
    if isinstance(value, list):
        for item in value:
            _count(item, path, counts)
    elif isinstance(value, dict):
        source = value.get("source")
        if path and isinstance(source, str):
            counts.setdefault(path, dict.fromkeys(SOURCES, 0))[source] += 1
        for key, item in value.items():
            _count(item, f"{path}.{key}" if path else key, counts)
