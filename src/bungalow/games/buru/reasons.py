"""Why something in Buru is not possible now: the clause and the words."""

from __future__ import annotations

from typing import cast

from bungalow.core.contract import BIT, NONE, State
from bungalow.core.types import Path, Reason
from bungalow.games.buru.components import REGIONS, RESOURCES, SPIRITS, TOKENS, TYPES, Box
from bungalow.games.buru.facts import (
    LIAISON_CODES,
    altar_cost,
    box_of,
    fish_on_offer,
    forest_row,
    has_canoes,
    has_tokoh,
    liaison_prices,
    units_left,
)
from bungalow.games.buru.rules.choices import EffectStep
from bungalow.games.buru.rules.effects import (
    ACT,
    CHOOSE_TOKOH,
    DISCARD,
    EXILE,
    OP_CHOOSE,
    OP_DEAL,
    OP_FIELDS,
    OP_RECRUIT,
    OP_SCROLL,
    OP_TASK,
    OP_TRADE,
    OP_TRIBUTE,
    PICK,
    PLACE,
    SPACE,
    TAKE,
)
from bungalow.games.buru.rules.programs import STEP_CODE, all_waiting
from bungalow.games.buru.state import AMBELAU, CANOES, FISH, IBU, MAT, ROW, SPACES, TABLEAU, TOKOH, TOKOHS, UKUM, Buru
from bungalow.games.buru.words import own_tokoh, who


def why_not(state: State, seat: int, target: str, path: Path) -> Reason | None:
    table = cast(Buru, state)
    if state.selectable(seat, target, path):
        return None
    box = box_of(table)
    kind = int(state.asked(seat))
    what, _, which = target.partition(":")
    if kind == PLACE:
        return _why_not_place(table, seat, what, which)
    if kind in (SPACE, ACT) and what == "tokoh":
        return _why_not_tokoh(table, box, seat, which)
    if kind == SPACE and what == "space":
        return _why_not_space(table, box, seat, which)
    if kind == CHOOSE_TOKOH and what == "tokoh":
        return Reason("AM-11.1", "that card was not dealt to you")
    if kind == EXILE and what == "islander":
        return Reason("AM-9.2", "that Islander is not in your tableau")
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
    int(CHOOSE_TOKOH): ("AM-11.1", "now you keep one of your two Tokoh cards"),
    int(TAKE): ("AM-12.2", "now you take the Triumph reward or the Blessing"),
    int(EXILE): ("AM-9.2", "now you exile one of your Islanders"),
}


def _why_not_place(table: Buru, seat: int, what: str, which: str) -> Reason:
    number = TOKENS.index(which) if what in ("explorer", "token") and which in TOKENS else None
    if number is not None and not table.get(seat, MAT) & BIT[number]:
        name = f"Explorer of Power {which}" if what == "explorer" else which.capitalize()
        return Reason("BU-3.1", f"your {name} is not on your mat")
    if what == "region" and which == "ambelau" and not has_canoes(table):
        return Reason("AM-3.1", "Ambelau is not in play")
    if what == "region" and which in REGIONS:
        return Reason("BU-3.1", "choose an Explorer first, then its region")
    if what == "blessing":
        return Reason("AM-3.6", "you do not hold that Blessing")
    return Reason(*_ASKED_NOW[int(PLACE)])


def _why_not_space(table: Buru, box: Box, seat: int, which: str) -> Reason:
    space = next((space for space in (*box.spaces, *box.canoe) if space.id == which), None)
    if space is None:
        return Reason("BU-5.8", f"there is no action space '{which}'")
    region = box.regions[int(table.region)].name
    if space.region != table.region:
        return Reason("BU-5.1", f"the {region} is being resolved")
    if space.region == AMBELAU:
        holder = int(table.spaces[CANOES + space.index])
        if holder not in (NONE, seat):
            return Reason("AM-6.6", f"the canoe of {who(table, holder)} is there")
        return Reason("AM-6.2", f"your Power of {int(table.power(seat, int(AMBELAU)))} does not reach it")
    holder = int(table.spaces[space.region * SPACES + space.index])
    if holder != NONE:
        return Reason("BU-5.8", f"{who(table, holder)} stands there")
    if table.choice().code in LIAISON_CODES:
        return Reason("AM-13.4", f"costs {space.rating} fish, you have {int(table.get(seat, FISH))}")
    return Reason("BU-5.8", "it cannot be chosen")


def _why_not_tokoh(table: Buru, box: Box, seat: int, which: str) -> Reason:
    if not has_tokoh(table):
        return Reason("AM-11.1", "there are no Tokoh in this game")
    if own_tokoh(table, box, seat) != f"tokoh:{which}":
        return Reason("AM-11.3", "only its owner may use a Tokoh")
    if table.spaces[int(TOKOHS) + int(table.get_more(seat, TOKOH)) - 1] != NONE:
        return Reason("AM-11.3", "your Tokoh has acted this round")
    if table.region == AMBELAU:
        return Reason("AM-11.5", "a Tokoh cannot act here")
    return Reason("AM-11.2", "your Tokoh acts when you choose an action, not within one")


def _why_not_act(table: Buru, box: Box, seat: int, what: str, which: str) -> Reason:
    step = table.choice()
    doing = int(step.op) if isinstance(step, EffectStep) else int(NONE)
    units = units_left(table) if doing == NONE else {}
    if what == "forest":
        cards = [box.forest[card].id for card in forest_row(table, box)]
        if which not in cards:
            return Reason("BU-6.1", "that card does not lie face up")
        price = liaison_prices(table, box).get(which)
        if price is not None:
            return Reason("AM-13.4", f"costs {price} fish, you have {int(table.get(seat, FISH))}")
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
        if doing in (OP_TRADE, OP_DEAL) or units.get("trade"):
            return Reason("BU-8.4", "you cannot pay the whole cost")
        return Reason("BU-8.4", "there is no trade to make now")
    if what == "do" and which == "fish":
        return _why_not_fish(table, box, seat)
    if what == "do" and which == "cycle":
        return Reason("BU-7.3", "there is no cycle to use")
    if what == "branch":
        if doing == OP_CHOOSE or units.get("choose"):
            return Reason("BU-8.4", "nothing on that side is possible")
        return Reason("BU-8.5", "there is no choice to make now")
    return Reason(*_ASKED_NOW[int(ACT)])


def target_is_trade(what: str, which: str) -> bool:
    return what == "do" and which == "trade"


def _why_not_fish(table: Buru, box: Box, seat: int) -> Reason:
    if not all_waiting(table):
        return Reason("BU-R10", "no fish are left to gain")
    if not fish_on_offer(table):
        return Reason("BU-R10", f"finish {_in_use(table, box)} first; the fish wait")
    end = "at the end of the action" if table.late_fish else "at the end"
    fish = int(table.get(seat, FISH))
    if fish >= table.box.fish_cap:
        return Reason("BU-R10", f"you have {fish} fish, so none would fit now; you gain them {end}")
    return Reason("BU-R10", f"it makes no difference any more when you gain those fish; you gain them {end}")


def _in_use(table: Buru, box: Box) -> str:
    """The Islander whose effect asks something now."""
    ready = table.box
    number = int(table.choice().code - STEP_CODE)

    def asks(program: int) -> bool:
        for i in range(int(ready.program_asks[program]), int(ready.program_end[program])):
            op, first, second, count = (int(ready.ops[i * OP_FIELDS + field]) for field in range(4))
            if op != OP_SCROLL and 0 <= number - ready.op_steps[i] < count:
                return True
            if op == OP_CHOOSE and any(asks(branch) for branch in range(first, first + second)):
                return True
        return False

    for card, islander in enumerate(box.islanders):
        bonus = int(ready.islander_bonus[card])
        if asks(int(ready.islander_program[card])) or (bonus != NONE and asks(bonus)):
            return f"the {islander.name}"
    return "this card"


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
    if table.barred & BIT[number]:
        return Reason("AM-10.5", "Ukum has no Tribute card left")
    if table.tasked & BIT[number]:
        return Reason("BU-8.2", f"the {box.islanders[number].name} is tasked already")
    return Reason("BU-8.3", f"this task is not for a {TYPES[box.islanders[number].type]}")


def _why_not_altar(table: Buru, box: Box, seat: int, which: str, doing: int, able: bool) -> Reason:
    if which not in SPIRITS or not table.box.spirit_set & BIT[SPIRITS.index(which)]:
        return Reason("BU-10.1", f"there is no altar '{which}'")
    if not able and doing != OP_TRIBUTE:
        return Reason("BU-9.1", "there is no tribute to use")
    spirit = SPIRITS.index(which)
    if table.tribute_left[spirit] == 0:
        return Reason("BU-10.3", f"the Tribute deck of {box.spirits[spirit].name} is empty")
    if spirit == IBU:
        return Reason("AM-7.1", "tribute to Ibu is paid on the canoe track only")
    if spirit == UKUM and not table.get(seat, TABLEAU):
        return Reason("AM-9.2", "you have no Islander to exile")
    cost = altar_cost(table, spirit)
    short = [f"{cost[i]} {RESOURCES[i]}" for i in range(3) if table.get(seat, i) < cost[i]]
    if short:
        return Reason("BU-10.2", f"needs {' and '.join(short)}")
    return Reason("BU-10.1", "this tribute is for another spirit")
