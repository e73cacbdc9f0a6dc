"""What can be read off a table of Buru, for views, words, reasons and the account alike."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.games.buru import components as data
from bungalow.games.buru.components import (
    Bag,
    Box,
    goods_text,
)
from bungalow.games.buru.modules.liaisons import price_of_card
from bungalow.games.buru.rules import effects as machine
from bungalow.games.buru.rules.choices import EffectStep
from bungalow.games.buru.rules.effects import (
    UNITS,
)
from bungalow.games.buru.rules.programs import WAITING_CODE, waiting_below
from bungalow.games.buru.state import (
    AMBELAU,
    CANOE,
    CANOES,
    GUIDE_NOW,
    GUIDES,
    LIAISON,
    MORNING,
    SPACES,
    Buru,
)

LIAISON_CODES = (80, 81)
"""Of `modules.liaisons.LIAISON_SPACE` and `LIAISON_CARD`."""


UNIT_NAMES = (
    ("forest_card", machine.UNIT_FOREST),
    ("recruit", machine.UNIT_RECRUIT),
    ("cycle", machine.UNIT_CYCLE),
    ("task", machine.UNIT_TASK),
    ("tribute", machine.UNIT_TRIBUTE),
    ("elder", machine.UNIT_ELDER),
    ("emissary", machine.UNIT_EMISSARY),
    ("trade", machine.UNIT_TRADE),
    ("choose", machine.UNIT_BRANCH),
    ("untask", machine.UNIT_UNTASK),
)


def box_of(table: Buru) -> Box:
    """What the box holds."""
    return cast(Box, table.box.cold)


def members(cards: int) -> list[int]:
    """The numbers in a bit set."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def drawn(deck: vec[i64], count: i64) -> list[int]:
    """The cards above the top of a deck: drawn since it was shuffled."""
    return [int(deck[i]) for i in range(len(deck) - 1, int(count) - 1, -1) if deck[i] != NONE]


def modules_in_play(table: Buru) -> list[str]:
    options = table.settings
    return [name for name in data.MODULES if options.get(name)]


def spirits_in_play(table: Buru) -> list[int]:
    return members(int(table.box.spirit_set))


def has_canoes(table: Buru) -> bool:
    return bool(table.box.region_set & BIT[AMBELAU])


def has_tokoh(table: Buru) -> bool:
    return bool(table.moments.acts)


def has_blessings(table: Buru) -> bool:
    return bool(table.moments.power)


def has_liaisons(table: Buru) -> bool:
    return bool(table.box.ordinary & BIT[LIAISON - 1])


def placements(table: Buru) -> list[int]:
    """The seats that will still place a token, in turn."""
    if table.phase != MORNING or table.over():
        return []
    seats, cycles = int(table.seats), int(table.box.cycles)
    coming: list[int] = []
    for turn in range(int(table.turns), seats * (cycles + 1)):
        seat = (int(table.emissary) + turn) % seats
        guide = len(table.more) > 0 and bool(table.get_more(seat, GUIDES) & GUIDE_NOW)
        if turn < seats * cycles or guide:
            coming.append(seat)
    return coming


def liaisons_in(table: Buru, region: int) -> list[int]:
    """The seats whose Liaisons were placed in a region."""
    wanted = int(LIAISON) + 8 * (region + 1)
    return [number // int(table.box.tokens) for number, bid in enumerate(table.bids) if bid == wanted]


def misplaced_canoes(table: Buru) -> int:
    """Canoes that the track does not show where their seats say they are."""
    if not has_canoes(table):
        return 0
    at = {seat: int(table.get_more(seat, CANOE)) for seat in range(int(table.seats))}
    seen = {int(table.spaces[CANOES + i]): i + 1 for i in range(data.CANOE_SPACES) if table.spaces[CANOES + i] != NONE}
    return sum(seen.get(seat, 0) != space for seat, space in at.items()) + sum(seat not in at for seat in seen)


def liaison_prices(table: Buru, box: Box) -> dict[str, int]:
    """What a Liaison that chooses now would pay, for spaces and cards that are free."""
    if table.over() or table.choice().code not in LIAISON_CODES:
        return {}
    if table.choice().kind == machine.ACT:
        row = members(int(table.forest_row))
        return {box.forest[card].id: int(price_of_card(table, card)) for card in row}
    region = int(table.region)
    if region == AMBELAU:
        return {}
    spaces = [box.space(region, index) for index in range(int(SPACES))]
    return {space.id: space.rating for space in spaces if table.spaces[region * SPACES + space.index] == NONE}


def units_left(table: Buru) -> dict[str, int]:
    """The icons of the action space that have not been used."""
    found = {name: int(table.units) // int(unit) & int(UNITS) for name, unit in UNIT_NAMES}
    return {name: count for name, count in found.items() if count}


def fish_on_offer(table: Buru) -> int:
    """Fish that wait and belong to the choice that is awaited (BU-R10)."""
    if isinstance(table.choice(), EffectStep):
        at = int(waiting_below(table, table.stack_height - 1))
        return int(table.stack[at].code - WAITING_CODE) if at != NONE else 0
    return int(table.late_fish)


def forest_row(table: Buru, box: Box) -> list[int]:
    """The face-up Forest cards, best rating first."""
    return sorted(members(int(table.forest_row)), key=lambda card: (-box.forest[card].rating, card))


def forest_taken(table: Buru, box: Box) -> list[int]:
    """What lay in the row this round and was taken: the cards drawn last, without those that still lie there."""
    latest = drawn(table.forest_deck, table.forest_count)[-int(table.box.forest_row[table.seats]) :]
    taken = [card for card in latest if not table.forest_row & BIT[card]]
    return sorted(taken, key=lambda card: (-box.forest[card].rating, card))


def order_of(table: Buru, region: int) -> list[int]:
    """The seats in the order of action in a revealed region."""
    digits = int(table.orders[region])
    order: list[int] = []
    while digits:
        order.append((digits & 7) - 1)
        digits >>= 3
    return order


def decrees_at(table: Buru, box: Box, *, region: int | None = None, spirit: int | None = None) -> list[int]:
    """The Decrees that lie in a region or beside an altar, in the order revealed."""
    first = max(0, int(table.decree_next) - box.setup.decrees_per_round)
    shown = [int(table.decree_deck[i]) for i in range(first, int(table.decree_next))]
    return [
        decree
        for decree in shown
        if table.decrees & BIT[decree] and (box.decrees[decree].region, box.decrees[decree].spirit) == (region, spirit)
    ]


def triumph_text(table: Buru, box: Box, region: int) -> str:
    """The Triumph reward in words."""
    reward = box.regions[region].triumph
    for module in modules_in_play(table):
        reward = box.triumph_with.get((module, region), reward)
    words = [
        f"the {box.spirits[step.spirits[0]].name} totem" if step.op == "totem" else goods_text(step.gain)
        for step in reward
    ]
    return ", ".join(words)


def altar_cost(table: Buru, spirit: int) -> Bag:
    clay, palm, ebony = (int(table.altar_cost[spirit * 3 + i]) for i in range(3))
    return clay, palm, ebony, 0, 0


def seat_kind(table: Buru, seat: int) -> str:
    if not table.is_lawan(seat):
        return "human"
    return "lawan A" if seat == table.humans else "lawan B"


def recruited(table: Buru) -> list[int]:
    """All Islanders in tableaux, oldest first."""
    return [int(card) for card in table.recruited if card != NONE]
