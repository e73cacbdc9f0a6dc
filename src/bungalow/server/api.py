"""REST: guests, the shelf of titles, tables, replays."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, cast

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from bungalow.bots.table import manner
from bungalow.core.contract import SPECTATOR, Game
from bungalow.core.errors import BadOptions
from bungalow.core.types import Option, Rivals, show_value
from bungalow.server.bots import offered
from bungalow.server.budget import NEW_TABLE, REASONS, REPLAY, Payer
from bungalow.server.films import written
from bungalow.server.guests import refuse_control
from bungalow.server.hub import Hub
from bungalow.server.keeping import why_halted
from bungalow.server.messages import (
    BotInfo,
    Explanation,
    ForcedInfo,
    Guest,
    Guide,
    Health,
    JoinTable,
    MuteTable,
    NewGuest,
    NewTable,
    OptionInfo,
    Replay,
    RivalsAt,
    RivalsInfo,
    Rules,
    TableInfo,
    TableList,
    TitleInfo,
)
from bungalow.server.openapi import PROBLEMS
from bungalow.server.problems import NoSuchThing, NotNow, Unavailable, UnknownGuest
from bungalow.server.reactions import reactions
from bungalow.server.store.base import GuestRow
from bungalow.server.table_info import table_info
from bungalow.server.thinking import check_company

HttpRequest = Request[object, object, State]
TheHub = NamedDependency[Hub]
HEALTH_SECONDS = 5.0
log = logging.getLogger("bungalow")


async def guest_or_none(request: HttpRequest, hub: Hub) -> GuestRow | None:
    """Who asks, by `Authorization: Bearer TOKEN`; nobody without that header."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    return await hub.guests.find(token.strip())


async def who_asks(request: HttpRequest, hub: Hub) -> GuestRow:
    guest = await guest_or_none(request, hub)
    if guest is None:
        raise UnknownGuest("take a name first: POST /api/guests, then send the token as Authorization: Bearer")
    return guest


def payer_of(request: HttpRequest, guest: GuestRow | None) -> Payer:
    """Whose budget a request counts for."""
    return Payer(None if guest is None else guest.guest, request.client.host if request.client else "")


# -- guests and titles ------------------------------------------------------------------------------------------------


@post("/api/guests", responses=PROBLEMS)
async def new_guest(data: JSONBody[NewGuest], hub: TheHub) -> Guest:
    """Take a name."""
    refuse_control(data)
    return await hub.guests.create(data.name)


@get("/api/titles", responses=PROBLEMS)
async def shelf(hub: TheHub) -> list[TitleInfo]:
    """Every title that can be played here."""
    return [title_info(hub.game(name)) for name in hub.titles()]


@get("/api/titles/{name:str}/guide", responses=PROBLEMS)
async def guide(name: FromPath[str], hub: TheHub) -> Guide:
    """How to play a title."""
    try:
        return Guide(find_title(hub, name).guide())
    except FileNotFoundError:
        return Guide("")


@get("/api/titles/{name:str}/rules", responses=PROBLEMS)
async def rules(name: FromPath[str], hub: TheHub) -> Rules:
    """The words of every clause of a title."""
    return Rules(find_title(hub, name).rules())


def find_title(hub: Hub, name: str) -> Game:
    try:
        return hub.game(name)
    except BadOptions:
        raise NoSuchThing("there is no such title") from None


def title_info(game: Game) -> TitleInfo:
    return TitleInfo(
        name=game.name,
        title=game.title,
        sentence=game.sentence,
        seats=list(game.seats),
        minutes=game.minutes,
        age=game.age,
        options=[_option(option) for option in game.options],
        rules_version=game.rules_version,
        provenance=game.provenance(),
        bots=[BotInfo(code, *manner(code)) for code in offered(game)],
        reactions=bool(reactions(game)),
        rivals=None if game.rivals is None else _rivals(game.rivals),
    )


def _option(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        label=option.label,
        default=show_value(option.default),
        allowed=[show_value(value) for value in option.allowed],
        words=option.words,
        group=option.group,
        recommended=None if option.recommended is None else show_value(option.recommended),
        forced=[
            ForcedInfo(
                show_value(each.value),
                each.why,
                list(each.seats),
                {name: [show_value(value) for value in values] for name, values in each.given.items()},
            )
            for each in option.forced
        ],
    )


def _rivals(rivals: Rivals) -> RivalsInfo:
    tables = [RivalsAt(others, list(counts), rivals.usual[others]) for others, counts in rivals.allowed.items()]
    return RivalsInfo(rivals.option, list(rivals.names), tables)


# -- tables -----------------------------------------------------------------------------------------------------------


@get("/api/tables", responses=PROBLEMS)
async def list_tables(request: HttpRequest, hub: TheHub) -> TableList:
    """Tables at which a person waits for others, a few of each guest, and those of the guest who asks."""
    guest = await guest_or_none(request, hub)
    limits = hub.settings.limits
    limit = limits.tables_listed
    since = hub.clock.wall() - limits.listed_seconds
    waiting = await hub.store.open_tables(since, limits.listed_per_guest, limits.listed_per_address, limit)
    open_tables = await _infos(hub, waiting, guest)
    yours = await _infos(hub, await hub.store.tables_of(guest.guest, limit), guest) if guest is not None else []
    return TableList(open=[info for info in open_tables if info.status == "open"], yours=yours)


async def _infos(hub: Hub, tables: list[str], guest: GuestRow | None) -> list[TableInfo]:
    """Return tables for a list, in this order: those in memory as they are, the others as the store knows them."""
    rows = await hub.store.load_tables([table for table in tables if table not in hub.rooms])
    stored = {row.table: (row, seats) for row, seats in rows}
    found: list[TableInfo] = []
    for table in tables:
        if table in hub.rooms:
            found.append(hub.rooms[table].info(guest))
        elif table in stored:
            found.append(table_info(*stored[table], guest))
    return found


@post("/api/tables", responses=PROBLEMS)
async def new_table(data: JSONBody[NewTable], request: HttpRequest, hub: TheHub) -> TableInfo:
    """Set up a table. When no seat is open, play begins at once."""
    refuse_control(data)
    guest = await who_asks(request, hub)
    payer = payer_of(request, guest)
    check_company(data, payer)
    hub.budget.spend(payer, NEW_TABLE)
    room = await hub.create(data, guest, payer.address)
    return room.info(guest)


TableId = Annotated[str, PathParameter(description="The id in the link", examples=[Example(value="k7m2pq9x4zwd")])]


@get("/api/tables/{table:str}", responses=PROBLEMS)
async def one_table(table: TableId, request: HttpRequest, hub: TheHub) -> TableInfo:
    """A table by its link."""
    guest = await guest_or_none(request, hub)
    return (await hub.room(table)).info(guest)


@post("/api/tables/{table:str}/join", responses=PROBLEMS, status_code=200)
async def join_table(table: TableId, data: JSONBody[JoinTable], request: HttpRequest, hub: TheHub) -> TableInfo:
    """Take an open seat, the first when none is named. Who already sits there stays."""
    guest = await who_asks(request, hub)
    room = await hub.room(table)
    await room.join(guest, data.seat)
    return room.info(guest)


@post("/api/tables/{table:str}/leave", responses=PROBLEMS, status_code=200)
async def leave_table(table: TableId, request: HttpRequest, hub: TheHub) -> TableInfo:
    """Give up every seat: before play it is open again, in play a bot takes it over."""
    guest = await who_asks(request, hub)
    room = await hub.room(table)
    await room.leave_for_good(guest)
    return room.info(guest)


@post("/api/tables/{table:str}/close", responses=PROBLEMS, status_code=200)
async def close_table(table: TableId, request: HttpRequest, hub: TheHub) -> TableInfo:
    """Close a table that one has opened: before play, or when nobody else plays there."""
    guest = await who_asks(request, hub)
    room = await hub.room(table)
    await room.close_by(guest)
    return room.info(guest)


@post("/api/tables/{table:str}/mute", responses=PROBLEMS, status_code=200)
async def mute_table(table: TableId, data: JSONBody[MuteTable], request: HttpRequest, hub: TheHub) -> TableInfo:
    """Say who may write in the chat of a table that one has opened."""
    guest = await who_asks(request, hub)
    room = await hub.room(table)
    await room.mute(guest, data)
    return room.info(guest)


@get("/api/tables/{table:str}/replay", responses=PROBLEMS)
async def replay_table(
    table: TableId, request: HttpRequest, hub: TheHub, seat: Annotated[int | None, QueryParameter(ge=0, le=7)] = None
) -> Response[Replay]:
    """Every moment of a table that has ended through the eyes of a seat, or of a spectator."""
    guest = await guest_or_none(request, hub)
    room = await hub.room(table)
    if room.row.status not in ("over", "closed"):
        raise NotNow("the replay can be seen when the game is over")
    if seat is not None and seat >= len(room.seats):
        raise NoSuchThing(f"there is no seat {seat + 1} at this table")
    if room.row.closed is not None and not room.row.begun:
        raise NotNow(why_halted(room.row))
    hub.budget.spend(payer_of(request, guest), REPLAY)
    # Bots without a game cannot be asked, or under other rules would think something else.
    viewer = int(SPECTATOR) if seat is None else seat
    reel = await hub.films.reel(table, viewer, bots=room.play is not None)
    info = room.info(guest)
    if info.differs is not None and not reel.pieces:
        raise NotNow(info.differs.words)
    return cast(Response[Replay], Stream(written(info, reel), media_type=MediaType.JSON))


SeatNumber = Annotated[int | None, QueryParameter(ge=0, le=7)]


@get("/api/tables/{table:str}/reasons", responses=PROBLEMS)
async def reasons(
    table: TableId,
    request: HttpRequest,
    hub: TheHub,
    move: Annotated[int | None, QueryParameter(ge=1, le=100_000)] = None,
    number: Annotated[int | None, QueryParameter(ge=1, le=100_000)] = None,
    seat: SeatNumber = None,
    bot: SeatNumber = None,
) -> Explanation:
    """Why a bot made that `move` of a finished game; or what the `bot` at that seat did with what `seat` (or a
    spectator) was shown as `number`, also at one's own practice table."""
    guest = await guest_or_none(request, hub)
    room = await hub.room(table)
    hub.budget.spend(payer_of(request, guest), REASONS)
    if move is not None:
        return await hub.reasons.of_move(room, move)
    if number is None or bot is None:
        raise BadOptions("name a move, or a number and the seat of a bot")
    return await hub.reasons.of_moment(room, guest, SPECTATOR if seat is None else seat, number, bot)


@get("/api/tables/{table:str}/hint", responses=PROBLEMS)
async def hint(
    table: TableId,
    request: HttpRequest,
    hub: TheHub,
    seat: Annotated[int, QueryParameter(ge=0, le=7)],
    bot: Annotated[str, QueryParameter(max_length=24)] = "hard",
) -> Explanation:
    """What a bot would do in one's own place, at a practice table."""
    guest = await who_asks(request, hub)
    hub.budget.spend(payer_of(request, guest), REASONS)
    return await hub.reasons.hint(await hub.room(table), guest, seat, bot)


@get("/api/health", responses=PROBLEMS)
async def health(hub: TheHub) -> Health:
    """Is the server well? Only if its store answers."""
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            well = await hub.store.healthy()
    except Exception as error:
        log.error("the store is not well: %r", error)
        well = False
    if not well:
        raise Unavailable("the store does not answer; look at the server's log and its disk or database")
    sockets = sum(len(room.connections) for room in hub.rooms.values())
    stall = hub.stalls.longest()
    return Health("ok", len(hub.rooms), sockets, round(1000 * stall.late, 1), round(1000 * stall.worked, 1))


HANDLERS = [
    new_guest,
    shelf,
    guide,
    rules,
    list_tables,
    new_table,
    one_table,
    join_table,
    leave_table,
    close_table,
    mute_table,
    replay_table,
    reasons,
    hint,
    health,
]
