"""The contract of the store, run on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bungalow.core.errors import BadData
from bungalow.server.settings import Settings
from bungalow.server.store import migrate
from bungalow.server.store.base import (
    Appended,
    ChatRow,
    Entry,
    GuestRow,
    SeatRow,
    SeatTaken,
    Store,
    TableRow,
)
from bungalow.server.store.choose import make_store
from bungalow.server.store.sqlite import SqliteStore
from tests.loops import run_in_loop

Scenario = Callable[[Store], Coroutine[Any, Any, None]]

ROW = TableRow(
    table="k7m2pq9x4zwd",
    title="burrows",
    rules="1",
    edition="abc",
    options={"longer": "on"},
    seed=2**128 - 1,
    pace="quick",
    reaction=0,
    private=False,
    status="open",
    names=(),
    created=5.0,
)
SEATS = [
    SeatRow(0, "person", "Ada", "guest-a"),
    SeatRow(1, "open", "Seat 2"),
    SeatRow(2, "bot", "Greedy", bot="greedy"),
]


@asynccontextmanager
async def opened(data: Path, database: str) -> AsyncIterator[Store]:
    store = make_store(Settings(data=data, database=database))
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


def run(data: Path, database: str, scenario: Scenario) -> None:
    async def main() -> None:
        async with opened(data, database) as store:
            await scenario(store)

    run_in_loop(main())


def entry(seq: int, request: str | None = None, author: str = "guest-a", text: str = "build T1") -> Entry:
    return Entry(seq, "move", 0, text, author, request, seen=0b11, at=float(seq))


def test_guests_are_found_by_the_hash_of_their_token(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        guest = GuestRow("g1", "Ada ☂", "hash", 3.5)
        await store.add_guest(guest)
        assert await store.find_guest("hash") == guest
        assert await store.find_guest("other") is None
        assert await store.healthy()

    run(own_data, database, scenario)


def test_a_table_comes_back_as_it_was_set_up(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        assert await store.load_table(ROW.table) == (ROW, SEATS)
        assert await store.load_table("nothing") is None

    run(own_data, database, scenario)


def test_lists_of_tables(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        for number in range(5):
            row = msgspec.structs.replace(ROW, table=f"table-{number}", created=float(number), private=number == 3)
            await store.add_table(row, SEATS)
        assert await store.open_tables(-1, 10, 10, 10) == ["table-4", "table-2", "table-1", "table-0"]
        assert await store.open_tables(-1, 10, 10, 2) == ["table-4", "table-2"]
        assert await store.tables_of("guest-a", 3) == ["table-4", "table-3", "table-2"]
        assert await store.tables_of("nobody", 3) == []
        found = {row.table: seats for row, seats in await store.load_tables(["table-2", "none", "table-0"])}
        assert found == {"table-0": SEATS, "table-2": SEATS}
        assert await store.load_tables([]) == []
        await store.begin("table-1", ("Ada", "Bo", "Greedy"))
        await store.begin("table-1", ("Other", "Names", "Greedy"))
        loaded = await store.load_table("table-1")
        assert loaded is not None
        assert (loaded[0].status, loaded[0].names) == ("playing", ("Ada", "Bo", "Greedy"))
        await store.finish("table-1")
        await store.begin("table-1", ("Again", "Bo", "Greedy"))
        loaded = await store.load_table("table-1")
        assert loaded is not None
        assert loaded[0].status == "over"

    run(own_data, database, scenario)


def test_one_of_two_gets_a_seat(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        taken = [SeatRow(1, "person", name, f"guest-{name}") for name in ("Bo", "Cy")]
        answers = await asyncio.gather(
            *(store.change_seat(ROW.table, SEATS[1], seat) for seat in taken), return_exceptions=True
        )
        assert sorted(str(type(answer)) for answer in answers) == sorted([str(type(None)), str(SeatTaken)])
        loaded = await store.load_table(ROW.table)
        assert loaded is not None
        assert loaded[1][1] in taken

    run(own_data, database, scenario)


def test_entries_come_back_in_order(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        written = [entry(seq, f"request-{seq}", text="at -1,2 r3 ✓") for seq in range(1, 6)]
        for each in written[:3]:
            assert await store.append(ROW.table, [each]) is Appended.WRITTEN
        assert await store.append(ROW.table, written[3:]) is Appended.WRITTEN
        assert await store.entries(ROW.table) == written
        assert await store.entries(ROW.table, after=3) == written[3:]
        assert await store.entries("nothing") == []

    run(own_data, database, scenario)


def test_the_same_request_is_written_once(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        assert await store.append(ROW.table, [entry(1, "r1")]) is Appended.WRITTEN
        assert await store.append(ROW.table, [entry(1, "r1")]) is Appended.REPEATED
        assert await store.append(ROW.table, [entry(2, "r1")]) is Appended.REPEATED
        assert await store.append(ROW.table, [entry(2, "r1", author="guest-b")]) is Appended.WRITTEN
        assert await store.append(ROW.table, [entry(3)]) is Appended.WRITTEN
        assert await store.append(ROW.table, [entry(4)]) is Appended.WRITTEN
        assert [e.seq for e in await store.entries(ROW.table)] == [1, 2, 3, 4]

    run(own_data, database, scenario)


def test_a_number_is_given_once(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        answers = await asyncio.gather(*(store.append(ROW.table, [entry(1, f"r{i}")]) for i in range(20)))
        assert sorted(answer.name for answer in answers) == ["TAKEN"] * 19 + ["WRITTEN"]
        assert len(await store.entries(ROW.table)) == 1

    run(own_data, database, scenario)


def test_all_entries_of_a_request_or_none(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        assert await store.append(ROW.table, [entry(2, "r2")]) is Appended.WRITTEN
        assert await store.append(ROW.table, [entry(1, "r1"), entry(2)]) is Appended.TAKEN
        assert [e.request for e in await store.entries(ROW.table)] == ["r2"]

    run(own_data, database, scenario)


def test_many_tables_at_once(own_data: Path, database: str, run_seed: int) -> None:
    async def scenario(store: Store) -> None:
        tables = [f"table-{number}" for number in range(20)]
        for table in tables:
            await store.add_table(msgspec.structs.replace(ROW, table=table), SEATS)

        async def fill(table: str) -> None:
            for seq in range(1, 31):
                assert await store.append(table, [entry(seq, f"r{seq}")]) is Appended.WRITTEN

        random.Random(run_seed).shuffle(tables)
        await asyncio.gather(*map(fill, tables))
        for table in tables:
            assert [e.seq for e in await store.entries(table)] == list(range(1, 31))

    run(own_data, database, scenario)


def test_an_unknown_table_takes_no_entries(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(Exception, match=r"(?i)foreign key"):
            await store.append("nothing", [entry(1)])
        assert await store.healthy()

    run(own_data, database, scenario)


def test_chat_is_numbered(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        said = await asyncio.gather(
            *(store.add_chat(ROW.table, ChatRow(0, "Ada", 0, f"line {i}", 1.0), 500) for i in range(6))
        )
        assert sorted(line.number for line in said) == [1, 2, 3, 4, 5, 6]
        assert [line.number for line in await store.chat(ROW.table, 4)] == [3, 4, 5, 6]
        await store.add_chat(ROW.table, ChatRow(0, "Watcher", None, "hello", 2.0), 500)
        last = (await store.chat(ROW.table, 1))[0]
        assert (last.number, last.name, last.seat, last.text, last.at) == (7, "Watcher", None, "hello", 2.0)

    run(own_data, database, scenario)


def test_everything_is_there_after_a_restart(own_data: Path, database: str) -> None:
    async def write(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        await store.append(ROW.table, [entry(1, "r1")])

    async def read(store: Store) -> None:
        assert await store.load_table(ROW.table) == (ROW, SEATS)
        assert await store.entries(ROW.table) == [entry(1, "r1")]
        assert await store.append(ROW.table, [entry(2, "r1")]) is Appended.REPEATED

    run(own_data, database, write)
    run(own_data, database, read)


def test_one_process_hears_of_the_other(own_data: Path, new_database: Callable[[], str]) -> None:
    database = new_database()
    heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def hear(table: str, seq: int) -> None:
        heard.put_nowait((table, seq))

    async def main() -> None:
        async with opened(own_data, database) as writer:
            listener = make_store(Settings(data=own_data, database=database))
            await listener.start(hear)
            await writer.add_table(ROW, SEATS)
            await writer.append(ROW.table, [entry(1)])
            await writer.append(ROW.table, [entry(2), entry(3)])
            await listener.append(ROW.table, [entry(4)])  # its own: not told
            await writer.add_chat(ROW.table, ChatRow(0, "Ada", 0, "hello", 1.0), 500)
            await writer.change_seat(ROW.table, SEATS[1], SeatRow(1, "person", "Bo", "guest-b"))
            expected = [(ROW.table, 1), (ROW.table, 3), (ROW.table, 0), (ROW.table, 0)]
            assert [await asyncio.wait_for(heard.get(), 5) for _ in expected] == expected
            await listener.stop()

    run_in_loop(main())


def test_one_server_at_a_time_on_a_file(own_data: Path) -> None:
    async def scenario(store: Store) -> None:
        second: Awaitable[None] = SqliteStore(own_data / "bungalow.sqlite").start()
        with pytest.raises(BadData, match="Another Bungalow server is using"):
            await second

    run(own_data, "", scenario)


def test_a_migration_that_dies_midway_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start migrates the same database as if nothing had happened."""
    from alembic.operations import Operations

    path = tmp_path / "bungalow.sqlite"
    shutil.copy(Path(__file__).parent / "fixtures" / "version-1.sqlite", path)

    def schema() -> list[Any]:
        connection = sqlite3.connect(path)
        found = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        found += connection.execute("SELECT version_num FROM alembic_version").fetchall()
        connection.close()
        return found

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    before = schema()
    with monkeypatch.context() as patched:
        patched.setattr(Operations, "create_table", dies)
        with pytest.raises(KeyboardInterrupt):
            migrate.upgrade(f"sqlite:///{path}")
    assert schema() == before
    migrate.upgrade(f"sqlite:///{path}")
    assert schema()[-1] == (migrate.NEWEST,)


def test_migrations_make_the_schema(own_data: Path, database: str) -> None:
    """The newest migration is known, and what all of them make is what `schema.py` describes."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from sqlalchemy import create_engine

    from bungalow.server.store.schema import metadata

    async def nothing(store: Store) -> None:
        pass

    run(own_data, database, nothing)
    url = database.replace("postgresql://", "postgresql+psycopg://") or f"sqlite:///{own_data}/bungalow.sqlite"
    engine = create_engine(url)
    with engine.connect() as connection:
        assert migrate.version(connection) == migrate.NEWEST
        assert ScriptDirectory.from_config(migrate.config()).get_current_head() == migrate.NEWEST
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
