"""The rules of a title in words, by clause: what `Game.rules()` returns and what `./run rules` counts.

A rules document is Markdown. It is edited in `docs/rules/<title>.md`; the title's package holds an equal copy,
`rules.md`, because nothing outside a package reaches an installed wheel and links do not survive every system.
`./run rules --copy` renews the copies and a test compares them. A title reads its own:

    clauses(files("bungalow.games.burrows").joinpath("rules.md").read_text("utf-8"))
"""

from __future__ import annotations

import re

CLAUSE = re.compile(r"- \*\*(?P<id>(?P<prefix>[A-Z]+)-\d+\.\d+)\*\* (?P<words>.*)")
RULING_ITEM = re.compile(r"- \*\*(?:(?P<prefix>[A-Z]+)-)?(?P<id>R\d+)\b(?P<words>.*)")
RULING_ROW = re.compile(r"\| *(?:(?P<prefix>[A-Z]+)-)?(?P<id>R\d+) *\|(?P<words>.*)")
EXAMPLE_ROW = re.compile(r"\| *(?:[A-Z]+-)?(?P<id>[A-Z]\d+) *\|(?P<words>.*)")
EXAMPLE_NAME = re.compile(r"\*\*(?:[A-Z]+-)?(?P<id>[A-Z]\d+)\b[^*]*\*\*")
BOLD = re.compile(r"\*\*(.+?)\*\*")
ITALIC = re.compile(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])")


def clauses(markdown: str) -> dict[str, str]:
    """The words of every clause (`BW-2.2`) and ruling (`BW-R9`) of a rules document, in its order.

    A clause is a list item with its id in bold. A ruling is a list item or a table row under the heading "Rulings";
    where the document leaves out the prefix (`R9`) it is added. Emphasis is taken off, code marks and sources stay.
    """
    prefix = prefix_of(markdown)
    found: dict[str, str] = {}
    for heading, block in _blocks(markdown):
        clause = CLAUSE.match(block)
        if clause:
            _add(found, clause["id"], plain(clause["words"]))
        elif "ruling" in heading.lower():
            row = RULING_ROW.match(block)
            ruling = row or RULING_ITEM.match(block)
            if ruling and ruling["prefix"] in (None, prefix):
                words = _row_words(row["words"]) if row else _rest_of_bold(ruling["words"])
                _add(found, f"{prefix}-{ruling['id']}", words)
    return found


def examples(markdown: str) -> dict[str, str]:
    """The worked examples by their short names (`E17`), in the order of the document."""
    found: dict[str, str] = {}
    for heading, block in _blocks(markdown):
        if "worked examples" not in heading.lower():
            continue
        row = EXAMPLE_ROW.match(block)
        if row:
            _add(found, row["id"], "; ".join([plain(cell) for cell in row["words"].strip().strip("|").split("|")]))
        elif block.startswith("- "):
            names = list(EXAMPLE_NAME.finditer(block))  # one item may hold several
            ends = [name.start() for name in names[1:]] + [len(block)]
            for name, end in zip(names, ends, strict=True):
                _add(found, name["id"], _rest_of_bold(block[name.end("id") : end]))
    return found


def prefix_of(markdown: str) -> str:
    """The letters before every clause of a document: `BW`."""
    for _, block in _blocks(markdown):
        clause = CLAUSE.match(block)
        if clause:
            return clause["prefix"]
    raise ValueError("a rules document without a clause such as '- **BW-1.1** ...'")


def plain(markdown: str) -> str:
    """Without emphasis; what stands between code marks is left alone."""
    pieces = re.split(r"(`[^`]*`)", markdown)
    # Emphasis may span code, so code is hidden while it is taken off.
    hidden = "".join(["\0" if i % 2 else piece for i, piece in enumerate(pieces)])
    shown = ITALIC.sub(r"\1", BOLD.sub(r"\1", hidden)).split("\0")
    words = "".join([part for pair in zip(shown, [*pieces[1::2], ""], strict=True) for part in pair])
    return words.strip()


def _blocks(markdown: str) -> list[tuple[str, str]]:
    """(heading, text) of each list item, table row or other line; an item's further lines are joined to it."""
    blocks: list[tuple[str, str]] = []
    heading = ""
    grows = False
    for line in markdown.splitlines():
        if line.startswith("## "):
            heading = line
        if grows and line.startswith(" ") and line.strip():
            blocks[-1] = (heading, f"{blocks[-1][1]} {line.strip()}")
            continue
        grows = line.startswith("- ")
        blocks.append((heading, line.rstrip()))
    return blocks


def _rest_of_bold(words: str) -> str:
    """What follows an id within bold type: `E1 Setup.** Given ...` without the id."""
    return plain(words.replace("**", "", 1))


def _row_words(cells: str) -> str:
    """`question | ruling | reason |` as a sentence: "Equal length? Nothing moves (the text says longer)"."""
    asked, *answers = [plain(cell) for cell in cells.strip().rstrip("|").split("|")]
    if not answers:
        return asked
    words = asked + (" " if asked.endswith((".", "?", "!")) else ": ") + answers[0]
    return words + "".join([f" ({answer})" for answer in answers[1:] if answer])


def _add(found: dict[str, str], name: str, words: str) -> None:
    if name in found:
        raise ValueError(f"{name} stands twice in the rules document")
    found[name] = words
