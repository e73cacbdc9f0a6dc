"""Any position of Burrows in one line, and a table that is played by notation.

    table(3, turn=2, pool="T15 T16 T17", reserve={2: "T41"}, warrens={2: "T32@(0,0,0)"}, gophers={2: "O1 P2"}, bus=1)

Players count from 1 and tiles are written as in the SPEC; `R3` is a red gopher in a burrow of length 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import NONE
from bungalow.core.types import Reason
from bungalow.games.burrows import GAME
from bungalow.games.burrows.data import COLOURS, Box
from bungalow.games.burrows.rules import START_TURN
from bungalow.games.burrows.state import GONE, ON_RANCH, POOL_ON_TURN, Burrows
from bungalow.games.burrows.strands import CLOSED, strands
from bungalow.games.burrows.view import BurrowsView
from bungalow.games.burrows.warren import Warren, place_of, place_r, place_x, place_y, plain_place

LETTERS = "ROP"
FAR_AWAY = int(place_of(90, 90, 0))
"""Stands for the end of a burrow that a position speaks of without laying its tiles."""


class Table:
    """A table at its next choice. Whatever is played keeps the pieces of the box."""

    def __init__(self, state: Burrows) -> None:
        self.state = state
        state.listen()
        self.pieces = GAME.pieces(state)

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> Table:
        """Play moves of whoever is asked, each written in its notation."""
        for move in moves:
            seat = self.state.actor()
            self.state.play(seat, self.state.parse(seat, move))
            assert GAME.pieces(self.state) == self.pieces, move
        return self

    def build(self, word: str) -> Table:
        """Build a tile and lay it: `T15@(0,0,0)`. A reserved tile is kept."""
        tile, at = split(word)
        self.play(f"build {tile}")
        if self.asked == "piece":
            self.play("lay pool")
        if self.asked == "place":
            self.play(at)
        return self.play("finish") if self.asked == "piece" else self

    @property
    def asked(self) -> str:
        """The kind of question that is put now; empty when the game is over."""
        seat = self.state.actor()
        return "" if seat < 0 else GAME.kinds[self.state.asked(seat)].name

    @property
    def options(self) -> list[str]:
        seat = self.state.actor()
        return [self.state.notation(seat, option) for option in self.state.legal(seat)]

    def option(self, move: str) -> int:
        return self.state.parse(self.state.actor(), move)

    def why_not(self, target: str, *path: str) -> Reason | None:
        return self.state.why_not(self.state.actor(), target, path)

    def clause_against(self, target: str, *path: str) -> str:
        reason = self.why_not(target, *path)
        return "" if reason is None else reason.clause

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the player on turn."""
        return int(self.state.turn) + 1

    @property
    def pool(self) -> list[str]:
        state = self.state
        return [state.box.tile_names[state.pool[i]] for i in range(int(state.pool_count))]

    @property
    def next_tile(self) -> str:
        """The tile on top of the stock."""
        return self.state.box.tile_names[self.state.stock[int(self.state.drawn)]]

    def reserve(self, player: int) -> str:
        tile = int(self.state.reserve[player - 1])
        return "" if tile == NONE else self.state.box.tile_names[tile]

    def gophers(self, player: int) -> str:
        """`R1 P4`: what the player houses, and how long those burrows are."""
        lengths = [int(self.state.house_length[(player - 1) * 3 + colour]) for colour in range(3)]
        return " ".join(f"{letter}{length}" for letter, length in zip(LETTERS, lengths, strict=True) if length)

    def home(self, player: int, colour: str) -> tuple[int, int, str] | None:
        """One end of the burrow where that gopher lives, as (x, y, side); None on the ranch."""
        spot = int(self.state.house_place[(player - 1) * 3 + COLOURS.index(colour)])
        return None if spot == ON_RANCH else (place_x(spot), place_y(spot), "NESW"[place_r(spot)])

    def laid(self, player: int) -> list[str]:
        """The player's warren, as it is written in the SPEC."""
        warren = self.state.warrens[player - 1]
        found: list[str] = []
        for index in range(int(warren.count)):
            place = warren.place(index)
            name = self.state.box.tile_names[warren.tile(index)]
            found.append(f"{name}@({place_x(place)},{place_y(place)},{place_r(place)})")
        return found

    def strands(self, player: int) -> list[str]:
        """The closed strands of a warren: `R-R 5`, sorted."""
        found: list[str] = []
        for strand in strands(self.state.warrens[player - 1], self.state.tiles):
            if strand.kind == CLOSED:
                one, other = sorted((strand.one, strand.other))
                found.append(f"{LETTERS[one]}-{LETTERS[other]} {strand.length}")
        return sorted(found)

    @property
    def complaints(self) -> list[int]:
        return [int(number) for number in self.state.complaints]

    @property
    def scores(self) -> list[int]:
        return [score.total for score in self.state.standing().scores]

    @property
    def ranks(self) -> list[int]:
        return [score.rank for score in self.state.standing().scores]

    @property
    def stages_left(self) -> int:
        return len(self.state.stage_ends) - int(self.state.stage)

    @property
    def lines(self) -> list[str]:
        """The log since the position was set up."""
        names = GAME.seat_names(int(self.state.seats), self.state.settings)
        return [GAME.say(event, names) for event in self.state.log or []]

    def clauses(self, key: str) -> list[str]:
        """The clauses of the events of that key."""
        return [event.clause for event in self.state.log or [] if event.key == key]

    @property
    def view(self) -> BurrowsView:
        return cast(BurrowsView, self.state.view(self.state.actor()))


def table(
    seats: int = 3,
    *,
    turn: int = 1,
    pool: str = "",
    stock: str = "",
    reserve: Mapping[int, str] | None = None,
    warrens: Mapping[int, str] | None = None,
    gophers: Mapping[int, str] | None = None,
    scored: int = 0,
    stage: str = "",
    complaints: Sequence[int] = (),
    bus: int = 0,
    seed: int = 1,
    edition: str = "",
) -> Table:
    """A position at its next choice.

    `pool` and `stock` name the face-up tiles and the next ones to come (others follow by number). `gophers` replaces
    what a player houses, `scored` is the number of stages that are over, `stage` names the pages of the next one, and
    `complaints` deals the scored pages so that the totals come out.
    """
    state = cast(Burrows, GAME.new(seats, seed=seed, edition=edition))
    state.end()
    state.turn = turn - 1
    state.bus = bus
    used = [lay_warren(state, player, text) for player, text in (warrens or {}).items()]
    out = [tile for tiles in used for tile in tiles]
    for player, name in (reserve or {}).items():
        state.reserve[player - 1] = tile_number(state, name)
        out.append(tile_number(state, name))
    deal_tiles(state, out, pool.split(), stock.split())
    for player, text in (gophers or {}).items():
        house(state, player, text)
    for colour in range(3):
        housed = sum(state.house_length[seat * 3 + colour] > 0 for seat in range(seats))
        assert housed == seats - 1, f"{housed} {COLOURS[colour]} gophers with {seats} players (BW-6.6)"
    turn_schedule_to(state, scored, stage.split())
    give_pages(state, list(complaints))
    state.push(START_TURN)
    state.advance()
    state.reveals = 0
    return Table(state)


def split(word: str) -> tuple[str, str]:
    """`T15@(1,-1,2)` as a tile and the notation of a placement."""
    tile, _, at = word.partition("@")
    x, y, r = at.strip("()").split(",")
    return tile, f"at {x},{y} r{r}"


def tile_number(state: Burrows, name: str) -> int:
    return state.box.tile_names.index(name)


def lay_warren(state: Burrows, player: int, text: str) -> list[int]:
    """Lay tiles written `T15@(0,0,0) T38@(1,-1,2)`, each legally; their numbers come back."""
    warren: Warren = state.own_warren(player - 1)
    tiles: list[int] = []
    for word in text.split():
        name, _, at = word.partition("@")
        x, y, r = (int(part) for part in at.strip("()").split(","))
        tile = tile_number(state, name)
        place = plain_place(state.tiles, tile, place_of(x, y, r))
        assert warren.legal(place), f"{word} does not fit"
        warren.lay_place(state.tiles, tile, place)
        tiles.append(tile)
    warren.clear_closed()
    return tiles


def deal_tiles(state: Burrows, out: list[int], pool: list[str], stock: list[str]) -> None:
    """Fill the pool, and order the stock so that the named tiles come next."""
    shown = [tile_number(state, name) for name in pool]
    coming = [tile_number(state, name) for name in stock]
    named = out + shown + coming
    assert len(set(named)) == len(named), "a tile cannot lie in two places"
    order = out + shown + coming + [tile for tile in range(len(state.stock)) if tile not in named]
    state.stock = vec[i64](order)
    state.pool = vec[i64](sorted(shown) + [NONE] * (int(POOL_ON_TURN) + 1 - len(shown)))
    state.pool_count = len(shown)
    state.drawn = len(out) + len(shown)
    state.newest = shown[-1] if shown else NONE


def house(state: Burrows, player: int, text: str) -> None:
    """What a player houses: `R1 P4`. Length 1 is the ranch board, more is the warren."""
    for colour in range(3):
        state.house_length[(player - 1) * 3 + colour] = 0
        state.house_place[(player - 1) * 3 + colour] = ON_RANCH
    for word in text.split():
        colour, length = LETTERS.index(word[0]), int(word[1:])
        state.house_length[(player - 1) * 3 + colour] = length
        if length > 1:
            state.house_place[(player - 1) * 3 + colour] = find_home(state, player, colour, length)


def find_home(state: Burrows, player: int, colour: int, length: int) -> int:
    """The end of a burrow of that colour and length in the player's warren, or a spot far away."""
    warren = state.warrens[player - 1]
    for strand in strands(warren, state.tiles):
        if (strand.kind, strand.one, strand.other, strand.length) == (CLOSED, colour, colour, length):
            ends = [strand.segments[0], strand.segments[-1]]
            return min(int(warren.spot(index * 6 + max(one, other))) for index, one, other in ends)
    return FAR_AWAY


def turn_schedule_to(state: Burrows, scored: int, pages: list[str]) -> None:
    """So many stages are over; white pages change places so that the next stage holds the named ones."""
    box = cast(Box, state.box.cold)
    schedule = [int(page) for page in state.schedule]
    start = int(state.stage_start(scored))
    if pages:
        assert len(pages) == state.stage_ends[scored] - start, "that stage has another number of pages"
    for at, name in enumerate(pages, start):
        wanted = next(number for number, page in enumerate(box.pages) if page.id == name)
        other = schedule.index(wanted)
        assert other == at or box.pages[schedule[at]].white == box.pages[wanted].white is True
        schedule[at], schedule[other] = wanted, schedule[at]
    state.schedule = vec[i64](schedule)
    state.stage = scored


def give_pages(state: Burrows, totals: list[int]) -> None:
    """Give the pages of the scored stages away: round the table, or so that each player has the given complaints."""
    over = [int(state.schedule[i]) for i in range(int(state.stage_start(state.stage)))]
    coloured = sorted(
        (page for page in over if state.page_colour[page] >= 0), key=lambda page: -int(state.page_complaints[page])
    )
    for page in over:
        state.page_owner[page] = GONE
    owners = [turn % int(state.seats) for turn in range(len(coloured))]
    if totals:
        found = share(([int(state.page_complaints[page]) for page in coloured]), totals)
        assert found is not None, f"the scored pages cannot make {totals}"
        owners = found
    for page, seat in zip(coloured, owners, strict=True):
        state.page_owner[page] = seat
        state.complaints[seat] += state.page_complaints[page]


def share(values: list[int], totals: list[int]) -> list[int] | None:
    """Who gets which value, largest first, so that nothing is left over; None when there is no way."""
    if not values:
        return [] if not any(totals) else None
    for seat, left in enumerate(totals):
        if left >= values[0]:
            rest = share(values[1:], [*totals[:seat], left - values[0], *totals[seat + 1 :]])
            if rest is not None:
                return [seat, *rest]
    return None


def almost(colour: str, length: int, *, bus: bool = False) -> tuple[str, str]:
    """A warren that is one tile short of a burrow, a column of tiles, and that tile, with a bus or without."""
    lower, upper = {"R": ("T15", "T18"), "O": ("T19", "T16"), "P": ("T20", "T17")}[colour]
    if bus:
        lower, upper = upper, lower
    between = ["T67", "T68", "T66", "T61", "T62"][: length - 2]
    column = [f"{lower}@(0,0,0)", *(f"{tile}@(0,{-height},0)" for height, tile in enumerate(between, 1))]
    return " ".join(column), f"{upper}@(0,{1 - length},2)"
