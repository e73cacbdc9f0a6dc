"""Busara in a browser: a whole game by presses on the board, and the moments that a game may or may not bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bungalow.core.match import Match
from bungalow.core.registry import find
from tests.web.conftest import MIDDLE, PHONE, OpenPage, Server, check_axe, check_fits, log_lines, new_table, shot
from tests.web.feed import Fed, feed

pytestmark = pytest.mark.slow

STEPS_OF_A_GAME = 900
NEXT = """([wanted, line]) => {
  // What a hurried player presses: the deed, what is wanted, else anything on the table that can be pressed.
  if (document.querySelector('main.end h1')) return {what: 'end'};
  const told = [...document.querySelectorAll('.log .look')].map((each) => each.textContent.replace(/\\s+/g, ' '));
  if (line !== '' && told.some((each) => each.includes(line))) return {what: 'told'};
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return top !== null && node.contains(top) ? {x, y} : null;
  };
  const first = (selector) => {
    for (const node of document.querySelectorAll(selector)) {
      const at = seen(node);
      if (at !== null) return {what: node.dataset.key ?? node.id, ...at};
    }
    return null;
  };
  if (document.querySelector('#confirm:not([aria-disabled=true])')) return first('#confirm') ?? false;
  for (const key of wanted) {
    const found = first(key === '*' ? '.board [data-legal]' : `.board [data-key^="${key}"][data-legal]`);
    if (found !== null) return found;
  }
  return false;
}"""
ANYTHING = ["do:pass", "do:none", "react:pass", "action:forge", "cell:", "do:", "action:draw", "action:move", "*"]


def do_step(page: Page, wanted: list[str], line: str = "") -> str:
    """Press the next thing as soon as there is one; its key, or that the game is over or the log tells the line."""
    step: dict[str, Any] = page.wait_for_function(NEXT, arg=[wanted, line]).json_value()
    if step["what"] not in ("end", "told"):
        page.mouse.click(step["x"], step["y"])
        page.wait_for_timeout(20)  # the page answers a press before the next one
    return str(step["what"])


def play_until(page: Page, line: str, wanted: list[str]) -> None:
    """Press what is wanted until the log tells of it."""
    for _ in range(40):
        if do_step(page, wanted, line) == "told":
            return
    raise AssertionError(f"the log does not tell that: {line}")


def asked(match: Match) -> str:
    """The kind of question that seat 1 is asked."""
    return match.game.kinds[int(match.state.asked(0))].name if 0 in match.actors else ""


def view_of(match: Match) -> Any:
    return match.game.view(match.state, 0)


def drawn(match: Match) -> tuple[str, str] | None:
    """A token of seat 1, and one of another kind next to it on somebody else's cloth."""
    table = view_of(match)
    at = {}
    for number, board in enumerate(table["boards"]):
        for space, token in enumerate(board["spaces"]):
            place = (board["x"] + space % 4, board["y"] + space // 4)
            at[place] = (f"cell:b{number}:{space // 4}{space % 4}", token, board["owner"])
    for (x, y), (key, token, owner) in at.items():
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            other = at.get(near)
            if owner == 0 and token and other and other[2] != 0 and other[1] not in (None, token):
                return key, other[0]
    return None


def can(match: Match, text: str) -> bool:
    return text in [match.state.notation(0, option) for option in match.state.legal(0)]


def hurts(match: Match) -> bool:
    """Stopping the thread here would leave the own cloth empty."""
    state = match.state
    stop = [option for option in state.legal(0) if state.notation(0, option) == "stop"]
    return any("you would be Embargoed" in state.words(0, option) for option in stop)


def in_play(match: Match) -> bool:
    return asked(match) == "choose_action" and view_of(match)["round"] >= 4


MOMENTS: dict[str, tuple[int, int, Callable[[Match], bool]]] = {
    "keys": (4, 1, in_play),
    "why": (4, 1, in_play),
    "phone": (4, 1, in_play),
    "phone-dark": (4, 1, in_play),
    "thread": (3, 1, lambda match: asked(match) == "choose_action" and drawn(match) is not None),
    "want": (3, 1, lambda match: asked(match) == "trade_want"),
    "want-back": (3, 1, lambda match: asked(match) == "trade_want"),
    "want-phone": (3, 1, lambda match: asked(match) == "trade_want"),
    "offer": (3, 2, lambda match: asked(match) == "trade_offer"),
    "gift": (3, 2, lambda match: asked(match) == "trade_ask" and can(match, "ask nothing")),
    "gift-phone": (3, 2, lambda match: asked(match) == "trade_ask" and can(match, "ask nothing")),
    "offers": (4, 1, lambda match: asked(match) == "trade_accept" and len(view_of(match)["trade"]["offers"]) > 1),
    "power": (3, 1, lambda match: asked(match) == "choose_action" and can(match, "power")),
    "reaction": (4, 8, lambda match: asked(match).startswith("react_")),
    "embargo": (2, 68, lambda match: asked(match) == "forge_step" and hurts(match)),
}
"""Seats, seed, and when seat 1 is to go on by itself; a table is played on by one test only."""


@pytest.fixture(scope="module")
def moments(server: Server) -> dict[str, Fed]:
    game = find("busara")
    with server.away():
        return {
            name: feed(server.data, game, seats, seed, options={"layout": "quick"}, until=until)
            for name, (seats, seed, until) in MOMENTS.items()
        }


def open_moment(open_page: OpenPage, server: Server, fed: Fed, **how: Any) -> Page:
    page = open_page("about:blank", **how)
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    page.locator(".board .stage").wait_for()
    page.locator(".ask h2").wait_for()
    expect(page.locator("h1")).to_have_text("Busara")
    return page


def thing(page: Page, key: str) -> Any:
    return page.locator(f'[data-key="{key}"]')


def test_a_whole_game_by_presses_on_the_table(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.url)
    new_table(page, server, "busara", react="Orders only")
    pressed: set[str] = set()
    for _ in range(STEPS_OF_A_GAME):
        what = do_step(page, ANYTHING)
        pressed.add(what.split(":")[0])
        if what == "end":
            break
    assert {"cell", "action", "end"} <= pressed
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    expect(page.locator("svg[aria-label^='Goals:']")).to_be_visible()
    check_axe(page)
    shot(page, "busara-end")
    page.get_by_role("button", name="The table").click()
    assert any("Guest" in line for line in log_lines(page))
    check_axe(page)


def test_a_thread_is_drawn_over_a_border(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    fed = moments["thread"]
    page = open_moment(open_page, server, fed, motion=True)
    found = drawn(fed.match)
    assert found is not None
    thing(page, "action:forge").and_(page.locator("[data-legal]")).wait_for()
    own, other = (thing(page, key).bounding_box() for key in found)
    page.mouse.move(own["x"] + own["width"] / 2, own["y"] + own["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=8)
    page.mouse.up()
    play_until(page, "Ada forges", ["do:stop", "cell:"])
    if page.locator(".sum").count():
        expect(page.locator(".sum")).to_contain_text("also for")
        shot(page, "busara-thread")
    play_until(page, "resources of the chain", ["do:stop"])
    assert any("Ada forges" in line and "gets one too" in line for line in log_lines(page))


def steppers(page: Page) -> Any:
    """The buttons that add one more, as far as they can be pressed."""
    return page.locator(".counters .more:not([aria-disabled=true])")


def test_a_trade_from_the_want_to_the_offers(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["want"], guard=True)
    go = page.locator(".counters .btn.go")
    expect(go).to_have_attribute("aria-disabled", "true")
    steppers(page).first.click()
    steppers(page).last.click()
    said = page.locator(".counters [role=status]").inner_text()
    wanted = said.removeprefix("You want ").removesuffix(".")
    check_axe(page)
    shot(page, "busara-want")
    # A double click asks once; its second half does not refuse the offers that have come up meanwhile.
    go.dblclick()
    play_until(page, f"Ada wants {wanted}", [])
    page.wait_for_timeout(700)
    assert not any("Ada accepts no offer" in line for line in log_lines(page))
    page = open_moment(open_page, server, moments["offers"])
    expect(page.locator(".offer .who")).to_have_count(3)
    check_axe(page)
    shot(page, "busara-offers")
    play_until(page, "Ada gets", ["offer:"])


def test_minus_takes_back_what_has_been_named(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["want-back"])
    option = page.locator("button.opt[data-option^='want ']").first
    option.click()
    page.locator("button.opt[data-option=done]").wait_for()
    page.reload()
    some = page.locator(".counters .one.some")
    expect(some).to_have_count(1)
    some.locator(".less").click()
    page.locator("button.opt[data-option=done]").wait_for(state="detached")
    expect(some).to_have_count(0)


def test_an_offer_is_given_a_price_and_a_gift_is_confirmed(
    server: Server, open_page: OpenPage, moments: dict[str, Fed]
) -> None:
    page = open_moment(open_page, server, moments["offer"])
    page.locator(".counters .btn.go").click()
    expect(page.locator(".counters [role=status]")).to_contain_text("What do you ask in return?")
    expect(page.locator(".counters .btn.go")).to_have_attribute("aria-disabled", "true")
    steppers(page).first.click()
    expect(page.locator(".counters [role=status]")).to_contain_text("and get 1")
    shot(page, "busara-price")
    page.locator(".counters .btn.go").click()
    play_until(page, "Ada offers", [])
    page = open_moment(open_page, server, moments["gift"], dark=True)
    lines = log_lines(page)
    thing(page, "do:gift").dblclick()
    page.locator("#confirm:not([aria-disabled=true])").wait_for()
    page.wait_for_timeout(300)
    assert log_lines(page) == lines, "a gift waits for the button"
    check_axe(page)
    shot(page, "busara-gift-dark")
    thing(page, "do:pass").click()
    play_until(page, "Ada makes no offer", ["do:pass"])


@pytest.mark.parametrize("dark", [False, True])
def test_a_want_on_a_phone(server: Server, open_page: OpenPage, moments: dict[str, Fed], dark: bool) -> None:
    page = open_moment(open_page, server, moments["want-phone"], size=PHONE, touch=True, dark=dark)
    box = steppers(page).first.bounding_box()
    assert min(box["height"], box["width"]) >= 34
    steppers(page).first.tap()
    expect(page.locator(".counters [role=status]")).to_contain_text("You want 1")
    check_fits(page)
    check_axe(page)
    shot(page, f"busara-phone-want{'-dark' if dark else ''}")


def test_a_gift_on_a_phone_shows_its_button(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["gift-phone"], size=PHONE, touch=True)
    thing(page, "do:gift").tap()
    expect(page.get_by_role("button", name="Give it away")).to_be_in_viewport(ratio=1)
    for button in (page.locator(".counters .btn.go"), thing(page, "do:pass"), thing(page, "do:gift")):
        expect(button).to_be_in_viewport(ratio=1)
    check_fits(page)


def test_a_power_and_a_reaction(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["power"])
    play_until(page, "Ada uses", ["action:power", "virtue:"])
    page = open_moment(open_page, server, moments["reaction"], dark=True)
    expect(page.get_by_role("region", name="A chance to react")).to_be_visible()
    check_axe(page)
    shot(page, "busara-reaction-dark")
    play_until(page, "Ada uses", ["react:use", "virtue:"])


def test_a_warning_before_an_embargo(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["embargo"])
    lines = log_lines(page)
    thing(page, "do:stop").hover()
    expect(page.locator(".warning")).to_contain_text("You would be Embargoed")
    shot(page, "busara-warning")
    thing(page, "do:stop").click()
    # Even a move that can be taken back waits for the button here.
    page.locator("#confirm:not([aria-disabled=true])").wait_for()
    page.wait_for_timeout(300)
    assert log_lines(page) == lines


def test_by_keyboard_alone(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["keys"], size=MIDDLE)
    page.locator("button.opt[data-option=move]").wait_for()
    page.keyboard.press(page.locator("button.opt[data-option=move] kbd").inner_text())
    page.locator("button.opt[data-option^='move b']").first.wait_for()
    legal = page.locator(".board .space[data-legal]")
    legal.first.focus()
    page.keyboard.press("Enter")
    page.locator(".board .space[aria-pressed=true]").first.wait_for()
    page.keyboard.press("Escape")
    check_axe(page)
    check_fits(page)
    shot(page, "busara-middle")


def test_why_not(server: Server, open_page: OpenPage, moments: dict[str, Fed]) -> None:
    page = open_moment(open_page, server, moments["why"])
    thing(page, "action:remove").click()
    expect(page.locator(".tip")).to_contain_text("three connected resources")
    thing(page, "cell:b1:02").click()
    expect(page.locator(".tip")).to_contain_text("BS-2.4")


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone(server: Server, open_page: OpenPage, moments: dict[str, Fed], dark: bool) -> None:
    page = open_moment(open_page, server, moments["phone-dark" if dark else "phone"], size=PHONE, touch=True, dark=dark)
    check_fits(page)
    check_axe(page)
    shot(page, f"busara-phone{'-dark' if dark else ''}")
    box = thing(page, "action:move").bounding_box()
    assert min(box["height"], box["width"]) >= 40
    thing(page, "action:move").tap()
    page.locator("#confirm:not([aria-disabled=true])").tap()
    legal = page.locator(".board .space[data-legal]")
    legal.first.wait_for()
    page.wait_for_timeout(400)
    size = legal.first.bounding_box() or {"width": 0}
    assert size["width"] >= 36, "the table comes near to what can be pressed"
    legal.first.tap()
    check_axe(page)
    shot(page, f"busara-phone-move{'-dark' if dark else ''}")


def paying(match: Match) -> bool:
    return match.actors == [0] and match.question(0).startswith("Which Virtue to pay")


def test_on_a_phone_standing_orders_leave_room_for_the_choice(server: Server, open_page: OpenPage) -> None:
    with server.away():
        fed = feed(server.data, find("busara"), 3, 6, until=paying)
    page = open_page("about:blank", size=PHONE, touch=True)
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    question = page.locator(".ask .q h2")
    expect(question).to_be_visible()
    page.locator(".sheet > .grab").tap()
    page.locator(".sheet .orders summary").tap()
    expect(page.get_by_text("Always pass")).to_be_visible()
    for part in (question, page.locator("#confirm")):
        expect(part).to_be_in_viewport(ratio=1)
    shot(page, "busara-phone-orders")
