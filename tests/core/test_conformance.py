"""The suite is green on the tiny titles and red on planted faults, named by the right check."""

import pytest

from bungalow.core.conformance import (
    Broken,
    Share,
    conform,
    fingerprint,
    moment_of,
    option_spread,
    rules,
    secrecy,
    switch_spread,
)
from bungalow.core.contract import Game
from bungalow.core.match import Match, replay
from bungalow.core.record import Record
from tests.titles.ambush import AmbushGame
from tests.titles.embers import EmbersGame
from tests.titles.faults import Planted, planted
from tests.titles.kilns import KilnsGame
from tests.titles.quay import QuayGame

TITLES = [AmbushGame(), KilnsGame(), EmbersGame(), QuayGame()]
BRIEF = Share(thorough_games=1, sampled_choices=8)


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_tiny_titles_conform(game: Game) -> None:
    report = conform(game, games=4, share=BRIEF)
    report.require()
    assert report.games == 4 * len(game.seats)
    for check in ("alike", "blind", "real", "possible", "stream", "undo", "preview", "record", "together"):
        assert report.checked[check] > 0, check
    assert "conforms" in str(report)


@pytest.mark.parametrize("fault", planted(), ids=lambda fault: fault.name)
def test_planted_fault_is_seen_by_the_right_check(fault: Planted) -> None:
    games = 4 if fault.check in ("real", "stream") else 2  # those two gather what they see over many moments
    report = conform(fault.game, games=games, seats=fault.game.seats[-1:], share=BRIEF, feed=fault.feed)
    assert fault.check in report.failed, str(report)[:2000]
    assert not report.ok
    with pytest.raises(Broken, match="does not conform"):
        report.require()


def test_a_fault_can_be_played_again_from_its_seed_and_its_record() -> None:
    broken = next(fault for fault in planted() if fault.check == "standing")
    fault = conform(broken.game, games=3, seats=(3,), share=BRIEF).faults[0]
    assert f"seed {fault.seed}" in str(fault)
    assert fault.record_text in str(fault)
    again = conform(broken.game, games=1, seats=(3,), seed=fault.seed, share=BRIEF)
    assert fault.check in again.failed
    with pytest.raises(Broken):
        rules.standing(moment_of(replay(Record.read(fault.record_text), game=broken.game)))


def test_an_error_inside_a_title_is_a_fault_and_not_a_crash_of_the_suite() -> None:
    class Crashes(QuayGame):
        def words(self, state: object, seat: int, option: int) -> str:
            raise KeyError("no words")

    report = conform(Crashes(), games=1, seats=(2,), share=BRIEF)
    assert {"notation", "play"} <= report.failed
    assert "KeyError" in str(report)


def test_single_checks_run_on_a_match_of_ones_own() -> None:
    match = Match(AmbushGame(), 3, seed=5)
    moment = moment_of(match)
    for check in (rules.pieces, rules.options, secrecy.alike, secrecy.blind, secrecy.possible, secrecy.stream):
        check(moment)


def test_options_of_a_title_are_spread() -> None:
    assert option_spread(AmbushGame()) == [{}]
    assert option_spread(QuayGame()) == [{}, {"rival": False}]


def test_every_combination_of_switches_comes_up_once() -> None:
    assert switch_spread(AmbushGame(), 2, {}) == [{}]
    assert [options["rival"] for options in switch_spread(QuayGame(), 2, {})] == [False, True]
    assert switch_spread(QuayGame(), 2, {"rival": False}) == [{"rival": False}]
    report = conform(QuayGame(), games=2, seats=(2,), every_switch=True, share=BRIEF)
    assert (report.ok, report.games) == (True, 2)


def test_progress_is_told_after_every_game() -> None:
    told: list[tuple[int, int]] = []
    conform(QuayGame(), games=2, share=BRIEF, progress=lambda done, total, words: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("game", TITLES, ids=lambda game: game.name)
def test_fingerprint_is_one_number_that_hangs_on_seed_and_seats(game: Game) -> None:
    numbers = [fingerprint(game, 2, 3), fingerprint(game, 3, 3), fingerprint(game, 2, 3, seed=2)]
    assert numbers[0] == fingerprint(game, 2, 3)
    assert len(set(numbers)) == 3
