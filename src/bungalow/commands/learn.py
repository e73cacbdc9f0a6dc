"""`bungalow learn`: better weights for a title's heuristic, by playing."""

from __future__ import annotations

import argparse
from pathlib import Path

from bungalow.commands.common import (
    OK,
    BadUsage,
    Commands,
    add_json,
    add_table_arguments,
    console,
    count,
    print_json,
    progress_bar,
    read_list,
    read_options,
    seed,
    seed_or_kept,
)
from bungalow.core.contract import Game
from bungalow.core.errors import BadData
from bungalow.core.registry import find

EXAMPLES = """\
examples:
  bungalow learn buru --steps 200 --seed 1 --out buru.jsonl
  bungalow arena buru --bots greedy,greedy@buru.toml --games 200
  bungalow arena buru --bots search-0.2s,search-0.2s@buru.toml --ladder

The weights are written beside the journal, as FILE.toml. With the same journal the command goes on where it was
interrupted. Keep weights only if an arena shows that they are stronger: docs/bots/learning.md."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "learn",
        help="learn the weights of a heuristic by playing",
        description="Let greedy bots play each other and move the weights of a title's heuristic towards what wins.",
        epilog=EXAMPLES,
    )
    parser.add_argument("title", metavar="TITLE")
    parser.add_argument("--steps", type=count, default=200, metavar="N", help="64 games each (default: 200)")
    parser.add_argument("--seats", type=read_list, metavar="N,..", help="how many play, in turn (default: 2,2,2,3)")
    parser.add_argument("--seed", type=seed, metavar="S", help="the seed of all games (default: a random one)")
    add_table_arguments(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.jsonl", help="the journal to go on from")
    parser.add_argument("--processes", type=count, metavar="P", help="how many at once (default: all cores)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from bungalow.lab.learning import Lesson, as_file, learn
    from bungalow.lab.results import save_text

    game = find(args.title)
    if args.out.suffix == ".toml":
        raise BadUsage("--out is the journal, FILE.jsonl: the weights are written beside it, as FILE.toml")
    lesson = Lesson(
        title=args.title,
        seats=read_seats(args.seats) if args.seats else usual_seats(game),
        steps=args.steps,
        seed=seed_or_kept(args.seed, args.out),
        options=read_options(args.option),
        edition=args.edition,
    )
    lesson.check()
    file = args.out.with_suffix(".toml")
    if file.exists() and not args.out.exists():
        raise BadData(f"{file} is there already, and would be overwritten: name another journal than {args.out}")
    with progress_bar("learning", lesson.steps) as tell:
        weights = learn(lesson, args.out, args.processes, tell)
    save_text(file, as_file(lesson, weights))
    if args.json:
        print_json({"weights": weights, "file": str(file), "seed": lesson.seed})
        return OK
    screen = console()
    for name, value in weights.items():
        screen.print(f"{name:<20} {game.heuristic.weights[name]:>9.4g} -> {value:.4g}", highlight=False)
    screen.print(f"\nweights: {file}", markup=False, soft_wrap=True)
    return OK


def usual_seats(game: Game) -> tuple[int, ...]:
    """Mostly two, where the title can be played so."""
    return tuple(n for n in (2, 2, 2, 3) if n in game.seats) or (max(game.seats),)


def read_seats(words: list[str]) -> tuple[int, ...]:
    if not all(word.isdigit() for word in words):
        raise BadUsage("--seats are numbers: 2,2,3")
    return tuple(int(word) for word in words)
