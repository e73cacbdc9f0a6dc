"""Reading `components.toml`: every problem is one line that names the document, the row and the value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bungalow.core.components import Document, Row
from bungalow.core.errors import BadData

SMALL = b"""
[counts]
tiles = 2
weight = 0.5
source = "rulebook"

[burrow]
tiles = [
  { id = "T1", bus = true, colour = "red", links = [[0, 1], [2]], source = "designed" },
  { id = "T2", bus = false, colour = "blue", links = [], source = "public" },
]

[[layout]]
stages = [["A", "B"], ["C"]]
ends = [{ m = 1 }, { m = 9 }]
source = "designed"
"""
TILE = ("id", "bus", "colour", "links", "source")


def small(old: str = "", new: str = "") -> Document:
    assert old in SMALL.decode()
    return Document.parse(SMALL.decode().replace(old, new, 1).encode(), "my.toml")


def complaint(act: Callable[[], object]) -> str:
    with pytest.raises(BadData) as caught:
        act()
    assert "\n" not in str(caught.value)
    return caught.value.words


def first_tile(old: str = "", new: str = "") -> Row:
    return small(old, new).rows("burrow.tiles", keys=TILE)[0]


def test_typed_access() -> None:
    document = small()
    counts = document.row("counts", keys=("tiles", "weight", "source"))
    assert (counts.whole("tiles", 0, 9), counts.number("weight", 0, 1), counts.source) == (2, 0.5, "rulebook")
    tile = document.rows("burrow.tiles", keys=TILE)[0]
    assert (tile.text("id"), tile.flag("bus"), tile.one_of("colour", ("red", "blue"))) == ("T1", True, "red")
    assert tile.whole_lists("links", 0, 5) == [[0, 1], [2]]
    assert tile.has("bus")
    assert not tile.has("buss")
    layout = document.rows("layout", keys=("stages", "ends", "source"))[0]
    assert layout.text_lists("stages") == [["A", "B"], ["C"]]
    assert [end.whole("m", 0, 9) for end in layout.rows("ends", keys=("m",))] == [1, 9]


def test_provenance_counts_every_row_with_a_source() -> None:
    assert small().provenance == {"rulebook": 1, "public": 1, "designed": 2}


def test_hash_is_of_the_content_alone() -> None:
    document = small()
    assert len(document.hash) == 16
    assert int(document.hash, 16) >= 0
    assert small("[burrow]", "# a remark\n\n[burrow]").hash == document.hash
    assert small('{ id = "T1", bus = true,', '{bus=true,id="T1",').hash == document.hash
    assert Document.parse(SMALL.replace(b"\n", b"\r\n"), "other.toml").hash == document.hash
    assert small("tiles = 2", "tiles = 3").hash != document.hash


def test_rows_are_named_by_id_or_number() -> None:
    document = small()
    assert [str(row) for row in document.rows("burrow.tiles", keys=TILE)] == ["burrow.tiles T1", "burrow.tiles T2"]
    layout = document.rows("layout", keys=("stages", "ends", "source"))[0]
    assert str(layout) == "layout #1"
    assert str(layout.rows("ends", keys=("m",))[1]) == "layout #1 ends #2"


@pytest.mark.parametrize(
    ("old", "new", "read", "words"),
    [
        ('"T1"', "7", lambda row: row.text("id"), "burrow.tiles 7: id must be a text, not 7"),
        ('"T1"', '""', lambda row: row.text("id"), "burrow.tiles #1: id must be a text, not ''"),
        ('id = "T1", ', "", lambda row: row.text("id"), "burrow.tiles #1: id is missing"),
        ("true", "1", lambda row: row.flag("bus"), "burrow.tiles T1: bus must be true or false, not 1"),
        (
            '"red"',
            '"pink"',
            lambda row: row.one_of("colour", ("red", "blue")),
            "burrow.tiles T1: colour must be red or blue, not 'pink'",
        ),
        (
            "[0, 1]",
            "[0, 6]",
            lambda row: row.whole_lists("links", 0, 5),
            "burrow.tiles T1: links #1 must be a whole number from 0 to 5, not 6",
        ),
        (
            "[0, 1]",
            "[0, true]",
            lambda row: row.whole_lists("links", 0, 5),
            "burrow.tiles T1: links #1 must be a whole number from 0 to 5, not true",
        ),
        (
            "[[0, 1], [2]]",
            "3",
            lambda row: row.whole_lists("links", 0, 5),
            "burrow.tiles T1: links must be a list, not 3",
        ),
        (
            "[[0, 1], [2]]",
            '["x"]',
            lambda row: row.whole_lists("links", 0, 5),
            "burrow.tiles T1: links #1 must be a list, not 'x'",
        ),
        ("[[0, 1], [2]]", "[8]", lambda row: row.wholes("links", 9, 9), "burrow.tiles T1: links #1 must be 9, not 8"),
        (
            "[[0, 1], [2]]",
            '["a", {}]',
            lambda row: row.texts("links"),
            "burrow.tiles T1: links #2 must be a text, not a table",
        ),
        (
            "[[0, 1], [2]]",
            '["a", "z"]',
            lambda row: row.texts("links", ("a",)),
            "burrow.tiles T1: links #2 must be a, not 'z'",
        ),
        (
            "[[0, 1], [2]]",
            "[1]",
            lambda row: row.rows("links", keys=()),
            "burrow.tiles T1 links #1: must be a table, not 1",
        ),
        (
            '"red"',
            '"' + "r" * 99 + '"',
            lambda row: row.one_of("colour", ("red",)),
            "burrow.tiles T1: colour must be red, not '" + "r" * 56 + "...",
        ),
    ],
)
def test_a_wrong_value_is_named(old: str, new: str, read: Callable[[Row], object], words: str) -> None:
    assert complaint(lambda: read(first_tile(old, new))) == f"my.toml: {words}"


def test_a_number_out_of_range_is_named() -> None:
    keys = ("tiles", "weight", "source")
    row = small("weight = 0.5", "weight = nan").row("counts", keys=keys)
    assert (
        complaint(lambda: row.number("weight", 0, 1)) == "my.toml: counts: weight must be a number from 0 to 1, not nan"
    )
    assert complaint(lambda: row.number("source", 2, 2)) == "my.toml: counts: source must be 2, not 'rulebook'"
    assert complaint(lambda: row.whole("tiles", 3, 9)).endswith("tiles must be a whole number from 3 to 9, not 2")


def test_an_unknown_key_is_an_error() -> None:
    words = complaint(lambda: first_tile("bus = true", "buss = true"))
    assert words == "my.toml: burrow.tiles T1: unknown key 'buss'; known are id, bus, colour, links, source"


def test_an_unknown_source_is_an_error() -> None:
    words = complaint(lambda: small('source = "public"', 'source = "guessed"'))
    assert words == "my.toml: burrow.tiles T2: source must be rulebook, public or designed, not 'guessed'"


def test_unknown_and_missing_tables() -> None:
    document = small()
    document.expect(("counts", "burrow.tiles", "layout"))
    unknown = "my.toml: layout: is unknown; known are counts, burrow.tiles"
    assert complaint(lambda: document.expect(("counts", "burrow.tiles"))) == unknown
    assert complaint(lambda: document.expect(("counts", "burrow.boards", "layout"))).startswith(
        "my.toml: burrow.tiles: is unknown"
    )
    assert complaint(lambda: document.rows("burrow.boards", keys=())) == "my.toml: burrow.boards: is missing"
    assert (
        complaint(lambda: document.rows("counts", keys=())) == "my.toml: counts: must be a list of tables, not a table"
    )
    assert complaint(lambda: document.row("layout", keys=())) == "my.toml: layout: must be a table, not a list"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"a = ", "is not TOML: Invalid value (at end of document)"),
        (b"a = 1\na = 2", "is not TOML: Cannot overwrite a value (at end of document)"),
        (b"a = '\xff'", "is not UTF-8 text: byte 0xff at 5"),
        (b"a = " + b"[" * 100_000, "is nested too deeply"),
        (b".".join([b"a"] * 2_000) + b" = 1", "is nested too deeply"),
        (b"#" * 1_000_001, "is too large: 1000001 bytes, at most 1000000"),
    ],
)
def test_a_file_that_is_no_document(raw: bytes, words: str) -> None:
    assert complaint(lambda: Document.parse(raw, "my.toml")) == f"my.toml: {words}"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    assert complaint(lambda: Document.read(missing)) == f"{missing}: there is no such file"
    assert complaint(lambda: Document.read(tmp_path)) == f"{tmp_path}: cannot be read: Is a directory"
    assert "cannot be read" in complaint(lambda: Document.read(Path("a\0b")))


def test_reading_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(SMALL)
    assert Document.read(path).hash == small().hash
    assert Document.read(path).name == str(path)
