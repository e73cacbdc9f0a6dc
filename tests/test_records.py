"""Every stored record replays. Records of older rules versions stay; each says what became of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import bungalow

FOLDER = Path(__file__).parent / "records"
STORED = sorted(FOLDER.glob("*.txt"))


def test_records_are_stored() -> None:
    assert len(STORED) >= 4


@pytest.mark.whole_game
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_record_replays(path: Path) -> None:
    """Names, moves and final checksum are those that it promises; it is written back to the same bytes."""
    record = bungalow.Record.load(path)
    assert path.name.startswith(f"{record.title}-v{record.rules}-")
    match = bungalow.replay(record, name=path.name)
    assert match.record().write() == path.read_text(encoding="utf-8")
