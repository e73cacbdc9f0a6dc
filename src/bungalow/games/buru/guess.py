"""Sets of cards, and dealing hidden ones anew for the guesses of `state.py`.

Hot code. What is dealt depends on the set of the unknown cards and the random numbers alone.
"""

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.core.random import Random, mix


def count_bits(cards: i64) -> i64:
    """How many cards a bit set holds."""
    count: i64 = 0
    while cards != 0:
        cards &= cards - 1
        count += 1
    return count


def cards_of(cards: i64, size: i64) -> vec[i64]:
    """The cards of a bit set, ascending, in an array of at least that size."""
    out = vec[i64]([NONE] * size)
    count: i64 = 0
    card: i64 = 0
    while cards != 0:
        if cards & 1 == 1:
            out[count] = card
            count += 1
        cards >>= 1
        card += 1
    return out


def shuffled_set(cards: i64, random: Random) -> vec[i64]:
    """The cards of a bit set in random order."""
    count = count_bits(cards)
    pool = cards_of(cards, count)
    random.shuffle(pool, count)
    return pool


def dealt_anew(deck: vec[i64], count: i64, random: Random) -> vec[i64]:
    """The first `count` cards of a deck in another order, which depends on the set of them alone."""
    cards: i64 = 0
    for i in range(count):
        cards |= BIT[deck[i]]
    pool = cards_of(cards, len(deck))
    random.shuffle(pool, count)
    for i in range(count, len(deck)):
        pool[i] = deck[i]
    return pool


def end_dealt_anew(deck: vec[i64], first: i64, random: Random) -> vec[i64]:
    """A deck whose cards from place `first` on have been dealt anew."""
    out = deck[:]
    unseen: i64 = 0
    for i in range(first, len(deck)):
        unseen |= BIT[deck[i]]
    pool = shuffled_set(unseen, random)
    for i in range(first, len(deck)):
        out[i] = pool[i - first]
    return out


def mix_top(h: i64, deck: vec[i64], count: i64) -> i64:
    """Fold the cards that are still in a deck into a checksum."""
    h = mix(h, count)
    for i in range(count):
        h = mix(h, deck[i])
    return h


class Pool:
    """Cards that somebody cannot know, in random order, dealt out one by one."""

    def __init__(self, cards: i64, random: Random) -> None:
        self.cards: vec[i64] = shuffled_set(cards, random)
        self.left: i64 = count_bits(cards)

    def draw(self) -> i64:
        self.left -= 1
        return self.cards[self.left]

    def hand(self, count: i64) -> i64:
        """A bit set of so many cards."""
        cards: i64 = 0
        while count > 0:
            cards |= BIT[self.draw()]
            count -= 1
        return cards
