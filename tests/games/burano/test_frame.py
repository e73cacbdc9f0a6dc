"""Set-up, seasons and rounds, pyramid construction, the end (BN-9, BN-1, BN-2, BN-8)."""

from __future__ import annotations

from collections import Counter

import pytest

from bungalow.core.contract import NONE
from bungalow.games.burano import GAME
from bungalow.games.burano.notation import SQUARES
from tests.clauses import clause
from tests.games.burano.builders import FULL, LETTERS, Table, new, table
from tests.games.burano.test_examples import EIGHTEEN, build_pyramid

SEATS = (2, 3, 4)


# -- set-up -------------------------------------------------------------------------------------------------------


@clause("BN-9.1", "BN-R32")
def test_first_play_layout_by_default_and_any_verified_one_with_experience() -> None:
    assert {new(4, seed=seed).state.layout.name for seed in range(8)} == {"four_1"}
    assert {new(2, seed=seed).state.layout.name for seed in range(8)} == {"three_1"}
    found = {new(4, seed=seed, experienced=True).state.layout.name for seed in range(60)}
    assert found == {f"four_{number}" for number in range(1, 7)}


@clause("BN-9.2")
def test_dock_houses_are_shuffled() -> None:
    dealt = {tuple(new(seed=seed).state.docks) for seed in range(5)}
    assert len(dealt) == 5
    assert all(Counter(docks) == dict.fromkeys(range(6), 3) for docks in dealt)


@clause("BN-9.3")
def test_two_ships_in_each_port() -> None:
    dealt = {frozenset(new(seed=seed).ships_west) for seed in range(40)}
    assert {len(ships) for ships in dealt} == {2}
    assert len(dealt) == 6


@clause("BN-9.4")
def test_a_random_cube_below_the_fountain() -> None:
    first = {new(seed=seed).stack("d4") for seed in range(40)}
    assert first == set(LETTERS)
    ready = new(2)
    assert sum(stack != 0 for stack in ready.state.city) == 1
    assert sum(ready.supply.values()) == 120 - 2 * 18 - 1


@clause("BN-9.5")
def test_roof_stacks_are_shuffled_by_kind() -> None:
    stacks = [[int(tile) for tile in new(seed=seed).state.roof_stack] for seed in range(3)]
    for stack in stacks:
        for kind in range(4):
            assert sorted(stack[kind * 12 : kind * 12 + 12]) == list(range(kind * 12, kind * 12 + 12))
    assert stacks[0] != stacks[1] != stacks[2]
    assert new().state.round == 0


@clause("BN-9.6")
def test_two_colours_for_each_action() -> None:
    dealt = {tuple(new(seed=seed).state.markers) for seed in range(6)}
    assert len(dealt) > 1
    assert all(Counter(markers) == {0: 2, 1: 2, 2: 2} for markers in dealt)


@clause("BN-9.7")
def test_four_cards_and_three_fish_lie_face_up() -> None:
    ready = new()
    assert len(ready.building_row) == 4
    assert len(ready.fish_row) == 3
    assert ready.view()["building_deck"] == 12
    assert ready.view()["fish_deck"] == 45


@clause("BN-9.8", "BN-R31")
def test_a_random_starting_player_and_letters_clockwise() -> None:
    starts = {int(new(3, seed=seed).state.start) for seed in range(20)}
    assert starts == {0, 1, 2}
    ready = new(3, seed=4)
    letters = "".join(player["letter"] for player in ready.view()["players"])
    start = int(ready.state.start)
    assert letters[start:] + letters[:start] == "ABC"


@clause("BN-9.9")
@pytest.mark.parametrize("seed", range(6))
def test_rings_arrows_and_the_first_worker(seed: int) -> None:
    ready = new(4, seed=seed)
    pieces = {"A": "WOP", "B": "PYB", "C": "GBO", "D": "YGW"}
    for player in ready.view()["players"]:
        ring = player["ring"]
        text = "".join(colour[0].upper() for colour in [house["colour"] for house in ring["houses"]])
        first = ring["first_arrow"]
        assert first % 3 == 0
        assert text[first : first + 3] == pieces[player["letter"]]
        assert sorted(text[i : i + 3] for i in (0, 3, 6, 9)) == sorted(pieces.values())
        assert ring["workers"] == 9
        assert ready.workers(player["letter"])[player["seat"]] == 1
        assert player["privilege"] == 1
        assert player["score"] == 0
        assert [house["symbol"] for house in ring["houses"]] == ["coin", "fountain", "coin"] * 4


@clause("BN-9.10")
def test_cubes_coins_and_boats() -> None:
    for player in new(3).view()["players"]:
        assert player["reserve"] == dict.fromkeys(player["reserve"], 3)
        assert player["coins"] == 3
        assert player["boat"] == player["letter"]


@clause("BN-9.11", "BN-R19")
def test_three_roof_tiles_of_different_kinds_in_turn_order() -> None:
    ready = new(2, seed=3)
    first = int(ready.state.start) + 1
    assert ready.asked_player == first
    assert len(ready.options) == 4
    ready.play("draw lace")
    assert ready.tiles(first)[0].startswith("lace-")  # seen before the next choice
    assert ready.options == ["draw islands", "draw fountains", "draw four_vp"]
    ready.play("draw islands", "draw four_vp")
    assert len(ready.tiles(first)) == 3
    assert ready.asked_player == 3 - first


@clause("BN-9.12")
@pytest.mark.parametrize(("seats", "squares", "majority"), [(2, 18, 2), (3, 18, 3), (4, 24, 4)])
def test_what_the_number_of_players_changes(seats: int, squares: int, majority: int) -> None:
    ready = table(seats, at="cleanup")
    assert len(ready.view()["lace"]) == squares
    assert ready.vp(1, "islands") == majority
    assert len(SQUARES) - squares == (4 if seats == 4 else 10)


# -- frame --------------------------------------------------------------------------------------------------------


def pass_season(ready: Table) -> int:
    """Everybody passes until the next season begins; the number of turns comes back."""
    season, turns = int(ready.state.season), 0
    while ready.asked == "turn_menu" and ready.state.season == season:
        ready.play("end")
        turns += 1
    return turns


@clause("BN-1.1", "BN-1.3")
@pytest.mark.parametrize(("season", "rounds"), [("spring", 4), ("summer", 4), ("autumn", 3), ("winter", 3)])
def test_rounds_of_a_season(season: str, rounds: int) -> None:
    ready = table(3, start=2, turn=2, season=season)
    asked: list[int] = []
    while ready.asked == "turn_menu":
        asked.append(ready.asked_player)
        ready.play("end")
    assert asked == [2, 3, 1] * rounds


@clause("BN-1.2")
def test_a_season_is_pyramid_turns_and_clean_up() -> None:
    ready = table(2, at="pyramid", reserve={1: EIGHTEEN, 2: EIGHTEEN})
    assert ready.asked == "place_cube"
    build_pyramid(ready, 1)
    build_pyramid(ready, 2)
    assert ready.asked == "turn_menu"
    pass_season(ready)
    assert ready.clauses("leads_island") == ["BN-6.2"] * 2
    while ready.asked != "place_cube":
        ready.play("done" if "done" in ready.options else ready.options[0])
    assert ready.season == "summer"


@clause("BN-1.4")
def test_winter_has_two_events_and_then_the_final_scoring() -> None:
    ready = table(2, at="cleanup", season="winter", pyramid={1: "BB"}, tiles={1: "islands-BG"}, coins={1: 5})
    assert ready.state.over()
    assert ready.clauses("leads_island")
    assert not ready.clauses("markers")
    assert not ready.clauses("cubes_taken")
    assert ready.vp(1, "coins") == 1
    assert ready.state.start == 0


@clause("BN-1.5")
def test_the_bank_never_runs_out() -> None:
    ready = table(coins={1: 500}, prepared={1: "O"}).play("build", "on c4")
    assert ready.coins(1) == 500 + 1 + 2


@clause("BN-1.6")
def test_a_move_that_cannot_be_paid() -> None:
    ready = table(coins={1: 2}, moves=1, privilege={1: 1}, pyramid={1: FULL})
    assert ready.options == ["coin", "end"]
    assert "pick" in table(coins={1: 3}, moves=1, pyramid={1: FULL}).options


# -- pyramid construction -------------------------------------------------------------------------------------------


@clause("BN-2.1")
def test_pyramids_are_built_together_and_unseen() -> None:
    ready = table(3, at="pyramid", reserve=dict.fromkeys((1, 2, 3), EIGHTEEN))
    assert ready.state.actors() == 0b111
    before = ready.view(1)["players"][1]
    ready.play_as(2, "put white b00", "put blue b01")
    ready.play_as(3, "put pink b00")
    assert ready.view(1)["players"][1] == before
    assert before["pyramid"] is None
    assert ready.view(2)["own"]["pyramid"]["slots"] == {"b00": "white", "b01": "blue"}  # type: ignore[index]
    for player in (1, 2, 3):
        assert ready.view()["players"][0]["pyramid"] is None
        build_pyramid(ready, player)
        assert ready.asked == ("turn_menu" if player == 3 else "place_cube")
    assert len(ready.view()["players"][1]["pyramid"]["slots"]) == 14  # type: ignore[index]


@clause("BN-2.2")
def test_who_has_confirmed_is_seen_and_who_has_not_is_awaited() -> None:
    ready = table(2, at="pyramid", reserve=dict.fromkeys((1, 2), EIGHTEEN))
    build_pyramid(ready, 1)
    assert ready.view(2)["players"][0]["pyramid_ready"]
    assert not ready.view(2)["players"][1]["pyramid_ready"]
    assert ready.state.waiting(0).seats == (1,)
    assert len(ready.pyramid(1).replace(".", "")) == 14


@clause("BN-2.3", "BN-R3")
def test_few_cubes_fill_the_base_first() -> None:
    ready = table(2, at="pyramid", reserve={1: "BBBPPPYYYGG", 2: "BPB"})
    for letter in ["blue", "blue", "blue", "pink", "pink", "pink", "yellow", "yellow", "yellow"]:
        slot = f"b{len(ready.pyramid(1).replace('.', '')) // 3}{len(ready.pyramid(1).replace('.', '')) % 3}"
        ready.play_as(1, f"put {letter} {slot}")
    # Two green cubes are left for four slots: the slot is the player's choice, in ascending order.
    assert ready.options_of(1) == ["put green m00", "put green m01", "put green m10"]
    ready.play_as(1, "put green m01", "put green m11")
    assert ready.pyramid(1) == "BBBPPPYYY.G.G."
    assert ready.options_of(1) == ["confirm"]
    # Three cubes for nine base slots.
    assert ready.options_of(2)[0] == "put blue b00"
    assert ready.options_of(2)[-1] == "put pink b20"
    ready.play_as(2, "put pink b20")
    assert ready.pyramid(2) == "......PBB....."  # the last two have no choice left


@clause("BN-2.4")
def test_fewer_than_fourteen_leave_nothing_over() -> None:
    ready = table(2, at="pyramid", reserve={1: "BPYGOW", 2: EIGHTEEN[:14]})
    build_pyramid(ready, 1)
    build_pyramid(ready, 2)
    assert [ready.coins(1), ready.coins(2)] == [0, 0]


@clause("BN-2.5")
def test_no_cubes_make_an_empty_pyramid() -> None:
    ready = table(2, at="pyramid", reserve={2: EIGHTEEN})
    assert ready.options_of(1) == ["confirm"]
    ready.play_as(1, "confirm")
    build_pyramid(ready, 2)
    assert ready.pyramid(1) == "." * 14


def test_building_order_does_not_matter() -> None:
    one = table(2, at="pyramid", reserve=dict.fromkeys((1, 2), EIGHTEEN))
    other = table(2, at="pyramid", reserve=dict.fromkeys((1, 2), EIGHTEEN))
    one.play_as(1, "put blue b00").play_as(2, "put pink b00")
    other.play_as(2, "put pink b00").play_as(1, "put blue b00")
    assert one.state.checksum() == other.state.checksum()


# -- the end --------------------------------------------------------------------------------------------------------


@clause("BN-8.1")
@pytest.mark.parametrize(("coins", "privilege", "points"), [(6, 1, 1), (3, 0, 0), (12, 3, 3), (9, 1, 2)])
def test_privilege_becomes_coins_and_five_coins_a_point(coins: int, privilege: int, points: int) -> None:
    ready = table(2, at="cleanup", season="winter", coins={1: coins}, privilege={1: privilege})
    assert ready.vp(1, "coins") == points
    assert ready.coins(1) == coins + privilege
    assert ready.privilege(1) == 0


@clause("BN-8.2")
def test_unsold_fish_count_and_sold_do_not() -> None:
    ready = table(2, at="cleanup", season="winter", hand={1: "tuna crab"}, sold={1: "clam clam clam", 2: "clam"})
    assert [ready.vp(1, "unsold fish"), ready.vp(2, "unsold fish")] == [2, 0]


@clause("BN-8.3")
def test_worked_table_of_the_final_scoring() -> None:
    ready = table(
        3,
        at="cleanup",
        season="winter",
        coins={1: 6, 2: 3, 3: 12},
        privilege={1: 1, 3: 3},
        hand={1: "crab crab clam clam clam", 2: "clam"},
        cards={1: "bell_tower sold_fish_a", 2: "town_hall thread_store roof_wild_a roof_wild_b", 3: "lace_space_b"},
        sold={1: "tuna tuna squid lobster"},
        lace={3: "w03 w04 w05 w13 w14 w15"},
        vp={1: 71 - 3, 2: 74 - 3, 3: 69},
    )
    while not ready.state.over():
        ready.play("done")
    assert [ready.vp(player) for player in (1, 2, 3)] == [94, 90, 84]
    assert ready.ranks == [1, 2, 3]


@clause("BN-8.4", "BN-R24")
def test_ties_go_to_prepared_cubes_then_coins() -> None:
    ready = table(4, at="cleanup", season="winter", prepared={1: "B", 2: "BP"}, coins={3: 4, 4: 3}, privilege={4: 1})
    assert [ready.vp(player) for player in (1, 2, 3, 4)] == [4, 4, 4, 4]
    assert ready.ranks == [2, 1, 3, 3]  # coins after the conversion of privilege; equal ones share


@pytest.mark.parametrize("seats", SEATS)
def test_every_player_has_fourteen_turns(seats: int) -> None:
    turns = [0] * seats
    state = GAME.new(seats, None, 5)
    state.listen()
    while not state.over():
        seat = int(state.actor())
        legal = state.legal(seat)
        state.apply(seat, legal[len(legal) // 2])
    for event in state.log or []:
        if event.key == "turn":
            turns[int(str(event.args[0]))] += 1
    assert turns == [14] * seats
    assert state.actor() == NONE
