"""The two commands' machinery: the choice between compiled and sources, lock files, the lint of hot files."""

import ast
import hashlib
import os
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tools.compile import describe, write_stamp
from tools.hot import ROOT, hot_files, with_imports
from tools.lint_hot import check_hot, check_text

OUT_OF_DATE = "bungalow: compiled engine is out of date, running the sources; ./run build makes it anew\n"


def in_python(code: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run code that finds its bungalow in folder/src, whichever is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "BUNGALOW_PURE"}
    environment |= {"PYTHONPATH": str(folder / "src"), **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, cwd=folder, capture_output=True, text=True)


# --- compiled or sources ---


@pytest.fixture
def small_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one hot module whose native form is a file that cannot be loaded: importing it shows."""
    package = tmp_path / "src" / "bungalow"
    package.mkdir(parents=True)
    for name in ("__init__.py", "pure.py"):
        (package / name).write_bytes((ROOT / "src" / "bungalow" / name).read_bytes())
    (package / "hot.py").write_text("form = 'source'\n")
    (package / f"hot{EXTENSION_SUFFIXES[0]}").write_bytes(b"not a library")
    monkeypatch.chdir(tmp_path)
    natives = [f"src/bungalow/hot{EXTENSION_SUFFIXES[0]}"]
    write_stamp({"abi": EXTENSION_SUFFIXES[0]}, [describe(Path("src/bungalow/hot.py"))], natives)
    return tmp_path


ASK = "import bungalow; print(bungalow.compiled); from bungalow import hot; print(hot.form)"


def test_a_stamp_that_holds_chooses_the_native_module(small_house: Path) -> None:
    done = in_python(ASK, small_house)
    assert done.stdout == "True\n"
    assert "ImportError" in done.stderr
    assert EXTENSION_SUFFIXES[0] in done.stderr


def test_pure_runs_the_source_without_a_word(small_house: Path) -> None:
    done = in_python(ASK, small_house, BUNGALOW_PURE="1")
    assert (done.stdout, done.stderr) == ("False\nsource\n", "")


def test_an_edited_source_is_run_with_one_line_of_warning(small_house: Path) -> None:
    (small_house / "src/bungalow/hot.py").write_text("form = 'edited'\n")
    done = in_python(ASK, small_house)
    assert (done.stdout, done.stderr) == ("False\nedited\n", OUT_OF_DATE)


def test_an_edit_of_the_same_length_is_noticed(small_house: Path) -> None:
    (small_house / "src/bungalow/hot.py").write_text("form = 'SOURCE'\n")
    assert in_python(ASK, small_house).stdout == "False\nSOURCE\n"


def test_a_new_time_with_the_old_text_is_no_edit(small_house: Path) -> None:
    os.utime(small_house / "src/bungalow/hot.py", (1, 1))
    assert in_python("import bungalow; print(bungalow.compiled)", small_house).stdout == "True\n"


def test_native_modules_of_another_python_are_not_run(small_house: Path) -> None:
    stamp = small_house / "src/bungalow/_compiled.txt"
    stamp.write_text(stamp.read_text().replace(f"abi\t{EXTENSION_SUFFIXES[0]}", "abi\t.cpython-39.so"))
    assert in_python(ASK, small_house).stderr == OUT_OF_DATE


@pytest.mark.parametrize("name", ["hot.py", f"hot{EXTENSION_SUFFIXES[0]}"])
def test_a_vanished_file_puts_the_stamp_out_of_date(small_house: Path, name: str) -> None:
    (small_house / "src/bungalow" / name).unlink()
    assert in_python("import bungalow; print(bungalow.compiled)", small_house).stderr == OUT_OF_DATE


def test_a_broken_stamp_is_out_of_date(small_house: Path) -> None:
    (small_house / "src/bungalow/_compiled.txt").write_text("source\tonly-half-a-li")
    assert in_python(ASK, small_house).stderr == OUT_OF_DATE


def test_native_modules_without_a_stamp_are_not_run(small_house: Path) -> None:
    (small_house / "src/bungalow/_compiled.txt").unlink()
    done = in_python(ASK, small_house)
    assert (done.stdout, done.stderr) == ("False\nsource\n", "")


def test_pure_finds_every_hot_module_of_this_house_as_source() -> None:
    modules = [".".join(path.with_suffix("").parts[1:]) for path in hot_files() if path.parts[0] == "src"]
    code = f"import importlib, bungalow\nfor name in {modules}: print(importlib.import_module(name).__file__)"
    done = in_python(code, ROOT, BUNGALOW_PURE="1")
    assert done.stdout.split("\n")[:-1] == [str(ROOT / path) for path in hot_files() if path.parts[0] == "src"]


def test_the_compiled_engine_is_that_of_the_sources() -> None:
    """After ./run test has compiled; where there is no compiler there is no stamp either."""
    stamp = ROOT / "src/bungalow/_compiled.txt"
    if not stamp.exists():
        pytest.skip("not compiled here")
    lines = [line.split("\t") for line in stamp.read_text().splitlines()]
    known = {Path(line[1]): line[2] for line in lines if line[0] == "source"}
    now = {path: hashlib.sha256((ROOT / path).read_bytes()).hexdigest() for path in with_imports(hot_files())}
    assert known == now, "type ./run build"


def test_a_cold_file_whose_constants_are_compiled_in_is_watched(tmp_path: Path) -> None:
    files = {
        "src/bungalow/__init__.py": "",
        "src/bungalow/core/__init__.py": "",
        "src/bungalow/core/state.py": "from bungalow.core import limits\nfrom .words import HELLO\n",
        "src/bungalow/core/limits.py": "import bungalow.core.deeper\n",
        "src/bungalow/core/deeper.py": "",
        "src/bungalow/core/words.py": "import os\n",
        "src/bungalow/core/other.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    watched = with_imports([Path("src/bungalow/core/state.py")], tmp_path)
    assert [path.name for path in watched] == ["__init__.py", "deeper.py", "limits.py", "state.py", "words.py"]


# --- lock files ---


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").iterdir()), ids=lambda path: path.name)
def test_a_lock_file_names_no_host(path: Path) -> None:
    assert not re.search(r"https?://|--(extra-)?index", path.read_text())
    assert not list(check_text(path.read_text()))


@pytest.mark.parametrize("name", ["uv", "base", "dev", "bench", "lab"])
def test_every_locked_version_has_a_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    versions = re.findall(r"^[\w.-]+==.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)*", text, re.M)
    assert versions
    assert all("--hash" in version for version in versions)


def test_lock_files_agree() -> None:
    """They are installed side by side: one version of each package for one Python and platform."""
    pins: dict[tuple[str, str], set[str]] = {}
    for path in (ROOT / "requirements").glob("*.txt"):
        for name, pin in re.findall(r"^([\w.-]+)==(.*?) *\\?$", path.read_text(), re.M):
            version, _, marker = pin.partition(" ;")
            python = "python" in marker and marker  # a platform marker only says where it is needed
            pins.setdefault((name, python or ""), set()).add(version)
    assert not {name: found for name, found in pins.items() if len(found) > 1}


# --- the lint of hot files ---

PLANTED = [
    ("x = 1 << n", "constant on the left"),
    ("x = i64(1) << n", "constant on the left"),
    ("x = ONE << n", "constant on the left"),
    ("x = -1 << (n + 1)", "constant on the left"),
    ("def f(b: bytearray) -> None:\n    for x in b: pass", "bytearray"),
    ("b = bytearray(3)\nx = [c for c in b]", "bytearray"),
    ("@mypyc_attr(serializable=True)\nclass A: pass", "serializable"),
    ("@dataclass\nclass A: pass", "dataclass"),
    ("@dataclasses.dataclass(slots=True)\nclass A: pass", "dataclass"),
    ("class A(NamedTuple): pass", "NamedTuple"),
    ("f = lambda: 0", "lambda"),
    ("def f():\n    yield 1", "generator"),
    ("def f():\n    yield from g()", "generator"),
    ("def f(g: Callable[[], int]) -> None: pass", "Callable"),
    ("class A(typing.Protocol): pass", "Protocol"),
    ("import random", "random"),
    ("from random import choice", "random"),
    ("def f():\n    def g(): pass", "closure"),
    ("for _ in range(3): pass", "_i"),
    ("x = [f() for _ in range(3)]", "_i"),
]


@pytest.mark.parametrize(("code", "words"), PLANTED)
def test_the_lint_finds_what_was_planted(code: str, words: str) -> None:
    findings = list(check_hot(code))
    assert len(findings) == 1
    assert words in findings[0][1]


@pytest.mark.parametrize(
    "code",
    [
        "x = n << 1",
        "x = BIT[n]",
        "x = 1 << 5",
        "from bungalow.core import random",
        "from bungalow.core.random import Random",
        "def f(b: bytearray) -> None:\n    for i in range(len(b)): pass",
        "f = lambda: 0  # cold: called once",
        "for _i in range(3): pass",
    ],
)
def test_the_lint_lets_the_rest_pass(code: str) -> None:
    assert not list(check_hot(code))


@pytest.mark.parametrize(
    "text",
    [
        "see /" + "home/somebody/notes",
        "cd '/" + "work/tree'",
        "--index" + "-url https://example.org",
        "https://py" + "pi.org/simple",
        "files.python" + "hosted.org",
        "https://registry." + "npmjs.org/svelte",
    ],
)
def test_the_lint_finds_paths_and_hosts_of_one_machine(text: str) -> None:
    assert [number for number, _ in check_text(f"first line\n{text}\n")] == [2]


# --- run ---


def test_an_older_python_can_read_run_as_far_as_the_message() -> None:
    ast.parse((ROOT / "run").read_text(), feature_version=(3, 7))


def test_run_help_names_every_command() -> None:
    done = subprocess.run([sys.executable, ROOT / "run", "--help"], capture_output=True, text=True)
    commands = re.findall(r'^    "(\w+)": ', (ROOT / "run").read_text().partition("COMMANDS")[2], re.M)
    assert len(commands) > 5
    assert all(f"./run {command}" in done.stdout for command in commands)


def test_run_refuses_what_it_does_not_know() -> None:
    done = subprocess.run([sys.executable, ROOT / "run", "tset"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'tset'" in done.stderr
