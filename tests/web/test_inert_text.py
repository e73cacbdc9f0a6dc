"""Names and chat that hold markup: shown as text, and nothing in them runs."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.server.client import Guest
from tests.web.conftest import OpenPage, Server

NAME = "<img src=x onerror=b()>"
LINES = ['<img src=x onerror="window.boom = 1">', "<script>window.boom = 1</script>"]


def test_markup_is_shown_as_text(server: Server, open_page: OpenPage) -> None:
    guest = Guest(server.url, NAME)
    table = guest.new_table("me", "here")
    with guest.sit(table) as sitting:
        for line in LINES:
            sitting.send({"type": "say", "text": line})
            sitting.until("chat")
    page = open_page(f"{server.url}/table/{table}")
    page.get_by_role("tab", name="Chat").click()
    for line in LINES:
        expect(page.locator(".chat")).to_contain_text(line)
    expect(page.locator("aside.seats")).to_contain_text(NAME)
    assert page.evaluate("window.boom") is None
    assert page.locator("img[src=x]").count() == 0
    assert httpx.get(f"{server.url}/table/{table}").status_code == 200
