"""What is asked for is counted and refused in time, and heavy work leaves the other tables their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bungalow.server import budget, films
from bungalow.server.budget import Budget, Lane, Payer, is_local
from bungalow.server.messages import AskPreview, AskWhy, FromBrowser, Look
from bungalow.server.problems import TooFast
from bungalow.server.settings import Limits
from tests.loops import run_in_loop
from tests.server.client import Guest
from tests.server.house import HandClock, house
from tests.server.in_process import serving
from tests.titles.quay import QuayGame

LIMITS = Limits(work_rate=1.0, work_burst=10.0, address_share=2.0, local_share=50.0)


def test_a_guest_who_has_spent_the_budget_is_refused_until_it_comes_back() -> None:
    clock = HandClock()
    kept = Budget(clock, LIMITS)
    ada = Payer("ada", "192.0.2.7")
    for _ in range(2):
        kept.spend(ada, 5.0)
    with pytest.raises(TooFast):
        kept.spend(ada, 1.0)
    kept.spend(Payer("bo", "192.0.2.8"), 5.0)
    clock.time += 3.0
    kept.spend(ada, 3.0)
    with pytest.raises(TooFast):
        kept.spend(ada, 1.0)


def test_many_names_from_one_address_share_its_budget() -> None:
    kept = Budget(HandClock(), LIMITS)
    for number in range(20):
        kept.spend(Payer(f"guest-{number}", "192.0.2.7"), 1.0)
    with pytest.raises(TooFast):
        kept.spend(Payer("another", "192.0.2.7"), 1.0)
    with pytest.raises(TooFast):
        kept.spend(Payer(None, "192.0.2.7"), 1.0)
    for number in range(100):
        kept.spend(Payer(f"guest-{number}", "127.0.0.1"), 1.0)


def test_what_costs_more_than_the_whole_budget_can_be_had_when_it_is_full() -> None:
    kept = Budget(HandClock(), LIMITS)
    kept.spend(Payer("ada"), 1000.0)
    with pytest.raises(TooFast):
        kept.spend(Payer("ada"), 1.0)


def test_requests_of_an_address_are_counted_by_a_clock_that_never_goes_back() -> None:
    clock = HandClock()
    kept = Budget(clock, Limits(requests_per_minute=60))
    for _ in range(60):
        kept.count_request("192.0.2.7")
    with pytest.raises(TooFast):
        kept.count_request("192.0.2.7")
    kept.count_request("192.0.2.8")
    clock.time += 2.0
    kept.count_request("192.0.2.7")
    kept.count_request("192.0.2.7")
    with pytest.raises(TooFast):
        kept.count_request("192.0.2.7")


def test_too_many_requests_are_refused_whatever_they_claim(tmp_path: Path) -> None:
    """A client cannot escape by naming another address, unless it is a proxy on this machine that names one."""
    limits = Limits(requests_per_minute=5)
    with serving(tmp_path, QuayGame(), limits=limits) as (address, _), httpx.Client(base_url=address) as client:
        answers = [client.get("/api/titles", headers={"X-Real-IP": f"192.0.2.{number}"}) for number in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert answers[-1].json()["code"] == "too-fast"
        assert client.get("/assets/nothing.js").status_code != 429
        forwarded = {"X-Forwarded-For": "198.51.100.9, 192.0.2.77"}
        answers = [client.get("/api/titles", headers=forwarded) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        # The proxy's own entry is the last; what a client wrote before it does not count.
        other = {"X-Forwarded-For": "198.51.100.10, 192.0.2.77"}
        assert client.get("/api/titles", headers=other).status_code == 429


@pytest.mark.parametrize(
    ("address", "local"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("", True), ("192.0.2.7", False), ("nonsense", False)],
)
def test_which_addresses_are_of_this_machine(address: str, local: bool) -> None:
    assert is_local(address) is local


def test_looking_back_previews_and_whys_are_refused_when_the_budget_is_spent(tmp_path: Path) -> None:
    async def test() -> None:
        async with house(tmp_path, QuayGame(), limits=LIMITS) as home:
            first, second, _ = await home.table("quay", 2, 0)
            seat = first.room.in_play().match.actors[0]
            browser = (first, second)[seat]
            text = browser.texts[0]
            kinds: list[FromBrowser] = [
                Look("look-0001", seat, 1),
                AskPreview("preview-1", seat, text),
                AskWhy("why-00001", seat, "nothing"),
            ]
            for _ in range(100):
                answers = [await browser.ask(kind) for kind in kinds]
            assert [(answer["type"], answer["code"]) for answer in answers] == [("refused", "too-fast")] * 3
            assert (await browser.play(seat, text))["type"] == "ack"  # moves are not counted
            other = (second, first)[seat]
            assert (await other.ask(Look("look-0002", 1 - seat, 1)))["type"] == "past"
            home.clock.time += 5.0
            assert (await browser.ask(Look("look-0003", seat, 1)))["type"] == "past"

    run_in_loop(test())


def test_looking_back_leaves_others_their_turn_and_does_not_hold_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "SLICE", -1.0)

    async def test() -> None:
        async with house(tmp_path, QuayGame()) as home:
            first, second, watcher = await home.table("quay", 2, 0)
            for _ in range(4):
                seat = first.room.in_play().match.actors[0]
                browser = (first, second)[seat]
                await browser.play(seat, browser.texts[0])
            entries = first.room.in_play().seq
            assert entries >= 4
            turns = 0
            look = asyncio.create_task(
                first.room.look(watcher.connection, Look("look-0001", None, watcher.frame["number"]))
            )
            while not look.done():
                turns += 1
                await asyncio.sleep(0)
                assert turns < 3 or not first.room.lock.locked()
            assert turns > entries
            # What was looked at a moment ago is not played again.
            again = asyncio.create_task(
                first.room.look(watcher.connection, Look("look-0002", None, watcher.frame["number"]))
            )
            await asyncio.sleep(0)
            assert again.done()
            await home.settle()
            assert [m["type"] for _, m in watcher.heard].count("past") == 2

    run_in_loop(test())


def test_heavy_work_of_many_goes_on_one_slice_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "SLICE", -1.0)

    async def test() -> None:
        lane = Lane()
        done = 0

        def steps() -> Iterator[int]:
            nonlocal done
            for _ in range(20):
                done += 1
                yield done

        async def work() -> None:
            async for _ in lane.slices(steps()):
                pass

        tasks = [asyncio.create_task(work()) for _ in range(10)]
        most = 0
        while not all(task.done() for task in tasks):
            before = done
            await asyncio.sleep(0)
            most = max(most, done - before)
        assert done == 200
        assert most == 1

    run_in_loop(test())


def test_replays_are_unpacked_once_written_in_pieces_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack, unpacked = films.unpack, []

    def counted(packed: bytes) -> films.Film:
        unpacked.append(packed)
        return unpack(packed)

    monkeypatch.setattr(films, "unpack", counted)
    limits = Limits(requests_per_minute=100_000, work_burst=25.0, work_rate=0.0)
    with serving(tmp_path, QuayGame(), limits=limits) as (address, _):
        ada = Guest(address, "Ada")
        table = ada.new_table("me", "here", title="quay")
        with ada.sit(table) as sitting:
            sitting.settle()
            while sitting.table["status"] == "playing":
                seat = next(seat for seat in (0, 1) if sitting.frames[seat]["options"])
                assert sitting.play(seat)["type"] == "ack"
                sitting.settle(0.08)
        answers = [ada.http.get(f"/api/tables/{table}/replay") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[2].json()["code"] == "too-fast"
        assert len(unpacked) == 1
        assert answers[0].json() == answers[1].json()
        assert answers[0].headers["content-type"].startswith("application/json")
        found = answers[0].json()
        assert [frame["number"] for frame in found["frames"]] == list(range(1, len(found["frames"]) + 1))
        assert len(found["frames"]) > 1
        assert set(found) == {"table", "frames", "standing", "record"}
        refused = ada.http.post(
            "/api/tables", json={"title": "quay", "seats": [{"kind": "me"}, {"kind": "here"}], "pace": "instant"}
        )
        assert refused.status_code == 429
        assert httpx.get(f"{address}/api/tables/{table}/replay").status_code == 200  # nobody's guest, this machine
