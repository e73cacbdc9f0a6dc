"""Burano in a browser: a whole game on the board, two pyramids at once, a roof with a building card, a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bungalow.core.match import Match
from bungalow.core.registry import find
from tests.web.conftest import PHONE, OpenPage, Server, check_axe, check_fits, new_table, shot, wait_for_turn
from tests.web.feed import Fed, feed
from tests.web.play import entries_of

STEPS = 700
LIVELY_TURNS = 3
"""So many turns are played out; in the others one passes, so that the test ends in time."""
A_ROOF_FITS = (17, 164)
"""Seed, and moves left, of a two-seat game by chance in which seat 1 may lay lace-BY in two ways."""

NEXT = """([lively]) => {
  if (document.querySelector('main.end h1')) return {what: 'end'};
  const centre = (node) => {
    const box = node.getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  };
  const seen = (node) => {
    const {x, y} = centre(node);
    const top = document.elementFromPoint(x, y);
    return top !== null && node.contains(top);
  };
  const first = (selector) => [...document.querySelectorAll(selector)].find((node) => !node.disabled && seen(node));
  // Moves that can be taken back are played at once; only the others wait for the button.
  const final = document.querySelector('.ask .final') !== null;
  const confirm = final ? first('#confirm:not([aria-disabled=true])') : undefined;
  const things = (kind) => first(`.burano [data-key^="${kind}"][data-legal]`);
  const menu = things('do:end');
  const wanted =
    first('.burano .run:not([disabled])') ?? (menu ? null : confirm) ?? things('colour:')
    ?? (menu && !lively ? menu : null) ?? things('prepared:') ?? things('tile:') ?? things('slot:')
    ?? (lively ? null : things('do:stop') ?? things('do:skip') ?? things('do:done') ?? things('do:none'))
    ?? first('.burano [data-legal]:not([data-key^="do:"])') ?? things('do:');
  if (!wanted) return false;
  return {what: wanted.dataset.key ?? wanted.id ?? 'press', menu: wanted === menu, ...centre(wanted)};
}"""


def press_next(page: Page, how: str, *, lively: bool) -> dict[str, Any]:
    """Press the next thing on the board as soon as there is one; what it was."""
    step: dict[str, Any] = page.wait_for_function(NEXT, arg=[lively]).json_value()
    if step["what"] == "end":
        return step
    if how == "touch":
        page.touchscreen.tap(step["x"], step["y"])
    else:
        page.mouse.click(step["x"], step["y"])
    page.wait_for_timeout(20)  # the page answers a press before the next one
    return step


def play_game(page: Page) -> set[str]:
    """Play to the end by presses on the board; the kinds of things that were pressed."""
    turns = 0
    pressed: set[str] = set()
    for _ in range(STEPS):
        step = press_next(page, "mouse", lively=turns < LIVELY_TURNS)
        if step["what"] == "end":
            return pressed
        pressed.add(str(step["what"]).partition(":")[0])
        turns += bool(step.get("menu"))
    raise AssertionError("this took too many steps")


def open_fed(server: Server, open_page: OpenPage, seed: int, leave: int, **more: Any) -> Page:
    """A running game of which the guest holds seat 1."""
    with server.away():
        fed: Fed = feed(server.data, find("burano"), 2, seed, leave=leave)
    page = open_page("about:blank", **more)
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    wait_for_turn(page)
    expect(page.locator("h1")).to_have_text("Burano")
    return page


def key(page: Page, name: str) -> Any:
    return page.locator(f'.burano [data-key="{name}"]').first


def test_a_whole_game_on_the_board(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server, "burano")
    pressed = play_game(page)
    assert {"stack", "do", "slot", "prepared", "cell"} <= pressed, pressed
    expect(page.locator("main.end h1")).to_contain_text("win")
    expect(page.get_by_role("img", name=re.compile("Victory points"))).to_be_visible()
    check_axe(page)
    shot(page, "burano-end")
    page.get_by_role("button", name="The table").click()
    expect(page.locator("svg.lagoon")).to_be_visible()
    check_axe(page)
    shot(page, "burano-over")


def test_two_pyramids_at_the_same_time(server: Server, open_page: OpenPage) -> None:
    ada = open_page(f"{server.url}/new/burano")
    ada.get_by_label("Name at seat 1").fill("Ada")
    ada.get_by_label("Seat 2", exact=True).select_option("Open")
    ada.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/table/*")
    expect(ada.get_by_role("heading", name="Waiting for company")).to_be_visible()
    bo = open_page(ada.url)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    # The roof tiles are drawn in turn; then both build.
    for _ in range(40):
        if all(page.locator(".burano .reserve").count() for page in (ada, bo)):
            break
        for page in (ada, bo):
            if page.locator(".ask h2").filter(has_text="Which kind of roof").count():
                press_next(page, "mouse", lively=False)
        ada.wait_for_timeout(50)
    for page in (ada, bo):
        expect(page.locator(".reserve")).to_contain_text("14 more")

    # Each has gone on while the other builds, and sees nothing of it.
    ada.get_by_role("button", name="Put all 3 pink").click()
    bo.get_by_role("button", name="Put all 3 blue").click()
    expect(ada.locator(".reserve")).to_contain_text("11 more")
    expect(bo.locator(".reserve")).to_contain_text("11 more")
    ada.locator("aside.seats .seat").filter(has_text="Bo").get_by_role("button").click()
    expect(ada.get_by_role("group", name="Pyramid: hidden while it is being built")).to_be_visible()
    ada.locator("aside.seats .seat").filter(has_text="Ada").get_by_role("button").click()

    # A cube is dragged to another slot: the table takes back and puts anew by itself.
    slot = 'g.grab[data-slot="{}"]'
    source = ada.locator('.reserve [data-key="colour:green"]').bounding_box()
    goal = ada.locator(slot.format("b00")).bounding_box()
    assert source is not None
    assert goal is not None
    ada.mouse.move(source["x"] + 20, source["y"] + 20)
    ada.mouse.down()
    ada.mouse.move(goal["x"] + 15, goal["y"] + 15, steps=4)
    ada.mouse.up()
    expect(ada.locator(slot.format("b00"))).to_have_attribute("aria-label", "Take green off b00")
    expect(ada.locator('button.opt[data-option$="b10"]').first).to_be_visible()
    shot(ada, "burano-pyramid")
    check_axe(ada)

    for page in (ada, bo):
        for _ in range(30):
            if page.locator('.burano [data-key="do:confirm"]').count():
                break
            page.locator('.run:not([disabled]), .cube[data-key^="colour:"]:not([disabled])').first.click()
            page.wait_for_timeout(150)
        expect(key(page, "do:confirm")).to_be_visible()
    key(ada, "do:confirm").click()
    ada.locator("#confirm:not([aria-disabled=true])").click()
    expect(ada.locator("header .pill")).to_contain_text("Bo")
    assert ada.get_by_role("group", name=re.compile("Pyramid: 14 cubes")).count() == 1
    key(bo, "do:confirm").click()
    bo.locator("#confirm:not([aria-disabled=true])").click()
    # All are done: both are shown, and somebody's turn has begun.
    for page, other in ((ada, "Bo"), (bo, "Ada")):
        expect(page.locator(".status").first).to_contain_text("round 1 of 4")
        page.locator("aside.seats .seat").filter(has_text=other).get_by_role("button").click()
        expect(page.get_by_role("group", name=re.compile("Pyramid: 14 cubes, 1 free"))).to_be_visible()


def test_a_roof_and_a_building_card(server: Server, open_page: OpenPage) -> None:
    page = open_fed(server, open_page, *A_ROOF_FITS)
    tile = key(page, "tile:lace-BY")
    expect(tile).to_have_attribute("data-legal", "")
    tile.click()  # from the menu in one press
    expect(page.locator(".ask h2")).to_contain_text("Where to lay")
    cell = key(page, "cell:c4")
    expect(cell).to_have_attribute("data-legal", "")
    # Why not elsewhere?
    key(page, "cell:b2").dispatch_event("click")
    expect(page.locator(".tip")).to_be_visible()
    shot(page, "burano-roof")
    cell.dispatch_event("click")
    expect(page.locator(".ask h2")).to_contain_text("Two privilege or a building card")
    check_axe(page)
    shot(page, "burano-cards")
    card = page.locator('.burano .market [data-key^="card:"]:not([data-key="card:deck"])').first
    name = card.locator("b").inner_text()
    card.click()
    page.locator("#confirm:not([aria-disabled=true])").click()
    expect(page.locator(".hand .card").filter(has_text=name)).to_be_visible()
    expect(page.locator(".log")).to_contain_text("lays the roof lace-BY")
    expect(page.locator(".log")).to_contain_text(f"takes the building card {name}")


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone(server: Server, open_page: OpenPage, dark: bool) -> None:
    page = open_fed(server, open_page, *A_ROOF_FITS, size=PHONE, touch=True, dark=dark)
    mark = "-dark" if dark else ""
    expect(page.locator("section.mine")).to_be_visible()
    check_fits(page)
    check_axe(page)
    shot(page, f"burano-phone-board{mark}")
    key(page, "tile:lace-BY").tap()  # the only tile that fits: two answers in one press
    expect(page.locator(".q h2")).to_contain_text("Where to lay")
    plan = page.get_by_role("group", name="Plan of the city")
    expect(plan).to_be_visible()
    box = key(page, "cell:c4").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    check_axe(page)
    shot(page, f"burano-phone-plan{mark}")
    for tab in ("Lagoon", "Lace"):
        page.get_by_role("button", name=tab, exact=True).tap()
        expect(page.locator("svg.lagoon")).to_be_visible()
        check_fits(page)
        check_axe(page)
        shot(page, f"burano-phone-{tab.lower()}{mark}")
    page.get_by_role("button", name="City", exact=True).tap()
    key(page, "cell:c4").tap()
    page.locator("#confirm:not([aria-disabled=true])").tap()
    expect(page.locator(".q h2")).to_contain_text("building card")
    expect(page.locator(".sheet .market")).to_be_visible()
    check_fits(page)
    check_axe(page)
    shot(page, f"burano-phone-cards{mark}")


@pytest.mark.parametrize("height", [640, 740])
def test_on_a_phone_the_button_is_never_cut(server: Server, open_page: OpenPage, height: int) -> None:
    """A card of the market with all that is said of it leaves room for the button that takes it."""

    def scored(match: Match) -> bool:
        return 0 in match.actors and "privilege" in [match.state.notation(0, each) for each in match.state.legal(0)]

    with server.away():
        fed = feed(server.data, find("burano"), 2, 1, until=scored)
    page = open_page("about:blank", size=(PHONE[0], height), touch=True)
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    page.locator(".sheet [data-key^='card:'][data-legal]").first.tap()
    expect(page.locator("#confirm[aria-disabled=false]")).to_be_visible()
    expect(page.locator(".ask .result")).to_be_visible()
    shot(page, f"burano-phone-card-{height}")
    free = page.locator("#confirm").evaluate(
        """(node) => {
          const box = node.getBoundingClientRect();
          return [box.top + 2, box.bottom - 2].every((y) => node.contains(document.elementFromPoint(box.x + 40, y)));
        }"""
    )
    assert free, "all of the button can be pressed"


def test_a_cube_that_is_pressed_replaces_the_one_chosen_in_the_list(server: Server, open_page: OpenPage) -> None:
    """On a phone a choice of the list waits for the button; the pyramid shows the cube pressed after it."""

    def building(match: Match) -> bool:
        return 0 in match.actors and match.state.notation(0, match.state.legal(0)[0]).startswith("put ")

    with server.away():
        fed = feed(server.data, find("burano"), 2, 1, until=building)
    page = open_page("about:blank", size=PHONE, touch=True)
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    option = page.locator(".ask .opt[data-option^='put ']").first
    listed = (option.get_attribute("data-option") or "").split()[1]
    option.tap()
    expect(page.locator("#confirm[aria-disabled=false]")).to_be_visible()
    pressed = page.locator(f".reserve [data-key^='colour:']:not([data-key='colour:{listed}'])").first
    colour = (pressed.get_attribute("data-key") or "").split(":")[1]
    question = page.locator("[data-choice]").get_attribute("data-question")
    pressed.tap()
    page.locator(f"[data-choice][data-move='']:not([data-question='{question}']):not([data-question=''])").wait_for()
    expect(page.locator("g.grab[data-slot]")).to_have_count(1)
    moves = [text for _, text, request in entries_of(server, fed.table) if request is not None]
    assert [text.split()[:2] for text in moves] == [["put", colour]]
