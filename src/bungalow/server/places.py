"""How many sockets there may be: of each guest, of each address and in all, with places kept for those who play.

A browser first greets: until it has said hello nobody knows who it is. Such sockets have places of their own, and the
one that has waited longest gives way to a new one. Then it has a place among all others; if there is none left, a guest
who sits at the table is given that of the watcher who has been there longest.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from bungalow.core.contract import SPECTATOR
from bungalow.server.budget import is_local, place_of
from bungalow.server.connection import Connection
from bungalow.server.problems import CROWDED
from bungalow.server.settings import Limits

GIVE_WAY = "there are too many watchers; your place was given to a player"


class Greeting:
    """A socket that has not said hello."""

    def __init__(self, address: str) -> None:
        self.place = place_of(address)
        self.gave_way = False
        """It was closed in favour of another."""
        self._task = asyncio.current_task()

    def give_way(self) -> None:
        self.gave_way = True
        if self._task is not None:
            self._task.cancel()


class Places:
    """All sockets of this process."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.total = limits.sockets
        self._greeting: dict[Greeting, None] = {}
        self._greeting_at: Counter[str] = Counter()
        self._players: dict[Connection, None] = {}
        self._watchers: dict[Connection, None] = {}
        self._guests: Counter[str] = Counter()
        self._watching_from: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._greeting) + len(self._players) + len(self._watchers)

    # -- before hello ---------------------------------------------------------------------------------------------

    def greet(self, address: str) -> Greeting | None:
        """Return a place for a socket that has yet to say hello, or None if its address has too many of them."""
        newcomer = Greeting(address)
        if self._greeting_at[newcomer.place] >= self._share(address) * self._limits.sockets_greeting:
            return None
        if len(self._greeting) >= self.total // 4:
            longest = next(iter(self._greeting))
            self.greeted(longest)
            longest.give_way()
        self._greeting[newcomer] = None
        self._greeting_at[newcomer.place] += 1
        return newcomer

    def greeted(self, greeting: Greeting) -> None:
        """It has said hello, or is gone."""
        if greeting in self._greeting:
            del self._greeting[greeting]
            _less(self._greeting_at, greeting.place)

    # -- after hello ----------------------------------------------------------------------------------------------

    def admit(self, connection: Connection, *, seated: bool) -> bool:
        """Give a browser a place, and return whether there was one. `seated`: its guest sits at the table."""
        limits, payer = self._limits, connection.payer
        share = self._share(payer.address)
        if payer.guest is not None and self._guests[payer.guest] >= share * limits.sockets_per_guest:
            return False
        if seated:
            if len(self._players) + len(self._watchers) >= self.total and not self._make_room():
                return False
            self._players[connection] = None
        else:
            if self._watching_from[payer.place] >= share * limits.sockets_per_address:
                return False
            if len(self._players) + len(self._watchers) >= self.total:
                return False
            if len(self._watchers) >= self.total * (1.0 - limits.sockets_kept):
                return False
            self._watchers[connection] = None
            self._watching_from[payer.place] += 1
        if payer.guest is not None:
            self._guests[payer.guest] += 1
        return True

    def leave(self, connection: Connection) -> None:
        if connection in self._watchers:
            del self._watchers[connection]
            _less(self._watching_from, connection.payer.place)
        elif connection in self._players:
            del self._players[connection]
        else:
            return
        if connection.payer.guest is not None:
            _less(self._guests, connection.payer.guest)

    def _make_room(self) -> bool:
        """Close the watcher who has been there longest, one without a name if there is one."""
        watching = [each for each in self._watchers if each.viewers == [SPECTATOR]]  # others sat down since
        found = next((each for each in watching if each.guest is None), watching[0] if watching else None)
        if found is None:
            return False
        self.leave(found)
        found.close(CROWDED, GIVE_WAY)
        return True

    def _share(self, address: str) -> float:
        return self._limits.local_share if is_local(address) else 1.0


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
