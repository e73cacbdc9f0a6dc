"""What guesses keep and deal anew with modules; undo of a Tokoh that is being chosen; words and the guide."""

from __future__ import annotations

import pytest

from bungalow.core.conformance import moment_of, rules, secrecy
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.buru import GAME
from bungalow.games.buru.components import MODULES
from bungalow.games.buru.state import MAT, Buru
from bungalow.games.buru.view import view
from tests.games.ambelau.builders import again, blessing, everything, guide, with_modules
from tests.games.buru.builders import options, play, resolve, tributes

ALL: dict[str, object] = dict.fromkeys(MODULES, True)


def guesses(state: Buru, viewer: int, count: int = 40) -> list[Buru]:
    worlds = [state.guess(viewer, seeded(seed)) for seed in range(count)]
    return [world for world in worlds if isinstance(world, Buru)]


def faces(state: Buru, seat: int) -> tuple[int, ...]:
    size = int(state.box.tokens)
    return tuple(int(bid) & 7 for bid in list(state.bids)[seat * size : (seat + 1) * size])


def test_a_rivals_guide_and_liaison_may_lie_anywhere() -> None:
    state = with_modules(2, 0, "ambelau", "liaisons")
    guide(state, 0)
    again(state)
    play(state, "place liaison lake", "place 1 forest", "place guide shore")
    worlds = guesses(state, 1)
    assert all(faces(world, 1) == faces(state, 1) for world in worlds)
    assert len({faces(world, 0) for world in worlds}) > 10
    for world in worlds:
        out = {face - 1 for face in faces(world, 0) if face}
        assert out | {i for i in range(7) if int(world.get(0, MAT)) >> i & 1} == set(range(7))


def test_without_its_guide_nobody_is_thought_to_have_one() -> None:
    state = with_modules(2, 0, "ambelau")
    again(state)
    play(state, "place 1 lake")
    assert all(6 not in faces(world, 0) and not int(world.get(0, MAT)) & 32 for world in guesses(state, 1))


def test_a_lawans_guide_stays_where_it_lies() -> None:
    state = with_modules(2, 1, "ambelau")
    guide(state, 1)
    worlds = guesses(state, 0)
    assert {faces(world, 1)[4] for world in worlds} == {6}
    assert len({faces(world, 1) for world in worlds}) > 10


def test_values_of_the_new_tributes_are_hidden() -> None:
    state = with_modules(2, 0, "ambelau", "ukum")
    tributes(state, 1, ibu=(1, 2), ukum=(2, 3))
    assert len({int(world.tribute_esteem(1)) for world in guesses(state, 0)}) > 2
    assert {int(world.tribute_esteem(1)) for world in guesses(state, 1)} == {8}
    assert view(state, 0)["seats"][1]["tribute_values"] is None


def test_a_tokoh_can_be_taken_back_until_all_have_chosen() -> None:
    match = Match(GAME, 3, options={"tokoh": True}, seed=3)
    first = match.moves(0)
    match.play(0, first[0])
    match.play(2, match.moves(2)[0])
    assert match.undoable(0) == 0
    match.undo(0)
    match.play(0, first[1])
    match.play(1, match.moves(1)[0])
    assert match.undoable(0) is None  # all are shown


@pytest.mark.parametrize("check", [secrecy.alike, secrecy.blind, secrecy.possible, rules.together, rules.why_not])
def test_choosing_a_tokoh_is_safe(check: object) -> None:
    assert callable(check)
    match = Match(GAME, 4, options=ALL, seed=5)
    match.play(1, match.moves(1)[0])
    check(moment_of(match))


@pytest.mark.parametrize("check", [secrecy.alike, secrecy.blind, secrecy.possible])
@pytest.mark.parametrize("region", ["forest", "ambelau", "lake"])
def test_moments_of_the_afternoon_are_safe(check: object, region: str) -> None:
    assert callable(check)
    state = everything(3)
    match = Match(GAME, 3, options=ALL, seed=5)
    blessing(state, region, 1)
    resolve(state, region, {0: (5, 7), 1: (3,), 2: (1, 6)})
    match.state = state
    check(moment_of(match))


# --- words ---


def words(state: Buru) -> list[str]:
    seat = int(state.actor())
    return [state.words(seat, option) for option in state.legal(seat)]


def test_modules_in_words() -> None:
    state = with_modules(2, 0, "ambelau", "blessings", "liaisons")
    guide(state, 0)
    blessing(state, "lake", 0)
    again(state)
    assert "Guide (Power 1) to Ambelau" in words(state)
    assert "Liaison (no Power) to the Sacred Lake with its Blessing" in words(state)
    assert state.targets(0, state.parse(0, "place guide lake blessed")) == ("blessing:lake", "token:guide")
    assert state.parse(0, "g a") == state.parse(0, "place guide ambelau")
    resolve(state, "ambelau", {0: (3,), 1: (1,)})
    assert words(state)[2] == "Ambelau 3: tribute to Ibu, 1 palm (◆◆); you can pay Ibu"
    assert GAME.question(state, 0) == "Where does your canoe stop?"
    assert GAME.waiting(state).words == "moves the canoe"
    state.own[3] = 2
    resolve(state, "lake", {0: (7,), 1: (1,)})
    play(state, "take triumph", "space 1", "done")
    assert words(state)[0] == "Sacred Lake 2: 2 tributes (◆◆, costs 2 fish); you cannot pay any tribute"
    assert words(state)[-1] == "No second action"


@pytest.mark.parametrize(
    ("target", "clause"),
    [
        ("blessing:forest", "AM-3.6"),
        ("token:guide", "BU-3.1"),
        ("region:ambelau", "AM-3.1"),
        ("token:liaison", "BU-3.1"),
    ],
)
def test_why_a_token_cannot_be_placed_so(target: str, clause: str) -> None:
    state = again(with_modules(2, 0, "blessings"))
    reason = state.why_not(0, target)
    assert reason is not None
    assert reason.clause == clause


def test_guide_and_rules_name_every_module() -> None:
    text = GAME.guide()
    for title in ("Fifth Player", "Ambelau", "Ukum", "Lawan", "Tokoh", "Blessings", "Liaisons"):
        assert title in text
    assert sum(clause.startswith("AM-") and "R" not in clause for clause in GAME.rules()) == 105


def test_the_view_has_what_a_board_needs() -> None:
    state = everything(3)
    again(state)
    seen = view(state, 0)
    assert [region["place"] for region in seen["regions"]] == [1, 2, 3, 5, 4]
    assert [space["space"] for space in seen["canoe_track"]] == [f"canoe_{i:02}" for i in range(1, 13)]
    assert seen["modules"] == list(MODULES)
    assert seen["regions"][4]["centre"] == [0.0, -1.55]
    assert seen["placements"] == [0, 1, 2] * 5
    assert options(state)
