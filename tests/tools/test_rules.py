"""Rules coverage, on a made-up title whose rules fit on a screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bungalow.core.clauses import clauses, examples, plain, prefix_of
from tools import rules
from tools.hot import ROOT

DOCUMENT = """# Tug: rules

## 4. Rules

### TG-1 Turn
- **TG-1.1** Players take *turns*; `a * b * c` is left alone. (Turn)
- **TG-1.2** A pull moves the **rope** one step
  towards the puller. [Pull, R2]

A line between the clauses.
- **TG-2.1** Three steps win.

## 7. Rulings

| id | Question | Ruling | Why |
|---|---|---|---|
| R1 | Who starts? | Player 1 | somebody must |
| TG-R2 | Pulling past the end | counts once | |
| ZZ-R3 | Another title's | not ours | |

## 8. Worked examples

- **E1 First pull.** Given a new game. **E2 Second pull.** The same again.
- **TG-X3** Given a full rope.

| # | Given | Then |
|---|---|---|
| Y4 | two pulls | two steps |

## 9. Notes
| R9 | not a ruling | here |
- **E9 Not an example.** Here.
"""

TESTS = """
import pytest
from tests import clauses
from tests.clauses import clause

@clause("TG-1.1")
def test_turns(): ...

@clause("TG-1.2", "TG-R2")
@pytest.mark.parametrize("x", [1, 2])
def test_e1_pull(x): ...

@clauses.clause("TG-R1")
class TestStart:
    def test_e2_start(self): ...

@pytest.mark.skip
@clause("TG-2.1")
def test_win(): ...
"""


def house(root: Path, tests: str = TESTS) -> Path:
    """A repository with one title."""
    (root / "docs" / "rules").mkdir(parents=True)
    (root / "docs" / "rules" / "tug.md").write_text(DOCUMENT)
    folder = root / "tests" / "games" / "tug"
    folder.mkdir(parents=True)
    (folder / "test_tug.py").write_text(tests)
    return root


def run(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = rules.main([*arguments, "--root", str(root)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_clauses_and_rulings_are_read_with_their_words() -> None:
    assert clauses(DOCUMENT) == {
        "TG-1.1": "Players take turns; `a * b * c` is left alone. (Turn)",
        "TG-1.2": "A pull moves the rope one step towards the puller. [Pull, R2]",
        "TG-2.1": "Three steps win.",
        "TG-R1": "Who starts? Player 1 (somebody must)",
        "TG-R2": "Pulling past the end: counts once",
    }


def test_rulings_may_be_list_items() -> None:
    item = DOCUMENT.replace("| R1 | Who starts? | Player 1 | somebody must |", "- **TG-R1 Who starts.** Player\n  1.")
    assert clauses(item)["TG-R1"] == "Who starts. Player 1."


def test_worked_examples_of_every_form() -> None:
    assert examples(DOCUMENT) == {
        "E1": "First pull. Given a new game.",
        "E2": "Second pull. The same again.",
        "X3": "Given a full rope.",
        "Y4": "two pulls; two steps",
    }


def test_a_document_must_have_clauses_each_once() -> None:
    with pytest.raises(ValueError, match="without a clause"):
        prefix_of("# Nothing")
    with pytest.raises(ValueError, match=r"TG-1\.1 stands twice"):
        clauses("- **TG-1.1** One.\n- **TG-1.1** Two.")


@pytest.mark.parametrize(
    ("markdown", "words"),
    [("**a** *b* c", "a b c"), ("3 * 4 * 5", "3 * 4 * 5"), ("**a `x*y*z` b**", "a `x*y*z` b"), ("a*b*c", "a*b*c")],
)
def test_emphasis_is_taken_off(markdown: str, words: str) -> None:
    assert plain(markdown) == words


def test_counts_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(house(tmp_path), capsys, "--json")
    assert json.loads(out.splitlines()[-1]) == {
        "TG": {
            "clauses": 3,
            "tested": 2,
            "missing": ["TG-2.1"],
            "rulings": {"listed": 2, "tested": 2, "missing": []},
            "examples": {"listed": 4, "tested": 2, "missing": ["X3", "Y4"]},
        }
    }
    assert (code, err) == (1, "")


def test_missing_rules_fail_unless_allowed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = house(tmp_path)
    assert run(root, capsys)[0] == 1
    assert run(root, capsys, "--allow-missing")[0] == 0
    more = '\n@clause("TG-2.1")\ndef test_x3_y4_full_rope(): ...\n'
    (root / "tests" / "games" / "tug" / "test_tug.py").write_text(TESTS + more)
    assert run(root, capsys)[0] == 0


def test_table_names_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(house(tmp_path), capsys, "tug")
    assert "clauses     2 of   3 tested" in out
    assert "TG-2.1  Three steps win." in out
    assert "TG-1.1" not in out


def test_list_names_the_tests_of_each_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(house(tmp_path), capsys, "--list")
    assert "tests/games/tug/test_tug.py:11 test_e1_pull" in out
    assert "tests/games/tug/test_tug.py:15 TestStart.test_e2_start" in out


@pytest.mark.parametrize(
    ("tests", "words"),
    [
        ('@clause("TG-7.7")\ndef test_a(): ...', "no rules document has TG-7.7"),
        ('@clause("TG-1.1", "TG-1.2", "TG-2.1", "TG-R1")\ndef test_a(): ...', "at most 3 clauses"),
        (
            '@clause("TG-1.1", "TG-1.2")\nclass TestA:\n    @clause("TG-2.1", "TG-R1")\n    def test_a(self): ...',
            "at most 3",
        ),
        ('@clause("TG-1.1")\n@pytest.mark.whole_game\ndef test_a(): ...', "a whole game proves no single clause"),
        ('pytestmark = [pytest.mark.whole_game]\n@clause("TG-1.1")\ndef test_a(): ...', "a whole game proves"),
        ('@clause("TG-1.1")\ndef helper(): ...', "not a test"),
        ("@clause(NAME)\ndef test_a(): ...", "plain texts, not NAME"),
        ("@clause()\ndef test_a(): ...", "names no clause"),
    ],
)
def test_wrong_marks_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str], tests: str, words: str) -> None:
    code, _, err = run(house(tmp_path, tests), capsys, "--allow-missing")
    assert code == 1
    assert words in err


def test_e1_is_not_named_by_e17() -> None:
    def named(name: str) -> bool:
        return rules.names_example(rules.Marked("", Path(), name, (), frozenset()), "E1")

    assert named("test_e1_setup")
    assert named("test_e1")
    assert named("TestE1.test_two_players")
    assert not named("test_e17_equal_lengths")
    assert not named("test_tree1")


def test_unknown_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        rules.main(["chess", "--root", str(house(tmp_path))])
    assert ended.value.code == 2
    assert "no document for chess (it has tug)" in capsys.readouterr().err


def test_copies_are_renewed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = house(tmp_path)
    package = root / "src" / "bungalow" / "games" / "tug"
    package.mkdir(parents=True)
    assert run(root, capsys, "--copy")[1] == "renewed: tug\n"
    assert (package / "rules.md").read_text() == DOCUMENT
    assert "nothing" in run(root, capsys, "--copy")[1]


@pytest.mark.parametrize("title", rules.documents(ROOT))
def test_every_package_holds_its_rules_document(title: str) -> None:
    copy = rules.packaged(ROOT, title)
    assert copy.read_bytes() == rules.documents(ROOT)[title].read_bytes(), "type  ./run rules --copy"


@pytest.mark.parametrize(
    ("title", "count"), [("burrows", (46, 28, 27)), ("buru", (99, 34, 31)), ("ambelau", (105, 43, 33))]
)
def test_no_rule_of_our_documents_is_overlooked(title: str, count: tuple[int, int, int]) -> None:
    found = rules.read_title(title, rules.documents(ROOT)[title].read_text("utf-8"), [])
    assert tuple(len(share.words) for share in found.shares.values()) == count
