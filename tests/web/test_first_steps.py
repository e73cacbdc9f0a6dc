"""From the shelf to a first move: by mouse, by keyboard alone, on a phone, in the dark."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import (
    MIDDLE,
    PHONE,
    WIDE,
    OpenPage,
    Server,
    check_axe,
    check_fits,
    log_lines,
    new_table,
    shot,
    wait_for_lines,
    wait_for_turn,
)
from tools.progress import ROOT

FIRST_LOAD_BYTES = 120_000


def press_tab_until(page: Page, name: str) -> None:
    """Go on with Tab until the thing of that name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        label = page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")
        if name in label:
            return
    raise AssertionError(f"Tab never reached {name!r}")


def build_by_mouse(page: Page, turn: int) -> None:
    """Press a tile of the pool and say that it is built with; from the second turn on also a place for it."""
    page.locator(".board [data-key^='tile:'][data-legal]").first.click()
    page.locator("button.opt[data-option^='build']").first.click()
    if turn > 1:  # building can be taken back until the tile lies, so it is played by itself
        expect(page.locator(".ask h2")).to_contain_text("Where to lay")
        press_middle(page, ".board [data-key^='cell:']")
    page.locator("#confirm[aria-disabled=false]").click()


def press_middle(page: Page, selector: str) -> None:
    """Press where the eye sees the thing, whatever lies over it."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def build_by_keyboard(page: Page, turn: int) -> None:
    """The key of an entry of the list, then Enter; from the second turn on also the key of a place."""
    page.keyboard.press(page.locator("button.opt[data-option^='build'] kbd").first.inner_text())
    if turn > 1:
        expect(page.locator(".ask h2")).to_contain_text("Where to lay")
        page.keyboard.press("1")
    page.locator("#confirm[aria-disabled=false]").wait_for()
    page.keyboard.press("Enter")


def test_the_shelf_opens(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    expect(page.get_by_role("heading", name="Burrows")).to_be_visible()
    expect(page.get_by_role("link", name="Play Burrows")).to_be_visible()
    check_axe(page)
    shot(page, "shelf-wide")
    page.get_by_role("link", name="Rules of Burrows").click()
    expect(page.get_by_role("heading", name="Burrows", level=1, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="How to play Burrows")).to_have_count(1)
    check_axe(page)


def test_one_button_opens_a_table_against_a_bot_and_a_tile_is_laid_by_mouse(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page(server.url)
    page.get_by_role("link", name="Play Burrows").click()
    opening = page.get_by_role("button", name="Open the table")
    opening.wait_for()
    check_axe(page)
    shot(page, "new-table-wide")
    opening.click()
    wait_for_turn(page)
    check_axe(page)
    for turn in (1, 2):
        build_by_mouse(page, turn)
        wait_for_lines(page, "Guest lays", turn)
        wait_for_turn(page)
    shot(page, "table-wide")


def test_a_tile_is_laid_by_keyboard_alone(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    page.get_by_role("link", name="Play Burrows").wait_for()
    press_tab_until(page, "Play Burrows")
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/burrows")
    page.get_by_role("button", name="Open the table").wait_for()
    press_tab_until(page, "Open the table")
    page.keyboard.press("Enter")
    for turn in (1, 2):
        wait_for_turn(page)
        build_by_keyboard(page, turn)
        wait_for_lines(page, "Guest lays", turn)


def test_things_of_the_board_are_reached_by_tab_and_arrows(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    page.locator(".board [data-legal]").first.wait_for()
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.hasAttribute('data-legal')"):
            break
        page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.dataset.key")
    assert first is not None
    assert page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") != first
    page.keyboard.press("Enter")
    expect(page.locator(".ask .path, .ask h2").first).not_to_be_empty()


def test_a_move_that_revealed_nothing_is_taken_back(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    # The first tile of a warren has one place only, so that building with it ends the turn.
    build_by_keyboard(page, 1)
    expect(page.locator(".log")).to_contain_text("Guest lays")
    wait_for_turn(page)
    before = page.locator(".ask h2").inner_text()
    page.locator("button.opt[data-option^='build']").first.click()
    expect(page.locator(".ask h2")).to_contain_text("Where to lay")
    page.keyboard.press("u")
    expect(page.locator(".ask h2")).to_have_text(before)
    assert sum("Guest builds" in line for line in log_lines(page)) == 1


def test_a_phone(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, size=PHONE, touch=True)
    page.get_by_role("link", name="Play Burrows").wait_for()
    check_fits(page)
    shot(page, "shelf-phone")
    new_table(page, server)
    check_fits(page)
    check_axe(page)
    shot(page, "table-phone")
    page.locator("button.opt").first.tap()
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator("#confirm").tap()
    page.get_by_role("button", name="Log").tap()
    expect(page.locator(".log")).to_contain_text("Guest")
    check_axe(page)
    page.get_by_role("button", name="Rules").tap()
    shot(page, "rules-phone")
    check_fits(page)


@pytest.mark.parametrize("size", [WIDE, MIDDLE, PHONE])
def test_the_dark(server: Server, open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(server.url, size=size, dark=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("link", name="Play Burrows").wait_for()
    check_axe(page)
    shot(page, f"shelf-dark-{size[0]}")
    new_table(page, server)
    check_axe(page)
    check_fits(page)
    shot(page, f"table-dark-{size[0]}")


def test_settings_are_kept(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    page.get_by_role("button", name="Settings").click()
    check_axe(page)
    page.get_by_role("radio", name="Dark").check(force=True)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_an_unknown_table_is_told_in_a_sentence(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/table/nosuchtable1")
    expect(page.get_by_role("heading", name="There is no table here")).to_be_visible()
    page.goto(f"{server.url}/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is no room behind this door")).to_be_visible()


def test_the_first_load_of_a_table_is_small(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url))
    page.reload()
    wait_for_turn(page)
    files = [url.removeprefix(server.url).lstrip("/") for url in fetched if re.search(r"\.(js|css)$", url)]
    assert files
    sizes = {name: len(gzip.compress((ROOT / "web" / "dist" / name).read_bytes())) for name in files}
    assert sum(sizes.values()) <= FIRST_LOAD_BYTES, sizes
