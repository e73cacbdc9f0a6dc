"""The contract: what a title is, and every verb by which the rest of the house deals with it.

A `Game` is a title. A `State` is one table at one moment: bare, fast, without history. What happens next lies
on the state's stack of `Step`s; a `Choice` is a step that waits for one or several seats. Everything outside
`games/` uses only the verbs of `State` (and `Match`, the friendly face in `match.py`).

This file is compiled together with the rules of the titles. Titles of other authors may stay plain Python:
the base classes allow interpreted subclasses.

Seats are numbered from 0. A viewer is a seat, or `SPECTATOR`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bungalow.core.account import Account, SeatAccount
from bungalow.core.changes import Change, changes
from bungalow.core.errors import BadOptions, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from bungalow.core.picture import plain
from bungalow.core.random import Random, mix, seeded
from bungalow.core.types import (
    Event,
    Kind,
    Option,
    Path,
    Preview,
    Reason,
    Rivals,
    Score,
    Secret,
    Standing,
    Waiting,
    may_read,
    show_value,
)

SPECTATOR: Final[i64] = -1
EVERYONE: Final[i64] = -1
"""Audience of an event that seats and spectators may read."""
NOBODY: Final[i64] = 0
"""Audience of an event that no viewer reads."""
DEPARTS: Final = "rules-depart"
"""Key of the event that `State.departs` logs."""
NONE: Final[i64] = -1
"""No option, no seat."""
MAX_SEATS: Final[i64] = 8
BIT: Final = vec[i64]([2**i for i in range(62)])
PREVIEW_SEED: Final = 20101


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Something that happens next. Immutable: states share their steps.

    Steps without arguments are module-level singletons. `code` is the step's own number within its title; a
    step with arguments also mixes them into `digest`.
    """

    def __init__(self, code: i64) -> None:
        self.code: i64 = code

    def run(self, state: "State") -> None:
        """Do it. The step has been taken off the stack; it may push others."""
        raise NotImplementedError

    def arrive(self, state: "State") -> bool:
        """It is on top of the stack; do all that can be done without asking. False when somebody must be asked."""
        state.stack_height -= 1
        self.run(state)
        return True

    def digest(self, h: i64) -> i64:
        return mix(h, self.code)


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Step):
    """A step that waits for somebody's choice.

    A plain choice waits for one seat and is taken off the stack before `take`; `take` pushes what follows.
    A `together` choice waits for several seats at once: it stays until `actors` is empty, each seat's progress
    lies in the state, and moves of different seats commute.
    A `silent` choice is one whose being asked depends on something hidden: for everybody who is not asked the
    table stays at the last public moment. It may wait for nobody and is then passed over. Where its kind is a
    `reaction` it is a window: held tables stop at it for the same time whether or not anybody is asked.
    """

    def __init__(self, code: i64, kind: i64, together: bool = False, silent: bool = False) -> None:
        super().__init__(code)
        self.kind: i64 = kind
        self.together: bool = together
        self.silent: bool = silent

    def actors(self, state: "State") -> i64:
        """Bit set of the seats that owe this choice."""
        raise NotImplementedError

    def asked(self, state: "State", seat: i64) -> i64:
        """The kind of question; a together choice may ask its seats different ones."""
        return self.kind

    def options(self, state: "State", seat: i64, out: vec[i64]) -> i64:
        """Write the seat's options, ascending, into `out`; their number comes back."""
        raise NotImplementedError

    def take(self, state: "State", seat: i64, option: i64) -> None:
        """Carry out an option that `options` offered."""
        raise NotImplementedError

    def lone(self, state: "State", seat: i64) -> i64:
        """The option that the engine plays because there is no other, or `NONE` when the seat must be asked.

        A kind marked `confirm` is always asked. Override where enumerating is dear.
        """
        out = state.scratch
        if self.options(state, seat, out) != 1 or state.game.kinds[self.asked(state, seat)].confirm:
            return NONE
        return out[0]

    def certain(self, state: "State") -> bool:
        """Of a silent choice: everybody knows whether it asks somebody now, and whom; then it hides nothing.

        Must follow from what everybody knows: it decides how long a table is held.
        """
        return False

    def arrive(self, state: "State") -> bool:
        waiting = self.actors(state)
        if self.silent:
            state.reveals += 1  # ends undo, whether or not anybody is asked
            if state.watched and state.game.kinds[self.kind].reaction and not self.certain(state):
                state.windows += 1
                if state.held:
                    state.window_open = True
                    state.awaited = waiting
                    state.current = self
                    return False
        if waiting == 0:
            state.stack_height -= 1
            state.closed += 1
            return True
        seat: i64 = 0
        rest = waiting
        while rest != 0:
            if rest & 1 == 1:
                option = self.lone(state, seat)
                if option != NONE:
                    state.carry_out(self, seat, option)
                    return True
            rest >>= 1
            seat += 1
        state.awaited = waiting
        state.current = self
        return False


NO_CHOICE: Final = Choice(0, 0)
"""Stands where no choice has been reached yet."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """What a position is worth to a seat, for bots. Larger is better; any scale."""

    def __init__(self, weights: dict[str, float] | None = None) -> None:
        self.weights: dict[str, float] = {} if weights is None else weights
        """Numbers of the judgement by their names, where it has some that may be learned."""
        self.by_place: vec[float] = vec[float](list(self.weights.values()))
        """The same numbers in their order, for hot code."""

    def with_weights(self, weights: dict[str, float]) -> "Heuristic":
        """The same judgement with these numbers instead. They have the names of `weights`, all of them."""
        return type(self)({name: weights[name] for name in self.weights})

    def worth(self, state: "State", seat: i64) -> float:
        raise NotImplementedError

    def foresee(self, state: "State", seat: i64, options: vec[i64], n: i64, worths: vec[float]) -> bool:
        """Write what the seat's turn will come to after each of its options, much faster than by playing them.

        On the scale of `worth`, from what the seat knows. False where the title has no such view of the question.
        """
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One table at one moment.

    A title subclasses it with its own arrays and overrides `clone`, `redeal`, `digest`, `score` and `rank`.
    """

    # Set by `begin` and `copy_core`, not by `__init__`, which every clone runs.
    game: "Game"
    random: Random
    stack: list[Step]
    """What is to happen, the next on top. Only the lowest `stack_height` count: those above are done and wait to be
    overwritten, as a list that shrinks and grows again asks for memory every time."""
    current: Choice
    """The choice on top of the stack; left over from before when the game has ended."""
    settings: dict[str, object]
    """The value of every option of the title."""
    edition: str
    """Hash of the components in use."""
    scratch: vec[i64]
    """The game's buffer, large enough for any choice; its content lasts until the next call into the engine."""

    def __init__(self) -> None:
        self.seats: i64 = 0
        self.stack_height: i64 = 0
        self.awaited: i64 = 0
        """The seats that owe a choice, found when `advance` stops."""
        self.reveals: i64 = 0
        """Counts reveals: hidden things that became visible, random numbers that were drawn."""
        self.closed: i64 = 0
        """Counts choices that are over; moves within one together choice share it."""
        self.log: list[Event] | None = None
        self.log_public: i64 = 0
        """How much of the log belongs to the last public moment."""
        self.watched: bool = False
        self.before: State | None = None
        """While a silent choice waits: the table at the last public moment."""
        self.windows: i64 = 0
        """Counts, while watched, the reaction windows of which not everybody could know whether they asked somebody."""
        self.held: bool = False
        """Stops at each of these windows until `close_window`."""
        self.window_open: bool = False
        self.passed: i64 = 0
        """The seats that have passed in the window that is open."""

    # -- what a title overrides -------------------------------------------------------------------------------

    def clone(self) -> "State":
        """An independent copy without history: `copy_core` and the title's own fields."""
        raise NotImplementedError

    def redeal(self, viewer: i64, random: Random) -> None:
        """Deal anew, in place, everything that `viewer` cannot know, consistent with all that it does know.

        Sort the unknown pool first, then deal: the result must depend on the viewer's knowledge and `random` alone.
        While a silent choice waits for another seat, somebody other than the viewer must still be the one asked.
        """
        raise NotImplementedError

    def digest(self, h: i64) -> i64:
        """Mix every field of the title into the running checksum."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """The seat's score as it stands."""
        raise NotImplementedError

    def rank(self, seat: i64) -> i64:
        """1 + the number of seats that stand better; equal only where the rules leave a tie. Valid at any moment."""
        raise NotImplementedError

    # -- moves ------------------------------------------------------------------------------------------------

    def actors(self) -> i64:
        """Bit set of the seats that owe a choice now; 0 when the game is over. Never leaves the engine."""
        return self.awaited

    def actor(self) -> i64:
        """The lowest seat that owes a choice, or `NONE`."""
        waiting = self.awaited
        if waiting == 0:
            return NONE
        seat: i64 = 0
        while waiting & 1 == 0:
            waiting >>= 1
            seat += 1
        return seat

    def over(self) -> bool:
        return self.stack_height == 0

    def asked(self, seat: i64) -> i64:
        """Which kind of question is put to the seat (an index into `game.kinds`), or `NONE`."""
        if self.awaited & BIT[seat] == 0:
            return NONE
        return self.choice().asked(self, seat)

    def options(self, seat: i64, out: vec[i64]) -> i64:
        """Write the seat's legal options, ascending, into the caller's buffer; their number comes back."""
        if self.awaited & BIT[seat] == 0:
            return 0
        return self.choice().options(self, seat, out)

    def legal(self, seat: i64) -> list[int]:
        """The legal options as a list, for cold code."""
        out = self.scratch
        n = self.options(seat, out)
        return [int(out[i]) for i in range(n)]

    def apply(self, seat: i64, option: i64) -> None:
        """Apply an option that came from `options`; trusts its caller."""
        if self.watched and self.before is None:
            self.before = self.clone()
        if self.current.silent:
            self.reveals += 1  # taking a silent answer back would show that somebody was asked
            if self.window_open:
                if option == self.game.kinds[self.current.kind].passes:
                    self.awaited &= ~BIT[seat]
                    self.passed |= BIT[seat]
                    return  # an early pass must not shorten the window
                self.window_open = False
        self.carry_out(self.current, seat, option)
        self.advance()

    def close_window(self) -> None:
        """The time of the window at which the table is held is over: everybody who was asked has passed."""
        assert self.window_open
        assert self.awaited == 0
        self.window_open = False
        choice = self.current
        if self.passed == 0:
            self.stack_height -= 1
            self.closed += 1
        else:
            seat: i64 = 0
            while self.passed >> seat & 1 == 0:
                seat += 1
            self.passed = 0
            self.carry_out(choice, seat, self.game.kinds[choice.kind].passes)
        self.advance()

    def play(self, seat: i64, option: i64) -> None:
        """Check, then apply. A wrong seat or an illegal option raises, and nothing has changed."""
        self.check(seat, option)
        self.apply(seat, option)

    def check(self, seat: i64, option: i64) -> None:
        """Raise the error that `play` would raise."""
        if self.stack_height == 0:
            raise GameOver("the game has ended")
        if not 0 <= seat < self.seats:
            raise NotYourTurn(f"there is no seat {seat + 1} at this table of {self.seats}")
        out = self.scratch
        n = self.options(seat, out)
        if n == 0:
            raise NotYourTurn(f"seat {seat + 1} owes no choice now")
        for i in range(n):
            if out[i] == option:
                return
        raise self.illegal(seat, option)

    def advance(self) -> None:
        """Run automatic steps, and choices that leave no choice, until somebody must be asked or the game is over."""
        while self.stack_height > 0 and self.stack[self.stack_height - 1].arrive(self):
            pass
        if self.stack_height == 0:
            self.awaited = 0
        if self.watched:
            self.note_public_moment()

    def carry_out(self, choice: Choice, seat: i64, option: i64) -> None:
        """Let the choice on top of the stack have its effect; only a together choice stays."""
        if not choice.together:
            self.stack_height -= 1
            self.closed += 1
        choice.take(self, seat, option)

    def choice(self) -> Choice:
        """The choice that waits now."""
        return self.current

    # -- for the rules of a title -----------------------------------------------------------------------------

    def push(self, step: Step) -> None:
        """This happens next."""
        if self.stack_height < len(self.stack):
            self.stack[self.stack_height] = step
        else:
            self.stack.append(step)
        self.stack_height += 1

    def pop(self) -> Step:
        """What would have happened next, and now will not."""
        self.stack_height -= 1
        return self.stack[self.stack_height]

    def push_at(self, height: i64, step: Step) -> None:
        """This happens when all that lies above that height has happened."""
        self.stack.insert(height, step)
        self.stack_height += 1

    def top(self) -> Step:
        """What happens next; there is something."""
        return self.stack[self.stack_height - 1]

    def end(self) -> None:
        """Nothing is to happen any more: the game is over at once."""
        self.stack_height = 0

    def below(self, n: i64) -> i64:
        """Draw a random number from 0 to n-1; marks a reveal."""
        self.reveals += 1
        return self.random.below(n)

    def shuffle(self, items: vec[i64], count: i64) -> None:
        """Shuffle the first `count` items; marks a reveal."""
        self.reveals += 1
        self.random.shuffle(items, count)

    def reveal(self) -> None:
        """Mark that something hidden became visible to somebody: no undo beyond this moment."""
        self.reveals += 1

    def tell(self, key: str, args: tuple[object, ...], clause: str, audience: i64 = EVERYONE) -> None:
        """Write an event to the log. Hot code asks `if self.log is not None` first: simulation pays nothing."""
        if self.log is not None:
            self.log.append(Event(key, args, clause, int(audience), int(self.reveals)))

    def departs(self, version: i64, clause: str) -> None:
        """Log, for nobody to read, that rules before `version` did something else here than `clause` says.

        A game begun under an earlier version cannot be replayed past this move. Needed only where every later move
        might still be legal; an illegal move is noticed by itself.
        """
        if self.log is not None:
            self.log.append(Event(DEPARTS, (int(version),), clause, int(NOBODY), int(self.reveals)))

    def begin(self, game: "Game", seats: i64, random: Random) -> None:
        """First thing in a title's set-up."""
        self.game = game
        self.seats = seats
        self.random = random
        self.stack = []
        self.stack_height = 0
        self.current = NO_CHOICE
        self.settings = {}
        self.edition = ""
        self.scratch = game.scratch()

    def copy_core(self, other: "State") -> None:
        """The contract's own share of `clone`: make this a copy of `other`."""
        self.game = other.game
        self.seats = other.seats
        self.settings = other.settings
        self.edition = other.edition
        self.scratch = other.scratch
        self.random = other.random.copy()
        self.stack = other.stack[:]
        self.stack_height = other.stack_height
        self.current = other.current
        self.awaited = other.awaited
        self.reveals = other.reveals
        self.closed = other.closed
        self.passed = other.passed

    # -- secrecy ----------------------------------------------------------------------------------------------

    def guess(self, viewer: i64, random: Random) -> "State":
        """A world that `viewer` could be in: everything it cannot know is dealt anew, future random numbers too."""
        world = self.clone()
        world.random = random.spawn()
        world.redeal(viewer, random)
        if world.stack_height > 0:
            top = world.top()
            assert isinstance(top, Choice)
            world.current = top
            world.awaited = top.actors(world)  # a silent prompt may have moved
        if self.before is not None and self.hides_moment(viewer):
            world.before = self.before.guess(viewer, random)
        return world

    def hides_moment(self, viewer: i64) -> bool:
        """A silent choice waits, this viewer has not been asked by it, and not everybody knows who has."""
        if self.stack_height == 0 or not self.current.silent:
            return False
        if viewer >= 0 and (self.awaited | self.passed) & BIT[viewer] != 0:
            return False
        return not self.current.certain(self)

    def public_moment(self, viewer: i64) -> "State":
        """The table as this viewer may see it: itself, or its last public moment while a silent choice waits."""
        if not self.hides_moment(viewer):
            return self
        if self.before is None:
            raise RuntimeError("a silent choice waits: only a watched state can be viewed (call watch() at its start)")
        return self.before

    def watch(self) -> None:
        """Keep the last public moment from here on; asked for by everybody who shows the table to viewers."""
        self.watched = self.game.silent
        self.before = None
        self.windows = 0

    def hold(self) -> None:
        """Stop from here on at every window that `windows` counts, asked or not; for watched tables with a clock."""
        self.held = self.watched

    def listen(self) -> None:
        """Write the log from here on."""
        self.log = []
        self.log_public = 0

    def note_public_moment(self) -> None:
        """Forget the last public moment when this is one again."""
        if not self.hides_moment(SPECTATOR):
            self.before = None
            if self.log is not None:
                self.log_public = len(self.log)

    def heard(self, viewer: i64) -> list[Event]:
        """The log as this viewer may read it now."""
        log = self.log
        if log is None:
            return []
        end = self.log_public if self.hides_moment(viewer) else len(log)
        return [event for event in log[:end] if may_read(event, int(viewer))]

    # -- cold verbs: what people see --------------------------------------------------------------------------

    def view(self, viewer: i64) -> object:
        """Everything that `viewer` may know, by allow-list, as typed plain data, to be read and not written to."""
        return self.game.view(self.public_moment(viewer), viewer)

    def picture(self, viewer: i64 = SPECTATOR, names: tuple[str, ...] = ()) -> str:
        """What `viewer` may see, as a drawing: the text of an SVG file."""
        shown = names or self.game.seat_names(int(self.seats), self.settings)
        return self.game.picture(self.view(viewer), int(viewer), shown)

    def _repr_svg_(self) -> str:
        """In a notebook a state shows itself, with its secrets kept."""
        return self.picture()

    def waiting(self, viewer: i64) -> Waiting:
        """What `viewer` may know of who is awaited."""
        return self.game.waiting(self.public_moment(viewer))

    def targets(self, seat: i64, option: i64) -> Path:
        """The option as a path of things on the table."""
        return self.game.targets(self, seat, option)

    def words(self, seat: i64, option: i64) -> str:
        """The option in words."""
        return self.game.words(self, seat, option)

    def notation(self, seat: i64, option: i64) -> str:
        """The option's short stable text."""
        return self.game.notation(self, seat, option)

    def parse(self, seat: i64, text: str) -> int:
        """The option that a notation names for the question asked of the seat; it need not be legal."""
        if self.stack_height == 0:
            raise GameOver("the game has ended")
        if not 0 <= seat < self.seats or self.asked(seat) == NONE:
            raise NotYourTurn(f"seat {seat + 1} owes no choice now")
        return self.game.parse(self, seat, text)

    def why_not(self, seat: i64, target: str, path: Path = ()) -> Reason | None:
        """Why a thing cannot be chosen now, after the things of `path` have been; None when it can."""
        if self.asked(seat) == NONE:
            return Reason("", "it is not your turn")
        return self.game.why_not(self, seat, target, path)

    def selectable(self, seat: i64, target: str, path: Path = ()) -> bool:
        """Some legal option goes on with this thing after the things of `path`."""
        start = (*path, target)
        return start in [self.targets(seat, option)[: len(start)] for option in self.legal(seat)]

    def illegal(self, seat: i64, option: i64) -> IllegalMove:
        """The error that names the clause which forbids the option."""
        if not 0 <= option < self.game.kinds[self.asked(seat)].size:
            return IllegalMove(f"there is no option {option} for this question")
        try:
            text = self.notation(seat, option)
            path = self.targets(seat, option)
        except (IndexError, KeyError, ValueError):
            return IllegalMove(f"there is no option {option} for this question")
        for i, target in enumerate(path):
            reason = self.game.why_not(self, seat, target, path[:i])
            if reason is not None:
                return IllegalMove(f"'{text}': {reason.words}", clause=reason.clause)
        # Each of its things can be chosen, but for another deed.
        return IllegalMove(f"'{text}' is not possible now", clause=self.game.kinds[self.asked(seat)].clause)

    def preview(self, seat: i64, option: i64, names: tuple[str, ...] = ()) -> Preview:
        """What the option would do, found by playing it on a guess; what chance decides is left out."""
        self.check(seat, option)
        confirms = self.game.kinds[self.asked(seat)].confirm
        world = self.guess(seat, seeded(PREVIEW_SEED))
        world.listen()
        foreseen = world.reveals
        world.apply(seat, option)
        events = [e for e in world.log or [] if e.reveals == foreseen and may_read(e, int(seat))]
        shown = names or self.game.seat_names(int(self.seats), self.settings)
        lines = [self.game.say(event, shown) for event in events]
        marks = [mark for event in events for mark in self.game.marks(event)]
        return Preview(tuple(lines), tuple(dict.fromkeys(marks)), confirms or world.reveals != foreseen)

    def standing(self) -> Standing:
        """Over or not, scores with their parts, ranks with tie-breaks."""
        scores = [
            Score(seat, int(self.score(seat)), self.game.parts(self, seat), int(self.rank(seat)))
            for seat in range(int(self.seats))
        ]
        return Standing(self.over(), tuple(scores))

    def checksum(self) -> int:
        """One number that differs when anything on the table differs."""
        h: i64 = mix(17, self.seats)
        h = self.random.digest(h)
        for i in range(self.stack_height):
            h = self.stack[i].digest(h)
        return int(self.digest(h))


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A title: what it is called, how it is set up, and how its states are shown in words and views."""

    name: str
    """Short name for commands, records and folders: `burrows`."""
    title: str
    """Name for people."""
    sentence: str
    """What the game is about, in one sentence for the shelf."""
    minutes: int
    """How long a game takes at a table, 0 when not known."""
    age: int
    """From which age on, 0 when not known."""
    rules_version: str
    """Raised by every change of behaviour."""
    seats: tuple[int, ...]
    """Numbers of seats that can play."""
    options: tuple[Option, ...]
    kinds: tuple[Kind, ...]
    max_options: int
    """No choice ever has more options; sizes buffers."""
    max_moves: int
    """No game is longer, in recorded moves."""
    heuristic: Heuristic
    lowest_wins: bool
    """The lowest score is the best one."""
    silent: bool
    """Has silent choices."""
    alike_to_all: bool
    """Seats and spectators see the same view at every moment: it is made once for all of them."""
    fixed_secrets: tuple[str, ...]
    """Names of hidden facts that logic may fix through a whole game (see `conformance`)."""
    rivals: Rivals | None
    """Seats that nobody plays, where the title has them."""

    def __init__(self) -> None:
        self.sentence = ""
        self.minutes = 0
        self.age = 0
        self.options = ()
        self.lowest_wins = False
        self.silent = False
        self.alike_to_all = False
        self.fixed_secrets = ()
        self.rivals = None
        self._scratch: vec[i64] = vec[i64]()

    def scratch(self) -> vec[i64]:
        """A buffer for the options of any choice: `scratch` of the game's states, made on first use."""
        if len(self._scratch) == 0:
            self._scratch = vec[i64]([0] * self.max_options)
        return self._scratch

    @property
    def sizes(self) -> tuple[int, ...]:
        """Upper bound of the option integers, for each kind of question."""
        return tuple([kind.size for kind in self.kinds])

    # -- a new table ------------------------------------------------------------------------------------------

    def new(
        self,
        seats: int,
        options: dict[str, object] | None = None,
        seed: int = 0,
        edition: str = "",
        watched: bool = False,
        logged: bool = False,
    ) -> State:
        """A table ready for its first choice.

        `edition` is the path of a components file, or empty for our own. `watched` is for tables that are shown to
        people: the log is written from the start, and silent choices are hidden. `logged` writes the log alone.
        """
        if seats not in self.seats:
            allowed = f"{min(self.seats)} to {max(self.seats)}"
            some = "" if self.rivals is None else f", some of them rivals if you like (option {self.rivals.option})"
            raise BadOptions(f"{self.title} is played with {allowed} seats{some}, not {seats}")
        if not 0 <= seed < 1 << 128:
            raise BadOptions(f"a seed is a number from 0 to 2^128 - 1, not {seed}")
        settled = self.settle(options or {}, seats)
        state = self.set_up(seats, settled, seeded(seed), edition)
        state.settings = settled
        if watched:
            state.watch()
        if watched or logged:
            state.listen()
        state.advance()
        state.reveals = 0
        return state

    def settle(self, options: dict[str, object], seats: int = 0) -> dict[str, object]:
        """Every option with its value: the one given, else what the number of seats (0: not known) asks for, else the
        default. Text is read as on a command line."""
        known = {option.name: option for option in self.options}
        settled = {option.name: option.usual(seats) for option in self.options}
        for name, value in options.items():
            if name not in known:
                names = ", ".join(sorted(known)) or "none"
                raise BadOptions(f"{self.title} has no option '{name}' (options: {names})")
            option = known[name]
            chosen = option.read(value) if isinstance(value, str) else value
            if chosen not in option.allowed or chosen is None:
                allowed = ", ".join([show_value(v) for v in option.allowed])
                raise BadOptions(f"option '{name}' of {self.title} is one of {allowed}, not '{value}'")
            settled[name] = chosen
        return settled

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        """Lay out the table up to the first step on the stack. Begins with `state.begin(self, seats, random)`."""
        raise NotImplementedError

    def components(self, edition: str = "") -> object:
        """The checked components of an edition, our own when empty; `BadData` names the row that is wrong."""
        raise NotImplementedError

    def provenance(self, edition: str = "") -> dict[str, int]:
        """How many rows of the data come from the rulebook, from the public, from us."""
        return {}

    def guide(self) -> str:
        """How to play, for somebody who has never seen the game (Markdown)."""
        return ""

    def rules(self) -> dict[str, str]:
        """The words of every clause, for `?` and the rule behind a choice."""
        return {}

    # -- what people see --------------------------------------------------------------------------------------

    def view(self, state: State, viewer: i64) -> object:
        raise NotImplementedError

    def own(self, state: State, seat: int, public: object) -> list[Change]:
        """Return what the seat sees beyond a spectator, whose view is `public`: places in it, and what is there.

        Found by comparing both views; override where making the seat's whole view is slow.
        """
        return [] if self.alike_to_all else changes(public, self.view(state, seat))

    def picture(self, view: object, viewer: int, names: tuple[str, ...]) -> str:
        """A drawing of a view: the text of an SVG file. `names` are the players' names by seat."""
        return plain(self.title, view)

    def waiting(self, state: State) -> Waiting:
        """Everybody may know who owes a public choice."""
        awaited = state.actors()
        seats = [seat for seat in range(int(state.seats)) if awaited >> seat & 1]
        # The choice's own kind: what a seat is asked in particular may tell how far it has come behind its screen.
        words = "" if not seats else self.kinds[int(state.choice().kind)].words
        return Waiting(tuple(seats), words)

    def question(self, state: State, seat: i64) -> str:
        """The question to the seat, in words that fit the moment."""
        return self.kinds[int(state.asked(seat))].words

    def targets(self, state: State, seat: i64, option: i64) -> Path:
        raise NotImplementedError

    def words(self, state: State, seat: i64, option: i64) -> str:
        raise NotImplementedError

    def notation(self, state: State, seat: i64, option: i64) -> str:
        raise NotImplementedError

    def parse(self, state: State, seat: i64, text: str) -> int:
        """The option a notation names; raises `UnreadableMove` and says what would be readable.

        Looks through the notations of all options of the kind; override where there are many.
        """
        for option in range(self.kinds[int(state.asked(seat))].size):
            if self.notation(state, seat, option) == text:
                return option
        example = self.notation(state, seat, state.legal(seat)[0])
        raise UnreadableMove(f"'{text}' is no move here; a move is written like '{example}'")

    def why_not(self, state: State, seat: i64, target: str, path: Path) -> Reason | None:
        raise NotImplementedError

    def say(self, event: Event, names: tuple[str, ...]) -> str:
        """A log line. `names` are the players' names by seat."""
        raise NotImplementedError

    def marks(self, event: Event) -> tuple[str, ...]:
        """The things on the board that an event is about."""
        return ()

    def parts(self, state: State, seat: int) -> tuple[tuple[str, int], ...]:
        """The parts that add up to the seat's score."""
        return (("score", int(state.score(seat))),)

    def account(self, state: State) -> Account:
        """What a finished game came to, for the lab; its log has been written from the start."""
        return Account(tuple([SeatAccount(self.parts(state, seat)) for seat in range(int(state.seats))]))

    def secrets(self, state: State) -> list[Secret]:
        """Every hidden fact by name, for the proof that guesses deal it anew."""
        raise NotImplementedError

    def pieces(self, state: State) -> dict[str, int]:
        """How many of each kind of piece exist anywhere; the same at every moment."""
        return {}

    def played_seats(self, seats: int, options: dict[str, object]) -> int:
        """How many seats, from the first on, people or bots play; the title plays the others itself."""
        if self.rivals is None:
            return seats
        count = self.settle(options)[self.rivals.option]
        assert isinstance(count, int)
        return max(0, seats - count)

    def seat_names(self, seats: int, options: dict[str, object]) -> tuple[str, ...]:
        """Names of seats where nobody has given names."""
        played = self.played_seats(seats, options)
        names = [f"Player {seat + 1}" for seat in range(played)]
        if self.rivals is not None:
            names += self.rivals.names[: seats - played]
        return tuple(names)
