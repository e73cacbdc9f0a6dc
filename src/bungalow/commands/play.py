"""`bungalow play`: people and bots at this terminal. Also the menu of the bare command."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from bungalow.bots.table import bots_by_name, codes, manner
from bungalow.commands.common import (
    BAD_MOVE,
    INTERRUPTED,
    OK,
    BadUsage,
    Commands,
    add_table_arguments,
    console,
    is_terminal_gone,
    pause,
    print_no_more,
    read_list,
    read_options,
    seed,
)
from bungalow.core.match import new
from bungalow.core.record import Record
from bungalow.core.registry import find
from bungalow.core.types import show_value

if TYPE_CHECKING:
    from bungalow.terminal.session import Session, Terminal

BOT_DELAY = 0.5
BOTS = "\n".join(f"  {code:<8} {manner(code).title}. {manner(code).words}" for code in codes())
EXAMPLES = f"""\
bots:
{BOTS}

examples:
  bungalow play burrows --seats 3 --bots greedy,random --seed 7
  bungalow play burrows --seats 4 --bots greedy            three people take turns at this terminal
  bungalow play burrows --seats 2 --bots greedy,person     the bot has the first seat
  bungalow play burrows --seats 2 --bots greedy,greedy     look on
  bungalow play burrows --seats 2 --bots hard --practice   the bot tells why it moved, and what it would do
  bungalow play --resume game.record
  printf '1\\nat 1,0 r1\\nundo\\n' | bungalow play burrows --seats 2 --bots random --save game.record

While you play, 'help' lists what can be typed. Piped input is read one line a move, as a number or in notation;
'#' begins a comment. A bad line is answered by one line of error, and the next one is read; at the end of the input
the game is saved. Saved games are records: 'bungalow replay' shows them, and they hold the seed, so they tell all
secrets of the table."""


def add(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help="play in this terminal, with people and bots",
        description="Play a title in this terminal. Seats that no bot takes are people who share the keyboard.",
        epilog=EXAMPLES,
    )
    parser.add_argument("title", metavar="TITLE", nargs="?", help="a title of 'bungalow games'")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument(
        "--bots", type=read_list, metavar="A,B,..", help="bots for the last seats, or for every seat with 'person'"
    )
    parser.add_argument("--seed", type=seed, metavar="S", help="play the table of this seed (default: a secret one)")
    add_table_arguments(parser)
    parser.add_argument("--names", type=read_list, default=[], metavar="A,B,..", help="names of the people, or of all")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save to this file when the game ends or is left")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--delay", type=pause, metavar="SECONDS", help=f"pause before a bot moves (default: {BOT_DELAY})"
    )
    parser.add_argument(
        "--practice", action="store_true", help="one person against bots: 'why' asks for their reasons, 'hint' for help"
    )
    parser.set_defaults(run=run, json=False)


def run(args: argparse.Namespace) -> int:
    from bungalow.terminal import saves
    from bungalow.terminal.seating import seat_bots, seat_names
    from bungalow.terminal.session import Session, may_practise

    if args.save:
        saves.check(args.save)
    if args.resume:
        refuse_with_resume(args)
        match = saves.resume(Record.load(args.resume), args.edition, args.resume)
        bots = bots_by_name(match.names)
        if args.bots is not None:
            bots = seat_bots(args.bots, match.game, match.seats, match.options)
        session = Session(match, bots, terminal(args.delay), args.save or args.resume)
    else:
        if not args.title:
            raise BadUsage("a title is needed (see bungalow games)")
        game = find(args.title)
        seats = min(game.seats) if args.seats is None else args.seats
        game.new(seats)  # an impossible number of seats is told before anything about bots
        options = read_options(args.option)
        bots = seat_bots(args.bots or [], game, seats, options)
        match = new(
            game.name,
            seats,
            options=options,
            seed=secrets.randbits(128) if args.seed is None else args.seed,
            edition=args.edition,
            names=seat_names(game, seats, bots, args.names, options),
        )
        session = Session(match, bots, terminal(args.delay), args.save)
        session.saved = 0
    if args.practice and not may_practise(session.match, session.bots):
        raise BadUsage("--practice is for one person against bots")
    session.practice = args.practice
    return play(session)


def refuse_with_resume(args: argparse.Namespace) -> None:
    """A saved game brings its own table."""
    settled = {"TITLE": args.title, "--seats": args.seats, "--seed": args.seed, "--option": args.option}
    settled["--names"] = args.names
    if given := [name for name, value in settled.items() if value]:
        raise BadUsage(f"{', '.join(given)} cannot be given with --resume: the saved game settles it")


def play(session: Session) -> int:
    """Play to the end. If anything interrupts it, even a closed window, the game is saved."""
    with hangups_as_interrupts():
        try:
            session.run()
        except KeyboardInterrupt:
            rescue(session, "Interrupted")
            return INTERRUPTED
        except Exception as error:
            rescue(session, "The terminal is gone" if is_terminal_gone(error) else "Something broke")
            raise
    return BAD_MOVE if session.refused and not session.terminal.interactive else OK


def rescue(session: Session, occasion: str) -> None:
    """Save a game that was stopped at any moment, then say where. A half-made move is played again first."""
    with signals_ignored():
        session.match = session.match.at(len(session.match.history))
        try:
            session.save_and_say(f"\n{occasion}" if session.terminal.interactive else occasion)
        except OSError as error:  # saving reports its own as BadData: nobody can read what is printed
            if not is_terminal_gone(error):
                raise
            print_no_more()


def stop_signals() -> list[signal.Signals]:
    """A closed window, and a polite kill. One that was ignored from the start, as nohup does, stays ignored."""
    found = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    return [number for number in found if signal.getsignal(number) is not signal.SIG_IGN]


@contextlib.contextmanager
def hangups_as_interrupts() -> Iterator[None]:
    """Handle a closed window or a polite kill as Ctrl-C, but only the first: a closing window may send several."""
    asked = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if not asked:
            asked = True
            raise KeyboardInterrupt

    with handled(stop_signals(), interrupt):
        yield


@contextlib.contextmanager
def signals_ignored() -> Iterator[None]:
    with handled([*stop_signals(), signal.SIGINT], lambda number, frame: None):
        yield


@contextlib.contextmanager
def handled(signals: list[signal.Signals], handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    before = [signal.signal(number, handler) for number in signals]
    try:
        yield
    finally:
        for number, old in zip(signals, before, strict=True):
            signal.signal(number, old)


def terminal(delay: float | None) -> Terminal:
    from bungalow.terminal.session import Terminal

    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    screen = console()
    if interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  arrow keys and history for input()
        return Terminal(screen, screen, input, True, BOT_DELAY if delay is None else delay)
    return Terminal(screen, console(stderr=True), read_line, False, delay or 0.0)


def read_line(prompt: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


def run_menu() -> int:
    """The bare command: pick a title, or go on with a saved game."""
    from bungalow.terminal.menu import pick

    try:
        wish = pick(console(), input)
    except (EOFError, KeyboardInterrupt):
        print()
        return INTERRUPTED
    if wish is None:
        return OK
    args = argparse.Namespace(
        title=wish.title or None,
        seats=wish.seats or None,
        bots=list(wish.bots) if wish.title else None,
        seed=None,
        option=[f"{name}={show_value(value)}" for name, value in wish.options],
        edition="",
        names=[],
        save=None,
        resume=wish.resume,
        delay=None,
        practice=False,
    )
    return run(args)
