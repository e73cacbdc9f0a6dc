"""Fishing, trade, lace making and earning (BN-4), and the privileges within them (BN-5.4, BN-5.5)."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.burano.builders import Table, table
from tests.games.burano.test_examples import fishing_three

WHITE = "WWW WWW WWW WWW WWW WWW"
"""Docks where the arrows W O P match once everywhere."""


def sailing(**given: object) -> Table:
    """Player 1 has built pink and chooses where to sail."""
    known: dict[str, object] = {"prepared": {1: "P"}, "docks": WHITE, "west": "", **given}
    return table(**known).play("build", "on c4")  # type: ignore[arg-type]


def lacing(**given: object) -> Table:
    """Player 1 has built yellow and places lace makers."""
    return table(prepared={1: "Y"}, **given).play("build", "on c4")  # type: ignore[arg-type]


def earning(**given: object) -> Table:
    """Player 1 has built orange and may withdraw workers."""
    return table(prepared={1: "O"}, **given).play("build", "on c4")  # type: ignore[arg-type]


# -- fishing --------------------------------------------------------------------------------------------------------


@clause("BN-4.1")
@pytest.mark.parametrize(
    ("boat", "reached"),
    [
        ("A", "D E"),
        ("B", "C E"),
        ("C", "B F"),
        ("D", "A F"),
        ("E", "A B F"),
        ("F", "C D E"),
        ("PW", "A D"),
        ("PE", "B C"),
    ],
)
def test_exactly_one_route(boat: str, reached: str) -> None:
    ready = sailing(boats={1: boat, 2: "E"}, west="pairs triplets variety single" if boat in "BC" else "")
    assert ready.options == [f"sail {node}" for node in reached.split()]
    assert ready.clause_against(f"node:{boat}") == "BN-4.1"
    target = reached.split()[0]
    ready.play(f"sail {target}")
    assert ready.boat(1) == target


@clause("BN-4.2")
def test_an_island_without_a_match_is_no_target() -> None:
    ready = sailing(docks="WWW WWW WWW WWW BYG WWW", west="pairs")
    assert ready.options == ["sail D", "sail PW"]
    assert ready.clause_against("node:E") == "BN-4.2"


@clause("BN-4.3")
def test_fish_one_at_a_time_from_the_row_or_the_deck() -> None:
    ready = sailing(docks="WWW WWW WWW WWW WOB WWW", row="crab crab clam", deck="tuna squid shrimp").play("sail E")
    assert ready.options == ["fish crab", "fish clam", "fish deck"]
    ready.play("fish crab")
    assert ready.fish_row == ["crab", "clam"]
    assert ready.options == ["fish crab", "fish clam", "fish deck"]
    ready.play("fish crab")
    assert ready.hand(1) == "crab crab"
    assert sorted(ready.fish_row) == ["clam", "squid", "tuna"]


@clause("BN-4.4", "BN-R21")
def test_two_points_for_each_missing_card() -> None:
    ready = sailing(docks="WWW WWW WWW WWW WOP WWW", row="crab", deck_size=0)
    ready.play("sail E")  # the one face-up card has to be taken first
    assert ready.hand(1) == "crab"
    assert ready.vp(1, "sold fish") == 4
    assert ready.clauses("no_fish_left") == ["BN-4.4", "BN-4.4"]


@clause("BN-4.5", "BN-R14")
def test_how_many_fishermen_go() -> None:
    ready = sailing(docks="WWW WWW WWW WWW WOB WWW").play("sail E", "fish deck", "fish deck")
    assert ready.workers("E")[0] == 1  # two matches: exactly one, without a choice
    assert ready.ring(1) == (1, 8)
    ready = fishing_three()
    assert ready.options == ["send 1", "send 2"]
    ready.play("send 1")
    assert ready.ring(1) == (1, 8)


@clause("BN-4.6")
def test_one_worker_always_stays() -> None:
    ready = fishing_three(islands={1: "A A A A A A A"})
    assert ready.asked == "dispatch_count"  # three on the ring: two may go
    ready = fishing_three(islands={1: "A A A A A A A A A"})
    assert ready.ring(1)[1] == 1
    assert ready.workers("E")[0] == 0


@clause("BN-4.7")
def test_everybody_else_withdraws_exactly_one() -> None:
    ready = sailing(islands={1: "A E", 2: "E E E", 3: "E A", 4: "A"}).play("sail E", "fish deck")
    assert ready.workers("E") == [2, 2, 0, 0]
    assert [ready.coins(player) for player in (2, 3, 4)] == [2, 2, 0]
    assert [ready.ring(player)[1] for player in (2, 3, 4)] == [8, 9, 9]


@clause("BN-4.8", "BN-R6")
def test_a_full_ring_keeps_the_worker_outside() -> None:
    ready = sailing(islands={1: "A", 2: "E"}).play("sail E", "fish deck")
    assert ready.workers("E")[:2] == [1, 1]
    assert ready.ring(2) == (0, 9)
    assert ready.coins(2) == 0
    assert ready.clauses("ring_full") == ["BN-4.8"]


@clause("BN-4.9", "BN-R8")
def test_a_port_needs_a_ship() -> None:
    assert "sail PW" in sailing(west="pairs", hand={1: "tuna tuna"}).options
    assert "sail PW" in sailing(west="pairs", hand={1: "tuna crab"}).options
    ready = sailing(west="", hand={1: "tuna tuna"})
    assert ready.clause_against("node:PW") == "BN-4.9"


@clause("BN-4.10", "BN-R8")
def test_a_hand_that_fits_no_ship_sells_nothing_and_no_ship_sails() -> None:
    ready = sailing(coins={1: 9}, west="pairs triplets", hand={1: "tuna crab"}).play("sail PW")
    assert ready.boat(1) == "PW"
    assert ready.vp(1) == 0
    assert ready.ships_west == {"pairs", "triplets"}
    assert ready.ring(1) == (0, 9)
    assert ready.asked == "turn_menu"
    assert ready.lines[-1] == "Player 1's fish fill no row of a ship there: nothing is sold"


@clause("BN-4.10", "BN-R8")
def test_who_can_trade_must() -> None:
    ready = sailing(west="pairs triplets", hand={1: "tuna tuna"}).play("sail PW")
    assert ready.sold(1) == "tuna tuna"  # with the ship that the hand fits, without a choice
    ready = sailing(west="pairs single", hand={1: "tuna tuna"}).play("sail PW")
    assert ready.options == ["ship pairs", "ship single"]


@clause("BN-4.10", "BN-R36")
def test_a_row_is_sold_exactly_and_once() -> None:
    ready = sailing(west="pairs", hand={1: "tuna tuna tuna squid squid crab crab"}, row="clam clam clam")
    ready.play("sail PW")
    assert ready.options == ["row 1", "row 2", "row 3"]
    ready.play("row 2")
    assert ready.options == ["sell tuna", "sell squid"]
    ready.play("sell squid")
    assert ready.sold(1) == "squid squid crab crab"
    assert ready.hand(1) == "tuna tuna tuna"
    assert ready.vp(1) == 10
    assert ready.asked == "turn_menu"


@clause("BN-4.11")
def test_the_ship_sails_to_the_other_port() -> None:
    ready = sailing(west="pairs triplets variety single", hand={1: "tuna tuna tuna tuna"}).play(
        "sail PW", "ship single"
    )
    ready.play("row 3")
    assert ready.ships_west == {"pairs", "triplets", "variety"}
    ready = sailing(west="", boats={1: "B"}, hand={1: "tuna tuna"}).play("sail PE", "ship pairs")
    assert ready.ships_west == {"pairs"}


@clause("BN-5.4", "BN-R10")
def test_a_swap_before_fishing() -> None:
    docks = "WWW BBB BBB BBB BYG BBB"
    ready = sailing(docks=docks, privilege={1: 1}, west="pairs", hand={1: "tuna tuna"})
    assert ready.options == ["swap", "skip"]  # no island in reach matches: no port either
    assert ready.clause_against("node:PW") == "BN-4.2"
    ready.play("swap")
    ready.play("swap E1")
    assert ready.options == ["with A1", "with A2", "with A3"]  # only white helps
    assert ready.clause_against("dock:E2") == "BN-5.4"
    assert ready.clause_against("dock:B1") == "BN-5.4"
    ready.play("with A1")
    assert ready.privilege(1) == 0
    assert ready.boat(1) == "E"  # the only island that matches; no port and no skip any more
    assert [int(ready.state.docks[dock]) for dock in (0, 12)] == [0, 5]


@clause("BN-5.4")
def test_swaps_can_be_repeated_and_bind_to_an_island() -> None:
    ready = sailing(docks="WBB BOB BBB BBB BYG BBB", privilege={1: 2}, west="pairs", hand={1: "tuna tuna"})
    ready.play("swap", "swap A1", "with E1")
    assert ready.options == ["sail E", "swap"]
    assert ready.clause_against("node:PW") == "BN-5.4"
    assert ready.clause_against("do:skip") == "BN-5.4"
    ready.play("swap", "swap B2", "with E2")
    assert ready.state.fish_due == 2
    assert ready.privilege(1) == 0


# -- lace making ----------------------------------------------------------------------------------------------------


@clause("BN-4.12", "BN-R15")
def test_each_arrow_allows_one_worker_and_colours_are_frozen() -> None:
    ready = lacing(rings={1: "POPPYBGBOYGW"}, privilege={1: 1}).play("lace w16")
    assert "lace w26" in ready.options  # the second pink arrow
    ready.play("lace w26")
    assert ready.state.arrows_left == 1 << 8  # one orange arrow, though the wheel has turned
    ready = lacing(rings={1: "OPYPYBGBOYGW"}).play("lace w12")  # no pink or yellow square next to it
    assert ready.ring(1) == (1, 8)


@clause("BN-4.13")
def test_three_workers_at_most_and_never_the_last() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}).play("lace w11", "lace w12", "lace w21")
    assert ready.asked != "lace_place"
    assert ready.ring(1) == (3, 6)
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, islands={1: "A A A A A A A A"}).play("lace w11")
    assert ready.asked != "lace_place"
    assert ready.ring(1) == (1, 1)
    assert lacing(islands={1: "A A A A A A A A A"}).asked != "lace_place"


@clause("BN-4.14")
def test_the_first_worker_goes_anywhere_of_its_colours() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={2: "w11"})
    assert ready.options == [
        *(f"lace {square}" for square in ["w01", "w02", "w10", "w12", "w13", "w14", "w20", "w21", "w23", "w30", "w31"]),
        "stop",
    ]


@clause("BN-4.15")
def test_further_workers_stand_side_by_side() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w22"})  # a white square
    assert ready.options == ["lace w12", "lace w21", "lace w23", "stop"]
    assert ready.clause_against("square:w11") == "BN-4.15"
    ready.play("lace w12")
    assert "lace w11" in ready.options  # next to the one just placed


@clause("BN-4.16")
def test_one_worker_on_a_square() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w22", 2: "w12"}, islands={2: "A"})
    assert "lace w12" not in ready.options
    assert ready.clause_against("square:w12") == "BN-4.16"


@clause("BN-4.17")
def test_a_coin_square_pays() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}).play("lace w02")
    assert ready.coins(1) == 1 + 1
    assert lacing(rings={1: "GOBPYBGBOYGW"}).play("lace w01").coins(1) == 1


@clause("BN-4.18")
def test_the_wheel_turns_by_the_workers_sent() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, arrow={1: 0}).play("lace w11", "lace w12", "stop")
    assert ready.ring(1) == (2, 7)
    assert ready.view()["players"][0]["ring"]["arrows"] == ["blue", "pink", "yellow"]


@clause("BN-5.5")
def test_privilege_in_lace_making() -> None:
    ready = lacing(rings={1: "GOBPYBGBOYGW"}, lace={1: "w22", 2: "w12", 3: "w01"}, privilege={1: 2}, islands={2: "A"})
    assert "privilege w12" in ready.options  # next to an own worker, but taken
    assert "privilege w13" in ready.options  # free, but not adjacent
    assert "privilege w21" not in ready.options  # costs nothing
    assert ready.clause_against("do:privilege", "square:w21") == "BN-5.5"
    assert ready.clause_against("square:w01") == "BN-R6"  # player 3 has nine on the ring
    ready.play("privilege w12")
    assert ready.privilege(1) == 1
    assert ready.coins(2) == 2


# -- earning --------------------------------------------------------------------------------------------------------


@clause("BN-4.19")
@pytest.mark.parametrize(("out", "coins"), [(1, 2), (4, 4), (7, 6), (9, 7)])
def test_a_coin_for_each_visible_coin(out: int, coins: int) -> None:
    ready = earning(islands={1: "A " * out})
    assert ready.coins(1) == 1 + coins


@clause("BN-4.20")
def test_withdrawing_workers() -> None:
    ready = earning(islands={1: "A A C"}, lace={1: "w22"})
    assert ready.options == ["withdraw A", "withdraw C", "withdraw w22", "stop"]
    before = ready.coins(1)
    ready.play("withdraw w22", "withdraw A")
    assert ready.coins(1) == before + 2
    assert ready.ring(1) == (0, 8)
    assert ready.lace(1) == ""
    ready.play("withdraw A")
    assert ready.asked == "turn_menu"  # nine on the ring: C stays
    assert ready.workers("C")[0] == 1
