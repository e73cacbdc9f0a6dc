"""A real Chromium: `$BUNGALOW_CHROMIUM`, one on the PATH, Debian's as root, else a headless one from npm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Chromium:
    path: str
    env: dict[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = tuple(FLAGS)


def find_chromium() -> Chromium:
    named = os.environ.get("BUNGALOW_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if named:
        return Chromium(named)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update"], capture_output=True)
        subprocess.run(["apt-get", "install", "-y", "chromium"], capture_output=True)
        installed = shutil.which("chromium")
        if installed:
            return Chromium(installed)
    return chromium_from_npm()


def chromium_from_npm() -> Chromium:
    """@sparticuz/chromium: a headless Chromium with the libraries and fonts that a bare system lacks."""
    home = ROOT / "build" / "chromium"
    if not (home / "node_modules" / "@sparticuz" / "chromium").is_dir():
        home.mkdir(parents=True, exist_ok=True)
        (home / "package.json").write_text('{"private": true, "type": "module"}\n')
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "@sparticuz/chromium"]
        done = subprocess.run(install, cwd=home, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(
                "The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name one in "
                f"BUNGALOW_CHROMIUM, then type ./run test again.\n{done.stderr}"
            )
    # It unpacks its libraries only where it believes to be needed.
    script = (
        "import chromium from '@sparticuz/chromium';"
        "const path = await chromium.executablePath();"
        "console.log(JSON.stringify({path, flags: chromium.args,"
        " libraries: process.env.LD_LIBRARY_PATH ?? '', fonts: process.env.FONTCONFIG_PATH ?? ''}));"
    )
    environment = os.environ | {"AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(answer.stdout)
    env = {"LD_LIBRARY_PATH": found["libraries"], "FONTCONFIG_PATH": found["fonts"]}
    return Chromium(found["path"], env, (*found["flags"], *FLAGS))
