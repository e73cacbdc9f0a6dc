"""The box of Buru: what the rulebook promises about it, and a broken edition for every rule of the loader."""

from __future__ import annotations

from pathlib import Path

import pytest

from bungalow.games.buru import GAME
from bungalow.games.buru.components import BASE_TYPES, GOODS
from bungalow.games.buru.data import box_of
from tests.clauses import clause
from tests.games.buru.builders import BOX, options, play, resolve, table, tableau
from tests.games.editions import complaint, packaged

PACKAGED = packaged("buru")


def test_counts_of_the_box() -> None:
    assert [sum(card.type == kind for card in BOX.islanders) for kind in range(4)] == [9, 9, 9, 9]
    rows = (BOX.elders, BOX.decrees, BOX.plots)
    assert len(BOX.forest) == 16
    assert [sum(row.module == "base" for row in table) for table in rows] == [13, 12, 12]
    assert [len(deck) for deck in BOX.tributes[:3]] == [10, 10, 10]
    assert len(BOX.spaces) == 20
    assert sum(GAME.provenance().values()) > 100


@clause("BU-R29")
def test_what_the_rulebook_shows_of_spaces_and_altars() -> None:
    shore, lake = BOX.space(1, 0), BOX.space(3, 0)
    assert [(step.op, step.count) for step in shore.effects] == [("recruit", 2), ("cycle", 1)]
    assert {(step.op, step.count) for step in lake.effects} == {("tribute", 2), ("elder", 1)}
    assert shore.rating == lake.rating == 3
    assert sum(BOX.altars[0][0]) == 3
    assert BOX.altars[1][0] == (2, 2, 0, 0, 0)


@clause("BU-R25")
def test_plot_cards_are_all_pairs_of_regions() -> None:
    pairs = {plot.morning for plot in BOX.plots if plot.module == "base"}
    assert pairs == {(a, b) for a in range(4) for b in range(4) if a != b}


FAULTS = [
    (("islanders = 36", "islanders = 35"), "counts: islanders must be 36, not 35"),
    (('id = "buru"', 'id = "uru"'), "meta: id must be buru, not 'uru'"),
    (("rounds = 5", "rounds = 4"), "setup: decrees_in_stack is 10, but 4 rounds reveal 8 (BU-2.7)"),
    (("cap = 20", "cap = 3"), "fish: cap must be a whole number from 5 to 99, not 3"),
    (("powers = [1, 2, 3, 4, 5]", "powers = [1, 2, 3, 4, 4]"), "explorers: powers must be 1, 2, 3, 4, 5"),
    (('order = ["clay", "palm", "ebony"]', 'order = ["palm", "clay", "ebony"]'), "resources: order must be"),
    (("supply_is_limited = false", "supply_is_limited = true"), "resources: supply_is_limited must be false (BU-R13)"),
    (('pattern = "dots"', 'patern = "dots"'), "colour yellow: unknown key 'patern'"),
    (('id = "farmer"', 'id = "weaver"'), "islander weaver: id weaver is used twice"),
    (('id = "farmer"', 'id = "The Farmer"'), "islander The Farmer: id must be 1 to 30 small letters"),
    (('type = "gatherer"', 'type = "outlaw"'), "islander farmer: type must be artisan, gatherer, noble or priest"),
    (('type = "gatherer"', 'type = "noble"'), "islander: 8 of type gatherer, but the box holds 9"),
    (('effects = [{ op = "gain", palm = 1 }]', 'effects = [{ op = "gian", palm = 1 }]'), "op must be gain, trade"),
    (('effects = [{ op = "gain", palm = 1 }]', 'effects = [{ op = "gain", gold = 1 }]'), "unknown key 'gold'"),
    (('effects = [{ op = "gain", palm = 1 }]', 'effects = [{ op = "gain" }]'), "names nothing"),
    (('effects = [{ op = "gain", palm = 1 }]', "effects = []"), "islander farmer: effects is empty"),
    (
        ('effects = [{ op = "gain", palm = 1 }]', 'effects = [{ op = "guide" }]'),
        "islander farmer effects #1: op must be",
    ),
    (
        ('effects = [{ op = "gain", palm = 1 }]', 'effects = [{ op = "elder", spirit = "manuk" }]'),
        "op elder has no field spirit",
    ),
    (
        (
            'effects = [{ op = "recruit", count = 2 }]',
            'effects = [{ op = "trade", pay = { fish = 1 }, gain = { clay = 1 } }]',
        ),
        "action_space shore_2 effects #1: op trade cannot stand on an action space",
    ),
    (
        ('effects = [{ op = "recruit", count = 2 }]', 'effects = [{ op = "recruit" }, { op = "recruit" }]'),
        "op recruit stands twice",
    ),
    (
        ('id = "shore_1"\nregion = "shore"\nindex = 1', 'id = "shore_1"\nregion = "shore"\nindex = 2'),
        "action_space shore_1: index must be 1, not 2",
    ),
    (
        ('totem_start = "banyu"', 'totem_start = "gunung"'),
        "region: each totem must start in exactly one region (BU-5.5)",
    ),
    (
        ('side = "b"\ncost = { palm = 2, ebony = 1 }', 'side = "a"\ncost = { palm = 2, ebony = 1 }'),
        "altar #2: side a of banyu's altar stands twice",
    ),
    (("cost = { clay = 2, palm = 2 }", "cost = { clay = 2, islander = 1 }"), "altar #3 cost: unknown key 'islander'"),
    (
        ("values = [4, 4, 4, 5, 5, 5, 5, 6, 6, 6]", "values = [4, 4, 4, 5, 5, 5, 5, 6, 6]"),
        "tribute_deck #1: values: 9 found, but the box holds 10",
    ),
    (
        ('choose = [["palm", "clay"]]', 'choose = [["palm", "palm"]]'),
        "forest_card forest_10: choose #1 must be two or more different resources",
    ),
    (
        ("levels = [{ need = { clay = 3 }, esteem = 3 }", "levels = [{ need = { clay = 3 }, esteem = 9 }"),
        "elder elder_clay: levels must be two, the higher one worth no less (BU-12.3)",
    ),
    (("need = { clay = 3 }", "need = { gold = 3 }"), "elder elder_clay levels #1 need: unknown key 'gold'"),
    (
        ('kind = "altar"\ntarget = "banyu"', 'kind = "altar"\ntarget = "shore"'),
        "decree altar_banyu: target must be banyu, gunung or manuk",
    ),
    (
        ('recruit = ["gatherer", "artisan", "noble", "priest"]', 'recruit = ["gatherer", "artisan", "noble", "noble"]'),
        "plot plot_01: recruit must name artisan, gatherer, noble, priest once each",
    ),
    (("max_per_region = 2", "max_per_region = 1"), "lawan: max_per_region must be a whole number from 2 to 4"),
    (
        ("forest_row = { 1 = 3, 2 = 3, 3 = 3, 4 = 4, 5 = 5 }", "forest_row = { 1 = 3, 2 = 3, 3 = 2, 4 = 4, 5 = 5 }"),
        "setup forest_row: 3 must be a whole number from 3 to 5",
    ),
    (("4 = [0] }", "4 = [1] }"), "setup lawan_choices: 4 humans with [1] Lawan do not make 2 to 4 seats (BU-R2)"),
    (
        ('module = "base"\npattern = "plain"', 'module = "ambelau"\npattern = "plain"'),
        "colour white: module must be base",
    ),
    (
        (
            'source = "rulebook"\nmodule = "base"\npattern = "plain"',
            'source = "hearsay"\nmodule = "base"\npattern = "plain"',
        ),
        "colour white: source must be",
    ),
    (('[[plot]]\nid = "plot_01"', '[[plots]]\nid = "plot_01"'), "plots: is unknown"),
]


@pytest.mark.parametrize(("change", "words"), FAULTS, ids=[words[:40] for _, words in FAULTS])
def test_a_broken_edition_is_told_with_its_row(change: tuple[str, str], words: str) -> None:
    assert words in complaint(box_of, "buru", change)


@clause("BU-R25")
def test_plot_cards_must_not_crowd_one_region() -> None:
    changes = [(f'morning = {{ a = "{a}", b', 'morning = { a = "lake", b') for a in ("forest", "shore", "village") * 2]
    assert "cards send Lawan A to the lake; at most 6 may (BU-R25)" in complaint(box_of, "buru", *changes)


def test_an_own_edition_is_played(tmp_path: Path) -> None:
    """Another Farmer: pay tribute up to twice, or take a Forest card."""
    other = 'effects = [{ op = "choose", options = [[{ op = "tribute", count = 2 }], [{ op = "forest_card" }]] }]'
    text = PACKAGED.replace('effects = [{ op = "gain", palm = 1 }]', other, 1)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    state = GAME.new(2, {"altar_gunung": "a"}, 1, str(file))
    assert state.edition != GAME.new(2, None, 1).edition
    mine = table(2)
    mine.box = state.box  # type: ignore[attr-defined]
    tableau(mine, 0, "farmer", "headman")
    for good in ("clay", "palm"):
        mine.own[GOODS.index(good)] = 4
    resolve(mine, "village", {0: (5,), 1: (1,)})
    play(mine, "space 1", "task farmer")
    assert options(mine) == ["branch 1", "branch 2", "done"]
    play(mine, "branch 1", "tribute gunung")
    assert options(mine) == ["tribute gunung", "done"]
    play(mine, "tribute gunung")
    assert options(mine) == ["task headman", "done"]
    assert len(BASE_TYPES) == 4
