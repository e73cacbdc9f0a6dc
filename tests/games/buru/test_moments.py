"""The doors for modules: a dummy module that overrides each named moment of a table."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.core.random import seeded
from bungalow.games.buru import GAME, BuruGame
from bungalow.games.buru.state import ESTEEM, MOMENTS, OWN, Buru, Module, Moments


class Dummy(Module):
    """Counts every moment, leaves everything as it is but for 10 Esteem to whoever is Triumphant and 1 at the end."""

    def __init__(self) -> None:
        self.count = dict.fromkeys(MOMENTS, 0)

    def setup(self, table: Buru) -> None:
        self.count["setup"] += 1

    def dawn(self, table: Buru) -> None:
        self.count["dawn"] += 1

    def places(self, table: Buru, seat: i64, out: vec[i64], n: i64) -> i64:
        self.count["places"] += 1
        return n

    def placed(self, table: Buru, seat: i64, region: i64, way: i64) -> None:
        self.count["placed"] += 1

    def bidding(self, table: Buru) -> bool:
        self.count["bidding"] += 1
        return False

    def power(self, table: Buru, seat: i64, region: i64, power: i64) -> i64:
        self.count["power"] += 1
        return power

    def revealed(self, table: Buru, region: i64) -> None:
        self.count["revealed"] += 1

    def triumph(self, table: Buru, region: i64, seat: i64) -> bool:
        self.count["triumph"] += 1
        table.own[seat * OWN + ESTEEM] += 10
        return False

    def acts(self, table: Buru, seat: i64, region: i64) -> bool:
        self.count["acts"] += 1
        return False

    def spaces(self, table: Buru, seat: i64, liaison: bool, out: vec[i64], n: i64) -> i64:
        self.count["spaces"] += 1
        return n

    def enter(self, table: Buru, seat: i64, option: i64) -> bool:
        self.count["enter"] += 1
        return True

    def effect(self, table: Buru, seat: i64, op: i64, which: i64) -> None:
        self.count["effect"] += 1

    def payable(self, table: Buru, seat: i64, spirits: i64) -> i64:
        self.count["payable"] += 1
        return spirits & ~BIT[2]

    def pays(self, table: Buru, seat: i64, spirit: i64) -> bool:
        self.count["pays"] += 1
        assert spirit != 2
        return False

    def tribute_paid(self, table: Buru, seat: i64, spirit: i64) -> None:
        self.count["tribute_paid"] += 1

    def acted(self, table: Buru, region: i64) -> None:
        self.count["acted"] += 1

    def dusk(self, table: Buru) -> None:
        self.count["dusk"] += 1

    def score(self, table: Buru, seat: i64) -> i64:
        self.count["score"] += 1
        return 1

    def plot(self, table: Buru, card: i64, seat: i64) -> i64:
        self.count["plot"] += 1
        return card

    def lawan_acts(self, table: Buru, seat: i64, region: i64) -> bool:
        self.count["lawan_acts"] += 1
        return False

    def void(self, table: Buru, seat: i64, region: i64) -> i64:
        self.count["void"] += 1
        return 0


class DummyGame(BuruGame):
    """Buru with the dummy module."""

    def __init__(self) -> None:
        super().__init__()
        self.dummy = Dummy()

    def moments(self, options: dict[str, object]) -> Moments:
        return Moments([self.dummy])


def test_a_module_overrides_every_named_moment() -> None:
    game = DummyGame()
    random = seeded(5)
    state = game.new(4, {"lawan": 1}, 5)
    assert isinstance(state, Buru)
    while not state.over():
        seat = int(state.actor())
        legal = state.legal(seat)
        state.apply(seat, legal[int(random.below(len(legal)))])
    counts = game.dummy.count
    assert counts["setup"] == 1
    assert counts["dawn"] == counts["dusk"] == counts["bidding"] == 5
    assert counts["revealed"] == counts["acted"] == 20
    assert counts["power"] == 80
    assert counts["triumph"] <= 20
    assert counts["pays"] == counts["tribute_paid"] > 0
    only_modules = ("enter", "effect")  # called for what the base game does not have
    assert all(counts[moment] > 0 for moment in MOMENTS if moment not in (*only_modules, "score"))
    before = sum(int(state.get(seat, ESTEEM)) for seat in range(4))
    assert before >= 10 * counts["triumph"]
    assert [int(state.more_esteem(seat)) for seat in range(4)] == [1, 1, 1, 1]


def test_a_module_is_called_only_where_it_cares() -> None:
    class AtDusk(Module):
        def dusk(self, table: Buru) -> None:
            table.own[ESTEEM] += 1

    moments = Moments([AtDusk()])
    assert len(moments.dusk) == 1
    assert all(getattr(moments, name) == [] for name in MOMENTS if name != "dusk")


def test_without_modules_nobody_is_called() -> None:
    state = GAME.new(4, {"lawan": 1}, 5)
    assert isinstance(state, Buru)
    assert all(getattr(state.moments, name) == [] for name in MOMENTS)
    assert len(state.more) == 0


def test_modules_are_called_in_the_order_of_their_matrix() -> None:
    on = dict.fromkeys(("liaisons", "blessings", "tokoh", "lawan_ambelau", "ukum", "ambelau", "fifth_player"), True)
    moments = GAME.moments(GAME.settle({**on, "lawan": 2}))
    assert [type(module).__name__ for module in moments.acted] == ["Blessings", "Liaisons"]
    assert [type(module).__name__ for module in moments.spaces] == ["Ambelau", "Tokoh"]
    assert [type(module).__name__ for module in moments.effect] == ["Ambelau", "Ukum"]
