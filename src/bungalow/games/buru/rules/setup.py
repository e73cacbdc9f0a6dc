"""Setup of a table (rules, part 3). Hot code."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Game
from bungalow.core.random import Random
from bungalow.games.buru.rules.deeds import (
    draw_islander,
)
from bungalow.games.buru.rules.round import ALL_EXPLORERS, DAWN_STEP
from bungalow.games.buru.state import (
    EXPLORERS,
    FISH,
    MAT,
    OWN,
    REGIONS,
    ROW,
    SPACES,
    SPIRITS,
    Buru,
    Moments,
    cards_of,
)
from bungalow.games.buru.tables import Prepared

RANDOM_SIDE: Final[i64] = -1
"""An altar whose side is left to chance; else 0 for a, 1 for b."""


def set_up(
    game: Game, box: Prepared, moments: Moments, seats: i64, lawan: i64, longer: bool, sides: vec[i64], random: Random
) -> Buru:
    """Mats, totems, rows, altars, decks, first Emissary and fish. Lawan take the last seats, A before B (BU-13.2)."""
    table = Buru()
    table.begin(game, seats, random)
    table.box = box
    table.moments = moments
    table.humans = seats - lawan
    table.own = vec[i64]([0] * (seats * OWN))
    for human in range(table.humans):
        table.own[human * OWN + MAT] = ALL_EXPLORERS
    table.bids = vec[i64]([0] * (seats * EXPLORERS))
    table.spaces = vec[i64]([NONE] * (REGIONS * SPACES))
    table.orders = vec[i64]([0] * REGIONS)
    table.totems = vec[i64]([NONE] * SPIRITS)
    table.recruited = vec[i64]([NONE] * (len(box.islander_cost) + 1))
    lay_islanders(table)
    lay_altars(table, sides)
    table.elder_count = len(box.elder_esteem) // 2
    table.elder_deck = shuffled(table, table.elder_count)
    table.elder_by = vec[i64]([NONE] * table.elder_count)
    table.forest_count = len(box.forest_bag)
    table.forest_deck = shuffled(table, table.forest_count)
    table.decree_deck = shuffled(table, len(box.decree_program))
    table.decree_end = box.decrees_long if longer else box.decrees
    table.rounds = table.decree_end // box.decrees_per_round
    table.emissary = table.below(table.humans)  # BU-13.3: never a Lawan
    for seat in range(seats):
        table.own[seat * OWN + FISH] = box.fish_emissary if seat == table.emissary else box.fish_others
    table.plot_count = len(box.plot_bag)
    table.plot_deck = shuffled(table, table.plot_count)
    table.push(DAWN_STEP)
    return table


def shuffled(table: Buru, count: i64) -> vec[i64]:
    """A shuffled deck of that many cards."""
    deck = cards_of(BIT[count] - 1, count)
    table.shuffle(deck, count)
    return deck


def lay_islanders(table: Buru) -> None:
    """Shuffle the Islanders and reveal the recruitment row."""
    table.islander_count = len(table.box.islander_cost)
    table.islander_deck = shuffled(table, table.islander_count)
    table.row = vec[i64]([NONE] * ROW)
    for slot in range(ROW):
        table.row[slot] = draw_islander(table)


def lay_altars(table: Buru, sides: vec[i64]) -> None:
    """A side for each altar, as chosen or by chance, and its shuffled Tribute deck."""
    starts = table.box.tribute_start
    table.altar_side = sides[:]
    table.altar_cost = vec[i64]([0] * (SPIRITS * 3))
    table.tribute_deck = vec[i64]([NONE] * starts[SPIRITS])
    table.tribute_left = vec[i64]([0] * SPIRITS)
    for spirit in range(SPIRITS):
        if sides[spirit] == RANDOM_SIDE:
            table.altar_side[spirit] = table.below(2)
        for i in range(3):
            table.altar_cost[spirit * 3 + i] = table.box.altar_cost[(spirit * 2 + table.altar_side[spirit]) * 3 + i]
        count = starts[spirit + 1] - starts[spirit]
        deck = shuffled(table, count)
        for j in range(count):
            table.tribute_deck[starts[spirit] + j] = starts[spirit] + deck[j]
        table.tribute_left[spirit] = count
