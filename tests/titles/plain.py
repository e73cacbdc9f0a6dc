"""What the tiny titles share: states and words of a title in plain Python, without any thought of speed."""

import inspect
from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from bungalow.core.contract import Game, State
from bungalow.core.random import Random, mix
from bungalow.core.types import Event, Path, Reason


class PlainState(State):
    """Clone, checksum and rank from the title's annotated fields: each a number, or a list of numbers."""

    FIELDS: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        cls.FIELDS = (*cls.FIELDS, *inspect.get_annotations(cls))

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

    def rank(self, seat: int) -> int:
        return 1 + sum(self.score(other) > self.score(seat) for other in range(int(self.seats)))


class PlainGame(Game):
    """Words, targets and log lines from the notation and from templates."""

    LINES: ClassVar[dict[str, str]] = {}
    """A template for each event; numbers among its arguments are seats."""

    def words(self, state: State, seat: int, option: int) -> str:
        return self.notation(state, seat, option).capitalize()

    def targets(self, state: State, seat: int, option: int) -> Path:
        """`raid 2` is the deed first, then the thing."""
        deed, _, thing = self.notation(state, seat, option).partition(" ")
        return (f"do:{deed}", f"at:{thing}") if thing else (f"do:{deed}",)

    def why_not(self, state: State, seat: int, target: str, path: Path) -> Reason | None:
        return None if state.selectable(seat, target, path) else self.reason(state, seat, (*path, target))

    def reason(self, state: State, seat: int, path: Path) -> Reason:
        """The clause that forbids what begins with these things."""
        raise NotImplementedError

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        return self.LINES[event.key].format(*[names[arg] if isinstance(arg, int) else arg for arg in event.args])


def shown(state: PlainState, *names: str) -> dict[str, object]:
    """Public fields for a view, copied: a view must not change with the state."""
    values = {name: getattr(state, name) for name in names}
    return {name: value[:] if isinstance(value, list) else value for name, value in values.items()}


def offer(out: vec[i64], options: list[int]) -> int:
    """Write options into the caller's buffer."""
    for i, option in enumerate(options):
        out[i] = option
    return len(options)


def shuffled(random: Random, cards: list[int]) -> list[int]:
    items = vec[i64](cards)
    random.shuffle(items, len(items))
    return [int(card) for card in items]
