"""Planted faults: each a tiny title broken in one place, with the check that must see it."""

import itertools
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import EVERYONE, NONE, Game, State, Step
from bungalow.core.feed import Feed, Frame
from bungalow.core.random import Random
from bungalow.core.types import Path, Reason
from tests.titles.ambush import NEXT_TURN, SPRING_TRAP, Ambush, AmbushGame, SpringTrap
from tests.titles.embers import DROP, Embers, EmbersGame
from tests.titles.kilns import BUILD, BUILD_TOWER, BuildTower, Kilns, KilnsGame
from tests.titles.kilns import table as kilns_table
from tests.titles.plain import offer, shuffled
from tests.titles.quay import CRATE, TAKE_TURN, Quay, QuayGame, TakeTurn
from tests.titles.quay import table as quay_table


def with_state(game: Game, broken: type[State]) -> Game:
    """The title, with states of a broken class."""
    set_up = game.set_up

    def set_up_broken(seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = set_up(seats, options, random, edition)
        state.__class__ = broken
        return state

    game.set_up = set_up_broken  # type: ignore[method-assign]
    return game


class GuessIsClone(Ambush):
    def guess(self, viewer: int, random: Random) -> State:
        world = self.clone()
        world.before = self.before
        return world


class DealsNothing(Ambush):
    def redeal(self, viewer: int, random: Random) -> None:
        pass


class KeepsOneHand(Embers):
    def redeal(self, viewer: int, random: Random) -> None:
        kept = [(card, self.seen[card]) for card in self.hand(1)]
        for card, _ in kept:
            self.seen[card] |= 1 << max(viewer, 0)
        super().redeal(viewer, random)
        for card, seen in kept:
            self.seen[card] = seen


class FutureKept(Embers):
    def guess(self, viewer: int, random: Random) -> State:
        world = super().guess(viewer, random)
        world.random = self.random.copy()
        return world


class DealsFromTheTruth(Quay):
    def redeal(self, viewer: int, random: Random) -> None:
        goods = self.stack_of_goods[:]
        super().redeal(viewer, random)
        self.stack_of_goods = shuffled(random, goods)  # not sorted before


class LosesInGuess(Ambush):
    def redeal(self, viewer: int, random: Random) -> None:
        super().redeal(viewer, random)
        self.deck.pop()


class VisiblePrompt(Ambush):
    LOUD = SpringTrap(4, 1, silent=False)

    def push(self, step: Step) -> None:
        super().push(self.LOUD if step is SPRING_TRAP else step)


class LoggedPass(SpringTrap):
    def take(self, state: State, seat: int, option: int) -> None:
        if option == 0:
            state.tell("rest", (seat,), "TA-2")
        super().take(state, seat, option)


class LogsPasses(Ambush):
    LOGGED = LoggedPass(4, 1, silent=True)

    def push(self, step: Step) -> None:
        super().push(self.LOGGED if step is SPRING_TRAP else step)


class CountsAnswers(Ambush):
    """Its view shows how often the window was opened, which tells whether somebody answered."""

    answers: int

    def push(self, step: Step) -> None:
        self.answers = getattr(self, "answers", 0) + (step is SPRING_TRAP)
        super().push(step)


class CountsAnswersGame(AmbushGame):
    def view(self, state: State, viewer: int) -> object:
        shown = super().view(state, viewer)
        assert isinstance(shown, dict)
        return {**shown, "answers": getattr(state, "answers", 0)}


class PeekingTurn(TakeTurn):
    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        s = quay_table(state)
        crate = [CRATE] if s.pile[-1] % 6 > 2 and not s.just_crate[seat] else []
        return offer(out, sorted(s.row) + crate)


class OptionsFromSecret(Quay):
    PEEKING = PeekingTurn(3, 0)

    def push(self, step: Step) -> None:
        super().push(self.PEEKING if step is TAKE_TURN else step)


class FallingTurn(TakeTurn):
    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        n = super().options(state, seat, out)
        return offer(out, [int(out[n - 1 - i]) for i in range(n)])


class NotAscending(Quay):
    FALLING = FallingTurn(3, 0)

    def push(self, step: Step) -> None:
        super().push(self.FALLING if step is TAKE_TURN else step)


class MissingReveal(Quay):
    def reveal(self) -> None:
        pass


class HalfApplied(Ambush):
    def play(self, seat: int, option: int) -> None:
        self.coins[self.active] -= 1  # pays before it has looked
        self.check(seat, option)
        self.coins[self.active] += 1
        self.apply(seat, option)


class SharedArray(Kilns):
    def clone(self) -> State:
        copy = super().clone()
        assert isinstance(copy, Kilns)
        copy.height = self.height
        return copy


class MissesField(Quay):
    FIELDS = tuple(name for name in Quay.FIELDS if name not in ("goods", "row", "stack_of_goods"))

    def clone(self) -> State:
        copy = super().clone()
        assert isinstance(copy, Quay)
        copy.goods, copy.row, copy.stack_of_goods = self.goods[:], self.row[:], self.stack_of_goods[:]
        return copy


class RacingBuild(BuildTower):
    def take(self, state: State, seat: int, option: int) -> None:
        s = kilns_table(state)
        s.points[seat] += self.asked(s, seat) != BUILD and not any(s.ready)
        super().take(state, seat, option)


class NotCommuting(Kilns):
    RACING = RacingBuild(3, BUILD, together=True)

    def push(self, step: Step) -> None:
        super().push(self.RACING if step is BUILD_TOWER else step)


class PublicSecret(Embers):
    def tell(self, key: str, args: tuple[object, ...], clause: str, audience: int = -1) -> None:
        super().tell(key, args, clause, EVERYONE)


class TellsBeforeReveal(Embers):
    def tell(self, key: str, args: tuple[object, ...], clause: str, audience: int = -1) -> None:
        reveals, self.reveals = self.reveals, 0
        super().tell(key, args, clause, audience)
        self.reveals = reveals


class PiecesLost(Ambush):
    def push(self, step: Step) -> None:
        if step is NEXT_TURN:
            self.discard.clear()
        super().push(step)


class RankWrong(Quay):
    def rank(self, seat: int) -> int:
        return sum(self.score(other) >= self.score(seat) for other in range(int(self.seats)))


class LastIsFirst(Quay):
    def rank(self, seat: int) -> int:
        return 1 + sum(self.score(other) < self.score(seat) for other in range(int(self.seats)))


class DependsOnMore(Embers):
    """Something outside the state takes part: the record does not tell it."""

    outside = itertools.count()

    def draw(self, seat: int) -> None:
        self.points[seat] += next(self.outside)  # ever more, so no replay meets the same sum by chance
        super().draw(seat)


class AmbiguousNotation(EmbersGame):
    def notation(self, state: State, seat: int, option: int) -> str:
        return super().notation(state, seat, option).rstrip("0123456789")


class SamePath(EmbersGame):
    def targets(self, state: State, seat: int, option: int) -> Path:
        return ("do:discard",) if state.asked(seat) == DROP else super().targets(state, seat, option)


class SharesLists(QuayGame):
    def view(self, state: State, viewer: int) -> object:
        shown = super().view(state, viewer)
        assert isinstance(shown, dict)
        return {**shown, "row": quay_table(state).row}


class NoReason(QuayGame):
    def why_not(self, state: State, seat: int, target: str, path: Path) -> Reason | None:
        return None if target == "do:crate" else super().why_not(state, seat, target, path)


class AsksForNothing(KilnsGame):
    """A question with one answer that is not marked as a confirm."""

    def __init__(self) -> None:
        super().__init__()
        build, confirm = self.kinds
        self.kinds = (build, type(confirm)(confirm.name, 1, confirm.words, confirm.clause))


class AskingBuild(BuildTower):
    def lone(self, state: State, seat: int) -> int:
        return int(NONE)


class AlwaysAsks(Kilns):
    ASKING = AskingBuild(3, BUILD, together=True)

    def push(self, step: Step) -> None:
        super().push(self.ASKING if step is BUILD_TOWER else step)


class TooLong(QuayGame):
    def __init__(self) -> None:
        super().__init__()
        self.max_moves = 5


class GapFeed(Feed):
    """Counts a message that is not sent while somebody is asked silently."""

    def update(self) -> Frame | None:
        frame = super().update()
        if frame is None:
            self.number += 1
        return frame


class Planted(NamedTuple):
    name: str
    game: Game
    check: str
    """The check that must see it."""
    feed: type[Feed] = Feed


def planted() -> list[Planted]:
    """Every fault."""
    return [
        Planted("guess = clone", with_state(AmbushGame(), GuessIsClone), "real"),
        Planted("a guess that deals nothing anew", with_state(AmbushGame(), DealsNothing), "real"),
        Planted("a guess that keeps one hand", with_state(EmbersGame(), KeepsOneHand), "real"),
        Planted("future random numbers kept", with_state(EmbersGame(), FutureKept), "real"),
        Planted("a guess dealt from the truth", with_state(QuayGame(), DealsFromTheTruth), "blind"),
        Planted("a guess that loses a card", with_state(AmbushGame(), LosesInGuess), "possible"),
        Planted("a visible prompt", with_state(AmbushGame(), VisiblePrompt), "alike"),
        Planted("a visible prompt, by its messages", with_state(AmbushGame(), VisiblePrompt), "stream"),
        Planted("a silent pass in the log", with_state(AmbushGame(), LogsPasses), "stream"),
        Planted("a trace of a silent answer", with_state(CountsAnswersGame(), CountsAnswers), "stream"),
        Planted("a message number with a gap", AmbushGame(), "stream", GapFeed),
        Planted("a private line readable by all", with_state(EmbersGame(), PublicSecret), "stream"),
        Planted("an option list that depends on a secret", with_state(QuayGame(), OptionsFromSecret), "alike"),
        Planted("options not ascending", with_state(QuayGame(), NotAscending), "options"),
        Planted("a question with one answer", with_state(AsksForNothing(), AlwaysAsks), "options"),
        Planted("a missing reveal mark", with_state(QuayGame(), MissingReveal), "undo"),
        Planted("a preview that tells what is drawn", with_state(EmbersGame(), TellsBeforeReveal), "preview"),
        Planted("an illegal option half applied", with_state(AmbushGame(), HalfApplied), "refusal"),
        Planted("an array shared after clone", with_state(KilnsGame(), SharedArray), "clone"),
        Planted("a field that the checksum misses", with_state(QuayGame(), MissesField), "checksum"),
        Planted("a view that shares lists", SharesLists(), "reading"),
        Planted("an ambiguous notation", AmbiguousNotation(), "notation"),
        Planted("two options with one path", SamePath(), "targets"),
        Planted("a thing forbidden without a reason", NoReason(), "why_not"),
        Planted("non-commuting together moves", with_state(KilnsGame(), NotCommuting), "together"),
        Planted("pieces lost", with_state(AmbushGame(), PiecesLost), "pieces"),
        Planted("rank wrong", with_state(QuayGame(), RankWrong), "standing"),
        Planted("the last ranked first", with_state(QuayGame(), LastIsFirst), "standing"),
        Planted("a game that depends on more than its seed", with_state(EmbersGame(), DependsOnMore), "record"),
        Planted("a game longer than it promises", TooLong(), "length"),
    ]
