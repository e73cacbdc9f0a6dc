"""Random but legal pressing in every title, wide and on a phone: what the page announces is what is in the record.

`./run test` plays a share of it, `./run long pressing` at least 200 choices of every title in both sizes.
"""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions
from bungalow.core.match import Match
from bungalow.core.registry import find
from bungalow.games.buru.components import MODULES
from tests.web.conftest import PHONE, WIDE, OpenPage, Server, check_fits
from tests.web.feed import Fed, feed
from tests.web.pressing import SEAT, Presser, difference

pytestmark = pytest.mark.slow

CHOICES = int(os.environ.get("BUNGALOW_PRESSING_CHOICES", "7"))
"""The minimum number of choices for every title and size."""
PER_TABLE = 25
"""Choices after which the next table is opened, so that many stages of the game are seen."""
GUARDED = 0.5
"""The share of tables at which stray presses are ignored, as people have it; at the others every press counts."""
TITLES = ("burrows", "busara", "burano", "buru", "ambelau")
SIZES = {"wide": (WIDE, False), "phone": (PHONE, True)}
LENGTH = {"burrows": 50, "busara": 200, "burano": 200, "buru": 120, "ambelau": 150}
"""Moves of a game by chance after which there is still something to choose."""


@dataclass(frozen=True)
class Setup:
    game: Game
    seats: int
    options: dict[str, str]


def set_up(title: str, chance: random.Random) -> Setup:
    """A table of this title with options by chance."""
    if title == "ambelau":
        return with_modules(find("buru"), chance)
    if title == "buru":
        seats = chance.choice((2, 3))
        return Setup(find("buru"), seats, {"lawan": str(chance.randint(1, seats - 1))})
    if title == "busara":
        return Setup(find("busara"), chance.choice((2, 3, 4)), {"layout": chance.choice(("quick", "free"))})
    game = find(title)
    return Setup(game, chance.choice([seats for seats in game.seats if seats < 5]), {})


def with_modules(game: Game, chance: random.Random) -> Setup:
    """Some of Ambelau's modules, as many seats as they allow, and sometimes Lawan."""
    while True:
        options = {name: "on" for name in MODULES if chance.random() < 0.6} or {MODULES[0]: "on"}
        seats, lawan = chance.choice((2, 3, 4, 5)), chance.choice((0, 0, 1, 2))
        with contextlib.suppress(BadOptions):
            options |= {"lawan": str(lawan)}
            Match(game, seats, options=dict(options), seed=1)
            if game.played_seats(seats, dict(options)) > 0:
                return Setup(game, seats, options)


def make_table(server: Server, title: str, seed: int, *, begin: bool) -> Fed:
    """A running game in which the guest at seat 1 is asked; from the beginning, or somewhere in it."""
    chance = random.Random(seed)
    it = set_up(title, chance)
    people = it.game.played_seats(it.seats, dict(it.options))
    bots = dict.fromkeys(range(1, people), "random")
    moves = 0 if begin else chance.randrange(LENGTH[title])
    while True:
        fed = feed(
            server.data,
            it.game,
            it.seats,
            chance.randrange(2**32),
            options=it.options,
            bots=bots,
            practice=True,
            until=lambda match, moves=moves: len(match.history) >= moves and choosing(match),  # type: ignore[misc]
        )
        if not fed.over:
            return fed
        moves //= 2


def choosing(match: Match) -> bool:
    return SEAT in match.actors and len(match.state.legal(SEAT)) > 1


def placing(match: Match) -> bool:
    """Seat 1 has a warren and is to lay another tile."""
    return (
        choosing(match)
        and len(match.history) > 8
        and match.state.notation(SEAT, match.state.legal(SEAT)[0])[:3] == "at "
    )


def tables_of(server: Server, title: str, size: str, run_seed: int, first: int, count: int) -> list[tuple[Fed, int]]:
    """So many tables, each with the seed of what is pressed there."""
    found = []
    for number in range(first, first + count):
        seed = random.Random(f"{run_seed} {title} {size} {number}").randrange(2**32)
        found.append((make_table(server, title, seed, begin=number % 4 == 3), seed))
    return found


@pytest.fixture(scope="module")
def tables(server: Server, run_seed: int) -> dict[tuple[str, str], list[tuple[Fed, int]]]:
    """The first tables of all tests: the server need not be started again for each."""
    count = -(-CHOICES // PER_TABLE)
    with server.away():
        return {(title, size): tables_of(server, title, size, run_seed, 0, count) for title in TITLES for size in SIZES}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_what_is_announced_is_played(
    server: Server,
    open_page: OpenPage,
    tables: dict[tuple[str, str], list[tuple[Fed, int]]],
    run_seed: int,
    title: str,
    size: str,
) -> None:
    """Gestures by chance: every move is the one announced, nothing is stuck, the console stays silent."""
    window, touch = SIZES[size]
    made = number = 0

    def each_table() -> Iterator[tuple[Fed, int]]:
        nonlocal number
        ready = tables[title, size]
        while True:
            number += len(ready)
            yield from ready
            with server.away():
                ready = tables_of(server, title, size, run_seed, number, 4)

    for fed, seed in each_table():
        guarded = random.Random(f"{seed} guarded").random() < GUARDED
        page = open_page("about:blank", size=window, touch=touch, guard=guarded)
        presser = Presser(page, server, fed, seed, touch=touch, guarded=guarded)
        presser.sit_down()
        made += presser.press_on(min(PER_TABLE, CHOICES - made))
        page.context.close()
        if made >= CHOICES:
            return


def test_the_record_is_compared_in_order() -> None:
    first, second, undo = ("move", "a", "go 1"), ("move", "b", "go 2"), ("undo", "c", "")
    acknowledged = [first, second, undo]
    assert difference(acknowledged, [first, second, undo]) == ""
    assert "request 3" in difference(acknowledged, [first, second]), "one is missing"
    assert "request 1" in difference(acknowledged, [second, first, undo]), "two are in the wrong order"
    assert "request 2" in difference(acknowledged, [first, first, second, undo]), "one is there twice"
    assert "request 4" in difference(acknowledged, [*acknowledged, ("move", "d", "go 3")]), "nobody acknowledged one"
    assert "request 2" in difference(acknowledged, [first, ("move", "b", "go 3"), undo]), "one says something else"


def test_a_phone_held_sideways(server: Server, open_page: OpenPage, run_seed: int) -> None:
    """The choice stands beside the board: every part of it can be pressed."""
    with server.away():
        fed = feed(server.data, find("burrows"), 2, run_seed, bots={1: "random"}, until=placing)
    page = open_page("about:blank", size=(PHONE[1], PHONE[0]), touch=True)
    page.add_init_script(fed.guest_script)
    page.goto(f"{server.url}/table/{fed.table}")
    expect(page.locator(".q h2")).to_contain_text("Where")
    page.locator(".sheet > .grab").tap()
    ready = page.locator("#confirm[aria-disabled=false]")
    for _ in range(3):  # a place may first be one of a group
        page.locator("button.opt").last.tap()
        page.wait_for_timeout(200)
        if ready.count():
            break
    expect(ready).to_be_visible()
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(page.locator(".log")).to_be_visible()
    check_fits(page)
