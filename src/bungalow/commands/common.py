"""What all commands share: exit codes, consoles, JSON, arguments that come again and again."""

from __future__ import annotations

import argparse
import errno
import json
import os
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from bungalow.core.errors import BadData, BadOptions, BungalowError, RulesDiffer

if TYPE_CHECKING:
    from rich.console import Console

    from bungalow.core.match import Match
    from bungalow.core.record import Record

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

OK = 0
CHECK_FAILED = 1
BAD_USAGE = 2
BAD_DATA = 3
BAD_MOVE = 4
BROKEN = 70
INTERRUPTED = 130
PIPE_CLOSED = 141
WIDTH = 100
MOST = 1_000_000_000
"""Of games, steps, ..: more is a slip of the finger."""

EXIT_CODES = f"""\
exit codes:
  {OK:<4} all went well
  {CHECK_FAILED:<4} a check failed: a record that does not replay, or only up to a move at which its rules were
       corrected; a table that an upgrade would close; a title that breaks the contract
  {BAD_USAGE:<4} bad usage: unknown command, title, option or bot, impossible number of seats; something would
       be replaced without --force
  {BAD_DATA:<4} bad data: a record, an edition or a backup that is broken, cut off or not there; a database or
       a file that cannot be used
  {BAD_MOVE:<4} piped input held a move that is unreadable, illegal or not that seat's
  {BROKEN:<4} an error of bungalow itself; BUNGALOW_TRACEBACK=1 shows where
  {INTERRUPTED:<4} interrupted (Ctrl-C)
An error is one line 'bungalow: code: words' on standard error; with --json it is
{{"error": {{"code": .., "words": .., "clause": ..}}}} on standard output."""


class BadUsage(BadOptions):
    """The command line itself cannot be understood."""

    code = "bad-usage"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and keeps the layout of its texts."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        raise BadUsage(f"{message} (see {self.prog} --help)")


def exit_code(error: BungalowError) -> int:
    if isinstance(error, BadOptions):
        return BAD_USAGE
    if isinstance(error, RulesDiffer):
        return CHECK_FAILED
    return BAD_DATA if isinstance(error, BadData) else BAD_MOVE


def console(stderr: bool = False) -> Console:
    """Return where to print: as wide as the terminal, or as a page if there is none."""
    from bungalow.commands.screen import Screen

    stream = sys.stderr if stderr else sys.stdout
    return Screen(stderr=stderr, width=None if stream.isatty() else WIDTH, highlight=False)


def is_terminal_gone(error: BaseException) -> bool:
    """Return whether an error means that nobody reads any more: a closed window, or the end of a pipe."""
    return isinstance(error, OSError) and error.errno in (errno.EIO, errno.EPIPE, errno.ENXIO)


def print_no_more() -> None:
    """Send the rest of the output nowhere, so that nothing stumbles over a terminal that is gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # it may be a test's, without a number
            os.dup2(nowhere, stream.fileno())


@contextmanager
def progress_bar(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while something long runs; it is told how much is done. None when nobody looks."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(stderr=True)
    columns = TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(elapsed_when_finished=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(words, total=total)
        yield lambda done: progress.update(task, completed=done)


def seed_or_kept(given: int | None, journal: Path | None) -> int:
    """The seed that was given; else that of the journal that is gone on with; else any."""
    if given is None and journal is not None and journal.exists():
        try:
            head = json.loads(journal.read_text(encoding="utf-8").partition("\n")[0])
            given = int(head["seed"])
        except (OSError, ValueError, TypeError, KeyError):
            pass  # whoever reads the whole of it tells what is wrong
    return secrets.randbits(32) if given is None else given


def check_place(path: Path) -> None:
    """Raise before long work when its result could not be written there."""
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadData(f"cannot write {path}: {'it is a folder' if path.is_dir() else 'no such folder, or not ours'}")


def check_moment(record: Record, at: int | None, name: Path) -> None:
    """A record may be good and yet not so long as somebody thinks."""
    moves = len(record.moves)
    if at is not None and not 0 <= at <= moves:
        raise BadUsage(f"--at is 0 to {moves} here: {name} has {number_of(moves, 'move')}")


def replay_partly(record: Record, at: int | None, edition: str, name: Path) -> tuple[Match, RulesDiffer | None]:
    """Play a record again, whole or up to move `at`, but not beyond the move before the one at which its rules differ.

    Raises `RulesDiffer` when not even its set-up is the same.
    """
    from bungalow.core.match import replay

    try:
        return replay(record, upto=at, edition=edition, name=str(name)), None
    except RulesDiffer as differs:
        if differs.move == 0:
            raise
        return replay(record, upto=differs.move - 1, edition=edition, name=str(name)), differs


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=None if isinstance(value, dict) else 2))


def print_error(error: BungalowError, as_json: bool) -> None:
    if as_json:
        print_json({"error": {"code": error.code, "words": error.words, "clause": error.clause}})
    else:
        print(f"bungalow: {error}", file=sys.stderr)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON value for a program to read")


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Options and edition of a new table."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the title; may come several times"
    )
    parser.add_argument("--edition", default="", metavar="FILE", help="play with the components in this file")


def read_options(pairs: Iterable[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise BadUsage(f"--option is written name=value, not '{pair}'")
        options[name.strip()] = value.strip()
    return options


def read_list(text: str) -> list[str]:
    """Words between commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise argparse.ArgumentTypeError(f"words between commas are needed, not '{text}'")
    return words


def path(text: str) -> str:
    """A file or folder; an empty name is a mistake of whoever wrote the command."""
    if not text:
        raise argparse.ArgumentTypeError("it names no file or folder")
    return text


def number_of(many: int, thing: str) -> str:
    """`1 game`, `1,000 games`."""
    return f"{many:,} {thing}{'' if many == 1 else 's'}"


def seed(text: str) -> int:
    """A seed on a command line: a whole number of up to 128 bits."""
    if not text.isdecimal() or int(text) >= 1 << 128:
        raise argparse.ArgumentTypeError(f"a seed is a number from 0 to 2^128 - 1, not '{text}'")
    return int(text)


def pause(text: str) -> float:
    """A number of seconds to wait."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"a pause is 0 to 60 seconds, not '{text}'")
    return seconds


def count(text: str) -> int:
    """A number of things: 1 or more."""
    if not text.isdecimal() or len(text) > len(str(MOST)) or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST:,} is needed, not '{text}'")
    return int(text)


def count_or_none(text: str) -> int:
    """A number of things: 0 or more."""
    return 0 if text == "0" else count(text)
