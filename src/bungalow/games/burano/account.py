"""What a finished game of Burano came to, for the lab."""

from __future__ import annotations

from bungalow.core.account import Account, SeatAccount, counted, turn_order
from bungalow.core.contract import BIT, State
from bungalow.games.burano.state import SOURCES, Burano
from bungalow.games.burano.words import PARTS, ROOF_WORDS

DEEDS = {"built": "house built", "lace": "lace maker sent", "fishermen": "fishing trip", "earned": "earning"}


def account(state: State) -> Account:
    """Points by source; building cards, roofs by kind, fish sold, ships traded with, deeds."""
    assert isinstance(state, Burano)
    box = state.box
    log = state.log or []
    places = turn_order(int(state.seats), int(state.first))
    seats: list[SeatAccount] = []
    for seat in range(int(state.seats)):
        sources = [(name, int(state.points[seat * SOURCES + source])) for source, name in enumerate(PARTS)]
        own = [event for event in log if event.args and event.args[0] == seat]
        roofs = [event.args[1] for event in own if event.key == "roof_vp"]
        facts = [places[seat]]
        facts += counted(
            "building card", (name for card, name in enumerate(box.card_names) if state.cards[seat] & BIT[card])
        )
        facts += counted("roof", (ROOF_WORDS[kind] for kind in roofs if isinstance(kind, int)))
        for kind, name in enumerate(box.fish_names):
            facts += counted("fish sold", [name] * int(state.sold[seat * len(box.fish_names) + kind]))
        facts += counted("ship", (str(event.args[1]) for event in own if event.key == "traded"))
        facts += counted("deed", (DEEDS[event.key] for event in own if event.key in DEEDS))
        seats.append(SeatAccount(tuple(sources), tuple(facts)))
    return Account(tuple(seats))
