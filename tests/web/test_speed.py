"""How much is fetched and how soon one can act: with the longest game of Burrows and with a record of 1,500 moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from bungalow.core.contract import Game
from bungalow.core.registry import find
from bungalow.server.settings import default_web
from tests.server.in_process import serving
from tests.web.conftest import OpenPage, Server, new_table, wait_for_turn
from tests.web.feed import Fed, feed
from tests.web.steps import MOVES, StepsGame

FIRST_LOAD_BYTES = 120_000
SECONDS = 1.0
TRIES = 3
LONGEST = (3, 37, 181)
"""Seats, seed and moves of the longest game among 500 seeds for each number of seats, played by chance."""

ASKED = "() => document.querySelector('button.opt:not([disabled])') && document.querySelector('.log .look')"
ENDED = "() => document.querySelector('main.end h1')"
REPLAYED = "() => document.querySelector('.scrub .count')?.textContent.includes(' / ')"


def seconds_until(page: Page, guest_script: str, url: str, ready: str) -> float:
    """From the beginning of a load with an empty cache until the page can be used."""
    page.add_init_script(guest_script)
    page.goto(url, wait_until="commit")
    found = page.wait_for_function(f"() => ({ready})() ? performance.now() : false").json_value()
    return float(found) / 1000


def measure(open_page: OpenPage, url: str, running: Fed, finished: Fed) -> dict[str, list[float]]:
    """Each page several times in a new profile; the first time the server has to play the record from the store."""
    pages = {
        f"a running table, {running.moves} moves": (f"{url}/table/{running.table}", ASKED),
        f"a finished table, {finished.moves} moves": (f"{url}/table/{finished.table}", ENDED),
        f"its replay, {finished.moves} moves": (f"{url}/replay/{finished.table}", REPLAYED),
    }
    found: dict[str, list[float]] = {}
    for name, (address, ready) in pages.items():
        guest = running.guest_script if "running" in name else finished.guest_script
        found[name] = []
        for _ in range(TRIES):
            page = open_page("about:blank")
            found[name].append(seconds_until(page, guest, address, ready))
            page.close()  # its server may be gone before it
    return found


def check_and_print(found: dict[str, list[float]], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print()
        for name, (first, *others) in found.items():
            print(f"  {name}: first {first:.2f} s, then {', '.join(f'{each:.2f}' for each in others)} s")
    for name, times in found.items():
        assert min(times) < SECONDS, f"{name}: {times}"


def two_tables(data: Path, game: Game, seats: int, seed: int) -> tuple[Fed, Fed]:
    """The same game: stopped where seat 1 is asked for the last time, and finished."""
    finished = feed(data, game, seats, seed)
    running = next(fed for leave in range(1, 40) if (fed := feed(data, game, seats, seed, leave=leave)).asked)
    return running, finished


@pytest.mark.parametrize("title", ["burrows", "buru", "busara"])
def test_the_first_load_of_a_table_weighs_little(server: Server, open_page: OpenPage, title: str) -> None:
    page = open_page(server.url)
    new_table(page, server, title)
    url = page.url
    # A fresh profile with the same guest: nothing is in the cache.
    kept = page.evaluate("localStorage.getItem('bungalow.guest')")
    fresh = open_page("about:blank")
    fresh.add_init_script(f"localStorage.setItem('bungalow.guest', {kept!r})")
    fresh.goto(url)
    wait_for_turn(fresh)
    fresh.wait_for_load_state("networkidle")
    loaded: list[tuple[str, int, int]] = fresh.evaluate(
        "() => performance.getEntriesByType('resource').filter((each) => /[.](js|css)$/.test(each.name))"
        ".map((each) => [each.name, each.encodedBodySize, each.decodedBodySize])"
    )
    transferred = {name: encoded for name, encoded, _ in loaded}
    print(f"{sum(transferred.values())} bytes of JavaScript and CSS in {len(transferred)} files")
    assert len(transferred) > 3
    assert all(encoded < decoded for _, encoded, decoded in loaded if decoded > 2000), "compressed on the way"
    assert 0 < sum(transferred.values()) <= FIRST_LOAD_BYTES, transferred


@pytest.mark.alone
def test_the_longest_game_opens_within_a_second(
    server: Server, open_page: OpenPage, capsys: pytest.CaptureFixture[str]
) -> None:
    seats, seed, moves = LONGEST
    with server.away():
        running, finished = two_tables(server.data, find("burrows"), seats, seed)
    assert finished.moves == moves
    check_and_print(measure(open_page, server.url, running, finished), capsys)


@pytest.mark.alone
def test_a_record_of_1500_moves_opens_within_a_second(
    open_page: OpenPage, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path_factory.mktemp("steps")
    running, finished = two_tables(data, StepsGame(), 2, 1)
    assert finished.moves == MOVES
    with serving(data, StepsGame(), web=default_web()) as (url, _):
        check_and_print(measure(open_page, url, running, finished), capsys)
