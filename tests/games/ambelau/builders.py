"""Positions of Buru with modules in a line; what the base game has is built by its own builders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bungalow.core.contract import NONE
from bungalow.games.buru import modules_of
from bungalow.games.buru.components import MODULES, TOKENS, Flags
from bungalow.games.buru.prepare import prepare
from bungalow.games.buru.rules.round import BIDDING
from bungalow.games.buru.state import (
    CANOE,
    CANOES,
    DEALT,
    ELDERS,
    GUIDE_NOW,
    GUIDES,
    MAT,
    MORNING,
    OWN,
    TOKOH,
    Buru,
)
from tests.games.buru.builders import BOX, REGION, own, play, table

TOKOH_CARD = {card.id: number for number, card in enumerate(BOX.tokoh)}
GUIDE, LIAISON = 6, 7
LEADERS = ("mpu", "nakhoda", "rakawi", "duta", "juru_wana")


def with_modules(
    seats: int = 3,
    lawan: int = 0,
    *modules: str,
    leaders: tuple[str, ...] = LEADERS,
    seed: int = 1,
    **more: object,
) -> Buru:
    """A table in its first Morning with these modules; with `tokoh` the leaders are chosen and their gifts put away."""
    options: dict[str, Any] = {**dict.fromkeys(modules, True), **more}
    state = table(seats, lawan, seed=seed, **options)
    if "tokoh" in modules:
        lead(state, *leaders)
    return state


def everything(seats: int = 5, lawan: int = 0, **more: object) -> Buru:
    return with_modules(seats, lawan, *MODULES, **more)  # type: ignore[arg-type]


def dealt(state: Buru, seat: int, *cards: str) -> None:
    """The two Tokoh cards of a seat."""
    state.set_more(seat, DEALT, sum(1 << TOKOH_CARD[card] for card in cards))


def lead(state: Buru, *leaders: str) -> None:
    """Every human keeps this Tokoh; what it brought is put away again."""
    humans = int(state.humans)
    others = [card for card in TOKOH_CARD if card not in leaders[:humans]]
    for seat, card in enumerate(leaders[:humans]):
        dealt(state, seat, card, others[seat])
    for card in leaders[:humans]:
        play(state, f"keep {card}")
    while state.round == 0:
        seat = int(state.actor())
        state.apply(seat, state.legal(seat)[0])
    state.decrees = 0
    for seat in range(int(state.seats)):
        own(state, seat, clay=0, palm=0, ebony=0, fish=0, esteem=0)
        if state.get(seat, ELDERS):
            state.own[seat * OWN + ELDERS] = 0
    state.log = []


def tokoh_of(state: Buru, seat: int) -> str:
    return BOX.tokoh[int(state.get_more(seat, TOKOH)) - 1].id


def canoe(state: Buru, seat: int, space: int) -> None:
    """A canoe on a space, counted from 1."""
    here = int(state.get_more(seat, CANOE))
    if here:
        state.spaces[CANOES + here - 1] = NONE
    state.set_more(seat, CANOE, space)
    if space:
        state.spaces[CANOES + space - 1] = seat


def canoe_of(state: Buru, seat: int) -> int:
    return int(state.get_more(seat, CANOE))


def guide(state: Buru, *seats: int) -> None:
    """These seats have their Guide in this round."""
    for seat in seats:
        state.set_more(seat, GUIDES, GUIDE_NOW)
        if seat < state.humans:
            state.own[seat * OWN + MAT] |= 1 << (GUIDE - 1)
        else:
            state.bids[seat * state.box.tokens + state.box.cycles] = GUIDE


def blessing(state: Buru, region: str, holder: int = int(NONE), user: int = int(NONE)) -> None:
    """Who holds the Blessing of a region, who laid it down this round."""
    state.move_blessing(REGION[region], holder, user)


def holder(state: Buru, region: str) -> int:
    return int(state.blessing(REGION[region]))


def again(state: Buru, *, emissary: int = 0) -> Buru:
    """A Morning about to begin under that Emissary; a Lawan that comes first places at once."""
    state.emissary, state.turns, state.phase = emissary, 0, MORNING
    state.end()
    state.push(BIDDING)
    state.advance()
    return state


def ruling(state: Buru, **flags: bool) -> Buru:
    """The table with a ruling turned round."""
    state.box = prepare(replace(BOX, flags=replace(Flags(), **flags)), modules_of(state.settings))
    return state


def mat_of(state: Buru, seat: int) -> set[str]:
    mat = int(state.get(seat, MAT))
    return {name for number, name in enumerate(TOKENS) if mat >> number & 1}
