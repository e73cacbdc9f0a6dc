"""A folder of results: Parquet files of every game of a plan, which a run that was interrupted goes on filling.

A plan of more of the same games goes on from them too.

    plan.json        which games these are
    games.parquet    one row a game
    seats.parquet    one row a seat: score, rank, points by source
    facts.parquet    what was worth noting: kingdoms, cards, openings, deeds
    parts/           games that have been played, while others are still to be; gone when all have

Rows stand in the order of games and seats and hold nothing that depends on time, machine or number of processes,
unless a bot's budget is time.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bungalow.bots.table import derived
from bungalow.core.errors import BadData, BungalowError
from bungalow.core.registry import find
from bungalow.core.types import show_value
from bungalow.lab import extra
from bungalow.lab.simulation import TASK_SECONDS, Batch, Outcome, Plan, Report, play, report

if TYPE_CHECKING:
    import polars as pl

COLUMNS = {
    "games": {
        **{"game": "Int64", "seed": "String", "over": "Boolean", "ending": "String", "moves": "Int64"},
        **{"decisions": "Int64", "options": "Int64", "most_options": "Int64", "checksum": "Int64"},
    },
    "seats": {"game": "Int64", "seat": "Int64", "bot": "String", "score": "Int64", "rank": "Int64"},
    "facts": {"game": "Int64", "seat": "Int64", "kind": "String", "name": "String", "times": "Int64"},
}
"""What every table has; `seats` also has points by source."""
TABLES = tuple(COLUMNS)
PART_SECONDS = 10.0
"""Games that were played are on disk after this time; so much work a crash can cost."""
PLAY_BY = "bots play by"
SOURCE = "from "
"""Begins the name of each column of `seats` that holds points of one source."""

Row = dict[str, object]


def library() -> Any:
    """polars, or one line that says what to install."""
    return extra.library("polars", "results need", "results")


def description(plan: Plan) -> dict[str, object]:
    """Everything that the rows of a plan depend on."""
    game = find(plan.title)
    state = game.new(plan.seats, dict(plan.options), 0, plan.edition)
    return {
        "title": plan.title,
        "rules": game.rules_version,
        "edition": state.edition,
        "seats": plan.seats,
        "games": plan.games,
        "seed": str(plan.seed),
        "bots": list(plan.bots or ["random"] * plan.seats),
        PLAY_BY: plan.bots_play_by(),
        "options": {name: show_value(value) for name, value in state.settings.items()},
    }


def simulate_into(
    folder: Path,
    plan: Plan,
    processes: int | None = None,
    *,
    task_seconds: float = TASK_SECONDS,
    progress: Callable[[int], None] = lambda games: None,
    ray: str = "",
) -> Report:
    """Play those games of a plan that the folder does not hold yet. The report is of all of them."""
    plan = replace(plan, accounts=True)
    results = Results(folder, plan)
    with results.open():
        missing = results.missing()
        play(missing, plan, results.keep, processes, task_seconds=task_seconds, progress=progress, ray=ray)
    return report(plan, load(folder).outcomes(), results.cpu_seconds, results.played)


class Results:
    """The folder while games are added to it."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.pl = library()
        self.folder = folder
        self.plan = plan
        self.waiting: list[Batch] = []
        self.written = time.monotonic()
        self.cpu_seconds = 0.0
        self.played = 0

    @contextmanager
    def open(self) -> Iterator[None]:
        """Hold the folder for this run alone. Whatever ends it, games that were played are kept."""
        try:
            if self.is_foreign():
                raise BadData(f"{self.folder} holds other things: name another folder")
            (self.folder / "parts").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadData(f"cannot write to {self.folder}: {error.strerror or error}") from None
        with open(self.folder / "parts" / "lock", "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadData(f"another run is writing to {self.folder}") from None
            self.claim()
            try:
                yield
            finally:
                self.write_part()
            self.finish()

    def is_foreign(self) -> bool:
        """The folder holds something, and no run began it."""
        if not self.folder.exists() or (self.folder / "plan.json").exists():
            return False
        # A run that was stopped before it had written its plan leaves no more than this.
        found = {path.name for path in self.folder.iterdir()}
        parts = {path.name for path in (self.folder / "parts").glob("*")}
        return not (found <= {"parts", "plan.json.new"} and parts <= {"lock"})

    def claim(self) -> None:
        """The folder is this plan's, or becomes it: if new, or with fewer of the same games. Others are refused."""
        path = self.folder / "plan.json"
        own = description(self.plan)
        if not path.exists():
            save_text(path, json.dumps(own, indent=1) + "\n")
            return
        other = read_plan(self.folder)
        if other[PLAY_BY] != own[PLAY_BY]:
            raise BadData(f"{self.folder} holds games of bots with other settings or weights; name another folder")
        for name, value in own.items():
            if other[name] != value and name != "games":
                shown = [json.dumps(each, ensure_ascii=False).replace('"', "") for each in (other[name], value)]
                raise BadData(
                    f"{self.folder} holds other games: {name} {shown[0]}, not {shown[1]}; name another folder"
                )
        if self.plan.games < other["games"]:
            raise BadData(
                f"{self.folder} is for {other['games']} games, not {self.plan.games}: ask for as many or more, or name"
                " another folder"
            )
        if self.plan.games > other["games"]:
            self.take_up()
            save_text(path, json.dumps(own, indent=1) + "\n")

    def take_up(self) -> None:
        """Make what a finished run holds a part of a longer one. Wherever this is stopped, no game is lost."""
        if (self.folder / "games.parquet").exists():
            load(self.folder)  # or tell what is wrong
            for part in self.parts():  # of a run that was stopped when all tables were there
                shutil.rmtree(part)
            unfinished = self.new_part()
            for name in TABLES:
                shutil.copyfile(self.folder / f"{name}.parquet", unfinished / f"{name}.parquet")
            unfinished.rename(unfinished.with_name(f"{1:09}"))
        for name in TABLES:
            (self.folder / f"{name}.parquet").unlink(missing_ok=True)

    def missing(self) -> list[range]:
        """The games that are still to be played, as ranges."""
        if (self.folder / "games.parquet").exists():
            for name in TABLES:
                if not (self.folder / f"{name}.parquet").exists():
                    raise BadData(f"{self.folder} lacks {name}.parquet: name another folder, or delete this one")
            return []
        done = [number for part in self.parts() for number in self.read(part, "games")["game"].to_list()]
        ends = [0, *sorted(done), self.plan.games + 1]
        # Games count from 1 in the files.
        gaps = [range(one, other - 1) for one, other in pairwise(ends)]
        return [gap for gap in gaps if gap]

    def keep(self, batch: Batch) -> None:
        self.waiting.append(batch)
        self.cpu_seconds += batch.cpu_seconds
        self.played += len(batch.outcomes)
        if time.monotonic() - self.written > PART_SECONDS:
            self.write_part()

    def write_part(self) -> None:
        """A part is a folder that appears whole or not at all."""
        self.written = time.monotonic()
        if not self.waiting:
            return
        rows = [
            (batch.first + i, outcome) for batch in sorted(self.waiting) for i, outcome in enumerate(batch.outcomes)
        ]
        unfinished = self.new_part()
        for name, frame in self.frames(rows).items():
            frame.write_parquet(unfinished / f"{name}.parquet")
        unfinished.rename(unfinished.with_name(f"{rows[0][0] + 1:09}"))
        self.waiting.clear()

    def new_part(self) -> Path:
        """An empty folder for a part, which counts when it has been renamed to the number of its first game."""
        unfinished = self.folder / "parts" / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        return unfinished

    def finish(self) -> None:
        """Put all parts together, in the order of their games."""
        parts = self.parts()
        if self.missing():
            return
        for name in reversed(TABLES):  # games.parquet comes last: it says that all is there
            path = self.folder / f"{name}.parquet"
            if path.exists():
                continue
            frames = [self.read(part, name) for part in parts]
            frames.sort(key=lambda frame: frame["game"].min() or 0)
            whole = self.pl.concat(frames, how="diagonal").sort("game", maintain_order=True)
            whole.write_parquet(path.with_suffix(".new"))
            os.replace(path.with_suffix(".new"), path)
        shutil.rmtree(self.folder / "parts")

    def parts(self) -> list[Path]:
        return sorted(path for path in (self.folder / "parts").iterdir() if path.name.isdecimal())

    def read(self, part: Path, name: str) -> pl.DataFrame:
        return read_table(part / f"{name}.parquet")

    def frames(self, outcomes: Sequence[tuple[int, Outcome]]) -> dict[str, pl.DataFrame]:
        """The three tables of some games."""
        pl = self.pl
        sitting = self.plan.sitting()
        games: list[Row] = []
        seats: list[Row] = []
        facts: list[Row] = []
        for number, outcome in outcomes:
            assert outcome.detail is not None
            account = outcome.detail.account
            game: Row = {"game": number + 1}
            games.append(
                game
                | {
                    "seed": str(derived(self.plan.seed, number)),
                    "over": outcome.over,
                    "ending": account.ending,
                    "moves": outcome.detail.moves,
                    "decisions": outcome.decisions,
                    "options": outcome.detail.options,
                    "most_options": outcome.detail.most_options,
                    "checksum": outcome.checksum,
                }
            )
            facts += [game | {"seat": None} | fact._asdict() for fact in account.facts]
            for seat in range(self.plan.seats):
                own = game | {"seat": seat + 1}
                row = own | {"bot": sitting[seat], "score": outcome.scores[seat], "rank": outcome.ranks[seat]}
                if account.seats:
                    row |= {SOURCE + name: points for name, points in account.seats[seat].sources}
                    facts += [own | fact._asdict() for fact in account.seats[seat].facts]
                seats.append(row)
        whole, text = pl.Int64, pl.String
        return {
            "games": pl.DataFrame(games, infer_schema_length=None),
            "seats": pl.DataFrame(seats, infer_schema_length=None),
            "facts": pl.DataFrame(
                facts, schema={"game": whole, "seat": whole, "kind": text, "name": text, "times": whole}
            ),
        }


@dataclass(frozen=True)
class Run:
    """The results of a whole plan, for reading."""

    folder: Path
    plan: dict[str, Any]
    games: pl.DataFrame
    seats: pl.DataFrame
    facts: pl.DataFrame

    def sitting(self) -> tuple[str, ...]:
        """Who sits where: the code of a bot, or the name of a rival that the title plays itself."""
        return tuple(self.seats["bot"].head(self.plan["seats"]).to_list())

    def bots(self) -> tuple[str, ...]:
        """The different bots among them."""
        return tuple(name for name in dict.fromkeys(self.sitting()) if name in self.plan["bots"])

    def outcomes(self) -> list[Outcome]:
        by_game = self.seats.group_by("game", maintain_order=True).agg("score", "rank")
        return [
            Outcome(checksum, decisions, over, tuple(scores), tuple(ranks))
            for (checksum, decisions, over), (scores, ranks) in zip(
                self.games.select("checksum", "decisions", "over").iter_rows(),
                by_game.select("score", "rank").iter_rows(),
                strict=True,
            )
        ]


def load(folder: Path) -> Run:
    """The results in a folder whose games have all been played."""
    library()
    plan = read_plan(folder)
    if not (folder / "games.parquet").exists():
        raise BadData(f"not all games of {folder} have been played yet; the same simulate command goes on with them")
    run = Run(folder, plan, *(read_table(folder / f"{name}.parquet") for name in TABLES))
    numbers = range(1, plan["games"] + 1)
    seats = range(1, plan["seats"] + 1)
    if (
        run.games["game"].to_list() != list(numbers)
        or run.seats["seat"].to_list() != list(seats) * len(numbers)
        or run.seats["game"].to_list() != [number for number in numbers for _ in seats]
    ):
        raise BadData(f"{folder} does not hold the games that its plan.json names, in their order")
    return run


def find_runs(folder: Path) -> list[Path]:
    """The folder itself, or the folders of results in it."""
    if (folder / "plan.json").exists():
        return [folder]
    found = sorted(path.parent for path in folder.glob("*/plan.json")) if folder.is_dir() else []
    if not found:
        raise BadData(f"{folder} holds no results of bungalow simulate --out")
    return found


def read_plan(folder: Path) -> dict[str, Any]:
    """What `description` said, of a title and options that there are."""
    path = folder / "plan.json"
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
        keys = ("title", "rules", "edition", "seats", "games", "seed", "bots", "options")
        found = {name: plan[name] for name in keys} | {PLAY_BY: plan.get(PLAY_BY, {})}
        for name, value in found.items():
            if not fits(name, value):
                raise ValueError(f"{name} cannot be {json.dumps(value, ensure_ascii=False)}")
        if len(found["bots"]) != found["seats"]:
            raise ValueError(f"{found['seats']} seats have {found['seats']} bots, not {len(found['bots'])}")
        find(found["title"]).settle(found["options"], found["seats"])
    except BungalowError as error:
        raise BadData(f"cannot read {path}: {error.words}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadData(f"cannot read {path}: {' '.join(str(error).split())}") from None
    return found


def fits(name: str, value: object) -> bool:
    """A plan can say that under this name."""
    if name in ("seats", "games"):
        return type(value) is int and value > 0
    if name == "seed":
        return isinstance(value, str) and value.isdecimal() and int(value) < 1 << 128
    if name == "bots":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    if name == "options":
        return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
    return isinstance(value, dict if name == PLAY_BY else str)


def read_table(path: Path) -> pl.DataFrame:
    library()
    import polars

    try:
        table = polars.read_parquet(path)
    except (OSError, polars.exceptions.PolarsError) as error:
        raise BadData(f"cannot read {path}: {' '.join(str(error).split())}") from None
    for name, kind in COLUMNS[path.stem].items():
        if str(table.schema.get(name)) != kind:
            raise BadData(f"cannot read {path}: it has no column {name} of {kind}")
    return table


def save_text(path: Path, text: str) -> None:
    """The file as a whole or not at all."""
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)
    except OSError as error:
        raise BadData(f"cannot write {path}: {error.strerror or error}") from None
