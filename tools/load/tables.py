"""Tables in the middle of their games, written straight into the store before the server starts."""

from __future__ import annotations

import random
import time

import msgspec

from bungalow.core.registry import find
from bungalow.server.guests import hash_of, short_id
from bungalow.server.store.base import Entry, GuestRow, SeatRow, Store, TableRow
from bungalow.server.table import Play

TITLE = "burrows"
DIFFERENT_GAMES = 20
TOKENS = [f"load-token-of-seat-{seat}" for seat in range(8)]
"""One guest for each seat, the same at all tables."""


def guest_of(seat: int) -> GuestRow:
    return GuestRow(f"load-guest-{seat}", f"Guest {seat + 1}", hash_of(TOKENS[seat]), time.time())


async def add_guests(store: Store, seats: int) -> None:
    for seat in range(seats):
        await store.add_guest(guest_of(seat))


async def add_tables(store: Store, count: int, seats: int, moves: int, seed: int = 1) -> list[str]:
    """So many tables with people at all seats, each with so many moves behind it; their ids come back."""
    games = [begun_game(seats, moves, seed + number) for number in range(min(count, DIFFERENT_GAMES))]
    tables: list[str] = []
    for number in range(count):
        row, entries = games[number % len(games)]
        own = msgspec.structs.replace(row, table=short_id())
        people = [SeatRow(seat, "person", row.names[seat], guest_of(seat).guest) for seat in range(seats)]
        await store.add_table(own, people)
        if entries:
            await store.append(own.table, entries)
        tables.append(own.table)
    return tables


def begun_game(seats: int, moves: int, seed: int) -> tuple[TableRow, list[Entry]]:
    game = find(TITLE)
    rng = random.Random(seed)
    row = TableRow(
        table="",
        title=TITLE,
        rules=game.rules_version,
        edition=game.new(seats, {}, seed).edition,
        options={},
        seed=rng.getrandbits(128),
        pace="instant",
        reaction=0,
        private=True,
        status="playing",
        names=tuple(f"Guest {seat + 1}" for seat in range(seats)),
        created=time.time(),
    )
    play = Play(game, row, seats)
    for number in range(moves):
        seat = play.match.actors[0]
        text = rng.choice(play.match.moves(seat)).text
        play.try_move(seat, None, text, guest_of(seat).guest, f"begun-{number}")
    return row, play.entries
