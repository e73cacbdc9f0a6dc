"""Write a small database with tables of every title, as the version that runs this makes them.

    python -m tools.old_tables tests/server/fixtures/version-1

writes `version-1.sqlite` and `version-1.json` (the guest's token, and what each table is). Run it with an old version
to get tables for the tests of a new one. Moves are random.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

from bungalow.core.registry import find, titles
from bungalow.server.messages import NewSeat, NewTable, PlayMove, Say, Undo
from bungalow.server.store.base import GuestRow
from tests.server.house import Browser, House, house

MODULES = ("ambelau", "ukum", "tokoh", "blessings", "liaisons")
ON: dict[str, str] = dict.fromkeys(MODULES, "on")
WHOLE = 5_000
"""More moves than any game has."""
FIVE = {"lawan": "2", "fifth_player": "on"}
TABLES: list[tuple[str, str, int, int, dict[str, str], int]] = [
    ("burrows, running", "burrows", 2, 0, {}, 40),
    ("burrows, finished", "burrows", 2, 0, {}, WHOLE),
    ("burrows, open", "burrows", 2, 0, {}, 0),
    ("burano, running", "burano", 2, 0, {}, 110),
    ("burano, finished", "burano", 2, 0, {}, WHOLE),
    ("busara, running", "busara", 2, 0, {}, 50),
    ("busara, finished", "busara", 2, 0, {"deal": "experienced"}, WHOLE),
    ("buru, running", "buru", 2, 0, {}, 66),
    ("buru, finished", "buru", 2, 0, {}, WHOLE),
    ("buru with a Lawan, running", "buru", 1, 1, {"lawan": "1"}, 24),
    ("buru with a Lawan, finished", "buru", 1, 1, {"lawan": "1"}, WHOLE),
    ("buru alone with Liaisons, running", "buru", 1, 2, {"lawan": "2", "liaisons": "on"}, 30),
    ("buru alone with Liaisons, finished", "buru", 1, 2, {"lawan": "2", "liaisons": "on"}, WHOLE),
    ("buru with five modules, running", "buru", 3, 0, ON, 60),
    ("buru with five modules, finished", "buru", 2, 0, ON, WHOLE),
    ("buru with three people and two Lawan, running", "buru", 3, 2, FIVE, 60),
    ("buru with three people and two Lawan, open", "buru", 3, 2, FIVE, 0),
]
"""What it is, title, people, seats that the title plays, options, how many moves are made."""


async def play(hosts: House, browser: Browser, moves: int, chance: random.Random) -> None:
    """Random moves for all seats of the browser's guest; the first that can be is taken back once."""
    room = browser.room
    undone = False
    for number in range(moves):
        while room.play is not None and not room.play.match.actors and not room.play.match.over:
            await hosts.wait(1.0)
        assert room.play is not None
        match = room.play.match
        if match.over:
            return
        seat = match.actors[0]
        text = chance.choice(match.moves(seat)).text
        frame = browser.connection.shown[seat]
        answer = await browser.ask(PlayMove(f"m{number:03}", seat, frame, text))
        assert answer["type"] == "ack", answer
        if not undone and match is room.play.match and room.play.match.undoable(seat) is not None:
            undone = True
            await browser.ask(Undo(f"u{number:03}", seat))


async def make(data: Path) -> dict[str, object]:
    chance = random.Random(16)
    names: dict[str, str] = {}
    async with house(data, *[find(title) for title in titles()]) as hosts:
        made = await hosts.hub.guests.create("Ada")
        guest: GuestRow = await hosts.hub.guests.find(made.token)
        for what, title, people, rivals, options, moves in TABLES:
            others = ["open" if moves == 0 else "here"] * (people - 1)
            seats = [NewSeat("me"), *[NewSeat(kind) for kind in others], *[NewSeat("title")] * rivals]  # type: ignore[arg-type]
            room = await hosts.hub.create(NewTable(title, seats, options, pace="instant"), guest)
            names[room.table] = what
            browser = await hosts.enter(room.table, guest)
            if moves:
                await play(hosts, browser, moves, chance)
                await browser.room.say(browser.connection, Say("Well played."))
            print(what, room.table, room.row.status, 0 if room.play is None else room.play.seq, file=sys.stderr)
            room.leave(browser.connection)
            hosts.browsers.clear()
    return {"token": made.token, "guest": made.guest, "tables": names}


def main(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(make(Path(folder)))
        connection = sqlite3.connect(Path(folder) / "bungalow.sqlite")
        connection.execute("PRAGMA journal_mode=DELETE")
        out.with_suffix(".sqlite").unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(out.with_suffix(".sqlite")),))
        connection.close()
    out.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
