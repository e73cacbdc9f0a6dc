"""The end of a game: where the points came from, drawn truthfully."""

from __future__ import annotations

import pytest

from bungalow.core.registry import find
from tests.web.conftest import PHONE, WIDE, OpenPage, Server, check_axe, check_fits, shot
from tests.web.feed import Fed, feed


@pytest.fixture(scope="module")
def reserved(server: Server) -> Fed:
    """A game at whose end somebody holds a reserved tile, which takes a complaint off."""
    with server.away():
        for seed in range(40):
            fed = feed(server.data, find("burrows"), 4, seed=seed)
            if any(value < 0 for score in fed.match.standing().scores for _, value in score.parts):
                return fed
    raise AssertionError("nobody kept a tile")


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True), (PHONE, False), (WIDE, True)])
def test_what_is_taken_off_lies_left_of_zero(
    server: Server, open_page: OpenPage, reserved: Fed, size: tuple[int, int], dark: bool
) -> None:
    page = open_page(f"{server.url}/table/{reserved.table}", size=size, dark=dark)
    rows = page.locator(".res")
    rows.first.wait_for()
    zeros: set[int] = set()
    for row in rows.all():
        above = row.locator(".above").bounding_box()
        assert above is not None
        zeros.add(round(above["x"]))
        for part in row.locator(".part").all():
            box = part.bounding_box()
            assert box is not None
            taken_off = part.inner_text().strip().split()[-1].startswith("-")
            assert box["x"] + box["width"] <= above["x"] + 1 if taken_off else box["x"] >= above["x"] - 1
    assert len(zeros) == 1, "all bars begin at the same place"
    check_axe(page)
    check_fits(page)
    page.locator("section.score").first.scroll_into_view_if_needed()
    shot(page, f"end-bars-{size[0]}-{'dark' if dark else 'light'}")
