"""Match: the friendly face of a state. It keeps history, log, undo, names and the record.

The terminal, the server and a notebook hold a `Match`; search and simulation use `State`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from bungalow.core.contract import NONE, SPECTATOR, Game, State
from bungalow.core.errors import BadData, BadOptions, BungalowError, IllegalMove, NewerRules, RulesDiffer
from bungalow.core.record import Record
from bungalow.core.registry import find
from bungalow.core.types import Event, Path, Preview, Reason, Standing, Waiting, may_read, show_value
from bungalow.core.versions import Trail, refuse_newer, settings_refused

LARGEST_OPTION = 2**62
"""Beyond it compiled code could not even ask."""


@dataclass(frozen=True)
class Move:
    """One thing a seat may do now. It prints as its notation and explains itself."""

    seat: int
    option: int
    text: str
    words: str
    targets: Path

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Played:
    """A move in the history of a match."""

    seat: int
    option: int
    text: str
    final: bool
    """It showed something hidden to somebody, or it was a `confirm`: it cannot be taken back."""
    closed: int
    """Which choice it answered; moves within one together choice share it."""
    log_end: int
    """Length of the log after it."""


@dataclass(frozen=True)
class Line:
    """A line of the log as one viewer reads it."""

    words: str
    clause: str
    after_move: int
    """How many moves had been made when it happened."""
    marks: tuple[str, ...] = ()


class View(dict[str, object]):
    """What a viewer may see. It is the view as the title makes it, and shows itself in a notebook."""

    def __init__(self, seen: dict[str, object], match: Match, viewer: int) -> None:
        super().__init__(seen)
        self._drawn = (match.game, viewer, match.names)

    def _repr_svg_(self) -> str:
        game, viewer, names = self._drawn
        return game.picture(dict(self), viewer, names)


class Match:
    """A table for people: a state with its history."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        options: dict[str, object] | None = None,
        seed: int = 0,
        edition: str = "",
        names: tuple[str, ...] | list[str] = (),
        held: bool = False,
    ) -> None:
        if names and len(names) != seats:
            raise BadOptions(f"{seats} seats need {seats} names, not {len(names)}")
        for name in names:
            if "|" in name or "\n" in name or not name.strip():
                raise BadOptions(f"{name!r} cannot be a player's name")
        self.game = game
        self.seats = seats
        self.seed = seed
        self.edition_file = edition
        self.options = game.settle(options or {}, seats)
        self.held = held
        """Reaction windows stay open until `close_window`, whether or not anybody is asked."""
        self.names = tuple(names) or game.seat_names(seats, self.options)
        self.history: list[Played] = []
        self.state = self._fresh()

    def _fresh(self) -> State:
        state = self.game.new(self.seats, self.options, self.seed, self.edition_file, watched=True)
        self._log_start = len(state.log or ())
        if self.held:
            state.hold()
        return state

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}: seats {self.seats}, moves {len(self.history)}>"

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.seats:
            raise BadOptions(f"there is no seat {seat} at this table: they count from 0 to {self.seats - 1}")
        return seat

    def _viewer(self, viewer: int | None) -> int:
        return int(SPECTATOR) if viewer is None or viewer == SPECTATOR else self._seat(viewer)

    # -- the present ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.over()

    @property
    def actors(self) -> list[int]:
        """The seats that owe a choice now. For whoever runs the table; what a viewer may know is `waiting`."""
        awaited = self.state.actors()
        return [seat for seat in range(self.seats) if awaited >> seat & 1]

    def moves(self, seat: int) -> list[Move]:
        """Everything the seat may do now."""
        return [self.move(seat, option) for option in self.state.legal(self._seat(seat))]

    def move(self, seat: int, option: int) -> Move:
        state = self.state
        return Move(
            seat,
            option,
            state.notation(seat, option),
            state.words(seat, option),
            state.targets(seat, option),
        )

    def question(self, seat: int) -> str:
        """What the seat is asked, in words; nothing when it is not asked."""
        asked = self.state.asked(self._seat(seat)) != NONE
        return self.game.question(self.state, seat) if asked else ""

    def view(self, viewer: int | None = None) -> object:
        """What a seat, or a spectator, may see; in a notebook it shows itself."""
        number = self._viewer(viewer)
        seen = self.state.view(number)
        return View(seen, self, number) if isinstance(seen, dict) else seen

    def picture(self, viewer: int | None = None) -> str:
        """What a seat, or a spectator, may see, as a drawing: the text of an SVG file."""
        return self.state.picture(self._viewer(viewer), self.names)

    def _repr_html_(self) -> str:
        """In a notebook: the table as everybody sees it, the latest of the log, and how it stands or ended."""
        return page_of(self)

    def waiting(self, viewer: int | None = None) -> Waiting:
        return self.state.waiting(self._viewer(viewer))

    def standing(self) -> Standing:
        return self.state.standing()

    def why_not(self, seat: int, target: str, path: Path = ()) -> Reason | None:
        return self.state.why_not(self._seat(seat), target, path)

    def preview(self, seat: int, move: Move | str | int) -> Preview:
        return self.state.preview(seat, self._option(seat, move), self.names)

    # -- playing ----------------------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str | int) -> Move:
        """Play a move, a notation, or an option number. An error leaves everything as it was."""
        option = self._option(seat, move)
        self.state.check(seat, option)
        done = self.move(seat, option)
        self._apply(done)
        return done

    def _option(self, seat: int, move: Move | str | int) -> int:
        if isinstance(move, str):
            return self.state.parse(seat, move.strip())
        option = move.option if isinstance(move, Move) else move
        if not 0 <= option < LARGEST_OPTION:
            raise IllegalMove(f"there is no option {option} for this question")
        return option

    def _apply(self, move: Move) -> None:
        state = self.state
        reveals, closed = int(state.reveals), int(state.closed)
        confirms = self.game.kinds[int(state.asked(move.seat))].confirm
        state.apply(move.seat, move.option)
        log_end = len(state.log or ())
        final = confirms or state.reveals != reveals
        self.history.append(Played(move.seat, move.option, move.text, final, closed, log_end))

    # -- windows ----------------------------------------------------------------------------------------------

    @property
    def window_open(self) -> bool:
        """The match is held at a reaction window: time passes, and somebody is asked or not."""
        return self.state.window_open

    def pass_window(self, seat: int) -> Move:
        """Pass for a seat that is asked in the open window and has not answered."""
        return self.play(seat, self.game.kinds[int(self.state.asked(seat))].passes)

    def close_window(self) -> None:
        """The time of the open window is over. Everybody who was asked has answered."""
        self.state.close_window()
        if self.history:
            self.history[-1] = replace(self.history[-1], log_end=len(self.state.log or ()))

    # -- taking back ------------------------------------------------------------------------------------------

    def undoable(self, seat: int) -> int | None:
        """Which of its moves (index into `history`) the seat could take back now.

        Its last one, if that revealed nothing and nobody else has acted since, except within the same together
        choice while that still waits: what the last answer lays open must not be taken into account afterwards.
        A game that is over stays over.
        """
        if self.over:
            return None
        last = len(self.history) - 1
        for index in range(last, -1, -1):
            played = self.history[index]
            alone = index == last and played.seat == seat
            if not alone and played.closed != self.state.closed:
                return None
            if played.seat == seat:
                return None if played.final else index
        return None

    def undo(self, seat: int) -> Played:
        """Take back the seat's last move."""
        index = self.undoable(self._seat(seat))
        if index is None:
            raise IllegalMove(f"{self.names[seat]} has no move that can still be taken back")
        taken = self.history[index]
        self._rebuild(self.history[:index] + self.history[index + 1 :])
        return taken

    def _rebuild(self, history: list[Played]) -> None:
        self.state = self._fresh()
        self.history = []
        for played in history:
            self._apply(Move(played.seat, played.option, played.text, "", ()))
            while self.window_open and not self.actors:  # no undo reaches into an open window: this one was closed
                self.close_window()

    # -- the past ---------------------------------------------------------------------------------------------

    def lines(self, viewer: int | None = None, since: int = 0) -> list[Line]:
        """The log as a viewer may read it, from the events after move number `since` on."""
        return [
            Line(self.game.say(event, self.names), event.clause, moves, self.game.marks(event))
            for event, moves in self._heard(self._viewer(viewer))
            if moves > since or since == 0
        ]

    def _heard(self, viewer: int) -> list[tuple[Event, int]]:
        """The events that a viewer may read, each with the number of moves made when it happened."""
        log = self.state.log or []
        end = int(self.state.log_public) if self.state.hides_moment(viewer) else len(log)
        heard: list[tuple[Event, int]] = []
        moves = 0
        for index, event in enumerate(log[:end]):
            while moves < len(self.history) and index >= self.history[moves].log_end:
                moves += 1
            if may_read(event, viewer):
                heard.append((event, moves + 1 if index >= self._log_start else 0))
        return heard

    def at(self, moves: int) -> Match:
        """The match as it stood after that many moves."""
        if not 0 <= moves <= len(self.history):
            raise BadOptions(f"this match has {len(self.history)} moves, so there is no move {moves}")
        earlier = Match(
            self.game,
            self.seats,
            options=self.options,
            seed=self.seed,
            edition=self.edition_file,
            names=self.names,
        )
        earlier._rebuild(self.history[:moves])
        return earlier

    def led_to(self, seat: int, moves: int | None = None) -> list[Played]:
        """The moves that led to the question put to the seat, now or before move number `moves` + 1 was made.

        What others have answered to the same question meanwhile is left out: whoever is asked together with them
        does not wait for it.
        """
        end = len(self.history) if moves is None else moves
        closed = self.history[end].closed if end < len(self.history) else int(self.state.closed)
        return [played for played in self.history[:end] if played.closed != closed or played.seat == seat]

    def asking(self, seat: int, moves: int | None = None) -> Match:
        """The match at the question that `led_to` leads to."""
        led = self.led_to(seat, moves)
        if len(led) == len(self.history):
            return self
        earlier = self.at(0)
        earlier._rebuild(led)
        return earlier

    def record(self) -> Record:
        """Everything needed to play this match again. It holds the seed, so it tells all secrets."""
        return Record(
            title=self.game.name,
            rules=self.game.rules_version,
            edition=self.state.edition,
            seats=self.seats,
            options={
                option.name: show_value(self.options[option.name])
                for option in self.game.options
                if not option.later or self.options[option.name] != option.default
            },
            names=self.names,
            seed=self.seed,
            moves=[(played.seat, played.text) for played in self.history],
            checksum=self.state.checksum(),
        )


def new(
    title: str,
    seats: int,
    *,
    options: dict[str, object] | None = None,
    seed: int = 0,
    edition: str = "",
    names: tuple[str, ...] | list[str] = (),
) -> Match:
    """A new match of a title."""
    return Match(find(title), seats, options=options, seed=seed, edition=edition, names=names)


def replay(
    record: Record,
    *,
    upto: int | None = None,
    edition: str = "",
    name: str = "record",
    game: Game | None = None,
) -> Match:
    """Play a record again, whole or up to a move number; any difference from what it promises is `BadData`.

    Where a record was made with other rules or components and they differ, that is `RulesDiffer`: up to the move before
    the one it names the record can still be played. A record of newer rules is `NewerRules`. `game` spares looking the
    title up: for titles that are not installed.
    """
    game = game or find(record.title)
    try:
        refuse_newer(game, record.rules)
    except NewerRules as error:
        raise NewerRules(f"{name}: {error.words}") from None
    options: dict[str, object] = dict(record.options)
    try:
        match = Match(game, record.seats, options=options, seed=record.seed, edition=edition, names=record.names)
    except BadOptions as error:
        if record.rules != game.rules_version:
            raise _named(settings_refused(game, record.rules, error), name) from None
        raise BadData(f"{name}: {error.words}") from None
    stop = len(record.moves) if upto is None else upto
    if not 0 <= stop <= len(record.moves):
        raise BadData(f"{name}: has {len(record.moves)} moves, so there is no move {stop}")
    try:
        trail = Trail(match, record.rules, record.edition)
        for number, (seat, text) in enumerate(record.moves[:stop], start=1):
            try:
                match.play(seat, text)
            except BungalowError as error:
                trail.refused(number, error)
                raise BadData(f"{name}: move {number} ({seat + 1} {text}): {error}", clause="") from None
            trail.look(number)
        if stop == len(record.moves):
            trail.look(stop, record.checksum)
    except RulesDiffer as differs:
        raise _named(differs, name) from None
    if stop == len(record.moves) and match.state.checksum() != record.checksum:
        found = f"{match.state.checksum():08x}"
        raise BadData(f"{name}: ends with checksum {found}, but promises {record.checksum:08x}")
    return match


def _named(differs: RulesDiffer, name: str) -> RulesDiffer:
    return RulesDiffer(f"{name}: {differs.words}", move=differs.move, reason=differs.reason, clause=differs.clause)


LATEST = 6
"""So many lines of the log a match shows in a notebook."""


def page_of(match: Match) -> str:
    """A match as HTML: for a notebook, with everything in it."""
    lines = "".join(f"<li>{escape(line.words)}</li>" for line in match.lines()[-LATEST:])
    log = f'<ul style="margin:.5em 0">{lines}</ul>'
    if not match.over:
        return f"<div>{match.picture()}{log}</div>"
    scores = sorted(match.standing().scores, key=lambda score: score.rank)
    rows = "".join(
        f"<tr><td>{score.rank}</td><td>{escape(match.names[score.seat])}</td><td>{score.total}</td>"
        f"<td>{escape(', '.join(f'{name} {points}' for name, points in score.parts))}</td></tr>"
        for score in scores
    )
    head = "<tr><th>rank</th><th>player</th><th>score</th><th>parts</th></tr>"
    return f"<div>{match.picture()}<table>{head}{rows}</table>{log}</div>"
