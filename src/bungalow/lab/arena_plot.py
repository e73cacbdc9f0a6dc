"""The ratings of an arena as a small SVG picture that reads in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from bungalow.lab.arena import Outcome

WIDTH, ROW, RIGHT, TOP, BOTTOM = 720, 34, 40, 66, 54
LETTER = 8.2
"""About the width of a letter, in a wide font."""
MOST_LETTERS = 30
"""Of a bot's name; a longer one would leave too little room for the ratings."""
STYLE = """
.ground { fill: #fffaf0 }
text { font: 14px system-ui, sans-serif; fill: #2b2622 } .quiet { fill: #7a7068; font-size: 12px }
.line { stroke: #2b6f6a; stroke-width: 3; stroke-linecap: round } .dot { fill: #2b6f6a } .grid { stroke: #d9d0c6 }
@media (prefers-color-scheme: dark) { .ground { fill: #211b18 }
text { fill: #efe8df } .quiet { fill: #a79d93 } .grid { stroke: #4a433d }
.line { stroke: #74c2b8 } .dot { fill: #74c2b8 } }"""


def draw(outcome: Outcome) -> str:
    """A dot for the rating of each bot, a line for its interval."""
    contest = outcome.contest
    rated = list(zip(contest.bots, outcome.ratings, strict=True))
    low = min(rating.low for _, rating in rated)
    high = max(rating.high for _, rating in rated)
    gap = nice_gap(high - low)
    first, last = int(low // gap) * gap, (int(high // gap) + 1) * gap
    left = 40 + LETTER * max(len(short(bot)) for bot in contest.bots)
    height = TOP + ROW * len(rated) + BOTTOM

    def x(elo: float) -> float:
        return left + (elo - first) / (last - first) * (WIDTH - left - RIGHT)

    games = sum(step.games for step in outcome.steps)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>Elo of bots in {escape(contest.title)}</title><style>{STYLE}</style>",
        # Alone in a browser a drawing stands on white, even where light words are asked for.
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text x="16" y="24">{escape(contest.title.capitalize())}, {contest.seats} seats</text>',
        f'<text class="quiet" x="16" y="44">{games:,} games, seed {contest.seed}</text>',
    ]
    for mark in range(first, last + 1, gap):
        place = f'x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="{TOP}" y2="{height - BOTTOM + 2}"'
        parts.append(f'<line class="grid" {place}/>')
        words = f'x="{x(mark):.1f}" y="{height - BOTTOM + 20}" text-anchor="middle"'
        parts.append(f'<text class="quiet" {words}>{f"{mark:+d}" if mark else 0}</text>')
    for row, (bot, rating) in enumerate(rated):
        y = TOP + ROW * (row + 0.5)
        full = f"<title>{escape(bot)}</title>" if short(bot) != bot else ""
        tip = f"{bot}: {rating.elo:+.0f} ({rating.low:+.0f} to {rating.high:+.0f})"
        parts.append(f'<text x="{left - 20:.1f}" y="{y + 5}" text-anchor="end">{full}{escape(short(bot))}</text>')
        parts.append(f'<line class="line" x1="{x(rating.low):.1f}" x2="{x(rating.high):.1f}" y1="{y}" y2="{y}"/>')
        parts.append(
            f'<circle class="dot" cx="{x(rating.elo):.1f}" cy="{y}" r="6"><title>{escape(tip)}</title></circle>'
        )
    legend = "Elo, 0 is the mean of these bots; line: 95 % interval"
    parts.append(f'<text class="quiet" x="{left:.1f}" y="{height - 14}">{legend}</text>')
    return "\n".join([*parts, "</svg>", ""])


def short(name: str) -> str:
    """Without its middle where it is too long: paths of weights differ at their ends."""
    if len(name) <= MOST_LETTERS:
        return name
    head = MOST_LETTERS // 3
    return f"{name[:head]}…{name[head + 1 - MOST_LETTERS :]}"


def nice_gap(span: float) -> int:
    """A round number that divides a span into about six."""
    return next((gap for gap in (25, 50, 100, 200, 500) if span / gap <= 7), 1000)
