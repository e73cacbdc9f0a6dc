"""`bungalow backup` and `bungalow restore`, from either store into either."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from bungalow.cli import main
from bungalow.server.settings import Settings
from bungalow.server.store import backup, migrate
from bungalow.server.store.base import ChatRow, Closed, Differs, Entry, GuestRow, Muted, MutedGuest, Store
from bungalow.server.store.choose import make_store
from bungalow.server.store.schema import metadata
from tests.loops import run_in_loop
from tests.server.test_store import ROW, SEATS, entry, run
from tools.load.crash import compare
from tools.load.players import LOST, TableOfPlayers, Tally
from tools.load.tables import add_guests, add_tables
from tools.server_process import ServerProcess

NewDatabase = Callable[[], str]
Rows = dict[str, list[tuple[Any, ...]]]
FIXTURES = Path(__file__).parent / "fixtures"
SEATS_PLAYED = 2
PAUSE = 0.03


@pytest.fixture(params=["into-sqlite", "into-postgres"])
def target(request: pytest.FixtureRequest) -> str:
    """Where a backup goes: empty for SQLite, else an address."""
    if request.param == "into-sqlite":
        return ""
    make: NewDatabase = request.getfixturevalue("new_database")
    return make()


class Outcome(msgspec.Struct):
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def bungalow(capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs a command line here."""

    def call(*words: object) -> Outcome:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Outcome(code, said.out, said.err)

    return call


def where(data: Path, database: str) -> tuple[str, ...]:
    return ("--data", str(data), "--database", database)


def program(*words: object, before: str = "") -> list[str]:
    """The command in a process of its own, after some Python."""
    return [sys.executable, "-c", f"{before}\nfrom bungalow.cli import program\nexit(program())", *map(str, words)]


def write_all(data: Path, database: str, name: str = "Ada ☂", moves: int = 5) -> None:
    """Put something into every table of the schema."""

    async def scenario(store: Store) -> None:
        await store.add_guest(GuestRow(f"guest-{name}", name, f"hash-{name}", 3.5))
        row = msgspec.structs.replace(
            ROW, table=f"table-{name}", private=True, opener="guest-a", origin="abc", seen=2.5
        )
        await store.add_table(row, SEATS)
        await store.append(row.table, [entry(1 + number, f"r{number}") for number in range(moves)])
        await store.append(row.table, [Entry(moves + 1, "undo", 1, "3", "bot", None, -(2**63), 1e9 + 0.1, 2**63 - 1)])
        await store.add_chat(row.table, ChatRow(0, name, None, "a 'line' with \\ and \t", 7.25, "guest"), 500)
        over = msgspec.structs.replace(ROW, table=f"over-{name}", practice=True)
        await store.add_table(over, SEATS)
        assert await store.close(over, Differs("rules", 1, "BW-1", "words"))
        await store.add_film(over.table, bytes(range(256)))
        shut = msgspec.structs.replace(ROW, table=f"shut-{name}")
        await store.add_table(shut, SEATS)
        await store.mute(shut.table, Muted(True, (MutedGuest("guest-b", "Bo"),)))
        assert await store.shut(shut, Closed("opener", name))
        assert await store.healthy()

    run(data, database, scenario)
    assert not [table for table, rows in all_rows(data, database).items() if not rows]


def all_rows(data: Path, database: str) -> Rows:
    """Everything in a store, table by table, in the order of the keys."""
    from sqlalchemy import create_engine, select

    url = database.replace("postgresql://", "postgresql+psycopg://", 1) or f"sqlite:///{data / 'bungalow.sqlite'}"
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return {
                table.name: [
                    tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))
                ]
                for table in metadata.sorted_tables
            }
    finally:
        engine.dispose()


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def left_over(folder: Path) -> list[str]:
    """Files that neither a person nor a server would expect there."""
    files = folder.iterdir() if folder.exists() else ()
    return sorted(file.name for file in files if ".part" in file.name or ".restoring" in file.name)


# -- what must come back ----------------------------------------------------------------------------------------------


def test_every_acknowledged_move_is_in_a_backup_of_a_running_server(
    tmp_path: Path, database: str, target: str, run_seed: int
) -> None:
    """All that was acknowledged before it began, in order, none twice; and the game goes on after the restore."""
    run_in_loop(play_and_back_up(tmp_path, database, target, random.Random(run_seed)))


async def play_and_back_up(folder: Path, database: str, target: str, rng: random.Random) -> None:
    data, other, file = folder / "data", folder / "other", folder / "backup"
    store = make_store(Settings(data=data, database=database))
    await store.start()
    await add_guests(store, SEATS_PLAYED)
    ids = await add_tables(store, 6, SEATS_PLAYED, moves=4)
    await store.stop()
    tally = Tally()
    with ServerProcess(data, database) as server:
        tables = [TableOfPlayers(lambda: server.address, name, SEATS_PLAYED, tally, rng) for name in ids]
        await asyncio.gather(*(table.sit_down() for table in tables))
        drivers = [asyncio.create_task(drive(table)) for table in tables]
        async with asyncio.timeout(60):
            while acknowledged(tally) < 30:
                await asyncio.sleep(0.01)
        before = {table: set(requests) for table, requests in tally.acknowledged.items()}
        making = await asyncio.create_subprocess_exec(
            *program("backup", file, "--json", *where(data, database)), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await making.communicate()
        assert making.returncode == 0
        at_end = acknowledged(tally)
        async with asyncio.timeout(60):
            # Nobody was stopped by it; on a slow machine all games may have ended meanwhile.
            while acknowledged(tally) == at_end and not all(table.over for table in tables):
                await asyncio.sleep(0.01)
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        for table in tables:
            table.stand_up()
    assert at_end > sum(map(len, before.values()))
    await store.start()
    written = {table: await store.entries(table) for table in ids}
    await store.stop()

    restoring = await asyncio.create_subprocess_exec(
        *program("restore", file, *where(other, target)), stdout=asyncio.subprocess.DEVNULL
    )
    assert await restoring.wait() == 0
    again = make_store(Settings(data=other, database=target))
    await again.start()
    restored = {table: await again.entries(table) for table in ids}
    tally.acknowledged = before
    lost, doubled, count = await compare(again, ids, SEATS_PLAYED, tally)
    await again.stop()
    assert (lost, doubled) == (0, 0)
    assert json.loads(out)["moves"] == count
    for name in ids:
        assert restored[name] == written[name][: len(restored[name])]
    with ServerProcess(other, target) as server:
        table = TableOfPlayers(lambda: server.address, ids[0], SEATS_PLAYED, Tally(), rng)
        await table.sit_down()
        assert await table.move() or table.over
        table.stand_up()
        assert "Traceback" not in server.errors(), server.errors()


def acknowledged(tally: Tally) -> int:
    return sum(map(len, tally.acknowledged.values()))


async def drive(table: TableOfPlayers) -> None:
    with suppress(*LOST):
        while not table.over:
            await table.move()
            await asyncio.sleep(PAUSE)


def test_every_row_of_every_table_comes_back(tmp_path: Path, database: str, target: str, bungalow: Command) -> None:
    write_all(tmp_path / "data", database)
    rows = all_rows(tmp_path / "data", database)
    file = tmp_path / "backup"
    made = bungalow("backup", file, *where(tmp_path / "data", database))
    assert (made.code, made.out) == (0, f"{file}: 3 tables, 5 moves, {file.stat().st_size:,} bytes\n")
    done = bungalow("restore", file, "--json", *where(tmp_path / "other", target))
    assert done.code == 0
    assert json.loads(done.out) == {
        "file": str(file),
        "tables": 3,
        "moves": 5,
        "guests": 1,
        "bytes": file.stat().st_size,
        "schema": migrate.NEWEST,
        "kept": None,
    }
    assert all_rows(tmp_path / "other", target) == rows
    assert all_rows(tmp_path / "data", database) == rows


def test_a_backup_of_a_killed_server_holds_what_is_in_its_log(tmp_path: Path, bungalow: Command) -> None:
    data = tmp_path / "data"
    killed_with_a_log(data)
    assert bungalow("backup", tmp_path / "backup", *where(data, "")).code == 0
    assert bungalow("restore", tmp_path / "backup", *where(tmp_path / "other", "")).code == 0
    assert [row[1] for row in all_rows(tmp_path / "other", "")["guests"]] == ["In the log"]


def killed_with_a_log(data: Path) -> None:
    """Leave a database as a killed server does: its newest rows only in the write-ahead log."""
    write = "c.execute(\"INSERT INTO guests VALUES ('late', 'In the log', 'late', 1.0)\")"
    code = (
        "import os, sys\nfrom pathlib import Path\nfrom bungalow.server.store import migrate, sqlite\n"
        "path = Path(sys.argv[1], 'bungalow.sqlite')\npath.parent.mkdir()\nsqlite.connect(path).close()\n"
        f"migrate.upgrade(f'sqlite:///{{path}}')\nc = sqlite.connect(path)\n{write}\nos._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code, data], timeout=60).returncode == 9
    assert (data / "bungalow.sqlite-wal").stat().st_size > 0


def test_the_log_of_a_killed_server_does_not_leak_into_what_is_restored(tmp_path: Path, bungalow: Command) -> None:
    data = tmp_path / "data"
    write_all(tmp_path / "source", "")
    bungalow("backup", tmp_path / "backup", *where(tmp_path / "source", ""))
    killed_with_a_log(data)
    done = bungalow("restore", tmp_path / "backup", "--force", "--json", *where(data, ""))
    assert all_rows(data, "") == all_rows(tmp_path / "source", "")
    with closing(sqlite3.connect(json.loads(done.out)["kept"])) as kept:
        assert kept.execute("SELECT name FROM guests").fetchall() == [("In the log",)]


# -- schemas ----------------------------------------------------------------------------------------------------------


def test_an_older_backup_is_brought_up_to_date(tmp_path: Path, target: str, bungalow: Command) -> None:
    """The backup itself keeps the schema of its store and is not changed by a restore."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "bungalow.sqlite").write_bytes((FIXTURES / "version-1.sqlite").read_bytes())
    with closing(sqlite3.connect(data / "bungalow.sqlite")) as old:
        schema = backup.schema_of(old)
        entries = old.execute("SELECT table_id, seq, text FROM entries ORDER BY table_id, seq").fetchall()
    assert entries
    assert schema != migrate.NEWEST
    file = tmp_path / "backup"
    assert json.loads(bungalow("backup", file, "--json", *where(data, "")).out)["schema"] == schema
    content = file.read_bytes()
    assert bungalow("restore", file, *where(tmp_path / "other", target)).code == 0
    restored = all_rows(tmp_path / "other", target)["entries"]
    assert [(row[0], row[1], row[4]) for row in restored] == entries
    assert file.read_bytes() == content


def test_a_database_of_an_older_version_can_be_backed_up(
    tmp_path: Path, new_database: NewDatabase, bungalow: Command
) -> None:
    from alembic import command
    from sqlalchemy import create_engine

    url = new_database()
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        command.upgrade(migrate.config(connection), "0001")
        connection.exec_driver_sql("INSERT INTO guests VALUES ('g', 'Ada', 'hash', 1.5)")
    engine.dispose()
    made = bungalow("backup", tmp_path / "backup", "--json", *where(tmp_path, url))
    assert json.loads(made.out)["schema"] == "0001"
    assert bungalow("restore", tmp_path / "backup", *where(tmp_path / "other", "")).code == 0
    assert all_rows(tmp_path / "other", "")["guests"] == [("g", "Ada", "hash", 1.5)]


def test_a_newer_schema_is_refused(tmp_path: Path, target: str, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    refused(bungalow("restore", file, *where(tmp_path / "other", target)), "newer-schema", "has schema 9999")
    assert not (tmp_path / "other").exists()


def test_a_newer_database_is_neither_backed_up_nor_replaced(
    tmp_path: Path, new_database: NewDatabase, bungalow: Command
) -> None:
    url = new_database()
    write_all(tmp_path, url)
    file = a_backup(tmp_path, bungalow)
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    refused(bungalow("backup", tmp_path / "new", *where(tmp_path, url)), "newer-schema", "The database has")
    refused(bungalow("restore", file, "--force", *where(tmp_path, url)), "newer-schema", "The database has")


# -- refusals ---------------------------------------------------------------------------------------------------------


def a_backup(folder: Path, bungalow: Command, name: str = "Bo") -> Path:
    """A backup of a small store."""
    file = folder / f"backup-of-{name}"
    write_all(folder / f"store-of-{name}", "", name)
    assert bungalow("backup", file, *where(folder / f"store-of-{name}", "")).code == 0
    return file


def refused(outcome: Outcome, code: str, words: str, exit_code: int = 3) -> None:
    """One line with a code, and nothing else."""
    assert outcome.err.startswith(f"bungalow: {code}: "), outcome.err
    assert words in outcome.err
    assert outcome.err.count("\n") == 1
    assert (outcome.code, outcome.out) == (exit_code, "")


def test_a_file_is_replaced_only_by_force(tmp_path: Path, database: str, bungalow: Command) -> None:
    write_all(tmp_path / "data", database)
    file = tmp_path / "backup"
    file.write_text("precious")
    store = where(tmp_path / "data", database)
    refused(bungalow("backup", file, *store), "already-there", f"{file} exists.", 2)
    assert file.read_text() == "precious"
    assert bungalow("backup", file, "--force", *store).code == 0
    assert file.read_bytes().startswith(backup.HEADER)
    assert left_over(tmp_path) == []


def test_the_database_itself_is_never_a_backup(tmp_path: Path, bungalow: Command) -> None:
    write_all(tmp_path, "")
    for name in ("bungalow.sqlite", "bungalow.sqlite-wal", "bungalow.lock"):
        outcome = bungalow("backup", tmp_path / name, "--force", *where(tmp_path, ""))
        refused(outcome, "already-there", "belongs to the database itself", 2)
    assert bungalow("backup", tmp_path / "bungalow.sqlite.monday", *where(tmp_path, "")).code == 0


def test_data_is_replaced_only_by_force(tmp_path: Path, database: str, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    data = tmp_path / "data"
    write_all(data, database)
    before = all_rows(data, database)
    refused(bungalow("restore", file, *where(data, database)), "already-there", "There are tables in", 2)
    assert all_rows(data, database) == before
    done = bungalow("restore", file, "--force", *where(data, database))
    assert done.code == 0
    assert all_rows(data, database) == all_rows(tmp_path / "store-of-Bo", "")
    if not database:
        (kept,) = data.glob("bungalow-replaced-*.sqlite")
        assert done.out.splitlines()[1] == f"what was there before: {kept}"
        kept.rename(data / "bungalow.sqlite")
        assert all_rows(data, "") == before
    assert left_over(tmp_path) == []


def test_the_empty_store_of_a_fresh_server_is_replaced(tmp_path: Path, database: str, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    with ServerProcess(tmp_path / "data", database):
        pass
    assert bungalow("restore", file, *where(tmp_path / "data", database)).code == 0
    assert all_rows(tmp_path / "data", database) == all_rows(tmp_path / "store-of-Bo", "")


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, database: str, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    data = tmp_path / "data"
    with ServerProcess(data, database):
        for force in ((), ("--force",)):
            outcome = bungalow("restore", file, *force, *where(data, database))
            refused(outcome, "server-running", "A Bungalow server is using")
    assert not any(all_rows(data, database).values())
    assert bungalow("restore", file, *where(data, database)).code == 0


def test_a_file_that_is_no_backup(tmp_path: Path, target: str, bungalow: Command) -> None:
    store = where(tmp_path / "other", target)
    refused(bungalow("restore", tmp_path / "none", *store), "no-such-file", "There is no file")
    refused(bungalow("restore", tmp_path, *store), "no-such-file", "Is a directory")
    for content in (b"", b"SQLite", b"some text\n" * 1000):
        (tmp_path / "text").write_bytes(content)
        refused(bungalow("restore", tmp_path / "text", *store), "not-a-backup", "is no backup")
    write_all(tmp_path / "data", "")
    plain = tmp_path / "data" / "bungalow.sqlite"
    refused(bungalow("restore", plain, *store), "not-a-backup", "is a database, but no backup")
    assert not (tmp_path / "other").exists()


def test_a_damaged_backup(tmp_path: Path, target: str, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    whole = file.read_bytes()
    middle = len(whole) // 2
    for content in (whole[:middle], whole[:100], whole[:4096] + b"\xff" * (len(whole) - 4096)):
        file.write_bytes(content)
        outcome = bungalow("restore", file, *where(tmp_path / "other", target))
        refused(outcome, "corrupt-backup", "is damaged")
    assert not (tmp_path / "other").exists()


def test_a_damaged_database_gives_no_backup_but_can_be_replaced(tmp_path: Path, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    data = tmp_path / "data"
    write_all(data, "")
    live = data / "bungalow.sqlite"
    damaged = live.read_bytes()[:4096] + b"\xff" * 40_000
    live.write_bytes(damaged)
    refused(bungalow("backup", tmp_path / "new", *where(data, "")), "data-unavailable", "")
    assert not (tmp_path / "new").exists()
    refused(bungalow("restore", file, *where(data, "")), "already-there", "There are tables", 2)
    assert bungalow("restore", file, "--force", *where(data, "")).code == 0
    assert all_rows(data, "") == all_rows(tmp_path / "store-of-Bo", "")
    (kept,) = data.glob("bungalow-replaced-*.sqlite")
    assert kept.read_bytes() == damaged


def test_nothing_to_back_up(tmp_path: Path, database: str, bungalow: Command) -> None:
    refused(bungalow("backup", tmp_path / "new", *where(tmp_path / "data", database)), "no-data", "")
    if not database:
        (tmp_path / "data").mkdir()
        sqlite3.connect(tmp_path / "data" / "bungalow.sqlite").close()
        refused(bungalow("backup", tmp_path / "new", *where(tmp_path / "data", "")), "no-data", "holds no tables")
    assert not (tmp_path / "new").exists()
    assert left_over(tmp_path) == []


def test_a_database_that_does_not_answer(tmp_path: Path, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    nobody = where(tmp_path, "postgresql://bungalow@127.0.0.1:1/nothing")
    refused(bungalow("backup", tmp_path / "new", *nobody), "data-unavailable", "Cannot read the database")
    refused(bungalow("restore", file, *nobody), "data-unavailable", "Cannot restore into the database")
    for words in (("backup", tmp_path / "new"), ("restore", file)):
        refused(bungalow(*words, *where(tmp_path, "mysql://x")), "bad-options", "postgresql://user@host/name", 2)


def test_places_that_cannot_be_written(tmp_path: Path, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    store = where(tmp_path / "store-of-Bo", "")
    refused(bungalow("backup", tmp_path, *store), "cannot-write", "it is a folder")
    refused(bungalow("backup", tmp_path / "none" / "new", *store), "cannot-write", "there is no folder")
    refused(bungalow("backup", tmp_path / ("n" * 300), *store), "cannot-write", "File name too long")
    refused(bungalow("restore", file, *where(file, "")), "cannot-write", f"Cannot write to {file}")
    assert left_over(tmp_path) == []


def test_errors_as_json(tmp_path: Path, bungalow: Command) -> None:
    outcome = bungalow("restore", tmp_path / "none", "--json", *where(tmp_path, ""))
    assert json.loads(outcome.out)["error"]["code"] == "no-such-file"
    assert (outcome.code, outcome.err) == (3, "")


# -- accidents --------------------------------------------------------------------------------------------------------


def test_a_full_disk(tmp_path: Path, database: str, bungalow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """As SQLite and as the system tell it; what was there stays, and nothing half-written is left."""
    file = a_backup(tmp_path, bungalow)
    content = file.read_bytes()
    data = tmp_path / "data"
    write_all(data, database, moves=500)
    before = all_rows(data, database)
    connect = sqlite3.connect

    def small(*arguments: Any, **more: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **more)
        if not more.get("uri"):  # what is written, not what is read
            connection.execute("PRAGMA max_page_count=2")
        return connection

    def full(_: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    failures: list[tuple[str, Callable[..., Any]]]
    failures = [("sqlite3.connect", small), ("bungalow.server.store.backup.flush", full)]
    for name, failing in failures:
        with monkeypatch.context() as patch:
            patch.setattr(name, failing)
            outcome = bungalow("backup", file, "--force", *where(data, database))
        refused(outcome, "disk-full", "Make room")
        assert file.read_bytes() == content

    def full_there(*_: object) -> None:
        raise psycopg.errors.DiskFull("could not extend file")

    failures = [("sqlite3.connect", small), ("bungalow.server.store.restore.flush", full)]
    if database:
        failures = [("bungalow.server.store.restore.write", full_there)]
    for name, failing in failures:
        with monkeypatch.context() as patch:
            patch.setattr(name, failing)
            refused(bungalow("restore", file, "--force", *where(data, database)), "disk-full", "Make room")
        assert all_rows(data, database) == before
    assert left_over(tmp_path) + left_over(data) == []


KILLED_BEFORE_THE_SWAP = "import os\nos.replace = lambda *_: os._exit(9)"
KILLED_WHILE_FILLING = """
import os
from bungalow.server.store import restore
write = restore.write
def dying(connection, table, rows):
    write(connection, table, rows)
    if table.name == "entries":
        os._exit(9)
restore.write = dying"""


def test_a_killed_restore_leaves_the_old_data(tmp_path: Path, database: str, bungalow: Command) -> None:
    file = a_backup(tmp_path, bungalow)
    data = tmp_path / "data"
    write_all(data, database)
    before = all_rows(data, database)
    dying = KILLED_WHILE_FILLING if database else KILLED_BEFORE_THE_SWAP
    words = program("restore", file, "--force", *where(data, database), before=dying)
    assert subprocess.run(words, timeout=60).returncode == 9
    assert all_rows(data, database) == before
    with ServerProcess(data, database) as server:
        assert "Traceback" not in server.errors(), server.errors()
    assert all_rows(data, database) == before
    assert bungalow("restore", file, "--force", *where(data, database)).code == 0
    assert all_rows(data, database) == all_rows(tmp_path / "store-of-Bo", "")
    assert left_over(data) == []
    assert database or len(list(data.glob("bungalow-replaced-*"))) == 1


def test_an_interrupted_restore_leaves_the_old_data(
    tmp_path: Path, database: str, bungalow: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = a_backup(tmp_path, bungalow)
    data = tmp_path / "data"
    write_all(data, database)
    before = all_rows(data, database)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fill",) if database else ("copy_backup", "keep"):
        with monkeypatch.context() as patch:
            patch.setattr(f"bungalow.server.store.restore.{step}", interrupted)
            outcome = bungalow("restore", file, "--force", *where(data, database))
        assert (outcome.code, outcome.err) == (130, "bungalow: interrupted: stopped before the end\n")
        assert all_rows(data, database) == before
        assert left_over(data) == []


def test_an_interrupted_backup_leaves_nothing(
    tmp_path: Path, database: str, bungalow: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all(tmp_path / "data", database)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, "flush", interrupted)
    assert bungalow("backup", tmp_path / "new", *where(tmp_path / "data", database)).code == 130
    assert not (tmp_path / "new").exists()
    assert left_over(tmp_path) == []


def test_only_the_owner_may_read_a_backup_and_what_comes_of_it(
    tmp_path: Path, database: str, bungalow: Command
) -> None:
    before = os.umask(0)
    try:
        data, other, file = tmp_path / "data", tmp_path / "other", tmp_path / "backup"
        write_all(data, database)
        assert bungalow("backup", file, *where(data, database)).code == 0
        assert mode(file) == 0o600
        assert bungalow("backup", file, "--force", *where(data, database)).code == 0
        assert mode(file) == 0o600
        write_all(other, "")
        assert bungalow("restore", file, "--force", *where(other, "")).code == 0
        assert mode(other / "bungalow.sqlite") == 0o600
        assert [mode(kept) for kept in other.glob("bungalow-replaced-*")] == [0o600]
    finally:
        os.umask(before)
