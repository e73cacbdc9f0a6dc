"""Drawings of tables as SVG text: a sheet to draw on, and the colours that all titles share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape

PAGE, SURFACE, SUNKEN = "#f6eedf", "#fffaf0", "#ebdfca"
INK, FAINT, LINE = "#2a211b", "#5f5146", "#8f7d68"
LANTERN = "#f4b52e"
SEATS = ("#d23d2a", "#2878b8", "#f2b632", "#6b3fa0", "#37804f", "#2b2a31")
"""A colour for each seat, where a title has none of its own."""
MARGIN = 16
FONT = "system-ui, 'Liberation Sans', 'DejaVu Sans', sans-serif"
LETTER = 0.56
"""How wide most letters are, by the size of the font; with some room, as fonts differ."""
WIDTHS = dict.fromkeys("fijlrtI \u00a0.,:;'!|()[]-·*", 0.31) | dict.fromkeys("mwMW…%&", 0.9)
WIDTHS |= dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ", 0.7)


class Sheet:
    """A drawing being made. Lengths are pixels at full size, y grows downwards."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.lines: list[str] = []

    def add(self, tag: str, attributes: dict[str, object], inside: str = "") -> None:
        """An element; `stroke_width` becomes `stroke-width`, and None leaves an attribute out."""
        written = "".join(
            f' {name.replace("_", "-")}="{shown(value)}"' for name, value in attributes.items() if value is not None
        )
        self.lines.append(f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>")

    def box(self, x: float, y: float, width: float, height: float, fill: str = SURFACE, **more: object) -> None:
        self.add("rect", {"x": x, "y": y, "width": width, "height": height, "fill": fill, "rx": 6} | more)

    def disc(self, x: float, y: float, r: float, fill: str, **more: object) -> None:
        self.add("circle", {"cx": x, "cy": y, "r": r, "fill": fill} | more)

    def path(self, d: str, **more: object) -> None:
        self.add("path", {"d": d, "fill": "none"} | more)

    def text(self, x: float, y: float, words: object, size: float = 13, fill: str = INK, **more: object) -> None:
        self.add("text", {"x": x, "y": y, "font_size": size, "fill": fill} | more, escape(str(words)))

    def middle(self, x: float, y: float, words: object, size: float = 13, fill: str = INK, **more: object) -> None:
        """Text in the middle of a thing."""
        self.text(x, y + size * 0.36, words, size, fill, text_anchor="middle", **more)

    def heading(self, x: float, y: float, words: object, size: float = 16, fill: str = INK) -> None:
        self.text(x, y, words, size, fill, font_weight="bold")

    def marked(self, x: float, y: float, fill: str, words: object, size: float = 13) -> float:
        """A coloured dot with words behind it; where the next may begin."""
        self.disc(x + size / 2, y - size * 0.36, size / 2, fill, stroke=INK, stroke_width=0.8)
        self.text(x + size + 5, y, words, size)
        return x + size + 5 + wide(words, size) + 12

    def wrapped(
        self, x: float, y: float, words: str, width: float, most: int, size: float = 12, fill: str = FAINT
    ) -> float:
        """Text in so many lines at most; where the next line may begin."""
        for line in folded(words, width, size, most):
            self.text(x, y, line, size, fill)
            y += size * 1.5
        return y

    @contextmanager
    def moved(self, x: float, y: float, turn: float = 0, scale: float = 1) -> Iterator[None]:
        turned = f" rotate({shown(turn)})" if turn else ""
        scaled = f" scale({shown(scale)})" if scale != 1 else ""
        self.lines.append(f'<g transform="translate({shown(x)} {shown(y)}){turned}{scaled}">')
        yield
        self.lines.append("</g>")

    def write(self) -> str:
        width, height = shown(self.width), shown(self.height)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
                f' height="{height}" font-family="{FONT}" role="img">',
                f"<title>{escape(self.title)}</title>",
                f'<rect width="{width}" height="{height}" rx="10" fill="{PAGE}"/>',
                *self.lines,
                "</svg>",
                "",
            ]
        )


def shown(value: object) -> str:
    """A number in few digits, text made safe."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))


def wide(words: object, size: float) -> float:
    """About how wide a text will be."""
    return sum(WIDTHS.get(letter, LETTER) for letter in str(words)) * size


def clipped(words: str, width: float, size: float) -> str:
    """As much of a text as fits."""
    if wide(words, size) <= width:
        return words
    fits = len(words) - 1
    while fits > 1 and wide(words[:fits] + "…", size) > width:
        fits -= 1
    return words[:fits].rstrip() + "…"


def folded(words: str, width: float, size: float, most: int) -> list[str]:
    """A text in lines that fit, broken at plain spaces; the last of so many lines is clipped."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (wide(longer, size) <= width or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return [clipped(line, width, size) for line in lines]


def counted(counts: Sequence[tuple[str, int]]) -> str:
    """`2 clay, 1 palm`; what there is none of is left out."""
    return ", ".join(f"{count} {name}" for name, count in counts if count) or "nothing"


def won_by(winners: Sequence[str]) -> str:
    """How the heading of a finished game names who won it."""
    return f"won by {' and '.join(winners) or 'nobody'}"


def plain(title: str, view: object) -> str:
    """What can be drawn of a title that has no picture of its own: the simple facts of its view."""
    facts = view.items() if isinstance(view, dict) else [("view", view)]
    simple = [(name, value) for name, value in facts if isinstance(value, str | int | float | bool)]
    sheet = Sheet(420, 60 + 22 * len(simple), title)
    sheet.heading(MARGIN, 32, title)
    for row, (name, value) in enumerate(simple):
        sheet.text(MARGIN, 60 + 22 * row, clipped(f"{name}: {value}", 388, 13))
    return sheet.write()
