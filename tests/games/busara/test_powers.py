"""Powers and reactions: BS-7.10 to BS-7.36."""

from __future__ import annotations

import pytest

from tests.clauses import clause
from tests.games.busara.builders import Table, full, table

MOVE_1 = ("move", "move b0:00 right")


@clause("BS-7.10")
def test_a_power_is_revealed_paid_and_performed() -> None:
    used = table(kingdoms={1: "logone"}, virtues={1: "4 art"}, boards={1: "F00", 2: "A00"})
    assert not used.is_up(1)
    used.play("power")
    assert used.is_up(1)
    assert used.wealth(1) == 0
    assert used.asked == "1 place_token"
    used.play("place b0:11")
    assert used.board(1) == "F00 F11"
    assert used.is_up(1)


@clause("BS-7.11")
def test_the_cost_is_any_mix_and_must_be_payable() -> None:
    paying = table(kingdoms={1: "konga"}, virtues={1: "1 security 2 art 1 economy"}).play("power")
    assert paying.options == ["pay security", "pay art"]
    assert paying.clause_against("virtue:economy") == "BS-7.11"
    assert paying.clause_against("virtue:energy") == "BS-7.11"
    paying.play("pay art")
    assert paying.options == ["pay art", "pay economy"]
    paying.play("pay economy")
    assert paying.virtues(1) == {"security": 1, "art": 1}
    poor = table(kingdoms={1: "konga"}, virtues={1: "1 art"})
    assert "power" not in poor.options
    assert poor.clause_against("action:power") == "BS-7.11"


@clause("BS-7.12", "BS-7.20")
def test_abundance_once_while_hidden() -> None:
    used = table(3, kingdoms={1: "egolica"}, boards={1: "F00", 2: "F00", 3: "F00"}).play("power")
    for space in ("11", "12", "13"):
        assert used.asked == "1 choose_resource_type"
        used.play("take wind", f"place b0:{space}")
    assert used.board(1) == "F00 W11 W12 W13"  # as many as players
    again = table(3, kingdoms={1: "egolica"}, up=[1])
    assert "power" not in again.options
    assert again.clause_against("action:power") == "BS-7.12"


@clause("BS-7.13", "BS-R20")
def test_reactions_are_no_actions_and_cost_none() -> None:
    own = table(kingdoms={1: "telalila"}, virtues={1: "2 art"})
    assert "power" not in own.options
    assert own.clause_against("action:power") == "BS-7.13"
    reacted = table(boards={1: "F00 F22", 2: "F00 F22"}, kingdoms={2: "telalila"}, virtues={2: "2 art"})
    reacted.play(*MOVE_1, "use")
    assert reacted.asked == "2 choose_action"
    reacted.play("move", "move b1:00 right")
    assert reacted.asked == "2 choose_action"  # the extra turn left the normal one


@clause("BS-7.14", "BS-R21")
@pytest.mark.parametrize(
    ("kingdom", "virtues", "boards", "legal"),
    [
        ("eko_akete", "4 art", "F00 A33", False),  # Transform needs a fifth Virtue
        ("eko_akete", "5 art", "F00 A33", True),
        ("ubunifu", "3 art", "F00 A33", False),  # nobody else has a Virtue
        ("milu", "2 art", "F00 A33", False),  # nobody else has a resource
        ("logone", "4 art", "F00 A33", True),
        ("nevulandis", "1 art", "F00 A33", True),
    ],
)
def test_a_power_is_offered_only_if_it_can_do_something(kingdom: str, virtues: str, boards: str, legal: bool) -> None:
    other = "" if kingdom == "milu" else "F00"
    offered = table(3, kingdoms={1: kingdom}, virtues={1: virtues}, boards={1: boards, 2: other, 3: other})
    assert ("power" in offered.options) == legal
    if not legal:
        assert offered.clause_against("action:power") == "BS-7.14"


@clause("BS-7.14")
def test_knowledge_needs_an_unknown_card() -> None:
    assert "power" not in table(kingdoms={1: "nevulandis"}, virtues={1: "1 art"}, up=[2]).options


@clause("BS-7.15", "BS-7.25")
def test_the_necklace_cancels_and_both_costs_stay_paid() -> None:
    used = table(3, kingdoms={1: "logone", 3: "bis_bese_avouman"}, virtues={1: "4 art", 3: "3 energy"})
    used.play("power")
    assert used.asked == "3 react_power"
    used.play("use")
    assert used.board(1) == "F00 A33"
    assert (used.wealth(1), used.wealth(3)) == (0, 0)
    assert used.active == 2  # the action is used up
    passed = table(3, kingdoms={1: "logone", 3: "bis_bese_avouman"}, virtues={1: "4 art", 3: "3 energy"})
    assert passed.play("power", "pass").asked == "1 choose_resource_type"
    own = table(kingdoms={1: "bis_bese_avouman", 2: "logone"}, virtues={1: "3 energy"})
    assert own.clause_against("action:power") == "BS-7.13"


@clause("BS-7.16", "BS-R22")
def test_targets_are_chosen_after_the_necklace_window() -> None:
    used = table(3, kingdoms={1: "ubunifu", 3: "bis_bese_avouman"}, virtues={1: "3 art", 2: "1 art", 3: "3 energy"})
    assert used.play("power").asked == "3 react_power"
    assert used.play("pass").asked == "1 choose_player"
    assert used.clause_against("seat:1") == "BS-7.16"


@clause("BS-7.18", "BS-R23")
def test_each_window_opens_once_for_the_holder_of_that_moment() -> None:
    # A cancelled Retraction is not offered again.
    used = table(
        kingdoms={1: "bis_bese_avouman", 2: "mask_of_light"}, virtues={1: "3 art", 2: "4 art"}, boards={1: "F00 F22"}
    )
    used.play(*MOVE_1, "use", "use")
    assert used.wealth(2) == 2
    assert used.asked == "2 choose_action"
    # After Identity Surfing the new holder is asked: player 1 now holds Time, but it is their own turn.
    swapped = table(3, kingdoms={1: "aradas", 2: "telalila"}, virtues={1: "5 art", 2: "2 art"})
    swapped.play("power", "player 2")
    assert swapped.kingdom(1) == "telalila"
    assert swapped.asked == "2 choose_action"
    swapped.play("draw")
    while swapped.active == 2 and not swapped.asked.endswith("react_turn_end"):
        swapped.play(swapped.options[0])
    assert swapped.asked == "1 react_turn_end"


@clause("BS-7.21")
def test_magic_grants_two_actions() -> None:
    twice = table(kingdoms={1: "konga"}, virtues={1: "2 art"}, boards={1: "F00 F22"}).play("power", *MOVE_1)
    assert twice.asked == "1 choose_action"
    assert twice.play("move", "move b0:01 right").active == 2


@clause("BS-7.22")
def test_identity_surfing_swaps_cards_with_their_faces() -> None:
    used = table(3, kingdoms={1: "aradas", 2: "konga"}, virtues={1: "3 art", 2: "1 energy"}).play("power", "player 2")
    assert (used.kingdom(1), used.kingdom(2)) == ("konga", "aradas")
    assert (used.is_up(1), used.is_up(2)) == (False, True)
    assert used.view(2)["players"][0]["kingdom"] == "konga"  # both know both
    assert used.view(3)["players"][0]["kingdom"] is None
    assert used.virtues(2) == {"energy": 1}
    assert used.state.realm.owner[0] == 0


@clause("BS-7.23")
def test_transform_exchanges_for_one_type_within_the_supply() -> None:
    used = table(kingdoms={1: "eko_akete"}, virtues={1: "4 art 2 energy 1 nature"}, supply={"wisdom": 2})
    used.play("power", "pay art", "name wisdom")
    assert used.options == ["swap energy", "swap nature"]  # at least one
    used.play("swap energy")
    assert used.options == ["swap energy", "swap nature", "stop"]
    used.play("swap nature")  # the supply is empty now
    assert used.virtues(1) == {"energy": 1, "wisdom": 2}
    assert used.active == 2
    empty = table(kingdoms={1: "eko_akete"}, virtues={1: "4 art 2 energy"}, supply={"wisdom": 0}).play(
        "power", "pay art"
    )
    assert empty.clause_against("virtue:wisdom") == "BS-7.23"


@clause("BS-7.24")
def test_witchcraft_rearranges_the_own_board() -> None:
    used = table(kingdoms={1: "ilagik"}, virtues={1: "3 art"}, boards={1: "E00 F11 E33", 2: "F00"}).play("power")
    assert used.board(1) == ""
    assert used.view(1)["hand"] == {"seat": 0, "resources": {"fire": 1, "water": 0, "wind": 0, "earth": 2}}
    used.play("place b0:00", "place b0:01", "place b0:02")
    assert used.board(1) == "F00 E01 E02"


@clause("BS-7.26")
def test_invisibility_takes_a_resource_and_hides_virtues() -> None:
    used = table(3, kingdoms={1: "milu"}, virtues={1: "3 art"}, boards={1: "E00", 2: "F00", 3: "W33"}).play("power")
    assert used.options == ["steal b1:00", "steal b2:33"]
    used.play("steal b2:33", "place b0:33")
    assert used.board(1) == "E00 W33"
    assert used.view(2)["players"][0]["virtues"] is None
    assert used.view(0)["players"][0]["virtues_hidden"]
    mine = used.view(1)["players"][0]["virtues"]
    assert mine is not None
    assert mine["art"] == 1


@clause("BS-7.27", "BS-R34")
def test_the_dome_stops_a_whole_disaster_for_its_drawer_but_no_power() -> None:
    other = table(kingdoms={2: "empire_volta"}, virtues={2: "1 art"}, deck="shortage").play("draw")
    assert other.asked == "1 discard_token"  # drawn by somebody else
    winter = table(3, kingdoms={1: "empire_volta"}, virtues={1: "1 art", 2: "1 art", 3: "1 art"}, deck="hard_winter")
    winter.play("draw", "use")
    assert [winter.wealth(player) for player in (1, 2, 3)] == [0, 1, 1]
    stolen = table(kingdoms={1: "milu", 2: "empire_volta"}, virtues={1: "2 art", 2: "1 art"}).play("power")
    assert stolen.asked == "1 choose_token"
    assert stolen.play("steal b1:00").asked == "1 place_token"  # Powers are no threat


@clause("BS-7.28")
def test_knowledge_shows_a_card_to_the_user_alone() -> None:
    used = table(3, kingdoms={1: "nevulandis", 3: "konga"}, virtues={1: "1 art"}).play("power", "player 3")
    assert used.view(1)["players"][2]["kingdom"] == "konga"
    assert used.view(2)["players"][2]["kingdom"] is None
    assert not used.is_up(3)
    assert any("holds Konga" in line for line in used.log(1))
    assert not any("Konga" in line for line in used.log(2))
    known = table(3, kingdoms={1: "nevulandis"}, virtues={1: "1 art"}, up=[3])
    known.play("power")  # only player 2 is left to look at
    assert known.view(1)["players"][1]["kingdom"] is not None


@clause("BS-7.29", "BS-R36")
def test_manipulation_decides_the_turn_without_trade_or_hidden_power() -> None:
    used = table(3, kingdoms={1: "konga", 3: "royaume_kongo"}, virtues={1: "2 art", 3: "3 art"}, boards={1: "F00 F22"})
    used.play("use")
    assert used.asked == "3 choose_action"
    assert used.options == ["draw", "move"]
    assert used.clause_against("action:trade") == "BS-7.29"
    assert used.clause_against("action:power") == "BS-7.29"
    assert (used.wealth(1), used.wealth(3)) == (2, 0)  # the controller pays
    used.play(*MOVE_1)
    assert used.board(1) == "F01 F22"
    assert used.asked == "2 choose_action"
    cancelled = table(3, kingdoms={1: "bis_bese_avouman", 3: "royaume_kongo"}, virtues={1: "3 art", 3: "3 art"}).play(
        "use", "use"
    )
    assert cancelled.asked == "1 choose_action"  # a Necklace lets the target play


@clause("BS-7.36")
def test_the_controller_decides_actions_and_powers_but_not_event_effects() -> None:
    def manipulated(deck: str) -> Table:
        made = table(
            turn=2,
            kingdoms={1: "royaume_kongo", 2: "konga"},
            up=[2],
            virtues={1: "3 art", 2: "2 art 2 energy"},
            deck=deck,
        )
        return made.play("use")

    power = manipulated("r-fire").play("power")
    assert power.asked == "1 pay_virtue"  # from player 2's Virtues
    power.play("pay art")
    assert power.wealth(2) == 2
    assert power.play("draw").asked == "1 place_token"  # granted actions included
    assert manipulated("caravan").play("draw").asked == "2 choose_resource_type"
    assert manipulated("shortage").play("draw").asked == "2 discard_token"


@clause("BS-7.36")
def test_everybodys_part_of_rain_is_their_own() -> None:
    rain = table(
        turn=2, kingdoms={1: "royaume_kongo", 2: "kavango_keendobe"}, up=[2], virtues={1: "3 art", 2: "3 art"}
    ).play("use", "power")
    assert rain.asked == "1 choose_number"
    assert rain.play("number 1").asked == "1 choose_branch"
    assert rain.play("branch add").asked == "2 choose_resource_type"


@clause("BS-7.30", "BS-R33")
def test_rain_adds_or_removes_clockwise_from_the_caster() -> None:
    kingdoms, virtues = {2: "kavango_keendobe"}, {2: "3 art"}
    boards = {1: full("E", "00"), 2: "F00 A33 W11", 3: "F00"}
    added = table(3, turn=2, boards=boards, kingdoms=kingdoms, virtues=virtues)
    added.play("power", "number 2", "branch add")
    order: list[str] = []
    while added.asked.split()[1] in ("choose_resource_type", "place_token"):
        order += [added.asked[0]] if added.asked[0] not in order else []
        added.play(added.options[0])
    assert order == ["2", "3", "1"]
    assert [added.count(player) for player in (1, 2, 3)] == [16, 5, 3]  # as far as possible
    removed = table(3, turn=2, boards=boards, kingdoms=kingdoms, virtues=virtues)
    removed.play("power", "number 2", "branch remove", "discard b1:00", "discard b1:11")
    assert removed.count(3) == 0
    assert removed.asked == "1 discard_token"


@clause("BS-7.31")
def test_imagination_takes_a_virtue_of_choice() -> None:
    used = table(3, kingdoms={1: "ubunifu"}, virtues={1: "3 art", 2: "1 energy 1 nature"}).play("power")
    assert used.asked == "1 choose_virtue"  # only player 2 has any
    assert used.options == ["name energy", "name nature"]
    used.play("name nature")
    assert (used.virtues(1), used.virtues(2)) == ({"nature": 1}, {"energy": 1})
    two = table(3, kingdoms={1: "ubunifu"}, virtues={1: "3 art", 2: "1 energy"}, hidden=[3]).play("power")
    assert two.asked == "1 choose_player"


@clause("BS-7.32")
def test_blessing_doubles_as_far_as_stock_and_spaces_allow() -> None:
    used = table(kingdoms={1: "logone"}, virtues={1: "4 art"}, boards={1: "F00 F02 E33", 2: "F00"}, stock={0: 1})
    used.play("power", "take fire", "place b0:01", "place b0:10")
    assert used.board(1) == "F00 F01 F02 E10 E33"
    tight = table(kingdoms={1: "logone"}, virtues={1: "4 art"}, boards={1: full("E", "00"), 2: "F00"}).play("power")
    assert tight.count(1) == 16


@clause("BS-7.33", "BS-R26")
def test_time_once_at_the_end_of_another_players_turn() -> None:
    twice = table(
        kingdoms={1: "konga", 2: "telalila"}, virtues={1: "2 art", 2: "4 art"}, boards={1: "F00 F22", 2: "F00 F22"}
    )
    twice.play("power", *MOVE_1, "move", "move b0:01 right")
    assert twice.asked == "2 react_turn_end"  # once, after both granted actions
    twice.play("use")
    assert twice.asked == "2 choose_action"
    twice.play("move", "move b1:00 right")
    assert twice.asked == "2 choose_action"  # no window for Time in the own turn
    skipped = table(3, turn=1, boards={1: ""}, kingdoms={3: "telalila"}, virtues={3: "2 art"})
    assert skipped.asked == "2 choose_action"  # not after a skipped turn
    cut = table(
        3, kingdoms={2: "mask_of_light", 3: "telalila"}, virtues={2: "2 art", 3: "2 art"}, boards={1: "F00 F22"}
    ).play(*MOVE_1, "use")
    assert cut.asked == "3 react_turn_end"  # also after a turn cut short by Retraction


@clause("BS-7.34")
def test_retraction_ends_the_turn_and_loses_granted_actions() -> None:
    used = table(
        kingdoms={1: "konga", 2: "mask_of_light"}, virtues={1: "2 art", 2: "2 art"}, boards={1: "F00 F22", 2: "F00"}
    )
    used.play("power", "pass", *MOVE_1, "use")
    assert used.board(1) == "F00 F22"
    assert used.asked == "2 choose_action"


@clause("BS-7.35", "BS-R24")
def test_retraction_is_paid_with_virtues_held_before_and_now() -> None:
    # Shared forging gives player 2 a second Virtue, which cannot pay.
    shared = table(kingdoms={2: "mask_of_light"}, virtues={2: "1 art"}, boards={1: "W03 F33", 2: "E00 A33"}).play(
        "forge"
    )
    assert shared.wealth(2) == 2
    assert shared.asked == "2 choose_action"
    enough = table(
        kingdoms={2: "mask_of_light"}, virtues={2: "1 art 1 nature 1 wisdom"}, boards={1: "W03 F33", 2: "E00 A33"}
    ).play("forge", "use")
    assert enough.options == ["pay nature", "pay art"]
    assert enough.clause_against("virtue:energy") == "BS-7.35"
    enough.play("pay nature", "pay wisdom")
    assert enough.virtues(2) == {"art": 1}
    assert enough.board(1) == "W03 F33"


@clause("BS-R24")
def test_retraction_brings_back_everything_but_deck_and_knowledge() -> None:
    boards = {1: "F00 F22", 2: "F00 F22", 3: "F00 F22"}
    drawn = table(3, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards=boards, deck="land_exchange_left")
    drawn.play("draw", "use")
    assert [int(owner) for owner in drawn.state.realm.owner] == [0, 1, 2]
    assert drawn.view(1)["discard"] == ["land_exchange_left"]  # the deck does not rewind
    swapped = table(3, kingdoms={1: "aradas", 2: "mask_of_light"}, virtues={1: "3 art", 2: "2 art"}, boards=boards)
    swapped.play("power", "player 3")
    swapped.play("use")
    assert swapped.kingdom(1) == "aradas"
    assert swapped.view(1)["players"][2]["kingdom"] == swapped.kingdom(3)  # peeked cards stay known
    assert swapped.virtues(1) == {"art": 3}  # the cost of the undone Power comes back
    hidden = table(3, kingdoms={1: "milu", 2: "mask_of_light"}, virtues={1: "2 art", 2: "2 art"}, boards=boards)
    hidden.play("power", "steal b1:00", "place b0:01", "use")
    assert hidden.view(2)["players"][0]["virtues"] is not None


@clause("BS-R35")
def test_politics_moves_owners_only() -> None:
    boards = {1: "F00 F02", 2: "A00", 3: "W00"}
    left = table(3, boards=boards, virtues={1: "1 art"}, deck="land_exchange_left", embargoed=[3]).play("draw")
    assert [int(owner) for owner in left.state.realm.owner] == [1, 2, 0]
    assert [left.board(player) for player in (1, 2, 3)] == ["W00", "F00 F02", "A00"]
    assert left.virtues(1) == {"art": 1}
    right = table(3, boards=boards, deck="land_exchange_right").play("draw")
    assert [right.board(player) for player in (1, 2, 3)] == ["A00", "W00", "F00 F02"]
    stays = table(3, boards={1: "F00", 2: "A00", 3: ""}, deck="land_exchange_left", embargoed=[3]).play("draw")
    # Player 3 now owns player 2's board and is freed after the action; player 1's is empty, but not marked yet.
    assert stays.embargoed == []
    assert stays.count(1) == 0


@clause("BS-R38")
def test_borders_and_griot_may_be_declined_festival_and_caravan_not() -> None:
    borders = table(deck="open_borders").play("draw")
    assert "stay" in borders.options
    assert borders.play("stay").asked == "2 move_token"
    griot = table(deck="griot", virtues={1: "1 art"}).play("draw")
    assert "name none" in griot.options
    griot.play("name energy", "swap art")
    assert griot.virtues(1) == {"energy": 1}
    for deck in ("harvest_festival", "caravan"):
        assert table(deck=deck).play("draw").options == ["take fire", "take water", "take wind", "take earth"]


@clause("BS-R39")
def test_the_rulebook_is_followed_where_ports_differ() -> None:
    # (c) three resources across boards are no trio
    assert "remove" not in table(boards={1: "F02 F03 A33", 2: "F00 A33"}).options


def test_corruption_takes_half_of_nine_or_more() -> None:
    hit = table(
        boards={1: full("E", "00 01 02 03 10 11 12"), 2: full("E", "00 01 02 03 10 11 12 13")}, deck="corruption"
    )
    hit.play("draw")
    for _ in range(4):
        assert hit.asked == "1 discard_token"
        hit.play(hit.options[0])
    assert (hit.count(1), hit.count(2)) == (5, 8)
    assert hit.asked == "2 choose_action"
