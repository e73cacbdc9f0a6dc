"""Games that outlive their rules: a record of another version replays, or differs at a move and by a clause."""

from __future__ import annotations

import random

import pytest

from bungalow.core.errors import BadData, NewerRules, RulesDiffer
from bungalow.core.match import Match, replay
from bungalow.core.record import Record
from bungalow.core.versions import number
from tests.titles import corrected
from tests.titles.corrected import CorrectedQuayGame
from tests.titles.quay import QuayGame


def played(seed: int = 5, seats: int = 2) -> Record:
    match = Match(QuayGame(), seats, seed=seed, names=tuple(f"Guest {seat + 1}" for seat in range(seats)))
    chance = random.Random(seed)
    while not match.over:
        seat = match.actors[0]
        moves = match.moves(seat)
        match.play(seat, moves[-1] if moves[-1].text == "crate" else chance.choice(moves))
    return match.record()


def difference(record: Record, correction: str) -> RulesDiffer:
    game = CorrectedQuayGame(correction)
    with pytest.raises(RulesDiffer) as caught:
        replay(record, game=game, name="game.txt")
    differs = caught.value
    assert str(differs).startswith("rules-differ: game.txt: made with rules version 1, this is version 2; differs ")
    assert "\n" not in str(differs)
    if differs.move > 0 and correction != corrected.SILENTLY:
        before = replay(record, game=game, upto=differs.move - 1)
        then = replay(record, game=QuayGame(), upto=differs.move - 1)
        assert before.state.checksum() == then.state.checksum()
        assert [line.words for line in before.lines(0)] == [line.words for line in then.lines(0)]
    return differs


def test_a_record_of_an_older_version_replays_when_nothing_differs() -> None:
    record = played()
    match = replay(record, game=CorrectedQuayGame(corrected.SAME))
    assert match.over
    assert match.state.checksum() == record.checksum
    assert match.record().rules == "2"


@pytest.mark.parametrize("seed", range(8))
def test_the_move_is_named_after_which_the_rules_depart(seed: int) -> None:
    """The first move after which the rival turned 'the best good' with different goods to choose from."""
    record = played(seed)
    differs = difference(record, corrected.DEPARTS)
    assert (differs.clause, differs.reason) == ("TD-3", "rules")
    for upto in range(differs.move):
        heard = [line.words for line in replay(record, game=QuayGame(), upto=upto).lines()]
        after = [line.words for line in replay(record, game=QuayGame(), upto=upto + 1).lines()]
        new = [words for words in after[len(heard) :] if words.endswith("the best good")]
        assert bool(new) == (upto + 1 == differs.move) or upto + 1 < differs.move


def test_a_move_that_became_illegal_is_named_with_its_clause() -> None:
    record = played()
    differs = difference(record, corrected.FORBIDS)
    assert record.moves[differs.move - 1] == (0, "crate")
    assert (differs.clause, differs.reason) == ("TD-4", "rules")
    assert "it is too late for a crate" in differs.words


def test_settings_that_became_impossible_differ_before_the_first_move() -> None:
    differs = difference(played(), corrected.REFUSES)
    assert (differs.move, differs.clause, differs.reason) == (0, "TD-3", "settings")
    assert replay(played(seats=3), game=CorrectedQuayGame(corrected.REFUSES)).over


def test_another_result_is_noticed_at_the_end() -> None:
    record = played()
    differs = difference(record, corrected.SILENTLY)
    assert (differs.move, differs.clause) == (len(record.moves), "")
    assert differs.words.endswith("the result is another now, perhaps since earlier")


def test_a_part_that_both_versions_play_alike_can_be_replayed() -> None:
    assert len(replay(played(), game=CorrectedQuayGame(corrected.FORBIDS), upto=1).history) == 1


def test_departures_from_rules_before_those_of_the_record_do_not_count() -> None:
    game = CorrectedQuayGame(corrected.DEPARTS)
    match = Match(game, 2, seed=5)
    while not match.over:
        match.play(0, match.moves(0)[0])
    record = match.record()
    game.rules_version = "3"
    assert replay(record, game=game).over


def test_a_record_of_newer_rules_is_refused_plainly() -> None:
    """Also where the settings or moves of the newer rules are not known here."""
    record = played()
    record.rules = "2"
    record.options["tide"] = "on"
    with pytest.raises(NewerRules) as caught:
        replay(record, game=QuayGame(), name="game.txt")
    assert str(caught.value) == (
        "newer-rules: game.txt: begun with newer rules (version 2, this is version 1): upgrade Bungalow to open it"
    )


def test_other_components_that_play_alike_replay() -> None:
    record = played()
    record.edition = "0123456789abcdef"
    assert replay(record, game=QuayGame()).over
    record.checksum ^= 1
    with pytest.raises(RulesDiffer, match="made with edition 0123456789abcdef, this is edition ; differs") as caught:
        replay(record, game=QuayGame())
    assert caught.value.reason == "components"


def test_the_same_rules_are_as_strict_as_ever() -> None:
    record = played()
    record.moves[0] = (0, "good 99")
    with pytest.raises(BadData) as caught:
        replay(record, game=QuayGame())
    assert not isinstance(caught.value, RulesDiffer)


def test_what_no_viewer_reads_is_in_no_log() -> None:
    match = Match(CorrectedQuayGame(corrected.DEPARTS), 2, seed=5)
    while not match.over:
        match.play(0, match.moves(0)[0])
    assert any(event.key == "rules-depart" for event in match.state.log or ())
    for viewer in (None, 0, 1):
        assert all(line.words for line in match.lines(viewer))


def test_versions_are_counted() -> None:
    assert [number(version) for version in ("1", "12", "2.1", "draft")] == [1, 12, 2, 0]
