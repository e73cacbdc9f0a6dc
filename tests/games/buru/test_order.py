"""BU-5.9, BU-R10: benefits in any order. It is asked only where it may matter: for fish near the limit of 20."""

from __future__ import annotations

import pytest

from bungalow.core.errors import IllegalMove
from bungalow.games.buru.state import FISH, VILLAGE, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.buru.builders import decrees, departed, goods, options, own, play, resolve, table, tableau, told


def village(*names: str, space: int = 2, tasked: tuple[str, ...] = (), **amounts: int) -> Buru:
    """Seat 1 stands on a village space, the second by default: 2 tasks and 1 fish."""
    state = table(2)
    tableau(state, 0, *names, tasked=tasked)
    own(state, 0, **amounts)
    resolve(state, "village", {0: (5,), 1: (1,)})
    return play(state, f"space {space}")


def decree(*names: str, **amounts: int) -> Buru:
    """Seat 1 is Triumphant in the village and gains its Decree: a Noble is tasked, and 2 fish."""
    state = table(2)
    tableau(state, 0, *names)
    own(state, 0, **amounts)
    decrees(state, "village_b")
    return resolve(state, "village", {0: (5,), 1: (1,)})


@clause("BU-5.9", "BU-R10")
@pytest.mark.parametrize(
    ("moves", "left", "other"),
    [
        ("task fisher, task weaver, branch 1", 19, True),  # 19+3 is 20, -2, +1
        ("fish, task fisher, task weaver, branch 1", 18, False),  # +1, +3 is 20, -2
        ("task fisher, fish?, task weaver, branch 1", 19, True),
        ("task weaver, branch 1, task fisher", 20, False),
        ("task fisher, done", 20, False),
        ("done", 20, False),
    ],
)
def test_the_fish_of_a_space_at_any_time(moves: str, left: int, other: bool) -> None:
    """19 fish: the limit is met if the Fisher or the space comes before the Weaver is paid."""
    state = village("weaver", "fisher", "headman", fish=19)
    assert state.get(0, FISH) == 19
    assert view(state, -1)["late_fish"] == 1
    assert options(state)[-2:] == ["done", "fish"]
    for move in moves.split(", "):
        if move.endswith("?"):
            assert "fish" not in options(state)  # nothing would fit
        else:
            play(state, move)
    assert state.actor() == 1
    assert state.get(0, FISH) == left
    assert departed(state) == (["BU-R10"] if other else [])


@clause("BU-R10")
@pytest.mark.parametrize(
    ("names", "amounts", "space"),
    [
        (("weaver", "headman"), {"fish": 19}, 2),  # nothing else brings fish
        (("fisher", "headman"), {"fish": 19}, 2),  # nothing costs fish
        (("weaver", "fisher"), {"fish": 16}, 2),  # all of them fit
        (("weaver", "fisher"), {"fish": 19}, 4),  # one task: the Fisher or the Weaver
        (("fishmonger", "headman"), {"fish": 19, "ebony": 1}, 2),  # one side of the Fishmonger, not both
        (("fishmonger", "feast_giver"), {"fish": 19}, 2),  # no ebony to sell
    ],
)
def test_fish_come_at_once_where_their_order_cannot_matter(
    names: tuple[str, ...], amounts: dict[str, int], space: int
) -> None:
    state = village(*names, space=space, tasked=(), **amounts)
    assert state.get(0, FISH) == amounts["fish"] + 1
    assert view(state, 0)["late_fish"] == 0
    assert "fish" not in options(state)
    with pytest.raises(IllegalMove, match="no fish are left") as caught:
        play(state, "fish")
    assert caught.value.clause == "BU-R10"


@clause("BU-R10")
def test_at_the_limit_the_fish_wait_and_are_not_asked_for_in_vain() -> None:
    state = village("feast_giver", "farmer", "headman", fish=20)
    assert options(state) == ["task farmer", "task headman", "task feast_giver", "done"]
    with pytest.raises(IllegalMove, match="20 fish, so none would fit now; you gain them at the end of the action"):
        play(state, "fish")
    play(state, "task feast_giver", "trade")
    assert options(state) == ["task farmer", "task headman", "done"]  # 17 + 1 fit: it cannot matter any more
    with pytest.raises(IllegalMove, match="it makes no difference any more when you gain those fish"):
        play(state, "fish")
    play(state, "done")
    assert state.get(0, FISH) == 18
    assert departed(state) == []


@clause("BU-R10")
@pytest.mark.parametrize(
    ("names", "moves", "first"),
    [
        (("overseer", "weaver", "fisher"), ("task overseer",), "the Overseer"),
        (("weaver", "fisher"), ("task weaver",), "the Weaver"),
    ],
)
def test_the_fish_of_a_space_come_before_or_after_an_islander(
    names: tuple[str, ...], moves: tuple[str, ...], first: str
) -> None:
    state = play(village(*names, fish=19), *moves)
    assert "fish" not in options(state)
    with pytest.raises(IllegalMove, match=f"finish {first} first; the fish wait"):
        play(state, "fish")


@clause("BU-R10", "BU-R16")
@pytest.mark.parametrize(("fish", "first", "last", "old"), [(20, 17, 19, 17), (19, 17, 18, 17), (18, 17, 17, 17)])
def test_a_decree_pays_before_or_after_its_task(fish: int, first: int, last: int, old: int) -> None:
    """2 fish and the Feast Giver's 3 fish for 3 Esteem."""
    state = decree("feast_giver", fish=fish)
    assert ("fish" in options(state)) == (fish == 19)  # 18: they fit; 20: none would
    play(state, "task feast_giver", "trade")
    assert goods(state, 0) == {"fish": last, "esteem": 3}
    assert departed(state) == (["BU-R10"] if last != old else [])
    if fish == 19:
        state = play(decree("feast_giver", fish=fish), "fish")
        assert options(state) == ["task feast_giver", "done"]
        play(state, "task feast_giver", "trade")
        assert goods(state, 0) == {"fish": first, "esteem": 3}
        assert departed(state) == []


@clause("BU-R10")
def test_a_decree_whose_task_is_declined_still_brings_its_fish() -> None:
    state = play(decree("feast_giver", fish=19), "done")
    assert state.get(0, FISH) == 20
    assert told(state, "waited")[0].args[:3] == (0, 1, 2)
    assert state.lists_waiting == 0
    assert departed(state) == []


@clause("BU-R10")
def test_a_decree_asks_only_if_its_task_may_cost_fish() -> None:
    assert decree("headman", fish=19).get(0, FISH) == 20
    assert decree("overseer", "farmer", fish=19).get(0, FISH) == 20
    state = decree("overseer", "potter", fish=19)  # the Overseer lets the Potter be tasked
    assert state.get(0, FISH) == 19
    play(state, "task overseer", "task potter", "branch 1")
    assert goods(state, 0) == {"fish": 19, "clay": 2, "esteem": 1}


def late_fish(state: Buru) -> list[str]:
    return [state.game.say(event, ("Becky", "Sonia")) for event in told(state, "late_fish")]


@clause("BU-R10")
def test_the_choice_in_words() -> None:
    state = decree("feast_giver", fish=19)
    assert state.words(0, state.legal(0)[-1]) == "Gain 1 of 2 fish now; the other is lost (limit 20)"
    assert state.targets(0, state.legal(0)[-1]) == ("do:fish",)
    assert view(state, 1)["late_fish"] == 2
    other = village("weaver", "fisher", fish=19)
    assert other.words(0, other.legal(0)[-1]) == "Gain 1 fish now"
    lines = other.preview(0, other.legal(0)[-1], ("Becky", "Sonia")).lines
    assert lines == ("Becky gains 1 fish (Village 2)",)
    assert late_fish(other) == ["1 fish waits: Becky takes it at any time, or at the end of the action"]
    assert late_fish(state) == ["2 fish wait: Becky takes them at any time, or at the end of the Decree"]


@clause("BU-R10")
def test_a_lawan_is_not_said_to_choose() -> None:
    state = table(2, 1)
    own(state, 1, fish=20)
    state.spaces[VILLAGE * 5] = 0
    resolve(state, "village", {1: (5,), 0: (1,)}, plots=("plot_01",))
    assert late_fish(state) == ["1 fish waits for Sonia until the end of the action: there is no room for it yet"]


@clause("BU-R10")
def test_nobody_is_said_to_choose_where_nothing_is_asked() -> None:
    """Fish that do not fit wait also where they cannot be paid: then there is nothing to choose."""
    nothing_to_pay = village("fisher", "headman", fish=20)
    assert "fish" not in options(nothing_to_pay)
    assert late_fish(nothing_to_pay) == [
        "1 fish waits for Becky until the end of the action: there is no room for it yet"
    ]
    full = village("feast_giver", "farmer", fish=20)
    assert "fish" not in options(full)
    assert late_fish(full) == [
        "1 fish waits: Becky takes it when there is room, at the latest at the end of the action"
    ]


@clause("BU-R10")
def test_a_clone_goes_on_with_the_same_fish() -> None:
    state = decree("feast_giver", fish=19)
    other = state.clone()
    other.apply(0, other.legal(0)[-1])
    assert (state.get(0, FISH), other.get(0, FISH)) == (19, 20)
    assert (view(state, 0)["late_fish"], view(other, 0)["late_fish"]) == (2, 0)
    assert (state.lists_waiting, other.lists_waiting) == (1, 0)
    assert state.checksum() != other.checksum()


@clause("BU-R10")
def test_bots_count_the_fish_that_wait() -> None:
    """So gaining them early is worth nothing by itself: not those of a Decree, nor those of a space."""
    for state in (decree("overseer", "potter", fish=19), village("weaver", "fisher", fish=19)):
        worth = state.game.heuristic.worth
        before = worth(state, 0)
        assert worth(play(state, "fish"), 0) == before
