"""A fair queue: the turns of many groups, the guests in them and their tables share the time of a few workers.

Self-clocked fair queueing at each of the three levels. Every share has a virtual time at which its next turn starts.
The turn that would end first is served next, and its share then starts later by what the turn cost. A share that had
nothing to do starts when the turn served last ends: it has neither credit nor debt. So a group with a thousand turns
delays another group's only turn by about one turn, and a cheap turn does not wait for an expensive one that has not
begun.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
SWEEP = 32
"""Idle shares are forgotten when there are more of them than this."""


class Turn(Generic[T]):
    """Something that waits to be served."""

    def __init__(self, item: T, cost: float, shares: list[Share[T]]) -> None:
        self.item = item
        self.cost = cost
        """What it is expected to cost."""
        self.shares = shares
        """From the root to its table."""
        self.waits = True


class Share(Generic[T]):
    """The root, a group, a guest or a table."""

    def __init__(self) -> None:
        self.start = 0.0
        """The virtual time at which its next turn starts, in its parent's time."""
        self.now = 0.0
        """The virtual time among its children: when the turn served last ends."""
        self.waiting = 0
        self.running = 0
        self.children: dict[str, Share[T]] = {}
        self.turns: list[Turn[T]] = []
        self.sweep_at = SWEEP

    def head(self, most_running: int | None = None) -> Turn[T] | None:
        """Return the turn to serve next. With `most_running`, leave out children that are served that often now."""
        if self.turns:
            return self.turns[0]
        best: Turn[T] | None = None
        ends = 0.0
        for child in self.children.values():
            if child.waiting and (most_running is None or child.running < most_running):
                turn = child.head()
                assert turn is not None
                if best is None or child.start + turn.cost < ends:
                    best, ends = turn, child.start + turn.cost
        return best

    def sweep(self) -> None:
        """Forget children that have nothing to do and would start now anyway."""
        if len(self.children) > self.sweep_at:
            self.children = {
                key: child
                for key, child in self.children.items()
                if child.waiting or child.running or child.start > self.now
            }
            self.sweep_at = max(SWEEP, 2 * len(self.children))


class FairQueue(Generic[T]):
    """Turns that wait, and the shares of those that are being served. One group has at most `most` served at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.root: Share[T] = Share()

    def __len__(self) -> int:
        return self.root.waiting

    def add(self, item: T, path: Sequence[str], cost: float) -> Turn[T]:
        """Let an item wait. The path names its group, its guest and its table."""
        shares = [self.root]
        for key in path:
            parent = shares[-1]
            child = parent.children.setdefault(key, Share())
            if not child.waiting:
                child.start = max(child.start, parent.now)
            shares.append(child)
        turn = Turn(item, cost, shares)
        shares[-1].turns.append(turn)
        for share in shares:
            share.waiting += 1
        return turn

    def remove(self, turn: Turn[T]) -> None:
        """Forget a turn that waits; one that is being served is left alone."""
        if turn.waits:
            self._take(turn)
            self._sweep(turn)

    def next(self) -> Turn[T] | None:
        """Return the turn to serve now, or None. `done` must follow."""
        turn = self.root.head(self.most)
        if turn is None:
            return None
        self._take(turn)
        for parent, child in pairs(turn):
            child.start += turn.cost
            child.running += 1
            parent.now = max(parent.now, child.start)
        return turn

    def done(self, turn: Turn[T], cost: float) -> None:
        """A turn was served and cost this much in fact."""
        for _, child in pairs(turn):
            child.start += cost - turn.cost
            child.running -= 1
        self._sweep(turn)

    def _take(self, turn: Turn[T]) -> None:
        turn.waits = False
        turn.shares[-1].turns.remove(turn)
        for share in turn.shares:
            share.waiting -= 1

    def _sweep(self, turn: Turn[T]) -> None:
        if not self.root.waiting and not any(group.running for group in self.root.children.values()):
            self.root = Share()
            return
        for share in turn.shares:
            share.sweep()


def pairs(turn: Turn[T]) -> Iterator[tuple[Share[T], Share[T]]]:
    return zip(turn.shares[:-1], turn.shares[1:], strict=True)
