"""How strong bots are, from games between them: Elo with intervals, and the sequential test of one against another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bungalow.core.random import Random, seeded

ELO = 400 / math.log(10)
STEPS = 200
RESAMPLES = 200
DRAW_TO_EVEN = 0.5
"""Half a drawn game of each bot against the average one: keeps a bot that won everything on the scale."""


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
    """What a game of any number of seats tells: who of each two bots did better. `seats` holds the bot of each seat."""
    pairs = [
        (a, b) for a in range(len(seats)) for b in range(a + 1, len(seats)) if seats[a] != seats[b]
    ]  # two seats of one bot tell nothing
    found = []
    for a, b in pairs:
        share = 0.5 if ranks[a] == ranks[b] else 1.0
        better, other = (a, b) if ranks[a] <= ranks[b] else (b, a)
        found.append(Duel(seats[better], seats[other], share, 1 / len(pairs)))
    return found


def rate(bots: int, games: Sequence[Sequence[Duel]], seed: int) -> list[Rating]:
    """Bradley-Terry strengths with bootstrap intervals over whole games; the same seed, the same intervals."""
    middle = strengths(bots, games)
    random = seeded(seed)
    samples = [strengths(bots, resample(games, random)) for _ in range(RESAMPLES)]
    ratings = []
    for bot in range(bots):
        values = sorted(sample[bot] for sample in samples)
        ratings.append(Rating(middle[bot], values[round(0.025 * RESAMPLES)], values[round(0.975 * RESAMPLES) - 1]))
    return ratings


def resample(games: Sequence[Sequence[Duel]], random: Random) -> list[Sequence[Duel]]:
    return [games[int(random.below(len(games)))] for _ in games] if games else []


def strengths(bots: int, games: Sequence[Sequence[Duel]]) -> list[float]:
    """The Elo that makes these results most likely (minorisation-maximisation, Hunter 2004)."""
    won = [DRAW_TO_EVEN] * bots
    met = [[0.0] * bots for _ in range(bots)]
    for game in games:
        for duel in game:
            won[duel.better] += duel.weight * duel.share
            won[duel.other] += duel.weight * (1 - duel.share)
            met[duel.better][duel.other] += duel.weight
            met[duel.other][duel.better] += duel.weight
    power = [1.0] * bots
    for _ in range(STEPS):
        power = [
            won[a]
            / (
                2 * DRAW_TO_EVEN / (power[a] + 1)
                + sum(met[a][b] / (power[a] + power[b]) for b in range(bots) if b != a)
            )
            for a in range(bots)
        ]
        mean = math.exp(sum(map(math.log, power)) / bots)
        power = [value / mean for value in power]
    return [ELO * math.log(value) for value in power]


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
        """`better`, `even`, or `open` when more games are needed."""
        limit = math.log((1 - self.error) / self.error)
        if self.evidence >= limit:
            return "better"
        return "even" if self.evidence <= -limit else "open"
