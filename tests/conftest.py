"""What all tests of a run share: one seed, one browser, and an end that leaves no server behind.

The seed is printed at the head; `BUNGALOW_TEST_SEED=N ./run test` repeats a run.
"""

import os
import secrets
import signal
from pathlib import Path
from types import FrameType

import pytest

from tools import browser
from tools.progress import Stop

ROOT = Path(__file__).resolve().parent
LONG = ("web", "server", "lab", "tools", "bots")
"""Folders whose files take long. They come first, so that short files are left to even out the ends of all cores."""


def pytest_configure(config: pytest.Config) -> None:
    # In the environment, so that the workers of pytest-xdist share it.
    os.environ.setdefault("BUNGALOW_TEST_SEED", str(secrets.randbelow(2**32)))
    if hasattr(config, "workerinput"):
        return
    # Asked to end, pytest stops its servers as it does after Ctrl-C.
    signal.signal(signal.SIGTERM, interrupt)
    if has_browser_tests(config.args, config.option.ignore or []) and not config.option.collectonly:
        try:
            browser.shared()
        except Stop as stop:
            raise pytest.UsageError(f"{stop}\nThe other tests:  ./run test --ignore tests/web") from None


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def has_browser_tests(arguments: list[str], ignored: list[str]) -> bool:
    """Return whether one of the files or folders to test is in tests/web, or contains it."""
    web = ROOT / "web"
    if any(web.is_relative_to(Path(path).resolve()) for path in ignored):
        return False
    named = [Path(argument.partition("::")[0]).resolve() for argument in arguments]
    return any(path.is_relative_to(web) or web.is_relative_to(path) for path in named)


def pytest_report_header() -> str:
    return f"BUNGALOW_TEST_SEED={os.environ['BUNGALOW_TEST_SEED']}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first; within a file, and among the files of a folder, nothing changes its place."""

    def place(item: pytest.Item) -> int:
        folder = item.path.relative_to(ROOT).parts[0]
        return LONG.index(folder) if folder in LONG else len(LONG)

    items.sort(key=place)


@pytest.fixture(scope="session")
def run_seed() -> int:
    """The seed of this run, for tests that play random games."""
    return int(os.environ["BUNGALOW_TEST_SEED"])
