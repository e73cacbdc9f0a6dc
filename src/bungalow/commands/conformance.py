"""`bungalow conformance`: does a title keep the contract?"""

from __future__ import annotations

import argparse

from bungalow.commands.common import (
    CHECK_FAILED,
    OK,
    Commands,
    add_json,
    count,
    count_or_none,
    print_json,
    progress_bar,
    read_list,
    read_options,
    seed,
)
from bungalow.core.errors import BadOptions
from bungalow.core.registry import find

EXAMPLES = """\
examples:
  bungalow conformance burrows
  bungalow conformance burrows --seats 2,5 --games 500 --seed 1000
  bungalow conformance burrows --games 500 --thorough 0 --sampled 2 --rules-every 12
  bungalow conformance buru --every-switch --games 1000
  bungalow conformance buru --option ambelau=on --option lawan=2 --seats 3

The checks of secrecy are dear: so many games are checked at every choice, the others at a sample of them.
A fault is shown with the seed and the record of its game. The exit code is 1 when there is one."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "conformance",
        help="check that a title keeps the contract: rules, records, secrecy",
        description=(
            "Play random games of a title and check at their choices what every title must keep: pieces conserved,\n"
            "options, notation, undo and records sound, and no viewer told more than it may know."
        ),
        epilog=EXAMPLES,
    )
    parser.add_argument("title", metavar="TITLE")
    parser.add_argument(
        "--games", type=count, default=20, metavar="N", help="games for each number of seats (default: 20)"
    )
    parser.add_argument("--seats", type=read_list, default=[], metavar="A,B,..", help="numbers of seats (default: all)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the title; may be repeated"
    )
    parser.add_argument(
        "--every-switch", action="store_true", help="go round every combination of the title's yes-or-no options"
    )
    parser.add_argument("--seed", type=seed, default=1, metavar="S", help="the seed of the first game (default: 1)")
    parser.add_argument(
        "--thorough",
        type=count_or_none,
        metavar="N",
        help="games of each number of seats with secrecy checked at every choice (default: 5)",
    )
    parser.add_argument(
        "--sampled",
        type=count_or_none,
        metavar="N",
        help="in each other game, about so many choices with secrecy checked (default: 20)",
    )
    parser.add_argument(
        "--rules-every", type=count, metavar="N", help="in those, check the rules at every N-th choice (default: 1)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from bungalow.core.conformance import Share, conform

    game = find(args.title)
    seats = tuple(int(text) if text.isdecimal() else 0 for text in args.seats) or game.seats
    for number in seats:
        if number not in game.seats:
            raise BadOptions(
                f"{game.title} is not played with {number} seats (seats: {', '.join(map(str, game.seats))})"
            )
    chosen = {"thorough_games": args.thorough, "sampled_choices": args.sampled, "rules_every": args.rules_every}
    share = Share(**{name: value for name, value in chosen.items() if value is not None})
    given = read_options(args.option)
    game.settle(given)
    with progress_bar(f"checking {game.title}", args.games * len(seats)) as tell:
        report = conform(
            game,
            games=args.games,
            seats=seats,
            options=given or None,
            every_switch=args.every_switch,
            seed=args.seed,
            share=share,
            progress=lambda done, total, words: tell(done),
        )
    if args.json:
        faults = [{"check": f.check, "words": f.words, "seed": f.seed, "record": f.record_text} for f in report.faults]
        print_json(
            {"title": report.title, "ok": report.ok, "games": report.games, "moves": report.moves, "faults": faults}
        )
    else:
        print(report)
    return OK if report.ok else CHECK_FAILED
