"""What a finished game of Buru came to, for the lab."""

from __future__ import annotations

from bungalow.core.account import Account, Fact, SeatAccount, counted, turn_order
from bungalow.core.contract import State
from bungalow.core.types import Event
from bungalow.games.buru.components import GOODS, SIDES
from bungalow.games.buru.facts import has_tokoh, members, spirits_in_play
from bungalow.games.buru.state import ELDERS, TABLEAU, TOKOH, Buru

ON_THE_TRACK = {
    "islander": "Islanders",
    "exile": "Islanders",
    "tokoh": "Tokoh",
    "scroll": "Islanders",
    "branch": "Islanders",
    "trade": "Islanders",
    "decree": "Decrees",
    "space": "spaces",
    "triumph": "Triumphs",
    "double": "spaces",
    "totem": "totems",
    "forest": "Forest cards",
    "lawan_tasks": "tasks of a Lawan",
}
"""What moves the marker on the Esteem track, by the log's name of it."""
SOURCES = (*dict.fromkeys(ON_THE_TRACK.values()), "Tributes", "Elders", "sets of a Lawan")


def account(state: State) -> Account:
    """Esteem by source; who the first Emissary was, Islanders, Elders, Tributes, Decrees, totems."""
    assert isinstance(state, Buru)
    log = state.log or []
    first = next(event.args[2] for event in log if event.key == "round")
    assert isinstance(first, int)
    places = turn_order(int(state.seats), first)
    seats = tuple(_seat(state, seat, places[seat], log) for seat in range(int(state.seats)))
    sides = [
        f"{state.box.spirits[spirit][1]} {SIDES[int(state.altar_side[spirit])]}" for spirit in spirits_in_play(state)
    ]
    return Account(seats, facts=tuple(counted("altar", sides)))


def _seat(table: Buru, seat: int, place: Fact, log: list[Event]) -> SeatAccount:
    box = table.box
    own = [event for event in log if event.args and event.args[0] == seat]
    sources = dict.fromkeys(SOURCES, 0)
    for event in own:
        if event.key in ("gain", "pay"):
            bag = event.args[1]
            assert isinstance(bag, tuple)
            source = ON_THE_TRACK[str(event.args[2])] if event.key == "gain" else "Islanders"
            sources[source] += bag[GOODS.index("esteem")] * (1 if event.key == "gain" else -1)
    sources["Tributes"] = int(table.tribute_esteem(seat) + table.more_esteem(seat))
    sources["Elders"] = int(table.elder_esteem(seat))
    sources["sets of a Lawan"] = int(table.set_esteem(seat))
    lawan = bool(table.is_lawan(seat))
    facts = [
        Fact("player", "Lawan" if lawan else "human"),
        Fact("first Emissary", "yes" if place.name == "1st" else "no"),
        place,
    ]
    of_lawan = " of a Lawan" if lawan else ""  # what helps a human need not help a Lawan: they are counted apart
    facts += counted(f"Islander{of_lawan}", (box.islanders[i][1] for i in members(int(table.get(seat, TABLEAU)))))
    facts += counted(f"Elder{of_lawan}", (box.elders[i][1] for i in members(int(table.get(seat, ELDERS)))))
    for spirit in spirits_in_play(table):
        facts += counted(f"Tribute{of_lawan}", [box.spirits[spirit][1]] * int(table.tribute_count(seat, spirit)))
    if has_tokoh(table) and not lawan:
        facts += counted("Tokoh", [box.tokoh[int(table.get_more(seat, TOKOH)) - 1][1]])
    decrees = [_name(event.args[1]).partition(" (")[0] for event in own if event.key == "decree_gained"]
    facts += counted(f"Decree{of_lawan}", decrees)
    facts += counted(f"Triumph{of_lawan}", (_name(event.args[1]) for event in own if event.key == "triumph"))
    totems = [box.spirits[spirit][1] for spirit, holder in enumerate(table.totems) if holder == seat]
    facts += counted(f"totem at the end{of_lawan}", totems)
    return SeatAccount(tuple(sources.items()), tuple(facts))


def _name(thing: object) -> str:
    assert isinstance(thing, tuple)
    return str(thing[1])
