"""What a finished game of Burrows came to, for the lab."""

from __future__ import annotations

from bungalow.core.account import Account, Fact, SeatAccount, counted, turn_order
from bungalow.core.contract import NONE, State
from bungalow.games.burrows import words
from bungalow.games.burrows.data import COLOURS
from bungalow.games.burrows.state import Burrows


def account(state: State) -> Account:
    """Complaints by the colour of the gopher that was missing; gophers that moved in, burrows and tiles."""
    assert isinstance(state, Burrows)
    log = state.log or []
    places = turn_order(int(state.seats), 0)  # BW-1.1
    seats: list[SeatAccount] = []
    for seat in range(int(state.seats)):
        complaints = [0] * len(COLOURS)
        for page, owner in enumerate(state.page_owner):
            if owner == seat:
                complaints[int(state.page_colour[page])] += int(state.page_complaints[page])
        sources = [(f"{colour} complaints", n) for colour, n in zip(COLOURS, complaints, strict=True)]
        sources.append(("reserved tile", -1 if state.reserve[seat] != NONE else 0))
        own = [event for event in log if event.args and event.args[0] == seat]
        facts: list[Fact] = [places[seat]]
        moves = [event.args for event in own if event.key == "moved_in"]
        facts += counted("gopher moved in", (words.GOPHERS[_number(args[1])] for args in moves))
        facts += counted("gopher lured from a rival", (words.GOPHERS[_number(a[1])] for a in moves if a[2] != seat))
        for key, name in (("laid", "tile laid"), ("reserved", "tile reserved"), ("completed", "burrow completed")):
            facts += counted("deed", (name for event in own if event.key == key))
        seats.append(SeatAccount(tuple(sources), tuple(facts)))
    return Account(tuple(seats), "pool empty" if state.stage < len(state.stage_ends) else "last bus")


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value
