"""What the tiny titles share: states and words of a title in plain Python, without any thought of speed."""

import inspect
from typing import Self

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import BIT, Choice, Game, State, Step
from bungalow.core.random import Random, mix
from bungalow.core.types import Event, Path, Reason


class PlainState(State):
    """Clone, checksum and rank from the title's annotated fields: each a number, or a list of numbers."""

    FIELDS: tuple[str, ...] = ()
    points: list[int]
    """The score by seat, in titles that have this field."""

    def __init_subclass__(cls) -> None:
        cls.FIELDS = (*cls.FIELDS, *inspect.get_annotations(cls))

    @classmethod
    def of(cls, state: State) -> Self:
        """The state as what it is."""
        assert isinstance(state, cls)
        return state

    @classmethod
    def begun(cls, game: Game, seats: int, random: Random, first: Step) -> Self:
        """A table where nothing lies yet and `first` comes first."""
        state = cls()
        state.begin(game, seats, random)
        state.push(first)
        return state

    def clone(self) -> State:
        copy = type(self)()
        copy.copy_core(self)
        for name in self.FIELDS:
            value = getattr(self, name)
            setattr(copy, name, value[:] if isinstance(value, list) else value)
        return copy

    def digest(self, h: int) -> int:
        for name in self.FIELDS:
            value = getattr(self, name)
            for x in [len(value), *value] if isinstance(value, list) else [value]:
                h = mix(h, x)
        return h

    def score(self, seat: int) -> int:
        return self.points[seat]

    def rank(self, seat: int) -> int:
        return 1 + sum(self.score(other) > self.score(seat) for other in range(int(self.seats)))


class PlainChoice(Choice):
    """A choice whose options are a list."""

    def options(self, state: State, seat: int, out: vec[i64]) -> int:
        options = self.offers(state, seat)
        for i, option in enumerate(options):
            out[i] = option
        return len(options)

    def offers(self, state: State, seat: int) -> list[int]:
        """What the seat may do, ascending."""
        raise NotImplementedError


class TurnState(PlainState):
    """A table where the seats are on turn one after the other, so many times."""

    turns: int  # still to come
    active: int

    @classmethod
    def begun_with(cls, turns: int, game: Game, seats: int, random: Random) -> Self:
        """A table where nothing lies yet, before the first of so many turns."""
        state = cls.begun(game, seats, random, NEXT_TURN)
        state.turns, state.active = turns, -1
        return state

    def after(self, place: int) -> int:
        """The seat so many places after the one on turn."""
        return (self.active + place) % int(self.seats)

    def start_turn(self) -> None:
        """Push what the seat `active` does in its turn."""
        raise NotImplementedError


class NextTurn(Step):
    """The next seat is on turn; after the last turn the game is over."""

    def run(self, state: State) -> None:
        s = TurnState.of(state)
        if s.turns > 0:
            s.turns, s.active = s.turns - 1, s.after(1)
            s.push(self)
            s.start_turn()


class TurnChoice(PlainChoice):
    """A choice of the seat on turn."""

    def actors(self, state: State) -> int:
        return int(BIT[TurnState.of(state).active])


NEXT_TURN = NextTurn(1)


class PlainGame(Game):
    """Words, targets and log lines from the notation and from templates."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, str] = {}
        """A template for each event; numbers among its arguments are seats."""

    def words(self, state: State, seat: int, option: int) -> str:
        return self.notation(state, seat, option).capitalize()

    def targets(self, state: State, seat: int, option: int) -> Path:
        """`raid 2` is the deed first, then the thing."""
        deed, _, thing = self.notation(state, seat, option).partition(" ")
        return (f"do:{deed}", f"at:{thing}") if thing else (f"do:{deed}",)

    def why_not(self, state: State, seat: int, target: str, path: Path) -> Reason | None:
        return None if state.selectable(seat, target, path) else self.reason((*path, target))

    def reason(self, path: Path) -> Reason:
        """The clause that forbids what begins with these things."""
        raise NotImplementedError

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return self.lines[event.key].format(*[names[arg] if isinstance(arg, int) else arg for arg in event.args])


def shown(state: PlainState, *names: str) -> dict[str, object]:
    """Public fields for a view, copied: a view must not change with the state."""
    values = {name: getattr(state, name) for name in names}
    return {name: value[:] if isinstance(value, list) else value for name, value in values.items()}


def held(where: list[int], place: int) -> list[int]:
    """The things that are at a place (a seat, a bag, a pile), when `where` tells for each thing where it is."""
    return [thing for thing, there in enumerate(where) if there == place]


def shuffled(random: Random | State, cards: list[int]) -> list[int]:
    """The cards in another order. With random numbers of the table's own, that is a reveal."""
    items = vec[i64](cards)
    random.shuffle(items, len(items))
    return [int(card) for card in items]
