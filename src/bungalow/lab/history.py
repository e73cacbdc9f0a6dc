"""A table with everything that led to it, fit to be copied, guessed at and saved as text.

    bungalow record 1
    title: burrows
    ...
    end: 3 moves, checksum 9c1f00aa
    guess: 1 of 88172645463325252
    2 at 0,0 r0

The record comes first. Where the table was dealt anew for somebody (`guess`) the way there goes on below it.
"""

from __future__ import annotations

from bungalow.core.contract import Game, State
from bungalow.core.errors import BadData
from bungalow.core.match import replay
from bungalow.core.random import seeded
from bungalow.core.record import Record
from bungalow.core.types import show_value

GUESS = "guess: "


class History:
    """A state that is shown to its players, and how it came about."""

    def __init__(self, game: Game, seats: int, options: dict[str, object], seed: int, edition: str = "") -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.seed = seed
        self.edition = edition
        self.state = game.new(seats, options, seed, edition, watched=True)
        self.steps: list[tuple[int, str]] = []
        """(seat, notation), or (-1, the words of a guess)"""
        self.moves = 0
        """Steps that are no guesses."""
        self.own: list[list[str]] = [[] for _ in range(seats)]
        """What each seat has done, as far as the one who guessed last can know."""
        self.guessed = False
        self.record_end = self.state.checksum()
        """The checksum after the last move that the record holds."""

    def play(self, seat: int, option: int) -> None:
        text = self.state.notation(seat, option)
        self.state.play(seat, option)
        self.steps.append((seat, text))
        self.moves += 1
        self.own[seat].append(text)
        if not self.guessed:
            self.record_end = self.state.checksum()

    def guess(self, viewer: int, seed: int) -> None:
        """Deal anew what a viewer cannot know. Of the past only what it saw and did is kept."""
        heard = self.state.heard(viewer)
        self.state = self.state.guess(viewer, seeded(seed))
        self.state.watched = self.game.silent
        self.state.log = heard
        self.state.log_public = len(heard)
        self.own = [moves if seat == viewer else [] for seat, moves in enumerate(self.own)]
        self.steps.append((-1, f"{viewer + 1} of {seed}"))
        self.guessed = True

    def __deepcopy__(self, memo: object) -> History:
        other = History.__new__(History)
        other.__dict__.update(self.__dict__)
        other.state = copied(self.state)
        other.steps = self.steps[:]
        other.own = [moves[:] for moves in self.own]
        return other

    # -- text -------------------------------------------------------------------------------------------------

    def write(self) -> str:
        first = next((number for number, (seat, _) in enumerate(self.steps) if seat < 0), len(self.steps))
        record = Record(
            title=self.game.name,
            rules=self.game.rules_version,
            edition=self.state.edition,
            seats=self.seats,
            options={name: show_value(value) for name, value in self.options.items()},
            names=self.game.seat_names(self.seats, self.options),
            seed=self.seed,
            moves=self.steps[:first],
            checksum=self.record_end,
        )
        after = [GUESS + text if seat < 0 else f"{seat + 1} {text}" for seat, text in self.steps[first:]]
        return record.write() + "".join(line + "\n" for line in after)

    @staticmethod
    def read(text: str, edition: str = "") -> History:
        record_text, end, after = text.partition("\nend: ")
        end_line, _, more = after.partition("\n")
        record = Record.read(record_text + end + end_line + "\n")
        match = replay(record, edition=edition)
        table = History(match.game, match.seats, match.options, match.seed, edition)
        for played in match.history:
            table.play(played.seat, played.option)
        for line in more.splitlines():
            if line.startswith(GUESS):
                viewer, _, seed = line.removeprefix(GUESS).partition(" of ")
                table.guess(int(viewer) - 1, int(seed))
            else:
                seat, _, notation = line.partition(" ")
                if not seat.isdecimal():
                    raise BadData(f"'{line}' is neither a move nor a guess")
                table.play(int(seat) - 1, table.state.parse(int(seat) - 1, notation))
        return table

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return History.read, (self.write(), self.edition)


def copied(state: State) -> State:
    """An independent copy that is watched and tells its past as the original does."""
    other = state.clone()
    other.watched = state.watched
    other.before = state.before
    other.log = None if state.log is None else state.log[:]
    other.log_public = state.log_public
    return other
