"""Whether the engine runs compiled or from its sources.

Native modules lie beside their sources and Python prefers them, even to a source edited since. So they are used only
when the stamp of tools/compile.py says that they were made from the sources that lie there now.

This runs at every start, so it imports next to nothing.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader

TYPE_CHECKING = False  # known to type checkers by its name; typing itself takes long to load
if TYPE_CHECKING:
    from collections.abc import Sequence

PACKAGE = os.path.dirname(__file__)
ROOT = os.path.dirname(os.path.dirname(PACKAGE))
STAMP = os.path.join(PACKAGE, "_compiled.txt")


class SourcesOnly:
    """Finds the modules of this house as `.py` and nothing else."""

    @staticmethod
    def find_spec(name: str, path: "Sequence[str] | None", target: object = None) -> ModuleSpec | None:
        if path is None or name.partition(".")[0] not in ("bungalow", "bench"):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec and spec.loader:
                return spec
        return None


def choose_engine() -> bool:
    """Make later imports bring compiled modules (True) or sources (False)."""
    asked_for_sources = os.environ.get("BUNGALOW_PURE", "0") not in ("", "0")
    if not asked_for_sources and os.path.exists(STAMP):
        if stamp_holds():
            return True
        print(
            "bungalow: compiled engine is out of date, running the sources; ./run build makes it anew", file=sys.stderr
        )
    # Also without a stamp: an interrupted build may have left native modules that nobody vouches for.
    sys.meta_path.insert(0, SourcesOnly)
    return False


def stamp_holds() -> bool:
    """True when every line of the stamp is so: same Python, native modules there, sources unchanged."""
    try:
        with open(STAMP, encoding="utf-8") as stamp:
            return all(fact_holds(*line.rstrip("\n").split("\t")) for line in stamp)
    except (OSError, TypeError):
        return False


def fact_holds(kind: str, value: str, *details: str) -> bool:
    if kind == "abi":
        return value in EXTENSION_SUFFIXES
    if kind == "native":
        return os.path.exists(os.path.join(ROOT, value))
    if kind == "source":
        return is_unchanged(os.path.join(ROOT, value), *details)
    return True  # mypy and librt: only a new build asks for them


def is_unchanged(file: str, digest: str, size: str, time: str) -> bool:
    """Size and time settle it for nearly nothing; a file with another time, as after a checkout, is read."""
    status = os.stat(file)
    if str(status.st_size) != size:
        return False
    if str(status.st_mtime_ns) == time:
        return True
    import hashlib  # takes milliseconds to load

    with open(file, "rb") as source:
        return hashlib.sha256(source.read()).hexdigest() == digest
