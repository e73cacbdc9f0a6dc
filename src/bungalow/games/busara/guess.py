"""Dealing hidden Virtues and cards anew, for the guesses of `state.py`.

Hot code. What is dealt depends on public knowledge and the random numbers alone.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.core.random import Random
from bungalow.games.busara.realm import VIRTUES, Realm

TRIES: Final[i64] = 60
"""A deal that fits all that is known is looked for so often."""


def follows(before: Realm, now: Realm, concealed: i64) -> bool:
    """All that has changed in those seats' Virtues since `before` was public."""
    return before.hidden & concealed == concealed and before.unseen == now.unseen


def redeal_realm(realm: Realm, concealed: i64, seats: i64, random: Random) -> None:
    """Deal the Virtues of the concealed seats anew; which types are in supply at all stays as it is (BS-R27)."""
    some = vec[i64]([0] * VIRTUES)
    pool = vec[i64]([0] * VIRTUES)
    for virtue in range(VIRTUES):
        some[virtue] = 1 if realm.supply[virtue] > 0 else 0
        pool[virtue] = realm.supply[virtue]
        for seat in range(seats):
            if concealed & BIT[seat] != 0:
                pool[virtue] += realm.virtues[seat * VIRTUES + virtue]
    for _ in range(TRIES):
        dealt = realm.virtues[:]
        left = pool[:]
        if deal_virtues(realm, concealed, seats, some, left, dealt, random):
            realm.virtues = dealt
            realm.supply = left
            return


def deal_virtues(
    realm: Realm, concealed: i64, seats: i64, some: vec[i64], left: vec[i64], dealt: vec[i64], random: Random
) -> bool:
    """One try: each seat gets its total within its bounds; what is `left` is the supply."""
    for seat in range(seats):
        if concealed & BIT[seat] == 0:
            continue
        low = vec[i64]([0] * VIRTUES)
        high = vec[i64]([0] * VIRTUES)
        missing = realm.riches[seat]
        room: i64 = 0
        for virtue in range(VIRTUES):
            later_least: i64 = 0
            later_most: i64 = 0
            for other in range(seat + 1, seats):
                if concealed & BIT[other] != 0:
                    later_least += realm.least[other * VIRTUES + virtue]
                    later_most += realm.most[other * VIRTUES + virtue]
            at = seat * VIRTUES + virtue
            low[virtue] = realm.least[at]
            high[virtue] = realm.most[at]
            if high[virtue] > left[virtue] - later_least - some[virtue]:
                high[virtue] = left[virtue] - later_least - some[virtue]
            if some[virtue] == 0 and low[virtue] < left[virtue] - later_most:
                low[virtue] = left[virtue] - later_most
            if low[virtue] > high[virtue]:
                return False
            missing -= low[virtue]
            room += high[virtue] - low[virtue]
        if missing < 0 or room < missing:
            return False
        while missing > 0:
            virtue = random.below(VIRTUES)
            if low[virtue] < high[virtue]:
                low[virtue] += 1
                missing -= 1
        for virtue in range(VIRTUES):
            dealt[seat * VIRTUES + virtue] = low[virtue]
            left[virtue] -= low[virtue]
    return True


def unknown_of(count: i64, taken: i64) -> vec[i64]:
    """The numbers below `count` that are not in the bit set, ascending."""
    size: i64 = 0
    for number in range(count):
        if taken & BIT[number] == 0:
            size += 1
    pool = vec[i64]([0] * size)
    at: i64 = 0
    for number in range(count):
        if taken & BIT[number] == 0:
            pool[at] = number
            at += 1
    return pool


def deal_pair(dealt: vec[i64], seat: i64, one: i64, other: i64) -> None:
    """Two cards to a seat, the lower first."""
    dealt[2 * seat] = one if one < other else other
    dealt[2 * seat + 1] = other if one < other else one
