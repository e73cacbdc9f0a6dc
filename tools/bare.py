"""Run the two commands on a bare machine: a minimal Debian with nothing but python3, in a chroot.

    ./run bare [--only root|user] [--keep] [--fresh] [-- PYTEST ARGUMENTS]

Twice, each time on a new machine: first as root, who starts from nothing; then as an ordinary user, whose first start
names the missing system packages, which root then installs, and nothing else. Each part runs `./run`, requests the page
and its assets, stops it, and runs `./run test`. What is tested is the last commit (HEAD).

The machine uses the network as this one does: the same apt sources, pip and npm settings, certificates and proxies.
They are copied into it when it starts and deleted with it.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools import bare_host
from tools.processes import tied_to_us
from tools.progress import ROOT, Stop, quietly, say, step

HOME = ROOT / "build" / "bare"
PARTS = ("root", "user")
NEEDED = {"debootstrap": "debootstrap", "unshare": "util-linux", "git": "git"}
AGAIN = "Check the network and the space on the disk, then type ./run bare again."
INSIDE = "BUNGALOW_BARE_INSIDE"
"""Set in the process that has its own mounts and process ids."""


def main(arguments: list[str]) -> int:
    own, separator, pytest_arguments = arguments, "", []
    if "--" in arguments:
        at = arguments.index("--")
        own, separator, pytest_arguments = arguments[:at], "--", arguments[at + 1 :]
    parser = argparse.ArgumentParser(
        prog="./run bare",
        description=(__doc__ or "").partition("\n\n    ")[0],
        epilog=(__doc__ or "").partition("ARGUMENTS]\n\n")[2],
        usage="./run bare [--only root|user] [--keep] [--fresh] [-- PYTEST ARGUMENTS]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", choices=PARTS, help="run only one of the two parts")
    parser.add_argument("--keep", action="store_true", help="keep the machines in build/bare, to look around in them")
    parser.add_argument(
        "--fresh", action="store_true", help="download the minimal Debian again instead of the kept one"
    )
    args = parser.parse_args(own)
    parts = [args.only] if args.only else list(PARTS)
    if os.environ.get(INSIDE):
        from tools.bare_inside import play

        return play(parts[0], HOME / parts[0], pytest_arguments)
    check_machine()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)  # clean up as after Ctrl-C
    times: list[tuple[str, str, float]] = []
    codes: dict[str, int] = {}
    with alone():
        base = base_system(args.fresh, times)
        try:
            for part in parts:
                with machine(part, base, args.keep, times) as folder:
                    codes[part] = enter(part, folder, [separator, *pytest_arguments] if separator else [], times)
        finally:
            print_times(times)
    for part, code in codes.items():
        say(f"{part}: {'passed' if code == 0 else f'failed ({code})'}; log: {(HOME / f'{part}.log').relative_to(ROOT)}")
    return int(any(codes.values()))


def check_machine() -> None:
    """Raise `Stop` unless a machine can be made here; as root, install what is missing."""
    if sys.platform != "linux":
        raise Stop("./run bare needs Linux.")
    if os.geteuid() != 0:
        raise Stop("./run bare makes a chroot, which needs root. Type:  sudo ./run bare")
    packages = [package for program, package in NEEDED.items() if not shutil.which(program)]
    if packages and not shutil.which("apt-get"):
        raise Stop(f"./run bare needs {', '.join(packages)}. Install them, then type ./run bare again.")
    if packages:
        with step(f"system packages ({' '.join(packages)})"):
            for words in (["update"], ["install", "-y", *packages]):
                quietly(["apt-get", *words], AGAIN, DEBIAN_FRONTEND="noninteractive")
    if subprocess.run(["git", "diff", "--quiet", "HEAD"], cwd=ROOT).returncode:
        say("Uncommitted changes are left out: the last commit is tested.")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Have build/bare to ourselves; raise `Stop` if another ./run bare is using it."""
    HOME.mkdir(parents=True, exist_ok=True)
    HOME.chmod(0o700)
    with open(HOME / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Stop("Another ./run bare is running here. Wait for it, then type ./run bare again.") from None
        for part in PARTS:
            bare_host.forget(HOME / part)  # of one that was killed
        yield


def base_system(fresh: bool, times: list[tuple[str, str, float]]) -> Path:
    """Return the archive of a minimal Debian with python3, of this machine's release; made once and kept."""
    suite, sources = bare_host.debian()
    kept = HOME / f"{suite}.tar"
    if kept.exists() and not fresh:
        return kept
    began = time.monotonic()
    folder = HOME / "base"
    remove(folder)
    with step(f"minimal Debian ({suite})"):
        # Signed by Debian: debootstrap checks it with the key ring of this machine.
        options = ["--variant=minbase", "--include=python3", f"--components={sources[0].components.replace(' ', ',')}"]
        debootstrap = ["debootstrap", *options, suite, str(folder), sources[0].address]
        quietly(debootstrap, AGAIN, DEBIAN_FRONTEND="noninteractive")
        shutil.rmtree(folder / "var/cache/apt/archives", ignore_errors=True)
        partial = kept.with_suffix(".partial")
        quietly(["tar", "--numeric-owner", "-C", str(folder), "-cf", str(partial), "."], AGAIN)
        partial.rename(kept)
    remove(folder)
    times.append(("both", "download a minimal Debian (kept in build/bare)", time.monotonic() - began))
    return kept


@contextlib.contextmanager
def machine(part: str, base: Path, keep: bool, times: list[tuple[str, str, float]]) -> Iterator[Path]:
    """A new machine with the last commit on it; deleted at the end, whatever happens, unless it is to be kept."""
    folder = HOME / part
    began = time.monotonic()
    remove(folder)
    with step(f"machine for {part}"):
        folder.mkdir(mode=0o755)
        quietly(["tar", "--numeric-owner", "-C", str(folder), "-xf", str(base)], "Type:  ./run bare --fresh")
        copy_project(folder / "srv" / "bungalow")
    times.append((part, "unpack the machine", time.monotonic() - began))
    try:
        yield folder
    finally:
        bare_host.forget(folder)
        if keep:
            say(f"Kept, without this machine's network settings: {folder.relative_to(ROOT)}")
        else:
            remove(folder)


def copy_project(to: Path) -> None:
    to.mkdir(parents=True)
    with subprocess.Popen(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "-C", to, "-xf", "-"], stdin=archive.stdout, check=True)
    if archive.returncode:
        raise Stop("git archive HEAD failed: ./run bare tests the last commit of a clone.")


def enter(part: str, folder: Path, rest: list[str], times: list[tuple[str, str, float]]) -> int:
    """Run a part in a process with its own mounts and process ids: both end with it, even if it is killed."""
    bare_host.lend(folder)
    inside = [sys.executable, str(ROOT / "run"), "bare", "--only", part, *rest]
    # The shell is process 1 there and reaps orphans, as init does on a real machine.
    command = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "sh", "-c"]
    measured = HOME / f"{part}.times"
    measured.unlink(missing_ok=True)
    environment = os.environ | {INSIDE: "1"}
    process = subprocess.Popen(
        [*command, f"{shlex.join(inside)}; exit $?"], env=environment, preexec_fn=tied_to_us(signal.SIGKILL)
    )
    try:
        code = process.wait()
    except BaseException:
        process.kill()  # unshare ignores anything less, and takes everything inside with it
        process.wait()
        raise
    finally:
        if measured.exists():
            for line in measured.read_text().splitlines():
                seconds, name = line.split("\t")
                times.append((part, name, float(seconds)))
    return code


def remove(folder: Path) -> None:
    """Delete a machine, but never through a mount."""
    if not folder.exists():
        return
    inside = f" {folder}/"
    if inside in mounts():
        raise Stop(f"Something is still mounted in {folder}. Unmount it, then type ./run bare again.")
    shutil.rmtree(folder)


def mounts() -> str:
    return Path("/proc/mounts").read_text()


def print_times(times: list[tuple[str, str, float]]) -> None:
    if not times:
        return
    width = max(len(name) for _, name, _ in times)
    say(f"\n{'part':<5} {'step':<{width}}  time")
    for part, name, seconds in times:
        say(f"{part:<5} {name:<{width}}  {int(seconds) // 60}:{int(seconds) % 60:02} min")
