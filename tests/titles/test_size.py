"""The tiny titles stay tiny: they are the first thing an author reads."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

import pytest

TITLES = ("ambush", "embers", "kilns", "quay")


@pytest.mark.parametrize("title", TITLES)
def test_a_tiny_title_has_less_than_150_lines_of_code(title: str) -> None:
    assert code_lines(Path(__file__).with_name(f"{title}.py").read_text(encoding="utf-8")) < 150


def code_lines(source: str) -> int:
    """Lines that hold code: no blank lines, comments or docstrings."""
    quiet = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in quiet:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)
