"""The store: what is kept of guests, tables, seats, entries and chat, and the promises of every backend.

A table is an append-only list of entries: a move, the undo of a named earlier entry, or the close of a reaction window
whose time is over. `(table, seq)` is the primary
key and the only arbiter: of two processes that both want to write entry 17, one succeeds; the other is told `TAKEN`.
What `append` has acknowledged is on disk. A request that is sent again (same author, same id) is told `REPEATED`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from enum import Enum
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

SeatKind = Literal["person", "open", "bot", "title"]
Status = Literal["open", "playing", "over", "closed"]
Pace = Literal["instant", "quick", "relaxed"]
Reaction = Literal[0, 3, 6]
Rule = Literal["ask", "pass", "use"]
EntryKind = Literal["move", "undo", "close"]


class GuestRow(Struct, frozen=True):
    """A person. Only a hash of the token is kept."""

    guest: str
    name: str
    token_hash: str
    created: float


class Differs(Struct, frozen=True):
    """Where today's rules or components play a table otherwise than those with which it was begun."""

    reason: Literal["rules", "components", "settings"]
    move: int
    """0: not even its set-up is the same."""
    clause: str
    words: str
    whole: bool = False
    """The table was filmed before the rules changed: it can be watched to its end."""


class Closed(Struct, frozen=True):
    """Why a table was closed although the rules could play it on."""

    reason: Literal["opener", "abandoned"]
    by: str = ""
    """The name of the opener who closed it."""


class MutedGuest(Struct, frozen=True):
    guest: str
    name: str


class Muted(Struct, frozen=True):
    """Who may not write in the chat of a table."""

    watchers: bool = False
    """Nobody who does not sit there."""
    guests: tuple[MutedGuest, ...] = ()


class TableRow(Struct, frozen=True):
    """What a table was set up with, and how far it is."""

    table: str
    title: str
    rules: str
    edition: str
    options: dict[str, str]
    seed: int
    """All 128 bits of it: the whole secret of the table."""
    pace: Pace
    reaction: Reaction
    """Seconds for which reaction windows are held."""
    private: bool
    status: Status
    names: tuple[str, ...]
    """The players' names as the log tells them, fixed when play begins."""
    created: float
    practice: bool = False
    """One person and bots: the bots give their reasons while the game is played."""
    differs: Differs | None = None
    """Today's rules cannot play it: it is closed, or finished and only its film can be watched."""
    opener: str | None = None
    """The guest who set it up; unknown for old tables."""
    origin: str | None = None
    """From where it was set up (see `budget.trace`), as long as it has not ended."""
    seen: float = 0.0
    """When its opener or a guest who sits there was last here, give or take a few minutes."""
    muted: Muted = Muted()
    closed: Closed | None = None
    """It was closed by its opener, or because nobody came any more."""

    @property
    def begun(self) -> bool:
        return self.names != ()

    @property
    def halted(self) -> bool:
        """Whether nobody can move there any more, although the game may not have ended."""
        return self.differs is not None or self.closed is not None


class SeatRow(Struct, frozen=True):
    seat: int
    kind: SeatKind
    name: str
    guest: str | None = None
    bot: str | None = None
    orders: dict[str, Rule] = {}
    """Standing orders by the name of a reaction; they end when the seat changes hands."""

    def given_to_bot(self, bot: str) -> SeatRow:
        return replace(self, kind="bot", guest=None, bot=bot, orders={})


class Entry(Struct, frozen=True):
    """One thing that happened at a table."""

    seq: int
    kind: EntryKind
    seat: int
    """Of a close: -1."""
    text: str
    """The move's notation; for an undo the `seq` of the entry that is taken back; empty for a close."""
    author: str
    """The guest, or `bot`, `clock`, `order`."""
    request: str | None
    """The author's own id of the request, by which a repetition is known."""
    seen: int
    """Bit set of the viewers to whom something visible changed: bit 0 is the spectators, bit 1 + s is seat s."""
    at: float
    result: int | None = None
    """The checksum of the state after it, by which later versions know whether they come to the same. Old entries have
    none."""


class RunningRow(Struct, frozen=True):
    """Tables that are open or in play and were begun with the same rules and components."""

    title: str
    rules: str
    edition: str
    example: str
    """One of them."""


class ChatRow(Struct, frozen=True):
    number: int
    name: str
    seat: int | None
    text: str
    at: float
    guest: str | None = None


class Appended(Enum):
    WRITTEN = 1
    """The entries are on disk."""
    REPEATED = 2
    """This request of this author was written before; nothing was written now."""
    TAKEN = 3
    """Another process wrote an entry of this number first; nothing was written."""


class SeatTaken(Exception):
    """The seat is no longer as it was when the request was made."""


class StoreFailed(Exception):
    """The disk or the database does not do its work. Whether something was written is not known."""


class NotStorable(StoreFailed):
    """The store works but will not keep this, a text with a zero character, say. Nothing was written."""


Changed = Callable[[str, int], Awaitable[None]]
"""Called with (table, seq) when another process may have written; seq 0 for anything else than an entry.
An empty table means: at any table."""


class Store(Protocol):
    """What every backend offers. Every method may be called from one event loop only."""

    async def start(self, changed: Changed | None = None) -> None:
        """Bring the schema up to date and be ready."""

    async def stop(self) -> None:
        """Write what is pending, then let go of everything."""

    async def healthy(self) -> bool:
        """Return whether something could just be written durably."""

    # -- guests ---------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: GuestRow) -> None: ...

    async def find_guest(self, token_hash: str) -> GuestRow | None: ...

    # -- tables and seats -----------------------------------------------------------------------------------------

    async def add_table(self, table: TableRow, seats: list[SeatRow]) -> None: ...

    async def load_table(self, table: str) -> tuple[TableRow, list[SeatRow]] | None: ...

    async def load_tables(self, tables: list[str]) -> list[tuple[TableRow, list[SeatRow]]]:
        """Those of these tables that there are, in any order."""
        ...

    async def open_tables(self, since: float, own: int, here: int, limit: int) -> list[str]:
        """Public tables at which a person waits for others, the youngest first; at most `own` of one opener and `here`
        of one place, and only those that were visited after `since`."""

    async def tables_of(self, guest: str, limit: int) -> list[str]:
        """Tables at which the guest holds a seat: those that have not ended first, then the youngest first."""

    async def tables_awake(self, since: float, limit: int) -> list[str]:
        """Tables in play with a bot and a person that were set up, or at which a person did something, after `since`:
        those that go on without anybody connected. The table used last comes first."""

    def claim(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Wait until no other process holds that name, and hold it. Yields whether another process may have written
        meanwhile. A process that ends holds nothing any more; one that has lost the database may find that another
        holds the same."""

    async def change_seat(self, table: str, before: SeatRow, after: SeatRow) -> None:
        """Give a seat to somebody else; `SeatTaken` when it is not as in `before` any more."""

    async def set_orders(self, table: str, seat: SeatRow) -> None:
        """Keep the seat's standing orders, if it is still that guest's."""

    async def begin(self, table: str, names: tuple[str, ...]) -> None:
        """All seats are taken: the table is in play. Does nothing when it already is."""

    async def finish(self, table: str) -> None:
        """The game is over."""

    # -- tables that outlive their rules --------------------------------------------------------------------------

    async def running(self) -> list[RunningRow]:
        """With which rules the tables that are open or in play were begun."""

    async def running_of(self, row: RunningRow) -> list[str]:
        """Tables that are open or in play and were begun with these rules and components, the oldest first."""

    async def adopt(self, before: TableRow, rules: str, edition: str) -> bool:
        """The table has replayed under other rules and is theirs from now on. False when it is not as in `before`."""

    async def close(self, before: TableRow, differs: Differs) -> bool:
        """Today's rules cannot play it: the table is closed, or stays over. False when it is not as in `before`."""

    # -- tables and their openers ---------------------------------------------------------------------------------

    async def opened_by(self, guest: str, since: float) -> tuple[int, int]:
        """How many tables of this opener are open, and how many are in play and were visited after `since`."""

    async def opened_from(self, origin: str, since: float) -> tuple[int, int]:
        """The same for tables that were set up from one place."""

    async def visit(self, table: str, at: float) -> None:
        """Keep when somebody was last at the table."""

    async def shut(self, before: TableRow, closed: Closed) -> bool:
        """Close a table that is open or in play. False when it is not as in `before`, or was visited since."""

    async def mute(self, table: str, muted: Muted) -> None:
        """Keep who may not write in the table's chat."""

    async def abandoned(self, public: float, private: float, limit: int) -> list[str]:
        """Open tables that nobody has visited since: public and private ones."""

    # -- films ----------------------------------------------------------------------------------------------------

    async def add_film(self, table: str, film: bytes) -> None:
        """Keep what could be seen of a table that has ended. Does nothing when there is a film."""

    async def film(self, table: str) -> bytes | None: ...

    async def unfilmed(self, after: str, limit: int) -> list[str]:
        """Tables that have ended and have no film, by their ids, from the one after `after` on."""

    # -- entries --------------------------------------------------------------------------------------------------

    async def append(self, table: str, entries: list[Entry]) -> Appended:
        """Write all entries or none; comes back when they are on disk.

        Appends that are written together succeed or fail one by one: `NotStorable` is raised for the bad ones only."""

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table beyond number `after`, in order."""

    # -- chat -----------------------------------------------------------------------------------------------------

    async def add_chat(self, table: str, line: ChatRow, keep: int) -> ChatRow:
        """Add a line and return it with its number. About the last `keep` lines of the table are kept."""

    async def chat(self, table: str, limit: int) -> list[ChatRow]:
        """The last lines of chat, oldest first."""

    async def chat_line(self, table: str, number: int) -> ChatRow | None: ...
