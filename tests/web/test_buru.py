"""Buru in the browser: a solo game by pressing things on the board, secrets between browsers, keyboard, phone."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.server.client import Known
from tests.web.buru import AFTERNOON, NEXT, STEPS_OF_A_GAME, open_solo, play, press_step
from tests.web.conftest import PHONE, OpenPage, Server, check_axe, check_fits, log_lines, shot, wait_for_turn

pytestmark = pytest.mark.slow


def test_a_solo_game_against_two_lawan(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    open_solo(page, server)
    expect(page.locator("aside.seats")).to_contain_text("Lawan A")
    check_axe(page)
    shot(page, "buru-morning")
    pressed = play(page, until=(2, AFTERNOON))
    assert {"explorer", "region", "space", "forest"} <= pressed
    # The order of the region, Plot cards of both Lawan, and why a taken space cannot be had.
    expect(page.locator(".order li strong").first).to_be_visible()
    expect(page.locator(".plot")).to_have_count(2)
    check_axe(page)
    shot(page, "buru-afternoon")

    play(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    expect(page.get_by_role("heading", name="The cards on the table")).to_be_visible()
    revealed = page.locator("section[aria-labelledby=cards] ol > li:has(h3)")
    expect(revealed).to_have_count(3)
    expect(revealed.first).to_contain_text("Emissary, first")
    for seat in revealed.all():
        numbers = [int(number) for number in re.findall(r"\d+", seat.locator("> p").inner_text())]
        assert sum(numbers[:-1]) == numbers[-1]
        cards = [int(card) for card in seat.locator(".cards b").all_inner_texts()]
        tributes, elders = numbers[1], numbers[2]
        assert sum(cards) == tributes + elders
    check_axe(page)
    shot(page, "buru-end")
    page.get_by_role("button", name="The table").click()
    assert any("Lawan A picks" in line or "It is the highest rated" in line for line in log_lines(page))
    check_axe(page)
    page.get_by_role("button", name="The result").click()
    page.get_by_role("button", name="Rematch").click()
    wait_for_turn(page)
    expect(page.locator(".banner")).to_contain_text("Round 1 of 5")


def test_what_cannot_be_chosen_says_why(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    open_solo(page, server)
    tip = page.locator(".tip")
    page.locator("[data-key='region:lake']").click()
    expect(tip).to_contain_text("Choose an Explorer first")
    page.locator("[data-key='altar:banyu']").click()
    expect(tip).to_contain_text("Now you place one Explorer")
    expect(tip).to_contain_text("BU-3.1")
    # A press shows what would happen; the other region of the same Explorer replaces it.
    page.locator("[data-key='explorer:4']").click()
    page.locator("[data-key='region:lake']").hover()
    expect(page.locator(".hint")).to_contain_text("Sacred Lake")
    expect(page.locator(".ghost")).to_be_visible()
    page.keyboard.press("Escape")
    # The card under the pointer is shown at full size.
    page.locator("[data-key='slot:2']").hover()
    expect(page.locator(".looked")).to_be_visible()


def test_a_round_by_keyboard_alone(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, dark=True)
    open_solo(page, server)
    for power, region in (("5", "l"), ("4", "f"), ("3", "s"), ("1", "v")):
        page.locator(f"[data-key='explorer:{power}'][data-legal]").wait_for()
        page.keyboard.press(power)
        page.locator(".path").wait_for()
        page.keyboard.press(region)
        page.locator("#confirm:not([aria-disabled=true])").wait_for()
        page.keyboard.press("Enter")
        page.locator(f".mat [data-key='explorer:{power}']").wait_for(state="detached")
    expect(page.locator(".banner h2")).not_to_have_text("Morning")
    shot(page, "buru-dark")
    # The things of the board are reached by Tab and arrows, too.
    wait_for_turn(page)
    for _ in range(60):
        if page.evaluate("document.activeElement?.matches('.buru [data-legal]') ?? false"):
            break
        page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.matches('.buru [data-legal]')")


def frames_of(page: Page) -> list[dict[str, Any]]:
    """Everything that the page's sockets hear from now on."""
    heard: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(json.loads(payload)))

    page.on("websocket", listen)
    return heard


def whole_views(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every view that a socket told, put together again from its changes."""
    views: list[dict[str, Any]] = []
    known = Known()
    for message in messages:
        if message["type"] == "frame":
            known.complete(message)
            views.append(message["view"])
    return views


def secrets_told(view: dict[str, Any], own: int) -> list[str]:
    """What a view tells of the other seats that only they may know."""
    told = [
        f"Power of seat {token['seat']}"
        for region in view["regions"]
        if not region["revealed"]
        for token in region["tokens"]
        if token["seat"] != own and token["power"] is not None
    ]
    for seat in view["seats"]:
        if seat["seat"] != own and not view["over"]:
            told += [
                f"{what} of seat {seat['seat']}"
                for what in ("mat", "elders", "tribute_values")
                if seat[what] is not None
            ]
    return told


def test_no_secret_reaches_the_other_browser(server: Server, open_page: OpenPage) -> None:
    ada = open_page(f"{server.url}/new/buru")
    ada.get_by_label("Name at seat 1").fill("Ada")
    ada.locator("label", has=ada.get_by_role("radio", name="Instant")).click()
    ada.get_by_role("button", name="An open seat").click()
    ada.get_by_role("button", name="A bot").click()
    expect(ada.locator(".row")).to_have_count(3)  # with three others no Lawan is proposed
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/table/*")
    bo = open_page("about:blank")
    heard = {1: frames_of(bo)}
    bo.goto(ada.url)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    watcher = open_page("about:blank")
    heard[-1] = frames_of(watcher)
    watcher.goto(ada.url)
    for page in (ada, bo, watcher):
        page.locator(".buru").wait_for()

    for _ in range(STEPS_OF_A_GAME):
        # Whoever is asked just now: a page may still show what it has answered.
        asked = ((page, page.evaluate(NEXT, [0, ""])) for page in (ada, bo))
        mover, step = next(((page, step) for page, step in asked if step), (None, {}))
        if mover is None:
            ada.wait_for_timeout(40)
            continue
        what = press_step(mover, step)
        if what == "confirm":
            assert "your Power there" not in watcher.locator("body").inner_text()
            # Face down, the Explorers of the others show an initial; one's own show a Power, with an eye.
            for page, own in ((ada, "A"), (bo, "B")):
                face_down = page.locator(".piece").evaluate_all(
                    "(nodes) => nodes.filter((node) => !node.querySelector('use') && node.textContent.trim() !== '')"
                    ".map((node) => node.textContent.trim())"
                )
                assert own not in face_down
        if "Round 3" in ada.locator(".banner").inner_text():
            break
    else:
        raise AssertionError("this took too many steps")
    for viewer, messages in heard.items():
        views = whole_views(messages)
        assert len(views) > 8
        for view in views:
            assert secrets_told(view, viewer) == []
    # In the other browsers Ada's Explorers show her initial as long as they lie face down, and no line is hers alone.
    raw = json.dumps(heard[-1])
    assert "your Power there" not in raw
    assert "You drew" not in raw
    assert "; your Power there: " in json.dumps(heard[1])
    shot(bo, "buru-two-browsers")


@pytest.mark.parametrize("dark", [False, True])
def test_a_round_on_a_phone_by_touch(server: Server, open_page: OpenPage, dark: bool) -> None:
    page = open_page(server.url, size=PHONE, touch=True, dark=dark)
    open_solo(page, server)
    check_fits(page)
    check_axe(page)
    shot(page, f"buru-phone-morning{'-dark' if dark else ''}")
    play(page, "touch", until=(1, AFTERNOON))
    check_fits(page)
    check_axe(page)
    legal = page.locator(".buru [data-legal], .tray [data-legal]")
    for box in [thing.bounding_box() for thing in legal.all()]:
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, box
    shot(page, f"buru-phone-village{'-dark' if dark else ''}")
    for part in ("Cards", "Altars", "Area", "Island"):
        page.get_by_role("button", name=part, exact=True).tap()
        check_fits(page)
    check_axe(page)
