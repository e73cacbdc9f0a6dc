"""Playing at a table as a person does: look at the page, do the next thing, by mouse, by touch or by keyboard."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.web.conftest import Server

STEPS_OF_A_GAME = 600
NEXT = """(how) => {
  // In the order in which a hurried player presses: the deed, a tile (one with a bus ends the game sooner), a place.
  if (document.querySelector('main.end h1')) return {what: 'end'};
  const centre = (node) => {
    const box = node.getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  };
  const seen = (node) => {
    const {x, y} = centre(node);
    const top = document.elementFromPoint(x, y);
    return top !== null && (node.contains(top) || (node.dataset.key ?? '').startsWith('cell:') && top.closest('.window'));
  };
  const first = (selector, root = document) => [...root.querySelectorAll(selector)].find(seen);
  if (document.querySelector('#confirm:not([aria-disabled=true])')) {
    const confirm = first('#confirm');
    return confirm ? {what: 'confirm', key: 'Enter', ...centre(confirm)} : false;
  }
  if (how === 'keys') {
    const options = [...document.querySelectorAll('button.opt')].filter((each) => /^[0-9a-z]$/.test(
      each.querySelector('kbd').textContent));
    const build = options.filter((each) => each.dataset.option.startsWith('build'));
    const chosen = build.find((each) => /bus/.test(each.textContent)) ?? build[0] ?? options[0];
    return chosen ? {what: 'option', key: chosen.querySelector('kbd').textContent} : false;
  }
  const build = [...document.querySelectorAll('.deeds button')].find((each) => /Build/.test(each.textContent));
  const wanted = build
    ?? first('[data-key^="tile:"][data-legal]:has(em)')
    ?? first('[data-key^="tile:"][data-legal]')
    ?? first('[data-key="piece:pool"][data-legal]')
    ?? first('[data-key^="cell:"][role=button]')
    ?? first('button.opt');
  return wanted ? {what: wanted.dataset.key ?? 'press', ...centre(wanted)} : false;
}"""
TURN_OVER = """(lines) => document.querySelector('main.end h1') !== null
  || [...document.querySelectorAll('.log .look')].filter((line) => / lays /.test(line.textContent)).length > lines"""


def next_step(page: Page, how: str) -> dict[str, Any]:
    """What can be done now; waits until something can."""
    found = page.wait_for_function(NEXT, arg=how).json_value()
    assert isinstance(found, dict)
    return found


def do_step(page: Page, how: str) -> str:
    """Do the next thing; what it was."""
    step = next_step(page, how)
    if step["what"] == "end":
        return "end"
    if how == "keys":
        page.keyboard.press(step["key"])
    elif how == "touch":
        page.touchscreen.tap(step["x"], step["y"])
    else:
        page.mouse.move(step["x"], step["y"])
        page.mouse.click(step["x"], step["y"])
    return str(step["what"])


def play_to_the_end(page: Page, how: str) -> None:
    """Lay tiles until the end screen shows."""
    for _ in range(STEPS_OF_A_GAME):
        if do_step(page, how) == "end":
            return
        page.wait_for_timeout(15)  # the page answers a press before the next one
    raise AssertionError("the game did not end")


def play_turns(page: Page, how: str, turns: int) -> None:
    """Lay so many tiles of one's own."""
    for _ in range(turns):
        before = own_tiles(page)
        for _ in range(40):
            if own_tiles(page) > before:
                break
            do_step(page, how)
            page.wait_for_timeout(30)
        else:
            raise AssertionError("no tile was laid")


def warren(page: Page) -> Locator:
    """The warren that is shown large."""
    return page.get_by_role("application")


def own_tiles(page: Page) -> int:
    """How many tiles the warren that is shown has."""
    label = warren(page).get_attribute("aria-label") or ""
    return int(label.split("warren, ")[1].split(" ")[0])


def entries_of(server: Server, table: str) -> list[tuple[str, str, str | None]]:
    """Kind, text and request of everything that the database holds of a table."""
    import sqlite3

    database = sqlite3.connect(f"file:{server.data / 'bungalow.sqlite'}?mode=ro", uri=True)
    try:
        return database.execute(
            'SELECT kind, text, request FROM entries WHERE table_id = ? ORDER BY seq', (table,)
        ).fetchall()
    finally:
        database.close()
