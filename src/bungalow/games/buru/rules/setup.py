"""Setup of a table (rules, part 3). Hot code."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Game
from bungalow.core.random import Random
from bungalow.games.buru.guess import cards_of, count_bits
from bungalow.games.buru.rules.deeds import (
    draw_islander,
)
from bungalow.games.buru.rules.round import BEGIN
from bungalow.games.buru.state import (
    MAT,
    MORE,
    OWN,
    REGIONS,
    ROW,
    Buru,
    Moments,
)
from bungalow.games.buru.tables import Prepared

RANDOM_SIDE: Final[i64] = -1
"""An altar whose side is left to chance; else 0 for a, 1 for b."""


def set_up(
    game: Game, box: Prepared, moments: Moments, seats: i64, lawan: i64, longer: bool, sides: vec[i64], random: Random
) -> Buru:
    """Mats, totems, rows, altars, decks. Lawan take the last seats, A before B (BU-13.2)."""
    table = Buru()
    table.begin(game, seats, random)
    table.box = box
    table.moments = moments
    table.humans = seats - lawan
    table.own = vec[i64]([0] * (seats * OWN))
    for human in range(table.humans):
        table.own[human * OWN + MAT] = box.ordinary
    table.bids = vec[i64]([0] * (seats * box.tokens))
    table.spaces = vec[i64]([NONE] * box.space_count)
    table.orders = vec[i64]([0] * (box.region_list[len(box.region_list) - 1] + 1))
    table.totems = vec[i64]([NONE] * box.spirit_count)
    table.recruited = vec[i64]([NONE] * (count_bits(box.islander_set) + 1))
    table.more = vec[i64]()
    lay_islanders(table)
    lay_altars(table, sides)
    table.elder_deck = shuffled(table, box.elder_set)
    table.elder_count = len(table.elder_deck)
    table.elder_by = vec[i64]([NONE] * table.elder_count)
    table.forest_count = len(box.forest_bag)
    table.forest_deck = shuffled(table, BIT[table.forest_count] - 1)
    table.decree_deck = shuffled(table, box.decree_set)
    table.decree_end = box.decrees_long if longer else box.decrees
    table.rounds = table.decree_end // box.decrees_per_round
    table.emissary = NONE
    table.plot_deck = vec[i64]()
    table.push(BEGIN)
    if box.modules > 0:
        table.more = vec[i64]([0] * (seats * MORE) + [NONE] * (2 * REGIONS))
    for module in moments.setup:
        module.setup(table)
    return table


def shuffled(table: Buru, cards: i64) -> vec[i64]:
    """A shuffled deck of a set of cards."""
    count = count_bits(cards)
    deck = cards_of(cards, count)
    table.shuffle(deck, count)
    return deck


def lay_islanders(table: Buru) -> None:
    """Shuffle the Islanders and reveal the recruitment row."""
    table.islander_deck = shuffled(table, table.box.islander_set)
    table.islander_count = len(table.islander_deck)
    table.row = vec[i64]([NONE] * ROW)
    for slot in range(ROW):
        table.row[slot] = draw_islander(table)


def lay_altars(table: Buru, sides: vec[i64]) -> None:
    """A side for each altar, as chosen or by chance, and its shuffled Tribute deck."""
    box = table.box
    starts = box.tribute_start
    table.altar_side = vec[i64]([0] * box.spirit_count)
    table.altar_cost = vec[i64]([0] * (box.spirit_count * 3))
    table.tribute_deck = vec[i64]([NONE] * starts[box.spirit_count])
    table.tribute_left = vec[i64]([0] * box.spirit_count)
    for spirit in range(box.spirit_count):
        if box.spirit_set & BIT[spirit] == 0:
            continue
        side = sides[spirit]
        table.altar_side[spirit] = table.below(2) if side == RANDOM_SIDE else side
        for i in range(3):
            table.altar_cost[spirit * 3 + i] = box.altar_cost[(spirit * 2 + table.altar_side[spirit]) * 3 + i]
        first = starts[spirit]
        deck = shuffled(table, BIT[starts[spirit + 1] - first] - 1)
        for j in range(len(deck)):
            table.tribute_deck[first + j] = first + deck[j]
        table.tribute_left[spirit] = len(deck)
