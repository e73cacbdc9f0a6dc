"""One guest cannot fill the lobby: open tables are bounded, and each guest has a few places in the list."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bungalow.server.hub import Hub
from bungalow.server.messages import NewSeat, NewTable, TableInfo
from bungalow.server.problems import TooMany
from bungalow.server.settings import Limits
from bungalow.server.store.base import GuestRow
from tests.loops import run_in_loop
from tests.server.client import Guest
from tests.server.house import House, house
from tests.server.in_process import serving
from tests.titles.quay import QuayGame

HOME, AWAY = "192.0.2.7", "192.0.2.8"
LIMITS = Limits(open_per_guest=3, running_per_guest=2, address_share=2.0, local_share=50.0)
OPEN = NewTable("quay", [NewSeat("me"), NewSeat("open")], pace="instant")
FULL = NewTable("quay", [NewSeat("me"), NewSeat("here")], pace="instant")


async def opened(hub: Hub, asked: NewTable, guest: GuestRow, address: str, tries: int) -> list[str]:
    """Try to open tables; the words of each refusal."""
    words: list[str] = []
    for _ in range(tries):
        try:
            await hub.create(asked, guest, address)
        except TooMany as error:
            words.append(error.words)
    return words


async def lobby(home: House, limit: int = 50) -> list[TableInfo]:
    limits = home.hub.settings.limits
    since = home.hub.clock.wall() - limits.listed_seconds
    found = await home.hub.store.open_tables(since, limits.listed_per_guest, limits.listed_per_address, limit)
    return [(await home.hub.room(table)).info(None) for table in found]


def test_open_and_running_tables_are_bounded_for_each_guest_and_address(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame(), limits=LIMITS, database=database) as home:
            ada, bo, cy = [await home.guest(name) for name in ("Ada", "Bo", "Cy")]
            refused = await opened(home.hub, OPEN, ada, HOME, 5)
            assert refused == ["you have 3 open tables; close one of your open tables first"] * 2
            assert await opened(home.hub, OPEN, bo, HOME, 3) == []
            refused = await opened(home.hub, OPEN, cy, HOME, 1)
            assert refused == ["there are 6 open tables from your address; close one of them first, or join one"]
            assert await opened(home.hub, OPEN, cy, AWAY, 3) == []
            # Games under way are counted apart, and only as long as somebody visits them.
            refused = await opened(home.hub, FULL, ada, HOME, 3)
            assert refused == ["you have 2 games under way; finish or close one of them first"]
            home.clock.time += LIMITS.recent_seconds + 1
            assert await opened(home.hub, FULL, ada, HOME, 2) == []
            # One closed makes room for one.
            table = (await home.hub.store.tables_of(ada.guest, 100))[-1]
            await (await home.hub.room(table)).close_by(ada)
            assert len(await opened(home.hub, FULL, ada, HOME, 2)) == 2
            assert await opened(home.hub, OPEN, await home.guest("Here"), "127.0.0.1", 20) == []

    run_in_loop(test())


def test_sixty_requests_at_once_open_no_more_than_one_after_the_other(tmp_path: Path) -> None:
    limits = Limits(requests_per_minute=100_000, local_share=1.0, open_per_guest=10, work_burst=1e9)
    with serving(tmp_path, QuayGame(), limits=limits) as (address, _):
        ada = Guest(address, "Ada")
        asked = {"title": "quay", "seats": [{"kind": "me"}, {"kind": "open"}]}
        with ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(lambda _: ada.http.post("/api/tables", json=asked), range(60)))
        assert sorted(answer.status_code for answer in answers) == [201] * 10 + [429] * 50
        assert {answer.json()["code"] for answer in answers if answer.status_code == 429} == {"too-many"}
        assert len(ada.http.get("/api/tables").json()["open"]) == limits.listed_per_guest


def test_the_lobby_lists_a_few_of_each_guest_and_only_what_somebody_waits_at(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame(), limits=Limits(listed_per_address=5), database=database) as home:
            eve = await home.guest("Eve")
            dan = await home.guest("Dan")
            old = await home.hub.create(OPEN, dan, AWAY)
            made: list[str] = []
            for _ in range(6):
                home.clock.time += 1
                made.append((await home.hub.create(OPEN, eve, HOME)).table)
            listed = [info.table for info in await lobby(home)]
            assert listed == [made[5], made[4], made[3], old.table]
            # Many names at one address do not push the others off either.
            for number in range(5):
                home.clock.time += 1
                await home.hub.create(OPEN, await home.guest(f"Eve {number}"), HOME)
            assert [info.table for info in await lobby(home)][-1] == old.table
            assert len(await lobby(home)) == 6
            # A table at which no person sits is not listed, nor one that its people have left long ago.
            nobody = NewTable("quay", [NewSeat("open"), NewSeat("open")])
            await home.hub.create(nobody, await home.guest("Fay"), "192.0.2.9")
            assert len(await lobby(home)) == 6
            waiting = await home.enter(old.table, dan)
            home.clock.time += 3_500
            await home.hub.visits.sweep()
            home.clock.time += 200
            assert [info.table for info in await lobby(home)] == [old.table]
            assert not waiting.connection.closing

    run_in_loop(test())


@pytest.mark.parametrize("people", [5])
def test_a_family_may_open_what_it_likes(tmp_path: Path, people: int) -> None:
    """Each of five people behind one address has several tables for the screen they share and some that wait."""

    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            for number in range(people):
                guest = await home.guest(f"Person {number}")
                assert await opened(home.hub, FULL, guest, HOME, 20) == []
                assert await opened(home.hub, OPEN, guest, HOME, 8) == []

    run_in_loop(test())
