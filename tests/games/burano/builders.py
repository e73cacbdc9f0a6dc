"""Any position of Burano in one line, and a table that is played by notation.

    table(4, turn=2, coins={2: 9}, prepared={2: "BP"}, city="d4:W c4:BG", islands={1: "A A", 2: "A"}, boats={2: "E"})

Players count from 1. Colours are written by their letters B P Y G O W; a stack of the city from the bottom, cubes and
rooftop blocks in turn (`BG`: a blue cube under a green roof); a pyramid slot by slot, `.` for an empty one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, DEPARTS, NONE
from bungalow.core.types import Reason
from bungalow.games.burano import GAME
from bungalow.games.burano.data import ROOF_KINDS, SEASONS, Box
from bungalow.games.burano.notation import CELLS, SQUARES
from bungalow.games.burano.places import COLOURS, ISLANDS, NODES
from bungalow.games.burano.rules.cleanup import CLEAN_UP
from bungalow.games.burano.rules.pyramid import CONSTRUCT
from bungalow.games.burano.rules.season import END_SEASON, ROUNDS
from bungalow.games.burano.rules.turn import CHOOSE_MOVE
from bungalow.games.burano.shapes import BuranoView
from bungalow.games.burano.state import SOURCES, Burano
from bungalow.games.burano.words import PARTS

LETTERS = "BPYGOW"
RING = "WOPPYBGBOYGW"
"""The pieces A, B, C, D in this order."""
DOCKS = "BPY GOW BPY GOW BPY GOW"
FULL = "BPYGOWBPYGOWBP"
"""A pyramid of fourteen cubes; its top is pink."""

Of = Mapping[int, str]
Numbers = Mapping[int, int]


class Table:
    """A table at its next choice. Whatever is played keeps the pieces of the box and the invariants of the ring."""

    def __init__(self, state: Burano) -> None:
        self.state = state
        state.listen()
        self.pieces = GAME.pieces(state)

    def play(self, *moves: str) -> Table:
        """Play moves of whoever is asked, each written in its notation."""
        for move in moves:
            self.play_as(int(self.state.actor()) + 1, move)
        return self

    def play_as(self, player: int, *moves: str) -> Table:
        for move in moves:
            seat = player - 1
            self.state.play(seat, self.state.parse(seat, move))
            assert GAME.pieces(self.state) == self.pieces, move
            self.check()
        return self

    def check(self) -> None:
        """Invariants of 2.4 and 2.5."""
        state = self.state
        for seat in range(int(state.seats)):
            assert 1 <= state.ring[seat] <= 9
            assert 0 <= state.arrow[seat] < 12
            assert state.coins[seat] >= 0
            assert 0 <= state.privilege[seat] <= 10

    # -- the question -------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> str:
        """The kind of question that is put now; empty when the game is over."""
        seat = self.state.actor()
        return "" if seat < 0 else GAME.kinds[self.state.asked(seat)].name

    @property
    def asked_player(self) -> int:
        return int(self.state.actor()) + 1

    @property
    def options(self) -> list[str]:
        return self.options_of(int(self.state.actor()) + 1)

    def options_of(self, player: int) -> list[str]:
        return [self.state.notation(player - 1, option) for option in self.state.legal(player - 1)]

    def why_not(self, target: str, *path: str) -> Reason | None:
        return self.state.why_not(self.state.actor(), target, path)

    def clause_against(self, target: str, *path: str) -> str:
        reason = self.why_not(target, *path)
        return "" if reason is None else reason.clause

    # -- looking ------------------------------------------------------------------------------------------------------

    def coins(self, player: int) -> int:
        return int(self.state.coins[player - 1])

    def privilege(self, player: int) -> int:
        return int(self.state.privilege[player - 1])

    def ring(self, player: int) -> tuple[int, int]:
        """(p, n)."""
        return int(self.state.arrow[player - 1]), int(self.state.ring[player - 1])

    def vp(self, player: int, part: str = "") -> int:
        """All victory points, or those from one source."""
        if not part:
            return int(self.state.score(player - 1))
        return int(self.state.points[(player - 1) * SOURCES + PARTS.index(part)])

    def workers(self, island: str) -> list[int]:
        """Workers on an island, player by player."""
        return [int(self.state.workers[seat * 6 + ISLANDS.index(island)]) for seat in range(int(self.state.seats))]

    def lace(self, player: int) -> str:
        bits = int(self.state.lace[player - 1])
        return " ".join(SQUARES[square] for square in range(28) if bits >> square & 1)

    def prepared(self, player: int) -> str:
        return self._letters(self.state.prepared, player)

    def reserve(self, player: int) -> str:
        return self._letters(self.state.reserve, player)

    def _letters(self, counts: vec[i64], player: int) -> str:
        return "".join(LETTERS[colour] * int(counts[(player - 1) * 6 + colour]) for colour in range(6))

    def pyramid(self, player: int) -> str:
        slots = [int(self.state.pyramid[(player - 1) * 14 + slot]) for slot in range(14)]
        return "".join("." if colour == NONE else LETTERS[colour] for colour in slots)

    def hand(self, player: int) -> str:
        return self._fish(self.state.hand, player)

    def sold(self, player: int) -> str:
        return self._fish(self.state.sold, player)

    def _fish(self, counts: vec[i64], player: int) -> str:
        names = [kind.id for kind in cast(Box, self.state.box.cold).fish]
        return " ".join(name for kind, name in enumerate(names) for _ in range(int(counts[(player - 1) * 8 + kind])))

    def stack(self, cell: str) -> str:
        stack = int(self.state.city[CELLS.index(cell)])
        return "".join(LETTERS[stack >> 3 * (layer + 1) & 7] for layer in range(stack & 7))

    def tiles(self, player: int) -> list[str]:
        own = [int(self.state.tiles[(player - 1) * 3 + space]) for space in range(3)]
        return [self.state.box.tile_names[tile] for tile in own if tile != NONE]

    def cards(self, player: int) -> list[str]:
        bits = int(self.state.cards[player - 1])
        return [name for number, name in enumerate(self.state.box.card_ids) if bits >> number & 1]

    @property
    def building_row(self) -> list[str]:
        return [self.state.box.card_ids[card] for card in self.state.building_row if card != NONE]

    @property
    def fish_row(self) -> list[str]:
        return [self.state.box.fish_names[kind] for kind in self.state.fish_row if kind != NONE]

    @property
    def supply(self) -> dict[str, int]:
        return {letter: int(self.state.supply[colour]) for colour, letter in enumerate(LETTERS)}

    def boat(self, player: int) -> str:
        return NODES[self.state.boat[player - 1]]

    @property
    def ships_west(self) -> set[str]:
        return {name for number, name in enumerate(self.state.box.ship_ids) if int(self.state.ships_west) >> number & 1}

    @property
    def season(self) -> str:
        return SEASONS[self.state.season]

    @property
    def ranks(self) -> list[int]:
        return [score.rank for score in self.state.standing().scores]

    @property
    def lines(self) -> list[str]:
        """The log since the position was set up."""
        names = GAME.seat_names(int(self.state.seats), self.state.settings)
        return [GAME.say(event, names) for event in self.state.log or [] if event.key != DEPARTS]

    def clauses(self, key: str) -> list[str]:
        return [event.clause for event in self.state.log or [] if event.key == key]

    def view(self, player: int | None = None) -> BuranoView:
        return cast(BuranoView, self.state.view(-1 if player is None else player - 1))


def table(
    seats: int = 4,
    *,
    at: str = "turn",
    turn: int = 1,
    start: int = 1,
    season: str = "spring",
    round_: int = 1,
    moves: int = 0,
    coins: Numbers | None = None,
    privilege: Numbers | None = None,
    prepared: Of | None = None,
    reserve: Of | None = None,
    pyramid: Of | None = None,
    supply: Mapping[str, int] | None = None,
    city: str = "d4:W",
    tiles: Of | None = None,
    rings: Of | None = None,
    arrow: Numbers | None = None,
    islands: Of | None = None,
    lace: Of | None = None,
    docks: str = DOCKS,
    boats: Of | None = None,
    west: str = "triplets pairs",
    markers: str = "BP YG OW",
    row: str = "tuna squid lobster",
    deck: str = "",
    deck_size: int = 99,
    hand: Of | None = None,
    seen: Of | None = None,
    sold: Of | None = None,
    cards: Of | None = None,
    buildings: str = "",
    building_deck: str = "",
    building_deck_size: int = 99,
    vp: Numbers | None = None,
    seed: int = 1,
    experienced: bool = False,
) -> Table:
    """A position at its next choice.

    `at` is "turn" (the menu of the player on turn), "cleanup" (its first event) or "pyramid". Each player has a worker
    on the island of its letter unless `islands` or `lace` say otherwise; the ring holds the rest of the ten. Coins,
    privilege, cubes, tiles, fish and cards are none unless they are given, but at "turn" each pyramid has a blue cube,
    so that nobody has to pass. `deck` and `building_deck` name what comes next.
    """
    state = cast(Burano, GAME.new(seats, {"experienced": experienced}, seed))
    box = cast(Box, state.box.cold)
    state.end()
    state.season, state.round, state.moves = SEASONS.index(season), round_ - 1, moves
    state.start = state.first = start - 1
    state.turn = turn - 1
    for seat in range(seats):
        player = seat + 1
        state.coins[seat] = (coins or {}).get(player, 0)
        state.privilege[seat] = (privilege or {}).get(player, 0)
        count_colours(state.prepared, seat, (prepared or {}).get(player, ""))
        count_colours(state.reserve, seat, (reserve or {}).get(player, ""))
        for slot in range(14):
            state.set_slot(seat, slot, NONE)
        for slot, letter in enumerate((pyramid or {}).get(player, "B" if at == "turn" else "")):
            if letter != ".":
                state.set_slot(seat, slot, LETTERS.index(letter))
        set_workers(state, seat, islands, lace)
        state.arrow[seat] = (arrow or {}).get(player, 0)
    state.ring_colour = vec[i64]([LETTERS.index(c) for p in range(seats) for c in (rings or {}).get(p + 1, RING)])
    state.ring_fountain = vec[i64]([int(house % 3 == 1) for _ in range(seats) for house in range(12)])
    state.boat = vec[i64]([NODES.index((boats or {}).get(p + 1, ISLANDS[p])) for p in range(seats)])
    state.docks = vec[i64]([LETTERS.index(letter) for letter in docks.replace(" ", "")])
    state.ships_west = sum(int(BIT[state.box.ship_ids.index(name)]) for name in west.split())
    colours = markers.replace(" ", "")
    state.markers = vec[i64]([colours.index(letter) // 2 for letter in LETTERS])
    build_city(state, city)
    for colour, letter in enumerate(LETTERS):
        state.supply[colour] = 0
        used = GAME.pieces(state)[f"{COLOURS[colour]} cubes"]
        state.supply[colour] = 20 - used if supply is None else supply.get(letter, 20 - used)
    deal_tiles(state, seats, tiles or {})
    deal_fish(state, box, seats, row, deck, deck_size, hand or {}, seen or {}, sold or {})
    deal_cards(state, seats, cards or {}, buildings, building_deck, building_deck_size)
    points = [0] * (seats * int(SOURCES))
    for player, number in (vp or {}).items():
        points[(player - 1) * int(SOURCES)] = number
    state.points = vec[i64](points)
    state.push(END_SEASON)
    state.push(CLEAN_UP)
    if at != "cleanup":
        state.push(ROUNDS)
        state.push(CHOOSE_MOVE if at == "turn" else CONSTRUCT)
    ready = Table(state)
    state.advance()
    state.reveals = 0
    return ready


def new(seats: int = 4, *, seed: int = 1, experienced: bool = False) -> Table:
    """A table as the set-up leaves it."""
    return Table(cast(Burano, GAME.new(seats, {"experienced": experienced}, seed)))


def count_colours(counts: vec[i64], seat: int, letters: str) -> None:
    for colour, letter in enumerate(LETTERS):
        counts[seat * 6 + colour] = letters.count(letter)


def set_workers(state: Burano, seat: int, islands: Of | None, lace: Of | None) -> None:
    squares = (lace or {}).get(seat + 1, "").split()
    default = "" if squares or (islands is not None and seat + 1 in islands) else ISLANDS[seat]
    out = Counter((islands or {}).get(seat + 1, default).split())
    for island, name in enumerate(ISLANDS):
        state.workers[seat * 6 + island] = out[name]
    state.lace[seat] = sum(int(BIT[SQUARES.index(square)]) for square in squares)
    state.ring[seat] = 10 - out.total() - len(squares)
    assert 1 <= state.ring[seat] <= 9, "at least one and at most nine workers are on the ring"


def build_city(state: Burano, text: str) -> None:
    """Stacks written `d4:W c4:BG`."""
    for cell in range(49):
        state.city[cell] = 0
    for at in range(len(state.tops)):
        state.tops[at] = 0
    state.built = state.caps = 0
    for word in text.split():
        name, _, letters = word.partition(":")
        cell = CELLS.index(name)
        stack = len(letters)
        for layer, letter in enumerate(letters):
            stack += LETTERS.index(letter) << 3 * (layer + 1)
        state.city[cell] = stack
        state.built |= BIT[cell]
        if len(letters) % 2 == 0:
            state.caps |= BIT[cell]
        elif len(letters) < 5:
            floor = len(letters) // 2
            state.tops[floor * 7 + LETTERS.index(letters[-1])] |= BIT[cell]
            state.tops[floor * 7 + 6] |= BIT[cell]
    near = 0
    for cell in range(49):
        if int(state.built) >> cell & 1:
            near |= int(state.box.near[cell])
    state.pits = near & ~int(state.built)


def deal_tiles(state: Burano, seats: int, tiles: Of) -> None:
    names = state.box.tile_names
    held = [[names.index(name) for name in tiles.get(seat + 1, "").split()] for seat in range(seats)]
    out = [tile for own in held for tile in own]
    spaces = [sorted(own) + [NONE] * (3 - len(own)) for own in held]
    state.tiles = vec[i64]([tile for own in spaces for tile in own])
    stacks: list[int] = []
    drawn: list[int] = []
    for kind in range(len(ROOF_KINDS)):
        mine = range(kind * 12, kind * 12 + 12)
        gone = [tile for tile in mine if tile in out]
        drawn.append(len(gone))
        stacks += gone + [tile for tile in mine if tile not in out]
    state.roof_stack, state.roof_drawn = vec[i64](stacks), vec[i64](drawn)


def deal_fish(
    state: Burano, box: Box, seats: int, row: str, deck: str, size: int, hand: Of, seen: Of, sold: Of
) -> None:
    """The rest of the fish lies in the deck after the named ones; a smaller deck sells them to the last player."""
    names = [kind.id for kind in box.fish]
    left = Counter(dict.fromkeys(names, 6))
    counts: list[list[int]] = []
    for held in (hand, seen, sold):
        counts.append([held.get(seat + 1, "").split().count(name) for seat in range(seats) for name in names])
    for held in (hand, sold):
        for text in held.values():
            left.subtract(text.split())
    left.subtract(row.split())
    left.subtract(deck.split())
    assert min(left.values()) >= 0, "there are six of each kind"
    rest = [names.index(name) for name in deck.split()] + [names.index(name) for name in left.elements()]
    for kind in rest[size:]:
        counts[2][(seats - 1) * 8 + kind] += 1
    rest = rest[:size]
    state.fish_deck, state.fish_drawn = vec[i64](rest), 0
    shown = sorted(names.index(name) for name in row.split())
    state.fish_row = vec[i64](shown + [NONE] * (3 - len(shown)))
    state.hand, state.known, state.sold = (vec[i64](count) for count in counts)


def deal_cards(state: Burano, seats: int, cards: Of, row: str, deck: str, size: int) -> None:
    names = state.box.card_ids
    held = [[names.index(name) for name in cards.get(seat + 1, "").split()] for seat in range(seats)]
    state.cards = vec[i64]([sum(int(BIT[card]) for card in own) for own in held])
    coming = [names.index(name) for name in deck.split()]
    out = [card for own in held for card in own] + coming
    shown = [names.index(name) for name in row.split() if name != "none"]
    free = [card for card in range(16) if card not in out and card not in shown]
    if row != "none":
        while len(shown) < 4 and free:
            shown.append(free.pop(0))
    state.building_row = vec[i64](sorted(shown) + [NONE] * (4 - len(shown)))
    state.building_deck, state.building_drawn = vec[i64]((coming + free)[:size]), 0
