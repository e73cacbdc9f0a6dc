"""Every pair of the module interaction matrix (rules of Ambelau, part 5), and the cases of three modules."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.games.buru import GAME
from bungalow.games.buru.facts import members
from bungalow.games.buru.state import AMBELAU, ESTEEM, FISH, LAKE, SHORE, VILLAGE, Buru
from bungalow.games.buru.view import view
from tests.games.ambelau.builders import (
    GUIDE,
    LIAISON,
    again,
    blessing,
    canoe,
    canoe_of,
    guide,
    holder,
    with_modules,
)
from tests.games.buru.builders import (
    BOX,
    ISLANDER,
    goods,
    options,
    own,
    play,
    resolve,
    row,
    stack_of_plots,
    tableau,
    tableau_of,
    told,
    tribute_cards,
)


def finish(state: Buru, region: int) -> Buru:
    while state.region == region:
        play(state, options(state)[-1])
    return state


# --- fifth_player with ... ---


def test_fifth_player_and_ambelau_five_canoes_on_twelve_spaces() -> None:
    state = with_modules(5, 0, "fifth_player", "ambelau")
    resolve(state, "ambelau", dict.fromkeys(range(5), (1,)))
    finish(state, int(AMBELAU))
    assert [canoe_of(state, seat) for seat in range(5)] == [1, 2, 3, 4, 5]
    assert view(state, 0)["seats"][4]["canoe"] == 5


def test_fifth_player_and_ukum_the_deck_can_run_out() -> None:
    state = with_modules(5, 0, "fifth_player", "ukum")
    state.tribute_left[4] = 1
    tableau(state, 0, "thief", "pirate")
    tableau(state, 4, "bandit", "farmer")
    resolve(state, "village", {0: (5,), 4: (1,)})
    play(state, "space 5", "task pirate")
    assert state.actor() == 4
    play(state, "space 4")
    assert options(state) == ["task farmer", "done"]


def test_fifth_player_and_lawan_may_take_the_fifth_seat() -> None:
    state = with_modules(5, 2, "fifth_player", "ambelau", "lawan_ambelau")
    assert view(state, 0)["seats"][4]["kind"] == "lawan B"
    assert view(state, 0)["seats"][4]["colour"] == "red"


def test_fifth_player_and_tokoh_use_all_ten_cards() -> None:
    state = GAME.new(5, {"tokoh": True})
    assert isinstance(state, Buru)
    dealt = [int(state.get_more(seat, 3)) for seat in range(5)]
    assert sum(dealt) == (1 << 10) - 1
    names = {step.op for card in BOX.tokoh for step in (*card.start, *card.effects)}
    assert "guide" not in names  # no card may need another module


def test_fifth_player_and_blessings_the_last_of_five() -> None:
    state = with_modules(5, 0, "fifth_player", "blessings")
    resolve(state, "forest", {seat: (5 - seat,) for seat in range(5)})
    finish(state, 0)
    assert holder(state, "forest") == 4


def test_fifth_player_and_liaisons_leave_no_space_for_a_sixth_action() -> None:
    state = with_modules(5, 0, "fifth_player", "liaisons")
    own(state, 0, fish=20)
    resolve(state, "shore", {seat: (5 - seat,) for seat in range(5)} | {0: (5, LIAISON)})
    play(state, "space 5", "done", "space 4", "space 3", "done", "space 2")
    assert not told(state, "liaison")


# --- ambelau with ... ---


def test_ambelau_and_ukum_share_the_tyrant_and_tasks_on_the_track() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    assert int(state.box.islander_set) >> ISLANDER["tyrant"] & 1
    tableau(state, 0, "tyrant", "farmer")
    canoe(state, 0, 5)
    resolve(state, "ambelau", {0: (1,), 1: (3,)}, emissary=1)
    play(state, "canoe 1")
    assert options(state) == ["task farmer", "task tyrant", "tribute ibu", "done"]
    play(state, "task tyrant")
    assert tribute_cards(state, 0) == {"ukum": 1}
    assert view(state, 1)["seats"][0]["guide_next"]


def test_ambelau_and_lawan_know_the_region_the_canoe_and_the_guide() -> None:
    state = with_modules(3, 1, "ambelau", "lawan_ambelau")
    guide(state, 2)
    stack_of_plots(state, "plot_a04", "plot_a01", "plot_a02", "plot_a03", "plot_a09")
    again(state)
    for _ in range(8):
        play(state, options(state)[0])
    assert state.bid_count(2, AMBELAU) == 2  # by plot_a04, and its Guide by plot_a09
    assert state.round == 1


def test_ambelau_and_tokoh_replace_the_canoe_move() -> None:
    state = with_modules(2, 0, "ambelau", "tokoh")
    resolve(state, "ambelau", {0: (3,)})
    play(state, "tokoh")
    assert (canoe_of(state, 0), told(state, "canoe")) == (0, [])


def test_ambelau_and_blessings_have_a_fifth_blessing_and_more_reach() -> None:
    state = with_modules(2, 0, "ambelau", "blessings")
    blessing(state, "ambelau", 0)
    again(state)
    assert "place 1 ambelau blessed" in options(state)
    blessing(state, "ambelau", user=0)
    resolve(state, "ambelau", {0: (1,), 1: (5,)})
    play(state, "canoe 5")
    assert options(state) == ["canoe 1", "canoe 2"]


def test_ambelau_and_liaisons_are_inert_there_and_seven_tokens() -> None:
    state = with_modules(2, 0, "ambelau", "liaisons")
    own(state, 0, fish=9)
    resolve(state, "ambelau", {0: (LIAISON,)})
    assert (canoe_of(state, 0), state.round) == (0, 2)
    assert state.box.tokens == 7


# --- ukum with ... ---


def test_ukum_and_lawan_use_both_lines_and_exile_only_outlaws() -> None:
    state = with_modules(2, 1, "ukum", "lawan_ambelau")
    tableau(state, 1, "matriarch", "bandit")
    resolve(state, "lake", {1: (5,), 0: (1,)}, plots=("plot_a05",))  # ukum first
    assert tableau_of(state, 1) == {"matriarch"}
    assert goods(state, 1) == {"ebony": 1, "esteem": 1}


def test_ukum_and_tokoh_pay_and_task() -> None:
    state = with_modules(2, 0, "ukum", "tokoh", leaders=("dharmadhyaksa", "mpu"))
    tableau(state, 0, "farmer", "headman")
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "tokoh", "tribute ukum", "exile farmer")
    assert tribute_cards(state, 0) == {"ukum": 1}
    other = with_modules(2, 0, "ukum", "tokoh")
    tableau(other, 0, "bandit", "farmer")
    resolve(other, "shore", {0: (5,), 1: (1,)})
    play(other, "tokoh", "task bandit")
    assert goods(other, 0) == {"clay": 1, "palm": 1, "ebony": 1}


def test_ukum_and_blessings_at_the_lake() -> None:
    state = with_modules(2, 0, "ukum", "blessings")
    resolve(state, "lake", {0: (3,)})
    assert state.words(0, 0) == "Take the Ukum totem"
    play(state, "take blessing")
    assert (int(state.totems[4]), holder(state, "lake")) == (NONE, 0)


def test_ukum_and_liaisons_can_pay() -> None:
    state = with_modules(2, 0, "ukum", "liaisons")
    tableau(state, 0, "bandit")
    own(state, 0, fish=2)
    resolve(state, "village", {0: (LIAISON,), 1: (1,)})
    play(state, "space 5", "space 4", "task bandit")
    assert tribute_cards(state, 0) == {"ukum": 1}


# --- lawan_ambelau with ... ---


def test_lawan_and_tokoh_two_cards_for_each_human_only() -> None:
    state = GAME.new(4, {"tokoh": True, "lawan": 2, "ambelau": True})
    assert isinstance(state, Buru)
    assert [int(state.get_more(seat, 3)).bit_count() for seat in range(4)] == [2, 2, 0, 0]


def test_lawan_and_blessings_take_hold_and_use() -> None:
    state = with_modules(2, 1, "blessings", "ambelau")
    resolve(state, "ambelau", {1: (1,), 0: (3,)}, plots=("plot_a01",))
    play(state, "canoe 3", "done")
    assert holder(state, "ambelau") == 1
    stack_of_plots(state, "plot_a04")
    again(state)
    play(state, "place 1 forest")
    assert int(state.blessed(AMBELAU)) == 1


def test_lawan_and_liaisons_can_annul_yours() -> None:
    state = with_modules(2, 1, "liaisons", "ukum")
    own(state, 0, fish=9)
    resolve(state, "shore", {0: (3, LIAISON), 1: (1, LIAISON)}, plots=("plot_a01",))
    play(state, "space 5")
    finish(state, SHORE)
    assert not told(state, "liaison")


# --- tokoh, blessings and liaisons ---


def test_tokoh_and_blessings_last_by_tokoh() -> None:
    state = with_modules(2, 0, "tokoh", "blessings")
    resolve(state, "village", {0: (1,), 1: (3,)})
    play(state, "space 1", "tokoh")
    assert holder(state, "village") == 0


def test_tokoh_and_liaisons_free_of_charge() -> None:
    state = with_modules(2, 0, "tokoh", "liaisons")
    resolve(state, "lake", {0: (LIAISON,), 1: (3,)})
    play(state, "tokoh", "tokoh")
    assert goods(state, 0) == {"clay": 1, "palm": 1}
    assert [event.args[0] for event in told(state, "space")] == [1, 0]


def test_blessings_and_liaisons_alone_have_no_action() -> None:
    state = with_modules(3, 0, "blessings", "liaisons")
    own(state, 0, fish=9)
    blessing(state, "village", user=0)
    resolve(state, "village", {0: (LIAISON,), 1: (2,), 2: (3,)})
    play(state, "space 1", "space 2")
    assert holder(state, "village") == 1
    assert state.round == 2


# --- three modules ---


def test_guide_and_liaison_reach_all_five_regions_and_double_once() -> None:
    state = with_modules(2, 0, "ambelau", "liaisons")
    guide(state, 0)
    again(state)
    wanted = iter(("1 forest", "2 shore", "3 village", "guide ambelau", "4 lake", "liaison lake"))
    while state.phase == 1:
        play(state, f"place {next(wanted)}" if state.actor() == 0 else options(state)[0])
    assert [int(state.bid_count(0, region)) for region in (0, 1, 2, AMBELAU, LAKE)] == [1, 1, 1, 1, 2]


def test_ambelau_tokoh_and_blessings_last_there_by_tokoh() -> None:
    state = with_modules(2, 0, "ambelau", "tokoh", "blessings")
    resolve(state, "ambelau", {0: (GUIDE,), 1: (3,)})
    play(state, "canoe 2", "tokoh")
    assert (canoe_of(state, 0), holder(state, "ambelau")) == (0, 0)


def test_a_tokoh_used_by_the_own_action_leaves_its_space_for_sale() -> None:
    state = with_modules(5, 0, "fifth_player", "tokoh", "liaisons")
    own(state, 0, fish=9)
    resolve(state, "village", {seat: (5 - seat,) for seat in range(5)} | {0: (5, LIAISON)})
    play(state, "tokoh", "space 1", "space 2", "space 3", "space 4")
    assert (state.actor(), options(state)) == (0, ["space 5", "done"])


def test_a_lone_lawan_liaison_leaves_a_human_sole_bidder() -> None:
    state = with_modules(2, 1, "lawan_ambelau", "blessings", "liaisons")
    resolve(state, "village", {0: (1,), 1: (LIAISON,)}, plots=("plot_01",))
    assert options(state) == ["take triumph", "take blessing"]


def test_eight_of_twenty_cards_name_ambelau() -> None:
    cards = [plot for plot in BOX.plots if plot.module == "lawan_ambelau"]
    assert sum(AMBELAU in plot.morning for plot in cards) == 8


def test_lawan_with_ambelau_alone_skip_outlaws_and_ukum() -> None:
    state = with_modules(2, 1, "lawan_ambelau", "ambelau")
    own(state, 1, fish=4)
    row(state, "farmer", "shaman", "headman", then=("weaver", "potter", "fisher"))
    resolve(state, "shore", {1: (5,), 0: (1,)}, plots=("plot_a03",))  # outlaw, artisan, ...
    assert [event.args[1] for event in told(state, "lawan_cycle")] == ["artisan"]
    assert state.get(1, FISH) < 4


@pytest.mark.parametrize("modules", [(), ("tokoh",), ("blessings", "liaisons"), ("fifth_player",)])
def test_lawan_without_ambelau_and_ukum_use_the_base_cards(modules: tuple[str, ...]) -> None:
    state = with_modules(3, 2, *modules)
    assert {BOX.plots[card].module for card in members(int(state.box.plot_set))} == {"base"}
    assert state.get(0, ESTEEM) == 0
    assert VILLAGE in members(int(state.box.region_set))


# --- 5.2 solo ---


def test_solo_the_human_is_emissary_without_fish() -> None:
    state = GAME.new(3, {"lawan": 2, "ambelau": True, "ukum": True}, 3)
    assert isinstance(state, Buru)
    assert (state.emissary, [int(state.get(seat, FISH)) for seat in range(3)]) == (0, [0, 3, 3])
    assert len(members(int(state.forest_row))) == 3
