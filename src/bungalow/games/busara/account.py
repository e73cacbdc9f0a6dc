"""What a finished game of Busara came to, for the lab."""

from __future__ import annotations

from bungalow.core.account import Account, Fact, SeatAccount, counted, turn_order
from bungalow.core.contract import BIT, State
from bungalow.games.busara.contents import VIRTUES
from bungalow.games.busara.state import WINNING, Busara
from bungalow.games.busara.view import ENDINGS

DEEDS = {
    "forged": "Virtue forged",
    "attacks": "resource removed from a rival",
    "accepts": "trade",
    "embargo": "Embargo",
}


def account(state: State) -> Account:
    """Progress Virtue by Virtue; the kingdom held at the end, its Power, Virtues, Setup Card, deeds."""
    assert isinstance(state, Busara)
    log = state.log or []
    places = turn_order(int(state.seats), int(state.starter))
    seats: list[SeatAccount] = []
    for seat in range(int(state.seats)):
        kingdom = int(state.kingdom_of(seat))
        held = [int(state.realm.virtues[seat * len(VIRTUES) + virtue]) for virtue in range(len(VIRTUES))]
        needed = [int(state.box.goal[kingdom * len(VIRTUES) + virtue]) for virtue in range(len(VIRTUES))]
        sources = [(name, min(pair)) for name, *pair in zip(VIRTUES, held, needed, strict=True)]
        sources.append(("winner", int(WINNING) if state.winners & BIT[seat] else 0))
        own = [event for event in log if event.args and event.args[0] == seat]
        facts = [places[seat], Fact("kingdom", state.box.kingdom_names[kingdom])]
        facts += [Fact("Virtue", name, count) for name, count in zip(VIRTUES, held, strict=True) if count]
        facts += counted("Setup Card", (str(event.args[1]) for event in own if event.key == "setup_card"))
        facts += counted("Power used", (str(event.args[1]) for event in own if event.key == "uses"))
        facts += counted("deed", (DEEDS[event.key] for event in own if event.key in DEEDS))
        seats.append(SeatAccount(tuple(sources), tuple(facts)))
    events = counted("event", (str(e.args[1]) for e in log if e.key == "drew" and e.args[2]))
    return Account(tuple(seats), ENDINGS[int(state.ending)], tuple(events))
