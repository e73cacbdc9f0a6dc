"""Setup: BS-1."""

from __future__ import annotations

from collections import Counter

import pytest

from bungalow.core.contract import BIT
from bungalow.core.match import Match
from bungalow.games.busara import GAME
from bungalow.games.busara.contents import prepare
from bungalow.games.busara.rules.setup import have_room
from bungalow.games.busara.state import PLACING_TOKENS, Busara
from bungalow.games.busara.view import BusaraView
from tests.clauses import clause
from tests.games.busara.builders import Table, box


def new(seats: int = 2, seed: int = 3, **options: object) -> Table:
    state = GAME.new(seats, options, seed)
    assert isinstance(state, Busara)
    return Table(state)


def until(made: Table, kind: str) -> Table:
    """Play first options until somebody is asked that."""
    while made.asked.split()[1] != kind:
        made.play(made.options[0])
    return made


@clause("BS-1.1", "BS-R37")
def test_the_deck_is_36_shuffled_cards() -> None:
    orders = {tuple(int(kind) for kind in new(seed=seed).state.deck) for seed in range(4)}
    assert len(orders) == 4
    counts = Counter(box().cards[kind].id for kind in orders.pop())
    assert counts.total() == 36
    assert [counts[f"r-{name}"] for name in ("fire", "water", "wind", "earth")] == [6, 6, 6, 6]
    assert sum(counts[card.id] for card in box().cards if card.disaster) == 8
    assert new().state.drawn == 0
    assert new().view(1)["discard"] == []


@clause("BS-1.2", "BS-1.3")
def test_stock_and_supply_are_full() -> None:
    view = until(new(experienced_deal := 3, deal="experienced"), "choose_kingdom").view(1)
    assert experienced_deal == 3
    assert view["stock"] == {"fire": 20, "water": 20, "wind": 20, "earth": 20}
    assert set(view["supply"].values()) == {12}
    assert all(player["virtues"] == dict.fromkeys(view["supply"], 0) for player in view["players"])


@clause("BS-1.4")
def test_kingdoms_are_dealt_and_kept_secret() -> None:
    beginner = new(4)
    kinds = [int(kingdom) for kingdom in beginner.state.kingdom]
    assert len(set(kinds)) == 4
    assert beginner.view(1)["players"][0]["kingdom"] is not None
    assert [player["kingdom"] for player in beginner.view(1)["players"][1:]] == [None] * 3
    chosen = new(4, deal="experienced")
    assert [len({*chosen.view(player)["dealt_kingdoms"]}) for player in (1, 2, 3, 4)] == [2, 2, 2, 2]
    assert chosen.clause_against("kingdom:" + chosen.view(2)["dealt_kingdoms"][0]) == "BS-1.4"
    chosen.play(f"kingdom {chosen.view(1)['dealt_kingdoms'][1]}")
    assert chosen.kingdom(1) == chosen.view(1)["dealt_kingdoms"][1]
    assert chosen.view(2)["players"][0]["kingdom"] is None
    assert chosen.view(2)["players"][0]["has_chosen"]


@clause("BS-1.5", "BS-R8")
def test_setup_cards_come_after_the_kingdoms_and_stay_secret() -> None:
    made = new(3, deal="experienced")
    assert [GAME.kinds[made.state.asked(seat)].name for seat in range(3)] == ["choose_kingdom"] * 3  # simultaneous
    for _ in range(3):
        made.play(made.options[0])
    assert [GAME.kinds[made.state.asked(seat)].name for seat in range(3)] == ["choose_setup_card"] * 3
    kept = made.view(3)["dealt_setup_cards"][1]
    made.state.play(2, made.state.parse(2, f"setup {kept}"))
    assert made.view(3)["players"][2]["setup_card"] == kept
    assert made.view(1)["players"][2]["setup_card"] is None
    until(made, "place_board")
    assert made.view(1)["players"][2]["setup_card"] is None


@clause("BS-1.6")
def test_the_forging_table_is_always_at_hand() -> None:
    for made in (new(), until(new(), "choose_action")):
        for player in (0, 1, 2):
            recipes = {frozenset(row["resources"]): row["virtue"] for row in made.view(player)["forging"]}
            assert recipes[frozenset({"fire", "water"})] == "art"
            assert len(recipes) == 6


@clause("BS-1.7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_gets_a_board(seats: int) -> None:
    view = until(new(seats), "choose_action").view(1)
    assert [board["owner"] for board in view["boards"]] == list(range(seats))
    assert all(board["placed"] for board in view["boards"])


@clause("BS-1.8", "BS-R1")
def test_the_starting_players_board_lies_at_the_origin() -> None:
    made = new(3, starter=2)
    assert made.state.starter == 1
    assert (made.state.at[2], made.state.at[3]) == (0, 0)
    assert made.state.placed == BIT[1]
    assert made.asked == "3 place_board"
    assert {int(new(3, seed=seed).state.starter) for seed in range(12)} == {0, 1, 2}


@clause("BS-1.9", "BS-R4")
def test_boards_touch_one_board_with_two_spaces() -> None:
    made = new(3, starter=1)
    assert len(made.options) == 20
    made.play("at 4,2")
    assert made.asked == "3 place_board"
    assert len(made.options) <= 28
    # One space next to each of two boards is not two next to one; a shifted edge with a gap is fine.
    assert "at 3,-4" not in made.options
    assert "at 2,-4" in made.options
    assert made.clause_against("corner:3,-4") == "BS-1.9"
    assert made.clause_against("corner:2,2") == "BS-1.9"


@clause("BS-R5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_quick_layout_is_ready_made(seats: int) -> None:
    made = new(seats, layout="quick", starter=2)
    assert made.asked.endswith("place_token")
    order = [(1 + i) % seats for i in range(seats)]
    placed = [(int(made.state.at[2 * board]), int(made.state.at[2 * board + 1])) for board in order]
    assert placed == list(box().layouts[seats])


@clause("BS-1.10")
def test_setup_cards_are_revealed_together_and_paid_from_the_stock() -> None:
    made = until(new(3, layout="quick"), "place_token")
    assert made.state.phase == PLACING_TOKENS
    view = made.view(0)
    shown = [player["setup_card"] for player in view["players"]]
    assert None not in shown
    gives = [view["setup_cards"][card] for card in shown if card]
    for resource, left in view["stock"].items():
        assert left == 20 - sum(card[resource] for card in gives)


@clause("BS-1.11")
def test_clockwise_everybody_places_all_five_tokens() -> None:
    made = until(new(3, layout="quick", starter=2), "place_token")
    order: list[int] = []
    while made.asked.endswith("place_token"):
        player = int(made.asked[0])
        order += [player] if player not in order else []
        assert all(option.startswith(f"place b{player - 1}:") for option in made.options)
        made.play(made.options[0])
    assert order == [2, 3, 1]
    assert [made.count(player) for player in (1, 2, 3)] == [5, 5, 5]


@clause("BS-1.12", "BS-R6")
def test_first_tokens_are_not_adjacent_on_one_board() -> None:
    made = until(new(2, layout="quick", starter=1), "place_token").play("place b0:13", "place b0:00")
    assert made.clause_against("cell:b0:03") == "BS-1.12"
    made.play("place b0:31")
    while made.asked.startswith("1"):
        made.play(made.options[-1])
    # Player 2 may place next to player 1's token at b0:13.
    assert "place b1:10" in made.options


@clause("BS-1.13", "BS-R7")
def test_a_placement_must_leave_room_for_the_rest() -> None:
    made = until(new(2, layout="quick", starter=1), "place_token").play("place b0:02", "place b0:10", "place b0:23")
    assert "place b0:31" not in made.options
    assert made.clause_against("cell:b0:31") == "BS-1.13"
    every = 2**16 - 1
    assert have_room(every, 8)
    assert not have_room(every, 9)
    assert not have_room(0b11, 2)
    assert have_room(0b101, 2)


@clause("BS-1.14")
def test_setup_cards_leave_and_the_starter_begins() -> None:
    made = until(new(3, starter=3), "choose_action")
    assert made.asked == "3 choose_action"
    assert made.view(1)["round"] == 1
    assert [player["setup_card"] for player in made.view(1)["players"]] == [None] * 3
    assert made.view(1)["setup_cards"] == {}


@clause("BS-R3")
def test_a_board_is_four_by_four() -> None:
    view = until(new(2), "choose_action").view(1)
    assert all(len(board["spaces"]) == 16 for board in view["boards"])
    assert len(prepare(box(), 2).stock) == 4


def test_a_starter_beyond_the_seats_counts_on() -> None:
    match = Match(GAME, 2, options={"starter": 5})
    view: BusaraView = match.view(0)  # type: ignore[assignment]
    assert view["starter"] == 0
