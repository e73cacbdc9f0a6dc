"""What a person at a terminal can type, and what comes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bungalow.core.contract import Game
from bungalow.core.match import Match, new, replay
from bungalow.core.record import Record
from bungalow.terminal import choices, saves
from bungalow.terminal.session import standing_table
from tests.terminal.conftest import Table
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame


def started(moves: int = 12, seed: int = 7) -> Match:
    match = new("burrows", seats=2, seed=seed, names=("Ada", "Bo"))
    for _ in range(moves):
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[-1])
    return match


def placing() -> Match:
    """A match in which somebody has to choose among many placements."""
    match = started()
    while len(match.moves(match.actors[0])) <= choices.SHORT:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[-1])
    return match


def test_the_question_comes_with_numbered_options_in_words() -> None:
    table = Table()
    assert "Player 1: Reserve a tile or build one?" in table.out
    assert " 1  reserve T" in table.out


def test_a_number_plays_its_option() -> None:
    match = started(0)
    wanted = match.moves(0)[2].text
    assert Table("3", match=match).moves[0] == (0, wanted)


def test_notation_is_read_whatever_its_case() -> None:
    match = started(0)
    wanted = match.moves(0)[-1].text
    assert Table(wanted.upper(), match=match).moves[0] == (0, wanted)


def test_a_long_list_shows_the_promising_ones_first_and_all_on_request() -> None:
    match = placing()
    moves = match.moves(match.actors[0])
    table = Table("list", match=match)
    head, _, rest = table.out.partition(f"most promising of {len(moves)}")
    shown = [line for line in head.splitlines() if re.match(r" +\d+  at ", line)]
    assert len(shown) == choices.PROMISING
    assert all(move.text in rest for move in moves)


def test_numbers_stay_the_same_however_the_list_is_shown() -> None:
    match = placing()
    seat = match.actors[0]
    numbered = choices.numbered(match.moves(seat))
    assert set(choices.promising(match, seat, numbered)) <= set(numbered)
    where = next(target for target in numbered[0][1].targets if target.startswith("cell:")).partition(":")[2]
    found = choices.matching(numbered, where)
    assert found[0] == numbered[0]
    assert all(f"at {where} " in move.text for _, move in found)
    assert choices.matching(numbered, where.replace(",", " ")) == found
    assert choices.matching(numbered, "quarter turn") != numbered


def test_asking_for_promising_options_changes_nothing() -> None:
    match = placing()
    before = match.state.checksum()
    choices.promising(match, match.actors[0], choices.numbered(match.moves(match.actors[0])))
    assert match.state.checksum() == before


def test_an_option_of_a_long_list_keeps_its_own_text() -> None:
    match = new("buru", seats=3, seed=7)
    moves = choices.numbered(match.moves(match.actors[0]))
    assert len(moves) > choices.SHORT
    for (_, move), (_, shown) in zip(moves, choices.effects(match, moves), strict=True):
        assert shown.words.startswith(move.words)
        assert move.words.startswith("Power ")
        assert shown.words.count("Power") == 1  # nothing is said twice


def test_undo_takes_back_until_something_was_revealed() -> None:
    match = started()
    seat = match.actors[0]
    build = next(move for move in match.moves(seat) if move.text.startswith("build"))
    length = len(match.history)
    table = Table(build.text, "undo", match=match)
    assert f"takes back: {build.text}" in table.out
    assert len(table.moves) == length
    assert "can still be taken back" in Table("undo", match=started(0)).err


def test_a_question_mark_shows_the_rule_and_what_an_option_would_do() -> None:
    match = started(0)
    assert "BW-1.3" in Table("?", match=match).out
    reserve = next(move for move in match.moves(0) if move.text.startswith("reserve"))
    table = Table(f"? {reserve.text}", match=match)
    assert f"reserves {reserve.text.split()[1]}" in table.out
    assert "cannot be taken back" in table.out
    assert table.moves == []


def test_why_names_the_rule_that_forbids_something() -> None:
    match = started(0)
    view = match.view(0)
    assert isinstance(view, dict)
    bus = next((tile for tile in view["pool"] if view["tiles"][tile]["bus"]), None)
    assert bus is not None
    table = Table(f"why reserve {bus}", "why T01", f"why {bus}", "why", match=match)
    assert "a tile with a bus cannot be reserved" in table.out
    assert "BW-2.2" in table.out
    assert "T01 does not lie in the pool" in table.out
    assert f"build {bus}" in table.out.partition("T01 does not lie")[2]
    assert "unreadable-move" in table.err
    assert table.moves == []


def test_errors_are_one_line_and_the_question_stays() -> None:
    table = Table("dance", "77", "build T99", "2 build T21", "look there", "board 9", match=started(0))
    lines = table.err.splitlines()
    codes = [line.split(": ")[1] for line in lines]
    assert codes == ["unreadable-move"] * 3 + ["not-your-turn"] + ["unreadable-move"] * 2
    assert table.session.refused == 6
    assert table.moves == []


@pytest.mark.parametrize("line", ["help", "log", "log 3", "board", "board 2", "look 3,-2", "", "/carrot", "0,0", "#no"])
def test_looking_around_makes_no_move(line: str) -> None:
    match = started()
    before = match.state.checksum()
    table = Table(line, match=match)
    assert table.err == ""
    assert match.state.checksum() == before


def test_save_and_resume_give_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "my game.record"
    table = Table("1", "1", f"save {path}", "quit")
    assert f"Saved to {path}" in table.out.replace("\n", " ")
    again = replay(Record.load(path))
    assert again.state.checksum() == table.session.match.state.checksum()
    assert again.record() == table.session.match.record()


def test_resume_puts_another_game_on_the_table_and_saves_this_one(tmp_path: Path) -> None:
    other = started(5)
    saves.save(other, tmp_path / "other.record")
    table = Table("1", f"resume {tmp_path / 'other.record'}", "quit")
    assert table.session.match.state.checksum() == other.state.checksum()
    assert len(saves.unfinished()) == 1


def test_resume_brings_the_bots_back(tmp_path: Path) -> None:
    match = new("burrows", seats=2, seed=7, names=("Ada", "greedy bot"))
    saves.save(match, tmp_path / "a.record")
    assert Table(f"resume {tmp_path / 'a.record'}").session.bots == {1: "greedy"}


def test_leaving_offers_to_save() -> None:
    assert saves.unfinished() == []
    Table("1", "quit", "n")
    assert saves.unfinished() == []
    Table("1", "quit", "")
    assert len(saves.unfinished()) == 1


def test_a_bot_plays_the_same_after_undo_and_resume() -> None:
    straight = Table("1", "1", "1", bots={1: "random"})
    crooked = Table("1", "1", "build T99", "1", bots={1: "random"})
    assert straight.moves == crooked.moves


@pytest.mark.whole_game
def test_a_whole_game_ends_with_the_standing_and_can_be_kept() -> None:
    table = Table(*["1"] * 200, match=started(0), bots={1: "random"})
    assert table.session.match.over
    assert "Final standing" in table.out
    assert max(map(len, table.out.splitlines())) <= 100


@pytest.mark.whole_game
@pytest.mark.parametrize("game", [AmbushGame(), EmbersGame(), KilnsGame(), QuayGame()], ids=lambda game: game.name)
def test_titles_without_a_drawing_or_a_heuristic_can_be_played(game: Game) -> None:
    seats = min(game.seats)
    table = Table(*["1"] * 2000, match=Match(game, seats, seed=3), bots={seats - 1: "random"}, interactive=False)
    assert table.session.match.over
    assert "Final standing" in table.out
    assert table.err == ""


def test_people_with_secrets_pass_the_keyboard() -> None:
    table = Table("1", "1", "1", "1", match=Match(EmbersGame(), 2, seed=3))
    assert "Pass the keyboard to Player 2, then press Enter." in table.asked
    burrows = Table("1", "1", "1", match=started(0))
    assert not any("Pass the keyboard" in prompt for prompt in burrows.asked)


def test_the_standing_has_a_column_for_every_part_of_any_seat() -> None:
    """A Lawan scores sets, which nobody else does: its row keeps its columns, and its total has a heading."""
    match = new("buru", 2, options={"lawan": 1}, seed=21)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, match.moves(seat)[0])
    table = standing_table(match)
    heads = [str(column.header) for column in table.columns]
    rows = list(zip(*[[str(cell) for cell in column.cells] for column in table.columns], strict=True))
    for score in match.standing().scores:
        row = next(row for row in rows if row[1].startswith(f"{score.seat + 1} "))
        told = dict(zip(heads, row, strict=True))
        assert told["score"] == str(score.total)
        assert {name: told[name] for name in heads[2:-1]} == {
            name: str(dict(score.parts).get(name, "")) for name in heads[2:-1]
        }
    assert "sets" in heads
