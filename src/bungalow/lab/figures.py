"""What the results of many games say: shares with intervals, spreads, and what went with winning."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bungalow.core.registry import find
from bungalow.lab.results import SOURCE, Run, library

if TYPE_CHECKING:
    import polars as pl

Z = 1.96
"""Intervals are those of 95 %."""
BINS = 24
ALL_MODULES = "all modules"
ORDINAL = re.compile(r"\d+(st|nd|rd|th)")
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True)
class Share:
    """So many of so many, with the interval of Wilson."""

    name: str
    hits: int
    of: int

    @property
    def share(self) -> float:
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.of)


@dataclass(frozen=True)
class Spread:
    """How a number is spread over seats or games."""

    name: str
    mean: float
    marks: tuple[float, ...]
    """Its values at `QUANTILES`."""


@dataclass(frozen=True)
class Held:
    """A fact, the seats that had it, and how they fared."""

    name: str
    had: int
    wins: int
    per_winner: float
    """How often a winner had it, on average; likewise the others."""
    per_other: float


@dataclass(frozen=True)
class Together:
    """A fact over several runs: how often those who had it won, as a multiple of the fair share."""

    name: str
    had: int
    of: int
    wins: int
    times_fair: float
    low: float
    high: float
    by_run: tuple[Held | None, ...]


@dataclass(frozen=True)
class Switched:
    """A module or variant, a run with it, and one without that differs in nothing else."""

    name: str
    on: Figures
    off: Figures


@dataclass(frozen=True)
class Histogram:
    first: float
    width: float
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Figures:
    """All of one run. Everything but `games` is of finished games."""

    name: str
    seats: int
    games: int
    finished: int
    wins: tuple[Share, ...]
    """By seat."""
    bots: tuple[str, ...]
    """By seat: the code of a bot, or the name of a rival that the title plays itself."""
    scores: tuple[Spread, ...]
    """By seat."""
    sources: tuple[Spread, ...]
    source_means: tuple[tuple[float, ...], ...]
    """For each seat, in the order of `sources`."""
    endings: tuple[Share, ...]
    moves: Spread
    lengths: Histogram
    decisions: float
    options: Spread
    """Options of a decision: the mean of each game."""
    most_options: int
    facts: dict[str, dict[str, Held]]
    """By kind and name; of seats."""
    table_facts: dict[str, tuple[Share, ...]]
    """By kind: the share of games in which the table had it."""


def wilson(hits: float, of: int, z: float = Z) -> tuple[float, float]:
    """The interval in which a share lies, by its count; honest for small counts and for shares near 0 and 1."""
    if of == 0:
        return 0.0, 1.0
    share = hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, middle - half), min(1.0, middle + half)


def run_names(runs: Sequence[Run]) -> list[str]:
    """What tells runs apart: seats, what departs from the title's usual options, the bots in which they differ; where
    that is the same, the folder."""
    names = []
    for run in runs:
        words = [f"{run.plan['seats']} seats", *departures(run.plan)]
        if len({tuple(sorted(each.bots())) for each in runs}) > 1:
            words.append(", ".join(run.bots()))
        names.append(", ".join(words))
    folders = [run.folder.resolve().parts for run in runs]
    found = []
    for name, folder in zip(names, folders, strict=True):
        others = [own for other, own in zip(names, folders, strict=True) if other == name and own != folder]
        found.append(f"{name} ({own_tail(folder, others)})" if others else name)
    return found


def departures(plan: Mapping[str, Any]) -> list[str]:
    """The options that are not what nobody need name: a switch that is on by its name alone, `all modules` for all."""
    seats = plan["seats"]
    known = {option.name: option for option in find(plan["title"]).options}
    values = {name: known[name].read(text) if name in known else text for name, text in plan["options"].items()}
    decided = {name: option.decided(seats, values) for name, option in known.items()}
    modules = [
        name
        for name, option in known.items()
        if option.group and isinstance(option.default, bool) and decided[name] is None
    ]
    all_modules = len(modules) > 1 and all(values.get(name) is True for name in modules)
    words: list[str] = []
    for name, value in values.items():
        forced = decided.get(name)
        usual = name in known and value == known[name].usual(seats)
        if usual or (forced is not None and value == forced.value):
            continue
        if all_modules and name in modules:
            words += [] if ALL_MODULES in words else [ALL_MODULES]
        else:
            words.append(name if value is True else f"{name} {plan['options'][name]}")
    return words


def switched(runs: Sequence[Run], all_figures: Sequence[Figures]) -> list[Switched]:
    """Pairs of runs that differ in one switch alone, by switches in the title's order."""
    own = list(zip(runs, all_figures, strict=True))
    return [
        Switched(option.label, with_it, without)
        for option in find(runs[0].plan["title"]).options
        if isinstance(option.default, bool)
        for one, with_it in own
        for other, without in own
        if values_of(one)[option.name] is True
        and values_of(other)[option.name] is False
        and differ_only_in(option.name, one, other)
    ]


def values_of(run: Run) -> dict[str, object]:
    """All options of a run, those that its plan does not name included."""
    options = {option.name: option for option in find(run.plan["title"]).options}
    named = {name: options[name].read(text) for name, text in run.plan["options"].items() if name in options}
    return {**{name: option.usual(run.plan["seats"]) for name, option in options.items()}, **named}


def differ_only_in(name: str, one: Run, other: Run) -> bool:
    """The same seats, bots, rules and components, and the same options but for this one and for what it decides."""
    if one.sitting() != other.sitting() or any(
        one.plan.get(key) != other.plan.get(key) for key in ("seats", "rules", "edition")
    ):
        return False
    mine, theirs = values_of(one), values_of(other)
    return all(
        option.name == name
        or mine[option.name] == theirs[option.name]
        or any(option.decided(run.plan["seats"], values) for run, values in ((one, mine), (other, theirs)))
        for option in find(one.plan["title"]).options
    )


def own_tail(folder: tuple[str, ...], others: Sequence[tuple[str, ...]]) -> str:
    """The last parts of a path, as many as no other ends in."""
    for length in range(1, len(folder)):
        if all(other[-length:] != folder[-length:] for other in others):
            return "/".join(folder[-length:])
    return "/".join(folder)


def figures(run: Run, name: str) -> Figures:
    pl = library()
    over = run.games.filter(pl.col("over"))
    seats = run.seats.join(over.select("game"), on="game", how="semi").with_columns(won=pl.col("rank") == 1)
    numbers = range(1, run.plan["seats"] + 1)
    own = [seats.filter(pl.col("seat") == number) for number in numbers]
    columns = [column for column in seats.columns if column.startswith(SOURCE)]
    options = over.filter(pl.col("decisions") > 0).select(each=pl.col("options") / pl.col("decisions"))
    endings = [ending for ending in over["ending"].unique().sort().to_list() if ending]
    return Figures(
        name=name,
        seats=run.plan["seats"],
        games=run.games.height,
        finished=over.height,
        wins=tuple(Share(f"seat {i}", int(frame["won"].sum()), over.height) for i, frame in enumerate(own, 1)),
        bots=run.sitting(),
        scores=tuple(spread(f"seat {i}", frame["score"]) for i, frame in enumerate(own, 1)),
        sources=tuple(spread(column.removeprefix(SOURCE), seats[column]) for column in columns),
        source_means=tuple(tuple(mean(frame[column]) for column in columns) for frame in own),
        endings=tuple(Share(ending, int((over["ending"] == ending).sum()), over.height) for ending in endings),
        moves=spread("moves", over["moves"]),
        lengths=histogram(over["moves"]),
        decisions=mean(over["decisions"]),
        options=spread("options", options["each"]),
        most_options=max(run.games["most_options"].to_list(), default=0),
        facts=seat_facts(run, seats),
        table_facts=table_facts(run, over),
    )


def mean(values: pl.Series) -> float:
    found: Any = values.mean()
    return 0.0 if found is None else float(found)


def spread(name: str, values: pl.Series) -> Spread:
    marks = tuple(float(values.quantile(at, "linear") or 0.0) for at in QUANTILES)
    return Spread(name, mean(values), marks)


def histogram(values: pl.Series) -> Histogram:
    """Bins of whole numbers."""
    numbers: list[int] = values.to_list()
    if not numbers:
        return Histogram(0, 1, ())
    low, high = min(numbers), max(numbers)
    width = max(1, -(-(high - low + 1) // BINS))
    counts = [0] * ((high - low) // width + 1)
    for value in numbers:
        counts[(value - low) // width] += 1
    return Histogram(low, width, tuple(counts))


def seat_facts(run: Run, seats: pl.DataFrame) -> dict[str, dict[str, Held]]:
    pl = library()
    winners = int(seats["won"].sum())
    others = seats.height - winners
    joined = run.facts.filter(pl.col("seat").is_not_null()).join(
        seats.select("game", "seat", "won"), on=["game", "seat"]
    )
    if len(run.bots()) > 1:
        bots = seats.select("game", "seat", pl.lit("bot").alias("kind"), pl.col("bot").alias("name"), "won")
        joined = pl.concat([joined, bots.with_columns(times=pl.lit(1, pl.Int64))], how="diagonal")
    table = joined.group_by("kind", "name", maintain_order=True).agg(
        had=pl.len(),
        wins=pl.col("won").sum(),
        winners=pl.col("times").filter(pl.col("won")).sum(),
        others=pl.col("times").filter(~pl.col("won")).sum(),
    )
    found: dict[str, dict[str, Held]] = {}
    for row in table.iter_rows(named=True):
        found.setdefault(row["kind"], {})[row["name"]] = Held(
            row["name"],
            row["had"],
            row["wins"],
            row["winners"] / winners if winners else 0.0,
            row["others"] / others if others else 0.0,
        )
    return found


def table_facts(run: Run, over: pl.DataFrame) -> dict[str, tuple[Share, ...]]:
    pl = library()
    of_tables = run.facts.filter(pl.col("seat").is_null()).join(over.select("game"), on="game", how="semi")
    found: dict[str, list[Share]] = {}
    for kind, name, games in of_tables.group_by("kind", "name").len().sort("kind", "name").iter_rows():
        found.setdefault(kind, []).append(Share(name, games, over.height))
    return {kind: tuple(shares) for kind, shares in found.items()}


def favoured(each: Figures, bots: Container[str]) -> Share | None:
    """How those fare whom a table might favour: bots among rivals that the title plays itself, else who goes first."""
    people = [share for share, who in zip(each.wins, each.bots, strict=True) if who in bots]
    if 0 < len(people) < each.seats:
        return Share("all but rivals", sum(share.hits for share in people), each.finished * len(people))
    first = each.facts.get("turn order", {}).get("1st")
    return None if first is None else Share("who goes first", first.wins, first.had)


def kinds(all_figures: Sequence[Figures]) -> list[str]:
    """The kinds of facts of seats, in the order in which titles tell them."""
    return list(dict.fromkeys(kind for each in all_figures for kind in each.facts))


def together(all_figures: Sequence[Figures], kind: str) -> list[Together]:
    """Each fact of a kind over all runs, the luckiest first; ordinals in their own order."""
    names = dict.fromkeys(name for each in all_figures for name in each.facts.get(kind, {}))
    of = sum(each.finished * each.seats for each in all_figures)
    found: list[Together] = []
    for name in names:
        by_run = tuple(each.facts.get(kind, {}).get(name) for each in all_figures)
        held = [(own, 1 / each.seats) for own, each in zip(by_run, all_figures, strict=True) if own is not None]
        fair = sum(own.had * share for own, share in held)
        wins = sum(own.wins for own, _ in held)
        had = sum(own.had for own, _ in held)
        low, high = (share * had / fair for share in wilson(wins, had))
        found.append(Together(name, had, of, wins, wins / fair, low, high, by_run))
    if all(ORDINAL.fullmatch(each.name) for each in found):
        return sorted(found, key=lambda each: int(each.name[:-2]))
    return sorted(found, key=lambda each: (-each.times_fair, each.name))
