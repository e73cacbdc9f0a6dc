"""Bots explain themselves: in the replay, and at a practice table with hints."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from bungalow.core.registry import find
from tests.web.conftest import PHONE, WIDE, OpenPage, Server, check_axe, check_fits, shot
from tests.web.feed import Fed, feed
from tests.web.play import play_turns

THOUGHT_MS = 60_000


@pytest.fixture(scope="module")
def finished(server: Server) -> Fed:
    with server.away():
        return feed(server.data, find("burrows"), 3, seed=11, bots={1: "easy", 2: "greedy"})


def card(page: Page) -> None:
    """Wait until a bot has thought."""
    expect(page.get_by_role("dialog").locator("ol li").first).to_be_visible(timeout=THOUGHT_MS)


def moment_of(fed: Fed, seat: int, least: int) -> int:
    """A moment at which the seat chose among several options, for the address of the replay."""
    for moves, move in enumerate(fed.match.history):
        if move.seat == seat and moves > least and len(fed.match.at(moves).moves(seat)) > 4:
            return moves + 1
    raise AssertionError("nobody had a choice")


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True), (PHONE, False), (WIDE, True)])
def test_a_bot_explains_a_move_of_a_finished_game(
    server: Server, open_page: OpenPage, finished: Fed, size: tuple[int, int], dark: bool
) -> None:
    at = moment_of(finished, 1, 20)
    page = open_page(f"{server.url}/replay/{finished.table}?at={at}", size=size, dark=dark)
    page.get_by_role("button", name="Why this move?").click()
    card(page)
    dialog = page.get_by_role("dialog", name="Why this move?")
    expect(dialog).to_contain_text("Bo")
    expect(dialog).to_contain_text("Beginner")
    expect(dialog.locator(".short")).to_contain_text(re.compile("^Bo would play .*: it tried .* often.$"))
    expect(dialog).to_contain_text(re.compile(r"looked ahead \d+ times"))
    expect(dialog.locator("li.played")).to_have_count(1)
    expect(dialog.locator("li.best .share")).to_contain_text("%")
    expect(dialog.locator("li.best .results > span")).to_have_count(3)
    check_axe(page)
    check_fits(page)
    shot(page, f"reasons-replay-{size[0]}-{'dark' if dark else 'light'}")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True), (PHONE, False), (WIDE, True)])
def test_few_tries_are_marked(
    server: Server, open_page: OpenPage, finished: Fed, size: tuple[int, int], dark: bool
) -> None:
    """The server's figures, but for the second option, which is given hardly any tries."""

    def rarely(route: Route) -> None:
        told = route.fetch().json()
        told["options"][0]["visits"], told["options"][1]["visits"] = 100, 4
        for option in told["options"][2:]:
            option["visits"] = 5
        route.fulfill(json=told)

    page = open_page(f"{server.url}/replay/{finished.table}?at={moment_of(finished, 1, 20)}", size=size, dark=dark)
    page.route("**/reasons?*", rarely)
    page.get_by_role("button", name="Why this move?").click()
    card(page)
    dialog = page.get_by_role("dialog", name="Why this move?")
    expect(dialog.get_by_text("few tries", exact=True)).to_have_count(1)
    expect(dialog.locator("li").nth(1)).to_contain_text("few tries")
    expect(dialog).to_contain_text("from 0 to 100. After few tries they are not sure.")
    check_axe(page)
    check_fits(page)
    shot(page, f"reasons-few-{size[0]}-{'dark' if dark else 'light'}")


def test_a_person_is_not_asked_why(server: Server, open_page: OpenPage, finished: Fed) -> None:
    at = moment_of(finished, 0, 20)
    page = open_page(f"{server.url}/replay/{finished.table}?at={at}")
    expect(page.locator(".scrub .count")).to_contain_text(f"{at + 1} / ")
    assert page.get_by_role("button", name="Why this move?").count() == 0
    at = moment_of(finished, 2, 20)
    page.goto(f"{server.url}/replay/{finished.table}?at={at}")
    page.get_by_role("button", name="Why this move?").click()
    card(page)
    expect(page.get_by_role("dialog")).to_contain_text("takes what it likes best")


def test_the_log_of_a_finished_game_leads_to_reasons(server: Server, open_page: OpenPage, finished: Fed) -> None:
    page = open_page(f"{server.url}/table/{finished.table}")
    page.get_by_role("button", name="The table").click()
    page.get_by_role("button", name=re.compile("^Why this move. Cy ")).first.click()
    card(page)
    expect(page.get_by_role("dialog")).to_contain_text("Greedy")


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True)])
def test_a_practice_table_gives_reasons_and_hints(
    server: Server, open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    phone = size == PHONE
    page = open_page(f"{server.url}/new/burrows", size=size, dark=dark, touch=phone)
    strength = page.get_by_role("radiogroup", name=re.compile("^Strength of"))
    expect(strength.locator("label")).to_have_text(["Beginner", "Regular", "Veteran", "Master"])
    strength.locator("label", has_text="Beginner").click()
    expect(page.get_by_text("Thinks a moment ahead")).to_be_visible()
    page.locator("label", has=page.get_by_role("radio", name="Instant")).click()
    page.locator("label", has=page.get_by_role("switch", name=re.compile("^Practice"))).click()
    check_axe(page)
    check_fits(page)
    shot(page, f"reasons-new-table-{size[0]}")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("button", name="A hint")).to_be_enabled(timeout=THOUGHT_MS)
    page.get_by_role("button", name="A hint").click()
    card(page)
    expect(page.get_by_role("dialog", name="A hint")).to_contain_text("A Veteran looked ahead")
    check_axe(page)
    shot(page, f"reasons-hint-{size[0]}")
    page.keyboard.press("Escape")
    if phone:
        return
    expect(page.locator("aside.seats")).to_contain_text("bot, Beginner")
    play_turns(page, "mouse", 2)
    why = page.get_by_role("button", name=re.compile("^Why this move. Kopi"))
    expect(why.first).to_be_visible(timeout=THOUGHT_MS)
    why.first.click()
    card(page)
    expect(page.get_by_role("dialog").locator("li.played")).to_have_count(1)
    check_axe(page)
    shot(page, "reasons-practice")


def test_no_practice_with_others(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/new/burrows")
    practice = page.get_by_role("switch", name=re.compile("^Practice"))
    expect(practice).to_have_count(1)
    page.get_by_role("button", name="An open seat").click()
    expect(practice).to_have_count(0)
