"""BU-11 Dusk, BU-12 End and scoring, BU-14 Longer game, and the worked examples that remain."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import IllegalMove
from bungalow.games.buru import GAME
from bungalow.games.buru.state import ESTEEM, FISH, MAT, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.buru.builders import (
    ELDER,
    decrees,
    elders,
    goods,
    options,
    own,
    play,
    resolve,
    row,
    row_of,
    table,
    tableau,
    told,
    totem,
    tributes,
)


def last_dusk(state: Buru) -> Buru:
    """Let the last round end."""
    state.round, state.decree_next = state.rounds, state.decree_end
    return resolve(state, "lake", {}, emissary=int(state.emissary))


@clause("BU-11.1", "BU-11.2")
def test_dusk_clears_decrees_explorers_and_spaces() -> None:
    state = table(2)
    decrees(state, "altar_banyu", "forest_a")
    old = int(state.decrees)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 2")
    play(state, "space 5")
    assert state.round == 2
    assert not state.decrees & old
    assert [state.get(seat, MAT) for seat in range(2)] == [31, 31]
    assert all(bid == 0 for bid in state.bids)
    assert all(holder == NONE for holder in state.spaces)


@clause("BU-R1")
def test_a_new_round_begins_with_dawn() -> None:
    state = table(2)
    before = state.decree_next
    resolve(state, "lake", {})
    assert state.decree_next == before + 2
    keys = [event.key for event in state.log or []]
    assert keys.index("dusk") < keys.index("decree") < keys.index("forest_row")


@clause("BU-12.3")
@pytest.mark.parametrize(("clay", "level", "esteem"), [(2, 0, 0), (3, 1, 3), (4, 1, 3), (5, 2, 6), (9, 2, 6)])
def test_only_the_highest_level_met_scores(clay: int, level: int, esteem: int) -> None:
    state = table(2)
    elders(state, {0: ("elder_clay",)})
    own(state, 0, clay=clay)
    assert state.elder_level(0, ELDER["elder_clay"]) == level
    assert state.elder_esteem(0) == esteem


@clause("BU-12.3")
def test_every_count_of_a_level_must_be_reached() -> None:
    state = table(2)
    elders(state, {0: ("elder_banyu_gunung",)})
    tributes(state, 0, banyu=(4, 4, 5))
    assert state.elder_esteem(0) == 0
    tributes(state, 0, gunung=(4,))
    assert state.elder_esteem(0) == 3
    tributes(state, 0, gunung=(5,))
    assert state.elder_esteem(0) == 7


@clause("BU-R31")
def test_elders_count_tasked_islanders_and_all_tributes() -> None:
    state = table(2)
    elders(state, {0: ("elder_gatherer", "elder_manuk")})
    tableau(state, 0, "farmer", "fisher", tasked=("farmer",))
    tributes(state, 0, manuk=(4, 5))
    assert state.elder_esteem(0) == 3 + 3


@clause("BU-12.4")
def test_hidden_cards_are_shown_at_the_end_from_the_emissary_clockwise() -> None:
    state = table(3)
    elders(state, {0: ("elder_clay",), 2: ("elder_noble",)})
    tributes(state, 1, manuk=(6,))
    state.emissary = 1
    last_dusk(state)
    assert state.over()
    seen = view(state, -1)
    assert [score["seat"] for score in seen["scores"]] == [1, 2, 0]
    assert [event.args[0] for event in told(state, "final")] == [1, 2, 0]
    assert seen["seats"][1]["tribute_values"] == {"banyu": [], "gunung": [], "manuk": [6]}
    assert [elder["elder"] for elder in seen["seats"][2]["elders"] or []] == ["elder_noble"]


@clause("BU-12.5")
def test_ties_go_to_the_emissary_or_the_next_clockwise() -> None:
    state = table(4)
    for seat in (0, 1, 3):
        own(state, seat, esteem=7)
    own(state, 2, esteem=6)
    state.emissary = 2
    assert [state.rank(seat) for seat in range(4)] == [2, 3, 4, 1]
    state.emissary = 1
    assert [state.rank(seat) for seat in range(4)] == [3, 1, 4, 2]


@clause("BU-12.2")
def test_worked_table_of_part_7() -> None:
    state = table(3, 1)
    state.emissary = 1
    own(state, 0, esteem=14, clay=4)
    tributes(state, 0, banyu=(5, 4), gunung=(6,), manuk=(5,))
    tableau(state, 0, "headman", "matriarch")
    own(state, 1, esteem=17)
    tributes(state, 1, gunung=(5, 5), manuk=(4,))
    tableau(state, 1, "farmer", "fisher")
    own(state, 2, esteem=19)
    tributes(state, 2, banyu=(5,), manuk=(6,))
    tableau(state, 2, "learned_priest", "tide_priest", "stone_priest", "storyteller", "sky_lord", "weaver")
    elders(
        state,
        {
            0: ("elder_clay", "elder_noble"),
            1: ("elder_gunung", "elder_gunung_manuk", "elder_palm", "elder_gatherer"),
            2: ("elder_priest",),
        },
    )
    last_dusk(state)
    rows = {score["seat"]: score for score in view(state, -1)["scores"]}
    found = {
        seat: (r["track"], r["tributes"], r["elders"], r["sets"], r["total"], r["rank"]) for seat, r in rows.items()
    }
    assert found == {0: (14, 20, 6, 0, 40, 2), 1: (17, 14, 9, 0, 40, 1), 2: (19, 11, 6, 3, 39, 3)}
    assert dict(GAME.parts(state, 2)) == {"track": 19, "tributes": 11, "elders": 6, "sets": 3}


@clause("BU-14.1")
def test_the_longer_game_has_all_decrees_and_nothing_else_new() -> None:
    short, longer = table(2), table(2, longer=True)
    assert (short.decree_end, longer.decree_end) == (10, 12)
    assert (short.rounds, longer.rounds) == (5, 6)
    assert (short.forest_count, short.elder_count) == (longer.forest_count, longer.elder_count)


@clause("BU-R32")
@pytest.mark.parametrize("seed", range(4))
def test_no_deadlock_and_no_endless_game(seed: int) -> None:
    """Always an option, and an end, whatever is chosen: here always the first, or always the last."""
    for which in (0, -1):
        state = GAME.new(4, {"longer": True}, seed)
        moves = 0
        while not state.over():
            seat = int(state.actor())
            state.apply(seat, state.legal(seat)[which])
            moves += 1
        assert moves < GAME.max_moves


# --- Worked examples: order of action, and the shore ---


def test_e3_a_tie_goes_to_who_sits_closer_to_the_emissary() -> None:
    becky, sonia = 1, 2
    state = table(3)
    resolve(state, "village", {sonia: (4,), becky: (3, 1)}, emissary=0)
    assert [event.args[0] for event in told(state, "power")] == [becky, sonia]
    assert told(state, "triumph")[0].args[0] == becky


@pytest.mark.parametrize(
    "sequence",
    [
        ("cycle", "recruit 1", "recruit 1"),
        ("recruit 1", "cycle", "recruit 1"),
        ("recruit 1", "recruit 1", "cycle"),
        ("recruit 1", "recruit 1", "done"),
        ("recruit 1", "done"),
    ],
)
def test_e4_recruits_and_cycle_in_any_order(sequence: tuple[str, ...]) -> None:
    state = table(2)
    own(state, 0, fish=20)
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1", *sequence)
    assert state.actor() == 1


def test_e4_no_third_recruit_and_no_second_cycle() -> None:
    state = table(2)
    own(state, 0, fish=20)
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1", "recruit 1", "recruit 2")
    assert options(state) == ["cycle", "done"]
    with pytest.raises(IllegalMove, match=r"no recruit.*BU-7\.1"):
        play(state, "recruit 1")
    other = table(2)
    own(other, 0, fish=20)
    resolve(other, "shore", {0: (5,), 1: (1,)})
    play(other, "space 1", "cycle")
    assert "cycle" not in options(other)


def test_e5_becky_recruits_cycles_and_finds_nobody_she_can_pay() -> None:
    state = table(2)
    own(state, 0, fish=4)
    row(
        state,
        "farmer",
        "headman",
        "weaver",
        then=("overseer", "potter", "boatbuilder", "matriarch"),
    )
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1", "recruit 1")
    assert (state.get(0, FISH), row_of(state)) == (2, ["overseer", "headman", "weaver"])
    assert options(state) == ["cycle", "done"]
    play(state, "cycle")
    assert row_of(state) == ["potter", "boatbuilder", "matriarch"]
    assert state.actor() == 1  # only done was left


def test_totems_and_goods_score_nothing_by_themselves() -> None:
    state = table(2)
    totem(state, "banyu", 0)
    own(state, 0, fish=20, ebony=9)
    tableau(state, 0, "matriarch", "headman", "sky_lord")
    last_dusk(state)
    assert state.score(0) == 0
    assert goods(state, 0)["fish"] == 20
    assert state.get(0, ESTEEM) == 0
