"""`bungalow games`: the titles on the shelf."""

from __future__ import annotations

import argparse

from bungalow.commands.common import OK, Commands, add_json, console, print_json
from bungalow.core.contract import Game
from bungalow.core.registry import find, titles
from bungalow.core.types import show_value

EXAMPLES = """\
examples:
  bungalow games
  bungalow games --json | jq -r '.[].name'"""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "games",
        help="list the titles: seats, options, rules version, where the data comes from",
        description="List the installed titles.",
        epilog=EXAMPLES,
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    games = [find(title) for title in titles()]
    if args.json:
        print_json([describe(game) for game in games])
        return OK
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("title", "name", "seats", "rules", "options", "data"):
        table.add_column(heading)
    for game in games:
        options = "\n".join(f"{o.name}={show_value(o.default)}" for o in game.options) or "–"
        seats = f"{min(game.seats)}-{max(game.seats)}"
        table.add_row(game.name, game.title, seats, game.rules_version, options, shares(game.provenance()))
    console().print(table)
    return OK


def shares(provenance: dict[str, int]) -> str:
    """How much of the data comes from where: `rulebook 28 %, designed 72 %`."""
    total = sum(provenance.values())
    return ", ".join(f"{source} {100 * rows / total:.0f} %" for source, rows in provenance.items() if rows) or "–"


def describe(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "rules": game.rules_version,
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "default": show_value(option.default),
                "allowed": [show_value(value) for value in option.allowed],
                "words": option.words,
            }
            for option in game.options
        ],
        "provenance": game.provenance(),
    }
