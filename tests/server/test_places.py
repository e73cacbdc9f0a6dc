"""Sockets have their place: nobody takes all of them, and watchers never keep those who play from their table."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bungalow.server.budget import place_of, trace
from bungalow.server.connection import Connection
from bungalow.server.places import Places
from bungalow.server.problems import CROWDED
from bungalow.server.settings import Limits
from bungalow.server.store.base import GuestRow
from tests.loops import run_in_loop
from tests.server.client import Guest, Sitting
from tests.server.house import house
from tests.server.in_process import serving
from tests.titles.quay import QuayGame

HOME = "192.0.2.7"
AWAY = "192.0.2.8"


def browser(guest: str | None = None, address: str = HOME) -> Connection:
    return Connection(None if guest is None else GuestRow(guest, guest, guest, 0.0), 100, address)


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


def test_a_seated_player_is_given_the_place_of_the_oldest_nameless_watcher(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(sockets=6, sockets_kept=0.0)
        async with house(tmp_path, QuayGame(), limits=limits) as home:
            first, second, watcher = await home.table("quay", 2, 0)
            table = first.room.table
            named = await home.enter(table, await home.guest("Stranger"))
            others = [await home.enter(table, None) for _ in range(2)]
            refused = await home.enter(table, None)
            assert refused.connection.closing  # full
            again = await home.enter(table, first.guest)
            assert watcher.connection.closing
            assert not any(each.connection.closing for each in (again, first, second, named, *others))
            await home.enter(table, second.guest)
            assert others[0].connection.closing
            assert not named.connection.closing
            await home.enter(table, second.guest)
            await home.enter(table, second.guest)
            assert others[1].connection.closing
            assert named.connection.closing
            last = await home.enter(table, second.guest)
            assert last.connection.closing  # only players are left, and they stay
            assert not any(each.connection.closing for each in (again, first, second))

    run_in_loop(test())


def test_places_are_kept_for_players() -> None:
    places = Places(Limits(sockets=8, sockets_kept=0.25))
    assert [places.admit(browser(), seated=False) for _ in range(8)] == [True] * 6 + [False] * 2
    assert places.admit(browser("ada"), seated=True)


def test_each_guest_and_each_address_has_so_many() -> None:
    places = Places(Limits(sockets_per_guest=3, sockets_per_address=5, local_share=10.0))
    assert [places.admit(browser("ada"), seated=True) for _ in range(4)] == [True] * 3 + [False]
    watching = [browser(f"guest-{number}") for number in range(6)]
    assert [places.admit(each, seated=False) for each in watching] == [True] * 5 + [False]
    assert places.admit(browser("bo"), seated=True)  # players do not pay for watchers at their address
    assert places.admit(browser("cy", AWAY), seated=False)
    places.leave(watching[0])
    places.leave(watching[0])
    assert [places.admit(browser(), seated=False) for _ in range(2)] == [True, False]
    # A whole network of IPv6 is one address; this machine has many times as many.
    far = [browser(address=f"2001:db8:1:1::{number:x}") for number in range(6)]
    assert [places.admit(each, seated=False) for each in far] == [True] * 5 + [False]
    here = [places.admit(browser("load", "127.0.0.1"), seated=False) for _ in range(31)]
    assert here == [True] * 30 + [False]


def test_what_is_gone_is_not_counted() -> None:
    places = Places(Limits())
    seen = [browser(f"guest-{number % 3}") for number in range(30)]
    for number, each in enumerate(seen):
        assert places.admit(each, seated=number % 2 == 0)
    for each in seen:
        places.leave(each)
    assert len(places) == 0
    assert not places._guests
    assert not places._watching_from


def test_those_who_do_not_say_hello_give_way_to_new_ones() -> None:
    async def test() -> None:
        places = Places(Limits(sockets=12, sockets_greeting=2))
        ended: list[int] = []

        async def wait(number: int, address: str) -> None:
            greeting = places.greet(address)
            assert greeting is not None
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if greeting.gave_way:
                    ended.append(number)

        tasks = [asyncio.create_task(wait(number, f"192.0.2.{number}")) for number in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert ended == [0, 1]
        assert len(places) == 3
        assert places.greet("192.0.2.4") is not None
        assert places.greet("192.0.2.4") is None  # the address has its two
        for task in tasks[2:]:
            task.cancel()

    run_in_loop(test())


def test_what_counts_as_one_address() -> None:
    assert place_of("192.0.2.7") == place_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert place_of("2001:db8::1") == place_of("2001:db8::ffff") != place_of("2001:db8:0:1::1")
    assert place_of("fe80::1%eth0") == "fe80::/64"
    assert place_of("nonsense") == "nonsense"
    assert trace("2001:db8::1") == trace("2001:db8::2") != trace("192.0.2.7")


def test_refusals_on_the_wire(tmp_path: Path) -> None:
    """Silent sockets count, a hello makes room for the next, and a refused browser can do nothing more."""
    limits = Limits(
        requests_per_minute=100_000, local_share=1.0, sockets_greeting=3, sockets_per_address=2, sockets_per_guest=4
    )
    with serving(tmp_path, QuayGame(), limits=limits) as (address, _):
        ada = Guest(address, "Ada")
        table = ada.new_table("me", "open", title="quay")
        silent = [Sitting(address, table, None, hello=False) for _ in range(3)]
        assert Sitting(address, table, None, hello=False).until_closed() == CROWDED
        for each in silent[:2]:
            each.send({"type": "hello"})
            each.until("table")
        silent[2].send({"type": "hello"})
        silent[2].send({"type": "preview", "id": "late", "seat": 0, "text": "x"})
        assert silent[2].until_closed() == CROWDED  # two watchers of one address are enough
        # A reload connects before the old socket is noticed as gone: players have room for that.
        tabs = [ada.sit(table) for _ in range(4)]
        late = Sitting(address, table, ada.token, hello=False)
        late.send({"type": "hello", "token": ada.token})
        assert late.until_closed() == CROWDED
        tabs[0].socket.close()
        for each in (*silent[:2], *tabs):
            each.socket.close()
        ada.sit(table).socket.close()


def test_a_family_at_one_address_notices_nothing(tmp_path: Path) -> None:
    """Five people with a browser each behind one address: ten tabs each at tables of their own and of others, all of
    which are reloaded twice before the server notices that the old sockets are gone."""

    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            family = [await home.guest(f"Person {number}") for number in range(5)]
            tables = [(await home.table("quay", 2, 0))[0].room for _ in range(2)]
            for guest in family:
                for _ in range(3):
                    for room in tables:
                        for _ in range(5):
                            entered = await home.enter(room.table, guest, HOME)
                            assert not entered.connection.closing

    run_in_loop(test())
