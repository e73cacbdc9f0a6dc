"""Every stored record says what becomes of it under the rules of today, and that is what happens.

`./run python -m tools.records` renews what they say, and adds those of golden games of a new rules version.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import bungalow
from bungalow.core.registry import find, titles
from tools.records import statement

FOLDER = Path(__file__).parent / "records"
STORED = sorted(FOLDER.glob("*.txt"))


def test_records_of_all_rules_are_stored() -> None:
    for title in titles():
        versions = {bungalow.Record.load(path).rules for path in STORED if path.name.startswith(f"{title}-")}
        assert versions >= {"1", find(title).rules_version}


@pytest.mark.whole_game
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_what_a_stored_record_says_of_itself_is_so(path: Path) -> None:
    """It replays to its final checksum and is written back to the same bytes, or differs exactly where it says."""
    record = bungalow.Record.load(path)
    assert path.name.startswith(f"{record.title}-v{record.rules}-")
    assert record.write() == path.read_text(encoding="utf-8")
    assert record.today == statement(record, path.name)
    found = re.match(r"differs at move (\d+)", record.today)
    if found:
        assert len(bungalow.replay(record, upto=int(found[1]) - 1).history) == int(found[1]) - 1
    if record.today != "replays":
        return
    again = bungalow.replay(record, name=path.name).record()
    if record.rules == again.rules and record.edition == again.edition:
        assert replace(again, today=record.today).write() == path.read_text(encoding="utf-8")
    assert again.moves == record.moves
    assert again.checksum == record.checksum
