"""Tables that outlive their rules: they go on, or close with the reason and stay to be watched."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from bungalow.core.contract import Game, State
from bungalow.core.errors import NewerRules
from bungalow.core.match import replay
from bungalow.core.random import Random
from bungalow.core.record import Record
from bungalow.core.registry import find, titles
from bungalow.server import films, upgrade
from bungalow.server.films import unpack
from bungalow.server.messages import Look, NewSeat, NewTable, PlayMove, Undo
from bungalow.server.serve import main
from bungalow.server.settings import Settings
from bungalow.server.store.base import Differs
from bungalow.server.store.look import stored_tables
from tests.loops import run_in_loop
from tests.server.client import Known
from tests.server.house import Browser, House, house
from tests.server.in_process import serving
from tests.titles import corrected
from tests.titles.corrected import CorrectedKilnsGame, CorrectedQuayGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame

FIXTURES = Path(__file__).parent / "fixtures"
OLD = QuayGame()
Scenario = Callable[[House, dict[str, str], str], Awaitable[None]]


async def play(browser: Browser, moves: int) -> None:
    """Crates where they can be had."""
    for number in range(moves):
        assert browser.room.play is not None
        match = browser.room.play.match
        if match.over:
            return
        shown = browser.connection.shown[0]
        answer = await browser.ask(PlayMove(f"move-{number}-{shown}", 0, shown, match.moves(0)[-1].text))
        assert answer["type"] == "ack"


def played(data: Path, database: str = "", game: Game = OLD) -> dict[str, str]:
    """A database (of version 1 by default) with an open, a running and a finished table, and the guest's token."""
    made: dict[str, str] = {}

    async def main() -> None:
        async with house(data, game, database=database) as hosts:
            hosts.hub.settings = msgspec.structs.replace(hosts.hub.settings, seed=1)
            guest = await hosts.hub.guests.create("Ada")
            made["token"] = guest.token
            row = await hosts.hub.guests.find(guest.token)
            for name, moves in (("running", 5), ("finished", 99), ("open", 0)):
                seats = [NewSeat("me"), NewSeat("open" if name == "open" else "here")]
                room = await hosts.hub.create(NewTable("quay", seats, pace="instant"), row)
                made[name] = room.table
                browser = await hosts.enter(room.table, row)
                await play(browser, moves)
            await hosts.hub.films.of(made["finished"])

    run_in_loop(main())
    return made


def opened(data: Path, game: Game, scenario: Scenario, database: str = "", *, made: dict[str, str]) -> None:
    async def main() -> None:
        async with house(data, game, database=database) as hosts:
            await scenario(hosts, made, made["token"])

    run_in_loop(main())


def statuses(data: Path) -> dict[str, tuple[str, str, bool]]:
    rows = sqlite3.connect(data / "bungalow.sqlite").execute("SELECT table_id, status, rules, differs FROM tables")
    return {table: (status, rules, differs is not None) for table, status, rules, differs in rows}


async def enter(hosts: House, table: str, token: str) -> Browser:
    return await hosts.enter(table, await hosts.hub.guests.find(token))


# -- tables of version 1 under every kind of version 2 ---------------------------------------------------------------


def test_a_table_that_replays_goes_on(own_data: Path, database: str) -> None:
    made = played(own_data, database)

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        for name in ("running", "open"):
            loaded = await hosts.hub.store.load_table(made[name])
            assert loaded is not None
            assert (loaded[0].rules, loaded[0].differs) == ("2", None)
        browser = await enter(hosts, made["running"], token)
        await play(browser, 99)
        assert browser.room.row.status == "over"
        finished = await enter(hosts, made["finished"], token)
        assert finished.room.row.rules == "2"
        assert finished.frame["standing"] is not None

    opened(own_data, CorrectedQuayGame(corrected.SAME), scenario, database, made=made)


@pytest.mark.parametrize(
    ("correction", "clause"), [(corrected.DEPARTS, "TD-3"), (corrected.FORBIDS, "TD-4"), (corrected.SILENTLY, "")]
)
def test_a_table_that_differs_is_closed_and_can_be_watched_up_to_there(
    own_data: Path, database: str, correction: str, clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = played(own_data, database)

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        told = capsys.readouterr().err
        assert (
            "1 table cannot go on and will be closed. People can watch up to the move where the rules differ:" in told
        )
        assert made["running"] in told
        assert f"({clause})" in told or not clause
        browser = await enter(hosts, made["running"], token)
        info = browser.heard[-1][1]["info"]
        move = info["differs"]["move"]
        assert info["status"] == "closed"
        assert info["differs"]["clause"] == clause
        assert info["differs"]["words"] == (
            f"The rules were corrected since this game began. It cannot go on. You can watch it up to move {move}."
        )
        assert browser.frames == []
        refused = await hosts.refusals(browser, [PlayMove("move-late", 0, 1, "crate"), Undo("undo-late", 0)])
        assert refused == [("refused", info["differs"]["words"])] * 2

    opened(own_data, CorrectedQuayGame(correction), scenario, database, made=made)


def test_settings_that_became_impossible_close_a_table(
    own_data: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = played(own_data, database)

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        told = capsys.readouterr().err
        assert (
            "2 tables cannot go on and will be closed. People can watch up to the move where the rules differ:" in told
        )
        assert told.count("differs at its set-up (TD-3)") == 2
        guest = await hosts.hub.guests.find(token)
        for name in ("running", "open"):
            info = (await hosts.hub.room(made[name])).info(guest)
            assert info.status == "closed"
            assert info.differs is not None
            assert info.differs.words == (
                "The rules were corrected since this game began, and its settings are no longer possible. "
                "It cannot go on."
            )
        with pytest.raises(Exception, match="settings are no longer possible"):
            await (await hosts.hub.room(made["open"])).join(guest, 1)

    opened(own_data, CorrectedQuayGame(corrected.REFUSES), scenario, database, made=made)


def served(data: Path, game: Game, made: dict[str, str]) -> dict[str, Any]:
    """What the API answers: the list of tables, and the replays through every viewer's eyes."""
    with serving(data, game) as (address, _):
        http = httpx.Client(base_url=address, headers={"authorization": f"Bearer {made['token']}"}, timeout=10)
        told: dict[str, Any] = {"list": http.get("/api/tables").json()}
        for name in ("running", "finished", "open"):
            told[name] = [
                http.get(f"/api/tables/{made[name]}/replay{query}").json() for query in ("", "?seat=0", "?seat=1")
            ]
        return told


def test_a_finished_table_is_watched_without_its_rules(own_data: Path) -> None:
    """Under rules that differ the replay is the one that was there before, byte for byte."""
    made = played(own_data)
    before = served(own_data, OLD, made)["finished"]
    after = served(own_data, CorrectedQuayGame(corrected.REFUSES), made)["finished"]
    for then, now in zip(before, after, strict=True):
        assert now["frames"] == then["frames"]
        assert len(now["frames"]) > 5
        assert now["record"] == then["record"]
        assert now["standing"] == then["standing"]
        assert now["table"]["status"] == "over"
        assert now["table"]["differs"]["words"] == (
            "The rules were corrected since this game was played. You can watch it as it was played."
        )


def test_a_finished_table_is_watched_without_its_title(own_data: Path) -> None:
    """Also one of newer rules, or at which the title fails."""
    made = played(own_data)
    before = served(own_data, OLD, made)["finished"]
    breaks(own_data, made["finished"])
    for game in (KilnsGame(), ClumsyQuayGame()):
        after = served(own_data, game, made)
        assert [viewer["frames"] for viewer in after["finished"]] == [viewer["frames"] for viewer in before]
        assert {table["table"] for table in after["list"]["yours"]} == {made[name] for name in made if name != "token"}

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        browser = await enter(hosts, made["finished"], token)
        assert browser.heard[0][1]["info"]["status"] == "over"
        refused = await hosts.refusals(browser, [PlayMove("move-late", 0, 1, "crate"), Look("look-late", 0, 1)])
        assert refused == [("refused", "this game has ended and can only be watched")] * 2

    opened(own_data, KilnsGame(), scenario, made=made)
    connection = sqlite3.connect(own_data / "bungalow.sqlite")
    connection.execute("UPDATE tables SET rules = '2'")
    connection.commit()
    connection.close()
    newer = served(own_data, OLD, made)
    assert [viewer["frames"] for viewer in newer["finished"]] == [viewer["frames"] for viewer in before]
    assert newer["running"][0]["code"] == "newer-rules"


def test_a_finished_table_without_a_film_is_watched_up_to_the_move(own_data: Path) -> None:
    made = played(own_data)
    whole = served(own_data, OLD, made)["finished"]
    connection = sqlite3.connect(own_data / "bungalow.sqlite")
    connection.execute("DELETE FROM films")
    connection.commit()
    connection.close()
    told = served(own_data, CorrectedQuayGame(corrected.FORBIDS), made)
    for viewer, then in zip(told["finished"], whole, strict=True):
        assert 1 < len(viewer["frames"]) < len(then["frames"])
        assert viewer["frames"] == then["frames"][: len(viewer["frames"])]
        move = viewer["table"]["differs"]["move"]
        assert f"You can watch it up to move {move}." in viewer["table"]["differs"]["words"]
        assert len(Record.read(viewer["record"]).moves) == move - 1
        replay(Record.read(viewer["record"]), game=CorrectedQuayGame(corrected.FORBIDS))
    assert served(own_data, CorrectedQuayGame(corrected.REFUSES), made)["finished"] == told["finished"]


def test_closed_tables_are_listed_with_the_reason_and_watched(own_data: Path) -> None:
    made = played(own_data)
    told = served(own_data, CorrectedQuayGame(corrected.FORBIDS), made)
    yours = {table["table"]: table for table in told["list"]["yours"]}
    assert len(yours) == 3
    assert yours[made["running"]]["status"] == "closed"
    assert yours[made["running"]]["differs"]["short"] == "the rules were corrected"
    for viewer in told["running"]:
        assert len(viewer["frames"]) > 1
        assert replay(Record.read(viewer["record"]), game=CorrectedQuayGame(corrected.FORBIDS)).history
    assert told["open"][0]["code"] == "not-now"
    # A later start says nothing more of it, and it stays as it is.
    assert served(own_data, CorrectedQuayGame(corrected.SAME), made)["running"] == told["running"]


@pytest.mark.parametrize("correction", [corrected.SAME, corrected.SILENTLY])
def test_an_older_server_leaves_newer_tables_alone(
    own_data: Path, database: str, correction: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are named at the start and refused; the newer server finds them as they were."""
    newer = CorrectedQuayGame(correction)
    made = played(own_data, database, newer)

    async def older(hosts: House, made: dict[str, str], token: str) -> None:
        told = capsys.readouterr().err
        assert "2 tables begun with newer rules cannot be opened until Bungalow is upgraded:" in told
        for name in ("running", "open"):
            assert made[name] in told
            with pytest.raises(NewerRules, match="begun with newer rules"):
                await hosts.hub.room(made[name])
            loaded = await hosts.hub.store.load_table(made[name])
            assert loaded is not None
            assert (loaded[0].rules, loaded[0].differs) == ("2", None)
        checked = upgrade.check(stored_tables(hosts.hub.settings), lambda _: OLD)
        assert {named.table for named in checked.newer} == {made["running"], made["open"]}
        assert "2 tables begun with newer rules cannot be opened:" in upgrade.report(checked)
        assert (checked.closing, checked.partly) == ([], [])

    async def again(hosts: House, made: dict[str, str], token: str) -> None:
        browser = await enter(hosts, made["running"], token)
        await play(browser, 99)
        assert browser.room.row.status == "over"

    opened(own_data, OLD, older, database, made=made)
    opened(own_data, newer, again, database, made=made)
    assert made["running"] not in capsys.readouterr().err


def kilns_with_an_undo(data: Path, *, stands: bool) -> dict[str, str]:
    """A table at which the forbidden largest tile of seat 0 was taken back while seat 1 had moved, or built again."""
    made: dict[str, str] = {}

    async def main() -> None:
        async with house(data, KilnsGame()) as hosts:
            guest = await hosts.hub.guests.create("Ada")
            made["token"] = guest.token
            row = await hosts.hub.guests.find(guest.token)
            room = await hosts.hub.create(NewTable("kilns", [NewSeat("me"), NewSeat("here")], pace="instant"), row)
            made["table"] = room.table
            browser = await hosts.enter(room.table, row)
            assert room.play is not None
            smallest, *_, largest = (move.text for move in room.play.match.moves(0)[:3])
            first = room.play.match.moves(1)[0].text
            asked = (0, largest), (1, first), (0, ""), (0, largest if stands else smallest), (1, "stop")
            for number, (seat, text) in enumerate(asked):
                shown = browser.connection.shown[seat]
                request = PlayMove(f"m{number}", seat, shown, text) if text else Undo(f"m{number}", seat)
                assert (await browser.ask(request))["type"] == "ack"
            made["shown"] = json.dumps(seen_at(browser))

    run_in_loop(main())
    return made


def seen_at(browser: Browser) -> list[Any]:
    """What each viewer is shown last: number, view, log and options."""
    play = browser.room.play
    assert play is not None
    found: list[Any] = []
    for viewer in play.feed.viewers:
        frame = json.loads(play.feed.frame(viewer, 0))
        Known().complete(frame)
        lines = [(line["words"], line["number"]) for line in frame["lines"]]
        found.append([frame["number"], frame["view"], lines, [option["text"] for option in frame["options"]]])
    return msgspec.json.decode(msgspec.json.encode(found), type=list[Any])


def test_a_move_that_was_taken_back_closes_no_table(own_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Today's rules forbid it, but it does not stand: the table goes on, with the same numbers and the same log."""
    made = kilns_with_an_undo(own_data, stands=False)

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        browser = await enter(hosts, made["table"], token)
        assert browser.room.row.rules == "2"
        assert seen_at(browser) == json.loads(made["shown"])
        for viewer in (0, 1):
            last = browser.connection.shown[viewer]
            for number in range(1, last + 1):
                told = await browser.ask(Look(f"look-{viewer}-{number}", viewer, number))
                assert told["type"] == "past"
        assert browser.room.play is not None  # a browser that was shown the move is sent the whole log
        assert browser.room.play.shown_to(0).first_line_since(2) == 0

    for _ in range(2):  # the second time as a table of version 2
        opened(own_data, CorrectedKilnsGame(), scenario, made=made)
    assert "will be closed" not in capsys.readouterr().err

    async def finish(hosts: House, made: dict[str, str], token: str) -> None:
        browser = await enter(hosts, made["table"], token)
        room = browser.room
        while room.row.status == "playing":
            assert room.play is not None
            seat = room.play.match.actors[0]
            text = room.play.match.moves(seat)[-1].text
            number = browser.connection.shown[seat]
            assert (await browser.ask(PlayMove(f"{seat}-{number}", seat, number, text)))["type"] == "ack"
        film = unpack(await hosts.hub.films.of(made["table"]))
        assert replay(Record.read(film.record), game=CorrectedKilnsGame()).over

    opened(own_data, CorrectedKilnsGame(), finish, made=made)


def test_a_forbidden_move_that_stands_closes_a_table_with_undos(own_data: Path) -> None:
    made = kilns_with_an_undo(own_data, stands=True)

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        room = await hosts.hub.room(made["table"])
        assert room.row.differs is not None
        assert (room.row.status, room.row.differs.move, room.row.differs.clause) == ("closed", 2, "TB-2")
        film = unpack(await hosts.hub.films.of(made["table"]))
        assert len(Record.read(film.record).moves) == 1

    opened(own_data, CorrectedKilnsGame(), scenario, made=made)


def breaks(data: Path, *tables: str) -> None:
    """Give these tables an option that only the clumsy game below stumbles over."""
    connection = sqlite3.connect(data / "bungalow.sqlite")
    for table in tables:
        connection.execute('UPDATE tables SET options = \'{"rival": "off"}\' WHERE table_id = ?', (table,))
    connection.commit()
    connection.close()


class ClumsyQuayGame(CorrectedQuayGame):
    """Fails with an internal error where there is no rival."""

    def __init__(self) -> None:
        super().__init__(corrected.SAME)

    def set_up(self, seats: int, options: dict[str, object], random: Random, edition: str) -> State:
        return super().set_up(seats, options, random, edition) if options["rival"] else [][0]


def test_one_bad_table_does_not_stop_the_start(own_data: Path, caplog: pytest.LogCaptureFixture) -> None:
    made, others = played(own_data), played(own_data)
    breaks(own_data, made["running"], made["finished"])
    connection = sqlite3.connect(own_data / "bungalow.sqlite")
    connection.execute("DELETE FROM films")
    connection.commit()
    connection.close()

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        await asyncio.wait_for(hosts.hub.films.make_the_rest(), 20)
        assert await hosts.hub.store.film(others["finished"]) is not None
        browser = await enter(hosts, others["running"], others["token"])
        await play(browser, 99)
        assert browser.room.row.status == "over"
        told = [record.getMessage() for record in caplog.records if made["running"] in record.getMessage()]
        assert told == [
            f"table {made['running']} cannot be checked: internal error: IndexError('list index out of range')"
        ]
        assert any(f"table {made['finished']} could not be filmed: internal error" in told for told in caplog.messages)

    opened(own_data, ClumsyQuayGame(), scenario, made=made)
    found = statuses(own_data)
    assert found[made["running"]] == ("playing", "1", False)
    assert found[others["open"]] == ("open", "2", False)


def test_nothing_is_judged_where_the_rules_are_the_same(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = played(own_data)
    judged: list[str] = []
    monkeypatch.setattr(upgrade, "judge", lambda game, row, *_: judged.append(row.table))

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        assert judged == []

    opened(own_data, OLD, scenario, made=made)


def test_two_processes_judge_once(own_data: Path, new_database: Callable[[], str]) -> None:
    """Both find the same; the row is changed by one of them, and never back."""
    database = new_database()
    made = played(own_data, database)

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        loaded = await hosts.hub.store.load_table(made["finished"])
        assert loaded is not None
        row, _ = loaded
        adopted = await asyncio.gather(*(hosts.hub.store.adopt(row, "2", row.edition) for _ in range(3)))
        assert sorted(adopted) == [False, False, True]
        assert not await hosts.hub.store.close(row, Differs("rules", 1, "TD-1", ""))

    opened(own_data, OLD, scenario, database, made=made)


# -- films -----------------------------------------------------------------------------------------------------------


def unfilmed(data: Path, games: int) -> list[dict[str, str]]:
    """Finished tables of version 1 without films."""
    made = [played(data) for _ in range(games)]
    connection = sqlite3.connect(data / "bungalow.sqlite")
    connection.execute("DELETE FROM films")
    connection.commit()
    connection.close()
    return made


def test_films_are_made_one_at_a_time_and_leave_others_their_turn(
    own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = unfilmed(own_data, 3)
    monkeypatch.setattr(films, "SLICE", 0.0)
    under_way: list[int] = []
    most = judged = 0
    make, judge = films.make_film, films.playable

    async def watched(*args: Any, **named: Any) -> films.Film:
        nonlocal most
        under_way.append(1)
        most = max(most, len(under_way))
        film = await make(*args, **named)
        under_way.pop()
        return film

    async def steps(*args: Any) -> Any:
        nonlocal judged
        work = asyncio.ensure_future(judge(*args))
        while not work.done():
            judged += 1
            await asyncio.sleep(0)
        return await work

    monkeypatch.setattr(films, "make_film", watched)
    monkeypatch.setattr(films, "playable", steps)

    async def scenario(hosts: House, _: dict[str, str], token: str) -> None:
        tables = [each["finished"] for each in made]
        await asyncio.gather(*(hosts.hub.films.of(table) for table in tables))
        assert most == 1
        assert judged > 5 * len(tables)  # six moves each

    opened(own_data, CorrectedQuayGame(corrected.SAME), scenario, made=made[0])


def test_a_server_that_stops_waits_for_its_films(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes too long is given up, and the next start makes it."""
    made = unfilmed(own_data, 1)[0]
    make = films.make_film
    seconds = 0.2

    async def slow(*args: Any, **named: Any) -> films.Film:
        await asyncio.sleep(seconds)
        return await make(*args, **named)

    async def begin(hosts: House, made: dict[str, str], token: str) -> None:
        hosts.hub.films.make_soon(made["finished"])

    def filmed() -> bool:
        return [kept for *_, kept in stored_tables(Settings(data=own_data))] == [False, True, False]

    monkeypatch.setattr(films, "make_film", slow)
    monkeypatch.setattr(films, "STOP_SECONDS", 0.05)
    opened(own_data, OLD, begin, made=made)
    assert not filmed()
    checked = upgrade.check(stored_tables(Settings(data=own_data)), lambda _: OLD)
    assert [named.table for named in checked.unfilmed] == [made["finished"]]
    assert "1 finished table has no film yet:" in upgrade.report(checked)
    monkeypatch.setattr(films, "STOP_SECONDS", 5.0)
    opened(own_data, OLD, begin, made=made)
    assert filmed()


# -- a database that was written by version 1 -------------------------------------------------------------------------


@pytest.fixture
def old_data(tmp_path: Path) -> Path:
    data = tmp_path / "old"
    data.mkdir()
    shutil.copy(FIXTURES / "version-1.sqlite", data / "bungalow.sqlite")
    return data


def counts(data: Path) -> dict[str, Any]:
    connection = sqlite3.connect(data / "bungalow.sqlite")
    names = "guests", "tables", "seats", "entries", "chat"
    found: dict[str, Any] = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}
    found["moves"] = connection.execute("SELECT table_id, seq, kind, text FROM entries ORDER BY 1, 2").fetchall()
    connection.close()
    return found


def test_the_check_changes_nothing(old_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (old_data / "bungalow.sqlite").read_bytes()
    code = main(["--check-tables", "--data", str(old_data)])
    words = capsys.readouterr().out
    assert main(["--check-tables", "--json", "--data", str(old_data)]) == code
    told = json.loads(capsys.readouterr().out)
    assert (old_data / "bungalow.sqlite").read_bytes() == before
    assert code == (1 if told["closing"] else 0)
    assert f"{len(told['closing'])} table" in words
    for verdict in told["closing"] + told["partly"]:
        assert verdict["table"] in words
        assert verdict["differs"]["clause"] in words
    rows = stored_tables(Settings(data=old_data))
    assert [named["table"] for named in told["unfilmed"]] == [row.table for row, *_ in rows if row.status == "over"]
    assert f"{len(told['unfilmed'])} finished tables have no film yet:" in words


def test_the_check_of_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check-tables", "--data", str(tmp_path)]) == 0
    words = capsys.readouterr().out
    assert words == "0 tables would be closed.\n0 finished tables could be watched only in part.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.whole_game
def test_a_database_of_version_1(old_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is lost; what goes on goes on; what is closed is listed with its clause and watched up to there."""
    told = json.loads((FIXTURES / "version-1.json").read_text(encoding="utf-8"))
    checked = upgrade.check(stored_tables(Settings(data=old_data)), find)
    closed = {verdict.table: verdict for verdict in checked.closing}
    short = {verdict.table: verdict for verdict in checked.partly}
    before = counts(old_data)
    assert set(titles()) == {what.split(",")[0].split(" ")[0] for what in told["tables"].values()}
    with serving(old_data, *[find(title) for title in titles()]) as (address, _):
        listed = capsys.readouterr().err
        assert all(table in listed for table in closed)
        http = httpx.Client(base_url=address, headers={"authorization": f"Bearer {told['token']}"}, timeout=30)
        yours = {table["table"]: table for table in http.get("/api/tables").json()["yours"]}
        assert yours.keys() == told["tables"].keys()
        for table, what in told["tables"].items():
            info = yours[table]
            answers = [http.get(f"/api/tables/{table}/replay{query}") for query in ("", "?seat=0")]
            if table in closed:
                assert info["status"] == "closed", what
                assert info["differs"]["clause"] == closed[table].differs.clause
                move = info["differs"]["move"]
                assert [answer.status_code for answer in answers] == [200, 200] if move else [409, 409]
                if move:
                    assert f"up to move {move}" in info["differs"]["words"]
            elif "finished" in what:
                assert info["status"] == "over", what
                for answer in answers:
                    assert answer.status_code == 200, what
                    shown = answer.json()
                    assert (shown["table"]["differs"] is not None) == (table in short)
                    assert len(shown["frames"]) > 1
            else:
                assert info["status"] in ("open", "playing"), what
                assert http.get(f"/api/tables/{table}").status_code == 200
                if info["status"] == "playing":
                    assert [answer.status_code for answer in answers] == [409, 409]
    after = counts(old_data)
    assert after == before
    rows = statuses(old_data)
    for table, (_, rules, differs) in rows.items():
        assert differs == (table in closed or table in short)
        title = next(word for word in titles() if told["tables"][table].startswith(word))
        assert rules == (find(title).rules_version if not differs else "1")
    assert Counter(status for status, _, _ in rows.values())["closed"] == len(closed)


def test_an_old_table_of_every_title_goes_on_or_is_closed(old_data: Path) -> None:
    """At a running table the next move is taken, and its result is kept from now on."""
    told = json.loads((FIXTURES / "version-1.json").read_text(encoding="utf-8"))

    async def scenario(hosts: House, made: dict[str, str], token: str) -> None:
        for table, what in told["tables"].items():
            if "running" not in what:
                continue
            browser = await enter(hosts, table, token)
            play = browser.room.play
            if play is None:
                assert browser.room.row.status == "closed"
                continue
            while not play.match.actors:
                await hosts.wait(1.0)
            seat = play.match.actors[0]
            frame = next(message for _, message in reversed(browser.frames) if message["viewer"] == seat)
            text = frame["options"][0]["text"]
            answer = await browser.ask(PlayMove("one-more", seat, frame["number"], text))
            assert answer["type"] == "ack", what
            entries = await hosts.hub.store.entries(table)
            assert entries[-1].result is not None
            assert entries[0].result is None

    async def main() -> None:
        async with house(old_data, *[find(title) for title in titles()]) as hosts:
            await scenario(hosts, {}, told["token"])

    run_in_loop(main())


def test_a_report_counts_in_plain_english() -> None:
    verdict = upgrade.Verdict("t", "buru", ["Ada"], "over", 4, Differs("rules", 3, "BU-1.1", "words"))
    assert "1 finished table could be watched only in part:" in upgrade.report(upgrade.Checked([], [verdict], [], []))


def test_a_verdict_can_be_read_by_a_program() -> None:
    verdict = upgrade.Verdict("t", "buru", ["Ada"], "playing", 4, Differs("rules", 3, "BU-1.1", "words"))
    assert msgspec.json.decode(msgspec.json.encode(verdict))["differs"]["move"] == 3
    assert verdict.line() == "  buru     t  Ada: differs at move 3 (BU-1.1)"
