"""What was: a look back from the log, and the replay of a finished game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bungalow.core.registry import find
from tests.web.conftest import MIDDLE, PHONE, OpenPage, Server, check_axe, check_fits, new_table, shot
from tests.web.feed import Fed, feed
from tests.web.play import own_tiles, play_turns, warren


@pytest.fixture(scope="module")
def finished(server: Server) -> Fed:
    with server.away():
        return feed(server.data, find("burrows"), 3, seed=7)


def moment(page: Page) -> tuple[int, int]:
    at, _, last = page.locator(".scrub .count").inner_text().partition(" / ")
    return int(at), int(last)


def test_a_line_of_the_log_shows_the_table_at_that_moment(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_turns(page, "mouse", 3)
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 3 tiles")
    page.locator("button.opt").first.wait_for()
    page.locator(".log .look").filter(has_text="Guest lays").last.click()
    expect(page.locator(".ask h2")).to_have_text("You are looking back")
    expect(page.locator("header .pill")).to_contain_text("Looking back")
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 1 tile")
    assert page.locator("button.opt").count() == 0
    check_axe(page)
    shot(page, "looking-back")
    page.get_by_role("button", name="Back to now").click()
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 3 tiles")
    page.locator("button.opt").first.wait_for()
    page.locator(".log .look").filter(has_text="Guest lays").nth(1).click()
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 2 tiles")
    page.keyboard.press("Escape")
    expect(page.locator("header .pill")).to_contain_text("Your turn")
    play_turns(page, "mouse", 1)


def test_a_replay_goes_to_any_moment_through_any_eyes(server: Server, open_page: OpenPage, finished: Fed) -> None:
    page = open_page(f"{server.url}/replay/{finished.table}")
    expect(page.locator(".scrub .count")).to_contain_text("1 / ")
    expect(page.locator(".scrub .lines")).not_to_be_empty()
    last = moment(page)[1]
    assert last > 20
    page.get_by_role("button", name="One moment on").click()
    assert moment(page) == (2, last)
    page.keyboard.press("End")
    assert moment(page) == (last, last)
    tiles = own_tiles(page)
    assert tiles > 3
    check_axe(page)
    scrubber = page.get_by_role("slider", name="Moment")
    scrubber.fill(str(last // 2))
    assert moment(page) == (last // 2 + 1, last)
    assert 0 < own_tiles(page) < tiles
    shot(page, "replay-wide")
    words = page.locator(".scrub .lines").inner_text()
    page.get_by_label("Through whose eyes").select_option("As Cy")
    expect(warren(page)).to_have_attribute("aria-label", re.compile("^Cy's warren"))
    assert moment(page)[0] == last // 2 + 1
    assert page.locator(".scrub .lines").inner_text() == words  # Burrows has no secrets between seats
    page.get_by_role("button", name="To the beginning").click()
    assert moment(page)[0] == 1
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".scrub .count")).to_have_text(f"2 / {last}")
    page.get_by_role("button", name="Pause").click()


@pytest.mark.parametrize("size", [MIDDLE, PHONE])
def test_a_replay_in_the_dark(server: Server, open_page: OpenPage, finished: Fed, size: tuple[int, int]) -> None:
    page = open_page(f"{server.url}/replay/{finished.table}?at=12", size=size, dark=True)
    expect(page.locator(".scrub .count")).to_contain_text("13 / ")
    check_axe(page)
    check_fits(page)
    shot(page, f"replay-dark-{size[0]}")


@pytest.mark.parametrize("size", [MIDDLE, PHONE])
def test_the_end_in_the_dark(server: Server, open_page: OpenPage, finished: Fed, size: tuple[int, int]) -> None:
    page = open_page(f"{server.url}/table/{finished.table}", size=size, dark=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    check_axe(page)
    check_fits(page)
    shot(page, f"end-dark-{size[0]}")


def test_a_point_of_the_story_opens_its_moment(server: Server, open_page: OpenPage, finished: Fed) -> None:
    page = open_page(f"{server.url}/table/{finished.table}")
    point = page.get_by_role("link", name="moment").first
    name = point.get_attribute("aria-label") or ""
    point.press("Enter")
    page.wait_for_url("**/replay/**")
    expect(page.locator(".scrub .count")).to_contain_text(f"{name.rsplit(' ', 1)[1]} / ")
