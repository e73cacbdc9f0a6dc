"""Finding titles. Every title, ours or another author's, registers as an entry point of `bungalow.games`."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, version

from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions

GROUP = "bungalow.games"


@cache
def titles() -> tuple[str, ...]:
    """The names of all installed titles."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def find(name: str) -> Game:
    """The title of that name."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            game = point.load()
            if not isinstance(game, Game):
                raise BadOptions(f"the installed title '{name}' is not a bungalow Game")
            return game
    near = difflib.get_close_matches(name, titles(), n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else f" (titles: {', '.join(titles())})"
    raise BadOptions(f"there is no title '{name}'{hint}")


def installed_version() -> str:
    try:
        return version("bungalow")
    except PackageNotFoundError:
        return "(not installed)"
