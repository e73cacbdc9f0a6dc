"""The suite: random games for every number of seats and a spread of options, with the checks at their moments."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from bungalow.core.conformance import rules, secrecy
from bungalow.core.conformance.moment import Memory, Moment, seats_in
from bungalow.core.conformance.report import Broken, Fault, Report
from bungalow.core.contract import Game
from bungalow.core.errors import BadOptions, BungalowError
from bungalow.core.feed import TableFeed
from bungalow.core.match import Match, replay
from bungalow.core.random import mix, seeded
from bungalow.core.record import Record
from bungalow.core.types import Option

Check = Callable[[Moment], None]
Progress = Callable[[int, int, str], None]
"""Called with the games done, the games in all, and words for people."""

AT_EVERY_CHOICE: tuple[Check, ...] = (
    rules.pieces,
    rules.options,
    rules.reading,
    rules.checksum,
    rules.notation,
    rules.targets,
    rules.why_not,
    rules.refusal,
    rules.clone,
    rules.together,
    rules.standing,
    rules.account,
)
SECRECY: tuple[Check, ...] = (secrecy.alike, secrecy.blind, secrecy.real, secrecy.possible, secrecy.stream)
CHOOSING = 0x636F6E66
"""Added to a table's seed for the choices of the suite: a game can be played again from its seed alone."""
SHOWN_PER_CHECK = 2
MIXING = 0x9E3779B1
"""An odd number: multiples of it reach every combination of switches, near ones unlike each other."""


@dataclass(frozen=True)
class Share:
    """How thorough a run is."""

    thorough_games: int = 5
    """So many games of each number of seats have the properties of secrecy checked at every choice."""
    sampled_choices: int = 20
    """In every other game: at about so many random choices."""
    rules_every: int = 1
    """The checks of the rules are made at every n-th choice of games that are not thorough."""


def conform(
    game: Game,
    *,
    games: int = 20,
    seats: tuple[int, ...] | None = None,
    options: dict[str, object] | None = None,
    every_switch: bool = False,
    seed: int = 1,
    share: Share | None = None,
    feed: type[TableFeed] = TableFeed,
    progress: Progress | None = None,
) -> Report:
    """Play `games` random games for each number of seats and check the whole contract on the way.

    Without `options` the games go round the title's option values, or with `every_switch` round every combination of
    its switches. `feed` numbers and writes the frames.
    """
    began = time.perf_counter()
    report = Report(game.name)
    counts = seats or game.seats
    for number in counts:
        spread = [options] if options is not None else option_spread(game, number)
        if every_switch:
            spread = switch_spread(game, number, options or {})
        memory = Memory()
        lengths: list[int] = []
        for index in range(games):
            run = _Run(game, number, spread[index % len(spread)], seed + index, memory, share or Share(), feed, report)
            run.play_game(thorough=index < (share or Share()).thorough_games, usual_length=_mean(lengths))
            lengths.append(run.moves)
            if progress is not None:
                words = f"{game.title}, {number} seats, {len(report.faults)} faults"
                progress(report.games, games * len(counts), words)
        run.check("real", secrecy.real_facts)
        run.check("stream", secrecy.silence)
    report.seconds = time.perf_counter() - began
    return report


def option_spread(game: Game, seats: int | None = None) -> list[dict[str, object]]:
    """The defaults, each other value of each option by itself, and everything changed at once.

    What the title refuses for that number of seats as `BadOptions` is left out; the defaults must be possible.
    """
    others = {option.name: [v for v in option.allowed if v != option.default] for option in game.options}
    single: list[dict[str, object]] = [{name: value} for name, values in others.items() for value in values]
    changed: list[dict[str, object]] = [{name: values[-1] for name, values in others.items() if values}]
    spread = [*single, *(changed if len(others) > 1 else [])]
    return [{}, *(options for options in spread if seats is None or _accepted(game, seats, options))]


def switch_spread(game: Game, seats: int, given: dict[str, object]) -> list[dict[str, object]]:
    """Every combination of the title's yes-or-no options, mixed well; the values of the others take turns.

    Options that are `given` keep their value. Where the title refuses a combination for that number of seats, the
    next turns of the others are tried, as many as the first of them has values; a combination that it refuses in all
    of those turns is left out.
    """
    free = [option for option in game.options if option.name not in given]
    switches = [option.name for option in free if set(option.allowed) == {False, True}]
    others = [option for option in free if option.name not in switches]
    spread: list[dict[str, object]] = []
    tries = len(others[0].allowed) if others else 1
    for number in range(1 << len(switches)):
        mixed = number * MIXING % (1 << len(switches))
        switched = {name: bool(mixed >> i & 1) for i, name in enumerate(switches)}
        for turn in range(number, number + tries):
            options = {**given, **switched, **_taking_turns(others, turn)}
            if _accepted(game, seats, options):
                spread.append(options)
                break
    return spread


def _taking_turns(options: list[Option], turn: int) -> dict[str, object]:
    """A value of each option, the first one's changing fastest."""
    values: dict[str, object] = {}
    for option in options:
        values[option.name] = option.allowed[turn % len(option.allowed)]
        turn //= len(option.allowed)
    return values


def _accepted(game: Game, seats: int, options: dict[str, object]) -> bool:
    try:
        game.new(seats, options)
    except BadOptions:
        return False
    return True


def fingerprint(game: Game, seats: int, games: int, seed: int = 1) -> int:
    """One number for the course of many random games: equal for the sources and the compiled title."""
    h = 1
    for index in range(games):
        state = game.new(seats, None, seed + index)
        choosing = seeded(seed + index + CHOOSING)
        while not state.over():
            awaited = seats_in(int(state.actors()))
            seat = awaited[int(choosing.below(len(awaited)))]
            legal = state.legal(seat)
            state.apply(seat, legal[int(choosing.below(len(legal)))])
            h = int(mix(h, state.checksum()))
        for score in state.standing().scores:
            h = int(mix(mix(h, score.total), score.rank))
    return h


class _Run:
    """One game under the eyes of the suite."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, object],
        seed: int,
        memory: Memory,
        share: Share,
        feed: type[TableFeed],
        report: Report,
    ) -> None:
        self.game, self.seed, self.share, self.report, self.memory = game, seed, share, report, memory
        self.moves = 0
        self.choosing = seeded(seed + CHOOSING)
        memory.new_game()
        match = Match(game, seats, options=options, seed=seed)
        self.moment = Moment(match, seeded(seed + 2 * CHOOSING), memory, feed)

    def play_game(self, *, thorough: bool, usual_length: float) -> None:
        match = self.moment.match
        self.report.games += 1
        usual_length = usual_length or self.game.max_moves
        chance = 1000 if thorough else round(1000 * self.share.sampled_choices / usual_length)
        while True:
            look = thorough or self.moves % self.share.rules_every == 0 or match.over
            if look:
                for check in AT_EVERY_CHOICE:
                    self.check(check.__name__, check)
            if match.over or int(self.moment.random.below(1000)) < chance:
                for check in SECRECY:
                    self.check(check.__name__, check)
            if match.over:
                break
            if self.moves >= self.game.max_moves:
                self.fault("length", f"not over after {self.moves} moves, which max_moves promises")
                return
            if not self.step(look):
                return
        self.check("clone", rules.past)
        self.check("record", self._record)

    def step(self, look: bool) -> bool:
        """Make a random move; False when the game cannot go on."""
        match, state = self.moment.match, self.moment.state
        awaited = seats_in(int(state.actors()))
        legal: list[int] = []
        try:
            seat = awaited[int(self.choosing.below(len(awaited)))]
            legal = state.legal(seat)
            option = legal[int(self.choosing.below(len(legal)))]
            if look:
                self.check("undo", lambda moment: rules.undo(moment, seat, option))
                self.check("undo", lambda moment: rules.undo(moment, seat, moment.pick(legal)))
                self.check("preview", lambda moment: rules.preview(moment, seat, option))
            self.memory.checksums.append(state.checksum())
            match.play(seat, option)
        except Exception as error:  # whatever a title raises is its fault; the next game goes on
            self.fault("play", f"playing one of {legal} raised {_one_line(error)}")
            return False
        self.moves += 1
        self.report.moves += 1
        if look and int(self.moment.random.below(4)) == 0:
            self.check("undo", rules.take_back)
        return True

    def check(self, name: str, check: Check) -> None:
        """Make one check; a fault is reported and the game goes on."""
        if sum(fault.check == name for fault in self.report.faults) >= SHOWN_PER_CHECK:
            return
        self.report.checked[name] = self.report.checked.get(name, 0) + 1
        try:
            check(self.moment)
        except Broken as broken:
            self.fault(name, str(broken))
        except Exception as error:  # a check that cannot be made is a fault of the title too
            self.fault(name, f"raised {_one_line(error)}")

    def fault(self, name: str, words: str) -> None:
        self.report.faults.append(Fault(name, words, self.seed, self.moment.match.record().write()))

    def _record(self, moment: Moment) -> None:
        """The record reads back as itself and plays again to the same table, whole and in part."""
        match, checksums = moment.match, [*moment.memory.checksums, moment.state.checksum()]
        record = match.record()
        again = Record.read(record.write())
        if again != record:
            raise Broken("the record does not read back as itself")
        part = int(moment.random.below(len(checksums)))
        try:
            replay(again, game=moment.game)
            partly = replay(again, game=moment.game, upto=part)
        except BungalowError as error:
            raise Broken(f"the record does not play again: {error}") from None
        if partly.state.checksum() != checksums[part] or match.at(part).state.checksum() != checksums[part]:
            raise Broken(f"the record up to move {part} gives another table than the game had")


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _one_line(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} (in {frame.name})"
