"""What a bot weighed, at a terminal: its options in words, bars, and what it expects for every seat."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bungalow.bots.explain import Explanation, NoReasons, Weighed, explain_to
from bungalow.bots.table import manner
from bungalow.core.match import Match

BAR = 20


def last_reasons(match: Match, bots: dict[int, str], viewer: int) -> Explanation:
    """Why a bot made the last move that the viewer saw a bot make, told from what the viewer may know."""
    for moves in range(len(match.history) - 1, -1, -1):
        seat = match.history[moves].seat
        if seat not in bots:
            continue
        before = match.at(moves)
        if seat in before.waiting(viewer).seats and not before.state.hides_moment(viewer):
            said = [line.words for line in match.lines(viewer) if line.after_move == moves + 1]
            return explain_to(viewer, bots[seat], before, seat, said)
    raise NoReasons("no bot has moved yet")


def show(screen: Console, found: Explanation, names: Sequence[str], who: str = "") -> None:
    """The explanation as a small table. `who` is somebody else than the one who sat there."""
    asked_another = who != ""
    who = who or f"{names[found.seat]} ({manner(found.bot).title})"
    screen.print(Text(f"{names[found.seat]}: {found.question}", "bold"), soft_wrap=True)
    for line in [*in_short(found, who), how(found, who)]:
        screen.print(Text(line), soft_wrap=True)
    if found.way != "random":
        screen.print(options(found, names))
    if any(found.unsure(option) for option in found.options):
        screen.print(Text("  few tries: what is expected there is not sure", "dim"))
    if found.way in ("search", "greedy") and found.others:
        screen.print(Text(f"  and {found.others} more that it liked less", "dim"))
    if not found.own:
        secret = f"What {names[found.seat]} holds stays secret until the end"
        screen.print(Text(f"{secret}: this is what it would weigh, as far as you can know.", "dim"), soft_wrap=True)
    played = next((option for option in found.options if option.played), None)
    if found.own and not asked_another and played is not None and played.text != found.chosen:
        screen.print(Text(f"It did '{played.text}'; thinking again, it would now do '{found.chosen}'.", "dim"))


def in_short(found: Explanation, who: str) -> list[str]:
    """What it comes to, for those who do not want to read figures."""
    if found.way not in ("search", "greedy"):
        return []
    level = len(found.options) > 1 and found.options[0].visits == found.options[1].visits
    tried = "it tried nothing more often" if level else "it tried that most often"
    why = tried if found.way == "search" else "it likes that best"
    return [f"{who} would play '{found.chosen}': {why}."]


def how(found: Explanation, who: str) -> str:
    if found.way == "search":
        return f"{who} looked ahead {found.tries} times; how often it came back to each, and what it expects:"
    if found.way == "greedy":
        return f"{who} takes what it likes best right after its move:"
    if found.way == "random":
        return f"{who} does not think: it takes any of {found.others + len(found.options)} possible moves."
    return f"{who} had nothing to choose."


def options(found: Explanation, names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("option", style="cyan", no_wrap=True)
    table.add_column("", max_width=44, overflow="fold")
    if found.way == "search":
        table.add_column("tries", justify="right")
        table.add_column("share", no_wrap=True)
        for name in names:
            table.add_column(Text(name), justify="right")
    elif found.way == "greedy":
        table.add_column("worth", justify="right")
    for option in found.options:
        cells = [Text("played", "bold green") if option.played else Text(), Text(option.text), Text(option.words)]
        table.add_row(*cells, *figures(found, option, len(names)), style="bold" if option.text == found.chosen else "")
    return table


def figures(found: Explanation, option: Weighed, seats: int) -> list[Text]:
    if found.way == "greedy":
        return [Text(f"{option.worth or 0.0:.1f}")]
    if found.way != "search":
        return []
    unsure = found.unsure(option)
    bar = "few tries" if unsure else "█" * round(option.share * BAR)
    expected = [f"{result * 100:.0f}" for result in option.results] or [""] * seats
    told = [f"{option.share * 100:3.0f} % {bar}", *expected]
    return [Text(str(option.visits)), *(Text(each, "dim" if unsure else "") for each in told)]


def described(found: Explanation) -> dict[str, object]:
    """The explanation for a program to read; seats count from 1, as in records."""
    return {
        "bot": found.bot,
        "seat": found.seat + 1,
        "way": found.way,
        "question": found.question,
        "chosen": found.chosen,
        "tries": found.tries,
        "options": [
            {
                "text": option.text,
                "words": option.words,
                "visits": option.visits,
                "share": round(option.share, 4),
                "results": [round(result, 4) for result in option.results],
                "worth": option.worth,
                "played": option.played,
            }
            for option in found.options
        ],
        "others": found.others,
    }
