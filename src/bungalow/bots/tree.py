"""The tree of a search, in arrays: what was tried after what, how often, and how well it went."""

from math import log
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

ROOT: Final[i64] = 0
NO_NODE: Final[i64] = -1
SEAT_BITS: Final[i64] = 3
OPTION_BITS: Final[i64] = 40
LOGS: Final = vec[float]([0.0] + [log(count) for count in range(1, 4096)])
"""Logarithms of the counts that nearly all nodes have."""


def move_key(kind: i64, option: i64, seat: i64) -> i64:
    """One number for a move: the same option of another question, or of another seat, is another move."""
    return ((kind << OPTION_BITS) | option) << SEAT_BITS | seat


def option_of(key: i64) -> i64:
    return (key >> SEAT_BITS) & ((2**40) - 1)


def seat_of(key: i64) -> i64:
    return key & 7


class Tree:
    """Nodes by number. A node stands for the moves that lead to it, whatever the hidden things were."""

    def __init__(self) -> None:
        self.key: vec[i64] = vec[i64]([0])
        self.visits: vec[float] = vec[float]([0.0])
        """A whole number, as a float because results are divided by it."""
        self.chances: vec[i64] = vec[i64]([0])
        """How often the move was possible when its parent was visited."""
        self.total: vec[float] = vec[float]([0.0])
        """The sum of results, for the seat that made the move."""
        self.promise: vec[float] = vec[float]([0.0])
        """How good the move looked before it was tried, on the scale of the heuristic."""
        self.first: vec[i64] = vec[i64]([NO_NODE])
        self.next: vec[i64] = vec[i64]([NO_NODE])

    def add(self, parent: i64, key: i64, promise: float) -> i64:
        """A new child, among its siblings by its key: options are ascending too, so one walk finds all of them."""
        node: i64 = len(self.key)
        self.key = append(self.key, key)
        self.visits = append(self.visits, 0.0)
        self.chances = append(self.chances, 0)
        self.total = append(self.total, 0.0)
        self.promise = append(self.promise, promise)
        self.first = append(self.first, NO_NODE)
        before: i64 = NO_NODE
        after = self.first[parent]
        while after != NO_NODE and self.key[after] < key:
            before = after
            after = self.next[after]
        self.next = append(self.next, after)
        if before == NO_NODE:
            self.first[parent] = node
        else:
            self.next[before] = node
        return node

    def child(self, parent: i64, key: i64) -> i64:
        node = self.first[parent]
        while node != NO_NODE and self.key[node] != key:
            node = self.next[node]
        return node

    def mean(self, node: i64) -> float:
        """The mean result of a node that was visited."""
        return self.total[node] / self.visits[node]

    def below(self, node: i64) -> "Tree":
        """The part of the tree that begins at a node, as a tree of its own."""
        part = Tree()
        part.visits[ROOT] = self.visits[node]
        self.copy_children(node, part, ROOT)
        return part

    def copy_children(self, node: i64, part: "Tree", into: i64) -> None:
        child = self.first[node]
        while child != NO_NODE:
            new = part.add(into, self.key[child], self.promise[child])
            part.visits[new] = self.visits[child]
            part.chances[new] = self.chances[child]
            part.total[new] = self.total[child]
            self.copy_children(child, part, new)
            child = self.next[child]
