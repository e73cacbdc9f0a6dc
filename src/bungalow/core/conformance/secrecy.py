"""The five properties of secrecy, each checked at one moment for every viewer. They raise `Broken`.

What viewers are sent is compared as the bytes of the frames that a server sends (`bungalow.core.feed`).
"""

from __future__ import annotations

import msgspec

from bungalow.core.changes import changed
from bungalow.core.conformance.moment import Moment, Table, Tries, encode, seats_in, who
from bungalow.core.conformance.report import Broken
from bungalow.core.contract import EVERYONE, SPECTATOR, State
from bungalow.core.feed import TableFeed
from bungalow.core.match import Match
from bungalow.core.types import Event, Secret, may_read

STREAM_STEPS = 4
ENOUGH = 16
"""So many tries must agree before something is called a rule rather than chance."""


def alike(moment: Moment) -> None:
    """View, options, reasons, waiting and the bytes of the message are equal in the state and in a guess."""
    state = moment.state
    for viewer in moment.viewers:
        if moment.game.alike_to_all and encode(state.view(viewer)) != encode(state.view(int(SPECTATOR))):
            raise Broken(f"the title shows the same to all, but {who(viewer)} sees something else than a spectator")
        seen = state.public_moment(viewer)
        public = moment.game.view(seen, int(SPECTATOR))
        own = moment.game.own(seen, viewer, public) if viewer >= 0 else []
        if encode(changed(public, own)) != encode(state.view(viewer)):
            raise Broken(f"'own' of {who(viewer)}, laid over the public view, is not its view")
        world = state.guess(viewer, moment.stream())
        if state.hides_moment(viewer) != world.hides_moment(viewer):
            raise Broken(f"{who(viewer)} is asked silently, or is not, in a guess of its own")
        for name, here, there in (
            ("over", state.over(), world.over()),
            ("waiting", state.waiting(viewer), world.waiting(viewer)),
            ("view", encode(state.view(viewer)), encode(world.view(viewer))),
            ("options", _options(moment, state, viewer), _options(moment, world, viewer)),
            ("why_not", _reasons(moment, state, viewer), _reasons(moment, world, viewer)),
            ("message", _message(moment, state, viewer), _message(moment, world, viewer)),
            ("knowledge", _known(moment, state, viewer), _known(moment, world, viewer)),
        ):
            if here != there:
                raise Broken(f"{who(viewer)} could tell its guess from the table by '{name}': {here!r} and {there!r}")


def _options(moment: Moment, state: State, viewer: int) -> object:
    if viewer < 0 or not state.actors() >> viewer & 1:
        return None
    legal = state.legal(viewer)
    return int(state.asked(viewer)), legal, [state.words(viewer, option) for option in legal]


def _reasons(moment: Moment, state: State, viewer: int) -> object:
    if viewer < 0 or not state.actors() >> viewer & 1:
        return None
    known = moment.memory.options.get(int(state.asked(viewer)), {})
    return [state.why_not(viewer, path[0]) for path in list(known.values())[:12]]


def _message(moment: Moment, state: State, viewer: int) -> bytes:
    """The first message of a viewer who joins at this moment; the log before it is the table's, not the world's."""
    feed = moment.feed(Table(state), [viewer])
    if feed.viewers[viewer].number == 0:
        return b""
    return encode({**msgspec.json.decode(feed.frame(viewer)), "log": [], "first_line": 0})


def _known(moment: Moment, state: State, viewer: int) -> object:
    if state.hides_moment(viewer):
        return None
    return {fact.name: fact.value for fact in moment.game.secrets(state) if _knows(fact, viewer)}


def _knows(fact: Secret, viewer: int) -> bool:
    return viewer >= 0 and bool(fact.known_to >> viewer & 1)


def blind(moment: Moment) -> None:
    """A guess depends on the viewer's knowledge and its random numbers alone."""
    state = moment.state
    before = state.checksum()
    for viewer in moment.viewers:
        stream = moment.stream()
        straight = state.guess(viewer, stream.copy())
        around = state.guess(viewer, moment.stream()).guess(viewer, stream.copy())
        if _all_of(straight) != _all_of(around):
            raise Broken(f"a guess of {who(viewer)} depends on more than what it knows")
    if state.checksum() != before:
        raise Broken("guessing changed the table")


def _all_of(state: State) -> tuple[int, ...]:
    before = state.before
    return state.checksum(), int(state.actors()), *((before.checksum(),) if before is not None else ())


def real(moment: Moment) -> None:
    """Random numbers to come are new in a guess; hidden facts are noted for `real_facts`."""
    state = moment.state
    tries = moment.memory.facts
    for viewer in moment.viewers:
        world = state.guess(viewer, moment.stream())
        if world.random.copy().word() == state.random.copy().word() and _next(world) == _next(state):
            raise Broken(f"a guess of {who(viewer)} keeps the table's random numbers to come")
        dealt = {fact.name: fact.value for fact in moment.game.secrets(world)}
        for fact in moment.game.secrets(state):
            if not _knows(fact, viewer):
                seen = tries.setdefault((viewer, fact.name), Tries())
                seen.made += 1
                seen.hit += dealt.get(fact.name) != fact.value


def _next(state: State) -> list[int]:
    future = state.random.copy()
    return [int(future.word()) for _ in range(4)]


def real_facts(moment: Moment) -> None:
    """After many moments: every hidden fact took another value in some guess, unless the title names it as fixed."""
    for (viewer, name), seen in moment.memory.facts.items():
        if seen.made >= ENOUGH and not seen.hit and name not in moment.game.fixed_secrets:
            raise Broken(f"'{name}' is hidden from {who(viewer)}, but all {seen.made} guesses of it were true")


def possible(moment: Moment) -> None:
    """A guess has all pieces, and plays to the end without error."""
    state = moment.state
    for viewer in moment.viewers:
        world = state.guess(viewer, moment.stream())
        if moment.game.pieces(world) != moment.game.pieces(state):
            raise Broken(f"a guess of {who(viewer)} has other pieces: {moment.game.pieces(world)}")
        for _ in range(moment.game.max_moves + 1):
            awaited = seats_in(int(world.actors()))
            if not awaited:
                break
            seat = moment.pick(awaited)
            legal = world.legal(seat)
            if not legal:
                raise Broken(f"in a guess of {who(viewer)}, {who(seat)} is asked and has no option")
            world.apply(seat, moment.pick(legal))
        if not world.over():
            raise Broken(f"a guess of {who(viewer)} does not play to the end")


def stream(moment: Moment) -> None:
    """Two worlds that a viewer cannot tell apart send it the same messages, whether somebody was asked or not."""
    state = moment.state
    if state.over() or state.choice().silent:
        return
    for viewer in moment.viewers:
        world = state.guess(viewer, moment.stream())
        world.random = state.random.copy()  # chance falls alike: only secrets differ
        _compare(moment, Reader(moment, state.clone(), viewer), Reader(moment, world, viewer), viewer)


class Reader:
    """One of the two worlds, with the messages that the viewer gets there."""

    def __init__(self, moment: Moment, state: State, viewer: int) -> None:
        state.watch()
        state.listen()
        self.match: Match = Table(state)
        self.viewer = viewer
        self.feed: TableFeed = moment.feed(self.match, [viewer])
        self.entries = 0
        self.messages: list[bytes] = []
        self.wordless: list[bytes] = []
        """The same without the words of the log."""
        self.asked = 0
        self._whole = b""
        """What a browser that connects gets."""
        if self.feed.viewers[viewer].number:
            self.read()

    def read(self) -> None:
        """Keep the frame that is due."""
        frame = msgspec.json.decode(self.feed.frame(self.viewer))
        events = iter([each.line.event for each in self.feed.viewers[self.viewer].lines[frame["first_line"] :]])
        public, clauses = [], []
        for step in frame["log"]:
            # What only the viewer may read may differ: two cards that it drew in one order or the other.
            heard = [(line, next(events)) for line in step["lines"]]
            told = [event.key if self._private(event) else line for line, event in heard]
            public.append({**step, "lines": told})
            clauses.append({**step, "lines": [line["clause"] for line in step["lines"]]})
        self.messages.append(encode({**frame, "log": public}))
        self.wordless.append(encode({**frame, "log": clauses}))
        self._whole = self.feed.frame(self.viewer, 0)

    def _private(self, event: Event) -> bool:
        return event.audience != EVERYONE and may_read(event, self.viewer)

    def play(self, seat: int, option: int) -> None:
        self.match.play(seat, option)
        self._advance(seat)

    def undo(self, seat: int) -> None:
        self.match.undo(seat)
        self._advance(seat, undo=True)

    def _advance(self, seat: int, *, undo: bool = False) -> None:
        self.entries += 1
        if self.feed.advance(self.entries, seat, moves=-1 if undo else 1, after_undo=undo):
            self.read()
        elif self._whole and self.feed.frame(self.viewer, 0) != self._whole:
            raise Broken(f"{who(self.viewer)} is shown something new by connecting again, without a new number")

    def pass_silent(self, moment: Moment) -> None:
        """Answer silent choices of others with a pass."""
        while not self.match.over and self.match.state.choice().silent:
            state = self.match.state
            others = [seat for seat in seats_in(int(state.actors())) if seat != self.viewer]
            if not others:
                return
            passing = state.game.kinds[int(state.asked(others[0]))].passes
            self.asked += 1
            self.play(others[0], passing if passing >= 0 else moment.pick(state.legal(others[0])))

    def view(self) -> bytes:
        return encode(self.match.state.view(self.viewer))


def _compare(moment: Moment, here: Reader, there: Reader, viewer: int) -> None:
    for _ in range(STREAM_STEPS):
        if here.match.over or there.match.over:
            return
        both = int(here.match.state.actors() & there.match.state.actors())
        moves = [
            (seat, option)
            for seat in seats_in(both)
            for option in here.match.state.legal(seat)
            if option in there.match.state.legal(seat)
        ]
        if not moves:
            return
        seat, option = moment.pick(moves)
        here.asked = there.asked = 0
        shuffled = True
        for reader in (here, there):
            chance = reader.match.state.random.digest(0)
            reader.play(seat, option)
            reader.pass_silent(moment)
            shuffled &= reader.match.state.random.digest(0) != chance
        takes_back = int(moment.random.below(2)) == 0 and here.asked == there.asked == 0
        if takes_back and all(reader.match.undoable(seat) is not None for reader in (here, there)):
            for reader in (here, there):
                reader.undo(seat)
        looks_alike = here.view() == there.view()
        tries = moment.memory.asked_apart if here.asked != there.asked else moment.memory.asked_alike
        tries.made += 1
        tries.hit += looks_alike
        if not looks_alike:
            return  # the move laid open something in which the worlds differ
        if here.messages != there.messages:
            if shuffled and here.wordless == there.wordless:
                return  # cards in which the worlds differ were laid open, discarded and shuffled again
            apart = [pair for pair in zip(here.messages, there.messages, strict=False) if pair[0] != pair[1]]
            count = f"{len(here.messages)} and {len(there.messages)} messages"
            raise Broken(f"{who(viewer)} gets other messages in a world that looks alike: {count}, {apart[:1]}")
        windows = int(here.match.state.windows), int(there.match.state.windows)
        if windows[0] != windows[1]:
            raise Broken(f"{who(viewer)} could tell worlds apart by how long a table is held: {windows} windows")


def silence(moment: Moment) -> None:
    """After many moments: a silent choice does not show in the view afterwards."""
    apart, same = moment.memory.asked_apart, moment.memory.asked_alike
    if apart.made >= ENOUGH and not apart.hit and same.hit >= ENOUGH:
        raise Broken(f"whenever somebody was asked silently ({apart.made} times), the views told it afterwards")
