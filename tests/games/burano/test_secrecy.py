"""What is hidden, and that asking does not tell (part 1 of the SPEC, R29; silent choices)."""

from __future__ import annotations

from typing import cast

import pytest

from bungalow.core.conformance import moment_of, secrecy
from bungalow.core.conformance.moment import Table as Bare
from bungalow.core.random import seeded
from bungalow.games.burano import GAME
from bungalow.games.burano.state import Burano
from tests.games.burano.builders import Table, table
from tests.games.burano.test_examples import EIGHTEEN, build_pyramid


def at_port(hand: str, west: str = "pairs single") -> Table:
    """Player 1 builds pink and sails to the west port."""
    ready = table(prepared={1: "P"}, docks="WWW " * 6, west=west, hand={1: hand})
    ready.state.watch()
    return ready.play("build", "on c4", "sail PW")


def heard(ready: Table) -> list[str]:
    return [GAME.say(event, GAME.seat_names(4, {})) for event in ready.state.heard(1)]


def test_being_asked_to_trade_is_silent() -> None:
    ready = at_port("tuna tuna")
    assert ready.asked == "ship"
    assert ready.state.hides_moment(1)
    assert ready.state.hides_moment(-1)
    assert not ready.state.hides_moment(0)
    seen = ready.view(2)
    assert seen["players"][0]["boat"] == "A"  # the others still see the moment before the boat moved
    assert ready.state.waiting(1).seats == (0,)
    ready.play("ship pairs")
    other = at_port("tuna tuna", "pairs")
    assert other.asked == "turn_menu"  # nobody was asked
    assert heard(other) == heard(ready)


def test_a_port_that_shows_something_of_the_hand_cannot_be_taken_back() -> None:
    assert at_port("tuna crab").state.reveals > 0
    assert at_port("tuna tuna").state.reveals > 0


def test_where_to_sail_does_not_depend_on_the_hand() -> None:
    ready = table(prepared={1: "P"}, docks="WWW " * 6, hand={1: "tuna crab"}).play("build", "on c4")
    other = table(prepared={1: "P"}, docks="WWW " * 6, hand={1: "tuna tuna"}).play("build", "on c4")
    assert ready.options == other.options == ["sail D", "sail E", "sail PW"]
    assert not ready.state.choice().silent
    assert ready.state.reveals == 0


def test_guesses_keep_to_what_a_port_has_shown() -> None:
    """Who sold nothing in a port held no hand that fits a ship there, until the hand grows."""
    ready = at_port("tuna crab clam squid", "pairs triplets")
    moment = moment_of(Bare(ready.state))
    for check in (secrecy.alike, secrecy.blind, secrecy.possible):
        check(moment)
    hands = set()
    for seed in range(40):
        world = cast(Burano, ready.state.guess(1, seeded(seed)))
        hands.add(tuple(int(world.hand[kind]) for kind in range(8)))
        assert sum(world.hand[kind] for kind in range(8)) == 4
        assert max(world.hand[kind] for kind in range(8)) == 1
    assert len(hands) > 20
    for own in range(40):  # the player's own guesses keep the own hand
        world = cast(Burano, ready.state.guess(0, seeded(own)))
        assert world.hand[:8] == ready.state.hand[:8]
    ready.state.unable = 0
    held = [cast(Burano, ready.state.guess(1, seeded(seed))).hand for seed in range(40)]
    assert any(hand[kind] > 1 for hand in held for kind in range(8))
    given = {"coins": {1: 9}, "prepared": {1: "PP"}, "hand": {1: "tuna crab"}, "west": "pairs"}
    ready = table(docks="WWW " * 6, **given).play("build", "on c4", "sail PW")  # type: ignore[arg-type]
    assert ready.state.unable != 0
    ready.play("build", "on c3", "sail A", "fish deck")
    assert ready.state.unable == 0  # the hand has grown


def test_choosing_ship_row_and_kinds_is_silent() -> None:
    ready = table(prepared={1: "P"}, docks="WWW " * 6, hand={1: "tuna tuna tuna squid squid squid"})
    ready.state.watch()
    ready.play("build", "on c4")
    assert not ready.state.hides_moment(1)
    for move in ("sail PW", "ship pairs", "row 1"):
        ready.play(move)
        assert ready.state.hides_moment(1)
        assert ready.view(2)["players"][0]["boat"] == "A"
    ready.play("sell squid")
    assert ready.view(2)["players"][0]["sold"]["squid"] == 2


@pytest.mark.parametrize("moves", [(), ("ship pairs",), ("ship pairs", "row 1")])
def test_guesses_of_others_keep_somebody_asked(moves: tuple[str, ...]) -> None:
    ready = at_port("tuna tuna tuna squid squid squid", "pairs triplets").play(*moves)
    moment = moment_of(Bare(ready.state))
    for check in (secrecy.alike, secrecy.blind, secrecy.possible):
        check(moment)
    for seed in range(30):
        world = ready.state.guess(1, seeded(seed))
        assert world.actors() == 1
        assert world.legal(0)


def test_a_guess_keeps_what_was_seen_and_deals_the_rest() -> None:
    ready = table(hand={1: "tuna tuna crab clam", 2: "squid squid"}, seen={1: "tuna"}, sold={3: "shrimp"})
    hands = set()
    for seed in range(40):
        world = cast(Burano, ready.state.guess(1, seeded(seed)))
        assert sum(world.hand[kind] for kind in range(8)) == 4
        assert world.hand[0] >= 1  # a tuna was taken from the row
        assert [int(world.hand[8 + kind]) for kind in range(8)] == [0, 2, 0, 0, 0, 0, 0, 0]  # the viewer's own
        hands.add(tuple(int(world.hand[kind]) for kind in range(8)))
        assert GAME.pieces(world) == ready.pieces
    assert len(hands) > 20


def test_selling_forgets_what_was_seen() -> None:
    given = {"prepared": {1: "P"}, "docks": "WWW " * 6, "west": "pairs", "hand": {1: "tuna tuna tuna"}}
    ready = table(seen={1: "tuna"}, **given)  # type: ignore[arg-type]
    ready.play("build", "on c4", "sail PW")
    assert ready.view()["players"][0]["fish_seen"]["tuna"] == 0
    ready = table(seen={1: "tuna " * 3}, **given)  # type: ignore[arg-type]
    ready.play("build", "on c4", "sail PW")
    assert ready.view()["players"][0]["fish_seen"]["tuna"] == 1


def test_guesses_of_pyramids_under_construction() -> None:
    ready = table(3, at="pyramid", reserve=dict.fromkeys((1, 2, 3), EIGHTEEN))
    ready.play_as(1, "put blue b00", "put pink b01")
    build_pyramid(ready, 2)
    counts, whole = set(), set()
    for seed in range(60):
        world = cast(Burano, ready.state.guess(0, seeded(seed)))
        assert [int(world.pyramid[slot]) for slot in range(3)] == [0, 1, -1]
        counts.add(int(world.filled[2]).bit_count())
        whole.add(tuple(int(world.pyramid[14 + slot]) for slot in range(14)))
        assert int(world.filled[1]).bit_count() == 14  # player 2 has confirmed
    assert len(counts) > 8  # how far player 3 has come is hidden
    assert len(whole) == 60


def test_decks_and_stacks_are_dealt_anew() -> None:
    ready = table(tiles={1: "islands-BG"})
    worlds = [cast(Burano, ready.state.guess(0, seeded(seed))) for seed in (1, 2)]
    for name in ("fish_deck", "building_deck", "roof_stack"):
        one, other = (list(getattr(world, name)) for world in worlds)
        assert one != other
        assert sorted(one) == sorted(other)
    assert all(world.roof_stack[0] == ready.state.roof_stack[0] for world in worlds)  # drawn, so known


def test_the_log_does_not_tell_the_order_of_the_deck() -> None:
    """Two fish turned up at once are told in the order of the row, whichever came first."""
    told = []
    for deck in ("clam shrimp", "shrimp clam"):
        ready = table(prepared={1: "P"}, docks="WWW WWW WWW WWW WOB WWW", row="crab crab tuna", deck=deck)
        ready.play("build", "on c4", "sail E", "fish crab", "fish crab")
        told.append([line for line in ready.lines if "revealed" in line])
    assert told[0] == told[1] == ["A shrimp is revealed", "A clam is revealed"]
