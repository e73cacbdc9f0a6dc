"""A person plays: the loop that shows the table, asks, and does what was typed.

Input and output are handed in, so that a test, a pipe and a terminal go through the same lines.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from bungalow.bots.explain import explain
from bungalow.bots.table import bots_by_name, manner, think
from bungalow.core.errors import BadOptions, BungalowError, NotYourTurn, UnreadableMove
from bungalow.core.match import Match, Move
from bungalow.core.record import Record
from bungalow.terminal import boards, choices, reasons, saves
from bungalow.terminal.choices import Numbered

HELP = """\
Type the number of an option, or the option itself as it is written there ([cyan]build T17[/]).

  [bold]list[/]  [bold]l[/]         all options            [bold]3,-2[/]         the options at a place
  [bold]/radish[/]         the options that say so
  [bold]?[/]               the rule behind the question
  [bold]? 5[/]             what option 5 would do
  [bold]? BW-2.2[/]        that rule
  [bold]why reserve T40[/] why that is not possible; also [bold]why T40[/], [bold]why 3,-2[/]
  [bold]why[/]             why the bot made its last move     (practice)
  [bold]hint[/] [bold]\\[hard][/]     what a bot would do in your place  (practice)
  [bold]undo[/]  [bold]u[/]         take back your last move, as long as it has revealed nothing
  [bold]board[/] [bold]b[/] [bold]\\[2][/]      the table again, or seen from seat 2
  [bold]look 3,-2[/]       another part of a wide board
  [bold]log[/] [bold]\\[20][/]        what happened
  [bold]guide[/]           how this game is played
  [bold]save[/] [bold]\\[file][/]     write the game to a file
  [bold]resume[/] [bold]\\[file][/]   go on with a saved game instead
  [bold]quit[/]  [bold]q[/]         leave

A line that begins with # is a comment. A line may begin with the number of the seat it is meant for
([cyan]2 build T17[/]), as in a saved game."""

FOR_SEAT = re.compile(r"([1-9]) +(\S.*)")
LOG_LINES = 12
HINTS = "hard"
"""The bot that is asked for a hint when none is named."""
CLEAR = "\x1b[H\x1b[2J"


@dataclass(frozen=True)
class Terminal:
    """The two sides of a conversation."""

    screen: Console
    errors: Console
    read: Callable[[str], str]
    """The next line, asked for with a prompt; `EOFError` when there is none."""
    interactive: bool
    """Somebody looks on: draw the board before every question, ask back, wait a little for bots."""
    delay: float = 0.0
    """Seconds to wait before a bot moves."""


class Left(Exception):
    """The person has left the game."""


class Session:
    """One game at a terminal."""

    def __init__(
        self,
        match: Match,
        bots: dict[int, str],
        terminal: Terminal,
        save_to: Path | None = None,
        *,
        practice: bool = False,
    ) -> None:
        self.match = match
        self.bots = bots
        self.practice = practice
        """One person against bots, who give their reasons and hints."""
        self.terminal = terminal
        self.screen = terminal.screen
        self.save_to = save_to
        self.refused = 0
        """How many lines could not be carried out."""
        self.saved = len(match.history) if save_to is not None else 0
        """Length of the history when it was last saved."""
        self._told: dict[int, int] = {}
        self._last_person: int | None = None
        self._centre: tuple[int, int] | None = None
        self._shown_from: int | None = None

    # -- the game ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        try:
            while not self.match.over:
                actors = self.match.actors
                bot = next((seat for seat in actors if seat in self.bots), None)
                if bot is not None:
                    self.bot_move(bot)
                else:
                    self.person_move(actors[0])
            self.show_end()
        except Left:
            pass
        except EOFError:
            self.save_and_say("The input has ended")

    def bot_move(self, seat: int) -> None:
        if self.terminal.delay:
            time.sleep(self.terminal.delay)
        match = self.match
        match.play(seat, think(self.bots[seat], match, seat).option)
        if not any(person not in self.bots for person in range(match.seats)):
            self.tell(None)

    def person_move(self, seat: int) -> None:
        """Ask a person until a move has been made."""
        self.hand_over(seat)
        if self.terminal.interactive:
            self.show_board(seat)
        self.tell(seat)
        moves = choices.numbered(self.match.moves(seat))
        self.ask(seat, moves)
        before = (self.match, len(self.match.history))
        while before == (self.match, len(self.match.history)):
            line = self.terminal.read(f"{self.match.names[seat]}> ").strip()
            if line and not line.startswith("#") and not self.terminal.interactive:
                self.screen.print(Text(f"{self.match.names[seat]}> {line}"))
            try:
                self.obey(line, seat, moves)
            except BungalowError as error:
                self.refused += 1
                self.terminal.errors.print(Text(f"bungalow: {error}", "bold"), soft_wrap=True)

    def obey(self, line: str, seat: int, moves: list[Numbered]) -> None:
        """Do what a line says: a move, or one of the other commands."""
        if line.startswith("#") or not (line or self.terminal.interactive):
            return
        if move := next((move for _, move in moves if move.text == line.lower() or move.text == line), None):
            self.match.play(seat, move)
            return
        if line.isdecimal():
            self.match.play(seat, self.numbered_move(int(line), moves))
            return
        if line.startswith("/") or choices.PLACE.fullmatch(line):
            self.filter(line.lstrip("/").strip(), moves)
            return
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            word, rest = "?", line[1:]
        command = COMMANDS.get(word.lower())
        if command is not None:
            command(self, rest.strip(), seat, moves)
        elif meant := FOR_SEAT.fullmatch(line):
            self.play_for(int(meant[1]) - 1, meant[2])
        else:
            self.play_typed(seat, line)

    def play_typed(self, seat: int, text: str) -> None:
        try:
            self.match.play(seat, text)
        except UnreadableMove as error:
            raise UnreadableMove(f"{error.words}; 'help' lists the commands") from None

    def play_for(self, seat: int, text: str) -> None:
        if seat in self.bots:
            raise NotYourTurn(f"seat {seat + 1} is played by a bot")
        self.match.play(seat, text)

    def numbered_move(self, number: int, moves: list[Numbered]) -> Move:
        if not 1 <= number <= len(moves):
            raise UnreadableMove(f"there is no option {number}: the options are 1 to {len(moves)}")
        return moves[number - 1][1]

    # -- showing ----------------------------------------------------------------------------------------------

    def hand_over(self, seat: int) -> None:
        """Let the next person sit down before their secrets are shown."""
        last, self._last_person = self._last_person, seat
        if last is None or last == seat or not self.terminal.interactive:
            return
        if self.match.view(last) != self.match.view(seat):
            self.screen.print(Text(CLEAR) if self.screen.is_terminal else "")
            self.terminal.read(f"Pass the keyboard to {self.match.names[seat]}, then press Enter. ")

    def show_board(self, seat: int) -> None:
        match = self.match
        looked_at = seat if self._shown_from is None else self._shown_from
        width = min(self.screen.width, 100)
        self.screen.print(Text("─" * width, "dim"))
        drawing = boards.draw(match.game.name, match.view(seat), looked_at, match.names, width, self._centre)
        self.screen.print(drawing, width=width)
        self._shown_from = None

    def tell(self, viewer: int | None) -> None:
        """The log lines that the viewer has not been shown yet."""
        key = -1 if viewer is None else viewer
        lines = self.match.lines(viewer)
        start = self._told.get(key, 0)
        if start == 0 and len(lines) > LOG_LINES:
            start = len(lines) - LOG_LINES
        for line in lines[start:]:
            self.screen.print(Text("  ").append(line.words, "italic"), soft_wrap=True)
        self._told[key] = len(lines)

    def ask(self, seat: int, moves: list[Numbered]) -> None:
        name = self.match.names[seat]
        self.screen.print(Text().append(f"{name}: ", "bold green").append(self.match.question(seat), "bold"))
        if len(moves) <= choices.SHORT:
            choices.show(self.screen, moves)
            return
        best = choices.promising(self.match, seat, moves)
        choices.show(self.screen, choices.effects(self.match, best))
        example = moves[0][1]
        more = f"the most promising of {len(moves)}; 'list' shows all, or type one, such as '{example.text}'"
        self.screen.print(Text(f" … {more}", "dim"))

    def filter(self, text: str, moves: list[Numbered]) -> None:
        found = choices.matching(moves, text)
        if found:
            choices.show(self.screen, found)
        else:
            self.screen.print(f"No option matches {text!r}.", markup=False)

    def show_end(self) -> None:
        if self.terminal.interactive:
            self.show_board(self._last_person or 0)
        self.tell(self._last_person)
        self.screen.print(standing_table(self.match))
        if self.save_to is not None:
            self.save(self.save_to)
        elif self.terminal.interactive and len(self.match.history) != self.saved:
            try:
                self.offer_saving("Keep the record of this game? [y/N, or a file name] ", "n")
            except EOFError:
                self.screen.print()

    # -- commands ---------------------------------------------------------------------------------------------

    def help(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        self.screen.print(HELP, highlight=False)

    def list_all(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        if rest:
            self.filter(rest, moves)
        elif len(moves) <= choices.SHORT:
            choices.show(self.screen, moves)
        else:
            choices.show_packed(self.screen, moves)

    def board(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        if rest:
            self._shown_from = self.read_seat(rest)
        self.show_board(seat)
        self.ask(seat, moves)

    def look(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        place = choices.PLACE.fullmatch(rest)
        if not place:
            raise UnreadableMove(f"'look {rest}' should read 'look 3,-2'")
        self._centre = int(place[1]), int(place[2])
        self.show_board(seat)

    def read_seat(self, text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= self.match.seats:
            raise UnreadableMove(f"there is no seat '{text}': the seats are 1 to {self.match.seats}")
        return int(text) - 1

    def explain(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        """The rule behind the question, what an option would do, or a clause."""
        rules = self.match.game.rules()
        if not rest:
            kind = self.match.game.kinds[int(self.match.state.asked(seat))]
            self.show_clause(kind.clause)
        elif rest.upper() in rules:
            self.show_clause(rest.upper())
        else:
            wanted = self.numbered_move(int(rest), moves) if rest.isdecimal() else rest
            preview = self.match.preview(seat, wanted)
            for line in preview.lines:
                self.screen.print(Text(f"  {line}"), soft_wrap=True)
            if preview.final:
                self.screen.print(Text("  This cannot be taken back.", "dim"))

    def show_clause(self, clause: str) -> None:
        words = self.match.game.rules().get(clause, "")
        self.screen.print(Text().append(f"  {clause}  ", "bold").append(words), soft_wrap=True)

    def why(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        """Why something cannot be chosen: a move, or a thing on the table."""
        if not rest:
            self.bots_reasons(seat)
            return
        if target := self.target_named(rest, moves):
            reason = self.match.why_not(seat, target)
            if reason is not None:
                self.screen.print(Text(f"  {reason.words[:1].upper()}{reason.words[1:]}."), soft_wrap=True)
                self.show_clause(reason.clause)
            else:
                self.filter(rest, moves)
            return
        try:
            option = self.match.state.parse(seat, rest)
            self.match.state.check(seat, option)
        except BungalowError as error:
            self.screen.print(Text(f"  {error.words}"), soft_wrap=True)
            if error.clause:
                self.show_clause(error.clause)
        else:
            self.screen.print("  That is possible now.")

    def bots_reasons(self, seat: int) -> None:
        """Why the last bot that moved did what it did, as far as the person may know."""
        if not self.practice:
            raise UnreadableMove(
                "'why' is followed by a move or a thing, as in 'why reserve T40' or 'why 3,-2'; "
                "alone it asks a bot for its reasons, in a game that was begun with --practice"
            )
        reasons.show(self.screen, reasons.last_reasons(self.match, self.bots, seat), self.match.names)

    def hint(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        """What a bot would do in the person's place."""
        if not self.practice:
            raise UnreadableMove("hints are given in a game that was begun with --practice")
        found = explain(rest or HINTS, self.match, seat)
        reasons.show(self.screen, found, self.match.names, f"A {manner(found.bot).title}")

    def target_named(self, thing: str, moves: list[Numbered]) -> str | None:
        """The target that a word stands for: one of the kind that the present options concern (`T40`, `3,-2`)."""
        if re.fullmatch(r"[a-z]+:\S+", thing):
            return thing
        place = choices.PLACE.fullmatch(thing)
        spot = f"{place[1]},{place[2]}" if place else thing
        for target in (target for _, move in moves for target in move.targets):
            prefix, _, name = target.partition(":")
            if _shape(name) == _shape(spot):
                return f"{prefix}:{spot.upper() if name.isupper() else spot}"
        return None

    def log(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        count = int(rest) if rest.isdecimal() else LOG_LINES
        for line in self.match.lines(seat)[-count:]:
            clause = Text(f"  {line.clause}", "dim") if line.clause else Text()
            self.screen.print(Text(f"  {line.words}").append_text(clause), soft_wrap=True)

    def guide(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        self.screen.print(Markdown(self.match.game.guide()), width=min(self.screen.width, 100))

    def undo(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        match = self.match
        last = match.history[-1].seat if match.history else seat
        mover = last if match.undoable(seat) is None and last not in self.bots else seat
        taken = match.undo(mover)
        self.screen.print(f"{match.names[mover]} takes back: {taken.text}", markup=False)
        self._told = {viewer: min(told, len(match.lines(_viewer(viewer)))) for viewer, told in self._told.items()}

    def save_as(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        self.save(Path(rest).expanduser() if rest else self.save_to or saves.fresh(self.match))

    def resume(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        """Go on with a saved game; this one is saved first if it has moves that are not."""
        path = Path(rest).expanduser() if rest else next(iter(saves.unfinished()), None)
        if path is None:
            raise BadOptions(f"there is no saved game in {saves.folder()}")
        record = Record.load(path)
        same_edition = record.edition == self.match.state.edition
        edition = self.match.edition_file if same_edition else ""
        match = saves.resume(record, edition, path)
        if len(self.match.history) != self.saved:
            self.save(self.save_to or saves.fresh(self.match))
        self.match, self.bots, self.save_to = match, bots_by_name(match.names), path
        self.saved = len(match.history)
        self.practice = self.practice and may_practise(match, self.bots)
        self._told, self._last_person = {}, None
        self.screen.print(f"Resumed {path}: {match.game.title}, {len(match.history)} moves.", markup=False)

    def quit(self, rest: str, seat: int, moves: list[Numbered]) -> None:
        if len(self.match.history) != self.saved:
            if self.terminal.interactive:
                self.offer_saving("Save the game? [Y/n, or a file name] ", "y")
            else:
                self.save_and_say("Left")
        raise Left

    # -- saving -----------------------------------------------------------------------------------------------

    def offer_saving(self, question: str, default: str) -> None:
        while True:
            answer = self.terminal.read(question).strip() or default
            if answer.lower() in ("n", "no"):
                return
            try:
                yes = answer.lower() in ("y", "yes")
                self.save(self.save_to or saves.fresh(self.match) if yes else Path(answer).expanduser())
            except BungalowError as error:
                self.terminal.errors.print(Text(f"bungalow: {error}", "bold"), soft_wrap=True)
            else:
                return

    def save(self, path: Path) -> None:
        saves.save(self.match, path)
        self.save_to = path
        self.saved = len(self.match.history)
        self.screen.print(Text(f"Saved to {path}"), soft_wrap=True)

    def save_and_say(self, occasion: str) -> None:
        """Save an unfinished game without asking, then say where it is and how to resume it.

        Nothing is printed before the file is written: the terminal may be gone.
        """
        if len(self.match.history) == self.saved and self.save_to is None:
            self.screen.print(f"{occasion}.")
            return
        path = self.save_to or saves.fresh(self.match)
        refused: BungalowError | None = None
        try:
            saves.save(self.match, path)
        except BungalowError as error:
            refused = error
            path = saves.fresh(self.match)
            saves.save(self.match, path)
        self.save_to, self.saved = path, len(self.match.history)
        if refused is not None:
            self.terminal.errors.print(Text(f"bungalow: {refused}", "bold"), soft_wrap=True)
        words = ["bungalow", "play", "--resume", str(path)]
        if self.match.edition_file:
            words += ["--edition", self.match.edition_file]
        self.screen.print(Text(f"{occasion}. Saved to {path}\nGo on with: {shlex.join(words)}"), soft_wrap=True)


def may_practise(match: Match, bots: dict[int, str]) -> bool:
    """One person against bots: nobody else could learn from what a bot tells."""
    played = match.game.played_seats(match.seats, match.options)
    return 0 < len(bots) == played - 1


def _shape(name: str) -> str:
    """What names of one kind have in common: T17 and t40, 3,-2 and 0,1."""
    return re.sub(r"-?\d+", "0", name.upper())


def _viewer(number: int) -> int | None:
    return None if number < 0 else number


def standing_table(match: Match) -> Table:
    """Ranks, scores and what they are made of."""
    standing = match.standing()
    parts = list(dict.fromkeys(name for score in standing.scores for name, _ in score.parts))
    table = Table(title="Final standing" if standing.over else "Standing", title_justify="left", box=None)
    table.add_column("rank", justify="right")
    table.add_column("seat")
    for name in parts:
        table.add_column(name, justify="right")
    table.add_column("score", justify="right", style="bold")
    for score in sorted(standing.scores, key=lambda score: (score.rank, score.seat)):
        found = {name: str(value) for name, value in score.parts}
        values = [found.get(name, "") for name in parts]
        style = "bold green" if score.rank == 1 else ""
        name = f"{score.seat + 1} {match.names[score.seat]}"
        table.add_row(str(score.rank), Text(name), *values, str(score.total), style=style)
    return table


Command = Callable[[Session, str, int, list[Numbered]], None]
COMMANDS: dict[str, Command] = {
    "": Session.board,
    "help": Session.help,
    "h": Session.help,
    "list": Session.list_all,
    "l": Session.list_all,
    "board": Session.board,
    "b": Session.board,
    "look": Session.look,
    "?": Session.explain,
    "why": Session.why,
    "hint": Session.hint,
    "undo": Session.undo,
    "u": Session.undo,
    "log": Session.log,
    "guide": Session.guide,
    "save": Session.save_as,
    "resume": Session.resume,
    "quit": Session.quit,
    "q": Session.quit,
}
