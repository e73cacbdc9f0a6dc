"""sfc32 against an independent implementation and fixed numbers; exact uniformity; streams that stand alone."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.random import Random, mix, mix_all, seeded

seeds = st.integers(0, (1 << 128) - 1)


def sfc32(a: int, b: int, c: int, counter: int, count: int) -> list[int]:
    """Straight from the published C code: `tmp = a + b + counter++; a = b ^ (b >> 9); b = c + (c << 3); ...`."""
    found = []
    for _ in range(count):
        tmp = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = ((c << 21 | c >> 11) % 2**32 + tmp) % 2**32
        found.append(tmp)
    return found


@given(seeds)
def test_words_are_those_of_sfc32(seed: int) -> None:
    a, b, c, counter = [seed >> shift & 0xFFFFFFFF for shift in (0, 32, 64, 96)]
    stream = seeded(seed)
    assert [stream.word() for _ in range(8)] == sfc32(a, b, c, counter, 28)[20:]


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (0, [2091952393, 4208506024, 1017427976, 941733061]),
        (7, [2907021192, 2363770442, 1580630724, 2722525965]),
        ((1 << 128) - 1, [1659126310, 3028377073, 762330931, 4668394]),
    ],
)
def test_golden_vectors(seed: int, words: list[int]) -> None:
    stream = seeded(seed)
    assert [stream.word() for _ in range(4)] == words


def test_raw_stream() -> None:
    stream = Random(1, 2, 3, 4)
    assert [stream.word() for _ in range(3)] == sfc32(1, 2, 3, 4, 3) == [7, 34, 56623200]


@pytest.mark.parametrize("seed", [-1, 1 << 128])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="2\\^128"):
        seeded(seed)


def giving(first: int, second: int = 0) -> Random:
    """A stream whose next two words are these."""
    c = (second - 1) * pow(9, -1, 2**32)  # the second word is 9 c + 1 when b and the counter are 0
    return Random(first, 0, c & 0xFFFFFFFF, 0)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 12, 100])
def test_below_gives_every_number_exactly_as_often(n: int) -> None:
    """Of all 2^32 words, below() maps [k 2^32 / n, (k+1) 2^32 / n) to k and throws the first few of each away.

    Counted at the borders: the accepted words of each result are equally many.
    """
    unfair = 2**32 % n
    counts: Counter[int] = Counter()
    for k in range(n):
        first = -(-k * 2**32 // n)  # the smallest word with word * n >> 32 == k
        last = -(-(k + 1) * 2**32 // n) - 1
        while first * n % 2**32 < unfair:  # these are thrown away
            assert giving(first, 0xFFFFFFFF).below(n) == n - 1
            first += 1
        assert giving(first).below(n) == k == giving(last).below(n)
        counts[k] = last - first + 1
    assert set(counts.values()) == {(2**32 - unfair) // n}


@given(seeds, st.integers(1, 1 << 29))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= seeded(seed).below(n) < n


def test_below_is_spread() -> None:
    stream = seeded(1)
    counts = Counter(int(stream.below(6)) for _ in range(6000))
    assert all(880 < counts[k] < 1120 for k in range(6))


def test_shuffle_keeps_the_items_and_only_touches_the_first() -> None:
    items = vec[i64](range(10))
    seeded(3).shuffle(items, 6)
    assert sorted(list(items)[:6]) == [*range(6)]
    assert list(items)[6:] == [6, 7, 8, 9]


def test_a_part_is_shuffled_where_it_stands() -> None:
    part, whole = vec[i64](range(10)), vec[i64](range(3, 8))
    one, other = seeded(3), seeded(3)
    one.shuffle_part(part, 3, 8)
    other.shuffle(whole, 5)
    assert list(part) == [0, 1, 2, *whole, 8, 9]
    assert one.word() == other.word()


@given(seeds, st.integers(0, 60))
def test_a_shuffle_swaps_by_the_numbers_of_below(seed: int, count: int) -> None:
    items = vec[i64](range(count))
    stream, numbers = seeded(seed), seeded(seed)
    stream.shuffle(items, count)
    swapped = [*range(count)]
    for i in range(count - 1, 0, -1):
        j = int(numbers.below(i + 1))
        swapped[i], swapped[j] = swapped[j], swapped[i]
    assert list(items) == swapped
    assert stream.word() == numbers.word()


def test_a_shuffle_takes_another_number_for_an_unfair_one() -> None:
    """Of three items the word 0 is unfair, as 2^32 is no multiple of 3; it would bring the first to the end."""
    items = vec[i64](range(3))
    giving(0, 0xFFFFFFFF).shuffle(items, 3)
    assert items[2] == 2


def test_every_order_is_equally_likely() -> None:
    stream = seeded(5)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = vec[i64](range(3))
        stream.shuffle(items, 3)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_a_copy_goes_its_own_way_and_a_spawned_stream_differs() -> None:
    stream = seeded(9)
    copy = stream.copy()
    assert [stream.word() for _ in range(3)] == [copy.word() for _ in range(3)]
    spawned = stream.spawn()
    assert [spawned.word() for _ in range(3)] != [stream.word() for _ in range(3)]


@given(st.lists(st.integers(0, 1 << 31), max_size=6), st.integers(0, 5))
def test_a_checksum_sees_a_changed_item_and_the_length(items: list[int], at: int) -> None:
    h = mix_all(1, vec[i64](items))
    assert h != mix_all(1, vec[i64]([*items, 0]))
    if at < len(items):
        changed = [*items[:at], items[at] ^ 1, *items[at + 1 :]]
        assert h != mix_all(1, vec[i64](changed))
    assert 0 <= mix(h, -1) < 1 << 32
