"""The report: figures that can be checked by hand, and pages that need nothing else."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from bungalow.core.registry import find
from bungalow.core.types import show_value
from bungalow.lab.figures import Held, Share, favoured, figures, histogram, kinds, run_names, switched, together, wilson
from bungalow.lab.page import NOTHING_SEEN, SEEN, Plot, Table, facts, modules, scores, seat_labels
from bungalow.lab.plots import (
    NARROW,
    WIDE,
    Bins,
    Canvas,
    Group,
    Interval,
    Scale,
    Shape,
    Stack,
    histograms,
    intervals,
    nice_step,
    part_colours,
    percent,
    rounded,
    stacks,
)
from bungalow.lab.results import Run, load, simulate_into
from bungalow.lab.simulation import Plan
from tests.cli.conftest import Command


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("runs")
    simulate_into(found / "2", Plan("busara", 2, 12, seed=1), 1)
    simulate_into(found / "3", Plan("busara", 3, 12, seed=1, bots=("random", "random", "random")), 1)
    return found


def test_wilson_intervals_are_those_of_the_textbooks() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(0, 20)[0] == 0.0
    assert 0.15 < wilson(0, 20)[1] < 0.17
    assert wilson(0, 0) == (0.0, 1.0)


def made_by_hand(folder: Path) -> Run:
    """Three games of two seats: seat 1 wins twice, seat 2 once, and the last is not over."""
    games = pl.DataFrame(
        {
            "game": [1, 2, 3, 4],
            "over": [True, True, True, False],
            "ending": ["goal", "cap", "goal", ""],
            "moves": [10, 20, 30, 99],
            "decisions": [10, 10, 10, 99],
            "options": [20, 40, 60, 990],
            "most_options": [4, 9, 5, 30],
        }
    )
    seats = pl.DataFrame(
        {
            "game": [1, 1, 2, 2, 3, 3, 4, 4],
            "seat": [1, 2] * 4,
            "bot": ["random"] * 8,
            "score": [5, 3, 7, 2, 1, 9, 50, 50],
            "rank": [1, 2, 1, 2, 2, 1, 1, 1],
            "from fish": [5, 0, 6, 2, 1, 4, None, None],
            "from lace": [0, 3, 1, 0, 0, 5, None, None],
        }
    )
    facts = pl.DataFrame(
        {
            "game": [1, 2, 2, 3, 3],
            "seat": [1, 1, 2, 2, None],
            "kind": ["card", "card", "card", "card", "event"],
            "name": ["Oven", "Oven", "Well", "Oven", "Storm"],
            "times": [1, 2, 1, 1, 3],
        }
    )
    return Run(folder, json.loads((folder / "plan.json").read_text()), games, seats, facts)


def test_figures_are_those_of_the_rows(folder: Path) -> None:
    found = figures(made_by_hand(folder / "2"), "by hand")
    assert (found.games, found.finished) == (4, 3)
    assert found.wins == (Share("seat 1", 2, 3), Share("seat 2", 1, 3))
    assert found.endings == (Share("cap", 1, 3), Share("goal", 2, 3))
    assert [spread.mean for spread in found.scores] == [13 / 3, 14 / 3]
    assert [(spread.name, spread.mean) for spread in found.sources] == [("fish", 3.0), ("lace", 1.5)]
    assert found.source_means[1] == (2.0, 8 / 3)
    assert (found.moves.mean, found.moves.marks[2]) == (20.0, 20.0)
    assert found.options.mean == 4.0
    oven = found.facts["card"]["Oven"]
    assert (oven.had, oven.wins) == (3, 3)
    assert (oven.per_winner, oven.per_other) == (4 / 3, 0.0)
    assert found.facts["card"]["Well"].wins == 0
    assert found.table_facts == {"event": (Share("Storm", 1, 3),)}
    assert [(each.name, each.times_fair) for each in together([found], "card")] == [("Oven", 2.0), ("Well", 0.0)]
    low, high = wilson(3, 3)
    assert (together([found], "card")[0].low, together([found], "card")[0].high) == (2 * low, 2 * high)


def test_facts_of_several_runs_are_weighed_by_their_fair_shares(folder: Path) -> None:
    runs = [load(folder / "2"), load(folder / "3")]
    both = [figures(run, name) for run, name in zip(runs, run_names(runs), strict=True)]
    assert [each.name for each in both] == ["2 seats", "3 seats"]
    assert kinds(both)[:2] == ["turn order", "kingdom"]
    first = next(each for each in together(both, "turn order") if each.name == "1st")
    assert first.had == 24
    wins = [each.facts["turn order"]["1st"].wins for each in both]
    assert first.times_fair == pytest.approx(sum(wins) / (12 / 2 + 12 / 3))


def planned(folder: Path, seats: int, *sitting: str, **options: object) -> Run:
    """A run of Buru of which only the plan and who sat where matter."""
    settled = find("buru").settle(options, seats)
    plan = {"title": "buru", "seats": seats, "bots": ["greedy", "random"][:seats]}
    empty = pl.DataFrame()
    table = pl.DataFrame({"bot": sitting or ["greedy"] * seats})
    return Run(folder, {**plan, "options": {k: show_value(v) for k, v in settled.items()}}, empty, table, empty)


def test_a_run_is_named_by_what_departs_from_the_usual() -> None:
    modules: dict[str, object] = dict.fromkeys(("ambelau", "ukum", "tokoh", "blessings", "liaisons"), True)
    runs = [
        planned(Path("a"), 3),
        planned(Path("b"), 3, lawan=1, tokoh=True, blessings=True),
        planned(Path("c"), 4, longer=True, **modules),
        planned(Path("d"), 5, **modules),
        planned(Path("e"), 5),  # whose fifth player nobody need name
        planned(Path("f"), 2, altar_banyu="a"),
    ]
    assert run_names(runs) == [
        "3 seats",
        "3 seats, lawan 1, tokoh, blessings",
        "4 seats, longer, all modules",
        "5 seats, all modules",
        "5 seats",
        "2 seats, altar_banyu a",
    ]


def test_a_module_is_judged_by_runs_that_differ_in_nothing_else(folder: Path) -> None:
    usual = figures(made_by_hand(folder / "2"), "by hand")
    longer = replace(
        usual,
        moves=replace(usual.moves, mean=50.0),
        scores=tuple(replace(usual.scores[0], mean=m) for m in (8.0, 10.0)),
    )
    first = {"turn order": {"1st": Held("1st", 3, 2, 1.0, 0.0)}}
    runs = [
        planned(Path("a"), 2),
        planned(Path("b"), 2, tokoh=True),
        planned(Path("c"), 2, tokoh=True, blessings=True, longer=True),
        planned(Path("d"), 3, tokoh=True),
        planned(Path("e"), 2, "random", "random", tokoh=True),
    ]
    own = [replace(usual, facts=first), longer, usual, usual, usual]
    found = switched(runs, own)
    assert [(each.name, each.on, each.off) for each in found] == [("Tokoh", own[1], own[0])]
    _, _, plot, table = modules(runs, own)
    assert isinstance(table, Table)
    assert table.rows == (
        ("Tokoh", "by hand", "who goes first", "9.00", "50.0", "–", "4.50", "20.0", table.rows[0][-1]),
    )
    assert table.rows[0][-1].startswith("1.33 (")
    assert isinstance(plot, Plot)
    words = [text.text for text in drawn(plot.draw()).iter("text")]
    assert {"Tokoh", "by hand, without", "× 1.33"} <= set(words)
    # Beside rivals that the title plays, it is told how the others fare.
    rivals = replace(own[0], bots=("greedy", "Lawan A"))
    assert favoured(rivals, ["greedy"]) == Share("all but rivals", 2, 3)
    # What a module decides does not count as another difference: with Ambelau, its altars are there.
    both = [planned(Path("a"), 2), planned(Path("b"), 2, ambelau=True)]
    assert [each.name for each in switched(both, [usual, usual])] == ["Ambelau"]
    assert modules([planned(Path("a"), 2)], [usual]) == []


def test_runs_of_one_name_are_told_apart_by_their_folders() -> None:
    runs = [planned(Path(folder), 3) for folder in ("x/one", "x/two", "y/two")]
    assert run_names([*runs, planned(Path("x/four"), 4)]) == [
        "3 seats (one)",
        "3 seats (x/two)",
        "3 seats (y/two)",
        "4 seats",
    ]


def test_a_seat_that_a_bot_plays_is_no_human(folder: Path) -> None:
    found = figures(made_by_hand(folder / "2"), "by hand")
    alike, mixed = ("greedy", "greedy", "Lawan A"), ("greedy", "random", "Lawan A")
    for sitting, labels in (
        (alike, ["seat 1", "seat 2", "seat 3 (Lawan A)"]),
        (mixed, ["seat 1 (greedy)", "seat 2 (random)", "seat 3 (Lawan A)"]),
    ):
        run = planned(Path("a"), 3, *sitting, lawan=1)
        assert seat_labels(run, replace(found, bots=run.sitting())) == labels


def test_what_every_seat_has_is_not_drawn_and_has_no_interval(folder: Path) -> None:
    names = ["complete"] * 6 + ["well"] * 2 + ["oven"]
    own = {
        "game": [1, 1, 2, 2, 3, 3, 1, 2, 3],
        "seat": [1, 2, 1, 2, 1, 2, 1, 2, 1],
        "kind": ["deed"] * 9,
        "name": names,
    }
    run = replace(made_by_hand(folder / "2"), facts=pl.DataFrame({**own, "times": [1] * 9}))
    _, plot, table = facts([figures(run, "by hand")], "deed")
    assert isinstance(plot, Plot)
    assert isinstance(table, Table)
    words = [text.text for text in drawn(plot.draw()).iter("text")]
    assert "well" in words
    assert "complete" not in words
    cells = {row[0]: row for row in table.rows}
    assert cells["complete"][1:3] == ("100.0 %", "1.00")
    assert cells["complete"][-1] == "50.0 %"
    assert re.fullmatch(r"1\.00 \(.+\)", cells["well"][2])


def test_a_number_is_rounded_in_one_way() -> None:
    parts = (20.1, 20.175)
    sums = [40.275, sum(parts), 40.27499999999999, 40.27500000000001]
    assert {rounded(value) for value in sums} == {"40.28"}
    assert [rounded(value, 0) for value in (0.5, 1.5, -0.2)] == ["1", "2", "0"]
    assert (percent(0.12345), percent(0.125, 0)) == ("12.3 %", "13 %")
    picture = drawn(stacks("scores", ["a", "b"], [Group("", [Stack("seat 1", parts)])], "", ""))
    assert [text.text for text in picture.iter("text") if text.get("text-anchor") == "end"] == ["40.28"]


def test_a_mean_reads_the_same_in_table_and_plot(folder: Path) -> None:
    run = made_by_hand(folder / "2")
    found = replace(figures(run, "by hand"), source_means=((20.1, 20.175), (20.0, 20.2749)))
    found = replace(found, scores=tuple(replace(each, mean=40.275) for each in found.scores))
    plot, table = (next(each for each in scores([run], [found]) if isinstance(each, kind)) for kind in (Plot, Table))
    assert isinstance(plot, Plot)
    assert isinstance(table, Table)
    ends = [text.text for text in drawn(plot.draw()).iter("text") if text.get("text-anchor") == "end"]
    assert table.rows[0][-1] == ends[0] == "40.28"


@pytest.mark.parametrize("shape", [WIDE, NARROW])
def test_words_are_wrapped_where_they_would_be_cut(shape: Shape) -> None:
    name = "3 seats, lawan 1, longer, ambelau, ukum, tokoh, blessings, and what else a run may be called by people"
    groups = [Group(name, [Interval(name, 0.5, 0.4, 0.6, "50 %"), Interval("short", 0.5, 0.4, 0.6, "50 %")], 0.5)]
    picture = drawn(intervals("wins", groups, "%", "share of games won; dashed: the fair share", shape))
    width, height = map(float, picture.get("viewBox", "").split()[2:])
    assert width == shape.width
    texts = list(picture.iter("text"))
    words = " ".join(str(text.text) for text in texts)
    assert words.count(name) == 2
    assert "…" not in words
    for text in texts:
        if text.get("text-anchor") is None:
            assert float(text.get("x", "")) + 6 * len(str(text.text)) <= width
        assert 0 < float(text.get("y", "")) < height
    dots = [float(dot.get("cy", "")) for dot in picture.iter("circle")]
    lines = [float(text.get("y", "")) for text in texts]
    assert len(set(lines)) >= len(texts) - 6  # lines do not lie on each other: notes and marks share theirs
    assert dots[1] - dots[0] > 2 * 22


def test_bars_of_long_games_are_seen_beside_those_of_short_ones() -> None:
    rows = [Bins("2 seats", 10, 1, (1, 2, 3)), Bins("5 seats", 600, 1, (3, 2, 1))]
    bars = bars_of(drawn(histograms("length", rows, "moves", NARROW)))
    assert len(bars) == 6
    assert all(float(bar.get("width", "")) >= 1 for bar in bars)


def test_ordinals_keep_their_order_however_lucky_they_are(folder: Path) -> None:
    places = ["10th", "2nd", "2nd", "10th", "1st", "10th"]
    seated = {"game": [1, 1, 2, 2, 3, 3], "seat": [1, 2] * 3, "kind": ["turn order"] * 6, "name": places}
    run = replace(made_by_hand(folder / "2"), facts=pl.DataFrame({**seated, "times": [1] * 6}))
    found = together([figures(run, "by hand")], "turn order")
    assert [(each.name, each.wins) for each in found] == [("1st", 0), ("2nd", 1), ("10th", 2)]


def test_bins_hold_every_game() -> None:
    found = histogram(pl.Series([3, 3, 4, 90]))
    assert sum(found.counts) == 4
    assert found.counts[0] == (3 if found.width > 1 else 2)
    assert found.first + found.width * len(found.counts) > 90


@pytest.mark.parametrize(("length", "step"), [(1.0, 0.2), (0.6, 0.2), (70, 20), (5, 1), (1234, 500)])
def test_axes_have_round_steps(length: float, step: float) -> None:
    assert nice_step(length) == pytest.approx(step)
    scale = Scale(0, length)
    assert scale.ticks()[-1] >= length - 1e-9
    assert 2 <= len(scale.ticks()) <= 7


def drawn(canvas: Canvas) -> ElementTree.Element:
    return ElementTree.fromstring(re.sub(' xmlns="[^"]*"', "", canvas.svg(alone=True)))


def bars_of(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """The parts of its stacks: what tells of itself under the pointer."""
    return [bar for bar in picture.iter("rect") if bar.find("title") is not None]


def test_a_part_named_after_a_colour_has_it_and_no_other_part_does() -> None:
    burrows = ["red complaints", "orange complaints", "purple complaints", "reserved tile"]
    assert part_colours(burrows) == ["red", "orange", "purple", "green"]
    assert part_colours(["roofs", "Green roofs", "scarred"]) == ["orange", "green", "blue"]
    many = part_colours(["blue", *(f"source {i}" for i in range(30))])
    assert many.count("blue") == 1
    picture = drawn(stacks("scores", burrows, [Group("", [Stack("seat 1", (1.0, 2.0, 3.0, 4.0))])], "", ""))
    told = [bar.get("class") for bar in bars_of(picture)]
    assert told == ["red", "orange", "purple", "green"]
    legend = [bar.get("class") for bar in picture.iter("rect") if bar.get("width") == "12.0"]
    assert legend == told
    rules = picture.findtext("style", "")
    assert all(rules.count(f".bp .{colour}{{fill:") == 2 for colour in legend)  # light and dark


def test_parts_below_zero_stand_at_the_left_of_it_and_count() -> None:
    rows = [Stack("seat 1", (10.0, -1.0, 7.17, -2.0)), Stack("seat 2", (4.0, 0.0, 2.0, 0.0))]
    picture = drawn(stacks("scores", ["a", "b", "c", "d"], [Group("", rows)], "", ""))
    bars = bars_of(picture)
    told = [bar.findtext("title") for bar in bars]
    assert told == ["a: 10.00", "b: -1.00", "c: 7.17", "d: -2.00", "a: 4.00", "c: 2.00"]
    left = [float(bar.get("x", "")) for bar in bars]
    right = [x + float(bar.get("width", "")) for x, bar in zip(left, bars, strict=True)]
    zero = next(float(line.get("x1", "")) for line in picture.iter("line") if line.get("class") == "zero")
    assert [left[0], right[1], left[4]] == pytest.approx([zero] * 3, abs=0.11)
    assert left[2] == pytest.approx(right[0], abs=0.11)
    assert right[3] == pytest.approx(left[1], abs=0.11)
    assert min(left) >= WIDE.label
    sums = [text.text for text in picture.iter("text") if text.get("text-anchor") == "end"]
    assert sums == ["14.17", "6.00"]


class Links(HTMLParser):
    """What a page would fetch, and where it points to inside itself."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.targets: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.targets.add(f"#{value}")
            elif name in ("src", "href", "data", "srcset"):
                if str(value).startswith("#"):
                    self.anchors.add(str(value))
                else:
                    self.fetched.append(str(value))


def test_the_page_needs_nothing_else(bungalow: Command, folder: Path, tmp_path: Path) -> None:
    done = bungalow("report", folder, "-o", tmp_path / "page.html")
    assert done.code == 0
    assert done.out == f"{tmp_path / 'page.html'}\n"
    text = (tmp_path / "page.html").read_text()
    links = Links()
    links.feed(text)
    assert links.fetched == []
    assert links.anchors
    assert links.anchors <= links.targets
    assert "<script" not in text
    assert "url(" not in text
    assert "prefers-color-scheme: dark" in text
    for words in ("Wins by seat", "How games end", "Where scores come from", "Length and options", "Kingdom"):
        assert f">{words}</h2>" in text
    assert str(folder) not in text
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawings) > 6
    for drawing in drawings:
        ElementTree.fromstring(drawing)


def test_one_run_has_its_page_in_its_folder(bungalow: Command, folder: Path) -> None:
    assert bungalow("report", folder / "2").code == 0
    assert "won (95 %)" in (folder / "2" / "report.html").read_text()
    (folder / "2" / "report.html").unlink()


def test_markdown_keeps_what_people_wrote(
    bungalow: Command, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    page = tmp_path / "busara.md"
    done = bungalow("report", "2", "3", "--markdown", page)
    written = done.out.split()
    assert [str(page), str(tmp_path / "busara-wins.svg")] == written[:2]
    text = page.read_text()
    assert NOTHING_SEEN in text
    assert "bungalow simulate busara --seats 3 --games 12 --seed 1 --bots random --out 3\n" in text
    assert "bungalow report 2 3 --markdown busara.md\n" in text
    pictures = re.findall(r"\]\((.*?\.svg)\)", text)
    assert [str(tmp_path / name) for name in pictures] == written[1:]
    for name in pictures:
        ElementTree.parse(tmp_path / name)
        assert "prefers-color-scheme:dark" in (tmp_path / name).read_text()
    mine = "Seat 1 is lucky.\n\nSo is seat 2."
    page.write_text(text.replace(NOTHING_SEEN, mine))
    bungalow("report", "2", "3", "--markdown", page)
    assert page.read_text() == text.replace(NOTHING_SEEN, mine)
    assert text.index(SEEN) < text.index("## The games")


def test_figures_for_programs(bungalow: Command, folder: Path) -> None:
    found = json.loads(bungalow("report", folder, "--json").out)
    assert [run["seats"] for run in found] == [2, 3]
    assert sum(share["hits"] for share in found[0]["wins"]) >= 12


def test_bad_folders_are_told_in_one_line(bungalow: Command, folder: Path, tmp_path: Path) -> None:
    simulate_into(tmp_path / "buru", Plan("buru", 2, 1, seed=1), 1)
    titles = tmp_path / "titles"
    shutil.copytree(folder, titles / "busara")
    for words, said in (
        ([tmp_path / "nothing"], "holds no results"),
        ([folder / "2", tmp_path / "buru"], "one title"),
        ([folder, "-o", "a.html", "--markdown", "a.md"], "name one of them"),
        ([folder, "-o", tmp_path / "no" / "page.html"], "cannot write"),
        ([folder, "-o", tmp_path / "page.pdf"], "bad-usage: a page is an .html file"),
        ([folder, "-o", tmp_path / "page.md"], "--markdown writes"),
        ([folder, "--markdown", tmp_path / "page.html"], "bad-usage: a page of Markdown is an .md file"),
        ([titles], f"one title: name its folder in {titles}, such as {titles / 'busara'}"),
    ):
        done = bungalow("report", *words)
        assert done.code in (2, 3)
        assert said in done.err
        assert done.err.count("\n") == 1
    assert not list(tmp_path.glob("page.*"))


def test_games_do_not_count_twice(bungalow: Command, folder: Path, tmp_path: Path) -> None:
    own = folder / "2"
    copy = tmp_path / "copy"
    shutil.copytree(own, copy)
    for one, other in ((own, own), (own, copy), (folder, own)):
        done = bungalow("report", one, other, "-o", tmp_path / "page.html")
        first = own if one == folder else one
        assert done.code == 3
        assert f"bad-data: {first} and {other} hold the same games" in done.err
        assert done.err.count("\n") == 1
        assert not (tmp_path / "page.html").exists()
    plan = json.loads((copy / "plan.json").read_text())
    for key, value, code in (("games", 6, 3), ("seed", "2", 0), ("bots play by", {"random": {"other": 1}}, 0)):
        (copy / "plan.json").write_text(json.dumps({**plan, key: value}))
        assert bungalow("report", own, copy, "--json").code == code, key
