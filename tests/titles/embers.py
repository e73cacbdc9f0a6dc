"""Embers: cards that start other cards, a hidden hand, a deck that is looked into and reshuffled.

TC-1  Hold three cards. On your turn play one, or rest and draw one. A played card is discarded, then takes effect.
TC-2  Spark: one point. Draft: draw two, then discard one. Echo: play another card at once. Lens: look at the top card
      of the deck, then leave it or bury it at the bottom.
TC-3  When the deck is empty, the discard pile is shuffled and becomes the deck. Nothing is drawn when both are empty.
TC-4  You hold at most six cards, so resting is for those with fewer. After six turns each the most points win.
"""

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, Choice, State, Step
from bungalow.core.random import Random, mix
from bungalow.core.types import Kind, Path, Reason, Secret
from tests.titles.plain import PlainGame, PlainState, offer, shown, shuffled

NAMES = ("spark", "draft", "echo", "lens")
CARDS, REST = 16, 16  # card c does what NAMES[c % 4] says
PLAY, ECHO, DROP, BURY = 0, 1, 2, 3
DECK, DISCARD = -1, -2


class Embers(PlainState):
    where: list[int]  # for each card: a seat, the deck, the discard pile
    seen: list[int]  # for each card in deck or hand: the seats that know where it is
    deck: list[int]  # the last is the top
    points: list[int]
    turns: int
    active: int
    last: int  # the card shown last: it may be in the deck again before anybody could look at the discard pile

    def hand(self, seat: int) -> list[int]:
        return [card for card in range(CARDS) if self.where[card] == seat]

    def draw(self, seat: int) -> None:
        if not self.deck:
            self.reshuffle()
        if self.deck:
            card = self.deck.pop()
            self.where[card] = seat
            self.seen[card] |= int(BIT[seat])
            self.reveal()
            self.tell("draw", (card_name(card),), "TC-1", BIT[seat])

    def reshuffle(self) -> None:
        """TC-3"""
        cards = vec[i64](self.hand(DISCARD))
        self.shuffle(cards, len(cards))
        self.deck = [int(card) for card in cards]
        for card in self.deck:
            self.where[card], self.seen[card] = DECK, 0
        self.tell("reshuffle", (), "TC-3")

    def redeal(self, viewer: int, random: Random) -> None:
        known = 0 if viewer < 0 else int(BIT[viewer])
        pool = [card for card in range(CARDS) if self.where[card] != DISCARD and not self.seen[card] & known]
        holes = sorted((self.where[card], self.seen[card]) for card in pool if self.where[card] != DECK)
        looked = [self.seen[card] for card in self.deck]  # who knows which place is public, unlike the card
        dealt = shuffled(random, pool)
        for hole in holes:
            self.where[dealt[-1]], self.seen[dealt.pop()] = hole
        for place, card in enumerate(self.deck):
            if card in pool:
                self.deck[place] = card = dealt.pop()
                self.where[card], self.seen[card] = DECK, looked[place]

    def score(self, seat: int) -> int:
        return self.points[seat]


def table(state: State) -> Embers:
    assert isinstance(state, Embers)
    return state


class NextTurn(Step):
    def run(self, state: State) -> None:
        s = table(state)
        if s.turns > 0:
            s.turns, s.active = s.turns - 1, (s.active + 1) % int(s.seats)
            s.stack += [self, PLAY_CARD]


class Effect(Step):
    """TC-2"""

    def __init__(self, what: int) -> None:
        super().__init__(10)
        self.what = what

    def digest(self, h: int) -> int:
        return mix(mix(h, self.code), self.what)

    def run(self, state: State) -> None:
        s = table(state)
        if NAMES[self.what] == "spark":
            s.points[s.active] += 1
        elif NAMES[self.what] == "draft":
            s.draw(s.active)
            s.draw(s.active)
            if s.hand(s.active):
                s.push(DROP_CARD)
        elif NAMES[self.what] == "echo" and s.hand(s.active):
            s.push(PLAY_ECHO)
        elif NAMES[self.what] == "lens" and len(s.deck) > 1:
            s.seen[s.deck[-1]] |= int(BIT[s.active])
            s.reveal()
            s.tell("look", (card_name(s.deck[-1]),), "TC-2", BIT[s.active])
            s.push(BURY_TOP)


class CardChoice(Choice):
    """TC-1, TC-2: every question of this title."""

    def actors(self, state: State) -> int:
        return int(BIT[table(state).active])

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        hand = table(state).hand(seat)
        rest = [REST] if self.kind == PLAY and len(hand) < 6 else []
        return offer(out, [0, 1] if self.kind == BURY else hand + rest)

    def take(self, state: State, seat: int, option: int) -> None:
        s = table(state)
        if self.kind == BURY:
            if option:
                s.deck.insert(0, s.deck.pop())
            s.tell("bury" if option else "leave", (seat,), "TC-2")
        elif option == REST:
            s.draw(seat)
        else:
            s.where[option], s.seen[option], s.last = DISCARD, 0, option
            s.reveal()
            s.tell("drop" if self.kind == DROP else "play", (seat, card_name(option)), "TC-1")
            if self.kind != DROP:
                s.push(EFFECTS[option % 4])


EFFECTS = [Effect(what) for what in range(4)]
NEXT_TURN = NextTurn(1)
PLAY_CARD, PLAY_ECHO, DROP_CARD, BURY_TOP = [CardChoice(2 + kind, kind) for kind in range(4)]


def card_name(card: int) -> str:
    return f"{NAMES[card % 4]}{card // 4 + 1}"


class EmbersGame(PlainGame):
    LINES: ClassVar = {
        "draw": "you draw {0}", "reshuffle": "the discard pile becomes the deck", "play": "{0} plays {1}",
        "drop": "{0} discards {1}", "look": "you see {0}", "bury": "{0} buries it", "leave": "{0} leaves it",
    }  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "embers", "Embers", "1", (2, 3)
        questions = ("Play which card?", "Which card comes next?", "Which card do you discard?", "Bury it?")
        self.kinds = tuple(Kind(words, (17, 16, 16, 2)[i], words, "TC-1") for i, words in enumerate(questions))
        self.max_options, self.max_moves = 17, 200

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Embers()
        state.begin(self, seats, random)
        state.where, state.seen, state.deck = [DECK] * CARDS, [0] * CARDS, shuffled(random, list(range(CARDS)))
        state.points, state.turns, state.active, state.last = [0] * seats, 6 * seats, -1, -1
        for seat in range(3 * seats):
            state.draw(seat % seats)
        state.push(NEXT_TURN)
        return state

    def view(self, state: State, viewer: int) -> object:
        s = table(state)

        def name(card: int) -> str:
            return card_name(card) if viewer >= 0 and s.seen[card] >> viewer & 1 else "?"

        hands = [sorted(map(name, s.hand(seat))) for seat in range(int(s.seats))]
        piles = {"deck": [*map(name, s.deck)], "discard": [*map(card_name, s.hand(DISCARD))]}
        return {**shown(s, "points", "turns", "active", "last"), **piles, "hands": hands}

    def notation(self, state: State, seat: int, option: int) -> str:
        if state.asked(seat) == BURY:
            return ("leave", "bury")[option]
        return "rest" if option == REST else f"{'discard' if state.asked(seat) == DROP else 'play'} {card_name(option)}"

    def reason(self, state: State, seat: int, path: Path) -> Reason:
        if path == ("do:rest",):
            return Reason("TC-4", "you hold six cards already, or are not free to rest")
        return Reason("TC-1", "you do not hold that card")

    def secrets(self, state: State) -> list[Secret]:
        s = table(state)
        hands = [Secret(f"hand of {seat}", tuple(s.hand(seat)), int(BIT[seat])) for seat in range(int(s.seats))]
        return [*hands, *[Secret(f"place {i} of the deck", card, s.seen[card]) for i, card in enumerate(s.deck)]]

    def pieces(self, state: State) -> dict[str, int]:
        return {"cards": sum(w != DECK for w in table(state).where) + len(table(state).deck)}
