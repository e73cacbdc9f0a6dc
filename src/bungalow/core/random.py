"""Random numbers that live in the state: sfc32, so a record replays for ever and on any machine.

sfc32 (Chris Doty-Humphrey, PractRand) has 96 bits of chaotic state and a 32-bit counter. A seed is the
whole 128 bits; small seeds are spread by the first rounds, which are thrown away.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

M32: Final[i64] = 0xFFFFFFFF
WARM_UP_ROUNDS: Final[i64] = 20


class Random:
    """One stream of random numbers: four 32-bit words."""

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        self.a: i64 = a & M32
        self.b: i64 = b & M32
        self.c: i64 = c & M32
        self.counter: i64 = counter & M32

    def word(self) -> i64:
        """The next 32 random bits."""
        b = self.b
        c = self.c
        counter = self.counter
        out = (self.a + b + counter) & M32
        self.counter = (counter + 1) & M32
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & M32
        self.c = (((c << 21) & M32 | (c >> 11)) + out) & M32
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n-1, each exactly equally likely (Lemire's method); n is at most 2^29."""
        product = self.word() * n
        low = product & M32
        if low < n:
            unfair = (0x100000000 - n) % n
            while low < unfair:
                product = self.word() * n
                low = product & M32
        return product >> 32

    def shuffle(self, items: vec[i64], count: i64) -> None:
        """Bring the first `count` items into random order."""
        self.shuffle_part(items, 0, count)

    def shuffle_part(self, items: vec[i64], first: i64, end: i64) -> None:
        """Bring the items from place `first` to before `end` into random order (Fisher-Yates).

        The numbers are those of `below`, made here because every iteration of a search deals whole decks anew.
        """
        a = self.a
        b = self.b
        c = self.c
        counter = self.counter
        left = end - first
        while left > 1:
            word = (a + b + counter) & M32
            counter = (counter + 1) & M32
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & M32
            c = (((c << 21) & M32 | (c >> 11)) + word) & M32
            product = word * left
            low = product & M32
            if low < left and low < (0x100000000 - left) % left:
                continue  # an unfair number, as in `below`: take the next
            left -= 1
            j = first + (product >> 32)
            kept = items[first + left]
            items[first + left] = items[j]
            items[j] = kept
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def copy(self) -> "Random":
        """The same stream, to be read on independently."""
        return Random(self.a, self.b, self.c, self.counter)

    def spawn(self) -> "Random":
        """A new stream whose numbers tell nothing about this one's."""
        return Random(self.word(), self.word(), self.word(), self.word())

    def digest(self, h: i64) -> i64:
        return mix(mix(mix(mix(h, self.a), self.b), self.c), self.counter)


def seeded(seed: int) -> Random:
    """The stream of a seed of up to 128 bits."""
    if not 0 <= seed < 1 << 128:
        raise ValueError(f"a seed is a number from 0 to 2^128 - 1, not {seed}")
    mask = (1 << 32) - 1
    stream = Random(seed & mask, seed >> 32 & mask, seed >> 64 & mask, seed >> 96)
    for _i in range(WARM_UP_ROUNDS):
        stream.word()
    return stream


def mix(h: i64, x: i64) -> i64:
    """Fold one number into a running 32-bit checksum."""
    h = ((h ^ (x & M32)) * 0x1B873593) & M32
    return h ^ (h >> 15)


def mix_all(h: i64, items: vec[i64]) -> i64:
    """Fold an array and its length into a running checksum."""
    h = mix(h, len(items))
    for x in items:
        h = ((h ^ (x & M32)) * 0x1B873593) & M32
        h ^= h >> 15
    return h
