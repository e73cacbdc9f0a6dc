"""The report of one or several runs: the same blocks as an HTML page of its own or as Markdown with SVG files."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from bungalow.core.registry import find
from bungalow.core.types import show_value
from bungalow.lab import plots
from bungalow.lab.figures import Figures, Share, Together, favoured, figures, kinds, run_names, switched, together
from bungalow.lab.plots import percent, rounded
from bungalow.lab.results import Run, save_text

SEEN = "## What one sees"
"""The heading of the part of a Markdown page that people write; it is kept when the page is written again."""
NOTHING_SEEN = "Nobody has written here yet."
MOST_ROWS = 48
"""A plot with more rows than this tells less than its table."""
EVERYBODY = 0.97
"""A fact that nearly every seat has says nothing by itself, only by how often."""


@dataclass(frozen=True)
class Heading:
    words: str


@dataclass(frozen=True)
class Paragraph:
    words: str


@dataclass(frozen=True)
class Commands:
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Plot:
    name: str
    """For its file."""
    draw: Callable[..., plots.Canvas]
    """With `shape`: for that room."""


Block = Heading | Paragraph | Commands | Table | Plot


# -- what stands on the page ----------------------------------------------------------------------------------------


def title_of(runs: Sequence[Run]) -> str:
    return f"{find(runs[0].plan['title']).title}: what bots' games say"


def blocks(runs: Sequence[Run]) -> list[Block]:
    """Everything, in order. The runs are of one title."""
    all_figures = [figures(run, name) for run, name in zip(runs, run_names(runs), strict=True)]
    found = [*introduction(runs, all_figures), *wins(runs, all_figures), *endings(all_figures)]
    found += [*scores(runs, all_figures), *lengths(all_figures), *modules(runs, all_figures)]
    for kind in kinds(all_figures):
        found += facts(all_figures, kind)
    return [*found, *table_facts(all_figures)]


def introduction(runs: Sequence[Run], all_figures: Sequence[Figures]) -> list[Block]:
    game = find(runs[0].plan["title"])
    bots = list(dict.fromkeys(bot for run in runs for bot in run.bots()))
    rules = " and ".join(sorted({run.plan["rules"] for run in runs}))
    games = sum(each.games for each in all_figures)
    aim = "the lowest score wins" if game.lowest_wins else "the highest score wins"
    rows = [
        (
            each.name,
            f"{each.games:,}",
            f"{each.games - each.finished:,}",
            "{2} ({0}–{4})".format(*(rounded(mark, 0) for mark in each.moves.marks)),
            rounded(each.decisions, 0),
            rounded(each.options.mean, 1),
            f"{each.most_options:,}",
        )
        for each in all_figures
    ]
    head = (
        "run",
        "games",
        "not finished",
        "moves: median (10–90 %)",
        "decisions",
        "options a decision",
        "most options",
    )
    return [
        Paragraph(
            f"{games:,} games of {game.title} (rules version {rules}; {aim}), played by bots ({', '.join(bots)}): they"
            " tell how these bots fare, not how people would. Intervals are those of 95 %. A shared win counts for each"
            " of those who share it. What goes together with winning need not be its cause."
        ),
        Heading("The games"),
        Commands(tuple(command(run) for run in runs)),
        Table(head, tuple(rows)),
    ]


def command(run: Run) -> str:
    """The command that plays these games again."""
    plan = run.plan
    game = find(plan["title"])
    usual = {name: show_value(value) for name, value in game.settle({}).items()}
    bots = plan["bots"][:1] if len(set(plan["bots"])) == 1 else plan["bots"]
    words = ["bungalow", "simulate", plan["title"], "--seats", str(plan["seats"]), "--games", str(plan["games"])]
    words += ["--seed", plan["seed"], "--bots", ",".join(bots)]
    for name, value in plan["options"].items():
        if value != usual[name]:
            words += ["--option", f"{name}={value}"]
    if plan["edition"] != game.new(plan["seats"], dict(plan["options"])).edition:
        words += ["--edition", "FILE"]
    # A path of somebody's machine is of no use to a reader.
    return shlex.join([*words, "--out", run.folder.name if run.folder.is_absolute() else run.folder.as_posix()])


def seat_labels(run: Run, each: Figures) -> list[str]:
    """`seat 2`, with its rival where the title plays it by its own rules, else with its bot where bots differ."""
    bots = run.bots()
    labels = []
    for seat, who in enumerate(each.bots, 1):
        named = who not in bots or len(bots) > 1
        labels.append(f"seat {seat} ({who})" if named else f"seat {seat}")
    return labels


def with_interval(share: Share) -> str:
    low, high = share.interval
    return f"{percent(share.share)} ({rounded(100 * low, 0)}–{rounded(100 * high, 0)})"


def wins(runs: Sequence[Run], all_figures: Sequence[Figures]) -> list[Block]:
    groups = []
    rows: list[tuple[str, ...]] = []
    for run, each in zip(runs, all_figures, strict=True):
        labels = seat_labels(run, each)
        groups.append(
            plots.Group(
                each.name,
                [
                    plots.Interval(label, share.share, *share.interval, percent(share.share))
                    for label, share in zip(labels, each.wins, strict=True)
                ],
                1 / each.seats,
            )
        )
        rows += [
            (each.name, label, with_interval(share), percent(1 / each.seats), rounded(score.mean))
            for label, share, score in zip(labels, each.wins, each.scores, strict=True)
        ]
    words = "share of games won; dashed: the fair share"
    return [
        Heading("Wins by seat"),
        Plot("wins", partial(plots.intervals, "Win share by seat", groups, "%", words)),
        Table(("run", "seat", "won (95 %)", "fair share", "mean score"), tuple(rows)),
    ]


def endings(all_figures: Sequence[Figures]) -> list[Block]:
    names = list(dict.fromkeys(share.name for each in all_figures for share in each.endings))
    if not names:
        return []
    found = [{share.name: share for share in each.endings} for each in all_figures]
    of_run = [
        [own.get(name, Share(name, 0, each.finished)) for name in names]
        for own, each in zip(found, all_figures, strict=True)
    ]
    rows = [(each.name, *map(with_interval, shares)) for each, shares in zip(all_figures, of_run, strict=True)]
    group = plots.Group(
        "",
        [
            plots.Stack(each.name, tuple(share.share for share in shares))
            for each, shares in zip(all_figures, of_run, strict=True)
        ],
    )
    return [
        Heading("How games end"),
        Plot("endings", partial(plots.stacks, "How games end", names, [group], "%", "share of games")),
        Table(("run", *names), tuple(rows)),
    ]


def scores(runs: Sequence[Run], all_figures: Sequence[Figures]) -> list[Block]:
    names = [spread.name for spread in all_figures[0].sources]
    means, spreads = [], []
    rows: list[tuple[str, ...]] = []
    for run, each in zip(runs, all_figures, strict=True):
        labels = seat_labels(run, each)
        means.append(
            plots.Group(
                each.name,
                [plots.Stack(label, own) for label, own in zip(labels, each.source_means, strict=True)],
            )
        )
        spreads.append(plots.Group(each.name, [plots.Box(*vars(spread).values()) for spread in each.sources]))
        rows += [
            (each.name, label, *map(rounded, own), rounded(score.mean))
            for label, own, score in zip(labels, each.source_means, each.scores, strict=True)
        ]
    words = "box: the middle half; whiskers: 10 to 90 %; bar: median; dot and number: mean"
    return [
        Heading("Where scores come from"),
        Plot(
            "scores", partial(plots.stacks, "Mean score by source and seat", names, means, "", "mean score of a seat")
        ),
        Plot("spread", partial(plots.boxes, "Spread of scores by source", spreads, words)),
        Table(("run", "seat", *names, "score"), tuple(rows)),
    ]


def lengths(all_figures: Sequence[Figures]) -> list[Block]:
    rows = [plots.Bins(each.name, *vars(each.lengths).values()) for each in all_figures]
    options = [plots.Box(each.name, each.options.mean, each.options.marks) for each in all_figures]
    words = "options a decision, the mean of each game"
    return [
        Heading("Length and options"),
        Plot("length", partial(plots.histograms, "Length of games", rows, "moves in a game")),
        Plot("options", partial(plots.boxes, "Options a decision", [plots.Group("", options)], words)),
    ]


def modules(runs: Sequence[Run], all_figures: Sequence[Figures]) -> list[Block]:
    """What each module or variant makes of the game, from runs that differ in nothing else."""
    found = switched(runs, all_figures)
    if not found:
        return []
    bots = {bot for run in runs for bot in run.bots()}
    groups: dict[str, list[plots.Interval]] = {}
    rows = []
    for each in found:
        cells: list[str] = []
        whose = "–"
        for name, side in (("with", each.on), ("without", each.off)):
            score = sum(spread.mean for spread in side.scores) / side.seats
            share = favoured(side, bots)
            cells += [rounded(score), rounded(side.moves.mean, 1)]
            if share is None:
                cells.append("–")
                continue
            fair, low, high = (side.seats * own for own in (share.share, *share.interval))
            whose = share.name
            cells.append(f"{rounded(fair)} ({rounded(low)}–{rounded(high)})")
            row = plots.Interval(f"{each.off.name}, {name}", fair, low, high, f"× {rounded(fair)}")
            groups.setdefault(each.name, []).append(row)
        rows.append((each.name, each.off.name, whose, *cells))
    head = ["module", "beside", "wins of"]
    head += [f"{figure} {side}" for side in ("with", "without") for figure in ("score", "moves", "wins, times fair,")]
    words = "wins of who goes first, or of all but rivals that the title plays, in fair shares"
    drawn = [plots.Group(name, own, 1.0) for name, own in groups.items()]
    return [
        Heading("Modules and variants"),
        Paragraph("Each with a run that differs in nothing else: the same seats, bots and other options."),
        *([Plot("modules", partial(plots.intervals, "Modules and variants", drawn, "", words))] if drawn else []),
        Table(tuple(head), tuple(rows)),
    ]


def facts(all_figures: Sequence[Figures], kind: str) -> list[Block]:
    found = together(all_figures, kind)
    heading = Heading(kind[:1].upper() + kind[1:])
    several = len(all_figures) > 1
    head = [kind, "had by", "wins, times fair", "a winner has", "another has"]
    head += [f"won, {each.name}" for each in all_figures] if several else ["won (95 %)"]
    table = Table(tuple(head), tuple(fact_row(all_figures, each) for each in found))
    telling = [each for each in found if not had_by_all(all_figures, each, EVERYBODY)]
    if not 1 < len(telling) <= MOST_ROWS:
        return [heading, table]
    rows = [
        plots.Interval(each.name, each.times_fair, each.low, each.high, f"× {rounded(each.times_fair)}")
        for each in telling
    ]
    words = "wins of those who had it, in fair shares"
    return [
        heading,
        Plot(kind.lower().replace(" ", "-"), partial(plots.intervals, kind, [plots.Group("", rows, 1.0)], "", words)),
        table,
    ]


def had_by_all(all_figures: Sequence[Figures], each: Together, share: float = 1.0) -> bool:
    """All seats (or this share of them) have it wherever anybody does: that they win their fair share is no finding."""
    held = [(own, run.finished * run.seats) for own, run in zip(each.by_run, all_figures, strict=True) if own]
    return all(own.had >= share * seats for own, seats in held)


def fact_row(all_figures: Sequence[Figures], each: Together) -> tuple[str, ...]:
    seats = sum(own.finished * own.seats for own, held in zip(all_figures, each.by_run, strict=True) if held) or 1
    weights = [(held, own.finished * own.seats / seats) for own, held in zip(all_figures, each.by_run, strict=True)]
    per_winner = sum(held.per_winner * weight for held, weight in weights if held)
    per_other = sum(held.per_other * weight for held, weight in weights if held)
    sure = had_by_all(all_figures, each)
    cells = []
    for held in each.by_run:
        if held is None:
            cells.append("–")
        elif len(all_figures) > 1:
            cells.append(f"{percent(held.wins / held.had)} of {held.had:,}")
        elif sure:
            cells.append(percent(held.wins / held.had))
        else:
            cells.append(with_interval(Share(each.name, held.wins, held.had)))
    interval = "" if sure else f" ({rounded(each.low)}–{rounded(each.high)})"
    return (
        each.name,
        percent(each.had / each.of),
        f"{rounded(each.times_fair)}{interval}",
        rounded(per_winner),
        rounded(per_other),
        *cells,
    )


def table_facts(all_figures: Sequence[Figures]) -> list[Block]:
    found: list[Block] = []
    for kind in dict.fromkeys(kind for each in all_figures for kind in each.table_facts):
        own = [{share.name: share for share in each.table_facts.get(kind, ())} for each in all_figures]
        names = sorted({name for shares in own for name in shares})
        rows = [(name, *(percent(shares[name].share) if name in shares else "–" for shares in own)) for name in names]
        head = (kind, *(f"games, {each.name}" for each in all_figures))
        found += [Heading(f"{kind[:1].upper()}{kind[1:]} (of the table)"), Table(head, tuple(rows))]
    return found


# -- Markdown -------------------------------------------------------------------------------------------------------


def write_markdown(runs: Sequence[Run], path: Path, own_command: str) -> list[Path]:
    """Write the page and an SVG file for each plot beside it; the files come back."""
    written = [path]
    lines = [f"# {title_of(runs)}", ""]
    for block in blocks(runs):
        if isinstance(block, Heading) and block.words == "The games":
            lines += [SEEN, "", kept(path), ""]
        if isinstance(block, Plot):
            picture = path.with_name(f"{path.stem}-{block.name}.svg")
            canvas = block.draw()
            save_text(picture, canvas.svg(alone=True))
            written.append(picture)
            lines += [f"![{canvas.title}]({picture.name})", ""]
        elif isinstance(block, Commands):
            lines += ["```", *block.lines, own_command, "```", ""]
        else:
            lines += [*markdown(block), ""]
    save_text(path, "\n".join(lines).rstrip() + "\n")
    return written


def markdown(block: Heading | Paragraph | Table) -> list[str]:
    if isinstance(block, Heading):
        return [f"## {block.words}"]
    if isinstance(block, Paragraph):
        return [block.words]
    return [
        f"| {' | '.join(block.head)} |",
        f"|{'---|' * len(block.head)}",
        *(f"| {' | '.join(row)} |" for row in block.rows),
    ]


def kept(path: Path) -> str:
    """What people wrote on the page before."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return NOTHING_SEEN
    _, found, rest = text.partition(f"\n{SEEN}\n")
    return rest.partition("\n## ")[0].strip() if found else NOTHING_SEEN


# -- HTML -----------------------------------------------------------------------------------------------------------

PAGE_STYLE = """
:root { color-scheme: light dark; --column: 860px;
  --page: #f6eedf; --surface: #fffaf0; --ink: #2a211b; --soft: #5f5146; --line: #dccdb4; --more: #8a5a3399; }
@media (prefers-color-scheme: dark) {
  :root { --page: #191512; --surface: #211b18; --ink: #f5ebdb; --soft: #cdbfac; --line: #40372f; --more: #cfa27a99; }
}
body { margin: 0; padding: 24px 16px 72px; background: var(--page); color: var(--ink);
  font: 16px/1.5 "Atkinson Hyperlegible Next Variable", "Segoe UI", system-ui, sans-serif; }
body > * { box-sizing: border-box; max-width: var(--column); margin-inline: auto; }
h1, h2 { font-family: "Fraunces Variable", "Iowan Old Style", Palatino, Georgia, serif; line-height: 1.2; }
h2 { margin-top: 48px; }
pre, .wide, .plot { border: 1px solid var(--line); border-radius: 8px; margin-block: 16px; background: var(--surface); }
/* What is wider than its frame scrolls in it, and the edge behind which there is more is shaded: covers of the frame's
   colour move with the content and uncover the shades, which stay. */
pre, .wide { overflow-x: auto; scrollbar-width: thin; scrollbar-color: var(--more) transparent;
  background:
    linear-gradient(90deg, var(--surface) 24px, transparent) left / 48px 100% no-repeat local,
    linear-gradient(270deg, var(--surface) 24px, transparent) right / 48px 100% no-repeat local,
    linear-gradient(90deg, var(--more), transparent) left / 20px 100% no-repeat scroll,
    linear-gradient(270deg, var(--more), transparent) right / 20px 100% no-repeat scroll,
    var(--surface); }
pre { padding: 12px 16px; font-size: 13px; }
/* Each plot is there twice: for a column of words and for a phone. */
.bp { display: block; width: 100%; height: auto; }
.bp.narrow { display: none; max-width: 440px; margin-inline: auto; }
@media (max-width: 680px) {
  .bp.roomy { display: none; }
  .bp.narrow { display: block; }
}
/* A table wider than the column of words takes the room that the window has. */
.wide { width: fit-content; min-width: min(var(--column), 100%); max-width: 100%; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: 4px 12px; text-align: right; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; }
th { color: var(--soft); font-weight: 600; line-height: 1.25; vertical-align: bottom; max-width: 10em; }
.words { text-align: left; white-space: normal; min-width: 4em; }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--surface); }
tr:last-child td { border-bottom: 0; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; }
a { color: inherit; }
@media (max-width: 900px) {
  th, td { padding: 4px 8px; }
  th:first-child, td:first-child { border-right: 1px solid var(--line); min-width: 6em; }
}
"""


def html_page(runs: Sequence[Run]) -> str:
    """One page that needs nothing else: no script, no font, no picture from elsewhere."""
    title = escape(title_of(runs))
    found = blocks(runs)
    headings = [block.words for block in found if isinstance(block, Heading)]
    links = "".join(f'<a href="#{anchor(words)}">{escape(words)}</a>' for words in headings)
    body = "\n".join(html(block) for block in found)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{PAGE_STYLE}{plots.style()}</style>\n<h1>{title}</h1>\n<nav>{links}</nav>\n{body}\n</html>\n"
    )


def html(block: Block) -> str:
    if isinstance(block, Heading):
        return f'<h2 id="{anchor(block.words)}">{escape(block.words)}</h2>'
    if isinstance(block, Paragraph):
        return f"<p>{escape(block.words)}</p>"
    if isinstance(block, Commands):
        return f"<pre>{escape(chr(10).join(block.lines))}</pre>"
    if isinstance(block, Plot):
        wide = block.draw().svg(alone=False, kind="roomy")
        return f'<div class="plot">{wide}{block.draw(shape=plots.NARROW).svg(alone=False, kind="narrow")}</div>'
    # Numbers stand at the right of their column, words at the left; the first column names the row.
    words = [i == 0 or any(row[i][:1].isalpha() for row in block.rows) for i in range(len(block.head))]
    sides = [' class="words"' if each else "" for each in words]
    head = "".join(f'<th scope="col"{side}>{escape(cell)}</th>' for side, cell in zip(sides, block.head, strict=True))
    cells = [
        "".join(f"<td{side}>{escape(cell)}</td>" for side, cell in zip(sides, row, strict=True)) for row in block.rows
    ]
    rows = "\n".join(f"<tr>{row}</tr>" for row in cells)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>'


def anchor(words: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in words.lower())


def as_json(runs: Sequence[Run]) -> list[dict[str, Any]]:
    """The figures of every run as plain data."""
    return [asdict(figures(run, name)) for run, name in zip(runs, run_names(runs), strict=True)]
