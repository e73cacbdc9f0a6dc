"""Presses and keys that reach nothing: behind the curtain, and the second half of a double click."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.buru import open_solo
from tests.web.conftest import OpenPage, Server, shot

TABS = 40
MOMENT_MS = 500
"""Longer than stray presses are ignored."""


def test_nothing_behind_the_curtain_can_be_reached(server: Server, open_page: OpenPage) -> None:
    """The next person cannot take back the move before and so see that seat's view."""
    page = open_page(server.url)
    page.goto(f"{server.url}/new/buru")
    for _ in range(2):  # in place of the two Lawan, whose moves could not be taken back
        page.get_by_role("button", name="Somebody here").click()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".curtain button").click()
    page.locator("[data-key='explorer:4'][data-legal]").click()
    page.locator("[data-key='region:lake'][data-legal]").click()
    expect(page.locator("header [aria-label='Take back']")).to_be_enabled()
    page.get_by_role("button", name="Hand the screen over").click()
    curtain = page.locator(".curtain")
    expect(curtain).to_be_visible()
    shot(page, "behind-the-curtain")
    reached = set()
    for key in ["Shift+Tab"] * TABS + ["Tab"] * TABS:
        page.keyboard.press(key)
        reached.add(page.evaluate("document.activeElement?.closest('.curtain, .table')?.className ?? ''"))
    assert not [name for name in reached if name.startswith("table")]
    expect(page.locator("header [aria-label='Take back']")).to_be_disabled()
    page.evaluate("document.activeElement?.blur()")
    page.keyboard.press("u")
    page.keyboard.press("Shift+U")
    page.wait_for_timeout(300)
    expect(curtain).to_be_visible()
    curtain.get_by_role("button").click()
    expect(curtain).to_have_count(0)
    page.locator(".ask .opt").first.wait_for()


def test_a_double_click_on_a_group_of_the_list_plays_nothing(server: Server, open_page: OpenPage) -> None:
    """Its second half lands on an option of the group, which would be played at once."""
    page = open_page(server.url, guard=True)
    open_solo(page, server)
    group = page.locator(".ask .opt[data-option^='explorer:']").first
    group.wait_for()
    page.wait_for_timeout(MOMENT_MS)
    group.dblclick()
    expect(page.locator(".path")).to_contain_text("then?")
    page.wait_for_timeout(MOMENT_MS)
    expect(page.locator(".path")).to_contain_text("then?")
    expect(page.locator("[data-choice]")).to_have_attribute("data-move", "")
    # Quickly typed keys are all meant.
    page.keyboard.press("Escape")
    page.wait_for_timeout(MOMENT_MS)
    page.keyboard.press("4")
    page.keyboard.press("l")
    expect(page.locator(".path")).to_contain_text("ready")
