"""How a move of Buru is written, and how it is read."""

from __future__ import annotations

import re
from typing import cast

from bungalow.core.contract import State
from bungalow.core.errors import UnreadableMove
from bungalow.games.buru.components import (
    REGIONS,
    RESOURCES,
    SPIRITS,
    TOKENS,
    Box,
)
from bungalow.games.buru.facts import box_of
from bungalow.games.buru.rules.effects import (
    ACT,
    ACT_SIZE,
    BRANCH,
    CANOE_SPACE,
    CHOOSE_TOKOH,
    CYCLE,
    DISCARD,
    DONE,
    ELDER,
    EMISSARY,
    EXILE,
    GAIN_FISH,
    NO_SPACE,
    OWN_CARD,
    OWN_SPACE,
    PICK,
    PLACE,
    PLACES,
    RECRUIT,
    SPACE,
    TAKE,
    TASK,
    TRADE,
    TRIBUTE,
    UNTASK,
)
from bungalow.games.buru.state import (
    CANOE_SPACES,
    SPACES,
    Buru,
)

LETTERS = {"f": "forest", "s": "shore", "v": "village", "l": "lake", "a": "ambelau"}


TOKEN_LETTERS = {"g": "guide", "l": "liaison"}


_PLACE = re.compile(r"(?:place +)?([1-5]|g|guide|l|liaison) *(?:to +)?([a-z]+?)(?: +(blessed))?", re.IGNORECASE)


_NUMBER = re.compile(r"(?:(?:space|branch|recruit) +)?(\d)", re.IGNORECASE)


_CANOE = re.compile(r"canoe +(\d\d?)", re.IGNORECASE)


_PLAIN = {
    "cycle": CYCLE,
    "trade": TRADE,
    "elder": ELDER,
    "emissary": EMISSARY,
    "tokoh": OWN_CARD,
    "done": DONE,
    "fish": GAIN_FISH,
}


_EXAMPLES = {
    PLACE: "'place 3 forest'",
    SPACE: "'space 1'",
    PICK: "'pick palm'",
    ACT: "'task weaver', 'recruit 1', 'tribute banyu', 'elder' or 'done'",
    DISCARD: "'back elder_clay'",
    CHOOSE_TOKOH: "'keep nakhoda'",
    TAKE: "'take triumph' or 'take blessing'",
    EXILE: "'exile farmer'",
}


_TAKES = ("triumph", "blessing")


def notation(state: State, seat: int, option: int) -> str:
    table = cast(Buru, state)
    kind = int(state.asked(seat))
    if kind == PLACE:
        way, region, token = place_parts(option)
        return f"place {TOKENS[token]} {REGIONS[region]}{' blessed' if way else ''}"
    if kind == SPACE:
        return _space_notation(option)
    if kind == PICK:
        return f"pick {RESOURCES[option]}"
    if kind == DISCARD:
        return f"back {box_of(table).elders[option].id}"
    if kind == CHOOSE_TOKOH:
        return f"keep {box_of(table).tokoh[option].id}"
    if kind == TAKE:
        return f"take {_TAKES[option]}"
    if kind == EXILE:
        return f"exile {box_of(table).islanders[option].id}"
    return act_notation(box_of(table), option)


def place_parts(option: int) -> tuple[int, int, int]:
    """With a Blessing or not, the region and the token of an option to place."""
    way, plain = divmod(option, int(PLACES))
    region, token = divmod(plain, len(TOKENS))
    return way, region, token


def _space_notation(option: int) -> str:
    if option < CANOE_SPACE:
        return f"space {option + 1}"
    if option < OWN_SPACE:
        return f"canoe {option - CANOE_SPACE + 1}"
    return "tokoh" if option == OWN_SPACE else "done"


def act_notation(box: Box, option: int) -> str:
    if option < RECRUIT:
        return f"take {box.forest[option].id}"
    if option < CYCLE:
        return f"recruit {option - RECRUIT + 1}"
    if TASK <= option < BRANCH:
        return f"task {box.islanders[option - TASK].id}"
    if BRANCH <= option < TRADE:
        return f"branch {option - BRANCH + 1}"
    if TRIBUTE <= option < ELDER:
        return f"tribute {SPIRITS[option - TRIBUTE]}"
    if UNTASK <= option < OWN_CARD:
        return f"untask {box.islanders[option - UNTASK].id}"
    return next(name for name, number in _PLAIN.items() if number == option)


def parse(state: State, seat: int, text: str) -> int:
    table = cast(Buru, state)
    kind = int(state.asked(seat))
    plain = " ".join(text.lower().split())
    if kind == PLACE:
        option = _parse_place(plain)
        if option is not None:
            return option
    elif kind == SPACE:
        number, canoe = _NUMBER.fullmatch(plain), _CANOE.fullmatch(plain)
        if number and 1 <= int(number[1]) <= SPACES:
            return int(number[1]) - 1
        if canoe and 1 <= int(canoe[1]) <= CANOE_SPACES:
            return int(CANOE_SPACE) + int(canoe[1]) - 1
        if plain in ("tokoh", "done"):
            return int(OWN_SPACE if plain == "tokoh" else NO_SPACE)
    else:
        option = _readings(box_of(table), kind).get(plain)
        if option is not None:
            return option
    raise UnreadableMove(f"'{text}' is no move here; a move is written like {_EXAMPLES[kind]}")


def _parse_place(plain: str) -> int | None:
    found = _PLACE.fullmatch(plain)
    if not found:
        return None
    token, region = TOKEN_LETTERS.get(found[1], found[1]), LETTERS.get(found[2], found[2])
    if region not in REGIONS:
        return None
    option = REGIONS.index(region) * len(TOKENS) + TOKENS.index(token)
    return option + (int(PLACES) if found[3] else 0)


_READINGS: dict[tuple[str, int], dict[str, int]] = {}


def _readings(box: Box, kind: int) -> dict[str, int]:
    """Every notation of a kind, with and without its first word."""
    key = (box.hash_of_both, kind)
    if key not in _READINGS:
        if kind == PICK:
            texts = {f"pick {name}": i for i, name in enumerate(RESOURCES)}
        elif kind == DISCARD:
            texts = {f"back {elder.id}": i for i, elder in enumerate(box.elders)}
        elif kind == CHOOSE_TOKOH:
            texts = {f"keep {card.id}": i for i, card in enumerate(box.tokoh)}
        elif kind == TAKE:
            texts = {f"take {name}": i for i, name in enumerate(_TAKES)}
        elif kind == EXILE:
            texts = {f"exile {card.id}": i for i, card in enumerate(box.islanders)}
        else:
            texts = {act_notation(box, option): option for option in range(int(ACT_SIZE))}
        _READINGS[key] = texts
    return _READINGS[key]
