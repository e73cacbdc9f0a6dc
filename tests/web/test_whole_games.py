"""Whole games of Burrows against a bot, from the first tile to the end screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, OpenPage, Server, check_axe, check_fits, log_lines, new_table, shot, wait_for_turn
from tests.web.play import do_step, play_on, play_turns, warren

pytestmark = pytest.mark.slow


def check_the_end(page: Page) -> None:
    """Who won, from what, and the three ways on."""
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    expect(page.locator("li.res")).to_have_count(2)
    expect(page.get_by_role("heading", name="The story of the game")).to_be_visible()
    for name in ("Rematch", "The table"):
        expect(page.get_by_role("button", name=name)).to_be_visible()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_a_whole_game_by_mouse(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_on(page, "mouse")
    check_the_end(page)
    check_axe(page)
    shot(page, "end-wide")
    page.get_by_role("button", name="The table").click()
    expect(page.locator("header .pill")).to_have_text("The game is over")
    assert any("Guest lays" in line for line in log_lines(page))
    check_axe(page)
    page.get_by_role("button", name="The result").click()
    page.get_by_role("button", name="Rematch").click()
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 0 tiles")
    wait_for_turn(page)


def test_a_whole_game_by_keyboard_alone(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_on(page, "keys")
    check_the_end(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_arrows_steer_the_tile(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_turns(page, "keys", 1)
    page.locator("button.opt[data-option^='build']").first.wait_for()
    page.keyboard.press(page.locator("button.opt[data-option^='build'] kbd").first.inner_text())
    expect(page.locator(".ask h2")).to_contain_text("Where")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "application":
            break
        page.keyboard.press("Shift+Tab")
    expect(warren(page)).to_be_focused()
    ghosts = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "r"):
        page.keyboard.press(key)
        ghosts.add(page.locator(".ghost").evaluate("node => node.outerHTML.slice(0, 400)"))
    assert len(ghosts) >= 3
    page.keyboard.press("Enter")
    page.locator("#confirm:not([aria-disabled=true])").wait_for()
    page.keyboard.press("Enter")
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 2 tiles")


@pytest.mark.parametrize("dark", [False, True])
def test_some_turns_on_a_phone_by_touch(server: Server, open_page: OpenPage, dark: bool) -> None:
    page = open_page(server.url, size=PHONE, touch=True, dark=dark)
    new_table(page, server)
    play_turns(page, "touch", 2)
    wait_for_turn(page)
    check_axe(page)
    for _ in range(20):
        if "Where" in page.locator(".q h2").inner_text():
            break
        do_step(page, "touch")
        page.wait_for_timeout(60)
    expect(page.locator(".q h2")).to_contain_text("Where")
    check_axe(page)
    shot(page, f"table-phone-placing{'-dark' if dark else ''}")
    play_turns(page, "touch", 1)
    check_fits(page)
    check_axe(page)
    shot(page, f"table-phone-in-play{'-dark' if dark else ''}")
