"""Why a bot moves as it does: the options that it weighed, how often it tried each, and what it expected of them.

A bot's chance comes from the table's seed and the place in the game, so nothing is written down while it plays: asked
afterwards, it thinks the same again (`explain`). While a game is played, a bot's own thoughts would tell what it holds.
Whoever asks then is answered from what they themselves may know (`explain_to`).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from bungalow.bots.greedy import GreedyBot
from bungalow.bots.search import SearchBot
from bungalow.bots.table import chance, make, stream
from bungalow.bots.tree import option_of
from bungalow.core.contract import State
from bungalow.core.errors import BungalowError
from bungalow.core.match import Match
from bungalow.core.random import Random
from bungalow.core.types import may_read

SHOWN = 6
"""So many options are told, and the one that was played."""
FEW = 0.05
"""An option with a smaller part of the tries of the one that was tried most has too few to be sure of its results."""
Way = Literal["search", "greedy", "random", "only"]


class NoReasons(BungalowError):
    """There is nothing to explain: no bot made that move, or it had no choice that one could know of."""

    code = "no-reasons"


@dataclass(frozen=True)
class Weighed:
    """One option as a bot saw it."""

    text: str
    words: str
    visits: int
    """How often the search tried it; 0 where the bot does not count."""
    share: float
    """Of all tries, from 0 to 1."""
    results: tuple[float, ...]
    """What the search expects for each seat, from 0 to 1; empty where the bot does not foresee."""
    worth: float | None
    """How much a bot that takes the best likes the table after it; any scale."""
    played: bool


@dataclass(frozen=True)
class Explanation:
    """What a bot weighed at one question."""

    bot: str
    seat: int
    way: Way
    """search: it looked ahead; greedy: it compared; random: it did not think; only: there was nothing to choose."""
    question: str
    chosen: str
    """The option that it takes."""
    tries: int
    options: tuple[Weighed, ...]
    """The best first."""
    others: int
    """Options that are not told."""
    own: bool
    """These are the bot's own thoughts; otherwise somebody else's idea of them, who cannot see what it sees."""

    def unsure(self, option: Weighed) -> bool:
        """Was it tried too seldom to trust what is expected of it?"""
        return 0 < option.visits < FEW * max(each.visits for each in self.options)


# -- asking -----------------------------------------------------------------------------------------------------------


def explain(code: str, match: Match, seat: int, played: str = "") -> Explanation:
    """What the bot weighs at the question that is put to the seat, as it does when it plays; `played` is marked.

    This tells all that the seat knows.
    """
    if match.state.asked(seat) < 0:
        raise NoReasons(f"{match.names[seat]} is not asked anything")
    return tell_played(own_thoughts(code, match.asking(seat), seat), {played})


def own_thoughts(code: str, match: Match, seat: int) -> Explanation:
    return thoughts(code, match, match.state, seat, chance(match, seat))


def explain_to(viewer: int, code: str, match: Match, seat: int, said: Collection[str]) -> Explanation:
    """Why a bot does what it does next at this moment, for somebody whom its secrets are kept from.

    `match` stands at a moment that the viewer has seen, with the bot awaited; `said` are the lines that the viewer
    read next. A bot that knows nothing which the viewer does not know, and did what everybody saw, tells its own
    thoughts. Otherwise it is told what it would weigh in a world that the viewer could be in: of the true one nothing
    goes in that the viewer cannot see.
    """
    random = stream(match.seed, "why", viewer, seat, len(match.history))
    world = match.state.guess(viewer, random)
    if match.state.hides_moment(viewer) or world.asked(seat) < 0:
        raise NoReasons(f"{match.names[seat]} had nothing to choose there")
    seen = options_that_say(match, world, viewer, seat, said)
    if not knows_more(world, seat, viewer) and (match.game.alike_to_all or len(seen) == 1):
        found = own_thoughts(code, match.asking(seat), seat)
        return tell_played(found, seen if len(seen) == 1 else {found.chosen} & (seen or {found.chosen}))
    found = thoughts(code, match, world, seat, random)
    return tell_played(replace(found, own=False), seen if len(seen) == 1 else set())


def knows_more(world: State, seat: int, viewer: int) -> bool:
    """Does the seat know something that the viewer does not? Asked of a guess, so that the answer is no secret."""
    return any(secret.known_to >> seat & 1 > secret.known_to >> viewer & 1 for secret in world.game.secrets(world))


def options_that_say(match: Match, world: State, viewer: int, seat: int, said: Collection[str]) -> set[str]:
    """The options after which the log would begin to tell the viewer what it told."""
    found: set[str] = set()
    for option in world.legal(seat):
        after = world.clone()
        after.listen()
        after.apply(seat, option)
        heard = [match.game.say(event, match.names) for event in after.log or [] if may_read(event, viewer)]
        if heard and heard[0] in said:
            found.add(world.notation(seat, option))
    return found


# -- thinking again ---------------------------------------------------------------------------------------------------


def thoughts(code: str, match: Match, table: State, seat: int, random: Random) -> Explanation:
    """What the bot weighs at this table, which may be a guess: in the same steps as when it plays."""
    bot = make(code, match.game)
    world = table.guess(seat, random)
    told = {
        int(option): Weighed(table.notation(seat, option), table.words(seat, option), 0, 0.0, (), None, played=False)
        for option in world.legal(seat)
    }
    way: Way
    if len(told) == 1:
        way, chosen = "only", next(iter(told))
    elif isinstance(bot, SearchBot):
        way, chosen = "search", search_again(bot, world, seat, random, told)
    elif isinstance(bot, GreedyBot):
        way, chosen = "greedy", compare_again(bot, world, seat, random, told)
    else:
        way, chosen = "random", int(bot.choose(world, seat, random))
    best_first = sorted(told, key=lambda option: (-told[option].visits, -(told[option].worth or 0.0), option != chosen))
    return Explanation(
        bot=code,
        seat=seat,
        way=way,
        question=match.game.question(table, seat),
        chosen=told[chosen].text,
        tries=sum(weighed.visits for weighed in told.values()),
        options=tuple(told[option] for option in best_first),
        others=0,
        own=True,
    )


def search_again(bot: SearchBot, world: State, seat: int, random: Random, told: dict[int, Weighed]) -> int:
    """`SearchBot.choose`, step by step, with a book of what every seat can expect of each first move."""
    seats = range(int(world.seats))
    sums: dict[int, list[float]] = defaultdict(lambda: [0.0 for _ in seats])
    bot.get_ready(world)
    bot.calibrate(world, seat, random)
    end = time.monotonic() + bot.seconds
    done = 0
    while time.monotonic() < end if bot.seconds > 0 else done < bot.iterations:
        bot.iterate(world.guess(seat, random), seat, random)
        sum_of_first = sums[int(option_of(bot.tree.key[bot.path[0]]))]
        for other in seats:
            sum_of_first[other] += float(bot.result[other])
        done += 1
    weighed = bot.weigh(world, seat)
    tries = sum(visits for _, visits, _ in weighed)
    for option, visits, _ in weighed:
        results = tuple(total / visits for total in sums[option])
        told[option] = replace(told[option], visits=visits, share=visits / tries, results=results)
    return int(bot.most_visited(world, seat))


def compare_again(bot: GreedyBot, world: State, seat: int, random: Random, told: dict[int, Weighed]) -> int:
    """`GreedyBot.choose`, and what it thinks of each option."""
    chosen = int(bot.choose(world, seat, random))
    for option in told:
        after = world.clone()
        after.apply(seat, option)
        worth = bot.look_on(after, seat, bot.depth - 1, bot.budget // len(told))
        told[option] = replace(told[option], worth=float(worth))
    return chosen


def tell_played(found: Explanation, played: Collection[str]) -> Explanation:
    """The best options and the one that was played; the others are only counted."""
    marked = [replace(option, played=option.text in played) for option in found.options]
    shown = () if found.way == "random" else marked[:SHOWN]
    told = [*shown, *(option for option in marked[len(shown) :] if option.played)]
    return replace(found, options=tuple(told), others=len(marked) - len(told))
