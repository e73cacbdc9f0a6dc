"""The search bot: information-set Monte Carlo tree search.

Every iteration deals the hidden things anew (`guess`), walks down one tree of moves that all these worlds share,
adds to it, judges the position it arrived at, and books the result with every move on the way, each for the seat
that made it (Cowling, Powley and Whitehouse, 2012). Without a heuristic, moves are balanced by bounds that count how
often each was possible.

Where a title has a heuristic, moves are looked at in the order of their promise: what the heuristic says right
after them. Few are tried at first, more as the node is visited more often (progressive widening), and among those
the balance of result and promise decides (PUCT).
"""

import time
from math import exp, log, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.bots.bot import Bot
from bungalow.bots.playout import play_well, playout
from bungalow.bots.tree import LOGS, NO_NODE, ROOT, SEAT_BITS, Tree, move_key, option_of, seat_of
from bungalow.core.contract import BIT, MAX_SEATS, NONE, Heuristic, State
from bungalow.core.random import Random

JUDGE: Final[i64] = 0
"""A leaf is worth what the heuristic says."""
ROLLOUT: Final[i64] = 1
"""A leaf is worth what a game from it ends with: `ahead` decisions by the heuristic, if any, then random ones."""
PLAY: Final[i64] = 2
"""A leaf is worth what the heuristic says when the turn has been played to its end by the heuristic."""

SAMPLES: Final[i64] = 16
"""Positions that tell a search how far apart heuristic values lie."""
SAMPLED_TURNS: Final[i64] = 3
"""Decisions of each seat, each the better of two random ones, until such a position."""
CHECK_TIME_EVERY: Final[i64] = 8
NEVER: Final = -1e300


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchBot(Bot):
    """Looks ahead with everybody's choices, in worlds it could be in. See docs/bots/search.md for its settings."""

    def __init__(
        self,
        iterations: i64 = 1000,
        seconds: float = 0.0,
        leaf: i64 = PLAY,
        ahead: i64 = 0,
        look: i64 = 8,
        exploration: float = 0.7,
        trust: float = 2.0,
        breadth: i64 = 8,
        widening: float = 0.5,
        margin: float = 0.1,
        keep: bool = True,
        heuristic: Heuristic | None = None,
    ) -> None:
        self.iterations: i64 = iterations
        self.seconds: float = seconds
        """When positive, the search lasts that long instead; then the same seed may play differently."""
        self.leaf: i64 = leaf
        self.ahead: i64 = ahead
        """Decisions that `PLAY` makes before it plays a turn to its end (none: only the turn of the last move), and
        `ROLLOUT` before it goes on at random."""
        self.look: i64 = look
        """Options that are compared for such a decision."""
        self.exploration: float = exploration
        self.trust: float = trust
        """How strongly the promise of a move counts; 0 treats all alike and tries all of them, in random order."""
        self.breadth: i64 = breadth
        """How many moves a node tries before it is widened."""
        self.widening: float = widening
        """A node visited v times tries `breadth` + `widening` * sqrt(v) moves."""
        self.margin: float = margin
        """How much of the result of a finished game is its margin rather than its winner."""
        self.keep: bool = keep
        self.given: Heuristic | None = heuristic
        """What it judges by instead of the title's heuristic."""
        self.heuristic: Heuristic = Heuristic()
        """What it judges by in the choice under way."""
        self.tree: Tree = Tree()
        self.kept_for: i64 = -1
        """The checksum-free mark of the moment that `tree` is kept for: closed choices, seat and kind."""
        self.out: vec[i64] = vec[i64]()
        self.tried: vec[i64] = vec[i64]()
        self.promises: vec[float] = vec[float]()
        self.path: vec[i64] = vec[i64]()
        self.depth: i64 = 0
        self.centre: vec[float] = vec[float]([0.0] * 8)
        self.spread: float = 1.0
        self.result: vec[float] = vec[float]([0.0] * 8)
        self.done: i64 = 0
        """Iterations of the last search."""
        self.weighed: list[tuple[int, int, float]] = []
        """What the last search found: option, visits, mean result; most visited first."""

    # -- choosing ---------------------------------------------------------------------------------------------

    def choose(self, world: State, seat: i64, random: Random) -> i64:
        self.get_ready(world)
        n = world.options(seat, self.out)
        if n == 1:
            return self.out[0]
        if not self.keep or self.kept_for != moment(world, seat):
            self.tree = Tree()
        self.calibrate(world, seat, random)
        self.search(world, seat, random)
        best = self.most_visited(world, seat)
        self.weighed = self.weigh(world, seat)
        self.keep_for_next(world, seat, best)
        return best

    def search(self, world: State, seat: i64, random: Random) -> None:
        """Grow the tree."""
        done: i64 = 0
        if self.seconds > 0.0:
            end = time.monotonic() + self.seconds
            while done % CHECK_TIME_EVERY != 0 or time.monotonic() < end:
                self.iterate(world.guess(seat, random), seat, random)
                done += 1
        else:
            while done < self.iterations:
                self.iterate(world.guess(seat, random), seat, random)
                done += 1
        self.done = done

    def most_visited(self, world: State, seat: i64) -> i64:
        """The option of the root that was tried most often; of several, the one with the better results."""
        tree = self.tree
        out = self.out
        n = world.options(seat, out)
        kind = world.asked(seat)
        best: i64 = out[0]
        most = -1.0
        total = 0.0
        for i in range(n):
            node = tree.child(ROOT, move_key(kind, out[i], seat))
            if node == NO_NODE:
                continue
            visits = tree.visits[node]
            if visits > most or (visits == most and tree.total[node] > total):
                best = out[i]
                most = visits
                total = tree.total[node]
        return best

    def keep_for_next(self, world: State, seat: i64, option: i64) -> None:
        """The next choice of the same turn goes on where this search has looked."""
        self.kept_for = -1
        if not self.keep:
            return
        kind = world.asked(seat)
        after = world.clone()
        reveals = after.reveals
        after.apply(seat, option)
        node = self.tree.child(ROOT, move_key(kind, option, seat))
        if node != NO_NODE and after.awaited & BIT[seat] != 0 and after.reveals == reveals:
            self.tree = self.tree.below(node)
            self.kept_for = moment(after, seat)

    # -- one iteration ----------------------------------------------------------------------------------------

    def iterate(self, state: State, seat: i64, random: Random) -> None:
        """Walk down the tree in this world, add to it, judge the end, book it."""
        self.descend(state, seat, random)
        if self.leaf == PLAY or (self.leaf == ROLLOUT and self.ahead > 0):
            # In the middle of a turn heuristics err: a tile in hand is worth what its best place will make of it.
            mover = seat_of(self.tree.key[self.path[self.depth - 1]]) if self.depth > 0 else seat
            state = play_well(state, self.heuristic, random, self.out, self.promises, self.ahead, self.look, mover)
        if self.leaf == ROLLOUT:
            playout(state, random, self.out)
        self.judge(state)
        self.book()

    def descend(self, state: State, seat: i64, random: Random) -> None:
        tree = self.tree
        path = self.path
        out = self.out
        node: i64 = ROOT
        depth: i64 = 0
        limit: i64 = len(path)
        while state.awaited != 0 and depth < limit:
            mover = seat
            if state.awaited & BIT[seat] == 0:
                mover = state.actor()
            n = state.options(mover, out)
            if n == 1:
                state.apply(mover, out[0])
            elif mover != seat and state.current.together:
                # What others do behind their screens at the same time, nobody can answer to: it is no branch.
                state.apply(mover, self.behind_screen(state, mover, n, random))
            else:
                child = self.select(node, state, mover, n, random)
                path[depth] = child
                depth += 1
                state.apply(mover, option_of(tree.key[child]))
                if tree.visits[child] == 0.0:
                    break
                node = child
        self.depth = depth

    def behind_screen(self, state: State, mover: i64, n: i64, random: Random) -> i64:
        """What a rival might do unseen: the better of two random options, where a heuristic can tell."""
        out = self.out
        one = out[random.below(n)]
        other = out[random.below(n)]
        if self.trust <= 0.0 or one == other:
            return one
        if self.promise_of(state, mover, other) > self.promise_of(state, mover, one):
            return other
        return one

    def select(self, node: i64, state: State, mover: i64, n: i64, random: Random) -> i64:
        """The child to follow, among those possible in this world; a new one when the node has room for it."""
        tree = self.tree
        out = self.out
        tried = self.tried
        low = move_key(state.asked(mover), 0, mover)
        keys = tree.key
        chances = tree.chances
        following = tree.next
        known: i64 = 0
        child = tree.first[node]
        for i in range(n):
            # Siblings stand by their keys, and options ascend.
            key = low | (out[i] << SEAT_BITS)
            while child != NO_NODE and keys[child] < key:
                child = following[child]
            if child != NO_NODE and keys[child] == key:
                tried[i] = child
                chances[child] += 1
                known += 1
            else:
                tried[i] = NO_NODE
        if self.trust <= 0.0:
            if known < n:
                return self.add_random(node, low, n, n - known, random)
            return self.best_bound(n)
        room = self.breadth + i64(self.widening * sqrt(tree.visits[node]))
        if known < n and known < room:
            self.add_promising(node, state, mover, low, n, min(room, n) - known)
        return self.best_balance(n)

    def add_random(self, node: i64, low: i64, n: i64, fresh: i64, random: Random) -> i64:
        """A child that has not been tried, any of them."""
        skip = random.below(fresh)
        tried = self.tried
        i: i64 = 0
        while True:
            if tried[i] == NO_NODE:
                if skip == 0:
                    child = self.tree.add(node, low | (self.out[i] << SEAT_BITS), 0.0)
                    self.tree.chances[child] = 1
                    return child
                skip -= 1
            i += 1

    def add_promising(self, node: i64, state: State, mover: i64, low: i64, n: i64, wanted: i64) -> None:
        """Children for the options that look best right after them and have not been tried."""
        tree = self.tree
        out = self.out
        tried = self.tried
        promises = self.promises
        if not self.heuristic.foresee(state, mover, out, n, promises):
            for i in range(n):
                if tried[i] == NO_NODE:
                    promises[i] = self.promise_of(state, mover, out[i])
        while wanted > 0:
            best: i64 = -1
            for i in range(n):
                if tried[i] == NO_NODE and (best < 0 or promises[i] > promises[best]):
                    best = i
            child = tree.add(node, low | (out[best] << SEAT_BITS), promises[best])
            tree.chances[child] = 1
            tried[best] = child
            wanted -= 1

    def promise_of(self, state: State, mover: i64, option: i64) -> float:
        after = state.clone()
        after.apply(mover, option)
        return self.heuristic.worth(after, mover)

    def best_bound(self, n: i64) -> i64:
        """UCB1 over the children possible in this world, each counted against its own chances."""
        tried = self.tried
        all_visits = self.tree.visits
        totals = self.tree.total
        chances = self.tree.chances
        exploration = self.exploration
        logs = LOGS
        best: i64 = NO_NODE
        best_bound = NEVER
        for i in range(n):
            child = tried[i]
            visits = all_visits[child]
            chance = chances[child]
            log_chances = logs[chance] if chance < len(logs) else log(float(chance))
            bound = totals[child] / visits + exploration * sqrt(log_chances / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        return best

    def best_balance(self, n: i64) -> i64:
        """PUCT over the children possible in this world."""
        tree = self.tree
        tried = self.tried
        highest = NEVER
        lowest = -NEVER
        visits = 0.0
        total = 0.0
        for i in range(n):
            child = tried[i]
            if child != NO_NODE:
                promise = tree.promise[child]
                if promise > highest:
                    highest = promise
                if promise < lowest:
                    lowest = promise
                visits += tree.visits[child]
                total += tree.total[child]
        scale = highest - lowest
        sharp = self.trust / scale if scale > 0.0 else 0.0
        weights = 0.0
        for i in range(n):
            child = tried[i]
            if child != NO_NODE:
                weights += exp(sharp * (tree.promise[child] - highest))
        # A move that was never tried counts as a little worse than what was found here so far.
        untried = (total / visits if visits > 0.0 else 0.5) - 0.05
        reach = self.exploration * sqrt(visits + 1.0) / weights
        best: i64 = NO_NODE
        best_balance = NEVER
        for i in range(n):
            child = tried[i]
            if child == NO_NODE:
                continue
            tries = tree.visits[child]
            mean = tree.total[child] / tries if tries > 0.0 else untried
            balance = mean + reach * exp(sharp * (tree.promise[child] - highest)) / (tries + 1.0)
            if balance > best_balance:
                best_balance = balance
                best = child
        return best

    def book(self) -> None:
        tree = self.tree
        tree.visits[ROOT] += 1.0
        for i in range(self.depth):
            node = self.path[i]
            tree.visits[node] += 1.0
            tree.total[node] += self.result[seat_of(tree.key[node])]

    # -- results ----------------------------------------------------------------------------------------------

    def is_blind(self) -> bool:
        """It uses no heuristic: finished games are all that it learns from."""
        return self.trust <= 0.0 and self.leaf == ROLLOUT and self.ahead <= 0

    def judge(self, state: State) -> None:
        """What the position is worth to each seat, from 0 to 1, into `result`."""
        result = self.result
        if self.is_blind():
            self.judge_ranks(state)
            return
        self.margins(state)
        over = state.awaited == 0
        best: i64 = 0
        for seat in range(state.seats):
            behind = (self.centre[seat] - result[seat]) / self.spread
            result[seat] = 1.0 / (1.0 + exp(min(behind, 30.0)))
            if over and state.rank(seat) == 1:
                best += 1
        if over:
            for seat in range(state.seats):
                won = 1.0 / float(best) if state.rank(seat) == 1 else 0.0
                result[seat] = won + self.margin * (result[seat] - won)

    def judge_ranks(self, state: State) -> None:
        """By rank alone, the first place taking most."""
        result = self.result
        last = float(state.seats - 1)
        for seat in range(state.seats):
            rank = float(state.rank(seat) - 1)
            result[seat] = 1.0 if rank <= 0.0 else 0.3 * (1.0 - rank / last)

    def margins(self, state: State) -> None:
        """How far each seat is ahead of its best rival, on the scale of the heuristic, into `result`."""
        result = self.result
        heuristic = self.heuristic
        first = NEVER
        second = NEVER
        leader: i64 = 0
        for seat in range(state.seats):
            worth = heuristic.worth(state, seat)
            result[seat] = worth
            if worth > first:
                second = first
                first = worth
                leader = seat
            elif worth > second:
                second = worth
        if state.seats == 1:
            return
        for seat in range(state.seats):
            result[seat] -= second if seat == leader else first

    def calibrate(self, world: State, seat: i64, random: Random) -> None:
        """Find out how far apart values lie in positions to come, so that results fill the scale from 0 to 1.

        The worth of a finished game may be on a scale of its own: such games count only where hardly any goes on.
        """
        if self.is_blind():
            return
        seats = world.seats
        ahead = max(self.ahead, SAMPLED_TURNS * seats)
        sums = vec[float]([0.0] * 16)
        squares = vec[float]([0.0] * 16)
        count = 0.0
        finished = 0.0
        for _i in range(SAMPLES):
            state = play_well(
                world.guess(seat, random), self.heuristic, random, self.out, self.promises, ahead, 2, NONE
            )
            if self.leaf == ROLLOUT:
                playout(state, random, self.out)
            self.margins(state)
            first: i64 = 0
            if state.awaited == 0:
                finished += 1.0
                first = 8
            else:
                count += 1.0
            for other in range(seats):
                sums[first + other] += self.result[other]
                squares[first + other] += self.result[other] * self.result[other]
        first = 0
        if count < 3.0:
            count = finished
            first = 8
        spread = 0.0
        for other in range(first, first + seats):
            mean = sums[other] / count
            self.centre[other - first] = mean
            spread += max(squares[other] / count - mean * mean, 0.0)
        spread = sqrt(spread / float(seats))
        self.spread = spread if spread > 1e-9 else 1.0

    def get_ready(self, world: State) -> None:
        """What a choice needs: something to judge by, and room for its options."""
        if not self.is_blind():
            self.heuristic = world.game.heuristic if self.given is None else self.given
        size = world.game.max_options
        if len(self.out) < size:
            self.out = vec[i64]([0] * size)
            self.tried = vec[i64]([0] * size)
            self.promises = vec[float]([0.0] * size)
        if len(self.path) == 0:
            self.path = vec[i64]([0] * 512)

    def weigh(self, world: State, seat: i64) -> list[tuple[int, int, float]]:
        tree = self.tree
        kind = world.asked(seat)
        found: list[tuple[int, int, float]] = []
        for option in world.legal(seat):
            node = tree.child(ROOT, move_key(kind, option, seat))
            if node != NO_NODE and tree.visits[node] > 0.0:
                found.append((option, int(tree.visits[node]), tree.mean(node)))
        found.sort(key=order)
        return found


def order(row: tuple[int, int, float]) -> tuple[int, float, int]:
    return -row[1], -row[2], row[0]


def moment(state: State, seat: i64) -> i64:
    """A number for the moment at which a seat is asked; enough to tell moments of one game apart."""
    return (state.closed * MAX_SEATS + seat) * 64 + state.asked(seat)
