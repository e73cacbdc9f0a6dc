"""The ends of rules that games seldom meet: last tokens, empty supplies, equal ranks, Powers that can do nothing."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.games.busara.contents import prepare
from bungalow.games.busara.realm import ACTION_END
from bungalow.games.busara.rules.effects import begin_effect, pick_up_all
from bungalow.games.busara.rules.powers import can_do_something
from bungalow.games.busara.rules.setup import have_room
from bungalow.games.busara.state import count_in, first_in, size_of
from tests.clauses import clause
from tests.games.busara.builders import Table, box, full, table

MOVE_1 = ("move", "move b0:00 right")


# -- setup ------------------------------------------------------------------------------------------------------------


@clause("BS-1.13")
def test_room_for_the_last_tokens() -> None:
    every = 2**16 - 1
    assert [have_room(every, tokens) for tokens in (0, 1, 8, 9)] == [True, True, True, False]
    assert [have_room(0, tokens) for tokens in (0, 1)] == [True, False]
    corners = 1 + 2**3 + 2**12 + 2**15
    assert [have_room(corners, tokens) for tokens in (3, 4, 5)] == [True, True, False]
    assert not have_room(0b11, 2)  # side by side
    assert have_room(0b1001_0000, 2)
    assert not have_room(0b0001_0001, 2)  # one above the other
    assert have_room(2**3 + 2**4, 2)  # the end of a row and the start of the next


def test_a_hand_is_counted_by_type() -> None:
    for resource in range(4):
        for count in (1, 2, 15, 16, 31):
            hand = count << (5 * resource)
            assert (first_in(hand), count_in(hand, resource), size_of(hand)) == (resource, count, count)
    assert size_of(1 + 2 * 32 + 3 * 1024 + 4 * 32768) == 10


# -- Powers that can do nothing ---------------------------------------------------------------------------------------


def useful(made: Table, kingdom: str) -> bool:
    return can_do_something(made.state, 0, box().kingdom_number(kingdom))


@clause("BS-R21", "BS-7.14")
@pytest.mark.parametrize(
    ("kingdom", "mine", "stock", "useful_then"),
    [
        ("egolica", "F00", {}, True),
        ("egolica", full(), {}, False),
        ("egolica", full("E", "00"), {}, True),
        ("egolica", "F00", {0: 0, 1: 0, 2: 0, 3: 0}, False),
        ("egolica", "F00", {0: 0, 1: 0, 2: 0, 3: 1}, True),
        ("logone", "F00", {}, True),
        ("logone", "", {}, False),
        ("logone", full(), {}, False),
        ("logone", "F00", {0: 0}, False),
        ("logone", "F00", {0: 1}, True),
        ("logone", "F00 A33", {0: 0}, True),
        ("ilagik", "", {}, False),
        ("ilagik", "F00", {}, True),
        ("milu", full(), {}, False),
        ("milu", full("E", "00"), {}, True),
        ("milu", "", {}, True),
        ("konga", "F00", {}, True),
        ("kavango_keendobe", "F00", {}, True),
    ],
)
def test_a_power_needs_room_stock_or_a_resource(
    kingdom: str, mine: str, stock: dict[int, int], useful_then: bool
) -> None:
    assert useful(table(boards={1: mine, 2: "W00"}, stock=stock, start=False), kingdom) == useful_then


@clause("BS-R21")
def test_a_power_needs_somebody_to_use_it_on() -> None:
    def made(**facts: object) -> Table:
        return table(3, start=False, **facts)  # type: ignore[arg-type]

    assert not useful(made(boards={2: "", 3: ""}), "milu")
    assert useful(made(boards={2: "", 3: "F00"}), "milu")
    assert not useful(made(virtues={1: "3 art"}), "ubunifu")
    assert useful(made(virtues={1: "3 art", 3: "1 art"}), "ubunifu")
    assert useful(made(virtues={1: "3 art"}, hidden=[3]), "ubunifu")
    assert useful(made(up=[1, 2]), "nevulandis")
    assert not useful(made(up=[1, 2, 3]), "nevulandis")


@clause("BS-R21", "BS-7.23")
def test_transform_needs_a_fifth_virtue_and_one_of_another_type_in_supply() -> None:
    def usable(virtues: str, supply: dict[str, int]) -> bool:
        return useful(table(virtues={1: virtues}, supply=supply, start=False), "eko_akete")

    only = dict.fromkeys(("security", "energy", "nature", "wisdom", "economy"), 0)
    assert not usable("4 art", {})
    assert usable("5 art", {})
    assert not usable("5 art", only)  # Art alone is in supply
    assert usable("5 art", {**only, "energy": 1})
    assert usable("4 art 1 energy", only)
    assert not usable("4 art 1 energy", {**only, "art": 0})


# -- effects ----------------------------------------------------------------------------------------------------------


@clause("BS-R33")
def test_everybody_means_clockwise_from_the_active_player_and_self_the_user() -> None:
    for name, asked in (("shortage", "1 discard_token"), ("caravan", "3 choose_resource_type")):
        made = table(3)
        made.state.end()
        begin_effect(made.state, box().cards[box().card_number(name)].code, 2, True)
        made.state.advance()
        assert made.asked == asked


@clause("BS-7.36")
def test_a_reaction_of_the_active_players_rivals_is_theirs_in_a_manipulated_turn() -> None:
    for user, decides in ((0, 3), (1, 2), (2, 3)):
        made = table(3, kingdoms={3: "royaume_kongo"}, virtues={3: "3 art"}).play("use")
        made.state.end()
        begin_effect(made.state, box().kingdoms[box().kingdom_number("egolica")].code, user, False)
        made.state.advance()
        assert made.asked == f"{decides} choose_resource_type"


@clause("BS-7.24")
@pytest.mark.parametrize(("mine", "hand"), [("", 0), ("F22", 1), ("E22", 1), (full("A"), 16)])
def test_all_resources_are_picked_up_whatever_they_are(mine: str, hand: int) -> None:
    made = table(boards={1: mine, 2: "F00"}, start=False)
    made.state.end()
    made.state.subject = made.state.decides = 0
    pick_up_all(made.state, 0)
    assert size_of(made.state.hand) == hand
    assert made.state.stack_height == (1 if hand else 0)
    assert made.board(1) == ""


@clause("BS-7.24")
def test_witchcraft_with_a_single_resource() -> None:
    for letter in "FAWE":
        used = table(kingdoms={1: "ilagik"}, virtues={1: "3 art"}, boards={1: f"{letter}00", 2: "F00"}).play("power")
        assert used.play("place b0:22").board(1) == f"{letter}22"


@clause("BS-7.30")
def test_who_has_exactly_as_many_as_rain_takes_is_not_asked() -> None:
    made = table(3, kingdoms={1: "kavango_keendobe"}, virtues={1: "3 art"}, boards={1: "F00 A33", 2: "W00", 3: "E00"})
    made.play("power", "number 2", "branch remove")
    assert [made.count(player) for player in (1, 2, 3)] == [0, 0, 0]


def test_open_borders_asks_nobody_without_a_step() -> None:
    closed = table(3, boards={1: "F00", 2: "", 3: "E00"}, deck="open_borders").play("draw", "stay")
    assert closed.asked == "3 move_token"
    assert closed.play("stay").asked == "3 choose_action"


@clause("BS-7.37")
def test_each_event_loosens_what_is_known_of_hidden_virtues_as_it_may() -> None:
    def known(deck: str, *moves: str) -> list[tuple[int, int]]:
        made = table(3, deck=deck, virtues={1: "3 art 1 nature"}, hidden=[1], boards={1: "F00 F22"}).play(*moves)
        realm = made.state.realm
        return [(int(realm.least[i]), int(realm.most[i])) for i in range(6)]

    exact = [(0, 0), (0, 0), (1, 1), (3, 3), (0, 0), (0, 0)]
    assert known("hard_winter", "draw", "lose art") == [(0, 0), (0, 0), (0, 1), (2, 3), (0, 0), (0, 0)]
    assert known("griot", "draw", "name none") == [(0, 1), (0, 1), (0, 2), (2, 4), (0, 1), (0, 1)]
    assert known("open_borders", "draw", "stay", "stay", "stay") == exact
    assert known("shortage", "draw", "discard b0:00", "discard b1:00", "discard b2:00") == exact
    assert known("harvest_festival", "draw") == exact


@clause("BS-7.23")
def test_transform_in_secret_stays_secret() -> None:
    made = table(3, kingdoms={1: "eko_akete"}, virtues={1: "5 art 2 energy 1 nature"}, hidden=[1])
    assert made.play("power", "pay art").asked == "1 choose_virtue"
    assert made.state.choice().silent
    assert made.play("name wisdom").state.choice().silent
    made.play("swap energy")
    assert made.asked == "1 exchange_step"
    assert made.state.choice().silent
    assert made.play("stop").virtues(1) == {"energy": 1, "nature": 1, "art": 1, "wisdom": 1}
    open_hand = table(3, kingdoms={1: "eko_akete"}, virtues={1: "5 art 2 energy 1 nature"})
    assert not open_hand.play("power", "pay art").state.choice().silent
    assert not open_hand.play("name wisdom").state.choice().silent
    assert not open_hand.play("swap energy").state.choice().silent


@clause("BS-R38")
def test_a_tale_exchanges_one_virtue_and_no_more() -> None:
    told = table(deck="griot", virtues={1: "2 art 1 nature"}).play("draw")
    assert told.options == [f"name {name}" for name in ("security", "energy", "nature", "art", "wisdom", "economy")] + [
        "name none"
    ]
    assert told.play("name wisdom").options == ["swap nature", "swap art", "stop"]
    assert told.play("swap art").virtues(1) == {"nature": 1, "art": 1, "wisdom": 1}
    assert told.active == 2
    stopped = table(deck="griot", virtues={1: "2 art 1 nature"}).play("draw", "name wisdom", "stop")
    assert stopped.virtues(1) == {"nature": 1, "art": 2}
    assert stopped.active == 2


# -- undo stops at what became visible --------------------------------------------------------------------------------


@clause("BS-R27")
def test_what_shows_how_much_is_left_of_a_hidden_supply_cannot_be_taken_back() -> None:
    def revealed(made: Table, move: str) -> int:
        state = made.state
        seat = state.actor()
        before = int(state.reveals)
        state.choice().take(state, seat, state.parse(seat, move))
        return int(state.reveals) - before

    virtues = {1: "6 art 1 nature", 2: "1 energy 1 nature"}
    for hidden, forged, swapped, taken in (([], 0, 0, 0), ([1], 1, 1, 0), ([2], 1, 1, 1)):
        made = table(3, boards={1: "F00 W01 F02 E33"}, virtues=virtues, hidden=hidden)
        assert revealed(made.play("forge", "forge b0:00"), "step b0:02") == forged
        made = table(3, deck="griot", virtues=virtues, hidden=hidden)
        assert revealed(made.play("draw", "name wisdom"), "swap art") == swapped
        made = table(3, kingdoms={1: "ubunifu"}, virtues={1: "3 art", 2: "1 energy 1 nature"}, hidden=hidden)
        assert revealed(made.play("power"), "name energy") == taken


# -- turns ------------------------------------------------------------------------------------------------------------


@clause("BS-8.6", "BS-8.4")
def test_a_mark_stays_until_both_conditions_hold_whoever_bears_it() -> None:
    for player, turn in ((1, 2), (2, 1), (3, 1)):
        for board in ("", full()):
            boards = {**dict.fromkeys((1, 2, 3), "F11"), player: board}
            made = table(3, turn=turn, boards=boards, embargoed=[player])
            made.play("move", f"move b{turn - 1}:11 down")
            assert made.embargoed == [player]
        boards = dict.fromkeys((1, 2, 3), "F11")
        made = table(3, turn=turn, boards=boards, embargoed=[player])
        assert made.play("move", f"move b{turn - 1}:11 down").embargoed == []


@clause("BS-R25")
def test_a_lone_granted_action_is_played() -> None:
    emptied = table(kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: "F00 E01", 2: ""}, deck="r-fire")
    emptied.play("power", "forge", "forge b0:00")
    assert emptied.asked == "1 place_token"  # nothing but Draw was left


@clause("BS-8.1")
def test_no_kingdom_is_ruled_out_for_a_card_that_lies_open() -> None:
    for up, cannot_be in (([], ["konga"]), ([1], [])):
        made = table(
            3, kingdoms={1: "logone"}, virtues={1: "3 art 4 security 2 nature"}, boards={1: "F00 F22"}, up=up
        ).play(*MOVE_1)
        assert made.view(2)["players"][0]["cannot_be"] == cannot_be
    hidden = table(
        3, kingdoms={1: "logone"}, virtues={1: "3 art 4 security 2 nature"}, boards={1: "F00 F22"}, hidden=[1]
    ).play(*MOVE_1)
    assert hidden.view(2)["players"][0]["cannot_be"] == []


@clause("BS-8.7")
@pytest.mark.parametrize(
    ("boards", "virtues", "ranks"),
    [
        ({1: "F00 F02", 2: "F00 F02", 3: "F00 F02"}, {}, [1, 1, 1]),
        ({1: "F00 F02", 2: "F00 F02 F20", 3: "F00"}, {}, [2, 1, 3]),
        ({1: "F00 F02", 2: "F00 F02", 3: "F00 F02"}, {1: "1 economy", 3: "2 economy"}, [2, 3, 1]),
        ({1: "F00", 2: "F00 F02", 3: "F00 F02 F20"}, {1: "1 art"}, [1, 3, 2]),
        ({1: "F00", 2: "F00 F02", 3: "F00 F02"}, {1: "1 art", 2: "2 economy"}, [1, 2, 3]),
        ({1: "F00 F02", 2: "F00 F02", 3: "F00"}, {3: "9 economy"}, [1, 1, 3]),
    ],
)
def test_ranks_at_the_cap(boards: dict[int, str], virtues: dict[int, str], ranks: list[int]) -> None:
    kingdoms = {1: "konga", 2: "aradas", 3: "telalila"}  # nobody needs Economy
    made = table(3, turn=3, round=60, kingdoms=kingdoms, boards=boards, virtues=virtues, start=False)
    assert [made.state.progress(seat) for seat in range(3)] == [int("art" in virtues.get(1, "")), 0, 0]
    assert [made.state.rank(seat) for seat in range(3)] == ranks


# -- trade ------------------------------------------------------------------------------------------------------------


@clause("BS-7.4")
def test_an_offer_to_a_full_board_asks_for_as_much_as_it_gives() -> None:
    made = table(
        kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: full("E", "00"), 2: "F00 F02 F20"}, deck="r-earth"
    )
    made.play("power", "draw").want("FFF").play("offer fire 3")
    assert made.options == [*(f"ask earth {count}" for count in range(3, 17)), "no offer"]


# -- reactions --------------------------------------------------------------------------------------------------------


@clause("BS-7.17", "BS-7.18")
def test_a_box_without_a_kingdom_for_a_window_never_opens_it() -> None:
    for removed, windows in ((False, 2), (True, 1)):
        made = table(3, virtues={2: "2 art"}, boards={1: "F00 F22"})
        made.state.box = prepare(box(), 3)
        if removed:
            made.state.box.reactor[ACTION_END] = NONE
        assert made.play(*MOVE_1).state.windows == windows  # Retraction and Time, or Time alone


@clause("BS-7.17", "BS-7.35")
@pytest.mark.parametrize(
    ("virtues", "hidden", "windows"),
    [("2 art", [], 2), ("1 art", [], 0), ("2 art", [2], 2), ("1 art", [2], 0)],
)
def test_windows_open_for_those_who_could_pay(virtues: str, hidden: list[int], windows: int) -> None:
    made = table(3, virtues={2: virtues}, hidden=hidden, boards={1: "F00 F22"}).play(*MOVE_1)
    assert made.state.windows == windows


@clause("BS-7.17", "BS-7.35")
def test_shared_virtues_pay_for_no_retraction_and_everybody_knows_it() -> None:
    for hidden, windows in (([], 1), ([2], 2)):
        made = table(3, virtues={2: "1 art"}, hidden=hidden, boards={1: "W03 F33", 2: "E00 A33"}).play("forge")
        assert made.wealth(2) == 2
        assert made.state.windows == windows  # Time; and Retraction, if it may have been two of Energy


@clause("BS-7.17")
def test_no_window_opens_for_the_active_player_nor_for_open_cards_of_another_kind() -> None:
    own = table(3, virtues={1: "2 art"}, boards={1: "F00 F22"}).play(*MOVE_1)
    assert own.state.windows == 0
    shown = table(3, virtues={2: "2 art"}, up=[2], boards={1: "F00 F22"}).play(*MOVE_1)
    assert shown.state.windows == 0
    ready = table(3, kingdoms={2: "telalila"}, virtues={2: "2 art"}, up=[2], boards={1: "F00 F22"}).play(*MOVE_1)
    assert ready.asked == "2 react_turn_end"
    assert ready.state.windows == 0


@clause("BS-7.35", "BS-R24")
def test_what_was_paid_for_any_reaction_stays_paid_when_the_action_is_undone() -> None:
    averted = table(
        3, kingdoms={1: "empire_volta", 2: "mask_of_light"}, virtues={1: "2 energy", 2: "2 art"}, deck="shortage"
    )
    averted.play("draw", "use", "use")
    assert "undone" in averted.happened()
    assert (averted.virtues(1), averted.virtues(2)) == ({"energy": 1}, {})
    assert averted.is_up(1)
    cancelled = table(
        3,
        kingdoms={1: "konga", 2: "mask_of_light", 3: "bis_bese_avouman"},
        virtues={1: "2 art", 2: "2 art", 3: "4 energy"},
    )
    cancelled.play("power", "use", "use")
    assert (cancelled.virtues(1), cancelled.virtues(2), cancelled.virtues(3)) == ({"art": 2}, {}, {"energy": 1})
    assert cancelled.asked == "2 choose_action"


@clause("BS-7.35")
def test_a_necklace_may_be_paid_with_what_the_action_earned() -> None:
    earned = table(
        kingdoms={1: "bis_bese_avouman", 2: "mask_of_light"},
        virtues={2: "2 economy"},
        boards={1: "F00 W01 F02 W03", 2: "A33"},
    )
    earned.play("forge", "forge b0:00", "step b0:02", "step b0:03", "use", "use")
    assert (earned.wealth(1), earned.wealth(2)) == (0, 0)
    assert earned.board(1) == ""  # the forge stands
    assert earned.asked == "2 choose_action"


# -- what a controller and a spectator see ----------------------------------------------------------------------------


@clause("BS-R36")
def test_a_controller_does_not_see_what_the_controlled_player_looks_at() -> None:
    looking = table(
        3,
        turn=2,
        kingdoms={1: "royaume_kongo", 2: "nevulandis", 3: "konga"},
        up=[2],
        virtues={1: "3 art", 2: "1 art"},
    )
    looking.play("use", "power")
    assert looking.view(2)["players"][2]["kingdom"] == "konga"  # the only card that player 2 did not know
    assert looking.view(1)["players"][2]["kingdom"] is None
    assert not any("holds" in line for line in looking.log(1))


def test_at_the_end_everything_is_shown() -> None:
    ended = table(3, turn=2, boards={2: full(), 3: ""}, embargoed=[3], virtues={2: "2 art", 3: "1 energy"}, hidden=[3])
    assert ended.state.over()
    for player in (0, 1, 2, 3):
        seen = ended.view(player)
        assert seen["supply_exact"]
        for other in (1, 2, 3):
            shown = seen["players"][other - 1]
            assert shown["kingdom"] == ended.kingdom(other)
            held = shown["virtues"]
            assert held is not None
            assert {name: count for name, count in held.items() if count} == ended.virtues(other)
