"""People at one table: in three browsers, at one screen, and one who hands the seat to a bot."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from bungalow.server.hub import Hub
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

MOMENT_MS = 1100
"""A little more than the longest time for which presses are ignored."""


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


def open_buru_for_three(page: Page, server: Server, **settings: str) -> str:
    """Three people at one screen, with these settings; who places first."""
    page.evaluate("(kept) => localStorage.setItem('bungalow.settings', JSON.stringify(kept))", settings)
    page.goto(f"{server.url}/new/buru")
    for _ in range(2):
        page.get_by_role("button", name="Somebody here").click()
    expect(page.locator(".row")).to_have_count(3)  # and no Lawan, whose Plot cards would make a move final
    for seat, name in enumerate(("Ada", "Bo", "Cy"), 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    page.locator(".buru").wait_for()
    if settings.get("curtain") != "never":
        page.locator(".curtain button").wait_for()
        page.wait_for_timeout(0 if settings["guard"] == "off" else MOMENT_MS)
        page.locator(".curtain button").click()
        expect(page.locator(".curtain")).to_have_count(0)
    return whose_turn(page)


def whose_turn(page: Page) -> str:
    pill = page.locator("header .pill.yours")
    expect(pill).to_contain_text("'s turn")
    return pill.inner_text().split()[-2].removesuffix("'s")


def place(page: Page, power: int) -> None:
    """An Explorer to the Forest, which can be taken back."""
    for key in (f"explorer:{power}", "region:forest"):
        page.locator(f"[data-key='{key}'][data-legal]").first.click()


def test_a_move_is_taken_back_before_the_curtain_falls(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    first = open_buru_for_three(page, server, guard="off")
    question, heading = page.locator(".ask h2").inner_text(), page.locator(".ask h2")
    place(page, 2)
    expect(heading).to_have_text(re.compile("is next$"))
    second = heading.inner_text().removesuffix(" is next")
    assert second != first
    expect(page.locator(".ask")).to_contain_text("Forest (Power 2; your Power there: 2). You can still take it back.")
    expect(page.locator(".banner")).to_contain_text(f"{second} places next")  # "you" is still the first
    assert page.locator(".curtain").count() == 0
    check_axe(page)
    shot(page, "hand-over")
    page.locator(".ask").get_by_role("button", name="Take back").click()
    expect(heading).to_have_text(question)
    assert whose_turn(page) == first
    place(page, 3)
    expect(heading).to_have_text(f"{second} is next")
    page.get_by_role("button", name="Hand the screen over").click()
    expect(page.get_by_role("heading", name=f"Hand the screen to {second}")).to_be_visible()
    page.locator(".curtain button").click()
    expect(page.locator(".curtain")).to_have_count(0)
    assert whose_turn(page) == second
    expect(page.locator("[data-key='explorer:3'][data-legal]").first).to_be_visible()  # an own one


def test_a_move_is_taken_back_without_a_curtain(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    first = open_buru_for_three(page, server, guard="off", curtain="never")
    pill = page.locator("header .pill")
    for by_key in (False, True):
        place(page, 2)
        expect(pill).not_to_contain_text(first)
        expect(pill).to_contain_text("'s turn")
        if by_key:
            page.keyboard.press("u")
        else:
            page.locator(".ask").get_by_role("button", name="Take back").click()
        expect(pill).to_contain_text(f"{first}'s turn")
        expect(page.locator("[data-key='explorer:2'][data-legal]").first).to_be_visible()
    assert page.locator(".curtain").count() == 0


def test_a_stray_press_does_not_lift_the_curtain(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    open_buru_for_three(page, server, guard="longer")
    page.wait_for_timeout(MOMENT_MS)
    place(page, 2)
    page.wait_for_timeout(MOMENT_MS)
    page.get_by_role("button", name="Hand the screen over").click()
    take = page.locator(".curtain button")
    take.wait_for()
    page.keyboard.press("Enter")  # it has the focus already
    take.click()
    page.wait_for_timeout(100)
    expect(page.locator(".curtain")).to_have_count(1)
    page.wait_for_timeout(MOMENT_MS)
    take.click()
    expect(page.locator(".curtain")).to_have_count(0)


def moves(hub: Hub) -> int:
    """How many moves were made at the only table."""
    return sum(len(room.play.entries) for room in hub.rooms.values() if room.play is not None)


def test_a_curtain_falls_where_seats_have_secrets(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(tmp_path, KilnsGame(), web=default_web()) as (url, hub):
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
            answers = moves(hub)
            for _ in range(20):
                if do_step(page, "keys") == "curtain":
                    break
            # One curtain covers all choices of a seat that follow each other.
            assert moves(hub) - answers >= 2
        page.close()  # before the server goes, whose silence it would complain of
