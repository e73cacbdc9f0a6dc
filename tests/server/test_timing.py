"""No timing tell: two tables that look alike to a third seat send it the same at the same time, over real sockets."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from websockets.exceptions import ConnectionClosed

from bungalow.core.contract import State
from bungalow.core.random import Random
from bungalow.games.busara import BusaraGame
from bungalow.games.busara.contents import TIMINGS
from bungalow.games.busara.state import Busara
from tests.server.client import Guest, Sitting
from tests.server.in_process import FastClock, serving

pytestmark = pytest.mark.alone

FASTER = 15
HOLD = 3 / FASTER
MOVES = 15 + 30  # the first tokens, then some ten turns of drawing
TOLERANCE = 0.020
TRIES = 10
HOLDER, THIRD = 1, 2


class World(BusaraGame):
    """Busara in which everybody could pay for a reaction from the start, and seat 2 holds a chosen kingdom."""

    def __init__(self, name: str, kingdom: str) -> None:
        super().__init__()
        self.name = name
        self.held = kingdom

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        state = super().set_up(seats, options, random, edition)
        assert isinstance(state, Busara)
        box = self.components()
        state.kingdom = vec[i64]([box.kingdom_number(name) for name in ("konga", self.held, "logone")])
        for seat in range(seats):
            for virtue in (seat, seat + 1):
                assert state.own().receive(seat, virtue)
        state.take_snapshot()
        return state


class Course:
    """One table, played by threads that do the same at every table; the holder alone takes its time."""

    def __init__(self, address: str, title: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.sent = time.monotonic()
        self.moves = 0
        self.passes: list[float] = []
        self.heard: dict[int | None, list[tuple[str, float]]] = {THIRD: [], None: []}
        self.counts: dict[int | None, int] = {}
        self.done = threading.Event()
        people = [Guest(address, f"Guest {number + 1}") for number in range(3)]
        options = {"layout": "quick", "starter": "1"}
        table = people[0].new_table("me", "open", "open", title=title, options=options, reaction=3)
        for guest in people[1:]:
            guest.join(table)
        self.sittings: list[Sitting] = [*(guest.sit(table) for guest in people), Sitting(address, table, None)]
        for seat, sitting in enumerate(self.sittings):
            viewer = seat if seat < 3 else None
            threading.Thread(target=self.attend, args=(viewer, sitting), daemon=True).start()

    def attend(self, viewer: int | None, sitting: Sitting) -> None:
        try:
            while True:
                message = sitting.hear(60)
                if message["type"] == "frame":
                    if viewer in self.heard:
                        self.heard[viewer].append((sitting.raw[-1], time.monotonic() - self.sent))
                    self.answer(viewer, sitting, message)
        except (ConnectionClosed, TimeoutError):
            return

    def answer(self, viewer: int | None, sitting: Sitting, frame: dict[str, Any]) -> None:
        texts = [option["text"] for option in frame["options"]]
        if not texts:
            return
        if frame["seconds"]:
            pause = self.rng.uniform(0, 0.9 * HOLD)
            time.sleep(pause)
            self.passes.append(pause)
            self.send(viewer, sitting, frame, "pass")
        elif self.moves < MOVES:
            self.wait_for_all()
            self.moves += 1
            self.sent = time.monotonic()
            self.send(viewer, sitting, frame, "draw" if "draw" in texts else texts[0])
        else:
            self.done.set()

    def wait_for_all(self) -> None:
        """Until everybody whose times are taken has heard of the last move."""
        late = time.monotonic() + 20
        while any(len(found) <= self.counts.get(viewer, 0) for viewer, found in self.heard.items()):
            assert time.monotonic() < late
            time.sleep(0.002)
        self.counts = {viewer: len(found) for viewer, found in self.heard.items()}

    def send(self, viewer: int | None, sitting: Sitting, frame: dict[str, Any], text: str) -> None:
        move = {"type": "move", "id": f"move-{viewer}-{frame['number']}", "seat": viewer, "number": frame["number"]}
        sitting.send({**move, "text": text})

    def end(self) -> None:
        assert self.done.wait(120)
        time.sleep(0.05)
        for sitting in self.sittings:
            sitting.socket.close()


def test_a_holder_who_passes_at_random_moments_shows_neither_in_frames_nor_in_their_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_seed: int
) -> None:
    """A busy machine can make a frame late, never early: of each the earliest arrival of a few tries counts."""
    box = BusaraGame().components()
    retraction = next(k.id for k in box.kingdoms if TIMINGS[k.timing] == "action_end")
    monkeypatch.setattr("bungalow.server.hub.Hub.new_seed", lambda *_: 5)
    tries: dict[str, list[list[float]]] = {"held": [], "plain": []}
    apart: list[float] = []
    with serving(tmp_path, World("held", retraction), World("plain", "milu"), clock=FastClock(FASTER)) as (address, _):
        for attempt in range(TRIES):
            courses = {title: Course(address, title, run_seed + attempt) for title in tries}
            for course in courses.values():
                course.end()
            held, plain = courses.values()
            assert len(held.passes) >= 5
            assert max(held.passes) - min(held.passes) > 2 * TOLERANCE
            assert plain.passes == []
            for viewer in (THIRD, None):
                assert [raw for raw, _ in held.heard[viewer]] == [raw for raw, _ in plain.heard[viewer]]
            for title, course in courses.items():
                # The first frame answers no move.
                tries[title].append([at for viewer in (THIRD, None) for _, at in course.heard[viewer][1:]])
            earliest = {title: [min(times) for times in zip(*found, strict=True)] for title, found in tries.items()}
            assert sum(at > 0.9 * HOLD for at in earliest["plain"]) >= 10  # nobody is asked there, and yet it is held
            apart = [abs(one - other) for one, other in zip(*earliest.values(), strict=True)]
            if max(apart) < TOLERANCE:
                return
    raise AssertionError(f"frames arrive up to {max(apart) * 1000:.0f} ms apart")
