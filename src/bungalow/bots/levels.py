"""The levels that people play against: easy, medium, hard, expert. Each is the search with a budget of iterations."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Any

from bungalow.bots.search import JUDGE, PLAY, ROLLOUT, SearchBot
from bungalow.core.contract import Game, Heuristic

LEVELS = ("easy", "medium", "hard", "expert")
LEAVES = {"judge": JUDGE, "rollout": ROLLOUT, "play": PLAY}


@functools.cache
def settings_of(title: str) -> dict[str, Any]:
    """The row of a title in levels.toml, on top of the row for any title."""
    rows = tomllib.loads(resources.files("bungalow.bots").joinpath("levels.toml").read_text(encoding="utf-8"))
    settings: dict[str, Any] = rows["any"] | rows.get(title, {})
    return settings


def level(code: str, game: Game, heuristic: Heuristic | None = None) -> SearchBot:
    """The bot of a level. It begins anew at every choice, so that it can think the same again when asked why."""
    return search(game, settings_of(game.name)["iterations"][code], heuristic=heuristic, keep=False)


def search(
    game: Game, iterations: int = 0, seconds: float = 0.0, heuristic: Heuristic | None = None, keep: bool = True
) -> SearchBot:
    """The search with the settings of a title and a budget of its own."""
    settings = {name: value for name, value in settings_of(game.name).items() if name != "iterations"}
    if "leaf" in settings:
        settings["leaf"] = LEAVES[settings["leaf"]]
    if not hasattr(game, "heuristic"):
        # Single random games tell little: more has to be tried again.
        settings |= {"leaf": ROLLOUT, "trust": 0.0, "exploration": 1.4}
    return SearchBot(iterations, seconds, **settings, keep=keep, heuristic=heuristic)
