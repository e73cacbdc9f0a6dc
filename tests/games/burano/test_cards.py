"""The building cards (BN-7)."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.burano.builders import table
from tests.games.burano.test_actions import lacing, sailing
from tests.games.burano.test_examples import BUILT


@clause("BN-7.1")
@pytest.mark.parametrize(
    ("card", "tile", "city", "points"),
    [
        ("roof_bonus_a", "four_vp-BG", "b2:B c2:G", 5),
        ("roof_bonus_b", "four_vp-BG", "b2:B c2:G", 5),
        ("roof_bonus_c", "four_vp-BG", "b2:B c2:G", 0),
        ("roof_bonus_a", "lace-BP", "b2:B c2:P", 10),
        ("roof_bonus_b", "lace-YG", "b2:Y c2:G", 10),
        ("roof_bonus_c", "lace-OW", "b2:O c2:W", 10),
    ],
)
def test_roof_bonus(card: str, tile: str, city: str, points: int) -> None:
    ready = table(city="d4:P " + city, tiles={1: tile}, cards={1: card}).play("roof", "privilege")
    assert ready.vp(1, "building cards") == points


@clause("BN-7.2")
@pytest.mark.parametrize(
    ("cards", "tile", "fits"),
    [
        ("roof_wild_a", "four_vp-BG", True),
        ("roof_wild_b", "four_vp-YW", True),
        ("roof_wild_c", "four_vp-OP", True),
        ("roof_wild_b", "four_vp-BG", False),
        ("roof_wild_a", "four_vp-BY", False),
        ("roof_wild_a roof_wild_b", "four_vp-BY", True),
        ("", "four_vp-BG", False),
    ],
)
def test_roof_wild(cards: str, tile: str, fits: bool) -> None:
    """Two cubes that no half matches: both halves must be named."""
    letters = tile[-2:]
    other = next(letter for letter in "PYGOWB" if letter not in letters)
    ready = table(city=f"b2:{other} c2:{other}", tiles={1: tile}, cards={1: cards})
    assert ("roof" in ready.options) == fits


@clause("BN-7.3")
@pytest.mark.parametrize(("card", "points"), [("sold_fish_a", 2 * 3), ("sold_fish_b", 2 * 2)])
def test_sold_fish(card: str, points: int) -> None:
    ready = table(
        2, at="cleanup", season="winter", cards={1: card}, sold={1: "tuna crab crab clam shrimp"}, hand={1: "tuna clam"}
    )
    assert ready.vp(1, "building cards") == points


@clause("BN-7.4")
@pytest.mark.parametrize(("card", "points"), [("lace_space_a", 2 * 2), ("lace_space_b", 2 * 3)])
def test_lace_spaces(card: str, points: int) -> None:
    # four_1: w03 yellow, w20 blue, w10 green, w12 orange, w22 white.
    ready = table(at="cleanup", season="winter", cards={1: card}, lace={1: "w03 w20 w10 w12 w22", 2: "w04"})
    while not ready.state.over():
        ready.play("done")
    assert ready.vp(1, "building cards") == points


@clause("BN-7.5", "BN-R12")
def test_shipyard_sails_two_routes() -> None:
    ready = sailing(cards={1: "shipyard"}, hand={1: "tuna tuna"}, west="")
    # From A: D and E one route away; B, F and the west port (empty of ships) in two; never A itself.
    assert ready.options == ["sail B", "sail D", "sail E", "sail F"]
    assert ready.clause_against("node:A") == "BN-7.5"
    ready.play("sail B", "fish deck")
    assert ready.workers("B")[0] == 1
    assert ready.workers("E")[0] == 0  # only the end place is used


@clause("BN-7.6")
def test_seamstresses_take_squares_without_privilege() -> None:
    given = {
        "rings": {1: "GOBPYBGBOYGW"},
        "lace": {1: "w22", 2: "w12", 3: "w21", 4: "w14"},
        "islands": {2: "A", 4: "A"},
    }
    ready = lacing(cards={1: "seamstress_circle"}, **given)
    assert "lace w12" in ready.options
    assert "lace w21" not in ready.options  # player 3's ring is full
    assert "lace w14" not in ready.options  # adjacency still applies
    ready.play("lace w12")
    assert ready.coins(2) == 2
    assert ready.lace(2) == ""
    assert ready.privilege(1) == 0


@clause("BN-7.7")
def test_harbour_office_wins_ties_for_roofs_too() -> None:
    given = {"city": BUILT, "tiles": {1: "islands-BG"}, "islands": {1: "C D", 2: "C D"}}
    ready = table(2, cards={1: "harbour_office"}, **given).play("roof", "privilege")  # type: ignore[arg-type]
    assert ready.vp(1, "roofs") == 5
    assert table(2, **given).play("roof", "privilege").vp(1, "roofs") == 0  # type: ignore[arg-type]


@clause("BN-7.8")
@pytest.mark.parametrize("season", ["spring", "winter"])
def test_thread_store_pays_for_one_worker(season: str) -> None:
    ready = table(at="cleanup", season=season, cards={1: "thread_store"}, lace={1: "w10 w11"})
    assert ready.options == ["waive w10", "waive w11", "done"]
    ready.play("waive w11")
    assert ready.vp(1, "lace") == 2
    assert ready.asked != "lace_pay"  # once
    assert ready.vp(1, "building cards") == (3 if season == "winter" else 0)


@clause("BN-7.9")
def test_town_hall_counts_itself() -> None:
    ready = table(2, at="cleanup", season="winter", cards={1: "town_hall shipyard roof_wild_a"})
    assert ready.vp(1, "building cards") == 9


@clause("BN-7.10")
def test_bell_tower() -> None:
    ready = table(2, at="cleanup", season="winter", cards={1: "bell_tower"})
    assert ready.vp(1, "building cards") == 9


@clause("BN-R13")
def test_a_card_counts_for_the_roof_that_gained_it_but_not_for_where_it_lies() -> None:
    ready = table(city=BUILT, tiles={1: "four_vp-BG"}, buildings="roof_bonus_b", islands={1: "A", 2: "B"})
    ready.play("roof", "card roof_bonus_b")
    assert ready.vp(1, "building cards") == 5
    ready = table(city=BUILT, tiles={1: "islands-BG"}, buildings="harbour_office", islands={1: "C", 2: "C"})
    ready.play("roof", "card harbour_office")
    assert ready.vp(1, "roofs") == 2
    # roof_wild: the tile needs a place before the card is there.
    assert "roof" not in table(city="b2:O c2:O", tiles={1: "four_vp-BG"}, buildings="roof_wild_a").options
