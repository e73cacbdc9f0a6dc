"""Playing at tables over REST and the socket."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from tests.server.client import Guest, Sitting
from tests.server.in_process import serving
from tests.titles.kilns import KilnsGame
from tools.server_process import ServerProcess


def play_to_the_end(sitting: Sitting, seat: int, rng: random.Random, patience: float = 120.0) -> dict[str, Any]:
    """Random moves for one seat until the game is over; the last frame comes back."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        frame = sitting.frames.get(seat)
        if frame is None or (not frame["options"] and frame["standing"] is None):
            sitting.until("frame")
            continue
        if frame["standing"] is not None:
            return frame
        answer = sitting.play(seat, rng.choice(frame["options"])["text"])
        assert answer["type"] == "ack", answer
        if sitting.frames[seat]["number"] == frame["number"]:
            sitting.until("frame")
    raise TimeoutError


def test_a_whole_game_against_bots(server: ServerProcess, run_seed: int) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "greedy", "random")
    with ada.sit(table) as sitting:
        assert sitting.table["status"] == "playing"
        last = play_to_the_end(sitting, 0, random.Random(run_seed))
        assert min(score["rank"] for score in last["standing"]["scores"]) == 1
        while sitting.table["status"] != "over":
            sitting.until("table")
        assert sitting.play(0, "finish")["code"] == "game-over"
        log = sitting.logs[0]
        assert [line["number"] for line in log] == sorted(line["number"] for line in log)
    for seat in (None, 0, 1, 2):
        parameters = {} if seat is None else {"seat": seat}
        replay = ada.http.get(f"/api/tables/{table}/replay", params=parameters).json()
        assert [frame["number"] for frame in replay["frames"]] == list(range(1, len(replay["frames"]) + 1))
        lines = [line["words"] for frame in replay["frames"] for line in frame["lines"]]
        assert lines == [line["words"] for line in log]
        assert replay["frames"][-1]["view"] == last["view"]
        assert replay["standing"] == last["standing"]
    assert replay["record"].startswith("bungalow record 1\ntitle: burrows\n")
    assert ada.http.get(f"/api/tables/{table}/replay", params={"seat": 3}).status_code == 404


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
            assert first.frames[0]["question"]
            assert not second.frames[1]["options"]
            assert first.play(0)["type"] == "ack"
            for sitting in (first, second, watcher):
                assert sitting.until("frame")["number"] == 2
            first.settle()
            assert [seat["here"] for seat in first.table["seats"]] == [True, True]
            assert first.table["watchers"] == 1
        first.until("table")
        assert [seat["here"] for seat in first.table["seats"]] == [True, False]


def test_two_people_at_one_screen(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", {"kind": "here", "name": "Bo"})
    with ada.sit(table) as sitting:
        sitting.settle()
        assert sorted(sitting.frames) == [0, 1]  # type: ignore[type-var]
        assert [seat["name"] for seat in sitting.table["seats"]] == ["Ada", "Bo"]
        assert all(seat["yours"] for seat in sitting.table["seats"])
        for _ in range(12):
            seat = next(seat for seat in (0, 1) if sitting.frames[seat]["options"])
            assert sitting.play(seat)["type"] == "ack"
            sitting.settle(0.05)


def test_what_is_refused(server: ServerProcess) -> None:
    ada, bo, cy = (Guest(server.address, name) for name in ("Ada", "Bo", "Cy"))
    table = ada.new_table("me", "open")
    bo.join(table)
    with ada.sit(table) as first, bo.sit(table) as second, cy.sit(table) as third:
        for sitting in (first, second, third):
            sitting.settle()
        options = first.frames[0]["options"]
        move = {"type": "move", "seat": 0, "number": 1, "text": options[0]["text"]}
        assert second.ask(move)["code"] == "not-your-seat"
        assert third.ask(move)["code"] == "not-your-seat"
        assert second.ask({**move, "seat": 1})["code"] == "not-your-turn"
        assert first.ask({**move, "number": 0})["code"] == "stale"
        assert first.ask({**move, "number": 2})["code"] == "stale"
        assert first.ask({**move, "text": "dance"})["code"] == "unreadable-move"
        hidden = next(f"build T{n:02}" for n in range(1, 80) if f"build T{n:02}" not in [o["text"] for o in options])
        illegal = first.ask({**move, "text": hidden})
        assert (illegal["code"], illegal["clause"]) == ("illegal-move", "BW-3.1")
        assert illegal["words"]
        for question in (
            {"type": "undo", "seat": 0},
            {"type": "preview", "seat": 0, "text": options[0]["text"]},
            {"type": "why", "seat": 0, "target": "tile:T1"},
            {"type": "resign", "seat": 0},
            {"type": "look", "viewer": 0, "number": 1},
        ):
            assert second.ask(question)["code"] == "not-your-seat", question
        assert first.ask({"type": "undo", "seat": 0})["code"] == "illegal-move"
        assert first.ask({"type": "look", "viewer": 0, "number": 9})["type"] == "refused"
        first.settle()
        assert first.frames[0]["number"] == 1  # nothing has changed


def test_a_move_sent_again_is_played_once(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "here")
    with ada.sit(table) as sitting:
        sitting.settle()
        move = {
            "type": "move",
            "id": "twice-1",
            "seat": 0,
            "number": 1,
            "text": sitting.frames[0]["options"][0]["text"],
        }
        for _ in range(3):
            assert sitting.ask(move) == {"type": "ack", "id": "twice-1"}
        sitting.settle()
        assert sitting.frames[0]["number"] == 2
    with ada.sit(table, {"0": 2, "1": 2}) as again:
        assert again.ask(move) == {"type": "ack", "id": "twice-1"}
        again.settle()
        assert not again.frames


def choose_with(sitting: Sitting, seat: int, prefix: str) -> dict[str, Any]:
    text = next(o["text"] for o in sitting.frames[seat]["options"] if o["text"].startswith(prefix))
    return sitting.play(seat, text)


def lay_first_tiles(sitting: Sitting) -> None:
    """Both seats build until seat 0 has to say where a tile is laid."""
    for _ in range(20):
        sitting.settle(0.05)
        seat = next(seat for seat in (0, 1) if sitting.frames[seat]["options"])
        if seat == 0 and sitting.frames[0]["options"][0]["text"].startswith("at "):
            return
        if any(option["text"].startswith("build") for option in sitting.frames[seat]["options"]):
            choose_with(sitting, seat, "build")
        else:
            sitting.play(seat)
    raise AssertionError


def test_undo_reset_and_the_log_that_follows(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "here")
    with ada.sit(table) as sitting:
        lay_first_tiles(sitting)
        before = sitting.frames[0]
        assert before["can_undo"]
        log = [line["words"] for line in sitting.logs[0]]
        assert sitting.ask({"type": "undo", "seat": 0})["type"] == "ack"
        sitting.settle(0.05)
        assert sitting.frames[0]["number"] == before["number"] + 1
        assert not sitting.frames[0]["can_undo"]
        shorter = [line["words"] for line in sitting.logs[0]]
        assert shorter == log[: len(shorter)]
        assert len(shorter) < len(log)
        assert [line["words"] for line in sitting.logs[1]] == shorter
        stale = {"type": "move", "seat": 0, "number": before["number"], "text": before["options"][0]["text"]}
        assert sitting.ask(stale)["code"] == "stale"
        choose_with(sitting, 0, "build")
        sitting.settle(0.05)
        assert sitting.ask({"type": "undo", "seat": 0, "all": True})["type"] == "ack"
        sitting.settle(0.05)
        assert [line["words"] for line in sitting.logs[0]] == shorter
        assert sitting.ask({"type": "undo", "seat": 0, "all": True})["code"] == "illegal-move"


def test_preview_why_and_looking_back(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "here")
    with ada.sit(table) as sitting:
        sitting.settle()
        first = sitting.frames[0]
        lay_first_tiles(sitting)
        place = sitting.frames[0]["options"][0]["text"]
        preview = sitting.ask({"type": "preview", "seat": 0, "text": place})
        assert preview["type"] == "preview"
        assert preview["lines"]
        why = sitting.ask({"type": "why", "seat": 0, "target": "cell:0,0"})
        assert (why["type"], why["clause"]) == ("why", "BW-3.3")
        cell = sitting.frames[0]["options"][0]["targets"][0]
        assert sitting.ask({"type": "why", "seat": 0, "target": cell})["words"] == ""
        past = sitting.ask({"type": "look", "viewer": 0, "number": 1})
        assert (past["type"], past["view"]) == ("past", first["view"])
        for number in range(1, sitting.frames[0]["number"] + 1):
            seen = next(m for m in sitting.heard if m["type"] == "frame" and (m["viewer"], m["number"]) == (0, number))
            assert sitting.ask({"type": "look", "viewer": 0, "number": number})["view"] == seen["view"]


def test_a_list_of_tables_loads_none_of_them(tmp_path: Path) -> None:
    game = KilnsGame()
    with serving(tmp_path, game) as (address, hub):
        ada = Guest(address, "Ada")
        tables = [ada.new_table("me", "open", title=game.name) for _ in range(3)]
        hub.rooms.clear()
        listed = ada.http.get("/api/tables").json()
        assert [each["table"] for each in listed["open"]] == tables[::-1]
        assert [each["table"] for each in listed["yours"]] == tables[::-1]
        assert [seat["yours"] for seat in listed["yours"][0]["seats"]] == [True, False]
        assert hub.rooms == {}


def test_chat(server: ServerProcess) -> None:
    ada, bo = Guest(server.address, "Ada"), Guest(server.address, "Bo")
    table = ada.new_table("me", "here")
    with ada.sit(table) as first, bo.sit(table) as second, Sitting(server.address, table, None) as nobody:
        first.send({"type": "say", "text": "  hello \n there "})
        said = second.until("chat")
        assert (said["name"], said["seat"], said["text"], said["number"]) == ("Ada", 0, "hello there", 1)
        second.send({"type": "say", "text": "good luck"})
        heard = [first.until("chat"), first.until("chat")]
        assert [(line["name"], line["seat"]) for line in heard] == [("Ada", 0), ("Bo", None)]
        nobody.send({"type": "say", "text": "I have no name"})
        assert nobody.until("refused")["code"] == "unknown-guest"
        first.send({"type": "say", "text": " \n "})
        assert first.until("refused")["code"] == "bad-options"
    with ada.sit(table) as again:
        assert [again.until("chat")["number"] for _ in range(2)] == [1, 2]


def test_a_resigned_seat_is_played_by_a_bot(server: ServerProcess) -> None:
    ada, bo = Guest(server.address, "Ada"), Guest(server.address, "Bo")
    table = ada.new_table("me", "open")
    bo.join(table)
    with ada.sit(table) as first, bo.sit(table) as second:
        first.settle()
        assert first.ask({"type": "resign", "seat": 0})["type"] == "ack"
        second.until("frame")
        while not second.frames[1]["options"]:
            second.until("frame")
        assert (second.table["seats"][0]["kind"], second.table["seats"][0]["bot"]) == ("bot", "easy")
        first.settle()
        assert None in first.frames  # from now on Ada watches
        assert bo.http.post(f"/api/tables/{table}/leave").json()["seats"][1]["kind"] == "bot"
        while first.table["status"] != "over":
            first.until("table", patience=60.0)


def test_seats_that_the_title_plays(server: ServerProcess) -> None:
    """Nobody sits there, nobody waits for them, and they have names of their own."""
    ada = Guest(server.address, "Ada")
    offered = {each["name"]: each for each in ada.http.get("/api/titles").json()}
    assert offered["burrows"]["rivals"] is None
    rivals = offered["buru"]["rivals"]
    assert rivals["option"] == "lawan"
    assert {at["others"]: at["usual"] for at in rivals["tables"]} == {1: 2, 2: 1, 3: 0, 4: 0, 5: 0}
    two = {"kind": "title"}
    table = ada.new_table("me", two, two, title="buru", options={"lawan": "2"})
    info = ada.http.get(f"/api/tables/{table}").json()
    assert info["status"] == "playing"
    assert [(seat["kind"], seat["name"], seat["here"]) for seat in info["seats"][1:]] == [
        ("title", "Lawan A", True),
        ("title", "Lawan B", True),
    ]
    with ada.sit(table) as sitting:
        sitting.settle()
        assert sitting.frames[0]["waiting"] == [0]


def test_leaving_before_the_game_begins(server: ServerProcess) -> None:
    ada, bo, cy = (Guest(server.address, name) for name in ("Ada", "Bo", "Cy"))
    table = ada.new_table("me", "open", "open")
    assert bo.join(table, 2).json()["seats"][2]["name"] == "Bo"
    assert bo.join(table).status_code == 200  # already there
    assert cy.join(table, 2).status_code == 409
    listed = [info["table"] for info in cy.http.get("/api/tables").json()["open"]]
    assert table in listed
    assert bo.http.post(f"/api/tables/{table}/leave").json()["seats"][2]["kind"] == "open"
    assert cy.join(table, 2).status_code == 200
    assert bo.join(table).json()["status"] == "playing"
    yours = [info["table"] for info in bo.http.get("/api/tables").json()["yours"]]
    assert table in yours


def test_a_private_table_is_not_listed(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "open", private=True)
    lists = ada.http.get("/api/tables").json()
    assert table not in [info["table"] for info in lists["open"]]
    assert table in [info["table"] for info in lists["yours"]]


def test_reconnecting_continues_from_the_last_number(server: ServerProcess, run_seed: int) -> None:
    """A browser that comes back at any moment has the same log and frame as one that never left."""
    rng = random.Random(run_seed)
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "here")
    with ada.sit(table) as steady:
        away = ada.sit(table)
        for _ in range(40):
            steady.settle(0.03)
            seat = next(seat for seat in (0, 1) if steady.frames[seat]["options"])
            if steady.frames[seat]["can_undo"] and rng.random() < 0.3:
                steady.ask({"type": "undo", "seat": seat})
            else:
                steady.play(seat, rng.choice(steady.frames[seat]["options"])["text"])
            if rng.random() < 0.3:
                away.settle(0.03)
                away.socket.close()
                back = ada.sit(table, {str(viewer): frame["number"] for viewer, frame in away.frames.items()})
                back.frames, back.logs = away.frames, away.logs
                away = back
        steady.settle(0.1)
        away.settle(0.1)
        for viewer in (0, 1):
            assert away.logs[viewer] == steady.logs[viewer]
            ignored = ("lines", "log", "first_line", "base", "changes", "own")
            assert {k: v for k, v in away.frames[viewer].items() if k not in ignored} == {
                k: v for k, v in steady.frames[viewer].items() if k not in ignored
            }
        away.socket.close()


def test_a_restarted_server_continues_every_table(own_data: Path, database: str, run_seed: int) -> None:
    rng = random.Random(run_seed)
    with ServerProcess(own_data, database) as server:
        ada = Guest(server.address, "Ada")
        table, bots = ada.new_table("me", "here"), ada.new_table("greedy", "random", pace="quick")
        with ada.sit(table) as sitting, Sitting(server.address, bots, None) as watcher:
            for _ in range(25):
                sitting.settle(0.03)
                seat = next(seat for seat in (0, 1) if sitting.frames[seat]["options"])
                if sitting.frames[seat]["can_undo"] and rng.random() < 0.25:
                    sitting.ask({"type": "undo", "seat": seat})
                else:
                    sitting.play(seat, rng.choice(sitting.frames[seat]["options"])["text"])
            sitting.settle(0.1)
            watcher.settle(0.05)
            server.process.send_signal(2)
            closed = sitting.until_closed()
            assert closed == 1012
        assert server.process.wait(10) == 0
        server.start()
        ada.move_to(server.address)
        with ada.sit(table) as again:
            again.settle()
            for viewer in (0, 1):
                assert again.frames[viewer]["number"] == sitting.frames[viewer]["number"]
                assert again.frames[viewer]["view"] == sitting.frames[viewer]["view"]
                assert again.frames[viewer]["options"] == sitting.frames[viewer]["options"]
                assert again.logs[viewer] == sitting.logs[viewer]
            seat = next(seat for seat in (0, 1) if again.frames[seat]["options"])
            assert again.play(seat)["type"] == "ack"
        with Sitting(server.address, bots, None) as watcher:
            number = watcher.until("frame")["number"]
            assert watcher.until("frame")["number"] > number  # the bots go on by themselves
        assert "Traceback" not in server.errors(), server.errors()
