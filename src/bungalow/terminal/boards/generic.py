"""The table of a title that has no drawing of its own: its view, written out."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

INLINE = 70
"""Longer lists and tables are written one item a line."""


def draw(view: object) -> RenderableType:
    return Group(*_lines(view, ""))


def _lines(value: object, indent: str) -> list[Text]:
    if isinstance(value, Mapping):
        return [line for key, item in value.items() for line in _item(str(key).replace("_", " "), item, indent)]
    if isinstance(value, (list, tuple)):
        return [line for number, item in enumerate(value, 1) for line in _item(str(number), item, indent)]
    return [Text(f"{indent}{_short(value)}")]


def _item(name: str, value: object, indent: str) -> list[Text]:
    nested = isinstance(value, (Mapping, list, tuple)) and len(_short(value)) > INLINE
    head = Text(indent).append(f"{name}: ", "dim")
    if nested:
        return [head, *_lines(value, indent + "  ")]
    return [head.append(_short(value))]


def _short(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_short(item)}" for key, item in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(_short(item) for item in value) or "–"
    return str(value)
