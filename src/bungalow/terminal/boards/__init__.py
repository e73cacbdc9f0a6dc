"""How a title's table looks in a terminal: one drawing a title, and one for titles that have none.

A drawing knows nothing but the view of a seat, so it can show nothing that the seat may not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rich.console import RenderableType

from bungalow.terminal.boards import generic


def draw(
    title: str,
    view: object,
    seat: int,
    names: Sequence[str],
    width: int,
    centre: tuple[int, int] | None = None,
) -> RenderableType:
    """The table as a view shows it, from the side of one seat, at most `width` columns wide.

    `centre` is a place on the board that should be in sight when the whole does not fit.
    """
    if title == "burrows":
        from bungalow.games.burrows.view import BurrowsView
        from bungalow.terminal.boards import burrows

        return burrows.draw(cast(BurrowsView, view), seat, names, width, centre)
    return generic.draw(view)
