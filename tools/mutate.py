"""How good the tests of a title are: flip the conditions of its rules one by one and see whether a test notices.

    ./run rules --mutate TITLE [--sample 200] [--seed 1] [--processes 2] [--at FILE[:LINE]] [--json]

Flipped are comparisons, `and`, `or`, `not`, conditions of `if`, and numbers in comparisons and loops, in the compiled
files of the title (state.py, rules.py or rules/ ...) that decide something: no heuristic, data, views or words. A
line where every flip means the same is left out with `# no-mutate: reason`; such lines are counted. The same seed gives
the same sample.

Each mutant meets the title's tests: first those that run the flipped line, fast ones before slow ones, and at last as
many of its whole-game tests as fit into a few seconds; slow tests are left out. A mutant is caught when a test fails or
when the time limit ends it. All but the title and its tests is loaded once, then each mutant gets a forked process.

Exit code 0: at least 90 % caught; 1: less; 2: nothing could be measured.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.abc
import importlib.util
import json
import os
import resource
import selectors
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NoReturn

import pytest

from tools.hot import ROOT, hot_files
from tools.mutants import Mutant, mutants, sample

ENOUGH = 0.9
WHOLE_GAME_SECONDS = 10.0
"""Each survivor of the clause tests meets the quickest whole-game tests up to this much time."""
LOADING = 20.0
"""Seconds of the processor for loading the title and its tests."""
MEMORY = 4 << 30
NO_RULES = ("heuristic.py", "strands.py")
"""Compiled for the sake of bots and of drawing; they decide nothing."""


class Stop(Exception):
    """Nothing can be measured; the text says why."""


# --- what is mutated -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """One mutant of one file."""

    module: str
    file: Path
    mutant: Mutant


def rule_files(root: Path, title: str) -> list[Path]:
    """The compiled files of a title that hold its rules."""
    folder = root / "src" / "bungalow" / "games" / title
    if not folder.is_dir():
        raise Stop(f"there is no title '{title}' in src/bungalow/games")
    hot = [root / path for path in hot_files(root)]
    files = [path for path in hot if path.is_relative_to(folder) and path.name not in NO_RULES]
    if not files:
        raise Stop(f"[tool.bungalow] hot in pyproject.toml names no file of '{title}'")
    return files


def module_name(root: Path, file: Path) -> str:
    parts = file.relative_to(root / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def lies_at(file: Path, mutant: Mutant, at: str) -> bool:
    """Whether `warren.py` or `warren.py:40` names the mutant; nothing names all."""
    name, _, line = at.partition(":")
    return file.as_posix().endswith(name) and line in ("", str(mutant.line))


class MutantFinder(importlib.abc.MetaPathFinder):
    """Gives out the mutated source instead of the file."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.case.module:
            return None
        file = self.case.file
        loader = MutantLoader(fullname, str(file), self.case.mutant.source)
        inside = [str(file.parent)] if file.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)


class MutantLoader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, source: str) -> None:
        super().__init__(fullname, path)
        self.source = source

    def get_data(self, path: str) -> bytes:
        return self.source.encode() if path == self.path else super().get_data(path)

    def path_stats(self, path: str) -> dict[str, float]:
        raise OSError("neither read nor write bytecode")


# --- running tests in this process -----------------------------------------------------------------------------------


@dataclass
class Plan:
    """What the tests of a title are like when nothing is mutated."""

    order: list[str] = field(default_factory=list)
    """The tests to run, quick ones first, whole games last."""
    lines: dict[str, list[str]] = field(default_factory=dict)
    """For `file:line` the tests that run its function."""
    times: dict[str, float] = field(default_factory=dict)
    """Seconds of each test."""
    modules: list[str] = field(default_factory=list)
    """What the tests load from outside the house."""


class InOrder:
    """A pytest plugin: run the named tests only, in this order; remember which one failed and how long each took.

    With `limits` the system ends the process when a test needs more seconds of the processor than it was given.
    """

    def __init__(self, order: list[str] | None = None, limits: dict[str, float] | None = None) -> None:
        self.order = order
        self.limits = limits
        self.failed = ""
        self.times: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.order is not None:
            place = {name: i for i, name in enumerate(self.order)}
            items[:] = sorted([item for item in items if item.nodeid in place], key=lambda item: place[item.nodeid])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.limits is not None:
            signal.setitimer(signal.ITIMER_PROF, self.limits.get(nodeid, LOADING))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.times[report.nodeid] = self.times.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or f"{report.nodeid} (could not be loaded)"


class Survey(InOrder):
    """Also notes which functions of the rules each test runs."""

    def __init__(self, files: list[Path]) -> None:
        super().__init__()
        self.files = {str(file) for file in files}
        self.whole: set[str] = set()
        self.codes: set[CodeType] = set()
        self.runs: dict[CodeType, set[str]] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.get_closest_marker("slow") is None]
        self.whole = {item.nodeid for item in items if item.get_closest_marker("whole_game")}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        # Tracing makes whole games slow, and they run every function anyway.
        self.codes.clear()
        if item.nodeid not in self.whole:
            sys.settrace(self.enter)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            for code in self.codes:
                if code.co_filename in self.files:
                    self.runs.setdefault(code, set()).add(item.nodeid)

    def enter(self, frame: FrameType, event: str, argument: Any) -> None:
        self.codes.add(frame.f_code)

    def plan(self, loaded: list[str]) -> Plan:
        ranked = sorted(self.times, key=lambda name: self.times[name])
        order = [name for name in ranked if name not in self.whole]
        left = WHOLE_GAME_SECONDS
        for name in ranked:
            left -= self.times[name] if name in self.whole else 0.0
            if name in self.whole and left >= 0:
                order.append(name)
        lines: dict[str, list[str]] = {}
        for code, names in self.runs.items():
            for number in {line for _, _, line in code.co_lines() if line is not None}:
                lines.setdefault(f"{code.co_filename}:{number}", []).extend(sorted(names))
        return Plan(order, lines, self.times, loaded)


def run_tests(root: Path, title: str, plugin: InOrder) -> int:
    """Run the title's tests as a person would who types pytest; nothing is written to the working folder."""
    quiet = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    if importlib.util.find_spec("hypothesis"):
        quiet.append("--hypothesis-seed=0")
    return int(pytest.main([*quiet, f"--rootdir={root}", str(root / "tests" / "games" / title)], plugins=[plugin]))


# --- forked processes ------------------------------------------------------------------------------------------------


@dataclass
class Child:
    """A forked process at work, and what it has told so far."""

    pid: int
    pipe: int
    began: float
    case: int
    told: bytes = b""


def fork(work: Callable[[], str], case: int = -1) -> Child:
    """Do `work` in a process of its own, which tells its result through a pipe."""
    inlet, outlet = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(outlet)
        return Child(pid, inlet, time.monotonic(), case)
    _work_and_exit(work, inlet, outlet)


def _work_and_exit(work: Callable[[], str], inlet: int, outlet: int) -> NoReturn:
    code = 1
    try:
        os.close(inlet)
        os.setsid()  # so that a time limit reaches whatever the tests start
        with open(os.devnull, "r+b") as nothing:
            for stream in (0, 1, 2):
                os.dup2(nothing.fileno(), stream)
        told = work().encode()
        while told:
            told = told[os.write(outlet, told) :]
        code = 0
    finally:
        os._exit(code)


def finish(child: Child) -> int:
    """End the process and all that it started; its exit status."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(child.pid, signal.SIGKILL)
    os.close(child.pipe)
    return os.waitpid(child.pid, 0)[1]


def hear_all(child: Child) -> str:
    """Wait for a process that is trusted to end."""
    told = b""
    while piece := os.read(child.pipe, 1 << 16):
        told += piece
    finish(child)
    return told.decode()


# --- the measurement -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    case: Case
    how: str
    """caught, hung or survived"""
    by: str
    """The test that failed."""


class Measurement:
    def __init__(self, root: Path, title: str, size: int, seed: int, patience: float, at: str) -> None:
        self.root = root
        self.title = title
        self.files = rule_files(root, title)
        self.excused: dict[str, str] = {}
        everything: list[Case] = []
        for file in self.files:
            try:
                found, excused = mutants(file.read_text("utf-8"), file.relative_to(root).as_posix())
            except (SyntaxError, ValueError) as error:
                raise Stop(f"{file.relative_to(root)}: {error}") from None
            everything += [Case(module_name(root, file), file, mutant) for mutant in found if lies_at(file, mutant, at)]
            self.excused |= {self.place(file, line): reason for line, reason in excused.items()}
        self.possible = len(everything)
        chosen = {mutant.key for mutant in sample([case.mutant for case in everything], size, seed)}
        self.cases = [case for case in everything if case.mutant.key in chosen]
        if not self.cases:
            raise Stop(f"nothing to flip in {', '.join(self.place(file) for file in self.files)}")
        self.plan = Plan()
        self.patience = patience
        self.limits: dict[str, float] = {}
        """Seconds of the processor for each test: an endless loop ends soon, a busy machine ends nothing."""
        self.backstop = 0.0
        """Seconds by the clock for all tests, against a mutant that sleeps."""

    def place(self, file: Path, line: int = 0) -> str:
        name = file.relative_to(self.root).as_posix()
        return f"{name}:{line}" if line else name

    def prepare(self) -> None:
        """Run the tests once as they are, then load all that mutants may share."""
        answer = json.loads(hear_all(fork(self.survey)) or "{}")
        if "plan" not in answer:
            reason = answer.get("failed") or "pytest ended early"
            raise Stop(f"the tests must pass before anything is flipped; {reason} does not")
        self.plan = Plan(**answer["plan"])
        if not self.plan.order:
            raise Stop(f"tests/games/{self.title} has no tests")
        core = self.root / "src" / "bungalow" / "core"
        own = [module_name(self.root, path) for path in sorted(core.rglob("*.py"))]  # core imports no title
        for name in [*self.plan.modules, *own]:
            with suppress(Exception):
                importlib.import_module(name)
        spoiled = [name for name in sys.modules if name.startswith("bungalow.games.")]
        if spoiled:
            raise Stop(f"bungalow.core imports {', '.join(spoiled)}; so mutants would not be seen")
        gc.collect()
        gc.freeze()
        self.check_tool()

    def check_tool(self) -> None:
        """A mutant without a change must survive, else the counts would mean nothing. Its times set the limits."""
        for file in self.files:
            same = Case(module_name(self.root, file), file, Mutant(0, "", file.read_text("utf-8"), "", ""))
            answer = json.loads(hear_all(fork(lambda same=same: self.attempt(same))) or "{}")  # type: ignore[misc]
            if answer.get("code") != 0:
                raise Stop(f"{self.place(file)}: {answer.get('by', 'pytest')} fails although nothing was flipped")
            self.plan.times = answer["times"]
        self.limits = {name: self.patience + 10 * seconds for name, seconds in self.plan.times.items()}
        self.backstop = 30 + 10 * sum(self.plan.times.values())

    def survey(self) -> str:
        before = set(sys.modules)
        plugin = Survey(self.files)
        code = run_tests(self.root, self.title, plugin)
        if code not in (0, 5):
            return json.dumps({"failed": plugin.failed})
        ours = ("bungalow", "tests", "conftest", "test_")
        loaded = [name for name in sys.modules if name not in before and not name.startswith(ours)]
        return json.dumps({"plan": asdict(plugin.plan(loaded))})

    def attempt(self, case: Case) -> str:
        """In a forked process: the test that caught the mutant, or nothing."""
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        if self.limits:
            signal.setitimer(signal.ITIMER_PROF, LOADING)
        sys.meta_path.insert(0, MutantFinder(case))
        first = set(self.plan.lines.get(f"{case.file}:{case.mutant.line}", ()))
        order = sorted(self.plan.order, key=lambda name: name not in first)
        plugin = InOrder(order, self.limits or None)
        code = run_tests(self.root, self.title, plugin)
        return json.dumps({"code": code, "by": plugin.failed, "times": plugin.times})

    def run(self, processes: int, tell: Callable[[int, int, int], None]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        waiting = list(range(len(self.cases)))[::-1]
        busy: dict[int, Child] = {}
        with selectors.DefaultSelector() as selector:
            try:
                while waiting or busy:
                    while waiting and len(busy) < processes:
                        number = waiting.pop()
                        case = self.cases[number]
                        child = fork(lambda case=case: self.attempt(case), number)  # type: ignore[misc]
                        busy[child.pipe] = child
                        selector.register(child.pipe, selectors.EVENT_READ)
                    ready = [key.fd for key, _ in selector.select(0.5)]
                    late = [pipe for pipe, child in busy.items() if time.monotonic() - child.began > self.backstop]
                    for pipe in {*ready, *late}:
                        child = busy[pipe]
                        piece = os.read(pipe, 1 << 16) if pipe in ready else b""
                        child.told += piece
                        if piece and pipe not in late:
                            continue
                        selector.unregister(pipe)
                        del busy[pipe]
                        verdicts[child.case] = self.judge(child, finish(child), late=pipe in late)
                    survived = sum(verdict.how == "survived" for verdict in verdicts.values())
                    tell(len(verdicts), len(self.cases), survived)
            finally:
                for child in busy.values():
                    finish(child)
        return [verdicts[number] for number in sorted(verdicts)]

    def judge(self, child: Child, status: int, late: bool) -> Verdict:
        case = self.cases[child.case]
        if not child.told:
            timed_out = late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF)
            return Verdict(case, "hung", "") if timed_out else Verdict(case, "caught", "the process died")
        answer = json.loads(child.told)
        if answer["code"] == 0:
            return Verdict(case, "survived", "")
        return Verdict(case, "caught", answer["by"] or "pytest itself")


# --- showing ---------------------------------------------------------------------------------------------------------


class Progress:
    """One line that is written over on a terminal; elsewhere a line for every twentieth mutant."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.shown = -1

    def tell(self, done: int, of: int, survived: int) -> None:
        if done == self.shown:
            return
        self.shown = done
        seconds = time.monotonic() - self.began
        left = f", {seconds / done * (of - done):.0f} s left" if 0 < done < of else ""
        words = f"{done} of {of} mutants, {survived} survived, {seconds:.0f} s{left}"
        if sys.stderr.isatty():
            print(f"\r\x1b[K{words}", end="\n" if done == of else "", file=sys.stderr, flush=True)
        elif done % 20 == 0 or done == of:
            print(words, file=sys.stderr, flush=True)


def report(measured: Measurement, verdicts: list[Verdict], seconds: float) -> dict[str, Any]:
    count = {how: sum(verdict.how == how for verdict in verdicts) for how in ("caught", "hung", "survived")}
    caught = count["caught"] + count["hung"]
    return {
        "title": measured.title,
        "possible": measured.possible,
        "mutants": len(verdicts),
        "caught": caught,
        "hung": count["hung"],
        "share": round(caught / len(verdicts), 4),
        "excused": measured.excused,
        "survived": [
            {
                "place": measured.place(verdict.case.file, verdict.case.mutant.line),
                "what": verdict.case.mutant.what,
                "diff": verdict.case.mutant.diff,
            }
            for verdict in verdicts
            if verdict.how == "survived"
        ],
        "seconds": round(seconds, 1),
    }


def show(measured: Measurement, verdicts: list[Verdict], said: dict[str, Any], every: bool) -> None:
    if every:
        for verdict in verdicts:
            mutant = verdict.case.mutant
            by = f" by {verdict.by}" if verdict.by else ""
            print(f"{measured.place(verdict.case.file, mutant.line)}: {mutant.what}: {verdict.how}{by}")
        print()
    for verdict in verdicts:
        if verdict.how == "survived":
            mutant = verdict.case.mutant
            print(f"survived: {measured.place(verdict.case.file, mutant.line)}: {mutant.what}\n{mutant.diff}\n")
    for place, reason in measured.excused.items():
        print(f"left out: {place}: {reason}")
    print(
        f"{measured.title}: {said['caught']} of {said['mutants']} mutants caught ({said['share']:.1%}), "
        f"{said['hung']} of them by the time limit; {measured.possible} possible, "
        f"{len(measured.excused)} lines left out; {said['seconds']} s"
    )


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="./run rules --mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("title", metavar="TITLE")
    words.add_argument("--sample", type=int, default=200, metavar="N", help="how many mutants (200)")
    words.add_argument("--seed", type=int, default=1, metavar="S", help="another seed, another sample (1)")
    words.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1), metavar="P", help="at a time (2)")
    words.add_argument(
        "--patience", type=float, default=2.0, metavar="SECONDS", help="for a test, beyond 10 times what it needs (2)"
    )
    words.add_argument("--at", default="", metavar="FILE[:LINE]", help="only mutants of this file or line")
    words.add_argument("--list", action="store_true", help="also tell which test caught each mutant")
    words.add_argument("--json", action="store_true", help="one line of JSON")
    words.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return words


def main(arguments: Sequence[str] | None = None) -> int:
    asked = parser().parse_args(arguments)
    root = asked.root.resolve()
    sys.path[:0] = [str(root / "src"), str(root)]
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            # Failing examples belong to mutants: hypothesis must not keep them. Random games are the same for all.
            os.environ |= {"BUNGALOW_PURE": "1", "BUNGALOW_TEST_SEED": "1", "HYPOTHESIS_STORAGE_DIRECTORY": scratch}
            os.chdir(root)
            measured = Measurement(root, asked.title, asked.sample, asked.seed, asked.patience, asked.at)
            print(f"tests of {asked.title} as they are ...", file=sys.stderr, flush=True)
            measured.prepare()
            if threading.active_count() > 1:
                raise Stop("a library has started a thread; processes cannot be forked safely")
            seconds = sum(measured.plan.times.values())
            print(f"{len(measured.plan.order)} tests in {seconds:.1f} s", file=sys.stderr, flush=True)
            verdicts = measured.run(max(1, asked.processes), Progress().tell)
    except Stop as stop:
        print(f"error: {stop}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    said = report(measured, verdicts, time.monotonic() - began)
    if asked.json:
        print(json.dumps(said))
    else:
        show(measured, verdicts, said, asked.list)
    return int(said["caught"] < ENOUGH * said["mutants"])


if __name__ == "__main__":
    sys.exit(main())
