"""Why a thing cannot be chosen now in Busara, with the clause that forbids it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from bungalow.core.contract import BIT, NONE, State
from bungalow.core.types import Path, Reason
from bungalow.games.busara import kinds
from bungalow.games.busara.contents import RESOURCES, VIRTUES
from bungalow.games.busara.realm import FILTER_UNKNOWN_KINGDOM, FILTER_WITH_VIRTUE, OWN_ACTION
from bungalow.games.busara.rules.actions import can_remove, has_step
from bungalow.games.busara.rules.setup import may_lie, open_for_setup
from bungalow.games.busara.rules.trade import least_asked, most_asked, obtainable, owned
from bungalow.games.busara.state import PLACING_TOKENS, TRADE_FAILED, Busara, count_in, size_of
from bungalow.games.busara.words import ACTIONS, REACTIONS

_CELL = re.compile(r"b([0-5]):([0-3])([0-3])")


def why_not(state: State, seat: int, target: str, path: Path) -> Reason | None:
    if state.selectable(seat, target, path):
        return None
    table = cast(Busara, state)
    kind = int(state.asked(seat))
    what, _, which = target.partition(":")
    if kind in REACTIONS:
        return Reason("BS-7.18", "use the Power or pass")
    expected, answer = _ANSWERS[kind]
    if what in expected:
        if what != "cell":
            return answer(table, seat, what, which, path)
        cell = read_cell(table, which)
        if cell == NONE:
            return Reason(state.game.kinds[kind].clause, f"there is no space {which} on this table")
        return answer(table, seat, what, str(cell), path)
    return Reason(state.game.kinds[kind].clause, f"now: {state.game.kinds[kind].words}")


def read_cell(table: Busara, text: str) -> int:
    found = _CELL.fullmatch(text)
    if not found or int(found[1]) >= table.seats:
        return int(NONE)
    return int(found[1]) * 16 + int(found[2]) * 4 + int(found[3])


def _own(table: Busara, cell: int) -> bool:
    return bool(table.realm.owner[cell >> 4] == table.subject)


def _whose(table: Busara, seat: int) -> str:
    """Whose board the choice is about, said to the seat that is asked: a controller decides for another (BS-7.36)."""
    return "your own" if table.subject == seat else f"player {table.subject + 1}'s"


def _card(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    clause = "BS-1.4" if what == "kingdom" else "BS-1.5"
    return Reason(clause, "you keep one of the two cards that you were dealt")


def _corner(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    found = re.fullmatch(r"(-?\d{1,3}),(-?\d{1,3})", which)
    if not found:
        return Reason("BS-1.9", "a corner is written like 4,0")
    x, y = int(found[1]), int(found[2])
    at, near = table.at, range(int(table.seats))
    placed = [board for board in near if table.placed & BIT[board]]
    if any(abs(x - int(at[2 * b])) < 4 and abs(y - int(at[2 * b + 1])) < 4 for b in placed):
        return Reason("BS-1.9", "boards may not overlap")
    assert not may_lie(table, x, y)
    return Reason("BS-1.9", f"at least {table.box.min_contact} spaces must lie next to one board that is placed")


def _place(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    cell = int(which)
    setting_up = table.phase == PLACING_TOKENS
    if not _own(table, cell):
        return Reason("BS-1.11" if setting_up else "BS-3.4", f"place it on {_whose(table, seat)} board")
    if table.realm.token[cell] != NONE:
        return Reason("BS-2.12", "a space holds one token only")
    if setting_up and not open_for_setup(table, table.subject) & BIT[cell & 15]:
        return Reason("BS-1.12", "the first tokens may not lie next to each other")
    return Reason("BS-1.13", "there would be no room for the rest of your tokens")


def _action(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    if which not in ACTIONS:
        return Reason("BS-2.4", "an action is one of " + ", ".join(ACTIONS))
    action = ACTIONS.index(which)
    if action == kinds.DRAW:
        return Reason("BS-3.1", "there is no open space on the board")
    if action == kinds.MOVE:
        return Reason("BS-4.1", "no resource has an empty space next to it")
    if action == kinds.FORGE:
        return Reason("BS-5.2", "no two adjacent resources of different types begin on the board")
    if action == kinds.REMOVE:
        tokens = sum(int(count) for count in table.realm.filled)
        if tokens < 4 and max(int(n) for n in table.realm.have) >= 3:
            return Reason("BS-6.3", "there would be no other resource to remove")
        assert not can_remove(table, table.active)
        return Reason("BS-6.1", "it takes three connected resources of one type on the board")
    return _trade_action(table) if action == kinds.TRADE else _power_action(table)


def _trade_action(table: Busara) -> Reason:
    if table.forbidden & BIT[kinds.TRADE]:
        return Reason("BS-7.29", "a manipulated player cannot be made to trade")
    if table.trading == TRADE_FAILED:
        return Reason("BS-7.8", "a Trade has come to nothing this turn: no other may follow")
    return Reason("BS-7.2", "nobody else has a resource")


def _power_action(table: Busara) -> Reason:
    active, box = table.active, table.box
    if table.forbidden & BIT[kinds.HIDDEN_POWER] and not table.is_revealed(active):
        return Reason("BS-7.29", "the Power of a manipulated player can be used only if its card is face up")
    if table.forbidden & BIT[kinds.HIDDEN_POWER] and table.realm.hides(active):
        return Reason("BS-7.36", "the Power of a manipulated player with hidden Virtues cannot be used")
    if table.forbidden & BIT[kinds.POWER]:
        return Reason("BS-7.21", "none of the granted actions can be a Power")
    kingdom = int(table.kingdom_of(active))
    if box.timing[kingdom] != OWN_ACTION:
        return Reason("BS-7.13", f"{box.power_names[kingdom]} is a reaction, not an action")
    if box.hidden_only[kingdom] and table.is_revealed(active):
        return Reason("BS-7.12", f"{box.power_names[kingdom]} can be used only while the card is hidden")
    if table.realm.riches[active] < box.cost[kingdom]:
        return Reason("BS-7.11", f"{box.power_names[kingdom]} costs {box.cost[kingdom]} Virtues")
    return Reason("BS-7.14", f"{box.power_names[kingdom]} could do nothing now")


def _move(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    if what == "do":
        return Reason("BS-2.4", "an action cannot be declined")
    if what == "off":
        return Reason("BS-4.3", "a resource cannot leave the boards")
    cell = int(which)
    if not path:
        if table.realm.token[cell] == NONE:
            return Reason("BS-4.1", "there is no resource")
        if not _own(table, cell):
            return Reason("BS-4.1", f"move a resource of {_whose(table, seat)} board")
        return Reason("BS-4.3", "no space next to it is empty")
    if table.realm.token[cell] != NONE:
        return Reason("BS-4.3", "that space is occupied")
    return Reason("BS-4.3", "a resource moves one step up, down, left or right")


def _forge(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    cell = int(which)
    if table.realm.token[cell] == NONE:
        return Reason("BS-5.1", "there is no resource")
    if not _own(table, cell):
        return Reason("BS-5.1", f"a chain begins on {_whose(table, seat)} board")
    assert not has_step(table, cell)
    return Reason("BS-5.2", "no resource of another type lies next to it")


def _step(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    if what == "do":
        return Reason("BS-5.4", "a chain has at least one step")
    cell = int(which)
    token = int(table.realm.token[cell])
    if token == NONE:
        return Reason("BS-5.2", "there is no resource")
    if token >= 4:
        return Reason("BS-5.2", "it is in the chain already")
    end = int(table.chain_end)
    if cell not in [int(table.near[4 * end + i]) for i in range(4)]:
        return Reason("BS-5.2", "it is not adjacent to the end of the chain")
    return Reason("BS-5.2", "two resources of the same type do not forge")


def _three(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    cell = int(which)
    if not _own(table, cell) or table.realm.token[cell] == NONE:
        return Reason("BS-6.1", f"choose three resources of {_whose(table, seat)} board")
    return Reason("BS-6.1", "the three must be of one type and connected; name them from the top left")


def _occupied(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    kind = int(table.choice().kind)
    if table.realm.token[int(which)] == NONE:
        return Reason(table.game.kinds[kind].clause, "there is no resource")
    if kind == kinds.TRADE_PICK and _own(table, int(which)):
        return Reason("BS-7.6", "that is not the type that was agreed")
    whose = "another player's" if kind == kinds.CHOOSE_TOKEN else _whose(table, seat)
    return Reason(table.game.kinds[kind].clause, f"choose a resource on {whose} board")


def _want(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    named = _amount(which)
    if what == "do" or named is None:
        return Reason("BS-7.2", "a trade begins with what you want")
    resource, count = named
    most = int(obtainable(table, resource))
    if count > most:
        return Reason("BS-7.2", f"no other player has {count} {RESOURCES[resource].capitalize()}")
    return _in_order("BS-7.2")


def _offer(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    named = _amount(which)
    if what == "do" or named is None:
        if table.gives == 0:
            return Reason("BS-7.3", "name what you give first")
        return Reason("BS-7.3", "go on to what you ask in return: you can still make no offer there")
    resource, count = named
    name = RESOURCES[resource].capitalize()
    if count > count_in(table.want, resource):
        return Reason("BS-7.3", f"player {table.active + 1} does not want {count} {name}")
    if count > owned(table, table.partner, resource):
        return Reason("BS-7.3", f"you do not have {count} {name}")
    return _in_order("BS-7.3")


def _ask(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    named = _amount(which)
    if what == "do" and which == ("gift" if table.asks == 0 else "done"):
        return Reason("BS-7.4", f"player {table.active + 1} would have no room: ask for {least_asked(table)} or more")
    if what == "do" or named is None:
        if table.asks == 0:
            return Reason("BS-7.3", "name what you ask in return first")
        instead = "give it for nothing" if which == "gift" else "make no offer"
        return Reason("BS-7.3", f"take back what you asked for to {instead}")
    resource, count = named
    if count > owned(table, table.active, resource):
        words = f"player {table.active + 1} does not have {count} {RESOURCES[resource].capitalize()}"
        return Reason("BS-7.3", words)
    if resource < table.naming:
        return _in_order("BS-7.3")
    if size_of(table.asks) + count > most_asked(table):
        return Reason("BS-7.4", "you would have no room for so many")
    return Reason("BS-7.4", f"player {table.active + 1} would have no room: ask for {least_asked(table)} or more")


def _amount(which: str) -> tuple[int, int] | None:
    """`fire:2` as a resource and a count."""
    name, _, count = which.partition(":")
    if name not in RESOURCES or not re.fullmatch(r"[1-9]\d?", count):
        return None
    return RESOURCES.index(name), int(count)


def _in_order(clause: str) -> Reason:
    return Reason(clause, "name each type once, in the order Fire, Water, Wind, Earth")


def _accept(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    if which.isdecimal() and 0 < int(which) <= table.seats and not table.offers() & BIT[int(which) - 1]:
        return Reason("BS-7.5", f"player {which} has made no offer")
    return Reason("BS-7.5", "accept one of the offers or none")


def _pay(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    if which in VIRTUES and table.pay_from_before:
        return Reason("BS-7.35", "only Virtues that you held before the action and still hold can pay")
    if which in VIRTUES and table.realm.virtues[6 * table.payer + VIRTUES.index(which)] == 0:
        return Reason("BS-7.11", f"there is no {which.capitalize()} to pay with")
    return Reason("BS-7.11", "types are paid in their order, and the rest must still be payable")


def _player(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    if not which.isdecimal() or not 0 < int(which) <= table.seats:
        return Reason("BS-7.16", f"there is no player {which}")
    if int(which) - 1 == table.effect_user:
        return Reason("BS-7.16", "choose another player")
    wanted = int(table.box.code[table.pc + 3])
    if wanted == FILTER_WITH_VIRTUE:
        return Reason("BS-7.31", f"player {which} has no Virtue")
    assert wanted == FILTER_UNKNOWN_KINGDOM
    return Reason("BS-7.28", f"the Kingdom Card of player {which} is known already")


def _virtue(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    kind = int(table.choice().kind)
    clause = table.game.kinds[kind].clause
    if what == "do":
        return Reason(clause, "this cannot be declined")
    if which not in VIRTUES:
        return Reason(clause, f"there is no Virtue {which}")
    number = VIRTUES.index(which)
    if kind == kinds.EXCHANGE_STEP and number == table.named:
        return Reason("BS-7.23", "give a Virtue of another type")
    if kind == kinds.CHOOSE_VIRTUE and table.realm.supply[number] == 0:
        return Reason("BS-7.23", f"no {which.capitalize()} is in supply")
    return Reason(clause, f"there is no {which.capitalize()} to choose")


def _other(table: Busara, seat: int, what: str, which: str, path: Path) -> Reason:
    kind = table.game.kinds[int(table.choice().kind)]
    if what == "resource" and which in RESOURCES and table.realm.stock[RESOURCES.index(which)] == 0:
        return Reason("BS-3.5", f"no {which.capitalize()} is left in stock")
    return Reason(kind.clause, f"this is not among the choices: {kind.words}")


_Answer = Callable[[Busara, int, str, str, Path], Reason]
_ANSWERS: dict[int, tuple[tuple[str, ...], _Answer]] = {
    int(kinds.CHOOSE_KINGDOM): (("kingdom",), _card),
    int(kinds.CHOOSE_SETUP_CARD): (("setup",), _card),
    int(kinds.PLACE_BOARD): (("corner",), _corner),
    int(kinds.PLACE_TOKEN): (("cell",), _place),
    int(kinds.CHOOSE_ACTION): (("action",), _action),
    int(kinds.MOVE_TOKEN): (("cell", "do", "off"), _move),
    int(kinds.FORGE_START): (("cell",), _forge),
    int(kinds.FORGE_STEP): (("cell", "do"), _step),
    int(kinds.REMOVE_THREE): (("cell",), _three),
    int(kinds.REMOVE_TARGET): (("cell",), _occupied),
    int(kinds.TRADE_WANT): (("count", "do"), _want),
    int(kinds.TRADE_OFFER): (("count", "do"), _offer),
    int(kinds.TRADE_ASK): (("count", "do"), _ask),
    int(kinds.TRADE_ACCEPT): (("offer",), _accept),
    int(kinds.TRADE_PICK): (("cell",), _occupied),
    int(kinds.PAY_VIRTUE): (("virtue",), _pay),
    int(kinds.CHOOSE_PLAYER): (("seat",), _player),
    int(kinds.CHOOSE_NUMBER): (("number",), _other),
    int(kinds.CHOOSE_BRANCH): (("branch",), _other),
    int(kinds.CHOOSE_RESOURCE_TYPE): (("resource",), _other),
    int(kinds.CHOOSE_TOKEN): (("cell",), _occupied),
    int(kinds.CHOOSE_VIRTUE): (("virtue", "do"), _virtue),
    int(kinds.EXCHANGE_STEP): (("virtue", "do"), _virtue),
    int(kinds.DISCARD_TOKEN): (("cell",), _occupied),
    int(kinds.DISCARD_VIRTUE): (("virtue",), _virtue),
}
"""By kind of question: the things it is about, and who explains."""
