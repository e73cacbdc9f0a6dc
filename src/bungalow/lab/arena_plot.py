"""The ratings of an arena as a small SVG picture that reads in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from bungalow.lab.arena import Outcome

WIDTH, ROW, LEFT, RIGHT, TOP = 640, 34, 130, 40, 44
STYLE = """
text { font: 14px system-ui, sans-serif; fill: #2b2622 } .quiet { fill: #7a7068; font-size: 12px }
.line { stroke: #2b6f6a; stroke-width: 3; stroke-linecap: round } .dot { fill: #2b6f6a } .grid { stroke: #d9d0c6 }
@media (prefers-color-scheme: dark) { text { fill: #efe8df } .quiet { fill: #a79d93 } .grid { stroke: #4a433d }
.line { stroke: #74c2b8 } .dot { fill: #74c2b8 } }"""


def draw(outcome: Outcome) -> str:
    """A dot for the rating of each bot, a line for its interval."""
    rated = list(zip(outcome.contest.bots, outcome.ratings, strict=True))
    low = min(rating.low for _, rating in rated)
    high = max(rating.high for _, rating in rated)
    gap = nice_gap(high - low)
    first, last = int(low // gap) * gap, (int(high // gap) + 1) * gap

    def x(elo: float) -> float:
        return LEFT + (elo - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    height = TOP + ROW * len(rated) + 30
    contest = outcome.contest
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>Elo of bots in {escape(contest.title)}</title><style>{STYLE}</style>",
        f'<text x="16" y="24">{escape(contest.title.capitalize())}, {contest.seats} seats</text>',
    ]
    for mark in range(first, last + 1, gap):
        parts.append(f'<line class="grid" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="{TOP}" y2="{height - 28}"/>')
        parts.append(f'<text class="quiet" x="{x(mark):.1f}" y="{height - 10}" text-anchor="middle">{mark:+d}</text>')
    for place, (bot, rating) in enumerate(rated):
        y = TOP + ROW * (place + 0.5)
        parts.append(f'<text x="{LEFT - 16}" y="{y + 5}" text-anchor="end">{escape(bot)}</text>')
        parts.append(f'<line class="line" x1="{x(rating.low):.1f}" x2="{x(rating.high):.1f}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x(rating.elo):.1f}" cy="{y}" r="6"/>')
    return "\n".join([*parts, "</svg>", ""])


def nice_gap(span: float) -> int:
    """A round number that divides a span into about six."""
    return next((gap for gap in (25, 50, 100, 200, 500) if span / gap <= 7), 1000)
