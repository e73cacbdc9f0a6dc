"""The box: what is in it, and that every fault of an edition is told with its row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bungalow.games.busara import GAME
from bungalow.games.busara.contents import TIMINGS, VIRTUES, prepare
from bungalow.games.busara.data import box_of, read_box
from bungalow.games.busara.state import Busara
from tests.games.editions import complaint, packaged

PACKAGED = packaged("busara")


def test_counts() -> None:
    box = read_box()
    assert len(box.kingdoms) == 15
    assert len(box.setup_cards) == 18
    assert sum(card.copies for card in box.cards) == 36
    assert [card.copies for card in box.cards[:4]] == [6, 6, 6, 6]
    assert sum(card.copies for card in box.cards if card.disaster) == 8
    assert all(sum(card.gives) == 5 for card in box.setup_cards)
    assert all(sorted(kingdom.goal) == [0, 0, 0, 2, 3, 4] for kingdom in box.kingdoms)
    assert sum(virtue.tokens for virtue in box.virtues) == 72
    assert sum(resource.tokens for resource in box.resources) == 80


def test_every_reaction_has_one_kingdom() -> None:
    box = read_box()
    reactions = [TIMINGS[kingdom.timing] for kingdom in box.kingdoms if kingdom.timing]
    assert sorted(reactions) == sorted(TIMINGS[1:])
    ready = prepare(box, 4)
    assert [box.kingdoms[ready.reactor[timing]].power for timing in range(1, 6)] == [
        "Manipulation",
        "King's Necklace",
        "Celestial Dome",
        "Retraction",
        "Time",
    ]


def test_effects_become_rows() -> None:
    box = read_box()
    assert len(box.program.code) % 5 == 0
    rain = next(kingdom for kingdom in box.kingdoms if kingdom.power == "Rain")
    assert box.branch_labels(rain.code + 5) == ("add", "remove")


def test_what_is_ours_of_a_power_is_marked() -> None:
    """Every wording; and where a Power does not work as in the public sources."""
    parts = {kingdom.id: kingdom.designed for kingdom in read_box().kingdoms}
    assert all("text" in designed for designed in parts.values())
    assert {name for name, designed in parts.items() if "timing" in designed} == {"telalila"}
    limited = {"egolica", "eko_akete", "ilagik", "milu", "nevulandis", "ubunifu", "logone"}  # BS-R21
    ruled = {"konga", "royaume_kongo", "mask_of_light", "milu", "ubunifu"}  # BS-R25, R36, R24, R27
    assert {name for name, designed in parts.items() if "effects" in designed} == limited | ruled


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("schema = 1", "schema = 2", "schema must be 1"),
        ("kingdom_cards = 15", "kingdom_cards = 14", "counts: kingdom_cards is 14, but the rulebook prints 15"),
        ("deal_beginner = 1", "deal_beginner = 0", "params: deal_beginner must be 1, not 0"),
        ("[params]", "[params]\nround_cap = 9", "params: unknown key 'round_cap'"),
        ('designed = ["text", "effects"]', 'designed = ["luck"]', "kingdom egolica: designed #1 must be goal, power"),
        ('id = "water"\n', 'id = "steam"\n', "resource: must be fire, water, wind, earth in this order"),
        ("tokens = 20\n", "tokens = 19\n", "resource fire: tokens must be 20, not 19"),
        ('letter = "A"', 'letter = "F"', "resource water: letter F is used twice"),
        ('"#C54B4A"', '"red"', "resource fire: hex must be a colour"),
        ('from = ["wind", "earth"]', 'from = ["fire", "earth"]', "virtue energy: from fire and earth forges another"),
        ('from = ["wind", "earth"]', 'from = ["wind", "wind"]', "virtue energy: from must be two different resources"),
        ("rows = 4 ", "rows = 5 ", "board: rows must be 4, not 5"),
        ("blocked = []", "blocked = [3]", "board: a board is 4 x 4 without holes"),
        ('id = "b3"', 'id = "b9"', "kingdom_board: must be b0, b1, b2, b3"),
        ("at = [[0, 0], [4, 0]]", "at = [[0, 0], [4, 3]]", "quick_layout #1: the board at 4, 3 overlaps or touches no"),
        ("at = [[0, 0], [4, 0]]", "at = [[0, 0], [3, 0]]", "quick_layout #1: the board at 3, 0 overlaps"),
        ("\nplayers = 2\n", "\nplayers = 3\n", "quick_layout #1: at must be 3 pairs"),
        ("gives = {fire = 3, water = 1, earth = 1}", "gives = {fire = 3}", "setup_card s02: gives 3 resources"),
        ("gives = {fire = 3, water = 1, earth = 1}", "gives = {mud = 5}", "setup_card s02 gives: unknown key 'mud'"),
        ("copies = 6 ", "copies = 5 ", "35 found, but counts.resource_cards is 36"),
        ('op = "lose_virtues", who = "all", count = 1', 'op = "lose_luck", who = "all"', "op must be"),
        ('who = "all", count = 1}', 'who = "some", count = 1}', "who must be self or all, not 'some'"),
        ('direction = "left"', 'direction = "up"', "direction must be left or right, not 'up'"),
        ('count = "players"', 'count = "n"', "'n' is not bound by a choose_number"),
        ('filter = "other"', 'filter = "me"', "filter must be other"),
        ('with = "target"', 'with = "nobody"', "'nobody' is not bound by a choose_player"),
        ('{op = "cancel_power"}', '{op = "cancel_threat"}', "cancel_threat is for Powers of timing threat"),
        ('{op = "rearrange", who = "self"}', '{op = "rearrange", why = 1}', "unknown key 'why'"),
        ('{op = "rearrange", who = "self"}', '{op = "rearrange", count = 1}', "rearrange has no argument 'count'"),
        ('timing = "turn_end"', 'timing = "threat"', "extra_turn is for Powers of timing turn_end"),
        ("goal = {art = 3, security = 4, nature = 2}", "goal = {luck = 3}", "kingdom konga goal: unknown key 'luck'"),
        ("goal = {art = 3, security = 4, nature = 2}", "goal = {}", "kingdom konga: goal asks for nothing"),
        ("cost = 2\n", 'cost = "two"\n', "kingdom konga: cost must be a whole number from 0 to 9, not 'two'"),
        ('id = "konga"', 'id = "egolica"', "kingdom egolica: id egolica is used twice"),
        ("min = 1, max = 3", "min = 3, max = 1", "max must be a whole number from 3 to 9, not 1"),
        ('label = "remove"', 'label = "add"', "labels must be different single words"),
    ],
)
def test_a_fault_names_its_row(old: str, new: str, words: str) -> None:
    assert words in complaint(box_of, "busara", (old, new))


def test_two_kingdoms_cannot_react_to_the_same() -> None:
    change = ('timing = "own_action"\nhidden_only = true', 'timing = "turn_start"\nhidden_only = false')
    assert re.search(r"both react at turn_start.*BS-R23", complaint(box_of, "busara", change))


def test_an_edition_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    goal = "goal = {security = 2, nature = 3, economy = 4}"
    file.write_text(PACKAGED.replace(goal, "goal = {security = 1}"), "utf-8")
    state = GAME.new(2, {"layout": "quick"}, 1, str(file))
    assert isinstance(state, Busara)
    assert state.box.goal_size == 1
    while not state.over():
        seat = state.actor()
        state.apply(seat, state.legal(seat)[0])
    assert state.edition != GAME.new(2).edition
    assert GAME.provenance()["public"] > 0
    assert len(VIRTUES) == 6
