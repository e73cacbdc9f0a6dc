"""AM-12 Blessings."""

from __future__ import annotations

from bungalow.core.contract import NONE
from bungalow.games.buru.state import ESTEEM, Buru
from bungalow.games.buru.view import view
from tests.clauses import clause
from tests.games.ambelau.builders import (
    LIAISON,
    again,
    blessing,
    canoe_of,
    holder,
    mat_of,
    ruling,
    with_modules,
)
from tests.games.buru.builders import bids, decrees, options, own, play, resolve, told, totem


def finish(state: Buru, region: int) -> Buru:
    """Everybody does as little as possible until the region is done."""
    while state.region == region:
        play(state, options(state)[-1])
    return state


@clause("AM-12.1")
def test_e4_the_last_to_act_takes_the_blessing_from_its_holder() -> None:
    state = with_modules(3, 0, "blessings")
    blessing(state, "village", 1)
    resolve(state, "village", {0: (1,), 1: (3,), 2: (5,)})
    assert view(state, 0)["regions"][2]["blessing"] == {"holder": 1, "used_by": None, "goes_to": 0}
    assert holder(state, "village") == 1
    finish(state, 2)
    assert holder(state, "village") == 0
    assert told(state, "blessing")[0].args == (0, ("village", "Village"), 1)


@clause("AM-12.1", "AM-R17")
def test_x18_used_and_lost() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "forest", user=0)
    resolve(state, "forest", {0: (5,), 1: (3,)})
    assert state.totems[1] == 0
    finish(state, 0)
    assert holder(state, "forest") == 1


def test_x19_used_and_kept() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "forest", user=0)
    resolve(state, "forest", {0: (1,), 1: (3,)})
    finish(state, 0)
    assert holder(state, "forest") == 0


@clause("AM-12.1")
def test_a_holder_who_is_last_keeps_it() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "forest", 0)
    resolve(state, "forest", {0: (1,), 1: (3,)})
    finish(state, 0)
    assert holder(state, "forest") == 0


@clause("AM-12.2", "AM-R9")
def test_x26_alone_and_blessed() -> None:
    for choice, totem_at, held in (("take triumph", 0, NONE), ("take blessing", NONE, 0)):
        state = with_modules(2, 0, "blessings")
        blessing(state, "forest", user=0)
        decrees(state, "forest_a")
        resolve(state, "forest", {0: (3,)})
        assert options(state) == ["take triumph", "take blessing"]
        assert state.get(0, ESTEEM) == 0  # the Decrees come after the choice
        play(state, choice)
        assert (state.totems[1], holder(state, "forest")) == (totem_at, held)
        assert state.get(0, ESTEEM) == 2
    kept = with_modules(2, 0, "blessings")
    blessing(kept, "forest", 0)
    decrees(kept, "forest_a")
    resolve(kept, "forest", {0: (3,)})
    assert options(kept)[0].startswith("take forest_")  # nothing to choose but a card
    assert (kept.totems[1], holder(kept, "forest"), kept.get(0, ESTEEM)) == (0, 0, 2)


@clause("AM-R9")
def test_the_blessing_may_cost_the_decrees_by_a_ruling() -> None:
    state = ruling(with_modules(2, 0, "blessings"), sole_bidder_blessing_forfeits_decrees=True)
    decrees(state, "forest_a", "forest_b")
    resolve(state, "forest", {0: (3,)})
    play(state, "take blessing")
    assert state.get(0, ESTEEM) == 0
    assert int(state.decrees).bit_count() == 2  # they lie there until Dusk


@clause("AM-R38")
def test_the_same_choice_for_the_totems_of_ibu_and_ukum() -> None:
    state = with_modules(2, 0, "blessings", "ambelau", "ukum")
    totem(state, "ibu", 1)
    resolve(state, "ambelau", {0: (3,)})
    play(state, "take blessing")
    assert (state.totems[3], holder(state, "ambelau")) == (1, 0)
    resolve(state, "lake", {0: (3,)})
    play(state, "take triumph")
    assert (state.totems[4], holder(state, "lake")) == (0, NONE)


@clause("AM-12.3")
def test_liaisons_never_count_for_a_blessing() -> None:
    state = with_modules(3, 0, "blessings", "liaisons")
    resolve(state, "shore", {0: (LIAISON,)})
    assert holder(state, "shore") == NONE
    resolve(state, "shore", {0: (3,), 1: (LIAISON,)})
    assert options(state) == ["take triumph", "take blessing"]  # sole bidder all the same
    resolve(state, "shore", {0: (3,), 1: (4,), 2: (LIAISON,)})
    finish(state, 1)
    assert holder(state, "shore") == 0


@clause("AM-12.4")
def test_any_number_may_be_held_for_all_to_see() -> None:
    state = with_modules(2, 0, "blessings", "ambelau")
    for region in ("forest", "shore", "village", "ambelau", "lake"):
        blessing(state, region, 1)
    assert view(state, 0)["seats"][1]["blessings"] == ["forest", "shore", "village", "lake", "ambelau"]


@clause("AM-12.5")
def test_a_used_blessing_that_nobody_takes_stays_in_the_wilderness() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "forest", user=0)
    resolve(state, "forest", {0: (3,)})
    play(state, "take triumph")
    while state.round == 1:
        play(state, options(state)[-1])
    assert (holder(state, "forest"), int(state.blessed(0))) == (NONE, NONE)


@clause("AM-12.6")
def test_a_blessing_is_no_token() -> None:
    state = with_modules(2, 1, "blessings")
    blessing(state, "forest", 0)
    again(state)
    assert all(text.split()[1] in "12345" for text in options(state))  # never without a token
    assert mat_of(state, 0) == {"1", "2", "3", "4", "5"}
    blessing(state, "village", user=1)
    resolve(state, "village", {1: (3,), 0: (1,)}, plots=("plot_01",))
    assert not any(event.args[2] == "double" for event in told(state, "gain"))


@clause("AM-12.7", "AM-R41")
def test_a_blessing_works_in_its_region_and_does_not_expire() -> None:
    state = with_modules(2, 0, "blessings")
    blessing(state, "village", 0)
    again(state)
    assert {text.split()[2] for text in options(state) if text.endswith("blessed")} == {"village"}
    resolve(state, "lake", {})
    resolve(state, "lake", {})
    assert (state.round, holder(state, "village")) == (3, 0)


@clause("AM-12.8")
def test_the_blessing_lengthens_the_reach_of_a_canoe() -> None:
    state = with_modules(2, 0, "blessings", "ambelau")
    blessing(state, "ambelau", user=0)
    resolve(state, "ambelau", {0: (2,), 1: (2,)}, emissary=1)
    assert (state.actor(), options(state)) == (0, ["canoe 1", "canoe 2", "canoe 3"])


@clause("AM-12.8")
def test_what_a_placement_promises_includes_the_blessing() -> None:
    state = with_modules(2, 0, "blessings", "liaisons")
    blessing(state, "shore", 0)
    again(state)

    def promised(text: str) -> str:
        return state.words(0, state.parse(0, text))

    assert promised("place 2 shore") == "Power 2 to the Shore"
    assert promised("place 2 shore blessed") == "Power 2 to the Shore with its Blessing (your Power there: 3)"
    assert promised("place liaison shore blessed") == "Liaison (no Power) to the Shore with its Blessing"
    play(state, "place 2 shore blessed", "place 1 forest")
    assert promised("place 4 shore") == "Power 4 to the Shore (your Power there: 7)"
    assert promised("place liaison shore") == "Liaison (no Power) to the Shore (your Power there: 3)"
    lines = state.preview(0, state.parse(0, "place 4 shore"), ("Becky", "Sonia")).lines
    assert lines == ("Becky places an Explorer: Shore", "(Power 4; your Power there: 7)")


@clause("AM-R16")
def test_a_blessing_laid_with_a_liaison_counts_if_an_explorer_comes() -> None:
    state = with_modules(2, 0, "blessings", "liaisons")
    blessing(state, "shore", 0)
    again(state)
    play(state, "place liaison shore blessed", "place 1 forest", "place 2 shore", "place 2 forest")
    assert state.power(0, 1) == 3
    alone = with_modules(2, 0, "blessings", "liaisons")
    blessing(alone, "shore", user=0)
    bids(alone, 0, shore=(LIAISON,))
    assert alone.power(0, 1) == 0


def test_x10_last_by_tokoh() -> None:
    state = with_modules(2, 0, "blessings", "ambelau", "tokoh")
    resolve(state, "ambelau", {0: (1,), 1: (3,)})
    play(state, "canoe 3", "done")
    assert options(state) == ["canoe 1", "tokoh"]
    play(state, "tokoh")
    finish(state, 4)
    assert (canoe_of(state, 0), holder(state, "ambelau")) == (0, 0)


def test_without_ambelau_its_blessing_stays_in_the_box() -> None:
    state = with_modules(2, 0, "blessings")
    own(state, 0, fish=0)
    assert [region["region"] for region in view(state, 0)["regions"]] == ["forest", "shore", "village", "lake"]
