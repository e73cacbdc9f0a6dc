"""The effect machine: what Powers and events do, as data (SPEC part 9), and what their user chooses.

Hot code. `begin_effect` points `pc` at a program; `RUN_EFFECT` carries out one row after the other. An op that touches
several seats runs seat by seat through `EACH`. Nothing here knows what comes after: that lies on the stack.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, State, Step
from bungalow.games.busara.kinds import (
    CHOOSE_BRANCH,
    CHOOSE_NUMBER,
    CHOOSE_PLAYER,
    CHOOSE_TOKEN,
    CHOOSE_VIRTUE,
)
from bungalow.games.busara.realm import (
    COUNT_BOARD,
    COUNT_BOUND,
    COUNT_HALF_DOWN,
    COUNT_PLAYERS,
    FILTER_UNKNOWN_KINGDOM,
    FILTER_WITH_VIRTUE,
    OP_CANCEL_POWER,
    OP_CANCEL_THREAT,
    OP_CHOOSE_BRANCH,
    OP_CHOOSE_NUMBER,
    OP_CHOOSE_PLAYER,
    OP_CONTROL_TURN,
    OP_END,
    OP_EXCHANGE_VIRTUES,
    OP_EXTRA_ACTIONS,
    OP_EXTRA_TURN,
    OP_GAIN_RESOURCES,
    OP_HIDE_VIRTUES,
    OP_JUMP,
    OP_LOSE_RESOURCES,
    OP_LOSE_VIRTUES,
    OP_MOVE_RESOURCE,
    OP_PEEK_KINGDOM,
    OP_REARRANGE,
    OP_ROTATE_BOARDS,
    OP_STEAL_RESOURCE,
    OP_STEAL_VIRTUE,
    OP_SWAP_KINGDOM,
    OP_UNDO_ACTION,
    RESOURCES,
    ROW,
    SPACES,
    TYPES_COPY_BOARD,
    VIRTUES,
    WHO_ALL,
)
from bungalow.games.busara.rules.tokens import (
    CHOOSE_TYPE,
    DISCARD_TOKEN_STEP,
    MAY_MOVE_TOKEN,
    MOVE_TOKEN_STEP,
    PLACE,
    can_gain,
    can_move,
    can_steal,
    discard_all,
    tokens_on,
)
from bungalow.games.busara.rules.virtues import (
    DISCARD_VIRTUE_STEP,
    DISCARD_VIRTUE_UNSEEN,
    NAME_VIRTUE,
    NAME_VIRTUE_UNSEEN,
    can_exchange,
)
from bungalow.games.busara.state import ONE_OF, Busara, theft_of


def begin_effect(table: Busara, pc: i64, user: i64, of_event: bool) -> None:
    """Carry out the effects that begin at `pc` for the user of a Power or the drawer of an event."""
    table.pc = pc
    table.bound_seat = NONE
    table.bound_number = 0
    table.effect_user = user
    table.effect_of_event = of_event
    table.push(RUN_EFFECT)


def chooser(table: Busara, seat: i64) -> i64:
    """Who decides for a seat inside an effect: itself, but in a manipulated turn the controller for the active player's
    own Power; never inside events nor for everyone's part of an effect (BS-7.36)."""
    if table.effect_of_event or seat != table.active or table.box.code[table.pc + 1] == WHO_ALL:
        return seat
    return table.decider()


class RunEffect(Step):
    """Carry out the next row of the effect."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        code = table.box.code
        pc = table.pc
        op = code[pc]
        if op == OP_END:
            table.pc = NONE
            table.effect_user = NONE
            return
        user = table.effect_user
        table.subject = user
        table.decides = chooser(table, user)
        if op == OP_CHOOSE_PLAYER:
            table.push(CHOOSE_PLAYER_STEP)
        elif op == OP_CHOOSE_NUMBER:
            table.push(CHOOSE_NUMBER_STEP)
        elif op == OP_CHOOSE_BRANCH:
            table.push(CHOOSE_BRANCH_STEP)
        elif op == OP_STEAL_RESOURCE:
            if can_steal(table, user):
                table.push(CHOOSE_TOKEN_STEP)
            else:
                next_row(table)
        elif op == OP_STEAL_VIRTUE:
            table.push(STEAL_VIRTUE)
        elif op == OP_JUMP:
            table.pc = code[pc + 3]
            table.push(RUN_EFFECT)
        elif op in (OP_GAIN_RESOURCES, OP_LOSE_RESOURCES, OP_LOSE_VIRTUES, OP_EXCHANGE_VIRTUES, OP_MOVE_RESOURCE):
            # BS-R33: all = clockwise from the active player
            everyone = code[pc + 1] == WHO_ALL
            table.subject = table.active if everyone else user
            table.seats_to_go = table.seats - 1 if everyone else 0
            start_seat(table)
            table.push(EACH)
        else:
            self.at_once(table, op, user)

    def at_once(self, table: Busara, op: i64, user: i64) -> None:
        """Ops that ask nothing."""
        pc = table.pc
        code = table.box.code
        next_row(table)
        if op == OP_HIDE_VIRTUES:
            table.own().hide(user)
            if table.log is not None:
                table.tell("hides", (int(user),), "BS-7.26")
        elif op == OP_SWAP_KINGDOM:
            swap_kingdoms(table, user, table.bound_seat)
        elif op == OP_PEEK_KINGDOM:
            peek(table, user, table.bound_seat)
        elif op == OP_REARRANGE:
            pick_up_all(table, user)
        elif op == OP_EXTRA_ACTIONS:
            table.actions_left = code[pc + 2]
            table.forbidden |= code[pc + 3]
        elif op == OP_EXTRA_TURN:
            table.extra = user
            if table.log is not None:
                table.tell("extra_turn", (int(user),), "BS-7.33")
        elif op == OP_CONTROL_TURN:
            table.controller = user
            table.forbidden |= code[pc + 3]
            if table.log is not None:
                table.tell("controls", (int(user), int(table.active)), "BS-7.29")
        elif op == OP_CANCEL_POWER:
            table.cancelled = True
            if table.log is not None:
                table.tell("cancels", (int(table.user), table.box.power_names[table.power]), "BS-7.15")
        elif op == OP_CANCEL_THREAT:
            table.attacked = NONE
            if table.log is not None:
                table.tell("averted", (int(user),), "BS-7.27")
        elif op == OP_UNDO_ACTION:
            undo_action(table)
        elif op == OP_ROTATE_BOARDS:
            rotate_boards(table, code[pc + 3])


def next_row(table: Busara) -> None:
    table.pc += ROW
    table.push(RUN_EFFECT)


# -- seat by seat ---------------------------------------------------------------------------------------------------


def start_seat(table: Busara) -> None:
    """How often the op applies to the seat whose turn it is in the effect."""
    code = table.box.code
    pc = table.pc
    op = code[pc]
    seat = table.subject
    count = code[pc + 2]
    realm = table.realm
    held = realm.holds(seat)
    if count == COUNT_PLAYERS:
        count = table.seats
    elif count == COUNT_BOUND:
        count = table.bound_number
    elif count == COUNT_HALF_DOWN:
        count = held // 2
    elif count == COUNT_BOARD:
        count = held
    if op == OP_GAIN_RESOURCES:
        table.copying = 0
        if code[pc + 3] == TYPES_COPY_BOARD:
            board = realm.board[seat] * RESOURCES
            for resource in range(RESOURCES):
                table.copying += ONE_OF[resource] * realm.have[board + resource]
    elif op == OP_LOSE_RESOURCES:
        if held < code[pc + 3]:
            count = 0
        elif count >= held:
            discard_all(table, seat)
            count = 0
    elif realm.hides(seat) and op in (OP_EXCHANGE_VIRTUES, OP_LOSE_VIRTUES):
        if op == OP_EXCHANGE_VIRTUES:
            table.own().swap_unseen(seat, code[pc + 4])
        if table.log is not None:
            table.tell("unseen", (int(seat),), "BS-7.37")
    table.times = count


class Each(Step):
    """One unit of the op for the current seat, or on to the next seat."""

    def run(self, state: State) -> None:
        table = cast(Busara, state)
        if table.times > 0 and self.ask(table):
            return
        if table.seats_to_go > 0:
            table.seats_to_go -= 1
            table.subject = table.clockwise(table.subject, 1)
            start_seat(table)
            table.push(EACH)
        else:
            next_row(table)

    def ask(self, table: Busara) -> bool:
        """Put the question for one unit; False when this seat is done."""
        code = table.box.code
        op = code[table.pc]
        seat = table.subject
        realm = table.realm
        table.times -= 1
        table.decides = chooser(table, seat)
        if op == OP_GAIN_RESOURCES:
            if realm.room(seat) == 0 or not can_gain(table):
                return False
            table.push(EACH)
            table.push(CHOOSE_TYPE)
        elif op == OP_LOSE_RESOURCES:
            table.push(EACH)
            table.push(DISCARD_TOKEN_STEP)
        elif op == OP_LOSE_VIRTUES:
            if realm.riches[seat] == 0:
                return False
            table.push(EACH)
            table.push(DISCARD_VIRTUE_UNSEEN if realm.hides(seat) else DISCARD_VIRTUE_STEP)
        elif op == OP_EXCHANGE_VIRTUES:
            if not can_exchange(table, seat):
                return False
            table.push(EACH)
            table.push(NAME_VIRTUE_UNSEEN if realm.hides(seat) else NAME_VIRTUE)
        else:
            if not can_move(table, seat):
                return False
            table.push(EACH)
            table.push(MAY_MOVE_TOKEN if code[table.pc + 3] == 1 else MOVE_TOKEN_STEP)
        return True


# -- choices of the user --------------------------------------------------------------------------------------------


def passes_filter(table: Busara, user: i64, seat: i64, wanted: i64) -> bool:
    """A seat may be picked by `choose_player` (SPEC part 9)."""
    if seat == user:
        return False
    if wanted == FILTER_WITH_VIRTUE:
        return table.realm.hides(seat) or table.realm.riches[seat] > 0
    if wanted == FILTER_UNKNOWN_KINGDOM:
        return not table.knows(user, seat)
    return True


class ChoosePlayer(Choice):
    """Another player, for the effect that follows (BS-7.16)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for other in range(table.seats):
            if passes_filter(table, table.effect_user, other, table.box.code[table.pc + 3]):
                out[n] = other
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.bound_seat = option
        next_row(table)


class ChooseNumber(Choice):
    """A number within the effect's limits (BS-7.30)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        low = table.box.code[table.pc + 3]
        n = table.box.code[table.pc + 4] - low + 1
        for i in range(n):
            out[i] = low + i
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        table.bound_number = option
        next_row(table)


class ChooseBranch(Choice):
    """One of the effect's branches (BS-7.30)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n = table.box.code[table.pc + 2]
        for i in range(n):
            out[i] = i
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        if table.log is not None:
            label = table.box.labels[table.pc // ROW + option + 1]
            table.tell("branch", (int(table.effect_user), label, int(table.bound_number)), "BS-7.30")
        table.pc = table.box.code[table.pc + (option + 1) * ROW + 3]
        table.push(RUN_EFFECT)


class ChooseToken(Choice):
    """A resource on another player's board, to be placed on the own one (BS-7.26)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        n: i64 = 0
        for board in range(table.seats):
            if table.realm.owner[board] != table.effect_user:
                n = tokens_on(table, board, out, n)
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        resource = table.own().lift(option)
        table.hand = ONE_OF[resource]
        if table.log is not None:
            victim = table.realm.owner[option >> 4]
            table.tell("stole", (int(table.effect_user), int(victim), int(resource), int(option)), "BS-7.26")
        next_row(table)
        table.push(PLACE)


class StealVirtue(Choice):
    """A type of Virtue to take from the chosen player; of hidden ones any may be named (BS-7.31, BS-R27)."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Busara, state).decides]

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Busara, state)
        victim = table.bound_seat
        hidden = table.realm.hides(victim)
        n: i64 = 0
        for virtue in range(VIRTUES):
            if hidden or table.realm.virtues[victim * VIRTUES + virtue] > 0:
                out[n] = virtue
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Busara, state)
        victim = table.bound_seat
        realm = table.own()
        found = realm.virtues[victim * VIRTUES + option] > 0
        if realm.hides(victim):
            table.reveal()
        table.theft = theft_of(table.effect_user, victim, option, found)
        if found:
            realm.lose_openly(victim, option)
            realm.add(table.effect_user, option)
        elif realm.hides(victim):
            realm.lacks_openly(victim, option)
        if table.log is not None:
            args = (int(table.effect_user), int(victim), int(option), found)
            table.tell("took_virtue", args, "BS-7.31")
        next_row(table)


# -- at once --------------------------------------------------------------------------------------------------------


def swap_kingdoms(table: Busara, one: i64, other: i64) -> None:
    """Exchange Kingdom Cards; each keeps its face, and both players know both (BS-7.22)."""
    realm = table.own()
    card = realm.card[:]
    card[one] = realm.card[other]
    card[other] = realm.card[one]
    realm.card = card
    table.tell_card(card[one], other)
    table.tell_card(card[other], one)
    table.tell_card(card[one], one)
    table.tell_card(card[other], other)
    table.reveal()
    if table.log is not None:
        table.tell("swapped", (int(one), int(other)), "BS-7.22")
        both = BIT[one] | BIT[other]
        for seat in (one, other):
            if table.face_up & BIT[card[seat]] == 0:
                table.tell(
                    "now_holds", (int(seat), table.box.kingdom_names[table.kingdom[card[seat]]]), "BS-7.22", both
                )


def peek(table: Busara, user: i64, seat: i64) -> None:
    """The user alone sees another player's Kingdom Card (BS-7.28)."""
    card = table.realm.card[seat]
    table.tell_card(card, user)
    table.reveal()
    if table.log is not None:
        table.tell("peeked", (int(user), int(seat)), "BS-7.28")
        table.tell("now_holds", (int(seat), table.box.kingdom_names[table.kingdom[card]]), "BS-7.28", BIT[user])


def pick_up_all(table: Busara, user: i64) -> None:
    """All own resources come into the hand, to be placed one by one (BS-7.24)."""
    realm = table.own()
    start = realm.board[user] * SPACES
    for cell in range(start, start + SPACES):
        if realm.token[cell] != NONE:
            table.hand += ONE_OF[realm.lift(cell)]
    if table.hand != 0:
        table.push(PLACE)


def rotate_boards(table: Busara, step: i64) -> None:
    """Every board passes to the next seat clockwise, or to the previous one (BS-R35)."""
    realm = table.own()
    owner = realm.owner[:]
    board = realm.board[:]
    for i in range(table.seats):
        owner[i] = table.clockwise(realm.owner[i], table.seats + step)
        board[owner[i]] = i
    realm.owner = owner
    realm.board = board
    if table.log is not None:
        table.tell("rotated", (int(step),), "BS-R35")


def undo_action(table: Busara) -> None:
    """Everything on the boards is as before the action; reactions stay paid (BS-7.34, BS-7.35, BS-R24)."""
    table.realm = table.snapshot
    table.owned = False
    table.actions_left = 0
    if table.log is not None:
        table.tell("undone", (int(table.active),), "BS-7.34")


RUN_EFFECT: Final = RunEffect(1)
EACH: Final = Each(2)
CHOOSE_PLAYER_STEP: Final = ChoosePlayer(12, CHOOSE_PLAYER)
CHOOSE_NUMBER_STEP: Final = ChooseNumber(13, CHOOSE_NUMBER)
CHOOSE_BRANCH_STEP: Final = ChooseBranch(14, CHOOSE_BRANCH)
CHOOSE_TOKEN_STEP: Final = ChooseToken(15, CHOOSE_TOKEN)
STEAL_VIRTUE: Final = StealVirtue(16, CHOOSE_VIRTUE)
