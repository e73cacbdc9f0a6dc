"""Libraries that not everybody installs: a missing one is reported in one line that says what to type."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bungalow.core.errors import BadOptions

HOW = {
    "results": "./run bungalow installs it; without ./run: pip install bungalow[results]",
    "lab": "./run setup --lab, or pip install bungalow[lab]",
}
"""How to install each extra of pyproject.toml. `results` is small; `lab` contains it, OpenSpiel and Ray."""


class MissingExtra(BadOptions):
    """A library of an extra is not installed."""

    code = "missing-extra"


def library(name: str, words: str, extra: str) -> Any:
    """Return a library of an extra.

    Raises MissingExtra, whose text starts with `words` ("results need") and says how to install it.
    """
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtra(f"{words} the library {name.partition('.')[0]}: {HOW[extra]}") from None
