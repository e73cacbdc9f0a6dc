"""The mark that ties a test to the rules it proves."""

from __future__ import annotations

import pytest

from tests.clauses import clause


def test_a_marked_test_carries_its_clauses() -> None:
    @clause("BW-2.2", "BW-R9")
    def proof() -> None: ...

    (mark,) = proof.pytestmark  # type: ignore[attr-defined]
    assert (mark.name, mark.args) == ("clause", ("BW-2.2", "BW-R9"))


@pytest.mark.parametrize("count", [0, 4])
def test_a_test_proves_one_to_three_clauses(count: int) -> None:
    with pytest.raises(ValueError, match=f"not {count}"):
        clause(*["BW-1.1"] * count)
