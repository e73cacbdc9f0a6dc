"""Words, notation, reasons, log lines and views as people meet them."""

from __future__ import annotations

import pytest

from bungalow.core.contract import NONE
from bungalow.core.errors import UnreadableMove
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.games.buru import GAME
from bungalow.games.buru.view import view
from tests.games.buru.builders import (
    decrees,
    elders,
    forest,
    morning,
    own,
    play,
    resolve,
    row,
    table,
    tableau,
    totem,
    tributes,
)


def words(state: object) -> list[str]:
    from bungalow.games.buru.state import Buru

    assert isinstance(state, Buru)
    seat = int(state.actor())
    return [state.words(seat, option) for option in state.legal(seat)]


def test_placing_in_words_and_by_letters() -> None:
    state = morning(table(2))
    assert state.parse(0, "3f") == state.parse(0, "place 3 forest") == state.parse(0, "3 to forest") == 2
    assert state.targets(0, 2) == ("explorer:3", "region:forest")
    play(state, "3f", "1l")
    assert "Power 5 to the Forest (your Power there: 8)" in words(state)
    for text in ("6 forest", "place 3 moon", "forest", "3"):
        with pytest.raises(UnreadableMove, match="place 3 forest"):
            state.parse(0, text)


def test_spaces_and_their_icons_in_words() -> None:
    state = resolve(table(2), "lake", {0: (5,), 1: (1,)})
    assert [said.partition(";")[0] for said in words(state)] == [
        "Sacred Lake 1: 2 tributes, 1 Elder (◆◆◆)",
        "Sacred Lake 2: 2 tributes (◆◆)",
        "Sacred Lake 3: 1 tribute, 1 Elder (◆◆)",
        "Sacred Lake 4: 1 tribute, Emissary marker (◆)",
        "Sacred Lake 5: 1 tribute (no gems)",
    ]
    assert GAME.question(state, 0) == "Which action space at the Sacred Lake?"
    assert GAME.waiting(state).words == "chooses an action space at the Sacred Lake"


def test_options_tell_their_effect() -> None:
    state = table(2)
    totem(state, "gunung", 1)
    decrees(state, "altar_gunung")
    own(state, 0, clay=2, palm=2)
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 1")
    assert words(state) == [
        "Pay tribute to Gunung: 2 clay and 2 palm (1 fish per tribute to Gunung; 1 Esteem to the holder of its totem)",
        "Collect an Elder: draw 2, put one back",
        "Done",
    ]
    assert GAME.question(state, 0) == "Sacred Lake: what next? (left: 2 tribute, 1 elder)"


def test_spaces_tell_what_is_usable_there() -> None:
    state = table(2)
    row(state, "farmer", "weaver", "matriarch")
    own(state, 0, fish=3, clay=2, palm=2)
    tableau(state, 0, "headman", "fisher")
    resolve(state, "shore", {0: (5,), 1: (1,)})
    assert words(state)[1] == "Shore 2: 2 recruits (◆◆); your 3 fish pay for 2 of the 3 Islanders"
    resolve(state, "village", {0: (5,), 1: (1,)})
    assert words(state)[4] == "Village 5: 1 task (no gems); 2 of your Islanders can be tasked"
    resolve(state, "lake", {0: (5,), 1: (1,)})
    assert words(state)[1] == "Sacred Lake 2: 2 tributes (◆◆); you can pay Gunung"
    own(state, 0, clay=0, palm=0)
    assert words(state)[1] == "Sacred Lake 2: 2 tributes (◆◆); you cannot pay any tribute"


def test_lawan_have_names_of_their_own() -> None:
    assert GAME.seat_names(4, {"lawan": "2"}) == ("Player 1", "Player 2", "Lawan A", "Lawan B")
    assert GAME.seat_names(2, {}) == ("Player 1", "Player 2")
    assert GAME.played_seats(3, {"lawan": 2}) == 1


def test_cards_in_words() -> None:
    state = table(2)
    own(state, 0, fish=9, palm=1)
    row(state, "farmer", "weaver", "matriarch")
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 1")
    assert words(state)[0] == "Recruit the Farmer, gatherer, for 2 fish: 1 palm"
    forest(state, "forest_10")
    resolve(state, "forest", {0: (5,), 1: (1,)})
    assert words(state)[0] == "Take 1 ebony and 1 palm or clay (Forest card, 1 gem)"
    tableau(state, 0, "weaver", "feast_giver", "headman")
    resolve(state, "village", {0: (5,), 1: (1,)})
    play(state, "space 1", "task weaver")
    assert words(state)[:2] == ["Choose: pay 2 fish for 2 palm", "Choose: pay 1 palm for 2 fish"]
    play(state, "done", "task feast_giver")
    assert words(state)[0] == "Pay 3 fish for 3 Esteem"
    elders(state, {}, ("elder_clay", "elder_gunung_manuk", "elder_noble"))
    resolve(state, "lake", {0: (5,), 1: (1,)})
    play(state, "space 3", "elder")
    assert words(state) == [
        "Put Elder Potter (3 clay: 3, 5 clay: 6) under the deck",
        "Put Elder of Stone and Sky (1 gunung and 1 manuk: 3, 2 gunung and 2 manuk: 7) under the deck",
    ]


@pytest.mark.parametrize(
    ("target", "clause", "said"),
    [
        ("slot:3", "BU-7.1", "the Matriarch costs 6 fish, you have 3"),
        ("islander:headman", "BU-8.1", "there is no task to use"),
        ("altar:banyu", "BU-9.1", "there is no tribute to use"),
        ("deck:elder", "BU-9.2", "there is no Elder icon to use"),
        ("emissary:marker", "BU-1.3", "you are the Emissary"),
        ("branch:1", "BU-8.5", "there is no choice to make now"),
        ("do:trade", "BU-8.4", "there is no trade to make now"),
        ("do:cycle", "BU-7.3", "there is no cycle to use"),
        ("forest:forest_01", "BU-6.1", "that card does not lie face up"),
        ("explorer:3", "BU-5.9", "that is not part of this action"),
    ],
)
def test_why_not_at_the_shore(target: str, clause: str, said: str) -> None:
    state = table(2)
    own(state, 0, fish=3)
    forest(state, "forest_02")
    row(state, "farmer", "weaver", "matriarch")
    resolve(state, "shore", {0: (5,), 1: (1,)})
    play(state, "space 2")
    reason = state.why_not(0, target)
    assert reason is not None
    assert (reason.clause, reason.words) == (clause, said)
    assert state.why_not(0, "slot:1") is None


def test_the_log_names_reasons_and_keeps_secrets() -> None:
    match = Match(GAME, 3, options={"lawan": 2}, seed=4, names=("Becky", "A", "B"))
    random = seeded(4)
    while not match.over:
        moves = match.moves(0)
        match.play(0, moves[int(random.below(len(moves)))])
    mine = {line.words for line in match.lines(0)}
    theirs = {line.words for line in match.lines(1)}
    assert {line.words for line in match.lines(None)} == theirs
    assert any("your Power there" in line for line in mine)
    assert not any(line.startswith("(You") for line in theirs)
    assert all(line.clause.startswith("BU-") for line in match.lines(0))
    assert any(line.marks for line in match.lines(0))


def test_the_view_helps() -> None:
    state = table(3)
    own(state, 0, clay=4, palm=5)
    tributes(state, 0, gunung=(4,))
    elders(state, {0: ("elder_gunung",)})
    decrees(state, "altar_gunung")
    morning(state, emissary=1)
    seen = view(state, 0)
    altar = seen["altars"][1]
    assert (altar["you_can_pay"], altar["cost"], altar["cards_left"]) == (2, {"clay": 2, "palm": 2}, 9)
    assert [decree["decree"] for decree in altar["decrees"]] == ["altar_gunung"]
    assert seen["turn_order"] == [1, 2, 0]
    assert seen["placing"] == 1
    held = seen["seats"][0]["elders"]
    assert held is not None
    assert [(level["need"], level["have"], level["met"]) for level in held[0]["levels"]] == [
        ({"gunung": 2}, {"gunung": 1}, False),
        ({"gunung": 3}, {"gunung": 1}, False),
    ]
    assert [seat["tie_rank"] for seat in seen["seats"]] == [2, 0, 1]
    assert view(state, 1)["altars"][1]["you_can_pay"] == 0
    assert state.totems[0] == NONE
    assert [region["triumph"] for region in seen["regions"]] == [
        "the Gunung totem",
        "the Banyu totem",
        "the Manuk totem",
        "1 Esteem",
    ]


def test_guide_and_rules_at_hand() -> None:
    assert "Lawan" in GAME.guide()
    rules = GAME.rules()
    assert sum(clause.startswith("BU-") and "R" not in clause for clause in rules) == 99
    assert rules["BU-9.3"].startswith("Emissary icon")
