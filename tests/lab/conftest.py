"""The lab's commands are run as those of the command line are. Large libraries may be missing: then it is said."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.cli.conftest import bungalow, record

__all__ = ["bungalow", "record"]

LARGE = {"openspiel": "pyspiel", "ray": "ray"}
"""The tests in `test_<name>.py` need the library; they are collected only where it is installed."""
MISSING = [name for name, library in LARGE.items() if find_spec(library) is None]

collect_ignore = [f"test_{name}.py" for name in MISSING]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if MISSING:
        left_out = " and ".join(f"tests/lab/test_{name}.py" for name in MISSING)
        terminalreporter.write_line(f"not run: {left_out}, whose libraries are not installed; ./run lab-test runs them")
