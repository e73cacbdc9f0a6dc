"""Ambush: a silent reaction window, and turns that somebody else decides.

TA-1  Each seat holds a card, hidden from the others. A turn is to dig up one coin, or to raid for two.
TA-2  Before a raid pays, each other seat in turn may spring a trap that it holds: the raid pays nothing, the trap is
      discarded and replaced from the deck, and whoever sprang it decides the raider's next turn.
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
    window: int  # during a raid: how far after the raider the next seat that may react sits

    def trap(self, seat: int) -> bool:
        return self.cards[seat] >= FIRST_TRAP

    def after(self, place: int) -> int:
        return (self.active + place) % int(self.seats)

    def redeal(self, viewer: int, random: Random) -> None:
        unknown = [seat for seat in range(int(self.seats)) if seat != viewer]
        pool = sorted([self.cards[seat] for seat in unknown] + self.deck)
        if self.hides_moment(viewer):
            self.move_prompt(viewer, random, unknown, pool)
        elif self.window:  # the viewer is asked, and cannot know whether others were before
            self.window = (viewer - self.active) % int(self.seats)
        self.deck = shuffled(random, pool)
        for seat in unknown:
            self.cards[seat] = self.deck.pop()

    def move_prompt(self, viewer: int, random: Random, unknown: list[int], pool: list[int]) -> None:
        """Ask any seat that the viewer must reckon with, and give it a trap."""
        places = [place for place in range(1, int(self.seats)) if self.after(place) != viewer]
        if viewer >= 0 and viewer != self.active and self.trap(viewer):  # it knows whether its own time is over
            mine = (viewer - self.active) % int(self.seats)
            places = [place for place in places if (place > mine) == (self.window > mine)]
        self.window = places[random.below(len(places))]
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
            s.window = 1
            s.push(RAID_PAYS)
            s.push(SPRING_TRAP)
        else:
            s.coins[s.active] += option == DIG
            s.tell("dig" if option == DIG else "rest", (s.active,), "TA-1")


class SpringTrap(Choice):
    """TA-2. Being asked would tell that the seat holds a trap: the choice is silent."""

    def actors(self, state: State) -> int:
        s = table(state)
        return next((int(BIT[s.after(p)]) for p in range(s.window, int(s.seats)) if s.trap(s.after(p))), 0)

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        return offer(out, [0, 1])

    def take(self, state: State, seat: int, option: int) -> None:
        s = table(state)
        if option == 0:
            s.window = (seat - s.active) % int(s.seats) + 1
            s.push(SPRING_TRAP)
            return
        s.stack.pop()  # the raid pays nothing
        s.window, s.controller[s.active] = 0, seat
        s.discard.append(s.cards[seat])
        s.cards[seat] = s.deck.pop()
        s.tell("spring", (seat, s.active), "TA-2")
        s.tell("draw", (card_name(s.cards[seat]),), "TA-2", BIT[seat])


class RaidPays(Step):
    def run(self, state: State) -> None:
        s = table(state)
        s.window = 0
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
        "spring": "{0} springs a trap on {1}", "draw": "you draw {0}",
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "ambush", "Ambush", "1", (2, 3, 4)
        spring = Kind("spring", 2, "Spring your trap?", "TA-2", passes=0)
        self.kinds = (Kind("turn", 3, "What does this turn bring?", "TA-1"), spring)
        self.max_options, self.max_moves, self.silent = 3, 80, True

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Ambush()
        state.begin(self, seats, random)
        state.deck, state.discard = shuffled(random, list(CARDS)), []
        state.cards, state.raided = [state.deck.pop() for _ in range(seats)], [0] * seats
        state.coins, state.controller, state.turns = [0] * seats, list(range(seats)), 5 * seats
        state.active, state.decider, state.window = -1, -1, 0
        state.push(NEXT_TURN)
        return state

    def view(self, state: State, viewer: int) -> object:
        s = table(state)
        public = shown(s, "coins", "controller", "raided", "active", "decider", "turns")
        cards = [card_name(card) if seat == viewer else "?" for seat, card in enumerate(s.cards)]
        return {**public, "cards": cards, "deck": len(s.deck), "discard": [card_name(card) for card in s.discard]}

    def notation(self, state: State, seat: int, option: int) -> str:
        return self.NOTATIONS[int(state.asked(seat))][option]

    def reason(self, state: State, seat: int, path: Path) -> Reason:
        if path == ("do:raid",):
            return Reason("TA-3", "the last turn was a raid already")
        return Reason("TA-1", "a turn is to dig or to raid; resting is for those who have just raided")

    def secrets(self, state: State) -> list[Secret]:
        s = table(state)
        held = [Secret(f"card of {seat}", card, int(BIT[seat])) for seat, card in enumerate(s.cards)]
        return [*held, Secret("deck", tuple(s.deck), 0)]

    def pieces(self, state: State) -> dict[str, int]:
        s = table(state)
        return {"cards": len(s.cards) + len(s.deck) + len(s.discard)}
