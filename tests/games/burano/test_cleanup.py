"""Clean-up (BN-6) with its privilege (BN-5.6)."""

from __future__ import annotations

import pytest

from bungalow.core.contract import DEPARTS
from bungalow.games.burano.places import COLOURS
from tests.clauses import clause
from tests.games.burano.builders import FULL, Table, table


@clause("BN-6.1")
def test_players_decide_in_turn_order_from_the_starting_player() -> None:
    ready = table(3, at="cleanup", start=2, lace={1: "w01", 2: "w02", 3: "w03"}, pyramid=dict.fromkeys((1, 2, 3), FULL))
    asked = []
    while ready.asked == "lace_pay":
        asked.append(ready.asked_player)
        ready.play("done")
    assert asked == [2, 3, 1]


@clause("BN-6.2", "BN-R26")
@pytest.mark.parametrize(
    ("seats", "islands", "points"),
    [
        (4, {1: "A A", 2: "A", 3: "B", 4: "B"}, [4, 0, 2, 2]),
        (4, {1: "A", 2: "A", 3: "A", 4: "A"}, [1, 1, 1, 1]),
        (3, {1: "A", 2: "A", 3: "B"}, [1, 1, 3]),
        (2, {1: "A", 2: "A"}, [1, 1]),
        (3, {1: "A", 2: "A", 3: "A"}, [1, 1, 1]),
    ],
)
def test_majorities_and_ties(seats: int, islands: dict[int, str], points: list[int]) -> None:
    ready = table(seats, at="cleanup", islands=islands)
    assert [ready.vp(player, "islands") for player in range(1, seats + 1)] == points


@clause("BN-6.3", "BN-R11")
def test_lace_is_paid_from_anywhere_in_the_pyramid_but_not_from_preparation() -> None:
    ready = table(at="cleanup", lace={1: "w10 w12"}, pyramid={1: "GPPPPPPPPPPPPP"}, prepared={1: "O"})
    assert ready.options == ["pay w10", "done"]  # a covered green cube; the orange one is in preparation
    assert ready.clause_against("square:w12") == "BN-6.3"
    ready.play("pay w10")
    assert "Player 1 pays green for w10: 2 VP" in ready.lines
    assert ready.vp(1, "lace") == 2


@clause("BN-6.4")
@pytest.mark.parametrize(
    ("squares", "points"), [("w10", 2), ("w10 w11", 5), ("w01 w02 w11", 8), ("w10 w11 w01 w02", 12)]
)
def test_unions(squares: str, points: int) -> None:
    ready = table(at="cleanup", lace={1: squares}, pyramid={1: "GGGG"})
    ready.play(*(f"pay {square}" for square in squares.split()))
    assert ready.vp(1, "lace") == points


@clause("BN-6.5")
def test_action_colours_are_shuffled_anew() -> None:
    found = {tuple(table(2, at="cleanup", seed=seed).state.markers) for seed in range(8)}
    assert len(found) > 3
    assert all(sorted(markers) == [0, 0, 1, 1, 2, 2] for markers in found)


@clause("BN-6.6")
def test_the_pyramid_goes_to_the_reserve_and_preparation_stays() -> None:
    ready = table(2, at="cleanup", pyramid={1: "BBBB"}, prepared={1: "PP"}, islands={1: "A A A A A A A A"})
    # Two on the ring cover houses 3 and 4: pink and yellow.
    assert ready.reserve(1) == "BBBBPY"
    assert ready.prepared(1) == "PP"
    assert ready.pyramid(1) == "." * 14


@clause("BN-6.7")
def test_substitutes_come_after_all_cubes_that_are_there() -> None:
    ready = table(2, at="cleanup", rings={1: "OOPWWYBGBOYG"}, supply={"W": 0, "B": 1, "G": 1})
    # Sectors 1 to 9: W W Y B G B O Y G. Missing are two white, one blue and one green.
    assert ready.state.missing == 4
    assert ready.reserve(1) == "BYYGO"
    assert ready.options == ["instead pink", "instead yellow", "instead orange", "none"]
    assert ready.clause_against("supply:white") == "BN-6.7"
    ready.play("instead pink", "none", "none", "none")
    assert ready.reserve(1) == "BPYYGO"


@clause("BN-6.8")
def test_drop_any_and_fill_with_different_kinds() -> None:
    ready = table(2, at="cleanup", tiles={1: "islands-BG islands-BP islands-YG"})
    assert ready.options == ["drop islands-BP", "drop islands-YG", "drop islands-BG", "done"]
    ready.play("drop islands-BP", "drop islands-YG", "done")
    assert ready.options == ["draw islands", "draw lace", "draw fountains", "draw four_vp"]  # not from those kept
    ready.play("draw islands")
    assert ready.options == ["draw lace", "draw fountains", "draw four_vp"]
    ready.play("draw lace")
    assert len(ready.tiles(1)) == 3
    assert ready.asked_player == 2


@clause("BN-6.9")
def test_the_marker_goes_on_clockwise() -> None:
    ready = table(3, at="cleanup", start=3, turn=3)
    while ready.asked != "place_cube":
        ready.play("done" if "done" in ready.options else ready.options[0])
    assert ready.state.start == 0
    assert ready.season == "summer"


@clause("BN-5.6", "BN-R27")
def test_any_colour_may_be_bought_while_lace_is_paid() -> None:
    ready = table(2, at="cleanup", lace={1: "w01 w02"}, privilege={1: 3}, supply={"W": 0})
    # w01 and w02 are pink in this layout.
    colours = ["buy blue", "buy pink", "buy yellow", "buy green", "buy orange"]
    assert ready.options == [*colours, "done"]
    assert ready.clause_against("supply:white") == "BN-5.6"
    ready.play("buy pink")
    assert ready.options == ["pay w01", "pay w02", *colours, "done"]
    ready.play("pay w01", "buy pink", "buy blue", "pay w02")
    assert ready.vp(1, "lace") == 2 + 2 + 1
    assert "B" in ready.reserve(1)


SCARCE = {"B": 9, "P": 9, "Y": 9, "G": 9, "O": 9, "W": 2}


def asked_to_buy(ready: Table, answer: str) -> list[tuple[int, str]]:
    """Who is asked to buy, and what was logged last before it, when everybody gives this answer where it can."""
    found = []
    while ready.asked != "place_cube" and not ready.state.over():
        if ready.asked == "cleanup_buy":
            found.append((ready.asked_player, events(ready)[-1]))
            ready.play(answer if answer in ready.options else "done")
        else:
            ready.play("done" if "done" in ready.options else ready.options[0])
    return found


def events(ready: Table) -> list[str]:
    return [event.key for event in ready.state.log or [] if event.key != DEPARTS]


@clause("BN-5.6", "BN-R27")
def test_who_wants_no_cube_is_asked_once() -> None:
    ready = table(2, at="cleanup", privilege={1: 3, 2: 3})
    assert asked_to_buy(ready, "done") == [(1, "cubes_taken"), (2, "cubes_taken")]
    ready = table(2, at="cleanup", privilege={1: 3, 2: 3}, supply=SCARCE)
    assert [player for player, _ in asked_to_buy(ready, "done")] == [1, 2]
    assert ready.state.declined == ready.state.later == 0


@clause("BN-5.6", "BN-R27")
def test_before_the_own_refill_it_is_asked_where_a_colour_could_run_out() -> None:
    ready = table(2, at="cleanup", privilege={2: 1}, supply=SCARCE)
    # Player 1 has no privilege, but the refill takes a white cube; player 2 wants one for its own and could buy one.
    assert ready.asked_player == 2
    assert events(ready)[-1] == "markers"
    assert ready.clauses(DEPARTS) == ["BN-5.6"]
    ready.play("buy white")
    assert "W" in ready.reserve(2)
    assert ready.asked == "substitute"  # for the white cube that player 2's own refill lacks now
    assert ready.asked_player == 2
    plenty = table(2, at="cleanup", privilege={2: 1})
    assert plenty.clauses(DEPARTS) == []
    assert asked_to_buy(plenty, "done") == [(2, "cubes_taken")]


@clause("BN-5.6", "BN-R27")
def test_in_event_2_it_is_asked_where_others_could_buy_the_last() -> None:
    ready = table(2, at="cleanup", privilege={1: 2, 2: 1}, supply=SCARCE)
    assert ready.asked == "cleanup_buy"
    assert ready.asked_player == 1
    assert "markers" not in events(ready)
    assert ready.options == [*(f"buy {colour}" for colour in COLOURS), "done", "later"]
    ready.play("later")
    assert ready.asked_player == 2


@clause("BN-5.6", "BN-R27")
def test_in_winter_it_is_asked_where_somebody_lacks_the_last_for_lace() -> None:
    given = {"at": "cleanup", "season": "winter", "privilege": {1: 1, 2: 1}, "supply": {"P": 1}}
    ready = table(2, lace={2: "w01"}, **given)  # type: ignore[arg-type]
    assert ready.asked_player == 1
    assert "later" not in ready.options  # there is no later moment
    ready.play("buy pink")
    assert ready.state.over()  # nothing is left for the pink square
    assert ready.vp(2, "lace") == 0
    assert table(2, **given).state.over()  # type: ignore[arg-type]


@clause("BN-5.6", "BN-R27")
def test_in_winter_it_is_asked_where_several_together_could_take_the_last() -> None:
    def winter(pink: int, privilege: dict[int, int], lace: str = "w01") -> Table:
        return table(3, at="cleanup", season="winter", privilege=privilege, supply={"P": pink}, lace={3: lace})

    ready = winter(2, {1: 1, 2: 1, 3: 1})
    assert (ready.asked, ready.asked_player) == ("cleanup_buy", 1)
    ready.play("buy pink")
    assert (ready.asked, ready.asked_player) == ("cleanup_buy", 2)
    ready.play("buy pink")
    assert ready.state.over()
    assert ready.vp(3, "lace") == 0
    # If player 1 leaves them, player 2 alone cannot take both.
    ready = winter(2, {1: 1, 2: 1, 3: 1}).play("done")
    assert (ready.asked, ready.asked_player) == ("lace_pay", 3)
    # Player 2 has nothing to buy with, or there are enough for all: only player 3 is asked.
    for ready in (winter(2, {1: 1, 3: 1}), winter(3, {1: 1, 2: 1, 3: 1}), winter(3, {1: 1, 2: 1, 3: 9})):
        assert (ready.asked, ready.asked_player) == ("lace_pay", 3)
    # Player 3 needs both.
    assert winter(3, {1: 1, 2: 1, 3: 2}, "w01 w02").asked_player == 1


@clause("BN-5.6", "BN-R27")
def test_who_waits_buys_after_the_roofs() -> None:
    ready = table(2, at="cleanup", privilege={1: 1})
    assert asked_to_buy(ready, "later") == [(1, "cubes_taken"), (1, "drew_roof")]
    assert ready.clauses(DEPARTS) == []


@clause("BN-5.6", "BN-R27")
def test_who_waits_is_asked_before_others_who_wait_could_buy_the_last() -> None:
    asked = asked_to_buy(table(2, at="cleanup", privilege={1: 1, 2: 1}, supply=dict.fromkeys("BPYGOW", 5)), "later")
    assert asked[-4:] == [(1, "drew_roof"), (2, "drew_roof"), (1, "drew_roof"), (2, "drew_roof")]


@clause("BN-5.6")
def test_cubes_may_be_bought_after_the_own_refill() -> None:
    ready = table(2, at="cleanup", privilege={1: 2}, supply={"W": 0})
    while ready.asked == "substitute":
        ready.play("none")
    assert ready.asked == "cleanup_buy"
    assert ready.clause_against("supply:white") == "BN-5.6"
    before = len(ready.reserve(1))
    ready.play("buy pink", "buy pink")
    assert len(ready.reserve(1)) == before + 2
    assert ready.privilege(1) == 0
    assert table(2, at="cleanup", season="winter", privilege={1: 2}).state.over()
