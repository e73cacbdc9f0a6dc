"""What becomes of tables when the rules of their title have changed since they were begun.

A table that replays under today's rules continues with them. One that does not is closed (not to be confused with one
that its opener closed, see `keeping.py`): nobody can move there any
more, and it can be watched up to the move at which the rules differ. Closed is for good, since its secrets can be seen
then. A table of newer rules than today's (Bungalow was downgraded) is left as it is and cannot be opened.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, cast

from msgspec import Struct

from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions, BungalowError, NewerRules, RulesDiffer
from bungalow.core.versions import is_newer
from bungalow.server.messages import DiffersInfo
from bungalow.server.store.base import Differs, Entry, SeatRow, Store, StoreFailed, TableRow
from bungalow.server.table import Course, taken_back

log = logging.getLogger("bungalow")
PROGRESS_SECONDS = 2.0
FindGame = Callable[[str], Game]


class Verdict(Struct):
    """A table that today's rules cannot play."""

    table: str
    title: str
    names: list[str]
    status: str
    entries: int
    differs: Differs

    def line(self) -> str:
        move = f"move {self.differs.move}" if self.differs.move else "its set-up"
        clause = f" ({self.differs.clause})" if self.differs.clause else ""
        return f"  {self.title:<8} {self.table}  {', '.join(self.names)}: differs at {move}{clause}"


class Named(Struct):
    """A table in a list."""

    table: str
    title: str
    names: list[str]

    def line(self) -> str:
        return f"  {self.title:<8} {self.table}  {', '.join(self.names)}"


class Checked(Struct):
    """What an upgrade to this version would do."""

    closing: list[Verdict]
    """Open and running tables that it would close."""
    partly: list[Verdict]
    """Finished tables that could be watched only in part."""
    newer: list[Named]
    """Tables begun with newer rules, which cannot be opened."""
    unfilmed: list[Named]
    """Finished tables without a film."""


def differs_of(error: RulesDiffer, *, whole: bool = False) -> Differs:
    reason = cast(Literal["rules", "components", "settings"], error.reason)
    return Differs(reason, error.move, error.clause, error.words, whole)


def differs_info(row: TableRow) -> DiffersInfo | None:
    """What people are told of a table that today's rules cannot play."""
    differs = row.differs
    if differs is None:
        return None
    changed = "the components were changed" if differs.reason == "components" else "the rules were corrected"
    since = "since this game was played" if row.status == "over" else "since this game began"
    words = f"{changed[0].upper()}{changed[1:]} {since}"
    if row.status == "over":
        words += "."
    elif differs.reason == "settings":
        words += ", and its settings are no longer possible. It cannot go on."
    else:
        words += ". It cannot go on."
    if differs.whole:
        words += " You can watch it as it was played."
    elif differs.move > 0:
        words += f" You can watch it up to move {differs.move}."
    return DiffersInfo(differs.move, differs.clause, words, short=changed)


def judge(game: Game, row: TableRow, seats: list[SeatRow], entries: list[Entry]) -> Course | Verdict:
    """Play what stands of a table again: the course of it, or where today's rules differ."""
    done = 0
    try:
        course = Course(game, row, len(seats), skips=taken_back(entries))
        for entry in entries:
            course.replay(entry)
            done += 1
    except RulesDiffer as error:
        return Verdict(row.table, row.title, _names(seats), row.status, done, differs_of(error))
    return course


async def keep_up(store: Store, find: FindGame) -> list[Verdict]:
    """Judge all open and running tables that were begun with other rules or components than today's.

    Those that replay are adopted, the others are listed on standard error and then closed. Tables of newer rules are
    listed and left alone, as are those that cannot be judged: opening them reports why. If no rules have changed, this
    costs one query and a few set-ups.
    """
    tables = await _begun_otherwise(store, find)
    closing: list[tuple[TableRow, Verdict]] = []
    shown = time.monotonic()
    for done, table in enumerate(tables):
        if time.monotonic() - shown > PROGRESS_SECONDS:
            say(f"The rules have changed: {done} of {len(tables)} running tables checked.")
            shown = time.monotonic()
        try:
            loaded = await store.load_table(table)
            assert loaded is not None
            row, seats = loaded
            found = judge(find(row.title), row, seats, await store.entries(table))
        except StoreFailed:
            raise
        except Exception as error:  # one bad table must not keep the server from starting
            log.warning("table %s cannot be checked: %s", table, in_one_line(error))
            continue
        if isinstance(found, Verdict):
            closing.append((row, found))
        elif found.trail.foreign:
            state = found.match.state
            await store.adopt(row, state.game.rules_version, state.edition)
    if closing:
        say(
            f"The rules have changed. {_tables(len(closing))} cannot go on and will be closed. "
            "People can watch up to the move where the rules differ:"
        )
        for _, verdict in closing:
            say(verdict.line())
    for row, verdict in closing:
        await store.close(row, verdict.differs)
    return [verdict for _, verdict in closing]


async def _begun_otherwise(store: Store, find: FindGame) -> list[str]:
    """Return the tables to judge. Those of newer rules are listed on standard error."""
    tables: list[str] = []
    newer: list[str] = []
    for kind in await store.running():
        try:
            game = find(kind.title)
        except BungalowError:
            continue  # the title is not installed: reported when the table is opened
        if is_newer(game, kind.rules):
            newer += [f"  {kind.title:<8} {table}" for table in await store.running_of(kind)]
        elif kind.rules != game.rules_version or await _other_components(store, game, kind.example):
            tables += await store.running_of(kind)
    if newer:
        say(f"{_tables(len(newer))} begun with newer rules cannot be opened until Bungalow is upgraded:")
        for line in newer:
            say(line)
    return tables


async def _other_components(store: Store, game: Game, example: str) -> bool:
    """Return whether tables like this one may have been begun with other components than today's."""
    try:
        loaded = await store.load_table(example)
        return loaded is not None and Course(game, loaded[0], len(loaded[1])).trail.foreign
    except StoreFailed:
        raise
    except Exception:  # each of them is judged by itself
        return True


def check(stored: Iterable[tuple[TableRow, list[SeatRow], list[Entry], bool]], find: FindGame) -> Checked:
    """Find out what an upgrade would do to each table. Changes nothing."""
    found = Checked([], [], [], [])
    for row, seats, entries, filmed in stored:
        if row.closed is not None and not row.begun:
            continue  # there is nothing to watch
        ended = row.status in ("over", "closed")
        named = Named(row.table, row.title, _names(seats))
        if ended and not filmed:
            found.unfilmed.append(named)
        if row.differs is not None or (ended and filmed):
            continue
        try:
            verdict = judge(find(row.title), row, seats, entries)
        except BadOptions:
            continue  # a title that is not installed
        except NewerRules:
            found.newer.append(named)
        except Exception as error:
            log.warning("table %s cannot be checked: %s", row.table, in_one_line(error))
        else:
            if isinstance(verdict, Verdict):
                (found.partly if ended else found.closing).append(verdict)
    return found


def report(found: Checked) -> str:
    parts: list[tuple[str, Sequence[Verdict | Named]]] = [
        (f"{_tables(len(found.closing))} would be closed", found.closing),
        (f"{_tables(len(found.partly), 'finished ')} could be watched only in part", found.partly),
    ]
    if found.newer:
        parts.append((f"{_tables(len(found.newer))} begun with newer rules cannot be opened", found.newer))
    if found.unfilmed:
        have = "has" if len(found.unfilmed) == 1 else "have"
        parts.append((f"{_tables(len(found.unfilmed), 'finished ')} {have} no film yet", found.unfilmed))
    lines: list[str] = []
    for words, tables in parts:
        lines.append(words + (":" if tables else "."))
        lines += [table.line() for table in tables]
    return "\n".join(lines)


def in_one_line(error: BaseException) -> str:
    return str(error) if isinstance(error, BungalowError) else f"internal error: {error!r}"


def _tables(count: int, kind: str = "") -> str:
    return f"{count} {kind}table{'' if count == 1 else 's'}"


def _names(seats: list[SeatRow]) -> list[str]:
    return [seat.name for seat in seats if seat.kind != "open"]


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
