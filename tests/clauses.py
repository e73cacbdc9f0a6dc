"""Which rules a test proves: `@clause("BW-2.2")` on a test that would fail if that rule were wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])

MOST = 3


def clause(*ids: str) -> Callable[[Test], Test]:
    """Mark a test with one to three clauses (`BW-2.2`) or rulings (`BW-R9`)."""
    if not 1 <= len(ids) <= MOST:
        raise ValueError(f"a test proves one to {MOST} clauses, not {len(ids)}")
    mark = pytest.mark.clause(*ids)

    def marked(test: Test) -> Test:
        result: Test = mark(test)
        return result

    return marked
