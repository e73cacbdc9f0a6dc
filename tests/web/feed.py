"""Tables that are there already: games played by chance and written to the store, with a guest who holds seat 1."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bungalow.bots.table import think
from bungalow.core.contract import Game
from bungalow.core.match import Match
from bungalow.server.guests import hash_of, short_id
from bungalow.server.store.base import Entry, GuestRow, SeatRow, TableRow
from bungalow.server.store.sqlite import SqliteStore
from bungalow.server.table import BOT, Play
from tests.loops import run_in_loop

BATCH = 400


@dataclass(frozen=True)
class Fed:
    """A table in the store."""

    table: str
    guest: GuestRow
    token: str
    moves: int
    lines: int
    over: bool
    asked: bool
    """Seat 1 is to choose."""
    match: Match

    @property
    def guest_script(self) -> str:
        """Makes a browser the guest who holds seat 1."""
        kept = f'{{"guest":"{self.guest.guest}","name":"{self.guest.name}","token":"{self.token}"}}'
        return f"localStorage.setItem('bungalow.guest', '{kept}')"


def feed(
    data: Path,
    game: Game,
    seats: int,
    seed: int,
    *,
    leave: int = 0,
    options: dict[str, str] | None = None,
    until: Callable[[Match], bool] | None = None,
    bots: dict[int, str] | None = None,
    practice: bool = False,
) -> Fed:
    """Play a game by chance and keep it; `leave` so many of its last moves unplayed, or stop at a moment.

    `bots` sit at these seats and play as they would at a table; the seats that the title itself plays come last.
    """
    bots = bots or {}
    options = options or {}
    token = short_id(32)
    guest = GuestRow(short_id(), "Ada", hash_of(token), time.time())
    people = game.played_seats(seats, dict(options))
    names = (*("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")[:people], *game.seat_names(seats, dict(options))[people:])
    rows = [
        SeatRow(seat, "title", name)
        if seat >= people
        else SeatRow(seat, "bot", name, bot=bots[seat])
        if seat in bots
        else SeatRow(seat, "person", name, guest.guest if seat == 0 else None)
        for seat, name in enumerate(names)
    ]
    fresh = Match(game, seats, options=dict(options), seed=seed)
    edition = fresh.state.edition
    row = TableRow(
        table=short_id(),
        title=game.name,
        rules=game.rules_version,
        edition=edition,
        options=dict(options),
        seed=seed,
        pace="instant",
        reaction=0,
        private=True,
        status="playing",
        names=names,
        created=time.time(),
        practice=practice,
    )
    if until is None:
        played = list(by_chance(fresh, seed, bots))
        played = played[: len(played) - leave]
    else:
        played = list(itertools.takewhile(lambda _: not until(fresh), by_chance(fresh, seed, bots)))
    play = Play(game, row, seats)
    for seat, text in played:
        play.try_move(seat, None, text, BOT if seat in bots else guest.guest, None)
    over = play.match.over
    run_in_loop(_keep(data, guest, row, rows, play.entries, over=over))
    return Fed(
        row.table, guest, token, len(play.entries), len(play.match.lines(0)), over, 0 in play.match.actors, play.match
    )


def by_chance(match: Match, seed: int, bots: dict[int, str] | None = None) -> Iterator[tuple[int, str]]:
    """Plays a game in which all but bots do anything that is allowed, and tells each move before it is played."""
    chance = random.Random(seed)
    while not match.over:
        seat = match.actors[0]
        thought = think(bots[seat], match, seat).option if bots and seat in bots else None
        option = chance.choice(match.state.legal(seat)) if thought is None else thought
        yield seat, match.state.notation(seat, option)
        match.play(seat, option)


async def _keep(
    data: Path, guest: GuestRow, row: TableRow, seats: list[SeatRow], entries: list[Entry], *, over: bool
) -> None:
    store = SqliteStore(data / "bungalow.sqlite")
    await store.start()
    try:
        await store.add_guest(guest)
        await store.add_table(row, seats)
        for at in range(0, len(entries), BATCH):
            await store.append(row.table, entries[at : at + BATCH])
        if over:
            await store.finish(row.table)
    finally:
        await store.stop()
