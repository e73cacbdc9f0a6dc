"""`bungalow replay`: a record played again."""

from __future__ import annotations

import argparse
from pathlib import Path

from bungalow.bots.explain import Explanation, explain
from bungalow.bots.table import bots_by_name, manner
from bungalow.commands.common import (
    BAD_DATA,
    CHECK_FAILED,
    OK,
    WIDTH,
    BadUsage,
    Commands,
    add_json,
    check_moment,
    console,
    print_error,
    print_json,
    replay_partly,
)
from bungalow.core.errors import BadData, BadOptions, BungalowError, RulesDiffer
from bungalow.core.match import Match, replay
from bungalow.core.record import Record

LOG_LINES = 10
EXAMPLES = """\
examples:
  bungalow replay game.record              the table at the end, and how it came to that
  bungalow replay game.record --at 12      the table after 12 moves
  bungalow replay game.record --at 12 --explain              why a bot made move 12
  bungalow replay game.record --at 12 --explain --bot hard   what that bot weighs where move 12 was made
  bungalow replay --check *.record         does every record still play as it promises?

--explain lets the bot think again, with the same budget and the same chance: the options it weighed, how often it tried
each, and what it expects for every seat, from 0 to 100. The names of a record tell its bots ('hard bot'); where they do
not, --bot names one. Bots of bungalow simulate had another chance: thinking again, they may do something else.

A record of an earlier rules version is played under today's rules. Where they differ it is shown up to the move
before, with one line on standard error that names the move and the clause, and the exit code is 1.

With --check the exit code is 1 when a record does not play as it promises and 3 when a file is no record."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "replay",
        help="show or check a recorded game",
        description="Play a recorded game again and show the table, or check that it plays as it promises.",
        epilog=EXAMPLES,
    )
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+")
    parser.add_argument("--at", type=int, metavar="N", help="stop after N moves")
    parser.add_argument("--seat", type=int, metavar="S", help="look at the table from this seat")
    parser.add_argument("--explain", action="store_true", help="why a bot made the last move that is shown")
    parser.add_argument("--bot", default="", metavar="BOT", help="with --explain: ask this bot, whoever made the move")
    parser.add_argument("--check", action="store_true", help="only check; several files may be given")
    parser.add_argument("--edition", default="", metavar="FILE", help="the components it was played with")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.check:
        return check(args)
    if len(args.files) > 1:
        raise BadOptions("several files can only be checked (--check)")
    if args.bot and not args.explain:
        raise BadUsage("--bot names whom --explain asks: give both")
    path: Path = args.files[0]
    record = Record.load(path)
    check_moment(record, args.at, path)
    match, differs = replay_partly(record, args.at, args.edition, path)
    if differs is not None and (args.explain or not args.json):
        print_error(differs, as_json=False)
    if args.seat is not None and not 1 <= args.seat <= match.seats:
        raise BadOptions(f"there is no seat {args.seat} in {path}: the seats are 1 to {match.seats}")
    seat = None if args.seat is None else args.seat - 1
    found = reasons(match, args.bot, path) if args.explain else None
    if args.json:
        from bungalow.terminal.reasons import described

        told = describe(match, seat) | ({} if found is None else {"explanation": described(found)})
        print_json(told | ({} if differs is None else {"differs": difference(differs)}))
    elif found is None:
        show(match, seat)
    else:
        from bungalow.terminal.reasons import show as show_reasons

        show_reasons(console(), found, match.names, f"A {manner(args.bot).title}" if args.bot else "")
    return OK if differs is None else CHECK_FAILED


def difference(differs: RulesDiffer) -> dict[str, object]:
    return {"move": differs.move, "clause": differs.clause, "words": differs.words}


def reasons(match: Match, bot: str, path: Path) -> Explanation:
    """Why a bot made the last move, or what another bot weighs in its place."""
    if not match.history:
        raise BadOptions(f"no move has been made in {path} yet: --at names one to explain")
    moves = len(match.history) - 1
    played = match.history[moves]
    code = bot or bots_by_name(match.names).get(played.seat, "")
    if not code:
        name = match.names[played.seat]
        raise BadOptions(f"move {moves + 1} was made by {name}, not by a bot; --bot asks one what it would do there")
    return explain(code, match.asking(played.seat, moves), played.seat, played.text)


def check(args: argparse.Namespace) -> int:
    worst = OK
    results: list[dict[str, object]] = []
    for path in args.files:
        try:
            record = Record.load(path)
        except BadData as error:
            worst = max(worst, BAD_DATA)
            results.append(failed(path, error, args.json))
            continue
        try:
            match = replay(record, edition=args.edition, name=str(path))
        except BungalowError as error:
            worst = max(worst, CHECK_FAILED)
            results.append(failed(path, error, args.json))
            continue
        moves, checksum = len(match.history), f"{match.state.checksum():08x}"
        results.append({"file": str(path), "ok": True, "moves": moves, "checksum": checksum, "over": match.over})
        if not args.json:
            print(f"{path}: good: {match.game.title}, {moves} moves, checksum {checksum}")
    if args.json:
        print_json(results)
    return worst


def failed(path: Path, error: BungalowError, as_json: bool) -> dict[str, object]:
    if not as_json:
        print_error(error, as_json=False)
    told = {"file": str(path), "ok": False, "code": error.code, "words": error.words, "clause": error.clause}
    return told | ({"move": error.move} if isinstance(error, RulesDiffer) else {})


def show(match: Match, seat: int | None) -> None:
    from rich.text import Text

    from bungalow.terminal import boards
    from bungalow.terminal.session import standing_table

    screen = console()
    width = min(screen.width, WIDTH)
    screen.print(f"{match.game.title}, {match.seats} seats, after move {len(match.history)}", style="bold")
    waiting = match.waiting(seat)
    from_seat = seat if seat is not None else waiting.seats[0] if waiting.seats else 0
    screen.print(boards.draw(match.game.name, match.view(seat), from_seat, match.names, width), width=width)
    screen.print()
    for line in match.lines(seat)[-LOG_LINES:]:
        clause = Text(f"  {line.clause}", "dim") if line.clause else Text()
        screen.print(Text(f"  {line.words}").append_text(clause), soft_wrap=True)
    for waited in waiting.seats:
        screen.print(Text(f"{match.names[waited]} {waiting.words}", "bold"))
    screen.print(standing_table(match))


def describe(match: Match, seat: int | None) -> dict[str, object]:
    standing = match.standing()
    return {
        "title": match.game.name,
        "seats": match.seats,
        "names": list(match.names),
        "moves": len(match.history),
        "over": match.over,
        "checksum": f"{match.state.checksum():08x}",
        "standing": [
            {"seat": score.seat + 1, "score": score.total, "parts": dict(score.parts), "rank": score.rank}
            for score in standing.scores
        ],
        "log": [{"move": line.after_move, "words": line.words, "clause": line.clause} for line in match.lines(seat)],
        "view": match.view(seat),
    }
