"""Playing at tables over REST and the socket."""

from __future__ import annotations

import random

from tests.server.client import Guest, Sitting
from tools.server_process import ServerProcess


def test_a_whole_game_against_bots(server: ServerProcess, run_seed: int) -> None:
    rng = random.Random(run_seed)
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "greedy", "random")
    with ada.sit(table) as sitting:
        assert sitting.table["status"] == "playing"
        while True:
            sitting.until("frame") if 0 not in sitting.frames else None
            frame = sitting.frames[0]
            if frame["standing"] is not None:
                break
            if not frame["options"]:
                sitting.until("frame")
                continue
            answer = sitting.play(0, rng.choice(frame["options"])["text"])
            assert answer["type"] == "ack", answer
            sitting.until("frame")
        assert sorted(score["rank"] for score in frame["standing"]["scores"])[0] == 1
        if sitting.table["status"] != "over":
            sitting.until("table")
        assert sitting.table["status"] == "over"
    replay = ada.http.get(f"/api/tables/{table}/replay", params={"seat": 1}).json()
    assert len(replay["frames"]) > 20
    assert replay["standing"] == frame["standing"]
    assert replay["record"].startswith("bungalow record 1")


def test_two_people_and_a_spectator(server: ServerProcess) -> None:
    ada, bo = Guest(server.address, "Ada"), Guest(server.address, "Bo")
    table = ada.new_table("me", "open")
    with ada.sit(table) as first, Sitting(server.address, table, None) as watcher:
        assert first.table["status"] == "open"
        assert not first.frames
        assert bo.join(table).json()["status"] == "playing"
        with bo.sit(table) as second:
            for sitting, viewer in ((first, 0), (second, 1), (watcher, None)):
                sitting.until("frame")
                assert list(sitting.frames) == [viewer]
            assert first.frames[0]["options"]
            assert not second.frames[1]["options"]
            assert first.play(0)["type"] == "ack"
            for sitting in (first, second, watcher):
                assert sitting.until("frame")["number"] == 2
