"""Guesses of hidden Virtues and cards: nothing that the viewer could rule out, and nothing that it could not know."""

from __future__ import annotations

import pytest

from bungalow.core.contract import BIT, SPECTATOR
from bungalow.core.random import seeded
from bungalow.games.busara import GAME
from bungalow.games.busara.contents import VIRTUES, prepare
from bungalow.games.busara.realm import WHO_ALL, Realm
from bungalow.games.busara.state import Busara
from tests.clauses import clause
from tests.games.busara.builders import Table, box, table

MOVE_1 = ("move", "move b0:00 right")
SEEDS = range(40)


def guess(made: Table, player: int, seed: int) -> Busara:
    """A world as the player may imagine it; 0 is a spectator."""
    world = made.state.guess(player - 1, seeded(seed))
    assert isinstance(world, Busara)
    assert GAME.pieces(world) == made.pieces
    return world


def guesses(made: Table, player: int) -> list[Busara]:
    return [guess(made, player, seed) for seed in SEEDS]


def held(realm: Realm, player: int) -> str:
    """`2 art 1 energy`"""
    counts = [int(realm.virtues[6 * (player - 1) + virtue]) for virtue in range(6)]
    return " ".join(f"{count} {name}" for count, name in zip(counts, VIRTUES, strict=True) if count)


def bounds(realm: Realm, player: int = 1) -> str:
    """What everybody can tell of hidden Virtues: `art 2-3 nature 0-1`."""
    at = 6 * (player - 1)
    found = [(name, int(realm.least[at + i]), int(realm.most[at + i])) for i, name in enumerate(VIRTUES)]
    return " ".join(f"{name} {least}-{most}" for name, least, most in found if most)


def concealed(virtues: str) -> Realm:
    return table(virtues={1: virtues}, hidden=[1]).state.own()


# -- what can be told of hidden Virtues -------------------------------------------------------------------------------


@clause("BS-7.26", "BS-7.37")
def test_what_is_seen_of_hidden_virtues_is_counted_and_what_is_not_seen_loosens_it() -> None:
    realm = concealed("3 art 1 nature")
    assert bounds(realm) == "nature 1-1 art 3-3"  # up to now everybody has seen them
    realm.add(0, 4)
    assert bounds(realm) == "nature 1-1 art 3-3 wisdom 1-1"  # in the open
    realm.give_up(0, 3)
    assert bounds(realm) == "nature 0-1 art 2-3 wisdom 0-1"
    realm.give_up(0, 3)
    assert bounds(realm) == "nature 0-1 art 1-3 wisdom 0-1"
    realm.lose_openly(0, 2)
    assert bounds(realm) == "art 1-2 wisdom 0-1"
    realm.give_up(0, 3)
    assert bounds(realm) == "art 0-1 wisdom 0-1"
    realm.lacks_openly(0, 3)
    assert bounds(realm) == "wisdom 1-1"  # what else could the last one be


@clause("BS-7.37")
def test_a_hidden_exchange_may_have_been_of_any_type() -> None:
    realm = concealed("3 art 1 nature")
    realm.swap_unseen(0, 1)
    assert bounds(realm) == "security 0-1 energy 0-1 nature 0-2 art 2-4 wisdom 0-1 economy 0-1"
    everything = concealed("1 art 1 nature")
    everything.swap_unseen(0, 72)
    assert bounds(everything) == "security 0-2 energy 0-2 nature 0-2 art 0-2 wisdom 0-2 economy 0-2"


@clause("BS-R27")
def test_a_virtue_taken_from_hidden_ones_is_known_and_one_that_is_missing_too() -> None:
    realm = concealed("2 art 2 nature 2 wisdom")
    realm.give_up(0, 3)
    realm.give_up(0, 3)
    realm.lose_openly(0, 2)
    assert bounds(realm) == "nature 0-1 art 0-2 wisdom 0-2"
    realm.lacks_openly(0, 3)
    assert bounds(realm) == "nature 1-1 wisdom 2-2"


def test_hiding_twice_forgets_nothing() -> None:
    realm = concealed("3 art 1 nature")
    realm.give_up(0, 3)
    realm.hide(0)
    assert bounds(realm) == "nature 0-1 art 2-3"


def test_open_virtues_have_no_bounds() -> None:
    realm = table(virtues={1: "3 art 1 nature", 2: "2 art"}, hidden=[1]).state.own()
    realm.give_up(1, 3)
    realm.add(1, 2)
    realm.lose_openly(1, 2)
    assert bounds(realm, 2) == ""
    assert realm.unseen == 0


# -- guessed Virtues --------------------------------------------------------------------------------------------------


def paid(virtues: str = "2 art 1 energy 1 nature", **more: object) -> Table:
    """Player 1 has hidden Virtues and has paid two Art for Magic, which the others cannot know."""
    made = table(3, kingdoms={1: "konga"}, virtues={1: virtues}, hidden=[1], **more)  # type: ignore[arg-type]
    return made.play("power", "pay art")


@clause("BS-7.37")
def test_others_guess_what_was_paid_and_the_payer_knows() -> None:
    made = paid()
    assert {held(world.realm, 1) for world in guesses(made, 1)} == {"1 energy 1 nature"}
    for player in (0, 2, 3):
        assert {held(world.realm, 1) for world in guesses(made, player)} == {
            "2 art",
            "1 energy 1 art",
            "1 nature 1 art",
            "1 energy 1 nature",
        }


@clause("BS-7.17")
def test_a_question_about_hidden_virtues_tells_that_there_is_a_choice() -> None:
    winter = paid(deck="hard_winter").play("draw")
    assert winter.asked == "1 discard_virtue"
    for player in (0, 2, 3):
        found = {held(world.realm, 1) for world in guesses(winter, player)}
        assert found == {"1 energy 1 art", "1 nature 1 art", "1 energy 1 nature"}  # with two Art nothing is asked


@clause("BS-7.17", "BS-7.37")
def test_nobody_else_can_tell_how_far_a_hidden_payment_has_come() -> None:
    paying = table(3, kingdoms={1: "ilagik"}, virtues={1: "2 security 2 art 2 wisdom"}, hidden=[1])
    paying.play("power", "pay art")
    assert paying.options == ["pay art", "pay wisdom"]
    assert {int(world.pay_from) for world in guesses(paying, 2)} == {0}
    assert [guess(paying, 1, seed).legal(0) for seed in range(5)] == [paying.state.legal(0)] * 5


@clause("BS-7.11")
def test_an_open_payment_is_seen_by_all_though_somebody_elses_virtues_are_hidden() -> None:
    paying = table(3, kingdoms={1: "ilagik"}, virtues={1: "2 security 2 art 2 wisdom", 3: "2 art"}, hidden=[3])
    paying.play("power", "pay art")
    for player in (0, 1, 2, 3):
        assert all(world.legal(0) == paying.state.legal(0) for world in guesses(paying, player)[:5])


@clause("BS-7.37")
def test_which_type_is_named_in_a_hidden_exchange_is_guessed_among_those_in_supply() -> None:
    naming = table(
        3, kingdoms={1: "eko_akete"}, virtues={1: "5 art 1 energy 1 nature"}, hidden=[1], supply={"economy": 0}
    )
    naming.play("power", "pay art", "name wisdom")
    assert naming.asked == "1 exchange_step"
    named = {VIRTUES[world.named] for world in guesses(naming, 2)}
    assert "economy" not in named
    assert len(named) > 2
    assert {VIRTUES[world.named] for world in guesses(naming, 1)} == {"wisdom"}


@clause("BS-R24", "BS-7.37")
def test_what_retraction_would_bring_back_differs_by_what_everybody_saw() -> None:
    forged = paid(boards={1: "F00 W01 E33"}).play("forge", "forge b0:00")
    assert forged.asked == "1 choose_action"
    retracted = table(
        3,
        kingdoms={1: "konga", 2: "mask_of_light"},
        virtues={1: "2 art 1 energy 1 nature", 2: "4 art"},
        hidden=[1],
        boards={1: "F00 W01 E33"},
    ).play("power", "pay art", "pass", "forge", "forge b0:00")
    assert retracted.asked == "2 react_action"
    found = set()
    for world in guesses(retracted, 2):
        before = world.snapshot.virtues
        now = world.realm.virtues
        assert [int(now[i] - before[i]) for i in range(6)] == [0, 0, 0, 0, 1, 0]  # Wisdom, in the open
        assert sum(world.snapshot.supply) + sum(before) == 72
        assert all(count >= 0 for count in before)
        found.add(held(world.snapshot, 1))
    assert len(found) == 4


@clause("BS-R24", "BS-7.37")
def test_what_was_paid_within_the_action_is_guessed_beside_what_was_known_before_it() -> None:
    retracting = table(
        3,
        kingdoms={1: "konga", 2: "mask_of_light"},
        virtues={1: "2 art 1 energy 1 nature", 2: "4 art"},
        hidden=[1],
    ).play("power", "pay art")
    assert retracting.asked == "2 react_action"
    worlds = guesses(retracting, 2)
    assert {held(world.snapshot, 1) for world in worlds} == {"1 energy 1 nature 2 art"}
    assert len({held(world.realm, 1) for world in worlds}) == 4


@clause("BS-R24")
def test_virtues_that_were_open_before_the_action_are_known_though_they_are_hidden_now() -> None:
    vanished = table(
        3, kingdoms={1: "milu", 2: "mask_of_light"}, virtues={1: "1 art 1 energy 2 nature", 2: "2 art"}
    ).play("power", "pay nature", "pay art", "steal b1:00", "place b0:01")
    assert vanished.asked == "2 react_action"
    for world in guesses(vanished, 3):
        assert held(world.snapshot, 1) == "1 energy 2 nature 1 art"
        assert held(world.realm, 1) == "1 energy 1 nature"  # paid in the open, then hidden


@clause("BS-R27")
def test_a_guess_keeps_which_virtues_are_in_supply_at_all() -> None:
    made = paid(supply={"wisdom": 0, "economy": 1})
    for world in guesses(made, 2):
        assert [count > 0 for count in world.realm.supply] == [count > 0 for count in made.state.realm.supply]
    scarce = paid("2 art 1 energy 1 nature", supply={"art": 0, "energy": 0})
    assert scarce.state.realm.supply[1] == 0
    # The Energy that is not in supply must lie somewhere: nobody else has it.
    assert {"energy" in held(world.realm, 1) for world in guesses(scarce, 2)} == {True}


@clause("BS-R27")
def test_the_first_virtue_of_a_type_that_comes_back_to_the_supply_is_known() -> None:
    winter = table(3, virtues={1: "1 art 1 energy"}, hidden=[1], supply={"art": 0}, deck="hard_winter")
    winter.play("draw", "lose art")
    assert winter.state.realm.supply[3] == 1
    assert {held(world.realm, 1) for world in guesses(winter, 2)} == {"1 energy"}


@clause("BS-R27")
def test_two_players_with_hidden_virtues_are_guessed_together() -> None:
    both = table(
        3,
        kingdoms={1: "konga"},
        virtues={1: "2 art 1 energy 1 nature", 2: "2 wisdom 1 art"},
        hidden=[1, 2],
        deck="hard_winter",
    ).play("power", "pay art", "draw", "lose energy", "lose wisdom")
    assert both.asked == "1 choose_action"
    first, second = set(), set()
    for world in guesses(both, 3):
        first.add(held(world.realm, 1))
        second.add(held(world.realm, 2))
        assert [int(count) for count in world.realm.riches] == [1, 2, 0]
    assert first == {"1 art", "1 energy", "1 nature"}
    assert second == {"2 wisdom", "1 art 1 wisdom"}
    assert {held(world.realm, 2) for world in guesses(both, 2)} == {"1 art 1 wisdom"}


@clause("BS-8.1", "BS-7.37")
def test_nobody_with_hidden_virtues_is_guessed_to_have_won() -> None:
    close = table(
        3,
        kingdoms={1: "konga"},
        up=[1],
        virtues={1: "3 art 4 security 2 nature 2 wisdom"},
        hidden=[1],
        boards={1: "F00 F22"},
    )
    close.play("power", "pay security", "pay security", *MOVE_1)  # two Wisdom would have left a fulfilled goal
    worlds = guesses(close, 2)
    assert all(not world.fulfils(0, world.kingdom_of(0)) for world in worlds)
    assert len({held(world.realm, 1) for world in worlds}) > 3


@clause("BS-7.17", "BS-7.35")
def test_whoever_is_asked_to_retract_is_guessed_to_hold_what_pays_for_it() -> None:
    made = table(3, kingdoms={2: "mask_of_light"}, up=[2], virtues={2: "2 art"}, hidden=[2], deck="griot")
    made.state.box = prepare(box(), 3)
    made.state.box.code[box().cards[box().card_number("griot")].code + 1] = WHO_ALL  # a tale that everybody hears
    made.play("draw", "name none")
    assert made.asked == "2 react_action"
    worlds = guesses(made, 3)
    assert {int(world.actor()) for world in worlds} == {1}
    assert {held(world.realm, 2) for world in worlds} == {"2 art"}  # with one exchanged they could not pay


# -- guessed cards ----------------------------------------------------------------------------------------------------


@clause("BS-7.17")
def test_whoever_has_seen_the_card_knows_who_is_asked() -> None:
    asked = table(4, kingdoms={2: "mask_of_light"}, virtues={2: "2 art", 3: "2 art"}, boards={1: "F00 F22"})
    asked.state.tell_card(1, 0)
    asked.play(*MOVE_1)
    assert asked.asked == "2 react_action"
    for player, seats in ((1, {1}), (4, {1, 2})):
        worlds = guesses(asked, player)
        assert {int(world.actor()) for world in worlds} == seats
        assert all(len(set(world.kingdom)) == 4 for world in worlds)


@clause("BS-7.17")
@pytest.mark.parametrize("player", [0, 2, 3])
def test_a_hidden_payment_tells_nothing_of_others_cards(player: int) -> None:
    paying = table(4, kingdoms={1: "konga"}, virtues={1: "2 art 2 energy", 4: "9 nature"}, hidden=[1]).play("power")
    assert paying.asked == "1 pay_virtue"
    time = box().kingdom_number("telalila")
    holders = {tuple(kingdom == time for kingdom in world.kingdom) for world in guesses(paying, player)}
    assert (False,) * 4 in holders


@clause("BS-7.17")
def test_a_player_who_would_have_won_with_that_kingdom_is_not_guessed_to_be_asked() -> None:
    asked = table(4, kingdoms={2: "mask_of_light"}, virtues={2: "2 art", 3: "2 art"}, boards={1: "F00 F22"})
    asked.state.ruled_out[2] |= BIT[box().kingdom_number("mask_of_light")]
    asked.play(*MOVE_1)
    assert {int(world.actor()) for world in guesses(asked, 1)} == {1}


def test_a_spectator_knows_open_cards_only() -> None:
    made = table(3, kingdoms={1: "konga", 2: "logone"}, up=[1])
    worlds = guesses(made, 0)
    assert {world.kingdom_of(0) for world in worlds} == {made.state.kingdom_of(0)}
    assert len({world.kingdom_of(1) for world in worlds}) > 5
    assert not made.state.knows(SPECTATOR, 1)
    assert made.state.knows(SPECTATOR, 0)


def chosen(moves: int, seats: int = 3) -> Table:
    state = GAME.new(seats, {"deal": "experienced"}, 4)
    assert isinstance(state, Busara)
    made = Table(state)
    for _ in range(moves):
        made.play(made.options[0])
    return made


@clause("BS-1.4")
@pytest.mark.parametrize("moves", [0, 1, 3])
def test_pairs_of_kingdoms_are_guessed_of_cards_that_nobody_else_has(moves: int) -> None:
    made = chosen(moves)
    state = made.state
    others = set()
    for player in (0, 1, 3):
        for world in guesses(made, player):
            dealt = [int(kingdom) for kingdom in world.dealt]
            assert len(set(dealt)) == 6
            assert all(dealt[2 * seat] < dealt[2 * seat + 1] for seat in range(3))
            for seat in range(3):
                assert (world.kingdom[seat] < 0) == (state.kingdom[seat] < 0)
                assert world.kingdom[seat] < 0 or world.kingdom[seat] in dealt[2 * seat : 2 * seat + 2]
            if player:
                mine = slice(2 * player - 2, 2 * player)
                assert dealt[mine] == [int(kingdom) for kingdom in state.dealt[mine]]
            others.add(tuple(dealt[2:4]))
    assert len(others) > 10


@clause("BS-1.5")
@pytest.mark.parametrize("moves", [3, 4, 6])
def test_pairs_of_setup_cards_are_guessed_until_they_are_revealed(moves: int) -> None:
    made = chosen(moves)
    state = made.state
    others = set()
    for player in (0, 1, 3):
        for world in guesses(made, player):
            dealt = [int(card) for card in world.setup_dealt]
            assert len(set(dealt)) == 6
            assert all(dealt[2 * seat] < dealt[2 * seat + 1] for seat in range(3))
            for seat in range(3):
                assert (world.setup_card[seat] < 0) == (state.setup_card[seat] < 0)
                assert world.setup_card[seat] < 0 or world.setup_card[seat] in dealt[2 * seat : 2 * seat + 2]
            if player:
                assert dealt[2 * player - 2 : 2 * player] == [
                    int(c) for c in state.setup_dealt[2 * player - 2 : 2 * player]
                ]
                assert world.setup_card[player - 1] == state.setup_card[player - 1]
            others.add(tuple(dealt[2:4]))
    assert len(others) > 10


@clause("BS-1.10")
def test_setup_cards_of_beginners_are_guessed_until_they_are_revealed() -> None:
    state = GAME.new(3, {"starter": 1}, 4)
    assert isinstance(state, Busara)
    made = Table(state)
    assert made.asked == "2 place_board"
    worlds = guesses(made, 2)
    assert {int(world.setup_card[1]) for world in worlds} == {int(state.setup_card[1])}
    assert len({int(world.setup_card[0]) for world in worlds}) > 5
    assert all(len({int(card) for card in world.setup_card}) == 3 for world in worlds)
    made.play(made.options[0]).play(made.options[0])
    assert made.asked.endswith("place_token")
    shown = [int(card) for card in state.setup_card]
    assert all([int(card) for card in world.setup_card] == shown for world in guesses(made, 2))


def test_the_order_of_the_deck_is_guessed_and_the_discard_pile_known() -> None:
    made = table(deck="r-fire r-water", drawn=3)
    worlds = guesses(made, 1)
    assert {tuple(world.deck[:3]) for world in worlds} == {tuple(made.state.deck[:3])}
    assert len({tuple(world.deck[3:]) for world in worlds}) == len(worlds)
    assert all(sorted(world.deck) == sorted(made.state.deck) for world in worlds)
