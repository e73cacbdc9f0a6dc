"""`bungalow picture`: a moment of a recorded game as a drawing."""

from __future__ import annotations

import argparse
from pathlib import Path

from bungalow.commands.common import (
    CHECK_FAILED,
    OK,
    BadUsage,
    Commands,
    check_moment,
    path,
    print_error,
    replay_partly,
)
from bungalow.core.errors import BadData, BadOptions
from bungalow.core.record import Record

EXAMPLES = """\
examples:
  bungalow picture game.record -o end.svg                    the table at the end, as everybody sees it
  bungalow picture game.record --at 12 --seat 2 -o then.svg  after 12 moves, as the second seat sees it
  bungalow picture game.record --at 12 -o then.png           PNG needs the extra lab

A record of earlier rules is drawn at most up to the move before the one at which today's rules differ; the exit code
is 1 then.
What the seat may not know is not in the picture; a spectator's picture keeps all secrets."""
SUFFIXES = (".svg", ".png")


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "picture",
        help="draw a moment of a recorded game",
        description="Draw a moment of a recorded game as SVG or PNG.",
        epilog=EXAMPLES,
    )
    parser.add_argument("file", metavar="RECORD", type=Path)
    parser.add_argument("--at", type=int, metavar="N", help="after N moves (default: at the end)")
    parser.add_argument("--seat", type=int, metavar="S", help="as this seat sees it (default: as everybody does)")
    parser.add_argument("-o", dest="out", required=True, type=path, metavar="FILE", help="x.svg or x.png")
    parser.add_argument("--edition", default="", metavar="FILE", help="the components it was played with")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    out = Path(args.out)
    if out.suffix.lower() not in SUFFIXES:
        raise BadUsage(f"a picture is an .svg or a .png file, not '{out}'")
    record = Record.load(args.file)
    check_moment(record, args.at, args.file)
    match, differs = replay_partly(record, args.at, args.edition, args.file)
    if differs is not None:
        print_error(differs, as_json=False)
    if args.seat is not None and not 1 <= args.seat <= match.seats:
        raise BadOptions(f"there is no seat {args.seat} in {args.file}: the seats are 1 to {match.seats}")
    drawn = match.picture(None if args.seat is None else args.seat - 1)
    content = drawn.encode() if out.suffix.lower() == ".svg" else as_png(drawn)
    try:
        out.write_bytes(content)
    except OSError as error:
        raise BadData(f"cannot write {out}: {error.strerror or error}") from None
    print(out)
    return OK if differs is None else CHECK_FAILED


def as_png(drawing: str) -> bytes:
    """At twice its size, sharp on fine screens."""
    from bungalow.lab.extra import library

    resvg = library("resvg_py", "a PNG needs", "results")
    return bytes(resvg.svg_to_bytes(svg_string=drawing, zoom=2))
