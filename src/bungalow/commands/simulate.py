"""`bungalow simulate`: many games of bots."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from bungalow.commands.common import (
    OK,
    Commands,
    add_json,
    add_table_arguments,
    console,
    count,
    number_of,
    path,
    print_json,
    progress_bar,
    read_list,
    read_options,
    seed,
)
from bungalow.core.registry import find

if TYPE_CHECKING:
    from bungalow.lab.simulation import Report

EXAMPLES = """\
examples:
  bungalow simulate burrows --seats 4 --games 10000 --seed 1
  bungalow simulate burrows --seats 2 --games 200 --seed 1 --bots greedy,random
  bungalow simulate burrows --seats 3 --games 20 --seed 1 --bots greedy --record games/
  bungalow simulate burrows --seats 4 --games 1000 --seed 1 --json | jq .decisions
  bungalow simulate burrows --seats 4 --games 1000 --seed 1 --bots greedy --out runs/burrows-4
  bungalow simulate buru --games 100000 --seed 1 --out runs/buru --ray 10.0.0.7:6379

The same seed gives the same checksum, on any machine and with any number of processes.
--out DIR writes Parquet: games (one row a game), seats (one row a seat) and facts (kingdoms, cards,
openings, deeds). If it is interrupted, the same command goes on where it stopped, to the same rows; with
more --games it adds those that are missing. bungalow report DIR shows them.
--ray plays the same games on a cluster, to the same rows; a node that dies on the way costs only time."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "simulate",
        help="let bots play many games, on all cores",
        description="Let bots play many games on all cores and show who won.",
        epilog=EXAMPLES,
    )
    parser.add_argument("title", metavar="TITLE")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument("--games", type=count, default=100, metavar="G", help="how many games (default: 100)")
    parser.add_argument("--seed", type=seed, metavar="S", help="the seed of all games (default: a random one)")
    parser.add_argument(
        "--bots",
        type=read_list,
        default=[],
        metavar="A,B,..",
        help="a bot for each seat, or one for all (default: random)",
    )
    add_table_arguments(parser)
    parser.add_argument("--record", type=path, metavar="DIR", help="write a record of every game into this folder")
    parser.add_argument("--out", type=path, metavar="DIR", help="write results as Parquet into this folder")
    parser.add_argument("--processes", type=count, metavar="P", help="how many at once (default: all cores)")
    parser.add_argument(
        "--ray",
        default="",
        metavar="ADDRESS",
        help="play on the Ray cluster at host:port; auto: the one on this machine, local: start one here",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def how_fast(report: Report) -> str:
    if report.played == 0:
        return ", all of them played before"
    taken = f" in {report.cpu_seconds:.1f} s of one core"
    if report.played < report.games:
        return f", {number_of(report.played, 'game')} of them now{taken}"
    return f"{taken} ({report.decisions / max(report.cpu_seconds, 1e-6):,.0f} a second)"


def run(args: argparse.Namespace) -> int:
    from bungalow.lab.results import read_plan, simulate_into
    from bungalow.lab.simulation import Plan, simulate

    game = find(args.title)
    seats = min(game.seats) if args.seats is None else args.seats
    chosen: int | None = args.seed
    if chosen is None and args.out and (Path(args.out) / "plan.json").exists():
        chosen = int(read_plan(Path(args.out))["seed"])  # the command that is continued did not name one either
    plan = Plan(
        title=args.title,
        seats=seats,
        games=args.games,
        seed=secrets.randbits(32) if chosen is None else chosen,
        bots=tuple(args.bots * seats if len(args.bots) == 1 else args.bots),
        options=read_options(args.option),
        edition=args.edition,
        record=args.record or "",
    )
    plan.check()
    screen = console()
    with progress_bar("playing", plan.games) as tell:
        if args.out:
            report = simulate_into(Path(args.out), plan, args.processes, progress=tell, ray=args.ray)
        else:
            report = simulate(plan, args.processes, progress=tell, ray=args.ray)
    if args.json:
        print_json(asdict(report))
        return OK
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("seat", "bot", "wins", "share", "mean score"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    finished = report.games - report.unfinished
    for seat in range(seats):
        share = f"{100 * report.wins[seat] / finished:.1f} %" if finished else "–"
        table.add_row(str(seat + 1), report.bots[seat], str(report.wins[seat]), share, f"{report.mean_score[seat]:.2f}")
    screen.print(table)
    screen.print(
        f"{number_of(report.games, 'game')} of {game.title}, seed {plan.seed}:"
        f" {report.decisions:,} decisions{how_fast(report)}, checksum {report.checksum}",
        soft_wrap=True,
    )
    if report.unfinished:
        screen.print(f"{report.unfinished:,} games were not over after {game.max_moves} moves and count for nobody")
    if plan.record:
        screen.print(f"records: {plan.record}", markup=False, soft_wrap=True)
    if args.out:
        screen.print(f"results: {args.out}; see them with: bungalow report {args.out}", markup=False, soft_wrap=True)
    return OK
