"""Starting, stopping and killing real server processes, for tests and load."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType

from tools.processes import tied_to_us

ADDRESS = re.compile(r"http://localhost:(\d+)")


class ServerProcess:
    """`bungalow serve` on a free port; `address` is where it listens."""

    def __init__(
        self,
        data: Path,
        database: str = "",
        *arguments: str,
        module: str = "bungalow.server.serve",
        log: Path | None = None,
    ) -> None:
        self.data = data
        self.database = database
        self.arguments = arguments
        self.module = module
        self.log = log or data / "server.log"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", self.module, "--port", "0", "--data", str(self.data)]
        command += ["--requests-per-minute", "1000000", *self.arguments]
        environment = {key: value for key, value in os.environ.items() if key != "BUNGALOW_DATABASE"}
        if self.database:
            environment["BUNGALOW_DATABASE"] = self.database
        self.data.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                preexec_fn=tied_to_us(),
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = ADDRESS.search(line)
        if not found:
            self.process.kill()
            raise RuntimeError(f"the server did not start: {line} {self.log.read_text()}")
        self.address = f"http://127.0.0.1:{found[1]}"

    def stop(self) -> int:
        """As Ctrl-C does; the exit code comes back."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=15)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=15)

    def errors(self) -> str:
        return self.log.read_text()

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.stop()
