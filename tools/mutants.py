"""Mutants of a source: copies in which one condition is flipped."""

from __future__ import annotations

import ast
import difflib
import hashlib
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

FLIPS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: (r"is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
    ast.In: (r"in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
}
EQUALITIES = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
# x < 4 -> x < 5 is x <= 4, which the flip of the operator makes already; so with the other three.
SAME_AS_FLIP: dict[type[ast.cmpop], int] = {ast.Lt: 1, ast.LtE: -1, ast.Gt: -1, ast.GtE: 1}
EXCUSE = re.compile(r"#.*\bno-mutate\b(?::\s*(?P<reason>\S.*))?")


@dataclass(frozen=True)
class Mutant:
    line: int
    what: str
    """`< becomes <=`"""
    source: str
    """The whole mutated file."""
    diff: str
    key: str
    """Its place in a sample: a hash of the line's words and the change, so edits elsewhere do not move it."""


@dataclass(frozen=True)
class Change:
    """Bytes from start to end give way to `new`."""

    line: int
    what: str
    start: int
    end: int
    new: str


def mutants(source: str, name: str = "") -> tuple[list[Mutant], dict[int, str]]:
    """All mutants of a source, and the lines that `# no-mutate: reason` leaves out, with the reason."""
    excused = excuses(source)
    original = ast.dump(ast.parse(source))
    data = source.encode()
    found: list[Mutant] = []
    seen: dict[str, int] = {}
    for change in sorted(Finder(source).changes(), key=lambda change: (change.start, change.end, change.what)):
        if change.line in excused:
            continue
        mutated = (data[: change.start] + change.new.encode() + data[change.end :]).decode()
        try:
            if ast.dump(ast.parse(mutated)) == original:
                continue
        except SyntaxError:
            continue
        words = f"{name}\n{source.splitlines()[change.line - 1].strip()}\n{change.what}"
        seen[words] = seen.get(words, 0) + 1
        key = hashlib.sha256(f"{words}\n{seen[words]}".encode()).hexdigest()
        found.append(Mutant(change.line, change.what, mutated, _diff(source, mutated), key))
    return found, excused


def sample(found: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """The same mutants for the same seed, in the order of the file."""
    ranked = sorted(found, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
    chosen = {mutant.key for mutant in ranked[:size]}
    return [mutant for mutant in found if mutant.key in chosen]


def excuses(source: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        excuse = EXCUSE.search(token.string) if token.type == tokenize.COMMENT else None
        if excuse:
            if not excuse["reason"]:
                raise ValueError(f"line {token.start[0]}: write why, '# no-mutate: reason'")
            found[token.start[0]] = excuse["reason"]
    return found


def _diff(old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return "\n".join([line for line in lines if not line.startswith(("---", "+++", "@@"))])


class Finder(ast.NodeVisitor):
    """Finds every condition of a source that can be flipped."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.data = source.encode()
        self.starts = [0]
        for line in source.encode().split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.found: list[Change] = []

    def changes(self) -> list[Change]:
        self.visit(self.tree)
        return self.found

    # Assertions and checks of types guard the reader, not the rules; annotations decide nothing.

    def visit_Assert(self, node: ast.Assert) -> None:
        return

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self.negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self.negate(condition)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, op, right in zip(operands, node.ops, operands[1:], strict=False):
            pattern, new = FLIPS[type(op)]
            self.swap(left, right, pattern if pattern.isalpha() or "\\" in pattern else re.escape(pattern), new)
        for i, operand in enumerate(operands):
            before = node.ops[i - 1] if i else None
            after = node.ops[i] if i < len(node.ops) else None
            self.shift_constants(operand, before, after)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.swap(left, right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, _ = self.span(node)
            text = self.data[start:]
            cut = re.match(rb"not\b\s*", text)
            assert cut
            self.found.append(Change(node.lineno, "not is dropped", start, start + cut.end(), ""))
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
            for argument in node.iter.args:
                self.shift_constants(argument, None, None)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if not (isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass")):
            self.generic_visit(node)

    # -- changes --------------------------------------------------------------------------------------------------

    def span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def swap(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """Another operator between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        place = re.search((rf"\b{old}\b" if old[0].isalpha() else old).encode(), self.data[start:end])
        if place:
            line = self.data[: start + place.start()].count(b"\n") + 1
            was = place.group().decode()
            self.found.append(Change(line, f"{was} becomes {new}", start + place.start(), start + place.end(), new))

    def negate(self, condition: ast.expr) -> None:
        """`if not (...)`, unless flipping its only operator does the same."""
        if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
            return
        if isinstance(condition, ast.Compare) and len(condition.ops) == 1 and isinstance(condition.ops[0], EQUALITIES):
            return
        start, end = self.span(condition)
        new = f"not ({self.data[start:end].decode()})"
        self.found.append(Change(condition.lineno, "the condition is negated", start, end, new))

    def shift_constants(self, operand: ast.expr, before: ast.cmpop | None, after: ast.cmpop | None) -> None:
        """One more and one less for every number that is added up to this operand."""
        for constant in _constants(operand):
            steps = {1, -1}
            if constant is operand:
                if before is not None:
                    steps.discard(SAME_AS_FLIP.get(type(before), 0))
                if after is not None:
                    steps.discard(-SAME_AS_FLIP.get(type(after), 0))
            value = constant.value
            assert isinstance(value, int)
            start, end = self.span(constant)
            for step in sorted(steps):
                new = str(value + step) if value + step >= 0 else f"({value + step})"
                what = f"{self.data[start:end].decode()} becomes {value + step}"
                self.found.append(Change(constant.lineno, what, start, end, new))


def _constants(node: ast.expr) -> Iterator[ast.Constant]:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node
    elif isinstance(node, ast.BinOp):
        yield from _constants(node.left)
        yield from _constants(node.right)
    elif isinstance(node, ast.UnaryOp):
        yield from _constants(node.operand)
