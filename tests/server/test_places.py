"""Watchers never keep those who play from their table."""

from __future__ import annotations

from pathlib import Path

from bungalow.server.settings import Limits
from tests.loops import run_in_loop
from tests.server.house import house
from tests.titles.quay import QuayGame


def test_watchers_fill_their_own_places_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame(), limits=Limits(sockets_per_table=2, sockets_per_player=3)) as home:
            first, second, watcher = await home.table("quay", 2, 0)
            table = first.room.table
            stranger = await home.enter(table, await home.guest("Stranger"))
            late = await home.enter(table, None)
            assert [each.connection.closing for each in (watcher, stranger, late)] == [False, False, True]
            for seated in (first, second):
                more = [await home.enter(table, seated.guest) for _ in range(3)]
                assert [each.connection.closing for each in more] == [False, False, True]

    run_in_loop(test())
