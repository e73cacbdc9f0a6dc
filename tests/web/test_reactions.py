"""Reactions on the screen: the setting of a new table, a question with its time, and standing orders."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bungalow.server.settings import default_web
from tests.server.client import Guest
from tests.server.in_process import serving
from tests.titles.ambush import FIRST_TRAP, Ambush, AmbushGame
from tests.web.conftest import PHONE, WIDE, OpenPage, check_axe, check_fits, shot


def seed_where_ada_holds_a_trap() -> int:
    for seed in range(1000):
        state = AmbushGame().new(2, seed=seed)
        assert isinstance(state, Ambush)
        if state.cards[0] >= FIRST_TRAP > state.cards[1]:
            return seed
    raise AssertionError("no such deal")


def play(page: Page, option: str) -> None:
    """What cannot be taken back waits for the button, and on a phone everything does."""
    page.locator(f'button.opt[data-option="{option}"]').click()
    if option != "dig" or (page.viewport_size is not None and page.viewport_size["width"] == PHONE[0]):
        page.locator("#confirm[aria-disabled=false]").click()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_reaction_and_a_standing_order(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    seed = seed_where_ada_holds_a_trap()
    monkeypatch.setattr("bungalow.server.hub.Hub.new_seed", lambda *_: seed)
    with serving(tmp_path, AmbushGame(), web=default_web()) as (url, _):
        page = open_page(f"{url}/new/ambush", size=size)
        page.get_by_label("Seat 2", exact=True).select_option("Open")
        page.get_by_label("Name at seat 1").fill("Ada")
        page.get_by_role("radiogroup", name="Reaction time").get_by_text("6 seconds").click()
        check_axe(page)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/table/*")
        bo = Guest(url, "Bo")
        table = page.url.rsplit("/", 1)[1]
        bo.join(table)
        with bo.sit(table) as sitting:
            assert sitting.table["reaction"] == 6
            play(page, "dig")
            sitting.until("frame", waiting=[1])
            sitting.play(1, "raid")
            # The question, and the time that is left for it.
            expect(page.get_by_role("heading", name="Spring your trap?")).to_be_visible()
            expect(page.locator("i.time")).to_have_count(1)
            play(page, "pass")
            expect(page.get_by_role("heading", name="Spring your trap?")).to_have_count(0)
            held = sitting.until("frame")
            assert held["view"]["points"] == [1, 2]
            # From now on: never.
            if size == PHONE:
                page.get_by_role("button", name="Make the sheet larger").click()
            orders = page.locator("details.orders")
            expect(orders.locator("summary")).to_contain_text("you are asked for 6 seconds")
            orders.locator("summary").click()
            orders.get_by_role("radiogroup", name="Spring your trap?").get_by_text("Never").click()
            expect(orders.locator("summary")).to_contain_text("always pass")
            check_axe(page)
            check_fits(page)
            shot(page, f"standing-orders-{size[0]}")
            page.reload()
            if size == PHONE:
                page.get_by_role("button", name="Make the sheet larger").click()
            expect(orders.locator("summary")).to_contain_text("always pass")
            play(page, "dig")
            sitting.until("frame", waiting=[1])
            sitting.play(1, "rest")
            expect(page.locator('button.opt[data-option="raid"]')).to_be_visible()
            play(page, "raid")
            # What comes of the own move shows after the time for reactions.
            expect(page.get_by_role("heading", name="A moment for reactions")).to_be_visible()
            sitting.until("frame", waiting=[1])
            sitting.play(1, "raid")
            sitting.until("frame", waiting=[0])
            expect(page.get_by_role("heading", name="What does this turn bring?")).to_be_visible()
            assert not any("spring" in str(frame["options"]) for frame in sitting.frames.values())
        page.close()  # before the server goes, whose silence it would complain of
