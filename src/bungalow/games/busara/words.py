"""Busara in words: notation, targets, options with their effect, and questions.

Reasons are in `why.py`, the log is in `lines.py`.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from bungalow.core.contract import NONE, State
from bungalow.core.errors import IllegalMove, UnreadableMove
from bungalow.core.types import Path
from bungalow.games.busara import kinds
from bungalow.games.busara.contents import RESOURCES, VIRTUES, Box, counts_words
from bungalow.games.busara.realm import OP_EXCHANGE_VIRTUES, SPACES
from bungalow.games.busara.rules.actions import TRIO_COUNT, TRIOS, has_step
from bungalow.games.busara.rules.trade import asked_by, given_by
from bungalow.games.busara.state import PLACING_TOKENS, Busara, count_in, first_in, size_of
from bungalow.games.busara.view import cell_name

ACTIONS = ("draw", "move", "forge", "remove", "trade", "power")
DIRECTIONS = ("up", "right", "down", "left")

_CELLS = {
    int(kinds.PLACE_TOKEN): "place",
    int(kinds.FORGE_START): "forge",
    int(kinds.FORGE_STEP): "step",
    int(kinds.REMOVE_TARGET): "target",
    int(kinds.TRADE_PICK): "give",
    int(kinds.CHOOSE_TOKEN): "steal",
    int(kinds.DISCARD_TOKEN): "discard",
}
"""Questions about a space, with the word that their notation begins with."""
_VIRTUES = {
    int(kinds.PAY_VIRTUE): "pay",
    int(kinds.CHOOSE_VIRTUE): "name",
    int(kinds.EXCHANGE_STEP): "swap",
    int(kinds.DISCARD_VIRTUE): "lose",
}
_AMOUNTS = {
    int(kinds.TRADE_WANT): "want",
    int(kinds.TRADE_OFFER): "offer",
    int(kinds.TRADE_ASK): "ask",
}
"""Questions about how many of a type, likewise."""
_LAST_WORDS = {
    int(kinds.DONE): ("done", "do:done"),
    int(kinds.NO_OFFER): ("no offer", "do:pass"),
    int(kinds.GIFT): ("ask nothing", "do:gift"),
}
"""Their other options: notation and target."""
REACTIONS = (
    int(kinds.REACT_START),
    int(kinds.REACT_THREAT),
    int(kinds.REACT_POWER),
    int(kinds.REACT_ACTION),
    int(kinds.REACT_TURN_END),
)


def box_of(state: State) -> Box:
    return cast(Box, cast(Busara, state).box.cold)


# -- notation -------------------------------------------------------------------------------------------------------


def notation(state: State, seat: int, option: int) -> str:
    kind = int(state.asked(seat))
    if kind == kinds.CHOOSE_KINGDOM:
        return f"kingdom {box_of(state).kingdoms[option].id}"
    if kind == kinds.CHOOSE_SETUP_CARD:
        return f"setup {box_of(state).setup_cards[option].id}"
    if kind == kinds.CHOOSE_BRANCH:
        return f"branch {_labels(state)[option]}"
    return _fixed_notation(kind, option)


def _labels(state: State) -> tuple[str, ...]:
    return box_of(state).branch_labels(int(cast(Busara, state).pc))


@cache
def _fixed_notation(kind: int, option: int) -> str:
    """Questions whose options are written alike at every table."""
    if kind == kinds.FORGE_STEP and option == kinds.STOP_CHAIN:
        return "stop"
    if kind in _CELLS:
        return f"{_CELLS[kind]} {cell_name(option)}"
    if kind in _VIRTUES:
        if option < len(VIRTUES):
            return f"{_VIRTUES[kind]} {VIRTUES[option]}"
        return "stop" if kind == kinds.EXCHANGE_STEP else "name none"
    if kind in REACTIONS:
        return ("pass", "use")[option]
    if kind == kinds.CHOOSE_ACTION:
        return ACTIONS[option]
    if kind == kinds.PLACE_BOARD:
        return f"at {option // kinds.REACH_WIDTH - kinds.REACH},{option % kinds.REACH_WIDTH - kinds.REACH}"
    if kind == kinds.MOVE_TOKEN:
        return "stay" if option == kinds.STAY else f"move {cell_name(option >> 2)} {DIRECTIONS[option & 3]}"
    if kind == kinds.REMOVE_THREE:
        return "three " + " ".join(_local(int(TRIOS[3 * option + i])) for i in range(3))
    if kind in _AMOUNTS:
        if option in _LAST_WORDS:
            return _LAST_WORDS[option][0]
        return f"{_AMOUNTS[kind]} {RESOURCES[option // kinds.AMOUNTS]} {option % kinds.AMOUNTS + 1}"
    if kind == kinds.TRADE_ACCEPT:
        return "accept none" if option == kinds.NO_TRADE else f"accept {option + 1}"
    if kind == kinds.CHOOSE_PLAYER:
        return f"player {option + 1}"
    if kind == kinds.CHOOSE_NUMBER:
        return f"number {option}"
    return f"take {RESOURCES[option]}"


def _local(space: int) -> str:
    return f"{space // 4}{space % 4}"


def parse(state: State, seat: int, text: str) -> int:
    kind = int(state.asked(seat))
    box = box_of(state)
    if kind == kinds.CHOOSE_KINGDOM:
        known = {f"kingdom {kingdom.id}": number for number, kingdom in enumerate(box.kingdoms)}
    elif kind == kinds.CHOOSE_SETUP_CARD:
        known = {f"setup {card.id}": number for number, card in enumerate(box.setup_cards)}
    elif kind == kinds.CHOOSE_BRANCH:
        known = {f"branch {label}": number for number, label in enumerate(_labels(state))}
    else:
        known = _readable(kind, state.game.kinds[kind].size)
    words = text.split()
    found = known.get(" ".join(words))
    if found is None:
        found = known.get(" ".join(words).lower())
    if found is None and kind in _AMOUNTS:
        found = known.get(f"{_AMOUNTS[kind]} {' '.join(words).lower()}")  # `fire 2` will do
        if found is None and kind == kinds.TRADE_WANT and words[:1] == ["want"]:
            # Until rules version 2 a want was one word of up to three letters.
            raise IllegalMove(f"'{text}': name one type after the other, such as 'want fire 2'", clause="BS-7.2")
    if found is None:
        raise UnreadableMove(f"'{text}' should read like '{notation(state, seat, state.legal(seat)[0])}'")
    return found


@cache
def _readable(kind: int, size: int) -> dict[str, int]:
    count = int(TRIO_COUNT) if kind == kinds.REMOVE_THREE else size
    return {_fixed_notation(kind, option): option for option in range(count)}


# -- targets --------------------------------------------------------------------------------------------------------


def targets(state: State, seat: int, option: int) -> Path:
    table = cast(Busara, state)
    kind = int(state.asked(seat))
    if kind == kinds.CHOOSE_KINGDOM:
        return (f"kingdom:{box_of(state).kingdoms[option].id}",)
    if kind == kinds.CHOOSE_SETUP_CARD:
        return (f"setup:{box_of(state).setup_cards[option].id}",)
    if kind == kinds.CHOOSE_BRANCH:
        return (f"branch:{_labels(state)[option]}",)
    if kind == kinds.MOVE_TOKEN and option != kinds.STAY:
        to = int(table.near[option]) if option < len(table.near) else NONE
        there = f"cell:{cell_name(to)}" if to != NONE else f"off:{DIRECTIONS[option & 3]}"
        return (f"cell:{cell_name(option >> 2)}", there)
    if kind == kinds.REMOVE_THREE:
        start = int(table.realm.board[table.subject] * SPACES)
        return tuple(f"cell:{cell_name(start + int(TRIOS[3 * option + i]))}" for i in range(3))
    return _fixed_targets(kind, option)


@cache
def _fixed_targets(kind: int, option: int) -> Path:
    if kind in _CELLS:
        return ("do:stop",) if option == kinds.STOP_CHAIN else (f"cell:{cell_name(option)}",)
    if kind in _VIRTUES:
        if option < len(VIRTUES):
            return (f"virtue:{VIRTUES[option]}",)
        return ("do:stop",) if kind == kinds.EXCHANGE_STEP else ("do:none",)
    if kind in REACTIONS:
        return (f"react:{('pass', 'use')[option]}",)
    if kind == kinds.CHOOSE_ACTION:
        return (f"action:{ACTIONS[option]}",)
    if kind == kinds.PLACE_BOARD:
        return (f"corner:{option // kinds.REACH_WIDTH - kinds.REACH},{option % kinds.REACH_WIDTH - kinds.REACH}",)
    if kind == kinds.MOVE_TOKEN:
        return ("do:stay",)
    if kind in _AMOUNTS:
        if option in _LAST_WORDS:
            return (_LAST_WORDS[option][1],)
        return (f"count:{RESOURCES[option // kinds.AMOUNTS]}:{option % kinds.AMOUNTS + 1}",)
    if kind == kinds.TRADE_ACCEPT:
        return ("do:none",) if option == kinds.NO_TRADE else (f"offer:{option + 1}",)
    if kind == kinds.CHOOSE_PLAYER:
        return (f"seat:{option + 1}",)
    if kind == kinds.CHOOSE_NUMBER:
        return (f"number:{option}",)
    return (f"resource:{RESOURCES[option]}",)


# -- options in words -----------------------------------------------------------------------------------------------


def words(state: State, seat: int, option: int) -> str:
    table = cast(Busara, state)
    box = box_of(state)
    kind = int(state.asked(seat))
    said = _words(table, box, kind, option)
    warning = embargo_warning(table, seat, kind, option)
    return f"{said}; {warning}" if warning else said


def _words(table: Busara, box: Box, kind: int, option: int) -> str:
    if kind == kinds.CHOOSE_KINGDOM:
        kingdom = box.kingdoms[option]
        return f"{kingdom.name}: goal {goal_words(kingdom.goal)}; {kingdom.power} ({kingdom.cost}): {kingdom.text}"
    if kind == kinds.CHOOSE_SETUP_CARD:
        return f"Begin with {counts_words(box.setup_cards[option].gives, RESOURCES)}"
    if kind in REACTIONS:
        return "Pass" if option == kinds.PASS else _use_words(table, box, kind)
    if kind == kinds.CHOOSE_ACTION:
        return _action_words(table, box, option)
    if kind == kinds.FORGE_STEP:
        return _step_words(table, box, option)
    if kind in _CELLS:
        return _cell_words(table, kind, option)
    if kind in _VIRTUES:
        return _virtue_words(table, kind, option)
    if kind == kinds.PLACE_BOARD:
        return f"Place your board with its top left corner {_fixed_notation(kind, option)}"
    if kind == kinds.MOVE_TOKEN:
        return _move_words(table, option)
    if kind == kinds.REMOVE_THREE:
        start = int(table.realm.board[table.subject] * SPACES)
        cells = [start + int(TRIOS[3 * option + i]) for i in range(3)]
        return f"Discard three {_name(table, cells[0])}: {', '.join(map(cell_name, cells))}"
    if kind in _AMOUNTS:
        return _amount_words(table, kind, option)
    if kind == kinds.TRADE_ACCEPT:
        if option == kinds.NO_TRADE:
            return "Accept no offer"
        gets, pays = hand_words(int(given_by(table, option))), hand_words(int(asked_by(table, option)))
        return f"Get {gets} from player {option + 1} for {pays}"
    if kind == kinds.CHOOSE_PLAYER:
        return f"Player {option + 1}"
    if kind == kinds.CHOOSE_NUMBER:
        return str(option)
    if kind == kinds.CHOOSE_BRANCH:
        return box.branch_labels(int(table.pc))[option].replace("_", " ").capitalize()
    return f"Gain {RESOURCES[option].capitalize()}"


def _amount_words(table: Busara, kind: int, option: int) -> str:
    if option == kinds.NO_OFFER:
        return "Make no offer"
    if option == kinds.GIFT:
        return f"Give {hand_words(int(table.gives))} for nothing: a gift"
    if option == kinds.DONE:
        if kind == kinds.TRADE_WANT:
            return f"Ask everybody for {hand_words(int(table.want))}"
        if kind == kinds.TRADE_OFFER:
            return f"Give {hand_words(int(table.gives))} and no more"
        return f"Offer {hand_words(int(table.gives))} for {hand_words(int(table.asks))}"
    verb = {int(kinds.TRADE_WANT): "Want", int(kinds.TRADE_OFFER): "Give", int(kinds.TRADE_ASK): "Ask for"}[kind]
    return f"{verb} {option % kinds.AMOUNTS + 1} {RESOURCES[option // kinds.AMOUNTS].capitalize()}"


def _use_words(table: Busara, box: Box, kind: int) -> str:
    timings = {
        int(kinds.REACT_START): 1,
        int(kinds.REACT_POWER): 2,
        int(kinds.REACT_THREAT): 3,
        int(kinds.REACT_ACTION): 4,
        int(kinds.REACT_TURN_END): 5,
    }
    kingdom = box.kingdoms[table.box.reactor[timings[kind]]]
    return f"Use {kingdom.power} for {_plural(kingdom.cost, 'Virtue')}: {kingdom.text}"


def _action_words(table: Busara, box: Box, option: int) -> str:
    if option == kinds.POWER:
        kingdom = box.kingdoms[table.kingdom_of(table.active)]
        # Of another player only a Power that is face up can be used (BS-7.29): the card is your own.
        reveal = "" if table.is_revealed(table.active) else " (reveals your Kingdom Card)"
        return f"Use {kingdom.power} for {_plural(kingdom.cost, 'Virtue')}{reveal}: {kingdom.text}"
    return (
        "Draw a Resource Card",
        "Move a resource one step",
        "Forge Virtues from a chain of resources",
        "Remove: discard three alike to discard any one",
        "Trade resources",
    )[option]


def _step_words(table: Busara, box: Box, option: int) -> str:
    if option == kinds.STOP_CHAIN:
        return f"Stop: {_plural(int(table.chain_length), 'resource')} used"
    token = table.realm.token
    virtue = box.recipe(int(token[table.chain_end]) & 3, int(token[option]))
    owner = int(table.realm.owner[option >> 4])
    supply = int(table.realm.supply[virtue])
    also = f", also for player {owner + 1}" if owner != table.active else ""
    gain = VIRTUES[virtue].capitalize() if supply else f"no {VIRTUES[virtue].capitalize()}: none in supply"
    return f"On to {_name(table, option)} at {cell_name(option)}: {gain}{also if supply else ''}"


def _cell_words(table: Busara, kind: int, option: int) -> str:
    where = cell_name(option)
    if kind == kinds.PLACE_TOKEN:
        return f"{RESOURCES[first_in(table.hand)].capitalize()} to {where}"
    owner = int(table.realm.owner[option >> 4])
    verb = {
        int(kinds.FORGE_START): "Begin with",
        int(kinds.REMOVE_TARGET): f"Player {owner + 1} discards",
        int(kinds.TRADE_PICK): "Hand over",
        int(kinds.CHOOSE_TOKEN): f"Take from player {owner + 1}",
        int(kinds.DISCARD_TOKEN): "Discard",
    }[kind]
    return f"{verb} {_name(table, option)} at {where}"


def _virtue_words(table: Busara, kind: int, option: int) -> str:
    if option == kinds.NO_VIRTUE:
        return "Stop exchanging" if kind == kinds.EXCHANGE_STEP else "Exchange nothing"
    name = VIRTUES[option].capitalize()
    if kind == kinds.PAY_VIRTUE:
        return f"Pay with {name}"
    if kind == kinds.EXCHANGE_STEP:
        return f"Give {name} for {VIRTUES[table.named].capitalize()}"
    if kind == kinds.DISCARD_VIRTUE:
        return f"Discard {name}"
    return f"Exchange for {name}" if exchanging(table) else f"Take {name}"


def exchanging(table: Busara) -> bool:
    """A Virtue is named to exchange others for it, not to take it from somebody."""
    return bool(table.box.code[table.pc] == OP_EXCHANGE_VIRTUES)


def _move_words(table: Busara, option: int) -> str:
    if option == kinds.STAY:
        return "Move nothing"
    to = int(table.near[option])
    owner = int(table.realm.owner[to >> 4])
    theirs = f", which player {owner + 1} then controls" if owner != table.subject else ""
    return f"{_name(table, option >> 2)} from {cell_name(option >> 2)} to {cell_name(to)}{theirs}"


def embargo_warning(table: Busara, asked: int, kind: int, option: int) -> str:
    """A warning where the option would leave the board that it is about empty or full (SPEC part 10)."""
    realm, seat = table.realm, int(table.subject)
    own = int(realm.board[seat])
    left = int(realm.holds(seat))
    if kind == kinds.PLACE_TOKEN and table.phase > PLACING_TOKENS:
        left += int(size_of(table.hand))
    elif kind == kinds.MOVE_TOKEN and option != kinds.STAY:
        left -= int(table.near[option]) >> 4 != own
    elif kind == kinds.REMOVE_THREE:
        left -= 3
    elif kind == kinds.REMOVE_TARGET or (kind == kinds.DISCARD_TOKEN and table.times == 0):
        left -= option >> 4 == own
    elif kind == kinds.FORGE_STEP and (option == kinds.STOP_CHAIN or not _goes_on(table, option)):
        chain = [cell for cell in range(own * 16, own * 16 + 16) if realm.token[cell] >= 4 or cell == option]
        left -= len(chain)
    else:
        return ""
    if left not in (0, int(SPACES)):
        return ""
    whose, who = ("your", "you") if seat == asked else (f"player {seat + 1}'s", "they")
    done = f"leaves {whose} board empty" if left == 0 else f"fills {whose} board"
    return f"{done}: {who} would be Embargoed"


def _goes_on(table: Busara, cell: int) -> bool:
    """The chain could be continued after stepping onto the cell."""
    return has_step(table, cell)


def question(state: State, seat: int) -> str:
    table = cast(Busara, state)
    kind = int(state.asked(seat))
    for_other = f" for player {table.active + 1}" if table.controller == seat and table.decides == seat else ""
    if kind == kinds.CHOOSE_ACTION:
        left = int(table.actions_left)
        more = f" ({left} more to come)" if left else ""
        return f"Which action{for_other}?{more}"
    if kind == kinds.PLACE_TOKEN:
        return f"Where to place {RESOURCES[first_in(table.hand)].capitalize()}{for_other}?"
    if kind == kinds.PAY_VIRTUE:
        return f"Which Virtue to pay with? {_plural(int(table.to_pay), 'Virtue')} to pay"
    if kind in _AMOUNTS:
        return _amount_question(table, kind)
    if kind == kinds.DISCARD_TOKEN:
        return f"Which resource to discard? {_plural(int(table.times) + 1, 'resource')} to go"
    return state.game.kinds[kind].words + (for_other and f" ({for_other.strip()})")


def _amount_question(table: Busara, kind: int) -> str:
    if kind == kinds.TRADE_WANT:
        return f"You want {hand_words(int(table.want))}. What else?" if table.want else "What do you want?"
    if kind == kinds.TRADE_OFFER:
        more = f"You give {hand_words(int(table.gives))}. What else?" if table.gives else "What do you give?"
        return f"Player {table.active + 1} wants {hand_words(int(table.want))}. {more}"
    if table.asks:
        return f"You give {hand_words(int(table.gives))} for {hand_words(int(table.asks))}. What else do you ask for?"
    return f"You give {hand_words(int(table.gives))}. What do you ask in return?"


def hand_words(hand: int) -> str:
    return counts_words(tuple(int(count_in(hand, i)) for i in range(4)), RESOURCES)


def goal_words(goal: tuple[int, ...]) -> str:
    return counts_words(goal, VIRTUES)


def _name(table: Busara, cell: int) -> str:
    token = int(table.realm.token[cell])
    return RESOURCES[token & 3].capitalize() if token != NONE else "nothing"


def _plural(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
