"""`bungalow arena`: bots against bots, rated."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bungalow.bots.levels import LEVELS
from bungalow.commands.common import (
    CHECK_FAILED,
    OK,
    BadUsage,
    Commands,
    add_json,
    add_table_arguments,
    check_place,
    console,
    count,
    print_json,
    progress_bar,
    read_list,
    read_options,
    seed,
    seed_or_kept,
)
from bungalow.core.registry import find

if TYPE_CHECKING:
    from bungalow.lab.arena import Outcome

EXAMPLES = """\
examples:
  bungalow arena burrows --bots random,greedy,easy --games 40 --seed 1
  bungalow arena busara --ladder --seed 1 --out busara.jsonl
  bungalow arena buru --bots greedy,search-0.5s --games 100 --plot elo.svg
  bungalow arena buru --bots search-200,search-200+breadth=16 --games 100

search-200 looks 200 times, search-0.5s half a second; +NAME=VALUE plays with another setting of the bot, @FILE (the
last) judges by the weights in a file.

With --out every game is kept: the same command goes on where it was interrupted.

A ladder takes its bots from weak to strong and tests each against the one before it, with two seats whether it wins
65 % rather than 50 %, with more whether it wins 1.6 times its fair share. It stops a pairing as soon as it is decided:
'better', or 'not better' (even, or worse); 'open' is what all games could not decide. The exit code of a ladder is 1
when some bot is not better than the one before it."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "arena",
        help="rate bots against each other",
        description="Let bots play each other in every arrangement of seats and rate them (Elo, with 95 % intervals).",
        epilog=EXAMPLES,
    )
    parser.add_argument("title", metavar="TITLE")
    parser.add_argument(
        "--bots",
        type=read_list,
        metavar="A,B,..",
        help=f"two or more (default: greedy,{','.join(LEVELS)}; a ladder: {','.join(LEVELS)})",
    )
    parser.add_argument("--seats", type=count, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument("--games", type=count, metavar="G", help="games a pairing (default: 40; a ladder: at most 200)")
    parser.add_argument("--seed", type=seed, metavar="S", help="the seed of all games (default: a random one)")
    add_table_arguments(parser)
    parser.add_argument("--ladder", action="store_true", help="each bot against the one before it, as long as needed")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep every game in this file and go on from it")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the ratings: x.svg")
    parser.add_argument("--processes", type=count, metavar="P", help="how many at once (default: all cores)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from bungalow.lab.arena import LADDER_GAMES, Contest, arena
    from bungalow.lab.arena_plot import draw
    from bungalow.lab.results import save_text

    title = find(args.title)
    contest = Contest(
        title=args.title,
        bots=tuple(args.bots or (LEVELS if args.ladder else ("greedy", *LEVELS))),
        seats=max(2, min(title.seats)) if args.seats is None else args.seats,
        games=args.games or (LADDER_GAMES if args.ladder else 40),
        seed=seed_or_kept(args.seed, args.out),
        options=read_options(args.option),
        edition=args.edition,
    )
    contest.check()
    if args.plot is not None:
        check_place(args.plot)
        if args.plot.suffix != ".svg":
            raise BadUsage(f"a plot is an .svg file, not '{args.plot}'")
    pairs = len(contest.bots) - 1 if args.ladder else len(contest.bots) * (len(contest.bots) - 1) // 2
    with progress_bar("playing", pairs * contest.games) as tell:
        outcome = arena(contest, args.out, args.processes, ladder=args.ladder, progress=tell)
    if args.plot is not None:
        save_text(args.plot, draw(outcome))
    climbed = all(step.verdict in ("", "better") for step in outcome.steps)
    if args.json:
        print_json(asdict(outcome))
    else:
        show(outcome, title.title)
        for what, file in (("games", args.out), ("plot", args.plot)):
            if file is not None:
                print(f"{what}: {file}")
    return OK if climbed else CHECK_FAILED


def show(outcome: Outcome, title: str) -> None:
    from rich.table import Table

    screen = console()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("bot", "Elo", "95 %"):
        table.add_column(heading, justify="left" if heading == "bot" else "right", overflow="fold")
    rated = sorted(zip(outcome.contest.bots, outcome.ratings, strict=True), key=lambda row: -row[1].elo)
    for bot, rating in rated:
        table.add_row(bot, f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
    screen.print(table)
    screen.print()
    games = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("", "against", "games", "won", "95 %", "a choice", ""):
        name = heading in ("", "against")
        games.add_column(heading, justify="left" if name else "right", overflow="fold", no_wrap=not name)
    for step in outcome.steps:
        games.add_row(
            step.higher,
            step.lower,
            str(step.games),
            f"{100 * step.wins / step.games:.1f} %" if step.games else "–",
            f"{100 * step.low:.0f} to {100 * step.high:.0f}",
            f"{1000 * step.medians[1]:.0f} ms",
            step.verdict,
        )
    screen.print(games)
    contest = outcome.contest
    screen.print(f"\n{title}, {contest.seats} seats, seed {contest.seed}: {outcome.seconds:.0f} s", soft_wrap=True)
