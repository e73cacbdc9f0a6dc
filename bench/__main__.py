"""Speed of every title against a C++ twin and other engines: `./run bench`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from bench.calibration_title import GAME as CALIBRATION
from bench.gate import gate
from bench.peers import OPENSPIEL_TITLES, CatanatronCopies, CatanatronPlay, NoPeer, OpenSpielPlay
from bench.race import Runner, UnequalWork, race
from bench.search import (
    ITERATIONS,
    POSITIONS,
    QUICK_ITERATIONS,
    SPIEL_TITLES,
    TURNS,
    OpenSpielSearch,
    SearchRace,
    per_second,
)
from bench.titles import MOVES_SEED, Entrant, TitleRace, entrant, entrants, worst_microseconds
from bench.twin import NoTwin, TwinCopies, TwinPlay
from bungalow.core import contract
from bungalow.core.errors import BungalowError

ROUNDS = 8
SECONDS = 0.1
"""Work of a runner in one round."""
QUICK_SECONDS = 0.01

R = TypeVar("R")


def main(arguments: list[str] | None = None) -> int:
    asked = read_arguments(arguments)
    compiled = not contract.__file__.endswith(".py")
    try:
        names = [asked.title] if asked.title else entrants()
        if asked.gate:
            calibration = [] if asked.title else [CALIBRATION.name]
            return gate([*names, *calibration], compiled=compiled, update=asked.update)
        racing = [entrant(name, asked.seats) for name in names if name != CALIBRATION.name]
        Bench(racing, asked.rounds, compiled, quick=asked.quick).run(asked.json)
    except (BungalowError, UnequalWork) as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./run bench",
        description="Speed of the titles, as ratios to the C++ twin of a calibration title and to other engines: "
        "interleaved in one run, best CPU time of each, after a checksum of equal work.",
        epilog="The other engines come with ./run setup --bench.",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as one line of JSON at the end")
    parser.add_argument("--title", help="only this title, and the calibration title beside it")
    parser.add_argument("--seats", type=int, default=4, help="number of seats, where the title allows it (default 4)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each is timed (default {ROUNDS})")
    parser.add_argument("--quick", action="store_true", help="little work a round: rough figures, soon")
    parser.add_argument("--gate", action="store_true", help="count instructions and compare with bench/gate.json")
    parser.add_argument("--update", action="store_true", help="with --gate: store the counts")
    asked = parser.parse_args(arguments)
    if asked.rounds < 1:
        parser.error("--rounds is at least 1")
    if asked.update and not asked.gate:
        parser.error("--update belongs to --gate")
    return asked


class Bench:
    """One run: everything that takes part, raced together."""

    def __init__(self, racing: list[Entrant], rounds: int, compiled: bool, *, quick: bool = False) -> None:
        self.rounds, self.compiled = rounds, compiled
        seconds, iterations = (QUICK_SECONDS, QUICK_ITERATIONS) if quick else (SECONDS, ITERATIONS)
        self.missing: list[str] = []
        say("setting up")
        self.races = [TitleRace(each, seconds) for each in racing]
        self.calibration = TitleRace(entrant(CALIBRATION.name), seconds)
        self.twin = self.if_there(lambda: TwinPlay(self.calibration.play.games, MOVES_SEED))
        self.twin_copies = self.if_there(lambda: TwinCopies(20_000))
        self.catanatron = self.if_there(CatanatronPlay)
        self.catanatron_copies = self.if_there(CatanatronCopies)
        spiels = {title: self.open_spiel(title) for title in OPENSPIEL_TITLES}
        self.openspiel = {title: runner for title, runner in spiels.items() if runner}
        titles = [self.calibration, *self.races]
        self.searches = {title.entrant.name: SearchRace(title.entrant.name, iterations) for title in titles}
        searching = {title: self.open_spiel_searches(title, iterations) for title in SPIEL_TITLES}
        self.openspiel_searches = {title: runners for title, runners in searching.items() if runners}

    def if_there(self, make: Callable[[], R]) -> R | None:
        try:
            return make()
        except (NoTwin, NoPeer) as reason:
            if str(reason) not in self.missing:
                self.missing.append(str(reason))
            return None

    def open_spiel(self, title: str) -> OpenSpielPlay | None:
        return self.if_there(lambda: OpenSpielPlay(title))

    def open_spiel_searches(self, title: str, iterations: int) -> list[OpenSpielSearch] | None:
        return self.if_there(lambda: [OpenSpielSearch(title, seed, iterations) for seed in range(1, POSITIONS + 1)])

    @property
    def runners(self) -> list[Runner]:
        ours = [runner for title in [self.calibration, *self.races] for runner in title.runners]
        peers = [self.twin, self.twin_copies, self.catanatron, self.catanatron_copies, *self.openspiel.values()]
        searches = [runner for search in self.searches.values() for runner in search.runners]
        their_searches = [runner for runners in self.openspiel_searches.values() for runner in runners]
        return [*ours, *(peer for peer in peers if peer), *searches * TURNS, *their_searches]

    def run(self, as_json: bool) -> None:
        self.check_twin()
        race(self.runners, self.rounds, lambda number: say(f"round {number + 1} of {self.rounds}"))
        self.check_twin()
        figures = self.figures()
        print(table(figures, self.missing))
        if as_json:
            print(json.dumps(figures))

    def check_twin(self) -> None:
        """Before any time is believed: both have played the same games to the same end."""
        if self.twin is None:
            return
        for runner in (self.calibration.play, self.twin):
            runner.prepare()
            runner.run()
            runner.check()
        ours, theirs = self.calibration.play, self.twin
        if (ours.units, ours.checksum) != (theirs.units, theirs.checksum):
            raise UnequalWork("the calibration title and its C++ twin play different games: mend bench/twin.cpp")

    def figures(self) -> dict[str, Any]:
        calibration = self.title_figures(self.calibration)
        if self.twin:
            calibration["times_slower_than_twin"] = round(self.twin.per_second / self.calibration.play.per_second, 2)
        return {
            "titles": {title.entrant.name: self.title_figures(title) for title in self.races},
            "calibration": calibration,
            "cpp_twin": self.twin and {"decisions_per_s": whole(self.twin), "clones_per_s": whole(self.twin_copies)},
            "catanatron": self.catanatron
            and {
                "ticks_per_s": whole(self.catanatron),
                "decisions_per_s": round(self.catanatron.decisions_per_second),
                "copies_per_s": whole(self.catanatron_copies),
            },
            "openspiel": {title: whole(runner) for title, runner in self.openspiel.items()} or None,
            "openspiel_search_iterations_per_s": {
                title: round(per_second(runners)) for title, runners in self.openspiel_searches.items()
            }
            or None,
            "rounds": self.rounds,
            "compiled": self.compiled,
        }

    def title_figures(self, title: TitleRace) -> dict[str, Any]:
        search = self.searches[title.entrant.name]
        return {
            "seats": title.entrant.seats,
            "decisions_per_s": whole(title.play),
            "clones_per_s": whole(title.clones),
            "guesses_per_s": whole(title.guesses),
            "views_per_s": whole(title.views),
            "mean_options": round(title.mean_options, 1),
            "decisions_per_game": round(title.decisions_per_game, 1),
            "view_us": round(title.views.microseconds, 1),
            "view_us_worst": round(worst_microseconds(title.views), 1),
            "options_us": round(title.option_words.microseconds, 1),
            "options_us_worst": round(worst_microseconds(title.option_words), 1),
            "vs_cpp_twin": ratio(title.play, self.twin),
            "clones_vs_cpp_twin": ratio(title.clones, self.twin_copies),
            "vs_catanatron": ratio(title.play, self.catanatron),
            "clones_vs_catanatron": ratio(title.clones, self.catanatron_copies),
            "openspiel": {name: ratio(title.play, runner) for name, runner in self.openspiel.items()} or None,
            "search_1000_s": search.seconds_of_a_search,
            "search_iteration_per_rollout": search.iteration_per_rollout,
            "search_vs_openspiel": {
                name: rounded(per_second(search.searches) / per_second(runners))
                for name, runners in self.openspiel_searches.items()
            }
            or None,
        }


def ratio(ours: Runner, theirs: Runner | None) -> float | None:
    """How many times as fast ours is; None when there is no other."""
    return None if theirs is None else rounded(ours.per_second / theirs.per_second)


def rounded(times: float) -> float:
    return float(f"{times:.3g}")


def whole(runner: Runner | None) -> int | None:
    return None if runner is None else round(runner.per_second)


# -- the table -----------------------------------------------------------------------------------------------------

ROWS = (
    ("seats", "seats"),
    ("decisions/s", "decisions_per_s"),
    ("clones/s", "clones_per_s"),
    ("guesses/s", "guesses_per_s"),
    ("views/s, with JSON", "views_per_s"),
    ("a view, µs", "view_us"),
    ("  the dearest", "view_us_worst"),
    ("options in words, µs", "options_us"),
    ("  the dearest", "options_us_worst"),
    ("options a decision", "mean_options"),
    ("decisions a game", "decisions_per_game"),
    ("1,000 iterations, s", "search_1000_s"),
    ("an iteration, rollouts", "search_iteration_per_rollout"),
    ("times as fast as", ""),
    ("  C++ twin", "vs_cpp_twin"),
    ("    clones", "clones_vs_cpp_twin"),
    ("  catanatron", "vs_catanatron"),
    ("    clones", "clones_vs_catanatron"),
)


def table(figures: dict[str, Any], missing: list[str]) -> str:
    columns = {**figures["titles"], "calibration": figures["calibration"]}
    lines = ["", line("", list(columns))]
    lines += [line(words, [show(title.get(key)) if key else "" for title in columns.values()]) for words, key in ROWS]
    for name in figures["openspiel"] or ():
        lines.append(line(f"  OpenSpiel {name}", [show(title["openspiel"][name]) for title in columns.values()]))
    for name in figures["openspiel_search_iterations_per_s"] or ():
        cells = [show(title["search_vs_openspiel"][name]) for title in columns.values()]
        lines.append(line(f"  search, {name}", cells))
    lines += ["", *peers(figures)]
    if behind := figures["calibration"].get("times_slower_than_twin"):
        lines.append(f"The calibration title takes {behind} times as long as its twin.")
    lines += missing
    if not figures["compiled"]:
        lines.append("The engine ran uncompiled: ./run build")
    return "\n".join(lines)


def peers(figures: dict[str, Any]) -> list[str]:
    lines = []
    if twin := figures["cpp_twin"]:
        lines.append(f"C++ twin: {twin['decisions_per_s']:,} decisions/s, {twin['clones_per_s']:,} copies/s")
    if peer := figures["catanatron"]:
        lines.append(
            f"catanatron, 4 random players: {peer['ticks_per_s']:,} ticks/s (what ratios are taken to; "
            f"{peer['decisions_per_s']:,}/s have two or more actions), {peer['copies_per_s']:,} copies/s"
        )
    for name, speed in (figures["openspiel"] or {}).items():
        lines.append(f"OpenSpiel {name}, random bots within C++: {speed:,} decisions/s")
    for name, speed in (figures["openspiel_search_iterations_per_s"] or {}).items():
        lines.append(f"OpenSpiel {name}, MCTSBot with random rollouts, mid-game: {speed:,} iterations/s")
    return lines


def line(words: str, cells: list[str]) -> str:
    return f"{words:<24}" + "".join(f"{cell:>16}" for cell in cells)


def show(figure: float | None) -> str:
    if figure is None:
        return "-"
    return f"{figure:,}" if isinstance(figure, int) or figure < 1000 else f"{figure:,.0f}"


def say(words: str) -> None:
    """Progress, for people who wait at a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="" if words.startswith("round") else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
