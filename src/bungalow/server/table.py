"""A table in memory: a match as the cache of its entries, seen through the eyes of every viewer.

Nothing here waits or writes. A request is first `tried` on the match, then its entries are written to the store, then
everybody is told; when the store says that another process was first, the cache is dropped and reloaded.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bungalow.core.contract import SPECTATOR, Game
from bungalow.core.errors import BadData, BadOptions, BungalowError, IllegalMove
from bungalow.core.feed import TableFeed, ViewerFeed
from bungalow.core.match import Match
from bungalow.core.versions import Trail, refuse_newer, settings_refused
from bungalow.server.problems import TooMany
from bungalow.server.store.base import Entry, EntryKind, SeatRow, TableRow

BOT, CLOCK, ORDER = "bot", "clock", "order"
"""Authors of entries that are no guests."""


class Stale(BungalowError):
    """The request answers a question that is no longer asked."""

    code = "stale"


class Course:
    """The match of a table as its entries make it.

    Moves that were taken back can be left out together with their undos (`skips`, see `taken_back`): rules that changed
    since may forbid them, and what stands is all that counts.
    """

    def __init__(
        self, game: Game, row: TableRow, seats: int, edition: str = "", *, skips: frozenset[int] = frozenset()
    ) -> None:
        """Raises `NewerRules` for a table of newer rules, and `RulesDiffer` if one of older rules cannot even be set up
        as it was."""
        refuse_newer(game, row.rules)
        self.row = row
        try:
            self.match = Match(
                game,
                seats,
                options=dict(row.options),
                seed=row.seed,
                edition=edition,
                names=row.names or (),
                held=row.reaction > 0,
            )
        except BadOptions as error:
            if row.rules == game.rules_version:
                raise
            raise settings_refused(game, row.rules, error) from None
        self.trail = Trail(self.match, row.rules, row.edition)
        self.seq = 0
        """How many entries were carried out."""
        self.skips = skips
        self._live: list[int] = []
        """For each move of the match's history, its entry's `seq`."""
        self._left_out = 0
        """How many moves were left out and are not yet taken back: until then the results are of another state."""

    def replay(self, entry: Entry) -> None:
        """Carry out an entry that the store holds; `RulesDiffer` when a table of other rules goes another way here."""
        if entry.seq != self.seq + 1:
            raise BadData(f"entry {entry.seq} of table {self.row.table} follows on entry {self.seq}")
        move = len(self.match.history)
        if entry.seq in self.skips:
            self._left_out += -1 if entry.kind == "undo" else 1
        else:
            move += entry.kind == "move"
            try:
                self._carry_out(entry)
            except BungalowError as error:
                self.trail.refused(move, error)
                raise
        self.trail.look(move, None if self._left_out else entry.result)
        self.seq = entry.seq

    def _carry_out(self, entry: Entry) -> None:
        if entry.kind == "undo":
            self._take_back(entry.seat, int(entry.text))
        elif entry.kind == "close":
            if not self.match.window_open or self.match.actors:
                raise BadData(f"entry {entry.seq} of table {self.row.table} closes a window that is not there")
            self.match.close_window()
        else:
            self.match.play(entry.seat, entry.text)
            self._live.append(entry.seq)

    def _take_back(self, seat: int, seq: int) -> None:
        index = self.match.undoable(seat)
        if index is None or self._live[index] != seq:
            raise BadData(f"entry {seq} of table {self.row.table} cannot be taken back")
        self.match.undo(seat)
        del self._live[index]


class Play(Course):
    """The game of a table: its match, its entries, and what each viewer has seen."""

    def __init__(
        self, game: Game, row: TableRow, seats: int, edition: str = "", *, skips: frozenset[int] = frozenset()
    ) -> None:
        super().__init__(game, row, seats, edition, skips=skips)
        self.entries: list[Entry] = []
        self.requests: set[tuple[str, str]] = set()
        self.undos = 0
        self.past: dict[int, Match] = {}
        """Moments that were looked at, by the number of entries; they never change."""
        self.feed = TableFeed(self.match)

    def shown_to(self, viewer: int) -> ViewerFeed:
        return self.feed.viewers[viewer]

    # -- what was written -------------------------------------------------------------------------------------------

    def replay(self, entry: Entry) -> None:
        super().replay(entry)
        self._advance(entry.seq, entry.kind, entry.seat, entry.seen, reread=entry.seq in self.skips)
        self._note(entry)

    def _advance(self, seq: int, kind: EntryKind, seat: int, seen: int | None, *, reread: bool = False) -> int:
        undo = kind == "undo"
        moves = 0 if kind == "close" else -1 if undo else 1
        return self.feed.advance(seq, seat, moves=moves, after_undo=undo, seen=seen, reread=undo and reread)

    def _note(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.seq = entry.seq
        if entry.request is not None:
            self.requests.add((entry.author, entry.request))
        self.undos += entry.kind == "undo"

    # -- what is asked for ------------------------------------------------------------------------------------------

    def try_move(self, seat: int, number: int | None, text: str, author: str, request: str | None) -> Entry:
        """Play a move on the match; the entry that comes back is still to be written."""
        if number is not None and not self.shown_to(seat).asked_since <= number <= self.shown_to(seat).number:
            raise Stale("the table has moved on since you chose that")
        played = self.match.play(seat, text)
        self._live.append(self.seq + 1)
        return self._tried("move", seat, played.text, author, request)

    def try_undo(self, seat: int, author: str, request: str | None, limit: int) -> Entry:
        """Take back a move on the match; the entry that comes back is still to be written."""
        if self.undos >= limit:
            raise TooMany(f"at one table {limit} moves can be taken back")
        index = self.match.undoable(seat)
        if index is None:
            raise IllegalMove("there is no move that can still be taken back")
        seq = self._live[index]
        self._take_back(seat, seq)
        return self._tried("undo", seat, str(seq), author, request)

    def try_pass(self, seat: int) -> Entry:
        """Pass for a seat that has not answered in the open window; the entry is still to be written."""
        played = self.match.pass_window(seat)
        self._live.append(self.seq + 1)
        return self._tried("move", seat, played.text, CLOCK, None)

    def try_close(self) -> Entry:
        """The time of the open window is over; the entry that comes back is still to be written."""
        self.match.close_window()
        return self._tried("close", int(SPECTATOR), "", CLOCK, None)

    def _tried(self, kind: EntryKind, seat: int, text: str, author: str, request: str | None) -> Entry:
        entry = Entry(
            seq=self.seq + 1,
            kind=kind,
            seat=seat,
            text=text,
            author=author,
            request=request,
            seen=self._advance(self.seq + 1, kind, seat, None),
            at=time.time(),
            result=self.match.state.checksum(),
        )
        self._note(entry)
        return entry

    def choice_key(self, seat: int) -> tuple[int, int, int]:
        """Differs when the seat is asked something else than before: a bot's answer to the former is dropped."""
        return (int(self.match.state.closed), self.feed.moves_of(seat), self.undos)

    # -- the past -------------------------------------------------------------------------------------------------

    def entry_count_at(self, viewer: int, number: int) -> int:
        """How many entries had been made when the viewer was shown that number."""
        shown = self.shown_to(viewer)
        if not 1 <= number <= shown.number:
            raise IllegalMove(f"there is no number {number} to look back at")
        return shown.entry_counts[number - 1]

    def standing_at(self, entry_count: int) -> list[Entry]:
        """The moves, and the closes between them, that stood after that many entries, without those left out."""
        return standing([entry for entry in self.entries[:entry_count] if entry.seq not in self.skips])

    def match_at(self, entry_count: int) -> Iterator[Match]:
        """Play the match again up to then, one entry a step."""
        match = self.match
        earlier = Match(
            match.game, match.seats, options=match.options, seed=match.seed, names=match.names, held=match.held
        )
        yield earlier
        for entry in self.standing_at(entry_count):
            go_on(earlier, entry)
            yield earlier


def standing(entries: list[Entry]) -> list[Entry]:
    """The moves, and the closes between them, without those that were taken back."""
    kept: dict[int, Entry] = {}
    for entry in entries:
        if entry.kind == "undo":
            del kept[int(entry.text)]
        else:
            kept[entry.seq] = entry
    return list(kept.values())


def taken_back(entries: list[Entry]) -> frozenset[int]:
    """The numbers of the moves that were taken back, and of their undos."""
    undos = [entry for entry in entries if entry.kind == "undo"]
    return frozenset([*(entry.seq for entry in undos), *(int(entry.text) for entry in undos)])


def go_on(match: Match, entry: Entry) -> None:
    """Carry out one that stands."""
    if entry.kind == "close":
        match.close_window()
    else:
        match.play(entry.seat, entry.text)


def player_names(seats: list[SeatRow]) -> tuple[str, ...]:
    """Names for the log, each different from the others."""
    names: list[str] = []
    for seat in seats:
        name, count = seat.name, 1
        while name in names:
            count += 1
            name = f"{seat.name[:20]} {count}"
        names.append(name)
    return tuple(names)
