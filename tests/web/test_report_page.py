"""The page of `bungalow report`: tables take the room that there is, and what scrolls shows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from bungalow.lab.page import html_page
from bungalow.lab.results import load, simulate_into
from bungalow.lab.simulation import Plan
from tests.web.conftest import MIDDLE, PHONE, WIDE, OpenPage, check_fits

OUTSIDE = """plots => plots.flatMap(plot => {
  const room = plot.getBoundingClientRect();
  return [...plot.querySelectorAll("text, circle")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.left < room.left || box.right > room.right || box.bottom > room.bottom;
  }).map(each => each.textContent);
})"""
HEIGHTS = """texts => texts.map(text =>
  parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.getScreenCTM().a)"""
CUT_OFF = "frames => frames.filter(each => each.scrollWidth > each.clientWidth).length"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Runs that differ in their bots have long names, and so wide tables."""
    folder = tmp_path_factory.mktemp("runs")
    simulate_into(folder / "2", Plan("busara", 2, 4, seed=1, bots=("greedy", "random")), 1)
    simulate_into(folder / "3", Plan("busara", 3, 4, seed=1, bots=("random", "random", "random")), 1)
    page = folder / "report.html"
    page.write_text(html_page([load(folder / "2"), load(folder / "3")]), encoding="utf-8")
    return page.as_uri()


@pytest.mark.parametrize("size", [WIDE, MIDDLE])
def test_no_table_is_cut_off_where_the_window_has_room(report: str, open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(report, size=size)
    assert page.locator(".wide").count() > 8
    assert page.locator(".wide").evaluate_all(CUT_OFF) == 0
    check_fits(page)


def edge(page: Page, frame: Locator, side: str) -> bytes:
    """A picture of a narrow strip inside the left or the right edge of a frame."""
    box = frame.bounding_box()
    assert box is not None
    x = box["x"] + 2 if side == "left" else box["x"] + box["width"] - 6
    return page.screenshot(clip={"x": x, "y": box["y"] + 20, "width": 4, "height": 20})


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_the_edge_behind_which_there_is_more_is_shaded(report: str, open_page: OpenPage, dark: bool) -> None:
    page = open_page(report, size=PHONE, dark=dark)
    check_fits(page)
    frame = page.locator(".wide").first
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth + 100")
    page.add_style_tag(content="table { visibility: hidden }")  # words at the edge are no shade
    frame.scroll_into_view_if_needed()
    plain, shaded = edge(page, frame, "left"), edge(page, frame, "right")
    assert plain != shaded
    frame.evaluate("frame => { frame.scrollLeft = frame.scrollWidth }")
    assert edge(page, frame, "right") == plain
    assert edge(page, frame, "left") != plain


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_plots_fit_the_window_and_can_be_read(report: str, open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(report, size=size)
    assert page.locator(".plot").evaluate_all(CUT_OFF) == 0
    plots = page.locator(".plot svg:visible")
    assert plots.count() == page.locator(".plot").count()
    assert plots.evaluate_all(OUTSIDE) == []
    assert plots.first.locator("circle").first.is_visible()
    assert min(plots.locator("text").evaluate_all(HEIGHTS)) >= 11
