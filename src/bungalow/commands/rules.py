"""`bungalow rules` and `bungalow guide`: a title in words."""

from __future__ import annotations

import argparse
import difflib

from bungalow.commands.common import OK, WIDTH, Commands, add_json, console, print_json
from bungalow.core.errors import BadOptions
from bungalow.core.registry import find


def add(commands: Commands) -> None:
    rules = commands.add_parser(
        "rules",
        help="print the clauses of a title's rules",
        description="Print every clause of a title's rules, or those that begin with CLAUSE.",
        epilog="examples:\n  bungalow rules burrows\n  bungalow rules burrows BW-2.2\n  bungalow rules burrows BW-6",
    )
    rules.add_argument("title", metavar="TITLE")
    rules.add_argument("clause", metavar="CLAUSE", nargs="?", default="")
    add_json(rules)
    rules.set_defaults(run=run_rules)
    guide = commands.add_parser(
        "guide",
        help="learn to play a title",
        description="Print how a title is played, for somebody who has never seen it.",
        epilog="example:\n  bungalow guide burrows | less -R",
    )
    guide.add_argument("title", metavar="TITLE")
    guide.set_defaults(run=run_guide)


def run_rules(args: argparse.Namespace) -> int:
    game = find(args.title)
    rules = game.rules()
    if not rules:
        raise BadOptions(f"{game.title} brings no words of its rules")
    wanted = args.clause.upper()
    exact = {wanted: rules[wanted]} if wanted in rules else {}
    found = exact or {clause: words for clause, words in rules.items() if clause.upper().startswith(wanted)}
    if not found:
        near = difflib.get_close_matches(wanted, rules, n=1)
        hint = f" (did you mean '{near[0]}'?)" if near else ""
        raise BadOptions(f"{game.title} has no clause '{args.clause}'{hint}")
    if args.json:
        print_json(found)
        return OK
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    for clause, words in found.items():
        table.add_row(clause, words)
    console().print(table, markup=False)
    return OK


def run_guide(args: argparse.Namespace) -> int:
    from rich.markdown import Markdown

    screen = console()
    game = find(args.title)
    guide = game.guide()
    if not guide:
        raise BadOptions(f"{game.title} brings no guide")
    screen.print(Markdown(guide), width=min(screen.width, WIDTH))
    return OK
