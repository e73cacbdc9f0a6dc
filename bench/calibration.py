"""Terraces, the calibration title: a synthetic game of the weight of a modern board game.

Two to four farmers share a hillside of 7 x 7 cells. Each holds a hidden hand of cards and a hidden favourite colour,
has a walker on the hill, and three actions a turn: draw a card, plant one from the hand or from the market on an
empty cell near the walker, walk over empty and own cells, or harvest an area of one colour and keep one of its tiles.
Planting scores the longest rising chain from the new tile, harvesting the values of the area, the end the favourite
colour.

`twin.cpp` plays the same game move by move; a change here is a change there.
"""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE, Choice, Game, State, Step
from bungalow.core.random import Random, mix, mix_all

SIDE: Final[i64] = 7
CELLS: Final[i64] = 49
COLOURS: Final[i64] = 5
VALUES: Final[i64] = 4
CARDS: Final[i64] = 20
"""Different cards: card = colour * VALUES + value - 1."""
COPIES: Final[i64] = 5
DECK: Final[i64] = 100
HAND_LIMIT: Final[i64] = 6
MARKET: Final[i64] = 4
ACTIONS: Final[i64] = 3
ROUNDS: Final[i64] = 12
STRIDE: Final[i64] = 3
"""How far a walker walks."""
REACH: Final[i64] = 2
"""How far from its walker a seat plants, counted as a chess king moves."""
AREA: Final[i64] = 3
"""The smallest area that can be harvested."""
FAVOURITE: Final[i64] = 2
"""What an own tile of the favourite colour is worth at the end."""
EMPTY: Final[i64] = -1

# Options of the question "what to do".
END: Final[i64] = 0
DRAW: Final[i64] = 1
BUY: Final[i64] = 2
PLANT: Final[i64] = 6
WALK: Final[i64] = 26
HARVEST: Final[i64] = 75
DO_SIZE: Final[i64] = 124

# Kinds of questions.
DO: Final = 0
WHERE: Final = 1
KEEP: Final = 2


def cells_around(cell: int, near: int, king: bool) -> vec[i64]:
    """The other cells within a distance, ascending."""
    found: list[int] = []
    side = int(SIDE)
    for other in range(int(CELLS)):
        rows = abs(other // side - cell // side)
        columns = abs(other % side - cell % side)
        distance = max(rows, columns) if king else rows + columns
        if 0 < distance <= near:
            found.append(other)
    return vec[i64](found)


BESIDE: Final = vec[vec[i64]]([cells_around(cell, 1, False) for cell in range(CELLS)])
WALKABLE: Final = vec[vec[i64]]([cells_around(cell, STRIDE, False) for cell in range(CELLS)])
PLANTABLE: Final = vec[vec[i64]]([cells_around(cell, REACH, True) for cell in range(CELLS)])
COLOUR: Final = vec[i64]([card // VALUES for card in range(CARDS)])
VALUE: Final = vec[i64]([card % VALUES + 1 for card in range(CARDS)])
HOME: Final = vec[i64]([8, 40, 12, 36])
"""Where the walkers start."""
queue: Final = vec[i64]([0] * CELLS)
"""Cells still to be looked at; used within one search only."""


class Terraces(State):
    """What lies on the table."""

    def __init__(self) -> None:
        super().__init__()
        self.tile: vec[i64] = vec[i64]()
        """The card on each cell, or `EMPTY`."""
        self.owner: vec[i64] = vec[i64]()
        self.walker: vec[i64] = vec[i64]()
        self.hand: vec[i64] = vec[i64]()
        """How many of each card each seat holds; hidden."""
        self.hand_size: vec[i64] = vec[i64]()
        self.favourite: vec[i64] = vec[i64]()
        """Each seat's colour, then the colours of nobody; hidden, and the same through the game."""
        self.coins: vec[i64] = vec[i64]()
        self.points: vec[i64] = vec[i64]()
        self.market: vec[i64] = vec[i64]()
        self.deck: vec[i64] = vec[i64]()
        """Hidden order; the last of `deck_size` is drawn first."""
        self.discard: vec[i64] = vec[i64]()
        self.deck_size: i64 = 0
        self.discard_size: i64 = 0
        self.turn: i64 = 0
        self.actions: i64 = 0
        self.round: i64 = 0
        self.subject: i64 = 0
        """The card that is being planted, or the cell whose area is being harvested."""

    def clone(self) -> "Terraces":
        copy = Terraces()
        copy.copy_core(self)
        copy.tile = self.tile[:]
        copy.owner = self.owner[:]
        copy.walker = self.walker[:]
        copy.hand = self.hand[:]
        copy.hand_size = self.hand_size[:]
        copy.favourite = self.favourite
        copy.coins = self.coins[:]
        copy.points = self.points[:]
        copy.market = self.market[:]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.deck_size = self.deck_size
        copy.discard_size = self.discard_size
        copy.turn = self.turn
        copy.actions = self.actions
        copy.round = self.round
        copy.subject = self.subject
        return copy

    def redeal(self, viewer: i64, random: Random) -> None:
        """Deck, the hands and, until the end, the favourite colours of others are unknown."""
        self.redeal_cards(viewer, random)
        if not self.over():
            self.redeal_favourites(viewer, random)

    def redeal_cards(self, viewer: i64, random: Random) -> None:
        unknown = vec[i64]([0] * CARDS)
        for i in range(self.deck_size):
            unknown[self.deck[i]] += 1
        for seat in range(self.seats):
            if seat != viewer:
                for card in range(CARDS):
                    unknown[card] += self.hand[seat * CARDS + card]
                    self.hand[seat * CARDS + card] = 0
        size: i64 = 0
        pool = vec[i64]([0] * DECK)
        for card in range(CARDS):
            for _copy in range(unknown[card]):
                pool[size] = card
                size += 1
        random.shuffle(pool, size)
        for seat in range(self.seats):
            if seat != viewer:
                for _slot in range(self.hand_size[seat]):
                    size -= 1
                    self.hand[seat * CARDS + pool[size]] += 1
        for i in range(size):
            self.deck[i] = pool[i]

    def redeal_favourites(self, viewer: i64, random: Random) -> None:
        mine = NONE if viewer < 0 else self.favourite[viewer]
        colours = vec[i64]([0] * COLOURS)
        others: i64 = 0
        for colour in range(COLOURS):
            if colour != mine:
                colours[others] = colour
                others += 1
        random.shuffle(colours, others)
        favourite = vec[i64]([0] * COLOURS)
        for seat in range(COLOURS):
            if seat == viewer:
                favourite[seat] = mine
            else:
                others -= 1
                favourite[seat] = colours[others]
        self.favourite = favourite

    def digest(self, h: i64) -> i64:
        h = mix_all(mix_all(mix_all(h, self.tile), self.owner), self.walker)
        h = mix_all(mix_all(mix_all(h, self.hand), self.hand_size), self.favourite)
        h = mix_all(mix_all(mix_all(h, self.coins), self.points), self.market)
        h = mix(mix(h, self.deck_size), self.discard_size)
        for i in range(self.deck_size):
            h = mix(h, self.deck[i])
        for i in range(self.discard_size):
            h = mix(h, self.discard[i])
        return mix(mix(mix(mix(h, self.turn), self.actions), self.round), self.subject)

    def score(self, seat: i64) -> i64:
        return self.points[seat]

    def rank(self, seat: i64) -> i64:
        """More points, then more coins; after that a tie."""
        better: i64 = 1
        mine = self.points[seat] * 1000 + self.coins[seat]
        for other in range(self.seats):
            if self.points[other] * 1000 + self.coins[other] > mine:
                better += 1
        return better

    # -- what the rules ask of the table ----------------------------------------------------------------------

    def has_card(self) -> bool:
        return self.deck_size + self.discard_size > 0

    def draw(self) -> i64:
        """The top card; the discard pile becomes the deck when that is empty."""
        if self.deck_size == 0:
            for i in range(self.discard_size):
                self.deck[i] = self.discard[i]
            self.deck_size = self.discard_size
            self.discard_size = 0
            self.shuffle(self.deck, self.deck_size)
        self.deck_size -= 1
        self.reveal()
        return self.deck[self.deck_size]

    def has_room(self, seat: i64) -> bool:
        """There is an empty cell near the seat's walker."""
        tile = self.tile
        for cell in PLANTABLE[self.walker[seat]]:  # noqa: SIM110  a generator is slow
            if tile[cell] < 0:
                return True
        return False

    def walk_area(self, seat: i64) -> i64:
        """Bit set of the cells that the seat's walker can reach over empty and own cells, its own among them."""
        owner = self.owner
        start = self.walker[seat]
        seen = BIT[start]
        queue[0] = start
        end: i64 = 1
        begin: i64 = 0
        for _step in range(STRIDE):
            ring = end
            while begin < ring:
                for cell in BESIDE[queue[begin]]:
                    if seen >> cell & 1 == 0 and (owner[cell] < 0 or owner[cell] == seat):
                        seen |= BIT[cell]
                        queue[end] = cell
                        end += 1
                begin += 1
        return seen

    def colour_area(self, start: i64) -> i64:
        """Bit set of the tiles of one colour that hang together with a tile."""
        tile = self.tile
        colour = COLOUR[tile[start]]
        seen = BIT[start]
        queue[0] = start
        size: i64 = 1
        while size > 0:
            size -= 1
            for cell in BESIDE[queue[size]]:
                if seen >> cell & 1 == 0 and tile[cell] >= 0 and COLOUR[tile[cell]] == colour:
                    seen |= BIT[cell]
                    queue[size] = cell
                    size += 1
        return seen

    def chain(self, cell: i64) -> i64:
        """Length of the longest rising chain of tiles that starts at a tile."""
        tile = self.tile
        value = VALUE[tile[cell]]
        longest: i64 = 0
        for beside in BESIDE[cell]:
            if tile[beside] >= 0 and VALUE[tile[beside]] > value:
                length = self.chain(beside)
                if length > longest:
                    longest = length
        return longest + 1


class BeginTurn(Step):
    """The market is filled up, and the seat gets a coin."""

    def run(self, state: State) -> None:
        table = cast(Terraces, state)
        for slot in range(MARKET):
            if table.market[slot] < 0 and table.has_card():
                table.market[slot] = table.draw()
        table.coins[table.turn] += 1
        table.actions = ACTIONS
        table.push(DO_SOMETHING)


class EndTurn(Step):
    """The next seat; after the last round the favourite colours count."""

    def run(self, state: State) -> None:
        table = cast(Terraces, state)
        table.turn += 1
        if table.turn == table.seats:
            table.turn = 0
            table.round += 1
        if table.round < ROUNDS:
            table.push(BEGIN_TURN)
            return
        table.reveal()
        for cell in range(CELLS):
            seat = table.owner[cell]
            if seat >= 0 and COLOUR[table.tile[cell]] == table.favourite[seat]:
                table.points[seat] += FAVOURITE


class OwnChoice(Choice):
    """A choice of the seat whose turn it is."""

    def actors(self, state: State) -> i64:
        return BIT[cast(Terraces, state).turn]


class DoSomething(OwnChoice):
    """One of the actions of a turn."""

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Terraces, state)
        out[0] = END
        n: i64 = 1
        if table.hand_size[seat] < HAND_LIMIT and table.has_card():
            out[n] = DRAW
            n += 1
        if table.has_room(seat):
            coins = table.coins[seat]
            for slot in range(MARKET):
                if coins > slot and table.market[slot] >= 0:
                    out[n] = BUY + slot
                    n += 1
            hand = table.hand
            first = seat * CARDS
            for card in range(CARDS):
                if hand[first + card] > 0:
                    out[n] = PLANT + card
                    n += 1
        reachable = table.walk_area(seat)
        for cell in WALKABLE[table.walker[seat]]:
            if reachable >> cell & 1 == 1:
                out[n] = WALK + cell
                n += 1
        owner = table.owner
        seen: i64 = 0
        for cell in range(CELLS):
            if owner[cell] == seat and seen >> cell & 1 == 0:
                area = table.colour_area(cell)
                seen |= area
                if big_enough(area):
                    out[n] = HARVEST + cell
                    n += 1
        return n

    def lone(self, state: State, seat: i64) -> i64:
        """Nearly always a card can be drawn."""
        table = cast(Terraces, state)
        if table.hand_size[seat] < HAND_LIMIT and table.has_card():
            return NONE
        return super().lone(state, seat)

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Terraces, state)
        table.actions -= 1
        table.push(DO_SOMETHING if option != END and table.actions > 0 else END_TURN)
        if option >= HARVEST:
            table.subject = option - HARVEST
            table.push(KEEP_ONE)
        elif option >= WALK:
            table.walker[seat] = option - WALK
        elif option >= PLANT:
            card = option - PLANT
            table.hand[seat * CARDS + card] -= 1
            table.hand_size[seat] -= 1
            table.subject = card
            table.reveal()
            table.push(PLANT_IT)
        elif option >= BUY:
            slot = option - BUY
            table.coins[seat] -= slot + 1
            table.subject = table.market[slot]
            table.market[slot] = EMPTY
            table.push(PLANT_IT)
        elif option == DRAW:
            card = table.draw()
            table.hand[seat * CARDS + card] += 1
            table.hand_size[seat] += 1


class PlantIt(OwnChoice):
    """On which cell."""

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Terraces, state)
        tile = table.tile
        n: i64 = 0
        for cell in PLANTABLE[table.walker[seat]]:
            if tile[cell] < 0:
                out[n] = cell
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Terraces, state)
        table.tile[option] = table.subject
        table.owner[option] = seat
        table.points[seat] += table.chain(option)


class KeepOne(OwnChoice):
    """Which own tile of the harvested area stays; the others are discarded, and their owners score one each."""

    def options(self, state: State, seat: i64, out: vec[i64]) -> i64:
        table = cast(Terraces, state)
        owner = table.owner
        area = table.colour_area(table.subject)
        n: i64 = 0
        for cell in range(CELLS):
            if area >> cell & 1 == 1 and owner[cell] == seat:
                out[n] = cell
                n += 1
        return n

    def take(self, state: State, seat: i64, option: i64) -> None:
        table = cast(Terraces, state)
        tile = table.tile
        owner = table.owner
        points = table.points
        area = table.colour_area(table.subject)
        for cell in range(CELLS):
            if area >> cell & 1 == 1:
                points[seat] += VALUE[tile[cell]]
                if cell != option:
                    if owner[cell] != seat:
                        points[owner[cell]] += 1
                    table.discard[table.discard_size] = tile[cell]
                    table.discard_size += 1
                    tile[cell] = EMPTY
                    owner[cell] = EMPTY


def big_enough(area: i64) -> bool:
    """The area has at least `AREA` tiles."""
    n: i64 = 0
    while area != 0:
        area &= area - 1
        n += 1
        if n == AREA:
            return True
    return False


BEGIN_TURN: Final = BeginTurn(1)
END_TURN: Final = EndTurn(2)
DO_SOMETHING: Final = DoSomething(3, DO)
PLANT_IT: Final = PlantIt(4, WHERE)
KEEP_ONE: Final = KeepOne(5, KEEP)


def set_up(game: Game, seats: i64, random: Random) -> Terraces:
    """Lay out the table."""
    table = Terraces()
    table.begin(game, seats, random)
    table.tile = vec[i64]([EMPTY] * CELLS)
    table.owner = vec[i64]([EMPTY] * CELLS)
    table.walker = HOME[:seats]
    table.hand = vec[i64]([0] * (seats * CARDS))
    table.hand_size = vec[i64]([0] * seats)
    table.favourite = vec[i64](list(range(COLOURS)))
    random.shuffle(table.favourite, COLOURS)
    table.coins = vec[i64]([2] * seats)
    table.points = vec[i64]([0] * seats)
    table.market = vec[i64]([EMPTY] * MARKET)
    table.deck = vec[i64]([i // COPIES for i in range(DECK)])
    table.deck_size = DECK
    table.discard = vec[i64]([0] * DECK)
    random.shuffle(table.deck, DECK)
    for seat in range(seats):
        for _i in range(3):
            table.hand[seat * CARDS + table.draw()] += 1
        table.hand_size[seat] = 3
    table.push(BEGIN_TURN)
    return table
