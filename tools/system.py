"""System packages that Bungalow needs. Standard library only: `run` asks before .venv exists."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig

VENV, COMPILER, HEADERS = "venv", "compiler", "headers"
PACKAGES = {
    "apt-get": {VENV: ["python3-venv"], COMPILER: ["gcc", "libc6-dev"], HEADERS: ["libc6-dev", "python3-dev"]},
    "dnf": {VENV: ["python3"], COMPILER: ["gcc"], HEADERS: ["python3-devel"]},
    "apk": {VENV: ["python3"], COMPILER: ["gcc", "musl-dev"], HEADERS: ["musl-dev", "python3-dev"]},
    "pacman": {VENV: ["python"], COMPILER: ["gcc"], HEADERS: ["python"]},
}
INSTALL = {"apt-get": "apt-get install", "dnf": "dnf install", "apk": "apk add", "pacman": "pacman -S"}


def missing(*, compiled: bool = True) -> list[str]:
    """Return what is missing, of `VENV`, `COMPILER` and `HEADERS`; the last two only if the engine is compiled."""
    found = [] if has_venv() else [VENV]
    if compiled:
        found += missing_to_compile()
    return found


def has_venv() -> bool:
    """Debian ships Python without venv and ensurepip."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def missing_to_compile() -> list[str]:
    """Both are reported at once: without a compiler, the headers are looked for as files."""
    if not shutil.which(compiler()[0]):
        return [COMPILER] if has_header() else [COMPILER, HEADERS]
    include = [f"-I{sysconfig.get_path(name)}" for name in ("include", "platinclude")]
    probe = [*compiler(), "-fsyntax-only", *include, "-x", "c", "-"]
    failed = subprocess.run(probe, input=b"#include <Python.h>\n", capture_output=True).returncode
    return [HEADERS] if failed else []


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def has_header() -> bool:
    return os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))


def packages(needs: list[str], manager: str = "apt-get") -> list[str]:
    """Return the packages that hold these, each once."""
    return list(dict.fromkeys(name for need in needs for name in PACKAGES[manager][need]))


def how_to_install(needs: list[str]) -> str:
    """Return the one command that installs these; empty if this system's package manager is unknown."""
    manager = next((name for name in INSTALL if shutil.which(name)), None)
    if manager:
        sudo = "" if os.geteuid() == 0 else "sudo "
        return f"{sudo}{INSTALL[manager]} {' '.join(packages(needs, manager))}"
    return "xcode-select --install" if sys.platform == "darwin" and VENV not in needs else ""
