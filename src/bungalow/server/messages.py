"""Everything that crosses between browser and server: one schema for both sides.

REST bodies and WebSocket messages are msgspec structs; the OpenAPI document holds them all, and the client's
TypeScript types are made from it. WebSocket messages are a tagged union on `type`.

A guest is a person without an account: a secret token kept by the browser. A seat belongs to a guest, to a bot, or is
open. One guest may hold several seats (people at one screen). Seats count from 0 here, as in the engine; words and
notation count from 1. A viewer is a seat, or null for a spectator.

`number` is a viewer's own counter (see `bungalow.core.feed`): it grows only when something visible to that viewer
changed. The server's own sequence numbers never leave it.

What there is most of in memory is left out of the search for cycles (`gc=False`): it can be in none.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from bungalow.core.frames import Frame, LineInfo, StandingInfo

Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[^|\n\r\t]*[^|\s][^|\n\r\t]*$")]
PLAIN = r"^[^\x00-\x1f\x7f-\x9f]*$(?!\n)"
"""No control characters. Python's `$` also matches before a line's end, hence what follows it."""
MoveId = Annotated[str, Meta(min_length=4, max_length=40, pattern=PLAIN)]
Secret = Annotated[str, Meta(min_length=16, max_length=64, pattern=PLAIN)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Text = Annotated[str, Meta(min_length=1, max_length=80, pattern=PLAIN)]
Target = Annotated[str, Meta(min_length=1, max_length=80, pattern=PLAIN)]
Pace = Literal["instant", "quick", "relaxed"]
Reaction = Literal[0, 3, 6]
"""Seconds for which a reaction window is held; 0: nobody is asked where that is a secret, standing orders decide"""
Rule = Literal["ask", "pass", "use"]
"""A standing order: ask me, pass for me, use it for me at the next occasion (once)"""


# -- REST: guests, titles, tables -------------------------------------------------------------------------------------


class NewGuest(Struct, forbid_unknown_fields=True):
    """POST /api/guests"""

    name: Name


class Guest(Struct):
    """The token is a secret of this browser: sent as `Authorization: Bearer TOKEN` and in `Hello`."""

    guest: str
    name: str
    token: str


class ForcedInfo(Struct):
    """A value that an option has at tables with so many seats (empty: any) and such other options, and why"""

    value: str
    why: str
    seats: list[int]
    given: dict[str, list[str]]


class OptionInfo(Struct):
    name: str
    label: str
    default: str
    allowed: list[str]
    words: str
    group: str
    recommended: str | None
    forced: list[ForcedInfo]


class BotInfo(Struct):
    """A bot that can play a title: its code, what people call it, how it plays in one sentence"""

    name: str
    title: str
    words: str


class RivalsAt(Struct):
    """How many seats the title may play itself beside so many others, and how many to propose"""

    others: int
    allowed: list[int]
    usual: int


class RivalsInfo(Struct):
    """Seats that the title plays by its own rules: the last ones, as many as the option says"""

    option: str
    names: list[str]
    tables: list[RivalsAt]


class TitleInfo(Struct):
    """GET /api/titles, one for each title on the shelf"""

    name: str
    title: str
    sentence: str
    seats: list[int]
    minutes: int
    age: int
    options: list[OptionInfo]
    rules_version: str
    provenance: dict[str, int]
    bots: list[BotInfo]
    reactions: bool
    """Has questions that are put out of turn, and so a reaction time and standing orders."""
    rivals: RivalsInfo | None


class Guide(Struct):
    """GET /api/titles/{name}/guide"""

    markdown: str


class Rules(Struct):
    """GET /api/titles/{name}/rules: the words of every clause"""

    clauses: dict[str, str]


class NewSeat(Struct, forbid_unknown_fields=True):
    """me: the guest who asks; here: another person at the same screen; open: whoever joins; bot: a bot; title: a seat
    that the title's own rules play."""

    kind: Literal["me", "here", "open", "bot", "title"]
    name: Name | None = None
    bot: Annotated[str, Meta(max_length=24)] | None = None


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables"""

    title: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: dict[str, str] = {}
    pace: Pace = "quick"
    private: bool = False
    reaction: Reaction | None = None
    """null: 3 for a title with reactions. Has no meaning for others."""
    practice: bool = False
    """One person against bots, who give their reasons and hints while the game is played."""


class SeatInfo(Struct):
    seat: int
    kind: Literal["person", "open", "bot", "title"]
    name: str
    bot: str | None
    level: str
    """What people call the bot; empty where none sits."""
    yours: bool
    """The guest who reads this holds the seat."""
    here: bool
    """Somebody is connected for it (a bot always is, and a seat that the title plays)."""


class DiffersInfo(Struct):
    """Why today's rules cannot play a table, at which move (0: its set-up) and by which clause (may be empty)"""

    move: int
    clause: str
    words: str
    """What people are told, and how much of it they can watch."""
    short: str
    """In a few words, for a list."""


class ClosedInfo(Struct):
    """Why a table was closed by its opener, or because nobody came any more"""

    words: str
    short: str
    """In a few words, for a list."""
    watch: bool
    """It had begun and can be watched up to its last move."""


class MutedInfo(Struct):
    guest: str
    name: str


class TableInfo(Struct):
    """GET /api/tables/{table}; also sent on the socket whenever it changes"""

    table: str
    title: str
    status: Literal["open", "playing", "over", "closed"]
    """open: waits for people to join; closed: it cannot go on, `closed` or `differs` says why"""
    seats: list[SeatInfo]
    options: dict[str, str]
    pace: Pace
    reaction: Reaction
    private: bool
    practice: bool
    watchers: int
    created: float
    """Seconds since 1970"""
    differs: DiffersInfo | None = None
    """Today's rules cannot play it: there is only its replay"""
    closed: ClosedInfo | None = None
    opened: bool = False
    """The guest who reads this opened it and may close it and mute others."""
    watchers_muted: bool = False
    """Only those who sit there, and its opener, can write in its chat."""
    silence: str = ""
    """Why the guest who reads this cannot write in its chat; empty when they can."""
    muted: list[MutedInfo] = []
    """Whom its opener has muted; only the opener is told."""


class TableList(Struct):
    """GET /api/tables: tables with an open seat, and those of the guest who asks"""

    open: list[TableInfo]
    yours: list[TableInfo]


class JoinTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/join"""

    seat: Seat | None = None


class MuteTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/mute, by its opener. Names people by a line of chat or by a seat."""

    watchers: bool | None = None
    """Whether nobody who does not sit there may write."""
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    """Mute whoever wrote this line of chat."""
    seat: Seat | None = None
    """Mute whoever sits there."""
    unmute: Annotated[str, Meta(max_length=40, pattern=PLAIN)] | None = None
    """Let this guest write again (see `TableInfo.muted`)."""


class BotMove(Struct):
    """A move that a bot can explain: its number in the record, from 1"""

    move: int
    seat: int


class ReplayFrame(Struct):
    """One moment of a table that has ended through one viewer's eyes"""

    number: int
    view: Any
    by: int | None
    """The seat that was awaited before, if it was only one"""
    lines: list[LineInfo]
    waiting: list[int]
    bots: list[BotMove]
    """What bots did since the moment before"""


class Replay(Struct):
    """GET /api/tables/{table}/replay?seat=N: every moment of a table that has ended, as that seat (or a spectator) saw
    it"""

    table: TableInfo
    frames: list[ReplayFrame]
    standing: StandingInfo
    record: str


class WeighedOption(Struct):
    """An option as a bot saw it"""

    text: str
    words: str
    visits: int
    """How often the search tried it; 0 where the bot does not search"""
    share: float
    """Of all tries, from 0 to 1"""
    results: list[float]
    """What the search expects for each seat, from 0 to 1; empty where the bot does not foresee"""
    worth: float | None
    """How much a greedy bot likes the table after it; any scale"""
    played: bool
    """This is what it did; nowhere true when that cannot be known yet, or in a hint"""


class Explanation(Struct):
    """GET /api/tables/{table}/reasons and /hint: what a bot weighed at one question"""

    seat: int
    bot: str
    title: str
    """What people call the bot"""
    way: Literal["search", "greedy", "random", "only"]
    """search: it looked ahead; greedy: it compared; random: it did not think; only: there was nothing to choose"""
    question: str
    chosen: str
    """The notation of the option that it takes"""
    tries: int
    options: list[WeighedOption]
    """The best first"""
    others: int
    """Options that are not told"""
    own: bool
    """The bot's own thoughts; otherwise what it would weigh as far as the one who asks can know"""


class Problem(Struct):
    """Every error of the API: a code for programs, words for people."""

    code: str
    words: str
    clause: str = ""


class Health(Struct):
    """GET /api/health"""

    status: str
    tables: int
    """Tables in memory"""
    sockets: int
    stall_ms: float = 0.0
    """How long the server stood still at most in the last minute: a request that came then waited that long."""
    stall_work_ms: float = 0.0
    """How much of it at most the server itself worked. If it is much less than `stall_ms`, the machine is too busy."""


# -- WebSocket /api/tables/{table}/socket: to the server --------------------------------------------------------------


class ToServer(Struct, tag_field="type", forbid_unknown_fields=True):
    """Base of everything a browser may say."""


class Hello(ToServer, tag="hello"):
    """The first message. `since` names the last number seen for each viewer ("0", "1", .. or "watch")."""

    token: Secret | None = None
    since: dict[str, int] = {}


class PlayMove(ToServer, tag="move"):
    """Play a move in its notation. `number` is the number of the frame it answers; resent until acknowledged."""

    id: MoveId
    seat: Seat
    number: int
    text: Text


class Undo(ToServer, tag="undo"):
    """Take back the seat's last move; with `all`, everything that can still be taken back (reset turn)."""

    id: MoveId
    seat: Seat
    all: bool = False


class AskPreview(ToServer, tag="preview"):
    id: MoveId
    seat: Seat
    text: Text


class AskWhy(ToServer, tag="why"):
    """Why `target` cannot be chosen after the targets of `path`."""

    id: MoveId
    seat: Seat
    target: Target
    path: Annotated[list[Target], Meta(max_length=8)] = []


class Look(ToServer, tag="look"):
    """Show the moment of an earlier number again."""

    id: MoveId
    viewer: Seat | None
    number: int


class Say(ToServer, tag="say"):
    """Chat at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Resign(ToServer, tag="resign"):
    """Hand the seat to a bot; the rest of the table plays on."""

    id: MoveId
    seat: Seat


class GiveOrder(ToServer, tag="order"):
    """A standing order for one kind of reaction, or for all (null). Only the seat's owner learns of it."""

    id: MoveId
    seat: Seat
    kind: Annotated[str, Meta(max_length=40, pattern=PLAIN)] | None
    rule: Rule


# -- WebSocket: to the browser ----------------------------------------------------------------------------------------


class ToBrowser(Struct, tag_field="type"):
    """Base of everything the server may say."""


class Table(ToBrowser, tag="table"):
    """The table itself changed: seats, presence, status. Always the first message after `hello`."""

    info: TableInfo


class Ack(ToBrowser, tag="ack"):
    """The request of that id is done and durable."""

    id: str


class Refused(ToBrowser, tag="refused"):
    """The request of that id was refused; nothing changed. Codes: the engine's, and stale, not-your-seat, too-fast."""

    id: str
    code: str
    words: str
    clause: str = ""


class PreviewIs(ToBrowser, tag="preview"):
    id: str
    lines: list[str]
    marks: list[str]
    final: bool


class WhyIs(ToBrowser, tag="why"):
    """`words` is empty when the thing can be chosen."""

    id: str
    clause: str
    words: str


class OrderInfo(Struct):
    """What is done when a reaction of this kind is asked for; `words` is the question."""

    kind: str
    words: str
    rule: Rule


class Orders(ToBrowser, tag="orders"):
    """The standing orders of one of the guest's own seats: after `hello` and whenever they change."""

    seat: int
    orders: list[OrderInfo]


class Past(ToBrowser, tag="past"):
    id: str
    viewer: int | None
    number: int
    view: Any


class Chat(ToBrowser, tag="chat"):
    """A line of chat; `seat` is null for a spectator. `number` counts the lines of the table from 1: the last lines are
    sent again after every `hello`."""

    name: str
    seat: int | None
    text: str
    at: float
    number: int


FromBrowser = Hello | PlayMove | Undo | AskPreview | AskWhy | Look | Say | Resign | GiveOrder
FromServer = Table | Frame | Ack | Refused | PreviewIs | WhyIs | Orders | Past | Chat


def structs() -> list[type[Struct]]:
    """Return every message and part of one that is named here, in the order of their names."""
    here = (__name__, Frame.__module__)
    found = [each for _, each in sorted(globals().items()) if isinstance(each, type) and issubclass(each, Struct)]
    return [each for each in found if each.__module__ in here and each not in (ToServer, ToBrowser)]
