"""The greedy bot: whatever looks best right after its own choice."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.bots.bot import Bot
from bungalow.core.contract import BIT, Heuristic, State
from bungalow.core.random import Random

WORST: Final = -1e300


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyBot(Bot):
    """Takes the option after which its title's heuristic likes its position best.

    A turn is often a row of choices of one seat (take this tile, lay it there). An option that leads to another
    choice of the same seat is therefore worth the best of its follow-ups, up to `depth` choices in a row. `budget`
    caps how many positions one choice may look at: each option gets an equal share of it, and a follow-up with more
    options than its share is judged as it stands.
    """

    def __init__(self, depth: i64 = 3, budget: i64 = 2000, heuristic: Heuristic | None = None) -> None:
        self.depth: i64 = depth
        self.budget: i64 = budget
        self.given: Heuristic | None = heuristic
        """What it judges by instead of the title's heuristic."""
        self.heuristic: Heuristic = Heuristic()
        """What it judges by in the choice under way."""
        self.buffers: list[vec[i64]] = []
        """For the options of each choice in a row."""

    def choose(self, world: State, seat: i64, random: Random) -> i64:
        self.heuristic = world.game.heuristic if self.given is None else self.given
        out = self.buffer(world, self.depth)
        n = world.options(seat, out)
        best_worth = WORST
        best: i64 = out[0]
        ties: i64 = 0
        for i in range(n):
            option = out[i]
            after = world.clone()
            after.apply(seat, option)
            worth = self.look_on(after, seat, self.depth - 1, self.budget // n)
            if worth > best_worth:
                best_worth = worth
                best = option
                ties = 1
            elif worth == best_worth:
                ties += 1
                if random.below(ties) == 0:
                    best = option
        return best

    def look_on(self, state: State, seat: i64, depth: i64, budget: i64) -> float:
        """What the position is worth to the seat, looking on through its own next choices."""
        if depth <= 0 or state.awaited & BIT[seat] == 0:
            return self.heuristic.worth(state, seat)
        out = self.buffer(state, depth)
        n = state.options(seat, out)
        if n > budget:
            return self.heuristic.worth(state, seat)
        best = WORST
        for i in range(n):
            after = state.clone()
            after.apply(seat, out[i])
            worth = self.look_on(after, seat, depth - 1, budget // n)
            if worth > best:
                best = worth
        return best

    def buffer(self, state: State, depth: i64) -> vec[i64]:
        """Room for the options of the choice with `depth` choices yet to look at."""
        size = state.game.max_options
        if not self.buffers or len(self.buffers[0]) < size:
            self.buffers = [vec[i64]([0] * size) for _i in range(self.depth + 1)]
        return self.buffers[depth]
