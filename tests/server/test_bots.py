"""Bots think in a fair order, only where somebody waits for them, and each turn once."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import psycopg
import pytest

from bungalow.core.match import Match
from bungalow.core.registry import find
from bungalow.server import bots
from bungalow.server.bot_worker import Answer, Request
from bungalow.server.bots import BotWorkers, question
from bungalow.server.budget import Budget, Payer
from bungalow.server.fair import SWEEP, FairQueue
from bungalow.server.guests import short_id
from bungalow.server.hub import Hub
from bungalow.server.messages import NewSeat, NewTable, PlayMove, Resign
from bungalow.server.room import Room
from bungalow.server.settings import Limits, Settings
from bungalow.server.store.base import Entry, SeatRow, Store, TableRow
from bungalow.server.store.choose import make_store
from tests.loops import run_in_loop
from tests.server.client import Guest, Sitting
from tests.server.conftest import NewDatabase
from tests.server.house import HandClock, House, house
from tests.server.in_process import serving
from tests.titles.quay import QuayGame
from tools.load.tables import begun_game
from tools.server_process import ServerProcess

STRANGER = {"x-forwarded-for": "192.0.2.7"}
NO_RIVAL = {"rival": "off"}
EXPERT, EASY = 1.0, 0.02


# -- the fair queue ---------------------------------------------------------------------------------------------------


def serve(queue: FairQueue[str], count: int) -> list[str]:
    """Serve the next turns, one at a time; what each costs is what was expected."""
    served: list[str] = []
    for _ in range(count):
        turn = queue.next()
        if turn is None:
            break
        served.append(turn.item)
        queue.done(turn, turn.cost)
    return served


def test_an_easy_bot_goes_next_whatever_one_guest_has_asked_for() -> None:
    queue: FairQueue[str] = FairQueue(most=1)
    for table in range(40):
        for _ in range(3):
            queue.add("attack", ("guest mallory", "mallory", f"table-{table}"), EXPERT)
    for _ in range(20):
        serve(queue, 3)
        queue.add("honest", ("guest ada", "ada", "ada's"), EASY)
        assert serve(queue, 1) == ["honest"]
    assert len(queue) == 60


def test_groups_guests_and_tables_take_turns() -> None:
    queue: FairQueue[str] = FairQueue(most=1)
    for guest, table in (("a", "1"), ("a", "2"), ("b", "3")):
        for _ in range(4):
            queue.add(guest + table, ("address x", guest, table), EXPERT)
    for _ in range(6):
        queue.add("c4", ("address y", "c", "4"), EXPERT)
    served = serve(queue, 12)
    assert served.count("c4") == 6
    assert served.count("b3") == 3
    assert (served.count("a1"), served.count("a2")) in ((1, 2), (2, 1))
    assert serve(queue, 100).count("a1") + served.count("a1") == 4
    assert queue.next() is None


def test_cheap_turns_do_not_wait_for_expensive_ones_of_newcomers() -> None:
    queue: FairQueue[str] = FairQueue(most=1)
    queue.add("running", ("z", "", ""), EXPERT)
    running = queue.next()
    assert running is not None
    for guest in range(40):
        queue.add("expert", (f"guest {guest}", "", ""), EXPERT)
    queue.add("easy", ("guest ada", "", ""), EASY)
    queue.done(running, EXPERT)
    assert serve(queue, 1) == ["easy"]


def test_an_expensive_turn_gets_its_share_among_cheap_ones() -> None:
    queue: FairQueue[str] = FairQueue(most=1)
    queue.add("easy", ("guest bo", "", ""), EASY)
    queue.add("expert", ("guest ada", "", ""), EXPERT)
    served: list[str] = []
    while "expert" not in served:
        served += serve(queue, 1)
        queue.add("easy", ("guest bo", "", ""), EASY)
        assert len(served) <= EXPERT / EASY + 1


def test_what_a_turn_cost_in_fact_counts() -> None:
    queue: FairQueue[str] = FairQueue(most=1)
    for _ in range(20):
        queue.add("a", ("a", "", ""), EASY)
        queue.add("b", ("b", "", ""), EASY)
    served: list[str] = []
    while len(served) < 11:
        turn = queue.next()
        assert turn is not None
        served.append(turn.item)
        queue.done(turn, 10 * EASY if turn.item == "a" else EASY)
    assert served.count("a") <= 2


def test_one_group_leaves_a_worker_to_the_others() -> None:
    queue: FairQueue[str] = FairQueue(most=2)
    for table in range(5):
        queue.add("attack", ("m", "", str(table)), EXPERT)
    first, second = queue.next(), queue.next()
    assert first is not None
    assert second is not None
    assert queue.next() is None
    queue.add("honest", ("a", "", ""), EXPERT)
    honest = queue.next()
    assert honest is not None
    assert honest.item == "honest"
    queue.done(first, EXPERT)
    third = queue.next()
    assert third is not None
    assert third.item == "attack"


def test_removed_turns_are_not_served_and_idle_shares_are_forgotten() -> None:
    queue: FairQueue[str] = FairQueue(most=1)
    gone = queue.add("gone", ("a", "", ""), EASY)
    queue.add("stays", ("a", "", ""), EASY)
    queue.remove(gone)
    queue.remove(gone)
    assert serve(queue, 5) == ["stays"]
    queue.add("always", ("z", "", ""), 1e9)
    for number in range(1000):
        queue.add("once", (f"guest {number}", "", ""), EASY)
        assert serve(queue, 1) == ["once"]
    assert len(queue.root.children) <= 2 * SWEEP + 1
    serve(queue, 1)
    assert not queue.root.children


# -- workers ----------------------------------------------------------------------------------------------------------


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class SlowWorker:
    """Answers when the test says so."""

    working: list[SlowWorker]

    def __init__(self, niceness: int = 0) -> None:
        self.request: Request | None = None
        self.answer: asyncio.Future[Answer] | None = None

    async def ask(self, request: Request) -> Answer:
        self.request = request
        self.answer = asyncio.get_running_loop().create_future()
        self.working.append(self)
        return await self.answer

    async def finish(self) -> None:
        assert self.answer is not None
        self.working.remove(self)
        self.answer.set_result(Answer("a move"))
        await settle()

    def kill(self) -> None:
        pass


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> list[SlowWorker]:
    working: list[SlowWorker] = []
    monkeypatch.setattr(SlowWorker, "working", working, raising=False)
    monkeypatch.setattr(bots, "Worker", SlowWorker)
    return working


def tables_at_work(slow: list[SlowWorker]) -> list[str]:
    return [worker.request.table for worker in slow if worker.request is not None]


def ask(workers: BotWorkers, table: str, bot: str, payer: Payer) -> asyncio.Task[str]:
    return asyncio.create_task(workers.choose(Request(table, "", 0, bot), "quay", payer))


def test_forty_tables_of_experts_delay_an_easy_bot_by_one_turn(slow: list[SlowWorker]) -> None:
    """Also when each table is of another guest of the same address."""

    async def test() -> None:
        clock = HandClock()
        workers = BotWorkers(1, Budget(clock, Limits()), clock)
        for number in range(120):
            ask(workers, f"attack-{number % 40}", "expert", Payer(f"guest-{number % 40}", "192.0.2.66"))
        await settle()
        for _ in range(10):
            honest = ask(workers, "honest", "easy", Payer("ada", "192.0.2.7"))
            await settle()
            assert tables_at_work(slow) != ["honest"]
            clock.time += 1.0
            await slow[0].finish()
            assert tables_at_work(slow) == ["honest"]
            clock.time += 0.02
            await slow[0].finish()
            assert honest.done()
        await workers.stop()

    run_in_loop(test())


def test_a_worker_is_left_for_others_and_tables_keep_to_theirs(slow: list[SlowWorker]) -> None:
    async def test() -> None:
        clock = HandClock()
        workers = BotWorkers(2, Budget(clock, Limits()), clock)
        attack = [ask(workers, f"attack-{number}", "expert", Payer("mallory")) for number in range(5)]
        await settle()
        assert tables_at_work(slow) == ["attack-0"]
        ask(workers, "honest", "easy", Payer("ada"))
        await settle()
        assert tables_at_work(slow) == ["attack-0", "honest"]
        ada = slow[1]
        for task in attack[1:]:
            task.cancel()
        await settle()
        await slow[0].finish()
        await ada.finish()
        assert slow == []  # cancelled turns have left the queue
        for _ in range(3):
            ask(workers, "honest", "easy", Payer("ada"))
            await settle()
            assert slow == [ada]
            await ada.finish()
        await workers.stop()

    run_in_loop(test())


def test_a_guest_over_budget_waits_longer_and_is_never_refused(slow: list[SlowWorker]) -> None:
    async def test() -> None:
        clock = HandClock()
        kept = Budget(clock, Limits(think_rate=1.0, think_burst=1000.0))
        workers = BotWorkers(1, kept, clock)
        kept.think(Payer("bo"), 15.0)
        assert kept.in_debt(Payer("bo"))
        kept.spend(Payer("bo"), 10.0)  # thinking is counted apart
        waiting = {name: [ask(workers, name, "hard", Payer(name)) for _ in range(10)] for name in ("bo", "ada")}
        await settle()
        order: list[str] = []
        while slow:
            order += tables_at_work(slow)
            clock.time += 0.4
            await slow[0].finish()
        assert len(order) == 20
        assert order[1:12].count("ada") >= 8
        assert all(task.done() and not task.exception() for tasks in waiting.values() for task in tasks)
        clock.time += 1000.0
        assert not kept.in_debt(Payer("bo"))
        await workers.stop()

    run_in_loop(test())


def test_a_killed_worker_is_started_again_and_its_turn_thought_about_again() -> None:
    async def test() -> None:
        clock = HandClock()
        workers = BotWorkers(1, Budget(clock, Limits()), clock)
        match = Match(find("burrows"), 2, seed=5)
        seat = match.actors[0]
        request = Request("table", question(match, match.led_to(seat)), seat, "greedy")
        turn = asyncio.create_task(workers.choose(request, "burrows", Payer("ada")))
        worker = workers._workers[0]
        assert isinstance(worker, bots.Worker)
        while worker._process is None:
            await asyncio.sleep(0.001)
        killed = worker._process.pid
        os.kill(killed, signal.SIGKILL)
        text = await turn
        assert text in [move.text for move in match.moves(seat)]
        assert worker._process is not None
        assert worker._process.pid != killed
        await workers.stop()

    run_in_loop(test())


# -- company ----------------------------------------------------------------------------------------------------------


def test_strangers_set_up_no_table_of_bots_alone(tmp_path: Path) -> None:
    with serving(tmp_path, QuayGame()) as (address, _):
        ada = Guest(address, "Ada")

        def new(kinds: list[str], headers: dict[str, str]) -> httpx.Response:
            seats = [{"kind": kind} for kind in kinds]
            return ada.http.post("/api/tables", json={"title": "quay", "seats": seats}, headers=headers)

        for kinds in (["bot", "bot"], ["bot", "title"]):
            refused = new(kinds, STRANGER)
            assert (refused.status_code, refused.json()["code"]) == (403, "needs-person")
        assert new(["bot", "bot"], {}).status_code == 201  # at home one may watch bots
        for kinds in (["bot", "me"], ["open", "bot"], ["here", "bot"]):
            assert new(kinds, STRANGER).status_code == 201


def test_whose_time_bots_take(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            asked = first_moves(home.hub)
            first, second, watcher = await home.table("quay", 2, 0)
            room = first.room
            assert room.thinking.payer() == Payer(guest_of(first.guest), "")
            room.leave(first.connection)
            home.hub.budget.spend(Payer(guest_of(first.guest), "192.0.2.7"), 1.0)
            assert room.thinking.payer() == Payer(guest_of(first.guest), "192.0.2.7")
            for browser in (first, second):
                assert browser.guest is not None
                await room.leave_for_good(browser.guest)
            room.leave(second.connection)
            room.leave(watcher.connection)
            await home.enter(room.table, None, "192.0.2.9")
            assert room.thinking.payer() == Payer(None, "192.0.2.9")
            assert Payer("ada", "192.0.2.9").group == Payer(None, "192.0.2.9").group
            assert Payer("ada", "127.0.0.1").group != Payer("bo", "127.0.0.1").group
            assert asked

    run_in_loop(test())


def guest_of(guest: object) -> str:
    return str(getattr(guest, "guest", ""))


def first_moves(hub: Hub, before: Callable[[Request], Awaitable[None]] | None = None) -> list[tuple[str, int, str]]:
    """Let bots make their first legal move; return the list in which their thoughts are noted."""
    asked: list[tuple[str, int, str]] = []

    async def choose(request: Request, title: str, payer: Payer) -> str:
        asked.append((request.table, request.seat, request.record))
        if before is not None:
            await before(request)
        play = hub.rooms[request.table].play
        assert play is not None
        return play.match.moves(request.seat)[0].text

    hub.bots.choose = choose  # type: ignore[method-assign]
    return asked


# -- sleep ------------------------------------------------------------------------------------------------------------


async def new_table(home: House, *kinds: str) -> Room:
    seats = [NewSeat(kind) for kind in kinds]  # type: ignore[arg-type]
    return await home.hub.create(NewTable("quay", seats, NO_RIVAL, pace="instant"), await home.guest("Ada"))


def test_bots_alone_play_while_somebody_watches(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            asked = first_moves(home.hub)
            room = await new_table(home, "bot", "bot")
            await home.wait(1.0)
            assert asked == []
            assert room.thinking.asleep
            watcher = await home.enter(room.table, None)
            home.clock.next_due(home.clock.time)  # the move of the first bot
            await home.settle()
            assert len(asked) == 2
            room.leave(watcher.connection)
            await home.settle()
            assert not room.thinking.tasks
            await home.wait(10.0)
            assert len(asked) == 2
            await home.enter(room.table, None)
            await home.wait(10.0)
            assert room.row.status == "over"

    run_in_loop(test())


def test_a_table_left_to_bots_sleeps_and_wakes(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            asked = first_moves(home.hub)
            first, second, watcher = await home.table("quay", 2, 0)
            for seat, browser in enumerate((first, second)):
                await browser.ask(Resign(f"resign-{seat}", seat))
            assert asked
            for browser in (first, second, watcher):
                browser.room.leave(browser.connection)
            before = len(asked)
            await home.wait(60.0)
            assert len(asked) == before
            await home.enter(first.room.table, None)
            await home.wait(60.0)
            assert first.room.row.status == "over"

    run_in_loop(test())


@pytest.mark.parametrize(("away", "thinks"), [(600.0, True), (-1.0, False)])
def test_bots_answer_people_who_have_just_left(tmp_path: Path, away: float, thinks: bool) -> None:
    """Ada moves and closes the page: the bot answers, unless she has been away for longer than the limit."""

    async def test() -> None:
        async with house(tmp_path, QuayGame(), limits=Limits(away_seconds=away)) as home:
            asked = first_moves(home.hub)
            guest = await home.guest("Ada")
            seats = [NewSeat("me"), NewSeat("bot")]
            room = await home.hub.create(NewTable("quay", seats, NO_RIVAL, pace="instant"), guest)
            ada = await home.enter(room.table, guest)
            play = room.in_play()
            await home.wait(1.0)
            assert list(play.match.actors) == [0]
            room.leave(ada.connection)
            asked.clear()
            text = play.match.moves(0)[0].text
            await room.move(ada.connection, PlayMove("a-move-1", 0, ada.connection.shown[0], text))
            await home.settle()
            await home.wait(1.0)
            assert bool(asked) is thinks
            assert (list(play.match.actors) == [0]) is thinks

    run_in_loop(test())


# -- start ------------------------------------------------------------------------------------------------------------


def seated(*kinds: str) -> list[SeatRow]:
    return [
        SeatRow(seat, "bot", f"Bot {seat}", bot="easy") if kind == "bot" else SeatRow(seat, "person", f"P{seat}", "ada")
        for seat, kind in enumerate(kinds)
    ]


async def put(store: Store, row: TableRow, entries: list[Entry], ages: tuple[float, float], *kinds: str) -> str:
    """Store a table that was set up, and at which every entry was made, these many seconds ago."""
    own = msgspec.structs.replace(row, table=short_id(), created=time.time() - ages[0])
    at = time.time() - ages[1]
    await store.add_table(own, seated(*kinds))
    if entries:
        await store.append(own.table, [msgspec.structs.replace(entry, at=at) for entry in entries])
    return own.table


def of_bots(entries: list[Entry]) -> list[Entry]:
    return [msgspec.structs.replace(entry, author="bot", request=None) for entry in entries]


def test_only_tables_that_are_awaited_are_loaded_at_a_start(own_data: Path, database: str) -> None:
    async def test() -> None:
        settings = Settings(data=own_data, database=database, limits=Limits(tables_resumed=3))
        store = make_store(settings)
        await store.start()
        row, entries = begun_game(2, 6, seed=3)
        long = 5_000.0
        for _ in range(20):
            await put(store, row, entries, (long, 5.0), "bot", "bot")
            await put(store, row, entries, (5.0, 5.0), "bot", "bot")
            await put(store, row, entries, (long, long), "person", "bot")
            await put(store, row, of_bots(entries), (long, 5.0), "person", "bot")
            await put(store, row, entries, (5.0, 5.0), "person", "person")
            await put(store, msgspec.structs.replace(row, status="over"), entries, (5.0, 5.0), "person", "bot")
            await put(store, msgspec.structs.replace(row, status="open"), [], (5.0, 5.0), "person", "bot")
        just_moved = await put(store, row, entries, (long, 5.0), "person", "bot")
        set_up = await put(store, row, [], (9.0, 0.0), "bot", "person")
        before = await put(store, row, entries, (long, 20.0), "bot", "person")
        await put(store, row, entries, (long, 30.0), "bot", "person")
        since = time.time() - 600.0
        assert await store.tables_awake(since, 3) == [just_moved, set_up, before]
        assert len(await store.tables_awake(since, 100)) == 4
        await store.stop()

        loaded: list[str] = []
        store = make_store(settings)
        entries_of = store.entries

        async def noted(table: str, after: int = 0) -> list[Entry]:
            loaded.append(table)
            return await entries_of(table, after)

        store.entries = noted  # type: ignore[method-assign]
        hub = Hub(settings, store)
        hub.films.make_the_rest = no_films  # type: ignore[method-assign]
        first_moves(hub)
        await hub.start()
        resuming = hub._chores[0]
        await resuming
        assert set(hub.rooms) == {just_moved, set_up, before}
        assert set(loaded) == set(hub.rooms)
        await hub.stop()

    run_in_loop(test())


async def no_films() -> None:
    pass


# -- two processes ----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def two_hubs(data: Path, database: str) -> AsyncIterator[tuple[Hub, Hub]]:
    """Two servers on one database, with time as it is."""
    hubs: list[Hub] = []
    for name in ("one", "two"):
        settings = Settings(data=data / name, database=database)
        hubs.append(Hub(settings, make_store(settings), {"quay": QuayGame()}))
        await hubs[-1].start()
    try:
        yield hubs[0], hubs[1]
    finally:
        for hub in hubs:
            await hub.stop()


async def watch(hub: Hub, table: str) -> Room:
    from bungalow.server.connection import Connection

    room = await hub.room(table)
    await room.enter(Connection(None, 10_000), {})
    return room


def test_each_bot_turn_is_thought_about_once(tmp_path: Path, new_database: NewDatabase) -> None:
    """Three tables are watched at both processes from their first move to their last."""

    async def test() -> None:
        async with two_hubs(tmp_path, new_database()) as hubs:
            rng = random.Random(17)

            async def think(_: Request) -> None:
                await asyncio.sleep(rng.choice((0.0, 0.01, 0.03)))

            thoughts = [first_moves(hub, think) for hub in hubs]
            made = await hubs[0].guests.create("Ada")
            guest = await hubs[0].guests.find(made.token)
            rooms: list[Room] = []
            for _ in range(3):
                seats = [NewSeat("bot"), NewSeat("bot")]
                room = await hubs[0].create(NewTable("quay", seats, NO_RIVAL, pace="instant"), guest)
                rooms.append(await watch(hubs[1], room.table))
                await watch(hubs[0], room.table)
            async with asyncio.timeout(60):
                while any(room.row.status != "over" for room in rooms):
                    await asyncio.sleep(0.02)
            moves = sum([len(await hubs[0].store.entries(room.table)) for room in rooms])
            assert moves == 36
            everything = thoughts[0] + thoughts[1]
            assert len(everything) == len(set(everything)) == moves

    run_in_loop(test())


def test_a_claim_passes_on_when_its_holder_is_done_or_gone(tmp_path: Path, new_database: NewDatabase) -> None:
    async def test() -> None:
        database = new_database()
        stores = [make_store(Settings(data=tmp_path, database=database)) for _ in range(2)]
        for store in stores:
            await store.start()
        order: list[str] = []

        async def hold(number: int, name: str, until: asyncio.Event) -> None:
            async with stores[number].claim(name) as shared:
                assert shared
                order.append(f"{number} {name}")
                await until.wait()

        first, second = asyncio.Event(), asyncio.Event()
        tasks = [asyncio.create_task(hold(0, "a", first))]
        while order != ["0 a"]:
            await asyncio.sleep(0.01)
        tasks.append(asyncio.create_task(hold(1, "a", second)))
        tasks.append(asyncio.create_task(hold(1, "b", second)))  # another name is free
        while order != ["0 a", "1 b"]:
            await asyncio.sleep(0.01)
        first.set()
        while len(order) < 3:
            await asyncio.sleep(0.01)
        # The session of the second is ended: its claims are free although it knows nothing of that yet.
        tasks.append(asyncio.create_task(hold(0, "a", first)))
        await asyncio.to_thread(end_sessions_with_locks, database)
        while len(order) < 4:
            await asyncio.sleep(0.01)
        assert order == ["0 a", "1 b", "1 a", "0 a"]
        second.set()
        await asyncio.gather(*tasks)
        for store in stores:
            await store.stop()

    run_in_loop(asyncio.wait_for(test(), 60))


def holders(database: str) -> list[tuple[int, str]]:
    """Return the sessions that hold claims: their pid in PostgreSQL, and the process they belong to."""
    with psycopg.connect(database, autocommit=True) as connection:
        return connection.execute(
            "SELECT DISTINCT pid, application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
            "WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND datname = current_database()"
        ).fetchall()


def end_sessions_with_locks(database: str) -> None:
    found = holders(database)
    with psycopg.connect(database, autocommit=True) as connection:
        for pid, _ in found:
            connection.execute("SELECT pg_terminate_backend(%s)", (pid,))


@pytest.mark.alone
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_another_process_goes_on_when_the_one_that_thinks_is_gone(
    tmp_path: Path, new_database: NewDatabase, how: signal.Signals
) -> None:
    """Killed: within 2 s. Standing still: when PostgreSQL has closed its session."""
    database = new_database()
    with ServerProcess(tmp_path / "a", database) as one, ServerProcess(tmp_path / "b", database) as two:
        ada = Guest(one.address, "Ada")
        table = ada.new_table("me", "expert", pace="relaxed")
        with ada.sit(table) as sitting, Sitting(two.address, table, ada.token) as other:
            for each in (sitting, other):
                each.until("frame")
            while not sitting.frames[0]["options"]:
                sitting.until("frame")
            while holders(database):
                time.sleep(0.01)
            while sitting.frames[0]["options"]:
                number = sitting.frames[0]["number"]
                assert sitting.play(0)["type"] == "ack"
                while sitting.frames[0]["number"] == number:
                    sitting.until("frame")
            number = sitting.frames[0]["number"]
            [(pid, name)] = holders_soon(database)
            thinks, left = (one, other) if name == f"bungalow {one.process.pid}" else (two, sitting)
            thinks.process.send_signal(how)
            gone = time.monotonic()
            try:
                while not (now := holders(database)) or now[0][0] == pid:
                    assert time.monotonic() - gone < 30
                    time.sleep(0.01)
                seconds = time.monotonic() - gone
                while left.frames[0]["number"] <= number:
                    left.until("frame", patience=60.0)
            finally:
                thinks.kill()
    print(f"{how.name}: the other process thinks after {seconds:.2f} s")
    assert seconds < (2.0 if how is signal.SIGKILL else 8.0)


def holders_soon(database: str) -> list[tuple[int, str]]:
    while not (found := holders(database)):
        time.sleep(0.005)
    return found
