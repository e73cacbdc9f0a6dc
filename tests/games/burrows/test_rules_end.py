"""The end of the game and who has won: BW-9."""

from __future__ import annotations

import pytest

from bungalow.core.errors import GameOver, NotYourTurn
from bungalow.games.burrows import GAME
from tests.clauses import clause
from tests.games.burrows.builders import Table, table

LAST = {2: 8, 3: 15, 4: 15, 5: 9}
"""By seats: how many stages are over when only the last one is left. It holds red 2, orange 2, purple 2."""


def last_arrival(
    seats: int,
    complaints: list[int],
    *,
    turn: int = 1,
    reserve: dict[int, str] | None = None,
    gophers: dict[int, str] | None = None,
) -> Table:
    """The player on turn lays the bus tile that ends the game."""
    played = table(
        seats,
        turn=turn,
        scored=LAST[seats],
        complaints=complaints,
        bus=2 if seats == 5 else 1,
        reserve=reserve,
        gophers=gophers,
        pool="T01 T03 T04",
    ).play("build T01")
    if played.asked == "piece":
        played.play("lay pool", "finish")
    return played


@clause("BW-9.1")
@pytest.mark.parametrize(("seats", "totals"), [(2, [12, 12]), (3, [9, 9, 9]), (4, [6, 7, 7, 7]), (5, [4, 5, 5, 5, 5])])
def test_the_game_ends_at_once_after_the_last_stage(seats: int, totals: list[int]) -> None:
    for turn in range(1, seats + 1):
        played = last_arrival(seats, totals, turn=turn)
        state = played.state
        assert state.over()
        assert (state.actors(), played.asked, played.stages_left) == (0, "", 0)
        assert sum(played.complaints) == sum(totals) + 6
        assert state.turn == turn - 1, "no round is finished"
        assert len([key for key in state.log or [] if key.key == "turned_up"]) == 0
        with pytest.raises(GameOver, match="the game has ended"):
            state.play(turn % seats, 0)
        with pytest.raises(GameOver):
            state.parse(0, "build T03")


@clause("BW-9.1")
def test_the_game_goes_on_before_the_last_stage_is_scored() -> None:
    played = table(3, scored=14, bus=1, pool="T01 T03 T04").play("build T01")
    assert not played.state.over()
    assert (played.asked, played.stages_left) == ("action", 1)
    with pytest.raises(NotYourTurn):
        played.state.play(0, played.option(played.options[0]))


@clause("BW-9.1", "BW-3.8")
def test_a_two_tile_turn_ends_the_game_after_its_second_tile() -> None:
    """The bus tile comes first, the second one completes purple 2: no purple complaint for the builder."""
    position = table(
        3,
        scored=15,
        complaints=[9, 9, 9],
        bus=1,
        warrens={1: "T17@(0,0,0)"},
        reserve={1: "T71"},
        pool="T01 T03 T04",
    )
    position.play("build T01", "lay pool", "at 0,1 r0", "lay reserve")
    assert not position.state.over()
    position.play("at 0,-1 r2")
    if position.asked == "lure":
        position.play("lure 2")
    assert position.state.over()
    assert position.gophers(1) == "R1 O1 P2"
    assert position.complaints == [9, 13, 11]
    assert position.scores == [9, 13, 11], "the reserved tile was laid"


@clause("BW-9.2")
def test_a_reserved_tile_is_worth_one_complaint_less() -> None:
    played = last_arrival(3, [9, 10, 8], reserve={2: "T41"})
    assert (played.complaints, played.scores) == ([11, 12, 10], [11, 11, 10])
    assert GAME.parts(played.state, 1) == (("complaints", 12), ("reserved tile", -1))
    assert GAME.parts(played.state, 0) == (("complaints", 11), ("reserved tile", 0))
    assert played.clauses("final") == ["BW-9.2"] * 3
    assert played.lines[-3:] == [
        "Player 1 ends with 11 complaints, rank 3",
        "Player 2 ends with 11 complaints, rank 2",
        "Player 3 ends with 10 complaints, rank 1",
    ]


@clause("BW-R22")
def test_a_score_may_be_negative() -> None:
    played = last_arrival(3, [0, 14, 13], reserve={1: "T41"}, gophers={1: "R1 O1 P1", 2: "O1 P1", 3: "R1"})
    assert played.scores == [-1, 16, 17]
    assert played.ranks == [1, 2, 3]
    assert "Player 1 ends with -1 complaints, rank 1" in played.lines


@clause("BW-9.3")
def test_the_lowest_score_wins() -> None:
    played = last_arrival(4, [3, 5, 10, 9])
    assert played.scores == [5, 7, 12, 9]
    assert played.ranks == [1, 2, 4, 3]
    assert played.state.standing().winners == (0,)
    assert GAME.lowest_wins


@clause("BW-9.3")
@pytest.mark.parametrize(
    ("turn", "ranks"), [(1, [4, 1, 2, 3]), (2, [3, 4, 1, 2]), (3, [2, 3, 4, 1]), (4, [1, 2, 3, 4])]
)
def test_ties_go_to_who_would_be_on_turn_sooner(turn: int, ranks: list[int]) -> None:
    """All four have the same score; whoever laid the last tile would have waited longest."""
    played = last_arrival(
        4,
        [8, 7, 7, 5],
        turn=turn,
        reserve={1: "T41", 4: "T43"},
        gophers={1: "R1 O1 P1", 2: "R1 O1 P1", 3: "R1 O1 P1", 4: ""},
    )
    assert played.complaints == [8, 7, 7, 11]
    played.state.complaints[3] = 8
    assert played.scores == [7, 7, 7, 7]
    assert played.ranks == ranks


@clause("BW-9.3")
def test_the_example_of_four_players_in_the_spec() -> None:
    """SPEC 6: Player 2 laid the last tile; 7, 8, 9, 9 complaints, reserves of Players 2 and 4."""
    played = last_arrival(
        4,
        [7, 8, 7, 5],
        turn=2,
        reserve={2: "T41", 4: "T43"},
        gophers={1: "R1 O1 P1", 2: "R1 O1 P1", 3: "O1 P1", 4: "R1"},
    )
    assert played.complaints == [7, 8, 9, 9]
    assert sum(played.complaints) == 33
    assert played.scores == [7, 7, 9, 8]
    assert played.ranks == [1, 2, 4, 3]


def test_the_ranking_is_valid_while_the_game_runs() -> None:
    """The seat on turn counts as last among equals; ranks are a permutation at every choice."""
    played = table(4, turn=3, pool="T03 T04 T06", stock="T07")
    assert played.ranks == [2, 3, 4, 1]
    assert not played.state.standing().over
    played.play("reserve T03")
    assert played.scores == [0, 0, -1, 0]
    assert played.ranks == [2, 3, 1, 4]
