"""Compile the hot files with mypyc, all in one build, and put the native modules beside their sources.

    python -m tools.compile

Only what has changed is compiled again. The stamp written at the end tells bungalow.pure which sources the native
modules were made from. Exit code 0: compiled or nothing to do, 1: it does not compile, 3: no compiler or no headers.
"""

import filecmp
import hashlib
import os
import shutil
import sys
import sysconfig
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from tools import system
from tools.hot import ROOT, hot_files, with_imports
from tools.progress import say

STAMP = Path("src/bungalow/_compiled.txt")
# Where the modules of a package lie, natives beside sources.
HOMES = {"bungalow": Path("src"), "bench": Path()}
NO_COMPILER = 3


def main() -> int:
    os.chdir(ROOT)
    hot = hot_files()
    # Taken before compiling: an edit made meanwhile leaves the stamp out of date, as it should.
    made_by, made_from = toolchain(), [describe(path) for path in with_imports(hot)]
    if is_current(made_by, made_from):
        return 0
    if words := what_is_missing():
        say(words)
        return NO_COMPILER
    began = time.monotonic()
    say(f"compiling the engine, {len(hot)} files")
    folder = Path("build", "native", "-".join(made_by.values()).lstrip("."))
    # mypyc's incremental cache forgets part of a class's layout and then stumbles, or worse does not. Without it all
    # C files are written again, and only those that differ are compiled.
    shutil.rmtree(folder / "mypy", ignore_errors=True)
    natives = build(hot, folder)
    # From here until the new stamp stands, the sources run.
    STAMP.unlink(missing_ok=True)
    install(natives)
    write_stamp(made_by, made_from, sorted(map(str, natives)))
    say(f"compiled in {time.monotonic() - began:.1f} s")
    return 0


# --- the stamp: one fact a line, read by bungalow.pure ---


def toolchain() -> dict[str, str]:
    return {"abi": EXTENSION_SUFFIXES[0], "mypy": version("mypy"), "librt": version("librt")}


class Source(NamedTuple):
    path: str
    digest: str
    size: str
    time: str


def describe(path: Path) -> Source:
    # The time first: an edit between the two lines makes the stamp too old, never too young.
    status = path.stat()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Source(str(path), digest, str(status.st_size), str(status.st_mtime_ns))


def write_stamp(made_by: dict[str, str], made_from: list[Source], natives: list[str]) -> None:
    lines = [*made_by.items(), *(("source", *source) for source in made_from), *(("native", path) for path in natives)]
    STAMP.write_text("".join("\t".join(line) + "\n" for line in lines))


def is_current(made_by: dict[str, str], made_from: list[Source]) -> bool:
    """True when the native modules that stand were made by and from just this, whatever the times of the files."""
    if not STAMP.exists():
        return not made_from
    lines = [line.split("\t") for line in STAMP.read_text().splitlines()]
    natives = [line[1] for line in lines if line[0] == "native"]
    known_from = {line[1]: line[2] for line in lines if line[0] == "source"}
    known_by = {line[0]: line[1] for line in lines if line[0] in made_by}
    current_from = {source.path: source.digest for source in made_from}
    if (known_by, known_from) != (made_by, current_from) or not all(map(os.path.exists, natives)):
        return False
    write_stamp(made_by, made_from, natives)
    return True


# --- compiling ---


def what_is_missing() -> str:
    """Return one line on what to install before anything can be compiled; empty if nothing is missing."""
    needs = system.missing_to_compile()
    if not needs:
        return ""
    if system.COMPILER in needs:
        what = f"No C compiler ({system.compiler()[0]})"
    else:
        what = f"No C headers of Python {sysconfig.get_python_version()}"
    command = system.how_to_install(needs)
    advice = f"Type:  {command}  and ./run build" if command else "Install it, then type ./run build"
    return f"{what}: the engine runs uncompiled, which is slower. {advice}"


def build(hot: list[Path], folder: Path) -> dict[Path, Path]:
    """Compile; return where each native module belongs -> where it was built."""
    # Imported late: these take a second, and usually there is nothing to compile.
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    class Build(build_ext):
        def build_extensions(self) -> None:
            self.link_one_library()
            super().build_extensions()

        def link_one_library(self) -> None:
            """mypyc's own library belongs to every file and takes longer than most of them: compile it only once."""
            natives = [extension for extension in self.extensions if extension.name.endswith("__mypyc")]
            library = natives[0].sources[1:]
            together = folder / "library.c"
            together.write_text("".join(f'#include "{Path(path).relative_to(folder)}"\n' for path in library))
            objects = self.compiler.compile(
                [str(together)],
                include_dirs=[*self.include_dirs, *natives[0].include_dirs],
                extra_postargs=natives[0].extra_compile_args,
            )
            for native in natives:
                native.sources, native.extra_objects = native.sources[:1], objects

        def build_extension(self, ext: Extension) -> None:
            product, began = Path(self.get_ext_fullpath(ext.name)), time.monotonic()
            before = product.stat().st_mtime_ns if product.exists() else 0
            super().build_extension(ext)
            if ext.name.endswith("__mypyc") and product.stat().st_mtime_ns != before:
                say(f"  {ext.name.removesuffix('__mypyc')} {time.monotonic() - began:.1f} s")

    options = ["--config-file=pyproject.toml", f"--cache-dir={folder / 'mypy'}", "--follow-imports=silent"]
    extensions = mypycify(
        [*options, *map(str, hot)],
        separate=True,
        opt_level="3",
        debug_level="0",  # symbols would take half of the compiler's time
        target_dir=str(folder),
        include_runtime_files=False,
    )
    for extension in extensions:
        # Calls within a file's library then need no detour through the table of symbols.
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    command = Build(Distribution({"name": "bungalow", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()
    built = [Path(path) for path in command.get_outputs()]
    return {home_of(path.relative_to(folder / "lib")): path for path in built}


def home_of(native: Path) -> Path:
    return HOMES[native.parts[0]] / native


def install(natives: dict[Path, Path]) -> None:
    """Put new native modules in place and remove those of sources that are gone."""
    for package, home in HOMES.items():
        for path in (home / package).rglob("*.so"):
            if path not in natives:
                path.unlink()
    for home, built in natives.items():
        if not home.exists() or not filecmp.cmp(home, built, shallow=False):
            # Never written in place: a running Bungalow keeps the file that it has open.
            partial = home.with_suffix(".partial")
            shutil.copyfile(built, partial)
            partial.replace(home)


if __name__ == "__main__":
    sys.exit(main())
