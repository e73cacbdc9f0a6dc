"""The log of Buru: a line for every event, and the things on the table that it is about.

A thing in an event is (id, words).
"""

from __future__ import annotations

from collections.abc import Callable

from bungalow.core.types import Event
from bungalow.games.buru.components import TOKENS, Bag, goods_text

Names = tuple[str, ...]
Thing = tuple[str, str]


def say(event: Event, names: Names) -> str:
    return _LINES[event.key](names, *event.args)


def marks(event: Event) -> tuple[str, ...]:
    """The things on the table that an event is about."""
    return _MARKS[event.key](*event.args) if event.key in _MARKS else ()


def _gain(names: Names, seat: int, bag: Bag, source: str, thing: Thing) -> str:
    return f"{names[seat]} gains {goods_text(bag)}{_SOURCES[source](thing)}"


_SOURCES: dict[str, Callable[[Thing], str]] = {
    "islander": lambda thing: f" ({thing[1]})",
    "exile": lambda thing: f" (exile of the {thing[1]})",
    "tokoh": lambda thing: f" ({thing[1]})",
    "scroll": lambda thing: f" (scroll of the {thing[1]})",
    "forest": lambda thing: "",
    "decree": lambda thing: f" by the Decree {thing[1].partition(' (')[0]}",
    "space": lambda thing: f" ({thing[1]})",
    "triumph": lambda thing: f" (Triumph, {thing[1]})",
    "double": lambda thing: f" (two Explorers, {thing[1]})",
    "totem": lambda thing: f" (totem of {thing[1]})",
    "trade": lambda thing: " in trade",
    "branch": lambda thing: "",
    "lawan_tasks": lambda thing: (
        f" ({thing[1]} {'task' if thing[1] == '1' else 'tasks'}: a Lawan gains Esteem instead)"
    ),
}


def _late_fish(names: Names, seat: int, fish: int, source: str, asked: bool, room: bool) -> str:
    waits, them = ("waits", "it") if fish == 1 else ("wait", "them")
    end = f"the end of the {_ENDS.get(source, 'card')}"
    if not asked:
        return f"{fish} fish {waits} for {names[seat]} until {end}: there is no room for {them} yet"
    when = "at any time, or" if room else "when there is room, at the latest"
    return f"{fish} fish {waits}: {names[seat]} takes {them} {when} at {end}"


_ENDS = {"space": "action", "decree": "Decree", "triumph": "Triumph"}


def _waited(names: Names, seat: int, got: int, fish: int, space: Thing) -> str:
    source = f" ({space[1]})" if space[1] else ""
    if got == 0:
        return f"{names[seat]} has no room for {fish} fish{source}"
    lost = f"; {fish - got} more did not fit" if got < fish else ""
    return f"{names[seat]} gains {got} fish{source}{lost}"


def _totem(names: Names, seat: int, spirit: Thing, holder: int) -> str:
    if holder == seat:
        return f"{names[seat]} keeps the {spirit[1]} totem"
    return f"{names[seat]} takes the {spirit[1]} totem" + (f" from {names[holder]}" if holder >= 0 else "")


def _fishing(names: Names, seat: int, token: int, got: int) -> str:
    if token > 5:
        return f"{names[seat]}'s {TOKENS[token - 1].capitalize()} stayed back: {got} fish"
    power = token
    lost = "" if got == power else f" ({got} fit on the mat)"
    return f"{names[seat]}'s last Explorer has Power {power}: {power} fish{lost}"


def _lawan_space(names: Names, seat: int, space: Thing, double: bool) -> str:
    return f"It is the highest rated free space{'; two Explorers bring a bonus' if double else ''}"


def _a(noun: str) -> str:
    """The noun with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _lawan_forest(names: Names, seat: int, card: Thing, tied: int) -> str:
    why = "the best card" if tied == 1 else f"one of {tied} equally good cards, at random"
    return f"{names[seat]} picks {why}"


def _final(names: Names, seat: int, parts: tuple[int, int, int, int], total: int, rank: int) -> str:
    track, tributes, elders, sets = parts
    lawan = f", sets {sets}" if sets else ""
    return f"{names[seat]}: track {track}, Tributes {tributes}, Elders {elders}{lawan} = {total} Esteem, rank {rank}"


_LINES: dict[str, Callable[..., str]] = {
    "round": lambda names, number, rounds, emissary: f"Round {number} of {rounds}; {names[emissary]} is Emissary",
    "decree": lambda names, decree: f"Decree: {decree[1]}",
    "forest_row": lambda names, card: f"Forest card: {card[1]}",
    "reshuffle": lambda names, deck, count: f"The {deck} deck is empty: {count} discards are shuffled",
    "place": lambda names, seat, region: f"{names[seat]} places an Explorer: {region[1]}",
    "place_power": lambda names, seat, region, token, power: (
        f"({f'Power {token}' if token <= 5 else TOKENS[token - 1].capitalize()}; your Power there: {power})"
    ),
    "plot": lambda names, plot: f"Plot card: {plot[1]}",
    "plot_again": lambda names, seat, region, plot: (
        f"{names[seat]} has two Explorers in the region already ({region[1]}): another Plot card, {plot[1]}"
    ),
    "plot_dealt": lambda names, seat, plot: f"{names[seat]} is dealt {plot[0]} for the Afternoon",
    "fishing": _fishing,
    "region": lambda names, region: f"{region[1]}: Explorers are revealed",
    "nobody": lambda names, region: f"Nobody has Power there: no Triumph ({region[1]})",
    "power": lambda names, seat, region, power: f"{names[seat]} has Power {power} there",
    "triumph": lambda names, seat, region: f"{names[seat]} is Triumphant ({region[1]})",
    "totem": _totem,
    "decree_gained": lambda names, seat, decree: f"{names[seat]} gains the Decree {decree[1]}",
    "emissary": lambda names, seat: f"{names[seat]} becomes the Emissary",
    "stays_emissary": lambda names, seat: f"Two Explorers: {names[seat]} is the Emissary already",
    "space": lambda names, seat, space: f"{names[seat]} takes {space[1]}",
    "late_fish": _late_fish,
    "waited": _waited,
    "gain": _gain,
    "pay": lambda names, seat, bag: f"{names[seat]} pays {goods_text(bag)}",
    "forest": lambda names, seat, card: f"{names[seat]} takes a Forest card: {card[1]}",
    "recruit": lambda names, seat, card, cost: f"{names[seat]} recruits the {card[1]} for {cost} fish",
    "refill": lambda names, slot, card: f"{card[1]} comes to slot {slot + 1}",
    "no_refill": lambda names, slot: f"No Islander is left for slot {slot + 1}",
    "cycle": lambda names, seat: f"{names[seat]} cycles the row",
    "task": lambda names, seat, card: f"{names[seat]} tasks the {card[1]}",
    "tribute": lambda names, seat, spirit: f"{names[seat]} pays tribute to {spirit[1]}",
    "tribute_value": lambda names, seat, spirit, value: f"(Your {spirit[1]} card is worth {value})",
    "elders": lambda names, seat, count: f"{names[seat]} draws {count} Elder{'s' if count != 1 else ''}",
    "elder_drawn": lambda names, seat, elder: f"(You drew {elder[1]})",
    "elder_back": lambda names, seat: f"{names[seat]} puts an Elder under the deck",
    "elder_put": lambda names, seat, elder: f"(You put back {elder[1]})",
    "lawan_space": _lawan_space,
    "lawan_forest": _lawan_forest,
    "lawan_cycle": lambda names, seat, kind: f"No {kind} in the row: {names[seat]} cycles",
    "lawan_skips": lambda names, seat, kind, there: (
        f"{names[seat]} cannot afford {_a(kind)}" if there else f"No {kind} in the row for {names[seat]}"
    ),
    "lawan_no_recruit": lambda names, seat, left: (
        f"{names[seat]} can pay for nobody in the row and stops: {left} {'recruit' if left == 1 else 'recruits'} unused"
    ),
    "lawan_no_card": lambda names, seat: f"No Forest card is left for {names[seat]}, so two Explorers bring no bonus",
    "lawan_elder": lambda names, seat: f"{names[seat]} takes an Elder unseen",
    "lawan_spirit": lambda names, seat, spirit: f"{spirit[1]} is the first in its order that {names[seat]} can pay",
    "lawan_no_tribute": lambda names, seat, left: f"{names[seat]} can pay no tribute: {left} left unused",
    "untask": lambda names, seat, card: f"{names[seat]} untasks the {card[1]}",
    "exile": lambda names, seat, card: f"{names[seat]} exiles the {card[1]}",
    "guide": lambda names, seat: f"{names[seat]} has the Guide next round",
    "canoe": lambda names, seat, here, space: (
        f"{names[seat]} paddles from {f'space {here}' if here else 'the start'} to space {space}"
    ),
    "plot_redrawn": lambda names, plot: f"Plot card: {plot[1]}; Ambelau is not in play, so another one is drawn",
    "plot_guide": lambda names, seat, plot: f"Plot card for the Guide of {names[seat]}: {plot[1]}",
    "lawan_canoe": lambda names, seat, double: (
        f"It is the highest rated space in reach{'; two tokens bring a bonus' if double else ''}"
    ),
    "tokoh_kept": lambda names, seat, card: f"(You keep the {card[1]})",
    "tokoh": lambda names, seat, card: f"{names[seat]} is led by the {card[1]}",
    "bless": lambda names, seat, region: f"{names[seat]} adds the Blessing: {region[1]}",
    "blessing": lambda names, seat, region, holder: (
        f"{names[seat]} {'keeps' if holder == seat else 'takes'} the Blessing ({region[1]})"
        + (f" from {names[holder]}" if holder >= 0 and holder != seat else "")
    ),
    "clash": lambda names, region: f"Liaisons meet and go back to their mats ({region[1]})",
    "liaison": lambda names, seat, fish: f"{names[seat]}'s Liaison acts {f'for {fish} fish' if fish else 'at no cost'}",
    "dusk": lambda names: "Dusk: Explorers return, Islanders are untasked",
    "final": _final,
}

_MARKS: dict[str, Callable[..., tuple[str, ...]]] = {
    "decree": lambda decree: (f"decree:{decree[0]}",),
    "forest_row": lambda card: (f"forest:{card[0]}",),
    "place": lambda seat, region: (f"region:{region[0]}",),
    "plot_dealt": lambda seat, plot: (f"plot:{plot[0]}",),
    "region": lambda region: (f"region:{region[0]}",),
    "nobody": lambda region: (f"region:{region[0]}",),
    "power": lambda seat, region, power: (f"region:{region[0]}", f"seat:{seat + 1}"),
    "triumph": lambda seat, region: (f"region:{region[0]}", f"seat:{seat + 1}"),
    "totem": lambda seat, spirit, holder: (f"totem:{spirit[0]}", f"seat:{seat + 1}"),
    "decree_gained": lambda seat, decree: (f"decree:{decree[0]}", f"seat:{seat + 1}"),
    "emissary": lambda seat: ("emissary:marker", f"seat:{seat + 1}"),
    "space": lambda seat, space: (f"space:{space[0]}",),
    "gain": lambda seat, bag, source, thing: (f"seat:{seat + 1}",),
    "pay": lambda seat, bag: (f"seat:{seat + 1}",),
    "waited": lambda seat, got, fish, space: (f"seat:{seat + 1}",),
    "forest": lambda seat, card: (f"forest:{card[0]}",),
    "recruit": lambda seat, card, cost: (f"islander:{card[0]}",),
    "refill": lambda slot, card: (f"slot:{slot + 1}",),
    "cycle": lambda seat: ("slot:1", "slot:2", "slot:3"),
    "task": lambda seat, card: (f"islander:{card[0]}",),
    "untask": lambda seat, card: (f"islander:{card[0]}",),
    "exile": lambda seat, card: (f"islander:{card[0]}",),
    "guide": lambda seat: (f"seat:{seat + 1}",),
    "canoe": lambda seat, here, space: (f"space:canoe_{space:02}", f"seat:{seat + 1}"),
    "tokoh": lambda seat, card: (f"tokoh:{card[0]}", f"seat:{seat + 1}"),
    "bless": lambda seat, region: (f"blessing:{region[0]}", f"region:{region[0]}"),
    "blessing": lambda seat, region, holder: (f"blessing:{region[0]}", f"seat:{seat + 1}"),
    "clash": lambda region: (f"region:{region[0]}",),
    "liaison": lambda seat, fish: (f"seat:{seat + 1}",),
    "tribute": lambda seat, spirit: (f"altar:{spirit[0]}",),
    "elders": lambda seat, count: ("deck:elder",),
    "elder_back": lambda seat: ("deck:elder",),
    "elder_put": lambda seat, elder: (f"elder:{elder[0]}",),
    "final": lambda seat, parts, total, rank: (f"seat:{seat + 1}",),
}
