"""The opener of a table mutes a watcher and closes the table; everybody sees why."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, OpenPage, Server, check_axe, check_fits, new_table, shot


def say(page: Page, words: str) -> None:
    page.get_by_label("Say something").fill(words)
    page.get_by_label("Say something").press("Enter")


def open_chat(page: Page) -> None:
    page.get_by_role("tab", name=re.compile("Chat")).click()


def close_in_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Close the table").click()


def test_the_opener_mutes_and_closes(server: Server, open_page: OpenPage) -> None:
    ada = open_page(server.url)
    new_table(ada, server)
    watcher = open_page(ada.url)
    open_chat(watcher)
    watcher.get_by_role("button", name="Speak as a guest").click()
    open_chat(watcher)
    for number in range(6):
        say(watcher, f"Buy this {number}")
    # The sixth line is one too many: it stays where it was written, with the reason.
    expect(watcher.get_by_role("alert")).to_have_text("You are writing too fast; wait a few seconds.")
    expect(watcher.get_by_label("Say something")).to_have_value("Buy this 5")

    open_chat(ada)
    expect(ada.locator(".chat li")).to_have_count(5)
    ada.locator(".chat").get_by_role("button", name="Mute Guest").first.click()
    expect(watcher.get_by_text("The person who opened this table has muted you here.")).to_be_visible()
    expect(watcher.get_by_label("Say something")).to_have_count(0)
    expect(ada.get_by_role("button", name="Unmute Guest")).to_be_visible()
    shot(ada, "keeping-chat")
    check_axe(ada)
    ada.get_by_role("button", name="Unmute Guest").click()
    expect(watcher.get_by_label("Say something")).to_be_visible()
    ada.get_by_role("button", name="Mute all watchers").click()
    expect(watcher.get_by_text("Only those who sit at this table can write here.")).to_be_visible()
    shot(watcher, "keeping-muted")

    close_in_settings(ada)
    expect(ada.get_by_text("Close the table for good?")).to_be_visible()
    shot(ada, "keeping-settings")
    check_axe(ada)
    ada.get_by_role("button", name="Keep it").click()
    ada.get_by_role("button", name="Close the table").click()
    ada.get_by_role("button", name="Close it").click()
    for page in (ada, watcher):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
        expect(page.get_by_text("has closed this table. You can watch it up to its last move.")).to_be_visible()
        expect(page.get_by_role("link", name="Watch it")).to_be_visible()
    shot(watcher, "keeping-closed")
    ada.get_by_role("link", name="To the shelf", exact=True).click()
    expect(ada.locator("section.mine")).to_contain_text(re.compile("closed by"))


def test_on_a_phone_in_the_dark(server: Server, open_page: OpenPage) -> None:
    ada = open_page(server.url, size=PHONE, touch=True, dark=True)
    ada.goto(f"{server.url}/new/burrows")
    ada.get_by_label("Name at seat 1").fill("Ada")
    ada.get_by_label("Seat 2", exact=True).select_option("Open")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/table/*")
    bo = open_page(ada.url, size=PHONE, touch=True)
    bo.get_by_label("Your name").fill("Bo")
    expect(bo.get_by_role("button", name="Close the table")).to_have_count(0)
    ada.get_by_role("button", name="Close the table").scroll_into_view_if_needed()
    ada.get_by_role("button", name="Close the table").click()
    check_fits(ada)
    check_axe(ada)
    shot(ada, "keeping-phone-waiting")
    ada.get_by_role("button", name="Keep it").click()
    ada.get_by_role("button", name="Settings").click()
    ada.get_by_role("dialog").get_by_role("button", name="Close the table").scroll_into_view_if_needed()
    check_fits(ada)
    shot(ada, "keeping-phone-settings")
    ada.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    ada.get_by_role("button", name="Close it").click()
    for page in (ada, bo):
        expect(page.get_by_text("Ada has closed this table.")).to_be_visible()
    check_fits(bo)
    shot(bo, "keeping-phone-closed")
