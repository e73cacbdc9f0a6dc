"""The web client: its libraries, its build, its types. What has not changed is not done again.

python -m tools.web libraries  what its build and its checks need
python -m tools.web build      web/dist, for the server
python -m tools.web types      the types of the server's messages
python -m tools.web test       the unit tests of the client
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import web_types
from tools.progress import ROOT, Stop, quietly, say, step

WEB = ROOT / "web"
MODULES = WEB / "node_modules"
DIST = WEB / "dist"
STAMP = ".bungalow-inputs"


def main(arguments: list[str]) -> int:
    commands = {"libraries": libraries, "build": build, "types": types, "test": test}
    if len(arguments) != 1 or arguments[0] not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        commands[arguments[0]]()
    except Stop as stop:
        say(f"\n{stop}")
        return 1
    return 0


def build() -> None:
    libraries()
    key = digest(sources())
    if up_to_date(DIST, key):
        return
    with step("web client"):
        # Built aside and then put in place, so that a running server never finds half of it.
        fresh = WEB / "dist.new"
        shutil.rmtree(fresh, ignore_errors=True)
        npm("run", "build", "--", "--outDir", str(fresh), fix="Fix it, then type ./run again.")
        (fresh / STAMP).write_text(key)
        shutil.rmtree(DIST, ignore_errors=True)
        fresh.rename(DIST)


def test() -> None:
    libraries()
    npm("test", fix="Type  npm --prefix web test  to see it again.")


def types() -> None:
    """Write the client's types of the server's messages."""
    libraries()
    web_types.write()
    npm("run", "types", fix="")


def libraries() -> None:
    """What package-lock.json says, in web/node_modules."""
    key = digest([WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"])
    if up_to_date(MODULES, key):
        return
    with step("web libraries"):
        npm("ci", fix="Check the network, then type ./run again.")
        (MODULES / STAMP).write_text(key)


def sources() -> list[Path]:
    """Everything that the build reads."""
    files = [WEB / name for name in ("index.html", "package-lock.json", "vite.config.ts", "svelte.config.js")]
    for folder in ("src", "public"):
        files += sorted(path for path in (WEB / folder).rglob("*") if path.is_file())
    return files


def digest(files: Sequence[Path]) -> str:
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.relative_to(ROOT)}\0".encode())
        whole.update(hashlib.sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def up_to_date(folder: Path, key: str) -> bool:
    try:
        return (folder / STAMP).read_text() == key
    except OSError:
        return False


def npm(*arguments: str, fix: str) -> None:
    quietly(["npm", "--no-update-notifier", "--silent", *arguments], fix, cwd=WEB)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
