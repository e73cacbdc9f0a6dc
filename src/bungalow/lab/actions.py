"""Every option of a title as one number, for libraries that want a single list of actions.

The id of an option is the base of its kind plus the option itself (`Game.sizes`). The places where a tile of Burrows
may lie are too many and too thin for that, so they alone are numbered by their rank among those that are legal.
"""

from __future__ import annotations

from itertools import accumulate

from bungalow.core.contract import Game, State
from bungalow.core.errors import IllegalMove

RANKED = {"burrows": "place"}
"""For each title: the kind whose options are numbered by rank."""


class Actions:
    """The numbering of a title's options."""

    def __init__(self, game: Game) -> None:
        names = [kind.name for kind in game.kinds]
        self.ranked = names.index(RANKED[game.name]) if game.name in RANKED else -1
        """The kind that is numbered by rank, or -1."""
        sizes = [game.max_options if kind == self.ranked else size for kind, size in enumerate(game.sizes)]
        self.sizes = tuple(sizes)
        self.bases = (0, *accumulate(sizes[:-1]))
        self.size = sum(sizes)

    def legal(self, state: State, seat: int) -> list[int]:
        """The ids of what a seat may do now, ascending."""
        kind = int(state.asked(seat))
        if kind < 0:
            return []
        options = state.legal(seat)
        base = self.bases[kind]
        if kind == self.ranked:
            return list(range(base, base + len(options)))
        return [base + option for option in options]

    def option(self, state: State, seat: int, action: int) -> int:
        """The option that an id means for the question asked of the seat."""
        kind = int(state.asked(seat))
        option = action - self.bases[kind]
        if kind == self.ranked:
            options = state.legal(seat)
            if not 0 <= option < len(options):
                raise IllegalMove(f"there is no action {action} now")
            return options[option]
        if not 0 <= option < self.sizes[kind]:
            raise IllegalMove(f"action {action} answers another question than '{state.game.kinds[kind].name}'")
        return option

    def action(self, state: State, seat: int, option: int) -> int:
        """The id of an option for the question asked of the seat."""
        kind = int(state.asked(seat))
        return self.bases[kind] + (state.legal(seat).index(option) if kind == self.ranked else option)


def returns(state: State, seats: int) -> list[float]:
    """What the first seats have gained: from 1 for whoever stands before everybody to -1 behind everybody."""
    ranks = [int(state.rank(seat)) for seat in range(int(state.seats))]
    others = len(ranks) - 1
    return [(sum(r > ranks[s] for r in ranks) - sum(r < ranks[s] for r in ranks)) / others for s in range(seats)]
