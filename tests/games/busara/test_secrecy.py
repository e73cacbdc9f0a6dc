"""What is hidden stays hidden: BS-7.17, BS-7.37, R27, and guesses that fit all that a viewer knows."""

from __future__ import annotations

from bungalow.core.conformance import moment_of, rules, secrecy
from bungalow.core.contract import BIT, SPECTATOR
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.busara import GAME
from bungalow.games.busara.contents import VIRTUES
from bungalow.games.busara.state import Busara
from tests.clauses import clause
from tests.games.busara.builders import Table, box, table

MOVE_1 = ("move", "move b0:00 right")


def guess(made: Table, player: int, seed: int) -> Busara:
    world = made.state.guess(player - 1, seeded(seed))
    assert isinstance(world, Busara)
    return world


@clause("BS-7.17")
def test_a_reaction_window_does_not_show() -> None:
    holder = table(3, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards={1: "F00 F22"})
    nobody = table(3, kingdoms={2: "logone"}, virtues={2: "2 art"}, boards={1: "F00 F22"})
    before = holder.view(3)
    holder.play(*MOVE_1)
    nobody.play(*MOVE_1)
    assert holder.asked == "2 react_action"
    moment = holder.state.waiting(2)
    assert moment.seats == (0,)  # still player 1, as at the last public moment
    assert holder.view(3)["boards"] == before["boards"]
    assert holder.log(3) == nobody.log(3)[: len(holder.log(3))]
    holder.play("pass")
    assert holder.view(3) == nobody.view(3)
    assert holder.log(3) == nobody.log(3)
    assert holder.state.waiting(2) == nobody.state.waiting(2)


@clause("BS-7.17")
def test_everybody_can_tell_how_many_windows_there_are_and_nobody_who_is_asked_in_them() -> None:
    for kingdom in ("mask_of_light", "logone"):
        hidden = table(3, kingdoms={2: kingdom}, virtues={2: "2 art"}, boards={1: "F00 F22"}).play(*MOVE_1)
        if kingdom == "mask_of_light":
            hidden.play("pass")
        assert hidden.state.windows == 2  # Retraction and Time; nobody could pay for another reaction
    poor = table(3, kingdoms={2: "mask_of_light"}, virtues={2: "1 art"}, boards={1: "F00 F22"}).play(*MOVE_1)
    assert poor.state.windows == 0


@clause("BS-R41")
def test_a_reaction_on_a_card_that_lies_face_up_is_asked_in_the_open() -> None:
    open_card = table(3, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards={1: "F00 F22"}, up=[2])
    open_card.play(*MOVE_1)
    assert open_card.asked == "2 react_action"
    assert open_card.state.windows == 0
    for viewer in (SPECTATOR, 0, 2):
        assert not open_card.state.hides_moment(viewer)
        assert open_card.state.waiting(viewer).seats == (1,)
        for seed in range(5):
            assert open_card.state.guess(viewer, seeded(seed)).actors() == BIT[1]
    assert open_card.view(3)["boards"] == open_card.view(2)["boards"]
    open_card.play("pass")
    assert open_card.active == 2
    assert open_card.state.windows == 0  # whoever else might react holds nothing to pay with


@clause("BS-7.17", "BS-7.35")
def test_what_hidden_virtues_could_pay_is_a_secret_also_of_a_card_that_lies_face_up() -> None:
    veiled = table(3, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards={1: "F00 F22"}, up=[2], hidden=[2])
    veiled.play(*MOVE_1)
    assert veiled.asked == "2 react_action"
    assert veiled.state.windows == 1
    assert veiled.state.hides_moment(SPECTATOR)


@clause("BS-7.17")
def test_no_window_is_opened_for_a_kingdom_that_would_have_won() -> None:
    made = table(3, virtues={2: "2 art"}, boards={1: "F00 F22"})
    for kingdom in ("mask_of_light", "telalila"):
        made.state.ruled_out[1] |= BIT[box().kingdom_number(kingdom)]
    made.play(*MOVE_1)
    assert made.state.windows == 0


@clause("BS-7.17", "BS-7.37")
def test_a_payment_from_hidden_virtues_is_asked_silently_and_logged_without_types() -> None:
    paying = table(3, kingdoms={1: "konga"}, virtues={1: "2 art 2 energy"}, hidden=[1]).play("power")
    assert paying.asked == "1 pay_virtue"
    assert paying.state.choice().silent
    assert paying.view(2)["players"][0]["kingdom"] is None  # the last public moment
    paying.play("pay energy", "pay art")
    assert any("uses Magic and pays 2" in line for line in paying.log(2))
    assert not any("pays Energy" in line for line in paying.log(2))
    assert any("pays Energy" in line for line in paying.log(1))


@clause("BS-7.37")
def test_hard_winter_does_not_say_whether_a_hidden_virtue_was_lost() -> None:
    logs = []
    for virtues in ("1 art 1 energy", "1 art", ""):
        winter = table(3, virtues={2: virtues}, hidden=[2], deck="hard_winter").play("draw")
        if winter.asked.startswith("2 discard"):
            assert winter.state.choice().silent
            winter.play("lose art")
        logs.append(winter.log(3))
        assert winter.view(3)["players"][1]["virtues"] is None
    assert logs[0] == logs[1] == logs[2]
    forged = table(3, turn=2, hidden=[2], boards={2: "F00 W01 E33"}).play("forge", "forge b1:00")
    assert any("forges Wisdom" in line for line in forged.log(3))  # forged in the open


@clause("BS-R27")
def test_the_supply_shows_some_or_none_while_virtues_are_hidden() -> None:
    hidden = table(3, virtues={2: "5 art"}, hidden=[2], supply={"energy": 0})
    for player in (0, 1, 3):
        seen = hidden.view(player)
        assert not seen["supply_exact"]
        assert seen["supply"]["art"] == 1
        assert seen["supply"]["energy"] == 0
    assert hidden.view(2)["supply"]["art"] == 7
    # Imagination may target them, name any type, and get nothing.
    taking = table(3, kingdoms={1: "ubunifu"}, virtues={1: "3 art"}, hidden=[2]).play("power")
    assert taking.options == [f"name {name}" for name in VIRTUES]
    taking.play("name energy")
    assert taking.wealth(1) == 0


@clause("BS-R40")
def test_a_theft_is_seen_by_all() -> None:
    for held, found in (("1 energy", True), ("1 art", False)):
        taking = table(3, kingdoms={1: "ubunifu"}, virtues={1: "3 art", 2: held}, hidden=[1, 2]).play("power")
        taking.play("player 2") if taking.asked.endswith("player") else None
        taking.play("name energy")
        assert taking.view(3)["theft"] == {"thief": 0, "victim": 1, "virtue": "energy", "found": found}
        assert taking.wealth(1) == int(found)
        for seed in range(10):
            world = guess(taking, 3, seed)
            assert [int(count) for count in world.realm.riches] == [int(n) for n in taking.state.realm.riches]


def test_hidden_virtues_are_guessed_within_what_was_public() -> None:
    paid = table(3, kingdoms={1: "konga"}, virtues={1: "2 art 2 energy 1 nature"}, hidden=[1]).play("power")
    paid.play("pay energy", "pay art")
    truth = [int(paid.state.realm.virtues[virtue]) for virtue in range(6)]
    found = set()
    for seed in range(60):
        world = guess(paid, 2, seed)
        held = [int(world.realm.virtues[virtue]) for virtue in range(6)]
        assert sum(held) == 3  # five known gains, two losses of unknown type
        assert all(one <= most for one, most in zip(held, [0, 2, 1, 2, 0, 0], strict=True))
        assert GAME.pieces(world) == GAME.pieces(paid.state)
        found.add(tuple(held))
    assert len(found) > 2
    assert tuple(truth) in found
    assert [int(guess(paid, 1, 1).realm.virtues[virtue]) for virtue in range(6)] == truth


def test_a_guess_never_deals_a_kingdom_that_would_have_won() -> None:
    passed = table(
        3, kingdoms={1: "logone", 2: "milu"}, virtues={1: "3 art 4 security 2 nature"}, boards={1: "F00 F22"}
    )
    passed.play(*MOVE_1)
    assert passed.view(2)["players"][0]["cannot_be"] == ["konga"]
    konga = box().kingdom_number("konga")
    assert all(guess(passed, 2, seed).kingdom_of(0) != konga for seed in range(60))
    # Somebody else may hold it.
    assert any(guess(passed, 2, seed).kingdom_of(2) == konga for seed in range(60))


def test_a_guess_keeps_what_the_viewer_has_seen() -> None:
    seen = table(3, kingdoms={1: "nevulandis", 3: "konga"}, virtues={1: "1 art"}).play("power", "player 3")
    konga = box().kingdom_number("konga")
    assert all(guess(seen, 1, seed).kingdom_of(2) == konga for seed in range(20))
    assert any(guess(seen, 2, seed).kingdom_of(2) != konga for seed in range(20))
    assert all(guess(seen, 2, seed).kingdom_of(0) == seen.state.kingdom_of(0) for seed in range(20))  # face up


def test_a_card_laid_aside_is_dealt_to_nobody_else() -> None:
    state = GAME.new(3, {"deal": "experienced"}, 4)
    assert isinstance(state, Busara)
    made = Table(state)
    pair = [int(state.dealt[0]), int(state.dealt[1])]
    for _ in range(3):
        made.play(made.options[0])
    for seed in range(40):
        world = guess(made, 1, seed)
        assert world.kingdom[0] == pair[0]
        assert pair[1] not in [int(world.kingdom[seat]) for seat in (1, 2)]


def test_while_somebody_is_asked_a_guess_asks_somebody_who_could_be() -> None:
    asked = table(4, kingdoms={2: "mask_of_light"}, virtues={2: "2 art", 3: "2 art", 4: "1 art"}, boards={1: "F00 F22"})
    asked.play(*MOVE_1)
    assert asked.asked == "2 react_action"
    seats = {int(guess(asked, 1, seed).actor()) for seed in range(40)}
    assert seats == {1, 2}  # player 4 could not pay
    assert {int(guess(asked, 3, seed).actor()) for seed in range(40)} == {1}


def test_silent_moments_pass_the_suite() -> None:
    made = [
        table(3, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards={1: "F00 F22"}).play(*MOVE_1),
        table(3, kingdoms={2: "mask_of_light"}, virtues={2: "2 art"}, boards={1: "F00 F22"}, up=[2]).play(*MOVE_1),
        table(3, kingdoms={1: "konga"}, virtues={1: "2 art 2 energy"}, hidden=[1]).play("power"),
        table(3, kingdoms={1: "eko_akete"}, virtues={1: "5 art 2 energy"}, hidden=[1]).play("power", "pay energy"),
        table(3, virtues={1: "1 art", 2: "2 art 2 energy"}, hidden=[2], deck="hard_winter").play("draw"),
        table(4, kingdoms={1: "konga", 3: "bis_bese_avouman"}, virtues={1: "2 art", 3: "3 art"}).play("power"),
        table(3, kingdoms={1: "empire_volta"}, virtues={1: "1 art"}, deck="shortage").play("draw"),
        table(3, kingdoms={3: "royaume_kongo"}, virtues={3: "3 art"}, boards={1: "F00 F22"}).play("pass", *MOVE_1),
        table(3, virtues={1: "2 art 2 energy", 2: "1 wisdom"}, hidden=[1, 2], deck="griot").play("draw"),
    ]
    for number, position in enumerate(made):
        match = Match(GAME, int(position.state.seats))
        match.state = position.state
        for seed in range(2):
            moment = moment_of(match, seed + 1)
            for check in (secrecy.alike, secrecy.blind, secrecy.possible, rules.clone, rules.checksum):
                check(moment)
        assert position.asked, number


def test_a_spectator_sees_no_card() -> None:
    made = table(3)
    assert [player["kingdom"] for player in made.view(0)["players"]] == [None] * 3
    assert made.state.view(SPECTATOR) == made.view(0)
    assert BIT[0] == 1
