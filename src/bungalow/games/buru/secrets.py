"""Every hidden fact of a table of Buru by name, for the proof that guesses deal it anew."""

from __future__ import annotations

from bungalow.core.contract import BIT, State
from bungalow.core.types import Secret
from bungalow.games.buru.components import SPIRITS
from bungalow.games.buru.state import DEALT, ELDERS, TOKOH, TRIBUTES, Buru


def secrets(state: State) -> list[Secret]:
    assert isinstance(state, Buru)
    found = [
        Secret("islander deck", _top(state.islander_deck, state.islander_count), 0),
        Secret("forest deck", _top(state.forest_deck, state.forest_count), 0),
        Secret("decree stack", tuple(int(card) for card in list(state.decree_deck)[int(state.decree_next) :]), 0),
    ]
    if state.humans < state.seats:
        found.append(Secret("plot deck", _top(state.plot_deck, state.plot_count), 0))
    for spirit, name in enumerate(SPIRITS[: int(state.box.spirit_count)]):
        first = int(state.box.tribute_start[spirit])
        deck = tuple(int(state.tribute_deck[first + i]) for i in range(int(state.tribute_left[spirit])))
        found.append(Secret(f"{name} tribute deck", deck, 0))
    found += _elder_deck(state)
    for seat in range(int(state.seats)):
        found += _of_seat(state, seat)
    return [fact for fact in found if isinstance(fact.value, tuple) and (len(fact.value) > 1 or fact.known_to)]


def _top(deck: object, count: object) -> tuple[int, ...]:
    assert isinstance(count, int)
    return tuple(int(card) for card in list(deck)[:count])  # type: ignore[call-overload]


def _elder_deck(state: Buru) -> list[Secret]:
    """The deck, and what each seat put under it and keeps knowing (BU-R34)."""
    places = range(int(state.elder_count))
    found = [Secret("elder deck", tuple(int(state.elder_deck[i]) for i in places), 0)]
    for seat in range(int(state.humans)):
        put = tuple((i, int(state.elder_deck[i])) for i in places if state.elder_by[i] == seat)
        if put:
            found.append(Secret(f"elders put back by seat {seat + 1}", put, int(BIT[seat])))
    return found


def _of_seat(state: Buru, seat: int) -> list[Secret]:
    """Face-down Powers, Tribute cards, Elders; nobody knows those of a Lawan. At the end they are shown."""
    if state.over():
        return []
    known = 0 if state.is_lawan(seat) else int(BIT[seat])
    tokens = int(state.box.tokens)
    face_down = tuple(
        int(state.bids[seat * tokens + turn]) & 7
        for turn in range(tokens)
        if state.bids[seat * tokens + turn] & 7 and not state.shown(seat, turn)
    )
    name = f"seat {seat + 1}"
    found: list[Secret] = []
    if len(face_down) > 1:
        found.append(Secret(f"powers of {name}", face_down, known))
    for what, words in ((ELDERS, "elders"), (TRIBUTES, "tributes")):
        held = int(state.get(seat, what))
        if held:
            found.append(Secret(f"{words} of {name}", (held, what), known))
    if state.round == 0 and len(state.more) > 0 and not state.is_lawan(seat) and state.get_more(seat, DEALT):
        found.append(Secret(f"tokoh dealt to {name}", (int(state.get_more(seat, DEALT)),), known))
        if state.get_more(seat, TOKOH):
            found.append(Secret(f"tokoh of {name}", (int(state.get_more(seat, TOKOH)),), known))
    return found
