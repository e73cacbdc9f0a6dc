"""Buru in words: notation, options with their effect, questions, and the reasons why something is not possible."""

from __future__ import annotations

import re
from typing import cast

from bungalow.core.contract import BIT, NONE, State
from bungalow.core.errors import UnreadableMove
from bungalow.core.types import Path, Reason
from bungalow.games.buru.components import REGIONS, RESOURCES, SPIRITS, TYPES, Box, Space, goods_text
from bungalow.games.buru.rules.choices import (
    EffectStep,
)
from bungalow.games.buru.rules.effects import (
    ACT,
    BRANCH,
    CYCLE,
    DISCARD,
    DONE,
    ELDER,
    EMISSARY,
    OP_CHOOSE,
    OP_CYCLE,
    OP_DEAL,
    OP_ELDER,
    OP_EMISSARY,
    OP_FOREST,
    OP_RECRUIT,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    PICK,
    PLACE,
    RECRUIT,
    SPACE,
    TASK,
    TRADE,
    TRIBUTE,
)
from bungalow.games.buru.state import EXPLORERS, FISH, MAT, ROW, SPACES, TABLEAU, Buru
from bungalow.games.buru.view import altar_cost, decrees_at, forest_row, seat_kind, units_left

LETTERS = {"f": "forest", "s": "shore", "v": "village", "l": "lake"}
_PLACE = re.compile(r"(?:place +)?([1-5]) *(?:to +)?([a-z]+)", re.IGNORECASE)
_NUMBER = re.compile(r"(?:(?:space|branch|recruit) +)?(\d)", re.IGNORECASE)
_PLAIN = {"cycle": CYCLE, "trade": TRADE, "elder": ELDER, "emissary": EMISSARY, "done": DONE}
_EXAMPLES = {
    PLACE: "'place 3 forest'",
    SPACE: "'space 1'",
    PICK: "'pick palm'",
    ACT: "'task weaver', 'recruit 1', 'tribute banyu', 'elder' or 'done'",
    DISCARD: "'back elder_clay'",
}


def box_of(table: Buru) -> Box:
    return cast(Box, table.box.cold)


def who(table: Buru, seat: int) -> str:
    """A seat, where no names are known."""
    return seat_kind(table, seat).replace("lawan", "Lawan") if table.is_lawan(seat) else f"player {seat + 1}"


# -- options --------------------------------------------------------------------------------------------------------


def notation(state: State, seat: int, option: int) -> str:
    table = cast(Buru, state)
    kind = int(state.asked(seat))
    if kind == PLACE:
        return f"place {option % EXPLORERS + 1} {REGIONS[option // EXPLORERS]}"
    if kind == SPACE:
        return f"space {option + 1}"
    if kind == PICK:
        return f"pick {RESOURCES[option]}"
    if kind == DISCARD:
        return f"back {box_of(table).elders[option].id}"
    return _act_notation(box_of(table), option)


def _act_notation(box: Box, option: int) -> str:
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
    return next(name for name, number in _PLAIN.items() if number == option)


def parse(state: State, seat: int, text: str) -> int:
    table = cast(Buru, state)
    kind = int(state.asked(seat))
    plain = " ".join(text.lower().split())
    if kind == PLACE:
        found = _PLACE.fullmatch(plain)
        region = LETTERS.get(found[2], found[2]) if found else ""
        if found and region in REGIONS:
            return REGIONS.index(region) * int(EXPLORERS) + int(found[1]) - 1
    elif kind == SPACE:
        number = _NUMBER.fullmatch(plain)
        if number and 1 <= int(number[1]) <= SPACES:
            return int(number[1]) - 1
    else:
        option = _readings(box_of(table), kind).get(plain)
        if option is not None:
            return option
    raise UnreadableMove(f"'{text}' is no move here; a move is written like {_EXAMPLES[kind]}")


_READINGS: dict[tuple[str, int], dict[str, int]] = {}


def _readings(box: Box, kind: int) -> dict[str, int]:
    """Every notation of a kind, with and without its first word."""
    key = (box.document.hash, kind)
    if key not in _READINGS:
        if kind == PICK:
            texts = {f"pick {name}": i for i, name in enumerate(RESOURCES)}
        elif kind == DISCARD:
            texts = {f"back {elder.id}": i for i, elder in enumerate(box.elders)}
        else:
            texts = {_act_notation(box, option): option for option in range(int(DONE) + 1)}
        _READINGS[key] = texts
    return _READINGS[key]


def targets(state: State, seat: int, option: int) -> Path:
    """The option as things on the table: an Explorer and a region, a card, an altar, a deck, a button."""
    table = cast(Buru, state)
    box = box_of(table)
    kind = int(state.asked(seat))
    if kind == PLACE:
        return (f"explorer:{option % EXPLORERS + 1}", f"region:{REGIONS[option // EXPLORERS]}")
    if kind == SPACE:
        return (f"space:{box.space(int(table.region), option).id}",)
    if kind == PICK:
        return (f"resource:{RESOURCES[option]}",)
    if kind == DISCARD:
        return (f"elder:{box.elders[option].id}",)
    if option < RECRUIT:
        return (f"forest:{box.forest[option].id}",)
    if option < CYCLE:
        return (f"slot:{option - RECRUIT + 1}",)
    if TASK <= option < BRANCH:
        return (f"islander:{box.islanders[option - TASK].id}",)
    if BRANCH <= option < TRADE:
        return (f"branch:{option - BRANCH + 1}",)
    if TRIBUTE <= option < ELDER:
        return (f"altar:{SPIRITS[option - TRIBUTE]}",)
    if option == ELDER:
        return ("deck:elder",)
    if option == EMISSARY:
        return ("emissary:marker",)
    return (f"do:{_act_notation(box, option)}",)


def words(state: State, seat: int, option: int) -> str:
    table = cast(Buru, state)
    box = box_of(table)
    kind = int(state.asked(seat))
    if kind == PLACE:
        return _place_words(table, box, seat, option)
    if kind == SPACE:
        space = box.space(int(table.region), option)
        name, gems = box.regions[space.region].name, "◆" * space.rating or "no gems"
        return f"{name} {option + 1}: {space_text(space)} ({gems}){usable_text(table, box, seat, space)}"
    if kind == PICK:
        return f"Take 1 {RESOURCES[option]}"
    if kind == DISCARD:
        return f"Put {elder_text(box, option)} under the deck"
    return _act_words(table, box, seat, option)


def _place_words(table: Buru, box: Box, seat: int, option: int) -> str:
    region, power = option // int(EXPLORERS), option % int(EXPLORERS) + 1
    there = int(table.bid_power(seat, region))
    total = f" (then {there + power} of yours there)" if there else ""
    return f"Power {power} to the {box.regions[region].name}{total}"


def space_text(space: Space) -> str:
    """The icons of a space in words."""
    names = {
        "forest_card": "Forest card",
        "recruit": "recruit",
        "cycle": "cycle",
        "task": "task",
        "tribute": "tribute",
        "elder": "Elder",
        "emissary": "Emissary marker",
    }
    parts: list[str] = []
    for step in space.effects:
        if step.op == "gain":
            parts.append(goods_text(step.gain))
        else:
            parts.append(
                f"{step.count} {names[step.op]}{'s' if step.count > 1 else ''}"
                if step.op != "emissary"
                else names[step.op]
            )
    return ", ".join(parts)


def usable_text(table: Buru, box: Box, seat: int, space: Space) -> str:
    """What the seat could do there now, after a semicolon; nothing where everything is usable."""
    found: list[str] = []
    ops = {step.op for step in space.effects}
    fish = int(table.get(seat, FISH))
    if "recruit" in ops:
        costs = [box.islanders[int(card)].cost for card in table.row if card != NONE]
        able = sum(cost <= fish for cost in costs)
        if able < len(costs):
            found.append(f"your {fish} fish pay for {able or 'none'} of the {len(costs)} Islanders")
    if "task" in ops:
        ready = int(table.get(seat, TABLEAU) & ~table.tasked).bit_count()
        found.append(f"{ready or 'none'} of your Islanders can be tasked")
    if "tribute" in ops:
        able_to = [
            box.spirits[spirit].name
            for spirit in box.payable
            if table.tribute_left[spirit]
            and all(table.get(seat, i) >= cost for i, cost in enumerate(altar_cost(table, spirit)[:3]))
        ]
        found.append(f"you can pay {' or '.join(able_to)}" if able_to else "you cannot pay any tribute")
    if "elder" in ops and table.elder_count == 0:
        found.append("no Elder is left")
    return "; " + ", ".join(found) if found else ""


def elder_text(box: Box, number: int) -> str:
    """`Elder Potter (3 clay: 3, 5 clay: 6)`"""
    elder = box.elders[number]
    names = (*RESOURCES, *TYPES, *SPIRITS)
    levels = [
        f"{' and '.join(f'{count} {names[i]}' for i, count in enumerate(level.need) if count)}: {level.esteem}"
        for level in elder.levels
    ]
    return f"{elder.name} ({', '.join(levels)})"


def _act_words(table: Buru, box: Box, seat: int, option: int) -> str:
    if option < RECRUIT:
        card = box.forest[option]
        choices = ["1 " + " or ".join(RESOURCES[i] for i in choice) for choice in card.choose]
        gains = ([goods_text(card.gain)] if any(card.gain) else []) + choices
        return f"Take {' and '.join(gains)} (Forest card, {card.rating} gems)"
    if option < CYCLE:
        islander = box.islanders[int(table.row[option - RECRUIT])]
        return f"Recruit the {islander.name}, {TYPES[islander.type]}, for {islander.cost} fish: {islander.text}"
    if option == CYCLE:
        return "Cycle: discard the row and draw a new one"
    if option < BRANCH:
        islander = box.islanders[option - TASK]
        return f"Task the {islander.name}: {islander.text}"
    if option < TRADE:
        return f"Choose: {branch_text(table, option - int(BRANCH))}"
    if option == TRADE:
        step = cast(EffectStep, table.choice())
        return f"Pay {_bag_text(table, int(step.first))} for {_bag_text(table, int(step.second))}"
    if option < ELDER:
        return _tribute_words(table, box, seat, option - int(TRIBUTE))
    if option == ELDER:
        return f"Collect an Elder: draw {min(2, int(table.elder_count))}, put one back"
    if option == EMISSARY:
        return "Become the Emissary"
    return "Done"


def _bag_text(table: Buru, bag: int) -> str:
    clay, palm, ebony, fish, esteem = (int(table.box.bags[bag + i]) for i in range(5))
    return goods_text((clay, palm, ebony, fish, esteem))


def branch_text(table: Buru, branch: int) -> str:
    """One side of a choice on the card being resolved."""
    step = cast(EffectStep, table.choice())
    return table.box.program_texts[int(step.second if branch else step.first)]


def _tribute_words(table: Buru, box: Box, seat: int, spirit: int) -> str:
    extras = [box.decrees[decree].text for decree in decrees_at(table, box, spirit=spirit)]
    holder = int(table.totems[spirit])
    if holder != NONE:
        extras.append("1 Esteem to you for its totem" if holder == seat else "1 Esteem to the holder of its totem")
    more = f" ({'; '.join(extras)})" if extras else ""
    return f"Pay tribute to {box.spirits[spirit].name}: {goods_text(altar_cost(table, spirit))}{more}"


# -- questions --------------------------------------------------------------------------------------------------------


def question(state: State, seat: int) -> str:
    table = cast(Buru, state)
    box = box_of(table)
    kind = int(state.asked(seat))
    if kind == PLACE:
        left = int(table.get(seat, MAT)).bit_count() - 1
        return f"Which Explorer goes where? ({left} to place, the last one fishes)"
    if kind == SPACE:
        return f"Which action space at the {box.regions[int(table.region)].name}?"
    if kind == PICK:
        return "Which resource?"
    if kind == DISCARD:
        return "Which Elder goes under the deck?"
    step = table.choice()
    if isinstance(step, EffectStep):
        return _STEP_QUESTIONS[int(step.op)]
    left_over = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in units_left(table).items())
    return f"{box.regions[int(table.region)].name}: what next? (left: {left_over or 'nothing'})"


_STEP_QUESTIONS = {
    int(OP_TRADE): "Make the trade?",
    int(OP_DEAL): "Make the trade?",
    int(OP_CHOOSE): "Which side of the card?",
    int(OP_TRIBUTE): "Pay tribute?",
    int(OP_TASK): "Task an Islander?",
    int(OP_RECRUIT): "Recruit an Islander?",
    int(OP_CYCLE): "Cycle the row?",
    int(OP_ELDER): "Collect an Elder?",
    int(OP_EMISSARY): "Become the Emissary?",
    int(OP_FOREST): "Take a Forest card?",
}


def waiting(state: State) -> str:
    """What everybody may know of the choice that is awaited."""
    table = cast(Buru, state)
    kind = int(table.choice().kind)
    if kind in (ACT, SPACE):
        name = box_of(table).regions[int(table.region)].name
        return f"chooses an action space at the {name}" if kind == SPACE else f"acts at the {name}"
    return table.game.kinds[kind].words


# -- why not ----------------------------------------------------------------------------------------------------------


def why_not(state: State, seat: int, target: str, path: Path) -> Reason | None:
    table = cast(Buru, state)
    if state.selectable(seat, target, path):
        return None
    box = box_of(table)
    kind = int(state.asked(seat))
    what, _, which = target.partition(":")
    if kind == PLACE:
        return _why_not_place(table, seat, what, which)
    if kind == SPACE and what == "space":
        return _why_not_space(table, box, which)
    if kind == PICK and what == "resource":
        return Reason("BU-6.3", f"{which} is not among the resources to choose from")
    if kind == DISCARD and what == "elder":
        return Reason("BU-9.2", "you do not hold that Elder")
    if kind == ACT:
        return _why_not_act(table, box, seat, what, which)
    return Reason(*_ASKED_NOW[kind])


_ASKED_NOW = {
    int(PLACE): ("BU-3.1", "now you place one Explorer from your mat in a region"),
    int(SPACE): ("BU-5.8", "now you choose an action space"),
    int(PICK): ("BU-6.3", "now you pick a resource of the Forest card"),
    int(ACT): ("BU-5.9", "that is not part of this action"),
    int(DISCARD): ("BU-9.2", "now you put one of your Elders under the deck"),
}


def _why_not_place(table: Buru, seat: int, what: str, which: str) -> Reason:
    known = what == "explorer" and which.isdecimal() and 1 <= int(which) <= EXPLORERS
    if known and not table.get(seat, MAT) & BIT[int(which) - 1]:
        return Reason("BU-3.1", f"your Explorer of Power {which} is not on your mat")
    if what == "region" and which in REGIONS:
        return Reason("BU-3.1", "choose an Explorer first, then its region")
    return Reason(*_ASKED_NOW[int(PLACE)])


def _why_not_space(table: Buru, box: Box, which: str) -> Reason:
    space = next((space for space in box.spaces if space.id == which), None)
    if space is None:
        return Reason("BU-5.8", f"there is no action space '{which}'")
    region = box.regions[int(table.region)].name
    if space.region != table.region:
        return Reason("BU-5.1", f"the {region} is being resolved")
    holder = int(table.spaces[space.region * SPACES + space.index])
    return Reason("BU-5.8", f"{who(table, holder)} stands there" if holder != NONE else "it cannot be chosen")


def _why_not_act(table: Buru, box: Box, seat: int, what: str, which: str) -> Reason:
    step = table.choice()
    doing = int(step.op) if isinstance(step, EffectStep) else int(NONE)
    units = units_left(table) if doing == NONE else {}
    if what == "forest":
        cards = [box.forest[card].id for card in forest_row(table, box)]
        if which not in cards:
            return Reason("BU-6.1", "that card does not lie face up")
        return Reason("BU-6.1", "there is no Forest card to take now")
    if what == "slot":
        return _why_not_slot(table, box, seat, which, bool(units.get("recruit")) or doing == OP_RECRUIT)
    if what == "islander":
        return _why_not_task(table, box, seat, which, doing, bool(units.get("task")))
    if what == "altar":
        return _why_not_altar(table, box, seat, which, doing, bool(units.get("tribute")))
    if what == "deck" and which == "elder":
        if table.elder_count == 0:
            return Reason("BU-R6", "the Elder deck is empty")
        return Reason("BU-9.2", "there is no Elder icon to use")
    if what == "emissary":
        clause, said = (
            ("BU-1.3", "you are the Emissary")
            if table.emissary == seat
            else ("BU-9.3", "there is no Emissary icon to use")
        )
        return Reason(clause, said)
    if target_is_trade(what, which):
        if doing in (OP_TRADE, OP_DEAL):
            return Reason("BU-8.4", "you cannot pay the whole cost")
        return Reason("BU-8.4", "there is no trade to make now")
    if what == "do" and which == "cycle":
        return Reason("BU-7.3", "there is no cycle to use")
    if what == "branch":
        if doing == OP_CHOOSE:
            return Reason("BU-8.4", "nothing on that side is possible")
        return Reason("BU-8.5", "there is no choice to make now")
    return Reason(*_ASKED_NOW[int(ACT)])


def target_is_trade(what: str, which: str) -> bool:
    return what == "do" and which == "trade"


def _why_not_slot(table: Buru, box: Box, seat: int, which: str, able: bool) -> Reason:
    if not able:
        return Reason("BU-7.1", "there is no recruit to use")
    number = int(which) - 1 if which.isdecimal() and 1 <= int(which) <= ROW else 0
    card = int(table.row[number])
    if card == NONE:
        return Reason("BU-R5", "that slot is empty")
    cost, fish = box.islanders[card].cost, int(table.get(seat, FISH))
    return Reason("BU-7.1", f"the {box.islanders[card].name} costs {cost} fish, you have {fish}")


def _why_not_task(table: Buru, box: Box, seat: int, which: str, doing: int, able: bool) -> Reason:
    if not able and doing != OP_TASK:
        return Reason("BU-8.1", "there is no task to use")
    number = next((i for i, card in enumerate(box.islanders) if card.id == which), None)
    if number is None or not table.get(seat, TABLEAU) & BIT[number]:
        return Reason("BU-8.1", "that Islander is not in your tableau")
    if table.tasked & BIT[number]:
        return Reason("BU-8.2", f"the {box.islanders[number].name} is tasked already")
    return Reason("BU-8.3", f"this task is not for a {TYPES[box.islanders[number].type]}")


def _why_not_altar(table: Buru, box: Box, seat: int, which: str, doing: int, able: bool) -> Reason:
    if which not in SPIRITS:
        return Reason("BU-10.1", f"there is no altar '{which}'")
    if not able and doing != OP_TRIBUTE:
        return Reason("BU-9.1", "there is no tribute to use")
    spirit = SPIRITS.index(which)
    if table.tribute_left[spirit] == 0:
        return Reason("BU-10.3", f"the Tribute deck of {box.spirits[spirit].name} is empty")
    cost = altar_cost(table, spirit)
    short = [f"{cost[i]} {RESOURCES[i]}" for i in range(3) if table.get(seat, i) < cost[i]]
    if short:
        return Reason("BU-10.2", f"needs {' and '.join(short)}")
    return Reason("BU-10.1", "this tribute is for another spirit")
