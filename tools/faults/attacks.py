"""Each attacker beside honest tables, in alternating windows with and without it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from bungalow.core.registry import find
from bungalow.server.guests import short_id
from bungalow.server.store.base import Store
from bungalow.server.table import Play
from tools.faults.attack import Targets
from tools.faults.disk import health
from tools.faults.honest import Made, Site, SteadyTable, make_tables, write_table
from tools.faults.scenario import Case, Scenario, launched, percentile
from tools.load.measure import cpu_seconds
from tools.load.tables import begun_game, guest_of
from tools.processes import tied_to_us
from tools.progress import ROOT

TABLES = 8
RATE = 40.0
TIMES_SLOWER = 3.0
STALL_MS = 50.0
BOT_SECONDS = 5.0
"""How long an easy bot at an honest table may take at most for all bots' answers to a move."""
CHAT_LINES = 60
"""How many lines of strangers may reach a table in a window of 20 s."""
HALF_SENT_SECONDS = 45
"""How long a request that never comes to its end may hold a connection."""
LONG_GAME = 120
NICE = 10


@dataclass
class Attack:
    """A running attacker."""

    process: subprocess.Popen[str]
    told: dict[str, int] = field(default_factory=dict)

    async def order(self, word: str) -> None:
        def tell() -> str:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.process.stdin.write(f"{word}\n")
            self.process.stdin.flush()
            return self.process.stdout.readline()

        answer = await asyncio.to_thread(tell)
        if not answer:
            raise RuntimeError("the attacker has ended")
        self.told = json.loads(answer)


Check = Callable[["Scene"], Awaitable[None]]


class ChatTable(SteadyTable):
    """Counts the lines of chat that its players are told."""

    chat_lines = 0

    def hear(self, seat: int, raw: bytes, now: float) -> None:
        if raw.startswith(b'{"type":"chat"'):
            ChatTable.chat_lines += 1
        super().hear(seat, raw, now)


class BotTable(SteadyTable):
    """A person and easy bots; notes how long the bots take."""

    waits: list[float]
    moved_at: float | None = None

    def hear(self, seat: int, raw: bytes, now: float) -> None:
        moves = len(self.order)
        super().hear(seat, raw, now)
        if len(self.order) > moves:
            self.moved_at = now
        elif self.moved_at is not None and (any(self.options) or self.over):
            self.waits.append(now - self.moved_at)
            self.moved_at = None

    def longest(self) -> float:
        """The longest wait for the bots, also one that has not ended."""
        waiting = 0.0 if self.moved_at is None else time.perf_counter() - self.moved_at
        return max([waiting, *self.waits])


@dataclass
class Scene:
    """An attack and the honest tables beside it."""

    case: Case
    site: Site
    attack: Attack
    address: str
    bots: BotTable


async def attacked(name: str, check: Check | None, case: Case) -> None:
    sizes = case.sizes
    moves = RATE * (sizes.windows + 2) * sizes.seconds
    site = Site(case, tables=TABLES, spare=10 + int(moves / 80))
    targets = Targets([])

    async def also(store: Store) -> None:
        await add_targets(store, targets)
        bot_tables.extend(await make_tables(store, 4 + int(sizes.windows * sizes.seconds / 8), people=1, bots=2))

    bot_tables: list[Made] = []
    await site.write(also)
    targets.honest = [made.table for made in site.made[:TABLES]]
    server = await site.open("--requests-per-minute", "600")
    await site.seat(ChatTable, headers=True)
    fresh = iter(bot_tables)
    bots = BotTable(
        site.address_of, next(fresh), site.tally, random.Random(2), fresh, "X-Forwarded-For: 203.0.113.77\r\n"
    )
    bots.waits = []
    await bots.begin()
    attack = await start_attack(case, name, server.address, targets)
    scene = Scene(case, site, attack, server.address, bots)
    site.drive(RATE)
    bots.drive(0.5)
    await site.play(sizes.pick(0.2, 2.0))
    quiet: list[float] = []
    under: list[float] = []
    quiet_waits: list[float] = []
    waits: list[float] = []
    stall = work = cpu = 0.0
    for window in range(sizes.windows):
        hostile = bool(window % 2)
        used = cpu_seconds(attack.process.pid)
        if hostile:
            await attack.order("on")
            ChatTable.chat_lines = 0
        site.tally.acks, bots.waits = [], []
        await asyncio.sleep(sizes.seconds / 2)
        come_and_go(site)
        await asyncio.sleep(sizes.seconds / 2)
        (under if hostile else quiet).append(percentile(site.tally.acks, 0.95) * 1000)
        (waits if hostile else quiet_waits).append(bots.longest())
        if hostile:
            if check is not None:
                await check(scene)
            told = await asyncio.to_thread(health, server.address)
            stall, work = max(stall, number(told, "stall_ms")), max(work, number(told, "stall_work_ms"))
            await attack.order("off")
            cpu = max(cpu, (cpu_seconds(attack.process.pid) - used) / sizes.seconds)
            await asyncio.sleep(sizes.pick(0.1, 0.5))
        case.say(f"{'with' if hostile else 'without'}: p95 {(under if hostile else quiet)[-1]:.1f} ms")
    await bots.rest()
    site.tables.append(bots)
    case.say(f"the attacker was told {dict(sorted(attack.told.items()))}")
    report(case, quiet, under, stall)
    case.note(
        f"attacker at {100 * cpu:.0f} % of a core; bots took {max(waits):.1f} s at most; "
        f"the event loop itself worked for {work:.0f} ms at a time at most"
    )
    if not sizes.quick:
        slowest = statistics.median(waits)
        words = f"bots elsewhere took {slowest:.1f} s (median of the windows' longest)"
        case.expect(slowest <= max(BOT_SECONDS, TIMES_SLOWER * statistics.median(quiet_waits)), words)
    await site.finish()


def number(told: dict[str, object], name: str) -> float:
    found = told.get(name)
    return found if isinstance(found, float) else 0.0


def report(case: Case, quiet: list[float], under: list[float], stall: float) -> None:
    result = case.result
    result.p95_ms = round(statistics.median(under), 1)
    result.quiet_p95_ms = round(statistics.median(quiet), 1)
    result.stall_ms = stall
    if not case.sizes.quick:
        slower = result.p95_ms / max(result.quiet_p95_ms, 0.1)
        case.expect(slower <= TIMES_SLOWER, f"acknowledgements take {slower:.1f} times as long under attack")
        case.expect(stall <= STALL_MS, f"the event loop stood still for {stall:.0f} ms")


def come_and_go(site: Site) -> None:
    """Players close the page and are back: nobody may have taken their places."""
    for table in site.tables[:TABLES]:
        line = table.present[table.rng.randrange(table.seats)]
        if line is not None:
            line.close()


async def start_attack(case: Case, name: str, address: str, targets: Targets) -> Attack:
    command = [sys.executable, "-m", "tools.faults.attack", name, address, msgspec.json.encode(targets).decode()]
    tie = tied_to_us()

    def before() -> None:
        os.nice(NICE)
        tie()

    process = await launched(
        lambda: subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=before
        )
    )
    case.stack.callback(process.wait)
    case.stack.callback(process.kill)
    return Attack(process)


async def add_targets(store: Store, targets: Targets) -> None:
    """Three long games, in each of which one attacker plays all seats, and one that has ended."""
    for number in range(3):
        own = Made(short_id(), 1, 3)
        row, entries = begun_game(3, LONG_GAME, 5 + number)
        await write_table(store, own, row, entries, "easy", alone=True)
        targets.own.append((own.table, own.token(0)))
    ended = Made(short_id(), 3, 3)
    row, _ = begun_game(3, 0, 7)
    play = Play(find(row.title), row, 3)
    rng = random.Random(7)
    while not play.match.over:
        seat = play.match.actors[0]
        play.try_move(seat, None, rng.choice(play.match.moves(seat)).text, guest_of(seat).guest, None)
    await write_table(store, ended, row, play.entries, "easy")
    await store.finish(ended.table)
    targets.finished = ended.table


# -- what else must hold under attack ---------------------------------------------------------------------------------


async def lobby_has_room(scene: Scene) -> None:
    """A table that somebody opens now is in the list that others are shown."""

    def look() -> bool:
        token: str = ask(scene.address, "POST", "/api/guests", {"name": "Ada"})["token"]
        body = {"title": "burrows", "seats": [{"kind": "me"}, {"kind": "open"}], "pace": "instant"}
        table = ask(scene.address, "POST", "/api/tables", body, token)["table"]
        listed = ask(scene.address, "GET", "/api/tables")["open"]
        scene.case.say(f"{len(listed)} tables in the lobby")
        return table in [info["table"] for info in listed]

    scene.case.expect(await launched(look), "a new table is not in the lobby")


def ask(address: str, method: str, path: str, body: object = None, token: str = "") -> Any:
    """A request of an honest player elsewhere."""
    request = urllib.request.Request(f"{address}{path}", method=method)
    request.add_header("X-Forwarded-For", "203.0.113.99")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


async def chat_is_bounded(scene: Scene) -> None:
    each = ChatTable.chat_lines / scene.site.people
    scene.case.say(f"{each:.0f} lines of chat came to each player")
    scene.case.expect(each <= CHAT_LINES, f"{each:.0f} lines of strangers came to a table in one window")


async def half_sent_end(scene: Scene) -> None:
    await scene.attack.order("state")
    longest = scene.attack.told.get("longest", 0)
    scene.case.expect(longest <= HALF_SENT_SECONDS, f"a request that does not end was held for {longest} s")


ATTACKS: list[tuple[str, str, str, Check | None]] = [
    ("nul-ids", "nul", "moves with a zero character in their id", None),
    ("flood-look", "look", "75 looks a second at the past of a long game", None),
    ("flood-replay", "replay", "20 replays a second of a finished game", None),
    ("flood-hint", "hint", "20 requests a second for an expert's hint", None),
    ("flood-preview", "preview", "75 previews a second", None),
    ("flood-tables", "tables", "60 open tables at once, then 20 new ones a second", lobby_has_room),
    ("bot-tables", "bots", "forty tables of expert bots at once, then five more a second", None),
    ("watchers", "watchers", "200 watchers without a name at one table", None),
    ("flood-chat", "chat", "75 lines of chat a second from strangers at one table", chat_is_bounded),
    ("half-sent", "half", "600 connections with half-sent requests or none", half_sent_end),
    ("many-sockets", "sockets", "600 sockets, half of which never say hello", None),
]
SCENARIOS = [
    Scenario(name, what, partial(attacked, attack, check), attack=True) for name, attack, what, check in ATTACKS
]
