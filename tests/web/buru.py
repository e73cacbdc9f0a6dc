"""Playing Buru in a browser by pressing things on the board, the same way in every run."""

from __future__ import annotations

import contextlib
from typing import Any

from playwright.sync_api import Page, TimeoutError, expect

from tests.web.conftest import Server, wait_for_turn

STEPS_OF_A_GAME = 500
PRESS_MS = 2000
AFTERNOON = "Shore|Village|Lake"
NEXT = """([round, region]) => {
  if (document.querySelector('main.end h1')) return {what: 'end'};
  const note = document.querySelector('.banner .title')?.textContent ?? '';
  const confirm = document.querySelector('#confirm');
  if (/Sending/.test(confirm?.textContent ?? '')) return false;
  const waits = !confirm?.matches('[aria-disabled=false]');
  const now = Number(document.querySelector('.banner')?.dataset.round);
  const asked = waits && document.querySelector('.buru [data-legal], .tray [data-legal]');
  if (round > 0 && now >= round && RegExp(region).test(note) && asked) return {what: 'there'};
  const seen = (node) => {
    const box = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  };
  const next = (what, node) => {
    document.querySelector('[data-next]')?.removeAttribute('data-next');
    node.dataset.next = '';
    return {what, press: true};
  };
  if (confirm?.matches(':not([aria-disabled=true])'))
    return seen(confirm) ? next('confirm', confirm) : false;
  // Whatever may be pressed on the table; being done comes last, and a token is chosen once.
  const things = [...document.querySelectorAll('.buru [data-legal], .tray [data-legal]')].filter(seen);
  const alikes = {tokoh: 'space', token: 'explorer', blessing: 'explorer'};
  const kindOf = (node) => {
    const kind = node.dataset.key.split(':')[0];
    return alikes[kind] ?? kind;
  };
  const rank = (node) => ['region', 'space', 'forest', 'slot', 'islander', 'altar', 'deck', 'emissary', 'elder',
    'resource', 'branch', 'explorer', 'do'].indexOf(kindOf(node));
  things.sort((a, b) => (a.dataset.key === 'do:done') - (b.dataset.key === 'do:done') || rank(a) - rank(b));
  const alike = things.filter((node) => kindOf(node) === kindOf(things[0]));
  // Spread over the alternatives, the same way in every run.
  const many = (selector) => document.querySelectorAll(selector).length;
  const chosen = alike[(many('.log .look') || many('.buru .piece')) % Math.max(1, alike.length)];
  return chosen ? next(chosen.dataset.key, chosen) : false;
}"""


def open_solo(page: Page, server: Server) -> None:
    """The new-table page proposes one person against two Lawan; that table, until the first question."""
    page.goto(f"{server.url}/new/buru")
    page.locator("label", has=page.get_by_role("radio", name="Instant")).click()
    expect(page.locator(".row")).to_have_count(3)
    expect(page.locator(".row").nth(1)).to_contain_text("Lawan A")
    expect(page.locator(".row").nth(2)).to_contain_text("Lawan B")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    wait_for_turn(page)
    page.locator(".buru").wait_for()


def do_step(page: Page, how: str = "mouse", *, until: tuple[int, str] = (0, "")) -> str:
    """Press the next thing on the board, or the button that confirms it; what it was."""
    return press_step(page, page.wait_for_function(NEXT, arg=list(until)).json_value(), how)


def press_step(page: Page, step: dict[str, Any], how: str = "mouse") -> str:
    if "press" in step:
        thing = page.locator("[data-next]")
        # Whatever moved away meanwhile is looked for again in the next step.
        with contextlib.suppress(TimeoutError):
            (thing.tap if how == "touch" else thing.click)(timeout=PRESS_MS)
        page.wait_for_timeout(15)  # the page answers a press before the next one
    return str(step["what"])


def play(page: Page, how: str = "mouse", *, until: tuple[int, str] = (0, "")) -> set[str]:
    """Press things until the end, or until one of these moments is asked about from that round on; their kinds."""
    pressed: set[str] = set()
    for _ in range(STEPS_OF_A_GAME):
        what = do_step(page, how, until=until)
        if what in ("end", "there"):
            return pressed
        pressed.add(what.split(":")[0])
    raise AssertionError("this took too many steps")
