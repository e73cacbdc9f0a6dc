"""A store that fails, hangs or forgets: what is promised of tables then."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from bungalow.server import seldom
from bungalow.server.connection import Close
from bungalow.server.messages import PlayMove, Undo
from bungalow.server.socket import _serve
from bungalow.server.store.base import Appended, ChatRow, Entry, NotStorable, Store, StoreFailed
from bungalow.server.store.postgres import PostgresStore
from bungalow.server.store.sqlite import Job, Result, SqliteStore, Worker
from tests.loops import run_in_loop
from tests.server.client import Guest
from tests.server.house import Browser, House, house
from tests.server.in_process import serving
from tests.server.test_store import ROW, SEATS, entry, opened
from tests.titles.kilns import KilnsGame
from tools.postgres import Postgres

NewDatabase = Callable[[], str]


@pytest.fixture(autouse=True)
def nothing_told() -> Iterator[None]:
    """What other tests have logged must not keep lines back."""
    seldom.forget()
    yield
    seldom.forget()


# -- deaf processes ---------------------------------------------------------------------------------------------------


def test_notices_are_known_by_the_process_and_not_by_the_connection(own_data: Path, new_database: NewDatabase) -> None:
    """A connection of another process may have the number that one of ours had before the database restarted."""
    database = new_database()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def hear(table: str, seq: int) -> None:
        heard.put_nowait((table, seq))

    async def main() -> None:
        store = PostgresStore(database)
        await store.start(hear)
        await store.add_table(ROW, SEATS)
        await store.append(ROW.table, [entry(1)])  # our own: not told

        async def tell(connection: psycopg.AsyncConnection[tuple[Any, ...]]) -> None:
            await connection.execute("SELECT pg_notify('bungalow', %s)", (f"another:{ROW.table}:7",))

        await asyncio.gather(*(store._do(tell) for _ in range(8)))  # on connections of our own
        assert [await asyncio.wait_for(heard.get(), 10) for _ in range(8)] == [(ROW.table, 7)] * 8
        assert heard.empty()
        await store.stop()

    run_in_loop(main())


@asynccontextmanager
async def two_houses(data: Path, database: str) -> AsyncIterator[tuple[House, House]]:
    async with (
        house(data / "a", KilnsGame(), database=database) as one,
        house(data / "b", KilnsGame(), database=database) as two,
    ):
        yield one, two


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.01)


def test_all_tables_catch_up_when_the_listener_is_back(tmp_path: Path, new_database: NewDatabase) -> None:
    """Entries, seats and chat that were missed; a table that cannot be caught up with does not stop the others."""
    database = new_database()

    async def main() -> None:
        async with two_houses(tmp_path, database) as (one, two):
            there = [await one.table("kilns", 2, None) for _ in range(3)]
            here = [await two.enter(browsers[0].room.table, browsers[1].guest) for browsers in there]
            bad, *good = here

            async def fails(seq: int) -> None:
                raise AssertionError("a fault of ours")

            bad.room.catch_up = fails  # type: ignore[method-assign]
            assert isinstance(two.hub.store, PostgresStore)
            deaf = True
            listener = two.hub.store._listener

            async def later() -> Any:
                if deaf:
                    raise StoreFailed("not yet")
                return await listener()

            two.hub.store._listener = later  # type: ignore[method-assign]
            async with await psycopg.AsyncConnection.connect(database, autocommit=True) as killer:
                await killer.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
                )
            for browsers in there:
                assert (await browsers[0].play(0, browsers[0].texts[0]))["type"] == "ack"
                await one.hub.store.add_chat(browsers[0].room.table, ChatRow(0, "Ada", 0, "hello", 1.0), 500)
                seat = browsers[0].room.seats[0]
                await one.hub.store.change_seat(browsers[0].room.table, seat, seat.given_to_bot("random"))
            deaf = False
            await until(lambda: all(b.room.play is not None and b.room.play.seq > 0 for b in good))
            await until(lambda: bad.room.closed)
            await two.settle()
            for browser in good:
                assert browser.room.seats[0].kind == "bot"
                assert [m["text"] for _, m in browser.heard if m["type"] == "chat"] == ["hello"]

    run_in_loop(main())


# -- isolated commits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["zero\x00", "lone \ud800"])
def test_a_bad_append_fails_alone(own_data: Path, database: str, bad: str) -> None:
    async def main() -> None:
        async with opened(own_data, database) as store:
            tables = [f"table-{number}" for number in range(6)]
            for table in tables:
                await store.add_table(replace(ROW, table=table), SEATS)
            requests = [bad if number == 2 else f"request-{number}" for number in range(5)]
            answers = await asyncio.gather(
                *(store.append(table, [entry(1, request)]) for table, request in zip(tables, requests, strict=False)),
                store.append("nothing", [entry(1)]),
                store.append(tables[5], [replace(entry(1), seen=2**70)]),
                return_exceptions=True,
            )
            kept = "\ud800" not in bad and not database  # SQLite keeps a zero character
            for number, answer in enumerate(answers):
                if number >= 5 or (number == 2 and not kept):
                    assert isinstance(answer, NotStorable), answer
                else:
                    assert answer is Appended.WRITTEN, answer
            assert await store.append(tables[5], [entry(1)]) is Appended.WRITTEN
            assert await store.healthy()

    run_in_loop(main())


# -- stale ------------------------------------------------------------------------------------------------------------


async def seated_apart(one: House, two: House, people: int) -> list[Browser]:
    """A table of Kilns whose first guest is at one house and all others at the other."""
    browsers = await one.table("kilns", people, None)
    table = browsers[0].room.table
    return [browsers[0], *[await two.enter(table, browser.guest) for browser in browsers[1:-1]]]


def before_append(house: House, act: Callable[[], Any], times: int = 1) -> None:
    """Let something happen just before the house's store writes its next entries."""
    append = house.hub.store.append
    left = times

    async def late(table: str, entries: list[Entry]) -> Appended:
        nonlocal left
        if left:
            left -= 1
            await act()
        return await append(table, entries)

    house.hub.store.append = late  # type: ignore[method-assign]


def test_a_choice_that_still_stands_is_not_stale(tmp_path: Path, new_database: NewDatabase) -> None:
    """Two choose at the same time on two processes, and the other one's choice is written first."""
    database = new_database()

    async def main() -> None:
        async with two_houses(tmp_path, database) as (one, two):
            ada, bo = await seated_apart(one, two, 2)
            answers: list[dict[str, Any]] = []

            async def ada_first() -> None:
                answers.append(await ada.play(0, ada.texts[0]))

            before_append(two, ada_first)
            answers.append(await bo.play(1, bo.texts[0]))
            assert [answer["type"] for answer in answers] == ["ack", "ack"]
            entries = await one.hub.store.entries(ada.room.table)
            assert [(each.seq, each.seat) for each in entries] == [(1, 0), (2, 1)]

    run_in_loop(main())


def test_an_undo_that_still_stands_is_not_stale(tmp_path: Path, new_database: NewDatabase) -> None:
    database = new_database()

    async def main() -> None:
        async with two_houses(tmp_path, database) as (one, two):
            ada, bo = await seated_apart(one, two, 2)
            assert (await bo.play(1, bo.texts[0]))["type"] == "ack"
            await until(lambda: ada.room.play is not None and ada.room.play.seq == 1)

            async def ada_first() -> None:
                assert (await ada.play(0, ada.texts[0]))["type"] == "ack"

            before_append(two, ada_first)
            assert (await bo.ask(Undo("undo-1", 1)))["type"] == "ack"
            entries = await one.hub.store.entries(ada.room.table)
            assert [(each.kind, each.seat) for each in entries] == [("move", 1), ("move", 0), ("undo", 1)]

    run_in_loop(main())


def test_a_choice_made_elsewhere_is_stale_and_not_recorded(tmp_path: Path, new_database: NewDatabase) -> None:
    """The same seat has chosen on another process: refused and not written; the same request is acknowledged."""
    database = new_database()

    async def main() -> None:
        async with two_houses(tmp_path, database) as (one, two):
            _, bo = await seated_apart(one, two, 2)
            elsewhere = await one.enter(bo.room.table, bo.guest)
            first = PlayMove("first-1", 1, bo.frame["number"], bo.texts[0])
            second = PlayMove("second-1", 1, bo.frame["number"], bo.texts[0])

            async def elsewhere_first() -> None:
                assert (await elsewhere.ask(first))["type"] == "ack"

            before_append(two, elsewhere_first)
            refused = await bo.ask(second)
            assert (refused["type"], refused["code"]) == ("refused", "stale")
            assert (await bo.ask(first))["type"] == "ack"
            entries = await one.hub.store.entries(bo.room.table)
            assert [each.request for each in entries] == ["first-1"]
            same = PlayMove("same-1", 1, bo.frame["number"], bo.texts[0])

            async def same_first() -> None:
                assert (await elsewhere.ask(same))["type"] == "ack"

            before_append(two, same_first)
            assert (await bo.ask(same))["type"] == "ack"
            entries = await one.hub.store.entries(bo.room.table)
            assert [each.request for each in entries] == ["first-1", "same-1"]

    run_in_loop(main())


# -- a database that hangs --------------------------------------------------------------------------------------------


def pids_of(postgres: Postgres) -> list[int]:
    """The server and its backends."""
    listed = Path(f"/proc/{postgres.pid}/task/{postgres.pid}/children")
    if not listed.exists():
        pytest.skip("this system does not tell the children of a process")
    return [postgres.pid, *map(int, listed.read_text().split())]


@contextlib.contextmanager
def paused(postgres: Postgres) -> Iterator[None]:
    pids = pids_of(postgres)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def test_a_database_that_hangs_is_given_up_and_found_again(own_data: Path) -> None:
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def hear(table: str, seq: int) -> None:
        heard.put_nowait((table, seq))

    async def main(postgres: Postgres) -> None:
        store = PostgresStore(postgres.url, patience=0.5, check_seconds=0.2)
        await store.start(hear)
        await store.add_table(ROW, SEATS)
        name = store.process
        with paused(postgres):
            answers = await asyncio.wait_for(
                asyncio.gather(
                    store.append(ROW.table, [entry(1, "r1")]),
                    *(store.load_table(ROW.table) for _ in range(20)),
                    return_exceptions=True,
                ),
                timeout=5,
            )
            assert all(isinstance(answer, StoreFailed) for answer in answers), answers
            assert not await asyncio.wait_for(store.healthy(), timeout=5)
            assert store.process != name  # what was given up is heard of if it is carried out after all
        async with asyncio.timeout(30):
            while not await store.healthy():
                pass
            while await heard.get() != ("", 0):  # the listener noticed too, and catches up with all tables
                pass
        written = await store.append(ROW.table, [entry(1, "r1")])
        assert written in (Appended.WRITTEN, Appended.REPEATED)
        assert [each.request for each in await store.entries(ROW.table)] == ["r1"]
        await store.stop()

    with Postgres() as postgres:
        run_in_loop(main(postgres))


def test_a_server_that_never_answers(own_data: Path) -> None:
    async def main() -> None:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        store = PostgresStore(f"postgresql://nobody@127.0.0.1:{port}/nothing")
        with pytest.raises(StoreFailed):
            await asyncio.wait_for(store.start(), timeout=30)
        server.close()

    run_in_loop(main())


def test_healthy_means_that_something_was_written(own_data: Path, database: str) -> None:
    async def main() -> None:
        async with opened(own_data, database) as store:
            assert await store.healthy()
            await make_read_only(store, database)
            assert not await store.healthy()
            assert await store.load_table("nothing") is None  # reading goes on
            await make_read_only(store, database, on=False)
            assert await store.healthy()

    run_in_loop(main())


def make_file_read_only(store: SqliteStore, *, on: bool) -> None:
    """Let every write fail from now on, or none."""

    def carry_out(connection: sqlite3.Connection, batch: list[Job]) -> list[Result]:
        connection.execute(f"PRAGMA query_only={int(on)}")
        return Worker.carry_out(store.writer, connection, batch)

    store.writer.carry_out = carry_out  # type: ignore[method-assign]


async def make_read_only(store: Store, database: str, *, on: bool = True) -> None:
    if isinstance(store, SqliteStore):
        make_file_read_only(store, on=on)
        return
    name = database.rpartition("/")[2]
    admin = await psycopg.AsyncConnection.connect(database.replace(name, "postgres"), autocommit=True)
    async with admin:
        setting = "on" if on else "off"
        await admin.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}'.encode())
        await admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
    with contextlib.suppress(StoreFailed):
        await store.load_table("nothing")  # notices that its connection was ended


# -- what people are told ---------------------------------------------------------------------------------------------


def test_a_store_failure_closes_sockets_and_logs_once(own_data: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(own_data, KilnsGame()) as (address, hub):
        assert isinstance(hub.store, SqliteStore)
        ada = Guest(address, "Ada")
        tables = [ada.new_table("me", "here", title="kilns") for _ in range(5)]
        sittings = [ada.sit(table) for table in tables]
        for sitting in sittings:
            sitting.until("frame")
        with caplog.at_level(logging.WARNING):
            make_file_read_only(hub.store, on=True)
            for sitting in sittings:
                frame = sitting.frames[0]
                move = {"type": "move", "id": "move-1", "seat": 0, "number": frame["number"]}
                sitting.send({**move, "text": frame["options"][0]["text"]})
                assert sitting.until_closed() == 1013
            assert ada.http.get("/api/health").status_code == 503
            answer = ada.http.post("/api/guests", json={"name": "Bo"})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            told = [record for record in caplog.records if record.levelno >= logging.WARNING]
            assert [record.getMessage() for record in told] == [
                "the store failed: SQLite: attempt to write a readonly database"
            ]
            assert told[0].exc_info is None
        make_file_read_only(hub.store, on=False)
        assert ada.http.get("/api/health").status_code == 200
        for table in tables:
            with ada.sit(table) as sitting:
                sitting.until("frame", viewer=0)
                assert sitting.play(0)["type"] == "ack"


def test_who_comes_while_the_store_fails_may_try_again(own_data: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(own_data, KilnsGame()) as (address, hub):
        ada = Guest(address, "Ada")
        table = ada.new_table("me", "here", title="kilns")

        async def fails(*_: object) -> Any:
            raise StoreFailed("gone")

        with caplog.at_level(logging.WARNING), pytest.MonkeyPatch.context() as patched:
            patched.setattr(hub.store, "chat", fails)
            for _ in range(3):
                with contextlib.suppress(ConnectionClosed), ada.sit(table) as sitting:
                    assert sitting.until_closed() == 1013
            patched.setattr(hub.store, "load_table", fails)
            for _ in range(3):
                with contextlib.suppress(ConnectionClosed), ada.sit(table) as sitting:
                    assert sitting.until_closed() == 1013
            assert ada.http.get(f"/api/tables/{table}").status_code == 503
            told = [record for record in caplog.records if record.levelno >= logging.WARNING]
            assert [record.getMessage() for record in told] == ["the store failed: gone"]
        with ada.sit(table) as sitting:
            sitting.until("frame")


def test_a_request_that_waited_while_the_store_failed_leaves_no_gap(own_data: Path) -> None:
    """It must not be written on top of a move that was not kept."""

    async def main() -> None:
        async with house(own_data, KilnsGame()) as home:
            ada, bo, _ = await home.table("kilns", 2, None)
            append = home.hub.store.append
            failing = asyncio.Event()

            async def fails(table: str, entries: list[Entry]) -> Appended:
                home.hub.store.append = append  # type: ignore[method-assign]
                failing.set()
                await asyncio.sleep(0)
                raise StoreFailed("once")

            home.hub.store.append = fails  # type: ignore[method-assign]
            first = asyncio.create_task(
                _serve(ada.room, ada.connection, PlayMove("ada-1", 0, ada.frame["number"], ada.texts[0]))
            )
            await failing.wait()
            await _serve(bo.room, bo.connection, PlayMove("bo-1", 1, bo.frame["number"], bo.texts[0]))
            await first
            for browser in (ada, bo):
                closed = browser.connection.queue.get_nowait()
                assert isinstance(closed, Close)
                assert closed.code == 1013
            assert await home.hub.store.entries(ada.room.table) == []
            back = await home.enter(ada.room.table, ada.guest)
            assert (await back.play(0, back.texts[0]))["type"] == "ack"

    run_in_loop(main())
