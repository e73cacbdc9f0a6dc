"""One seed for a run of the tests: printed at its head, `BUNGALOW_TEST_SEED=N ./run test` repeats it."""

import os
import secrets
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent
LONG = ("web", "server", "lab", "tools", "bots")
"""Folders whose files take long. They come first, so that short files are left to even out the ends of all cores."""


def pytest_configure() -> None:
    # In the environment, so that the workers of pytest-xdist share it.
    os.environ.setdefault("BUNGALOW_TEST_SEED", str(secrets.randbelow(2**32)))


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
