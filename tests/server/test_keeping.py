"""The opener of a table closes it and mutes; chat is bounded; tables that nobody visits are closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bungalow.server.messages import MuteTable, NewSeat, NewTable, Say
from bungalow.server.problems import NotNow, NotYourTable
from bungalow.server.settings import Limits
from bungalow.server.socket import _serve
from bungalow.server.store.base import ChatRow, Closed, Store
from tests.loops import run_in_loop
from tests.server.client import Guest
from tests.server.conftest import NewDatabase
from tests.server.house import Browser, House, house
from tests.server.in_process import serving
from tests.server.test_store import ROW, SEATS, run
from tests.titles.quay import QuayGame

DAY = 86_400.0
OPEN = NewTable("quay", [NewSeat("me"), NewSeat("open")], pace="instant")


async def say(browser: Browser, text: str) -> str:
    """Say a line; the code with which it is refused, or nothing."""
    before = len(browser.heard)
    await _serve(browser.room, browser.connection, Say(text))
    await browser.house.settle()
    return next((str(m["code"]) for _, m in browser.heard[before:] if m["type"] == "refused"), "")


def lines(browser: Browser) -> list[str]:
    return [m["text"] for _, m in browser.heard if m["type"] == "chat"]


def told(browser: Browser) -> dict[str, object]:
    """The table as the browser was last told."""
    found: list[dict[str, object]] = [m["info"] for _, m in browser.heard if m["type"] == "table"]
    return found[-1]


# -- closing ----------------------------------------------------------------------------------------------------------


def test_the_opener_closes_a_table_that_waits(tmp_path: Path) -> None:
    with serving(tmp_path, QuayGame()) as (address, _):
        ada, bo, cy = (Guest(address, name) for name in ("Ada", "Bo", "Cy"))
        table = ada.new_table("me", "open", "open", title="quay")
        assert bo.join(table).status_code == 200
        with bo.sit(table) as waiting:
            assert waiting.table["opened"] is False
            for other in (bo, cy):
                refused = other.http.post(f"/api/tables/{table}/close")
                assert (refused.status_code, refused.json()["code"]) == (403, "not-your-table")
            assert ada.http.get(f"/api/tables/{table}").json()["opened"] is True
            closed = ada.http.post(f"/api/tables/{table}/close")
            assert closed.status_code == 200
            while waiting.table["status"] != "closed":
                waiting.hear()
            assert waiting.table["closed"] == {
                "words": "Ada has closed this table.",
                "short": "closed by Ada",
                "watch": False,
            }
            refused_move = waiting.ask({"type": "move", "seat": 1, "number": 1, "text": "x"})
            assert (refused_move["code"], refused_move["words"]) == ("not-now", "Ada has closed this table.")
        assert cy.http.get("/api/tables").json()["open"] == []
        joined = cy.join(table)
        assert (joined.status_code, joined.json()["words"]) == (409, "Ada has closed this table.")
        replay = cy.http.get(f"/api/tables/{table}/replay")
        assert (replay.status_code, replay.json()["code"]) == (409, "not-now")
        again = ada.http.post(f"/api/tables/{table}/close")
        assert (again.status_code, again.json()["code"]) == (409, "not-now")
        assert [each["closed"]["short"] for each in bo.http.get("/api/tables").json()["yours"]] == ["closed by Ada"]


def test_a_game_can_be_closed_when_nobody_else_plays_and_watched_to_its_last_move(tmp_path: Path) -> None:
    with serving(tmp_path, QuayGame()) as (address, _):
        ada, bo = Guest(address, "Ada"), Guest(address, "Bo")
        shared = ada.new_table("me", "open", title="quay")
        bo.join(shared)
        refused = ada.http.post(f"/api/tables/{shared}/close")
        assert (refused.status_code, refused.json()["code"]) == (409, "not-now")
        assert "leave the game instead" in refused.json()["words"]
        bo.http.post(f"/api/tables/{shared}/leave")
        assert ada.http.post(f"/api/tables/{shared}/close").status_code == 200

        own = ada.new_table("me", "here", title="quay")
        with ada.sit(own) as sitting:
            sitting.settle()
            seat = next(seat for seat in (0, 1) if sitting.frames[seat]["options"])
            assert sitting.play(seat)["type"] == "ack"
            sitting.settle()
            assert ada.http.post(f"/api/tables/{own}/close").status_code == 200
            while sitting.table["status"] != "closed":
                sitting.hear()
            assert sitting.table["closed"]["watch"] is True
            assert "up to its last move" in sitting.table["closed"]["words"]
        replay = bo.http.get(f"/api/tables/{own}/replay?seat={seat}")
        assert replay.status_code == 200
        assert len(replay.json()["frames"]) >= 2
        # After a restart it is as it was, for whoever comes.
    with serving(tmp_path, QuayGame()) as (address, _):
        ada.move_to(address)
        with ada.sit(own) as sitting:
            assert sitting.table["closed"]["short"] == "closed by Ada"


def test_other_processes_hear_that_a_table_was_closed_or_muted(tmp_path: Path, new_database: NewDatabase) -> None:
    database = new_database()

    async def test() -> None:
        async with (
            house(tmp_path / "a", QuayGame(), database=database) as one,
            house(tmp_path / "b", QuayGame(), database=database) as two,
        ):
            ada = await one.guest("Ada")
            room = await one.hub.create(OPEN, ada)
            watcher = await two.enter(room.table, await two.guest("Watcher"))
            await room.mute(ada, MuteTable(watchers=True))
            await until(two, lambda: bool(told(watcher)["silence"]))
            assert await say(watcher, "hello") == "muted"
            await room.close_by(ada)
            await until(two, lambda: told(watcher)["status"] == "closed")
            assert watcher.room.play is None

    run_in_loop(test())


async def until(home: House, holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():
            await asyncio.sleep(0.01)
            await home.settle()


def test_a_table_is_closed_only_as_it_was_seen(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        await store.visit(ROW.table, 50.0)
        assert not await store.shut(ROW, Closed("abandoned"))  # somebody was there meanwhile
        seen = msgspec.structs.replace(ROW, seen=50.0)
        await store.begin(ROW.table, ("Ada",))
        assert not await store.shut(seen, Closed("abandoned"))  # it has begun meanwhile
        assert await store.shut(msgspec.structs.replace(seen, status="playing"), Closed("opener", "Ada"))
        loaded = await store.load_table(ROW.table)
        assert loaded is not None
        assert (loaded[0].status, loaded[0].closed, loaded[0].origin) == ("closed", Closed("opener", "Ada"), None)

    run(own_data, database, scenario)


# -- muting -----------------------------------------------------------------------------------------------------------


def test_the_opener_mutes_watchers_and_single_people(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame(), database=database) as home:
            first, second, _ = await home.table("quay", 2, 0)
            ada, room = first.guest, first.room
            assert ada is not None
            assert second.guest is not None
            eve = await home.enter(room.table, await home.guest("Guest"))
            kim = await home.enter(room.table, await home.guest("Guest"))
            assert await say(eve, "buy this") == ""
            for guest in (second.guest, eve.guest):
                assert guest is not None
                with pytest.raises(NotYourTable):
                    await room.mute(guest, MuteTable(watchers=True))
            await room.mute(ada, MuteTable(line=1))
            await home.settle()
            assert await say(eve, "buy that") == "muted"
            assert told(eve)["silence"] == "The person who opened this table has muted you here."
            assert await say(kim, "I have the same name") == ""
            muted = told(first)["muted"]
            assert isinstance(muted, list)
            assert [each["name"] for each in muted] == ["Guest"]
            assert told(second)["muted"] == told(eve)["muted"] == []  # only the opener is told who

            await room.mute(ada, MuteTable(watchers=True))
            await home.settle()
            assert await say(kim, "and now") == "muted"
            assert await say(second, "quiet here") == await say(first, "yes") == ""
            await room.mute(ada, MuteTable(seat=1))
            assert await say(second, "why") == "muted"
            with pytest.raises(NotNow):
                await room.mute(ada, MuteTable(seat=0))

            await room.mute(ada, MuteTable(watchers=False, unmute=muted[0]["guest"]))
            home.clock.time += 60
            assert await say(eve, "back again") == await say(kim, "me too") == ""
            assert await say(second, "and I") == "muted"
            assert lines(first) == ["buy this", "I have the same name", "quiet here", "yes", "back again", "me too"]

    run_in_loop(test())


def test_muting_over_rest(tmp_path: Path) -> None:
    with serving(tmp_path, QuayGame()) as (address, _):
        ada, bo = Guest(address, "Ada"), Guest(address, "Bo")
        table = ada.new_table("me", "open", title="quay")
        with bo.sit(table) as sitting:
            path = f"/api/tables/{table}/mute"
            assert bo.http.post(path, json={"watchers": True}).json()["code"] == "not-your-table"
            assert ada.http.post(path, json={"line": 7}).status_code == 404
            assert ada.http.post(path, json={"seat": 1}).status_code == 404  # nobody sits there
            assert ada.http.post(path, json={"seat": 7}).status_code == 404
            for bad in ({"line": 0}, {"line": 2**40}, {"unmute": "a\u0000b"}, {"everybody": True}):
                assert ada.http.post(path, json=bad).status_code == 400, bad
            assert ada.http.post(path, json={"watchers": True}).json()["watchers_muted"] is True
            sitting.send({"type": "say", "text": "hello"})
            refused = sitting.until("refused")
            assert (refused["code"], refused["id"]) == ("muted", "")
            assert sitting.table["silence"] == "Only those who sit at this table can write here."


# -- chat -------------------------------------------------------------------------------------------------------------


def test_a_flood_of_strangers_is_neither_stored_nor_delivered_and_silences_no_player(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(chat_lines_sent=1000)
        async with house(tmp_path, QuayGame(), limits=limits) as home:
            first, second, _ = await home.table("quay", 2, 0)
            strangers = [await home.enter(first.room.table, await home.guest(f"Eve {n}")) for n in range(15)]
            codes: list[str] = []
            for number in range(450):  # in six seconds
                codes.append(await say(strangers[number % 15], f"spam {number}"))
                home.clock.time += 6 / 450
                if number % 150 == 0:
                    assert await say(first, "we play") == await say(second, "good luck") == ""
            assert set(codes) == {"", "too-fast"}
            assert codes.count("") <= 10
            stored = await home.hub.store.chat(first.room.table, 1000)
            assert len(stored) == len(lines(first)) == codes.count("") + 6

    run_in_loop(test())


def test_a_person_may_write_five_lines_at_once_and_one_every_two_seconds(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            first, second, _ = await home.table("quay", 2, 0)
            assert [await say(first, f"line {number}") for number in range(7)] == [""] * 5 + ["too-fast"] * 2
            assert await say(second, "mine") == ""
            home.clock.time += 2.0
            assert [await say(first, "more"), await say(first, "and more")] == ["", "too-fast"]
            refused = [m for _, m in first.heard if m["type"] == "refused"][-1]
            assert refused["words"] == "you are writing too fast; wait a few seconds"

    run_in_loop(test())


def test_old_lines_of_chat_are_dropped(own_data: Path, database: str) -> None:
    async def scenario(store: Store) -> None:
        await store.add_table(ROW, SEATS)
        for number in range(1, 121):
            line = await store.add_chat(ROW.table, ChatRow(0, "Ada", 0, f"line {number}", 1.0, "guest-a"), 60)
            assert line.number == number
        kept = [line.number for line in await store.chat(ROW.table, 1000)]
        assert kept == list(range(41, 121))
        assert await store.chat_line(ROW.table, 40) is None
        found = await store.chat_line(ROW.table, 41)
        assert found is not None
        assert (found.guest, found.text) == ("guest-a", "line 41")

    run(own_data, database, scenario)


# -- tables that nobody visits ----------------------------------------------------------------------------------------


def test_open_tables_that_nobody_visits_are_closed(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame(), database=database) as home:
            ada, bo = await home.guest("Ada"), await home.guest("Bo")
            public = await home.hub.create(OPEN, ada)
            visited = await home.hub.create(OPEN, ada)
            kept = await home.hub.create(OPEN, ada)
            private = await home.hub.create(msgspec.structs.replace(OPEN, private=True), ada)
            playing = await home.hub.create(NewTable("quay", [NewSeat("me"), NewSeat("here")]), ada)
            stranger = await home.enter(public.table, bo)  # a stranger's visit keeps nothing
            stays = await home.enter(kept.table, ada)
            home.clock.time += DAY - 10
            await home.hub.visits.sweep()
            (await home.enter(visited.table, ada)).room.leave(home.browsers[-1].connection)
            assert [room.row.status for room in (public, visited, kept, private)] == ["open"] * 4
            home.clock.time += 20
            await home.hub.visits.sweep()
            await home.settle()
            statuses = [room.row.status for room in (public, visited, kept, private, playing)]
            assert statuses == ["closed", "open", "open", "open", "playing"]
            assert told(stranger)["closed"] == {
                "words": "Nobody was at this table for a long time, so it was closed.",
                "short": "closed, because nobody came",
                "watch": False,
            }
            home.clock.time += 30 * DAY
            await home.hub.visits.sweep()
            statuses = [room.row.status for room in (visited, kept, private, playing)]
            assert statuses == ["closed", "open", "closed", "playing"]
            assert not stays.connection.closing

    run_in_loop(test())


def test_two_processes_close_an_abandoned_table_once_and_respect_each_others_visitors(
    tmp_path: Path, new_database: NewDatabase
) -> None:
    database = new_database()

    async def test() -> None:
        async with (
            house(tmp_path / "a", QuayGame(), database=database) as one,
            house(tmp_path / "b", QuayGame(), database=database) as two,
        ):
            ada = await one.guest("Ada")
            here, gone = await one.hub.create(OPEN, ada), await one.hub.create(OPEN, ada)
            await two.enter(here.table, ada)  # connected to the other process
            elsewhere = await two.hub.room(gone.table)
            for home in (two, one):
                home.clock.time += DAY + 10
                await home.hub.visits.sweep()
            await until(two, lambda: elsewhere.row.status == "closed")
            loaded = await one.hub.store.load_table(here.table)
            assert loaded is not None
            assert loaded[0].status == "open"

    run_in_loop(test())


def test_abandoned_tables_are_looked_for_by_themselves(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(expire_seconds=1000.0)
        async with house(tmp_path, QuayGame(), limits=limits) as home:
            room = await home.hub.create(OPEN, await home.guest("Ada"))
            async with asyncio.timeout(10):
                while room.row.status != "closed":
                    await home.wait(100.0)
                    await asyncio.sleep(0.001)
            assert home.clock.time >= limits.expire_seconds

    run_in_loop(test())
