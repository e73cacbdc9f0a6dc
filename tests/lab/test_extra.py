"""A missing library is reported in one line that says what to type."""

from __future__ import annotations

import re
import sys
import tomllib

import pytest

from bungalow.core.errors import BadOptions
from bungalow.lab.extra import HOW
from tests.cli.conftest import Command
from tools.progress import ROOT


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


def test_what_to_install_holds_the_library() -> None:
    """`./run bungalow` installs the extra `results` for the commands that need it."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    calls = re.compile(r'library\("(\w+)[^"]*", "[^"]*", "(\w+)"\)')
    found = [call for path in (ROOT / "src").rglob("*.py") for call in calls.findall(path.read_text())]
    assert {name for name, _ in found} >= {"polars", "numpy", "resvg_py", "ray", "pyspiel", "pettingzoo"}
    for name, extra in found:
        wheel = {"pyspiel": "open_spiel"}.get(name, name)
        assert any(re.match(rf"{wheel}\b", each) for each in extras[extra]), (name, extra)
    assert set(HOW) == {extra for _, extra in found}
