"""Checks of the rules' side of the contract, each made at one moment of a game. They raise `Broken`."""

from __future__ import annotations

import itertools

from bungalow.core.conformance.moment import Moment, encode, seats_in, who
from bungalow.core.conformance.report import Broken
from bungalow.core.contract import BIT, State
from bungalow.core.errors import BungalowError, GameOver, IllegalMove, NotYourTurn, UnreadableMove
from bungalow.core.types import Path, may_read

UNREADABLE = ("", "no such move!", "\u00e9\u00e9 %s {0}")


def pieces(moment: Moment) -> None:
    """The box holds the same pieces at every moment."""
    now = moment.game.pieces(moment.state)
    if moment.memory.box is None:
        moment.memory.box = now
    if now != moment.memory.box:
        raise Broken(f"pieces are not conserved: {moment.memory.box} at the start, {now} now")


def options(moment: Moment) -> None:
    """Options ascend, are two or more (or one: confirm, single), below the kind's size, no more than `max_options`."""
    state, game = moment.state, moment.game
    if not state.over() and not state.actors():
        raise Broken("the game is not over, but nobody is asked")
    for seat in seats_in(int(state.actors())):
        kind = game.kinds[int(state.asked(seat))]
        legal = state.legal(seat)
        if any(a >= b for a, b in itertools.pairwise(legal)):
            raise Broken(f"options of '{kind.name}' do not ascend: {legal}")
        if len(legal) < (1 if kind.confirm or kind.single else 2):
            raise Broken(f"'{kind.name}' is asked of {who(seat)} with the options {legal}: nothing to choose")
        if legal[0] < 0 or legal[-1] >= kind.size:
            raise Broken(f"'{kind.name}' promises options below {kind.size}, but offers {legal}")
        if len(legal) > game.max_options:
            raise Broken(f"'{kind.name}' offers {len(legal)} options; max_options is {game.max_options}")


def refusal(moment: Moment) -> None:
    """What is not legal is refused with the right error, and nothing has changed."""
    state, game = moment.state, moment.game
    if state.over():
        _refused(state, 0, 0, GameOver)
        return
    awaited = seats_in(int(state.actors()))
    for seat in (-1, *[s for s in range(int(state.seats)) if s not in awaited], int(state.seats)):
        _refused(state, seat, 0, NotYourTurn)
    for seat in awaited:
        legal = state.legal(seat)
        number = int(state.asked(seat))
        size = game.kinds[number].size
        for option in (-1, size, 1 << 40):
            _refused(state, seat, option, IllegalMove)
        for option in {int(moment.random.below(size)) for _ in range(6)}.difference(legal):
            _refused(state, seat, option, IllegalMove)
        known = [option for option in moment.memory.options.get(number, {}) if option not in legal]
        for option in moment.sample(known, 3):
            error = _refused(state, seat, option, IllegalMove)
            if not error.clause:
                raise Broken(f"the refusal names no clause: {error}")
        for text in UNREADABLE:
            _unreadable(state, seat, text)


def _refused(state: State, seat: int, option: int, kind: type[BungalowError]) -> BungalowError:
    # The attempt is made on a clone: a title that half applies it must not spoil the game for the other checks.
    trial = state.clone()
    trial.listen()
    before = trial.checksum()
    try:
        trial.play(seat, option)
    except kind as error:
        if trial.checksum() != before or trial.awaited != state.awaited or trial.log:
            raise Broken(f"option {option} of {who(seat)} was refused, but half applied") from None
        return error
    except BungalowError as error:
        raise Broken(f"option {option} of {who(seat)} should be refused as {kind.code}, not as {error}") from None
    raise Broken(f"option {option} of {who(seat)} is not offered, but can be played")


def _unreadable(state: State, seat: int, text: str) -> None:
    try:
        option = state.parse(seat, text)
    except UnreadableMove:
        return
    raise Broken(f"'{text}' should be unreadable, but is read as option {option}")


def clone(moment: Moment) -> None:
    """A clone equals its state, and neither changes when the other plays on."""
    state = moment.state
    before = state.checksum()
    copy = state.clone()
    if copy.checksum() != before or copy.actors() != state.actors():
        raise Broken("a clone differs from its state")
    for old, checksum in moment.memory.past[-1:]:
        if old.checksum() != checksum:
            raise Broken("a clone changed when its state played on")
    moment.memory.past.append((state.clone(), before))
    for _ in range(4):
        seat = int(copy.actor())
        if seat >= 0:
            copy.apply(seat, moment.pick(copy.legal(seat)))
    if state.checksum() != before:
        raise Broken("a state changed when its clone played on")


def past(moment: Moment) -> None:
    """At the end of a game: every clone taken on the way is still what it was."""
    for number, (old, checksum) in enumerate(moment.memory.past):
        if old.checksum() != checksum:
            raise Broken(f"the clone taken after move {number} has changed since")


def reading(moment: Moment) -> None:
    """Asking changes nothing, and a view is plain data of its own."""
    state, memory = moment.state, moment.memory
    before = state.checksum()
    for view, bytes_then in memory.views:
        if encode(view) != bytes_then:
            raise Broken("a view taken before a move changed with the move: it shares lists with the state")
    views = [state.view(viewer) for viewer in moment.viewers]
    now = [(view, encode(view)) for view in views]
    for seat in seats_in(int(state.actors())):
        moment.match.question(seat)
        state.preview(seat, moment.pick(state.legal(seat)))
    state.standing()
    moment.game.secrets(state)
    if state.checksum() != before:
        raise Broken("looking at the table changed it")
    memory.views = now


def checksum(moment: Moment) -> None:
    """Two tables that anybody could tell apart have different checksums; else the other checks would be blind."""
    state = moment.state
    for seat in seats_in(int(state.actors())):
        found: dict[int, tuple[int, list[bytes]]] = {}
        for option in moment.sample(state.legal(seat), 4):
            world = state.clone()
            world.apply(seat, option)
            views = [encode(moment.game.view(world, viewer)) for viewer in moment.viewers]
            first, same = found.setdefault(world.checksum(), (option, views))
            if same != views:
                raise Broken(f"options {first} and {option} of {who(seat)} lead to one checksum: see digest()")


def notation(moment: Moment) -> None:
    """Each option has a text of its own which reads back as that option, and words."""
    state = moment.state
    for seat in seats_in(int(state.actors())):
        texts: dict[str, int] = {}
        for option in state.legal(seat):
            text = state.notation(seat, option)
            if not text or text != text.strip() or "\n" in text:
                raise Broken(f"option {option} has the notation {text!r}, which no record can hold")
            if text in texts:
                raise Broken(f"'{text}' names two options: {texts[text]} and {option}")
            texts[text] = option
            if state.parse(seat, text) != option:
                raise Broken(f"'{text}' is option {option}, but reads as {state.parse(seat, text)}")
            if not state.words(seat, option).strip():
                raise Broken(f"option {option} ('{text}') has no words")


def targets(moment: Moment) -> None:
    """Each option is a path of its own, and no path is the beginning of another: pointing finds one option."""
    state = moment.state
    for seat in seats_in(int(state.actors())):
        paths: dict[Path, int] = {}
        for option in state.legal(seat):
            path = state.targets(seat, option)
            if not path:
                raise Broken(f"option {option} has no targets")
            if path in paths:
                raise Broken(f"{path} is the path of two options: {paths[path]} and {option}")
            paths[path] = option
            moment.memory.remember(int(state.asked(seat)), option, path)
        for path in paths:
            short = next((path[:n] for n in range(1, len(path)) if path[:n] in paths), None)
            if short:
                raise Broken(f"the path {short} is the beginning of {path}: it can never be chosen by pointing")


def why_not(moment: Moment) -> None:
    """None exactly for things that can be chosen; else a clause and words, for everything once chosen."""
    state = moment.state
    for seat in seats_in(int(state.actors())):
        known = moment.memory.options.get(int(state.asked(seat)), {})
        for path in moment.sample(list(known.values()), 6):
            for depth, target in enumerate(path):
                reason = state.why_not(seat, target, path[:depth])
                can = state.selectable(seat, target, path[:depth])
                if can != (reason is None):
                    said = "is given a reason" if can else "is given no reason"
                    raise Broken(f"{path[: depth + 1]} can{'' if can else 'not'} be chosen, but {said}: {reason}")
                if reason is not None:
                    if not (reason.clause and reason.words):
                        raise Broken(f"{path[: depth + 1]} is forbidden without clause or words: {reason}")
                    break
        if state.why_not(seat, "nothing:at-all") is None:
            raise Broken("a thing that does not exist can be chosen")


def standing(moment: Moment) -> None:
    """Ranks count the better seats and follow the scores; parts add up to totals."""
    table = moment.state.standing()
    ranks = [score.rank for score in table.scores]
    for score in table.scores:
        if sum(value for _, value in score.parts) != score.total:
            raise Broken(f"the parts of {who(score.seat)} do not add up to {score.total}: {score.parts}")
        better = sum(rank < score.rank for rank in ranks)
        if score.rank != better + 1:
            raise Broken(f"{who(score.seat)} ranks {score.rank}, but {better} stand better (ranks {ranks})")
    totals = [score.total for score in sorted(table.scores, key=lambda score: score.rank)]
    if totals != sorted(totals, reverse=not moment.game.lowest_wins):
        raise Broken(f"the totals {totals}, best rank first, are not in the order of the ranks")


def account(moment: Moment) -> None:
    """At the end: sources add up to scores, every seat names the same ones, and no fact is told twice."""
    state = moment.state
    if not state.over():
        return
    told = moment.game.account(state)
    names = [[name for name, _ in seat.sources] for seat in told.seats]
    if len(names) != state.seats or any(row != names[0] for row in names):
        raise Broken(f"the account does not name the same sources for each of {state.seats} seats: {names}")
    for seat, own in enumerate(told.seats):
        if sum(points for _, points in own.sources) != state.score(seat):
            raise Broken(f"the sources of {who(seat)} do not add up to {state.score(seat)}: {own.sources}")
    for facts in (told.facts, *(own.facts for own in told.seats)):
        if len({fact[:2] for fact in facts}) != len(facts) or any(fact.times < 1 for fact in facts):
            raise Broken(f"the account tells a fact twice or not even once: {facts}")


def together(moment: Moment) -> None:
    """Moves of different seats in one together choice commute: any interleaving, same checksum."""
    state = moment.state
    if state.over() or not state.choice().together or len(seats_in(int(state.actors()))) < 2:
        return
    world = state.clone()
    moves: dict[int, list[int]] = {}
    for _ in range(60):
        if world.closed != state.closed or world.over():
            break
        seat = moment.pick(seats_in(int(world.actors())))
        moves.setdefault(seat, []).append(moment.pick(world.legal(seat)))
        world.apply(seat, moves[seat][-1])
    one_after_the_other = [seat for seat, own in moves.items() for _ in own]
    for order in (one_after_the_other, one_after_the_other[::-1], _mixed(moment, one_after_the_other)):
        other = state.clone()
        left = {seat: list(own) for seat, own in moves.items()}
        for seat in order:
            option = left[seat].pop(0)
            if option not in other.legal(seat):
                raise Broken(f"option {option} of {who(seat)} is legal or not, as other seats of the same choice move")
            other.apply(seat, option)
        if other.checksum() != world.checksum():
            raise Broken(f"moves of one together choice do not commute: {moves} in the order of seats {order}")


def _mixed(moment: Moment, order: list[int]) -> list[int]:
    left, mixed = order[:], []
    while left:
        mixed.append(left.pop(int(moment.random.below(len(left)))))
    return mixed


def undo(moment: Moment, seat: int, option: int) -> None:
    """After a move that is not marked as revealing, nobody can tell more than before it.

    So in every world that a viewer thought possible, the mover had an option that looks the same to that viewer.
    """
    state = moment.state
    after = state.clone()
    after.listen()
    after.apply(seat, option)
    if after.reveals != state.reveals:
        return
    text = state.notation(seat, option)
    for viewer in moment.viewers:
        world = state.guess(viewer, moment.stream())
        seen, heard = _seen(after, viewer), _heard(after, viewer)
        if not heard and seen == _seen(state, viewer):
            continue
        if not world.actors() & BIT[seat]:
            raise Broken(f"'{text}' shows {who(viewer)} that it was possible, without a reveal mark")
        # What the mover alone can see of an option (which card it lays face down) may differ in the other world.
        legal = world.legal(seat)
        alike = ([option] if option in legal else []) + [other for other in legal if other != option and viewer != seat]
        if not any(_looks_like(world, seat, other, viewer, (seen, heard)) for other in alike):
            raise Broken(f"'{text}' shows {who(viewer)} something hidden, without a reveal mark")


def _looks_like(world: State, seat: int, option: int, viewer: int, wanted: tuple[object, object]) -> bool:
    """In this world the option reveals nothing, and the viewer notices just what is wanted."""
    trial = world.clone()
    trial.listen()
    trial.apply(seat, option)
    return trial.reveals == world.reveals and (_seen(trial, viewer), _heard(trial, viewer)) == wanted


def _seen(state: State, viewer: int) -> object:
    """Everything a viewer could notice of a state that is not silent."""
    if not state.over() and state.choice().silent:
        return "a silent choice"
    asked = viewer >= 0 and state.legal(viewer)
    return encode(state.view(viewer)), state.waiting(viewer), asked


def _heard(state: State, viewer: int) -> list[tuple[str, str]]:
    names = state.game.seat_names(int(state.seats), state.settings)
    return [(state.game.say(event, names), event.clause) for event in state.heard(viewer)]


def preview(moment: Moment, seat: int, option: int) -> None:
    """A preview tells nothing that chance or a secret decides: it is the same from every guess."""
    state = moment.state
    told = state.preview(seat, option)
    world = state.guess(seat, moment.stream())
    world.listen()
    foreseen = world.reveals
    world.apply(seat, option)
    names = state.game.seat_names(int(state.seats), state.settings)
    mine = [event for event in world.log or [] if event.reveals == foreseen and may_read(event, seat)]
    lines = tuple(state.game.say(event, names) for event in mine)
    if lines != told.lines:
        text = state.notation(seat, option)
        raise Broken(f"the preview of '{text}' tells {told.lines}, and {lines} in another world")


def take_back(moment: Moment) -> None:
    """Taking the last move back gives the table before it."""
    history = moment.match.history
    if not history or moment.match.undoable(history[-1].seat) != len(history) - 1:
        return
    copy = moment.match.at(len(history))
    copy.undo(history[-1].seat)
    if copy.state.checksum() != moment.memory.checksums[-1]:
        raise Broken(f"taking back '{history[-1].text}' does not give the table before it")
