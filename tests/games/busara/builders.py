"""Any position of Busara in one line, and a table that is played by notation.

    table(3, boards={1: "F10 W11"}, virtues={1: "2 art 1 energy"}, kingdoms={2: "telalila"}, deck="shortage r-fire")

Players count from 1; `F10` is Fire on the player's board in row 1, column 0 (F, A, W, E = Fire, Water, Wind, Earth).
Boards lie as in the quick layout: player 2's right of player 1's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT
from bungalow.core.types import Reason
from bungalow.games.busara import GAME
from bungalow.games.busara.contents import RESOURCES, VIRTUES, Box
from bungalow.games.busara.rules.trade import asked_by, given_by
from bungalow.games.busara.rules.turn import START_TURN
from bungalow.games.busara.state import ONE_OF, Busara
from bungalow.games.busara.view import BusaraView, cell_name

LETTERS = "FAWE"
PLAIN = ("konga", "ilagik", "eko_akete", "logone", "milu", "egolica")
"""Kingdoms without a reaction, for players whose kingdom does not matter."""
USUAL = "F00 A33"
"""What lies on a board that a test does not speak of: nothing to forge."""


class Table:
    """A table at its next choice. Whatever is played keeps the pieces of the box."""

    def __init__(self, state: Busara) -> None:
        self.state = state
        state.watch()
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

    def want(self, letters: str) -> Table:
        """Announce a trade for these resources: `FFA`."""
        self.play("trade")._name("want", letters)
        assert self.state.want == _hand(letters), f"not exactly {letters} is wanted"
        return self

    def offer(self, gives: str, asks: str = "") -> Table:
        """Offer these resources for those; without any a gift."""
        seat = self.state.partner
        self._name("offer", gives)
        assert self.state.gives == _hand(gives), f"not exactly {gives} is given"
        if asks:
            self._name("ask", asks)
        else:
            self.play("ask nothing")
        assert (given_by(self.state, seat), asked_by(self.state, seat)) == (_hand(gives), _hand(asks))
        return self

    def _name(self, verb: str, letters: str) -> None:
        """Name them type by type, and be done; what leaves no choice has been played already."""
        for letter, resource in zip(LETTERS, RESOURCES, strict=True):
            if letter in letters and self._names(verb):
                self.play(f"{verb} {resource} {letters.count(letter)}")
        if self._names(verb):
            self.play("done")
        assert not self._names(verb)

    def _names(self, verb: str) -> bool:
        """It is still being named."""
        return self.asked.endswith(f" trade_{verb}")

    @property
    def asked(self) -> str:
        """`1 choose_action`: who is asked what; empty when the game is over."""
        seat = self.state.actor()
        return "" if seat < 0 else f"{seat + 1} {GAME.kinds[self.state.asked(seat)].name}"

    @property
    def options(self) -> list[str]:
        seat = self.state.actor()
        return [self.state.notation(seat, option) for option in self.state.legal(seat)]

    @property
    def words(self) -> list[str]:
        seat = self.state.actor()
        return [self.state.words(seat, option) for option in self.state.legal(seat)]

    def why_not(self, target: str, *path: str) -> Reason:
        reason = self.state.why_not(self.state.actor(), target, path)
        assert reason is not None, f"{target} can be chosen"
        return reason

    def clause_against(self, target: str, *path: str) -> str:
        return self.why_not(target, *path).clause

    # -- looking ------------------------------------------------------------------------------------------------------

    def board(self, player: int) -> str:
        """The tokens on the player's board: `F10 W11`."""
        realm = self.state.realm
        start = int(realm.board[player - 1]) * 16
        found = [(i, int(realm.token[start + i])) for i in range(16) if realm.token[start + i] >= 0]
        return " ".join(f"{LETTERS[token & 3]}{i // 4}{i % 4}" for i, token in found)

    def count(self, player: int) -> int:
        return int(self.state.realm.holds(player - 1))

    def virtues(self, player: int) -> dict[str, int]:
        held = self.state.realm.virtues
        found = {name: int(held[6 * (player - 1) + i]) for i, name in enumerate(VIRTUES)}
        return {name: count for name, count in found.items() if count}

    def wealth(self, player: int) -> int:
        return sum(self.virtues(player).values())

    def kingdom(self, player: int) -> str:
        return box().kingdoms[self.state.kingdom_of(player - 1)].id

    def is_up(self, player: int) -> bool:
        return self.state.is_revealed(player - 1)

    @property
    def embargoed(self) -> list[int]:
        return [seat + 1 for seat in range(int(self.state.seats)) if self.state.embargoed & BIT[seat]]

    @property
    def active(self) -> int:
        return int(self.state.active) + 1

    @property
    def winners(self) -> list[int]:
        return [seat + 1 for seat in range(int(self.state.seats)) if self.state.winners & BIT[seat]]

    def view(self, player: int) -> BusaraView:
        return cast(BusaraView, self.state.view(player - 1))

    def log(self, player: int = 0) -> list[str]:
        """The log as a player reads it; 0 is a spectator."""
        names = GAME.seat_names(int(self.state.seats), self.state.settings)
        return [GAME.say(event, names) for event in self.state.heard(player - 1)]

    def happened(self) -> list[str]:
        """The keys of all events so far."""
        return [event.key for event in self.state.log or []]


def box() -> Box:
    return GAME.components()


def table(
    seats: int = 2,
    *,
    turn: int = 1,
    boards: Mapping[int, str] | None = None,
    virtues: Mapping[int, str] | None = None,
    kingdoms: Mapping[int, str] | None = None,
    up: Iterable[int] = (),
    hidden: Iterable[int] = (),
    deck: str = "",
    drawn: int = 0,
    supply: Mapping[str, int] | None = None,
    stock: Mapping[int, int] | None = None,
    embargoed: Iterable[int] = (),
    round: int = 1,
    starter: int = 1,
    start: bool = True,
) -> Table:
    """A table at the start of a player's turn, played on to its first choice."""
    state = GAME.new(seats, {"layout": "quick", "starter": 1}, 5)
    assert isinstance(state, Busara)
    while state.phase < 4:
        seat = state.actor()
        state.apply(seat, state.legal(seat)[0])
    state.end()
    _deal_kingdoms(state, dict(kingdoms or {}))
    realm = state.own()
    realm.set_up(state.box, seats)
    for player in range(1, seats + 1):
        for word in (boards or {}).get(player, USUAL).split():
            realm.lay((player - 1) * 16 + int(word[1]) * 4 + int(word[2]), LETTERS.index(word[0]))
            realm.stock[LETTERS.index(word[0])] -= 1
        _give(state, player, (virtues or {}).get(player, ""))
    for name, count in (supply or {}).items():
        realm.supply[VIRTUES.index(name)] = count
    for resource, count in (stock or {}).items():
        realm.stock[resource] = count
    for player in up:
        state.face_up |= BIT[realm.card[player - 1]]
    for player in hidden:
        realm.hide(player - 1)
    for player in embargoed:
        state.embargoed |= BIT[player - 1]
    _stack_deck(state, deck.split(), drawn)
    state.round, state.starter = round, starter - 1
    state.active = state.last_normal = turn - 1
    state.take_snapshot()
    state.push(START_TURN)
    made = Table(state)
    if start:
        state.advance()
    return made


def full(letter: str = "E", but: str = "") -> str:
    """A board full of one type, except for the spaces named."""
    spaces = [f"{row}{column}" for row in range(4) for column in range(4)]
    return " ".join(letter + space for space in spaces if space not in but.split())


def _hand(letters: str) -> int:
    return sum(int(ONE_OF[LETTERS.index(letter)]) for letter in letters)


def _deal_kingdoms(state: Busara, named: dict[int, str]) -> None:
    spare = [name for name in PLAIN if name not in named.values()]
    seats = int(state.seats)
    names = [named.get(player) or spare.pop(0) for player in range(1, seats + 1)]
    state.kingdom = vec[i64]([box().kingdom_number(name) for name in names])
    state.known = vec[i64]([BIT[seat] for seat in range(seats)])
    state.ruled_out = vec[i64]([0] * seats)
    state.face_up = 0


def _give(state: Busara, player: int, words: str) -> None:
    """`2 art 1 energy`"""
    parts = words.split()
    for count, name in zip(parts[::2], parts[1::2], strict=True):
        for _ in range(int(count)):
            assert state.realm.receive(player - 1, VIRTUES.index(name))


def _stack_deck(state: Busara, top: list[str], drawn: int) -> None:
    """The named cards on top of what is left when `drawn` others lie on the discard pile."""
    rest = [int(kind) for kind in state.box.deck]
    wanted = [box().card_number(name) for name in top]
    for kind in wanted:
        rest.remove(kind)
    state.deck = vec[i64]([*rest[:drawn], *wanted, *rest[drawn:]])
    state.drawn = drawn
    state.turned = -1


__all__ = ["LETTERS", "Table", "box", "cell_name", "full", "table"]
