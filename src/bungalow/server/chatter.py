"""How much may be written in the chat, so that nobody is drowned out."""

from __future__ import annotations

from bungalow.server.budget import Buckets
from bungalow.server.clock import Clock
from bungalow.server.problems import TooFast
from bungalow.server.settings import Limits


class Chatter:
    """Counts lines of chat: of each guest, and of all together who do not sit at a table."""

    def __init__(self, clock: Clock, limits: Limits) -> None:
        self._limits = limits
        self._guests = Buckets(clock)
        self._tables = Buckets(clock)

    def count(self, guest: str, table: str, *, seated: bool) -> None:
        """Count a line. Raises `TooFast` if it is one too many; those who sit there never pay for strangers."""
        limits = self._limits
        # A guest's lines as a player and as a watcher elsewhere are counted apart: neither silences the other.
        own = self._guests.of(f"{guest} {table if seated else ''}", limits.chat_rate, limits.chat_burst)
        if not own.has(1.0):
            raise TooFast("you are writing too fast; wait a few seconds")
        if not seated:
            shared = self._tables.of(table, limits.strangers_rate, limits.strangers_burst)
            if not shared.take():
                raise TooFast("too many watchers are writing here; try again in a minute")
        own.take()
