"""Which rules are proven by a test.

    ./run rules [TITLE ...] [--json] [--list] [--allow-missing]
    ./run rules --mutate TITLE [--sample 200] [--seed 1] [--processes 2] [--json]
    ./run rules --copy

Every clause, ruling and worked example of docs/rules/<title>.md is looked up among the tests. A clause or ruling is
proven by a test marked `@clause("BW-2.2")` (at most three a test, none on a whole-game test, none on one that is
skipped), a worked example by a test of the title with its name, `test_e17_...`. The tests are read, not run.

--mutate says how good those tests are: it flips conditions in the title's rules one by one and counts how many flips
make a test fail (tools/mutate.py). --copy renews the copies of the rules documents that the titles' packages hold.

Exit code 0: everything proven; 1: something is missing or a mark is wrong; 2: wrong use.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bungalow.core.clauses import clauses, examples, prefix_of
from tools.hot import ROOT

MOST = 3
PROVES_NOTHING = ("skip", "xfail")
EXPANSIONS = {"ambelau": "buru"}
"""Sets of modules with a rules document of their own, and the title that they belong to."""


@dataclass(frozen=True)
class Marked:
    """A test, and what it says about itself."""

    place: str
    """`tests/games/burrows/test_reserve.py:12 test_bus_tile_stays`"""
    file: Path
    name: str
    """With the names of the classes around it."""
    clauses: tuple[str, ...]
    marks: frozenset[str]


@dataclass(frozen=True)
class Share:
    """Some of a title's rules and the tests of each."""

    words: dict[str, str]
    tests: dict[str, list[str]]

    @property
    def missing(self) -> list[str]:
        return [name for name in self.words if not self.tests[name]]

    @property
    def tested(self) -> int:
        return len(self.words) - len(self.missing)


@dataclass(frozen=True)
class Title:
    name: str
    prefix: str
    clauses: Share
    rulings: Share
    examples: Share

    @property
    def shares(self) -> dict[str, Share]:
        return {"clauses": self.clauses, "rulings": self.rulings, "examples": self.examples}


# --- reading tests ---------------------------------------------------------------------------------------------------


def read_tests(root: Path, wrong: list[str]) -> list[Marked]:
    """Every test below root/tests; what cannot be right is added to `wrong`."""
    found: list[Marked] = []
    for path in sorted((root / "tests").rglob("*.py")):
        if path.name.startswith("test_") or path.stem.endswith("_test"):
            found += read_file(path.relative_to(root), path.read_text("utf-8"), wrong)
    return found


def read_file(file: Path, source: str, wrong: list[str]) -> list[Marked]:
    tree = ast.parse(source, str(file))
    marks: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets):
            given = node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
            marks |= {mark_name(mark) for mark in given}
    return list(_read_body(tree.body, file, "", (), frozenset(marks), wrong))


def _read_body(
    body: Sequence[ast.stmt], file: Path, around: str, ids: tuple[str, ...], marks: frozenset[str], wrong: list[str]
) -> Iterator[Marked]:
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        name = f"{around}{node.name}"
        place = f"{file.as_posix()}:{node.lineno} {name}"
        own = ids + tuple(_clause_ids(node.decorator_list, place, wrong))
        own_marks = marks | {mark_name(decorator) for decorator in node.decorator_list}
        if isinstance(node, ast.ClassDef):
            yield from _read_body(node.body, file, f"{name}.", own, own_marks, wrong)
        elif node.name.startswith("test"):
            yield Marked(place, file, name, tuple(dict.fromkeys(own)), own_marks)
        elif len(own) > len(ids):
            wrong.append(f"{place}: has a clause, but is not a test")


def _clause_ids(decorators: Iterable[ast.expr], place: str, wrong: list[str]) -> Iterator[str]:
    for decorator in decorators:
        if mark_name(decorator) != "clause":
            continue
        given = decorator.args if isinstance(decorator, ast.Call) else []
        if not given:
            wrong.append(f"{place}: @clause names no clause")
        for argument in given:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value
            else:
                wrong.append(f"{place}: @clause takes plain texts, not {ast.unparse(argument)}")


def mark_name(decorator: ast.expr) -> str:
    """`clause` for @clause(...), @clauses.clause(...) and @pytest.mark.clause(...)."""
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    if isinstance(decorator, ast.Attribute):
        return decorator.attr
    return decorator.id if isinstance(decorator, ast.Name) else ""


# --- what is proven --------------------------------------------------------------------------------------------------


def judge(tests: Iterable[Marked], known: set[str], wrong: list[str]) -> list[Marked]:
    """The tests that prove something; marks that break a rule are added to `wrong`."""
    proving: list[Marked] = []
    for test in tests:
        unknown = [name for name in test.clauses if name not in known]
        if unknown:
            wrong.append(f"{test.place}: no rules document has {', '.join(unknown)}")
        if len(test.clauses) > MOST:
            wrong.append(f"{test.place}: a test proves at most {MOST} clauses, not {', '.join(test.clauses)}")
        if test.clauses and "whole_game" in test.marks:
            wrong.append(f"{test.place}: a whole game proves no single clause, not {', '.join(test.clauses)}")
        if not test.marks.intersection(("whole_game", *PROVES_NOTHING)):
            proving.append(test)
    return proving


def read_title(name: str, document: str, tests: Iterable[Marked]) -> Title:
    proving = list(tests)
    prefix = prefix_of(document)
    words = clauses(document)
    named = {rule: [test.place for test in proving if rule in test.clauses] for rule in words}
    of_title = [test for test in proving if test.file.is_relative_to(f"tests/games/{name}")]
    example_words = examples(document)
    example_tests = {
        example: [test.place for test in of_title if names_example(test, example)] for example in example_words
    }
    ruling = re.compile(rf"{prefix}-R\d+")
    return Title(
        name,
        prefix,
        clauses=Share({rule: text for rule, text in words.items() if not ruling.match(rule)}, named),
        rulings=Share({rule: text for rule, text in words.items() if ruling.match(rule)}, named),
        examples=Share(example_words, example_tests),
    )


def names_example(test: Marked, example: str) -> bool:
    """`test_e17_one_colour` and `TestE17.test_one_colour` name E17, `test_e1_setup` does not."""
    return re.search(rf"(?:_|Test){example}(?!\d)", test.name, re.IGNORECASE) is not None


# --- documents -------------------------------------------------------------------------------------------------------


def documents(root: Path) -> dict[str, Path]:
    return {path.stem: path for path in sorted((root / "docs" / "rules").glob("*.md"))}


def packaged(root: Path, name: str) -> Path:
    """A title's copy; an expansion's lies in the folder of its base game, under its own name."""
    games = root / "src" / "bungalow" / "games"
    return games / EXPANSIONS[name] / f"{name}.md" if name in EXPANSIONS else games / name / "rules.md"


def copy_documents(root: Path) -> list[str]:
    """Make every title's packaged rules document equal to the one in docs; the names of those that were not."""
    renewed: list[str] = []
    for name, path in documents(root).items():
        copy = packaged(root, name)
        if copy.parent.is_dir() and (not copy.exists() or copy.read_bytes() != path.read_bytes()):
            copy.write_bytes(path.read_bytes())
            renewed.append(name)
    return renewed


# --- showing ---------------------------------------------------------------------------------------------------------


def table(title: Title, every: bool) -> str:
    width = max(len(name) for share in title.shares.values() for name in share.words)
    lines = [f"{title.name} ({title.prefix})"]
    for kind, share in title.shares.items():
        lines.append(f"  {kind:<9} {share.tested:>3} of {len(share.words):>3} tested")
    for kind, share in title.shares.items():
        if every:
            lines += ["", f"  {kind}"]
            for name, words in share.words.items():
                lines.append(f"    {name:<{width}}  {_first_words(words)}")
                lines += [f"    {'':<{width}}    {test}" for test in share.tests[name] or ["no test"]]
        elif share.missing:
            lines += ["", f"  {kind} without a test"]
            lines += [f"    {name:<{width}}  {_first_words(share.words[name])}" for name in share.missing]
    return "\n".join(lines)


def _first_words(words: str) -> str:
    return textwrap.shorten(words, 88, placeholder=" ...")


def summary(title: Title) -> dict[str, object]:
    def part(share: Share, name: str) -> dict[str, object]:
        return {name: len(share.words), "tested": share.tested, "missing": share.missing}

    rulings, worked = part(title.rulings, "listed"), part(title.examples, "listed")
    return part(title.clauses, "clauses") | {"rulings": rulings, "examples": worked}


# --- the command -----------------------------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog="./run rules", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("titles", nargs="*", metavar="TITLE", help="only these titles")
    words.add_argument("--json", action="store_true", help="one line of JSON instead of tables")
    words.add_argument("--list", action="store_true", help="every rule with the tests that prove it")
    words.add_argument("--allow-missing", action="store_true", help="report what is missing, but do not fail for it")
    words.add_argument(
        "--mutate", action="store_true", help="flip conditions in the title's rules and see whether tests notice"
    )
    words.add_argument("--copy", action="store_true", help="renew the rules documents inside the package")
    words.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return words


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if "--mutate" in given:
        given.remove("--mutate")
        return mutate(given)
    command = parser()
    asked = command.parse_args(given)
    if asked.copy:
        print(f"renewed: {', '.join(copy_documents(asked.root)) or 'nothing, all copies are equal'}")
        return 0
    known = documents(asked.root)
    strange = [name for name in asked.titles if name not in known]
    if strange:
        command.error(f"docs/rules has no document for {', '.join(strange)} (it has {', '.join(known)})")
    wrong: list[str] = []
    texts = {name: path.read_text("utf-8") for name, path in known.items()}
    tests = judge(read_tests(asked.root, wrong), {rule for text in texts.values() for rule in clauses(text)}, wrong)
    titles = [read_title(name, texts[name], tests) for name in asked.titles or known]
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    if asked.json:
        print(json.dumps({title.prefix: summary(title) for title in titles}))
    else:
        print("\n\n".join(table(title, asked.list) for title in titles))
    missing = any(share.missing for title in titles for share in title.shares.values())
    return int(bool(wrong) or (missing and not asked.allow_missing))


def mutate(arguments: list[str]) -> int:
    """Go on as tools.mutate: it needs a Python into which no compiled rules were loaded."""
    sys.stdout.flush()
    command = [sys.executable, "-m", "tools.mutate", *arguments]
    os.execve(sys.executable, command, os.environ | {"BUNGALOW_PURE": "1"})


if __name__ == "__main__":
    sys.exit(main())
