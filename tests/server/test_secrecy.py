"""The secrecy properties *alike* and *stream* on the frames that the server sends, spectators included.

The conformance suite compares the messages of a feed; here that feed is the server's own: its numbering, its log, its
frames, byte for byte.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

import msgspec
import pytest

from bungalow.core.conformance.moment import Memory, Moment
from bungalow.core.conformance.secrecy import alike, stream
from bungalow.core.contract import Game
from bungalow.core.feed import Feed, Frame
from bungalow.core.match import Match
from bungalow.core.random import seeded
from bungalow.core.registry import find
from bungalow.server.eyes import SPECTATOR, Diary, Eyes
from bungalow.server.frames import FrameMaker
from bungalow.server.store.base import Reaction, TableRow
from bungalow.server.table import Play
from tests.server.client import Guest, Sitting, changed
from tests.server.in_process import FastClock, serving
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame

TITLES = [AmbushGame(), EmbersGame(), KilnsGame(), QuayGame(), find("burrows")]
HELD = [*[(game, 0) for game in TITLES], (AmbushGame(), 3)]
GAMES = {"burrows": 1}
MOMENTS = 40


class ServerFeed(Feed):
    """What the server would send."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        super().__init__(match, viewer)
        self.eyes = Eyes(SPECTATOR if viewer is None else viewer)
        self.diary = Diary(match)
        self.maker = FrameMaker(match)

    def update(self) -> Frame | None:
        self.diary.catch_up()
        if not self.eyes.sees_change(self.match, self.diary, after_undo=False):
            return None
        moves = len(self.match.history)
        self.eyes.note_change(self.match, self.diary, self.match.state.clone(), moves, after_undo=False)
        return cast(Frame, msgspec.json.decode(self.maker.frame(self.eyes)))


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_frames_tell_no_secret(game: Game, run_seed: int) -> None:
    rng = random.Random(run_seed)
    memory = Memory()
    for number in range(GAMES.get(game.name, 4)):
        for seats in game.seats[-2:]:
            match = Match(game, seats, seed=run_seed + number)
            looked = 0
            while not match.over:
                if looked < MOMENTS and rng.random() < 0.7:
                    moment = Moment(match, seeded(rng.getrandbits(64)), memory, ServerFeed)
                    alike(moment)
                    stream(moment)
                    looked += 1
                seat = rng.choice(match.actors)
                match.play(seat, rng.choice(match.state.legal(seat)))


@pytest.mark.parametrize(("game", "reaction"), HELD, ids=lambda value: getattr(value, "name", str(value)))
def test_numbers_agree_with_the_feed_of_the_core(game: Game, reaction: Reaction, run_seed: int) -> None:
    """The server's shortcuts find a change exactly where comparing whole frames does, undo and windows included."""
    rng = random.Random(run_seed)
    for number in range(3):
        seats = game.seats[-1]
        play = Play(game, a_row(game, seats, run_seed + number, reaction), seats)
        feeds = [Feed(play.match, None if viewer < 0 else viewer) for viewer in range(-1, seats)]
        for feed in feeds:
            feed.update()
        while not play.match.over and play.seq < 150:
            undoable = [seat for seat in range(seats) if play.match.undoable(seat) is not None]
            if undoable and rng.random() < 0.3:
                play.try_undo(rng.choice(undoable), "guest", None, 10_000)
            elif play.match.window_open and not play.match.actors:
                play.try_close()
            else:
                seat = rng.choice(play.match.actors)
                play.try_move(seat, None, rng.choice(play.match.moves(seat)).text, "guest", None)
            for feed, eyes in zip(feeds, play.eyes, strict=True):
                feed.update()
                assert feed.number == eyes.number
                if not play.match.state.hides_moment(eyes.viewer):
                    told = [line.words for line in play.match.lines(feed.viewer)]
                    assert [line.words for line in eyes.lines] == told
        again = Play(game, play.row, seats)
        for entry in play.entries:
            again.replay(entry)
        for before, after in zip(play.eyes, again.eyes, strict=True):
            assert before.number == after.number
            assert before.lines == after.lines
            assert before.first_lines == after.first_lines
            assert before.entry_counts == after.entry_counts
            assert before.asked_since == after.asked_since
            assert FrameMaker(play.match).frame(before) == FrameMaker(again.match).frame(after)


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_changes_lead_from_view_to_view(game: Game, run_seed: int) -> None:
    """Who applies the changes of each frame has the view that a whole frame would have shown, undo included."""
    rng = random.Random(run_seed)
    seats = game.seats[-1]
    play = Play(game, a_row(game, seats, run_seed), seats)
    shown: dict[int, tuple[int, object]] = {}
    followed = 0
    while play.seq < 120:
        for eyes in play.eyes:
            number, view = shown.get(eyes.viewer, (0, None))
            if eyes.number == number or rng.random() < 0.1:  # somebody who misses a frame is told everything
                continue
            frame = msgspec.json.decode(play.frames.frame(eyes, number))
            assert frame["base"] in (0, number)
            followed += frame["base"] > 0
            view = changed(view, frame["changes"]) if frame["base"] else frame["view"]
            assert view == msgspec.json.decode(FrameMaker(play.match).frame(eyes, number, whole=True))["view"]
            shown[eyes.viewer] = (eyes.number, view)
        if play.match.over:
            break
        undoable = [seat for seat in range(seats) if play.match.undoable(seat) is not None]
        if undoable and rng.random() < 0.2:
            play.try_undo(rng.choice(undoable), "guest", None, 10_000)
        else:
            seat = rng.choice(play.match.actors)
            play.try_move(seat, None, rng.choice(play.match.moves(seat)).text, "guest", None)
    assert followed > play.seq // 2


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
