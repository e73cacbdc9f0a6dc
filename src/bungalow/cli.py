"""The command `bungalow`."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from types import FrameType

from bungalow.commands import (
    arena,
    backup,
    conformance,
    edition,
    games,
    learn,
    picture,
    play,
    replay,
    report,
    rules,
    serve,
    simulate,
)
from bungalow.commands.common import (
    BROKEN,
    EXIT_CODES,
    INTERRUPTED,
    OK,
    PIPE_CLOSED,
    Parser,
    exit_code,
    is_terminal_gone,
    print_error,
    print_json,
    print_no_more,
)
from bungalow.core.errors import BungalowError
from bungalow.core.registry import installed_version

AGAIN_SECONDS = 1.0
"""Asked to end again within this time, it is ending already: some senders ask twice, and so do impatient people."""

DESCRIPTION = """\
Bungalow: a home for modern board games, with every rule enforced.

Without a command, in a terminal: a menu of titles and saved games."""

EXAMPLES = f"""\
examples:
  bungalow                                             pick a title and play
  bungalow guide burrows                               learn a game
  bungalow play burrows --seats 3 --bots greedy,random play it
  bungalow simulate burrows --seats 4 --games 1000     let bots play it
  bungalow replay game.record                          see a game again

{EXIT_CODES}"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code. Every error is reported in one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in words
    try:
        code = run(words)
        sys.stdout.flush()
        return code
    except BungalowError as error:
        print_error(error, as_json)
        return exit_code(error)
    except KeyboardInterrupt:
        print_error(Interrupted("stopped before the end"), as_json)
        return INTERRUPTED
    except Exception as error:
        if is_terminal_gone(error):
            print_no_more()
            return PIPE_CLOSED
        if os.environ.get("BUNGALOW_TRACEBACK"):
            traceback.print_exc()
        return tell_broken(error, as_json)


class Interrupted(BungalowError):
    """Ctrl-C, or the machine asks all programs to end."""

    code = "interrupted"


def program() -> int:
    """`main` as a program of its own: asked to end, it keeps what is finished, as with Ctrl-C."""
    asked = -AGAIN_SECONDS

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        now = time.monotonic()
        if now - asked >= AGAIN_SECONDS:
            asked = now
            raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a program in the background may not hear it
        signal.signal(signal.SIGINT, stop)
    code = main()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)  # it ends already
    return code


def run(words: list[str]) -> int:
    parser = make_parser()
    if not words:
        if sys.stdin.isatty() and sys.stdout.isatty():
            return play.run_menu()
        parser.print_help()
        return OK
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def make_parser() -> Parser:
    parser = Parser(prog="bungalow", description=DESCRIPTION, epilog=EXAMPLES)
    parser.add_argument("--version", action="version", version=f"bungalow {installed_version()}")
    parser.set_defaults(run=lambda args: parser.error("a command is needed"))
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", prog="bungalow")
    playing = (play, serve, backup, games, rules)
    studying = (simulate, report, arena, learn, replay, picture, edition, conformance)
    for command in (*playing, *studying):
        command.add(commands)
    return parser


def tell_broken(error: Exception, as_json: bool) -> int:
    """An error of ours, not of the user: still one line."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    hint = "this is an error of bungalow; BUNGALOW_TRACEBACK=1 shows where"
    if as_json:
        print_json({"error": {"code": "internal-error", "words": words, "clause": ""}})
    else:
        print(f"bungalow: internal-error: {words} ({hint})", file=sys.stderr)
    return BROKEN
