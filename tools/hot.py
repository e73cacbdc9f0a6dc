"""Which files are hot, and which others a compiled file depends on."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def hot_files(root: Path = ROOT) -> list[Path]:
    """The files that [tool.bungalow] hot in pyproject.toml names, relative to the root."""
    patterns = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["bungalow"]["hot"]
    return sorted({path.relative_to(root) for pattern in patterns for path in root.glob(pattern)})


def with_imports(files: list[Path], root: Path = ROOT) -> list[Path]:
    """The files and everything of this house that they import, directly or not.

    Compiled code holds the value of a `Final` constant even where the constant lives in a file that is not compiled.
    """
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [path for name in _imported_names(root / file, _module(file)) for path in _files_of(name, root)]
    return sorted(found)


def _module(file: Path) -> list[str]:
    """src/bungalow/core/state.py -> [bungalow, core, state]; a package ends in __init__."""
    parts = file.with_suffix("").parts
    return list(parts[1:] if parts[0] == "src" else parts)


def _imported_names(file: Path, module: list[str]) -> Iterator[str]:
    """Dotted names that may be modules: for `from a import b` both a and a.b."""
    try:
        tree = ast.parse(file.read_bytes())
    except SyntaxError:
        return  # for mypy to report
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module[: len(module) - node.level] if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _files_of(name: str, root: Path) -> Iterator[Path]:
    """The file of a module of this house; none for anything else."""
    parts = name.split(".")
    home = {"bungalow": root / "src", "bench": root}.get(parts[0])
    if home:
        place = home.joinpath(*parts)
        candidates = (place / "__init__.py", place.with_name(f"{place.name}.py"))
        yield from (file.relative_to(root) for file in candidates if file.is_file())
