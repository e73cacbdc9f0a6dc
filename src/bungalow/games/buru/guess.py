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


def write_cards(cards: i64, out: vec[i64], count: i64) -> i64:
    """Write the cards of a bit set, ascending, behind the first `count` entries; the new count comes back."""
    card: i64 = 0
    while cards != 0:
        out[count] = card  # stays only if the card is in the set: a branch here would be guessed wrong too often
        count += cards & 1
        cards >>= 1
        card += 1
    return count


def cards_of(cards: i64, size: i64) -> vec[i64]:
    """The cards of a bit set, ascending, in an array of at least that size."""
    out = vec[i64]([NONE] * size)
    write_cards(cards, out, 0)
    return out


def shuffled_set(cards: i64, random: Random) -> vec[i64]:
    """The cards of a bit set in random order."""
    count = count_bits(cards)
    pool = cards_of(cards, count)
    random.shuffle(pool, count)
    return pool


def dealt_anew(deck: vec[i64], first: i64, end: i64, random: Random) -> vec[i64]:
    """A deck whose cards from `first` to before `end` are in another order, which depends on the set of them alone."""
    out = deck[:]
    cards: i64 = 0
    for i in range(first, end):
        cards |= BIT[deck[i]]
    write_cards(cards, out, first)
    random.shuffle_part(out, first, end)
    return out


def mix_top(h: i64, deck: vec[i64], count: i64) -> i64:
    """Fold the cards that are still in a deck into a checksum."""
    h = mix(h, count)
    for i in range(count):
        h = mix(h, deck[i])
    return h


class Pool:
    """Cards that somebody cannot know, in random order, dealt out one by one."""

    def __init__(self) -> None:
        self.cards: vec[i64] = vec[i64]([NONE] * len(BIT))
        self.left: i64 = 0

    def fill(self, cards: i64, random: Random) -> None:
        """Begin anew with these cards."""
        self.left = write_cards(cards, self.cards, 0)
        random.shuffle(self.cards, self.left)

    def draw(self) -> i64:
        self.left -= 1
        return self.cards[self.left]

    def deal(self, out: vec[i64], first: i64, end: i64) -> None:
        """Deal to the places from `first` to before `end`."""
        cards = self.cards
        left = self.left
        for i in range(first, end):
            left -= 1
            out[i] = cards[left]
        self.left = left

    def hand(self, count: i64) -> i64:
        """A bit set of so many cards."""
        cards: i64 = 0
        while count > 0:
            cards |= BIT[self.draw()]
            count -= 1
        return cards
