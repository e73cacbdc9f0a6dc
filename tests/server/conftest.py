"""Servers and databases for the tests: real processes on free ports of the loopback."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.postgres import Postgres
from tools.server_process import ServerProcess

NewDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server on SQLite for all tests that do not stop it."""
    with ServerProcess(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert "Traceback" not in running.errors(), running.errors()


@pytest.fixture(scope="session")
def new_database() -> Iterator[NewDatabase]:
    """Return a function that makes an empty PostgreSQL database.

    The server starts here and not at the first call, which may come from a thread that ends before the tests do: the
    server would end with it (see `tied_to_us`).
    """
    numbers = itertools.count(1)
    with Postgres() as postgres:
        yield lambda: postgres.new_database(f"test_{os.getpid()}_{next(numbers)}")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Both stores in turn: empty for SQLite, else an address."""
    if request.param == "sqlite":
        return ""
    make: NewDatabase = request.getfixturevalue("new_database")
    return make()


@pytest.fixture
def own_data(tmp_path: Path) -> Path:
    return tmp_path / "data"
