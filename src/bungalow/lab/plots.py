"""Plots as SVG of our own: small, in the colours of the house, light and dark by themselves."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 720
LABEL = 190
"""Room for the words at the left."""
RIGHT = 64
ROW = 22
HEAD = 30
CHARACTER = 6.6
"""About the width of a letter."""

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

    def __init__(self, title: str) -> None:
        self.title = title
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

    def svg(self, alone: bool) -> str:
        """`alone`: as a file of its own, which brings its style."""
        height = self.y + 8
        own = f"<style>{style()}</style>" if alone else ""
        title = escape(self.title)
        name = f'role="img" aria-label="{title}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" class="bp" viewBox="0 0 {WIDTH} {height:.0f}" {name}>'
        ground = f'<rect class="page" width="{WIDTH}" height="{height:.0f}" rx="8"/>'
        return "\n".join([f"{head}<title>{title}</title>{own}{ground}", *self.parts, "</svg>"]) + "\n"


class Scale:
    """Numbers to places on the x axis."""

    def __init__(self, low: float, high: float) -> None:
        step = nice_step((high - low) or 1.0)
        self.low = math.floor(low / step + 1e-9) * step
        self.high = math.ceil(high / step - 1e-9) * step
        if self.high <= self.low:
            self.high = self.low + step
        self.step = step

    def __call__(self, value: float) -> float:
        return LABEL + (value - self.low) / (self.high - self.low) * (WIDTH - LABEL - RIGHT)

    def ticks(self) -> list[float]:
        return [self.low + i * self.step for i in range(round((self.high - self.low) / self.step) + 1)]


def nice_step(length: float) -> float:
    """1, 2 or 5 times a power of ten, so that about five steps make the length."""
    rough = length / 5
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough * 0.999)


def number(value: float, unit: str = "") -> str:
    if unit == "%":
        return f"{100 * value:.0f} %"
    return f"{value:.10g}{unit}"


def short(words: str, room: float = LABEL - 16) -> str:
    most = int(room / CHARACTER)
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def start_group(canvas: Canvas, group: Group, scale: Scale, height: float) -> None:
    """Heading, grid lines and the dashed line."""
    if group.heading:
        canvas.text(12, canvas.y + 19, group.heading, "head")
        canvas.y += HEAD
    for tick in scale.ticks():
        canvas.line(scale(tick), canvas.y, scale(tick), canvas.y + height, "line")
    if group.fair is not None:
        canvas.line(scale(group.fair), canvas.y, scale(group.fair), canvas.y + height, "fair", 1.5)


def axis(canvas: Canvas, scale: Scale, unit: str, words: str) -> None:
    for tick in scale.ticks():
        canvas.text(scale(tick), canvas.y + 14, number(tick, unit), "soft small", "middle")
    canvas.y += 20
    if words:
        canvas.text(LABEL, canvas.y + 12, words, "soft small")
        canvas.y += 18


def part_colours(names: Sequence[str]) -> list[str]:
    """The colour of each part: the one its name tells ("red complaints"), else one that no other name tells."""
    known = [each.name for each in SERIES]
    told = [next((word for word in name.lower().split() if word in known), "") for name in names]
    free = itertools.cycle([colour for colour in known if colour not in told] or known)
    return [colour or next(free) for colour in told]


def legend(canvas: Canvas, names: Sequence[str]) -> None:
    x = 12.0
    for name, colour in zip(names, part_colours(names), strict=True):
        width = 30 + len(name) * CHARACTER
        if x + width > WIDTH:
            x, canvas.y = 12.0, canvas.y + 20
        canvas.rect(x, canvas.y + 4, 12, 12, colour)
        canvas.text(x + 18, canvas.y + 14, name, "small")
        x += width
    canvas.y += 26


def intervals(title: str, groups: Sequence[Group], unit: str, words: str) -> Canvas:
    """Dots with whiskers."""
    rows = [row for group in groups for row in group.rows if isinstance(row, Interval)]
    fair = [group.fair for group in groups if group.fair is not None]
    scale = Scale(min([0.0, *(row.low for row in rows)]), max([*(row.high for row in rows), *fair, 1e-9]))
    canvas = Canvas(title)
    for group in groups:
        start_group(canvas, group, scale, ROW * len(group.rows))
        for row in group.rows:
            assert isinstance(row, Interval)
            middle = canvas.y + ROW / 2
            canvas.text(12, middle + 4, short(row.label))
            canvas.line(scale(row.low), middle, scale(row.high), middle, "mark", 2)
            tip = f"{row.label}: {number(row.value, unit)} ({number(row.low, unit)} to {number(row.high, unit)})"
            canvas.dot(scale(row.value), middle, tip)
            canvas.text(WIDTH - 10, middle + 4, row.note, "small", "end")
            canvas.y += ROW
    axis(canvas, scale, unit, words)
    return canvas


def boxes(title: str, groups: Sequence[Group], words: str) -> Canvas:
    """Whiskers from 10 to 90 %, boxes from 25 to 75 %, a bar at the median, a dot at the mean."""
    rows = [row for group in groups for row in group.rows if isinstance(row, Box)]
    scale = Scale(min([0.0, *(row.marks[0] for row in rows)]), max([*(row.marks[-1] for row in rows), 1e-9]))
    canvas = Canvas(title)
    for group in groups:
        start_group(canvas, group, scale, ROW * len(group.rows))
        for row in group.rows:
            assert isinstance(row, Box)
            middle = canvas.y + ROW / 2
            at = [scale(mark) for mark in row.marks]
            canvas.text(12, middle + 4, short(row.label))
            canvas.line(at[0], middle, at[4], middle, "mark", 1.5)
            canvas.rect(at[1], middle - 6, at[3] - at[1], 12, "box")
            canvas.line(at[2], middle - 6, at[2], middle + 6, "mark", 2.5)
            canvas.dot(scale(row.mean), middle, f"{row.label}: mean {row.mean:.2f}, median {row.marks[2]:g}")
            canvas.text(WIDTH - 10, middle + 4, f"{row.mean:.1f}", "small", "end")
            canvas.y += ROW
    axis(canvas, scale, "", words)
    return canvas


def stacks(title: str, names: Sequence[str], groups: Sequence[Group], unit: str, words: str) -> Canvas:
    """Bars made of parts, those below zero at the left of it; the number at the end of a row is their sum."""
    rows = [row for group in groups for row in group.rows if isinstance(row, Stack)]
    scale = Scale(
        min([0.0, *(sum(min(part, 0) for part in row.parts) for row in rows)]),
        max([1e-9, *(sum(max(part, 0) for part in row.parts) for row in rows)]),
    )
    colours = part_colours(names)
    canvas = Canvas(title)
    legend(canvas, names)
    for group in groups:
        start_group(canvas, group, scale, ROW * len(group.rows))
        top = canvas.y
        for row in group.rows:
            assert isinstance(row, Stack)
            canvas.text(12, canvas.y + ROW / 2 + 4, short(row.label))
            below = above = 0.0
            for name, colour, part in zip(names, colours, row.parts, strict=True):
                if part < 0:
                    left, right = below + part, below
                    below = left
                else:
                    left, right = above, above + part
                    above = right
                if part:
                    shown = number(part, unit) if unit else f"{part:.2f}"
                    width = scale(right) - scale(left)
                    canvas.rect(scale(left), canvas.y + 3, width, ROW - 6, colour, f"{name}: {shown}")
            if not unit:
                canvas.text(WIDTH - 10, canvas.y + ROW / 2 + 4, f"{sum(row.parts):.2f}", "small", "end")
            canvas.y += ROW
        if scale.low < 0:
            canvas.line(scale(0), top, scale(0), canvas.y, "zero", 1.5)
    axis(canvas, scale, unit, words)
    return canvas


def histograms(title: str, rows: Sequence[Bins], words: str) -> Canvas:
    """One strip of bars for each row, on one axis."""
    height = 46.0
    ends = [row.first + row.width * len(row.counts) for row in rows]
    scale = Scale(min([*(row.first for row in rows), 1e9]), max([*ends, 1e-9]))
    canvas = Canvas(title)
    for row in rows:
        start_group(canvas, Group("", ()), scale, height)
        canvas.text(12, canvas.y + height / 2 + 4, short(row.label))
        highest = max(row.counts, default=1)
        for i, count in enumerate(row.counts):
            left = row.first + row.width * i
            bar = (height - 8) * count / highest
            x = scale(left)
            tip = f"{left:g} to {left + row.width - 1:g}: {count}" if row.width > 1 else f"{left:g}: {count}"
            canvas.rect(x, canvas.y + height - bar, scale(left + row.width) - x - 1, bar, SERIES[0].name, tip)
        canvas.y += height
    axis(canvas, scale, "", words)
    return canvas
