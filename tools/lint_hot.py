"""Find what the other tools do not know: mypyc's traps in hot files, and paths and hosts of one machine in any file.

    python -m tools.lint_hot

Each finding is a line `file:line: words`. docs/design.md, section 4, says why. What is slow but does no harm where it
stands may be kept with a comment `# cold: reason` on its line; a trap may not.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.hot import ROOT, hot_files

SLOW_NAMES = {
    "dataclass": "a dataclass is slow: write a plain class",
    "NamedTuple": "a NamedTuple is slow: write a plain class",
    "namedtuple": "a NamedTuple is slow: write a plain class",
    "Callable": "a Callable is called through Python: write a step or a method",
    "Protocol": "a Protocol is called through Python: write a base class",
}

# Written so that they do not find themselves.
OF_ONE_MACHINE = {
    re.compile(r"(?<![\w.~-])/(?:home|root|Users|work|builds)/\w"): "a path of one machine",
    re.compile(r"/bash[_]jobs"): "a path of one machine",
    re.compile(r"pypi\.org|pythonhosted\.org|registry\.[a-z]+\.[a-z]+", re.I): "a registry's host",
    re.compile(r"--(?:extra-)?index[-]url|--find[-]links|\"resolved\": \"http"): "a registry's address",
}


def main() -> int:
    findings = [
        f"{path}:{line}: {words}"
        for path, check in [
            *((path, check_hot) for path in hot_files()),
            *((path, check_text) for path in tracked_files()),
        ]
        for line, words in check((ROOT / path).read_text(encoding="utf-8", errors="ignore"))
    ]
    print("\n".join(findings), end="\n" if findings else "")
    return 1 if findings else 0


def tracked_files() -> list[Path]:
    """What git would carry to another machine; nothing outside a clone."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True).stdout
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file()]


def check_text(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, what in OF_ONE_MACHINE.items():
            found = pattern.search(line)
            if found:
                yield number, f"{what}: {found.group()}"


def check_hot(text: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(text)
    lines = text.splitlines()
    yield from traps(tree)
    yield from ((number, words) for number, words in slow(tree) if "# cold:" not in lines[number - 1])


# --- traps: compiled, they crash or compute something else ---


def traps(tree: ast.Module) -> Iterator[tuple[int, str]]:
    bytearrays = names_of_bytearrays(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            if is_constant(node.left) and not is_constant(node.right):
                yield node.lineno, "a constant on the left of << is shifted in 32 bits: use a table, BIT[x]"
        elif isinstance(node, ast.For | ast.comprehension):
            if is_bytearray(node.iter) or ast.unparse(node.iter) in bytearrays:
                yield node.iter.lineno, "iterating a bytearray crashes the compiler: use an index"
        elif isinstance(node, ast.keyword) and ast.unparse(node) == "serializable=True":
            yield node.value.lineno, "serializable=True loses attributes: a state travels as its record"


def is_constant(node: ast.expr) -> bool:
    """A number, a name in capitals (mypyc puts the number in its place), or i64(number)."""
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in ("i64", "i32", "int") and all(map(is_constant, node.args))
    if isinstance(node, ast.Name | ast.Attribute):
        return ast.unparse(node).rpartition(".")[2].isupper()
    return isinstance(node, ast.Constant)


def names_of_bytearrays(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.arg | ast.AnnAssign)
            and node.annotation
            and ast.unparse(node.annotation) == "bytearray"
        ):
            names.add(node.arg if isinstance(node, ast.arg) else ast.unparse(node.target))
        elif isinstance(node, ast.Assign) and is_bytearray(node.value):
            names.update(map(ast.unparse, node.targets))
    return names


def is_bytearray(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "bytearray"


# --- slow: right, but not what a hot file is for ---


def slow(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension) and ast.unparse(node.target) == "_":
            yield node.target.lineno, "_ is a Python object even in compiled code: call it _i"
        elif isinstance(node, ast.Lambda):
            yield node.lineno, "a lambda is a closure: write a function of the module"
        elif isinstance(node, ast.Yield | ast.YieldFrom):
            yield node.lineno, "a generator is slow: write into a buffer of the caller"
        elif isinstance(node, ast.FunctionDef):
            inner = (sub for part in node.body for sub in ast.walk(part) if isinstance(sub, ast.FunctionDef))
            yield from ((sub.lineno, "a function in a function is a closure: move it out") for sub in inner)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in ("random", "dataclasses"):
                    yield (
                        node.lineno,
                        f"no {alias.name} in hot files: random numbers live in the state, values in classes",
                    )
        elif isinstance(node, ast.ImportFrom) and node.module == "random" and not node.level:
            yield node.lineno, "no random in hot files: random numbers live in the state"
        elif isinstance(node, ast.Name) and node.id in SLOW_NAMES:
            yield node.lineno, SLOW_NAMES[node.id]
        elif isinstance(node, ast.Attribute) and node.attr in SLOW_NAMES:
            yield node.lineno, SLOW_NAMES[node.attr]


if __name__ == "__main__":
    sys.exit(main())
