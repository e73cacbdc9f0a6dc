"""What titles tell about finished games: sources add up, and facts are those of the table."""

from __future__ import annotations

import pytest

from bungalow.bots.playout import playout
from bungalow.bots.table import stream
from bungalow.core.account import Account, Fact, turn_order
from bungalow.core.contract import State
from bungalow.core.registry import find, titles
from bungalow.games.burano.state import Burano
from bungalow.games.burrows.state import Burrows
from bungalow.games.buru.state import Buru
from bungalow.games.busara.state import Busara

TITLES = ("burano", "burrows", "buru", "busara")


def played(title: str, seats: int, seed: int, **options: object) -> tuple[State, Account]:
    game = find(title)
    state = game.new(seats, options, seed, logged=True)
    playout(state, stream(seed, "account"), game.scratch())
    assert state.over()
    return state, game.account(state)


def names(account: Account, seat: int, kind: str) -> dict[str, int]:
    return {fact.name: fact.times for fact in account.seats[seat].facts if fact.kind == kind}


@pytest.mark.whole_game
@pytest.mark.parametrize("title", TITLES)
def test_sources_add_up_to_the_score(title: str, run_seed: int) -> None:
    game = find(title)
    for seats in game.seats:
        for options in ({}, {"lawan": 1}, {"lawan": 2}) if title == "buru" else ({},):
            if (seats, options) == (2, {"lawan": 2}):
                continue  # a person plays too
            plots = {"lawan_ambelau": True} if seats == 5 and options else {}
            state, account = played(title, seats, run_seed, **options, **plots)
            assert len(account.seats) == seats
            for seat, own in enumerate(account.seats):
                assert sum(points for _, points in own.sources) == state.score(seat), (seats, options, seat)
                assert [name for name, _ in own.sources] == [name for name, _ in account.seats[0].sources]


def test_the_turn_order_begins_with_the_first() -> None:
    assert [fact.name for fact in turn_order(5, 3)] == ["3rd", "4th", "5th", "1st", "2nd"]
    assert turn_order(2, 0)[0] == Fact("turn order", "1st")


@pytest.mark.whole_game
def test_busara_tells_kingdoms_virtues_and_the_ending(run_seed: int) -> None:
    state, account = played("busara", 4, run_seed)
    assert isinstance(state, Busara)
    assert account.ending in ("goal", "embargo", "cap")
    held = [names(account, seat, "kingdom") for seat in range(4)]
    assert held == [{state.box.kingdom_names[state.kingdom_of(seat)]: 1} for seat in range(4)]
    assert [sum(names(account, seat, "Virtue").values()) for seat in range(4)] == [int(n) for n in state.realm.riches]
    assert names(account, int(state.starter), "turn order") == {"1st": 1}


@pytest.mark.whole_game
def test_burano_tells_cards_roofs_and_fish(run_seed: int) -> None:
    state, account = played("burano", 3, run_seed)
    assert isinstance(state, Burano)
    for seat in range(3):
        assert len(names(account, seat, "building card")) == int(state.cards[seat]).bit_count()
        assert sum(names(account, seat, "fish sold").values()) == sum(
            int(n) for n in state.sold[seat * 8 : seat * 8 + 8]
        )
    laid = sum(sum(names(account, seat, "roof").values()) for seat in range(3))
    assert laid == sum(place >= 0 for place in state.roof_at)


@pytest.mark.whole_game
def test_buru_tells_the_first_emissary_and_keeps_humans_and_lawan_apart(run_seed: int) -> None:
    state, account = played("buru", 3, run_seed, lawan=1)
    assert isinstance(state, Buru)
    assert sum("yes" in names(account, seat, "first Emissary") for seat in range(3)) == 1
    assert [list(names(account, seat, "player")) for seat in range(3)] == [["human"], ["human"], ["Lawan"]]
    assert not names(account, 2, "Islander")
    assert len(names(account, 2, "Islander of a Lawan")) == int(state.get(2, 5)).bit_count()
    assert len(names(account, 0, "Elder")) == int(state.get(0, 6)).bit_count()


@pytest.mark.whole_game
def test_burrows_tells_complaints_by_colour_and_gophers(run_seed: int) -> None:
    state, account = played("burrows", 3, run_seed)
    assert isinstance(state, Burrows)
    assert account.ending in ("last bus", "pool empty")
    for seat in range(3):
        assert sum(points for _, points in account.seats[seat].sources[:3]) == state.complaints[seat]
        lured, moved = names(account, seat, "gopher lured from a rival"), names(account, seat, "gopher moved in")
        assert all(moved[colour] >= times for colour, times in lured.items())


def test_every_title_of_the_house_gives_an_account_of_its_own() -> None:
    house = [find(name) for name in titles() if type(find(name)).__module__.startswith("bungalow.games.")]
    assert {game.name for game in house} >= set(TITLES)
    assert all("account" in vars(type(game)) for game in house)
