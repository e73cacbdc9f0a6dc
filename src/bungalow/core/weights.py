"""Files with the weights of a heuristic: a table `[weights]` of names and numbers."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from bungalow.core.errors import BadData


def read_weights(file: Traversable | Path, names: Iterable[str]) -> dict[str, float]:
    """The weights of these names, in their order; every one is there, and no other."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8")).get("weights")
    except OSError as error:
        raise BadData(f"cannot read {file}: {error.strerror}") from None
    except ValueError as error:  # not text, or not TOML
        raise BadData(f"{file} is no file of weights: {error}") from None
    if not isinstance(table, dict):
        raise BadData(f"{file} is no file of weights: it has no table [weights]")
    wanted = list(names)
    for name, value in table.items():
        if name not in wanted:
            raise BadData(f"{file}: there is no weight '{name}': are these weights of another title?")
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise BadData(f"{file}: the weight '{name}' is a number, not {value!r}")
    lacking = [name for name in wanted if name not in table]
    if lacking:
        raise BadData(f"{file}: lacks {', '.join(lacking)}")
    return {name: float(table[name]) for name in wanted}


def write_weights(weights: Mapping[str, float], head: str = "") -> str:
    """The text of such a file."""
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    return "\n".join([*lines, "[weights]", *(f"{name} = {value!r}" for name, value in weights.items()), ""])
