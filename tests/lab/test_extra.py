"""A library of the extra that is missing is told in one line, with what to type."""

from __future__ import annotations

import sys

import pytest

from bungalow.core.errors import BadOptions
from tests.cli.conftest import Command


@pytest.mark.parametrize("module", ["pettingzoo", "openspiel"])
def test_environments_without_their_libraries(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"bungalow.lab.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(BadOptions) as told:
        __import__(f"bungalow.lab.{module}")
    assert str(told.value).startswith("missing-extra: ")
    assert str(told.value).endswith("the library numpy: ./run setup --lab, or pip install bungalow[lab]")


def test_ray_without_its_library(bungalow: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = bungalow("simulate", "burano", "--games", "2000", "--ray", "local")
    assert done.code == 2
    assert done.err.startswith("bungalow: missing-extra: --ray needs the library ray: ./run setup --lab")
    assert done.err.count("\n") == 1
