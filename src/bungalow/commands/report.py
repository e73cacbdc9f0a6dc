"""`bungalow report`: what the results of many games say."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from bungalow.commands.common import OK, BadUsage, Commands, add_json, print_json
from bungalow.core.errors import BadData

if TYPE_CHECKING:
    from bungalow.lab.results import Run

EXAMPLES = """\
examples:
  bungalow simulate burrows --seats 2 --games 500 --bots greedy --out runs/burrows/2
  bungalow simulate burrows --seats 4 --games 500 --bots greedy --out runs/burrows/4
  bungalow report runs/burrows/2                              writes runs/burrows/2/report.html
  bungalow report runs/burrows -o burrows.html                compares all runs in a folder
  bungalow report runs/burrows --markdown balance/burrows.md  with an SVG file for each plot

The HTML page needs nothing else and shows itself light or dark. In a Markdown page the part
'What one sees' is yours: it is kept when the page is written again."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "report",
        help="a page with plots of what bungalow simulate --out wrote",
        description=(
            "Write a page about simulated games: wins by seat, endings, scores by source, length, options a\n"
            "decision, what a module makes of the game where runs differ in it alone, and for each kingdom,\n"
            "card, opening or deed how often it was had and how its owners fared."
        ),
        epilog=EXAMPLES,
    )
    parser.add_argument(
        "folders", nargs="+", metavar="DIR", help="results of one title, or a folder of such folders; no games twice"
    )
    parser.add_argument(
        "-o", dest="html", default="", metavar="FILE", help="the HTML page, x.html (default: DIR/report.html)"
    )
    parser.add_argument("--markdown", default="", metavar="FILE", help="write Markdown, x.md, and SVG files instead")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from bungalow.lab.page import as_json, html_page, write_markdown
    from bungalow.lab.results import load, save_text

    if args.json and (args.html or args.markdown):
        raise BadUsage("--json prints the figures and writes no page: leave out -o and --markdown")
    if args.html and args.markdown:
        raise BadUsage("-o writes HTML and --markdown writes Markdown: name one of them")
    if args.html and Path(args.html).suffix.lower() != ".html":
        raise BadUsage(f"a page is an .html file, not '{args.html}'; --markdown writes an .md file")
    if args.markdown and Path(args.markdown).suffix.lower() != ".md":
        raise BadUsage(f"a page of Markdown is an .md file, not '{args.markdown}'")
    runs = [load(path) for folder in args.folders for path in runs_in(Path(folder))]
    titles = {found.plan["title"] for found in runs}
    if len(titles) > 1:
        raise BadData(f"a report is about one title, and these results are of {', '.join(sorted(titles))}")
    refuse_same_games(runs)
    runs.sort(key=lambda found: (found.plan["seats"], sorted(found.plan["options"].items()), str(found.folder)))
    if args.json:
        print_json(as_json(runs))
        return OK
    if args.markdown:
        own_command = shlex.join(["bungalow", "report", *map(shown, args.folders), "--markdown", shown(args.markdown)])
        for path in write_markdown(runs, Path(args.markdown), own_command):
            print(path)
        return OK
    page = Path(args.html) if args.html else Path(args.folders[0]) / "report.html"
    save_text(page, html_page(runs))
    print(page)
    return OK


def runs_in(folder: Path) -> list[Path]:
    """The folders of results that a folder stands for; one that holds titles' folders is told so."""
    from bungalow.lab.results import find_runs

    if not (folder / "plan.json").exists() and not any(folder.glob("*/plan.json")):
        deeper = min(folder.glob("*/*/plan.json"), default=None)
        if deeper is not None:
            raise BadData(f"a report is about one title: name its folder in {folder}, such as {deeper.parent.parent}")
    return find_runs(folder)


def refuse_same_games(runs: Sequence[Run]) -> None:
    """Games that are there twice would count twice. More games of a seed begin with the same ones."""
    from bungalow.lab.results import PLAY_BY

    keys = ("title", "rules", "edition", "seats", "seed", "bots", PLAY_BY, "options")
    for one, other in combinations(runs, 2):
        if all(one.plan[key] == other.plan[key] for key in keys):
            raise BadData(f"{one.folder} and {other.folder} hold the same games, which would count twice: name one")


def shown(path: str) -> str:
    """A path as a reader elsewhere can use it."""
    return Path(path).name if Path(path).is_absolute() else Path(path).as_posix()
