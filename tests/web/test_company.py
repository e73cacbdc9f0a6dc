"""People at one table: in three browsers, at one screen, and one who hands the seat to a bot."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from bungalow.server.settings import default_web
from tests.server.in_process import serving
from tests.titles.kilns import KilnsGame
from tests.web.conftest import (
    PHONE,
    OpenPage,
    Server,
    check_axe,
    check_fits,
    new_table,
    shot,
    wait_for_lines,
    wait_for_turn,
)
from tests.web.play import do_step, play_on, play_turns, warren


def open_for_company(page: Page, server: Server) -> str:
    """A table of Ada's with a free seat; its link."""
    page.goto(f"{server.url}/new/burrows")
    page.get_by_label("Name at seat 1").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("Open")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", name="Waiting for company")).to_be_visible()
    return page.url


def lay_a_tile(page: Page, name: str, count: int, *others: Page) -> None:
    """Build by mouse until the log of everybody tells it."""
    play_on(page, "mouse", name=name, lines=count)
    for other in (page, *others):
        wait_for_lines(other, f"{name} lays", count)


def say(page: Page, words: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill(words)
    page.get_by_label("Say something").press("Enter")


def seat(page: Page, name: str) -> str:
    return page.locator("aside.seats .seat").filter(has_text=name).first.inner_text()


def test_two_browsers_and_one_that_watches(server: Server, open_page: OpenPage) -> None:
    ada = open_page(server.url)
    link = open_for_company(ada, server)
    check_axe(ada)
    shot(ada, "waiting-room")
    bo = open_page(link)
    bo.get_by_label("Your name").fill("Bo")
    watcher = open_page(link)
    expect(watcher.get_by_role("heading", name="Sit down for Burrows?")).to_be_visible()
    bo.get_by_role("button", name="Sit down").click()
    for page in (ada, bo, watcher):
        expect(page.locator("div.board").first).to_be_visible()
    expect(ada.locator("header .soft")).to_contain_text("1")  # one watches
    expect(ada.locator("header .pill")).to_contain_text(re.compile("Your turn|Bo"))
    first, second = (ada, bo) if "Your" in ada.locator("header .pill").inner_text() else (bo, ada)
    names = ("Ada", "Bo") if first is ada else ("Bo", "Ada")

    # What each does is seen by the others, and only whoever is asked is asked.
    lay_a_tile(first, names[0], 1, second, watcher)
    lay_a_tile(second, names[1], 1, first, watcher)
    lay_a_tile(first, names[0], 2, second, watcher)
    expect(watcher.locator(".ask")).to_contain_text("You are watching")
    assert watcher.locator("button.opt").count() == 0
    expect(second.locator("header .pill")).to_contain_text("Your turn")
    expect(first.locator("header .pill")).to_contain_text(names[1])
    check_axe(watcher)
    shot(watcher, "table-watching")

    # A line of chat reaches everybody; who watches can speak, too.
    say(ada, "Good luck, everybody")
    for page in (bo, watcher):
        expect(page.get_by_role("tab", name="Chat")).to_contain_text("1")
        page.get_by_role("tab", name="Chat").click()
        expect(page.locator(".chat")).to_contain_text("Good luck, everybody")
    watcher.get_by_role("button", name="Speak as a guest").click()
    say(watcher, "Hello from the gallery")
    for page in (ada, bo):
        expect(page.locator(".chat")).to_contain_text("Hello from the gallery")
    check_axe(ada)

    # Who goes is away, and here again with the same seat after coming back.
    bo.goto("about:blank")
    expect(ada.locator("aside.seats .seat").filter(has_text="Bo")).to_contain_text("away")
    bo.goto(link)
    expect(bo.locator("aside.seats")).to_contain_text("you")
    bo.get_by_role("tab", name="Log").click()
    lay_a_tile(second, names[1], 2)


def test_a_seat_is_handed_to_a_bot(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_turns(page, "mouse", 1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Hand the seat to a bot").click()
    expect(page.get_by_role("dialog")).to_contain_text("A bot plays on for Guest")
    check_axe(page)
    shot(page, "resign")
    page.get_by_role("button", name="Play on").click()
    expect(page.get_by_role("button", name="Hand the seat to a bot")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    wait_for_turn(page)
    assert "you" in seat(page, "Guest")

    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Hand the seat to a bot").click()
    page.get_by_role("button", name="Hand it over").click()
    # Two bots at once play the game to its end, and one sees it.
    page.locator("main.end h1").wait_for(timeout=60_000)
    page.get_by_role("button", name="The table").click()
    expect(page.locator("aside.seats .seat").filter(has_text="Guest")).to_contain_text("bot")
    assert page.get_by_role("button", name="Take back", exact=True).count() == 0
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.get_by_role("button", name="Hand the seat to a bot").count() == 0


def test_a_seat_is_handed_over_on_a_phone(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, size=PHONE, touch=True)
    new_table(page, server)
    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("button", name="Hand the seat to a bot").tap()
    check_fits(page)
    check_axe(page)
    shot(page, "resign-phone")
    page.get_by_role("button", name="Hand it over").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("section.sheet button.opt")).to_have_count(0)


def test_two_at_one_screen(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/new/burrows")
    page.get_by_label("Seat 2", exact=True).select_option("This screen")
    page.get_by_label("Name at seat 1").fill("Ada")
    page.get_by_label("Name at seat 2").fill("Bo")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    # Nothing is secret in Burrows: the screen goes on to the next by itself.
    pill = page.locator("header .pill")
    first = "Ada" if "Ada" in pill.inner_text() else "Bo"
    second = "Bo" if first == "Ada" else "Ada"
    lay_a_tile(page, first, 1)
    expect(pill).to_have_text(re.compile(f"{second}'s turn"))
    assert page.locator(".curtain").count() == 0
    expect(warren(page)).to_have_attribute("aria-label", re.compile("warren, 0 tiles"))

    # With the curtain set to always, nobody's view shows before the screen is taken.
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radiogroup", name="Curtain").get_by_text("Always").click()
    page.get_by_role("button", name="Close", exact=True).click()
    lay_a_tile(page, second, 1)
    expect(page.get_by_role("heading", name=f"Hand the screen to {first}")).to_be_visible()
    check_axe(page)
    shot(page, "curtain")
    page.get_by_role("button", name=f"I am {first}").click()
    expect(pill).to_have_text(re.compile(f"{first}'s turn"))
    lay_a_tile(page, first, 2)


def test_a_curtain_falls_where_seats_have_secrets(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path, KilnsGame(), web=default_web()) as (url, _):
        page = open_page(f"{url}/new/kilns")
        page.get_by_label("Seat 2", exact=True).select_option("This screen")
        page.get_by_label("Name at seat 1").fill("Ada")
        page.get_by_label("Name at seat 2").fill("Bo")
        page.get_by_role("button", name="Open the table").click()
        curtain = page.get_by_role("dialog")
        for _ in range(2):
            expect(curtain).to_contain_text("Hand the screen to")
            page.keyboard.press("Enter")
            expect(curtain).to_have_count(0)
            for _ in range(20):
                if do_step(page, "keys") == "curtain":
                    break
        page.close()  # before the server goes, whose silence it would complain of
