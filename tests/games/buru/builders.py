"""Positions of Buru in a line: a table, what its seats own, and a region about to be resolved.

Cards are moved, never made: whatever a builder puts somewhere it takes from where it was.
"""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import DEPARTS, NONE
from bungalow.core.types import Event
from bungalow.games.buru import GAME, BuruGame
from bungalow.games.buru.components import BASE_SPIRITS, GOODS, REGIONS, SPIRITS, Box
from bungalow.games.buru.data import read_box
from bungalow.games.buru.facts import members
from bungalow.games.buru.rules.round import DAWN_STEP, FISHING, RESOLVE_REGIONS
from bungalow.games.buru.state import (
    AFTERNOON,
    ELDERS,
    MAT,
    MORNING,
    OWN,
    TABLEAU,
    TRIBUTES,
    Buru,
)

BOX: Box = read_box()
ISLANDER = {card.id: number for number, card in enumerate(BOX.islanders)}
FOREST = {card.id: number for number, card in enumerate(BOX.forest)}
ELDER = {card.id: number for number, card in enumerate(BOX.elders)}
DECREE = {card.id: number for number, card in enumerate(BOX.decrees)}
PLOT = {card.id: number for number, card in enumerate(BOX.plots)}
SPIRIT = {name: number for number, name in enumerate(SPIRITS)}
REGION = {name: number for number, name in enumerate(REGIONS)}


def table(
    seats: int = 2, lawan: int = 0, *, seed: int = 1, sides: str = "aaa", game: BuruGame = GAME, **more: object
) -> Buru:
    """A new table whose altars lie on side a; no Decree is in play."""
    altars: dict[str, object] = {f"altar_{spirit}": side for spirit, side in zip(BASE_SPIRITS, sides, strict=True)}
    state = game.new(seats, {"lawan": lawan, **altars, **more}, seed)
    assert isinstance(state, Buru)
    state.listen()
    state.decrees = 0
    for seat in range(seats):
        own(state, seat, fish=0)
    return state


def own(state: Buru, seat: int, **goods: int) -> None:
    """`own(state, 0, fish=4, clay=2)`"""
    for good, amount in goods.items():
        state.own[seat * OWN + GOODS.index(good)] = amount


def goods(state: Buru, seat: int) -> dict[str, int]:
    """What the seat owns, without zeros."""
    amounts = {good: int(state.get(seat, i)) for i, good in enumerate(GOODS)}
    return {good: amount for good, amount in amounts.items() if amount}


# -- cards ------------------------------------------------------------------------------------------------------------


def _deck_of(cards: list[int], size: int) -> vec[i64]:
    return vec[i64](cards + [int(NONE)] * (size - len(cards)))


def _lift_islander(state: Buru, card: int) -> None:
    """Take a card from wherever it lies; an emptied slot is filled by nothing."""
    deck = [int(state.islander_deck[i]) for i in range(int(state.islander_count))]
    if card in deck:
        deck.remove(card)
        state.islander_deck, state.islander_count = _deck_of(deck, len(state.islander_deck)), len(deck)
    state.islander_discard &= ~(1 << card)
    for slot in range(3):
        if state.row[slot] == card:
            state.row[slot] = NONE
    for seat in range(int(state.seats)):
        state.own[seat * OWN + TABLEAU] &= ~(1 << card)
    kept = [int(c) for c in state.recruited if c not in (NONE, card)]
    state.recruited = _deck_of(kept, len(state.recruited))


def tableau(state: Buru, seat: int, *names: str, tasked: tuple[str, ...] = ()) -> None:
    """Islanders in front of a seat, oldest first."""
    for name in names:
        card = ISLANDER[name]
        _lift_islander(state, card)
        state.own[seat * OWN + TABLEAU] |= 1 << card
        kept = [int(c) for c in state.recruited if c != NONE]
        state.recruited = _deck_of([*kept, card], len(state.recruited))
        if name in tasked:
            state.tasked |= 1 << card


def tableau_of(state: Buru, seat: int) -> set[str]:
    return {BOX.islanders[card].id for card in members(int(state.get(seat, TABLEAU)))}


def row(state: Buru, *names: str, then: tuple[str, ...] = ()) -> None:
    """The recruitment row, and the next cards of the deck. What lay there before is discarded."""
    for slot in range(3):
        if state.row[slot] != NONE:
            state.islander_discard |= 1 << int(state.row[slot])
            state.row[slot] = NONE
    for name in (*names, *then):
        _lift_islander(state, ISLANDER[name])
    for slot, name in enumerate(names):
        state.row[slot] = ISLANDER[name]
    deck = [int(state.islander_deck[i]) for i in range(int(state.islander_count))]
    deck += [ISLANDER[name] for name in reversed(then)]
    state.islander_deck, state.islander_count = _deck_of(deck, len(state.islander_deck)), len(deck)


def row_of(state: Buru) -> list[str | None]:
    return [BOX.islanders[int(card)].id if card != NONE else None for card in state.row]


def forest(state: Buru, *names: str) -> None:
    """The face-up Forest cards; all others are in the deck."""
    up = [FOREST[name] for name in names]
    deck = [card for card in range(len(BOX.forest)) if card not in up]
    state.forest_row = sum(1 << card for card in up)
    state.forest_discard = 0
    state.forest_deck, state.forest_count = _deck_of(deck, len(BOX.forest)), len(deck)


def elders(state: Buru, held: dict[int, tuple[str, ...]], deck: tuple[str, ...] | None = None) -> None:
    """Who holds which Elders; the deck from the top (all others by default), unseen by anybody."""
    used = {ELDER[name] for names in held.values() for name in names}
    for seat in range(int(state.seats)):
        state.own[seat * OWN + ELDERS] = sum(1 << ELDER[name] for name in held.get(seat, ()))
    others = [e for e in members(int(state.box.elder_set)) if e not in used]
    top_down = [ELDER[name] for name in deck] if deck is not None else others
    size = int(state.box.elder_set).bit_count()
    state.elder_deck = _deck_of(top_down[::-1], size)
    state.elder_by = vec[i64]([int(NONE)] * size)
    state.elder_count = len(top_down)


def elders_of(state: Buru, seat: int) -> set[str]:
    return {BOX.elders[card].id for card in members(int(state.get(seat, ELDERS)))}


def tributes(state: Buru, seat: int, **values: tuple[int, ...]) -> None:
    """`tributes(state, 0, banyu=(5, 4))`: cards of these values from the deck."""
    for name, wanted in values.items():
        spirit = SPIRIT[name]
        first = int(state.box.tribute_start[spirit])
        deck = [int(state.tribute_deck[first + i]) for i in range(int(state.tribute_left[spirit]))]
        for value in wanted:
            card = next(card for card in deck if state.box.tribute_value[card] == value)
            deck.remove(card)
            state.own[seat * OWN + TRIBUTES] |= 1 << card
        whole = [int(card) for card in state.tribute_deck]
        whole[first : first + len(deck)] = deck
        state.tribute_deck = vec[i64](whole)
        state.tribute_left[spirit] = len(deck)


def tribute_cards(state: Buru, seat: int) -> dict[str, int]:
    spirits = list(SPIRIT.items())[: int(state.box.spirit_count)]
    counts = {name: int(state.tribute_count(seat, spirit)) for name, spirit in spirits}
    return {name: count for name, count in counts.items() if count}


def decrees(state: Buru, *names: str) -> None:
    """The Decrees in play, in the order revealed (at most two)."""
    cards = [DECREE[name] for name in names]
    others = [int(card) for card in state.decree_deck if card not in cards]
    at = int(state.decree_next) - len(cards)
    state.decree_deck = vec[i64](others[:at] + cards + others[at:])
    state.decrees = sum(1 << card for card in cards)


def stack_of_plots(state: Buru, *names: str) -> None:
    """The next Plot cards, in the order of drawing."""
    first = [PLOT[name] for name in names]
    others = [card for card in members(int(state.box.plot_set)) if card not in first]
    state.plot_deck = vec[i64](others + first[::-1])
    state.plot_count, state.plot_discard = len(state.plot_deck), 0


def totem(state: Buru, spirit: str, seat: int) -> None:
    state.totems[SPIRIT[spirit]] = seat


# -- moments ----------------------------------------------------------------------------------------------------------


def morning(state: Buru, *, emissary: int = 0) -> Buru:
    """A Morning about to begin under that Emissary, as at Dawn but with nothing drawn anew."""
    state.emissary, state.turns = emissary, 0
    state.awaited = state.choice().actors(state)
    return state


def dawn(state: Buru) -> Buru:
    """Begin the next round at once."""
    _clear(state)
    state.end()
    state.push(DAWN_STEP)
    state.advance()
    return state


def _clear(state: Buru) -> None:
    for i in range(len(state.bids)):
        state.bids[i] = 0
    for seat in range(int(state.humans)):
        state.own[seat * OWN + MAT] = state.box.ordinary


def bids(state: Buru, seat: int, **powers: tuple[int, ...]) -> None:
    """`bids(state, 0, forest=(3, 1), lake=(5,), last=(2,))`: Explorers face down; `last` stays on the mat.

    6 is the Guide, 7 the Liaison.
    """
    size = int(state.box.tokens)
    placed = [(token, REGION[name]) for name, many in powers.items() if name != "last" for token in many]
    for turn, (token, region) in enumerate(placed):
        state.bids[seat * size + turn] = token + 8 * (region + 1)
        state.own[seat * OWN + MAT] &= ~(1 << (token - 1))
    for token in powers.get("last", ()):
        if seat < state.humans:
            state.own[seat * OWN + MAT] = 1 << (token - 1)
        else:
            state.bids[(seat + 1) * size - 1] = token


def noon(state: Buru) -> Buru:
    """Everything is placed (by `bids`): Noon and on to the first choice of the Afternoon."""
    state.turns = state.seats * state.box.tokens
    state.end()
    state.push(FISHING)
    state.advance()
    return state


def resolve(
    state: Buru, region: str, powers: Mapping[int, tuple[int, ...]], *, emissary: int = 0, plots: tuple[str, ...] = ()
) -> Buru:
    """Resolve a region in which these Powers lie, up to the first choice."""
    _clear(state)
    number = REGION[region]
    before = {int(after): region for region, after in enumerate(state.box.next_region) if after != NONE}
    state.emissary, state.phase, state.region = emissary, AFTERNOON, before.get(number, int(NONE))
    state.turns = state.seats * state.box.tokens
    for seat, many in powers.items():
        bids(state, seat, **{region: many})
    for seat in range(int(state.humans)):
        state.own[seat * OWN + MAT] = 0
    if plots:
        state.plot_a = PLOT[plots[0]]
        state.plot_b = PLOT[plots[1]] if len(plots) > 1 else NONE
        out = sum(1 << PLOT[name] for name in plots)
        state.plot_discard = state.box.plot_set & ~out
        state.plot_count = 0
    state.end()
    state.push(RESOLVE_REGIONS[number])
    state.log = []
    state.advance()
    return state


def play(state: Buru, *texts: str) -> Buru:
    """Whoever is asked plays these, one after the other."""
    for text in texts:
        seat = int(state.actor())
        state.play(seat, state.parse(seat, text))
    return state


def options(state: Buru) -> list[str]:
    """What the seat that is asked may do."""
    seat = int(state.actor())
    return [state.notation(seat, option) for option in state.legal(seat)]


def told(state: Buru, key: str) -> list[Event]:
    """The events of one kind so far."""
    return [event for event in state.log or [] if event.key == key]


def departed(state: Buru) -> list[str]:
    """The clauses by which version 2 of the rules went another way than version 1."""
    assert all(event.args == (2,) for event in told(state, DEPARTS))
    return [event.clause for event in told(state, DEPARTS)]


__all__ = ["MORNING", "NONE"]
