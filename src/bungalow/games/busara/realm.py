"""The realms: everything of Busara that lies on the boards and before the players, and the box made ready.

Hot code. A `Realm` is exactly what Retraction can bring back (BS-R24). States share realms; the first writer copies.
Cells are numbered `16 * board + 4 * row + column`, resources and Virtues in the order of the components.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, NONE
from bungalow.core.random import mix, mix_all

RESOURCES: Final[i64] = 4
VIRTUES: Final[i64] = 6
SPACES: Final[i64] = 16
CELLS: Final[i64] = 96
WIDTH: Final[i64] = 4
CHAIN_STEP: Final[i64] = 4
"""While a chain is forged, a token in it holds its type plus `CHAIN_STEP` times its place in the chain, from 1."""

# How an effect is written as numbers (SPEC part 9): rows of five, `op, who, count, x, y`.
ROW: Final[i64] = 5
OP_END: Final[i64] = 0
OP_CHOOSE_PLAYER: Final[i64] = 1
OP_CHOOSE_NUMBER: Final[i64] = 2
OP_CHOOSE_BRANCH: Final[i64] = 3
OP_BRANCH: Final[i64] = 4
OP_JUMP: Final[i64] = 5
OP_GAIN_RESOURCES: Final[i64] = 6
OP_LOSE_RESOURCES: Final[i64] = 7
OP_LOSE_VIRTUES: Final[i64] = 8
OP_STEAL_RESOURCE: Final[i64] = 9
OP_STEAL_VIRTUE: Final[i64] = 10
OP_EXCHANGE_VIRTUES: Final[i64] = 11
OP_HIDE_VIRTUES: Final[i64] = 12
OP_SWAP_KINGDOM: Final[i64] = 13
OP_PEEK_KINGDOM: Final[i64] = 14
OP_REARRANGE: Final[i64] = 15
OP_MOVE_RESOURCE: Final[i64] = 16
OP_EXTRA_ACTIONS: Final[i64] = 17
OP_EXTRA_TURN: Final[i64] = 18
OP_CONTROL_TURN: Final[i64] = 19
OP_CANCEL_POWER: Final[i64] = 20
OP_CANCEL_THREAT: Final[i64] = 21
OP_UNDO_ACTION: Final[i64] = 22
OP_ROTATE_BOARDS: Final[i64] = 23

WHO_SELF: Final[i64] = 0
WHO_ALL: Final[i64] = 1
COUNT_PLAYERS: Final[i64] = -1
COUNT_BOUND: Final[i64] = -2
COUNT_HALF_DOWN: Final[i64] = -3
COUNT_BOARD: Final[i64] = -4
TYPES_ANY: Final[i64] = 0
TYPES_COPY_BOARD: Final[i64] = 1
FILTER_OTHER: Final[i64] = 0
FILTER_WITH_VIRTUE: Final[i64] = 1
FILTER_UNKNOWN_KINGDOM: Final[i64] = 2

# When a Power is used.
OWN_ACTION: Final[i64] = 0
TURN_START: Final[i64] = 1
POWER_USED: Final[i64] = 2
THREAT: Final[i64] = 3
ACTION_END: Final[i64] = 4
TURN_END: Final[i64] = 5
TIMINGS: Final[i64] = 6


class Prepared:
    """The box made ready for a number of seats. Built once by the title; never written afterwards."""

    def __init__(self, cold: object) -> None:
        self.cold: object = cold
        """The box with all its texts, for words and views."""
        self.kingdom_names: list[str] = []
        self.power_names: list[str] = []
        self.card_names: list[str] = []
        self.setup_names: list[str] = []
        """What each Setup Card gives, in words."""
        self.labels: list[str] = []
        """By row of `code`: the label of a branch."""
        self.stock: vec[i64] = vec[i64]()
        self.supply: vec[i64] = vec[i64]()
        self.recipe: vec[i64] = vec[i64]()
        """At `4 * one + other`: the Virtue that two resources forge, or `NONE`."""
        self.deck: vec[i64] = vec[i64]()
        """The kind of every resource card, sorted."""
        self.card_resource: vec[i64] = vec[i64]()
        """By kind of card: the resource on it, or `NONE` for an event."""
        self.card_disaster: vec[i64] = vec[i64]()
        self.card_code: vec[i64] = vec[i64]()
        """By kind of card: where its effects begin in `code`."""
        self.kingdoms: i64 = 0
        self.goal: vec[i64] = vec[i64]()
        """At `6 * kingdom + virtue`: how many are needed."""
        self.goal_size: i64 = 0
        """The fewest Virtues that can fulfil any goal."""
        self.cost: vec[i64] = vec[i64]()
        self.timing: vec[i64] = vec[i64]()
        self.hidden_only: vec[i64] = vec[i64]()
        self.power_code: vec[i64] = vec[i64]()
        self.reactor: vec[i64] = vec[i64]()
        """By timing: the one kingdom that reacts then (BS-R23), or `NONE`."""
        self.code: vec[i64] = vec[i64]()
        self.setup_cards: i64 = 0
        self.setup_gives: vec[i64] = vec[i64]()
        """At `4 * card + resource`."""
        self.quick_at: vec[i64] = vec[i64]()
        """x and y of each board of the quick layout, the starting player's first."""
        self.min_contact: i64 = 0


class Realm:
    """Boards, tokens, stock, owners, Virtues, supply, who holds which Kingdom Card, and whose Virtues are hidden."""

    # Small and seldom changed: shared by copies, replaced as a whole by a writer.
    owner: vec[i64]
    """Of each board: the seat that owns it."""
    board: vec[i64]
    """Of each seat: the board it owns."""
    card: vec[i64]
    """Of each seat: which of the Kingdom Cards in play it holds."""
    most: vec[i64]
    """At `6 * seat + virtue`, for seats with hidden Virtues: the most that it can hold by what was public."""
    least: vec[i64]
    """Likewise the fewest. How many it holds in all can be counted by everybody."""

    def __init__(self) -> None:
        self.token: vec[i64] = vec[i64]()
        """Of each cell: a resource, or `NONE`."""
        self.have: vec[i64] = vec[i64]()
        """At `4 * board + resource`: tokens of that type on the board."""
        self.filled: vec[i64] = vec[i64]()
        """Tokens on each board."""
        self.stock: vec[i64] = vec[i64]()
        self.supply: vec[i64] = vec[i64]()
        self.virtues: vec[i64] = vec[i64]()
        """At `6 * seat + virtue`."""
        self.riches: vec[i64] = vec[i64]()
        """Virtues of each seat in all."""
        self.hidden: i64 = 0
        """Bit set of the seats whose Virtues are hidden for good (BS-7.26)."""
        self.unseen: i64 = 0
        """Counts changes of hidden Virtues that others could not follow."""

    def copy(self) -> "Realm":
        other = Realm()
        other.token = self.token[:]
        other.have = self.have[:]
        other.filled = self.filled[:]
        other.stock = self.stock[:]
        other.supply = self.supply[:]
        other.virtues = self.virtues[:]
        other.riches = self.riches[:]
        other.owner = self.owner
        other.board = self.board
        other.card = self.card
        other.most = self.most
        other.least = self.least
        other.hidden = self.hidden
        other.unseen = self.unseen
        return other

    def set_up(self, box: Prepared, seats: i64) -> None:
        """Full stock and supply, empty boards, everybody owning their own (BS-1.2, BS-1.3, BS-1.7)."""
        self.token = vec[i64]([NONE] * (SPACES * seats))
        self.have = vec[i64]([0] * (RESOURCES * seats))
        self.filled = vec[i64]([0] * seats)
        self.stock = box.stock[:]
        self.supply = box.supply[:]
        self.virtues = vec[i64]([0] * (VIRTUES * seats))
        self.riches = vec[i64]([0] * seats)
        self.owner = vec[i64](list(range(seats)))
        self.board = vec[i64](list(range(seats)))
        self.card = vec[i64](list(range(seats)))
        self.most = vec[i64]()
        self.least = vec[i64]()

    def digest(self, h: i64) -> i64:
        h = mix_all(mix_all(h, self.token), self.stock)
        h = mix_all(mix_all(mix_all(h, self.supply), self.virtues), self.owner)
        h = mix_all(mix_all(h, self.have), self.filled)
        h = mix_all(mix_all(mix_all(h, self.riches), self.board), self.card)
        return mix(mix(mix_all(mix_all(h, self.most), self.least), self.hidden), self.unseen)

    # -- resources --------------------------------------------------------------------------------------------

    def lay(self, cell: i64, resource: i64) -> None:
        """Put a token that was in a hand onto a cell; the stock does not change."""
        board = cell >> 4
        self.token[cell] = resource
        self.have[board * RESOURCES + resource] += 1
        self.filled[board] += 1

    def lift(self, cell: i64) -> i64:
        """Take the token off a cell into a hand; its type comes back."""
        board = cell >> 4
        resource = self.token[cell] & 3
        self.token[cell] = NONE
        self.have[board * RESOURCES + resource] -= 1
        self.filled[board] -= 1
        return resource

    def discard(self, cell: i64) -> None:
        """The token on a cell goes back to the stock (BS-2.11)."""
        self.stock[self.lift(cell)] += 1

    def holds(self, seat: i64) -> i64:
        """Tokens on the seat's board."""
        return self.filled[self.board[seat]]

    def room(self, seat: i64) -> i64:
        """Open spaces on the seat's board."""
        return SPACES - self.filled[self.board[seat]]

    def stuck(self, seat: i64) -> bool:
        """The seat's board has no open space or no resource (BS-2.2)."""
        filled = self.filled[self.board[seat]]
        return filled == 0 or filled == SPACES

    # -- Virtues ----------------------------------------------------------------------------------------------

    def hides(self, seat: i64) -> bool:
        return self.hidden & BIT[seat] != 0

    def receive(self, seat: i64, virtue: i64) -> bool:
        """Take a Virtue from the supply, in the open; False when there is none (BS-5.8)."""
        if self.supply[virtue] == 0:
            return False
        self.supply[virtue] -= 1
        self.add(seat, virtue)
        return True

    def add(self, seat: i64, virtue: i64) -> None:
        """The seat gets a Virtue in the open."""
        self.virtues[seat * VIRTUES + virtue] += 1
        self.riches[seat] += 1
        if self.hides(seat):
            self.know(seat)
            self.most[seat * VIRTUES + virtue] += 1
            self.least[seat * VIRTUES + virtue] += 1

    def give_up(self, seat: i64, virtue: i64) -> None:
        """Pay or discard a Virtue to the supply; of hidden ones nobody else sees the type (BS-2.11, BS-7.37)."""
        self.virtues[seat * VIRTUES + virtue] -= 1
        self.riches[seat] -= 1
        self.supply[virtue] += 1
        if self.hides(seat):
            self.unseen += 1
            self.know(seat)
            self.loosen(seat, 1, 0)

    def lose_openly(self, seat: i64, virtue: i64) -> None:
        """A Virtue is taken from the seat, and everybody sees which (BS-7.31)."""
        at = seat * VIRTUES + virtue
        self.virtues[at] -= 1
        self.riches[seat] -= 1
        if self.hides(seat):
            self.know(seat)
            self.most[at] -= 1
            self.least[at] -= 1
            self.loosen(seat, 0, 0)

    def lacks_openly(self, seat: i64, virtue: i64) -> None:
        """Everybody has seen that a seat with hidden Virtues holds none of this type (BS-R27)."""
        self.know(seat)
        self.most[seat * VIRTUES + virtue] = 0
        self.least[seat * VIRTUES + virtue] = 0
        self.loosen(seat, 0, 0)

    def hide(self, seat: i64) -> None:
        """Hide the seat's Virtues; up to now everybody has seen them (BS-7.26)."""
        if self.hides(seat):
            return
        self.hidden |= BIT[seat]
        self.know(seat)
        for virtue in range(seat * VIRTUES, seat * VIRTUES + VIRTUES):
            self.most[virtue] = self.virtues[virtue]
            self.least[virtue] = self.virtues[virtue]

    def swap_unseen(self, seat: i64, most: i64) -> None:
        """A seat with hidden Virtues may now swap up to so many: nobody else will see which (BS-7.37)."""
        times = min(most, self.riches[seat])
        self.unseen += 1
        self.know(seat)
        self.loosen(seat, times, times)

    def swap(self, seat: i64, old: i64, new: i64) -> None:
        """Give one Virtue back and take one of another type from the supply."""
        self.virtues[seat * VIRTUES + old] -= 1
        self.supply[old] += 1
        self.virtues[seat * VIRTUES + new] += 1
        self.supply[new] -= 1

    def know(self, seat: i64) -> None:
        """Make `most` and `least` this realm's own before writing them."""
        if len(self.most) == 0:
            self.most = vec[i64]([0] * len(self.virtues))
            self.least = vec[i64]([0] * len(self.virtues))
        else:
            self.most = self.most[:]
            self.least = self.least[:]

    def loosen(self, seat: i64, down: i64, up: i64) -> None:
        """Each type may be fewer by `down` or more by `up`; then what the total implies. Call `know` first."""
        total = self.riches[seat]
        start = seat * VIRTUES
        most = self.most
        least = self.least
        most_in_all: i64 = 0
        for at in range(start, start + VIRTUES):
            least[at] = max(least[at] - down, 0)
            most[at] = min(most[at] + up, total)
            most_in_all += most[at]
        for at in range(start, start + VIRTUES):
            least[at] = max(least[at], total - (most_in_all - most[at]))
