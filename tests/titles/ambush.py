"""Ambush: a silent reaction window, and turns that somebody else decides.

TA-1  Each seat holds a card, hidden from the others. A turn is to dig up one coin, or to raid for two.
TA-2  Before a raid pays, each other seat in turn may spring a trap that it holds: the raid pays nothing, the trap is
      discarded, a card of the deck lies face up in its place, and whoever sprang it decides the raider's next turn.
TA-3  Raiding twice in a row is forbidden. After five turns each the most coins win.
"""

from bungalow.core.contract import BIT, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Path, Reason, Secret
from tests.titles.plain import PlainChoice, PlainGame, TurnState, shown, shuffled

DIG, RAID, REST = 0, 1, 2
CARDS, FIRST_TRAP = range(28), 14


class Ambush(TurnState):
    points: list[int]  # coins
    cards: list[int]
    deck: list[int]
    discard: list[int]
    controller: list[int]  # who decides each seat's next turn
    raided: list[int]  # whether the seat's last turn was a raid
    face_up: list[int]  # whether everybody sees the seat's card
    window: int  # during a raid: how far after the raider the seat sits that may react now

    def start_turn(self) -> None:
        self.push(TAKE_TURN)

    def redeal(self, viewer: int, random: Random) -> None:
        unknown = [seat for seat in range(int(self.seats)) if seat != viewer and not self.face_up[seat]]
        pool = sorted([self.cards[seat] for seat in unknown] + self.deck)
        if self.hides_moment(viewer):  # ask any seat that the viewer must reckon with, and give it a trap
            after = [(place, self.after(place)) for place in range(1, int(self.seats))]
            seen = [p for p, seat in after if seat not in unknown and self.cards[seat] >= FIRST_TRAP]
            fit = [p for p, seat in after if seat in unknown and all((p > q) == (self.window > q) for q in seen)]
            self.window = fit[random.below(len(fit))]
            traps = [card for card in pool if card >= FIRST_TRAP]
            self.cards[self.after(self.window)] = trap = traps[random.below(len(traps))]
            unknown.remove(self.after(self.window))
            pool.remove(trap)
        self.deck = shuffled(random, pool)
        for seat in unknown:
            self.cards[seat] = self.deck.pop()


class TakeTurn(PlainChoice):  # TA-1, decided by somebody else where TA-2 says so
    def actors(self, state: State) -> int:
        s = Ambush.of(state)
        return int(BIT[s.controller[s.active]])

    def offers(self, state: State, seat: int) -> list[int]:
        s = Ambush.of(state)
        return [DIG, REST] if s.raided[s.active] else [DIG, RAID]

    def take(self, state: State, seat: int, option: int) -> None:
        s = Ambush.of(state)
        s.raided[s.active], s.controller[s.active] = option == RAID, s.active
        if option == RAID:
            s.push(RAID_PAYS)
        else:
            s.points[s.active] += option == DIG
            s.tell("dig" if option == DIG else "rest", (s.active,), "TA-1")


class SpringTrap(PlainChoice):  # TA-2. Being asked would tell that the seat holds a trap, unless it lies face up.
    def actors(self, state: State) -> int:
        s = Ambush.of(state)
        return int(BIT[s.after(s.window)]) if s.cards[s.after(s.window)] >= FIRST_TRAP else 0

    def certain(self, state: State) -> bool:
        s = Ambush.of(state)
        return bool(s.face_up[s.after(s.window)])

    def offers(self, state: State, seat: int) -> list[int]:
        return [0, 1]

    def take(self, state: State, seat: int, option: int) -> None:
        s = Ambush.of(state)
        if option == 1:
            s.pop()  # the raid pays nothing
            s.window, s.controller[s.active] = 0, seat
            s.discard.append(s.cards[seat])
            s.cards[seat], s.face_up[seat] = s.deck.pop(), 1
            s.tell("spring", (seat, s.active), "TA-2")
            s.tell("draw", (seat, card_name(s.cards[seat])), "TA-2")


class RaidPays(Step):  # after every other seat had its time to react, whether or not it holds a trap
    def run(self, state: State) -> None:
        s = Ambush.of(state)
        s.window = (s.window + 1) % int(s.seats)
        if s.window:
            s.push(self)
            s.push(SPRING_TRAP)
        else:
            s.points[s.active] += 2
            s.tell("raid", (s.active,), "TA-1")


RAID_PAYS, TAKE_TURN, SPRING_TRAP = RaidPays(2), TakeTurn(3, 0), SpringTrap(4, 1, silent=True)


def card_name(card: int) -> str:
    return f"trap {card}" if card >= FIRST_TRAP else f"pebble {card}"


class AmbushGame(PlainGame):
    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "ambush", "Ambush", "1", (2, 3, 4)
        self.lines = {"dig": "{0} digs up a coin", "raid": "{0} raids", "rest": "{0} rests",
                      "spring": "{0} springs a trap on {1}", "draw": "{0} draws {1}"}  # fmt: skip
        spring = Kind("spring", 2, "Spring your trap?", "TA-2", passes=0, reaction=True)
        self.kinds = (Kind("turn", 3, "What does this turn bring?", "TA-1"), spring)
        self.max_options, self.max_moves, self.silent = 3, 80, True

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Ambush.begun_with(5 * seats, self, seats, random)
        state.deck, state.discard = shuffled(random, list(CARDS)), []
        state.cards, state.controller, state.window = [state.deck.pop() for _ in range(seats)], list(range(seats)), 0
        state.points, state.raided, state.face_up = ([0] * seats for _ in range(3))
        return state

    def view(self, state: State, viewer: int) -> object:
        s = Ambush.of(state)
        public = shown(s, "points", "controller", "raided", "face_up", "active", "turns")
        cards = [card_name(card) if seat == viewer or s.face_up[seat] else "?" for seat, card in enumerate(s.cards)]
        return {**public, "cards": cards, "deck": len(s.deck), "discard": [card_name(card) for card in s.discard]}

    def notation(self, state: State, seat: int, option: int) -> str:
        return (("dig", "raid", "rest"), ("pass", "spring"))[int(state.asked(seat))][option]

    def reason(self, path: Path) -> Reason:
        free = Reason("TA-1", "a turn is to dig or to raid; resting is for those who have just raided")
        return Reason("TA-3", "the last turn was a raid already") if path == ("do:raid",) else free

    def secrets(self, state: State) -> list[Secret]:
        s = Ambush.of(state)
        hidden = [seat for seat in range(int(s.seats)) if not s.face_up[seat]]
        held = [Secret(f"card of {seat}", s.cards[seat], int(BIT[seat])) for seat in hidden]
        return [*held, Secret("deck", tuple(s.deck), 0)]

    def pieces(self, state: State) -> dict[str, int]:
        s = Ambush.of(state)
        return {"cards": len(s.cards + s.deck + s.discard)}
