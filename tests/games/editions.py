"""Editions that differ from a title's packaged box in a few texts, good ones and broken ones."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest

from bungalow.core.components import Document
from bungalow.core.errors import BadData

NAME = "my.toml"


def packaged(title: str) -> str:
    """The text of the box that comes with the title."""
    return resources.files(f"bungalow.games.{title}").joinpath("components.toml").read_text(encoding="utf-8")


def edited(title: str, *changes: tuple[str, str]) -> Document:
    """The packaged document with a few texts replaced, each at its first occurrence."""
    text = packaged(title)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return Document.parse(text.encode(), NAME)


def complaint(box_of: Callable[[Document], object], title: str, *changes: tuple[str, str]) -> str:
    """The one line that says what is wrong with such an edition."""
    with pytest.raises(BadData) as caught:
        box_of(edited(title, *changes))
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"bad-data: {NAME}: ")
