"""The options of a question as numbered lines: all of a short list, the promising ones of a long one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from bungalow.core.match import Match, Move
from bungalow.core.random import seeded

SHORT = 16
"""Up to so many options are simply listed."""
PROMISING = 10
"""So many of a longer list are shown first."""
ORDER_SEED = 20102
PLACE = re.compile(r"(-?\d+)(?: *, *| +)(-?\d+)")

Numbered = tuple[int, Move]


def numbered(moves: Sequence[Move]) -> list[Numbered]:
    """Every option with its number. A number stands for the same option however the list is shown."""
    return list(enumerate(moves, start=1))


def promising(match: Match, seat: int, moves: list[Numbered]) -> list[Numbered]:
    """The options after which the position looks best for the seat, on a guess; best first.

    Of a title without a heuristic: the first ones.
    """
    if not hasattr(match.game, "heuristic"):
        return moves[:PROMISING]
    world = match.state.guess(seat, seeded(ORDER_SEED))
    worths: dict[int, float] = {}
    for number, move in moves:
        after = world.clone()
        after.apply(seat, move.option)
        worths[number] = match.game.heuristic.worth(after, seat)
    return sorted(moves, key=lambda item: (-worths[item[0]], item[0]))[:PROMISING]


def matching(moves: list[Numbered], text: str) -> list[Numbered]:
    """The options that concern a place (`3,-2`) or whose words contain a text."""
    place = PLACE.fullmatch(text)
    if place:
        spot = f"{place[1]},{place[2]}"
        return [item for item in moves if any(target.endswith(f":{spot}") for target in item[1].targets)]
    wanted = text.lower()
    return [item for item in moves if wanted in f"{item[1].text} {item[1].words}".lower()]


def effects(match: Match, moves: list[Numbered]) -> list[Numbered]:
    """The same options with what they would do after their words: the unusual first, what all of them do left out."""
    previews: list[list[str]] = []
    for _, move in moves:
        after = match.preview(move.seat, move).lines[1:]  # the first line says the move again, and so do asides
        previews.append([line for line in after if not line.startswith("(")])
    often = Counter(kind for lines in previews for kind in {_kind(line) for line in lines})
    told: list[Numbered] = []
    for (number, move), lines in zip(moves, previews, strict=True):
        special = [line for line in lines if not all(line in others for others in previews)]
        words = "; ".join(sorted(special, key=lambda line: often[_kind(line)]))
        told.append((number, replace(move, words=f"{move.words}: {words}") if words else move))
    return told


def _kind(line: str) -> str:
    """What lines that differ only in their numbers have in common."""
    return re.sub(r"\d+", "0", line)


def show(screen: Console, moves: list[Numbered]) -> None:
    """One line an option: number, notation, words."""
    digits = max((len(str(number)) for number, _ in moves), default=1)
    texts = max((len(move.text) for _, move in moves), default=1)
    for number, move in moves:
        line = (
            Text().append(f" {number:>{digits}}  ", "bold").append(f"{move.text:<{texts}}  ", "cyan").append(move.words)
        )
        screen.print(line, no_wrap=True, overflow="ellipsis")


def show_packed(screen: Console, moves: list[Numbered]) -> None:
    """Many options in columns: number and notation only."""
    digits = max((len(str(number)) for number, _ in moves), default=1)
    items = [Text().append(f"{number:>{digits}} ", "bold").append(move.text, "cyan") for number, move in moves]
    screen.print(Columns(items, padding=(0, 2), equal=True))
