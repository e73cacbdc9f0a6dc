"""A console whose closed pipe is an ordinary error. Imported late: rich takes time to import."""

from __future__ import annotations

import errno

from rich.console import Console


class Screen(Console):
    """rich would end the program when the reader of a pipe goes away, before a game can be saved."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, "nobody reads the output")
