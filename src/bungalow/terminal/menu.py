"""What the bare command shows: the shelf of titles, and a few questions on the way to a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from bungalow.bots.table import codes
from bungalow.core.contract import Game
from bungalow.core.errors import BungalowError
from bungalow.core.record import Record
from bungalow.core.registry import find, titles
from bungalow.core.types import Option, show_value
from bungalow.terminal import saves
from bungalow.terminal.seating import seat_bots

SAVES_SHOWN = 5
T = TypeVar("T")


@dataclass(frozen=True)
class Wish:
    """What somebody picked: a new table, or a saved game."""

    title: str = ""
    seats: int = 0
    bots: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    resume: Path | None = None


def pick(screen: Console, read: Callable[[str], str]) -> Wish | None:
    """Ask until something is picked; None when the person leaves."""
    screen.print(Text().append("Bungalow", "bold").append(": a home for modern board games"))
    games = [find(title) for title in titles()]
    saved = _saved()
    if not games:
        screen.print("No title is installed.")
        return None
    while True:
        _show(screen, games, saved)
        answer = read("Which one? [1] ").strip().lower() or "1"
        if answer in ("q", "quit", "exit"):
            return None
        chosen = next((game for game in games if game.name == answer), None)
        if answer.isdecimal() and 1 <= int(answer) <= len(games) + len(saved):
            number = int(answer) - 1
            if number >= len(games):
                return Wish(resume=saved[number - len(games)][0])
            chosen = games[number]
        if chosen is not None:
            return _table(screen, read, chosen)
        screen.print(f"There is no {answer!r} here.\n", markup=False)


def _show(screen: Console, games: list[Game], saved: list[tuple[Path, str]]) -> None:
    for number, game in enumerate(games, start=1):
        seats = f"{min(game.seats)}-{max(game.seats)} players"
        screen.print(Text().append(f"  {number}  ", "bold").append(f"{game.title:<12}").append(seats, "dim"))
    if saved:
        screen.print("or go on with a saved game:")
    for number, (_, words) in enumerate(saved, start=len(games) + 1):
        screen.print(Text().append(f"  {number}  ", "bold").append(words), soft_wrap=True)
    screen.print(Text().append("  q  ", "bold").append("quit"))


def _saved() -> list[tuple[Path, str]]:
    """The latest saved games that can be read, each in words."""
    found: list[tuple[Path, str]] = []
    for path in saves.unfinished():
        try:
            record = Record.load(path)
        except BungalowError:
            continue
        if record.title in titles():
            found.append((path, f"{record.title}, {', '.join(record.names)}, {len(record.moves)} moves ({path.name})"))
        if len(found) == SAVES_SHOWN:
            break
    return found


def _table(screen: Console, read: Callable[[str], str], game: Game) -> Wish:
    fewest, most = min(game.seats), max(game.seats)
    default = 3 if 3 in game.seats else fewest
    seats = _ask(
        screen, read, f"How many seats, {fewest} to {most}? [{default}] ", lambda text: _seats(game, text, default)
    )
    # How many seats the title plays itself comes first: bots take seats of the others.
    chosen: dict[str, object] = {}
    for option in game.options:
        if game.rivals is not None and option.name == game.rivals.option:
            chosen[option.name] = _option(screen, read, game, option)
    usual = ",".join(["medium"] * (game.played_seats(seats, chosen) - 1)) or "none"
    bots = _ask(
        screen,
        read,
        f"Which bots ({', '.join(codes())}; 'none' for people only)? [{usual}] ",
        lambda text: _bots(text or usual, game, seats, chosen),
    )
    for option in game.options:
        decided = option.decided(seats, chosen)
        if decided is not None:
            chosen[option.name] = decided.value
        elif option.name not in chosen:
            chosen[option.name] = _option(screen, read, game, option)
    screen.print(Text("During the game 'help' lists what you can type.", "dim"))
    return Wish(game.name, seats, bots, tuple(chosen.items()))


def _option(screen: Console, read: Callable[[str], str], game: Game, option: Option) -> object:
    allowed = ", ".join(show_value(value) for value in option.allowed)
    question = f"{option.label} ({allowed})? {option.words} [{show_value(option.default)}] "
    return _ask(screen, read, question, lambda text: game.settle({option.name: text} if text else {})[option.name])


def _ask(screen: Console, read: Callable[[str], str], question: str, understand: Callable[[str], T]) -> T:
    while True:
        try:
            return understand(read(question).strip().lower())
        except BungalowError as error:
            screen.print(f"{error.words}", markup=False)


def _seats(game: Game, text: str, default: int) -> int:
    seats = int(text) if text.isdecimal() else default if not text else 0
    game.new(seats)
    return seats


def _bots(text: str, game: Game, seats: int, options: dict[str, object]) -> tuple[str, ...]:
    wanted = () if text in ("none", "0", "no") else tuple(code.strip() for code in text.split(",") if code.strip())
    seat_bots(wanted, game, seats, options)
    return wanted
