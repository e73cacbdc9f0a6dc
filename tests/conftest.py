"""One seed for a run of the tests: printed at its head, `BUNGALOW_TEST_SEED=N ./run test` repeats it."""

import os
import secrets

import pytest


def pytest_configure() -> None:
    # In the environment, so that the workers of pytest-xdist share it.
    os.environ.setdefault("BUNGALOW_TEST_SEED", str(secrets.randbelow(2**32)))


def pytest_report_header() -> str:
    return f"BUNGALOW_TEST_SEED={os.environ['BUNGALOW_TEST_SEED']}"


@pytest.fixture(scope="session")
def run_seed() -> int:
    """The seed of this run, for tests that play random games."""
    return int(os.environ["BUNGALOW_TEST_SEED"])
