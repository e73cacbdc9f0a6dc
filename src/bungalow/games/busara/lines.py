"""The log of Busara: an event as a line for people, and the things on the board that it is about."""

from __future__ import annotations

from collections.abc import Callable

from bungalow.core.types import Event
from bungalow.games.busara.contents import RESOURCES, VIRTUES
from bungalow.games.busara.view import cell_name
from bungalow.games.busara.words import goal_words, hand_words

Names = tuple[str, ...]


def say(event: Event, names: Names) -> str:
    return _LINES[event.key](names, *event.args)


def marks(event: Event) -> tuple[str, ...]:
    return _MARKS[event.key](*event.args) if event.key in _MARKS else ()


def _resource(number: int) -> str:
    return RESOURCES[number].capitalize()


def _virtue(number: int) -> str:
    return VIRTUES[number].capitalize()


def _forged(names: Names, seat: int, virtue: int, got: bool, owner: int, shared: bool, last: int, cell: int) -> str:
    gets = (
        f"{names[seat]} forges {_virtue(virtue)}" if got else f"{names[seat]} forges, but no {_virtue(virtue)} is left"
    )
    if owner == seat:
        return gets
    return f"{gets}; {names[owner]} gets one too" if shared else f"{gets}; none is left for {names[owner]}"


def _took(names: Names, seat: int, victim: int, virtue: int, found: bool) -> str:
    if found:
        return f"{names[seat]} takes {_virtue(virtue)} from {names[victim]}"
    return f"{names[seat]} names {_virtue(virtue)}, but {names[victim]} has none"


def _moved(names: Names, seat: int, resource: int, cell: int, to: int, owner: int) -> str:
    whose = "" if owner == seat else f"; {names[owner]} controls it now"
    return f"{names[seat]} moves {_resource(resource)} from {cell_name(cell)} to {cell_name(to)}{whose}"


def _over(names: Names, ending: int, number: int) -> str:
    why = ("", "a goal is fulfilled", "only one player is not Embargoed", "the last round is over")[ending]
    return f"The game ends in round {number}: {why}"


def _uses(names: Names, seat: int, power: str, cost: int) -> str:
    return f"{names[seat]} uses {power}" + (f" and pays {cost}" if cost else "")


_LINES: dict[str, Callable[..., str]] = {
    "chose_kingdom": lambda names, seat: f"{names[seat]} has chosen a Kingdom Card",
    "chose_setup_card": lambda names, seat: f"{names[seat]} has chosen a Setup Card",
    "kept_setup_card": lambda names, seat, card: f"{names[seat]} keeps the Setup Card with {card}",
    "now_holds": lambda names, seat, kingdom: f"{names[seat]} holds {kingdom}",
    "board": lambda names, seat, x, y: f"{names[seat]}'s board lies at {x},{y}",
    "setup_card": lambda names, seat, card: f"{names[seat]} begins with {card}",
    "turn": lambda names, seat, number: f"Round {number}: {names[seat]}'s turn",
    "embargo": lambda names, seat, empty: (
        f"{names[seat]} is Embargoed: {'no resource' if empty else 'no open space'}. The turn is skipped"
    ),
    "returns": lambda names, seat: f"{names[seat]} is no longer Embargoed",
    "reshuffled": lambda names: "The discarded Resource Cards become a new deck",
    "drew": lambda names, seat, card, event: f"{names[seat]} draws {card}" + ("!" if event else ""),
    "no_effect": lambda names, card: f"{card} changes nothing",
    "unseen": lambda names, seat: f"{names[seat]}'s Virtues are hidden: nobody else sees what becomes of them",
    "stays": lambda names, seat: f"{names[seat]} moves nothing",
    "keeps_virtues": lambda names, seat: f"{names[seat]} exchanges nothing",
    "no_stock": lambda names, seat, resource: f"No {_resource(resource)} is left in stock",
    "placed": lambda names, seat, resource, cell: f"{names[seat]} places {_resource(resource)} at {cell_name(cell)}",
    "moved": _moved,
    "forged": _forged,
    "chain_ends": lambda names, seat, count: f"{names[seat]} discards the {count} resources of the chain",
    "removes": lambda names, seat, resource, a, b, c: (
        f"{names[seat]} discards three {_resource(resource)} to remove one"
    ),
    "attacks": lambda names, seat, owner, resource, cell: (
        f"{names[seat]} chooses {_resource(resource)} of {names[owner]} at {cell_name(cell)}"
    ),
    "discarded": lambda names, seat, resource, cell: (
        f"{names[seat]} discards {_resource(resource)} at {cell_name(cell)}"
    ),
    "wants": lambda names, seat, want: f"{names[seat]} wants {hand_words(want)}",
    "offers": lambda names, seat, gives, asks: f"{names[seat]} offers {hand_words(gives)} for {hand_words(asks)}",
    "offers_nothing": lambda names, seat: f"{names[seat]} makes no offer",
    "no_offers": lambda names, seat: "Nobody makes an offer",
    "accepts_none": lambda names, seat: f"{names[seat]} accepts no offer",
    "accepts": lambda names, seat, partner, gives, asks: (
        f"{names[seat]} gets {hand_words(gives)} from {names[partner]} for {hand_words(asks)}"
    ),
    "reveals": lambda names, seat, kingdom: f"{names[seat]} reveals {kingdom}",
    "uses": _uses,
    "paid": lambda names, seat, virtue: f"{names[seat]} pays {_virtue(virtue)}",
    "cancels": lambda names, seat, power: f"{power} of {names[seat]} is cancelled",
    "averted": lambda names, seat: f"{names[seat]} averts the threat",
    "hides": lambda names, seat: f"{names[seat]}'s Virtues are hidden from now on",
    "swapped": lambda names, one, other: f"{names[one]} and {names[other]} exchange Kingdom Cards",
    "peeked": lambda names, seat, other: f"{names[seat]} looks at {names[other]}'s Kingdom Card",
    "extra_turn": lambda names, seat: f"{names[seat]} takes an extra turn next",
    "controls": lambda names, seat, active: f"{names[seat]} decides {names[active]}'s turn",
    "undone": lambda names, seat: f"{names[seat]}'s action is undone",
    "rotated": lambda names, step: f"Every board passes to the {'left' if step > 0 else 'right'}",
    "branch": lambda names, seat, label, number: f"{names[seat]} chooses {label} {number or ''}".rstrip(),
    "stole": lambda names, seat, victim, resource, cell: (
        f"{names[seat]} takes {_resource(resource)} from {names[victim]}'s board"
    ),
    "took_virtue": _took,
    "exchanged": lambda names, seat, old, new: f"{names[seat]} exchanges {_virtue(old)} for {_virtue(new)}",
    "lost_virtue": lambda names, seat, virtue: f"{names[seat]} discards {_virtue(virtue)}",
    "goal": lambda names, seat, kingdom: f"{names[seat]} fulfils the goal of {kingdom}",
    "over": _over,
    "final": lambda names, seat, kingdom, progress, rank, holds: (
        f"{names[seat]}, {kingdom}: rank {rank}, progress {progress} of 9, holds {goal_words(holds)}"
    ),
}

_MARKS: dict[str, Callable[..., tuple[str, ...]]] = {
    "board": lambda seat, x, y: (f"corner:{x},{y}",),
    "placed": lambda seat, resource, cell: (_cell(cell),),
    "moved": lambda seat, resource, cell, to, owner: (_cell(cell), _cell(to)),
    "forged": lambda seat, virtue, got, owner, shared, last, cell: (
        _cell(last),
        _cell(cell),
        f"virtue:{VIRTUES[virtue]}",
    ),
    "removes": lambda seat, resource, a, b, c: (_cell(a), _cell(b), _cell(c)),
    "attacks": lambda seat, owner, resource, cell: (_cell(cell),),
    "discarded": lambda seat, resource, cell: (_cell(cell),),
    "stole": lambda seat, victim, resource, cell: (_cell(cell),),
    "embargo": lambda seat, empty: (f"seat:{seat + 1}",),
    "returns": lambda seat: (f"seat:{seat + 1}",),
    "reveals": lambda seat, kingdom: (f"seat:{seat + 1}",),
    "swapped": lambda one, other: (f"seat:{one + 1}", f"seat:{other + 1}"),
    "peeked": lambda seat, other: (f"seat:{other + 1}",),
    "took_virtue": lambda seat, victim, virtue, found: (f"seat:{victim + 1}", f"virtue:{VIRTUES[virtue]}"),
    "drew": lambda seat, card, event: ("deck",),
    "offers": lambda seat, gives, asks: (f"offer:{seat + 1}",),
}


def _cell(cell: int) -> str:
    return f"cell:{cell_name(cell)}"
