"""The frames that the server sends, with undo, windows and restarts.

That they give away no secret is proven by the conformance suite on the same bytes (`core.conformance.secrecy`).
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bungalow.core.contract import Game
from bungalow.core.feed import TableFeed
from bungalow.core.match import Match
from bungalow.core.registry import find, titles
from bungalow.server.store.base import Reaction, TableRow
from bungalow.server.table import Play
from tests.server.client import Guest, Known, Sitting
from tests.server.in_process import FastClock, serving
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame

TITLES: list[Game] = [AmbushGame(), EmbersGame(), KilnsGame(), QuayGame(), *(find(name) for name in titles())]
HELD: list[tuple[Game, Reaction]] = [*((game, 0) for game in TITLES), (AmbushGame(), 3)]
ENTRIES = 120


class WholeFrames:
    """Numbers what a viewer sees by comparing everything: slow and simple, to hold the feed against."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.number = 0
        self._shown: object = None

    def update(self) -> None:
        match, viewer = self.match, self.viewer
        if match.state.hides_moment(viewer):
            return
        asked = viewer >= 0 and viewer in match.actors
        now = (
            msgspec.json.encode(match.state.view(viewer)),
            match.waiting(viewer),
            [(move.text, move.words, move.targets) for move in match.moves(viewer)] if asked else [],
            match.question(viewer) if asked else "",
            [line.words for line in match.lines(viewer)],
            viewer >= 0 and match.undoable(viewer) is not None,
            match.over,
        )
        if now != self._shown:
            self._shown = now
            self.number += 1


def step(play: Play, rng: random.Random) -> None:
    """Do something that is allowed: take a move back, close a window, or play."""
    undoable = [seat for seat in range(play.match.seats) if play.match.undoable(seat) is not None]
    if undoable and rng.random() < 0.3:
        play.try_undo(rng.choice(undoable), "guest", None, 10_000)
    elif play.match.window_open and not play.match.actors:
        play.try_close()
    else:
        seat = rng.choice(play.match.actors)
        option = rng.choice(play.match.state.legal(seat))
        play.try_move(seat, None, play.match.state.notation(seat, option), "guest", None)


@pytest.mark.parametrize(("game", "reaction"), HELD, ids=lambda value: getattr(value, "name", str(value)))
def test_numbers_are_those_of_whole_frames(game: Game, reaction: Reaction, run_seed: int) -> None:
    """The feed finds a change exactly where comparing everything does, and finds the same again after a restart."""
    rng = random.Random(run_seed)
    seats = game.seats[-1]
    play = Play(game, a_row(game, seats, run_seed, reaction), seats)
    wholes = [WholeFrames(play.match, viewer) for viewer in range(-1, seats)]
    for whole in wholes:
        whole.update()
    while not play.match.over and play.seq < ENTRIES:
        step(play, rng)
        for whole in wholes:
            whole.update()
            shown = play.shown_to(whole.viewer)
            assert whole.number == shown.number
            if not play.match.state.hides_moment(whole.viewer):
                assert [line.words for line in shown.lines] == [line.words for line in play.match.lines(whole.viewer)]
    again = Play(game, play.row, seats)
    for entry in play.entries:
        again.replay(entry)
    for viewer in range(-1, seats):
        before, after = play.shown_to(viewer), again.shown_to(viewer)
        assert before.number == after.number
        assert [(line.words, line.number, line.by) for line in before.lines] == [
            (line.words, line.number, line.by) for line in after.lines
        ]
        assert before.first_lines == after.first_lines
        assert before.entry_counts == after.entry_counts
        assert before.asked_since == after.asked_since
        if before.number:
            assert play.feed.frame(viewer, whole=True) == again.feed.frame(viewer, whole=True)


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_frames_lead_from_view_to_view(game: Game, run_seed: int) -> None:
    """A browser that applies the changes of each frame has the whole view, undo and missed frames included."""
    rng = random.Random(run_seed)
    seats = game.seats[-1]
    play = Play(game, a_row(game, seats, run_seed), seats)
    known = Known()
    numbers: dict[int, int] = {}
    followed = 0
    while play.seq < ENTRIES:
        for viewer in range(-1, seats):
            number = numbers.get(viewer, 0)
            if play.shown_to(viewer).number == number or rng.random() < 0.1:  # who misses a frame gets a whole one
                continue
            frame: dict[str, Any] = msgspec.json.decode(play.feed.frame(viewer, number))
            assert frame["base"] in (0, number)
            followed += frame["base"] > 0
            known.complete(frame)
            assert frame["view"] == msgspec.json.decode(msgspec.json.encode(play.match.state.view(viewer)))
            numbers[viewer] = frame["number"]
        if play.match.over:
            break
        step(play, rng)
    assert followed > play.seq // 2


def test_a_viewer_alone_has_the_same_feed(run_seed: int) -> None:
    """The conformance suite follows one viewer at a time; a server follows all of them."""
    for game in (AmbushGame(), find("buru")):
        rng = random.Random(run_seed)
        seats = game.seats[-1]
        play = Play(game, a_row(game, seats, run_seed), seats)
        alone = {viewer: TableFeed(play.match, [viewer]) for viewer in range(-1, seats)}
        while not play.match.over and play.seq < 60:
            step(play, rng)
            entry = play.entries[-1]
            moves = {"move": 1, "undo": -1, "close": 0}[entry.kind]
            for viewer, feed in alone.items():
                seen = feed.advance(entry.seq, entry.seat, moves=moves, after_undo=entry.kind == "undo")
                assert seen == entry.seen & 1 << (viewer + 1)
                if seen:
                    assert feed.frame(viewer) == play.feed.frame(viewer)


def a_row(game: Game, seats: int, seed: int, reaction: Reaction = 0) -> TableRow:
    return TableRow(
        table="k7m2pq9x4zwd",
        title=game.name,
        rules=game.rules_version,
        edition=game.new(seats, {}, seed).edition,
        options={},
        seed=seed,
        pace="instant",
        reaction=reaction,
        private=False,
        status="playing",
        names=game.seat_names(seats, {}),
        created=0.0,
    )


def test_a_silent_choice_is_silent_on_the_wire(tmp_path: Path, run_seed: int) -> None:
    """While somebody is asked silently the sockets of all others stay still, acknowledgements apart."""
    rng = random.Random(run_seed)
    with serving(tmp_path, AmbushGame(), clock=FastClock(4)) as (address, _):
        people = [Guest(address, f"Guest {number}") for number in range(3)]
        windows = 0
        while windows < 3:
            table = people[0].new_table("me", "open", "open", title="ambush")
            for guest in people[1:]:
                guest.join(table)
            sittings: list[Sitting] = [*(guest.sit(table) for guest in people), Sitting(address, table, None)]
            for sitting in sittings:
                sitting.settle(0.05)
            before = [sitting.frames[viewer]["number"] for viewer, sitting in at(sittings)]
            assert sittings[0].play(0, "raid")["type"] == "ack"
            for sitting in sittings:
                sitting.settle(0.03)
            silent = [s for s in (1, 2) if texts(sittings[s], s) == ["pass", "spring"]]
            for (viewer, sitting), number in zip(at(sittings), before, strict=True):
                assert (sitting.frames[viewer]["number"] != number) == (viewer in silent)
            if silent:
                windows += 1
                sittings[silent[0]].play(silent[0], rng.choice(["pass", "spring"]))
            sittings[-1].until("frame")
            for sitting in sittings:
                sitting.settle(0.05)
                sitting.socket.close()
                for raw in sitting.raw:
                    assert '"seed"' not in raw
                    assert '"seq"' not in raw


def texts(sitting: Sitting, seat: int) -> list[str]:
    return [option["text"] for option in sitting.frames[seat]["options"]]


def at(sittings: list[Sitting]) -> list[tuple[int | None, Sitting]]:
    return list(zip((0, 1, 2, None), sittings, strict=True))
