"""Reaction windows at server tables: held for the same time whoever is asked, and standing orders.

Ambush for three: after a raid each other seat has its window, in turn. Seat 1 raids; who holds a trap is chosen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from bungalow.server.bot_worker import Request
from bungalow.server.budget import Payer
from bungalow.server.messages import AskPreview, AskWhy, FromBrowser, Look, PlayMove, Resign, Undo
from bungalow.server.store.base import Entry
from tests.loops import run_in_loop
from tests.server.conftest import NewDatabase
from tests.server.house import Browser, House, house
from tests.titles.ambush import FIRST_TRAP, Ambush, AmbushGame
from tests.titles.kilns import KilnsGame

RAIDER, SECOND, THIRD, WATCHER = range(4)
TRAPS = [(), (1,), (2,), (1, 2)]


def seed_with(traps: tuple[int, ...], top: str = "") -> int:
    """A deal in which exactly these seats hold traps, and the deck has a `trap` or a `pebble` on top."""
    for seed in range(10_000):
        state = AmbushGame().new(3, seed=seed)
        assert isinstance(state, Ambush)
        held = tuple(seat for seat in range(3) if state.cards[seat] >= FIRST_TRAP)
        if held == traps and top in ("", "trap" if state.deck[-1] >= 14 else "pebble"):
            return seed
    raise AssertionError("no such deal")


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Choose who holds traps at the tables that are set up next."""

    def choose(traps: tuple[int, ...], top: str = "") -> None:
        seed = seed_with(traps, top)
        monkeypatch.setattr("bungalow.server.hub.Hub.new_seed", lambda *_: seed)

    return choose


def run(test: Coroutine[Any, Any, None]) -> None:
    run_in_loop(asyncio.wait_for(test, 60))


async def entries(home: House, browser: Browser) -> list[Entry]:
    return await home.hub.store.entries(browser.room.table)


def told(browser: Browser) -> list[tuple[float, dict[str, Any]]]:
    """Everything a browser was told, apart from the table's own name."""
    return [(at, {**m, "info": None}) for at, m in browser.heard]


# -- the hold -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reaction", [3, 6])
def test_everybody_waits_for_the_same_time_whoever_is_asked_and_however_fast_they_pass(
    tmp_path: Path, deal: Any, reaction: Any
) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            seen: list[object] = []
            for traps in TRAPS:
                for pause in (0.0, 0.5, 2.75, None):  # None: no answer at all
                    deal(traps)
                    browsers = await home.table("ambush", 3, reaction)
                    begin = home.clock.time
                    await browsers[RAIDER].play(RAIDER, "raid")
                    for place, seat in enumerate((SECOND, THIRD)):
                        await home.wait(begin + place * reaction - home.clock.time)
                        asked = browsers[seat].texts == ["pass", "spring"]
                        assert asked == (seat in traps)
                        if asked and pause is not None:
                            await home.wait(pause)
                            assert (await browsers[seat].play(seat, "pass"))["type"] == "ack"
                            assert browsers[seat].texts == []
                    await home.wait(begin + 2 * reaction - 0.001 - home.clock.time)
                    for seat in (RAIDER, WATCHER):
                        assert len(browsers[seat].frames) == 1
                    await home.wait(0.001)
                    for seat in (RAIDER, WATCHER):
                        at, frame = browsers[seat].frames[-1]
                        seen.append((seat, round(at - begin, 6), frame))
            assert len(seen) == 32
            for seat in (RAIDER, WATCHER):
                mine = [one for one in seen if isinstance(one, tuple) and one[0] == seat]
                assert mine[0][1] == 2 * reaction
                assert all(one == mine[0] for one in mine if seat == WATCHER)
                assert all(one[1] == mine[0][1] for one in mine)

    run(test())


def test_the_second_window_opens_when_the_time_of_the_first_is_over(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            prompts: list[tuple[float, float]] = []
            for traps, pause in (((2,), None), ((1, 2), None), ((1, 2), 1.0)):
                deal(traps)
                browsers = await home.table("ambush", 3, 3)
                begin = home.clock.time
                await browsers[RAIDER].play(RAIDER, "raid")
                if pause is not None:
                    await home.wait(pause)
                    await browsers[SECOND].play(SECOND, "pass")
                await home.wait(begin + 4 - home.clock.time)
                at, frame = browsers[THIRD].frames[-1]
                assert browsers[THIRD].texts == ["pass", "spring"]
                prompts.append((round(at - begin, 6), frame["seconds"]))
            assert prompts == [(3.0, 3.0)] * 3

    run(test())


def test_what_is_not_answered_is_passed_in_the_name_of_the_clock(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            deal((1,))
            browsers = await home.table("ambush", 3, 3)
            await browsers[RAIDER].play(RAIDER, "raid")
            assert browsers[SECOND].frame["seconds"] == 3.0
            await home.wait(3)
            written = [(e.kind, e.seat, e.text, e.author) for e in await entries(home, browsers[RAIDER])]
            assert written[1:] == [("move", 1, "pass", "clock"), ("close", -1, "", "clock")]
            late = await browsers[SECOND].play(SECOND, "spring")
            assert (late["type"], late["code"]) == ("refused", "not-your-turn")
            await home.wait(3)
            assert browsers[RAIDER].frame["view"]["points"] == [2, 0, 0]
            record = browsers[0].room.play
            assert record is not None
            assert record.match.record().moves == [(0, "raid"), (1, "pass")]

    run(test())


def test_a_reaction_is_seen_at_once(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            deal((1,))
            browsers = await home.table("ambush", 3, 6)
            await browsers[RAIDER].play(RAIDER, "raid")
            await home.wait(1.5)
            await browsers[SECOND].play(SECOND, "spring")
            for browser in browsers:
                assert browser.frame["view"]["points"] == [0, 0, 0]
                assert browser.frame["lines"][-2]["words"] == "Guest 2 springs a trap on Guest 1"
                assert browser.frames[-1][0] == 1.5
            before = [len(browser.frames) for browser in browsers]
            await home.wait(20)  # nothing is left of the window's time
            assert [len(browser.frames) for browser in browsers] == before

    run(test())


def test_while_a_table_is_held_nobody_learns_anything_by_trying(tmp_path: Path, deal: Any) -> None:
    """Every request of others is answered alike, somebody being asked or not, and before and after an early pass."""

    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            answers: list[object] = []
            for traps in ((), (1,), (1,)):
                deal(traps)
                browsers = await home.table("ambush", 3, 3)
                await browsers[RAIDER].play(RAIDER, "raid")
                await home.wait(1)
                if len(answers) == 2:
                    await browsers[SECOND].play(SECOND, "pass")
                tried = []
                for seat in (RAIDER, THIRD):
                    number = browsers[seat].frame["number"]
                    requests: list[FromBrowser] = [
                        *[PlayMove(f"try-{text}", seat, number, text) for text in ("dig", "raid", "pass", "spring")],
                        Undo("try-undo", seat),
                        AskPreview("try-preview", seat, "dig"),
                        AskWhy("try-why", seat, "do:dig"),
                        Look("try-look", seat, number),
                    ]
                    tried.append(await home.refusals(browsers[seat], requests))
                late = await home.enter(browsers[0].room.table, None)  # a spectator who comes now
                answers.append((tried, late.frame))
            assert answers[0] == answers[1] == answers[2]

    run(test())


def test_a_card_that_lies_face_up_is_awaited_in_the_open(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            deal((1,), "trap")
            browsers = await home.table("ambush", 3, 3)
            await browsers[RAIDER].play(RAIDER, "raid")
            await browsers[SECOND].play(SECOND, "spring")  # and a trap lies face up there now
            await browsers[SECOND].play(SECOND, "dig")
            await browsers[THIRD].play(THIRD, "raid")
            await home.wait(3)  # the time of seat 1, whose card is hidden
            for browser in browsers:
                assert browser.frame["waiting"] == [SECOND]
            assert browsers[SECOND].frame["seconds"] == 0.0
            await home.wait(1000)
            assert browsers[SECOND].texts == ["pass", "spring"]
            await browsers[SECOND].play(SECOND, "pass")
            for browser in browsers:
                assert browser.frame["view"]["points"] == [0, 1, 2]

    run(test())


def test_no_window_is_held_for_a_card_that_everybody_sees_cannot_react(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            deal((1,), "pebble")
            browsers = await home.table("ambush", 3, 3)
            await browsers[RAIDER].play(RAIDER, "raid")
            await browsers[SECOND].play(SECOND, "spring")
            await browsers[SECOND].play(SECOND, "dig")
            begin = home.clock.time
            await browsers[THIRD].play(THIRD, "raid")
            await home.wait(9)
            assert browsers[WATCHER].frames[-1][0] == begin + 3

    run(test())


def test_who_resigns_in_a_window_leaves_the_answer_to_a_bot(tmp_path: Path, deal: Any) -> None:
    """Bots answer inside the hold: it ends when it would have ended without anybody."""

    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            asked: list[int] = []

            async def choose(request: Request, title: str, payer: Payer) -> str:
                asked.append(request.seat)
                await home.clock.sleep(0.7)
                return "pass" if "raid" in request.record else "dig"

            home.hub.bots.choose = choose  # type: ignore[method-assign]
            deal((1, 2))
            browsers = await home.table("ambush", 2, 3, bots=1)
            begin = home.clock.time
            await browsers[RAIDER].play(RAIDER, "raid")
            await browsers[SECOND].ask(Resign("resign-1", SECOND))
            await home.wait(6)
            assert asked[:2] == [1, 2]
            authors = [(e.kind, e.seat, e.author) for e in await entries(home, browsers[0])][:5]
            assert authors[1:] == [
                ("move", 1, "bot"),
                ("close", -1, "clock"),
                ("move", 2, "bot"),
                ("close", -1, "clock"),
            ]
            shown = [at for at, frame in browsers[RAIDER].frames if frame["view"]["points"][0] == 2]
            assert shown[0] == begin + 6

    run(test())


# -- a restart ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("traps", TRAPS)
@pytest.mark.parametrize("passes", [False, True])
def test_after_a_restart_the_window_that_was_open_begins_anew(
    tmp_path: Path, deal: Any, traps: tuple[int, ...], passes: bool
) -> None:
    async def test() -> None:
        deal(traps)
        async with house(tmp_path, AmbushGame()) as home:
            browsers = await home.table("ambush", 3, 3)
            await browsers[RAIDER].play(RAIDER, "raid")
            await home.wait(2)
            if passes and 1 in traps:
                await browsers[SECOND].play(SECOND, "pass")
            before = browsers[WATCHER].frame
        async with house(tmp_path, AmbushGame()) as home:
            again = [await home.enter(browsers[0].room.table, browser.guest) for browser in browsers]
            assert again[WATCHER].frame == before
            asked = 1 in traps and not passes
            assert (again[SECOND].texts == ["pass", "spring"]) == asked
            assert again[SECOND].frame["seconds"] == (3.0 if asked else 0.0)
            await home.wait(5.999)
            assert again[WATCHER].frame == before
            await home.wait(0.001)
            assert again[WATCHER].frame["view"]["points"] == [2, 0, 0]
            assert again[WATCHER].frame["number"] == before["number"] + 1
            written = [(e.kind, e.seat, e.text) for e in await entries(home, again[0])]
            answers = [("move", seat, "pass") for seat in traps]
            assert written[0] == ("move", 0, "raid")
            assert [e for e in written[1:] if e[0] == "move"] == answers
            assert [e for e in written[1:] if e[0] == "close"] == [("close", -1, "")] * 2

    run(test())


def test_of_two_processes_one_closes_a_window(tmp_path: Path, deal: Any, new_database: NewDatabase) -> None:
    async def test() -> None:
        database = new_database()
        deal((1,))
        async with (
            house(tmp_path, AmbushGame(), database=database) as home,
            house(tmp_path, AmbushGame(), database=database) as other,
        ):
            browsers = await home.table("ambush", 3, 3)
            table = browsers[0].room.table
            far = await other.enter(table, None)
            await browsers[RAIDER].play(RAIDER, "raid")
            for _ in range(200):
                if far.room.window.running:
                    break
                await asyncio.sleep(0.01)
            for _ in range(2):
                await asyncio.gather(home.wait(3), other.wait(3))
                await asyncio.sleep(0.1)
                await asyncio.gather(home.settle(), other.settle())
            written = [e.kind for e in await entries(home, browsers[0])]
            assert written == ["move", "move", "close", "close"]
            for browser in (browsers[WATCHER], far):
                assert browser.frame["view"]["points"] == [2, 0, 0]
            # One process had told the table whole, the other tells what has changed since.
            near, distant = (dict(browser.frame, base=0, changes=[], own=[]) for browser in (browsers[WATCHER], far))
            assert near == distant

    run(test())


# -- without a reaction time ----------------------------------------------------------------------------------------


def test_without_a_reaction_time_nobody_is_asked_and_nothing_is_held(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            seen: list[object] = []
            for traps in TRAPS:
                deal(traps)
                browsers = await home.table("ambush", 3, 0)
                await browsers[RAIDER].play(RAIDER, "raid")
                assert browsers[RAIDER].frame["view"]["points"] == [2, 0, 0]
                for seat in (SECOND, THIRD):
                    assert all(not frame["options"] or "dig" in str(frame) for _, frame in browsers[seat].frames)
                seen.append(told(browsers[WATCHER]))
            assert all(one == seen[0] for one in seen)

    run(test())


def test_without_a_reaction_time_orders_react(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            deal((2,), "pebble")
            browsers = await home.table("ambush", 3, 0)
            assert (await browsers[THIRD].order(THIRD, "spring", "use"))["type"] == "ack"
            await browsers[RAIDER].play(RAIDER, "raid")
            for browser in browsers:
                assert browser.frame["view"]["points"] == [0, 0, 0]
            # It was for once, and the store knows.
            assert rules_of(browsers[THIRD]) == ["ask"]
            loaded = await home.hub.store.load_table(browsers[0].room.table)
            assert loaded is not None
            assert [seat.orders for seat in loaded[1]] == [{}, {}, {}]

    run(test())


# -- standing orders ------------------------------------------------------------------------------------------------


def rules_of(browser: Browser) -> list[str]:
    """The orders as the browser was told them last."""
    last = [message for _, message in browser.heard if message["type"] == "orders"][-1]
    return [order["rule"] for order in last["orders"]]


def test_an_order_to_pass_spares_the_question_and_not_the_time(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            seen = []
            for ordered in (False, True):
                deal((1,))
                browsers = await home.table("ambush", 3, 3)
                if ordered:
                    quiet = [len(browser.heard) for browser in browsers]
                    await browsers[SECOND].order(SECOND, "spring", "pass")
                    await home.wait(1)
                    fresh = [len(browser.heard) - n for browser, n in zip(browsers, quiet, strict=True)]
                    assert fresh == [0, 2, 0, 0]  # ack and orders, to the owner alone
                    assert rules_of(browsers[SECOND]) == ["pass"]
                begin = home.clock.time
                await browsers[RAIDER].play(RAIDER, "raid")
                asked = [at for at, frame in browsers[SECOND].frames if "spring" in str(frame["options"])]
                assert bool(asked) != ordered
                await home.wait(6)
                at, frame = browsers[WATCHER].frames[-1]
                seen.append((at - begin, frame))
            assert seen[0] == seen[1]
            assert seen[0][0] == 6

    run(test())


def test_orders_are_kept_changed_and_struck_out(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        deal((1,))
        async with house(tmp_path, AmbushGame()) as home:
            browsers = await home.table("ambush", 3, 3)
            assert rules_of(browsers[SECOND]) == ["ask"]
            await browsers[SECOND].order(SECOND, None, "pass")
            assert rules_of(browsers[SECOND]) == ["pass"]
        async with house(tmp_path, AmbushGame()) as home:
            again = [await home.enter(browsers[0].room.table, browser.guest) for browser in browsers]
            assert rules_of(again[SECOND]) == ["pass"]
            assert not any(message["type"] == "orders" for _, message in again[WATCHER].heard)
            assert rules_of(again[RAIDER]) == ["ask"]
            await again[SECOND].order(SECOND, "spring", "ask")
            assert rules_of(again[SECOND]) == ["ask"]
            await again[RAIDER].play(RAIDER, "raid")
            assert again[SECOND].texts == ["pass", "spring"]
            await home.wait(1)
            await again[SECOND].order(SECOND, "spring", "pass")  # answers what is asked
            assert again[SECOND].texts == []
            await home.wait(5)
            assert again[WATCHER].frame["view"]["points"] == [2, 0, 0]

    run(test())


def test_an_order_ends_with_the_seat(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame()) as home:
            deal((1,))
            browsers = await home.table("ambush", 3, 3)
            await browsers[SECOND].order(SECOND, "spring", "pass")
            await browsers[SECOND].ask(Resign("resign-2", SECOND))
            loaded = await home.hub.store.load_table(browsers[0].room.table)
            assert loaded is not None
            assert loaded[1][SECOND].orders == {}

    run(test())


def test_what_cannot_be_ordered(tmp_path: Path, deal: Any) -> None:
    async def test() -> None:
        async with house(tmp_path, AmbushGame(), KilnsGame()) as home:
            deal(())
            browsers = await home.table("ambush", 3, None)
            assert browsers[0].room.row.reaction == 3
            wrong = await browsers[SECOND].order(SECOND, "turn", "pass")
            assert (wrong["code"], wrong["words"]) == ("bad-options", "Ambush has no reaction 'turn'")
            assert (await browsers[SECOND].order(RAIDER, "spring", "pass"))["code"] == "not-your-seat"
            assert (await browsers[WATCHER].order(RAIDER, "spring", "pass"))["code"] == "not-your-seat"
            kilns = await home.table("kilns", 2, 6)
            assert kilns[0].room.row.reaction == 0
            assert (await kilns[0].order(0, None, "pass"))["code"] == "bad-options"
            assert not any(message["type"] == "orders" for _, message in kilns[0].heard)

    run(test())
