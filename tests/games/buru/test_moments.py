"""The doors for modules: a dummy module that overrides each named moment of a round."""

from __future__ import annotations

from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.core.random import seeded
from bungalow.games.buru import BuruGame
from bungalow.games.buru.rules.round import BaseMoments
from bungalow.games.buru.state import ESTEEM, OWN, Buru, Moments

MOMENTS = ("dawn", "bidding", "reveal", "triumph", "spaces", "tribute_paid", "dusk", "score", "lawan_acts")


class Dummy(BaseMoments):
    """Counts every moment, closes the fifth space of every region, and adds 1 to every score."""

    def __init__(self) -> None:
        self.count = dict.fromkeys(MOMENTS, 0)

    def dawn(self, table: Buru) -> None:
        self.count["dawn"] += 1
        super().dawn(table)

    def bidding(self, table: Buru) -> None:
        self.count["bidding"] += 1
        super().bidding(table)

    def reveal(self, table: Buru, region: i64) -> None:
        self.count["reveal"] += 1
        super().reveal(table, region)

    def triumph(self, table: Buru, region: i64, seat: i64) -> None:
        self.count["triumph"] += 1
        table.own[seat * OWN + ESTEEM] += 10
        super().triumph(table, region, seat)

    def spaces(self, table: Buru, region: i64, seat: i64) -> i64:
        self.count["spaces"] += 1
        return super().spaces(table, region, seat) & ~BIT[4]

    def tribute_paid(self, table: Buru, seat: i64, spirit: i64) -> None:
        self.count["tribute_paid"] += 1
        super().tribute_paid(table, seat, spirit)

    def dusk(self, table: Buru) -> None:
        self.count["dusk"] += 1
        super().dusk(table)

    def score(self, table: Buru, seat: i64) -> i64:
        self.count["score"] += 1
        return super().score(table, seat) + 1

    def lawan_acts(self, table: Buru, seat: i64, region: i64) -> None:
        self.count["lawan_acts"] += 1
        super().lawan_acts(table, seat, region)


class DummyGame(BuruGame):
    """Buru with the dummy module."""

    def __init__(self) -> None:
        super().__init__()
        self.dummy = Dummy()

    def moments(self, options: dict[str, object]) -> Moments:
        return self.dummy


def test_a_module_overrides_every_named_moment() -> None:
    game = DummyGame()
    random = seeded(5)
    state = game.new(4, {"lawan": 1}, 5)
    assert isinstance(state, Buru)
    while not state.over():
        seat = int(state.actor())
        legal = state.legal(seat)
        state.apply(seat, legal[int(random.below(len(legal)))])
        assert all(holder < 0 for holder in list(state.spaces)[4::5])
    counts = game.dummy.count
    assert counts["dawn"] == counts["dusk"] == 5
    assert counts["reveal"] == 20
    assert counts["triumph"] <= 20
    assert all(counts[moment] > 0 for moment in MOMENTS if moment != "score")
    before = sum(int(state.get(seat, ESTEEM)) for seat in range(4))
    assert before >= 10 * counts["triumph"]
    scores = [int(state.score(seat)) for seat in range(4)]
    assert scores == [int(BaseMoments().score(state, seat)) + 1 for seat in range(4)]
    assert counts["score"] > 0
