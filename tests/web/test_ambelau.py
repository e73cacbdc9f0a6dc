"""Ambelau in the browser: five seats with all modules, solo against two Lawan, the new-table page, a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.buru import play
from tests.web.conftest import (
    MIDDLE,
    PHONE,
    WIDE,
    OpenPage,
    Server,
    check_axe,
    check_fits,
    log_lines,
    shot,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

SWITCHES = ("Fifth player", "Ambelau", "Ukum", "Lawan of Ambelau", "Tokoh", "Blessings", "Liaisons")


def press(page: Page, radio: str) -> None:
    page.locator("label", has=page.get_by_role("radio", name=radio)).first.click()


def switched_on(page: Page) -> set[str]:
    return {name for name in SWITCHES if module(page, name).is_checked()}


def module(page: Page, name: str) -> Locator:
    return page.get_by_role("switch", name=re.compile(f"^{name} "))


def open_table(page: Page) -> None:
    press(page, "Instant")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    page.locator(".buru").wait_for()


def open_five(page: Page, server: Server, sets: str = "Everything") -> None:
    """One person and four weak bots with a set of modules, until the first question."""
    page.goto(f"{server.url}/new/buru")
    for _ in range(4):
        page.get_by_role("button", name="A bot").click()
    expect(page.locator(".row")).to_have_count(5)
    for strength in page.get_by_role("radiogroup", name="Strength").all():
        strength.locator("label").first.click()
    press(page, sets)
    open_table(page)


def send(page: Page, region: str, how: str = "click") -> None:
    """The Explorer of Power 5 to a region, where one is sure to act then."""
    for key in ("explorer:5", f"region:{region}"):
        getattr(page.locator(f"[data-key='{key}'][data-legal]").first, how)()
    # What can be taken back is played at once, maybe while the button is being reached for; anything else waits for it.
    page.wait_for_function("""() => {
      if (!document.querySelector('[data-key="explorer:5"]')) return true;
      const confirm = document.querySelector('#confirm:not([aria-disabled=true])');
      confirm?.click();
      return confirm !== null;
    }""")
    page.locator("[data-key='explorer:5']").first.wait_for(state="detached")


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True), (PHONE, False), (WIDE, True)])
def test_a_table_without_people_says_what_is_missing(
    server: Server, open_page: OpenPage, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(f"{server.url}/new/buru", size=size, dark=dark)
    button, short = page.get_by_role("button", name="Open the table"), page.locator("aside")
    expect(button).to_be_enabled()
    expect(short.get_by_text("starts at once")).to_have_count(1)
    page.get_by_label("Seat 1", exact=True).select_option("bot")
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description("Somebody has to sit down: take a seat, or leave one open.")
    expect(short.locator(".missing")).to_be_visible()
    expect(short.get_by_text("starts at once")).to_have_count(0)
    check_axe(page)
    check_fits(page)
    shot(page, f"new-table-missing-{size[0]}-{'dark' if dark else 'light'}")


def test_the_new_table_page_offers_modules(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/new/buru")
    expect(page.locator(".row")).to_have_count(3)
    expect(module(page, "Ambelau")).not_to_be_checked()
    assert switched_on(page) == set()
    press(page, "Recommended")
    # Two Lawan sit there, and know what was chosen; nobody can say otherwise.
    expect(module(page, "Lawan of Ambelau")).to_be_disabled()
    assert switched_on(page) == {"Ambelau", "Ukum", "Lawan of Ambelau", "Tokoh", "Blessings", "Liaisons"}
    expect(page.get_by_text("on, since a Lawan plays with Ambelau")).to_be_visible()
    for words in ("Without", "Everything", "Without", "Recommended"):  # what lights is what was pressed
        press(page, words)
        page.wait_for_timeout(150)  # the browser lights what is pressed; the page then says what it is
        expect(page.get_by_role("radio", name=words)).to_be_checked()
    # Three others and two Lawan: a fifth seat, whose pieces come by themselves.
    for _ in range(2):
        page.get_by_role("button", name="A bot").click()
    for _ in range(2):
        page.get_by_role("button", name="A Lawan").click()
    expect(page.locator(".row")).to_have_count(5)
    expect(page.get_by_text("on, since five seats are taken")).to_be_visible()
    assert switched_on(page) == set(SWITCHES)
    expect(page.locator("aside")).to_contain_text("You, 2 bots and 2 Lawan")
    check_axe(page)
    shot(page, "ambelau-new-table")
    open_table(page)
    expect(page.get_by_role("heading", name="Which Tokoh leads your party?")).to_be_visible()
    expect(page.locator("aside.seats li.seat")).to_have_count(5)


def test_a_fifth_seat_beside_lawan_brings_their_plot_cards(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/new/buru")
    expect(page.locator(".row")).to_have_count(3)
    # With two Lawan and neither Ambelau nor Ukum the table chooses the Plot cards; a fifth seat needs the new ones.
    expect(module(page, "Lawan of Ambelau")).to_be_enabled()
    for _ in range(2):
        page.get_by_role("button", name="A bot").click()
    for _ in range(2):
        page.get_by_role("button", name="A Lawan").click()
    expect(page.locator(".row")).to_have_count(5)
    assert switched_on(page) == {"Fifth player", "Lawan of Ambelau"}
    expect(module(page, "Lawan of Ambelau")).to_be_disabled()
    expect(page.get_by_text("on, since a Lawan takes one of five seats")).to_be_visible()
    open_table(page)
    expect(page.locator("aside.seats li.seat")).to_have_count(5)


def test_five_seats_with_all_modules(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    open_five(page, server)
    # Everybody chooses a Tokoh; then all five seats fit a laptop.
    expect(page.locator("[data-key^='tokoh:'][data-legal]")).to_have_count(2)
    check_axe(page)
    shot(page, "ambelau-tokoh")
    pressed = play(page, until=(1, "Morning"))
    assert pressed >= {"tokoh"}
    for size, name in ((WIDE, "wide"), (MIDDLE, "middle")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        check_fits(page)
        last = page.locator("aside.seats li.seat").last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= size[1]
        shot(page, f"ambelau-morning-{name}")
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    check_axe(page)

    pressed |= play(page, until=(2, "Morning"))
    send(page, "ambelau")
    pressed |= play(page, until=(2, "Ambelau"))
    # The way of the canoe is counted, and the island is drawn large.
    expect(page.get_by_role("button", name="Ambelau", exact=True)).to_have_attribute("aria-pressed", "true")
    check_axe(page)
    shot(page, "ambelau-canoes")
    pressed |= play(page)
    assert {"explorer", "token", "region", "space", "blessing"} <= pressed

    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    revealed = page.locator("section[aria-labelledby=cards] ol > li:has(h3)")
    expect(revealed).to_have_count(5)
    for seat in revealed.all():
        parts = [int(part) for part in seat.locator("> p b").all_inner_texts()]
        assert sum(parts) == int(seat.locator("> p strong").inner_text())
    check_axe(page)
    shot(page, "ambelau-end")
    page.get_by_role("button", name="The table").click()
    told = "\n".join(log_lines(page))
    for line in ("paddles from", "the Blessing (", "Liaison", "pays tribute to Ibu"):
        assert line in told, line


def test_solo_with_ambelau_and_ukum_against_two_lawan(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"{server.url}/new/buru", dark=True)
    expect(page.locator(".row")).to_have_count(3)
    for name in ("Ambelau", "Ukum"):
        page.locator("label", has=module(page, name)).click()
    open_table(page)
    # Four altars beside the lake, the fifth on its own island.
    expect(page.locator("[data-key^='altar:']")).to_have_count(5)
    check_axe(page)
    shot(page, "ambelau-solo-morning")
    play(page, until=(2, "Morning"))
    send(page, "lake")
    play(page, until=(2, "Lake"))
    # Both Plot cards know five regions, five types and five spirits.
    expect(page.locator(".plot")).to_have_count(2)
    for card in page.locator(".plot").all():
        expect(card.locator("li")).to_have_count(5)
    check_axe(page)
    shot(page, "ambelau-solo-lake")
    play(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    check_axe(page)
    shot(page, "ambelau-solo-end")
    page.get_by_role("button", name="The table").click()
    told = "\n".join(log_lines(page))
    assert re.search("Lawan [AB] paddles from", told)
    assert "It is the highest rated space in reach" in told


def test_a_round_on_a_phone_by_touch(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, size=PHONE, touch=True, dark=True)
    open_five(page, server, "Recommended")
    check_fits(page)
    check_axe(page)
    shot(page, "ambelau-phone-tokoh")
    play(page, "touch", until=(1, "Morning"))
    check_fits(page)
    check_axe(page)
    shot(page, "ambelau-phone-morning")
    send(page, "ambelau", "tap")
    play(page, "touch", until=(1, "Ambelau"))
    check_fits(page)
    check_axe(page)
    for box in [thing.bounding_box() for thing in page.locator(".buru [data-legal], .tray [data-legal]").all()]:
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, box
    shot(page, "ambelau-phone-canoes")
