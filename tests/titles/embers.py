"""Embers: cards that start other cards, a hidden hand, a deck that is looked into and reshuffled.

TC-1  Hold three cards. On your turn play one, or rest and draw one. A played card is discarded, then takes effect.
TC-2  Spark: a point. Draft: draw two, discard one. Echo: play another card. Lens: see the top card, leave or bury it.
TC-3  When the deck is empty, the discard pile is shuffled and becomes the deck. Nothing is drawn when both are empty.
TC-4  You hold at most six cards, so resting is for those with fewer. After six turns each the most points win.
"""

from bungalow.core.contract import BIT, State, Step
from bungalow.core.random import Random
from bungalow.core.types import Kind, Path, Reason, Secret
from tests.titles.plain import PlainGame, TurnChoice, TurnState, held, shown, shuffled

NAMES = ("spark", "draft", "echo", "lens")
CARDS, REST = 16, 16  # card c does what NAMES[c % 4] says
PLAY, ECHO, DROP, BURY = 0, 1, 2, 3
DECK, DISCARD = -1, -2


class Embers(TurnState):
    where: list[int]  # for each card: a seat, the deck, the discard pile
    seen: list[int]  # for each card in deck or hand: the seats that know where it is
    deck: list[int]  # the last is the top
    points: list[int]
    last: int  # the card shown last: it may be in the deck again before anybody could look at the discard pile

    def start_turn(self) -> None:
        self.push(PLAY_CARD)

    def draw(self, seat: int) -> None:
        if not self.deck:  # TC-3
            self.deck = shuffled(self, held(self.where, DISCARD))
            for card in self.deck:
                self.where[card], self.seen[card] = DECK, 0
            self.tell("reshuffle", (), "TC-3")
        if self.deck:
            card = self.deck.pop()
            self.where[card] = seat
            self.seen[card] |= int(BIT[seat])
            self.reveal()
            self.tell("draw", (card_name(card),), "TC-1", BIT[seat])

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


class Effect(Step):  # TC-2
    def run(self, state: State) -> None:
        s = Embers.of(state)
        name = NAMES[self.code % 4]
        if name == "spark":
            s.points[s.active] += 1
        elif name == "draft":
            s.draw(s.active)
            s.draw(s.active)
            if held(s.where, s.active):
                s.push(DROP_CARD)
        elif name == "echo" and held(s.where, s.active):
            s.push(PLAY_ECHO)
        elif name == "lens" and len(s.deck) > 1:
            s.seen[s.deck[-1]] |= int(BIT[s.active])
            s.reveal()
            s.tell("look", (card_name(s.deck[-1]),), "TC-2", BIT[s.active])
            s.push(BURY_TOP)


class CardChoice(TurnChoice):  # TC-1, TC-2: every question of this title
    def offers(self, state: State, seat: int) -> list[int]:
        hand = held(Embers.of(state).where, seat)
        rest = [REST] if self.kind == PLAY and len(hand) < 6 else []
        return [0, 1] if self.kind == BURY else hand + rest

    def take(self, state: State, seat: int, option: int) -> None:
        s = Embers.of(state)
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


EFFECTS = [Effect(8 + what) for what in range(4)]
PLAY_CARD, PLAY_ECHO, DROP_CARD, BURY_TOP = [CardChoice(2 + kind, kind) for kind in range(4)]


def card_name(card: int) -> str:
    return f"{NAMES[card % 4]}{card // 4 + 1}"


class EmbersGame(PlainGame):
    def __init__(self) -> None:
        super().__init__()
        self.name, self.title, self.rules_version, self.seats = "embers", "Embers", "1", (2, 3)
        self.lines = {"draw": "you draw {0}", "reshuffle": "the discard pile becomes the deck", "play": "{0} plays {1}",
                      "drop": "{0} discards {1}", "look": "you see {0}",
                      "bury": "{0} buries it", "leave": "{0} leaves it"}  # fmt: skip
        questions = ("Play which card?", "Which card comes next?", "Which card do you discard?", "Bury it?")
        self.kinds = tuple(Kind(words, (17, 16, 16, 2)[i], words, "TC-1") for i, words in enumerate(questions))
        self.max_options, self.max_moves = 17, 200

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = Embers.begun_with(6 * seats, self, seats, random)
        state.where, state.seen, state.deck = [DECK] * CARDS, [0] * CARDS, shuffled(random, list(range(CARDS)))
        state.points, state.last = [0] * seats, -1
        for seat in range(3 * seats):
            state.draw(seat % seats)
        return state

    def view(self, state: State, viewer: int) -> object:
        s = Embers.of(state)
        known = 0 if viewer < 0 else int(BIT[viewer])
        names = [card_name(card) if s.seen[card] & known else "?" for card in range(CARDS)]
        hands = [sorted(names[card] for card in held(s.where, seat)) for seat in range(int(s.seats))]
        piles = {"deck": [names[card] for card in s.deck], "discard": [*map(card_name, held(s.where, DISCARD))]}
        return {**shown(s, "points", "turns", "active", "last"), **piles, "hands": hands}

    def notation(self, state: State, seat: int, option: int) -> str:
        if state.asked(seat) == BURY:
            return ("leave", "bury")[option]
        return "rest" if option == REST else f"{'discard' if state.asked(seat) == DROP else 'play'} {card_name(option)}"

    def reason(self, path: Path) -> Reason:
        rest = Reason("TC-4", "you hold six cards already, or are not free to rest")
        return rest if path == ("do:rest",) else Reason("TC-1", "you do not hold that card")

    def secrets(self, state: State) -> list[Secret]:
        s = Embers.of(state)
        hands = [Secret(f"hand of {seat}", tuple(held(s.where, seat)), int(BIT[seat])) for seat in range(int(s.seats))]
        return [*hands, *[Secret(f"place {i} of the deck", card, s.seen[card]) for i, card in enumerate(s.deck)]]

    def pieces(self, state: State) -> dict[str, int]:
        return {"cards": sum(w != DECK for w in Embers.of(state).where) + len(Embers.of(state).deck)}
