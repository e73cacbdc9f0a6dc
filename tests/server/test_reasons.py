"""Why a bot moves as it does: after the game for everybody, before its end only at one's own practice table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from bungalow.bots.table import think
from bungalow.core.match import replay
from bungalow.core.record import Record
from bungalow.server.bot_worker import Request
from bungalow.server.bots import EXPLANATIONS, BotWorkers
from bungalow.server.budget import Budget
from bungalow.server.clock import Clock
from bungalow.server.problems import TooMany
from bungalow.server.settings import Limits
from tests.loops import run_in_loop
from tests.server.client import Guest, Sitting
from tools.server_process import ServerProcess

BOTS = ("easy", "greedy", "random")


def patient(server: ServerProcess, name: str) -> Guest:
    """A guest who waits until a bot has thought."""
    guest = Guest(server.address, name)
    guest.http.timeout = httpx.Timeout(60.0)
    return guest


class Finished:
    """A game of bots that is over."""

    def __init__(self, server: ServerProcess) -> None:
        self.guest = Guest(server.address, "Ada")
        self.table = self.guest.new_table(*BOTS)
        with Sitting(server.address, self.table, None) as watcher:
            while watcher.table["status"] != "over":
                watcher.until("table", patience=120.0)
            watcher.settle()
            self.log = watcher.logs[None]
        self.replay: dict[str, Any] = self.guest.http.get(f"/api/tables/{self.table}/replay").json()
        self.match = replay(Record.read(self.replay["record"]))

    def ask(self, **question: object) -> httpx.Response:
        params = {name: str(value) for name, value in question.items()}
        return httpx.get(f"{self.guest.address}/api/tables/{self.table}/reasons", params=params, timeout=60.0)


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> Finished:
    return Finished(server)


def test_bots_can_be_asked_about_every_move_of_a_finished_game(finished: Finished) -> None:
    moves = [each for frame in finished.replay["frames"] for each in frame["bots"]]
    assert [each["move"] for each in moves] == list(range(1, len(finished.match.history) + 1))
    assert [each["seat"] for each in moves] == [played.seat for played in finished.match.history]
    ways = {"easy": "search", "greedy": "greedy", "random": "random"}
    for number in (1, 2, 3, 20, len(moves)):
        played = finished.match.history[number - 1]
        answer = finished.ask(move=number)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        assert (found["seat"], found["bot"], found["own"]) == (played.seat, BOTS[played.seat], True)
        assert found["way"] in (ways[found["bot"]], "only")
        assert found["chosen"] == played.text
        assert [option["text"] for option in found["options"] if option["played"]] == [played.text]
        if found["way"] == "search":
            assert found["title"] == "Beginner"
            assert sum(option["visits"] for option in found["options"]) <= found["tries"]
            assert len(found["options"][0]["results"]) == 3


def test_the_bots_of_the_server_play_what_the_record_alone_would_make_them_play(finished: Finished) -> None:
    """Nothing else goes into a bot's choice: whoever has the record can think it again."""
    for number in (0, 7, 30):
        before = finished.match.at(number)
        played = finished.match.history[number]
        assert think(BOTS[played.seat], before, played.seat).text == played.text


def test_a_line_of_the_log_leads_to_the_same_reasons(finished: Finished) -> None:
    line = next(line for line in finished.log if line["number"] > 4 and "lays" in line["words"])
    seat = next(seat for seat, name in enumerate(finished.match.names) if line["words"].startswith(name))
    found = finished.ask(number=line["number"], bot=seat).json()
    assert found["seat"] == seat
    move = next(
        each["move"]
        for frame in finished.replay["frames"]
        if line["words"] in [told["words"] for told in frame["lines"]]
        for each in frame["bots"]
    )
    assert found == finished.ask(move=move).json()
    assert finished.ask(number=line["number"], bot=(seat + 1) % 3).json()["code"] == "no-reasons"


def test_unfit_questions_are_refused(finished: Finished) -> None:
    for question, status, code in (
        ({"move": 9999}, 404, "not-found"),
        ({"move": 0}, 400, "bad-request"),
        ({"move": "x"}, 400, "bad-request"),
        ({}, 400, "bad-options"),
        ({"number": 3}, 400, "bad-options"),
        ({"number": 9999, "bot": 0}, 404, "not-found"),
        ({"number": 1, "bot": 0}, 404, "not-found"),
        ({"number": 3, "bot": 5}, 404, "not-found"),
        ({"number": 3, "bot": 0, "seat": 7}, 404, "not-found"),
    ):
        answer = finished.ask(**question)
        assert (answer.status_code, answer.json()["code"]) == (status, code), question


def test_a_practice_table_is_for_one_person_and_bots(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    seats: list[list[dict[str, str]]] = [
        [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}],
        [{"kind": "me"}, {"kind": "here"}],
        [{"kind": "bot"}, {"kind": "bot"}],
    ]
    for each in seats:
        answer = ada.http.post("/api/tables", json={"title": "burrows", "seats": each, "practice": True})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-options")
    table = ada.new_table("me", "hard", practice=True)
    info = ada.http.get(f"/api/tables/{table}").json()
    assert info["practice"] is True
    assert [seat["level"] for seat in info["seats"]] == ["", "Veteran"]


def asked(sitting: Sitting, seat: int = 0) -> dict[str, Any]:
    while not sitting.frames.get(seat, {}).get("options"):
        sitting.until("frame")
    return sitting.frames[seat]


def test_reasons_and_hints_while_one_practises(server: ServerProcess) -> None:
    ada, bo = patient(server, "Ada"), patient(server, "Bo")
    table = ada.new_table("me", {"kind": "bot", "bot": "medium", "name": "Kopi"}, practice=True)
    with ada.sit(table) as sitting:
        where = f"/api/tables/{table}"
        asked(sitting)
        hint = ada.http.get(f"{where}/hint", params={"seat": 0, "bot": "easy"}).json()
        assert (hint["bot"], hint["title"], hint["seat"]) == ("easy", "Beginner", 0)
        assert hint["chosen"] in [option["text"] for option in sitting.frames[0]["options"]]
        assert not any(option["played"] for option in hint["options"])
        assert sitting.play(0, hint["chosen"])["type"] == "ack"
        sitting.until("frame")
        while not any(line["by"] == 1 for line in sitting.logs[0]):
            frame = asked(sitting)
            sitting.play(0, frame["options"][0]["text"])
            sitting.until("frame")
        line = next(line for line in sitting.logs[0] if line["by"] == 1)
        question = {"seat": 0, "number": line["number"], "bot": 1}
        found = ada.http.get(f"{where}/reasons", params=question).json()
        assert (found["seat"], found["way"], found["own"]) == (1, "search", True)
        assert [option["text"] for option in found["options"] if option["played"]] == [found["chosen"]]
        # Only who plays there may ask, and only about what it was shown.
        for guest, asks, code in (
            (bo, question, "not-your-seat"),
            (ada, {**question, "seat": 1}, "not-your-seat"),
            (ada, {"number": line["number"], "bot": 1}, "not-your-seat"),
            (ada, {**question, "bot": 0}, "no-reasons"),
            (ada, {"move": 2}, "not-now"),
        ):
            assert guest.http.get(f"{where}/reasons", params=asks).json()["code"] == code
        assert bo.http.get(f"{where}/hint", params={"seat": 0}).json()["code"] == "not-your-seat"
        assert ada.http.get(f"{where}/hint", params={"seat": 0, "bot": "genius"}).json()["code"] == "not-found"


def test_no_reasons_at_a_table_that_is_played_in_earnest(server: ServerProcess) -> None:
    ada = Guest(server.address, "Ada")
    table = ada.new_table("me", "random", "greedy")
    with ada.sit(table) as sitting:
        sitting.play(0, asked(sitting)["options"][0]["text"])
        sitting.until("frame")
        asked(sitting)
        number = sitting.logs[0][-1]["number"]
        for path in (f"reasons?seat=0&number={number}&bot=1", "reasons?move=1", "hint?seat=0"):
            answer = ada.http.get(f"/api/tables/{table}/{path}")
            assert (answer.status_code, answer.json()["code"]) == (409, "not-now")


def test_the_secrets_of_a_practice_table_stay_secret(server: ServerProcess) -> None:
    """Whatever a bot is asked about: its own thoughts are told only where it knows no more than the one who asks."""
    ada = patient(server, "Ada")
    table = ada.new_table(
        "me", {"kind": "bot", "bot": "easy", "name": "Kopi"}, title="busara", practice=True, reaction=0
    )
    with ada.sit(table) as sitting:
        for _ in range(12):
            sitting.play(0, asked(sitting)["options"][0]["text"])
            sitting.until("frame")
        asked(sitting)
        numbers = {line["number"] for line in sitting.logs[0] if line["by"] == 1}
        assert len(numbers) > 2
        for number in numbers:
            answer = ada.http.get(f"/api/tables/{table}/reasons", params={"seat": 0, "number": number, "bot": 1})
            assert answer.status_code == 200, answer.text
            assert not answer.json()["own"]  # it holds a Kingdom that Ada has not seen


def test_only_so_many_explanations_are_worked_out_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        workers = BotWorkers(1, Budget(Clock(), Limits()), Clock())
        request = Request("table", "no record", 0, "easy", wish="reasons")
        waiting = [asyncio.create_task(workers.explain(request)) for _ in range(EXPLANATIONS)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await workers.explain(request)
        await workers.stop()
        await asyncio.gather(*waiting, return_exceptions=True)

    run_in_loop(test())
