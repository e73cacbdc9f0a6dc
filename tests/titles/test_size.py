"""The tiny titles stay tiny: they are the first thing an author reads."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.mark.parametrize("title", ["ambush", "embers", "kilns", "quay"])
def test_a_tiny_title_has_less_than_150_lines(title: str) -> None:
    source = Path(__file__).with_name(f"{title}.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) < 150
