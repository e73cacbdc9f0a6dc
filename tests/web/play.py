"""Playing at a table as a person does: look at the page, do the next thing, by mouse, by touch or by keyboard."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.web.conftest import Server

STEPS_OF_A_GAME = 600
NEXT = """([how, tiles, name, lines]) => {
  // In the order in which a hurried player presses: the deed, a tile (one with a bus ends the game sooner), a place.
  const warren = document.querySelector('[role=application]')?.getAttribute('aria-label') ?? '';
  const told = [...document.querySelectorAll('.log .look')].filter((line) => line.textContent.includes(name + ' lays'));
  if (tiles > 0 && Number(/warren, (\\d+)/.exec(warren)?.[1] ?? 0) >= tiles) return {what: 'end'};
  if (lines > 0 && told.length >= lines) return {what: 'end'};
  if (document.querySelector('main.end h1')) return {what: 'end'};
  if (document.querySelector('.curtain')) return {what: 'curtain'};
  const centre = (node) => {
    const box = node.getBoundingClientRect();
    return {x: box.x + box.width / 2, y: box.y + box.height / 2};
  };
  const seen = (node) => {
    const {x, y} = centre(node);
    const top = document.elementFromPoint(x, y);
    const cell = (node.dataset.key ?? '').startsWith('cell:');
    return top !== null && (node.contains(top) || cell && top.closest('.window'));
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
    ?? first('button.opt[data-option^=build]')
    ?? first('button.opt');
  return wanted ? {what: wanted.dataset.key ?? 'press', ...centre(wanted)} : false;
}"""


def do_step(page: Page, how: str, *, tiles: int = 0, name: str = "", lines: int = 0) -> str:
    """Do the next thing as soon as there is one; what it was.

    `end`: the game is over, the warren has so many tiles, or the log tells so often that this person lays one.
    `curtain`: the screen is to be handed over.
    """
    step: dict[str, Any] = page.wait_for_function(NEXT, arg=[how, tiles, name, lines]).json_value()
    if step["what"] in ("end", "curtain"):
        return str(step["what"])
    if how == "keys":
        page.keyboard.press(step["key"])
    elif how == "touch":
        page.touchscreen.tap(step["x"], step["y"])
    else:
        page.mouse.click(step["x"], step["y"])
    return str(step["what"])


def play_on(page: Page, how: str, *, tiles: int = 0, name: str = "", lines: int = 0) -> None:
    """Do one thing after the other until `do_step` says that it is done."""
    for _ in range(STEPS_OF_A_GAME):
        if do_step(page, how, tiles=tiles, name=name, lines=lines) == "end":
            return
        page.wait_for_timeout(15)  # the page answers a press before the next one
    raise AssertionError("this took too many steps")


def play_turns(page: Page, how: str, turns: int) -> None:
    """Lay so many tiles of one's own."""
    play_on(page, how, tiles=own_tiles(page) + turns)


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
            "SELECT kind, text, request FROM entries WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    finally:
        database.close()
