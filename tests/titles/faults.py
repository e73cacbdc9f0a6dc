"""Planted faults: each a tiny title broken in one place, with the check that must see it."""

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from bungalow.core.account import Account, SeatAccount
from bungalow.core.changes import Change
from bungalow.core.contract import EVERYONE, NONE, Choice, Game, State, Step
from bungalow.core.feed import Line, Moment, RenderedLog, TableFeed, ViewerFeed
from bungalow.core.match import Match
from bungalow.core.random import Random
from bungalow.core.types import Path, Reason
from tests.titles.ambush import SPRING_TRAP, Ambush, AmbushGame, SpringTrap
from tests.titles.embers import DROP, Embers, EmbersGame
from tests.titles.kilns import BUILD, BUILD_TOWER, BuildTower, Kilns, KilnsGame
from tests.titles.plain import NEXT_TURN, held, shuffled
from tests.titles.quay import CRATE, TAKE_TURN, Quay, QuayGame, TakeTurn


def with_state(game: Game, broken: type[State]) -> Game:
    """The title, with states of a broken class."""
    set_up = game.set_up

    def set_up_broken(seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = set_up(seats, options, random, edition)
        state.__class__ = broken
        return state

    game.set_up = set_up_broken  # type: ignore[method-assign]
    return game


def said_alike_to_all(game: Game) -> Game:
    """The title, which wrongly says of itself that everybody sees the same."""
    game.alike_to_all = True
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
        kept = [(card, self.seen[card]) for card in held(self.where, 1)]
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


class SureOfPebbles(SpringTrap):
    """Opens no window for whoever holds no trap, which tells by its haste that nobody was asked."""

    def certain(self, state: State) -> bool:
        return super().certain(state) or self.actors(state) == 0


class HastyWindow(Ambush):
    HASTY = SureOfPebbles(4, 1, silent=True)

    def push(self, step: Step) -> None:
        super().push(self.HASTY if step is SPRING_TRAP else step)


class CountsAnswers(Ambush):
    """Its view shows how often somebody answered in the window."""

    answers: int

    def push(self, step: Step) -> None:
        self.answers = getattr(self, "answers", 0)
        super().push(step)

    def carry_out(self, choice: Choice, seat: int, option: int) -> None:
        self.answers += choice is SPRING_TRAP
        super().carry_out(choice, seat, option)


class CountsAnswersGame(AmbushGame):
    def view(self, state: State, viewer: int) -> object:
        shown = super().view(state, viewer)
        assert isinstance(shown, dict)
        return {**shown, "answers": getattr(state, "answers", 0)}


class PeekingTurn(TakeTurn):
    def offers(self, state: State, seat: int) -> list[int]:
        s = Quay.of(state)
        return sorted(s.row) + ([CRATE] if s.pile[-1] % 6 > 2 and not s.just_crate[seat] else [])


class OptionsFromSecret(Quay):
    PEEKING = PeekingTurn(3, 0)

    def push(self, step: Step) -> None:
        super().push(self.PEEKING if step is TAKE_TURN else step)


class FallingTurn(TakeTurn):
    def offers(self, state: State, seat: int) -> list[int]:
        return super().offers(state, seat)[::-1]


class NotAscending(Quay):
    FALLING = FallingTurn(3, 0)

    def push(self, step: Step) -> None:
        super().push(self.FALLING if step is TAKE_TURN else step)


class MissingReveal(Quay):
    def reveal(self) -> None:
        pass


class HalfApplied(Ambush):
    def play(self, seat: int, option: int) -> None:
        self.points[self.active] -= 1  # pays before it has looked
        self.check(seat, option)
        self.points[self.active] += 1
        self.apply(seat, option)


class SharedArray(Kilns):
    def clone(self) -> State:
        copy = super().clone()
        Kilns.of(copy).height = self.height
        return copy


class MissesField(Quay):
    FIELDS = tuple(name for name in Quay.FIELDS if name not in ("goods", "row", "stack_of_goods"))

    def clone(self) -> State:
        copy = Quay.of(super().clone())
        copy.goods, copy.row, copy.stack_of_goods = self.goods[:], self.row[:], self.stack_of_goods[:]
        return copy


class RacingBuild(BuildTower):
    def take(self, state: State, seat: int, option: int) -> None:
        s = Kilns.of(state)
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
        return {**shown, "row": Quay.of(state).row}


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


class ForgetsPoints(QuayGame):
    def account(self, state: State) -> Account:
        return Account(tuple(SeatAccount((("goods", int(state.score(seat)) - 1),)) for seat in range(int(state.seats))))


class OwnForgotten(EmbersGame):
    def own(self, state: State, seat: int, public: object) -> list[Change]:
        return []


class TooLong(QuayGame):
    def __init__(self) -> None:
        super().__init__()
        self.max_moves = 5


class GapFeed(TableFeed):
    """Counts a frame that is not sent while somebody is asked silently."""

    def advance(self, *args: Any, **more: Any) -> int:
        seen = super().advance(*args, **more)
        for viewer, feed in self.viewers.items():
            if not seen >> (viewer + 1) & 1:
                feed.number += 1
        return seen


class NewestFeed(TableFeed):
    """Shows everybody the newest moment, also while somebody else is asked silently."""

    def frame(self, viewer: int, *args: Any, **more: Any) -> bytes:
        self.viewers[viewer].moment = Moment(self.match.state.clone())
        return super().frame(viewer, *args, **more)


class NeighbourFeed(TableFeed):
    """Lays what the next seat sees over the view."""

    def __init__(self, match: Match, viewers: Sequence[int] | None = None) -> None:
        super().__init__(match, viewers)
        for feed in self.viewers.values():
            feed.moment = Neighbour(match.state.clone()) if feed.moment is not None else None


class Neighbour(Moment):
    def own(self, viewer: int) -> list[Change]:
        return super().own((viewer + 1) % int(self.state.seats))


class StepByEntryFeed(TableFeed):
    """Groups the log by entries of the table instead of the viewer's own numbers."""

    def advance(self, entries: int, *args: Any, **more: Any) -> int:
        seen = super().advance(entries, *args, **more)
        for feed in self.viewers.values():
            feed.lines[:] = [
                msgspec.structs.replace(line, number=100 + entries) if line.number == feed.number else line
                for line in feed.lines
            ]
        return seen


class EverythingReadFeed(TableFeed):
    """Sends lines that the viewer may not read."""

    def __init__(self, match: Match, viewers: Sequence[int] | None = None) -> None:
        super().__init__(match, viewers)
        self.viewers = {viewer: ReadsEverything(viewer) for viewer in self.viewers}
        self.advance(0, -1, moves=0)


class ReadsEverything(ViewerFeed):
    def _readable(self, log: RenderedLog, start: int) -> list[Line]:
        return log.lines[start:]


class Planted(NamedTuple):
    name: str
    game: Game
    check: str
    """The check that must see it."""
    feed: type[TableFeed] = TableFeed


def planted() -> list[Planted]:
    """Every fault."""
    return [
        Planted("said to show the same to all", said_alike_to_all(EmbersGame()), "alike"),
        Planted("an own part that is forgotten", OwnForgotten(), "alike"),
        Planted("guess = clone", with_state(AmbushGame(), GuessIsClone), "real"),
        Planted("a guess that deals nothing anew", with_state(AmbushGame(), DealsNothing), "real"),
        Planted("a guess that keeps one hand", with_state(EmbersGame(), KeepsOneHand), "real"),
        Planted("future random numbers kept", with_state(EmbersGame(), FutureKept), "real"),
        Planted("a guess dealt from the truth", with_state(QuayGame(), DealsFromTheTruth), "blind"),
        Planted("a guess that loses a card", with_state(AmbushGame(), LosesInGuess), "possible"),
        Planted("a visible prompt", with_state(AmbushGame(), VisiblePrompt), "alike"),
        Planted("a visible prompt, by its messages", with_state(AmbushGame(), VisiblePrompt), "stream"),
        Planted("a window that is held only for those asked", with_state(AmbushGame(), HastyWindow), "stream"),
        Planted("a silent pass in the log", with_state(AmbushGame(), LogsPasses), "stream"),
        Planted("a trace of a silent answer", with_state(CountsAnswersGame(), CountsAnswers), "stream"),
        Planted("a frame number with a gap", AmbushGame(), "stream", GapFeed),
        Planted("a frame of the newest moment", AmbushGame(), "stream", NewestFeed),
        Planted("what a neighbour sees, in a frame", EmbersGame(), "alike", NeighbourFeed),
        Planted("log steps counted by entries", AmbushGame(), "stream", StepByEntryFeed),
        Planted("lines for others in a frame", EmbersGame(), "stream", EverythingReadFeed),
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
        Planted("an account that forgets points", ForgetsPoints(), "account"),
        Planted("a game that depends on more than its seed", with_state(EmbersGame(), DependsOnMore), "record"),
        Planted("a game longer than it promises", TooLong(), "length"),
    ]
