"""Films: what could be seen at a table that has ended, moment by moment and through every viewer's eyes.

A film needs neither the rules nor the components with which the table was played: replays are served from it. It is
made when the game ends. A table that ended before there were films gets one when somebody watches it, or in the
background while the server runs; if today's rules cannot play it to its end, its film stops where they differ.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import lzma
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from bungalow.core.changes import Change, changed, changes
from bungalow.core.contract import Game
from bungalow.core.errors import RulesDiffer
from bungalow.core.feed import TableFeed
from bungalow.core.frames import LineInfo, StandingInfo, standing_info
from bungalow.core.match import Match
from bungalow.server.budget import Lane
from bungalow.server.messages import BotMove, ReplayFrame, TableInfo
from bungalow.server.problems import NoSuchThing
from bungalow.server.reasons import bot_moves
from bungalow.server.store.base import Entry, Store, TableRow
from bungalow.server.table import Course, go_on, standing, taken_back
from bungalow.server.upgrade import differs_of, in_one_line

log = logging.getLogger("bungalow")
SLICE = 0.005
"""Seconds of work after which other tasks may run."""
REST = 4.0
"""Films of old tables are made in the background: after each, the chore rests for this many times its duration."""

PIECE = 16_384
"""Bytes of a replay that are compressed at a time."""

REELS_BYTES = 64_000_000
"""How much is kept of what was watched last."""

STOP_SECONDS = 5.0
"""How long a server that stops waits for films."""


class Shot(Struct, array_like=True, gc=False):
    """One moment through one viewer's eyes; the view as what has changed since the moment before."""

    changes: list[tuple[list[str | int], Any]]
    by: int | None
    lines: list[LineInfo]
    waiting: list[int]
    bots: list[BotMove]


class Film(Struct):
    """Everything a replay shows."""

    reels: list[msgspec.Raw]
    """For each viewer, the spectator first: its shots."""
    standing: StandingInfo
    record: str
    """The game as far as it could be filmed."""


class Reel:
    """A film through one viewer's eyes: its frames as JSON, in pieces."""

    def __init__(self, frames: bytes, standing: StandingInfo, record: str) -> None:
        self.pieces = [frames[start : start + PIECE] for start in range(0, len(frames), PIECE)]
        self.standing = standing
        self.record = record
        self.size = len(frames)


class Turn:
    """Lets other tasks run every few milliseconds during long work."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    async def share(self) -> None:
        if time.monotonic() - self._began > SLICE:
            await asyncio.sleep(0)
            self._began = time.monotonic()


class Films:
    """The films of all tables, made one at a time."""

    def __init__(self, store: Store, game: Callable[[str], Game], lane: Lane) -> None:
        self._store = store
        self._game = game
        self._lane = lane
        self._reels: OrderedDict[tuple[str, int, bool], Reel] = OrderedDict()
        """What was watched last, by table, viewer and whether bots can explain themselves."""
        self._reeling: dict[tuple[str, int, bool], asyncio.Task[Reel]] = {}
        self._making: dict[str, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Semaphore(1)
        self._reading = asyncio.Semaphore(1)

    async def of(self, table: str) -> bytes:
        """The film of a table that has ended; made and kept when there is none."""
        kept = await self._store.film(table)
        if kept is not None:
            return kept
        return await asyncio.shield(self.make_soon(table))

    async def reel(self, table: str, viewer: int, *, bots: bool) -> Reel:
        """Return a table that has ended as a viewer saw it; without `bots` as if none had played.

        The film is unpacked once for many who watch it, since that takes long and a film never changes.
        """
        key = (table, viewer, bots)
        if key in self._reels:
            self._reels.move_to_end(key)
            return self._reels[key]
        if key not in self._reeling:
            task = self._reeling[key] = asyncio.create_task(self._unreel(key))
            task.add_done_callback(lambda _: self._reeling.pop(key, None))
        return await asyncio.shield(self._reeling[key])

    async def _unreel(self, key: tuple[str, int, bool]) -> Reel:
        table, viewer, bots = key
        packed = await self.of(table)
        async with self._reading:
            film = await asyncio.to_thread(unpack, packed)
            shots = await asyncio.to_thread(shots_of, film, viewer)
            frames = [frame async for part in self._lane.slices(frames_of(shots, bots=bots)) for frame in part]
        reel = Reel(b"".join(frames), film.standing, film.record)
        self._reels[key] = reel
        while len(self._reels) > 1 and sum(each.size for each in self._reels.values()) > REELS_BYTES:
            self._reels.popitem(last=False)
        return reel

    def make_soon(self, table: str) -> asyncio.Task[bytes]:
        if table not in self._making:
            task = asyncio.create_task(self._make(table))
            self._making[table] = task
            task.add_done_callback(lambda done: self._made(table, done))
        return self._making[table]

    def _made(self, table: str, task: asyncio.Task[bytes]) -> None:
        del self._making[table]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("table %s could not be filmed: %s", table, in_one_line(error))

    async def _make(self, table: str) -> bytes:
        async with self._one_at_a_time:
            return await self._film(table)

    async def _film(self, table: str) -> bytes:
        loaded = await self._store.load_table(table)
        if loaded is None:
            raise NoSuchThing("there is no such table")
        row, seats = loaded
        game = self._game(row.title)
        entries, differs = await playable(game, row, len(seats), await self._store.entries(table))
        if differs is not None and row.differs is None:
            await self._store.close(row, differs_of(differs))
        film = await make_film(game, row, len(seats), entries, laid=differs is None or differs.move > 0)
        packed = await asyncio.to_thread(pack, film)
        await self._store.add_film(table, packed)
        return packed

    async def make_the_rest(self) -> None:
        """Film all tables that have ended and have no film, one after the other."""
        after = ""
        while tables := await self._store.unfilmed(after, 20):
            for table in tables:
                after = table
                began = time.monotonic()
                with contextlib.suppress(Exception):  # it has been logged; the next table may be better
                    await asyncio.shield(self.make_soon(table))
                await asyncio.sleep(REST * (time.monotonic() - began))

    async def stop(self) -> None:
        """Wait a few seconds for the films under way, then give up the rest: they are made after the next start."""
        making = list(self._making.values())
        if not making:
            return
        _, late = await asyncio.wait(making, timeout=STOP_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


async def playable(
    game: Game, row: TableRow, seats: int, entries: list[Entry]
) -> tuple[list[Entry], RulesDiffer | None]:
    """What stands, up to the entry at which today's rules differ from those of the table, and how they differ."""
    skips = taken_back(entries)
    done = 0
    turn = Turn()
    try:
        course = Course(game, row, seats, skips=skips)
        for entry in entries if course.trail.foreign else ():
            course.replay(entry)
            done = entry.seq
            await turn.share()
    except RulesDiffer as differs:
        return [entry for entry in entries if entry.seq <= done and entry.seq not in skips], differs
    return standing(entries), None


async def make_film(game: Game, row: TableRow, seats: int, kept: list[Entry], *, laid: bool = True) -> Film:
    """The film of these entries, all of which stand; an empty one when the table cannot even be laid."""
    if not laid:
        return Film([msgspec.Raw(b"[]")] * (seats + 1), StandingInfo([]), "")
    match = Match(game, seats, options=dict(row.options), seed=row.seed, names=row.names, held=row.reaction > 0)
    moves = [entry for entry in kept if entry.kind == "move"]
    feed = TableFeed(match)
    cameras = [Camera(viewer) for viewer in feed.viewers]
    turn = Turn()
    for entry in [None, *kept]:
        if entry is not None:
            go_on(match, entry)
            feed.advance(len(match.history), entry.seat, moves=int(entry.kind == "move"))
        for camera in cameras:
            camera.look(feed, moves)
            await turn.share()
    record = match.at(len(match.history)).record() if match.window_open else match.record()
    reels = [msgspec.Raw(msgspec.json.encode(camera.shots)) for camera in cameras]
    return Film(reels, standing_info(match.standing()), record.write())


class Camera:
    """Films a match through one viewer's eyes."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.shots: list[Shot] = []
        self._view: object = None
        self._seen = 0

    def look(self, feed: TableFeed, moves: list[Entry]) -> None:
        """Film what the viewer was shown, if it is new."""
        shown = feed.viewers[self.viewer]
        if shown.number == len(self.shots):
            return
        assert shown.moment is not None
        made = shown.entry_counts[-1]
        view = shown.moment.view(self.viewer)
        lines = shown.lines[shown.first_lines[-1] :]
        self.shots.append(
            Shot(
                changes(self._view, view),
                lines[0].by if lines else None,
                [each.line.told for each in lines],
                list(shown.moment.waiting.seats),
                bot_moves(moves, self._seen, made),
            )
        )
        self._view, self._seen = view, made


def pack(film: Film) -> bytes:
    # What viewers see is much alike, but far apart: LZMA finds it where zlib does not.
    return lzma.compress(msgspec.json.encode(film), preset=1)


def unpack(packed: bytes) -> Film:
    return msgspec.json.decode(lzma.decompress(packed), type=Film)


def shots_of(film: Film, viewer: int) -> list[Shot]:
    """Return the moments of a film through a viewer's eyes."""
    return msgspec.json.decode(film.reels[viewer + 1], type=list[Shot])


def frames_of(shots: list[Shot], *, bots: bool) -> Iterator[bytes]:
    """Write the frames of a replay as JSON, one a step; without `bots` as if none had played."""
    view: object = None
    for number, shot in enumerate(shots, start=1):
        made: list[Change] = shot.changes
        view = changed(view, made)
        frame = ReplayFrame(number, view, shot.by, shot.lines, shot.waiting, shot.bots if bots else [])
        yield (b"," if number > 1 else b"") + msgspec.json.encode(frame)


async def written(table: TableInfo, reel: Reel) -> AsyncIterator[bytes]:
    """Write a `Replay` as JSON in pieces, so that nobody waits while it is compressed and sent."""
    yield b'{"table":' + msgspec.json.encode(table) + b',"frames":['
    for piece in reel.pieces:
        yield piece
        await asyncio.sleep(0)
    yield b'],"standing":' + msgspec.json.encode(reel.standing)
    yield b',"record":' + msgspec.json.encode(reel.record) + b"}"
