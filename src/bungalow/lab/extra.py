"""Libraries of the extra `lab`: whoever needs one that is missing is told what to type."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bungalow.core.errors import BadOptions


class MissingExtra(BadOptions):
    """A library of the extra `lab` is not installed."""

    code = "missing-extra"


def library(name: str, words: str) -> Any:
    """A library, or one line that says how to get it; `words` begin that line: `results need`."""
    try:
        return import_module(name)
    except ImportError:
        shown = name.partition(".")[0]
        raise MissingExtra(f"{words} the library {shown}: ./run setup --lab, or pip install bungalow[lab]") from None
