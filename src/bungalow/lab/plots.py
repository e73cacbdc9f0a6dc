"""Plots as SVG of our own: small, in the colours of the house, light and dark by themselves."""

from __future__ import annotations

import itertools
import math
import textwrap
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from html import escape
from typing import NamedTuple


class Shape(NamedTuple):
    """The room that a plot is drawn for."""

    width: float
    label: float
    """Room for the words at the left."""
    right: float
    """Room for the numbers at the right."""
    steps: int
    """About so many on the axis."""


WIDE = Shape(720, 190, 64, 5)
NARROW = Shape(330, 132, 56, 3)
"""For a phone, where a wide one would have to shrink until nobody can read it."""
MARGIN = 12
ROW = 22
LINE = 16
"""From one line of words to the next."""
HEAD = 30
CHARACTER = 7.0
"""About the width of a letter; of a fat and a small one below."""
FAT = 8.0
SMALL = 6.4

LIGHT = {
    "page": "#fffaf0",
    "ink": "#2a211b",
    "soft": "#6b5d52",
    "line": "#dccdb4",
    "mark": "#17594f",
    "fair": "#b3261e",
}
DARK = {
    "page": "#211b18",
    "ink": "#f5ebdb",
    "soft": "#b8a998",
    "line": "#4a4038",
    "mark": "#7fcdb9",
    "fair": "#ff9b8c",
}


class Colour(NamedTuple):
    name: str
    light: str
    dark: str


SERIES = (
    Colour("green", "#17594f", "#74c9b5"),
    Colour("orange", "#d98a1f", "#f2b650"),
    Colour("blue", "#2878b8", "#7db8e8"),
    Colour("red", "#b3402f", "#ef8a78"),
    Colour("purple", "#6b3fa0", "#b797e0"),
    Colour("olive", "#7d8f2a", "#c3d069"),
    Colour("brown", "#8a5a33", "#cfa27a"),
    Colour("pink", "#a83a78", "#e592bf"),
    Colour("grey", "#4f6d7a", "#9fbcc8"),
    Colour("black", "#2a211b", "#7a6d62"),
    Colour("yellow", "#c9a800", "#f3e06a"),
    Colour("white", "#d2c3a8", "#f7f0e4"),
)
"""The parts of a stack take them in this order, but for parts that are named after one."""


class Interval(NamedTuple):
    label: str
    value: float
    low: float
    high: float
    note: str = ""


class Box(NamedTuple):
    label: str
    mean: float
    marks: tuple[float, ...]
    """At 10, 25, 50, 75 and 90 %."""


class Stack(NamedTuple):
    label: str
    parts: tuple[float, ...]


class Bins(NamedTuple):
    label: str
    first: float
    width: float
    counts: tuple[int, ...]


class Group(NamedTuple):
    """Rows under one heading; the heading may be empty. `fair` is where a dashed line stands."""

    heading: str
    rows: Sequence[Interval | Box | Stack | Bins]
    fair: float | None = None


def style() -> str:
    """The classes that all plots use."""

    def rules(shade: int) -> str:
        colours = (LIGHT, DARK)[shade]
        series = "".join(f".bp .{each.name}{{fill:{(each.light, each.dark)[shade]}}}" for each in SERIES)
        return (
            f".bp .page{{fill:{colours['page']}}}.bp text{{fill:{colours['ink']}}}.bp .soft{{fill:{colours['soft']}}}"
            f".bp .line{{stroke:{colours['line']}}}.bp .zero{{stroke:{colours['ink']}}}"
            f".bp .mark{{fill:{colours['mark']};stroke:{colours['mark']}}}"
            f".bp .box{{fill:{colours['mark']};fill-opacity:.25;stroke:{colours['mark']}}}"
            f".bp .fair{{stroke:{colours['fair']};stroke-dasharray:3 3}}{series}"
        )

    font = '.bp text{font:13px "Segoe UI",system-ui,sans-serif}.bp .head{font-weight:600}.bp .small{font-size:11.5px}'
    return f"{font}{rules(0)}@media (prefers-color-scheme:dark){{{rules(1)}}}"


class Canvas:
    """An SVG in the making."""

    def __init__(self, title: str, shape: Shape = WIDE) -> None:
        self.title = title
        self.shape = shape
        self.parts: list[str] = []
        self.y = 8.0

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> None:
        extra = "" if anchor == "start" else f' text-anchor="{anchor}"'
        named = f' class="{kind}"' if kind else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{named}{extra}>{escape(words)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str, width: float = 1) -> None:
        place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.parts.append(f'<line {place} class="{kind}" stroke-width="{width}"/>')

    def rect(self, x: float, y: float, width: float, height: float, kind: str, words: str = "") -> None:
        tip = f"<title>{escape(words)}</title>" if words else ""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
        self.parts.append(f'<rect {place} class="{kind}">{tip}</rect>')

    def dot(self, x: float, y: float, words: str) -> None:
        tip = f"<title>{escape(words)}</title>"
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="mark">{tip}</circle>')

    def lines(self, x: float, y: float, lines: Sequence[str], kind: str = "") -> None:
        for i, words in enumerate(lines):
            self.text(x, y + LINE * i, words, kind)

    def label(self, row: Interval | Box | Stack | Bins, height: float) -> None:
        """The words of a row of this height, in its middle."""
        lines = label_lines(row, self.shape)
        self.lines(MARGIN, self.y + height / 2 + 4 - LINE * (len(lines) - 1) / 2, lines)

    def note(self, middle: float, words: str) -> None:
        """A number at the end of a row."""
        self.text(self.shape.width - 10, middle + 4, words, "small", "end")

    def svg(self, alone: bool, kind: str = "") -> str:
        """`alone`: as a file of its own, which brings its style; `kind`: one more class for a page's own."""
        width = self.shape.width
        height = self.y + 8
        own = f"<style>{style()}</style>" if alone else ""
        title = escape(self.title)
        name = f'class="bp{" " * bool(kind)}{kind}" role="img" aria-label="{title}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" {name}>'
        ground = f'<rect class="page" width="{width}" height="{height:.0f}" rx="8"/>'
        return "\n".join([f"{head}<title>{title}</title>{own}{ground}", *self.parts, "</svg>"]) + "\n"


class Scale:
    """Numbers to places on the x axis."""

    def __init__(self, low: float, high: float, shape: Shape = WIDE) -> None:
        self.shape = shape
        step = nice_step((high - low) or 1.0, shape.steps)
        self.low = math.floor(low / step + 1e-9) * step
        self.high = math.ceil(high / step - 1e-9) * step
        if self.high <= self.low:
            self.high = self.low + step
        self.step = step

    def __call__(self, value: float) -> float:
        room = self.shape.width - self.shape.label - self.shape.right
        return self.shape.label + (value - self.low) / (self.high - self.low) * room

    def ticks(self) -> list[float]:
        return [self.low + i * self.step for i in range(round((self.high - self.low) / self.step) + 1)]


def nice_step(length: float, steps: int = WIDE.steps) -> float:
    """1, 2 or 5 times a power of ten, so that about so many steps make the length."""
    rough = length / steps
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough * 0.999)


def rounded(value: float, digits: int = 2) -> str:
    """A number for people. Halves go away from zero, also where a sum in binary lies a hair below one, so that a mean
    reads the same however it was come by."""
    exact = Decimal(repr(round(value, 9)))
    return str(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP) + 0)


def percent(share: float, digits: int = 1) -> str:
    return f"{rounded(100 * share, digits)} %"


def number(value: float, unit: str = "") -> str:
    """A mark on an axis."""
    return percent(value, 0) if unit == "%" else f"{value:.10g}{unit}"


def told(value: float, unit: str = "") -> str:
    """A number under the pointer or at the end of a row."""
    return percent(value) if unit == "%" else rounded(value)


def wrapped(words: str, room: float, character: float = CHARACTER) -> list[str]:
    """The words in lines that fit."""
    return textwrap.wrap(words, max(4, int(room / character)), break_on_hyphens=False) or [""]


def label_lines(row: Interval | Box | Stack | Bins, shape: Shape) -> list[str]:
    return wrapped(row.label, shape.label - MARGIN - 8)


def row_height(row: Interval | Box | Stack | Bins, shape: Shape, least: float = ROW) -> float:
    """Rows with words of several lines are higher."""
    return max(least, ROW + LINE * (len(label_lines(row, shape)) - 1))


def start_group(canvas: Canvas, group: Group, scale: Scale, least: float = ROW) -> None:
    """Heading, grid lines and the dashed line."""
    if group.heading:
        lines = wrapped(group.heading, canvas.shape.width - 2 * MARGIN, FAT)
        canvas.lines(MARGIN, canvas.y + 19, lines, "head")
        canvas.y += HEAD + LINE * (len(lines) - 1)
    height = sum(row_height(row, canvas.shape, least) for row in group.rows)
    for tick in scale.ticks():
        canvas.line(scale(tick), canvas.y, scale(tick), canvas.y + height, "line")
    if group.fair is not None:
        canvas.line(scale(group.fair), canvas.y, scale(group.fair), canvas.y + height, "fair", 1.5)


def axis(canvas: Canvas, scale: Scale, unit: str, words: str) -> None:
    for tick in scale.ticks():
        canvas.text(scale(tick), canvas.y + 14, number(tick, unit), "soft small", "middle")
    canvas.y += 20
    if words:
        left = canvas.shape.label if canvas.shape == WIDE else MARGIN
        lines = wrapped(words, canvas.shape.width - left - MARGIN, SMALL)
        canvas.lines(left, canvas.y + 12, lines, "soft small")
        canvas.y += 18 + LINE * (len(lines) - 1)


def part_colours(names: Sequence[str]) -> list[str]:
    """The colour of each part: the one its name tells ("red complaints"), else one that no other name tells."""
    known = [each.name for each in SERIES]
    told = [next((word for word in name.lower().split() if word in known), "") for name in names]
    free = itertools.cycle([colour for colour in known if colour not in told] or known)
    return [colour or next(free) for colour in told]


def legend(canvas: Canvas, names: Sequence[str]) -> None:
    x = float(MARGIN)
    for name, colour in zip(names, part_colours(names), strict=True):
        width = 30 + len(name) * SMALL
        if x > MARGIN and x + width > canvas.shape.width:
            x, canvas.y = float(MARGIN), canvas.y + 20
        canvas.rect(x, canvas.y + 4, 12, 12, colour)
        canvas.text(x + 18, canvas.y + 14, name, "small")
        x += width
    canvas.y += 26


def intervals(title: str, groups: Sequence[Group], unit: str, words: str, shape: Shape = WIDE) -> Canvas:
    """Dots with whiskers."""
    rows = [row for group in groups for row in group.rows if isinstance(row, Interval)]
    fair = [group.fair for group in groups if group.fair is not None]
    scale = Scale(min([0.0, *(row.low for row in rows)]), max([*(row.high for row in rows), *fair, 1e-9]), shape)
    canvas = Canvas(title, shape)
    for group in groups:
        start_group(canvas, group, scale)
        for row in group.rows:
            assert isinstance(row, Interval)
            height = row_height(row, shape)
            middle = canvas.y + height / 2
            canvas.label(row, height)
            canvas.line(scale(row.low), middle, scale(row.high), middle, "mark", 2)
            tip = f"{row.label}: {told(row.value, unit)} ({told(row.low, unit)} to {told(row.high, unit)})"
            canvas.dot(scale(row.value), middle, tip)
            canvas.note(middle, row.note)
            canvas.y += height
    axis(canvas, scale, unit, words)
    return canvas


def boxes(title: str, groups: Sequence[Group], words: str, shape: Shape = WIDE) -> Canvas:
    """Whiskers from 10 to 90 %, boxes from 25 to 75 %, a bar at the median, a dot at the mean."""
    rows = [row for group in groups for row in group.rows if isinstance(row, Box)]
    scale = Scale(min([0.0, *(row.marks[0] for row in rows)]), max([*(row.marks[-1] for row in rows), 1e-9]), shape)
    canvas = Canvas(title, shape)
    for group in groups:
        start_group(canvas, group, scale)
        for row in group.rows:
            assert isinstance(row, Box)
            height = row_height(row, shape)
            middle = canvas.y + height / 2
            at = [scale(mark) for mark in row.marks]
            canvas.label(row, height)
            canvas.line(at[0], middle, at[4], middle, "mark", 1.5)
            canvas.rect(at[1], middle - 6, at[3] - at[1], 12, "box")
            canvas.line(at[2], middle - 6, at[2], middle + 6, "mark", 2.5)
            canvas.dot(scale(row.mean), middle, f"{row.label}: mean {rounded(row.mean)}, median {row.marks[2]:g}")
            canvas.note(middle, rounded(row.mean, 1))
            canvas.y += height
    axis(canvas, scale, "", words)
    return canvas


def stacks(
    title: str, names: Sequence[str], groups: Sequence[Group], unit: str, words: str, shape: Shape = WIDE
) -> Canvas:
    """Bars made of parts, those below zero at the left of it; the number at the end of a row is their sum."""
    rows = [row for group in groups for row in group.rows if isinstance(row, Stack)]
    scale = Scale(
        min([0.0, *(sum(min(part, 0) for part in row.parts) for row in rows)]),
        max([1e-9, *(sum(max(part, 0) for part in row.parts) for row in rows)]),
        shape,
    )
    colours = part_colours(names)
    canvas = Canvas(title, shape)
    legend(canvas, names)
    for group in groups:
        start_group(canvas, group, scale)
        top = canvas.y
        for row in group.rows:
            assert isinstance(row, Stack)
            height = row_height(row, shape)
            middle = canvas.y + height / 2
            canvas.label(row, height)
            below = above = 0.0
            for name, colour, part in zip(names, colours, row.parts, strict=True):
                if part < 0:
                    left, right = below + part, below
                    below = left
                else:
                    left, right = above, above + part
                    above = right
                if part:
                    width = scale(right) - scale(left)
                    canvas.rect(scale(left), middle - 8, width, 16, colour, f"{name}: {told(part, unit)}")
            if not unit:
                canvas.note(middle, rounded(sum(row.parts)))
            canvas.y += height
        if scale.low < 0:
            canvas.line(scale(0), top, scale(0), canvas.y, "zero", 1.5)
    axis(canvas, scale, unit, words)
    return canvas


def histograms(title: str, rows: Sequence[Bins], words: str, shape: Shape = WIDE) -> Canvas:
    """One strip of bars for each row, on one axis."""
    strip = 46.0
    ends = [row.first + row.width * len(row.counts) for row in rows]
    scale = Scale(min([*(row.first for row in rows), 1e9]), max([*ends, 1e-9]), shape)
    canvas = Canvas(title, shape)
    for row in rows:
        height = row_height(row, shape, strip)
        start_group(canvas, Group("", [row]), scale, strip)
        canvas.label(row, height)
        highest = max(row.counts, default=1)
        for i, count in enumerate(row.counts):
            left = row.first + row.width * i
            bar = (strip - 8) * count / highest
            x = scale(left)
            tip = f"{left:g} to {left + row.width - 1:g}: {count}" if row.width > 1 else f"{left:g}: {count}"
            width = scale(left + row.width) - x
            canvas.rect(x, canvas.y + height - bar, max(width - 1, 1), bar, SERIES[0].name, tip)
        canvas.y += height
    axis(canvas, scale, "", words)
    return canvas
