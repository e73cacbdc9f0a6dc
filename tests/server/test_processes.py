"""Several server processes on one PostgreSQL, and crashes."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.loops import run_in_loop
from tests.server.client import Guest, Sitting
from tools.load.crash import crash
from tools.load.measure import load
from tools.server_process import ServerProcess


def test_two_processes_at_one_table(tmp_path: Path, new_database: Callable[[], str], run_seed: int) -> None:
    """Players on different processes see each other's moves, with the same numbers everywhere."""
    rng = random.Random(run_seed)
    database = new_database()
    with ServerProcess(tmp_path / "a", database) as one, ServerProcess(tmp_path / "b", database) as two:
        ada, bo = Guest(one.address, "Ada"), Guest(two.address, "Bo")
        table = ada.new_table("me", "open")
        with ada.sit(table) as first, Sitting(two.address, table, None) as watcher:
            assert bo.join(table).json()["status"] == "playing"
            with bo.sit(table) as second:
                first.until("frame")
                second.until("frame")
                watcher.until("frame")
                for _ in range(30):
                    seat, sitting = (0, first) if first.frames[0]["options"] else (1, second)
                    number = sitting.frames[seat]["number"]
                    chosen = rng.choice(sitting.frames[seat]["options"])["text"]
                    assert sitting.play(seat, chosen)["type"] == "ack"
                    for other, viewer in ((first, 0), (second, 1), (watcher, None)):
                        while other.frames[viewer]["number"] <= number:
                            other.until("frame")
                views = [first.frames[0], second.frames[1], watcher.frames[None]]
                assert len({frame["number"] for frame in views}) == 1
                assert all(frame["view"] == views[0]["view"] for frame in views)
                assert first.logs[0] == second.logs[1] == watcher.logs[None]
                first.send({"type": "say", "text": "hello"})
                assert second.until("chat")["text"] == "hello"
                assert second.ask({"type": "resign", "seat": 1})["type"] == "ack"
                while first.table["seats"][1]["kind"] != "bot":
                    first.until("table")
                for _ in range(10):
                    if first.frames[0]["options"]:
                        assert first.play(0)["type"] == "ack"
                    first.until("frame")
        for server in (one, two):
            assert "Traceback" not in server.errors(), server.errors()


def test_the_same_move_sent_to_two_processes(tmp_path: Path, new_database: Callable[[], str]) -> None:
    database = new_database()
    with ServerProcess(tmp_path / "a", database) as one, ServerProcess(tmp_path / "b", database) as two:
        ada = Guest(one.address, "Ada")
        table = ada.new_table("me", "here")
        with ada.sit(table) as first, Sitting(two.address, table, ada.token) as second:
            first.settle()
            second.settle()
            for number in range(10):
                seat = next(seat for seat in (0, 1) if first.frames[seat]["options"])
                frame = first.frames[seat]
                move = {"type": "move", "seat": seat, "number": frame["number"], "id": f"both-{number}"}
                # The same request twice, then two requests for the same place.
                for sitting in (first, second):
                    sitting.send({**move, "text": frame["options"][0]["text"]})
                answers = [sitting.until_answer(f"both-{number}") for sitting in (first, second)]
                assert [answer["type"] for answer in answers] == ["ack", "ack"]
                first.settle(0.1)
                second.settle(0.1)
                assert first.frames[seat]["number"] == second.frames[seat]["number"] == frame["number"] + 1
            seat = next(seat for seat in (0, 1) if first.frames[seat]["options"])
            frame = first.frames[seat]
            for sitting, request in ((first, "mine-1"), (second, "mine-2")):
                sitting.send(
                    {
                        "type": "move",
                        "seat": seat,
                        "number": frame["number"],
                        "id": request,
                        "text": frame["options"][-1]["text"],
                    }
                )
            kinds = [first.until_answer("mine-1"), second.until_answer("mine-2")]
            assert sorted(answer["type"] for answer in kinds) == ["ack", "refused"]
            refused = next(answer for answer in kinds if answer["type"] == "refused")
            assert refused["code"] == "stale"


def test_no_acknowledged_move_is_lost_by_a_crash(tmp_path: Path, database: str, run_seed: int) -> None:
    found = run_in_loop(crash(tmp_path, database, kills=2, tables=6, seats=3, seed=run_seed))
    assert found["acknowledged"] > 0
    assert (found["lost"], found["doubled"]) == (0, 0)


@pytest.mark.alone
def test_load_scaled_down(tmp_path: Path, database: str) -> None:
    report = run_in_loop(load(tmp_path, database, tables=10, seats=4, rate=20.0, seconds=3.0, moves_before=20))
    assert report.late == 0
    assert not report.refused
    assert report.moves_per_second > 5


def test_bot_workers_end_with_the_server(tmp_path: Path) -> None:
    """Also when it is killed: nothing is left behind."""
    with ServerProcess(tmp_path) as server:
        ada = Guest(server.address, "Ada")
        table = ada.new_table("random", "random", pace="quick")
        with Sitting(server.address, table, None) as sitting:
            while sitting.until("frame")["number"] < 3:
                pass
            workers = children(server.process.pid)
            assert workers
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.exists():
        pytest.skip("this system does not tell the children of a process")
    return [int(child) for child in listed.read_text().split()]
