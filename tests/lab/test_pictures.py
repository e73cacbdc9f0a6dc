"""Pictures: whole and well-formed for every title, with the secrets kept, and the docs show what the command draws."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bungalow.core.contract import SPECTATOR, Game
from bungalow.core.match import Match, new, replay
from bungalow.core.picture import clipped, folded
from bungalow.core.random import seeded
from bungalow.core.record import Record
from tests.cli.conftest import Command
from tests.lab.tables import LAWAN, MODULES, OURS, SORTS, Sort, walk

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "lab" / "pictures.md"


def words_of(svg: str) -> list[str]:
    """All text of a drawing; it must be well-formed and draw only numbers that are numbers."""
    assert "nan" not in svg
    found = ElementTree.fromstring(svg)
    assert found.tag == "{http://www.w3.org/2000/svg}svg"
    return [element.text for element in found.iter() if element.text and element.text.strip()]


@pytest.mark.parametrize("sort", [*SORTS, *LAWAN, Sort("buru", 4, MODULES)], ids=str)
def test_every_moment_can_be_drawn_and_secrets_hold(sort: Sort) -> None:
    viewers = [int(SPECTATOR), *range(sort.game.played_seats(sort.seats, sort.options))]
    for number, state in enumerate(walk(sort, 3, 500)):
        if number % 50 and not state.over():
            continue
        viewer = viewers[number // 50 % len(viewers)]
        drawn = state.picture(viewer)
        assert words_of(drawn)
        world = state.guess(viewer, seeded(number))
        world.watched = state.watched
        if not state.hides_moment(viewer):
            assert world.picture(viewer) == drawn


def finished(title: str) -> Match:
    return replay(Record.load(ROOT / "tests" / "records" / f"{title}.txt"))


def test_a_state_and_a_view_show_themselves() -> None:
    match = new("busara", 3, seed=2, names=["Ada & Co", "<Bo>", "Cy"])
    state, view = match.state, match.view(1)
    assert state._repr_svg_() == state.picture() == state.picture(int(SPECTATOR))
    assert getattr(view, "_repr_svg_")() == match.picture(1)  # noqa: B009, a notebook asks like this
    assert view == state.view(1)
    words = words_of(match.picture(1))
    assert {"Ada & Co", "<Bo>", "Cy"} <= set(words)
    assert words.count("a hidden kingdom") == 2
    assert words_of(match.picture()).count("a hidden kingdom") == 3


def test_a_finished_match_shows_how_it_ended() -> None:
    match = finished("burrows-v1-2-seats")
    assert match.over
    page = match._repr_html_()
    standing = match.standing()
    best = match.names[standing.winners[0]]
    assert match.picture() in page
    assert re.search(rf"<td>1</td><td>{best}</td><td>{standing.scores[standing.winners[0]].total}</td>", page)
    assert page.count("<tr>") == 1 + match.seats
    ElementTree.fromstring(page)


def test_a_match_under_way_shows_the_latest_of_its_log() -> None:
    match = finished("burrows-v1-2-seats").at(30)
    page = match._repr_html_()
    assert "<table>" not in page
    assert page.count("<li>") == 6
    ElementTree.fromstring(page)


def test_a_title_without_a_picture_shows_simple_facts() -> None:
    other = Game()
    other.title = "Other"
    words = words_of(other.picture({"round": 3, "hidden": [1], "phase": "a & b"}, -1, ()))
    assert words == ["Other", "Other", "round: 3", "phase: a & b"]


def test_long_names_are_cut() -> None:
    assert clipped("short", 100, 10) == "short"
    assert clipped("a name that is far too long", 57, 10) == "a name th…"
    assert clipped("iiiiiiiiii", 40, 10) == "iiiiiiiiii", "narrow letters need little room"
    assert folded("one two three", 40, 10, 5) == ["one two", "three"]
    assert folded("one two three four", 40, 10, 2) == ["one two", "three f…"]


@pytest.mark.parametrize("sort", [*SORTS, *LAWAN, Sort("buru", 4, MODULES)], ids=str)
def test_the_picture_of_a_finished_game_names_the_winners_and_cuts_nothing(sort: Sort) -> None:
    last = list(walk(sort, 3, 5000))[-1]
    assert last.over()
    names = last.game.seat_names(int(last.seats), last.settings)
    winners = " and ".join(names[seat] for seat in sorted(last.standing().winners)) or "nobody"
    words = words_of(last.picture())
    assert f"{last.game.title}: won by {winners}" in words
    assert [each for each in words if "…" in each] == []
    assert [each for each in words if "_" in each] == [], "no names that only the engine knows"


# -- the command --------------------------------------------------------------------------------------------------


def test_the_command_draws_a_moment(bungalow: Command, record: Path, tmp_path: Path) -> None:
    then, end = tmp_path / "then.svg", tmp_path / "end.svg"
    assert bungalow("picture", record, "--at", "4", "--seat", "2", "-o", then).code == 0
    assert bungalow("picture", record, "-o", end) == (0, f"{end}\n", "")
    match = replay(Record.load(record))
    assert end.read_text(encoding="utf-8") == match.picture()
    assert then.read_text(encoding="utf-8") == match.at(4).picture(1)


def test_png_needs_its_library(
    bungalow: Command, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    png = tmp_path / "x.png"
    assert bungalow("picture", record, "-o", png).code == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = bungalow("picture", record, "-o", png)
    assert done.code == 2
    assert "missing-extra: a PNG needs the library resvg_py: ./run bungalow installs it" in done.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["-o", "x.jpg"], 2, "bad-usage: a picture is an .svg or a .png file, not 'x.jpg'"),
        (["--seat", "3", "-o", "x.svg"], 2, "bad-options: there is no seat 3"),
        (["-o", ""], 2, "bad-usage: argument -o: it names no file or folder"),
        (["--at", "99", "-o", "x.svg"], 2, "bad-usage: --at is 0 to "),
        (["--at", "-1", "-o", "x.svg"], 2, "bad-usage: --at is 0 to "),
        (["-o", "no/folder/x.svg"], 3, "bad-data: cannot write no/folder/x.svg"),
    ],
)
def test_a_wrong_wish_is_told_in_one_line(
    words: list[str], code: int, told: str, bungalow: Command, record: Path
) -> None:
    done = bungalow("picture", record, *words)
    assert done.code == code
    assert told in done.err
    assert done.err.count("\n") == 1


# -- the docs -----------------------------------------------------------------------------------------------------


def test_the_docs_show_what_the_command_draws(
    bungalow: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command on the page is run, and the picture below it is compared."""
    monkeypatch.chdir(ROOT)
    commands = re.findall(r"^bungalow (picture .*) -o (docs/pictures/\S+\.svg)$", DOCS.read_text(), re.MULTILINE)
    assert sorted(Path(path).stem for _, path in commands) == sorted(OURS)
    for words, path in commands:
        drawn = tmp_path / "x.svg"
        assert bungalow(*words.split(), "-o", drawn).code == 0
        assert drawn.read_text(encoding="utf-8") == (ROOT / path).read_text(encoding="utf-8"), f"./run bungalow {words}"
