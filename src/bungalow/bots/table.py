"""Bots at a table: finding them by their short codes, and letting one move without showing it the table."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from bungalow.bots.bot import Bot, RandomBot
from bungalow.bots.greedy import GreedyBot
from bungalow.bots.levels import LEAVES, LEVELS, level, search
from bungalow.bots.search import SearchBot
from bungalow.core.contract import Game, Heuristic, State
from bungalow.core.errors import BadOptions
from bungalow.core.match import Match, Move
from bungalow.core.random import Random, seeded
from bungalow.core.weights import read_weights

CODES = ("random", "greedy", *LEVELS)
"""The short codes of all bots, the weakest first."""
NEED_HEURISTIC = ("greedy",)
BUDGET = re.compile(r"search-(?:(\d{1,9})|(\d{1,3}(?:\.\d{1,3})?)s)")
"""For researchers: `search-2000` looks 2000 times, `search-0.5s` half a second."""
SETTINGS: dict[type[Bot], tuple[str, ...]] = {
    SearchBot: (
        *("iterations", "seconds", "leaf", "ahead", "look"),
        *("exploration", "trust", "breadth", "widening", "margin", "keep"),
    ),
    GreedyBot: ("depth", "budget"),
}
"""Under the names that they bear there."""
BUDGETS = ("iterations", "seconds")
"""Settings that the code itself names."""
SHARES = ("margin",)
"""Settings that are a part of a whole."""
FRACTION = re.compile(r"\d{1,4}(\.\d{1,9})?")
BOT_NAME = re.compile(r"([\w.+=-]+) bot(?: \d+)?")


class Manner(NamedTuple):
    """What people call a bot, and how it plays in one sentence."""

    title: str
    words: str


MANNERS = {
    "easy": Manner("Beginner", "Thinks a moment ahead and lets things pass."),
    "medium": Manner("Regular", "Plays a sound game: a good evening's rival."),
    "hard": Manner("Veteran", "Looks far ahead and punishes mistakes."),
    "expert": Manner("Master", "Takes its time and gives nothing away."),
    "greedy": Manner("Greedy", "Takes what looks best right now."),
    "random": Manner("Random", "Does anything that is allowed."),
}


def manner(code: str) -> Manner:
    """How a bot is called and plays."""
    return MANNERS.get(code, Manner("Researcher", f"Looks ahead with a budget of its own: {code}."))


def codes() -> tuple[str, ...]:
    """The short codes of all bots, the weakest first."""
    return CODES


def make(code: str, game: Game) -> Bot:
    """The bot of that short code, to play that title.

    `CODE@FILE` judges by the weights in a file, `CODE+NAME=VALUE` plays with another setting.
    """
    code, judges_by, file = code.partition("@")
    if judges_by and not file:
        raise BadOptions(f"'{code}@' names no file of weights")
    code, *settings = code.split("+")
    bot = _plain(code, game, weighed_by(Path(file), game) if judges_by else None)
    for setting in settings:
        adjust(bot, code, setting)
    if isinstance(bot, SearchBot) and not bot.is_blind() and not hasattr(game, "heuristic"):
        raise BadOptions(
            f"{game.title} has no heuristic, so it is searched with leaf=rollout, ahead=0 and trust=0 alone"
        )
    return bot


def _plain(code: str, game: Game, heuristic: Heuristic | None) -> Bot:
    budget = BUDGET.fullmatch(code)
    if budget and float(budget[1] or budget[2]) == 0:
        raise BadOptions(f"'{code}' leaves no time to look: at least once, or 0.001s")
    if budget and budget[1]:
        return search(game, iterations=int(budget[1]), heuristic=heuristic)
    if budget:
        return search(game, seconds=float(budget[2]), heuristic=heuristic)
    if code not in CODES:
        near = difflib.get_close_matches(code, CODES, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"bots: {', '.join(CODES)}, search-2000, search-0.5s"
        raise BadOptions(f"there is no bot '{code}' ({hint})")
    if code in NEED_HEURISTIC and not hasattr(game, "heuristic"):
        raise BadOptions(f"{game.title} has no heuristic, so the {code} bot cannot play it")
    if code == "random":
        if heuristic is not None:
            raise BadOptions("the random bot judges nothing, so it takes no weights")
        return RandomBot()
    return GreedyBot(heuristic=heuristic) if code == "greedy" else level(code, game, heuristic)


def adjust(bot: Bot, code: str, setting: str) -> None:
    """Let a bot play with another setting, written `NAME=VALUE`."""
    name, _, text = setting.partition("=")
    names = [known for known in SETTINGS.get(type(bot), ()) if known not in BUDGETS]
    if name not in names:
        has = f"settings: {', '.join(names)}" if names else "it has none"
        raise BadOptions(f"the bot '{code}' has no setting '{name}' ({has})")
    values: dict[str, object] = {}
    if name == "leaf":
        values, wanted = dict(LEAVES), ", ".join(LEAVES)
    elif name == "keep":
        values, wanted = {"yes": True, "no": False}, "yes or no"
    elif isinstance(getattr(bot, name), float):
        most = 1 if name in SHARES else 1000
        wanted = f"a number from 0 to {most}"
        if FRACTION.fullmatch(text) and float(text) <= most:
            values = {text: float(text)}
    else:
        least = 0 if name == "ahead" else 1
        wanted = f"a whole number from {least} to 1000000"
        if text.isascii() and text.isdigit() and len(text) <= 7 and least <= int(text) <= 1_000_000:
            values = {text: int(text)}
    if text not in values:
        raise BadOptions(f"{name} cannot be '{text}': {wanted}")
    setattr(bot, name, values[text])


def plays_by(code: str, game: Game) -> dict[str, object]:
    """Everything that decides how a bot plays, besides the program: its settings, and a mark of its weights."""
    bot = make(code, game)
    found: dict[str, object] = {name: getattr(bot, name) for name in SETTINGS.get(type(bot), ())}
    heuristic = getattr(bot, "given", None) or getattr(game, "heuristic", None)
    if found and heuristic is not None and heuristic.weights:
        found["weights"] = hashlib.blake2b(json.dumps(heuristic.weights).encode(), digest_size=4).hexdigest()
    return found


def weighed_by(file: Path, game: Game) -> Heuristic:
    """The heuristic of a title with the weights in a file."""
    if not hasattr(game, "heuristic") or not game.heuristic.weights:
        raise BadOptions(f"the heuristic of {game.title} has no weights, so none can be read from {file}")
    return game.heuristic.with_weights(read_weights(file, game.heuristic.weights))


def bot_names(bots: Mapping[int, str]) -> dict[int, str]:
    """What the bots at a table are called: `greedy bot`, with a number where several are alike."""
    names: dict[int, str] = {}
    for seat, code in bots.items():
        alike = [other for other, theirs in bots.items() if theirs == code]
        names[seat] = f"{code} bot {alike.index(seat) + 1}" if len(alike) > 1 else f"{code} bot"
    return names


def bots_by_name(names: Sequence[str]) -> dict[int, str]:
    """The bots of a recorded table, found by the names that `bot_names` gave them."""
    found = [(seat, BOT_NAME.fullmatch(name)) for seat, name in enumerate(names)]
    return {seat: match[1] for seat, match in found if match and known(match[1])}


def known(code: str) -> bool:
    plain = code.partition("+")[0]
    return plain in CODES or BUDGET.fullmatch(plain) is not None


def choose(bot: Bot, state: State, seat: int, random: Random) -> int:
    """The option that a bot takes at this table. It is shown a guess of its seat, never the table itself."""
    return int(bot.choose(state.guess(seat, random), seat, random))


def think(code: str, match: Match, seat: int) -> Move:
    """The move of the bot of that code, for a seat that owes one.

    Its chance comes from the table's seed and the place in the game, and it thinks about the question as it was put,
    whoever else has answered meanwhile: so it can think the same again, when somebody asks why.
    """
    asking = match.asking(seat)
    return asking.move(seat, choose(make(code, match.game), asking.state, seat, chance(asking, seat)))


def chance(match: Match, seat: int) -> Random:
    """The random numbers of a bot at this question."""
    return stream(match.seed, "bot", seat, len(match.history))


def stream(seed: int, *place: object) -> Random:
    """The random numbers that belong to a place in a larger plan: game 3 of seed 7, seat 2 of it."""
    return seeded(derived(seed, *place))


def derived(seed: int, *place: object) -> int:
    """The seed that belongs to a place in a larger plan. It tells nothing about the seed it comes from."""
    text = "/".join(str(part) for part in (seed, *place))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest(), "big")
