"""Mutation of rules, on made-up modules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants import mutants, sample

ROOT = Path(__file__).resolve().parents[2]


def flips(source: str) -> list[str]:
    """The changed line of each mutant."""
    return [mutant.diff.splitlines()[-1][1:].strip() for mutant in mutants(source)[0]]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a <= b"]),
        ("a >= b", ["a > b"]),
        ("a == b", ["a != b"]),
        ("a is None", ["a is not None"]),
        ("a is not None", ["a is None"]),
        ("a in b", ["a not in b"]),
        ("a not in b", ["a in b"]),
        ("a < b <= c", ["a <= b <= c", "a < b < c"]),
        ("a and b or c", ["a or b or c", "a and b and c"]),
        ("not a", ["a"]),
        ("not (a or b)", ["(a or b)", "not (a and b)"]),
        ("x if a else y", ["x if not (a) else y"]),
        ("x if a != b else y", ["x if a == b else y"]),
        ("[x for x in y if f(x)]", ["[x for x in y if not (f(x))]"]),
        # a > 2 is what >= becomes anyway
        ("a > 3", ["a >= 3", "a > 4"]),
        ("3 > a", ["3 >= a", "2 > a"]),
        ("a == 0", ["a != 0", "a == (-1)", "a == 1"]),
        ("a < b - 1", ["a <= b - 1", "a < b - 0", "a < b - 2"]),
        ("'ü' if a else x == 'é'", ["'ü' if not (a) else x == 'é'", "'ü' if a else x != 'é'"]),
        ("isinstance(a, B)", []),
        ("a[b + 1]", []),
        ("assert a == 1", []),
    ],
)
def test_what_is_flipped(source: str, expected: list[str]) -> None:
    assert sorted(flips(source)) == sorted(expected)


def test_statements() -> None:
    assert flips("if a:\n    pass") == ["if not (a):"]
    assert flips("if not a:\n    pass") == ["if a:"]
    assert flips("for i in range(6):\n    pass") == ["for i in range(5):", "for i in range(7):"]
    assert flips("if TYPE_CHECKING:\n    import x") == []


def test_condition_over_several_lines() -> None:
    found, _ = mutants("ok = (\n    a\n    and b  # and so on\n)\n")
    assert [(mutant.line, mutant.diff) for mutant in found] == [(3, "-    and b  # and so on\n+    or b  # and so on")]


def test_lines_may_be_left_out_with_a_reason() -> None:
    found, excused = mutants("a < b  # no-mutate: both give 0\nc < d\n")
    assert [mutant.line for mutant in found] == [2]
    assert excused == {1: "both give 0"}
    with pytest.raises(ValueError, match="line 1: write why"):
        mutants("a < b  # no-mutate\n")


def test_sample_is_the_same_for_the_same_seed_and_survives_edits_elsewhere() -> None:
    source = "".join(f"a{i} < b\n" for i in range(100))
    found, _ = mutants(source)
    one = [mutant.diff for mutant in sample(found, 10, 1)]
    assert len(one) == 10
    assert one == [mutant.diff for mutant in sample(found, 10, 1)]
    assert one != [mutant.diff for mutant in sample(found, 10, 2)]
    moved, _ = mutants("import os\n\n" + source)
    assert one == [mutant.diff for mutant in sample(moved, 10, 1)]


RULES = """from bungalow.core.base import LIMIT

def wins(steps: int) -> bool:
    return steps >= LIMIT

def pulls(steps: int) -> int:
    count = 0
    while not count >= steps:
        count += 1
    return count

def loses(steps: int) -> bool:
    return steps < 0

def tidy(steps: int) -> int:
    return 0 if steps < 0 else 0  # no-mutate: 0 either way
"""

TESTS = """import pytest
from bungalow.games.tug.rules import loses, pulls, wins

def test_wins():
    assert wins(3) and not wins(2) and wins(4)

def test_pulls():
    assert pulls(0) == 0
    assert pulls(2) == 2

def test_loses():
    assert loses(-2)

@pytest.mark.whole_game
def test_whole_game():
    assert not loses(0)

@pytest.mark.slow
def test_slow():
    raise AssertionError("slow tests are left out")
"""


def house(root: Path, tests: str = TESTS) -> Path:
    """A repository with one title, Tug."""
    files = {
        "pyproject.toml": '[tool.bungalow]\nhot = ["src/bungalow/games/*/rules.py", "src/bungalow/*/*/heuristic.py"]\n'
        '[tool.pytest.ini_options]\nmarkers = ["whole_game: long", "slow: longer"]\n',
        "src/bungalow/__init__.py": "",
        "src/bungalow/core/__init__.py": "",
        "src/bungalow/core/base.py": "LIMIT = 3\n",
        "src/bungalow/games/__init__.py": "",
        "src/bungalow/games/tug/__init__.py": "from bungalow.games.tug.rules import wins\n",
        "src/bungalow/games/tug/rules.py": RULES,
        "src/bungalow/games/tug/heuristic.py": "better = 1 < 2\n",
        "tests/games/tug/test_tug.py": tests,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def mutate(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.rules", "--mutate", "tug", "--root", str(root), *arguments]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}", "PYTEST_ADDOPTS": ""}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def test_caught_hung_and_survived_are_told_apart(tmp_path: Path) -> None:
    done = mutate(house(tmp_path), "--json", "--patience", "0.3")
    said = json.loads(done.stdout.splitlines()[-1])
    place = "src/bungalow/games/tug/rules.py"
    assert done.returncode == 1, done.stderr
    assert {name: said[name] for name in ("mutants", "caught", "hung")} == {"mutants": 5, "caught": 4, "hung": 1}, said
    assert said["excused"] == {f"{place}:16": "0 either way"}
    assert said["survived"] == [
        {"place": f"{place}:13", "what": "0 becomes -1", "diff": "-    return steps < 0\n+    return steps < (-1)"},
    ]


def test_enough_caught(tmp_path: Path) -> None:
    done = mutate(house(tmp_path, TESTS.replace("loses(-2)", "loses(-1)")), "--patience", "0.3", "--list")
    assert done.returncode == 0, done.stderr
    assert "rules.py:13: < becomes <=: caught by tests/games/tug/test_tug.py::test_whole_game" in done.stdout
    assert "rules.py:8: not is dropped: hung" in done.stdout
    assert "tug: 5 of 5 mutants caught (100.0%), 1 of them by the time limit" in done.stdout
    assert not list(tmp_path.rglob(".hypothesis"))


def test_only_one_line(tmp_path: Path) -> None:
    done = mutate(house(tmp_path), "--sample", "9", "--json", "--at", "rules.py:4")
    assert json.loads(done.stdout)["mutants"] == 1
    assert done.returncode == 0
    assert mutate(tmp_path, "--at", "rules.py:1").returncode == 2


def test_tests_must_pass_before_anything_is_flipped(tmp_path: Path) -> None:
    done = mutate(house(tmp_path, TESTS.replace("wins(4)", "wins(1)")))
    assert done.returncode == 2
    assert "test_tug.py::test_wins does not" in done.stderr
