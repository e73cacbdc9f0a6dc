"""One part of `./run bare`, in a process that has its own mounts: what root or an ordinary user does on the machine."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

from tools import bare_host
from tools.progress import Stop, say

PROJECT = "/srv/bungalow"
USER, UID = "player", 1000
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
START_SECONDS, TEST_SECONDS = 1200.0, 7200.0
OPEN = re.compile(r"Bungalow is open at (http://localhost:\d+)")
COMMAND = re.compile(r"^\s*sudo (apt-get install .+)$", re.M)
NPM_BROWSER = "headless Chromium from npm"
VISIT = """
import re, sys, urllib.request
def get(path):
    with urllib.request.urlopen(sys.argv[1] + path, timeout=20) as answer:
        return answer.read().decode("utf-8", "replace")
page = get("/")
assets = re.findall(r'(?:src|href)="(/[^"]+)"', page)
assert any(name.endswith(".js") for name in assets) and any(name.endswith(".css") for name in assets), page
sizes = [len(get(name)) for name in assets]
assert all(sizes), dict(zip(assets, sizes))
get("/api/health")
print(f"page and {len(assets)} assets served, {sum(sizes):,} characters")
"""


def play(part: str, folder: Path, pytest_arguments: list[str]) -> int:
    """Do what root or the user does; return 0 if both commands are green."""
    with open(folder.with_suffix(".log"), "w") as log, open(folder.with_suffix(".times"), "w") as measured:
        inside = Inside(part, folder, log, measured)
        try:
            inside.play(pytest_arguments)
        except Stop as stop:
            say(f"\n{stop}")
            return 1
    return 0


def mount(folder: Path) -> None:
    """Mount what every machine has, and local registries. Only this process and its children see the mounts."""
    run = subprocess.check_call
    run(["mount", "-t", "proc", "proc", folder / "proc"])
    run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder / "dev"])
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        (folder / "dev" / name).touch()
        run(["mount", "--bind", f"/dev/{name}", folder / "dev" / name])
    for name, options in (("shm", ["tmpfs", "-o", "mode=1777"]), ("pts", ["devpts", "-o", "newinstance,ptmxmode=666"])):
        (folder / "dev" / name).mkdir()
        run(["mount", "-t", *options, name, folder / "dev" / name])
    for name, target in (("ptmx", "pts/ptmx"), ("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1")):
        (folder / "dev" / name).symlink_to(target)
    (folder / "dev" / "stderr").symlink_to("fd/2")
    for path in bare_host.local_registries():
        place = folder / path.lstrip("/")
        place.mkdir(parents=True, exist_ok=True)
        run(["mount", "--bind", "-o", "ro", path, place])


class Inside:
    """Commands on the machine, copied to the terminal and to a log, and timed."""

    def __init__(self, part: str, folder: Path, log: IO[str], measured: IO[str]) -> None:
        self.folder = folder
        self.user = part == "user"
        self.log = log
        self.measured = measured

    def play(self, pytest_arguments: list[str]) -> None:
        mount(self.folder)
        if self.user:
            self.add_user()
            self.name_and_install_packages()
        self.start_and_visit()
        self.test(pytest_arguments)
        if self.user:
            self.check_no_browser_was_installed()

    def add_user(self) -> None:
        self.as_root("useradd", "--create-home", "--uid", str(UID), USER)
        self.as_root("chown", "-R", f"{USER}:{USER}", PROJECT)

    def name_and_install_packages(self) -> None:
        """The first start must name every missing package in one command; exactly that is then typed by root."""
        code, text = self.wait(self.start("./run"), "./run, which names the missing packages", START_SECONDS)
        commands = COMMAND.findall(text)
        if code != 2 or len(commands) != 1:
            raise Stop(
                f"The first ./run of a user should name the missing packages in one command and exit with 2 ({code})."
            )
        self.as_root("apt-get", "update", name="")
        self.as_root(*shlex.split(commands[0]), "-y", name=f"root: {commands[0]}")

    def start_and_visit(self) -> None:
        """`./run` from nothing to a served page, then Ctrl-C."""
        began = time.monotonic()
        process = self.start("./run", "--port", "0")
        assert process.stdout is not None
        opened = threading.Event()
        texts: list[str] = []
        reader = threading.Thread(target=self.copy, args=(process.stdout, texts, opened), daemon=True)
        reader.start()
        while not opened.wait(0.2):
            if process.poll() is not None or time.monotonic() - began > START_SECONDS:
                raise Stop(f"./run did not start Bungalow (exit code {process.poll()}).")
        found = OPEN.search("".join(texts))
        assert found is not None
        self.note("./run, until the page is served", time.monotonic() - began)
        visit = self.start("python3", "-c", VISIT, found[1])
        if self.wait(visit, "", 120)[0]:
            raise Stop("The page or one of its assets is not served.")
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(30)
        except subprocess.TimeoutExpired:
            raise Stop("./run does not stop at Ctrl-C.") from None
        if code:
            raise Stop(f"./run ended with exit code {code} at Ctrl-C; 0 is right.")
        reader.join(10)

    def test(self, arguments: list[str]) -> None:
        words = shlex.join(["./run", "test", *arguments])
        code, text = self.wait(self.start("./run", "test", *arguments), words, TEST_SECONDS)
        if code:
            raise Stop(f"{words} failed ({code}).")
        if self.user and "browser for the tests" in text and NPM_BROWSER not in text:
            raise Stop("An ordinary user should get the browser from npm.")

    def check_no_browser_was_installed(self) -> None:
        if self.wait(self.start("sh", "-c", "command -v chromium"), "", 60)[0] == 0:
            raise Stop("This machine has Chromium: the browser from npm was not tested.")

    # -- running commands -------------------------------------------------------------------------------------

    def as_root(self, *words: str, name: str = "") -> None:
        code, _ = self.wait(self.start(*words, root=True), name, START_SECONDS)
        if code:
            raise Stop(f"$ {shlex.join(words)}  failed ({code})")

    def start(self, *words: str, root: bool = False) -> subprocess.Popen[str]:
        """Start a command on the machine, in the project's folder, with a fresh environment."""
        user = self.user and not root
        home = f"/home/{USER}" if user else "/root"
        variables = {"PATH": SYSTEM_PATH, "HOME": home, "LANG": "C.UTF-8", "TERM": "dumb"} | bare_host.variables()
        if root:
            variables["DEBIAN_FRONTEND"] = "noninteractive"
        self.write(f"\n{'$' if user else '#'} {shlex.join(words[:2] if words[0] == 'python3' else words)}\n")

        def become() -> None:
            os.chroot(self.folder)
            os.chdir(PROJECT)
            if user:
                os.setgroups([])
                os.setgid(UID)
                os.setuid(UID)

        return subprocess.Popen(
            ["/usr/bin/env", *words],
            env=variables,
            preexec_fn=become,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )

    def wait(self, process: subprocess.Popen[str], name: str, seconds: float) -> tuple[int, str]:
        """Wait for a command; return its exit code and its output. It is timed if it has a name.

        Raises `Stop` after the given time; everything that the command started in its session is then killed.
        """
        began = time.monotonic()
        expired = threading.Event()

        def kill() -> None:
            expired.set()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(seconds, kill)
        timer.start()
        texts: list[str] = []
        assert process.stdout is not None
        self.copy(process.stdout, texts)
        code = process.wait()
        timer.cancel()
        if expired.is_set():
            raise Stop(f"{name or 'A command'} took longer than {seconds:g} s.")
        if name:
            self.note(name, time.monotonic() - began)
        return code, "".join(texts)

    def copy(self, stream: IO[str], texts: list[str], opened: threading.Event | None = None) -> None:
        while text := stream.read(1) if opened is None else stream.readline():
            texts.append(text)
            self.write(text)
            if opened is not None and OPEN.search(text):
                opened.set()

    def write(self, text: str) -> None:
        self.log.write(text)
        self.log.flush()
        sys.stderr.write(text)
        sys.stderr.flush()

    def note(self, name: str, seconds: float) -> None:
        self.measured.write(f"{seconds:.1f}\t{name}\n")
        self.measured.flush()
