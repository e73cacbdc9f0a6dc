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


def fill(pool: vec[i64], cards: i64, random: Random) -> i64:
    """A pool of the cards of a bit set in random order, dealt from its end; their number comes back."""
    count = write_cards(cards, pool, 0)
    random.shuffle(pool, count)
    return count


def hand(pool: vec[i64], left: i64, count: i64) -> i64:
    """The last so many of the cards that are left in a pool, as a bit set."""
    cards: i64 = 0
    for i in range(left - count, left):
        cards |= BIT[pool[i]]
    return cards
