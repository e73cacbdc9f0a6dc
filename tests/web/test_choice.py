"""What the page shows as the choice is what is played: panel, ghost, preview and the move that is sent."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bungalow.core.match import Match
from bungalow.core.registry import find
from tests.web.conftest import PHONE, WIDE, OpenPage, Server, new_table, wait_for_turn
from tests.web.feed import Fed, feed
from tests.web.play import do_step, entries_of, play_turns

PLACES = """() => {
  // Points of the window, each on a cell where the tile may lie, from left to right.
  const top = document.querySelector('.window').getBoundingClientRect();
  return [...document.querySelectorAll('.ground rect')].map((node) => node.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
    .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('.window') && x > top.left && x < top.right)
    .sort(([a], [b]) => a - b);
}"""


def announced(page: Page) -> str:
    """The move that the panel would play now, once there is one."""
    page.locator("[data-choice]:not([data-move=''])").wait_for()
    return page.locator("[data-choice]").get_attribute("data-move") or ""


def check_all_agree(page: Page) -> str:
    """Panel, path, ghost and announcement say the same; the notation of the choice."""
    move = announced(page)
    found = re.fullmatch(r"at (-?\d+),(-?\d+) r(\d)", move)
    assert found is not None, move
    x, y, turn = (int(part) for part in found.groups())
    expect(page.locator("[data-ghost]")).to_have_attribute("data-ghost", f"cell:{x},{y} turn:{turn}")
    # The drawing itself, not only its mark: where the ghost lies and how it is turned.
    drawn = page.locator("[data-ghost]").evaluate(
        "(node) => [node.style.transform, node.querySelector('.turner').style.transform]"
    )
    assert drawn[0] == f"translate({x * 100 + 50}px, {y * 100 + 50}px)"
    assert int(re.sub(r"\D+deg.*|[^-\d]", "", drawn[1])) % 360 == turn * 90
    expect(page.locator(".stage .said")).to_contain_text(f"x {x}, y {y}")
    return move


def lay_out(page: Page, server: Server) -> None:
    """A table of Burrows at which the second tile waits for its place."""
    new_table(page, server)
    how = "touch" if page.viewport_size == {"width": PHONE[0], "height": PHONE[1]} else "mouse"
    play_turns(page, how, 1)
    for _ in range(20):
        if page.locator(".ground rect").count() or do_step(page, how) == "end":
            break
        page.wait_for_timeout(300)  # the next question, should the press have been played
    page.locator(".ground rect").first.wait_for()


def played(server: Server, page: Page) -> str:
    """The last tile that the person has laid, by the record."""
    entries = entries_of(server, page.url.rsplit("/", 1)[1])
    return next(text for _, text, request in reversed(entries) if request is not None and text.startswith("at "))


def clicks(page: Page) -> Callable[[float, float], None]:
    def click(x: float, y: float) -> None:
        page.mouse.move(x, y)
        page.mouse.click(x, y)

    return click


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_tile_is_built_where_it_is_shown(server: Server, open_page: OpenPage, touch: bool) -> None:
    page = open_page(server.url, size=PHONE if touch else WIDE, touch=touch)
    lay_out(page, server)
    press = page.touchscreen.tap if touch else clicks(page)
    seen = set()
    for at in (0, -1, 0):  # a place, another one, and the first again
        x, y = page.evaluate(PLACES)[at]
        press(x, y)
        seen.add(check_all_agree(page))
        for _ in range(2):  # on the tile itself: it turns
            press(x, y)
            seen.add(check_all_agree(page))
    assert len(seen) >= 2
    page.get_by_role("button", name="Turn the tile").last.click()
    move = check_all_agree(page)
    page.locator("#confirm").click()
    page.locator("[data-move='']").wait_for()
    wait_for_turn(page)
    assert played(server, page).endswith(move)


def test_arrows_r_and_the_list_move_the_same_choice(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    lay_out(page, server)
    page.get_by_role("application").focus()
    for key in ("ArrowRight", "Enter", "r", "ArrowLeft", "R", "ArrowUp"):
        page.keyboard.press(key)
        if key == "Enter":
            check_all_agree(page)
    check_all_agree(page)
    page.locator("button.opt[data-option^='at']").last.click()
    check_all_agree(page)
    # Pointing at something else does not change what would be played, nor what is shown.
    page.locator("button.opt[data-option^='at']").first.hover()
    x, y = page.evaluate(PLACES)[0]
    page.mouse.move(x, y)
    move = check_all_agree(page)
    page.keyboard.press("Enter")
    wait_for_turn(page)
    assert played(server, page).endswith(move)


def test_a_place_is_kept_while_the_log_is_read(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, size=PHONE, touch=True)
    lay_out(page, server)
    places = page.evaluate(PLACES)
    page.touchscreen.tap(*places[0])
    before = check_all_agree(page)
    page.get_by_role("button", name="Log").tap()
    expect(page.locator(".log")).to_be_visible()
    page.get_by_role("button", name="Table", exact=True).tap()
    assert check_all_agree(page) == before
    assert len(page.evaluate(PLACES)) == len(places)
    page.locator("#confirm").tap()
    wait_for_turn(page)
    assert played(server, page).endswith(before)


# -- Esc --------------------------------------------------------------------------------------------------------------


def test_esc_closes_what_is_open_and_never_takes_a_move_back(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    lay_out(page, server)  # building with a tile can be taken back
    expect(page.get_by_role("button", name="Take back", exact=True).first).to_be_enabled()
    entries = len(entries_of(server, page.url.rsplit("/", 1)[1]))
    question = page.locator(".ask h2").inner_text()
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog")).to_contain_text("a move that was played stays")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".log .look").last.click()
    expect(page.locator("header .pill")).to_contain_text("Looking back")
    page.keyboard.press("Escape")
    expect(page.locator(".ask h2")).to_have_text(question)
    x, y = page.evaluate(PLACES)[0]
    page.mouse.click(x, y)
    check_all_agree(page)
    for _ in range(2):  # the last press of the choice: the turn, if there are several, and the place
        page.keyboard.press("Escape")
    page.locator("[data-choice][data-move='']").wait_for()
    for key in ("Escape", "Backspace", "Escape"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    expect(page.locator(".ask h2")).to_have_text(question)
    assert len(entries_of(server, page.url.rsplit("/", 1)[1])) == entries
    page.keyboard.press("u")
    expect(page.locator(".ask h2")).not_to_have_text(question)


def test_esc_on_a_phone_goes_back_to_the_table(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, size=PHONE, touch=True)
    lay_out(page, server)
    page.touchscreen.tap(*page.evaluate(PLACES)[0])
    move = check_all_agree(page)
    page.get_by_role("button", name="Rules").tap()
    page.keyboard.press("Enter")  # plays nothing: the choice is out of sight
    page.keyboard.press("Escape")
    assert check_all_agree(page) == move


# -- stray presses ----------------------------------------------------------------------------------------------------


def begin_turn(page: Page, server: Server) -> tuple[float, float]:
    """The second turn of a game of Burrows; where the first way to build stands in the list."""
    new_table(page, server)
    for _ in range(40):  # at the pace of a person
        if "1 tile" in (page.get_by_role("application").get_attribute("aria-label") or ""):
            break
        do_step(page, "mouse")
        page.wait_for_timeout(400)
    wait_for_turn(page)
    page.wait_for_timeout(500)
    box = page.locator("button.opt[data-option^='build']").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_second_half_of_a_double_click_answers_nothing(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, guard=True)
    x, y = begin_turn(page, server)
    page.mouse.click(x, y)  # played at once, and the places come to stand in the list
    page.locator("button.opt[data-option^='at']").first.wait_for()
    page.mouse.click(x, y)
    page.wait_for_timeout(100)
    expect(page.locator("[data-choice]")).to_have_attribute("data-move", "")
    page.wait_for_timeout(350)
    page.mouse.click(x, y)
    assert announced(page).startswith("at ")


def test_a_key_held_down_answers_once(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, guard=True)
    begin_turn(page, server)
    key = page.locator("button.opt[data-option^='build'] kbd").first.inner_text()
    page.keyboard.down(key)
    page.locator("button.opt[data-option^='at']").first.wait_for()
    for _ in range(8):  # also after the moment, as long as it is not let go
        page.keyboard.down(key)
        page.wait_for_timeout(70)
    page.keyboard.up(key)
    expect(page.locator("[data-choice]")).to_have_attribute("data-move", "")
    page.keyboard.press(key)
    assert announced(page).startswith("at ")


def test_what_stayed_in_its_place_can_be_pressed_at_once(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url, guard=True)
    x, y = begin_turn(page, server)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radiogroup", name="Stray presses").get_by_text("Longer").click()
    page.get_by_role("button", name="Close", exact=True).click()
    tile = page.locator("[data-key^='tile:'][data-legal]").first
    key = tile.get_attribute("data-key")
    page.locator("button.opt[data-option^='build']").last.click()  # the tiles before it stay where they are
    page.locator("button.opt[data-option^='at']").first.wait_for()
    page.wait_for_timeout(1100)
    page.keyboard.press("u")
    page.locator("button.opt[data-option^='build']").first.wait_for()
    page.mouse.click(x, y)  # the list is another one now
    tile.click()
    expect(page.locator(f"[data-key='{key}'][data-state='selected']").first).to_be_visible(timeout=600)
    assert page.locator("button.opt[data-option^='at']").count() == 0


@pytest.fixture(scope="module")
def burano(server: Server) -> dict[bool, Fed]:
    """Games of Burano in which seat 1 may end the turn: with a move left, and without one."""

    def stands(match: Match, *, left: bool) -> bool:
        options = {match.state.notation(0, option) for option in match.state.legal(0)} if 0 in match.actors else set()
        moved = match.game.view(match.state, 0)["move"]["moves"] > 0  # type: ignore[index]
        return "end" in options and moved and left == bool(options & {"pick", "build", "roof"})

    with server.away():
        return {
            left: feed(server.data, find("burano"), 2, seed, until=functools.partial(stands, left=left))
            for left, seed in ((True, 3), (False, 90))
        }


@pytest.mark.parametrize("left", [True, False])
def test_burano_asks_once_before_a_move_is_lost(
    server: Server, open_page: OpenPage, burano: dict[bool, Fed], left: bool
) -> None:
    fed = burano[left]
    page = open_page("about:blank")
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    wait_for_turn(page)
    end = page.locator("[data-key='do:end'][data-legal]").first
    warning = page.get_by_text("You can still make a move this turn.")
    if left:
        end.dblclick()
        expect(warning).to_be_visible()
        assert announced(page) == "end"
        page.wait_for_timeout(300)
        assert len(entries_of(server, fed.table)) == fed.moves
        page.locator("#confirm").click()
    else:
        end.click()
    expect(page.locator("header .pill")).to_contain_text("Bo")  # it has arrived
    expect(warning).to_have_count(0)
    assert [text for _, text, _ in entries_of(server, fed.table)[fed.moves :]] == ["end"]
