"""The samples of the README run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
SAMPLES = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_readme_has_samples() -> None:
    assert len(SAMPLES) >= 2


@pytest.mark.whole_game
@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.split("\n")[-2][:30] for sample in SAMPLES])
def test_a_sample_runs(sample: str) -> None:
    done = subprocess.run([sys.executable, "-c", sample], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "Standing(over=True" in done.stdout
