"""AM-6 Canoes, AM-7 Ibu, AM-8 Guides."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import IllegalMove
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import CANOES, ESTEEM, GUIDES, TOKOHS
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import GUIDE, LIAISON, again, canoe, canoe_of, guide, mat_of, ruling, with_modules
from tests.games.buru.builders import (
    BOX,
    decrees,
    elders,
    goods,
    options,
    own,
    play,
    resolve,
    tableau,
    told,
    tribute_cards,
    tributes,
)


def canoes(*spaces: int) -> list[str]:
    return [f"canoe {space}" for space in spaces]


# --- AM-6 ---


@clause("AM-6.1", "AM-6.8", "AM-R32")
def test_e2_canoes_move_in_order_and_use_their_space_at_once() -> None:
    state = with_modules(3, 0, "ambelau")
    becky, kat, sonia = 2, 0, 1
    resolve(state, "ambelau", {becky: (4,), kat: (3,), sonia: (3,)}, emissary=kat)
    assert state.totems[3] == becky
    assert (state.actor(), options(state)) == (becky, canoes(1, 2, 3, 4))
    play(state, "canoe 4")
    assert goods(state, becky) == {"clay": 1}
    assert view(state, 0)["seats"][becky]["guide_next"]
    assert (state.actor(), options(state)) == (kat, canoes(1, 2, 3))
    play(state, "canoe 3", "tribute ibu")
    assert goods(state, kat) == {"palm": 1}
    assert tribute_cards(state, kat) == {"ibu": 1}
    assert state.get(becky, ESTEEM) == 1
    assert (state.actor(), options(state)) == (sonia, canoes(1, 2, 5))
    play(state, "canoe 5")
    assert goods(state, sonia) == {"fish": 1, "palm": 1, "clay": 1}
    assert [event.args[0] for event in told(state, "region")] == [("ambelau", "Ambelau"), ("lake", "Sacred Lake")]


@clause("AM-6.2", "AM-6.5")
def test_occupied_spaces_count_as_steps_and_one_step_is_compulsory() -> None:
    state = with_modules(2, 0, "ambelau")
    canoe(state, 1, 5)
    canoe(state, 0, 4)
    resolve(state, "ambelau", {0: (3,)})
    assert options(state) == canoes(6, 7)  # 5 is one step, 6 two, 7 three; standing still is not offered
    with pytest.raises(IllegalMove, match=r"AM-6\.2"):
        play(state, "canoe 8")
    with pytest.raises(IllegalMove, match=r"AM-6\.6"):
        play(state, "canoe 5")


@clause("AM-6.2")
def test_the_start_is_skipped_on_the_way_round() -> None:
    state = with_modules(2, 0, "ambelau")
    canoe(state, 0, 11)
    resolve(state, "ambelau", {0: (3,)})
    assert options(state) == canoes(1, 2, 12)


@clause("AM-6.3", "AM-6.4", "AM-R1")
def test_a_move_that_ends_on_a_canoe_goes_on_to_the_first_free_space() -> None:
    state = with_modules(4, 0, "ambelau")
    for seat, space in ((1, 6), (2, 7), (3, 9)):
        canoe(state, seat, space)
    canoe(state, 0, 4)
    resolve(state, "ambelau", {0: (3,)})
    assert options(state) == canoes(5, 8)
    canoe(state, 0, 4)
    resolve(state, "ambelau", {0: (4,)})
    assert options(state) == canoes(5, 8)  # the fourth space is free: no going on
    strict = ruling(with_modules(4, 0, "ambelau"), canoe_jumps_when_target_occupied=False)
    for seat, space in ((1, 6), (2, 7), (3, 9)):
        canoe(strict, seat, space)
    canoe(strict, 0, 4)
    resolve(strict, "ambelau", {0: (3,), 1: (1,)})
    assert canoe_of(strict, 0) == 5  # the only free space within Power


def test_x2_blocked() -> None:
    for jumps in (True, False):
        state = ruling(with_modules(4, 0, "ambelau"), canoe_jumps_when_target_occupied=jumps)
        for seat, space in ((1, 5), (2, 6), (3, 7), (0, 4)):
            canoe(state, seat, space)
        resolve(state, "ambelau", {0: (2,)})
        assert canoe_of(state, 0) == 8  # the only destination, so nobody is asked


@clause("AM-6.6")
def test_canoes_share_the_start_only() -> None:
    state = with_modules(3, 0, "ambelau")
    assert [canoe_of(state, seat) for seat in range(3)] == [0, 0, 0]
    resolve(state, "ambelau", {0: (1,), 1: (1,), 2: (1,)})
    assert [canoe_of(state, seat) for seat in range(3)] == [1, 2, 3]
    assert [int(state.spaces[CANOES + i]) for i in range(4)] == [0, 1, 2, NONE]


@clause("AM-6.7", "AM-R30")
def test_x22_a_whole_lap() -> None:
    state = with_modules(2, 0, "ambelau")
    canoe(state, 0, 4)
    resolve(state, "ambelau", {0: (5, 4, 3)})
    assert options(state) == canoes(*range(1, 13))
    play(state, "canoe 4")
    assert (canoe_of(state, 0), int(state.spaces[CANOES + 3])) == (4, 0)


@clause("AM-6.8")
def test_parts_of_a_canoe_space_may_be_left() -> None:
    state = with_modules(2, 0, "ambelau")
    canoe(state, 0, 11)
    tableau(state, 0, "headman")
    resolve(state, "ambelau", {0: (1,)})
    assert options(state) == ["task headman", "tribute ibu", "done"]  # space 12 was the only destination
    play(state, "task headman", "done")
    assert tribute_cards(state, 0) == {}
    assert state.get(0, ESTEEM) == 2


@clause("AM-6.9")
def test_tokens_stay_in_the_wilderness_of_ambelau() -> None:
    state = with_modules(2, 0, "ambelau")
    resolve(state, "ambelau", {0: (5,), 1: (3,)})
    play(state, "canoe 2")
    ambelau = next(region for region in view(state, 1)["regions"] if region["region"] == "ambelau")
    assert [(token["seat"], token["power"]) for token in ambelau["tokens"]] == [(0, 5), (1, 3)]
    assert ambelau["spaces"] == []


@clause("AM-6.11", "AM-13.9")
def test_without_explorer_or_guide_no_canoe_moves() -> None:
    state = with_modules(3, 0, "ambelau", "liaisons")
    own(state, 1, fish=9)
    resolve(state, "ambelau", {0: (GUIDE,), 1: (LIAISON,)})
    assert [canoe_of(state, seat) for seat in range(3)] == [1, 0, 0]
    assert not told(state, "liaison")


@clause("AM-R25")
def test_the_track_is_a_loop_of_twelve_with_the_printed_effects() -> None:
    def icons(op: str) -> list[int]:
        return [space.index + 1 for space in BOX.canoe if any(step.op == op for step in space.effects)]

    assert [space.rating for space in BOX.canoe] == [1, 1, 2, 3, 1, 2, 2, 3, 2, 2, 3, 3]
    assert icons("tribute") == [3, 6, 9, 12]
    assert icons("guide") == [4, 7, 10, 12]
    assert icons("task") == [2, 6, 12]


# --- AM-7 ---


@clause("AM-7.1")
def test_ibu_is_never_offered_at_the_lake_or_by_a_card() -> None:
    state = with_modules(2, 0, "ambelau", "tokoh", leaders=("dharmadhyaksa", "mpu"))
    tableau(state, 0, "shaman")
    own(state, 0, clay=2, palm=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 1")
    assert "tribute ibu" not in options(state)
    with pytest.raises(IllegalMove, match=r"AM-7\.1"):
        play(state, "tribute ibu")
    resolve(state, "village", {0: (5,), 1: (1,)})
    play(state, "space 5", "task shaman")
    assert options(state) == ["tribute gunung", "done"]
    play(state, "done")
    state.spaces[TOKOHS + 4] = NONE
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "tokoh")
    assert options(state) == ["tribute gunung", "done"]


@clause("AM-7.2")
def test_tribute_to_ibu_is_free_and_void_without_cards() -> None:
    state = with_modules(2, 0, "ambelau")
    resolve(state, "ambelau", {0: (3,), 1: (1,)})
    play(state, "canoe 3")
    assert options(state) == ["tribute ibu", "done"]
    play(state, "tribute ibu")
    mine, theirs = view(state, 0)["seats"][0], view(state, 1)["seats"][0]
    assert mine["tribute_values"] is not None
    assert len(mine["tribute_values"]["ibu"]) == 1
    assert (theirs["tribute_values"], theirs["tributes"]["ibu"]) == (None, 1)
    empty = with_modules(2, 0, "ambelau")
    empty.tribute_left[3] = 0
    resolve(empty, "ambelau", {0: (3,), 1: (1,)})
    play(empty, "canoe 3")
    assert goods(empty, 0) == {"palm": 1}
    assert canoe_of(empty, 1) == 1  # nothing was left to choose: the next seat has moved


@clause("AM-7.3")
def test_tribute_to_ibu_feeds_totem_and_decree() -> None:
    state = with_modules(2, 0, "ambelau")
    decrees(state, "altar_ibu")
    resolve(state, "ambelau", {0: (3,), 1: (5,)})
    play(state, "canoe 5", "canoe 3", "tribute ibu")
    assert goods(state, 0) == {"palm": 1, "fish": 1}
    assert state.get(1, ESTEEM) == 1


@clause("AM-7.4", "AM-R40")
def test_e3_ibu_cards_score_as_a_set() -> None:
    state = with_modules(2, 0, "ambelau")
    tributes(state, 0, ibu=(1, 1, 2))
    tributes(state, 1, ibu=(2,))
    assert (state.score(0), state.score(1)) == (10, 2)
    assert dict(state.game.parts(state, 0)) == {"track": 0, "tributes": 4, "elders": 0, "ibu set": 6}


def test_elders_of_the_new_spirits_and_of_outlaws() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    tributes(state, 0, ibu=(1, 1), ukum=(2, 2, 3))
    tableau(state, 0, "thief", "pirate")
    elders(state, {0: ("elder_ibu", "elder_ukum", "elder_outlaw")})
    assert [int(state.elder_level(0, elder)) for elder in (13, 14, 15)] == [1, 2, 1]
    assert state.elder_esteem(0) == 3 + 6 + 3


def test_the_worked_table_of_the_rules() -> None:
    state = with_modules(3, 1, "ambelau", "ukum")
    for seat, esteem in ((0, 14), (1, 19), (2, 16)):
        own(state, seat, esteem=esteem)
    tributes(state, 0, gunung=(4, 5), ukum=(2, 3), ibu=(1, 1, 2))
    tributes(state, 1, gunung=(5, 5, 4), ibu=(2,))
    tributes(state, 2, manuk=(4,), ukum=(2,), ibu=(1, 2))
    tableau(state, 2, "headman", "matriarch", "storyteller", "shaman", "tide_priest")
    tableau(state, 2, "thief", "smuggler", "poacher", "bandit")
    assert [int(state.score(seat)) for seat in range(3)] == [14 + 9 + 5 + 10, 19 + 14 + 2, 16 + 4 + 2 + 5 + 3]


# --- AM-8 ---


@clause("AM-8.1", "AM-8.2")
@pytest.mark.parametrize("space", [4, 7, 10, 12])
def test_the_guide_comes_in_the_next_round_only(space: int) -> None:
    state = with_modules(2, 0, "ambelau")
    canoe(state, 0, space - 1)
    resolve(state, "ambelau", {0: (1,), 1: (2,)})
    while state.round == 1:
        play(state, options(state)[-1])
    assert told(state, "guide")
    assert mat_of(state, 0) == {"1", "2", "3", "4", "5", "guide"}
    resolve(state, "lake", {})
    assert mat_of(state, 0) == {"1", "2", "3", "4", "5"}


@clause("AM-8.2")
def test_the_tyrant_brings_the_guide() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    tableau(state, 0, "tyrant")
    resolve(state, "village", {0: (5,), 1: (1,)})
    play(state, "space 5", "task tyrant")
    assert view(state, 1)["seats"][0]["guide_next"]


@clause("AM-8.3", "AM-R19")
def test_e8_the_guide_in_a_row() -> None:
    state = with_modules(2, 0, "ambelau")
    guide(state, 0)
    resolve(state, "ambelau", {0: (GUIDE, 3), 1: (2,)})
    play(state, "canoe 4")
    assert state.get_more(0, GUIDES) == 3  # now and next; gaining it twice would leave it at that
    while state.round == 1:
        play(state, options(state)[-1])
    assert "guide" in mat_of(state, 0)


@clause("AM-8.5")
def test_the_guide_is_an_explorer_of_power_one() -> None:
    state = with_modules(2, 0, "ambelau")
    resolve(state, "ambelau", {0: (GUIDE, 1), 1: (1,)})
    assert [
        (p["seat"], p["power"]) for p in next(r for r in view(state, 0)["regions"] if r["region"] == "ambelau")["order"]
    ] == [
        (0, 2),
        (1, 1),
    ]
    assert options(state) == canoes(1, 2)


@clause("AM-8.6")
def test_x7_no_guide_in_round_one_and_none_after_the_last() -> None:
    state = with_modules(2, 0, "ambelau")
    assert all("guide" not in mat_of(state, seat) for seat in range(2))
    state.round, state.decree_next = state.rounds, state.decree_end
    canoe(state, 0, 3)
    resolve(state, "ambelau", {0: (1,)})
    assert state.over()
    assert goods(state, 0)["clay"] == 1
    assert len(members(int(state.get(0, 8)))) >= 5  # the game is over: nobody bids again


def test_seven_tokens_with_guide_and_liaison() -> None:
    state = with_modules(2, 0, "ambelau", "liaisons")
    guide(state, 0)
    again(state)
    placed = 0
    while state.phase == 1:
        placed += int(state.actor()) == 0
        play(state, options(state)[0])
    assert placed == 6
