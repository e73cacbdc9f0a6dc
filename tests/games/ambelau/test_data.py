"""The box of Ambelau: what its rulebook promises, and a broken edition for every rule of the loader."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from bungalow.core.components import Document
from bungalow.core.errors import BadData
from bungalow.games.buru import GAME, RECOMMENDED
from bungalow.games.buru.components import MODULES
from bungalow.games.buru.data import box_of, packaged
from bungalow.games.buru.state import Buru
from tests.games.buru.builders import BOX

PACKAGED = resources.files("bungalow.games.buru").joinpath("ambelau.toml").read_text(encoding="utf-8")


def complaint(*changes: tuple[str, str]) -> str:
    """What the loader says of the packaged document with a few texts replaced, each at its first occurrence."""
    text = PACKAGED
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    with pytest.raises(BadData) as caught:
        box_of(packaged("components.toml"), Document.parse(text.encode(), "my.toml"))
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix("bad-data: my.toml: ")


def test_counts_of_the_box() -> None:
    assert sum(card.type == 4 for card in BOX.islanders) == 9
    assert [sum(row.module == module for row in BOX.elders) for module in ("ambelau", "ukum")] == [1, 2]
    assert [sum(row.module == module for row in BOX.decrees) for module in ("ambelau", "ukum")] == [3, 1]
    assert (len(BOX.canoe), len(BOX.tokoh), len(BOX.plots), len(BOX.colours)) == (12, 10, 32, 5)
    assert [len(deck) for deck in BOX.tributes] == [10] * 5


def test_values_are_lower_than_those_of_the_base_spirits() -> None:
    base = min(min(deck) for deck in BOX.tributes[:3])
    assert max(max(deck) for deck in BOX.tributes[3:]) < base
    assert BOX.tributes[3].count(1) >= 2


def test_the_modules_are_those_of_the_document() -> None:
    assert BOX.expansion is not None
    meta = BOX.expansion.row("meta", keys=tuple(BOX.expansion.data["meta"]))  # type: ignore[arg-type]
    assert tuple(meta.texts("modules")) == MODULES
    assert set(meta.texts("recommended_modules")) == set(RECOMMENDED)
    assert {option.name for option in GAME.options} >= set(MODULES)


TRIBUTE = '{ op = "tribute", count = 1, spirits = ["ukum"], pay_with = "self" }'
FAULTS = [
    (("outlaws = 9", "outlaws = 8"), "counts: outlaws must be 9, not 8"),
    (('expands = "buru"', 'expands = "burrows"'), "meta: expands must be buru"),
    (('modules = ["fifth_player", ', "modules = ["), "meta: modules must be fifth_player, ambelau"),
    (("5 = [0] }", "5 = [0, 1] }"), "meta lawan_choices_5: 5 does not list every number of Lawan up to 5 seats"),
    (("liaison_tokoh_at_ambelau = false", 'liaison_tokoh_at_ambelau = "no"'), "liaison_tokoh_at_ambelau must be true"),
    (("liaison_tokoh_at_ambelau", "liaison_tokoh"), "ruling_flags: unknown key 'liaison_tokoh'"),
    (('id = "red"', 'id = "blue"'), "colour blue: id must be red"),
    (('colour = "white"\npower = 1', 'colour = "white"\npower = 2'), "guide guide_white: power must be 1, not 2"),
    (('requires = ["fifth_player"]', 'requires = ["ukum"]'), "canoe canoe_red: requires must be ['fifth_player']"),
    (("order = 4 ", "order = 3 "), "region ambelau: order must be 4, not 3"),
    (("centre = [0.0, -1.55]", "centre = [0.0]"), "region ambelau: centre must be two numbers"),
    (("index = 2\n", "index = 3\n"), "canoe_space canoe_02: index must be 2, not 3"),
    (
        (
            'effects = [{ op = "gain", fish = 3 }]',
            'effects = [{ op = "trade", pay = { fish = 1 }, gain = { clay = 1 } }]',
        ),
        "canoe_space canoe_01 effects #1: op trade cannot stand on a canoe space",
    ),
    (
        ('effects = [{ op = "gain", fish = 3 }]', 'effects = [{ op = "guide", count = 2 }]'),
        "op guide has no field count",
    ),
    (("payable_at_lake = false", "payable_at_lake = true"), "spirit ibu: payable_at_lake must be false (AM-7.1)"),
    (("cost = {}", "cost = { clay = 1 }"), "altar #1 cost: tribute to ibu costs nothing (AM-7.2)"),
    (("cost = { islander = 1 }", "cost = { clay = 1 }"), "altar #3 cost: islander is missing"),
    (('side = "b"\ncost = {}', 'side = "a"\ncost = {}'), "altar #2: side a of ibu's altar stands twice"),
    (("values = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]", "values = [1]"), "tribute_deck #1: values: 1 found"),
    (('type = "outlaw"', 'type = "noble"'), "islander thief: type must be outlaw"),
    (
        (TRIBUTE, '{ op = "tribute", spirits = ["ukum"] }'),
        "islander thief effects #1: pay_with = 'self' belongs to an Outlaw",
    ),
    (
        (TRIBUTE, '{ op = "tribute", spirits = ["any"], pay_with = "self" }'),
        "an Outlaw pays one tribute to ukum (AM-10.3)",
    ),
    (
        (f"[{TRIBUTE}]", f'[{TRIBUTE}, {{ op = "elder" }}]'),
        "islander thief: an Outlaw's effects are the one tribute to ukum",
    ),
    (
        ('requires = ["ambelau"]\nsource = "rulebook"\nfields', 'source = "rulebook"\nfields'),
        "islander tyrant: who brings the Guide requires ambelau",
    ),
    (('id = "thief"', 'id = "farmer"'), "islander farmer: the base game has one of that id"),
    (("need = { ibu = 2 }", "need = { ebu = 2 }"), "elder elder_ibu levels #1 need: unknown key 'ebu'"),
    (('kind = "altar"\ntarget = "ibu"', 'kind = "altar"\ntarget = "lake"'), "decree altar_ibu: target must be"),
    (
        (
            'text = "1 fish per tribute to Ukum"\nmodule = "ukum"',
            'text = "1 fish per tribute to Ukum"\nmodule = "ambelau"',
        ),
        "decree: 4 of module ambelau, but the box holds 3",
    ),
    (('region = "shore"\npower = 1', 'region = "forest"\npower = 1'), "blessing: each region has one"),
    (
        ('{ op = "tribute", count = 1, spirits = ["any"] }', '{ op = "tribute", count = 1, spirits = ["ibu"] }'),
        "tokoh dharmadhyaksa effects #1: tribute to ibu is paid on the canoe track only (AM-7.1)",
    ),
    (
        ("pay = { fish = 2 }, gain = { ebony = 1 }", "pay = { fish = 3 }, gain = { ebony = 1 }"),
        "tokoh saudagar: effects: several choices on one Tokoh must be alike",
    ),
    (("max = 2 }", "max = 0 }"), "tokoh rakawi effects #2: max must be a whole number from 1 to 9"),
    (('ambelau_bonus = "ibu"', 'ambelau_bonus = "fish"'), "plot plot_a01: ambelau_bonus must be guide or ibu"),
    (
        ('"manuk", "ukum", "ibu"]', '"manuk", "ukum", "ukum"]'),
        "plot plot_a01: tribute must name banyu, gunung, manuk, ibu, ukum once each",
    ),
    (
        ('sole_bidder_takes = "triumph"', 'sole_bidder_takes = "blessing"'),
        "lawan_ambelau: sole_bidder_takes must be triumph",
    ),
    (("[[tokoh]]", "[[toko]]"), "toko: is unknown"),
    (('module = "tokoh"', 'module = "ukum"'), "tokoh nakhoda: module must be tokoh"),
]


@pytest.mark.parametrize(("change", "words"), FAULTS, ids=[words[:40] for _, words in FAULTS])
def test_a_broken_edition_is_told_with_its_row(change: tuple[str, str], words: str) -> None:
    assert words in complaint(change)


def test_an_own_edition_of_the_expansion_is_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        PACKAGED.replace("values = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]", "values = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3]")
    )
    mine = GAME.new(2, {"ambelau": True}, 1, str(file))
    ours = GAME.new(2, {"ambelau": True}, 1)
    assert isinstance(mine, Buru)
    assert mine.box.tribute_value[30] == 3
    assert mine.edition != ours.edition
    assert GAME.new(2, None, 1, str(file)).edition == GAME.new(2, None, 1).edition  # the base game is the same
