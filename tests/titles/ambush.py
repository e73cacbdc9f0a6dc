"""Ambush: a silent reaction window, and turns that somebody else decides.

TA-1  Each seat holds a card, hidden from the others. A turn is to dig up one coin, or to raid for two.
TA-2  Before a raid pays, each other seat in turn may spring a trap that it holds: the raid pays nothing, the trap is
      discarded, a card of the deck lies face up in its place, and whoever sprang it decides the raider's next turn.
TA-3  Raiding twice in a row is forbidden. After five turns each the most coins win.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, Choice, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Path, Reason, Secret
from tests.titles.plain import PlainGame, PlainState, offer, shown, shuffled

DIG, RAID, REST = 0, 1, 2
CARDS, FIRST_TRAP = range(28), 14


class Ambush(PlainState):
    coins: list[int]
    cards: list[int]
    deck: list[int]
    discard: list[int]
    controller: list[int]  # who decides each seat's next turn
    raided: list[int]  # whether the seat's last turn was a raid
    turns: int
    active: int
    decider: int
    face_up: list[int]  # whether everybody sees the seat's card
    window: int  # during a raid: how far after the raider the seat sits that may react now

    def trap(self, seat: int) -> bool:
        return self.cards[seat] >= FIRST_TRAP

    def after(self, place: int) -> int:
        return (self.active + place) % int(self.seats)

    def redeal(self, viewer: int, random: Random) -> None:
        unknown = [seat for seat in range(int(self.seats)) if seat != viewer and not self.face_up[seat]]
        pool = sorted([self.cards[seat] for seat in unknown] + self.deck)
        if self.hides_moment(viewer):
            self.move_prompt(viewer, random, unknown, pool)
        self.deck = shuffled(random, pool)
        for seat in unknown:
            self.cards[seat] = self.deck.pop()

    def move_prompt(self, viewer: int, random: Random, unknown: list[int], pool: list[int]) -> None:
        """Ask any seat that the viewer must reckon with, and give it a trap."""
        places = range(1, int(self.seats))
        seen = [p for p in places if self.trap(self.after(p)) and self.after(p) not in unknown]  # it knows their time
        fit = [p for p in places if self.after(p) in unknown and all((p > q) == (self.window > q) for q in seen)]
        self.window = fit[random.below(len(fit))]
        traps = [card for card in pool if card >= FIRST_TRAP]
        self.cards[self.after(self.window)] = trap = traps[random.below(len(traps))]
        unknown.remove(self.after(self.window))
        pool.remove(trap)

    def score(self, seat: int) -> int:
        return self.coins[seat]


def table(state: State) -> Ambush:
    assert isinstance(state, Ambush)
    return state


class NextTurn(Step):
    def run(self, state: State) -> None:
        s = table(state)
        if s.turns > 0:
            s.turns, s.active = s.turns - 1, s.after(1)
            s.decider, s.controller[s.active] = s.controller[s.active], s.active
            s.push(NEXT_TURN)
            s.push(TAKE_TURN)


class TakeTurn(Choice):
    """TA-1, decided by somebody else where TA-2 says so."""

    def actors(self, state: State) -> int:
        return int(BIT[table(state).decider])

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        s = table(state)
        return offer(out, [DIG, REST] if s.raided[s.active] else [DIG, RAID])

    def take(self, state: State, seat: int, option: int) -> None:
        s = table(state)
        s.raided[s.active] = option == RAID
        if option == RAID:
            s.push(RAID_PAYS)
        else:
            s.coins[s.active] += option == DIG
            s.tell("dig" if option == DIG else "rest", (s.active,), "TA-1")


class SpringTrap(Choice):
    """TA-2. Being asked would tell that the seat holds a trap: the choice is silent, unless the card lies face up."""

    def actors(self, state: State) -> int:
        s = table(state)
        seat = s.after(s.window)
        return int(BIT[seat]) if s.trap(seat) else 0

    def certain(self, state: State) -> bool:
        s = table(state)
        return bool(s.face_up[s.after(s.window)])

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        return offer(out, [0, 1])

    def take(self, state: State, seat: int, option: int) -> None:
        s = table(state)
        if option == 0:
            return
        s.stack.pop()  # the raid pays nothing
        s.window, s.controller[s.active] = 0, seat
        s.discard.append(s.cards[seat])
        s.cards[seat], s.face_up[seat] = s.deck.pop(), 1
        s.tell("spring", (seat, s.active), "TA-2")
        s.tell("draw", (seat, card_name(s.cards[seat])), "TA-2")


class RaidPays(Step):
    """Every other seat has its time to react, whether or not it holds a trap."""

    def run(self, state: State) -> None:
        s = table(state)
        s.window = (s.window + 1) % int(s.seats)
        if s.window:
            s.push(self)
            s.push(SPRING_TRAP)
            return
        s.coins[s.active] += 2
        s.tell("raid", (s.active,), "TA-1")


NEXT_TURN, RAID_PAYS = NextTurn(1), RaidPays(2)
TAKE_TURN, SPRING_TRAP = TakeTurn(3, 0), SpringTrap(4, 1, silent=True)


def card_name(card: int) -> str:
    return f"trap {card}" if card >= FIRST_TRAP else f"pebble {card}"


class AmbushGame(PlainGame):
    NOTATIONS = (("dig", "raid", "rest"), ("pass", "spring"))
    LINES: ClassVar = {
        "dig": "{0} digs up a coin", "raid": "{0} raids", "rest": "{0} rests",
        "spring": "{0} springs a trap on {1}", "draw": "{0} draws {1}",
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "ambush", "Ambush", "1", (2, 3, 4)
        spring = Kind("spring", 2, "Spring your trap?", "TA-2", passes=0, reaction=True)
        self.kinds = (Kind("turn", 3, "What does this turn bring?", "TA-1"), spring)
        self.max_options, self.max_moves, self.silent = 3, 80, True

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Ambush()
        state.begin(self, seats, random)
        state.deck, state.discard = shuffled(random, list(CARDS)), []
        state.cards, state.raided = [state.deck.pop() for _ in range(seats)], [0] * seats
        state.coins, state.controller, state.turns = [0] * seats, list(range(seats)), 5 * seats
        state.active, state.decider, state.window, state.face_up = -1, -1, 0, [0] * seats
        state.push(NEXT_TURN)
        return state

    def view(self, state: State, viewer: int) -> object:
        s = table(state)
        public = shown(s, "coins", "controller", "raided", "active", "decider", "turns", "face_up")
        cards = [card_name(card) if seat == viewer or s.face_up[seat] else "?" for seat, card in enumerate(s.cards)]
        return {**public, "cards": cards, "deck": len(s.deck), "discard": [card_name(card) for card in s.discard]}

    def notation(self, state: State, seat: int, option: int) -> str:
        return self.NOTATIONS[int(state.asked(seat))][option]

    def reason(self, state: State, seat: int, path: Path) -> Reason:
        if path == ("do:raid",):
            return Reason("TA-3", "the last turn was a raid already")
        return Reason("TA-1", "a turn is to dig or to raid; resting is for those who have just raided")

    def secrets(self, state: State) -> list[Secret]:
        s = table(state)
        held = [(seat, card) for seat, card in enumerate(s.cards) if not s.face_up[seat]]
        hidden = [Secret(f"card of {seat}", card, int(BIT[seat])) for seat, card in held]
        return [*hidden, Secret("deck", tuple(s.deck), 0)]

    def pieces(self, state: State) -> dict[str, int]:
        s = table(state)
        return {"cards": len(s.cards) + len(s.deck) + len(s.discard)}
