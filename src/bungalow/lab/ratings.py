"""How strong bots are, from games between them: Elo with intervals, and the sequential test of one against another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

ELO = 400 / math.log(10)
STEPS = 200
DRAW_TO_EVEN = 0.5
"""What each bot is taken to have won of one game against the average bot: keeps whoever won all on the scale."""
SURE = 1.96
"""Standard errors to either side that hold 95 of 100."""


class Duel(NamedTuple):
    """One bot finished before another in a game: `share` 1, or 0.5 for a tie. The weights of a game add up to 1."""

    better: int
    other: int
    share: float
    weight: float


@dataclass(frozen=True)
class Rating:
    """Elo relative to the mean of all bots; the true value lies within `low` and `high` in 95 of 100 cases."""

    elo: float
    low: float
    high: float


def duels(seats: Sequence[int], ranks: Sequence[int]) -> list[Duel]:
    """What a game of any number of seats tells: who of each two bots did better.

    `seats` holds the bot of each seat that bots play; these come first.
    """
    pairs = [
        (a, b) for a in range(len(seats)) for b in range(a + 1, len(seats)) if seats[a] != seats[b]
    ]  # two seats of one bot tell nothing
    found = []
    for a, b in pairs:
        share = 0.5 if ranks[a] == ranks[b] else 1.0
        better, other = (a, b) if ranks[a] <= ranks[b] else (b, a)
        found.append(Duel(seats[better], seats[other], share, 1 / len(pairs)))
    return found


def rate(bots: int, games: Sequence[Sequence[Duel]]) -> list[Rating]:
    """Bradley-Terry strengths; intervals from how sharply the results tell them apart."""
    met = [[0.0] * bots for _ in range(bots)]
    won = [DRAW_TO_EVEN] * bots
    for game in games:
        for duel in game:
            won[duel.better] += duel.weight * duel.share
            won[duel.other] += duel.weight * (1 - duel.share)
            met[duel.better][duel.other] += duel.weight
            met[duel.other][duel.better] += duel.weight
    power = powers(won, met)
    return [
        Rating(ELO * math.log(mine), ELO * (math.log(mine) - SURE * doubt), ELO * (math.log(mine) + SURE * doubt))
        for mine, doubt in zip(power, doubts(power, met), strict=True)
    ]


def powers(won: Sequence[float], met: Sequence[Sequence[float]]) -> list[float]:
    """The strengths that make these results most likely (minorisation-maximisation, Hunter 2004), around 1."""
    bots = range(len(won))
    power = [1.0 for _ in bots]
    for _ in range(STEPS):
        power = [
            won[a]
            / (2 * DRAW_TO_EVEN / (power[a] + 1) + sum(met[a][b] / (power[a] + power[b]) for b in bots if b != a))
            for a in bots
        ]
        mean = math.exp(sum(map(math.log, power)) / len(won))
        power = [value / mean for value in power]
    return power


def doubts(power: Sequence[float], met: Sequence[Sequence[float]]) -> list[float]:
    """The standard error of each strength's logarithm, relative to the mean of all: from the inverse of the information
    that the games hold, the drawn one against the average bot among them."""
    bots = range(len(power))
    information = [[0.0 for _ in bots] for _ in bots]
    for a in bots:
        information[a][a] += 2 * DRAW_TO_EVEN * spread(power[a], 1.0)
        for b in bots:
            known = met[a][b] * spread(power[a], power[b])
            information[a][a] += known
            information[a][b] -= known
    together = inverse(information)
    rows = [sum(row) / len(power) for row in together]
    whole = sum(rows) / len(power)
    return [math.sqrt(max(0.0, together[a][a] - 2 * rows[a] + whole)) for a in bots]


def spread(one: float, other: float) -> float:
    """The variance of a game between two."""
    return one * other / (one + other) ** 2


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of a symmetric positive matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(a == b) for b in range(size))] for a, row in enumerate(matrix)]
    for a in range(size):
        rows[a] = [value / rows[a][a] for value in rows[a]]
        for b in range(size):
            if b != a:
                rows[b] = [mine - rows[b][a] * theirs for mine, theirs in zip(rows[b], rows[a], strict=True)]
    return [row[size:] for row in rows]


@dataclass
class SequentialTest:
    """Wald's test of "wins a share of 65 %" against "wins 50 %", errors of 5 % each."""

    even: float = 0.50
    better: float = 0.65
    error: float = 0.05
    evidence: float = 0.0
    """The logarithm of how much more likely the results are if the bot is better."""
    games: int = 0
    wins: float = 0.0

    def add(self, share: float) -> None:
        """A game: 1 won, 0 lost, between them a tie."""
        self.games += 1
        self.wins += share
        self.evidence += share * math.log(self.better / self.even)
        self.evidence += (1 - share) * math.log((1 - self.better) / (1 - self.even))

    @property
    def verdict(self) -> str:
        """`better`, `not better` (even, or worse), or `open` when more games are needed."""
        limit = math.log((1 - self.error) / self.error)
        if self.evidence >= limit:
            return "better"
        return "not better" if self.evidence <= -limit else "open"
