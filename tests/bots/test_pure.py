"""Compiled and uncompiled, the search looks at the same moves as often and finds the same."""

from __future__ import annotations

import pytest

from bungalow.core.registry import titles
from tests.games.pure import check_same_search

CODES = ["search-10", "search-8+leaf=rollout+trust=0"]
MOMENTS = [(2, 0, 2), (3, 30, 2), (2, 60, 1)]


@pytest.mark.parametrize("title", titles())
def test_compiled_and_uncompiled_search_the_same(title: str) -> None:
    check_same_search(title, CODES, MOMENTS)
