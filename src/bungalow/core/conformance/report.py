"""What a run of the suite found: faults that can be played again, and how much was looked at."""

from __future__ import annotations

from dataclasses import dataclass, field


class Broken(AssertionError):
    """Raised by a check: what the title does against the contract, in words."""


@dataclass(frozen=True)
class Fault:
    """A broken promise: which check saw it, and the game in which it can be seen again."""

    check: str
    words: str
    seed: int
    """Seed of the table; `conform(game, seats=(n,), games=1, seed=seed)` plays the same game again."""
    record_text: str
    """The record up to the moment of the fault."""

    def __str__(self) -> str:
        return f"{self.check}: {self.words}\nseed {self.seed}, record:\n{self.record_text}"


@dataclass
class Report:
    """The result of `conform`."""

    title: str
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    checked: dict[str, int] = field(default_factory=dict)
    """How often each check was made."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def failed(self) -> set[str]:
        """The names of the checks that saw a fault."""
        return {fault.check for fault in self.faults}

    def require(self) -> None:
        """For tests: raise with everything that was found."""
        if self.faults:
            raise Broken("\n\n".join([f"{self.title} does not conform", *map(str, self.faults)]))

    def __str__(self) -> str:
        made = sum(self.checked.values())
        work = f"{self.games} games, {self.moves} moves, {made} checks in {self.seconds:.1f} s"
        if self.ok:
            return f"{self.title}: conforms ({work})"
        names = ", ".join(sorted(self.failed))
        return "\n\n".join([f"{self.title}: does not conform in {names} ({work})", *map(str, self.faults)])
