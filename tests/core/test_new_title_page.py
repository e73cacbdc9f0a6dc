"""The page for authors shows the tiny titles as they are, and its samples run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/new-title.md").read_text(encoding="utf-8"), re.M | re.S)
QUAY, AMBUSH = [(ROOT / f"tests/titles/{name}.py").read_text(encoding="utf-8") for name in ("quay", "ambush")]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.strip().splitlines()[0])
def test_the_block_is_a_piece_of_the_title_or_runs(block: str) -> None:
    if block not in QUAY and block not in AMBUSH:
        assert "import" in block, "neither a sample nor a piece of quay.py or ambush.py"
        exec(block, {})


def test_the_page_has_pieces_and_samples() -> None:
    assert sum(block in QUAY for block in BLOCKS) >= 5
    assert sum(block not in QUAY for block in BLOCKS) >= 3
