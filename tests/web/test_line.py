"""The line to the server: a page loaded again in mid-turn, a server that is killed, a move that is sent twice."""

from __future__ import annotations

import json
import signal

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import OpenPage, Server, log_lines, new_table, shot, wait_for_turn
from tests.web.play import do_step, entries_of, play_turns, warren


def begin_to_build(page: Page) -> None:
    """Half a turn: a tile is taken, its place is asked for."""
    wait_for_turn(page)
    page.locator("button.opt[data-option^='build']").first.click()
    expect(page.locator(".ask h2")).to_contain_text("Where")


def mine(page: Page, deed: str) -> int:
    return sum(f"Guest {deed}" in line for line in log_lines(page))


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def test_a_page_loaded_again_in_mid_turn_goes_on(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_turns(page, "mouse", 1)
    begin_to_build(page)
    before = log_lines(page)
    page.reload()
    expect(page.locator(".ask h2")).to_contain_text("Where")
    assert log_lines(page) == before
    page.keyboard.press("u")  # what was taken before can still be put back
    expect(page.locator(".ask h2")).not_to_contain_text("Where")
    begin_to_build(page)
    play_turns(page, "mouse", 1)
    expect(warren(page)).to_have_attribute("aria-label", "Your warren, 2 tiles")


def test_the_whole_turn_is_taken_back(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_turns(page, "keys", 1)
    wait_for_turn(page)
    page.locator("button.opt[data-option^='reserve']").first.click()
    page.locator("#confirm:not([aria-disabled=true])").click()
    expect(page.locator(".log")).to_contain_text("Guest reserves")
    wait_for_turn(page)
    question = page.locator(".ask h2").inner_text()
    lines = log_lines(page)
    for how in ("key", "button"):
        # Two deeds of one turn: which tile is taken, and which of the two is laid first.
        page.locator("button.opt[data-option^='build']").first.click()
        expect(page.locator(".ask h2")).not_to_have_text(question)
        page.locator("button.opt[data-option='lay reserve']").click()
        expect(page.locator(".ask h2")).to_contain_text("Where")
        if how == "key":
            page.keyboard.press("Shift+U")
        else:
            page.get_by_role("button", name="Take the whole turn back").click()
        expect(page.locator(".ask h2")).to_have_text(question)
        assert log_lines(page) == lines
    # One deed at a time.
    page.locator("button.opt[data-option^='build']").first.click()
    page.locator("button.opt[data-option='lay reserve']").click()
    expect(page.locator(".ask h2")).to_contain_text("Where")
    page.get_by_role("button", name="Take back", exact=True).first.click()
    expect(page.locator("button.opt[data-option='lay reserve']")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".ask h2")).to_have_text(question)


@pytest.mark.broken_line
def test_a_move_made_while_the_server_is_away_arrives_once(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server)
    play_turns(page, "mouse", 1)
    wait_for_turn(page)
    before = entries_of(server, table_of(page))
    server.stop(signal.SIGKILL)
    expect(page.locator("header .pill")).to_contain_text("Connection lost")
    shot(page, "line-broken")
    page.locator("button.opt[data-option^='build']").first.click()
    page.locator("#confirm:not([aria-disabled=true])").click()
    expect(page.locator("#confirm")).to_have_text("Sending")
    server.start()
    expect(page.locator(".ask h2")).to_contain_text("Where")
    expect(page.locator("header .pill")).to_contain_text("Your turn")
    after = entries_of(server, table_of(page))
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1
    play_turns(page, "mouse", 1)


@pytest.mark.broken_line
def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    sent: list[str] = []
    lost = [False]

    def between(browser: WebSocketRoute) -> None:
        line = browser.connect_to_server()
        mute = [False]

        def up(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "move":
                sent.append(told["id"])
                if lost[0]:
                    mute[0], lost[0] = True, False
            line.send(message)

        browser.on_message(up)
        line.on_message(lambda message: None if mute[0] else browser.send(message))

    page.route_web_socket("**/socket", between)
    new_table(page, server)
    play_turns(page, "mouse", 1)
    wait_for_turn(page)
    table = table_of(page)
    count = len(entries_of(server, table))
    sent.clear()
    lost[0] = True
    page.locator("button.opt[data-option^='build']").first.click()
    for _ in range(100):
        if len(entries_of(server, table)) > count:
            break
        page.wait_for_timeout(50)
    assert len(entries_of(server, table)) == count + 1  # it is on disk, but nobody has told the browser
    expect(page.locator("#confirm")).to_have_text("Sending")
    server.restart(signal.SIGKILL)
    expect(page.locator(".ask h2")).to_contain_text("Where")
    expect(page.locator("header .pill")).to_contain_text("Your turn")
    assert len(sent) == 2
    assert sent[0] == sent[1]
    entries = entries_of(server, table)
    assert len(entries) == count + 1
    assert [request for _, _, request in entries].count(sent[0]) == 1
    assert mine(page, "builds") == 2
    do_step(page, "mouse")
